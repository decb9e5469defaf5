// The parts of training that need no training: QAMR's conversion, the weights file, the report, what ops/train refuses.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { ROOT } from '../lib/paths.mjs';
import { run } from '../lib/proc.mjs';
import { make } from './data.mjs';
import { CODE, folder, noTorch, opsTrain, PYTHON, script } from './tools.mjs';

const json = (path) => JSON.parse(readFileSync(path, 'utf8'));

// A folder of QAMR's files: sentences {id: "tokens"}, lines of questions [id, question, answer…].
function qamrFolder(t, sentences, questions) {
	const dir = folder(t);
	writeFileSync(join(dir, 'wiki-sentences.tsv'), Object.entries(sentences).map((s) => `${s.join('\t')}\n`).join(''));
	const line = ([id, question, answer, ...others]) => [id, '0 1', '7', '0', '1', question, answer, ...others.map((a, i) => `${i}:${a}`)].join('\t');
	writeFileSync(join(dir, 'dev.tsv'), questions.map((q) => `${line(q)}\n`).join(''));
	return dir;
}

async function convert(dir, ...args) {
	const out = join(dir, 'out.json');
	const result = await script('qamr.py', ['--data', dir, '--out', out, ...args]);
	assert.equal(result.code, 0, result.stderr);
	return json(out).data;
}

describe('qamr.py', () => {
	const ONE = { 'W:wikipedia:5:0:0': "Holder 's `` new '' law -LRB- of 1990 -RRB- , he said , is n't US$ 20 ." };

	test('puts a sentence together as people write it, and finds the answers in it', async (t) => {
		const [article] = await convert(qamrFolder(t, ONE, [['W:wikipedia:5:0:0', 'Whose law?', '0 1'], ['W:wikipedia:5:0:0', 'How much is it not?', '16 17']]));
		const [{ context, qas }] = article.paragraphs;
		assert.equal(context, 'Holder\'s "new" law (of 1990), he said, isn\'t US$20.');
		const answers = Object.fromEntries(qas.map((q) => [q.question, q.answers]));
		assert.deepEqual(answers['Whose law?'], [{ text: "Holder's", answer_start: 0 }]);
		assert.deepEqual(answers['How much is it not?'], [{ text: 'US$20', answer_start: context.indexOf('US$20') }]);
	});

	test('leaves out what annotators call invalid and what is too scattered, joins the same question', async (t) => {
		const id = 'W:wikipedia:5:0:0';
		const questions = [
			[id, 'Kept?', '0', '0 1', '0'],
			[id, 'Kept?', '0 4'],
			[id, 'Kept?', '5'],
			[id, 'Invalid?', '0', 'Invalid', '0'],
			[id, 'Scattered?', '0 5', '0 9'],
			[id, 'Outside?', '99'],
			['W:wikipedia:6:0:0', 'No such sentence?', '0'],
		];
		const [article] = await convert(qamrFolder(t, ONE, questions));
		const [{ context, qas }] = article.paragraphs;
		assert.deepEqual(qas.map((q) => q.question), ['Kept?']);
		assert.deepEqual(qas[0].answers.map((a) => a.text), ['Holder', "Holder's", 'Holder', 'law']);
		for (const { text, answer_start } of qas[0].answers) assert.equal(context.slice(answer_start, answer_start + text.length), text);
	});

	test('puts a sentence among others of its document, in their order', async (t) => {
		const sentences = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`W:wikipedia:5:${i}:0`, `Sentence number${i} stands here .`]));
		sentences['W:wikipedia:6:0:0'] = 'Another document .';
		const questions = Array.from({ length: 40 }, (_, i) => ['W:wikipedia:5:4:0', `Question ${i}?`, '1']);
		const articles = await convert(qamrFolder(t, sentences, questions));
		assert.equal(articles.length, 1);
		const { paragraphs } = articles[0];
		assert.deepEqual(paragraphs.map((p) => p.qas.length), [6, 6, 6, 6, 6, 6, 4]);
		const seen = paragraphs.map((p) => [...p.context.matchAll(/number(\d)/g)].map((m) => Number(m[1])));
		for (const numbers of seen) {
			assert.ok(numbers.length >= 1 && numbers.length <= 5, String(numbers));
			assert.ok(numbers.includes(4));
			assert.deepEqual(numbers, [...numbers].sort());
		}
		assert.ok(new Set(seen.map(String)).size > 1, 'each context is drawn anew');
		assert.ok(paragraphs.every((p) => !p.context.includes('Another')), 'strangers only when the document has no more');
	});

	test('the same seed gives the same bytes, another seed others', async (t) => {
		const { data } = make(folder(t));
		const made = async (seed) => JSON.stringify(await convert(join(data, 'qamr'), '--seed', seed));
		const first = await made('1');
		assert.equal(await made('1'), first);
		assert.notEqual(await made('2'), first);
	});

	test('takes the documents of one source, and no sentence of the other', async (t) => {
		const sentences = { 'W:wikipedia:5:0:0': 'An old book .', 'W:wikinews:6:0:0': 'A new law .', 'W:wikinews:7:0:0': 'A late train .' };
		const dir = qamrFolder(t, sentences, Object.keys(sentences).flatMap((id) => Array.from({ length: 30 }, (_, i) => [id, `What is it, ${i}?`, '1 2'])));
		const news = await convert(dir, '--only', 'wikinews');
		assert.deepEqual(news.map((article) => article.title), ['W:wikinews:6', 'W:wikinews:7']);
		const text = JSON.stringify(news);
		assert.ok(text.includes('new law') && !text.includes('old book'));
		assert.deepEqual((await convert(dir, '--only', 'wikipedia')).map((article) => article.title), ['W:wikipedia:5']);
	});

	test('says what is wrong with its files', async (t) => {
		const empty = folder(t);
		const nothing = await script('qamr.py', ['--data', empty, '--out', join(empty, 'out.json')]);
		assert.equal(nothing.code, 1);
		assert.match(nothing.stderr, /there is no wiki-sentences\.tsv/);
		const dir = qamrFolder(t, ONE, []);
		writeFileSync(join(dir, 'dev.tsv'), 'only\ttwo\n');
		const bad = await script('qamr.py', ['--data', dir, '--out', join(dir, 'out.json')]);
		assert.equal(bad.code, 1);
		assert.match(bad.stderr, /dev\.tsv:1: at least 7 columns were expected, not 2/);
	});
});

describe('augment.py', { skip: noTorch }, () => {
	const CONTEXT = 'The mill stood by a river. It was "old". Ann met Dr. Bob there in 1902! Nobody knew why? Then it burned. The end came late.';
	const answer = (text) => ({ text, answer_start: CONTEXT.indexOf(text) });
	const QUESTIONS = [
		{ id: 'a', question: 'Where did the old mill stand?', answers: [answer('by a river'), answer('river')] },
		{ id: 'b', question: 'What happened in the year 1902?', answers: [answer('Ann met Dr. Bob there'), answer('"old". Ann met')] },
		{ id: 'c', question: '???', answers: [answer('late')] },
	];
	const numbers = (near) => Array.from({ length: 100 }, (_, i) => (i === near ? 1 : 0.01));
	const WORDS = { mill: 1, mills: 1, factory: 1, stand: 2, happened: 3, occurred: 3, year: 4, old: 5 };

	async function versions(t, ...args) {
		const dir = folder(t);
		const [vectors, set, out] = ['vectors.json', 'set.json', 'out.json'].map((name) => join(dir, name));
		writeFileSync(vectors, JSON.stringify({ words: Object.keys(WORDS), vectors: Object.fromEntries(Object.entries(WORDS).map(([word, near]) => [word, numbers(near)])) }));
		writeFileSync(set, JSON.stringify({ version: '1.1', data: [{ title: 'T', paragraphs: [{ context: CONTEXT, qas: QUESTIONS }] }] }));
		const result = await script('augment.py', [vectors, set, out, ...args]);
		assert.equal(result.code, 0, result.stderr);
		return json(out).data[0].paragraphs;
	}

	test('every version has every question, its answers where they now stand, and all sentences', async (t) => {
		const sorted = (text) => text.split(/\s+/).sort();
		const made = await versions(t, '--copies', '40');
		assert.equal(made.length, 40);
		for (const { context, qas } of made) {
			assert.deepEqual(sorted(context), sorted(CONTEXT));
			assert.deepEqual(qas.map((q) => [q.id, q.answers.map((a) => a.text)]), QUESTIONS.map((q) => [q.id, q.answers.map((a) => a.text)]));
			for (const { answers } of qas) for (const { text, answer_start } of answers) assert.equal(context.slice(answer_start, answer_start + text.length), text);
		}
		assert.ok(new Set(made.map((p) => p.context)).size > 5, 'sentences change places');
		assert.ok(made.some((p) => p.context === CONTEXT), 'and sometimes not');
	});

	test('a word gives way to one of a similar vector, or to none; question words and odd questions stay', async (t) => {
		const asked = (await versions(t, '--copies', '200')).map((p) => p.qas.map((q) => q.question));
		const heard = new Set(asked.flatMap(([first, second]) => [...first.split(/[ ?]+/), ...second.split(/[ ?]+/)]).filter(Boolean));
		for (const word of ['factory', 'mills', 'occurred']) assert.ok(heard.has(word), word);
		const known = new Set(['Where', 'did', 'the', 'old', 'mill', 'stand', 'What', 'happened', 'in', 'year', '1902', 'factory', 'mills', 'occurred']);
		assert.deepEqual([...heard].filter((word) => !known.has(word)), []);
		for (const [first, second, third] of asked) {
			assert.match(first, /^Where did the /);
			assert.match(second, /^What .*1902\?$/);
			assert.equal(third, '???');
		}
		assert.ok(asked.some(([first]) => !/mill|factory/.test(first)), 'words are left out');
	});

	test('the same seed gives the same versions, another seed others', async (t) => {
		const made = async (seed) => JSON.stringify(await versions(t, '--seed', seed));
		assert.equal(await made('1'), await made('1'));
		assert.notEqual(await made('1'), await made('2'));
	});
});

describe('pack.py', { skip: noTorch }, () => {
	// Runs a bit of Python with pack and numpy at hand.
	const python = async (code) => run(PYTHON, ['-c', `import sys; sys.path.insert(0, sys.argv[1]); sys.dont_write_bytecode = True\nimport numpy as np, pack\n${code}`, CODE]);
	const HEADER = '{"reader": "neural", "version": "1.0", "config": {"width": 16}}';

	test('what was written is read again, and the same input gives the same bytes', async (t) => {
		const dir = folder(t);
		const result = await python(`
tensors = {"a.f": np.arange(6, dtype=np.float32).reshape(2, 3), "b": np.arange(-50, 50, dtype=np.int8), "c": np.array([[1], [-2]], np.int16), "d": np.array([2**32 - 1], np.uint32)}
digests = [pack.write("${dir}/" + name, ${HEADER}, tensors) for name in ("x", "y")]
header, found, digest = pack.read("${dir}/x")
assert digests == [digest, digest] and open("${dir}/x", "rb").read() == open("${dir}/y", "rb").read()
assert all((found[k] == tensors[k]).all() and found[k].dtype == tensors[k].dtype for k in tensors) and len(found) == len(tensors)
assert all(entry["at"] % 64 == 0 for entry in header["tensors"])
`);
		assert.equal(result.code, 0, result.stderr);
		const shown = await script('pack.py', ['--show', join(dir, 'x')]);
		assert.match(shown.stdout, /^reader +neural 1\.0$/m);
		assert.match(shown.stdout, /^ {2}a\.f +f32 +2×3 +24 bytes at \d+$/m);
	});

	test('refuses to write what cannot be read', async (t) => {
		const dir = folder(t);
		for (const [tensor, why] of [
			['np.zeros(3)', 'type float64'],
			['np.zeros((0, 3), np.float32)', 'shape \\[0, 3\\]'],
			['np.array([1, np.nan], np.float32)', 'not finite'],
		]) {
			const result = await python(`pack.write("${dir}/x", ${HEADER}, {"t": ${tensor}})`);
			assert.match(result.stderr, new RegExp(`pack.Refused: tensor t .*${why}`), tensor);
		}
		const result = await python(`pack.write("${dir}/x", {"reader": "neural"}, {"t": np.zeros(1, np.float32)})`);
		assert.match(result.stderr, /the header has no "version"/);
	});

	test('refuses a file that is cut off, damaged or something else', async (t) => {
		const dir = folder(t);
		await python(`pack.write("${dir}/x", ${HEADER}, {"t": np.ones(100, np.float32)})`);
		const whole = readFileSync(join(dir, 'x'));
		const changed = (at) => {
			const bytes = Buffer.from(whole);
			bytes[at] ^= 1;
			return bytes;
		};
		for (const [bytes, why] of [
			[whole.subarray(0, 20), /too short/],
			[whole.subarray(0, whole.length - 1), /not whole/],
			[changed(0), /not a weights file/],
			[changed(8), /format 0/],
			[changed(60), /damaged/],
			[changed(whole.length - 1), /damaged/],
		]) {
			writeFileSync(join(dir, 'bad'), bytes);
			const result = await script('pack.py', ['--show', join(dir, 'bad')]);
			assert.equal(result.code, 1);
			assert.match(result.stderr, why);
		}
	});
});

describe('report.py', () => {
	const scores = (em, f1, questions = 100) => ({ questions, em, f1, wins: f1 });
	const network = (name, hold_out, ...looks) => ({ name, seed: 1, hold_out, looks: looks.map(([progress, f1_share, held_out]) => ({ progress, f1_share, held_out })) });
	const together = (name, hold_out, found) => ({ kind: 'measured', name, members: ['a', 'b'], hold_out, f1_share: 1, scores: found });

	async function report(t, lines, ...args) {
		const log = join(folder(t), 'runs.jsonl');
		writeFileSync(log, lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''));
		return script('report.py', [...args, log], { python: 'python3' });
	}

	test('mean and spread over folds; a run that was repeated counts once', async (t) => {
		const lines = [
			network('m1', 'squad=3:0', [0.5, 0, { squad: scores(1, 1) }], [1, 0, { squad: scores(40, 60) }], [1, 1, { squad: scores(39, 62) }]),
			network('m2', 'squad=3:1', [1, 0, { squad: scores(99, 99) }]),
			network('m2', 'squad=3:1', [1, 0, { squad: scores(44, 64) }], [1, 1, { squad: scores(41, 66) }]),
		];
		const { stdout, code } = await report(t, lines);
		assert.equal(code, 0);
		assert.match(stdout, /^\| 1 \| most probable \| 0 \| SQuAD, unseen articles \| 2 \| 200 \| 42\.0 ± 2\.8 \| 62\.0 ± 2\.8 \| 62\.0 ± 2\.8 \|$/m);
		assert.match(stdout, /^\| 1 \| expected F1 \| 0 \| SQuAD, unseen articles \| 2 \| 200 \| 40\.0 ± 1\.4 \| 64\.0 ± 2\.8 /m);
	});

	test('what the weights file is told: of the shipped networks, otherwise of those that left out parts; SQuAD first', async (t) => {
		const lines = [
			network('m1', 'squad=3:0', [1, 1, { squad: scores(10, 10) }]),
			together('part-1', 'squad=2:0,amazon=1:0', { amazon: scores(90, 90), squad: scores(99, 99) }),
			together('part-1', 'squad=2:0,amazon=1:0', { amazon: scores(90, 90), squad: scores(50, 60, 100) }),
			together('part-2', 'squad=2:1', { squad: scores(54, 64, 300) }),
			together('part-3', 'squad=2:1', { squad: scores(99, 99) }),
			together('members', 'amazon=1:0', { amazon: scores(30, 40) }),
		];
		const { stdout } = await report(t, lines, '--measured', 'members', 'part-1', 'part-2', '--');
		assert.deepEqual(JSON.parse(stdout), [
			{ on: 'SQuAD, unseen articles', questions: 400, em: 530, f1: 630, wins: 630 },
			{ on: 'amazon, unseen domain', questions: 100, em: 300, f1: 400, wins: 400 },
		]);
		const none = await report(t, lines, '--measured', 'members', 'part-4', '--');
		assert.equal(none.code, 1);
		assert.match(none.stderr, /nothing was measured as part-4/);
	});

	test('what was measured afterwards stands for what was seen on the way', async (t) => {
		const alone = (name, hold_out, found) => ({ ...together(name, hold_out, found), members: [name] });
		const lines = [
			network('member-1', 'squad=7:1', [1, 1, { squad: scores(10, 10) }]),
			alone('member-1', 'squad=7:1,news=1:0', { squad: scores(50, 60), news: scores(40, 50) }),
			alone('member-2', 'squad=7:3,news=1:0', { squad: scores(60, 70), news: scores(40, 50) }),
			{ ...alone('member-3', 'squad=7:5', { squad: scores(80, 90) }), linear_share: 0.3 },
		];
		const { stdout } = await report(t, lines);
		assert.match(stdout, /^\| 1 \| expected F1 \| 0 \| SQuAD, unseen articles \| 2 \| 200 \| 55\.0 ± 7\.1 /m);
		assert.match(stdout, /^\| 1 \| expected F1 \| 0\.3 \| SQuAD, unseen articles \| 1 \| 100 \| 80\.0 /m, 'with linear is something else');
	});

	test('a log without held-out articles or with a broken line is refused', async (t) => {
		const nothing = await report(t, [network('m1', '', [1, 0, {}])]);
		assert.equal(nothing.code, 1);
		assert.match(nothing.stderr, /no run in it that held articles out/);
		const broken = await report(t, ['{"name":']);
		assert.equal(broken.code, 1);
		assert.match(broken.stderr, /runs\.jsonl:1: not a line/);
	});
});

describe('ops/train says at once what is wrong', () => {
	test('usage', async () => {
		const help = await opsTrain(['--help']);
		assert.equal(help.code, 0);
		for (const word of ['--data DIR', '--vectors FILE', '--work DIR', '--resume', '--hold-out', '--apart', '--others', 'BEAT_PYTHON']) assert.ok(help.stdout.includes(word), word);
		const named = ['--data', '.', '--vectors', 'x', '--work', 'w'];
		for (const [args, why] of [
			[[], /--vectors is needed/],
			[['--date', 'x'], /unknown option "--date"/],
			[['--data'], /--data wants a value/],
			[['--members', 'two'], /--members wants a number, not "two"/],
			[['--data='], /--data wants a value/],
			[[...named, '--readers', 'window'], /no reader "window" to train/],
			[[...named, '--readers', ','], /--readers names no reader/],
			[[...named, '--jobs=0'], /--jobs must be 1 at least/],
			[[...named, '--members', '00'], /--members must be 1 at least/],
			[[...named, '--members', '08', '--apart', '1'], /--apart must be 2 at least/],
			[[...named, '--members', '9'], /--members is 8 at most/],
			[[...named, '--members', '4', '--apart', '3'], /--apart 3 has no 4 different parts/],
			[[...named, '--linear-share', '2'], /--linear-share is a share from 0 to 1/],
			[[...named, '--others', 'half'], /--others wants a number, not "half"/],
			[[...named, '--f1-share', '1.5'], /--f1-share is a share from 0 to 1/],
			[[...named, '--others', '2'], /--others is a share from 0 to 1, not 2/],
			[[...named, '--hold-out', '7'], /--hold-out wants K:I/],
			[[...named, '--hold-out', '7:7'], /--hold-out wants K:I .* with I below K/],
			[[...named, '--hold-out', 'squad=7:1,sqad=7:1'], /there is no set "sqad": squad wiki amazon/],
		]) {
			const result = await opsTrain(args);
			assert.equal(result.code, 1, args.join(' '));
			assert.match(result.stderr, why);
		}
	});

	test('missing data are named, all at once', async (t) => {
		const dir = folder(t);
		const { data } = make(dir);
		const other = folder(t);
		mkdirSync(join(other, 'policyqa'));
		writeFileSync(join(other, 'policyqa/dev.json'), '{}');
		const lacks = await opsTrain(['--data', other, '--vectors', 'x', '--work', join(other, 'work')]);
		assert.equal(lacks.code, 1);
		assert.match(lacks.stderr, /lacks squad-dev-36\.json squadshifts-new-wiki\.json squadshifts-amazon\.json policyqa\/test\.json qamr\/wiki-sentences\.tsv;/);
		const blind = await opsTrain(['--data', data, '--vectors', join(dir, 'none.json'), '--work', join(dir, 'work')]);
		assert.equal(blind.code, 1);
		assert.match(blind.stderr, /there is no file .*none\.json with word vectors/);
		const near = await run(join(ROOT, 'ops/train'), ['--data', 'data', '--vectors', 'none.json', '--work', 'work'], { cwd: dir });
		assert.ok(near.stderr.includes(`there is no file ${join(dir, 'none.json')}`), 'paths are relative to where it is called');
	});

	test('the readme tells every script and option', () => {
		const readme = readFileSync(join(ROOT, 'model_adapter/train/README.md'), 'utf8');
		for (const name of ['qamr.py', 'augment.py', 'words.py', 'encode.c', 'train.py', 'measure.py', 'export.py', 'parity.py', 'report.py', 'pack.py', 'runs.jsonl']) assert.ok(readme.includes(name), name);
	});
});
