// Checkpoints of the BERT family in C: against PyTorch and tokenisers in Python, on small ones with random numbers in the
// published layouts; what is refused, and how; and asked by every command and over HTTP.
import assert from 'node:assert/strict';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { BUILD, ROOT } from '../lib/paths.mjs';
import { run, Server } from '../lib/proc.mjs';
import { folder, noTorch, PYTHON } from './tools.mjs';

const MODEL = join(BUILD, 'model_adapter/beat-model');
const TOOL = join(BUILD, 'model_adapter/train/train-checkpoint');
const KINDS = ['bert', 'roberta', 'electra', 'distilbert'];

const compare = (...args) => run(PYTHON, [join(ROOT, 'tests/transformer/compare.py'), ...args], { env: { OPENBLAS_NUM_THREADS: '1' }, timeout: 300000 });

async function agrees(...args) {
	const done = await compare(...args);
	assert.equal(done.code, 0, `${done.stdout}${done.stderr}`);
}

const make = (kind, dir, ...more) => agrees('make', kind, dir, ...more);

describe('checkpoints', { skip: noTorch }, () => {
	const home = folder({ after });

	before(async () => {
		await Promise.all(KINDS.map((kind) => make(kind, join(home, kind))));
	});

	for (const kind of KINDS) test(`the scores of ${kind} are PyTorch's`, () => agrees('scores', TOOL, join(home, kind)));

	test('the scores of real questions are PyTorch\'s, also of an encoder that is published without a head', async (t) => {
		const dir = folder(t);
		const words = readFileSync(join(ROOT, 'README.md'), 'utf8').split(/\s+/);
		const qas = Array.from({ length: 6 }, (_, i) => ({ id: `${i}`, question: words.slice(i * 40, i * 40 + 9).join(' ') }));
		const set = join(dir, 'set.json');
		writeFileSync(set, JSON.stringify({ data: [{ title: 't', paragraphs: [{ context: words.slice(0, 700).join(' '), qas }] }] }));
		await agrees('real', TOOL, join(home, 'bert'), set, '--rows', '4');
		cpSync(join(home, 'bert'), join(dir, 'bare'), { recursive: true });
		const path = join(dir, 'bare/model.safetensors');
		const file = readFileSync(path);
		const size = Number(file.readBigUInt64LE());
		const tensors = Object.entries(JSON.parse(file.subarray(8, 8 + size))).filter(([name]) => name.startsWith('bert.'));
		const header = Buffer.from(JSON.stringify(Object.fromEntries(tensors.map(([name, at]) => [name.slice('bert.'.length), at]))).padEnd(size));
		writeFileSync(path, Buffer.concat([file.subarray(0, 8), header, file.subarray(8 + size)]));
		await agrees('real', TOOL, join(dir, 'bare'), set, '--rows', '4');
	});

	test('numbers of 16 bits, and several files with an index', async (t) => {
		const dir = folder(t);
		await make('bert', join(dir, 'a'), '--dtype', 'F16', '--shards', '3');
		await make('roberta', join(dir, 'b'), '--dtype', 'BF16');
		await agrees('scores', TOOL, join(dir, 'a'), '--rows', '3');
		await agrees('scores', TOOL, join(dir, 'b'), '--rows', '3');
	});

	test('tokenisers cut hostile strings as Python does, with their places', async () => {
		await Promise.all(['bert', 'roberta'].map((kind) => agrees('cut', TOOL, join(home, kind), '--strings', '6000')));
	});

	test('tokenizer.json says the same as the older files', async (t) => {
		const dir = join(folder(t), 'json');
		const lines = readFileSync(join(home, 'bert/vocab.txt'), 'utf8').split('\n').slice(0, -1);
		const vocab = Object.fromEntries(lines.map((piece, i) => [piece, i]));
		cpSync(join(home, 'bert'), dir, { recursive: true });
		rmSync(join(dir, 'vocab.txt'));
		const root = { normalizer: { type: 'BertNormalizer', lowercase: false, strip_accents: null }, model: { type: 'WordPiece', vocab } };
		writeFileSync(join(dir, 'tokenizer.json'), JSON.stringify(root));
		await agrees('cut', TOOL, dir, '--strings', '3000');
		const merges = readFileSync(join(home, 'roberta/merges.txt'), 'utf8').split('\n').slice(1, -1);
		cpSync(join(home, 'roberta'), dir, { recursive: true });
		rmSync(join(dir, 'merges.txt'));
		const pairs = merges.map((line, i) => (i % 2 ? line : line.split(' ')));
		const model = { type: 'BPE', vocab: JSON.parse(readFileSync(join(dir, 'vocab.json'), 'utf8')), merges: pairs };
		writeFileSync(join(dir, 'tokenizer.json'), JSON.stringify({ pre_tokenizer: { type: 'ByteLevel', add_prefix_space: true }, model }));
		await agrees('cut', TOOL, dir, '--strings', '3000');
	});

	for (const kind of ['bert', 'roberta']) {
		test(`answers of ${kind} are those of a pipeline in Python: windows, one softmax, whole words`, () => agrees('answers', MODEL, join(home, kind), '--rows', '9'));
	}

	test('int8 stays near', async () => {
		const line = `${Array.from({ length: 60 }, (_, i) => `${(i * 37) % 300}:${Number(i > 20)}`).join(' ')}\n`;
		const [exact, near] = await Promise.all(['fp32', 'int8'].map((p) => run(TOOL, ['scores', join(home, 'bert'), p], { input: line })));
		const [a, b] = [exact, near].map((done) => JSON.parse(done.stdout).flat());
		const range = Math.max(...a) - Math.min(...a);
		const worst = Math.max(...a.map((v, i) => Math.abs(v - b[i])));
		assert.ok(worst > 0 && worst < range / 10, `${worst} of ${range}`);
	});

	test('every command knows a checkpoint by its name', async (t) => {
		const dir = folder(t);
		const given = ['--checkpoint', `mine=${join(home, 'bert')},other=${join(home, 'roberta')}`];
		const data = { data: [{ title: 't', paragraphs: [{ context: 'The Rhine rises in the Alps.', qas: [{ id: 'q', question: 'Where does it rise?', answers: [{ text: 'the Alps', answer_start: 19 }] }] }] }] };
		writeFileSync(join(dir, 'data.json'), JSON.stringify(data));
		writeFileSync(join(dir, 'p.txt'), data.data[0].paragraphs[0].context);
		const listed = JSON.parse((await run(MODEL, ['list', '--json', ...given])).stdout);
		assert.deepEqual(listed.slice(-2).map((r) => [r.name, r.version, r.ready]), [['mine', 'bert-3x64-fp32', true], ['other', 'roberta-3x64-fp32', true]]);
		const predicted = await run(MODEL, ['predict', join(dir, 'data.json'), '--reader', 'mine', '--best', '3', ...given]);
		const { best } = JSON.parse(predicted.stdout).q;
		for (const { answer, start, end } of best) assert.equal(data.data[0].paragraphs[0].context.slice(start, end), answer);
		const scored = await run(MODEL, ['eval', join(dir, 'data.json'), '--reader', 'other', '--json', '--precision', 'int8', ...given]);
		assert.equal(scored.code, 0, scored.stderr);
		const asked = await run(MODEL, ['ask', join(dir, 'p.txt'), '--reader', 'mine', ...given], { input: 'Where?\n' });
		assert.match(asked.stdout, /score \d/);
	});

	test('over HTTP; questions longer than the window and passages of many windows are answered', async () => {
		const server = new Server('beat-model', MODEL, ['--port', '0', '--checkpoint', `mine=${join(home, 'distilbert')}`, '--deadline-ms', '100000']);
		const [, port] = await server.waitFor(/listening addr=\S*:(\d+)/);
		const ask = async (reader, passage, question) => {
			const reply = await fetch(`http://127.0.0.1:${port}/predict?reader=${reader}`, { method: 'POST', body: JSON.stringify({ passage, question }) });
			return [reply.status, await reply.json()];
		};
		try {
			const texts = ['Rhine '.repeat(900), `${'\u0300'.repeat(3000)}a`, '北京'.repeat(700), 'x'.repeat(5000), '[SEP] [CLS] Alps', '\u{1F600} _ \u{1F600}'];
			for (const passage of texts) {
				for (const question of ['', 'why '.repeat(3000), '[SEP]']) {
					const [status, { answer, start, end, model }] = await ask('mine', passage, question);
					assert.equal(status, 200);
					assert.equal(model, 'mine');
					assert.equal([...passage].slice(start, end).join(''), answer);
				}
			}
			assert.equal((await ask('mine', ' . ', 'x'))[0], 422);
			assert.equal((await ask('window', 'Alps', 'x'))[0], 200);
		} finally {
			await server.stop();
		}
	});
});

describe('what is refused', { skip: noTorch }, () => {
	const whole = join(folder({ after }), 'bert');

	before(async () => {
		await make('bert', whole, '--layers', '1');
	});

	async function refused(t, change, sentence) {
		const dir = join(folder(t), 'x');
		cpSync(whole, dir, { recursive: true });
		change(dir);
		const done = await run(MODEL, ['list', '--checkpoint', `mine=${dir}`]);
		assert.equal(done.code, 1);
		assert.match(done.stderr, sentence);
	}
	// model.safetensors with its header changed
	const header = (change) => (dir) => {
		const path = join(dir, 'model.safetensors');
		const bytes = readFileSync(path);
		const size = Number(bytes.readBigUInt64LE());
		const h = JSON.parse(bytes.subarray(8, 8 + size));
		change(h);
		const text = Buffer.from(JSON.stringify(h));
		const length = Buffer.alloc(8);
		length.writeBigUInt64LE(BigInt(text.length));
		writeFileSync(path, Buffer.concat([length, text, bytes.subarray(8 + size)]));
	};
	const json = (name, change) => (dir) => {
		const path = join(dir, name);
		writeFileSync(path, JSON.stringify(change(JSON.parse(readFileSync(path, 'utf8')))));
	};
	const QUERY = 'bert.encoder.layer.0.attention.self.query.weight';
	const cases = {
		'a file that is cut off': [(dir) => writeFileSync(join(dir, 'model.safetensors'), readFileSync(join(dir, 'model.safetensors')).subarray(0, -4)), /tensor qa_outputs\.bias lies outside the file/],
		'a header that is cut off': [(dir) => writeFileSync(join(dir, 'model.safetensors'), readFileSync(join(dir, 'model.safetensors')).subarray(0, 100)), /model\.safetensors is no safetensors file, or is cut off/],
		'a missing tensor': [header((h) => { delete h[QUERY]; }), /tensor encoder\.layer\.0\.attention\.self\.query\.weight is missing/],
		'a tensor of another shape': [header((h) => { h[QUERY].shape = [32, 128]; }), /tensor bert\.encoder\.layer\.0\.attention\.self\.query\.weight does not have the shape \[64, 64\]/],
		'a shape that is not its bytes': [header((h) => { h[QUERY].shape = [64, 65]; }), /query\.weight has 16384 bytes and its shape asks for 16640/],
		'tensors in the same place': [header((h) => { h[QUERY].data_offsets = h[QUERY.replace('query', 'key')].data_offsets; }), /tensors \S+ and \S+ lie in the same place of the file/],
		'a number that is a text': [json('config.json', (c) => ({ ...c, layer_norm_eps: '1e-12' })), /"layer_norm_eps" of config\.json is no number from 0 to 1/],
		'an activation that is a number': [json('config.json', (c) => ({ ...c, hidden_act: 3 })), /its activation in config\.json is no name/],
		'RoBERTa with padding behind its positions': [json('config.json', (c) => ({ ...c, model_type: 'roberta', pad_token_id: 512 })), /"pad_token_id" of config\.json is no whole number below its 512 positions/],
		'a config that is no JSON': [(dir) => writeFileSync(join(dir, 'config.json'), '{"a"'), /config\.json is no JSON: [^.]+\.$/m],
		'a tensor of another type': [header((h) => { h[QUERY].dtype = 'I32'; }), /query\.weight is not of type F32, F16 or BF16/],
		'no head': [header((h) => { delete h['qa_outputs.weight']; }), /tensor qa_outputs\.weight is missing/],
		'another kind of model': [json('config.json', (c) => ({ ...c, model_type: 'gpt2' })), /type "gpt2"; bert, roberta, electra and distilbert can be read/],
		'another activation': [json('config.json', (c) => ({ ...c, hidden_act: 'swish' })), /activation "swish" is not known/],
		'heads that do not fit': [json('config.json', (c) => ({ ...c, num_attention_heads: 5 })), /64 cannot be shared by 5 heads/],
		'no tokeniser': [(dir) => rmSync(join(dir, 'vocab.txt')), /no tokenizer\.json, no vocab\.txt/],
		'a vocabulary without its marks': [(dir) => writeFileSync(join(dir, 'vocab.txt'), 'a\nb\n'), /vocabulary has no "\[CLS\]"/],
		'a longer vocabulary': [(dir) => writeFileSync(join(dir, 'vocab.txt'), `${readFileSync(join(dir, 'vocab.txt'), 'utf8')}more\n`), /word vectors only \d+ rows/],
		'numbers that are none': [(dir) => { const p = join(dir, 'model.safetensors'); const b = readFileSync(p); b.fill(0xff, b.length - 4); writeFileSync(p, b); }, /tensor qa_outputs\.bias has a number in it that is not finite/],
		'no config': [(dir) => rmSync(join(dir, 'config.json')), /there is no config\.json/],
	};
	for (const [what, [change, sentence]] of Object.entries(cases)) test(what, (t) => refused(t, change, sentence));

	test('names that will not do', async () => {
		for (const [given, said] of [[whole, 'NAME=DIR'], ['Big=x', 'small letters'], ['neural=x', 'already'], ['a=x,a=y', 'already'], ['a=/nowhere', 'no config.json']]) {
			const done = await run(MODEL, ['list', '--checkpoint', given]);
			assert.equal(done.code, 1);
			assert.ok(done.stderr.includes(said), done.stderr);
		}
	});
});
