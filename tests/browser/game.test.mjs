// The game's state machine with a scripted server: what it does about every refusal, without waiting for clocks.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Problem } from '../../web/shared/problem.js';
import { Game } from '../../web/worker/game.js';
import { loadingText } from '../../web/worker/states.js';
import { GAME, give, memoryOf, played, refusal } from './scripted.mjs';

const TEXT = 'Alpha beta 🏙️ gamma delta.';
const session = (more = {}) => ({ ...GAME, passage: { id: '7', title: 'T', text: TEXT }, ...more });
const judged = (body, verdict = 'human', more = {}) => ({
	id: body.id,
	question: body.question,
	answer: body.answer,
	verdict,
	fault: null,
	model: { name: 'm', answer: 'x', start: 0, end: 1, score: 1 },
	f1: { shared: 0, model_tokens: 1, human_tokens: 1, value: 0 },
	won: verdict === 'human' ? 1 : 0,
	wanted: 2,
	...more,
});

// Scripts: each call takes the next entry; a function gives the answer, an Error is thrown, the last one stays.
function setUp({ sessions = [session()], attempts = [judged], submits = [], memory = memoryOf() } = {}) {
	const calls = { sessions: 0, attempts: [], submits: [] };
	const api = {
		openSession: async () => give(sessions, calls.sessions++),
		attempt: async (token, body) => {
			calls.attempts.push({ token, ...body });
			return give(attempts, calls.attempts.length - 1, body);
		},
		submit: async (token) => {
			calls.submits.push(token);
			return give(submits, calls.submits.length - 1);
		},
	};
	return { calls, ...played(Game, api, memory) };
}

async function asked(tools, question = 'Which?') {
	await tools.game.start();
	tools.game.mark({ start: TEXT.indexOf('gamma'), end: TEXT.indexOf('gamma') + 5 });
	tools.game.write(question);
	await tools.game.ask();
	return tools.game.state;
}

describe('asking', () => {
	it('sends code points and tidied text', async () => {
		const tools = setUp();
		await asked(tools, '  Which \n one? ');
		const [{ question, answer, token }] = tools.calls.attempts;
		assert.deepEqual(
			{ question, answer, token },
			{ question: 'Which one?', answer: { start: 14, end: 19, text: 'gamma' }, token: 't1' },
		);
	});

	it('keeps the id in the draft before it sends, and sends the same one again', async () => {
		let kept;
		const tools = setUp({
			attempts: [
				() => {
					kept = structuredClone(tools.memory.drafts.get('1'));
					throw refusal(0, 'network');
				},
				refusal(503, 'busy'),
				refusal(0, 'timeout'),
				judged,
			],
		});
		const state = await asked(tools);
		const ids = new Set(tools.calls.attempts.map((a) => a.id));
		assert.equal(tools.calls.attempts.length, 4);
		assert.equal(ids.size, 1);
		assert.ok(ids.has(kept.attempt.id));
		assert.equal(kept.pending, true);
		assert.equal(state.shown, kept.attempt.id);
		assert.equal(tools.memory.drafts.size, 0);
	});

	it('makes a new id when the question or the answer is another', async () => {
		const tools = setUp({
			attempts: [
				refusal(422, 'invalid', 'The question is odd.'),
				refusal(422, 'invalid', 'The question is odd.'),
				judged,
			],
		});
		await asked(tools);
		await tools.game.ask();
		tools.game.write('Other?');
		await tools.game.ask();
		const [a, b, c] = tools.calls.attempts.map((x) => x.id);
		assert.equal(a, b);
		assert.notEqual(b, c);
	});

	it('takes up a pending draft after a crash with the same id', async () => {
		const memory = memoryOf();
		memory.save('demo', '1', {
			question: 'Which?',
			answer: { start: 14, end: 19, text: 'gamma' },
			attempt: { id: 'id-1', key: JSON.stringify(['Which?', 14, 19]) },
			pending: true,
		});
		const tools = setUp({ memory });
		await tools.game.start();
		await new Promise(setImmediate);
		assert.deepEqual(
			tools.calls.attempts.map((a) => a.id),
			['id-1'],
		);
	});

	it('shows a pending attempt that the server has already', async () => {
		const memory = memoryOf();
		memory.save('demo', '1', {
			question: 'Which?',
			answer: { start: 14, end: 19, text: 'gamma' },
			attempt: { id: 'id-1', key: 'k' },
			pending: true,
		});
		const stored = judged({ id: 'id-1', question: 'Which?', answer: { start: 14, end: 19, text: 'gamma' } });
		const tools = setUp({ memory, sessions: [session({ attempts: [stored], won: 1 })] });
		await tools.game.start();
		assert.equal(tools.game.state.shown, 'id-1');
		assert.equal(tools.calls.attempts.length, 0);
		assert.equal(tools.game.state.draft.question, '');
	});

	it('drops a drafted answer that is not in this passage', async () => {
		const memory = memoryOf();
		memory.save('demo', '1', {
			question: 'Which?',
			answer: { start: 0, end: 5, text: 'Omega' },
			attempt: null,
			pending: false,
		});
		const tools = setUp({ memory });
		await tools.game.start();
		assert.equal(tools.game.state.draft.answer, null);
		assert.equal(tools.game.state.draft.question, 'Which?');
	});

	it('opens the session again once when the token is over, and goes on', async () => {
		const tools = setUp({
			sessions: [session(), session({ token: 't2' })],
			attempts: [refusal(401, 'token-expired'), judged],
		});
		const state = await asked(tools);
		assert.deepEqual(
			tools.calls.attempts.map((a) => a.token),
			['t1', 't2'],
		);
		assert.equal(tools.calls.attempts[0].id, tools.calls.attempts[1].id);
		assert.equal(state.won, 1);
	});

	it('gives up after the second time, and keeps the draft', async () => {
		const tools = setUp({ attempts: [refusal(401, 'unauthorized', 'Reload.')] });
		const state = await asked(tools);
		assert.equal(tools.calls.attempts.length, 2);
		assert.equal(state.notice.text, 'Reload.');
		assert.equal(state.draft.question, 'Which?');
		assert.equal(tools.memory.drafts.get('1').pending, false);
	});

	it('moves on when the lease went to somebody else, and keeps the draft of the old one', async () => {
		const other = session({ assignment: '2', passage: { id: '8', title: 'U', text: 'Else.' } });
		const tools = setUp({ sessions: [session(), other], attempts: [refusal(410, 'lease-expired')] });
		const state = await asked(tools);
		assert.equal(state.session.assignment, '2');
		assert.equal(state.passage.text, 'Else.');
		assert.equal(state.draft.question, '');
		assert.match(state.notice.text, /another one/);
		assert.equal(tools.memory.drafts.get('1').question, 'Which?');
		assert.equal(state.sending, null);
	});

	it('takes a new id once when somebody else has this one', async () => {
		const tools = setUp({ attempts: [refusal(409, 'attempt-id-taken'), judged] });
		await asked(tools);
		const [a, b] = tools.calls.attempts.map((x) => x.id);
		assert.notEqual(a, b);
		const stubborn = setUp({ attempts: [refusal(409, 'attempt-id-taken', 'Taken.')] });
		assert.equal((await asked(stubborn)).notice.text, 'Taken.');
		assert.equal(stubborn.calls.attempts.length, 2);
	});

	it('reads the facts again after "enough wins"', async () => {
		const tools = setUp({ sessions: [session(), session({ won: 2 })], attempts: [refusal(409, 'enough-wins')] });
		await asked(tools);
		await new Promise(setImmediate);
		assert.equal(tools.game.state.won, 2);
	});

	it('says where it is when the assignment has moved', async () => {
		const tools = setUp({ attempts: [refusal(409, 'moved')] });
		const state = await asked(tools);
		assert.equal(state.moved, true);
		assert.equal(state.draft.question, 'Which?');
		await tools.game.takeOver();
		assert.equal(tools.game.state.moved, false);
	});

	it('reads the facts again when the server counts wins that it does not know', async () => {
		const known = judged({ id: 'old', question: 'Q', answer: { start: 0, end: 5, text: 'Alpha' } });
		const tools = setUp({
			sessions: [session(), session({ won: 2, attempts: [known] })],
			attempts: [(b) => judged(b, 'human', { won: 2 })],
		});
		await asked(tools);
		await new Promise(setImmediate);
		assert.equal(tools.calls.sessions, 2);
	});

	it('takes a late answer to a question given up into the history, and nothing else', async () => {
		let answer;
		const tools = setUp({
			attempts: [
				(body) =>
					new Promise((done) => {
						answer = () => done(judged(body));
					}),
			],
		});
		const asking = asked(tools);
		while (!answer) await new Promise(setImmediate);
		tools.game.stopAsking();
		assert.equal(tools.game.state.sending, null);
		tools.game.write('Better?');
		answer();
		await asking;
		assert.equal(tools.game.state.attempts.length, 1);
		assert.equal(tools.game.state.shown, null);
		assert.equal(tools.game.state.draft.question, 'Better?');
	});
});

describe('the end', () => {
	const won = session({
		won: 1,
		attempts: [judged({ id: 'a', question: 'Q', answer: { start: 0, end: 5, text: 'Alpha' } })],
	});
	const receipt = { submitted: true, platform: 'direct', won: 1, message: 'Thanks.' };

	it('needs a win, and is handed in once however often it is pressed', async () => {
		const none = setUp({ submits: [receipt] });
		await none.game.start();
		await none.game.finish();
		assert.equal(none.calls.submits.length, 0);
		const tools = setUp({ sessions: [won], submits: [receipt] });
		await tools.game.start();
		await Promise.all([tools.game.finish(), tools.game.finish()]);
		assert.equal(tools.calls.submits.length, 1);
		assert.equal(tools.game.state.phase, 'submitted');
	});

	it('survives the network and an expired token', async () => {
		const tools = setUp({
			sessions: [won, { ...won, token: 't2' }],
			submits: [refusal(0, 'network'), refusal(401, 'token-expired'), receipt],
		});
		await tools.game.start();
		await tools.game.finish();
		assert.deepEqual(tools.calls.submits, ['t1', 't1', 't2']);
		assert.equal(tools.game.state.receipt.message, 'Thanks.');
	});

	it('finds out that it was handed in elsewhere', async () => {
		const tools = setUp({ sessions: [won, receipt], submits: [refusal(401, 'token-expired')] });
		await tools.game.start();
		await tools.game.finish();
		assert.equal(tools.game.state.phase, 'submitted');
		assert.equal(tools.game.state.receipt.auto, false);
	});
});

describe('opening', () => {
	it('tries until the server is there, and gives up on what will not pass', async () => {
		const patient = setUp({ sessions: [refusal(0, 'network'), refusal(503, 'unavailable'), session()] });
		await patient.game.start();
		assert.equal(patient.game.state.phase, 'play');
		const lost = setUp({ sessions: [refusal(404, 'no-project')] });
		await lost.game.start();
		assert.equal(lost.game.state.phase, 'failed');
	});

	it('comes back by itself while the last of the work is in other hands, and says so', async () => {
		const busy = new Problem({ status: 503, slug: 'busy', retryAfter: 1 });
		const tools = setUp({ sessions: [busy, busy, session()] });
		const waits = [];
		tools.game.patience.pause = async (ms) => void waits.push([ms, loadingText(tools.game.state.opening, true, {})]);
		await tools.game.start();
		assert.equal(tools.game.state.phase, 'play');
		assert.equal(tools.calls.sessions, 3);
		for (const [ms, text] of waits) {
			assert.ok(ms >= 850 && ms <= 1150, `${ms} ms`);
			assert.match(text, /it goes on by itself/);
		}
		const away = setUp({ sessions: [refusal(503, 'unavailable'), session()] });
		away.game.patience.pause = async () =>
			assert.match(loadingText(away.game.state.opening, true, {}), /cannot be reached/);
		await away.game.start();
		assert.equal(away.game.state.phase, 'play');
	});

	it('knows every other kind of session', async () => {
		for (const [answer, phase] of [
			[{ done: true, reason: 'closed' }, 'done'],
			[session({ preview: true, token: undefined }), 'preview'],
			[{ submitted: true, platform: 'direct', won: 1 }, 'submitted'],
		]) {
			const tools = setUp({ sessions: [answer] });
			await tools.game.start();
			assert.equal(tools.game.state.phase, phase);
		}
	});

	it('renews a lease that ran out, once, and looks again while the server is away', async () => {
		const later = session({ expires_at: '2030-01-01T02:00:00Z' });
		const tools = setUp({ sessions: [session(), refusal(0, 'network'), later] });
		await tools.game.start();
		await tools.game.watchLease();
		assert.equal(tools.calls.sessions, 1);
		tools.clock.now += 3600001;
		await tools.game.watchLease();
		await tools.game.watchLease();
		assert.equal(tools.calls.sessions, 2);
		tools.clock.now += 5000;
		await tools.game.watchLease();
		assert.equal(tools.calls.sessions, 3);
		assert.match(tools.game.state.notice.text, /another/);
	});

	it('hears from other tabs of the same assignment only', async () => {
		const tools = setUp();
		await tools.game.start();
		const attempt = judged({ id: 'b', question: 'Q', answer: { start: 0, end: 5, text: 'Alpha' } });
		tools.game.heard({ assignment: '9', attempt, won: 1, wanted: 2 });
		assert.equal(tools.game.state.won, 0);
		tools.game.heard({ assignment: '1', attempt, won: 1, wanted: 2 });
		tools.game.heard({ assignment: '1', attempt, won: 1, wanted: 2 });
		assert.equal(tools.game.state.won, 1);
		assert.equal(tools.game.state.attempts.length, 1);
	});
});
