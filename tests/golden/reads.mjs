// Everything that can be read of the played database, as text: the dashboard's API, what beatctl prints, the files of
// releases. readAll() gives {name of the file under expected/reads: its text}.
//
// Ids and moments stand in the dump, so nothing is renamed. What depends on the moment of reading is in MASKS, and no more.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ADMIN } from '../lib/desk.mjs';
import { digest, filesOf } from '../lib/release.mjs';
import { program, run } from '../lib/stack.mjs';
import { HERE, startPlayed, startServer } from './load.mjs';

export const EXPECTED = join(HERE, 'expected');
let tokens, moments; // of the play that made the dump
const PROJECTS = ['demo', 'double', 'loss', 'paused', 'school'];

// [where, what, what stands instead, why]: in answers to calls that match the first, every match of the second.
export const MASKS = [
	[/\/overview/, /("hours" ?: ?)\[[^\]]*\]/g, '$1HOURS', 'the last hours, up to now'],
	[/\/overview/, /("models" ?: ?)\[[\s\S]*?\n\t {0,1}\]/g, '$1MODELS', 'of the last hours, up to now'],
	[/\/overview/, /("(?:per_day|forecast)" ?: ?)(null|"[^"]*"|[\d.]+)/g, '$1DAYS', 'of the last days, up to now'],
	[/\/overview/, /("active_(?:hour|day)" ?: ?)\d+/g, '$1ACTIVE', 'of the last hour and day'],
	[/\/overview/, /("alerts" ?: ?)\[[\s\S]*?\](?=\n\})/g, '$1ALERTS', 'what has waited too long, by now'],
	[/worker show direct:val/, /(qualified since )\d{4}-\d\d-\d\d \d\d:\d\d/g, '$1LOADED', 'who was only a validator is in the pool since the load'],
	[/\/review$/, /("done_today" ?: ?)\d+/g, '$1TODAY', 'of this day'],
];
const MOMENT = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;

// Besides these, every moment from the start of the reading on is NOW: answers say as of when they hold, and using a
// token is noted.
function masked(call, text, since) {
	const known = MASKS.filter(([where]) => where.test(call)).reduce((t, [, what, instead]) => t.replace(what, instead), text);
	return known.replace(MOMENT, (moment) => (Date.parse(moment) >= since && Date.parse(moment) <= Date.now() + 1000 ? 'NOW' : moment));
}

// JSON on lines of its own, for people who compare: adds line breaks and changes nothing else, not even white space.
export function laidOut(json) {
	let out = '', depth = 0;
	const newline = () => `\n${'\t'.repeat(depth)}`;
	for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[{[]\s*[}\]]|[{}[\],]|[^"{}[\],]+/g)) {
		if (token === '{' || token === '[') {
			depth++;
			out += token + newline();
		} else if (token === '}' || token === ']') {
			depth--;
			out += newline() + token;
		} else out += token === ',' ? token + newline() : token;
	}
	return out;
}

class Reader {
	constructor(stack) {
		this.stack = stack;
		this.files = {};
		this.since = Date.now() - 1000;
		this.seen = new Set(); // paths that were read, as they stand in the address
	}

	write(file, call, text) {
		this.files[file] = `${this.files[file] ?? ''}=== ${call}\n${masked(call, text, this.since)}\n`;
	}

	async get(file, path, { as = 'ada', headers, sum = false } = {}) {
		const answer = await this.stack.call('GET', ADMIN + path, { headers: headers ?? { authorization: `Bearer ${tokens[as]}` } });
		this.seen.add(path.split('?')[0]);
		const call = `GET ${path}${as === 'ada' ? '' : ` as ${as}`}`;
		const type = answer.headers['content-type'];
		let text = sum ? `sha256 ${digest(answer.buffer)}, ${answer.buffer.length} bytes` : answer.text;
		if (/problem\+json/.test(type)) text = `${answer.body.type.split(':').at(-1)}: ${answer.body.detail}`;
		else if (answer.body !== undefined && !sum) text = laidOut(answer.text);
		this.write(file, call, `${answer.status} ${type}\n${text}`);
		return answer.body;
	}

	async ctl(file, ...args) {
		const { code, stdout, stderr } = await this.stack.beatctl(args, { env: { BEAT_ACTOR: 'lea', TZ: 'UTC' } });
		const hide = (text) => text.replaceAll(this.stack.dir, 'DIR');
		const out = /^\{.*\}\n$/s.test(stdout) ? laidOut(stdout) : stdout;
		this.write(file, `beatctl ${args.map(hide).join(' ')}`, hide(`exit code ${code}\n${out}${stderr}`));
	}
}

const column = async (stack, query) => (await stack.sql(query)).map((row) => Object.values(row)[0]);

// --- the dashboard's API

async function lists(r) {
	for (const path of ['/me', '/projects', '/project-settings', '/models', '/alerts', '/collections', '/onboardings', '/review-words', '/people', '/releases', '/releases?project=demo', '/check', '/evaluations', '/study-words', '/studies', '/studies/none', '/pools', '/pools/default', '/pools/default/members?limit=4', '/pools/default/export?state=revoked', '/nowhere'])
		await r.get('lists.txt', path);
	for (const as of ['rob', 'vic']) for (const path of ['/me', '/projects', '/people', '/check']) await r.get('lists.txt', path, { as });
	for (const name of PROJECTS) {
		const of = (path, more) => r.get(`project-${name}.txt`, `/projects/${name}${path}`, more);
		for (const path of ['', '/batches', '/review', '/agreement', '/outbox', '/screenings', '/screenings?state=passed', '/screenings?state=failed&limit=1',
			'/revocations', '/revocations?state=done', '/reviews', '/reviews?limit=2', '/statistics', '/transfer', '/validation', '/validation/agreement',
			'/validation/human', '/validation/human?seed=7', '/validity', '/instructions', '/overview', '/overview?hours=1', '/documents', '/documents?limit=1&offset=1', '/lengths']) await of(path);
		for (const at of moments) await of(`/validity?as_of=${at}`);
		for (const path of ['/screenings', '/revocations', '/outbox', '/validation/agreement']) await of(path, { as: 'vic' });
	}
	for (const path of ['', '/statistics', '/workers', '/validity', '/releases']) await r.get('refusals.txt', `/projects/nowhere${path}`);
	for (const path of ['/hits/0', '/hits/x', '/questions/x', `/questions/${'0'.repeat(40)}`, '/reviews/0', '/screenings/0', '/releases/0', '/projects/demo/workers/0',
		'/projects/demo/workers?sort=loud', '/projects/demo/workers?limit=0', '/projects/demo/questions?state=loud', '/projects/demo/validity?as_of=soon', '/events?before=x'])
		await r.get('refusals.txt', path);
}

async function workers(r) {
	for (const name of PROJECTS) {
		const file = `workers-${name}.txt`, of = (path, more) => r.get(file, `/projects/${name}/workers${path}`, more);
		await of('');
		for (const sort of ['state', 'submitted', 'attempts', 'wins', 'kept', 'success', 'sampled', 'due'])
			for (const dir of name === 'demo' ? ['asc', 'desc'] : ['desc']) await of(`?sort=${sort}&dir=${dir}&limit=3`);
		for (const query of ['?limit=2&offset=2', '?state=revoked', '?state=qualified', '?q=a', '?q=watched']) await of(query);
		await of('', { as: 'vic' });
		const ids = await column(r.stack, `select p.worker_id::text as id from participation p join project j on j.id = p.project_id where j.name = '${name}' order by p.worker_id`);
		for (const id of ids) for (const path of ['', '/hits', '/hits?limit=1']) await of(`/${id}${path}`);
		for (const id of ids.slice(0, 2)) for (const path of ['', '/hits']) await of(`/${id}${path}`, { as: 'rob' });
	}
}

async function hits(r) {
	for (const id of await column(r.stack, 'select id::text as id from assignment order by id')) await r.get('hits.txt', `/hits/${id}`);
	for (const id of await column(r.stack, 'select assignment_id::text as id from screening order by 1')) await r.get('screenings.txt', `/screenings/${id}`);
	for (const id of await column(r.stack, 'select id::text as id from review order by id'))
		for (const as of ['ada', 'rob']) await r.get('reviews.txt', `/reviews/${id}`, { as });
	for (const as of ['rob', 'vic']) for (const id of [1, 4, 12]) await r.get('hits.txt', `/hits/${id}`, { as });
}

async function questions(r) {
	for (const name of PROJECTS) {
		const of = (query, more) => r.get(`questions-${name}.txt`, `/projects/${name}/questions${query}`, more);
		for (const query of ['', '?limit=2', '?split=dev', '?q=who', '?state=kept', '?state=discarded', '?label=numeric', '?model=stub', '?worker=2']) await of(query);
		await of('?limit=3', { as: 'vic' });
	}
	const ids = await column(r.stack, 'select id::text as id from question order by id');
	for (const id of ids) await r.get('question.txt', `/questions/${id}`);
	for (const id of ids.slice(0, 8)) for (const at of [moments[2], moments[8]]) await r.get('question.txt', `/questions/${id}?as_of=${at}`);
	for (const id of ids.slice(0, 2)) await r.get('question.txt', `/questions/${id}`, { as: 'vic' });
}

async function events(r) {
	for (const query of ['?limit=200', '?limit=5', '?project=demo&limit=10', '?project=school&kind=project.set', '?actor=lea&limit=10', '?worker=2', '?kind=nothing'])
		await r.get('events.txt', `/events${query}`);
	await r.get('events.txt', '/events?limit=20', { as: 'vic' });
}

async function releases(r) {
	for (const id of await column(r.stack, 'select id from release order by id')) {
		await r.get('releases.txt', `/releases/${id}`);
		await r.get('releases.txt', `/releases/${id}/files`);
	}
}

// --- beatctl

async function commands(r) {
	const { stack } = r;
	const ctl = (...args) => r.ctl('beatctl.txt', ...args), both = async (...args) => {
		await ctl(...args);
		await ctl(...args, '--json');
	};
	await both('project', 'list');
	await ctl('project', 'settings');
	for (const name of PROJECTS) {
		for (const words of [['project', 'show', name], ['batch', 'list', name], ['review', 'list', name], ['review', 'agreement', name], ['review', 'revocations', name],
			['screening', 'list', name, '--state', 'all'], ['validation', 'show', name], ['validation', 'agreement', name], ['validation', 'validators', name],
			['validation', 'human', name, '--seed', '3'], ['question', 'count', name], ['question', 'count', name, '--as-of', moments[4]]]) await both(...words);
		await both('worker', 'list', '--project', name, '--sort', 'success', '--desc');
		await ctl('validation', 'validators', name, '--far-below');
	}
	for (const worker of ['direct:ann', 'direct:sid', 'mturk:A1TURK', 'prolific:p1', 'direct:val']) await both('worker', 'show', worker, '--project', 'demo');
	for (const id of await column(stack, 'select assignment_id::text as id from screening order by 1')) await both('screening', 'show', id);
	for (const id of (await column(stack, 'select id::text as id from question order by id')).slice(0, 12)) {
		await both('question', 'show', id);
		await ctl('question', 'show', id, '--as-of', moments[3]);
	}
	for (const words of [['rejudge', 'demo', 'double', '--show'], ['rejudge', ...PROJECTS, '--show', '--discarded'], ['release', 'list'], ['release', 'list', 'demo'],
		['release', 'show', 'demo@1.0'], ['release', 'show', 'both@1.0'], ['model', 'show', 'stub'], ['release', 'diff', 'demo@0.9', 'demo@1.0']]) await both(...words);
	for (const words of [['model', 'list'], ['onboarding', 'list'], ['onboarding', 'show', 'basics'], ['check'], ['user', 'list'], ['token', 'list'], ['release', 'show', 'loss@1.0']])
		await ctl(...words);
}

async function statistics(r) {
	for (const name of [...PROJECTS, 'demo@1.0', 'both@1.0']) {
		await r.ctl('statistics.txt', 'stats', name);
		await r.ctl('statistics.txt', 'stats', name, '--json');
	}
	await r.ctl('statistics.txt', 'stats', 'demo', '--as-of', moments[3], '--json', '--seed', '7');
	const { code, stdout } = await r.stack.beatctl(['stats', 'demo@1.0', '--html']);
	r.write('statistics.txt', 'beatctl stats demo@1.0 --html', `exit code ${code}\nsha256 ${digest(Buffer.from(stdout))}`);
}

// --- the files of releases

const LONG = 12000; // bytes: of longer files one release shows the text, the others the digest alone

// Every file's digest, and the text of those that people can read.
function folder(r, name, dir) {
	for (const path of filesOf(dir)) {
		const bytes = readFileSync(join(dir, path));
		const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
		r.write(`release-${name}.txt`, `${path} ${digest(bytes)}`, path.endsWith('.svg') || (bytes.length > LONG && name !== 'demo-1.0') ? `${bytes.length} bytes` : /\.json$/.test(path) ? laidOut(text) : text);
	}
}

async function folders(r) {
	const dir = join(r.stack.dir, 'out');
	mkdirSync(dir);
	for (const [name, ...args] of [
		['demo-1.0', 'write', 'demo@1.0'],
		['demo-0.9', 'write', 'demo@0.9'],
		['loss-1.0', 'write', 'loss@1.0'],
		['both-1.0', 'write', 'both@1.0'],
		['demo-then', 'build', 'demo', '--version', '3.0', '--provisional', '--as-of', moments[9], '--seed', 'golden', '--licence', 'MIT'],
		['loss-then', 'build', 'loss', '--version', '3.0', '--as-of', moments[5], '--formats', 'squad,hf'],
		['loss-after', 'build', 'loss', '--version', '3.1', '--as-of', moments[11], '--formats', 'squad,hf'],
	]) {
		const { code, stderr } = await r.stack.beatctl(['release', ...args, '--out', join(dir, name)], { env: { BEAT_ACTOR: 'lea' } });
		r.write(`release-${name}.txt`, `beatctl release ${args.join(' ')}`, `exit code ${code}\n${stderr.replaceAll(r.stack.dir, 'DIR')}`);
		folder(r, name, join(dir, name));
	}
	const ctl = (...args) => r.ctl('release-tools.txt', ...args);
	await ctl('release', 'diff', join(dir, 'demo-0.9'), join(dir, 'demo-1.0'));
	await ctl('release', 'diff', join(dir, 'demo-1.0'), join(dir, 'demo-then'), '--json');
	await ctl('release', 'verify', join(dir, 'both-1.0'));
	await ctl('stats', `${join(dir, 'demo-1.0/demo/train.json')},${join(dir, 'demo-1.0/demo/dev.json')}`, '--json');
	const squad = JSON.parse(readFileSync(join(dir, 'both-1.0/both/train.json'), 'utf8'));
	const answers = squad.data.flatMap((a) => a.paragraphs.flatMap((p) => p.qas.map((q, i) => [q.id, i % 2 ? q.answers[0].text : p.context.split(' ').slice(0, 3).join(' ')])));
	const predictions = join(r.stack.dir, 'predictions.json');
	writeFileSync(predictions, JSON.stringify(Object.fromEntries(answers.slice(1))));
	await ctl('eval', join(dir, 'both-1.0/both/train.json'), predictions, '--per-article');
	await ctl('eval', join(dir, 'both-1.0'), join(dir, 'demo-1.0'), '--split', 'train', '--predictions', `mine=${predictions}`);
	await ctl('eval', join(dir, 'both-1.0/mrqa/train.jsonl.gz'), join(dir, 'demo-1.0/data/train.jsonl'), '--predictions', `mine=${predictions}`, '--json');
}

// --- all of it

// Addresses that are not compared, and why not.
const LEFT_OUT = {
	'/models/health': 'what this server knows of its models at this moment',
	'/stream': 'what changes while somebody listens',
	'/tokens': 'of a session alone: compared when the script is played',
	'/releases/{id}/files/{path...}': 'the server that is asked has no folder of releases',
	'/releases/{id}/archive': 'the server that is asked has no folder of releases',
};

async function coverage(r) {
	const { stdout } = await run(program('beatd'), ['--print-routes']);
	const routes = stdout.split('\n').filter((line) => line.startsWith(`GET ${ADMIN}/`)).map((line) => line.split(' ')[1].slice(ADMIN.length));
	const read = (route) => [...r.seen].some((path) => new RegExp(`^${route.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path));
	assert.deepEqual(routes.filter((route) => !read(route) && !LEFT_OUT[route]), [], 'addresses that nobody reads here');
}

export async function readAll() {
	({ tokens, moments } = JSON.parse(readFileSync(join(HERE, 'played.json'), 'utf8')));
	const stack = await startPlayed();
	const r = new Reader(stack);
	try {
		await startServer(stack);
		for (const part of [lists, workers, hits, questions, events, releases, commands, statistics]) await part(r);
		await stack.beatd.stop();
		await folders(r);
		await coverage(r);
		return r.files;
	} finally {
		await stack.stop();
	}
}
