// What the browser tests share: Chromium, a stack with one passage, and a player who reads, marks and asks.
//
// The model is the stub: it answers with what stands in [brackets] in the question, else with the passage's first word;
// {broken} in the question breaks it.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { spanOf, startStack } from '../lib/stack.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const FLAGS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	'--disable-dev-shm-usage',
];
export const DESKTOP = { width: 1280, height: 860 };
export const PHONE = { width: 360, height: 740 };

// Emoji, combining marks and letters of every width before, in and after the answers.
export const PASSAGE = {
	title: 'Café Ljubljanica',
	text:
		'Cafe\u0301 Ljubljanica 🏙️ opened beside the river in 1932, run by Zoë Kranjčar and the 👩‍👩‍👧 Novak family. ' +
		'It baked 40 loaves a day until 1950, when the bakery moved to Šiška. New York City wrote about it twice; ' +
		'the (U.S.) press called it “the finest rye east of the Alps”. ' +
		'Today its oven stands in a museum in Ljubljana 🇸🇮.',
};

export async function startGame(options = {}) {
	const { project = {}, ...rest } = options;
	// Everybody is on one passage, and asks alike.
	const alike = ['--repeats', 'allow', '--near-repeat', '0', '--question-words', '0'];
	const args = ['--assignments-per-passage', '100', '--reward', '200', ...alike, ...(project.args ?? [])];
	const stack = await startStack({ passages: [PASSAGE], model: 'stub', ...rest, project: { ...project, args } });
	stack.stub?.always(answering);
	return stack;
}

export function answering({ question }) {
	return question.includes('{broken}') ? { status: 500 } : { text: question.match(/\[(.*)\]/)?.[1] };
}

const CHROMIUM = process.env.BEAT_CHROMIUM || '/usr/bin/chromium';
// The same engine without the browser around it: a page costs a third. It has no settings of a profile.
const SHELL = process.env.BEAT_CHROMIUM || ['/usr/bin/chromium-headless-shell', CHROMIUM].find(existsSync);

export function launch(args = []) {
	return chromium.launch({
		executablePath: SHELL,
		headless: true,
		args: [...FLAGS, ...args],
		timeout: 120000,
	});
}

// A profile that blocks third-party cookies and storage; returns a context to be closed.
export async function launchStrict(args = [], options = {}) {
	const dir = mkdtempSync(join(tmpdir(), 'beat-profile-'));
	mkdirSync(join(dir, 'Default'));
	writeFileSync(
		join(dir, 'Default/Preferences'),
		JSON.stringify({ profile: { cookie_controls_mode: 1, block_third_party_cookies: true } }),
	);
	const context = await chromium.launchPersistentContext(dir, {
		executablePath: CHROMIUM,
		headless: true,
		args: [...FLAGS, ...args],
		viewport: DESKTOP,
		...options,
	});
	// not on the context's close: Chromium still writes then
	process.on('exit', () => rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
	return context;
}

// Whatever the page says that it should not: collected, and asserted empty by quiet().
export function listen(page, { expect = /Failed to load resource|net::ERR_/ } = {}) {
	const complaints = [];
	page.on('pageerror', (error) => complaints.push(`error: ${error.stack}`));
	page.on('console', (m) => {
		if (['error', 'warning'].includes(m.type()) && !expect.test(m.text()))
			complaints.push(`${m.type()}: ${m.text()}`);
	});
	return { quiet: () => assert.deepEqual(complaints, []) };
}

let workers = 0;
export const freshWorker = () => `worker-${process.pid}-${++workers}`;

// One player on one page or frame. `view` is what has locator(): a page, or a frame of it.
export class Player {
	constructor(page, view = page) {
		this.page = page;
		this.view = view;
	}

	button(name) {
		return this.view.getByRole('button', { name });
	}

	get question() {
		return this.view.getByLabel('Ask the question it answers');
	}

	get passage() {
		return this.view.getByRole('textbox', { name: /^Passage/ });
	}

	async ready() {
		await this.passage.waitFor();
		const start = this.button(/^Got it/);
		if (await start.isVisible()) await start.click();
		return this;
	}

	// Points on the first and the last character of a piece of the passage, in the page's coordinates. Not in their
	// very middle: there Chromium cannot decide between the two sides and selects nothing at all.
	async places(piece) {
		const inner = await this.passage.evaluate((root, text) => {
			const node = root.firstChild;
			const at = node.data.indexOf(text);
			if (at < 0) throw new Error(`"${text}" is not in the passage`);
			const letters = [...text];
			const box = (start, letter) => {
				const range = document.createRange();
				range.setStart(node, start);
				range.setEnd(node, start + letter.length);
				return range.getBoundingClientRect();
			};
			const first = () => box(at, letters[0]);
			const last = () => box(at + text.length - letters.at(-1).length, letters.at(-1));
			const cover = (r) => document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2)?.closest('.ask');
			if (first().top < 80 || last().bottom > innerHeight - 30 || cover(first()) || cover(last()))
				scrollBy(0, (first().top + last().bottom) / 2 - innerHeight / 2);
			const origin = root.getBoundingClientRect();
			const point = (r, part) => ({
				x: r.left + r.width * part - origin.left,
				y: r.top + r.height / 2 - origin.top,
			});
			return [point(first(), 0.3), point(last(), 0.7)];
		}, piece);
		const box = await this.passage.boundingBox();
		return inner.map(({ x, y }) => ({ x: box.x + x, y: box.y + y }));
	}

	async place(piece, which = 'first') {
		const [first, last] = await this.places(piece);
		return which === 'first' ? first : last;
	}

	async drag(piece) {
		const [from, to] = await this.places(piece);
		await this.page.mouse.move(from.x, from.y);
		await this.page.mouse.down();
		await this.page.mouse.move(to.x, to.y, { steps: 3 });
		await this.page.mouse.up();
	}

	async tap(piece, which) {
		const at = await this.place(piece, which);
		await this.page.touchscreen.tap(at.x, at.y);
	}

	// A finger on an element, moved to the text at `to` and held still before it is lifted (no fling).
	async dragTouch(selector, to) {
		const client = await this.page.context().newCDPSession(this.page);
		const box = await this.view.locator(selector).boundingBox();
		const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
		const touch = async (type, at) => {
			await client.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
			await this.page.waitForTimeout(30);
		};
		await touch('touchStart', from);
		for (const part of [0.2, 0.6, 0.9, 1, 1, 1, 1])
			await touch('touchMove', { x: from.x + (to.x - from.x) * part, y: from.y + (to.y + 22 - from.y) * part });
		await touch('touchEnd');
	}

	answer() {
		return this.view.locator('#answer q').textContent();
	}

	async ask(question, piece) {
		if (piece) await this.drag(piece);
		await this.question.fill(question);
		await this.button('Ask the AI').click();
	}

	result(title) {
		return this.view.getByRole('heading', { name: title });
	}

	async win(piece = '1932', question = `A question ${Math.random()}? [Today]`) {
		await this.ask(question, piece);
		await this.result('You beat the AI!').waitFor();
	}
}

export async function openDirect(context, stack, { worker = freshWorker(), project = 'demo' } = {}) {
	// one name is one person here, in whichever context
	await context.addInitScript(() => globalThis.localStorage?.setItem('beat:browser', 'the-browser-of-the-tests'));
	const page = await context.newPage();
	const ears = listen(page);
	await page.goto(`${stack.url}/hit/${project}?worker=${encodeURIComponent(worker)}`);
	const player = await new Player(page).ready();
	return { page, player, worker, ears };
}

// The attempts of a worker as stored, oldest first.
export function attemptsOf(stack, worker) {
	return stack.sql(`select a.id, a.question, a.answer_start, a.answer_end, a.answer_text, a.verdict
		from attempt a join assignment s on s.id = a.assignment_id join worker w on w.id = s.worker_id
		where split_part(w.platform_worker_id, '~', 1) = ${stack.lit(worker)} order by a.created_at`);
}

export function assertStored(row, piece) {
	const span = spanOf(PASSAGE.text, piece);
	assert.deepEqual({ start: row.answer_start, end: row.answer_end, text: row.answer_text }, span);
}

// Until every animation and transition that has an end has ended: half-way through, colours are neither here nor there.
// Looked at again and again: the promise of one that Chromium drops under way is never kept.
export function settled(view) {
	return view.evaluate(async () => {
		const ends = (a) => Number.isFinite(a.effect?.getComputedTiming().endTime);
		const running = () => document.getAnimations().filter((a) => ends(a) && a.playState === 'running');
		while (running().length) await new Promise((resolve) => setTimeout(resolve, 20));
	});
}

// axe-core on the page or frame as it is now: WCAG 2.2 A and AA, and its best practices. What is looked at in the dark is
// looked at in the light as well, and only colours differ.
export async function axe(view) {
	await settled(view);
	if (!(await view.evaluate(() => Boolean(globalThis.axe)))) await view.evaluate(AXE);
	const { violations } = await view.evaluate(() =>
		globalThis.axe.run(document, {
			runOnly: matchMedia('(prefers-color-scheme: dark)').matches
				? { type: 'rule', values: ['color-contrast'] }
				: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
			resultTypes: ['violations'],
		}),
	);
	return violations.map(
		(v) => `${v.id}: ${v.help}\n  ${v.nodes.map((n) => `${n.target.join(' ')} ${n.failureSummary}`).join('\n  ')}`,
	);
}
