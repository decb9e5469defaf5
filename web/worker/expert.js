// Experts: questions of datasets, answered one after the other; in practice with feedback after each. See visit.js for
// what it shares with other tasks. The invitation is the token of every call, nothing is leased, and an answer is final:
// the first that arrives stands, so sending it again is harmless.
import { fromAnswer, toAnswer } from '../shared/points.js';
import { missing } from './validation.js';
import { EMPTY, Visit } from './visit.js';

const FIRST = {
	feedback: null, // of the question of the practice that was just answered: {item, answer, answers, exact, f1}
	next: null, // the session that comes after it
};

const WORDS = {
	elsewhere: 'You have answered that question elsewhere. Here is the next one.',
};

const NO_ANSWER = { answer: null };
const ONWARDS = 'That was the practice. From now on you are not told how you did.';

export class Expert extends Visit {
	/** @param {import('./visit.js').Parts} parts */
	constructor({ api, address, ...rest }) {
		const own = { ...api, openSession: () => api.expert(address) };
		super({ ...rest, api: /** @type {any} */ (own), address }, { first: FIRST, words: WORDS, resync: ['no-question'] });
	}

	facts() {
		return { feedback: null, next: null };
	}

	// Another question, as always after an answer, is nothing to wonder at.
	enter(session) {
		const practised = this.state.session?.kind === 'practice' && session.kind === 'test';
		super.enter(session);
		if (practised) this.set({ notice: { kind: 'info', text: ONWARDS } });
	}

	enterDone(_session, common) {
		this.set({ ...common, phase: 'answered', ...this.focusOn('end') });
	}

	restore() {
		const { session, passage } = this.state;
		const kept = this.memory.load(session.project.name, session.assignment);
		this.set({ draft: kept ? { ...EMPTY, answer: fromAnswer(passage.text, kept.answer) } : EMPTY });
	}

	// Sends what is marked, or that there is no answer.
	async answer({ none = false } = {}) {
		const { session, passage, draft, sending, feedback, phase } = this.state;
		if (phase !== 'play' || sending || feedback) return;
		const wrong = none ? null : missing({ ...NO_ANSWER, ...draft, none: false }, passage.text);
		if (wrong) return this.set({ errors: { answer: wrong }, ...this.focusOn('passage'), ...this.saying(wrong) });
		const body = { item: session.assignment, answer: none ? null : toAnswer(passage.text, draft.answer) };
		this.save();
		this.set({ sending: this.starting(), errors: {}, notice: null });
		try {
			const told = await this.insist('sending', () => this.api.expertAnswer(this.address, body));
			this.forget();
			this.set({ sending: null });
			if (told.feedback) this.set({ feedback: told.feedback, next: told.next, ...this.focusOn('feedback') });
			else this.show(told.next);
		} catch (problem) {
			this.refused(problem);
		}
	}

	// On from the feedback, or to the next question at once.
	show(session) {
		this.set({ draft: EMPTY, feedback: null, next: null });
		this.enter(session);
		if (this.state.phase === 'play') this.set(this.focusOn('ask-title'));
	}

	next() {
		if (this.state.feedback) this.show(this.state.next);
		else void this.answer();
	}

	edit(change, field) {
		if (!this.state.feedback) super.edit(change, field);
	}
}
