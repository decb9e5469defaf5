// The onboarding on the screen: what awaits a new worker, then one exercise after the other.
import { Button } from './button.js';
import { hintOf } from './checks.js';
import { AnswerStep, AskButton, QuestionStep, UnderWay } from './composer.js';
import { html } from '../shared/html.js';
import { Check, Trophy } from '../shared/icons.js';
import { Notices } from './notices.js';
import { asksAnswer, asksQuestion } from './onboarding.js';
import { Passage } from './passage.js';
import { percent } from './overlap.js';
import { Pay, Time, useSecond } from './progress.js';
import { Meter } from './result.js';
import { Moved } from './states.js';
import { Steps } from './steps.js';
import { taskOf } from './tasks.js';
import { Languages, Terms } from './terms.js';

const focusOn = (id) => document.getElementById(id)?.focus();

function Bar({ game, state }) {
	useSecond();
	const { session, lesson } = state;
	return html`<div class="progress" role="region" aria-label="Progress">
		<${Steps} done=${lesson.done} current=${Math.min(lesson.index, lesson.total)} total=${lesson.total + 1} />
		<div class="facts">
			<${Time} game=${game} />
			<${Pay} session=${session} elapsed=${game.elapsedMs()} />
		</div>
	</div>`;
}

const KINDS = {
	write: ['Write', 'a question for an answer that is marked'],
	highlight: ['Highlight', 'the answer of a question that is given'],
	pair: ['Find', 'an answer of your own, and write its question'],
};

// Exercises of one kind that follow each other are one line: "2 ×".
function groups(exercises) {
	const lines = [];
	for (const { kind } of exercises) {
		const last = lines[lines.length - 1];
		if (last?.kind === kind) last.count++;
		else lines.push({ kind, count: 1 });
	}
	return lines;
}

function Intro({ game, state }) {
	const { session } = state;
	const { exercises } = session.onboarding;
	const words = taskOf(game);
	const line = ({ kind, count }) => {
		const [verb, rest] = KINDS[kind];
		return html`<li>
			<strong>${verb}</strong> ${rest} ${count > 1 ? html`<span class="quiet">(${count} times)</span>` : null}
		</li>`;
	};
	return html`<section class="card message lesson-intro" aria-labelledby="end">
		<p class="message-icon"><${Trophy} size="40" /></p>
		<h2 id="end" tabindex="-1">First, a short onboarding</h2>
		${session.why ? html`<${Again} why=${session.why} />` : null}
		<p>${words.intro}</p>
		<ol class="how-steps lesson-plan">
			${groups(exercises).map(line)}
			<li><strong>${words.introLast[0]}</strong> ${words.introLast[1]}</li>
		</ol>
		<p class="quiet">
			You are told at once how each exercise went, and may try as often as you like. What you have done is kept:
			you can leave and go on later. ${words.introEnd}
		</p>
		<${Languages} game=${game} session=${session} />
		<${Terms} session=${session} />
		<div class="row row-middle">
			<${Button} kind="button-main" onPress=${() => game.onboarding.begin()}>
				Start with exercise 1
			</${Button}>
		</div>
	</section>`;
}

function Again({ why }) {
	return html`<div class="why lesson-again">
		<p>Your last try was not passed yet. You have another one. A researcher wrote:</p>
		<blockquote dir="auto">${why}</blockquote>
	</div>`;
}

function Head({ exercise, lesson }) {
	const given = html`<p class="given">
		<span class="given-name">The question</span> <q dir="auto">${exercise.question}</q>
	</p>`;
	return html`<section class="card lesson-head" aria-labelledby="lesson-title">
		<p class="card-title">Exercise ${lesson.index + 1} of ${lesson.total}</p>
		<h2 id="lesson-title" class="lesson-title" tabindex="-1" dir="auto">${exercise.title}</h2>
		<p dir="auto">${exercise.instruction}</p>
		${exercise.kind === 'highlight' ? given : null}
	</section>`;
}

// How near a highlighted answer came, and that more than half is asked for.
function Near({ f1 }) {
	if (!f1) return null;
	return html`<div class="why"><${Meter} value=${100 * f1.value} limit=${50} meaning="right" /></div>`;
}

function Refused({ result }) {
	return html`<div class="feedback" id="lesson-result" tabindex="-1">
		<p class="feedback-title"><strong>Not quite yet</strong></p>
		<p class="lines" dir="auto">${result.feedback}</p>
		<${Near} f1=${result.f1?.shared ? result.f1 : null} />
	</div>`;
}

const checking = (seconds) => `Still checking (${seconds} s) …`;

function Form({ game, state, exercise, announce }) {
	const { draft, errors, sending, passage, online, lesson } = state;
	const busy = sending !== null;
	const check = () => void game.onboarding.check();
	const answerText = draft.answer ? passage.text.slice(draft.answer.start, draft.answer.end) : '';
	const both = exercise.kind === 'pair';
	const onSubmit = (event) => {
		event.preventDefault();
		check();
	};
	const given = html`<div class="step">
		<h3 class="step-title">The answer</h3>
		<div class="answer" id="answer" dir="auto"><q>${answerText}</q></div>
	</div>`;
	const answer = html`<${AnswerStep}
		number=${both ? 1 : null}
		title=${both ? 'Highlight an answer' : 'Highlight the answer'}
		passage=${passage}
		answer=${draft.answer}
		error=${errors.answer}
		busy=${busy}
		onMark=${(span) => game.mark(span)}
		announce=${announce}
	/>`;
	const question = html`<${QuestionStep}
		number=${both ? 2 : null}
		question=${draft.question}
		error=${errors.question}
		hint=${hintOf(draft.question, answerText)}
		busy=${busy}
		onWrite=${(text) => game.write(text)}
		onAsk=${check}
	/>`;
	return html`<section class="card composer" aria-label="Your answer" aria-busy=${busy ? 'true' : 'false'}>
		${lesson.result && !busy ? html`<${Refused} result=${lesson.result} />` : null}
		<form novalidate onSubmit=${onSubmit}>
			${asksAnswer(exercise) ? answer : given} ${asksQuestion(exercise) ? question : null}
			<${AskButton} sending=${sending} words=${['Check', 'Checking']} keys=${asksQuestion(exercise)} />
			<${UnderWay} ...${{ game, sending, online }} slow=${checking} />
		</form>
	</section>`;
}

function Passed({ game, state, exercise }) {
	const { draft, passage, lesson } = state;
	const { result } = lesson;
	const last = lesson.done >= lesson.total;
	const close = result.f1 && result.f1.value < 1;
	const answer = passage.text.slice(draft.answer.start, draft.answer.end);
	const overlap = close && `Word overlap: ${percent(100 * result.f1.value)}; more than ${percent(50)} is right.`;
	return html`<section class="card result result-human" aria-labelledby="lesson-result">
		<h2 id="lesson-result" class="result-title" tabindex="-1">
			<span class="result-icon"><${Check} size="30" /></span>${close ? 'Well found' : 'Well done'}
		</h2>
		${asksQuestion(exercise) ? html`<p class="asked" dir="auto">${draft.question}</p>` : null}
		<p class="answer lesson-answer" dir="auto"><q>${answer}</q></p>
		<p class="lines" dir="auto">${result.feedback}</p>
		${close ? html`<p class="quiet">${overlap}</p>` : null}
		<div class="row">
			<${Button} kind="button-main" onPress=${() => game.onboarding.next()}>
				${last ? taskOf(game).onward : 'Next exercise'}
			</${Button}>
		</div>
	</section>`;
}

function Exercise({ game, state, announce }) {
	const { session, passage, draft, errors, sending, lesson } = state;
	const exercise = session.onboarding.exercises[lesson.index];
	const done = lesson.result?.done;
	const leave = () => focusOn(asksQuestion(exercise) ? 'question' : 'send');
	return html`<${Head} exercise=${exercise} lesson=${lesson} />
		<div class="board">
			<${Passage}
				key=${exercise.number}
				id="passage"
				title=${exercise.passage.title}
				passage=${passage}
				answer=${draft.answer}
				error=${errors.answer}
				locked=${!asksAnswer(exercise) || sending !== null || done}
				onMark=${(span) => game.mark(span)}
				onLeave=${leave}
				leaveText=${asksQuestion(exercise) ? undefined : 'Go on'}
				announce=${announce}
			/>
			<div class="side">
				${
					done
						? html`<${Passed} game=${game} state=${state} exercise=${exercise} />`
						: html`<${Form} key=${exercise.number} ...${{ game, state, exercise, announce }} />`
				}
			</div>
		</div>`;
}

export function OnboardingPage({ game, state, announce }) {
	const { lesson } = state;
	const page = lesson.intro
		? html`<${Intro} game=${game} state=${state} />`
		: html`<${Exercise} game=${game} state=${state} announce=${announce} />`;
	return html`<${Bar} game=${game} state=${state} />
		<main class="main">
			<h1 class="sr">${taskOf(game).lessonHeading}</h1>
			<${Notices} game=${game} state=${state} />
			${state.moved ? html`<${Moved} game=${game} onTakeOver=${() => game.takeOver()} />` : page}
		</main>`;
}
