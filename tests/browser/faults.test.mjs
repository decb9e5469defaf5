// When things go wrong: reloads, double clicks, a killed server, no network, a slow or broken model, time running
// out, two tabs. Whatever happens, an attempt is stored once and nothing that was written is lost.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { until } from '../lib/stack.mjs';
import { answering, attemptsOf, DESKTOP, launch, openDirect, Player, startGame } from './lib.mjs';

let stack;
let browser;
before(async () => {
	browser = await launch();
	stack = await startGame({ project: { args: ['--questions', '2'] }, beatd: { env: { BEAT_MODEL_TIMEOUT_MS: '20000' } } });
});
after(async () => {
	await browser?.close();
	await stack?.stop();
});
beforeEach(async () => {
	if (stack.beatd.ended) await stack.restartBeatd(); // a test that failed half-way
	stack.stub.reset();
	stack.stub.always(answering);
});

async function play(t, options) {
	const context = await browser.newContext({ viewport: DESKTOP });
	t.after(() => context.close());
	return { context, ...(await openDirect(context, stack, options)) };
}

// The model thinks until it is told to answer.
function held(stub) {
	let answer;
	const told = new Promise((done) => (answer = done));
	stub.always(async (json) => {
		await told;
		return answering(json);
	});
	return answer;
}

const won = (player) => player.result('You beat the AI!').waitFor();
const written = (page, text) => page.waitForFunction((t) => document.querySelector('#question')?.value === t, text);

describe('a reload', () => {
	it('brings back the draft, the history and the progress', async (t) => {
		const { page, player } = await play(t);
		await player.win('1932', 'The first? [Today]');
		await player.button('Next question').click();
		await player.drag('👩‍👩‍👧 Novak');
		await player.question.fill('Who else ran');
		await page.waitForTimeout(400);
		await page.reload();
		await written(page, 'Who else ran');
		assert.equal(await player.answer(), '👩‍👩‍👧 Novak');
		assert.match(await page.locator('.pips').innerText(), /1 of 2 won/);
		await player.button(/Won.*The first/).click();
		await won(player);
	});

	it('while a question is under way sends it once', async (t) => {
		const { page, player, worker } = await play(t);
		stack.stub.always((json) => ({ ...answering(json), delay: 1500 }));
		await player.ask('Under way? [Today]', '1932');
		await player.button('The AI is thinking').waitFor();
		await page.reload();
		await won(player);
		assert.equal((await attemptsOf(stack, worker)).length, 1);
		assert.equal(stack.stub.calls, 1);
		assert.match(await page.locator('.pips').innerText(), /1 of 2 won/);
	});

	it('after the answer was stored but never arrived shows it', async (t) => {
		const { context, page, player, worker } = await play(t);
		await context.route('**/api/v1/attempts', async (route) => {
			await route.fetch();
			await route.abort();
		});
		await player.ask('Lost on the way? [Today]', '1932');
		await until(async () => (await attemptsOf(stack, worker)).length === 1, { what: 'the stored attempt' });
		await page.reload();
		await won(player);
		assert.equal((await attemptsOf(stack, worker)).length, 1);
		assert.equal(await player.button('Next question').count(), 1);
	});
});

describe('haste', () => {
	it('a double click or a second Ctrl+Enter asks once', async (t) => {
		const { page, player, worker } = await play(t);
		stack.stub.always((json) => ({ ...answering(json), delay: 1500 }));
		await player.drag('1932');
		await player.question.fill('Twice? [Today]');
		await player.button('Ask the AI').dblclick();
		await won(player);
		await player.button('Next question').click();
		await player.drag('Šiška');
		await player.question.fill('Again twice? [Šiška]');
		await player.question.focus();
		await Promise.all([page.keyboard.press('Control+Enter'), page.keyboard.press('Control+Enter')]);
		await player.result('The AI got it').waitFor();
		assert.equal((await attemptsOf(stack, worker)).length, 2);
		assert.equal(stack.stub.calls, 2);
	});

	it('what is written cannot be changed while it is judged', async (t) => {
		const { player, page } = await play(t);
		const answer = held(stack.stub);
		await player.ask('Fixed? [Today]', '1932');
		assert.equal(await player.question.isEditable(), false);
		await player.drag('1950');
		assert.equal(await player.answer(), '1932');
		assert.equal(await player.button(/AI is thinking/).getAttribute('aria-disabled'), 'true');
		answer();
		await won(player);
		assert.equal(await page.locator('.composer').count(), 0);
	});
});

describe('the server', () => {
	it('killed with -9 while the model thinks: the page waits, sends again, one row', async (t) => {
		const { page, player, worker } = await play(t);
		stack.stub.next((json) => ({ ...answering(json), delay: 3000 }));
		await player.ask('Still there? [Today]', '1932');
		await until(() => stack.stub.calls === 1, { what: 'the model being asked' });
		await stack.killBeatd();
		await page.getByText('The server cannot be reached').first().waitFor();
		assert.equal(await player.question.inputValue(), 'Still there? [Today]');
		await stack.restartBeatd();
		await player
			.button('Try now')
			.click({ timeout: 2000 })
			.catch(() => {}); // it may have tried by itself
		await won(player);
		assert.equal((await attemptsOf(stack, worker)).length, 1);
	});

	it('killed and restarted between two questions: nothing is lost, nothing is asked of the player', async (t) => {
		const { page, player, worker } = await play(t);
		await player.win('1932', 'Before? [Today]');
		await player.button('Next question').click();
		await player.drag('Šiška');
		await player.question.fill('After? [Today]');
		await stack.killBeatd();
		await stack.restartBeatd();
		await player.button('Ask the AI').click();
		await won(player);
		assert.deepEqual(
			(await attemptsOf(stack, worker)).map((a) => a.question),
			['Before? [Today]', 'After? [Today]'],
		);
		assert.match(await page.locator('.pips').innerText(), /2 of 2 won/);
		await stack.killBeatd();
		await player.button('Hand in and finish').click();
		await page.locator('.notice', { hasText: 'handed in as soon as it is back' }).waitFor();
		await stack.restartBeatd();
		await player.result('Thank you!').waitFor();
	});

	it('down when the page is opened: it comes up by itself', async (t) => {
		const context = await browser.newContext({ viewport: DESKTOP });
		t.after(() => context.close());
		const page = await context.newPage();
		let down = true;
		await context.route('**/api/v1/session', (route) => (down ? route.abort() : route.continue()));
		await page.goto(`${stack.url}/hit/demo?worker=early`);
		await page.getByText('The server cannot be reached').waitFor();
		down = false;
		await new Player(page).passage.waitFor();
	});

	it('with another key: the session is opened again and the question goes through', async (t) => {
		const { player, worker } = await play(t);
		await player.drag('1932');
		await player.question.fill('New key? [Today]');
		await stack.restartBeatd({ env: { BEAT_TOKEN_KEY: 'ab'.repeat(32) } });
		await player.button('Ask the AI').click();
		await won(player);
		assert.equal((await attemptsOf(stack, worker)).length, 1);
		await stack.restartBeatd();
	});

	it('busy: waits as long as it was told and tries again', async (t) => {
		const { context, player, worker } = await play(t);
		let refusals = 2;
		await context.route('**/api/v1/attempts', (route) => {
			if (refusals-- <= 0) return route.continue();
			const body = JSON.stringify({
				type: 'urn:beat:busy',
				title: 'Busy',
				status: 503,
				detail: 'Too many at once.',
			});
			return route.fulfill({
				status: 503,
				headers: { 'retry-after': '1' },
				contentType: 'application/problem+json',
				body,
			});
		});
		await player.ask('Busy? [Today]', '1932');
		await won(player);
		assert.equal((await attemptsOf(stack, worker)).length, 1);
	});

	it('refusing a field says so next to it', async (t) => {
		const { context, player, page } = await play(t);
		const refusals = [];
		await context.route('**/api/v1/attempts', (route) =>
			refusals.length ? route.fulfill(refusals.shift()) : route.continue(),
		);
		const refuse = (status, slug, detail, field) => {
			const body = JSON.stringify({ type: `urn:beat:${slug}`, status, detail, field });
			refusals.push({ status, contentType: 'application/problem+json', body });
		};
		refuse(422, 'invalid', 'The question is not a question.');
		await player.ask('Refused? [Today]', '1932');
		await page.locator('#question-error', { hasText: 'not a question' }).waitFor();
		refuse(422, 'answer-invalid', 'That is not there.');
		await player.button('Ask the AI').click();
		await page.locator('#answer-error', { hasText: 'is not there' }).waitFor();
		refuse(422, 'invalid', 'It answers no question.', 'answer.text');
		await player.button('Ask the AI').click();
		await page.locator('#answer-error', { hasText: 'answers no question' }).waitFor();
		refuse(422, 'invalid', 'No answer of the passage fits.', 'question');
		await player.button('Ask the AI').click();
		await page.locator('#question-error', { hasText: 'fits' }).waitFor();
		refuse(413, 'too-large', 'The question is too long.');
		await player.button('Ask the AI').click();
		await page.locator('#question-error', { hasText: 'too long' }).waitFor();
		refuse(400, 'bad-json', 'Something odd.');
		await player.button('Ask the AI').click();
		await page.locator('.notice', { hasText: 'Something odd.' }).waitFor();
		assert.equal(await player.question.inputValue(), 'Refused? [Today]');
		await player.button('Ask the AI').click();
		await won(player);
	});
});

describe('the network', () => {
	it('gone and back: the question is kept and goes out by itself', async (t) => {
		const { context, page, player, worker } = await play(t);
		await player.drag('1932');
		await player.question.fill('Offline? [Today]');
		await context.setOffline(true);
		await page.locator('.notice', { hasText: 'You are offline' }).waitFor();
		await player.button('Ask the AI').click();
		await page.getByText('It goes out as soon as you are back').waitFor();
		assert.equal((await attemptsOf(stack, worker)).length, 0);
		await context.setOffline(false);
		await won(player);
		assert.equal((await attemptsOf(stack, worker)).length, 1);
	});

	it('gone: the player may go back to editing, and then sends the new question', async (t) => {
		const { context, page, player, worker } = await play(t);
		await player.drag('1932');
		await player.question.fill('First thought? [Today]');
		await context.setOffline(true);
		await player.button('Ask the AI').click();
		await player.button('Go back to editing').click();
		await player.question.fill('Better thought? [Today]');
		await context.setOffline(false);
		await player.button('Ask the AI').click();
		await won(player);
		assert.deepEqual(
			(await attemptsOf(stack, worker)).map((a) => a.question),
			['Better thought? [Today]'],
		);
		assert.equal(await page.locator('.past').count(), 1);
	});
});

describe('the model', () => {
	it('slow: the page says so', async (t) => {
		const { player, page } = await play(t);
		const answer = held(stack.stub);
		await player.ask('Slow? [Today]', '1932');
		await page.getByText(/Still thinking \(\d+ s\)/).waitFor();
		answer();
		await won(player);
	});

	it('broken: the question is kept, does not count, and the game goes on', async (t) => {
		const { player, page, worker } = await play(t);
		await player.ask('Is it {broken}?', '1932');
		await player.result('No answer from the AI').waitFor();
		await page.getByText('does not count against you', { exact: false }).first().waitFor();
		assert.match(await page.locator('.pips').innerText(), /0 of 2 won/);
		await player.button('New question').click();
		await player.win('Šiška');
		assert.deepEqual(
			(await attemptsOf(stack, worker)).map((a) => a.verdict),
			['none', 'human'],
		);
	});
});

describe('time', () => {
	it('up: the lease is renewed, the draft stays, the question goes through', async (t) => {
		await stack.createProject('brief', ['--open', '--collection', 'sample', '--lease', '4']);
		const { player, page, worker } = await play(t, { project: 'brief' });
		await player.drag('1932');
		await player.question.fill('In time? [Today]');
		await page
			.getByText(/Your time was up; you have another/)
			.first()
			.waitFor();
		assert.equal(await player.question.inputValue(), 'In time? [Today]');
		await player.button('Ask the AI').click();
		await won(player);
		assert.equal((await attemptsOf(stack, worker)).length, 1);
	});

	it('nearly up: a warning', async (t) => {
		await stack.createProject('soon', ['--open', '--collection', 'sample', '--lease', '200']);
		const { page } = await play(t, { project: 'soon' });
		await page.locator('.notice', { hasText: 'About 4 minutes left' }).waitFor();
		assert.match(await page.locator('.fact-time').innerText(), /3:\d\d left/);
	});

	it('up and the passage given away: another one, with a word about it', async (t) => {
		const row = (title, text) => stack.importPassages([{ title, text }], { collection: 'few', split: 'train' });
		await row('Glass', 'Glass is an amorphous solid. Obsidian is a natural glass of great sharpness.');
		await stack.createProject('rare', ['--open', '--collection', 'few', '--lease', '2']);
		const { context, page, player } = await play(t, { project: 'rare' });
		await player.question.fill('Not sent in time');
		await context.route('**/api/v1/session', (route) => route.abort());
		await page.waitForTimeout(2500);
		await stack.ctl('project', 'set', 'rare', '--lease', '600');
		assert.equal((await stack.session('quicker', { project: 'rare' })).body.passage.title, 'Glass');
		await row('Quinoa', 'Quinoa grows between sea level and four thousand metres, around Lake Titicaca above all.');
		await context.unroute('**/api/v1/session');
		await page.getByRole('heading', { name: 'Quinoa' }).waitFor();
		await page.locator('.notice', { hasText: 'here is another one' }).waitFor();
		assert.equal(await player.question.inputValue(), '');
	});
});

describe('two tabs', () => {
	it('of one worker share the progress', async (t) => {
		const { context, page, player, worker } = await play(t);
		const other = await context.newPage();
		await other.goto(page.url());
		await new Player(other).ready();
		await page.bringToFront();
		await player.win('1932', 'From the first tab? [Today]');
		await other.getByText('1 of 2 won').waitFor();
		await other.bringToFront();
		await new Player(other).win('Šiška', 'From the second tab? [Today]');
		await page.getByText('2 of 2 won').waitFor();
		assert.equal((await attemptsOf(stack, worker)).length, 2);
	});

	it('that know nothing of each other: no more wins than wanted', async (t) => {
		const { player, worker } = await play(t);
		const context = await browser.newContext({ viewport: DESKTOP });
		t.after(() => context.close());
		const other = await openDirect(context, stack, { worker });
		await player.win('1932', 'One? [Today]');
		await player.button('Next question').click();
		await player.win('Šiška', 'Two? [Today]');
		await other.player.ask('Three? [Today]', '1950');
		await other.player.result('All 2 won').waitFor();
		assert.match(await other.page.locator('.pips').innerText(), /2 of 2 won/);
		assert.equal((await attemptsOf(stack, worker)).length, 2);
		await player.button('Hand in and finish').click();
		await player.result('Thank you!').waitFor();
		await other.player.button('Hand in and finish').click();
		await other.player.result('Thank you!').waitFor();
	});
});
