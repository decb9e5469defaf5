// Validating on the screen: the question in focus, the passage, the answer or why there is none, and all questions.
//
// The order in the document is that of reading: question, passage, answer. On a wide screen the passage stands at the
// left of the other two; on a phone the question stays in sight while the passage is scrolled.
import { Button } from './button.js';
import { html, useEffect, useLayoutEffect, useRef, useState } from '../shared/html.js';
import { useHow } from './how.js';
import { Check, Cross, Minus } from '../shared/icons.js';
import { Notices } from './notices.js';
import { Passage } from './passage.js';
import { Pay, Time, useSecond } from './progress.js';
import { Moved } from './states.js';
import { TASKS } from './tasks.js';
import { KeysDialog, ValidateHelp } from './validate_help.js';
import { HandInButton, Reply } from './validate_reply.js';

const MOST_PIPS = 12; // more of them would be a row of beads

function Pips({ game, state }) {
	const { questions, at } = state;
	if (questions.length > MOST_PIPS) return null;
	const pip = (question, i) => {
		const status = game.statusOf(question);
		const now = i === at ? 'pip-now' : '';
		const sign = { answered: Check, none: Cross, closed: Minus }[status];
		return html`<i class=${`pip pip-${status} ${now}`}>${sign ? html`<${sign} size="14" />` : null}</i>`;
	};
	return html`<span class="pips-row" aria-hidden="true">${questions.map(pip)}</span>`;
}

function Bar({ game, state }) {
	useSecond();
	const { session, phase } = state;
	const { done, total } = game.count();
	const play = phase === 'play';
	const score = html`<span class="pips-text"><strong>${done}</strong> of ${total} answered</span>`;
	const bar = useRef();
	useLayoutEffect(() => {
		// the question stays right below it, however many lines it takes
		const note = () => document.documentElement.style.setProperty('--bar', `${bar.current.offsetHeight}px`);
		const observer = new ResizeObserver(note);
		observer.observe(bar.current);
		return () => observer.disconnect();
	}, []);
	return html`<div class="progress" role="region" aria-label="Progress" ref=${bar}>
		<p class="pips">
			${play ? html`<${Pips} game=${game} state=${state} /> ${total ? score : 'Nothing left to answer'}` : 'Preview'}
		</p>
		<div class="facts">
			${play ? html`<${Time} game=${game} />` : null}
			<${Pay} session=${session} elapsed=${play ? game.elapsedMs() : 0} />
			${play ? html`<${HandInButton} game=${game} state=${state} kind="button-small" />` : null}
		</div>
	</div>`;
}

// The question in focus.
function Ask({ game, state }) {
	const { questions, at } = state;
	const { question } = game;
	if (!question)
		return html`<section class="card ask" aria-labelledby="ask-title">
			<p class="card-title">The questions</p>
			<h2 id="ask-title" class="ask-title" tabindex="-1">Some questions about this passage stand here</h2>
			<p class="quiet">You see them, one at a time, once you have accepted the HIT.</p>
		</section>`;
	return html`<section class=${`card ask ${question.closed ? 'ask-closed' : ''}`} aria-labelledby="ask-title">
		<p class="card-title">Question ${at + 1} of ${questions.length}</p>
		<h2 id="ask-title" class="ask-title" tabindex="-1" dir="auto">
			<span class="sr">Question ${at + 1} of ${questions.length}: </span>${question.question}
		</h2>
	</section>`;
}

const STATUS = {
	answered: ['Answered', Check],
	none: ['No answer', Cross],
	open: ['Open', null],
	closed: ['No longer needed', Minus],
};

function Line({ game, state, question, number }) {
	const status = game.statusOf(question);
	const [label, Icon] = STATUS[status];
	const { answer } = game.pick(question.id);
	const now = number - 1 === state.at;
	const text = status === 'answered' && state.passage.text.slice(answer.start, answer.end);
	return html`<button
		type="button"
		class=${`past line line-${status}`}
		aria-current=${now ? 'true' : null}
		onClick=${() => game.go(number - 1)}
	>
		<span class="past-question" dir="auto"><span class="line-number">${number}.</span> ${question.question}</span>
		<span class="past-verdict">${Icon ? html`<${Icon} size="18" />` : null}<span>${label}</span></span>
		${text ? html`<span class="past-answer quiet" dir="auto"><q>${text}</q></span>` : null}
	</button>`;
}

function All({ game, state, onKeys }) {
	const { questions } = state;
	if (!questions.length) return null;
	const line = (question, i) =>
		html`<li key=${question.id}><${Line} ...${{ game, state, question, number: i + 1 }} /></li>`;
	return html`<section class="history all" aria-labelledby="all-title">
		<div class="all-head">
			<h2 id="all-title" class="card-title">All questions</h2>
			<${Button} kind="button-plain button-small all-keys" onPress=${onKeys}>Keyboard shortcuts</${Button}>
		</div>
		<ol class="history-list">
			${questions.map(line)}
		</ol>
	</section>`;
}

function Table({ game, state, announce, onKeys }) {
	const { session, passage, errors, phase, finishing } = state;
	const { question } = game;
	const pick = question && game.pick(question.id);
	const left = game.nextOpen(state.at);
	const leaveText = left >= 0 && left !== state.at ? 'Next question' : 'Go on';
	return html`<div class="board board-ask" data-start="ask-title">
		<div class="reading">
			<${Ask} game=${game} state=${state} />
			<${Passage}
				key=${session.passage.id}
				id="passage"
				title=${session.passage.title}
				passage=${passage}
				answer=${pick && !pick.none && !question.closed ? pick.answer : null}
				error=${errors.answer}
				disabled=${phase === 'preview'}
				locked=${!question || question.closed || finishing !== null}
				onMark=${(span) => game.mark(span)}
				onLeave=${() => game.next()}
				leaveText=${leaveText}
				announce=${announce}
			/>
		</div>
		<div class="side">
			${question ? html`<${Reply} key=${question.id} ...${{ game, state, announce }} />` : null}
			<${All} game=${game} state=${state} onKeys=${onKeys} />
		</div>
	</div>`;
}

function Help({ game, state, memory }) {
	const preview = state.phase === 'preview';
	const begun = state.questions.some((q) => q.vote);
	const { open, toggle, start } = useHow({ memory, note: 'seen-validate', preview, begun });
	return html`<${ValidateHelp} game=${game} session=${state.session} open=${open} preview=${preview} onToggle=${toggle} onStart=${start} />`;
}

// Keys that work wherever the focus is. All have a modifier, so that nothing typed or spoken sets them off.
function useShortcuts(game, onKeys) {
	useEffect(() => {
		const actionOf = (event) => {
			const command = event.ctrlKey || event.metaKey;
			if (command && event.key === 'Enter') return () => game.next();
			if (command && event.key === '/') return onKeys;
			if (!event.altKey || command || event.shiftKey) return null;
			if (event.key === 'ArrowDown') return () => game.step(1);
			if (event.key === 'ArrowUp') return () => game.step(-1);
			if (event.code === 'KeyN') return () => game.deny(!game.pick(game.question?.id).none);
			return null;
		};
		const onKeyDown = (event) => {
			const { phase, moved } = game.state;
			const action = phase === 'play' && !moved && !event.isComposing && actionOf(event);
			if (!action || document.querySelector('dialog[open]')) return;
			event.preventDefault();
			event.stopPropagation();
			action();
		};
		document.addEventListener('keydown', onKeyDown, true); // before the passage takes its arrows
		return () => document.removeEventListener('keydown', onKeyDown, true);
	}, []);
}

export function ValidatePage({ game, state, memory, announce }) {
	const [keys, setKeys] = useState(false);
	const showKeys = () => setKeys(true);
	useShortcuts(game, showKeys);
	const work = html`<${Help} game=${game} state=${state} memory=${memory} />
		<${Table} game=${game} state=${state} announce=${announce} onKeys=${showKeys} />`;
	return html`<${Bar} game=${game} state=${state} />
		<main class="main">
			<h1 class="sr">${TASKS.validate.heading}</h1>
			<${Notices} game=${game} state=${state} />
			${state.moved ? html`<${Moved} game=${game} onTakeOver=${() => game.takeOver()} />` : work}
		</main>
		${keys ? html`<${KeysDialog} onClose=${() => setKeys(false)} />` : null}`;
}
