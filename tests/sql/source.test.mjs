// The SQL as source: what tests/lib/sql_source.mjs asks of it holds, and what breaks it is found.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LONGEST_BODY, readSql, sqlFaults } from '../lib/sql_source.mjs';

const good = (name, lines = 1, comment = '-- Does it.\n') =>
	`${comment}create function ${name}(x integer) returns void language plpgsql as $$\n${'\tnull;\n'.repeat(lines)}$$;\n`;
const MIGRATION = `${good('beat.guard')}create trigger t before update on beat.x for each row execute function beat.guard();\n`;

describe('the SQL', () => {
	it('has each function once, explained, of a readable length, and only guards in migrations', () => {
		const files = readSql();
		assert.ok(Object.keys(files).length > 40);
		assert.deepEqual(sqlFaults(files), []);
	});

	it('is refused where it breaks that', () => {
		const sound = { 'sql/migrations/1.sql': MIGRATION, 'sql/functions/a.sql': good('a') };
		assert.deepEqual(sqlFaults(sound), []);
		const cases = [
			[{ 'sql/functions/b.sql': good('a') }, /functions\/a\.sql:2: a is defined again in sql\/functions\/b\.sql:2/],
			[{ 'sql/functions/b.sql': good('guard') }, /guard is defined again/],
			[{ 'sql/migrations/2.sql': good('beat.guard') }, /guard is defined again/],
			[{ 'sql/functions/b.sql': good('b', 1, '-- Far away.\n\n') }, /b\.sql:3: b has no comment directly above it/],
			[{ 'sql/functions/b.sql': good('b', LONGEST_BODY + 1) }, /b has a body of 61 lines/],
			[{ 'sql/migrations/2.sql': good('beat.helper') }, /helper is no guard/],
			[{ 'sql/migrations/2.sql': `${good('beat.helper')}comment on function beat.helper is 'Helps.';\n` }, /helper is no guard/],
			[{ 'sql/migrations/2.sql': good('beat.called', 1, '') + MIGRATION.replaceAll('guard', 'other').replace('null', 'perform beat.called()') }, /called has no comment/],
		];
		for (const [planted, sentence] of cases) {
			const faults = sqlFaults({ ...sound, ...planted });
			assert.ok(faults.length > 0 && faults.some((fault) => sentence.test(fault)), `${sentence}: ${faults.join('\n')}`);
		}
		assert.deepEqual(sqlFaults({ ...sound, 'sql/functions/b.sql': good('b', LONGEST_BODY) }), []);
		const again = { ...sound, 'sql/migrations/2.sql': good('beat.guard').replace('create', 'create or replace') };
		assert.deepEqual(sqlFaults(again, 1), []);
		assert.match(sqlFaults(again, 0)[0], /guard is defined again/); // not released: one file has it as it is
	});
});
