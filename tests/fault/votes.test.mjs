// Votes under bad weather: a server killed between and during them, a database that goes away. Nothing that was
// acknowledged is lost, nothing is stored twice.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sleep, spanOf, until, useStack } from '../lib/stack.mjs';
import { author, settle, validate, vote, votesOf } from '../lib/validation.mjs';

const TEXT = 'The lighthouse on Skerry Point was lit for the first time in 1847 by Margaret Doyle, and burned whale oil until 1881.';
const ANSWERS = ['Skerry Point', '1847', 'Margaret Doyle', 'whale oil', '1881'];

async function start(t, options) {
	const stack = await useStack(t, { passages: false, project: false, ...options });
	await stack.importPassages([{ title: 'Lighthouse', text: TEXT }], { split: 'dev' });
	await stack.createProject('demo', ['--open', '--collection', 'sample', '--questions', '5', '--validation-reward', '50']);
	await author(stack, ANSWERS.map((answer, i) => [`Question ${i}?`, answer]), { worker: 'author' });
	return stack;
}

const right = ({ question }) => ANSWERS[Number(question.match(/\d/)[0])];

describe('votes', () => {
	it('outlive a server killed between and during them', async (t) => {
		const stack = await start(t);
		const { body: s } = await validate(stack, 'val');
		const [first, ...others] = s.questions;
		assert.equal((await vote(stack, s, first.id, right(first))).status, 200);
		await stack.killBeatd('SIGKILL');
		await assert.rejects(vote(stack, s, others[0].id, right(others[0])));
		await stack.startBeatd();
		const { body: again } = await validate(stack, 'val');
		assert.equal(again.assignment, s.assignment);
		assert.equal(again.questions[0].vote.answer.text, right(first));

		// a storm of changes, killed in the middle: the last that was acknowledged, or a later one, stands
		const said = ['1847', '1881', right(others[0])];
		const acknowledged = [];
		const storm = Array.from({ length: 30 }, (_, i) =>
			sleep(i * 4)
				.then(() => vote(stack, s, others[i % 4].id, said[i % 3]))
				.then((r) => r.status === 200 && acknowledged.push(others[i % 4].id), () => {}));
		await sleep(70);
		await stack.killBeatd('SIGKILL');
		await Promise.all(storm);
		await stack.startBeatd();
		const rows = await votesOf(stack, s);
		assert.equal(new Set(rows.map((r) => r.question)).size, rows.length, 'one vote a question');
		const { body: after } = await validate(stack, 'val');
		for (const id of acknowledged) assert.ok(after.questions.find((q) => q.id === id).vote);

		// all is sent again, as the page does, and handed in twice at once
		for (const q of s.questions) assert.equal((await vote(stack, s, q.id, right(q))).status, 200);
		const ends = await Promise.all([stack.submit(s), stack.submit(s)]);
		for (const { status, body } of ends) assert.deepEqual([status, body.won, body.earned_cents], [200, 5, 50]);
		const cast = await votesOf(stack, s);
		assert.ok(cast.length === 5 && cast.every((r) => r.counts && r.exact));
		await settle(stack);
		assert.deepEqual(await stack.sql('select votes, matches, state from validation'), Array(5).fill({ votes: 1, matches: 1, state: 'waiting' }));
	});

	it('are not lost when the server dies while handing in', async (t) => {
		const stack = await start(t);
		const { body: s } = await validate(stack, 'val');
		for (const q of s.questions) await vote(stack, s, q.id, right(q));
		const dying = stack.submit(s).catch(() => null);
		await stack.killBeatd('SIGKILL');
		await dying;
		await stack.startBeatd();
		assert.equal((await stack.submit(s)).body.won, 5);
		await settle(stack);
		assert.equal(await stack.value('select sum(votes)::integer from validation'), 5);
		assert.equal(await stack.value(`select count(*)::integer from event where kind = 'assignment.submit' and assignment_id = ${s.assignment}`), 1);
	});

	it('wait for a database that goes away', async (t) => {
		const stack = await start(t, { cluster: true });
		const { body: s } = await validate(stack, 'val');
		const [q] = s.questions;
		await stack.cluster.halt('fast');
		const during = await vote(stack, s, q.id, right(q));
		assert.equal(during.status, 503);
		assert.ok(during.headers['retry-after']);
		await stack.cluster.start();
		await stack.ready();
		await until(async () => (await vote(stack, s, q.id, right(q))).status === 200);
		const [row, ...rest] = await votesOf(stack, s);
		assert.deepEqual([row.answer_text, row.answer_start, rest.length], [right(q), spanOf(TEXT, right(q)).start, 0]);
	});

	it('of many people at once are served evenly, and none too many', async (t) => {
		const stack = await start(t);
		const all = await Promise.all(Array.from({ length: 20 }, (_, i) => validate(stack, `v${i}`)));
		const working = all.map((r) => r.body).filter((b) => b.token);
		const held = new Map();
		for (const s of working) for (const q of s.questions) held.set(q.id, (held.get(q.id) ?? 0) + 1);
		assert.deepEqual([...held.values()], Array(5).fill(3), 'three validators each');
		await Promise.all(working.map(async (s) => {
			for (const q of s.questions) assert.equal((await vote(stack, s, q.id, right(q))).status, 200);
			assert.equal((await stack.submit(s)).status, 200);
		}));
		await settle(stack);
		assert.equal(await stack.value(`select count(*)::integer from validation where state = 'answerable' and votes = 3`), 5);
	});
});
