// Workers, validators and reviewers go on while everything around them fails, round after round: servers, PostgreSQL, its
// disk, the model, a clock. They keep a journal of what they were told, and the books must balance with it.
//
//   ops/test fault --rounds 1000 --seed 7      so many rounds, by these dice
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Arena } from './rounds/arena.mjs';

const ROUNDS = Number(process.env.BEAT_ROUNDS || 30);
const SEED = Number(process.env.BEAT_SEED || 20261); // the suite throws the same dice each time; --seed throws others

describe('rounds of faults', () => {
	it('lose nothing acknowledged, store nothing twice, keep the books', { timeout: 300000 + ROUNDS * 60000 }, async (t) => {
		const arena = new Arena(SEED);
		t.after(() => arena.stop());
		console.log(`${ROUNDS} rounds, seed ${SEED}`);
		await arena.start(400 + Math.ceil(ROUNDS * 1.5));
		if (!arena.folder) t.diagnostic('no full disk: a small file system of its own needs root');
		if (!arena.clocks) t.diagnostic('no clocks that jump: libfaketime is not there');
		await arena.rounds(ROUNDS, (line) => console.log(`${line} (${arena.journal.count} acknowledged)`));
		await arena.settle();
		const { attempts, submits, votes, reviews, batches } = arena.journal;
		for (const told of [attempts, submits, votes]) assert.ok(told.size > 0);
		const wins = [...attempts.values()].filter((a) => a.verdict === 'human').length;
		t.diagnostic(`seed ${SEED}, ${ROUNDS} rounds: ${attempts.size} attempts acknowledged (${wins} won), ${submits.size} hand-ins, ${votes.size} votes, ${reviews.size} reviews, ${batches.size} batches; none lost, none twice; ${arena.busy} answers 503`);
		for (const [name, times] of [...arena.played].sort()) t.diagnostic(`${times} × ${name}`);
	});
});
