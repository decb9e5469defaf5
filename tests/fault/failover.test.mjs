// Two PostgreSQL hosts, the second a synchronous standby: the first is killed, the second promoted. Nothing acknowledged is
// lost, and the same connection string serves on. ops/test fault --failovers N plays it so often; the test plays it once.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { sleep, until, useStack } from '../lib/stack.mjs';

const ROUNDS = Number(process.env.BEAT_FAILOVERS ?? 1);
const SETTINGS = { synchronous_commit: 'on' }; // a process is killed, not the machine: no fsync is needed

// Asks without end until it is told to stop; what was acknowledged is in `stored`. An id is asked again until it is.
async function asking(stack, worker, stored, told) {
	const { body: s } = await stack.session(worker);
	const word = s.passage.text.split(' ').at(-1).replace(/\.$/, '');
	for (let i = 0; !told.stop; i++) {
		const id = randomUUID();
		for (;;) {
			const answer = await stack.attempt(s, `What is number ${i} of ${worker}?`, word, { id }).catch(() => ({ status: 0 }));
			if (answer.status === 200) {
				stored.set(id, answer.body.verdict);
				told.last = Date.now();
				await sleep(100);
				break;
			}
			assert.ok([0, 503].includes(answer.status), answer.text);
			await sleep(50);
		}
	}
}

async function round(t) {
	const stack = await useStack(t, { cluster: SETTINGS, beatd: false, project: { args: ['--questions', '50'] } });
	const primary = stack.cluster;
	const standby = await primary.standby();
	t.after(() => standby.stop());
	const admin = (cluster, ...statements) => cluster.query(cluster.uri('postgres', 'postgres'), ...statements);
	await admin(primary, "alter system set synchronous_standby_names = '*'", 'select pg_reload_conf()');
	await until(async () => (await admin(primary, 'select sync_state from pg_stat_replication')).trim() === 'sync', { what: 'the standby follows' });
	const database = new URL(stack.db).pathname.slice(1);
	stack.db = `postgresql://beat@/${database}?host=${standby.socketDir},${primary.socketDir}`; // the one that takes writes is found
	await stack.startBeatd();

	const stored = new Map();
	const told = { stop: false, last: 0 };
	const askers = ['ann', 'bob', 'cyd'].map((worker) => asking(stack, worker, stored, told));
	await until(() => stored.size >= 30, { what: 'thirty attempts' });
	primary.pool.close();
	await primary.server.kill('SIGKILL');
	const before = stored.size;
	await sleep(500);
	await admin(standby, 'select pg_promote()'); // waits until it is
	const promoted = Date.now();
	await until(() => told.last > promoted && stored.size > before, { what: 'service after the promotion' });
	const back = told.last - promoted;
	await sleep(300);
	told.stop = true;
	await Promise.all(askers);
	const rows = await standby.query(standby.uri(database), 'select id, verdict from beat.attempt');
	const kept = new Map(rows.trim().split('\n').map((row) => row.split('|')));
	const lost = [...stored].filter(([id, verdict]) => kept.get(id) !== verdict);
	assert.deepEqual(lost, [], 'nothing acknowledged is lost or changed');
	assert.equal(kept.size, stored.size, 'and nothing is there twice');
	t.diagnostic(`${stored.size} acknowledged, ${before} before the kill; service ${back} ms after the promotion`);
}

describe('two database hosts', () => {
	for (let i = 1; i <= ROUNDS; i++) it(`the first is killed, the second promoted: nothing acknowledged is lost (${i})`, round);
});
