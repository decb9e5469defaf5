// Chat completions: POST /v1/chat/completions.
import { anything, bearer, events, object, passageOf, text, worded } from './parts.mjs';

const MODEL = 'gpt-test';
const FIELDS = ['audio', 'frequency_penalty', 'logit_bias', 'logprobs', 'metadata', 'modalities', 'n', 'parallel_tool_calls', 'prediction', 'presence_penalty', 'prompt_cache_key', 'reasoning_effort', 'safety_identifier', 'service_tier', 'stop', 'store', 'stream_options', 'tool_choice', 'tools', 'top_logprobs', 'top_p', 'user', 'verbosity'];

const message = {
	type: 'object',
	properties: { role: { enum: ['developer', 'system', 'user', 'assistant', 'tool'] }, content: { anyOf: [text, { type: 'array', items: object({ type: { const: 'text' }, text }) }] }, name: text },
	required: ['role', 'content'],
	additionalProperties: false,
};

// Strict structured output wants every property required and no others.
const strictSchema = { type: 'object', properties: { type: { const: 'object' }, properties: { type: 'object' }, required: { type: 'array' }, additionalProperties: { const: false } }, required: ['type', 'properties', 'required', 'additionalProperties'] };
const responseFormat = {
	anyOf: [
		object({ type: { enum: ['text', 'json_object'] } }),
		object({ type: { const: 'json_schema' }, json_schema: object({ name: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' }, strict: { type: 'boolean' }, description: text, schema: strictSchema }, ['name']) }),
	],
};

const asked = (json) => json.response_format?.type === 'json_schema';

function completion(json, content, { finish = 'stop', ...extra } = {}) {
	return {
		id: 'chatcmpl-1',
		object: 'chat.completion',
		created: 1700000000,
		model: json.model,
		system_fingerprint: 'fp_1',
		choices: [{ index: 0, message: { role: 'assistant', content, refusal: null, ...extra }, logprobs: null, finish_reason: finish }],
		usage: { prompt_tokens: 57, completion_tokens: 9, total_tokens: 66 },
	};
}

function streamed(json, content) {
	const chunk = (delta, finish = null) => ['', { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1700000000, model: json.model, choices: [{ index: 0, delta, finish_reason: finish }] }];
	const half = content.length >> 1;
	return events([chunk({ role: 'assistant', content: '' }), chunk({ content: content.slice(0, half) }), chunk({ content: content.slice(half) }), chunk({}, 'stop'), ['', '[DONE]']]);
}

const whole = (json, answer) => completion(json, worded(asked(json), answer));

export default {
	name: 'openai',
	given: '/v1',
	model: MODEL,
	paths: [/^\/v1\/chat\/completions$/],
	pages: { '/v1/models': { object: 'list', data: [{ id: MODEL, object: 'model', created: 1700000000, owned_by: 'test' }] } },
	chat: true,
	key: bearer,
	schema: object(
		{
			model: text,
			messages: { type: 'array', minItems: 1, items: message },
			temperature: { type: 'number', minimum: 0, maximum: 2 },
			max_tokens: { type: 'integer', minimum: 1 },
			max_completion_tokens: { type: 'integer', minimum: 1 },
			seed: { type: 'integer' },
			stream: { type: 'boolean' },
			response_format: responseFormat,
			...Object.fromEntries(FIELDS.map((name) => [name, anything])),
		},
		['model', 'messages'],
	),
	wrong: ({ where, unknown, message: said }) => (unknown ? `Unrecognized request argument supplied: ${where}` : `Invalid '${where}': ${said}`),
	check: ({ model }) => (model === MODEL ? null : { status: 404, message: `The model \`${model}\` does not exist or you do not have access to it.` }),
	lacks: {
		schema: { has: asked, message: "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model." },
		max_tokens: { has: (json) => 'max_tokens' in json, message: "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead." },
		temperature: { has: (json) => 'temperature' in json, message: "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported." },
		seed: { has: (json) => 'seed' in json, message: 'Unrecognized request argument supplied: seed' },
		system: { has: (json) => json.messages.some((m) => m.role === 'system'), message: 'System role not supported' },
		vague: { has: asked, message: 'Bad request.' },
	},
	passage: (json) => passageOf(json.messages),
	reply: (json, answer) => (json.stream ? streamed(json, worded(asked(json), answer)) : whole(json, answer)),
	error: (status, said) => ({ error: { message: said, type: status === 401 ? 'invalid_request_error' : status === 429 ? 'requests' : 'invalid_request_error', param: null, code: status === 401 ? 'invalid_api_key' : status === 429 ? 'rate_limit_exceeded' : null } }),
	shapes: {
		none: (json) => whole(json, ''),
		plain: (json, { text: said }) => completion(json, said),
		cut: (json) => completion(json, '{"answer":"19', { finish: 'length' }),
		refusal: (json) => completion(json, null, { refusal: 'I cannot help with that.' }),
		filter: (json) => completion(json, '', { finish: 'content_filter' }),
		empty: (json) => ({ ...completion(json, ''), choices: [] }),
		wrong: (json) => completion(json, { answer: 7 }),
		stream: (json, { text: said }) => streamed(json, worded(asked(json), said)),
		elsewhere: (json) => whole(json, 'an answer in quite other words'),
	},
};
