// Options of the statistics' charts: pure functions of the data and the colours of the page.

const share = (n, total) => (total > 0 ? n / total : 0);
const points = (x) => `${(100 * x).toFixed(1)} %`;

// Draws [low, high, place] as a line with ends of that half length.
export function interval(c, half = 6) {
	return (_, api) => {
		const [low, y] = api.coord([api.value(0), api.value(2)]);
		const [high] = api.coord([api.value(1), api.value(2)]);
		const line = (x1, y1, x2, y2) => ({
			type: 'line',
			shape: { x1, y1, x2, y2 },
			style: { stroke: c.ink, lineWidth: 2 },
		});
		return {
			type: 'group',
			children: [line(low, y, high, y), line(low, y - half, low, y + half), line(high, y - half, high, y + half)],
		};
	};
}

// Both axes say what they count: the name of the upright one stands on top of it.
export const upright = (name) => ({ name, nameLocation: 'end', nameTextStyle: { align: 'left' } });
export const flat = (name) => ({ name, nameLocation: 'middle', nameGap: 28 });
// … also where the first is on top.
export const topped = (name) => ({ ...upright(name), nameLocation: 'start' });

// Bars that lie down, longest on top; names on the left.
/** @param {{ names: string[], values: number[], colour: string, total: number, unit?: string, axis: string }} what */
export function lying({ names, values, colour, total, unit = 'questions', axis }) {
	return (c) => ({
		grid: { top: 26, right: 56, bottom: 28 },
		xAxis: { type: 'value', minInterval: 1, axisLabel: { hideOverlap: true }, ...flat(unit) },
		yAxis: {
			type: 'category',
			inverse: true,
			...topped(axis),
			data: names,
			splitLine: { show: false },
			axisLabel: { color: c.ink, interval: 0 },
		},
		tooltip: {
			axisPointer: { type: 'shadow' },
			formatter: ([bar]) => `${bar.name}\n${bar.value} ${unit}, ${points(share(bar.value, total))}`,
		},
		series: [
			{
				type: 'bar',
				data: values,
				barMaxWidth: 22,
				itemStyle: { color: c[colour] ?? c.main, borderRadius: [0, 4, 4, 0] },
				label: {
					show: true,
					position: 'right',
					color: c.quiet,
					fontSize: 12,
					formatter: ({ value }) => points(share(value, total)),
				},
			},
		],
	});
}

// A distribution over whole numbers: gaps are nought, a long tail is gathered at the end, the mean is a line.
export function counted(entries, key, value, most) {
	const by = new Map(entries.map((e) => [e[key], e[value]]));
	const last = Math.min(most, Math.max(...by.keys()));
	const first = Math.min(...by.keys());
	const rows = [];
	for (let n = Math.min(first, last); n <= last; n++) rows.push({ n, name: String(n), count: by.get(n) ?? 0 });
	const tail = entries.filter((e) => e[key] > most).reduce((sum, e) => sum + e[value], 0);
	if (tail) rows.push({ n: most + 1, name: `${most + 1}+`, count: tail });
	return rows;
}

// Rates in steps of a twentieth, all of them: what nobody has is nought.
export function twentieths(entries) {
	const by = new Map(entries.map((e) => [Math.round(20 * e.bucket), e.workers]));
	return Array.from({ length: 21 }, (_, i) => ({ name: String(5 * i), from: i / 20, count: by.get(i) ?? 0 }));
}

/** @param {{ rows: any[], mean?: number, colour: string, axis: string, unit?: string }} what */
export function histogram({ rows, mean, colour, axis, unit = 'questions' }) {
	return (c) => ({
		grid: { top: 30, bottom: 24 },
		xAxis: {
			type: 'category',
			data: rows.map((r) => r.name),
			...flat(axis),
			splitLine: { show: false },
		},
		yAxis: { type: 'value', minInterval: 1, ...upright(unit) },
		tooltip: { axisPointer: { type: 'shadow' }, formatter: ([bar]) => `${bar.name} ${axis}\n${bar.value} ${unit}` },
		series: [
			{
				type: 'bar',
				data: rows.map((r) => r.count),
				barCategoryGap: '18%',
				barMaxWidth: 56,
				itemStyle: { color: c[colour] ?? c.main, borderRadius: [3, 3, 0, 0] },
				...(mean !== undefined &&
					mean !== null &&
					rows.length > 0 && {
						markLine: {
							silent: true,
							symbol: 'none',
							lineStyle: { color: c.ink, type: 'dashed' },
							label: { formatter: `mean ${mean.toFixed(1)}`, color: c.ink, fontSize: 12 },
							data: [{ xAxis: Math.round(mean) - rows[0].n }],
						},
					}),
			},
		],
	});
}

// [{path: [a, b, c], n}] as a tree; the rare ones of a ring are one piece.
export function tree(entries) {
	const root = { children: new Map(), n: 0 };
	for (const { path, n } of entries) {
		let node = root;
		for (const word of path) {
			if (!node.children.has(word)) node.children.set(word, { children: new Map(), n: 0 });
			node = node.children.get(word);
			node.n += n;
		}
	}
	const list = (node) =>
		[...node.children]
			.sort(([, a], [, b]) => b.n - a.n)
			.map(([name, child]) => ({ name, value: child.n, children: list(child) }));
	return list(root);
}

export function sunburst(entries, total) {
	const data = tree(entries);
	return (c, width) => ({
		tooltip: {
			trigger: 'item',
			formatter: ({ treePathInfo, value }) =>
				`${treePathInfo
					.map((p) => p.name)
					.filter(Boolean)
					.join(' ')} …\n${value} questions, ${points(share(value, total))}`,
		},
		series: [
			{
				type: 'sunburst',
				data: data.map((d, i) => ({ ...d, itemStyle: { color: c.series[i % c.series.length] } })),
				radius: ['14%', '98%'],
				nodeClick: 'rootToNode',
				sort: null,
				emphasis: { focus: 'ancestor' },
				itemStyle: { borderColor: c.card, borderWidth: 1.5 },
				label: { color: c.card, fontSize: width < 500 ? 11 : 13, minAngle: width < 500 ? 9 : 6, overflow: 'truncate' },
				levels: [
					{},
					{ r0: '14%', r: '42%', label: { fontWeight: 600, rotate: 0, minAngle: 14 } },
					{ r0: '42%', r: '72%', itemStyle: { opacity: 0.85 } },
					{ r0: '72%', r: '98%', itemStyle: { opacity: 0.68 }, label: { color: c.ink } },
				],
			},
		],
	});
}

// This project beside the sets of the paper.
export function compared(sets) {
	const metrics = [
		['question', 'question, words'],
		['answer', 'answer, words'],
		['overlap', 'longest n-gram shared'],
	];
	return (c) => ({
		legend: { data: sets.map((s) => s.name), type: 'scroll' },
		grid: { top: 60, bottom: 28 },
		xAxis: {
			type: 'category',
			...flat('measure'),
			data: metrics.map(([, name]) => name),
			splitLine: { show: false },
			axisLabel: { color: c.ink },
		},
		yAxis: { type: 'value', ...upright('words, mean') },
		tooltip: {
			axisPointer: { type: 'shadow' },
			valueFormatter: (x) => (x === null || x === undefined ? '–' : x.toFixed(1)),
		},
		series: sets.map((set, i) => ({
			name: set.name,
			type: 'bar',
			barGap: '8%',
			barMaxWidth: 34,
			data: metrics.map(([key]) => set[key]),
			itemStyle: {
				color: set.isOwn ? c.main : c.series[(i % (c.series.length - 1)) + 1],
				opacity: set.isOwn ? 1 : 0.55,
				borderRadius: [3, 3, 0, 0],
			},
			label: {
				show: set.isOwn,
				position: 'top',
				color: c.ink,
				fontSize: 12,
				formatter: ({ value }) => (value ?? 0).toFixed(1),
			},
		})),
	});
}

// Rates with their intervals; the paper's for comparison where the model is one of its own.
export function rates(models) {
	return (c) => ({
		grid: { top: 26, right: 24, bottom: 28 },
		xAxis: { type: 'value', min: 0, max: 1, axisLabel: { formatter: (x) => `${Math.round(100 * x)} %` }, ...flat('won by people') },
		yAxis: {
			type: 'category',
			inverse: true,
			...topped('model'),
			data: models.map((m) => m.model),
			splitLine: { show: false },
			axisLabel: { color: c.ink },
		},
		tooltip: {
			trigger: 'axis',
			axisPointer: { type: 'shadow' },
			formatter: ([bar]) => {
				const { human } = models[bar.dataIndex];
				return `${bar.name}\n${points(human.rate)} (${points(human.low)} to ${points(human.high)})\n${human.k} of ${human.n}`;
			},
		},
		series: [
			{
				type: 'bar',
				data: models.map((m) => m.human.rate),
				barMaxWidth: 22,
				itemStyle: { color: c.human, opacity: 0.55 },
			},
			{
				type: 'scatter',
				silent: true,
				symbol: 'rect',
				symbolSize: [3, 30],
				itemStyle: { color: c.model },
				data: models.map((m) => m.reference ?? null),
			},
			{
				type: 'custom',
				silent: true,
				data: models.map((m, i) => [m.human.low, m.human.high, i]),
				encode: { x: [0, 1], y: 2 },
				renderItem: interval(c, 5),
			},
		],
	});
}
