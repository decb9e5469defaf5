// What is written is what is: help texts, the sample configuration and the README's table come from the programs.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { openapi } from '../lib/openapi.mjs';
import { program, ROOT, run } from '../lib/stack.mjs';

const read = (path) => readFileSync(join(ROOT, path), 'utf8');

// name → default, as `beatd --print-config` gives them
async function settings() {
	const { stdout } = await run(program('beatd'), ['--print-config']);
	return new Map([...stdout.matchAll(/^# ([a-z-]+) =(?: (.*))?$/gm)].map((m) => [m[1], m[2] ?? '']));
}

describe('documents', () => {
	it('the sample configuration is what beatd prints', async () => {
		const { stdout } = await run(program('beatd'), ['--print-config']);
		assert.equal(read('ops/beatd.conf.sample'), stdout);
	});

	it("the README's table names every setting with its default", async () => {
		const rows = new Map([...read('README.md').matchAll(/^\| `([a-z-]+)` \| (.*?) \|/gm)].map((m) => [m[1], m[2].replaceAll('`', '')]));
		for (const [name, value] of await settings()) assert.equal(rows.get(name), value === 'PATH' ? '' : value, name);
	});

	it('the README and the API describe project settings by their entries', async () => {
		const { code, stderr } = await run(join(ROOT, 'ops/docs'), ['--check']);
		assert.equal(code, 0, stderr);
	});

	it('the options of project settings are those that the README names', async () => {
		const { stdout } = await run(program('beatctl'), ['help', 'project']);
		const rows = [...read('README.md').matchAll(/^\| `(--[a-z0-9-]+)` \|/gm)].map((m) => m[1]);
		assert.deepEqual([...stdout.matchAll(/^ {2}(--[a-z0-9-]+)/gm)].map((m) => m[1]), rows);
	});

	it('a setting is changed by whom its entry says', async () => {
		const { stdout } = await run(program('beatd'), ['--print-routes']);
		const [, need] = /^POST +\S*\/projects\/\{project\} +(\w+)/m.exec(stdout) ?? assert.fail(stdout);
		const { properties } = openapi.components.schemas.ProjectSettings;
		for (const [key, schema] of Object.entries(properties)) assert.equal(schema['x-permission'], need, key);
	});

	it('every program explains itself', async () => {
		for (const name of ['beatd', 'beatctl', 'beat-model']) {
			const help = await run(program(name), ['--help']);
			assert.equal(help.code, 0, name);
			assert.match(help.stdout, /usage/i);
			assert.equal(help.stderr, '');
			const version = await run(program(name), ['--version']);
			assert.match(version.stdout, /^\S+ \d+\.\d+\.\d+\n$/);
		}
	});

	it('beatd refuses a wrong start with a sentence and exit code 2', async () => {
		for (const [args, words] of [
			[[], /name the database/],
			[['--port', 'x'], /--port: port must be a whole number from 0 to 65535/],
			[['--token-key', 'abc'], /is a secret/],
			[['--nonsense', '1'], /there is no setting 'nonsense'/],
			[['start'], /is not a setting/],
			[['--config', '/does/not/exist'], /cannot read the configuration/],
		]) {
			const result = await run(program('beatd'), args, { env: { BEAT_DB: '' } });
			assert.notEqual(result.code, 0);
			assert.match(result.stderr, words);
		}
	});

	it('help of every sub-command names its options', async () => {
		const { stdout } = await run(program('beatctl'), ['help']);
		for (const name of ['migrate', 'import', 'project', 'model', 'invite', 'rejudge', 'score', 'eval']) {
			assert.match(stdout, new RegExp(`^\\s+${name}\\b`, 'm'));
			const help = await run(program('beatctl'), ['help', name]);
			assert.equal(help.code, 0);
			assert.match(help.stdout, new RegExp(`beatctl ${name}`));
		}
	});
});
