// ECharts, only the parts that are drawn with. Loaded when the first chart is shown.
import { BarChart, CustomChart, LineChart, PieChart, ScatterChart, SunburstChart } from 'echarts/charts';
import { GridComponent, LegendComponent, MarkLineComponent, TooltipComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

use([
	BarChart,
	CustomChart,
	LineChart,
	PieChart,
	ScatterChart,
	SunburstChart,
	GridComponent,
	LegendComponent,
	MarkLineComponent,
	TooltipComponent,
	SVGRenderer,
]);

export { init };
