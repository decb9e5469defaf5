// The weights file that is shipped: the reader in C computes with it what the network computes in torch, on questions
// made here of words of the sample passages, sensible and absurd ones.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { BUILD, ROOT } from '../lib/paths.mjs';
import { run } from '../lib/proc.mjs';
import { dice } from './data.mjs';
import { CODE, folder, noTorch, script } from './tools.mjs';

const QUESTIONS = 500;
const SENTENCES_WORDS = 20; // of an ordinary passage: so many at least; more take more time and show nothing new
const JOINED_EVERY = 100, JOINED_WORDS = 400; // two windows
const ODD_EVERY = 8;

const ASKING = ['Who', 'What', 'When', 'Where', 'Which', 'Why', 'How', 'How many', 'In what year', 'Whose'];
const ODD_QUESTIONS = [
	'', ' \n', '?', '...', 'a', 'the the the', '🤷', '\u202e?drow', 'what '.repeat(60), 'x'.repeat(400), '1889 1,000.5 % £3 -7 1/2', '中国的首都是北京吗？',
	'¿Dónde está Zoë—d’où?', 'ΠΟΙΟΣ İS ẞ ǅ?', 'e\u0301\u0301 \u200d\u00a0 x', '👩‍🚀👩🏽‍🚀 who?', 'كم عددها؟', "'; DROP TABLE passage; --",
];
const ODD_TEXTS = ['Zoë 👩‍🚀 lives in Köln.', '中国的首都是北京。', 'a\u0300\u0301 b\u200d c', '  \u00a0İstanbul\t', '𝔘𝔫𝔦𝔠𝔬𝔡𝔢 🎉 1999', '_ … — “„', 'Ω'.repeat(300), 'http://x.y/?a=1&b=%20', '٣٤٥ и ещё 2½'];

const words = (text) => text.split(/\s+/).filter(Boolean);

// Some whole sentences in a row.
function sentences(d, text) {
	const all = text.match(/[^.!?]+(?:[.!?]+["”’)]*\s*|$)/g);
	let at = d.below(all.length);
	let some = all[at];
	while (words(some).length < SENTENCES_WORDS && ++at < all.length) some += all[at];
	return some.trim();
}

function contextOf(d, number, passages) {
	let context = d.of(passages);
	if (number % JOINED_EVERY === 0) while (words(context).length < JOINED_WORDS) context += `\n\n${d.of(passages)}`;
	else context = sentences(d, context);
	if (number % ODD_EVERY === 1) context = d.below(2) ? `${d.of(ODD_TEXTS)} ${context}` : `${context}${d.of(ODD_TEXTS)}`;
	return context;
}

function questionOf(d, number, context) {
	if (number % ODD_EVERY === 2) return ODD_QUESTIONS[Math.floor(number / ODD_EVERY) % ODD_QUESTIONS.length];
	const known = words(context);
	return `${d.of(ASKING)} ${Array.from({ length: 1 + d.below(9) }, () => d.of(known)).join(' ')}?`;
}

function dataset() {
	const d = dice(11);
	const passages = readFileSync(join(ROOT, 'ops/sample/passages.jsonl'), 'utf8').trim().split('\n').map((line) => JSON.parse(line).text);
	const paragraphs = Array.from({ length: QUESTIONS }, (_, number) => {
		const context = contextOf(d, number, passages);
		const [text] = context.match(/[\p{L}\p{N}]+/u);
		const answers = [{ text, answer_start: [...context.slice(0, context.indexOf(text))].length }];
		return { context, qas: [{ id: `q${number}`, question: questionOf(d, number, context), answers }] };
	});
	return { version: '1.1', data: [{ title: 'Of the sample', paragraphs }] };
}

const WEIGHTS = join(ROOT, 'model_adapter/weights/neural.weights');
const skip = noTorch || (!existsSync(WEIGHTS) && 'there is no model_adapter/weights/neural.weights');

test('the shipped weights give the same in C and in torch', { skip, timeout: 600000 }, async (t) => {
	const dir = folder(t);
	const data = join(dir, 'sample.json');
	const kernels = join(dir, 'kernels.so');
	writeFileSync(data, JSON.stringify(dataset()));
	const built = await run('cc', ['-O3', '-march=native', '-ffast-math', '-shared', '-fPIC', join(CODE, 'kernels.c'), '-o', kernels, '-lm']);
	assert.equal(built.code, 0, built.stderr);
	const programs = join(BUILD, 'model_adapter/train');
	const { code, stdout, stderr } = await script('parity.py', ['--weights', WEIGHTS, '--programs', programs, '--questions', String(QUESTIONS), data], { kernels });
	assert.equal(code, 0, stdout + stderr);
	const [, questions, long, largest, same] = stdout.match(/^parity: (\d+) questions \((\d+) on passages of several windows\): largest difference of a score (\S+) .* same answer to (\d+) .*: good$/m);
	t.diagnostic(stdout.trim());
	assert.equal(Number(questions), QUESTIONS);
	assert.ok(Number(long) >= QUESTIONS / JOINED_EVERY, `${long} long passages`);
	assert.ok(Number(largest) <= 1e-3, largest);
	assert.ok(Number(same) >= 0.999 * QUESTIONS, same);
});
