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

test('who does not agree to new words hands in, by keyboard and without agreeing, what was done under the old ones, and is paid', async () => {
	await stack.createProject('words', ['--open', '--collection', 'sample', '--questions', '2', '--reward', '80', '--win-reward', '25']);
	const say = (words) => stack.sql(`select admin_instruction_set('words', 'worker', 'en', 'Ask.', ${stack.lit(words)}, 't')`);
	await say('You agree.');
	const worker = await browser.newContext({ viewport: PHONE, colorScheme: 'dark' });
	const page = await worker.newPage();
	await page.goto(`${stack.url}/hit/words?worker=wim`);
	const agree = page.getByRole('button', { name: 'I agree' });
	await agree.waitFor();
	const opened = page.waitForResponse((answer) => answer.url().endsWith('/session'));
	await agree.click();
	const begun = await (await opened).json();
	const words = begun.passage.text.split(' ');
	stack.stub.always({ text: words.slice(-2).join(' ') });
	const won = await stack.attempt(begun, 'What is said at the beginning of this?', words.slice(0, 2).join(' '));
	assert.equal(won.body.verdict, 'human');
	await say('You agree to more.');
	await page.reload();
	await page.getByRole('heading', { name: 'Before you go on' }).waitFor();
	await page.getByText('it pays $1.05').waitFor();
	assert.deepEqual(await axe(page), []);
	await page.getByRole('button', { name: 'Hand in without agreeing' }).press('Enter');
	await page.getByText('You have earned $1.05.').waitFor();
	assert.deepEqual(await stack.sql(`select a.state, a.reward_cents, (select count(*)::int from consent c where c.assignment_id = a.id) as agreed from assignment a
		where a.id = ${Number(begun.assignment)}`), [{ state: 'submitted', reward_cents: 105, agreed: 1 }]);
	await page.reload();
	await page.getByRole('heading', { name: 'Before you begin' }).waitFor();
	assert.equal(await page.getByRole('button', { name: 'Hand in without agreeing' }).count(), 0, 'new work waits for the new consent');
	await worker.close();
});

async function file(text) {
	const { writeFileSync } = await import('node:fs');
	writeFileSync(`${stack.dir}/text.md`, text);
	return `${stack.dir}/text.md`;
}
