// beatctl rejudge --model: stored attempts asked of other readers, and the transfer matrix.
// Two projects on two models in the loop; scripted models, so that every figure is known.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { Server } from '../lib/proc.mjs';
import { call, program, run, spanOf, startStack, startStubModel, until } from '../lib/stack.mjs';

function refused(result, code, pattern) {
	assert.equal(result.code, code, result.stderr + result.stdout);
	assert.match(result.stderr, pattern);
}

// The human answer is the first long word of the passage; another word is wrong.
const right = (text) => text.match(/\p{L}{5,}/u)[0];
const wrong = (text) => text.match(/\d{4}|saponins|Njord|Anatolia/)[0];
const numberOf = (q) => Number(q.question.match(/\d+/)?.[0] ?? 0); // a first question, to see who it is, has none
// A reader that answers the questions whose number satisfies `knows`.
const reader = (model, knows, more = {}) => (q) => ({ text: (knows(numberOf(q)) ? right : wrong)(q.passage), model, version: '1', weights: `${model}-weights`, ...more });

// Ends of the interval of k of n, in %, from tables.
const CLOPPER_PEARSON = { '0/4': [0, 60.2365], '2/4': [6.7586, 93.2414], '4/4': [39.7635, 100], '4/6': [22.2778, 95.6728], '2/6': [4.3272, 77.7222], '1/2': [1.2579, 98.7421] };

describe('rejudge --model', () => {
	let stack, other;
	before(async () => {
		stack = await startStack({ beatd: false, project: { name: 'easy', args: ['--questions', '50', '--assignments-per-passage', '1000'] } });
		other = await startStubModel();
		await stack.ctl('model', 'add', 'second', other.url);
		await stack.createProject('hard', ['--open', '--collection', 'sample', '--model', 'second', '--questions', '50', '--assignments-per-passage', '1000', '--empty-answer', 'loss']);
	});
	after(async () => {
		await other?.stop();
		await stack?.stop();
	});
	beforeEach(() => {
		stack.stub.reset();
		other.reset();
	});

	const rejudge = (...args) => stack.beatctl(['rejudge', ...args]);
	const stored = (where = 'true') => stack.value(`select count(*) from transfer_prediction where ${where}`);
	async function json(...args) {
		const result = await rejudge(...args, '--json');
		assert.equal(result.code, 0, result.stderr);
		return JSON.parse(result.stdout);
	}
	const cell = (m, project, name) => m.rows.find((r) => r.project === project).cells.find((c) => c.reader === name);
	const ratio = (share) => `${share.beating}/${share.of}`;

	// Attempts as the server stores them: verdicts[i] is that of question i of the project's reader in the loop.
	async function play(project, loop, verdicts, worker = randomUUID()) {
		const [s] = await stack.sql(`select * from session_open(${stack.lit(project)}, 'direct', ${stack.lit(worker)}, '', '', '')`);
		assert.equal(s.status, 'ok');
		const { start, end, text } = spanOf(s.text, right(s.text));
		const model = await stack.value(`select model_id from project where name = ${stack.lit(project)}`);
		const record = (verdict, i) => {
			const answer = stack.lit(verdict === 'human' ? wrong(s.text) : text);
			const judged = verdict === 'none' ? 'null, null, null, null, null, null, null' : `${answer}, null, null, 0.5, ${verdict === 'human' ? 0 : 1}, 1, 1`;
			return `assert (attempt_record(gen_random_uuid(), ${s.assignment_id}, ${s.worker_id}, 'Which word is number ${i}?', ${start}, ${end}, ${stack.lit(text)},
				400, ${model}, ${stack.lit(loop)}, '1', ${stack.lit(`${loop}-weights`)}, ${judged}, '${verdict}', ${verdict === 'none' ? "'timeout'" : 'null'}, 5)).status = 'ok';`;
		};
		await stack.sql(`do $do$ begin ${verdicts.map(record).join('\n')} end $do$`);
		return s;
	}

	test('wrong usage', async () => {
		refused(await rejudge('--model', 'http://h'), 2, /at least one PROJECT/);
		refused(await rejudge('easy', '', '--show'), 2, /a PROJECT has a name/);
		refused(await rejudge('easy', 'hard'), 2, /several go with --model or --show/);
		refused(await rejudge('easy', '--show', '--model', 'http://h'), 2, /asks nobody/);
		refused(await rejudge('easy', '--json'), 2, /go with --model or --show/);
		refused(await rejudge('easy', '--won'), 2, /go with --model/);
		refused(await rejudge('easy', '--show', '--limit', '3'), 2, /--limit/);
		refused(await rejudge('easy', 'nope', '--show'), 1, /no project "nope"/);
		refused(await rejudge('easy', '--model', 'scond'), 1, /No model is named "scond"/);
		refused(await rejudge('easy', '--model', 'ftp://h'), 1, /begins with http/);
		refused(await rejudge('easy', '--model', 'http://h', '--protocol', 'odd'), 1, /no model protocol 'odd'; known are: beat/);
	});

	test('nothing judged yet', async () => {
		const { code, stdout } = await rejudge('easy', '--show');
		assert.equal(code, 0);
		assert.equal(stdout, 'easy has no row: no attempt that counts was judged in it yet.\n');
		assert.deepEqual((await json('easy', '--show')).rows, []);
		assert.equal((await rejudge('easy', 'easy', '--show')).stdout, stdout, 'named again is meant once');
		assert.deepEqual((await json('easy', 'hard', 'easy', '--show')).projects, ['easy', 'hard']);
	});

	test('two projects, two readers, each other\'s questions', async () => {
		await play('easy', 'weak', ['human', 'human', 'model', 'human', 'model', 'human', 'none']);
		await play('hard', 'strong', ['human', 'model', 'human', 'model']);
		const before = await stack.sql('select * from attempt order by id');
		stack.stub.always(reader('weak', (n) => n > 0));
		other.always(reader('strong', (n) => n < 3));

		const { code, stdout, stderr } = await rejudge('easy', 'hard', '--model', 'second', '--model', stack.stub.url, '--concurrency', '3');
		assert.equal(code, 0, stderr);
		assert.equal(stderr, '');
		// Each is asked a first question, and about the other's project: its own answers are known.
		assert.equal(other.calls, 1 + 6);
		assert.equal(stack.stub.calls, 1 + 4);
		assert.match(stdout, /^strong 1 answered 6: 3 beat it, 3 did not; 0 still without an answer$/m);
		assert.match(stdout, /^weak 1 answered 4: 1 beat it, 3 did not; 0 still without an answer$/m);
		assert.match(stdout, /^PROJECT  WRITTEN AGAINST  QUESTIONS  weak +strong$/m);
		assert.match(stdout, /^easy +weak +4  100\.0 \(39\.8–100\.0\) 4\/4  50\.0 \(6\.8–93\.2\) 2\/4$/m);
		assert.match(stdout, /^hard +strong +2  50\.0 \(1\.3–98\.7\) 1\/2 +100\.0 \(15\.8–100\.0\) 2\/2$/m);
		assert.match(stdout, /^easy +weak +6  66\.7 \(22\.3–95\.7\) 4\/6 +50\.0 \(11\.8–88\.2\) 3\/6$/m);
		assert.match(stdout, /set aside and attempts of revoked workers are left out/);
		assert.doesNotMatch(stdout, /Not every reader/);

		// The game is untouched, and the model saw no answer.
		assert.deepEqual(await stack.sql('select * from attempt order by id'), before);
		for (const request of [...other.requests, ...stack.stub.requests]) assert.deepEqual(Object.keys(request).sort(), ['passage', 'question']);
	});

	test('what is stored is shown without asking, and asked once', async () => {
		const shown = await json('easy', 'hard', '--show');
		assert.equal(stack.stub.calls + other.calls, 0);
		assert.deepEqual(shown.runs, []);
		assert.deepEqual(shown.projects, ['easy', 'hard']);
		assert.deepEqual(shown.readers, [{ label: 'weak', name: 'weak', version: '1', weights: 'weak-weights' }, { label: 'strong', name: 'strong', version: '1', weights: 'strong-weights' }]);
		assert.deepEqual(shown.rows.map((r) => [r.project, r.against, r.won, r.attempts]), [['easy', 'weak', 4, 6], ['hard', 'strong', 2, 4]]);
		assert.equal(cell(shown, 'easy', 'weak').in_loop, true);
		assert.equal(cell(shown, 'easy', 'strong').in_loop, false);
		assert.equal(cell(shown, 'hard', 'weak').won.percent, 50);
		assert.equal(ratio(cell(shown, 'hard', 'weak').all), '1/4');
		for (const row of shown.rows) {
			for (const c of row.cells) {
				for (const share of [c.won, c.all]) {
					const ends = CLOPPER_PEARSON[ratio(share)];
					if (ends) for (const i of [0, 1]) assert.ok(Math.abs(share.interval[i] - ends[i]) < 1e-3, `${ratio(share)}: ${share.interval}`);
				}
			}
		}
		other.always(reader('strong', (n) => n < 3));
		const again = await rejudge('easy', 'hard', '--model', 'second');
		assert.equal(again.code, 0, again.stderr);
		assert.match(again.stdout, /^nothing to ask strong 1: it has answered every attempt$/m);
		assert.equal(other.calls, 1);
		assert.deepEqual((await json('easy', 'hard', '--show')).rows, shown.rows);
	});

	test('the stored proof is exact', async () => {
		const rows = await stack.sql(`select y.verdict, y.shared, y.model_tokens, y.human_tokens, t.threshold_permille, y.answer, y.answer_start, y.answer_end, x.text
			from transfer_prediction y join attempt t on t.id = y.attempt_id join assignment a on a.id = t.assignment_id join passage x on x.id = a.passage_id`);
		assert.equal(rows.length, 10);
		for (const r of rows) {
			assert.equal(r.verdict, 2000 * r.shared > r.threshold_permille * (r.model_tokens + r.human_tokens) ? 'model' : 'human');
			assert.equal([...r.text].slice(r.answer_start, r.answer_end).join(''), r.answer);
		}
	});

	test('another version is another column; --won asks less', async () => {
		other.always(reader('strong', () => true, { version: '2' }));
		const m = await json('easy', 'hard', '--model', 'second', '--won');
		assert.equal(other.calls, 1 + 6);
		assert.deepEqual(m.readers.map((r) => r.label), ['weak', 'strong 1', 'strong 2']);
		assert.equal(ratio(cell(m, 'easy', 'strong 2').won), '0/4');
		assert.equal(ratio(cell(m, 'hard', 'strong 2').all), '0/2');
		assert.deepEqual(m.runs, [{ url: other.url, name: 'strong', version: '2', weights: 'strong-weights', asked: 6, beating: 0, not_beating: 6, elsewhere: 0, unanswered: 0, faults: {}, stopped: null }]);
		assert.match((await rejudge('easy', '--show')).stdout, /Not every reader was asked about all/);
		const weights = reader('strong', () => true, { version: '2', weights: 'abcdefgh-other' });
		other.always(weights);
		const w = await json('hard', '--model', 'second');
		assert.deepEqual(w.readers.map((r) => r.label), ['strong 1', 'weak', 'strong 2 strong-w', 'strong 2 abcdefgh']);
	});

	test('faults are counted, told, and asked again', async () => {
		const project = ['easy', '--concurrency', '1', '--model'];
		stack.stub.always(reader('flaky', () => false));
		stack.stub.next(reader('flaky', () => false), { status: 500 }, { body: 'no' }, { text: '' }, { text: 'The', start: 0, end: 999 });
		const { code, stdout } = await rejudge(...project, stack.stub.url);
		assert.equal(code, 1);
		assert.match(stdout, /^flaky 1 answered 2: 2 beat it, 0 did not; 4 still without an answer$/m);
		for (const fault of ['bad_status', 'garbage', 'empty', 'bad_span']) assert.match(stdout, new RegExp(`^  1 because of the model's fault '${fault}'$`, 'm'));
		assert.match(stdout, /^PROJECT /m);
		const m = await json(...project, stack.stub.url);
		assert.equal(m.runs[0].asked, 4);
		assert.equal(ratio(cell(m, 'easy', 'flaky').all), '6/6');
	});

	test('an empty answer loses where the project says so', async () => {
		other.always(reader('mute', () => false));
		other.next(reader('mute', () => false), { text: '', model: 'mute', weights: 'mute-weights' }, { text: ' ', model: 'mute', weights: 'mute-weights' });
		const m = await json('hard', '--model', 'second', '--concurrency', '1');
		assert.equal(ratio(cell(m, 'hard', 'mute').all), '4/4');
		assert.equal(await stored("answer = '' and model_tokens = 0"), 2);
	});

	test('one that does not answer at all does not keep the others', async () => {
		await other.refuse();
		stack.stub.always(reader('third', () => true));
		const { code, stdout, stderr } = await rejudge('hard', '--model', 'second', '--model', stack.stub.url);
		assert.equal(code, 1);
		assert.match(stderr, /the model at http:\S+: it gave no usable answer to a first question: refused/);
		assert.match(stdout, /^third 1 answered 4: 0 beat it/m);
		assert.match(stdout, /^PROJECT /m);
		await other.accept();
		other.always({ body: '[' });
		const told = await rejudge('hard', '--model', 'second', '--json');
		assert.equal(told.code, 1);
		assert.match(told.stderr, /first question: garbage: Not valid JSON: [^\n]*\)\. Check it/);
		assert.match(JSON.parse(told.stdout).runs[0].stopped, /^it gave no usable answer to a first question: garbage: /);
	});

	test('a name does nothing to the terminal', async () => {
		const name = '\u001b[31mred\u202e\u0007\nline';
		stack.stub.always(reader(name, () => true));
		// On a terminal, where a bar is drawn as well.
		const args = ['-qec', `"$PROGRAM" rejudge hard --model ${stack.stub.url}`, '/dev/null'];
		const { code, stdout } = await run('script', args, { env: { ...process.env, BEAT_DB: stack.db, PROGRAM: program('beatctl'), TERM: 'xterm' } });
		assert.equal(code, 0, stdout);
		assert.match(stdout, /\?\[31mred\?\?\?line 1 answered 4:/);
		assert.match(stdout, /\?\[31mred\?\?\?line \[#/, 'the bar');
		assert.doesNotMatch(stdout, /\u001b\[31m|\u202e|\u0007/);
		assert.equal((await json('hard', '--show')).readers.filter((r) => r.name === name).length, 1);
	});

	test('one that becomes another is stopped', async () => {
		stack.stub.always(reader('new', () => true, { version: '8' }));
		stack.stub.next(...Array(3).fill(reader('new', () => true, { version: '7' })));
		const { code, stdout, stderr } = await rejudge('easy', '--model', stack.stub.url, '--concurrency', '1');
		assert.equal(code, 1);
		assert.match(stdout, /^new 7 answered 2:/m);
		assert.match(stderr, /stopped early: the reader was new version 7.* and is now new version 8/);
		assert.equal(await stored("reader_id in (select id from transfer_reader where name = 'new')"), 2);
	});

	test('a password in a URL is neither shown nor kept; an unnamed reader goes by its address', async () => {
		const url = stack.stub.url.replace('http://', 'http://me:secret@');
		stack.stub.always((q) => ({ body: JSON.stringify({ answer: right(q.passage) }) }));
		const { code, stdout, stderr } = await rejudge('hard', '--model', `${url}?reader=x`);
		assert.equal(code, 0, stderr);
		assert.doesNotMatch(stdout + stderr, /secret/);
		assert.match(stdout, /127\.0\.0\.1:\d+\/predict\?reader=x answered 4:/);
		assert.equal(await stack.value("select count(*) from transfer_reader where name like '%secret%' or name like '%me:%'"), 0);
	});

	test('questions set aside and revoked workers are left out', async () => {
		const s = await play('easy', 'weak', ['human', 'model', 'human'], 'eve');
		stack.stub.always(reader('late', () => true));
		await stack.ctl('worker', 'revoke', String(s.worker_id), '--project', 'easy', '--reason', 'Copied.');
		const out = await json('easy', '--model', stack.stub.url);
		assert.equal(stack.stub.calls, 1 + 6);
		assert.equal(ratio(cell(out, 'easy', 'weak').all), '4/6');
		const all = await json('easy', '--model', stack.stub.url, '--discarded');
		assert.equal(stack.stub.calls, 1 + 6 + 1 + 3);
		assert.equal(ratio(cell(all, 'easy', 'weak').all), '6/9');
		assert.equal(ratio(cell(all, 'easy', 'late').won), '0/6');
		assert.equal(all.discarded, true);
		assert.match((await rejudge('easy', '--show', '--discarded')).stdout, /revoked workers are counted/);
		await stack.ctl('worker', 'reinstate', String(s.worker_id), '--project', 'easy', '--reason', 'Mixed up.');
		assert.equal(ratio(cell(await json('easy', '--show'), 'easy', 'late').all), '0/9');
	});

	test('--limit, pages, and going on', async () => {
		for (let i = 0; i < 4; i++) await play('hard', 'strong', Array(40).fill('human'));
		stack.stub.always(reader('paged', () => true));
		const part = await rejudge('hard', '--model', stack.stub.url, '--limit', '70');
		assert.equal(part.code, 0, part.stderr);
		assert.match(part.stdout, /^paged 1 answered 70:/m);
		assert.match(part.stdout, /Not every reader/);
		assert.match((await rejudge('hard', '--model', stack.stub.url)).stdout, /^paged 1 answered 94:/m);
	});

	test('two at once: each answer counts once', async () => {
		stack.stub.always((q) => ({ ...reader('double', () => true)(q), delay: 2 }));
		const results = await Promise.all([rejudge('hard', '--model', stack.stub.url), rejudge('hard', '--model', stack.stub.url)]);
		let answered = 0;
		for (const { code, stdout, stderr } of results) {
			assert.equal(code, 0, stderr);
			answered += Number(stdout.match(/answered (\d+)/)?.[1] ?? 0);
		}
		assert.equal(answered, 164);
		assert.equal(await stored("reader_id = (select id from transfer_reader where name = 'double')"), 164);
	});

	test('Ctrl-C keeps what was answered', async () => {
		stack.stub.always((q) => ({ ...reader('slow', () => true)(q), delay: 20 }));
		const mine = "reader_id = (select id from transfer_reader where name = 'slow')";
		const child = spawn(program('beatctl'), ['rejudge', 'hard', '--concurrency', '2', '--model', stack.stub.url], { env: { ...process.env, BEAT_DB: stack.db } });
		let out = '';
		let err = '';
		child.stdout.on('data', (d) => (out += d));
		child.stderr.on('data', (d) => (err += d));
		const ended = new Promise((done) => child.on('close', done));
		await until(async () => (await stored(mine)) > 3);
		child.kill('SIGINT');
		assert.equal(await ended, 1, err);
		assert.match(err, /stopped early: it was interrupted/);
		const kept = await stored(mine);
		assert.equal(Number(out.match(/^slow 1 answered (\d+):/m)[1]), kept);
		stack.stub.reset();
		stack.stub.always(reader('slow', () => true));
		assert.match((await rejudge('hard', '--model', stack.stub.url)).stdout, new RegExp(`^slow 1 answered ${164 - kept}:`, 'm'));
	});

	test('a silent model is given up early, a database that goes away ends it in words', async () => {
		stack.stub.always(reader('gone', () => true));
		stack.stub.next(reader('gone', () => true), ...Array(200).fill({ reset: true }));
		const silent = await rejudge('hard', '--model', stack.stub.url);
		assert.equal(silent.code, 1);
		assert.match(silent.stderr, /the model does not answer; check it with 'beatctl model check'/);
		assert.match(silent.stdout, /^gone 1 answered 0:/m);
		stack.stub.reset();
		stack.stub.always((q) => ({ ...reader('gone', () => true)(q), delay: 20 }));
		const running = rejudge('hard', '--concurrency', '2', '--model', stack.stub.url);
		await until(async () => (await stored("reader_id = (select id from transfer_reader where name = 'gone')")) > 2);
		await stack.sql("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'beatctl' and datname = current_database()"); // of this test alone: others share the cluster
		const { code, stderr } = await running;
		assert.equal(code, 1);
		assert.match(stderr, /stopped early: the database is gone/);
	});

	test('the real reader', async (t) => {
		const model = new Server('beat-model', program('beat-model'), ['--port', '0'], { cwd: stack.dir });
		t.after(() => model.stop());
		const [, port] = await model.waitFor(/beat-model listening addr=\S*:(\d+)/);
		const url = `http://127.0.0.1:${port}/predict?reader=neural`; // a real one, and quick under sanitizers, too
		const { body } = await call('POST', url, { body: { passage: 'Glass is a solid.', question: 'What is glass?' } });
		const m = await json('easy', 'hard', '--model', url);
		assert.deepEqual(m.readers.find((r) => r.name === body.model), { label: body.model, name: body.model, version: body.version, weights: body.weights });
		for (const row of m.rows) assert.equal(cell(m, row.project, body.model).all.of, row.attempts);
	});

	test('late verdicts go on as before, and count from then on', async () => {
		stack.stub.always(reader('weak', () => false));
		const { code, stdout, stderr } = await rejudge('easy');
		assert.equal(code, 0, stderr);
		assert.equal(stdout, 'judged 1: 1 human, 0 model; 0 still without an answer\n');
		assert.equal(ratio(cell(await json('easy', '--show'), 'easy', 'weak').all), '7/10');
		await stack.ctl('check');
	});
});
