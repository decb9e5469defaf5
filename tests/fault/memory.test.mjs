// Memory that runs out: the n-th allocation of a request's life fails, for every n. What a library is refused is a refusal
// or a closed connection, and the next request is served; what the program itself is refused ends it with a word, by design,
// and what was acknowledged is there when it is back. No sanitizer has anything to say.
//
//   BEAT_MEMORY_TRIES=400   so many of each kind, spread over its life, instead of twelve
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { call } from '../lib/http.mjs';
import { program, ROOT, WEB_DIR } from '../lib/paths.mjs';
import { Server, until } from '../lib/proc.mjs';
import { spanOf, startStack, UNLIMITED } from '../lib/stack.mjs';
import { signIn } from '../lib/desk.mjs';

const TRIES = Number(process.env.BEAT_MEMORY_TRIES ?? 12); // of a kind of request; a third of it where the server ends
const FOREVER = 1n << 40n;

let stack, server, url, file, orders, ada;
let ended = 0; // how often the server ended itself for want of memory

// {left, all, seen, failed}, as fail_alloc.c has them.
function order(left, all = false) {
	const bytes = Buffer.alloc(32);
	bytes.writeBigInt64LE(all ? 1n : 0n, 8);
	writeSync(orders, bytes, 0, 32, 0);
	bytes.writeBigInt64LE(BigInt(left), 0);
	writeSync(orders, bytes, 0, 8, 0);
}

function outcome() {
	const bytes = Buffer.alloc(32);
	readSync(orders, bytes, 0, 32, 0);
	return { seen: Number(bytes.readBigInt64LE(16)), failed: Number(bytes.readBigInt64LE(24)) };
}

async function start() {
	order(0);
	const env = { BEAT_DB: stack.db, BEAT_WEB_DIR: WEB_DIR, BEAT_PORT: String(stack.port), BEAT_METRICS_PORT: '0', BEAT_REQUEST_TIMEOUT_MS: '4000', ...UNLIMITED };
	const preload = [`LD_PRELOAD=${file}.so`, `FAIL_ALLOC_FILE=${file}`, 'ASAN_OPTIONS=verify_asan_link_order=0:handle_abort=0:detect_leaks=1:exitcode=99'];
	server = new Server('beatd', 'env', [...preload, program('beatd')], { cwd: stack.dir, env });
	stack.port = Number((await server.waitFor(/beatd listening addr=\S*:(\d+)/))[1]);
	url = `http://127.0.0.1:${stack.port}`;
	await until(async () => (await call('GET', `${url}/readyz`).catch(() => ({}))).status === 200, { what: 'ready' });
}

before(async () => {
	stack = await startStack({ beatd: false, project: { args: ['--assignments-per-passage', '1000', '--repeats', 'allow', '--questions', '50'] } });
	file = join(stack.dir, 'orders');
	writeFileSync(file, Buffer.alloc(4096));
	execFileSync('cc', ['-std=gnu17', '-O1', '-Wall', '-Werror', '-shared', '-fPIC', '-o', `${file}.so`, join(ROOT, 'tests/fault/memory/fail_alloc.c')]);
	orders = openSync(file, 'r+');
	await start();
	ada = await signIn(stack, { check: false });
});
after(async () => {
	await server?.stop();
	if (orders) closeSync(orders);
	await stack?.stop();
});

const post = (path, body, token) => call('POST', url + path, { body, headers: token ? { authorization: `Bearer ${token}` } : {}, timeout: 20000 });
let people = 0;
const open = () => post('/api/v1/session', { project: 'demo', platform: 'direct', params: { worker: `w${++people}` } });

// Each kind of request: prepare() before the memory runs out, ask() while it does. acknowledged: what to look for later.
const acknowledged = new Set();
async function attempt({ token, passage }) {
	const id = randomUUID();
	const answer = await post('/api/v1/attempts', { id, question: `What is ${id}?`, answer: spanOf(passage.text, passage.text.split(' ')[1]), sure: true }, token);
	if (answer.status === 200) acknowledged.add(id);
	return answer;
}
const session = async () => (await open()).body;
const KINDS = {
	'a session (JSON, the database)': { ask: open },
	'an attempt (JSON, the database, the model)': { prepare: session, ask: attempt },
	'a list of the dashboard (the database)': { ask: () => call('GET', `${url}/api/v1/admin/projects`, { headers: ada.headers(), timeout: 20000 }) },
	// these ask nobody but the program and those libraries that share its ways
	'a page (HTTP)': { own: true, ask: () => call('GET', `${url}/hit/demo`, { timeout: 20000 }) },
	'no JSON': { own: true, ask: () => post('/api/v1/session', '{"project": [1, 2, {"a": "b"', '') },
};

// The server is there, or it ended as it should: by its own word. Nothing that a sanitizer says passes.
async function assertAlive() {
	if (server.ended) {
		assert.match(server.output, /out of memory\n/, `ended with ${server.how()}: ${server.complaint('').message}`);
		assert.equal(server.ended.signal, 'SIGABRT');
		ended++;
		await start();
		return;
	}
	await until(async () => server.ended || (await open().catch(() => ({}))).status === 201, { what: 'service after the memory is back' });
	if (server.ended) await assertAlive();
}

async function tryKind({ prepare = () => null, ask }, tries, all) {
	for (let warm = 0; warm < 2; warm++) await ask(await prepare());
	const ready = await prepare();
	order(FOREVER, all);
	await ask(ready);
	const { seen } = outcome();
	order(0);
	const found = { allocations: seen };
	for (let n = 1; n <= seen; n += Math.max(1, seen / tries)) {
		const given = await prepare();
		order(Math.floor(n), all);
		const answer = await ask(given).catch(() => ({ status: 'closed' }));
		const what = outcome().failed ? answer.status : 'not reached';
		order(0);
		found[what] = (found[what] ?? 0) + 1;
		assert.ok(!(answer.status > 400) || answer.status === 503, `allocation ${Math.floor(n)}: ${answer.status} ${answer.text}`);
		await assertAlive();
	}
	return found;
}

describe('memory that runs out', () => {
	for (const [name, kind] of Object.entries(KINDS)) if (!kind.own) it(`in ${name}: what a library is refused is a refusal`, { timeout: 600000 }, async (t) => {
		t.diagnostic(JSON.stringify(await tryKind(kind, TRIES, false)));
	});

	it('in the program itself ends it with a word, and nothing acknowledged is lost', { timeout: 600000 }, async (t) => {
		const before = ended;
		for (const [name, kind] of Object.entries(KINDS)) t.diagnostic(`${name}: ${JSON.stringify(await tryKind(kind, TRIES / 3, true))}`);
		assert.ok(ended > before);
		const rows = await stack.sql('select id from attempt');
		const stored = new Set(rows.map((row) => row.id));
		for (const id of acknowledged) assert.ok(stored.has(id), id);
		t.diagnostic(`${acknowledged.size} acknowledged, none lost; ended for want of memory ${ended} times`);
	});
});
