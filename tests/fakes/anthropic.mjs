// Messages: POST /v1/messages, in two versions. The later one takes the key as others do, and no temperature.
import { anything, bearer, events, object, passageOf, text, worded } from './parts.mjs';

const MODEL = 'claude-test';
const LATER = '2026-10-21';
const FIELDS = ['cache_control', 'container', 'inference_geo', 'metadata', 'service_tier', 'stop_sequences', 'thinking', 'tool_choice', 'tools', 'top_k', 'top_p'];
const TYPES = { 400: 'invalid_request_error', 401: 'authentication_error', 403: 'permission_error', 404: 'not_found_error', 408: 'timeout_error', 413: 'request_too_large', 422: 'invalid_request_error', 429: 'rate_limit_error', 500: 'api_error', 503: 'api_error', 529: 'overloaded_error' };

const block = object({ type: { const: 'text' }, text, cache_control: anything }, ['type', 'text']);
const content = { anyOf: [text, { type: 'array', items: block }] };
const asked = (json) => Boolean(json.output_config?.format);

const said = (json, written, reason = 'end_turn') => ({
	id: 'msg_1',
	type: 'message',
	role: 'assistant',
	model: json.model,
	content: written === null ? [] : [{ type: 'text', text: written }],
	stop_reason: reason,
	stop_sequence: null,
	usage: { input_tokens: 61, output_tokens: 8 },
});

function streamed(json, written) {
	const half = written.length >> 1;
	const piece = (part) => ['content_block_delta', { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: part } }];
	return events([
		['message_start', { type: 'message_start', message: { ...said(json, null, null), usage: { input_tokens: 61, output_tokens: 1 } } }],
		['content_block_start', { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }],
		['ping', { type: 'ping' }],
		piece(written.slice(0, half)),
		piece(written.slice(half)),
		['content_block_stop', { type: 'content_block_stop', index: 0 }],
		['message_delta', { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 8 } }],
		['message_stop', { type: 'message_stop' }],
	]);
}

const whole = (json, answer) => said(json, worded(asked(json), answer));

export default {
	name: 'anthropic',
	model: MODEL,
	paths: [/^\/v1\/messages$/],
	pages: { '/v1/models': { data: [{ type: 'model', id: MODEL, display_name: 'Test', created_at: '2026-01-01T00:00:00Z' }], has_more: false, first_id: MODEL, last_id: MODEL } },
	chat: true,
	key: (headers) => (headers['anthropic-version'] === LATER ? bearer(headers) : headers['x-api-key']),
	missing: (headers) => (['2023-06-01', LATER].includes(headers['anthropic-version']) ? null : 'anthropic-version: header is required'),
	schema: object(
		{
			model: text,
			max_tokens: { type: 'integer', minimum: 1 },
			system: content,
			messages: { type: 'array', minItems: 1, items: object({ role: { enum: ['user', 'assistant'] }, content }) },
			temperature: { type: 'number', minimum: 0, maximum: 1 },
			stream: { type: 'boolean' },
			output_config: object({ effort: anything, format: object({ type: { const: 'json_schema' }, schema: { type: 'object', required: ['type', 'additionalProperties'] } }) }, []),
			...Object.fromEntries(FIELDS.map((name) => [name, anything])),
		},
		['model', 'max_tokens', 'messages'],
	),
	wrong: ({ where, unknown, message }) => (unknown ? `${where}: Extra inputs are not permitted` : message),
	check(json, _path, headers) {
		if (headers['anthropic-version'] === LATER && 'temperature' in json) return { status: 400, message: 'temperature: Extra inputs are not permitted' };
		return json.model === MODEL ? null : { status: 404, message: `model: ${json.model}` };
	},
	lacks: {
		schema: { has: asked, message: 'output_config: Extra inputs are not permitted' },
		temperature: { has: (json) => 'temperature' in json, message: 'temperature: Extra inputs are not permitted' },
		vague: { has: asked, message: 'Bad request.' },
	},
	passage: (json) => passageOf(json.messages),
	reply: (json, answer) => (json.stream ? streamed(json, worded(asked(json), answer)) : whole(json, answer)),
	error: (status, message) => ({ type: 'error', error: { type: TYPES[status] ?? 'api_error', message }, request_id: 'req_1' }),
	shapes: {
		none: (json) => whole(json, ''),
		plain: (json, { text: written }) => said(json, written),
		cut: (json) => said(json, '{"answer":"19', 'max_tokens'),
		refusal: (json) => said(json, null, 'refusal'),
		empty: (json) => said(json, null),
		wrong: (json) => ({ ...said(json, ''), content: 'words' }),
		stream: (json, { text: written }) => streamed(json, worded(asked(json), written)),
		elsewhere: (json) => whole(json, 'an answer in quite other words'),
	},
};
