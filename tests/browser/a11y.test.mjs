// axe-core finds nothing in any state, light and dark, on a desktop and on a phone; and what axe cannot see:
// focus, live regions, reduced motion, marks that differ without colour, text spacing.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { until } from '../lib/stack.mjs';
import { axe, DESKTOP, freshWorker, launch, openDirect, PHONE, Player, startGame } from './lib.mjs';

let stack;
let browser;
before(async () => {
	browser = await launch();
	stack = await startGame({ project: { args: ['--questions', '2'] } });
	await stack.ctl('model', 'set', await stack.value('select name from model where id > 0'), '--measured', '49', '--measured-on', 'SQuAD');
	await stack.createProject('private', ['--no-open', '--collection', 'sample']);
	await stack.createProject('ending', ['--open', '--collection', 'sample', '--lease', '200']);
});
after(async () => {
	await browser?.close();
	await stack?.stop();
});

const refuse = (context, status, slug, detail) =>
	context.route('**/api/v1/attempts', (route) =>
		route.fulfill({
			status,
			contentType: 'application/problem+json',
			body: JSON.stringify({ type: `urn:beat:${slug}`, status, detail }),
		}),
	);
const start = async ({ page }, path = `demo?worker=${freshWorker()}`) => {
	await page.goto(`${stack.url}/hit/${path}`);
	return new Player(page);
};
const ready = async (tools, path) => (await start(tools, path)).ready();

// Each brings a fresh page into a state.
const STATES = {
	loading: async ({ page, context }) => {
		await context.route('**/api/v1/session', () => {});
		await start({ page });
		await page.getByText('Getting your passage').waitFor();
	},
	'the server away': async ({ page, context }) => {
		await context.route('**/api/v1/session', (route) => route.abort());
		await start({ page });
		await page.getByText('cannot be reached').waitFor();
	},
	instructions: async (tools) => (await start(tools)).passage.waitFor(),
	empty: ready,
	'an answer and a question': async (tools) => {
		const player = await ready(tools);
		await player.drag('New York City');
		await player.question.fill(`New York City it was? ${'x'.repeat(320)}`);
	},
	'errors at the fields': async (tools) => {
		await (await ready(tools)).button('Ask the AI').click();
		await tools.page.locator('#question-error').waitFor();
	},
	'the keyboard in the passage': async (tools) => {
		const player = await ready(tools);
		await player.passage.focus();
		for (const key of ['ArrowRight', 'ArrowDown', 'Shift+ArrowRight']) await tools.page.keyboard.press(key);
	},
	thinking: async (tools) => {
		const player = await ready(tools);
		await tools.context.route('**/api/v1/attempts', () => {});
		await player.ask('Think? [Today]', '1932');
		await tools.page.getByText('Still thinking').waitFor();
	},
	'waiting for the network': async (tools) => {
		const player = await ready(tools);
		await tools.context.route('**/api/v1/attempts', (route) => route.abort());
		await player.ask('Net? [Today]', '1932');
		await player.button('Try now').waitFor();
	},
	offline: async (tools) => {
		await ready(tools);
		await tools.context.setOffline(true);
		await tools.page.locator('.notice').waitFor();
	},
	won: async (tools) => (await ready(tools)).win('Zoë Kranjčar'),
	lost: async (tools) => {
		const player = await ready(tools);
		await player.ask('Lost? [New York City]', 'New York');
		await player.result('The AI got it').waitFor();
	},
	'not judged': async (tools) => {
		const player = await ready(tools);
		await player.ask('Is it {broken}?', 'New York');
		await player.result('No answer from the AI').waitFor();
	},
	history: async (tools) => {
		const player = await ready(tools);
		await player.ask('Lost? [New York City]', 'New York');
		await player.button('New question').click();
		await player.win('1932');
		await player.button('Next question').click();
	},
	'all won': async (tools) => {
		const player = await ready(tools);
		await player.win('1932');
		await player.button('Next question').click();
		await player.win('Šiška');
		await tools.page.reload();
		await player.result('All 2 won').waitFor();
	},
	'the dialog': async (tools) => {
		const player = await ready(tools);
		await player.win('1932');
		await player.button('Finish').click();
		await tools.page.getByRole('dialog').waitFor();
	},
	'a notice': async (tools) => {
		const player = await ready(tools);
		await refuse(tools.context, 400, 'bad-json', 'Something odd.');
		await player.ask('Odd? [Today]', '1932');
		await tools.page.locator('.notice-error').waitFor();
	},
	'moved away': async (tools) => {
		const player = await ready(tools);
		await refuse(tools.context, 409, 'moved', 'Elsewhere.');
		await player.ask('Here? [Today]', '1932');
		await player.result('You play this in another window').waitFor();
	},
	'time nearly up': async (tools) => {
		await ready(tools, `ending?worker=${freshWorker()}`);
		await tools.page.locator('.notice-warn').waitFor();
	},
	'thank you': async (tools) => {
		const player = await ready(tools);
		await player.win('1932');
		await player.button('Finish').click();
		await player.button('Finish now').click();
		await player.result('Thank you!').waitFor();
	},
	preview: async (tools) => {
		await ready(tools, 'demo?assignmentId=ASSIGNMENT_ID_NOT_AVAILABLE&hitId=H');
		await tools.page.getByText('Accept the HIT to start').first().waitFor();
	},
	'a name to start with': async (tools) => {
		await start(tools, 'demo');
		await tools.page.getByLabel('Your name or worker id').waitFor();
	},
	'not open': async (tools) => (await start(tools, 'private?worker=x')).result('Not open to you yet').waitFor(),
	'no such project': async (tools) =>
		(await start(tools, 'nowhere?worker=x')).result('This task does not exist').waitFor(),
};

const SCREENS = {
	'desktop, light': { viewport: DESKTOP, colorScheme: 'light' },
	'desktop, dark': { viewport: DESKTOP, colorScheme: 'dark' },
	'phone, dark': { viewport: PHONE, colorScheme: 'dark' },
	'phone, light': { viewport: PHONE, colorScheme: 'light' },
};

describe('axe finds nothing', { concurrency: 2 }, () => {
	for (const [name, reach] of Object.entries(STATES)) {
		it(name, async (t) => {
			// the state is reached once, then the screen is changed around it
			const context = await browser.newContext({ viewport: DESKTOP, reducedMotion: 'reduce' });
			t.after(() => context.close());
			const page = await context.newPage();
			await reach({ page, context });
			for (const [screen, { viewport, colorScheme }] of Object.entries(SCREENS)) {
				await page.setViewportSize(viewport);
				await page.emulateMedia({ colorScheme });
				await page.waitForFunction((theme) => document.documentElement.dataset.theme === theme, colorScheme);
				assert.deepEqual(await axe(page), [], screen);
			}
		});
	}
});

describe('beyond axe', () => {
	async function open(t, options = { viewport: DESKTOP }) {
		const context = await browser.newContext(options);
		t.after(() => context.close());
		return openDirect(context, stack);
	}
	const focusIs = (page, name) =>
		page.waitForFunction(
			(n) => [document.activeElement.id, document.activeElement.textContent.trim()].includes(n),
			name,
			{ timeout: 60000 },
		);

	it('the focus goes where the next thing happens, and never gets lost', async (t) => {
		const { player, page } = await open(t);
		await player.button('Ask the AI').click();
		await focusIs(page, 'passage');
		await player.drag('1932');
		await player.question.fill('');
		await player.button('Ask the AI').click();
		await focusIs(page, 'question');
		await player.question.fill('When? [Today]');
		await player.button('Ask the AI').click();
		await player.result('You beat the AI!').waitFor();
		await focusIs(page, 'result');
		await player.button('Finish').click();
		await page.getByRole('dialog').waitFor();
		await page.keyboard.press('Escape');
		await focusIs(page, 'Finish');
		await player.button('Next question').click();
		await focusIs(page, 'passage');
	});

	it('the focus is visible on everything that takes it', async (t) => {
		const { player, page } = await open(t);
		await player.drag('1932');
		await page.getByRole('button', { name: /^Colours/ }).focus();
		const seen = new Set();
		for (let i = 0; i < 14; i++) {
			await page.keyboard.press('Tab');
			const [name, width] = await page.evaluate(() => {
				const element = document.activeElement;
				const style = getComputedStyle(element);
				return [
					element.id || element.ariaLabel || element.textContent.trim(),
					style.outlineStyle === 'none' ? 0 : parseFloat(style.outlineWidth),
				];
			});
			if (name.startsWith('Beat the AI')) break; // round again
			seen.add(name);
			assert.ok(width >= 2, `no focus ring on ${name}`);
		}
		for (const name of ['passage', 'question', 'send', 'Start one letter earlier'])
			assert.ok(seen.has(name), name);
	});

	it('the two marks differ without colour', async (t) => {
		const { player, page } = await open(t);
		await player.ask('Which? [New York City]', 'New York');
		await player.result('The AI got it').waitFor();
		const style = (selector) =>
			page
				.locator(selector)
				.first()
				.evaluate((e) => {
					const s = getComputedStyle(e);
					return `${s.borderTopStyle} ${s.borderBottomStyle}`;
				});
		assert.equal(await style('.box-human'), 'none solid');
		assert.equal(await style('.box-model'), 'dashed dashed');
		assert.deepEqual(await page.locator('.box-tag').allTextContents(), ['You', 'AI']);
		await page.getByText('your answer', { exact: true }).waitFor();
	});

	it('marks stay on their words when text is spaced out or the window changes', async (t) => {
		const { player, page } = await open(t);
		await player.drag('Šiška');
		const off = () =>
			page.evaluate(() => {
				const node = document.getElementById('passage').firstChild;
				const range = document.createRange();
				range.setStart(node, node.data.indexOf('Šiška'));
				range.setEnd(node, node.data.indexOf('Šiška') + 5);
				const word = range.getBoundingClientRect();
				const box = document.querySelector('.box-human').getBoundingClientRect();
				return Math.max(Math.abs(word.left - box.left), Math.abs(word.top - box.top));
			});
		await page.setViewportSize({ width: 700, height: 900 });
		await until(async () => (await off()) < 6, { what: 'the mark on its word' });
		await page.evaluate(() => {
			const text = document.getElementById('passage');
			text.style.letterSpacing = '0.12em';
			text.style.wordSpacing = '0.16em';
			text.style.lineHeight = '2.4';
		});
		await until(async () => (await off()) < 6, { what: 'the mark on its word' });
	});

	it('nothing moves for those who asked for that', async (t) => {
		const { player, page } = await open(t, { viewport: DESKTOP, reducedMotion: 'reduce' });
		await player.win('1932');
		const moving = await page.evaluate(
			() => document.getAnimations().filter((a) => a.playState === 'running').length,
		);
		assert.equal(moving, 0);
	});

	it('works in forced colours', async (t) => {
		const { player, page } = await open(t, { viewport: DESKTOP, forcedColors: 'active' });
		await player.ask('Which? [New York City]', 'New York');
		await player.result('The AI got it').waitFor();
		assert.deepEqual(await axe(page), []);
	});
});
