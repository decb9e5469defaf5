// The worker's onboarding over HTTP: exercises, the real game, the hand-in, and every outcome. Every answer is
// checked against openapi.json.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { block, bodyOf, content, decide, doExercises, GOOD, inviteTo, onboardingProject, reinstate, revoke, workerId } from '../lib/onboarding.mjs';
import { described } from '../lib/openapi.mjs';
import { spanOf, startStack, until } from '../lib/stack.mjs';

let stack, api, next = 0;
const fresh = () => `learner-${++next}`;

before(async () => {
	stack = await startStack({ project: { args: ['--assignments-per-passage', '1000'] } });
	await onboardingProject(stack, 'study', ['--reward', '200', '--assignments-per-passage', '1000']);
	await onboardingProject(stack, 'patient', ['--onboarding-retries', '1', '--assignments-per-passage', '1000']);
	api = described(stack);
});
after(() => stack?.stop());
beforeEach(() => stack.stub.reset());

const mturk = (worker, assignmentId = `A-${worker}`) => ({
	platform: 'mturk',
	params: { assignmentId, hitId: 'H1', workerId: worker, turkSubmitTo: 'https://workersandbox.mturk.com' },
});
// A platform vouches for its workers; on their own they need an invitation.
const open = async (worker, { project = 'study', ref } = {}) =>
	(await api.session(undefined, { project, ...mturk(worker, ref) })).body;
const send = (session, body) => api.post('/api/v1/exercises', body, { token: session.token });
const given = (session, number, what) => send(session, bodyOf(session, number, what));
const state = async (worker, project = 'study') =>
	stack.value(`select q.state from participation q join project p on p.id = q.project_id
		where p.name = '${project}' and q.worker_id = ${await workerId(stack, worker)}`);
const last = (text) => text.split(' ').at(-1).replace(/\.$/, '');

// From nothing to handed in.
async function onboard(worker, options) {
	const session = await open(worker, options);
	await doExercises(api, session);
	await api.attempt(session, 'What is full?', last(session.passage.text));
	const done = await api.submit(session);
	assert.equal(done.status, 200, done.text);
	return { session, receipt: done.body };
}

describe('the door', () => {
	it('gives the onboarding to a worker without the qualification, and resumes it', async () => {
		const worker = fresh();
		const first = await api.session(undefined, { project: 'study', ...mturk(worker) });
		assert.equal(first.status, 201);
		const { body } = first;
		assert.equal(body.kind, 'onboarding');
		assert.deepEqual([body.onboarding.name, body.onboarding.version], ['basics', 1]);
		assert.deepEqual(body.onboarding.exercises.map((e) => e.kind), ['write', 'write', 'highlight', 'highlight', 'pair']);
		assert.equal(body.passage.text, content.hit.text);
		assert.equal(body.why, null);
		assert.equal(await state(worker), 'onboarding');
		const again = await api.session(undefined, { project: 'study', ...mturk(worker) });
		assert.equal(again.status, 200);
		assert.equal(again.body.assignment, body.assignment);
	});

	it('gives away no answer that is asked for', async () => {
		const { onboarding } = await open(fresh());
		for (const exercise of onboarding.exercises) {
			assert.equal(exercise.answer !== null, exercise.kind === 'write');
			assert.equal(exercise.question !== null, exercise.kind === 'highlight');
		}
		const text = JSON.stringify(onboarding.exercises.map(({ passage, ...rest }) => rest));
		for (const { kind, answer, hint, praise } of content.exercises) {
			assert.ok(!text.includes(hint) && !text.includes(praise));
			if (kind === 'highlight') assert.ok(!text.includes(answer.text));
		}
	});

	it('asks for an invitation where a name is only a name', async () => {
		const worker = fresh();
		const named = await api.session(worker, { project: 'study' });
		assert.deepEqual([named.body.done, named.body.reason], [true, 'not_open']);
		const invite = await inviteTo(stack, 'study', worker);
		const invited = await api.session(undefined, { project: 'study', params: { invite } });
		assert.equal(invited.body.kind, 'onboarding');
	});

	it('says in the preview that new workers begin with exercises', async () => {
		const preview = async (project) =>
			(await api.session(undefined, { project, ...mturk('', 'ASSIGNMENT_ID_NOT_AVAILABLE') })).body.onboarding_first;
		assert.deepEqual([await preview('study'), await preview('demo')], [true, false]);
	});

	it('does not say to whom only a name is known what became of its owner', async () => {
		const worker = fresh();
		const invite = await inviteTo(stack, 'study', worker);
		const invited = () => api.session(undefined, { project: 'study', params: { invite } });
		await invited();
		await revoke(stack, 'study', worker, 'Poor.');
		const { body } = await api.session(worker, { project: 'study' });
		assert.deepEqual([body.reason, body.why, body.token], ['not_open', null, undefined]);
		assert.deepEqual([(await invited()).body.ended, (await invited()).body.why], [true, 'Poor.']);
	});

	it('stays open for work in hand when the project changes its mind', async () => {
		const [learner, other] = [fresh(), fresh()];
		const session = await open(learner);
		await given(session, 1, GOOD[0]);
		await stack.ctl('project', 'set', 'study', '--onboarding', 'none');
		const again = await open(learner);
		assert.deepEqual([again.kind, again.assignment, again.onboarding.answers.length], ['onboarding', session.assignment, 1]);
		assert.equal((await open(other)).reason, 'not_open');
		await stack.ctl('project', 'set', 'study', '--onboarding', 'basics');
		assert.equal((await open(other)).kind, 'onboarding');
	});

	it('leaves open projects as they were', async () => {
		const { body } = await api.session(fresh());
		assert.deepEqual([body.kind, body.onboarding, body.why], ['generate', null, null]);
		const answer = await send(body, { number: 1, question: 'Is there an exercise here?' });
		assert.equal(answer.status, 409);
		assert.equal(answer.body.type, 'urn:beat:no-exercises');
	});
});

describe('exercises', () => {
	it('are done one after the other, and say what they say', async () => {
		const session = await open(fresh());
		const results = await doExercises(api, session);
		results.forEach(({ status, body }, i) => {
			assert.equal(status, 200);
			assert.deepEqual(
				{ number: body.number, done: body.done, tries: body.tries, done_count: body.done_count, total: body.total },
				{ number: i + 1, done: true, tries: 1, done_count: i + 1, total: 5 },
			);
			assert.equal(body.feedback, content.exercises[i].praise);
		});
		assert.deepEqual(results[2].body.f1, { shared: 1, given_tokens: 1, expected_tokens: 1, value: 1 });
		assert.equal(results[0].body.f1, null);
		const again = await open(`learner-${next}`);
		assert.deepEqual(again.onboarding.answers.map((a) => [a.number, a.done]), [1, 2, 3, 4, 5].map((n) => [n, true]));
		assert.equal(again.onboarding.answers[0].question, GOOD[0].question);
		assert.deepEqual(again.onboarding.answers[2].answer, spanOf(content.passages.garden.text, 'scissors'));
	});

	it('refuse an empty, short, copied or telling question kindly', async () => {
		const session = await open(fresh());
		const cases = [
			[{}, /no question here yet/],
			[{ question: null }, /no question here yet/],
			[{ question: ' \n ' }, /no question here yet/],
			[{ question: '?!' }, /no question here yet/],
			[{ question: 'Who?' }, /very short/],
			[{ question: 'she gave the tower NOTHING but a bell?' }, /own words/],
			[{ question: 'Was it Josephine Tarn who built it?' }, /already says its answer/],
		];
		for (const [what, words] of cases) {
			const { status, body } = await send(session, { number: 1, ...what });
			assert.equal(status, 200, JSON.stringify(what));
			assert.equal(body.done, false);
			assert.match(body.feedback, words);
			assert.match(body.feedback, /Hint: /);
			assert.equal(body.done_count, 0);
		}
		const { body } = await given(session, 1, GOOD[0]);
		assert.deepEqual([body.done, body.tries], [true, cases.length + 1]);
	});

	it('compare a highlighted answer by F1 with exact integers', async () => {
		const session = await open(fresh());
		await given(session, 1, GOOD[0]);
		await given(session, 2, GOOD[1]);
		const none = await send(session, { number: 3 });
		assert.match(none.body.feedback, /Nothing is highlighted yet/);
		const article = await given(session, 3, { answer: 'the' });
		assert.match(article.body.feedback, /no word that counts/);
		const far = await given(session, 3, { answer: 'a late frost' });
		assert.deepEqual(far.body.f1, { shared: 0, given_tokens: 2, expected_tokens: 1, value: 0 });
		assert.match(far.body.feedback, /nothing in common/);
		// 2 * 1 / (3 + 1) is one half, and half is not enough; the fourth refusal tells the answer
		const half = await given(session, 3, { answer: 'handed out scissors' });
		assert.deepEqual(half.body.f1, { shared: 1, given_tokens: 3, expected_tokens: 1, value: 0.5 });
		assert.equal(half.body.done, false);
		assert.match(half.body.feedback, /“scissors”: mark just that/);
		const near = await given(session, 3, { answer: 'out scissors' });
		assert.deepEqual([near.body.done, near.body.f1.shared, near.body.f1.given_tokens], [true, 1, 2]);
		assert.match(near.body.feedback, /shortest full answer is “scissors”/);
	});

	it('want both in the last one', async () => {
		const session = await open(fresh());
		for (let n = 1; n < 5; n++) await given(session, n, GOOD[n - 1]);
		assert.match((await given(session, 5, { question: 'Who went first here?' })).body.feedback, /Nothing is highlighted/);
		assert.match((await given(session, 5, { answer: 'Elin' })).body.feedback, /no question/);
		assert.match((await given(session, 5, { answer: 'Elin', question: 'Was it Elin or not?' })).body.feedback, /already says/);
		assert.equal((await given(session, 5, GOOD[4])).body.done, true);
	});

	it('come in order, stay done, and are stored once however often they are sent', async () => {
		const session = await open(fresh());
		const early = await given(session, 2, GOOD[1]);
		assert.equal(early.status, 409);
		assert.equal(early.body.type, 'urn:beat:exercise-order');
		const twice = await Promise.all(Array.from({ length: 5 }, () => given(session, 1, GOOD[0])));
		for (const { status, body } of twice) assert.deepEqual([status, body.done, body.done_count], [200, true, 1]);
		const worse = await send(session, { number: 1, question: 'Who?' });
		assert.equal(worse.body.done, true);
		assert.match(worse.body.feedback, /done already/);
		await doExercises(api, session, 2);
		const after = await given(session, 5, GOOD[4]);
		assert.deepEqual([after.body.done, after.body.done_count], [true, 5]);
		assert.equal((await send(session, { number: 6, question: 'One more for me?' })).status, 409);
		const rows = await stack.sql(`select number, done, question from exercise_answer
			where assignment_id = ${session.assignment} order by number`);
		assert.equal(rows.length, 5);
		assert.equal(rows[0].question, GOOD[0].question);
	});

	it('refuse what the page would not send', async () => {
		const session = await open(fresh());
		const good = spanOf(content.passages.clock.text, 'Josephine');
		const cases = [
			[{}, 422, /"number" is missing/],
			[{ number: 0 }, 422, /"number" must be/],
			[{ number: 21 }, 422, /"number" must be/],
			[{ number: '1' }, 422, /"number" must be/],
			[{ number: 1, question: 7 }, 422, /"question" must be a string/],
			[{ number: 1, question: 'q '.repeat(600) }, 422, /too long/],
			[{ number: 1, answer: 'x' }, 422, /"answer" must be an object/],
			[{ number: 1, answer: { ...good, start: -1 } }, 422, /"start"/],
			[{ number: 1, answer: { start: 1, end: 2 } }, 422, /"text" is missing/],
			[[], 422, /JSON object/],
			['{', 400, /Not valid JSON/],
		];
		for (const [body, status, words] of cases) {
			const answer = await send(session, body);
			assert.equal(answer.status, status, JSON.stringify(body));
			assert.match(answer.body.detail, words);
		}
		for (const number of [1, 2]) await given(session, number, GOOD[number - 1]);
		const wrong = { start: 0, end: 8, text: 'scissors' };
		assert.equal((await send(session, { number: 3, answer: wrong })).status, 422);
		assert.equal((await send(session, { number: 3, answer: { start: 9000, end: 9001, text: 'x' } })).status, 422);
		assert.equal((await api.post('/api/v1/exercises', { number: 3 })).status, 401);
		assert.equal((await api.post('/api/v1/exercises', { number: 3 }, { token: `${session.token}x` })).status, 401);
		assert.equal((await api.call('GET', '/api/v1/exercises')).status, 405);
		const type = await api.call('POST', '/api/v1/exercises', { body: '{}', headers: { 'content-type': 'text/plain', authorization: `Bearer ${session.token}` } });
		assert.equal(type.status, 415);
	});

	it('store hostile text as it is', async () => {
		const worker = fresh();
		const session = await open(worker);
		const question = `<img src=x onerror=alert(1)> '; drop table beat.exercise_answer; -- \u202e 😀 e\u0301 \\" who did it?`;
		assert.equal((await given(session, 1, { question })).body.done, true);
		assert.equal((await open(worker)).onboarding.answers[0].question, question);
	});

	it('go on after the server was killed', async () => {
		const worker = fresh();
		const session = await open(worker);
		await given(session, 1, GOOD[0]);
		await given(session, 2, { question: 'Why?' });
		await stack.killBeatd();
		await stack.restartBeatd();
		const again = await open(worker);
		assert.equal(again.assignment, session.assignment);
		assert.deepEqual(again.onboarding.answers.map((a) => [a.number, a.done]), [[1, true], [2, false]]);
		assert.equal((await given(session, 2, GOOD[1])).body.done_count, 2);
	});

	it('go on after the time was up', async () => {
		const worker = fresh();
		const session = await open(worker);
		await given(session, 1, GOOD[0]);
		await stack.sql(`update assignment set expires_at = started_at + interval '1 millisecond' where id = ${session.assignment}`);
		const late = await given(session, 2, GOOD[1]);
		assert.deepEqual([late.status, late.body.type], [410, 'urn:beat:lease-expired']);
		const again = await open(worker);
		assert.equal(again.assignment, session.assignment);
		assert.equal((await given(again, 2, GOOD[1])).body.done_count, 2);
	});

	it('stay those of the version that was begun', async () => {
		const before = fresh();
		const begun = await open(before);
		const file = join(stack.dir, 'changed.json');
		writeFileSync(file, JSON.stringify({ ...content, title: 'Changed' }));
		await stack.ctl('onboarding', 'import', file);
		assert.equal((await open(before)).onboarding.version, begun.onboarding.version);
		assert.equal((await open(fresh())).onboarding.version, begun.onboarding.version + 1);
		const versions = await stack.sql(`select o.version from assignment a join onboarding o on o.id = a.onboarding_id
			where a.id = ${begun.assignment}`);
		assert.deepEqual(versions, [{ version: begun.onboarding.version }]);
	});

	it('belong to the window that opened the task last', async () => {
		const worker = fresh();
		const old = await open(worker, { ref: `old-${worker}` });
		const newer = await open(worker, { ref: `new-${worker}` });
		assert.equal(newer.assignment, old.assignment);
		const moved = await given(old, 1, GOOD[0]);
		assert.deepEqual([moved.status, moved.body.type], [409, 'urn:beat:moved']);
		assert.equal((await given(newer, 1, GOOD[0])).body.done, true);
	});
});

describe('the real game', () => {
	it('waits for the exercises', async () => {
		const session = await open(fresh());
		const early = await api.attempt(session, 'What is full?', last(session.passage.text));
		assert.deepEqual([early.status, early.body.type], [409, 'urn:beat:exercises-first']);
		const submit = await api.submit(session);
		assert.deepEqual([submit.status, submit.body.type], [409, 'urn:beat:exercises-first']);
		assert.equal(stack.stub.calls, 0);
	});

	it('is played and handed in like any HIT, but its wins are no questions of the dataset', async () => {
		const worker = fresh();
		const session = await open(worker);
		await doExercises(api, session);
		assert.equal((await api.submit(session)).body.type, 'urn:beat:no-wins-yet');
		const answer = last(session.passage.text);
		const won = await api.attempt(session, 'What is full?', answer);
		assert.deepEqual([won.body.verdict, won.body.won], ['human', 1]);
		const done = await api.submit(session);
		assert.deepEqual(
			[done.body.kind, done.body.earned_cents, done.body.action],
			['onboarding', 200, 'https://workersandbox.mturk.com/mturk/externalSubmit'],
		);
		assert.deepEqual((await api.submit(session)).body, done.body);
		assert.equal(await stack.value(`select count(*) from question q join attempt a on a.id = q.attempt_id where a.assignment_id = ${session.assignment}`), 0);
		assert.equal(await state(worker), 'screening');
		const late = await given(session, 5, GOOD[4]);
		assert.deepEqual([late.status, late.body.type], [409, 'urn:beat:already-submitted']);
	});

	it('is against the model of the onboarding', async () => {
		await stack.ctl('model', 'add', 'easy', stack.modelUrl.replace('/predict', '/predict?easy'));
		await onboardingProject(stack, 'gentle', ['--onboarding-model', 'easy']);
		const session = await open(fresh(), { project: 'gentle' });
		assert.equal(session.model.name, 'easy');
	});
});

describe('the outcome', () => {
	const look = (worker, project = 'study', ref = randomUUID()) => open(worker, { project, ref });

	it('is waited for, then work starts at once', async () => {
		const worker = fresh();
		await onboard(worker);
		const waiting = await look(worker);
		assert.deepEqual([waiting.done, waiting.reason, waiting.why], [true, 'screening', null]);
		await decide(stack, worker, true, 'Fine questions.');
		const work = await look(worker);
		assert.deepEqual([work.kind, work.onboarding, work.why], ['generate', null, null]);
		assert.notEqual(work.passage.text, content.hit.text);
		assert.equal(await state(worker), 'qualified');
	});

	it('tells why it was not passed', async () => {
		const worker = fresh();
		await onboard(worker);
		await decide(stack, worker, false, 'Two questions have several answers.');
		const failed = await look(worker);
		assert.deepEqual([failed.done, failed.reason, failed.why], [true, 'failed', 'Two questions have several answers.']);
		assert.equal(await state(worker), 'failed');
	});

	it('gives another try where the project says so, and tells why', async () => {
		const worker = fresh();
		const first = await onboard(worker, { project: 'patient' });
		await decide(stack, worker, false, 'Too close to the text.');
		const again = await look(worker, 'patient');
		assert.deepEqual([again.kind, again.why], ['onboarding', 'Too close to the text.']);
		assert.notEqual(again.assignment, first.session.assignment);
		assert.deepEqual(again.onboarding.answers, []);
		await onboard(worker, { project: 'patient', ref: `again-${worker}` });
		await decide(stack, worker, false, 'Still too close.');
		assert.equal((await look(worker, 'patient')).reason, 'failed');
	});

	it('ends the task in hand kindly, paid, and a reinstated worker goes on', async () => {
		const worker = fresh();
		const ref = `E-${worker}`;
		await onboard(worker);
		await decide(stack, worker, true, 'Good.');
		const work = await look(worker, 'study', ref);
		await api.attempt(work, 'What is last?', last(work.passage.text));
		await revoke(stack, 'study', worker, 'The questions had several answers.');
		const stopped = await api.attempt(work, 'Another one for me?', last(work.passage.text));
		assert.deepEqual([stopped.status, stopped.body.type], [409, 'urn:beat:task-ended']);
		const ended = await look(worker, 'study', ref);
		assert.equal(ended.ended, true);
		assert.match(ended.message, /what you have done on this task is still paid/i);
		assert.equal(ended.why, 'The questions had several answers.');
		assert.deepEqual([ended.won, ended.reward_cents], [1, 200]);

		await reinstate(stack, 'study', worker, 'A mistake of ours.');
		const back = await look(worker, 'study', ref);
		assert.equal(back.assignment, work.assignment);
		assert.equal((await api.attempt(back, 'And one more question?', last(back.passage.text))).status, 200);

		await revoke(stack, 'study', worker, 'Again.');
		const over = await look(worker, 'study', ref);
		const done = await api.submit(over);
		assert.deepEqual([done.status, done.body.earned_cents], [200, 200]);
		assert.deepEqual((await look(worker, 'study', ref)).submitted, true);
		const gone = await look(worker);
		assert.deepEqual([gone.done, gone.reason, gone.why], [true, 'revoked', 'Again.']);
	});

	it('pays for a task that was ended before the first win', async () => {
		const worker = fresh();
		const ref = `Z-${worker}`;
		await onboard(worker);
		await decide(stack, worker, true, 'Good.');
		const work = await look(worker, 'study', ref);
		await revoke(stack, 'study', worker, 'Enough.');
		const ended = await look(worker, 'study', ref);
		assert.equal(ended.won, 0);
		// the page may also hold the token from before
		const done = await api.submit(work);
		assert.deepEqual([done.status, done.body.won, done.body.earned_cents], [200, 0, 200]);
	});

	it('says so to a worker who is blocked everywhere, and pays for what is in hand', async () => {
		const worker = fresh();
		const session = await open(worker);
		await block(stack, worker, 'Automated answers.');
		assert.equal((await given(session, 1, GOOD[0])).body.type, 'urn:beat:task-ended');
		const ended = await look(worker, 'study', `A-${worker}`);
		assert.deepEqual([ended.ended, ended.kind], [true, 'onboarding']);
		assert.equal((await api.submit(ended)).body.earned_cents, 200);
		const blocked = await look(worker);
		assert.deepEqual([blocked.done, blocked.reason], [true, 'blocked']);
		assert.equal((await look(worker, 'patient')).reason, 'blocked');
	});
});

describe('a stuck database', () => {
	it('is answered in time, and the exercise can be sent again', async () => {
		const session = await open(fresh());
		await stack.restartBeatd({ env: { BEAT_REQUEST_TIMEOUT_MS: '400' } });
		const stuck = stack.sql(`begin; select id from assignment where id = ${session.assignment} for update;
			select pg_sleep(600) as beat_holds_it; commit`).catch(() => {});
		const holder = () => stack.value(`select pid from pg_stat_activity where query like '%beat_holds_it%' and wait_event = 'PgSleep'`);
		const pid = await until(holder, { what: 'the lock' });
		const late = await given(session, 1, GOOD[0]);
		assert.deepEqual([late.status, late.headers['retry-after']], [503, '2']);
		await stack.sql(`select pg_terminate_backend(${pid})`);
		await stuck;
		await stack.restartBeatd({ env: { BEAT_REQUEST_TIMEOUT_MS: '25000' } });
		const again = await given(session, 1, GOOD[0]);
		assert.deepEqual([again.body.done, again.body.done_count], [true, 1]);
	});
});
