// The script of the round trip: SQuAD files, what the model will answer, how validators and reviewers judge. Nothing
// here knows what the product makes of it; `outcome` says it once more, from the rules alone.
import { createHash } from 'node:crypto';

// A question as its author writes it. predict: the model's answer (null: the model fails); votes: what three validators
// answer (null: "unanswerable"); valid: the reviewer's word; nth: which occurrence of the answer is highlighted.
const ask = (question, answer, predict, { votes = [answer, answer, answer], valid = true, nth = 0 } = {}) =>
	({ question, answer, predict, votes, valid, nth });

const words = (n, from = 0) => Array.from({ length: n }, (_, i) => `token${from + i}`).join(' ');
export const HOSTILE = '../../etc/\u202e"passwd"\n# x | `y` <b>\\ שלום \u0007';
const LONG = HOSTILE + '𝔸'.repeat(1000 - [...HOSTILE].length); // 1,000 characters are the most that import takes

// A file is imported and played before the next. worker: who plays all of it; leaves: the author never hands in.
export const FILES = [
	{ name: 'test-first', split: 'test', worker: 'careless', articles: [
		{ title: 'Quay', paragraphs: [{
			context: 'The quay at Brannock was rebuilt in 1911 after the storm. Its stones came from Ardle, and its crane from Hull.',
			qas: [
				ask('When did the work take place?', '1911', 'Ardle', { votes: ['Ardle', 'the storm', null] }),
				ask('What came from there?', 'crane', 'stones', { votes: ['stones', null, null] }),
				ask('Where was stone cut?', 'Ardle', 'Hull'),
			],
		}] },
	] },
	{ name: 'train-first', split: 'train', worker: 'careless', articles: [
		{ title: 'Ferry', paragraphs: [{
			context: 'The ferry to Lonna sails twice a day in summer. Captain Reyes has steered it since 1998.',
			qas: [ask('Who steers?', 'Captain Reyes', 'Lonna'), ask('How often in summer?', 'twice a day', '1998')],
		}] },
	] },
	{ name: 'train', split: 'train', articles: [
		{ title: 'Cafe\u0301 Ljubljanica 🏙️', paragraphs: [
			{
				context: 'Cafe\u0301 Ljubljanica 🏙️ opened beside the river in 1932. Its owner, Zoë Kranjčar, baked 40 loaves a day 👩🏽‍🚀; in 1950 the bakery moved to Šiška. In 1932, too, the river froze.',
				qas: [
					ask('Who was the owner?', 'Zoë Kranjčar', 'Zoë Kranjčar'), // the model has it
					ask('Whose was it?', 'Zoë Kranjčar', 'owner, Zoë Kranjčar'), // still F1 of 0.8
					ask('Who put forty on the table?', 'Zoë Kranjčar', '40 loaves a day'),
					ask('When did the river do that?', '1932', 'beside the river in', { nth: 1 }),
					ask('Where did it go?', 'Šiška', 'the river'),
					ask('How many of them?', '40 loaves', '40 loaves a day'), // lost, and its chain ends with a rejected question
					ask('How many were baked?', '40 loaves', 'in 1950', { valid: false }),
					ask('What opened?', 'Cafe\u0301 Ljubljanica', '1950'),
				],
			},
			{
				context: 'First paragraph of two: the north mill.\n\nThe second one tells of the south mill, which ground rye.\n \nA third has the east mill.',
				qas: [
					ask('Which one ground rye?', 'the south mill', 'north'),
					ask('Which comes last?', 'east mill', 'south'),
				],
			},
		] },
		{ title: LONG, paragraphs: [{
			context: 'שלום עולם\u2028the line ends there; \u202eright to left\u202c it goes.\u0001 A bell \u0007 rings at nine.',
			qas: [ask('When does the bell ring?', 'nine', 'שלום'), ask('What is greeted?', 'עולם', 'A bell')],
		}] },
		{ title: 'Tokens', paragraphs: [{
			context: `${words(797)} near the cut, far beyond it ${words(30, 797)}.`,
			qas: [
				ask('What is near?', 'token5', 'token6'),
				ask('What is the last one?', 'token826', 'token1'), // beyond 800 tokens
				ask('Which words are at the cut?', 'near the cut', 'token2'), // ends with the 800th
				ask('Which are behind it?', 'cut, far', 'token3'), // crosses the cut
			],
		}] },
		{ title: 'Sloppy', paragraphs: [{
			context: 'Sloppy work was handed in by somebody on a Monday, three times over, in the back room.',
			qas: [
				ask('When?', 'Monday', 'Sloppy work', { valid: false }),
				ask('How often?', 'three times', 'Monday', { valid: false }),
				ask('In which room?', 'back room', 'Monday'),
			],
		}] },
		{ title: 'Left', paragraphs: [{
			context: 'Some leave before the end. The lamp in the hall burns until ten.',
			leaves: true,
			qas: [ask('Until when does it burn?', 'ten', 'Some')],
		}] },
		{ title: 'Faults', paragraphs: [{
			context: 'A model may fail. Then the question about copper waits, and the one about tin is asked next.',
			qas: [ask('Which metal waits?', 'copper', null), ask('Which metal comes next?', 'tin', 'copper')],
		}] },
	] },
	{ name: 'dev', split: 'dev', articles: [
		{ title: 'Beekeeping', paragraphs: [{
			context: 'In 1851 Lorenzo Langstroth noticed that bees leave a gap of nine millimetres. The movable frame that he built on it, the frame of all frames, changed the frame.',
			qas: [
				ask('Who saw it?', 'Lorenzo Langstroth', 'bees', { votes: ['Langstroth', 'the Lorenzo  Langstroth!', null] }),
				ask('How much is left free?', 'nine millimetres', 'a gap', { votes: ['nine', null, 'gap of nine millimetres'] }), // nobody
				ask('What changed in the end?', 'frame', '1851', { nth: 3, votes: ['The frame', 'bees', 'bees'] }),
				ask('When?', '1851', 'frames', { votes: [null, null, '1851'], valid: false }), // answerable, but rejected
				ask('What did he build?', 'movable frame', 'gap'),
			],
		}] },
		{ title: 'Glass', paragraphs: [{
			context: 'Obsidian, a natural glass, was traded across Anatolia nine thousand years ago.',
			qas: [ask('Where was it traded?', 'Anatolia', 'Obsidian'), ask('What is obsidian?', 'natural glass', 'traded')],
		}] },
	] },
	{ name: 'test', split: 'test', articles: [
		{ title: 'Quinoa', paragraphs: [{
			context: 'Quinoa grows between sea level and four thousand metres. Farmers around Lake Titicaca harvest it in April 🌾.',
			qas: [
				ask('Who harvests it?', 'Farmers', 'Quinoa', { votes: ['Farmers around Lake Titicaca', 'Farmers', 'Lake Titicaca'] }),
				ask('In which month?', 'April', 'Farmers'),
				ask('Up to where?', 'four thousand metres', 'sea level', { votes: [null, null, null] }), // nobody
			],
		}] },
	] },
];

// The place of an answer in its context, in code points.
export function spanAt(context, answer, nth = 0) {
	let at = -1;
	for (let i = 0; i <= nth; i++) at = context.indexOf(answer, at + 1);
	if (at < 0) throw new Error(`"${answer}" is not in "${context}"`);
	const start = [...context.slice(0, at)].length;
	return { start, end: start + [...answer].length, text: answer };
}

const idOf = (context, question) => createHash('sha1').update(`${context}\n${question}`).digest('hex').slice(0, 24);

// A file of the script as SQuAD has it, and what the model predicts, by the ids of that file.
export function squadOf({ articles }) {
	const data = articles.map(({ title, paragraphs }) => ({
		title,
		paragraphs: paragraphs.map(({ context, qas }) => ({
			context,
			qas: qas.map(({ question, answer, nth }) =>
				({ id: idOf(context, question), question, answers: [{ text: answer, answer_start: spanAt(context, answer, nth).start }] })),
		})),
	}));
	return { version: '1.1', data };
}

export function predictionsOf(files) {
	const pairs = files.flatMap(({ articles }) => articles.flatMap(({ paragraphs }) => paragraphs.flatMap(({ context, qas }) =>
		qas.filter((q) => q.predict !== null).map((q) => [idOf(context, q.question), q.predict]))));
	return Object.fromEntries(pairs);
}

// What a model that has read a SQuAD file and a prediction file answers: {text}, or a failure.
export function modelOf(squads, predictions) {
	const ids = new Map(squads.flatMap((s) => s.data.flatMap((a) => a.paragraphs.flatMap((p) => p.qas.map((q) => [`${p.context}\n${q.question}`, q.id])))));
	return ({ passage, question }) => {
		const text = predictions[ids.get(`${passage}\n${question}`)];
		return text === undefined ? { status: 500 } : { text };
	};
}

// The rules of SQuAD v1.1, as far as these texts go.
const normal = (text) => text.toLowerCase().replace(/[!-/:-@[-`{-~]/g, '').replace(/(?<![\p{L}\p{N}])(a|an|the)(?![\p{L}\p{N}])/gu, ' ').split(/\s+/u).filter(Boolean);
const same = (a, b) => normal(a).join(' ') === normal(b).join(' ');

export function modelWins(human, model) {
	const left = normal(model);
	const m = left.length, k = normal(human).length;
	let shared = 0;
	for (const token of normal(human)) {
		const at = left.indexOf(token);
		if (at >= 0) {
			shared++;
			left.splice(at, 1);
		}
	}
	return 5 * shared > m + k;
}

const questionId = (attempt) => createHash('sha256').update(`question:${attempt}`).digest('hex').slice(0, 40);

const share = (list, is) => list.filter(is).length / list.length;

// What must be in the release, from what was played: hits = [{worker, split, title, context, handedIn, attempts: [{id, ...ask}]}].
// Gives {train: […], dev: […], test: […]} as the reader's --expect wants it; how many attempts are published of a split: those of
// everybody who was not revoked, but for the chains that led to a rejected question; and who was revoked.
export function outcome(hits) {
	const answerable = (q) => q.votes.some((vote) => vote !== null && same(vote, q.answer));
	for (const hit of hits) {
		hit.won = hit.handedIn ? hit.attempts.filter((q) => q.predict !== null && !modelWins(q.answer, q.predict)) : [];
		hit.validated = hit.split === 'train' ? [] : hit.won;
	}
	const out = new Set();
	for (const worker of new Set(hits.map((h) => h.worker))) {
		const own = hits.filter((h) => h.worker === worker);
		const validated = own.flatMap((h) => h.validated);
		const reviewed = own.flatMap((h) => (h.reviewed ? h.won : []));
		if (validated.length && share(validated, answerable) < 0.5) out.add(worker);
		if (reviewed.length && share(reviewed, (q) => q.valid) < 0.8) out.add(worker);
	}
	const expected = { train: [], dev: [], test: [] }, attempts = { train: 0, dev: 0, test: 0 };
	for (const hit of hits.filter((h) => h.handedIn && !out.has(h.worker))) {
		const { split, title, context, reviewed } = hit;
		const rejected = (q) => reviewed && !q.valid;
		const kept = hit.won.filter((q) => !rejected(q) && (split === 'train' || answerable(q)));
		expected[split].push(...kept.map((q) => ({
			title, context, question: q.question, answer: q.answer, answer_start: spanAt(context, q.answer, q.nth).start, id: questionId(q.id),
		})));
		attempts[split] += chainsOf(hit).filter((chain) => !rejected(chain.at(-1))).flat().length;
	}
	return { expected, attempts, revoked: [...out].sort() };
}

// The judged attempts of a HIT, cut behind every win.
function chainsOf({ attempts, won }) {
	const chains = [[]];
	for (const attempt of attempts.filter((q) => q.predict !== null)) {
		chains.at(-1).push(attempt);
		if (won.includes(attempt)) chains.push([]);
	}
	return chains.filter((chain) => chain.length);
}
