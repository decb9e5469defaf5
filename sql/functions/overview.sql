-- The overview: all of it from counters.

-- How many kept questions of a split are not in yet: they wait for votes.
create function questions_waiting(in_project_id bigint, in_split text) returns bigint language sql stable as $$
	select case when p.validation_votes > 0 then (
				select count(*)
				  from beat.validation v
				 where v.project_id = p.id and v.split = in_split and v.cause = 'split' and v.active and v.state = 'waiting')
			else 0 end
		+ case when p.further_decide and p.further_answers > 0 and in_split <> 'train' then (
				select count(*)
				  from beat.validation v
				 where v.project_id = p.id and v.split = in_split and v.cause = 'further' and v.active and v.state = 'waiting')
			else 0 end
	  from beat.project p
	 where p.id = in_project_id
$$;

-- Progress of each split: kept questions, how many of them wait for votes, how many came in a day over the last seven,
-- and when the target is reached if it goes on so.
create function overview_splits(in_project_id bigint) returns json language plpgsql stable as $$
declare
	today date := (statement_timestamp() at time zone 'UTC')::date;
begin
	return (
		select json_agg(json_build_object('split', s.split, 'target', s.target, 'kept', t.kept,
				'waiting', questions_waiting(s.project_id, s.split), 'passages', s.passages,
				'per_day', round(d.per_day, 2),
				'forecast', case when s.target > t.kept and d.per_day > 0 and (s.target - t.kept) / d.per_day < 3650
					then today + ceil((s.target - t.kept) / d.per_day)::integer end)
			order by array_position(array['train', 'dev', 'test'], s.split::text))
		  from beat.project_split s
		 cross join lateral (
			select coalesce(sum(x.kept), 0) as kept
			  from beat.project_tally x
			 where x.project_id = s.project_id and x.split = s.split) as t
		 cross join lateral (
			-- Of a project younger than a week: the days it has had.
			select coalesce(sum(x.kept) / (today - greatest(today - 6, min(x.day)) + 1)::numeric, 0) as per_day
			  from beat.day_tally x
			 where x.project_id = s.project_id and x.split = s.split and x.day >= today - 6) as d
		 where s.project_id = in_project_id);
end
$$;

-- Attempts by hour and verdict; hours without any are left out.
create function overview_hours(in_project_id bigint, since timestamptz) returns json language sql stable as $$
	select coalesce(json_agg(json_build_object('hour', beat.iso(h.hour), 'human', h.human, 'model', h.model,
			'none', h.none) order by h.hour), '[]')
	  from (
		select t.hour, sum(t.human) as human, sum(t.model) as model, sum(t.none) as none
		  from attempt_counts() t
		 where t.project_id = in_project_id and t.hour >= since
		 group by t.hour) as h
$$;

-- About how many milliseconds that part of the answers stayed below: the buckets are taken as evenly filled.
create function bucket_quantile(buckets bigint[], part double precision) returns integer
	language sql immutable parallel safe as $$
	select (
		select round(b.low + (b.high - b.low) * (part * b.total - b.before) / b.n)
		  from (
			select n, (array[0, 10, 30, 100, 300, 1000, 3000, 10000])[i] as low,
				   (array[10, 30, 100, 300, 1000, 3000, 10000, 30000])[i] as high,
				   sum(n) over (order by i) - n as before, sum(n) over () as total
			  from unnest(buckets) with ordinality as u (n, i)) as b
		 where b.n > 0 and b.before + b.n >= part * b.total
		 order by b.before
		 limit 1)
$$;

-- Human win rates against each model since the beginning, and none of questions without an adversary; the models' times since the given moment.
create function overview_models(in_project_id bigint, since timestamptz) returns json language sql stable as $$
	select coalesce(json_agg(json_build_object('name', m.name, 'human', wilson(t.human, t.human + t.model),
			'none', t.none, 'mean_ms', round(t.ms::numeric / nullif(t.recent, 0)),
			'p50_ms', bucket_quantile(t.buckets, 0.5), 'p95_ms', bucket_quantile(t.buckets, 0.95),
			'reference', model_reference(m.name)) order by m.name), '[]')
	  from (
		select x.model_id, sum(x.human)::bigint as human, sum(x.model)::bigint as model,
			   sum(x.none)::bigint as none,
			   sum(x.model_ms) filter (where x.hour >= since) as ms,
			   sum(x.human + x.model) filter (where x.hour >= since) as recent,
			   array[sum(x.ms_buckets[1]) filter (where x.hour >= since),
					 sum(x.ms_buckets[2]) filter (where x.hour >= since),
					 sum(x.ms_buckets[3]) filter (where x.hour >= since),
					 sum(x.ms_buckets[4]) filter (where x.hour >= since),
					 sum(x.ms_buckets[5]) filter (where x.hour >= since),
					 sum(x.ms_buckets[6]) filter (where x.hour >= since),
					 sum(x.ms_buckets[7]) filter (where x.hour >= since),
					 sum(x.ms_buckets[8]) filter (where x.hour >= since)] as buckets
		  from attempt_counts() x
		 where x.project_id = in_project_id and x.model_id <> no_model()
		 group by x.model_id) as t
	  join beat.model m on m.id = t.model_id
$$;

-- How many workers there are, by state, and how many came lately.
create function overview_workers(in_project_id bigint) returns json language plpgsql stable as $$
declare
	last_hour timestamptz := statement_timestamp() - interval '1 hour';
	last_day timestamptz := statement_timestamp() - interval '1 day';
begin
	return (
		select json_build_object('total', coalesce(sum(s.n), 0), 'active_hour', coalesce(sum(s.hour), 0),
			'active_day', coalesce(sum(s.day), 0), 'by_state', coalesce(json_object_agg(s.state, s.n), '{}'))
		  from (
			select q.state, count(*) as n,
				   count(*) filter (where q.seen_at > last_hour) as hour,
				   count(*) filter (where q.seen_at > last_day) as day
			  from beat.participation q
			 where q.project_id = in_project_id
			 group by q.state) as s);
end
$$;

-- What waits for people, and since when.
create function overview_queues(
	in_project_id bigint,
	out screening bigint, out review bigint, out adjudication bigint, out revocations bigint,
	out screening_since timestamptz, out review_since timestamptz, out revocation_since timestamptz)
	language plpgsql stable as $$
begin
	select count(*), min(s.handed_in_at) into screening, screening_since
	  from beat.screening s
	 where s.project_id = in_project_id and s.state = 'waiting';
	select coalesce(sum(t.waiting), 0), coalesce(sum(t.disputed), 0) into review, adjudication
	  from beat.sample_tally t
	 where t.project_id = in_project_id;
	select min(q.sampled_at) into review_since
	  from unnest(array['waiting', 'disputed']) as state
	 cross join lateral (
		select s.sampled_at
		  from beat.sample s
		 where s.project_id = in_project_id and s.state = state.state and s.state <> 'settled' and not s.held
		 order by s.sampled_at
		 limit 1) as q;
	select count(*), min(r.at) into revocations, revocation_since
	  from beat.revocation r
	 where r.project_id = in_project_id and r.state = 'proposed';
end
$$;

-- Alerts about models that are suddenly easier or harder to beat.
-- Alerts. A shift of the win rate: the last day against the month before it, when both have fifty attempts, differ by
-- ten points, and chance would do so less than once in a thousand times (two proportions, |z| > 3.29).
create function alert_win_rates(in_project_id bigint) returns setof json language plpgsql stable as $$
declare
	today timestamptz := tally_hour(statement_timestamp()) - interval '23 hours';
begin
	return query
	select json_build_object('level', 'warn', 'kind', 'win_rate_shift', 'text', format(
			'Against %s people won %s %% of the last day''s attempts, %s %% in the month before.', m.name,
			round(100 * x.new_rate), round(100 * x.old_rate)))
	  from (
		select t.model_id, sum(t.human) filter (where t.hour >= today) as k1,
			   sum(t.human + t.model) filter (where t.hour >= today) as n1,
			   sum(t.human) filter (where t.hour < today) as k2,
			   sum(t.human + t.model) filter (where t.hour < today) as n2
		  from attempt_counts() t
		 where t.project_id = in_project_id and t.hour >= today - interval '30 days'
		 group by t.model_id) as s
	 cross join lateral (
		select s.k1::numeric / s.n1 as new_rate, s.k2::numeric / s.n2 as old_rate,
			   (s.k1 + s.k2)::numeric / (s.n1 + s.n2) as rate
		 where s.n1 >= 50 and s.n2 >= 50) as x
	  join beat.model m on m.id = s.model_id
	 where abs(x.new_rate - x.old_rate) >= 0.1
	   and (x.new_rate - x.old_rate) ^ 2 > 3.29 ^ 2 * x.rate * (1 - x.rate) * (1.0 / s.n1 + 1.0 / s.n2)
	 order by m.name;
end
$$;

-- Alerts about models of whose answers more than one in twenty is missing.
create function alert_faults(in_project_id bigint) returns setof json language plpgsql stable as $$
declare
	since timestamptz := tally_hour(statement_timestamp()) - interval '1 hour';
begin
	return query
	select json_build_object('level', case when s.none * 2 > s.n then 'error' else 'warn' end, 'kind', 'model_faults',
			'text', format('%s could not judge %s of the last %s attempts (this hour and the one before).', m.name,
				s.none, s.n))
	  from (
		select t.model_id, sum(t.none) as none, sum(t.human + t.model + t.none) as n
		  from attempt_counts() t
		 where t.project_id = in_project_id and t.hour >= since
		 group by t.model_id) as s
	  join beat.model m on m.id = s.model_id
	 where s.n >= 20 and s.none * 20 > s.n
	 order by m.name;
end
$$;

-- The splits of a project whose targets cannot be reached with the passages, HITs and questions there are: how many are
-- wanted, and how many there can be at most.
create function targets_beyond(p beat.project) returns table (split text, target integer, most bigint)
	language sql stable as $$
	select s.split::text, s.target::integer, x.most
	  from beat.project_split s
	 cross join lateral (select s.passages::bigint * p.assignments_per_passage * p.questions_wanted as most) as x
	 where s.project_id = p.id and s.target > x.most
	 order by array_position(array['train', 'dev', 'test'], s.split::text)
$$;

-- The same as a sentence; null: all can be reached.
create function targets_beyond_text(p beat.project) returns text language plpgsql stable as $$
begin
	return (
		select format('The target cannot be reached: %s, with the passages there are, %s %s of a passage and %s %s each. '
				'Add passages, or raise assignments_per_passage or questions.',
				string_agg(format('of %s %s questions at most %s', b.target, b.split, b.most), ', '),
				p.assignments_per_passage, case p.assignments_per_passage when 1 then 'HIT' else 'HITs' end,
				p.questions_wanted, case p.questions_wanted when 1 then 'question' else 'questions' end)
		  from targets_beyond(p) as b
		having count(*) > 0);
end
$$;

-- The same of a project by name, right after it was made or changed: volatile, to see what the statement itself has done.
create function project_beyond(in_project text) returns text language plpgsql volatile as $$
begin
	return (select targets_beyond_text(p) from beat.project p where p.name = in_project);
end
$$;

-- Alerts about targets that are reached and work that has run out.
create function alert_work(p beat.project) returns setof json language plpgsql stable as $$
declare
	reached text;
	left_over boolean;
begin
	-- What waits for votes is kept, so nobody is asked for more; but some of it may turn out to be unanswerable.
	select string_agg(s.split
			|| coalesce(' (' || nullif(questions_waiting(p.id, s.split), 0) || ' still wait for votes)', ''), ', ')
			filter (where s.kept >= s.target),
		   bool_or(s.free and (s.target is null or s.kept < s.target))
	  into reached, left_over
	  from (
		select x.split, x.target, (
				select coalesce(sum(t.kept), 0)
				  from beat.project_tally t
				 where t.project_id = x.project_id and t.split = x.split) as kept, exists (
				select from beat.project_passage q
				 where q.project_id = x.project_id and q.split = x.split and q.active
				   and q.taken < p.assignments_per_passage) as free
		  from beat.project_split x
		 where x.project_id = p.id
		 order by array_position(array['train', 'dev', 'test'], x.split::text)) as s;
	if targets_beyond_text(p) is not null then
		return next json_build_object('level', 'warn', 'kind', 'target_beyond', 'text', targets_beyond_text(p));
	end if;
	if reached is not null then
		return next json_build_object('level', 'warn', 'kind', 'target_reached',
			'text', format('The target is reached: %s.', reached));
	end if;
	if p.state = 'active' and left_over is not true then
		return next json_build_object('level', 'error', 'kind', 'no_passages',
			'text', 'There is no passage left to give out: add a collection, or raise assignments_per_passage or a '
				'target.');
	end if;
end
$$;

-- What somebody should look at.
create function overview_alerts(p beat.project, queues record) returns json language plpgsql stable as $$
begin
	return (
		select coalesce(json_agg(a), '[]')
		  from (
			select json_build_object('level', 'warn', 'kind', 'queue_overdue', 'text', format(
					'%s has been waiting since %s.', w.what, beat.iso(w.since))) as a
			  from (values
				('An onboarding', queues.screening_since, interval '1 day'),
				('A sampled HIT', queues.review_since, interval '3 days'),
				('A revocation to be decided', queues.revocation_since, interval '1 day')) as w (what, since, patience)
			 where w.since < statement_timestamp() - w.patience
			union all select * from alert_standing(p)
			union all select * from alert_win_rates(p.id)
			union all select * from alert_faults(p.id)
			union all select * from alert_work(p)) as alert (a));
end
$$;

-- A project at a glance, all from counters.
create function admin_overview(in_project text, in_hours text) returns json
	language plpgsql stable set jit = off as $$
declare
	p beat.project := project_named(in_project);
	hours integer := coalesce(nullif(in_hours, '')::integer, 72);
	since timestamptz := tally_hour(statement_timestamp()) - make_interval(hours => hours - 1);
	queues record;
	tally record;
	attempts record;
begin
	if hours not between 1 and 2160 then
		perform refuse(format('hours is a number from 1 to 2160, not %s.', hours), 'hours');
	end if;
	select q.* into queues from overview_queues(p.id) as q;
	select coalesce(sum(t.submitted), 0) as submitted, coalesce(sum(t.kept), 0) as kept,
		   coalesce(sum(t.wins), 0) as wins, coalesce(sum(t.seconds), 0) as seconds,
		   coalesce(sum(t.pay_cents), 0) as cents
	  into tally
	  from beat.project_tally t
	 where t.project_id = p.id;
	select coalesce(sum(t.human + t.model + t.none), 0) as n, coalesce(sum(t.human), 0) as wins
	  into attempts
	  from attempt_counts() t
	 where t.project_id = p.id;
	return json_build_object(
		'project', p.name, 'at', beat.iso(statement_timestamp()),
		'splits', overview_splits(p.id),
		'hours', overview_hours(p.id, since),
		'models', overview_models(p.id, since),
		'durations', (
			select coalesce(json_agg(json_build_object('bucket_seconds', d.bucket * 30, 'hits', d.hits)
					order by d.bucket), '[]')
			  from (
				select t.bucket, sum(t.hits) as hits
				  from beat.duration_tally t
				 where t.project_id = p.id
				 group by t.bucket) as d
			 where d.hits > 0),
		'mean_seconds', round(tally.seconds / nullif(tally.submitted, 0), 1),
		'pay', json_build_object('cents', tally.cents, 'per_kept_cents', round(tally.cents / nullif(tally.kept, 0), 1)),
		'workers', overview_workers(p.id),
		'counts', json_build_object('submitted', tally.submitted, 'attempts', attempts.n, 'wins', attempts.wins,
			'kept', tally.kept, 'discarded', tally.wins - tally.kept,
			'live', (select count(*) from beat.assignment a where a.project_id = p.id and a.ended_at is null)),
		'queues', json_build_object('screening', queues.screening, 'review', queues.review,
			'adjudication', queues.adjudication, 'revocations', queues.revocations,
			'oldest_at', beat.iso(least(queues.screening_since, queues.review_since, queues.revocation_since))),
		'cost', usage_json(p.id, null),
		'alerts', overview_alerts(p, queues));
end
$$;
