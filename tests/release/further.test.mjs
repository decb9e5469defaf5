// Further answers: every question of every split is answered by two others, and all answers are released, the author's
// first, in each format; read by the program that knows the formats and nothing of ours. Counts are known in advance.
import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { run, spanOf, startStack } from '../lib/stack.mjs';
import { author, settle, validate, vote } from '../lib/validation.mjs';

const READER = join(dirname(fileURLToPath(import.meta.url)), 'check_release.py');
const text = (n) => `Note ${n}: Ann met old Bob at the mill 🙂.\n\nThe north wind blew over the mill, and bread was dear in the town of Bo.`;
const SPLITS = ['train', 'dev', 'test'];
const PAIRS = [['Who was met there?', 'old Bob'], ['What was dear?', 'bread'], ['What blew?', 'north wind']];
// What the two validators say; null: there is no answer.
const SAID = { 'Who was met there?': ['Bob', 'old Bob'], 'What was dear?': ['bread', null], 'What blew?': ['The north wind', 'mill 🙂.\n\nThe north wind'] };
// What the authors and the validators were told: two versions of one, with consent asked for in the second.
const TOLD = { worker: ['# Ask\n\n<b>1</b> \u202eq', '# Ask well'], consent: 'You *agree*. 🙂', validator: '# Answer' };
let stack, folder;

const say = (role, body, consent = '') => stack.sql(`select admin_instruction_set('plain', '${role}', 'en', ${stack.lit(body)}, ${stack.lit(consent)}, 't')`);

async function agree(worker) {
	const open = (agrees) => stack.post('/api/v1/session', { project: 'plain', platform: 'direct', params: { worker }, ...agrees });
	const { body } = await open();
	assert.equal(body.token, null);
	assert.ok((await open({ agrees: body.terms.id })).body.token);
}

before(async () => {
	stack = await startStack({ passages: false, project: false });
	for (const [i, split] of SPLITS.entries()) await stack.importPassages([{ title: `T ${split}`, text: text(i) }], { split });
	await stack.createProject('plain', ['--open', '--collection', 'sample', '--questions', '3', '--validation-votes', '2', '--validation-train', '1000', '--release-answers', 'all']);
	await say('worker', TOLD.worker[0]);
	for (const split of SPLITS.slice(0, 2)) await author(stack, PAIRS, { project: 'plain', worker: `author of ${split}` });
	await say('worker', TOLD.worker[1], TOLD.consent);
	await agree('author of test');
	await author(stack, PAIRS, { project: 'plain', worker: 'author of test' });
	await say('worker', 'Too late for this release.');
	await say('validator', TOLD.validator);
	for (const k of [0, 1])
		for (;;) {
			const { body: session } = await validate(stack, `validator ${k}`, { project: 'plain' });
			if (session.done) break;
			for (const { id, question } of session.questions) {
				const answer = SAID[question][k];
				const told = await vote(stack, session, id, answer === null ? { reason: 'no_answer' } : spanOf(session.passage.text, answer));
				assert.equal(told.status, 200, told.text);
			}
			assert.equal((await stack.submit(session)).status, 200);
		}
	await settle(stack, 'plain');
	await stack.ctl('release', 'build', 'plain', '--version', '1.0', '--licence', 'CC-BY-4.0');
	folder = join(stack.dir, 'plain@1.0');
});
after(() => stack?.stop());

const questions = (split) => JSON.parse(readFileSync(join(folder, `plain/${split}.json`), 'utf8')).data[0].paragraphs[0];

test('every question of every split has all its answers, the author first, each where it stands', () => {
	for (const split of SPLITS) {
		const { context, qas } = questions(split);
		assert.equal(qas.length, 3);
		for (const { question, answers } of qas) {
			const expected = [Object.fromEntries(PAIRS)[question], ...SAID[question].filter(Boolean)];
			assert.deepEqual(answers.map((a) => a.text), expected);
			for (const a of answers) assert.equal([...context].slice(a.answer_start, a.answer_start + [...a.text].length).join(''), a.text);
		}
	}
});

test('the texts that its authors and validators were shown are in it, word for word, in an order of their own, and no others', () => {
	const text = readFileSync(join(folder, 'INSTRUCTIONS.md'), 'utf8');
	assert.equal(text, [
		`# For a worker, en, version 1 of plain\n\n${TOLD.worker[0]}\n`,
		`# For a worker, en, version 2 of plain\n\n## Consent\n\n${TOLD.consent}\n\n${TOLD.worker[1]}\n`,
		`# For a validator, en, version 1 of plain\n\n${TOLD.validator}\n`,
	].join('\n'));
	assert.match(readFileSync(join(folder, 'MANIFEST'), 'utf8'), /  INSTRUCTIONS\.md$/m, 'and it is under the seal');
});

test("the Hub's rows and MRQA have the same", () => {
	const rows = readFileSync(join(folder, 'data/validation.jsonl'), 'utf8').trim().split('\n').map((l) => JSON.parse(l));
	const lines = gunzipSync(readFileSync(join(folder, 'mrqa/dev.jsonl.gz'))).toString().trim().split('\n').map((l) => JSON.parse(l));
	for (const { id, answers } of questions('dev').qas) {
		assert.deepEqual(rows.find((r) => r.id === id).answers, { text: answers.map((a) => a.text), answer_start: answers.map((a) => a.answer_start) });
		const qa = lines[1].qas.find((q) => q.qid === id);
		assert.deepEqual(qa.answers, answers.map((a) => a.text));
		assert.equal(qa.detected_answers.length, answers.length);
		for (const d of qa.detected_answers) for (const [first, last] of d.char_spans) assert.equal([...lines[1].context].slice(first, last + 1).join(''), d.text);
	}
});

test('a reader that knows nothing of ours finds nothing, and finds a further answer that is moved', async () => {
	const read = (path) => run('/usr/bin/python3', [READER, path], { timeout: 120000 });
	const sound = await read(folder);
	assert.equal(sound.code, 0, sound.stdout + sound.stderr);
	const bent = join(stack.dir, 'bent');
	cpSync(folder, bent, { recursive: true });
	const path = join(bent, 'plain/dev.json');
	const file = JSON.parse(readFileSync(path, 'utf8'));
	for (const qa of file.data[0].paragraphs[0].qas) qa.answers[1].answer_start++;
	writeFileSync(path, JSON.stringify(file));
	const found = await read(bent);
	assert.match(found.stdout + found.stderr, /not the further answer/);
});

test('people are measured by each answer against the others, beside one validator a question', async () => {
	const human = JSON.parse(await stack.ctl('validation', 'human', 'plain', '--json'));
	// Bob: 2/3, old Bob and old Bob: 1 each; bread twice: 1 each; north wind, The north wind: 1 each, the long one, with its emoji, 2·2/(4+2)
	const f1 = (100 * (2 / 3 + 2 + 2 + 2 + 2 / 3)) / 8;
	assert.deepEqual(human.leave_one_out.map((x) => [x.split, x.answers, x.em, Math.round(x.f1 * 100)]), SPLITS.map((split) => [split, 8, 75, Math.round(f1 * 100)]));
	assert.match(await stack.ctl('validation', 'human', 'plain'), /leave one out[\s\S]*dev +75\.0/);
});

test('who is excluded answers nothing in the next release', async () => {
	const id = await stack.value(`select id from worker where platform_worker_id = 'validator 0'`);
	await stack.ctl('validation', 'exclude', 'plain', String(id), '--reason', 'Marks at random.');
	await stack.ctl('release', 'build', 'plain', '--version', '1.1', '--licence', 'CC-BY-4.0', '--provisional');
	const named = readdirSync(stack.dir).find((name) => name.startsWith('plain@1.1'));
	const { qas } = JSON.parse(readFileSync(join(stack.dir, named, 'plain/train.json'), 'utf8')).data[0].paragraphs[0];
	for (const { question, answers } of qas) assert.deepEqual(answers.slice(1).map((a) => a.text), SAID[question].slice(1).filter(Boolean));
	await stack.ctl('validation', 'include', 'plain', String(id), '--reason', 'It was somebody else.');
});

test("the author's answer alone is released where the project says so", async () => {
	await stack.ctl('project', 'set', 'plain', '--release-answers', 'author');
	await settle(stack, 'plain');
	await stack.ctl('release', 'build', 'plain', '--version', '1.2', '--licence', 'CC-BY-4.0');
	const file = JSON.parse(readFileSync(join(stack.dir, 'plain@1.2/plain/dev.json'), 'utf8'));
	for (const { answers } of file.data[0].paragraphs[0].qas) assert.equal(answers.length, 1);
});
