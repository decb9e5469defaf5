// Where a question is written: the marked answer with its fine adjustment, the question, the button.
import { useEffect, useState } from 'preact/hooks';
import { html } from './html.js';
import { Cloud, Cross, Left, Right } from './icons.js';
import { MAX_QUESTION, hintOf, length } from './checks.js';
import { moveEdge } from './spans.js';

const COUNT_FROM = 300; // characters after which the counter appears
const SLOW_MS = 2000;
const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '');

function Nudge({ label, icon, onPress, disabled }) {
	return html`<button type="button" class="nudge" aria-label=${label} title=${label} aria-disabled=${disabled ? 'true' : null}
		onClick=${() => !disabled && onPress()}>${icon}</button>`;
}

function Adjust({ passage, answer, disabled, onMark, announce }) {
	const move = (side, by) => () => {
		const span = moveEdge(passage, answer, side, by);
		onMark(span);
		announce(`Selected: ${passage.text.slice(span.start, span.end)}`);
	};
	return html`<div class="adjust" role="group" aria-label="Adjust the answer by the letter">
		<span class="adjust-side">
			<span aria-hidden="true">start</span>
			<${Nudge} label="Start one letter earlier" icon=${html`<${Left} size="18" />`} onPress=${move('start', -1)} disabled=${disabled} />
			<${Nudge} label="Start one letter later" icon=${html`<${Right} size="18" />`} onPress=${move('start', 1)} disabled=${disabled} />
		</span>
		<span class="adjust-side">
			<span aria-hidden="true">end</span>
			<${Nudge} label="End one letter earlier" icon=${html`<${Left} size="18" />`} onPress=${move('end', -1)} disabled=${disabled} />
			<${Nudge} label="End one letter later" icon=${html`<${Right} size="18" />`} onPress=${move('end', 1)} disabled=${disabled} />
		</span>
		<span class="adjust-side">
			<${Nudge} label="Clear the answer" icon=${html`<${Cross} size="18" />`} disabled=${disabled}
				onPress=${() => {
					onMark(null);
					announce('Answer cleared.');
				}} />
		</span>
	</div>`;
}

function AnswerStep({ passage, answer, error, busy, disabled, onMark, announce }) {
	const text = answer && passage.text.slice(answer.start, answer.end);
	return html`<div class="step">
		<h3 class="step-title"><span class="step-number" aria-hidden="true">1</span>Highlight an answer</h3>
		<div class=${`answer ${text ? '' : 'answer-empty'} ${error ? 'is-wrong' : ''}`} id="answer" dir="auto">
			${text ? html`<q>${text}</q>` : disabled ? 'Nothing yet' : 'Nothing yet: mark it in the passage'}
		</div>
		${text
			? html`<${Adjust} passage=${passage} answer=${answer} disabled=${busy} onMark=${onMark} announce=${announce} />`
			: null}
		${error ? html`<p class="wrong" id="answer-error">${error}</p>` : null}
	</div>`;
}

function QuestionStep({ question, error, hint, busy, disabled, onWrite, onAsk }) {
	const count = length(question);
	const described = [error ? 'question-error' : null, hint ? 'question-hint' : null].filter(Boolean).join(' ');
	return html`<div class="step">
		<label class="step-title" for="question"><span class="step-number" aria-hidden="true">2</span>Ask the question it answers</label>
		<textarea
			id="question"
			class=${error ? 'is-wrong' : ''}
			rows="3"
			dir="auto"
			autocomplete="off"
			autocapitalize="sentences"
			spellcheck="true"
			enterkeyhint="enter"
			placeholder="Who, what, where, when, why, how …?"
			value=${question}
			readonly=${busy}
			disabled=${disabled}
			aria-invalid=${error ? 'true' : null}
			aria-describedby=${described || null}
			onInput=${(e) => onWrite(e.currentTarget.value)}
			onKeyDown=${(e) => {
				if (e.key !== 'Enter' || !(e.ctrlKey || e.metaKey) || e.isComposing) return;
				e.preventDefault();
				onAsk();
			}}
		></textarea>
		<div class="under-question">
			${error ? html`<p class="wrong" id="question-error">${error}</p>` : hint ? html`<p class="hint" id="question-hint">${hint}</p>` : null}
			${count >= COUNT_FROM ? html`<p class=${`count ${count > MAX_QUESTION ? 'wrong' : ''}`}>${count} / ${MAX_QUESTION}</p>` : null}
		</div>
	</div>`;
}

// What is going on while a question is under way: thinking, slow, or waiting for the network.
function Under({ sending, online, onTryNow, onStop }) {
	const [, tick] = useState(0);
	useEffect(() => {
		const timer = setInterval(() => tick((n) => n + 1), 500);
		return () => clearInterval(timer);
	}, []);
	const now = Date.now();
	const seconds = Math.round((now - sending.since) / 1000);
	if (sending.until) {
		const wait = Math.max(1, Math.ceil((sending.until - now) / 1000));
		return html`<div class="waiting">
			<p><${Cloud} size="20" />${online ? `The server cannot be reached. Trying again in ${wait} s.` : 'You are offline. It goes out as soon as you are back.'}</p>
			<p class="quiet">Your question is kept.</p>
			<div class="row">
				<button type="button" class="button" onClick=${onTryNow}>Try now</button>
				<button type="button" class="button button-plain" onClick=${onStop}>Go back to editing</button>
			</div>
		</div>`;
	}
	if (now - sending.since < SLOW_MS) return null;
	return html`<p class="thinking quiet">${sending.tries ? 'Trying again …' : `Still thinking (${seconds} s). This can take up to half a minute when many people play.`}</p>`;
}

export function Composer({ game, state, announce, disabled, full }) {
	const { draft, errors, sending, passage, online } = state;
	const busy = sending !== null;
	const mark = (span) => game.mark(span);
	const ask = () => void game.ask();
	const answerText = draft.answer ? passage.text.slice(draft.answer.start, draft.answer.end) : '';
	const hint = hintOf(draft.question, answerText);
	if (full) return null;
	return html`<section class="card composer" aria-labelledby="composer-title" aria-busy=${busy ? 'true' : 'false'}>
		<h2 id="composer-title" class="card-title">Your question</h2>
		${disabled ? html`<p class="note">Accept the HIT to start.</p>` : null}
		<form
			novalidate
			onSubmit=${(e) => {
				e.preventDefault();
				ask();
			}}
		>
			<${AnswerStep} passage=${passage} answer=${draft.answer} error=${errors.answer} busy=${busy} disabled=${disabled} onMark=${mark} announce=${announce} />
			<${QuestionStep} question=${draft.question} error=${errors.question} hint=${hint} busy=${busy} disabled=${disabled}
				onWrite=${(text) => game.write(text)} onAsk=${ask} />
			<div class="row row-ask">
				<button type="submit" class="button button-main" disabled=${disabled} aria-disabled=${busy ? 'true' : null}>
					${busy ? html`<span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>${sending.until ? 'Waiting to send' : 'The AI is thinking'}` : 'Ask the AI'}
				</button>
				${disabled ? null : html`<span class="quiet shortcut"><kbd>${isMac ? '⌘' : 'Ctrl'}</kbd> <kbd>Enter</kbd></span>`}
			</div>
			${busy
				? html`<${Under} sending=${sending} online=${online} onTryNow=${() => game.tryNow()} onStop=${() => game.stopAsking()} />`
				: null}
		</form>
	</section>`;
}
