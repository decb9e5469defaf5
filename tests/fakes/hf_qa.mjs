// Hugging Face's task question-answering: POST / of an inference endpoint, /models/ID of the shared service.
import { bearer, object, placed, text } from './parts.mjs';

const integer = { type: 'integer' };
const yes = { type: 'boolean' };
const one = (json, answer, score = 0.87) => ({ answer, score, ...placed(json.inputs.context, answer) });

export default {
	name: 'hf-qa',
	paths: [/^\/$/, /^\/models\/[^/]+(\/[^/]+)?$/],
	pages: { '/health': { status: 'ok' } },
	key: bearer,
	schema: object(
		{
			inputs: object({ question: text, context: text }),
			parameters: object({ top_k: { type: 'integer', minimum: 1 }, doc_stride: integer, max_answer_len: integer, max_seq_len: integer, max_question_len: integer, handle_impossible_answer: yes, align_to_words: yes }, []),
		},
		['inputs'],
	),
	lacks: { parameters: { has: (json) => 'parameters' in json, message: "__call__() got an unexpected keyword argument 'top_k'" } },
	passage: (json) => json.inputs.context,
	reply: one,
	error: (status, message) => ({ error: message, ...(status === 503 ? { estimated_time: 20 } : {}) }),
	shapes: {
		none: () => ({ answer: '', score: 0.4, start: 0, end: 0 }),
		list: (json, { text: said }) => [one(json, said), one(json, 'The', 0.1)],
		lists: (json, { text: said }) => [[one(json, said)]],
		units: (json, { text: said }) => ({ ...one(json, said), start: json.inputs.context.indexOf(said), end: json.inputs.context.indexOf(said) + said.length }),
		empty: () => [],
		wrong: () => ({ answer: 7, score: 'high', start: '0', end: null }),
		nan: (json, { text: said }) => JSON.stringify(one(json, said)).replace('0.87', 'NaN'),
		broken: () => ({ error: ['Error in `inputs`: field required'] }),
	},
};
