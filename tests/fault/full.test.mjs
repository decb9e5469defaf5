// A database that has no room left: 503, and the same request later succeeds.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { until, useStack } from '../lib/stack.mjs';

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
		await until(async () => (await state())[0] === 503, { timeout: 20000, what: 'not ready' });
		assert.equal((await state())[1], 'full');
		await limit('reset temp_file_limit');
		await until(async () => (await state())[0] === 200, { timeout: 20000, what: 'ready again' });
		assert.equal((await stack.session('ann')).status, 201);
	});
});
