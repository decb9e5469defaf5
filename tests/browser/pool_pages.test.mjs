// Pools in the dashboard: made, changed, workers brought in and written out, with the keyboard where it matters. That the pages
// are accessible in light and dark and no wider than a phone is walked in admin_pages.test.mjs.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { ready, signedIn, startDesk, work } from './desk.mjs';
import { axe, launch, PHONE } from './lib.mjs';

describe('pools', () => {
	let stack;
	let browser;
	let context;
	let page;

	before(async () => {
		stack = await startDesk();
		browser = await launch();
		await work(stack, 'ann');
		context = await signedIn(browser, stack, { reducedMotion: 'reduce', acceptDownloads: true });
		page = await context.newPage();
		await page.goto(`${stack.url}/admin`);
		await ready(page, 'Projects');
	});
	after(async () => {
		await browser?.close();
		await stack?.stop();
	});

	test('a pool is made from the keyboard, and refused with a sentence where it cannot be', async () => {
		await page.keyboard.press('g');
		await page.keyboard.press('u');
		await ready(page, 'Pools');
		await page.getByRole('button', { name: 'New pool' }).focus();
		await page.keyboard.press('Enter');
		await page.getByLabel('Name').fill('default');
		await page.keyboard.press('Enter');
		await page.getByText('There is a pool "default" already.').waitFor();
		assert.deepEqual(await axe(page), [], 'the dialog with an error');
		await page.getByLabel('Name').fill('paper');
		await page.keyboard.press('Enter');
		await ready(page, 'paper');
		await page.getByText('In the paper 1,386 handed in, 752 passed, 99 were revoked.').waitFor();
	});

	test('its rules are changed', async () => {
		await page.getByRole('button', { name: 'Change', exact: true }).click();
		assert.deepEqual(await axe(page), [], 'the rules');
		await page.getByLabel('A revocation in one project takes').selectOption('project');
		await page.getByLabel('Further tries after a failed onboarding').fill('2');
		await page.getByRole('button', { name: 'Save' }).click();
		await page.getByText('the worker’s data in its project alone').waitFor();
		assert.deepEqual(await stack.sql("select revokes, onboarding_retries::int as n from pool where name = 'paper'"), [{ revokes: 'project', n: 2 }]);
	});

	test('a list is brought in, bad lines are told, and it goes out again', async () => {
		await page.setViewportSize(PHONE);
		await page.getByRole('button', { name: 'Import workers' }).click();
		const dialog = page.getByRole('dialog');
		await dialog.getByLabel('List').fill('p-1\np-2\nmturk:\n');
		await dialog.getByLabel('Platform of the ids').selectOption('prolific');
		await dialog.getByRole('button', { name: 'Import' }).click();
		await dialog.getByText(/Line 3: there is no worker id/).waitFor();
		assert.deepEqual(await axe(page), [], 'with a bad line');
		assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth), false);
		await dialog.getByLabel('List').fill('p-1\np-2\n');
		await dialog.getByRole('button', { name: 'Import' }).click();
		await dialog.getByText('2 qualified, 0 were so already').waitFor();
		await dialog.getByRole('button', { name: 'Done' }).click();
		await page.getByText('1–2 of 2 members').waitFor();
		const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export workers' }).click()]);
		assert.match(readFileSync(await download.path(), 'utf8'), /^platform,worker_id,state,since,source\r\nprolific,p-1,qualified,/);
	});

	test('a worker’s page leads to the pool', async () => {
		await page.goto(`${stack.url}/admin/p/demo/workers/1`);
		await ready(page, 'Worker #1');
		await page.getByRole('link', { name: 'default' }).click();
		await ready(page, 'default');
		await page.getByRole('table', { name: 'Members of this pool' }).getByText('#1').waitFor();
	});
});
