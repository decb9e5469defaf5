-- assignment_submit: each status, once only, and what it counts; server_gauges.
begin;
\ir fixture.psql
select plan(47);
select s.assignment_id as a, s.worker_id as w, s.passage_id as p from tap.session('ann', 'R1', 'mturk') as s \gset

select is((select status from assignment_submit(-1, :w, 'R1')), 'gone', 'no such assignment');
select is((select status from assignment_submit(:a, -1, 'R1')), 'gone', 'not this worker''s');
select is((select status from assignment_submit(:a, :w, 'R2')), 'moved', 'not this window''s');
select is((select status from assignment_submit(:a, :w, 'R1')), 'none_won', 'nothing won yet');
select is(state::text, 'live', 'so it stays live') from beat.assignment where id = :a;
select (tap.try(1, :a, :w, 'none')).status, (tap.try(99, :a, :w, 'model')).status \g /dev/null
select is((select status from assignment_submit(:a, :w, 'R1')), 'none_won', 'a fault is no win');
select (tap.try(n, :a, :w)).status from generate_series(2, 3) as n \g /dev/null
select unnest(array[
	is(status, 'ok', 'handed in'), is(platform, 'mturk', 'platform'), is(platform_ref, 'R1', 'its reference'),
		is(hit_ref, 'hit-R1', 'the HIT'),
	is(submit_to, 'https://submit.example', 'where to'), is(won, 2, 'won'), is(wanted, 5, 'wanted'),
		is(reward_cents, 200, 'the reward'),
	is(completion_code, 'C0DE', 'the code'), is(worker, 'ann', 'the worker'), is(project, 'p', 'the project')])
  from assignment_submit(:a, :w, 'R1');
select unnest(array[
	is(status, 'already', 'again is fine'),
		is(platform || platform_ref || hit_ref || submit_to || won || wanted || reward_cents || completion_code || worker || project,
		'mturkR1hit-R1https://submit.example25200C0DEannp', 'with the same answer')])
  from assignment_submit(:a, :w, 'R1');
select is((select status from assignment_submit(:a, :w, 'R2')), 'moved', 'another window is not told');
select unnest(array[is(state::text, 'submitted', 'it is over'), isnt(ended_at, null, 'with an end')])
	from beat.assignment where id = :a;
select is(sum(submitted) || ' ' || sum(kept), '1 2', 'counted once') from beat.project_tally
	where project_id = tap.project();
select is(split::text, (select split::text from beat.passage where id = :p), 'for the passage''s split')
	from beat.project_tally;
select is(detail, '{"won": 2, "platform_ref": "R1", "cents": 200}'::jsonb, 'on record, once') from beat.event
	where kind = 'assignment.submit' and assignment_id = :a;
select is(taken::int, 1, 'the passage stays taken') from beat.project_passage where passage_id = :p;

-- Overdue is fine as long as nobody took the passage.
select s.assignment_id as b, s.worker_id as v from tap.session('bob') as s \gset
select (tap.try(10, :b, :v)).status \g /dev/null
select tap.overdue(:b) \g /dev/null
select is((select status from assignment_submit(:b, :v, '')), 'ok', 'an overdue lease can be handed in');
select s.assignment_id as c, s.worker_id as u from tap.session('cyd') as s \gset
select (tap.try(20, :c, :u)).status \g /dev/null
select tap.overdue(:c) \g /dev/null
select (tap.session('dan')).status \g /dev/null
select is((select status from assignment_submit(:c, :u, '')), 'expired', 'an expired one cannot');
update beat.assignment set state = 'returned', ended_at = clock_timestamp()
	where id = (tap.session('eli')).assignment_id;
select is((select status from assignment_submit(a.id, a.worker_id, '')), 'expired', 'nor a returned one')
	from beat.assignment a where a.state = 'returned';
update beat.project_passage q set taken = taken - 1 from beat.assignment a where a.state = 'returned'
	and q.project_id = a.project_id and q.passage_id = a.passage_id;
select project_state('p', 'paused', 't') \g /dev/null
select s.assignment_id as d, s.worker_id as t from tap.session('dan') as s \gset
select (tap.try(30, :d, :t)).status \g /dev/null
select is((select status from assignment_submit(:d, :t, '')), 'ok', 'a paused project still takes work in hand');
select project_state('p', 'active', 't') \g /dev/null

-- One platform assignment is handed in once, by whomever.
select s.assignment_id as e, s.worker_id as s from tap.session('eve', 'R1', 'mturk') as s \gset
select (tap.try(40, :e, :s)).status \g /dev/null
select is((select status from assignment_submit(:e, :s, 'R1')), 'moved',
	'someone else''s reference pays nobody twice');
select is(state::text, 'live', 'the work stays') from beat.assignment where id = :e;
select is((tap.session('eve', 'R9', 'mturk')).assignment_id, :e::bigint, 'and goes on under the right one');
select is((select status from assignment_submit(:e, :s, 'R9')), 'ok', 'to the end');
select bites(format($$update beat.assignment set platform_ref = 'R1' where id = %s$$, :e),
	'assignment_platform_ref_submitted_once', 'the table says so too');
select project_create('q', '{"open": true, "model": "window"}', 't') \g /dev/null
select s.assignment_id as f, s.worker_id as r from tap.session('ann', 'R1', 'mturk', 'q') as s \gset
select (tap.try(50, :f, :r)).status \g /dev/null
select is((select status from assignment_submit(:f, :r, 'R1')), 'ok', 'another project has references of its own');
select is((select array_agg(status) from (select (assignment_submit(a.id, a.worker_id, '')).status from (
	select (x).assignment_id as id, (x).worker_id from (select tap.session('n' || i, project => 'q') as x
		from generate_series(1, 2) as i offset 0) as y offset 0) as a
	where (tap.try(60 + a.id::int, a.id, a.worker_id)).status = 'ok') as z), array['ok', 'ok'],
		'no reference is not a reference');
select is_empty('select tap.miscounted()', 'the counters are right');

-- Late: a lane per backend, summed when read.
update beat.project_tally set kept = kept + 3 where project_id = tap.project()
	and split = (select split from beat.passage where id = :p);
insert into beat.project_tally (project_id, split, lane, submitted, kept)
select project_id, split, (lane + 1) % 32, 4, 5 from beat.project_tally where project_id = tap.project()
	and split = (select split from beat.passage where id = :p);
select is((project_show('p') ->> 'kept') ~ ': 1[0-9][,}]', true, 'project_show sums the lanes');
select cmp_ok(lane::int, '<', 32, 'there are few') from beat.project_tally where project_id = tap.project() limit 1;
select bites('update beat.participation set submitted = -1', 'count_not_negative', 'counts are counts');
select bites('update beat.project_tally set pay_cents = -1', 'project_tally_pay_not_negative', 'so is money');

-- Monitoring.
select (tap.session('g' || i, project => 'q')).status from generate_series(1, 4) as i \g /dev/null
select tap.overdue((tap.session('g1', project => 'q')).assignment_id) \g /dev/null
select unnest(array[
	is(open_leases, (select count(*) from beat.assignment where state = 'live' and expires_at > clock_timestamp()),
		'open leases'),
	is(overdue_leases, (select count(*) from beat.assignment where state = 'live'
		and expires_at <= clock_timestamp()), 'overdue leases'),
	is(pending_judgement, 1::bigint, 'attempts without a verdict'),
	cmp_ok(attempts, '>=', 0::bigint, 'attempts, an estimate')])
  from server_gauges();
select cmp_ok(overdue_leases, '>=', 1::bigint, 'there is an overdue one') from server_gauges();
select is(count(*)::int, 1, 'one row') from server_gauges();
select * from finish();
rollback;
