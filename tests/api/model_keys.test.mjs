// A model's key stays with its host, and no model is asked where clouds keep their credentials.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { signIn } from '../lib/desk.mjs';
import { described } from '../lib/openapi.mjs';
import { startStack } from '../lib/stack.mjs';

const KEY = 'sk-stays-at-home';
let stack, api, ada;

before(async () => {
	stack = await startStack({ beatd: { env: { MODEL_KEY: KEY } } });
	api = described(stack);
	ada = await signIn(stack, { name: 'ada', role: 'admin' });
});
after(() => stack?.stop());

const lastWord = (session) => session.passage.text.split(' ').at(-1).replace(/\.$/, '');
const urlOf = (name) => stack.value(`select url from model where name = '${name}'`);
const move = (name, url, protocol = 'beat') => ada.post('/models', { name, url, protocol });

async function refused(answer, pattern) {
	assert.equal(answer.status, 422, answer.text);
	assert.match(answer.text, pattern);
	assert.equal(answer.body.errors?.[0]?.field ?? 'url', 'url');
}

describe('a model with a key', () => {
	before(() => stack.ctl('model', 'add', 'keyed', 'https://models.example.org/v1', '--key-env', 'MODEL_KEY'));

	it('is moved to another host at the command line only', async () => {
		const elsewhere = ['http://models.example.org/v1', 'https://models.example.org:8443/v1', 'https://evil.example.org/v1', 'https://models.example.org@evil.example.org/', 'https://models.example.org.evil.org/v1', `${stack.stub.url}`];
		for (const url of elsewhere) await refused(await move('keyed', url), /must not travel to another host/);
		assert.equal(await urlOf('keyed'), 'https://models.example.org/v1');
		assert.equal((await move('keyed', 'https://MODELS.example.org:443/v2')).status, 200, 'on the same host it may go on');
		await stack.ctl('model', 'set', 'keyed', '--url', stack.stub.url);
		assert.equal(await urlOf('keyed'), stack.stub.url);
	});

	it('that has lost its key may be moved by anybody who manages models', async () => {
		await stack.ctl('model', 'set', 'keyed', '--key-env', 'none');
		assert.equal((await move('keyed', 'https://models.example.net/v1')).status, 200);
	});

	it('a project that names another address registers another model, without the key', async () => {
		await stack.ctl('model', 'set', 'keyed', '--url', 'http://127.0.0.1:9/predict', '--key-env', 'MODEL_KEY');
		await stack.ctl('project', 'set', 'demo', '--model', stack.stub.url);
		const { body: session } = await api.session('ann');
		stack.stub.reset();
		await api.attempt(session, 'What is it?', lastWord(session));
		assert.equal(stack.stub.headers[0].authorization, undefined);
	});
});

describe('link-local addresses and metadata services', () => {
	it('are refused when they are named, in the dashboard and at the command line', async () => {
		for (const url of ['http://169.254.169.254/latest/meta-data', 'http://[fe80::1]:9', 'http://metadata.google.internal/', 'http://[::ffff:169.254.1.1]/']) await refused(await move('cloud', url), /link-local address or a cloud/);
		const { code, stderr } = await stack.beatctl(['model', 'address', 'add', 'keyed', 'http://169.254.169.254']);
		assert.equal(code, 1);
		assert.match(stderr, /link-local/);
	});

	it('are not asked, whatever name leads there', async () => {
		await stack.ctl('model', 'add', 'cloud', 'http://2852039166/predict');
		await stack.createProject('cloud', ['--open', '--collection', 'sample', '--model', 'cloud']);
		const { body: session } = await api.session('ann', { project: 'cloud' });
		const { body } = await api.attempt(session, 'What is it?', lastWord(session));
		assert.equal(body.fault, 'refused');
		await stack.beatd.waitFor(/model=cloud .*169\.254\.169\.254 is a link-local address/);
	});

	it('are asked if whoever runs the server says so', async () => {
		assert.match(await stack.ctl('model', 'add', 'near', 'http://169.254.0.9:1/predict', '--link-local', 'yes', '--timeout-ms', '200'), /: added/);
		const { code, stderr } = await stack.beatctl(['model', 'check', 'near']);
		assert.equal(code, 1, 'nobody is there');
		assert.doesNotMatch(stderr, /link-local/);
		assert.equal((await stack.beatctl(['model', 'set', 'near', '--link-local', 'maybe'])).code, 2);
	});
});

describe('a key in an address', () => {
	it('is refused, as addresses are stored and shown', async () => {
		await refused(await move('loud', 'https://models.example.org/v1?api_key=sk-1'), /A key does not belong into an address/);
	});
});
