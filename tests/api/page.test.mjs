// The page and its files: headers, caching, compression, and who may frame it.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { WEB_DIR } from '../lib/paths.mjs';
import { program, run, startStack } from '../lib/stack.mjs';

let stack;
before(async () => {
	stack = await startStack({ beatd: { env: { BEAT_FRAME_ANCESTORS: 'https://*.mturk.com https://lab.example', BEAT_MTURK_SUBMIT_HOSTS: 'https://www.mturk.com' } } });
});
after(() => stack?.stop());

const get = (path, headers = {}) => stack.call('GET', path, { headers });
const policy = (answer) => Object.fromEntries(answer.headers['content-security-policy'].split(';').map((d) => {
	const [name, ...values] = d.trim().split(/\s+/);
	return [name, values];
}));

describe('the worker page', () => {
	it('may be framed by MTurk and the configured origins only, runs no inline script, sets no cookie', async () => {
		const page = await get('/hit/demo?worker=ann');
		assert.equal(page.status, 200);
		assert.match(page.headers['content-type'], /^text\/html; charset=utf-8/);
		const csp = policy(page);
		assert.deepEqual(csp['frame-ancestors'], ["'self'", 'https://*.mturk.com', 'https://lab.example']);
		assert.deepEqual(csp['form-action'], ["'self'", 'https://www.mturk.com']);
		assert.deepEqual(csp['script-src'], ["'self'"]);
		assert.deepEqual(csp['default-src'], ["'none'"]);
		assert.equal(page.headers['x-frame-options'], undefined);
		assert.equal(page.headers['set-cookie'], undefined);
		assert.equal(page.headers['x-content-type-options'], 'nosniff');
		assert.equal(page.headers['referrer-policy'], 'no-referrer');
		assert.doesNotMatch(page.text, /<script(?![^>]*\bsrc=)/);
		assert.doesNotMatch(page.text, /https?:\/\/(?!www\.w3\.org)/);
	});

	it('everything else may not be framed', async () => {
		for (const path of ['/healthz', '/readyz', '/nowhere', '/api/v1/openapi.json'])
			assert.deepEqual(policy(await get(path))['frame-ancestors'], ["'none'"], path);
	});

	it('its files are named by their content, kept for ever, and compressed ahead', async () => {
		const page = await get('/hit/demo');
		const files = [...page.text.matchAll(/(?:src|href)="(\/static\/[^"]+)"/g)].map((m) => m[1]);
		assert.ok(files.length >= 2);
		for (const path of files) {
			const plain = await get(path);
			assert.equal(plain.status, 200);
			assert.match(plain.headers['cache-control'], /immutable/);
			const br = await get(path, { 'accept-encoding': 'gzip, deflate, br' });
			assert.equal(br.headers['content-encoding'], 'br');
			assert.deepEqual(brotliDecompressSync(br.buffer), plain.buffer);
			const gz = await get(path, { 'accept-encoding': 'gzip, br;q=0' });
			assert.equal(gz.headers['content-encoding'], 'gzip');
			assert.deepEqual(gunzipSync(gz.buffer), plain.buffer);
			assert.equal(plain.headers.vary, 'Accept-Encoding');
			const again = await get(path, { 'if-none-match': plain.headers.etag });
			assert.equal(again.status, 304);
			assert.equal(again.buffer.length, 0);
		}
	});

	it('the page itself is asked for every time, but need not be sent', async () => {
		const page = await get('/hit/demo');
		assert.equal(page.headers['cache-control'], 'no-cache');
		assert.equal((await get('/hit/other', { 'if-none-match': `W/"x", ${page.headers.etag}` })).status, 304);
	});

	it('answers HEAD like GET without a body, and other methods with 405', async () => {
		const head = await stack.call('HEAD', '/hit/demo');
		assert.equal(head.status, 200);
		assert.equal(head.buffer.length, 0);
		for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
			const answer = await stack.call(method, '/hit/demo');
			assert.equal(answer.status, 405, method);
			assert.match(answer.headers.allow, /GET/);
		}
	});

	it('only serves what the build made', async () => {
		for (const path of ['/static/', '/static/nope.js', '/static/../manifest.json', '/static/%2e%2e/manifest.json', '/hit/', '/hit/a/b', '//hit/demo'])
			assert.equal((await get(path)).status, 404, path);
	});
});

describe('metrics', () => {
	it('tell requests, latencies, attempts, queues, pools and leases', async () => {
		const { body: s } = await stack.session('ann');
		await stack.attempt(s, 'What is it?', s.passage.text.split(' ').at(-1).replace('.', ''));
		const text = await stack.metrics();
		for (const line of [
			/^beat_http_requests_total\{route="\/api\/v1\/session",status="201"\} 1$/m,
			/^beat_http_request_seconds_bucket\{route="\/api\/v1\/attempts",le="\+Inf"\} 1$/m,
			/^beat_attempts_total\{verdict="human",model="stub"\} 1$/m,
			/^beat_model_seconds_count\{model="stub"\} 1$/m,
			/^beat_db_calls_waiting\{lane="write"\} 0$/m,
			/^beat_db_connections\{lane="read",state="ready"\} 2$/m,
			/^beat_model_calls_waiting\{model="[^"]+",address="http:[^"]+"\} 0$/m,
			/^beat_open_leases 1$/m,
			/^beat_attempts_unjudged 0$/m,
			/^beat_database_up 1$/m,
		]) assert.match(text, line);
		// every sample belongs to a declared family
		const families = new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map((m) => m[1]));
		for (const [, name] of text.matchAll(/^([a-z_]+)[{ ]/gm))
			assert.ok(families.has(name) || families.has(name.replace(/_(bucket|sum|count)$/, '')), name);
	});

	it('and which part is not ready are told on a port of their own, for this machine alone', async () => {
		assert.equal((await get('/metrics')).status, 404);
		assert.deepEqual((await get('/readyz')).body, { ready: true });
		const { status, body } = await stack.monitor('/readyz');
		assert.equal(status, 200);
		assert.deepEqual([body.ready, body.database, body.draining, body.models.map((m) => m.up)], [true, 'ok', false, [true]]);
		for (const path of ['/hit/demo', '/admin', '/api/v1/openapi.json', '/api/v1/admin/me']) assert.equal((await stack.monitor(path)).status, 404, path);
		await stack.beatd.waitFor(/beatd metrics addr=127\.0\.0\.1:\d+/);
	});

	it('a second server on the same port for them says what to do', async () => {
		const env = { BEAT_DB: stack.db, BEAT_WEB_DIR: WEB_DIR, BEAT_PORT: '0', BEAT_METRICS_PORT: String(stack.metricsPort) };
		const result = await run(program('beatd'), [], { env });
		assert.notEqual(result.code, 0);
		assert.match(result.stderr, /cannot listen on 127\.0\.0\.1 port \d+: Address already in use[\s\S]*choose another --metrics-port/);
	});

	it('a request id is taken over when it is sane', async () => {
		assert.equal((await get('/nowhere', { 'x-request-id': 'abc-1.2_3' })).body.request_id, 'abc-1.2_3');
		assert.notEqual((await get('/nowhere', { 'x-request-id': 'a b"<script>' })).body.request_id, 'a b"<script>');
	});
});
