// The onboarding's exercises: the steps that change the game's state while its phase is "exercises".
//
// Invariants
// - The server says what is done; an exercise that is done stays done. `done` only ever grows.
// - While an exercise is open, the game's passage, draft, errors and sending are those of the exercise; its draft is
//   kept under a key of its own, so the one of the real game is never touched.
// - Sending the same exercise twice is harmless, so a failure is simply tried again.
import { countedWords } from './overlap.js';
import { MAX_QUESTION, length, tidy } from './checks.js';
import { fromAnswer, toAnswer } from '../shared/points.js';
import { readText } from './spans.js';

const EMPTY = { question: '', answer: null };
const ELSEWHERE = 'You did the exercise in another window, so here is what comes next.';

export const asksQuestion = (exercise) => exercise.kind !== 'highlight';
export const asksAnswer = (exercise) => exercise.kind !== 'write';

// How many are done from the first one on.
export function doneOf({ exercises, answers }) {
	const done = new Set(answers.filter((a) => a.done).map((a) => a.number));
	let n = 0;
	while (n < exercises.length && done.has(exercises[n].number)) n++;
	return n;
}

// {question?, answer?}: what is missing, before anything is sent.
export function missing(exercise, question, answerText) {
	const errors = {};
	const asked = tidy(question);
	if (asksAnswer(exercise) && !answerText) errors.answer = 'Highlight the answer in the passage first.';
	if (asksQuestion(exercise) && !countedWords(asked).length) errors.question = 'Write a question for the answer.';
	else if (asksQuestion(exercise) && length(asked) > MAX_QUESTION)
		errors.question = `This is too long: at most ${MAX_QUESTION} characters, please.`;
	return errors;
}

export class Onboarding {
	constructor(game) {
		this.game = game;
	}

	get lesson() {
		return this.game.state.lesson;
	}

	get exercise() {
		return this.game.state.session.onboarding.exercises[this.lesson.index];
	}

	set(patch) {
		this.game.set({ lesson: { ...this.lesson, ...patch } });
	}

	// A session of the kind "onboarding" was opened; false if all exercises are done and the game is on.
	enter(session) {
		const { exercises, answers } = session.onboarding;
		const done = doneOf(session.onboarding);
		if (done >= exercises.length) return false;
		this.game.set({ phase: 'exercises', lesson: { index: done, done, total: exercises.length } });
		this.open(done);
		const begun = answers.length > 0 || this.game.state.draft.question !== '';
		this.set({ intro: !begun });
		if (session.paused) this.game.set({ notice: { kind: 'warn', text: this.game.words.pausedLesson } });
		return true;
	}

	open(index) {
		const { game } = this;
		const { session } = game.state;
		const exercise = session.onboarding.exercises[index];
		const passage = readText(exercise.passage.text);
		this.set({ index, result: null, intro: false });
		const sent = session.onboarding.answers.find((a) => a.number === exercise.number);
		const kept = game.memory.load(session.project?.name, this.place());
		const last = kept ?? (sent && !sent.done ? sent : EMPTY);
		const given = fromAnswer(passage.text, asksAnswer(exercise) ? last.answer : exercise.answer);
		const draft = { question: asksQuestion(exercise) ? String(last.question ?? '') : '', answer: given };
		game.set({ passage, draft, errors: {}, sending: null, shown: null });
	}

	// The key of the exercise's draft.
	place() {
		return `${this.game.state.session.assignment}.${this.lesson.index + 1}`;
	}

	begin() {
		this.set({ intro: false });
		this.game.set(this.game.focusOn('lesson-title'));
	}

	// On to the first exercise that is not done, or to the game.
	next() {
		const { game, lesson } = this;
		if (lesson.done < lesson.total) {
			this.open(lesson.done);
			return game.set(game.focusOn('lesson-title'));
		}
		game.afterExercises();
	}

	body() {
		const { draft, passage } = this.game.state;
		const { exercise } = this;
		const body = { number: exercise.number };
		if (asksQuestion(exercise)) body.question = tidy(draft.question);
		if (asksAnswer(exercise)) body.answer = toAnswer(passage.text, draft.answer);
		return body;
	}

	async check() {
		const { game, lesson } = this;
		const { phase, sending, draft, passage } = game.state;
		if (phase !== 'exercises' || sending || lesson.intro || lesson.result?.done) return;
		const text = draft.answer && passage.text.slice(draft.answer.start, draft.answer.end);
		const errors = missing(this.exercise, draft.question, text);
		const wrong = errors.answer ? 'passage' : errors.question ? 'question' : null;
		if (wrong) {
			const said = [errors.answer, errors.question].filter(Boolean).join(' ');
			return game.set({ errors, ...game.focusOn(wrong), ...game.saying(said) });
		}
		game.set({ sending: game.starting(), errors: {}, notice: null });
		game.save();
		await this.send(this.body());
	}

	async send(body) {
		const { game } = this;
		const { run } = game;
		const { index } = this.lesson;
		for (let renewed = false; ; renewed = true) {
			try {
				const result = await game.insist('sending', () => game.api.exercise(game.state.session.token, body));
				if (game.run === run) this.judged(index, result);
				return;
			} catch (problem) {
				if (game.run !== run) return;
				if (!problem.tokenIsOver || renewed) return game.refused(problem);
				if (!(await game.renew('sending', null))) return;
			}
		}
	}

	judged(index, result) {
		const { game } = this;
		const { session } = game.state;
		game.set({ sending: null });
		this.learn(result.done_count);
		if (result.done) {
			game.memory.clear(session.project?.name, this.place());
			game.tell({ assignment: session.assignment, exercises: result.done_count });
		} else {
			game.save();
		}
		this.set({ index, result });
		game.set({ ...game.focusOn('lesson-result'), ...game.saying(result.feedback) });
	}

	learn(done) {
		this.set({ done: Math.max(this.lesson.done, done) });
	}

	// Fresh facts from the server, or from another window: what is open here may be done already.
	take(session) {
		this.catchUp(doneOf(session.onboarding));
	}

	catchUp(done) {
		const { lesson, game } = this;
		this.learn(done);
		if (lesson.index >= done || lesson.result?.done) return;
		game.set({ sending: null });
		game.run++;
		this.next();
		game.set({ notice: { kind: 'info', text: ELSEWHERE } });
	}
}
