// Our own protocol: POST /predict, described in model_adapter/openapi.yaml.
import { bearer, object, placed, text } from './parts.mjs';

const whole = ({ passage }, answer) => ({ answer, ...placed(passage, answer), score: 0.5, model: 'fake', version: '1', weights: '0'.repeat(64) });

export default {
	name: 'beat',
	paths: [/^\/predict$/],
	pages: { '/healthz': { status: 'ok' } },
	key: bearer,
	schema: object({ passage: text, question: text }),
	wrongStatus: 422,
	passage: (json) => json.passage,
	reply: whole,
	errorType: 'application/problem+json',
	error: (status, detail) => ({ type: 'about:blank', title: detail, status, detail }),
	shapes: {
		none: () => ({ answer: '' }),
		plain: (_json, { text: said }) => ({ answer: said }),
		empty: () => ({}),
		wrong: () => ({ answer: 7 }),
		span: (json, { text: said }) => ({ ...whole(json, said), start: 1, end: 2 }),
		nan: (json, { text: said }) => JSON.stringify(whole(json, said)).replace('0.5', 'NaN'),
		broken: () => ({ error: 'the reader is gone' }),
	},
};
