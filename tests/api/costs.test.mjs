// What models cost: tokens of every call, priced exactly, and a budget for a day that stops them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startFake } from '../fakes/fake.mjs';
import { described } from '../lib/openapi.mjs';
import { startStack, until } from '../lib/stack.mjs';

// As the fakes tell them.
const TOKENS = { openai: [57, 9] };
const PRICE = [1500, 10000]; // millionths of a dollar for 1,000 tokens
const CALL = TOKENS.openai[0] * PRICE[0] + TOKENS.openai[1] * PRICE[1]; // billionths

let stack, api, fake, hit;

before(async () => {
	stack = await startStack({ project: { args: ['--questions', '50', '--assignments-per-passage', '1000'] }, beatd: { env: { BEAT_HOUSEKEEPING_S: '1', BEAT_BREAKER_FAILURES: '1000' } } });
	api = described(stack);
	fake = await startFake('openai');
	await stack.ctl('model', 'add', 'gpt', fake.url, '--protocol', 'openai', '--model-id', fake.model ?? 'gpt-test', '--price-in', String(PRICE[0]), '--price-out', String(PRICE[1]));
	await stack.createProject('paid', ['--open', '--collection', 'sample', '--model', 'gpt', '--questions', '50', '--assignments-per-passage', '1000', '--validation-votes', '0']);
	hit = (await api.session('payer', { project: 'paid' })).body;
});
after(async () => {
	await fake?.stop();
	await stack?.stop();
});

const words = (text) => [...new Set(text.match(/[A-Za-z]{4,}/g))];
let asked = 0;
const play = async (session = hit) => (await api.attempt(session, `What is asked as number ${++asked} here?`, words(session.passage.text)[1])).body;
const usage = (more = 'true') => stack.sql(`select kind, tokens_in, tokens_out, nanos, attempt_id is not null as of_attempt, project_id <> 0 as of_project from beat.model_usage where ${more} order by id`);
const calls = async (n, more) => {
	await until(async () => (await usage(more)).length >= n, { what: `${n} calls in the books` });
	return usage(more);
};
const differs = () => stack.value("select count(*) from recount() where counter like 'usage%'");
const standing = () => stack.sql("select kind, subject, text from beat.alert where until is null");

describe('what models cost', () => {
	it('is kept of every call that tells tokens, whatever the answer is worth, exactly', async () => {
		const { id } = await play();
		fake.always({ text: 'words that stand nowhere in it' });
		assert.equal((await play()).fault, 'unlocated');
		fake.always({});
		for (const row of await calls(2, "kind = 'game'")) // what could not be located may be judged late by now
			assert.deepEqual(row, { kind: 'game', tokens_in: 57, tokens_out: 9, nanos: CALL, of_attempt: true, of_project: true });
		assert.equal(await stack.value(`select count(*) from beat.model_usage u join beat.attempt t on t.id = u.attempt_id and t.id = '${id}' join beat.model_build b on b.id = u.model_build_id and b.id = t.model_build_id`), 1);
		assert.equal(await differs(), 0);
	});

	it('is nothing where no tokens are told', async () => {
		await play((await api.session('free')).body);
		assert.equal(await stack.value("select count(*) from beat.model_usage u join beat.project p on p.id = u.project_id where p.name = 'demo'"), 0);
	});

	it('counts late verdicts, shadows and canaries too', async () => {
		await calls(3, "kind = 'game' or kind = 'late'"); // what could not be located is judged by itself
		await stack.ctl('project', 'set', 'demo', '--shadow', 'gpt');
		await play((await api.session('shaded')).body);
		const [shadow] = await calls(1, "kind = 'shadow'");
		assert.deepEqual([shadow.nanos, shadow.of_attempt, shadow.of_project], [CALL, true, true]);
		await stack.ctl('model', 'canary', 'gpt', '--every', '1000');
		const canaries = await calls(10, "kind = 'canary'");
		assert.ok(canaries.every((c) => c.nanos === CALL && !c.of_attempt && !c.of_project));
		assert.equal(await differs(), 0);
	});

	it('is shown on the overview, by model show, and in the card of a release by build', async () => {
		const total = await stack.value("select sum(nanos) from beat.model_usage u join beat.project p on p.id = u.project_id where p.name = 'paid'");
		const { cost } = await stack.value("select admin_overview('paid', null)");
		assert.deepEqual([cost.nanos, cost.nanos_today, cost.tokens_in], [total, total, 57 * cost.calls]);
		assert.match(await stack.ctl('model', 'show', 'gpt'), /cost +\d+ calls, \d+ tokens read, \d+ written, \$0\.\d+, today \$0\.\d+; price for 1,000 tokens \$0\.0015 read, \$0\.01 written/);
		const own = (await api.session('winner', { project: 'paid' })).body;
		fake.always({ text: words(own.passage.text)[3] });
		for (let i = 0; i < 3; i++) await play(own);
		fake.always({});
		await api.submit(own);
		await stack.ctl('release', 'build', 'paid', '--version', '1.0.0', '--seed', 's', '--out', join(stack.dir, 'rel'), '--licence', 'cc-by-4.0');
		const card = readFileSync(join(stack.dir, 'rel/README.md'), 'utf8');
		const [, calls_, read, dollars] = card.match(/Calls of models that tell their tokens.*: (\d+) calls, (\d+) tokens read, \d+ written, \$(\d+\.\d{9})\./);
		assert.deepEqual([Number(read), Math.round(Number(dollars) * 1e9)], [57 * calls_, CALL * calls_]);
		assert.match(card, / {2}- gpt-test.*, prompt [0-9a-f]+, asked by openai: /);
		assert.match(card, /Models? in the loop: gpt-test.*prompt [0-9a-f]{8,}, asked by openai/);
	});

	it('is a line of the statistics for each model of the project, in every form', async () => {
		const told = async () => {
			const [{ n, ms, nanos }] = await stack.sql("select count(*) as n, sum(ms) as ms, sum(nanos) as nanos from beat.model_usage u join beat.project p on p.id = u.project_id where p.name = 'paid'");
			const dollars = (Number(nanos) / 1e9).toFixed(9).replace(/0{1,7}$/, '').replace('.', '\\.');
			const line = [n, 57 * n, 9 * n].map((v) => v.toLocaleString('en')).join(' +');
			return new RegExp(`^What models cost that tell their tokens.*\\n.*\\npaid, gpt-test +${line} +${(Number(ms) / n).toFixed(1)} +${dollars}$`, 'm').test(await stack.ctl('stats', 'paid'));
		};
		await until(told, { what: 'the sums of the books in the statistics' });
		for (const [form, mark] of [['--markdown', '| paid, gpt-test |'], ['--latex', '\\label{tab:calls}'], ['--html', 'Cost of models</h2>']])
			assert.ok((await stack.ctl('stats', 'paid', form)).includes(mark), form);
		const both = await stack.ctl('stats', 'paid', 'demo', '--html');
		for (const mark of ['Cost of models</h2>', 'demo, gpt-test']) assert.ok(both.includes(mark), mark); // a shadow there
		assert.doesNotMatch(await stack.ctl('stats', 'paid', '--as-of', '2020-01-01T00:00Z'), /What models cost/);
	});
});

describe('what is asked again', () => {
	it('is put off twice as long each time where an answer came in vain, and holds up nothing else', async () => {
		const of = (word) => fake.requests.filter((json) => JSON.stringify(json).includes(word)).length;
		let mended = false;
		fake.reset();
		fake.always((json) => {
			const said = JSON.stringify(json);
			return said.includes('useless') ? { text: 'words that stand nowhere in it' } : said.includes('broken') && !mended ? { status: 500, message: 'out of order' } : {};
		});
		const ask = async (question) => (await api.attempt(hit, question, words(hit.passage.text)[1])).body;
		assert.equal((await ask('Which useless question is this one?')).fault, 'unlocated');
		const waiting = await ask('Which broken question is this one?');
		assert.equal(waiting.fault, 'bad_status');
		await until(() => of('broken') >= 7, { what: 'an outage looked at every time' });
		assert.ok(of('useless') <= 5, `asked ${of('useless')} times`); // by the game, and at the first look, the third, the seventh
		mended = true;
		await until(async () => (await stack.value(`select verdict::text from beat.attempt where id = '${waiting.id}'`)) !== 'none', { what: 'a verdict for what waited behind it' });
		fake.always({});
	});
});

describe('a budget', () => {
	it('stops the model when it is spent, kindly and with one alert, and what waits is judged when there is more', async () => {
		await stack.ctl('model', 'canary', 'gpt', '--every', '0');
		await stack.ctl('model', 'set', 'gpt', '--price-in', '500000000'); // $28.5 a call
		const spent = await stack.value('select usage_nanos_today(id)::float8 from beat.model where name = \'gpt\'');
		const cents = Math.ceil(spent / 1e7) + 2800;
		await stack.ctl('model', 'set', 'gpt', '--budget-cents', String(cents));
		const before = fake.calls;
		assert.notEqual((await play()).verdict, 'none');
		await until(async () => (await standing()).some((a) => a.kind === 'budget'), { what: 'the alert' });
		const waiting = [await play(), await play()];
		for (const { verdict, fault } of waiting) assert.deepEqual([verdict, fault], ['none', 'over_budget']);
		assert.equal(fake.calls - before, 1, 'nobody asked any more');
		const alerts = await standing();
		assert.deepEqual(alerts.map((a) => [a.kind, a.subject]), [['budget', 'gpt']]);
		assert.match(alerts[0].text, /has spent its budget of today, \$\d+.*not asked until midnight UTC/);
		assert.equal((await stack.beatctl(['rejudge', 'paid'])).code, 1);
		assert.equal(fake.calls - before, 1);
		await stack.ctl('model', 'set', 'gpt', '--budget-cents', 'none');
		for (const { id } of waiting) await until(async () => (await stack.value(`select verdict from beat.attempt where id = '${id}'`)) !== 'none', { what: 'a verdict' });
		await until(async () => (await standing()).length === 0, { what: 'the end of the alert' });
	});

	it('is of a day: what another day cost does not count', async () => {
		await stack.ctl('model', 'set', 'gpt', '--budget-cents', '1');
		const { id, fault } = await play();
		assert.equal(fault, 'over_budget');
		await stack.sql("update beat.usage_day set day = day - 1");
		await until(async () => (await stack.value(`select verdict from beat.attempt where id = '${id}'`)) !== 'none', { what: 'a verdict' });
	});

	it('and prices are whole numbers', async () => {
		for (const [args, words_] of [[['--budget-cents', '1.5'], /takes a whole number/], [['--price-in', '-1'], /takes a whole number/], [['--price-out', 'free'], /takes a whole number/]]) {
			const result = await stack.beatctl(['model', 'set', 'gpt', ...args]);
			assert.equal(result.code, 2, result.stderr);
			assert.match(result.stderr, words_);
		}
	});
});
