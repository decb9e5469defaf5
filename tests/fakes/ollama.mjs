// Ollama's own chat: POST /api/chat, which streams unless it is told not to.
import { anything, bearer, object, passageOf, text, worded } from './parts.mjs';

const MODEL = 'llama-test';
const asked = (json) => typeof json.format === 'object' || json.format === 'json';

const part = (json, content, rest) => ({ model: json.model, created_at: '2026-01-01T00:00:00.000Z', message: { role: 'assistant', content }, ...rest });
const whole = (json, content, reason = 'stop') => part(json, content, { done: true, done_reason: reason, total_duration: 5000000, load_duration: 1000000, prompt_eval_count: 44, prompt_eval_duration: 2000000, eval_count: 7, eval_duration: 2000000 });

function streamed(json, content) {
	const half = content.length >> 1;
	const lines = [part(json, content.slice(0, half), { done: false }), part(json, content.slice(half), { done: false }), whole(json, '')];
	return { mime: 'application/x-ndjson', body: lines.map((line) => `${JSON.stringify(line)}\n`).join('') };
}

const number = { type: 'number' };
const answered = (json, answer) => worded(asked(json), answer);

export default {
	name: 'ollama',
	model: MODEL,
	paths: [/^\/api\/chat$/],
	pages: { '/api/version': { version: '0.12.0' }, '/api/tags': { models: [{ name: MODEL, model: MODEL, size: 1 }] }, '/': 'Ollama is running' },
	chat: true,
	key: bearer,
	schema: object(
		{
			model: text,
			messages: { type: 'array', items: object({ role: { enum: ['system', 'user', 'assistant', 'tool'] }, content: text, thinking: text, images: anything, tool_calls: anything, tool_name: text }, ['role', 'content']) },
			stream: { type: 'boolean' },
			format: { anyOf: [{ enum: ['', 'json'] }, { type: 'object', required: ['type'] }] },
			options: object({ temperature: number, seed: { type: 'integer' }, num_predict: { type: 'integer' }, num_ctx: { type: 'integer' }, top_k: number, top_p: number, min_p: number, stop: anything }, []),
			keep_alive: anything,
			think: anything,
			tools: anything,
			logprobs: anything,
			top_logprobs: anything,
		},
		['model'],
	),
	wrong: ({ unknown, where, message }) => (unknown ? `json: unknown field "${where}"` : message),
	check: ({ model }) => (model === MODEL ? null : { status: 404, message: `model "${model}" not found, try pulling it first` }),
	lacks: {
		schema: { has: (json) => typeof json.format === 'object', message: 'invalid JSON schema in format' },
		seed: { has: (json) => 'seed' in (json.options ?? {}), message: 'invalid option provided: seed' },
		temperature: { has: (json) => 'temperature' in (json.options ?? {}), message: 'invalid option provided: temperature' },
		vague: { has: asked, message: 'Bad request.' },
	},
	passage: (json) => passageOf(json.messages),
	reply: (json, answer) => (json.stream === false ? whole(json, answered(json, answer)) : streamed(json, answered(json, answer))),
	error: (_status, message) => ({ error: message }),
	shapes: {
		none: (json) => whole(json, answered(json, '')),
		plain: (json, { text: said }) => whole(json, said),
		cut: (json) => whole(json, '{"answer":"19', 'length'),
		empty: (json) => whole(json, ''),
		wrong: (json) => ({ ...whole(json, ''), message: 'words' }),
		stream: (json, { text: said }) => streamed(json, answered(json, said)),
		broken: () => ({ error: 'an error was encountered while running the model' }),
		elsewhere: (json) => whole(json, answered(json, 'an answer in quite other words')),
	},
};
