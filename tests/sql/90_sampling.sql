-- Batches: how many HITs are drawn, which, and that it can be repeated; closing by itself.
begin;
\ir fixture.psql
\ir review.psql
select plan(60);

-- The smallest n whose fifth power has 1, 2, … 26 digits, worked out elsewhere.
create temp table first_with as
select n, digits
  from unnest('{1, 2, 3, 4, 7, 10, 16, 26, 40, 64, 100, 159, 252, 399, 631, 1000, 1585, 2512, 3982, 6310, 10000, 15849,
	25119, 39811, 63096, 100000}'::integer[]) with ordinality as t (n, digits);
select is_empty($$
	select n, samples_due(n) from generate_series(1, 100000) as n
	 where samples_due(n) <> (select count(*) from first_with f where f.n <= n.n)$$,
	'the sample of n HITs, n = 1 … 100,000, against a table of thresholds');
select is_empty($$
	select n, samples_due(n) from generate_series(1, 100000) as n
	 where samples_due(n) <> floor(5 * log(n::float8) + 1)
	   and n not in (select f.n from first_with f)$$,
	'and, but for the thresholds themselves, against logarithms');
select is(samples_due(n), due, format('%s HITs: %s', n, due))
  from (values (0, 0), (1, 1), (10, 6), (100, 11), (1000, 16), (999, 15), (99, 10), (9, 5)) as v (n, due);
select is(samples_due(2147483647), 47, 'no limit is near');
select is_empty($$
	select n from generate_series(1, 100000) as n where samples_due(n) > n or samples_due(n) < samples_due(n - 1)$$,
	'never more than there are, and never fewer than before');

-- Nothing to close.
select is(tap.refused($$select tap.close()$$), 'BE001: No HIT of "r" is completed yet: there is nothing to close.',
	'an empty batch is not closed');
select is(tap.refused($$select tap.close(project => 'none')$$), 'BE404: There is no project "none".', 'nor one of nothing');
select is(admin_batches('r') -> 'open' ->> 'due', '0', 'nothing is due');

-- Three workers, many batches: the totals follow the rule at every closing.
create temp table drawn (step integer, worker text, n integer, sampled integer, due integer);
create function tap.steps() returns void language plpgsql as $$
declare
	amounts integer[] := '{1, 1, 1, 1, 3, 3, 6, 11, 13}';
begin
	for i in 1 .. cardinality(amounts) loop
		perform tap.work('ann', amounts[i]);
		if i % 2 = 1 then
			perform tap.work('bob', 1, 2);
		end if;
		if i = 4 then
			perform tap.work('cyd', 16);
		end if;
		perform tap.close('seed-' || i);
		insert into drawn
		select i, w.platform_worker_id, q.submitted, q.sampled, samples_due(q.submitted)
		  from beat.participation q
		  join beat.worker w on w.id = q.worker_id
		 where q.project_id = tap.project('r');
	end loop;
end
$$;
select tap.steps() \g /dev/null
select is_empty('select * from drawn where sampled <> due', 'after each of nine batches every worker has what is due');
select is((select max(n) || ' ' || max(sampled) from drawn where worker = 'ann'), '40 9', 'up to 40 HITs');
select is((select max(n) || ' ' || max(sampled) from drawn where worker = 'cyd'), '16 7', 'also 16 at once');
select is_empty($$
	select * from (select sampled - lag(sampled) over (partition by worker order by step) as more from drawn) as x
	 where more < 0$$, 'totals only grow');
select is(count(*), (select sum(sampled)::bigint from beat.batch where project_id = tap.project('r')),
	'the batches add up to the samples') from beat.sample;
select is(count(*), count(distinct assignment_id), 'no HIT is drawn twice') from beat.sample;
select is_empty($$select from beat.sample s join beat.assignment a on a.id = s.assignment_id
	where (a.worker_id, a.project_id) <> (s.worker_id, s.project_id) or a.state <> 'submitted' or a.kind <> 'generate'$$,
	'all are completed HITs of their worker');
select is(array_agg(number order by number), '{1,2,3,4,5,6,7,8,9}'::integer[], 'batches are numbered')
	from beat.batch where project_id = tap.project('r');
select is(string_agg(hits || '/' || hits_total, ' ' order by number),
	'2/2 1/3 2/5 17/22 4/26 3/29 7/36 11/47 14/61', 'and know their HITs') from beat.batch;
select is_empty('select * from recount_reviews()', 'the counters of samples are right');
select is_empty('select * from recount()', 'and all others');
select is((admin_batches('r') -> 'items' -> 0 ->> 'number') || ' ' || (admin_batches('r') -> 'open' ->> 'hits'),
	'9 0', 'the list begins with the newest');
select is(tap.refused($$select tap.close()$$),
	'BE001: No HIT of "r" was completed since batch 9 was closed: there is nothing to close.', 'again is refused');
select is(tap.refused($$select tap.close('a b')$$), 'BE001: A seed is 1 to 64 letters, digits and . _ -',
	'seeds have a form');
select is(detail - 'seed', '{"batch": 9, "cause": "hand", "hits": 14, "hits_total": 61, "workers": 1, "sampled": 1}'::jsonb,
	'on record') from beat.event where kind = 'batch.close' order by id desc limit 1;
select is(actor::text, 'tester', 'with who did it') from beat.event where kind = 'batch.close' order by id desc limit 1;
select bites('update beat.batch set seed = 1', 'batch_never_changed', 'a batch stays what it was');

-- The draw: the same seed and HITs give the same sample, another seed another, and none is favoured.
select tap.work('dan', 100) \g /dev/null
savepoint before;
select tap.close('same') \g /dev/null
select array_agg(assignment_id order by assignment_id) as first from beat.sample where worker_id = tap.worker('dan') \gset
rollback to before;
select tap.close('same') \g /dev/null
select is(array_agg(assignment_id order by assignment_id), :'first'::bigint[], 'a draw can be repeated')
	from beat.sample where worker_id = tap.worker('dan');
select is(count(*)::integer, 11, 'of 100 HITs 11 are drawn') from beat.sample where worker_id = tap.worker('dan');
select is(array_agg(s.assignment_id order by s.assignment_id), (
	select array_agg(x.id order by x.id) from (
		select a.id from beat.assignment a where a.worker_id = tap.worker('dan')
		 order by encode(sha256(convert_to('same:' || a.id, 'UTF8')), 'hex') collate "C" limit 11) as x),
	'and anybody can work out which') from beat.sample s where s.worker_id = tap.worker('dan');
rollback to before;
select tap.close('other') \g /dev/null
select isnt(array_agg(assignment_id order by assignment_id), :'first'::bigint[], 'another seed draws others')
	from beat.sample where worker_id = tap.worker('dan');
rollback to before;
select cmp_ok(max(n) - min(n), '<', 90::bigint, 'over 300 seeds each of 100 HITs is drawn about equally often')
  from (
	select a.id, count(d.id) as n
	  from beat.assignment a
	  left join (
		select x.id
		  from generate_series(1, 300) as seed
		 cross join lateral (
			select y.id from beat.assignment y where y.worker_id = tap.worker('dan')
			 order by draw_key('u' || seed, y.id) limit 33) as x) as d on d.id = a.id
	 where a.worker_id = tap.worker('dan')
	 group by a.id) as c;

-- Earlier samples are left alone by a later draw.
select tap.close('one') \g /dev/null
create temp table earlier as select assignment_id, batch_id from beat.sample;
select tap.work('dan', 59) \g /dev/null
select is(tap.close('two') ->> 'sampled', '1', 'at 159 one more is due');
select is_empty('select * from earlier except select assignment_id, batch_id from beat.sample',
	'what was drawn before stays drawn');

-- Double review is decided when the batch closes.
select project_set('r', '{"review_double": true}', 't') \g /dev/null
select tap.work('eve', 4) \g /dev/null
select tap.close() \g /dev/null
select is(string_agg(distinct reviews_wanted::text, ' '), '2', 'samples of a project with double review want two')
	from beat.sample where worker_id = tap.worker('eve');
select is(string_agg(distinct reviews_wanted::text, ' '), '1', 'the earlier ones stay as they are')
	from beat.sample where worker_id = tap.worker('dan');
select project_set('r', '{"review_double": false}', 't') \g /dev/null

-- Who is revoked is left out until reinstated.
select tap.work('fay', 10) \g /dev/null
select admin_worker_revoke('r', tap.worker('fay')::text, 'test', 't') \g /dev/null
select is(admin_batches('r') -> 'open' ->> 'due', '0', 'nothing is due from a revoked worker');
select is(tap.close() ->> 'sampled', '0', 'nothing is drawn');
select admin_worker_reinstate('r', tap.worker('fay')::text, 'test', 't') \g /dev/null
select is(tap.close() ->> 'sampled', '6', 'once reinstated all that is due');

-- HITs that only an end made complete hold no question, and nothing to review.
select s.assignment_id as a, s.worker_id as w from session_open('r', 'mturk', 'gus', '', '', '') as s \gset
select admin_worker_revoke('r', :'w', 'test', 't') \g /dev/null
select is((select status from assignment_submit(:a, :w, '')), 'ok', 'an ended HIT without a question is handed in');
select admin_worker_reinstate('r', :'w', 'test', 't') \g /dev/null
select is(tap.close() ->> 'sampled', '0', 'but not drawn');
select matches(tap.refused('select tap.close()'), 'there is nothing to close', 'nor does it make empty batches');
select tap.work('gus', 3) \g /dev/null
select is(tap.close() ->> 'sampled', '3', 'the others are, though four count');

-- By itself.
select is(batch_due(p), null, 'a project without a limit closes nothing') from beat.project p where name = 'r';
select is((housekeeping() -> 'batches')::text, '[]', 'nor does housekeeping');
select project_set('r', '{"batch_hits": 5}', 't') \g /dev/null
select tap.work('hal', 4) \g /dev/null
select is(batch_due(p), null, 'four of five HITs') from beat.project p where name = 'r';
select tap.work('hal', 1) \g /dev/null
select is(batch_due(p), 'hits', 'five') from beat.project p where name = 'r';
select is((housekeeping() -> 'batches' -> 0)::jsonb - 'batch',
	'{"project": "r", "cause": "hits", "sampled": 4}'::jsonb, 'the batch is closed');
select is(actor || ' ' || cause, 'server hits', 'by the server') from beat.batch order by id desc limit 1;
select is((housekeeping() -> 'batches')::text, '[]', 'once');
select project_set('r', '{"batch_hits": null, "batch_hours": 2}', 't') \g /dev/null
select tap.work('ivy', 1) \g /dev/null
select is(batch_due(p), null, 'not yet two hours') from beat.project p where name = 'r';
alter table beat.batch disable trigger batch_never_changed;
update beat.batch set closed_at = closed_at - interval '2 hours';
alter table beat.batch enable trigger batch_never_changed;
select is(batch_due(p), 'hours', 'two hours') from beat.project p where name = 'r';
select is(housekeeping() -> 'batches' -> 0 ->> 'cause', 'hours', 'the batch is closed');
alter table beat.batch disable trigger batch_never_changed;
update beat.batch set closed_at = closed_at - interval '2 hours';
alter table beat.batch enable trigger batch_never_changed;
select is((housekeeping() -> 'batches')::text, '[]', 'a batch without a HIT is not');
select is_empty('select * from recount()', 'all counters are right');
select * from finish();
rollback;
