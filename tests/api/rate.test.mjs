// Who asks faster than people do is told to wait, and nobody else is.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useStack } from '../lib/stack.mjs';

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

	it('hold for a HIT', async (t) => {
		const stack = await useStack(t, { beatd: { env: { BEAT_HIT_PER_MINUTE: '2' } } });
		const { body: ann } = await stack.session('ann');
		const ask = (i) => stack.attempt(ann, `What is number ${i} of all these?`, lastWord(ann.passage.text));
		for (let i = 0; i < 2; i++) assert.equal((await ask(i)).status, 200);
		const refused = await ask(2);
		assert.equal(refused.status, 429, refused.text);
		assert.match(refused.body.detail, /this HIT/);
		const { body: bob } = await stack.session('bob');
		assert.equal((await stack.attempt(bob, 'What is the last of these?', lastWord(bob.passage.text))).status, 200);
	});

	it('hold for a worker who opens the page again and again', async (t) => {
		const stack = await useStack(t, { beatd: { env: { BEAT_WORKER_SESSIONS_PER_MINUTE: '2' } } });
		for (let i = 0; i < 2; i++) assert.ok((await stack.session('ann')).body.token);
		assert.equal((await stack.session('ann')).status, 429);
		assert.ok((await stack.session('bob')).body.token);
	});

	it('hold for an address that opens sessions', async (t) => {
		const stack = await useStack(t, { beatd: { env: { BEAT_SESSIONS_PER_MINUTE: '2' } } });
		for (const worker of ['ann', 'bob']) assert.ok((await stack.session(worker)).status < 300);
		assert.equal((await stack.session('cid')).status, 429);
	});
});

// An office or a university: many people behind one address, which a proxy of ours names.
describe('neighbours behind one address', () => {
	const at = (address) => ({ headers: { 'x-forwarded-for': address } });
	const start = (t, env) => useStack(t, { beatd: { env: { BEAT_TRUSTED_PROXIES: '127.0.0.1', ...env } } });

	it('ask at a person\'s pace while one of them floods', async (t) => {
		const stack = await start(t, { BEAT_ADDRESS_PER_MINUTE: '2', BEAT_RESERVE_PER_MINUTE: '2' });
		const [office, home] = [at('192.0.2.1'), at('192.0.2.2')];
		const [greedy, honest, away] = await Promise.all([['eve', office], ['ann', office], ['bob', home]].map(async ([name, where]) => (await stack.session(name, where)).body));
		let n = 0;
		const ask = (s, where) => stack.attempt(s, `What is number ${++n} of all these?`, lastWord(s.passage.text), where);
		for (let i = 0; i < 4; i++) assert.equal((await ask(greedy, office)).status, 200, `${i}: the address's, then their own`);
		const refused = await ask(greedy, office);
		assert.equal(refused.status, 429, refused.text);
		assert.ok(Number(refused.headers['retry-after']) >= 1);
		for (let i = 0; i < 2; i++) assert.equal((await ask(honest, office)).status, 200);
		for (let i = 0; i < 2; i++) assert.equal((await ask(away, home)).status, 200, 'the address is what the proxy says');
	});

	it('come back while one of them makes up names', async (t) => {
		const stack = await start(t, { BEAT_SESSIONS_PER_MINUTE: '3', BEAT_NEWCOMERS_PER_HOUR: '3' });
		const office = at('192.0.2.1');
		const invite = (await stack.ctl('invite', 'demo', '--worker', 'dan', '--base-url', stack.url)).match(/invite=([^\s&]+)/)[1];
		assert.ok((await stack.session('ann', office)).body.token);
		for (let i = 0; i < 2; i++) assert.ok((await stack.session(`made-up-${i}`, office)).body.token);
		for (let i = 2; i < 6; i++) assert.equal((await stack.session(`made-up-${i}`, office)).status, 429);
		assert.ok((await stack.session('ann', office)).body.token, 'who is known there');
		assert.ok((await stack.session(undefined, { params: { invite }, ...office })).body.token, 'who is invited');
		assert.ok((await stack.session('bob', at('192.0.2.2'))).body.token, 'who is elsewhere');
	});

	it('are one with all addresses of their IPv6 network, whatever they write themselves', async (t) => {
		const stack = await start(t, { BEAT_SESSIONS_PER_MINUTE: '2' });
		for (let i = 0; i < 2; i++) assert.ok((await stack.session(`w-${i}`, at(`198.51.100.${i}, 2001:db8::${i + 1}`))).body.token);
		assert.equal((await stack.session('w-2', at('198.51.100.2, 2001:db8::3'))).status, 429);
		assert.ok((await stack.session('w-3', at('198.51.100.0, 2001:db8:0:1::3'))).body.token);
	});

	it('sign in while one of them guesses', async (t) => {
		const stack = await start(t, { BEAT_LOGINS_PER_MINUTE: '3', BEAT_TRIES_PER_MINUTE: '4' });
		const password = 'correct horse battery';
		const made = await stack.beatctl(['user', 'add', 'ada', '--role', 'viewer', '--password-stdin'], { input: `${password}\n` });
		assert.equal(made.code, 0, made.stderr);
		const tryAs = async (name, word, address) => (await stack.post('/api/v1/admin/login', { name, password: word }, at(address))).status;
		assert.equal(await tryAs('ada', password, '192.0.2.1'), 200);
		for (let i = 0; i < 2; i++) assert.equal(await tryAs(`guess-${i}`, 'anything at all', '192.0.2.1'), 401);
		for (let i = 2; i < 5; i++) assert.equal(await tryAs(`guess-${i}`, 'anything at all', '192.0.2.1'), 429);
		assert.equal(await tryAs('ada', password, '192.0.2.1'), 200, 'who is known there');
		for (let i = 0; i < 2; i++) assert.equal(await tryAs('ada', 'a wrong password', '192.0.2.1'), 401);
		assert.equal(await tryAs('ada', 'a wrong password', '192.0.2.1'), 429, 'but no name is tried without end');
		assert.equal(await tryAs('ada', password, '192.0.2.2'), 200, 'who is elsewhere');
	});
});

describe('passages that are taken and not worked on', () => {
	it('go to whoever comes once the time until the first attempt is over, newcomers\' first', async (t) => {
		const stack = await useStack(t, { project: { args: ['--open', '--first-lease', '600'] } });
		const crowd = [];
		for (let i = 0; i < 6; i++) crowd.push((await stack.session(`idler-${i}`)).body);
		const [asker, regular] = crowd;
		assert.equal((await stack.attempt(asker, 'What is the very last word here?', lastWord(asker.passage.text))).status, 200);
		// who has handed in before is no newcomer
		await stack.sql(`update beat.participation set submitted = 1 where worker_id = (select worker_id from beat.assignment where id = ${regular.assignment})`);
		assert.equal((await stack.session('honest')).body.reason, 'no_work');
		await stack.sql("update beat.assignment set expires_at = expires_at - interval '601 seconds'"); // so much later it is
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
