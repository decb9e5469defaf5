// The game over HTTP: session, attempts, submit. Every answer is checked against openapi.json.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import { described } from '../lib/openapi.mjs';
import { spanOf, startStack } from '../lib/stack.mjs';

let stack, api, next = 0;
const fresh = () => `worker-${++next}`;

before(async () => {
	stack = await startStack({ project: { args: ['--assignments-per-passage', '1000'] } });
	api = described(stack);
});
after(() => stack?.stop());
beforeEach(() => stack.stub.reset());

const firstWords = (text, n) => text.split(' ').slice(0, n).join(' ');

describe('session', () => {
	it('makes an assignment once and resumes it', async () => {
		const worker = fresh();
		const first = await api.session(worker);
		assert.equal(first.status, 201);
		assert.equal(first.body.wanted, 5);
		assert.deepEqual(first.body.attempts, []);
		assert.ok(new Date(first.body.expires_at) > new Date());
		const again = await api.session(worker);
		assert.equal(again.status, 200);
		assert.equal(again.body.assignment, first.body.assignment);
		assert.equal(again.body.passage.text, first.body.passage.text);
	});

	it('gives two calls at once the same assignment', async () => {
		const worker = fresh();
		const both = await Promise.all(Array.from({ length: 10 }, () => api.session(worker)));
		assert.equal(new Set(both.map((r) => r.body.assignment)).size, 1);
		assert.equal(both.filter((r) => r.status === 201).length, 1);
	});

	it('resumes with all attempts after a lost page', async () => {
		const worker = fresh();
		const { body } = await api.session(worker);
		await api.attempt(body, 'What is this?', firstWords(body.passage.text, 2));
		const again = await api.session(worker);
		assert.equal(again.body.attempts.length, 1);
		assert.equal(again.body.attempts[0].question, 'What is this?');
	});

	it('answers clearly what is wrong', async () => {
		const cases = [
			[{ platform: 'direct', params: {} }, 422, /"project" is missing/, 'project'],
			[{ project: 'demo', platform: 'fax', params: {} }, 422, /mturk, prolific or direct/, 'platform'],
			[{ project: 'demo', platform: 'direct' }, 422, /"params" is missing/, 'params'],
			[{ project: 'demo', platform: 'direct', params: [] }, 422, /must be an object/, 'params'],
			[{ project: 'demo', platform: 'direct', params: {} }, 422, /"worker" is missing/, 'params.worker'],
			[{ project: 'demo', platform: 'direct', params: { worker: 'a\nb' } }, 422, /printable/, 'params.worker'],
			[{ project: 7, platform: 'direct', params: {} }, 422, /must be a string/, 'project'],
			[{ project: 'nowhere', platform: 'direct', params: { worker: 'x' } }, 404, /no project of this name/, 'project'],
			[{ project: "demo' or 1=1", platform: 'direct', params: { worker: 'x' } }, 404, /no project/, 'project'],
			[[], 422, /must be a JSON object/],
			['{', 400, /Not valid JSON/],
			['', 400, /Not valid JSON/],
			[Buffer.from([0x7b, 0xff, 0x7d]), 400, /UTF-8/],
			['{"project":"de\\u0000mo","platform":"direct","params":{}}', 400, /Not valid JSON/],
			['{"project":"a","project":"b"}', 400, /duplicate/],
		];
		for (const [body, status, detail, field] of cases) {
			const answer = await api.post('/api/v1/session', body);
			assert.equal(answer.status, status, JSON.stringify(body));
			assert.equal(answer.body.field, field, 'the member that the sentence speaks of');
			assert.match(answer.body.detail, detail);
		}
		const plain = await api.call('POST', '/api/v1/session', { body: '{}', headers: { 'content-type': 'text/plain' } });
		assert.equal(plain.status, 415);
		assert.equal((await api.call('GET', '/api/v1/session')).status, 405);
		assert.equal((await api.call('GET', '/nowhere')).status, 404);
	});

	it('gives no token before the worker agrees to what consent is asked to, and stores who agreed', async () => {
		await stack.createProject('consent');
		const say = (consent) => stack.sql(`select admin_instruction_set('consent', 'worker', 'en', 'Ask.', ${stack.lit(consent)}, 't')`);
		const open = (agrees) => api.post('/api/v1/session', { project: 'consent', platform: 'direct', params: { worker: 'cora' }, ...(agrees && { agrees }) });
		await say('You agree.');
		const first = (await open()).body;
		assert.deepEqual([first.token, first.terms.agreed], [null, false]);
		assert.equal((await open('999999')).body.token, null, 'another text');
		const [one, two] = await Promise.all([open(first.terms.id), open(first.terms.id)]);
		for (const { body } of [one, two]) assert.deepEqual([typeof body.token, body.assignment, body.terms.agreed], ['string', first.assignment, true]);
		assert.equal(typeof (await open()).body.token, 'string', 'once');
		assert.equal((await open({ id: 1 })).body.field, 'agrees');
		await say('You agree to other words.');
		const answer = firstWords(one.body.passage.text, 2); // given by the model too: lost, whichever passage it is
		stack.stub.always({ text: answer });
		const asks = () => api.attempt(one.body, `What is at the end, ${randomUUID()}?`, answer);
		assert.equal((await asks()).status, 200, 'who is at work goes on by what was agreed to');
		const later = (await open(first.terms.id)).body;
		assert.deepEqual([typeof later.token, later.terms.agreed, later.terms.may_leave], ['string', false, true], 'the older text is not the newer one');
		const refused = await asks();
		assert.deepEqual([refused.status, refused.body.type], [409, 'urn:beat:consent-first'], 'and the older token gives no work');
		const rows = await stack.sql(`select i.version from consent c join instruction i on i.id = c.instruction_id
			join worker w on w.id = c.worker_id where w.platform_worker_id = 'cora'`);
		assert.deepEqual(rows, [{ version: 1 }]);
		const earned = await stack.value(`select reward_cents from project where name = 'consent'`);
		const receipt = await api.submit(later);
		assert.deepEqual([receipt.status, receipt.body.won, receipt.body.earned_cents], [200, 0, earned], 'what was done before is taken and paid');
		const next = (await open()).body;
		assert.deepEqual([next.token, next.terms.agreed, next.terms.may_leave], [null, false, false], 'what is new waits');
	});

	it('refuses a body over the limit', async () => {
		const answer = await api.post('/api/v1/session', { project: 'x'.repeat(70000), platform: 'direct', params: {} });
		assert.equal(answer.status, 413);
		assert.equal(answer.body.type, 'urn:beat:too-large');
		const huge = await stack.post('/api/v1/session', 'x'.repeat(3_000_000)).catch((error) => error);
		assert.ok(huge.status === 413 || huge instanceof Error);
		assert.equal((await api.call('GET', '/healthz')).status, 200);
	});

	it('shows a preview and stores nothing', async () => {
		const count = () => stack.value('select count(*) from worker');
		const was = await count();
		const answer = await api.session(undefined, { platform: 'mturk', params: { assignmentId: 'ASSIGNMENT_ID_NOT_AVAILABLE', hitId: 'H' } });
		assert.equal(answer.status, 200);
		assert.equal(answer.body.preview, true);
		assert.ok(answer.body.passage.text.length > 50);
		assert.equal(answer.body.token, undefined);
		assert.equal(await count(), was);
	});
});

describe('attempts', () => {
	it('lets the human win at 40 % F1 or less, and the model above', async () => {
		const { body: s } = await api.session(fresh());
		stack.stub.always({ text: firstWords(s.passage.text, 1) });
		const far = s.passage.text.split(' ').slice(-2).join(' ').replace(/\.$/, '');
		const won = await api.attempt(s, `What comes last, ${randomUUID()}?`, far);
		assert.equal(won.status, 200);
		assert.equal(won.body.verdict, 'human');
		assert.equal(won.body.won, 1);
		assert.equal(won.body.f1.value, 0);
		stack.stub.always({ text: far });
		const lost = await api.attempt(s, `What comes at the end, ${randomUUID()}?`, far);
		assert.equal(lost.body.verdict, 'model');
		assert.equal(lost.body.f1.value, 1);
		assert.equal(lost.body.won, 1);
	});

	it('never sends the human answer to the model', async () => {
		const { body: s } = await api.session(fresh());
		await api.attempt(s, 'Which one?', firstWords(s.passage.text, 2));
		assert.deepEqual(Object.keys(stack.stub.requests[0]).sort(), ['passage', 'question']);
	});

	it('answers the same id with the stored attempt: one row, one model call', async () => {
		const { body: s } = await api.session(fresh());
		const id = randomUUID();
		const one = await api.attempt(s, 'First?', firstWords(s.passage.text, 2), { id });
		const two = await api.attempt(s, 'Second?', firstWords(s.passage.text, 3), { id });
		assert.deepEqual(two.body, one.body);
		assert.equal(stack.stub.calls, 1);
		assert.equal(await stack.value(`select count(*) from attempt where id = '${id}'`), 1);
		assert.equal((await api.attempt(s, 'Third?', firstWords(s.passage.text, 2), { id: id.toUpperCase() })).body.id, id);
	});

	it('tells an attempt alike when it is stored and when it was stored before', async () => {
		const said = {
			lost: {},
			won: { text: 'is' },
			'a long name, odd letters': { model: `"é🙂\\${'ü'.repeat(300)}` },
			'no name': { body: JSON.stringify({ answer: 'is' }) },
			'odd numbers': { score: 0.1 + 0.2 },
			whole: { score: 1 },
			tiny: { score: 1e-9 },
			'no verdict': { status: 500 },
		};
		for (const [what, behaviour] of Object.entries(said)) {
			const { body: s } = await api.session(fresh());
			const id = randomUUID();
			stack.stub.always(behaviour);
			const question = `Why ${what}\t"so"\u2028? \\`;
			const one = await api.attempt(s, question, firstWords(s.passage.text, 2), { id });
			const two = await api.attempt(s, question, firstWords(s.passage.text, 2), { id });
			assert.equal(one.status, 200, `${what}: ${one.text}`);
			assert.deepEqual(two.body, one.body, what);
			assert.equal(Object.keys(one.body).join(), Object.keys(two.body).join(), what);
		}
	});

	it('joins the same id at once: one model call', async () => {
		const { body: s } = await api.session(fresh());
		const id = randomUUID();
		stack.stub.always({ delay: 200 });
		const all = await Promise.all(Array.from({ length: 6 }, () => api.attempt(s, 'Once?', firstWords(s.passage.text, 2), { id })));
		for (const answer of all) assert.deepEqual(answer.body, all[0].body);
		assert.equal(stack.stub.calls, 1);
		assert.equal(await stack.value(`select count(*) from attempt where id = '${id}'`), 1);
	});

	it('keeps an id for the task that used it first', async () => {
		const { body: a } = await api.session(fresh());
		const { body: b } = await api.session(fresh());
		const id = randomUUID();
		await api.attempt(a, 'Mine?', firstWords(a.passage.text, 2), { id });
		const answer = await api.attempt(b, 'Yours?', firstWords(b.passage.text, 2), { id });
		assert.equal(answer.status, 409);
		assert.equal(answer.body.type, 'urn:beat:attempt-id-taken');
	});

	it('stops after the wanted wins, also when they race', async () => {
		const { body: s } = await api.session(fresh());
		const answer = s.passage.text.split(' ').at(-1).replace(/\.$/, '');
		const all = await Promise.all(Array.from({ length: 12 }, (_, i) => api.attempt(s, `Question ${i}?`, answer)));
		assert.equal(all.filter((r) => r.status === 200).length, 5);
		assert.ok(all.filter((r) => r.status !== 200).every((r) => r.status === 409 && r.body.type === 'urn:beat:enough-wins'));
		const more = await api.attempt(s, 'One more?', answer);
		assert.equal(more.status, 409);
		assert.equal(await stack.value(`select count(*) from question q join attempt a on a.id = q.attempt_id where a.assignment_id = ${s.assignment}`), 5);
	});

	it('asks a question once: an equal one is refused before the model is asked, a doubtful one after a hint', async () => {
		const s = (await api.session('repeats')).body;
		const answer = s.passage.text.split(' ').at(-1).replace(/\.$/, '');
		const asked = async () => (await api.attempt(s, 'What is the very last word?', answer, { sure: false })).status;
		assert.equal(await asked(), 200);
		const calls = api.stub.requests.length;
		for (const question of ['What is the very last word?', '  WHAT is very last, word ']) {
			const again = await api.attempt(s, question, answer);
			assert.deepEqual([again.status, again.body.type, again.body.field], [422, 'urn:beat:question-repeated', 'question']);
		}
		const hints = [];
		for (const question of ['asdf', 'What is the very last word here?']) {
			const id = crypto.randomUUID();
			const hint = await api.attempt(s, question, answer, { id, sure: false });
			hints.push(hint.body.type, hint.body.field, api.stub.requests.length - calls);
			assert.equal((await api.attempt(s, question, answer, { id, sure: true })).status, 200);
			hints.push((await api.sql(`select marks from beat.attempt where id = '${id}'`))[0].marks.join());
		}
		assert.deepEqual(hints, ['urn:beat:question-short', 'question', 0, 'short', 'urn:beat:question-near', 'question', 1, 'near']);
		const wrong = await api.post('/api/v1/attempts', { id: crypto.randomUUID(), question: 'Who is it?', answer: spanOf(s.passage.text, answer), sure: 'yes' }, { token: s.token });
		assert.deepEqual([wrong.status, wrong.body.field], [422, 'sure']);
	});

	it('counts code points: letters, marks and emoji before the answer', async () => {
		let s;
		do s = (await api.session(fresh())).body; while (!s.passage.text.includes('🏙️'));
		const answer = await api.attempt(s, 'Where did it move?', 'Šiška');
		assert.equal(answer.status, 200);
		assert.deepEqual(answer.body.answer, spanOf(s.passage.text, 'Šiška'));
		const utf16 = s.passage.text.indexOf('Šiška');
		const wrong = await api.attempt(s, 'Where?', { start: utf16, end: utf16 + 5, text: 'Šiška' });
		assert.deepEqual([wrong.status, wrong.body.type], [422, 'urn:beat:answer-invalid']);
	});

	it('trims white space around a selection', async () => {
		const { body: s } = await api.session(fresh());
		const word = s.passage.text.split(' ')[1];
		const span = spanOf(s.passage.text, ` ${word} `);
		const answer = await api.attempt(s, 'Which?', span);
		assert.deepEqual(answer.body.answer, spanOf(s.passage.text, word));
	});

	it('refuses what is wrong, with a sentence, and changes nothing', async () => {
		const { body: s } = await api.session(fresh());
		const text = s.passage.text;
		const good = spanOf(text, firstWords(text, 2));
		const end = [...text].length;
		const send = (body) => api.post('/api/v1/attempts', body, { token: s.token });
		const cases = [
			[{ question: 'Q?', answer: good }, /"id" is missing/, 'id'],
			[{ id: 'x', question: 'Q?', answer: good }, /UUID/, 'id'],
			[{ id: 7, question: 'Q?', answer: good }, /"id" must be a string/, 'id'],
			[{ id: randomUUID(), answer: good }, /"question" is missing/, 'question'],
			[{ id: randomUUID(), question: ' \t ', answer: good }, /write a question/, 'question'],
			[{ id: randomUUID(), question: '???', answer: good }, /write a question/, 'question'],
			[{ id: randomUUID(), question: 'q'.repeat(1001), answer: good }, /too long/, 'question'],
			[{ id: randomUUID(), question: 'Q?' }, /"answer" is missing/, 'answer'],
			[{ id: randomUUID(), question: 'Q?', answer: { ...good, start: -1 } }, /"start" must be a whole number/, 'answer.start'],
			[{ id: randomUUID(), question: 'Q?', answer: { ...good, start: 0.5 } }, /"start" must be a whole number/, 'answer.start'],
			[{ id: randomUUID(), question: 'Q?', answer: { ...good, end: '9' } }, /"end" must be a whole number/, 'answer.end'],
			[{ id: randomUUID(), question: 'Q?', answer: { ...good, end: 1e12 } }, /"end" must be a whole number/, 'answer.end'],
			[{ id: randomUUID(), question: 'Q?', answer: { start: end, end: end + 3, text: 'abc' } }, /./, 'answer'],
			[{ id: randomUUID(), question: 'Q?', answer: { start: 5, end: 5, text: '' } }, /./, 'answer'],
			[{ id: randomUUID(), question: 'Q?', answer: { ...good, text: 'something else' } }, /./, 'answer'],
			[{ id: randomUUID(), question: 'Q?', answer: spanOf(text, ' ') }, /./, 'answer'],
		];
		for (const [body, detail, field] of cases) {
			const answer = await send(body);
			assert.equal(answer.body.field, field, answer.text);
			assert.equal(answer.status, 422, JSON.stringify(body));
			assert.match(answer.body.detail, detail);
		}
		assert.equal(stack.stub.calls, 0);
		assert.equal(await stack.value(`select count(*) from attempt where assignment_id = ${s.assignment}`), 0);
	});

	it('stores hostile text as it is', async () => {
		const { body: s } = await api.session(fresh());
		const question = `<script>alert(1)</script> '; drop table beat.attempt; -- \u202e \ud83d\ude00 e\u0301 \\" ${'a'.repeat(300)}?`;
		const answer = await api.attempt(s, question, firstWords(s.passage.text, 3));
		assert.equal(answer.body.question, question);
		const again = await api.session(undefined, { params: { worker: `worker-${next}` } });
		assert.equal(again.body.attempts.at(-1).question, question);
	});
});

describe('tokens', () => {
	it('refuses none, forged, cut, swapped and foreign ones', async () => {
		const { body: a } = await api.session(fresh());
		const { body: b } = await api.session(fresh());
		const [kind, payload, mac] = a.token.split('.');
		const otherMac = b.token.split('.')[2];
		const flip = (s) => (s[0] === 'A' ? 'B' : 'A') + s.slice(1);
		const bad = [undefined, '', 'x', `${kind}.${payload}.${otherMac}`, `${kind}.${flip(payload)}.${mac}`, `${kind}.${payload}.${flip(mac)}`,
			`i1.${payload}.${mac}`, `${a.token}x`, a.token.slice(0, -1), `${kind}.${payload}`, 'A'.repeat(5000)];
		for (const token of bad) {
			const answer = await api.post('/api/v1/attempts', { id: randomUUID(), question: 'Q?', answer: spanOf(a.passage.text, firstWords(a.passage.text, 3)) }, { token });
			assert.equal(answer.status, 401, token);
			assert.equal((await api.post('/api/v1/submit', {}, { token })).status, 401);
			assert.equal((await api.post('/api/v1/next', {}, { token })).status, 401);
		}
	});

	it('works for its own assignment only', async () => {
		const { body: a } = await api.session(fresh());
		const { body: b } = await api.session(fresh());
		const answer = await api.attempt({ ...a, token: b.token }, 'Whose?', firstWords(a.passage.text, 3));
		// b's token acts on b's passage: the span of a does not fit there, or it is stored for b
		if (answer.status === 200) assert.equal(await stack.value(`select assignment_id from attempt where id = '${answer.body.id}'`), Number(b.assignment));
		else assert.equal(answer.status, 422);
		assert.equal(await stack.value(`select count(*) from attempt where assignment_id = ${a.assignment}`), 0);
	});
});

describe('submit', () => {
	const win = (s) => api.attempt(s, `What is last, ${randomUUID()}?`, s.passage.text.split(' ').at(-1).replace(/\.$/, ''));

	it('wants one win, then is idempotent; the next session is another passage', async () => {
		const worker = fresh();
		const { body: s } = await api.session(worker);
		const early = await api.submit(s);
		assert.equal(early.status, 409);
		assert.equal(early.body.type, 'urn:beat:no-wins-yet');
		await win(s);
		const done = await api.submit(s);
		assert.equal(done.status, 200);
		assert.equal(done.body.won, 1);
		assert.match(done.body.message, /Thank you/);
		assert.deepEqual((await api.submit(s)).body, done.body);
		const late = await win(s);
		assert.equal(late.status, 409);
		assert.equal(late.body.type, 'urn:beat:already-submitted');
		const other = await api.session(worker);
		assert.equal(other.status, 201);
		assert.notEqual(other.body.passage.id, s.passage.id);
	});

	it('gives MTurk its form, again after a reload', async () => {
		const params = { assignmentId: '3ASSIGN', hitId: '3HIT', workerId: 'AWORKER', turkSubmitTo: 'https://workersandbox.mturk.com' };
		const { body: s } = await api.session(undefined, { platform: 'mturk', params });
		await win(s);
		const done = await api.submit(s);
		assert.equal(done.body.action, 'https://workersandbox.mturk.com/mturk/externalSubmit');
		assert.equal(done.body.fields.assignmentId, '3ASSIGN');
		const again = await api.session(undefined, { platform: 'mturk', params });
		assert.equal(again.status, 200);
		assert.deepEqual(again.body, done.body);
		const evil = await api.session(undefined, { platform: 'mturk', params: { ...params, turkSubmitTo: 'https://evil.example' } });
		assert.equal(evil.status, 422);
	});

	it('sends Prolific to its completion address', async () => {
		await stack.ctl('project', 'set', 'demo', '--platform', 'mturk', '--platform', 'prolific', '--platform', 'direct', '--completion-code', 'C0DE1');
		const { body: s } = await api.session(undefined, { platform: 'prolific', params: { PROLIFIC_PID: 'p1', STUDY_ID: 's1', SESSION_ID: 'x1' } });
		await win(s);
		assert.equal((await api.submit(s)).body.url, 'https://app.prolific.com/submissions/complete?cc=C0DE1');
	});

	const turk = (worker, ref) => ({ platform: 'mturk', params: { assignmentId: ref, hitId: '3HIT', workerId: worker, turkSubmitTo: 'https://www.mturk.com' } });

	it('follows a HIT that was returned and accepted again; the older window is told', async () => {
		const { body: old } = await api.session(undefined, turk('AMOVER', '3OLD'));
		const { body: now } = await api.session(undefined, turk('AMOVER', '3NEW'));
		assert.equal(now.assignment, old.assignment);
		for (const answer of [await win(old), await api.submit(old)]) {
			assert.equal(answer.status, 409);
			assert.equal(answer.body.type, 'urn:beat:moved');
		}
		await win(now);
		assert.equal((await api.submit(now)).body.fields.assignmentId, '3NEW');
	});

	it('does not give work under way to who writes another\'s id into an address', async () => {
		const { body: victim } = await api.session(undefined, turk('AVICTIM', '3MINE'));
		await win(victim);
		const forged = await api.session(undefined, turk('AVICTIM', '3FORGED'));
		assert.deepEqual([forged.status, forged.body.type, forged.body.token], [409, 'urn:beat:work-elsewhere', undefined]);
		await win(victim);
		assert.equal((await api.submit(victim)).body.fields.assignmentId, '3MINE');
		assert.equal(await stack.value("select count(*)::int from beat.event where kind = 'assignment.keep'"), 1);
	});
});

describe('the description', () => {
	it('is served, and these tests met every operation', async () => {
		const served = await api.call('GET', '/api/v1/openapi.json');
		assert.equal(served.status, 200);
		assert.equal(served.body.openapi, '3.1.0');
		for (const path of ['/healthz', '/readyz', '/hit/demo']) assert.equal((await api.call('GET', path)).status, 200);
		// those of the onboarding, of validating, of experts, of HITs without an adversary and of the dashboard are met by tests of their own
		const ofTheGame = Object.entries(served.body.paths).filter(([path]) => !/^\/(api\/v1\/(exercises|votes|expert|next|admin)|admin)\b/.test(path));
		for (const [path, item] of ofTheGame)
			for (const method of Object.keys(item))
				assert.ok([...api.seen].some((seen) => seen.startsWith(`${method.toUpperCase()} ${path} 20`)), `${method} ${path} was not met`);
	});
});
