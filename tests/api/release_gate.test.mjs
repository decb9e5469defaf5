// beatctl release when things go wrong: every check of the gate fails once, builders are killed at any moment, and work
// goes on while a release is built.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { FUNCTIONS_PATH } from '../lib/pg.mjs';
import { run, sleep, until } from '../lib/proc.mjs';
import { allRows, checkManifest, digest, digests, startCollection } from '../lib/release.mjs';
import { program } from '../lib/stack.mjs';

suite('a release is whole or not at all', () => {
	let stack;
	let reference; // {path: digest} of one@1.0
	const dir = (name) => join(stack.dir, name);
	const ctl = (db, args) => run(program('beatctl'), args, { cwd: stack.dir, env: { BEAT_DB: db } });
	const admin = (db) => db.replace('//beat@', '//postgres@');

	// A database like the collection's, to be spoiled; `sql` runs with triggers and foreign keys asleep.
	async function spoiled(t, ...sql) {
		const db = await stack.cluster.copyDatabase(stack.db);
		t.after(() => stack.cluster.dropDatabase(db));
		if (sql.length) await stack.cluster.query(admin(db), 'set session_replication_role = replica', ...sql);
		return db;
	}

	before(async () => {
		stack = await startCollection();
		await stack.ctl('release', 'build', 'one', '--version', '1.0');
		reference = digests(dir('one@1.0'));
		rmSync(dir('one@1.0'), { recursive: true });
	});
	after(() => stack.stop());

	const first = (split, n = 0) => `(select t.id from release_question rq join question q on q.id = rq.question_id join attempt t on t.id = q.attempt_id
		where rq.split = '${split}' order by place offset ${n} limit 1)`;
	const faults = {
		documents: {
			sql: [
				'alter table document drop constraint document_title_key',
				"alter table document drop column title_sha256",
				"alter table document add column title_sha256 bytea generated always as (sha256_of(title)) stored",
				"update document set title = (select title from document where title = 'Mills') where title = 'Rivers'",
			],
			words: /Mills: in dev \([0-9a-f]{40}\) and train \([0-9a-f]{40}\)/,
		},
		passages: {
			sql: [
				`update passage set text = upper(p.text) || '!' from (select text from passage where split = 'train' order by id limit 1) p
				 where passage.id = (select min(id) from passage where split = 'dev')`,
				// the answers are to stand where they stood
				`update attempt set answer_text = upper(answer_text) from assignment a where a.id = assignment_id
				 and a.passage_id = (select min(id) from passage where split = 'dev')`,
			],
			words: /the passage of question [0-9a-f]{40} in dev is that of [0-9a-f]{40}( [0-9a-f]{40})* in train/,
		},
		duplicates: {
			sql: [
				`update attempt t set question = case when t.seq % 2 = 0 then 'Is it THE same, once more?' else 'is it same once more' end
				 from assignment a where a.id = t.assignment_id and a.id = (select assignment_id from question group by 1 having count(*) >= 2 order by 1 limit 1)`,
			],
			words: /[0-9a-f]{40} and [0-9a-f]{40}/,
		},
		spans: {
			sql: [`update attempt set answer_start = answer_start + 1, answer_end = answer_end + 1 where id = ${first('test')}`],
			words: /spans: An answer does not stand in its passage/,
		},
		gold: {
			sql: [`update attempt set answer_text = 'the', answer_start = 15, answer_end = 18 where id = ${first('train', 1)}`],
			words: /nothing is left of the answer after normalisation/,
		},
		model: {
			sql: [`update attempt set model_answer = upper(answer_text) || '!' where id = ${first('dev')}`],
			words: /model: A question was answered exactly by the model/,
		},
	};
	for (const [check, { sql, words }] of Object.entries(faults)) {
		test(`the gate: ${check}`, async (t) => {
			const db = await spoiled(t, ...sql);
			const out = dir(`gate-${check}`);
			const result = await ctl(db, ['release', 'build', 'one', '--version', '2.0', '--out', out]);
			assert.equal(result.code, 1, result.stdout);
			assert.match(result.stderr, words);
			assert.match(result.stderr, /one@2\.0 is not fit to be released:/);
			assert.match(result.stderr, /beatctl: nothing was written; \d+ findings? ha(s|ve) to be put right first\.\n$/);
			assert.ok(!existsSync(out) && !existsSync(`${out}~partial`), 'nothing is written');
			const shown = JSON.parse((await ctl(db, ['release', 'show', 'one@2.0', '--json'])).stdout);
			assert.equal(shown.state, 'failed');
			const bad = shown.report.gate.filter((g) => !g.ok);
			assert.ok(bad.some((g) => g.check === check && g.fix && g.examples.length > 0), JSON.stringify(bad));
			assert.deepEqual(bad.map((g) => g.check).filter((c) => c !== check && !(check === 'gold' && c === 'model')), []);
			const again = await ctl(db, ['release', 'write', 'one@2.0']);
			assert.match(again.stderr, /one@2\.0 failed; build it again/);
		});
	}

	// The questions to discard, by the sentence that told of them.
	const toDiscard = {
		passages: (line) => line.split(' is that of ')[1].match(/[0-9a-f]{40}/g),
		duplicates: (line) => [line.match(/[0-9a-f]{40}/)[0]],
		gold: (line) => [line.match(/[0-9a-f]{40}/)[0]],
		model: (line) => [line.match(/[0-9a-f]{40}/)[0]],
	};
	for (const check of Object.keys(toDiscard)) {
		test(`doing what the gate says puts ${check} right, and the version is free again`, async (t) => {
			const db = await spoiled(t, ...faults[check].sql);
			const args = ['release', 'build', 'one', '--version', '2.0', '--out', dir(`right-${check}`), '--formats', 'squad'];
			assert.match((await ctl(db, args)).stderr, /\(beatctl question discard ID \.\.\. --reason TEXT\), then build again as of now\./);
			const { gate } = JSON.parse((await ctl(db, ['release', 'show', 'one@2.0', '--json'])).stdout).report;
			const ids = gate.filter((g) => !g.ok && toDiscard[g.check]).flatMap((g) => g.examples.flatMap(toDiscard[g.check]));
			assert.equal((await ctl(db, ['question', 'discard', ...new Set(ids), '--reason', 'no answer'])).code, 0);
			const built = await ctl(db, args);
			assert.equal(built.code, 0, built.stderr);
			const left = allRows(dir(`right-${check}`), 'one');
			assert.ok(!left.some((row) => ids.includes(row.id)));
		});
	}

	test('alike passages in different splits are listed, and do not stop a release', async (t) => {
		const db = await spoiled(
			t,
			`update passage set text = p.text || ' And one more sentence, which the other one lacks.' from (select text from passage where split = 'train' order by id limit 1) p
			 where passage.id = (select min(id) from passage where split = 'test')`,
		);
		const result = await ctl(db, ['release', 'build', 'one', '--version', '2.0', '--out', dir('alike'), '--formats', 'squad', '--json']);
		assert.equal(result.code, 0, result.stderr);
		const pairs = JSON.parse(result.stdout).near_duplicates;
		assert.ok(pairs.length >= 1);
		const [pair] = pairs;
		assert.ok(pair.similarity > 0.5 && pair.similarity < 1, String(pair.similarity));
		assert.deepEqual([pair.a.split, pair.b.split].sort(), ['test', 'train']);
		assert.match(pair.a.question_id, /^[0-9a-f]{40}$/);
		assert.deepEqual(pairs.map((p) => p.similarity), pairs.map((p) => p.similarity).sort((a, b) => b - a));
		assert.match((await ctl(db, ['release', 'show', 'one@2.0'])).stdout, /^alike +0\.\d+ test .* and train /m);
	});

	// --- kills

	const state = async (db, ref) => JSON.parse((await ctl(db, ['release', 'show', ref, '--json'])).stdout || '{}').state;

	// A builder that can be killed; resolves with its exit.
	function builder(db, args) {
		const child = spawn(program('beatctl'), ['release', ...args], { cwd: stack.dir, env: { ...process.env, BEAT_DB: db }, stdio: 'ignore' });
		const ended = new Promise((done) => child.on('exit', (code, signal) => done({ code, signal })));
		return { child, ended };
	}

	// Holds a lock on a table until release() is called.
	async function hold(db, lock) {
		const psql = spawn('psql', ['-X', '-q', '-At', '-d', db], { stdio: ['pipe', 'pipe', 'inherit'] });
		let output = '';
		psql.stdout.on('data', (data) => (output += data));
		psql.stdin.write(`begin; lock table beat.${lock}; select 'held';\n`);
		await until(() => output.includes('held'), { what: 'the lock' });
		return async () => {
			psql.stdin.end('rollback;\n');
			await new Promise((done) => psql.on('exit', done));
		};
	}
	const waiting = (db) => async () => Number(await stack.cluster.query(db, "select count(*) from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())")) > 0;

	// In a copy, 1.0 is not there yet: what is built must equal what another built.
	const asOf = async (db) => (await stack.cluster.query(db, "select beat.iso(as_of) from beat.release where version = '1.0'")).trim();
	async function fresh(t) {
		const db = await spoiled(t);
		const moment = await asOf(db);
		await stack.cluster.query(admin(db), 'set session_replication_role = replica', 'delete from release_question', 'delete from release_file', 'delete from release');
		return { db, args: (out) => ['build', 'one', '--version', '1.0', '--as-of', moment, '--out', out] };
	}

	test('killed while it chooses: nothing is written, and the next one goes on', async (t) => {
		const { db, args } = await fresh(t);
		const release = await hold(db, 'vote in access exclusive mode');
		const { child, ended } = builder(db, args(dir('k1')));
		await until(waiting(db), { what: 'the builder to wait' });
		child.kill('SIGKILL');
		await ended;
		await release();
		assert.ok(!existsSync(dir('k1')) && !existsSync(dir('k1~partial')));
		assert.doesNotMatch((await ctl(db, ['release', 'list'])).stdout, /ready/);
		const built = await ctl(db, ['release', ...args(dir('k1'))]);
		assert.equal(built.code, 0, built.stderr);
		assert.deepEqual(digests(dir('k1')), reference);
	});

	test('killed while it writes: finished files are kept, the rest is written anew', async (t) => {
		const { db, args } = await fresh(t);
		const release = await hold(db, 'revocation in access exclusive mode'); // attempts need it
		const { child, ended } = builder(db, args(dir('k2')));
		const partial = dir('k2~partial');
		await until(() => existsSync(join(partial, '.state')) && readFileSync(join(partial, '.state'), 'utf8').includes('data/test.jsonl'), { what: 'the data files' });
		await until(waiting(db), { what: 'the builder to wait' });
		child.kill('SIGKILL');
		await ended;
		await release();
		assert.equal(await state(db, 'one@1.0'), 'building');
		assert.ok(!existsSync(dir('k2')), 'nothing has its name');
		assert.doesNotMatch((await ctl(db, ['release', 'list'])).stdout, /ready/);
		const before = statSync(join(partial, 'one', 'train.json'));
		writeFileSync(join(partial, 'one', 'dev.json'), 'half'); // and one got damaged meanwhile
		await until(async () => (await ctl(db, ['release', ...args(dir('k2'))])).code === 0, { what: 'the server to notice the death' });
		assert.deepEqual(digests(dir('k2')), reference);
		assert.equal(statSync(join(dir('k2'), 'one', 'train.json')).ino, before.ino, 'it was kept');
		assert.equal(await state(db, 'one@1.0'), 'ready');
		assert.ok(!existsSync(partial));
	});

	test('killed between the folder and the database: the next one notices', async (t) => {
		const { db, args } = await fresh(t);
		const release = await hold(db, 'release_file in share mode');
		const { child, ended } = builder(db, args(dir('k3')));
		await until(() => existsSync(dir('k3')), { what: 'the folder' });
		await until(waiting(db), { what: 'the builder to wait' });
		child.kill('SIGKILL');
		await ended;
		assert.equal(await state(db, 'one@1.0'), 'building');
		await release();
		await until(async () => (await ctl(db, ['release', ...args(dir('k3'))])).code === 0, { what: 'the second run' });
		assert.equal(await state(db, 'one@1.0'), 'ready');
		assert.deepEqual(digests(dir('k3')), reference);
		assert.deepEqual(readdirSync(stack.dir).filter((name) => name.startsWith('k3')), ['k3']);
	});

	test('killed at any moment, again and again: never half a release, and the same bytes in the end', async (t) => {
		const { db, args } = await fresh(t);
		for (let i = 0; i < 8; i++) {
			const { child, ended } = builder(db, args(dir('k4')));
			await sleep(60 + 90 * i);
			child.kill('SIGKILL');
			await ended;
			if (existsSync(dir('k4'))) checkManifest(dir('k4'));
			const ready = await stack.cluster.query(db, "select count(*) from beat.release where state = 'ready'");
			if (Number(ready)) assert.ok(existsSync(dir('k4')));
		}
		await until(async () => (await ctl(db, ['release', ...args(dir('k4'))])).code === 0, { what: 'a run to the end' });
		assert.deepEqual(digests(dir('k4')), reference);
		assert.equal(Number(await stack.cluster.query(db, "select count(*) from beat.release where state = 'ready'")), 1);
	});

	test('the gate: counts, when a kept file is not what it should be', async (t) => {
		const { db, args } = await fresh(t);
		const release = await hold(db, 'revocation in access exclusive mode');
		const { child, ended } = builder(db, args(dir('k5')));
		const statePath = join(dir('k5~partial'), '.state');
		await until(() => existsSync(statePath) && readFileSync(statePath, 'utf8').includes('data/test.jsonl'), { what: 'the data files' });
		child.kill('SIGKILL');
		await ended;
		await release();
		const file = join(dir('k5~partial'), 'one', 'dev.json');
		const old = readFileSync(file, 'utf8');
		const data = JSON.parse(old);
		data.data.pop();
		writeFileSync(file, JSON.stringify(data));
		writeFileSync(statePath, readFileSync(statePath, 'utf8').replace(digest(old), digest(readFileSync(file))));
		let result;
		const free = async () => {
			result = await ctl(db, ['release', ...args(dir('k5'))]);
			return !result.stderr.includes('another process');
		};
		await until(free);
		assert.equal(result.code, 1);
		assert.match(result.stderr, /one\/dev\.json holds \d+, the database \d+/);
		assert.ok(!existsSync(dir('k5')) && !existsSync(dir('k5~partial')));
	});

	test('two builders of one release: the second stands aside', async (t) => {
		const { db, args } = await fresh(t);
		const release = await hold(db, 'revocation in access exclusive mode');
		const { ended } = builder(db, args(dir('k6')));
		await until(() => existsSync(join(dir('k6~partial'), '.state')), { what: 'the first to write' });
		const second = await ctl(db, ['release', ...args(dir('k6'))]);
		assert.equal(second.code, 1);
		assert.match(second.stderr, /being written by another process/);
		await release();
		assert.equal((await ended).code, 0);
		assert.deepEqual(digests(dir('k6')), reference);
	});

	test('two releases into one folder: the second stands aside', async (t) => {
		const { db, args } = await fresh(t);
		const release = await hold(db, 'instructed in access exclusive mode');
		const { ended } = builder(db, args(dir('k9')));
		await until(() => existsSync(join(dir('k9~partial'), '.state')), { what: 'the first to write' });
		const second = await ctl(db, ['release', 'build', 'one', '--version', '1.5', '--formats', 'squad', '--out', dir('k9')]);
		assert.equal(second.code, 1);
		assert.match(second.stderr, /k9~partial is being written by another process; wait for it to end, or choose another --out/);
		await release();
		assert.equal((await ended).code, 0);
		assert.deepEqual(digests(dir('k9')), reference);
	});

	test('--anew does not take a release out of the hands of who writes it', async (t) => {
		const { db, args } = await fresh(t);
		const release = await hold(db, 'revocation in access exclusive mode');
		const { ended } = builder(db, args(dir('k10')));
		await until(() => existsSync(join(dir('k10~partial'), '.state')), { what: 'the first to write' });
		const second = await ctl(db, ['release', 'build', 'one', '--version', '1.0', '--anew', '--out', dir('k10-b')]);
		assert.equal(second.code, 1);
		assert.match(second.stderr, /one@1\.0 is being written by another process: end that one first, or wait for it/);
		await release();
		assert.equal((await ended).code, 0);
		assert.equal(await state(db, 'one@1.0'), 'ready');
		assert.deepEqual(digests(dir('k10')), reference);
	});

	test('what is in the way is told before anything is frozen, and stays', async (t) => {
		const db = await spoiled(t);
		writeFileSync(dir('file'), 'mine');
		symlinkSync('/nowhere/at/all', dir('dangling'));
		mkdirSync(dir('theirs~partial'));
		writeFileSync(join(dir('theirs~partial'), 'film.mkv'), 'half of it');
		for (const [out, words] of [
			[dir('file'), /file is there already, and no release: .*cannot be opened as a folder/],
			[dir('dangling'), /dangling is there already, and no release/],
			['.', /\. is there already, and no release: MANIFEST cannot be read/],
			['/', /\/ is there already, and no release/],
			['', /--out is empty/],
		]) {
			const result = await ctl(db, ['release', 'build', 'one', '--version', '4.0', '--out', out]);
			assert.equal(result.code, 1, out);
			assert.match(result.stderr, words);
		}
		assert.match((await ctl(db, ['release', 'show', 'one@4.0'])).stderr, /There is no release one@4\.0/);
		const result = await ctl(db, ['release', 'build', 'one', '--version', '4.0', '--formats', 'squad', '--out', dir('theirs')]);
		assert.match(result.stderr, /theirs~partial is there, and not from a build\. Move it away, or choose another --out/);
		assert.equal(readFileSync(join(dir('theirs~partial'), 'film.mkv'), 'utf8'), 'half of it');
		const shown = JSON.parse((await ctl(db, ['release', 'show', 'one@4.0', '--json'])).stdout);
		assert.match(shown.trouble, /theirs~partial is there/);
		rmSync(dir('theirs~partial'), { recursive: true });
		const built = await ctl(db, ['release', 'build', 'one', '--version', '4.0', '--out', `${dir('theirs')}//`]);
		assert.equal(built.code, 0, built.stderr);
		assert.equal(JSON.parse((await ctl(db, ['release', 'show', 'one@4.0', '--json'])).stdout).trouble, null);
	});

	test('--anew leaves a version that was never finished', async (t) => {
		const { db, args } = await fresh(t);
		const release = await hold(db, 'revocation in access exclusive mode');
		const { child, ended } = builder(db, args(dir('k7')));
		await until(waiting(db), { what: 'the builder to wait' });
		child.kill('SIGKILL');
		await ended;
		await release();
		const refused = await ctl(db, ['release', 'build', 'one', '--version', '1.0', '--seed', 'z', '--out', dir('k7')]);
		assert.match(refused.stderr, /is frozen already, with seed 1/);
		await until(async () => (await ctl(db, ['release', 'build', 'one', '--version', '1.0', '--seed', 'z', '--out', dir('k7'), '--anew'])).code === 0, { what: 'the server to notice the death' });
		assert.deepEqual(JSON.parse((await ctl(db, ['release', 'list', '--json'])).stdout).items.map((r) => [r.seed, r.state]), [['z', 'ready'], ['1', 'failed']]);
	});

	test('a disk without room: the reason is told, and the next run goes on', async (t) => {
		const { db, args } = await fresh(t);
		const limited = await run('bash', ['-c', 'ulimit -f 8; trap "" XFSZ; exec "$0" "$@"', program('beatctl'), 'release', ...args(dir('k8'))], { cwd: stack.dir, env: { BEAT_DB: db } });
		assert.equal(limited.code, 1);
		assert.match(limited.stderr, /cannot be written: File too large/);
		assert.ok(!existsSync(dir('k8')));
		const shown = JSON.parse((await ctl(db, ['release', 'show', 'one@1.0', '--json'])).stdout);
		assert.equal(shown.state, 'building');
		assert.match(shown.trouble, /cannot be written: File too large/);
		const built = await ctl(db, ['release', ...args(dir('k8'))]);
		assert.equal(built.code, 0, built.stderr);
		assert.deepEqual(digests(dir('k8')), reference);
	});

	// --- at the same time

	test('while questions are discarded and restored a release is one consistent snapshot', async (t) => {
		const db = await spoiled(t);
		// a change that was stamped but is not committed when the release is frozen
		const slow = spawn('psql', ['-X', '-q', '-At', '-d', db], { stdio: ['pipe', 'pipe', 'inherit'] });
		let output = '';
		slow.stdout.on('data', (data) => (output += data));
		slow.stdin.write(`${FUNCTIONS_PATH} begin; select act_as('slow');
			select question_discard(array(select id from beat.question order by id limit 5), 'hand', null, null, 'slow'); select 'stamped';\n`);
		await until(() => output.includes('stamped'), { what: 'the slow change' });
		let over = false;
		const busy = (async () => {
			for (let i = 0; !over; i++) {
				await stack.cluster.psql(db, [], {
					input: `${FUNCTIONS_PATH} select act_as('busy'); select question_${i % 2 ? 'restore' : 'discard'}(array(select id from beat.question order by id desc limit 20 offset ${(i >> 1) % 40}), 'hand', null, null, 'busy');`,
				});
			}
		})();
		const built = [];
		for (let i = 0; i < 3; i++) {
			const version = `c${i}`;
			const result = await ctl(db, ['release', 'build', 'one', '--version', version, '--formats', 'squad', '--out', dir(version)]);
			assert.equal(result.code, 0, result.stderr);
			built.push(version);
			if (i === 1) slow.stdin.end('commit;\n');
		}
		over = true;
		await busy;
		await new Promise((done) => (slow.exitCode === null ? slow.on('exit', done) : done()));
		for (const version of built) {
			const ids = allRows(dir(version), 'one').map((row) => row.id).sort();
			const then = await stack.cluster.query(db, `select v.question_id from beat.release r, valid_questions('one', r.as_of) v where r.version = '${version}' order by 1`);
			assert.deepEqual(ids, then.trim().split('\n').sort(), `${version} is what was true at its moment`);
		}
	});
});
