// What changes, told to dashboards: at once, not too often, and again after whatever went wrong in between.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { ADMIN, Desk, follow, signIn } from '../lib/desk.mjs';
import { sleep, startStack, until, useStack } from '../lib/stack.mjs';

let stack, ada, project;
before(async () => {
	stack = await startStack();
	ada = await signIn(stack);
	project = await stack.value("select id from project where name = 'demo'");
});
after(() => stack?.stop());

const notify = (s, ...notes) => s.sql(`select ${notes.map((n) => `pg_notify('beat_change', ${s.lit(JSON.stringify(n))})`).join(', ')}`);
const note = (topic, more = {}) => ({ topic, project: null, id: null, ...more });
const topics = (stream) => stream.events.map((e) => e.data.topic);
const named = (stream, topic) => stream.events.filter((e) => e.data.topic === topic);

// Follows until the end of the test t.
async function followed(t, desk = ada, params = {}) {
	const stream = await desk.follow(params);
	t.after(() => stream.close());
	assert.equal(stream.status, 200);
	return stream;
}

describe('a stream', () => {
	it('begins at once and is not kept by anybody', async (t) => {
		const stream = await followed(t);
		assert.equal(stream.headers['content-type'], 'text/event-stream');
		assert.equal(stream.headers['cache-control'], 'no-store');
		assert.equal(stream.headers['x-accel-buffering'], 'no');
		await until(() => stream.retry === 2000);
	});

	it('tells what happened, with the name of the project', async (t) => {
		const stream = await followed(t);
		await notify(stack, note('worker', { project, id: '17' }));
		await until(() => named(stream, 'worker').length);
		assert.equal(stream.events[0].event, 'change');
		assert.deepEqual(named(stream, 'worker')[0].data, { topic: 'worker', project: 'demo', id: '17' });
	});

	it('of one project hears of that one and of what belongs to none', async (t) => {
		await stack.createProject('other', ['--open', '--collection', 'sample']);
		const other = await stack.value("select id from project where name = 'other'");
		const one = await followed(t, ada, { project: 'demo' });
		const all = await followed(t);
		await notify(stack, note('batch', { project: other }), note('batch', { project }), note('people'));
		await until(() => named(all, 'batch').length >= 2 && named(one, 'batch').length >= 1 && named(one, 'people').length >= 1);
		assert.deepEqual(named(one, 'batch').map((e) => e.data.project), ['demo']);
		assert.deepEqual(named(all, 'batch').map((e) => e.data.project).sort(), ['demo', 'other']);
		assert.equal(named(one, 'people').length, 1);
	});

	it('hears of a project that is made while it follows', async (t) => {
		const stream = await followed(t);
		await stack.createProject('newcomer', ['--open', '--collection', 'sample']);
		await until(() => stream.events.some((e) => e.data.project === 'newcomer'));
	});

	it('gathers what comes often: at most one a second of a kind, without an id when it stands for several', async (t) => {
		const stream = await followed(t);
		const notes = (id) => Array.from({ length: 50 }, (_, i) => note('review', { project, id: id ?? String(i) }));
		const told = (id) => until(() => named(stream, 'review').some((e) => e.data.id === id), { what: `a note of ${id}` });
		const began = Date.now();
		await notify(stack, note('review', { project, id: 'first' }));
		await told('first');
		await notify(stack, ...notes());
		await told(null);
		await notify(stack, ...notes('same'));
		await told('same');
		await notify(stack, note('screening', { project, id: 'other kind' }));
		await until(() => named(stream, 'screening').length === 1);
		// by the clock of the one who listens, which may lag: so many take so long at least, and each stands for many
		const all = named(stream, 'review');
		assert.ok((all.length - 1) * 950 <= all.at(-1).at - began, `${all.length} of a kind in ${all.at(-1).at - began} ms`);
		assert.equal(all[0].data.id, 'first');
	});

	it('is fed by the game', async (t) => {
		const stream = await followed(t, ada, { project: 'demo' });
		const { body: s } = await stack.session('ann');
		await stack.attempt(s, 'What is it?', s.passage.text.split(' ').at(-1).replace('.', ''));
		await until(() => topics(stream).includes('attempt'));
		await stack.submit(s);
		await until(() => topics(stream).includes('submit'));
		assert.ok(stream.events.every((e) => e.data.project === 'demo' || e.data.project === null));
	});

	it('says nothing about notes that make no sense', async (t) => {
		const stream = await followed(t);
		for (const text of ['', 'nonsense', '[]', '{}', '{"topic":7}', `{"topic":"${'x'.repeat(100)}"}`, '{"topic":"worker","project":999999,"id":"1"}'])
			await stack.sql(`select pg_notify('beat_change', ${stack.lit(text)})`);
		await notify(stack, note('model', { id: 'a "quoted"\nline' }));
		await until(() => named(stream, 'model').length);
		const ours = stream.events.filter((e) => e.data.project !== 'demo'); // what was played before may be told now
		assert.deepEqual(ours.map((e) => e.data), [{ topic: 'model', project: null, id: 'a "quoted"\nline' }]);
	});

	it('leaves an id out that is longer than any', async (t) => {
		const stream = await followed(t);
		await notify(stack, note('worker', { id: 'x'.repeat(5000) }));
		await until(() => named(stream, 'worker').length);
		assert.deepEqual(named(stream, 'worker')[0].data, { topic: 'worker', project: null, id: null });
	});

	it('shows in the metrics, and no longer when it has gone', async (t) => {
		const count = async () => Number((await stack.metrics()).match(/^beat_streams (\d+)$/m)[1]);
		await until(async () => (await count()) === 0);
		const stream = await followed(t);
		assert.equal(await count(), 1);
		stream.close();
		await until(async () => (await count()) === 0);
	});

	it('ends when its session does, however that comes about', async (t) => {
		const other = await followed(t);
		const ends = {
			'signed out': (eve) => eve.post('/logout'),
			'signed out everywhere': (eve) => eve.post('/logout-everywhere'),
			'signed out by an admin': () => ada.post('/people/eve/sign-out'),
			'signed in again': (eve) => eve.signIn('eve'),
			disabled: () => ada.post('/people/eve', { disabled: true }),
		};
		for (const [how, end] of Object.entries(ends)) {
			const eve = await signIn(stack, { name: 'eve', role: 'viewer' });
			const before = eve.headers();
			const stream = await followed(t, eve);
			const heard = named(other, 'people').length;
			assert.equal((await end(eve)).status, 200, how);
			await stream.ended;
			await until(() => named(other, 'people').length > heard); // told, not just found with the next heartbeat
			assert.equal((await follow(`${stack.url}${ADMIN}/stream`, before)).status, 401);
		}
		assert.equal(other.closed, false);
	});

	it('of an API token ends with it', async (t) => {
		const { id, token } = await ada.write('/tokens', { name: 'watch', scopes: ['look'] });
		const script = new Desk(stack);
		script.token = token;
		const [stream, other] = [await followed(t, script), await followed(t)];
		await ada.write(`/tokens/${id}/revoke`);
		await stream.ended;
		await until(() => named(other, 'people').length > 0);
	});

	it('of an account that opens more and more: the oldest ends', async (t) => {
		const streams = [];
		for (let i = 0; i < 17; i++) streams.push(await followed(t));
		await streams[0].ended;
		assert.deepEqual(streams.slice(1).map((s) => s.closed), Array(16).fill(false));
		await notify(stack, note('people'));
		await until(() => streams.slice(1).every((s) => named(s, 'people').length));
	});
});

describe('streams in bad weather', () => {
	it('a client that does not read is dropped, and nobody else notices', async (t) => {
		const reader = await followed(t);
		const lazy = connect({ port: stack.port, host: '127.0.0.1' });
		const closed = new Promise((done) => lazy.on('close', done).on('error', () => {}));
		lazy.write(`GET ${ADMIN}/stream HTTP/1.1\r\nHost: x\r\nCookie: ${ada.cookie}\r\n\r\n`);
		lazy.pause();
		let over = false;
		closed.then(() => (over = true));
		// what the system's own buffers take, and then some; of many kinds, so that they are not gathered
		for (let round = 0; !stack.beatd.output.includes("a stream's reader is too slow"); round++) {
			await notify(stack, ...Array.from({ length: 800 }, (_, i) => note(`kind${i}`, { id: `${round}.${i}`.padEnd(190, '.') })));
			await sleep(1100);
			assert.ok(round < 60, 'it was never dropped');
		}
		lazy.resume();
		await until(() => over);
		await notify(stack, note('worker', { id: 'after' }));
		await until(() => reader.events.some((e) => e.data.id === 'after'));
	});

	it('the database restarts: told to look again, and then it goes on', async (t) => {
		const own = await useStack(t, { cluster: true });
		const desk = await signIn(own);
		const stream = await followed(t, desk);
		await notify(own, note('worker', { id: 'before' }));
		await until(() => stream.events.length === 1);
		await own.cluster.halt('immediate');
		await own.cluster.start();
		await until(() => stream.events.some((e) => e.data.topic === '*'));
		await notify(own, note('worker', { id: 'after' }));
		await until(() => stream.events.some((e) => e.data.id === 'after'));
		assert.equal(stream.closed, false);
	});

	it('only so many at once: 503 for more, and room again when one has gone', async (t) => {
		const own = await useStack(t, { beatd: { env: { BEAT_MAX_STREAMS: '2' } } });
		const desk = await signIn(own);
		const streams = [await followed(t, desk), await followed(t, desk)];
		const refused = await desk.get('/stream');
		assert.equal(refused.status, 503);
		assert.ok(Number(refused.headers['retry-after']) > 0);
		streams[0].close();
		await until(async () => {
			const again = await desk.follow();
			again.close();
			return again.status === 200;
		});
	});

	it('a drain ends them, and the server with them', async (t) => {
		const own = await useStack(t);
		const desk = await signIn(own);
		const streams = [await followed(t, desk), await followed(t, desk)];
		await own.killBeatd('SIGTERM');
		assert.equal(own.beatd.ended.code, 0);
		await Promise.all(streams.map((s) => s.ended));
		await own.startBeatd();
		const again = await followed(t, desk);
		await notify(own, note('worker', { id: 'again' }));
		await until(() => again.events.some((e) => e.data.id === 'again'));
	});
});
