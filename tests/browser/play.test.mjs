// Playing: by mouse, keyboard and touch, to the end, in a real Chromium against the real server.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertStored, attemptsOf, axe, DESKTOP, launch, openDirect, PASSAGE, PHONE, Player, startGame } from './lib.mjs';

let stack;
let browser;
before(async () => {
	browser = await launch();
	stack = await startGame({ project: { args: ['--questions', '3'] } });
});
after(async () => {
	await browser?.close();
	await stack?.stop();
});

async function play(t, options, contextOptions = { viewport: DESKTOP }) {
	const context = await browser.newContext(contextOptions);
	t.after(() => context.close());
	return openDirect(context, stack, options);
}

describe('the opponent', () => {
	const sentence = 'This AI answers 5 of 10 SQuAD questions.';

	it('is as strong as it was measured, before and beside the verdict and in the preview', async (t) => {
		const measure = async (...args) => stack.ctl('model', 'set', await stack.value('select name from model where id > 0'), ...args);
		await measure('--measured', '49', '--measured-on', 'SQuAD');
		t.after(() => measure('--measured', 'none'));
		const { player, page, worker, ears } = await play(t);
		const said = page.locator('.side').getByText(sentence);
		await said.waitFor();
		await player.win();
		assert.equal(await said.count(), 1);
		await page.locator('.how summary').click();
		await page.locator('.how').getByText(sentence).waitFor();
		await page.goto(`${stack.url}/hit/demo?assignmentId=ASSIGNMENT_ID_NOT_AVAILABLE&hitId=H`);
		await said.waitFor();
		await measure('--measured', 'none');
		await page.goto(`${stack.url}/hit/demo?worker=${worker}`);
		await player.ready();
		assert.equal(await page.getByText('This AI answers').count(), 0, 'and nothing is said of one that was not');
		ears.quiet();
	});
});

describe('with the mouse', () => {
	it('drags over an answer, asks, wins, loses, and sees both answers marked', async (t) => {
		const { player, worker, page, ears } = await play(t);
		await player.drag('Zoë Kranjčar');
		assert.equal(await player.answer(), 'Zoë Kranjčar');
		await player.ask('Who ran the place? [Ljubljanica]');
		await player.result('You beat the AI!').waitFor();
		assert.ok((await page.locator('.box-human').count()) >= 1);
		assert.ok((await page.locator('.box-model').count()) >= 1);
		assert.match(await page.locator('.result').innerText(), /none in common: 0\s% overlap/);
		assert.match(await page.locator('.pips').innerText(), /1 of 3 won/);
		await player.button('Next question').click();

		await player.ask('Who wrote about it? [New York City]', 'New York');
		await player.result('The AI got it').waitFor();
		const text = await page.locator('.result').innerText();
		assert.match(text, /4 of 5 words: 80\s% overlap/);
		assert.match(text, /new\s+york/);
		assert.match(text, /More than 40\s%/);
		await player.button('Change my question').click();
		assert.equal(await player.question.inputValue(), 'Who wrote about it? [New York City]');
		assert.equal(await player.answer(), 'New York');

		const rows = await attemptsOf(stack, worker);
		assert.deepEqual(
			rows.map((r) => r.verdict),
			['human', 'model'],
		);
		assertStored(rows[0], 'Zoë Kranjčar');
		assertStored(rows[1], 'New York');
		ears.quiet();
	});

	it('sends exact code points after emoji and combining marks, and never cuts them', async (t) => {
		const { player, worker, ears } = await play(t);
		for (const piece of ['Cafe\u0301', '👩‍👩‍👧', 'Šiška', '🇸🇮', 'U.S.'].slice(0, 3)) {
			await player.win(piece);
			if (piece !== 'Šiška') await player.button('Next question').click();
		}
		const rows = await attemptsOf(stack, worker);
		assert.equal(rows.length, 3);
		['Cafe\u0301', '👩‍👩‍👧', 'Šiška'].forEach((piece, i) => void assertStored(rows[i], piece));
		ears.quiet();
	});

	it('snaps a sloppy drag to whole words and trims what hangs over', async (t) => {
		const { player } = await play(t);
		await player.drag('aves a da');
		assert.equal(await player.answer(), 'loaves a day');
		await player.drag('“the finest rye east of the Alps”. ');
		assert.equal(await player.answer(), 'the finest rye east of the Alps');
	});

	it('clicks first and last word, double-clicks a word, shift-clicks further', async (t) => {
		const { player, page } = await play(t);
		const click = async (piece, options) => {
			const at = await player.place(piece);
			await page.mouse.click(at.x, at.y, options);
		};
		await click('loaves');
		assert.equal(await player.answer(), 'loaves');
		await page.waitForTimeout(600); // not a double click
		await click('baked');
		assert.equal(await player.answer(), 'baked 40 loaves');
		await page.waitForTimeout(600);
		await click('museum', { clickCount: 2 });
		assert.equal(await player.answer(), 'museum');
		await page.waitForTimeout(600);
		await page.keyboard.down('Shift');
		await click('Ljubljana 🇸');
		await page.keyboard.up('Shift');
		assert.equal(await player.answer(), 'museum in Ljubljana');
	});

	it('adjusts by the letter with buttons and by the word with the handles', async (t) => {
		const { player, page } = await play(t);
		await player.drag('1950');
		await player.button('End one letter later').click();
		assert.equal(await player.answer(), '1950,');
		await player.button('End one letter earlier').click();
		await player.button('Start one letter later').click();
		assert.equal(await player.answer(), '950');
		await player.button('Start one letter earlier').click();
		const handle = await page.locator('.handle-end').boundingBox();
		const to = await player.place('bakery', 'last');
		await page.mouse.move(handle.x + handle.width / 2, handle.y + 8);
		await page.mouse.down();
		await page.mouse.move(to.x, to.y + 22, { steps: 5 });
		await page.mouse.up();
		assert.equal(await player.answer(), '1950, when the bakery');
		await player.button('Clear the answer').click();
		assert.match(await page.locator('#answer').innerText(), /Nothing yet/);
	});

	it('plays on to the end, hands in, and goes to the next passage', async (t) => {
		const { player, page, worker, ears } = await play(t);
		await player.win('1932');
		await player.button('Next question').click();
		await player.win('1950');
		await player.button('Next question').click();
		await player.win('Šiška');
		assert.match(await page.locator('.result').innerText(), /That makes 3/);
		assert.equal(await player.button('Next question').count(), 0);
		await player.button('Hand in and finish').click();
		await player.result('Thank you!').waitFor();
		const state = await stack.value(`select s.state from assignment s join worker w on w.id = s.worker_id
			where split_part(w.platform_worker_id, '~', 1) = ${stack.lit(worker)}`);
		assert.equal(state, 'submitted');
		await player.button('Next passage').click();
		await player.result('No passage left for you').waitFor();
		ears.quiet();
	});

	it('may finish early after one win, and is asked once', async (t) => {
		const { player, page } = await play(t);
		assert.equal(await player.button('Finish').count(), 0);
		await player.win();
		await player.button('Finish').click();
		const dialog = page.getByRole('dialog', { name: 'Finish with 1 of 3?' });
		await dialog.waitFor();
		await page.keyboard.press('Escape');
		await dialog.waitFor({ state: 'detached' });
		await player.button('Finish').click();
		await player.button('Keep playing').click();
		await dialog.waitFor({ state: 'detached' });
		await player.button('Finish').click();
		await player.button('Finish now').click();
		await player.result('Thank you!').waitFor();
	});

	it('looks back at any attempt', async (t) => {
		const { player, page } = await play(t);
		await player.win('1932', 'The first one? [Today]');
		await player.button('Next question').click();
		await player.ask('The second one? [Šiška]', 'Šiška');
		await player.result('The AI got it').waitFor();
		await player.button(/Won.*The first one/).click();
		await player.result('You beat the AI!').waitFor();
		assert.equal(await page.locator('.past[aria-pressed=true]').count(), 1);
		assert.match(await page.locator('.result .answers').innerText(), /1932/);
	});

	it('asks gently for what is missing, next to the field', async (t) => {
		const { player, page, worker } = await play(t);
		await player.button('Ask the AI').click();
		await page.locator('#answer-error', { hasText: 'Highlight the answer' }).waitFor();
		await page.locator('#question-error', { hasText: 'Write a question' }).waitFor();
		assert.equal(await player.question.getAttribute('aria-invalid'), 'true');
		await player.drag('the (U');
		await player.button('End one letter earlier').click();
		await player.button('End one letter earlier').click();
		await player.question.fill('x'.repeat(1001));
		await player.button('Ask the AI').click();
		await page.locator('#question-error', { hasText: '1 character too long' }).waitFor();
		await player.question.fill('Was it in 1932?');
		await player.drag('1932');
		await page.getByText('Your question contains the answer itself.').waitFor();
		assert.equal((await attemptsOf(stack, worker)).length, 0);
	});
});

describe('with the keyboard alone', () => {
	it('opens the page, marks, asks, wins and finishes', async (t) => {
		const context = await browser.newContext({ viewport: DESKTOP });
		t.after(() => context.close());
		const page = await context.newPage();
		const worker = 'keys';
		await page.goto(`${stack.url}/hit/demo?worker=${worker}`);
		const player = new Player(page);
		await player.passage.waitFor();
		const press = async (...keys) => {
			for (const key of keys) await page.keyboard.press(key);
		};
		const tabTo = async (name) => {
			for (let i = 0; i < 30; i++) {
				const focused = await page.evaluate(
					() => document.activeElement?.innerText || document.activeElement?.id,
				);
				if (name.test(focused)) return;
				await page.keyboard.press('Tab');
			}
			assert.fail(`Tab does not reach ${name}`);
		};
		await tabTo(/^Got it/);
		await press('Enter');
		await page.waitForFunction(() => document.activeElement.id === 'passage');
		// words: Café Ljubljanica 🏙️ opened beside the river in 1932 …
		await press(...Array(8).fill('ArrowRight'), 'Enter');
		assert.equal(await player.answer(), '1932');
		await press('Alt+ArrowLeft');
		assert.equal(await player.answer(), '193');
		await press('Control+ArrowRight', 'Alt+Shift+ArrowLeft');
		assert.equal(await player.answer(), 'n 1932');
		await press('Escape');
		assert.match(await page.locator('#answer').innerText(), /Nothing yet/);
		await press('ArrowRight', 'ArrowRight', 'ArrowRight', 'Shift+ArrowRight');
		assert.equal(await player.answer(), 'Zoë Kranjčar');
		await page.locator('[aria-live=assertive]').filter({ hasText: 'Selected: Zoë Kranjčar' }).waitFor({ state: 'attached' });
		await press('Enter');
		await page.waitForFunction(() => document.activeElement.id === 'question');
		await page.keyboard.type('Who was the baker? [Today]');
		await press('Control+Enter');
		await player.result('You beat the AI!').waitFor();
		await page.waitForFunction(() => document.activeElement.id === 'result');
		const told = page.locator('[role=status][aria-live=polite]');
		await told.filter({ hasText: 'You beat the AI! It answered: Today. 1 of 3 won' }).waitFor({ state: 'attached' });
		await tabTo(/^Next question/);
		await press('Enter');
		await page.waitForFunction(() => document.activeElement.id === 'passage');
		await press('Control+End', 'ArrowUp', 'Home', 'Control+Home', 'Enter');
		assert.equal(await player.answer(), 'Cafe\u0301');
		await press('Shift+Tab');
		await tabTo(/^Finish$/).catch(async () => {
			for (let i = 0; i < 8; i++) await press('Shift+Tab');
			await tabTo(/^Finish$/);
		});
		await press('Enter');
		await tabTo(/^Finish now/);
		await press('Enter');
		await player.result('Thank you!').waitFor();
		const rows = await attemptsOf(stack, worker);
		assert.equal(rows.length, 1);
		assertStored(rows[0], 'Zoë Kranjčar');
	});
});

describe('with a finger on a phone', () => {
	const phone = { viewport: PHONE, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

	it('taps the first and the last word, drags a handle, asks and wins', async (t) => {
		const { player, page, worker, ears } = await play(t, {}, phone);
		await player.tap('baked');
		assert.equal(await player.answer(), 'baked');
		await page.getByText('Tap the last word too').waitFor();
		await player.tap('loaves');
		assert.equal(await player.answer(), 'baked 40 loaves');
		await player.tap('40');
		assert.equal(await player.answer(), '40');

		await player.dragTouch('.handle-end', await player.place('loaves a day', 'last'));
		assert.equal(await player.answer(), '40 loaves a day');

		await player.question.fill('How much did it make? [Today]');
		await player.button('Ask the AI').tap();
		await player.result('You beat the AI!').waitFor();
		await player.button('See it in the passage').tap();
		await page.waitForFunction(() => {
			const box = document.querySelector('.box-human').getBoundingClientRect();
			return box.top > 0 && box.bottom < innerHeight;
		});
		assertStored((await attemptsOf(stack, worker))[0], '40 loaves a day');
		ears.quiet();
	});

	it('keeps the progress in sight, and nothing is wider than the screen down to 320 px', async (t) => {
		const { player, page } = await play(t, {}, phone);
		await player.win();
		await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
		const bar = await page.locator('.progress').boundingBox();
		assert.equal(bar.y, 0);
		await page.locator('.brand-text').evaluate((e) => e.append(' and a title that is long enough to want a second line on a phone'));
		for (const width of [320, 360, 600, 939, 940, 1280]) {
			await page.setViewportSize({ width, height: 800 });
			const mark = await page.locator('.brand-mark').evaluate((e) => [e.offsetWidth, e.offsetHeight]);
			assert.equal(mark[0], mark[1], `the mark is square at ${width}`);
			assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width} px`);
		}
	});
});

describe('the page', () => {
	it('shows the instructions on the first visit only, and they can be opened again', async (t) => {
		const context = await browser.newContext({ viewport: DESKTOP });
		t.after(() => context.close());
		const page = await context.newPage();
		await page.goto(`${stack.url}/hit/demo?worker=novice`);
		await page.getByText('Good questions').waitFor();
		await page.getByRole('button', { name: /^Got it/ }).click();
		await page.getByText('Good questions').waitFor({ state: 'hidden' });
		await page.reload();
		await page.locator('#passage').waitFor();
		assert.ok(!(await page.getByText('Good questions').isVisible()));
		await page.getByText('How to play').click();
		await page.getByText('Good questions').waitFor();
	});

	it('changes its colours and remembers that', async (t) => {
		const context = await browser.newContext({ viewport: DESKTOP, colorScheme: 'dark' });
		t.after(() => context.close());
		const { page } = await openDirect(context, stack);
		const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
		assert.equal(await theme(), 'dark');
		await page.getByRole('button', { name: /^Colours/ }).click();
		assert.equal(await theme(), 'light');
		await page.reload();
		await page.locator('#passage').waitFor();
		assert.equal(await theme(), 'light');
		await page.getByRole('button', { name: /^Colours/ }).click();
		await page.getByRole('button', { name: /^Colours/ }).click();
		assert.equal(await theme(), 'dark');
		await page.emulateMedia({ colorScheme: 'light' });
		await page.waitForFunction(() => document.documentElement.dataset.theme === 'light');
	});

	it('shows the pay, and its hourly rate after a minute', async (t) => {
		const context = await browser.newContext({ viewport: DESKTOP });
		t.after(() => context.close());
		const page = await context.newPage();
		await page.clock.install();
		await page.goto(`${stack.url}/hit/demo?worker=paid`);
		await page.locator('#passage').waitFor();
		assert.match(await page.locator('.facts').innerText(), /\$2\.00\s*$/);
		await page.clock.fastForward('10:00');
		assert.match(await page.locator('.facts').innerText(), /(9:59|10:\d\d).*\$2\.00\s· \$1[012]\.\d\d\/h/s);
	});

	it('treats all text as text', async (t) => {
		const { player, page, ears } = await play(t);
		const nasty = '<img src=x onerror=alert(1)> <b>bold</b> &amp;? [Today]';
		await player.win('1932', nasty);
		assert.equal(await page.locator('.asked').innerText(), nasty);
		assert.equal(await page.locator('#app img').count(), 0);
		assert.equal(await page.evaluate(() => document.getElementById('passage').firstChild.data), PASSAGE.text);
		ears.quiet();
	});

	it('sets no cookie and talks to nobody else', async (t) => {
		const context = await browser.newContext({ viewport: DESKTOP });
		t.after(() => context.close());
		const foreign = [];
		context.on('request', (r) => {
			if (!r.url().startsWith(stack.url) && !r.url().startsWith('data:')) foreign.push(r.url());
		});
		const { player } = await openDirect(context, stack);
		await player.win();
		assert.deepEqual(foreign, []);
		assert.deepEqual(await context.cookies(), []);
	});
});

describe('playing fair', () => {
	before(() =>
		stack.createProject('fair', ['--open', '--collection', 'sample', '--assignments-per-passage', '100', '--questions', '2', '--reward', '100', '--win-reward', '25', '--way-out', '3']),
	);

	for (const [name, options] of Object.entries({ 'in dark, on a desk': { viewport: DESKTOP, colorScheme: 'dark' }, 'on a phone': { viewport: PHONE } }))
		it(`a repeat is refused, a short one hinted at, the sum is named, ${name}`, async (t) => {
			const context = await browser.newContext(options);
			t.after(() => context.close());
			const { player, page, worker } = await openDirect(context, stack, { project: 'fair' });
			assert.match(await page.locator('.facts').innerText(), /\$1\.00\s+\+ \$0\.25 a win/);
			const asked = `Which year was that, ${worker}? [Today]`;
			await player.win('1932', asked);
			await player.button('Next question').click();
			await player.ask(asked.toUpperCase().replace('[TODAY]', '[Today]'), '1932');
			await page.locator('#question-error').getByText('You have asked this on this passage already').waitFor();
			assert.deepEqual(await axe(page), []);
			const short = `asdf-${worker}[1932]`; // nobody else's, which were a repeat, and the AI knows it
			await player.question.fill(short);
			await page.keyboard.press('Control+Enter');
			await page.locator('#question-hint').getByText('This is very short for a question.').waitFor();
			assert.equal((await attemptsOf(stack, worker)).length, 1, 'nothing was asked yet');
			assert.deepEqual(await axe(page), []);
			await player.button('Ask it all the same').click();
			await page.locator('.result-title').waitFor();
			assert.deepEqual(await stack.sql(`select t.marks from attempt t join assignment a on a.id = t.assignment_id join worker w on w.id = a.worker_id
				where split_part(w.platform_worker_id, '~', 1) = ${stack.lit(worker)} and t.question = ${stack.lit(short)}`), [{ marks: ['short'] }]);
			await player.button('Finish').click();
			await page.getByRole('dialog').getByText('You earn $1.25 for this.').waitFor();
			await player.button('Finish now').click();
			await page.getByText('You have earned $1.25.').waitFor();
		});

	it('without a win may leave when the AI is silent, and is told that it counts later', async (t) => {
		const { player, page } = await play(t, { project: 'fair' });
		assert.equal(await player.button('Finish').count(), 0);
		await player.ask('What is this {broken} one about?', '1932');
		await page.locator('.result-title').waitFor();
		await player.button('Finish').click();
		const dialog = page.getByRole('dialog', { name: 'Finish with 0 of 2?' });
		await dialog.getByText('One question waits for the AI’s answer; that is judged later by itself and counts then.').waitFor();
		await dialog.getByText('You earn $1.00 for this.').waitFor();
		await dialog.getByText('If it beats the AI, $0.25 is added.').waitFor();
		await player.button('Finish now').click();
		await player.result('Thank you!').waitFor();
		await dialog.waitFor({ state: 'detached' });
		await page.getByText('You have earned $1.00.').waitFor();
		await page.getByText('One question waits for the AI’s answer; that is judged later by itself and counts then. If it beats the AI, $0.25 is added.').waitFor();
		assert.deepEqual(await axe(page), []);
	});

	it('the passage is never translated, and a page that is says so', async (t) => {
		const { page } = await play(t, { project: 'fair' });
		assert.equal(await page.locator('#passage').getAttribute('translate'), 'no');
		assert.equal(await page.getByText('Your browser is translating this page.').count(), 0);
		await page.evaluate(() => document.documentElement.classList.add('translated-ltr'));
		await page.getByText('Your browser is translating this page.').waitFor();
		await page.evaluate(() => document.documentElement.classList.remove('translated-ltr'));
		await page.getByText('Your browser is translating this page.').waitFor({ state: 'detached' });
	});
});
