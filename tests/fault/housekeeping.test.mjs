// What happens without anybody asking: batches close when they are due, also after the server or its database was away.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { until, useStack } from '../lib/stack.mjs';
import { author, PAIRS, PASSAGE, validate, vote } from '../lib/validation.mjs';

const lastWord = (text) => text.split(' ').at(-1).replace(/\.$/, '');

async function playHit(stack, worker) {
	const { body: s } = await stack.session(worker);
	assert.equal((await stack.attempt(s, 'What is it?', lastWord(s.passage.text))).body.verdict, 'human');
	assert.equal((await stack.submit(s)).status, 200);
}

const batches = (stack) => stack.value("select count(*) from batch b join project p on p.id = b.project_id where p.name = 'demo'");

describe('housekeeping', () => {
	it('closes a batch after so many HITs, and goes on after the database was away', async (t) => {
		const stack = await useStack(t, { cluster: true, project: { args: ['--questions', '1', '--batch-hits', '2'] }, beatd: { env: { BEAT_HOUSEKEEPING_S: '1' } } });
		await playHit(stack, 'ann');
		await playHit(stack, 'bob');
		await until(async () => (await batches(stack)) === 1);
		assert.equal(await stack.value('select count(*) from sample'), 2);
		await playHit(stack, 'cid');
		await stack.cluster.halt('fast');
		await stack.beatd.waitFor(/housekeeping: database/);
		await stack.cluster.start();
		await stack.ready();
		await playHit(stack, 'dan');
		await until(async () => (await batches(stack)) === 2);
		assert.equal(await stack.value('select count(*) from sample'), 4);
	});

	it('settles votes by itself', async (t) => {
		const stack = await useStack(t, { passages: false, project: false, beatd: { env: { BEAT_HOUSEKEEPING_S: '1' } } });
		await stack.importPassages([PASSAGE], { split: 'dev' });
		await stack.createProject('demo', ['--open', '--collection', 'sample', '--questions', '3', '--validation-votes', '1']);
		await author(stack, PAIRS, { worker: 'ann' });
		const { body: s } = await validate(stack, 'val');
		for (const q of s.questions) await vote(stack, s, q.id, PAIRS.find(([words]) => words === q.question)[1]);
		assert.equal((await stack.submit(s)).status, 200);
		await until(async () => (await stack.value(`select count(*) from validation where state = 'answerable'`)) === 3);
		assert.ok(await stack.value('select at from validation_settlement'));
	});

	it('of several servers does nothing twice', async (t) => {
		const stack = await useStack(t, { project: { args: ['--questions', '1', '--batch-hits', '1'] }, beatd: { env: { BEAT_HOUSEKEEPING_S: '1', BEAT_PORT: '0' } } });
		const first = stack.beatd;
		await stack.startBeatd();
		t.after(() => first.stop());
		for (const worker of ['ann', 'bob', 'cid']) {
			const before = await batches(stack);
			await playHit(stack, worker);
			await until(async () => (await batches(stack)) > before);
		}
		assert.equal(await batches(stack), 3);
		assert.equal(await stack.value('select count(*) from sample'), 3);
	});

	it('judges by itself what the model could not, when it answers again, and the win counts and is paid', async (t) => {
		const stack = await useStack(t, {
			project: { args: ['--questions', '2', '--reward', '100', '--win-reward', '25'] },
			beatd: { env: { BEAT_HOUSEKEEPING_S: '1', BEAT_BREAKER_FAILURES: '2', BEAT_BREAKER_COOLDOWN_MS: '200' } },
		});
		stack.stub.always({ status: 500 });
		const { body: s } = await stack.session('ann');
		const tried = [];
		for (const question of ['What is the last?', 'Which one ends it?', 'How does it end?'])
			tried.push((await stack.attempt(s, question, lastWord(s.passage.text))).body.verdict);
		assert.deepEqual(tried, ['none', 'none', 'none']);
		const again = (await stack.attempt(s, 'what is the LAST', lastWord(s.passage.text))).body;
		assert.deepEqual([again.type, /not answered yet.*counts then/.test(again.detail)], ['urn:beat:question-repeated', true], again.detail);
		const receipt = (await stack.submit(s)).body;
		assert.deepEqual([receipt.won, receipt.earned_cents], [0, 100], 'a way out while the model is down');
		assert.deepEqual([receipt.waiting, receipt.waiting_cents], [3, 50], 'and what may be added: two wins were asked for');
		assert.deepEqual(await stack.sql('select name, version from model_build'), [], 'who did not answer is no build');
		stack.stub.always({ text: s.passage.text.split(' ')[0] });
		await until(async () => (await stack.value("select count(*) from attempt where verdict = 'human'")) === 3);
		assert.deepEqual(await stack.sql('select won, reward_cents from assignment'), [{ won: 3, reward_cents: 150 }], 'two were asked for');
		assert.equal(await stack.value('select count(*) from question where discards = 0'), 3);
		assert.deepEqual((await stack.submit(s)).body, { ...receipt, won: 3, earned_cents: 150, waiting: 0, waiting_cents: 0, message: 'Thank you! 3 questions that beat the AI are saved.' });
		assert.deepEqual(await stack.sql('select name, version from model_build'), [{ name: 'stub', version: '1' }]);
		assert.equal((await stack.beatctl(['check'])).code, 0);
	});
});
