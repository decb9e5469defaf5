// Releases in the dashboard: what would be in one, building it and watching it grow, what the gate refuses and how to put
// it right, downloads that are what is listed, combined ones, and who may do what. Real builds by the real server.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { signIn } from '../lib/desk.mjs';
import { until } from '../lib/proc.mjs';
import { HOSTILE, pagesAreSound, ready, signedIn, startDesk, visit } from './desk.mjs';
import { axe, launch, PHONE } from './lib.mjs';

const TEXT = 'Margaret Doyle lit the lamp on Skerry Point in 1847. It burned whale oil';
const PASSAGES = Array.from({ length: 3 }, (_, n) => ({
	title: n ? `Lamp ${n}` : HOSTILE,
	text: `${TEXT}, ${n} barrels a year. ${HOSTILE}`,
}));

let stack;
let browser;
let folder;
let ada; // over the API
let first; // when the first HIT had been handed in

before(async () => {
	browser = await launch();
	folder = mkdtempSync(join(tmpdir(), 'beat-releases-'));
	stack = await startDesk({ beatd: { env: { BEAT_RELEASES: folder, BEAT_HOUSEKEEPING_S: '1' } } });
	await stack.importPassages(PASSAGES, { collection: 'held', split: 'train' });
	const args = ['--open', '--collection', 'held', '--questions', '2', '--assignments-per-passage'];
	await stack.createProject('pub', [...args, '1']);
	await stack.createProject('twice', [...args, '3', '--repeats', 'allow']);
	ada = await signIn(stack, { check: false });
	await author('one', 'pub', 'one');
	await new Promise((done) => setTimeout(done, 1100)); // the field for a moment knows whole seconds
	first = new Date();
	await new Promise((done) => setTimeout(done, 1100));
	for (const worker of ['two', 'three']) await author(worker, 'pub', worker);
	await ada.write('/projects/pub', { settings: { targets: [4, 10, null] } });
	// nobody sees what others asked, so somebody asks the same
	for (const worker of ['a', 'b', 'c', 'd']) await author(worker, 'twice', 'the same');
});
after(async () => {
	await browser?.close();
	await stack?.stop();
	rmSync(folder, { recursive: true, force: true });
});

async function author(worker, project, what) {
	const { body: session } = await stack.session(worker, { project });
	for (const word of ['Margaret', 'whale']) {
		const { body, text } = await stack.attempt(session, `${HOSTILE} What is ${what} about ${word}? [barrels]`, word);
		assert.equal(body.verdict, 'human', text);
	}
	assert.equal((await stack.submit(session)).status, 200);
}

async function open(t, path, title, options = {}) {
	const context = await signedIn(browser, stack, { reducedMotion: 'reduce', ...options });
	t.after(() => context.close());
	return { context, ...(await visit(context, path, title)) };
}

// A release of the project, built over the API.
async function build(project, version, state = 'ready') {
	const { status, body, text } = await ada.post(`/projects/${project}/releases`, { version });
	assert.equal(status, 201, text);
	await until(async () => (await ada.read(`/releases/${body.id}`)).state === state, { what: state });
	return body.id;
}

const card = (page, title) =>
	page.locator('section.card').filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) });
const button = (page, name) => page.getByRole('button', { name });
const sha256 = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');

describe('a project without releases', () => {
	it('says so, and offers the first to those who may build', async (t) => {
		const { page, ears } = await open(t, '/admin/p/pub/releases', 'Releases');
		await page.getByText('Nothing was released yet').waitFor();
		assert.deepEqual(await axe(page), []);
		await page.getByRole('link', { name: 'New release' }).click();
		await page.getByRole('heading', { level: 1, name: 'New release' }).waitFor();
		ears.quiet();
		const { page: other } = await open(t, '/admin/p/pub/releases', 'Releases', { name: 'vic' });
		await other.getByText('An admin can build one.').waitFor();
		assert.equal(await other.getByRole('link', { name: 'New release' }).count(), 0);
		await other.goto('/admin/p/pub/releases/new');
		await other.getByText('You may look, but not release').waitFor();
	});
});

describe('a new release', () => {
	it('is previewed: what is valid against the targets, now and at a moment before', async (t) => {
		const { page, ears } = await open(t, '/admin/p/pub/releases/new', 'New release');
		const preview = card(page, 'What it would hold');
		const cells = async (split) => {
			const row = preview.getByRole('row').filter({ hasText: split });
			return (await row.getByRole('cell').allTextContents()).map((text) => text.trim());
		};
		assert.deepEqual(await cells('train'), ['train', '6', '4', '4', 'enough', '0']);
		assert.deepEqual(await cells('dev'), ['dev', '0', '10', '0', '10 too few', '0']);
		await preview.getByText('dev: 0 of 10.').waitFor();
		await preview.getByText('4 questions in all.').waitFor();
		assert.deepEqual(await axe(page), []);
		const pad = (n) => String(n).padStart(2, '0');
		const day = [first.getFullYear(), pad(first.getMonth() + 1), pad(first.getDate())].join('-');
		const clock = [first.getHours(), first.getMinutes(), first.getSeconds()].map(pad).join(':');
		await page.getByLabel('As of').evaluate((field, value) => {
			field.value = value;
			field.dispatchEvent(new Event('input', { bubbles: true }));
		}, `${day}T${clock}`);
		// then there were two questions, and no targets yet
		await until(async () => (await cells('train'))[1] === '2');
		assert.equal((await cells('train'))[2], 'none');
		ears.quiet();
	});

	it('says what is wrong with its options before anything is sent', async (t) => {
		const { page } = await open(t, '/admin/p/pub/releases/new', 'New release');
		assert.equal(await page.getByLabel('Version').inputValue(), '1.0');
		await page.getByLabel('Version').fill('../etc');
		await page.getByText('Begin with a letter or a digit').waitFor();
		await page.getByLabel('Seed').fill('a b');
		await page.getByText('Letters, digits, dot, line and underscore only').waitFor();
		for (const name of ['SQuAD 1.1', 'MRQA', 'Hugging Face', 'Attempts']) await page.getByLabel(name).uncheck();
		await page.getByText('Choose at least one format.').waitFor();
		await page.getByLabel('Licence').fill(' ');
		await page.getByText('Say under which licence').waitFor();
		assert.deepEqual(await axe(page), []);
		await button(page, 'Build the release').click();
		assert.ok(await button(page, 'Build the release').isDisabled());
		assert.equal((await ada.read('/releases', { project: 'pub' })).items.length, 0);
	});

	it('has nothing to build where nothing is valid', async (t) => {
		await stack.createProject('bare', ['--collection', 'held']);
		const { page } = await open(t, '/admin/p/bare/releases/new', 'New release');
		await page.getByText('There is nothing to release').waitFor();
		assert.ok(await button(page, 'Build the release').isDisabled());
	});

	it('is built, and its page follows until the files are there, which are what is listed', async (t) => {
		const { page, ears } = await open(t, '/admin/p/pub/releases/new', 'New release', { acceptDownloads: true });
		await page.getByLabel('Licence').fill('CC-BY-4.0');
		await page.getByLabel('Seed').fill('seven');
		await page.getByLabel('MRQA').uncheck();
		const record = (name) => ({ name, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify({ made_by: 'beatctl', command: `make ${HOSTILE}`, inputs: [], outputs: [{ name: 'o', bytes: 1, sha256: 'a'.repeat(64) }] })) });
		await page.getByLabel('Cites').setInputFiles([{ ...record('no.json'), buffer: Buffer.from('{}') }, record('five.json.provenance.json')]);
		await button(page, 'Build the release').click();
		await page.getByText('no.json is no record of provenance').waitFor();
		await button(page, 'Remove no.json').click();
		assert.deepEqual(await axe(page), []);
		await button(page, 'Build the release').click();
		await page.getByRole('heading', { level: 1, name: 'pub 1.0' }).waitFor();
		await card(page, 'About').getByText('five.json.provenance.json').waitFor();
		await card(page, 'Files').waitFor({ timeout: 60000 });
		const id = Number(new URL(page.url()).pathname.split('/').pop());
		const release = await ada.read(`/releases/${id}`);
		assert.deepEqual([release.seed, release.licence, release.formats], ['seven', 'CC-BY-4.0', ['squad', 'hf', 'attempts']]);
		const files = card(page, 'Files');
		assert.deepEqual(await files.locator('tbody a').allTextContents(), release.files.map((f) => f.path));
		for (const path of ['MANIFEST', 'pub/train.json']) {
			const [download] = await Promise.all([
				page.waitForEvent('download'),
				files.getByRole('link', { name: path, exact: true }).click(),
			]);
			assert.equal(sha256(await download.path()), release.files.find((f) => f.path === path).sha256, path);
		}
		const [all] = await Promise.all([
			page.waitForEvent('download'),
			files.getByRole('link', { name: 'Download all' }).click(),
		]);
		assert.equal(all.suggestedFilename(), 'pub@1.0.tar');
		assert.ok(readFileSync(await all.path()).length > release.bytes);
		await button(files, 'Copy: SHA-256 of MANIFEST').click();
		await button(files, 'Copied').waitFor();
		const questions = card(page, 'Questions');
		const row = questions.getByRole('row').filter({ hasText: 'train' });
		assert.deepEqual((await row.getByRole('cell').allTextContents()).slice(0, 5), ['train', '4', '6', '4', 'as wanted']);
		await questions.getByText('10 too few').waitFor();
		await card(page, 'Checks before publishing').getByText(`all ${release.report.gate.length} passed`).waitFor();
		await card(page, 'About').getByText('seven').waitFor();
		ears.quiet();
	});

	it('of a version that is there is refused in the form; the next version is offered', async (t) => {
		const { page } = await open(t, '/admin/p/pub/releases/new', 'New release');
		assert.equal(await page.getByLabel('Version').inputValue(), '1.1');
		await page.getByLabel('Version').fill('1.0');
		await page.getByText('This version is there already.').waitFor();
	});
});

describe('a release in the making', () => {
	it('shows its steps as the server tells of them', async (t) => {
		const { context } = await open(t, '/admin/p/pub/releases', 'Releases', { name: 'vic' });
		const page = await context.newPage();
		const id = (await ada.read('/releases', { project: 'pub' })).items[0].id;
		const real = await ada.read(`/releases/${id}`);
		let progress = { step: 'choosing', done: 0, total: 0 };
		await page.route(new RegExp(`/admin/releases/${id}$`), (route) =>
			route.fulfill({
				json: progress ? { ...real, state: 'building', progress, report: null, files: [], ready_at: null } : real,
			}),
		);
		await page.goto(`/admin/p/pub/releases/${id}`);
		await page.getByText('choosing').waitFor();
		await page.locator('.side .live-on').waitFor();
		assert.deepEqual(await axe(page), []);
		const tell = () => stack.sql(`select beat.changed('release', id, '${id}') from project where name = 'pub'`);
		progress = { step: 'writing pub/train.json', done: 3, total: 4 };
		await tell();
		const meter = page.getByRole('meter', { name: 'pub 1.0: writing pub/train.json' });
		await meter.waitFor();
		assert.equal(await meter.getAttribute('aria-valuetext'), '3 of 4');
		await page.getByText('75 %').waitFor();
		progress = null;
		await tell();
		await card(page, 'Files').waitFor();
	});
});

describe('a release that fails its checks', () => {
	it('publishes nothing, says what to put right, and is built again once it is', async (t) => {
		const id = await build('twice', '1.0', 'failed');
		const { page, ears } = await open(t, `/admin/p/twice/releases/${id}`, 'twice 1.0');
		await page.getByText('Nothing was published').waitFor();
		const gate = card(page, 'Checks before publishing');
		const { report } = await ada.read(`/releases/${id}`);
		const failed = report.gate.filter((row) => !row.ok);
		assert.equal(failed.length, 1);
		const top = gate.getByRole('listitem').first();
		await top.getByText(failed[0].sentence).waitFor();
		await top.getByText(failed[0].fix).waitFor();
		const { findings } = await ada.read(`/releases/${id}`);
		const [first, second] = findings[0].groups[0];
		assert.equal(first.question, second.question, 'the texts of what was found');
		assert.equal(await top.getByRole('link', { name: first.question }).count() > 1, true);
		assert.deepEqual(await axe(page), []);
		assert.equal(await page.evaluate(() => window.__hacked), undefined);
		assert.equal(await card(page, 'Files').count(), 0);
		await page.setViewportSize(PHONE);
		assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, 'fits a phone');
		const repair = top.getByRole('button', { name: /^Keep the first of each: discard \d+ questions?$/ });
		await repair.press('Enter');
		await top.getByText('Nothing of it is left to discard').waitFor();
		assert.equal((await ada.read(`/questions/${first.id}`)).in, true, 'the first is kept');
		await page.getByRole('button', { name: 'Undo' }).click();
		await repair.waitFor();
		await repair.click();
		await top.getByText('Nothing of it is left to discard').waitFor();
		await page.getByRole('link', { name: 'Build it again …' }).click();
		await page.getByRole('heading', { level: 1, name: 'New release' }).waitFor();
		assert.equal(await page.getByLabel('Version').inputValue(), '1.0');
		await ready(page);
		await button(page, 'Build the release').click();
		await card(page, 'Files').waitFor({ timeout: 60000 });
		ears.quiet();
	});
});

describe('a combined release', () => {
	it('is listed with its parts, and made downloadable here though it was written elsewhere', async (t) => {
		const out = join(stack.dir, 'both');
		await stack.ctl('release', 'combine', 'both', '--of', 'pub@1.0,twice@1.0', '--version', '1.0', '--out', out);
		const { page, ears } = await open(t, '/admin/p/pub/releases', 'Releases');
		await page.getByText('combined of 2').waitFor();
		await page.getByRole('link', { name: 'both 1.0' }).click();
		await page.getByRole('heading', { level: 1, name: 'both 1.0' }).waitFor();
		await card(page, 'About').getByRole('link', { name: 'twice 1.0' }).waitFor();
		const files = card(page, 'Files');
		await files.getByText('The files are not on this server').waitFor();
		assert.equal(await files.getByRole('link').count(), 0);
		assert.deepEqual(await axe(page), []);
		await button(files, 'Make it downloadable').click();
		await files.getByRole('link', { name: 'Download all' }).waitFor({ timeout: 60000 });
		assert.ok((await files.getByRole('link').count()) > 3);
		ears.quiet();
	});
});

describe('every page of releases', () => {
	it('is accessible in light and dark, fits, and runs nothing hostile', async (t) => {
		const { items } = await ada.read('/releases', { project: 'pub' });
		const failed = (await ada.read('/releases', { project: 'twice' })).items.find((r) => r.state === 'failed');
		const combined = items.find((r) => r.parts.length);
		const [plain] = items.filter((r) => !r.parts.length);
		const pages = [
			['/admin/p/pub/releases', 'Releases', 'combined of 2'],
			['/admin/p/twice/releases', 'Releases', 'nothing was published'],
			['/admin/p/pub/releases/new', 'New release', 'What it would hold'],
			[`/admin/p/pub/releases/${plain.id}`, 'pub 1.0', 'SHA-256'],
			[`/admin/p/pub/releases/${combined.id}`, 'both 1.0', 'Combined of'],
			[`/admin/p/twice/releases/${failed.id}`, 'twice 1.0', 'Nothing was published'],
		];
		await pagesAreSound(t, browser, stack, pages);
	});

	it('says what is wrong, and tries again', async (t) => {
		const context = await signedIn(browser, stack, { name: 'vic' });
		t.after(() => context.close());
		const { id } = (await ada.read('/releases', { project: 'pub' })).items.at(-1);
		for (const [path, text] of [
			['/admin/p/pub/releases', 'combined of 2'],
			[`/admin/p/pub/releases/${id}`, 'SHA-256'],
		]) {
			const page = await context.newPage();
			const broken = /\/admin\/releases/;
			await page.route(broken, (route) => route.fulfill({ status: 503, body: '' }));
			await page.goto(path);
			await page.getByText('The server is busy').first().waitFor();
			await page.unroute(broken);
			await button(page, 'Try again').first().click();
			await page.getByText(text).first().waitFor();
			await page.close();
		}
		const { page } = await visit(context, '/admin/p/pub/releases/999999', 'Release');
		await page.getByText('There is no release 999999').waitFor();
	});

	it('lets a viewer look and download, and build nothing', async (t) => {
		const { id } = (await ada.read('/releases', { project: 'pub' })).items.at(-1);
		const { page } = await open(t, `/admin/p/pub/releases/${id}`, 'pub 1.0', { name: 'vic', acceptDownloads: true });
		const [download] = await Promise.all([
			page.waitForEvent('download'),
			card(page, 'Files').getByRole('link', { name: 'README.md', exact: true }).click(),
		]);
		assert.equal(await download.failure(), null);
		await page.goto('/admin/p/twice/releases');
		await page.getByText('nothing was published').waitFor();
		assert.equal(await page.getByRole('link', { name: 'New release' }).count(), 0);
		await page.getByRole('row').filter({ hasText: 'failed' }).getByRole('link').click();
		await page.getByText('Nothing was published').waitFor();
		assert.equal(await page.getByRole('link', { name: 'Build it again …' }).count(), 0);
	});
});
