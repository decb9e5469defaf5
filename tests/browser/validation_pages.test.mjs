// Validation in the dashboard: the page of a project, the page of a question with why it is in or out, now and before, and
// what other pages show of it. Real votes, cast over the API as a validator's page casts them.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { signIn } from '../lib/desk.mjs';
import { until } from '../lib/proc.mjs';
import { spanOf } from '../lib/stack.mjs';
import { HOSTILE, numberOf, pagesAreSound, ready, recovers, signedIn, startDesk, validate, visit } from './desk.mjs';
import { axe, launch } from './lib.mjs';

const WORDS = ['Margaret', 'paraffin', 'Skerry', 'whale', 'lamp'];
const PASSAGES = Array.from({ length: 5 }, (_, n) => ({
	title: n ? `Lamp ${n}` : HOSTILE,
	text: `Margaret Doyle lit the lamp on Skerry Point number ${n}. It burned whale oil, and paraffin later. ${HOSTILE}`,
}));

let stack;
let browser;
let ada; // over the API
let bad; // the number of the validator who is always wrong
const ids = {}; // of one question that is in, and one that is out
let voteHit; // a validation HIT on the hostile passage

before(async () => {
	browser = await launch();
	stack = await startDesk();
	await stack.importPassages(PASSAGES, { collection: 'held', split: 'dev' });
	const args = ['--open', '--collection', 'held', '--questions', '5', '--assignments-per-passage', '3', '--repeats', 'allow'];
	await stack.createProject('val', [...args, '--reward', '200']);
	await stack.createProject('quiet', args);
	await stack.createProject('late', args);
	await stack.createProject('off', args);
	ada = await signIn(stack, { check: false });
	await ada.write('/projects/off', { settings: { validation_votes: 0 } });
	for (let n = 0; n < PASSAGES.length; n++) await author(`author-${n}`);
	for (const worker of ['good', 'fine', 'bad']) for (let n = 0; n < PASSAGES.length; n++) await votes(worker);
	await stack.ctl('validation', 'settle');
	bad = await numberOf(stack, 'bad');
	ids.out = await stack.value("select id from validation where state = 'unanswerable'");
	ids.in = await stack.value(`select id from validation where state = 'answerable'
		and assignment_id = (select assignment_id from validation where id = '${ids.out}') order by id limit 1`);
	voteHit = await stack.value(`select v.assignment_id from vote v where v.validation_id = '${ids.out}' and v.reason is not null`);
});
after(async () => {
	await browser?.close();
	await stack?.stop();
});

// Five questions on a passage that nobody has yet; each says in «» what its answer is.
async function author(worker, project = 'val') {
	const { body: session } = await stack.session(worker, { project });
	for (const word of WORDS) {
		const span = spanOf(session.passage.text, word);
		const { body, text } = await stack.attempt(session, `${HOSTILE} What is «${word}»? [number]`, span);
		assert.equal(body.verdict, 'human', text);
	}
	assert.equal((await stack.submit(session)).status, 200);
}

// One is always wrong, the others right, but for two of them with "whale" on the hostile passage.
function votes(worker) {
	const whale = { good: { reason: 'other', comment: HOSTILE }, fine: 'oil' };
	const say = (question, text) => {
		const [, word] = question.match(/«(.*)»/);
		if (worker === 'bad') return 'Doyle';
		return (word === 'whale' && text.includes('number 0') && whale[worker]) || word;
	};
	return validate(stack, worker, say, { project: 'val' });
}

async function open(t, path, title, options = {}) {
	const context = await signedIn(browser, stack, { reducedMotion: 'reduce', ...options });
	t.after(() => context.close());
	return { context, ...(await visit(context, path, title)) };
}

const dialog = (page) => page.getByRole('dialog');
const toast = (page, text) => page.locator('.toast').filter({ hasText: text });
const card = (page, title) =>
	page.locator('section.card').filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) });
const statOf = (page, name) => page.locator('.stat').filter({ hasText: name }).locator('.stat-value');

// [path, heading, something that must be there]
const pages = () => [
	['/admin/p/val/validation', 'Validation', 'Krippendorff’s α'],
	['/admin/p/quiet/validation', 'Validation', 'Nothing to validate yet'],
	['/admin/p/off/validation', 'Validation', 'This project asks for no votes'],
	[`/admin/p/val/questions/${ids.in}`, 'Question', 'It passes every rule.'],
	[`/admin/p/val/questions/${ids.out}`, 'Question', 'One rule keeps it out.'],
	[`/admin/p/val/hits/${voteHit}`, `Validation HIT ${voteHit}`, 'Unanswerable: something else'],
	[`/admin/p/val/workers/${bad}`, `Worker #${bad}`, 'Votes cast'],
	['/admin/p/val/overview', 'val', 'All about it'],
	['/admin/p/val/settings', 'Settings', 'Validators of a dev or test question'],
];

describe('every page of validation', () => {
	it('is accessible in light and dark, fits, and runs nothing hostile', (t) => pagesAreSound(t, browser, stack, pages()));

	it('says what is wrong, and tries again', async (t) => {
		const context = await signedIn(browser, stack);
		t.after(() => context.close());
		for (const [path, , text] of [pages()[0], pages()[3]]) {
			const broken = /\/admin\/(projects\/val\/validation|questions\/)/;
			await recovers(context, path, broken, text);
		}
		const none = 'f'.repeat(40);
		const { page } = await visit(context, `/admin/questions/${none}`, 'Question');
		await page.getByText(`There is no question ${none}`).waitFor();
	});

	it('shows placeholders while data are on their way, each part for itself', async (t) => {
		const context = await signedIn(browser, stack);
		t.after(() => context.close());
		const page = await context.newPage();
		let release;
		const held = new Promise((resolve) => (release = resolve));
		await page.route(/\/validation\/agreement$/, async (route) => {
			await held;
			await route.continue();
		});
		await page.goto('/admin/p/val/validation');
		await page.getByText('Waiting for votes').waitFor();
		await page.getByText('D_RoBERTa, the paper').first().waitFor();
		assert.equal(await page.locator('[aria-busy="true"]').count(), 1, 'only what is slow waits');
		release();
		await card(page, 'Agreement').waitFor();
	});
});

describe('the validation of a project', () => {
	it('tells how far it is and what it comes to, beside the paper', async (t) => {
		const { page, ears } = await open(t, '/admin/p/val/validation', 'Validation', { name: 'vic' });
		const data = await ada.read('/projects/val/validation');
		const dev = data.splits.find((s) => s.split === 'dev');
		assert.deepEqual([dev.questions, dev.answerable, dev.unanswerable], [25, 24, 1]);
		await page.getByText('3 validators answer each question of dev and test.').waitFor();
		assert.equal(await statOf(page, 'Votes cast').textContent(), '75');
		assert.match(await statOf(page, 'Answerable').textContent(), /^96\.0\s%24 of 25/);
		const row = card(page, 'Progress').getByRole('row').filter({ hasText: 'dev' });
		assert.deepEqual((await row.getByRole('cell').allTextContents()).slice(2), ['25', '24', '1', '0', '0', '0', '75']);
		await row.getByRole('img', { name: 'dev: 24 answerable, 1 unanswerable' }).waitFor();
		const chart = page.getByRole('img', { name: /^Answerable questions:/ });
		const said = await chart.getAttribute('aria-label');
		for (const name of ['D_BiDAF 87.95 %', 'D_BERT 85.41 %', 'D_RoBERTa 82.63 %']) assert.ok(said.includes(name), said);
		ears.quiet();
	});

	it('counts what left with its revoked author, apart', async (t) => {
		await stack.createProject('gone', ['--open', '--collection', 'held', '--questions', '5', '--assignments-per-passage', '3']);
		const { page, ears } = await open(t, '/admin/p/gone/validation', 'Validation');
		const said = () => page.locator('.stat').filter({ hasText: 'Answerable' }).textContent();
		await author('revoked', 'gone');
		await page.reload();
		await ready(page);
		assert.match(await said(), /nothing decided yet$/);
		for (const worker of ['v1', 'v2', 'v3']) await validate(stack, worker, (question) => question.match(/«(.*)»/)[1], { project: 'gone' });
		await stack.ctl('worker', 'revoke', String(await numberOf(stack, 'revoked')), '--project', 'gone', '--reason', 'Copied.');
		await stack.ctl('validation', 'settle', 'gone');
		const dev = (await ada.read('/projects/gone/validation')).splits.find((s) => s.split === 'dev');
		assert.deepEqual([dev.questions, dev.answerable, dev.skipped, dev.revoked], [5, 5, 0, 5]);
		await page.reload();
		await ready(page);
		assert.match(await said(), /5 of 5.*; of revoked authors 5 of 5$/);
		ears.quiet();
	});

	it('tells how far validators agree, as the server computes it', async (t) => {
		const { page } = await open(t, '/admin/p/val/validation', 'Validation', { name: 'vic' });
		const data = await ada.read('/projects/val/validation/agreement');
		assert.equal(data.pairs, 75);
		const agreement = card(page, 'Agreement');
		const shown = await agreement.locator('.stat-value').allTextContents();
		assert.match(shown[0], new RegExp(`^${(100 * data.exact.rate).toFixed(1)}\\s%${data.exact.k} of 75`));
		assert.match(shown[1], new RegExp(`^${(100 * data.f1).toFixed(1)}\\s%$`));
		assert.equal(shown[2], data.alpha.toFixed(3));
		await agreement.getByText('What the figures mean').click();
		await agreement.getByText(data.definitions.alpha).waitFor();
	});

	it('moves by itself while people validate', async (t) => {
		const { page, ears } = await open(t, '/admin/p/val/validation', 'Validation', { name: 'vic' });
		await page.locator('.side .live-on').waitFor();
		await page.evaluate(() => (window.untouched = true));
		const waiting = statOf(page, 'Waiting for votes');
		const before = Number(await waiting.textContent());
		await author('late');
		await until(async () => Number(await waiting.textContent()) === before + 5);
		for (const worker of ['swift', 'quick', 'fleet']) await votes(worker);
		await stack.ctl('validation', 'settle');
		await until(async () => Number(await waiting.textContent()) === before);
		assert.equal(await page.evaluate(() => window.untouched), true);
		ears.quiet();
	});

	it('draws human performance by a seed that stands in the address', async (t) => {
		const { page, ears } = await open(t, '/admin/p/val/validation', 'Validation', { name: 'vic' });
		const human = card(page, 'Human performance');
		const em = async () => {
			const row = human.getByRole('row').filter({ hasText: 'val' }).first();
			return (await row.getByRole('cell').nth(3).locator('strong').textContent()).trim();
		};
		const expected = async (seed) =>
			(await ada.read('/projects/val/validation/human', { seed })).splits.find((s) => s.split === 'dev').one.em.toFixed(1);
		assert.equal(await em(), await expected('1'));
		await human.getByRole('row').filter({ hasText: 'D_RoBERTa, the paper' }).getByText('73.7').waitFor();
		const seed = human.getByLabel('Seed of the draw');
		await seed.fill('not a seed');
		await human.getByText('Letters, digits, dot, line and underscore only').waitFor();
		assert.ok(await human.getByRole('button', { name: 'Draw' }).isDisabled());
		await seed.fill('another');
		await human.getByRole('button', { name: 'Draw' }).click();
		await page.waitForURL(/seed=another$/);
		const wanted = await expected('another');
		await until(async () => (await em()) === wanted);
		await page.reload();
		await ready(page);
		assert.equal(await human.getByLabel('Seed of the draw').inputValue(), 'another');
		ears.quiet();
	});

	it('puts validators far below first; their votes are excluded with a reason, and included again', async (t) => {
		const { page, ears } = await open(t, '/admin/p/val/validation', 'Validation', { name: 'rex' });
		const rows = card(page, 'Validators').locator('tbody tr');
		const first = rows.first();
		assert.match(await first.textContent(), new RegExp(`#${bad}\\s*far below`));
		assert.equal(await rows.filter({ hasText: 'far below' }).count(), 1);
		const excluded = () => stack.value(`select count(*) from vote where excluded and worker_id = ${bad}`);
		const answerable = () => stack.value("select count(*) from validation where state = 'answerable'");
		const before = await answerable();
		await first.getByRole('button', { name: /^Exclude the votes/ }).click();
		await dialog(page).getByRole('button', { name: 'Exclude' }).click();
		await dialog(page).getByText('Give a reason').waitFor();
		assert.deepEqual(await axe(page), [], 'the question');
		await dialog(page).getByLabel('Reason').fill(HOSTILE);
		await dialog(page).getByRole('button', { name: 'Exclude' }).click();
		await toast(page, `The votes of validator #${bad} do not count any more.`).waitFor();
		await rows.filter({ hasText: 'excluded' }).getByRole('button', { name: /^Include the votes/ }).waitFor();
		assert.equal(await excluded(), 25);
		assert.match(await rows.last().textContent(), new RegExp(`^#${bad}`), 'what is settled comes last');
		await toast(page, 'do not count').getByRole('button', { name: 'Undo' }).click();
		await rows.filter({ hasText: new RegExp(`#${bad}\\s*far below`) }).getByRole('button', { name: /^Exclude the votes/ }).waitFor();
		assert.equal(await excluded(), 0);
		// housekeeping may have settled while they were excluded: what counts is what the same votes decide again
		await stack.ctl('validation', 'settle', 'val');
		assert.equal(await answerable(), before);
		assert.equal(await page.evaluate(() => window.__hacked), undefined);
		await page.goto(`/admin/p/val/workers/${bad}`);
		await page.getByText('Taken back: ').first().waitFor();
		assert.equal(await page.evaluate(() => window.__hacked), undefined);
		ears.quiet();
	});

	it('is settled, closed and reopened by hand', async (t) => {
		const { page, ears } = await open(t, '/admin/p/val/validation', 'Validation');
		const decisions = card(page, 'Decisions');
		await decisions.getByText('3 at least, 3.00 on average').waitFor();
		await decisions.getByRole('button', { name: 'Settle now' }).click();
		await toast(page, 'Nothing has changed.').waitFor();
		await decisions.getByRole('button', { name: 'Close …' }).click();
		assert.deepEqual(await axe(page), [], 'the question');
		await dialog(page).getByLabel('Reason (optional)').fill(HOSTILE);
		await dialog(page).getByRole('button', { name: 'Close validation' }).click();
		await decisions.getByRole('button', { name: 'Reopen …' }).waitFor();
		assert.equal(await stack.value('select count(*) from validation_close where undone_at is null'), 1);
		await toast(page, 'Nothing has changed.').getByRole('button', { name: 'Undo' }).click();
		await decisions.getByRole('button', { name: 'Close …' }).waitFor();
		assert.equal(await stack.value('select count(*) from validation_close where undone_at is null'), 0);
		assert.equal(await page.evaluate(() => window.__hacked), undefined);
		ears.quiet();
	});

	it('lets those who may only look do nothing', async (t) => {
		const { page } = await open(t, '/admin/p/val/validation', 'Validation', { name: 'vic' });
		await card(page, 'Validators').locator('tbody tr').first().waitFor();
		assert.equal(await page.getByRole('button', { name: /^(Exclude|Include) the votes|^Settle|^Close …/ }).count(), 0);
		await page.goto(`/admin/p/val/questions/${ids.in}`);
		await page.getByText('It passes every rule.').waitFor();
		assert.equal(await page.getByRole('button', { name: 'Discard …' }).count(), 0);
	});
});

describe('the page of a question', () => {
	it('is reached by its short address, from the list and from its HIT', async (t) => {
		const { page, ears } = await open(t, `/admin/questions/${ids.in}`, 'Question');
		await page.waitForURL(`**/admin/p/val/questions/${ids.in}`);
		await page.getByRole('link', { name: 'Validation', exact: true }).waitFor();
		await page.goto('/admin/p/val/questions');
		await page.locator('.found-question a').first().click();
		await page.getByRole('heading', { level: 1, name: 'Question' }).waitFor();
		await card(page, 'The question').locator('.facts').getByRole('link', { name: /^\d+$/ }).click();
		await page.getByRole('heading', { level: 1, name: /^HIT/ }).waitFor();
		await page.getByRole('link', { name: /^Why\?/ }).first().click();
		await page.waitForURL('**/admin/p/val/questions/*');
		ears.quiet();
	});

	it('marks the answers of author, model and validators', async (t) => {
		const { page } = await open(t, `/admin/p/val/questions/${ids.out}`, 'Question');
		const reading = page.getByRole('region', { name: /^Passage/ });
		assert.equal((await reading.locator('.mark-human').allTextContents()).join('').trim(), 'whale');
		await reading.locator('.mark-model').filter({ hasText: 'number' }).waitFor();
		assert.deepEqual(await reading.locator('.mark-number').allTextContents(), ['3', '2']);
		const list = card(page, 'Votes').getByRole('listitem');
		assert.equal(await list.count(), 3);
		const [good, fine] = [list.nth(0), list.nth(1)];
		await good.getByText('Unanswerable: something else').waitFor();
		await good.getByText(HOSTILE).waitFor();
		await fine.getByText('differs').waitFor();
		await fine.getByRole('button').click();
		const lit = await reading.locator('.mark-human').allTextContents();
		assert.ok(lit.some((part) => part.includes('oil')), lit.join());
	});

	it('says which rule keeps it out, and since when', async (t) => {
		const { page } = await open(t, `/admin/p/val/questions/${ids.out}`, 'Question');
		const { why } = await ada.read(`/questions/${ids.out}`);
		const rules = page.getByRole('list', { name: 'Rules of validity' }).getByRole('listitem');
		assert.equal(await rules.count(), why.length);
		for (const [i, rule] of why.entries()) {
			await rules.nth(i).getByText(rule.sentence).waitFor();
			await rules.nth(i).getByText(rule.passed ? 'passed:' : 'failed:').waitFor({ state: 'attached' });
		}
		assert.equal(why.filter((rule) => !rule.passed).length, 1);
		const story = card(page, 'What happened');
		await story.getByText('Unanswerable', { exact: true }).first().waitFor();
		await story.getByText('Discarded', { exact: true }).first().waitFor();
	});

	it('goes out by hand and comes back, and every moment of it can be looked at', async (t) => {
		const { page, ears } = await open(t, `/admin/p/val/questions/${ids.in}`, 'Question');
		await page.getByRole('button', { name: 'Discard …' }).click();
		await dialog(page).getByLabel(/^Reason/).fill(HOSTILE);
		assert.deepEqual(await axe(page), []);
		await dialog(page).getByRole('button', { name: 'Discard 1 question' }).click();
		await page.getByText('One rule keeps it out.').waitFor();
		const story = card(page, 'What happened');
		const decided = story.getByRole('listitem').filter({ hasText: 'Answerable' }).last();
		await decided.getByRole('button', { name: 'As it was then' }).click();
		await page.waitForURL(/as_of=/);
		await page.getByText('It passes every rule.').waitFor();
		await page.getByText('This is how it was then.').waitFor();
		await story.getByText('shown', { exact: true }).waitFor();
		assert.equal(await page.getByRole('button', { name: 'Restore …' }).count(), 0, 'the past is not changed');
		assert.deepEqual(await axe(page), [], 'in the past');
		await page.reload();
		await page.getByText('It passes every rule.').waitFor();
		const at = page.getByLabel('Look at another moment');
		await at.fill('2999-01-01T00:00:01');
		await page.getByRole('button', { name: 'Look', exact: true }).click();
		await page.getByText('That has not come yet.').waitFor();
		await at.fill('2020-01-01T00:00:01');
		await page.getByRole('button', { name: 'Look', exact: true }).click();
		await page.getByText('The author beat the model later than that.').waitFor();
		await page.getByRole('button', { name: 'Now', exact: true }).click();
		await page.getByText('One rule keeps it out.').waitFor();
		assert.equal(new URL(page.url()).search, '');
		await page.getByRole('button', { name: 'Restore …' }).click();
		await dialog(page).getByLabel(/^Reason/).fill('It was fine.');
		await dialog(page).getByRole('button', { name: 'Restore 1 question' }).click();
		await page.getByText('It passes every rule.').waitFor();
		await story.getByText('It was fine.').waitFor();
		assert.equal(await page.evaluate(() => window.__hacked), undefined);
		ears.quiet();
	});

	it('understands odd moments in its address, or says what a moment looks like', async (t) => {
		for (const at of ['yesterday', 'infinity', '-infinity', '0001-01-01T00:00:00Z']) {
			const { page, ears, context } = await open(t, `/admin/p/val/questions/${ids.in}?as_of=${at}`, 'Question');
			await page.getByText('This is how it was then.').waitFor();
			ears.quiet();
			await context.close();
		}
		const { page } = await open(t, `/admin/p/val/questions/${ids.in}?as_of=garbage`, 'Question');
		await page.getByText('as_of is a moment such as').waitFor();
	});

	it('hides the author from those who have yet to review it blind', async (t) => {
		await stack.sql(`select admin_batch_close('val', 'seed', 'user:ada')`);
		const hit = await stack.value('select min(assignment_id) from sample');
		const id = await stack.value(`select id from validation where assignment_id = ${hit} limit 1`);
		const { page } = await open(t, `/admin/p/val/questions/${id}`, 'Question', { name: 'rex' });
		await page.getByText('Its HIT is being reviewed blind').waitFor();
		await card(page, 'The question').getByText('hidden').waitFor();
		assert.equal(await page.locator('.sides dt').count(), 1, 'no answer of the model');
	});
});

describe('validation on other pages', () => {
	it('says of kept questions that they wait for votes: overview, list, HIT', async (t) => {
		await author('author-late', 'late');
		const { page, context, ears } = await open(t, '/admin/p/late/overview', 'late');
		await card(page, 'Progress').getByRole('link', { name: '5 wait for votes' }).click();
		await page.getByRole('heading', { level: 1, name: 'Questions' }).waitFor();
		await page.getByText('5 found', { exact: true }).waitFor();
		assert.equal(await page.getByText('waits for votes', { exact: true }).count(), 5);
		await page.getByLabel('State').selectOption({ label: 'unanswerable' });
		await page.getByText('Nothing fits').waitFor();
		ears.quiet();
		const hit = await stack.value(`select min(v.assignment_id) from validation v join project p on p.id = v.project_id
			where p.name = 'late'`);
		const { page: of } = await visit(context, `/admin/p/late/hits/${hit}`, `HIT ${hit}`);
		await of.getByText('waits for votes', { exact: true }).first().waitFor();
		assert.equal(await of.getByText('in the dataset', { exact: true }).count(), 0);
		const { page: decided } = await visit(context, '/admin/p/val/questions?state=unanswerable', 'Questions');
		await decided.getByText('1 found', { exact: true }).waitFor();
		await decided.locator('.found-reason').filter({ hasText: 'unanswerable: ' }).waitFor();
	});

	it('is on the overview and on the page of a worker', async (t) => {
		const { page, context } = await open(t, '/admin/p/val/overview', 'val');
		const brief = card(page, 'Validation');
		await brief.getByRole('meter', { name: 'dev: questions decided' }).waitFor();
		await brief.getByRole('link', { name: 'All about it' }).click();
		await page.getByRole('heading', { level: 1, name: 'Validation' }).waitFor();
		const one = await numberOf(stack, 'author-0');
		const { page: worker } = await visit(context, `/admin/p/val/workers/${one}`, `Worker #${one}`);
		await card(worker, 'Validation').getByText(/of 5/).waitFor();
		await card(worker, 'Validation').getByText('may validate').waitFor();
		const { page: other } = await visit(context, `/admin/p/val/workers/${bad}`, `Worker #${bad}`);
		await card(other, 'Validation').locator('dd').filter({ hasText: /^25$/ }).waitFor();
		await card(other, 'Validation').getByRole('button', { name: 'Exclude the votes …' }).waitFor();
		const { page: quiet } = await visit(context, '/admin/p/quiet/overview', 'quiet');
		assert.equal(await card(quiet, 'Validation').count(), 0);
	});

	it('has its settings in groups of their own, in the units of people', async (t) => {
		const { page, ears } = await open(t, '/admin/p/quiet/settings', 'Settings');
		const rules = card(page, 'Validation');
		assert.equal(await rules.getByLabel('With F1, it matches above').inputValue(), '40');
		await rules.getByLabel('A vote matches by').selectOption({ label: 'overlap (F1)' });
		await rules.getByLabel('With F1, it matches above').fill('62.5');
		const hits = card(page, 'Validation HITs');
		await hits.getByLabel('Reward of a validation HIT').fill('0.35');
		await card(page, 'Revocation').getByLabel('Answerable questions that are needed').fill('40');
		await page.getByText('4 changes').waitFor();
		assert.equal(await page.getByRole('heading', { name: 'More', exact: true }).count(), 0, 'every setting has a place');
		await page.getByRole('button', { name: 'Save' }).click();
		await toast(page, 'Saved.').waitFor();
		const row = await stack.sql(`select validation_match, validation_f1_permille, validation_reward_cents, answerable_permille
			from project where name = 'quiet'`);
		assert.deepEqual(row, [
			{ validation_match: 'f1', validation_f1_permille: 625, validation_reward_cents: 35, answerable_permille: 400 },
		]);
		ears.quiet();
	});
});
