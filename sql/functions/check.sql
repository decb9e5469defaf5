-- The proof of the counters: what they should be, counted anew, and how they are put right.
--
-- A counter is named "table.column", its key holds the columns of that table's key (a lane aside): recount_fix() finds
-- its way by them.
--
-- Every counter changes in the transaction that changes what it counts, so in one snapshot they agree. All of recount()
-- reads the snapshot of the statement that calls it (its functions are "stable"), also while work goes on.

-- Every HIT with what its attempts and questions add up to. Reads all of them.
create function hit_count()
	returns table (id bigint, project_id bigint, worker_id bigint, split text, kind text, state text, won integer,
		reward_cents integer, seconds bigint, attempts bigint, wins bigint, kept bigint)
	language sql stable as $$
	select a.id, a.project_id, a.worker_id, x.split, a.kind, a.state, a.won, a.reward_cents,
		   hit_seconds(a.started_at, a.ended_at), coalesce(t.attempts, 0), coalesce(t.wins, 0), coalesce(k.kept, 0)
	  from beat.assignment a
	  join beat.passage x on x.id = a.passage_id
	  left join (
		select y.assignment_id, count(*) as attempts, count(*) filter (where verdict_keeps(y.verdict)) as wins
		  from beat.attempt y
		 group by y.assignment_id) as t on t.assignment_id = a.id
	  left join (
		select q.assignment_id, count(*) as kept
		  from beat.question q
		 where not exists (select from beat.discard d where d.question_id = q.id and d.undone_at is null)
		 group by q.assignment_id) as k on k.assignment_id = a.id
$$;

-- What the settled samples of a worker in a project add up to.
create function sample_count()
	returns table (worker_id bigint, project_id bigint, sampled bigint, hits bigint, valid_hits bigint, questions numeric,
		valid_questions numeric)
	language sql stable as $$
	select s.worker_id, s.project_id, count(*), count(*) filter (where s.state = 'settled'),
		   count(*) filter (where s.state = 'settled' and j.valid_questions is not distinct from j.questions),
		   coalesce(sum(j.questions), 0), coalesce(sum(j.valid_questions), 0)
	  from beat.sample s
	  left join (
		select y.review_id, count(*) as questions, count(*) filter (where y.valid) as valid_questions
		  from beat.judgement y
		 group by y.review_id) as j on j.review_id = s.review_id and s.state = 'settled'
	 group by s.worker_id, s.project_id
$$;

-- Counters of collections, screenings and qualifications that differ from a recount.
create function recount_entry()
	returns table (counter text, key jsonb, stored bigint, recounted bigint) language sql stable as $$
	select 'collection.' || v.split, jsonb_build_object('id', c.id), v.stored, coalesce(n.passages, 0)
	  from beat.collection c
	 cross join lateral (values ('train', c.train), ('dev', c.dev), ('test', c.test)) as v (split, stored)
	  left join (
		select l.collection_id, x.split, count(*) as passages
		  from beat.collection_passage l
		  join beat.passage x on x.id = l.passage_id
		 group by l.collection_id, x.split) as n on n.collection_id = c.id and n.split = v.split
	 where v.stored <> coalesce(n.passages, 0)
	union all
	select v.counter, jsonb_build_object('project_id', project_id), coalesce(v.stored, 0), coalesce(v.recounted, 0)
	  from (
		select t.project_id, sum(t.passed) as passed, sum(t.failed) as failed
		  from beat.screening_tally t
		 group by t.project_id) as t
	  full join (
		select y.project_id, count(*) filter (where y.state = 'passed') as passed,
			   count(*) filter (where y.state = 'failed') as failed
		  from beat.screening y
		 group by y.project_id) as s using (project_id)
	 cross join lateral (values
		('screening_tally.passed', t.passed, s.passed),
		('screening_tally.failed', t.failed, s.failed)) as v (counter, stored, recounted)
	 where coalesce(v.stored, 0) <> coalesce(v.recounted, 0)
	union all
	select 'qualification.tries', jsonb_build_object('worker_id', k.worker_id, 'pool_id', k.pool_id), k.tries,
		   coalesce(n.tries, 0)
	  from beat.qualification k
	  left join (
		select s.worker_id, p.pool_id, count(*) as tries
		  from beat.screening s
		  join beat.project p on p.id = s.project_id
		 group by s.worker_id, p.pool_id) as n on n.worker_id = k.worker_id and n.pool_id = k.pool_id
	 where k.tries <> coalesce(n.tries, 0);
$$;

-- Counters of samples, agreement and reviews under way that differ from a recount.
create function recount_reviews()
	returns table (counter text, key jsonb, stored bigint, recounted bigint) language sql stable as $$
	select v.counter, jsonb_build_object('batch_id', b.id, 'project_id', b.project_id), coalesce(v.stored, 0),
		   coalesce(v.recounted, 0)
	  from beat.batch b
	 cross join lateral (
		select coalesce(sum(y.waiting), 0) as waiting, coalesce(sum(y.disputed), 0) as disputed,
			   coalesce(sum(y.held), 0) as held, coalesce(sum(y.settled), 0) as settled
		  from beat.sample_tally y
		 where y.batch_id = b.id) as t
	  left join (
		select s.batch_id, count(*) filter (where s.state = 'waiting' and not s.held) as waiting,
			   count(*) filter (where s.state = 'disputed' and not s.held) as disputed,
			   count(*) filter (where s.state <> 'settled' and s.held) as held,
			   count(*) filter (where s.state = 'settled') as settled
		  from beat.sample s
		 group by s.batch_id) as s on s.batch_id = b.id
	 cross join lateral (values
		('sample_tally.waiting', t.waiting, s.waiting),
		('sample_tally.disputed', t.disputed, s.disputed),
		('sample_tally.held', t.held, s.held),
		('sample_tally.settled', t.settled, s.settled)) as v (counter, stored, recounted)
	 where coalesce(v.stored, 0) <> coalesce(v.recounted, 0)
	union all
	select v.counter, jsonb_build_object('project_id', project_id, 'first_account_id', first_account_id,
			'second_account_id', second_account_id), coalesce(v.stored, 0), coalesce(v.recounted, 0)
	  from beat.agreement t
	  full join (
		select r.project_id, r.first_account_id, r.second_account_id, sum(r.vv)::bigint as vv, sum(r.vi)::bigint as vi,
			   sum(r.iv)::bigint as iv, sum(r.ii)::bigint as ii
		  from review_pairs() as r
		 group by r.project_id, r.first_account_id, r.second_account_id) as n
		using (project_id, first_account_id, second_account_id)
	 cross join lateral (values
		('agreement.vv', t.vv, n.vv),
		('agreement.vi', t.vi, n.vi),
		('agreement.iv', t.iv, n.iv),
		('agreement.ii', t.ii, n.ii)) as v (counter, stored, recounted)
	 where coalesce(v.stored, 0) <> coalesce(v.recounted, 0)
	union all
	select 'sample.taken', jsonb_build_object('assignment_id', s.assignment_id), s.taken, coalesce(r.n, 0)
	  from beat.sample s
	  left join (
		select x.assignment_id, x.kind, count(*) as n
		  from beat.review x
		 where x.state in ('leased', 'finished')
		 group by x.assignment_id, x.kind) as r
		on r.assignment_id = s.assignment_id and r.kind = case s.state when 'disputed' then 'adjudication' else 'review' end
	 where s.state <> 'settled' and s.taken <> coalesce(r.n, 0);
$$;

-- Counters of splits and durations that differ from a recount.
-- Differences of the splits' counters and of the durations, of all projects.
create function recount_projects()
	returns table (counter text, key jsonb, stored bigint, recounted bigint) language sql stable as $$
	-- The days of day_tally are only provable as a sum: a difference belongs to the day it was found on.
	select v.counter, jsonb_build_object('project_id', s.project_id, 'split', s.split)
			|| case v.counter when 'day_tally.kept' then jsonb_build_object('day', current_date) else '{}' end,
		   coalesce(v.stored, 0), coalesce(v.recounted, 0)
	  from beat.project_split s
	  left join (
		select t.project_id, t.split, sum(t.submitted) as submitted, sum(t.kept) as kept, sum(t.wins) as wins,
			   sum(t.seconds) as seconds, sum(t.pay_cents) as pay_cents
		  from beat.project_tally t
		 group by t.project_id, t.split) as t on t.project_id = s.project_id and t.split = s.split
	  left join (
		select d.project_id, d.split, sum(d.kept) as kept
		  from beat.day_tally d
		 group by d.project_id, d.split) as d on d.project_id = s.project_id and d.split = s.split
	  left join (
		select q.project_id, q.split, count(*) as passages
		  from beat.project_passage q
		 where q.active
		 group by q.project_id, q.split) as q on q.project_id = s.project_id and q.split = s.split
	  left join (
		select h.project_id, h.split, count(*) filter (where h.kind = 'generate') as submitted,
			   sum(h.kept) filter (where h.kind = 'generate') as kept,
			   sum(h.wins) filter (where h.kind = 'generate') as wins,
			   sum(h.seconds) filter (where h.kind = 'generate') as seconds, sum(h.reward_cents) as pay_cents
		  from hit_count() h
		 where h.state = 'submitted'
		 group by h.project_id, h.split) as h on h.project_id = s.project_id and h.split = s.split
	 cross join lateral (values
		('project_tally.submitted', t.submitted, h.submitted),
		('project_tally.kept', t.kept, h.kept),
		('project_tally.wins', t.wins, h.wins),
		('project_tally.seconds', t.seconds, h.seconds),
		('project_tally.pay_cents', t.pay_cents, h.pay_cents),
		('day_tally.kept', d.kept, h.kept),
		('project_split.passages', s.passages, q.passages)) as v (counter, stored, recounted)
	 where coalesce(v.stored, 0) <> coalesce(v.recounted, 0)
	union all
	select 'duration_tally.hits', jsonb_build_object('project_id', project_id, 'bucket', bucket),
		   coalesce(t.hits, 0), coalesce(h.hits, 0)
	  from (
		select y.project_id, y.bucket, sum(y.hits) as hits
		  from beat.duration_tally y
		 group by y.project_id, y.bucket) as t
	  full join (
		select a.project_id, duration_bucket(hit_seconds(a.started_at, a.ended_at)) as bucket,
			   count(*) as hits
		  from beat.assignment a
		 where a.kind = 'generate' and a.state = 'submitted'
		 group by 1, 2) as h using (project_id, bucket)
	 where coalesce(t.hits, 0) <> coalesce(h.hits, 0);
$$;

-- Counters of workers in projects that differ from a recount.
create function recount_workers()
	returns table (counter text, key jsonb, stored bigint, recounted bigint) language sql stable as $$
	select v.counter, jsonb_build_object('worker_id', worker_id, 'project_id', project_id), coalesce(v.stored, 0),
		   coalesce(v.recounted, 0)
	  from beat.participation q
	  full join (
		select y.worker_id, y.project_id, count(*) as submitted, sum(y.attempts) as attempts, sum(y.wins) as wins,
			   sum(y.kept) as kept, sum(y.seconds) as seconds
		  from hit_count() y
		 where y.kind = 'generate' and y.state = 'submitted'
		 group by y.worker_id, y.project_id) as h using (worker_id, project_id)
	  full join sample_count() s using (worker_id, project_id)
	 cross join lateral (values
		('participation.submitted', q.submitted, h.submitted),
		('participation.attempts', q.attempts, h.attempts),
		('participation.wins', q.wins, h.wins),
		('participation.kept', q.kept, h.kept),
		('participation.seconds', q.seconds, h.seconds),
		('participation.sampled', q.sampled, s.sampled),
		('participation.reviewed_hits', q.reviewed_hits, s.hits),
		('participation.valid_hits', q.valid_hits, s.valid_hits),
		('participation.reviewed_questions', q.reviewed_questions, s.questions),
		('participation.valid_questions', q.valid_questions, s.valid_questions)
		) as v (counter, stored, recounted)
	 where coalesce(v.stored, 0) <> coalesce(v.recounted, 0);
$$;

-- Counters of attempts by hour that differ from a recount.
create function recount_hours()
	returns table (counter text, key jsonb, stored bigint, recounted bigint) language sql stable as $$
	with counted as (
		select a.project_id, t.model_id, tally_hour(t.created_at) as hour,
			   case t.verdict when 'plain' then 'human' else t.verdict end as verdict,
			   case when t.verdict <> 'none' then ms_bucket(coalesce(t.model_ms, 0)) end as bucket,
			   count(*) as n, sum(t.model_ms) filter (where t.verdict <> 'none') as ms
		  from beat.attempt t
		  join beat.assignment a on a.id = t.assignment_id
		 where a.kind = 'generate'
		 group by 1, 2, 3, 4, 5
	), figure as (
		select c.project_id, c.model_id, c.hour, v.counter, v.n
		  from counted c
		 cross join lateral (values
			('attempt_tally.' || c.verdict, c.n), ('attempt_tally.model_ms', c.ms),
			('attempt_tally.ms_buckets[' || c.bucket || ']', c.n)) as v (counter, n)
		 where v.counter is not null
	), kept as (
		select t.project_id, t.model_id, t.hour, v.counter, v.n
		  from attempt_counts() t
		 cross join lateral (
			values ('attempt_tally.human', t.human::bigint), ('attempt_tally.model', t.model),
				('attempt_tally.none', t.none), ('attempt_tally.model_ms', t.model_ms)
			union all
			select 'attempt_tally.ms_buckets[' || b.i || ']', b.n
			  from unnest(t.ms_buckets) with ordinality as b (n, i)) as v (counter, n)
	)
	select counter, jsonb_build_object('project_id', project_id, 'model_id', model_id, 'hour', hour),
		   coalesce(s.n, 0), coalesce(c.n, 0)
	  from (select project_id, model_id, hour, counter, sum(n) as n from kept group by 1, 2, 3, 4) as s
	  full join (select project_id, model_id, hour, counter, sum(n) as n from figure group by 1, 2, 3, 4) as c
		using (project_id, model_id, hour, counter)
	 where coalesce(s.n, 0) <> coalesce(c.n, 0);
$$;

-- Counters in rows of their own (discards, wins, takings) that differ from a recount.
create function recount_rows()
	returns table (counter text, key jsonb, stored bigint, recounted bigint) language sql stable as $$
	select 'question.discards', jsonb_build_object('id', q.id), q.discards, coalesce(d.n, 0)
	  from beat.question q
	  left join (
		select x.question_id, count(*) as n from beat.discard x where x.undone_at is null group by x.question_id) as d
		on d.question_id = q.id
	 where q.discards <> coalesce(d.n, 0)
	union all
	select 'assignment.won', jsonb_build_object('id', h.id), h.won, h.wins
	  from hit_count() h
	 where h.won <> h.wins
	union all
	select 'project_passage.taken', jsonb_build_object('project_id', q.project_id, 'passage_id', q.passage_id), q.taken,
		   coalesce(a.n, 0)
	  from beat.project_passage q
	  left join (
		select x.project_id, x.passage_id, count(*) as n
		  from beat.assignment x
		 where x.state in ('live', 'ended', 'submitted') and x.kind = 'generate'
		   and not exists (
				select from beat.participation y
				 where y.worker_id = x.worker_id and y.project_id = x.project_id and y.state = 'revoked')
		 group by x.project_id, x.passage_id) as a on a.project_id = q.project_id and a.passage_id = q.passage_id
	 where q.taken <> coalesce(a.n, 0);
$$;

-- Every counter that differs from what it counts. Reads everything.
create function recount()
	returns table (counter text, key jsonb, stored bigint, recounted bigint) language sql stable as $$
	select * from recount_projects()
	union all select * from recount_workers()
	union all select * from recount_hours()
	union all select * from recount_rows()
	union all select * from recount_reviews()
	union all select * from recount_entry()
	union all select * from recount_validation()
	union all select * from recount_usage()
	union all select * from ensembles_unproved()
	order by 1, 2;
$$;

-- Puts every counter right and says which were wrong; an event records it. Work may go on meanwhile.
-- Adds what is missing rather than storing what was counted: right also if the counters have moved on since.
create function recount_fix(in_actor text)
	returns table (counter text, key jsonb, stored bigint, recounted bigint) language plpgsql as $$
declare
	c record;
	of_lane smallint := beat.tally_lane();
begin
	perform act_as(in_actor);
	if to_regclass('pg_temp.difference') is not null then -- of an earlier call in this transaction
		drop table pg_temp.difference;
	end if;
	create temporary table difference on commit drop as select * from recount();
	-- One statement for each table, built of the names that recount() gave.
	for c in
		select f.place, f.place like '%tally' as laned, string_agg(distinct k, ', ') as keys,
			   string_agg(distinct 'k.' || k, ', ') as values,
			   string_agg(distinct format('t.%1$s = k.%1$s', k), ' and ') as same,
			   string_agg(distinct format('%1$s = t.%1$s + coalesce((d.by ->> %2$L)::bigint, 0)', f.figure, d.counter),
					', ') as changes
		  from pg_temp.difference d
		 cross join lateral jsonb_object_keys(d.key) as k
		 cross join lateral (
			select split_part(d.counter, '.', 1) as place, split_part(d.counter, '.', 2) as figure) as f
		 where d.counter <> 'ensembles proved' -- a broken proof is no counter to put right
		 group by f.place
	loop
		if c.laned or c.place in ('participation', 'agreement') then -- the row itself may be missing
			execute format('insert into beat.%1$s (%2$s %4$s) select distinct %3$s %5$s from pg_temp.difference d '
				'cross join lateral jsonb_populate_record(null::beat.%1$s, d.key) as k '
				'where split_part(d.counter, ''.'', 1) = %1$L on conflict do nothing', c.place, c.keys, c.values,
				case when c.laned then ', lane' end, case when c.laned then ', $1' end) using of_lane;
		end if;
		execute format('update beat.%1$s t set %2$s from ('
			'select x.key, jsonb_object_agg(x.counter, x.recounted - x.stored) as by from pg_temp.difference x '
			'where split_part(x.counter, ''.'', 1) = %1$L group by x.key) as d '
			'cross join lateral jsonb_populate_record(null::beat.%1$s, d.key) as k where %3$s %4$s',
			c.place, c.changes, c.same, case when c.laned then 'and t.lane = $1' end) using of_lane;
	end loop;
	perform beat.event_add('counter.fix', null, null, null, jsonb_build_object('differences', count(*),
			'first', (select jsonb_agg(x) from (select * from pg_temp.difference limit 100) as x)))
	   from pg_temp.difference
	 having count(*) > 0;
	return query select * from pg_temp.difference;
end
$$;

-- Where a counter is, in words.
create function key_shown(key jsonb) returns text language plpgsql stable as $$
begin
	return (
		select string_agg(replace(e.key, '_id', '') || ' ' || case e.key
				when 'project_id' then (select p.name from beat.project p where p.id = e.value::bigint)
				when 'model_id' then (select m.name from beat.model m where m.id = e.value::bigint)
				when 'pool_id' then (select o.name from beat.pool o where o.id = e.value::bigint)
				else e.value end, ', ' order by e.key <> 'project_id', e.key)
		  from jsonb_each_text(key) as e);
end
$$;

-- The recount for the dashboard: how many counters differ, and the first thousand.
create function admin_check() returns json language sql stable as $$
	select json_build_object('at', beat.iso(statement_timestamp()), 'count', count(*),
			'differences', coalesce(json_agg(json_build_object('counter', d.counter, 'key', d.key, 'stored', d.stored,
				'recounted', d.recounted) order by d.place) filter (where d.place <= 1000), '[]'))
	  from (
		select r.counter, key_shown(r.key) as key, r.stored, r.recounted, row_number() over () as place
		  from recount() as r) as d;
$$;

-- Counters of validation that differ from a recount.
create function recount_validation()
	returns table (counter text, key jsonb, stored bigint, recounted bigint) language sql stable as $$
	-- The counters of a question are what the settler found last: a difference is what it does next.
	select c.counter, jsonb_build_object('worker_id', worker_id, 'project_id', project_id), c.stored, c.recounted
	  from beat.participation q
	  full join (
		select v.worker_id, v.project_id, count(*) as validated, count(*) filter (where v.state = 'answerable') as answerable
		  from beat.validation v
		 where votes_decided(v.state) and v.cause <> 'lost'
		 group by v.worker_id, v.project_id) as v using (worker_id, project_id)
	  full join (
		select o.worker_id, o.project_id, count(*) as votes
		  from beat.vote o
		 where o.cast_at is not null
		 group by o.worker_id, o.project_id) as o using (worker_id, project_id)
	 cross join lateral (values
		('participation.validated', coalesce(q.validated, 0)::bigint, coalesce(v.validated, 0)),
		('participation.answerable', coalesce(q.answerable, 0), coalesce(v.answerable, 0)),
		('participation.votes', coalesce(q.votes, 0), coalesce(o.votes, 0))) as c (counter, stored, recounted)
	 where c.stored <> c.recounted;
$$;
