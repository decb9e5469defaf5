// Evaluations that `beatctl eval --store` keeps, and the tools of the lab that compare them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startStack } from '../lib/stack.mjs';

let stack;
before(async () => {
	stack = await startStack({ model: 'none', beatd: false, passages: false, project: false });
});
after(() => stack?.stop());

const ANSWERS = ['Oslo', 'Rome', 'Bern', 'Kyiv', 'Lima', 'Riga', 'Bonn', 'Cork'];
function put(name, value) {
	const path = join(stack.dir, name);
	writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
	return path;
}
const set = (name) => put(`${name}.json`, { version: '1', data: [{ title: name, paragraphs: [{ context: ANSWERS.join(' '), qas: ANSWERS.map((text, i) => ({ id: `${name}-${i}`, question: 'Where?', answers: [{ text, answer_start: 5 * i }] })) }] }] });
// How many of each set the models answer right.
const RIGHT = { weak: { one: 2, two: 1, three: 4 }, fair: { one: 4, two: 3, three: 1 }, good: { one: 7, two: 6, three: 2 } };
const predictions = (model) =>
	put(`${model}-answers.json`, Object.fromEntries(Object.entries(RIGHT[model]).flatMap(([name, n]) => ANSWERS.map((text, i) => [`${name}-${i}`, i < n ? text : 'nowhere']))));
async function run(...args) {
	const result = await stack.beatctl(args);
	assert.equal(result.code, 0, result.stdout + result.stderr);
	return result;
}

test('evaluations are stored and listed, the latest of each', async () => {
	const sets = ['one', 'two', 'three'].map(set);
	const models = Object.keys(RIGHT).flatMap((m) => ['--predictions', `${m}=${predictions(m)}`]);
	assert.match((await run('eval', ...sets, ...models, '--store', '--group', 'plain', '--group', 'good=large')).stderr, /stored 9 evaluations/);
	assert.equal((await run('lab', 'scores', '--metric', 'em')).stdout, 'model,group,one,three,two\nfair,plain,50,12.5,37.5\ngood,large,87.5,25,75\nweak,plain,25,50,12.5\n');
	await run('eval', sets[0], '--predictions', `weak=${put('nothing.json', { 'one-0': 'Oslo' })}`, '--store');
	assert.equal((await run('lab', 'scores', '--metric', 'em', '--set', 'one', '--model', 'weak')).stdout, 'model,group,one\nweak,,12.5\n');
	assert.match((await run('lab', 'scores', '--list')).stdout, /three\s+weak\s+plain\s+8\s+50\.0\s+50\.0/);
	await run('eval', sets[0], ...models, '--store', '--group', 'plain', '--group', 'good=large');
});

test('stored evaluations are compared as a file of them is', async () => {
	const file = put('scores.csv', (await run('lab', 'scores', '--metric', 'em')).stdout);
	const stored = (await run('lab', 'concur', '--stored', '--json')).stdout;
	assert.equal(stored, (await run('lab', 'concur', file, '--json')).stdout);
	const pair = JSON.parse(stored).pairs.find((p) => p.a === 'one' && p.b === 'two' && p.group === 'all');
	assert.deepEqual([pair.n, pair.tau], [3, 1]);
	const f1 = put('f1.csv', (await run('lab', 'scores')).stdout);
	assert.equal((await run('lab', 'shift', '--stored', '--from', 'one', '--json')).stdout, (await run('lab', 'shift', f1, '--from', 'one', '--json')).stdout);
	const sets = put('sets.csv', 'set,split,question,context,independent\none,I,a,b,yes\ntwo,II,a,b,no\nthree,III,c,b,no\n');
	const table = JSON.parse((await run('lab', 'mrqa', 'table', '--stored', '--sets', sets, '--json')).stdout);
	assert.deepEqual([table.ranking[0].model, table.ranking[0].averages['II + III']], ['good', 50]);
	const out = join(stack.dir, 'concurrence');
	await run('lab', 'concur', '--stored', '--set', 'one', '--set', 'two', '--out', out);
	assert.match(readFileSync(join(out, 'scatter-001.svg'), 'utf8'), /<svg/);
});

test('what cannot be stored or compared is told', async () => {
	for (const [args, why] of [
		[['eval', set('one'), predictions('weak'), '--store'], /--store goes with --predictions/],
		[['eval', set('one'), '--predictions', predictions('weak'), '--group', 'x'], /--group goes with --store/],
		[['lab', 'concur', '--stored', 'x.csv'], /one file of scores, or --stored/],
		[['lab', 'concur', '--stored', '--set', 'nowhere'], /are no table/],
		[['lab', 'shift', '--stored'], /--from SET/],
		[['lab', 'scores', '--metric', 'x'], /f1 or em/],
	]) {
		const result = await stack.beatctl(args);
		assert.notEqual(result.code, 0);
		assert.match(result.stderr, why);
	}
});
