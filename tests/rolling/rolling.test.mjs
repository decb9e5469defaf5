// Rolling upgrades: an old and a later version of beatd work side by side on one database, while a table and the signature
// of a function differ between them; then back again. No request may fail, on either, at any moment.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { call } from '../lib/http.mjs';
import { run, Server, until } from '../lib/proc.mjs';
import { program, spanOf, useStack } from '../lib/stack.mjs';
import { WEB_DIR } from '../lib/paths.mjs';

const PASSAGES = Array.from({ length: 600 }, (_, i) => ({ title: `Town ${i}`, text: `The town of Ellery number ${i} was founded in ${1100 + i} by Ada.` }));

// Workers who play HIT after HIT on one server until told to stop; what went wrong is kept.
class Load {
	constructor(url, name) {
		this.url = url;
		this.name = name;
		this.hits = 0;
		this.failures = [];
		this.stopping = false;
		this.players = Array.from({ length: 4 }, (_, i) => this.play(`${name}-${i}`));
	}

	async post(path, body, token) {
		const headers = token ? { authorization: `Bearer ${token}` } : {};
		const answer = await call('POST', this.url + path, { body, headers });
		if (answer.status !== 200 && answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`);
		return answer.body;
	}

	async play(worker) {
		while (!this.stopping) {
			try {
				const session = await this.post('/api/v1/session', { project: 'demo', platform: 'direct', params: { worker } });
				for (let i = 0; i < 2; i++) {
					const answer = spanOf(session.passage.text, 'Ada');
					await this.post('/api/v1/attempts', { id: crypto.randomUUID(), question: `Who founded it, ${i}?`, answer, sure: true }, session.token);
				}
				await this.post('/api/v1/submit', {}, session.token);
				this.hits++;
			} catch (error) {
				this.failures.push(error.message);
				if (this.failures.length > 5) return;
			}
		}
	}

	// Some work was done since this was called.
	goesOn() {
		const before = this.hits;
		return until(() => this.hits >= before + 8 || this.failures.length, { what: `${this.name} to go on` });
	}

	async stop() {
		this.stopping = true;
		await Promise.all(this.players);
		assert.deepEqual(this.failures, [], `requests to ${this.name} failed`);
		return this.hits;
	}
}

async function startServer(t, stack, name) {
	const server = new Server(name, program(name), [], { cwd: stack.dir, env: { BEAT_DB: stack.db, BEAT_WEB_DIR: WEB_DIR, BEAT_PORT: '0', BEAT_METRICS_PORT: '0' } });
	t.after(() => server.stop());
	const [, port] = await server.waitFor(/beatd listening addr=\S*:(\d+)/);
	const url = `http://127.0.0.1:${port}`;
	await until(async () => (await call('GET', `${url}/readyz`).catch(() => ({}))).status === 200, { what: `${name} to be ready` });
	return { server, url };
}

const migrateNext = (stack) => run(program('beatctl_next'), ['migrate'], { cwd: stack.dir, env: { BEAT_DB: stack.db } });
const rolled = (stack, kind) => stack.value(`select count(*) from assignment where state = 'submitted' and rolled = '${kind}'`);

describe('a rolling upgrade', () => {
	it('old and new side by side, then new alone, then back: no request fails', async (t) => {
		const stack = await useStack(t, { passages: PASSAGES, beatd: false });
		stack.stub.always({ text: 'Ellery' });
		let old = await startServer(t, stack, 'beatd');
		const before = new Load(old.url, 'old');
		await before.goesOn();

		const migrated = await migrateNext(stack);
		assert.equal(migrated.code, 0, migrated.stderr);
		assert.match(migrated.stdout, /applied 9000_rolled[\s\S]*installed the functions/);
		await before.goesOn(); // the old server does not mind

		const next = await startServer(t, stack, 'beatd_next');
		const beside = new Load(next.url, 'new');
		await Promise.all([before.goesOn(), beside.goesOn()]);
		let byOld = await before.stop();
		await old.server.stop();
		await beside.goesOn(); // new alone

		old = await startServer(t, stack, 'beatd'); // the way back: nothing but a start
		const again = new Load(old.url, 'old again');
		await Promise.all([again.goesOn(), beside.goesOn()]);
		const byNew = await beside.stop();
		await next.server.stop();
		await again.goesOn();
		byOld += await again.stop();

		assert.equal(await rolled(stack, 'yes'), byNew, 'the new server used its own functions');
		assert.equal(await rolled(stack, 'no'), byOld, 'and the old one its own');
		assert.match(await stack.ctl('migrate'), /newer than this program, and fit it/);
		assert.match(await stack.ctl('check'), /counter/);
	});

	it('a server whose functions nobody installed says what to do, and is not ready', async (t) => {
		const stack = await useStack(t, { beatd: false });
		const server = new Server('beatd_next', program('beatd_next'), [], { cwd: stack.dir, env: { BEAT_DB: stack.db, BEAT_WEB_DIR: WEB_DIR, BEAT_PORT: '0', BEAT_METRICS_PORT: '0' } });
		t.after(() => server.stop());
		const [, port] = await server.waitFor(/beatd listening addr=\S*:(\d+)/);
		await server.waitFor(/run 'beatctl migrate' of version/);
		assert.equal((await call('GET', `http://127.0.0.1:${port}/readyz`)).status, 503);
		assert.equal((await migrateNext(stack)).code, 0);
		await until(async () => (await call('GET', `http://127.0.0.1:${port}/readyz`)).status === 200, { what: 'ready after the migration' });
	});
});
