// Finishing early is asked about once, in a real dialog.
import { Button } from './button.js';
import { Dialog } from './dialog.js';
import { html } from '../shared/html.js';

export function FinishDialog({ state, onClose, onFinish }) {
	const { won, wanted, draft } = state;
	const more = wanted - won === 1 ? 'one more question' : `${wanted - won} more`;
	return html`<${Dialog} id="finish-title" title=${`Finish with ${won} of ${wanted}?`} onClose=${onClose}>
		<p>
			That is fine. You could still win ${more} on this passage; once handed in you cannot come back to it.
		</p>
		${draft.question.trim() ? html`<p>The question you are writing has not been asked; it is dropped.</p>` : null}
		<div class="row row-end">
			<${Button} onPress=${onClose}>Keep playing</${Button}>
			<${Button} kind="button-main" onPress=${onFinish}>Finish now</${Button}>
		</div>
	</${Dialog}>`;
}
