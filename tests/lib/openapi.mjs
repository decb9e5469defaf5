// Checks real traffic against the description that the build made: every status and body a test sees must be described.
//
//   const api = described(stack);       // same post/session/attempt/submit/call as the stack
//   api.seen                            // Set of "POST /api/v1/session 201", for coverage
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { WEB_DIR } from './paths.mjs';

export const openapi = JSON.parse(readFileSync(join(WEB_DIR, 'openapi.json'), 'utf8'));

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
ajv.addSchema(openapi, 'openapi.json');

const compiled = new Map();
function validator(pointer) {
	if (!compiled.has(pointer)) compiled.set(pointer, ajv.compile({ $ref: `openapi.json#${pointer}` }));
	return compiled.get(pointer);
}

const escaped = (part) => part.replaceAll('~', '~0').replaceAll('/', '~1');

function templateOf(path) {
	const bare = path.split('?')[0];
	return Object.keys(openapi.paths).find((template) => new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(bare));
}

export function checkAnswer(method, path, answer) {
	const template = templateOf(path);
	const verb = method.toLowerCase();
	if (!template || !openapi.paths[template][verb]) {
		// not an operation of the API: only the form of a problem is promised
		assert.ok([404, 405].includes(answer.status), `${method} ${path} is not described but answered ${answer.status}`);
	}
	const what = `${method} ${template ?? path} ${answer.status}`;
	const type = (answer.headers['content-type'] ?? '').split(';')[0];
	let pointer = '/components/schemas/Problem';
	if (template && openapi.paths[template][verb]) {
		const named = openapi.paths[template][verb].responses[answer.status];
		assert.ok(named, `${what} is not described`);
		const at = named.$ref?.slice(1) ?? `/paths/${escaped(template)}/${verb}/responses/${answer.status}`;
		const described = named.$ref ? openapi.components.responses[named.$ref.split('/').at(-1)] : named;
		assert.ok(described.content[type], `${what} has the type ${type}, which is not described`);
		if (!described.content[type].schema) return what;
		pointer = `${at}/content/${escaped(type)}/schema`;
	}
	const validate = validator(pointer);
	assert.ok(validate(answer.body), `${what}: ${ajv.errorsText(validate.errors)}\n${answer.text}`);
	return what;
}

export function described(stack) {
	const api = Object.create(stack);
	api.seen = new Set();
	api.call = async (method, path, options) => {
		const answer = await stack.call(method, path, options);
		api.seen.add(checkAnswer(method, path, answer));
		return answer;
	};
	return api;
}
