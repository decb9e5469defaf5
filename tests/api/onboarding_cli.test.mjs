// beatctl onboarding, screening and the settings of projects about quality: the real binary, a real database. What a
// worker does in between is done by the functions that the server calls.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { BASICS, content } from '../lib/onboarding.mjs';
import { program, run, startStack } from '../lib/stack.mjs';

let stack;
before(async () => (stack = await startStack({ model: 'none', beatd: false, project: false })));
after(() => stack.stop());

const beatctl = (...args) => run(program('beatctl'), args, { env: { BEAT_DB: stack.db, BEAT_ACTOR: 'ada' } });
const fed = (input, ...args) => run(program('beatctl'), args, { env: { BEAT_DB: stack.db, BEAT_ACTOR: 'ada' }, input });

async function ok(...args) {
	const { code, stdout, stderr } = await beatctl(...args);
	assert.equal(code, 0, stderr);
	return stdout;
}

async function refused(code, pattern, ...args) {
	const result = await beatctl(...args);
	assert.equal(result.code, code, result.stderr);
	assert.match(result.stderr, pattern);
	assert.equal(result.stdout, '');
}

// A worker does the whole onboarding of project "school" and hands it in; gives the id of the screening.
async function handIn(worker) {
	const [s] = await stack.sql(`select status, kind, assignment_id::text as id, worker_id::text as worker
		from session_open('school', 'mturk', ${stack.lit(worker)}, '${worker}-ref', '', '')`);
	assert.equal(`${s.status} ${s.kind}`, 'ok onboarding');
	for (let n = 1; n <= 5; n++)
		await stack.sql(`select exercise_record(${s.id}, ${s.worker}, ${n}, true, 'Who <b>did</b> it?', null, null, null, null, null, null)`);
	await stack.sql(`select attempt_record(gen_random_uuid(), ${s.id}, ${s.worker}, 'Which year?', 3, 7, '1921', 400,
		(select id from model where id > 0), 'reader', '1', 'w', 'Norrvik', null, null, 0.5, 0, 1, 1, 'human', null, 3)`);
	assert.equal(await stack.value(`select status from assignment_submit(${s.id}, ${s.worker}, '${worker}-ref')`), 'ok');
	return s.id;
}
const stateOf = (worker) =>
	stack.value(`select q.state from participation q join worker w on w.id = q.worker_id where w.platform_worker_id = ${stack.lit(worker)}`);

describe('onboarding', () => {
	test('none yet', async () => {
		assert.match(await ok('onboarding', 'list'), /no onboardings yet/);
		assert.deepEqual(JSON.parse(await ok('onboarding', 'list', '--json')), { items: [] });
		await refused(1, /There is no onboarding "basics": bring one in/, 'onboarding', 'show', 'basics');
	});

	test('the shipped one comes in, once', async () => {
		assert.equal(await ok('onboarding', 'import', BASICS), 'onboarding basics version 1: added, 5 exercises\n');
		assert.equal(await ok('onboarding', 'import', BASICS), 'onboarding basics version 1: unchanged, 5 exercises\n');
		assert.equal(await stack.value(`select actor from event where kind = 'onboarding.import'`), 'ada');
	});

	test('another content is another version', async () => {
		const { code, stdout, stderr } = await fed(JSON.stringify({ ...content, title: 'Learn it' }), 'onboarding', 'import', '-');
		assert.equal(code, 0, stderr);
		assert.equal(stdout, 'onboarding basics version 2: changed, 5 exercises\n');
		assert.match(await ok('onboarding', 'list'), /^basics +2 +5 +The library ship/m);
		const shown = await ok('onboarding', 'show', 'basics');
		assert.match(shown, /^onboarding basics, version 2: Learn it$/m);
		assert.match(shown, /^1\. write: Ask for a person$/m);
		assert.match(shown, /^ {2}answer +Josephine Tarn$/m);
		assert.match(await ok('onboarding', 'show', 'basics', '--version', '1'), /version 1: Learn to beat the AI/);
		const json = JSON.parse(await ok('onboarding', 'show', 'basics', '--json'));
		assert.equal(json.exercises.length, 5);
		assert.deepEqual(json.versions.map((v) => v.version), [2, 1]);
		await refused(1, /of version 3/, 'onboarding', 'show', 'basics', '--version', '3');
	});

	test('what is wrong with a file is said', async () => {
		const file = (text) => {
			const path = join(stack.dir, 'bad.json');
			writeFileSync(path, text);
			return path;
		};
		await refused(1, /nowhere\.json/, 'onboarding', 'import', 'nowhere.json');
		await refused(1, /bad\.json: Not valid JSON.*line 1/, 'onboarding', 'import', file('{"name": '));
		await refused(1, /bad\.json: /, 'onboarding', 'import', file(''));
		await refused(1, /An onboarding is a JSON object/, 'onboarding', 'import', file('[]'));
		const broken = structuredClone(content);
		broken.exercises[2].answer.start = 3;
		await refused(1, /Exercise 3: the passage does not read "scissors" from 3 on/, 'onboarding', 'import', file(JSON.stringify(broken)));
		await refused(1, /too big/, 'onboarding', 'import', file(' '.repeat(8 * 1024 * 1024 + 1)));
	});

	test('usage', async () => {
		await refused(2, /exactly one FILE/, 'onboarding', 'import');
		await refused(2, /exactly one NAME/, 'onboarding', 'show');
		await refused(2, /takes no words/, 'onboarding', 'list', 'x');
		await refused(2, /not one of import, list or show/, 'onboarding', 'delete');
	});
});

describe('project settings', () => {
	const show = async (name) => JSON.parse(await ok('project', 'show', name, '--json'));

	test('create and set take them', async () => {
		await ok('project', 'create', 'school', '--model', 'http://127.0.0.1:9', '--reward', '150', '--onboarding', 'basics',
			'--onboarding-model', 'http://127.0.0.1:9', '--onboarding-retries', '1', '--batch-hits', '100', '--batch-hours', '24',
			'--success', '750', '--success-unit', 'hit', '--review-double', 'yes', '--review-blind', 'no', '--review-lease', '600',
			'--revoke-confirm', 'yes');
		const school = await show('school');
		assert.equal(school.onboarding, 'basics');
		assert.equal(school.onboarding_model, '127.0.0.1:9');
		assert.deepEqual([school.onboarding_retries, school.batch_hits, school.batch_hours, school.success, school.review_lease],
			[1, 100, 24, 750, 600]);
		assert.deepEqual([school.success_unit, school.review_double, school.review_blind, school.revoke_confirm], ['hit', true, false, true]);
		const page = await ok('project', 'show', 'school');
		assert.match(page, /^Who may work$/m);
		assert.match(page, /^ {2}Onboarding +basics$/m);
		assert.match(page, /^ {2}Further tries after a failed onboarding +1 tries$/m);
		assert.match(page, /^ {2}Close a batch after +100 HITs$/m);
		assert.match(page, /^ {2}Two reviews of every sampled HIT +yes$/m);
		assert.match(page, /^ {2}A reviewer keeps an item for +600 seconds$/m);
		assert.match(page, /^ {2}Success rate that is needed +75\.0 %$/m);
	});

	test('none clears, the rest stays', async () => {
		await ok('project', 'set', 'school', '--batch-hits', 'none', '--batch-hours', 'none', '--onboarding-model', 'none',
			'--review-double', 'no', '--revoke-confirm', 'no', '--review-blind', 'yes');
		const school = await show('school');
		assert.deepEqual([school.batch_hits, school.batch_hours, school.onboarding_model, school.onboarding], [null, null, null, 'basics']);
		assert.deepEqual([school.review_double, school.review_blind, school.revoke_confirm], [false, true, false]);
		assert.match(await ok('project', 'show', 'school'), /^ {2}Close a batch after +not by number$/m);
	});

	test('those of validation too', async () => {
		assert.match(await ok('project', 'show', 'school'), /^ {2}A vote matches by +exact match \(EM\)$/m);
		await ok('project', 'set', 'school', '--validation-votes', '5', '--validation-match', 'f1', '--validation-f1', '450',
			'--validation-matches', '2', '--validation-group', 'passage', '--validation-questions', '20', '--validation-lease', '900',
			'--validation-reward', '45', '--validation-completion-code', 'V-1', '--validation-onboarding', 'basics',
			'--validation-early-stop', '2', '--validation-extra', '3', '--validation-train', '50', '--validation-lost', '100',
			'--answerable', '400');
		const school = await show('school');
		assert.deepEqual(Object.fromEntries(Object.entries(school).filter(([key]) => /^validation|^answerable/.test(key))), {
			validation_votes: 5, validation_match: 'f1', validation_f1: 450, validation_matches: 2, validation_group: 'passage',
			validation_questions: 20, validation_lease: 900, validation_reward: 45, validation_completion_code: 'V-1',
			validation_onboarding: 'basics', validation_early_stop: 2, validation_extra: 3, validation_train: 50, validation_lost: 100,
			answerable: 400, answerable_minimum: 5, validation_minutes: null,
		});
		const page = await ok('project', 'show', 'school');
		assert.match(page, /^ {2}With F1, it matches above +45\.0 %$/m);
		assert.match(page, /^ {2}Questions of a validation HIT come from +one passage, across authors$/m);
		assert.match(page, /^ {2}Reward of a validation HIT +USD 0\.45$/m);
		assert.match(page, /^ {2}Onboarding of validators +basics$/m);
		await ok('project', 'set', 'school', '--validation-onboarding', 'none', '--validation-votes', '0');
		assert.equal((await show('school')).validation_onboarding, null);
		assert.match(await ok('project', 'show', 'school'), /^ {2}Onboarding of validators +none$/m);
		await refused(1, /2 of 1 votes cannot match: lower validation_matches, or raise validation_votes/, 'project', 'set', 'school',
			'--validation-votes', '1');
	});

	test('wrong values are named', async () => {
		for (const [option, value] of [['--batch-hits', '0'], ['--batch-hits', 'some'], ['--batch-hours', '8761'], ['--success', '1001'],
			['--success-unit', 'worker'], ['--review-double', 'maybe'], ['--review-lease', '59'], ['--onboarding-retries', '101'],
			['--validation-votes', '21'], ['--validation-match', 'rouge'], ['--validation-f1', '1000'], ['--validation-group', 'all']])
			await refused(2, new RegExp(`${option} takes`), 'project', 'set', 'school', option, value);
		await refused(2, /there is no option --reveiw-lease; did you mean --review-lease\?/, 'project', 'set', 'school', '--reveiw-lease', '60');
		await refused(1, /There is no onboarding "nope"; there are basics\./, 'project', 'set', 'school', '--onboarding', 'nope');
		await refused(1, /No model is named "nope"/, 'project', 'set', 'school', '--onboarding-model', 'nope');
	});

	test('each is explained', async () => {
		const page = await ok('project', 'settings');
		assert.match(page, /^success \(0 to 1000 per mille; default: 800\)$/m);
		assert.match(page, /^batch_hits \(1 to 1000000 HITs, or none; default: none\)$/m);
		assert.match(page, /^review_blind \(yes or no; default: yes\)$/m);
		assert.match(page, /^platforms \(mturk \| prolific \| direct; default: mturk, prolific, direct\)$/m);
		const help = (await beatctl('help', 'project')).stdout;
		for (const [, key] of page.matchAll(/^([a-z_]+) \(/gm))
			assert.match(help, new RegExp(`--${key.replaceAll('_', '-').replace(/s$/, '')}`), key);
		assert.match(page, /^ {2}Two reviewers .* Counts from the next batch\.$/m);
		assert.match(help, /^Settings: Batches and review$/m);
		for (const line of help.split('\n')) assert.ok(line.length <= 100, line);
		await refused(2, /takes no words/, 'project', 'settings', 'x');
	});
});

describe('screening', () => {
	let ann, bob;

	test('the queue', async () => {
		assert.equal(await ok('screening', 'list', 'school'), 'nothing to show\n0 waiting, 0 passed, 0 failed\n');
		ann = await handIn('ann');
		bob = await handIn('bob\u001b[31m');
		const list = await ok('screening', 'list', 'school');
		assert.match(list, new RegExp(`^ *${ann} +\\d+ +ann +waiting +1 +1 +\\d+ +2\\d{3}-`, 'm'));
		assert.ok(!list.includes('\u001b'), 'a worker cannot write to the terminal');
		assert.match(list, /^2 waiting, 0 passed, 0 failed$/m);
		assert.match(await ok('screening', 'list', 'school', '--limit', '1'), new RegExp(`^there is more: --before ${bob}$`, 'm'));
		assert.match(await ok('screening', 'list', 'school', '--before', bob), new RegExp(`^ *${ann} `, 'm'));
		assert.equal(JSON.parse(await ok('screening', 'list', 'school', '--state', 'passed', '--json')).items.length, 0);
		await refused(1, /waiting, passed or failed/, 'screening', 'list', 'school', '--state', 'asleep');
		await refused(1, /There is no project "nope"/, 'screening', 'list', 'nope');
	});

	test('one in full', async () => {
		const page = await ok('screening', 'show', ann);
		assert.match(page, /^screening \d+ of project school: waiting$/m);
		assert.match(page, /^ {2}worker +#\d+ \(ann on mturk\), screening$/m);
		assert.match(page, /^ {2}onboarding basics version 2, try 1, \d+ s$/m);
		assert.match(page, /^ {2}for +Josephine Tarn$/m);
		assert.match(page, /^ {2}asked +What did the pupils work with/m);
		assert.match(page, /^ {2}question +Who <b>did<\/b> it\?$/m);
		assert.match(page, /^ {2}attempt 1: won$/m);
		assert.match(page, /^ {2}the model +Norrvik$/m);
		assert.equal(JSON.parse(await ok('screening', 'show', ann, '--json')).worker.platform_worker_id, 'ann');
	});

	test('pass, and undo', async () => {
		assert.equal(await ok('screening', 'pass', ann),
			`screening ${ann} is now passed; the worker is qualified\nnext: beatctl screening show ${bob}\n`);
		assert.equal(await stateOf('ann'), 'qualified');
		assert.match(await ok('screening', 'undo', ann, '--reason', 'too fast'), /is now waiting; the worker is screening/);
		assert.deepEqual(await stack.sql(`select actor, detail ->> 'reason' as reason from event where kind = 'screening.undo'`),
			[{ actor: 'ada', reason: 'too fast' }]);
		await ok('screening', 'pass', ann, '--reason', 'Good questions.');
		assert.match(await ok('screening', 'show', ann), /^ {2}decided by ada$/m);
		await refused(1, /It has been decided already: passed, by ada\./, 'screening', 'fail', ann, '--reason', 'x');
	});

	test('fail, with another try and without', async () => {
		await refused(1, /Give a reason: the worker is told why it was not enough\./, 'screening', 'fail', bob);
		assert.match(await ok('screening', 'fail', bob, '--reason', 'Copied.'), /is now failed; the worker is onboarding/);
		await ok('project', 'set', 'school', '--onboarding-retries', '0');
		const cyd = await handIn('cyd');
		assert.match(await ok('screening', 'fail', cyd, '--reason', 'Copied.', '--json'), /"worker_state" ?: ?"failed"/);
		assert.equal(await stateOf('cyd'), 'failed');
	});

	test('usage', async () => {
		await refused(2, /exactly one PROJECT/, 'screening', 'list');
		for (const verb of ['show', 'pass', 'fail', 'undo']) {
			await refused(2, /exactly one ID/, 'screening', verb);
			await refused(2, /'x' is no ID/, 'screening', verb, 'x');
			await refused(1, /There is no screening 123456789/, 'screening', verb, '123456789', ...(verb === 'fail' ? ['--reason', 'x'] : []));
		}
		await refused(2, /not one of list, show, pass, fail or undo/, 'screening', 'drop', '1');
	});
});
