// Reviewing in a real Chromium against the real server: whole HITs by keyboard, undo, the next one fetched ahead,
// reloads, tabs, touch; two reviewers who differ and a third who decides.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { addUser } from '../lib/desk.mjs';
import { until } from '../lib/proc.mjs';
import { HOSTILE, signedIn, startDesk, visit, work } from './desk.mjs';
import { launch, PHONE } from './lib.mjs';

let stack;
let browser;
before(async () => {
	browser = await launch();
	stack = await startDesk();
	for (const name of ['mia', 'tom', 'uma', 'val', 'wim']) await addUser(stack, name, 'reviewer');
});
after(async () => {
	await browser?.close();
	await stack?.stop();
});

// A project of its own with so many HITs of one worker drawn for review.
async function projectWith(name, hits, args = []) {
	await stack.createProject(name, [
		'--open',
		'--collection',
		'sample',
		'--questions',
		'2',
		'--assignments-per-passage',
		'50',
		'--success',
		'0',
		...args,
	]);
	for (let i = 0; i < hits; i++) await work(stack, `${name}-worker`, { project: name });
	await stack.sql(`select admin_batch_close(${stack.lit(name)}, 'seed', 'user:ada')`);
}

async function open(t, project, { name = 'rex', queue = 'review', ...options } = {}) {
	const context = await signedIn(browser, stack, { name, reducedMotion: 'reduce', ...options });
	t.after(() => context.close());
	const { page, ears } = await visit(
		context,
		`/admin/p/${project}/${queue}`,
		queue === 'review' ? 'Review' : 'Adjudication',
	);
	return { context, page, ears, ...handsOn(page) };
}

const handsOn = (page) => ({
	title: () => page.locator('.reading-title').innerText(),
	press: async (...keys) => {
		for (const key of keys) await page.keyboard.press(key);
	},
	onQuestion: (n) => page.locator(`.asks > li:nth-child(${n})[aria-current=true]`).waitFor(),
	saved: () => page.getByText('Saved.').first().waitFor(),
	marked: () => page.locator('.mark-human').allInnerTexts(),
});

const samples = (project, state) =>
	stack.value(`select count(*) from sample s join project p on p.id = s.project_id
		where p.name = ${stack.lit(project)} and s.state = ${stack.lit(state)}`);
const leases = (project, account) =>
	stack.value(`select count(*) from review r join project p on p.id = r.project_id join account a on a.id = r.account_id
		where p.name = ${stack.lit(project)} and a.name = ${stack.lit(account)} and r.state = 'leased'`);
const judgements = (project) =>
	stack.sql(`select j.valid, j.tags, j.labels, j.comment from sample s join project p on p.id = s.project_id
		join judgement j on j.review_id = s.review_id join question q on q.id = j.question_id
		join attempt t on t.id = q.attempt_id
		where p.name = ${stack.lit(project)} order by s.settled_at, t.seq`);

describe('by keyboard', () => {
	it('whole HITs from lease to settled in a few keys, with nothing run that somebody typed', async (t) => {
		await projectWith('keys', 2);
		const { page, ears, press, onQuestion, saved, marked } = await open(t, 'keys');
		await onQuestion(1);
		assert.ok((await page.content()).includes('What is won number 0?'));
		assert.ok(!(await page.content()).includes('keys-worker'), 'blind');
		assert.equal((await marked()).length, 1);
		await press('l', '4', '0', 'v');
		await onQuestion(2);
		await press('x', '1', '3', 'c');
		await page.getByLabel('Comment').fill(HOSTILE);
		await press('Enter', 'Enter');
		await saved();
		await press('a', 'Enter');
		await page.getByText('All caught up').waitFor();
		await until(async () => (await samples('keys', 'settled')) === 2);
		assert.deepEqual(await judgements('keys'), [
			{ valid: true, tags: [], labels: ['coreference', 'temporal'], comment: '' },
			{ valid: false, tags: ['unanswerable', 'wrong_span'], labels: [], comment: HOSTILE },
			{ valid: true, tags: [], labels: [], comment: '' },
			{ valid: true, tags: [], labels: [], comment: '' },
		]);
		assert.equal(await page.evaluate(() => window.__hacked), undefined);
		ears.quiet();
	});

	it('Enter finishes nothing that is not judged, an invalid question needs a reason', async (t) => {
		await projectWith('half', 1);
		const { page, press, onQuestion } = await open(t, 'half');
		await onQuestion(1);
		await press('x', 'Enter');
		await press('Enter');
		assert.equal(await page.getByRole('button', { name: 'Finish' }).isDisabled(), true);
		await press('k', 'k', 'x', '9');
		await page.getByRole('button', { name: 'other', pressed: true }).waitFor();
		assert.equal(await samples('half', 'settled'), 0);
		await press('Escape', 'j', 'v', 'Enter');
		await until(async () => (await samples('half', 'settled')) === 1);
	});

	it('undo takes back a word, then the HIT', async (t) => {
		await projectWith('undo', 1);
		const { page, press, onQuestion } = await open(t, 'undo');
		await onQuestion(1);
		await press('v', 'x', '2', 'u');
		assert.deepEqual(await page.locator('.pip').evaluateAll((all) => all.map((p) => p.ariaLabel)), [
			'Question 1, valid',
			'Question 2, not judged',
		]);
		await press('x', '2', 'Enter', 'Enter');
		await page.getByText('All caught up').waitFor();
		await until(async () => (await samples('undo', 'settled')) === 1);
		await press('u');
		await page.getByRole('button', { name: 'Question 2, invalid' }).waitFor();
		assert.equal(await samples('undo', 'waiting'), 1);
		await press('j', 'v', 'Enter');
		await until(async () => (await samples('undo', 'settled')) === 1);
		assert.deepEqual(
			(await judgements('undo')).map((j) => j.valid),
			[true, true],
		);
	});

	it('moves, helps, and can be switched off', async (t) => {
		await projectWith('moves', 1);
		const { page, press, onQuestion } = await open(t, 'moves');
		await onQuestion(1);
		await press('ArrowDown');
		await onQuestion(2);
		await press('1');
		await onQuestion(1);
		await press('j', 'k', '2');
		await onQuestion(2);
		await page.getByRole('status').filter({ hasText: 'Question 2 of 2: What is won number 1?' }).waitFor();
		await press('?');
		const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
		await help.getByText('valid, and on to the next').waitFor();
		await press('Escape');
		await page.getByRole('button', { name: 'Keys on' }).click();
		await page.getByRole('button', { name: 'Keys off' }).waitFor();
		await press('v');
		assert.equal(await page.locator('.pip-valid').count(), 0);
		await page.getByRole('button', { name: 'Keys off' }).click();
		await press('v');
		await page.locator('.pip-valid').waitFor();
	});
});

describe('the queue', () => {
	it('has the next HIT at hand, resumes after a reload, and gives back what was only fetched ahead', async (t) => {
		await projectWith('ahead', 4);
		const { page, press, onQuestion, title } = await open(t, 'ahead');
		// The lease is there before the page knows of it, and only what has arrived can be given back.
		const underWay = new Set();
		page.on('request', (request) => request.url().endsWith('/review/next') && underWay.add(request));
		page.on('requestfinished', (request) => underWay.delete(request));
		const bothArrived = () => until(async () => (await leases('ahead', 'rex')) === 2 && underWay.size === 0);
		await page.reload();
		await onQuestion(1);
		await bothArrived();
		const first = await title();
		await press('v');
		await onQuestion(2);
		await page.reload();
		await onQuestion(2);
		assert.equal(await title(), first);
		await bothArrived();
		// the server goes quiet, and still the next HIT is there at once
		await page.route('**/review/next', () => {});
		await press('v', 'Enter');
		await onQuestion(1);
		assert.notEqual(await title(), first);
		await page.unroute('**/review/next');
		underWay.clear(); // what was held up never ends
		await page.getByRole('link', { name: 'Batches' }).click();
		await page.getByRole('heading', { level: 1, name: 'Batches' }).waitFor();
		await until(async () => (await leases('ahead', 'rex')) === 1);
		await page.goBack();
		await onQuestion(1);
		await bothArrived();
		await page.goto('about:blank'); // without any farewell
		await until(async () => (await leases('ahead', 'rex')) === 1);
	});

	it('gives each tab and each reviewer another HIT', async (t) => {
		await projectWith('tabs', 3);
		const one = await open(t, 'tabs', { name: 'tom' });
		await one.onQuestion(1);
		await until(async () => (await leases('tabs', 'tom')) === 2);
		const { page } = await visit(one.context, '/admin/p/tabs/review', 'Review');
		const two = handsOn(page);
		await two.onQuestion(1);
		assert.notEqual(await one.title(), await two.title());
		const other = await open(t, 'tabs', { name: 'uma' });
		await other.page.getByText('All caught up').waitFor();
		await two.press('s');
		await other.onQuestion(1); // by itself, when one was given back
		assert.notEqual(await other.title(), await one.title());
	});

	it('brings a HIT back that could not be saved', async (t) => {
		await projectWith('lost', 1);
		const { page, press, onQuestion } = await open(t, 'lost', { name: 'val' });
		await onQuestion(1);
		await page.route('**/finish', (route) => route.abort());
		await press('a', 'Enter');
		await page.getByText('Not saved yet').waitFor();
		assert.equal(await page.locator('.pip-valid').count(), 2);
		await page.unroute('**/finish');
		await press('Enter');
		await until(async () => (await samples('lost', 'settled')) === 1);
	});

	it('works by touch on a phone', async (t) => {
		await projectWith('touch', 1);
		const { page, onQuestion } = await open(t, 'touch', {
			name: 'wim',
			viewport: PHONE,
			hasTouch: true,
			isMobile: true,
		});
		await onQuestion(1);
		await page.getByRole('button', { name: 'Invalid' }).tap();
		await page.getByRole('button', { name: 'nonsense' }).tap();
		await page.getByRole('button', { name: 'Question 2, not judged' }).tap();
		await onQuestion(2);
		await page.getByRole('button', { name: 'Valid', exact: true }).tap();
		await page.getByRole('button', { name: 'Finish' }).tap();
		await until(async () => (await samples('touch', 'settled')) === 1);
		assert.deepEqual(
			(await judgements('touch')).map((j) => j.tags),
			[['nonsense'], []],
		);
	});

	it('is not for viewers', async (t) => {
		await stack.createProject('looked', ['--open', '--collection', 'sample']);
		const { page } = await open(t, 'looked', { name: 'vic' });
		await page.getByText('You may look, but not review').waitFor();
	});
});

it('two who differ, and a third who decides', async (t) => {
	await projectWith('double', 1, ['--review-double', 'yes']);
	const rex = await open(t, 'double');
	await rex.onQuestion(1);
	await rex.press('a', 'Enter');
	await rex.saved();
	const ada = await open(t, 'double', { name: 'ada' });
	await ada.onQuestion(1);
	await ada.press('v', 'x', '2', 'Enter', 'Enter');
	await ada.page.getByText('a third person decides').first().waitFor();
	assert.equal(await samples('double', 'disputed'), 1);
	await rex.page.goto('/admin/p/double/adjudication');
	await rex.page.getByText('Nothing is disputed').waitFor(); // not for those who took part
	const mia = await open(t, 'double', { name: 'mia', queue: 'adjudication' });
	await mia.onQuestion(2); // on the first they are of one mind
	await mia.page.getByText('Reviewer A', { exact: true }).waitFor();
	await mia.page.locator('.others-differ').waitFor();
	await mia.press('2', 'Enter');
	await until(async () => (await samples('double', 'settled')) === 1);
	assert.deepEqual(
		(await judgements('double')).map((j) => j.tags),
		[[], ['several_answers']],
	);
	await mia.page.reload();
	await mia.page.getByText('50.0 %').first().waitFor(); // the agreement
	await mia.page.getByText('Questions reviewed twice').waitFor();
	mia.ears.quiet();
});
