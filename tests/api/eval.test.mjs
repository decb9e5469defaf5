// beatctl eval: datasets in both formats, several models in one table, and models asked
// live, with all the ways in which that can be cut short. (That its first form equals the
// official script to the last bit is tests/oracle.)
import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { startFake } from '../fakes/fake.mjs';
import { program, ROOT } from '../lib/paths.mjs';
import { run, Server, until } from '../lib/proc.mjs';
import { startStubModel } from '../lib/stub_model.mjs';

const dir = mkdtempSync(join(tmpdir(), 'beat-eval-'));
after(() => rmSync(dir, { recursive: true, force: true }));

const evaluate = (args, env = {}) => run(program('beatctl'), ['eval', ...args], { env });
const file = (name, content) => {
	const path = join(dir, name);
	mkdirSync(join(path, '..'), { recursive: true });
	writeFileSync(path, typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content));
	return path;
};
async function json(args, env) {
	const result = await evaluate([...args, '--json'], env);
	assert.equal(result.code, 0, result.stderr);
	return JSON.parse(result.stdout);
}
function refused(result, code, pattern) {
	assert.equal(result.code, code, result.stderr);
	assert.match(result.stderr, pattern);
	assert.match(result.stderr, /^beatctl/);
	assert.equal(result.stdout, '');
}

// Question i of a set is about word i of its passage.
const WORDS = 'river stone harbour lantern meadow violin copper thunder orchard window falcon marble'.split(' ');
const questionsOf = (prefix, n) =>
	Array.from({ length: n }, (_, i) => ({ id: `${prefix}${i}`, question: `Which is word ${i}?`, answer: `the ${WORDS[i % WORDS.length]} ${prefix}` }));
const contextOf = (questions) => questions.map((q) => q.answer).join(', ');

function squad(prefix, n) {
	const questions = questionsOf(prefix, n);
	const context = contextOf(questions);
	const half = Math.ceil(n / 2);
	const paragraph = (some) => ({
		context,
		qas: some.map((q) => ({ id: q.id, question: q.question, answers: [{ text: q.answer, answer_start: context.indexOf(q.answer) }] })),
	});
	return {
		version: '1.1',
		data: [
			{ title: `${prefix} one`, paragraphs: [paragraph(questions.slice(0, half))] },
			{ title: `${prefix} two`, paragraphs: [paragraph(questions.slice(half))] },
		],
	};
}

const squadOf = (qas) => ({ data: [{ title: 'T', paragraphs: [{ context: 'C', qas }] }] });

function mrqa(prefix, n) {
	const questions = questionsOf(prefix, n);
	const context = contextOf(questions);
	const qas = questions.map((q) => ({
		qid: q.id,
		question: q.question,
		question_tokens: [],
		answers: [q.answer, `${q.answer} itself`],
		detected_answers: [{ text: q.answer, char_spans: [[context.indexOf(q.answer), context.indexOf(q.answer) + q.answer.length - 1]], token_spans: [[0, 1]] }],
	}));
	return [{ header: { dataset: prefix, split: 'dev' } }, { id: '', context, context_tokens: [], qas }].map((row) => `${JSON.stringify(row)}\n`).join('');
}

// Right, half right, wrong and missing, in turn and differently for each seed.
function predictions(sets, seed) {
	const made = {};
	let turn = seed;
	for (const [prefix, n] of sets) {
		for (const q of questionsOf(prefix, n)) {
			turn = (turn * 7 + 3) % 11;
			const kind = turn % 4;
			if (kind === 0) made[q.id] = q.answer;
			if (kind === 1) made[q.id] = `${q.answer.split(' ')[1]} ${prefix} and more`;
			if (kind === 2) made[q.id] = 'nothing of it';
		}
	}
	return made;
}

const near = (got, expected, what) => assert.ok(Math.abs(got - expected) < 1e-8, `${what}: ${got} is not ${expected}`);

describe('files of predictions', () => {
	const sets = [['a', 23], ['b', 40], ['c', 7]];
	let paths, first, second;
	before(() => {
		paths = [file('many/alpha.json', squad('a', 23)), file('many/beta.jsonl.gz', gzipSync(mrqa('b', 40))), file('many/gamma.jsonl', mrqa('c', 7))];
		first = file('first.json', predictions(sets, 1));
		second = file('second.json', predictions(sets, 2));
	});

	test('an interval of F1 does not leave 0 and 100', async () => {
		const two = file('two.json', squad('t', 2));
		const got = await json([two, '--predictions', file('one-right.json', { t0: 'the river t', t1: 'nothing of it' })]);
		assert.equal(got.results[0].f1, 50);
		assert.deepEqual(got.results[0].f1_interval, [0, 100]);
	});

	test('every score, interval and macro average equals an independent computation', async () => {
		const got = await json([...paths, '--predictions', first, '--predictions', `other=${second}`]);
		const python = await run('python3', [join(ROOT, 'tests/oracle/compare.py'), ...paths, '--', first, second]);
		assert.equal(python.code, 0, python.stderr);
		const expected = JSON.parse(python.stdout);
		assert.deepEqual(got.models.map((m) => m.name), ['first', 'other']);
		assert.deepEqual(got.datasets.map((d) => [d.name, d.split, d.questions]), [['alpha', null, 23], ['beta', null, 40], ['gamma', null, 7]]);
		assert.equal(got.results.length, 6);
		for (const [m, name] of ['first', 'other'].entries()) {
			for (const [d, dataset] of ['alpha', 'beta', 'gamma'].entries()) {
				const cell = got.results.find((r) => r.model === name && r.dataset === dataset);
				const want = expected.results[m][d];
				assert.equal(cell.total, want.total);
				for (const key of ['exact_match', 'f1', 'wins']) {
					near(cell[key], want[key], `${name} ${dataset} ${key}`);
					for (const end of [0, 1]) near(cell[`${key}_interval`][end], want[`${key}_interval`][end], `${name} ${dataset} ${key} interval`);
				}
			}
			const macro = got.macro_average.filter((row) => row.model === name);
			assert.equal(macro.length, 1);
			assert.equal(macro[0].datasets, 3);
			near(macro[0].exact_match, expected.macro[m].exact_match, 'macro EM');
			near(macro[0].f1, expected.macro[m].f1, 'macro F1');
		}
	});

	test('one table compares them; the words under it say what the figures are', async () => {
		const { code, stdout, stderr } = await evaluate([...paths, '--predictions', first, '--predictions', second]);
		assert.equal(code, 0, stderr);
		assert.match(stdout, /^DATASET +SPLIT +MODEL +QUESTIONS +EM +EM 95 % +F1 +F1 95 % +WINS +WINS 95 % +UNANSWERED$/m);
		assert.match(stdout, /^alpha +first +23 +\d+\.\d\d +\d+\.\d\d–\d+\.\d\d +\d+\.\d\d +\d/m);
		assert.match(stdout, /^macro average of 3 +second /m);
		assert.match(stdout, /^EM \/ F1 +alpha +beta +gamma +macro$/m);
		assert.match(stdout, /^second( +\d+\.\d \/ \d+\.\d){4}$/m);
		assert.match(stdout, /Clopper-Pearson for EM and WINS, Student's t\s+for F1/);
		assert.match(stderr, /first on alpha: \d+ of 23 questions have no prediction and score 0, the first is a\d+\./);
	});

	test('the same name twice is one model, also when the files have a dataset each', async () => {
		const one = predictions([sets[0]], 1);
		const two = predictions([sets[1]], 5);
		const parts = [file('part1.json', one), file('part2.json.gz', gzipSync(JSON.stringify(two)))];
		const apart = await json([paths[0], paths[1], '--predictions', `m=${parts[0]}`, '--predictions', `m=${parts[1]}`]);
		const whole = await json([paths[0], paths[1], '--predictions', `m=${file('whole.json', { ...one, ...two })}`]);
		assert.deepEqual(apart.results, whole.results);
		assert.equal(apart.models.length, 1);
		const alike = await json([paths[0], '--predictions', file('x/p.json', one), '--predictions', file('y/p.json', one)]);
		assert.deepEqual(alike.models.map((m) => m.name), ['p', join(dir, 'y/p.json')]);
	});

	test('--per-article', async () => {
		const { results } = await json([paths[0], '--predictions', first, '--per-article']);
		assert.deepEqual(results[0].articles.map((a) => [a.title, a.total]), [['a one', 12], ['a two', 11]]);
		const { stdout } = await evaluate([paths[0], '--predictions', first, '--per-article']);
		assert.match(stdout, /^alpha, article by article\nARTICLE +MODEL +QUESTIONS +EM +F1\na one +first +12 /m);
		const official = JSON.parse((await evaluate([paths[0], first, '--per-article'])).stdout);
		assert.deepEqual(official.articles, results[0].articles);
		assert.equal(official.f1, results[0].f1);
	});

	test('--together: what one loses and another wins', async () => {
		const wins = { x: '110000', y: '101000', z: '000010' }; // of six questions
		const set = file('six.json', squad('s', 6));
		const answers = questionsOf('s', 6);
		const options = Object.entries(wins).flatMap(([name, won]) => ['--predictions', file(`${name}.json`, Object.fromEntries(answers.map((q, i) => [q.id, won[i] === '1' ? q.answer : 'nothing'])))]);
		const [got] = (await json([set, ...options, '--together'])).together;
		assert.deepEqual([got.questions, got.lost_by_all], [6, 2]); // the fourth and the last
		assert.deepEqual(got.pairs.map((p) => [p.in_loop, p.lost, p.other, p.won_by_other]), [
			['x', 4, 'y', 1], ['x', 4, 'z', 1], ['y', 4, 'x', 1], ['y', 4, 'z', 1], ['z', 5, 'x', 2], ['z', 5, 'y', 2],
			[null, 3, 'x', 1], [null, 3, 'y', 1], [null, 3, 'z', 1],
		]);
		const { stdout } = await evaluate([set, ...options, '--together']);
		assert.match(stdout, /^six, what one loses and another wins; all lose 2 of 6 \(33\.33 %\)\nIN THE LOOP +LOSES +OTHER +WINS OF THESE +% +95 %\nx +4 +y +1 +25\.00 +0\.63–80\.59$/m);
		assert.match(stdout, /^any of the others +3 +z +1 +33\.33 /m);
		const two = await json([set, ...options.slice(0, 4), '--together']);
		assert.deepEqual(two.together[0].pairs.map((p) => [p.in_loop, p.other, p.won_by_other]), [['x', 'y', 1], ['y', 'x', 1]], 'of two there is no other any');
		assert.equal((await json([set, ...options])).together, undefined);
		refused(await evaluate([set, ...options.slice(0, 2), '--together']), 2, /--together wants two models at least/);
		refused(await evaluate([set, options[1], '--together']), 2, /--together go with --predictions or --model/);
	});

	test('the first form reads MRQA too', async () => {
		const { code, stdout } = await evaluate([paths[1], first]);
		assert.equal(code, 0);
		const { results } = await json([paths[1], '--predictions', first]);
		const { exact_match, f1, total } = results[0];
		assert.deepEqual(JSON.parse(stdout), { exact_match, f1, total });
	});

	test('an id can neither play with the terminal nor fill it', async () => {
		const id = `\u001b[31m\u202e${'é'.repeat(5000)}`;
		const set = file('id.json', squadOf([{ id, question: 'Why?', answers: [] }]));
		for (const args of [[set, file('nothing.json', {})], [set, '--predictions', file('nothing.json', {})]]) {
			const { code, stderr } = await evaluate(args);
			assert.equal(code, 0, stderr);
			assert.match(stderr, /1 of 1 questions have no prediction and score 0, the first is \?\[31m\?é{50,100}…\.\n$/);
		}
		refused(await evaluate([set, file('some.json', { [id]: 'x' })]), 1, /: question \?\[31m\?[^\u001b]{50,300} has no gold answer/);
	});

	test('the first form reads standard input', async () => {
		const set = JSON.stringify(squad('a', 3));
		const { code, stdout, stderr } = await run(program('beatctl'), ['eval', '-', file('nothing.json', {})], { input: set });
		assert.equal(code, 0, stderr);
		assert.equal(JSON.parse(stdout).total, 3);
	});

	test('what cannot be is said', async () => {
		const good = ['--predictions', first];
		refused(await evaluate(good), 2, /name a DATASET/);
		refused(await evaluate([paths[0]]), 2, /expected two files/);
		refused(await evaluate([paths[0], first, '--split', 'dev']), 2, /go with --predictions or --model/);
		refused(await evaluate([paths[0], ...good, '--split', 'final']), 2, /train, dev or test, not 'final'/);
		refused(await evaluate([paths[0], ...good, '--save-predictions', 'x.json']), 2, /keeps the answers of a --model/);
		refused(await evaluate([join(dir, 'none.json'), ...good]), 1, /could not open .*none\.json: No such file/);
		refused(await evaluate([paths[0], '--predictions', join(dir, 'none.json')]), 1, /none\.json: cannot be read: No such file/);
		refused(await evaluate([paths[0], '--predictions', file('list.json', [])]), 1, /list\.json: expected an object .*, found an array/);
		refused(await evaluate([file('cut.jsonl.gz', gzipSync(mrqa('b', 40)).subarray(0, 60)), ...good]), 1, /cut\.jsonl\.gz:\d+:[\d:]* the gzip file ends too early/);
		refused(await evaluate([file('bad.jsonl', '{"header":{}}\n{"context":"x","qas":[{}]}\n'), ...good]), 1, /bad\.jsonl:2: qas\[0\]: the field "qid" is missing\. Is this an MRQA file\?/);
		mkdirSync(join(dir, 'empty'), { recursive: true });
		refused(await evaluate([join(dir, 'empty'), ...good]), 1, /the folder .*empty holds no dataset/);
		refused(await evaluate(['-', ...good]), 1, /must be a file/);
		refused(await evaluate([paths[0], ...good, '--concurrency', '0']), 2, /from 1 to 256/);
	});
});

describe('folders, names and splits', () => {
	let folder, given;
	before(() => {
		for (const [split, prefix, n] of [['train', 't', 3], ['dev', 'd', 4], ['test', 'e', 5]]) {
			file(`wiki-1.0/dwiki/${split}.json`, squad(prefix, n));
			file(`wiki-1.0/mrqa/${split}.jsonl.gz`, gzipSync(mrqa(prefix, n)));
			file(`wiki-1.0/data/${split === 'dev' ? 'validation' : split}.jsonl`, '{"id":"x"}\n');
			file(`wiki-1.0/attempts/${split}.jsonl`, '{"id":"x"}\n');
		}
		file('wiki-1.0/dwiki/test-public.json', { data: [] });
		file('wiki-1.0/MANIFEST', '');
		file('wiki-1.0/statistics.json', {});
		folder = join(dir, 'wiki-1.0');
		given = ['--predictions', file('some.json', predictions([['t', 3], ['d', 4], ['e', 5]], 3))];
	});
	const rows = async (...args) => (await json([...args, ...given])).results.map((r) => [r.dataset, r.split, r.total]);

	test('of a release its dev and test are taken', async () => {
		assert.deepEqual(await rows(folder), [['dwiki', 'dev', 4], ['dwiki', 'test', 5]]);
		assert.deepEqual(await rows(`${folder}/`), [['dwiki', 'dev', 4], ['dwiki', 'test', 5]]);
		assert.deepEqual(await rows(join(folder, 'dwiki')), [['dwiki', 'dev', 4], ['dwiki', 'test', 5]]);
		assert.deepEqual(await rows(join(folder, 'mrqa'), '--split', 'test'), [['mrqa', 'test', 5]]);
		file('only-2.0/mrqa/dev.jsonl.gz', gzipSync(mrqa('d', 4)));
		assert.deepEqual(await rows(join(dir, 'only-2.0')), [['only-2.0', 'dev', 4]]);
		const row = ({ id, question, answer }) => ({ id, title: 'T', context: answer, question, answers: { text: [answer], answer_start: [0] } });
		file('rows-1.0/data/validation.jsonl', questionsOf('d', 4).map((q) => `${JSON.stringify(row(q))}\n`).join(''));
		file('rows-1.0/statistics.json', {});
		assert.deepEqual(await rows(join(dir, 'rows-1.0')), [['rows-1.0', 'dev', 4]]);
	});

	test('of any other folder nothing is left out in silence', async () => {
		file('mixed/sub/dev.json', squad('d', 4));
		file('mixed/beside.json', squad('e', 5));
		assert.deepEqual(await rows(join(dir, 'mixed')), [['sub', 'dev', 4], ['beside', null, 5]]);
		file('mixed/notes.json', {});
		refused(await evaluate([join(dir, 'mixed'), ...given]), 1, /notes\.json: the field "data" is missing/);
	});

	test('--split chooses', async () => {
		assert.deepEqual(await rows(folder, '--split', 'train'), [['dwiki', 'train', 3]]);
		assert.deepEqual(await rows(folder, '--split', 'train', '--split', 'test'), [['dwiki', 'train', 3], ['dwiki', 'test', 5]]);
		assert.deepEqual(await rows(join(dir, 'many/alpha.json'), '--split', 'dev'), [['alpha', 'dev', 23]]);
		rmSync(join(dir, 'wiki-1.0/dwiki/train.json'));
		refused(await evaluate([folder, '--split', 'train', ...given]), 1, /no dataset of the split asked for/);
		file('wiki-1.0/dwiki/train.json', squad('t', 3));
	});

	test('names tell splits; a name may be given', async () => {
		assert.deepEqual(await rows(file('squad-dev-36.json', squad('d', 4))), [['squad-dev-36', 'dev', 4]]);
		assert.deepEqual(await rows(file('test/nq.jsonl', mrqa('e', 5))), [['nq', 'test', 5]]);
		assert.deepEqual(await rows(file('contest.json', squad('e', 5))), [['contest', null, 5]]);
		assert.deepEqual(await rows(`ours=${folder}`), [['ours', 'dev', 4], ['ours', 'test', 5]]);
		assert.deepEqual(await rows(join(dir, 'many')), [['alpha', null, 23], ['beta', null, 40], ['gamma', null, 7]]);
	});

	test('macro averages by split, and none of a single dataset', async () => {
		const alone = await json([folder, ...given]);
		assert.deepEqual(alone.macro_average, []);
		const both = await json([folder, `other=${join(folder, 'mrqa')}`, ...given]);
		assert.deepEqual(both.macro_average.map((m) => [m.split, m.datasets]), [['dev', 2], ['test', 2], [null, 4]]);
		const dev = both.results.filter((r) => r.split === 'dev');
		near(both.macro_average[0].f1, (dev[0].f1 + dev[1].f1) / 2, 'macro F1 of dev');
	});
});

describe('a model asked live', () => {
	const N = 30;
	const all = questionsOf('q', N);
	const right = (request) => ({ text: all.find((q) => q.question === request.question)?.answer ?? '1889' });
	let stub, dataset, cache, runs = 0;
	before(async () => {
		stub = await startStubModel();
		dataset = file('live.json', squad('q', N));
	});
	after(() => stub.stop());
	beforeEach(() => {
		stub.reset();
		stub.always(right);
		cache = join(dir, `cache-${runs++}`, 'deep');
	});
	const ask = (...more) => [dataset, '--model', stub.url, '--cache', cache, ...more];
	const trials = () => stub.requests.filter((r) => /lighthouse/.test(r.question)).length;
	const asked = () => stub.calls - trials();

	test('every question once, passage and question only, and the figures', async () => {
		const got = await json(ask());
		assert.equal(got.results[0].exact_match, 100);
		assert.equal(got.results[0].model, 'stub');
		assert.deepEqual(got.results[0].exact_match_interval.map((v) => v > 88 && v <= 100), [true, true]);
		assert.equal(got.models[0].asked, N);
		assert.equal(got.models[0].version, '1');
		assert.equal(asked(), N);
		assert.equal(new Set(stub.requests.map((r) => r.question)).size, N + 1);
		for (const request of stub.requests) assert.deepEqual(Object.keys(request).sort(), ['passage', 'question']);
	});

	test('asked again it answers from the cache, in any format and under any address', async () => {
		await json(ask());
		stub.reset();
		const got = await json([file('again.jsonl.gz', gzipSync(mrqa('q', N))), '--model', `mine=${stub.url},beat`, '--cache', cache]);
		assert.equal(asked(), 0);
		assert.equal(got.results[0].model, 'mine');
		assert.equal(got.models[0].from_cache, N);
		assert.equal(got.results[0].exact_match, 100);
		const none = await json([...ask(), '--no-cache']);
		assert.equal(none.models[0].asked, N);
		assert.equal(asked(), N);
	});

	test('the usual folder is the cache of the user', async () => {
		const home = join(dir, 'home');
		await json([dataset, '--model', stub.url], { XDG_CACHE_HOME: '', HOME: home });
		assert.match(readdirSync(join(home, '.cache/beat/eval'))[0], /^stub-[0-9a-f]{16}\.jsonl$/);
		await json([dataset, '--model', stub.url], { XDG_CACHE_HOME: join(dir, 'xdg'), HOME: home });
		assert.equal(readdirSync(join(dir, 'xdg/beat/eval')).length, 1);
		refused(await evaluate([dataset, '--model', stub.url], { XDG_CACHE_HOME: '', HOME: '' }), 1, /name one with --cache DIR/);
		refused(await evaluate([dataset, '--model', stub.url, '--cache', '/proc/none/here']), 1, /could not make the folder/);
	});

	test('faults are counted, told and asked again; an empty answer is one', async () => {
		const faults = [{ status: 500 }, { body: 'no JSON' }, { text: 'river', start: 3, end: 4 }, { body: '{"answer":""}' }];
		stub.always((request) => {
			const at = all.findIndex((q) => q.question === request.question);
			if (at === 20) return { body: JSON.stringify({ answer: '', model: 'stub', version: '1', weights: '0'.repeat(64) }) };
			return at >= 0 && at < 3 ? faults[at] : at === 3 ? { hang: true } : right(request);
		});
		const result = await evaluate([...ask('--timeout', '5'), '--json']);
		assert.equal(result.code, 1);
		const got = JSON.parse(result.stdout);
		assert.deepEqual(got.models[0].faults, { timeout: 1, bad_status: 1, garbage: 1, bad_span: 1 });
		assert.equal(got.results[0].unanswered, 4);
		near(got.results[0].exact_match, (100 * (N - 5)) / N, 'EM');
		assert.match(result.stderr, /stub on live: 4 of 30 questions have no answer and score 0, the first is q0\./);
		assert.match(result.stderr, /faults of stub: 1 timeout, 1 bad_status, 1 garbage, 1 bad_span \(the first: question q\d: \w+.*\)\. Run it again/);
		stub.reset();
		stub.always(right);
		const again = await json(ask());
		assert.equal(asked(), 4);
		near(again.results[0].exact_match, (100 * (N - 1)) / N, 'EM');
	});

	test('killed in the middle it goes on where it was', async () => {
		const few = 4;
		let answered = 0;
		stub.always((request) => (/lighthouse/.test(request.question) || answered++ < 10 ? right(request) : { hang: true }));
		const killed = new Server('eval', program('beatctl'), ['eval', ...ask('--concurrency', String(few))]);
		await until(() => stub.hanging.size === few, { what: 'questions that hang' });
		const path = join(cache, readdirSync(cache)[0]);
		await until(() => readFileSync(path, 'utf8').split('\n').length === 12, { what: 'ten answers on disk' });
		await killed.kill('SIGKILL');
		// and the kill came in the middle of a line
		appendFileSync(path, '{"key":"0123","id":"q');
		stub.reset();
		stub.always(right);
		const got = await json(ask('--concurrency', '1'));
		assert.equal(asked(), N - 10);
		assert.equal(got.models[0].from_cache, 10);
		assert.equal(got.results[0].exact_match, 100);
		// one line torn in the middle of the file costs one question
		truncateSync(path, readFileSync(path).length - 5);
		stub.reset();
		stub.always(right);
		await json(ask());
		assert.equal(asked(), 1);
	});

	test('interrupted it says so, and keeps what it has', async () => {
		let answered = 0;
		stub.always((request) => (/lighthouse/.test(request.question) || answered++ < 5 ? right(request) : { hang: true }));
		const server = new Server('eval', program('beatctl'), ['eval', ...ask('--concurrency', '2')]);
		await until(() => stub.hanging.size === 2, { what: 'questions that hang' });
		const { code } = await server.kill('SIGINT');
		assert.equal(code, 1);
		assert.match(server.output, /stopped early: it was interrupted\. 5 answers of .* are kept in the cache; run it again to go on\./);
		assert.doesNotMatch(server.output, /DATASET/);
	});

	test('a model that is not there, or goes away', async () => {
		await stub.refuse();
		refused(await evaluate(ask()), 1, /gave no usable answer to a first question of trial: refused.*'beatctl model check/);
		await stub.accept();
		let answered = 0;
		stub.always((request) => (/lighthouse/.test(request.question) || answered++ < 6 ? right(request) : { reset: true }));
		refused(await evaluate(ask('--concurrency', '1')), 1, /stopped early: the model does not answer any more.* 6 answers/);
		stub.reset();
		stub.always(right);
		await json(ask());
		assert.equal(asked(), N - 6);
	});

	test('another version or other weights are another cache; a change on the way stops the run', async () => {
		await json(ask());
		for (const other of [{ version: '2' }, { weights: 'f'.repeat(64) }]) {
			stub.reset();
			stub.always((request) => ({ ...right(request), ...other }));
			await json(ask());
			assert.equal(asked(), N);
		}
		assert.equal(readdirSync(cache).length, 3);
		let answered = 0;
		stub.always((request) => ({ ...right(request), version: answered++ < 9 ? '3' : '4' }));
		refused(await evaluate(ask('--concurrency', '1')), 1, /stopped early: the model was stub version 3 and is now stub version 4/);
		answered = 0;
		stub.always((request) => ({ ...right(request), version: '', weights: answered++ < 9 ? 'old' : 'new' }));
		refused(await evaluate(ask('--concurrency', '1')), 1, /was stub without a version, weights old and is now stub without a version, weights new;/);
	});

	test('--save-predictions: the first form gives the same figures', async () => {
		stub.always((request) => (/word [37]\?/.test(request.question) ? { text: 'the river' } : right(request)));
		const saved = join(dir, 'saved.json');
		const { results } = await json(ask('--save-predictions', saved));
		const { exact_match, f1, total } = results[0];
		assert.ok(exact_match < 100);
		assert.deepEqual(JSON.parse((await evaluate([dataset, saved])).stdout), { exact_match, f1, total });
		assert.equal(Object.keys(JSON.parse(readFileSync(saved, 'utf8'))).length, N);
		refused(await evaluate(ask('--model', `two=${stub.url}`, '--save-predictions', saved)), 2, /with several write NAME=FILE/);
		const full = await evaluate(ask('--save-predictions', '/dev/full'));
		assert.equal(full.code, 1);
		assert.match(full.stderr, /could not write \/dev\/full/);
	});

	test('live models and files side by side, and names that do not clash', async () => {
		const mine = file('mine.json', predictions([['q', N]], 4));
		const got = await json([...ask('--model', `${stub.url}?again`), '--predictions', mine]);
		assert.deepEqual(got.results.map((r) => r.model), ['mine', 'stub', 'stub 1']);
		refused(await evaluate([...ask(), '--model', `a=${stub.url}`, '--model', `a=${stub.url}`]), 2, /two models have the name/);
	});

	test('a password in the URL is sent, and told to nobody', async () => {
		stub.always((request) => ({ ...right(request), model: '' }));
		const open = stub.url.replace('://', '://ada:s3cret@');
		const told = await evaluate([dataset, '--model', open, '--cache', cache]);
		assert.equal(told.code, 0, told.stderr);
		assert.match(told.stdout, new RegExp(`^live +${stub.url.replace('://', '://\\*\\*\\*@')} `, 'm'));
		const [{ url }] = (await json([dataset, '--model', open, '--no-cache'])).models;
		assert.equal(url, stub.url.replace('://', '://***@'));
		stub.always({ status: 500 });
		const silent = await evaluate([dataset, '--model', open, '--no-cache']);
		assert.equal(silent.code, 1);
		assert.match(silent.stderr, /the model at http:\/\/\*\*\*@/);
		const kept = readdirSync(cache).map((name) => readFileSync(join(cache, name), 'utf8')).join('');
		for (const text of [told.stdout, told.stderr, silent.stderr, kept]) assert.ok(!text.includes('s3cret'), text);
		assert.equal(stub.headers[0].authorization, `Basic ${Buffer.from('ada:s3cret').toString('base64')}`);
		for (const wrong of ['HTTP://ada:s3cret@host/p', 'htp://ada:s3cret@host', 'http:/ada:s3cret@host', 'ada:s3cret@host']) {
			const result = await evaluate([dataset, '--model', wrong]);
			refused(result, 2, /given by its URL/);
			assert.ok(!(result.stdout + result.stderr).includes('s3cret'), wrong);
		}
		const comma = await evaluate([dataset, '--model', 'http://ada:x,s3cret@localhost', '--no-cache', '--timeout', '1']);
		assert.ok(!(comma.stdout + comma.stderr).includes('s3cret'), comma.stderr);
	});

	test('what a model says about itself cannot play with the terminal', async () => {
		stub.always((request) => ({ ...right(request), model: '\u001b[31mred\u202e', version: '\u0007' }));
		const { code, stdout, stderr } = await evaluate(ask());
		assert.equal(code, 0, stderr);
		assert.match(stdout, /^live +\?\[31mred\? /m);
		let answered = 0;
		stub.always((request) => ({ ...right(request), version: `\u001b${answered++}` }));
		const other = await evaluate(ask());
		assert.match(other.stderr, /is now stub version \?\d/);
		assert.doesNotMatch(other.stderr, /\u001b/);
		for (const name of readdirSync(cache)) assert.match(name, /^[\w-]+\.jsonl$/);
	});

	test('what cannot be is said before the model is asked', async () => {
		refused(await evaluate([dataset, '--model', 'window']), 2, /given by its URL/);
		refused(await evaluate([dataset, '--model', `${stub.url},pigeon`]), 2, /no model protocol 'pigeon'; known are: beat/);
		const silent = squad('q', 2);
		silent.data[0].paragraphs[0].qas[0].answers = [];
		refused(await evaluate([file('silent.json', silent), '--model', stub.url, '--cache', cache]), 1, /question q0 has no gold answer/);
		refused(await evaluate([dataset, file('broken.json', '{"data":[{]}'), '--model', stub.url, '--cache', cache]), 1, /broken\.json:1:\d+: not valid JSON/);
		assert.equal(stub.calls, 0);
	});
});

// The options of 'model add', behind the --model that they are about.
describe('models of other protocols, with keys', () => {
	const N = 4;
	const all = questionsOf('k', N);
	const right = (json) => ({ text: all.find((q) => JSON.stringify(json).includes(q.question))?.answer ?? '1889' });
	const env = { OPEN_KEY: 'sk-open-1', OTHER_KEY: 'sk-other-2' };
	let open, other, dataset, cache, runs = 0;
	before(async () => {
		open = await startFake('openai', { key: 'sk-open-1' });
		other = await startFake('anthropic', { key: 'sk-other-2' });
		dataset = file('keys.json', squad('k', N));
	});
	after(() => Promise.all([open.stop(), other.stop()]));
	beforeEach(() => {
		for (const fake of [open, other]) {
			fake.reset();
			fake.always(right);
		}
		cache = join(dir, `keys-${runs++}`);
	});

	test('each model has its own, and none is written anywhere', async () => {
		const key = file('other.key', 'sk-other-2\n');
		const got = await evaluate([`--cache=${cache}`, '--header', 'X-Team: readers', '--model', `gpt=${open.url}`, '--protocol', 'openai', '--model-id', 'gpt-test', '--key-env', 'OPEN_KEY', dataset,
			'--model', `claude=${other.url}`, '--protocol', 'anthropic', '--model-id', other.protocol.model, '--key-file', key, '--header', 'X-Lab: two', '--json'], env);
		assert.equal(got.code, 0, got.stderr);
		const { results, models } = JSON.parse(got.stdout);
		assert.deepEqual(results.map((r) => [r.model, r.exact_match]), [['gpt', 100], ['claude', 100]]);
		assert.deepEqual(models.map((m) => m.asked), [N, N]);
		assert.deepEqual([open.headers[0]['x-team'], open.headers[0]['x-lab'], other.headers[0]['x-team'], other.headers[0]['x-lab']], ['readers', undefined, 'readers', 'two']);
		const kept = readdirSync(cache).map((name) => readFileSync(join(cache, name), 'utf8')).join('');
		for (const said of [got.stdout, got.stderr, kept]) assert.doesNotMatch(said, /sk-(open|other)/);
	});

	test('another prompt, and another model of the same server, are other builds', async () => {
		const ask = (...more) => json([dataset, '--cache', cache, '--model', open.url, '--protocol', 'openai', '--model-id', 'gpt-test', '--key-env', 'OPEN_KEY', ...more], env);
		assert.equal((await ask()).models[0].asked, N);
		assert.equal((await ask('--timeout-ms', '20000')).models[0].from_cache, N);
		assert.equal((await ask('--prompt', file('prompt.txt', 'Copy the answer from the passage, or say that there is none.'))).models[0].asked, N);
		const hub = await startFake('hf-qa');
		hub.always(right);
		for (const id of ['a/one', 'a/two'])
			assert.equal((await json([dataset, '--cache', cache, '--model', hub.url, '--protocol', 'hf-qa', '--model-id', id])).models[0].asked, N, id);
		await hub.stop();
	});

	test('what cannot be is said before anybody is asked', async () => {
		const wrong = (pattern, ...args) => evaluate([dataset, ...args, '--no-cache'], env).then((result) => refused(result, 2, pattern));
		await wrong(/no model protocol 'pigeon'; known are: beat/, '--model', open.url, '--protocol', 'pigeon');
		await wrong(/said twice: leave out --protocol or ',openai'/, '--model', `${open.url},openai`, '--protocol', 'openai');
		await wrong(/say how a --model is asked/, '--predictions', dataset, '--key-env', 'OPEN_KEY');
		await wrong(/--timeout-ms takes a whole number, not 'soon'/, '--model', open.url, '--timeout-ms', 'soon');
		await wrong(/there is no option --price-in/, '--model', open.url, '--price-in', '3');
		assert.equal(open.calls, 0);
		const denied = await evaluate([dataset, '--model', open.url, '--protocol', 'openai', '--model-id', 'gpt-test', '--no-cache'], env);
		refused(denied, 1, /denied/);
	});
});
