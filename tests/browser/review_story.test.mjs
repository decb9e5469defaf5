// The whole story of a worker, in browsers, watched live in another one that nobody touches: onboarding, screening,
// work, a batch, a review by keyboard, the revocation that follows, and the reinstatement.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { doExercises, inviteTo, onboardingProject } from '../lib/onboarding.mjs';
import { until } from '../lib/proc.mjs';
import { ready, signedIn, startDesk, visit } from './desk.mjs';
import { DESKTOP, launch, listen, Player } from './lib.mjs';

let stack;
let browser;
before(async () => {
	browser = await launch();
	stack = await startDesk({ project: false });
	await onboardingProject(stack, 'story', ['--questions', '2', '--assignments-per-passage', '10', '--reward', '200', '--success-least', '1']);
});
after(async () => {
	await browser?.close();
	await stack?.stop();
});

const facts = () =>
	stack.sql(`select q.state, q.submitted, q.kept, q.reviewed_questions, q.valid_questions
		from participation q join worker w on w.id = q.worker_id where split_part(w.platform_worker_id, '~', 1) = 'wanda'`);
const inTheDataset = () => stack.value('select count(*) from question where discards = 0');

// A worker plays one HIT to its end. The stub model answers with what stands in [brackets].
async function play(player, questions) {
	await player.ready();
	const text = (await player.passage.textContent()).trim();
	const [first, ...words] = text.match(/[\p{L}\p{N}]+/gu);
	// long enough to be no article, and found where it stands alone
	const answers = words.filter((w) => /^[A-Za-z]{5,}$/.test(w) && !first.includes(w) && text.split(w).length === 2);
	for (let i = 0; i < questions; i++) {
		await player.win(answers[i], `What is number ${i} of ${first}? [${first}]`);
		const next = player.button('Next question');
		if (i < questions - 1) await next.click();
	}
}

// The page asks back when it thinks that there is more to win.
async function handIn(player) {
	const thanks = player.result('Thank you!');
	const sure = player.button('Finish now');
	await player.button('Finish').first().click();
	await thanks.or(sure).first().waitFor();
	if (await sure.isVisible()) await sure.click();
	await thanks.waitFor();
}

it('onboard, screen, work, draw, review, revoke, reinstate: seen from afar as it happens', async (t) => {
	// somebody watches, and from now on touches nothing
	const watching = await signedIn(browser, stack, { name: 'vic' });
	const admins = await signedIn(browser, stack, { name: 'ada', reducedMotion: 'reduce' });
	const reviewers = await signedIn(browser, stack, { name: 'rex', reducedMotion: 'reduce' });
	const workers = await browser.newContext({ viewport: DESKTOP });
	for (const context of [watching, admins, reviewers, workers]) t.after(() => context.close());
	const watcher = await visit(watching, '/admin/p/story/workers', 'Workers');
	const { page: seen } = watcher;
	const shows = (text) => seen.getByRole('table').getByText(text).first().waitFor();
	await seen.evaluate(() => (window.untouched = true));

	// onboarding
	const invite = await inviteTo(stack, 'story', 'wanda');
	const page = await workers.newPage();
	const ears = listen(page);
	const address = `${stack.url}/hit/story?invite=${invite}`;
	await page.goto(address);
	const wanda = new Player(page);
	await wanda.button('Start with exercise 1').waitFor();
	await doExercises(stack, (await stack.session(undefined, { project: 'story', params: { invite } })).body);
	await page.reload();
	await play(wanda, 2);
	await handIn(wanda);
	await shows('screening');

	// screening: the reviewer's queue fills and empties
	const { page: rex, ears: rexEars } = await visit(reviewers, '/admin/p/story/screening', 'Screening');
	await rex.getByRole('link', { name: 'Start screening' }).click();
	await rex.locator('.exercise').first().waitFor();
	await rex.keyboard.press('p');
	await rex.getByText('Nobody waits').waitFor();
	await shows('qualified');

	// the worker learns of it and begins at once
	await page.goto(address);
	await wanda.result('You have passed!').waitFor();
	await wanda.button('Start playing').click();
	await play(wanda, 2);
	await handIn(wanda);
	assert.deepEqual(await facts(), [
		{ state: 'qualified', submitted: 1, kept: 2, reviewed_questions: 0, valid_questions: 0 },
	]);

	// a batch is closed; the reviewer who waits before an empty queue gets the HIT
	await rex.goto('/admin/p/story/review');
	await rex.getByText('All caught up').waitFor();
	const { page: ada, ears: adaEars } = await visit(admins, '/admin/p/story/batches', 'Batches');
	await ada.getByRole('button', { name: 'Close the batch …' }).click();
	await ada.getByRole('button', { name: 'Close and draw 1 HIT' }).click();
	await ada.getByText('Batch 1 is closed').waitFor();
	await rex.locator('.ask-current').waitFor();

	// the worker has another HIT in hand when the review is finished
	await page.goto(address);
	await play(wanda, 1);
	for (const key of ['v', 'x', '1', 'Enter', 'Enter']) await rex.keyboard.press(key);
	await rex.getByText('Saved.').waitFor();
	await shows('revoked');
	assert.equal(await inTheDataset(), 0);

	// the worker is told kindly, and paid for what is in hand
	await wanda.button('Next question').click();
	await wanda.ask('One more? [Today]', (await wanda.passage.textContent()).trim().split(/\s+/)[6]);
	await wanda.result('This task ends here').waitFor();
	await wanda.button('Finish').click();
	await wanda.result('Thank you!').waitFor();
	await until(
		async () =>
			(await stack.value(`select count(*) from assignment where state = 'submitted' and reward_cents > 0`)) === 3,
	);

	// the admin reads why and takes it back
	await ada.goto('/admin/p/story/revocations?state=done');
	await ada.getByText('1 of 2 reviewed questions are valid').waitFor();
	await ada.getByRole('table').getByRole('link', { name: /^#/ }).click();
	await ada.getByRole('heading', { level: 1, name: /^Worker #/ }).waitFor();
	await ready(ada);
	await ada.getByRole('button', { name: /^Reinstate/ }).click();
	await ada
		.getByRole('dialog')
		.getByLabel(/^Reason/)
		.fill('The reviewer was too strict.');
	await ada
		.getByRole('dialog')
		.getByRole('button', { name: /^Reinstate/ })
		.click();
	await shows('qualified');
	assert.equal((await facts())[0].state, 'qualified');
	// exactly what the revocation took: the rejected question stays out
	assert.equal(await inTheDataset(), 2);

	// who, when, why
	await ada.goto('/admin/p/story/revocations?state=undone');
	await ada.getByText('The reviewer was too strict.').waitFor();
	assert.equal(await seen.evaluate(() => window.untouched), true, 'the watcher was never reloaded');
	for (const each of [ears, rexEars, adaEars, watcher.ears]) each.quiet();
});
