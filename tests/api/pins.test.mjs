// Pins: a project holds its models to builds; an answer of another one is a fault, one alert, and judged when the right one is back.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { described } from '../lib/openapi.mjs';
import { startStack, startStubModel, until } from '../lib/stack.mjs';

let stack, api, second;

before(async () => {
	stack = await startStack({ project: { args: ['--questions', '50', '--assignments-per-passage', '1000'] }, beatd: { env: { BEAT_HOUSEKEEPING_S: '1' } } });
	api = described(stack);
	second = await startStubModel();
	await stack.ctl('model', 'add', 'second', second.url);
});
after(async () => {
	await second?.stop();
	await stack?.stop();
});

const words = (text) => [...new Set(text.match(/[A-Za-z]{4,}/g))];
const wins = (more = {}) => ({ passage }) => ({ text: words(passage)[1], ...more });
let asked = 0;
const play = async (hit) => (await api.attempt(hit, `What is asked as number ${++asked} here?`, words(hit.passage.text)[1])).body;
const set = (...args) => stack.beatctl(['project', 'set', 'demo', ...args]);
const refused = async (words_, ...args) => {
	const result = await set(...args);
	assert.equal(result.code, 1, result.stdout + result.stderr);
	assert.match(result.stderr, words_);
};
const alerts = () => stack.sql("select kind, subject, until is null as stands, acknowledged_by from beat.alert order by id");
const standing = async () => (await alerts()).filter((a) => a.stands);
const firstModel = () => stack.value("select m.name from beat.project p join beat.model m on m.id = p.model_id where p.name = 'demo'");
const judged = (id) => until(async () => (await stack.value(`select verdict from beat.attempt where id = '${id}'`)) !== 'none', { what: 'a verdict' });

describe('a pinned project', () => {
	it('needs a build that was seen, of a model in its loop', async () => {
		await refused(/has not answered yet, so nobody knows its build: ask it once with "beatctl model check/, '--pin', 'current');
		await refused(/No build "99" of a model in this loop was seen yet/, '--pin', '99');
		stack.stub.always(wins());
		await stack.ctl('model', 'check', await firstModel());
		await stack.ctl('model', 'check', 'second');
		const other = await stack.value("select b.id::text from beat.model_build b join beat.model m on m.id = b.model_id where m.name = 'second'");
		await refused(/was seen yet/, '--pin', other);
		const both = await set('--pin', 'current', '--no-pin');
		assert.equal(both.code, 2, both.stderr);
		await stack.ctl('project', 'set', 'demo', '--pin', 'current');
		const shown = JSON.parse(await stack.ctl('project', 'show', 'demo', '--json'));
		assert.equal(shown.pins.length, 1);
		assert.match(await stack.ctl('model', 'show', await firstModel()), new RegExp(`builds +${shown.pins[0]}: stub 1 0{12} beat\n`));
		for (const given of ['1', '000000', shown.pins[0]]) {
			await stack.ctl('project', 'set', 'demo', '--pin', given);
			assert.deepEqual(JSON.parse(await stack.ctl('project', 'show', 'demo', '--json')).pins, shown.pins, given);
		}
		await refused(/A build of .* is pinned, which would not be in the loop any more/, '--model', 'second');
	});

	it('takes answers of the pinned build alone; what another one answers waits, under one alert', async () => {
		const hit = (await api.session('pinned')).body;
		assert.equal((await play(hit)).verdict, 'model');
		stack.stub.always(wins({ version: '2' }));
		const waiting = [];
		for (let i = 0; i < 3; i++) {
			const { verdict, fault, id, model } = await play(hit);
			assert.deepEqual([verdict, fault, model.answer], ['none', 'other_build', null]);
			waiting.push(id);
		}
		await until(async () => (await standing()).length > 0, { what: 'an alert' });
		assert.deepEqual(await alerts(), [{ kind: 'build', subject: `demo/${await firstModel()}`, stands: true, acknowledged_by: null }]);
		const event = await stack.sql("select actor, detail ->> 'text' as text from beat.event where kind = 'alert.raise'");
		assert.equal(event.length, 1);
		assert.match(event[0].text, /another build than the one it is pinned to: stub 2 0{12} beat\. .*project set demo --pin current/);
		assert.match(await stack.metrics(), /^beat_alerts\{kind="build"\} 1$/m);
		// By hand it is the same fault.
		const late = await stack.beatctl(['rejudge', 'demo']);
		assert.match(late.stdout, /3 because of the model's fault 'other_build'/);
		assert.equal(late.code, 1);
		stack.stub.always(wins());
		for (const id of waiting) await judged(id);
		await until(async () => (await standing()).length === 0, { what: 'the end of the alert' });
		assert.equal(await stack.value("select count(*) from beat.event where kind = 'alert.end'"), 1);
		assert.deepEqual(await stack.sql(`select distinct b.version from beat.attempt t join beat.model_build b on b.id = t.model_build_id
			where t.verdict <> 'none'`), [{ version: '1' }]);
	});

	it('goes on with another build once that is pinned, which ends the alert', async () => {
		stack.stub.always(wins({ weights: 'f'.repeat(64) }));
		const { id, fault } = await play((await api.session('mover')).body);
		assert.equal(fault, 'other_build');
		await until(async () => (await standing()).length === 1, { what: 'an alert' });
		const [number] = (await stack.ctl('alert', 'list')).match(/\d+/);
		await stack.ctl('alert', 'ack', number);
		assert.equal((await stack.beatctl(['alert', 'ack', '999'])).code, 1);
		assert.match((await stack.beatctl(['alert', 'ack', 'x'])).stderr, /There is no alert "x"/);
		assert.ok((await standing())[0].acknowledged_by);
		assert.deepEqual(await stack.value("select admin_overview('demo', null)::jsonb -> 'alerts' @> '[{\"kind\": \"build\"}]'"), false);
		await stack.ctl('project', 'set', 'demo', '--pin', 'current');
		await judged(id);
		await until(async () => (await standing()).length === 0, { what: 'the end of the alert' });
	});

	it('is held to in every part of a loop of several, each model by its own pin', async () => {
		await stack.ctl('project', 'set', 'demo', '--also', 'second', '--rule', 'most', '--pin', 'current');
		second.always(wins({ model: 'other' }));
		const { verdict, fault, id } = await play((await api.session('several')).body);
		assert.deepEqual([verdict, fault], ['none', 'other_build']);
		assert.deepEqual(await stack.sql(`select verdict, fault from beat.attempt_answer where attempt_id = '${id}' order by place`),
			[{ verdict: 'model', fault: null }, { verdict: 'none', fault: 'other_build' }]);
		await until(async () => (await standing()).some((a) => a.subject === 'demo/second'), { what: 'an alert' });
		// Without pins anything goes, and the alert has lost its ground.
		await stack.ctl('project', 'set', 'demo', '--no-pin');
		await judged(id);
		await until(async () => (await standing()).length === 0, { what: 'the end of the alert' });
	});
});
