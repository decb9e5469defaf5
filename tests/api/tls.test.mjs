// HTTPS by beatd itself: certificates that change while it runs, and what follows from TLS, ours or a proxy's.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { connect as connectPlain } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { connect } from 'node:tls';
import { makeCertificate } from '../lib/certificate.mjs';
import { addUser, ADMIN, Desk, PASSWORD, signIn } from '../lib/desk.mjs';
import { call, program, run, spanOf, startStack, until, useStack } from '../lib/stack.mjs';

const dir = mkdtempSync(join(tmpdir(), 'beat-tls-'));
after(() => rmSync(dir, { recursive: true, force: true }));

let first, second, stack, live;
before(async () => {
	[first, second] = await Promise.all(['first', 'second'].map((name) => makeCertificate(dir, name)));
	live = { cert: join(dir, 'cert.pem'), key: join(dir, 'key.pem'), ca: [first.ca, second.ca] };
	install(first);
	stack = await startStack({ tls: live, beatd: { env: { BEAT_IDLE_TIMEOUT_S: '6' } } });
});
after(() => stack?.stop());

function install({ cert, key }) {
	copyFileSync(cert, live.cert);
	copyFileSync(key, live.key);
}

async function reload(pattern) {
	const from = stack.beatd.output.length;
	stack.beatd.child.kill('SIGHUP');
	await stack.beatd.waitFor(pattern, { from });
}

// The name on the certificate that a new connection is shown.
const shownName = (options = {}) => new Promise((resolve, reject) => {
	const socket = connect({ port: stack.port, host: '127.0.0.1', ca: live.ca, ...options }, () => {
		resolve(socket.getPeerCertificate().subject.CN);
		socket.destroy();
	});
	socket.on('error', reject);
});

// GET over a connection that stays open.
const getWith = (agent, path) => new Promise((resolve, reject) => {
	request(stack.url + path, { agent, ca: live.ca }, (res) => {
		res.resume().on('end', () => resolve({ status: res.statusCode, reused: res.req.reusedSocket }));
	}).on('error', reject).end();
});

const lastWord = (text) => text.split(' ').at(-1).replace(/\.$/, '');

describe('beatd with a certificate', () => {
	it('speaks TLS 1.2 and 1.3, and tells browsers to insist on it', async () => {
		const answer = await stack.call('GET', '/healthz');
		assert.equal(answer.status, 200);
		assert.match(answer.headers['strict-transport-security'], /^max-age=\d+/);
		for (const version of ['TLSv1.2', 'TLSv1.3']) assert.equal(await shownName({ minVersion: version, maxVersion: version }), 'first');
		await assert.rejects(shownName({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }));
	});

	it('is not trusted by those who do not know it', async () => {
		await assert.rejects(call('GET', `${stack.url}/healthz`), /self-signed/);
	});

	it('serves a whole game, and large files unharmed', async () => {
		const { body: s } = await stack.session('ann');
		assert.equal((await stack.attempt(s, 'What is it?', lastWord(s.passage.text))).body.verdict, 'human');
		assert.equal((await stack.submit(s)).body.submitted, true);
		const page = await stack.call('GET', '/hit/demo');
		for (const [, path] of page.text.matchAll(/(?:src|href)="(\/static\/[^"]+)"/g)) {
			const file = await stack.call('GET', path);
			assert.equal(file.buffer.length, Number(file.headers['content-length']));
		}
	});

	it('survives clients that do not speak TLS, break off or say nothing', async () => {
		const raw = (bytes) => new Promise((done) => {
			const socket = connectPlain(stack.port, '127.0.0.1', () => bytes && socket.write(bytes));
			socket.on('error', () => {}).on('close', done).resume();
			if (bytes === null) setTimeout(() => socket.destroy(), 20);
		});
		await Promise.all([
			raw('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'),
			raw(Buffer.from([0x16, 0x03, 0x01, 0xff, 0xff, 0x01, 0x00])), // the beginning of a hello: closed as idle
			raw(null),
			raw(''), // says nothing: closed as idle
		]);
		assert.equal((await stack.call('GET', '/healthz')).status, 200);
	});

	it('finishes what was asked by those who leave before the answer', async () => {
		const { body: s } = await stack.session('eve');
		const calls = stack.stub.calls;
		stack.stub.always({ delay: 1000 });
		const asked = (i) => stack.stub.requests.some((r) => r.question === `Gone ${i}?`);
		const vanish = (i) => new Promise((done) => {
			const body = JSON.stringify({ id: randomUUID(), question: `Gone ${i}?`, sure: true, answer: spanOf(s.passage.text, lastWord(s.passage.text)) });
			const head = `POST /api/v1/attempts HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: Bearer ${s.token}\r\n`;
			const socket = connect({ port: stack.port, host: '127.0.0.1', ca: live.ca }, () => {
				socket.write(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`, () => until(() => asked(i)).finally(() => socket.destroy()));
			});
			socket.on('error', () => {}).on('close', done);
		});
		await Promise.all([1, 2, 3, 4, 5].map(vanish));
		await until(async () => (await stack.value(`select count(*) from attempt where assignment_id = ${s.assignment}`)) === 5);
		assert.equal(stack.stub.calls, calls + 5);
		stack.stub.always({});
	});

	it('takes a new certificate on SIGHUP without dropping a connection or a request', async () => {
		const agent = new Agent({ keepAlive: true, maxSockets: 1 });
		assert.equal((await getWith(agent, '/healthz')).status, 200);
		const { body: s } = await stack.session('bob');
		const calls = stack.stub.calls;
		stack.stub.always({ delay: 500 });
		const slow = stack.attempt(s, 'Slow?', lastWord(s.passage.text));
		await until(() => stack.stub.calls > calls);
		install(second);
		await reload(/the certificate was read again/);
		assert.equal(await shownName(), 'second');
		assert.deepEqual(await getWith(agent, '/healthz'), { status: 200, reused: true });
		assert.equal((await slow).status, 200);
		agent.destroy();
	});

	it('keeps the certificate it has when the new one is no good, and says why', async () => {
		for (const [damage, why] of [
			[() => writeFileSync(live.cert, 'this is no certificate'), /cannot use the certificate .*cert\.pem: .*no start line/],
			[() => copyFileSync(first.key, live.key), /cannot use the certificate's key .*key\.pem: .*mismatch/],
			[() => rmSync(live.cert), /cannot use the certificate .*cert\.pem: .*No such file/],
		]) {
			install(second);
			damage();
			const from = stack.beatd.output.length;
			await reload(/the certificate in use stays in use/);
			assert.match(stack.beatd.output.slice(from), why);
			assert.equal(await shownName(), 'second');
		}
		install(first);
		await reload(/the certificate was read again/);
		assert.equal(await shownName(), 'first');
	});

	it('does not start with a certificate it cannot use', async () => {
		for (const [flags, words] of [
			[['--tls-cert', '/does/not/exist', '--tls-key', first.key], /cannot use the certificate \/does\/not\/exist/],
			[['--tls-cert', first.cert, '--tls-key', second.key], /cannot use the certificate's key/],
			[['--tls-cert', first.cert], /TLS needs both/],
			[['--trusted-proxies', 'localhost'], /'localhost' is neither an address nor a block/],
		]) {
			const result = await run(program('beatd'), ['--port', '0', '--metrics-port', '0', ...flags], { env: { BEAT_DB: stack.db } });
			assert.notEqual(result.code, 0);
			assert.match(result.stderr, words);
		}
	});

	it('sends the session cookie over TLS alone', async () => {
		await addUser(stack, 'ada');
		const answer = await stack.post(`${ADMIN}/login`, { name: 'ada', password: PASSWORD });
		assert.equal(answer.status, 200, answer.text);
		const [cookie] = answer.headers['set-cookie'];
		const words = cookie.split('; ');
		for (const word of ['HttpOnly', 'SameSite=Strict', 'Secure', 'Path=/']) assert.ok(words.includes(word), cookie);
	});

	it('streams what changes', async () => {
		const ada = await signIn(stack);
		const stream = await ada.follow();
		assert.equal(stream.headers['content-type'], 'text/event-stream');
		await stack.sql("select pg_notify('beat_change', '{\"topic\":\"model\",\"project\":null,\"id\":\"x\"}')");
		await until(() => stream.events.some((e) => e.data.id === 'x'));
		stream.close();
	});
});

describe('behind a proxy', () => {
	const forwarded = { 'x-forwarded-for': '1.1.1.1, 198.51.100.7', 'x-forwarded-proto': 'https' };
	const login = (s, headers) => s.post(`${ADMIN}/login`, { name: 'ada', password: PASSWORD }, { headers });

	it('that is trusted: its word on address and TLS counts', async (t) => {
		const s = await useStack(t, { beatd: { env: { BEAT_TRUSTED_PROXIES: '10.0.0.0/8 127.0.0.1' } } });
		await addUser(s, 'ada');
		const answer = await login(s, forwarded);
		assert.match(answer.headers['set-cookie'][0], /; Secure/);
		assert.ok(answer.headers['strict-transport-security']);
		assert.equal(await s.value('select address from login order by id desc limit 1'), '198.51.100.7');
		s.beatd.child.kill('SIGHUP'); // without a certificate there is nothing to do
		await s.beatd.waitFor(/nothing to read again/);
		const plain = await login(s, { 'x-forwarded-proto': 'http' });
		assert.doesNotMatch(plain.headers['set-cookie'][0], /Secure/);
		assert.equal(plain.headers['strict-transport-security'], undefined);
	});

	it('that is not: it does not', async (t) => {
		const s = await useStack(t, { beatd: { env: { BEAT_TRUSTED_PROXIES: '10.0.0.0/8' } } });
		await addUser(s, 'ada');
		const answer = await login(s, forwarded);
		assert.doesNotMatch(answer.headers['set-cookie'][0], /Secure/);
		assert.equal(await s.value('select address from login order by id desc limit 1'), '127.0.0.1');
		const desk = new Desk(s);
		await desk.signIn('ada');
		assert.equal((await desk.get('/me')).status, 200);
	});
});
