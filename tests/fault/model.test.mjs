// A model fault is not a loss: no verdict, kept, judged later, and the worker can go on.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { described } from '../lib/openapi.mjs';
import { startStack, until } from '../lib/stack.mjs';

let stack, api, next = 0;
const fresh = () => `worker-${++next}`;

before(async () => {
	const env = { BEAT_MODEL_TIMEOUT_MS: '3000', BEAT_BREAKER_FAILURES: '1000' };
	stack = await startStack({ project: { args: ['--assignments-per-passage', '1000', '--repeats', 'allow'] }, beatd: { env } });
	api = described(stack);
});
after(() => stack?.stop());
beforeEach(() => stack.stub.reset());

const lastWord = (text) => text.split(' ').at(-1).replace(/\.$/, '');

describe('a model that fails', () => {
	const json = (answer) => ({ body: JSON.stringify({ model: 'stub', version: '1', weights: '0', score: 0.5, ...answer }) });
	const faults = {
		'answers 500': { status: 500 },
		'answers 404': { status: 404 },
		'redirects': { status: 302 },
		'hangs': { hang: true },
		'resets the connection': { reset: true },
		'closes midway': { closeMidway: true },
		'sends garbage': { body: '<html>nope</html>', type: 'text/html' },
		'sends nothing': { body: '' },
		'sends half JSON': { body: '{"answer":"x"' },
		'sends an array': { body: '[]' },
		'sends invalid UTF-8': { body: Buffer.from('7b22616e73776572223a22ff227d', 'hex') },
		'sends NUL': json({ answer: 'a\u0000b' }),
		'sends no answer': json({}),
		'sends a number': json({ answer: 7 }),
		'sends null': json({ answer: null }),
		'sends an empty answer': json({ answer: '', start: 0, end: 0 }),
		'sends white space': json({ answer: ' \n ' }),
		'sends offsets outside the passage': json({ answer: 'The', start: 99990, end: 99993 }),
		'sends negative offsets': json({ answer: 'The', start: -3, end: 0 }),
		'sends offsets that do not slice to its answer': json({ answer: 'zzz', start: 0, end: 3 }),
		'sends fractional offsets': json({ answer: 'The', start: 0.5, end: 3.5 }),
		'sends offsets as text': json({ answer: 'The', start: '0', end: '3' }),
		'sends one offset only': json({ answer: 'The', start: 0 }),
		'sends a huge body': { body: `{"answer":"${'x'.repeat(2_000_000)}"}` },
		'drips for ever': { drip: 100 },
	};
	for (const [name, behaviour] of Object.entries(faults)) {
		it(`${name}: verdict none, stored, not counted`, async () => {
			const { body: s } = await api.session(fresh());
			stack.stub.always(behaviour);
			const answer = await api.attempt(s, 'What is it?', lastWord(s.passage.text));
			assert.equal(answer.status, 200, answer.text);
			assert.equal(answer.body.verdict, 'none');
			assert.equal(answer.body.f1, null);
			assert.equal(answer.body.won, 0);
			assert.ok(answer.body.fault);
			const [row] = await stack.sql(`select verdict, fault, question from attempt where id = '${answer.body.id}'`);
			assert.deepEqual(row, { verdict: 'none', fault: answer.body.fault, question: 'What is it?' });
			// and the worker goes on
			stack.stub.always({});
			assert.equal((await api.attempt(s, 'And this?', lastWord(s.passage.text))).body.verdict, 'human');
		});
	}

	it('refuses connections: verdict none, and back when it is back', async () => {
		const { body: s } = await api.session(fresh());
		await stack.stub.refuse();
		const answer = await api.attempt(s, 'Anyone?', lastWord(s.passage.text));
		assert.equal(answer.body.fault, 'refused');
		await stack.stub.accept();
		assert.equal((await api.attempt(s, 'Now?', lastWord(s.passage.text))).body.verdict, 'human');
	});

	it('an answer without offsets is located in the passage, or shown as text', async () => {
		const { body: s } = await api.session(fresh());
		stack.stub.always({ text: s.passage.text.split(' ')[1], span: false });
		const found = await api.attempt(s, 'One?', lastWord(s.passage.text));
		assert.equal(found.body.verdict, 'human');
		const { start, end, answer } = found.body.model;
		assert.equal([...s.passage.text].slice(start, end).join(''), answer);
		stack.stub.always({ text: 'not in there', span: false });
		const shown = await api.attempt(s, 'Two?', lastWord(s.passage.text));
		assert.equal(shown.body.verdict, 'human');
		assert.equal(shown.body.model.answer, 'not in there');
		assert.equal(shown.body.model.start, null);
	});

	it('an empty answer is the model\'s loss where the project says so', async () => {
		await stack.createProject('strict', ['--open', '--collection', 'sample', '--empty-answer', 'loss']);
		const { body: s } = await api.session(fresh(), { project: 'strict' });
		stack.stub.always(json({ answer: '' }));
		const answer = await api.attempt(s, 'Nothing?', lastWord(s.passage.text));
		assert.equal(answer.body.verdict, 'human');
		assert.equal(answer.body.model.answer, '');
		assert.equal(answer.body.f1.model_tokens, 0);
	});
});

describe('rejudge', () => {
	it('judges later what had no verdict, once', async () => {
		const { body: s } = await api.session(fresh());
		stack.stub.next({ status: 500 }, { status: 500 });
		const one = await api.attempt(s, 'First?', lastWord(s.passage.text));
		const two = await api.attempt(s, 'Second?', lastWord(s.passage.text));
		assert.deepEqual([one.body.verdict, two.body.verdict], ['none', 'none']);
		stack.stub.always((q) => (q.question === 'First?' ? {} : { text: lastWord(q.passage) }));
		const run = await stack.beatctl(['rejudge', 'demo']);
		assert.equal(run.code, 0, run.stderr);
		const again = await api.session(`worker-${next}`);
		assert.deepEqual(again.body.attempts.map((a) => a.verdict), ['human', 'model']);
		assert.equal(again.body.won, 1);
		assert.equal(await stack.value(`select count(*) from attempt where verdict = 'none'`), 0);
		assert.equal((await stack.beatctl(['rejudge', 'demo'])).code, 0);
	});

	it('says what still has no answer', async () => {
		const { body: s } = await api.session(fresh());
		stack.stub.always({ status: 500 });
		await api.attempt(s, 'Hard?', lastWord(s.passage.text));
		const run = await stack.beatctl(['rejudge', 'demo']);
		assert.equal(run.code, 1);
		assert.match(run.stdout + run.stderr, /1 still without an answer/);
		stack.stub.always({});
		assert.equal((await stack.beatctl(['rejudge', 'demo'])).code, 0);
	});
});

describe('the breaker', () => {
	it('leaves a failing model alone, probes it, and closes again', async () => {
		await stack.restartBeatd({ env: { BEAT_BREAKER_FAILURES: '3', BEAT_BREAKER_COOLDOWN_MS: '3000' } });
		const { body: s } = await api.session(fresh());
		const ask = () => api.attempt(s, 'Well?', lastWord(s.passage.text));
		stack.stub.always({ status: 500 });
		for (let i = 0; i < 3; i++) assert.equal((await ask()).body.fault, 'bad_status');
		const calls = stack.stub.calls;
		assert.equal((await ask()).body.fault, 'breaker');
		assert.equal(stack.stub.calls, calls);
		assert.match(await api.metrics(), /beat_model_breaker\{[^}]*\} 2/);
		stack.stub.always({});
		await until(async () => (await ask()).body.verdict === 'human', { every: 200, what: 'the probe' });
		assert.match(await api.metrics(), /beat_model_breaker\{[^}]*\} 0/);
	});

	it('readiness tells a model that is gone', async () => {
		await stack.stub.refuse();
		await until(async () => (await api.call('GET', '/readyz')).body.models === 'down');
		assert.equal((await api.call('GET', '/readyz')).status, 200); // hand-ins, votes and the dashboard go on
		assert.deepEqual((await api.monitor('/readyz')).body.models.map((m) => m.up), [false]);
		await stack.stub.accept();
		await until(async () => (await api.call('GET', '/readyz')).body.models === undefined);
	});
});
