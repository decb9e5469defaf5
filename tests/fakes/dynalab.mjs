// A model made for Dynabench: POST with a uid, which its reply names again.
import { bearer, object, text } from './parts.mjs';

const whole = ({ uid }, answer) => ({ id: uid, answer, signed: 'c0ffee', conf: 0.6 });

export default {
	name: 'dynalab',
	given: '/models/qa',
	paths: [/^\/models\/qa$/],
	key: bearer,
	schema: object({ uid: text, context: text, question: text }),
	passage: (json) => json.context,
	reply: whole,
	error: (_status, message) => ({ message }),
	shapes: {
		none: (json) => whole(json, ''),
		empty: (json) => ({ id: json.uid }),
		wrong: (json) => ({ ...whole(json, ''), answer: ['words'] }),
		nan: (json, { text: said }) => JSON.stringify(whole(json, said)).replace('0.6', 'NaN'),
	},
};
