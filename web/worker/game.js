// The game: questions against the AI. See visit.js for what it shares with other tasks.
//
// Invariants
// - The server's attempts are the truth; `won` is always the server's number.
// - An attempt's id is made once for a pair of question and answer and kept in the draft before anything is
//   sent, so sending again after a failure, a crash or a reload gives the same stored attempt.
// - At most one attempt or hand-in is under way. A cancelled one is still taken into the history if it arrives.
import { Problem } from '../shared/problem.js';
import { errorsOf, tidy } from './checks.js';
import { newId } from './ids.js';
import { fromAnswer, toAnswer } from '../shared/points.js';
import { EMPTY, Visit } from './visit.js';

const SCREENING_EVERY_MS = 15000; // how often a page in sight asks whether the screening is over

const FIRST = {
	attempts: [],
	won: 0,
	wanted: 0,
	hint: null, // {question, text}: what the server would have the worker think about before this question is asked
	shown: null, // id of the attempt whose result is on show
};

const PASSED = 'You have passed. You can start at once.';

const ANOTHER_TRY = 'Your last try was not passed yet. You have another one.';

// What the server hints at once; the same question sent again is meant.
const HINTS = ['question-near', 'question-short', 'question-copied'];

const WORDS = {
	qualified: 'You have the qualification now and need no more of the onboarding. Here is your first passage.',
	elsewhere: 'The time for your earlier passage was up, so here is another one.',
	paused:
		'The researchers have paused this project. Questions are not taken for the moment; ' +
		'what you have done is safe and can be handed in.',
	pausedLesson: 'The researchers have paused this project. You can do the exercises; the real game has to wait.',
};

export class Game extends Visit {
	/** @param {import('./visit.js').Parts} parts */
	constructor(parts) {
		super(parts, { first: FIRST, words: WORDS, resync: ['enough-wins', 'no-next-paragraph'] });
		this.attempt = null; // {id, key} of the present pair of question and answer
	}

	// --- the session

	facts(session) {
		return { wanted: session.wanted, won: session.won ?? 0, attempts: session.attempts ?? [] };
	}

	// An attempt judged while the server was being asked is not in its answer: attempts and wins only ever grow.
	merged(session) {
		const known = session.attempts ?? [];
		const newer = this.state.attempts.filter((a) => !known.some((b) => b.id === a.id));
		return {
			attempts: [...known, ...newer],
			won: Math.max(session.won, this.state.won),
			wanted: session.wanted,
		};
	}

	enterWork(session) {
		if (!session.onboarding && this.awaited()) return this.set({ phase: 'passed', ...this.focusOn('end') });
		super.enterWork(session);
	}

	// --- after the onboarding

	enterDone(session, common) {
		this.noteWaiting(session.reason === 'screening');
		this.lookAgainAt = this.now() + SCREENING_EVERY_MS;
		super.enterDone(session, common);
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

	look() {
		return this.watchScreening();
	}

	// Is the screening over?
	async watchScreening() {
		const { phase, session, receipt } = this.state;
		const handedIn = phase === 'submitted' && receipt.kind === 'onboarding' && receipt.platform === 'direct';
		const waiting = handedIn || (phase === 'done' && session.reason === 'screening');
		if (!waiting || this.now() < this.lookAgainAt) return;
		this.lookAgainAt = this.now() + SCREENING_EVERY_MS;
		const before = this.state;
		try {
			const next = await this.api.openSession(this.address);
			const done = 'done' in next ? next : null;
			if (this.state.phase !== before.phase || done?.reason === 'screening') return;
			this.enter(next);
			const news = done ? done.message : 'onboarding' in next && next.onboarding ? ANOTHER_TRY : PASSED;
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

	// --- the draft

	kept(question, answer, pending) {
		return { question, answer, attempt: this.attempt, pending: pending && !this.state.lesson };
	}

	forget() {
		this.attempt = null;
		super.forget();
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
		const question = tidy(draft.question);
		const body = { id: null, question, answer, sure: this.state.hint?.question === question };
		const key = JSON.stringify([body.question, answer.start, answer.end]);
		if (this.attempt?.key !== key) this.attempt = { id: newId(), key };
		body.id = this.attempt.id;
		const saying = this.saying(this.state.session.hit ? 'Saving.' : 'The AI is thinking.');
		this.set({ sending: this.starting(), errors: {}, notice: null, ...saying });
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

	refused(problem) {
		if (!HINTS.includes(problem.slug)) return super.refused(problem);
		const hint = { question: tidy(this.state.draft.question), text: problem.detail };
		this.set({ sending: null, hint, ...this.focusOn('question'), ...this.saying(hint.text) });
		this.save(false);
	}

	hasArrived(session, id) {
		const stored = session.attempts?.find((a) => a.id === id);
		if (stored) this.judged({ ...stored, won: session.won, wanted: session.wanted }, true);
		return Boolean(stored);
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
				hint: null,
				shown: attempt.verdict === 'plain' ? null : attempt.id, // nothing to see: on to the next one
				notice,
				...this.focusOn(attempt.verdict === 'plain' && won < wanted ? 'passage' : 'result'),
				...this.saying(text),
			});
		}
		const counted = attempts.filter((a) => a.verdict === 'human' || a.verdict === 'plain').length;
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

	// --- the end

	get mayFinish() {
		const { phase, won, session } = this.state;
		return super.mayFinish || (phase === 'play' && (won >= 1 || session.hit?.part > 1 || mayGiveUp(this.state)));
	}

	// There is another paragraph, and this one has a question.
	get mayGoOn() {
		const { phase, session, won } = this.state;
		return phase === 'play' && won >= 1 && session.hit?.more === true;
	}

	// Hands this paragraph in and goes on to the next.
	async onward() {
		const { sending, finishing } = this.state;
		if (!this.mayGoOn || sending || finishing) return;
		if (await this.conclude((token) => this.api.next(token))) await this.start('passage');
	}

	handedIn(receipt) {
		if (receipt.kind === 'onboarding') this.noteWaiting(true);
		this.lookAgainAt = this.now() + SCREENING_EVERY_MS;
	}
}

// Without a win one may leave when the AI does not answer, or after enough tries; the server has the last word.
function mayGiveUp({ attempts, session }) {
	const honest = attempts.filter((a) => !a.marks?.length).length;
	return attempts.at(-1)?.verdict === 'none' || honest >= (session.terms?.way_out_attempts ?? Infinity);
}

function verdictInWords(attempt, won, wanted) {
	if (attempt.verdict === 'plain') return `Your question is kept. ${won} of ${wanted} asked on this paragraph.`;
	const score = `${won} of ${wanted} won.`;
	if (attempt.verdict === 'human')
		return `You beat the AI! It answered: ${attempt.model.answer || 'nothing'}. ${score}`;
	if (attempt.verdict === 'model') return `The AI got it. It answered: ${attempt.model.answer}. ${score}`;
	return `The AI did not answer this time. Your question is kept and does not count against you. ${score}`;
}
