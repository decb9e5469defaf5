// beat-model at the command line: predict, eval, ask, list; and what becomes of readers whose weights are missing,
// damaged or another's. Readers are those whose weights are in the sources; window needs none.
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { call } from '../lib/http.mjs';
import { program } from '../lib/paths.mjs';
import { run, Server } from '../lib/proc.mjs';

const MODEL = program('beat-model');
const dir = mkdtempSync(join(tmpdir(), 'beat-model-'));
after(() => rmSync(dir, { recursive: true, force: true }));

const beatModel = (args, options) => run(MODEL, args, options);
const slice = (text, start, end) => [...text].slice(start, end).join('');
const file = (name, text) => {
	const path = join(dir, name);
	writeFileSync(path, text);
	return path;
};

const RHINE = 'The Rhine is a river in Europe. It rises in the Swiss Alps and flows to the North Sea near Rotterdam.';
const ZOE = 'Zoë 👩‍🚀 lives in Köln. In 1817 Johann Tulla began to straighten the river.';
const qa = (id, question, ...answers) => ({ id, question, answers: answers.map((text) => ({ text, answer_start: 0 })) });
const DATASET = {
	version: '1.1',
	data: [
		{
			title: 'Rivers',
			paragraphs: [
				{ context: RHINE, qas: [qa('r1', 'Where does it rise?', 'Swiss Alps', 'the Alps'), qa('r2', 'Near which city does it flow into the sea?', 'Rotterdam')] },
				{ context: ZOE, qas: [qa('z1', 'Where does Zoë live?', 'Köln'), qa('z2', 'When did Tulla begin?', 'in the year 1817'), qa('z3', '', 'nothing of the kind')] },
			],
		},
		{ title: 'Nothing', paragraphs: [{ context: '…', qas: [qa('n1', 'What?', 'what')] }, { context: 'And one.', qas: [] }] },
	],
};
const dataset = file('rivers.json', JSON.stringify(DATASET));
const contexts = new Map(DATASET.data.flatMap((a) => a.paragraphs.flatMap((p) => p.qas.map((q) => [q.id, p.context]))));

let readers; // what list says of all
let ready; // names of those that work here
before(async () => {
	readers = JSON.parse((await beatModel(['list', '--json'])).stdout);
	ready = readers.filter((r) => r.ready).map((r) => r.name);
});

describe('list', () => {
	it('tells every reader, from the weakest to the strongest', async () => {
		assert.equal(readers[0].name, 'window');
		for (const r of readers.filter((one) => one.ready)) {
			assert.match(r.weights, /^[0-9a-f]{64}$/);
			assert.ok(r.version && r.summary);
			assert.equal(r.file === null, r.name === 'window');
			if (r.file) assert.equal(r.bytes, readFileSync(r.file).length);
			if (r.measured) for (const key of ['questions', 'em', 'f1', 'wins']) assert.ok(Number.isInteger(r.measured[key]), key);
		}
		const f1 = readers.filter((r) => r.measured).map((r) => r.measured.f1);
		assert.deepEqual(f1, [...f1].sort((a, b) => a - b));
		const table = (await beatModel(['list'])).stdout;
		assert.match(table, /^READER +VERSION +SIZE +EM +F1 +WINS +QUESTIONS +MEASURED ON$/m);
		assert.match(table, /^window +1\.0 +built in +40\.5 +50\.8 +49\.0 % +3867 +SQuAD, unseen articles$/m);
	});

	it('says why a reader cannot be used', async () => {
		const folder = join(dir, 'list');
		mkdirSync(folder);
		const absent = await beatModel(['list', '--json', '--weights', folder]);
		assert.equal(absent.code, 0, absent.stderr);
		for (const r of JSON.parse(absent.stdout).slice(1)) {
			assert.deepEqual([r.ready, r.file, r.why], [false, join(folder, `${r.name}.weights`), 'its file is not there']);
			assert.match(absent.stderr, new RegExp(`the reader ${r.name} cannot be used: .*its file is not there`));
		}
		for (const r of readers.slice(1)) writeFileSync(join(folder, `${r.name}.weights`), 'rubbish');
		const damaged = await beatModel(['list', '--weights', folder]);
		if (readers.length > 1) {
			assert.equal(damaged.code, 1);
			assert.match(damaged.stdout, / unusable/);
		}
		const nowhere = await beatModel(['list', '--weights', join(dir, 'nowhere')]);
		assert.equal(nowhere.code, 1);
		assert.match(nowhere.stderr, /folder of weights .*nowhere is no folder, or not there/);
	});
});

describe('predict', () => {
	it('answers every question, in the order of the dataset', async () => {
		for (const reader of ready) {
			const { code, stdout, stderr } = await beatModel(['predict', dataset, '--reader', reader]);
			assert.equal(code, 0, stderr);
			const predictions = JSON.parse(stdout);
			assert.deepEqual(Object.keys(predictions), ['r1', 'r2', 'z1', 'z2', 'z3', 'n1']);
			assert.equal(predictions.n1, '');
			for (const [id, answer] of Object.entries(predictions)) assert.ok(contexts.get(id).includes(answer), `${reader} ${id}`);
			for (const id of ['r1', 'r2', 'z1', 'z2', 'z3']) assert.notEqual(predictions[id], '');
		}
		const window = JSON.parse((await beatModel(['predict', dataset, '--reader', 'window'])).stdout);
		assert.deepEqual([window.r1, window.r2, window.z1, window.z2], ['Swiss Alps', 'Rotterdam', 'Köln', '1817']);
	});

	it('answers alike with any number of threads, and as it does over HTTP', async () => {
		const server = new Server('beat-model', MODEL, ['--port', '0']);
		const [, port] = await server.waitFor(/listening addr=\S*:(\d+)/);
		for (const reader of ready) {
			const one = await beatModel(['predict', dataset, '--reader', reader, '--threads', '1', '--best', '20']);
			const many = await beatModel(['predict', dataset, '--reader', reader, '--threads', '7', '--best', '20']);
			assert.equal(one.stdout, many.stdout);
			for (const [id, { best, null_score }] of Object.entries(JSON.parse(one.stdout))) {
				const question = DATASET.data.flatMap((a) => a.paragraphs.flatMap((p) => p.qas)).find((q) => q.id === id).question;
				const answer = await call('POST', `http://127.0.0.1:${port}/predict?best=20&reader=${reader}`, { body: { passage: contexts.get(id), question } });
				if (id === 'n1') {
					assert.deepEqual([best, null_score, answer.status], [[], 1, 422]);
					continue;
				}
				assert.deepEqual(best, answer.body.best);
				assert.equal(null_score, answer.body.null_score);
				assert.equal(answer.body.model, reader);
				for (const b of best) assert.equal(slice(contexts.get(id), b.start, b.end), b.answer);
			}
		}
		await server.stop();
	});

	it('takes gzip, lines, standard input and several files', async () => {
		const rows = DATASET.data.flatMap((a) => a.paragraphs.flatMap((p) => p.qas.map((q) => ({ id: q.id, title: a.title, context: p.context, question: q.question, answers: { text: ['x'], answer_start: [0] } }))));
		const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
		const wanted = (await beatModel(['predict', dataset])).stdout;
		const packed = join(dir, 'rows.jsonl.gz');
		writeFileSync(packed, gzipSync(lines));
		assert.equal((await beatModel(['predict', packed])).stdout, wanted);
		assert.equal((await beatModel(['predict', '-'], { input: JSON.stringify(DATASET) })).stdout, wanted);
		const half = (part) => file(`half-${part}.json`, JSON.stringify({ data: [DATASET.data[part]] }));
		assert.equal((await beatModel(['predict', half(0), half(1)])).stdout, wanted);
		assert.equal((await beatModel(['predict', file('none.json', '{"data":[]}')])).stdout, '{}\n');
		const unanswered = { data: [{ title: 't', paragraphs: [{ context: RHINE, qas: [{ id: 'q', question: 'Where does it rise?' }] }] }] };
		assert.equal((await beatModel(['predict', '--reader', 'window', file('test.json', JSON.stringify(unanswered))])).stdout, '{\n"q":"Swiss Alps"\n}\n');
	});

	it('its answers are scored by beatctl', async () => {
		const predictions = file('predictions.json', (await beatModel(['predict', dataset, '--reader', 'window'])).stdout);
		const theirs = JSON.parse((await run(program('beatctl'), ['eval', dataset, predictions])).stdout);
		const ours = JSON.parse((await beatModel(['eval', dataset, '--reader', 'window', '--json'])).stdout).results[0];
		for (const key of ['exact_match', 'f1', 'total']) assert.equal(ours[key], theirs[key]);
	});
});

describe('eval', () => {
	it('scores, with intervals and the share of wins', async () => {
		const { code, stdout, stderr } = await beatModel(['eval', dataset, '--reader', 'window', '--json', '--per-article']);
		assert.equal(code, 0, stderr);
		const got = JSON.parse(stdout);
		const [result] = got.results;
		assert.equal(result.total, 6);
		assert.equal(result.exact_match, 50); // r1, r2, z1
		assert.equal(result.unanswered, 1);
		// z2 shares one word of four and one: F1 0.5 > 0.4, so it wins as well
		assert.ok(Math.abs(result.wins - 400 / 6) < 1e-9, String(result.wins));
		assert.ok(result.wins_interval[0] < result.wins && result.wins < result.wins_interval[1]);
		assert.ok(result.f1 > 50 && result.f1 < 60);
		assert.deepEqual(result.articles.map((a) => [a.title, a.total]), [['Rivers', 5], ['Nothing', 1]]);
		assert.deepEqual(Object.keys(got.models[0]), ['name', 'version', 'weights', 'asked']);
		assert.equal(got.models[0].asked, 5);
	});

	it('draws a bar at a terminal, and nothing elsewhere', async () => {
		const shown = await run('script', ['-qec', `${MODEL} eval ${dataset} --reader window`, '/dev/null'], { env: { TERM: 'xterm' } });
		assert.match(shown.stdout, /answering \[[#.]{30}\] +\d+ % +\d+ of 6/);
		assert.equal((await beatModel(['eval', dataset, '--reader', 'window'])).stderr, '');
	});

	it('compares readers on datasets in one table', async () => {
		const other = file('other.json', JSON.stringify({ data: [DATASET.data[0]] }));
		const { code, stdout, stderr } = await beatModel(['eval', dataset, `again=${other}`, '--reader', 'all', '--threads', '3']);
		assert.equal(code, 0, stderr);
		assert.match(stdout, /^DATASET +SPLIT +MODEL +QUESTIONS +EM +EM 95 % +F1 +F1 95 % +WINS +WINS 95 % +UNANSWERED$/m);
		for (const reader of ready) assert.match(stdout, new RegExp(`^again +${reader} +5 +\\d`, 'm'));
		assert.match(stdout, /^macro average of 2 +window/m);
		assert.match(stdout, /more than\s+40 % overlap/);
		const strongest = JSON.parse((await beatModel(['eval', dataset, '--json'])).stdout);
		assert.deepEqual(strongest.models.map((m) => m.name), [ready.at(-1)]);
	});
});

describe('members', () => {
	it('of a reader are readers of their own where they are named', async (t) => {
		const { members } = readers.find((r) => r.members) ?? {};
		if (!members) return t.skip('no reader here has several networks');
		const of = members[0].replace(/-1$/, '');
		assert.deepEqual(members, members.map((_, i) => `${of}-${i + 1}`));
		assert.match((await beatModel(['list'])).stdout, new RegExp(`^${members[0]} to ${members.at(-1)}: its networks`, 'm'));
		const server = new Server('beat-model', MODEL, ['--port', '0', '--readers', `all,${members}`]);
		const [, port] = await server.waitFor(/listening addr=\S*:(\d+)/);
		const listed = (await call('GET', `http://127.0.0.1:${port}/readers`)).body;
		assert.deepEqual(listed.map((r) => r.name), [...ready, ...members]);
		assert.deepEqual(listed.filter((r) => r.default).map((r) => r.name), [ready.at(-1)], 'a member is no default');
		const whole = listed.find((r) => r.name === of);
		const scores = [];
		for (const name of members) {
			assert.deepEqual([listed.find((r) => r.name === name).weights, listed.find((r) => r.name === name).measured], [whole.weights, null]);
			const told = JSON.parse((await beatModel(['predict', dataset, '--reader', name, '--best', '1'])).stdout);
			const { body } = await call('POST', `http://127.0.0.1:${port}/predict?reader=${name}&best=1`, { body: { passage: RHINE, question: 'Where does it rise?' } });
			assert.deepEqual([body.model, body.best], [name, told.r1.best]);
			assert.match((await beatModel(['ask', file('r.txt', RHINE), '--reader', name], { input: 'Where does it rise?' })).stdout, /\[[^\]]+\]/);
			scores.push(body.score);
		}
		assert.equal(new Set(scores).size, members.length, 'each is a network of its own');
		await server.stop();
		const eval_ = await beatModel(['eval', dataset, '--json', '--together', ...members.flatMap((name) => ['--reader', name])]);
		const { models, together: [{ pairs }] } = JSON.parse(eval_.stdout);
		assert.deepEqual(models.map((m) => m.name), members);
		assert.deepEqual(pairs.slice(0, 1).map((p) => [p.in_loop, p.other]), [[members[0], members[1]]]);
	});

	it('that are not there get a sentence', async () => {
		const folder = join(dir, 'no-members');
		mkdirSync(folder);
		for (const [args, words] of [
			[['--reader', 'neural-1', '--weights', folder], /reader neural-1 needs the file .*neural\.weights, which is not there/],
			[['--reader', 'neural-8'], /neural-8/],
			[['--reader', 'neural-9'], /There is no reader 'neural-9'/],
			[['--reader', 'window-1'], /There is no reader 'window-1'/],
			[['--reader', 'mine', '--checkpoint', `neural-1=${folder}`], /There is a reader 'neural-1' already/],
		]) {
			const refused = await beatModel(['predict', dataset, ...args]);
			assert.equal(refused.code, 1, args.join(' '));
			assert.match(refused.stderr, words);
		}
	});
});

describe('ask', () => {
	const passage = file('rhine.txt', `${RHINE}\n${ZOE}\n`);

	it('shows the answer in its sentence, with score and next best', async () => {
		const { code, stdout, stderr } = await beatModel(['ask', passage, '--reader', 'window'], { input: 'Where does it rise?\n\n  When did Tulla begin?  \n' });
		assert.equal(code, 0, stderr);
		assert.match(stdout, /^Where does it rise\?\n {2}It rises in the \[Swiss Alps\] and flows to the North Sea near Rotterdam\.\n {2}score 0\.\d\d, .*\n {2}next best 0\.\d\d {2}\S/);
		assert.match(stdout, /^When did Tulla begin\?\n {2}In \[1817\] Johann Tulla/m);
		assert.equal(stdout.match(/next best/g).length, 2);
		const alone = await beatModel(['ask', passage, '--reader', 'window', '--best', '1'], { input: 'Where does it rise?' });
		assert.ok(!alone.stdout.includes('next best'));
		const many = await beatModel(['ask', passage, '--reader', 'window', '--best', '5'], { input: 'Where does it rise?' });
		assert.equal(many.stdout.trim().split('\n').length, 3 + 4);
	});

	it('every reader can be asked', async () => {
		for (const reader of ready) {
			const { code, stdout } = await beatModel(['ask', passage, '--reader', reader], { input: 'Where does Zoë live?\n🤷\n\u202e\n' });
			assert.equal(code, 0);
			assert.equal(stdout.match(/\[[^\]]+\]/g).length, 3, reader);
			assert.ok(!stdout.includes('\u202e'));
		}
	});

	it('ends with the input, or when told to', async () => {
		assert.deepEqual([(await beatModel(['ask', passage], { input: '' })).stdout, (await beatModel(['ask', passage], { input: 'quit\nWho?\n' })).stdout], ['', '']);
		const hostile = await beatModel(['ask', passage, '--reader', 'window'], { input: Buffer.from('Who \xff?\nWhere does it rise?\n', 'latin1') });
		assert.equal(hostile.code, 1);
		assert.match(hostile.stderr, /not valid UTF-8/);
		assert.match(hostile.stdout, /\[Swiss Alps\]/);
		const nul = await beatModel(['ask', passage, '--reader', 'window'], { input: 'Where does\0 it end?\nWhere does it rise?\n' });
		assert.equal(nul.code, 1);
		assert.match(nul.stderr, /holds a NUL character/);
		assert.equal(nul.stdout.match(/^Where/gm).length, 1, 'half a question is not asked');
	});

	it('talks at a terminal', async () => {
		const typed = await run('script', ['-qec', `${MODEL} ask ${passage} --reader window`, '/dev/null'], { input: 'Where does it rise?\n\nquit\n', env: { TERM: 'xterm' } });
		assert.match(typed.stdout, /Type a question about the passage/);
		assert.match(typed.stdout, /\? .*/);
		assert.ok(typed.stdout.includes('\u001b[1mSwiss Alps\u001b[0m'), typed.stdout);
	});
});

describe('mistakes', () => {
	it('get a sentence', async () => {
		for (const [args, code, words] of [
			[['predict'], 2, /name a DATASET/],
			[['eval'], 2, /name a DATASET/],
			[['ask'], 2, /name one file, the passage/],
			[['ask', 'a', 'b'], 2, /name one file/],
			[['ask', '-'], 2, /standard input is for the questions/],
			[['eval', dataset, '--reader', 'all', '--reader', 'oracle'], 2, /name no other beside it/],
			[['eval', dataset, '--reader', ''], 2, /--reader wants a name/],
			[['eval', dataset, '--reader', 'window', '--together'], 2, /--together wants two readers at least/],
			[['list', 'x'], 2, /takes no word such as 'x'/],
			[['predict', dataset, '--raeder', 'x'], 2, /no option --raeder; did you mean --reader\?\nRun 'beat-model help predict'/],
			[['predict', dataset, '--best', '21'], 2, /--best takes a whole number from 1 to 20/],
			[['predict', dataset, '--threads', '0'], 2, /--threads takes a whole number from 1/],
			[['eval', dataset, '--split', 'dew'], 2, /--split is train, dev or test, not 'dew'/],
			[['predict', dataset, '--reader', 'oracle'], 1, /There is no reader 'oracle'; there are window/],
			[['eval', dataset, '--reader', 'oracle'], 1, /There is no reader 'oracle'/],
			[['ask', dataset, '--reader', 'oracle'], 1, /There is no reader 'oracle'/],
			[['predict', dataset, '--weights', join(dir, 'nowhere')], 1, /folder of weights .*nowhere is no folder, or not there/],
			[['predict', join(dir, 'nothing.json')], 1, /nothing\.json.*No such file/],
			[['eval', join(dir, 'nothing.json')], 1, /could not open .*nothing\.json: No such file/],
			[['ask', join(dir, 'nothing.txt')], 1, /nothing\.txt: .*No such file/],
			[['predict', file('broken.json', '{"data":[')], 1, /broken\.json/],
			[['eval', file('empty.json', '{"data":[]}')], 1, /has no questions/],
			[['ask', file('blank.txt', ' \n… 🎉')], 1, /holds no word/],
			[['ask', file('latin.txt', Buffer.from([0x61, 0xff]))], 1, /not valid UTF-8/],
		]) {
			const result = await beatModel(args);
			assert.equal(result.code, code, `${args.join(' ')}: ${result.stderr}`);
			assert.match(result.stderr, words);
		}
	});

	it('--help explains every command', async () => {
		for (const name of ['predict', 'eval', 'ask', 'list']) {
			const help = await beatModel([name, '--help']);
			assert.equal(help.code, 0);
			assert.match(help.stdout, new RegExp(`^beat-model ${name}: .*\\n\\nUsage: beat-model ${name}`));
			assert.match(help.stdout, /Exit codes:/);
			assert.ok(help.stdout.split('\n').every((line) => [...line].length <= 100));
			assert.equal((await beatModel(['help', name])).stdout, help.stdout);
		}
		const unknown = await beatModel(['help', 'predikt']);
		assert.equal(unknown.code, 2);
		assert.match(unknown.stderr, /did you mean 'predict'/);
	});
});

describe('weights', () => {
	const trained = () => readers.filter((r) => r.file).map((r) => r.name);

	async function serve(args) {
		const server = new Server('beat-model', MODEL, ['--port', '0', ...args]);
		await Promise.race([server.waitFor(/listening addr=\S*:(\d+)/), server.exit]);
		server.expected = server.ended !== null;
		return server;
	}
	const names = async (server) => {
		const [, port] = server.output.match(/listening addr=\S*:(\d+)/);
		return (await call('GET', `http://127.0.0.1:${port}/readers`)).body.map((r) => r.name);
	};

	it('that are missing leave a reader out, unless it was asked for', async () => {
		const folder = join(dir, 'bare');
		mkdirSync(folder);
		const server = await serve(['--weights', folder]);
		assert.deepEqual(await names(server), ['window']);
		for (const name of trained()) assert.match(server.output, new RegExp(`info +beat-model the reader ${name} is left out: .*${name}\\.weights is not there`));
		await server.stop();
		for (const name of trained()) {
			for (const args of [['--reader', name], ['--readers', `window,${name}`]]) {
				const refused = await serve([...args, '--weights', folder]);
				assert.equal((await refused.exit).code, 1);
				assert.match(refused.output, new RegExp(`reader ${name} needs the file .*${name}\\.weights, which is not there`));
			}
			assert.match((await beatModel(['predict', dataset, '--reader', name, '--weights', folder])).stderr, /needs the file/);
		}
	});

	it('that are damaged are an error; the others go on, unless it was asked for', async () => {
		for (const { name, file: shipped } of readers.filter((r) => r.ready && r.file)) {
			const folder = join(dir, `damaged-${name}`);
			const path = join(folder, `${name}.weights`);
			mkdirSync(folder);
			copyFileSync(shipped, path);
			const bytes = readFileSync(path);
			bytes[bytes.length - 1] ^= 1;
			writeFileSync(path, bytes);
			const server = await serve(['--weights', folder]);
			assert.deepEqual(await names(server), ['window']);
			assert.match(server.output, new RegExp(`error beat-model .*${name}`));
			await server.stop();
			writeFileSync(path, bytes.subarray(0, bytes.length >> 1));
			const refused = await serve(['--weights', folder, '--reader', name]);
			assert.equal((await refused.exit).code, 1);
			assert.match(refused.output, new RegExp(`The reader ${name} cannot be used`));
		}
	});

	it('are found through the environment', async () => {
		const folder = join(dir, 'bare');
		const env = { BEAT_MODEL_WEIGHTS: folder };
		assert.deepEqual(JSON.parse((await beatModel(['list', '--json'], { env })).stdout).filter((r) => r.ready).map((r) => r.name), ['window']);
		assert.equal((await beatModel(['predict', dataset], { env })).stdout, (await beatModel(['predict', dataset, '--reader', 'window'])).stdout);
	});

	it('several readers answer in one process', async () => {
		const server = await serve([]);
		assert.deepEqual(await names(server), ready);
		const [, port] = server.output.match(/listening addr=\S*:(\d+)/);
		for (const reader of ready) {
			const answer = await call('POST', `http://127.0.0.1:${port}/predict?reader=${reader}`, { body: { passage: ZOE, question: 'Where does Zoë live?' } });
			assert.equal(answer.body.model, reader);
			assert.equal(slice(ZOE, answer.body.start, answer.body.end), answer.body.answer);
			assert.equal(answer.body.weights, readers.find((r) => r.name === reader).weights);
		}
		const chosen = await call('POST', `http://127.0.0.1:${port}/predict`, { body: { passage: ZOE, question: 'Where does Zoë live?' } });
		assert.equal(chosen.body.model, ready.at(-1));
		await server.stop();
	});
});
