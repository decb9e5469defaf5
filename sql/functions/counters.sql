-- Counters kept with every change.
--
-- A figure that a page shows of a whole project comes from a counter (attempts by hour, submissions, kept questions,
-- pay, durations, the columns of participation); a list comes from an index, a page at a time. Only the statistics and
-- the recount read everything, and they run on connections of their own.

-- The duration of a HIT in whole seconds; the one way to count it.
create function hit_seconds(started_at timestamptz, ended_at timestamptz) returns bigint
	language sql immutable parallel safe as $$
	select greatest(0, floor(extract(epoch from ended_at - started_at)))::bigint
$$;

-- Half minutes; 120: an hour or more.
create function duration_bucket(seconds bigint) returns smallint
	language sql immutable parallel safe as $$
	select least(120, seconds / 30)::smallint
$$;

-- The place in ms_buckets: up to 10, 30, 100, 300, 1000, 3000, 10000 ms, longer.
create function ms_bucket(ms integer) returns integer
	language sql immutable parallel safe as $$
	select 1 + width_bucket(ms, array[11, 31, 101, 301, 1001, 3001, 10001])
$$;

-- The hour (of UTC) in which an attempt is counted.
create function tally_hour(moment timestamptz) returns timestamptz
	language sql immutable parallel safe as $$
	select date_trunc('hour', moment, 'UTC')
$$;

-- What rows of attempt_uncounted add to attempt_tally. The time of the model counts only if it answered.
create function attempts_summed(uncounted beat.attempt_uncounted[]) returns setof beat.attempt_tally
	language sql stable as $$
	select s.project_id, s.model_id, s.hour, 0::smallint, s.human, s.model, s.none, s.ms,
		   array(select coalesce(sum(b.n), 0)::integer
				   from generate_series(1, 8) as place
				   left join unnest(s.places, s.times) as b (place, n) using (place)
				  group by place
				  order by place)
	  from (
		select u.project_id, u.model_id, tally_hour(u.at) as hour,
			   coalesce(sum(u.times) filter (where u.verdict = 'human'), 0)::integer as human,
			   coalesce(sum(u.times) filter (where u.verdict = 'model'), 0)::integer as model,
			   coalesce(sum(u.times) filter (where u.verdict = 'none'), 0)::integer as none,
			   coalesce(sum(u.times * u.model_ms) filter (where u.verdict <> 'none'), 0)::bigint as ms,
			   array_agg(ms_bucket(coalesce(u.model_ms, 0))) filter (where u.verdict <> 'none') as places,
			   array_agg(u.times) filter (where u.verdict <> 'none') as times
		  from unnest(uncounted) as u
		 group by 1, 2, 3) as s
$$;

-- Attempts by project, model and hour, in rows to be summed: what is counted, and what is not yet. The only way to read
-- them, so that every figure is exact at every moment.
create function attempt_counts() returns setof beat.attempt_tally language sql stable as $$
	select t.* from beat.attempt_tally t
	union all
	select s.* from attempts_summed((select array_agg(u) from beat.attempt_uncounted u)) as s
$$;

-- Moves what is not counted yet to attempt_tally, tells the dashboards, and says how many rows it were. Servers call it a
-- moment after they stored something; one does it for all.
create function attempts_count() returns json language plpgsql as $$
declare
	projects bigint[];
	counted bigint;
begin
	if not pg_try_advisory_xact_lock(hashtext('beat.attempts_count')) then
		return json_build_object('busy', true);
	end if;
	with gone as (
		delete from beat.attempt_uncounted u returning u
	), added as (
		insert into beat.attempt_tally as t
		select s.* from attempts_summed((select array_agg(g.u) from gone g)) as s
		on conflict on constraint attempt_tally_pkey do update
		   set human = t.human + excluded.human, model = t.model + excluded.model, none = t.none + excluded.none,
			   model_ms = t.model_ms + excluded.model_ms,
			   ms_buckets = array(select x + y from unnest(t.ms_buckets, excluded.ms_buckets) as b (x, y))
		returning t.project_id)
	select array_agg(distinct a.project_id), (select count(*) from gone) into projects, counted from added a;
	perform beat.changed('attempt', p, null) from unnest(projects) as p;
	return json_build_object('counted', counted);
end
$$;

-- A late verdict: moves an attempt of a generate HIT from none to it. The moment is that of the attempt, not the
-- verdict's.
create function count_attempt_judged(
	in_project_id bigint, in_failed_id bigint, in_model_id bigint, in_verdict text, in_model_ms integer, in_at timestamptz)
	returns void language plpgsql as $$
begin
	insert into beat.attempt_uncounted (project_id, model_id, at, verdict, model_ms, times)
	values (in_project_id, in_model_id, in_at, in_verdict, in_model_ms, 1),
		   (in_project_id, in_failed_id, in_at, 'none', null, -1);
	perform changed_often('attempt', in_project_id);
end
$$;

-- Adds to the counters of a split in this transaction's lane.
create function tally_put(in_project_id bigint, in_split text, in_submitted integer, in_kept integer,
	in_wins integer, in_seconds bigint, in_cents integer)
	returns void language plpgsql as $$
declare
	of_lane smallint := beat.tally_lane();
	today date := (clock_timestamp() at time zone 'UTC')::date;
begin
	loop
		update beat.project_tally t
		   set submitted = t.submitted + in_submitted, kept = t.kept + in_kept, wins = t.wins + in_wins,
			   seconds = t.seconds + in_seconds, pay_cents = t.pay_cents + in_cents
		 where t.project_id = in_project_id and t.split = in_split and t.lane = of_lane;
		exit when found;
		insert into beat.project_tally (project_id, split, lane) values (in_project_id, in_split, of_lane)
		on conflict on constraint project_tally_pkey do nothing;
	end loop;
	while in_kept <> 0 loop
		update beat.day_tally t
		   set kept = t.kept + in_kept
		 where t.project_id = in_project_id and t.split = in_split and t.day = today and t.lane = of_lane;
		exit when found;
		insert into beat.day_tally (project_id, split, day, lane) values (in_project_id, in_split, today, of_lane)
		on conflict on constraint day_tally_pkey do nothing;
	end loop;
end
$$;

-- Counts a generate HIT that was handed in, after the fact: its attempts and those won, the questions nothing
-- discards, hit_seconds() of it, and what it earned.
create function count_submit(
	in_project_id bigint, in_passage_id bigint, in_worker_id bigint, in_kept integer, in_attempts integer,
	in_wins integer, in_seconds bigint, in_cents integer)
	returns void language plpgsql as $$
declare
	of_bucket smallint := duration_bucket(in_seconds);
	of_lane smallint := beat.tally_lane();
begin
	update beat.participation q
	   set submitted = q.submitted + 1, attempts = q.attempts + in_attempts, wins = q.wins + in_wins,
		   kept = q.kept + in_kept, seconds = q.seconds + in_seconds
	 where q.worker_id = in_worker_id and q.project_id = in_project_id;
	assert found, 'a worker who hands in takes part';
	perform tally_put(in_project_id, passage_split(in_passage_id), 1, in_kept, in_wins, in_seconds,
		in_cents);
	loop
		update beat.duration_tally t
		   set hits = t.hits + 1
		 where t.project_id = in_project_id and t.bucket = of_bucket and t.lane = of_lane;
		exit when found;
		insert into beat.duration_tally (project_id, bucket, lane) values (in_project_id, of_bucket, of_lane)
		on conflict on constraint duration_tally_pkey do nothing;
	end loop;
	perform changed_often('submit', in_project_id);
end
$$;

-- Counts what a HIT of another kind than generate earned.
create function count_pay(in_project_id bigint, in_passage_id bigint, in_cents integer)
	returns void language plpgsql as $$
begin
	perform tally_put(in_project_id, passage_split(in_passage_id), 0, 0, 0, 0, in_cents);
	perform changed_often('submit', in_project_id);
end
$$;

-- Questions of a worker's submitted generate HITs that came in (or, below zero, went out).
create function count_kept(in_project_id bigint, in_worker_id bigint, in_split text, in_delta integer)
	returns void language plpgsql as $$
begin
	update beat.participation q
	   set kept = q.kept + in_delta
	 where q.worker_id = in_worker_id and q.project_id = in_project_id;
	perform tally_put(in_project_id, in_split, 0, in_delta, 0, 0, 0);
end
$$;

-- A late verdict made a question of an attempt in a generate HIT that was handed in before.
create function count_late_win(in_project_id bigint, in_worker_id bigint, in_split text)
	returns void language plpgsql as $$
begin
	update beat.participation q
	   set wins = q.wins + 1, kept = q.kept + 1
	 where q.worker_id = in_worker_id and q.project_id = in_project_id;
	perform tally_put(in_project_id, in_split, 0, 1, 1, 0, 0);
end
$$;
