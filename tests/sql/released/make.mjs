// Keeps the database of a version that is released as a fact: a little played data on its tables, in VERSION.sql beside this
// file. Run it when CHANGELOG.md gets a version, with the programs of that version built:
//
//   tests/lib/with-cluster node tests/sql/released/make.mjs 0.5.0
//
// tests/api/upgrade.test.mjs starts from each of these files.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pgProgram, ROOT } from '../../lib/paths.mjs';
import { startCollection } from '../../lib/release.mjs';
import { validate, vote } from '../../lib/validation.mjs';

const version = process.argv[2];
if (!/^\d+\.\d+\.\d+$/.test(version ?? '')) {
	console.error('usage: tests/lib/with-cluster node tests/sql/released/make.mjs VERSION');
	process.exit(2);
}

// Columns and checks that beat.project got from the functions of the version, not from its migrations. The comment of such
// a check is what it was made from.
const COLUMNS = `
	select format('alter table beat.project add column if not exists %I %s%s%s;', a.attname, format_type(a.atttypid, a.atttypmod),
		case when a.attnotnull then ' not null' else '' end, ' default ' || pg_get_expr(d.adbin, d.adrelid))
	  from pg_attribute a
	  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
	 where a.attrelid = 'beat.project'::regclass and a.attnum > 0 and not a.attisdropped and a.attidentity = '';
	select format('alter table beat.project add constraint %1$I %2$s; comment on constraint %1$I on beat.project is %2$L;',
		c.conname, obj_description(c.oid, 'pg_constraint'))
	  from pg_constraint c
	 where c.conrelid = 'beat.project'::regclass and obj_description(c.oid, 'pg_constraint') is not null
	 order by c.conname`;

// Of pg_dump what says something, without lines between it.
function dump(db, ...args) {
	const text = execFileSync(pgProgram('pg_dump'), ['--no-owner', '--no-privileges', ...args, db], { encoding: 'utf8', maxBuffer: 64 << 20 });
	return text
		.split('\n')
		.filter((line) => !/^(--|SET |SELECT pg_catalog\.set_config|\\(un)?restrict |$)/.test(line))
		.join('\n');
}

// The tables are made by the version's migrations, which are never edited; what they put in is in the data, too. The
// history of migrations is beatctl's own. The functions are no part of it: the program that comes next brings its own.
async function kept(stack) {
	const migrations = await stack.sql(`select lpad(version::text, 4, '0') || '_' || name as file from beat.schema_migration order by version`);
	return [
		...migrations.map(({ file }) => `\\ir ../../../sql/migrations/${file}.sql`),
		dump(stack.db, '--schema-only', '--table', 'beat.schema_migration'),
		await stack.cluster.psql(stack.db, ['-At', '-c', COLUMNS]),
		'set session_replication_role = replica;',
		'truncate beat.setting, beat.participation_move, beat.review_word;',
		dump(stack.db, '--data-only', '--schema', 'beat'),
		'',
	].join('\n');
}

// Two validators answer what they are given: one as best they can, one not at all.
async function validateSome(stack) {
	await stack.ctl('project', 'set', 'one', '--validation-votes', '2');
	await stack.startBeatd();
	for (const worker of ['val', 'eva']) {
		const { body: session } = await validate(stack, worker, { project: 'one' });
		for (const { id } of session.questions) await vote(stack, session, id, worker === 'val' ? 'Ann' : { reason: 'no_answer' });
		const handedIn = await stack.submit(session);
		if (handedIn.status !== 200) throw new Error(`not handed in: ${handedIn.text}`);
	}
	await stack.beatd.stop();
}

const stack = await startCollection();
try {
	await stack.ctl('batch', 'close', 'one', '--seed', 'released');
	await stack.ctl('release', 'build', 'one', '--version', '1.0', '--licence', 'CC-BY-4.0');
	await validateSome(stack);
	const file = join(ROOT, 'tests/sql/released', `${version}.sql`);
	writeFileSync(file, `-- The database of release ${version}: a little played data on its tables. Made by make.mjs, never edited.\n${await kept(stack)}`);
	console.log(`wrote ${file}`);
} finally {
	await stack.stop();
}
