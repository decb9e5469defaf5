// Keeps the schema of a version that is released as a fact: tables and a little played data, in VERSION.sql beside this
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

// The functions are not part of it: the program that comes next brings its own.
function dump(db) {
	const text = execFileSync(pgProgram('pg_dump'), ['--schema', 'beat', '--no-owner', '--no-privileges', db], { encoding: 'utf8', maxBuffer: 64 << 20 });
	return text
		.split('\n')
		.filter((line) => !/^(--|SET |SELECT pg_catalog\.set_config|\\(un)?restrict )/.test(line))
		.join('\n')
		.replace(/\n{3,}/g, '\n\n');
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
	writeFileSync(file, `-- The database of release ${version}: tables and a little played data. Made by make.mjs, never edited.\n${dump(stack.db)}`);
	console.log(`wrote ${file}`);
} finally {
	await stack.stop();
}
