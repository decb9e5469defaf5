// Large files of a release on their way to a client: cut short meanwhile, read slowly, read by nobody, left; over HTTP
// and over HTTPS.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readlinkSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { makeCertificate } from '../lib/certificate.mjs';
import { ADMIN, signIn } from '../lib/desk.mjs';
import { requestFor } from '../lib/http.mjs';
import { sleep, startStack, until } from '../lib/stack.mjs';

const MB = 1024 * 1024;
const TEXT = 'The lighthouse on Skerry Point was lit for the first time in 1847 by Margaret Doyle.';
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

// Bytes of which no two pieces are alike.
const bytesOf = (n) => {
	const bytes = Buffer.alloc(n);
	for (let i = 0; i < n; i += 4) bytes.writeUInt32LE(i, i);
	return bytes;
};

for (const secure of [false, true]) describe(secure ? 'over HTTPS' : 'over HTTP', () => {
	let stack, ada, dir, folder, id, agent;

	// A file of the release, on disk and in the database.
	async function addFile(name, bytes) {
		writeFileSync(join(folder, 'demo@1.0', name), bytes);
		await stack.sql(`insert into beat.release_file (release_id, path, bytes, sha256) values (${id}, ${stack.lit(name)}, ${bytes.length}, ${stack.lit(sha256(bytes))})`);
	}

	// The answer before its body: {status, headers, res}.
	const begin = (path, { method = 'GET', headers = {}, ...options } = {}) => new Promise((resolve, reject) => {
		const url = `${stack.url}${ADMIN}/releases/${id}/${path}`;
		requestFor(url)(url, { method, agent: false, ca: stack.options.tls?.ca, headers: { ...ada.headers(), ...headers }, ...options }, (res) => resolve(res))
			.on('error', reject).end();
	});

	// All of the body, or an error if the server closed the connection before its end. With a pause after each megabyte.
	async function body(res, { pause = 0 } = {}) {
		const chunks = [];
		let n = 0;
		for await (const chunk of res) {
			chunks.push(chunk);
			n += chunk.length;
			if (pause && n >= MB) {
				n = 0;
				await sleep(pause);
			}
		}
		return Buffer.concat(chunks);
	}

	// How many of the files are open in the server.
	const openFiles = () => readdirSync(`/proc/${stack.beatd.child.pid}/fd`).filter((fd) => {
		try {
			return readlinkSync(`/proc/${stack.beatd.child.pid}/fd/${fd}`).startsWith(folder);
		} catch {
			return false;
		}
	}).length;

	before(async () => {
		dir = mkdtempSync(join(tmpdir(), 'beat-download-'));
		folder = join(dir, 'releases');
		const tls = secure ? await makeCertificate(dir, 'here') : undefined;
		stack = await startStack({ tls, passages: false, project: false, beatd: { env: { BEAT_RELEASES: folder, BEAT_IDLE_TIMEOUT_S: '5', BEAT_SEND_TIMEOUT_S: '5' } } });
		await stack.importPassages([{ title: 'Lighthouse', text: TEXT }], { split: 'train' });
		await stack.createProject('demo');
		ada = await signIn(stack);
		const session = (await stack.session('ann')).body;
		assert.equal((await stack.attempt(session, 'When was it lit, not [Skerry Point]?', '1847')).body.verdict, 'human');
		assert.equal((await stack.submit(session)).status, 200);
		({ id } = (await ada.post('/projects/demo/releases', { version: '1.0' })).body);
		await until(async () => (await ada.read(`/releases/${id}`)).state === 'ready', { what: 'the release' });
		agent = new (secure ? SecureAgent : Agent)({ keepAlive: true, maxSockets: 1 });
	});
	after(async () => {
		agent?.destroy();
		await stack?.stop();
		rmSync(dir, { recursive: true, force: true });
	});

	it('a large file comes whole, in ranges, and again over the same connection', async () => {
		const bytes = bytesOf(9 * MB + 5000);
		await addFile('large', bytes);
		for (let i = 0; i < 2; i++) {
			const res = await begin('files/large', { agent });
			assert.equal(res.statusCode, 200);
			assert.equal(Number(res.headers['content-length']), bytes.length);
			assert.equal(sha256(await body(res)), sha256(bytes));
			assert.equal(res.req.reusedSocket, i > 0);
		}
		const head = await begin('files/large', { agent, method: 'HEAD' });
		assert.equal(Number(head.headers['content-length']), bytes.length);
		assert.equal((await body(head)).length, 0);
		for (const [range, from, to] of [['bytes=131071-262144', 131071, 262145], [`bytes=${8 * MB}-`, 8 * MB], ['bytes=-131073', bytes.length - 131073], ['bytes=7-7', 7, 8]]) {
			const res = await begin('files/large', { agent, headers: { range } });
			assert.equal(res.statusCode, 206);
			assert.ok((await body(res)).equals(bytes.subarray(from, to)), range);
		}
		await addFile('empty', Buffer.alloc(0));
		assert.equal((await body(await begin('files/empty', { agent }))).length, 0);
		const archive = await body(await begin('archive'));
		assert.ok(archive.includes(bytes.subarray(3 * MB, 5 * MB)));
		await until(() => openFiles() === 0, { what: 'the files to be closed' });
	});

	it('one that is cut short meanwhile ends the connection, and nothing else', async () => {
		const file = join(folder, 'demo@1.0', 'cut');
		await addFile('cut', bytesOf(48 * MB));
		for (const path of ['files/cut', 'archive']) {
			const from = stack.beatd.output.length;
			const res = await begin(path);
			assert.equal(res.statusCode, 200);
			truncateSync(file, MB);
			await assert.rejects(body(res), /aborted|ECONNRESET/);
			await stack.beatd.waitFor(/sending a file: it became shorter/, { from });
			assert.equal((await stack.call('GET', '/healthz')).status, 200);
			truncateSync(file, 48 * MB); // as long as it was
		}
		await until(() => openFiles() === 0, { what: 'the files to be closed' });
	});

	it('a reader may be slow, as long as it reads', async () => {
		const bytes = bytesOf(24 * MB);
		await addFile('slow', bytes);
		const slow = body(await begin('files/slow'), { pause: 300 });
		const others = await Promise.all(Array.from({ length: 4 }, async () => sha256(await body(await begin('files/slow')))));
		assert.deepEqual(new Set(others), new Set([sha256(bytes)]));
		assert.equal(sha256(await slow), sha256(bytes));
	});

	it('who leaves or reads nothing at all is let go', async () => {
		await addFile('left', bytesOf(48 * MB));
		const left = await begin('files/left');
		const silent = await begin('files/left');
		assert.equal(openFiles(), 2);
		left.destroy();
		await until(() => openFiles() === 0, { what: 'the files to be closed' });
		await assert.rejects(body(silent), /aborted|ECONNRESET/);
	});

	it('a server that is told to stop while it sends stops', async () => {
		const res = await begin('files/left');
		res.on('error', () => {});
		assert.equal(openFiles(), 1);
		await stack.beatd.stop();
	});
});
