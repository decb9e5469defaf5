-- What the tables refuse of attempts, questions and assignments, whoever writes.
begin;
\ir fixture.psql
select plan(180);
select s.assignment_id as a, s.worker_id as w, s.text as txt from tap.session('ann') as s \gset
select id as m from beat.model where name = 'window' \gset
insert into beat.model_build (model_id, name, version, weights) values (:m, 'x', '1', 'w') returning id as build \gset

-- A row that is right; each test changes one thing.
create function tap.attempt_with(change jsonb) returns text language plpgsql as $$
declare
	r beat.attempt;
	name text;
begin
	r := jsonb_populate_record(null::beat.attempt, jsonb_build_object(
		'id', gen_random_uuid(), 'assignment_id', (select min(id) from beat.assignment),
		'seq', (select coalesce(max(seq), 0) + 1 from beat.attempt), 'question', 'What?', 'answer_start', 0,
		'answer_end', 7, 'answer_text', 'Passage', 'threshold_permille', 400,
		'model_id', (select m.id from beat.model m where m.name = 'window'), 'model_answer', 'was', 'shared', 0,
		'model_tokens', 1, 'human_tokens', 1, 'verdict', 'human', 'created_at', clock_timestamp(),
		'judged_at', clock_timestamp(), 'marks', '{}'::text[]) || change);
	insert into beat.attempt values (r.*);
	return 'stored';
exception when others then
	get stacked diagnostics name = constraint_name;
	return coalesce(nullif(name, ''), sqlstate || ': ' || sqlerrm);
end
$$;
create function tap.refuses(change jsonb, rule text, description text) returns text language sql as $$
	select tap.is(tap.attempt_with(change), rule, coalesce(nullif(rule, 'stored') || ': ', '') || description);
$$;
select refuses('{}', 'stored', 'the row itself is fine');

-- Spans of the human.
select refuses('{"answer_start": 1, "answer_end": 8}', 'attempt_span_is_passage_slice', 'shifted by one');
select refuses('{"answer_text": "passage"}', 'attempt_span_is_passage_slice', 'other letters');
select refuses('{"answer_start": -1, "answer_end": 6}', 'attempt_span_is_passage_slice', 'before the passage');
select refuses('{"answer_start": 0, "answer_end": 0, "answer_text": ""}', 'attempt_span_is_passage_slice', 'nothing');
select refuses('{"answer_start": 7, "answer_end": 0}', 'attempt_span_is_passage_slice', 'backwards');
select refuses(jsonb_build_object('answer_start', 0, 'answer_end', char_length(:'txt') + 1, 'answer_text', :'txt'),
	'attempt_span_is_passage_slice', 'one beyond the end, with the text up to the end');
select refuses(jsonb_build_object('answer_start', 0, 'answer_end', char_length(:'txt'), 'answer_text', :'txt'),
	'stored', 'the whole passage');
select refuses(jsonb_build_object('answer_start', char_length(:'txt') - 1, 'answer_end', char_length(:'txt'),
	'answer_text', right(:'txt', 1)), 'stored', 'its last character');
select refuses(jsonb_build_object('answer_start', char_length(:'txt'), 'answer_end', char_length(:'txt') + 1,
	'answer_text', ''), 'attempt_span_is_passage_slice', 'just after it');
select refuses('{"answer_start": 2147483647, "answer_end": 2147483647}', 'attempt_span_is_passage_slice', 'far away');
select refuses('{"answer_start": 0, "answer_end": 2147483647}', 'attempt_span_is_passage_slice', 'far too long');

-- Spans of the model: may be missing, must not be wrong.
select refuses('{"model_answer": "Passage", "model_start": 0, "model_end": 7}', 'stored', 'a span that fits');
select refuses('{"model_answer": "passage", "model_start": 0, "model_end": 7}', 'attempt_model_span_is_passage_slice',
	'other letters');
select refuses('{"model_answer": "Passage", "model_start": 1, "model_end": 8}', 'attempt_model_span_is_passage_slice',
	'shifted');
select refuses('{"model_answer": "Passage", "model_start": 0, "model_end": null}',
	'attempt_model_span_is_passage_slice', 'a start alone');
select refuses('{"model_answer": "Passage", "model_start": null, "model_end": 7}',
	'attempt_model_span_is_passage_slice', 'an end alone');
select refuses('{"model_answer": "", "model_start": 3, "model_end": 3}', 'attempt_model_span_is_passage_slice',
	'an empty span');
select refuses('{"model_answer": "not there at all"}', 'stored', 'a text without a span');
select refuses('{"model_answer": "", "model_tokens": 0}', 'stored', 'an empty answer that counts as a loss');

-- The verdict follows from s, m, k and the threshold, exactly.
select refuses('{"verdict": "model"}', 'attempt_verdict_follows_from_overlap', 'nothing shared, yet the model wins');
select refuses('{"verdict": "draw"}', 'attempt_verdict_follows_from_overlap', 'no such verdict');
select refuses('{"shared": 1, "model_tokens": 2, "human_tokens": 3, "verdict": "human"}', 'stored',
	'2/5 is 40 %: the human wins');
select refuses('{"shared": 1, "model_tokens": 2, "human_tokens": 3, "verdict": "model"}',
	'attempt_verdict_follows_from_overlap', '2/5 is not above 40 %');
select refuses('{"shared": 1, "model_tokens": 2, "human_tokens": 2, "verdict": "model"}', 'stored',
	'2/4 is above 40 %');
select refuses('{"shared": 1, "model_tokens": 2, "human_tokens": 2, "verdict": "human"}',
	'attempt_verdict_follows_from_overlap', '2/4 is not a human win');
select refuses('{"shared": 2, "model_tokens": 3, "human_tokens": 2, "verdict": "human"}',
	'attempt_verdict_follows_from_overlap', '"New York" and "New York City": 0.8');
select refuses('{"shared": 1, "model_tokens": 1, "human_tokens": 1, "threshold_permille": 1000, "verdict": "human"}',
	'stored', 'a threshold of 100 % cannot be exceeded');
select refuses('{"shared": 0, "model_tokens": 1, "human_tokens": 1, "threshold_permille": 0, "verdict": "human"}',
	'stored', 'nor 0 % with nothing shared');
select refuses('{"shared": 1, "model_tokens": 999, "human_tokens": 999, "threshold_permille": 0, "verdict": "model"}',
	'stored', 'but with anything');
select refuses('{"shared": 2, "model_tokens": 1, "human_tokens": 2, "verdict": "model"}',
	'attempt_verdict_follows_from_overlap', 'more shared than the model said');
select refuses('{"shared": 2, "model_tokens": 2, "human_tokens": 1, "verdict": "model"}',
	'attempt_verdict_follows_from_overlap', 'more shared than the human said');
select refuses('{"shared": -1}', 'attempt_verdict_follows_from_overlap', 'a negative count');
select refuses('{"human_tokens": 0}', 'attempt_verdict_follows_from_overlap', 'a human answer without a word');
select refuses('{"shared": null}', 'attempt_verdict_follows_from_overlap', 'a verdict without its proof');
select refuses('{"model_tokens": null}', 'attempt_verdict_follows_from_overlap', 'or half of it');
select refuses('{"human_tokens": null}', 'attempt_verdict_follows_from_overlap', 'or the other half');
select refuses('{"shared": 2147483647, "model_tokens": 2147483647, "human_tokens": 2147483647, "verdict": "model"}',
	'stored', 'nothing overflows');
select refuses('{"threshold_permille": 1001}', 'permille_range', 'a threshold beyond 100 %');
select refuses('{"threshold_permille": -1}', 'permille_range', 'a threshold below 0');
-- All combinations that are exactly at the threshold are human wins, and one token more is the model's.
select is(beat.verdict_of(s, m, k, 400), 'human', format('s=%s m=%s k=%s is exactly 0.4', s, m, k))
  from generate_series(1, 12) as s, generate_series(1, 30) as m, generate_series(1, 30) as k
 where s <= least(m, k) and 5 * s = m + k and m <= k and k <= 30 and (s + m) % 2 = 0;
select is(count(*)::int, 146, 'of up to 30 tokens 146 combinations are exactly 0.4')
  from generate_series(1, 30) as s, generate_series(1, 30) as m, generate_series(1, 30) as k
 where s <= least(m, k) and 5 * s = m + k and beat.verdict_of(s, m, k, 400) = 'human';
select is(count(*)::int, 0, 'verdict_of equals the rule, on every combination of up to 30 tokens and eleven thresholds')
  from generate_series(0, 30) as s, generate_series(0, 30) as m, generate_series(1, 30) as k,
  	generate_series(0, 1000, 100) as t
 where s <= least(m, k)
   and beat.verdict_of(s, m, k, t) is distinct
   	from case when 2 * s::numeric / (m + k) > t / 1000.0 then 'model' else 'human' end;
select is(beat.verdict_of(null, null, null, 400), 'none', 'no counts, no verdict');
select is(beat.verdict_of(3, 2, 5, 400), null, 'nothing follows from impossible counts');

-- A fault has no verdict, a verdict has no fault.
\set none '"verdict": "none", "fault": "timeout", "shared": null, "model_tokens": null, "human_tokens": null, "model_answer": null, "judged_at": null'
select refuses(format('{%s}', :'none')::jsonb, 'stored', 'a fault');
select refuses((format('{%s}', :'none')::jsonb || '{"fault": null}'), 'attempt_verdict_is_complete',
	'no verdict and no fault');
select refuses((format('{%s}', :'none')::jsonb || '{"model_answer": "was"}'), 'attempt_verdict_is_complete',
	'no verdict but an answer');
select refuses((format('{%s}', :'none')::jsonb || '{"model_score": 0.5}'), 'attempt_verdict_is_complete',
	'no verdict but a score');
select refuses((format('{%s}', :'none')::jsonb || '{"judged_at": "2026-01-01T00:00:00Z"}'),
	'attempt_verdict_is_complete', 'no verdict but judged');
select refuses((format('{%s}', :'none')::jsonb || '{"shared": 0, "model_tokens": 1, "human_tokens": 1}'),
	'attempt_verdict_follows_from_overlap', 'no verdict but counts');
select refuses((format('{%s}', :'none')::jsonb || '{"fault": ""}'), 'attempt_limits', 'an empty fault');
select refuses((format('{%s}', :'none')::jsonb || jsonb_build_object('fault', repeat('x', 201))), 'attempt_limits',
	'a fault without end');
select refuses('{"fault": "timeout"}', 'attempt_verdict_is_complete', 'a verdict and a fault');
select refuses('{"model_answer": null}', 'attempt_verdict_is_complete', 'a verdict without an answer');
select refuses('{"judged_at": null}', 'attempt_verdict_is_complete', 'a verdict without its moment');

-- Limits and references.
select refuses('{"question": ""}', 'attempt_limits', 'no question');
select refuses('{"question": " \u2003\n"}', 'attempt_limits', 'a blank question');
select refuses(jsonb_build_object('question', repeat('?', 10001)), 'attempt_limits', 'a question without end');
select refuses('{"seq": 0}', 'attempt_limits', 'counting from one');
select refuses('{"model_score": "NaN"}', 'attempt_limits', 'a score that is not a number');
select refuses('{"model_score": "Infinity"}', 'attempt_limits', 'a score without end');
select refuses('{"model_score": "-Infinity"}', 'attempt_limits', 'nor below');
select refuses('{"model_ms": -1}', 'count_not_negative', 'a model that answers before it is asked');
select refuses('{"seq": 1}', 'attempt_seq_key', 'each number once');
select refuses(jsonb_build_object('id', (select id from beat.attempt limit 1)), 'attempt_pkey', 'each id once');
select refuses('{"assignment_id": -1}', 'attempt_assignment_fkey', 'no such assignment');
select refuses('{"model_id": -1}', 'attempt_model_fkey', 'no such model');
select refuses(jsonb_build_object('model_build_id', :build), 'stored', 'a build of the model');
insert into beat.model (name, url) values ('second', 'http://127.0.0.1:10');
select refuses(jsonb_build_object('model_build_id', :build, 'model_id',
	(select id from beat.model where name = 'second')),
	'attempt_model_build_fkey', 'a build of another model');

-- An attempt is a fact.
select id as won from beat.attempt where verdict = 'human' limit 1 \gset
select id as lost from beat.attempt where verdict = 'model' limit 1 \gset
select id as open from beat.attempt where verdict = 'none' limit 1 \gset
select bites(format('update beat.attempt set verdict = verdict where id = %L', :'won'), 'attempt_judged_once',
	'no change at all is a change');
select bites(format('update beat.attempt set question = %L where id = %L', 'Other?', :'lost'), 'attempt_judged_once',
	'another question');
select bites(format($$update beat.attempt set verdict = 'none', fault = 'x', shared = null, model_tokens = null,
	human_tokens = null,
	model_answer = null, model_start = null, model_end = null, model_score = null, judged_at = null where id = %L$$,
		:'won'), 'attempt_judged_once', 'a verdict taken back');
\set judge 'fault = null, model_answer = ''was'', shared = 0, model_tokens = 1, human_tokens = 1, verdict = ''human'', judged_at = clock_timestamp()'
select bites(format('update beat.attempt set %s, %s where id = %L', :'judge', col, :'open'), 'attempt_judged_once',
	'judging changes nothing else: ' || col)
  from unnest(array['question = ''Other?''', 'seq = 999', 'threshold_permille = 500', 'id = gen_random_uuid()',
  	'created_at = now()',
	format('model_id = %s', (select id from beat.model where name = 'second'))]) as col;
select bites(format('update beat.attempt set %s, answer_end = 6, answer_text = ''Passag'' where id = %L', :'judge',
	:'open'), 'attempt_judged_once', 'nor the answer');
select bites(format('update beat.attempt set fault = ''other'' where id = %L', :'open'), 'attempt_judged_once',
	'nor the fault alone');
select bites(format('update beat.attempt set %s, shared = 1 where id = %L', replace(:'judge', 'shared = 0, ', ''),
	:'open'),
	'attempt_verdict_follows_from_overlap', 'and the proof must hold');
select bites(format('update beat.attempt set %s, model_start = 1, model_end = 4 where id = %L', :'judge', :'open'),
	'attempt_model_span_is_passage_slice', 'and the span');
select is(tap.violated(format('update beat.attempt set %s where id = %L', :'judge', :'open')), '',
	'a late verdict is welcome');
select bites(format('update beat.attempt set %s where id = %L', :'judge', :'open'), 'attempt_judged_once', 'once');

-- Questions.
create function tap.keep(id text, attempt uuid) returns text language sql as $$
	select format('insert into beat.question (id, attempt_id, project_id, worker_id, assignment_id, split, model_id)
		select %L, %L, a.project_id, a.worker_id, a.id, ''train'', t.model_id
		  from beat.attempt t join beat.assignment a on a.id = t.assignment_id limit 1', id, attempt);
$$;
select bites(tap.keep(question_id_of(:'lost'), :'lost'), 'question_is_won_attempt', 'a lost attempt is no question');
select lives_ok(tap.keep(question_id_of(:'won'), :'won'), 'a won one is');
select bites(tap.keep(repeat('a', 40), :'won'), 'question_attempt_key', 'once');
select bites(tap.keep(repeat('A', 40), :'open'), 'question_id_form', '40 hex digits');
select bites(tap.keep(repeat('b', 40), gen_random_uuid()), 'question_attempt_fkey', 'of an attempt there is');
select bites(format('update beat.question set %s', col), 'question_never_changed', 'it stays: ' || col)
  from unnest(array['created_at = now() - interval ''1 day''', 'split = ''dev''', 'worker_id = worker_id + 1',
	'project_id = project_id + 1', 'assignment_id = assignment_id + 1', 'model_id = model_id + 1',
	'attempt_id = gen_random_uuid()']) as col;

-- Assignments.
select bites(format('update beat.assignment set state = ''lost'' where id = %s', :a), 'assignment_state_known',
	'no such state');
select bites(format('update beat.assignment set kind = ''lost'' where id = %s', :a), 'assignment_kind_known',
	'no such kind');
select bites(format('update beat.assignment set state = ''submitted'' where id = %s', :a),
	'assignment_ended_unless_live', 'what is over has an end');
select bites(format('update beat.assignment set ended_at = now() where id = %s', :a), 'assignment_ended_unless_live',
	'what is live has none');
select bites(format('update beat.assignment set expires_at = started_at where id = %s', :a),
	'assignment_lease_runs_forward', 'a lease lasts');
select bites(format('update beat.assignment set won = -1 where id = %s', :a), 'count_not_negative',
	'nobody wins less than nothing');
select bites(format('update beat.assignment set platform_ref = %L where id = %s', repeat('x', 256), :a),
	'platform_ref_length', 'references end somewhere');
select bites(format('update beat.assignment set submit_to = %L where id = %s', repeat('x', 1001), :a),
	'submit_url_length', 'so do URLs');
select bites(format('update beat.assignment set %s where id = %s', col, :a), 'assignment_stays_itself', col)
  from unnest(array['onboarding_id = 1', 'worker_id = worker_id + 1', 'passage_id = passage_id + 1', 'project_id = project_id + 1',
  	'kind = ''validate''', 'started_at = started_at - interval ''1 day''']) as col;
create function tap.move(origin text, target text) returns text language plpgsql as $$
declare
	a bigint := (tap.session('mover ' || origin || target)).assignment_id;
begin
	if origin <> 'live' then
		update beat.assignment set state = origin, ended_at = clock_timestamp() where id = a;
	end if;
	return tap.violated(format('update beat.assignment set state = %L, ended_at = %s where id = %s', target,
		case target when 'live' then 'null' else 'clock_timestamp()' end, a));
end
$$;
select project_set('p', '{"assignments_per_passage": 1000}', 't') \g /dev/null
select is(tap.move(origin, target), case when origin = target or origin = 'live'
	or (origin, target) in (('expired', 'live'), ('ended', 'live'), ('ended', 'submitted'),
		('ended', 'returned')) then ''
	else 'assignment_moves' end, format('from %s to %s', origin, target))
  from unnest(array['live', 'submitted', 'expired', 'returned', 'ended']) as origin,
  	unnest(array['live', 'submitted', 'expired', 'returned', 'ended']) as target;
select bites($$insert into beat.worker (platform, platform_worker_id) values ('post', 'x')$$, 'platform_known',
	'no such platform');
select bites($$insert into beat.worker (platform, platform_worker_id) values ('direct', '')$$, 'worker_ref_length',
	'a worker has an id');
select bites(format('insert into beat.worker (platform, platform_worker_id) values (''direct'', %L)',
	repeat('x', 256)), 'worker_ref_length', 'of a sane length');
select bites($$insert into beat.worker (platform, platform_worker_id) values ('direct', 'ann')$$,
	'worker_platform_worker_id_key', 'once');
select * from finish();
rollback;
