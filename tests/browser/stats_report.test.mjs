// The HTML report of `beatctl stats`, opened as a file: nothing to complain about for axe, light and dark, on a desktop
// and on a phone; nothing is loaded, nothing sticks out, every figure can be read without seeing it.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { program, run } from '../lib/stack.mjs';
import { axe, DESKTOP, launch, PHONE } from './lib.mjs';

const WORDS = ['What', 'Who', 'When', 'How many', 'In which city', '</svg><b>x</b>', '\u202eWhy'];
const qas = Array.from({ length: 60 }, (_, i) => ({
	id: `q${i}`,
	question: `${WORDS[i % WORDS.length]} did the miller of the village ${'see '.repeat(i % 9)}?`,
	answers: [{ text: i % 3 ? 'the mill' : '1847' }, { text: 'a mill' }],
}));
const DATASET = { version: '1.1', data: [{ title: 'Mills', paragraphs: [{ context: 'In 1847 the miller of the village saw the mill.', qas }] }] };

let browser, dir, url, both;
before(async () => {
	browser = await launch();
	dir = mkdtempSync(join(tmpdir(), 'beat-report-'));
	writeFileSync(join(dir, 'mills-dev.json'), JSON.stringify(DATASET));
	const { code, stderr } = await run(program('beatctl'), ['stats', 'mills-dev.json', '--html', '--out', 'report.html'], { cwd: dir });
	assert.equal(code, 0, stderr);
	url = pathToFileURL(join(dir, 'report.html')).href;
	const compared = await run(program('beatctl'), ['stats', 'One=mills-dev.json', 'Two=mills-dev.json', '--html', '--out', 'both.html'], { cwd: dir });
	assert.equal(compared.code, 0, compared.stderr);
	both = pathToFileURL(join(dir, 'both.html')).href;
});
after(async () => {
	await browser?.close();
	rmSync(dir, { recursive: true, force: true });
});

async function open(viewport, colorScheme, address = url) {
	const context = await browser.newContext({ viewport, colorScheme });
	const page = await context.newPage();
	const requests = [];
	page.on('request', (request) => requests.push(request.url()));
	await page.goto(address);
	return { context, page, requests };
}

describe('the report of beatctl stats', () => {
	for (const colorScheme of ['light', 'dark']) {
		for (const [device, viewport] of [['desktop', DESKTOP], ['phone', PHONE]]) {
			it(`is fine for axe: ${device}, ${colorScheme}`, async () => {
				const { context, page, requests } = await open(viewport, colorScheme);
				await page.evaluate(() => {
					for (const details of document.querySelectorAll('details')) details.open = true;
				});
				assert.deepEqual(await axe(page), []);
				assert.deepEqual(requests, [url]);
				assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
				await context.close();
			});
		}
	}

	for (const [colorScheme, viewport] of [['light', PHONE], ['dark', DESKTOP]]) {
		it(`of several is fine for axe, and prints no table clipped: ${colorScheme}`, async () => {
			const { context, page } = await open(viewport, colorScheme, both);
			assert.deepEqual(await axe(page), []);
			assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
			assert.equal(await page.locator('figure svg').count(), 5);
			await page.setViewportSize({ width: 700, height: 1000 });
			await page.emulateMedia({ media: 'print', colorScheme });
			const clipped = await page.evaluate(() => [...document.querySelectorAll('.scroll')].filter((box) => getComputedStyle(box).overflowX !== 'visible' || box.scrollWidth > box.clientWidth + 1).length);
			assert.equal(clipped, 0);
			await context.close();
		});
	}

	it('names every figure and describes it', async () => {
		const { context, page } = await open(DESKTOP, 'light');
		const figures = await page.locator('figure svg').all();
		assert.equal(figures.length, 8);
		for (const svg of figures) {
			const ids = (await svg.getAttribute('aria-labelledby')).split(' ');
			for (const id of ids) assert.match(await page.locator(`#${id}`).textContent(), /\w{3}/);
		}
		assert.equal(await page.locator('b').count(), 0);
		await context.close();
	});

	it('leads to each section, and prints on white', async () => {
		const { context, page } = await open(DESKTOP, 'dark');
		for (const link of await page.locator('nav a').all()) assert.equal(await page.locator(await link.getAttribute('href')).count(), 1);
		await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
		assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), 'rgb(255, 255, 255)');
		assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector('figure svg')).color), 'rgb(0, 0, 0)');
		await context.close();
	});
});
