// Events in words: the timeline of a worker and the audit log show the same.
import { path } from './api.js';
import { actor, number } from './format.js';
import { html, useState } from '../shared/html.js';
import { Link } from './router.js';
import { Button, When } from './ui.js';

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const isMap = (x) => x !== null && typeof x === 'object' && !Array.isArray(x);

// What differs between two sides: [[name, before, after], …]; values that are no objects stand for themselves.
function changes(before, after) {
	if (!isMap(before) && !isMap(after)) return [['', before, after]];
	const [a, b] = [isMap(before) ? before : {}, isMap(after) ? after : {}];
	return [...new Set([...Object.keys(a), ...Object.keys(b)])]
		.filter((key) => !same(a[key], b[key]))
		.map((key) => [key, a[key], b[key]]);
}

function plain(value) {
	if (value === null || value === undefined) return html`<span class="quiet">nothing</span>`;
	if (value === true) return 'yes';
	if (value === false) return 'no';
	if (typeof value === 'number') return number(value);
	if (typeof value === 'string')
		return value === '' ? html`<span class="quiet">empty</span>` : html`<bdi>${value}</bdi>`;
	if (Array.isArray(value) && value.every((x) => typeof x === 'string')) return value.join(', ') || 'none';
	return html`<code>${JSON.stringify(value)}</code>`;
}

// What is won in a game is asked without an adversary: a question in both.
const words = (key) => (key === 'won' ? 'questions' : key.replaceAll('_', ' '));

// {before, after, reason, …}: first the reason, then each change as "name: old → new", then the rest.
function Detail({ detail }) {
	if (!isMap(detail)) return detail === null || detail === undefined ? null : html`<p>${plain(detail)}</p>`;
	const { before, after, reason, text, ...rest } = detail;
	const moved = 'before' in detail || 'after' in detail ? changes(before, after) : [];
	const others = Object.entries(rest).filter(([, value]) => value !== null && value !== '');
	return html`<div class="detail">
		${(reason || text) && html`<p class="detail-reason" dir="auto">${reason ?? text}</p>`}
		${
			moved.length > 0 &&
			html`<ul class="detail-changes">
				${moved.map(
					([key, a, b]) =>
						html`<li>
							${key && html`<span class="quiet">${words(key)}: </span>`}
							<span class="detail-before"><span class="sr">before: </span>${plain(a)}</span> →${' '}
							<span class="detail-after"><span class="sr">after: </span>${plain(b)}</span>
						</li>`,
				)}
			</ul>`
		}
		${
			others.length > 0 &&
			html`<p class="detail-rest">
				${others.map(([key, value]) => html`<span>
				<span class="quiet">${words(key)}</span> ${plain(value)}</span>`)}
			</p>`
		}
	</div>`;
}

// The kinds of events there are, in words; a new one reads as its name.
export const KINDS = {
	'account.create': 'Account made',
	'account.login': 'Signed in',
	'account.logout': 'Signed out',
	'account.password': 'Password changed',
	'account.project': 'Role in a project changed',
	'account.set': 'Account changed',
	'account.slowed': 'Sign-in slowed down',
	'assignment.end': 'HIT ended by a revocation',
	'assignment.expire': 'HIT expired',
	'assignment.keep': 'Another platform entry kept from a HIT at work',
	'assignment.rebind': 'HIT bound to another platform entry',
	'assignment.reclaim': 'Passage taken back, nothing was asked',
	'assignment.renew': 'HIT renewed',
	'assignment.return': 'HIT returned',
	'assignment.revive': 'HIT taken up again',
	'assignment.submit': 'HIT handed in',
	'alert.ack': 'Alert acknowledged',
	'alert.end': 'Alert over',
	'alert.raise': 'Alert',
	'assignment.won': 'Wins of a HIT changed',
	'attempt.judge': 'Attempt judged later',
	'batch.close': 'Batch closed',
	'canary.accept': 'Answers to canaries accepted',
	'canary.set': 'Canaries changed',
	'collection.import': 'Passages imported',
	'counter.fix': 'Counter put right',
	'model.add': 'Model added',
	'model.set': 'Model changed',
	'onboarding.import': 'Onboarding imported',
	'project.collection': 'Collection of a project changed',
	'project.create': 'Project made',
	'project.reference': 'Reference of lengths changed',
	'project.set': 'Project changed',
	'project.state': 'Project’s state changed',
	'project.target': 'Target changed',
	'question.discard': 'Questions discarded',
	'question.discards': 'Question discarded or restored',
	'question.restore': 'Questions restored',
	'release.fail': 'Release failed',
	'release.freeze': 'Release frozen',
	'release.ready': 'Release published',
	'review.dispute': 'Reviews differ',
	'review.expire': 'Review expired',
	'review.finish': 'Review finished',
	'review.undo': 'Review taken back',
	'revocation.confirm': 'Revocation confirmed',
	'revocation.dismiss': 'Revocation dismissed',
	'revocation.propose': 'Revocation proposed',
	'screening.decide': 'Onboarding screened',
	'screening.undo': 'Screening taken back',
	'token.create': 'API token made',
	'token.revoke': 'API token revoked',
	'votes.exclude': 'Votes excluded',
	'votes.include': 'Votes included again',
	'worker.block': 'Worker blocked',
	'worker.note': 'Note written',
	'worker.qualify': 'Qualification given',
	'worker.reinstate': 'Worker reinstated',
	'worker.revoke': 'Qualification revoked',
	'worker.state': 'Worker’s state changed',
	'worker.unblock': 'Worker unblocked',
};

const capital = (text) => text.replace(/^./, (c) => c.toUpperCase());

const kindName = (kind) => KINDS[kind] ?? capital(kind.replaceAll(/[._]/g, ' '));

function Place({ event, here }) {
	const { project, worker, hit } = event;
	const parts = [
		!here && project && html`<${Link} to=${path`/admin/p/${project}/overview`}><bdi>${project}</bdi></${Link}>`,
		!here &&
			worker &&
			(project
				? html`<${Link} to=${path`/admin/p/${project}/workers/${worker}`}>worker #${worker}</${Link}>`
				: `worker #${worker}`),
		hit &&
			(project ? html`<${Link} to=${path`/admin/p/${project}/hits/${hit}`}>HIT ${hit}</${Link}>` : `HIT ${hit}`),
	].filter(Boolean);
	return parts.map((part, i) => html`${i > 0 && ', '}${part}`);
}

// Newest first. here: it is said elsewhere where they happened; first: so many at first, the others on demand.
export function Timeline({ events, here, first = Infinity }) {
	const [all, setAll] = useState(false);
	const shown = all ? events : events.slice(0, first);
	return html`<ol class="timeline">
			${shown.map(
				(event) =>
					html`<li key=${event.id} class="event">
						<p class="event-head">
							<strong>${kindName(event.kind)}</strong>
							<span><${Place} event=${event} here=${here} /></span>
							<span class="quiet">by <bdi>${actor(event.actor)}</bdi></span>
							<span class="event-when quiet"><${When} at=${event.at} exact=${!here} /></span>
						</p>
						<${Detail} detail=${event.detail} />
					</li>`,
			)}
		</ol>
		${shown.length < events.length &&
		html`<div class="more"><${Button} onClick=${() => setAll(true)}>Show all ${events.length}</${Button}></div>`}`;
}
