// The dashboard over a big collection (fill.sql): each of its queries beside a look-up by primary key on the same data,
// and workers' attempts while it is open and statistics are computed.
import { request } from 'node:http';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { call } from '../lib/http.mjs';
import { run, until } from '../lib/proc.mjs';
import { latency, quoted, statement } from './tools.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const PROJECT = 'fill';
const PAGE_MS = 3000; // a page that follows the changes reloads no more often
const STATISTICS_MS = 3000; // the page asks again after as long, until all figures are worked out

// Where each answer comes from: an index (a page of rows, whatever the size of the table) or counters that are kept with
// every change. Counters of a project are summed over its lanes and hours, those of workers are one row a worker.
const QUERIES = [
	['overview', 'counters', 'admin_overview', {}],
	['workers', 'counters', 'admin_workers', {}],
	['workers by success', 'counters', 'admin_workers', { sort: 'success', dir: 'desc' }],
	['workers, a page in the middle', 'counters', 'admin_workers', { sort: 'kept', offset: '5000' }],
	['workers by platform id', 'counters', 'admin_workers', { q: 'WA1', identity: 'true' }],
	['worker', 'index', 'admin_worker', { worker: 'some' }],
	['worker with most HITs', 'index', 'admin_worker', { worker: 'most' }],
	["worker's HITs", 'index', 'admin_worker_hits', { worker: 'some' }],
	['most HITs of a worker', 'index', 'admin_worker_hits', { worker: 'most' }],
	['HIT', 'index', 'admin_hit', { hit: 'some' }],
	['events', 'index', 'admin_events', { project: '' }],
	['events of a kind', 'index', 'admin_events', { kind: 'worker.revoke' }],
	['events of a worker', 'index', 'admin_events', { project: '', worker: 'most' }],
	['questions', 'index', 'admin_questions', {}],
	['questions of test', 'index', 'admin_questions', { split: 'test' }],
	['questions against a model', 'index', 'admin_questions', { model: 'roberta-1' }],
	['questions that are out', 'index', 'admin_questions', { state: 'out' }],
	['questions refused by review', 'index', 'admin_questions', { state: 'rejected' }],
	['questions that were reviewed', 'index', 'admin_questions', { state: 'reviewed' }],
	['questions with a label', 'index', 'admin_questions', { label: 'numeric' }],
	['questions of a worker', 'index', 'admin_questions', { worker: 'some' }],
	['questions, a frequent word', 'index', 'admin_questions', { q: 'what' }],
	['questions, two frequent words', 'index', 'admin_questions', { q: 'how many' }],
	['questions, a rare word', 'index', 'admin_questions', { q: 'rare' }],
	['questions, a word nobody used', 'index', 'admin_questions', { q: 'unheardof' }],
];
const EMPTY = ['hours', 'q', 'state', 'sort', 'dir', 'limit', 'offset', 'before', 'split', 'model', 'label', 'worker', 'kind', 'actor'];

export async function fill(stack, { attempts, workers, passages }) {
	const admin = stack.db.replace('//beat@', '//postgres@');
	const sizes = Object.entries({ attempts, workers, passages }).flatMap(([k, v]) => ['-v', `${k}=${v}`]);
	const filled = await run('psql', ['-X', '-q', ...sizes, '-f', join(here, 'fill.sql'), '-d', admin], { timeout: 1800000 });
	if (filled.code !== 0) throw new Error(`fill.sql: ${filled.stderr}`);
	return admin;
}

// Rows to ask about: a worker as most are, the busiest one, a HIT, a word of a few questions.
async function examples(stack) {
	const of = `from participation q join project p on p.id = q.project_id where p.name = '${PROJECT}'`;
	return {
		some: await stack.value(`select q.worker_id ${of} and q.submitted > 0 order by q.submitted, q.worker_id offset (select count(*) / 2 ${of}) limit 1`),
		most: await stack.value(`select q.worker_id ${of} order by q.submitted desc limit 1`),
		hit: await stack.value(`select max(a.id) from assignment a join project p on p.id = a.project_id where p.name = '${PROJECT}' and a.won > 2`),
		rare: await stack.value("select word from ts_stat('select words from beat.question limit 20000') where ndoc between 2 and 4 order by word limit 1"),
	};
}

function values(given, found) {
	const all = { project: PROJECT, identity: 'false', account: '1', hit: found.hit, ...Object.fromEntries(EMPTY.map((k) => [k, ''])), ...given };
	if (given.worker) all.worker = found[given.worker];
	if (given.hit) all.hit = found.hit;
	if (given.q === 'rare') all.q = found.rare;
	return Object.fromEntries(Object.entries(all).map(([k, v]) => [k, quoted(v)]));
}

// A look-up before each query, so that a noisy moment hits both.
export async function measureQueries(stack, { runs }) {
	const found = await examples(stack);
	const id = await stack.value('select id from attempt order by id offset 10 limit 1');
	const yardstick = `select * from beat.attempt where id = ${quoted(id)};`;
	const rows = [];
	for (const [name, from, query, given] of QUERIES) {
		const base = await latency(stack.db, yardstick, { runs: runs * 10 });
		const ms = await latency(stack.db, statement('dashboard.sql', query, values(given, found)), { runs });
		rows.push({ name, from, ms, lookup_ms: base, ratio: ms / base });
	}
	return rows;
}

// Somebody who looks: the stream of changes, the pages that follow it, and statistics, one after the other.
async function openDashboard(stack, token) {
	const headers = { authorization: `Bearer ${token}` };
	const get = (path) => call('GET', `${stack.url}/api/v1/admin${path}`, { headers, timeout: 120000 });
	let open = true;
	let changes = 0;
	const pages = { statistics: 0, overview: 0 };
	const follow = request(`${stack.url}/api/v1/admin/stream?project=${stack.projectName}`, { headers, agent: false }, (res) => {
		res.on('data', (d) => {
			changes += (d.toString().match(/event: change/g) ?? []).length;
		});
		res.on('error', () => {});
	});
	follow.on('error', () => {});
	follow.end();
	const watching = (async () => {
		let seen = -1;
		while (open) {
			if (changes !== seen) {
				seen = changes;
				const answers = [await get(`/projects/${stack.projectName}/overview`), await get(`/projects/${PROJECT}/overview`), await get(`/projects/${PROJECT}/workers?sort=seen_at&dir=desc`)];
				for (const answer of answers) if (answer.status !== 200) throw new Error(`the dashboard got ${answer.status}: ${answer.text}`);
				pages.overview++;
			}
			await new Promise((done) => setTimeout(done, PAGE_MS));
		}
	})();
	const computing = (async () => {
		while (open) {
			const answer = await get(`/projects/${PROJECT}/statistics`);
			if (answer.status !== 200) throw new Error(`statistics: ${answer.status} ${answer.text}`);
			pages.statistics++;
			await new Promise((done) => setTimeout(done, STATISTICS_MS));
		}
	})();
	return {
		pages,
		close: async () => {
			open = false;
			follow.destroy();
			await watching;
			await computing;
			return { ...pages, changes };
		},
	};
}

// Statistics that nobody waits for any more are computed to their end all the same.
const idle = (stack) => until(async () => (await stack.value("select count(*) from pg_stat_activity where application_name = 'beatd slow' and state <> 'idle'")) === 0, { timeout: 300000, every: 500, what: 'statistics to be done' });

// Calls measure() with the dashboard open, from statistics that nobody has computed yet.
export async function withDashboard(stack, admin, token, measure) {
	await stack.cluster.psql(admin, ['-c', 'set session_replication_role = replica', '-c', 'truncate beat.question_figures']);
	const dashboard = await openDashboard(stack, token);
	await new Promise((done) => setTimeout(done, 1000));
	let seen;
	let result;
	try {
		result = await measure();
	} finally {
		seen = await dashboard.close();
	}
	await idle(stack);
	if (seen.overview < 1) throw new Error(`the dashboard saw ${seen.changes} changes and loaded ${seen.overview} pages`);
	return result;
}

export async function token(stack) {
	await stack.ctl('user', 'add', 'bench', '--role', 'viewer', '--generate');
	const out = await stack.ctl('token', 'create', 'bench', 'bench', '--scope', 'look');
	return out.match(/bt_\S+/)[0];
}

export function queriesTable(rows) {
	const lines = [['dashboard query', 'from', 'ms', 'look-ups'], ...rows.map((r) => [r.name, r.from, r.ms.toFixed(2), r.ratio.toFixed(1)])];
	const width = lines[0].map((_, c) => Math.max(...lines.map((line) => line[c].length)));
	return lines.map((line) => line.map((cell, c) => (c < 2 ? cell.padEnd(width[c]) : cell.padStart(width[c]))).join('  ')).join('\n');
}
