-- A question is asked once on a passage: by its worker, and of what was won there, in one project.
begin;
\ir fixture.psql
select plan(22);
select project_create('q', '{"open": true, "model": "window", "assignments_per_passage": 3}', 't') \g /dev/null

-- An attempt with its normalised question; the human marks "Passage" and the model says "Ada" or the same.
create function tap.ask(n integer, assignment bigint, asked text, verdict text, marks text default null)
	returns text language sql as $$
	select r.status
	  from beat.assignment a
	  join beat.passage p on p.id = a.passage_id
	 cross join lateral attempt_record(tap.nth(n), a.id, a.worker_id, asked || '?', 0, 7, 'Passage', 400,
		(select m.id from beat.model m where m.name = 'window'), '', '', '',
		case verdict when 'human' then 'Ada' when 'model' then 'Passage' end, null, null, null,
		case verdict when 'human' then 0 when 'model' then 1 end, case when verdict <> 'none' then 1 end,
		case when verdict <> 'none' then 1 end, verdict, case when verdict = 'none' then 'timeout' end, 12, asked,
		marks) as r
	 where a.id = assignment;
$$;
create function tap.begins(assignment bigint, asked text) returns text language sql as $$
	select b.status from beat.assignment a cross join lateral attempt_begin(tap.nth(999), a.id, a.worker_id, '', asked) as b
	 where a.id = assignment;
$$;
-- Three workers on one passage of q.
select (tap.session('ann', project => 'q')).assignment_id as ann \gset
select passage_id as passage from beat.assignment where id = :ann \gset
create function tap.beside(worker text, assignment bigint) returns bigint language sql as $$
	insert into beat.worker (platform, platform_worker_id) values ('direct', worker);
	insert into beat.assignment (project_id, worker_id, passage_id, expires_at)
	select a.project_id, w.id, a.passage_id, a.expires_at from beat.assignment a, beat.worker w
	 where a.id = assignment and w.platform_worker_id = worker
	returning id;
$$;
select tap.beside('bob', :ann) as bob, tap.beside('cyd', :ann) as cyd \gset

select is(tap.begins(:ann, 'who wrote it'), 'ok', 'a new question');
select is(tap.ask(1, :ann, 'who wrote it', 'model'), 'ok', 'is stored');
select is(tap.begins(:ann, 'who wrote it'), 'asked_before', 'the model is not asked about it again');
select is(tap.ask(2, :ann, 'who wrote it', 'human'), 'asked_before', 'nor is it stored');
select is(count(*)::int, 1, 'nothing was') from beat.attempt where assignment_id = :ann;
select is(tap.begins(:bob, 'who wrote it'), 'ok', 'what another lost with may be asked');
select is(tap.ask(3, :bob, 'who wrote it', 'human'), 'ok', 'and won');
select is(tap.begins(:cyd, 'who wrote it'), 'kept_before', 'what was won there may not');
select is(tap.ask(4, :cyd, 'who wrote it', 'model'), 'kept_before', 'nor stored, whoever wins');
select question_discard(array[question_id_of(tap.nth(3))], 'hand', null, null, 'Out.') \g /dev/null
select is(tap.begins(:cyd, 'who wrote it'), 'kept_before', 'nor while it is out: it may come back');
select is((select count(*)::int from json_array_elements((select b.earlier from attempt_begin(tap.nth(999), :cyd,
	(select worker_id from beat.assignment where id = :cyd), '', 'x') as b))), 1, 'a near-repeat is looked for beside it');
select project_set('q', '{"repeats": "allow"}', 't') \g /dev/null
select is(tap.begins(:cyd, 'who wrote it'), 'ok', 'unless the project allows it');
select project_set('q', '{"repeats": "refuse"}', 't') \g /dev/null

-- Late verdicts: both have won, one is of the dataset.
select tap.ask(5, :ann, 'when was it', 'none'), tap.ask(6, :bob, 'when was it', 'none', 'near,short') \g /dev/null
select is(tap.begins(:ann, 'when was it'), 'asked_waits', 'whose first copy still waits for its verdict: it is said so');
select is(tap.ask(7, :ann, 'when was it', 'human'), 'asked_waits', 'also at the second door');
select (rejudge_store(tap.nth(n), '', '', '', 'Ada', null, null, null, 0, 1, 1, 'human', 5, 't')).status
  from generate_series(5, 6) as n \g /dev/null
select results_eq($$select q.discards::int, q.asked is null from beat.question q where q.attempt_id in (tap.nth(5), tap.nth(6))
	order by q.attempt_id$$, $$values (0, false), (1, true)$$, 'of two equal late wins the second is set aside');
select is((select won::int from beat.assignment where id = :bob), 2, 'and is a win all the same');
select is(t.marks, array['near', 'short'], 'marks stay with the attempt') from beat.attempt t where id = tap.nth(6);
select is((admin_hit(:'bob', null, true)::jsonb #> '{attempts,1,marks}'), '["near", "short"]', 'and are shown');

-- The tables hold it by themselves.
select tap.bites(format($$insert into beat.attempt (id, assignment_id, seq, question, answer_start, answer_end, answer_text,
	threshold_permille, model_id, verdict, fault, asked) select gen_random_uuid(), assignment_id, 99, question, 0, 7, 'Passage', 400,
	model_id, 'none', 'x', asked from beat.attempt where id = tap.nth(1)$$), 'attempt_asked_once', 'a worker asks once');
select tap.bites($$insert into beat.question (id, attempt_id, project_id, worker_id, assignment_id, split, model_id, passage_id,
	asked) select question_id_of(tap.nth(1)), gen_random_uuid(), project_id, worker_id, assignment_id, split, model_id, passage_id, asked
	from beat.question where attempt_id = tap.nth(3)$$, 'question_won_once', 'a question is won once on a passage');
select tap.bites($$update beat.question set asked = null where attempt_id = tap.nth(3)$$, 'question_asked_stays', 'and keeps its place');
select tap.bites(format($$insert into beat.attempt (id, assignment_id, seq, question, answer_start, answer_end, answer_text,
	threshold_permille, model_id, verdict, fault, marks) select gen_random_uuid(), assignment_id, 98, question, 0, 7, 'Passage', 400,
	model_id, 'none', 'x', '{odd}' from beat.attempt where id = tap.nth(1)$$), 'attempt_marks_known', 'marks are known ones');
select * from finish();
rollback;
