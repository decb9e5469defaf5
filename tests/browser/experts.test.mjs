// Experts in a real Chromium: practice with feedback, then questions without, by mouse, keyboard and touch, light, dark and
// on a phone; coming back; axe-core on each state.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { spanOf, startStack } from '../lib/stack.mjs';
import { axe, DESKTOP, launch, listen, PASSAGE, PHONE, Player } from './lib.mjs';

let stack, browser;
const known = (...texts) => texts.map((text) => ({ text, answer_start: spanOf(PASSAGE.text, text).start }));
function dataset(name, n, answers) {
	const qas = Array.from({ length: n }, (_, i) => ({ id: `${name}${i}`, question: `What is ${name} ${i}?`, answers }));
	const path = join(stack.dir, `${name}.json`);
	writeFileSync(path, JSON.stringify({ version: '1.1', data: [{ title: PASSAGE.title, paragraphs: [{ context: PASSAGE.text, qas }] }] }));
	return path;
}

before(async () => {
	stack = await startStack({ passages: false, project: false });
	browser = await launch();
	const args = ['--practice', dataset('drill', 2, known('Zoë Kranjčar', 'Kranjčar')), '--practice-questions', '2', '--from', dataset('test', 3, known('1932')), '--each', '3', '--title', 'Experts on cafés'];
	await stack.ctl('expert', 'create', 'cafes', ...args);
});
after(async () => {
	await browser?.close();
	await stack?.stop();
});

async function visit(person, options = {}) {
	const context = await browser.newContext({ viewport: DESKTOP, ...options });
	const page = await context.newPage();
	const ears = listen(page);
	const link = (await stack.ctl('expert', 'invite', 'cafes', '--person', person, '--base-url', stack.url)).trim();
	await page.goto(link);
	const expert = await new Player(page).ready();
	return { page, expert, ears, link, context };
}
const answersOf = (person) => stack.sql(`select a.answer_text as text, a.exact from beat.expert_answer a where a.person_name = ${stack.lit(person)} and a.answered_at is not null order by a.answered_at`);
const title = (page) => page.locator('#ask-title');

describe('an expert', () => {
	it('practises with feedback after each, then answers without, and is thanked', async () => {
		const { page, expert, ears } = await visit('ann');
		await page.getByText('Experts on cafés').waitFor();
		await page.getByText('Practice: 0 of 2 answered').waitFor();
		assert.deepEqual(await axe(page), []);
		await page.locator('#send').click();
		await page.locator('#answer-error').waitFor();
		await expert.drag('Zoë Kranjčar');
		await page.locator('#send').click();
		await page.getByRole('heading', { name: 'Exactly right' }).waitFor();
		await page.locator('.box-tag', { hasText: 'Right' }).waitFor();
		await page.getByText('exact match 100 %', { exact: false }).waitFor();
		assert.deepEqual(await axe(page), []);
		await expert.button('Next question').click();
		await expert.drag('1950');
		await page.locator('#send').click();
		await page.getByRole('heading', { name: 'Not right' }).waitFor();
		await expert.button('On to the questions').click();
		await page.getByText('That was the practice').waitFor();
		await page.getByText('0 of 3 answered').waitFor();
		await expert.drag('1932');
		await page.locator('#send').click();
		await page.getByText('1 of 3 answered').waitFor();
		assert.equal(await page.locator('#feedback').count(), 0);
		await expert.button('There is no answer').click();
		await page.getByText('2 of 3 answered').waitFor();
		await expert.drag('40 loaves');
		await page.locator('#send').click();
		await page.getByRole('heading', { name: 'All done' }).waitFor();
		assert.deepEqual(await axe(page), []);
		assert.deepEqual(await answersOf('ann'), [['Zoë Kranjčar', true], ['1950', false], ['1932', true], [null, false], ['40 loaves', false]].map(([text, exact]) => ({ text, exact })));
		ears.quiet();
	});

	it('does it all by keyboard, and goes on where it stopped', async () => {
		const { page, expert, ears, link } = await visit('kay');
		const first = await title(page).textContent();
		await expert.passage.focus();
		await page.keyboard.press('ArrowRight');
		await page.keyboard.press('Enter'); // marks the second word
		assert.equal(await expert.answer(), 'Ljubljanica');
		await page.waitForTimeout(400); // until the draft is kept
		await page.goto(link);
		await expert.ready();
		assert.equal(await title(page).textContent(), first);
		assert.equal(await expert.answer(), 'Ljubljanica');
		await page.keyboard.press('Control+Enter');
		await page.getByRole('heading', { name: 'Not right' }).waitFor();
		await page.waitForFunction(() => document.activeElement.id === 'feedback');
		await page.keyboard.press('Control+Enter');
		await page.getByText('Practice: 1 of 2 answered').waitFor();
		await page.waitForFunction(() => document.activeElement.id === 'ask-title');
		await page.keyboard.press('Alt+n');
		await page.getByRole('heading', { name: 'Not right' }).waitFor();
		assert.deepEqual((await answersOf('kay')).map((a) => a.text), ['Ljubljanica', null]);
		ears.quiet();
	});

	it('taps on a phone, in the dark', async () => {
		const { page, expert, ears } = await visit('pam', { viewport: PHONE, hasTouch: true, isMobile: true, colorScheme: 'dark' });
		await expert.tap('Zoë', 'first');
		await expert.tap('Kranjčar', 'last');
		assert.equal(await expert.answer(), 'Zoë Kranjčar');
		assert.deepEqual(await axe(page), []);
		await page.locator('#send').tap();
		await page.getByRole('heading', { name: 'Exactly right' }).waitFor();
		assert.deepEqual(await axe(page), []);
		assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= PHONE.width);
		ears.quiet();
	});

	it('is told when the link is wrong, and goes on from a second window', async () => {
		const { page, expert, link, context } = await visit('two');
		const other = await context.newPage();
		await other.goto(link);
		const second = await new Player(other).ready();
		await expert.drag('1932');
		await page.locator('#send').click();
		await page.getByRole('heading', { name: 'Not right' }).waitFor();
		await second.drag('1950');
		await other.locator('#send').click();
		await other.getByText('1932', { exact: true }).first().waitFor(); // the answer that stands
		assert.deepEqual((await answersOf('two')).map((a) => a.text), ['1932']);
		await page.goto(`${link}x`);
		await page.getByText('This invitation is not valid').waitFor();
		await page.goto(`${stack.url}/expert/cafes`);
		await page.getByText('This did not work').or(page.getByText('by the link')).first().waitFor();
	});
});
