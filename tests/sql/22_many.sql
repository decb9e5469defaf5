-- Many sessions in one statement: the same answers as one by one, whatever the batch brings.
begin;
\ir fixture.psql
select plan(23);

create type tap.answer as (
	place bigint, status text, created boolean, assignment_id bigint, worker_id bigint, passage_id bigint, title text,
	text text, wanted integer, won integer, attempts json, started_at text, expires_at text, expires_epoch bigint,
	reward_cents integer, threshold_permille integer, project_title text, project_state text, model_name text, kind text,
	onboarding json, state text, reason text, opponent json, newcomer boolean, terms json, agreed boolean);
create function tap.many(workers text[], projects text[] default null, refs text[] default null, agrees text default null)
	returns setof tap.answer language sql as $$
	select s.*
	  from sessions_open(coalesce(projects, array_fill('p'::text, array[cardinality(workers)])),
			array_fill('direct'::text, array[cardinality(workers)]), workers,
			coalesce(refs, array_fill(''::text, array[cardinality(workers)])), array_fill('hit'::text, array[cardinality(workers)]),
			array_fill(null::text, array[cardinality(workers)]), array_fill(false, array[cardinality(workers)]),
			array_fill('en'::text, array[cardinality(workers)]), array_fill(agrees, array[cardinality(workers)])) as s
	 order by s.place
$$;
-- An answer without what differs by chance and time.
create function tap.plain(s tap.answer) returns jsonb language sql as $$
	select to_jsonb(s) - '{place, assignment_id, worker_id, passage_id, title, text, started_at, expires_at, expires_epoch}'::text[]
$$;

-- One batch, all kinds of requests in it: the answers come in their order.
select tap.session('known') \g /dev/null
create temp table batch of tap.answer;
insert into batch
select s.* from tap.many(array['new 1', 'known', 'new 2', 'new 1', 'lost', 'new 3'], array['p', 'p', 'p', 'p', 'nowhere', 'p']) as s;
select is(array_agg(place order by place), array[1, 2, 3, 4, 5, 6]::bigint[], 'a row for each request, in order') from batch;
select is(array_agg(status order by place), '{ok,ok,ok,ok,no_project,ok}'::text[], 'what came of each') from batch;
select is(array_agg(created order by place), '{t,f,t,f,f,t}'::boolean[], 'who is new, and who goes on') from batch;
select is((select assignment_id from batch where place = 4), (select assignment_id from batch where place = 1),
	'the second request of a newcomer goes on with what the first began');
select is(count(distinct passage_id)::int, 4, 'nobody shares a passage') from batch where status = 'ok';
select is(w.platform_worker_id::text, 'new 3', 'each gets an assignment of his own')
  from batch b join beat.assignment a on a.id = b.assignment_id join beat.worker w on w.id = a.worker_id where b.place = 6;
select is_empty('select tap.miscounted()', 'the counters are right');
select is(count(*)::int, 3, 'newcomers take part') from beat.participation q join batch b using (worker_id) where b.created;
select is(count(*)::int, 3, 'in the pool, too') from beat.qualification q join batch b using (worker_id) where b.created;
select is(count(*)::int, 4, 'and were shown what they are told') from beat.instructed x
  where x.assignment_id in (select assignment_id from batch);

-- A newcomer among others is answered like one alone.
select is(tap.plain(b), tap.plain(o), 'alone or among others: the same answer')
  from batch b, tap.many(array['alone']) as o where b.place = 1;
select is(s.text, x.text, 'the passage is the one that is leased')
  from batch s join beat.assignment a on a.id = s.assignment_id join beat.passage x on x.id = a.passage_id where s.place = 3;

-- More of them than passages.
select is((select array_agg(n || ' ' || status order by status) from (
	select status, count(*) as n from tap.many(array(select 'crowd ' || i from generate_series(1, 20) as i)) group by 1) as c),
	array['13 no_work', '7 ok'], 'as many as there are passages, and no more');
select is_empty('select tap.miscounted()', 'the counters are right');
select is(min(taken) || ' ' || max(taken), '1 1', 'each passage once') from beat.project_passage
	where project_id = tap.project('p');

-- Several projects, references of a platform, doors.
select project_create('open', '{"open": true, "model": "window", "assignments_per_passage": 9}', 't') \g /dev/null
select project_create('invited', '{"model": "window"}', 't') \g /dev/null
select is((select array_agg(status order by place) from tap.many('{a1,a2,a3,a4}', '{open,invited,open,p}', '{r1,r2,r3,r4}')),
	'{ok,not_open,ok,no_work}'::text[], 'each project has its own door');
select is(array_agg(a.platform_ref || ' ' || a.hit_ref order by a.id), array['r1 hit', 'r3 hit'], 'references are bound')
  from beat.assignment a join beat.worker w on w.id = a.worker_id where w.platform_worker_id in ('a1', 'a3');
select is(count(*)::int, 1, 'a stranger before a closed door is known all the same')
  from beat.worker where platform_worker_id = 'a2';
update beat.project set state = 'paused' where name = 'open';
select is((select array_agg(distinct status) from tap.many('{b1,b2}', '{open,open}')), '{paused}'::text[], 'a pause holds for all');
update beat.project set state = 'active' where name = 'open';

-- Several adversaries.
select admin_model_add('second', 'http://127.0.0.1:9', 'beat', null, null, 't') \g /dev/null
update beat.project set also_model_ids = (select array[id] from beat.model where name = 'second'), rule = 'any' where name = 'open';
select is((select array_agg(distinct opponent ->> 'rule') from tap.many('{e1,e2}', '{open,open}')), '{any}'::text[],
	'all opponents of a project are told');

-- Consent is asked for.
select admin_instruction_set('open', 'worker', 'en', 'Do it.', 'I agree.', 't') \g /dev/null
select is((select array_agg(agreed::text || (terms ->> 'agreed')) from tap.many('{c1,c2}', '{open,open}')),
	array['falsefalse', 'falsefalse'], 'newcomers have not agreed');
select is((select array_agg(agreed::text || (terms ->> 'agreed')) from tap.many('{d1,d2}', '{open,open}', null,
	(select max(id)::text from beat.instruction where consent <> ''))), array['truetrue', 'truetrue'], 'unless they say so');
select is(count(*)::int, 2, 'which is kept') from beat.consent;
select * from finish();
rollback;
