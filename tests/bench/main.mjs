// The benchmarks behind ops/bench. One run sets up a database with fsync on, a project
// of generated passages, a model that answers at once (nginx) and beatd, then measures
// each thing and its yardstick in turn, several rounds, and compares the medians.
import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { call, program, ROOT, startStack } from '../lib/stack.mjs';
import { ANSWER, attemptLoad as makeAttempts, attemptScript, attemptsStored, knowsRepeats, otherBuild, voteLoad, withOldSnapshot, wonLoad } from './attempts.mjs';
import { fill, measureQueries, queriesTable, token, withDashboard } from './dashboard.mjs';
import { cpuSum, cpuTable, withCpu } from './cpu.mjs';
import { exported } from './export.mjs';
import { imported } from './import.mjs';
import { encodersTable, passesTable } from './encoder.mjs';
import { hops, hopsTable } from './models.mjs';
import { ensembleTimes, shadowLoads } from './several.mjs';
import { PEERS, startPeer } from './peers.mjs';
import { readers, readersTable } from './reader.mjs';
import { pgbench, quoted, startNginx, statement, wrk } from './tools.mjs';

const CONNECTIONS = 64;
const FILLER = 'Its keepers wrote down the weather every evening, and their books tell of storms, of lost ships and of long winters. ';

const words = process.argv.slice(2);
const short = words.includes('--short');
const againstAt = words.indexOf('--against');
const other = againstAt < 0 ? null : words.splice(againstAt, 2)[1];
const storedAt = words.indexOf('--stored');
const storedRows = storedAt < 0 ? 10000000 : Number(words.splice(storedAt, 2)[1]);
const benches = { attempts, won, plain, votes, snapshot, half, against, statements, sessions, page, score, reader, models, ensemble, shadows, import: importing, export: exporting, dashboard, stored, ...Object.fromEntries(PEERS.map((name) => [name, (place) => peer(place, name)])) };
const AGAINST = ['against', 'statements']; // with --against
const BY_HAND = ['stored', ...AGAINST, ...PEERS]; // stored takes long, and peers are installed for it
const chosen = words.filter((w) => w !== '--short' && w !== '--known').flatMap((w) => (w === 'peers' ? PEERS : [w]));
if (againstAt >= 0) {
	try {
		otherBuild(other ?? '');
	} catch (error) {
		console.error(`ops/bench: ${error.message}`);
		process.exit(2);
	}
}
if (!(storedRows >= 1000)) {
	console.error('ops/bench: --stored wants a number of attempts, at least 1000');
	process.exit(2);
}
for (const name of chosen) {
	if (AGAINST.includes(name) && !other) {
		console.error(`ops/bench: "${name}" wants --against DIR, a checkout of another commit with its release build`);
		process.exit(2);
	}
	if (!benches[name]) {
		console.error(`ops/bench: there is no benchmark "${name}"; there are ${[...Object.keys(benches), 'peers'].join(', ')}`);
		process.exit(2);
	}
}
if (words.includes('--known')) process.exit(0);
const scale = short
	? { seconds: 1, rounds: 1, snapshot: 1, documents: 200, pairs: 2000, questions: 5000, importing: 1e6, read: 10, hops: 50, filled: { attempts: 20000, workers: 300, passages: 2000 }, stored: { attempts: 20000, workers: 300, passages: 2000 }, runs: 5 }
	: { seconds: 4, rounds: 3, snapshot: 60, documents: 4000, pairs: 200000, questions: 1000000, importing: 30e6, read: 400, hops: 2000, filled: { attempts: 1000000, workers: 10000, passages: 100000 }, stored: { attempts: storedRows, workers: Math.ceil(storedRows / 100), passages: 100000 }, runs: 100 };

const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];

// Ours and the yardstick take turns, and each turn gives a ratio of its own, so that a
// noisy minute hits both.
async function compare(ours, yardstick, rounds = scale.rounds) {
	const turns = { ours: [], yardstick: [] };
	for (let i = 0; i < rounds; i++) {
		turns.ours.push(await ours(i));
		turns.yardstick.push(await yardstick(i));
	}
	return compared(turns);
}

// Where the processors' time of both is known it gives a second ratio, which a busy machine disturbs less.
function compared(turns) {
	const ours = turns.ours.map((turn) => turn.rate);
	const yardstick = turns.yardstick.map((turn) => turn.rate);
	const ratio = median(ours.map((rate, i) => rate / yardstick[i]));
	const rates = { ours: median(ours), yardstick: median(yardstick), ratio, rounds: { ours, yardstick } };
	const cpu = Object.fromEntries(Object.entries(turns).map(([side, list]) => [side, list.map((turn) => turn.cpu).filter(Boolean)]));
	if (cpu.ours.length === 0) return rates;
	if (cpu.yardstick.length === 0) return { ...rates, cpu: { ours: cpu.ours } };
	return { ...rates, cpu, by_cpu: median(cpu.ours.map((ours, i) => cpuSum(cpu.yardstick[i]) / cpuSum(ours))) };
}

// A rate counts only if the rows were really stored.
async function counted(stored, measure) {
	const before = await stored();
	const result = await measure();
	const rows = (await stored()) - before;
	if (rows < result.done) throw new Error(`${result.done} were answered but ${rows} stored`);
	return result;
}

function passages() {
	return Array.from({ length: scale.documents }, (_, i) => ({
		title: `Lighthouse ${i}`,
		text: `In ${ANSWER} the lighthouse number ${i} was lit for the first time. ${FILLER.repeat(5).trim()}`,
	}));
}

const PROJECT = ['--assignments-per-passage', '1000'];
const REPEATS = ['--repeats', 'allow', '--near-repeat', '0'];

async function setUp({ build, root = ROOT } = {}) {
	const answer = { answer: ANSWER, score: 0.9, model: 'instant', version: '1', weights: 'f'.repeat(64) };
	const web = join(process.env.BEAT_BUILD, 'web');
	const nginx = await startNginx(
		`location = /predict { default_type application/json; return 200 '${JSON.stringify(answer)}'; } location / { root ${web}; }`,
	);
	const settings = build && !(await knowsRepeats(build)) ? PROJECT : [...PROJECT, ...REPEATS];
	const stack = await startStack({
		build,
		model: `${nginx.url}/predict`,
		beatd: { env: { BEAT_HOUSEKEEPING_S: '30' } }, // as it is by default
		cluster: { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on', shared_buffers: '256MB', max_wal_size: '4GB' },
		passages: passages(),
		project: { name: 'bench', args: settings },
	});
	// the yardstick's sessions must not find the project fuller than ours did
	await stack.createProject('yardstick', ['--open', '--collection', 'sample', ...settings]);
	return { nginx, stack, root, dir: mkdtempSync(join(tmpdir(), 'beat-bench-')) };
}

async function tearDown({ stack, nginx, dir }) {
	await stack.stop();
	await nginx.stop();
	rmSync(dir, { recursive: true, force: true });
}

const attemptLoad = (place, name) => makeAttempts(place, name, scale.seconds);
// One turn of a load whose attempts are counted, with where the processors' time went.
const turnOf = ({ stack, nginx }, load) => () => withCpu(stack, nginx.pid, () => counted(attemptsStored(stack), load));

async function attempts(place) {
	const { stack, root } = place;
	const { at, run: load } = await attemptLoad(place, 'attempts');
	const script = await attemptScript({ stack, root, at });
	return compare(turnOf(place, load), () => counted(attemptsStored(stack), () => pgbench(stack.db, script, { seconds: scale.seconds })));
}

// Attempts that the human wins, each a question that is kept, to those that the model wins.
async function won(place, isPlain = false) {
	const { run: lost } = await attemptLoad(place, isPlain ? 'played' : 'lost');
	const { rate } = await lost();
	const loads = [];
	// without a model there is more room: a wrong guess would be an error
	for (let i = 0; i < scale.rounds; i++) loads.push(await wonLoad(place, String(i), { rate: isPlain ? 2 * rate : rate, seconds: scale.seconds, plain: isPlain }));
	return compare((i) => turnOf(place, loads[i])(), turnOf(place, lost));
}

// Questions without an adversary, each kept, to attempts that the model wins at once.
function plain(place) {
	return won(place, true);
}

async function votes(place) {
	const { stack, nginx } = place;
	const { run: lost } = await attemptLoad(place, 'unvoted');
	const load = await voteLoad(place, scale.seconds);
	return compare(() => withCpu(stack, nginx.pid, load), turnOf(place, lost));
}

// While somebody reads an old state, the last attempts to the first.
async function snapshot(place) {
	const { run: load } = await attemptLoad(place, 'snapshot');
	const { stack } = place;
	await load();
	const turns = await withOldSnapshot(stack, scale.snapshot, (more) => turnOf(place, () => load(more))());
	if (!turns.held) throw new Error('the old snapshot was gone before the last attempts');
	return compared({ ours: [turns.last], yardstick: [turns.first] });
}

// How long the slowest hundredth of attempts takes at least, to the median, at half of the rate that is possible.
async function half(place) {
	const { run: load } = await attemptLoad(place, 'half');
	const turns = [];
	for (let i = 0; i < scale.rounds; i++) {
		const most = await load();
		const pause = Math.max(1, Math.round((2 * 1000 * CONNECTIONS) / most.rate - most.p50 / 2));
		turns.push(await load({ pause }));
	}
	const [p99, p50] = ['p99', 'p50'].map((key) => median(turns.map((turn) => turn[key])));
	return { ours: p99, yardstick: p50, ratio: median(turns.map((turn) => turn.p99 / turn.p50)), unit: 'ms', rates: turns.map((turn) => turn.rate) };
}

// The other commit's stack, for both figures that need it.
let others;
async function othersPlace() {
	others ??= await setUp(otherBuild(other));
	return others;
}

async function against(place) {
	const theirs = await othersPlace();
	const loads = { ours: await attemptLoad(place, 'against'), theirs: await attemptLoad(theirs, 'against') };
	return compare(turnOf(place, loads.ours.run), turnOf(theirs, loads.theirs.run));
}

// To pgbench with the two statements of the other commit, on its tables.
async function statements(place) {
	const theirs = await othersPlace();
	const { run: load } = await attemptLoad(place, 'statements');
	const { at } = await attemptLoad(theirs, 'statements');
	const script = await attemptScript({ stack: theirs.stack, root: theirs.root, at });
	return compare(turnOf(place, load), () => counted(attemptsStored(theirs.stack), () => pgbench(theirs.stack.db, script, { seconds: scale.seconds })));
}

// The same attempts through another server that does the same work with the same functions, in turns.
async function peer(place, name) {
	const { stack, nginx } = place;
	const server = await startPeer(place, name);
	try {
		const loads = { ours: await attemptLoad(place, `${name}-ours`), theirs: await attemptLoad(place, `${name}-theirs`) };
		const theirs = () => loads.theirs.run({ url: server.url });
		const turn = () => withCpu(stack, nginx.pid, () => counted(attemptsStored(stack), theirs), server.processes());
		await turn(); // connections and statements are made, code is compiled
		return await compare(turnOf(place, loads.ours.run), turn);
	} finally {
		await server.stop();
	}
}

async function sessions({ stack, dir }) {
	const template = (i) => {
		const file = join(dir, `session-${i}.json`);
		writeFileSync(file, JSON.stringify({ project: 'bench', platform: 'direct', params: { worker: `r${i}-{n}` } }));
		return file;
	};
	const nothing = { platform_ref: quoted(''), hit_ref: quoted(''), submit_to: quoted(''), vouched: 'false', language: quoted('en'), agrees: 'null' };
	const open = statement('session.sql', 'session_open', { project: quoted('yardstick'), platform: quoted('direct'), worker: "'p' || :n", ...nothing });
	const script = `\\set n random(1, 9000000000000000)\n${open}\n`;
	const stored = () => stack.value('select count(*) from assignment');
	return compare(
		(i) => counted(stored, () => wrk(`${stack.url}/api/v1/session`, { seconds: scale.seconds, method: 'POST', template: template(i) })),
		() => counted(stored, () => pgbench(stack.db, script, { seconds: scale.seconds })),
	);
}

async function page({ stack, nginx }) {
	const ours = await call('GET', `${stack.url}/hit/bench`);
	const theirs = await call('GET', `${nginx.url}/index.html`);
	if (ours.text.length !== theirs.text.length) throw new Error('nginx does not serve the page that beatd does');
	return compare(
		() => wrk(`${stack.url}/hit/bench`, { seconds: scale.seconds }),
		() => wrk(`${nginx.url}/index.html`, { seconds: scale.seconds }),
	);
}

// Whole runs of a program over the same file, start-up included on both sides. It reads and writes files: pumping through
// pipes takes this process longer than the scoring does.
function timed(file, args, input, output) {
	const stdio = [openSync(input, 'r'), openSync(output, 'w'), 'inherit'];
	const begin = process.hrtime.bigint();
	execFileSync(file, args, { stdio });
	for (const fd of stdio.slice(0, 2)) closeSync(fd);
	return { rate: scale.pairs / (Number(process.hrtime.bigint() - begin) / 1e9), done: scale.pairs };
}

// Answers as people give them: a few words, often sharing some; the same on every run.
function scorePairs() {
	const vocabulary = 'the a lighthouse Margaret Doyle 1847 whale oil New York City U.S. café Ljubljanica, nine thousand years Straße'.split(' ');
	let state = 1;
	const below = (n) => {
		state = (Math.imul(state, 1103515245) + 12345) >>> 0;
		return (state >>> 8) % n;
	};
	const answer = () => Array.from({ length: 1 + below(5) }, () => vocabulary[below(vocabulary.length)]).join(' ');
	return Array.from({ length: scale.pairs }, () => `${JSON.stringify({ gold: answer(), pred: answer() })}\n`).join('');
}

async function score() {
	const dir = mkdtempSync(join(tmpdir(), 'beat-bench-'));
	const file = (name) => join(dir, name);
	writeFileSync(file('pairs'), scorePairs());
	try {
		const rates = await compare(
			() => timed(program('beatctl'), ['score'], file('pairs'), file('ours')),
			() => timed('/usr/bin/python3', [join(ROOT, 'tests/oracle/oracle.py'), 'score'], file('pairs'), file('theirs')),
		);
		if (readFileSync(file('ours'), 'utf8') !== readFileSync(file('theirs'), 'utf8')) throw new Error('beatctl score and the oracle do not agree');
		return rates;
	} finally {
		rmSync(dir, { recursive: true, force: true });
	}
}

// The strongest reader, to the lexical one; and each of them on one and two threads.
async function reader() {
	const dir = mkdtempSync(join(tmpdir(), 'beat-bench-'));
	try {
		const place = readers(dir, scale.read, scale.seconds > 1);
		const rates = await compare(place.ours, place.yardstick);
		return { ...rates, ...(await place.more()) };
	} finally {
		rmSync(dir, { recursive: true, force: true });
	}
}

// One hop to a model by each protocol, to the stub's own time.
function models() {
	return hops(scale.hops, scale.rounds);
}

// An attempt against three models at once, to one against the slowest of them.
async function ensemble(place) {
	const times = await ensembleTimes(place, short ? 3 : 40, scale.rounds);
	return { ours: median(times.ours), yardstick: median(times.yardstick), ratio: median(times.ours.map((ms, i) => ms / times.yardstick[i])), unit: 'ms' };
}

// Attempts that a model answers once more in the background, to attempts without it.
async function shadows(place) {
	const loads = await shadowLoads(place, scale.seconds);
	return compare(turnOf(place, loads.ours), turnOf(place, loads.yardstick));
}

// A SQuAD file, to COPY of the same rows into tables with the same keys and indexes.
async function importing({ stack, dir }) {
	const place = await imported(stack, dir, scale.importing);
	return compare(place.ours, place.yardstick);
}

// A release of very many questions, to COPY of the same rows; memory must not depend on their number.
async function exporting({ stack, dir }) {
	const place = await exported(stack, dir, scale.questions);
	const rates = await compare(place.ours, place.yardstick);
	return { ...rates, ...place.more() };
}

// Over a big collection: what the pages cost, and what workers notice of somebody who looks at them.
async function dashboard(place) {
	const { stack } = place;
	const admin = await fill(stack, scale.filled);
	const queries = await measureQueries(stack, scale);
	const { run: load } = await attemptLoad(place, 'watched');
	const bearer = await token(stack);
	const turn = turnOf(place, load);
	await load(); // what is read for the first time is read from disk
	const rates = await compare(
		() => withDashboard(stack, admin, bearer, turn),
		turn,
		short ? 1 : 7, // a small difference wants more of them
	);
	return { ...rates, queries };
}

// Attempts on a full database, to attempts on one that is nearly empty, in turns.
async function stored(empty) {
	const full = await setUp();
	try {
		await fill(full.stack, scale.stored);
		const loads = { full: await attemptLoad(full, 'full'), empty: await attemptLoad(empty, 'empty') };
		await loads.full.run(); // what is read for the first time is read from disk
		await loads.empty.run();
		return await compare(turnOf(full, loads.full.run), turnOf(empty, loads.empty.run), short ? 1 : 7);
	} finally {
		await tearDown(full);
	}
}

const about = {
	attempts: ['attempts through HTTP', 'pgbench, same statements'],
	won: ['attempts that are won', 'the same, lost'],
	plain: ['questions without an adversary', 'lost attempts'],
	votes: ['votes of validators', 'lost attempts'],
	snapshot: ['attempts, an old snapshot open', 'the first of them'],
	half: ['99 % of attempts at half the rate', 'the median'],
	against: ['attempts through HTTP', 'the other commit'],
	statements: ['attempts through HTTP, too', 'pgbench, its two statements'],
	sessions: ['new sessions through HTTP', 'pgbench, same statement'],
	page: ['page through HTTP', 'nginx, same file'],
	score: ['pairs by beatctl score', 'Python oracle'],
	reader: ['questions by the best reader', 'the reader window, one thread'],
	models: ['questions to a model, one by one', 'the stub alone'],
	ensemble: ['an attempt against three models', 'against the slowest of them'],
	shadows: ['attempts with a shadow', 'the same without'],
	import: ['passages by beatctl import', 'COPY, same rows and keys'],
	export: ['questions by release build', 'COPY … TO STDOUT, same rows'],
	dashboard: ['attempts, dashboard open', 'the same, dashboard closed'],
	stored: ['attempts, very many stored', 'the same, none stored'],
	fastify: ['attempts through HTTP', 'fastify, pg, undici, 2 processes'],
	fastapi: ['attempts through HTTP', 'FastAPI, asyncpg, aiohttp, 2 processes'],
	flask: ['attempts through HTTP', 'Flask, gunicorn, psycopg2, 2 processes'],
};

function table(results) {
	const figure = (n, unit) => (unit ? `${n.toFixed(1)} ${unit}` : `${Math.round(n).toLocaleString('en')}/s`);
	const rows = Object.entries(results).map(([name, r]) => [about[name][0], figure(r.ours, r.unit), about[name][1], figure(r.yardstick, r.unit), r.ratio.toFixed(2)]);
	const all = [['measured', 'rate', 'yardstick', 'rate', 'ratio'], ...rows];
	const width = all[0].map((_, c) => Math.max(...all.map((row) => row[c].length)));
	const line = (row) => row.map((cell, c) => (c === 0 || c === 2 ? cell.padEnd(width[c]) : cell.padStart(width[c]))).join('  ');
	return all.map(line).join('\n');
}

const wanted = chosen.length ? chosen : Object.keys(benches).filter((name) => !BY_HAND.includes(name));
const names = [...wanted, ...(other ? AGAINST.filter((name) => !wanted.includes(name)) : [])];
const results = {};
const alone = ['score', 'reader', 'models']; // need no database
const place = names.some((name) => !alone.includes(name)) ? await setUp() : null;
try {
	for (const name of names) {
		console.error(`ops/bench: measuring ${name}…`);
		const [measured, yardstick_is] = about[name];
		results[name] = { measured, yardstick_is, ...(await benches[name](place ?? {})) };
	}
} finally {
	for (const each of [place, others]) if (each) await tearDown(each);
}
const report = { at: new Date().toISOString(), processors: cpus().length, seconds: scale.seconds, rounds: scale.rounds, results };
mkdirSync(join(ROOT, 'build'), { recursive: true });
writeFileSync(join(ROOT, 'build/bench.json'), `${JSON.stringify(report, null, '\t')}\n`);
console.log(table(results));
const costed = Object.entries(results).filter(([, r]) => r.by_cpu);
if (costed.length) console.log(`\nthe ratio by processor time\n${costed.map(([name, r]) => `${about[name].join(', to ').padEnd(60)} ${r.by_cpu.toFixed(2)}`).join('\n')}`);
for (const name of ['attempts', 'dashboard', 'stored', ...PEERS]) if (results[name]) console.log(`\nprocessor time of one, ${about[name].join(', and ')}\n${cpuTable(results[name].cpu)}`);
if (results.reader) console.log(`\n${readersTable(results.reader.readers)}\n\n${encodersTable(results.reader.encoders)}\n\n${passesTable(results.reader.passes)}`);
if (results.models) console.log(`\n${hopsTable(results.models)}`);
if (results.export) console.log(`\nexport: ${results.export.questions.toLocaleString('en')} questions, ${results.export.megabytes} MB of memory`);
if (results.dashboard) console.log(`\n${queriesTable(results.dashboard.queries)}`);
