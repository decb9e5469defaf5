// beatd's peers: the worker API's attempt as a small program of each kind, in peers/. All take the same POST
// /api/v1/attempts with beatd's tokens, begin with the same SQL function, ask the same model over HTTP, judge by F1 and the
// project's threshold, store with the same function and answer the same JSON. They do less: rates are not limited, nobody
// is warned of odd questions, a double click is not joined, nothing is measured, and faults of models are not told apart.
//
// A peer is measured only after it answered some attempts as beatd does.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { call } from '../lib/http.mjs';
import { ROOT } from '../lib/paths.mjs';
import { Server, until } from '../lib/proc.mjs';
import { spanOf } from '../lib/stack.mjs';
import { freePort, searchPath, statementOf } from './tools.mjs';

const here = join(dirname(fileURLToPath(import.meta.url)), 'peers');
const PATH = '/api/v1/attempts';
const PROCESSES = 2;
const CONNECTIONS = 16; // of each process to the database: more brought nothing
const GUNICORN = ['-m', 'gunicorn', '--worker-class', 'gthread', '--workers', PROCESSES, '--threads', CONNECTIONS, '--keep-alive', 75, '--log-level', 'warning'];
const UVICORN = ['-m', 'uvicorn', '--workers', PROCESSES, '--loop', 'uvloop', '--http', 'httptools', '--no-access-log', '--log-level', 'warning'];

const COMMANDS = {
	fastify: ({ file }) => [process.execPath, join(here, 'fastify.mjs'), file],
	fastapi: ({ port }) => ['/usr/bin/python3', ...UVICORN, '--host', '127.0.0.1', '--port', port, '--app-dir', here, 'fastapi_peer:app'],
	flask: ({ port }) => ['/usr/bin/python3', ...GUNICORN, '--bind', `127.0.0.1:${port}`, '--chdir', here, 'flask_peer:app'],
};

export const PEERS = Object.keys(COMMANDS);

// What a peer is told: where it listens, the database, the key of tokens, both statements.
async function configure({ stack, dir }, name) {
	const port = await freePort();
	const path = await searchPath(stack.db);
	const { username, host, pathname } = new URL(stack.db.replace(/^postgresql:/, 'http:').replace(/@[^/]*/, '@socket'));
	assert.equal(host, 'socket');
	const [begin, record] = ['attempt_begin', 'attempt_record'].map((statement) => statementOf('attempt.sql', statement).text);
	const config = {
		port,
		db: { user: username, host: decodeURIComponent(stack.db.match(/@([^/]*)/)[1]), database: pathname.slice(1) },
		options: `-c search_path=${path}`,
		search_path: path,
		key: await stack.value("select value from setting where key = 'token-key'"),
		connections: CONNECTIONS,
		modules: join(ROOT, 'build/peers/package.json'),
		begin,
		record,
	};
	const file = join(dir, `${name}.json`);
	writeFileSync(file, JSON.stringify(config), { mode: 0o600 });
	return { port, file };
}

function family(pid) {
	try {
		const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
		return [pid, ...children.flatMap((child) => family(Number(child)))];
	} catch {
		return []; // it has ended
	}
}

// Attempts whose answers must be the same: lost, won, just enough in common and just not, articles, and what is refused. The model always says "1847".
const ASKED = ['1847', 'lighthouse', 'In 1847 the lighthouse', 'In 1847 the lighthouse number', '1847 the', 'the lighthouse number'];
const REFUSED = [
	['another text than the passage has', (body) => ({ ...body, answer: { ...body.answer, text: '1848' } })],
	['no answer', ({ id, question }) => ({ id, question })],
	['a place that is no number', (body) => ({ ...body, answer: { ...body.answer, start: '3' } })],
	['a field that nobody knows', (body) => ({ ...body, more: 1 })],
	['an id that is none', (body) => ({ ...body, id: 'x' })],
	['a question without words', (body) => ({ ...body, question: ' ?' })],
];

const post = (url, body, token) => call('POST', url + PATH, { body, headers: { authorization: `Bearer ${token}` } });

async function answersOf(stack, url, worker) {
	const { token, passage } = (await stack.session(worker)).body;
	const attempt = (answer) => ({ id: randomUUID(), question: 'Which year was it when the lamp was lit, Zoë?', answer: spanOf(passage.text, answer) });
	const told = [];
	for (const answer of ASKED) {
		const body = attempt(answer);
		const first = await post(url, body, token);
		const again = await post(url, body, token);
		const { id, created_at, ...rest } = first.body;
		assert.equal(id, body.id);
		assert.ok(Math.abs(Date.parse(created_at) - Date.now()) < 60000, created_at);
		assert.deepEqual(again.body, first.body, 'the same attempt once more');
		told.push([answer, first.status, rest]);
	}
	for (const [what, change] of REFUSED) told.push([what, (await post(url, change(attempt('1847')), token)).status]);
	const forged = `${token.slice(0, -5)}${token.at(-5) === 'A' ? 'B' : 'A'}${token.slice(-4)}`;
	told.push(['a forged token', (await post(url, attempt('1847'), forged)).status]);
	return told;
}

async function assertSame(stack, url, name) {
	const [ours, theirs] = [await answersOf(stack, stack.url, `${name}-checks-ours`), await answersOf(stack, url, `${name}-checks-theirs`)];
	assert.deepEqual(theirs, ours, `${name} does not answer as beatd does`);
	assert.deepEqual(ours.slice(0, ASKED.length).map(([, , told]) => told.verdict), ['model', 'human', 'model', 'human', 'model', 'human']);
}

export async function startPeer(place, name) {
	const { port, file } = await configure(place, name);
	const [program, ...args] = COMMANDS[name]({ port, file }).map(String);
	const server = new Server(name, program, args, { env: { PEER_CONFIG: file, NODE_ENV: 'production', PYTHONDONTWRITEBYTECODE: '1' } });
	const url = `http://127.0.0.1:${port}`;
	const stop = () => (server.ended ? null : server.kill('SIGTERM'));
	try {
		await until(() => server.ended || call('GET', url).then(() => true, () => false), { timeout: 60000, what: name });
		if (server.ended) throw server.complaint('did not start');
		await assertSame(place.stack, url, name);
	} catch (error) {
		await stop();
		throw new Error(`${error.message}\n${server.output.slice(-2000)}`);
	}
	return { url, stop, processes: () => family(server.pid).map((pid) => ({ pid, name })) };
}
