// Clients that mean harm, and the moments at which a server is weakest: no files left, no time left, told to stop.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { sleep, startStubModel, until, useStack } from '../lib/stack.mjs';

const lastWord = (text) => text.split(' ').at(-1).replace(/\.$/, '');

// Sends bytes as they are; resolves with all that came back when the server closes, or after `wait`.
function raw(stack, text, { wait = 60000 } = {}) {
	return new Promise((done) => {
		const socket = connect(stack.port, '127.0.0.1', () => socket.write(text));
		let got = '';
		socket.setEncoding('latin1').on('data', (d) => (got += d)).on('error', () => {});
		const timer = setTimeout(() => socket.destroy(), wait);
		socket.on('close', () => {
			clearTimeout(timer);
			done(got);
		});
	});
}
const statuses = (text) => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map((m) => Number(m[1]));

describe('a client', () => {
	it('that sends without end is cut off, wherever it does so', async (t) => {
		const stack = await useStack(t);
		const before = memory(stack);
		const heads = {
			'in the line before a chunk': 'POST /api/v1/session HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n',
			'in the first line': 'GET /',
			'in a header': 'GET / HTTP/1.1\r\nA: ',
			'in a trailer': 'POST /api/v1/session HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nA: ',
			'behind requests it does not read the answers of': 'GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2000),
		};
		for (const [where, head] of Object.entries(heads)) {
			const socket = connect(stack.port, '127.0.0.1', () => socket.write(head)).pause();
			const closed = new Promise((done) => socket.on('error', done).on('close', done));
			const chunk = Buffer.alloc(256 * 1024, 'a');
			const flood = setInterval(() => socket.writableLength < 8 * chunk.length && socket.write(chunk), 1);
			await Promise.race([closed, sleep(60000).then(() => assert.fail(`${where}: still connected`))]);
			clearInterval(flood);
			socket.destroy();
		}
		assert.ok(memory(stack) - before < 40 << 20, `${before} -> ${memory(stack)}`);
		assert.equal((await stack.call('GET', '/healthz')).status, 200);
	});

	it('cannot hide a second request in a first one', async (t) => {
		const stack = await useStack(t);
		const inner = 'GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n';
		const cases = [
			`HEAD /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: ${inner.length}\r\n\r\n${inner}`,
			`POST /api/v1/submit HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n${inner}`,
			`POST /api/v1/submit HTTP/1.1\r\nHost: x\r\nContent-Length : ${inner.length}\r\n\r\n${inner}`,
			`POST /api/v1/submit HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nContent-Length: ${inner.length}\r\n\r\n${inner}`,
			`POST /api/v1/submit HTTP/1.1\r\nHost: x\r\nContent-Length: +0\r\n\r\n${inner}`,
			`POST /api/v1/submit HTTP/1.1\r\nHost: x\r\nContent-Length: ${inner.length}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${inner}`,
		];
		for (const text of cases) assert.match(String(statuses(await raw(stack, text))), /^(400|413)$/, text); // one refusal, no second answer
		// while what is clear may follow one after the other
		const fine = 'POST /api/v1/submit HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
		assert.deepEqual(statuses(await raw(stack, fine)), [401, 200]);
	});

	it('who leaves blanks behind the question leaves none in the database', async (t) => {
		const stack = await useStack(t);
		const { body: s } = await stack.session('ann');
		for (const question of ['\u2003 Padded? \n', `Long?${' '.repeat(20000)}`]) {
			const answer = await stack.attempt(s, question, lastWord(s.passage.text));
			assert.equal(answer.status, 200, answer.text);
			assert.equal(answer.body.question, question.trim());
			assert.equal(stack.stub.requests.at(-1).question, question.trim());
		}
	});
});

function memory(stack) {
	return Number(readFileSync(`/proc/${stack.beatd.pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)[1]) * 1024;
}

describe('beatd', () => {
	it('without a file to spare pauses, and goes on when there are some', async (t) => {
		const stack = await useStack(t);
		execFileSync('prlimit', ['--pid', String(stack.beatd.pid), '--nofile=64']);
		const sockets = Array.from({ length: 80 }, () => connect(stack.port, '127.0.0.1').on('error', () => {}));
		await stack.beatd.waitFor(/cannot accept connections just now/);
		const ticks = () => readFileSync(`/proc/${stack.beatd.pid}/stat`, 'utf8').split(' ').slice(13, 15).reduce((a, b) => a + Number(b), 0);
		const before = ticks();
		await sleep(1000);
		assert.ok(ticks() - before < 30, 'it spins');
		assert.equal(stack.beatd.output.match(/cannot accept/g).length, 1);
		for (const socket of sockets) socket.destroy();
		assert.equal((await stack.call('GET', '/healthz')).status, 200);
	});

	it('with little time and no database still tells its metrics', async (t) => {
		const stack = await useStack(t, { cluster: true, beatd: { env: { BEAT_REQUEST_TIMEOUT_MS: '100' } } });
		await stack.cluster.halt('immediate');
		const looks = await Promise.all(Array.from({ length: 5 }, () => stack.monitor('/metrics')));
		for (const { status, text } of looks) {
			assert.equal(status, 200);
			assert.match(text, /^beat_database_up 0$/m);
		}
		assert.equal((await stack.monitor('/readyz')).body.database, 'slow');
		await sleep(2500); // the answers that nobody waits for any more come now
		assert.equal((await stack.call('GET', '/healthz')).status, 200);
		await stack.cluster.start();
	});

	it('shows leases and unjudged attempts under their names', async (t) => {
		const stack = await useStack(t);
		const { body: s } = await stack.session('ann');
		stack.stub.always({ status: 500 });
		for (let i = 0; i < 2; i++) await stack.attempt(s, `Why ${i}?`, lastWord(s.passage.text));
		const shown = async () => (await stack.metrics()).match(/^beat_(open|overdue|attempts_unj).* \d+$/gm);
		assert.deepEqual(await shown(), ['beat_open_leases 1', 'beat_overdue_leases 0', 'beat_attempts_unjudged 2']);
		await stack.sql('update assignment set expires_at = clock_timestamp()');
		assert.deepEqual(await shown(), ['beat_open_leases 0', 'beat_overdue_leases 1', 'beat_attempts_unjudged 2']);
	});

	it('lets a model that hangs keep neither another one nor readiness waiting', async (t) => {
		const env = { BEAT_MODEL_CONCURRENCY: '2', BEAT_MODEL_TIMEOUT_MS: '600000', BEAT_REQUEST_TIMEOUT_MS: '600000' };
		const stack = await useStack(t, { beatd: { env } });
		const other = await startStubModel();
		t.after(() => other.stop());
		await stack.createProject('other', ['--open', '--collection', 'sample', '--model', other.url]);
		const { body: s } = await stack.session('ann');
		stack.stub.always({ hang: true });
		const stuck = Array.from({ length: 4 }, (_, i) => stack.attempt(s, `Stuck ${i}?`, lastWord(s.passage.text)));
		await until(() => stack.stub.hanging.size === 2);
		const { body: o } = await stack.session('bob', { project: 'other' });
		assert.equal((await stack.attempt(o, 'Free?', lastWord(o.passage.text))).body.verdict, 'human');
		// many who ask for readiness share one look
		const ready = await Promise.all(Array.from({ length: 50 }, () => stack.call('GET', '/readyz')));
		assert.deepEqual(new Set(ready.map((r) => r.status)), new Set([200]));
		assert.equal(stack.stub.hanging.size, 2, 'all the while');
		stack.stub.always({});
		stack.stub.release();
		for (const r of await Promise.all(stuck)) assert.equal(r.status, 200, r.text);
	});

	it('hands in the same work of the platform once, also when two servers are asked at the same moment', async (t) => {
		const stack = await useStack(t, { beatd: { env: { BEAT_WRITE_CONNECTIONS: '4' } }, project: { args: ['--assignments-per-passage', '100', '--repeats', 'allow'] } });
		const open = (workerId, assignmentId) => stack.session(undefined, { platform: 'mturk', params: { workerId, assignmentId, hitId: 'H', turkSubmitTo: 'https://www.mturk.com' } });
		for (let i = 0; i < 12; i++) {
			const pair = (await Promise.all([open(`a${i}`, `ref-${i}`), open(`b${i}`, `ref-${i}`)])).map((r) => r.body);
			await Promise.all(pair.map((s) => stack.attempt(s, 'Mine?', lastWord(s.passage.text))));
			const ends = await Promise.all([...pair, ...pair].map((s) => stack.submit(s)));
			assert.deepEqual(ends.map((r) => r.status).sort(), [200, 200, 409, 409]);
		}
	});
});

describe('told to stop, beatd', () => {
	it('answers those who were about to be let in', async (t) => {
		const stack = await useStack(t);
		process.kill(stack.beatd.pid, 'SIGSTOP');
		const waiting = Array.from({ length: 100 }, (_, i) => stack.session(`w${i % 5}`));
		for (let i = 0; i < 10; i++) await sleep(50); // turns of this process, in which they connect and send
		const stopped = stack.killBeatd('SIGTERM');
		process.kill(stack.beatd.pid, 'SIGCONT');
		for (const r of await Promise.all(waiting)) assert.ok(r.status === 200 || r.status === 201, r.text);
		assert.equal((await stopped).code, 0);
	});

	it('waits for one who reads slowly, but not for ever', async (t) => {
		const script = `
import socket, sys, time
s = socket.socket()
s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
s.connect(('127.0.0.1', int(sys.argv[1])))
s.sendall(b'GET /api/v1/openapi.json HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n' * 1000)
time.sleep(0.5)
print('sent', flush=True)
time.sleep(float(sys.argv[2]))
data = b''
while True:
    more = s.recv(65536)
    if not more: break
    data += more
answers = data.split(b'HTTP/1.1 200')[1:]
head, body = answers[-1].split(b'\\r\\n\\r\\n', 1)
length = int([l for l in head.split(b'\\r\\n') if l.lower().startswith(b'content-length')][0].split(b':')[1])
print('whole' if len(body) == length else 'cut')
`;
		for (const [pause, outcome] of [['0.7', /whole/], ['7', /whole|cut/]]) {
			const stack = await useStack(t);
			const reader = spawn('python3', ['-c', script, String(stack.port), pause], { stdio: ['ignore', 'pipe', 'inherit'] });
			let said = '';
			reader.stdout.on('data', (d) => (said += d));
			await until(() => said.includes('sent'));
			assert.equal((await stack.killBeatd('SIGTERM')).code, 0); // or it is given up, and that is an error
			await new Promise((done) => reader.on('close', done));
			assert.match(said, outcome);
		}
	});
});
