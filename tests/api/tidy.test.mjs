// Post-processing after a collection: beatctl dataset tidy.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { program, run } from '../lib/stack.mjs';

const dir = mkdtempSync(join(tmpdir(), 'beat-tidy-'));
after(() => rmSync(dir, { recursive: true, force: true }));

const TEXT = '🙂 Ann met\u00a0Bob, at the mill. ';
const answer = (text) => ({ text, answer_start: [...TEXT.slice(0, TEXT.indexOf(text))].length });
let n = 0;
const qa = (...texts) => ({ id: `q${++n}`, question: `What ${n}?`, answers: texts.map(answer) });
const article = (title, ...paragraphs) => ({ title, paragraphs: paragraphs.map((qas, i) => ({ context: `${TEXT}${title} ${i}`, qas })) });

async function tidy(data, ...args) {
	const [from, to] = [join(dir, 'in.json'), join(dir, `out-${n}.json`)];
	const before = JSON.stringify({ version: '1.1', data });
	writeFileSync(from, before);
	const told = await run(program('beatctl'), ['dataset', 'tidy', from, '--out', to, ...args]);
	assert.equal(readFileSync(from, 'utf8'), before);
	return { ...told, read: () => JSON.parse(readFileSync(to, 'utf8')).data, record: () => readFileSync(`${to}.provenance.json`, 'utf8') };
}

test('tidies up in three steps, each counted, and leaves the input as it was', async () => {
	const data = [
		article('Kept', [qa(' Ann '), qa(',', 'Bob')], [qa('mill'), qa('\u00a0Bob')]),
		article('Thin', [qa('Ann'), qa('Bob')], [qa('Ann'), qa(' the ')]), // three of four are left, on two paragraphs
	];
	const { code, stderr, read, record } = await tidy(data);
	assert.equal(code, 0, stderr);
	const [kept, ...others] = read();
	assert.equal(others.length, 0);
	assert.deepEqual(kept.paragraphs.map((p) => p.qas.map((q) => q.answers)), [
		[[{ text: 'Ann', answer_start: 2 }], [{ text: 'Bob', answer_start: 10 }]],
		[[{ text: 'mill', answer_start: 22 }], [{ text: 'Bob', answer_start: 10 }]],
	]);
	for (const { context, qas } of kept.paragraphs)
		for (const { answers } of qas) for (const a of answers) assert.equal([...context].slice(a.answer_start, a.answer_start + [...a.text].length).join(''), a.text);
	assert.match(record(), /White space was taken from 3 answers/);
	assert.match(record(), /2 malformed answers went, and 1 questions that had no other/);
	assert.match(record(), /1 of 2 documents had fewer than 2 questions a paragraph and went, with 3 questions/);
});

test('the whole passage is no answer, and documents stay if so wished', async () => {
	const whole = article('Whole', [qa('Ann'), qa('Bob')]);
	const { context } = whole.paragraphs[0];
	whole.paragraphs[0].qas[1].answers = [{ text: context, answer_start: 0 }];
	const { code, stderr, read } = await tidy([whole], '--per-paragraph', '0');
	assert.equal(code, 0, stderr);
	assert.equal(read()[0].paragraphs[0].qas.length, 1);
	const nothing = await tidy([whole], '--per-paragraph', '2');
	assert.equal(nothing.code, 1);
	assert.match(nothing.stderr, /nothing is left of it: nothing was written/);
});
