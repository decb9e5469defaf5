// A comprehension study in the dashboard: labelled by keyboard and by hand, blind, adjudicated, and its chart; light and dark,
// on a desktop and on a phone, nothing for axe to complain about.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { addUser } from '../lib/desk.mjs';
import { HOSTILE, signedIn, startDesk, visit } from './desk.mjs';
import { axe, launch, PHONE } from './lib.mjs';

let stack, browser;
before(async () => {
	stack = await startDesk();
	browser = await launch();
	for (const name of ['one', 'two']) {
		const qas = [0, 1].map((i) => ({ id: `${name}${i}`, question: `Which ${name} ${i} ${HOSTILE}?`, answers: [{ text: 'né 🙂', answer_start: 2 }] }));
		writeFileSync(join(stack.dir, `${name}.json`), JSON.stringify({ data: [{ title: HOSTILE, paragraphs: [{ context: `A né 🙂 ${HOSTILE}`, qas }] }] }));
	}
	await stack.ctl('study', 'create', 'types', '--from', join(stack.dir, 'one.json'), '--from', join(stack.dir, 'two.json'), '--each', '2', '--double', '100');
});
after(async () => {
	await browser?.close();
	await stack?.stop();
});

// Reads every theme with axe, and that nothing sticks out.
async function sound(page, what) {
	for (const colorScheme of ['light', 'dark']) {
		await page.emulateMedia({ colorScheme });
		await page.waitForFunction((name) => document.documentElement.dataset.theme === name, colorScheme);
		assert.deepEqual(await axe(page), [], `${what} in ${colorScheme}`);
	}
	assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, what);
}

test('annotators label by keyboard, blind; who differs is adjudicated; shares are of questions', async () => {
	const rex = await signedIn(browser, stack, { name: 'rex', reducedMotion: 'reduce' });
	const { page } = await visit(rex, '/admin/studies/types/label', 'Label questions');
	await page.getByText('4 questions left').waitFor();
	assert.equal(await page.getByRole('checkbox').count(), 13);
	assert.equal(await page.locator('.study-passage mark').textContent(), 'né 🙂');
	assert.ok(!(await page.locator('main').textContent()).includes('one.json'));
	await sound(page, 'the desk');
	for (const key of ['a', 'c', 'm', 'b']) await page.keyboard.press(key);
	await page.getByText('3 labels').waitFor();
	assert.equal(await page.getByRole('checkbox', { checked: true }).count(), 3, 'a fourth is not taken');
	await page.keyboard.press('n');
	await page.getByText('none of them', { exact: true }).waitFor();
	for (let left = 4; left > 0; left--) {
		await page.getByText(`${left} question${left === 1 ? '' : 's'} left`).waitFor();
		if (left > 2) {
			await page.keyboard.press('a');
			await page.keyboard.press('Enter');
		} else {
			await page.evaluate(() => {
				for (const key of ['a', 'Enter', 'Enter']) dispatchEvent(new KeyboardEvent('keydown', { key }));
			});
		}
	}
	await page.getByText('There is nothing left for you here.').waitFor();
	const said = await stack.sql('select labels from beat.study_label order by item_id');
	assert.ok(said.length === 4 && said.every(({ labels }) => labels.length === 1), 'keys faster than the page is drawn all count');

	const ada = await signedIn(browser, stack, { name: 'ada', viewport: PHONE, reducedMotion: 'reduce' });
	const phone = (await visit(ada, '/admin/studies/types/label', 'Label questions')).page;
	await sound(phone, 'the desk on a phone');
	for (let left = 4; left > 0; left--) {
		await phone.getByText(`${left} question${left === 1 ? '' : 's'} left`).waitFor();
		if (left > 1) await phone.getByRole('checkbox').first().check();
		await phone.getByRole('button', { name: 'Save and go on' }).click();
	}
	await phone.getByText('There is nothing left for you here.').waitFor();
	const [{ n }] = await stack.sql("select count(*)::int as n from beat.study x cross join lateral study_standing(x.id) s where s.disputed");
	assert.equal(n, 1);
});

test('a third person is told what the two said, and decides', async () => {
	const rex = await signedIn(browser, stack, { name: 'rex', reducedMotion: 'reduce' });
	const own = (await visit(rex, '/admin/studies/types/adjudicate', 'Adjudicate')).page;
	await own.getByText('There is nothing left for you here.').waitFor(); // who labelled it does not decide
	await addUser(stack, 'tom', 'reviewer');
	const tom = await signedIn(browser, stack, { name: 'tom', reducedMotion: 'reduce' });
	const { page, ears } = await visit(tom, '/admin/studies/types', 'Study types');
	await page.getByText('1 question on which two people differ waits for a third, who did not label it').waitFor();
	const rows = page.getByRole('table', { name: 'Questions by dataset' }).locator('tbody tr');
	const counts = (await rows.allInnerTexts()).map((text) => text.trim().split(/\s+/).slice(1).map(Number)).sort();
	assert.deepEqual(counts, [[2, 1, 1, 0], [2, 2, 0, 0]], 'questions, decided, to adjudicate, to label');
	await sound(page, 'the study with something to adjudicate');
	await page.getByRole('link', { name: 'Adjudicate (1)' }).click();
	await page.getByText('1 question left').waitFor();
	const said = page.getByText('The two said:');
	assert.match(await said.textContent(), /^The two said: (Explicit; none|none; Explicit)\. You decide\.$/);
	await sound(page, 'adjudication');
	await page.setViewportSize(PHONE);
	await sound(page, 'adjudication on a phone');
	await page.keyboard.press('e');
	await page.keyboard.press('Enter');
	await page.getByText('There is nothing left for you here.').waitFor();
	const [{ labels }] = await stack.sql("select s.labels from beat.study x cross join lateral study_standing(x.id) s where s.first <> s.second");
	assert.deepEqual(labels, ['multi_hop'], 'what the third says holds');
	await page.getByRole('link', { name: 'To the study' }).click();
	await page.locator('.chart svg').waitFor();
	assert.equal(await page.getByRole('link', { name: /Adjudicate/ }).count(), 0);
	assert.equal(await page.evaluate(() => window.__hacked), undefined);
	ears.quiet();
});

test('the study shows chart, table and kappa, and is on the list', async () => {
	const ada = await signedIn(browser, stack, { name: 'ada', reducedMotion: 'reduce' });
	const { page } = await visit(ada, '/admin/studies', 'Studies');
	await sound(page, 'the list');
	await page.getByRole('link', { name: 'types' }).click();
	await page.locator('.chart svg').waitFor();
	await page.getByText('Cohen’s κ').waitFor();
	await page.getByText('Data as a table').click();
	await page.getByRole('cell', { name: '100.0 %', exact: true }).first().waitFor();
	await sound(page, 'the study');
	for (const kind of ['SVG', 'PNG', 'PDF', 'CSV']) assert.equal(await page.getByRole('button', { name: `What the questions ask of a reader as ${kind}` }).count(), 1);
});
