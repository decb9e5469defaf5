// Who may do what: every route of the dashboard's API × every way of coming to it.
//
// EXPECTED says it a second time, independently of the server's own table: a route that is missing here, or that the
// server guards otherwise, fails the test. "Allowed" is any answer but 401 and 403; most requests are empty or name
// what does not exist, so that nothing is changed on the way.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { byCookie, newToken, sha256 } from '../lib/desk.mjs';
import { program, run, startStack } from '../lib/stack.mjs';

const BASE = '/api/v1/admin';
const EXPECTED = {
	public: ['POST /login'],
	'signed in': ['GET /me'],
	session: ['POST /logout', 'POST /logout-everywhere', 'POST /password', 'POST /totp/start', 'POST /totp/confirm', 'POST /totp/stop',
		'GET /tokens', 'POST /tokens', 'POST /tokens/{id}/revoke'],
	look: ['GET /projects', 'GET /project-settings', 'GET /projects/{p}', 'GET /models', 'GET /models/health', 'GET /alerts', 'GET /collections', 'GET /onboardings',
		'GET /projects/{p}/screenings', 'GET /screenings/{id}', 'GET /projects/{p}/batches', 'GET /review-words', 'GET /projects/{p}/review',
		'GET /projects/{p}/agreement', 'GET /projects/{p}/revocations', 'GET /projects/{p}/outbox', 'GET /projects/{p}/overview', 'GET /projects/{p}/documents', 'GET /projects/{p}/lengths',
		'GET /projects/{p}/workers', 'GET /projects/{p}/workers/{id}', 'GET /projects/{p}/workers/{id}/hits', 'GET /hits/{id}',
		'GET /projects/{p}/questions', 'GET /events', 'GET /projects/{p}/statistics', 'GET /projects/{p}/transfer', 'GET /stream',
		'GET /projects/{p}/validation', 'GET /projects/{p}/validation/agreement', 'GET /projects/{p}/validation/human', 'GET /questions/{id}',
		'GET /projects/{p}/validity', 'GET /projects/{p}/instructions', 'GET /evaluations', 'GET /study-words', 'GET /studies', 'GET /studies/{study}', 'GET /pools', 'GET /pools/{pool}', 'GET /pools/{pool}/members', 'GET /releases', 'GET /releases/{id}', 'GET /releases/{id}/files', 'GET /releases/{id}/files/{path}', 'GET /releases/{id}/archive'],
	review: ['POST /screenings/{id}/decide', 'POST /screenings/{id}/undo', 'POST /projects/{p}/review/next', 'GET /projects/{p}/reviews',
		'GET /reviews/{id}', 'POST /reviews/{id}/finish', 'POST /reviews/{id}/release', 'POST /reviews/{id}/undo',
		'POST /revocations/{id}/decide', 'POST /workers/{id}/note', 'POST /projects/{p}/workers/{id}/exclude-votes',
		'POST /projects/{p}/workers/{id}/include-votes', 'POST /projects/{p}/validation/settle', 'POST /studies/{study}/next', 'POST /study-items/{id}'],
	manage: ['POST /projects/{p}/validation/close', 'POST /projects/{p}/validation/reopen', 'POST /projects', 'POST /projects/{p}', 'POST /projects/{p}/state', 'POST /models', 'POST /alerts/{id}/ack', 'POST /models/canary', 'POST /projects/{p}/batches',
		'POST /projects/{p}/workers/{id}/revoke', 'POST /projects/{p}/workers/{id}/reinstate', 'POST /projects/{p}/workers/{id}/qualify',
		'POST /workers/{id}/block', 'POST /workers/{id}/unblock', 'POST /projects/{p}/questions/discard', 'POST /projects/{p}/questions/restore',
		'POST /pools', 'POST /pools/{pool}', 'POST /pools/{pool}/import', 'GET /check', 'POST /projects/{p}/releases', 'POST /projects/{p}/instructions', 'POST /releases/{id}/write'],
	identity: ['GET /pools/{pool}/export'],
	people: ['GET /people', 'POST /people', 'POST /people/{name}', 'POST /people/{name}/sign-out'],
};
const ROLES = { viewer: ['look'], reviewer: ['look', 'review'], admin: ['look', 'review', 'manage', 'people', 'identity'] };
const SCOPES = ROLES.admin;

// {p}, {project} and {name} are all one: the names of arguments are not the test's business.
const nameless = (route) => route.replace(/\{[^}]*\}/g, '{}');
const expected = new Map(Object.entries(EXPECTED).flatMap(([need, list]) => list.map((route) => [nameless(route), need])));

const byBearer = (token) => ({ authorization: `Bearer ${token}` });

let stack, routes, agent, workerToken;

// The status alone: a stream has no end to wait for.
function statusOf({ method, path }, headers) {
	const body = method === 'POST' ? '{}' : undefined;
	return new Promise((resolve, reject) => {
		const all = { ...headers, ...(body && { 'content-type': 'application/json', 'content-length': body.length }) };
		const req = request(stack.url + path, { method, agent, headers: all }, (res) => {
			if ((res.headers['content-type'] ?? '').startsWith('text/event-stream')) res.destroy();
			else res.resume();
			res.on('close', () => resolve(res.statusCode));
			res.on('error', () => {});
		});
		req.on('error', reject);
		req.end(body);
	});
}

const insertAccounts = (rows) =>
	stack.sql(`insert into account (name, role, password) values ${rows.map(([name, role]) => `('${name}', '${role}', '')`).join()}`);
// Sessions without a password: rows as the server would have made them.
const insertSessions = (rows) =>
	stack.sql(`insert into login (account_id, token_sha256, expires_at) select a.id, decode(v.sha, 'hex'), now() + interval '1 hour'
		from (values ${rows.map(([name, token]) => `('${name}', '${sha256(token)}')`).join()}) as v (name, sha) join account a using (name)`);
const insertTokens = (rows) =>
	stack.sql(`insert into api_token (account_id, name, token_sha256, scopes) select a.id, 'walk', decode(v.sha, 'hex'), array[v.scope]
		from (values ${rows.map(([name, token, scope]) => `('${name}', '${sha256(token)}', '${scope}')`).join()}) as v (name, sha, scope) join account a using (name)`);

before(async () => {
	stack = await startStack();
	agent = new Agent({ keepAlive: true, maxSockets: 8 });
	const printed = await run(program('beatd'), ['--print-routes']);
	assert.equal(printed.code, 0, printed.stderr);
	routes = printed.stdout.trim().split('\n').map((line) => {
		const [, method, pattern, who] = line.match(/^(\S+) (\S+) (.+)$/);
		const name = nameless(`${method} ${pattern.replace(BASE, '')}`);
		// nothing of this name or number exists
		return { method, pattern, who, name, admin: pattern.startsWith(BASE), path: pattern.replace(/\{[^}]*\}/g, '0') };
	});
	const session = (await stack.session('ann')).body;
	const attempt = await stack.attempt(session, 'What is it?', session.passage.text.split(' ')[1]);
	assert.equal(attempt.status, 200, 'a good worker token');
	workerToken = session.token;
});
after(() => {
	agent?.destroy();
	return stack?.stop();
});

// Walks all admin routes, eight at a time. headersOf(route): the way of coming to it; outcome(need, route): 'allow',
// or the status of the refusal.
async function walk(headersOf, outcome) {
	const wrong = [];
	const todo = routes.filter((r) => r.admin);
	const worker = async () => {
		for (let route = todo.pop(); route; route = todo.pop()) {
			const status = await statusOf(route, headersOf(route));
			const seen = status === 401 || status === 403 || status >= 500 ? status : 'allow';
			const wanted = outcome(expected.get(route.name), route);
			if (seen !== wanted) wrong.push(`${route.method} ${route.pattern}: ${status}, not ${wanted}`);
		}
	};
	await Promise.all(Array.from({ length: 8 }, worker));
	assert.deepEqual(wrong, []);
}

it('every route has an expectation, every expectation a route, and they agree', () => {
	const admin = routes.filter((r) => r.admin);
	assert.ok(admin.length >= 50);
	assert.deepEqual(admin.filter((r) => !expected.has(r.name)).map((r) => `${r.method} ${r.pattern}`), [], 'routes without an expectation');
	const known = new Set(admin.map((r) => r.name));
	assert.deepEqual([...expected.keys()].filter((name) => !known.has(name)), [], 'expectations without a route');
	assert.deepEqual(admin.filter((r) => r.who !== expected.get(r.name)).map((r) => `${r.method} ${r.pattern} ${r.who}`), []);
});

describe('sessions', () => {
	for (const [role, may] of Object.entries(ROLES)) {
		it(`${role === 'admin' ? 'an' : 'a'} ${role} may ${may.join(', ')}`, async () => {
			// an account and a session for each route: some of them end what they come with
			const own = new Map(routes.filter((r) => r.admin).map((r, i) => [r, { name: `${role}-${i}`, token: newToken() }]));
			await insertAccounts([...own.values()].map(({ name }) => [name, role]));
			await insertSessions([...own.values()].map(({ name, token }) => [name, token]));
			const first = [...own.values()][0];
			const me = await stack.call('GET', `${BASE}/me`, { headers: byCookie(first.token) });
			assert.equal(me.body.csrf, byCookie(first.token)['x-csrf-token']);
			assert.deepEqual(me.body.may, may);
			await walk((route) => byCookie(own.get(route).token), (need) => (['public', 'signed in', 'session', ...may].includes(need) ? 'allow' : 403));
		});
	}

	it('a POST without the page\'s token is refused, whoever it is', async () => {
		await insertAccounts([['csrf', 'admin']]);
		const token = newToken();
		await insertSessions([['csrf', token]]);
		for (const headers of [{ cookie: `beat=${token}` }, { cookie: `beat=${token}`, 'x-csrf-token': byCookie(newToken())['x-csrf-token'] }, { ...byCookie(token), origin: 'https://evil.example' }])
			await walk(() => headers, (need, { method }) => (method === 'GET' || (need === 'public' && !headers.origin) ? 'allow' : 403));
	});
});

describe('nobody', () => {
	// 401 everywhere but at the sign-in
	const nobody = (headers) => walk(() => headers, (need) => (need === 'public' ? 'allow' : 401));

	it('no session', () => nobody({}));
	it('a cookie nobody gave', () => nobody(byCookie(newToken())));
	for (const [what, change] of [
		['a session past its time', `expires_at = now() - interval '1 second'`],
		['a session that lay unused', `seen_at = now() - interval '3 hours'`],
		['a session that was signed out', 'ended_at = now()'],
	]) {
		it(what, async () => {
			const [name, token] = [`over-${randomBytes(4).toString('hex')}`, newToken()];
			await insertAccounts([[name, 'admin']]);
			await insertSessions([[name, token]]);
			assert.equal(await statusOf({ method: 'GET', path: `${BASE}/me` }, byCookie(token)), 200);
			await stack.sql(`update login set ${change} where token_sha256 = '\\x${sha256(token)}'`);
			await nobody(byCookie(token));
		});
	}
	it('the session and the API token of a disabled account', async () => {
		const [session, key] = [newToken(), `bt_${newToken()}`];
		await insertAccounts([['gone', 'admin'], ['stays', 'admin']]);
		await insertSessions([['gone', session]]);
		await insertTokens([['gone', key, 'look']]);
		await stack.ctl('user', 'disable', 'gone');
		await nobody(byCookie(session));
		await nobody(byBearer(key));
	});
	it('a worker\'s token, as a bearer and as a cookie', async () => {
		await nobody(byBearer(workerToken));
		await nobody({ cookie: `beat=${workerToken}` });
	});
	it('an API token that was revoked or ran out', async () => {
		const [revoked, old] = [`bt_${newToken()}`, `bt_${newToken()}`];
		await insertAccounts([['keys', 'admin']]);
		await insertTokens([['keys', revoked, 'manage'], ['keys', old, 'manage']]);
		await stack.sql(`update api_token set revoked_at = now() where token_sha256 = '\\x${sha256(revoked)}'`);
		await stack.sql(`update api_token set expires_at = now() where token_sha256 = '\\x${sha256(old)}'`);
		await nobody(byBearer(revoked));
		await nobody(byBearer(old));
	});
});

describe('API tokens', () => {
	for (const scope of SCOPES) {
		it(`an admin's with the scope ${scope} alone`, async () => {
			const [name, token] = [`script-${scope}`, `bt_${newToken()}`];
			await insertAccounts([[name, 'admin']]);
			await insertTokens([[name, token, scope]]);
			await walk(() => byBearer(token), (need) => (['public', 'signed in', scope].includes(need) ? 'allow' : 403));
		});
		it(`a viewer's with the scope ${scope} alone`, async () => {
			const [name, token] = [`weak-${scope}`, `bt_${newToken()}`];
			await insertAccounts([[name, 'viewer']]);
			await insertTokens([[name, token, scope]]);
			const may = ['public', 'signed in', ...ROLES.viewer.filter((m) => m === scope)];
			await walk(() => byBearer(token), (need) => (may.includes(need) ? 'allow' : 403));
		});
	}
});

it('nobody plays with a session or an API token of the dashboard', async () => {
	const [session, key] = [newToken(), `bt_${newToken()}`];
	await insertAccounts([['player', 'admin']]);
	await insertSessions([['player', session]]);
	await insertTokens([['player', key, 'manage']]);
	const worker = routes.filter((r) => r.who === 'worker token');
	assert.ok(worker.length >= 2);
	for (const route of worker) {
		for (const headers of [{}, byCookie(session), byBearer(key), byBearer(session)]) assert.equal(await statusOf(route, headers), 401, route.pattern);
	}
});
