// Spans of a passage: pure functions, no DOM.
//
// Inside the page a span is {start, end} in UTF-16 units, because that is what the DOM counts. What the server
// gets and gives is in Unicode code points; shared/points.js has the doors between them.
// Every span made here starts and ends on a grapheme boundary, so an emoji or an accent is never cut, and
// neither begins nor ends with white space.

// White space as the server trims it (that of Python's str.strip), which is not JavaScript's \s.
const SPACE = '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const IS_SPACE = new RegExp(`^[${SPACE}]+$`, 'u');
const CHUNK = new RegExp(`[^${SPACE}]+`, 'gu');

// Within a chunk between spaces: what separates words, and what is only wrapped around them.
const JOINT = /[—–―/…]+|\.{2,}/gu;
const LEAD = /^(?:[\p{Ps}\p{Pi}\p{Pf}"'`´,;:!?¿¡*_]|[-.‐‑](?!\p{N}))+/u;
const TRAIL = /[\p{Pe}\p{Pi}\p{Pf}"'`´,.;:!?*_\-‐‑]+$/u;
const INITIALS = /^(?:\p{L}\.){2,}/u;
const UNSPACED = new RegExp(
	`[${['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar'].map((s) => `\\p{Script=${s}}`).join('')}]`,
	'u',
);

// Letters, digits, punctuation and spaces that never join with one another; and runs of all else with a plain
// neighbour on either side, which they may join with.
const PLAIN = '\\n\\x20-\\x7e\\xa1-\\xac\\xae-\\u02ff\\u0391-\\u03ff\\u0410-\\u044f\\u2010-\\u2027';
const NOT_PLAIN = new RegExp(`[${PLAIN}]?[^${PLAIN}]+(?:[${PLAIN}][^${PLAIN}]+)*[${PLAIN}]?`, 'g');

// For browsers without Intl.Segmenter: not the whole of Unicode's rules, but the usual emoji and marks.
const EMOJI_TAIL = '(?:\\p{EMod}|\\uFE0F\\u20E3?|[\\u{E0020}-\\u{E007E}]+\\u{E007F})?';
const EMOJI = `\\p{Emoji}${EMOJI_TAIL}(?:\\u200D\\p{Emoji}${EMOJI_TAIL})*`;
const CLUSTER = new RegExp(`\\r\\n|(?:\\p{RI}\\p{RI}|${EMOJI}|[^])[\\p{M}\\u200D\\uFE0F]*`, 'gu');

const segmenter = (granularity) =>
	typeof Intl !== 'undefined' && Intl.Segmenter ? new Intl.Segmenter(undefined, { granularity }) : null;

function* clusterStarts(text, segment) {
	if (segment) for (const { index } of segment.segment(text)) yield index;
	else for (const { index } of text.matchAll(CLUSTER)) yield index;
}

// The starts of all graphemes, and the text's length: the places where a span may begin or end. Plain letters are
// graphemes by themselves, so the slow rules are asked only about the rest.
export function graphemeEdges(text, segment = segmenter('grapheme')) {
	const edges = [];
	let done = 0;
	const plainUpTo = (unit) => {
		while (done < unit) edges.push(done++);
	};
	for (const { 0: piece, index } of text.matchAll(NOT_PLAIN)) {
		plainUpTo(index);
		for (const at of clusterStarts(piece, segment)) edges.push(index + at);
		done = index + piece.length;
	}
	plainUpTo(text.length);
	edges.push(text.length);
	return edges;
}

// Index of the last edge at or before the unit.
function edgeBefore(edges, unit) {
	let low = 0;
	let high = edges.length - 1;
	while (low < high) {
		const mid = (low + high + 1) >> 1;
		if (edges[mid] <= unit) low = mid;
		else high = mid - 1;
	}
	return low;
}

const floor = (edges, unit) => edges[edgeBefore(edges, unit)];
const ceil = (edges, unit) => {
	const i = edgeBefore(edges, unit);
	return edges[i] === unit ? unit : edges[i + 1];
};

function isBalanced(piece) {
	const count = (c) => piece.split(c).length - 1;
	return count('(') <= count(')') && count('[') <= count(']');
}

// The word inside a piece: without the quotes, brackets and full stops around it. null if nothing is left.
function core(piece) {
	const lead = piece.match(LEAD)?.[0].length ?? 0;
	const rest = piece.slice(lead);
	let end = rest.length - (rest.match(TRAIL)?.[0].length ?? 0);
	end = Math.max(end, rest.match(INITIALS)?.[0].length ?? 0);
	while (end > 0 && end < rest.length && /[)\]]/.test(rest[end]) && !isBalanced(rest.slice(0, end))) end++;
	return end > 0 ? { start: lead, end: lead + end } : null;
}

function* pieces(text) {
	for (const { 0: chunk, index } of text.matchAll(CHUNK)) {
		let from = 0;
		for (const joint of chunk.matchAll(JOINT)) {
			if (joint.index > from) yield { start: index + from, end: index + joint.index };
			from = joint.index + joint[0].length;
		}
		if (from < chunk.length) yield { start: index + from, end: index + chunk.length };
	}
}

// Words as a person picking an answer sees them: "(U.S.)," gives U.S. and "post-war" stays whole; scripts
// written without spaces are cut by the browser's dictionary.
function findWords(text, edges, segment = segmenter('word')) {
	const words = [];
	const add = (start, end) => {
		const word = { start: floor(edges, start), end: ceil(edges, end) };
		if (!words.length || words[words.length - 1].end <= word.start) words.push(word);
	};
	for (const piece of pieces(text)) {
		const slice = text.slice(piece.start, piece.end);
		const word = core(slice);
		if (!word) continue;
		if (segment && UNSPACED.test(slice)) {
			for (const s of segment.segment(slice.slice(word.start, word.end)))
				if (s.isWordLike)
					add(piece.start + word.start + s.index, piece.start + word.start + s.index + s.segment.length);
		} else {
			add(piece.start + word.start, piece.start + word.end);
		}
	}
	return words;
}

// All that the functions below need to know about a passage; made once.
export function readText(text) {
	const edges = graphemeEdges(text);
	return { text, edges, words: findWords(text, edges) };
}

// The word at a unit, else the nearest one; -1 if there are no words.
export function wordAt({ words }, unit) {
	let low = 0;
	let high = words.length - 1;
	while (low < high) {
		const mid = (low + high) >> 1;
		if (words[mid].end <= unit) low = mid + 1;
		else high = mid;
	}
	const word = words[low];
	if (!word) return -1;
	const before = words[low - 1];
	return before && word.start > unit && unit - before.end < word.start - unit ? low - 1 : low;
}

// The span over two words and all between.
export function wordRange({ words }, a, b) {
	return { start: words[Math.min(a, b)].start, end: words[Math.max(a, b)].end };
}

// Grapheme boundaries, no white space at the ends; null if nothing is left.
export function trim({ text, edges }, span) {
	let first = edgeBefore(edges, Math.max(0, span.start));
	let last = edgeBefore(edges, ceil(edges, Math.min(span.end, text.length)));
	const blank = (i) => IS_SPACE.test(text.slice(edges[i], edges[i + 1]));
	while (first < last && blank(first)) first++;
	while (last > first && blank(last - 1)) last--;
	return first < last ? { start: edges[first], end: edges[last] } : null;
}

// Grown to the whole words it touches; punctuation at its ends is left out unless it touches no word at all.
export function snapToWords(passage, span) {
	const tight = trim(passage, span);
	if (!tight) return null;
	const touched = passage.words.filter((w) => w.start < tight.end && w.end > tight.start);
	return touched.length ? { start: touched[0].start, end: touched[touched.length - 1].end } : tight;
}

// One end moved by one grapheme (`by` is 1 or -1). White space is stepped over, since a span cannot end in it;
// at least one grapheme stays, and where there is no further place the span stays as it is.
export function moveEdge(passage, span, side, by) {
	const { edges } = passage;
	let i = edgeBefore(edges, span[side]);
	for (;;) {
		i += by;
		if (i < 0 || i >= edges.length) return span;
		const moved = { ...span, [side]: edges[i] };
		if (moved.start >= moved.end) return span;
		const tight = trim(passage, moved);
		if (tight && tight.start === moved.start && tight.end === moved.end) return moved;
	}
}
