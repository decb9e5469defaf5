// ops/train in miniature: made-up data, a tiny network, a fixed number of steps. From the data to the weights file, to
// answers in C.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { BUILD, program, ROOT } from '../lib/paths.mjs';
import { run, until } from '../lib/proc.mjs';
import { make } from './data.mjs';
import { CODE, folder, noTorch, opsTrain, PYTHON, script } from './tools.mjs';

const PROGRAMS = join(BUILD, 'model_adapter/train');
const TINY = ['width=16', 'rank=16', 'align=16', 'part=4', 'drop=0.05'].flatMap((x) => ['--set', x]);
const SMALL = ['--members', '2', '--tokens', '2000', '--words', '300', '--questions', '100', '--checkpoint', '1', ...TINY];
const SHORT = [...SMALL, '--readers', 'linear,neural', '--steps', '120', '--hold-out', '9:0'];

describe('training in miniature', { skip: noTorch, timeout: 900000 }, () => {
	const dir = folder({ after });
	const work = join(dir, 'work');
	const weights = join(work, 'weights');
	let made, first;
	const args = (where, ...options) => ['--data', made.data, '--vectors', made.vectors, '--work', where, ...(options.length ? options : SHORT)];

	before(async () => {
		made = make(dir);
		first = await opsTrain(args(work));
	});

	// The first article of nine, which was not trained on.
	function unseen() {
		const all = JSON.parse(readFileSync(join(made.data, 'squad-dev-36.json'), 'utf8'));
		const path = join(dir, 'unseen.json');
		writeFileSync(path, JSON.stringify({ ...all, data: all.data.filter((_, i) => i % 9 === 0) }));
		return path;
	}

	async function listed() {
		const result = await run(program('beat-model'), ['list', '--json', '--weights', weights]);
		assert.equal(result.code, 0, result.stderr);
		return Object.fromEntries(JSON.parse(result.stdout).map((reader) => [reader.name, reader]));
	}

	test('ends with files that were compared with what was trained', async () => {
		assert.equal(first.code, 0, first.stderr);
		assert.match(first.stderr, /parity: 100 questions \(4 on passages of several windows\): .*: good$/m);
		assert.ok(first.stdout.trim().endsWith(join(weights, 'neural.weights')), first.stdout);
		const { linear, neural } = await listed();
		assert.equal(linear.ready, true);
		assert.ok(linear.measured.f1 >= 600, `F1 ${linear.measured.f1} per mille`);
		assert.equal(neural.ready, true);
		assert.equal(neural.measured.on, 'SQuAD, unseen articles');
		assert.equal(neural.measured.questions, 60);
	});

	test('the network learnt, and the file tells how well', async () => {
		const { neural } = await listed();
		assert.ok(neural.measured.f1 >= 600, `F1 ${neural.measured.f1} per mille`);
		const result = await run(program('beat-model'), ['eval', unseen(), '--reader', 'neural', '--weights', weights, '--json']);
		assert.equal(result.code, 0, result.stderr);
		const [{ f1, total }] = JSON.parse(result.stdout).results;
		assert.equal(total, 60);
		assert.ok(Math.abs(10 * f1 - neural.measured.f1) < 1, `${f1} now, ${neural.measured.f1 / 10} told`);
	});

	const log = (where) => readFileSync(join(where, 'runs.jsonl'), 'utf8').trim().split('\n').map(JSON.parse);

	test('keeps a log of runs, and how the networks score together', () => {
		const lines = log(work);
		assert.deepEqual(lines.filter((l) => !l.kind).map((l) => [l.name, l.seed, l.steps]).sort(), [['member-1', 1, 120], ['member-2', 2, 120]]);
		const measured = lines.filter((l) => l.kind === 'measured');
		assert.deepEqual(measured.map((l) => l.members), [['member-1', 'member-2']]);
		assert.deepEqual(Object.keys(measured[0].scores).sort(), ['amazon', 'news', 'policy-test', 'squad', 'wiki']);
	});

	test('each network can leave out other articles; each is measured on its own, all on what none saw', async () => {
		const apart = join(dir, 'apart');
		mkdirSync(join(dir, 'delivered'));
		writeFileSync(join(dir, 'delivered/linear.weights'), 'old');
		linkSync(join(dir, 'delivered/linear.weights'), join(dir, 'in-use'));
		const result = await opsTrain(args(apart, ...SMALL, '--readers', 'neural', '--steps', '10', '--apart', '4', '--out', join(dir, 'delivered')));
		assert.equal(result.code, 0, result.stderr);
		assert.equal(readFileSync(join(dir, 'in-use'), 'utf8'), 'old', 'who has the old file open keeps it');
		assert.deepEqual(readdirSync(join(dir, 'delivered')).sort(), ['linear.weights', 'neural.weights']);
		const digest = async (where) => /^sha256 +(\w+)$/m.exec((await script('pack.py', ['--show', join(apart, where, 'linear.weights')])).stdout)[1];
		const never = 'policy-test=1:0,news=1:0';
		assert.deepEqual(Object.fromEntries(log(apart).filter((l) => !l.kind).map((l) => [l.name, l.hold_out])), {
			'member-1': `squad=4:1,wiki=4:1,amazon=4:1,${never}`,
			'member-2': `squad=4:3,wiki=4:3,amazon=4:3,${never}`,
		});
		const measured = Object.fromEntries(log(apart).filter((l) => l.kind === 'measured').map((l) => [l.name, Object.fromEntries(Object.entries(l.scores).map(([name, s]) => [name, s.questions]))]));
		assert.deepEqual(measured, {
			'member-1': { amazon: 20, news: 20, 'policy-test': 40, squad: 120, wiki: 30 },
			'member-2': { amazon: 20, news: 20, 'policy-test': 40, squad: 120, wiki: 30 },
			members: { news: 20, 'policy-test': 40 },
		});
		assert.deepEqual(
			Object.fromEntries(log(apart).filter((l) => l.kind === 'measured').map((l) => [l.name, [l.linear, l.linear_share]])),
			{ 'member-1': [await digest('linear/4-1'), 0.3], 'member-2': [await digest('linear/4-3'), 0.3], members: [await digest('weights'), 0.3] },
			'the linear reader that is asked was not trained on what is asked either',
		);
		assert.deepEqual(readdirSync(join(apart, 'linear')).sort(), ['4-0', '4-1', '4-3'], 'odd parts, then even ones, none twice');
		const told = await run(program('beat-model'), ['list', '--json', '--weights', join(dir, 'delivered')]);
		const { neural, linear } = Object.fromEntries(JSON.parse(told.stdout).map((reader) => [reader.name, reader]));
		assert.equal(neural.measured.on, 'SQuAD, unseen articles');
		assert.equal(neural.measured.questions, 240);
		const shown = await script('pack.py', ['--show', join(dir, 'delivered', 'neural.weights')]);
		assert.match(shown.stdout, new RegExp(`^config .*"linear": "${linear.weights}", "linear_share": 0\\.3`, 'm'), 'linear is asked, and which');
		assert.match(shown.stdout, /^made +data: \["amazon", "policy-dev", "qamr", "squad", "wiki"\]$/m, 'not what was only measured on');
	});

	test('without linear it scores in C what the network scored in torch', async () => {
		const apart = join(dir, 'apart');
		const result = await opsTrain(args(apart, ...SMALL, '--steps', '10', '--apart', '4', '--linear-share', '0.0', '--out', join(dir, 'alone'), '--resume'));
		assert.equal(result.code, 0, result.stderr);
		assert.match(result.stderr, /^ops\/train: train member-2: done before$/m);
		assert.doesNotMatch(result.stderr, /^ops\/train: linear/m);
		assert.ok(!existsSync(join(dir, 'alone/linear.weights')));
		const [look] = log(apart).filter((l) => !l.kind && l.name === 'member-1')[0].looks.filter((l) => l.progress >= 1 && l.f1_share === 1);
		const measured = log(apart).filter((l) => l.kind && l.name === 'member-1').at(-1);
		assert.equal(measured.linear, undefined);
		for (const name of ['squad', 'wiki', 'amazon']) {
			assert.equal(measured.scores[name].questions, look.held_out[name].questions);
			assert.ok(Math.abs(measured.scores[name].f1 - look.held_out[name].f1) <= 2, `${name}: ${measured.scores[name].f1} in C, ${look.held_out[name].f1} in torch`);
		}
		const shown = await script('pack.py', ['--show', join(dir, 'alone', 'neural.weights')]);
		assert.doesNotMatch(shown.stdout, /linear/);
	});

	test('killed and resumed, with a copy of the data, it makes the same file; finished stages are left alone', async () => {
		const again = join(dir, 'again');
		const child = spawn(join(ROOT, 'ops/train'), args(again), { detached: true, stdio: 'ignore', env: { ...process.env, BEAT_BUILD: BUILD } });
		const gone = new Promise((done) => child.on('close', done));
		try {
			await until(() => existsSync(join(again, 'member-1.resume')) || child.exitCode !== null, { timeout: 300000, what: 'a checkpoint' });
			assert.equal(child.exitCode, null, 'it is still training');
			const second = await opsTrain([...args(again), '--resume']);
			assert.equal(second.code, 1);
			assert.match(second.stderr, /a training is under way in /);
		} finally {
			process.kill(-child.pid, 'SIGKILL');
			await gone;
		}
		const refused = await opsTrain(args(again));
		assert.equal(refused.code, 1);
		assert.match(refused.stderr, /holds a training already: --resume goes on with it/);
		const copy = join(dir, 'copy');
		cpSync(made.data, copy, { recursive: true }); // what counts is what the files hold
		const resumed = await opsTrain([...args(again), '--resume', '--data', copy]);
		assert.equal(resumed.code, 0, resumed.stderr);
		for (const stage of ['linear', 'words', 'qamr', 'encode squad']) assert.match(resumed.stderr, new RegExp(`^ops/train: ${stage}: done before$`, 'm'));
		for (const name of ['linear.weights', 'neural.weights'])
			assert.ok(readFileSync(join(again, 'weights', name)).equals(readFileSync(join(weights, name))), name);
	});

	test('ended by a signal it leaves nothing running', async () => {
		const again = join(dir, 'again');
		const options = [...args(again, ...SMALL, '--readers', 'neural', '--steps', '100000', '--hold-out', '9:0'), '--resume'];
		const child = spawn(join(ROOT, 'ops/train'), options, { stdio: 'ignore', env: { ...process.env, BEAT_BUILD: BUILD } });
		const gone = new Promise((done) => child.on('close', done));
		const trainings = async () => (await run('pgrep', ['-f', `train\\.py --work ${again} `])).stdout.split('\n').filter(Boolean).length;
		try {
			await until(async () => (await trainings()) === 2, { timeout: 300000, what: 'two trainings' });
		} finally {
			child.kill('SIGTERM');
			await gone;
		}
		await until(async () => (await trainings()) === 0, { timeout: 30000, what: 'the end of the trainings' });
	});

	test('a stage that fails ends it, is not taken for done, and nothing is delivered', async () => {
		const broken = make(join(dir, 'broken'));
		writeFileSync(join(broken.data, 'policyqa/dev.json'), '{"data": [');
		const where = join(dir, 'broken', 'work');
		const out = join(dir, 'broken', 'out');
		const tried = () => opsTrain(['--data', broken.data, '--vectors', broken.vectors, '--work', where, ...SMALL, '--steps', '10', '--out', out, '--resume']);
		for (const time of ['first', 'again']) {
			const result = await tried();
			assert.equal(result.code, 1, time);
			assert.match(result.stderr, /^ops\/train: encode policy-dev failed; put right what it says above/m, time);
		}
		assert.ok(!existsSync(join(where, 'policy-dev.enc')));
		assert.ok(existsSync(join(where, 'weights/linear.weights')) && !existsSync(out), 'linear was made, and belongs to neural');
	});

	test('parity fails where C computes something else', async () => {
		const other = join(dir, 'other');
		mkdirSync(other);
		const changed = await run(PYTHON, ['-c', `
import sys; sys.path.insert(0, sys.argv[1]); sys.dont_write_bytecode = True
import pack
header, tensors, _ = pack.read(sys.argv[2])
header.pop("tensors")
pack.write(sys.argv[3], header, {**tensors, "1.inside.bias": tensors["1.inside.bias"] + 0.01})
`, CODE, join(weights, 'neural.weights'), join(other, 'neural.weights')]);
		assert.equal(changed.code, 0, changed.stderr);
		symlinkSync(join(PROGRAMS, 'train-encode'), join(other, 'train-encode'));
		writeFileSync(join(other, 'train-logits'), `#!/bin/sh\nexec '${join(PROGRAMS, 'train-logits')}' '${join(other, 'neural.weights')}' "$2"\n`);
		chmodSync(join(other, 'train-logits'), 0o755);
		const compared = (programs) => script('parity.py', ['--weights', join(weights, 'neural.weights'), '--programs', programs, '--questions', '20', unseen()], { kernels: join(work, 'kernels.so') });
		assert.equal((await compared(PROGRAMS)).code, 0);
		const result = await compared(other);
		assert.equal(result.code, 1);
		assert.match(result.stdout, /NOT GOOD/);
	});

	test('an experiment trains neural on any set', async () => {
		const plan = join(dir, 'plan.json');
		const options = ['--steps', '60', '--tokens', '2000', '--words', '300', '--questions', '20', ...TINY].join(' ');
		const sets = { train: { some: join(made.data, 'squad-dev-36.json') }, test: { wiki: join(made.data, 'squadshifts-new-wiki.json') } };
		writeFileSync(plan, JSON.stringify({ readers: { neural: { original: null, options } }, ...sets, seeds: [3] }));
		const result = await run(program('beatctl'), ['lab', 'experiment', plan, '--out', join(dir, 'experiment')], { env: { BEAT_BUILD: BUILD, BEAT_VECTORS: made.vectors, BEAT_TRAIN: join(ROOT, 'ops/train') }, timeout: 300000 });
		assert.equal(result.code, 0, result.stderr);
		const [, , f1] = /neural \| some \| ([0-9.]+) \| ([0-9.]+)/.exec(result.stdout);
		assert.ok(Number(f1) > 30, `F1 ${f1}`);
		const refused = await opsTrain(['--train', 'A B=x', '--vectors', made.vectors, '--work', join(dir, 'no')]);
		assert.match(refused.stderr, /--train wants NAME=FILE/);
	});

	test('a damaged file is not served', async () => {
		const bad = join(dir, 'bad');
		mkdirSync(bad);
		copyFileSync(join(weights, 'neural.weights'), join(bad, 'neural.weights'));
		const bytes = readFileSync(join(bad, 'neural.weights'));
		bytes[bytes.length - 100] ^= 1;
		writeFileSync(join(bad, 'neural.weights'), bytes);
		const result = await run(program('beat-model'), ['eval', unseen(), '--reader', 'neural', '--weights', bad]);
		assert.equal(result.code, 1);
		assert.match(result.stderr, /damaged/);
	});
});
