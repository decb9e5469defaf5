// A database that does not fit the program: one sentence that says what to do, and not ready; no request is served wrongly.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { call } from '../lib/http.mjs';
import { WEB_DIR } from '../lib/paths.mjs';
import { Server } from '../lib/proc.mjs';
import { program, until, useStack } from '../lib/stack.mjs';

async function serve(t, stack) {
	const env = { BEAT_DB: stack.db, BEAT_WEB_DIR: WEB_DIR, BEAT_PORT: '0', BEAT_METRICS_PORT: '0' };
	const server = new Server('beatd', program('beatd'), [], { cwd: stack.dir, env });
	t.after(() => server.stop());
	const [, port] = await server.waitFor(/beatd listening addr=\S*:(\d+)/);
	const ready = async () => (await call('GET', `http://127.0.0.1:${port}/readyz`)).status;
	return { server, ready };
}

describe('a database', () => {
	it('that is empty, older or newer gets one clear sentence with the command to run', async (t) => {
		const stack = await useStack(t, { beatd: false, model: 'none', passages: false, project: false });
		const last = await stack.value('select max(version) from beat.schema_migration');
		const one = async (change, back, sentence) => {
			await stack.sql(change);
			const { server, ready } = await serve(t, stack);
			await server.waitFor(sentence);
			assert.equal(await ready(), 503);
			assert.equal(server.output.match(new RegExp(sentence, 'g')).length, 1, 'said once, not by every connection');
			await stack.sql(back);
			await until(async () => (await ready()) === 200, { what: 'ready once it fits' });
		};
		await one('alter schema beat rename to elsewhere', 'alter schema elsewhere rename to beat', /this database is empty: run 'beatctl migrate'/);
		await one(
			`update beat.schema_migration set version = version - 1 where version = ${last}`,
			`update beat.schema_migration set version = version + 1 where version = ${last - 1}`,
			/the tables of this database are older than this program \(migration \d{4}, needed is \d{4}\): run 'beatctl migrate'/,
		);
		await one(
			`insert into beat.schema_migration (version, name, checksum, breaks) values (9999, 'later', repeat('0', 64), 9998)`,
			'update beat.schema_migration set breaks = 0 where version = 9999',
			/this database is newer than this program \(migration 9999, known is \d{4}\) and no longer fits it/,
		);
	});
});
