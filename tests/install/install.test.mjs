// cmake --install under a prefix: everything needed is there, and runs without the sources.
import assert from 'node:assert/strict';
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { call } from '../lib/http.mjs';
import { isRoot, opsRun, playOnce, temporary } from '../lib/ops.mjs';
import { ROOT } from '../lib/paths.mjs';
import { run } from '../lib/proc.mjs';

const folder = mkdtempSync(join(tmpdir(), 'beat-install-'));
const prefix = join(folder, 'prefix');

after(() => rmSync(folder, { recursive: true, force: true }));

before(async () => {
	// of a quick run what is built already: optimising across files takes longer than all of it
	const build = process.env.BEAT_QUICK_PLAN ? process.env.BEAT_BUILD : join(ROOT, 'build/release');
	if (!process.env.BEAT_QUICK_PLAN) {
		const built = await run('bash', ['-c', '. ops/lib.sh && build_preset release'], { cwd: ROOT, timeout: 600000 });
		assert.equal(built.code, 0, built.stderr);
	}
	chmodSync(folder, 0o755);
	const installed = await run('cmake', ['--install', build, '--prefix', join(folder, 'first place')]);
	assert.equal(installed.code, 0, installed.stdout + installed.stderr);
	// moved afterwards, to be sure that nothing remembers where it was
	cpSync(join(folder, 'first place'), prefix, { recursive: true });
	rmSync(join(folder, 'first place'), { recursive: true });
});

test('the programs are there and explain themselves', async () => {
	assert.deepEqual(readdirSync(join(prefix, 'bin')).sort(), ['beat-model', 'beat-run', 'beatctl', 'beatd']);
	for (const [name, arg] of [['beatd', '--help'], ['beat-model', '--help'], ['beatctl', 'help'], ['beat-run', '--help']]) {
		const help = await run(join(prefix, 'bin', name), [arg], { cwd: '/' });
		assert.equal(help.code, 0, `${name}: ${help.stderr}`);
		assert.match(help.stdout, /usage/i, name);
	}
});

test('nothing installed names the sources or the build folder', async () => {
	const found = await run('grep', ['-rlI', ROOT, prefix]);
	assert.equal(found.stdout, '');
});

async function plays(t, command, env) {
	const data = await temporary(t, 'data', '777');
	const ops = await opsRun(t, ['--data', data, '--port', '0'], { command, env }).ready();
	const page = await call('GET', `${ops.url}/hit/demo-easy`);
	assert.equal(page.status, 200);
	const script = page.text.match(/\/static\/[^"]+\.js/)[0];
	assert.equal((await call('GET', ops.url + script)).status, 200);
	const expert = existsSync(join(ROOT, 'model_adapter/weights/transformer.weights')) ? ['demo-expert'] : [];
	assert.deepEqual(ops.projects, ['demo-easy', 'demo-medium', 'demo-hard', ...expert], 'the weights were installed');
	for (const project of ops.projects) assert.match((await playOnce(ops, 'ann', project)).body.verdict, /^(human|model)$/, project);
	assert.equal((await ops.ctl('project', 'show', 'demo-hard')).code, 0);
	assert.deepEqual(await ops.kill('SIGTERM'), { code: 0, signal: null });
}

test('beat-run plays', { timeout: 120000 }, (t) => plays(t, [join(prefix, 'bin/beat-run')]));

test('beat-run plays for an ordinary user', { timeout: 120000, skip: !isRoot && 'not started as root' }, (t) =>
	plays(t, ['setpriv', '--reuid=nobody', '--regid=nogroup', '--clear-groups', join(prefix, 'bin/beat-run')], { HOME: '/nonexistent' }));
