// The steps of validating with a scripted server: what the page does about every answer and refusal, without a browser.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Problem } from '../../web/shared/problem.js';
import { keyOf, missing, pickOf, Validation, voteOf } from '../../web/worker/validation.js';
import { give, memoryOf, played, refusal, SESSION } from './scripted.mjs';

const TEXT = 'Alpha 🏙️ beta gamma. The delta.';
const at = (piece) => ({ start: TEXT.indexOf(piece), end: TEXT.indexOf(piece) + piece.length });
const gamma = { start: 14, end: 19, text: 'gamma' }; // in code points
const id = (n) => String(n).repeat(40);
const question = (n, more) => ({ id: id(n), question: `Question ${n}?`, closed: false, vote: null, ...more });
const session = (questions = [question(1), question(2), question(3)], more = {}) => ({
	...SESSION,
	kind: 'validate',
	onboarding: null,
	why: null,
	passage: { id: '7', title: 'T', text: TEXT },
	questions,
	reasons: [
		{ word: 'no_answer', meaning: 'The passage does not say.' },
		{ word: 'other', meaning: 'Something else.' },
	],
	...more,
});
const vote = (piece) => ({ answer: { ...gamma, text: piece }, reason: null, comment: '' });
const AWAY = new Problem({ slug: 'network' });
const receipt = { submitted: true, platform: 'direct', kind: 'validate', won: 3, wanted: 3, message: 'Thank you!' };

// Each call takes the next entry of its script; the last one stays. A vote is stored as it is sent.
function setUp({ sessions = [session()], votes = [null], submits = [receipt], memory = memoryOf() } = {}) {
	const calls = { sessions: 0, votes: [], submits: [] };
	const stored = new Map();
	const api = {
		openSession: async () => give(sessions, calls.sessions++),
		vote: async (token, body) => {
			calls.votes.push({ token, ...body });
			const entry = give(votes, calls.votes.length - 1);
			const { question: key, answer = null, reason = null, comment = '' } = body;
			stored.set(key, { answer, reason, comment });
			const total = give(sessions, Math.max(0, calls.sessions - 1)).questions?.filter((q) => !q.closed).length;
			return { question: key, vote: stored.get(key), done: stored.size, total, ...entry };
		},
		submit: async (token) => {
			calls.submits.push({ token, stored: stored.size });
			return give(submits, calls.submits.length - 1);
		},
	};
	return { calls, stored, ...played(Validation, api, memory, { task: 'validate' }) };
}

async function opened(options) {
	const tools = setUp(options);
	await tools.game.start();
	await tools.game.push();
	return tools;
}

// Marks the answer of the question in focus and waits until it is stored.
async function answer(game, piece = 'gamma') {
	game.mark(at(piece));
	return game.push();
}

describe('a pick', () => {
	const NOTHING = pickOf(null, TEXT);

	it('is a vote when an answer is marked, or a reason is given', () => {
		assert.match(missing(NOTHING, TEXT), /Highlight the answer/);
		assert.equal(missing({ ...NOTHING, answer: at('gamma') }, TEXT), null);
		assert.match(missing({ ...NOTHING, answer: at('The') }, TEXT), /no word that counts/);
		assert.match(missing({ ...NOTHING, none: true }, TEXT), /why/);
		assert.equal(missing({ ...NOTHING, none: true, reason: 'no_answer' }, TEXT), null);
		assert.match(missing({ ...NOTHING, none: true, reason: 'other', comment: ' ' }, TEXT), /Explain/);
		assert.equal(missing({ ...NOTHING, none: true, reason: 'other', comment: 'x' }, TEXT), null);
		const long = { ...NOTHING, none: true, reason: 'other', comment: '😀'.repeat(1001) };
		assert.match(missing(long, TEXT), /1000 characters/);
	});

	it('goes out in code points and comes back the same', () => {
		const pick = { ...NOTHING, answer: at('gamma') };
		assert.deepEqual(voteOf(pick, TEXT), { answer: gamma });
		assert.deepEqual(pickOf({ answer: gamma, reason: null, comment: '' }, TEXT), pick);
		const none = { ...NOTHING, none: true, reason: 'other', comment: 'Odd.' };
		assert.deepEqual(voteOf({ ...none, comment: ' Odd. ' }, TEXT), { reason: 'other', comment: 'Odd.' });
		assert.deepEqual(pickOf({ answer: null, reason: 'other', comment: 'Odd.' }, TEXT), none);
		assert.equal(keyOf({ ...none, answer: at('beta') }, TEXT), keyOf(none, TEXT));
	});
});

describe('answering', () => {
	it('saves each answer, counts, and goes on to what is left', async () => {
		const { game, calls, told } = await opened();
		assert.equal(game.state.phase, 'play');
		assert.deepEqual(game.count(), { done: 0, total: 3 });
		await answer(game);
		assert.deepEqual(calls.votes, [{ token: 't1', question: id(1), answer: gamma }]);
		assert.ok(game.isSaved(id(1)));
		assert.equal(told.length, 1);
		game.next();
		assert.equal(game.state.at, 1);
		assert.equal(game.state.focus.target, 'ask-title');
		game.deny(true);
		game.because('no_answer');
		game.next();
		await game.push();
		assert.deepEqual(calls.votes[1], { token: 't1', question: id(2), reason: 'no_answer', comment: '' });
		assert.equal(game.statusOf(game.state.questions[1]), 'none');
		assert.equal(game.state.at, 2);
		assert.equal(game.mayFinish, false);
		await answer(game, 'beta');
		game.next();
		assert.equal(game.state.focus.target, 'hand-in');
		await game.finish();
		assert.equal(game.state.phase, 'submitted');
		assert.deepEqual(calls.submits, [{ token: 't1', stored: 3 }]);
	});

	it('sends what is on its way before it hands in, and nothing twice', async () => {
		const { game, calls } = await opened({ sessions: [session([question(1)])] });
		game.mark(at('gamma'));
		await Promise.all([game.finish(), game.finish(), game.push()]);
		assert.equal(calls.votes.length, 1);
		assert.deepEqual(calls.submits, [{ token: 't1', stored: 1 }]);
	});

	it('says what is missing instead of handing in', async () => {
		const { game, calls } = await opened();
		await answer(game);
		game.wishToFinish();
		assert.equal(calls.submits.length, 0);
		assert.equal(game.state.at, 1);
		assert.match(game.state.say.text, /2 questions are still open/);
	});

	it('changes its mind until the end: the last answer counts', async () => {
		const { game, calls, stored } = await opened();
		await answer(game);
		await answer(game, 'beta');
		game.deny(true);
		await game.push();
		assert.equal(calls.votes.length, 2, 'no reason yet');
		assert.equal(game.count().done, 0);
		game.because('other');
		game.comment('Odd.');
		await game.push();
		assert.deepEqual(stored.get(id(1)), { answer: null, reason: 'other', comment: 'Odd.' });
		game.mark(at('gamma'));
		assert.equal(game.pick(id(1)).none, false);
		await game.push();
		assert.deepEqual(stored.get(id(1)).answer, gamma);
	});

	it('complains where something is missing, and can go past it', async () => {
		const { game } = await opened();
		game.deny(true);
		game.next();
		assert.match(game.state.errors.reason, /why/);
		assert.equal(game.state.focus.target, 'reasons');
		game.because('other');
		game.next();
		assert.equal(game.state.focus.target, 'comment');
		game.skip();
		assert.equal(game.state.at, 1);
		assert.deepEqual(game.state.errors, {});
		game.next();
		assert.match(game.state.errors.answer, /Highlight the answer/);
		assert.deepEqual([game.state.at, game.state.focus.target], [1, 'passage']);
		game.skip();
		assert.equal(game.state.at, 2);
		game.skip();
		assert.equal(game.state.at, 0, 'round again');
	});

	it('does not take marks while it hands in, nor in a preview', async () => {
		const preview = await opened({ sessions: [{ preview: true, passage: session().passage, kind: 'validate' }] });
		assert.equal(preview.game.state.phase, 'preview');
		preview.game.mark(at('gamma'));
		assert.deepEqual(preview.game.state.picks, {});
		const { game } = await opened({ sessions: [session([question(1)])] });
		await answer(game);
		game.set({ finishing: game.starting() });
		game.mark(at('beta'));
		assert.deepEqual(game.pick(id(1)).answer, at('gamma'));
	});
});

describe('coming back', () => {
	it('shows what the server has, at the first open question', async () => {
		const { game, calls } = await opened({
			sessions: [session([question(1, { vote: vote('gamma') }), question(2), question(3)])],
		});
		assert.deepEqual(game.pick(id(1)).answer, at('gamma'));
		assert.equal(game.state.at, 1);
		assert.equal(calls.votes.length, 0);
	});

	it('sends what this machine kept while the server was away', async () => {
		const memory = memoryOf();
		const { game } = await opened({ memory, votes: [refusal(400, 'bad-json')] });
		game.mark(at('gamma'));
		game.leave();
		assert.deepEqual(memory.drafts.get('1').votes[id(1)].answer, gamma);
		const later = await opened({ memory });
		await later.game.push();
		assert.deepEqual(later.calls.votes, [{ token: 't1', question: id(1), answer: gamma }]);
		assert.equal(memory.drafts.size, 0);
	});

	it('keeps half a reason on this machine', async () => {
		const memory = memoryOf();
		const { game } = await opened({ memory });
		game.deny(true);
		game.because('other');
		game.comment('Half');
		game.leave();
		await game.push();
		game.comment('');
		const again = await opened({ memory });
		assert.equal(again.game.pick(id(1)).reason, 'other');
	});

	it('follows another window', async () => {
		const { game } = await opened();
		game.heard({ assignment: '1', question: id(2), vote: { answer: gamma, reason: null, comment: '' } });
		assert.equal(game.count().done, 1);
		game.heard({ assignment: '2', question: id(1), vote: { answer: gamma, reason: null, comment: '' } });
		assert.equal(game.count().done, 1);
		game.mark(at('beta'));
		game.heard({ assignment: '1', question: id(1), vote: { answer: gamma, reason: null, comment: '' } });
		assert.deepEqual(game.pick(id(1)).answer, at('beta'), 'what is being done here stays');
	});
});

describe('bad weather', () => {
	it('tries again until it is stored', async () => {
		const { game, calls } = await opened({ votes: [AWAY, refusal(503, 'busy'), null] });
		await answer(game);
		assert.equal(calls.votes.length, 3);
		assert.ok(game.isSaved(id(1)));
		assert.equal(game.state.saving, null);
	});

	it('sends the newest answer when it tries again', async () => {
		const { game, stored } = await opened({ votes: [AWAY, null] });
		game.patience.pause = async () => game.mark(at('beta'));
		game.mark(at('gamma'));
		await game.push();
		await game.push();
		assert.equal(stored.get(id(1)).answer.text, 'beta');
		assert.ok(game.isSaved(id(1)));
	});

	it('renews a token that is over, and goes on', async () => {
		const fresh = session(undefined, { token: 't2' });
		const { game, calls } = await opened({ sessions: [session(), fresh], votes: [refusal(410, 'lease-expired'), null] });
		await answer(game);
		assert.deepEqual(
			calls.votes.map((v) => v.token),
			['t1', 't2'],
		);
		assert.ok(game.isSaved(id(1)));
	});

	it('shows other questions when the lease went to somebody else', async () => {
		const other = session([question(8)], { assignment: '2', token: 't2' });
		const { game, stored } = await opened({ sessions: [session(), other], votes: [refusal(410, 'lease-expired'), null] });
		await answer(game);
		assert.equal(game.state.session.assignment, '2');
		assert.match(game.state.notice.text, /here are others/);
		assert.equal(game.count().total, 1);
		assert.equal(game.pick(id(8)).answer, null);
		assert.equal(stored.size, 0);
	});

	it('tells what is wrong with an answer that is not taken, once', async () => {
		const { game, calls } = await opened({ votes: [refusal(422, 'invalid', 'The answer has no word.'), null] });
		await answer(game);
		await game.push();
		assert.equal(calls.votes.length, 1);
		assert.equal(game.state.faults[id(1)].text, 'The answer has no word.');
		await answer(game, 'beta');
		assert.ok(game.isSaved(id(1)));
	});

	it('does not hand in what was not taken', async () => {
		const { game, calls } = await opened({
			sessions: [session([question(1)])],
			votes: [refusal(422, 'invalid', 'No word.')],
		});
		await answer(game);
		await game.finish();
		assert.equal(calls.submits.length, 0);
		assert.equal(game.state.finishing, null);
	});

	it('goes on elsewhere when the task moved, and comes back', async () => {
		const { game, calls } = await opened({ votes: [refusal(409, 'moved'), null] });
		await answer(game);
		assert.equal(game.state.moved, true);
		await game.push();
		assert.equal(calls.votes.length, 1, 'nothing is sent from the older window');
		await game.takeOver();
		await game.push();
		assert.ok(game.isSaved(id(1)));
	});

	it('ends kindly when the task was ended', async () => {
		const ended = { ended: true, assignment: '1', token: 't9', kind: 'validate', message: 'It ends here.' };
		const { game, calls } = await opened({ sessions: [session(), ended], votes: [refusal(409, 'task-ended')] });
		await answer(game);
		await new Promise((done) => setTimeout(done));
		assert.equal(game.state.phase, 'ended');
		await game.finish();
		assert.deepEqual(calls.submits, [{ token: 't9', stored: 0 }]);
	});

	it('asks again which are open if the server misses an answer', async () => {
		const short = session([question(1, { vote: vote('gamma') }), question(2), question(3, { vote: vote('gamma') })]);
		const { game } = await opened({ sessions: [session(), short], submits: [refusal(409, 'answers-missing')] });
		for (const n of [0, 1, 2]) {
			game.go(n);
			await answer(game);
		}
		await game.finish();
		await new Promise((done) => setTimeout(done));
		assert.equal(game.state.phase, 'play');
		assert.deepEqual(game.count(), { done: 2, total: 3 });
	});
});

describe('a question that is no longer needed', () => {
	const closed = session([question(1, { closed: true }), question(2), question(3)]);

	it('is said so when its answer comes too late', async () => {
		const { game } = await opened({ sessions: [session(), closed], votes: [refusal(409, 'question-closed'), null] });
		await answer(game);
		assert.equal(game.statusOf(game.state.questions[0]), 'closed');
		assert.match(game.state.say.text, /Question 1 is no longer needed/);
		assert.deepEqual(game.count(), { done: 0, total: 2 });
		game.mark(at('beta'));
		assert.deepEqual(game.pick(id(1)).answer, at('gamma'), 'nothing is taken for it');
		game.next();
		assert.equal(game.state.at, 1);
	});

	it('is found out by the count of another answer', async () => {
		const { game, calls } = await opened({ sessions: [session(), closed], votes: [{ total: 2 }] });
		game.go(1);
		await answer(game);
		await new Promise((done) => setTimeout(done));
		assert.equal(calls.sessions, 2);
		assert.equal(game.statusOf(game.state.questions[0]), 'closed');
		assert.match(game.state.say.text, /Question 1/);
	});

	it('does not stand in the way of handing in', async () => {
		const all = session([question(1, { closed: true }), question(2, { closed: true })]);
		const { game } = await opened({ sessions: [all] });
		assert.equal(game.mayFinish, true);
		await game.finish();
		assert.equal(game.state.phase, 'submitted');
	});
});

describe('exercises first', () => {
	const exercises = [
		{ number: 1, kind: 'highlight', title: 'T', instruction: 'I', passage: { title: 'T', text: TEXT }, answer: null, question: 'Which?' },
	];
	const learning = session(undefined, { onboarding: { name: 'basics', version: 1, exercises, answers: [] } });

	it('then the questions, freshly asked for', async () => {
		const { game } = setUp({ sessions: [learning, session()] });
		game.api.exercise = async () => ({ number: 1, done: true, feedback: 'Good.', f1: null, tries: 1, done_count: 1, total: 1 });
		await game.start();
		assert.equal(game.state.phase, 'exercises');
		game.onboarding.begin();
		game.mark(at('gamma'));
		assert.deepEqual(game.state.draft.answer, at('gamma'));
		await game.onboarding.check();
		assert.equal(game.state.lesson.result.done, true);
		game.onboarding.next();
		await new Promise((done) => setTimeout(done));
		assert.equal(game.state.phase, 'play');
		assert.equal(game.state.lesson, null);
		assert.equal(game.state.focus.target, 'ask-title');
		assert.deepEqual(game.state.picks[id(1)].answer, null);
	});
});
