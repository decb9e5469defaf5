// The charts of the overview.
import { Chart } from '../chart.js';
import { duration, number, percent } from '../format.js';
import { html, useMemo, useState } from '../../shared/html.js';
import { flat, interval, topped, upright } from '../review/stat_charts.js';
import { Check } from '../ui.js';

const HOUR = 3600000;
const HOURLY = 168; // more than a week is shown by days
const BUCKET = 30;
const SHORTEST = 600; // seconds that the axis of durations shows at least

const hourName = new Intl.DateTimeFormat('en-GB', { weekday: 'short', hour: '2-digit', minute: '2-digit' });
const dayName = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

// Hours without an attempt are not sent: put back, so that the axis is true.
function filled(hours, count, at) {
	const known = new Map(hours.map((h) => [new Date(h.hour).getTime(), h]));
	const last = Math.floor(new Date(at).getTime() / HOUR) * HOUR;
	return Array.from({ length: count }, (_, i) => {
		const time = last - (count - 1 - i) * HOUR;
		const { human = 0, model = 0, none = 0 } = known.get(time) ?? {};
		return { time, human, model, none };
	});
}

function byDay(rows) {
	const days = new Map();
	for (const row of rows) {
		const time = new Date(row.time).setHours(0, 0, 0, 0);
		const sum = days.get(time) ?? { time, human: 0, model: 0, none: 0 };
		days.set(time, { time, human: sum.human + row.human, model: sum.model + row.model, none: sum.none + row.none });
	}
	return [...days.values()];
}

const stacked = (name, key, rows, colour, more = {}) => ({
	name,
	type: 'bar',
	stack: 'attempts',
	barCategoryGap: '18%',
	itemStyle: { color: colour },
	data: rows.map((r) => r[key]),
	...more,
});

// What is counted, in words: [key, name]. Without an adversary a question is asked, not won.
function kindsOf({ isPlain, asked }) {
	if (isPlain) return [['human', 'questions asked']];
	return [
		['human', asked ? 'won by people, or asked without a model' : 'won by people'],
		['model', 'won by the model'],
		['none', 'no answer'],
	];
}

const capital = (words) => words[0].toUpperCase() + words.slice(1);

function hoursSummary({ isPlain }, kinds, sum) {
	const total = kinds.reduce((n, [key]) => n + sum(key), 0);
	if (isPlain) return `${number(total)} questions asked`;
	return `${number(total)} attempts, ${number(sum('human'))} of them ${kinds[0][1]}`;
}

export function HoursChart({ hours, count, at, play }) {
	const daily = count > HOURLY;
	const rows = useMemo(() => {
		const all = filled(hours, count, at);
		return daily ? byDay(all) : all;
	}, [hours, count, at]);
	const name = (time) => (daily ? dayName : hourName).format(time);
	const sum = (key) => rows.reduce((n, r) => n + r[key], 0);
	const kinds = kindsOf(play);
	const what = play.isPlain ? 'questions' : 'attempts';
	const option = (c, width) => ({
		legend: { data: kinds.map(([, text]) => text) },
		grid: { top: width < 440 ? 76 : 56, bottom: 28 },
		xAxis: { type: 'category', data: rows.map((r) => name(r.time)), ...flat(daily ? 'day' : 'hour') },
		yAxis: { type: 'value', minInterval: 1, ...upright(what) },
		tooltip: { axisPointer: { type: 'shadow' } },
		series: kinds.map(([key, text], i) => stacked(text, key, rows, [c.series[0], c.series[1], c.edge][i])),
	});
	return html`<${Chart}
		title=${`${play.isPlain ? 'Questions asked' : 'Attempts and wins'} per ${daily ? 'day' : 'hour'}`}
		option=${option}
		rows=${kinds.some(([key]) => sum(key) > 0) ? rows : []}
		deps=${[play.isPlain, Boolean(play.asked)]}
		empty=${play.isPlain ? 'No question in this time.' : 'No attempt in this time.'}
		summary=${hoursSummary(play, kinds, sum)}
		columns=${[
			{ key: 'time', title: daily ? 'Day' : 'Hour', format: name, csv: (r) => new Date(r.time).toISOString() },
			...kinds.map(([key, text]) => ({ key, title: capital(text), align: 'end' })),
		]}
	/>`;
}

// What the paper reports for its three models.
/** @type {[string, number][]} */
const PAPER = [
	['BiDAF', 0.594],
	['BERT', 0.471],
	['RoBERTa', 0.44],
];

function referenceLines(c) {
	return {
		silent: true,
		symbol: 'none',
		lineStyle: { color: c.human, type: 'dashed' },
		data: PAPER.map(([name, rate], i) => ({
			name: `${name} ${(100 * rate).toFixed(1)}`,
			xAxis: rate * 100,
			label: { color: c.human, fontSize: 11, position: 'start', distance: 3 + 13 * i, formatter: '{b}' },
		})),
	};
}

// Against several models at once there is one winner: the attempt stands under the one whose answer was shown.
export function WinRateChart({ models, several }) {
	const [paper, setPaper] = useState(true);
	const rows = useMemo(
		() => models.filter((m) => m.human?.n > 0).map((m) => ({ name: m.name, ...m.human })),
		[models],
	);
	const names = rows.map((r) => r.name);
	const option = (c) => ({
		grid: { top: paper ? 64 : 26, right: 24, bottom: 28 },
		xAxis: { type: 'value', min: 0, max: 100, axisLabel: { formatter: '{value} %' }, ...flat('won by people') },
		yAxis: {
			type: 'category',
			data: names,
			inverse: true,
			...topped('model'),
			splitLine: { show: false },
			axisLabel: { color: c.ink, fontSize: 13, width: 110, overflow: 'truncate' },
		},
		tooltip: {
			trigger: 'item',
			formatter: ({ dataIndex }) => {
				const { name, rate, low, high, k, n } = rows[dataIndex];
				return [
					name,
					`${percent(rate)} won by people`,
					`95 % interval ${percent(low)} to ${percent(high)}`,
					`${number(k)} of ${number(n)} attempts`,
				].join('\n');
			},
		},
		series: [
			{
				name: 'human win rate',
				type: 'bar',
				barMaxWidth: 26,
				itemStyle: { color: c.series[0], borderRadius: [0, 4, 4, 0] },
				data: rows.map((r) => 100 * r.rate),
				...(paper && { markLine: referenceLines(c) }),
			},
			{
				name: 'interval',
				type: 'custom',
				renderItem: interval(c),
				encode: { x: [0, 1], y: 2 },
				data: rows.map((r, i) => [100 * r.low, 100 * r.high, i]),
				z: 5,
				silent: true,
			},
		],
	});
	return html`<${Chart}
		title=${several ? 'Human win rate by the model shown' : 'Human win rate by model'}
		note=${several ? 'with 95 % interval; all were asked, what each loses alone is on Transfer' : 'with 95 % interval'}
		height=${90 + (paper ? 38 : 0) + 46 * rows.length}
		actions=${html`<${Check}
			label="Paper"
			title="Rates of the paper: BiDAF 59.4 %, BERT 47.1 %, RoBERTa 44.0 %"
			checked=${paper}
			onChange=${setPaper}
		/>`}
		option=${option}
		rows=${rows}
		deps=${[paper]}
		empty="No attempt was judged yet."
		summary=${rows.map((r) => `${r.name} ${percent(r.rate)}`).join(', ')}
		columns=${[
			{ key: 'name', title: 'Model' },
			{ key: 'rate', title: 'Rate', align: 'end', format: (x) => percent(x) },
			{ key: 'low', title: 'From', align: 'end', format: (x) => percent(x) },
			{ key: 'high', title: 'To', align: 'end', format: (x) => percent(x) },
			{ key: 'k', title: 'Won by people', align: 'end', format: number },
			{ key: 'n', title: 'Judged', align: 'end', format: number },
		]}
	/>`;
}

export function DurationChart({ durations, mean }) {
	const rows = useMemo(() => {
		if (!durations.length) return [];
		const known = new Map(durations.map((d) => [d.bucket_seconds, d.hits]));
		const last = Math.max(...known.keys(), SHORTEST);
		return Array.from({ length: last / BUCKET + 1 }, (_, i) => ({
			from: i * BUCKET,
			hits: known.get(i * BUCKET) ?? 0,
		}));
	}, [durations]);
	const minutes = (s) => `${s / 60}`;
	const option = (c) => ({
		grid: { top: 24, bottom: 24 },
		xAxis: {
			type: 'category',
			data: rows.map((r) => minutes(r.from)),
			...flat('minutes'),
			axisLabel: { interval: (i) => i % 10 === 0 },
		},
		yAxis: { type: 'value', minInterval: 1, ...upright('HITs') },
		tooltip: {
			axisPointer: { type: 'shadow' },
			formatter: ([{ dataIndex, value }]) => {
				const { from } = rows[dataIndex];
				return `${duration(from)} to ${duration(from + BUCKET)}\n${number(value)} HITs`;
			},
		},
		series: [
			{
				name: 'HITs',
				type: 'bar',
				barCategoryGap: '8%',
				itemStyle: { color: c.series[3] },
				data: rows.map((r) => r.hits),
				...(mean && {
					markLine: {
						silent: true,
						symbol: 'none',
						lineStyle: { color: c.ink, type: 'dashed' },
						label: { color: c.ink, formatter: `mean ${duration(mean)}` },
						data: [{ xAxis: Math.min(rows.length - 1, Math.floor(mean / BUCKET)) }],
					},
				}),
			},
		],
	});
	return html`<${Chart}
		title="How long a HIT takes"
		height=${240}
		option=${option}
		rows=${rows}
		empty="No HIT was handed in yet."
		summary=${`on average ${duration(mean)}`}
		columns=${[
			{ key: 'from', title: 'From', format: duration },
			{ key: 'to', title: 'Below', format: (_, r) => duration(r.from + BUCKET), csv: (r) => r.from + BUCKET },
			{ key: 'hits', title: 'HITs', align: 'end', format: number },
		]}
	/>`;
}
