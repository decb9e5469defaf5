// beatctl, the real binary, against real databases: what each command does, and what
// it says when it cannot. (score, eval and import have tests of their own.)
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { startCluster } from '../lib/cluster.mjs';
import { PASSAGES, program, run, spanOf, startStack, until } from '../lib/stack.mjs';

const beatctl = (args, env = {}) => run(program('beatctl'), args, { env });
const COMMANDS = ['migrate', 'import', 'project', 'model', 'invite', 'onboarding', 'screening', 'rejudge', 'score', 'eval'];

// Exit code and standard error of a refusal; it must be a sentence, without a word of ours repeated.
function refused(result, code, pattern) {
	assert.equal(result.code, code, result.stderr);
	assert.match(result.stderr, pattern);
	assert.match(result.stderr, /^beatctl/);
	assert.equal(result.stdout, '');
}

describe('help', () => {
	test('the overview names every command', async () => {
		const { code, stdout } = await beatctl(['help']);
		assert.equal(code, 0);
		for (const name of COMMANDS) assert.match(stdout, new RegExp(`^  ${name} `, 'm'));
		assert.equal((await beatctl(['--help'])).stdout, stdout);
		const bare = await beatctl([]);
		assert.equal(bare.code, 2);
		assert.equal(bare.stderr, stdout);
	});

	test('each command has a page with usage, examples and exit codes', async () => {
		for (const name of COMMANDS) {
			const { code, stdout } = await beatctl(['help', name]);
			assert.equal(code, 0);
			assert.match(stdout, new RegExp(`^Usage: beatctl ${name}`, 'm'));
			assert.match(stdout, /Example/);
			assert.match(stdout, /Exit code/);
			assert.equal((await beatctl([name, '--help'])).stdout, stdout);
		}
		assert.equal((await beatctl(['project', 'create', 'x', '-h'])).code, 0);
		assert.match((await beatctl(['help', 'project', 'create'])).stdout, /--threshold/);
	});

	test('a wrong word gets a suggestion', async () => {
		refused(await beatctl(['projct', 'list']), 2, /did you mean 'project'\?/);
		refused(await beatctl(['zebra']), 2, /'beatctl help' lists them/);
		refused(await beatctl(['help', 'migarte']), 2, /did you mean 'migrate'\?/);
		refused(await beatctl(['project', 'lst']), 2, /not one of create, set, list/);
		refused(await beatctl(['migrate', '--statsu']), 2, /did you mean --status\?/);
	});

	test('--version', async () => {
		assert.match((await beatctl(['--version'])).stdout, /^beatctl \d+\.\d+\.\d+\n$/);
	});

	test('a full disk is noticed', async () => {
		const { code } = await run('sh', ['-c', `"${program('beatctl')}" help > /dev/full`]);
		assert.equal(code, 1);
	});
});

describe('without a database', () => {
	const calls = [['migrate'], ['project', 'list'], ['model', 'list'], ['invite', 'demo', '--worker', 'a'], ['rejudge', 'demo']];

	test('BEAT_DB is explained', async () => {
		for (const args of calls) refused(await beatctl(args, { BEAT_DB: '' }), 1, /export BEAT_DB=postgresql:/);
	});

	test('an unreachable or misspelt one is named', async () => {
		for (const args of calls) {
			refused(await beatctl(args, { BEAT_DB: 'postgresql://nobody@127.0.0.1:1/none' }), 1, /cannot connect to the database/);
			refused(await beatctl(args, { BEAT_DB: 'nonsense' }), 1, /cannot connect to the database/);
		}
	});

	test('an empty one wants a migration first', async () => {
		const cluster = await startCluster();
		const db = await cluster.createDatabase();
		for (const args of calls.slice(1)) refused(await beatctl(args, { BEAT_DB: db }), 1, /run 'beatctl migrate' first/);
		await cluster.dropDatabase(db);
	});
});

describe('migrate', () => {
	let cluster, db;
	const migrate = (...args) => beatctl(['migrate', ...args], { BEAT_DB: db });
	const sql = (text) => cluster.query(db, text);
	before(async () => (cluster = await startCluster()));

	async function fresh() {
		if (db) await cluster.dropDatabase(db);
		db = await cluster.createDatabase();
	}
	after(() => db && cluster.dropDatabase(db));

	const fingerprint = () => sql(`select count(*) || ':' || coalesce(md5(string_agg(c.relname::text || c.relkind::text, ',' order by c.oid)), '')
		from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'beat'`);

	test('looking changes nothing', async () => {
		await fresh();
		assert.match((await migrate('--status')).stdout, /0001_\w+ +pending/);
		assert.match((await migrate('--dry-run')).stdout, /would apply 0001_/);
		assert.equal(await sql("select count(*) from pg_namespace where nspname = 'beat'"), '0\n');
		refused(await migrate('--status', '--dry-run'), 2, /choose one/);
		refused(await migrate('0001'), 2, /'0001'/);
	});

	test('applies all, once, and remembers', async () => {
		const first = await migrate();
		assert.equal(first.code, 0, first.stderr);
		const applied = first.stdout.match(/^applied \d{4}_\w+$/gm);
		assert.equal(Number(await sql('select count(*) from beat.schema_migration')), applied.length);
		const again = await migrate();
		assert.equal(again.code, 0);
		assert.match(again.stdout, /nothing to do/);
		const { stdout } = await migrate('--status');
		assert.equal(stdout.match(/applied \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/g).length, applied.length);
		assert.match((await migrate('--dry-run')).stdout, /nothing to do/);
	});

	test('tables that are newer but fit are worked with: the way back', async () => {
		await sql("insert into beat.schema_migration (version, name, checksum) values (9999, 'later', repeat('a', 64))");
		const { code, stdout, stderr } = await migrate();
		assert.equal(code, 0, stderr);
		assert.match(stdout, /newer than this program, and fit it/);
		assert.match((await migrate('--status')).stdout, /9999_later, of a later program/);
		assert.equal((await beatctl(['project', 'list'], { BEAT_DB: db })).code, 0);
	});

	test('a database from the future that fits no longer is left alone', async () => {
		await sql('update beat.schema_migration set breaks = 9999 where version = 9999');
		const was = await fingerprint();
		refused(await migrate(), 1, /newer than this program.*9999_later.*Nothing was changed/s);
		refused(await migrate('--status'), 1, /newer/);
		refused(await beatctl(['project', 'list'], { BEAT_DB: db }), 1, /newer than this program/);
		assert.equal(await fingerprint(), was);
		await sql('delete from beat.schema_migration where version = 9999');
	});

	test('functions: installed once, unused sets are dropped but for the last, used ones stay', async (t) => {
		const sets = async () => (await sql('select name from beat.function_set where dropped_at is null order by 1')).trim().split('\n');
		const [ours] = await sets();
		assert.match(ours, /^beat_f_[0-9a-f]{12}$/);
		const other = (digit) => `beat_f_${digit.repeat(12)}`;
		for (const digit of ['1', '2', '3']) {
			await sql(`create schema ${other(digit)}; create function ${other(digit)}.f() returns int language sql as 'select 1';
				insert into beat.function_set (name, program, installed_at) values ('${other(digit)}', '0.${digit}', now() - interval '${digit} days')`);
		}
		const user = spawn('psql', ['-X', '-d', db], { stdio: ['pipe', 'pipe', 'ignore'] });
		t.after(() => user.kill());
		user.stdin.write(`select pg_advisory_lock_shared(1650811252, hashtext('${other('3')}'));\n`);
		await until(async () => new RegExp(`${other('3')} .* UTC +in use`).test((await migrate('--status')).stdout), { what: 'the set to be in use' });
		const dropped = await migrate();
		assert.match(dropped.stdout, new RegExp(`dropped the functions ${other('2')}`));
		assert.deepEqual(await sets(), [other('1'), other('3'), ours].sort());
		assert.equal(await sql(`select count(*) from pg_namespace where nspname = '${other('2')}'`), '0\n');
		user.stdin.end();
		await new Promise((done) => user.on('close', done));
		await migrate();
		assert.deepEqual(await sets(), [other('1'), ours].sort());
		await sql(`drop schema ${ours} cascade`);
		refused(await beatctl(['project', 'list'], { BEAT_DB: db }), 1, /lacks the functions of this version \(beat_f_\w+\): run 'beatctl migrate'/);
		assert.match((await migrate('--dry-run')).stdout, /would install the functions/);
		assert.match((await migrate()).stdout, /installed the functions of this program/);
		assert.equal((await beatctl(['project', 'list'], { BEAT_DB: db })).code, 0);
	});

	test('an edited migration is refused', async () => {
		await sql("update beat.schema_migration set checksum = repeat('0', 64) where version = 2");
		refused(await migrate(), 1, /migration 0002_\w+\.sql was edited/);
		refused(await migrate('--dry-run'), 1, /edited/);
	});

	test('a foreign or broken history is refused', async () => {
		await cluster.dropDatabase(db);
		db = await cluster.migratedDatabase((uri) => beatctl(['migrate'], { BEAT_DB: uri }));
		await sql('delete from beat.schema_migration where version = 2');
		refused(await migrate(), 1, /0002_\w+\.sql is missing/);
		await sql("update beat.schema_migration set version = 0 where version = 1");
		refused(await migrate(), 1, /0000_\w+, which this program does not know/);
	});

	test('a failing migration leaves nothing behind', async () => {
		await fresh();
		await sql('create schema beat; create table beat.event (id int)');
		const was = await fingerprint();
		const result = await migrate();
		assert.equal(result.code, 1);
		assert.match(result.stderr, /"event" already exists/);
		assert.match(result.stderr, /migration 0001_\w+\.sql failed.*Nothing of it remains/);
		assert.equal(await sql('select count(*) from beat.schema_migration'), '0\n');
		await sql('drop table beat.schema_migration');
		assert.equal(await fingerprint(), was);
		await sql('drop schema beat cascade');
		assert.equal((await migrate()).code, 0);
	});

	test('an unfinished one goes on', async () => {
		await sql('begin; delete from beat.schema_migration where version = (select max(version) from beat.schema_migration); commit');
		refused(await beatctl(['project', 'list'], { BEAT_DB: db }), 1, /older than this program/);
		assert.match((await migrate('--status')).stdout, /pending/);
	});

	test('started many times at once, one works and the others find nothing to do', async () => {
		for (let round = 0; round < 3; round++) {
			await fresh();
			const results = await Promise.all(Array.from({ length: 4 }, () => migrate()));
			for (const { code, stderr } of results) assert.equal(code, 0, stderr);
			assert.equal(results.filter(({ stdout }) => /is now at version/.test(stdout)).length, 1);
			assert.equal(results.filter(({ stdout }) => /nothing to do/.test(stdout)).length, 3);
		}
	});

	test('killed in the middle, the next run completes it', async () => {
		for (const some of [0, 3, 8]) {
			await fresh();
			const child = spawn(program('beatctl'), ['migrate'], { env: { ...process.env, BEAT_DB: db }, stdio: 'ignore' });
			const ended = new Promise((done) => child.on('close', done));
			const applied = async () => Number(await sql('select count(*) from beat.schema_migration').catch(() => -1));
			await until(async () => (await applied()) >= some, { every: 1, what: `${some} migrations` });
			child.kill('SIGKILL');
			await ended;
			const { code, stderr } = await migrate();
			assert.equal(code, 0, stderr);
		}
	});

	test('a database that does not count in code points is refused', async () => {
		await fresh();
		const admin = cluster.uri('postgres', 'postgres');
		await cluster.query(admin, "create database ascii_only encoding 'SQL_ASCII' locale 'C' template template0");
		const uri = cluster.uri('ascii_only', 'postgres');
		refused(await beatctl(['migrate'], { BEAT_DB: uri }), 1, /encoding is SQL_ASCII, but it must be UTF8/);
		await cluster.dropDatabase(uri);
	});

	test('a user who may not create a schema is told', async () => {
		await fresh();
		const name = new URL(db).pathname.slice(1);
		const admin = cluster.uri(name, 'postgres');
		await cluster.query(admin, `do $$ begin create role guest login; exception when duplicate_object then null; end $$`);
		refused(await beatctl(['migrate'], { BEAT_DB: cluster.uri(name, 'guest') }), 1, /permission denied for database/);
	});
});

describe('projects, models, invitations', () => {
	let stack;
	before(async () => (stack = await startStack({ beatd: false, project: false })));
	after(() => stack.stop());
	const ctl = (...args) => stack.beatctl(args, { env: { BEAT_ACTOR: 'ann' } });
	const shown = async (name) => JSON.parse(await stack.ctl('project', 'show', name, '--json'));

	test('a project without a model wants one', async () => {
		refused(await ctl('project', 'create', 'demo'), 1, /No model is registered/);
	});

	test('models are registered, listed and changed', async () => {
		assert.match((await ctl('model', 'list')).stdout, /no models yet/);
		assert.match((await ctl('model', 'add', 'stub', stack.stub.url)).stdout, /model stub at http.*: added/);
		assert.match((await ctl('model', 'add', 'stub', stack.stub.url)).stdout, /unchanged/);
		assert.match((await ctl('model', 'list')).stdout, /^stub +http/m);
		refused(await ctl('model', 'add', 'x', 'ftp://host'), 1, /http:\/\/ or https:\/\//);
		refused(await ctl('model', 'add', '', stack.stub.url), 1, /name/);
		refused(await ctl('model', 'add', 'x', stack.stub.url, '--protocol', 'foo'), 1, /no model protocol 'foo'; known are: beat/);
		refused(await ctl('model', 'add', 'x'), 2, /NAME and a URL/);
		refused(await ctl('model', 'list', 'x'), 2, /no words/);
		refused(await ctl('model'), 2, /say what to do/);
	});

	test('a model is asked a question', async () => {
		stack.stub.always({ text: '1889', model: 'stub', version: '7', weights: 'abc' });
		const { code, stdout } = await ctl('model', 'check', 'stub');
		assert.equal(code, 0);
		assert.match(stdout, /^answer +1889$/m);
		assert.match(stdout, /^model +stub version 7$/m);
		assert.match(stdout, /^latency +\d+ ms$/m);
		assert.match((await beatctl(['model', 'check', stack.stub.url], { BEAT_DB: '' })).stdout, /^answer +1889$/m);
		stack.stub.always({ text: '1889', model: 'evil\u001b[2Jname' });
		assert.doesNotMatch((await ctl('model', 'check', 'stub')).stdout, /\u001b/);
	});

	test('a model whose URL holds a password is asked with it, and the password is not shown', async () => {
		const url = stack.stub.url.replace('http://', 'http://me:s%40fe%2Fword@');
		const basic = `Basic ${Buffer.from('me:s@fe/word').toString('base64')}`;
		assert.equal((await ctl('model', 'set', 'stub', '--url', url)).code, 0);
		for (const model of ['stub', url]) {
			stack.stub.reset();
			stack.stub.always({ text: '1889' });
			const { code, stdout, stderr } = await ctl('model', 'check', model);
			assert.equal(code, 0, stderr);
			assert.match(stdout, /^answer +1889$/m);
			assert.deepEqual(stack.stub.headers.map((h) => h.authorization), [basic]);
			stack.stub.always({ status: 401 });
			const failed = await ctl('model', 'check', model);
			refused(failed, 1, /the model at http:\/\/\*\*\*@127\.0\.0\.1:\d+\/predict gave no usable answer after \d+ ms: denied/);
			assert.doesNotMatch(stdout + stderr + failed.stdout + failed.stderr, /word|s%40fe/);
		}
		assert.equal((await ctl('model', 'set', 'stub', '--url', stack.stub.url)).code, 0);
		stack.stub.reset();
	});

	test('a model that fails is named with its fault', async () => {
		stack.stub.next({ status: 500 });
		refused(await ctl('model', 'check', 'stub'), 1, /no usable answer after \d+ ms: bad_status/);
		stack.stub.next({ body: 'not json' });
		refused(await ctl('model', 'check', 'stub'), 1, /garbage/);
		stack.stub.next({ hang: true });
		refused(await ctl('model', 'check', 'stub', '--timeout', '1'), 1, /timeout/);
		refused(await ctl('model', 'check', 'http://127.0.0.1:1'), 1, /refused/);
		refused(await ctl('model', 'check', 'nope'), 1, /no model 'nope'/);
		refused(await ctl('model', 'check', stack.stub.url, '--timeout', '0'), 2, /from 1 to 3600/);
		stack.stub.reset();
	});

	test('defaults are those of the paper', async () => {
		const { code, stdout } = await ctl('project', 'create', 'plain');
		assert.equal(code, 0);
		assert.equal(stdout, `project plain created: active, ${PASSAGES.length} passages\n`);
		const p = await shown('plain');
		assert.equal(p.threshold, 400);
		assert.equal(p.questions, 5);
		assert.equal(p.assignments_per_passage, 1);
		assert.equal(p.lease, 3600);
		assert.equal(p.open, false);
		assert.equal(p.title, 'plain');
		assert.equal(p.empty_answer, 'fault');
		assert.deepEqual([...p.platforms].sort(), ['direct', 'mturk'], 'Prolific needs a completion code');
		assert.deepEqual(p.targets, { train: null, dev: null, test: null });
		assert.deepEqual(p.collections, []);
		assert.equal(p.unjudged, 0);
	});

	test('every setting arrives', async () => {
		const settings = ['--title', "Zoë's 作 ⛄ \"q\"\\", '--model', 'stub', '--protocol', 'beat', '--threshold', '0', '--questions=50',
			'--open', '--collection', 'sample', '--assignments-per-passage', '3', '--targets', '10000/0/-', '--lease', '60',
			'--reward', '250', '--platform', 'direct', '--platform', 'prolific', '--empty-answer', 'loss', '--completion-code', 'C0DE'];
		assert.equal((await ctl('project', 'create', ...settings, 'full')).code, 0);
		const p = await shown('full');
		assert.equal(p.title, "Zoë's 作 ⛄ \"q\"\\");
		assert.equal(p.model, 'stub');
		assert.equal(p.threshold, 0);
		assert.equal(p.questions, 50);
		assert.equal(p.open, true);
		assert.deepEqual(p.collections, ['sample']);
		assert.equal(p.assignments_per_passage, 3);
		assert.deepEqual(p.targets, { train: 10000, dev: 0, test: null });
		assert.equal(p.lease, 60);
		assert.equal(p.reward, 250);
		assert.deepEqual([...p.platforms].sort(), ['direct', 'prolific']);
		assert.equal(p.empty_answer, 'loss');
		assert.equal(p.completion_code, 'C0DE');
		const { stdout } = await ctl('project', 'show', 'full');
		assert.match(stdout, /Zoë's 作 ⛄/);
		assert.match(stdout, /USD 2\.50/);
		assert.match(stdout, /^train +\d+ +0 +10000$/m);
		assert.match(stdout, /^test +\d+ +0 +-$/m);
	});

	test('set changes what is named and nothing else', async () => {
		const was = await shown('full');
		assert.equal((await ctl('project', 'set', 'full', '--no-open', '--targets', '//7')).code, 0);
		assert.deepEqual(await shown('full'), { ...was, open: false, targets: { train: null, dev: null, test: 7 } });
		refused(await ctl('project', 'set', 'full', '--completion-code', ''), 1, /completion code/i);
		assert.equal((await shown('full')).completion_code, 'C0DE');
		assert.equal((await ctl('project', 'set', 'full', '--all-collections')).code, 0);
		assert.deepEqual((await shown('full')).collections, []);
		refused(await ctl('project', 'set', 'full', '--all-collections', '--collection', 'sample'), 2, /choose one/);
		refused(await ctl('project', 'set', 'full'), 2, /say what to change/);
		refused(await ctl('project', 'set', 'nope', '--open'), 1, /no project "nope"; there are full, plain/);
	});

	test('states', async () => {
		for (const [verb, state] of [['pause', 'paused'], ['pause', 'paused'], ['resume', 'active'], ['close', 'closed'], ['resume', 'active']]) {
			assert.equal((await ctl('project', verb, 'full')).stdout, `project full is now ${state}\n`);
			assert.equal((await shown('full')).state, state);
		}
		refused(await ctl('project', 'pause'), 2, /exactly one NAME/);
		refused(await ctl('project', 'pause', 'nope'), 1, /no project "nope"/);
	});

	test('changes are on record with their actor', async () => {
		const kinds = await stack.sql("select distinct kind, actor from event where kind like 'project.%' order by 1");
		assert.ok(kinds.some(({ kind }) => kind === 'project.create'));
		for (const { actor } of kinds) assert.equal(actor, 'ann');
	});

	test('list', async () => {
		const names = JSON.parse(await stack.ctl('project', 'list', '--json')).map((p) => p.name);
		assert.deepEqual(names, ['full', 'plain']);
		assert.match(await stack.ctl('project', 'list'), /^plain +active +no +stub +6 +0 +0 +0 +plain$/m);
		refused(await ctl('project', 'list', 'full'), 2, /project show full/);
		refused(await ctl('project', 'show'), 2, /exactly one NAME/);
	});

	test('bad names and values are refused and nothing is made', async () => {
		const was = await stack.value('select count(*) from project');
		for (const name of ['', 'Demo', 'a b', '-x', '_x', 'é', 'x'.repeat(64), "x'; drop table project; --"])
			refused(await ctl('project', 'create', '--', name), 1, /A project's name is/);
		refused(await ctl('project', 'create', 'plain'), 1, /already/);
		refused(await ctl('project', 'create'), 2, /exactly one NAME, not 0/);
		refused(await ctl('project', 'create', 'a', 'b'), 2, /exactly one NAME, not 2/);
		for (const [option, ...values] of [
			['--threshold', '-1', '1001', '0.4', '40%', '', 'x', '9'.repeat(30)],
			['--questions', '0', '51'],
			['--assignments-per-passage', '0', '1001'],
			['--lease', '0', '2592001'],
			['--reward', '-1', '1000001', '2.00'],
		])
			for (const value of values) refused(await ctl('project', 'create', 'bad', `${option}=${value}`), 2, /takes a whole number from \d+ to \d+/);
		for (const value of ['', '1/2', '1/2/3/4', 'a/b/c', '1/-2/3', '+1/2/3', '1 /2/3', '9999999999/1/1', '1.5/1/1', '--/1/1'])
			refused(await ctl('project', 'create', 'bad', `--targets=${value}`), 2, /--targets takes three numbers/);
		refused(await ctl('project', 'create', 'bad', '--collection', 'nope'), 1, /no collection "nope"; there are sample/);
		refused(await ctl('project', 'create', 'bad', '--protocol', 'foo'), 2, /known are: beat/);
		refused(await ctl('project', 'create', 'bad', '--platform', 'fax'), 2, /one of mturk\|prolific\|direct, not 'fax'/);
		refused(await ctl('project', 'create', 'bad', '--platform='), 2, /one of mturk/);
		refused(await ctl('project', 'create', 'bad', '--empty-answer', 'win'), 2, /one of fault\|loss/);
		refused(await ctl('project', 'create', 'bad', '--model', 'nope'), 1, /No model is named "nope"/);
		refused(await ctl('project', 'create', 'bad', '--model', ''), 1, /model/);
		refused(await ctl('project', 'create', 'bad', '--model', 'http://'), 1, /A model's/);
		refused(await ctl('project', 'create', 'bad', '--title', ' '), 1, /title/);
		refused(await ctl('project', 'create', 'bad', '--title', 'x'.repeat(201)), 1, /title/);
		refused(await ctl('project', 'create', 'bad', '--completion-code', 'a b'), 1, /completion_code/);
		refused(await ctl('project', 'create', 'bad', '--open', '--no-open'), 2, /choose one/);
		refused(await ctl('project', 'create', 'bad', '--title'), 2, /needs a value/);
		const bytes = await run('sh', ['-c', `"${program('beatctl')}" project create bad --title "$(printf '\\377')"`], { env: { BEAT_DB: stack.db } });
		refused(bytes, 2, /not valid UTF-8/);
		assert.equal(await stack.value('select count(*) from project'), was);
	});

	test('invitations', async () => {
		const { code, stdout } = await ctl('invite', 'plain', '--worker', 'Zoë 7', '--base-url', 'https://beat.example.org/');
		assert.equal(code, 0);
		assert.match(stdout, /^https:\/\/beat\.example\.org\/hit\/plain\?invite=i1\.[\w-]+\.[\w-]{43}\n$/);
		const payload = Buffer.from(stdout.split('.').at(-2), 'base64url');
		assert.ok(payload.includes('plain') && payload.includes('Zoë 7'));
		const days = (Number(payload.readBigInt64BE(0)) - Date.now() / 1000) / 86400;
		assert.ok(days > 29.9 && days < 30.1);
		const many = (await ctl('invite', 'plain', '--count', '50', '--days', '1')).stdout.trim().split('\n');
		assert.equal(new Set(many.map((line) => line.split('\t')[0])).size, 50);
		assert.equal(new Set(many.map((line) => line.split('\t')[1])).size, 50);
		for (const line of many) assert.match(line, /^w-[a-z2-9]{12}\thttp:\/\/127\.0\.0\.1:8080\/hit\/plain\?invite=i1\./);
	});

	test('the signing key: environment, file, or the one of the database', async () => {
		const key = 'ab'.repeat(32);
		const file = join(stack.dir, 'key');
		writeFileSync(file, `${key}\n`);
		const mac = async (env) => {
			const { code, stdout, stderr } = await stack.beatctl(['invite', 'plain', '--worker', 'a'], { env });
			assert.equal(code, 0, stderr);
			const token = stdout.trim().split('invite=')[1];
			return { signed: token.slice(0, token.lastIndexOf('.')), mac: token.slice(token.lastIndexOf('.') + 1) };
		};
		const hmac = async (hex, text) => {
			const { createHmac } = await import('node:crypto');
			return createHmac('sha256', Buffer.from(hex, 'hex')).update(text).digest('base64url');
		};
		for (const env of [{ BEAT_TOKEN_KEY: key }, { BEAT_TOKEN_KEY_FILE: file }]) {
			const got = await mac(env);
			assert.equal(got.mac, await hmac(key, got.signed));
		}
		const own = await mac({});
		assert.equal(own.mac, await hmac(await stack.value("select value from setting where key = 'token-key'"), own.signed));
		const bad = async (env, pattern) => {
			const result = await stack.beatctl(['invite', 'plain', '--worker', 'a'], { env });
			refused(result, 1, pattern);
			assert.ok(!result.stderr.includes('c0ffee'));
		};
		await bad({ BEAT_TOKEN_KEY: 'c0ffee' }, /BEAT_TOKEN_KEY does not hold a key/);
		await bad({ BEAT_TOKEN_KEY_FILE: '/nonexistent' }, /cannot read the key file/);
		writeFileSync(file, 'c0ffee');
		await bad({ BEAT_TOKEN_KEY_FILE: file }, /does not hold a key/);
	});

	test('invitations that would not work are not made', async () => {
		refused(await ctl('invite', 'nope', '--worker', 'a'), 1, /no project "nope"/);
		refused(await ctl('invite', 'plain'), 2, /--worker ID or --count N/);
		refused(await ctl('invite', 'plain', '--worker', 'a', '--count', '2'), 2, /--worker ID or --count N/);
		refused(await ctl('invite', '--worker', 'a'), 2, /name one PROJECT/);
		refused(await ctl('invite', 'plain', '--worker', ''), 2, /printable/);
		refused(await ctl('invite', 'plain', '--worker', 'a\nb'), 2, /printable/);
		refused(await ctl('invite', 'plain', '--worker', 'x'.repeat(129)), 2, /1 to 128 bytes/);
		refused(await ctl('invite', 'plain', '--worker', 'a', '--days', '0'), 2, /from 1 to 3650/);
		refused(await ctl('invite', 'plain', '--count', '0'), 2, /from 1 to/);
		refused(await ctl('invite', 'plain', '--worker', 'a', '--base-url', 'beat.example.org'), 2, /http:\/\/ or https:/);
		await ctl('project', 'create', 'turk', '--platform', 'mturk');
		refused(await ctl('invite', 'turk', '--worker', 'a'), 1, /takes workers from mturk only/);
		await ctl('project', 'close', 'full');
		refused(await ctl('invite', 'full', '--worker', 'a'), 1, /is closed/);
	});
});

describe('rejudge', () => {
	let stack;
	before(async () => (stack = await startStack({ beatd: false, project: { args: ['--questions', '50', '--assignments-per-passage', '1000'] } })));
	after(() => stack.stop());
	const rejudge = (...args) => stack.beatctl(['rejudge', ...args]);
	const count = (where) => stack.value(`select count(*) from attempt where ${where}`);

	// The right answer: the first long word (a short one may be an article, which does not count).
	const right = (text) => text.match(/\p{L}{5,}/u)[0];
	const wrong = (text) => text.match(/\d{4}|saponins|Njord|Anatolia/)[0];

	// Attempts as the server stores them when the model has failed.
	async function unjudged(n, project = 'demo', worker = randomUUID()) {
		const [session] = await stack.sql(`select * from session_open(${stack.lit(project)}, 'direct', ${stack.lit(worker)}, '', '', '')`);
		assert.equal(session.status, 'ok');
		const { start, end, text: word } = spanOf(session.text, right(session.text));
		const model = await stack.value(`select model_id from project where name = ${stack.lit(project)}`);
		await stack.sql(`do $do$ begin for i in 1..${n} loop
			perform attempt_record(gen_random_uuid(), ${session.assignment_id}, ${session.worker_id}, 'Which word is it? ' || i,
				${start}, ${end}, ${stack.lit(word)}, 400, ${model}, null, null, null, null, null, null, null, null, null, null,
				'none', 'timeout', 10000);
			end loop; end $do$`);
		return session;
	}

	test('nothing to do', async () => {
		const { code, stdout } = await rejudge('demo');
		assert.equal(code, 0);
		assert.match(stdout, /nothing to judge/);
		assert.equal(stack.stub.calls, 0);
	});

	test('wrong usage', async () => {
		refused(await rejudge(), 2, /PROJECT/);
		refused(await rejudge(''), 2, /PROJECT/);
		refused(await rejudge('demo', '--concurrency', '0'), 2, /from 1 to 256/);
		refused(await rejudge('demo', '--limit', '-3'), 2, /--limit/);
		refused(await rejudge('nope'), 1, /no project "nope"/);
	});

	test('wins and losses get their verdicts, with the proof', async () => {
		await unjudged(12);
		assert.match(await stack.ctl('project', 'show', 'demo'), /without verdict +12 /);
		// right for seven of them, wrong for five
		for (let i = 0; i < 12; i++) stack.stub.next((q) => ({ text: (i < 7 ? right : wrong)(q.passage) }));
		const { code, stdout, stderr } = await rejudge('demo', '--concurrency', '3');
		assert.equal(code, 0, stderr);
		assert.equal(stdout, 'judged 12: 5 human, 7 model; 0 still without an answer\n');
		assert.equal(await count("verdict = 'model' and shared = 1 and model_tokens = 1 and human_tokens = 1"), 7);
		assert.equal(await count("verdict = 'human' and shared = 0"), 5);
		assert.equal(await stack.value('select count(*) from question'), 5);
		assert.equal(await stack.value("select count(*) from event where kind = 'attempt.judge'"), 12);
		assert.match((await rejudge('demo')).stdout, /nothing to judge/);
		for (const request of stack.stub.requests) assert.deepEqual(Object.keys(request).sort(), ['passage', 'question']);
	});

	test('faults stay, and are asked again next time', async () => {
		stack.stub.reset();
		await unjudged(5);
		stack.stub.next({ status: 500 }, { body: '{"answer":7}' }, { text: '' }, { text: 'The', start: 0, end: 99999 });
		const { code, stdout } = await rejudge('demo', '--concurrency', '1');
		assert.equal(code, 1);
		assert.match(stdout, /^judged 1: \d human, \d model; 4 still without an answer$/m);
		for (const fault of ['bad_status', 'garbage', 'empty', 'bad_span']) assert.match(stdout, new RegExp(`1 because of the model's fault '${fault}'`));
		assert.equal(await count("verdict = 'none'"), 4);
		assert.equal((await rejudge('demo')).code, 0);
		assert.equal(await count("verdict = 'none'"), 0);
	});

	test('an empty answer is a loss where the project says so', async () => {
		await stack.createProject('loss', ['--open', '--empty-answer', 'loss']);
		await unjudged(2, 'loss');
		stack.stub.next({ text: '' }, { text: ' \t' });
		const { code, stdout, stderr } = await rejudge('loss');
		assert.equal(code, 0, stderr);
		assert.match(stdout, /^judged 2: 2 human, 0 model/);
	});

	test('--limit, and more than a page of them', async () => {
		await unjudged(150);
		assert.match((await rejudge('demo', '--limit', '10')).stdout, /^judged 10:/);
		assert.match((await rejudge('demo', '--limit', '70')).stdout, /^judged 70:/);
		assert.match((await rejudge('demo')).stdout, /^judged 70:/);
	});

	test('two at once judge each attempt once', async () => {
		await unjudged(60);
		stack.stub.always({ delay: 5 });
		const results = await Promise.all([rejudge('demo'), rejudge('demo')]);
		let judged = 0;
		for (const { code, stdout, stderr } of results) {
			assert.equal(code, 0, stderr);
			judged += Number(stdout.match(/^judged (\d+)/m)?.[1] ?? 0);
		}
		assert.equal(judged, 60);
		assert.equal(await count("verdict = 'none'"), 0);
		stack.stub.reset();
	});

	test('Ctrl-C leaves a consistent state', async () => {
		await unjudged(40);
		stack.stub.always({ delay: 30 });
		const child = spawn(program('beatctl'), ['rejudge', 'demo', '--concurrency', '2'], { env: { ...process.env, BEAT_DB: stack.db } });
		let out = '';
		let err = '';
		child.stdout.on('data', (d) => (out += d));
		child.stderr.on('data', (d) => (err += d));
		const ended = new Promise((done) => child.on('close', done));
		await until(async () => (await count("verdict = 'none'")) < 35);
		child.kill('SIGINT');
		assert.equal(await ended, 1, err);
		assert.match(err, /interrupted/);
		const judged = Number(out.match(/^judged (\d+)/)[1]);
		assert.equal(await count("verdict = 'none'"), 40 - judged);
		assert.equal(await stack.value('select count(*) from question'), await count("verdict = 'human'"));
		stack.stub.reset();
		assert.match((await rejudge('demo')).stdout, new RegExp(`^judged ${40 - judged}:`));
	});

	test('a silent model is given up early', async () => {
		await unjudged(100);
		await stack.stub.refuse();
		const { code, stdout, stderr } = await rejudge('demo', '--concurrency', '8');
		assert.equal(code, 1);
		assert.match(stdout, /^judged 0: 0 human, 0 model/);
		assert.match(stderr, /does not answer; check it with 'beatctl model check'/);
		assert.equal(await count("verdict = 'none'"), 100);
		await stack.stub.accept();
		assert.equal((await rejudge('demo')).code, 0);
	});

	test('a database that goes away ends it in words', async () => {
		await unjudged(40);
		stack.stub.always({ delay: 30 });
		const running = rejudge('demo', '--concurrency', '2');
		await until(async () => (await count("verdict = 'none'")) < 38);
		await stack.sql("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'beatctl' and datname = current_database()"); // of this test alone: others share the cluster
		const { code, stderr } = await running;
		assert.equal(code, 1);
		assert.match(stderr, /connection to the database was lost/);
		assert.match(stderr, /stopped early: the database is gone/);
		stack.stub.reset();
		assert.equal((await rejudge('demo')).code, 0);
		assert.equal(await count("verdict = 'none'"), 0);
	});
});
