// The lab: stored evaluations against each other. Choose sets and models; see how scores on one set tell those on another, whether
// the sets rank models alike, and every score at a glance.
import { get } from '../api.js';
import { Chart } from '../chart.js';
import { decimal, number, plural } from '../format.js';
import { useLoad } from '../hooks.js';
import { html, useMemo, useState } from '../../shared/html.js';
import { Gauge } from '../icons.js';
import { bandOf, fitOf, pairsOf, tableOf, tauOf } from '../lab/numbers.js';
import { Card, Check, Empty, Loaded, Page, Select, Table, When } from '../ui.js';

const METRICS = { f1: 'F1', exact_match: 'Exact match' };
const shown = (x, digits = 1) => (Number.isNaN(x) ? '–' : decimal(x, digits));

function Choice({ legend, names, chosen, onChange }) {
	const toggle = (name) => onChange(chosen.includes(name) ? chosen.filter((n) => n !== name) : names.filter((n) => n === name || chosen.includes(n)));
	return html`<fieldset class="lab-choice">
		<legend>${legend}</legend>
		${names.map((name) => html`<${Check} label=${html`<bdi>${name}</bdi>`} checked=${chosen.includes(name)} onChange=${() => toggle(name)} />`)}
	</fieldset>`;
}

const BAND_POINTS = 32;

// The 95 % band of the line, as one area: drawn with its first point.
function bandSeries(band, c) {
	const renderItem = (params, api) => {
		if (params.dataIndex > 0) return null;
		const points = [...band.map((p) => api.coord([p.x, p.high])), ...band.toReversed().map((p) => api.coord([p.x, p.low]))];
		return { type: 'polygon', shape: { points }, style: { fill: c.series[1], opacity: 0.16 } };
	};
	return { type: 'custom', name: 'band', silent: true, clip: true, z: 1, encode: { x: 0, y: [1, 2] }, data: band.map((p) => [p.x, p.low, p.high]), renderItem };
}

function Scatter({ table, models, sets, metric }) {
	const [from, setFrom] = useState(sets[0]);
	const [to, setTo] = useState(sets[1]);
	const a = sets.includes(from) ? from : sets[0];
	const b = sets.includes(to) && to !== a ? to : sets.find((s) => s !== a);
	const pairs = useMemo(() => pairsOf(table, models, a, b), [table, models, a, b]);
	const fit = fitOf(pairs);
	const xs = pairs.map((r) => r.x);
	const ends = [Math.min(...xs), Math.max(...xs)];
	const rows = bandOf(fit, xs).map(({ y, low, high }, i) => ({ ...pairs[i], line: y, low, high }));
	const band = bandOf(fit, Array.from({ length: BAND_POINTS }, (_, i) => ends[0] + ((ends[1] - ends[0]) * i) / (BAND_POINTS - 1)));
	const known = !Number.isNaN(band[0].low);
	const said = `slope ${shown(fit.slope, 2)}, intercept ${shown(fit.intercept, 1)}, R² ${shown(fit.r2, 2)}, r ${shown(fit.r, 2)}, τ ${shown(tauOf(rows), 2)}${known ? '; with the line’s 95 % band' : ''}`;
	const option = (c) => ({
		grid: { top: 24, bottom: 36, left: 44, right: 24 },
		xAxis: { type: 'value', scale: true, name: `${a}, ${METRICS[metric]}`, nameLocation: 'middle', nameGap: 28 },
		yAxis: { type: 'value', scale: true, name: `${b}, ${METRICS[metric]}`, nameLocation: 'middle', nameGap: 36 },
		tooltip: { trigger: 'item', formatter: ({ name, value }) => `${name}: ${shown(value[0])}, ${shown(value[1])}` },
		series: [
			...(known ? [bandSeries(band, c)] : []),
			{
				type: 'scatter',
				name: 'models',
				symbolSize: 11,
				data: rows.map((r) => ({ name: r.name, value: [r.x, r.y] })),
				label: { show: rows.length <= 12, formatter: '{b}', position: 'top', color: c.ink, fontSize: 11, width: 110, overflow: 'truncate' },
				itemStyle: { color: c.series[0] },
			},
			{
				type: 'line',
				name: 'fit',
				symbol: 'none',
				silent: true,
				data: Number.isNaN(fit.slope) ? [] : ends.map((x) => [x, fit.intercept + fit.slope * x]),
				lineStyle: { color: c.series[1], width: 2 },
			},
		],
	});
	const columns = [
		{ key: 'name', title: 'Model' },
		{ key: 'group', title: 'Group' },
		{ key: 'x', title: a, align: 'end', format: (x) => shown(x) },
		{ key: 'y', title: b, align: 'end', format: (x) => shown(x) },
		{ key: 'line', title: 'Line', align: 'end', format: (x) => shown(x) },
		{ key: 'low', title: 'Band from', align: 'end', format: (x) => shown(x) },
		{ key: 'high', title: 'to', align: 'end', format: (x) => shown(x) },
	];
	const sides = html`<${Select} label="Across" value=${a} onChange=${setFrom} options=${sets} /><${Select} label="Up" value=${b} onChange=${setTo} options=${sets.filter((s) => s !== a)} />`;
	return html`<div class="stack">
		<div class="lab-sides">${sides}</div>
		<${Chart} title="Scores on two sets" note=${said} height=${360} rows=${rows} columns=${columns} option=${option} deps=${[metric]}
			summary=${`${plural(rows.length, 'model')}; ${said}`} empty="No model was measured on both." />
	</div>`;
}

// A grid of coloured fields with their numbers. share: 0 to 1, how dark.
function heat({ across, down, cells }) {
	return (c) => ({
		grid: { top: 8, bottom: 8, left: 8, right: 16 },
		xAxis: { type: 'category', data: across, position: 'top', splitLine: { show: false }, axisLabel: { color: c.ink, interval: 0, rotate: 30, width: 110, overflow: 'truncate' } },
		yAxis: { type: 'category', data: down, inverse: true, splitLine: { show: false }, axisLabel: { color: c.ink, interval: 0, width: 120, overflow: 'truncate' } },
		tooltip: { trigger: 'item', formatter: ({ value }) => `${down[value[1]]}, ${across[value[0]]}: ${value[2]}` },
		series: [
			{
				type: 'custom',
				name: 'fields',
				encode: { x: 0, y: 1 },
				data: cells.map((f) => [f.x, f.y, f.text, f.share]),
				renderItem: (params, api) => {
					const [w, h] = api.size([1, 1]);
					const [x, y] = api.coord([api.value(0), api.value(1)]);
					const share = Math.max(0, Math.min(1, cells[params.dataIndex].share || 0));
					return {
						type: 'group',
						children: [
							{ type: 'rect', shape: { x: x - w / 2 + 1, y: y - h / 2 + 1, width: w - 2, height: h - 2 }, style: { fill: c.series[0], opacity: 0.08 + 0.42 * share } },
							{ type: 'text', style: { x, y, text: cells[params.dataIndex].text, fill: c.ink, fontSize: 12, align: 'center', verticalAlign: 'middle' } },
						],
					};
				},
			},
		],
	});
}

function Matrix({ table, models, sets }) {
	const rows = useMemo(
		() =>
			sets.map((a) => ({
				set: a,
				...Object.fromEntries(sets.map((b, i) => [`t${i}`, a === b ? 1 : tauOf(pairsOf(table, models, a, b))])),
			})),
		[table, models, sets],
	);
	const cells = rows.flatMap((row, y) => sets.map((_, x) => ({ x, y, share: (row[`t${x}`] + 1) / 2, text: shown(row[`t${x}`], 2) })));
	const columns = [{ key: 'set', title: 'Set' }, ...sets.map((s, i) => ({ key: `t${i}`, title: s, align: 'end', format: (t) => shown(t, 2) }))];
	return html`<${Chart} title="Do the sets rank models alike?" note="Kendall’s τ-b of the models measured on both" height=${90 + 40 * sets.length} rows=${rows} columns=${columns}
		option=${heat({ across: sets, down: sets, cells })} summary=${`Kendall’s τ of ${sets.length} sets`} />`;
}

function Scores({ table, models, sets, metric }) {
	const rows = useMemo(
		() => models.map((m) => ({ name: m.name, group: m.group, ...Object.fromEntries(sets.map((s, i) => [`s${i}`, table.score(m.name, s)])) })),
		[table, models, sets],
	);
	const cells = rows.flatMap((row, y) => sets.map((_, x) => ({ x, y, share: row[`s${x}`] / 100, text: shown(row[`s${x}`]) })));
	const columns = [
		{ key: 'name', title: 'Model' },
		{ key: 'group', title: 'Group' },
		...sets.map((s, i) => ({ key: `s${i}`, title: s, align: 'end', format: (x) => shown(x), csv: (row) => (Number.isNaN(row[`s${i}`]) ? '' : row[`s${i}`]) })),
	];
	return html`<${Chart} title=${`${METRICS[metric]} of every model on every set`} note="in per cent" height=${90 + 34 * models.length} rows=${rows} columns=${columns}
		option=${heat({ across: sets, down: models.map((m) => m.name), cells })} deps=${[metric]} summary=${`${plural(models.length, 'model')} on ${plural(sets.length, 'set')}`} />`;
}

const COLUMNS = [
	{ key: 'benchmark', title: 'Set', cell: (e) => html`<bdi>${e.benchmark}</bdi>` },
	{ key: 'model', title: 'Model', cell: (e) => html`<bdi>${e.model}</bdi>` },
	{ key: 'group', title: 'Group', hide: 'phone', cell: (e) => html`<bdi>${e.group}</bdi>` },
	{ key: 'questions', title: 'Questions', align: 'end', hide: 'phone', cell: (e) => number(e.questions) },
	{ key: 'exact_match', title: 'EM', align: 'end', cell: (e) => shown(e.exact_match) },
	{ key: 'f1', title: 'F1', align: 'end', cell: (e) => shown(e.f1) },
	{ key: 'created_at', title: 'Stored', hide: 'phone', cell: (e) => html`<${When} at=${e.created_at} />` },
];

function Bench({ items }) {
	const [metric, setMetric] = useState('f1');
	const table = useMemo(() => tableOf(items, metric), [items, metric]);
	const [sets, setSets] = useState(table.sets);
	const [names, setNames] = useState(table.models.map((m) => m.name));
	const models = useMemo(() => table.models.filter((m) => names.includes(m.name)), [table, names]);
	const enough = sets.length > 1 && models.length > 1;
	return html`<div class="stack">
		<${Card} title="What is compared">
			<div class="lab-choices">
				<${Select} label="Measure" value=${metric} onChange=${setMetric} options=${Object.entries(METRICS)} />
				<${Choice} legend="Sets" names=${table.sets} chosen=${sets} onChange=${setSets} />
				<${Choice} legend="Models" names=${table.models.map((m) => m.name)} chosen=${names} onChange=${setNames} />
			</div>
		</${Card}>
		${
			enough
				? html`<${Scatter} ...${{ table, models, sets, metric }} /><${Matrix} ...${{ table, models, sets }} />`
				: html`<p class="quiet" role="status">Choose two sets and two models at least.</p>`
		}
		${sets.length > 0 && models.length > 0 && html`<${Scores} ...${{ table, models, sets, metric }} />`}
		<${Card} title="Evaluations" note="of each model on each set the latest" flush>
			<${Table} caption="Evaluations" columns=${COLUMNS} rows=${items} keyOf=${(e) => `${e.benchmark} ${e.model}`} />
		</${Card}>
	</div>`;
}

export function LabPage() {
	const load = useLoad(() => get('/evaluations'), []);
	return html`<${Page} title="Lab" lead="Stored evaluations against each other: what scores on one set tell of another, and whether sets rank models alike." wide>
		<${Loaded} load=${load} skeleton=${{ kind: 'cards', lines: 3 }}>
			${({ items }) =>
				items.length
					? html`<${Bench} items=${items} />`
					: html`<${Card}><${Empty} title="Nothing is stored yet" icon=${Gauge}><p>Store evaluations with <code>beatctl eval DATASET --model URL --store</code>.</p></${Empty}></${Card}>`}
		</${Loaded}>
	</${Page}>`;
}
