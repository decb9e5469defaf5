// Where the page is opened from: a frame of Mechanical Turk on another site, Prolific, a name, an invitation, nowhere.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { doExercises, onboardingProject } from '../lib/onboarding.mjs';
import {
	attemptsOf,
	assertStored,
	axe,
	DESKTOP,
	freshWorker,
	launch,
	launchStrict,
	listen,
	Player,
	startGame,
} from './lib.mjs';
import { FakeTurk, RESOLVE } from './turk.mjs';

let turk;
let stack;
let strict; // a profile with third-party cookies and storage blocked
let browser;
before(async () => {
	turk = await new FakeTurk().start();
	strict = await launchStrict(RESOLVE);
	browser = await launch();
	stack = await startGame({
		project: { args: ['--questions', '2', '--completion-code', 'C0DE7'] },
		beatd: { env: { BEAT_FRAME_ANCESTORS: turk.origin, BEAT_MTURK_SUBMIT_HOSTS: turk.origin } },
	});
});
after(async () => {
	await strict?.close();
	await browser?.close();
	await stack?.stop();
	await turk?.stop();
});

const hit = (params, project = 'demo') => `${stack.url}/hit/${project}?${new URLSearchParams(params)}`;
const assigned = (worker, assignmentId = `A-${worker}`) => ({
	assignmentId,
	hitId: 'H1',
	workerId: worker,
	turkSubmitTo: turk.origin,
});

async function inFrame(url) {
	const page = await strict.newPage();
	const ears = listen(page);
	await page.goto(turk.frameUrl(url));
	const frame = await (await page.waitForSelector('iframe')).contentFrame();
	return { page, frame, ears, player: new Player(page, frame) };
}

async function plainProject() {
	const known = await stack.value("select count(*) from project where name = 'plain'");
	if (known === 0) await stack.ctl('project', 'create', 'plain', '--adversary', 'none', '--open', '--collection', 'sample', '--questions', '2', '--assignments-per-passage', '9', '--completion-code', 'PLA1N', '--platform', 'mturk', '--platform', 'prolific');
}
async function keep(player, question, answer) {
	await player.drag(answer);
	await player.question.fill(question);
	await player.button('Keep this question').click();
}

describe('in a frame of another site with third-party cookies blocked', () => {
	it('plays a HIT to the end, and the form reaches MTurk', async () => {
		const worker = freshWorker();
		const { page, frame, ears, player } = await inFrame(hit(assigned(worker)));
		await player.ready();
		await frame.evaluate(() => {
			document.cookie = 'probe=1';
		});
		assert.equal(await frame.evaluate(() => document.cookie), '', 'the profile does not block third-party cookies');
		assert.equal(await frame.evaluate(() => isSecureContext), false);

		await player.ask('Who ran it? [Zoë Kranjčar]', 'Zoë Kranjčar');
		await player.result('The AI got it').waitFor();
		await player.button('New question').click();
		await player.win('Šiška');
		await player.button('Next question').click();
		await player.win('👩‍👩‍👧');
		await player.button('Hand in and finish').click();
		await frame.getByRole('heading', { name: 'Your HIT has been submitted' }).waitFor();

		assert.equal(turk.posts.length, 1);
		const [{ type, fields }] = turk.posts.splice(0);
		assert.match(type, /^application\/x-www-form-urlencoded/);
		assert.deepEqual(fields, { assignmentId: `A-${worker}`, won: '2' });
		assert.equal(new URL(page.url()).origin, turk.origin, 'only the frame moves');
		const rows = await attemptsOf(stack, worker);
		assert.deepEqual(
			rows.map((r) => r.verdict),
			['model', 'human', 'human'],
		);
		assertStored(rows[2], '👩‍👩‍👧');
		ears.quiet();
		await page.close();
	});

	it('asks without an adversary to the end, and the form reaches MTurk', async () => {
		await plainProject();
		const worker = freshWorker();
		const { page, frame, ears, player } = await inFrame(hit(assigned(worker), 'plain'));
		await player.ready();
		await keep(player, 'Who ran it?', 'Zoë Kranjčar');
		await frame.locator('.pips-text', { hasText: '1 of 2 asked' }).waitFor();
		await keep(player, 'What came to it as well?', '👩‍👩‍👧');
		await player.button('Hand in').click();
		await frame.getByRole('heading', { name: 'Your HIT has been submitted' }).waitFor();
		assert.deepEqual(turk.posts.splice(0).map((p) => p.fields), [{ assignmentId: `A-${worker}`, won: '2' }]);
		const rows = await attemptsOf(stack, worker);
		assert.deepEqual(rows.map((r) => r.verdict), ['plain', 'plain']);
		assertStored(rows[1], '👩‍👩‍👧');
		ears.quiet();
		await page.close();
	});

	it('learns in the frame, goes on after it is loaded again, and submits the onboarding like any HIT', async () => {
		await onboardingProject(stack, 'study', ['--questions', '2', '--reward', '150']);
		const worker = freshWorker();
		const { page, frame, ears, player } = await inFrame(hit(assigned(worker), 'study'));
		await player.button('Start with exercise 1').click();
		await player.question.fill('Who made a clock that nobody can read?');
		await player.button('Check').click();
		await player.result('Well done').waitFor();
		await frame.evaluate(() => location.reload());
		await player.result('Ask for a reason').waitFor();
		const session = await stack.session(undefined, { project: 'study', platform: 'mturk', params: assigned(worker) });
		await doExercises(stack, session.body, 2);
		await frame.evaluate(() => location.reload());
		await player.result('Onboarding, step 6: the real game').waitFor();
		await player.ready();
		await player.win('Leif Moen');
		await player.button('Next question').click();
		await player.win('barnacles');
		await player.button('Hand in and finish').click();
		await frame.getByRole('heading', { name: 'Your HIT has been submitted' }).waitFor();
		assert.deepEqual(turk.posts.splice(0)[0].fields, { assignmentId: `A-${worker}`, won: '2' });
		const [paid] = await stack.sql(`select a.reward_cents, s.state from assignment a
			join screening s on s.assignment_id = a.id where a.platform_ref = ${stack.lit(`A-${worker}`)}`);
		assert.deepEqual(paid, { reward_cents: 150, state: 'waiting' });
		ears.quiet();
		await page.close();
	});

	it('keeps the draft and the attempts when the frame is loaded again', async () => {
		const worker = freshWorker();
		const { page, frame, player } = await inFrame(hit(assigned(worker)));
		await player.ready();
		await player.win('1932');
		await player.button('Next question').click();
		await player.drag('1950');
		await player.question.fill('Half a quest');
		await page.waitForTimeout(400);
		await frame.evaluate(() => location.reload());
		await player.passage.waitFor();
		await frame.waitForFunction(() => document.querySelector('#question').value === 'Half a quest');
		assert.equal(await player.answer(), '1950');
		assert.match(await frame.locator('.pips').innerText(), /1 of 2 won/);
		await page.close();
	});

	it('offers the form again if the page was lost after the hand-in', async () => {
		const worker = freshWorker();
		const session = (await stack.session(undefined, { platform: 'mturk', params: assigned(worker) })).body;
		assert.equal((await stack.attempt(session, 'When? [Today]', '1932')).body.verdict, 'human');
		await stack.submit(session);
		const { page, frame, player } = await inFrame(hit(assigned(worker)));
		await player.result('This HIT is finished').waitFor();
		assert.deepEqual(await axe(frame), []);
		assert.equal(turk.posts.length, 0);
		await player.button('Submit the HIT').click();
		await frame.getByRole('heading', { name: 'Your HIT has been submitted' }).waitFor();
		assert.equal(turk.posts.splice(0)[0].fields.assignmentId, `A-${worker}`);
		await page.close();
	});

	it('shows the task before it is accepted, and allows nothing', async () => {
		const { page, frame, ears, player } = await inFrame(
			hit({ assignmentId: 'ASSIGNMENT_ID_NOT_AVAILABLE', hitId: 'H1' }),
		);
		await player.ready();
		await frame.getByText('Accept the HIT to start').first().waitFor();
		assert.ok(await player.question.isDisabled());
		assert.ok(await player.button('Ask the AI').isDisabled());
		await player.drag('1932');
		assert.equal(await frame.locator('.box-human').count(), 0);
		assert.equal(await player.button('Finish').count(), 0);
		assert.equal(await stack.value(`select count(*) from worker where platform_worker_id = ''`), 0);
		ears.quiet();
		await page.close();
	});

	it('goes on in the window that was opened last, and can be taken back', async () => {
		const worker = freshWorker();
		const first = await inFrame(hit(assigned(worker, 'A-first')));
		await first.player.ready();
		const second = await inFrame(hit(assigned(worker, 'A-second')));
		await second.player.ready();
		await first.page.bringToFront();
		await first.player.ask('When? [Today]', '1932');
		await first.player.result('You play this in another window').waitFor();
		assert.deepEqual(await axe(first.frame), []);
		assert.deepEqual(await attemptsOf(stack, worker), []);
		await first.player.button('Continue here').click();
		await first.player.passage.waitFor();
		assert.equal(await first.player.question.inputValue(), 'When? [Today]');
		await first.player.button('Ask the AI').click();
		await first.player.result('You beat the AI!').waitFor();
		await second.page.bringToFront();
		await second.player.ask('Where? [Today]', 'Šiška');
		await second.player.result('You play this in another window').waitFor();
		await first.page.close();
		await second.page.close();
	});

	it('refuses to be framed by a site that is not configured', async () => {
		const other = await new FakeTurk().start();
		const page = await strict.newPage();
		await page.goto(other.frameUrl(hit(assigned(freshWorker()))));
		const frame = await (await page.waitForSelector('iframe')).contentFrame();
		await page.waitForTimeout(500);
		assert.equal(await frame.locator('#app').count(), 0);
		await page.close();
		await other.stop();
	});
});

describe('from elsewhere', () => {
	async function open(t, url) {
		const context = await browser.newContext({ viewport: DESKTOP });
		t.after(() => context.close());
		const page = await context.newPage();
		const ears = listen(page);
		await page.goto(url);
		return { context, page, ears, player: new Player(page) };
	}

	it('ends a Prolific submission at the completion address', async (t) => {
		const worker = freshWorker();
		const { context, page, player } = await open(t, 'about:blank');
		await context.route('https://app.prolific.com/**', (route) =>
			route.fulfill({ contentType: 'text/html', body: '<h1>Completed</h1>' }),
		);
		await page.goto(hit({ PROLIFIC_PID: worker, STUDY_ID: 'S', SESSION_ID: `X-${worker}` }));
		await player.ready();
		await player.win();
		await player.button('Finish').click();
		await player.button('Finish now').click();
		await page.getByRole('heading', { name: 'Completed' }).waitFor();
		assert.equal(page.url(), 'https://app.prolific.com/submissions/complete?cc=C0DE7');
	});

	it('ends one without an adversary there, too', async (t) => {
		await plainProject();
		const worker = freshWorker();
		const { context, page, player } = await open(t, 'about:blank');
		await context.route('https://app.prolific.com/**', (route) =>
			route.fulfill({ contentType: 'text/html', body: '<h1>Completed</h1>' }),
		);
		await page.goto(hit({ PROLIFIC_PID: worker, STUDY_ID: 'S', SESSION_ID: `X-${worker}` }, 'plain'));
		await player.ready();
		await keep(player, 'Who ran the house?', 'Zoë Kranjčar');
		await page.locator('.pips-text', { hasText: '1 of 2 asked' }).waitFor();
		await player.button('Finish').click();
		await player.button('Finish now').click();
		await page.getByRole('heading', { name: 'Completed' }).waitFor();
		assert.equal(page.url(), 'https://app.prolific.com/submissions/complete?cc=PLA1N');
	});

	it('asks for a name, and goes on under it', async (t) => {
		const { page, player } = await open(t, `${stack.url}/hit/demo?utm=1`);
		const field = page.getByLabel('Your name or worker id');
		await field.fill('  Zoë & co  ');
		await player.button('Start').click();
		await player.passage.waitFor();
		assert.equal(new URL(page.url()).searchParams.get('worker'), 'Zoë & co');
		assert.equal(new URL(page.url()).searchParams.get('utm'), '1');
		assert.equal(await stack.value(`select count(*) from worker where split_part(platform_worker_id, '~', 1) = 'Zoë & co'`), 1);
	});

	it('two people who chose the same name are two workers, and each goes on after a reload', async (t) => {
		const name = freshWorker();
		const own = () => stack.sql(`select a.id, w.platform_worker_id as name from assignment a join worker w on w.id = a.worker_id
			where split_part(w.platform_worker_id, '~', 1) = ${stack.lit(name)}`);
		const first = await open(t, `${stack.url}/hit/demo?worker=${name}`);
		await first.player.ready();
		const second = await open(t, `${stack.url}/hit/demo?worker=${name}`);
		await second.player.ready();
		const rows = await own();
		assert.equal(new Set(rows.map((row) => row.name)).size, 2);
		await first.page.reload();
		await first.player.passage.waitFor();
		assert.deepEqual(await own(), rows);
	});

	it('takes an invitation, and says what is wrong with a bad one', async (t) => {
		const invite = (await stack.ctl('invite', 'demo', '--worker', 'guest')).match(/i1\.[\w.-]+/)[0];
		const { player, page } = await open(t, `${stack.url}/hit/demo?invite=${invite}`);
		await player.ready();
		assert.equal(await stack.value(`select count(*) from worker where split_part(platform_worker_id, '~', 1) = 'guest'`), 1);
		await page.goto(`${stack.url}/hit/demo?invite=${invite.slice(0, -3)}xyz`);
		await page.getByText(/invitation is not valid/i).waitFor();
	});

	it('says so when there is no such project, none open, or no work', async (t) => {
		const { player, page } = await open(t, `${stack.url}/hit/nowhere?worker=x`);
		await player.result('This task does not exist').waitFor();
		await stack.createProject('closed', ['--no-open', '--collection', 'sample']);
		await page.goto(`${stack.url}/hit/closed?worker=x`);
		await player.result('Not open to you yet').waitFor();
		await stack.createProject('rest', ['--open', '--collection', 'sample']);
		await stack.ctl('project', 'pause', 'rest');
		await page.goto(`${stack.url}/hit/rest?worker=x`);
		await player.result('Taking a break').waitFor();
		await stack.ctl('project', 'resume', 'rest');
		await player.button('Look again').click();
		await player.passage.waitFor();
	});

	it('says so when the project is paused in the middle, and keeps what was written', async (t) => {
		await stack.createProject('halt', ['--open', '--collection', 'sample', '--question-words', '0']);
		const { player, page } = await open(t, `${stack.url}/hit/halt?worker=x`);
		await player.ready();
		await stack.ctl('project', 'pause', 'halt');
		await player.ask('When? [Today]', '1932');
		await page.locator('.notice', { hasText: 'paused this project' }).waitFor();
		assert.equal(await player.question.inputValue(), 'When? [Today]');
		await stack.ctl('project', 'resume', 'halt');
		await player.button('Ask the AI').click();
		await player.result('You beat the AI!').waitFor();
	});
});
