// Validating over HTTP: session, votes, submit. Every answer is checked against openapi.json.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bodyOf, BASICS, content, inviteTo, revoke, workerId } from '../lib/onboarding.mjs';
import { described } from '../lib/openapi.mjs';
import { spanOf, startStack, until } from '../lib/stack.mjs';
import { author, endLease, PAIRS, PASSAGE, validate, vote, votesOf } from '../lib/validation.mjs';

const ANSWERS = Object.fromEntries(PAIRS);

let stack, api, next = 0;
const fresh = () => `validator-${++next}`;

before(async () => {
	stack = await startStack({ passages: false, project: false });
	await stack.importPassages([PASSAGE], { collection: 'dev', split: 'dev' });
	await stack.ctl('onboarding', 'import', BASICS);
	stack.stub.always({ text: 'river' });
	api = described(stack);
});
after(() => stack?.stop());

// A project with one HIT of three questions that wait for votes.
async function project(args = [], { open = true, pairs = PAIRS } = {}) {
	const name = `p${++next}`;
	const own = ['--open', '--collection', 'dev', '--questions', '3', '--assignments-per-passage', '1000'];
	await stack.createProject(name, [...own, ...args]);
	await author(stack, pairs, { project: name, worker: `author-${name}` });
	if (!open) await stack.ctl('project', 'set', name, '--no-open');
	return name;
}

const mturk = (worker, assignmentId = `A-${worker}`) => ({
	platform: 'mturk',
	params: { assignmentId, hitId: 'H1', workerId: worker, turkSubmitTo: 'https://workersandbox.mturk.com' },
});
const prolific = (worker) => ({ platform: 'prolific', params: { PROLIFIC_PID: worker, STUDY_ID: 's', SESSION_ID: `S-${worker}` } });
const open = async (name, worker = fresh(), options = {}) =>
	(await validate(api, options.platform ? undefined : worker, { project: name, ...options })).body;
// The question of a session by its words.
const asked = (session, words) => session.questions.find((q) => q.question === words).id;
const answerAll = async (session) => {
	for (const q of session.questions.filter((x) => !x.closed)) {
		const { status, text } = await vote(api, session, q.id, ANSWERS[q.question]);
		assert.equal(status, 200, text);
	}
};

describe('the session', () => {
	it('gives a passage and its questions, without their answers, and resumes', async () => {
		const name = await project();
		const worker = fresh();
		const first = await validate(api, worker, { project: name });
		assert.equal(first.status, 201, first.text);
		const { body } = first;
		assert.deepEqual([body.kind, body.passage.text, body.onboarding, body.paused], ['validate', PASSAGE.text, null, false]);
		assert.deepEqual(body.questions.map((q) => q.question).sort(), PAIRS.map(([q]) => q).sort());
		for (const q of body.questions) assert.deepEqual(Object.keys(q).sort(), ['closed', 'id', 'question', 'vote']);
		assert.ok(body.reasons.some((r) => r.word === 'other') && body.reasons.every((r) => r.meaning));
		const again = await validate(api, worker, { project: name });
		assert.equal(again.status, 200);
		assert.equal(again.body.assignment, body.assignment);
		assert.deepEqual(again.body.questions, body.questions, 'the order of a HIT is its own');
	});

	it('gives two calls at once the same HIT', async () => {
		const name = await project();
		const worker = fresh();
		const both = await Promise.all(Array.from({ length: 8 }, () => validate(api, worker, { project: name })));
		assert.equal(new Set(both.map((r) => r.body.assignment)).size, 1);
		assert.equal(both.filter((r) => r.status === 201).length, 1);
	});

	it('says "busy" while the last of the work is in other hands, and gives it to who comes back', async () => {
		const name = await project(['--assignments-per-passage', '2']);
		const rows = { validate: 'validation', session: 'project_passage' };
		const asked = { validate: (worker) => validate(api, worker, { project: name }), session: (worker) => api.session(worker, { project: name }) };
		for (const [task, table] of Object.entries(rows)) {
			const worker = fresh();
			const hold = `begin; select 1 from ${table} x join project p on p.id = x.project_id where p.name = '${name}' for update of x;
				select pg_sleep(60) as beat_holds_${task}; commit`;
			const stuck = stack.sql(hold).catch(() => {});
			const holder = () => stack.value(`select pid from pg_stat_activity where query like '%beat_holds_${task}%' and wait_event = 'PgSleep'`);
			const pid = await until(holder, { what: 'the lock' });
			const busy = await asked[task](worker);
			assert.deepEqual([busy.status, busy.body.type, busy.headers['retry-after']], [503, 'urn:beat:busy', '1'], task);
			await stack.sql(`select pg_terminate_backend(${pid})`);
			await stuck;
			assert.equal((await asked[task](worker)).status, 201, task);
		}
	});

	it('gives questions to nobody twice, to no author, and to no more than are wanted', async () => {
		const name = await project();
		assert.equal((await open(name, `author-${name}`)).reason, 'no_work');
		const worker = fresh();
		const mine = await open(name, worker);
		await answerAll(mine);
		await api.submit(mine);
		const { body } = await validate(api, worker, { project: name });
		assert.deepEqual([body.done, body.reason], [true, 'no_work']);
		assert.match(body.message, /no questions left for you/);
		assert.equal((await open(name)).questions.length, 3);
		assert.equal((await open(name)).questions.length, 3);
		assert.equal((await open(name)).reason, 'no_work');
	});

	it('runs beside the worker’s own game', async () => {
		const name = await project();
		const worker = fresh();
		const game = (await api.session(worker, { project: name })).body;
		const other = await open(name, worker);
		assert.notEqual(game.assignment, other.assignment);
		assert.equal((await api.session(worker, { project: name })).body.assignment, game.assignment);
		assert.equal((await open(name, worker)).assignment, other.assignment);
	});

	it('shows a preview without a question', async () => {
		const name = await project(['--validation-reward', '35']);
		const { body } = await validate(api, undefined, { project: name, ...mturk('', 'ASSIGNMENT_ID_NOT_AVAILABLE') });
		assert.deepEqual([body.preview, body.kind, body.passage.title, body.reward_cents], [true, 'validate', PASSAGE.title, 35]);
		assert.equal(body.questions, undefined);
	});

	it('says why there is nothing to do', async () => {
		const silent = await project(['--validation-votes', '0']);
		assert.equal((await open(silent)).reason, 'no_validation');
		const preview = await validate(api, undefined, { project: silent, ...mturk('', 'ASSIGNMENT_ID_NOT_AVAILABLE') });
		assert.equal(preview.body.reason, 'no_validation');
		const name = await project();
		const held = await open(name);
		await stack.ctl('project', 'pause', name);
		const bob = await open(name);
		assert.deepEqual([bob.done, bob.reason], [true, 'paused']);
		assert.equal((await vote(api, held, held.questions[0].id, '1932')).status, 200, 'work in hand goes on');
		await stack.ctl('project', 'close', name);
		assert.equal((await open(name)).reason, 'closed');
		assert.equal((await validate(api, 'x', { project: 'nowhere' })).status, 404);
		const wrong = await api.post('/api/v1/session', { project: name, task: 'dance', platform: 'direct', params: { worker: 'x' } });
		assert.equal(wrong.status, 422);
		assert.match(wrong.body.detail, /generate or validate/);
		assert.equal((await api.post('/api/v1/session', { project: name, task: 7, platform: 'direct', params: { worker: 'x' } })).status, 422);
	});
});

describe('a vote', () => {
	it('is compared with the original in exact integers, which are not told', async () => {
		const name = await project();
		const s = await open(name);
		const given = {
			'Who ran it?': ['owner, Zoë Kranjčar', [2, 3, 2, false]],
			'Where did it go?': ['Šiška.', [1, 1, 1, true]], // normalised: the full stop does not count
			'How much was baked each day?': ['40 loaves a day', [2, 3, 2, false]],
		};
		for (const [question, [answer]] of Object.entries(given)) {
			const { status, body } = await vote(api, s, asked(s, question), answer);
			assert.equal(status, 200);
			assert.deepEqual(Object.keys(body).sort(), ['done', 'question', 'total', 'vote']);
			assert.deepEqual(Object.keys(body.vote).sort(), ['answer', 'comment', 'reason']);
		}
		for (const row of await votesOf(stack, s)) {
			const [answer, numbers] = given[row.question];
			const span = spanOf(PASSAGE.text, answer);
			assert.deepEqual([row.answer_start, row.answer_end, row.answer_text], [span.start, span.end, span.text]);
			assert.deepEqual([row.shared, row.vote_tokens, row.original_tokens, row.exact], numbers);
			assert.equal(row.counts, false, 'a draft');
		}
	});

	it('says that there is no answer, and why', async () => {
		const name = await project();
		const s = await open(name);
		const id = asked(s, 'Who ran it?');
		const plain = await vote(api, s, id, { reason: 'no_answer' });
		assert.deepEqual(plain.body.vote, { answer: null, reason: 'no_answer', comment: '' });
		const other = await vote(api, s, id, { reason: 'other', comment: '  Two owners: 🙂. ' });
		assert.deepEqual(other.body.vote, { answer: null, reason: 'other', comment: 'Two owners: 🙂.' });
		const [row] = await votesOf(stack, s);
		assert.deepEqual([row.answer_text, row.shared, row.vote_tokens, row.original_tokens, row.exact], [null, 0, 0, 2, false]);
	});

	it('may be sent again and changed until the HIT is handed in', async () => {
		const name = await project();
		const worker = fresh();
		const s = await open(name, worker);
		const [first, second, third] = s.questions;
		const sent = await Promise.all(Array.from({ length: 6 }, () => vote(api, s, first.id, '1932')));
		for (const { status, body } of sent) assert.deepEqual([status, body.done, body.total], [200, 1, 3]);
		await vote(api, s, first.id, { reason: 'unclear' });
		assert.deepEqual((await vote(api, s, first.id, '1950')).body.vote.answer, spanOf(PASSAGE.text, '1950'));
		assert.equal((await votesOf(stack, s)).length, 1);
		const resumed = await open(name, worker);
		assert.equal(resumed.questions.find((q) => q.id === first.id).vote.answer.text, '1950');
		assert.equal((await vote(api, s, second.id, '1932')).body.done, 2);
		const early = await api.submit(s);
		assert.deepEqual([early.status, early.body.type], [409, 'urn:beat:answers-missing']);
		await vote(api, s, third.id, { reason: 'broken' });
		const done = await api.submit(s);
		assert.deepEqual([done.status, done.body.kind, done.body.won, done.body.wanted], [200, 'validate', 3, 3]);
		const late = await vote(api, s, first.id, '1932');
		assert.deepEqual([late.status, late.body.type], [409, 'urn:beat:already-submitted']);
		assert.deepEqual((await api.submit(s)).body, done.body, 'handing in twice is one hand-in');
		const rows = await votesOf(stack, s);
		assert.ok(rows.length === 3 && rows.every((r) => r.counts));
		assert.equal(rows.find((r) => r.question === first.question).answer_text, '1950');
	});

	it('is refused with a sentence that helps', async () => {
		const name = await project();
		const [s, t] = [await open(name), await open(await project())];
		const [{ id }] = s.questions;
		const span = spanOf(PASSAGE.text, '1932');
		const cases = [
			[{ question: id }, 422, /either an "answer" or the "reason"/],
			[{ question: id, answer: null, reason: null }, 422, /either/],
			[{ question: id, answer: span, reason: 'no_answer' }, 422, /either/],
			[{ answer: span }, 422, /"question" is missing/, 'question'],
			[{ question: 'x', answer: span }, 422, /40 hexadecimal digits/, 'question'],
			[{ question: id.toUpperCase().replace(/\d/g, 'A'), answer: span }, 422, /40 hexadecimal digits/, 'question'],
			[{ question: `${id}0`, answer: span }, 422, /40 hexadecimal digits/, 'question'],
			[{ question: '0'.repeat(40), answer: span }, 409, /does not belong to your task/, 'question'],
			[{ question: t.questions[0].id, answer: span }, 409, /does not belong to your task/, 'question'],
			[{ question: id, answer: { ...span, end: 9999 } }, 422, /passage/, 'answer'],
			[{ question: id, answer: { ...span, text: '1933' } }, 422, /passage/, 'answer'],
			[{ question: id, answer: { ...span, start: -1 } }, 422, /"start"/, 'answer.start'],
			[{ question: id, answer: { start: span.start - 1, end: span.start, text: ' ' } }, 422, /./, 'answer'],
			[{ question: id, answer: spanOf(PASSAGE.text, 'a') }, 422, /word|answer/, 'answer'],
			[{ question: id, answer: 'x' }, 422, /object/, 'answer'],
			[{ question: id, reason: 'nonsense' }, 422, /one of the reasons/, 'reason'],
			[{ question: id, reason: 'Ä' }, 422, /one of the reasons/, 'reason'],
			[{ question: id, reason: '' }, 422, /one of the reasons/, 'reason'],
			[{ question: id, reason: 'other' }, 422, /few words/, 'comment'],
			[{ question: id, reason: 'other', comment: ' \n ' }, 422, /few words/, 'comment'],
			[{ question: id, reason: 'other', comment: '🙂'.repeat(1001) }, 422, /at most 1000/, 'comment'],
			[{ question: id, reason: 'other', comment: 7 }, 422, /"comment"/, 'comment'],
			[[], 422, /object/],
			['{', 400, /Not valid JSON/],
		];
		for (const [body, status, detail, field] of cases) {
			const answer = await api.post('/api/v1/votes', body, { token: s.token });
			assert.equal(answer.body.field, field, answer.text);
			assert.equal(answer.status, status, `${JSON.stringify(body).slice(0, 200)} ${answer.text}`);
			assert.match(answer.body.detail, detail, JSON.stringify(body).slice(0, 200));
		}
		assert.equal((await api.post('/api/v1/votes', { question: id, answer: span })).status, 401);
		assert.equal((await api.post('/api/v1/votes', { question: id, answer: span }, { token: `${s.token}x` })).status, 401);
		assert.equal((await votesOf(stack, s)).length, 0);
		const long = await vote(api, s, id, { reason: 'other', comment: '🙂'.repeat(1000) });
		assert.equal(long.status, 200);
	});

	it('belongs to its own kind of task', async () => {
		const name = await project();
		const worker = fresh();
		const s = await open(name, worker);
		const attempt = await api.attempt(s, 'Who?', 'Zoë Kranjčar');
		assert.deepEqual([attempt.status, attempt.body.type], [409, 'urn:beat:wrong-task']);
		const exercise = await api.post('/api/v1/exercises', { number: 1, question: 'Who?' }, { token: s.token });
		assert.equal(exercise.body.type, 'urn:beat:no-exercises');
		const game = (await api.session(worker, { project: name })).body;
		const odd = await vote(api, { ...s, token: game.token }, s.questions[0].id, '1932');
		assert.ok([401, 409].includes(odd.status), odd.text);
		assert.equal((await votesOf(stack, s)).length, 0);
	});

	it('is no longer needed when its question was taken out', async () => {
		const name = await project();
		const worker = fresh();
		const s = await open(name, worker);
		await vote(api, s, s.questions[0].id, '1932');
		await revoke(stack, name, `author-${name}`, 'Copied.');
		const late = await vote(api, s, s.questions[1].id, '1932');
		assert.deepEqual([late.status, late.body.type], [409, 'urn:beat:question-closed']);
		assert.match(late.body.detail, /no longer needed/);
		assert.ok((await open(name, worker)).questions.every((q) => q.closed));
		assert.equal((await api.submit(s)).status, 200, 'nothing more is asked for');
		assert.equal((await open(name)).reason, 'no_work');
	});
});

describe('the end', () => {
	it('says on each platform how it ends, and what is paid', async () => {
		const name = await project(['--validation-reward', '40', '--validation-completion-code', 'VAL1D', '--reward', '200', '--completion-code', 'WR1TE']);
		const turk = await open(name, undefined, mturk('turk-1'));
		await answerAll(turk);
		const sent = (await api.submit(turk)).body;
		assert.deepEqual(sent.fields, { assignmentId: 'A-turk-1', answered: '3' });
		assert.deepEqual([sent.reward_cents, sent.earned_cents], [40, 40]);
		assert.deepEqual((await open(name, undefined, mturk('turk-1'))).fields, sent.fields, 'opened again it can be sent again');
		const study = await open(name, undefined, prolific('p-1'));
		await answerAll(study);
		assert.match((await api.submit(study)).body.url, /cc=VAL1D$/);
		const direct = await open(name);
		await answerAll(direct);
		assert.equal((await api.submit(direct)).body.message, 'Thank you! Your 3 answers are handed in.');
	});

	it('goes on in the newer window', async () => {
		const name = await project();
		const older = await open(name, undefined, mturk('turk-2', 'A-1'));
		const newer = await open(name, undefined, mturk('turk-2', 'A-2'));
		assert.equal(newer.assignment, older.assignment);
		const answer = await vote(api, older, older.questions[0].id, '1932');
		assert.deepEqual([answer.status, answer.body.type], [409, 'urn:beat:moved']);
		assert.equal((await api.submit(older)).body.type, 'urn:beat:moved');
		await answerAll(newer);
		assert.equal((await api.submit(newer)).status, 200);
	});

	it('comes kindly to who may no longer take part: what was done is paid', async () => {
		const name = await project(['--validation-reward', '40']);
		const worker = fresh();
		const s = await open(name, worker);
		await vote(api, s, s.questions[0].id, '1932');
		await revoke(stack, name, worker, 'Careless.');
		const refused = await vote(api, s, s.questions[1].id, '1932');
		assert.deepEqual([refused.status, refused.body.type], [409, 'urn:beat:task-ended']);
		const ended = await open(name, worker);
		assert.deepEqual([ended.ended, ended.kind, ended.why, ended.reward_cents], [true, 'validate', 'Careless.', 40]);
		assert.equal((await api.submit(ended)).body.earned_cents, 40);
		assert.equal((await open(name, worker)).reason, 'revoked');
	});

	it('of a lease keeps the answers for who comes back in time', async () => {
		const name = await project();
		const worker = fresh();
		const s = await open(name, worker);
		await vote(api, s, asked(s, 'Who ran it?'), 'Zoë');
		await endLease(stack, s);
		const late = await vote(api, s, asked(s, 'Where did it go?'), 'Šiška');
		assert.deepEqual([late.status, late.body.type], [410, 'urn:beat:lease-expired']);
		const again = await open(name, worker);
		assert.equal(again.assignment, s.assignment);
		assert.equal(again.questions.find((q) => q.question === 'Who ran it?').vote.answer.text, 'Zoë');
		await answerAll(again);
		assert.equal((await api.submit(again)).status, 200);
	});
});

describe('who may', () => {
	it('an invitation to validate vouches for validating only', async () => {
		const name = await project([], { open: false });
		const worker = fresh();
		assert.equal((await open(name, worker)).reason, 'not_open');
		const link = (await stack.ctl('invite', name, '--worker', worker, '--task', 'validate', '--base-url', 'http://x')).trim();
		assert.match(link, new RegExp(`^http://x/hit/${name}\\?task=validate&invite=v1\\.[\\w-]+\\.[\\w-]{43}$`));
		const params = { invite: new URL(link).searchParams.get('invite') };
		const s = (await validate(api, undefined, { project: name, params })).body;
		assert.equal(s.questions.length, 3);
		assert.equal((await api.session(undefined, { project: name, params })).body.reason, 'not_open');
		assert.equal((await validate(api, undefined, { project: 'p1', params })).status, 422);
		const bent = { invite: params.invite.replace(/^v1/, 'i1') };
		assert.equal((await api.session(undefined, { project: name, params: bent })).status, 422);
		const wrong = await stack.beatctl(['invite', name, '--worker', 'a', '--task', 'dance']);
		assert.equal(wrong.code, 2);
		assert.match(wrong.stderr, /generate or validate/);
		const many = (await stack.ctl('invite', name, '--count', '2', '--task', 'validate')).trim().split('\n');
		for (const line of many) assert.match(line, /^w-[a-z2-9]{12}\t\S+\?task=validate&invite=v1\./);
	});

	it('an ordinary invitation vouches for both', async () => {
		const name = await project([], { open: false });
		const worker = fresh();
		const params = { invite: await inviteTo(stack, name, worker) };
		assert.equal((await api.session(undefined, { project: name, params })).status, 201);
		assert.equal((await validate(api, undefined, { project: name, params })).body.questions.length, 3);
	});

	it('newcomers do the exercises that mark an answer, then the questions of the same HIT', async () => {
		const name = await project(['--validation-onboarding', 'basics'], { open: false });
		const s = await open(name, undefined, mturk('learner-1'));
		const { exercises } = s.onboarding;
		const highlights = content.exercises.filter((e) => e.kind === 'highlight');
		assert.deepEqual(exercises.map((e) => [e.number, e.kind, e.question]), highlights.map((e, i) => [i + 1, 'highlight', e.question]));
		assert.ok(exercises.every((e) => e.answer === null));
		const early = await vote(api, s, s.questions[0].id, '1932');
		assert.deepEqual([early.status, early.body.type], [409, 'urn:beat:exercises-first']);
		assert.equal((await api.submit(s)).body.type, 'urn:beat:exercises-first');
		const exercise = (number, answer) => api.post('/api/v1/exercises', bodyOf(s, number, { answer }), { token: s.token });
		assert.equal((await exercise(2, highlights[1].answer.text)).body.type, 'urn:beat:exercise-order');
		assert.equal((await exercise(1, 'late frost')).body.done, false);
		const first = (await exercise(1, highlights[0].answer.text)).body;
		assert.deepEqual([first.done, first.done_count, first.total], [true, 1, 2]);
		assert.equal((await exercise(2, highlights[1].answer.text)).body.done, true);
		const ready = await open(name, undefined, mturk('learner-1'));
		assert.deepEqual([ready.assignment, ready.onboarding], [s.assignment, null]);
		await answerAll(ready);
		assert.equal((await api.submit(ready)).status, 200);
		const made = await stack.value(`select q.validator_at is not null and q.state <> 'screening' from participation q
			join project p on p.id = q.project_id where p.name = '${name}' and q.worker_id = ${await workerId(stack, 'learner-1')}`);
		assert.equal(made, true);
		const twin = await open(await project(['--validation-onboarding', 'basics'], { open: false }), undefined, mturk('learner-1'));
		assert.equal(twin.onboarding, null, 'learned once for all projects of the pool');
		const newcomer = await open(await project(['--validation-onboarding', 'basics'], { open: false }), undefined, mturk('learner-2'));
		assert.equal(newcomer.onboarding.exercises.length, 2);
	});
});

describe('metrics', () => {
	it('count sessions by task, and votes', async () => {
		const text = await stack.metrics();
		assert.match(text, /^beat_sessions_total\{status="ok",platform="direct",task="validate"\} \d+$/m);
		assert.match(text, /^beat_votes_total\{outcome="answer"\} \d+$/m);
		assert.match(text, /^beat_votes_total\{outcome="no_answer"\} \d+$/m);
		assert.match(text, /^beat_votes_total\{outcome="closed"\} \d+$/m);
	});
});
