// HTTP as the tests need it: one connection a call (a killed server leaves no stale
// keep-alive socket behind), any header, any bytes, and no hidden retry.
import { request } from 'node:http';
import { request as secureRequest } from 'node:https';

// node's request for an address of either kind.
export const requestFor = (url) => (String(url).startsWith('https:') ? secureRequest : request);

// → {status, headers, text, body}: body is the JSON if it is JSON. tls: more options of https.request, such as ca.
export function call(method, url, { body, headers = {}, timeout = 60000, tls = {} } = {}) {
	const raw = body === undefined || typeof body === 'string' || Buffer.isBuffer(body);
	const bytes = raw ? body : JSON.stringify(body);
	const all = { ...headers };
	const has = (name) => Object.keys(all).some((k) => k.toLowerCase() === name);
	if (bytes !== undefined && !has('content-type')) all['content-type'] = 'application/json';
	if (bytes !== undefined && !has('content-length') && !has('transfer-encoding'))
		all['content-length'] = Buffer.byteLength(bytes);
	return new Promise((resolve, reject) => {
		const req = requestFor(url)(url, { method, headers: all, agent: false, ...tls }, (res) => {
			const chunks = [];
			res.on('data', (d) => chunks.push(d));
			res.on('error', reject);
			res.on('aborted', () => reject(new Error(`${method} ${url}: the server closed the connection midway`)));
			res.on('end', () => {
				const buffer = Buffer.concat(chunks);
				const text = buffer.toString();
				const answer = { status: res.statusCode, headers: res.headers, text, buffer, body: undefined };
				if (text && /[/+]json(;|$)/.test(res.headers['content-type'] ?? '')) answer.body = JSON.parse(text);
				resolve(answer);
			});
		});
		req.setTimeout(timeout, () => req.destroy(new Error(`${method} ${url}: no answer after ${timeout} ms`)));
		req.on('error', reject);
		req.end(bytes);
	});
}
