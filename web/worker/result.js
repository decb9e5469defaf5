// The moment of play: who won, both answers side by side, and why, in plain words.
import { html } from './html.js';
import { Hourglass, Robot, Trophy } from './icons.js';
import { explain, overlapPercent, percent } from './overlap.js';

const CHEERS = [
	'Nicely put. Can you do it again?',
	'That one fooled it.',
	'Sharp reading. Keep going.',
	'It did not see that coming.',
	'Well asked.',
];
const TIPS = [
	'Ask in your own words: the AI looks for words that the question and the passage share.',
	'Ask about something that only follows when two sentences are read together.',
	'Look for two things of one kind, such as two dates or two people, and ask for the less obvious one.',
	'Ask about a reason, a contrast or an order of events instead of a plain fact.',
	'Describe the thing instead of naming it.',
	'Ask about what “it”, “they” or “the latter” stands for.',
];

const Burst = () => html`<div class="burst" aria-hidden="true">${Array.from({ length: 12 }, () => html`<i></i>`)}</div>`;

function Meter({ f1, threshold }) {
	const value = overlapPercent(f1);
	const limit = threshold / 10;
	return html`<p class="meter-head"><span>Word overlap</span><strong>${percent(value)}</strong></p>
		<div class="meter" aria-hidden="true">
			<div class="meter-track"><div class="meter-value" style=${{ width: `${value}%` }}></div></div>
			<div class="meter-limit" style=${{ left: `${limit}%` }}></div>
			<div class="meter-scale" style=${{ left: `${Math.min(88, Math.max(12, limit))}%` }}>over ${percent(limit)}: AI wins</div>
		</div>`;
}

function Answers({ attempt }) {
	const { model } = attempt;
	return html`<dl class="answers">
		<div><dt><i class="swatch swatch-human"></i>You</dt><dd dir="auto"><q>${attempt.answer.text}</q></dd></div>
		<div>
			<dt><i class="swatch swatch-model"></i>AI</dt>
			<dd dir="auto">${model?.answer ? html`<q>${model.answer}</q>` : html`<span class="quiet">gave no answer</span>`}</dd>
		</div>
	</dl>`;
}

function Why({ attempt, threshold }) {
	const { sum, rule, shared } = explain(attempt, threshold);
	return html`<div class="why">
		<${Meter} f1=${attempt.f1} threshold=${threshold} />
		<p>${sum}</p>
		${shared.length
			? html`<p class="shared">Shared: ${shared.map((word) => html`<span class="word" dir="auto">${word}</span> `)}</p>`
			: null}
		<p class="quiet">${rule}</p>
	</div>`;
}

// Only where the passage is not next to the result.
function seeInPassage() {
	const passage = document.getElementById('passage');
	const mark = document.querySelector('.box-human, .box-model') ?? passage;
	mark.scrollIntoView({ block: 'center' });
	passage.focus({ preventScroll: true });
}

const VERDICTS = {
	human: { title: 'You beat the AI!', icon: html`<${Trophy} size="30" />` },
	model: { title: 'The AI got it', icon: html`<${Robot} size="30" />` },
	none: { title: 'No answer from the AI', icon: html`<${Hourglass} size="30" />` },
};

function Actions({ game, state, attempt, left }) {
	const { finishing } = state;
	if (left <= 0)
		return html`<div class="row">
			<button type="button" class="button button-main" aria-disabled=${finishing ? 'true' : null} onClick=${() => void game.finish()}>
				${finishing ? 'Handing in …' : 'Hand in and finish'}
			</button>
		</div>`;
	const again = html`<button type="button" class=${`button ${attempt.verdict === 'human' ? '' : 'button-main'}`} onClick=${() => game.rework(attempt.id)}>
		${attempt.verdict === 'human' ? 'Change this one' : 'Change my question'}
	</button>`;
	const fresh = html`<button type="button" class=${`button ${attempt.verdict === 'human' ? 'button-main' : ''}`} onClick=${() => game.fresh()}>
		${attempt.verdict === 'human' ? 'Next question' : 'New question'}
	</button>`;
	return html`<div class="row">${attempt.verdict === 'human' ? fresh : [again, fresh]}</div>`;
}

export function Result({ game, state, attempt }) {
	const { wanted, won, attempts, session } = state;
	const verdict = VERDICTS[attempt.verdict];
	const left = wanted - won;
	const index = attempts.findIndex((a) => a.id === attempt.id);
	const latest = index === attempts.length - 1;
	return html`<section class=${`card result result-${attempt.verdict}`} aria-labelledby="result">
		${attempt.verdict === 'human' && latest ? html`<${Burst} />` : null}
		<h2 id="result" class="result-title" tabindex="-1"><span class="result-icon">${verdict.icon}</span>${verdict.title}</h2>
		<p class="asked" dir="auto">${attempt.question}</p>
		<${Answers} attempt=${attempt} />
		<button type="button" class="button button-plain see" onClick=${seeInPassage}>See it in the passage</button>
		${attempt.verdict === 'none'
			? html`<p>The AI did not manage to answer. Your question is kept and judged later, and it does not count against you. Just go on.</p>`
			: html`<${Why} attempt=${attempt} threshold=${session.threshold_permille} />`}
		${left <= 0
			? html`<p class="cheer">That makes ${wanted}: this passage is done.</p>`
			: attempt.verdict === 'human'
				? html`<p class="cheer">${CHEERS[index % CHEERS.length]} ${left === 1 ? 'One more to go.' : `${left} more to go.`}</p>`
				: attempt.verdict === 'model'
					? html`<p class="cheer"><strong>Try this:</strong> ${TIPS[index % TIPS.length]}</p>`
					: null}
		<${Actions} game=${game} state=${state} attempt=${attempt} left=${left} />
	</section>`;
}
