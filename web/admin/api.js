// Calls of the dashboard's API. Paths are relative to /api/v1/admin; every failure is a Problem with a sentence for
// people. When the session has ended, whoever listens (the shell) is told, and shows the sign-in form over the same
// address, so that the page comes back where it was.
import { request } from '../shared/problem.js';

const BASE = '/api/v1/admin';
const DEADLINE_MS = 30000;

let csrf = '';
let onLost = () => {};

export function watchSession(lost) {
	onLost = lost;
}

// Asks whether the session still lives; if not, the shell is told.
export async function checkSession() {
	try {
		await send('GET', address('/me'));
	} catch (error) {
		if (error.status === 401) onLost();
	}
}

const entered = new Set();

// Calls fn whenever somebody has signed in (again), until the function it returns is called.
export function whenEntered(fn) {
	entered.add(fn);
	return () => entered.delete(fn);
}

export function tellEntered() {
	for (const fn of [...entered]) fn();
}

export function remember(me) {
	csrf = me?.csrf ?? '';
	return me;
}

const gist = {
	404: 'This does not exist.',
	403: 'You may not do this.',
	503: 'The server is busy. Try again in a moment.',
};

const sentence = (status) => gist[status] ?? `The server answered with status ${status}.`;

// '/reviews/{id}' with its values put in; those that it does not name are the query.
function address(path, params = {}) {
	/** @type {Record<string, unknown>} */
	const rest = { ...params };
	const place = path.replace(/\{(\w+)\}/g, (_, name) => {
		const value = String(rest[name]);
		delete rest[name];
		return encodeURIComponent(value);
	});
	const given = Object.entries(rest).filter(([, value]) => value !== undefined && value !== null && value !== '');
	const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
	return `${BASE}${place}${query && `?${query}`}`;
}

function send(method, url, body, keepalive = false) {
	const posted = method === 'POST' && {
		headers: { accept: 'application/json', 'content-type': 'application/json', 'x-csrf-token': csrf },
		body: JSON.stringify(body ?? {}),
	};
	/** @type {RequestInit} */
	const init = { method, headers: { accept: 'application/json' }, credentials: 'same-origin', keepalive, ...posted };
	return request(url, init, { deadline: DEADLINE_MS, gist: sentence });
}

async function call(method, path, params, body, keepalive) {
	try {
		return await send(method, address(path, params), body, keepalive);
	} catch (error) {
		if (error.status === 401 && !['/login', '/me'].includes(path)) onLost();
		throw error;
	}
}

/** get('/projects/{project}/workers', { project, q }): the path as the API's description has it, so that what is sent
 * and what comes back are checked.
 * @template {import('./api_types').PathOf<'get'>} P
 * @param {P} path
 * @param {import('./api_types').Params<'get', P>} [params]
 * @returns {Promise<import('./api_types').Answer<'get', P>>} */
export const get = (path, params) => call('GET', path, params);

/** post('/reviews/{id}/finish', { judgements }, { at: { id } }). Signing in again in another tab changes the token
 * against forged requests: fetched anew, once. keepalive: it is sent even when the page is just going away.
 * @template {import('./api_types').PathOf<'post'>} P
 * @param {P} path
 * @param {import('./api_types').Body<P>} [body]
 * @param {{ at?: import('./api_types').Params<'post', P>, keepalive?: boolean }} [options]
 * @returns {Promise<import('./api_types').Answer<'post', P>>} */
export async function post(path, body, { at, keepalive = false } = {}) {
	try {
		return await call('POST', path, at, body, keepalive);
	} catch (error) {
		if (error.status !== 403 || error.slug !== 'wrong-page') throw error;
		remember(await get('/me'));
		return call('POST', path, at, body);
	}
}

// The address of a page with its parts escaped: path`/admin/p/${name}/workers`
export const path = (texts, ...parts) =>
	texts.reduce((all, text, i) => `${all}${encodeURIComponent(String(parts[i - 1]))}${text}`);
