-- The counters follow everything that happens, and the figures they give.
begin;
\ir fixture.psql
\ir review.psql
select plan(54);
create function tap.wrong() returns setof text language sql as $$
	select format('%s of %s: stored %s, counted %s', r.counter, r.key, r.stored, r.recounted) from recount() as r;
$$;
create function tap.hours(project text default 'p') returns text language sql as $$
	select format('%s %s %s, %s ms in %s', sum(t.human), sum(t.model), sum(t.none), sum(t.model_ms),
		array[sum(t.ms_buckets[1]), sum(t.ms_buckets[2]), sum(t.ms_buckets[3]), sum(t.ms_buckets[8])])
	  from attempt_counts() t where t.project_id = tap.project(project);
$$;
create function tap.tally(project text default 'p') returns text language sql as $$
	select format('submitted %s kept %s wins %s cents %s, days %s', sum(t.submitted), sum(t.kept), sum(t.wins),
		sum(t.pay_cents), (select sum(d.kept) from beat.day_tally d where d.project_id = tap.project(project)))
	  from beat.project_tally t where t.project_id = tap.project(project);
$$;

-- Small ones.
select is(hit_seconds('2026-01-01 00:00:00.9Z', '2026-01-01 00:01:00.8Z'), 59::bigint, 'whole seconds, rounded down');
select is(hit_seconds('2026-01-01 00:00:01Z', '2026-01-01 00:00:00Z'), 0::bigint, 'a clock set back: none');
select is(array[duration_bucket(0), duration_bucket(29), duration_bucket(30), duration_bucket(3599),
	duration_bucket(3600), duration_bucket(999999999999)], '{0,0,1,119,120,120}', 'half minutes, up to an hour');
select results_eq('select ms_bucket(ms) from unnest(array[0, 10, 11, 30, 31, 100, 101, 300, 301, 1000, 1001, 3000,
	3001, 10000, 10001, 2147483647]) as ms', 'select unnest(array[1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8])',
	'the buckets of milliseconds include their bounds');
select is(tally_hour('2026-03-29 02:59:59.999+01'), '2026-03-29 01:00Z'::timestamptz, 'an hour of UTC');
-- Intervals as published tables have them.
select is(round((w ->> 'low')::numeric, 4) || ' ' || round((w ->> 'high')::numeric, 4), '0.4902 0.9433', 'Wilson, 8 of 10')
  from wilson(8, 10) as w;
select is(round((w ->> 'low')::numeric, 4) || ' ' || round((w ->> 'high')::numeric, 4), '0.0000 0.2775', 'Wilson, 0 of 10')
  from wilson(0, 10) as w;
select is(round((w ->> 'low')::numeric, 4) || ' ' || round((w ->> 'high')::numeric, 4), '0.7225 1.0000', 'Wilson, 10 of 10')
  from wilson(10, 10) as w;
select is(round((w ->> 'low')::numeric, 4) || ' ' || round((w ->> 'high')::numeric, 4), '0.4038 0.5962', 'Wilson, 50 of 100')
  from wilson(50, 100) as w;
select is(w ->> 'rate', null, 'Wilson, nothing of nothing') from wilson(0, 0) as w;

-- Attempts.
select is_empty('select tap.wrong()', 'nothing has happened');
select s.assignment_id as a, s.worker_id as w from tap.session('ann') as s \gset
select (tap.try(1, :a, :w, 'human')).status, (tap.try(2, :a, :w, 'model')).status, (tap.try(3, :a, :w, 'none')).status,
	(tap.try(4, :a, :w, 'human')).status, (tap.try(4, :a, :w, 'human')).status \g /dev/null
select is(tap.hours(), '2 1 1, 36 ms in {0,3,0,0}', 'four attempts, one of them sent twice; a fault has no time');
select is_empty('select tap.wrong()', 'as a recount has it');
select is(tap.tally(), 'submitted  kept  wins  cents , days ', 'nothing is handed in');
select is((select count(*) from beat.attempt_tally), 0::bigint, 'nothing was moved to the counters yet');
select is(attempts_count() ->> 'counted', '4', 'it is moved');
select is(tap.hours(), '2 1 1, 36 ms in {0,3,0,0}', 'and the figures are the same before and after');
select is((select count(*) from beat.attempt_uncounted), 0::bigint, 'nothing is counted twice');
select is(attempts_count() ->> 'counted', '0', 'and nothing is left to count');
select bites('update beat.attempt_uncounted set times = 2', 'attempt_uncounted_never_changed', 'what is to be counted');
select bites('truncate beat.attempt_uncounted', 'attempt_uncounted_never_truncated', 'what is to be counted, all of it');

-- Handing in.
select (assignment_submit(:a, :w, '')).status, (assignment_submit(:a, :w, '')).status \g /dev/null
select is(tap.tally(), 'submitted 1 kept 2 wins 2 cents 200, days 2', 'a HIT handed in, once');
select is((q.submitted, q.attempts, q.wins, q.kept), (1, 4, 2, 2)::record, 'in the worker''s row too')
  from (select (tap.part('ann', 'p')).submitted::int, (tap.part('ann', 'p')).attempts::int,
	(tap.part('ann', 'p')).wins::int, (tap.part('ann', 'p')).kept::int) as q;
select is((select sum(hits) from beat.duration_tally where project_id = tap.project() and bucket = 0), 1::bigint,
	'it took less than half a minute');
select is_empty('select tap.wrong()', 'as a recount has it, handed in');

-- A late verdict for a HIT handed in.
select (rejudge_store(tap.nth(3), 'late', '2', 'w', 'was', null, null, 0.25, 0, 1, 1, 'human', 333, 'j')).status
	\g /dev/null
select is(tap.hours(), '3 1 0, 369 ms in {0,3,0,0}', 'a late win moves from none to human, with its time');
select is(tap.tally(), 'submitted 1 kept 3 wins 3 cents 200, days 3', 'and counts');
select attempts_count() \g /dev/null
select is(tap.hours(), '3 1 0, 369 ms in {0,3,0,0}', 'also once it is counted');
select is_empty('select tap.wrong()', 'as a recount has it, judged late');

-- Questions out and in again.
select question_discard(array[question_id_of(tap.nth(1))], 'hand', null, null, 'x') \g /dev/null
select is(tap.tally(), 'submitted 1 kept 2 wins 3 cents 200, days 2', 'a question went out');
select is((tap.part('ann', 'p')).kept::int, 2, 'of the worker''s too');
select is_empty('select tap.wrong()', 'as a recount has it, discarded');
select question_restore(array[question_id_of(tap.nth(1))], 'hand', null, null, 'x') \g /dev/null
select is(tap.tally(), 'submitted 1 kept 3 wins 3 cents 200, days 3', 'and is in again');
select is_empty('select tap.wrong()', 'as a recount has it, restored');

-- A HIT that is not handed in yet, and one that expires.
select s.assignment_id as b, s.worker_id as v from tap.session('bob') as s \gset
select (tap.try(11, :b, :v, 'human')).status, (tap.try(12, :b, :v, 'human')).status \g /dev/null
select question_discard(array[question_id_of(tap.nth(11))], 'hand', null, null, 'x') \g /dev/null
select is(tap.tally(), 'submitted 1 kept 3 wins 3 cents 200, days 3', 'work in hand does not count yet');
select (assignment_submit(:b, :v, '')).status \g /dev/null
select is(tap.tally(), 'submitted 2 kept 4 wins 5 cents 400, days 4', 'handed in with one question out');
select is_empty('select tap.wrong()', 'as a recount has it, out before the hand-in');
select s.assignment_id as c, s.worker_id as u from tap.session('eve') as s \gset
select (tap.try(21, :c, :u, 'human')).status \g /dev/null
select tap.overdue(:c) \g /dev/null
select leases_expire(tap.project()) \g /dev/null
select is_empty('select tap.wrong()', 'as a recount has it, expired');

-- An onboarding earns money, and nothing else is counted of it.
select count_pay(tap.project(), (select min(passage_id) from beat.project_passage where project_id = tap.project()), 50)
	\g /dev/null
select is(tap.tally(), 'submitted 2 kept 4 wins 5 cents 450, days 4', 'pay alone');
select is((select array_agg(r.counter || ' ' || (r.stored - r.recounted)) from recount() as r),
	'{project_tally.pay_cents 50}', 'which a recount without such a HIT finds');
select count_pay(tap.project(), (select min(passage_id) from beat.project_passage where project_id = tap.project()), -50)
	\g /dev/null

-- Batches, reviews, revocation, reinstatement.
select tap.work('carl', 12, 2) \g /dev/null
select tap.close() \g /dev/null
select is_empty('select tap.wrong()', 'a batch is closed');
select tap.review('ina'), tap.review('ina'), tap.review('ina', 1) \g /dev/null
select is_empty('select tap.wrong()', 'reviews are finished');
select tap.review('jon', 2) \g /dev/null
select is((tap.part('carl')).state, 'revoked', 'the worker is revoked');
select is((tap.part('carl')).kept::int, 0, 'nothing is kept');
select is_empty('select tap.wrong()', 'the worker is out');
select admin_worker_reinstate('r', tap.worker('carl')::text, 'An error.', 'user:lea') \g /dev/null
select is((tap.part('carl')).kept::int, 21, 'reinstated: what reviews found invalid stays out');
select is_empty('select tap.wrong()', 'the worker is in again');

-- Many attempts in one statement: each is counted once.
create function tap.batch(n integer) returns bigint language sql as $$
	with s as (select x.*, row_number() over () as i
				 from generate_series(1, n) as w cross join lateral session_open('r', 'mturk', 'batch ' || w, '', '', '') as x)
	select count(*) filter (where r.status = 'ok')
	  from (select array_agg(tap.nth(7000 + i::integer) order by i) as ids, array_agg(assignment_id order by i) as assignments,
				   array_agg(worker_id order by i) as workers from s) as g
	 cross join lateral attempts_record(g.ids, g.assignments, g.workers, array_fill('Who?'::text, array[n]),
		array_fill(0, array[n]), array_fill(7, array[n]), array_fill('Passage'::text, array[n]), array_fill(400, array[n]),
		array_fill((select m.id from beat.model m where m.name = 'window'), array[n]), array_fill('w'::text, array[n]),
		array_fill('1'::text, array[n]), array_fill('x'::text, array[n]), array_fill('Passage'::text, array[n]),
		array_fill(0, array[n]), array_fill(7, array[n]), array_fill(0.5::double precision, array[n]), array_fill(1, array[n]),
		array_fill(1, array[n]), array_fill(1, array[n]), array_fill('model'::text, array[n]), array_fill(null::text, array[n]),
		array_fill(3, array[n]), array_fill(null::text, array[n]), array_fill(null::text, array[n]),
		array_fill(null::text, array[n]), array_fill(null::text, array[n])) as r
$$;
select count(*)::integer as before from beat.attempt_uncounted \gset
select is(tap.batch(5), 5::bigint, 'five attempts are stored at once');
select is(count(*)::integer - :before, 5, 'five are counted') from beat.attempt_uncounted;
select is_empty('select tap.wrong()', 'as they are');

-- What the triggers of the tables guard.
select throws_ok('delete from beat.day_tally', '23001', null, 'nothing is deleted');
select bites(format('update beat.question set number = number + 1 where id = %L', question_id_of(tap.nth(1))),
	'428C9: column "number" can only be updated to DEFAULT', 'a number stays');
select bites(format('update beat.question set words = '''' where id = %L', question_id_of(tap.nth(1))),
	'question_never_changed', 'so do the words');
select is((select words from beat.question where id = question_id_of(tap.nth(1))),
	'''is'':2 ''it'':3 ''passage'':4 ''what'':1'::tsvector, 'the words of question and answer');
select * from finish();
rollback;
