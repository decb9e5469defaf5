// What a release would hold: the questions of each split that are valid then, against the targets.
import { number, plural } from '../format.js';
import { html } from '../../shared/html.js';
import { Notice, Table } from '../ui.js';
import { enough, SPLIT, TARGET } from './columns.js';

const CAUSES = [
	['unanswerable', 'unanswerable'],
	['review', 'rejected in review'],
	['revocation', 'of revoked workers'],
	['hand', 'discarded by hand'],
	['not_handed_in', 'not handed in'],
];

export const chosenOf = (s) => (s.target === null || s.target === undefined ? s.in : Math.min(s.target, s.in));
const lacking = (s) => Math.max(0, (s.target ?? 0) - s.in);

// What is not in, and why not.
function LeftOut({ splits }) {
	const rows = splits
		.map((s) => [s.split, CAUSES.filter(([key]) => s.out?.[key] > 0).map(([key, text]) => `${number(s.out[key])} ${text}`)])
		.filter(([, parts]) => parts.length);
	if (!rows.length) return null;
	return html`<ul class="left-out quiet">
		${rows.map(([split, parts]) => html`<li>Left out of ${split}: ${parts.join(', ')}.</li>`)}
	</ul>`;
}

const COLUMNS = [
	SPLIT,
	{ key: 'in', title: 'Valid', align: 'end', cell: (s) => number(s.in) },
	TARGET,
	{ key: 'chosen', title: 'In the release', align: 'end', hide: 'phone', cell: (s) => html`<strong>${number(chosenOf(s))}</strong>` },
	enough(lacking, 'enough'),
	{ key: 'waiting', title: 'Waiting', align: 'end', hide: 'phone', hint: 'for votes', cell: (s) => number(s.waiting) },
];

export function Preview({ data, busy }) {
	const short = data.splits.filter((s) => lacking(s) > 0);
	const total = data.splits.reduce((sum, s) => sum + chosenOf(s), 0);
	return html`<${Table} caption="What the release would hold" columns=${COLUMNS} rows=${data.splits} keyOf=${(s) => s.split} busy=${busy} />
		<div class="card-rest">
			${
				total === 0
					? html`<${Notice} level="warn" title="There is nothing to release">No question is valid at this moment.</${Notice}>`
					: short.length > 0 &&
						html`<${Notice} level="warn" title="Fewer than the targets">
							${short.map((s) => `${s.split}: ${number(s.in)} of ${number(s.target)}`).join('; ')}. The release can be built
							all the same: it then holds all there are, and its report says so.
						</${Notice}>`
			}
			<${LeftOut} splits=${data.splits} />
			${total > 0 && html`<p class="quiet">${plural(total, 'question')} in all. Where more are valid than wanted, the seed decides which are taken; passages are kept whole where that is possible.</p>`}
		</div>`;
}
