// How far reviewers agree, where HITs are reviewed by two.
import { get, } from '../api.js';
import { useLoad } from '../hooks.js';
import { html } from '../../shared/html.js';
import { decimal, number, percent } from '../format.js';
import { useLive } from '../live.js';
import { Card, Empty, Loaded, Rate, Stat, Stats, Table } from '../ui.js';
import { Scales } from '../icons.js';

// The usual reading of Cohen's kappa (Landis and Koch 1977).
/** @type {[number, string][]} */
const READINGS = [
	[0, 'poor'],
	[0.2, 'slight'],
	[0.4, 'fair'],
	[0.6, 'moderate'],
	[0.8, 'substantial'],
	[Infinity, 'almost perfect'],
];
export const reading = (kappa) => (kappa === null ? 'not defined yet' : READINGS.find(([limit]) => kappa <= limit)?.[1]);

const PAIRS = [
	{ key: 'who', title: 'Reviewers', cell: (p) => html`<bdi>${p.a}</bdi> and <bdi>${p.b}</bdi>` },
	{ key: 'n', title: 'Questions', align: 'end', cell: (p) => number(p.n) },
	{ key: 'agree', title: 'Agree', align: 'end', cell: (p) => percent(p.n ? p.agree / p.n : null) },
	{
		key: 'kappa',
		title: 'κ',
		align: 'end',
		cell: (p) => html`<span title=${reading(p.kappa)}>${decimal(p.kappa, 2)}</span>`,
	},
];

function Cross({ table }) {
	const cell = (n, same) => html`<td class=${`end ${same ? 'cross-same' : ''}`}>${number(n)}</td>`;
	return html`<table class="cross">
		<caption>
			What two said of the same question
		</caption>
		<thead>
			<tr>
				<td></td>
				<th scope="col">second: valid</th>
				<th scope="col">second: invalid</th>
			</tr>
		</thead>
		<tbody>
			<tr>
				<th scope="row">first: valid</th>
				${cell(table.vv, true)}${cell(table.vi)}
			</tr>
			<tr>
				<th scope="row">first: invalid</th>
				${cell(table.iv)}${cell(table.ii, true)}
			</tr>
		</tbody>
	</table>`;
}

function Figures({ data }) {
	if (!data.pairs)
		return html`<${Empty} title="Nothing was reviewed twice yet" icon=${Scales}>
			<p>Switch “double review” on in the settings, and every sampled HIT is given to two reviewers.</p>
		</${Empty}>`;
	return html`<div class="agreement">
		<${Stats}>
			<${Stat} name="Agreement" value=${html`<${Rate} value=${data.percentage} />`} />
			<${Stat} name="Cohen’s κ" value=${decimal(data.kappa, 2)} note=${`${reading(data.kappa)} agreement`} />
			<${Stat} name="Questions reviewed twice" value=${number(data.pairs)} note=${`${number(data.pairs - data.agree)} differ`} />
		</${Stats}>
		<${Cross} table=${data.table} />
		${data.by_pair.length > 0 && html`<${Table} caption="Agreement by pair of reviewers" columns=${PAIRS} rows=${data.by_pair} keyOf=${(p) => `${p.a}/${p.b}`} />`}
	</div>`;
}

export function Agreement({ project }) {
	const load = useLoad(() => get('/projects/{project}/agreement', { project }), [project]);
	useLive(project, ['review'], load.reload);
	return html`<${Card} title="Agreement of the reviewers">
		<${Loaded} load=${load} skeleton=${{ lines: 3 }}>${(data) => html`<${Figures} data=${data} />`}</${Loaded}>
	</${Card}>`;
}
