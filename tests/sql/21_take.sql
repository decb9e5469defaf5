-- Which passage a worker gets: least served, at random, never twice, targets, levels; many calls in one transaction.
begin;
\ir fixture.psql
select plan(49);

-- All of this file is one transaction, like a batch of requests: row locks alone would not keep the calls apart.
select is(count(distinct (s).passage_id)::int, 5, 'five workers in one transaction get five different passages')
  from (select tap.session('w' || i) as s from generate_series(1, 5) as i) as x;
select is(count(distinct (s).passage_id)::int, 7, 'and seven more the other seven')
  from (select tap.session('w' || i) as s from generate_series(6, 12) as i) as x where (s).status = 'ok';
select is(count(*)::int, 0, 'nothing was given twice') from beat.project_passage where taken <> 1;
select unnest(array[
	is((s).status, 'no_work', 'the thirteenth finds nothing'),
	is((s).assignment_id, null::bigint, 'and gets nothing')])
  from (select tap.session('w13') as s) as x;
select is((s).status, 'ok', 'the first goes on with what he has') from (select tap.session('w1') as s) as x;
select is_empty('select tap.miscounted()', 'the counters are right');

-- Levels: a passage is given a second time only when all have been given once.
select project_create('levels', '{"open": true, "model": "window", "assignments_per_passage": 3}',
	't') \g /dev/null
select is((select array_agg(distinct (s).status) from (select tap.session('l' || i, project => 'levels') as s
	from generate_series(1, 12) as i) as x), array['ok'], 'twelve workers on twelve passages');
select is(min(taken) || ' ' || max(taken), '1 1', 'each passage once') from beat.project_passage
	where project_id = tap.project('levels');
select tap.session('l' || i, project => 'levels') from generate_series(13, 18) as i \g /dev/null
select is(min(taken) || ' ' || max(taken), '1 2', 'six more: some twice, none three times') from beat.project_passage
	where project_id = tap.project('levels');
select tap.session('l' || i, project => 'levels') from generate_series(19, 36) as i \g /dev/null
select is(min(taken) || ' ' || max(taken), '3 3', 'thirty-six: each three times') from beat.project_passage
	where project_id = tap.project('levels');
select is((tap.session('l37', project => 'levels')).status, 'no_work', 'then no more');
select project_set('levels', '{"assignments_per_passage": 4}', 't') \g /dev/null
select is((tap.session('l37', project => 'levels')).status, 'ok', 'unless the project wants more');
select project_set('levels', '{"assignments_per_passage": 2}', 't') \g /dev/null
select is((tap.session('l38', project => 'levels')).status, 'no_work', 'or fewer');
select is_empty('select tap.miscounted()', 'the counters are right');

-- A worker never gets a passage twice in a project, whatever became of it.
select project_create('seen', '{"open": true, "model": "window", "assignments_per_passage": 5}', 't') \g /dev/null
create function tap.work(worker text, project text) returns bigint language plpgsql as $$
declare
	s tap.session := tap.session(worker, project => project);
	n integer := (select count(*) from beat.attempt) + 1000;
begin
	if s.status <> 'ok' then
		return null;
	end if;
	perform tap.try(n, s.assignment_id, s.worker_id);
	perform assignment_submit(s.assignment_id, s.worker_id, '');
	return s.passage_id;
end
$$;
select is(count(distinct p)::int, 12, 'one worker works through all twelve passages')
  from (select tap.work('solo', 'seen') as p from generate_series(1, 12)) as x;
select is(tap.work('solo', 'seen'), null::bigint, 'and then has seen them all, though each has slots left');
select isnt(tap.work('other', 'seen'), null::bigint, 'another worker has not');
select isnt(tap.work('solo', 'levels'), -1::bigint, 'another project is another matter');
select is_empty('select tap.miscounted()', 'the counters are right');
select s.passage_id as given, s.assignment_id as a from tap.session('leaver', project => 'seen') as s \gset
update beat.assignment set state = 'returned', ended_at = clock_timestamp() where id = :a;
update beat.project_passage set taken = taken - 1 where project_id = tap.project('seen') and passage_id = :given;
select is(count(*) filter (where p = :given)::int, 0, 'nor one that was returned')
  from (select tap.work('leaver', 'seen') as p from generate_series(1, 11)) as x;

-- Targets: a split that has enough gives no more.
select project_create('targets', '{"open": true, "model": "window", "targets": [2, 0, null]}', 't') \g /dev/null
create function tap.split_of(passage_id bigint) returns text language sql as 'select split from beat.passage where id = passage_id';
select results_eq($$select tap.split_of(p) as s, count(*) from (select tap.work('t' || i, 'targets') as p
	from generate_series(1, 12) as i) as x
	where p is not null group by 1 order by 1$$, $$values ('test', 2::bigint), ('train', 2)$$,
	'two of train (target 2, one win each), none of dev (target 0), all of test (no target)');
select is((tap.session('t99', project => 'targets')).status, 'no_work', 'all targets reached or passages used up');
select project_set('targets', '{"targets": [3, 1, null]}', 't') \g /dev/null
select results_eq($$select tap.split_of(p) as s, count(*) from (select tap.work('u' || i, 'targets') as p
	from generate_series(1, 12) as i) as x
	where p is not null group by 1 order by 1$$, $$values ('dev', 1::bigint), ('train', 1)$$,
		'raised targets give the difference');

-- Expired leases: bounded work at each call, nothing waits for a sweeper.
select project_create('lease', '{"open": true, "model": "window", "lease": 60}', 't') \g /dev/null
select tap.session('e' || i, project => 'lease') from generate_series(1, 12) as i \g /dev/null
select is((tap.session('late', project => 'lease')).status, 'no_work', 'all are taken');
select tap.overdue(id) from beat.assignment where project_id = tap.project('lease') and state = 'live' \g /dev/null
select is((tap.session('late', project => 'lease')).status, 'ok', 'an overdue lease returns the passage');
select is(count(*)::int, 12, 'all overdue ones were ended') from beat.assignment
	where project_id = tap.project('lease') and state = 'expired';
select is_empty('select tap.miscounted()', 'the counters are right');
-- They come back, one by one: each goes on where it was, unless its passage was given away meanwhile.
select is(count(*)::int, 11, 'eleven of twelve find work, the twelfth is taken by the latecomer')
  from (select tap.session('e' || i, project => 'lease') as s from generate_series(1, 12) as i) as x
  	where (s).status = 'ok';
select cmp_ok(count(*)::int, '>=', 1, 'and go on where they were if they can') from beat.event
	where kind = 'assignment.revive'
   and project_id = tap.project('lease');
select is_empty('select tap.miscounted()', 'the counters are right');

-- Revival: needs a slot and use.
select project_create('revive', '{"open": true, "model": "window", "targets": [1, 0, 0]}', 't') \g /dev/null
select s.assignment_id as a, s.worker_id as w from tap.session('idle', project => 'revive') as s \gset
select s.assignment_id as b, s.worker_id as v from tap.session('busy', project => 'revive') as s \gset
select (tap.try(500, :b, :v)).status \g /dev/null
select (tap.session('third', project => 'revive')).status \g /dev/null
select tap.overdue(:a), tap.overdue(:b) \g /dev/null
select isnt(tap.work('third', 'revive'), null::bigint, 'someone else reaches the target');
select is((tap.session('fourth', project => 'revive')).status, 'no_work',
	'a fourth finds none, and ends the overdue leases');
select is((tap.session('idle', project => 'revive')).status, 'no_work',
	'an idle expired assignment is not revived for a target reached');
select is((tap.session('busy', project => 'revive')).assignment_id, :b::bigint, 'one with a win is: work is not lost');
select is_empty('select tap.miscounted()', 'the counters are right');
-- The passage was given to someone else.
select project_set('revive', '{"targets": [null, 0, 0]}', 't') \g /dev/null
select s.assignment_id as c, s.passage_id as cp from tap.session('unlucky', project => 'revive') as s \gset
select tap.overdue(:c) \g /dev/null
select tap.session('x' || i, project => 'revive') from generate_series(1, 8) as i \g /dev/null
select is((tap.session('unlucky', project => 'revive')).status, 'no_work',
	'an expired assignment whose passage is taken is lost');
select is(state::text, 'expired', 'and stays so') from beat.assignment where id = :c;

-- The rule behind it all, in the table itself.
select bites(format($$insert into beat.assignment (project_id, worker_id, passage_id, expires_at)
	select project_id, worker_id, passage_id, clock_timestamp() + interval '1 hour' from beat.assignment
		where id = %s$$, :c),
	'assignment_passage_once_per_worker_and_project', 'a passage once per worker and project');
select bites($$insert into beat.assignment (project_id, worker_id, passage_id, expires_at)
	select a.project_id, a.worker_id, q.passage_id, clock_timestamp() + interval '1 hour'
	  from beat.assignment a join beat.project_passage q on q.project_id = a.project_id
	 where a.state = 'live' and not exists (select from beat.assignment b where b.worker_id = a.worker_id
		and b.project_id = a.project_id and b.passage_id = q.passage_id) limit 1$$,
	'assignment_one_live_per_worker_and_project', 'one live assignment per worker and project');
select bites(format('insert into beat.assignment (project_id, worker_id, passage_id, expires_at) values (%s, %s, -5, clock_timestamp() + interval ''1 hour'')',
	tap.project(), :w), 'assignment_passage_fkey', 'only passages of the project');
select bites(format('insert into beat.assignment (project_id, worker_id, passage_id, expires_at) values (%s, -5, %s, clock_timestamp() + interval ''1 hour'')',
	tap.project(), :cp), 'assignment_worker_fkey', 'only workers there are');

-- Withdrawn passages are not given, those that come back are.
select project_create('moving', '{"open": true, "model": "window", "collections": ["sample"]}', 't') \g /dev/null
select tap.stage('[{"title": "Else", "text": "Something else was written."}]') \g /dev/null
select import_apply('else', 'train', 't', false) \g /dev/null
select is((select passages from project_set('moving', '{"collections": ["else"]}', 't')), 1,
	'another collection, other passages');
select unnest(array[
	is((s).title, 'Else', 'only those are given'),
	is((tap.session('m2', project => 'moving')).status, 'no_work', 'and no others')])
  from (select tap.session('m1', project => 'moving') as s) as x;
select is((select passages from project_set('moving', '{"collections": ["sample"]}', 't')), 12,
	'back to the first');
select unnest(array[
	is((s).status, 'ok', 'its passages are given again'),
	isnt((s).title, 'Else', 'and the others no more')])
  from (select tap.session('m2', project => 'moving') as s) as x;
select is_empty('select tap.miscounted()', 'the counters are right');
select * from finish();
rollback;
