// What the tests of the dashboard share: a stack with some work done in it, and people who sign in to it.
//
// The model is the stub of lib.mjs: it answers with what stands in [brackets] in the question.
import assert from 'node:assert/strict';
import { addUser, PASSWORD } from '../lib/desk.mjs';
import { until } from '../lib/proc.mjs';
import { PASSAGES, spanOf, startStack } from '../lib/stack.mjs';
import { answering, axe, DESKTOP, listen, PHONE } from './lib.mjs';

export { PASSWORD } from '../lib/desk.mjs';

// Whatever of this is ever executed sets window.__hacked.
export const HOSTILE = '"><img src=x onerror="window.__hacked=1"><script>window.__hacked=2</script>';

export const ROLES = { ada: 'admin', rex: 'reviewer', vic: 'viewer' };

// A project "demo" with `titles` of documents as given, and the accounts ada (admin), rex (reviewer), vic (viewer).
export async function startDesk(options = {}) {
	const { project = {}, passages = PASSAGES, ...rest } = options;
	const args = ['--assignments-per-passage', '50', '--questions', '2', '--reward', '200', '--repeats', 'allow', '--success-least', '1',
		...(project.args ?? [])];
	const stack = await startStack({ model: 'stub', passages, ...rest, project: { ...project, args } });
	stack.stub?.always(answering);
	try {
		for (const [name, role] of Object.entries(ROLES)) await addUser(stack, name, role);
	} catch (error) {
		await stack.stop();
		throw error;
	}
	return stack;
}

// A HIT of that worker: so many questions won and lost, handed in unless told otherwise. Gives the worker's number.
export async function work(stack, worker, { wins = 2, losses = 1, submit = true, project } = {}) {
	const { body: session } = await stack.session(worker, { project });
	assert.ok(session.token, `${worker}: ${JSON.stringify(session)}`);
	const [one, other] = session.passage.text.match(/\p{L}{5,}/gu);
	for (let i = 0; i < losses; i++) await ask(stack, session, `What is lost number ${i}? [${one}]`, one, 'model');
	for (let i = 0; i < wins; i++) await ask(stack, session, `What is won number ${i}? [${other}]`, one, 'human');
	if (submit) assert.equal((await stack.submit(session)).status, 200);
	return numberOf(stack, worker);
}

async function ask(stack, session, question, answer, verdict) {
	const { status, body, text } = await stack.attempt(session, question, answer);
	assert.equal(status, 200, text);
	assert.equal(body.verdict, verdict, text);
}

// A validation HIT of that worker, handed in unless told otherwise: say(question, passage's text) gives the words of the
// answer, or {reason, comment} where there is none. Gives what the worker was shown.
export async function validate(stack, worker, say, { project, submit = true } = {}) {
	const request = { project: project ?? stack.projectName, platform: 'direct', task: 'validate', params: { worker } };
	const { body: session } = await stack.post('/api/v1/session', request);
	assert.ok(session.token, `${worker}: ${JSON.stringify(session)}`);
	const { text } = session.passage;
	for (const { id, question } of session.questions) {
		const said = say(question, text);
		const vote = typeof said === 'string' ? { answer: spanOf(text, said) } : said;
		const { status, text: problem } = await stack.post('/api/v1/votes', { question: id, ...vote }, { token: session.token });
		assert.equal(status, 200, problem);
	}
	if (submit) assert.equal((await stack.submit(session)).status, 200);
	return session;
}

export const numberOf = (stack, worker) =>
	stack.value(`select id from worker where split_part(platform_worker_id, '~', 1) = ${stack.lit(worker)}`);

// Signs in through the form and waits for the page asked for. {page, ears, visit(path), heading(name)}
export async function enter(context, stack, path = '/admin', { name = 'ada', password = PASSWORD } = {}) {
	const page = await context.newPage();
	const ears = listen(page);
	await page.goto(stack.url + path);
	await signIn(page, name, password);
	await page.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'attached' });
	return { page, ears };
}

export async function signIn(page, name = 'ada', password = PASSWORD) {
	await page.getByLabel('Name').fill(name);
	await page.getByLabel('Password').fill(password);
	await page.getByRole('button', { name: 'Sign in' }).click();
}

// A context that is signed in already: every page of it opens where it is asked to.
export async function signedIn(browser, stack, { name = 'ada', ...options } = {}) {
	const context = await browser.newContext({ viewport: DESKTOP, baseURL: stack.url, ...options });
	const answer = await context.request.post('/api/v1/admin/login', { data: { name, password: PASSWORD } });
	assert.equal(answer.status(), 200, await answer.text());
	return context;
}

// Opens a page of a signed-in context; resolves when its heading is there.
export async function visit(context, path, title) {
	const page = await context.newPage();
	const ears = listen(page);
	await page.goto(path);
	await page.getByRole('heading', { level: 1, name: title }).waitFor();
	await ready(page);
	return { page, ears };
}

// Nothing of the page is still loading.
export const ready = (page) => page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));

export const TABLET = { width: 800, height: 1100 };

// window.__refused: what the page's policy refused, as the page itself was told.
export const watchPolicy = (context) =>
	context.addInitScript(() => {
		window.__refused = [];
		document.addEventListener('securitypolicyviolation', (e) =>
			window.__refused.push(`${e.violatedDirective} ${e.blockedURI}`),
		);
	});

// pages: [path, heading, something that must be there]. Each is accessible in light and dark, fits a tablet and a phone,
// and runs nothing that was typed by somebody else; also(page, path) looks at more of it.
export async function pagesAreSound(t, browser, stack, pages, also) {
	const context = await signedIn(browser, stack, { colorScheme: 'light', reducedMotion: 'reduce' });
	t.after(() => context.close());
	await watchPolicy(context);
	for (const [path, title, text] of pages) {
		const { page, ears } = await visit(context, path, title);
		await page.getByText(text).first().waitFor();
		await also?.(page, path);
		for (const colorScheme of ['light', 'dark']) {
			await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
			await page.waitForFunction((theme) => document.documentElement.dataset.theme === theme, colorScheme);
			assert.deepEqual(await axe(page), [], `${path}, ${colorScheme}`);
		}
		for (const viewport of [TABLET, PHONE]) {
			await page.setViewportSize(viewport);
			const fits = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
			assert.ok(fits, `${path} at ${viewport.width}`);
		}
		assert.deepEqual(await page.evaluate(() => [window.__hacked, window.__refused]), [undefined, []], path);
		ears.quiet();
		await page.close();
	}
}

// A page whose data (the addresses that `broken` matches) cannot be had says so, and shows `text` when tried again later.
export async function recovers(context, path, broken, text) {
	const page = await context.newPage();
	await page.route(broken, (route) => route.fulfill({ status: 503, body: '' }));
	await page.goto(path);
	await page.getByText('The server is busy').first().waitFor();
	await page.unroute(broken);
	const again = page.getByRole('button', { name: 'Try again' }).first();
	await until(async () => {
		await again.click({ timeout: 300 }).catch(() => {});
		return page.getByText(text).first().isVisible();
	});
	await page.close();
}
