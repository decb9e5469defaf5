// Finishing early is asked about once, in a real dialog.
import { useEffect, useRef } from 'preact/hooks';
import { Button } from './button.js';
import { html } from './html.js';

export function FinishDialog({ state, onClose, onFinish }) {
	const dialog = useRef();
	const { won, wanted, draft } = state;
	useEffect(() => {
		const box = dialog.current;
		const before = document.activeElement;
		box.showModal();
		return () => {
			box.close();
			before?.focus(); // the dialog leaves the page before the browser would do this
		};
	}, []);
	const more = wanted - won === 1 ? 'one more question' : `${wanted - won} more`;
	return html`<dialog ref=${dialog} class="dialog" aria-labelledby="finish-title" onCancel=${onClose}>
		<h2 id="finish-title">Finish with ${won} of ${wanted}?</h2>
		<p>
			That is fine. You could still win ${more} on this passage; once handed in you cannot come back to it.
		</p>
		${draft.question.trim() ? html`<p>The question you are writing has not been asked; it is dropped.</p>` : null}
		<div class="row row-end">
			<${Button} onPress=${onClose}>Keep playing</${Button}>
			<${Button} kind="button-main" onPress=${onFinish}>Finish now</${Button}>
		</div>
	</dialog>`;
}
