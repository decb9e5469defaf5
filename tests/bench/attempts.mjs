// Attempts and votes under conditions: won ones, with an old snapshot open, at half of what is possible, and against
// another commit. What wrk sends is made here.
import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { run } from '../lib/proc.mjs';
import { author, validate } from '../lib/validation.mjs';
import { quoted, statement, wrk } from './tools.mjs';

export const ANSWER = '1847';
export const QUESTION = 'In which year was the lighthouse lit for the first time?';
const OTHER = 'lighthouse'; // what the stub does not answer, so that it is won
const ASSIGNMENTS = 64;
const WANTED = 50; // wins of a HIT, at most
const AUTHORS = 32; // of one question each, which three validators may have
const SNAPSHOT_ROOM = 2; // seconds of load that are compared, before and after

export const attemptsStored = (stack) => () => stack.value('select count(*) from attempt');

// A template and its lines for load.lua; `run` loads with them. Each line is a token and, if the template has {word}, a word.
function loadOf({ stack, dir }, name, path, body, lines, seconds) {
	const tokens = join(dir, `${name}.tokens`);
	const template = join(dir, `${name}.json`);
	writeFileSync(tokens, lines.map((line) => `${line}\n`).join(''));
	writeFileSync(template, JSON.stringify(body));
	return ({ url = stack.url, ...more } = {}) => wrk(`${url}${path}`, { seconds, method: 'POST', template, tokens, ...more });
}

async function tokensOf(stack, name, n, project) {
	const tokens = [];
	for (let i = 0; i < n; i++) tokens.push((await stack.session(`${name}-${i}`, { project })).body);
	return tokens;
}

function attemptBody(passage, answer) {
	const start = passage.indexOf(answer);
	return { id: '{uuid}', question: QUESTION, answer: { start, end: start + answer.length, text: answer } };
}

// What wrk needs to make attempts on live assignments of the given name; the model wins all of them.
export async function attemptLoad(place, name, seconds, project) {
	const sessions = await tokensOf(place.stack, name, ASSIGNMENTS, project);
	const body = attemptBody(sessions[0].passage.text, ANSWER);
	return { at: body.answer.start, run: loadOf(place, name, '/api/v1/attempts', body, sessions.map((s) => s.token), seconds) };
}

// A HIT takes fifty wins and no more: there are as many as `rate` needs, and a wrong guess is an error, not a figure.
// Plain: without an adversary, so that each is a question.
export async function wonLoad(place, name, { rate, seconds, plain = false }) {
	const { stack } = place;
	const project = `${plain ? 'plain' : 'won'}-${name}`;
	const against = plain ? ['--adversary', 'none', '--copied-words', '0'] : ['--model', stack.modelUrl];
	await stack.ctl('project', 'create', project, ...against, ...['--open', '--collection', 'sample', '--questions', String(WANTED), '--assignments-per-passage', '1000', '--repeats', 'allow', '--near-repeat', '0']);
	const sessions = await tokensOf(stack, project, ASSIGNMENTS + Math.ceil((1.5 * rate * seconds) / WANTED), project);
	return loadOf(place, project, '/api/v1/attempts', attemptBody(sessions[0].passage.text, OTHER), sessions.map((s) => s.token), seconds);
}

// Validators who answer their question again and again: each answer is a draft that takes the place of the one before.
export async function voteLoad(place, seconds) {
	const { stack } = place;
	const rows = Array.from({ length: AUTHORS }, (_, i) => ({ title: `Voted ${i}`, text: `In ${ANSWER} the lighthouse of place ${i} was lit for the first time.` }));
	await stack.importPassages(rows, { collection: 'voted', split: 'dev' });
	await stack.createProject('voted', ['--open', '--collection', 'voted', '--questions', '1', '--validation-questions', '1', '--repeats', 'allow', '--near-repeat', '0']);
	for (let i = 0; i < AUTHORS; i++) await author(stack, [[`${QUESTION} (${i})`, OTHER]], { project: 'voted', worker: `author-${i}` });
	const lines = [];
	let at = 0;
	for (let i = 0; i < ASSIGNMENTS; i++) {
		const { body } = await validate(stack, `validator-${i}`, { project: 'voted' });
		at = body.passage.text.indexOf(OTHER);
		lines.push(`${body.token} ${body.questions[0].id}`);
	}
	const body = { question: '{word}', answer: { start: at, end: at + OTHER.length, text: OTHER } };
	return loadOf(place, 'voted', '/api/v1/votes', body, lines, seconds);
}

// The two statements of an attempt for pgbench, of the commit in `root`.
export async function attemptScript({ stack, root, at }) {
	const live = await stack.sql(`select id, worker_id from assignment where state = 'live' order by id limit ${ASSIGNMENTS}`);
	const model = await stack.value('select min(id) from model where id > 0');
	const pick = (column) => `('{${live.map((row) => row[column]).join()}}'::bigint[])[:k]`;
	const values = {
		attempt_id: 'md5(:n::text)',
		assignment_id: pick('id'),
		worker_id: pick('worker_id'),
		platform_ref: quoted(''),
		question: quoted(QUESTION),
		answer_start: at,
		answer_end: at + ANSWER.length,
		answer_text: quoted(ANSWER),
		threshold_permille: 400,
		model_id: model,
		build_name: quoted('instant'),
		build_version: quoted('1'),
		build_weights: quoted('f'.repeat(64)),
		model_answer: quoted(ANSWER),
		model_start: at,
		model_end: at + ANSWER.length,
		model_score: 0.9,
		shared: 1,
		model_tokens: 1,
		human_tokens: 1,
		verdict: quoted('model'),
		fault: 'null',
		model_ms: 1,
		asked: quoted('question'),
		marks: 'null',
		build_prompt: quoted(''),
		build_protocol: quoted('beat'),
	};
	const [begin, record] = ['attempt_begin', 'attempt_record'].map((name) => statement('attempt.sql', name, values, root));
	return `\\set n random(1, 9000000000000000)\n\\set k random(1, ${ASSIGNMENTS})\n${begin}\n${record}\n`;
}

// The build beside of another commit: its programs, pages and statements.
export function otherBuild(dir) {
	const root = resolve(dir);
	const build = join(root, 'build/release');
	for (const needed of ['server/beatd', 'server/beatctl', 'web/index.html'])
		if (!existsSync(join(build, needed))) throw new Error(`--against ${dir}: ${needed} is not in ${build}; there: cmake --preset release && cmake --build --preset release`);
	return { root, build };
}

// Whether beatctl there knows an option of projects: older ones had no rule about repeats, and want none.
export async function knowsRepeats(build) {
	const { stdout, stderr } = await run(join(build, 'server/beatctl'), ['project', 'create', '--help']);
	return /--repeats\b/.test(stdout + stderr);
}

// Somebody reads an old state for as long as `seconds`, while attempts go on; the last of them to the first.
export async function withOldSnapshot(stack, seconds, load) {
	const reader = run('psql', ['-X', '-q', '-d', stack.db, '-c', 'begin isolation level repeatable read', '-c', 'select count(*) from beat.attempt', '-c', `select pg_sleep(${seconds + 2 * SNAPSHOT_ROOM + 1})`, '-c', 'commit'], { timeout: (seconds + 60) * 1000 });
	while ((await stack.value("select count(*) from pg_stat_activity where query ~ '^select pg_sleep' and pid <> pg_backend_pid()")) === 0) await new Promise((done) => setTimeout(done, 20));
	const first = await load({ seconds: SNAPSHOT_ROOM });
	await load({ seconds });
	const last = await load({ seconds: SNAPSHOT_ROOM });
	const held = await stack.value("select count(*) from pg_stat_activity where query ~ '^select pg_sleep'");
	await reader;
	return { first, last, held: held > 0 };
}
