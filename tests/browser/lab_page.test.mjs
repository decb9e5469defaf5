// The lab in the dashboard: sets and models are chosen, charts follow and can be taken away; light and dark, on a desktop and on a
// phone, by keyboard, nothing for axe to complain about.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { HOSTILE, signedIn, startDesk, visit } from './desk.mjs';
import { axe, launch, PHONE } from './lib.mjs';
import { bandOf, fitOf, pairsOf, studentT, tableOf, tauOf } from '../../web/admin/lab/numbers.js';

const SCORES = { window: [40, 38, 10], linear: [50, 47, 30], neural: [60, 52, 20], [`x ${HOSTILE}`.slice(0, 90)]: [70, 61, 45] };
const SETS = ['SQuAD', 'new-wiki', 'babi'];
const rows = Object.entries(SCORES).flatMap(([model, scores]) =>
	scores.map((f1, i) => ({ dataset: SETS[i], split: '', model, version: '1', weights: '', group: 'ours', questions: 200, unanswered: 0, exact: f1, exact_low: null, exact_high: null, f1, f1_low: null, f1_high: null, wins: f1 })),
);

let stack, browser;
before(async () => {
	stack = await startDesk();
	browser = await launch();
});
after(async () => {
	await browser?.close();
	await stack?.stop();
});
const store = () => stack.sql(`select evaluation_store(${stack.lit(JSON.stringify(rows))}, 't')`);

// In both themes, and that nothing sticks out.
async function sound(page, what) {
	for (const colorScheme of ['light', 'dark']) {
		await page.emulateMedia({ colorScheme });
		await page.waitForFunction((name) => document.documentElement.dataset.theme === name, colorScheme);
		assert.deepEqual(await axe(page), [], `${what} in ${colorScheme}`);
		if (process.env.BEAT_SHOTS) await page.screenshot({ path: `${process.env.BEAT_SHOTS}/${what.replaceAll(' ', '-')}-${colorScheme}.png`, fullPage: true });
	}
	assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, what);
}

test('the numbers are those of beatctl lab concur and lab shift', () => {
	const items = rows.map((r) => ({ benchmark: r.dataset, model: r.model, group: '', f1: r.f1 }));
	const table = tableOf(items, 'f1');
	const pairs = pairsOf(table, table.models, 'SQuAD', 'babi');
	assert.equal(pairs.length, 4);
	assert.ok(Math.abs(tauOf(pairs) - 2 / 3) < 1e-12);
	const fit = fitOf(pairsOf(table, table.models, 'SQuAD', 'new-wiki'));
	assert.ok(Math.abs(fit.slope - 0.74) < 1e-12 && Math.abs(fit.intercept - 8.8) < 1e-9 && Math.abs(fit.r2 - 0.9884) < 1e-3, JSON.stringify(fit));
	assert.ok(Math.abs(tauOf([{ x: 1, y: 1 }, { x: 1, y: 2 }, { x: 2, y: 3 }]) - 2 / Math.sqrt(6)) < 1e-12, 'ties are taken out of the count');
	for (const [df, t] of [[1, 12.7062], [2, 4.302653], [3, 3.182446], [4, 2.776445], [9, 2.262157], [18, 2.100922], [37, 2.026192], [120, 1.97993]])
		assert.ok(Math.abs(studentT(df) - t) < 5e-5, `t of ${df}: ${studentT(df)}`);
	assert.ok(Number.isNaN(bandOf(fitOf(pairs.slice(0, 2)), [40])[0].low), 'two models have no band');
	assert.ok(Number.isNaN(fitOf([{ x: 1, y: 1 }]).slope) && Number.isNaN(tauOf([{ x: 1, y: 1 }])));
});

test('the band is that of beatctl lab shift', async () => {
	const file = `${stack.dir}/scores.csv`;
	writeFileSync(file, `model,group,${SETS}\n${['window', 'linear', 'neural'].map((m) => `${m},,${SCORES[m]}`).join('\n')}\nx,,70,61,45\n`);
	const told = JSON.parse(await stack.ctl('lab', 'shift', file, '--from', 'SQuAD', '--json'));
	for (const [i, { linear }] of told.sets.entries()) {
		const fit = fitOf(Object.values(SCORES).map((s) => ({ x: s[0], y: s[i + 1] })));
		const ours = bandOf(fit, linear.band.map(([x]) => x));
		assert.ok(linear.band.length > 2);
		for (const [k, [, low, high]] of linear.band.entries())
			assert.ok(Math.abs(ours[k].low - low) < 1e-3 && Math.abs(ours[k].high - high) < 1e-3, `${JSON.stringify(ours[k])} is not ${low} to ${high}`);
	}
});

test('without evaluations the page says how to store some', async () => {
	const vic = await signedIn(browser, stack, { name: 'vic', reducedMotion: 'reduce' });
	const { page } = await visit(vic, '/admin/lab', 'Lab');
	await page.getByText('Nothing is stored yet').waitFor();
	await sound(page, 'an empty lab');
});

test('sets and models are chosen by mouse and keyboard, and charts follow', async () => {
	await store();
	const vic = await signedIn(browser, stack, { name: 'vic', reducedMotion: 'reduce' });
	const { page, ears } = await visit(vic, '/admin/lab', 'Lab');
	await page.getByText('τ 0.67').first().waitFor();
	await page.locator('.chart svg').nth(2).waitFor();
	await sound(page, 'the lab');
	await page.getByLabel('Up').selectOption('new-wiki');
	await page.getByText('slope 0.74, intercept 8.8, R² 0.99, r 0.99, τ 1.00; with the line’s 95 % band').waitFor();
	assert.equal(await page.locator('.chart svg').first().locator('[fill-opacity="0.16"], [opacity="0.16"]').count(), 1, 'the band is drawn');
	const box = page.getByRole('checkbox', { name: 'linear' });
	await box.focus();
	await page.keyboard.press('Space');
	await page.getByRole('img', { name: /Scores on two sets: 3 models/ }).waitFor();
	await page.getByLabel('Measure').selectOption('exact_match');
	await page.getByRole('heading', { name: 'Exact match of every model on every set' }).waitFor();
	for (const name of ['SQuAD', 'new-wiki']) await page.getByRole('checkbox', { name }).uncheck();
	await page.getByText('Choose two sets and two models at least.').waitFor();
	assert.equal(await page.evaluate('window.__hacked'), undefined);
	assert.deepEqual(ears.errors ?? [], []);
});

test('charts are taken away as SVG, PNG and CSV; a phone shows them too', async () => {
	const ada = await signedIn(browser, stack, { name: 'ada', reducedMotion: 'reduce', acceptDownloads: true });
	const { page } = await visit(ada, '/admin/lab', 'Lab');
	await page.locator('.chart svg').nth(2).waitFor();
	for (const [kind, begins] of [['SVG', '<svg'], ['PNG', '\x89PNG'], ['CSV', '']]) {
		const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: `Do the sets rank models alike? as ${kind}` }).click()]);
		const bytes = readFileSync(await download.path(), 'latin1');
		assert.ok(bytes.startsWith(begins) && bytes.length > 40, kind);
		if (kind === 'CSV') assert.match(bytes, /SQuAD.*new-wiki/);
	}
	const phone = await signedIn(browser, stack, { name: 'rex', viewport: PHONE, reducedMotion: 'reduce' });
	const small = (await visit(phone, '/admin/lab', 'Lab')).page;
	await small.locator('.chart svg').nth(2).waitFor();
	await sound(small, 'the lab on a phone');
});
