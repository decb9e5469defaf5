// What can be done about a worker, each with its question, its call and, where there is one, its way back.
import { post } from '../api.js';
import { plural } from '../format.js';
import { useBusy, useMe } from '../hooks.js';
import { html } from '../../shared/html.js';
import { confirm, toast } from '../ui.js';

const ACTIONS = [
	{
		key: 'qualify',
		text: 'Qualify',
		send: (at, reason) => post('/projects/{project}/workers/{id}/qualify', { reason }, { at }),
		title: (w) => `Give worker #${w.id} the qualification?`,
		about: 'The worker can start at once in all projects of the pool, without onboarding or screening.',
		done: () => 'Qualified.',
	},
	{
		key: 'reinstate',
		text: 'Reinstate',
		send: (at, reason) => post('/projects/{project}/workers/{id}/reinstate', { reason }, { at }),
		title: (w) => `Reinstate worker #${w.id}?`,
		about: 'The qualification comes back, and with it exactly the questions that the revocation discarded.',
		done: (answer) => `Reinstated; ${plural(answer.restored, 'question')} came back.`,
		undo: 'revoke',
	},
	{
		key: 'revoke',
		text: 'Revoke',
		danger: true,
		send: (at, reason) => post('/projects/{project}/workers/{id}/revoke', { reason }, { at }),
		title: (w) => `Revoke the qualification of worker #${w.id}?`,
		about:
			'All the worker’s questions are discarded, in all projects of the pool unless it says otherwise, and work in hand ends kindly (it is paid). ' +
			'Reinstating brings back exactly what is discarded now.',
		done: (answer) => `Revoked; ${plural(answer.discarded, 'question')} discarded.`,
		undo: 'reinstate',
	},
	{
		key: 'unblock',
		text: 'Unblock',
		send: ({ id }, reason) => post('/workers/{id}/unblock', { reason }, { at: { id } }),
		title: (w) => `Unblock worker #${w.id}?`,
		about: 'The worker may enter projects again, in the state that each of them knows.',
		done: () => 'Unblocked.',
		undo: 'block',
	},
	{
		key: 'block',
		text: 'Block',
		danger: true,
		send: ({ id }, reason) => post('/workers/{id}/block', { reason }, { at: { id } }),
		title: (w) => `Block worker #${w.id} everywhere?`,
		about: 'The worker may enter no project at all. Nothing is discarded; revoke for that.',
		done: () => 'Blocked in all projects.',
		undo: 'unblock',
	},
];

/** @type {Record<string, { send: (at: { project: string, id: string }, reason: string) => Promise<unknown> }>} */
const byKey = Object.fromEntries(ACTIONS.map((action) => [action.key, action]));

// {allowed: actions that the state and the role allow, act(action), busy}
export function useActions(project, worker, reload) {
	const { may, everywhere } = useMe();
	const [busy, run] = useBusy();
	const call = (key, reason) => byKey[key].send({ project, id: worker.id }, reason);
	const act = (action) =>
		run(async () => {
			const { ok, reason } = await confirm({
				title: action.title(worker),
				text: html`<p>${action.about}</p>`,
				action: action.text,
				danger: action.danger,
				reason: 'required',
			});
			if (!ok) return;
			try {
				const answer = await call(action.key, reason);
				const undo =
					action.undo &&
					(async () => {
						await call(action.undo, `Taken back: ${reason}`.slice(0, 1000));
						await reload();
					});
				toast(action.done(answer), { undo });
			} catch (error) {
				toast(error.detail, { kind: 'bad' });
			}
			await reload();
		});
	const allowed = ACTIONS.filter(
		({ key }) => worker.allowed?.includes(key) && (/block$/.test(key) ? everywhere('manage') : may('manage')),
	);
	return { allowed, act, busy };
}
