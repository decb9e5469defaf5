// beatctl validation and question: the votes of validators and what follows from them, at the command line.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { commandLine } from '../lib/ctl.mjs';
import { startStack, until } from '../lib/stack.mjs';

let stack, ids;
const ctl = (...args) => stack.beatctl(args, { env: { BEAT_ACTOR: 'lea' } });
const { shown, json, refused } = commandLine(ctl);

// A worker asks two questions and marks the first word, as the server would have it done.
const author = (worker) => stack.sql(`do $$
	declare s record; word text;
	begin
		select * into s from session_open('demo', 'direct', ${stack.lit(worker)}, '', '', '') as x;
		word := split_part(s.text, ' ', 1);
		for i in 1 .. 2 loop
			perform attempt_record(gen_random_uuid(), s.assignment_id, s.worker_id, 'What is it?' || repeat(E'\\u202e', i), 0, length(word),
				word, 400, (select min(id) from beat.model where id > 0), 'm', '1', 'w', 'x', null, null, 0.5, 0, 1, 1, 'human', null, 5);
		end loop;
		assert (select x.status from assignment_submit(s.assignment_id, s.worker_id, '') as x) = 'ok';
	end $$`);

// A validator answers both: the first word for those marked true, none for the others.
const validator = (worker, right) => stack.sql(`do $$
	declare s record; q record; word text; r boolean[] := '{${right}}';
	begin
		select * into s from validate_open('demo', 'direct', ${stack.lit(worker)}, '', '', '') as x;
		word := split_part(s.text, ' ', 1);
		for q in select e ->> 'id' as id, row_number() over (order by e ->> 'id') as n from json_array_elements(s.questions) as e loop
			if r[q.n] then
				perform vote_record(s.assignment_id, s.worker_id, q.id, 0, length(word), word, null, '', 1, 1, 1, true, lower(word));
			else
				perform vote_record(s.assignment_id, s.worker_id, q.id, null, null, null, 'unclear', '', 0, 0, 1, false, null);
			end if;
		end loop;
		assert (select x.status from assignment_submit(s.assignment_id, s.worker_id, '') as x) = 'ok';
	end $$`);

before(async () => {
	stack = await startStack({ beatd: false, passages: false, project: false });
	await stack.importPassages([{ title: 'Glass', text: 'Glass is an amorphous solid.' }], { split: 'test' });
	await stack.createProject('demo');
});
after(() => stack?.stop());

test('nothing yet is said', async () => {
	assert.match(await shown('validation', 'show', 'demo'), /^test +0 +0 +0 +0 +0 +0 +0 +0$/m);
	assert.equal(await shown('validation', 'agreement', 'demo'), 'no question was answered by two validators yet\n');
	assert.equal(await shown('validation', 'validators', 'demo'), 'nobody has cast a vote yet\n');
	assert.match(await shown('validation', 'human', 'demo'), /^no vote was cast yet\n\nthe paper/);
	assert.match(await shown('question', 'count', 'demo'), /^test +- +0 +0 +0 +0 +0 +0 +0$/m);
});

describe('validation', () => {
	before(async () => {
		await author('ann');
		ids = (await stack.sql('select id from question order by 1')).map((q) => q.id);
		await validator('bea', [true, false]);
		await validator('cem', [true, false]);
		await validator('dan', [false, false]);
	});

	test('settling, which alone decides', async () => {
		const before = await shown('validation', 'show', 'demo');
		assert.match(before, /^test +2 +0 +0 +0 +2 +6 +0 +0$/m, 'votes that were handed in are stored, and nothing else');
		assert.match(before, /^not weighed yet: questions of 1 authors; 'beatctl validation settle demo' does it now$/m);
		assert.equal(await shown('validation', 'settle', 'demo'), 'demo: settled, 2 changes of 1 authors\n');
		assert.equal(await shown('validation', 'settle', 'demo'), 'demo: settled, 0 changes of 0 authors\n');
		assert.equal(await shown('validation', 'settle'), 'demo: settled, 0 changes of 0 authors\n');
		await refused(1, /There is no project "nope"/, 'validation', 'settle', 'nope');
	});

	test('progress', async () => {
		const text = await shown('validation', 'show', 'demo');
		assert.match(text, /^SPLIT +QUESTIONS +ANSWERABLE +UNANSWERABLE +ANSWERED +WAITING +VOTES MISSING +SKIPPED +VOTES\n/);
		assert.match(text, /^test +2 +1 +1 +0 +0 +0 +0 +6$/m);
		assert.match(text, /6 votes of 3 validators, 0 at work\nanswerable: 50\.0 % of 2 \(95 % interval 9\.5 to 90\.5\)\nvotes on a decided question: 3 at least, 3\.00 on average\nthe paper: D_BiDAF 87\.95 %/);
		assert.equal((await json('validation', 'show', 'demo')).splits[2].answerable, 1);
	});

	test('agreement, as counted by hand', async () => {
		// {g, g, -}, {-, -, -}: 4 of 6 pairs are the same; alpha = 1 - 5·2/(36 - (4 + 16))
		const text = await shown('validation', 'agreement', 'demo');
		assert.match(text, /^2 questions with two votes or more, 6 pairs of votes\nsame answer: 66\.7 % of 6 .*\nmean F1: 0\.667\nKrippendorff's alpha: 0\.375\nwith the author's, after normalisation:\n3 of 3 answers alike: 1 questions\n$/);
		assert.equal((await json('validation', 'agreement', 'demo')).alpha, 0.375);
	});

	test('validators', async () => {
		const text = await shown('validation', 'validators', 'demo');
		assert.match(text, /^WORKER +KNOWN AS +VOTES +AS THE OTHERS +F1 +AS THE AUTHOR +F1 +UNANSWERABLE +NOTE\n/);
		assert.match(text, /^ *\d+ +bea +2 +75\.0 % of 4 +0\.750 +50\.0 % of 2 +0\.500 +1$/m);
		assert.equal(await shown('validation', 'validators', 'demo', '--far-below'), 'no validator is far below the others\n');
		await refused(2, /leave --far-below away/, 'validation', 'validators', 'demo', '--far-below', '--json');
	});

	test('human performance', async () => {
		const text = await shown('validation', 'human', 'demo', '--seed', 's1');
		assert.match(text, /^SPLIT +QUESTIONS +EM \(95 % INTERVAL\)/);
		assert.match(text, /^test +1 +\d+\.0 \(\d+\.0 to \d+\.0\) +\d+\.0 \(.*\) +66\.7 +66\.7 +100\.0 +100\.0$/m);
		assert.match(text, /drawn with seed s1/);
		assert.match(text, /D_RoBERTa +test +58\.7\/73\.7/);
		assert.deepEqual(await json('validation', 'human', 'demo', '--seed', 's1'), await json('validation', 'human', 'demo', '--seed', 's1'));
		await refused(1, /A seed has 1 to 64/, 'validation', 'human', 'demo', '--seed', 'ä');
	});

	test('exclude and include', async () => {
		const bea = await stack.value("select id::text from worker where platform_worker_id = 'bea'");
		assert.equal(await shown('validation', 'exclude', 'demo', 'direct:bea', '--reason', 'Careless.'), `the 2 votes of worker #${bea} do not count\n`);
		assert.match(await shown('validation', 'validators', 'demo'), /bea .* excluded$/m);
		await refused(1, /are excluded from "demo" already/, 'validation', 'exclude', 'demo', bea, '--reason', 'x');
		assert.equal(await shown('validation', 'include', 'demo', `#${bea}`, '--reason', 'Not so.'), `the 2 votes of worker #${bea} count again\n`);
		await refused(1, /count in "demo"/, 'validation', 'include', 'demo', bea, '--reason', 'x');
		const events = await stack.sql("select kind, actor, detail ->> 'reason' as reason from event where kind like 'votes.%' order by id");
		assert.deepEqual(events.map(Object.values), [['votes.exclude', 'lea', 'Careless.'], ['votes.include', 'lea', 'Not so.']]);
	});

	test('all validators gone: what they decided waits again, nothing is released by itself, and it all comes back', async () => {
		const before = await shown('validation', 'show', 'demo');
		for (const name of ['bea', 'cem', 'dan']) await shown('validation', 'exclude', 'demo', `direct:${name}`, '--reason', 'Gone.');
		await shown('validation', 'settle', 'demo');
		const text = await shown('validation', 'show', 'demo');
		assert.match(text, /^test +2 +0 +0 +0 +2 +6 +0 +0$/m, 'nobody’s votes count');
		assert.match(await shown('validation', 'close', 'demo'), /settled, 0 changes/, 'nobody is judged by nothing');
		assert.match(await shown('question', 'count', 'demo'), /^test +- +0 +2 +0 +0 +0 +0 +0$/m);
		const build = ['release', 'build', 'demo', '--version', '1.0', '--licence', 'CC0-1.0', '--formats', 'squad', '--out'];
		await refused(1, /test: 6 votes are missing on 2 questions/, ...build, `${stack.dir}/gone`);
		await shown('validation', 'reopen', 'demo');
		for (const name of ['bea', 'cem', 'dan']) await shown('validation', 'include', 'demo', `direct:${name}`, '--reason', 'Back.');
		await shown('validation', 'settle', 'demo');
		assert.equal(await shown('validation', 'show', 'demo'), before);
	});

	test('close and reopen', async () => {
		await stack.ctl('project', 'set', 'demo', '--answerable', '600');
		assert.match(await shown('validation', 'show', 'demo'), /^authors below the rate with too few questions to be judged by: 1; 'beatctl validation close demo' judges them$/m);
		assert.match(await shown('validation', 'close', 'demo', '--reason', 'Done.'), /^demo: settled, 1 changes of 1 authors\nauthors revoked, or proposed to be: 1\ndemo: validation is closed; 'reopen' takes it back$/m);
		const text = await shown('validation', 'show', 'demo');
		assert.match(text, /^closed by lea at 20/m);
		assert.match(text, /^answerable: 50\.0 % of 2 .*\nof it, authors who are revoked: 50\.0 % of 2$/m, 'everything validated counts, the revoked apart');
		assert.match(await shown('validation', 'reopen', 'demo'), /^authors reinstated: 1$/m);
		await refused(1, /Validation of "demo" is not closed/, 'validation', 'reopen', 'demo');
		await stack.ctl('project', 'set', 'demo', '--answerable', '500');
		const events = await stack.sql("select kind, actor from event where kind like 'validation.%' order by id");
		assert.deepEqual(events.slice(-2).map(Object.values), [['validation.close', 'lea'], ['validation.reopen', 'lea']]);
	});

	test('mistakes', async () => {
		await refused(2, /exactly one PROJECT, not 0/, 'validation', 'show');
		await refused(2, /exactly one PROJECT, not 2/, 'validation', 'close', 'demo', 'demo');
		await refused(2, /takes a PROJECT and a WORKER/, 'validation', 'exclude', 'demo', '--reason', 'x');
		await refused(2, /needs a reason for the record/, 'validation', 'exclude', 'demo', '1');
		await refused(2, /not one of show, settle, close/, 'validation', 'list');
		await refused(1, /There is no project "nope"/, 'validation', 'agreement', 'nope');
		await refused(1, /There is no worker "direct:nobody"/, 'validation', 'exclude', 'demo', 'direct:nobody', '--reason', 'x');
	});
});

describe('question', () => {
	test('why it is in, and why another is out', async () => {
		const text = await shown('question', 'show', ids[0]);
		assert.match(text, new RegExp(`^question ${ids[0]}: in the dataset\n`));
		assert.match(text, /^ {2}yes {2}votes +Answerable: 2 of 3 votes have the author's answer; 1 is enough\. \(20/m);
		assert.match(text, /^ +1 +\d+ +Glass +1\.00 +yes +yes +20/m);
		assert.match(text, /^ +3 +\d+ +unclear +0\.00 +no +yes +20/m);
		assert.doesNotMatch(text, /\u202e/, 'nothing turns the line round');
		const out = await shown('question', 'show', ids[1]);
		assert.match(out, /: not in the dataset\n/);
		assert.match(out, /^ {2}NO {3}votes +Unanswerable: 0 of 3 votes have the author's answer; 1 is needed\./m);
		assert.equal((await json('question', 'show', ids[1])).in, false);
	});

	test('as it was', async () => {
		const { submitted_at: at } = await json('question', 'show', ids[0]);
		const text = await shown('question', 'show', ids[0], '--as-of', at);
		assert.match(text, /not in the dataset/);
		assert.match(text, /NO +votes +It waits for votes: 0 of 3 are in\./);
		assert.match(await shown('question', 'count', 'demo', '--as-of', at), /^test +- +0 +2 +0 +0 +0 +0 +0$/m);
		await refused(1, /as_of is a moment such as/, 'question', 'show', ids[0], '--as-of', 'noon');
	});

	test('count', async () => {
		const text = await shown('question', 'count', 'demo');
		assert.match(text, /^SPLIT +TARGET +IN +WAITING +UNANSWERABLE +REJECTED +REVOKED +BY HAND +NOT HANDED IN\n/);
		assert.match(text, /^test +- +1 +0 +1 +0 +0 +0 +0$/m);
		assert.equal((await json('question', 'count', 'demo')).splits[2].in, 1);
	});

	test('discard and restore', async () => {
		assert.equal(await shown('question', 'discard', ...ids, '--reason', 'A name.'), ids.map((id) => `question ${id} is discarded\n`).join(''));
		assert.match(await shown('question', 'show', ids[0]), /NO +hand +It was discarded by hand: A name\./);
		await refused(1, /is discarded by hand already/, 'question', 'discard', ids[0], '--reason', 'Again.');
		assert.match(await shown('question', 'restore', ids[0], '--reason', 'No name.'), /not discarded by hand any more/);
		assert.match(await shown('question', 'show', ids[0]), /: in the dataset/);
		await refused(1, /is not discarded by hand/, 'question', 'restore', ids[0], '--reason', 'Again.');
	});

	test('mistakes', async () => {
		await refused(2, /exactly one ID, not 0/, 'question', 'show');
		await refused(2, /'17' is no ID: 40 hex digits/, 'question', 'show', '17');
		await refused(2, /at least one ID/, 'question', 'discard', '--reason', 'x');
		await refused(2, /needs a reason/, 'question', 'discard', ids[0]);
		await refused(1, /There is no question 0{40}/, 'question', 'show', '0'.repeat(40));
		await refused(1, /There is no question 0{40}/, 'question', 'discard', '0'.repeat(40), '--reason', 'x');
		await refused(1, /There is no project "nope"/, 'question', 'count', 'nope');
	});
});

test('the settled moment waits for whoever began earlier', async () => {
	const other = stack.cluster.psql(stack.db, ['-At'], { input: "begin; select clock_timestamp(); select pg_sleep(60) -- a writer at work\n; commit;\n" }).catch(() => {});
	const writer = () => stack.sql("select pid, xact_start::text as began from pg_stat_activity where query like '%a writer at work%' and pid <> pg_backend_pid()");
	const [{ pid, began }] = await until(async () => { const rows = await writer(); return rows.length && rows; });
	assert.equal(await stack.value(`select settled_moment() <= ${stack.lit(began)}::timestamptz`), true);
	await stack.sql(`select pg_terminate_backend(${pid})`);
	await other;
	assert.equal(await stack.value(`select settled_moment() > ${stack.lit(began)}::timestamptz`), true);
});

test('help', async () => {
	for (const name of ['validation', 'question']) {
		const text = await shown('help', name);
		assert.match(text, new RegExp(`^beatctl ${name}: .*\n\nUsage: beatctl ${name} show`));
		assert.match(text, /Examples[\s\S]*Exit codes/);
		assert.match(await shown('help'), new RegExp(`^ {2}${name} `, 'm'));
	}
});
