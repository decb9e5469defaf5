// Questions without an adversary in a real Chromium: a HIT of two paragraphs by mouse and by keyboard, on a phone and in the
// dark, with axe-core on its states; a draft that was not kept, a token that is over, and every end.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { addUser } from '../lib/desk.mjs';
import { doExercises, inviteTo, onboardingProject } from '../lib/onboarding.mjs';
import { startStack } from '../lib/stack.mjs';
import { numberOf, pagesAreSound, signedIn, visit as look } from './desk.mjs';
import { attemptsOf, axe, DESKTOP, launch, listen, openDirect, PHONE } from './lib.mjs';

const title = 'The mills of Aston';
const texts = [
	'The amber mill was built in 1901 by a mason of the birch guild, who liked rain.',
	'The cedar mill burnt down in 1902, and a baker from Delta bought its stones for 40 crowns.',
	'The ember mill stands since 1903 beside the weir; its wheel was carved by two sisters.',
];
const YEAR = /19\d\d/;

let stack, browser;
before(async () => {
	browser = await launch();
	stack = await startStack({ model: 'none', passages: false, project: false });
	await stack.importPassages(texts.map((text) => ({ title, text })), { split: 'train' });
	const plain = ['--adversary', 'none', '--open', '--paragraphs', '2', '--questions', '2', '--assignments-per-passage', '100'];
	await stack.createProject('plain', [...plain, '--reward', '100', '--win-reward', '7', '--repeats', 'allow', '--near-repeat', '0']);
});
after(async () => {
	await browser?.close();
	await stack?.stop();
});

async function visit(t, options = {}) {
	const context = await browser.newContext({ viewport: DESKTOP, ...options });
	t.after(() => context.close());
	return openDirect(context, stack, { project: 'plain' });
}
const year = async (player) => (await player.passage.textContent()).match(YEAR)[0];
async function keep(player, question) {
	await player.drag(await year(player));
	await player.question.fill(question);
	await player.button('Keep this question').click();
}
const asked = (page, words) => page.locator('.pips-text', { hasText: words }).waitFor();
const speaksOfNoAI = async (page, part = 'main') => assert.doesNotMatch(await page.locator(part).innerText(), /\bAI\b|machine|\bwin\b|\bwon\b|beat/i);

describe('a HIT without an adversary', () => {
	it('is asked by mouse over two paragraphs, and thanked for without a word of an AI', async (t) => {
		const { page, player, worker, ears } = await visit(t);
		await page.locator('.how summary').click();
		await page.locator('.how').getByText('Ask in your own words', { exact: false }).waitFor();
		await speaksOfNoAI(page);
		await page.locator('.how summary').click();
		await asked(page, '0 of 2 asked · paragraph 1 of up to 2');
		assert.equal(await player.button('Next paragraph').count(), 0);
		const first = await player.passage.textContent();
		await keep(player, 'In which year did the mill rise?');
		await asked(page, '1 of 2 asked');
		assert.deepEqual(await axe(page), []);
		await page.locator('.history button').first().click();
		await player.result('Your question is kept').waitFor();
		await speaksOfNoAI(page);
		assert.deepEqual(await axe(page), []);
		await player.button('Next question').click();
		await keep(player, 'What is the year of the mill?');
		await player.result('All 2 asked').waitFor();
		await speaksOfNoAI(page);
		await player.button('Next paragraph').click();
		await asked(page, '0 of 2 asked · paragraph 2 of up to 2');
		assert.notEqual(await player.passage.textContent(), first);
		await page.waitForFunction(() => document.activeElement.id === 'passage');
		await keep(player, 'When was that other one?');
		await asked(page, '1 of 2 asked');
		assert.equal(await player.button('Next paragraph').count(), 0, 'the last of the HIT');
		await player.button('Finish').click();
		await speaksOfNoAI(page);
		assert.deepEqual(await axe(page), []);
		await player.button('Finish now').click();
		await page.getByText('3 questions are saved.').waitFor();
		await page.getByText('$1.21').waitFor();
		await speaksOfNoAI(page);
		assert.deepEqual((await attemptsOf(stack, worker)).map((a) => a.verdict), ['plain', 'plain', 'plain']);
		ears.quiet();
	});

	it('is asked by keyboard alone', async (t) => {
		const { page, player, worker, ears } = await visit(t);
		const write = async (question) => {
			await player.passage.focus();
			await page.keyboard.press('ArrowRight');
			await page.keyboard.press('Enter');
			await page.keyboard.press('Enter');
			await page.waitForFunction(() => document.activeElement.id === 'question');
			await page.keyboard.type(question);
			await page.keyboard.press('Control+Enter');
		};
		await write('Of which kind is it?');
		await asked(page, '1 of 2 asked');
		await page.waitForFunction(() => document.activeElement.id === 'passage');
		await player.button('Next paragraph').focus();
		await page.keyboard.press('Enter');
		await asked(page, 'paragraph 2');
		await write('And which one is this?');
		await asked(page, '1 of 2 asked');
		await write('What sort of mill is told of?');
		await player.result('All 2 asked').waitFor();
		await page.waitForFunction(() => document.activeElement.id === 'result');
		await player.button('Hand in').focus();
		await page.keyboard.press('Enter');
		await page.getByText('3 questions are saved.').waitFor();
		assert.equal((await attemptsOf(stack, worker)).length, 3);
		ears.quiet();
	});

	it('fits a phone, in the dark', async (t) => {
		const { page, player, ears } = await visit(t, { viewport: PHONE, hasTouch: true, isMobile: true, colorScheme: 'dark' });
		await player.tap(await year(player));
		assert.match(await player.answer(), YEAR);
		await player.question.fill('In which year was it?');
		await player.button('Keep this question').tap();
		await asked(page, '1 of 2 asked');
		assert.deepEqual(await axe(page), []);
		assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= PHONE.width);
		await player.button('Next paragraph').tap();
		await asked(page, 'paragraph 2');
		ears.quiet();
	});
});

describe('going on to the next paragraph', () => {
	it('asks first about a question that was not kept', async (t) => {
		const { page, player, worker, ears } = await visit(t);
		await keep(player, 'In which year was it?');
		await asked(page, '1 of 2 asked');
		await player.question.fill('What else is');
		await player.button('Next paragraph').click();
		await page.getByRole('dialog', { name: 'Go on without this question?' }).waitFor();
		assert.deepEqual(await axe(page), []);
		await page.keyboard.press('Escape');
		await page.getByRole('dialog').waitFor({ state: 'detached' });
		assert.equal(await player.question.inputValue(), 'What else is');
		await player.button('Next paragraph').click();
		await player.button('Go on without it').click();
		await asked(page, 'paragraph 2');
		assert.equal(await player.question.inputValue(), '');
		assert.equal((await attemptsOf(stack, worker)).length, 1);
		ears.quiet();
	});

	it('takes a new token when the old one is over, and tries again when the server is away', async (t) => {
		const { page, player, ears } = await visit(t);
		await keep(player, 'In which year was it?');
		await asked(page, '1 of 2 asked');
		const answers = [() => ({ status: 401, contentType: 'application/problem+json', body: JSON.stringify({ type: 'urn:beat:token-expired', title: 'Over', status: 401, detail: 'Over.' }) }), () => ({ status: 503, body: '' })];
		const sent = [];
		await page.route('**/api/v1/next', (route) => {
			sent.push(route.request().headers().authorization);
			const answer = answers.shift();
			return answer ? route.fulfill(answer()) : route.continue();
		});
		await player.button('Next paragraph').click();
		await asked(page, 'paragraph 2');
		assert.equal(sent.length, 3);
		ears.quiet();
	});

	it('goes on once when the answer is lost on the way', async (t) => {
		const { page, player, ears } = await visit(t);
		await keep(player, 'In which year was it?');
		await asked(page, '1 of 2 asked');
		let lost = false;
		await page.route('**/api/v1/next', async (route) => {
			if (lost) return route.continue();
			lost = true;
			await route.fetch();
			return route.abort();
		});
		await player.button('Next paragraph').click();
		await asked(page, 'paragraph 2');
		assert.equal(lost, true);
		ears.quiet();
	});
});

describe('its ends', () => {
	it('ask for a name without a word of an AI', async (t) => {
		const page = await (await browser.newContext()).newPage();
		t.after(() => page.context().close());
		const ears = listen(page);
		await page.goto(`${stack.url}/hit/plain`);
		await page.getByLabel('Your name or worker id').waitFor();
		await speaksOfNoAI(page, '.message');
		ears.quiet();
	});
});

describe('its onboarding', () => {
	it('is screened without a word of a game, on the page and at the command line', async (t) => {
		await addUser(stack, 'sam', 'admin');
		await onboardingProject(stack, 'school', ['--adversary', 'none', '--questions', '2']);
		const params = { invite: await inviteTo(stack, 'school', 'nina') };
		const { body: invited } = await stack.session(undefined, { project: 'school', params });
		await doExercises(stack, invited);
		const lesson = await browser.newPage();
		t.after(() => lesson.close());
		await lesson.goto(`${stack.url}/hit/school?${new URLSearchParams(params)}`);
		await lesson.getByText('mark the answers. Then a researcher looks at your answers.').waitFor();
		await speaksOfNoAI(lesson, 'body');
		for (const question of ['In which year was that?', 'What is the year of the mill?']) assert.equal((await stack.attempt(invited, question, invited.passage.text.match(YEAR)[0])).body.verdict, 'plain');
		assert.equal((await stack.submit(invited)).status, 200);
		const [{ id }] = JSON.parse(await stack.ctl('screening', 'list', 'school', '--json')).items;
		const text = await stack.ctl('screening', 'show', id);
		assert.match(text, /^HIT: 2 of up to 2 questions asked, without an adversary$/m);
		assert.match(text, /attempt 1: asked/);
		assert.doesNotMatch(text, /\bwon\b|against|no verdict/);
		const context = await signedIn(browser, stack, { name: 'sam' });
		t.after(() => context.close());
		for (const [path, title, words] of [['/admin/p/school/screening', 'Screening', 'Kept'], [`/admin/p/school/screening/${id}`, 'Screening of worker', '2 of up to 2 asked, without an adversary']]) {
			const { page, ears } = await look(context, path, title);
			await page.getByText(words).first().waitFor();
			assert.doesNotMatch(await page.locator('main').innerText(), /\bwon\b|\bthe game\b|against/i, path);
			assert.deepEqual(await axe(page), []);
			ears.quiet();
			await page.close();
		}
	});
});

describe('its dashboard', () => {
	const pages = async () => {
		const hit = await stack.value("select min(id) from assignment where project_id = (select id from project where name = 'seen')");
		const question = await stack.value(`select min(id) from question where assignment_id = ${hit}`);
		const worker = await numberOf(stack, 'wanda');
		return [
			['/admin/p/seen/overview', 'seen', 'Questions asked per hour'],
			[`/admin/p/seen/workers/${worker}`, `Worker #${worker}`, 'Questions asked'],
			[`/admin/p/seen/hits/${hit}`, `HIT ${hit}`, '2 questions'],
			[`/admin/p/seen/questions/${question}`, 'Question', 'What happened'],
			['/admin/p/seen/questions', 'Questions', 'When was it built?'],
			['/admin/p/unseen/overview', 'unseen', 'No question in this time.'],
			['/admin/p/unseen/statistics', 'Statistics', 'No questions yet'],
		];
	};
	before(async () => {
		await addUser(stack, 'ada', 'admin');
		for (const name of ['seen', 'unseen']) await stack.createProject(name, ['--adversary', 'none', '--open', '--questions', '2', '--further-answers', '2', '--further-splits', 'train']);
		const { body: session } = await stack.session('wanda', { project: 'seen' });
		for (const question of ['When was it built?', 'Which year do we read of?']) {
			const { status, text } = await stack.attempt(session, question, session.passage.text.match(YEAR)[0]);
			assert.equal(status, 200, text);
		}
		assert.equal((await stack.submit(session)).status, 200);
	});

	it('counts what is asked and kept: nobody wins, and nobody is beaten', async (t) => {
		const game = /\bwins?\b|\bwon\b|\bbeat(s|en)?\b|model’s answer/i;
		await pagesAreSound(t, browser, stack, await pages(), async (page, path) => {
			const said = (await page.locator('main').innerText()).replace('there was nobody to beat', '');
			assert.doesNotMatch(said, game, path);
		});
	});

	it('says how far each document is, on the page and at the command line alike', async (t) => {
		const context = await signedIn(browser, stack, { viewport: PHONE });
		t.after(() => context.close());
		const { page, ears } = await look(context, '/admin/p/seen/overview', 'seen');
		await page.getByText('0 of 1 document whole, 1 of 3 paragraphs done').waitFor();
		const row = page.getByRole('table', { name: 'Documents of this project' }).getByRole('row', { name: title });
		assert.match(await row.innerText(), /The mills of Aston\s+1 of 3\s+2/);
		ears.quiet();
		const text = await stack.ctl('project', 'documents', 'seen');
		assert.match(text, /^train +3 +1 +2 +no +The mills of Aston$/m);
		assert.match(text, /^0 of 1 documents whole, 1 begun; 1 of 3 paragraphs done, with 2 questions$/m);
		const [item] = JSON.parse(await stack.ctl('project', 'documents', 'seen', '--json')).items;
		assert.deepEqual([item.paragraphs, item.done, item.questions, item.whole], [3, 1, 2, false]);
		const unknown = await stack.beatctl(['project', 'documents', 'nope']);
		assert.deepEqual([unknown.code, /There is no project "nope"/.test(unknown.stderr)], [1, true]);
		await stack.ctl('project', 'set', 'seen', '--min-passage-words', '1000');
		assert.match(await stack.ctl('project', 'documents', 'seen'), /^the project has no passages/);
		await page.reload();
		await page.getByText('No documents yet').waitFor();
		assert.deepEqual(await axe(page), []);
		await stack.ctl('project', 'set', 'seen', '--min-passage-words', '0');
	});

	it('shows how long passages are beside a reference, and how far apart the two are', async (t) => {
		const context = await signedIn(browser, stack, { viewport: PHONE, colorScheme: 'dark' });
		t.after(() => context.close());
		const { page, ears } = await look(context, '/admin/p/seen/overview', 'seen');
		const card = page.locator('.chart-card', { hasText: 'Passage lengths' });
		await card.getByText('beatctl project reference seen FILE').waitFor();
		await card.getByRole('img', { name: /^Passage lengths: 3 passages, \d+\.\d characters on average$/ }).waitFor();
		const other = join(stack.dir, 'other.jsonl');
		writeFileSync(other, texts.slice(1).map((text) => `${JSON.stringify({ title: text, text })}\n`).join(''));
		await stack.ctl('project', 'reference', 'seen', other, '--title', 'SQuAD & co');
		await card.getByText('Distance from SQuAD & co: total variation 0.167, Kolmogorov–Smirnov 0.333').waitFor();
		await card.getByRole('img', { name: /SQuAD & co: 2 passages.*; total variation 0\.167/ }).waitFor();
		assert.deepEqual(await axe(page), []);
		assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= PHONE.width);
		const [csv] = await Promise.all([page.waitForEvent('download'), card.getByRole('button', { name: 'Passage lengths as CSV' }).click()]);
		const lines = readFileSync(await csv.path(), 'utf8').trim().split('\r\n').map((line) => line.split(','));
		assert.deepEqual(lines[0], ['Characters', 'Passages', 'Share', 'Reference', 'Share of the reference']);
		assert.deepEqual([1, 3].map((i) => lines.slice(1).reduce((n, line) => n + Number(line[i]), 0)), [3, 2]);
		const [svg] = await Promise.all([page.waitForEvent('download'), card.getByRole('button', { name: 'Passage lengths as SVG' }).click()]);
		assert.match(readFileSync(await svg.path(), 'utf8'), /SQuAD &amp; co/);
		ears.quiet();
	});

	it('is told of further answers by beatctl, not of what is answerable', async () => {
		const text = await stack.ctl('validation', 'show', 'seen');
		assert.match(text, /^SPLIT +QUESTIONS +ANSWERED +WAITING +ANSWERS MISSING +SKIPPED +ANSWERS$/m);
		assert.match(text, /^0 further answers of 0 validators, 0 at work\nwith all further answers: 0 of 2 questions$/m);
		assert.doesNotMatch(text, /answerable|the paper|vote/i);
	});

	it('has a page for those who answer further, where nobody plays', async (t) => {
		const page = await browser.newPage({ viewport: PHONE, colorScheme: 'dark' });
		t.after(() => page.close());
		const ears = listen(page);
		await page.goto(`${stack.url}/hit/seen?task=validate&worker=vera`);
		await page.getByText('Nobody is right or wrong here').waitFor();
		await page.locator('.brand-name', { hasText: 'Questions about a text' }).waitFor();
		assert.doesNotMatch(await page.locator('body').innerText(), /\bAI\b|\bgame\b|machine/i);
		assert.deepEqual(await axe(page), []);
		ears.quiet();
	});
});
