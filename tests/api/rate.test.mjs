// Who asks faster than people do is told to wait, and nobody else is.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sleep, useStack } from '../lib/stack.mjs';

const lastWord = (text) => text.split(' ').at(-1).replace(/\.$/, '');

describe('limits of how often', () => {
	it('hold for a worker: 429 with Retry-After, and no model is asked', async (t) => {
		const stack = await useStack(t, { beatd: { env: { BEAT_ATTEMPTS_PER_MINUTE: '3' } } });
		const { body: ann } = await stack.session('ann');
		const { body: bob } = await stack.session('bob');
		const ask = (s, i) => stack.attempt(s, `What is number ${i} of all these?`, lastWord(s.passage.text));
		for (let i = 0; i < 3; i++) assert.equal((await ask(ann, i)).status, 200);
		const asked = stack.stub.requests.length;
		const refused = await ask(ann, 3);
		assert.equal(refused.status, 429, refused.text);
		assert.equal(refused.body.type, 'urn:beat:too-many');
		assert.ok(Number(refused.headers['retry-after']) >= 1 && Number(refused.headers['retry-after']) <= 20);
		assert.equal(stack.stub.requests.length, asked);
		assert.equal((await ask(bob, 0)).status, 200);
	});

	it('hold for an address that opens sessions', async (t) => {
		const stack = await useStack(t, { beatd: { env: { BEAT_SESSIONS_PER_MINUTE: '2' } } });
		for (const worker of ['ann', 'bob']) assert.ok((await stack.session(worker)).status < 300);
		assert.equal((await stack.session('cid')).status, 429);
	});
});

describe('passages that are taken and not worked on', () => {
	it('go to whoever comes once the time until the first attempt is over, newcomers\' first', async (t) => {
		const stack = await useStack(t, { project: { args: ['--open', '--first-lease', '1'] } });
		const crowd = [];
		for (let i = 0; i < 6; i++) crowd.push((await stack.session(`idler-${i}`)).body);
		const [asker, regular] = crowd;
		assert.equal((await stack.attempt(asker, 'What is the very last word here?', lastWord(asker.passage.text))).status, 200);
		// who has handed in before is no newcomer
		await stack.sql(`update beat.participation set submitted = 1 where worker_id = (select worker_id from beat.assignment where id = ${regular.assignment})`);
		assert.equal((await stack.session('honest')).body.reason, 'no_work');
		await sleep(1100);
		const { body: honest } = await stack.session('honest');
		assert.ok(honest.token, JSON.stringify(honest));
		const back = await stack.sql("select assignment_id::text as id from beat.event where kind = 'assignment.reclaim'");
		assert.deepEqual(back.map(({ id }) => id).sort(), crowd.filter((s) => s !== asker).map((s) => s.assignment).sort());
		assert.equal((await stack.attempt(asker, 'And which word is the last one?', lastWord(asker.passage.text))).status, 200);
		const late = crowd.find((s) => s.assignment !== asker.assignment);
		assert.equal((await stack.attempt(late, 'Which word is the last one?', lastWord(late.passage.text))).status, 410);
		assert.equal(await stack.value('select count(*)::int from beat.project_passage where taken = 1'), 2, 'one asked about, one taken anew');
	});

	it('are few for one address: newcomers beyond the limit wait, who is known and who is invited does not', async (t) => {
		const stack = await useStack(t, { beatd: { env: { BEAT_NEWCOMERS_PER_HOUR: '2' } } });
		for (const worker of ['ann', 'bob', 'ann', 'bob']) assert.ok((await stack.session(worker)).body.token, worker);
		const refused = await stack.session('cid');
		assert.equal(refused.status, 429, refused.text);
		assert.ok(Number(refused.headers['retry-after']) >= 1);
		assert.equal(await stack.value("select count(*)::int from beat.worker where platform_worker_id = 'cid'"), 0);
		assert.ok((await stack.session('ann')).body.token);
		const invite = (await stack.ctl('invite', 'demo', '--worker', 'dan', '--base-url', stack.url)).match(/invite=([^\s&]+)/)[1];
		assert.ok((await stack.session(undefined, { params: { invite } })).body.token);
	});
});

describe('the worker page', () => {
	it('may use neither camera nor place, and shares no window', async (t) => {
		const stack = await useStack(t);
		const { headers } = await stack.call('GET', '/hit/demo');
		assert.match(headers['permissions-policy'], /camera=\(\).*geolocation=\(\)/);
		assert.equal(headers['cross-origin-opener-policy'], 'same-origin');
		assert.equal(headers['cross-origin-resource-policy'], 'same-origin');
	});
});
