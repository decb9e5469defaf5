// Databases of every release (tests/sql/released) are brought up to date, lose nothing, and are worked with.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ROOT, useStack } from '../lib/stack.mjs';

const FOLDER = join(ROOT, 'tests/sql/released');
const versions = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'));

// Into an empty database instead of the stack's own.
async function load(stack, file) {
	await stack.cluster.dropDatabase(stack.db);
	stack.db = await stack.cluster.createDatabase();
	await stack.cluster.query(stack.cluster.uri('postgres', 'postgres'), 'grant set on parameter session_replication_role to beat');
	await stack.cluster.psql(stack.db, ['-f', file]);
}

const facts = (stack) =>
	// the model that stands for none is added by a migration
	stack.value(`select json_build_object('attempts', (select count(*) from beat.attempt), 'questions', (select count(*) from beat.question),
		'votes', (select count(*) from beat.vote), 'events', (select count(*) from beat.event where detail #>> '{after,name}' is distinct from 'none'), 'releases', (select count(*) from beat.release))`);

// Tables, guards and domains, line by line in no order: settings that came later stand elsewhere in a table that is older.
const shape = async (stack) => {
	const tables = await stack.cluster.psql(stack.db, ['-At', '-f', join(ROOT, 'tests/sql/schema.psql')]);
	const rest = await stack.cluster.psql(stack.db, [
		'-Atc',
		`select pg_get_functiondef(p.oid) || coalesce(obj_description(p.oid), '') from pg_proc p where p.pronamespace = 'beat'::regnamespace and p.prokind <> 'a' order by 1`,
		'-c',
		`select conname || ' ' || pg_get_constraintdef(oid) from pg_constraint where contypid <> 0 and connamespace = 'beat'::regnamespace order by 1`,
	]);
	return [...tables.split('\n').sort(), ...rest.split('\n')];
};

describe('an upgrade', () => {
	it('starts from every version that was released', () => {
		assert.ok(versions.length > 0);
	});

	for (const name of versions) {
		it(`from ${name}: nothing is lost, the tables are those of a fresh database, every counter holds, and work goes on`, async (t) => {
			const stack = await useStack(t, { passages: false, project: false, beatd: false });
			const fresh = await shape(stack);
			await load(stack, join(FOLDER, name));
			const before = await facts(stack);
			assert.ok(before.attempts > 0 && before.votes > 0 && before.releases > 0);
			await stack.ctl('migrate');
			assert.deepEqual(await facts(stack), before);
			assert.deepEqual(await shape(stack), fresh);
			assert.match(await stack.ctl('check'), /agree|every counter|0 /i);
			// the same bytes, or, where statistics have more to tell since then, a refusal that names the version that wrote it
			const { code, stderr } = await stack.beatctl(['release', 'write', 'one@1.0']);
			if (code !== 0) assert.match(stderr, /statistics\.json came out differently .*\(version [\d.]+\).*Nothing was replaced/);
			await stack.ctl('model', 'add', 'model', stack.modelUrl);
			await stack.ctl('project', 'set', 'one', '--model', 'model', '--assignments-per-passage', '5');
			await stack.startBeatd();
			const session = await stack.session('somebody new', { project: 'one' });
			assert.equal(session.status, 201, session.text);
		});
	}
});
