// A release of questions without an adversary: each attempt is told to be plain, with no model and no proof, and all are
// questions, with the answers of two others that decide nothing; read by the program that knows the formats and nothing of ours.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { run, spanOf, startStack } from '../lib/stack.mjs';
import { settle, validate, vote } from '../lib/validation.mjs';

const READER = join(dirname(fileURLToPath(import.meta.url)), 'check_release.py');
const texts = ['The amber mill was built in 1901 by a mason.', 'The cedar mill burnt down in 1902 and was sold.'];
let stack, folder, refused;

before(async () => {
	stack = await startStack({ model: 'none', passages: false, project: false });
	await stack.importPassages(texts.map((text) => ({ title: 'Mills', text })), { split: 'train' });
	await stack.createProject('plain', ['--adversary', 'none', '--open', '--questions', '2', '--paragraphs', '2', '--further-splits', 'train']);
	const open = async () => (await stack.session('ann', { project: 'plain' })).body;
	const ask = async (session, question) => {
		const { text } = session.passage;
		const answer = spanOf(text, text.match(/19\d\d/)[0]);
		const told = await stack.post('/api/v1/attempts', { id: crypto.randomUUID(), question, answer, sure: true }, { token: session.token });
		assert.equal(told.status, 200, told.text);
	};
	const first = await open();
	await ask(first, 'Which year is named?');
	await ask(first, 'When did that happen?');
	assert.equal((await stack.post('/api/v1/next', {}, { token: first.token })).status, 200);
	const second = await open();
	await ask(second, 'What year is told of here?');
	assert.equal((await stack.submit(second)).status, 200);
	await settle(stack, 'plain');
	refused = await stack.beatctl(['release', 'build', 'plain', '--version', '1.0', '--licence', 'CC-BY-4.0']);
	for (const [worker, said] of [['bea', 'mill'], ['cem', 'was']])
		for (;;) {
			const { body: session } = await validate(stack, worker, { project: 'plain' });
			if (session.done) break;
			assert.match(session.terms.body, /nobody is judged by whether the answers agree/);
			for (const { id } of session.questions) assert.equal((await vote(stack, session, id, said)).status, 200);
			assert.equal((await stack.submit(session)).status, 200);
		}
	await settle(stack, 'plain');
	await stack.ctl('release', 'build', 'plain', '--version', '1.0', '--licence', 'CC-BY-4.0');
	folder = join(stack.dir, 'plain@1.0');
});
after(() => stack?.stop());

test('attempts without an adversary are plain: no model, no proof, each a chain and a question', () => {
	const rows = readFileSync(join(folder, 'attempts/train.jsonl'), 'utf8').trim().split('\n').map((line) => JSON.parse(line));
	assert.deepEqual(rows.map((r) => [r.verdict, ...Object.values(r.model), ...Object.values(r.proof), r.turn, r.previous, r.in_release]), Array(3).fill(['plain', ...Array(9).fill(null), 1, null, true]));
	assert.deepEqual(rows.map((r) => r.question).sort(), ['What year is told of here?', 'When did that happen?', 'Which year is named?']);
	assert.equal(new Set(rows.map((r) => r.hit)).size, 2, 'a paragraph is a task');
});

test('each attempt tells how many answers there are, and how many of them are alike', () => {
	const rows = readFileSync(join(folder, 'attempts/train.jsonl'), 'utf8').trim().split('\n').map((line) => JSON.parse(line));
	assert.deepEqual(rows.map((r) => r.agreement), Array(3).fill({ answers: 3, alike: 1 }));
});

test('a release waits for further answers, and has them all, whatever they are', () => {
	assert.equal(refused.code, 1);
	assert.match(refused.stderr, /train: 6 answers are missing on 3 questions/);
	const { paragraphs } = JSON.parse(readFileSync(join(folder, 'plain/train.json'), 'utf8')).data[0];
	assert.equal(paragraphs.flatMap((p) => p.qas).length, 3);
	for (const { context, qas } of paragraphs)
		for (const { answers } of qas) {
			assert.deepEqual(answers.map((a) => a.text), [context.match(/19\d\d/)[0], 'mill', 'was']);
			for (const a of answers) assert.equal(context.slice(a.answer_start, a.answer_start + a.text.length), a.text);
		}
});

test('the independent reader finds the release in order', async () => {
	const { code, stdout, stderr } = await run('/usr/bin/python3', [READER, folder], { timeout: 120000 });
	assert.equal(code, 0, stdout + stderr);
});

test('overview and statistics tell no win rate', async () => {
	const [{ overview, statistics }] = await stack.sql("select admin_overview('plain', '') as overview, statistics_win_rates((select id from project where name = 'plain')) as statistics");
	assert.deepEqual([overview.models, statistics], [[], []]);
});
