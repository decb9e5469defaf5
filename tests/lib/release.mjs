// A small collection that was really played, ready to be released, and readers for what comes out.
//
// Every passage begins with the same words, so that the same spans hold in all of them: "Bob" is an answer,
// and so are its neighbours; the stub answers "Ann", the first word, and loses.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { startStack } from './stack.mjs';

export const SPLITS = ['train', 'dev', 'test'];
const ANSWERS = ['Bob', 'the mill', 'north wind', 'bread'];
const START = 'Ann met Bob at the mill. The north wind blew, and bread was dear. ';

const passage = (title, n) => ({ title, text: `${START}Note ${n} of ${title.slice(0, 40)}: ${`${title.length} ${n} `.repeat(6)}é🙂.` });

// Titles that no path, terminal or format should believe.
export const HOSTILE = [
	'../../../etc/passwd',
	'..\\..\\boot.ini',
	'/absolute/path',
	'quote " comma , ] } "',
	'tab\tand\u0001bell\u0007 and \u001b[31mred',
	'line\nbreak\r\nand --- yaml: [x]',
	'\u202Egpj.elif \u0627\u0644\u0639\u0631\u0628\u064A\u0629',
	'<script>alert(1)</script> | & ; $(id) `id`',
	'name: x\n---\nlicense: none',
];

export const documents = {
	train: [...HOSTILE, 'Mills', 'Winds', 'Breads'],
	dev: ['Rivers', 'Fords', '/dev/null'],
	test: ['Hills', 'Vales', 'COM1.txt:stream'],
};

async function importAll(stack) {
	for (const split of SPLITS) {
		const rows = documents[split].flatMap((title) => [passage(title, 1), passage(title, 2)]);
		await stack.importPassages(rows, { split });
	}
	// longer than an import takes, as long as the tables do
	const long = passage('x'.repeat(10240), 1);
	await stack.sql(`insert into document (title, split) values (${stack.lit(long.title)}, 'train')`);
	await stack.sql(`insert into passage (document_id, split, text)
		select id, split, ${stack.lit(long.text)} from document where title like 'xxxxxxxx%'`);
	await stack.sql(`insert into collection_passage (collection_id, passage_id)
		select c.id, p.id from collection c, passage p where c.name = 'sample' and p.text = ${stack.lit(long.text)}`);
}

// One HIT: so many questions won, the first after a lost attempt.
async function playHit(stack, project, worker, questions) {
	const session = (await stack.session(worker, { project })).body;
	assert.ok(session.token, JSON.stringify(session));
	const lost = await stack.attempt(session, `Who met somebody, ${worker}?`, 'Ann');
	assert.equal(lost.body.verdict, 'model', lost.text);
	for (let i = 0; i < questions; i++) {
		const won = await stack.attempt(session, `Question ${i} of ${worker} in ${project}: what? "é"`, ANSWERS[i]);
		assert.equal(won.body.verdict, 'human', won.text);
	}
	assert.equal((await stack.submit(session)).status, 200);
}

// Every passage of the project is worked on; worker i of it writes 1 + i % 4 questions.
export async function play(stack, project, passages) {
	const workers = Array.from({ length: passages }, (_, i) => i);
	while (workers.length) await Promise.all(workers.splice(0, 6).map((i) => playHit(stack, project, `w${i}`, 1 + (i % 4))));
}

export const PASSAGES = 2 * (documents.train.length + documents.dev.length + documents.test.length) + 1;

// A stack with project "one", all of it played; nothing has to be validated.
export async function startCollection({ projects = ['one'] } = {}) {
	const stack = await startStack({ passages: null, project: null, beatd: false });
	try {
		await importAll(stack);
		for (const name of projects) {
			const model = `${stack.modelUrl}?${name}`;
			await stack.ctl('project', 'create', name, '--model', model, '--open', '--collection', 'sample', '--reward', '200');
			await stack.ctl('project', 'set', name, '--validation-votes', '0');
		}
		await stack.startBeatd();
		for (const name of projects) {
			stack.stub.always({ model: `reader-${name}` });
			await play(stack, name, PASSAGES);
		}
		await stack.beatd.stop();
	} catch (error) {
		await stack.stop().catch(() => {});
		throw error;
	}
	return stack;
}

// --- what came out

export function filesOf(dir) {
	if (!existsSync(dir)) return [];
	return readdirSync(dir, { recursive: true })
		.map((name) => join(dir, name))
		.filter((path) => statSync(path).isFile())
		.map((path) => relative(dir, path))
		.sort();
}

export const digest = (bytes) => createHash('sha256').update(bytes).digest('hex');

// {path: digest} of a folder; `only` leaves others out.
export function digests(dir, only = () => true) {
	return Object.fromEntries(filesOf(dir).filter(only).map((path) => [path, digest(readFileSync(join(dir, path)))]));
}

export function checkManifest(dir) {
	const lines = readFileSync(join(dir, 'MANIFEST'), 'utf8').trimEnd().split('\n').filter((line) => !line.startsWith('#'));
	const listed = Object.fromEntries(lines.map((line) => line.split('  ').reverse()));
	assert.deepEqual(listed, digests(dir, (path) => path !== 'MANIFEST'));
	assert.deepEqual(Object.keys(listed), [...Object.keys(listed)].sort());
}

export const json = (dir, path) => JSON.parse(readFileSync(join(dir, path), 'utf8'));
export const lines = (dir, path) => {
	const bytes = readFileSync(join(dir, path));
	const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
	return text === '' ? [] : text.trimEnd().split('\n').map((line) => JSON.parse(line));
};

// Flat rows of a SQuAD file: {id, title, context, question, answer, start}.
export function squad(dir, path) {
	const file = json(dir, path);
	assert.equal(file.version, '1.1');
	return file.data.flatMap((article) =>
		article.paragraphs.flatMap((p) =>
			p.qas.map((qa) => ({
				id: qa.id,
				title: article.title,
				context: p.context,
				question: qa.question,
				answer: qa.answers?.[0]?.text,
				start: qa.answers?.[0]?.answer_start,
			})),
		),
	);
}

export function allRows(dir, name) {
	return SPLITS.flatMap((split) => squad(dir, `${name}/${split}.json`).map((row) => ({ ...row, split })));
}

export function checkSpans(rows) {
	for (const row of rows) assert.equal([...row.context].slice(row.start, row.start + [...row.answer].length).join(''), row.answer, row.id);
}

// A Map from what key() gives to the items that give it.
export function groupBy(items, key) {
	const groups = new Map();
	for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
	return groups;
}
