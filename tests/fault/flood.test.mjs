// One address that takes all it can: connections that drip, bodies that do not come, answers that nobody reads, a flood of
// connections. Beside each of them the ordinary traffic of other addresses goes on.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { program } from '../lib/paths.mjs';
import { run } from '../lib/proc.mjs';
import { sleep, useStack } from '../lib/stack.mjs';

const MANY = 600;
const POST = 'POST /api/v1/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n';

// Holds `MANY` connections open: each is made anew when the server closes it.
function flood(stack, { say, drip = '', read = true }) {
	let over = false;
	const sockets = new Set();
	const open = () => {
		if (over) return;
		const socket = connect({ port: stack.port, host: '127.0.0.1', localAddress: '127.0.0.2' }, () => socket.write(say));
		if (read) socket.resume();
		else socket.pause();
		sockets.add(socket);
		socket.on('error', () => {}).on('close', () => {
			sockets.delete(socket);
			setTimeout(open, 50);
		});
	};
	for (let i = 0; i < MANY; i++) open();
	const dripping = setInterval(() => {
		for (const socket of sockets) if (drip && socket.writable) socket.write(drip);
	}, 200);
	return () => {
		over = true;
		clearInterval(dripping);
		for (const socket of sockets) socket.destroy();
	};
}

// Sessions one after the other, each over a connection of its own; all must be answered.
async function ordinary(stack, rounds) {
	for (let i = 0; i < rounds; i++) {
		const answer = await stack.session('ann');
		assert.ok(answer.status === 200 || answer.status === 201, `${answer.status} ${answer.text}`);
	}
}

const limited = { beatd: { env: { BEAT_MAX_CONNECTIONS: '200', BEAT_HEADER_TIMEOUT_S: '5', BEAT_BODY_TIMEOUT_S: '5', BEAT_SEND_TIMEOUT_S: '5' } } };
const modes = {
	'headers that drip': { say: 'GET /hit/demo HTTP/1.1\r\nA: ', drip: 'a' },
	'bodies that drip': { say: POST, drip: ' ' },
	'answers that nobody reads': { say: 'GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20), read: false },
	'connections that say nothing': { say: '' },
};

describe('one address that takes all it can does not shut others out', () => {
	for (const [name, mode] of Object.entries(modes)) it(name, async (t) => {
		const stack = await useStack(t, limited);
		await ordinary(stack, 3);
		const stop = flood(stack, mode);
		try {
			await sleep(1500);
			await ordinary(stack, 20);
			const [, count] = (await stack.metrics()).match(/^beat_http_connections (\d+)$/m);
			assert.ok(Number(count) <= 200, count);
		} finally {
			stop();
		}
	});
});

describe('a body over the limit', () => {
	it('is refused at its head, and not swallowed', async (t) => {
		const stack = await useStack(t);
		const answer = await new Promise((done) => {
			let got = '', sent = 0;
			const socket = connect(stack.port, '127.0.0.1', () => {
				socket.write('POST /api/v1/session HTTP/1.1\r\nHost: x\r\nContent-Length: 500000000\r\n\r\n');
				const chunk = Buffer.alloc(65536, 'a');
				const timer = setInterval(() => {
					if (socket.writableLength < 1 << 20 && socket.write(chunk)) sent += chunk.length;
				}, 1);
				socket.on('close', () => {
					clearInterval(timer);
					done({ got, sent });
				});
			});
			socket.setEncoding('latin1').on('data', (d) => (got += d)).on('error', () => {});
		});
		assert.match(answer.got, /^HTTP\/1\.1 413 .*application\/problem\+json.*"urn:beat:too-large"/s);
		assert.ok(answer.sent < 64 << 20, String(answer.sent));
	});
});

describe('beatd', () => {
	it('refuses a password on its command line', async () => {
		for (const db of ['postgresql://me:secret@127.0.0.1:1/none', 'host=127.0.0.1 password=secret']) {
			const { code, stderr, stdout } = await run(program('beatd'), ['--db', db, '--port', '0', '--metrics-port', '0']);
			assert.equal(code, 2);
			assert.match(stdout + stderr, /can be read by everybody on this machine/);
			assert.doesNotMatch(stdout + stderr, /secret/);
		}
	});

	it('does not start with more connections than files', async () => {
		const { code, stderr, stdout } = await run('prlimit', ['--nofile=900:900', program('beatd'), '--db', 'postgresql://nobody@127.0.0.1:1/none', '--port', '0', '--metrics-port', '0', '--max-connections', '500']);
		assert.notEqual(code, 0);
		assert.match(stdout + stderr, /900 files may be open, but 500 connections of clients.*raise the limit.*or lower max-connections/);
	});
});
