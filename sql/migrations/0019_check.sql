-- The proof of the counters: what they should be, counted anew, and how they are put right.
--
-- A counter is named "table.column", its key holds the columns of that table's key (a lane aside): recount_fix() finds
-- its way by them.
--
-- Every counter changes in the transaction that changes what it counts, so in one snapshot they agree. All of recount()
-- reads the snapshot of the statement that calls it (its functions are "stable"), also while work goes on.

create view beat.hit_count as
select a.id, a.project_id, a.worker_id, x.split, a.kind, a.state, a.won, a.reward_cents,
	   beat.hit_seconds(a.started_at, a.ended_at) as seconds, coalesce(t.attempts, 0) as attempts,
	   coalesce(t.wins, 0) as wins, coalesce(k.kept, 0) as kept
  from beat.assignment a
  join beat.passage x on x.id = a.passage_id
  left join (
	select y.assignment_id, count(*) as attempts, count(*) filter (where y.verdict = 'human') as wins
	  from beat.attempt y
	 group by y.assignment_id) as t on t.assignment_id = a.id
  left join (
	select q.assignment_id, count(*) as kept
	  from beat.question q
	 where not exists (select from beat.discard d where d.question_id = q.id and d.undone_at is null)
	 group by q.assignment_id) as k on k.assignment_id = a.id;
comment on view beat.hit_count is 'Every HIT with what its attempts and questions add up to. Reads all of them.';

create view beat.sample_count as
select s.worker_id, s.project_id, count(*) as sampled, count(*) filter (where s.state = 'settled') as hits,
	   count(*) filter (where s.state = 'settled' and j.valid_questions is not distinct from j.questions) as valid_hits,
	   coalesce(sum(j.questions), 0) as questions, coalesce(sum(j.valid_questions), 0) as valid_questions
  from beat.sample s
  left join (
	select y.review_id, count(*) as questions, count(*) filter (where y.valid) as valid_questions
	  from beat.judgement y
	 group by y.review_id) as j on j.review_id = s.review_id and s.state = 'settled'
 group by s.worker_id, s.project_id;
comment on view beat.sample_count is 'What the settled samples of a worker in a project add up to.';

-- Differences of the splits' counters and of the durations, of all projects.
create function beat.recount_projects()
	returns table (counter text, key jsonb, stored bigint, recounted bigint) language sql stable
begin atomic
	-- The days of day_tally are only provable as a sum: a difference belongs to the day it was found on.
	select v.counter, jsonb_build_object('project_id', s.project_id, 'split', s.split)
			|| case v.counter when 'day_tally.kept' then jsonb_build_object('day', current_date) else '{}' end,
		   v.stored, v.recounted
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
		  from beat.hit_count h
		 where h.state = 'submitted'
		 group by h.project_id, h.split) as h on h.project_id = s.project_id and h.split = s.split
	 cross join lateral (values
		('project_tally.submitted', coalesce(t.submitted, 0), coalesce(h.submitted, 0)),
		('project_tally.kept', coalesce(t.kept, 0), coalesce(h.kept, 0)),
		('project_tally.wins', coalesce(t.wins, 0), coalesce(h.wins, 0)),
		('project_tally.seconds', coalesce(t.seconds, 0), coalesce(h.seconds, 0)),
		('project_tally.pay_cents', coalesce(t.pay_cents, 0), coalesce(h.pay_cents, 0)),
		('day_tally.kept', coalesce(d.kept, 0), coalesce(h.kept, 0)),
		('project_split.passages', s.passages, coalesce(q.passages, 0))) as v (counter, stored, recounted)
	 where v.stored <> v.recounted
	union all
	select 'duration_tally.hits', jsonb_build_object('project_id', project_id, 'bucket', bucket),
		   coalesce(t.hits, 0), coalesce(h.hits, 0)
	  from (
		select y.project_id, y.bucket, sum(y.hits) as hits
		  from beat.duration_tally y
		 group by y.project_id, y.bucket) as t
	  full join (
		select a.project_id, beat.duration_bucket(beat.hit_seconds(a.started_at, a.ended_at)) as bucket,
			   count(*) as hits
		  from beat.assignment a
		 where a.kind = 'generate' and a.state = 'submitted'
		 group by 1, 2) as h using (project_id, bucket)
	 where coalesce(t.hits, 0) <> coalesce(h.hits, 0);
end;
comment on function beat.recount_projects is 'Counters of splits and durations that differ from a recount.';

create function beat.recount_workers()
	returns table (counter text, key jsonb, stored bigint, recounted bigint) language sql stable
begin atomic
	select v.counter, jsonb_build_object('worker_id', worker_id, 'project_id', project_id), v.stored, v.recounted
	  from beat.participation q
	  full join (
		select y.worker_id, y.project_id, count(*) as submitted, sum(y.attempts) as attempts, sum(y.wins) as wins,
			   sum(y.kept) as kept, sum(y.seconds) as seconds
		  from beat.hit_count y
		 where y.kind = 'generate' and y.state = 'submitted'
		 group by y.worker_id, y.project_id) as h using (worker_id, project_id)
	  full join beat.sample_count s using (worker_id, project_id)
	 cross join lateral (values
		('participation.submitted', coalesce(q.submitted, 0), coalesce(h.submitted, 0)),
		('participation.attempts', coalesce(q.attempts, 0), coalesce(h.attempts, 0)),
		('participation.wins', coalesce(q.wins, 0), coalesce(h.wins, 0)),
		('participation.kept', coalesce(q.kept, 0), coalesce(h.kept, 0)),
		('participation.seconds', coalesce(q.seconds, 0), coalesce(h.seconds, 0)),
		('participation.sampled', coalesce(q.sampled, 0), coalesce(s.sampled, 0)),
		('participation.reviewed_hits', coalesce(q.reviewed_hits, 0), coalesce(s.hits, 0)),
		('participation.valid_hits', coalesce(q.valid_hits, 0), coalesce(s.valid_hits, 0)),
		('participation.reviewed_questions', coalesce(q.reviewed_questions, 0), coalesce(s.questions, 0)),
		('participation.valid_questions', coalesce(q.valid_questions, 0), coalesce(s.valid_questions, 0))
		) as v (counter, stored, recounted)
	 where v.stored <> v.recounted;
end;
comment on function beat.recount_workers is 'Counters of workers in projects that differ from a recount.';

create function beat.recount_hours()
	returns table (counter text, key jsonb, stored bigint, recounted bigint) language sql stable
begin atomic
	with counted as (
		select a.project_id, t.model_id, beat.tally_hour(t.created_at) as hour, t.verdict,
			   case when t.verdict <> 'none' then beat.ms_bucket(coalesce(t.model_ms, 0)) end as bucket,
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
		  from beat.attempt_tally t
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
end;
comment on function beat.recount_hours is 'Counters of attempts by hour that differ from a recount.';

create function beat.recount_rows()
	returns table (counter text, key jsonb, stored bigint, recounted bigint) language sql stable
begin atomic
	select 'question.discards', jsonb_build_object('id', q.id), q.discards, coalesce(d.n, 0)
	  from beat.question q
	  left join (
		select x.question_id, count(*) as n from beat.discard x where x.undone_at is null group by x.question_id) as d
		on d.question_id = q.id
	 where q.discards <> coalesce(d.n, 0)
	union all
	select 'assignment.won', jsonb_build_object('id', h.id), h.won, h.wins
	  from beat.hit_count h
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
end;
comment on function beat.recount_rows is
	'Counters in rows of their own (discards, wins, takings) that differ from a recount.';

create function beat.recount()
	returns table (counter text, key jsonb, stored bigint, recounted bigint) language sql stable
begin atomic
	select * from beat.recount_projects()
	union all select * from beat.recount_workers()
	union all select * from beat.recount_hours()
	union all select * from beat.recount_rows()
	union all select * from beat.recount_reviews()
	union all select * from beat.recount_entry()
	order by 1, 2;
end;
comment on function beat.recount is 'Every counter that differs from what it counts. Reads everything.';

-- Adds what is missing rather than storing what was counted: right also if the counters have moved on since.
create function beat.recount_fix(in_actor text)
	returns table (counter text, key jsonb, stored bigint, recounted bigint) language plpgsql as $$
declare
	c record;
	of_lane smallint := beat.tally_lane();
begin
	perform beat.act_as(in_actor);
	if to_regclass('pg_temp.difference') is not null then -- of an earlier call in this transaction
		drop table pg_temp.difference;
	end if;
	create temporary table difference on commit drop as select * from beat.recount();
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
comment on function beat.recount_fix is
	'Puts every counter right and says which were wrong; an event records it. Work may go on meanwhile.';

create function beat.key_shown(key jsonb) returns text language plpgsql stable as $$
begin
	return (
		select string_agg(replace(e.key, '_id', '') || ' ' || case e.key
				when 'project_id' then (select p.name from beat.project p where p.id = e.value::bigint)
				when 'model_id' then (select m.name from beat.model m where m.id = e.value::bigint)
				else e.value end, ', ' order by e.key <> 'project_id', e.key)
		  from jsonb_each_text(key) as e);
end
$$;
comment on function beat.key_shown is 'Where a counter is, in words.';

create function beat.admin_check() returns json language sql stable
begin atomic
	select json_build_object('at', beat.iso(statement_timestamp()), 'count', count(*),
			'differences', coalesce(json_agg(json_build_object('counter', d.counter, 'key', d.key, 'stored', d.stored,
				'recounted', d.recounted) order by d.place) filter (where d.place <= 1000), '[]'))
	  from (
		select r.counter, beat.key_shown(r.key) as key, r.stored, r.recounted, row_number() over () as place
		  from beat.recount() as r) as d;
end;
comment on function beat.admin_check is
	'The recount for the dashboard: how many counters differ, and the first thousand.';

-- What was collected before there were counters is counted now.
do $$
begin
	perform beat.recount_fix('migration');
end
$$;
