// Validating in a real Chromium against the real server: by mouse, keyboard and touch, in MTurk's frame and from Prolific,
// coming back, bad weather, questions closed meanwhile, exercises first, hostile text; axe-core on each state.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { BASICS, content, inviteTo, revoke, workerId } from '../lib/onboarding.mjs';
import { until } from '../lib/proc.mjs';
import { spanOf, startStack } from '../lib/stack.mjs';
import { author, endLease, validate } from '../lib/validation.mjs';
import { axe, DESKTOP, freshWorker, launch, launchStrict, listen, PASSAGE, PHONE, Player } from './lib.mjs';
import { FakeTurk, RESOLVE } from './turk.mjs';

const PAIRS = [
	['Who ran it?', 'Zoë Kranjčar'],
	['Where did it go?', 'Šiška'],
	['Who helped?', '👩‍👩‍👧 Novak family'],
];
const ANSWERS = Object.fromEntries(PAIRS);

const HOSTILE = {
	title: '<img src=x onerror="document.title=1"> مقهى',
	text:
		'افتتح المقهى عام 1932 بجانب النهر، وكانت صاحبته ليلى حداد. <script>document.title=2</script> ' +
		'\u202eevil\u202c 𝒜𝓁𝓅𝒽𝒶 🏳️‍🌈 &amp; ' +
		'x'.repeat(400),
};

let stack;
let browser;
let turk;
let strict; // a profile with third-party cookies and storage blocked
before(async () => {
	turk = await new FakeTurk().start();
	strict = await launchStrict(RESOLVE);
	browser = await launch();
	stack = await startStack({
		passages: false,
		project: false,
		beatd: { env: { BEAT_FRAME_ANCESTORS: turk.origin, BEAT_MTURK_SUBMIT_HOSTS: turk.origin } },
	});
	await stack.importPassages([PASSAGE], { split: 'dev' });
	await stack.importPassages([HOSTILE], { collection: 'hostile', split: 'test' });
	await stack.ctl('onboarding', 'import', BASICS);
	await project('demo');
	await author(stack, PAIRS, { worker: 'second-author' });
});
after(async () => {
	await strict?.close();
	await browser?.close();
	await stack?.stop();
	await turk?.stop();
});

// A project whose questions many people can answer.
async function project(name, args = [], pairs = PAIRS, collection = 'sample') {
	const own = ['--open', '--collection', collection, '--questions', '3', '--assignments-per-passage', '100', '--repeats', 'allow'];
	await stack.createProject(name, [...own, '--validation-votes', '20', '--validation-reward', '60', ...args]);
	await author(stack, pairs, { project: name, worker: `author-${name}` });
}

class Validator extends Player {
	get title() {
		return this.view.locator('#ask-title');
	}

	// The question in focus.
	asked() {
		return this.title.evaluate((node) => node.lastChild.textContent);
	}

	heading(name) {
		return this.view.getByRole('heading', { name });
	}

	get handInButton() {
		return this.view.locator('#hand-in');
	}

	saved() {
		return this.view.locator('.saved-ok').waitFor();
	}

	async next() {
		await this.view.locator('#next').click();
	}

	async answerThis() {
		await this.drag(ANSWERS[await this.asked()]);
		await this.saved();
	}

	// From wherever it stands to the last open question.
	async answerAll() {
		for (;;) {
			await this.answerThis();
			if (await this.handInButton.isVisible()) return;
			await this.next();
		}
	}

	async handIn() {
		await this.handInButton.click();
	}
}

const address = (params, name = 'demo') => `${stack.url}/hit/${name}?${new URLSearchParams({ task: 'validate', ...params })}`;

async function arrive(t, { worker = freshWorker(), name = 'demo', params, context, options = { viewport: DESKTOP } } = {}) {
	const own = context ?? (await browser.newContext(options));
	if (!context) t.after(() => own.close());
	const page = await own.newPage();
	const ears = listen(page);
	await page.goto(address(params ?? { worker }, name));
	return { page, ears, worker, context: own, validator: new Validator(page) };
}

async function ready(t, options) {
	const tools = await arrive(t, options);
	await tools.validator.ready();
	return tools;
}

// The votes of a worker as stored: {question: answer or reason}.
async function stored(worker, name = 'demo') {
	const rows = await stack.sql(`select t.question, v.answer_start, v.answer_end, v.answer_text, v.reason, v.comment, v.cast_at is not null as counts
		from vote v join validation i on i.id = v.validation_id join attempt t on t.id = i.attempt_id
		join project p on p.id = v.project_id
		where p.name = '${name}' and v.worker_id = ${await workerId(stack, worker)}`);
	return Object.fromEntries(rows.map((r) => [r.question, r]));
}

const focusIs = (page, id) => page.waitForFunction((name) => document.activeElement.id === name, id);
const wide = (page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

describe('with the mouse', () => {
	it('answers one question after the other, changes its mind, and hands in', async (t) => {
		const { validator, page, worker, ears } = await ready(t);
		assert.match(await page.locator('.pips').innerText(), /0 of 3 answered/);
		assert.match(await page.locator('.ask .card-title').innerText(), /question 1 of 3/i);
		await validator.next();
		assert.match(await page.locator('#answer-error').innerText(), /Highlight the answer/);
		await focusIs(page, 'passage');

		await validator.drag('1932');
		await validator.saved();
		assert.equal(await validator.answer(), '1932');
		await validator.answerThis();
		const first = await validator.asked();
		await until(async () => (await stored(worker))[first]?.answer_text === ANSWERS[first], { what: 'the change' });
		await validator.next();
		await focusIs(page, 'ask-title');
		assert.match(await page.locator('.pips').innerText(), /1 of 3 answered/);

		const second = await validator.asked();
		await page.getByLabel('This question has no answer').check();
		await focusIs(page, 'reasons');
		await validator.next();
		assert.match(await page.locator('#reason-error').innerText(), /why/);
		await page.getByLabel('Something else').check();
		await validator.next();
		await focusIs(page, 'comment');
		await page.getByLabel('What is the matter').fill('Two of them 🙂');
		await validator.saved();
		await validator.button('Hand in').click({ force: true }); // too early: leads to what is open
		await focusIs(page, 'ask-title');
		const third = await validator.asked();
		assert.notEqual(third, second);
		await validator.answerThis();
		await page.getByRole('button', { name: new RegExp(second.replace('?', '\\?')) }).click();
		await page.getByLabel('What is the matter').waitFor();
		await page.getByRole('button', { name: new RegExp(third.replace('?', '\\?')) }).click();
		await validator.handIn();
		await validator.heading('Thank you!').waitFor();
		await page.getByText('Your 3 answers are handed in.').waitFor();

		const rows = await stored(worker);
		assert.ok(Object.values(rows).every((r) => r.counts));
		assert.deepEqual([rows[second].reason, rows[second].comment], ['other', 'Two of them 🙂']);
		for (const question of [first, third]) {
			const { answer_start: start, answer_end: end, answer_text: text } = rows[question];
			assert.deepEqual({ start, end, text }, spanOf(PASSAGE.text, ANSWERS[question]));
		}
		await validator.button('More questions').click();
		await validator.title.waitFor();
		assert.match(await page.locator('.pips').innerText(), /0 of 3 answered/);
		ears.quiet();
	});

	it('never gets the original answers', async (t) => {
		const { page, validator } = await arrive(t);
		const bodies = [];
		page.on('response', async (r) => r.url().includes('/api/') && bodies.push(await r.text().catch(() => '')));
		await page.reload();
		await validator.ready();
		await validator.drag('1932');
		await validator.saved();
		const whole = bodies.filter((text) => text !== ''); // what the reload cut off has no body
		assert.ok(whole.length >= 2, 'the session and the vote');
		const told = whole.map((text) => JSON.parse(text)).map(({ passage, ...rest }) => JSON.stringify(rest)).join();
		for (const answer of Object.values(ANSWERS)) assert.ok(!told.includes(answer));
		assert.doesNotMatch(told, /exact|shared|"f1"|matches/);
	});
});

describe('with the keyboard alone', () => {
	it('reads, marks, says that there is no answer, hands in', async (t) => {
		const { validator, page, worker, ears } = await ready(t);
		const keys = async (...names) => {
			for (const name of names) await page.keyboard.press(name);
		};
		await page.locator('body').focus();
		await focusIs(page, 'passage'); // "Got it" leads there
		await keys('ArrowRight', 'ArrowRight', 'Shift+ArrowRight', 'Alt+ArrowLeft', 'Alt+ArrowRight');
		await validator.saved();
		const marked = await validator.answer();
		await keys('Enter'); // on a marked word: onwards
		await focusIs(page, 'ask-title');
		assert.match(await page.locator('.ask .card-title').innerText(), /question 2/i);
		await keys('Alt+KeyN');
		await focusIs(page, 'reasons');
		await keys('Tab', 'Space', 'ArrowDown');
		await validator.saved();
		await keys('Alt+ArrowUp');
		assert.match(await page.locator('.ask .card-title').innerText(), /question 1/i);
		assert.equal(await validator.answer(), marked);
		await keys('Alt+ArrowDown', 'Control+Enter');
		assert.match(await page.locator('.ask .card-title').innerText(), /question 3/i);
		await keys('Control+Enter');
		await focusIs(page, 'passage'); // nothing marked yet
		await keys('Enter', 'Enter');
		await focusIs(page, 'hand-in');
		await keys('Control+/');
		await page.getByRole('dialog').waitFor();
		await keys('Escape');
		await focusIs(page, 'hand-in');
		await keys('Enter');
		await validator.heading('Thank you!').waitFor();
		await focusIs(page, 'end');
		const rows = Object.values(await stored(worker));
		assert.equal(rows.filter((r) => r.reason === 'several_answers').length, 1);
		assert.ok(rows.some((r) => r.answer_text === marked));
		ears.quiet();
	});

	it('is told what happens without the focus moving', async (t) => {
		const { page } = await ready(t);
		const live = (words) => page.locator('[aria-live=assertive]').filter({ hasText: words }).waitFor({ state: 'attached' });
		await page.locator('#passage').focus();
		await page.keyboard.press('ArrowRight');
		await page.keyboard.press('Enter');
		await live(/^\s*Answer marked: .+ Press Enter again/);
		await page.keyboard.press('Escape');
		await live(/cleared/);
		assert.match(await page.locator('#ask-title').evaluate((n) => n.textContent.trim()), /^Question 1 of 3: /);
	});
});

describe('on a phone', () => {
	it('by touch, with the question in sight, and without sideways scrolling', async (t) => {
		const options = { viewport: PHONE, hasTouch: true, isMobile: true };
		const { validator, page, worker, ears } = await ready(t, { options });
		for (let i = 0; i < 3; i++) {
			const words = ANSWERS[await validator.asked()].split(' ');
			await validator.tap(words[0]);
			if (words.length > 1) await validator.tap(words.at(-1));
			await validator.saved();
			assert.ok((await wide(page)) <= 0);
			const box = await validator.title.boundingBox();
			const bar = await page.locator('.progress').boundingBox();
			assert.ok(box.y >= bar.y + bar.height - 1 && box.y + box.height <= PHONE.height, 'the question is in sight');
			if (i < 2) {
				await page.locator('.to-question').tap();
				await focusIs(page, 'ask-title');
				const passage = await validator.passage.boundingBox();
				assert.ok(passage.y < PHONE.height / 2 && passage.y > 0, 'so is the passage');
			}
		}
		await validator.handInButton.tap();
		await validator.heading('Thank you!').waitFor();
		const rows = await stored(worker);
		for (const [question, answer] of PAIRS) assert.equal(rows[question].answer_text, answer);
		ears.quiet();
	});
});

describe('coming back', () => {
	it('after a reload and in another window: every answer is there', async (t) => {
		const { validator, page, worker, context } = await ready(t);
		await validator.answerThis();
		const first = await validator.asked();
		await page.reload();
		await validator.title.waitFor();
		assert.notEqual(await validator.asked(), first, 'at the first that is open');
		assert.match(await page.locator('.pips').innerText(), /1 of 3 answered/);
		const { validator: there } = await ready(t, { worker, context });
		assert.match(await there.page.locator('.pips').innerText(), /1 of 3 answered/);
		await there.answerAll();
		await there.handIn();
		await there.heading('Thank you!').waitFor();
		await validator.drag('1932');
		await page.getByText('handed in already').first().waitFor();
	});

	it('with two windows side by side', async (t) => {
		const { validator, worker, context } = await ready(t);
		const { validator: second } = await ready(t, { worker, context });
		await validator.answerThis();
		await second.view.getByText('1 of 3 answered').waitFor();
		assert.equal(await second.answer(), ANSWERS[await second.asked()]);
	});

	it('when the time was up: renewed by itself, nothing lost', async (t) => {
		const { validator, worker } = await ready(t);
		await validator.answerThis();
		await endLease(stack, (await validate(stack, worker)).body);
		await validator.next();
		await validator.answerThis();
		assert.equal(Object.keys(await stored(worker)).length, 2);
	});
});

describe('bad weather', () => {
	it('keeps what was marked offline, over a reload too, and saves it when the network is back', async (t) => {
		const { validator, page, worker, context, ears } = await ready(t);
		const first = await validator.asked();
		await context.setOffline(true);
		await validator.drag(ANSWERS[first]);
		await page.getByText('You are offline. Your answers are kept').waitFor();
		await page.getByText('Kept here until you are online').waitFor();
		await validator.next(); // the work goes on
		assert.notEqual(await validator.asked(), first);
		await validator.drag('1950');
		await context.setOffline(false);
		await validator.saved();
		await until(async () => Object.keys(await stored(worker)).length === 2, { what: 'both answers' });
		assert.equal((await stored(worker))[first].answer_text, ANSWERS[first]);

		await context.route('**/api/v1/votes', (route) => route.abort());
		await validator.next();
		const third = await validator.asked();
		await validator.drag(ANSWERS[third]);
		await page.getByText('The server cannot be reached').first().waitFor();
		await page.reload();
		await context.unroute('**/api/v1/votes');
		await until(async () => (await stored(worker))[third]?.answer_text === ANSWERS[third], { what: 'what was kept' });
		ears.quiet();
	});

	it('hands in as soon as the server is back', async (t) => {
		const { validator, page, context, worker } = await ready(t);
		await validator.answerThis();
		await validator.next();
		await validator.answerThis();
		await validator.next();
		await context.route('**/api/v1/{votes,submit}', (route) => route.abort());
		await validator.drag('1932');
		await validator.handIn();
		await page.getByText('handed in as soon as it is back').waitFor();
		await context.unroute('**/api/v1/{votes,submit}');
		await validator.heading('Thank you!').waitFor({ timeout: 60000 });
		assert.equal(Object.values(await stored(worker)).filter((r) => r.counts).length, 3);
	});

	it('survives a server killed between two answers', async (t) => {
		const { validator, page, worker } = await ready(t);
		await validator.answerThis();
		await stack.killBeatd();
		await validator.next();
		await validator.drag('1932');
		await page.getByText('The server cannot be reached').first().waitFor();
		await stack.restartBeatd();
		await validator.button('Try now').click({ timeout: 2000 }).catch(() => {}); // it may have gone by itself
		await validator.saved();
		assert.equal(Object.keys(await stored(worker)).length, 2);
	});
});

describe('the end', () => {
	it('says kindly that questions are no longer needed', async (t) => {
		await project('closing');
		const { validator, page, ears } = await ready(t, { name: 'closing' });
		await validator.answerThis();
		await validator.next();
		await revoke(stack, 'closing', 'author-closing', 'Copied.');
		await validator.drag('1932');
		await page.getByText('This question is no longer needed').waitFor();
		await page.getByText('Nothing left to answer').waitFor();
		assert.deepEqual(await axe(page), []);
		await validator.handIn();
		await validator.heading('Thank you!').waitFor();
		await validator.button('More questions').click();
		await validator.heading('No questions left for you').waitFor();
		ears.quiet();
	});

	it('of a qualification: what was answered is paid', async (t) => {
		await project('ending');
		const { validator, page, worker, ears } = await ready(t, { name: 'ending' });
		await validator.answerThis();
		await revoke(stack, 'ending', worker, 'Careless.');
		await validator.next();
		await validator.drag('1932');
		await validator.heading('This task ends here').waitFor();
		await page.getByText('$0.60').waitFor();
		await page.getByText('Careless.').waitFor();
		await focusIs(page, 'end');
		assert.deepEqual(await axe(page), []);
		await validator.button('Finish').click();
		await validator.heading('Thank you!').waitFor();
		await page.reload();
		await validator.heading('This project is closed to you').waitFor();
		ears.quiet();
	});

	it('where nothing is asked, paused, closed or unknown', async (t) => {
		await project('quiet', ['--validation-votes', '0']);
		const { page, validator } = await arrive(t, { name: 'quiet' });
		await validator.heading('Nothing to answer').waitFor();
		await project('resting');
		await stack.ctl('project', 'pause', 'resting');
		await page.goto(address({ worker: freshWorker() }, 'resting'));
		await validator.heading('Taking a break').waitFor();
		await page.goto(address({}));
		await page.getByText('Answer questions of other people').waitFor();
		const worker = freshWorker();
		await page.getByLabel('Your name or worker id').fill(worker);
		await validator.button('Start').click();
		await validator.title.waitFor();
		assert.match(page.url(), /task=validate/);
	});
});

describe('from a platform', () => {
	it('in MTurk’s frame without cookies: preview, then to the end, and the form arrives', async () => {
		const worker = freshWorker();
		const page = await strict.newPage();
		const ears = listen(page);
		const open = async (params) => {
			await page.goto(turk.frameUrl(address({ hitId: 'H', turkSubmitTo: turk.origin, ...params })));
			return (await page.waitForSelector('iframe')).contentFrame();
		};
		let frame = await open({ assignmentId: 'ASSIGNMENT_ID_NOT_AVAILABLE' });
		await frame.getByText('Accept the HIT to start').first().waitFor();
		await frame.getByText('Some questions about this passage stand here').waitFor();
		assert.deepEqual(await axe(frame), []);
		frame = await open({ assignmentId: `A-${worker}`, workerId: worker });
		const validator = new Validator(page, frame);
		await validator.ready();
		await validator.answerAll();
		await validator.handIn();
		await frame.getByRole('heading', { name: 'Your HIT has been submitted' }).waitFor();
		assert.deepEqual(turk.posts.splice(0), [
			{ type: 'application/x-www-form-urlencoded', fields: { assignmentId: `A-${worker}`, answered: '3' } },
		]);
		frame = await open({ assignmentId: `A-${worker}`, workerId: worker });
		await frame.getByText('3 answers.').waitFor();
		ears.quiet();
		await page.close();
	});

	it('from Prolific, back to it with the code of validating', async (t) => {
		await project('study', ['--validation-completion-code', 'VAL1D', '--completion-code', 'WR1TE']);
		const context = await browser.newContext({ viewport: DESKTOP });
		t.after(() => context.close());
		await context.route('https://app.prolific.com/**', (route) => route.fulfill({ body: 'back' }));
		const params = { PROLIFIC_PID: freshWorker(), STUDY_ID: 's', SESSION_ID: `S-${freshWorker()}` };
		const { validator, page } = await ready(t, { context, name: 'study', params });
		await validator.answerAll();
		await validator.handIn();
		await page.waitForURL('https://app.prolific.com/submissions/complete?cc=VAL1D');
	});
});

describe('exercises first', () => {
	it('for newcomers, then the questions of the same HIT', async (t) => {
		await project('learning', ['--validation-onboarding', 'basics']);
		await stack.ctl('project', 'set', 'learning', '--no-open');
		const worker = freshWorker();
		const params = { invite: await inviteTo(stack, 'learning', worker) };
		const { validator, page, ears } = await arrive(t, { name: 'learning', params });
		await page.getByText('Here you answer questions that other people have written').waitFor();
		assert.deepEqual(await axe(page), []);
		await validator.button('Start with exercise 1').click();
		for (const { title, answer } of content.exercises.filter((e) => e.kind === 'highlight')) {
			await validator.heading(title).waitFor();
			await validator.drag(answer.text);
			await validator.button('Check').click();
			await validator.heading(/^Well (done|found)$/).waitFor();
			await validator.button(/^(Next exercise|On to the questions)$/).click();
		}
		await focusIs(page, 'ask-title');
		await validator.ready();
		await validator.answerAll();
		await validator.handIn();
		await validator.heading('Thank you!').waitFor();
		assert.equal(Object.keys(await stored(worker, 'learning')).length, 3);
		ears.quiet();
	});
});

describe('hostile text', () => {
	it('is text: markup, right to left, letters beyond the plane', async (t) => {
		const question = `<b onclick="x">من</b> \u202eكانت صاحبته؟ ${'ط'.repeat(300)}`;
		await project('hostile', [], [[question, 'ليلى حداد'], ['𝒜𝓁𝓅𝒽𝒶?', '𝒜𝓁𝓅𝒽𝒶 🏳️‍🌈']], 'hostile');
		for (const viewport of [DESKTOP, PHONE]) {
			const { validator, page, worker, ears } = await ready(t, { name: 'hostile', options: { viewport } });
			assert.equal(await page.title(), 'Beat the AI');
			assert.equal(await page.locator('main img, main script, main b').count(), 0);
			assert.ok((await wide(page)) <= 0);
			for (let i = 0; i < 2; i++) {
				const piece = (await validator.asked()).startsWith('𝒜') ? '𝒜𝓁𝓅𝒽𝒶' : 'ليلى حداد';
				await validator.drag(piece);
				await validator.saved();
				assert.equal(await validator.answer(), piece);
				if (i === 0) await validator.next();
			}
			assert.deepEqual(await axe(page), []);
			const rows = await stored(worker, 'hostile');
			assert.equal(rows[question].answer_text, 'ليلى حداد');
			assert.deepEqual(rows['𝒜𝓁𝓅𝒽𝒶?'].answer_start, spanOf(HOSTILE.text, '𝒜𝓁𝓅𝒽𝒶').start);
			ears.quiet();
		}
	});
});

// One walk through every state; each is looked at on two of the four screens.
const SCREENS = [
	[{ viewport: DESKTOP, colorScheme: 'light' }, { viewport: PHONE, colorScheme: 'dark' }],
	[{ viewport: DESKTOP, colorScheme: 'dark' }, { viewport: PHONE, colorScheme: 'light' }],
];
const WALK = {
	instructions: ({ validator }) => validator.title.waitFor(),
	empty: ({ validator }) => validator.ready(),
	'an error': async ({ validator, page }) => {
		await validator.next();
		await page.locator('#answer-error').waitFor();
	},
	'the keyboard in the passage': async ({ page }) => {
		await page.locator('#passage').focus();
		for (const key of ['ArrowRight', 'Shift+ArrowRight']) await page.keyboard.press(key);
	},
	saved: ({ validator }) => validator.saved(),
	'no answer': async ({ validator, page }) => {
		await validator.next();
		await page.getByLabel('This question has no answer').check();
		await page.getByLabel('Something else').check();
		await validator.next();
		await page.locator('#reason-error').waitFor();
	},
	'the keys': async ({ validator, page }) => {
		await validator.button('Keyboard shortcuts').click();
		await page.getByRole('dialog').waitFor();
	},
	'waiting for the network': async ({ page, context }) => {
		await page.keyboard.press('Escape');
		await context.route('**/api/v1/votes', (route) => route.abort());
		await page.getByLabel('The passage does not say').check();
		await page.locator('.saved-away').waitFor();
	},
	'all answered': async ({ validator, context }) => {
		await context.unroute('**/api/v1/votes');
		await validator.button('Try now').click({ timeout: 2000 }).catch(() => {});
		await validator.saved();
		await validator.next();
		await validator.answerThis();
	},
	'handed in': async ({ validator }) => {
		await validator.handIn();
		await validator.heading('Thank you!').waitFor();
	},
};

describe('axe finds nothing', () => {
	it('in any state', async (t) => {
		const tools = await arrive(t, { options: { viewport: DESKTOP, reducedMotion: 'reduce' } });
		let round = 0;
		for (const [name, step] of Object.entries(WALK)) {
			await step(tools);
			for (const { viewport, colorScheme } of SCREENS[round++ % 2]) {
				await tools.page.setViewportSize(viewport);
				await tools.page.emulateMedia({ colorScheme });
				await tools.page.waitForFunction((theme) => document.documentElement.dataset.theme === theme, colorScheme);
				assert.deepEqual(await axe(tools.page), [], `${name}: ${viewport.width} ${colorScheme}`);
				assert.ok((await wide(tools.page)) <= 0, `${name}: wider than the screen`);
			}
			await tools.page.setViewportSize(DESKTOP);
		}
		tools.ears.quiet();
	});

	it('with forced colours, and the states differ by more than colour', async (t) => {
		const { page, validator } = await ready(t, { options: { viewport: DESKTOP, forcedColors: 'active' } });
		await validator.answerThis();
		assert.deepEqual(await axe(page), []);
		assert.equal(await page.locator('.pip-answered svg').count(), 1);
		assert.match(await page.locator('.line').first().innerText(), /Answered/);
		assert.equal(await page.locator('.line[aria-current=true]').count(), 1);
	});
});
