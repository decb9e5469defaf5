// Experts, from the draw at the command line to the table: practice with feedback, then questions without; nobody gets one
// twice; exact match and F1 with intervals beside the crowd and models.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { commandLine } from '../lib/ctl.mjs';
import { described } from '../lib/openapi.mjs';
import { startStack } from '../lib/stack.mjs';

let stack, shown, json, refused;
const TEXT = 'Ann 🙂 né saw the grey cat in New York on Monday.';
const span = (text) => ({ start: [...TEXT.slice(0, TEXT.indexOf(text))].length, end: [...TEXT.slice(0, TEXT.indexOf(text))].length + [...text].length, text });
const known = (...texts) => texts.map((text) => ({ text, answer_start: span(text).start }));
function dataset(name, n, answers) {
	const qas = Array.from({ length: n }, (_, i) => ({ id: `${name}-${i}`, question: `What is ${name} ${i}?`, answers }));
	const path = join(stack.dir, `${name}.json`);
	writeFileSync(path, JSON.stringify({ version: '1.1', data: [{ title: 'T', paragraphs: [{ context: TEXT, qas }] }] }));
	return path;
}

before(async () => {
	stack = await startStack({ passages: false, project: false });
	({ shown, json, refused } = commandLine((...args) => stack.beatctl(args)));
});
after(() => stack?.stop());

const tokens = {};
async function invite(name, ...people) {
	const out = await shown('expert', 'invite', name, ...people.flatMap((p) => ['--person', p]), '--base-url', stack.url);
	for (const [i, line] of out.trim().split('\n').entries()) tokens[`${name}/${people[i]}`] = new URL(line.split('\t').at(-1)).searchParams.get('invite');
	return out;
}
const ask = (path, who, body = {}, token = tokens[who]) => described(stack).post(`/api/v1/${path}`, body, { token });

const open = async (who) => (await ask('expert', who)).body;
const answer = (who, item, text) => ask('expert/answers', who, { item, answer: text === null ? null : span(text) });

test('a baseline is drawn by its seed, practice apart', async () => {
	const [a, b, train] = [dataset('alpha', 8, known('grey cat', 'cat')), dataset('beta', 8, known('New York')), dataset('drill', 5, known('grey cat', 'the grey cat'))];
	await refused(2, /say of which datasets/, 'expert', 'create', 'base');
	await refused(1, /alpha.json has 8 questions, not 9: ask for fewer/, 'expert', 'create', 'base', '--from', a, '--each', '9');
	await refused(1, /There is no baseline "base"/, 'expert', 'show', 'base');
	for (const name of ['base', 'again'])
		await shown('expert', 'create', name, '--from', `A=${a}`, '--from', `B=${b}`, '--practice', train, '--practice-questions', '3', '--each', '6', '--per-person', '3', '--seed', '7');
	await refused(1, /There is a baseline "base" already/, 'expert', 'create', 'base', '--from', a, '--each', '2');
	const items = (name) => stack.sql(`select i.place, i.question_ref from beat.expert_item i join beat.expert_baseline b on b.id = i.baseline_id where b.name = '${name}' order by i.id`);
	const drawn = await items('base');
	assert.deepEqual(drawn, await items('again'));
	assert.deepEqual([0, 1, 2].map((p) => drawn.filter((i) => i.place === p).length), [3, 6, 6]);
	const { items: listed } = await json('expert', 'list');
	assert.deepEqual([listed[1].name, listed[1].practice, listed[1].questions, listed[1].people], ['base', 3, 12, 0]);
});

test('a question that comes again is left out', async () => {
	const path = join(stack.dir, 'twice.json');
	const qa = (id) => ({ id, question: 'Who saw it?', answers: known('Ann') });
	writeFileSync(path, JSON.stringify({ version: '1.1', data: [{ title: 'T', paragraphs: [{ context: TEXT, qas: [qa('x'), qa('y')] }] }] }));
	assert.match(await shown('expert', 'create', 'twice', '--from', path, '--each', '2'), /1 question that came again.* was left out/);
});

test('only who was invited gets in, and by an invitation to this alone', async () => {
	assert.match(await invite('base', 'ann', 'ben'), /^ann\thttp.*\/expert\/base\?invite=e1\..*\nben\t/);
	await refused(2, /say for whom/, 'expert', 'invite', 'base');
	assert.equal((await ask('expert', 'x', {}, null)).status, 401);
	assert.equal((await ask('expert', 'x', {}, `${tokens['base/ann']}x`)).status, 401);
	await stack.ctl('import', dataset('gamma', 1, known('cat')), '--collection', 'c', '--split', 'train');
	await stack.createProject('demo', ['--collection', 'c', '--model', 'http://127.0.0.1:1']);
	const worker = new URL((await shown('invite', 'demo', '--worker', 'ann')).trim()).searchParams.get('invite');
	assert.equal((await ask('expert', 'x', {}, worker)).status, 401);
	const session = await stack.post('/api/v1/session', { project: 'base', platform: 'direct', params: { invite: tokens['base/ann'] } });
	assert.equal(session.status, 422);
	const page = await stack.call('GET', '/expert/base');
	assert.match(page.headers['content-security-policy'], /default-src 'none'/);
});

test('practice comes first, with feedback after each; the answers leave the server only then', async () => {
	let state = await open('base/ann');
	assert.deepEqual([state.kind, state.practice, state.answered, state.total, state.person], ['practice', { answered: 0, total: 3, exact: 0, f1: 0 }, 0, 6, 'ann']);
	assert.equal((await open('base/ann')).assignment, state.assignment);
	assert.deepEqual(Object.keys(state.passage).sort(), ['id', 'text', 'title']);
	const said = [['grey cat', true, 1], ['cat', false, 2 / 3], [null, false, 0]];
	for (const [i, [text, exact, f1]] of said.entries()) {
		const { body } = await answer('base/ann', state.assignment, text);
		assert.deepEqual([body.feedback.exact, body.feedback.answer], [exact, text && span(text)]);
		assert.ok(Math.abs(body.feedback.f1 - f1) < 1e-9);
		assert.deepEqual(body.feedback.answers.map((a) => a.text), ['grey cat', 'the grey cat']);
		assert.deepEqual([body.next.practice.answered, body.next.practice.exact], [i + 1, 1]);
		state = body.next;
	}
	assert.ok(Math.abs(state.practice.f1 - 5 / 3) < 1e-9);
	assert.equal(state.kind, 'test');
});

test('then questions without feedback, of each set so many, and an answer stands', async () => {
	let state = await open('base/ann');
	const first = state.assignment;
	for (let i = 0; i < 6; i++) {
		const { body } = await answer('base/ann', state.assignment, state.question.includes('alpha') ? 'cat' : 'York');
		assert.equal(body.feedback, null);
		state = body.next;
	}
	assert.deepEqual([state.done, state.assignment, state.passage, state.answered], [true, null, null, 6]);
	const again = await answer('base/ann', first, 'Monday');
	assert.deepEqual([again.status, again.body.feedback, again.body.next.done], [200, null, true]);
	const stored = await stack.sql(`select i.place, count(*)::int as n, count(distinct i.id)::int as different from beat.expert_answer a join beat.expert_item i on i.id = a.item_id where a.person_name = 'ann' group by 1 order by 1`);
	assert.deepEqual(stored, [0, 1, 2].map((place) => ({ place, n: 3, different: 3 })));
});

test('several people share the questions out, at once as well', async () => {
	const seen = new Set((await stack.sql(`select item_id::text as id from beat.expert_answer where person_name = 'ann'`)).map((r) => r.id));
	const both = await Promise.all([open('base/ben'), open('base/ben'), open('base/ben')]);
	assert.equal(new Set(both.map((s) => s.assignment)).size, 1);
	for (let s = both[0]; !s.done; s = (await answer('base/ben', s.assignment, 'New York')).body.next) if (s.kind === 'test') assert.ok(!seen.has(s.assignment), 'somebody else has it');
});

test('nobody gets a question twice, not even in another baseline', async () => {
	await invite('again', 'ann', 'cat');
	const state = await open('again/ann');
	assert.deepEqual([state.practice.total, state.total], [0, 6]);
	const { digest } = (await stack.sql(`select i.digest from beat.expert_item i where i.id = ${state.assignment}`))[0];
	assert.equal(await stack.value(`select count(*)::int from beat.expert_answer where person_name = 'ann' and digest = '${digest}'`), 1);
	assert.equal((await open('again/cat')).practice.total, 3);
	await assert.rejects(stack.sql(`insert into beat.expert_answer (person_id, person_name, item_id, digest) select p.id, p.name, i.id, i.digest
		from beat.expert_person p join beat.expert_answer a on a.person_name = p.name join beat.expert_item i on i.digest = a.digest and i.baseline_id = p.baseline_id where p.name = 'ann' and i.id <> a.item_id limit 1`), /never_twice/);
});

test('wrong answers are refused and change nothing', async () => {
	const { assignment } = await open('again/cat');
	const bad = [[{}, 422], [{ item: 7 }, 422], [{ item: 'x' }, 422], [{ item: '999999' }, 409], [{ item: assignment, answer: { start: 0, end: 3, text: 'Bob' } }, 422], [{ item: assignment, answer: { start: 0, end: 99, text: 'Ann' } }, 422], [{ item: assignment, answer: { start: 4, end: 5, text: '🙂' } }, 200]];
	for (const [body, status] of bad) {
		const told = await ask('expert/answers', 'again/cat', body);
		if (status !== 200) assert.equal(told.status, status, JSON.stringify(body));
	}
	await assert.rejects(stack.sql(`update beat.expert_answer set exact = true where person_name = 'ann'`), /stays as it is/);
});

test('people, all experts, the crowd and models stand in one table with intervals', async () => {
	const predictions = join(stack.dir, 'model.json');
	writeFileSync(predictions, JSON.stringify(Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`beta-${i}`, 'New York']))));
	const { results } = await json('expert', 'show', 'base', '--predictions', `bert=${predictions}`);
	const row = (set, who) => results.find((r) => r.set === set && r.who === who);
	const facts = (r) => [r.kind, r.answers, Math.round(10 * r.exact_match.value) / 10, Math.round(10 * r.f1.value) / 10];
	assert.deepEqual(facts(row('A', 'ann')), ['expert', 3, 100, 100]);
	assert.deepEqual(facts(row('A', 'ben')), ['expert', 3, 0, 0]);
	assert.deepEqual(facts(row('A', 'experts together')), ['experts', 6, 50, 50]);
	assert.deepEqual(facts(row('B', 'ann')), ['expert', 3, 0, 66.7]);
	assert.deepEqual(facts(row('B', 'experts together')), ['experts', 6, 50, 83.3]);
	assert.deepEqual(facts(row('A', 'crowd')), ['crowd', 12, 0, 66.7]); // "grey cat" and "cat", each against the other
	assert.equal(row('B', 'crowd'), undefined); // one known answer has no others
	assert.deepEqual(facts(row('B', 'bert')), ['model', 6, 100, 100]);
	assert.deepEqual(facts(row('A', 'bert')), ['model', 6, 0, 0]);
	// Clopper-Pearson of 3 of 6, and Student's t of three 0 and three 100: computed apart.
	const near = (a, b) => assert.ok(Math.abs(a - b) < 0.05, `${a} ${b}`);
	const all = row('A', 'experts together');
	near(all.exact_match.low, 11.8);
	near(all.exact_match.high, 88.2);
	near(all.f1.low, 50 - (2.5706 * 54.7723) / Math.sqrt(6));
	near(all.f1.high, 50 + (2.5706 * 54.7723) / Math.sqrt(6));
	const out = await shown('expert', 'show', 'base', '--plot', join(stack.dir, 'plot.svg'));
	assert.match(out, /experts together +6 +50\.0 \(11\.8 – 88\.2\)/);
	const svg = readFileSync(join(stack.dir, 'plot.svg'), 'utf8');
	assert.match(svg, /^<svg.*<\/svg>\n?$/s);
	assert.match(svg, /experts together/);
});
