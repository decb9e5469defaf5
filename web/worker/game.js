// The game: one object that holds all state of the page and every step that changes it; the views only show it.
//
// Invariants
// - The server's attempts are the truth; `won` is always the server's number.
// - An attempt's id is made once for a pair of question and answer and kept in the draft before anything is
//   sent, so sending again after a failure, a crash or a reload gives the same stored attempt.
// - At most one attempt or hand-in is under way. A cancelled one is still taken into the history if it arrives.
// - A token or lease that is over is renewed once per step, by opening the session again; the draft stays.
import { Problem } from './api.js';
import { errorsOf, tidy } from './checks.js';
import { newId } from './ids.js';
import { asksQuestion, Onboarding } from './onboarding.js';
import { createPatience, delayAfter } from './patience.js';
import { fromAnswer, readText, toAnswer } from './spans.js';
import { inWords } from './clock.js';

const SAVE_AFTER_MS = 250;
const LOOK_EVERY_MS = 3000; // at a lease that is over while the server cannot be reached
const SCREENING_EVERY_MS = 15000; // how often a page in sight asks whether the screening is over
const EMPTY = { question: '', answer: null };

const FIRST = {
	phase: 'loading', // loading, name, failed, done, preview, exercises, play, ended, passed, submitted
	session: null,
	passage: null, // spans.js readText() of the session's passage
	attempts: [],
	won: 0,
	wanted: 0,
	lesson: null, // the exercise that is open, see onboarding.js: {index, done, total, intro, result}
	draft: EMPTY,
	shown: null, // id of the attempt whose result is on show
	errors: {}, // next to the fields: {question, answer}
	notice: null, // {kind: info|warn|error, text}
	sending: null, // {since, tries, until}: a question is under way; until is set while waiting to try again
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

export class Game {
	constructor({ api, address, memory, now = () => Date.now(), tell = () => {} }) {
		Object.assign(this, { api, address, memory, now, tell });
		this.state = FIRST;
		this.listeners = new Set();
		this.onboarding = new Onboarding(this);
		this.patience = createPatience();
		this.run = 0; // grows when the step under way is given up
		this.attempt = null; // {id, key} of the present pair of question and answer
		this.stale = false; // the server may know attempts that we do not
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

	// --- opening the session

	async start(focus = null) {
		if (this.address.nameless) return this.set({ phase: 'name' });
		this.memory.sweep();
		this.set({ ...FIRST, online: this.state.online, focus: this.state.focus, say: this.state.say });
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
		this.set({ ...common, wanted: session.wanted, won: session.won ?? 0, attempts: session.attempts ?? [] });
		if (session.preview) return this.set({ phase: 'preview', draft: EMPTY });
		if (session.ended)
			return this.set({ phase: 'ended', notice: null, ...this.focusOn('end'), ...this.saying(session.message) });
		this.set({ notice: session.paused ? { kind: 'warn', text: PAUSED } : null });
		if (session.onboarding && this.onboarding.enter(session)) return;
		if (!session.onboarding && this.awaited()) return this.set({ phase: 'passed', ...this.focusOn('end') });
		this.set({ phase: 'play' });
		this.restore();
	}

	// --- after the onboarding

	enterDone(session, common) {
		this.noteWaiting(session.reason === 'screening');
		this.lookAgainAt = this.now() + SCREENING_EVERY_MS;
		this.set({ ...common, phase: 'done' });
	}

	// That this worker waits for the screening is noted, so that the good news is told once, on whichever visit.
	get waitingNote() {
		const { project, params } = this.address;
		const who = params.workerId ?? params.PROLIFIC_PID ?? params.worker ?? params.invite ?? '';
		return `screening:${project}:${who}`;
	}

	awaited() {
		return this.memory.preference(this.waitingNote) === '1';
	}

	noteWaiting(waits) {
		if (this.awaited() !== waits) this.memory.prefer(this.waitingNote, waits ? '1' : '');
	}

	// From "you have passed" to the first passage.
	begin() {
		this.noteWaiting(false);
		this.set({ phase: 'play' });
		this.restore();
		this.set(this.focusOn('passage'));
	}

	// Once a second while the page is in sight: is the screening over?
	async watchScreening() {
		const { phase, session, receipt } = this.state;
		const handedIn = phase === 'submitted' && receipt.kind === 'onboarding' && receipt.platform === 'direct';
		const waiting = handedIn || (phase === 'done' && session.reason === 'screening');
		if (!waiting || this.now() < this.lookAgainAt) return;
		this.lookAgainAt = this.now() + SCREENING_EVERY_MS;
		const before = this.state;
		try {
			const next = await this.api.openSession(this.address);
			if (this.state.phase !== before.phase || (next.done && next.reason === 'screening')) return;
			this.enter(next);
			const news = next.done ? next.message : next.onboarding ? ANOTHER_TRY : PASSED;
			this.set({ ...this.focusOn('end'), ...this.saying(news) });
		} catch (problem) {
			if (!(problem instanceof Problem)) throw problem; // the next look may do better
		}
	}

	restore() {
		const { session, passage, attempts } = this.state;
		const kept = this.memory.load(session.project?.name, session.assignment);
		this.attempt = kept?.attempt ?? null;
		if (!kept) return this.set({ draft: EMPTY });
		const stored = kept.attempt && attempts.find((a) => a.id === kept.attempt.id);
		if (stored) {
			this.forget();
			return this.set({ draft: EMPTY, ...(kept.pending ? { shown: stored.id } : {}) });
		}
		this.set({ draft: { question: String(kept.question ?? ''), answer: fromAnswer(passage.text, kept.answer) } });
		if (kept.pending) void this.ask();
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
				const ms = delayAfter(tries, problem.retryAfter);
				const said = slot === 'sending' && tries === 0 ? this.saying(AWAY) : {}; // the others are status lines
				this.set({ [slot]: { ...this.state[slot], tries: tries + 1, until: this.now() + ms }, ...said });
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
		const kept = { question: draft.question, answer, attempt: this.attempt, pending: pending && !lesson };
		this.memory.save(session.project?.name, this.place(), kept);
	}

	// Where the draft is kept.
	place() {
		return this.state.lesson ? this.onboarding.place() : this.state.session.assignment;
	}

	forget() {
		clearTimeout(this.saveTimer);
		this.attempt = null;
		this.memory.clear(this.state.session.project?.name, this.place());
	}

	// --- asking

	async ask() {
		const { phase, sending, finishing, passage, draft } = this.state;
		if (phase !== 'play' || sending || finishing) return;
		const answer = draft.answer && toAnswer(passage.text, draft.answer);
		const errors = errorsOf(draft.question, answer?.text);
		const wrong = errors.answer ? 'passage' : errors.question ? 'question' : null;
		if (wrong) {
			const text = [errors.answer, errors.question].filter(Boolean).join(' ');
			return this.set({ errors, ...this.focusOn(wrong), ...this.saying(text) });
		}
		const body = { id: null, question: tidy(draft.question), answer };
		const key = JSON.stringify([body.question, answer.start, answer.end]);
		if (this.attempt?.key !== key) this.attempt = { id: newId(), key };
		body.id = this.attempt.id;
		this.set({ sending: this.starting(), errors: {}, notice: null, ...this.saying('The AI is thinking.') });
		this.save(true);
		await this.send(body);
	}

	async send(body) {
		const run = this.run;
		let renewed = false;
		let swapped = false;
		for (;;) {
			try {
				const result = await this.insist('sending', () => this.api.attempt(this.state.session.token, body));
				return this.judged(result, this.run === run);
			} catch (problem) {
				if (this.run !== run) return;
				if (problem.slug === 'attempt-id-taken' && !swapped) {
					swapped = true;
					this.attempt.id = newId();
					body = { ...body, id: this.attempt.id };
					this.save(true);
				} else if (problem.tokenIsOver && !renewed) {
					renewed = true;
					if (!(await this.renew('sending', body.id))) return;
				} else {
					return this.refused(problem);
				}
			}
		}
	}

	// Opens the session again in the middle of a step; true if the step may go on.
	async renew(slot, id) {
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
			const stored = session.attempts?.find((a) => a.id === id);
			if (stored) this.judged({ ...stored, won: session.won, wanted: session.wanted }, true);
			return !stored;
		} catch (problem) {
			this.refused(problem);
			return false;
		}
	}

	// The same assignment, and still to be worked on (or still ended).
	isSame(session, before) {
		const open = !session.submitted && !session.done;
		return session.assignment === before.assignment && open && Boolean(session.ended) === Boolean(before.ended);
	}

	// Fresh facts about the same assignment; the draft and what is on show stay. An attempt judged while the server
	// was being asked is not in its answer: attempts and wins only ever grow.
	take(session) {
		const skew = session.server_time ? Date.parse(session.server_time) - this.now() : this.state.skew;
		const known = session.attempts ?? [];
		const newer = this.state.attempts.filter((a) => !known.some((b) => b.id === a.id));
		const won = Math.max(session.won, this.state.won);
		this.stale = false;
		this.set({
			session,
			attempts: [...known, ...newer],
			won,
			wanted: session.wanted,
			skew,
			moved: false,
		});
		if (this.state.lesson) this.onboarding.take(session);
	}

	// The session is about something else now: another passage, the end, or a finished assignment.
	elsewhere(session) {
		const learned = this.state.session.onboarding && !session.onboarding;
		this.save(false);
		this.set({ sending: null, finishing: null, shown: null, errors: {}, lesson: null });
		this.enter(session);
		if (this.state.phase !== 'play') return;
		this.set({ notice: learned ? { kind: 'info', text: QUALIFIED } : { kind: 'warn', text: ANOTHER_PASSAGE } });
	}

	judged(result, current) {
		const { won, wanted, message, ...attempt } = result;
		const known = this.state.attempts.some((a) => a.id === attempt.id);
		const attempts = known ? this.state.attempts : [...this.state.attempts, attempt];
		this.set({ attempts, won, wanted });
		this.tell({ assignment: this.state.session.assignment, attempt, won, wanted });
		if (current) {
			this.forget();
			const text = verdictInWords(attempt, won, wanted);
			const notice = this.state.session.paused ? this.state.notice : null;
			this.set({
				sending: null,
				draft: EMPTY,
				shown: attempt.id,
				notice,
				...this.focusOn('result'),
				...this.saying(text),
			});
		}
		const counted = attempts.filter((a) => a.verdict === 'human').length;
		if (this.stale || counted !== won) void this.resync();
	}

	// Another tab had an attempt judged, or an exercise.
	heard({ assignment, attempt, won, wanted, exercises }) {
		const { phase, session, attempts } = this.state;
		if (!this.isWorking || assignment !== session.assignment) return;
		if (exercises && phase === 'exercises') return this.onboarding.catchUp(exercises);
		if (!attempt || attempts.some((a) => a.id === attempt.id)) return;
		this.set({ attempts: [...attempts, attempt], won, wanted });
	}

	// Asks the server how things stand; true if it answered.
	async resync() {
		const before = this.state.session;
		try {
			const session = await this.api.openSession(this.address);
			if (!this.isWorking || this.state.session !== before) return true;
			if (this.isSame(session, before)) this.take(session);
			else this.elsewhere(session);
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
		if (RESYNC.includes(problem.slug)) {
			this.set({ notice: { kind: 'info', text } });
			return void this.resync();
		}
		if (problem.slug === 'project-paused') return this.set({ notice: { kind: 'warn', text: PAUSED } });
		if (problem.status === 413 || problem.status === 422) {
			const field = /answer|span|passage/i.test(text) && !/question/i.test(text) ? 'answer' : 'question';
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

	// --- looking at results

	show(id) {
		if (this.state.sending) return;
		this.set({ shown: id, ...(id ? this.focusOn('result') : {}) });
	}

	// Back to the composer with the question and answer of an attempt, to change them.
	rework(id) {
		const { attempts, passage } = this.state;
		const attempt = attempts.find((a) => a.id === id);
		if (!attempt) return;
		this.set({ shown: null, ...this.focusOn('question') });
		this.edit({ question: attempt.question, answer: fromAnswer(passage.text, attempt.answer) }, 'question');
	}

	fresh() {
		this.set({ shown: null, ...this.focusOn('passage') });
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

	// Back from another window: only a fresh token makes this one play again.
	async takeOver() {
		await this.resync();
	}

	// --- the end

	async finish() {
		const { phase, sending, finishing, won } = this.state;
		const mayFinish = phase === 'ended' || (phase === 'play' && won >= 1);
		if (!mayFinish || sending || finishing) return;
		this.set({ finishing: this.starting(), notice: null });
		for (let renewed = false; ; renewed = true) {
			try {
				const receipt = await this.insist('finishing', () => this.api.submit(this.state.session.token));
				this.forget();
				if (receipt.kind === 'onboarding') this.noteWaiting(true);
				this.lookAgainAt = this.now() + SCREENING_EVERY_MS;
				return this.set({
					phase: 'submitted',
					finishing: null,
					receipt: { ...receipt, auto: true },
					...this.focusOn('end'),
				});
			} catch (problem) {
				if (!problem.tokenIsOver || renewed) return this.refused(problem);
				if (!(await this.renew('finishing', null))) return;
			}
		}
	}
}

// What the server knows better than this page.
const RESYNC = ['enough-wins', 'already-submitted', 'task-ended', 'exercise-order'];

const PASSED = 'You have passed. You can start at once.';

const ANOTHER_TRY = 'Your last try was not passed yet. You have another one.';

const AWAY = 'The server cannot be reached. It is tried again by itself; nothing is lost.';

const QUALIFIED = 'You have the qualification now and need no more of the onboarding. Here is your first passage.';

const ANOTHER_PASSAGE = 'The time for your earlier passage was up, so here is another one.';

const PAUSED =
	'The researchers have paused this project. Questions are not taken for the moment; ' +
	'what you have won is safe and can be handed in.';

function verdictInWords(attempt, won, wanted) {
	const score = `${won} of ${wanted} won.`;
	if (attempt.verdict === 'human')
		return `You beat the AI! It answered: ${attempt.model.answer || 'nothing'}. ${score}`;
	if (attempt.verdict === 'model') return `The AI got it. It answered: ${attempt.model.answer}. ${score}`;
	return `The AI did not answer this time. Your question is kept and does not count against you. ${score}`;
}
