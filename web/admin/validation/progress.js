// How far validation is: each split's questions by what the votes have come to.
import { number, percent, plural } from '../format.js';
import { html } from '../../shared/html.js';
import { Card, Rate, Stat, Stats, Table } from '../ui.js';
import { noneDecided } from './words.js';

const KINDS = [
	['answerable', 'answerable', 'decided: enough gave the author’s answer'],
	['unanswerable', 'unanswerable', 'all votes are in, and too few did; out of dev and test'],
	['answered', 'answered', 'others have answered it; nothing is decided by that'],
	['waiting', 'waiting', 'not decided yet'],
	['skipped', 'skipped', 'out for another reason before its votes were in'],
];

const NAMES = { lost: 'lost attempts', train: 'train, a sample' };

// Parts of a whole side by side, each with its figure in words.
function Parts({ row, name }) {
	const total = KINDS.reduce((sum, [key]) => sum + (row[key] ?? 0), 0);
	const parts = KINDS.filter(([key]) => row[key] > 0);
	const words = parts.map(([key, text]) => `${number(row[key])} ${text}`).join(', ') || 'nothing yet';
	return html`<span class="parts" role="img" aria-label=${`${name}: ${words}`}>
		${parts.map(([key]) => html`<i class=${`part part-${key}`} style=${{ width: `${(100 * row[key]) / total}%` }}></i>`)}
	</span>`;
}

const count = (key, title, hint, more = {}) => ({
	key,
	title,
	hint,
	align: 'end',
	cell: (row) => number(row[key]),
	...more,
});

const nameOf = (row) => NAMES[row.split] ?? row.split;

// Whether votes decide anything: without an adversary only where the project says so; it may have had one before.
export const decides = ({ settings, answerable }) => settings.adversary !== 'none' || settings.further_decide || answerable?.n > 0;

const kindsOf = (data) =>
	KINDS.filter(([key]) => {
		if (key === 'answered') return !decides(data) || data.splits.some((row) => row.answered > 0);
		return decides(data) || !key.endsWith('answerable');
	});

const columnsOf = (data) => [
	{ key: 'split', title: 'Split', class: 'cell-split', cell: (row) => html`<strong>${nameOf(row)}</strong>` },
	{ key: 'parts', title: 'Progress', class: 'cell-parts', hide: 'phone', cell: (row) => html`<${Parts} row=${row} name=${nameOf(row)} />` },
	count('questions', 'Questions', 'that are validated', { hide: 'tablet' }),
	...kindsOf(data).map(([key, title, hint]) =>
		count(key, title[0].toUpperCase() + title.slice(1), hint, key === 'skipped' ? { hide: 'phone' } : {}),
	),
	count('missing', 'Missing', 'votes that are waited for', { hide: 'tablet' }),
	count('votes', 'Votes', 'cast so far', { hide: 'phone' }),
];

// The splits that have anything to validate; lost attempts last.
function rowsOf({ splits, lost }) {
	const rows = splits.filter((row) => row.split !== 'train' || row.questions > 0);
	return lost?.questions > 0 ? [...rows, { ...lost, split: 'lost' }] : rows;
}

function Legend({ data }) {
	return html`<ul class="legend quiet">
		${kindsOf(data).map(([key, text, meaning]) => html`<li><i class=${`part part-${key}`}></i><span><strong>${text}</strong>: ${meaning}</span></li>`)}
	</ul>`;
}

export function Progress({ data }) {
	return html`<${Card} title="Progress" note="questions of each split" flush>
		<${Table} caption="Progress of validation by split" columns=${columnsOf(data)} rows=${rowsOf(data)} keyOf=${(row) => row.split} />
		<${Legend} data=${data} />
	</${Card}>`;
}

export function Figures({ data }) {
	const uncounted = data.votes - [...data.splits, data.lost].reduce((sum, row) => sum + row.votes, 0);
	const waiting = data.splits.reduce((sum, row) => sum + row.waiting, 0);
	const missing = data.splits.reduce((sum, row) => sum + row.missing, 0);
	const { answerable, revoked } = data;
	const isDecided = decides(data);
	const apart = revoked?.n ? `; of revoked authors ${number(revoked.k)} of ${number(revoked.n)}` : '';
	return html`<${Stats}>
		${isDecided && html`<${Stat}
			name="Answerable"
			value=${html`<${Rate} value=${answerable} />`}
			note=${answerable?.n ? `95 %: ${percent(answerable.low)} to ${percent(answerable.high)}${apart}` : noneDecided(data)}
		/>`}
		<${Stat} name=${isDecided ? 'Waiting for votes' : 'Waiting for answers'} value=${number(waiting)} note=${`of ${number(data.splits.reduce((sum, row) => sum + row.questions, 0))} questions; ${plural(missing, isDecided ? 'vote' : 'answer')} missing`} />
		<${Stat} name=${isDecided ? 'Votes cast' : 'Answers given'} value=${number(data.votes)} note=${uncounted > 0 && `${number(uncounted)} excluded`} />
		<${Stat} name="Validators" value=${number(data.validators)} note=${`${number(data.live)} at work now`} />
	</${Stats}>`;
}
