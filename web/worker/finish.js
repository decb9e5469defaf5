// Finishing early is asked about once, in a real dialog.
import { useEffect, useRef } from 'preact/hooks';
import { html } from './html.js';

export function FinishDialog({ state, onClose, onFinish }) {
	const dialog = useRef();
	const { won, wanted, draft } = state;
	useEffect(() => {
		const box = dialog.current;
		box.showModal();
		return () => box.close();
	}, []);
	const left = wanted - won;
	return html`<dialog ref=${dialog} class="dialog" aria-labelledby="finish-title" onCancel=${onClose}>
		<h2 id="finish-title">Finish with ${won} of ${wanted}?</h2>
		<p>
			That is fine. You could still win ${left === 1 ? 'one more question' : `${left} more`} on this passage; once handed in you cannot come back to it.
		</p>
		${draft.question.trim() ? html`<p>The question you are writing has not been asked and will be dropped.</p>` : null}
		<div class="row row-end">
			<button type="button" class="button" onClick=${onClose}>Keep playing</button>
			<button type="button" class="button button-main" onClick=${onFinish}>Finish now</button>
		</div>
	</dialog>`;
}
