// Calls of the dashboard's API. Paths are relative to /api/v1/admin; every failure, also of the network, is an
// ApiError with a sentence for people. When the session has ended, whoever listens (the shell) is told, and shows the
// sign-in form over the same address, so that the page comes back where it was.

const BASE = '/api/v1/admin';
const DEADLINE_MS = 30000;

export class ApiError extends Error {
	constructor({ status = 0, slug = 'network', title = '', detail = '', retryAfter = null }) {
		super(detail || title || slug);
		Object.assign(this, { status, slug, title, detail: detail || title || slug, retryAfter });
	}
}

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

async function errorOf(response) {
	let body = {};
	try {
		body = await response.json();
	} catch {
		// a proxy's page: the status has to do
	}
	const slug = String(body.type ?? '').replace(/^urn:beat:/, '') || `http-${response.status}`;
	const seconds = Number(response.headers.get('retry-after'));
	return new ApiError({
		slug,
		status: response.status,
		title: body.title,
		detail: body.detail || gist[response.status] || `The server answered with status ${response.status}.`,
		retryAfter: seconds > 0 ? seconds : null,
	});
}

function address(path, params = {}) {
	const query = new URLSearchParams(
		Object.entries(params).filter(([, value]) => value !== undefined && value !== null && value !== ''),
	).toString();
	return `${BASE}${path.startsWith('/') ? '' : '/'}${path}${query && `?${query}`}`;
}

async function send(method, url, body, keepalive = false) {
	const stop = new AbortController();
	const timer = setTimeout(() => stop.abort(), DEADLINE_MS);
	const headers = { accept: 'application/json' };
	if (method === 'POST') Object.assign(headers, { 'content-type': 'application/json', 'x-csrf-token': csrf });
	try {
		const response = await fetch(url, {
			method,
			headers,
			body: method === 'POST' ? JSON.stringify(body ?? {}) : undefined,
			credentials: 'same-origin',
			cache: 'no-store',
			keepalive,
			signal: stop.signal,
		});
		if (!response.ok) throw await errorOf(response);
		return response.status === 204 ? null : await response.json();
	} catch (error) {
		if (error instanceof ApiError) throw error;
		const late = stop.signal.aborted;
		throw new ApiError({
			slug: late ? 'timeout' : 'network',
			detail: late ? 'The server took too long to answer.' : 'The server cannot be reached.',
		});
	} finally {
		clearTimeout(timer);
	}
}

async function call(method, path, params, body, keepalive) {
	try {
		return await send(method, address(path, params), body, keepalive);
	} catch (error) {
		if (error.status === 401 && !/^\/?(login|me)$/.test(path)) onLost();
		throw error;
	}
}

export const get = (path, params) => call('GET', path, params);

// Signing in again in another tab changes the token against forged requests: fetched anew, once. keepalive: it is sent
// even when the page is just going away.
export async function post(path, body, { keepalive = false } = {}) {
	try {
		return await call('POST', path, {}, body, keepalive);
	} catch (error) {
		if (error.status !== 403 || error.slug !== 'wrong-page') throw error;
		remember(await get('/me'));
		return call('POST', path, {}, body);
	}
}

// A path of an API or page with its parts escaped: path`/projects/${name}/workers`
export const path = (texts, ...parts) =>
	texts.reduce((all, text, i) => `${all}${encodeURIComponent(String(parts[i - 1]))}${text}`);
