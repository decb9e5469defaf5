// Several models in the loop: asked at the same time, one verdict by a rule, every answer stored with its proof.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { described } from '../lib/openapi.mjs';
import { ROOT, run, startStack, startStubModel, until } from '../lib/stack.mjs';

const RULES = { any: (m) => m > 0, most: (m, n) => 2 * m > n };
const LETTERS = ['H', 'M', 'F'];

let stack, api, stubs;

before(async () => {
	stack = await startStack({ project: { args: ['--questions', '50', '--rule', 'any', '--assignments-per-passage', '1000'] }, beatd: { env: { BEAT_BREAKER_FAILURES: '1000', BEAT_MODEL_TIMEOUT_MS: '60000' } } });
	api = described(stack);
	stubs = [stack.stub, await startStubModel(), await startStubModel()];
	await stack.ctl('model', 'add', 'second', stubs[1].url);
	await stack.ctl('model', 'add', 'third', stubs[2].url);
	await stack.ctl('project', 'set', 'demo', '--also', 'second', '--also', 'third');
});
after(async () => {
	for (const stub of stubs?.slice(1) ?? []) await stub.stop();
	await stack?.stop();
});

const words = (text) => [...new Set(text.match(/[A-Za-z]{4,}/g))];
// What a stub does that stands for a letter (W: it never answers); the human answer is the passage's second long word.
function behaviour(letter, i, more) {
	if (letter === 'F') return { status: 500 };
	if (letter === 'W') return { hang: true };
	return async ({ passage }) => {
		await more?.after;
		return { text: words(passage)[letter === 'M' ? 1 : 3], model: `m${i + 1}`, version: '1', weights: `w${i + 1}`, ...more };
	};
}
function act(letters, more = {}) {
	for (const [i, stub] of stubs.entries()) {
		stub.reset();
		stub.always(behaviour(letters[i], i, more[i]));
	}
}
let asked = 0;
const play = async (hit) => (await api.attempt(hit, `What is asked as number ${++asked} here?`, words(hit.passage.text)[1])).body;
const answers = (id) => stack.sql(`select place, verdict, fault, shared, model_tokens, human_tokens, answer from attempt_answer where attempt_id = '${id}' order by place`);
const proved = () => stack.value("select count(*) from recount() where counter = 'ensembles proved'");

// By the definition: all ways in which the faults could have gone must agree.
function verdictOf(rule, letters) {
	const [m, f] = ['M', 'F'].map((x) => [...letters].filter((y) => y === x).length);
	const least = RULES[rule](m, letters.length);
	return least === RULES[rule](m + f, letters.length) ? (least ? 'model' : 'human') : 'none';
}

describe('settings', () => {
	it('take further models and a rule, and refuse what cannot be', async () => {
		const set = (...args) => stack.beatctl(['project', 'set', 'demo', ...args]);
		for (const [args, code, words] of [
			[['--rule', 'single'], 1, /Several models need a rule/],
			[['--also', 'nope'], 1, /No model is named "nope"/],
			[['--also', 'second', '--also', 'second'], 1, /twice/],
			[['--model', 'second'], 1, /in the loop already/],
			[['--rule', 'all'], 2, /takes one of single\|any\|most/],
			[['--also', 'third', '--no-also'], 2, /choose one of/],
		]) {
			const result = await set(...args);
			assert.equal(result.code, code, result.stderr + args);
			assert.match(result.stderr, words);
		}
		const shown = JSON.parse((await stack.beatctl(['project', 'show', 'demo', '--json'])).stdout);
		assert.deepEqual([shown.also, shown.rule], [['second', 'third'], 'any']);
		assert.match((await stack.beatctl(['project', 'show', 'demo'])).stdout, /Further models in the loop +second, third/);
	});

	it('tell the worker whom they play against, before and while', async () => {
		const { body } = await api.session('teller');
		assert.deepEqual([body.opponent.names.slice(1), body.opponent.rule, body.opponent.measured_on], [['second', 'third'], 'any', null]);
	});
});

describe('one verdict', () => {
	for (const rule of ['any', 'most']) {
		it(`${rule}: of every combination of wins and faults, as the rule has it, with each answer's proof`, async () => {
			await stack.ctl('project', 'set', 'demo', '--rule', rule);
			const hit = (await api.session(`table-${rule}`)).body;
			for (let code = 0; code < 27; code++) {
				const letters = [0, 1, 2].map((i) => LETTERS[Math.floor(code / 3 ** i) % 3]).join('');
				act(letters);
				const attempt = await play(hit);
				const verdict = verdictOf(rule, letters);
				assert.equal(attempt.verdict, verdict, `${rule} ${letters}`);
				const shown = letters.indexOf({ human: 'H', model: 'M', none: 'F' }[verdict]);
				if (verdict === 'none') assert.equal(attempt.fault, 'bad_status');
				else assert.equal(attempt.model.name, `m${shown + 1}`, `${rule} ${letters}: who stands for all`);
				await until(async () => (await stack.value(`select count(*) from attempt_answer where attempt_id = '${attempt.id}' and fault = 'waiting'`)) === 0);
				const stored = await answers(attempt.id);
				assert.equal(stored.map((a) => ({ human: 'H', model: 'M', none: 'F' })[a.verdict]).join(''), letters);
				for (const a of stored) if (a.verdict !== 'none') assert.deepEqual([a.shared, a.model_tokens, a.human_tokens], [a.verdict === 'model' ? 1 : 0, 1, 1]);
			}
			assert.equal(await proved(), 0);
		});
	}

	it('any: is told as soon as one has won, and the rest is stored when it comes', async () => {
		await stack.ctl('project', 'set', 'demo', '--rule', 'any');
		const { body: hit } = await api.session('quick');
		let goOn;
		const after = new Promise((done) => (goOn = done));
		act('HMH', { 0: { after }, 2: { after } });
		const attempt = await play(hit);
		assert.deepEqual([attempt.verdict, attempt.model.name], ['model', 'm2']);
		assert.deepEqual((await answers(attempt.id)).map((a) => a.fault), ['waiting', null, 'waiting']);
		goOn();
		await until(async () => (await answers(attempt.id)).map((a) => a.verdict).join() === 'human,model,human');
		assert.equal(await proved(), 0);
	});

	it('the models see neither the human answer nor each other', async () => {
		for (const stub of stubs) for (const request of stub.requests) assert.deepEqual(Object.keys(request).sort(), ['passage', 'question']);
	});

	it('the same attempt twice at once asks each model once', async () => {
		const { body: hit } = await api.session('twice');
		act('HHH', { 1: { delay: 200 } });
		const id = crypto.randomUUID();
		const both = await Promise.all([1, 2].map(() => api.attempt(hit, 'Which one is it that was meant?', words(hit.passage.text)[1], { id })));
		assert.deepEqual(both.map((b) => [b.status, b.body.verdict]), [[200, 'human'], [200, 'human']]);
		assert.deepEqual(stubs.map((s) => s.calls), [1, 1, 1]);
		assert.equal((await answers(id)).length, 3);
	});
});

describe('when something breaks', () => {
	it('a dead model: none, then judged by the one that failed alone', async () => {
		await stack.ctl('project', 'set', 'demo', '--rule', 'any');
		const { body: hit } = await api.session('dead');
		act('HHH');
		await stubs[2].refuse();
		const attempt = await play(hit);
		assert.deepEqual([attempt.verdict, attempt.fault], ['none', 'refused']);
		await stubs[2].accept();
		act('MMH');
		const { code, stdout, stderr } = await stack.beatctl(['rejudge', 'demo']);
		assert.equal(code, 0, stderr + stdout);
		const [row] = await stack.sql(`select verdict, model_id = (select id from model where url = '${stack.modelUrl}') as first from attempt where id = '${attempt.id}'`);
		assert.deepEqual(row, { verdict: 'human', first: true }, 'what the others had said stands');
		assert.equal(await stack.value("select count(*) from attempt where verdict = 'none'"), 0, 'all that were open are judged');
		assert.equal(await proved(), 0);
		assert.equal(await stack.value("select count(*) from recount()"), 0, 'and every counter agrees');
	});

	it('two of three still silent: an answer is kept, the verdict waits', async () => {
		await stack.ctl('project', 'set', 'demo', '--rule', 'most');
		const { body: hit } = await api.session('half');
		act('MFF');
		const attempt = await play(hit);
		assert.equal(attempt.verdict, 'none');
		act('FHF');
		const { code, stdout } = await stack.beatctl(['rejudge', 'demo']);
		assert.equal(code, 1);
		assert.match(stdout, /judged 0: .*1 still without an answer/);
		assert.match(stdout, /1 more were answered by one of several models/);
		assert.deepEqual((await answers(attempt.id)).map((a) => a.verdict), ['model', 'human', 'none']);
		act('FFM');
		assert.equal((await stack.beatctl(['rejudge', 'demo'])).code, 0);
		assert.equal(await stack.value(`select verdict from attempt where id = '${attempt.id}'`), 'model');
	});

	it('beatd killed after the verdict: what was waited for is asked again', async () => {
		await stack.ctl('project', 'set', 'demo', '--rule', 'any');
		const { body: hit } = await api.session('killed');
		act('MWH');
		const attempt = await play(hit);
		assert.equal(attempt.verdict, 'model');
		await stack.killBeatd();
		assert.equal((await answers(attempt.id))[1].fault, 'waiting');
		act('MHH');
		for (const sql of ['alter table attempt_answer disable trigger user', "update attempt_answer set asked_at = asked_at - interval '1 hour'", 'alter table attempt_answer enable trigger user']) await stack.sql(sql);
		await stack.restartBeatd();
		await stack.beatctl(['rejudge', 'demo']);
		assert.equal((await answers(attempt.id))[1].verdict, 'human');
		assert.equal(await stack.value(`select verdict from attempt where id = '${attempt.id}'`), 'model');
	});

	it('no verdict can be stored that the answers do not prove', async () => {
		const id = await stack.value("select e.attempt_id from attempt_ensemble e join attempt t on t.id = e.attempt_id where t.verdict = 'human' limit 1");
		for (const sql of [
			`insert into attempt_answer select attempt_id, 8, (select max(id) from model), null, 'x', null, null, null, 0, 1, human_tokens, 'model', null, 1 from attempt_answer where attempt_id = '${id}' and place = 1`,
			`update attempt_answer set verdict = 'model' where attempt_id = '${id}' and place = 1`,
			`delete from attempt_answer where attempt_id = '${id}'`,
		])
			await assert.rejects(stack.sql(sql));
	});
});

describe('afterwards', () => {
	it('a release has every answer of every model, and its card all of them', async () => {
		const out = join(stack.dir, 'release');
		act('HHF');
		await stack.ctl('project', 'set', 'demo', '--rule', 'most', '--validation-votes', '0');
		const { body: hit } = await api.session('released');
		for (let i = 0; i < 2; i++) assert.equal((await play(hit)).verdict, 'human');
		assert.equal((await api.submit(hit)).status, 200);
		await stack.ctl('release', 'build', 'demo', '--version', '1.0', '--out', out, '--formats', 'squad,hf,attempts');
		const { code, stdout, stderr } = await run('python3', [join(ROOT, 'tests/release/check_release.py'), out]);
		assert.equal(code, 0, stdout + stderr);
		const rows = ['train', 'dev', 'test'].flatMap((split) => readFileSync(join(out, `attempts/${split}.jsonl`), 'utf8').split('\n').filter(Boolean)).map((line) => JSON.parse(line));
		assert.deepEqual([rows.at(-1).adversaries.name, rows.at(-1).adversaries.verdict, rows.at(-1).adversaries.fault], [['m1', 'm2', 'third'], ['human', 'human', 'none'], [null, null, 'bad_status']]);
		const { weights, prompt, protocol } = rows.at(-1).adversaries;
		assert.deepEqual([weights.slice(0, 2), prompt, protocol.slice(0, 2)], [['w1', 'w2'], ['', '', ''], ['beat', 'beat']]);
		assert.match(readFileSync(join(out, 'README.md'), 'utf8'), /m1[\s\S]*m2[\s\S]*third/);
	});

	it('the matrix has the ensemble, and each of its models', async () => {
		const { stdout, stderr, code } = await stack.beatctl(['rejudge', 'demo', '--show', '--json']);
		assert.equal(code, 0, stderr);
		const { rows } = JSON.parse(stdout);
		const row = rows.find((r) => r.against.startsWith('any of'));
		assert.ok(row, stdout);
		assert.deepEqual(row.cells.map((c) => c.in_loop).filter(Boolean).length, 1);
		for (const name of ['m1', 'm2', 'm3']) assert.ok(row.cells.some((c) => c.reader.startsWith(name)), `${name} in ${stdout}`);
	});
});
