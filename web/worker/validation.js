// Validating: a passage, and questions of other people to answer from it. See visit.js for what it shares with the game.
//
// Invariants
// - `picks` holds what the worker has marked or said for each question; the server holds the same as a vote, a moment
//   later. `saved` remembers what the server has, so what differs is what is still to be sent.
// - Votes are sent one at a time, in the background, and again until they arrive. Sending one twice is harmless. What
//   has not arrived is kept on this machine, too.
// - A question that is closed (it has its votes, or was taken out) asks for nothing any more, and stays closed.
import { countedWords } from './overlap.js';
import { fromAnswer, toAnswer } from '../shared/points.js';
import { Visit } from './visit.js';

const SAVE_MARK_MS = 700; // a mark is often moved a little at once
const SAVE_WORDS_MS = 1200;
export const MAX_COMMENT = 1000; // characters (code points), the server's limit

const NOTHING = { answer: null, none: false, reason: null, comment: '' };

const FIRST = {
	questions: [], // as the server has them: {id, question, closed, vote}
	picks: {}, // by the question's id: {answer, none, reason, comment}; answer is a span of the passage
	saved: {}, // by id: the pick as the server has it, see keyOf()
	faults: {}, // by id: why the server did not take it
	at: 0, // the question in focus
	saving: null, // {since, tries, until}: votes are being sent
};

const WORDS = {
	paused: 'The researchers have paused this project. You can still answer these questions and hand them in.',
	pausedLesson: 'The researchers have paused this project. What you have begun can be finished.',
	elsewhere: 'The time for your earlier questions was up, so here are others.',
	qualified: 'You need no more exercises. Here are your questions.',
};
const CLOSED = (number) => `Question ${number} is no longer needed.`;
const ALL_DONE = 'All questions are answered. You can hand in.';

// --- picks, pure

const hasComment = (pick) => pick.comment.trim() !== '';

// What is missing from a pick, as a sentence; null if it is a whole vote.
export function missing(pick, text) {
	if (!pick.none) {
		if (!pick.answer) return 'Highlight the answer in the passage, or say that there is none.';
		const counted = countedWords(text.slice(pick.answer.start, pick.answer.end));
		return counted.length ? null : 'This holds no word that counts: articles and punctuation alone are no answer.';
	}
	if (!pick.reason) return 'Say why it has no answer.';
	if (pick.reason === 'other' && !hasComment(pick)) return 'Explain it in a few words.';
	if ([...pick.comment.trim()].length > MAX_COMMENT) return `At most ${MAX_COMMENT} characters, please.`;
	return null;
}

// The body of the request, without the question's id.
export function voteOf(pick, text) {
	if (!pick.none) return { answer: toAnswer(text, pick.answer) };
	return { reason: pick.reason, comment: pick.comment.trim() };
}

export const keyOf = (pick, text) => JSON.stringify(voteOf(pick, text));

// A stored vote as a pick.
export function pickOf(vote, text) {
	if (!vote) return NOTHING;
	if (vote.reason) return { ...NOTHING, none: true, reason: vote.reason, comment: vote.comment ?? '' };
	return { ...NOTHING, answer: fromAnswer(text, vote.answer) };
}

export class Validation extends Visit {
	/** @param {import('./visit.js').Parts} parts */
	constructor(parts) {
		super(parts, { first: FIRST, words: WORDS, resync: ['no-question', 'answers-missing'] });
		this.pushing = null; // the promise of the sending under way
		this.touched = new Set(); // ids of what was changed here since the server had it
	}

	// --- looking

	get question() {
		return this.state.questions[this.state.at] ?? null;
	}

	pick(id) {
		return this.state.picks[id] ?? NOTHING;
	}

	// 'closed', 'none' (said to have no answer), 'answered' or 'open'.
	statusOf({ id, closed }) {
		if (closed) return 'closed';
		const pick = this.pick(id);
		if (missing(pick, this.state.passage.text)) return 'open';
		return pick.none ? 'none' : 'answered';
	}

	// {done, total} of the questions that are still asked.
	count() {
		const asked = this.state.questions.filter((q) => !q.closed);
		return { done: asked.filter((q) => this.statusOf(q) !== 'open').length, total: asked.length };
	}

	get isComplete() {
		const { done, total } = this.count();
		return done === total;
	}

	// Whole, not closed, and not what the server has.
	isDirty({ id, closed }) {
		const { passage, saved, faults } = this.state;
		const pick = this.pick(id);
		if (closed || missing(pick, passage.text)) return false;
		const key = keyOf(pick, passage.text);
		return key !== saved[id] && faults[id]?.key !== key;
	}

	get dirty() {
		return this.state.questions.filter((q) => this.isDirty(q));
	}

	// --- the session

	enter(session) {
		this.touched.clear();
		super.enter(session);
	}

	facts(session) {
		const questions = session.questions ?? [];
		const text = session.passage?.text ?? '';
		const picks = {};
		const saved = {};
		for (const { id, vote } of questions) {
			picks[id] = pickOf(vote, text);
			if (vote && !missing(picks[id], text)) saved[id] = keyOf(picks[id], text);
		}
		return { questions, picks, saved, faults: {} };
	}

	// What was changed here stays; everything else is as the server says.
	merged(session) {
		const facts = this.facts(session);
		const picks = { ...facts.picks };
		for (const id of this.touched) if (id in picks) picks[id] = this.pick(id);
		const news = facts.questions.findIndex(
			(q) => q.closed && this.state.questions.some((p) => p.id === q.id && !p.closed),
		);
		return { ...facts, picks, faults: this.state.faults, ...(news >= 0 ? this.saying(CLOSED(news + 1)) : {}) };
	}

	// With what this machine remembers and the server does not have.
	restore() {
		const { session, passage, questions } = this.state;
		const kept = this.memory.load(session.project?.name, session.assignment)?.votes ?? {};
		const picks = { ...this.state.picks };
		for (const { id, closed } of questions) {
			if (closed || !kept[id]) continue;
			const pick = { ...NOTHING, ...kept[id], answer: fromAnswer(passage.text, kept[id].answer) };
			if (!pick.answer && !pick.none) continue;
			picks[id] = pick;
			this.touched.add(id);
		}
		this.set({ picks });
		const first = this.nextOpen(-1);
		this.set({ at: Math.max(0, first) });
		void this.push();
	}

	afterExercises() {
		void this.start('ask-title');
	}

	// Another tab of the same worker.
	heard({ assignment, exercises, question, vote }) {
		const { phase, session, passage, picks, saved } = this.state;
		if (!this.isWorking || assignment !== session.assignment) return;
		if (exercises && phase === 'exercises') return this.onboarding.catchUp(exercises);
		const known = this.state.questions.find((q) => q.id === question);
		if (!known || this.touched.has(question)) return;
		const pick = pickOf(vote, passage.text);
		this.set({
			picks: { ...picks, [question]: pick },
			saved: { ...saved, [question]: keyOf(pick, passage.text) },
		});
	}

	// --- moving about

	// The first question after `from` that still needs an answer, going round; -1 if there is none.
	nextOpen(from) {
		const { questions } = this.state;
		for (let i = 1; i <= questions.length; i++) {
			const at = (from + i + questions.length) % questions.length;
			if (this.statusOf(questions[at]) === 'open') return at;
		}
		return -1;
	}

	go(at) {
		const { questions, finishing } = this.state;
		if (finishing || !questions[at]) return;
		this.set({ at, errors: {}, ...this.focusOn('ask-title') });
		void this.push();
	}

	step(by) {
		this.go(this.state.at + by);
	}

	// On to what is left; all being answered, to the way out.
	next() {
		const { question } = this;
		if (!question) return;
		const wrong = !question.closed && missing(this.pick(question.id), this.state.passage.text);
		if (wrong) return this.complain(wrong);
		const at = this.nextOpen(this.state.at);
		if (at >= 0) return this.go(at);
		void this.push();
		this.set({ ...this.focusOn('hand-in'), ...this.saying(ALL_DONE) });
	}

	// Past this one for now: whatever is missing here is missing still.
	skip() {
		const at = this.nextOpen(this.state.at);
		this.go(at >= 0 && at !== this.state.at ? at : (this.state.at + 1) % this.state.questions.length);
	}

	complain(text) {
		const pick = this.pick(this.question.id);
		const target = !pick.none ? 'passage' : pick.reason ? 'comment' : 'reasons';
		const field = pick.none ? 'reason' : 'answer';
		this.set({ errors: { [field]: text }, ...this.focusOn(target), ...this.saying(text) });
	}

	// --- answering

	mark(answer) {
		if (this.state.lesson) return super.mark(answer);
		this.change({ answer, none: false }, SAVE_MARK_MS);
	}

	// "It has no answer", or back to having one.
	deny(none) {
		this.change({ none }, 0);
		if (none) this.set(this.focusOn('reasons'));
	}

	because(reason) {
		this.change({ none: true, reason }, 0);
	}

	comment(comment) {
		this.change({ comment }, SAVE_WORDS_MS);
	}

	change(change, after) {
		const { phase, finishing, picks } = this.state;
		const { question } = this;
		if (phase !== 'play' || finishing || !question || question.closed) return;
		this.touched.add(question.id);
		this.set({ picks: { ...picks, [question.id]: { ...this.pick(question.id), ...change } }, errors: {} });
		this.save();
		clearTimeout(this.pushTimer);
		this.pushTimer = setTimeout(() => void this.push(), after);
	}

	// --- saving

	// On this machine: what the server does not have yet.
	save(pending) {
		if (this.state.lesson) return super.save(pending);
		const { phase, session, passage, questions } = this.state;
		if (phase !== 'play') return;
		const votes = {};
		for (const { id } of questions.filter((q) => !q.closed && this.touched.has(q.id))) {
			const pick = this.pick(id);
			if (pick.answer || pick.none)
				votes[id] = { ...pick, answer: pick.answer && toAnswer(passage.text, pick.answer) };
		}
		if (Object.keys(votes).length) this.memory.save(session.project?.name, this.place(), { votes });
		else this.forget();
	}

	// The page goes out of sight: what is here goes out at once.
	leave() {
		this.save();
		void this.push();
	}

	// Sends all that is to be sent; true when nothing is left. One at a time, whoever asks.
	async push() {
		clearTimeout(this.pushTimer);
		while (this.pushing) await this.pushing;
		if (this.state.phase !== 'play' || this.state.moved || !this.dirty.length) return this.dirty.length === 0;
		this.pushing = this.sendAll();
		try {
			return await this.pushing;
		} finally {
			this.pushing = null;
			this.set({ saving: null });
		}
	}

	async sendAll() {
		while (this.dirty.length) if (!(await this.send(this.dirty[0].id))) return false;
		return true;
	}

	// False: no more may be sent for now.
	async send(id) {
		const { run } = this;
		const { assignment } = this.state.session;
		let vote = null;
		for (let renewed = false; ; renewed = true) {
			try {
				const result = await this.insist('saving', () => {
					const { passage, session } = this.state;
					const pick = this.pick(id);
					if (!missing(pick, passage.text)) vote = voteOf(pick, passage.text); // it may have changed meanwhile
					return this.api.vote(session.token, { question: id, ...vote });
				});
				if (this.run !== run || this.state.session.assignment !== assignment) return false;
				this.stored(id, JSON.stringify(vote), result);
				return true;
			} catch (problem) {
				if (this.run !== run || this.state.session.assignment !== assignment) return false;
				if (!problem.tokenIsOver || renewed) return this.notTaken(id, JSON.stringify(vote), problem);
				if (!(await this.renew('saving'))) return false;
			}
		}
	}

	stored(id, key, { vote, total }) {
		const { saved, session } = this.state;
		this.set({ saved: { ...saved, [id]: key } });
		if (this.isSaved(id)) this.touched.delete(id);
		this.save();
		this.tell({ assignment: session.assignment, question: id, vote });
		if (this.stale || total !== this.count().total) void this.resync(); // one was closed meanwhile
	}

	// True if the others may still be sent.
	notTaken(id, key, problem) {
		const { questions, faults } = this.state;
		if (problem.slug === 'question-closed') {
			const number = questions.findIndex((q) => q.id === id) + 1;
			this.set({
				questions: questions.map((q) => (q.id === id ? { ...q, closed: true } : q)),
				...this.saying(CLOSED(number)),
			});
			this.save();
			void this.resync(); // perhaps it is not the only one
			return true;
		}
		if (problem.status === 413 || problem.status === 422) {
			const text = problem.detail || 'The server did not take this answer.';
			this.set({ faults: { ...faults, [id]: { key, text } }, ...this.saying(text) });
			return true;
		}
		this.refused(problem);
		return false;
	}

	// --- the end

	get mayFinish() {
		return super.mayFinish || (this.state.phase === 'play' && this.isComplete);
	}

	// Pressed too early, the button says what is missing.
	wishToFinish() {
		if (this.state.finishing) return;
		if (this.mayFinish) return void this.finish();
		const { done, total } = this.count();
		const left = total - done;
		const text = left === 1 ? 'One question is still open.' : `${left} questions are still open.`;
		this.go(this.nextOpen(this.state.at));
		this.set(this.saying(text));
	}

	async settle() {
		if (this.state.phase !== 'play') return true;
		while (this.dirty.length) {
			if (!(await this.push())) {
				this.set({ finishing: null });
				return false;
			}
		}
		const bad = this.state.questions.findIndex((q) => !q.closed && this.state.faults[q.id] && !this.isSaved(q.id));
		if (bad < 0) return true;
		this.set({ finishing: null });
		this.go(bad);
		return false;
	}

	// The server has what is shown here.
	isSaved(id) {
		const { text } = this.state.passage;
		const pick = this.pick(id);
		return !missing(pick, text) && this.state.saved[id] === keyOf(pick, text);
	}
}
