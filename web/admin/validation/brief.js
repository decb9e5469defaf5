// Validation in short: on the overview of a project, and on the page of a worker.
import { get, path } from '../api.js';
import { actor, number, plural } from '../format.js';
import { useLoad, useMe } from '../hooks.js';
import { html } from '../../shared/html.js';
import { useLive } from '../live.js';
import { Link } from '../router.js';
import { Badge, Bar, Button, Card, Facts, Rate, When } from '../ui.js';
import { useExclusion } from './exclusion.js';
import { decides } from './progress.js';

const decided = (s) => s.answerable + s.unanswerable + s.answered;

// Only where something is or was validated; the rest of the overview does not wait for it.
export function ValidationCard({ project }) {
	const load = useLoad(() => get('/projects/{project}/validation', { project }), [project]);
	useLive(project, ['validation', 'submit', 'project'], load.reload, { every: 5000 });
	const { data } = load;
	const splits = data?.splits.filter((s) => s.questions > 0) ?? [];
	if (!data || !splits.length) return null;
	const to = path`/admin/p/${project}/validation`;
	const done = decides(data) ? 'decided' : 'answered';
	return html`<${Card} title="Validation" note=${`${plural(data.votes, decides(data) ? 'vote' : 'answer')} of ${plural(data.validators, 'validator')}`} actions=${html`<${Link} to=${to}>All about it</${Link}>`}>
		<div class="brief">
			<ul class="splits">
				${splits.map(
					(s) =>
						html`<li key=${s.split}>
							<p class="splits-head">
								<strong>${s.split}</strong>
								<span class="figure">${number(decided(s))}<span class="quiet"> of ${number(s.questions - s.skipped)} ${done}</span></span>
							</p>
							<${Bar} value=${decided(s)} max=${s.questions - s.skipped} tone=${s.waiting ? 'main' : 'win'} label=${`${s.split}: questions ${done}`} />
						</li>`,
				)}
			</ul>
			${decides(data) && html`<div class="brief-rate"><p class="quiet">Answerable</p><${Rate} value=${data.answerable} /></div>`}
		</div>
	</${Card}>`;
}

// A validator is who passed the exercises for it, who is qualified to write questions, and in an open project everybody.
function State({ validation, isQualified, isOpen }) {
	const { validator_at: at, excluded } = validation;
	if (excluded) return html`<${Badge} tone="warn" text="votes excluded" />`;
	if (at) return html`<${Badge} tone="good" text="may validate" /> since <${When} at=${at} />`;
	if (isQualified || isOpen) return html`<${Badge} tone="good" text="may validate" />`;
	return html`<span class="quiet">not a validator</span>`;
}

function Exclusions({ items }) {
	const shown = (items ?? []).filter((e) => !e.by_revocation);
	if (!shown.length) return null;
	return html`<ul class="notes exclusions">
		${shown.map(
			(e) =>
				html`<li>
					<p dir="auto">${e.reason}</p>
					<p class="quiet note-who">excluded by <bdi>${actor(e.actor)}</bdi>, <${When} at=${e.at} /></p>
					${
						e.undone_at &&
						html`<p class="quiet note-who">
							included by <bdi>${actor(e.undone_by)}</bdi>, <${When} at=${e.undone_at} />:${' '}
							<span dir="auto">${e.undone_reason}</span>
						</p>`
					}
				</li>`,
		)}
	</ul>`;
}

// What votes have come to of somebody's questions, and whether that judges the author.
const judgement = ({ answerable, waiting, judged }, settings) => [
	[
		'Own questions answerable',
		answerable?.n
			? html`<${Rate} value=${answerable} limit=${settings && settings.answerable / 1000} />`
			: html`<span class="quiet">none decided yet</span>`,
	],
	['Own questions that wait for votes', waiting ? number(waiting) : 'none'],
	[
		'Judged by that',
		judged ? 'yes' : `not yet: when all have their votes, by ${number(settings?.answerable_minimum ?? 1)} or more, or when validation is closed`,
	],
];

// settings: of the project; "answerable" is the share, in per mille, below which an author loses all.
export function WorkerValidation({ worker, project, settings, reload }) {
	const { may } = useMe();
	const { act, busy } = useExclusion(project, reload);
	const { validation } = worker;
	if (!validation) return null;
	const { excluded, votes, answerable } = validation;
	const isJudged = !settings || decides({ settings, answerable });
	const byHand = validation.exclusions?.some((e) => !e.by_revocation && !e.undone_at) ?? excluded;
	const canAct = may('review') && (excluded ? byHand : votes > 0);
	const what = excluded ? 'include' : 'exclude';
	const button =
		canAct &&
		html`<${Button} kind="small" busy=${busy} onClick=${() => act(what, worker, votes)}>${excluded ? 'Include the votes …' : 'Exclude the votes …'}</${Button}>`;
	return html`<${Card} title="Validation" actions=${button}>
		<${Facts}
			items=${[
				...(isJudged ? judgement(validation, settings) : []),
				[isJudged ? 'Votes cast' : 'Further answers given', number(votes)],
				[
					'As a validator',
					html`<${State} validation=${validation} isQualified=${worker.state === 'qualified'} isOpen=${settings?.open} />`,
				],
			]}
		/>
		<${Exclusions} items=${validation.exclusions} />
	</${Card}>`;
}
