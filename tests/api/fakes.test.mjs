// The fakes of the model servers, held to the makers' descriptions by the makers' own clients: what those send is taken,
// what the fakes answer is understood, and errors arrive as the errors they are.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import Anthropic from '@anthropic-ai/sdk';
import { InferenceClient } from '@huggingface/inference';
import { Ollama } from 'ollama';
import OpenAI from 'openai';
import { PROTOCOLS, startFake } from '../fakes/fake.mjs';

const KEY = 'sk-test-0123456789';
const PASSAGE = 'Zoë 😀 met Ann in Old Town; Ann left in 1999.';
const QUESTION = 'When did Ann leave?';
const SCHEMA = { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'], additionalProperties: false };

const fakes = {};
before(async () => {
	for (const { name } of PROTOCOLS) fakes[name] = await startFake(name, { key: KEY });
	for (const fake of Object.values(fakes)) fake.always({ text: '1999' });
});
after(() => Promise.all(Object.values(fakes).map((fake) => fake.stop())));

const rejects = async (promise, status, pattern) => {
	const error = await promise.then(
		() => assert.fail('it was taken'),
		(e) => e,
	);
	assert.equal(error.status ?? error.status_code ?? error.httpResponse?.status, status, error.stack);
	assert.match(`${error.message} ${JSON.stringify(error.httpResponse?.body ?? '')}`, pattern);
	return error;
};

describe('openai from npm', () => {
	const client = (apiKey = KEY) => new OpenAI({ apiKey, baseURL: `${fakes.openai.origin}/v1`, maxRetries: 0 });
	const ask = (extra = {}, key) => client(key).chat.completions.create({ model: 'gpt-test', messages: [{ role: 'user', content: `${PASSAGE} ${QUESTION}` }], ...extra });

	it('is answered, in the form it asks for, at once or as a stream', async () => {
		const plain = await ask();
		assert.equal(plain.choices[0].message.content, '1999');
		assert.equal(plain.usage.total_tokens, 66);
		const formed = await ask({ temperature: 0, seed: 1, max_tokens: 64, response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema: SCHEMA } } });
		assert.deepEqual(JSON.parse(formed.choices[0].message.content), { answer: '1999' });
		let streamed = '';
		for await (const chunk of await ask({ stream: true })) streamed += chunk.choices[0].delta.content ?? '';
		assert.equal(streamed, '1999');
	});

	it('understands its errors', async () => {
		assert.ok((await rejects(ask({}, 'sk-wrong'), 401, /incorrect API key/)) instanceof OpenAI.AuthenticationError);
		assert.ok((await rejects(ask({ model: 'gpt-other' }), 404, /does not exist/)) instanceof OpenAI.NotFoundError);
		assert.ok((await rejects(ask({ max_token: 5 }), 400, /Unrecognized request argument supplied: max_token/)) instanceof OpenAI.BadRequestError);
		fakes.openai.next({ status: 429, message: 'Rate limit reached', headers: { 'retry-after': '7' } });
		const slow = await rejects(ask(), 429, /Rate limit reached/);
		assert.ok(slow instanceof OpenAI.RateLimitError);
		assert.equal(slow.headers.get('retry-after'), '7');
	});
});

describe('@anthropic-ai/sdk from npm', () => {
	const ask = (extra = {}, apiKey = KEY) => new Anthropic({ apiKey, baseURL: fakes.anthropic.origin, maxRetries: 0 }).messages.create({ model: 'claude-test', max_tokens: 64, messages: [{ role: 'user', content: `${PASSAGE} ${QUESTION}` }], ...extra });

	it('is answered, in the form it asks for, at once or as a stream', async () => {
		const plain = await ask({ system: 'Be short.' });
		assert.equal(plain.content[0].text, '1999');
		assert.equal(plain.stop_reason, 'end_turn');
		const formed = await ask({ output_config: { format: { type: 'json_schema', schema: SCHEMA } } });
		assert.deepEqual(JSON.parse(formed.content[0].text), { answer: '1999' });
		let streamed = '';
		for await (const event of await ask({ stream: true })) streamed += event.delta?.text ?? '';
		assert.equal(streamed, '1999');
	});

	it('is answered in the version before its own, too', async () => {
		const headers = { 'anthropic-version': '2023-06-01', 'x-api-key': KEY };
		const old = new Anthropic({ apiKey: null, baseURL: fakes.anthropic.origin, maxRetries: 0, defaultHeaders: headers });
		const reply = await old.messages.create({ model: 'claude-test', max_tokens: 64, temperature: 0, messages: [{ role: 'user', content: PASSAGE }] });
		assert.equal(reply.content[0].text, '1999');
		await rejects(ask({ temperature: 0 }), 400, /temperature: Extra inputs/);
	});

	it('understands its errors', async () => {
		assert.ok((await rejects(ask({}, 'sk-wrong'), 401, /incorrect API key/)) instanceof Anthropic.AuthenticationError);
		assert.ok((await rejects(ask({ model: 'claude-other' }), 404, /claude-other/)) instanceof Anthropic.NotFoundError);
		await rejects(ask({ max_token: 5 }), 400, /max_token: Extra inputs are not permitted/);
		fakes.anthropic.next({ status: 529, message: 'Overloaded' });
		assert.equal((await rejects(ask(), 529, /Overloaded/)).error.error.type, 'overloaded_error');
	});

	it('a request without its version is refused', async () => {
		const { url } = fakes.anthropic;
		const reply = await fetch(`${url}/v1/messages`, { method: 'POST', headers: { 'content-type': 'application/json', 'x-api-key': KEY }, body: JSON.stringify({ model: 'claude-test', max_tokens: 5, messages: [{ role: 'user', content: 'x' }] }) });
		assert.equal(reply.status, 400);
		assert.match((await reply.json()).error.message, /anthropic-version/);
	});
});

describe('ollama from npm', () => {
	const ask = (extra = {}, key = KEY) => new Ollama({ host: fakes.ollama.origin, headers: { authorization: `Bearer ${key}` } }).chat({ model: 'llama-test', messages: [{ role: 'user', content: `${PASSAGE} ${QUESTION}` }], ...extra });

	it('is answered, in the form it asks for, at once or as a stream', async () => {
		assert.equal((await ask()).message.content, '1999');
		const formed = await ask({ format: SCHEMA, options: { temperature: 0, seed: 1, num_predict: 64 } });
		assert.deepEqual(JSON.parse(formed.message.content), { answer: '1999' });
		let streamed = '';
		let last;
		for await (const piece of await ask({ stream: true })) [streamed, last] = [streamed + piece.message.content, piece];
		assert.equal(streamed, '1999');
		assert.equal(last.done_reason, 'stop');
	});

	it('understands its errors', async () => {
		await rejects(ask({ model: 'llama-other' }), 404, /not found, try pulling it first/);
		await rejects(ask({}, 'wrong'), 401, /incorrect API key/);
	});
});

describe('@huggingface/inference from npm', () => {
	const ask = (key = KEY) => new InferenceClient(key, { retry_on_error: false }).endpoint(fakes['hf-qa'].url).questionAnswering({ inputs: { question: QUESTION, context: PASSAGE }, parameters: { top_k: 1 } });

	it('is answered, with one object or a list', async () => {
		assert.deepEqual(await ask(), { answer: '1999', score: 0.87, start: 39, end: 43 });
		fakes['hf-qa'].next({ shape: 'list', text: '1999' });
		assert.equal((await ask()).answer, '1999');
		fakes['hf-qa'].next({ shape: 'none' });
		assert.deepEqual(await ask(), { answer: '', score: 0.4, start: 0, end: 0 });
	});

	it('understands its errors', async () => {
		await rejects(ask('hf_wrong'), 401, /incorrect API key/);
		fakes['hf-qa'].next({ status: 503, message: 'Model is loading' });
		await rejects(ask(), 503, /Model is loading/);
	});
});

describe('every fake', () => {
	for (const { name } of PROTOCOLS) {
		it(`${name} takes nothing that is not described`, async () => {
			const fake = fakes[name];
			const path = fake.protocol.paths.map((p) => p.source.replace(/^\^|\$$/g, '').replaceAll('\\', '')).find((p) => !/[[(]/.test(p)) ?? `/v2/models/${fake.protocol.model}/infer`;
			const post = (body, headers = {}) => fetch(fake.origin + path, { method: 'POST', headers: { 'content-type': 'application/json', authorization: `Bearer ${KEY}`, 'x-api-key': KEY, 'anthropic-version': '2023-06-01', ...headers }, body: JSON.stringify(body) });
			const taken = fake.taken;
			assert.ok((await post({ unknown: 1 })).status >= 400, 'an unknown field');
			assert.ok((await post([])).status >= 400, 'a list');
			assert.equal((await post({}, { 'content-type': 'text/plain' })).status, 415);
			assert.equal((await post({}, { authorization: 'Bearer no', 'x-api-key': 'no' })).status, 401);
			assert.equal((await fetch(`${fake.origin}/nowhere`, { method: 'POST' })).status, 404);
			assert.equal(fake.taken, taken);
		});
	}
});
