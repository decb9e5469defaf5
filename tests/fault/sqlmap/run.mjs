// sqlmap over every parameter of the API's description: those of paths and queries and every field of every body, against a
// server of its own on loopback with a database of its own. By hand, it is no part of ops/test; sqlmap is Debian's.
//
// usage: tests/lib/with-cluster node tests/fault/sqlmap/run.mjs [--level N] [--seconds N] [--jobs N] [--only OPERATION]
//
// --seconds: at most so many for an operation (600). Ends with 0 if nothing can be injected, every operation was tried to
// its end, and the database never met a syntax that was not ours. The stream of events has no end, so sqlmap cannot try it.
// That it would find something is shown first: by a server that puts what it is asked into a statement as it is.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dice } from '../rounds/dice.mjs';
import { furnish, operationsOf } from '../../lib/furnished.mjs';
import { openapi } from '../../lib/openapi.mjs';
import { maker } from '../../lib/openapi_bodies.mjs';
import { run, startStack } from '../../lib/stack.mjs';

const { values: options } = parseArgs({ options: { level: { type: 'string', default: '2' }, seconds: { type: 'string', default: '600' }, jobs: { type: 'string', default: '2' }, only: { type: 'string' } } });
const QUERY = { limit: '5', offset: '0', hours: '24', seed: '1', as_of: '2030-01-01T00:00:00Z', state: 'waiting', project: 'demo', dir: 'asc', split: 'dev', worker: '1', before: '9' };
const MARK = '*'; // where sqlmap is to put its words

// A field of every name that the schema has, each with a mark.
function marked(schema, make) {
	const whole = schema.$ref ? openapi.components.schemas[schema.$ref.split('/').at(-1)] : schema;
	const one = (value) => {
		if (Array.isArray(value)) return value.map(one);
		if (value && typeof value === 'object') return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, one(v)]));
		return `${value ?? 'x'}${MARK}`;
	};
	return Object.fromEntries(Object.entries(whole.properties ?? {}).map(([name, inner]) => [name, one(make(inner))]));
}

// The request as it goes over the wire, a mark behind every value.
function request(house, operation, { headers, path }, port) {
	const words = operation.path.split('/');
	const place = path.split('/').map((word, i) => (words[i].startsWith('{') ? word + MARK : word)).join('/');
	const query = operation.parameters.filter((p) => p.in === 'query').map((p) => `${p.name}=${QUERY[p.name] ?? 'a'}${MARK}`).join('&');
	const body = operation.body ? JSON.stringify(marked(operation.body, maker(openapi, dice(7), { question: [house.known.questions] }))) : '';
	const head = [`${operation.method} ${place}${query && `?${query}`} HTTP/1.1`, `Host: 127.0.0.1:${port}`, ...Object.entries(headers).map(([k, v]) => `${k}: ${v}`)];
	if (body) head.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`);
	const text = `${head.join('\r\n')}\r\n\r\n${body}`;
	return { text, marks: text.split(MARK).length - 1 };
}

// sqlmap on one request; what it found, and whether it came to its end.
async function injected(stack, id, text) {
	const began = Date.now();
	const file = join(stack.dir, `${id}.txt`);
	writeFileSync(file, text);
	const args = ['-r', file, '--batch', '--ignore-stdin', '--level', options.level, '--risk', '1', '--dbms', 'PostgreSQL', '--flush-session', '--disable-coloring',
		'--threads', '2', '--timeout', '10', '--retries', '1', '--output-dir', join(stack.dir, 'sqlmap', id), '--ignore-code', '400,401,403,404,405,409,410,413,422,429'];
	const { code, stdout, stderr } = await run('timeout', [options.seconds, 'sqlmap', ...args], { timeout: (Number(options.seconds) + 30) * 1000 });
	writeFileSync(join(stack.dir, `${id}.log`), stdout + stderr);
	// what only appears to be injectable it tries once more, and says so if it was none
	const found = stdout.split('\n').filter((line) => /is vulnerable|identified the following injection|^Parameter: /.test(line));
	const clean = /all tested parameters do not appear to be injectable/.test(stdout);
	return { found, clean, late: code === 124, seconds: Math.round((Date.now() - began) / 1000), why: clean || found.length ? '' : (stdout + stderr).trim().split('\n').slice(-4).join(' ') };
}

async function probe(stack, house, operation) {
	const { text, marks } = request(house, operation, await house.visit(operation), stack.port);
	return marks === 0 ? { marks } : { marks, ...(await injected(stack, operation.id, text)) };
}

// Without a finding here, none elsewhere would mean nothing.
async function control(stack) {
	const server = createServer(async (req, res) => {
		const q = new URL(req.url, 'http://x').searchParams.get('q') ?? '';
		const rows = await stack.cluster.query(stack.db, `select count(*) from beat.project where name = '${q}'`).catch((error) => error.message);
		res.end(String(rows));
	});
	await new Promise((done) => server.listen(0, '127.0.0.1', done));
	try {
		const { found, seconds, why } = await injected(stack, 'control', `GET /?q=demo${MARK} HTTP/1.1\r\nHost: 127.0.0.1:${server.address().port}\r\n\r\n`);
		assert.ok(found.length > 0, `sqlmap does not find what can be injected: ${why}`);
		console.log(`control: ${found.at(-1)} (${seconds} s)`);
	} finally {
		server.close();
	}
}

// What the database and the server thought of it: a syntax that is not ours, or a fault of the server.
function traces(stack, from) {
	const lines = [...stack.cluster.server?.output.slice(from).split('\n') ?? [], ...stack.beatd.output.split('\n')];
	return lines.filter((line) => /syntax error at|unterminated quoted|level=error/.test(line));
}

function add(sum, { id }, { marks, found = [], clean, late, why, seconds }) {
	if (marks === 0) return;
	const open = late ? 'not done in time' : why;
	sum.operations++;
	sum.parameters += marks;
	sum.found.push(...found.map((line) => `${id}: ${line}`));
	if (!clean) sum.open.push(`${id}: ${open}`);
	console.log(`${id}: ${marks} parameters, ${found.join('; ') || (clean ? 'none can be injected' : open)} (${seconds} s)`);
}

async function main() {
	const stack = await startStack({ project: false, passages: false, cluster: true });
	const sum = { operations: 0, parameters: 0, found: [], open: [] };
	try {
		mkdirSync(join(stack.dir, 'sqlmap'));
		const house = await furnish(stack);
		await control(stack);
		const ours = stack.cluster.server?.output.length ?? 0; // what the control left behind is not counted
		const queue = operationsOf(openapi).filter((o) => o.id !== 'follow' && (!options.only || o.id === options.only));
		const work = async () => {
			for (let operation = queue.shift(); operation; operation = queue.shift()) add(sum, operation, await probe(stack, house, operation));
		};
		await Promise.all(Array.from({ length: Number(options.jobs) }, work));
		assert.ok(!stack.beatd.ended, 'the server is gone');
		const left = traces(stack, ours);
		console.log(`${sum.operations} operations, ${sum.parameters} parameters, level ${options.level}: ${sum.found.length} findings, ${sum.open.length} not tried to their end, ${left.length} traces in the logs`);
		for (const line of [...sum.found, ...sum.open, ...left]) console.log(`  ${line}`);
		process.exitCode = sum.found.length || sum.open.length || left.length ? 1 : 0;
	} finally {
		await stack.stop();
	}
}

await main();
