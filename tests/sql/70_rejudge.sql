-- rejudge_list and rejudge_store: late verdicts.
begin;
\ir fixture.psql
select plan(44);
select project_create('q', '{"open": true, "model": "window", "threshold": 500, "empty_answer": "loss"}',
	't') \g /dev/null
select s.assignment_id as a, s.worker_id as w, s.text as txt from tap.session('ann') as s \gset
select s.assignment_id as b, s.worker_id as v from tap.session('bob', project => 'q') as s \gset
select (tap.try(9 - n, :a, :w, 'none')).status from generate_series(1, 4) as n \g /dev/null
select (tap.try(10, :b, :v, 'none')).status \g /dev/null
select (tap.try(11, :a, :w, 'human')).status \g /dev/null

select results_eq('select attempt_id from rejudge_list(null, null, 10)', $$select tap.nth(n)
	from unnest(array[8, 7, 6, 5, 10]) as n$$, 'all without a verdict, oldest first');
select results_eq('select attempt_id from rejudge_list(null, null, 2)', $$select tap.nth(n)
	from unnest(array[8, 7]) as n$$, 'a page');
select results_eq('select attempt_id from rejudge_list(null, tap.nth(7), 2)', $$select tap.nth(n)
	from unnest(array[6, 5]) as n$$, 'the next');
select results_eq('select attempt_id from rejudge_list(''q'', null, 10)', $$select tap.nth(10)$$,
	'one project''s');
select is_empty('select attempt_id from rejudge_list(null, tap.nth(10), 10)', 'the end');
select is(to_jsonb(l) - 'attempt_id' - 'passage_text', jsonb_build_object('project', 'p', 'question', 'What is it?',
	'answer_text', 'Passage', 'threshold_permille', 400,
	'empty_answer', 'fault', 'unlocated', 'fault', 'model_call', null, 'model_guard', null, 'model_id', (select id from beat.model where name = 'window'), 'model_name', 'window',
		'model_url', 'http://127.0.0.1:9', 'model_protocol', 'beat'), 'with all that is needed')
  from rejudge_list('p', null, 1) as l;
select is(passage_text, :'txt', 'and the passage') from rejudge_list('p', null, 1);
select matches(tap.sentence($$select * from rejudge_list('nope', null, 1)$$), 'There is no project "nope"',
	'no such project');

-- A win.
create type tap.judged as (status text, attempt json);
create function tap.judge(n integer, verdict text, actor text default 'judge') returns tap.judged language sql as $$
	select j.* from rejudge_store(tap.nth(n), 'late', '2', 'w',
		case verdict when 'human' then 'was' else 'Passage' end, case verdict when 'model' then 0 end,
		case verdict when 'model' then 7 end, 0.25,
		case verdict when 'human' then 0 else 1 end, 1, 1, verdict, 33, actor) as j;
$$;
select unnest(array[
	is((j).status, 'ok', 'judged'), is((j).attempt ->> 'won', '2', 'a win more'), is((j).attempt ->> 'wanted', '5', 'wanted'),
	is((j).attempt ->> 'verdict', 'human', 'the verdict is shown'),
		is((j).attempt #>> '{model,name}', 'late', 'with the model that gave it'),
		is((j).attempt ->> 'fault', null, 'and no fault')])
  from (select tap.judge(8, 'human') as j offset 0) as x;
select is(count(*)::int, 1, 'it is a question now') from beat.question where attempt_id = tap.nth(8);
select unnest(array[isnt(judged_at, created_at, 'judged later than made'),
	is(model_ms::int, 33, 'with the time it took'), is(seq, 1, 'in its old place')]) from beat.attempt
	where id = tap.nth(8);
select is(detail, jsonb_build_object('attempt', tap.nth(8), 'before', 'none', 'fault', 'timeout', 'after', 'human'),
	'on record, with the fault it had')
  from beat.event where kind = 'attempt.judge' and actor = 'judge';
select is(won::int, 2, 'counted') from beat.assignment where id = :a;
select unnest(array[
	is((j).status, 'judged', 'a second verdict is not taken'),
		is((j).attempt ->> 'verdict', 'human', 'the first one stands'), is((j).attempt ->> 'won', '2', 'and counts once')])
  from (select tap.judge(8, 'model') as j offset 0) as x;
select is((tap.judge(11, 'model')).status, 'judged', 'nor for what was judged at once');
select is((tap.judge(99, 'model')).status, 'gone', 'nor for what is not there');

-- A loss.
select unnest(array[is((j).status, 'ok', 'a loss'), is((j).attempt ->> 'won', '2', 'no win more'),
	is((j).attempt #>> '{f1,value}', '1', 'F1')]) from (select tap.judge(7, 'model') as j offset 0) as x;
select is(count(*)::int, 0, 'no question') from beat.question where attempt_id = tap.nth(7);
select results_eq('select attempt_id from rejudge_list(''p'', null, 10)', $$select tap.nth(n)
	from unnest(array[6, 5]) as n$$, 'what is judged leaves the list');
select results_eq('select attempt_id from rejudge_list(''p'', tap.nth(8), 10)', $$select tap.nth(n)
	from unnest(array[6, 5]) as n$$, 'and still marks the place in it');

-- After handing in, and over the number wanted.
select status from assignment_submit(:a, :w, '') \g /dev/null
select project_set('p', '{"questions": 2}', 't') \g /dev/null
select unnest(array[is((j).status, 'ok', 'also after handing in'),
	is((j).attempt ->> 'won', '3', 'even beyond what was wanted: the worker did beat the model')])
	from (select tap.judge(6, 'human') as j offset 0) as x;
select is(sum(kept)::int, 3, 'and it counts towards the target') from beat.project_tally
	where project_id = tap.project();
select is(sum(submitted)::int, 1, 'handed in once') from beat.project_tally where project_id = tap.project();
select tap.overdue(:b) \g /dev/null
select leases_expire(tap.project('q')) \g /dev/null
select is((tap.judge(10, 'human')).attempt ->> 'won', '1', 'also when it expired');
select is(coalesce(sum(kept), 0)::int, 0, 'which counts for no target until it is handed in') from beat.project_tally
	where project_id = tap.project('q');
select is((s).won, 1, 'and is there when the worker comes back')
	from (select tap.session('bob', project => 'q') as s offset 0) as x;
select is_empty('select tap.miscounted()', 'the counters are right');

-- Refusals.
select matches(tap.sentence($$select * from tap.judge(5, 'none')$$), 'A late verdict is human or model, not "none"',
	'no verdict is no verdict');
select is(tap.violated($$select rejudge_store(tap.nth(5), '', '', '', 'was', null, null, null, 1, 1, 1, 'human',
	1, 't')$$), 'attempt_verdict_follows_from_overlap', 'the proof must hold');
select is(tap.violated($$select rejudge_store(tap.nth(5), '', '', '', 'was', 0, 3, null, 0, 1, 1, 'human', 1,
	't')$$), 'attempt_model_span_is_passage_slice', 'and the span');
select is(verdict, 'none', 'nothing happened') from beat.attempt where id = tap.nth(5);
select (tap.judge(5, 'model', null)).status \g /dev/null
select is(actor::text, 'db:' || session_user, 'an unnamed judge is the database user')
  from beat.event where kind = 'attempt.judge' order by id desc limit 1;
select * from finish();
rollback;
