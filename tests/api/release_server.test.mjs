// Releases through the server: built by a child of beatd, followed, downloaded whole, in parts and as one archive.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ADMIN, signIn } from '../lib/desk.mjs';
import { startStack, until } from '../lib/stack.mjs';

const TEXT = 'The lighthouse on Skerry Point was lit for the first time in 1847 by Margaret Doyle.';
let stack, ada, folder;

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');
const ready = (id) => until(async () => (await ada.read(`/releases/${id}`)).state === 'ready', { what: 'the release' });
const download = (id, path, headers = {}) =>
	stack.call('GET', `${ADMIN}/releases/${id}/files/${path}`, { headers: { ...ada.headers(), ...headers } });

async function build(version, more = {}) {
	const started = await ada.post('/projects/demo/releases', { version, ...more });
	assert.equal(started.status, 201, started.text);
	await ready(started.body.id);
	return started.body.id;
}

before(async () => {
	folder = mkdtempSync(join(tmpdir(), 'beat-releases-'));
	const passages = Array.from({ length: 4 }, (_, i) => ({ title: `Lighthouse ${i}`, text: `${TEXT} It was number ${i}.` }));
	stack = await startStack({ passages: false, project: false, beatd: { env: { BEAT_RELEASES: folder, BEAT_HOUSEKEEPING_S: '1' } } });
	await stack.importPassages(passages, { split: 'train' });
	await stack.createProject('demo');
	ada = await signIn(stack);
	for (let i = 0; i < 4; i++) {
		const session = (await stack.session(`worker-${i}`)).body;
		for (const [answer, model] of [['1847', 'Skerry Point'], ['Margaret Doyle', '1847']])
			assert.equal((await stack.attempt(session, `Question ${i} about ${answer}, not [${model}]?`, answer)).body.verdict, 'human');
		assert.equal((await stack.submit(session)).status, 200);
	}
});
after(async () => {
	await stack?.stop();
	rmSync(folder, { recursive: true, force: true });
});

describe('building', () => {
	it('is started by one request, and everybody who follows is told', async () => {
		const stream = await ada.follow({ project: 'demo' });
		const id = await build('1.0', { licence: 'CC-BY-4.0' });
		const shown = await ada.read(`/releases/${id}`);
		assert.equal(shown.questions.train, 8);
		assert.equal(shown.licence, 'CC-BY-4.0');
		assert.ok(shown.files.length > 5);
		assert.equal(shown.bytes, shown.files.reduce((sum, file) => sum + file.bytes, 0));
		await until(() => stream.events.some((e) => e.data.topic === 'release'), { what: 'a note' });
		stream.close();
		assert.deepEqual(readdirSync(folder), ['demo@1.0']);
		const { items } = await ada.read('/releases', { project: 'demo' });
		assert.deepEqual(items.map((r) => [r.name, r.version, r.state]), [['demo', '1.0', 'ready']]);
	});

	it('is safe to ask for twice; other options under the same version are refused', async () => {
		const again = await ada.post('/projects/demo/releases', { version: '1.0' });
		assert.equal(again.status, 201);
		assert.equal((await ada.read('/releases', { project: 'demo' })).items.length, 1);
		const other = await ada.post('/projects/demo/releases', { version: '1.0', seed: 'another' });
		assert.equal(other.status, 409);
		assert.match(other.body.detail, /1\.0/);
	});

	for (const [what, body] of [
		['no version', {}],
		['a version that leads elsewhere', { version: '../../etc' }],
		['a version with a slash', { version: 'a/b' }],
		['a version of two dots', { version: '1..2' }],
		['a format there is not', { version: '2.0', formats: ['pdf'] }],
		['formats that are no list', { version: '2.0', formats: { a: 1 } }],
		['a moment to come', { version: '2.0', as_of: '2999-01-01T00:00:00Z' }],
		['a moment that is none', { version: '2.0', as_of: 'yesterday-ish' }],
		['a seed that is none', { version: '2.0', seed: 'a b' }],
	]) {
		it(`refuses ${what}, and nothing is begun`, async () => {
			const refused = await ada.post('/projects/demo/releases', body);
			assert.ok([409, 422].includes(refused.status), refused.text);
			assert.ok(refused.body.detail.length > 10);
			assert.equal((await ada.read('/releases')).items.length, 1);
			assert.deepEqual(readdirSync(folder), ['demo@1.0']);
		});
	}

	it('goes on after server and builder were killed; until then nothing half is there', async () => {
		const { id } = (await ada.post('/projects/demo/releases', { version: '1.1' })).body;
		await stack.killBeatd();
		spawnSync('pkill', ['-9', '-f', `release write demo@1\\.1 --out ${folder}/`]); // this one's: other tests build releases, too
		const whole = () => execFileSync('sha256sum', ['--quiet', '-c', 'MANIFEST'], { cwd: join(folder, 'demo@1.1') });
		if (existsSync(join(folder, 'demo@1.1'))) whole();
		else assert.equal(await stack.value(`select state from release where id = ${id}`), 'building');
		await stack.sql(`update beat.release set alive_at = clock_timestamp() - interval '2 minutes' where id = ${id}`);
		await stack.startBeatd();
		await ready(id);
		whole();
	});

	it('says why it stopped when that is not in the data, pauses longer each time, and goes on when asked', async () => {
		writeFileSync(join(folder, 'demo@1.15~partial'), 'in the way');
		const { id } = (await ada.post('/projects/demo/releases', { version: '1.15' })).body;
		const shown = await until(async () => {
			const release = await ada.read(`/releases/${id}`);
			return release.trouble && release;
		}, { what: 'the reason' });
		assert.equal(shown.state, 'building');
		assert.match(shown.trouble, /demo@1\.15~partial cannot be opened as a folder/);
		assert.match(await stack.ctl('release', 'show', 'demo@1.15'), /^stopped +.*demo@1\.15~partial cannot be/m);
		const due = (minutes) =>
			stack.value(`select release_is_due(r) from (select (jsonb_populate_record(x, jsonb_build_object('alive_at', clock_timestamp() - interval '${minutes} minutes'))).* from beat.release x where id = ${id}) r`);
		assert.deepEqual([await due(1.5), await due(2.5)], [false, true], 'after one failure two minutes');
		unlinkSync(join(folder, 'demo@1.15~partial'));
		assert.equal((await ada.post('/projects/demo/releases', { version: '1.15' })).status, 201);
		await ready(id);
		assert.equal((await ada.read(`/releases/${id}`)).trouble, null);
	});

	it('takes up what an earlier server left unfinished', async () => {
		const id = (await stack.sql(`select r.id::text as id from release_build('demo', '1.2', null, null, null, null, null, 'user:ada') as r`))[0].id;
		await stack.sql(`update beat.release set served = true, alive_at = clock_timestamp() - interval '2 minutes' where id = ${id}`);
		await ready(id);
		assert.ok(existsSync(join(folder, 'demo@1.2/MANIFEST')));
	});
});

describe('downloads', () => {
	let id, files;
	before(async () => {
		({ id } = (await ada.read('/releases')).items.find((r) => r.version === '1.0'));
		({ files } = await ada.read(`/releases/${id}`));
	});

	it('give every file as it is listed, byte for byte', async () => {
		for (const file of files) {
			const answer = await download(id, file.path);
			assert.equal(answer.status, 200, file.path);
			assert.equal(answer.buffer.length, file.bytes);
			assert.equal(sha256(answer.buffer), file.sha256, file.path);
			assert.equal(answer.headers.etag, `"${file.sha256}"`);
			assert.match(answer.headers['content-disposition'], /^attachment; filename="demo@1\.0-[\w.-]+"$/);
			assert.equal(answer.headers['x-content-type-options'], 'nosniff');
		}
	});

	it('give ranges, which fit together', async () => {
		const whole = (await download(id, 'MANIFEST')).buffer;
		const first = await download(id, 'MANIFEST', { range: 'bytes=0-9' });
		const rest = await download(id, 'MANIFEST', { range: 'bytes=10-' });
		assert.equal(first.status, 206);
		assert.equal(first.headers['content-range'], `bytes 0-9/${whole.length}`);
		assert.deepEqual(Buffer.concat([first.buffer, rest.buffer]), whole);
		const end = await download(id, 'MANIFEST', { range: 'bytes=-5' });
		assert.deepEqual(end.buffer, whole.subarray(-5));
		const beyond = await download(id, 'MANIFEST', { range: `bytes=${whole.length}-` });
		assert.equal(beyond.status, 416);
		assert.equal(beyond.headers['content-range'], `bytes */${whole.length}`);
	});

	it('go on only with the same file', async () => {
		const { etag } = (await download(id, 'MANIFEST')).headers;
		assert.equal((await download(id, 'MANIFEST', { range: 'bytes=0-3', 'if-range': etag })).status, 206);
		assert.equal((await download(id, 'MANIFEST', { range: 'bytes=0-3', 'if-range': '"other"' })).status, 200);
		const known = await download(id, 'MANIFEST', { 'if-none-match': etag });
		assert.equal(known.status, 304);
		assert.equal(known.buffer.length, 0);
	});

	it('answer HEAD with the length alone', async () => {
		const answer = await stack.call('HEAD', `${ADMIN}/releases/${id}/files/MANIFEST`, { headers: ada.headers() });
		assert.equal(answer.status, 200);
		assert.equal(Number(answer.headers['content-length']), files.find((f) => f.path === 'MANIFEST').bytes);
	});

	it('give all of it as an archive that tar understands', async () => {
		const answer = await stack.call('GET', `${ADMIN}/releases/${id}/archive`, { headers: ada.headers() });
		assert.equal(answer.status, 200);
		assert.equal(answer.headers['content-disposition'], 'attachment; filename="demo@1.0.tar"');
		const dir = mkdtempSync(join(tmpdir(), 'beat-tar-'));
		writeFileSync(join(dir, 'a.tar'), answer.buffer);
		execFileSync('tar', ['-xf', 'a.tar'], { cwd: dir });
		for (const file of files) assert.equal(sha256(readFileSync(join(dir, 'demo@1.0', file.path))), file.sha256, file.path);
		execFileSync('sha256sum', ['--quiet', '-c', 'MANIFEST'], { cwd: join(dir, 'demo@1.0') });
		rmSync(dir, { recursive: true });
	});

	it('give nothing that is not listed, whatever is asked for', async () => {
		writeFileSync(join(folder, 'demo@1.0', 'secret'), 'not listed');
		for (const path of ['secret', '../demo@1.0/MANIFEST', '..%2f..%2fetc%2fpasswd', '%2e%2e/%2e%2e/etc/passwd', '/etc/passwd', 'demo', 'MANIFEST/', '%00', 'demo/train.json%00'])
			assert.equal((await download(id, path)).status, 404, path);
		unlinkSync(join(folder, 'demo@1.0', 'secret'));
		assert.equal((await download('999', 'MANIFEST')).status, 404);
		assert.equal((await download('x', 'MANIFEST')).status, 422);
	});

	it('tell in clean JSON whether they are here, whatever blanks the database forgives around an id', async () => {
		for (const hostile of [`\n${id}`, `${id}\t\r\n`, `${' '.repeat(200)}${id}`]) {
			const answer = await stack.call('GET', `${ADMIN}/releases/${encodeURIComponent(hostile)}/files`, { headers: ada.headers() });
			assert.equal(answer.status, 200, answer.text);
			assert.deepEqual(JSON.parse(answer.text), { id: hostile, here: true });
		}
		for (const hostile of [`${id}","here":true,"x":"`, `"${id}"`, '\\', '\u0001', 'é'])
			assert.equal((await stack.call('GET', `${ADMIN}/releases/${encodeURIComponent(hostile)}/files`, { headers: ada.headers() })).status, 422, hostile);
	});

	it('refuse a file that was changed or replaced on disk', async () => {
		const path = join(folder, 'demo@1.0', 'README.md');
		const whole = readFileSync(path);
		writeFileSync(path, 'short');
		assert.equal((await download(id, 'README.md')).status, 409);
		unlinkSync(path);
		symlinkSync('/etc/passwd', path);
		assert.equal((await download(id, 'README.md')).status, 409);
		assert.equal((await stack.call('GET', `${ADMIN}/releases/${id}/archive`, { headers: ada.headers() })).status, 409);
		unlinkSync(path);
		writeFileSync(path, whole);
		assert.equal((await download(id, 'README.md')).status, 200);
	});

	it('of a release built elsewhere are made possible by writing it here, to the same bytes', async () => {
		const kept = readFileSync(join(folder, 'demo@1.0/MANIFEST'), 'utf8');
		const aside = mkdtempSync(join(tmpdir(), 'beat-aside-'));
		renameSync(join(folder, 'demo@1.0'), join(aside, 'demo@1.0'));
		assert.equal((await ada.read(`/releases/${id}/files`)).here, false);
		const missing = await download(id, 'MANIFEST');
		assert.equal(missing.status, 409);
		assert.match(missing.body.detail, /not on this server/);
		assert.equal((await ada.write(`/releases/${id}/write`)).here, false);
		await until(async () => (await ada.read(`/releases/${id}/files`)).here, { what: 'the folder' });
		assert.equal(readFileSync(join(folder, 'demo@1.0/MANIFEST'), 'utf8'), kept);
		rmSync(aside, { recursive: true });
	});
});

it('a server without a folder says so, and still lists releases', async () => {
	await stack.restartBeatd({ env: { BEAT_RELEASES: '' } });
	const refused = await ada.post('/projects/demo/releases', { version: '3.0' });
	assert.equal(refused.status, 409);
	assert.match(refused.body.detail, /--releases/);
	assert.ok((await ada.read('/releases')).items.length >= 2);
});
