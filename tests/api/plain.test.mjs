// Projects without an adversary: questions over the paragraphs of a document. Answers are checked against openapi.json.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { described } from '../lib/openapi.mjs';
import { startStack } from '../lib/stack.mjs';

const WORDS = ['amber', 'birch', 'cedar', 'delta', 'ember', 'fjord', 'grove'];
const paragraph = (title, i) => `In ${title} the ${WORDS[i]} tower was built in ${1900 + i} by a mason of the ${WORDS[(i + 1) % 7]} guild, who liked rain.`;
const document = (title, n) => Array.from({ length: n }, (_, i) => ({ title, text: paragraph(title, i) }));

let stack, api, next = 0;
const fresh = () => `worker-${++next}`;

before(async () => {
	stack = await startStack({ model: 'none', passages: false, project: false });
	await stack.importPassages([...document('Aston', 7), ...document('Brent', 7), ...document('Colne', 7)], { split: 'train' });
	await stack.importPassages(document('Dover', 2), { split: 'train', collection: 'short' });
	await stack.createProject('plain', ['--adversary', 'none', '--open', '--collection', 'sample', '--paragraphs', '3', '--questions', '2', '--reward', '100', '--win-reward', '7', '--assignments-per-passage', '100']);
	stack.projectName = 'plain';
	api = described(stack);
});
after(() => stack?.stop());

const mturk = (worker, assignmentId = `A-${worker}`) => ({ platform: 'mturk', params: { workerId: worker, assignmentId, hitId: 'H', turkSubmitTo: 'https://workersandbox.mturk.com' } });
const open = async (worker, options) => (await api.session(worker, options)).body;
const onward = (session) => api.post('/api/v1/next', {}, { token: session.token });
const year = (session) => session.passage.text.match(/19\d\d/)[0];
const ask = (session, question = `Which year saw the ${session.attempts.length} thing of ${session.assignment}?`) => api.attempt(session, question, year(session));
const assignments = (worker) => stack.sql(`select a.state, a.part, a.won, a.reward_cents, a.platform_ref, d.title from assignment a join worker w on w.id = a.worker_id
	join passage p on p.id = a.passage_id join document d on d.id = p.document_id where w.platform_worker_id = ${stack.lit(worker)} order by a.id`);

describe('a HIT without an adversary', () => {
	it('is open without any model, and asks nobody', async () => {
		const session = await open(fresh());
		assert.deepEqual([session.model, session.opponent, session.wanted], [null, null, 2]);
		assert.deepEqual(session.hit, { part: 1, parts: 3, asked: 0, more: true });
		const { status, body } = await ask(session);
		assert.equal(status, 200);
		assert.deepEqual([body.verdict, body.model, body.f1, body.fault, body.won], ['plain', null, null, null, 1]);
		assert.deepEqual((await api.attempt(session, 'Again?', year(session), { id: body.id })).body, body, 'also when it is asked for again');
		const preview = await open(undefined, { platform: 'mturk', params: { assignmentId: 'ASSIGNMENT_ID_NOT_AVAILABLE', hitId: 'H' } });
		assert.deepEqual([preview.preview, preview.model, preview.hit.parts], [true, null, 3]);
		const ready = await api.call('GET', '/readyz');
		assert.equal(ready.status, 200, 'no model is waited for');
	});

	it('goes over paragraphs of one document and pays as one', async () => {
		const worker = fresh();
		const end = mturk(worker);
		const first = await open(undefined, end);
		assert.equal((await onward(first)).body.type, 'urn:beat:no-questions-yet');
		assert.equal((await api.submit(first)).body.type, 'urn:beat:no-questions-yet');
		await ask(first);
		const [one, two] = await Promise.all([onward(first), onward(first)]);
		assert.deepEqual([one.body.part, two.body.part], [2, 2], 'two at once go on once');
		const second = await open(undefined, end);
		assert.deepEqual(second.hit, { part: 2, parts: 3, asked: 1, more: true });
		assert.equal(second.passage.title, first.passage.title);
		assert.notEqual(second.passage.id, first.passage.id);
		assert.equal((await ask(first)).status, 409, 'the paragraph before is closed');
		await ask(second, 'Which year was it then?');
		await ask(second, 'When had the mason his way?');
		assert.equal((await ask(second, 'Is one more too many?')).body.type, 'urn:beat:enough-wins');
		await onward(second);
		const third = await open(undefined, end);
		assert.deepEqual(third.hit, { part: 3, parts: 3, asked: 3, more: false });
		const handed = (await api.submit(third)).body;
		assert.deepEqual([handed.won, handed.earned_cents, handed.fields.assignmentId], [3, 121, `A-${worker}`], 'the last may be without a question');
		assert.deepEqual((await api.submit(third)).body, handed, 'twice is once');
		assert.equal((await open(undefined, end)).submitted, true);
		const rows = await assignments(worker);
		assert.deepEqual(rows.map((r) => [r.state, r.part, r.won, r.reward_cents, r.platform_ref]), [
			['submitted', 1, 1, 40, ''], ['submitted', 2, 2, 47, ''], ['submitted', 3, 0, 34, `A-${worker}`]]);
		assert.equal(new Set(rows.map((r) => r.title)).size, 1);
		await stack.ctl('check');
	});

	it('ends where the document or the HIT ends', async () => {
		await stack.createProject('short', ['--adversary', 'none', '--open', '--paragraphs', '9', '--questions', '1']);
		const worker = fresh();
		let session = await open(worker, { project: 'short' });
		const { title } = session.passage;
		let parts = 1;
		for (; session.hit.more; parts++) {
			await ask(session);
			assert.equal((await onward(session)).status, 200);
			session = await open(worker, { project: 'short' });
			assert.equal(session.passage.title, title);
		}
		assert.equal(parts, title === 'Dover' ? 2 : 7);
		await ask(session);
		assert.equal((await onward(session)).body.type, 'urn:beat:no-next-paragraph');
		assert.equal((await api.submit(session)).body.won, parts);
	});

	it('who leaves in between is owed for what is done, and goes on', async () => {
		const worker = fresh();
		const first = await open(worker);
		await ask(first);
		await onward(first);
		const second = await open(worker);
		await stack.sql(`update assignment set expires_at = started_at + interval '1 microsecond' where id = ${second.assignment}`);
		await open(fresh()); // takes back what is overdue
		assert.deepEqual((await assignments(worker)).map((r) => [r.state, r.reward_cents]), [['submitted', 40], ['expired', 0]]);
		const back = await open(worker);
		assert.deepEqual([back.assignment, back.hit.part, back.hit.asked], [second.assignment, 2, 1], 'the same paragraph of the same HIT');
		assert.equal((await api.submit(back)).body.earned_cents, 107);
	});

	it('hints at copies, and refuses repeats and nothing at all', async () => {
		const session = await open(fresh());
		const copy = session.passage.text.split(' ').slice(4, 10).join(' ');
		const sure = false;
		const hinted = await api.attempt(session, `Who knows the ${copy}?`, year(session), { sure });
		assert.deepEqual([hinted.status, hinted.body.type, hinted.body.field], [422, 'urn:beat:question-copied', 'question']);
		const meant = await api.attempt(session, `Who knows the ${copy}?`, year(session));
		assert.deepEqual(meant.body.marks, ['copied']);
		assert.equal((await api.attempt(session, `who knows ${copy}`, year(session))).body.type, 'urn:beat:question-repeated');
		assert.equal((await api.attempt(session, '?!', year(session))).status, 422);
	});

	it('becomes a game, and one without an adversary again', async () => {
		await stack.createProject('both', ['--adversary', 'none', '--open', '--title', 'Both']);
		const refused = await stack.beatctl(['project', 'set', 'both', '--adversary', 'model']);
		assert.match(refused.stderr, /No model is registered/);
		const clash = await stack.beatctl(['project', 'set', 'both', '--adversary', 'none', '--model', 'http://127.0.0.1:9']);
		assert.match(clash.stderr, /Without an adversary there is no model/);
		await stack.ctl('project', 'set', 'both', '--model', 'http://127.0.0.1:9');
		const session = await open(fresh(), { project: 'both' });
		assert.deepEqual([session.hit, typeof session.model.name], [null, 'string']);
		assert.equal((await onward(session)).body.type, 'urn:beat:no-next-paragraph');
		await stack.ctl('project', 'set', 'both', '--adversary', 'none');
		assert.equal((await ask(session)).body.verdict, 'plain', 'whoever is at it goes on as the project is now');
		assert.match(await stack.ctl('project', 'show', 'both'), /Adversary +none: questions/);
		assert.doesNotMatch(await stack.ctl('model', 'list'), /nobody\.invalid/);
		assert.match((await stack.beatctl(['model', 'add', 'none', 'http://127.0.0.1:9'])).stderr, /stands for no model/);
	});
});
