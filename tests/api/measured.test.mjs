// How strong models are: told with beatctl and in the dashboard, shown to workers. Every answer is checked against
// openapi.json.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { commandLine } from '../lib/ctl.mjs';
import { signIn } from '../lib/desk.mjs';
import { inviteTo, onboardingProject } from '../lib/onboarding.mjs';
import { described } from '../lib/openapi.mjs';
import { startStack } from '../lib/stack.mjs';

let stack, api, model;

before(async () => {
	stack = await startStack({ project: { args: ['--assignments-per-passage', '1000'] } });
	api = described(stack);
	model = await stack.value('select name from model where id > 0');
});
after(() => stack?.stop());

const { shown: done, refused } = commandLine((...args) => stack.beatctl(['model', ...args]));
const opponent = async (worker, options) => (await api.session(worker, options)).body.opponent;
const PREVIEW = { platform: 'mturk', params: { assignmentId: 'ASSIGNMENT_ID_NOT_AVAILABLE', hitId: 'H' } };

describe('beatctl model', () => {
	it('tells what was measured with the model', async () => {
		const added = await done('add', 'strong', 'http://127.0.0.1:1/predict?reader=strong', '--measured', '71.4', '--measured-on', 'SQuAD');
		assert.equal(added, 'model strong at http://127.0.0.1:1/predict?reader=strong (protocol beat, answers 71.4 % of SQuAD): added\n');
		assert.match(await done('list'), /^strong +\S+ +beat +71\.4 % of SQuAD +0 /m);
		const moved = await done('add', 'strong', 'http://127.0.0.1:2');
		assert.match(moved, /http:\/\/127\.0\.0\.1:2 \(protocol beat, answers 71\.4 % of SQuAD\): changed/, 'a model that moves stays measured');
	});

	it('changes it, in whole and tenths of per cent', async () => {
		for (const [given, shown] of [['0', '0.0'], ['100', '100.0'], ['49.5%', '49.5'], ['7', '7.0'], ['71.4', '71.4']])
			assert.match(await done('set', 'strong', '--measured', given), new RegExp(`answers ${shown.replace('.', '\\.')} % of SQuAD\\): changed`));
		assert.match(await done('set', 'strong', '--measured-on', 'new “quiz” 作'), /answers 71\.4 % of new “quiz” 作\): changed/);
		assert.match(await done('set', 'strong', '--measured-on', 'SQuAD', '--url', 'http://127.0.0.1:3/'), /3 \(protocol beat, answers 71\.4 % of SQuAD\)/);
		assert.match(await done('set', 'strong', '--measured', '71.4'), /unchanged/);
	});

	it('shows one model, for people and for programs', async () => {
		const page = await done('show', 'strong');
		assert.match(page, /^name +strong\nurl +http:\/\/127\.0\.0\.1:3\nprotocol +beat\nmeasured +71\.4 % of SQuAD\nbuilds +none seen yet\nprojects +none\ncost +none told\nadded +20/);
		const json = JSON.parse(await done('show', 'strong', '--json'));
		assert.deepEqual([json.name, json.measured_on, json.measured_permille, json.projects], ['strong', 'SQuAD', 714, []]);
		assert.match(await done('show', model), /^measured +nothing$[\s\S]*^projects +demo$/m);
		await refused(1, /there is no model 'nope'/, 'show', 'nope');
		await refused(2, /takes the NAME/, 'show');
	});

	it('takes it away', async () => {
		assert.match(await done('set', 'strong', '--measured', 'none'), /\(protocol beat\): changed/);
		assert.match(await done('show', 'strong'), /^measured +nothing$/m);
		assert.match(await done('set', 'strong', '--measured', 'none'), /unchanged/);
	});

	it('refuses in sentences what makes no sense', async () => {
		for (const odd of ['', 'many', '-1', '100.1', '101', '49.55', '49,5', '.5', '5.', '1e1', '0x10', ' 5', '5 %', '999999999999'])
			await refused(2, /--measured takes a number from 0 to 100 with at most one decimal, like 49\.5, or none; not/, 'set', 'strong', `--measured=${odd}`);
		await refused(2, /leave out --measured-on/, 'set', 'strong', '--measured', 'none', '--measured-on', 'SQuAD');
		await refused(1, /Give both or neither/, 'set', 'strong', '--measured', '5');
		await refused(1, /Give both or neither/, 'add', 'other', 'http://127.0.0.1:1', '--measured-on', 'SQuAD');
		await refused(1, /1 to 40 characters on one line/, 'set', 'strong', '--measured', '5', '--measured-on', 'x'.repeat(41));
		await refused(1, /1 to 40 characters on one line/, 'set', 'strong', '--measured', '5', '--measured-on', 'a\nb');
		await refused(1, /1 to 40 characters on one line/, 'set', 'strong', '--measured', '5', '--measured-on', ' ');
		await refused(1, /There is no model "nope"; there are /, 'set', 'nope', '--measured', '5', '--measured-on', 'SQuAD');
		await refused(1, /begins with http/, 'set', 'strong', '--url', 'nowhere');
		await refused(1, /no model protocol 'fax'/, 'set', 'strong', '--protocol', 'fax');
		await refused(2, /say what to change/, 'set', 'strong');
		await refused(2, /takes the NAME/, 'set');
		assert.match(await done('show', 'strong'), /^url +http:\/\/127\.0\.0\.1:3\nprotocol +beat\nmeasured +nothing$/m, 'and changed nothing');
	});
});

describe('the session', () => {
	it('says nothing of a model that was not measured', async () => {
		assert.equal(await opponent('ann'), null);
		assert.equal(await opponent(undefined, PREVIEW), null);
	});

	it('tells how strong the model is, from the next visit on, also in the preview', async () => {
		await done('set', model, '--measured', '49', '--measured-on', 'SQuAD');
		const known = { measured_on: 'SQuAD', measured_permille: 490 };
		assert.deepEqual(await opponent('ann'), known);
		assert.deepEqual(await opponent('bob'), known);
		assert.deepEqual(await opponent(undefined, PREVIEW), known);
	});

	it("tells it of the onboarding's model while that is played against", async () => {
		await done('add', 'weak', stack.stub.url, '--measured', '12', '--measured-on', 'SQuAD');
		await onboardingProject(stack, 'school', ['--onboarding-model', 'weak']);
		const params = { invite: await inviteTo(stack, 'school', 'newcomer') };
		assert.deepEqual(await opponent(undefined, { project: 'school', params }), { measured_on: 'SQuAD', measured_permille: 120 });
	});
});

describe('the dashboard', () => {
	it('lists, tells and changes it', async () => {
		const ada = await signIn(stack, { name: 'ada', role: 'admin' });
		const found = async (name) => (await ada.read('/models')).items.find((m) => m.name === name);
		assert.deepEqual([(await found(model)).measured_permille, (await found('strong')).measured_permille], [490, null]);
		const made = await ada.write('/models', { name: 'strong', url: 'http://127.0.0.1:4', measured_on: 'SQuAD', measured_permille: 714 });
		assert.deepEqual([made.change, made.measured_on, made.measured_permille], ['changed', 'SQuAD', 714]);
		await ada.write('/models', { name: 'strong', url: 'http://127.0.0.1:5' });
		assert.equal((await found('strong')).measured_permille, 714, 'what is not named stays');
		for (const odd of [{ measured_on: 'A', measured_permille: 1001 }, { measured_on: '', measured_permille: 1 }, { measured_on: ['A'], measured_permille: {} }])
			assert.equal((await ada.post('/models', { name: 'strong', url: 'http://127.0.0.1:5', ...odd })).status, 422, JSON.stringify(odd));
		assert.equal((await ada.post('/models', { name: 'fresh', url: 'http://127.0.0.1:5', measured_on: 'A' })).status, 422);
	});
});
