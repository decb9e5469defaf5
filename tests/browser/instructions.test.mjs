// What workers and validators are told: written in the dashboard, seen on the pages, in versions.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { HOSTILE, ready, signedIn, startDesk, visit } from './desk.mjs';
import { axe, DESKTOP, launch, PHONE } from './lib.mjs';

let stack;
let browser;
before(async () => {
	browser = await launch();
	stack = await startDesk({ project: { args: ['--contact', 'ina@example.org', '--minutes', '9', '--win-reward', '25'] } });
});
after(async () => {
	await browser?.close();
	await stack?.stop();
});

test('a text is edited with a preview, by keyboard, stored in versions, and shown to workers as Markdown', async () => {
	const context = await signedIn(browser, stack, { viewport: DESKTOP, reducedMotion: 'reduce' });
	const { page, ears } = await visit(context, '/admin/p/demo/instructions', 'Instructions');
	await ready(page);
	const seen = page.locator('.preview-card');
	await seen.getByText('Exactly one right answer, and it stands in the passage.').waitFor();
	const body = page.getByLabel('Instructions, examples and tips (Markdown)');
	await body.fill(`## The rules\n\n- **One** answer ${HOSTILE}\n- [more](https://example.org/x) and [bad](javascript:alert(1))\n\n1. Win {questions}`);
	await page.getByLabel('Consent (Markdown; may be empty)').fill('You *agree*.');
	await seen.getByRole('heading', { name: 'The rules' }).waitFor();
	assert.equal(await seen.getByRole('link').count(), 1, 'a link to a script is text');
	await seen.getByText('Win 5').waitFor();
	for (const [colorScheme, viewport] of [['light', DESKTOP], ['dark', DESKTOP], ['dark', PHONE]]) {
		await page.setViewportSize(viewport);
		await page.emulateMedia({ colorScheme });
		assert.deepEqual(await axe(page), [], `${colorScheme} ${viewport.width}`);
		assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth), false);
	}
	await page.getByRole('button', { name: 'Store as a new version' }).press('Enter');
	await page.getByText('Version 1 counts from now on.').waitFor();
	await page.getByRole('row').filter({ hasText: 'worker' }).first().waitFor();
	const wrong = page.getByLabel('Language');
	await wrong.fill('English');
	await page.getByRole('button', { name: 'Store as a new version' }).click();
	await page.getByText('A language is told as browsers do').waitFor();
	ears.quiet();

	await stack.ctl('instructions', 'set', 'demo', '--language', 'de', await file('Gewinne {questions}'));
	const worker = await browser.newContext({ viewport: PHONE, locale: 'de-AT', colorScheme: 'dark' });
	const hit = await worker.newPage();
	await hit.goto(`${stack.url}/hit/demo?worker=ann`);
	await hit.getByText('Gewinne 2').waitFor();
	await hit.getByLabel('Language of the instructions').selectOption('en');
	await hit.getByRole('heading', { name: 'Before you begin' }).waitFor();
	assert.deepEqual(await axe(hit), []);
	await hit.getByRole('button', { name: 'I agree' }).press('Enter');
	await hit.getByRole('heading', { name: 'The rules' }).waitFor();
	assert.equal(await stack.value('select count(*) from consent'), 1);
	for (const text of ['You agree.', 'ina@example.org', 'about 9 minutes', '$2.00, and $0.25 for every win']) await hit.getByText(text).first().waitFor();
	assert.deepEqual(await axe(hit), []);
	assert.equal(await hit.evaluate(() => window.__hacked), undefined);
	assert.deepEqual(await stack.sql('select i.language, i.version from instructed x join instruction i on i.id = x.instruction_id order by x.at'), [
		{ language: 'de', version: 1 },
		{ language: 'en', version: 1 },
	]);
	await worker.close();
	await context.close();
});

async function file(text) {
	const { writeFileSync } = await import('node:fs');
	writeFileSync(`${stack.dir}/text.md`, text);
	return `${stack.dir}/text.md`;
}
