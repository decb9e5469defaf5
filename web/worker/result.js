// The moment of play: who won, both answers side by side, and why, in plain words.
import { Button } from './button.js';
import { html } from '../shared/html.js';
import { Check, Hourglass, Robot, Trophy } from '../shared/icons.js';
import { Onward } from './onward.js';
import { answerer } from './opponent.js';
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
const VERDICTS = {
	human: ['You beat the AI!', Trophy],
	model: ['The AI got it', Robot],
	none: ['No answer from the AI', Hourglass],
	plain: ['Your question is kept', Check],
};
const NOT_JUDGED =
	'The AI did not manage to answer. Your question is kept and judged later, and it does not count against you. ' +
	'Just go on.';

const Burst = () =>
	html`<div class="burst" aria-hidden="true">${Array.from({ length: 12 }, () => html`<i></i>`)}</div>`;

// `value` and `limit` in per cent; `meaning` stands under the limit.
export function Meter({ value, limit, meaning }) {
	const label = { left: `${Math.min(88, Math.max(12, limit))}%` };
	return html`<p class="meter-head"><span>Word overlap</span><strong>${percent(value)}</strong></p>
		<div class="meter" aria-hidden="true">
			<div class="meter-track"><div class="meter-value" style=${{ width: `${value}%` }}></div></div>
			<div class="meter-limit" style=${{ left: `${limit}%` }}></div>
			<div class="meter-scale" style=${label}>over ${percent(limit)}: ${meaning}</div>
		</div>`;
}

function Answers({ attempt, opponent }) {
	const said = attempt.model?.answer;
	const theirs = said ? html`<q>${said}</q>` : html`<span class="quiet">gave no answer</span>`;
	return html`<dl class="answers">
		<div>
			<dt><i class="swatch swatch-human"></i>You</dt>
			<dd dir="auto"><q>${attempt.answer.text}</q></dd>
		</div>
		${attempt.model ? html`<div>
			<dt><i class="swatch swatch-model"></i>${answerer(opponent, attempt.model)}</dt>
			<dd dir="auto">${theirs}</dd>
		</div>` : null}
	</dl>`;
}

function Why({ attempt, threshold }) {
	const { sum, rule, shared } = explain(attempt, threshold);
	const words = shared.map((word) => html`<span class="word" dir="auto">${word}</span> `);
	return html`<div class="why">
		<${Meter} value=${overlapPercent(attempt.f1)} limit=${threshold / 10} meaning="AI wins" />
		<p>${sum}</p>
		${shared.length ? html`<p class="shared">Shared: ${words}</p>` : null}
		<p class="quiet">${rule}</p>
	</div>`;
}

// Only where the passage is not next to the result.
function seeInPassage() {
	const passage = document.getElementById('passage');
	const mark = document.querySelector('.box-human, .box-model') ?? passage;
	mark?.scrollIntoView({ block: 'center' });
	passage?.focus({ preventScroll: true });
}

export function HandIn({ game, finishing }) {
	return html`<${Button} kind=${game.mayGoOn ? '' : 'button-main'} busy=${finishing} onPress=${() => void game.finish()}>
		${finishing ? 'Handing in …' : 'Hand in and finish'}
	</${Button}>`;
}

function Actions({ game, state, attempt, left }) {
	if (left <= 0) return html`<${Onward} game=${game} state=${state} kind="button-main" /><${HandIn} game=${game} finishing=${state.finishing} />`;
	if (['human', 'plain'].includes(attempt.verdict))
		return html`<${Button} kind="button-main" onPress=${() => game.fresh()}>Next question</${Button}>`;
	return html`<${Button} kind="button-main" onPress=${() => game.rework(attempt.id)}>Change my question</${Button}>
		<${Button} onPress=${() => game.fresh()}>New question</${Button}>`;
}

function Cheer({ verdict, index, left, wanted }) {
	if (left <= 0) return html`<p class="cheer">That makes ${wanted}: this passage is done.</p>`;
	if (verdict === 'plain') return html`<p class="cheer">You may ask ${left === 1 ? 'one more' : `up to ${left} more`}.</p>`;
	const togo = left === 1 ? 'One more to go.' : `${left} more to go.`;
	if (verdict === 'human') return html`<p class="cheer">${CHEERS[index % CHEERS.length]} ${togo}</p>`;
	if (verdict === 'none') return null;
	return html`<p class="cheer"><strong>Try this:</strong> ${TIPS[index % TIPS.length]}</p>`;
}

export function Result({ game, state, attempt }) {
	const { wanted, won, attempts, session } = state;
	const { verdict } = attempt;
	const [title, Icon] = VERDICTS[verdict];
	const left = wanted - won;
	const index = attempts.findIndex((a) => a.id === attempt.id);
	const latest = index === attempts.length - 1;
	return html`<section class=${`card result result-${verdict}`} aria-labelledby="result">
		${verdict === 'human' && latest ? html`<${Burst} />` : null}
		<h2 id="result" class="result-title" tabindex="-1">
			<span class="result-icon"><${Icon} size="30" /></span>${title}
		</h2>
		<p class="asked" dir="auto">${attempt.question}</p>
		<${Answers} attempt=${attempt} opponent=${session.opponent} />
		<${Button} kind="button-plain see" onPress=${seeInPassage}>See it in the passage</${Button}>
		${
			!attempt.f1
				? verdict === 'none' && html`<p>${NOT_JUDGED}</p>`
				: html`<${Why} attempt=${attempt} threshold=${session.threshold_permille} />`
		}
		<${Cheer} verdict=${verdict} index=${index} left=${left} wanted=${wanted} />
		<div class="row"><${Actions} game=${game} state=${state} attempt=${attempt} left=${left} /></div>
	</section>`;
}
