// The review without a browser: what a reviewer says of a HIT, the desk with a scripted server, marks that overlap.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Desk } from '../../web/admin/review/desk.js';
import * as say from '../../web/admin/review/judgements.js';
import { createLocks, createMemory } from '../../web/admin/review/memory.js';
import { cut, inLanes, placed } from '../../web/admin/review/spans.js';
import { counted, tree, twentieths } from '../../web/admin/review/stat_charts.js';

const QUESTIONS = ['a', 'b', 'c'].map((id) => ({ id, question: `${id}?`, answer: { start: 0, end: 1, text: 'x' } }));

describe('judgements', () => {
	const fresh = () => say.startDraft(QUESTIONS);

	it('are complete when each question is valid, or invalid for a reason', () => {
		let draft = say.setValid(fresh(), 'a');
		draft = say.setInvalid(draft, 'b');
		draft = say.setValid(draft, 'c');
		assert.equal(say.leftOf(draft, QUESTIONS), 1);
		draft = say.toggleTag(draft, 'b', 'nonsense');
		assert.ok(say.isComplete(draft, QUESTIONS));
		draft = say.toggleTag(draft, 'b', 'nonsense');
		assert.ok(!say.isComplete(draft, QUESTIONS));
	});

	it('forget the reasons of a question that is valid after all', () => {
		const draft = say.setValid(say.toggleTag(fresh(), 'a', 'trivial'), 'a');
		assert.deepEqual(say.toBody(draft, QUESTIONS.slice(0, 1)), [
			{ question: 'a', valid: true, tags: [], labels: [], comment: '' },
		]);
	});

	it('take three labels and no fourth', () => {
		let draft = fresh();
		for (const label of ['one', 'two', 'three']) draft = say.toggleLabel(draft, 'a', label);
		assert.equal(say.toggleLabel(draft, 'a', 'four'), null);
		draft = say.toggleLabel(draft, 'a', 'two');
		assert.deepEqual(say.judgementOf(draft, 'a').labels, ['one', 'three']);
	});

	it('are undone step by step, a comment as a whole', () => {
		let draft = say.setValid(fresh(), 'a');
		for (const text of ['N', 'No', 'Not']) draft = say.setComment(draft, 'b', text);
		draft = say.toggleTag(draft, 'b', 'other');
		draft = say.undo(draft);
		assert.deepEqual(say.judgementOf(draft, 'b'), { valid: null, tags: [], labels: [], comment: 'Not' });
		draft = say.undo(draft);
		assert.equal(say.judgementOf(draft, 'b').comment, '');
		draft = say.undo(draft);
		assert.equal(say.judgementOf(draft, 'a').valid, null);
		assert.equal(say.undo(draft), null);
	});

	it('all valid leaves what was said before', () => {
		const draft = say.allValid(say.toggleTag(fresh(), 'b', 'copied'), QUESTIONS);
		assert.deepEqual(
			say.toBody(draft, QUESTIONS).map((j) => j.valid),
			[true, false, true],
		);
	});

	it('start where something is open: kept in the browser, given back by the server, or agreed by two', () => {
		const kept = { by: { a: { valid: true, tags: [], labels: [], comment: '' } } };
		assert.equal(say.startDraft(QUESTIONS, kept).index, 1);
		const back = [{ ...QUESTIONS[0], judgement: { valid: false, tags: ['other'], labels: [], comment: 'x' } }];
		assert.ok(say.isComplete(say.startDraft(back), back));
		const two = (a, b) => [
			{
				...QUESTIONS[0],
				others: [
					{ valid: a, labels: ['l', 'm'] },
					{ valid: b, labels: ['m'] },
				],
			},
		];
		assert.deepEqual(say.judgementOf(say.startAdjudication(two(true, true)), 'a').labels, ['m']);
		assert.equal(say.judgementOf(say.startAdjudication(two(true, false)), 'a').valid, null);
	});

	it('go on to what is open, round and round', () => {
		const draft = { ...say.setValid(fresh(), 'c'), index: 1 };
		assert.equal(say.nextOpen(draft, QUESTIONS), 0);
		assert.equal(say.goTo(draft, 99, 3).index, 2);
	});
});

// A queue of HITs h1, h2, … that behaves as the server does.
function serverOf(count) {
	const waiting = Array.from({ length: count }, (_, i) => `h${i + 1}`);
	const reviews = new Map();
	let last = 0;
	const calls = [];
	const item = (r) => ({
		review: r.id,
		hit: r.hit,
		kind: 'review',
		state: r.state,
		expires_at: '2030-01-01T00:00:00Z',
		questions: QUESTIONS,
	});
	const lease = (hit) => {
		const r = { id: String(++last), hit, state: 'leased' };
		reviews.set(r.id, r);
		return item(r);
	};
	const refuse = (status) => Object.assign(new Error(`status ${status}`), { status, detail: `status ${status}` });
	const leased = () => [...reviews.values()].filter((r) => r.state === 'leased');
	const server = {
		calls,
		reviews,
		waiting,
		leased,
		fail: null,
		api: {
			queue: async () => ({
				remaining: { review: waiting.length, adjudication: 0 },
				mine: leased().map((r) => r.id),
				done_today: 0,
			}),
			next: async () => {
				calls.push('next');
				if (leased().length >= 3) throw refuse(409);
				const hit = waiting.shift();
				return { item: hit ? lease(hit) : null, remaining: { review: waiting.length, adjudication: 0 } };
			},
			one: async (id) => ({ item: item(reviews.get(id)) }),
			finish: async (id, judgements) => {
				calls.push(`finish ${reviews.get(id).hit}`);
				if (server.fail) throw refuse(server.fail);
				Object.assign(reviews.get(id), { state: 'finished', judgements });
				return { settled: true, disputed: false };
			},
			release: async (id) => {
				calls.push(`release ${reviews.get(id).hit}`);
				reviews.get(id).state = 'released';
				waiting.unshift(reviews.get(id).hit);
			},
			undo: async (id) => {
				reviews.get(id).state = 'undone';
				return { item: lease(reviews.get(id).hit) };
			},
		},
	};
	return server;
}

const boxOf = () => {
	const items = {};
	Object.defineProperties(items, {
		getItem: { value: (key) => items[key] ?? null },
		setItem: { value: (key, value) => (items[key] = value) },
		removeItem: { value: (key) => delete items[key] },
	});
	return items;
};

async function deskOf(server, { memory = createMemory(boxOf()), locks = createLocks(null) } = {}) {
	const desk = new Desk({ kind: 'review', api: server.api, memory, locks });
	await desk.start();
	await settle();
	return desk;
}
const settle = () => new Promise((done) => setTimeout(done, 5));
const judge = (desk) => desk.write(say.allValid(desk.draft, desk.item.questions));

describe('the desk', () => {
	it('has the next HIT before it is needed, and shows it without waiting for the save', async () => {
		const server = serverOf(3);
		const desk = await deskOf(server);
		assert.equal(desk.item.hit, 'h1');
		assert.deepEqual(
			desk.ahead.map((i) => i.hit),
			['h2'],
		);
		judge(desk);
		const done = desk.finish();
		await Promise.resolve();
		assert.equal(desk.item.hit, 'h2');
		await done;
		assert.equal(desk.queue.done_today, 1);
		assert.ok(server.leased().length <= 3);
	});

	it('brings a HIT back that could not be saved, with what was said', async () => {
		const server = serverOf(2);
		const desk = await deskOf(server);
		judge(desk);
		server.fail = 503;
		await assert.rejects(desk.finish());
		assert.equal(desk.item.hit, 'h1');
		assert.equal(desk.trouble.status, 503);
		assert.ok(say.isComplete(desk.draft, QUESTIONS));
		server.fail = null;
		await desk.finish();
		assert.equal(desk.item.hit, 'h2');
	});

	it('goes on when a HIT is nobody’s to finish any more', async () => {
		const server = serverOf(2);
		const desk = await deskOf(server);
		judge(desk);
		server.fail = 410;
		await assert.rejects(desk.finish());
		assert.equal(desk.item.hit, 'h2');
	});

	it('undoes a step, then the last HIT, and never holds more than three', async () => {
		const server = serverOf(4);
		const desk = await deskOf(server);
		judge(desk);
		await desk.finish();
		await settle();
		judge(desk);
		assert.equal(await desk.undo(), 'step');
		assert.equal(await desk.undo(), 'hit');
		assert.equal(desk.item.hit, 'h1');
		assert.ok(server.leased().length <= 3);
		assert.equal(await desk.undo(), null);
	});

	it('undoes a HIT that is still being saved', async () => {
		const server = serverOf(2);
		const desk = await deskOf(server);
		const finish = server.api.finish;
		let arrive;
		server.api.finish = async (...args) => {
			await new Promise((done) => (arrive = done));
			return finish(...args);
		};
		judge(desk);
		const saved = desk.finish();
		await settle();
		assert.equal(desk.item.hit, 'h2');
		const undone = desk.undo();
		await settle();
		arrive();
		assert.equal(await undone, 'hit');
		await saved;
		assert.equal(desk.item.hit, 'h1');
	});

	it('undoes a HIT although the server tells of a change meanwhile', async () => {
		const server = serverOf(1);
		const desk = await deskOf(server);
		judge(desk);
		await desk.finish();
		await settle();
		const undo = server.api.undo;
		let arrive;
		server.api.undo = async (id) => {
			const answer = await undo(id);
			await new Promise((done) => (arrive = done));
			return answer;
		};
		const undone = desk.undo();
		await settle();
		server.waiting.push('h9');
		const looked = desk.look();
		await settle();
		arrive();
		assert.equal(await undone, 'hit');
		await looked;
		await settle();
		assert.deepEqual([desk.phase, desk.item.hit, desk.ahead.map((i) => i.hit)], ['ready', 'h1', []]);
		assert.deepEqual(server.leased().map((r) => r.hit), ['h1']);
	});

	it('does not bring what was skipped at once again', async () => {
		const server = serverOf(3);
		const desk = await deskOf(server);
		await desk.skip();
		await settle();
		assert.equal(desk.item.hit, 'h2');
		assert.deepEqual(
			desk.ahead.map((i) => i.hit),
			['h3'],
		);
		for (let i = 0; i < 2; i++) {
			judge(desk);
			await desk.finish();
			await settle();
		}
		assert.equal(desk.phase, 'empty'); // what is left is for others
		assert.equal(server.leased().length, 0);
		await desk.look();
		assert.equal(desk.phase, 'empty');
		await desk.unskip();
		assert.equal(desk.item.hit, 'h1');
	});

	it('takes its leases and drafts up again, and gives back what was only fetched ahead', async () => {
		const server = serverOf(3);
		const memory = createMemory(boxOf());
		const first = await deskOf(server, { memory });
		first.write(say.setValid(first.draft, 'a'));
		first.close();
		await settle();
		assert.deepEqual(
			server.leased().map((r) => r.hit),
			['h1'],
		);
		const second = await deskOf(server, { memory });
		assert.equal(second.item.hit, 'h1');
		assert.equal(say.judgementOf(second.draft, 'a').valid, true);
	});

	it('keeps out of the way of another tab', async () => {
		const held = new Set();
		const manager = {
			async request(name, _options, run) {
				if (held.has(name)) return run(null);
				held.add(name);
				await run({ name });
				return held.delete(name);
			},
		};
		const server = serverOf(5);
		const one = await deskOf(server, { locks: createLocks(manager) });
		const two = await deskOf(server, { locks: createLocks(manager) });
		assert.notEqual(one.item.hit, two.item.hit);
		const three = await deskOf(server, { locks: createLocks(manager) });
		assert.equal(three.phase, 'elsewhere');
		judge(two);
		await two.finish();
		await three.look();
		assert.equal(server.leased().length, 3);
	});

	it('is empty when all is done, and looks again when something changed', async () => {
		const server = serverOf(1);
		const desk = await deskOf(server);
		judge(desk);
		await desk.finish();
		await settle();
		assert.equal(desk.phase, 'empty');
		server.waiting.push('h9');
		await desk.look();
		assert.equal(desk.item.hit, 'h9');
	});
});

describe('marks', () => {
	const text = 'Zoë 🏙️ opened the oven in 1932.';

	it('count code points as the server does', () => {
		const [mark] = placed(text, [{ key: 'm', answer: { start: 7, end: 13, text: 'opened' } }]);
		assert.equal(text.slice(mark.start, mark.end), 'opened');
		assert.deepEqual(placed(text, [{ key: 'm', answer: { start: 900, end: 901, text: '?' } }]), []);
	});

	it('that overlap lie in different lanes, and the text stays whole', () => {
		const spans = inLanes([
			{ key: 'a', start: 8, end: 23 },
			{ key: 'b', start: 15, end: 23 },
			{ key: 'c', start: 8, end: 14 },
			{ key: 'd', start: 24, end: 30 },
		]);
		assert.deepEqual(Object.fromEntries(spans.map((s) => [s.key, s.lane])), { a: 0, c: 1, b: 1, d: 0 });
		const pieces = cut(text, spans);
		assert.equal(pieces.map((p) => p.text).join(''), text);
		assert.deepEqual(
			pieces
				.find((p) => p.start === 15)
				.spans.map((s) => s.key)
				.sort(),
			['a', 'b'],
		);
		assert.deepEqual(
			pieces
				.find((p) => p.start === 8)
				.begins.map((s) => s.key)
				.sort(),
			['a', 'c'],
		);
	});
});

describe('figures', () => {
	it('fill gaps and gather the tail', () => {
		const rows = counted(
			[
				{ words: 2, n: 5 },
				{ words: 4, n: 1 },
				{ words: 40, n: 2 },
				{ words: 50, n: 1 },
			],
			'words',
			'n',
			5,
		);
		assert.deepEqual(
			rows.map((r) => [r.name, r.count]),
			[
				['2', 5],
				['3', 0],
				['4', 1],
				['5', 0],
				['6+', 3],
			],
		);
	});

	it('make a tree of first words', () => {
		const [what, who] = tree([
			{ path: ['what', 'is', 'a'], n: 3 },
			{ path: ['what', 'was'], n: 2 },
			{ path: ['who'], n: 1 },
		]);
		assert.deepEqual([what.name, what.value, what.children.map((c) => c.name)], ['what', 5, ['is', 'was']]);
		assert.deepEqual([who.value, who.children], [1, []]);
	});

	it('show every twentieth', () => {
		const rows = twentieths([
			{ bucket: 0.35, workers: 2 },
			{ bucket: 1, workers: 7 },
		]);
		assert.equal(rows.length, 21);
		assert.deepEqual([rows[7].count, rows[20].count, rows[0].count], [2, 7, 0]);
	});
});
