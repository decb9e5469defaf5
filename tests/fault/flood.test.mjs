// One address that takes all it can: connections that drip, bodies that do not come, answers that nobody reads, a flood of
// connections; slowhttptest in its three modes. Beside each of them the ordinary traffic of other addresses goes on: how long
// its answers take is told, and not judged.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { program } from '../lib/paths.mjs';
import { run, Server } from '../lib/proc.mjs';
import { sleep, until, useStack } from '../lib/stack.mjs';

const MANY = 600;
const FEW = Number(process.env.BEAT_FLOOD_SESSIONS ?? 25); // ordinary ones; more make a p99 worth its name
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

// Sessions one after the other, each over a connection of its own; all must be answered. Who is told to come back, as on a
// machine that is busy with other things, does so, like the page. Gives how long each took.
async function ordinary(stack, rounds, localAddress = '127.0.0.1') {
	const ask = () => stack.call('POST', '/api/v1/session', { body: { project: 'demo', platform: 'direct', params: { worker: 'ann' } }, tls: { localAddress } });
	const times = [];
	for (let i = 0; i < rounds; i++) {
		const began = performance.now();
		let answer = await ask();
		for (let again = 0; answer.status === 503 && again < 20; again++) {
			await sleep(500);
			answer = await ask();
		}
		assert.ok(answer.status === 200 || answer.status === 201, `${answer.status} ${answer.text}`);
		times.push(performance.now() - began);
	}
	return times.sort((a, b) => a - b);
}
const share = (times, part) => times[Math.min(times.length - 1, Math.floor(times.length * part))].toFixed(1);
const told = (alone, beside) => `ms alone: median ${share(alone, 0.5)}, p99 ${share(alone, 0.99)}; beside: median ${share(beside, 0.5)}, p99 ${share(beside, 0.99)} (${alone.length} and ${beside.length} sessions)`;
const connections = async (stack) => Number((await stack.metrics()).match(/^beat_http_connections (\d+)$/m)[1]);

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
		const alone = await ordinary(stack, FEW);
		const stop = flood(stack, mode);
		try {
			await sleep(1500);
			t.diagnostic(told(alone, await ordinary(stack, FEW)));
			const count = await connections(stack);
			assert.ok(count <= 200, String(count));
		} finally {
			stop();
		}
		await until(async () => (await connections(stack)) <= 2, { what: 'all its connections to be gone' });
	});
});

// Its modes: headers and bodies that drip, answers that are read byte by byte. It comes from 127.0.0.1, the others do not.
const slow = {
	'slow headers': ['-H', '-u', '/hit/demo'],
	'slow bodies': ['-B', '-f', 'application/json', '-s', '60000', '-u', '/api/v1/session'],
	'slow reading': ['-X', '-k', '10', '-w', '16', '-y', '64', '-n', '1', '-z', '8', '-u', '/api/v1/openapi.json'],
};

// Goes on until it is told to stop: slowhttptest ends by itself when the server has closed all its connections.
function attack(stack, [mode, ...more]) {
	const args = [mode, ...more.slice(0, -1), `${stack.url}${more.at(-1)}`, '-c', '400', '-r', '200', '-i', '1', '-x', '8', '-l', '60', '-p', '3'];
	let over = false;
	let tool;
	const ended = (async () => {
		while (!over) {
			tool = new Server('slowhttptest', 'slowhttptest', args, { cwd: stack.dir });
			await tool.exit;
		}
	})();
	return async () => {
		over = true;
		tool.child.kill('SIGTERM');
		await ended;
	};
}

describe('slowhttptest does not shut others out', () => {
	for (const [name, mode] of Object.entries(slow)) it(name, async (t) => {
		const stack = await useStack(t, limited);
		const alone = await ordinary(stack, FEW, '127.0.0.2');
		const stop = attack(stack, mode);
		try {
			await until(async () => (await connections(stack)) >= 20, { what: 'its connections' });
			t.diagnostic(told(alone, await ordinary(stack, FEW, '127.0.0.2')));
		} finally {
			await stop();
		}
		await until(async () => (await connections(stack)) <= 2, { what: 'all its connections to be gone' });
		await ordinary(stack, 1);
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
