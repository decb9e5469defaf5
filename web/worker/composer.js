// Where a question is written: the marked answer with its fine adjustment, the question, the button.
import { Button } from './button.js';
import { MAX_QUESTION, hintOf, length, tidy } from './checks.js';
import { html, useEffect, useState } from '../shared/html.js';
import { Cloud, Cross, Left, Right } from '../shared/icons.js';
import { moveEdge } from './spans.js';
import { isPlain } from './tasks.js';

const COUNT_FROM = 300; // characters after which the counter appears
const SLOW_MS = 2000;
const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '');

function Nudge({ label, icon: Icon, busy, onPress }) {
	return html`<button
		type="button"
		class="nudge"
		aria-label=${label}
		title=${label}
		aria-disabled=${busy ? 'true' : null}
		onClick=${() => !busy && onPress()}
	>
		<${Icon} size="18" />
	</button>`;
}

function Adjust({ passage, answer, busy, onMark, announce }) {
	const move = (side, by) => () => {
		const span = moveEdge(passage, answer, side, by);
		onMark(span);
		announce(`Selected: ${passage.text.slice(span.start, span.end)}`);
	};
	const clear = () => {
		onMark(null);
		announce('Answer cleared.');
	};
	const pair = (side, name) => html`<span class="adjust-side">
		<span aria-hidden="true">${side}</span>
		<${Nudge} label=${`${name} one letter earlier`} icon=${Left} busy=${busy} onPress=${move(side, -1)} />
		<${Nudge} label=${`${name} one letter later`} icon=${Right} busy=${busy} onPress=${move(side, 1)} />
	</span>`;
	return html`<div class="adjust" role="group" aria-label="Adjust the answer by the letter">
		${pair('start', 'Start')} ${pair('end', 'End')}
		<span class="adjust-side">
			<${Nudge} label="Clear the answer" icon=${Cross} busy=${busy} onPress=${clear} />
		</span>
	</div>`;
}

// The number in front of a step, if there are several.
const Numbered = ({ number }) =>
	number ? html`<span class="step-number" aria-hidden="true">${number}</span>` : null;

export function AnswerStep({ number = 1, title = 'Highlight an answer', passage, answer, error, disabled, ...rest }) {
	const text = answer && passage.text.slice(answer.start, answer.end);
	const empty = disabled ? 'Nothing yet' : 'Nothing yet: mark it in the passage';
	return html`<div class="step">
		<h3 class="step-title"><${Numbered} number=${number} />${title}</h3>
		<div class=${`answer ${text ? '' : 'answer-empty'} ${error ? 'is-wrong' : ''}`} id="answer" dir="auto">
			${text ? html`<q>${text}</q>` : empty}
		</div>
		${text ? html`<${Adjust} passage=${passage} answer=${answer} ...${rest} />` : null}
		${error ? html`<p class="wrong" id="answer-error">${error}</p>` : null}
	</div>`;
}

function UnderQuestion({ question, error, hint }) {
	const count = length(question);
	const remark = error
		? html`<p class="wrong" id="question-error">${error}</p>`
		: hint && html`<p class="hint" id="question-hint">${hint}</p>`;
	return html`<div class="under-question">
		${remark}
		${
			count >= COUNT_FROM
				? html`<p class=${`count ${count > MAX_QUESTION ? 'wrong' : ''}`}>${count} / ${MAX_QUESTION}</p>`
				: null
		}
	</div>`;
}

export function QuestionStep({ number = 2, question, error, hint, busy, disabled, onWrite, onAsk }) {
	const onKeyDown = (event) => {
		if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
		event.preventDefault();
		onAsk();
	};
	return html`<div class="step">
		<label class="step-title" for="question">
			<${Numbered} number=${number} />Ask the question it answers
		</label>
		<textarea
			id="question"
			class=${error ? 'is-wrong' : ''}
			rows="3"
			dir="auto"
			autocomplete="off"
			autocapitalize="sentences"
			spellcheck="true"
			placeholder="Who, what, where, when, why, how …?"
			value=${question}
			readonly=${busy}
			disabled=${disabled}
			aria-invalid=${error ? 'true' : null}
			aria-describedby=${error ? 'question-error' : hint ? 'question-hint' : null}
			onInput=${(event) => onWrite(event.currentTarget.value)}
			onKeyDown=${onKeyDown}
		></textarea>
		<${UnderQuestion} question=${question} error=${error} hint=${hint} />
	</div>`;
}

const THINKING = (seconds) =>
	`Still thinking (${seconds} s). This can take up to half a minute when many people play.`;
const SAVING = () => 'This takes longer than usual …';

// What is going on while something is under way, if it is: thinking, slow, or waiting for the network.
export function UnderWay({ sending, ...rest }) {
	return sending ? html`<${Sending} sending=${sending} ...${rest} />` : null;
}

function Sending({ game, sending, online, slow }) {
	const [, tick] = useState(0);
	useEffect(() => {
		const timer = setInterval(() => tick((n) => n + 1), 500);
		return () => clearInterval(timer);
	}, []);
	const now = Date.now();
	if (sending.until) {
		const seconds = Math.max(1, Math.ceil((sending.until - now) / 1000));
		const why = online
			? `The server cannot be reached. Trying again in ${seconds} s.`
			: 'You are offline. It goes out as soon as you are back.';
		return html`<div class="waiting">
			<p><${Cloud} size="20" />${why}</p>
			<p>What you wrote is kept.</p>
			<div class="row">
				<${Button} onPress=${() => game.tryNow()}>Try now</${Button}>
				<${Button} kind="button-plain" onPress=${() => game.stopAsking()}>Go back to editing</${Button}>
			</div>
		</div>`;
	}
	if (now - sending.since < SLOW_MS) return null;
	const seconds = Math.round((now - sending.since) / 1000);
	const text = sending.tries ? 'Trying again …' : slow(seconds);
	return html`<p class="thinking quiet">${text}</p>`;
}

export function AskButton({ sending, disabled, words = ['Ask the AI', 'The AI is thinking'], keys = true }) {
	const text = sending?.until ? 'Waiting to send' : sending ? words[1] : words[0];
	const dots = html`<span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>`;
	const busy = sending ? 'true' : null;
	const shortcut = html`<span class="quiet shortcut"><kbd>${isMac ? '⌘' : 'Ctrl'}</kbd> <kbd>Enter</kbd></span>`;
	return html`<div class="row row-ask">
		<button id="send" type="submit" class="button button-main" disabled=${disabled} aria-disabled=${busy}>
			${sending ? dots : null}${text}
		</button>
		${keys && !disabled ? shortcut : null}
	</div>`;
}

function wordsOf({ session }, hinted) {
	if (isPlain(session)) return [hinted ? 'Keep it all the same' : 'Keep this question', 'Saving'];
	return [hinted ? 'Ask it all the same' : 'Ask the AI', 'The AI is thinking'];
}

export function Composer({ game, state, announce, disabled }) {
	const { draft, errors, sending, passage, online } = state;
	const hinted = state.hint?.question === tidy(draft.question) ? state.hint.text : null;
	const busy = sending !== null;
	const ask = () => void game.ask();
	const answerText = draft.answer ? passage.text.slice(draft.answer.start, draft.answer.end) : '';
	const onSubmit = (event) => {
		event.preventDefault();
		ask();
	};
	return html`<section class="card composer" aria-labelledby="composer-title" aria-busy=${busy ? 'true' : 'false'}>
		<h2 id="composer-title" class="card-title">Your question</h2>
		${disabled ? html`<p class="note">Accept the HIT to start.</p>` : null}
		<form novalidate onSubmit=${onSubmit}>
			<${AnswerStep}
				passage=${passage}
				answer=${draft.answer}
				error=${errors.answer}
				disabled=${disabled}
				busy=${busy}
				onMark=${(span) => game.mark(span)}
				announce=${announce}
			/>
			<${QuestionStep}
				question=${draft.question}
				error=${errors.question}
				hint=${hinted ?? hintOf(draft.question, answerText)}
				busy=${busy}
				disabled=${disabled}
				onWrite=${(text) => game.write(text)}
				onAsk=${ask}
			/>
			<${AskButton}
				sending=${sending}
				disabled=${disabled}
				words=${wordsOf(state, hinted)}
			/>
			<${UnderWay} ...${{ game, sending, online }} slow=${isPlain(state.session) ? SAVING : THINKING} />
		</form>
	</section>`;
}
