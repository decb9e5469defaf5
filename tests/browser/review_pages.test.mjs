// The pages where work is looked at and judged, besides the review itself: screening, HITs, revocations, questions,
// batches, statistics. What they do, their states, whether everybody can read them, and hostile texts in all places.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { signIn } from '../lib/desk.mjs';
import { doExercises, inviteTo, onboardingProject } from '../lib/onboarding.mjs';
import { until } from '../lib/proc.mjs';
import { PASSAGES, spanOf } from '../lib/stack.mjs';
import { HOSTILE, pagesAreSound, ready, recovers, signedIn, startDesk, visit, work } from './desk.mjs';
import { launch } from './lib.mjs';

const HOSTILE_PASSAGE = { title: HOSTILE, text: `Margaret Doyle lit the lamp on Skerry Point in 1847. ${HOSTILE}` };

let stack;
let browser;
let hit; // the one with overlapping answers and hostile questions
const screenings = {};

before(async () => {
	browser = await launch();
	stack = await startDesk({ passages: [...PASSAGES, HOSTILE_PASSAGE], project: { args: ['--revoke-confirm', 'yes'] } });
	hit = await hostileHit('demo');
	for (const worker of ['m0', 'm1', 'm2', 'm3', 'm4'])
		for (let i = 0; i < 6; i++) await work(stack, worker, { losses: 0 });
	await stack.sql(`select admin_batch_close('demo', 'first', 'user:ada')`);
	await onboardingProject(stack, 'study', ['--questions', '1']);
	for (const worker of ['ann', 'bob', HOSTILE]) screenings[worker] = await handIn(worker);
	await judge('rex', hit, (i) => ({
		valid: i > 0,
		tags: i > 0 ? [] : ['other'],
		labels: ['negation'],
		comment: HOSTILE,
	}));
	await stack.ctl('project', 'create', 'quiet', '--model', stack.modelUrl, '--collection', 'sample');
});
after(async () => {
	await browser?.close();
	await stack?.stop();
});

// A HIT on the hostile passage whose answers lie over one another.
async function hostileHit(project) {
	for (let i = 0; ; i++) {
		const { body: session } = await stack.session(`hostile-${i}`, { project });
		const { text } = session.passage;
		if (text !== HOSTILE_PASSAGE.text) continue;
		const ask = async (question, answer) =>
			assert.equal((await stack.attempt(session, question, spanOf(text, answer))).status, 200);
		await ask(`${HOSTILE} lost? [lit the lamp]`, 'lit the lamp');
		await ask(`${HOSTILE} where? [Margaret]`, 'Skerry Point');
		await ask('Where and when? [lamp on Skerry]', 'Point in 1847');
		await stack.submit(session);
		return session.assignment;
	}
}

async function handIn(worker) {
	const invite = await inviteTo(stack, 'study', worker);
	const { body: session } = await stack.session(undefined, { project: 'study', params: { invite } });
	await doExercises(stack, session);
	const [first, second] = session.passage.text.split(/\s+/);
	assert.equal((await stack.attempt(session, `${HOSTILE} [${first}]`, second)).status, 200);
	assert.equal((await stack.submit(session)).status, 200);
	return session.assignment;
}

// Reviews over the API until that HIT is done.
async function judge(name, wanted, say) {
	const desk = await signIn(stack, { name, check: false });
	for (;;) {
		const { item } = await desk.write('/projects/demo/review/next', {});
		assert.ok(item, 'the HIT was not drawn');
		if (item.hit === wanted) {
			await desk.write(`/reviews/${item.review}/finish`, {
				judgements: item.questions.map((q, i) => ({ question: q.id, ...say(i) })),
			});
			break;
		}
		await desk.write(`/reviews/${item.review}/finish`, {
			judgements: item.questions.map((q) => ({ question: q.id, valid: true })),
		});
	}
}

async function open(t, path, title, options = {}) {
	const context = await signedIn(browser, stack, { reducedMotion: 'reduce', ...options });
	t.after(() => context.close());
	return { context, ...(await visit(context, path, title)) };
}

const stateOf = (worker, project) =>
	stack.value(`select q.state from participation q join worker w on w.id = q.worker_id join project p on p.id = q.project_id
		where split_part(w.platform_worker_id, '~', 1) = ${stack.lit(worker)} and p.name = ${stack.lit(project)}`);
const dialog = (page) => page.getByRole('dialog');

describe('every page', () => {
	// [path, heading, something that must be there]
	const pages = () => [
		['/admin/p/demo/review', 'Review', 'waiting'],
		['/admin/p/demo/adjudication', 'Adjudication', 'Nothing is disputed'],
		['/admin/p/study/screening', 'Screening', 'Handed in'],
		[`/admin/p/study/screening/${screenings[HOSTILE]}`, /^Screening of worker/, 'Exercises'],
		[`/admin/p/demo/hits/${hit}`, `HIT ${hit}`, 'The model got it'],
		['/admin/p/demo/revocations', 'Revocations', 'less than the'],
		['/admin/p/demo/revocations?state=done', 'Revocations', 'Nobody is revoked'],
		['/admin/p/demo/questions', 'Questions', 'What is won number'],
		['/admin/p/demo/batches', 'Batches', 'first'],
		['/admin/p/demo/statistics', 'Statistics', 'What the figures mean'],
		['/admin/p/demo/transfer', 'Transfer', 'This project has no shadows'],
		['/admin/p/quiet/review', 'Review', 'All caught up'],
		['/admin/p/quiet/screening', 'Screening', 'Nobody waits'],
		['/admin/p/quiet/questions', 'Questions', 'No questions yet'],
		['/admin/p/quiet/batches', 'Batches', 'No batch was closed yet'],
		['/admin/p/quiet/statistics', 'Statistics', 'No questions yet'],
	];

	it('is accessible in light and dark, fits, and runs nothing hostile', (t) => pagesAreSound(t, browser, stack, pages()));

	it('says what is wrong, and tries again', async (t) => {
		const context = await signedIn(browser, stack);
		t.after(() => context.close());
		for (const [path, , text] of pages().filter(([p]) => p.startsWith('/admin/p/demo'))) {
			const broken = /\/admin\/(projects\/demo\/(review|agreement|revocations|questions|batches|statistics|transfer)|hits)/;
			await recovers(context, path, broken, text);
		}
		const { page } = await visit(context, '/admin/p/demo/hits/999999', 'HIT 999999');
		await page.getByText('There is no HIT 999999').waitFor();
	});
});

describe('screening', () => {
	it('passes by a key and goes on to the next; the toast takes it back', async (t) => {
		const { page, ears } = await open(t, '/admin/p/study/screening', 'Screening', { name: 'rex' });
		await page.getByRole('link', { name: 'Start screening' }).click(); // ann waits longest
		await page.locator('.exercise').nth(4).waitFor();
		assert.equal(await page.locator('.link').count(), 1);
		await page.keyboard.press('p');
		await page.getByText(/^Worker #\d+ passed\.$/).waitFor();
		await page.waitForURL(`**/screening/${screenings.bob}`);
		assert.equal(await stateOf('ann', 'study'), 'qualified');
		await page.getByRole('button', { name: 'Undo' }).click();
		await page.waitForURL(`**/screening/${screenings.ann}`);
		await page.getByText('Good enough for real work?').waitFor();
		assert.equal(await stateOf('ann', 'study'), 'screening');
		ears.quiet();
	});

	it('fails with a ready-made reason, and not without one', async (t) => {
		const { page } = await open(t, `/admin/p/study/screening/${screenings.bob}`, /^Screening of/, { name: 'rex' });
		await page.keyboard.press('f');
		await page.keyboard.press('Enter');
		await page.getByText('Choose or write a reason').waitFor();
		await page.keyboard.press('2');
		await page.keyboard.press('Enter');
		await page.getByText(/^Worker #\d+ failed\.$/).waitFor();
		assert.equal(await stateOf('bob', 'study'), 'failed');
		const reason = await stack.value(`select reason from screening where assignment_id = ${screenings.bob}`);
		assert.match(reason, /mark only the words that answer/);
		await page.goto(`/admin/p/study/screening/${screenings.bob}`);
		await page.getByText('mark only the words that answer').waitFor();
		await page.getByRole('button', { name: 'Take the decision back' }).click();
		await until(async () => (await stateOf('bob', 'study')) === 'screening');
	});
});

it('a HIT: every answer marked, also where they overlap, with the model’s', async (t) => {
	const { page } = await open(t, `/admin/p/demo/hits/${hit}`, `HIT ${hit}`);
	const read = () =>
		page.locator('.reading-text').evaluate((box) => {
			const copy = box.cloneNode(true);
			for (const number of copy.querySelectorAll('sup')) number.remove();
			return copy.textContent.trim();
		});
	assert.equal(await read(), HOSTILE_PASSAGE.text);
	const lit = async (kind) =>
		(await page.locator(`.mark-${kind}`).allTextContents())
			.join('')
			.replace(/\d(?=[A-Z])/g, '')
			.trim();
	await page.getByRole('button', { name: /^Where and when/ }).click();
	assert.equal(await lit('human'), 'Point in 1847');
	assert.match(await lit('model'), /lamp on Skerry/);
	await page.keyboard.press('k');
	assert.match(await lit('human'), /Skerry Point/);
	await page.locator('.mark', { hasText: 'in 1847' }).click();
	await page.getByRole('button', { name: /^Where and when/, pressed: true }).waitFor();
	await page.getByText('reviewed: invalid').waitFor();
});

it('a revocation is for a second person', async (t) => {
	const rex = await open(t, '/admin/p/demo/revocations', 'Revocations', { name: 'rex' });
	await rex.page.getByRole('button', { name: 'Revoke …' }).click();
	await dialog(rex.page).getByRole('button', { name: 'Revoke' }).click();
	await rex.page.getByText('your own review led to this').waitFor();
	const { page, ears } = await open(t, '/admin/p/demo/revocations', 'Revocations');
	await page.getByRole('button', { name: 'Revoke …' }).click();
	await dialog(page).getByLabel('Reason').fill(HOSTILE);
	await dialog(page).getByRole('button', { name: 'Revoke' }).click();
	await page.getByText('Nothing waits for a second person').waitFor();
	await page.getByRole('button', { name: 'Revoked' }).click();
	await page.getByRole('table').getByText('ada').waitFor();
	const [{ state, discarded }] = await stack.sql('select state, discarded from revocation');
	assert.deepEqual({ state, discarded }, { state: 'done', discarded: 2 });
	await rex.page.getByText('Nothing waits for a second person').waitFor(); // seen there without a reload
	ears.quiet();
});

describe('questions', () => {
	const outOf = () => stack.value(`select count(*) from discard where cause = 'hand' and undone_at is null`);

	it('are found by words, filters stay in the address', async (t) => {
		const { page } = await open(t, '/admin/p/demo/questions', 'Questions');
		await page.getByRole('searchbox').fill('where when');
		await page.locator('.found').first().waitFor();
		await page.getByText('1 found', { exact: true }).waitFor(); // not 61, which it says of the old list while it searches
		assert.deepEqual(await page.locator('.found mark').allTextContents(), ['Where', 'when']);
		await page.getByLabel('State').selectOption('in');
		await page.waitForURL(/q=where\+when&state=in/);
		await page.reload();
		assert.equal(await page.getByRole('searchbox').inputValue(), 'where when');
		await page.getByRole('button', { name: 'Clear the filters' }).click();
		await page.getByText(/in all$/).waitFor();
		for (const bad of ["x' or 1=1 --", '\\', '%', '"'.repeat(9), '&|!():*'])
			await page.goto(`/admin/p/demo/questions?q=${encodeURIComponent(bad)}`).then(() => ready(page));
		await page.goto('/admin/p/demo/questions?state=nonsense');
		await page
			.getByText(/"?nonsense"?/)
			.first()
			.waitFor();
	});

	it('many at once: what would change, why, done, undone', async (t) => {
		const { page, ears } = await open(t, '/admin/p/demo/questions?q=won', 'Questions');
		await page.getByText('more than 50 found').waitFor();
		await page.getByLabel('Choose all shown').check();
		await page.getByText('50 chosen').waitFor();
		await page.getByRole('button', { name: 'Choose all that match' }).click();
		await page.getByLabel('All that match are chosen').waitFor();
		await page.getByRole('button', { name: 'Discard …' }).click();
		await dialog(page).getByText('60 questions', { exact: true }).waitFor();
		await dialog(page).getByText('of 5 workers').waitFor();
		assert.equal(await outOf(), 0, 'a preview changes nothing');
		await dialog(page).getByRole('button', { name: 'Discard 60 questions' }).click();
		await dialog(page).getByText('Give a reason').waitFor();
		await dialog(page)
			.getByLabel(/^Reason/)
			.fill('Made by a script');
		await dialog(page).getByRole('button', { name: 'Discard 60 questions' }).click();
		await page.getByText('60 questions discarded.').waitFor();
		assert.equal(await outOf(), 60);
		await page.getByText('hand: Made by a script').first().waitFor();
		await page.getByRole('button', { name: 'Undo' }).click();
		await page.getByText('60 questions as before.').waitFor();
		assert.equal(await outOf(), 0);
		ears.quiet();
	});

	it('viewers choose nothing', async (t) => {
		const { page } = await open(t, '/admin/p/demo/questions', 'Questions', { name: 'vic' });
		await page.locator('.found').first().waitFor();
		assert.equal(await page.getByRole('checkbox').count(), 0);
	});
});

it('a batch closes after a question, and others see it', async (t) => {
	for (let i = 0; i < 2; i++) await work(stack, 'fresh');
	const watcher = await open(t, '/admin/p/demo/batches', 'Batches', { name: 'vic' });
	assert.equal(await watcher.page.getByRole('button', { name: 'Close the batch …' }).count(), 0);
	const { page } = await open(t, '/admin/p/demo/batches', 'Batches');
	await page.getByText('2 HITs').waitFor();
	await page.getByRole('button', { name: 'Close the batch …' }).click();
	await dialog(page).getByLabel(/^Seed/).fill('no spaces');
	await dialog(page).getByText('Letters, digits').waitFor();
	await dialog(page).getByLabel(/^Seed/).fill('my-seed.2');
	await dialog(page).getByRole('button', { name: 'Close and draw 2 HITs' }).click();
	await page.getByText('Batch 2 is closed: 2 HITs of 1 worker drawn.').waitFor();
	await watcher.page.getByText('my-seed.2').waitFor();
});

it('statistics: every chart is to be had as SVG, PNG and CSV', async (t) => {
	const { page, ears } = await open(t, '/admin/p/demo/statistics', 'Statistics', { acceptDownloads: true });
	await page.locator('.chart svg').first().waitFor();
	// A busy Chromium now and then takes a picture that was made after the click for a download nobody asked for.
	const take = async (button, tries = 5) => {
		const waiting = page.waitForEvent('download', { timeout: tries > 1 ? 6000 : 30000 });
		const [got] = await Promise.allSettled([waiting, button.click()]);
		if (got.status === 'rejected' && tries > 1) return take(button, tries - 1);
		const file = await waiting;
		return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
	};
	const charts = await page.getByRole('group', { name: /^Download/ }).all();
	assert.ok(charts.length >= 8, `${charts.length} charts`);
	const names = new Set();
	for (const chart of charts) {
		const [svg, png, csv] = ['SVG', 'PNG', 'CSV'].map((kind) => chart.getByRole('button', { name: kind }));
		const drawing = await take(svg);
		assert.match(drawing.bytes.toString(), /^<svg[\s\S]+<\/svg>\s*$/);
		assert.equal((await take(png)).bytes.subarray(1, 4).toString(), 'PNG');
		assert.match((await take(csv)).bytes.toString(), /^\w[^\n]*,[^\n]*\r\n.+/);
		names.add(drawing.name);
	}
	assert.equal(names.size, charts.length);
	assert.ok(names.has('first-three-words.svg') && names.has('success-of-the-workers.svg'));
	const types = await take(page.getByRole('button', { name: 'Question types as CSV' }));
	const counted = Number(types.bytes.toString().match(/what,(\d+)/)[1]);
	assert.ok(counted > 30, types.bytes.toString());
	// taken away they are light, and both axes are named, also from a dark page
	await page.evaluate(() => (document.documentElement.dataset.theme = 'dark'));
	const dark = (await take(page.getByRole('button', { name: 'Question types as SVG' }))).bytes.toString();
	assert.match(dark, /^<svg[^>]*><rect width="100%" height="100%" fill="#fff(fff)?"\/>/);
	assert.ok(dark.includes('>questions</text>') && dark.includes('>first word</text>'), dark.slice(0, 400));
	assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
	await page.getByText('Data as a table').first().click();
	await page
		.getByRole('group', { name: /: data$/ })
		.getByRole('row')
		.nth(1)
		.waitFor();
	ears.quiet();
});
