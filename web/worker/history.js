// What was asked so far, newest first; pressing one marks it in the passage again.
import { html } from '../shared/html.js';
import { Check, Hourglass, Robot, Trophy } from '../shared/icons.js';

const LABELS = {
	human: ['Won', Trophy],
	model: ['AI got it', Robot],
	none: ['Not judged yet', Hourglass],
	plain: ['Kept', Check],
};

function Past({ attempt, isShown, onShow }) {
	const [label, Icon] = LABELS[attempt.verdict];
	return html`<button
		type="button"
		class=${`past past-${attempt.verdict}`}
		aria-pressed=${isShown ? 'true' : 'false'}
		onClick=${() => onShow(isShown ? null : attempt.id)}
	>
		<span class="past-verdict"><${Icon} size="20" /><span>${label}</span></span>
		<span class="past-question" dir="auto">${attempt.question}</span>
		<span class="past-answer quiet" dir="auto"><q>${attempt.answer.text}</q></span>
	</button>`;
}

export function History({ attempts, shown, onShow }) {
	if (!attempts.length) return null;
	const items = [...attempts]
		.reverse()
		.map((a) => html`<li key=${a.id}><${Past} attempt=${a} isShown=${a.id === shown} onShow=${onShow} /></li>`);
	return html`<section class="history" aria-labelledby="history-title">
		<h2 id="history-title" class="card-title">So far</h2>
		<ol reversed class="history-list">
			${items}
		</ol>
	</section>`;
}
