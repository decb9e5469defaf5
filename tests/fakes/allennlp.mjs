// `allennlp serve`: POST /predict, answered by a reading-comprehension predictor. Its errors are Flask's pages.
import { bearer, object, text } from './parts.mjs';

const tokensOf = (passage) => [...passage.matchAll(/\S+/gu)].map((m) => ({ text: m[0], from: [...passage.slice(0, m.index)].length }));

// The predictor says tokens, counted inclusively, and the text; no characters of the span.
function whole({ passage, question }, answer) {
	const tokens = tokensOf(passage);
	const first = Math.max(tokens.findIndex((t) => t.text.includes(answer.split(' ')[0])), 0);
	return {
		best_span: [first, first + answer.split(' ').length - 1],
		best_span_str: answer,
		passage_tokens: tokens.map((t) => t.text),
		question_tokens: question.split(' '),
		token_offsets: tokens.map((t) => [t.from, t.from + [...t.text].length]),
		span_start_probs: tokens.map(() => 0.01),
	};
}

export default {
	name: 'allennlp',
	paths: [/^\/predict$/],
	pages: { '/': '<!doctype html>\n<title>AllenNLP Demo</title>\n' },
	key: bearer,
	schema: object({ passage: text, question: text }),
	passage: (json) => json.passage,
	reply: whole,
	errorType: 'text/html; charset=utf-8',
	error: (status, message) => `<!doctype html>\n<html lang=en>\n<title>${status} ${message}</title>\n<h1>${message}</h1>\n`,
	shapes: {
		none: (json) => whole(json, ''),
		transformer: (json, { text: said }) => ({ best_span: [3, 3], best_span_str: said, best_span_scores: 4.2, context_tokens: tokensOf(json.passage).map((t) => t.text), id: '1' }),
		empty: () => ({}),
		wrong: () => ({ best_span_str: 7, best_span: 'first' }),
		nan: (json, { text: said }) => JSON.stringify(whole(json, said)).replaceAll('0.01', 'NaN'),
	},
};
