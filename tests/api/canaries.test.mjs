// Canaries: questions that models are asked at an interval and after a reconnect; other answers than the first are an alert.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startStack, until } from '../lib/stack.mjs';

let stack, name;

before(async () => {
	stack = await startStack({ beatd: { env: { BEAT_BREAKER_FAILURES: '2', BEAT_BREAKER_COOLDOWN_MS: '100' } } });
	name = await stack.value("select m.name from beat.project p join beat.model m on m.id = p.model_id where p.name = 'demo'");
});
after(() => stack?.stop());

const canary = (...args) => stack.beatctl(['model', 'canary', name, ...args]);
const asked = () => stack.value('select coalesce(extract(epoch from max(asked_at)), 0) from beat.canary');
// Makes them due now instead of waiting for the minute, and waits until they were asked.
async function again() {
	const before = await asked();
	await stack.sql('update beat.canary set due_at = now()');
	await until(async () => (await asked()) > before, { what: 'canaries' });
}
const standing = () => stack.sql("select text, detail from beat.alert where kind = 'canary' and until is null");
const first = { text: 'the' };

describe('canaries', () => {
	it('are refused if they are none', async () => {
		const file = join(stack.dir, 'bad.jsonl');
		for (const [text, code, words] of [
			['{"passage": "a b", "question": 5}\n', 1, /Canary 1 is not a passage/],
			['{"passage": "a b", "question": "What?"}\n\n{"passage": ', 1, /line 3: it is not JSON/],
			['', 1, /./],
			['{"passage": " ", "question": "What?"}', 1, /Canary 1 is not/],
		]) {
			writeFileSync(file, text);
			const result = await canary('--file', file);
			assert.equal(result.code, code, result.stdout);
			assert.match(result.stderr, words);
		}
		assert.match((await canary()).stderr, /has no canaries: begin with/);
		assert.equal((await canary('--every', '99999')).code, 2);
		assert.equal((await stack.beatctl(['model', 'canary', 'nobody', '--every', '5'])).code, 1);
		assert.equal(await stack.value('select count(*) from beat.canary'), 0);
	});

	it('are asked by themselves, ten of ours; the first answers are what others are compared with', async () => {
		stack.stub.always(first);
		assert.equal((await canary('--every', '60')).code, 0);
		await until(async () => (await asked()) > 0, { what: 'canaries' });
		assert.equal(await stack.value('select count(*) from beat.canary_question where answer = accepted'), 10);
		const asks = stack.stub.calls;
		await again();
		assert.equal(stack.stub.calls - asks, 10);
		assert.match((await canary()).stdout, /every 60 minutes; last asked .*\n.*\n.*1 +as before +When was the lighthouse/);
		assert.deepEqual(await standing(), []);
	});

	it('that are answered otherwise are one alert with what it was and is, until that is so no more', async () => {
		stack.stub.always(({ question }) => (/Maun|never drove/.test(question) ? { text: 'river', version: '2' } : first));
		await again();
		await again();
		const [alert, ...more] = await standing();
		assert.deepEqual(more, []);
		assert.deepEqual(alert.detail.changes, [{ place: 5, question: 'Which river never drove a wheel?', before: 'the', after: 'river',
			build_before: 'stub 1 000000000000 beat', build_after: 'stub 2 000000000000 beat' }]);
		assert.match(alert.text, /answers 1 of 10 canaries otherwise than before: .* was "the" and is "river" \(build stub 1 .* before, stub 2 .* now\)/);
		assert.match((await canary()).stdout, /5 +CHANGED/);
		assert.match(await stack.metrics(), /^beat_alerts\{kind="canary"\} 1$/m);
		stack.stub.always(first);
		await again();
		assert.deepEqual(await standing(), []);
	});

	it('can be accepted as they are answered now', async () => {
		stack.stub.always({ text: 'in' });
		await again();
		assert.equal((await standing()).length, 1);
		assert.match((await canary('--accept')).stdout, /new answers of .* are accepted/);
		assert.deepEqual(await standing(), []);
		await again();
		assert.deepEqual(await standing(), []);
		assert.equal(await stack.value("select count(*) from beat.event where kind = 'canary.accept'"), 1);
	});

	it('of a model that fails change nothing, and are asked when it is back', async () => {
		stack.stub.always({ status: 500 });
		const asks = stack.stub.calls;
		await again();
		assert.equal(stack.stub.calls - asks, 1, 'the rest is not asked');
		assert.match((await canary()).stdout, /it gave no answer: bad_status/);
		assert.deepEqual(await standing(), []);
		const hit = (await stack.session('w')).body;
		const word = hit.passage.text.match(/[A-Za-z]{4,}/)[0];
		let n = 0;
		const play = async () => (await stack.attempt(hit, `What is asked as number ${++n} here?`, word)).body.verdict;
		for (let i = 0; i < 3; i++) assert.equal(await play(), 'none');
		await stack.sql("update beat.canary set due_at = now() + interval '1 day'");
		const before = await asked();
		stack.stub.always({ text: 'in' });
		await until(async () => (await play()) !== 'none', { what: 'the model to be back' });
		await until(async () => (await asked()) > before, { what: 'canaries after the reconnect' });
		assert.equal(await stack.value('select fault from beat.canary'), null);
	});

	it('of one\'s own begin anew, and are asked by one server at a time', async () => {
		const file = join(stack.dir, 'own.jsonl');
		writeFileSync(file, '{"passage": "Anna sold the of boat.", "question": "Who sold it?"}\n');
		stack.stub.always({ text: 'Anna', delay: 300 });
		const before = await asked();
		await canary('--file', file);
		const taken = await stack.sql('select model_id from canary_take()');
		assert.ok(taken.length <= 1);
		if (taken.length) await stack.sql('update beat.canary set taken_until = now()'); // as if that server had died
		await until(async () => (await asked()) > before, { what: 'canaries' });
		assert.deepEqual(await stack.sql('select count(*)::int as n, max(q.accepted) as a from beat.canary_question q join beat.canary c using (model_id, question_set)'), [{ n: 1, a: 'Anna' }]);
		await canary('--every', '0');
		await stack.sql('update beat.canary set due_at = now()');
		assert.deepEqual(await stack.sql('select model_id from canary_take()'), []);
		assert.match((await canary()).stdout, /: off; /);
	});
});
