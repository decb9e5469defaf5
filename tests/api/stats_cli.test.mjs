// beatctl stats: the same questions as a project, as a release and as files give the same numbers, which are also the
// dashboard's; what a word means; and the three forms of output. tests/oracle compares every number with a computation of
// its own.
import assert from 'node:assert/strict';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { PASSAGES, startStack } from '../lib/stack.mjs';
import { author, settle, validate, vote } from '../lib/validation.mjs';

const HOSTILE = `</svg><script>alert("1")</script> & '\u202e\u0007 ]]>`;
const DEFINITIONS = /Definitions\n {2}Questions: .*\n[\s\S]*Longest n-gram overlap .*: The most words in a row/;

let stack, unvalidated; // a moment after the questions and before the votes
const stats = (...args) => stack.beatctl(['stats', ...args]);
async function shown(...args) {
	const { code, stdout, stderr } = await stats(...args);
	assert.equal(code, 0, stderr);
	assert.equal(stderr, '');
	return stdout;
}
const json = async (...args) => JSON.parse(await shown(...args, '--json'));
async function refused(code, pattern, ...args) {
	const result = await stats(...args);
	assert.equal(result.code, code, result.stdout + result.stderr);
	assert.match(result.stderr, pattern);
	assert.equal(result.stdout, '');
}
// All that is counted from the questions themselves.
const counted = ({ documents, passages, questions, splits, lengths, question_lengths, answer_lengths, overlap, wh, answer_types, first_tokens, by_split }) => ({
	documents, passages, questions, splits, lengths, question_lengths, answer_lengths, overlap, wh, answer_types, first_tokens, by_split,
});

const squad = (rows) => ({
	version: '1.1',
	data: rows.map(({ title, text, qas }) => ({ title, paragraphs: [{ context: text, qas }] })),
});
const write = (name, content) => {
	const path = join(stack.dir, name);
	writeFileSync(path, typeof content === 'object' && !Buffer.isBuffer(content) ? JSON.stringify(content) : content);
	return path;
};

// What author asks about any passage of the stack: its last word, and the three before it.
const questions = ({ passage: { text } }) => {
	const words = text.split(' ');
	return [
		[`What is the ${words.slice(3, 7).join(' ')}?`, words.at(-1)],
		[`Who, ${HOSTILE}, knows?`, words.slice(-4, -1).join(' ')],
	];
};

async function play() {
	for (let i = 0; i < PASSAGES.length; i++) await author(stack, questions, { worker: `author ${i}` });
	unvalidated = await stack.value('select beat.iso(clock_timestamp())');
	for (const worker of ['v1', 'v2', 'v3']) {
		for (;;) {
			const { body: session } = await validate(stack, worker);
			if (!session.token) break;
			const words = session.passage.text.split(' ');
			for (const { id, question } of session.questions) {
				const right = question.startsWith('What') ? words.at(-1) : words.slice(-4, -1).join(' ');
				await vote(stack, session, id, worker === 'v3' ? { reason: 'unclear', comment: '' } : worker === 'v2' ? words.at(-1) : right);
			}
			assert.equal((await stack.submit(session)).status, 200);
		}
	}
	await settle(stack);
}

// A reviewer gives every question of the drawn HITs two labels.
const review = () => stack.sql(`do $$
	declare item json; account text;
	begin
		insert into beat.account (name, role, password) values ('ina', 'reviewer', '');
		select id::text into account from beat.account where name = 'ina';
		perform admin_batch_close('demo', 's', 'tester');
		loop
			item := admin_review_next('demo', 'review', account, 'user:ina', false);
			exit when item -> 'item' ->> 'review' is null;
			perform admin_review_finish(item -> 'item' ->> 'review', (
				select json_agg(json_build_object('question', q ->> 'id', 'valid', true, 'tags', '[]'::json,
						'labels', '["explicit", "temporal"]'::json, 'comment', ''))::text
				  from json_array_elements(item -> 'item' -> 'questions') as q), account, 'user:ina');
		end loop;
	end $$`);

before(async () => {
	stack = await startStack({ passages: false, project: false, beatd: false });
	for (const [i, split] of ['train', 'train', 'train', 'dev', 'dev', 'test'].entries()) await stack.importPassages([PASSAGES[i]], { split });
	await stack.createProject('demo');
	await stack.startBeatd();
	await play();
	await review();
	await stack.beatd.stop();
});
after(() => stack?.stop());

describe('of a project', () => {
	let project;
	before(async () => {
		project = await json('demo');
	});

	test('all questions that are in are counted, by split', () => {
		assert.deepEqual(
			project.splits.map(({ split, documents, passages, questions: n }) => [split, documents, passages, n]),
			[['train', 3, 3, 6], ['dev', 2, 2, 4], ['test', 1, 1, 2]],
		);
		assert.equal(project.questions, 12);
		assert.equal(project.about.kind, 'project');
		assert.match(project.about.as_of, /^\d{4}-\d\d-\d\dT.*Z$/);
		assert.equal(project.about.note, null);
	});

	test('the numbers are those of the dashboard', async () => {
		const [{ s: desk }] = await stack.sql("select admin_statistics('demo') as s");
		assert.equal(desk.questions, project.questions);
		for (const [name, value] of Object.entries(desk.lengths)) assert.equal(project.lengths[name].toFixed(2), Number(value).toFixed(2), name);
		for (const name of ['question_lengths', 'answer_lengths', 'overlap', 'wh']) assert.deepEqual(project[name], desk[name], name);
		const plain = (list) => list.map(({ path, n }) => `${n} ${path.join(' ')}`).sort();
		assert.deepEqual(plain(project.first_tokens), plain(desk.first_tokens));
		assert.deepEqual(project.splits.map(({ unanswered, ...split }) => split), desk.splits);
		assert.deepEqual(project.labels, desk.labels);
	});

	test('human performance is that of the validation page', async () => {
		const [{ h }] = await stack.sql("select admin_human_performance('demo', '1') as h");
		const plain = ({ split, questions: n, one, mean, best }) => ({ split, questions: n, one, mean, best });
		const near = (value) => JSON.parse(JSON.stringify(value), (_, v) => (typeof v === 'number' ? Math.round(v * 100) / 100 : v));
		const sorted = (list) => [...list].sort((a, b) => (a.split < b.split ? -1 : 1));
		assert.deepEqual(sorted(project.human.splits.map(plain)), sorted(near(h.splits.map(plain))));
		assert.equal(project.human.source, 'votes');
		const dev = project.human.splits.find(({ split }) => split === 'dev');
		assert.deepEqual([dev.questions, dev.best.em, dev.mean.em], [4, 100, 50]);
		const again = await json('demo', '--seed', 'other');
		assert.equal(again.human.seed, 'other');
		assert.deepEqual(again.human.splits.map(({ best }) => best), project.human.splits.map(({ best }) => best));
	});

	test('labels are those of the reviews', () => {
		const labels = Object.fromEntries(project.labels.map(({ label, n }) => [label, n]));
		assert.equal(project.labels.length, 13);
		assert.equal(project.labelled, 12);
		assert.deepEqual([labels.explicit, labels.temporal, labels.spatial], [12, 12, 0]);
	});

	test('at a terminal: tables, bars and definitions', async () => {
		const text = await shown('demo');
		assert.match(text, /^project demo, as of \S+Z: 12 questions on 6 passages of 6 documents$/m);
		assert.match(text, /^SPLIT +DOCUMENTS +PASSAGES +QUESTIONS\ntrain +3 +3 +6$/m);
		assert.match(text, /^paper: D_RoBERTa +10\.0 +3\.2 +2\.0$/m);
		assert.match(text, /^what +6 +50\.0 % +█+$/m);
		assert.match(text, /^explicit +12 +100\.0 % +█+$/m);
		assert.match(text, DEFINITIONS);
		assert.ok(!/[\u0007\u202e]/.test(text), 'control characters reach the terminal');
		for (const paper of ['Table 2', 'Table 3', 'Table 4', 'Figure 4', 'Figure 5', 'Figure 6', 'Figure 7', 'Figure 8', 'Figure 9', 'Figure 10', 'Figures 11 to 14']) assert.ok(text.includes(`(${paper})`), paper);
	});

	test('as of before, nothing was there; waiting questions are told of', async () => {
		const past = await json('demo', '--as-of', '2020-01-01T00:00Z');
		assert.equal(past.questions, 0);
		assert.equal(past.lengths.question_words, null);
		assert.match(await shown('demo', '--as-of', '2020-01-01T00:00Z'), /0 questions on 0 passages/);
		assert.match(await shown('demo', '--html', '--as-of', '2020-01-01T00:00Z'), /There are no questions yet/);
		const waiting = await json('demo', '--as-of', unvalidated);
		assert.deepEqual([waiting.questions, waiting.human.splits.length, waiting.labelled], [6, 0, 0]);
		assert.equal(waiting.about.note, '6 questions of dev and test wait for votes and are not counted.');
	});
});

describe('of a release', () => {
	let release;
	before(async () => {
		await stack.ctl('release', 'build', 'demo', '--version', '1.0');
		release = await json('demo@1.0');
	});

	test('the numbers are the project\'s', async () => {
		const project = await json('demo');
		assert.deepEqual(counted(release), counted(project));
		assert.deepEqual(release.human, project.human);
		assert.deepEqual(release.labels, project.labels);
		assert.equal(release.about.name, 'demo@1.0');
	});

	test('and those of its statistics.json, figures included', async () => {
		const folder = join(stack.dir, 'demo@1.0');
		const file = JSON.parse(readFileSync(join(folder, 'statistics.json'), 'utf8'));
		assert.deepEqual(counted(file), counted(release));
		assert.deepEqual(file.human, release.human);
		const figures = readdirSync(join(folder, 'figures'));
		assert.equal(figures.length, 10);
		assert.ok(figures.includes('worker-success.svg'));
		for (const name of figures) {
			const svg = readFileSync(join(folder, 'figures', name), 'utf8');
			assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
			assert.ok(!svg.includes('<script'), name);
			assert.ok(!svg.includes('prefers-color-scheme'), `${name} is not always light`);
		}
	});

	test('and those of its files', async () => {
		const files = ['train', 'dev', 'test'].map((split) => join(stack.dir, 'demo@1.0', 'demo', `${split}.json`));
		assert.deepEqual(counted(await json(files.join(','))), counted(release));
		const mrqa = ['train', 'dev', 'test'].map((split) => join(stack.dir, 'demo@1.0', 'mrqa', `${split}.jsonl.gz`));
		const same = await json(mrqa.join(','));
		assert.equal(same.questions, release.questions);
		assert.deepEqual(same.wh, release.wh);
	});

	test('a vote that is excluded later changes nothing', async () => {
		await stack.ctl('validation', 'exclude', 'demo', 'direct:v1', '--reason', 'careless');
		assert.deepEqual((await json('demo@1.0')).human, release.human);
		await stack.ctl('validation', 'include', 'demo', 'direct:v1', '--reason', 'was right');
	});
});

describe('of files', () => {
	const qas = (n) => Array.from({ length: n }, (_, i) => ({ id: `q${i}`, question: 'Who did it?', answers: [{ text: 'Ann', answer_start: 0 }, { text: i % 2 ? 'Ann' : 'Bob', answer_start: 0 }] }));

	test('human performance sets one answer against the others', async () => {
		const file = write('several-dev.json', squad([{ title: 'T', text: 'Ann or Bob', qas: qas(10) }]));
		const { human, splits } = await json(file);
		assert.equal(splits[0].split, 'dev');
		assert.equal(human.source, 'answers');
		assert.deepEqual([human.splits[0].questions, human.splits[0].one.em, human.splits[0].best.f1], [10, 50, 50]);
		assert.deepEqual(await json(file), await json(file));
	});

	test('gzip, standard input, a public test set without answers, several of the same name', async () => {
		const set = squad([{ title: HOSTILE, text: HOSTILE, qas: qas(2) }]);
		const file = write('set.json.gz', gzipSync(JSON.stringify(set)));
		const piped = await stack.beatctl(['stats', '-', '--json'], { input: JSON.stringify(set) });
		assert.equal(piped.code, 0, piped.stderr);
		assert.deepEqual(counted(JSON.parse(piped.stdout)).wh, counted(await json(file)).wh);
		for (const qa of set.data[0].paragraphs[0].qas) delete qa.answers;
		const bare = await json(write('test-public.json', set));
		assert.deepEqual([bare.unanswered, bare.lengths.answer_words, bare.splits[0].split], [2, null, 'test']);
		mkdirSync(join(stack.dir, 'other'));
		const twice = await json([write('a-dev.json', set), write('other/b-dev.json', set)].join(','));
		assert.deepEqual(twice.splits.map(({ split }) => split.split('/').at(-1)), ['a-dev.json', 'b-dev.json']);
	});

	test('without a database', async () => {
		const file = write('plain.json', squad([]));
		const result = await stack.beatctl(['stats', file], { env: { BEAT_DB: '' } });
		assert.equal(result.code, 0, result.stderr);
		assert.match(result.stdout, /^file plain\.json: 0 questions on 0 passages of 0 documents$/m);
		assert.match(result.stdout, DEFINITIONS);
	});

	test('HTML is one file that needs nothing else, and appears whole', async () => {
		const file = write('hostile-dev.json', squad([{ title: HOSTILE, text: HOSTILE, qas: [{ id: HOSTILE, question: HOSTILE, answers: [{ text: HOSTILE }] }] }]));
		const out = join(stack.dir, 'report.html');
		assert.equal(await shown(file, '--html', '--out', out), '');
		const html = readFileSync(out, 'utf8');
		assert.ok(!existsSync(`${out}.partial`));
		assert.equal(html, await shown(file, '--html'));
		assert.match(html, /^<!doctype html>\n<html lang="en">/);
		assert.ok(!/<script|<link|@import|url\(|src=|https?:(?!\/\/www\.w3\.org\/2000\/svg)/.test(html));
		assert.ok(!html.includes('\u0007'));
		for (const part of ['prefers-color-scheme:dark', '@media print', 'Definitions', '<svg', 'role="img"']) assert.ok(html.includes(part), part);
	});

	test('a device or a link is written to, never replaced', async () => {
		const path = write('linked.json', squad([{ title: 'T', text: 'One two.', qas: [] }]));
		const [link, target] = ['report-link', 'report-target'].map((name) => join(stack.dir, name));
		symlinkSync(target, link);
		await shown(path, '--json', '--out', link);
		assert.ok(lstatSync(link).isSymbolicLink());
		assert.equal(JSON.parse(readFileSync(target, 'utf8')).questions, 0);
		await refused(1, /could not write .*: Is a directory\./, path, '--out', stack.dir);
		await refused(1, /could not write .*nowhere\/x: No such file or directory\./, path, '--out', join(stack.dir, 'nowhere/x'));
		const full = join(stack.dir, 'full');
		symlinkSync('/dev/full', full);
		await refused(1, /could not write .*full: No space left on device\./, path, '--html', '--out', full);
		assert.ok(lstatSync('/dev/full').isCharacterDevice());
	});

	test('answers that cannot be read are refused; none at all are not', async () => {
		const file = (answers) => write('answers.json', squad([{ title: 'T', text: 'One two.', qas: [{ id: 'a', question: 'Why?', answers }] }]));
		await refused(1, /answers\.json: data\[0\]\.paragraphs\[0\]\.qas\[0\]: the field "answers" must be an array, not a string/, file('One'));
		await refused(1, /answers\[1\]: the field "text" must be a string, not a number/, file([{ text: 'One' }, { text: 2 }]));
		assert.equal((await json(file([]))).unanswered, 1);
		assert.equal((await json(file(undefined))).unanswered, 1);
	});

	test('what is no dataset is refused, with its place', async () => {
		await refused(1, /beatctl: stats: .*broken\.json/, write('broken.json', '{"data":[{"paragraphs":'));
		await refused(1, /data\[0\]\.paragraphs\[0\].*context/, write('lacking.json', { data: [{ paragraphs: [{ qas: [] }] }] }));
		await refused(1, /nowhere\.json/, join(stack.dir, 'nowhere.json'));
		await refused(1, /is a folder\. Name its files/, `${stack.dir}/`);
		await refused(1, /could not write/, write('fine.json', squad([])), '--json', '--out', join(stack.dir, 'no', 'such', 'folder.json'));
	});
});

describe('side by side', () => {
	const sets = () => [write('left-dev.json', squad([{ title: 'T', text: 'Ann saw 3 mills in May 1847.', qas: [
		{ id: 'a', question: 'What did Ann see?', answers: [{ text: '3 mills', answer_start: 8 }] },
		{ id: 'b', question: 'When was it, roughly?', answers: [{ text: 'May 1847', answer_start: 19 }] },
	] }])), write('right-dev.json', squad([{ title: HOSTILE, text: `Bob & 50 % of {all} ${HOSTILE}`, qas: [
		{ id: 'c', question: `Who_is it ${HOSTILE}?`, answers: [{ text: 'Bob', answer_start: 0 }] },
	] }]))];

	test('each is told as it is told alone', async () => {
		const [left, right] = sets();
		const { series } = await json(`Left=${left}`, right, 'demo');
		assert.equal(series.length, 3);
		const { about: named, ...rest } = series[0];
		assert.deepEqual([named.name, named.kind], ['Left', 'file']);
		const { about: _, ...alone } = await json(left);
		assert.deepEqual(rest, alone);
		assert.deepEqual(series[1], await json(right));
		assert.deepEqual(counted(series[2]), counted(await json('demo')));
	});

	test('as columns of the tables, work and pay of all stages beside the paper\'s', async () => {
		const [left, right] = sets();
		const text = await shown(`Left=${left}`, `Right=${right}`, 'demo', '--fee', '20');
		assert.match(text, /^measure +Left +Right +demo +paper: SQuAD/m);
		assert.match(text, /^questions, dev +2 +1 +\d+ +5,278 +1,000 +1,000 +1,000$/m);
		assert.match(text, /^question length +4\.00 +/m);
		assert.match(text, /^seconds a HIT, generation +– +– +[\d.]+ +[\d.]+ +551\.8 +722\.4 +686\.4$/m);
		assert.match(text, /^USD, all +– +– +[\d.]+ +[\d.]+ +27000 for all three/m);
		assert.match(text, /^ *100 % +– +– +\d+$/m, 'files know no workers');
		const html = await shown(`Left=${left}`, `Right=${right}`, 'demo', '--html');
		assert.ok(html.includes('>No workers: Left, Right</text>') && !html.includes('>120 %</text>'));
		assert.ok(!/[\u0007\u202e]/.test(text));
	});

	test('every table and the examples in LaTeX, Markdown and HTML, whatever the texts are', async () => {
		const [left, right] = sets();
		const latex = await shown(left, right, '--latex');
		assert.match(latex, /Ann saw \\textcolor\{blue!70!black\}\{\\textbf\{3 mills\}\} in May 1847\./);
		assert.match(latex, /50 \\% of \\\{all\\\}/);
		assert.match(latex, /Who\\_is it/);
		assert.equal(latex.match(/\\begin\{tabular\}/g).length, latex.match(/\\toprule/g).length);
		for (const label of ['table-1', 'table-3', 'table-4', 'figure-4', 'figure-6', 'figure-7', 'figure-8', 'figure-9']) assert.ok(latex.includes(`\\label{tab:${label}}`), label);
		const markdown = await shown(left, right, '--markdown', '--examples', '1');
		assert.match(markdown, /in <mark>May 1847<\/mark>|<mark>3 mills<\/mark>/);
		assert.match(markdown, /&lt;script&gt;/);
		assert.equal(markdown.match(/\*\*Question:\*\*/g).length, 2);
		const html = await shown(left, right, '--html');
		assert.ok(!html.includes('<script'));
		assert.match(html, /<mark>Bob<\/mark>/);
		assert.equal(html.match(/<figure>/g).length, 5);
		assert.equal(html, await shown(left, right, '--html'));
		assert.notEqual(await shown(left, '--latex', '--examples', '1', '--seed', '1'), await shown(left, '--latex', '--examples', '1', '--seed', '3'));
	});

	test('figures as SVG, PNG and PDF: light, both axes named, the same bytes again', async () => {
		const [left, right] = sets();
		const folders = ['figures-1', 'figures-2'].map((name) => join(stack.dir, name));
		for (const folder of folders) await shown(left, right, '--json', '--figures', folder);
		const names = readdirSync(folders[0]).sort();
		assert.deepEqual(names, ['answer-length', 'answer-types', 'ngram-overlap', 'question-length', 'question-types'].flatMap((name) => ['pdf', 'png', 'svg'].map((kind) => `${name}.${kind}`)));
		for (const name of names) assert.deepEqual(readFileSync(join(folders[0], name)), readFileSync(join(folders[1], name)), name);
		const svg = readFileSync(join(folders[0], 'question-length.svg'), 'utf8');
		assert.ok(svg.includes('>words of the question</text>') && svg.includes('>share of the questions</text>'));
		assert.ok(!svg.includes('prefers-color-scheme'));
		assert.equal(readFileSync(join(folders[0], 'question-length.png')).subarray(1, 4).toString(), 'PNG');
		assert.equal(readFileSync(join(folders[0], 'question-length.pdf')).subarray(0, 5).toString(), '%PDF-');
	});
});

describe('the word', () => {
	test('that is neither is explained', async () => {
		await refused(1, /there is no project 'dmo' and no file of that name; 'beatctl project list'/, 'dmo');
		await refused(1, /there is no release 'demo@9'; 'beatctl release list'/, 'demo@9');
	});

	test('that is a project and a file is asked about', async () => {
		write('demo', squad([]));
		await refused(1, /'demo' is a project and also a file in this folder\. Say --kind project, or \.\/demo for the file/, 'demo');
		assert.equal((await json('demo', '--kind', 'project')).questions, 12);
		assert.equal((await json('./demo')).questions, 0);
		assert.equal((await json('demo', '--kind', 'file')).about.kind, 'file');
		write('lonely', squad([]));
		assert.equal((await json('lonely')).about.kind, 'file');
	});

	test('and the options are checked', async () => {
		await refused(2, /say of what: a project, a release NAME@VERSION, or files/);
		await refused(2, /--json, --html, --markdown and --latex exclude each other/, 'demo', '--json', '--html');
		await refused(2, /a seed has 1 to 64 letters/, 'demo', '--seed', 'a b');
		await refused(2, /--kind is project, release or file, not 'thing'/, 'demo', '--kind', 'thing');
		await refused(2, /a file has no past/, './demo', '--as-of', '2020-01-01');
		await refused(2, /a release has its own moment/, 'demo@1.0', '--as-of', '2020-01-01');
		await refused(1, /./, 'demo', '--kind', 'project', '--as-of', 'yesteryear');
		await refused(2, /at most 6 datasets stand side by side, not 7/, ...Array(7).fill('demo'));
		await refused(2, /--figure-formats is a list of svg, png and pdf, not 'gif'/, './demo', '--figures', stack.dir, '--figure-formats', 'gif');
		const bare = await stack.beatctl(['stats', write('one-dev.json', squad([{ title: 'T', text: 'One two.', qas: [{ id: 'a', question: 'Why?', answers: [{ text: 'One', answer_start: 0 }] }] }])), '--figures', join(stack.dir, 'nopath')], { env: { PATH: '/nowhere' } });
		assert.equal(bare.code, 1);
		assert.match(bare.stderr, /png files are made by rsvg-convert.*librsvg2-bin, or ask for svg alone/);
		const help = await stack.beatctl(['stats', '--help']);
		assert.equal(help.code, 0);
		assert.match(help.stdout, /Usage: beatctl stats DATASET/);
	});
});
