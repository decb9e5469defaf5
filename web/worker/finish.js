// Finishing early is asked about once, in a real dialog.
import { Button } from './button.js';
import { earned, money } from './clock.js';
import { Dialog } from './dialog.js';
import { html } from '../shared/html.js';

// Questions that the AI has not answered yet, and what they may add to what is earned.
export function Late({ waiting, cents, currency }) {
	if (!waiting) return null;
	const wait = waiting === 1 ? 'One question waits' : `${waiting} questions wait`;
	const pay = waiting === 1 ? `If it beats the AI, ${money(cents, currency)} is added.` : `If they beat the AI, up to ${money(cents, currency)} is added.`;
	return html`<p>${wait} for the AI’s answer; that is judged later by itself and counts then.${cents > 0 ? ` ${pay}` : null}</p>`;
}

// `session` has the pay: what one leaves with is named before one leaves.
export function FinishDialog({ state, onClose, onFinish }) {
	const { won, wanted, draft, attempts, session } = state;
	const cents = earned(session, won, wanted);
	const open = attempts.filter((a) => a.verdict === 'none').length;
	// as many of them as the task still asks for
	const later = earned(session, won + open, wanted) - cents;
	const more = wanted - won === 1 ? 'one more question' : `${wanted - won} more`;
	return html`<${Dialog} id="finish-title" title=${`Finish with ${won} of ${wanted}?`} onClose=${onClose}>
		<p>
			That is fine. You could still ${session.hit ? 'ask' : 'win'} ${more} on this passage; once handed in you cannot come back to it.
		</p>
		${cents > 0 ? html`<p>You earn <strong>${money(cents, session.currency)}</strong> for this.</p>` : null}
		<${Late} waiting=${open} cents=${later} currency=${session.currency} />
		${draft.question.trim() ? html`<p>The question you are writing has not been asked; it is dropped.</p>` : null}
		<div class="row row-end">
			<${Button} onPress=${onClose}>${session.hit ? 'Keep writing' : 'Keep playing'}</${Button}>
			<${Button} kind="button-main" onPress=${onFinish}>Finish now</${Button}>
		</div>
	</${Dialog}>`;
}
