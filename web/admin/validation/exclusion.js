// Whether the votes of a validator count: asked for a reason, and the way back is offered.
import { post } from '../api.js';
import { plural } from '../format.js';
import { useBusy } from '../hooks.js';
import { html } from '../../shared/html.js';
import { confirm, toast } from '../ui.js';

const WORDS = {
	exclude: {
		to: /** @type {const} */ ('/projects/{project}/workers/{id}/exclude-votes'),
		title: (id) => `Exclude the votes of validator #${id}?`,
		text: 'They count no more: questions that they decided wait for other votes, and may then leave the dataset or come back. The votes themselves are kept, and can be included again.',
		action: 'Exclude',
		done: (id) => `The votes of validator #${id} do not count any more.`,
		back: /** @type {const} */ ('include'),
	},
	include: {
		to: /** @type {const} */ ('/projects/{project}/workers/{id}/include-votes'),
		title: (id) => `Include the votes of validator #${id} again?`,
		text: 'They count again, and the questions they were cast on are decided anew.',
		action: 'Include',
		done: (id) => `The votes of validator #${id} count again.`,
		back: /** @type {const} */ ('exclude'),
	},
};

// {act('exclude' | 'include', worker, votes), busy}; onDone is called after every change, the undo's too.
export function useExclusion(project, onDone) {
	const [busy, run] = useBusy();
	/** @type {(what: 'exclude' | 'include', id: string, reason: string) => Promise<unknown>} */
	const send = (what, id, reason) => post(WORDS[what].to, { reason }, { at: { project, id } });
	/** @type {(what: 'exclude' | 'include', worker: { id: string }, votes: number) => Promise<unknown>} */
	const act = (what, worker, votes) =>
		run(async () => {
			const words = WORDS[what];
			const { ok, reason } = await confirm({
				title: words.title(worker.id),
				text: html`<p>${votes > 0 && html`<strong>${plural(votes, 'vote')}.</strong>`} ${words.text}</p>`,
				action: words.action,
				danger: what === 'exclude',
				reason: 'required',
			});
			if (!ok) return;
			try {
				await send(what, worker.id, reason);
				const undo = async () => {
					await send(words.back, worker.id, `Taken back: ${reason}`.slice(0, 1000));
					await onDone();
				};
				toast(words.done(worker.id), { undo });
			} catch (error) {
				toast(error.detail, { kind: 'bad' });
			}
			await onDone();
		});
	return { act, busy };
}
