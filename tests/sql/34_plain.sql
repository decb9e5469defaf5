-- Projects without an adversary: what their attempts and HITs may be.
begin;
\ir fixture.psql
select plan(20);

select is((select array_agg(m.name) from model_list() as m), array['window'], 'the registry does not have what stands for none');
select is(model_only(), (select m.id from beat.model m where m.name = 'window'), 'nor is it ever the only one');
select project_create('plain', '{"adversary": "none", "open": true, "questions": 2, "paragraphs": 2, "reward": 101, "win_reward": 3}', 't') \g /dev/null
select is((project_settings(p) ->> 'adversary') || ' ' || (project_settings(p) ->> 'model'), 'none none', 'a project without one')
  from beat.project p where p.name = 'plain';
select is(tap.sentence($$select project_set('p', '{"adversary": "none", "model": "window"}', 't')$$),
	'Without an adversary there is no model: leave model out, or say adversary model.', 'not both');
select project_set('plain', '{"model": "window"}', 't') \g /dev/null
select is(p.adversary, 'model', 'a model that is named is the adversary') from beat.project p where p.name = 'plain';
select project_set('plain', '{"adversary": "none"}', 't') \g /dev/null
select is(p.model_id, no_model(), 'and none is, when there is none') from beat.project p where p.name = 'plain';
select is(onboarding_model(p.id), no_model(), 'also while learning') from beat.project p where p.name = 'plain';

select assignment_id as a, worker_id as w, passage_id as x from session_open('plain', 'direct', 'ann', '', '', '', true) \gset
create function pg_temp.put(in_id integer, in_model bigint, in_verdict text, in_shared integer default null) returns text language sql as $$
	select r.status from attempt_record(tap.nth(in_id), (select max(a.id) from beat.assignment a), (select max(w.id) from beat.worker w),
		'Q ' || in_id, 0, 7, 'Passage', 400, in_model, '', '', '', null, null, null, null, in_shared, in_shared, in_shared,
		in_verdict, null, 0, 'q ' || in_id) as r
$$;
select is(pg_temp.put(1, 0, 'plain'), 'ok', 'a question is kept without a verdict');
select is((t.verdict, t.judged_at = t.created_at, t.shared)::text, '(plain,t,)', 'as of its moment, with no counts') from beat.attempt t where t.id = tap.nth(1);
select is((select count(*)::int from beat.question q where q.attempt_id = tap.nth(1) and q.model_id = 0), 1, 'it is of the dataset');
select throws_like(format('select pg_temp.put(2, %s, %L)', (select m.id from beat.model m where m.name = 'window'), 'plain'),
	'%attempt_verdict_follows_from_overlap%', 'who plays has a verdict');
select throws_like($$select pg_temp.put(3, 0, 'plain', 1)$$, '%attempt_verdict_follows_from_overlap%', 'and who does not has no counts');

select is((plain_hit(:a) ->> 'part') || '/' || (plain_hit(:a) ->> 'parts'), '1/2', 'one of two');
select throws_like($$update beat.assignment set part = 2 where hit_id is null$$, '%assignment_part_of_hit%', 'a later part belongs to a HIT');
select is(hit_pay(a, 1), 104, 'a HIT of one paragraph pays all of it') from beat.assignment a where a.id = :a;
select is(part_pay(p, 5), 56, 'one of several its share, rounded down, and for as many questions as are asked for') from beat.project p where p.name = 'plain';

create function pg_temp.budget() returns text language sql as $$
	select concat_ws(' ', x.paragraphs, x.done, x.questions)
	  from project_documents((select p.id from beat.project p where p.name = 'plain')) as x
	 where x.document_id = (select y.document_id from beat.assignment a join beat.passage y on y.id = a.passage_id order by a.id desc limit 1)
$$;
select set_config('t.paragraphs', split_part(pg_temp.budget(), ' ', 1), true) \g /dev/null
select is(pg_temp.budget(), current_setting('t.paragraphs') || ' 0 0', 'a paragraph that is being asked about is not done');
update beat.assignment set state = 'submitted', ended_at = clock_timestamp() where id = :a;
select is(pg_temp.budget(), current_setting('t.paragraphs') || ' 1 1', 'once it is handed in, it is');
update beat.question set discards = 1 where attempt_id = tap.nth(1);
select is(pg_temp.budget(), current_setting('t.paragraphs') || ' 0 0', 'not if all its questions are discarded');
select is((documents_page(p, 1, 1) -> 'items' -> 0)::text, (documents_page(p, null, 0) -> 'items' -> 1)::text, 'a page is a part of all')
  from beat.project p where p.name = 'plain';
select * from finish();
rollback;
