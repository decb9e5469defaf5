// Shadows: models that answer attempts after their verdict, in the background; the matrix of transfer grows by itself.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { signIn } from '../lib/desk.mjs';
import { described } from '../lib/openapi.mjs';
import { startStack, startStubModel, until } from '../lib/stack.mjs';

let stack, api, shadow;

before(async () => {
	stack = await startStack({ project: { args: ['--questions', '50'] }, beatd: { env: { BEAT_SHADOW_CONCURRENCY: '2', BEAT_MODEL_TIMEOUT_MS: '60000' } } });
	api = described(stack);
	shadow = await startStubModel();
	await stack.ctl('model', 'add', 'shade', shadow.url);
	await stack.ctl('project', 'set', 'demo', '--shadow', 'shade');
});
after(async () => {
	await shadow?.stop();
	await stack?.stop();
});

const words = (text) => [...new Set(text.match(/[A-Za-z]{4,}/g))];
const says = (i) => ({ passage }) => ({ text: words(passage)[i], model: 'shade', version: '7', weights: 'dark' });
let asked = 0;
const play = async (hit) => (await api.attempt(hit, `What is asked as number ${++asked} here?`, words(hit.passage.text)[1])).body;
const due = () => stack.value('select count(*) from shadow_due');
const seen = () => stack.sql('select r.name, y.verdict, y.shared, y.model_tokens, y.human_tokens from transfer_prediction y join transfer_reader r on r.id = y.reader_id order by y.asked_at');
const hurry = () => stack.sql("update shadow_due set due_at = now() - interval '1 second'");

describe('shadows', () => {
	it('answer after the verdict, and their answers are of the matrix', async () => {
		const { body: hit } = await api.session('ann');
		shadow.always(says(1));
		const attempt = await play(hit);
		assert.equal(attempt.verdict, 'human');
		assert.doesNotMatch(JSON.stringify(attempt), /shade/);
		await until(async () => (await due()) === 0);
		assert.deepEqual(await seen(), [{ name: 'shade', verdict: 'model', shared: 1, model_tokens: 1, human_tokens: 1 }]);
		const { rows } = JSON.parse((await stack.beatctl(['rejudge', 'demo', '--show', '--json'])).stdout);
		assert.deepEqual(rows[0].cells.map((c) => [c.reader, c.in_loop, c.won.beating, c.won.of]), [['stub', true, 1, 1], ['shade', false, 0, 1]]);
		const { items, shadows, due: left } = await (await signIn(stack, { name: 'ada', role: 'admin' })).read('/projects/demo/transfer');
		assert.deepEqual([shadows, left], [['shade'], 0]);
		assert.deepEqual(items.map((i) => [i.loop_name, i.name, i.in_loop, i.won.k, i.won.n, i.all.n]), [['stub', 'stub', true, 1, 1, 1], ['stub', 'shade', false, 0, 1, 1]]);
		assert.ok(items[1].won.high > 0.7, 'with its interval');
		assert.deepEqual(Object.keys(shadow.requests[0]).sort(), ['passage', 'question'], 'it does not see the answer either');
	});

	it('that hang delay nobody, and take no more than their part', async () => {
		const { body: hit } = await api.session('bob');
		shadow.reset();
		shadow.always({ hang: true });
		for (let i = 0; i < 5; i++) assert.equal((await play(hit)).verdict, 'human');
		await until(() => shadow.calls === 2);
		assert.equal(await due(), 5);
		assert.equal((await play(hit)).verdict, 'human');
		assert.equal(shadow.calls, 2, 'two at once, as it was told');
	});

	it('are not forgotten when beatd is killed', async () => {
		await stack.killBeatd();
		shadow.reset();
		shadow.always(says(2));
		assert.equal(await due(), 6);
		await hurry();
		await stack.restartBeatd();
		await until(async () => (await due()) === 0);
		assert.equal((await seen()).filter((s) => s.verdict === 'human').length, 6);
	});

	it('that fail stay due, later each time; a late verdict makes them due', async () => {
		const { body: hit } = await api.session('cid');
		shadow.always({ status: 500 });
		await play(hit);
		await until(async () => (await stack.value('select max(tries) from shadow_due')) === 1);
		assert.equal(await stack.value("select due_at > now() + interval '100 seconds' from shadow_due"), true);
		stack.stub.next({ status: 500 });
		const none = await play(hit);
		assert.equal(none.verdict, 'none');
		assert.equal(await stack.value(`select count(*) from shadow_due where attempt_id = '${none.id}'`), 0, 'there is nothing to compare with yet');
		assert.equal((await stack.beatctl(['rejudge', 'demo'])).code, 0);
		assert.equal(await stack.value(`select count(*) from shadow_due where attempt_id = '${none.id}'`), 1);
		shadow.always(says(2));
		await hurry();
		await until(async () => (await due()) === 0);
	});

	it('are none when the project has none', async () => {
		await stack.ctl('project', 'set', 'demo', '--no-shadow');
		shadow.reset();
		const { body: hit } = await api.session('dee');
		await play(hit);
		assert.equal(await due(), 0);
		assert.equal(shadow.calls, 0);
	});
});
