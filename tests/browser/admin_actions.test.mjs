// What people do in the dashboard: sign in and out, act on workers and take it back, change settings, manage people and
// their own account, and watch it all live.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { until } from '../lib/stack.mjs';
import { enter, HOSTILE, PASSWORD, signedIn, signIn, startDesk, visit, work } from './desk.mjs';
import { axe, launch, listen } from './lib.mjs';

const live = (page) => page.locator('.side .live-on').waitFor();
const dialog = (page) => page.getByRole('dialog');
const toast = (page, text) => page.locator('.toast').filter({ hasText: text });

// The six digits of RFC 6238 for a secret in base 32, `steps` half minutes from now.
function codeOf(secret, steps = 0) {
	const bits = [...secret]
		.map((c) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0'))
		.join('');
	const key = Buffer.from(bits.match(/.{8}/g).map((b) => parseInt(b, 2)));
	const counter = Buffer.alloc(8);
	counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30000) + steps));
	const digest = createHmac('sha1', key).update(counter).digest();
	const at = digest[19] & 15;
	return String((digest.readUInt32BE(at) & 0x7fffffff) % 1000000).padStart(6, '0');
}

describe('working with the dashboard', () => {
	let stack;
	let browser;

	before(async () => {
		const env = { BEAT_BREAKER_FAILURES: '2', BEAT_BREAKER_COOLDOWN_MS: '600000' };
		stack = await startDesk({ beatd: { env } });
		browser = await launch();
		for (const name of ['one', 'two', 'three']) await work(stack, name);
	});
	after(async () => {
		await browser?.close();
		await stack?.stop();
	});

	test('signing in leads to the page asked for, and out again', async () => {
		const context = await browser.newContext();
		const { page, ears } = await enter(context, stack, '/admin/p/demo/workers?sort=kept&dir=asc');
		await page.getByRole('heading', { level: 1, name: 'Workers' }).waitFor();
		assert.match(page.url(), /sort=kept&dir=asc$/);
		await page.getByRole('button', { name: 'Sign out' }).click();
		await page.getByText('You have signed out.').waitFor();
		assert.deepEqual(await axe(page), []);
		await page.reload();
		await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
		await signIn(page, 'ada', 'wrong wrong wrong');
		await page.getByRole('alert').waitFor();
		assert.deepEqual(await axe(page), [], 'with an error');
		await page.getByLabel('Password').fill(PASSWORD);
		await page.getByRole('button', { name: 'Sign in' }).click();
		await page.getByRole('heading', { level: 1, name: 'Workers' }).waitFor();
		ears.quiet();
		await context.close();
	});

	test('a session that has ended leads to the form, and then back', async () => {
		const context = await signedIn(browser, stack, { name: 'rex' });
		const { page, ears } = await visit(context, '/admin/p/demo/workers/1', 'Worker #1');
		await stack.sql(
			`update login set ended_at = now() where account_id = (select id from account where name = 'rex')`,
		);
		await page.getByLabel('New note').fill('Seen before.');
		await page.getByRole('button', { name: 'Add the note' }).click();
		await page.getByText('Your session has ended.').waitFor();
		assert.deepEqual(await axe(page), []);
		assert.equal(await page.getByLabel('Name').inputValue(), 'rex');
		await page.getByLabel('Password').fill(PASSWORD);
		await page.getByRole('button', { name: 'Sign in' }).click();
		await page.getByRole('heading', { level: 1, name: 'Worker #1' }).waitFor();
		assert.equal(new URL(page.url()).pathname, '/admin/p/demo/workers/1');
		assert.equal(await page.title(), 'Worker #1 · Beat the AI');
		assert.equal(await page.getByLabel('New note').inputValue(), 'Seen before.', 'what was typed is still there');
		await page.getByRole('button', { name: 'Add the note' }).click();
		await page.locator('.note-text').filter({ hasText: 'Seen before.' }).waitFor();
		ears.quiet();
		await context.close();
	});

	test('a worker is revoked with a reason, watched live by another, and it is taken back', async () => {
		const watcher = await signedIn(browser, stack, { name: 'vic' });
		const { page: other, ears: otherEars } = await visit(watcher, '/admin/p/demo/workers', 'Workers');
		await live(other);
		const context = await signedIn(browser, stack);
		const { page, ears } = await visit(context, '/admin/p/demo/workers/1', 'Worker #1');
		await page.getByRole('button', { name: 'Revoke' }).click();
		await dialog(page).getByRole('button', { name: 'Revoke' }).click();
		await dialog(page).getByText('Give a reason').waitFor();
		assert.deepEqual(await axe(page), [], 'the question');
		await page.keyboard.press('Escape');
		await dialog(page).waitFor({ state: 'detached' });
		await page.waitForFunction(() => document.activeElement.textContent === 'Revoke'); // the focus comes back
		await page.getByRole('button', { name: 'Revoke' }).click();
		await dialog(page).getByLabel('Reason').fill(HOSTILE);
		await dialog(page).getByRole('button', { name: 'Revoke' }).click();
		await toast(page, 'Revoked; 2 questions discarded.').waitFor();
		const row = other.getByRole('row').filter({ has: other.getByRole('link', { name: '#1', exact: true }) });
		await row.getByText('revoked').waitFor();
		assert.equal(await stack.value('select count(*) from question where worker_id = 1 and discards > 0'), 2);
		assert.equal(await page.evaluate(() => window.__hacked), undefined);
		await toast(page, 'Revoked').getByRole('button', { name: 'Undo' }).click();
		await page.getByRole('button', { name: 'Revoke' }).waitFor();
		await row.getByText('qualified').waitFor();
		assert.equal(await stack.value('select count(*) from question where discards > 0'), 0);
		ears.quiet();
		otherEars.quiet();
		await watcher.close();
		await context.close();
	});

	test('blocking, unblocking and notes', async () => {
		const context = await signedIn(browser, stack);
		const { page, ears } = await visit(context, '/admin/p/demo/workers/2', 'Worker #2');
		await page.getByRole('button', { name: 'Block' }).click();
		await dialog(page).getByLabel('Reason').fill('A robot');
		await dialog(page).getByRole('button', { name: 'Block' }).click();
		await page.getByText('This worker is blocked and may enter no project.').waitFor();
		await toast(page, 'Blocked').getByRole('button', { name: 'Undo' }).click();
		await page.getByText('This worker is blocked').waitFor({ state: 'detached' });
		assert.equal(await stack.value('select blocked_at from worker where id = 2'), null);
		await page.getByLabel('New note').fill(`Two lines\n${HOSTILE}`);
		await page.getByRole('button', { name: 'Add the note' }).click();
		await page.locator('.note-text').filter({ hasText: 'Two lines' }).waitFor();
		assert.equal(await page.getByLabel('New note').inputValue(), '');
		await page.goto('/admin/audit?worker=2');
		await page.locator('.event').getByText('Worker unblocked').waitFor();
		assert.equal(await page.getByText('Taken back: A robot').count(), 1);
		assert.equal(await page.evaluate(() => window.__hacked), undefined);
		ears.quiet();
		await context.close();
	});

	test('the overview moves while people play', async () => {
		const context = await signedIn(browser, stack);
		const { page, ears } = await visit(context, '/admin/p/demo/overview', 'demo');
		const handedIn = page.locator('.stat').filter({ hasText: 'HITs handed in' }).locator('.stat-value');
		await live(page);
		const before = Number(await handedIn.textContent());
		await work(stack, 'four');
		await until(async () => Number(await handedIn.textContent()) === before + 1);
		await page.getByRole('button', { name: 'Pause' }).click();
		await toast(page, 'Paused').waitFor();
		assert.equal(await stack.value("select state from project where name = 'demo'"), 'paused');
		await toast(page, 'Paused').getByRole('button', { name: 'Undo' }).click();
		await page.getByRole('button', { name: 'Pause' }).waitFor();
		assert.equal(await stack.value("select state from project where name = 'demo'"), 'active');
		ears.quiet();
		await context.close();
	});

	test('settings are explained, checked, saved and taken back', async () => {
		const context = await signedIn(browser, stack);
		const { page, ears } = await visit(context, '/admin/p/demo/settings', 'Settings');
		await page.getByText('A second person decides before a qualification is taken away by the rate.').waitFor();
		await page.getByLabel('Success rate that is needed').fill('101');
		await page.getByText('At most 100.').waitFor();
		assert.ok(await page.getByRole('button', { name: 'Save' }).isDisabled());
		await page.getByLabel('Success rate that is needed').fill('75.5');
		await page.getByLabel('Close a batch after').fill('40');
		await page.getByRole('spinbutton', { name: 'train', exact: true }).fill('500');
		await page.getByLabel('Two reviews of every sampled HIT').check();
		await page.getByText('4 changes').waitFor();
		assert.deepEqual(await axe(page), []);
		await page.getByRole('link', { name: 'Overview' }).click();
		await dialog(page).getByText('Leave without saving?').waitFor();
		await dialog(page).getByRole('button', { name: 'Cancel' }).click();
		await page.getByRole('button', { name: 'Save' }).click();
		await toast(page, 'Saved.').waitFor();
		const now = () =>
			stack.sql(`select p.success_permille, p.batch_hits, p.review_double, s.target from project p
			join project_split s on s.project_id = p.id and s.split = 'train' where p.name = 'demo'`);
		assert.deepEqual(await now(), [{ success_permille: 755, batch_hits: 40, review_double: true, target: 500 }]);
		// slow enough for the live stream to ask for the same once more
		await page.route(/\/projects\/demo$/, async (route) => {
			if (route.request().method() === 'GET') await new Promise((done) => setTimeout(done, 500));
			await route.continue();
		});
		await toast(page, 'Saved.').getByRole('button', { name: 'Undo' }).click();
		await until(async () => (await page.getByLabel('Success rate that is needed').inputValue()) === '80');
		await page.unroute(/\/projects\/demo$/);
		assert.deepEqual(await now(), [
			{ success_permille: 800, batch_hits: null, review_double: false, target: null },
		]);
		await page.getByLabel('Title').fill('   ');
		await page.getByText('It must be a text of 1 to 200 characters.').waitFor();
		assert.ok(await page.getByRole('button', { name: 'Save' }).isDisabled());
		await page.getByRole('button', { name: 'Discard' }).click();
		await page.getByLabel('Completion code on Prolific').fill('a b');
		await page.getByText('It must be up to 64 letters, digits, _ and -.').waitFor();
		await page.getByRole('button', { name: 'Discard' }).click();
		// what only the server can tell
		await page.getByLabel('Votes that must match').fill('20');
		await page.getByRole('button', { name: 'Save' }).click();
		await page.getByRole('alert').filter({ hasText: '20 of 3 votes cannot match' }).waitFor();
		ears.quiet();
		await context.close();
	});

	test('a project is made, closed and opened again', async () => {
		const context = await signedIn(browser, stack);
		const { page, ears } = await visit(context, '/admin/new-project', 'New project');
		await page.getByLabel('Name').fill('second');
		let arrive;
		await page.route(/\/projects\/demo$/, async (route) => {
			await new Promise((done) => (arrive = done));
			await route.continue();
		});
		await page.getByLabel('Begin with the settings of').selectOption('demo');
		await until(() => arrive);
		// no field changes under the cursor, and nothing is made of half the settings
		assert.ok(await page.getByLabel('Reward of a HIT').isDisabled());
		assert.ok(await page.getByRole('button', { name: 'Create the project' }).isDisabled());
		arrive();
		await page.getByLabel('Title').fill('Second round');
		await page.getByLabel('Reward of a HIT').fill('2.50');
		await page.getByRole('button', { name: 'Create the project' }).click();
		await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
		assert.deepEqual(
			await stack.sql("select title, reward_cents, questions_wanted from project where name = 'second'"),
			[{ title: 'Second round', reward_cents: 250, questions_wanted: 2 }],
		);
		await page.getByRole('button', { name: 'Close' }).click();
		assert.ok(await dialog(page).getByRole('button', { name: 'Close', exact: true }).last().isDisabled());
		await dialog(page).getByLabel('Type “second” to go on').fill('second');
		await dialog(page).getByRole('button', { name: 'Close', exact: true }).last().click();
		await page.getByText('The project takes no more questions.').waitFor();
		await page.getByRole('button', { name: 'Open again' }).click();
		await page.getByText('Workers who may enter get work.').waitFor();
		await page.goto('/admin/new-project');
		await page.getByLabel('Name').fill('second');
		await page.getByRole('button', { name: 'Create the project' }).click();
		await page.getByRole('alert').filter({ hasText: 'already' }).waitFor();
		ears.quiet();
		await context.close();
	});

	test('models are added and seen', async () => {
		const context = await signedIn(browser, stack);
		const { page, ears } = await visit(context, '/admin/models', 'Models');
		await page.getByRole('button', { name: 'New model' }).click();
		await dialog(page).getByLabel('Name').fill('extra');
		await dialog(page).getByLabel('Address').fill('http://127.0.0.1:1/predict');
		await dialog(page).getByLabel('Measured on').fill('SQuAD');
		await dialog(page).getByRole('button', { name: 'Add' }).click();
		await dialog(page).getByText('Give both or neither').waitFor();
		await dialog(page).getByLabel('Questions that it answers').fill('71.4');
		assert.deepEqual(await axe(page), []);
		await dialog(page).getByRole('button', { name: 'Add' }).click();
		await page.getByRole('cell', { name: /^extra\s+answers 71\.4\s% of SQuAD$/ }).waitFor();
		await page.goto('/admin/p/demo/settings');
		const choice = page.getByLabel('Model', { exact: true }).locator('option', { hasText: /^extra \(71\.4\s% of SQuAD\)$/ });
		await choice.waitFor({ state: 'attached' });
		ears.quiet();
		await context.close();
	});

	test('a refusal stands at the field that it names', async () => {
		const context = await signedIn(browser, stack);
		const { page, ears } = await visit(context, '/admin/models', 'Models');
		const refusals = [
			{ detail: 'Nobody is there.', field: 'url' },
			{ detail: 'Not like this.' },
		];
		await page.route('**/api/v1/admin/models', (route) => {
			if (route.request().method() !== 'POST') return route.continue();
			const body = JSON.stringify({ type: 'urn:beat:invalid', status: 422, ...refusals.shift() });
			return route.fulfill({ status: 422, contentType: 'application/problem+json', body });
		});
		await page.getByRole('button', { name: 'New model' }).click();
		const address = dialog(page).getByLabel('Address');
		await dialog(page).getByLabel('Name').fill('nowhere');
		await address.fill('http://127.0.0.1:1/predict');
		await dialog(page).getByRole('button', { name: 'Add' }).click();
		await dialog(page).getByText('Nobody is there.').waitFor();
		assert.equal(await address.getAttribute('aria-invalid'), 'true');
		assert.equal(await dialog(page).getByRole('alert').count(), 0);
		await dialog(page).getByRole('button', { name: 'Add' }).click();
		await dialog(page).getByRole('alert').filter({ hasText: 'Not like this.' }).waitFor();
		assert.equal(await address.getAttribute('aria-invalid'), null);
		ears.quiet();
		await context.close();
	});

	test('people are added, changed and shut out; a password is shown once', async () => {
		const context = await signedIn(browser, stack);
		const { page, ears } = await visit(context, '/admin/people', 'People');
		await page.getByRole('button', { name: 'New person' }).click();
		await dialog(page).getByLabel('Name').fill('Bad Name');
		await dialog(page).getByRole('button', { name: 'Create' }).click();
		await dialog(page).getByText('lower-case').last().waitFor();
		await dialog(page).getByLabel('Name').fill('nora');
		await dialog(page).getByRole('button', { name: 'Create' }).click();
		await dialog(page).getByText('Password of nora').waitFor();
		const password = await dialog(page).getByLabel('Password').inputValue();
		assert.deepEqual(await axe(page), []);
		await dialog(page).getByRole('button', { name: 'Done' }).click();
		const theirs = await browser.newContext();
		const { page: nora } = await enter(theirs, stack, '/admin', { name: 'nora', password });
		await nora.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();
		await page.getByLabel('Role of nora').selectOption('viewer');
		await toast(page, 'nora is viewer now.').waitFor();
		await page.getByRole('button', { name: 'Disable: nora' }).click();
		await dialog(page).getByRole('button', { name: 'Disable' }).click();
		await page.getByText('disabled').waitFor();
		await nora.goto(`${stack.url}/admin/audit`);
		await nora.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
		await page.getByLabel('Role of ada').selectOption('viewer');
		await page.locator('.toast-bad').waitFor();
		assert.equal(await page.getByLabel('Role of ada').inputValue(), 'admin', 'the last admin stays');
		ears.quiet();
		await theirs.close();
		await context.close();
	});

	test('somebody is given a role in one project, and sees nothing else', async () => {
		await stack.ctl('project', 'create', 'other', '--model', stack.modelUrl, '--collection', 'sample', '--title', 'The other one');
		const context = await signedIn(browser, stack);
		const { page, ears } = await visit(context, '/admin/people', 'People');
		await page.getByRole('button', { name: 'New person' }).click();
		await dialog(page).getByLabel('Name').fill('otto');
		await dialog(page).getByLabel('Where').selectOption('demo');
		await dialog(page).getByRole('button', { name: 'Create' }).click();
		const password = await dialog(page).getByLabel('Password').inputValue();
		await dialog(page).getByRole('button', { name: 'Done' }).click();
		const theirs = await browser.newContext();
		const { page: otto } = await enter(theirs, stack, '/admin/p/demo/overview', { name: 'otto', password });
		const general = otto.getByRole('list', { name: 'General' });
		await general.getByRole('link', { name: 'Audit log' }).waitFor();
		assert.deepEqual(await general.getByRole('link').allTextContents(), ['Projects', 'Audit log', 'Your account']);
		await otto.goto(`${stack.url}/admin`);
		await otto.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();
		assert.equal(await otto.getByText('The other one').count(), 0);
		await otto.goto(`${stack.url}/admin/p/other/overview`);
		await otto.getByText('There is nothing of this name or number that you may see.').first().waitFor();
		await otto.goto(`${stack.url}/admin/p/demo/settings`);
		await otto.getByText('Only admins can change these.').waitFor();
		await page.getByRole('button', { name: 'Choose projects: otto' }).click();
		await dialog(page).getByLabel('The other one').selectOption('viewer');
		await dialog(page).getByRole('button', { name: 'Done' }).click();
		await page.getByText('other: viewer').waitFor();
		assert.deepEqual(await axe(page), []);
		await otto.goto(`${stack.url}/admin`);
		await otto.getByRole('main').getByText('The other one').first().waitFor();
		ears.quiet();
		await theirs.close();
		await context.close();
	});

	test('one’s own password, codes of an app, tokens, and signing out everywhere', async () => {
		const context = await signedIn(browser, stack, { name: 'rex' });
		const { page, ears } = await visit(context, '/admin/account', 'Your account');
		await page.getByRole('button', { name: 'Set up' }).click();
		await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
		assert.deepEqual(await axe(page), []);
		const secret = (await page.getByLabel('Secret').inputValue()).replaceAll(' ', '');
		await page.getByRole('textbox', { name: 'Code' }).fill('000000');
		await page.getByRole('button', { name: 'Turn on' }).click();
		await page.getByText('That code is not right').waitFor();
		await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret));
		await page.getByRole('button', { name: 'Turn on' }).click();
		await toast(page, 'Codes are asked for from now on.').waitFor();

		await page.getByRole('button', { name: 'New token' }).click();
		await dialog(page).getByLabel('What is it for?').fill('a script');
		await dialog(page).getByRole('button', { name: 'Create' }).click();
		const token = await dialog(page).getByLabel('API token').inputValue();
		await dialog(page).getByRole('button', { name: 'Done' }).click();
		const bearer = { authorization: `Bearer ${token}` };
		assert.equal((await stack.call('GET', '/api/v1/admin/projects', { headers: bearer })).status, 200);
		await page.getByRole('button', { name: 'Revoke a script' }).click();
		await dialog(page).getByRole('button', { name: 'Revoke' }).click();
		await page.getByRole('cell', { name: 'revoked' }).waitFor();
		assert.equal((await stack.call('GET', '/api/v1/admin/projects', { headers: bearer })).status, 401);

		await page.getByLabel('Present password').fill('not this one');
		await page.getByLabel('New password', { exact: true }).fill('a much better pass phrase');
		await page.getByLabel('New password again').fill('a much better pass phrase');
		await page.getByRole('button', { name: 'Change the password' }).click();
		await page.getByText('That is not your password.').waitFor();
		await page.getByLabel('Present password').fill(PASSWORD);
		await page.getByRole('button', { name: 'Change the password' }).click();
		await toast(page, 'Password changed').waitFor();

		await page.getByRole('button', { name: 'Sign out everywhere' }).click();
		await dialog(page).getByRole('button', { name: 'Sign out everywhere' }).click();
		await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
		await signIn(page, 'rex', 'a much better pass phrase');
		await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret, 1));
		await page.getByRole('button', { name: 'Sign in' }).click();
		await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
		ears.quiet();
		await context.close();
	});

	test('everything can be reached from the keyboard', async () => {
		const context = await signedIn(browser, stack);
		const { page, ears } = await visit(context, '/admin/p/demo/overview', 'demo');
		await page.keyboard.press('?');
		await dialog(page).getByText('Keyboard shortcuts').waitFor();
		assert.deepEqual(await axe(page), []);
		await page.keyboard.press('Escape');
		await page.keyboard.press('g');
		await page.keyboard.press('w');
		await page.getByRole('heading', { level: 1, name: 'Workers' }).waitFor();
		await page.keyboard.press('/');
		await page.keyboard.type('t?');
		assert.equal(await page.getByRole('searchbox').inputValue(), 't?', 'keys are letters in a field');
		await page.keyboard.press('Tab');
		const themes = [];
		for (let i = 0; i < 3; i++) {
			await page.locator('h1').focus();
			await page.keyboard.press('t');
			themes.push(await page.evaluate(() => document.documentElement.dataset.theme));
		}
		assert.deepEqual(themes, ['light', 'dark', 'light']);
		await page.reload();
		await page.getByRole('heading', { level: 1, name: 'Workers' }).waitFor();
		await page.keyboard.press('Tab');
		await page.waitForFunction(() => document.activeElement.textContent === 'Skip to the content');
		await page.keyboard.press('Enter');
		await page.waitForFunction(() => document.activeElement.id === 'main');
		ears.quiet();
		await context.close();
	});

	test('a model that does not answer is an alert, and named where models are', async () => {
		const { body: session } = await stack.session('five');
		const [word] = session.passage.text.match(/\p{L}{5,}/gu);
		const context = await signedIn(browser, stack, { name: 'vic' });
		await stack.attempt(session, 'Is it {broken} 1?', word);
		const { page, ears } = await visit(context, '/admin/models', 'Models');
		await page.getByRole('cell', { name: /^last call failed/ }).waitFor(); // though it is asked on: nobody says it is healthy
		assert.equal(await page.getByText('healthy').count(), 0);
		await stack.attempt(session, 'Is it {broken} 2?', word);
		await page.goto('/admin/p/demo/overview');
		await page.getByRole('alert').filter({ hasText: 'does not answer; workers wait' }).waitFor();
		await page.getByRole('cell', { name: 'not answering' }).waitFor();
		await page.goto('/admin/models');
		await page.getByRole('cell', { name: 'not answering' }).waitFor();
		ears.quiet();
		await context.close();
	});

	test('a server that goes away and comes back is noticed', async () => {
		const context = await signedIn(browser, stack);
		const page = await context.newPage();
		listen(page);
		await page.goto('/admin/p/demo/workers');
		await page.getByRole('link', { name: '#1', exact: true }).waitFor();
		await live(page);
		await stack.killBeatd();
		await page.locator('.side').getByText('Reconnecting …').waitFor();
		await page.getByRole('button', { name: 'Kept' }).click();
		await page.getByText('Could not be refreshed').waitFor();
		await page.getByRole('link', { name: '#1', exact: true }).waitFor();
		await stack.startBeatd();
		await page.getByText('Could not be refreshed').waitFor({ state: 'detached' });
		await live(page);
		await context.close();
	});
});
