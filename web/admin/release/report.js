// What the builder reports: the splits against their targets, what the gate checked, and texts that are much alike.
import { path } from '../api.js';
import { number, percent, plural } from '../format.js';
import { useBusy, useMe } from '../hooks.js';
import { html } from '../../shared/html.js';
import { Check, Cross } from '../icons.js';
import { Link } from '../router.js';
import { enough, SPLIT, TARGET } from './columns.js';
import { discardAtOnce } from '../review/bulk.js';
import { Badge, Button, Card, Notice, Table, toast, When } from '../ui.js';

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

const REPAIRS = {
	duplicates: ['Keep the first of each', 'The same question stands on this passage before.'],
	documents: ['Keep those of test, then dev', 'Its document is in another split.'],
	passages: ['Keep those of test, then dev', 'Its passage is in another split.'],
	gold: ['Take them out', 'Nothing is left of its answer after normalisation.'],
	model: ['Take them out', 'The model in the loop answered it exactly.'],
};

// The questions that were found, with their texts, and the repair at one click, which can be undone.
function Found({ finding, project, onDone }) {
	const { may } = useMe();
	const [busy, run] = useBusy();
	const [name, reason] = REPAIRS[finding.check] ?? [];
	const repair = () =>
		run(async () => {
			try {
				await discardAtOnce({ project, ids: finding.repair, reason, onUndone: onDone });
			} catch (error) {
				toast(error.detail ?? error.message, { kind: 'bad' });
			}
			await onDone();
		});
	return html`<div class="finding-questions">
		<ol class="finding-groups">
			${finding.groups.map(
				(group) => html`<li>
					${group[0] && html`<p class="quiet" dir="auto">${group[0].title}</p>`}
					<ul>
						${group.map(
							(q) => html`<li class=${q.in ? '' : 'finding-out'}>
								<${Link} to=${path`/admin/questions/${q.id}`}><span dir="auto">${q.question}</span></${Link}
								> <q dir="auto">${q.answer}</q> <span class="quiet">${q.split}, <${When} at=${q.at} /></span>
								${!q.in && html` <${Badge} state="out" text="discarded" />`}
							</li>`,
						)}
					</ul>
				</li>`,
			)}
		</ol>
		${
			name && may('manage') && project &&
			(finding.repair.length > 0
				? html`<p><${Button} kind="small" busy=${busy} onClick=${repair}>${name}: discard ${plural(finding.repair.length, 'question')}</${Button}></p>`
				: html`<p class="quiet">Nothing of it is left to discard: build it again.</p>`)
		}
	</div>`;
}

function Finding({ row, finding, project, onDone }) {
	const Icon = row.ok ? Check : Cross;
	return html`<li class=${`rule ${row.ok ? 'rule-passed' : 'rule-failed'}`}>
		<span class="rule-icon"><${Icon} size="18" /><span class="sr">${row.ok ? 'passed: ' : 'failed: '}</span></span>
		<div class="finding">
			<p class="rule-text" dir="auto">${row.sentence}${!row.ok && row.found > 1 && html` <span class="quiet">${number(row.found)} times</span>`}</p>
			${!row.ok && row.fix && html`<p class="finding-fix" dir="auto"><strong>What to do:</strong> ${row.fix}</p>`}
			${finding && html`<${Found} finding=${finding} project=${project} onDone=${onDone} />`}
			${
				!row.ok &&
				!finding &&
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
export function Gate({ gate, findings = [], project = null, onDone = () => {} }) {
	const found = (row) => (row.ok ? null : findings.find((f) => f.check === row.check));
	const rows = [...gate].sort((a, b) => Number(a.ok) - Number(b.ok));
	const failed = gate.filter((row) => !row.ok).length;
	const note = failed ? `${number(failed)} of ${number(gate.length)} failed` : `all ${number(gate.length)} passed`;
	return html`<${Card} title="Checks before publishing" note=${note} class=${failed ? 'fate-out' : 'fate-in'}>
		<ol class="rules" aria-label="Checks">${rows.map((row) => html`<${Finding} key=${row.check} row=${row} finding=${found(row)} project=${project} onDone=${onDone} />`)}</ol>
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
