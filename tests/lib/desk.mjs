// The dashboard's API as a test uses it: an account made with beatctl, signed in, its cookie and token kept.
//
//   const ada = await signIn(stack, { name: 'ada', role: 'admin' });
//   const { items } = await ada.read('/projects/demo/workers', { sort: 'kept' });   // 200, or an error
//   const answer = await ada.post('/workers/17/block', { reason: 'spam' });         // any status
//
// Paths are below /api/v1/admin. Every answer is checked against web/openapi (check: false turns that off).
import assert from 'node:assert/strict';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { requestFor } from './http.mjs';
import { checkAnswer } from './openapi.mjs';

export const ADMIN = '/api/v1/admin';
export const PASSWORD = 'correct horse battery staple';

// The address of a path with its query; values that are undefined or null are left out.
export function address(path, params = {}) {
	const query = new URLSearchParams();
	for (const [name, value] of Object.entries(params)) if (value !== undefined && value !== null) query.append(name, value);
	return `${ADMIN}${path}${query.size ? `?${query}` : ''}`;
}

export class Desk {
	constructor(stack, { check = true } = {}) {
		this.stack = stack;
		this.check = check;
		this.cookie = null;
		this.csrf = null;
		this.token = null; // an API token instead of a session
		this.seen = new Set(); // "GET /api/v1/admin/… 200", for coverage
	}

	headers() {
		return {
			...(this.cookie && { cookie: this.cookie }),
			...(this.csrf && { 'x-csrf-token': this.csrf }),
			...(this.token && { authorization: `Bearer ${this.token}` }),
		};
	}

	// Any request; path as it stands in the address.
	async call(method, path, { headers = {}, ...options } = {}) {
		const answer = await this.stack.call(method, path, { ...options, headers: { ...this.headers(), ...headers } });
		if (this.check) this.seen.add(checkAnswer(method, path, answer));
		for (const line of answer.headers['set-cookie'] ?? []) this.keepCookie(line);
		return answer;
	}

	keepCookie(line) {
		const [pair] = line.split(';');
		this.cookie = /max-age=0\b|expires=thu, 01 jan 1970/i.test(line) || pair.endsWith('=') ? null : pair;
	}

	get(path, params) {
		return this.call('GET', address(path, params));
	}

	post(path, body = {}) {
		return this.call('POST', address(path), { body });
	}

	// The same, when only success will do: gives the body.
	async read(path, params) {
		return good('GET', path, await this.get(path, params));
	}

	async write(path, body) {
		return good('POST', path, await this.post(path, body));
	}

	async signIn(name, password = PASSWORD, more = {}) {
		const answer = await this.post('/login', { name, password, ...more });
		if (answer.status !== 200) return answer;
		this.name = name;
		this.me = await this.read('/me');
		this.csrf = this.me.csrf;
		return answer;
	}

	// Server-sent events: {events, comments, closed, close()}; events are {event, data}.
	follow(params) {
		return follow(this.stack.url + address('/stream', params), this.headers(), { ca: this.stack.options.tls?.ca });
	}
}

function good(method, path, answer) {
	assert.equal(answer.status, 200, `${method} ${path}: ${answer.status} ${answer.text}`);
	return answer.body;
}

// Makes an account; as it would be done in a shell.
export async function addUser(stack, name, role = 'admin', password = PASSWORD) {
	const made = await stack.beatctl(['user', 'add', name, '--role', role, '--password-stdin'], { input: `${password}\n` });
	assert.equal(made.code, 0, made.stderr);
}

// An account of that name, made if need be, and signed in.
export async function signIn(stack, { name = 'ada', role = 'admin', password = PASSWORD, check = true } = {}) {
	if (!(await stack.value(`select exists (select from account where name = ${stack.lit(name)})`))) await addUser(stack, name, role, password);
	const desk = new Desk(stack, { check });
	const answer = await desk.signIn(name, password);
	assert.equal(answer.status, 200, answer.text);
	return desk;
}

export const sha256 = (text) => createHash('sha256').update(text).digest('hex');
export const newToken = () => randomBytes(32).toString('base64url');
// The headers of a session whose token is known.
export const byCookie = (token) => ({ cookie: `beat=${token}`, 'x-csrf-token': createHmac('sha256', token).update('beat csrf 1').digest('base64url') });

// Resolves when the stream has begun, with what came so far; it goes on filling.
export function follow(url, headers, tls = {}) {
	return new Promise((resolve, reject) => {
		const req = requestFor(url)(url, { headers, agent: false, ...tls }, (res) => {
			const stream = { status: res.statusCode, headers: res.headers, events: [], comments: [], retry: null, closed: false };
			let rest = '';
			stream.close = () => req.destroy();
			stream.pause = () => res.pause();
			stream.ended = new Promise((done) => {
				res.on('close', () => {
					stream.closed = true;
					done();
				});
			});
			res.on('error', () => {});
			res.setEncoding('utf8').on('data', (text) => {
				const blocks = (rest + text).split('\n\n');
				rest = blocks.pop();
				for (const block of blocks) take(stream, block);
			});
			resolve(stream);
		});
		req.on('error', reject);
		req.end();
	});
}

function take(stream, block) {
	const fields = {};
	for (const line of block.split('\n')) {
		if (line.startsWith(':')) stream.comments.push(line);
		else fields[line.slice(0, line.indexOf(':'))] = line.slice(line.indexOf(':') + 2);
	}
	if (fields.retry) stream.retry = Number(fields.retry);
	if (fields.data) stream.events.push({ event: fields.event, data: JSON.parse(fields.data), at: Date.now() });
}
