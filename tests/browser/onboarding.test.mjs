// The onboarding in a real Chromium against the real server: learning by mouse, keyboard and touch, coming back after a
// reload, a crash or in another window, the screening and every outcome. axe-core on each state.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
	block,
	content,
	decide,
	doExercises,
	inviteTo,
	onboardingProject,
	reinstate,
	revoke,
	workerId,
} from '../lib/onboarding.mjs';
import { until } from '../lib/proc.mjs';
import { axe, DESKTOP, freshWorker, launch, listen, PHONE, Player, startGame } from './lib.mjs';

let stack;
let browser;
before(async () => {
	browser = await launch();
	stack = await startGame();
	const args = ['--questions', '2', '--reward', '200', '--assignments-per-passage', '100'];
	await onboardingProject(stack, 'study', [...args, '--onboarding-retries', '1']);
});
after(async () => {
	await browser?.close();
	await stack?.stop();
});

const GARDEN = content.exercises[2].question;

// Somebody who learns. Invited, because a name alone is not believed.
class Learner extends Player {
	title(name) {
		return this.view.getByRole('heading', { name });
	}

	async begin() {
		await this.button('Start with exercise 1').click();
		await this.title('Ask for a person').waitFor();
	}

	async check() {
		await this.button('Check').click();
	}

	async done() {
		await this.title(/^Well (done|found)$/).waitFor();
	}

	async next(title) {
		await this.button('Next exercise').click();
		await this.title(title).waitFor();
	}

	async write(question) {
		await this.question.fill(question);
		await this.check();
	}

	feedback() {
		return this.view.locator('.feedback').innerText();
	}

	async handIn() {
		await this.win('six hundred');
		await this.button('Finish').click();
		await this.button('Finish now').click();
		await this.title('Thank you!').waitFor();
	}
}

async function arrive(t, { worker = freshWorker(), context, options = { viewport: DESKTOP } } = {}) {
	const own = context ?? (await browser.newContext(options));
	if (!context) t.after(() => own.close());
	const page = await own.newPage();
	const ears = listen(page);
	const invite = await inviteTo(stack, 'study', worker);
	const address = `${stack.url}/hit/study?invite=${invite}`;
	await page.goto(address);
	return { page, worker, ears, invite, address, context: own, learner: new Learner(page) };
}

const sessionOf = async (invite) => (await stack.session(undefined, { project: 'study', params: { invite } })).body;

const exercise = async (invite, number, question) =>
	stack.post('/api/v1/exercises', { number, question }, { token: (await sessionOf(invite)).token });

// The exercises over the API, then the page.
async function atTheGame(t, options) {
	const tools = await arrive(t, options);
	await tools.learner.button('Start with exercise 1').waitFor();
	await doExercises(stack, await sessionOf(tools.invite));
	await tools.page.reload();
	await tools.learner.ready();
	return tools;
}

async function handedIn(t, options) {
	const tools = await atTheGame(t, options);
	await tools.learner.handIn();
	return tools;
}

// What is stored of a worker's exercises, in order.
const storedOf = async (worker) =>
	stack.sql(`select x.done, x.tries from exercise_answer x join assignment a on a.id = x.assignment_id
		where a.worker_id = ${await workerId(stack, worker)} order by x.number`);

const focusIs = (page, id) => page.waitForFunction((name) => document.activeElement.id === name, id);

describe('learning', () => {
	it('all of it with the mouse, from the first word to the first paid passage', async (t) => {
		const { learner, page, worker, ears } = await arrive(t);
		await learner.begin();
		assert.match(await page.locator('.steps').innerText(), /Step 1 of 6/);
		assert.equal(await learner.answer(), 'Josephine Tarn');

		await learner.check();
		assert.match(await page.locator('#question-error').innerText(), /Write a question/);
		await learner.write('she gave the tower nothing but a bell');
		assert.match(await learner.feedback(), /passage's own words[\s\S]*Hint: /);
		await focusIs(page, 'lesson-result');
		await learner.write('Was it Josephine Tarn?');
		await page.getByText('already says its answer').first().waitFor();
		await learner.write('Whose invention annoyed the people in charge?');
		await learner.done();
		assert.match(await page.locator('.steps').innerText(), /Step 1 of 6/);
		await learner.next('Ask for a reason');

		await learner.write('What made the descent so quick?');
		await learner.done();
		await learner.next('Find the answer');

		await page.getByText(GARDEN).waitFor();
		await learner.check();
		assert.match(await page.locator('#answer-error').innerText(), /Highlight the answer/);
		await learner.drag('late frost');
		await learner.check();
		assert.match(await learner.feedback(), /nothing in common/);
		await learner.drag('handed out scissors instead');
		await learner.check();
		await page.getByText(/1 of your 4 words belongs/).first().waitFor();
		assert.match(await learner.feedback(), /Word overlap\s+40\s%/);
		await learner.drag('scissors');
		await learner.check();
		await learner.done();
		await learner.next('Read two sentences together');

		await learner.drag('but the company went bankrupt');
		await learner.check();
		await learner.title('Well found').waitFor();
		assert.match(await page.locator('.result').innerText(), /shortest full answer is “the company went bankrupt”/);
		await learner.next('A question and its answer');

		await learner.drag('fifty-three');
		await learner.write('How many households lived there?');
		await learner.done();
		await learner.button('On to the real game').click();
		await learner.title('Onboarding, step 6: the real game').waitFor();
		await focusIs(page, 'step-six');

		await learner.ready();
		await learner.win('Leif Moen');
		await learner.button('Next question').click();
		await learner.win('barnacles');
		await learner.button('Hand in and finish').click();
		await learner.title('Thank you!').waitFor();
		await page.getByText('A researcher looks at your answers').waitFor();
		await learner.button('What happens next').click();
		await learner.title('Your answers are being looked at').waitFor();

		await decide(stack, worker, true, 'Very good.');
		await learner.button('Look again').click();
		await learner.title('You have passed!').waitFor();
		await learner.button('Start playing').click();
		await learner.passage.waitFor();
		assert.equal(await page.locator('#step-six').count(), 0);
		await page.reload();
		await learner.passage.waitFor(); // the news is told once
		const rows = await storedOf(worker);
		assert.ok(rows.every((r) => r.done));
		assert.deepEqual(
			rows.map((r) => r.tries),
			[3, 1, 3, 1, 1],
		);
		ears.quiet();
	});

	it('with the keyboard alone', async (t) => {
		const { learner, page, ears } = await arrive(t);
		const keys = async (...names) => {
			for (const name of names) await page.keyboard.press(name);
		};
		await learner.button('Start with exercise 1').waitFor();
		await learner.button('Start with exercise 1').focus();
		await keys('Enter');
		await focusIs(page, 'lesson-title');
		await keys('Tab', 'Tab'); // the passage, the question
		await focusIs(page, 'question');
		await page.keyboard.type('Who gave them no dial at all?');
		await keys('Control+Enter');
		await focusIs(page, 'lesson-result');
		await keys('Tab', 'Enter');
		await learner.title('Ask for a reason').waitFor();
		await keys('Tab', 'Tab');
		await page.keyboard.type('Why was going home quicker?');
		await keys('Control+Enter');
		await learner.done();
		await keys('Tab', 'Enter');
		await learner.title('Find the answer').waitFor();
		await keys('Tab');
		await focusIs(page, 'passage');
		const words = content.passages.garden.text.split(/\s+/);
		await keys(...Array.from({ length: words.indexOf('scissors') }, () => 'ArrowRight'), 'Enter', 'Enter');
		assert.equal(await learner.answer(), 'scissors');
		await focusIs(page, 'send');
		await keys('Enter');
		await learner.done();
		await focusIs(page, 'lesson-result');
		ears.quiet();
	});

	it('by touch on a phone, without sideways scrolling', async (t) => {
		const options = { viewport: PHONE, hasTouch: true, isMobile: true };
		const { learner, page, invite, ears } = await arrive(t, { options });
		const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
		await learner.button('Start with exercise 1').tap();
		assert.ok((await wide()) <= 0);
		await exercise(invite, 1, 'Who built what shows no time?');
		await exercise(invite, 2, 'Why was the way home shorter?');
		await page.reload();
		await learner.title('Find the answer').waitFor();
		await learner.tap('handed');
		await learner.tap('trowels');
		assert.equal(await learner.answer(), 'handed out scissors instead of trowels');
		await learner.button('Go on').tap();
		await learner.check();
		await page.locator('.feedback').waitFor();
		assert.ok((await wide()) <= 0);
		await learner.tap('scissors');
		await learner.check();
		await learner.done();
		assert.ok((await wide()) <= 0);
		ears.quiet();
	});

	it('goes on where it stopped: after a reload, on another day, on another machine', async (t) => {
		const { learner, page, address } = await arrive(t);
		await learner.begin();
		await learner.question.fill('Half a questi');
		await page.waitForTimeout(400); // the draft is saved a moment after the last letter
		await page.reload();
		await learner.title('Ask for a person').waitFor();
		assert.equal(await learner.question.inputValue(), 'Half a questi');
		await learner.write('Who made the clock that nobody can read?');
		await learner.done();
		await page.reload();
		await learner.title('Ask for a reason').waitFor();
		await learner.write('Why?');
		await page.locator('.feedback').waitFor();
		const elsewhere = await browser.newContext({ viewport: DESKTOP });
		t.after(() => elsewhere.close());
		const other = await elsewhere.newPage();
		await other.goto(address);
		const there = new Learner(other);
		await there.title('Ask for a reason').waitFor();
		assert.equal(await there.question.inputValue(), 'Why?');
	});

	it('survives a server killed while an exercise is under way', async (t) => {
		const { learner, page, worker } = await arrive(t);
		await learner.begin();
		await stack.killBeatd();
		await learner.write('Who made the clock that nobody can read?');
		await page.getByText('The server cannot be reached').first().waitFor();
		await stack.restartBeatd();
		await learner.button('Try now').click({ timeout: 2000 }).catch(() => {}); // it may have gone by itself
		await learner.done();
		assert.deepEqual(await storedOf(worker), [{ done: true, tries: 1 }]);
	});

	it('keeps two windows together', async (t) => {
		const { learner, worker, context } = await arrive(t);
		await learner.begin();
		const { learner: second } = await arrive(t, { worker, context });
		await second.begin();
		await learner.write('Who made the clock that nobody can read?');
		await learner.done();
		await second.title('Ask for a reason').waitFor();
		await second.view.getByText('in another window').waitFor();
		await second.write('Why was the way home shorter?');
		await second.done();
		await learner.button('Next exercise').click();
		await learner.title('Find the answer').waitFor();
	});

	it('once, however often the button is pressed', async (t) => {
		const { learner, page, worker } = await arrive(t);
		await learner.begin();
		await learner.question.fill('Who made the clock that nobody can read?');
		await page.evaluate(() => {
			for (let i = 0; i < 5; i++) document.getElementById('send').click();
		});
		await learner.done();
		assert.deepEqual(await storedOf(worker), [{ done: true, tries: 1 }]);
	});
});

describe('the outcome', () => {
	it('comes by itself to a page that waits', async (t) => {
		const { learner, page, worker } = await handedIn(t);
		await page.clock.install();
		await page.reload();
		await learner.title('Your answers are being looked at').waitFor();
		await decide(stack, worker, true, 'Good.');
		await page.clock.runFor(20000);
		await learner.title('You have passed!').waitFor();
		await focusIs(page, 'end');
	});

	it('tells why it was not passed, and gives the other try', async (t) => {
		const { learner, page, worker, ears } = await handedIn(t);
		await decide(stack, worker, false, 'Ask in your own words. <img src=x onerror="document.title=1">');
		await page.reload();
		await learner.title('First, a short onboarding').waitFor();
		await page.getByText('Ask in your own words. <img').waitFor();
		assert.equal(await page.title(), 'Beat the AI');
		await learner.begin();
		ears.quiet();
	});

	it('ends work in hand kindly: what was done is paid', async (t) => {
		const { learner, page, worker, ears } = await handedIn(t);
		await decide(stack, worker, true, 'Good.');
		await page.reload();
		await learner.button('Start playing').click();
		await learner.ready();
		await learner.win('Šiška');
		await learner.button('Next question').click();
		await revoke(stack, 'study', worker, 'Several answers were possible.');
		await learner.ask('One more? [Today]', '1932');
		await learner.title('This task ends here').waitFor();
		await page.getByText('What you have done on this task is still paid').first().waitFor();
		await page.getByText('Several answers were possible.').waitFor();
		await focusIs(page, 'end');
		await page.reload();
		await learner.button('Finish').click();
		await learner.title('Thank you!').waitFor();
		assert.equal(await learner.button('Next passage').count(), 0);
		await page.reload();
		await learner.title('This project is closed to you').waitFor();
		await reinstate(stack, 'study', worker, 'We were wrong.');
		await page.reload();
		// another passage, or none left: but let in again
		const closed = learner.title('This project is closed to you');
		await until(async () => !(await closed.isVisible()), { what: 'the door to open' });
		ears.quiet();
	});
});

// One walk through every state; each is looked at on two of the four screens.
const SCREENS = [
	[{ viewport: DESKTOP, colorScheme: 'light' }, { viewport: PHONE, colorScheme: 'dark' }],
	[{ viewport: DESKTOP, colorScheme: 'dark' }, { viewport: PHONE, colorScheme: 'light' }],
];

async function inspect(page, round, name) {
	for (const { viewport, colorScheme } of SCREENS[round % 2]) {
		await page.setViewportSize(viewport);
		await page.emulateMedia({ colorScheme });
		await page.waitForFunction((theme) => document.documentElement.dataset.theme === theme, colorScheme);
		assert.deepEqual(await axe(page), [], `${name}: ${viewport.width} ${colorScheme}`);
	}
	await page.setViewportSize(DESKTOP);
}

const WALK = {
	introduction: ({ learner }) => learner.button('Start with exercise 1').waitFor(),
	'a question to write': ({ learner }) => learner.begin(),
	'a question refused': async ({ learner, page }) => {
		await learner.write('Who?');
		await page.locator('.feedback').waitFor();
	},
	'a question taken': async ({ learner }) => {
		await learner.write('Who made the clock that nobody can read?');
		await learner.done();
	},
	'an answer nearly found': async ({ learner, page, invite }) => {
		await exercise(invite, 2, 'Why was the way home shorter?');
		await page.reload();
		await learner.title('Find the answer').waitFor();
		await learner.drag('handed out scissors instead');
		await learner.check();
		await page.locator('.feedback').waitFor();
	},
	'the real game': async ({ learner, page, invite }) => {
		await doExercises(stack, await sessionOf(invite), 3);
		await page.reload();
		await learner.ready();
	},
	'handed in': ({ learner }) => learner.handIn(),
	screening: async ({ learner, page }) => {
		await page.reload();
		await learner.title('Your answers are being looked at').waitFor();
	},
	'another try': async ({ worker, page }) => {
		await decide(stack, worker, false, 'Not yet.');
		await page.reload();
		await page.getByText('Your last try').waitFor();
	},
	'passed, at the second try': async ({ worker, learner, page, invite }) => {
		await doExercises(stack, await sessionOf(invite));
		await page.reload();
		await learner.ready();
		await learner.handIn();
		await decide(stack, worker, true, 'Good.');
		await page.reload();
		await learner.title('You have passed!').waitFor();
	},
	ended: async ({ worker, learner, page }) => {
		await revoke(stack, 'study', worker, 'Poor work.');
		await page.reload();
		await learner.title('This task ends here').waitFor();
	},
	revoked: async ({ learner, page }) => {
		await learner.button('Finish').click();
		await learner.title('Thank you!').waitFor();
		await page.reload();
		await learner.title('This project is closed to you').waitFor();
	},
	blocked: async ({ worker, learner, page }) => {
		await block(stack, worker, 'Automated.');
		await page.reload();
		await learner.title('You cannot take part').waitFor();
	},
};

describe('axe finds nothing', () => {
	it('in any state of the onboarding', async (t) => {
		const tools = await arrive(t, { options: { viewport: DESKTOP, reducedMotion: 'reduce' } });
		let round = 0;
		for (const [name, step] of Object.entries(WALK)) {
			await step(tools);
			await inspect(tools.page, round++, name);
		}
		tools.ears.quiet();
	});
});
