// The whole way: SQuAD files are imported, played by script against a model that answers from a prediction file, validated
// and reviewed by script, released; then read by a program that knows the formats and nothing of ours.
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { signIn } from '../lib/desk.mjs';
import { run, startStack } from '../lib/stack.mjs';
import { validate, vote } from '../lib/validation.mjs';
import { FILES, HOSTILE, modelOf, modelWins, outcome, predictionsOf, spanAt, squadOf } from './script.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
const READER = join(HERE, 'check_release.py');
let stack, ada, folder, result;
const hits = [];

const read = (...args) => run('/usr/bin/python3', [READER, ...args], { timeout: 120000 });
const paragraphsOf = (file) => file.articles.flatMap(({ title, paragraphs }) => paragraphs.map((p) => ({ title, split: file.split, ...p })));
const scripted = new Map(FILES.flatMap(paragraphsOf).map((p) => [p.context, p]));

// One HIT as the script has it; what was sent is written down.
async function play(worker, project = 'demo') {
	const { body: session, status, text } = await stack.session(worker, { project });
	assert.ok(session.token, `${status} ${text}`);
	const { title, split, context, qas, leaves = false } = scripted.get(session.passage.text);
	const hit = { worker, split, title, context, handedIn: !leaves, reviewed: false, attempts: [] };
	for (const q of qas) {
		const id = randomUUID();
		const { body } = await stack.attempt(session, q.question, spanAt(context, q.answer, q.nth), { id });
		const verdict = q.predict === null ? 'none' : modelWins(q.answer, q.predict) ? 'model' : 'human';
		assert.equal(body.verdict, verdict, `${q.question}: ${JSON.stringify(body)}`);
		hit.attempts.push({ id, ...q });
	}
	if (!leaves) assert.equal((await stack.submit(session)).status, 200);
	return hit;
}

async function playAll() {
	const squads = FILES.map(squadOf), predictions = join(stack.dir, 'predictions.json');
	writeFileSync(predictions, JSON.stringify(predictionsOf(FILES)));
	stack.stub.always(modelOf(squads, JSON.parse(readFileSync(predictions, 'utf8'))));
	let author = 0;
	for (const [i, file] of FILES.entries()) {
		const path = join(stack.dir, `${file.name}.json`);
		writeFileSync(path, JSON.stringify(squads[i]));
		await stack.ctl('import', path, '--collection', 'squad', '--split', file.split);
		if (i === 0) await stack.createProject('demo', ['--open', '--collection', 'squad', '--questions', '50', '--validation-votes', '3', '--success-least', '1', '--title', `x\n---\nlicense: mit\n${HOSTILE}`]);
		for (let n = paragraphsOf(file).length; n > 0; n--) hits.push(await play(file.worker ?? `author-${++author}`));
	}
}

// The k-th validator answers every question as the script says.
async function validateAs(k) {
	for (;;) {
		const { body: session } = await validate(stack, `validator-${k}`, { project: 'demo' });
		if (session.done) return assert.equal(session.reason, 'no_work');
		const { qas } = scripted.get(session.passage.text);
		for (const { id, question } of session.questions) {
			const answer = qas.find((q) => q.question === question).votes[k];
			const given = answer === null ? { reason: 'no_answer' } : spanOfVote(session.passage.text, answer);
			const voted = await vote(stack, session, id, given);
			assert.equal(voted.status, 200, voted.text);
		}
		assert.equal((await stack.submit(session)).status, 200);
	}
}

// Votes are what validators find in the passage; one that differs in case or punctuation stands there otherwise.
function spanOfVote(text, answer) {
	if (text.includes(answer)) return spanAt(text, answer);
	const bare = answer.replace(/^the\s+/i, '').replace(/!$/, '').replace(/\s+/g, ' ');
	return spanAt(text, bare);
}

async function reviewAll() {
	await ada.write('/projects/demo/batches', { seed: '7' });
	for (;;) {
		const { item } = await ada.write('/projects/demo/review/next');
		if (!item) return;
		const hit = hits.find((h) => h.context === item.passage.text);
		const valid = (q) => hit.attempts.find((a) => a.question === q.question).valid;
		const judgements = item.questions.map((q) =>
			({ question: q.id, valid: valid(q), tags: valid(q) ? [] : ['nonsense'], labels: [], comment: '' }));
		await ada.write(`/reviews/${item.review}/finish`, { judgements });
		hit.reviewed = true;
	}
}

before(async () => {
	stack = await startStack({ passages: false, project: false });
	ada = await signIn(stack);
	await playAll();
	for (let k = 0; k < 3; k++) await validateAs(k);
	await reviewAll();
	folder = join(stack.dir, 'out');
	result = outcome(hits);
	await stack.ctl('validation', 'close', 'demo');
	await stack.ctl('release', 'build', 'demo', '--version', '1.0', '--out', folder, '--licence', 'CC BY-SA 4.0');
	writeFileSync(join(stack.dir, 'expected.json'), JSON.stringify(result.expected));
});
after(() => stack?.stop());

describe('what was played, validated and reviewed', () => {
	it('is what the script meant it to be', async () => {
		const sloppy = hits.find((h) => h.title === 'Sloppy').worker;
		assert.deepEqual(result.revoked, [sloppy, 'careless'], 'one by review, one by answerability');
		const revoked = await stack.sql(`select w.platform_worker_id as name, v.cause from revocation v join worker w on w.id = v.worker_id
			where v.state = 'done' order by 1`);
		assert.deepEqual(revoked, [{ name: sloppy, cause: 'review' }, { name: 'careless', cause: 'answerability' }]);
		assert.deepEqual(Object.values(result.expected).map((list) => list.length), [13, 5, 2]);
	});

	it('comes out as exactly these questions, by every rule of every format', async () => {
		const { code, stdout, stderr } = await read('--expect', join(stack.dir, 'expected.json'), folder);
		assert.equal(code, 0, stderr);
		const { name, formats, counts } = JSON.parse(stdout);
		assert.equal(name, 'demo');
		assert.deepEqual(formats, ['attempts', 'hf', 'mrqa', 'squad']);
		for (const split of ['train', 'dev', 'test']) assert.equal(counts[`attempts of ${split}`], result.attempts[split], split);
		assert.equal(counts['mrqa left out of train'], 2, 'the answers beyond the 800th token');
		assert.match(readFileSync(join(folder, 'README.md'), 'utf8'), /their answer lies beyond that: 2 questions\./);
	});

	it('knows nobody: no name, no moment, no number of the database', async () => {
		const files = (await run('find', [folder, '-type', 'f'])).stdout.trim().split('\n');
		const [{ day }] = await stack.sql(`select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD') as day`);
		for (const file of files) {
			const bytes = readFileSync(file);
			const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
			assert.ok(!/careless|author-\d|validator-\d/.test(text), file);
			for (const { attempts } of hits) for (const { id } of attempts) assert.ok(!text.includes(id), `${file} holds the attempt ${id}`);
			if (!/README\.md|croissant\.json|statistics\.json|\.svg$/.test(file)) assert.ok(!text.includes(day), `${file} holds a moment`);
		}
	});

	it('is the same when it is written again', async () => {
		const again = join(stack.dir, 'again');
		await stack.ctl('release', 'write', 'demo@1.0', '--out', again);
		const { stdout, code } = await run('diff', ['-r', folder, again]);
		assert.equal(code, 0, stdout);
	});

	it('can be combined with another collection, every row by its model', async () => {
		await stack.ctl('model', 'add', 'elsewhere', stack.modelUrl);
		const answers = stack.stub.standard;
		stack.stub.always((request) => ({ ...answers(request), model: 'other' }));
		await stack.createProject('second', ['--open', '--collection', 'squad', '--questions', '50', '--validation-votes', '0', '--model', 'elsewhere']);
		const more = [await play('someone', 'second'), await play('else', 'second')];
		const parts = [result.expected, outcome(more.map((hit) => ({ ...hit, attempts: hit.attempts.map((q) => ({ ...q, votes: [q.answer] })) }))).expected];
		const expected = Object.fromEntries(['train', 'dev', 'test'].map((split) => [split, parts.flatMap((part) => part[split])]));
		const path = join(stack.dir, 'combined.json'), both = join(stack.dir, 'both');
		writeFileSync(path, JSON.stringify(expected));
		await stack.ctl('release', 'build', 'second', '--version', '1.0', '--licence', 'Our "own": v1 | <b># x', '--out', join(stack.dir, 'second'));
		await stack.ctl('release', 'combine', 'both', '--of', 'demo@1.0,second@1.0', '--version', '1.0', '--seed', '7', '--out', both);
		const second = await read(join(stack.dir, 'second'));
		assert.equal(second.code, 0, second.stderr);
		assert.match(readFileSync(join(stack.dir, 'second/README.md'), 'utf8'), /^license: other\nlicense_name: "our-own-v1-b-x"$/m);
		const { code, stderr } = await read('--combined', '--expect', path, both);
		assert.equal(code, 0, stderr);
		const rows = ['train', 'validation', 'test'].flatMap((split) => readFileSync(join(both, `data/${split}.jsonl`), 'utf8').split('\n').slice(0, -1).map(JSON.parse));
		const models = new Map(rows.map((row) => [row.id, row.metadata.model_in_the_loop]));
		for (const [i, part] of parts.entries())
			for (const { id } of Object.values(part).flat()) assert.equal(models.get(id) === 'other', i === 1);
	});

	it('can be read back by our own programs', async () => {
		await stack.ctl('release', 'verify', folder);
		const { stdout } = await stack.beatctl(['import', join(folder, 'mrqa/dev.jsonl.gz'), '--dry-run', '--collection', 'back', '--split', 'dev']);
		assert.match(stdout, /passages +0 new, 2 already there/, 'contexts without blank lines are the passages themselves');
	});
});

// A reader that finds nothing is no proof unless it finds what is wrong.
describe('the independent reader', () => {
	const digest = (bytes) => createHash('sha256').update(bytes).digest('hex');
	const lines = (change) => (text) => change(text.split('\n').slice(0, -1).map((line) => JSON.parse(line))).map((row) => `${JSON.stringify(row)}\n`).join('');
	const json = (change) => (text) => {
		const value = JSON.parse(text);
		change(value);
		return JSON.stringify(value);
	};

	// A copy with one file changed, the MANIFEST in order again, read.
	async function broken(path, change, { sign = true } = {}) {
		const copy = join(stack.dir, 'broken');
		rmSync(copy, { recursive: true, force: true });
		cpSync(folder, copy, { recursive: true });
		const file = join(copy, path), packed = path.endsWith('.gz');
		const old = existsSync(file) ? readFileSync(file) : Buffer.from('');
		const text = change((packed ? gunzipSync(old) : old).toString());
		const bytes = packed ? gzipSync(text) : Buffer.from(text);
		assert.notDeepEqual(bytes, old, `${path} was to change`);
		writeFileSync(file, bytes);
		const manifest = join(copy, 'MANIFEST');
		if (sign) writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(new RegExp(`^.{64}(?=  ${path.replaceAll('.', '\\.')}$)`, 'm'), digest(bytes)));
		return read(copy);
	}

	const firstQa = (squad) => squad.data[0].paragraphs[0].qas[0];
	const mrqa = (change) => lines(([head, ...rows]) => [head, ...(change(rows) ?? rows)]);
	const answerOf = (rows) => rows[0].qas[0].detected_answers[0];
	const CASES = [
		['a file that changed', 'demo/dev.json', (t) => `${t} `, /another digest than the MANIFEST/, { sign: false }],
		['a file nobody listed', 'notes.txt', () => 'x', /does not list notes\.txt/, { sign: false }],
		['an answer that is somewhere else', 'demo/train.json', json((s) => firstQa(s).answers[0].answer_start++), /the context has/],
		['an id twice', 'demo/train.json', json((s) => { s.data[1].paragraphs[0].qas[0].id = firstQa(s).id; }), /comes twice/],
		['an id that is none', 'demo/train.json', json((s) => { firstQa(s).id = 'q1'; }), /40 hex digits/],
		['a key too many', 'demo/train.json', json((s) => { firstQa(s).worker = 'ann'; }), /has the keys/],
		['a document in two splits', 'demo/dev.json', json((s) => { s.data[0].title = 'Quinoa'; }), /is in (dev|test) too/],
		['answers in the public test set', 'demo/test-public.json', json((s) => { firstQa(s).answers = []; }), /test-public\.json: has the keys/],
		['a question left out of MRQA', 'mrqa/test.jsonl.gz', mrqa((rows) => void rows[0].qas.pop()), /is missing, though its answer is before the cut/],
		['an occurrence left out', 'mrqa/dev.jsonl.gz', mrqa((rows) => { for (const { detected_answers: [a] } of rows.flatMap((r) => r.qas)) Object.assign(a, { char_spans: a.char_spans.slice(-1), token_spans: a.token_spans.slice(-1) }); }), /the file says/],
		['a span that ends one too late', 'mrqa/dev.jsonl.gz', mrqa((rows) => void answerOf(rows).char_spans[0][1]++), /the file says/],
		['a token span beside it', 'mrqa/dev.jsonl.gz', mrqa((rows) => void answerOf(rows).token_spans[0][1]++), /tokens are/],
		['a token that is somewhere else', 'mrqa/dev.jsonl.gz', mrqa((rows) => void rows[0].context_tokens[3][1]++), /is not at/],
		['a token left out', 'mrqa/dev.jsonl.gz', mrqa((rows) => void rows[0].context_tokens.splice(3, 1)), /is in no token/],
		['a context cut too early', 'mrqa/dev.jsonl.gz', mrqa((rows) => { const [token, at] = rows[0].context_tokens.pop(); rows[0].context = [...rows[0].context].slice(0, at).join('').trimEnd(); assert.ok(token); }), /neither the passage/],
		['another header', 'mrqa/dev.jsonl.gz', lines(([, ...rows]) => [{ header: { dataset: 'x', split: 'dev' } }, ...rows]), /does not begin with/],
		['a row that says something else', 'data/validation.jsonl', lines((rows) => rows.map((r, i) => (i ? r : { ...r, question: 'Else?' }))), /differs from the SQuAD file/],
		['a row of another split', 'data/validation.jsonl', lines((rows) => rows.map((r) => ({ ...r, metadata: { ...r.metadata, split: 'dev' } }))), /is of split 'dev'/],
		['rows in another order', 'data/train.jsonl', lines((rows) => rows.reverse()), /in their order/],
		['a verdict that does not follow', 'attempts/train.jsonl', lines((rows) => rows.map((r) => ({ ...r, verdict: 'model' }))), /does not follow/],
		['counts that are not those of the texts', 'attempts/train.jsonl', lines((rows) => rows.map((r) => ({ ...r, proof: { ...r.proof, human_tokens: r.proof.human_tokens + 1 } }))), /s, m, k are/],
		['a chain out of order', 'attempts/train.jsonl', lines((rows) => { const at = rows.findIndex((r) => r.previous); [rows[at - 1], rows[at]] = [rows[at], rows[at - 1]]; return rows; }), /chain, turn, previous/],
		['an attempt missing', 'attempts/dev.jsonl', lines((rows) => rows.slice(0, -1)), /has no attempt for/],
		['a moment in an attempt', 'attempts/dev.jsonl', lines((rows) => rows.map((r) => ({ ...r, created_at: 'x' }))), /has the keys/],
		['a number of rows that is wrong', 'README.md', (t) => t.replace(/num_examples: (\d+)/, (_, n) => `num_examples: ${Number(n) + 1}`), /has \d+ rows, not/],
		['a title without quotes', 'README.md', (t) => t.replace(/^pretty_name: .*$/m, 'pretty_name: a: b'), /no plain scalar/],
		['a title that begins another line', 'README.md', (t) => t.replace(/^pretty_name: .*$/m, 'pretty_name: "x\n---\nlicense: mit"'), /README\.md/],
		['a heading nobody wrote', 'README.md', (t) => t.replace('\n## Licence', '\n## More\n\n## Licence'), /has the sections/],
		['a column that is not described', 'README.md', (t) => t.replace('  - name: title\n    dtype: string\n', ''), /describes other columns/],
		['a figure that is not there', 'README.md', (t) => `${t}\n![x](figures/none.svg)\n`, /which is not there/],
		['a digest of croissant.json', 'croissant.json', json((c) => { c.distribution[0].sha256 = '0'.repeat(64); }), /has another digest/],
		['a property of croissant.json', 'croissant.json', json((c) => { delete c['rai:dataCollection']; }), /has no "rai:dataCollection"/],
		['a column of croissant.json', 'croissant.json', json((c) => { c.recordSet[1].field[0].source.extract.column = 'x'; }), /has no train\/id/],
		['a reference of croissant.json', 'croissant.json', json((c) => { c.recordSet[1].key['@id'] = 'x'; }), /is no field/],
		['a figure that is no picture', 'figures/question-length.svg', () => '<svg', /is no XML/],
	];
	for (const [what, path, change, finding, options] of CASES)
		it(`finds ${what}`, async () => {
			const { code, stderr } = await broken(path, change, options);
			assert.equal(code, 1, 'nothing was found');
			assert.match(stderr, finding);
		});

	it('finds a question too many and one too few', async () => {
		const path = join(stack.dir, 'other.json'), other = structuredClone(result.expected);
		other.dev[0].question = 'Another?';
		writeFileSync(path, JSON.stringify(other));
		const { code, stderr } = await read('--expect', path, folder);
		assert.equal(code, 1);
		assert.match(stderr, /dev: this question is missing: 'Another\?'/);
		assert.match(stderr, /dev: this question should not be there/);
	});
});
