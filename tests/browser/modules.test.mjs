// The page's modules that need no browser: spans, words, the overlap in plain words, drafts, the clock, the address.
import assert from 'node:assert/strict';
import { webcrypto } from 'node:crypto';
import { describe, it } from 'node:test';
import { hourly, inWords, leaseStage, minutesSeconds, money } from '../../web/worker/clock.js';
import { errorsOf, hintOf, tidy } from '../../web/worker/checks.js';
import { openBox } from '../../web/shared/box.js';
import { fromAnswer, toAnswer, toPoints, toUnits } from '../../web/shared/points.js';
import { Problem, request } from '../../web/shared/problem.js';
import { createMemory } from '../../web/worker/draft.js';
import { newId } from '../../web/worker/ids.js';
import { strength } from '../../web/worker/opponent.js';
import { countedWords, explain, percent, sharedWords } from '../../web/worker/overlap.js';
import { delayAfter } from '../../web/worker/patience.js';
import { readAddress } from '../../web/worker/platform.js';
import {
	graphemeEdges,
	moveEdge,
	readText,
	snapToWords,
	trim,
	wordAt,
	wordRange,
} from '../../web/worker/spans.js';

const FAMILY = '👩‍👩‍👧';
const FLAG = '🇸🇮';
const ACCENT = 'e\u0301';
const HARD = `Caf${ACCENT} ${FAMILY} in ${FLAG} 🏙️, “Zoë” (b.\u00a01932) paid $3.50—or 45%—at the U.S. post-war fair.`;
const span = (text, part) => ({ start: text.indexOf(part), end: text.indexOf(part) + part.length });
const wordsOf = (text) => {
	const passage = readText(text);
	return passage.words.map((w) => text.slice(w.start, w.end));
};

describe('a request', () => {
	const answering = (status, body, headers = {}) => async () => new Response(body, { status, headers });
	const failing = (fetch, more = {}) =>
		request('/x', {}, { deadline: 1000, fetch, ...more }).then(
			() => assert.fail('it went well'),
			(problem) => problem,
		);

	it('that is refused says what, where and when again', async () => {
		const body = { type: 'urn:beat:invalid', title: 'T', status: 422, detail: 'D.', field: 'answer.text' };
		const problem = await failing(answering(422, JSON.stringify(body), { 'retry-after': '7' }));
		assert.ok(problem instanceof Problem);
		assert.deepEqual(
			[problem.slug, problem.status, problem.detail, problem.field, problem.retryAfter, problem.passing],
			['invalid', 422, 'D.', 'answer.text', 7, false],
		);
		assert.deepEqual(['answer', 'answer.text', 'ans', 'text'].map((m) => problem.speaksOf(m)), [true, true, false, false]);
		const { field: _, ...plain } = body;
		assert.equal((await failing(answering(422, JSON.stringify(plain)))).speaksOf('answer'), false);
	});

	it('that a proxy, the network or the deadline ends is a problem too', async () => {
		const page = await failing(answering(502, '<h1>Bad gateway</h1>'), { gist: (status) => `Status ${status}.` });
		assert.deepEqual([page.slug, page.detail, page.passing], ['unavailable', 'Status 502.', true]);
		assert.equal((await failing(answering(404, ''))).slug, 'http-404');
		assert.equal((await failing(() => Promise.reject(new TypeError('no route')))).slug, 'network');
		const never = (_, { signal }) => new Promise((_done, fail) => signal.addEventListener('abort', () => fail(signal.reason)));
		assert.equal((await failing(never, { deadline: 5 })).slug, 'timeout');
	});

	it('that goes well gives the body, or null', async () => {
		const get = (fetch) => request('/x', {}, { deadline: 1000, fetch });
		assert.deepEqual(await get(answering(200, '{"a":1}')), { a: 1 });
		assert.equal(await get(answering(204, null)), null);
	});
});

describe('the opponent', () => {
	it('is as strong as it was measured, in tenths, and never more than is true', () => {
		const said = (permille) => strength({ measured_on: 'SQuAD', measured_permille: permille });
		const shares = [
			[0, 'fewer than 1'],
			[49, 'fewer than 1'],
			[50, '1'],
			[149, '1'],
			[449, '4'],
			[450, '5'],
			[490, '5'],
			[714, '7'],
			[949, '9'],
			[950, 'more than 9'],
			[1000, 'more than 9'],
		];
		for (const [permille, share] of shares) assert.equal(said(permille), `This AI answers ${share} of 10 SQuAD questions.`);
		assert.equal(strength(null), '');
		assert.equal(strength(undefined), '');
	});
});

describe('spans', () => {
	it('converts between UTF-16 and code points both ways', () => {
		for (let unit = 0; unit <= HARD.length; unit++) {
			if (unit > 0 && HARD.codePointAt(unit - 1) > 0xffff) continue; // inside a pair
			assert.equal(toPoints(HARD, unit), [...HARD.slice(0, unit)].length);
			assert.equal(toUnits(HARD, toPoints(HARD, unit)), unit);
		}
	});

	it('sends code points that slice to the text', () => {
		const answer = toAnswer(HARD, span(HARD, 'Zoë'));
		assert.equal([...HARD].slice(answer.start, answer.end).join(''), 'Zoë');
		assert.equal(answer.text, 'Zoë');
		assert.ok(answer.start < HARD.indexOf('Zoë'));
		assert.deepEqual(fromAnswer(HARD, answer), span(HARD, 'Zoë'));
	});

	it('finds no place for an answer that is none', () => {
		for (const bad of [
			null,
			{},
			{ start: null, end: null, answer: 'x' },
			{ start: -1, end: 2 },
			{ start: 3, end: 3 },
			{ start: 0, end: 9999 },
		])
			assert.equal(fromAnswer(HARD, bad), null);
		assert.equal(fromAnswer(HARD, { start: 0, end: 4, text: 'Else' }), null);
		assert.deepEqual(fromAnswer(HARD, { start: 0, end: 3, answer: 'Caf' }), { start: 0, end: 3 });
	});

	it('never cuts an emoji or an accent, with or without Intl.Segmenter', () => {
		for (const edges of [graphemeEdges(HARD), graphemeEdges(HARD, null)]) {
			for (const whole of [FAMILY, FLAG, ACCENT, '🏙️']) {
				const { start, end } = span(HARD, whole);
				assert.ok(edges.includes(start) && edges.includes(end), whole);
				assert.ok(!edges.some((e) => e > start && e < end), whole);
			}
		}
		const passage = readText(HARD);
		const inside = HARD.indexOf(FAMILY) + 3;
		assert.deepEqual(trim(passage, { start: inside, end: inside + 1 }), span(HARD, FAMILY));
	});

	it('finds the same edges as the browser’s rules, whatever stands next to what', () => {
		const parts = [
			'a',
			'é',
			ACCENT,
			FAMILY,
			FLAG,
			'🇸',
			'\u200d',
			'\u0301',
			'\r\n',
			'\r',
			'\n',
			' ',
			'가',
			'ᄀ',
			'ᅡ',
			'ก็',
			'\u0600',
			'1️⃣',
			'🏙️',
			'𝒳',
		];
		const rules = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
		let seed = 1;
		const next = (n) => {
			seed = (seed * 48271) % 2147483647;
			return seed % n;
		};
		for (let round = 0; round < 2000; round++) {
			const text = Array.from({ length: 1 + next(12) }, () => parts[next(parts.length)]).join('');
			const expected = [...rules.segment(text)].map((s) => s.index).concat(text.length);
			assert.deepEqual(graphemeEdges(text), expected, JSON.stringify(text));
		}
	});

	it('reads words as a person does', () => {
		assert.deepEqual(wordsOf(HARD), [
			`Caf${ACCENT}`,
			FAMILY,
			'in',
			FLAG,
			'🏙️',
			'Zoë',
			'b',
			'1932',
			'paid',
			'$3.50',
			'or',
			'45%',
			'at',
			'the',
			'U.S.',
			'post-war',
			'fair',
		]);
		assert.deepEqual(wordsOf('"word(s)", [sic] 1914–1918 -40 °C … ***'), [
			'word(s)',
			'sic',
			'1914',
			'1918',
			'-40',
			'°C',
		]);
		assert.deepEqual(wordsOf(''), []);
	});

	it('cuts scripts without spaces by the dictionary', () => {
		const words = wordsOf('東京タワーは1958年に完成した。');
		assert.ok(words.length > 4, words.join('|'));
		assert.ok(words.includes('東京タワー') || words.includes('東京'));
	});

	it('snaps to the words that are touched and leaves punctuation out', () => {
		const passage = readText(HARD);
		const at = (part) => span(HARD, part);
		assert.deepEqual(snapToWords(passage, { start: at('Zoë').start + 1, end: at('1932').start + 2 }), {
			start: at('Zoë').start,
			end: at('1932').end,
		});
		assert.deepEqual(snapToWords(passage, at(' “Zoë” ')), at('Zoë'));
		assert.equal(snapToWords(passage, at(' ')), null);
		const odd = readText('a … b');
		assert.deepEqual(snapToWords(odd, { start: 2, end: 3 }), { start: 2, end: 3 });
	});

	it('trims the white space the server trims', () => {
		for (const blank of [' ', '\t', '\n', '\u00a0', '\u0085', '\u001c', '\u2003', '\u3000']) {
			const text = `a${blank}b${blank}c`;
			assert.deepEqual(trim(readText(text), { start: 1, end: 4 }), { start: 2, end: 3 }, JSON.stringify(blank));
		}
		const feff = readText('\ufeffb');
		assert.deepEqual(trim(feff, { start: 0, end: 2 }), { start: 0, end: 2 });
	});

	it('moves an end by a grapheme, over white space, and keeps one', () => {
		const passage = readText(HARD);
		const cafe = passage.words[0];
		assert.deepEqual(moveEdge(passage, cafe, 'end', 1), { start: 0, end: span(HARD, FAMILY).end });
		assert.deepEqual(moveEdge(passage, cafe, 'end', -1), { start: 0, end: 3 });
		assert.deepEqual(moveEdge(passage, cafe, 'start', -1), cafe);
		const one = { start: 0, end: 1 };
		assert.deepEqual(moveEdge(passage, one, 'end', -1), one);
		const last = { start: HARD.length - 1, end: HARD.length };
		assert.deepEqual(moveEdge(passage, last, 'end', 1), last);
	});

	it('finds the word at a place, or the nearest', () => {
		const passage = readText('one, two   three.');
		assert.deepEqual(
			[0, 3, 4, 5, 8, 9, 10, 11, 16].map((u) => wordAt(passage, u)),
			[0, 0, 1, 1, 1, 1, 2, 2, 2],
		);
		assert.equal(wordAt(readText('…'), 0), -1);
		assert.deepEqual(wordRange(passage, 2, 1), { start: 5, end: 16 });
	});

	it('is quick on the longest passage', () => {
		const text = 'word '.repeat(10000);
		const from = performance.now();
		assert.equal(readText(text).words.length, 10000);
		assert.ok(performance.now() - from < 1000);
	});
});

describe('the overlap in words', () => {
	const attempt = (human, model, f1, verdict) => ({ answer: { text: human }, model: { answer: model }, f1, verdict });

	it('counts as the server does', () => {
		assert.deepEqual(countedWords('The "New York", a City!'), ['new', 'york', 'city']);
		assert.deepEqual(countedWords('the-end _a_ an'), ['theend']);
		assert.deepEqual(sharedWords('the the cat cat', 'cat dog'), ['cat']);
	});

	it('explains a sum that adds up', () => {
		const lost = explain(
			attempt('New York', 'New York City', { shared: 2, model_tokens: 3, human_tokens: 2 }, 'model'),
			400,
		);
		assert.match(lost.sum, /2 words that count, the AI’s has 3; 2 are the same.* 4 of 5 words: 80\u00a0% overlap/);
		assert.match(lost.rule, /More than 40\u00a0%/);
		assert.deepEqual(lost.shared, ['new', 'york']);
		const won = explain(attempt('Paris', 'London', { shared: 0, model_tokens: 1, human_tokens: 1 }, 'human'), 400);
		assert.match(won.sum, /1 word that counts.*none in common: 0\u00a0%/);
		assert.deepEqual(won.shared, []);
	});

	it('keeps quiet about the words when the counts differ from the server’s', () => {
		assert.deepEqual(
			explain(attempt('a b', 'b c', { shared: 0, model_tokens: 2, human_tokens: 1 }, 'human'), 400).shared,
			[],
		);
	});

	it('rounds without crossing the threshold', () => {
		assert.deepEqual([40, 40.04, 66.666, 100].map(percent), [
			'40\u00a0%',
			'40\u00a0%',
			'66.7\u00a0%',
			'100\u00a0%',
		]);
	});
});

describe('the checks', () => {
	it('want a question and an answer with a word in each', () => {
		assert.deepEqual(Object.keys(errorsOf('', '')), ['answer', 'question']);
		assert.ok(errorsOf('Who?', 'the').answer);
		assert.ok(errorsOf(' ??? ', 'Paris').question);
		assert.match(errorsOf('q'.repeat(1003), 'Paris').question, /3 characters too long/);
		assert.deepEqual(errorsOf('Who?', '🗼'), {});
		assert.equal(tidy('  a \n b '), 'a b');
	});

	it('remark on an answer given away or very long, and on nothing else', () => {
		assert.match(hintOf('Is Paris the capital?', 'paris'), /contains the answer/);
		assert.match(hintOf('What?', 'word '.repeat(26)), /long answer/);
		assert.equal(hintOf('Which city?', 'Paris'), null);
		assert.equal(hintOf('Parisian what?', 'Paris'), null);
	});
});

describe('the clock', () => {
	it('tells time and money', () => {
		assert.deepEqual([0, 61000, 3725000].map(minutesSeconds), ['0:00', '1:01', '1:02:05']);
		assert.deepEqual([1000, 45000, 60000, 300000, 5400000].map(inWords), [
			'1 second',
			'45 seconds',
			'1 minute',
			'5 minutes',
			'1 hour 30 min',
		]);
		assert.equal(money(200, 'USD'), '$2.00');
		assert.equal(money(200, 'nonsense'), '2.00 nonsense');
		assert.equal(hourly(200, 600000), 1200);
		assert.equal(hourly(200, 59000), null);
		assert.equal(hourly(0, 600000), null);
		assert.deepEqual([0, 1, 60000, 60001, 300001].map(leaseStage), ['over', 'last', 'last', 'soon', 'plenty']);
	});

	it('waits longer each time, as long as the server wishes, and never for ever', () => {
		const middle = () => 0.5;
		assert.deepEqual(
			[0, 1, 2, 9].map((n) => delayAfter(n, null, middle)),
			[1000, 2000, 4000, 30000],
		);
		assert.equal(delayAfter(3, 2000, middle), 2000);
	});
});

describe('the address', () => {
	const read = (search, pathname = '/hit/demo') => readAddress({ pathname, search });

	it('tells the platform from the parameters and passes all of them on', () => {
		const turk = read('?assignmentId=A%201&hitId=H&workerId=W&turkSubmitTo=https%3A%2F%2Fwww.mturk.com&extra=1');
		assert.equal(turk.platform, 'mturk');
		assert.deepEqual(turk.params, {
			assignmentId: 'A 1',
			hitId: 'H',
			workerId: 'W',
			turkSubmitTo: 'https://www.mturk.com',
			extra: '1',
		});
		assert.equal(read('?PROLIFIC_PID=p&STUDY_ID=s&SESSION_ID=x').platform, 'prolific');
		assert.deepEqual(
			['', '?task=validate', '?task=generate', '?task=dance'].map((search) => read(search).task),
			['generate', 'validate', 'generate', 'generate'],
		);
		assert.equal(read('?worker=ann').platform, 'direct');
		assert.equal(read('?invite=i1.x').nameless, false);
		assert.equal(read('').nameless, true);
		assert.equal(read('?worker=').nameless, true);
		assert.equal(read('?worker=a', '/hit/d%C3%A9mo/x').project, 'démo');
		assert.equal(read('?worker=a', '/hit/%zz').project, '%zz');
	});

	it('makes ids also where the browser has no randomUUID', () => {
		const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
		const old = { getRandomValues: (bytes) => webcrypto.getRandomValues(bytes) };
		for (const crypto of [webcrypto, old, {}]) assert.match(newId(crypto), uuid);
		assert.notEqual(newId({}), newId({}));
	});
});

describe('the memory', () => {
	const refusing = {
		get localStorage() {
			throw new Error('refused');
		},
	};
	const historyOf = () => ({
		state: null,
		replaceState(state) {
			this.state = structuredClone(state);
		},
	});

	it('falls back from storage to the history entry to plain memory', () => {
		const history = historyOf();
		const first = createMemory(openBox({ __proto__: refusing, history }));
		first.save('demo', '7', { question: 'Who?' });
		const reloaded = createMemory(openBox({ __proto__: refusing, history }));
		assert.equal(reloaded.load('demo', '7').question, 'Who?');
		reloaded.clear('demo', '7');
		assert.equal(first.load('demo', '7'), null);
		const last = createMemory(
			openBox({
				__proto__: refusing,
				history: {
					replaceState() {
						throw new Error('no');
					},
				},
			}),
		);
		last.save('demo', '7', { question: 'Still?' });
		assert.equal(last.load('demo', '7').question, 'Still?');
	});

	it('never throws when a full or broken store does', () => {
		const broken = {
			get() {
				return '{';
			},
			set() {
				throw new Error('full');
			},
			remove() {
				throw new Error('no');
			},
			keys: () => ['beat:draft:x'],
		};
		const memory = createMemory(broken);
		assert.equal(memory.load('a', '1'), null);
		memory.save('a', '1', {});
		memory.clear('a', '1');
		memory.sweep();
	});

	it('sweeps out drafts that nobody came back for', () => {
		const history = historyOf();
		let now = 0;
		const memory = createMemory(openBox({ __proto__: refusing, history }), () => now);
		memory.save('a', '1', { question: 'old' });
		now = 15 * 24 * 3600 * 1000;
		memory.save('a', '2', { question: 'new' });
		memory.sweep();
		assert.equal(memory.load('a', '1'), null);
		assert.equal(memory.load('a', '2').question, 'new');
	});
});
