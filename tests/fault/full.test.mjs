// A database that has no room left: 503, and the same request later succeeds.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { until, useStack } from '../lib/stack.mjs';
import { fill, smallDisk } from './rounds/faults.mjs';

describe('a disk that is full', () => {
	it('is a reason to try again, not an error of the server', async (t) => {
		const stack = await useStack(t);
		const { body: s } = await stack.session('ann');
		const word = s.passage.text.split(' ').at(-1).replace(/\.$/, '');
		await stack.sql(`create function public.full_disk() returns trigger language plpgsql as 'begin raise exception ''could not extend file'' using errcode = ''53100''; end'`);
		await stack.sql('create trigger full_disk before insert on beat.attempt for each row execute function public.full_disk()');
		const refused = await stack.attempt(s, 'Is there any room left here?', word);
		assert.equal(refused.status, 503, refused.text);
		assert.ok(Number(refused.headers['retry-after']) >= 1);
		assert.equal((await stack.call('GET', '/readyz')).status, 503);
		assert.equal((await stack.monitor('/readyz')).body.database, 'full');
		await stack.sql('drop trigger full_disk on beat.attempt');
		assert.equal((await stack.attempt(s, 'Is there any room left here?', word)).status, 200);
	});

	it('is noticed by /readyz before anybody wrote, and so is its end', async (t) => {
		const stack = await useStack(t, { cluster: true });
		const state = async () => [(await stack.call('GET', '/readyz')).status, (await stack.monitor('/readyz')).body.database];
		// what a limit of temporary files refuses, a full disk would: the same class of errors
		const limit = (change) => stack.cluster.query(stack.cluster.uri('postgres', 'postgres'), `alter system ${change}`, 'select pg_reload_conf()');
		await limit('set temp_file_limit = 8');
		await until(async () => (await state())[0] === 503, { what: 'not ready' });
		assert.equal((await state())[1], 'full');
		await limit('reset temp_file_limit');
		await until(async () => (await state())[0] === 200, { what: 'ready again' });
		assert.equal((await stack.session('ann')).status, 201);
	});

	it('keeps what was acknowledged, says so to all, and is over when there is room', async (t) => {
		const folder = mkdtempSync(join(tmpdir(), 'beat-disk-'));
		const unmount = smallDisk(folder, 48);
		t.after(() => {
			unmount?.();
			rmSync(folder, { recursive: true, force: true });
		});
		if (!unmount) return t.skip('a file system of its own needs root');
		execFileSync('chown', ['postgres:', folder]);
		const stack = await useStack(t, { cluster: true, beatd: false });
		const admin = stack.cluster.uri('postgres', 'postgres');
		const name = new URL(stack.db).pathname.slice(1);
		stack.cluster.pool.close(name);
		await stack.cluster.query(admin, `create tablespace small location '${folder}'`);
		await stack.cluster.query(admin, `alter database ${name} set tablespace small`);
		await stack.startBeatd();
		const { body: s } = await stack.session('ann');
		const word = s.passage.text.split(' ').at(-1).replace(/\.$/, '');
		stack.stub.always(() => ({ text: word }));
		const ask = (id) => stack.attempt(s, `Which word is the last one, if ${id} is taken as a ${'very '.repeat(40)}good name of it?`, word, { id });
		const acknowledged = [];
		const free = fill(folder);
		let refused = null;
		let id;
		while (!refused && acknowledged.length < 5000) {
			id = randomUUID();
			const answer = await ask(id);
			if (answer.status === 200) acknowledged.push(id);
			else refused = answer;
		}
		assert.equal(refused?.status, 503, refused?.text);
		assert.ok(Number(refused.headers['retry-after']) >= 1);
		await until(async () => (await stack.call('GET', '/readyz')).status === 503, { what: 'not ready' });
		assert.equal((await stack.monitor('/readyz')).body.database, 'full');
		free();
		await until(async () => (await stack.call('GET', '/readyz')).status === 200, { what: 'ready again' });
		assert.equal((await ask(id)).status, 200);
		acknowledged.push(id);
		const stored = await stack.sql('select id::text, count(*)::int as n from attempt group by id');
		assert.deepEqual(stored.map((row) => row.id).sort(), acknowledged.sort());
		assert.ok(stored.every((row) => row.n === 1));
	});
});

describe('a database that is stopped, crowded or out of memory', () => {
	it('is 503 with Retry-After, whatever of classes 53 and 57 it says, and the same request later succeeds', async (t) => {
		const stack = await useStack(t);
		const { body: s } = await stack.session('ann');
		const word = s.passage.text.split(' ').at(-1).replace(/\.$/, '');
		stack.stub.always(() => ({ text: word })); // the model wins: the HIT is never full
		await stack.sql('create table public.ails (code text)');
		await stack.sql(`create function public.ail() returns trigger language plpgsql as 'declare c text := (select code from public.ails); begin if c is not null then raise exception ''ailing'' using errcode = c; end if; return new; end'`);
		for (const table of ['attempt', 'assignment']) await stack.sql(`create trigger ail before insert on beat.${table} for each row execute function public.ail()`);
		for (const [i, code] of ['53000', '53200', '53300', '53400', '57000', '57014', '57P01', '57P02', '57P03', '57P05'].entries()) {
			await stack.sql(`insert into public.ails values ('${code}')`);
			const asked = () => stack.attempt(s, `Which word comes last, number ${i} of them all?`, word);
			for (const answer of [await asked(), await stack.session(`new-${i}`)]) {
				assert.equal(answer.status, 503, `${code}: ${answer.text}`);
				assert.ok(Number(answer.headers['retry-after']) >= 1, code);
				assert.match(answer.headers['content-type'], /problem\+json/);
			}
			await stack.sql('delete from public.ails');
			assert.equal((await asked()).status, 200, code);
		}
		assert.equal(await stack.value('select count(*) from attempt'), 10);
	});

	it('that takes no more connections is noticed by /readyz, and so is its end', async (t) => {
		const stack = await useStack(t, { cluster: true });
		const admin = (...statements) => stack.cluster.query(stack.cluster.uri('postgres', 'postgres'), ...statements);
		const name = new URL(stack.db).pathname.slice(1);
		stack.cluster.pool.close(name);
		await admin(`alter database ${name} connection limit 0`, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
		await until(async () => (await stack.call('GET', '/readyz')).status === 503, { timeout: 20000, what: 'not ready' });
		const refused = await stack.session('ann');
		assert.equal(refused.status, 503, refused.text);
		assert.ok(Number(refused.headers['retry-after']) >= 1);
		await admin(`alter database ${name} connection limit -1`);
		await until(async () => (await stack.call('GET', '/readyz')).status === 200, { timeout: 20000, what: 'ready again' });
		assert.equal((await stack.session('ann')).status, 201);
	});
});
