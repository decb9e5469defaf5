// beatctl model check over all protocols: it finds them by asking, shows what was sent and what came, hides the key, and says
// in plain words what is wrong.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { PROTOCOLS, startFake } from '../fakes/fake.mjs';
import { program, run } from '../lib/stack.mjs';

const KEY = 'sk-hidden-0815';
const NAMES = PROTOCOLS.map((p) => p.name);
const dir = mkdtempSync(join(tmpdir(), 'beat-check-'));
const keyFile = join(dir, 'key');
const fakes = {};

before(async () => {
	writeFileSync(keyFile, `${KEY}\n`);
	for (const name of NAMES) fakes[name] = await startFake(name, { key: KEY });
});
after(async () => {
	await Promise.all(Object.values(fakes).map((fake) => fake.stop()));
	rmSync(dir, { recursive: true });
});
beforeEach(() => {
	for (const fake of Object.values(fakes)) {
		fake.reset();
		fake.always({ text: '1889' });
	}
});

const check = async (...args) => {
	const result = await run(program('beatctl'), ['model', 'check', ...args], { env: { BEAT_DB: '' } });
	assert.ok(!(result.stdout + result.stderr).includes(KEY), 'the key is hidden');
	return result;
};
const idOf = ({ protocol }) => (protocol.model ? ['--model-id', protocol.model] : []);
const keyed = (fake) => [...idOf(fake), '--key-file', keyFile];

describe('model check', () => {
	for (const name of NAMES) {
		it(`${name}: answers, and shows request and reply`, async () => {
			const { code, stdout, stderr } = await check(fakes[name].url, '--protocol', name, ...keyed(fakes[name]));
			assert.equal(code, 0, stderr);
			assert.match(stdout, /^answer +1889$/m);
			assert.match(stdout, new RegExp(`^protocol +${name}$`, 'm'));
			assert.match(stdout, /^> POST http:\/\/127\.0\.0\.1:\d+/m);
			assert.match(stdout, /^> (authorization: Bearer|x-api-key:) \*\*\*$/im);
			assert.match(stdout, /^> .*lighthouse of Cape Varn/m);
			assert.match(stdout, /^< HTTP status 200 after \d+ ms$/m);
			assert.match(stdout, /^< .*1889/m);
			assert.deepEqual([fakes[name].calls, fakes[name].taken], [1, 1]);
		});

		it(`${name}: is found by asking`, async () => {
			const { code, stdout, stderr } = await check(fakes[name].url, '--protocol', 'auto', ...keyed(fakes[name]));
			assert.equal(code, 0, stderr);
			assert.match(stdout, new RegExp(`^protocol +${name}$`, 'm'));
			assert.match(stderr, new RegExp(`^${name} +http://127\\.0\\.0\\.1:\\d+/?\\S*: answered$`, 'm'));
		});
	}

	it('says in plain words what is wrong', async () => {
		const cases = [
			[{ status: 500 }, /bad_status.*The server failed by itself/],
			[{ status: 503, message: 'Loading model' }, /overloaded.*Loading model.*still loads its model/],
			[{ status: 429 }, /rate_limited.*asked too often/],
			[{ status: 413 }, /too_long/],
			[{ html: true }, /garbage.*HTML page.*is --protocol right/],
			[{ shape: 'cut' }, /cut.*--max-tokens/],
			[{ shape: 'refusal' }, /declined.*would not answer/],
			[{ shape: 'elsewhere' }, /unlocated.*not in the passage.*--prompt/],
			[{ shape: 'none' }, /empty.*there is no answer/],
			[{ status: 302, headers: { location: 'http://127.0.0.1:1/' } }, /redirected.*sends us elsewhere/],
			[{ hang: true }, /timeout.*took too long/],
		];
		for (const [behaviour, words] of cases) {
			fakes.openai.always(behaviour);
			const { code, stdout, stderr } = await check(fakes.openai.url, '--protocol', 'openai', ...keyed(fakes.openai), '--timeout-ms', behaviour.hang ? '400' : '20000');
			assert.equal(code, 1);
			assert.equal(stdout, '');
			assert.match(stderr, words);
			assert.match(stderr, /^beatctl: the model at /);
			assert.match(stderr, /^> POST /m);
		}
	});

	it('tells a missing key, a wrong one, and one that is not where it should be', async () => {
		const { openai } = fakes;
		assert.match((await check(openai.url, '--protocol', 'openai', ...idOf(openai))).stderr, /denied.*It wants a key.*--key-env VAR/);
		assert.match((await check(openai.url, '--protocol', 'auto', ...idOf(openai))).stderr, /denied.*Asked by protocol openai/);
		assert.match((await check(openai.url, '--protocol', 'openai', '--key-env', 'NO_SUCH_KEY')).stderr, /no_key.*NO_SUCH_KEY.*is not set/);
	});

	it('tells a model of another name, a path that leads nowhere, a port without a server', async () => {
		const { openai, ollama } = fakes;
		assert.match((await check(openai.url, '--protocol', 'openai', '--key-file', keyFile, '--model-id', 'gpt-other')).stderr, /not_found.*gpt-other.*--model-id/);
		assert.match((await check(ollama.url, '--protocol', 'auto', '--key-file', keyFile)).stderr, /not_found.*try pulling it first.*Asked by protocol ollama/);
		assert.match((await check(`${openai.origin}/nowhere/v9`, '--protocol', 'hf-qa', '--key-file', keyFile)).stderr, /not_found.*path of the URL/);
		assert.match((await check('http://127.0.0.1:1', '--protocol', 'auto')).stderr, /refused.*does the server run/);
	});

	it('shows every try when a server does not take something', async () => {
		const plain = await startFake('openai', { lacks: ['schema'] });
		const { code, stdout } = await check(plain.url, '--protocol', 'openai', ...idOf(plain));
		await plain.stop();
		assert.equal(code, 0);
		assert.equal(stdout.match(/^> POST /gm).length, 2);
		assert.match(stdout, /^< HTTP status 400/m);
	});

	it('refuses what it does not know', async () => {
		assert.match((await check('http://127.0.0.1:1', '--protocol', 'grpc')).stderr, /no model protocol 'grpc'; known are: beat, openai, hf-qa/);
		assert.match((await check('http://127.0.0.1:1', '--timeout-ms', 'soon')).stderr, /--timeout-ms takes a whole number/);
		assert.match((await check('name', '--protocol', 'openai')).stderr, /options are for a URL/);
		assert.equal((await check('http://127.0.0.1:1', '--measured', '5')).code, 2);
	});
});
