// Where one is in the onboarding: the exercises and, last, the real game.
import { html } from '../shared/html.js';
import { Check } from '../shared/icons.js';

// `current` and `done` count from 0; the game itself is one more step.
export function Steps({ done, current, total }) {
	const dot = (_, i) => {
		const kind = i < done ? 'dot-done' : i === current ? 'dot-now' : '';
		return html`<i class=${`dot ${kind}`}>${i < done ? html`<${Check} size="14" />` : i + 1}</i>`;
	};
	return html`<p class="pips steps">
		<span class="pips-row" aria-hidden="true">${Array.from({ length: total }, dot)}</span>
		<span class="pips-text">Step <strong>${current + 1}</strong> of ${total}</span>
	</p>`;
}

// Above the game when it is the onboarding's last step.
export function StepSix({ session }) {
	const total = session.onboarding.exercises.length + 1;
	const goal = session.wanted === 1 ? 'a question' : `up to ${session.wanted} questions`;
	return html`<section class="card lesson-head" aria-labelledby="step-six">
		<div class="lesson-line">
			<h2 id="step-six" class="lesson-title" tabindex="-1">Onboarding, step ${total}: ${session.hit ? 'the real task' : 'the real game'}</h2>
			<${Steps} done=${total - 1} current=${total - 1} total=${total} />
		</div>
		<p>
			${session.hit ? `Ask ${goal} about this passage and mark the answers.` : `Now there is an AI that tries to answer. Beat it with ${goal} on this passage; after one win you may finish.`}${' '}
			Then a researcher looks at your answers.
		</p>
	</section>`;
}
