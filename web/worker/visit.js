// A worker's visit to a task, whichever it is: one object that holds all state of the page and every step that
// changes it; the views only show it. Here is what all tasks go through: opening the session, an onboarding's
// exercises, what is being written, the lease, another window, a network that comes and goes, and handing in. The
// game (game.js) and the validation (validation.js) add what they are about.
//
// Invariants
// - The server's word is the truth; what the page shows beyond it is a draft.
// - A token or lease that is over is renewed once per step, by opening the session again; drafts stay.
import { Problem } from '../shared/problem.js';
import { inWords } from './clock.js';
import { newId } from './ids.js';
import { asksQuestion, Onboarding } from './onboarding.js';
import { createPatience, delayAfter } from './patience.js';
import { toAnswer } from '../shared/points.js';
import { readText } from './spans.js';

const SAVE_AFTER_MS = 250;
const LOOK_EVERY_MS = 3000; // at a lease that is over while the server cannot be reached
export const EMPTY = { question: '', answer: null };

const FIRST = {
	phase: 'loading', // loading, name, failed, done, preview, consent, exercises, play, ended, passed, submitted
	session: null,
	passage: null, // spans.js readText() of the session's passage
	lesson: null, // the exercise that is open, see onboarding.js: {index, done, total, intro, result}
	draft: EMPTY,
	errors: {}, // next to the fields: {question, answer}
	notice: null, // {kind: info|warn|error, text}
	sending: null, // {since, tries, until, slug}: a question is under way; until is set while waiting to try again, slug by why
	finishing: null, // the same for the hand-in
	opening: null, // the same for the session
	moved: false, // the assignment goes on in another window
	online: true,
	receipt: null, // the server's answer to the hand-in, with `auto`: send it on without asking
	problem: null,
	skew: 0, // server's clock minus ours, ms
	focus: { target: '', n: 0 }, // id of the element that is to have the focus
	say: { text: '', n: 0 },
};

// What the server knows better than this page.
const RESYNC = ['already-submitted', 'task-ended', 'exercise-order', 'wrong-task'];

const AWAY = 'The server cannot be reached. It is tried again by itself; nothing is lost.';

// Nothing is done before the worker agrees.
const asksConsent = (session) => session.terms?.agreed === false;

// Who comes with nothing but a name adds a secret of this browser, so that two people of one name are two workers.
function signed(address, memory) {
	if (address.platform !== 'direct' || !address.params?.worker || address.params.invite) return address;
	const browser = memory.preference('browser') || newId();
	memory.prefer('browser', browser);
	return { ...address, params: { ...address.params, browser } };
}

/** What a visit is made of; tests put their own in.
 * @typedef {{
 *   api: ReturnType<typeof import('./api.js').createApi>,
 *   address: any,
 *   memory: ReturnType<typeof import('./draft.js').createMemory>,
 *   now?: () => number,
 *   tell?: (what: object) => void,
 * }} Parts */

export class Visit {
	// `first` is what a task adds to the state, `words` its sentences: {paused, pausedLesson, elsewhere, qualified}.
	/** @param {Parts} parts
	 * @param {{ first: object, words: Record<string, string>, resync?: string[] }} task */
	constructor({ api, address, memory, now = () => Date.now(), tell = () => {} }, { first, words, resync = [] }) {
		this.api = api;
		this.address = { language: memory.preference('language') ?? globalThis.navigator?.language ?? 'en', ...signed(address, memory) };
		this.memory = memory;
		this.now = now;
		this.tell = tell;
		this.words = words;
		this.resyncOn = [...RESYNC, ...resync];
		/** @type {any} */
		this.first = { ...FIRST, ...first };
		this.state = this.first;
		this.listeners = new Set();
		this.onboarding = new Onboarding(this);
		this.patience = createPatience();
		this.run = 0; // grows when the step under way is given up
		this.stale = false; // the server may know what we do not
		this.renewedFor = null; // the end of the lease that has been dealt with
		this.lookAgainAt = 0;
	}

	subscribe(listener) {
		this.listeners.add(listener);
		return () => this.listeners.delete(listener);
	}

	set(patch) {
		this.state = { ...this.state, ...patch };
		for (const listener of this.listeners) listener(this.state);
	}

	focusOn(target) {
		return { focus: { target, n: this.state.focus.n + 1 } };
	}

	saying(text) {
		return { say: { text, n: this.state.say.n + 1 } };
	}

	// The instructions in another language, from now on.
	speak(language) {
		this.memory.prefer('language', language);
		this.address = { ...this.address, language };
		return this.state.phase === 'consent' ? this.start('end') : this.resync();
	}

	// --- what a task says for itself

	// What a session that was just opened says, as state.
	facts(_session) {
		return {};
	}

	// The same when it says so again: what is newer here stays.
	merged(session) {
		return this.facts(session);
	}

	// The work itself begins, all exercises being done.
	enterWork(_session) {
		this.set({ phase: 'play' });
		this.restore();
	}

	// Drafts come back.
	restore() {}

	// What was being sent has arrived after all: true if the session says so.
	hasArrived(_session, _id) {
		return false;
	}

	get mayFinish() {
		const { phase, session } = this.state;
		return phase === 'ended' || (phase === 'consent' && session.terms.may_leave);
	}

	// Before the hand-in; false: not now.
	async settle() {
		return true;
	}

	handedIn(_receipt) {}

	// Once a second while the page is in sight.
	look() {}

	// The page goes out of sight, perhaps for good.
	leave() {
		this.save();
	}

	// --- opening the session

	/** @param {string | null} focus */
	async start(focus = null) {
		if (this.address.nameless) return this.set({ phase: 'name' });
		this.memory.sweep();
		this.set({ ...this.first, online: this.state.online, focus: this.state.focus, say: this.state.say });
		try {
			const session = await this.insist('opening', () => this.api.openSession(this.address));
			this.enter(session);
			if (focus) this.set(this.focusOn(focus));
		} catch (problem) {
			this.fail(problem);
		}
	}

	fail(problem) {
		if (!(problem instanceof Problem)) throw problem;
		this.set({ phase: 'failed', problem });
	}

	get isWorking() {
		return ['play', 'exercises'].includes(this.state.phase);
	}

	enter(session) {
		const skew = session.server_time ? Date.parse(session.server_time) - this.now() : this.state.skew;
		const same = this.state.passage?.text === session.passage?.text;
		const passage = same ? this.state.passage : session.passage && readText(session.passage.text);
		const common = { session, skew, passage: passage ?? null, moved: false, opening: null };
		if (session.done) return this.enterDone(session, common);
		if (session.submitted) return this.set({ ...common, phase: 'submitted', receipt: { ...session, auto: false } });
		this.set({ ...common, ...this.facts(session) });
		if (session.preview) return this.set({ phase: 'preview', draft: EMPTY });
		if (session.ended)
			return this.set({ phase: 'ended', notice: null, ...this.focusOn('end'), ...this.saying(session.message) });
		if (asksConsent(session)) return this.set({ phase: 'consent', ...this.focusOn('end') });
		this.set({ notice: session.paused ? { kind: 'warn', text: this.words.paused } : null });
		if (session.onboarding && this.onboarding.enter(session)) return;
		this.enterWork(session);
	}

	// The worker agrees to what is on the screen; if that has changed meanwhile, the new text is.
	agree() {
		this.address = { ...this.address, agrees: this.state.session.terms.id };
		return this.start('end');
	}

	enterDone(_session, common) {
		this.set({ ...common, phase: 'done' });
	}

	// From the last exercise to the work.
	afterExercises() {
		const { session } = this.state;
		this.set({ phase: 'play', lesson: null, passage: readText(session.passage.text), errors: {}, shown: null });
		this.restore();
		this.set(this.focusOn('step-six'));
	}

	starting() {
		return { since: this.now(), tries: 0, until: null };
	}

	// Tries until it works or fails for good; shows the waiting in state[slot].
	async insist(slot, call) {
		const run = this.run;
		for (let tries = 0; ; tries++) {
			try {
				this.set({ [slot]: { since: this.now(), ...this.state[slot], tries, until: null } });
				return await call();
			} catch (problem) {
				if (!problem.passing || this.run !== run) throw problem;
				const ms = delayAfter(tries, problem.retryAfter && Math.min(problem.retryAfter, 60) * 1000);
				const said = slot === 'sending' && tries === 0 ? this.saying(AWAY) : {}; // the others are status lines
				const waiting = { ...this.state[slot], tries: tries + 1, until: this.now() + ms, slug: problem.slug };
				this.set({ [slot]: waiting, ...said });
				await this.patience.pause(ms);
				if (this.run !== run) throw problem;
			}
		}
	}

	setOnline(online) {
		this.set({ online });
		if (online) this.patience.wake();
	}

	// --- the draft

	write(question) {
		this.edit({ question }, 'question');
	}

	mark(answer) {
		this.edit({ answer }, 'answer');
	}

	edit(change, field) {
		const { sending, errors, lesson } = this.state;
		if (sending || !this.isWorking || lesson?.result?.done) return;
		this.set({ draft: { ...this.state.draft, ...change }, errors: { ...errors, [field]: undefined } });
		clearTimeout(this.saveTimer);
		this.saveTimer = setTimeout(() => this.save(), SAVE_AFTER_MS);
	}

	save(pending = this.state.sending !== null) {
		const { session, passage, draft, lesson } = this.state;
		clearTimeout(this.saveTimer);
		if (!this.isWorking || lesson?.intro || lesson?.result?.done) return;
		if (!draft.question && !draft.answer) return this.forget();
		const answer = draft.answer && toAnswer(passage.text, draft.answer);
		this.memory.save(session.project?.name, this.place(), this.kept(draft.question, answer, pending));
	}

	// The draft as it is kept.
	kept(question, answer, _pending) {
		return { question, answer };
	}

	// Where the draft is kept.
	place() {
		return this.state.lesson ? this.onboarding.place() : this.state.session.assignment;
	}

	forget() {
		clearTimeout(this.saveTimer);
		this.memory.clear(this.state.session.project?.name, this.place());
	}

	// --- staying in step with the server

	// Opens the session again in the middle of a step; true if the step may go on.
	async renew(slot, id = null) {
		const run = this.run;
		const before = this.state.session;
		try {
			const session = await this.insist(slot, () => this.api.openSession(this.address));
			if (this.run !== run) return false;
			if (!this.isSame(session, before)) {
				this.elsewhere(session);
				return false;
			}
			this.take(session);
			if (this.run !== run) return false; // what was under way has been done elsewhere
			return !this.hasArrived(session, id);
		} catch (problem) {
			this.refused(problem);
			return false;
		}
	}

	// The same assignment, and still to be worked on (or still ended).
	isSame(session, before) {
		const open = !session.submitted && !session.done;
		return session.assignment === before.assignment && open && asksConsent(session) === asksConsent(before) && Boolean(session.ended) === Boolean(before.ended);
	}

	// Fresh facts about the same assignment; the draft and what is on show stay.
	take(session) {
		const skew = session.server_time ? Date.parse(session.server_time) - this.now() : this.state.skew;
		this.stale = false;
		this.set({ session, skew, moved: false, ...this.merged(session) });
		if (this.state.lesson) this.onboarding.take(session);
	}

	// The session is about something else now: another passage, the end, or a finished assignment. `why`: what the server
	// said of the one before.
	elsewhere(session, why = null) {
		const learned = this.state.session.onboarding && !session.onboarding;
		this.save(false);
		this.set({ sending: null, finishing: null, shown: null, errors: {}, lesson: null });
		this.enter(session);
		if (this.state.phase !== 'play') return;
		if (learned) return this.set({ notice: { kind: 'info', text: this.words.qualified } });
		this.set({ notice: { kind: 'warn', text: why ? `${why} Here is what comes next.` : this.words.elsewhere } });
	}

	// Asks the server how things stand; true if it answered.
	async resync(why = null) {
		const before = this.state.session;
		try {
			const session = await this.api.openSession(this.address);
			if (!this.isWorking || this.state.session !== before) return true;
			if (this.isSame(session, before)) this.take(session);
			else this.elsewhere(session, why);
			return true;
		} catch (problem) {
			if (!(problem instanceof Problem)) throw problem;
			this.stale = true; // the next answer of the server brings it up again
			return false;
		}
	}

	refused(problem) {
		this.set({ sending: null, finishing: null });
		this.save(false);
		const text = problem.detail || problem.title || 'The server refused this.';
		if (problem.slug === 'moved') return this.set({ moved: true, ...this.focusOn('moved') });
		if (problem.slug === 'exercises-first') return void this.start('lesson-title');
		if (problem.slug === 'consent-first') return void this.start('end');
		if (this.resyncOn.includes(problem.slug)) {
			this.set({ notice: { kind: 'info', text } });
			return void this.resync(text);
		}
		if (problem.slug === 'project-paused') return this.set({ notice: { kind: 'warn', text: this.words.paused } });
		if (problem.status === 413 || problem.status === 422) {
			const field = problem.speaksOf('answer') || problem.slug === 'answer-invalid' ? 'answer' : 'question';
			const target = field === 'answer' ? 'passage' : 'question';
			return this.set({ errors: { [field]: text }, ...this.focusOn(target), ...this.saying(text) });
		}
		this.set({ notice: { kind: 'error', text } });
	}

	// The worker would rather change the question than wait for the network.
	stopAsking() {
		if (!this.state.sending) return;
		this.run++;
		this.stale = true;
		const target = this.state.lesson && !asksQuestion(this.onboarding.exercise) ? 'passage' : 'question';
		this.set({ sending: null, ...this.focusOn(target) });
		this.save(false);
		this.patience.wake();
	}

	tryNow() {
		this.patience.wake();
	}

	dismiss() {
		this.set({ notice: null });
	}

	// --- time

	leftMs() {
		const { session, skew } = this.state;
		return session?.expires_at ? Date.parse(session.expires_at) - (this.now() + skew) : Infinity;
	}

	elapsedMs() {
		const { session, skew } = this.state;
		return session?.started_at ? Math.max(0, this.now() + skew - Date.parse(session.started_at)) : 0;
	}

	// Once a second. A lease that is over is renewed once; the server says what becomes of it.
	async watchLease() {
		const { session, sending, finishing, moved } = this.state;
		if (!this.isWorking || sending || finishing || moved || this.leftMs() > 0) return;
		if (this.renewedFor === session.expires_at || this.now() < this.lookAgainAt) return;
		this.lookAgainAt = this.now() + LOOK_EVERY_MS;
		if (!(await this.resync())) return;
		this.renewedFor = session.expires_at;
		if (this.state.session.assignment === session.assignment && this.leftMs() > 0) {
			const text = `Your time was up; you have another ${inWords(this.leftMs())} for this passage.`;
			this.set({ notice: { kind: 'info', text } });
		}
	}

	// Back from another window: only a fresh token makes this one go on.
	async takeOver() {
		await this.resync();
	}

	// --- the end

	async finish() {
		const { sending, finishing } = this.state;
		if (!this.mayFinish || sending || finishing) return;
		const receipt = await this.conclude((token) => this.api.submit(token));
		if (!receipt) return;
		this.handedIn(receipt);
		this.set({ phase: 'submitted', finishing: null, receipt: { ...receipt, auto: true }, ...this.focusOn('end') });
	}

	// Ends what is at hand by one call; nothing is given if it was not to be done, and the page says why.
	async conclude(call) {
		this.set({ finishing: this.starting(), notice: null });
		for (let renewed = false; ; renewed = true) {
			try {
				if (!(await this.settle())) return null;
				const answer = await this.insist('finishing', () => call(this.state.session.token));
				this.forget();
				return answer;
			} catch (problem) {
				if (!problem.tokenIsOver || renewed) return void this.refused(problem);
				if (!(await this.renew('finishing'))) return null;
			}
		}
	}
}
