// An expert's page: the question, the passage, the answer; in practice what the right answers were, and the score so far.
import { Button } from './button.js';
import { AnswerStep, AskButton, UnderWay } from './composer.js';
import { html, useEffect, useMemo } from '../shared/html.js';
import { ADJUST_KEYS, How, KeyList, MOVE_KEYS, useHow } from './how.js';
import { Check, Cross, Trophy } from '../shared/icons.js';
import { Notices } from './notices.js';
import { percent } from './overlap.js';
import { Passage } from './passage.js';
import { fromAnswer } from '../shared/points.js';
import { Message } from './states.js';
import { TASKS } from './tasks.js';

const KEYS = [
	...MOVE_KEYS,
	[['Enter'], 'mark the word; again: answer'],
	...ADJUST_KEYS,
	[['Ctrl', 'Enter'], 'answer, or on to the next question (⌘ Enter on a Mac)'],
	[['Alt', 'N'], 'there is no answer'],
];
const RIGHT = { tag: 'Right', legend: 'a right answer', none: 'the right answer is not marked' };

// What a practice came to so far, in per cent.
export function scores({ answered, exact, f1 }) {
	if (!answered) return null;
	return { exact: (100 * exact) / answered, f1: (100 * f1) / answered };
}

function Score({ practice }) {
	const so = scores(practice);
	if (!so) return null;
	return html`<p class="fact">Exact ${percent(so.exact)} <span class="quiet">·</span> F1 ${percent(so.f1)}</p>`;
}

function Bar({ state }) {
	const { session, feedback, next } = state;
	const now = feedback ? next : session;
	const practice = session.kind === 'practice';
	const [done, total] = practice ? [now.practice.answered, now.practice.total] : [now.answered, now.total];
	return html`<div class="progress" role="region" aria-label="Progress">
		<p class="pips">
			<span class="pips-text">${practice ? 'Practice: ' : ''}<strong>${done}</strong> of ${total} answered</span>
		</p>
		<div class="facts">${practice ? html`<${Score} practice=${now.practice} />` : null}</div>
	</div>`;
}

function Help({ state, memory }) {
	const { session } = state;
	const begun = session.practice.answered + session.answered > 0;
	const { open, toggle, start } = useHow({ memory, note: 'seen-expert', preview: false, begun });
	const practice = session.practice.total;
	return html`<${How} title="How it works" open=${open} onToggle=${toggle}>
		<ul>
			<li>Read the question and mark the shortest piece of the passage that fully answers it.</li>
			${
				practice
					? html`<li>
						First you practise on ${practice} question${practice === 1 ? '' : 's'}: after each you see the right
						answers. Then come ${session.total} without.
					</li>`
					: null
			}
			<li>An answer that is sent stays. You can stop at any moment and go on later by the same link.</li>
			<li>Please work alone, and from the passage only.</li>
		</ul>
		<div class="row"><${Button} kind="button-main" onPress=${start}>Got it, let me start</${Button}></div>
		<h3>With the keyboard</h3>
		<${KeyList} keys=${KEYS} />
	</${How}>`;
}

function Ask({ session }) {
	return html`<section class="card ask" aria-labelledby="ask-title">
		<p class="card-title">${session.kind === 'practice' ? 'Practice' : 'Question'}</p>
		<h2 id="ask-title" class="ask-title" tabindex="-1" dir="auto">${session.question}</h2>
	</section>`;
}

// Right answers, each of them once.
const different = (answers) => [...new Set(answers.map(({ text }) => text))];

function Feedback({ game, state }) {
	const { feedback, next } = state;
	const { answer, answers, exact, f1 } = feedback;
	const title = exact ? 'Exactly right' : f1 > 0 ? 'Partly right' : 'Not right';
	const so = scores(next.practice);
	const last = next.kind !== 'practice';
	return html`<section class=${`card result result-${exact ? 'human' : 'model'}`} aria-labelledby="feedback">
		<h2 id="feedback" class="result-title" tabindex="-1">
			<span class="result-icon"><${exact ? Check : Cross} size="30" /></span>${title}
		</h2>
		<dl class="answers">
			<div>
				<dt><i class="swatch swatch-human"></i>You</dt>
				<dd dir="auto">${answer ? html`<q>${answer.text}</q>` : html`<span class="quiet">no answer</span>`}</dd>
			</div>
			<div>
				<dt><i class="swatch swatch-model"></i>Right</dt>
				<dd dir="auto">${different(answers).map((text) => html`<p><q>${text}</q></p>`)}</dd>
			</div>
		</dl>
		<p>Exact match <strong>${exact ? 'yes' : 'no'}</strong>, F1 <strong>${percent(100 * f1)}</strong>.</p>
		<p class="quiet">
			${so && `So far, after ${next.practice.answered} of ${next.practice.total}: exact match ${percent(so.exact)}, F1 ${percent(so.f1)}.`}
		</p>
		<div class="row">
			<${Button} id="next" kind="button-main" onPress=${() => game.next()}>
				${last ? (next.done ? 'Finish' : 'On to the questions') : 'Next question'}
			</${Button}>
		</div>
	</section>`;
}

function Reply({ game, state, announce }) {
	const { passage, draft, errors, sending, online } = state;
	const busy = sending !== null;
	const onSubmit = (event) => {
		event.preventDefault();
		void game.answer();
	};
	return html`<section class="card composer reply" aria-label="Your answer" aria-busy=${busy ? 'true' : 'false'}>
		<form novalidate onSubmit=${onSubmit}>
			<${AnswerStep}
				number=${null}
				title="Your answer"
				passage=${passage}
				answer=${draft.answer}
				error=${errors.answer}
				busy=${busy}
				onMark=${(span) => game.mark(span)}
				announce=${announce}
			/>
			<${AskButton} sending=${sending} words=${['Answer', 'Sending']} />
			<div class="row">
				<${Button} kind="button-plain" busy=${busy} onPress=${() => void game.answer({ none: true })}>
					There is no answer
				</${Button}>
			</div>
			<${UnderWay} ...${{ game, sending, online }} slow=${() => 'This takes longer than usual …'} />
		</form>
	</section>`;
}

function Table({ game, state, announce }) {
	const { session, passage, draft, errors, sending, feedback } = state;
	const marks = useMemo(() => {
		const right = (feedback?.answers ?? []).map(({ text, start }) =>
			fromAnswer(passage.text, { text, start, end: start + [...text].length }),
		);
		return feedback && { human: fromAnswer(passage.text, feedback.answer), model: right.find(Boolean) ?? null, other: RIGHT };
	}, [feedback, passage]);
	return html`<div class="board board-ask" data-start="ask-title">
		<div class="reading">
			<${Ask} session=${session} />
			<${Passage}
				key=${session.passage.id}
				id="passage"
				title=${session.passage.title}
				passage=${passage}
				answer=${draft.answer}
				marks=${marks}
				error=${errors.answer}
				locked=${sending !== null || marks !== null}
				onMark=${(span) => game.mark(span)}
				onLeave=${() => void game.answer()}
				leaveText="Answer"
				announce=${announce}
			/>
		</div>
		<div class="side">
			${
				feedback
					? html`<${Feedback} game=${game} state=${state} />`
					: html`<${Reply} key=${session.assignment} ...${{ game, state, announce }} />`
			}
		</div>
	</div>`;
}

// Keys that work wherever the focus is; all have a modifier.
function useShortcuts(game) {
	useEffect(() => {
		const onKeyDown = (event) => {
			const command = event.ctrlKey || event.metaKey;
			const none = event.altKey && !command && event.code === 'KeyN';
			if (game.state.phase !== 'play' || event.isComposing || !(none || (command && event.key === 'Enter'))) return;
			event.preventDefault();
			event.stopPropagation();
			if (none) void game.answer({ none: true });
			else game.next();
		};
		document.addEventListener('keydown', onKeyDown, true);
		return () => document.removeEventListener('keydown', onKeyDown, true);
	}, []);
}

export function ExpertPage({ game, state, memory, announce }) {
	useShortcuts(game);
	return html`<${Bar} state=${state} />
		<main class="main">
			<h1 class="sr">${TASKS.expert.heading}</h1>
			<${Notices} game=${game} state=${state} />
			<${Help} state=${state} memory=${memory} />
			<${Table} game=${game} state=${state} announce=${announce} />
		</main>`;
}

export function ExpertDone({ session }) {
	const { answered, practice } = session;
	return html`<${Message} title="All done. Thank you!" icon=${Trophy}>
		<p>
			You have answered ${answered} question${answered === 1 ? '' : 's'}${
				practice.answered ? `, after ${practice.answered} in practice` : ''
			}. There is nothing left for you here.
		</p>
	</${Message}>`;
}
