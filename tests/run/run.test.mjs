// ops/run as a person uses it: the first start, the second, and everything that can go
// wrong in between. It runs the release build, real servers and real signals.
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { call } from '../lib/http.mjs';
import { isRoot, opsRun, playOnce, temporary } from '../lib/ops.mjs';
import { ROOT } from '../lib/paths.mjs';
import { run, sleep, until } from '../lib/proc.mjs';

// Nothing that ops/run has started is left: all of it inherits this lock.
async function nothingLeft(data) {
	return (await run('flock', ['-n', join(data, 'servers.lock'), 'true'])).code === 0;
}

// What beat-model says of itself; the greeting and the pages must say the same.
async function readers() {
	const { stdout } = await run(join(ROOT, 'build/release/model_adapter/beat-model'), ['list', '--json']);
	return new Map(JSON.parse(stdout).map((r) => [r.name, r]));
}

// the strongest, where its weights are there
const EXPERT = existsSync(join(ROOT, 'model_adapter/weights/transformer.weights')) ? { 'demo-expert': 'transformer' } : {};
const LADDER = { 'demo-easy': 'window', 'demo-medium': 'linear', 'demo-hard': 'neural', ...EXPERT };

const attempts = (ops) => ops.sql('select count(*) from beat.attempt');

// The processes of a run, by the name of the program.
async function pidOf(ops, name) {
	const { stdout } = await run('pgrep', ['-P', String(ops.pid), '-x', name]);
	return Number(stdout.trim()) || null;
}

test('first start, second start, and both ways of stopping', { timeout: 800000 }, async (t) => {
	const data = await temporary(t, 'a folder with spaces');
	const first = await opsRun(t, ['--data', data, '--port', '0']).ready();
	let stored;

	await t.test('the page, the health and the metrics answer', async () => {
		const page = await call('GET', `${first.url}/hit/demo-easy?worker=you`);
		assert.equal(page.status, 200);
		assert.match(page.headers['content-type'], /text\/html/);
		assert.equal((await call('GET', `${first.url}/readyz`)).status, 200);
		assert.match((await call('GET', first.metrics)).text, /^beat_/m);
	});
	await t.test('the printed database address works for beatctl', async () => {
		assert.doesNotMatch(first.db, /\s/);
		const list = await first.ctl('project', 'list');
		assert.equal(list.code, 0, list.stderr);
		for (const name of [...Object.keys(LADDER), 'demo-study']) assert.match(list.stdout, new RegExp(`^${name} `, 'm'));
	});
	await t.test('the sample is there and can be played', async () => {
		assert.ok(Number(await first.sql('select count(*) from beat.passage')) >= 80);
		assert.ok(Number(await first.sql('select count(*) from beat.document')) >= 25);
		const answer = await playOnce(first, 'ann');
		assert.equal(answer.status, 200, answer.text);
		assert.match(answer.body.verdict, /^(human|model)$/);
		assert.equal(await attempts(first), '1');
	});
	await t.test('the levels are readers of one process, with their figures', async () => {
		assert.deepEqual(first.projects, Object.keys(LADDER));
		const known = await readers();
		for (const [project, reader] of Object.entries(LADDER)) {
			const { wins, on } = known.get(reader).measured;
			const told = { measured_on: on.split(',')[0], measured_permille: wins };
			const session = await first.post('/api/v1/session', { project, platform: 'direct', params: { worker: 'lea' } });
			assert.deepEqual(session.body.opponent, told, project);
			assert.ok(first.output.includes(`the reader ${reader}, which answers ${(wins / 10).toFixed(1)} % of ${told.measured_on} questions\n`));
			const answer = await playOnce(first, 'lea', project);
			assert.match(answer.body.verdict, /^(human|model)$/, project);
			const asked = await first.sql(`select b.name || ' ' || b.weights from beat.attempt t join beat.model_build b on b.id = t.model_build_id order by t.created_at desc limit 1`);
			assert.equal(asked, `${reader} ${known.get(reader).weights}`);
		}
		const { stdout } = await run('pgrep', ['-c', '-P', String(first.pid), '-x', 'beat-model']);
		assert.equal(stdout.trim(), '1');
	});
	await t.test('the printed invitation leads to the onboarding', async () => {
		const study = { project: 'demo-study', platform: 'direct', params: { invite: first.invitation } };
		const session = await first.post('/api/v1/session', study);
		assert.equal(session.status, 201, session.text);
		assert.equal(session.body.kind, 'onboarding');
		assert.equal(session.body.model.name, 'window', 'against the weakest');
		const answer = await first.post('/api/v1/exercises', { number: 1, question: 'Who?' }, session.body.token);
		assert.equal(answer.body.done, false);
		assert.equal((await first.post('/api/v1/session', { ...study, params: { worker: 'you' } })).body.reason, 'not_open');
	});
	await t.test('the first admin can enter the dashboard', async () => {
		assert.equal(first.dashboard, `${first.url}/admin`);
		assert.equal((await call('GET', first.dashboard)).status, 200);
		assert.ok(first.password);
		const login = await first.post('/api/v1/admin/login', { name: 'admin', password: first.password });
		assert.equal(login.status, 200, login.text);
		assert.deepEqual(login.body.account, { name: 'admin', role: 'admin', totp: false });
		const kept = await run('grep', ['-rlF', first.password, join(data, 'log')]);
		assert.equal(kept.stdout, '', 'the password is in no log');
	});
	await t.test('the servers do not run as root', { skip: !isRoot && 'not started as root' }, async () => {
		for (const name of ['postgres', 'beat-model', 'beatd']) {
			const status = readFileSync(`/proc/${await pidOf(first, name)}/status`, 'utf8');
			assert.doesNotMatch(status, /^Uid:\t0\b/m, name);
			assert.match(status, /^CapEff:\t0+$/m, name);
		}
	});
	await t.test('a second ops/run on the same folder is refused', async () => {
		const second = await run(join(ROOT, 'ops/run'), ['--data', data, '--port', '0']);
		assert.equal(second.code, 1);
		assert.match(second.stderr, /another ops\/run is using .*a folder with spaces/);
	});
	await t.test('a taken port is refused with a sentence', async (u) => {
		const other = await temporary(u);
		const second = await run(join(ROOT, 'ops/run'), ['--data', other, '--port', new URL(first.url).port]);
		assert.equal(second.code, 1);
		assert.match(second.stderr, /port \d+ is taken; choose another with --port/);
	});
	await t.test('another folder and port live side by side, also where weights are missing or damaged', async (u) => {
		const other = await temporary(u);
		const before = await attempts(first);
		const env = { BEAT_MODEL_WEIGHTS: dirname(other) };
		writeFileSync(join(dirname(other), 'linear.weights'), 'no weights');
		const second = await opsRun(u, ['--data', other, '--port', '0', '--project', 'second'], { env }).ready();
		assert.notEqual(second.url, first.url);
		assert.deepEqual(second.projects, ['second-easy']);
		assert.match(second.output, /^ +Medium: not here, the reader linear cannot be used \(.+\)$/m);
		assert.match(second.output, /^ +Hard: not here, the reader neural cannot be used \(its file is not there\)$/m);
		assert.match(second.output, /^ +Expert: not here, the reader transformer cannot be used \(its file is not there\)$/m);
		assert.equal((await playOnce(second, 'bob')).status, 200);
		assert.equal(await attempts(first), before);
		assert.deepEqual(await second.kill('SIGTERM'), { code: 0, signal: null });
		assert.equal((await call('GET', `${first.url}/readyz`)).status, 200);
	});
	await t.test('a project of the version before', async () => {
		// it had one project and one model, at an address without a name in it
		const url = (await first.sql("select url from beat.model where name = 'window'")).replace(/\?.*/, '');
		assert.equal((await first.ctl('model', 'set', 'window', '--url', url, '--measured', 'none')).code, 0);
		assert.equal((await first.ctl('project', 'create', 'demo', '--open', '--model', 'window', '--collection', 'sample')).code, 0);
		assert.match((await playOnce(first, 'mia', 'demo')).body.verdict, /^(human|model)$/, 'the address still answers');
	});
	await t.test('SIGTERM stops all of it', async () => {
		stored = await attempts(first);
		assert.deepEqual(await first.kill('SIGTERM'), { code: 0, signal: null });
		assert.ok(await nothingLeft(data));
		assert.match(readFileSync(join(data, 'log/postgres.log'), 'utf8'), /database system is shut down\s*$/);
	});
	await t.test('the second start goes on with the same data, quickly', async (u) => {
		const begin = Date.now();
		const second = await opsRun(u, ['--data', data, '--port', '0']).ready();
		assert.ok(Date.now() - begin < 30000, `took ${Date.now() - begin} ms`);
		assert.equal(await attempts(second), stored);
		assert.deepEqual(second.projects, [...Object.keys(LADDER), 'demo'], 'an older project goes on');
		assert.match(await second.sql("select url from beat.model where name = 'window'"), /\/predict\?reader=window$/);
		assert.equal((await playOnce(second, 'ned', 'demo')).body.model.name, 'window', 'and against the same reader');
		assert.equal(second.dashboard, `${second.url}/admin`);
		assert.equal(second.password, undefined, 'the password is told once');
		assert.equal((await second.post('/api/v1/admin/login', { name: 'admin', password: first.password })).status, 200);
		assert.equal((await playOnce(second, 'cleo')).status, 200);
		assert.deepEqual(await second.kill('SIGINT'), { code: 0, signal: null });
		assert.ok(await nothingLeft(data));
	});
});

test('what dies is started again', { timeout: 300000 }, async (t) => {
	const data = await temporary(t);
	const ops = await opsRun(t, ['--data', data, '--port', '0']).ready();
	for (const name of ['beatd', 'beat-model', 'postgres']) {
		await t.test(name, async () => {
			const before = await pidOf(ops, name);
			process.kill(before, 'SIGKILL');
			const after = await until(async () => {
				const now = await pidOf(ops, name);
				return now !== before && now;
			}, { what: `a new ${name}`, every: 100 });
			assert.notEqual(after, before);
			const plays = async () => /human|model/.test((await playOnce(ops, `after-${name}`).catch(() => ({}))).body?.verdict);
			await until(plays, { what: 'a verdict', every: 200 });
		});
	}
	assert.ok(Number(await attempts(ops)) >= 3);
});

test('ops/run killed with -9 takes its servers with it, and starts again', { timeout: 300000 }, async (t) => {
	const data = await temporary(t);
	const first = await opsRun(t, ['--data', data, '--port', '0']).ready();
	await playOnce(first, 'dan');
	await first.kill('SIGKILL');
	const second = await opsRun(t, ['--data', data, '--port', new URL(first.url).port]).ready();
	assert.equal(await attempts(second), '1');
	assert.equal((await playOnce(second, 'eve')).status, 200);
	await second.kill('SIGTERM');
	assert.ok(await nothingLeft(data));
});

test('a very long path gets its socket elsewhere', { timeout: 300000 }, async (t) => {
	const data = await temporary(t, `${'x'.repeat(120)}/${'y'.repeat(120)}`);
	const ops = await opsRun(t, ['--data', data, '--port', '0']).ready();
	assert.equal((await playOnce(ops, 'fay')).status, 200);
	assert.ok(existsSync(join(data, 'pg/PG_VERSION')));
	const socket = readFileSync(join(data, 'socket-folder'), 'utf8').trim();
	t.after(() => run('rm', ['-rf', socket]));
	assert.equal((await run('stat', ['-c', '%a', socket])).stdout.trim(), '700');
});

test('a folder that only root may enter', { timeout: 300000, skip: !isRoot && 'not started as root' }, async (t) => {
	const data = await temporary(t, 'data', '700');
	const ops = await opsRun(t, ['--data', data, '--port', '0']).ready();
	assert.equal((await playOnce(ops, 'gus')).status, 200);
	assert.match(readFileSync(`/proc/${await pidOf(ops, 'beatd')}/status`, 'utf8'), /^CapEff:\t0{15}4$/m);
});

test('a model port that somebody took meanwhile is changed', { timeout: 300000 }, async (t) => {
	const data = await temporary(t);
	const first = await opsRun(t, ['--data', data, '--port', '0']).ready();
	await first.kill('SIGTERM');
	const port = Number(readFileSync(join(data, 'model.port'), 'utf8'));
	const squatter = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1');
	t.after(() => squatter.close());
	await sleep(50);
	const second = await opsRun(t, ['--data', data, '--port', '0']).ready();
	assert.match((await playOnce(second, 'hal')).body.verdict, /human|model/);
	assert.notEqual(Number(readFileSync(join(data, 'model.port'), 'utf8')), port);
});

test('wrong arguments are refused with a sentence', async () => {
	const cases = [
		[['--port', 'eighty'], /"eighty" is no port number/],
		[['--port', '70000'], /no port number/],
		[['--data'], /--data needs a value/],
		[['--project', 'Not a name'], /a project's name is made of small letters/],
		[['--fast'], /unknown argument "--fast"; try --help/],
	];
	for (const [args, message] of cases) {
		const result = await run(join(ROOT, 'ops/run'), args);
		assert.equal(result.code, 1, args.join(' '));
		assert.match(result.stderr, message);
	}
	const help = await run(join(ROOT, 'ops/run'), ['--help']);
	assert.equal(help.code, 0);
	assert.match(help.stdout, /usage: ops\/run \[--data DIR\] \[--port N\] \[--project NAME\]/);
});
