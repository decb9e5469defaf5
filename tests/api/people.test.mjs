// People who may enter the dashboard: signing in and out, back-off, codes, accounts, API tokens, beatctl for all of it.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { ADMIN, Desk, PASSWORD, signIn } from '../lib/desk.mjs';
import { until } from '../lib/proc.mjs';
import { program, startStack } from '../lib/stack.mjs';

let stack, ada;
before(async () => {
	stack = await startStack({ model: 'none', passages: false, project: false, beatd: { env: { BEAT_TRUSTED_PROXIES: '127.0.0.1' } } });
	ada = await signIn(stack);
});
after(() => stack?.stop());

let next = 0;
const fresh = () => `person${++next}`;
// A client of its own address, so that one test's wrong passwords do not slow down another's.
class Visitor extends Desk {
	constructor(address = `10.9.${next >> 8}.${++next & 255}`) {
		super(stack);
		this.address = address;
	}

	headers() {
		return { ...super.headers(), 'x-forwarded-for': this.address };
	}
}
// An account with the usual password: ada's hash, because making one takes its time.
async function person(role = 'viewer') {
	const name = fresh();
	await stack.sql(`insert into account (name, role, password) select '${name}', '${role}', password from account where name = 'ada'`);
	return name;
}
async function visitor(role) {
	const v = new Visitor();
	const name = await person(role);
	assert.equal((await v.signIn(name)).status, 200);
	return v;
}
const problem = (answer) => `${answer.status} ${answer.body?.type?.replace('urn:beat:', '')}`;
const sha256 = (text) => createHash('sha256').update(text).digest('hex');
const events = (kind, name) =>
	stack.sql(`select actor, detail from event where kind = ${stack.lit(kind)} and detail ->> 'account' = ${stack.lit(name)} order by id`);

// RFC 6238 by hand.
function code(secret, step = Math.floor(Date.now() / 30000)) {
	const bits = [...secret].map((c) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0')).join('');
	const key = Buffer.from(bits.match(/.{8}/g).map((byte) => parseInt(byte, 2)));
	const counter = Buffer.alloc(8);
	counter.writeBigUInt64BE(BigInt(step));
	const mac = createHmac('sha1', key).update(counter).digest();
	return String((mac.readUInt32BE(mac[19] & 15) & 0x7fffffff) % 1000000).padStart(6, '0');
}

describe('signing in', () => {
	it('gives a cookie that scripts cannot read, and says who one is', async () => {
		const v = new Visitor();
		const name = await person('reviewer');
		const answer = await v.signIn(name);
		assert.deepEqual(answer.body.account, { name, role: 'reviewer', totp: false });
		assert.deepEqual(answer.body.may, ['look', 'review']);
		assert.deepEqual(v.me, answer.body);
		const [cookie] = answer.headers['set-cookie'];
		assert.match(cookie, /^beat=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/);
		assert.match(answer.body.csrf, /^[\w-]{43}$/);
		assert.equal(answer.headers['cache-control'], 'no-store');
		assert.equal((await events('account.login', name)).length, 1);
	});

	it('keeps the token as a digest alone', async () => {
		const v = await visitor();
		const token = v.cookie.replace('beat=', '');
		assert.equal(await stack.value(`select count(*)::int from login where token_sha256 = '\\x${sha256(token)}'`), 1);
		const dump = await stack.value(`select string_agg(l::text, ' ') from login l`);
		assert.ok(!dump.includes(token));
		assert.equal(await stack.value(`select bool_and(password like '$argon2id$%') from account`), true);
	});

	it('marks the cookie Secure behind TLS', async () => {
		const v = new Visitor();
		const answer = await v.call('POST', `${ADMIN}/login`, { body: { name: await person(), password: PASSWORD }, headers: { 'x-forwarded-proto': 'https' } });
		const [cookie] = answer.headers['set-cookie'];
		assert.match(cookie, /^__Host-beat=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200; Secure$/);
		const me = async (sent, proto) => (await v.call('GET', `${ADMIN}/me`, { headers: { cookie: sent, 'x-forwarded-proto': proto } })).status;
		const token = cookie.split(/[=;]/)[1];
		assert.equal(await me(`__Host-beat=${token}`, 'https'), 200);
		// what a neighbour under the same domain, or somebody on the way to http, slipped in does not count
		assert.equal(await me(`beat=${'A'.repeat(43)}; __Host-beat=${token}`, 'https'), 200);
		assert.equal(await me(`beat=${token}`, 'https'), 401);
	});

	it('takes a new token at every sign-in and ends the old cookie\'s session', async () => {
		const v = await visitor();
		const old = new Visitor();
		old.cookie = v.cookie;
		assert.equal((await old.get('/me')).status, 200);
		await v.signIn(v.name);
		assert.notEqual(v.cookie, old.cookie);
		assert.equal((await old.get('/me')).status, 401);
		assert.equal((await v.get('/me')).status, 200);
	});

	it('does not tell a wrong name from a wrong password', async () => {
		const v = new Visitor();
		const [name, off] = [await person(), await person()];
		await stack.ctl('user', 'disable', off);
		const answers = [];
		for (const body of [{ name, password: 'wrong password' }, { name: 'nobody', password: PASSWORD }, { name: off, password: PASSWORD }, { name: '\' or 1=1 --', password: PASSWORD }])
			answers.push(await v.post('/login', body));
		const said = answers.map(({ status, body: { request_id: id, ...rest } }) => ({ status, id: Boolean(id), ...rest }));
		assert.equal(problem(answers[0]), '401 wrong-credentials');
		for (const other of said) assert.deepEqual(other, said[0]);
		assert.ok(answers.every((a) => !a.headers['set-cookie']));
	});

	it('says what is wrong with a request', async () => {
		const v = new Visitor();
		assert.equal(problem(await v.post('/login', { name: 'x' })), '422 invalid');
		assert.equal(problem(await v.post('/login', { name: 'x', password: 7 })), '422 invalid');
		assert.equal(problem(await v.post('/login', { name: 'x', password: 'y', code: 1 })), '422 invalid');
		assert.equal(problem(await v.post('/login', { name: 'x', password: 'y'.repeat(1025) })), '422 invalid');
		assert.equal(problem(await v.call('POST', `${ADMIN}/login`, { body: 'name=x', headers: { 'content-type': 'text/plain' } })), '415 unsupported-type');
	});

	it('is not done from a page of somebody else', async () => {
		const v = new Visitor();
		const body = { name: await person(), password: PASSWORD };
		for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site', origin: stack.url }])
			assert.equal(problem(await v.call('POST', `${ADMIN}/login`, { body, headers })), '403 wrong-page', JSON.stringify(headers));
		assert.equal((await v.call('POST', `${ADMIN}/login`, { body, headers: { origin: stack.url } })).status, 200);
	});

	it('passwords and tokens are in no log', async () => {
		await stack.beatd.waitFor(/sign-in refused/);
		await stack.beatd.waitFor(/signed in account=/);
		assert.ok(!stack.beatd.output.includes(PASSWORD) && !stack.beatd.output.includes('wrong password'));
		assert.ok(!stack.beatd.output.includes(ada.cookie.slice(5)));
	});
});

describe('a session', () => {
	const rowOf = (v) => `where token_sha256 = '\\x${sha256(v.cookie.slice(5))}'`;

	// The server notes a use after it has answered.
	const useIsNoted = (where) =>
		until(() => stack.value(`select seen_at > now() - interval '10 minutes' from login ${where}`), { what: 'the note of a use' });

	it('ends after its time, and when it is not used', async () => {
		const v = await visitor();
		const where = rowOf(v);
		await stack.sql(`update login set seen_at = now() - interval '119 minutes' ${where}`);
		assert.equal((await v.get('/me')).status, 200);
		await useIsNoted(where);
		await stack.sql(`update login set seen_at = now() - interval '121 minutes' ${where}`);
		assert.equal(problem(await v.get('/me')), '401 signed-out');
		await stack.sql(`update login set seen_at = now(), expires_at = now() ${where}`);
		assert.equal((await v.get('/me')).status, 401);
	});

	it('goes on while it is used', async () => {
		const v = await visitor();
		await stack.sql(`update login set seen_at = now() - interval '30 minutes' ${rowOf(v)}`);
		assert.equal((await v.get('/me')).status, 200);
		await useIsNoted(rowOf(v));
	});

	it('is not made up', async () => {
		const v = new Visitor();
		for (const cookie of ['beat=', 'beat=x', `beat=${'A'.repeat(43)}`, `beat=${'A'.repeat(5000)}`, `beat=${"'".repeat(43)}`, 'other=1; beat'])
			assert.equal((await v.call('GET', `${ADMIN}/me`, { headers: { cookie } })).status, 401, cookie.slice(0, 20));
		assert.equal((await v.get('/me')).headers['www-authenticate'], 'Bearer');
	});

	it('changes nothing without the proof that our page asked', async () => {
		const v = await visitor('admin');
		const body = { name: fresh(), role: 'viewer' };
		const other = await visitor('admin');
		for (const headers of [{ 'x-csrf-token': '' }, { 'x-csrf-token': 'x' }, { 'x-csrf-token': other.csrf }, { origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])
			assert.equal(problem(await v.call('POST', `${ADMIN}/people`, { body, headers })), '403 wrong-page', JSON.stringify(headers));
		assert.equal(await stack.value(`select count(*)::int from account where name = ${stack.lit(body.name)}`), 0);
		assert.equal((await v.call('POST', `${ADMIN}/people`, { body, headers: { 'sec-fetch-site': 'same-origin' } })).status, 200);
	});

	it('signs out here, or everywhere', async () => {
		const [v, w] = [await visitor(), new Visitor()];
		await w.signIn(v.name);
		const third = new Visitor();
		await third.signIn(v.name);
		const out = await third.post('/logout');
		assert.deepEqual(out.body, { ended: 1 });
		assert.match(out.headers['set-cookie'][0], /^beat=; .*Max-Age=0/);
		assert.equal((await v.get('/me')).status, 200);
		const everywhere = await v.post('/logout-everywhere');
		assert.deepEqual(everywhere.body, { ended: 2 });
		assert.equal((await w.get('/me')).status, 401);
		assert.equal((await events('account.logout', v.name)).length, 2);
	});
});

describe('back-off', () => {
	it('slows down who guesses a password, and says for how long', async () => {
		const name = await person();
		const guesser = new Visitor();
		const key = `pair:${name}:${guesser.address}`;
		for (let i = 0; i < 5; i++) assert.equal((await guesser.post('/login', { name, password: 'wrong password' })).status, 401);
		await stack.sql(`update login_failure set blocked_until = now() + interval '40 seconds' where key = '${key}'`);
		const waits = await guesser.post('/login', { name, password: PASSWORD });
		assert.equal(problem(waits), '429 too-many-tries');
		assert.ok(Number(waits.headers['retry-after']) >= 1 && Number(waits.headers['retry-after']) <= 40);
		assert.match(waits.body.detail, /wait \d+ seconds/);
		assert.equal((await events('account.slowed', name)).length, 1);
		// the next one counts; the right password ends it
		await stack.sql(`update login_failure set blocked_until = null where key = '${key}'`);
		assert.equal((await guesser.signIn(name)).status, 200);
		assert.equal(await stack.value(`select count(*)::int from login_failure where key = '${key}'`), 0);
	});

	it('keeps out neither the owner who comes from elsewhere nor others behind the address', async () => {
		const [guesser, name] = [new Visitor(), await person()];
		for (let i = 0; i < 5; i++) await guesser.post('/login', { name, password: 'wrong password' });
		await stack.sql(`update login_failure set failures = 1000, blocked_until = now() + interval '1 minute' where key = 'pair:${name}:${guesser.address}'`);
		assert.equal((await guesser.post('/login', { name, password: PASSWORD })).status, 429);
		assert.equal((await new Visitor().signIn(name)).status, 200);
		assert.equal((await new Visitor(guesser.address).signIn(await person())).status, 200);
	});

	it('counts tries made at once before any of them is judged', async () => {
		const [guesser, name] = [new Visitor(), await person()];
		await stack.sql(`insert into login_failure (key, failures) values ('pair:${name}:${guesser.address}', 50)`); // the next wait is a quarter of an hour
		const answers = await Promise.all(Array.from({ length: 12 }, () => new Visitor(guesser.address).post('/login', { name, password: 'wrong password' })));
		assert.equal(answers.filter((a) => a.status === 401).length, 1);
		assert.equal(answers.filter((a) => a.status === 429).length, 11);
	});
});

describe('the own account', () => {
	it('changes the password and ends the other sessions', async () => {
		const [v, w] = [await visitor(), new Visitor()];
		await w.signIn(v.name);
		assert.equal(problem(await v.post('/password', { old: 'not the old one', new: 'a fine new password' })), '422 wrong-password');
		for (const bad of ['short', PASSWORD, 'aaaaaaaaaaaa', `${v.name}${v.name}`]) assert.equal(problem(await v.post('/password', { old: PASSWORD, new: bad })), '422 refused', bad);
		assert.match((await v.post('/password', { old: PASSWORD, new: 'short' })).body.detail, /at least 10 characters/);
		assert.equal((await w.get('/me')).status, 200);
		assert.deepEqual(await v.write('/password', { old: PASSWORD, new: 'a fine new password' }), { ended: 1 });
		assert.equal((await w.get('/me')).status, 401);
		assert.equal((await v.get('/me')).status, 200);
		assert.equal((await w.post('/login', { name: v.name, password: PASSWORD })).status, 401);
		assert.equal((await w.signIn(v.name, 'a fine new password')).status, 200);
		assert.equal((await events('account.password', v.name)).length, 1);
	});

	it('slows down who guesses the old password in an open browser', async () => {
		const v = await visitor();
		for (let i = 0; i < 5; i++) assert.equal((await v.post('/password', { old: `wrong ${i}`, new: 'a fine new password' })).status, 422);
		await stack.sql(`update login_failure set blocked_until = now() + interval '1 minute' where key = 'password:${v.name}'`);
		assert.equal((await v.post('/password', { old: PASSWORD, new: 'a fine new password' })).status, 429);
	});

	it('asks for codes once they are confirmed, and takes each once', async () => {
		const v = await visitor();
		assert.equal(problem(await v.post('/totp/confirm', { code: '123456' })), '409 conflict');
		const { secret, uri } = await v.write('/totp/start', {});
		assert.equal(uri, `otpauth://totp/Beat%20the%20AI:${v.name}?secret=${secret}&issuer=Beat%20the%20AI`);
		assert.match(secret, /^[A-Z2-7]{32}$/);
		const w = new Visitor();
		assert.equal((await w.signIn(v.name)).status, 200, 'not confirmed yet');
		assert.equal(problem(await v.post('/totp/confirm', { code: 'abc' })), '422 wrong-code');
		// the code of now, which leaves the next one for later: that is good already
		const step = Math.floor(Date.now() / 30000);
		assert.deepEqual(await v.write('/totp/confirm', { code: code(secret, step) }), { totp: true });
		assert.equal((await v.read('/me')).account.totp, true);
		assert.equal(problem(await v.post('/totp/start', {})), '409 conflict');

		assert.equal(problem(await w.post('/login', { name: v.name, password: PASSWORD })), '401 code-needed');
		assert.equal(problem(await w.post('/login', { name: v.name, password: 'wrong password' })), '401 wrong-credentials', 'nothing about codes without the password');
		assert.equal(problem(await w.post('/login', { name: v.name, password: PASSWORD, code: code(secret, step) })), '401 wrong-code', 'used for the confirmation');
		assert.equal(problem(await w.post('/login', { name: v.name, password: PASSWORD, code: code(secret, step - 100) })), '401 wrong-code');
		const good = code(secret, step + 1);
		assert.equal((await w.signIn(v.name, PASSWORD, { code: `${good.slice(0, 3)} ${good.slice(3)}` })).status, 200);
		assert.equal(problem(await new Visitor().post('/login', { name: v.name, password: PASSWORD, code: good })), '401 wrong-code', 'a second time');

		assert.equal(problem(await v.post('/totp/stop', { code: good })), '422 wrong-code');
		assert.equal(problem(await v.post('/totp/stop', { password: 'wrong password' })), '422 wrong-password');
		assert.equal(problem(await v.post('/totp/stop', {})), '422 invalid');
		assert.deepEqual(await v.write('/totp/stop', { password: PASSWORD }), { totp: false });
		assert.equal((await new Visitor().signIn(v.name)).status, 200);
		const record = JSON.stringify(await stack.sql('select detail from event'));
		assert.ok(!record.includes(secret) && !record.includes('argon2id'));
	});

	it('turns codes off with a code', async () => {
		const v = await visitor();
		const { secret } = await v.write('/totp/start', {});
		const step = Math.floor(Date.now() / 30000);
		await v.write('/totp/confirm', { code: code(secret, step) });
		assert.deepEqual(await v.write('/totp/stop', { code: code(secret, step + 1) }), { totp: false });
	});
});

describe('people', () => {
	it('are made with a password that is shown once', async () => {
		const name = fresh();
		const made = await ada.write('/people', { name, role: 'reviewer' });
		assert.equal(made.name, name);
		assert.match(made.password, /^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/);
		const { items } = await ada.read('/people');
		const listed = items.find((p) => p.name === name);
		assert.deepEqual({ ...listed, created_at: '' }, { name, role: 'reviewer', projects: [], disabled: false, totp: false, created_at: '', seen_at: null, sessions: 0 });
		assert.ok(!JSON.stringify(items).includes('argon2id'));
		const v = new Visitor();
		assert.equal((await v.signIn(name, made.password)).status, 200);
		assert.equal((await ada.read('/people')).items.find((p) => p.name === name).sessions, 1);
		assert.equal((await events('account.create', name))[0].actor, 'user:ada');
	});

	it('may be given a password', async () => {
		const name = fresh();
		const made = await ada.write('/people', { name, role: 'viewer', password: 'chosen by an admin' });
		assert.equal(made.password, undefined);
		assert.equal((await new Visitor().signIn(name, 'chosen by an admin')).status, 200);
	});

	it('are refused with a sentence', async () => {
		const name = await person();
		const cases = [
			[{ name: 'Not A Name', role: 'viewer' }, '422 refused', /lower-case letters/],
			[{ name: fresh(), role: 'owner' }, '422 refused', /admin, reviewer, viewer or none/],
			[{ name, role: 'viewer' }, '409 conflict', /already/],
			[{ role: 'viewer' }, '422 invalid', /a name and a role/],
			[{ name: 7, role: 'viewer' }, '422 invalid', /must be a string/],
			[{ name: fresh(), role: 'viewer', password: 'short' }, '422 refused', /at least 10/],
		];
		for (const [body, slug, detail] of cases) {
			const answer = await ada.post('/people', body);
			assert.equal(problem(answer), slug, JSON.stringify(body));
			assert.match(answer.body.detail, detail);
		}
		assert.equal(problem(await ada.post('/people/nobody', { role: 'viewer' })), '404 not-found');
		assert.equal(problem(await ada.post(`/people/${name}`, { role: 'king' })), '422 refused');
		assert.equal(problem(await ada.post(`/people/${name}`, { disabled: 'yes' })), '422 invalid');
		assert.equal(problem(await ada.post('/people/nobody/sign-out')), '404 not-found');
	});

	it('change at once, in the middle of a session', async () => {
		const v = await visitor('viewer');
		assert.equal((await v.get('/people')).status, 403);
		await ada.write(`/people/${v.name}`, { role: 'admin' });
		assert.equal((await v.get('/people')).status, 200);
		await ada.write(`/people/${v.name}`, { role: 'viewer' });
		assert.equal((await v.get('/people')).status, 403);
		await ada.write(`/people/${v.name}`, { disabled: true });
		assert.equal((await v.get('/me')).status, 401);
		await ada.write(`/people/${v.name}`, { disabled: false });
		assert.equal((await v.get('/me')).status, 401);
		const changes = (await events('account.set', v.name)).map((e) => e.detail.after);
		assert.deepEqual(changes, [{ role: 'admin' }, { role: 'viewer' }, { disabled: true }, { disabled: false }]);
	});

	it('get a new password, are signed out, and are helped when the app is lost', async () => {
		const v = await visitor();
		assert.deepEqual(await ada.write(`/people/${v.name}/sign-out`), { ended: 1 });
		assert.equal((await v.get('/me')).status, 401);
		await v.signIn(v.name);
		const { password } = await ada.write(`/people/${v.name}`, { new_password: true });
		assert.equal((await v.get('/me')).status, 401);
		assert.equal((await v.signIn(v.name, password)).status, 200);
		const { secret } = await v.write('/totp/start', {});
		await v.write('/totp/confirm', { code: code(secret) });
		assert.equal((await ada.write(`/people/${v.name}`, { totp_off: true })).totp, false);
		assert.equal((await new Visitor().signIn(v.name, password)).status, 200);
	});

	it('always have an admin, also when two remove each other at once', async () => {
		const others = (await ada.read('/people')).items.filter((p) => p.role === 'admin' && p.name !== 'ada' && !p.disabled);
		for (const p of others) await ada.write(`/people/${p.name}`, { role: 'viewer' });
		const last = await ada.post('/people/ada', { role: 'viewer' });
		assert.equal(problem(last), '409 conflict');
		assert.match(last.body.detail, /ada is the last admin/);
		assert.equal(problem(await ada.post('/people/ada', { disabled: true })), '409 conflict');
		const eve = await visitor('admin');
		for (let round = 0; round < 5; round++) {
			const both = await Promise.all([ada.post(`/people/${eve.name}`, { role: 'viewer' }), eve.post('/people/ada', { role: 'viewer' })]);
			assert.deepEqual(both.map((a) => a.status).sort().at(0), 200, both.map(problem).join());
			assert.ok([403, 409].includes(both.map((a) => a.status).sort().at(1)));
			assert.equal(await stack.value(`select count(*)::int from account where role = 'admin' and disabled_at is null`), 1);
			for (const name of ['ada', eve.name]) await stack.ctl('user', 'set-role', name, 'admin');
		}
	});
});

describe('API tokens', () => {
	it('work without a cookie, within their scopes and their account\'s role', async () => {
		const v = await visitor('admin');
		const made = await v.write('/tokens', { name: 'nightly', scopes: ['people', 'look'], days: 30 });
		assert.match(made.token, /^bt_[\w-]{43}$/);
		const script = new Visitor();
		script.token = made.token;
		const me = await script.read('/me');
		assert.deepEqual(me, { account: { name: v.name, role: 'admin', totp: false }, may: ['look', 'people'], projects: [], csrf: null });
		assert.equal((await script.get('/people')).status, 200);
		assert.equal((await script.post('/people', { name: fresh(), role: 'viewer' })).status, 200, 'no CSRF token is needed');
		for (const path of ['/password', '/logout', '/tokens', '/totp/start']) assert.equal(problem(await script.post(path, {})), '403 forbidden', path);
		await ada.write(`/people/${v.name}`, { role: 'viewer' });
		assert.equal((await script.get('/people')).status, 403);
		assert.deepEqual((await script.read('/me')).may, ['look']);

		const [item] = (await v.read('/tokens')).items;
		assert.deepEqual(item.scopes, ['look', 'people']);
		assert.equal(item.id, made.id);
		assert.ok(item.expires_at && item.revoked_at === null);
		assert.ok(!JSON.stringify(item).includes(made.token.slice(3)));
		assert.ok((await v.write(`/tokens/${made.id}/revoke`)).revoked_at);
		assert.equal((await script.get('/me')).status, 401);
	});

	it('let nobody in who may do more than they', async () => {
		const [v, admin, viewer] = [await visitor('admin'), await person('admin'), await person()];
		const keyed = async (scopes) => Object.assign(new Visitor(), { token: (await v.write('/tokens', { name: 'people', scopes })).token });
		const script = await keyed(['look', 'people']);
		const cases = [
			['', { name: fresh(), role: 'admin' }], ['', { name: fresh(), role: 'reviewer' }],
			[`/${viewer}`, { role: 'admin' }], [`/${v.name}`, { new_password: true }], [`/${admin}`, { totp_off: true }], [`/${admin}`, { disabled: false }],
		];
		for (const [path, body] of cases) {
			const answer = await script.post(`/people${path}`, body);
			assert.equal(problem(answer), '403 forbidden', JSON.stringify(body));
			assert.match(answer.body.detail, /cannot give access that goes beyond its own: the role \w+ needs the scopes look, review/);
		}
		assert.equal(await stack.value(`select string_agg(role, ' ' order by role) from account where name in ('${admin}', '${viewer}', '${v.name}')`), 'admin admin viewer');
		assert.equal((await v.get('/me')).status, 200, 'the password is as it was');
		// while it may see to those who may do less, and take away
		assert.equal((await script.post('/people', { name: fresh(), role: 'viewer' })).status, 200);
		assert.ok((await script.write(`/people/${viewer}`, { new_password: true })).password);
		assert.equal((await script.write(`/people/${admin}`, { disabled: true })).disabled, true);
		assert.equal((await (await keyed(['look', 'review', 'manage', 'people', 'identity'])).post(`/people/${admin}`, { disabled: false })).status, 200);
	});

	it('end with their account', async () => {
		const v = await visitor();
		const script = new Visitor();
		script.token = (await v.write('/tokens', { name: 'x', scopes: ['look'] })).token;
		await ada.write(`/people/${v.name}`, { disabled: true });
		assert.equal((await script.get('/me')).status, 401);
		await ada.write(`/people/${v.name}`, { disabled: false });
		assert.equal((await script.get('/me')).status, 401);
	});

	it('of others are an admin\'s business alone', async () => {
		const [v, w] = [await visitor(), await visitor()];
		const { id } = await v.write('/tokens', { name: 'mine', scopes: ['look'] });
		assert.deepEqual((await w.read('/tokens')).items, []);
		assert.equal(problem(await w.post(`/tokens/${id}/revoke`)), '404 not-found');
		assert.ok((await ada.read('/tokens')).items.some((t) => t.id === id && t.account === v.name));
		assert.equal((await ada.post(`/tokens/${id}/revoke`)).status, 200);
	});

	it('are refused with a sentence', async () => {
		const v = await visitor('reviewer');
		const cases = [
			[{ scopes: ['look'] }, '422 refused', /name/],
			[{ name: 'x' }, '422 refused', /scopes must be/],
			[{ name: 'x', scopes: 'look' }, '422 refused', /scopes must be/],
			[{ name: 'x', scopes: ['fly'] }, '422 refused', /no scope "fly"/],
			[{ name: 'x', scopes: ['people'] }, '422 refused', /reviewer, which does not include/],
			[{ name: 'x', scopes: ['look'], days: 0 }, '422 refused', /days/],
			[{ name: 'x', scopes: ['look'], days: 'many' }, '422 invalid', /days/],
		];
		for (const [body, slug, detail] of cases) {
			const answer = await v.post('/tokens', body);
			assert.equal(problem(answer), slug, JSON.stringify(body));
			assert.match(answer.body.detail, detail);
		}
		const script = new Visitor();
		for (const token of ['bt_', 'bt_x', `bt_${'A'.repeat(43)}`, `bt_${"'".repeat(43)}`]) {
			script.token = token;
			assert.equal((await script.get('/me')).status, 401, token);
		}
	});
});

describe('beatctl', () => {
	const ctl = (...args) => stack.beatctl(args);
	// beatctl at a terminal: a line is typed at each prompt.
	const typed = (command, lines) =>
		new Promise((resolve, reject) => {
			const child = spawn('script', ['-qefc', `${program('beatctl')} ${command}`, '/dev/null'], { timeout: 60000, env: { ...process.env, BEAT_DB: stack.db } });
			let [output, prompts] = ['', 0];
			child.stdout.setEncoding('utf8').on('data', (text) => {
				output += text;
				const now = output.match(/(me|again)\)?: /g)?.length ?? 0;
				while (prompts < now) child.stdin.write(lines[prompts++] ?? '\x03');
			});
			child.on('error', reject);
			child.on('close', (code) => resolve({ code, output }));
		});

	it('user: makes, lists and changes accounts', async () => {
		const name = fresh();
		const made = await ctl('user', 'add', name, '--role', 'reviewer', '--generate');
		assert.equal(made.code, 0, made.stderr);
		const [, password] = made.stdout.match(/^password: (\S+)$/m);
		const v = new Visitor();
		assert.equal((await v.signIn(name, password)).status, 200);
		assert.match((await ctl('user', 'list')).stdout, new RegExp(`${name} +reviewer +active +no +1 +0 `));
		assert.equal((await ctl('user', 'set-role', name, 'viewer')).code, 0);
		assert.deepEqual((await v.read('/me')).may, ['look']);
		assert.equal((await ctl('user', 'sign-out', name)).code, 0);
		assert.equal((await v.get('/me')).status, 401);
		const again = await stack.beatctl(['user', 'password', name, '--password-stdin'], { input: 'typed somewhere else\n' });
		assert.equal(again.code, 0, again.stderr);
		assert.ok(!again.stdout.includes('typed'));
		assert.equal((await v.signIn(name, 'typed somewhere else')).status, 200);
		assert.equal((await ctl('user', 'disable', name)).code, 0);
		assert.equal((await v.get('/me')).status, 401);
		assert.match((await ctl('user', 'list')).stdout, new RegExp(`${name} +viewer +disabled`));
		assert.equal((await ctl('user', 'enable', name)).code, 0);
		assert.equal((await ctl('user', 'totp-off', name)).code, 0);
		assert.equal((await v.signIn(name, 'typed somewhere else')).status, 200);
	});

	it('user: a password is typed twice, unseen', async () => {
		const name = fresh();
		const differs = await typed(`user add ${name}`, ['typed at the terminal\n', 'typed at the terminak\n']);
		assert.equal(differs.code, 1, differs.output);
		assert.match(differs.output, /not the same/);
		const given = await typed(`user add ${name}`, ['typed\x03']);
		assert.equal(given.code, 1, given.output);
		assert.match(given.output, /no password was given/);
		// a key too many, taken back; another line begun and thrown away
		const made = await typed(`user add ${name}`, ['typed at the terminalé\x7f\n', 'oops\x15typed at the terminal\n']);
		assert.equal(made.code, 0, made.output);
		for (const { output } of [differs, given, made]) assert.doesNotMatch(output, /typed|oops/);
		assert.equal((await new Visitor().signIn(name, 'typed at the terminal')).status, 200);
		const other = fresh();
		const generated = await typed(`user add ${other}`, ['\n']);
		assert.equal((await new Visitor().signIn(other, generated.output.match(/password: (\S+)/)[1])).status, 200);
	});

	it('user: says what is wrong', async () => {
		const name = await person();
		for (const [args, message, status = 1, input] of [
			[['user', 'add', name, '--generate'], /There is an account/],
			[['user', 'add', 'Big', '--generate'], /lower-case/],
			[['user', 'add', fresh(), '--role', 'king', '--generate'], /A role is admin, reviewer, viewer or none/],
			[['user', 'add', fresh(), '--password-stdin'], /at least 10 characters/, 1, 'short\n'],
			[['user', 'add', fresh(), '--password-stdin'], /at least 10 characters/, 1, ''],
			[['user', 'add'], /name one account/, 2],
			[['user', 'add', 'x', '--generate', '--password-stdin'], /exclude each other/, 2],
			[['user', 'set-role', 'nobody', 'admin'], /There is no account "nobody"/],
			[['user', 'set-role', name], /takes a NAME and a role/, 2],
			[['user', 'disable', 'nobody'], /There is no account/],
			[['user', 'fly'], /not one of add, list/, 2],
			[['token', 'create', 'nobody', 'x', '--scope', 'look'], /There is no account/],
			[['token', 'create', name, 'x'], /say what the token may do/, 2],
			[['token', 'create', name, 'x', '--scope', 'manage'], /does not include "manage"/],
			[['token', 'create', name, 'x', '--scope', 'look', '--days', '0'], /from 1 to 3650/, 2],
			[['token', 'revoke', '999999'], /There is no API token/],
		]) {
			const result = await stack.beatctl(args, { input });
			assert.equal(result.code, status, args.join(' ') + result.stderr);
			assert.match(result.stderr, message);
		}
	});

	it('token: makes, lists and revokes', async () => {
		const name = await person('admin');
		const made = await ctl('token', 'create', name, 'a script', '--scope', 'look', '--scope', 'identity', '--days', '7');
		assert.equal(made.code, 0, made.stderr);
		const script = new Visitor();
		script.token = made.stdout.trim();
		assert.deepEqual((await script.read('/me')).may, ['look', 'identity']);
		const list = (await ctl('token', 'list', name)).stdout;
		assert.match(list, /a script +look,identity +active/);
		const [, id] = list.match(/^ *(\d+) /m);
		assert.equal((await ctl('token', 'revoke', id)).code, 0);
		assert.equal((await script.get('/me')).status, 401);
		assert.match((await ctl('token', 'list')).stdout, /a script +look,identity +revoked/);
	});
});

// The last, because it changes the server.
describe('a server in trouble', () => {
	const many = async (n) => {
		const name = await person();
		await stack.sql(`delete from login_failure`);
		return Array.from({ length: n }, (_, i) => {
			const wrong = i % 2 ? { name: `nobody${i}`, password: 'wrong password' } : { name, password: PASSWORD };
			return new Visitor().post('/login', wrong).then((answer) => answer.status);
		});
	};

	it('gives up on who waited too long, and goes on', async () => {
		await stack.restartBeatd({ env: { BEAT_REQUEST_TIMEOUT_MS: '100', BEAT_HASH_THREADS: '1' } });
		const statuses = await Promise.all(await many(20));
		assert.ok(statuses.includes(503), statuses.join());
		// 429: half of them try one account, and as long as none is judged each counts
		assert.ok(statuses.every((status) => [200, 401, 429, 503].includes(status)), statuses.join());
	});

	it('answers who is signing in when it stops', async () => {
		await stack.restartBeatd({ env: { BEAT_REQUEST_TIMEOUT_MS: '25000' } });
		const answers = await many(8);
		await Promise.race(answers); // then the others are under way
		await stack.beatd.stop();
		const ends = await Promise.allSettled(answers);
		for (const end of ends) if (end.status === 'fulfilled') assert.ok([200, 401].includes(end.value), end.value);
		assert.ok(ends.filter((end) => end.status === 'fulfilled').length > 1);
	});
});
