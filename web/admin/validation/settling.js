// What is decided, what is waited for, and the two things a person can do about it: settle now, and close (or take that back).
import { post } from '../api.js';
import { actor, number, plural } from '../format.js';
import { useBusy, useMe } from '../hooks.js';
import { html } from '../../shared/html.js';
import { Button, Card, confirm, Facts, toast, When } from '../ui.js';
import { decides } from './progress.js';

const sum = (data, key) => data.splits.filter((s) => s.split !== 'train').reduce((total, s) => total + s[key], 0);

// What came of settling, in a sentence.
export function outcome({ projects, revoked, reinstated }) {
	const last = projects.at(-1);
	if (last?.busy) return 'Another settler is at work; look again in a moment.';
	if (last?.fault) return `Not all could be settled: ${last.fault}.`;
	const changes = projects.reduce((total, p) => total + p.changes, 0);
	const parts = [changes ? plural(changes, 'change') : 'Nothing has changed'];
	if (revoked) parts.push(`${plural(revoked, 'author')} revoked`);
	if (reinstated) parts.push(`${plural(reinstated, 'author')} reinstated`);
	return `${parts.join(', ')}.`;
}

function useActions(project, onDone) {
	const [busy, run] = useBusy();
	/** @type {(what: 'settle' | 'close' | 'reopen', reason?: string) => Promise<any>} */
	const send = (what, reason) => {
		const at = { project };
		if (what === 'settle') return post('/projects/{project}/validation/settle', {}, { at });
		if (what === 'close') return post('/projects/{project}/validation/close', { reason }, { at });
		return post('/projects/{project}/validation/reopen', { reason }, { at });
	};
	const act = (what, words, back) =>
		run(async () => {
			const { ok, reason } = words ? await confirm(words) : { ok: true, reason: '' };
			if (!ok) return;
			try {
				const said = await send(what, reason);
				const undo = back && (async () => {
					await send(back, 'Taken back.');
					await onDone();
				});
				toast(outcome(said), undo ? { undo } : {});
			} catch (error) {
				toast(error.detail, { kind: 'bad' });
			}
			await onDone();
		});
	return { act, busy };
}

const CLOSE = (missing) => ({
	title: 'Close validation?',
	text: html`<p>
		${missing > 0 && html`<strong>${plural(missing, 'vote')} ${missing === 1 ? 'is' : 'are'} still missing.</strong>${' '}`}
		Authors who wrote nothing since are judged by what is decided, however little that is. Votes that come later still count,
		and may undo it; it can be reopened.
	</p>`,
	action: 'Close validation',
	danger: true,
	reason: 'optional',
});

const REOPEN = {
	title: 'Reopen validation?',
	text: html`<p>Authors who were judged by too little to be judged otherwise have their qualification and all questions again.</p>`,
	action: 'Reopen',
	reason: 'optional',
};

export function Settling({ project, data, onDone }) {
	const { may } = useMe();
	const { act, busy } = useActions(project, onDone);
	const { closed, unsettled, unjudged } = data;
	const missing = sum(data, 'missing');
	const minimum = data.settings.answerable_minimum;
	const buttons = html`<div class="row row-end card-buttons">
		${may('review') && html`<${Button} kind="small" busy=${busy} onClick=${() => act('settle')}>Settle now</${Button}>`}
		${
			may('manage') &&
			(closed
				? html`<${Button} kind="small" busy=${busy} onClick=${() => act('reopen', REOPEN, 'close')}>Reopen …</${Button}>`
				: html`<${Button} kind="small" busy=${busy} onClick=${() => act('close', CLOSE(missing), 'reopen')}>Close …</${Button}>`)
		}
	</div>`;
	const { validation_early_stop: stop, validation_votes: votes } = data.settings;
	return html`<${Card} title="Decisions" note=${stop > 0 && stop < votes ? 'with enough votes' : 'with all its votes'}>
		<${Facts}
			items=${[
				decides(data)
					? ['Decided', `${number(sum(data, 'answerable') + sum(data, 'unanswerable'))} of dev and test`]
					: ['Answered', plural(data.splits.reduce((n, row) => n + row.answered, 0), 'question')],
				['Votes missing', missing ? `${number(missing)} on ${plural(sum(data, 'waiting'), 'question')}` : 'none'],
				[
					'Votes on a decided question',
					data.votes_least === null ? 'none is decided yet' : `${number(data.votes_least)} at least, ${data.votes_mean.toFixed(2)} on average`,
				],
				[
					'Weighed',
					data.settled_at
						? html`<${When} at=${data.settled_at} />${unsettled > 0 && html`; ${plural(unsettled, 'author')} to do`}`
						: 'not yet; the server does it by itself',
				],
				[
					'Authors not judged yet',
					unjudged
						? `${plural(unjudged, 'author')} below the rate, with fewer than ${plural(minimum, 'decided question')}: closing judges them`
						: 'none that would lose anything',
				],
				[
					'Closed',
					closed
						? html`<${When} at=${closed.at} /> by <bdi>${actor(closed.actor)}</bdi>${closed.reason && html`: <span dir="auto">${closed.reason}</span>`}`
						: 'no',
				],
			]}
		/>
		${buttons}
	</${Card}>`;
}
