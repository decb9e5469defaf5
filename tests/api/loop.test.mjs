// "Put your model in the loop" is true: its recipes are short, every command of them works against the fake of that server,
// the ten lines of Python answer as described, and so does beat-model.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import Ajv2020 from 'ajv/dist/2020.js';
import { parse } from '../../web/node_modules/yaml/dist/index.js';
import { PROTOCOLS, startFake } from '../fakes/fake.mjs';
import { call, program, ROOT, run, startStubModel } from '../lib/stack.mjs';
import { Server } from '../lib/proc.mjs';

const KEY = 'sk-of-the-recipes';
const page = readFileSync(join(ROOT, 'model_adapter/LOOP.md'), 'utf8');
const recipes = page.split('\n## ').slice(1).map((text) => ({ title: text.split('\n')[0], blocks: [...text.matchAll(/^```(sh|python)\n([\s\S]*?)^```/gm)].map(([, kind, code]) => ({ kind, code })) }));
const commands = recipes.flatMap(({ title, blocks }) => blocks.filter((b) => b.kind === 'sh').flatMap((b) => b.code.split('\n').filter((line) => /^beatctl model (add|check) /.test(line)).map((line) => ({ title, line }))));

const dir = mkdtempSync(join(tmpdir(), 'beat-loop-'));
after(() => rmSync(dir, { recursive: true }));

// The words of a line as a shell has them, without a comment.
const wordsOf = (line) => [...line.replace(/\s+#.*$/, '').matchAll(/'([^']*)'|(\S+)/g)].map((m) => m[1] ?? m[2]);

describe('the recipes', () => {
	const fakes = {};
	before(async () => {
		for (const { name } of PROTOCOLS) fakes[name] = await startFake(name);
	});
	after(() => Promise.all(Object.values(fakes).map((fake) => fake.stop())));

	it('take at most ten lines each, and end with a project to play', () => {
		assert.ok(recipes.length >= 9);
		for (const { title, blocks } of recipes.slice(0, -1)) {
			for (const { code } of blocks) assert.ok(code.trimEnd().split('\n').length <= 10, title);
			assert.match(blocks.at(-1).code, /beatctl project create .* --model \S+\n$/, title);
		}
	});

	it('name every protocol', () => {
		const named = commands.map(({ line }) => line.match(/--protocol (\S+)/)?.[1] ?? 'beat');
		assert.deepEqual([...new Set(named)].sort(), PROTOCOLS.map((p) => p.name).sort());
	});

	for (const { title, line } of commands) {
		it(`${title}: ${line.slice(0, 60)}`, async () => {
			const words = wordsOf(line).slice(line.startsWith('beatctl model add') ? 4 : 3);
			const [url, ...options] = words.filter((word, i) => !/^--measured/.test(word) && !/^--measured/.test(words[i - 1] ?? ''));
			const fake = fakes[options[options.indexOf('--protocol') + 1]] ?? fakes.beat;
			const { pathname, search } = new URL(url);
			const path = fake.protocol.name === 'dynalab' ? fake.protocol.given : fake.protocol.name === 'hf-qa' ? '' : pathname + search;
			const at = options.indexOf('--model-id');
			if (at >= 0 && fake.protocol.model) options[at + 1] = fake.protocol.model;
			else if (fake.protocol.model) options.push('--model-id', fake.protocol.model); // llama.cpp has one, whatever its name
			const asked = await run(program('beatctl'), ['model', 'check', fake.origin + path, ...options], { env: { BEAT_DB: '', HF_TOKEN: KEY, OPENAI_API_KEY: KEY, ANTHROPIC_API_KEY: KEY } });
			assert.equal(asked.code, 0, asked.stderr);
			assert.match(asked.stdout, /^answer +The$/m);
		});
	}
});

describe('the protocol beat', () => {
	const { components } = parse(readFileSync(join(ROOT, 'model_adapter/openapi.yaml'), 'utf8'));
	const ajv = new Ajv2020({ strict: false });
	const fits = (name, value) => assert.ok(ajv.validate(components.schemas[name], value), `${name}: ${ajv.errorsText()} ${JSON.stringify(value)}`);
	const passage = 'Zoë 😀 rises in the Alps.';

	it('is what beat-model answers, and refuses', async () => {
		const server = new Server('beat-model', program('beat-model'), ['--port', '0', '--readers', 'window'], { cwd: dir });
		const [, port] = await server.waitFor(/beat-model listening addr=\S*:(\d+)/);
		const ask = (body, query = '') => call('POST', `http://127.0.0.1:${port}/predict${query}`, { body });
		fits('Answer', (await ask({ passage, question: 'Where does Zoë rise?' }, '?best=3')).body);
		const wrong = await ask({ passage });
		assert.equal(wrong.status, 422);
		fits('Problem', wrong.body);
		await server.stop();
	});

	it('is what the client asks', async () => {
		const stub = await startStubModel();
		await run(program('beatctl'), ['model', 'check', stub.url], { env: { BEAT_DB: '' } });
		await stub.stop();
		fits('Question', stub.requests[0]);
	});

	it('is what the ten lines of Python answer', async () => {
		// the libraries are not at hand: two that do as little as is asked of them here
		mkdirSync(join(dir, 'stubs'));
		writeFileSync(join(dir, 'stubs/fastapi.py'), 'class FastAPI:\n    def post(self, path):\n        return lambda f: setattr(self, path[1:], f) or f\n');
		writeFileSync(join(dir, 'stubs/transformers.py'), 'def pipeline(task, model):\n    return lambda question, context: {"answer": "Alps", "start": context.index("Alps"), "end": context.index("Alps") + 4, "score": 0.9}\n');
		const { code } = recipes.flatMap((r) => r.blocks).find((b) => b.kind === 'python');
		writeFileSync(join(dir, 'serve.py'), `${code}\nimport json, sys\nprint(json.dumps(app.predict(json.load(sys.stdin))))\n`);
		const made = await run('python3', [join(dir, 'serve.py')], { input: JSON.stringify({ passage, question: 'Where?' }), env: { PYTHONPATH: join(dir, 'stubs'), PYTHONDONTWRITEBYTECODE: '1' } });
		assert.equal(made.code, 0, made.stderr);
		const answer = JSON.parse(made.stdout);
		fits('Answer', answer);
		assert.equal([...passage].slice(answer.start, answer.end).join(''), answer.answer);
	});
});
