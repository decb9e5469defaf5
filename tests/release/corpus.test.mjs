// From a corpus to a release without an adversary: documents are curated and imported, questions asked, each answered by two
// others, reviewed, post-processed and released with three answers a question; read by the program that knows the formats and
// nothing of ours. Every count is known in advance. Then the same project plays against a model on the same passages.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { signIn } from '../lib/desk.mjs';
import { json, squad } from '../lib/release.mjs';
import { run, spanOf, startStack } from '../lib/stack.mjs';
import { settle, validate, vote } from '../lib/validation.mjs';

const READER = join(dirname(fileURLToPath(import.meta.url)), 'check_release.py');
const paragraph = (name, n) => `In 190${n} Ann Ó Broin 🙂 built the ${name} mill number ${n} for 40 crowns.`;
const WHOLE = 'What is said here?';
// What is asked about each paragraph of each document; a document with null has a paragraph that nobody gets to.
const PLAN = {
	amber: [['Which year?', 'Whose work?', WHOLE], ['Which year?', 'Whose work?', 'At what price?']],
	birch: [['Which year?', 'Whose work?', 'At what price?'], ['Which year?', 'Whose work?']],
	cedar: [['Which year?', 'Whose work?'], ['At what price?']],
	delta: [['Which year?', 'Whose work?'], null],
};
// Each author has a HIT in the sample; of birch's the first that comes loses this question.
const REJECTED = { name: 'birch', question: 'Which year?' };
// Asked: 6 + 5 + 3 + 2. One is rejected, one has the whole passage as its answer, three are of a document with fewer than two a
// paragraph, two of one that is not whole.
const LEFT = { amber: 5, birch: 4 };
const ANSWERS = { 'Which year?': /190\d/, 'Whose work?': /Ann Ó Broin/, 'At what price?': /40 crowns/, [WHOLE]: /^.*$/s };

let stack, ada, curated, passages, rejected;
const answerTo = (text, question) => spanOf(text, text.match(ANSWERS[question])[0]);
const place = (text) => [text.match(/the (\w+) mill/)[1], text.match(/number (\d)/)[1] - 1];
const questionsOf = (dir) => squad(join(stack.dir, dir), 'wiki/dev.json').map((q) => `${q.title} ${q.context.match(/number \d/)[0]} ${q.question}`).sort();
const queue = () => stack.sql("select q.passage_id, s.split, q.active from project_passage q join project p on p.id = q.project_id join passage s on s.id = q.passage_id where p.name = 'wiki' order by 1");

// A worker takes what comes, asks what the plan has, and goes on through the document.
async function work(worker, done) {
	const open = async () => (await stack.session(worker, { project: 'wiki' })).body;
	let session = await open();
	while (session.token) {
		const [name, n] = place(session.passage.text);
		const questions = PLAN[name][n];
		if (questions === null) return; // the lease is kept, nothing is asked
		for (const question of questions) {
			const told = await stack.post('/api/v1/attempts', { id: crypto.randomUUID(), question, answer: answerTo(session.passage.text, question), sure: true }, { token: session.token });
			assert.equal(told.status, 200, told.text);
		}
		done.add(`${name} ${n}`);
		const other = PLAN[name][1 - n];
		if (!session.hit.more || other === null || done.has(`${name} ${1 - n}`)) break;
		assert.equal((await stack.post('/api/v1/next', {}, { token: session.token })).status, 200);
		session = await open();
	}
	if (session.token) assert.equal((await stack.submit(session)).status, 200);
}

async function answerAll(worker) {
	for (;;) {
		const { body: session } = await validate(stack, worker, { project: 'wiki' });
		if (session.done) return;
		for (const { id, question } of session.questions) assert.equal((await vote(stack, session, id, answerTo(session.passage.text, question))).status, 200);
		assert.equal((await stack.submit(session)).status, 200);
	}
}

async function reviewAll() {
	await stack.ctl('batch', 'close', 'wiki');
	for (;;) {
		const { item } = await ada.write('/projects/wiki/review/next');
		if (item === null) return;
		const [name] = place(item.passage.text);
		if (name === REJECTED.name) rejected ??= item.questions.find((q) => q.question === REJECTED.question).id;
		const judgements = item.questions.map((q) => (q.id === rejected ? { question: q.id, valid: false, tags: ['nonsense'], labels: [], comment: '' } : { question: q.id, valid: true, tags: [], labels: [], comment: '' }));
		await ada.write(`/reviews/${item.review}/finish`, { judgements });
	}
}

before(async () => {
	stack = await startStack({ passages: false, project: false });
	ada = await signIn(stack);
	const corpus = join(stack.dir, 'corpus.jsonl');
	const lines = Object.keys(PLAN).map((name) => ({ title: `The ${name} mill`, text: `${paragraph(name, 1)}\n\nx\n\n${paragraph(name, 2)}` }));
	writeFileSync(corpus, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
	curated = join(stack.dir, 'curated.jsonl');
	await stack.ctl('lab', 'curate', corpus, '--min-chars', '20', '--out', curated);
	await stack.ctl('import', curated, '--collection', 'wiki', '--split', 'dev');
	await stack.ctl('project', 'create', 'wiki', '--adversary', 'none', '--open', '--collection', 'wiki', '--questions', '3', '--paragraphs', '2', '--success', '0');
	passages = await queue();
	const done = new Set();
	for (let i = 0; done.size < 7; i++) await work(`writer ${i}`, done);
	for (const worker of ['bea', 'cem']) await answerAll(worker);
	await settle(stack, 'wiki');
	await reviewAll();
});
after(() => stack?.stop());

const build = (version, ...settings) => stack.ctl('project', 'set', 'wiki', ...settings).then(() => stack.ctl('release', 'build', 'wiki', '--version', version, '--licence', 'CC-BY-4.0'));

describe('from a corpus to a release without an adversary', () => {
	test('what is curated is what is asked about', () => {
		const texts = readFileSync(curated, 'utf8').trim().split('\n').map((line) => JSON.parse(line).text);
		assert.deepEqual(texts, Object.keys(PLAN).flatMap((name) => [paragraph(name, 1), paragraph(name, 2)]));
		assert.equal(passages.length, 8);
	});

	test('without post-processing all that review left is released', async () => {
		await build('0.8', '--release-tidy', 'no');
		assert.equal(questionsOf('wiki@0.8').length, 15);
		assert.doesNotMatch(readFileSync(join(stack.dir, 'wiki@0.8/README.md'), 'utf8'), /After the collection/);
	});

	test('post-processing leaves out what dataset tidy does to the files, and counts it', async () => {
		await build('0.9', '--release-tidy', 'yes');
		const out = join(stack.dir, 'tidy.json');
		await stack.ctl('dataset', 'tidy', join(stack.dir, 'wiki@0.8/wiki/dev.json'), '--out', out);
		const tidied = json(stack.dir, 'tidy.json').data.flatMap((d) => d.paragraphs.flatMap((p) => p.qas.map((q) => q.id))).sort();
		const released = squad(join(stack.dir, 'wiki@0.9'), 'wiki/dev.json').map((q) => q.id).sort();
		assert.deepEqual(released, tidied);
		assert.equal(released.length, 11);
		const card = readFileSync(join(stack.dir, 'wiki@0.9/README.md'), 'utf8');
		assert.match(card, /0 of others, and 1 questions whose author gave one\./);
		assert.match(card, /fewer than 2 questions a paragraph: 1, with 3 questions\./);
	});

	test('documents are whole, each question has three answers, and the reader finds it in order', async () => {
		const said = await build('1.0', '--release-whole-documents', 'yes');
		assert.match(said, /left out +1 questions and 0 answers of others are malformed\n +1 documents with 2 questions are not whole\n +1 documents with 3 questions have fewer than 2 a paragraph/);
		const rows = squad(join(stack.dir, 'wiki@1.0'), 'wiki/dev.json');
		const counts = Object.fromEntries(Object.keys(LEFT).map((name) => [name, rows.filter((q) => q.title === `The ${name} mill`).length]));
		assert.deepEqual([counts, rows.length], [LEFT, 9]);
		assert.ok(rejected && !rows.some((q) => q.id === rejected), 'review took it out');
		for (const { qas } of json(join(stack.dir, 'wiki@1.0'), 'wiki/dev.json').data.flatMap((d) => d.paragraphs))
			for (const { answers } of qas) assert.equal(answers.length, 3);
		const { code, stdout, stderr } = await run('/usr/bin/python3', [READER, join(stack.dir, 'wiki@1.0')], { timeout: 120000 });
		assert.equal(code, 0, stdout + stderr);
		const card = readFileSync(join(stack.dir, 'wiki@1.0/README.md'), 'utf8');
		assert.match(card, /not all of their paragraphs had a question: 1, with 2 questions\./);
		assert.match(card, /no model in the loop/);
		const croissant = readFileSync(join(stack.dir, 'wiki@1.0/croissant.json'), 'utf8');
		for (const text of [card, croissant]) assert.doesNotMatch(text, /beat the model|the model won|got past|adversarial/i);
	});

	test('taken back, everything is there again', async () => {
		await build('1.1', '--release-tidy', 'no', '--release-whole-documents', 'no');
		assert.deepEqual(questionsOf('wiki@1.1'), questionsOf('wiki@0.8'));
	});

	test('with an adversary the project goes on, on the same passages and splits', async () => {
		await stack.ctl('project', 'set', 'wiki', '--model', stack.modelUrl, '--assignments-per-passage', '2');
		assert.deepEqual(await queue(), passages);
		const { body: session } = await stack.session('player', { project: 'wiki' });
		assert.equal(session.hit ?? null, null, 'a game');
		assert.ok(Object.hasOwn(PLAN, place(session.passage.text)[0]));
		const won = await stack.attempt(session, 'Who did all of that?', 'Ann Ó Broin 🙂');
		assert.equal(won.body.verdict, 'human', won.text);
		assert.equal((await stack.submit(session)).status, 200);
		const [{ plain, played }] = await stack.sql("select count(*) filter (where model_id = 0 and split = 'dev')::int as plain, count(*) filter (where model_id > 0 and split = 'dev')::int as played from question");
		assert.deepEqual([plain, played], [16, 1]);
	});
});
