// What the dashboard's API refuses names the field of the request that it speaks of, so that a form can say it there.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ADMIN, Desk, PASSWORD, signIn } from '../lib/desk.mjs';
import { startStack } from '../lib/stack.mjs';

let stack, folder, ada, worker;
before(async () => {
	folder = mkdtempSync(join(tmpdir(), 'beat-releases-'));
	stack = await startStack({ beatd: { env: { BEAT_RELEASES: folder } } });
	ada = await signIn(stack);
	assert.equal((await stack.session('ann')).status, 201);
	worker = await stack.value("select id::text from worker where platform_worker_id = 'ann'");
});
after(async () => {
	await stack?.stop();
	rmSync(folder, { recursive: true, force: true });
});

// [address, body, "status slug", field]; a field of null: it speaks of none.
async function refused(cases) {
	for (const [path, body, kind, field] of cases) {
		const { status, body: said } = await ada.post(path, body);
		assert.deepEqual([`${status} ${said?.type?.replace('urn:beat:', '')}`, said.field ?? null], [kind, field], `${path} ${JSON.stringify(body).slice(0, 100)}: ${said?.detail}`);
	}
}

describe('a refusal names its field', () => {
	it('of people and their keys', () =>
		refused([
			['/people', { name: 'Not A Name', role: 'viewer' }, '422 refused', 'name'],
			['/people', { name: 'ada', role: 'viewer' }, '409 conflict', 'name'],
			['/people', { name: 7, role: 'viewer' }, '422 invalid', 'name'],
			['/people', { role: 'viewer' }, '422 invalid', 'name'],
			['/people', { name: 'eve' }, '422 invalid', 'role'],
			['/people', { name: 'eve', role: 'owner' }, '422 refused', 'role'],
			['/people', { name: 'eve', role: 'viewer', password: 'short' }, '422 refused', 'password'],
			['/people/ada', { role: 'king' }, '422 refused', 'role'],
			['/people/ada', { disabled: 'yes' }, '422 invalid', 'disabled'],
			['/people/nobody', { role: 'viewer' }, '404 not-found', null],
			['/tokens', { name: ' ', scopes: ['look'] }, '422 refused', 'name'],
			['/tokens', { name: 'x', scopes: [] }, '422 refused', 'scopes'],
			['/tokens', { name: 'x', scopes: ['fly'] }, '422 refused', 'scopes'],
			['/tokens', { name: 'x', scopes: ['look'], days: 0 }, '422 refused', 'days'],
			['/tokens', { name: 'x', scopes: ['look'], days: '9' }, '422 invalid', 'days'],
		]));

	it('of the own account', () =>
		refused([
			['/password', { new: 'another long password' }, '422 invalid', 'old'],
			['/password', { old: 'not the password', new: 'another long password' }, '422 wrong-password', 'old'],
			['/password', { old: PASSWORD, new: PASSWORD }, '422 refused', 'new'],
			['/password', { old: PASSWORD, new: 'short' }, '422 refused', 'new'],
			['/password', { old: PASSWORD, new: 'x'.repeat(1025) }, '422 invalid', 'new'],
			['/totp/confirm', { code: '12' }, '422 wrong-code', 'code'],
			['/totp/confirm', { code: '123456' }, '409 conflict', null],
			['/totp/stop', { password: 'not the password' }, '422 wrong-password', 'password'],
		]));

	it('of signing in, but never which of name and password was wrong', async () => {
		const cases = [
			[{ name: 'ada' }, '422 invalid', 'password'],
			[{ name: 'ada', password: 'x'.repeat(1025) }, '422 invalid', 'password'],
			[{ name: 'ada', password: PASSWORD, code: 7 }, '422 invalid', 'code'],
			[{ name: 'ada', password: 'not the password' }, '401 wrong-credentials', undefined],
			[{ name: 'nobody', password: PASSWORD }, '401 wrong-credentials', undefined],
		];
		for (const [body, kind, field] of cases) {
			const { status, body: said } = await new Desk(stack).call('POST', `${ADMIN}/login`, { body });
			assert.deepEqual([`${status} ${said.type.replace('urn:beat:', '')}`, said.field], [kind, field], said.detail);
		}
	});

	it('of models and projects', () =>
		refused([
			['/models', { name: '!', url: 'http://a' }, '422 refused', 'name'],
			['/models', { name: 'm', url: 'ftp://a' }, '422 refused', 'url'],
			['/models', { name: 'm', url: 'http://a', protocol: 'No!' }, '422 refused', 'protocol'],
			['/models', { name: 'm', url: 'http://a', measured_on: 'SQuAD' }, '422 refused', 'measured_permille'],
			['/models', { name: 'm', url: 'http://a', measured_permille: 7 }, '422 refused', 'measured_on'],
			['/models', { name: 'm', url: 'http://a', measured_on: 'x'.repeat(41), measured_permille: 7 }, '422 refused', 'measured_on'],
			['/models', { name: 'm', url: 'http://a', measured_on: 'SQuAD', measured_permille: 1001 }, '422 refused', 'measured_permille'],
			['/projects', { name: 'Not One', settings: {} }, '422 refused', 'name'],
			['/projects', { name: 'demo', settings: {} }, '409 conflict', 'name'],
			['/projects', { name: 'fresh', settings: { lease: 0 } }, '422 refused', 'settings.lease'],
			['/projects/demo', { settings: { lease: 'long' } }, '422 refused', 'settings.lease'],
			['/projects/demo', { settings: { lesae: 60 } }, '422 refused', 'settings.lesae'],
			['/projects/demo', { settings: [] }, '422 refused', 'settings'],
			['/projects/demo/state', { state: 'open' }, '422 refused', 'state'],
			['/projects/nothere/state', { state: 'open' }, '404 not-found', null],
		]));

	it('of releases, batches and review', () =>
		refused([
			['/projects/demo/releases', { version: 'no version' }, '422 refused', 'version'],
			['/projects/demo/releases', { version: '1.0', seed: 'no seed' }, '422 refused', 'seed'],
			['/projects/demo/releases', { version: '1.0', licence: 'a\nb' }, '422 refused', 'licence'],
			['/projects/demo/releases', { version: '1.0', formats: ['doc'] }, '422 refused', 'formats'],
			['/projects/demo/releases', { version: '1.0', formats: {} }, '422 refused', 'formats'],
			['/projects/demo/releases', { version: '1.0', as_of: 'soon' }, '422 refused', 'as_of'],
			['/projects/demo/releases', { version: '1.0', as_of: '2100-01-01T00:00:00Z' }, '422 refused', 'as_of'],
			['/projects/demo/releases', { version: '1.0' }, '409 conflict', null],
			['/projects/demo/batches', { seed: 'no seed' }, '422 refused', 'seed'],
			['/projects/demo/batches', {}, '422 refused', null],
			['/projects/demo', { settings: { platforms: 'direct' } }, '422 refused', 'settings.platforms'],
			['/projects/demo/questions/discard', { ids: [7], reason: 'a reason' }, '422 refused', 'ids'],
			['/projects/demo/questions/discard', { ids: [], reason: '' }, '422 refused', 'reason'],
			['/projects/demo/review/next', { queue: 'other' }, '422 refused', 'queue'],
		]));

	it('of workers, where a reason is wanted', () =>
		refused([
			[`/workers/${worker}/block`, { reason: ' ' }, '422 refused', 'reason'],
			[`/projects/demo/workers/${worker}/revoke`, { reason: 'x'.repeat(1001) }, '422 refused', 'reason'],
			[`/workers/${worker}/note`, { text: '' }, '422 refused', 'text'],
			[`/workers/${worker}/unblock`, { reason: 'a reason' }, '409 conflict', null],
			['/workers/seven/block', { reason: 'a reason' }, '404 not-found', null],
		]));

	it('but not of what the database takes for no value at all', () => refused([['/screenings/x/decide', { pass: true }, '422 invalid', null]]));
});
