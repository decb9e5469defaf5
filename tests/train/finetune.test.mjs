// ops/train transformer in miniature: a tiny encoder with random weights, made-up data, a fixed number of steps.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { program } from '../lib/paths.mjs';
import { run, until } from '../lib/proc.mjs';
import { make } from './data.mjs';
import { CODE, folder, noTorch, opsTrain, PYTHON } from './tools.mjs';

const SHAPE = { model_type: 'bert', hidden_size: 64, num_attention_heads: 2, intermediate_size: 128, num_hidden_layers: 2, max_position_embeddings: 512, type_vocab_size: 2, layer_norm_eps: 1e-12 };
const STEPS = 150;
const ENV = { PYTHONDONTWRITEBYTECODE: '1', OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' };

// Python with the scripts of the encoder at hand.
const python = (code, ...args) => run(PYTHON, ['-c', `import sys; sys.path.insert(0, sys.argv[1])\n${code}`, join(CODE, 'encoder'), ...args], { env: ENV, timeout: 300000 });

// A folder as Hugging Face has them, with random weights.
async function tinyEncoder(dir, words) {
	const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789'];
	const pieces = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]', '.', ',', '?', '!', ...letters, ...letters.map((c) => `##${c}`), ...words.filter((w) => w.length > 1)];
	mkdirSync(dir);
	writeFileSync(join(dir, 'vocab.txt'), pieces.map((piece) => `${piece}\n`).join(''));
	writeFileSync(join(dir, 'config.json'), JSON.stringify({ ...SHAPE, vocab_size: pieces.length }));
	const made = await python(`
import json, base, numpy as np
config = json.load(open(sys.argv[2] + "/config.json"))
dice, wide, inner = np.random.default_rng(1), config["hidden_size"], config["intermediate_size"]
first = {"word_embeddings": config["vocab_size"], "position_embeddings": config["max_position_embeddings"], "token_type_embeddings": 2, "intermediate": inner}
def tensor(name):
    parts = name.split(".")
    size = first.get(parts[1] if parts[0] == "embeddings" else parts[3], wide)
    if "LayerNorm" in name or name.endswith("bias"):
        return np.full(wide if "LayerNorm" in name else size, "LayerNorm.weight" in name, np.float32)
    return (dice.standard_normal((size, inner if parts[3:5] == ["output", "dense"] else wide)) * 0.1).astype(np.float32)
base.write_safetensors(sys.argv[2] + "/model.safetensors", {name: tensor(name) for name in base.wanted(config)})
`, dir);
	assert.equal(made.code, 0, made.stderr);
}

describe('fine-tuning in miniature', { skip: noTorch, timeout: 600000 }, () => {
	const dir = folder({ after });
	const work = join(dir, 'work');
	const weights = join(dir, 'delivered');
	let made, first;
	const args = ['--steps', STEPS, '--hold-out', '9:0', '--questions', '40', '--tokens', '900', '--checkpoint', '0', '--set', 'rate=3e-3', '--set', 'drop=0', '--set', 'averaging=0.9'].map(String);
	const tuned = (where, ...more) => ['transformer', '--data', made.data, '--base', join(dir, 'tiny'), '--work', where, '--out', weights, ...args, ...more];

	before(async () => {
		made = make(dir);
		await tinyEncoder(join(dir, 'tiny'), JSON.parse(readFileSync(made.vectors, 'utf8')).words);
		first = await opsTrain(tuned(work));
	});

	test('ends with a file that was measured on what it did not see and compared with what was trained', async () => {
		assert.equal(first.code, 0, first.stderr);
		assert.match(first.stderr, /^parity, single precision: 40 questions: .*: good$/m);
		assert.match(first.stderr, /^parity, bytes: 40 questions: .*: good$/m);
		const listed = await run(program('beat-model'), ['list', '--json', '--weights', weights]);
		const told = JSON.parse(listed.stdout).find((reader) => reader.name === 'transformer');
		assert.equal(told.ready, true);
		assert.equal(told.measured.on, 'SQuAD, unseen articles');
		assert.equal(told.measured.questions, 60);
		assert.ok(told.measured.f1 >= 400, `F1 ${told.measured.f1} per mille: it learnt`);
		const lines = readFileSync(join(work, 'runs.jsonl'), 'utf8').trim().split('\n').map(JSON.parse);
		assert.deepEqual(lines.map((line) => [line.kind ?? 'run', line.name]), [['run', 'transformer'], ['measured', 'transformer']]);
		assert.equal(lines[0].steps, STEPS);
		assert.equal(lines[0].hold_out, 'squad=9:0,wiki=9:0,amazon=9:0,policy-test=1:0,news=1:0');
	});

	test('killed and resumed it makes the same file; finished stages are left alone', async () => {
		const again = join(dir, 'again');
		mkdirSync(again);
		const folders = ['--base', join(work, 'base'), '--out', join(again, 'transformer')];
		const options = ['--kernels', join(work, 'encoder.so'), '--data', `squad=${join(made.data, 'squad-dev-36.json')}`, '--data', `qamr=${join(work, 'qamr.json')}`, '--helping', 'qamr', '--anywhere', 'squad', '--hold-out', 'squad=9:0', '--steps', '30', '--tokens', '600', '--checkpoint', '0', '--rate', '1e-3'];
		const tune = (...more) => [join(CODE, 'encoder/finetune.py'), ...folders, ...options, ...more];
		const isDone = () => existsSync(join(again, 'transformer/model.safetensors'));
		for (let i = 0; i === 0 || (isDone() && i < 5); i++) { // who looks on a busy machine may look too late
			rmSync(join(again, 'transformer'), { recursive: true, force: true });
			const child = spawn(PYTHON, tune(), { stdio: 'ignore', env: { ...process.env, ...ENV } });
			const gone = new Promise((done) => child.on('close', done));
			await until(() => existsSync(join(again, 'transformer/resume')) || child.exitCode !== null, { timeout: 120000, every: 5, what: 'a checkpoint' });
			child.kill('SIGKILL');
			await gone;
		}
		assert.ok(!isDone(), 'it was still training');
		const resumed = await run(PYTHON, tune('--resume'), { env: ENV, timeout: 300000 });
		assert.equal(resumed.code, 0, resumed.stderr);
		assert.match(resumed.stdout, /^goes on at step \d+$/m);
		copyFileSync(join(again, 'transformer/model.safetensors'), join(again, 'resumed'));
		const whole = await run(PYTHON, tune(), { env: ENV, timeout: 300000 });
		assert.equal(whole.code, 0, whole.stderr);
		assert.ok(readFileSync(join(again, 'resumed')).equals(readFileSync(join(again, 'transformer/model.safetensors'))));
		const second = await opsTrain(tuned(work, '--resume'));
		assert.equal(second.code, 0, second.stderr);
		for (const stage of ['base', 'qamr', 'train', 'measure', 'export', 'parity']) assert.match(second.stderr, new RegExp(`^ops/train transformer: ${stage}: done before$`, 'm'));
	});

	test('the quick way computes what PyTorch computes, there and back', async (t) => {
		const { code, stdout, stderr } = await python(`
import encoder, fast, torch, weights
torch.set_grad_enabled(False)
config, tensors = encoder.load(sys.argv[2])
kernels = fast.library(sys.argv[3])
if kernels is None:
    sys.exit("no AMX")
dice, sizes = torch.Generator().manual_seed(1), [1, 31, 32, 33, 200, 70]
places = torch.cat([torch.arange(n) for n in sizes])
batch = dict(ids=torch.randint(0, config["vocab_size"], places.shape, generator=dice), places=places, types=(places > 9).long(), at=torch.tensor([0, *sizes]).cumsum(0))
kept = weights.Weights(config, tensors), fast.FastWeights(config, tensors, kernels)
workers = weights.PlainWorker(kept[0]), fast.Worker(kept[1], 200)
grad = torch.randn(len(places), 2, generator=dice)
made = []
for worker in workers:
    logits, more = worker.forward(batch)
    worker.back(batch, grad, more)
    made.append(logits)
for w, worker in zip(kept, workers):
    w.step([worker.grads, worker.grads], lambda name: 1e-3, 1.0, 0.5)
worst = min(torch.nn.functional.cosine_similarity(a[n].float().flatten(), b[n].float().flatten(), 0).item()
            for a, b in zip(*(worker.grads for worker in workers)) for n in a.places if a[n].abs().max() > 1e-4)
moved = max((a.all - b.all).abs().max().item() for a, b in zip(kept[0].all_of("matrices"), kept[1].all_of("matrices")))
print((made[0] - made[1]).abs().max().item(), worst, moved)
`, join(work, 'base'), join(work, 'encoder.so'));
		if (stderr.includes('no AMX') || !existsSync(join(work, 'encoder.so'))) return t.skip('this processor has no AMX');
		assert.equal(code, 0, stderr);
		const [logits, cosine, moved] = stdout.split(' ').map(Number);
		t.diagnostic(stdout.trim());
		assert.ok(logits < 0.1, `logits differ by ${logits}`);
		assert.ok(cosine > 0.995, `directions of gradients agree to ${cosine}`);
		assert.ok(moved < 2.1e-3, `weights differ by ${moved} after a step of 1e-3`);
	});

	test('goes on from a weights file, whose bytes are what was trained but for their rounding', async () => {
		const { code, stdout, stderr } = await python(`
import base, encoder, torch
folder = sys.argv[4]
sys.argv[1:] = sys.argv[2:4]
base.main()
(_, told), (_, trained) = encoder.load(sys.argv[2]), encoder.load(folder)
assert told.keys() == trained.keys()
print(max(((told[n] - trained[n]).abs().max() / trained[n].abs().max()).item() for n in trained if trained[n].abs().max() > 0))
print((told["qa_outputs.weight"] - trained["qa_outputs.weight"]).abs().max().item())
`, join(weights, 'transformer.weights'), join(dir, 'from-weights'), join(work, 'transformer'));
		assert.equal(code, 0, stderr);
		const [rounding, head] = stdout.trim().split('\n').slice(-2).map(Number);
		assert.ok(rounding < 0.31, `a number differs by ${rounding} of the largest`);
		assert.equal(head, 0, 'the head is single precision, and there');
	});

	test('products in brain-float lead where single precision does', async () => {
		const { code, stdout, stderr } = await python(`
import encoder, torch, weights
torch.set_grad_enabled(False)
kept = weights.Weights(*encoder.load(sys.argv[2]))
dice = torch.Generator().manual_seed(1)
places = torch.arange(60)
batch = dict(ids=torch.randint(0, 40, places.shape, generator=dice), places=places, types=(places > 9).long(), at=torch.tensor([0, 60]))
grad = torch.randn(60, 2, generator=dice)
grads = []
for kind in (weights.FULL, weights.HALF):
    worker = weights.PlainWorker(kept, kind)
    worker.back(batch, grad, worker.forward(batch)[1])
    grads.append(worker.grads[0].all.clone())
print(torch.nn.functional.cosine_similarity(*grads, 0).item(), torch.equal(*grads))
`, join(work, 'base'));
		assert.equal(code, 0, stderr);
		const [cosine, equal] = stdout.trim().split(' ');
		assert.ok(Number(cosine) > 0.99, `directions of gradients agree to ${cosine}`);
		assert.equal(equal, 'False', 'they were not the same computation');
	});

	test('trains on any set, and on no other', async () => {
		const folder = join(dir, 'alone');
		const result = await opsTrain(['transformer', '--train', `some=${join(made.data, 'squad-dev-36.json')}`, '--base', join(dir, 'tiny'), '--work', folder, ...args]);
		assert.equal(result.code, 0, result.stderr);
		assert.ok(result.stdout.trim().endsWith(join(folder, 'weights', 'transformer.weights')), result.stdout);
		assert.doesNotMatch(result.stderr, /qamr|measure:/);
	});

	test('says what is wrong at once', async () => {
		const named = ['--data', made.data, '--work', join(dir, 'none')];
		for (const [wrong, why] of [
			[[], /--work is needed/],
			[['--work', join(dir, 'none')], /--data or --train is needed/],
			[['--minutes', 'x'], /--minutes wants a number, not "x"/],
			[['--date', 'x'], /unknown option "--date"/],
			[[...named, '--set', 'x=1'], /--set wants KEY=VALUE/],
			[[...named, '--hold-out', 'sqad=7:1'], /there is no set "sqad"/],
			[[...named, '--hold-out', '7:7'], /with I below K/],
			[[...named, '--base', dir], /there is no config\.json in /],
			[['--fetch-base', 'nothing'], /knows gte-small and minilm, not "nothing"/],
			[['--data', dir, '--work', join(dir, 'none')], /lacks squad-dev-36\.json/],
			[tuned(work).slice(1), /holds a training already/],
		]) {
			const result = await opsTrain(['transformer', ...wrong]);
			assert.equal(result.code, 1, wrong.join(' '));
			assert.match(result.stderr, why);
		}
		writeFileSync(join(dir, 'tiny/config.json'), JSON.stringify({ ...SHAPE, num_hidden_layers: 3 }));
		const lacks = await python('import base; sys.argv[1:] = sys.argv[2:]; base.main()', join(dir, 'tiny'), join(dir, 'no'));
		assert.match(lacks.stderr, /it has no tensor encoder\.layer\.2\.attention\.self\.query\.weight/);
	});
});
