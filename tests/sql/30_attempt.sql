-- attempt_begin and attempt_record: each status, what is stored, what is refused.
begin;
\ir fixture.psql
select plan(71);
select s.assignment_id as a, s.worker_id as w, s.passage_id as p, s.text as txt
	from tap.session('ann', 'R1', 'mturk') as s \gset
select s.assignment_id as b, s.worker_id as v from tap.session('bob') as s \gset
select id as m from beat.model where name = 'window' \gset

-- Before the model is asked.
select unnest(array[
	is(status, 'ok', 'an attempt may be made'),
	is(attempt::text, null, 'it is not stored yet'),
	is(passage_id, :p::bigint, 'passage'),
	is(text, :'txt', 'text'),
	is(model_id, :m::bigint, 'model'),
	is(model_name, 'window', 'its name'),
	is(model_url, 'http://127.0.0.1:9', 'its URL'),
	is(model_protocol, 'beat', 'its protocol'),
	is(threshold_permille, 400, 'the threshold'),
	is(empty_answer, 'fault', 'what an empty answer means')])
  from attempt_begin(tap.nth(1), :a, :w, 'R1');
select is((select status from attempt_begin(tap.nth(1), -1, :w, 'R1')), 'gone', 'no such assignment');
select is((select status from attempt_begin(tap.nth(1), :a, :v, 'R1')), 'gone', 'not this worker''s');
select is((select count(*)::int from attempt_begin(tap.nth(1), -1, :w, 'R1')), 1, 'one row always');
select is((select text from attempt_begin(tap.nth(1), -1, :w, 'R1')), null, 'that shows nothing');
select is((select status from attempt_begin(tap.nth(1), :a, :w, 'R2')), 'moved', 'another window has it');
select is((select status from attempt_begin(tap.nth(1), :a, :w, null)), 'moved', 'no window at all');

-- Stored, with the model's answer.
select unnest(array[
	is(status, 'ok', 'stored'),
	is(attempt - 'created_at', jsonb_build_object('id', tap.nth(1), 'question', 'What is it?',
		'answer', '{"start": 0, "end": 7, "text": "Passage"}'::jsonb, 'verdict', 'model',
		'model', '{"name": "window-reader", "answer": "Passage", "start": 0, "end": 7, "score": 0.5}'::jsonb,
		'f1', '{"shared": 1, "model_tokens": 1, "human_tokens": 1, "value": 1}'::jsonb, 'fault', null,
		'marks', '[]'::jsonb, 'won', 0, 'wanted', 5), 'the attempt as the API shows it, with the score of the HIT'),
	matches(attempt ->> 'created_at', '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$', 'with its moment')])
  from (select (r).status, (r).attempt::jsonb
  	from (select tap.try(1, :a, :w, 'model') as r offset 0) as y offset 0) as x;
select is((select array_agg(k order by n) from json_object_keys((tap.try(1, :a, :w)).attempt) with ordinality as o (k,
	n)),
	array['id', 'question', 'answer', 'verdict', 'model', 'f1', 'fault', 'marks', 'created_at', 'won', 'wanted'],
	'its keys in their order');
select is((r).status || ((r).attempt ->> 'won'), 'ok1', 'a win is counted')
	from (select tap.try(2, :a, :w, 'human') as r offset 0) as x;
select is(q.id::text, question_id_of(tap.nth(2)), 'a win is a question, under a stable id') from beat.question q
	where q.attempt_id = tap.nth(2);
select is(question_id_of(tap.nth(2)),
	left(encode(sha256(convert_to('question:00000000-0000-4000-8000-000000000002', 'UTF8')), 'hex'), 40),
	'that is made of the attempt''s id alone');
select is(count(*)::int, 1, 'a loss is not') from beat.question;
select unnest(array[
	is(status, 'ok', 'a model''s fault is stored'),
	is(attempt ->> 'won', '1', 'and counts for nobody'),
	is(attempt ->> 'verdict', 'none', 'without a verdict'),
	is(attempt -> 'model', '{"name": "window-reader", "answer": null, "start": null, "end": null, "score": null}',
		'without an answer'),
	is(attempt -> 'f1', 'null', 'without F1'),
	is(attempt ->> 'fault', 'timeout', 'with the reason')])
  from (select (r).status, (r).attempt::jsonb
  	from (select tap.try(3, :a, :w, 'none') as r offset 0) as y offset 0) as x;
select results_eq('select seq, verdict from beat.attempt order by seq', $$values (1, 'model'), (2, 'human'),
	(3, 'none')$$, 'in sequence');
select unnest(array[
	is(threshold_permille::int, 400, 'the threshold is kept'),
	is(model_ms::int, 12, 'the time it took'),
	is(judged_at, created_at, 'judged when stored'),
	is((select name || ' ' || version || ' ' || weights from beat.model_build where id = model_build_id),
		'window-reader 1.0 abc123', 'what the model said of itself')])
  from beat.attempt where id = tap.nth(1);
select is(count(*)::int, 1, 'which is stored once') from beat.model_build;

-- The same id again.
select unnest(array[
	is((r).status, 'stored', 'the same attempt again is stored already'),
	is((r).attempt ->> 'verdict', 'human', 'with the first verdict'),
	is((r).attempt ->> 'won', '1', 'and no second win')])
  from (select tap.try(2, :a, :w, 'model') as r offset 0) as x;
select is(count(*)::int, 3, 'no second row') from beat.attempt;
select unnest(array[
	is(status, 'stored', 'so says attempt_begin'),
	is(attempt::jsonb - '{won,wanted}'::text[], (select a::jsonb from json_array_elements((tap.session('ann', 'R1', 'mturk')).attempts) as a
		where a ->> 'id' = tap.nth(2)::text),
		'with the very same attempt as the session shows'),
	is(attempt ->> 'won', '1', 'and the score of the HIT'),
	is(text, null, 'and no passage')])
  from attempt_begin(tap.nth(2), :a, :w, 'R1');
select is((select status from attempt_begin(tap.nth(2), :a, :w, 'other')), 'stored', 'also to another window');
select is((select status from attempt_begin(tap.nth(2), :b, :v, '')), 'foreign', 'someone else''s id');
select is((select attempt::text from attempt_begin(tap.nth(2), :b, :v, '')), null, 'whose attempt is not shown');
select unnest(array[
	is((r).status, 'foreign', 'nor stored'),
	is((r).attempt::text, null, 'nor shown')])
  from (select tap.try(2, :b, :v) as r offset 0) as x;
select is((tap.try(50, :a, :v)).status, 'gone', 'another worker''s assignment');
select is((tap.try(50, -1, :w)).status, 'gone', 'no such assignment');

-- Enough, paused, expired, submitted.
select (tap.try(n, :a, :w)).status from generate_series(4, 7) as n \g /dev/null
select is((tap.try(8, :a, :w)).status, 'full', 'five wins are enough');
select is((select status from attempt_begin(tap.nth(8), :a, :w, 'R1')), 'full', 'so says attempt_begin');
select is((tap.try(7, :a, :w)).status, 'stored', 'what is stored stays stored');
select is(won::int, 5, 'five') from beat.assignment where id = :a;
select project_state('p', 'paused', 't') \g /dev/null
select is((select status from attempt_begin(tap.nth(9), :b, :v, '')), 'paused', 'a paused project asks no model');
select is((tap.try(9, :b, :v)).status, 'ok', 'but what the model was asked before is stored');
select project_state('p', 'active', 't') \g /dev/null
select tap.overdue(:b) \g /dev/null
select is((select status from attempt_begin(tap.nth(10), :b, :v, '')), 'expired',
	'an overdue lease asks no model');
select is((select status from attempt_begin(tap.nth(9), :b, :v, '')), 'stored', 'what is stored is shown');
select is((tap.try(10, :b, :v)).status, 'ok', 'but an answer on the way is stored while nobody took the passage');
select (tap.session('cyd')).status \g /dev/null
select is((tap.try(11, :b, :v)).status, 'expired', 'and not after that');
select is((select status from attempt_begin(tap.nth(11), :b, :v, '')), 'expired', 'so says attempt_begin');
select is((tap.try(10, :b, :v)).status, 'stored', 'what is stored stays stored');
select status from assignment_submit(:a, :w, 'R1') \g /dev/null
select is((tap.try(12, :a, :w)).status, 'submitted', 'nothing after handing in');
select is((select status from attempt_begin(tap.nth(12), :a, :w, 'R1')), 'submitted', 'so says attempt_begin');

-- Without a name of its own the model has ours; builds of any length fit.
select s.assignment_id as d, s.worker_id as x from tap.session('dan') as s \gset
select is(attempt #>> '{model,name}', 'window', 'a silent model is called by its registered name')
  from attempt_record(tap.nth(20), :d, :x, 'Q', 0, 7, 'Passage', 400, :m, '', '', '', '', null, null, null, 0, 0,
  	1, 'human', null, 1);
select is(model_build_id, null, 'and has no build') from beat.attempt where id = tap.nth(20);
select is(status, 'ok', 'overlong builds are cut')
  from attempt_record(tap.nth(21), :d, :x, 'Q', 0, 7, 'Passage', 400, :m, repeat('n', 999),
  	repeat(U&'\+01F600', 999), null, 'Passage', 0, 7, null, 1, 1, 1, 'model', null, 1);
select is(attempt ->> 'fault', null, 'a verdict drops the fault')
  from attempt_record(tap.nth(22), :d, :x, 'Q', 0, 7, 'Passage', 400, :m, null, null, null, 'Passage', 0, 7,
  	null, 1, 1, 1, 'model', 'leftover', 1);
select is(attempt #>> '{model,answer}', null, 'a fault drops the answer')
  from attempt_record(tap.nth(23), :d, :x, 'Q', 0, 7, 'Passage', 400, :m, null, null, null, 'nonsense', 3, 9,
  	0.1, 1, 1, 1, 'none', 'bad_span', 1);
select is_empty('select tap.miscounted()', 'the counters are right');
select * from finish();
rollback;
