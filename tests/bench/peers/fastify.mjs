// The worker API's attempt in fastify, pg and undici: two processes, connections that are kept, prepared statements, bodies
// checked and answers written by compiled schemas. What it is asked and what it answers is in peers.mjs.
import cluster from 'node:cluster';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const PROCESSES = 2;
const config = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const require = createRequire(config.modules);

// --- the rules

const PUNCTUATION = /[!-/:-@[-`{-~]/g;
const ARTICLES = /(?<![\p{L}\p{N}_])(?:an?|the)(?![\p{L}\p{N}_])/gu;
const words = (text) => text.toLowerCase().replace(PUNCTUATION, '').replace(ARTICLES, ' ').split(/\s+/u).filter(Boolean);

function score(human, model) {
	const gold = words(human);
	const left = new Map();
	for (const word of gold) left.set(word, (left.get(word) ?? 0) + 1);
	const predicted = words(model);
	let shared = 0;
	for (const word of predicted) {
		const n = left.get(word) ?? 0;
		if (n > 0) {
			left.set(word, n - 1);
			shared++;
		}
	}
	return { shared, model_tokens: predicted.length, human_tokens: gold.length, value: (2 * shared) / (predicted.length + gold.length) };
}

// Places are code points; in a text of ASCII those are JavaScript's own.
const ASCII = /^[\0-\x7f]*$/;
const slice = (text, start, end) => (ASCII.test(text) ? text.slice(start, end) : [...text].slice(start, end).join(''));
function find(text, part) {
	const at = text.indexOf(part);
	if (at < 0) return { start: null, end: null };
	const start = ASCII.test(text) ? at : [...text.slice(0, at)].length;
	return { start, end: start + [...part].length };
}

const KIND = 's1.';
const key = Buffer.from(config.key, 'hex');
// The assignment, the worker and the platform's reference of a token; null if it is not ours or has run out.
function readToken(header) {
	const token = header?.startsWith('Bearer ') ? header.slice(7) : '';
	const dot = token.lastIndexOf('.');
	if (!token.startsWith(KIND) || dot <= KIND.length) return null;
	const given = Buffer.from(token.slice(dot + 1), 'base64url');
	const right = createHmac('sha256', key).update(token.slice(0, dot)).digest();
	if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
	const payload = Buffer.from(token.slice(KIND.length, dot), 'base64url');
	if (Number(payload.readBigInt64BE(24)) <= Date.now() / 1000) return null;
	return { assignment: payload.readBigInt64BE(0).toString(), worker: payload.readBigInt64BE(8).toString(), ref: payload.toString('utf8', 33) };
}

// --- what is spoken

const text = { type: 'string' };
const place = { type: 'integer', minimum: 0, maximum: 2147483647 };
const perhaps = (type) => ({ type: [type, 'null'] });
const object = (properties, more = {}) => ({ type: 'object', properties, required: Object.keys(properties), ...more });
const span = object({ start: place, end: place, text }, { additionalProperties: false });
const body = {
	...object({ id: { type: 'string', pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' }, question: { type: 'string', pattern: '[\\p{L}\\p{N}]', maxLength: 1000 }, answer: span }),
	additionalProperties: false,
};
body.properties.sure = { type: 'boolean' };
const count = { type: 'integer' };
const answered = object({
	id: text,
	question: text,
	answer: span,
	verdict: text,
	model: object({ name: text, answer: perhaps('string'), start: perhaps('integer'), end: perhaps('integer'), score: perhaps('number') }),
	f1: object({ shared: count, model_tokens: count, human_tokens: count, value: { type: 'number' } }),
	fault: perhaps('string'),
	marks: { type: 'array', items: text },
	created_at: text,
	won: count,
	wanted: count,
});

function refuse(reply, status, title) {
	return reply.code(status).type('application/problem+json').send(JSON.stringify({ title, status }));
}

// --- one attempt

function serve() {
	const pg = require('pg');
	const { Pool } = require('undici');
	const db = new pg.Pool({ ...config.db, options: config.options, max: config.connections, min: config.connections, idleTimeoutMillis: 0 });
	const models = new Map(); // by origin
	const ask = (name, values) => db.query({ name, text: config[name], values: values.map((value) => [value]) });

	async function predict(url, passage, question) {
		const { origin, pathname } = new URL(url);
		if (!models.has(origin)) models.set(origin, new Pool(origin, { connections: 64 }));
		const answer = await models.get(origin).request({ method: 'POST', path: pathname, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ passage, question }) });
		if (answer.statusCode !== 200) throw new Error(`the model answered ${answer.statusCode}`);
		return answer.body.json();
	}

	async function attempt(request, reply) {
		const token = readToken(request.headers.authorization);
		if (!token) return refuse(reply, 401, 'Please open the task once more.');
		const { id, question, answer } = request.body;
		const asked = words(question).join(' ');
		const { rows: [b] } = await ask('begin', [id, token.assignment, token.worker, token.ref, asked]);
		if (b.status === 'stored') return reply.type('application/json').send(JSON.stringify(b.attempt));
		if (b.status !== 'ok') return refuse(reply, 409, b.status);
		if (answer.start >= answer.end || slice(b.text, answer.start, answer.end) !== answer.text || words(answer.text).length === 0)
			return refuse(reply, 422, "The answer's text is not what the passage says at that place.");
		const began = performance.now();
		const m = await predict(b.model_url, b.text, question);
		const ms = Math.round(performance.now() - began);
		const f1 = score(answer.text, m.answer);
		const verdict = 2000 * f1.shared > b.threshold_permille * (f1.model_tokens + f1.human_tokens) ? 'model' : 'human';
		const at = find(b.text, m.answer);
		const { rows: [r] } = await ask('record', [id, token.assignment, token.worker, question, answer.start, answer.end, answer.text, b.threshold_permille, b.model_id,
			m.model, m.version, m.weights, m.answer, at.start, at.end, m.score, f1.shared, f1.model_tokens, f1.human_tokens, verdict, null, ms, asked, null, '', b.model_protocol]);
		if (r.status === 'stored') return reply.type('application/json').send(JSON.stringify(r.attempt));
		if (r.status !== 'ok') return refuse(reply, 409, r.status);
		return { id, question, answer, verdict, model: { name: m.model, answer: m.answer, ...at, score: m.score }, f1, fault: null, marks: [], created_at: r.created_at, won: r.won, wanted: r.wanted };
	}

	const app = require('fastify')({ logger: false, ajv: { customOptions: { coerceTypes: false, removeAdditional: false } } });
	app.setErrorHandler((error, _request, reply) => refuse(reply, error.validation ? 422 : (error.statusCode ?? 500), error.message));
	app.post('/api/v1/attempts', { schema: { body, response: { 200: answered } } }, attempt);
	return app.listen({ host: '127.0.0.1', port: config.port });
}

if (cluster.isPrimary) {
	for (let i = 0; i < PROCESSES; i++) cluster.fork();
	process.once('SIGTERM', () => process.exit(0)); // the others go with the pipe that they share
} else {
	process.once('disconnect', () => process.exit(0));
	await serve();
}
