// beatctl worker, batch and review: the team's side of quality at the command line, against a real database.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { commandLine } from '../lib/ctl.mjs';
import { startStack } from '../lib/stack.mjs';

let stack;
const ctl = (...args) => stack.beatctl(args, { env: { BEAT_ACTOR: 'lea' } });
const { json, refused } = commandLine(ctl);

// A worker completes HITs with one question each, as the server would have it done.
async function work(worker, hits, project = 'demo') {
	await stack.sql(`do $$
	declare s record; a record;
	begin
		for i in 1 .. ${hits} loop
			select * into s from session_open('${project}', 'mturk', ${stack.lit(worker)}, '', '', '') as x;
			perform attempt_record(gen_random_uuid(), s.assignment_id, s.worker_id, 'What is it?', 0, 3,
				left(s.text, 3), 400, (select min(id) from beat.model where id > 0), 'm', '1', 'w', 'x', null, null, 0.5, 0, 1, 1,
				'human', null, 5);
			select * into a from assignment_submit(s.assignment_id, s.worker_id, '') as x;
			assert a.status = 'ok';
		end loop;
	end $$`);
	return String(await stack.value(`select id from beat.worker where platform_worker_id = ${stack.lit(worker)}`));
}

// The next item of the queue, reviewed: valid or not.
const review = (account, valid) => stack.sql(`do $$
	declare me text := (select id from beat.account where name = '${account}'); item json;
	begin
		item := admin_review_next('demo', 'review', me, 'user:${account}', false) -> 'item';
		perform admin_review_finish(item ->> 'review', (select json_agg(json_build_object('question', q -> 'id',
			'valid', ${valid}, 'tags', ${valid ? "'[]'::json" : "'[\"nonsense\"]'::json"}))
			from json_array_elements(item -> 'questions') as q)::text, me, 'user:${account}');
	end $$`);

before(async () => {
	stack = await startStack({ beatd: false, project: { args: ['--assignments-per-passage', '50', '--success-least', '1'] } });
	await stack.sql("insert into beat.account (name, role, password) values ('ina', 'reviewer', ''), ('jon', 'reviewer', '')");
});
after(() => stack?.stop());

describe('batch', () => {
	test('nothing to close is said', async () => {
		await refused(1, /No HIT of "demo" is completed yet/, 'batch', 'close', 'demo');
		assert.match((await ctl('batch', 'list', 'demo')).stdout, /no batch is closed yet\nopen: 0 HITs; closing now would draw 0/);
	});

	test('closing draws what is due, with a seed on record', async () => {
		await work('ann', 5);
		const { code, stdout } = await ctl('batch', 'close', 'demo', '--seed', 'my-seed.1');
		assert.equal(code, 0);
		assert.equal(stdout, 'batch 1 closed: 5 new HITs, 4 drawn for review from 1 workers (seed my-seed.1)\n');
		const list = await ctl('batch', 'list', 'demo');
		assert.match(list.stdout, /^BATCH +HITS/);
		assert.match(list.stdout, /^ +1 +5 +5 +1 +4 +0 +hand +lea +20\d\d-/m);
		const { items, open } = await json('batch', 'list', 'demo');
		assert.deepEqual([items[0].seed, items[0].sampled, open.hits, open.due], ['my-seed.1', 4, 0, 0]);
	});

	test('mistakes', async () => {
		await refused(1, /there is nothing to close/, 'batch', 'close', 'demo');
		await refused(1, /There is no project "nope"/, 'batch', 'close', 'nope');
		await refused(1, /A seed is 1 to 64/, 'batch', 'close', 'demo', '--seed', 'a b');
		await refused(2, /exactly one PROJECT, not 0/, 'batch', 'close');
		await refused(2, /not one of close or list/, 'batch', 'open');
	});
});

describe('worker', () => {
	let bob;
	before(async () => (bob = await work('bob', 2)));

	test('list, with and without filters', async () => {
		const { stdout } = await ctl('worker', 'list');
		assert.match(stdout, /^WORKER +PLATFORM +KNOWN AS +STATE/);
		assert.match(stdout, /mturk +ann +new +5 +5 +5 +5 +- +4 +0/);
		const { items, total } = await json('worker', 'list', '--project', 'demo', '--search', 'bo');
		assert.equal(total, 1);
		assert.equal(items[0].platform_worker_id, 'bob');
		assert.deepEqual((await json('worker', 'list', '--sort', 'submitted', '--desc')).items.map((w) => w.submitted), [5, 2]);
		assert.match((await ctl('worker', 'list', '--limit', '1', '--offset', '1')).stdout, /^2 to 2 of 2$/m);
		assert.match((await ctl('worker', 'list', '--state', 'revoked')).stdout, /no workers to show/);
		await refused(1, /sort is one of/, 'worker', 'list', '--sort', 'shoe size');
		await refused(2, /takes no WORKER; 'worker show 7'/, 'worker', 'list', '7');
	});

	test('by number, with a mark, or as the platform knows them', async () => {
		for (const name of [bob, `#${bob}`, 'mturk:bob']) assert.equal((await json('worker', 'show', name)).id, bob);
		await refused(1, /There is no worker "prolific:bob"/, 'worker', 'show', 'prolific:bob');
		await refused(1, /There is no worker #999/, 'worker', 'show', '999');
		await refused(2, /exactly one WORKER, not 0/, 'worker', 'show');
	});

	test('qualify, revoke, reinstate: reasons, and the way back', async () => {
		await refused(2, /needs a reason for the record/, 'worker', 'revoke', bob);
		await refused(1, /Give a reason/, 'worker', 'revoke', bob, '--reason', ' ');
		assert.equal((await ctl('worker', 'qualify', bob, '--reason', 'known')).stdout, `worker #${bob} is qualified\n`);
		await refused(1, /is qualified for "demo" already/, 'worker', 'qualify', bob, '--reason', 'known');
		const revoked = await ctl('worker', 'revoke', 'mturk:bob', '--reason', 'Copied.');
		assert.match(revoked.stdout, new RegExp(`^worker #${bob} is revoked \\(revocation \\d+\\): 2 questions are discarded\n$`));
		assert.equal((await json('worker', 'list', '--state', 'revoked')).items[0].kept, 0);
		await refused(1, /there is nothing to revoke/, 'worker', 'revoke', bob, '--reason', 'Copied.');
		assert.equal((await ctl('worker', 'reinstate', bob, '--reason', 'Not copied.')).stdout, `worker #${bob} is qualified again: 2 questions are back\n`);
		await refused(1, /is not revoked in "demo"/, 'worker', 'reinstate', bob, '--reason', 'x');
		assert.deepEqual(
			await stack.sql("select actor, detail ->> 'reason' as reason from beat.event where kind in ('worker.revoke', 'worker.reinstate') order by id"),
			[{ actor: 'lea', reason: 'Copied.' }, { actor: 'lea', reason: 'Not copied.' }],
		);
	});

	test('notes', async () => {
		assert.equal((await ctl('worker', 'note', bob, 'Asks about dates only.', '--project', 'demo')).stdout, `noted about worker #${bob}\n`);
		await refused(2, /a WORKER and a TEXT in quotes/, 'worker', 'note', bob);
		await refused(1, /1 to 4000 characters/, 'worker', 'note', bob, ' ');
		assert.equal((await json('worker', 'list', '--search', 'dates')).items[0].id, bob);
	});

	test('show tells all of it', async () => {
		const { stdout } = await ctl('worker', 'show', bob);
		assert.match(stdout, new RegExp(`^worker #${bob} \\(bob on mturk\\): qualified since 20`));
		assert.match(stdout, /work +2 HITs, 2 attempts, 2 won, 2 questions kept/);
		assert.match(stdout, /samples +0 of 2 due are drawn, 0 are reviewed/);
		assert.match(stdout, /note +20.* lea: Asks about dates only\./);
		assert.match(stdout, /revocation .* undone by lea: Copied\./);
		assert.match(stdout, /lea +worker\.reinstate +Not copied\./);
	});

	test('block and unblock, for all projects', async () => {
		await refused(2, /leave --project away/, 'worker', 'block', bob, '--reason', 'x', '--project', 'demo');
		assert.equal((await ctl('worker', 'block', bob, '--reason', 'A robot.')).stdout, `worker #${bob} is blocked from all projects\n`);
		assert.match((await ctl('worker', 'list', '--state', 'blocked')).stdout, /bob +blocked/);
		await refused(1, /is blocked already/, 'worker', 'block', bob, '--reason', 'x');
		assert.equal((await ctl('worker', 'unblock', bob, '--reason', 'Not a robot.')).stdout, `worker #${bob} may come back\n`);
		await refused(1, /is not blocked/, 'worker', 'unblock', bob, '--reason', 'x');
	});

	test('ids cannot play with the terminal', async () => {
		await work('\u001b[31mred', 1);
		const { stdout } = await ctl('worker', 'list', '--search', '\u001b[31m');
		assert.match(stdout, /\?\[31mred/);
		assert.doesNotMatch(stdout, /\u001b/);
	});

	test('nor can notes turn the text beside them round, or break lines', async () => {
		await ctl('worker', 'note', bob, 'left \u202eright\u2066 \u05e9\u05dc\u05d5\u05dd\u2028e\u0301 \ud83d\ude00');
		const { stdout } = await ctl('worker', 'show', bob);
		assert.match(stdout, /lea: left \?right\? \u05e9\u05dc\u05d5\u05dd\?e\u0301 \ud83d\ude00$/m);
		assert.match(JSON.stringify(await json('worker', 'show', bob)), /\u202eright/); // programs get it as it is
	});
});

describe('review', () => {
	test('lists, and revocations that wait for a second person', async () => {
		await ctl('project', 'set', 'demo', '--revoke-confirm', 'yes');
		assert.match((await ctl('review', 'list', 'demo')).stdout, /no reviews yet/);
		assert.match((await ctl('review', 'revocations', 'demo', '--state', 'proposed')).stdout, /no revocations/);
		await review('ina', false);
		assert.match((await ctl('review', 'list', 'demo')).stdout, /review +finished +ina +0 +1 +settled/);
		const proposed = await json('review', 'revocations', 'demo', '--state', 'proposed');
		assert.equal(proposed.items.length, 1);
		const { id, worker, rate } = proposed.items[0];
		assert.deepEqual([worker.platform_worker_id, rate.k, rate.n], ['ann', 0, 1]);
		assert.match((await ctl('review', 'revocations', 'demo')).stdout, /ann +proposed +review +0 +user:ina +20.*0 of 1 reviewed/);
		const own = await stack.beatctl(['review', 'confirm', id], { env: { BEAT_ACTOR: 'ina' } });
		assert.equal(own.code, 1);
		assert.match(own.stderr, /A second person decides/);
		await refused(1, /Give a reason: why the qualification stays/, 'review', 'dismiss', id);
		assert.equal((await ctl('review', 'dismiss', id, '--reason', 'Too early.')).stdout, `revocation ${id} is dismissed: worker #${worker.id} keeps the qualification\n`);
		await refused(1, /decided before: it is dismissed/, 'review', 'confirm', id);

		await review('jon', false);
		const [again] = (await json('review', 'revocations', 'demo', '--state', 'proposed')).items;
		assert.equal((await ctl('review', 'confirm', again.id)).stdout, `revocation ${again.id} is done: worker #${worker.id} is revoked, 5 questions are discarded\n`);
		assert.equal((await ctl('worker', 'reinstate', worker.id, '--reason', 'x')).stdout, `worker #${worker.id} is qualified again: 3 questions are back\n`);
		assert.match((await ctl('worker', 'show', worker.id)).stdout, /success +0\.0 % of 2 valid \(95 % interval 0\.0 to 65\.8\)/);
	});

	test('mistakes', async () => {
		await refused(2, /'x' is no ID/, 'review', 'confirm', 'x');
		await refused(2, /exactly one ID, not 0/, 'review', 'dismiss');
		await refused(1, /There is no such revocation/, 'review', 'confirm', '4711');
		await refused(1, /proposed, done, dismissed or undone, not "open"/, 'review', 'revocations', 'demo', '--state', 'open');
		await refused(2, /unknown|no option|--state/, 'review', 'list', 'demo', '--state', 'done');
	});

	test('agreement of two reviewers', async () => {
		assert.match((await ctl('review', 'agreement', 'demo')).stdout, /no question was reviewed by two people yet/);
		await ctl('project', 'set', 'demo', '--review-double', 'yes');
		await stack.sql("update beat.project set success_permille = 0");
		while ((await json('batch', 'list', 'demo')).items.reduce((n, b) => n + b.sampled - b.settled, 0)) await review('ina', true);
		await work('cyd', 3);
		await ctl('batch', 'close', 'demo');
		for (const valid of [true, true, false]) await review('ina', valid);
		for (const valid of [true, false, false]) await review('jon', valid);
		const { stdout } = await ctl('review', 'agreement', 'demo');
		assert.match(stdout, /of \d+ questions \(.* %, 95 % interval/);
		assert.match(stdout, /^ina +jon +\d+ +\d+ +/m);
		const { pairs, agree, table, kappa } = await json('review', 'agreement', 'demo');
		assert.equal(pairs, table.vv + table.vi + table.iv + table.ii);
		assert.equal(agree, table.vv + table.ii);
		assert.ok(kappa > 0 && kappa < 1);
		assert.ok((await json('review', 'list', 'demo', '--limit', '2')).next);
	});
});

describe('several projects', () => {
	test('one has to be named', async () => {
		await stack.createProject('second');
		await refused(1, /there are several projects: say which with --project NAME/, 'worker', 'list');
		assert.equal((await json('worker', 'list', '--project', 'second')).total, 0);
		await refused(1, /No worker \d+ takes part in "second"/, 'worker', 'show', 'mturk:ann', '--project', 'second');
	});

	test('the counters agree with a recount after all that', async () => {
		assert.deepEqual(await stack.sql('select * from recount()'), []);
	});
});
