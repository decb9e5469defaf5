// What people reach on the questions: one validator drawn for each, the mean and the best of them, beside the paper.
import { get, } from '../api.js';
import { decimal, number } from '../format.js';
import { useLoad } from '../hooks.js';
import { html, useEffect, useState } from '../../shared/html.js';
import { People } from '../icons.js';
import { useLive } from '../live.js';
import { useQuery } from '../router.js';
import { Button, Card, Empty, Field, Loaded, Table } from '../ui.js';
import { Meanings } from './agreement.js';

const SEED = /^[0-9A-Za-z._-]{1,64}$/;

const missing = (x) => x === null || x === undefined;

// A score of 0 to 100 with its interval.
function Score({ value, low, high }) {
	if (missing(value)) return html`<span class="quiet">–</span>`;
	if (missing(low)) return html`<span class="figure">${decimal(value)}</span>`;
	return html`<span class="score" title=${`95 % interval ${decimal(low)} to ${decimal(high)}`}>
		<strong>${decimal(value)}</strong> <span class="quiet">${decimal(low)}–${decimal(high)}</span>
	</span>`;
}

const column = (key, title, hint, cell, more = {}) => ({ key, title, hint, align: 'end', cell, ...more });

const COLUMNS = [
	{
		key: 'name',
		title: 'Dataset',
		cell: (r) => (r.isOwn ? html`<strong><bdi>${r.name}</bdi></strong>` : html`<span class="quiet">${r.name}, the paper</span>`),
	},
	{ key: 'split', title: 'Split', cell: (r) => r.split },
	column('questions', 'Questions', 'that have a vote which counts', (r) => number(r.questions), { hide: 'phone' }),
	column('em', 'EM', 'one validator a question, with the 95 % interval', (r) => html`<${Score} value=${r.one?.em} low=${r.one?.em_low} high=${r.one?.em_high} />`),
	column('f1', 'F1', 'one validator a question, with the 95 % interval', (r) => html`<${Score} value=${r.one?.f1} low=${r.one?.f1_low} high=${r.one?.f1_high} />`),
	column('meanEm', 'Mean EM', 'mean of all validators of a question', (r) => decimal(r.mean?.em), { hide: 'tablet' }),
	column('meanF1', 'Mean F1', 'mean of all validators of a question', (r) => decimal(r.mean?.f1), { hide: 'tablet' }),
	column('bestEm', 'Best EM', 'the best validator of each question', (r) => decimal(r.best?.em), { hide: 'phone' }),
	column('bestF1', 'Best F1', 'the best validator of each question', (r) => decimal(r.best?.f1), { hide: 'phone' }),
];

// A split, and where votes have put questions out also what it were with them.
function splitRows(project, s) {
	const row = { ...s, name: project, isOwn: true };
	const all = s.validated?.questions > s.questions && { ...row, ...s.validated, split: `${s.split}, also those out` };
	return [s.questions > 0 && row, all].filter(Boolean);
}

const SPLITS = { lost: 'lost attempts' };

function rowsOf(project, data) {
	const own = data.splits.flatMap((s) => splitRows(project, { ...s, split: SPLITS[s.split] ?? s.split }));
	const paper = data.reference.map(({ name, split, em, f1 }) => ({ name, split, one: { em, f1 } }));
	return [...own, ...paper].map((row) => ({ ...row, key: `${row.isOwn ? 'own' : row.name}/${row.split}` }));
}

function SeedForm({ seed, busy, onSeed }) {
	const [text, setText] = useState(seed);
	useEffect(() => setText(seed), [seed]);
	const wrong = SEED.test(text) ? '' : 'Letters, digits, dot, line and underscore only, 1 to 64.';
	const submit = (event) => {
		event.preventDefault();
		if (!wrong) onSeed(text);
	};
	return html`<form class="seed" onSubmit=${submit}>
		<${Field} label="Seed of the draw" value=${text} onInput=${setText} error=${wrong} autocomplete="off" />
		<${Button} type="submit" kind="small" busy=${busy} disabled=${Boolean(wrong)}>Draw</${Button}>
	</form>`;
}

export function HumanPerformance({ project }) {
	const [{ seed }, setParams] = useQuery();
	const load = useLoad(() => get('/projects/{project}/validation/human', { project, seed }), [project, seed]);
	useLive(project, ['validation'], load.reload, { every: 20000 });
	const { data } = load;
	const form =
		data &&
		html`<${SeedForm} seed=${String(data.seed)} busy=${load.loading} onSeed=${(text) => (text === String(data.seed) ? load.reload() : setParams({ seed: text }))} />`;
	return html`<${Card} title="Human performance" note="against the author’s answer, in points of 100" actions=${form} flush>
		<${Loaded} load=${load} skeleton=${{ kind: 'table', lines: 5 }}>
			${(d) =>
				html`${
					d.splits.length > 0
						? null
						: html`<${Empty} title="No vote was cast yet" icon=${People}><p>Below is what the paper reports.</p></${Empty}>`
				}
				<${Table} caption="Human performance" columns=${COLUMNS} rows=${rowsOf(project, d)} keyOf=${(r) => r.key} busy=${load.loading} />
				<div class="card-rest"><${Meanings} definitions=${d.definitions} /></div>`}
		</${Loaded}>
	</${Card}>`;
}
