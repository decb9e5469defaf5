// The measuring instruments: wrk, pgbench, nginx. Each gives {rate, done}: how many a second, and how many in all
// (their own clock counts: a run of "one second" takes what it takes on a busy machine).
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { call } from '../lib/http.mjs';
import { pgProgram, ROOT } from '../lib/paths.mjs';
import { run, Server, until } from '../lib/proc.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const PATIENCE = 20; // seconds for an answer: on a busy machine a slow one is not a wrong one

export function freePort() {
	return new Promise((resolve) => {
		const server = createServer().listen(0, '127.0.0.1', () => {
			const { port } = server.address();
			server.close(() => resolve(port));
		});
	});
}

// One thread loads a server that has one; the other processor is PostgreSQL's.
export async function wrk(url, { seconds, connections = 64, method = 'GET', template, tokens, pause }) {
	const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', `${PATIENCE}s`, '-s', join(here, 'load.lua'), url, '--', method];
	if (template) args.push(template);
	if (tokens) args.push(tokens);
	if (pause) args.push(String(pause));
	const result = await run('wrk', args, { timeout: (seconds + 30) * 1000 });
	const line = result.stdout.split('\n').find((l) => l.startsWith('{'));
	if (!line) throw new Error(`wrk failed: ${result.stdout}${result.stderr}`);
	const summary = JSON.parse(line);
	if (summary.bad > 0 || summary.requests === 0)
		throw new Error(`${url}: ${summary.bad} of ${summary.requests} requests went wrong`);
	return { rate: summary.requests / summary.seconds, done: summary.requests, p50: summary.p50_ms, p99: summary.p99_ms };
}

// The functions of the programs are on the search path of those programs alone: others are told of it. Those of older
// commits are in the schema of the tables.
export async function searchPath(uri) {
	const newest = 'select name from beat.function_set where dropped_at is null order by installed_at desc limit 1';
	const { stdout } = await run('psql', ['-XAt', '-d', uri, '-c', newest]);
	return String([stdout.trim(), 'beat'].filter(Boolean));
}

const withFunctions = async (uri) => ({ PGOPTIONS: `-c search_path=${await searchPath(uri)}` });

export async function pgbench(uri, script, { seconds, clients = 8 }) {
	const dir = mkdtempSync(join(tmpdir(), 'beat-bench-'));
	const file = join(dir, 'script.sql');
	writeFileSync(file, script);
	const args = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '1', '-T', String(seconds), '-f', file, uri];
	const result = await run(pgProgram('pgbench'), args, { env: await withFunctions(uri), timeout: (seconds + 30) * 1000 });
	rmSync(dir, { recursive: true });
	const rate = result.stdout.match(/^tps = ([\d.]+)/m);
	if (result.code !== 0 || !rate) throw new Error(`pgbench failed: ${result.stdout}${result.stderr}`);
	const done = result.stdout.match(/^number of transactions actually processed: (\d+)/m);
	return { rate: Number(rate[1]), done: Number(done[1]) };
}

// The time of one call in milliseconds, by one client that has done it a few times before: nine in ten take longer, which
// is what it takes on a machine with nothing else to do. Where the clock stands still for longer than a call takes, single
// times say nothing and the mean has to do.
export async function latency(uri, script, { runs }) {
	const dir = mkdtempSync(join(tmpdir(), 'beat-bench-'));
	writeFileSync(join(dir, 'script.sql'), `${script}\n`);
	const args = ['-n', '-M', 'prepared', '-c', '1', '-t', String(runs + 5), '-l', `--log-prefix=${join(dir, 'log')}`, '-f', join(dir, 'script.sql'), uri];
	const begin = process.hrtime.bigint();
	const result = await run(pgProgram('pgbench'), args, { env: await withFunctions(uri), timeout: 600000 });
	const whole = Number(process.hrtime.bigint() - begin) / 1e6;
	if (result.code !== 0) throw new Error(`pgbench failed: ${result.stdout}${result.stderr}`);
	const log = readdirSync(dir).find((name) => name.startsWith('log'));
	const micros = readFileSync(join(dir, log), 'utf8').trim().split('\n').slice(5).map((line) => Number(line.split(' ')[2]));
	rmSync(dir, { recursive: true });
	micros.sort((a, b) => a - b);
	const mean = micros.reduce((a, b) => a + b, 0) / micros.length;
	return micros[Math.floor(micros.length / 10)] / 1000 || mean / 1000 || whole / (runs + 5);
}

// A named statement of sql/queries as the server prepares it: its text, the names of its parameters, and whether each of
// them is an array.
export function statementOf(file, name, root = ROOT) {
	const text = readFileSync(join(root, 'sql/queries', file), 'utf8');
	const head = text.match(new RegExp(`^-- name: ${name}\\(([^)]*)\\).*\\n((?:--.*\\n)*)([^;]*;)`, 'm'));
	if (!head) throw new Error(`no statement ${name} in ${file}`);
	const names = head[1].split(',').map((parameter) => parameter.replace(/^[\s-]+/, '').split(' ')[0]);
	return { names, many: /->\s*each\b/.test(head[0]), text: head[3].replace(/\s+/g, ' ') };
}

// The same with its parameters replaced, so that pgbench runs the very text that the server prepares; where it takes many,
// with one.
export function statement(file, name, values, root = ROOT) {
	const { names, many, text } = statementOf(file, name, root);
	return text.replace(/\$(\d+)/g, (_, n) => {
		if (!(names[n - 1] in values)) throw new Error(`${name}: no value for its parameter ${names[n - 1]}`);
		const value = values[names[n - 1]];
		return many ? `array[${value}]` : value;
	});
}

export const quoted = (s) => `'${String(s).replaceAll("'", "''")}'`;

// nginx with one server block in a folder of its own.
export async function startNginx(locations) {
	const dir = mkdtempSync(join(tmpdir(), 'beat-nginx-'));
	const port = await freePort();
	const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((k) => `${k}_temp_path ${dir}/${k};`);
	writeFileSync(
		join(dir, 'nginx.conf'),
		`daemon off; pid ${dir}/pid; error_log stderr warn; worker_processes 1; master_process off;
events { worker_connections 1024; }
http {
	access_log off; ${temporary.join(' ')} keepalive_requests 1000000000; tcp_nodelay on; sendfile on;
	types { text/html html; }
	open_file_cache max=100;
	server { listen 127.0.0.1:${port}; ${locations} }
}
`,
	);
	const server = new Server('nginx', '/usr/sbin/nginx', ['-c', join(dir, 'nginx.conf'), '-p', dir]);
	const url = `http://127.0.0.1:${port}`;
	await until(() => server.ended || call('GET', `${url}/`).then(() => true, () => false), { what: 'nginx' });
	if (server.ended) throw server.complaint('did not start');
	return {
		url,
		pid: server.pid,
		stop: async () => {
			await server.kill('SIGTERM');
			rmSync(dir, { recursive: true, force: true });
		},
	};
}
