// Every protocol over real HTTP, beatd on one side and a strict fake of the model's server on the other: questions are asked
// as described, and the same faults have the same names everywhere. Keys go where they belong and nowhere else.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { PROTOCOLS, startFake } from '../fakes/fake.mjs';
import { signIn } from '../lib/desk.mjs';
import { described } from '../lib/openapi.mjs';
import { startStack, until } from '../lib/stack.mjs';

const KEY = 'sk-never-to-be-seen-4711';
const NAMES = PROTOCOLS.map((p) => p.name);
const CHAT = PROTOCOLS.filter((p) => p.chat).map((p) => p.name);
const EXTRACTIVE = NAMES.filter((name) => !CHAT.includes(name));

let stack, api;
const fakes = {}, sessions = {};

const optionsOf = ({ protocol }) => ['--protocol', protocol.name, '--key-env', 'MODEL_KEY', ...(protocol.model ? ['--model-id', protocol.model] : [])];

// A model at a fake of its own, and somebody who plays against it.
async function register(name, { protocol, lacks }, ...options) {
	const fake = await startFake(protocol, { key: KEY, lacks });
	fakes[name] = fake;
	await stack.ctl('model', 'add', name, fake.url, ...optionsOf(fake), ...options);
	await stack.createProject(name, ['--open', '--collection', 'sample', '--model', name, '--questions', '50', '--assignments-per-passage', '1000', '--repeats', 'allow']);
	sessions[name] = (await api.session(`player-${name}`, { project: name })).body;
}

before(async () => {
	const env = { MODEL_KEY: KEY, BEAT_BREAKER_FAILURES: '1000', BEAT_LOG_LEVEL: 'debug' };
	stack = await startStack({ model: 'none', project: false, beatd: { env } });
	api = described(stack);
	await Promise.all(NAMES.map((name) => register(name, { protocol: name }, '--timeout-ms', '6000')));
});
after(async () => {
	await Promise.all(Object.values(fakes).map((fake) => fake.stop()));
	await stack?.stop();
});
beforeEach(() => {
	for (const fake of Object.values(fakes)) fake.reset();
});

const lastWord = (session) => session.passage.text.split(' ').at(-1).replace(/\.$/, '');
const firstWord = (session) => session.passage.text.match(/\p{L}+/u)[0];

async function ask(name) {
	const { status, body, text } = await api.attempt(sessions[name], 'What is it?', lastWord(sessions[name]));
	assert.equal(status, 200, text);
	return body;
}

// What becomes of one question to each of the protocols: the fault's name, or the model's answer.
async function outcomes(names, behaviour) {
	const entries = names.map(async (name) => {
		fakes[name].always(typeof behaviour === 'function' ? behaviour(sessions[name]) : behaviour);
		const { fault, model, verdict } = await ask(name);
		assert.equal(verdict === 'none', Boolean(fault));
		return [name, fault ?? `answer ${model.answer}`];
	});
	return Object.fromEntries(await Promise.all(entries));
}

const all = (names, outcome) => Object.fromEntries(names.map((name) => [name, typeof outcome === 'function' ? outcome(sessions[name]) : outcome]));
const answers = (session) => `answer ${firstWord(session)}`;

describe('every protocol', () => {
	it('asks as described, and takes the answer', async () => {
		assert.deepEqual(await outcomes(NAMES, {}), all(NAMES, answers));
		for (const name of NAMES) assert.deepEqual([fakes[name].calls, fakes[name].taken], [1, 1], name);
	});

	const faults = {
		'400': [{ status: 400, message: 'no' }, 'rejected'],
		'400 of what is too long': [{ status: 400, message: "This model's maximum context length is 8192 tokens" }, 'too_long', NAMES],
		'401': [{ status: 401 }, 'denied'],
		'402': [{ status: 402 }, 'denied'],
		'403': [{ status: 403 }, 'denied'],
		'404': [{ status: 404 }, 'not_found'],
		'408': [{ status: 408 }, 'timeout'],
		'413': [{ status: 413 }, 'too_long'],
		'422': [{ status: 422 }, 'rejected'],
		'500': [{ status: 500 }, 'bad_status'],
		'502 with a page': [{ status: 502, html: true }, 'bad_status'],
		'503': [{ status: 503 }, 'overloaded'],
		'504': [{ status: 504, html: true }, 'timeout'],
		'529': [{ status: 529 }, 'overloaded'],
		'a page instead of JSON': [{ html: true }, 'garbage'],
		'a redirect': [() => ({ status: 307, headers: { location: 'http://127.0.0.1:1/' } }), 'redirected'],
		'nothing': [{ body: '' }, 'garbage'],
		'half of its JSON': [{ closeMidway: true }, 'garbage'],
		'what is no UTF-8': [{ body: Buffer.from('7b22616e73776572223a22ff227d', 'hex') }, 'garbage'],
		'more than anybody reads': [{ body: JSON.stringify({ answer: 'x'.repeat(5_000_000) }) }, 'garbage'],
		'a bomb of zeros': [{ body: Buffer.alloc(5_000_000, 0x20), gzip: true }, 'garbage'],
		'wrong types': [{ shape: 'wrong' }, 'garbage'],
		'a reply without an answer': [{ shape: 'empty' }, 'garbage'],
		'"no answer"': [{ shape: 'none' }, 'empty'],
		'a broken connection': [{ reset: true }, 'refused'],
		'no reply': [{ hang: true }, 'timeout'],
		'a trickle': [{ drip: 500 }, 'timeout'],
		'chunks': [{ chunked: true }, answers],
		'gzip': [{ gzip: true }, answers],
		'gzip in chunks': [{ gzip: true, chunked: true }, answers],
	};
	for (const [name, [behaviour, outcome, names = NAMES]] of Object.entries(faults)) {
		it(`${name}: the same name everywhere`, async () => {
			assert.deepEqual(await outcomes(names, behaviour), all(names, outcome));
		});
	}

	it('a fault is told in the words of the server', async () => {
		await outcomes(NAMES, { status: 404, message: 'the model was moved to the attic' });
		const lines = () => stack.beatd.output.split('\n').filter((line) => /outcome=not_found.*the model was moved to the attic/.test(line));
		const told = () => [...new Set(lines().map((line) => line.match(/model=(\S+)/)[1]))].sort();
		await until(() => told().length >= NAMES.length, { what: 'a line of each' });
		assert.deepEqual(told(), [...NAMES].sort());
	});

	it('leaves no fault behind: the next question is answered', async () => {
		assert.deepEqual(await outcomes(NAMES, {}), all(NAMES, answers));
		assert.doesNotMatch(await api.metrics(), /beat_model_breaker\{[^}]*\} [12]/);
	});
});

describe('what some protocols have', () => {
	const shapes = {
		'a score that is no number': [(s) => ({ shape: 'nan', text: firstWord(s) }), answers, EXTRACTIVE],
		'an error with status 200': [{ shape: 'broken' }, 'garbage', ['beat', 'hf-qa', 'kserve-v2', 'ollama']],
		'a cut answer': [{ shape: 'cut' }, 'cut', CHAT],
		'a stream that nobody asked for': [(s) => ({ shape: 'stream', text: firstWord(s) }), answers, CHAT],
		'a refusal': [{ shape: 'refusal' }, 'declined', ['openai', 'anthropic']],
		'a filter': [{ shape: 'filter' }, 'declined', ['openai']],
		'an answer in other words': [{ shape: 'elsewhere' }, 'unlocated', CHAT],
		'an answer in markdown and capitals': [(s) => ({ shape: 'plain', text: `**Answer:** *${firstWord(s).toUpperCase()}*.` }), answers, CHAT],
		'no answer in plain words': [{ shape: 'plain', text: 'No answer.' }, 'empty', CHAT],
		'a list': [(s) => ({ shape: 'list', text: firstWord(s) }), answers, ['hf-qa']],
		'a list of lists': [(s) => ({ shape: 'lists', text: firstWord(s) }), answers, ['hf-qa']],
		'offsets in other units': [(s) => ({ shape: 'units', text: firstWord(s) }), answers, ['hf-qa']],
		'a nested tensor': [(s) => ({ shape: 'nested', text: firstWord(s) }), answers, ['kserve-v2']],
		'JSON in a tensor': [(s) => ({ shape: 'json', text: firstWord(s) }), answers, ['kserve-v2']],
		'no offsets of tokens': [(s) => ({ shape: 'transformer', text: firstWord(s) }), answers, ['allennlp']],
		'offsets that do not slice': [(s) => ({ shape: 'span', text: firstWord(s) }), 'bad_span', ['beat']],
	};
	for (const [name, [behaviour, outcome, names]] of Object.entries(shapes)) {
		it(`${name}: ${names.join(', ')}`, async () => {
			assert.deepEqual(await outcomes(names, behaviour), all(names, outcome));
		});
	}

	it('what was said of unlocated answers is the project\'s choice', async () => {
		await stack.ctl('project', 'set', 'openai', '--unlocated', 'text');
		assert.deepEqual(await outcomes(['openai'], { shape: 'elsewhere' }), { openai: 'answer an answer in quite other words' });
		await stack.ctl('project', 'set', 'openai', '--unlocated', 'fault');
	});
});

describe('what a server does not take', () => {
	const lacking = Object.fromEntries(PROTOCOLS.filter((p) => p.lacks).flatMap((p) => Object.keys(p.lacks).map((what) => [`${p.name}-${what}`, [p.name, what]])));
	before(async () => {
		await Promise.all(Object.entries(lacking).map(([name, [protocol, what]]) => register(name, { protocol, lacks: [what] })));
	});

	it('is left out after its refusal, and remembered', async () => {
		for (const name of Object.keys(lacking)) {
			assert.ok(!(await ask(name)).fault, name);
			const { calls } = fakes[name];
			assert.ok(calls >= 2, `${name} was refused first`);
			await ask(name);
			assert.equal(fakes[name].calls, calls + 1, `${name} is remembered`);
		}
	});

	it('a language model without a schema is told the form in words', async () => {
		await ask('openai-schema');
		const [request] = fakes['openai-schema'].requests;
		assert.equal(request.response_format, undefined);
		assert.match(request.messages[0].content, /one JSON object of the form/);
		assert.equal(request.temperature, 0);
		assert.equal(request.max_tokens, 256);
	});

	it('the later version of messages is asked for with headers of one\'s own', async () => {
		await register('later', { protocol: 'anthropic' }, '--header', 'anthropic-version: 2026-10-21', '--header', 'Authorization: Bearer {key}');
		assert.ok(!(await ask('later')).fault);
		assert.equal(fakes.later.headers.at(-1)['x-api-key'], undefined);
		assert.equal(fakes.later.requests.at(-1).temperature, undefined);
	});
});

describe('too many questions (429)', () => {
	const slow = NAMES.map((name) => `slow-${name}`);
	before(async () => {
		await stack.restartBeatd({ env: { BEAT_BREAKER_FAILURES: '2' }, ready: false });
		await Promise.all(NAMES.map((name) => register(`slow-${name}`, { protocol: name }, '--timeout-ms', '20000')));
	});

	it('slow the queue down: the same question is asked again when the server wants it', async () => {
		const began = Date.now();
		const results = await Promise.all(slow.map((name) => {
			fakes[name].next({ status: 429, headers: { 'retry-after': '1' } });
			return ask(name);
		}));
		assert.deepEqual(results.map((r) => r.fault), slow.map(() => null));
		assert.ok(Date.now() - began >= 990);
		for (const name of slow) assert.equal(fakes[name].calls, 2, name);
	});

	it('who cannot wait so long is told at once, and the breaker stays closed', async () => {
		const [first] = await Promise.all(slow.map((name) => {
			fakes[name].always({ status: 429, headers: { 'retry-after': '30' } });
			return ask(name);
		}));
		assert.equal(first.fault, 'rate_limited');
		const behind = await Promise.all([...slow, ...slow, ...slow].map(ask));
		assert.deepEqual([...new Set(behind.map((b) => b.fault))], ['rate_limited']);
		for (const name of slow) assert.equal(fakes[name].calls, 1, 'a question behind the pause is not sent');
		assert.doesNotMatch(await api.metrics(), /beat_model_breaker\{model="slow-[^}]*\} [12]/);
	});
});

describe('keys', () => {
	it('go where the protocol wants them', async () => {
		await Promise.all(NAMES.map(ask));
		for (const name of NAMES) assert.equal(fakes[name].protocol.key(fakes[name].headers[0]), KEY);
	});

	it('that are not there are a fault of their own, and nothing is asked', async () => {
		await stack.ctl('model', 'set', 'openai', '--key-env', 'NO_SUCH_KEY');
		assert.equal((await ask('openai')).fault, 'no_key');
		assert.equal(fakes.openai.calls, 0);
		await stack.ctl('model', 'set', 'openai', '--key-env', 'MODEL_KEY');
	});

	it('are nowhere else: not in the database, the log, the metrics, the dashboard, what beatctl prints', async () => {
		for (const echo of [{ status: 401, message: `Incorrect API key provided: ${KEY}.` }, { status: 500, message: KEY }, { body: `{"error":"${KEY}"}` }, { body: `<html><title>${KEY}</title>` }, { text: KEY }]) await outcomes(NAMES, echo);
		const ada = await signIn(stack, { name: 'ada', role: 'admin' });
		const seen = { log: stack.beatd.output, metrics: await api.metrics(), ready: (await stack.monitor('/readyz')).text };
		for (const path of ['/models', '/models/health', '/events', '/projects', ...NAMES.map((name) => `/projects/${name}/overview`)]) seen[path] = (await ada.get(path)).text;
		for (const name of NAMES) {
			seen[`show ${name}`] = await stack.ctl('model', 'show', name, '--json');
			const { stdout, stderr } = await stack.beatctl(['model', 'check', name], { env: { MODEL_KEY: KEY } });
			seen[`check ${name}`] = stdout + stderr;
		}
		seen.database = await stack.value("select string_agg(query_to_xml(format('select * from beat.%I', tablename), true, false, '')::text, '') from pg_tables where schemaname = 'beat'");
		assert.match(seen.database, /\*\*\*/, 'what servers repeat is masked');
		for (const [where, text] of Object.entries(seen)) {
			assert.ok(text.length > 0, where);
			assert.ok(!text.includes(KEY), where);
		}
	});
});
