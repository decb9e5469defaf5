// Every page of the dashboard: it shows what is there, opens again from its address, has its empty and error states,
// can be read by everybody, and runs nothing that was typed by somebody else.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { PASSAGES } from '../lib/stack.mjs';
import { HOSTILE, ready, signedIn, startDesk, TABLET, visit, watchPolicy, work } from './desk.mjs';
import { axe, DESKTOP, launch, PHONE } from './lib.mjs';

// [path, heading, something that must be there]
const PAGES = [
	['/admin', 'Projects', 'HITs handed in'],
	['/admin/p/demo', /demo|img src/, 'Attempts and wins per hour'],
	['/admin/p/demo/overview', /demo|img src/, 'Attempts and wins per hour'],
	['/admin/p/demo/workers', 'Workers', '#1'],
	['/admin/p/demo/workers/1', 'Worker #1', 'What happened'],
	['/admin/p/demo/settings', 'Settings', 'Success rate that is needed'],
	['/admin/new-project', 'New project', 'Begin with the settings of'],
	['/admin/models', 'Models', 'healthy'],
	['/admin/pools', 'Pools', 'All projects'],
	['/admin/pools/default', 'default', 'Funnel'],
	['/admin/people', 'People', 'rex'],
	['/admin/account', 'Your account', 'API tokens'],
	['/admin/audit', 'Audit log', 'HIT handed in'],
];

const sideways = (page) => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);

// A model that costs more than it may and answers its canaries otherwise, told as the server tells it.
async function costly(stack) {
	await stack.ctl('model', 'add', 'paid', 'http://127.0.0.1:9/v1', '--protocol', 'openai', '--model-id', 'm', '--price-in', '1000', '--budget-cents', '1');
	const id = await stack.value("select id from beat.model where name = 'paid'");
	await stack.sql("select canary_set('paid', 0, null, 'user:ada')"); // the server itself asks none
	const store = (version, said) => stack.sql(`select canary_store(${id}, c.question_set, (select json_agg(json_build_object('place', q.place, 'answer', case when q.place = 1 then ${stack.lit(said)} else 'same' end, 'name', 'm', 'version', '${version}', 'weights', '', 'prompt', 'p', 'protocol', 'openai')) from beat.canary_question q where q.model_id = ${id} and q.question_set = c.question_set)) from beat.canary c where c.model_id = ${id}`);
	await store('1', 'the answer of old');
	await store('2', HOSTILE);
	await stack.sql(`select usage_store('game', ${id}, (select min(a.id) from beat.assignment a join beat.project p on p.id = a.project_id where p.name = 'demo'), null, 'm', '2', '', 'p', 'openai', 20000, 7, 12)`);
}

describe('pages of the dashboard', () => {
	let stack;
	let browser;

	before(async () => {
		const hostile = { title: HOSTILE, text: PASSAGES[0].text };
		stack = await startDesk({
			passages: [hostile, ...PASSAGES.slice(1, 3)],
			project: { args: ['--targets', '100/20/-', '--title', HOSTILE] },
		});
		browser = await launch();
		await work(stack, HOSTILE);
		await work(stack, HOSTILE, { losses: 0 });
		await work(stack, 'plain-worker');
		await stack.sql(`select admin_worker_note('1', 'demo', ${stack.lit(HOSTILE)}, 'user:ada')`);
		await stack.sql(`select admin_batch_close('demo', null, 'user:ada')`);
		await stack.ctl('project', 'create', 'quiet', '--model', stack.modelUrl, '--collection', 'sample');
	});
	after(async () => {
		await browser?.close();
		await stack?.stop();
	});

	test('each opens from its address, is accessible in light and dark, and runs nothing foreign', async () => {
		const context = await signedIn(browser, stack, { reducedMotion: 'reduce' });
		await watchPolicy(context);
		for (const [path, title, text] of PAGES) {
			const { page, ears } = await visit(context, path, title);
			await page.getByText(text).filter({ visible: true }).first().waitFor();
			assert.equal(new URL(page.url()).pathname, path);
			for (const colorScheme of ['light', 'dark']) {
				await page.emulateMedia({ colorScheme });
				await page.waitForFunction((name) => document.documentElement.dataset.theme === name, colorScheme);
				assert.deepEqual(await axe(page), [], `${path} in ${colorScheme}`);
			}
			assert.deepEqual(await page.evaluate(() => window.__refused), [], path);
			assert.equal(await page.evaluate(() => window.__hacked), undefined, path);
			ears.quiet();
			await page.close();
		}
		await context.close();
	});

	test('none is wider than a tablet or a phone, and there is a menu', async () => {
		const context = await signedIn(browser, stack, { viewport: TABLET });
		for (const [path, title] of PAGES) {
			const { page } = await visit(context, path, title);
			assert.equal(await sideways(page), false, `${path} on a tablet`);
			await page.setViewportSize(PHONE);
			assert.equal(await sideways(page), false, `${path} on a phone`);
			await page.close();
		}
		// Nor for the moment in which its charts are not drawn anew.
		const slow = await signedIn(browser, stack, { viewport: TABLET });
		await slow.addInitScript(() => {
			window.ResizeObserver = class {
				observe() {}
				disconnect() {}
			};
		});
		const { page } = await visit(slow, '/admin/p/demo/overview', /img src/);
		await page.locator('.chart svg').first().waitFor();
		await page.setViewportSize(PHONE);
		assert.equal(await sideways(page), false, 'charts of a tablet on a phone');
		await slow.close();
		for (const viewport of [TABLET, PHONE]) {
			const { page, ears } = await visit(context, '/admin/p/demo/workers', 'Workers');
			await page.setViewportSize(viewport);
			const link = page.getByRole('link', { name: 'Audit log' });
			assert.equal(await link.isVisible(), false);
			await page.getByRole('button', { name: 'Menu' }).click();
			assert.deepEqual(await axe(page), [], 'the menu');
			await link.click();
			await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
			await link.waitFor({ state: 'hidden' });
			ears.quiet();
			await page.close();
		}
		await context.close();
	});

	test('empty states say what is missing', async () => {
		const context = await signedIn(browser, stack);
		const { page: workers } = await visit(context, '/admin/p/quiet/workers', 'Workers');
		await workers.getByText('Nobody has come yet').waitFor();
		const { page: overview } = await visit(context, '/admin/p/quiet/overview', 'quiet');
		await overview.getByText('No attempt in this time.').waitFor();
		await overview.getByText('No HIT was handed in yet.').waitFor();
		assert.deepEqual(await axe(overview), []);
		const { page: search } = await visit(context, '/admin/p/demo/workers?q=nobody-like-this', 'Workers');
		await search.getByText('Nobody fits').waitFor();
		await search.getByRole('button', { name: 'Show all' }).first().click();
		await search.getByRole('link', { name: '#1', exact: true }).waitFor();
		assert.equal(new URL(search.url()).search, '');
		await context.close();
	});

	test('a server that fails is said so, and tried again', async () => {
		const context = await signedIn(browser, stack);
		const paths = PAGES.filter(([path]) => !['/admin/new-project', '/admin/account'].includes(path));
		for (const [path] of paths) {
			const page = await context.newPage();
			let broken = true;
			await page.route(/\/api\/v1\/admin\/(?!me$|stream)/, (route) =>
				broken
					? route.fulfill({
							status: 503,
							contentType: 'application/problem+json',
							body: '{"type":"urn:beat:busy","detail":"Too much to do."}',
						})
					: route.continue(),
			);
			await page.goto(path);
			const box = page.getByRole('alert').filter({ hasText: 'Too much to do.' });
			await box.waitFor();
			if (path === '/admin/people') assert.deepEqual(await axe(page), [], 'the error state');
			broken = false;
			await box.getByRole('button', { name: 'Try again' }).click();
			await box.waitFor({ state: 'detached' });
			await ready(page);
			await page.close();
		}
		await context.close();
	});

	test('while data are on their way there are placeholders', async () => {
		const context = await signedIn(browser, stack);
		const page = await context.newPage();
		let go;
		const held = new Promise((resolve) => (go = resolve));
		await page.route(/\/workers\?/, async (route) => {
			await held;
			await route.continue();
		});
		await page.goto('/admin/p/demo/workers');
		await page.locator('.skeleton[aria-busy="true"]').waitFor();
		assert.deepEqual(await axe(page), []);
		go();
		await page.getByRole('link', { name: '#1', exact: true }).waitFor();
		await context.close();
	});

	test('what does not exist is said so', async () => {
		const context = await signedIn(browser, stack);
		for (const [path, text] of [
			['/admin/p/nothing/overview', /no project/i],
			['/admin/p/demo/workers/4711', /No worker 4711/],
			['/admin/p/demo/workers/abc', /./],
			['/admin/p/demo/what', 'There is no such page'],
		]) {
			const page = await context.newPage();
			await page.goto(path);
			await page.locator('.empty').getByText(text).first().waitFor();
			await page.close();
		}
		await context.close();
	});

	test('viewers and reviewers see neither platform ids nor what they may not do', async () => {
		for (const name of ['vic', 'rex']) {
			const context = await signedIn(browser, stack, { name });
			const { page } = await visit(context, '/admin/p/demo/workers/2', 'Worker #2');
			await page.getByText('What happened').waitFor();
			assert.equal(await page.getByText('plain-worker').count(), 0);
			for (const action of ['Revoke', 'Block', 'Qualify'])
				assert.equal(await page.getByRole('button', { name: action }).count(), 0, action);
			assert.equal(await page.getByRole('button', { name: 'Add the note' }).count(), name === 'rex' ? 1 : 0);
			assert.equal(await page.getByRole('link', { name: 'People' }).count(), 0);
			await page.goto('/admin/p/demo/settings');
			await page.getByText('Only admins can change these.').waitFor();
			assert.ok(await page.getByLabel('Title').isDisabled());
			await page.goto('/admin/people');
			await page.getByText('You may not see this').waitFor();
			await context.close();
		}
	});

	test('an address remembers the search, the filter, the order and the page', async () => {
		const context = await signedIn(browser, stack);
		const { page, ears } = await visit(context, '/admin/p/demo/workers', 'Workers');
		await page.getByRole('button', { name: 'HITs' }).click();
		await page.waitForURL(/sort=submitted/);
		await page.getByLabel('State').selectOption('new');
		await page.getByRole('searchbox').fill('#1');
		await page.waitForURL(/q=%231/);
		await page.getByText('1–1 of 1 workers').waitFor();
		await page.reload();
		await page.getByText('1–1 of 1 workers').waitFor();
		assert.equal(await page.getByRole('searchbox').inputValue(), '#1');
		assert.equal(await page.getByLabel('State').inputValue(), 'new');
		assert.equal(await page.locator('th[aria-sort]').getAttribute('aria-sort'), 'descending');
		await page.goBack();
		await page.getByText('of 2 workers').waitFor();
		await page.getByRole('link', { name: '#1', exact: true }).click();
		await page.getByRole('heading', { level: 1, name: 'Worker #1' }).waitFor();
		await page.waitForFunction(() => document.activeElement.id === 'page-title');
		ears.quiet();
		await context.close();
	});

	test('a chart downloads as SVG, PNG, PDF and CSV with both axes named, and is a table too', async () => {
		const context = await signedIn(browser, stack, { acceptDownloads: true });
		await watchPolicy(context);
		const { page, ears } = await visit(context, '/admin/p/demo/overview', /img src/);
		const chart = page.getByRole('region', { name: 'Human win rate by model' });
		await chart.locator('svg').waitFor();
		const { readFile } = await import('node:fs/promises');
		const kept = {};
		for (const kind of ['SVG', 'PNG', 'PDF', 'CSV']) {
			const [download] = await Promise.all([
				page.waitForEvent('download'),
				chart.getByRole('button', { name: `as ${kind}` }).click(),
			]);
			assert.equal(download.suggestedFilename(), `human-win-rate-by-model.${kind.toLowerCase()}`);
			kept[kind] = await readFile(await download.path());
		}
		assert.match(kept.SVG.toString(), /^<svg[^>]* xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
		assert.deepEqual([...kept.PNG.subarray(1, 4)].map((c) => String.fromCharCode(c)).join(''), 'PNG');
		const pdf = kept.PDF.toString('latin1');
		assert.match(pdf, /^%PDF-1\.4\n[\s\S]*\/Filter\/DCTDecode\/Length \d+>>stream\n\xff\xd8\xff[\s\S]*%%EOF\n$/);
		for (const [i, [at]] of [...pdf.matchAll(/^\d{10}(?= 00000 n)/gm)].entries()) assert.ok(pdf.slice(Number(at)).startsWith(`${i + 1} 0 obj`));
		const axes = { 'Attempts and wins per hour': ['attempts', 'hour'], 'Human win rate by model': ['model', 'won by people'], 'How long a HIT takes': ['HITs', 'minutes'] };
		for (const [title, names] of Object.entries(axes)) {
			const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: `${title} as SVG` }).click()]);
			const svg = String(await readFile(await download.path()));
			for (const name of names) assert.ok(svg.includes(`>${name}</text>`), `${title}: ${name}`);
		}
		assert.match(kept.CSV.toString(), /^Model,Rate,From,To,Won by people,Judged\r\n127\.0\.0\.1:\d+,0\.75,/);
		await chart.getByText('Data as a table').click();
		await chart.getByRole('cell', { name: '75.0 %' }).waitFor();
		await stack.ctl('model', 'add', 'another', 'http://127.0.0.1:9/predict');
		await stack.ctl('project', 'set', 'demo', '--also', 'another', '--rule', 'any');
		await page.reload();
		await page.getByRole('region', { name: 'Human win rate by the model shown' }).getByText('what each loses alone is on Transfer').waitFor();
		await stack.ctl('project', 'set', 'demo', '--no-also', '--rule', 'single');
		assert.deepEqual(await page.evaluate(() => window.__refused), []);
		ears.quiet();
		await context.close();
	});

	test('the page opens without a request to anybody else', async () => {
		const context = await signedIn(browser, stack, { viewport: DESKTOP });
		const others = [];
		context.on(
			'request',
			(r) => !r.url().startsWith(stack.url) && !/^(data|blob):/.test(r.url()) && others.push(r.url()),
		);
		await visit(context, '/admin/p/demo/overview', /img src/);
		assert.deepEqual(others, []);
		const answer = await context.request.get('/admin/p/demo/overview');
		assert.match(
			answer.headers()['content-security-policy'],
			/default-src 'none'.*script-src 'self'.*frame-ancestors 'none'/,
		);
		await context.close();
	});

	test('alerts, changed canaries and costs are told and dealt with', async () => {
		await costly(stack);
		const context = await signedIn(browser, stack, { reducedMotion: 'reduce' });
		await watchPolicy(context);
		const { page, ears } = await visit(context, '/admin/models', 'Models');
		const alerts = page.locator('.alerts');
		await alerts.getByText('paid has spent its budget of today, $0.01').waitFor();
		await page.getByRole('cell', { name: '$0.02 of $0.01' }).waitFor();
		const changed = page.getByRole('table', { name: 'Changed canaries of paid' });
		await changed.getByRole('cell', { name: 'the answer of old' }).waitFor();
		await changed.getByText(HOSTILE).waitFor();
		for (const [viewport, colorScheme] of [[DESKTOP, 'dark'], [PHONE, 'light']]) {
			await page.setViewportSize(viewport);
			await page.emulateMedia({ colorScheme });
			await page.waitForFunction((name) => document.documentElement.dataset.theme === name, colorScheme);
			assert.deepEqual(await axe(page), [], colorScheme);
			assert.equal(await sideways(page), false);
		}
		await page.setViewportSize(DESKTOP);
		await page.getByRole('button', { name: 'Accept the new answers' }).click();
		await changed.waitFor({ state: 'detached' });
		await alerts.getByText('answers 1 of 10 canaries otherwise').waitFor({ state: 'detached' });
		await page.goto('/admin/p/demo/overview');
		await page.getByText('$0.02 today, 20K tokens in 1 call').waitFor();
		await page.goto('/admin/models');
		await alerts.getByRole('button', { name: 'I know' }).click();
		await alerts.getByText('has spent its budget').waitFor({ state: 'detached' });
		ears.quiet();
		await context.close();
	});
});
