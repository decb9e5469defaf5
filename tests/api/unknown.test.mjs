// What a request has that its address does not take is refused by name: a field that was misspelt is not silently nothing.
import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { describe, it } from 'node:test';
import { signIn } from '../lib/desk.mjs';
import { openapi } from '../lib/openapi.mjs';
import { useStack } from '../lib/stack.mjs';

const JUST_READ = /^\/(hit|expert|static|admin|healthz|readyz)\b|openapi\.json$/; // pages take whatever a platform adds
const filled = (path) => path.replace(/\{[^}]+\}/g, '1');

describe('what no address takes', () => {
	const opened = async (t) => {
		const stack = await useStack(t, { beatd: { env: { BEAT_RELEASES: tmpdir() } } });
		const desk = await signIn(stack, { name: 'ada', role: 'admin' });
		desk.check = false; // which answers an address has is another test's
		return { stack, desk };
	};

	const refused = (answer, name, what) => {
		assert.deepEqual([answer.status, answer.body?.field], [422, name], `${what}: ${answer.text}`);
		assert.match(answer.body.detail, new RegExp(`"${name}"`), what);
	};

	it('a parameter of the query: 422 names it', async (t) => {
		const { desk } = await opened(t);
		for (const [path, item] of Object.entries(openapi.paths)) {
			if (!item.get || JUST_READ.test(path)) continue;
			refused(await desk.call('GET', `${filled(path)}?no_such=1`), 'no_such', path);
		}
	});

	it('a field of a body: 422 names it, and what is described is taken', async (t) => {
		const { stack, desk } = await opened(t);
		const { body: session } = await stack.session('ann');
		for (const [path, item] of Object.entries(openapi.paths)) {
			const schema = item.post?.requestBody?.content['application/json']?.schema;
			if (!schema) continue;
			const { properties = {} } = schema.$ref ? openapi.components.schemas[schema.$ref.split('/').at(-1)] : schema;
			const send = (body) => (path.startsWith('/api/v1/admin') ? desk.call('POST', filled(path), { body }) : stack.post(filled(path), body, { token: session.token }));
			// an expert's invitation comes before the body; what has no fields may have no body, and some read none
			if (/expert/.test(path) || !Object.keys(properties).length) continue;
			refused(await send({ no_such: 1 }), 'no_such', path);
			for (const name of Object.keys(properties)) {
				const { body } = await send({ [name]: null, no_such: 1 });
				assert.equal(body.field, 'no_such', `${path} takes ${name}`);
			}
		}
	});
});
