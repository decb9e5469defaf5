// The validation desk over HTTP: votes cast by real validators, what the desk says of them, why a question is in or out.
// Every answer is checked against openapi.json.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { signIn } from '../lib/desk.mjs';
import { workerId } from '../lib/onboarding.mjs';
import { startStack, until } from '../lib/stack.mjs';
import { author, PAIRS, PASSAGE, validate, vote } from '../lib/validation.mjs';

let stack, ada, rob, vic;
const ids = {}; // of the questions, by their words
const workers = {}; // numbers, by name

// Answers of one validator by the words of the question; null says that there is none. Hands the HIT in.
async function cast(worker, answers, project = 'study') {
	const { body: session } = await validate(stack, worker, { project });
	for (const q of session.questions) {
		const answer = answers[q.question];
		const told = await vote(stack, session, q.id, answer ?? { reason: 'no_answer' });
		assert.equal(told.status, 200, told.text);
	}
	const done = await stack.submit(session);
	assert.equal(done.status, 200, done.text);
	workers[worker] = await workerId(stack, worker);
}

before(async () => {
	stack = await startStack({ passages: false, project: false });
	await stack.importPassages([PASSAGE], { collection: 'dev', split: 'dev' });
	stack.stub.always({ text: 'river' });
	await stack.createProject('study', ['--open', '--collection', 'dev', '--questions', '3']);
	await author(stack, PAIRS, { project: 'study', worker: 'ann' });
	workers.ann = await workerId(stack, 'ann');
	for (const { id, question } of await stack.sql('select q.id, t.question from question q join attempt t on t.id = q.attempt_id'))
		ids[question] = id;
	[ada, rob, vic] = await Promise.all([
		signIn(stack, { name: 'ada', role: 'admin' }),
		signIn(stack, { name: 'rob', role: 'reviewer' }),
		signIn(stack, { name: 'vic', role: 'viewer' }),
	]);
});
after(() => stack?.stop());

const NONE = { answered: 0, missing: 0, least: null, decided_votes: 0, revoked: 0, revoked_answerable: 0 };
const settle = () => rob.write('/projects/study/validation/settle');
const question = (words, as_of) => vic.read(`/questions/${ids[words]}`, { as_of });
const rule = (page, name) => page.why.find((r) => r.rule === name);

describe('the desk', () => {
	it('says what there is before anybody voted', async () => {
		const v = await vic.read('/projects/study/validation');
		assert.deepEqual(v.splits[1], { split: 'dev', questions: 3, waiting: 3, answerable: 0, unanswerable: 0, skipped: 0, votes: 0, ...NONE, missing: 9 });
		assert.equal(v.settings.validation_votes, 3);
		assert.deepEqual((await vic.read('/projects/study/validation/agreement')).validators, []);
		assert.deepEqual((await vic.read('/projects/study/validation/human')).splits, []);
		assert.equal((await question('Who ran it?')).in, false);
		assert.equal(rule(await question('Who ran it?'), 'votes').sentence, 'It waits for votes: 0 of 3 are in.');
	});

	it('follows the votes', async () => {
		await cast('bea', { 'Who ran it?': 'Zoë Kranjčar', 'Where did it go?': 'river', 'How much was baked each day?': '40' });
		await cast('cem', { 'Who ran it?': 'owner, Zoë Kranjčar', 'Where did it go?': null, 'How much was baked each day?': '40' });
		await cast('dan', { 'Who ran it?': 'Kranjčar', 'Where did it go?': null, 'How much was baked each day?': '40 loaves' });
		assert.equal((await vic.post('/projects/study/validation/settle')).status, 403);
		const [done] = (await settle()).projects;
		assert.deepEqual(done, { project: 'study', busy: false, authors: 1, changes: 3, fault: null });
		const v = await vic.read('/projects/study/validation');
		assert.deepEqual(v.splits[1], { split: 'dev', questions: 3, waiting: 0, answerable: 2, unanswerable: 1, skipped: 0, votes: 9, ...NONE, least: 3, decided_votes: 9 });
		assert.deepEqual([v.votes_least, v.votes_mean, v.unsettled, v.closed], [3, 3, 0, null]);
		assert.deepEqual([v.votes, v.validators, v.live, v.answerable.k, v.answerable.n], [9, 3, 0, 2, 3]);
		const { splits } = await vic.read('/projects/study/validity');
		assert.deepEqual(splits[1], { split: 'dev', target: null, in: 2, waiting: 0, out: { unanswerable: 1, review: 0, revocation: 0, hand: 0, not_handed_in: 0 } });
	});

	it('tells how validators agree, as counted by hand', async () => {
		// Who: F1 2·2/(2+3), 2·1/(2+1), 2·1/(3+1). Where: one none against none is the same. Much: 40 twice, then 2·1/(1+2) twice.
		const a = await ada.read('/projects/study/validation/agreement');
		assert.deepEqual([a.questions, a.pairs, a.exact.k], [3, 9, 2]);
		assert.ok(Math.abs(a.f1 - (0.8 + 2 / 3 + 0.5 + 1 + 1 + 4 / 3) / 9) < 1e-5, String(a.f1));
		// Krippendorff: values {z, o, k}, {r, -, -}, {4, 4, f}: 1 - 8·(3 + 2 + 2)/(81 - (1+1+1+1+4+4+1))
		assert.ok(Math.abs(a.alpha - (1 - (8 * 7) / 68)) < 1e-5, String(a.alpha));
		const bea = a.validators.find((x) => x.worker.id === workers.bea);
		assert.equal(bea.worker.platform_worker_id, 'bea');
		assert.deepEqual([bea.votes, bea.pairs, bea.exact.k, bea.with_original.exact.k, bea.unanswerable, bea.excluded], [3, 6, 1, 1, 0, false]);
		assert.ok(Math.abs(bea.with_original.f1 - (1 + 0 + 2 / 3) / 3) < 1e-5);
		const blind = await vic.read('/projects/study/validation/agreement');
		assert.ok(blind.validators.every((x) => !('platform_worker_id' in x.worker)));
	});

	it('tells what people reach, the same for the same seed', async () => {
		const h = await vic.read('/projects/study/validation/human', { seed: 'abc' });
		assert.equal(h.seed, 'abc');
		const [dev] = h.splits;
		assert.deepEqual([dev.split, dev.questions, dev.validated.questions], ['dev', 2, 3]);
		// on what is in: who (1, 0.8, 2/3), much (2/3, 2/3, 1)
		assert.deepEqual(dev.mean, { em: 33.3333, f1: 80 });
		assert.ok(Math.abs(dev.mean.f1 - (100 * ((1 + 0.8 + 2 / 3) / 3 + (2 / 3 + 2 / 3 + 1) / 3)) / 2) < 1e-3);
		assert.deepEqual(dev.best, { em: 100, f1: 100 });
		assert.ok(dev.one.em_low <= dev.one.em && dev.one.em <= dev.one.em_high && dev.one.f1_low <= dev.one.f1 && dev.one.f1 <= dev.one.f1_high);
		assert.deepEqual(await vic.read('/projects/study/validation/human', { seed: 'abc' }), h);
		assert.equal((await vic.get('/projects/study/validation/human', { seed: 'a b' })).status, 422);
	});
});

describe('a question', () => {
	it('has every rule in order, its votes and its history', async () => {
		const page = await question('Where did it go?');
		assert.equal(page.in, false);
		assert.deepEqual(page.why.map((r) => r.rule), ['won', 'handed_in', 'revocation', 'review', 'hand', 'votes']);
		assert.deepEqual(page.why.map((r) => r.passed), [true, true, true, true, true, false]);
		assert.equal(rule(page, 'votes').sentence, 'Unanswerable: 0 of 3 votes have the author\'s answer; 1 is needed.');
		assert.deepEqual(page.votes.map((v) => [v.n, v.validator.id, v.answer?.text ?? null, v.reason]),
			[[1, workers.bea, 'river', null], [2, workers.cem, null, 'no_answer'], [3, workers.dan, null, 'no_answer']]);
		assert.deepEqual([page.decisions.at(-1).state, page.discards[0].cause], ['unanswerable', 'unanswerable']);
		assert.deepEqual([page.answer.text, page.model.answer, page.worker.id, page.passage.text], ['Šiška', 'river', workers.ann, PASSAGE.text]);
		const near = (await question('Who ran it?')).votes[1];
		assert.deepEqual([near.shared, near.vote_tokens, near.original_tokens, near.f1, near.exact, near.matches], [2, 3, 2, 0.8, false, false]);
	});

	it('can be asked for at every moment of its history', async () => {
		const now = await question('Who ran it?');
		assert.equal(now.in, true);
		const { at } = now.decisions[0];
		assert.equal((await question('Who ran it?', at)).in, true, 'with the decision');
		assert.equal((await question('Who ran it?', at)).as_of, at);
		const before = await question('Who ran it?', now.submitted_at);
		assert.deepEqual([before.in, before.votes, before.decisions], [false, [], []]);
		assert.equal(rule(await question('Who ran it?', now.created_at), 'handed_in').sentence, 'Its HIT was handed in later than that.');
		assert.equal((await vic.get(`/questions/${ids['Who ran it?']}`, { as_of: 'last week' })).status, 422);
		assert.equal((await vic.get(`/questions/${'0'.repeat(40)}`)).status, 404);
	});
});

describe('exclusion', () => {
	it('takes votes out and brings them back, on record', async () => {
		const act = (what, reason) => rob.post(`/projects/study/workers/${workers.bea}/${what}-votes`, { reason });
		assert.equal((await vic.post(`/projects/study/workers/${workers.bea}/exclude-votes`, { reason: 'x' })).status, 403);
		assert.equal((await act('include', 'x')).status, 409);
		assert.equal((await act('exclude', '  ')).status, 422);
		const out = await act('exclude', 'Marks anything.');
		assert.deepEqual([out.status, out.body], [200, { worker: workers.bea, votes: 3, excluded: true }]);
		await settle();
		const page = await question('Who ran it?');
		assert.deepEqual([page.in, page.votes[0].excluded, rule(page, 'votes').sentence], [false, true, 'It waits for votes: 2 of 3 are in.']);
		assert.deepEqual(page.decisions.map((d) => d.cause), ['vote', 'exclusion']);
		const a = await ada.read('/projects/study/validation/agreement');
		assert.deepEqual([a.pairs, a.validators.find((v) => v.worker.id === workers.bea).excluded], [3, true]);
		const worker = await ada.read(`/projects/study/workers/${workers.bea}`);
		assert.deepEqual([worker.validation.excluded, worker.validation.exclusions[0].reason, worker.validation.votes], [true, 'Marks anything.', 3]);
		assert.equal((await act('include', 'They were right.')).body.excluded, false);
		await settle();
		assert.equal((await question('Who ran it?')).in, true);
		const { items } = await vic.read('/events', { project: 'study', worker: workers.bea });
		assert.deepEqual(items.filter((e) => e.kind.startsWith('votes.')).map((e) => [e.kind, e.actor]), [['votes.include', 'user:rob'], ['votes.exclude', 'user:rob']]);
	});

	it('closing judges the few, reopening takes it back', async () => {
		await ada.write(`/projects/study/workers/${workers.dan}/exclude-votes`, { reason: 'To see.' });
		const closed = await ada.write('/projects/study/validation/close', { reason: 'No more.' });
		assert.deepEqual([closed.closed, closed.missing.splits], [true, [{ split: 'dev', what: 'vote', questions: 3, votes: 3 }]]);
		assert.equal((await vic.read('/projects/study/validation')).closed.reason, 'No more.');
		assert.equal((await rob.post('/projects/study/validation/reopen', {})).status, 403);
		await ada.write(`/projects/study/workers/${workers.dan}/include-votes`, { reason: 'Seen.' });
		const open = await ada.write('/projects/study/validation/reopen', {});
		assert.deepEqual([open.closed, open.missing], [false, null]);
		assert.equal((await ada.post('/projects/study/validation/reopen', {})).status, 409);
	});

	it('shows the HIT of a validator with its answers', async () => {
		const id = await stack.value(`select id::text from assignment where kind = 'validate' and worker_id = ${workers.cem}`);
		const hit = await ada.read(`/hits/${id}`);
		assert.deepEqual(hit.attempts, []);
		assert.deepEqual(hit.items.map((i) => i.place), [1, 2, 3]);
		const none = hit.items.find((i) => i.question === 'Where did it go?');
		assert.deepEqual([none.state, none.vote.answer, none.vote.reason, none.vote.matches], ['voted', null, 'no_answer', false]);
	});
});

it('a question whose HIT waits for a blind review keeps its author to itself', async () => {
	await ada.write('/projects/study/batches', { seed: '1' });
	const page = await rob.read(`/questions/${ids['Who ran it?']}`);
	assert.deepEqual([page.worker, page.model], [null, null]);
	assert.equal((await ada.read(`/questions/${ids['Who ran it?']}`)).worker.platform_worker_id, 'ann');
	const { item } = await rob.write('/projects/study/review/next');
	await rob.write(`/reviews/${item.review}/finish`, {
		judgements: item.questions.map((q) => ({ question: q.id, valid: q.id !== ids['Who ran it?'], tags: q.id === ids['Who ran it?'] ? ['trivial'] : [], labels: [], comment: '' })),
	});
	const settled = await rob.read(`/questions/${ids['Who ran it?']}`);
	assert.deepEqual([settled.worker.id, rule(settled, 'review').passed, settled.reviews[0].tags], [workers.ann, false, ['trivial']]);
});

it('the live stream tells of votes', async () => {
	const stream = await vic.follow();
	await rob.write(`/projects/study/workers/${workers.dan}/exclude-votes`, { reason: 'To see.' });
	await until(() => stream.events.some((e) => e.data?.topic === 'validation' || e.event === 'validation'));
	stream.close();
	await rob.write(`/projects/study/workers/${workers.dan}/include-votes`, { reason: 'Seen.' });
});
