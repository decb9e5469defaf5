// Taking many questions out of the dataset or back in: first what would change, then the reason, then the change, which
// can be undone.
import { path, post } from '../api.js';
import { number, plural } from '../format.js';
import { html } from '../html.js';
import { confirm, toast } from '../ui.js';

const WORDS = {
	discard: {
		title: 'Discard questions?',
		action: 'Discard',
		done: 'discarded',
		none: 'All of these are discarded by hand already.',
		back: 'restore',
	},
	restore: {
		title: 'Restore questions?',
		action: 'Restore',
		done: 'restored',
		none: 'None of these was discarded by hand.',
		back: 'discard',
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

const url = (project, what) => path`/projects/${project}/questions/${what}`;
const PORTION = 1000; // ids that fit into one request

async function takeBack({ project, what, ids, reason }) {
	for (let i = 0; i < ids.length; i += PORTION)
		await post(url(project, what), { ids: ids.slice(i, i + PORTION), reason });
}

// Which: ids or a filter. Resolves to whether something changed; rejects when the server refuses. onUndone is called
// after the undo that is offered.
export async function discardOrRestore({ what, project, ids, filter, onUndone = () => {} }) {
	const words = WORDS[what];
	const which = ids ? { ids } : { filter };
	if (ids?.length > PORTION) throw new Error(`Choose ${number(PORTION)} at most, or all that match the filters.`);
	const preview = await post(url(project, what), { ...which, preview: true });
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
	const answer = await post(url(project, what), { ...which, reason });
	const undo = async () => {
		await takeBack({ project, what: words.back, ids: answer.ids, reason: `Undone: ${reason}` });
		toast(`${plural(answer.changed, 'question')} as before.`);
		onUndone();
	};
	toast(`${plural(answer.changed, 'question')} ${words.done}.`, { undo: answer.changed > 0 ? undo : null });
	return true;
}
