// A folder of data as ops/train wants it, and word vectors, small enough to be made for
// every test: people of whom it is told where and when they were born, what they did
// and how many things they made. The same seed makes the same bytes.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// Mulberry32.
export function dice(seed) {
	const next = () => {
		seed = (seed + 0x6d2b79f5) | 0;
		let t = Math.imul(seed ^ (seed >>> 15), seed | 1);
		t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
		return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
	};
	const below = (n) => Math.floor(next() * n);
	return { next, below, of: (list) => list[below(list.length)] };
}

const SYLLABLES = ['mar', 'ven', 'tol', 'bri', 'kas', 'lu', 'dor', 'ne', 'sim', 'ga', 'rop', 'hil', 'wen', 'ta', 'zor', 'ple'];
const TRADES = ['painter', 'surveyor', 'botanist', 'printer', 'sailor', 'weaver'];
const THINGS = ['maps', 'portraits', 'gardens', 'pamphlets', 'voyages', 'carpets'];

const capital = (word) => word[0].toUpperCase() + word.slice(1);
const name = (d) => capital(Array.from({ length: 2 + d.below(2) }, () => d.of(SYLLABLES)).join(''));

// A sentence, a question about it and the answer's text.
function facts(d, person) {
	const place = name(d);
	const year = String(1500 + d.below(400));
	const trade = d.below(TRADES.length);
	const count = String(2 + d.below(90));
	const friend = `${name(d)} ${name(d)}`;
	return [
		[`${person} was born in the town of ${place}.`, `Where was ${person} born?`, place],
		[`The family left it in ${year}.`, `When did the family of ${person} leave the town?`, year],
		[`${person} worked as a ${TRADES[trade]} for most of a long life.`, `What did ${person} work as?`, TRADES[trade]],
		[`In all ${count} ${THINGS[trade]} are known today.`, `How many ${THINGS[trade]} are known today?`, count],
		[`The best of them were sold to ${friend}, a rich friend.`, `Who bought the best of them?`, friend],
	];
}

function paragraph(d) {
	const told = facts(d, `${name(d)} ${name(d)}`);
	const context = told.map(([sentence]) => sentence).join(' ');
	const qas = told.map(([sentence, question, text]) => {
		const from = told.slice(0, told.findIndex(([s]) => s === sentence)).reduce((n, [s]) => n + s.length + 1, 0);
		const start = from + sentence.lastIndexOf(text);
		const id = Array.from({ length: 24 }, () => d.below(16).toString(16)).join('');
		return { id, question, answers: [{ text, answer_start: start }] };
	});
	return { context, qas };
}

function dataset(seed, { articles, paragraphs }) {
	const d = dice(seed);
	const data = Array.from({ length: articles }, (_, i) => ({
		title: `Article ${i}`,
		paragraphs: Array.from({ length: paragraphs }, () => paragraph(d)),
	}));
	return { version: '1.1', data };
}

// QAMR's way: sentences as tokens, answers as numbers of tokens by a worker and two validators.
function qamr(seed, documents) {
	const d = dice(seed);
	const sentences = [];
	const questions = [];
	for (let i = 0; i < documents; i++) {
		facts(d, `${name(d)} ${name(d)}`).forEach(([sentence, question, text], j) => {
			const id = `Made:${i % 3 ? 'wikipedia' : 'wikinews'}:${i}:0:${j}`;
			const tokens = sentence.replace(/([,.])(?= |$)/g, ' $1').split(' ');
			const words = text.split(' ');
			const at = tokens.indexOf(words[0]);
			const answer = words.map((_, k) => at + k).join(' ');
			sentences.push(`${id}\t${tokens.join(' ')}`);
			questions.push([id, '0 1', '7', String(j), '1', question, answer, `8:${answer}`, `9:${answer}`].join('\t'));
		});
	}
	return { sentences: `${sentences.join('\n')}\n`, questions: `${questions.join('\n')}\n` };
}

// Vectors of every word in the data sets: random, but one for the same word.
function vectors(seed, sets) {
	const d = dice(seed);
	const count = new Map();
	const texts = sets.flatMap((set) => set.data.flatMap((a) => a.paragraphs.flatMap((p) => [p.context, ...p.qas.map((q) => q.question)])));
	for (const word of texts.join(' ').toLowerCase().match(/[a-z]+|[^\w\s]/g)) count.set(word, (count.get(word) ?? 0) + 1);
	const words = [...count.keys()].sort((a, b) => count.get(b) - count.get(a) || (a < b ? -1 : 1));
	const numbers = () => Array.from({ length: 100 }, () => Number((d.next() - 0.5).toFixed(4)));
	return { words, vectors: Object.fromEntries(words.map((word) => [word, numbers()])) };
}

// Writes DIR/data and DIR/vectors.json.
export function make(dir) {
	const sets = {
		'squad-dev-36.json': dataset(1, { articles: 9, paragraphs: 12 }),
		'squadshifts-new-wiki.json': dataset(2, { articles: 4, paragraphs: 6 }),
		'squadshifts-amazon.json': dataset(3, { articles: 4, paragraphs: 4 }),
		'policyqa/dev.json': dataset(4, { articles: 2, paragraphs: 4 }),
		'policyqa/test.json': dataset(5, { articles: 2, paragraphs: 4 }),
	};
	const data = join(dir, 'data');
	for (const sub of ['policyqa', 'qamr']) mkdirSync(join(data, sub), { recursive: true });
	for (const [file, set] of Object.entries(sets)) writeFileSync(join(data, file), JSON.stringify(set));
	const told = qamr(6, 12);
	writeFileSync(join(data, 'qamr/wiki-sentences.tsv'), told.sentences);
	writeFileSync(join(data, 'qamr/dev.tsv'), told.questions);
	writeFileSync(join(dir, 'vectors.json'), JSON.stringify(vectors(7, Object.values(sets))));
	return { data, vectors: join(dir, 'vectors.json') };
}
