// How long the passages of a project are, beside those of a reference.
import { get } from '../api.js';
import { Chart } from '../chart.js';
import { decimal, number, percent, plural } from '../format.js';
import { useLoad } from '../hooks.js';
import { html, useMemo } from '../../shared/html.js';
import { useLive } from '../live.js';
import { flat, upright } from '../review/stat_charts.js';
import { Card, Loaded } from '../ui.js';

const TITLE = 'Passage lengths';

const distances = ({ total_variation: variation, kolmogorov_smirnov: greatest }) =>
	variation === null ? '' : `total variation ${variation.toFixed(3)}, Kolmogorov–Smirnov ${greatest.toFixed(3)}`;

function about({ passages, mean, reference }) {
	const own = passages ? `${plural(passages, 'passage')}, ${decimal(mean)} characters on average` : 'no passages';
	if (!reference) return own;
	return `${own}; ${reference.name}: ${plural(reference.passages, 'passage')}, ${decimal(reference.mean)}`;
}

// The last column is open to the right.
const rangeOf = (from, { width, columns }) => {
	const isLast = from === columns.at(-1)?.from;
	if (isLast) return `${number(from)} and more`;
	return width > 1 ? `${number(from)} to ${number(from + width - 1)}` : number(from);
};

const share = (n, of) => (of > 0 ? n / of : 0);

function rowsOf(data) {
	const { passages, reference, columns } = data;
	return columns.map(({ from, passages: own, reference: other }) => ({
		from,
		range: rangeOf(from, data),
		own,
		ownShare: share(own, passages),
		other,
		otherShare: share(other, reference?.passages),
	}));
}

const bars = (name, colour, values) => ({
	name,
	type: 'bar',
	barGap: '0%',
	barCategoryGap: '12%',
	itemStyle: { color: colour },
	data: values.map((x) => 100 * x),
});

const amount = (key, title) => ({ key, title, align: 'end', format: number });
const part = (key, title) => ({ key, title, align: 'end', format: (x) => percent(x) });

function LengthChart({ project, data }) {
	const { reference } = data;
	const rows = useMemo(() => rowsOf(data), [data]);
	const names = [project, reference?.name === project ? `${project} (reference)` : reference?.name];
	const option = (c, width) => ({
		...(reference && { legend: { data: names, ...(width < 440 && { orient: 'vertical' }) } }),
		grid: { top: reference ? (width < 440 ? 76 : 56) : 28, bottom: 28 },
		xAxis: { type: 'category', data: rows.map((r) => number(r.from)), ...flat('characters') },
		yAxis: { type: 'value', axisLabel: { formatter: '{value} %' }, ...upright('passages') },
		tooltip: {
			axisPointer: { type: 'shadow' },
			formatter: ([{ dataIndex }]) => {
				const r = rows[dataIndex];
				const line = (name, n, x) => `${name}: ${number(n)}, ${percent(x)}`;
				return [
					`${r.range} characters`,
					line(names[0], r.own, r.ownShare),
					...(reference ? [line(names[1], r.other, r.otherShare)] : []),
				].join('\n');
			},
		},
		series: [
			bars(names[0], c.series[0], rows.map((r) => r.ownShare)),
			...(reference ? [bars(names[1], c.series[1], rows.map((r) => r.otherShare))] : []),
		],
	});
	return html`<${Chart}
		title=${TITLE}
		note=${about(data)}
		option=${option}
		rows=${rows}
		deps=${[names[1]]}
		empty="No passages yet. They come with a collection: add one in the settings."
		summary=${[about(data), reference && distances(reference)].filter(Boolean).join('; ')}
		columns=${[
			{ key: 'range', title: 'Characters' },
			amount('own', 'Passages'),
			part('ownShare', 'Share'),
			...(reference ? [amount('other', 'Reference'), part('otherShare', 'Share of the reference')] : []),
		]}
	>
		${
			reference
				? html`<p class="quiet">
						Distance from <bdi>${reference.name}</bdi>: ${distances(reference) || 'nothing to compare yet'}.
						${' '}0 is the same, 1 nothing in common.
					</p>`
				: html`<p class="quiet">
						There is no reference to compare with. Name one by ${' '}
						<code>beatctl project reference ${project} FILE</code>, a set of SQuAD’s or MRQA’s form, or JSON lines.
					</p>`
		}
	</${Chart}>`;
}

export function Lengths({ project }) {
	const load = useLoad(() => get('/projects/{project}/lengths', { project }), [project]);
	useLive(project, ['project'], load.reload, { every: 10000 });
	if (!load.data)
		return html`<${Card} title=${TITLE}>
			<${Loaded} load=${load} skeleton=${{ kind: 'cards', lines: 2 }}>${() => null}</${Loaded}>
		</${Card}>`;
	return html`<${LengthChart} project=${project} data=${load.data} />`;
}
