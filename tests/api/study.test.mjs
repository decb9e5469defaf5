// Comprehension studies, from the draw at the command line to shares, kappa and CSV: blind, two for a share, a third where
// they differ; shares are of questions.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { commandLine } from '../lib/ctl.mjs';
import { signIn } from '../lib/desk.mjs';
import { startStack } from '../lib/stack.mjs';

let stack, ann, bob, cat, shown, json, refused;
const dataset = (name, n) => {
	const qas = Array.from({ length: n }, (_, i) => ({ id: `${name}-${i}`, question: `What is ${name} ${i}?`, answers: [{ text: 'né 🙂', answer_start: 4 }] }));
	const path = join(stack.dir, `${name}-dev.json`);
	writeFileSync(path, JSON.stringify({ version: '1.1', data: [{ title: 'T', paragraphs: [{ context: 'Ann né 🙂 saw it.', qas }] }] }));
	return path;
};

before(async () => {
	stack = await startStack({ passages: false, project: false });
	({ shown, json, refused } = commandLine((...args) => stack.beatctl(args)));
	[ann, bob, cat] = await Promise.all(['ann', 'bob', 'cat'].map((name) => signIn(stack, { name, role: 'reviewer' })));
});
after(() => stack?.stop());

const take = async (who, kind = 'label') => (await who.post('/studies/types/next', { kind })).body;
// Labels all that is left for somebody; say(item) gives the words.
async function labelAll(who, say, kind = 'label') {
	const seen = [];
	for (let { item } = await take(who, kind); item; { item } = await take(who, kind)) {
		seen.push(item);
		const told = await who.post(`/study-items/${item.id}`, { labels: say(item) });
		assert.equal(told.status, 200, told.text);
	}
	return seen;
}

test('a study is drawn by its seed, of so many questions each', async () => {
	const [left, right] = [dataset('left', 12), dataset('right', 9)];
	await refused(1, /right has 9 questions with an answer there, not 10/, 'study', 'create', 'types', '--from', left, '--from', `right=${right}`, '--each', '10');
	await refused(2, /say of which datasets/, 'study', 'create', 'types');
	await refused(1, /no study "types"/, 'study', 'show', 'types');
	for (const [name, ...and] of [['types', '--from'], ['again']])
		await shown('study', 'create', name, '--from', `left=${left}`, ...and, `right=${right}`, '--each', '8', '--seed', '5', '--double', '50');
	await refused(1, /There is a study "types" already/, 'study', 'create', 'types', '--from', left, '--each', '2');
	const items = (name) => stack.sql(`select i.dataset, i.question_ref, i.wanted from beat.study_item i join beat.study s on s.id = i.study_id where s.name = '${name}' order by i.id`);
	const drawn = await items('types');
	assert.deepEqual(drawn, await items('again'));
	for (const place of [1, 2]) assert.deepEqual([drawn.filter((i) => i.dataset === place).length, drawn.filter((i) => i.dataset === place && i.wanted === 2).length], [8, 4]);
	assert.notDeepEqual(drawn.map((i) => i.dataset), [...drawn.map((i) => i.dataset)].sort());
});

test('annotators are blind to the dataset, and hold what they have in hand', async () => {
	const { item, left } = await take(ann);
	assert.equal(left, 16);
	assert.deepEqual(Object.keys(item).sort(), ['answer', 'answer_start', 'id', 'kind', 'passage', 'question', 'said', 'title']);
	assert.equal([...item.passage].slice(item.answer_start, item.answer_start + [...item.answer].length).join(''), item.answer);
	assert.equal((await take(ann)).item.id, item.id);
	assert.notEqual((await take(bob)).item.id, item.id);
	const words = await ann.read('/study-words');
	assert.equal(words.length, 13);
	for (const w of words) assert.ok(w.meaning.length > 30 && /\[.+\]/.test(w.passage) && w.question.endsWith('?'), w.word);
});

test('wrong labels are refused, and change nothing', async () => {
	const { item } = await take(ann);
	for (const labels of [['explicit', 'numeric', 'spatial', 'temporal'], ['explicit', 'explicit'], ['nonsense'], 'explicit', null])
		assert.equal((await ann.post(`/study-items/${item.id}`, { labels })).status, 422, JSON.stringify(labels));
	assert.equal((await cat.post(`/study-items/${item.id}`, { labels: [] })).status, 404);
	assert.equal((await ann.post('/studies/types/next', { kind: 'other' })).status, 422);
});

test('two label a share, a third decides where they differ, and shares are of questions', async () => {
	// Everything is explicit and paraphrasing; where two look, bob leaves the second out on "left", and says none on right 0…
	const mine = await labelAll(ann, () => ['explicit', 'paraphrasing']);
	assert.ok(mine.length >= 15, 'all but what bob holds');
	const his = await labelAll(bob, (item) => (item.question.includes('left') ? ['explicit'] : ['paraphrasing', 'explicit']));
	assert.ok(his.length >= 8, `${his.length}`);
	assert.equal((await take(ann, 'adjudication')).item, null, 'nobody decides on their own');
	const before = await json('study', 'show', 'types');
	const disputed = before.datasets.reduce((n, d) => n + d.disputed, 0);
	assert.ok(disputed > 0);
	const decided = await labelAll(cat, () => [], 'adjudication');
	assert.ok(decided.every((item) => item.said.length === 2));
	assert.equal(decided.length, disputed);
	assert.ok(decided.every((item) => item.question.includes('left')), 'the order of labels is no difference');
	await labelAll(cat, () => ['explicit', 'paraphrasing']);
	const study = await json('study', 'show', 'types');
	const [left, right] = study.datasets;
	assert.deepEqual([left.decided, right.decided, left.none.k], [8, 8, disputed]);
	assert.deepEqual(right.labels.slice(0, 3).map(({ share }) => share.rate), [1, 1, 0]); // 8 of 8, not one half of the labels
	assert.ok(right.labels[0].share.low > 0.6 && right.labels[0].share.high === 1);
});

test('kappa is Cohen’s, by label', async () => {
	const rows = await stack.sql("select s.first, s.second from beat.study x cross join lateral study_standing(x.id) s where x.name = 'types' and s.second is not null");
	const study = await ann.read('/studies/types');
	for (const { label, kappa, n } of study.agreement) {
		const both = rows.map(({ first, second }) => [first.includes(label), second.includes(label)]);
		const part = (fn) => both.filter(fn).length / both.length;
		const chance = part(([a]) => a) * part(([, b]) => b) + part(([a]) => !a) * part(([, b]) => !b);
		const expected = chance === 1 ? null : (part(([a, b]) => a === b) - chance) / (1 - chance);
		assert.equal(n, rows.length);
		assert.equal(kappa === null ? null : Math.round(kappa * 1e4), expected === null ? null : Math.round(expected * 1e4) + 0, label);
	}
});

test('lists, shows and exports', async () => {
	assert.match(await shown('study', 'list'), /^types +2 +16 +16 +0 +5 /m);
	assert.match(await shown('study', 'show', 'types'), /right {2}explicit +8 of 8 {2}100\.0 % \(\d/);
	const csv = await shown('study', 'export', 'types');
	assert.equal(csv.trimEnd().split('\r\n').length, 17);
	assert.match(csv, /^dataset,id,question,first,second,labels,state\r\n"left","left-\d+",/);
	assert.equal((await ann.read('/studies')).items.length, 2);
});
