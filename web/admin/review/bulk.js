// Taking many questions out of the dataset or back in: first what would change, then the reason, then the change, which
// can be undone.
import { post } from '../api.js';
import { number, plural } from '../format.js';
import { html } from '../../shared/html.js';
import { confirm, toast } from '../ui.js';

const WORDS = {
	discard: {
		to: /** @type {const} */ ('/projects/{project}/questions/discard'),
		title: 'Discard questions?',
		action: 'Discard',
		done: 'discarded',
		none: 'All of these are discarded by hand already.',
		back: /** @type {const} */ ('restore'),
	},
	restore: {
		to: /** @type {const} */ ('/projects/{project}/questions/restore'),
		title: 'Restore questions?',
		action: 'Restore',
		done: 'restored',
		none: 'None of these was discarded by hand.',
		back: /** @type {const} */ ('discard'),
	},
};

function Preview({ what, preview }) {
	const splits = Object.entries(preview.by_split).filter(([, n]) => n > 0);
	const rest = preview.questions - preview.sample.length;
	return html`<div class="preview">
		<p>
			<strong>${plural(preview.questions, 'question')}</strong> of ${plural(preview.workers, 'worker')}${' '}
			${what === 'discard' ? 'leave the dataset' : 'come back, unless something else keeps them out'}.
		</p>
		<ul class="preview-splits">
			${splits.map(([split, n]) => html`<li><strong>${number(n)}</strong> ${split}</li>`)}
		</ul>
		<ul class="preview-sample" tabindex="0" aria-label="Some of them">
			${preview.sample.map((text) => html`<li dir="auto">${text}</li>`)}
			${rest > 0 && html`<li class="quiet">and ${number(rest)} more</li>`}
		</ul>
	</div>`;
}

const PORTION = 1000; // ids that fit into one request

/** @typedef {'discard' | 'restore'} Way */

/** @param {{ project: string, what: Way, ids: string[], reason: string }} wish */
async function takeBack({ project, what, ids, reason }) {
	for (let i = 0; i < ids.length; i += PORTION)
		await post(WORDS[what].to, { ids: ids.slice(i, i + PORTION), reason }, { at: { project } });
}

function tellWithUndo({ project, words, ids, reason, onUndone }) {
	const undo = async () => {
		await takeBack({ project, what: words.back, ids, reason: `Undone: ${reason}` });
		toast(`${plural(ids.length, 'question')} as before.`);
		onUndone();
	};
	toast(`${plural(ids.length, 'question')} ${words.done}.`, { undo: ids.length > 0 ? undo : null });
}

/** Which: ids or a filter. Resolves to whether something changed; rejects when the server refuses. onUndone is called
 * after the undo that is offered.
 * @param {{ what: Way, project: string, ids?: string[], filter?: object, onUndone?: () => unknown }} wish */
export async function discardOrRestore({ what, project, ids, filter, onUndone = () => {} }) {
	const words = WORDS[what];
	const which = ids ? { ids } : { filter };
	if (ids && ids.length > PORTION) throw new Error(`Choose ${number(PORTION)} at most, or all that match the filters.`);
	const preview = await post(words.to, { ...which, preview: true }, { at: { project } });
	if (!('preview' in preview)) return false;
	if (!preview.questions) {
		toast(words.none);
		return false;
	}
	const { ok, reason } = await confirm({
		title: words.title,
		text: html`<${Preview} what=${what} preview=${preview} />`,
		action: `${words.action} ${plural(preview.questions, 'question')}`,
		danger: what === 'discard',
		reason: 'required',
		reasonLabel: 'Reason, kept with each question',
	});
	if (!ok) return false;
	const answer = await post(words.to, { ...which, reason }, { at: { project } });
	if (!('changed' in answer)) return false;
	tellWithUndo({ project, words, ids: answer.ids, reason, onUndone });
	return true;
}

/** Without asking first: for a repair whose questions are in sight. It can be undone as well.
 * @param {{ project: string, ids: string[], reason: string, onUndone: () => unknown }} wish */
export async function discardAtOnce({ project, ids, reason, onUndone }) {
	const done = [];
	for (let i = 0; i < ids.length; i += PORTION) {
		const answer = await post(WORDS.discard.to, { ids: ids.slice(i, i + PORTION), reason }, { at: { project } });
		if ('changed' in answer) done.push(...answer.ids);
	}
	tellWithUndo({ project, words: WORDS.discard, ids: done, reason, onUndone });
}
