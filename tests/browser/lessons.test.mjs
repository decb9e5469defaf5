// The onboarding's steps with a scripted server: what the page does about every answer and refusal, without a browser.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Game } from '../../web/worker/game.js';
import { doneOf, missing } from '../../web/worker/onboarding.js';
import { GAME, give, memoryOf, played, refusal } from './scripted.mjs';

const TEXT = 'Alpha 🏙️ beta gamma delta.';
const passage = { title: 'T', text: TEXT };
const gamma = { start: TEXT.indexOf('gamma'), end: TEXT.indexOf('gamma') + 5 };
const EXERCISES = [
	{ number: 1, kind: 'write', answer: { start: 0, end: 5, text: 'Alpha' }, question: null },
	{ number: 2, kind: 'highlight', answer: null, question: 'Which?' },
	{ number: 3, kind: 'pair', answer: null, question: null },
].map((exercise) => ({ ...exercise, title: 'T', instruction: 'I', passage }));
const done = (...numbers) => numbers.map((number) => ({ number, done: true, tries: 1, question: 'Q', answer: null }));
const session = (answers = [], more = {}) => ({
	...GAME,
	kind: 'onboarding',
	onboarding: { name: 'basics', version: 1, exercises: EXERCISES, answers },
	why: null,
	passage: { id: '7', title: 'Real', text: 'The real passage.' },
	...more,
});
const generate = (more) => session([], { assignment: '2', kind: 'generate', onboarding: null, ...more });
const screening = { done: true, reason: 'screening', message: 'Wait.', why: null };
const judged = ({ number }, more = {}) => ({
	number,
	done: true,
	feedback: 'Lovely.',
	f1: null,
	tries: 1,
	done_count: number,
	total: 3,
	...more,
});
const refused = (body) => judged(body, { done: false, feedback: 'Not yet.', done_count: body.number - 1 });

// Each call takes the next entry of its script; the last one stays.
function setUp({ sessions = [session()], exercises = [judged], submits = [], memory = memoryOf() } = {}) {
	const calls = { sessions: 0, exercises: [], submits: [] };
	const api = {
		openSession: async () => give(sessions, calls.sessions++),
		exercise: async (token, body) => {
			calls.exercises.push({ token, ...body });
			return give(exercises, calls.exercises.length - 1, body);
		},
		submit: async (token) => {
			calls.submits.push(token);
			return give(submits, calls.submits.length - 1);
		},
	};
	return { calls, ...played(Game, api, memory) };
}

async function opened(options) {
	const tools = setUp(options);
	await tools.game.start();
	return tools;
}

async function write(game, question = 'Who comes first?') {
	game.write(question);
	await game.onboarding.check();
}

describe('exercises', () => {
	it('begin with an introduction, once', async () => {
		const { game } = await opened();
		assert.equal(game.state.phase, 'exercises');
		assert.equal(game.state.lesson.intro, true);
		game.onboarding.begin();
		assert.equal(game.state.lesson.intro, false);
		const later = await opened({ sessions: [session(done(1))] });
		assert.deepEqual([later.game.state.lesson.intro, later.game.state.lesson.index], [false, 1]);
	});

	it('show the given answer, and send code points', async () => {
		const { game, calls } = await opened();
		game.onboarding.begin();
		assert.deepEqual(game.state.draft.answer, { start: 0, end: 5 });
		await write(game, '  Who comes \n first? ');
		game.onboarding.next();
		game.mark(gamma);
		await game.onboarding.check();
		game.onboarding.next();
		game.mark(gamma);
		await write(game, 'What is third?');
		const answer = { start: 14, end: 19, text: 'gamma' };
		assert.deepEqual(calls.exercises, [
			{ token: 't1', number: 1, question: 'Who comes first?' },
			{ token: 't1', number: 2, answer },
			{ token: 't1', number: 3, question: 'What is third?', answer },
		]);
	});

	it('ask for what is missing before anything is sent', async () => {
		const { game, calls } = await opened();
		game.onboarding.begin();
		await write(game, ' ?! ');
		assert.match(game.state.errors.question, /Write a question/);
		assert.equal(game.state.focus.target, 'question');
		assert.equal(calls.exercises.length, 0);
		assert.deepEqual(Object.keys(missing(EXERCISES[1], '', '')), ['answer']);
		assert.deepEqual(Object.keys(missing(EXERCISES[2], 'x'.repeat(1001), 'a')), ['question']);
	});

	it('keep what was refused, with the feedback, and go on when it is done', async () => {
		const { game, memory } = await opened({ exercises: [refused, judged] });
		game.onboarding.begin();
		await write(game);
		assert.equal(game.state.lesson.result.feedback, 'Not yet.');
		assert.equal(game.state.draft.question, 'Who comes first?');
		assert.equal(game.state.focus.target, 'lesson-result');
		assert.equal(memory.drafts.get('1.1').question, 'Who comes first?');
		await write(game, 'Who leads them all?');
		assert.equal(game.state.lesson.result.done, true);
		assert.equal(memory.drafts.size, 0);
		game.write('Something else');
		assert.equal(game.state.draft.question, 'Who leads them all?');
		game.onboarding.next();
		assert.deepEqual([game.state.lesson.index, game.state.draft.question], [1, '']);
	});

	it('bring back a draft, or what was sent last', async () => {
		const memory = memoryOf();
		memory.save('demo', '1.1', { question: 'Half a que', answer: null });
		const { game } = await opened({ memory });
		assert.equal(game.state.draft.question, 'Half a que');
		assert.equal(game.state.lesson.intro, false);
		const sent = [{ number: 1, done: false, tries: 2, question: 'Why?', answer: null }];
		const other = await opened({ sessions: [session(sent)] });
		assert.equal(other.game.state.draft.question, 'Why?');
	});

	it('are sent again after a failure of the network, and once however often it is pressed', async () => {
		const { game, calls } = await opened({ exercises: [refusal(0, 'network'), refusal(503, 'busy'), judged] });
		game.onboarding.begin();
		game.write('Who comes first?');
		await Promise.all([game.onboarding.check(), game.onboarding.check()]);
		assert.equal(calls.exercises.length, 3);
		assert.equal(game.state.lesson.done, 1);
		assert.equal(game.state.sending, null);
	});

	it('renew a token that is over', async () => {
		const { game, calls } = await opened({
			sessions: [session(), session([], { token: 't2' })],
			exercises: [refusal(401, 'token-expired'), judged],
		});
		game.onboarding.begin();
		await write(game);
		assert.deepEqual(calls.exercises.map((e) => e.token), ['t1', 't2']);
		assert.equal(game.state.lesson.result.done, true);
	});

	it('catch up with another window', async () => {
		const { game, told } = await opened();
		game.onboarding.begin();
		game.heard({ assignment: '9', exercises: 2 });
		assert.equal(game.state.lesson.index, 0);
		game.heard({ assignment: '1', exercises: 1 });
		assert.equal(game.state.lesson.index, 1);
		assert.match(game.state.notice.text, /another window/);
		game.mark(gamma);
		await game.onboarding.check();
		assert.deepEqual(told, [{ assignment: '1', exercises: 2 }]);
		game.heard({ assignment: '1', exercises: 2 }); // the result stays on show
		assert.equal(game.state.lesson.index, 1);
		game.heard({ assignment: '1', exercises: 3 });
		game.onboarding.next();
		assert.equal(game.state.phase, 'play');
	});

	it('ask the server when the order is not what it seemed', async () => {
		const { game } = await opened({
			sessions: [session(), session(done(1, 2))],
			exercises: [refusal(409, 'exercise-order')],
		});
		game.onboarding.begin();
		await write(game);
		await new Promise(setImmediate);
		assert.equal(game.state.lesson.index, 2);
	});

	it('say so when the task goes on in another window', async () => {
		const { game } = await opened({ exercises: [refusal(409, 'moved')] });
		game.onboarding.begin();
		await write(game);
		assert.equal(game.state.moved, true);
		await game.takeOver();
		assert.deepEqual([game.state.moved, game.state.draft.question], [false, 'Who comes first?']);
	});

	it('count as done from the first one on', () => {
		assert.equal(doneOf({ exercises: EXERCISES, answers: done(1, 3) }), 1);
		assert.equal(doneOf({ exercises: EXERCISES, answers: done(1, 2, 3) }), 3);
	});

	it('lead to the real game with its own passage and draft', async () => {
		const memory = memoryOf();
		memory.save('demo', '1', { question: 'Kept?', answer: null, attempt: null, pending: false });
		const { game } = await opened({ sessions: [session(done(1, 2))], memory });
		game.mark(gamma);
		await write(game, 'What is third?');
		game.onboarding.next();
		const { phase, passage: shown, draft, lesson, focus } = game.state;
		assert.deepEqual(
			[phase, shown.text, draft.question, lesson, focus.target],
			['play', 'The real passage.', 'Kept?', null, 'step-six'],
		);
	});

	it('go on while the project is paused, and say that the game does not', async () => {
		const { game } = await opened({ sessions: [session(done(1), { paused: true })] });
		assert.match(game.state.notice.text, /paused[\s\S]*You can do the exercises/);
		const play = await opened({ sessions: [session(done(1, 2, 3), { paused: true })] });
		assert.match(play.game.state.notice.text, /paused[\s\S]*Questions are not taken/);
	});

	it('that are all done open the real game at once', async () => {
		const { game } = await opened({ sessions: [session(done(1, 2, 3))] });
		assert.equal(game.state.phase, 'play');
	});
});

describe('the outcome', () => {
	const receipt = { submitted: true, platform: 'direct', kind: 'onboarding', won: 1, message: 'Thank you!' };
	const handedIn = (sessions, more = {}) =>
		opened({ sessions: [session(done(1, 2, 3), { won: 1 }), ...sessions], submits: [receipt], ...more });

	it('is looked for now and then, and good news wait for a press', async () => {
		const { game, calls, clock } = await handedIn([screening, generate(), generate()]);
		await game.finish();
		assert.equal(game.state.phase, 'submitted');
		await game.watchScreening();
		assert.equal(calls.sessions, 1);
		for (let i = 0; i < 2; i++) {
			clock.now += 15000;
			await game.watchScreening();
		}
		assert.deepEqual([calls.sessions, game.state.phase], [3, 'passed']);
		game.begin();
		assert.deepEqual([game.state.phase, game.state.session.assignment], ['play', '2']);
		await game.start();
		assert.equal(game.state.phase, 'play'); // the news are told once
	});

	it('that gives another try is not told as good news', async () => {
		const { game, clock } = await handedIn([session([], { assignment: '3', why: 'Not yet.' })]);
		await game.finish();
		clock.now += 15000;
		await game.watchScreening();
		assert.deepEqual([game.state.phase, game.state.lesson.intro], ['exercises', true]);
		assert.match(game.state.say.text, /not passed yet\. You have another one/);
	});

	it('may come in the middle, by hand', async () => {
		const { game } = await opened({ sessions: [session(done(1)), generate()], exercises: [refusal(410, 'lease-expired')] });
		game.mark(gamma);
		await game.onboarding.check();
		assert.deepEqual([game.state.phase, game.state.session.assignment], ['play', '2']);
		assert.match(game.state.notice.text, /You have the qualification now/);
	});

	it('is told on the next visit too', async () => {
		const memory = memoryOf();
		await opened({ sessions: [screening], memory });
		const { game } = await opened({ sessions: [generate()], memory });
		assert.equal(game.state.phase, 'passed');
		const failed = await opened({ sessions: [{ done: true, reason: 'failed', message: 'No.', why: 'Y' }], memory });
		assert.equal(failed.game.state.phase, 'done');
		assert.equal((await opened({ sessions: [generate()], memory })).game.state.phase, 'play');
	});

	it('survives a server that is away', async () => {
		const { game, clock } = await opened({ sessions: [screening, refusal(0, 'network'), generate()] });
		clock.now += 15000;
		await game.watchScreening();
		assert.equal(game.state.phase, 'done');
		clock.now += 15000;
		await game.watchScreening();
		assert.equal(game.state.phase, 'passed');
	});

	it('does not disturb those who do not wait', async () => {
		const { game, calls, clock } = await opened({ sessions: [{ done: true, reason: 'revoked', message: 'No.' }] });
		clock.now += 60000;
		await game.watchScreening();
		assert.equal(calls.sessions, 1);
	});
});

describe('a task that was ended', () => {
	const ended = {
		ended: true,
		token: 't9',
		assignment: '1',
		kind: 'generate',
		message: 'Kind words.',
		won: 0,
		wanted: 2,
		project: { name: 'demo' },
	};
	const receipt = { submitted: true, platform: 'direct', kind: 'generate', won: 0, message: 'Thank you!' };

	it('is found out in the middle of an exercise', async () => {
		const { game } = await opened({ sessions: [session(), ended], exercises: [refusal(409, 'task-ended')] });
		game.onboarding.begin();
		await write(game);
		await new Promise(setImmediate);
		assert.deepEqual([game.state.phase, game.state.lesson], ['ended', null]);
		assert.deepEqual([game.state.say.text, game.state.notice], ['Kind words.', null]);
	});

	it('is handed in without a win, also with a fresh token', async () => {
		const { game, calls } = await opened({
			sessions: [ended, { ...ended, token: 't10' }],
			submits: [refusal(401, 'token-expired'), receipt],
		});
		await Promise.all([game.finish(), game.finish()]);
		assert.deepEqual([calls.submits, game.state.phase], [['t9', 't10'], 'submitted']);
	});

	it('may have come back to life', async () => {
		const { game } = await opened({
			sessions: [ended, generate({ assignment: '1' })],
			submits: [refusal(401, 'token-expired')],
		});
		await game.finish();
		assert.equal(game.state.phase, 'play');
	});
});
