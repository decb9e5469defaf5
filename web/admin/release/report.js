// What the builder reports: the splits against their targets, what the gate checked, and texts that are much alike.
import { path } from '../api.js';
import { number, percent, plural } from '../format.js';
import { html } from '../../shared/html.js';
import { Check, Cross } from '../icons.js';
import { Link } from '../router.js';
import { Card, Notice, Table } from '../ui.js';
import { enough, SPLIT, TARGET } from './columns.js';

const short = (s) => (s.target ?? 0) - s.chosen;

const SPLITS = [
	SPLIT,
	{ key: 'chosen', title: 'In the release', align: 'end', cell: (s) => html`<strong>${number(s.chosen)}</strong>` },
	{ key: 'available', title: 'Valid', align: 'end', hide: 'phone', cell: (s) => number(s.available) },
	TARGET,
	enough(short, 'as wanted'),
];

export function Splits({ splits }) {
	return html`<${Card} title="Questions" flush>
		<${Table} caption="Questions by split" columns=${SPLITS} rows=${splits} keyOf=${(s) => s.split} />
	</${Card}>`;
}

function Finding({ row }) {
	const Icon = row.ok ? Check : Cross;
	return html`<li class=${`rule ${row.ok ? 'rule-passed' : 'rule-failed'}`}>
		<span class="rule-icon"><${Icon} size="18" /><span class="sr">${row.ok ? 'passed: ' : 'failed: '}</span></span>
		<div class="finding">
			<p class="rule-text" dir="auto">${row.sentence}${!row.ok && row.found > 1 && html` <span class="quiet">${number(row.found)} times</span>`}</p>
			${!row.ok && row.fix && html`<p class="finding-fix" dir="auto"><strong>What to do:</strong> ${row.fix}</p>`}
			${
				!row.ok &&
				row.examples?.length > 0 &&
				html`<details class="finding-more">
					<summary>${plural(row.examples.length, 'example')}</summary>
					<ul>
						${row.examples.map((text) => html`<li dir="auto">${text}</li>`)}
						${row.found > row.examples.length && html`<li class="quiet">and ${number(row.found - row.examples.length)} more</li>`}
					</ul>
				</details>`
			}
		</div>
	</li>`;
}

// What failed comes first.
export function Gate({ gate }) {
	const rows = [...gate].sort((a, b) => Number(a.ok) - Number(b.ok));
	const failed = gate.filter((row) => !row.ok).length;
	const note = failed ? `${number(failed)} of ${number(gate.length)} failed` : `all ${number(gate.length)} passed`;
	return html`<${Card} title="Checks before publishing" note=${note} class=${failed ? 'fate-out' : 'fate-in'}>
		<ol class="rules" aria-label="Checks">${rows.map((row) => html`<${Finding} key=${row.check} row=${row} />`)}</ol>
	</${Card}>`;
}

// A question about it leads to the passage.
const Side = ({ side }) => html`${side.split}: <${Link} to=${path`/admin/questions/${side.question_id}`}><bdi>${side.title}</bdi></${Link}>`;

export function Alike({ pairs, hasMore }) {
	if (!pairs?.length) return null;
	return html`<${Card} title="Passages much alike" note="in different splits; reported, not refused">
		<ul class="alike">
			${pairs.map(
				(pair) => html`<li>
					<strong class="figure">${percent(pair.similarity, 0)}</strong>
					<span><${Side} side=${pair.a} /> and <${Side} side=${pair.b} /></span>
				</li>`,
			)}
			${hasMore && html`<li class="quiet">and more</li>`}
		</ul>
	</${Card}>`;
}

export function Failed({ release, children }) {
	const failed = release.report?.gate?.filter((row) => !row.ok) ?? [];
	return html`<${Notice} level="error" title="Nothing was published">
		<p>
			${failed.length ? `${plural(failed.length, 'check')} did not pass. Put right what is said below, and build it again.` : 'The build ended before its checks. Build it again.'}
		</p>
		${children}
	</${Notice}>`;
}
