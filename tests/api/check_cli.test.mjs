// beatctl check: the counters of a collection that was really played, one of them spoiled, found, and put right.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { startStack, until } from '../lib/stack.mjs';

suite('beatctl check', () => {
	let stack;
	before(async () => {
		stack = await startStack();
		const session = (await stack.session('ann')).body;
		for (const question of ['Who?', 'What?', 'When?']) await stack.attempt(session, question, session.passage.text.split(' ').slice(0, 3).join(' '));
		await stack.submit(session);
	});
	after(() => stack.stop());

	test('finds nothing wrong with what was played', async () => {
		const result = await stack.beatctl(['check']);
		assert.equal(result.code, 0, result.stdout + result.stderr);
		assert.equal(result.stdout, 'every counter equals its recount\n');
	});

	test('names a counter that differs, and changes nothing', async () => {
		await until(async () => (await stack.value('select count(*) from attempt_uncounted')) === 0, { what: 'the attempts to be counted' });
		await stack.sql('update attempt_tally set human = human + 5 where lane = (select min(lane) from attempt_tally)');
		for (let i = 0; i < 2; i++) {
			const result = await stack.beatctl(['check']);
			assert.equal(result.code, 1);
			assert.match(result.stdout, /^COUNTER +OF +STORED +RECOUNTED$/m);
			assert.match(result.stdout, /^attempt_tally\.human +project demo, hour \S+, model \S+ +\d+ +\d+$/m);
			assert.match(result.stderr, /1 counter differs from the recount; 'beatctl check --fix' puts them right/);
		}
	});

	test('--fix puts it right and records it', async () => {
		const result = await stack.beatctl(['check', '--fix'], { env: { BEAT_ACTOR: 'tester' } });
		assert.equal(result.code, 0, result.stderr);
		assert.match(result.stdout, /attempt_tally\.human/);
		assert.match(result.stdout, /^put right: 1 counter$/m);
		assert.equal((await stack.beatctl(['check'])).code, 0);
		const [event] = await stack.sql("select actor, detail from event where kind = 'counter.fix'");
		assert.equal(event.actor, 'tester');
		assert.equal(event.detail.differences, 1);
		assert.equal(event.detail.first[0].counter, 'attempt_tally.human');
	});

	test('--fix of nothing records nothing', async () => {
		const result = await stack.beatctl(['check', '--fix']);
		assert.equal(result.code, 0);
		assert.equal(result.stdout, 'every counter equals its recount\n');
		assert.equal(await stack.value("select count(*)::int from event where kind = 'counter.fix'"), 1);
	});

	test('shows the first hundred of very many', async () => {
		await stack.sql('update project_passage set taken = taken + 1');
		await stack.sql('update attempt_tally set ms_buckets = array[7,7,7,7,7,7,7,7]::int[], none = 9');
		await stack.sql(`insert into attempt_tally (project_id, model_id, hour, lane, human)
			select p.id, p.model_id, date_trunc('hour', now(), 'UTC') - make_interval(hours => i), 0, 1
			  from project p, generate_series(1, 150) as i`);
		const result = await stack.beatctl(['check']);
		assert.equal(result.code, 1);
		assert.match(result.stdout, /^… and \d+ more$/m);
		assert.equal((await stack.beatctl(['check', '--fix'])).code, 0);
		assert.equal((await stack.beatctl(['check'])).code, 0);
	});

	test('explains itself', async () => {
		assert.match((await stack.beatctl(['help', 'check'])).stdout, /Usage: beatctl check \[--fix\]/);
		assert.equal((await stack.beatctl(['check', 'demo'])).code, 2);
		assert.equal((await stack.beatctl(['check', '--mend'])).code, 2);
	});
});
