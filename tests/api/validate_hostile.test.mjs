// Validators who are up to something, or just unlucky: one assignment of the platform for two tasks, several servers at
// once, leases that change hands, odd characters. Whatever they do, everything is counted right afterwards.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { reinstate, revoke, workerId } from '../lib/onboarding.mjs';
import { program, WEB_DIR } from '../lib/paths.mjs';
import { Server } from '../lib/proc.mjs';
import { call, spanOf, startStack } from '../lib/stack.mjs';
import { author, endLease, settle, validate, vote, votesOf } from '../lib/validation.mjs';

const TEXT = 'e\u0301\u0301 Ada 👩‍👩‍👧‍👦 met שלום \u202Eevil\u202C İstanbul ΣΊΣΥΦΟΣ \u00A0x\u3000y \u200Bz\uFEFF 𝔘𝔫𝔦 in 1847 <b>bold</b> & "so" on.';
const PAIRS = [
	['<img src=x onerror=alert(1)> who?', 'Ada'],
	['\u202Ewhen?', '1847'],
	['where?', 'İstanbul'],
];
const ANSWERS = Object.fromEntries(PAIRS);

let stack, other, next = 0;
const fresh = () => `validator-${++next}`;

// A second server on the same database.
async function secondServer() {
	const server = new Server('beatd', program('beatd'), [], { cwd: stack.dir, env: { BEAT_DB: stack.db, BEAT_WEB_DIR: WEB_DIR, BEAT_PORT: '0', BEAT_METRICS_PORT: '0' } });
	const [, port] = await server.waitFor(/beatd listening addr=\S*:(\d+)/);
	const url = `http://127.0.0.1:${port}`;
	const post = (path, body, { token } = {}) =>
		call('POST', url + path, { body, headers: token ? { authorization: `Bearer ${token}` } : {} });
	return { server, post, projectName: stack.projectName, submit: (s) => post('/api/v1/submit', {}, { token: s.token }) };
}

before(async () => {
	stack = await startStack({ passages: false, project: false });
	await stack.importPassages([{ title: 'Odd', text: TEXT }], { collection: 'dev', split: 'dev' });
	stack.stub.always({ text: 'bold' });
	other = await secondServer();
});
after(async () => {
	await other?.server.stop();
	await stack?.stop();
});

async function project(args = [], writers = ['']) {
	const name = `h${++next}`;
	await stack.createProject(name, ['--open', '--repeats', 'allow', '--collection', 'dev', '--questions', '3', '--assignments-per-passage', '1000',
		'--reward', '100', '--validation-reward', '7', ...args]);
	for (const w of writers) await author(stack, PAIRS, { project: name, worker: `author-${name}${w}` });
	return name;
}
const turk = (worker, assignmentId) => ({
	platform: 'mturk',
	params: { assignmentId, hitId: 'H', workerId: worker, turkSubmitTo: 'https://workersandbox.mturk.com' },
});
const open = async (name, worker, { via = stack, ...options } = {}) =>
	(await validate(via, options.platform ? undefined : worker, { project: name, ...options })).body;
async function answerAll(session, how = (q) => ANSWERS[q.question], via = stack) {
	for (const q of session.questions.filter((x) => !x.closed)) await vote(via, session, q.id, how(q));
}
const isCounted = async () => {
	await settle(stack);
	await settle(stack); // what somebody held just then
	assert.deepEqual(await stack.sql('select * from recount()'), []);
	assert.equal(await stack.value('select count(*) as n from project p cross join lateral validation_unsettled(p)'), 0);
};

describe('an assignment of the platform', () => {
	it('is paid for one task, whichever is handed in first', async () => {
		const name = await project();
		const worker = fresh();
		const game = (await stack.session(undefined, { project: name, ...turk(worker, 'T1') })).body;
		const jury = await open(name, worker, turk(worker, 'T1'));
		await stack.attempt(game, 'who?', 'Ada');
		await answerAll(jury);
		const ends = await Promise.all([stack.submit(game), other.submit(jury), stack.submit(jury), other.submit(game)]);
		assert.deepEqual(ends.map((r) => r.status).sort(), [200, 200, 409, 409]);
		const paid = `select count(*) as n from assignment where platform_ref = 'T1' and state = 'submitted'`;
		assert.equal(await stack.value(paid), 1);
		// both pages come back to what was handed in
		for (const again of [await open(name, worker, turk(worker, 'T1')), (await stack.session(undefined, { project: name, ...turk(worker, 'T1') })).body])
			assert.equal(again.submitted, true, JSON.stringify(again));
		// the other work is not lost: it goes on with the next assignment
		const rest = ends[0].status === 200 ? await open(name, worker, turk(worker, 'T2')) : (await stack.session(undefined, { project: name, ...turk(worker, 'T2') })).body;
		assert.ok([game.assignment, jury.assignment].includes(rest.assignment), JSON.stringify(rest));
		assert.equal((await stack.submit(rest)).status, 200);
		assert.equal(await stack.value(`select sum(reward_cents) as n from assignment where worker_id = ${await workerId(stack, worker)}`), 107);
		await isCounted();
	});

	it('in a preview holds nothing, whatever else it says', async () => {
		const name = await project();
		const before = await stack.value('select count(*) as n from assignment');
		const seen = await open(name, undefined, turk('W', 'ASSIGNMENT_ID_NOT_AVAILABLE'));
		assert.deepEqual([seen.preview, seen.questions, seen.token], [true, undefined, undefined]);
		assert.equal(await stack.value('select count(*) as n from assignment'), before);
	});
});

describe('several servers', () => {
	it('give one worker one HIT, take each vote once, and one hand-in', async () => {
		const name = await project(['--validation-group', 'passage', '--validation-questions', '50'], ['a', 'b']);
		const worker = `author-${name}a`;
		const opened = await Promise.all(Array.from({ length: 12 }, (_, i) => open(name, worker, { via: i % 2 ? other : stack })));
		assert.equal(new Set(opened.map((s) => s.assignment)).size, 1);
		assert.equal(opened[0].questions.length, 3, 'of the other author only');
		const own = await stack.value(`select count(*) as n from validation_item i join validation v on v.id = i.validation_id where v.worker_id = i.worker_id`);
		assert.equal(own, 0);
		await Promise.all(opened.map((s, i) => answerAll(s, (q) => (i % 3 ? ANSWERS[q.question] : { reason: 'unclear' }), i % 2 ? other : stack)));
		const ends = await Promise.all(opened.map((s, i) => (i % 2 ? other : stack).submit(s)));
		for (const { status, body } of ends) assert.deepEqual([status, body.won, body.earned_cents], [200, 3, 7]);
		assert.equal((await votesOf(stack, opened[0])).filter((v) => v.counts).length, 3);
		assert.equal((await open(name, worker, { via: other })).reason, 'no_work');
		const late = await vote(other, opened[3], opened[3].questions[0].id, 'Ada');
		assert.equal(late.body.type, 'urn:beat:already-submitted');
		await isCounted();
	});

	it('let a lease go to one of two', async () => {
		const name = await project(['--validation-votes', '1']);
		const [slow, quick] = [fresh(), fresh()];
		const first = await open(name, slow);
		await answerAll(first);
		assert.equal((await open(name, quick)).reason, 'no_work');
		await endLease(stack, first);
		const [back, taken] = await Promise.all([open(name, slow, { via: other }), open(name, quick)]);
		const held = [back, taken].filter((s) => s.questions?.some((q) => !q.closed));
		assert.equal(held.length, 1, JSON.stringify([back, taken]).slice(0, 400));
		if (held[0] === taken) {
			assert.equal((await stack.submit(first)).status, 410);
			assert.equal((await vote(stack, first, first.questions[0].id, 'Ada')).status, 410);
		} else {
			assert.ok(back.questions.every((q) => q.vote), 'the answers are kept');
		}
		await answerAll(held[0]);
		assert.equal((await other.submit(held[0])).status, 200);
		await isCounted();
		const rows = await stack.sql(`select taken, votes, wanted from validation v join project p on p.id = v.project_id where p.name = '${name}'`);
		assert.deepEqual(rows, Array(3).fill({ taken: 1, votes: 1, wanted: 1 }));
	});
});

describe('odd characters', () => {
	it('are answers where they are the passage, and refused where they are not', async () => {
		const name = await project();
		const s = await open(name, fresh());
		const [{ id }] = s.questions;
		for (const text of ['👩‍👩‍👧‍👦', '\u202Eevil\u202C', 'ΣΊΣΥΦΟΣ', '𝔘𝔫𝔦', 'e\u0301\u0301', 'שלום', '<b>bold</b>', 'x\u3000y \u200Bz']) {
			const r = await vote(stack, s, id, text);
			assert.equal(r.status, 200, `${text} ${r.text}`);
			assert.equal(r.body.vote.answer.text, text);
			const [row] = await votesOf(stack, s);
			assert.equal([...TEXT].slice(row.answer_start, row.answer_end).join(''), text);
		}
		const span = spanOf(TEXT, 'Ada');
		const odd = [
			{ ...span, text: 'Ada\u0000' }, { ...span, text: 'ada' }, { start: span.end, end: span.start, text: 'Ada' },
			{ start: span.start + 0.5, end: span.end, text: 'Ada' }, { start: '4', end: span.end, text: 'Ada' },
			{ start: 1e300, end: 1e301, text: 'Ada' }, { start: 2 ** 31, end: 2 ** 31 + 3, text: 'Ada' }, { ...span, start: -0.1 },
			{ ...span, text: 'é' }, spanOf(TEXT, '&'), spanOf(TEXT, '"'),
		];
		for (const answer of odd) {
			const r = await vote(stack, s, id, answer);
			assert.ok([400, 422].includes(r.status), `${JSON.stringify(answer)} ${r.text}`);
		}
		const raw = (comment) => stack.call('POST', '/api/v1/votes', {
			body: `{"question":"${id}","reason":"other","comment":"${comment}"}`,
			headers: { authorization: `Bearer ${s.token}`, 'content-type': 'application/json' },
		});
		for (const comment of ['a\\u0000b', '\\ud800', '\\udc00 x', '\\ud800\\ud800', 'x'.repeat(10240), '\\u3000\\u00a0']) {
			const r = await raw(comment);
			assert.ok([400, 422].includes(r.status), `${comment.slice(0, 20)} ${r.status} ${r.text}`);
		}
		const kept = '\u202E</textarea><script>alert(1)</script> 🙂 \u200B';
		const r = await vote(stack, s, id, { reason: 'other', comment: `  ${kept}x ` });
		assert.deepEqual([r.status, r.body.vote.comment], [200, `${kept}x`]);
	});
});

describe('a storm', () => {
	it('of validators, researchers and settings leaves everything in order', async () => {
		const name = await project(['--validation-votes', '3', '--answerable', '30', '--validation-group', 'passage', '--validation-questions', '4'], ['a', 'b', 'c', 'd']);
		const people = [...Array.from({ length: 8 }, fresh), ...['a', 'b', 'c', 'd'].map((w) => `author-${name}${w}`)];
		const dice = (n) => Math.floor(Math.random() * n);
		const statuses = new Set();
		const validator = async (worker, i) => {
			for (let round = 0; round < 3; round++) {
				const via = (i + round) % 2 ? other : stack;
				const s = await open(name, worker, { via });
				if (!s.questions) continue;
				if (dice(6) === 0) await endLease(stack, s);
				for (const q of s.questions.filter((x) => !x.closed)) {
					const r = await vote(via, s, q.id, dice(3) ? ANSWERS[q.question] : { reason: 'no_answer' });
					statuses.add(`vote ${r.status}`);
				}
				for (const r of await Promise.all([stack.submit(s), other.submit(s)])) statuses.add(`submit ${r.status}`);
			}
		};
		const desk = async () => {
			for (let round = 0; round < 4; round++) {
				const worker = people[dice(people.length)];
				const id = await workerId(stack, worker);
				const settings = [['--validation-votes', String(dice(5))], ['--validation-match', ['em', 'f1'][dice(2)]], ['--validation-early-stop', String(dice(3))], ['--validation-extra', String(dice(3))]];
				await stack.ctl('project', 'set', name, ...settings[dice(4)]);
				if (id) {
					await revoke(stack, name, worker, 'Poor.').catch(() => {});
					await reinstate(stack, name, worker, 'Sorry.').catch(() => {});
				}
			}
			await stack.ctl('project', 'set', name, '--validation-votes', '3', '--validation-match', 'em', '--validation-early-stop', '0', '--validation-extra', '0');
		};
		await Promise.all([...people.map(validator), desk()]);
		for (const s of statuses) assert.match(s, /200|409|410/, [...statuses].join(', '));
		await isCounted();
		// what is left is done by newcomers, and then everything is decided
		for (let i = 0; i < 60; i++) {
			const s = await open(name, fresh());
			if (!s.questions) break;
			await answerAll(s);
			assert.equal((await stack.submit(s)).status, 200);
		}
		await isCounted();
		const left = await stack.sql(`select v.* from validation v join project p on p.id = v.project_id
			where p.name = '${name}' and v.active and (v.state = 'waiting' or v.votes < 3) and not exists (
				select from validation_item i where i.validation_id = v.id and i.state = 'leased')`);
		assert.deepEqual(left, []);
		const twice = await stack.sql('select worker_id, validation_id from vote where cast_at is not null group by 1, 2 having count(*) > 1');
		assert.deepEqual(twice, []);
		assert.match(await stack.ctl('check'), /./);
	});
});
