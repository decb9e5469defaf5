// beatctl import against a real database: every format, every refusal, and that what
// is stored is what the file said, all of it or nothing.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { program, SAMPLE, startStack, until } from '../lib/stack.mjs';
import { sanitizerEnv, sanitizerReport } from '../lib/proc.mjs';

let stack;
before(async () => {
	stack = await startStack({ model: 'none', beatd: false, passages: false, project: false });
});
after(() => stack?.stop());

let files = 0;
function file(name, content) {
	const dir = join(stack.dir, `f${++files}`);
	mkdirSync(dir);
	const path = join(dir, name);
	writeFileSync(path, content);
	return path;
}
const lines = (rows) => rows.map((row) => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`).join('');
const squad = (articles) => JSON.stringify({ version: '1.1', data: articles });
const article = (title, ...contexts) => ({ title, paragraphs: contexts.map((context) => ({ context, qas: [] })) });

let names = 0;
const collectionName = () => `c${++names}`;
const runImport = (...args) => stack.beatctl(['import', ...args]);
async function stored(collection) {
	return stack.sql(`select d.title, x.text, x.split from collection c join collection_passage l on l.collection_id = c.id
		join passage x on x.id = l.passage_id join document d on d.id = x.document_id
		where c.name = ${stack.lit(collection)} order by x.id`);
}
const passages = () => stack.value('select count(*) from passage');

// Refused: exit code 1, these words on standard error, and not a row more than before.
async function refused(args, ...words) {
	const count = await passages();
	const collection = collectionName();
	const result = await runImport(...args, '--collection', collection);
	assert.equal(result.code, 1, result.stdout + result.stderr);
	assert.equal(result.stdout, '');
	for (const word of words) {
		if (word instanceof RegExp) assert.match(result.stderr, word);
		else assert.ok(result.stderr.includes(word), `${JSON.stringify(word)} is not in:\n${result.stderr}`);
	}
	assert.equal(await passages(), count);
	assert.equal(await stack.value(`select count(*) from collection where name = '${collection}'`), 0);
	return result;
}

describe('formats', () => {
	test('SQuAD: verbatim texts, any order of keys, unknown keys ignored', async () => {
		const texts = [' leading and trailing \t\n', 'é ü ł Ελλάδα Москва 日本 😀 👩‍🚀 \u200d e\u0301', 'quote " back \\ slash \\n tab\tcr\r\n\\.', '\\N', '\u0001\u001f\u007f\u0085\ufeff\uffff'];
		const doc = { data: [{ paragraphs: texts.map((context) => ({ qas: [{ id: 1, is_impossible: true }], context })), title: 'Verbatim "title" \\ ✓' }], x: { data: [] } };
		const path = file('My set (v2).json', `\ufeff${JSON.stringify(doc, null, '\t')}\n`);
		const result = await runImport(path);
		assert.equal(result.code, 0, result.stderr);
		assert.equal(result.stderr, '');
		assert.match(result.stdout, /^collection  My-set-v2\n/);
		assert.match(result.stdout, /^documents   1 new$/m);
		assert.match(result.stdout, /^passages    5 new, 0 already there$/m);
		assert.match(result.stdout, /^holds now   train 5, dev 0, test 0 passages$/m);
		assert.deepEqual(await stored('My-set-v2'), texts.map((text) => ({ title: 'Verbatim "title" \\ ✓', text, split: 'train' })));
	});

	test('MRQA: header, marks, gzip, CRLF', async () => {
		const rows = [{ header: { dataset: 'x', split: 'dev' } }, { context: '[DOC] [TLE] Ants [PAR] Ants march.', context_tokens: [['[DOC]', 0]], qas: [{ qid: '1' }] }, { context: 'No title here.' }];
		const path = file('web.jsonl.gz', gzipSync(lines(rows).replaceAll('\n', '\r\n')));
		const result = await runImport(path, '--split', 'dev');
		assert.equal(result.code, 0, result.stderr);
		assert.deepEqual(await stored('web'), [
			{ title: 'Ants', text: '[DOC] [TLE] Ants [PAR] Ants march.', split: 'dev' },
			{ title: 'web 3', text: 'No title here.', split: 'dev' },
		]);
	});

	test('a folder of .txt files, a plain .txt, JSONL and standard input in one run', async () => {
		const folder = join(stack.dir, 'notes');
		mkdirSync(folder);
		writeFileSync(join(folder, 'b é.txt'), 'First\r\nparagraph.\r\n\r\n\r\n  Second one. \r\n');
		writeFileSync(join(folder, 'a.txt'), 'Only one.');
		writeFileSync(join(folder, 'ignored.md'), 'No.');
		const plain = file('single.txt', 'A single text.\n');
		const result = await stack.beatctl(['import', `${folder}/`, plain, '-'], { input: lines([{ title: 'In', text: 'From a pipe.' }]) });
		assert.equal(result.code, 0, result.stderr);
		assert.deepEqual((await stored('notes')).map((r) => [r.title, r.text]), [
			['a', 'Only one.'],
			['b é', 'First\r\nparagraph.'],
			['b é', '  Second one. '],
			['single', 'A single text.'],
			['In', 'From a pipe.'],
		]);
	});

	test('--format overrides what the file looks like', async () => {
		const path = file('odd.txt', lines([{ title: 'Odd', text: 'JSON in a .txt file.' }]));
		assert.equal((await runImport(path, '--collection', 'odd', '--format', 'jsonl')).code, 0);
		assert.deepEqual(await stored('odd'), [{ title: 'Odd', text: 'JSON in a .txt file.', split: 'train' }]);
	});
});

describe('what is there already', () => {
	test('the same file twice stores nothing new; another collection shares the passages', async () => {
		const path = file('twice.json', squad([article('Twice', 'Once told.', 'Twice told.', 'Once told.')]));
		const first = await runImport(path);
		assert.match(first.stdout, /^passages    2 new, 1 already there$/m);
		const again = await runImport(path, '--collection', 'other');
		assert.equal(again.code, 0, again.stderr);
		assert.match(again.stdout, /^documents   0 new$/m);
		assert.match(again.stdout, /^passages    0 new, 3 already there$/m);
		assert.deepEqual(await stored('other'), await stored('twice'));
	});

	test('a document or text of another split is bad, and named', async () => {
		await runImport(file('x.jsonl', lines([{ title: 'Fixed', text: 'In train for good.' }])));
		const path = file('moved.jsonl', lines([{ title: 'Fine', text: 'A new one.' }, { title: 'Fixed', text: 'Another text.' }, { title: 'New', text: 'In train for good.' }]));
		await refused([path, '--split', 'test'], /moved\.jsonl: line 2: .*"Fixed" is in split train/, /moved\.jsonl: line 3: .*split train/, 'nothing was imported: 2 bad records');
		const result = await runImport(path, '--split', 'test', '--collection', 'moved', '--skip-bad');
		assert.equal(result.code, 0);
		assert.match(result.stdout, /^bad         2$/m);
		assert.match(result.stderr, /2 bad records were left out/);
		assert.deepEqual((await stored('moved')).map((r) => r.title), ['Fine']);
	});

	test('auto splits new documents exactly, whole, and the same way every time', async () => {
		const rows = Array.from({ length: 200 }, (_, i) => ({ title: `Auto ${i % 50}`, text: `Automatic text ${i}.` }));
		const path = file('auto.jsonl', lines(rows));
		const dry = await runImport(path, '--split', 'auto:80/10/10', '--dry-run');
		const result = await runImport(path, '--split', 'auto:80/10/10');
		assert.equal(result.code, 0, result.stderr);
		assert.match(result.stdout, /^holds now   train 160, dev 20, test 20 passages$/m);
		assert.match(dry.stdout, /^dry run: nothing was stored/);
		assert.match(dry.stdout, /^holds now   train 160, dev 20, test 20 passages$/m);
		const splits = new Map();
		for (const { title, split } of await stored('auto')) splits.set(title, (splits.get(title) ?? new Set()).add(split));
		assert.equal(splits.size, 50);
		for (const set of splits.values()) assert.equal(set.size, 1);
	});
});

describe('all or nothing', () => {
	const bad = [
		{ title: 'Good', text: 'The good one of the bad file.' },
		'{"title": "A", "text": "cut',
		{ title: 'A' },
		{ title: 'A', text: 7 },
		{ title: 'A', text: '' },
		{ title: 'A', text: ' \u00a0\n' },
		{ text: 'No title.' },
		{ title: 'x'.repeat(10240), text: 'A title of 10 kB.' },
		{ title: 'A', text: 'y'.repeat(50001) },
		'{"title": "A", "text": "half \\ud83d"}',
		'{"title": "A", "text": "nul \\u0000"}',
		'not json at all',
	];
	const content = () => Buffer.concat([Buffer.from(lines(bad)), Buffer.from('{"title":"A","text":"caf\xe9"}\n', 'latin1')]);
	const told = [
		/bad\.jsonl: line 2: the line ends too early/,
		/line 3: "text" is missing\./,
		/line 4: "text" is not a string\./,
		/line 5: "text" is empty\./,
		/line 6: "text" is empty\./,
		/line 7: "title" is missing\./,
		/line 8: "title" has more than 1000 characters\./,
		/line 9: "text" has 50001 characters; at most 50000 are allowed\./,
		/line 10: "text" has half of a surrogate pair/,
		/line 11: "text" contains a NUL character/,
		/line 12: this is not JSON/,
		/line 13: "text" is not valid UTF-8/,
		/nothing was imported: 12 bad records\. .*--skip-bad/,
	];

	test('every bad line is named and nothing is stored', async () => {
		const { stderr } = await refused([file('bad.jsonl', content())], ...told);
		assert.equal(stderr.trim().split('\n').length, told.length);
	});

	test('a bad file takes the good ones of the run with it', async () => {
		await refused([file('good.jsonl', lines([{ title: 'Company', text: 'In bad company.' }])), file('bad.jsonl', content())], ...told);
	});

	test('--skip-bad keeps the good one and says how many were left out', async () => {
		const result = await runImport(file('bad.jsonl', content()), '--skip-bad', '--collection', 'kept');
		assert.equal(result.code, 0);
		for (const words of told.slice(0, -1)) assert.match(result.stderr, words);
		assert.match(result.stderr, /^beatctl: 12 bad records were left out\.$/m);
		assert.deepEqual((await stored('kept')).map((r) => r.text), ['The good one of the bad file.']);
	});

	test('--skip-bad with nothing good is exit code 1', async () => {
		await refused([file('none.jsonl', 'x\n'), '--skip-bad'], 'line 1: this is not JSON', 'nothing was imported: 1 bad record.');
	});

	test('SQuAD: bad paragraphs by article, paragraph and byte offset', async () => {
		const text = '{"data":[{"title":"S1","paragraphs":[{"context":"a fine one"},{"context":null}]},{"paragraphs":[{"context":"b"}]},{"title":"S3","paragraphs":[{"context":"cut of';
		await refused([file('s.json', text)],
			`article 1, paragraph 2, byte ${text.indexOf('{"context":null')}: "context" is not a string.`,
			`article 2, byte ${text.indexOf('{"paragraphs"')}: "title" is missing; all paragraphs of the article (1) are left out.`,
			`article 3, paragraph 1, line 1, byte ${text.length}: the file ends too early`);
		const result = await runImport(file('s.json', text), '--skip-bad', '--collection', 's');
		assert.equal(result.code, 0);
		assert.deepEqual((await stored('s')).map((r) => r.text), ['a fine one']);
	});

	test('after a hundred bad records the rest is not listed', async () => {
		const { stderr } = await refused([file('many.jsonl', 'x\n'.repeat(5000))], 'stopped after 100 bad records');
		assert.ok(stderr.split('\n').length < 110);
	});

	test('--dry-run stores nothing and tells what it would have', async () => {
		const count = await passages();
		const result = await runImport(file('dry.jsonl', lines([{ title: 'Dry', text: 'As a bone.' }])), '--dry-run');
		assert.equal(result.code, 0);
		assert.match(result.stdout, /^passages    1 new/m);
		assert.equal(await passages(), count);
		assert.equal(await stack.value("select count(*) from collection where name = 'dry'"), 0);
	});
});

describe('files that cannot be read', () => {
	test('missing, empty, unknown, UTF-16, a folder without texts', async () => {
		const empty = join(stack.dir, 'empty-folder');
		mkdirSync(empty);
		await refused([join(stack.dir, 'no-such.json')], 'no-such.json: cannot be read: No such file or directory.');
		await refused([file('e.json', '')], 'e.json: the file is empty.');
		await refused([file('e.json.gz', gzipSync(''))], 'e.json.gz: the file is empty.');
		await refused([file('e.txt', ' \n')], 'e.txt: line 1: the file has no text.');
		await refused([file('a.csv', 'a,b\n')], 'a.csv: no known format fits');
		await refused([file('a.json', '[{"title":"a","text":"b"}]')], 'a.json: no known format fits');
		await refused([file('a.json', '{"a": 1}')], '"data" is missing: this is not SQuAD JSON');
		await refused([file('a.json', Buffer.from('\ufeff{"data":[]}', 'utf16le'))], 'UTF-16');
		await refused([file('a.json', '{"data":[]}')], 'nothing was imported: the files hold no passages.');
		await refused([empty], 'the folder holds no .txt files');
		await refused([file('ok.jsonl', lines([{ title: 'Ok', text: 'All right.' }])), join(stack.dir, 'gone.json')], 'gone.json: cannot be read');
	});

	test('unreadable', { skip: process.getuid() === 0 && 'root may read everything' }, async () => {
		const path = file('secret.json', squad([article('Secret', 'Not to be read.')]));
		chmodSync(path, 0);
		await refused([path], 'secret.json: cannot be read: Permission denied.');
	});

	test('gzip cut short or damaged', async () => {
		const rows = Array.from({ length: 3000 }, (_, i) => ({ title: `Zip ${i}`, text: `Text ${i} ${(i * 2654435761) % 4294967296}` }));
		const packed = gzipSync(lines(rows));
		await refused([file('cut.jsonl.gz', packed.subarray(0, packed.length / 2))], 'the gzip file ends too early; copy or download it again.');
		await refused([file('cut.json.gz', gzipSync(squad([article('Z', 'z'.repeat(1000))])).subarray(0, 40))], 'the gzip file ends too early');
		const damaged = Buffer.from(packed);
		damaged[packed.length - 5] ^= 0xff;
		await refused([file('hurt.jsonl.gz', damaged)], 'the gzip data are damaged');
		const result = await runImport(file('half.jsonl.gz', packed.subarray(0, packed.length / 2)), '--skip-bad');
		assert.equal(result.code, 0);
		assert.match(result.stderr, /1 bad record was left out/);
		assert.ok((await stored('half')).length > 500);
	});

	test('names of files that are no text are shown harmlessly', async () => {
		await refused([file('a\u001b[31m\n.json', 'x')], 'a?[31m?.json: no known format fits');
	});
});

describe('usage', () => {
	test('wrong options and values', async () => {
		const path = file('u.jsonl', lines([{ title: 'U', text: 'Usage.' }]));
		const cases = [
			[[], 'name at least one FILE'],
			[[path, '--split', 'validation'], "not 'validation'"],
			[[path, '--split', 'auto:80/20'], "not 'auto:80/20'"],
			[[path, '--split', 'auto:0/0/0'], "not 'auto:0/0/0'"],
			[[path, '--split', 'auto:80/10/10x'], "not 'auto:80/10/10x'"],
			[[path, '--format', 'xml'], "not 'xml'"],
			[[path, '--collection', 'no spaces'], "'no spaces' is not"],
			[[path, '--colection', 'x'], '--collection'],
		];
		for (const [args, words] of cases) {
			const result = await runImport(...args);
			assert.equal(result.code, 2, result.stderr);
			assert.ok(result.stderr.includes(words), result.stderr);
		}
	});

	test('no database, and one without tables', async () => {
		const path = file('d.jsonl', lines([{ title: 'D', text: 'Database.' }]));
		const none = await stack.beatctl(['import', path], { env: { BEAT_DB: '' } });
		assert.equal(none.code, 1);
		assert.match(none.stderr, /BEAT_DB is not set/);
		const bare = await stack.cluster.createDatabase();
		const result = await stack.beatctl(['import', path], { env: { BEAT_DB: bare } });
		assert.equal(result.code, 1);
		assert.match(result.stderr, /beatctl migrate/);
		await stack.cluster.dropDatabase(bare);
	});

	test('the help tells formats, defaults and exit codes', async () => {
		const { stdout } = await stack.beatctl(['help', 'import']);
		for (const word of ['squad', 'mrqa', 'jsonl', 'txt', '--skip-bad', 'default: train', 'auto:80/10/10', 'Exit codes']) assert.ok(stdout.includes(word), word);
	});
});

// An import that reads what the test writes, when it writes it.
function startImport(args) {
	const child = spawn(program('beatctl'), ['import', ...args], { env: { ...process.env, ...sanitizerEnv(), BEAT_DB: stack.db } });
	const it = { child, out: '', err: '' };
	child.stdout.on('data', (d) => (it.out += d));
	child.stderr.on('data', (d) => (it.err += d));
	child.stdin.on('error', () => {});
	it.end = new Promise((done) => child.on('close', (code, signal) => done({ code, signal })));
	it.write = (text) => new Promise((done) => child.stdin.write(text, done));
	return it;
}

describe('interrupted', () => {
	const inCopy = () => until(() => stack.value("select count(*) > 0 from pg_stat_activity where datname = current_database() and query like 'copy pg_temp.import_row%' and state = 'active'"), { what: 'the copy' });

	for (const [signal, code] of [['SIGINT', 130], ['SIGTERM', 143]]) {
		test(`${signal} rolls back and says so`, async () => {
			const count = await passages();
			const it = startImport(['-', '--collection', 'interrupted']);
			await it.write(lines(Array.from({ length: 500 }, (_, i) => ({ title: `Int ${i}`, text: `Interrupted ${signal} ${i}` }))));
			await inCopy();
			it.child.kill(signal);
			it.write(lines([{ title: 'Int', text: 'More, to wake it. '.repeat(1000) }]).repeat(10));
			assert.deepEqual(await it.end, { code, signal: null });
			assert.match(it.err, /interrupted: nothing was imported/);
			assert.equal(sanitizerReport(it.err), null);
			assert.equal(await passages(), count);
		});
	}

	test('killed in the middle, and the connection lost: nothing remains', async () => {
		const count = await passages();
		const it = startImport(['-', '--collection', 'killed']);
		await it.write(lines(Array.from({ length: 500 }, (_, i) => ({ title: `Kill ${i}`, text: `Killed ${i}` }))));
		await inCopy();
		it.child.kill('SIGKILL');
		await it.end;
		const lost = startImport(['-', '--collection', 'lost']);
		await lost.write(lines(Array.from({ length: 500 }, (_, i) => ({ title: `Lost ${i}`, text: `Lost ${i}` }))));
		await inCopy();
		await stack.sql("select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'copy pg_temp%'");
		await lost.write(lines(Array.from({ length: 5000 }, (_, i) => ({ title: `Lost ${i}`, text: `Lost again ${i} ${'x'.repeat(500)}` }))));
		lost.child.stdin.end();
		assert.equal((await lost.end).code, 1);
		assert.match(lost.err, /^beatctl: .*(connection|terminat)/m);
		assert.equal(sanitizerReport(lost.err), null);
		assert.equal(await passages(), count);
	});
});

describe('size', () => {
	test('memory does not grow with the file: 30 MB of SQuAD', { timeout: 180000 }, async () => {
		const it = startImport(['-', '--collection', 'big', '--dry-run']);
		const peak = () => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${it.child.pid}/status`, 'utf8'))[1]);
		const qas = Array.from({ length: 40 }, (_, i) => ({ id: `q${i}`, question: 'What is asked here, and of whom?'.repeat(4), answers: [{ text: 'x', answer_start: i }] }));
		await it.write('{"version":"1.1","data":[');
		let early = 0;
		for (let i = 0; i < 300; i++) {
			const paragraphs = Array.from({ length: 10 }, (_, k) => ({ context: `Context ${i} ${k} ${'filler text '.repeat(200)}`, qas }));
			await it.write(`${i ? ',' : ''}${JSON.stringify({ paragraphs, title: `Big ${i}` })}`);
			if (i === 30) early = peak();
		}
		const late = peak();
		await it.write(']}');
		it.child.stdin.end();
		assert.equal((await it.end).code, 0, it.err);
		assert.match(it.out, /^passages    3000 new/m);
		assert.ok(late - early < 4096, `grew from ${early} kB after 3 MB to ${late} kB after 30 MB`);
	});

	test('a progress bar on a terminal, none elsewhere', async () => {
		const path = file('bar.json', squad(Array.from({ length: 300 }, (_, i) => article(`Bar ${i}`, `Text of the bar ${i}. ${'x'.repeat(2000)}`))));
		const it = spawn('script', ['-qec', `${program('beatctl')} import '${path}' --dry-run`, '/dev/null'], { env: { ...process.env, TERM: 'xterm', BEAT_DB: stack.db }, stdio: ['ignore', 'pipe', 'pipe'] });
		let out = '';
		it.stdout.on('data', (d) => (out += d));
		assert.equal(await new Promise((done) => it.on('close', done)), 0, out);
		assert.match(out, /importing \[[#.]+\] +\d+ %/);
		const quiet = await runImport(path, '--dry-run');
		assert.equal(quiet.stderr, '');
	});
});

describe('the sample passages', () => {
	const text = readFileSync(SAMPLE);
	const rows = text.toString('utf8').trimEnd().split('\n').map((line) => JSON.parse(line));

	test('at least 80 in 25 documents, 80 to 200 words each, no two alike, UTF-8, letters of many scripts and emoji', () => {
		assert.ok(Buffer.from(text.toString('utf8')).equals(text), 'valid UTF-8');
		assert.ok(rows.length >= 80, `${rows.length} passages`);
		assert.ok(new Set(rows.map((r) => r.title)).size >= 25);
		assert.equal(new Set(rows.map((r) => r.text)).size, rows.length);
		for (const row of rows) {
			assert.deepEqual(Object.keys(row), ['title', 'text']);
			const words = row.text.split(/\s+/).length;
			assert.ok(words >= 80 && words <= 200, `${words} words: ${row.text.slice(0, 60)}`);
			assert.equal(row.text, row.text.trim());
			assert.doesNotMatch(row.text, /\s\s|[\n\r\t]/);
			assert.equal(row.text, row.text.normalize('NFC'));
		}
		const all = rows.map((r) => r.text).join(' ');
		for (const word of ['é', 'ü', 'ł', 'Ελλάδα', 'Москва', '日本', '€', '£', '😂']) assert.ok(all.includes(word), word);
	});

	test('are imported without a complaint', async () => {
		const result = await runImport(SAMPLE, '--collection', 'sample', '--split', 'auto:80/10/10');
		assert.equal(result.code, 0, result.stderr);
		assert.equal(result.stderr, '');
		assert.equal((await stored('sample')).length, rows.length);
	});
});

test('what is curated goes in', async () => {
	const page = file('page.html', '<title>The Rhine</title><p>It rises in the <a href="https://x.y">Alps</a>.</p><p>Then it flows north.</p>');
	const to = join(stack.dir, 'curated.jsonl');
	const made = await stack.beatctl(['lab', 'curate', page, '--out', to]);
	assert.equal(made.code, 0, made.stderr);
	const result = await runImport(to, '--collection', 'curated');
	assert.equal(result.code, 0, result.stderr);
	assert.deepEqual(
		(await stored('curated')).map((p) => [p.title, p.text]),
		[
			['The Rhine', 'It rises in the LINKREMOVED.'],
			['The Rhine', 'Then it flows north.'],
		],
	);
});

test('the lengths of what was curated are as far from the reference in the project as curating told', async () => {
	const texts = (name, most) => Array.from({ length: 60 }, (_, i) => ({ title: `${name} ${i}`, text: `${name} ${i} ${'ü'.repeat(1 + ((i * 17) % most))}` }));
	const lines = (name, rows) => file(name, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
	const reference = lines('like.jsonl', texts('Reference', 40)), to = join(stack.dir, 'alike.jsonl');
	await stack.ctl('lab', 'curate', lines('corpus.jsonl', texts('Corpus', 60)), '--like', reference, '--out', to);
	const { after: told } = JSON.parse(readFileSync(`${to}.provenance.json`, 'utf8')).notes.lengths;
	assert.ok(told.total_variation > 0 && told.total_variation < 1);
	await stack.ctl('import', to, '--collection', 'alike', '--split', 'train');
	await stack.createProject('alike', ['--adversary', 'none', '--open', '--collection', 'alike']);
	assert.match(await stack.ctl('project', 'lengths', 'alike'), /no reference: 'beatctl project reference/);
	assert.match(await stack.ctl('project', 'reference', 'alike', reference), /compared with like\.jsonl: 60 passages/);
	const { passages, mean, reference: found } = JSON.parse(await stack.ctl('project', 'lengths', 'alike', '--json'));
	const close = (a, b, digits) => assert.ok(Math.abs(a - b) <= 0.51 * 10 ** -digits, `${a}, ${b}`);
	assert.deepEqual([passages, found.passages], [told.passages, 60]);
	close(mean, told.mean_length, 1);
	close(found.total_variation, told.total_variation, 6);
	close(found.kolmogorov_smirnov, told.kolmogorov_smirnov, 6);
	const svg = join(stack.dir, 'lengths.svg');
	const said = await stack.ctl('project', 'lengths', 'alike', '--plot', svg);
	assert.ok(said.includes(`total variation ${found.total_variation.toFixed(3)}, Kolmogorov-Smirnov ${found.kolmogorov_smirnov.toFixed(3)}`), said);
	assert.match(readFileSync(svg, 'utf8'), /^<svg.*>like\.jsonl<.*<\/svg>\s*$/s);
	await stack.ctl('project', 'reference', 'alike', '--collection', 'alike', '--title', 'itself');
	const same = JSON.parse(await stack.ctl('project', 'lengths', 'alike', '--json')).reference;
	assert.deepEqual([same.name, same.total_variation, same.kolmogorov_smirnov], ['itself', 0, 0]);
	for (const words of [[], [reference, '--none'], ['--collection', 'alike', '--none'], [reference, '--title', '']]) {
		const wrong = await stack.beatctl(['project', 'reference', 'alike', ...words]);
		assert.equal(wrong.code, 2, wrong.stderr);
	}
	const empty = await stack.beatctl(['project', 'reference', 'alike', file('no-passages.jsonl', '{"a": 1}\n')]);
	assert.deepEqual([empty.code, /there are no passages in it/.test(empty.stderr)], [1, true]);
	assert.equal(JSON.parse(await stack.ctl('project', 'lengths', 'alike', '--json')).reference.name, 'itself', 'what is refused changes nothing');
	await stack.ctl('project', 'reference', 'alike', '--none');
	assert.equal(JSON.parse(await stack.ctl('project', 'lengths', 'alike', '--json')).reference, null);
});
