// The share of answerable questions beside what the paper reports.
import { Chart } from '../chart.js';
import { number, percent } from '../format.js';
import { html, useMemo } from '../../shared/html.js';
import { flat, interval, topped } from '../review/stat_charts.js';
import { noneDecided } from './words.js';

const sentence = (text) => text[0].toUpperCase() + text.slice(1);
const points = (x) => `${(100 * x).toFixed(2)} %`;

function optionOf(rows) {
	const own = rows[0];
	return (c) => ({
		grid: { top: 26, right: 62, bottom: 28 },
		xAxis: { type: 'value', min: 0, max: 100, axisLabel: { formatter: '{value} %' }, ...flat('answerable questions') },
		yAxis: {
			type: 'category',
			inverse: true,
			...topped('dataset'),
			data: rows.map((r) => r.name),
			splitLine: { show: false },
			axisLabel: { color: c.ink, fontSize: 13, width: 110, overflow: 'truncate' },
		},
		tooltip: {
			axisPointer: { type: 'shadow' },
			formatter: ([bar]) => {
				const row = rows[bar.dataIndex];
				return row.isOwn
					? `${row.name}\n${points(row.rate)}, 95 % interval ${points(row.low)} to ${points(row.high)}\n${number(row.k)} of ${number(row.n)}`
					: `${row.name} (the paper)\n${points(row.rate)}`;
			},
		},
		series: [
			{
				type: 'bar',
				barMaxWidth: 22,
				data: rows.map((r) => ({
					value: 100 * r.rate,
					itemStyle: { color: r.isOwn ? c.main : c.edge, opacity: r.isOwn ? 0.75 : 0.5, borderRadius: [0, 4, 4, 0] },
				})),
				label: {
					show: true,
					position: 'right',
					distance: 8,
					color: c.ink,
					fontSize: 12,
					formatter: ({ dataIndex }) => (rows[dataIndex].isOwn ? '' : points(rows[dataIndex].rate)),
				},
			},
			{
				type: 'custom',
				silent: true,
				z: 3,
				data: [[100 * own.low, 100 * own.high, 0]],
				encode: { x: [0, 1], y: 2 },
				renderItem: interval(c),
			},
		],
	});
}

export function Answerable({ project, data }) {
	const rows = useMemo(() => {
		const { answerable: own, reference } = data;
		if (!own?.n) return [];
		const others = reference.map((r) => ({ name: r.name, rate: r.answerable }));
		return [{ name: project, isOwn: true, ...own }, ...others];
	}, [data]);
	const option = useMemo(() => (rows.length ? optionOf(rows) : {}), [rows]);
	const own = rows[0];
	return html`<${Chart}
		title="Answerable questions"
		note="with the 95 % interval, beside the paper’s datasets"
		height="210"
		...${{ rows, option }}
		columns=${[
			{ key: 'name', title: 'Dataset' },
			{ key: 'k', title: 'Answerable', align: 'end', format: number },
			{ key: 'n', title: 'Decided', align: 'end', format: number },
			{ key: 'rate', title: 'Rate', align: 'end', format: (x) => percent(x, 2) },
			{ key: 'low', title: 'Low', align: 'end', format: (x) => percent(x, 2) },
			{ key: 'high', title: 'High', align: 'end', format: (x) => percent(x, 2) },
		]}
		summary=${own ? `${points(own.rate)}; in the paper ${rows.slice(1).map((r) => `${r.name} ${points(r.rate)}`).join(', ')}` : ''}
		empty=${`${sentence(noneDecided(data))}.`}
	/>`;
}
