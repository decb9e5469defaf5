// A model at several addresses: told with beatctl, without a restart; one that is down is left out.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { commandLine } from '../lib/ctl.mjs';
import { signIn } from '../lib/desk.mjs';
import { described } from '../lib/openapi.mjs';
import { startStack, startStubModel, until } from '../lib/stack.mjs';

let stack, api, other, name;

before(async () => {
	stack = await startStack({ project: { args: ['--questions', '50'] }, beatd: { env: { BEAT_BREAKER_FAILURES: '2', BEAT_BREAKER_COOLDOWN_MS: '300' } } });
	api = described(stack);
	other = await startStubModel();
	name = await stack.value('select name from model where id > 0');
});
after(async () => {
	await other?.stop();
	await stack?.stop();
});

const { shown: done, refused } = commandLine((...args) => stack.beatctl(['model', 'address', ...args]));

const wordOf = (hit, i) => hit.passage.text.match(/[A-Za-z]{4,}/g)[i];

describe('beatctl model address', () => {
	it('adds, lists and removes, each once, and never the last', async () => {
		assert.equal(await done('add', name, `${other.url}/`), `model ${name} at ${stack.modelUrl} ${other.url}: added\n`);
		assert.match(await done('add', name, other.url), /: unchanged\n$/);
		assert.match(await done('list', name), new RegExp(`1 +${stack.modelUrl}\\n +2 +${other.url}`));
		assert.match(await done('remove', name, other.url), /: removed\n$/);
		await refused(1, /is no address of/, 'remove', name, other.url);
		await refused(1, /the only address/, 'remove', name, stack.modelUrl);
		await refused(1, /There is no model "nope"/, 'add', 'nope', other.url);
		await refused(1, /begins with http/, 'add', name, 'ftp://x');
		await refused(2, /takes 'add NAME URL'/, 'add', name);
		assert.equal(await stack.value('select count(*) from event where kind = \'model.set\''), 2);
	});

	it('shows no password, also not in the record', async () => {
		await stack.ctl('model', 'add', 'locked', 'http://127.0.0.1:1');
		assert.match(await done('add', 'locked', 'http://u:secret@127.0.0.1:2/p'), /http:\/\/\*\*\*@127\.0\.0\.1:2\/p/);
		assert.equal(await stack.value("select count(*) from event where detail::text like '%secret%'"), 0);
		assert.match(await stack.value("select detail::text from event where detail ->> 'model' = 'locked'"), /\*\*\*@127/);
	});
});

describe('several addresses', () => {
	it('share the questions, from the next one on', async () => {
		const { body: hit } = await api.session('ann');
		stack.stub.reset();
		await done('add', name, other.url);
		for (let i = 0; i < 4; i++) await api.attempt(hit, `What number ${i} is it?`, wordOf(hit, i + 1));
		assert.equal(stack.stub.calls + other.calls, 4);
		assert.ok(stack.stub.calls > 0 && other.calls > 0, 'each has its part');
		assert.equal(await stack.value("select string_agg(protocol || '/' || prompt, ',') from model_build"), 'beat/', 'a build says how it was asked');
		const { addresses } = (await (await signIn(stack, { name: 'ada', role: 'admin' })).read('/models')).items[0];
		assert.deepEqual(addresses, [stack.modelUrl, other.url]);
	});

	it('one of them down: the other answers every question, and it is taken back by itself', async () => {
		const { body: hit } = await api.session('bob');
		await other.refuse();
		stack.stub.reset();
		for (let i = 0; i < 6; i++) {
			const { body } = await api.attempt(hit, `Which thing ${i} is meant?`, wordOf(hit, i + 1));
			assert.notEqual(body.verdict, 'none');
		}
		assert.equal(stack.stub.calls, 6);
		assert.match(await api.metrics(), new RegExp(`beat_model_breaker\\{model="${name}",address="${other.url}"\\} 2`));
		await other.accept();
		await until(async () => {
			await api.attempt(hit, `Who is ${Math.random()} then?`, wordOf(hit, 2));
			return /beat_model_breaker\{[^}]*\} 0[\s\S]*beat_model_breaker\{[^}]*\} 0/.test(await api.metrics());
		});
	});
});
