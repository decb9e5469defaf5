// Marks in a passage: pure functions, no DOM. Answers of the API count code points; everything here counts UTF-16 units.
import { fromAnswer } from '../../shared/points.js';

// [{key, answer, …}] as [{key, start, end, …}]; answers that lie nowhere in the text are left out.
export function placed(text, marks) {
	return marks.flatMap(({ answer, ...mark }) => {
		const span = fromAnswer(text, answer);
		return span ? [{ ...mark, ...span }] : [];
	});
}

// Spans that overlap get different lanes, lowest first, so that a line under each of them can be told apart.
export function inLanes(spans) {
	const ends = [];
	return [...spans]
		.sort((a, b) => a.start - b.start || b.end - a.end)
		.map((span) => {
			let lane = ends.findIndex((end) => end <= span.start);
			if (lane < 0) lane = ends.length;
			ends[lane] = span.end;
			return { ...span, lane };
		});
}

// The text cut wherever a span begins or ends: [{start, end, text, spans: [those over it], begins: [those that begin]}].
export function cut(text, spans) {
	const cuts = new Set([0, text.length]);
	for (const { start, end } of spans) cuts.add(start).add(end);
	const at = [...cuts].sort((a, b) => a - b);
	return at.slice(1).map((end, i) => {
		const start = at[i];
		const over = spans.filter((s) => s.start <= start && s.end >= end);
		return { start, end, text: text.slice(start, end), spans: over, begins: over.filter((s) => s.start === start) };
	});
}
