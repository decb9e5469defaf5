// What was asked so far, newest first; pressing one marks it in the passage again.
import { html } from './html.js';
import { Hourglass, Robot, Trophy } from './icons.js';

const LABELS = {
	human: { text: 'Won', icon: html`<${Trophy} size="20" />` },
	model: { text: 'AI got it', icon: html`<${Robot} size="20" />` },
	none: { text: 'Not judged yet', icon: html`<${Hourglass} size="20" />` },
};

export function History({ attempts, shown, onShow }) {
	if (!attempts.length) return null;
	return html`<section class="history" aria-labelledby="history-title">
		<h2 id="history-title" class="card-title">So far</h2>
		<ol reversed class="history-list">
			${[...attempts].reverse().map(
				(attempt) => html`<li key=${attempt.id}>
					<button type="button" class=${`past past-${attempt.verdict}`} aria-pressed=${attempt.id === shown ? 'true' : 'false'}
						onClick=${() => onShow(attempt.id === shown ? null : attempt.id)}>
						<span class="past-verdict">${LABELS[attempt.verdict].icon}<span>${LABELS[attempt.verdict].text}</span></span>
						<span class="past-question" dir="auto">${attempt.question}</span>
						<span class="past-answer quiet" dir="auto"><q>${attempt.answer.text}</q></span>
					</button>
				</li>`,
			)}
		</ol>
	</section>`;
}
