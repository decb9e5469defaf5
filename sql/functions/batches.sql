-- Batches and samples: which HITs people look at. The order of locks is told in sessions.sql.

-- Sampling.

-- How many of n completed HITs are reviewed in all: the number of decimal digits of n to the fifth, exactly.
create function samples_due(n bigint) returns integer
	language sql immutable parallel safe as $$
	select case
		when n <= 0 then 0
		when n <= 6208 then length((n * n * n * n * n)::text) -- the last whose fifth power is a bigint
		else length((n::numeric * n * n * n * n)::text)
	end
$$;

-- The batch of a project that was closed last; null if none was.
create function batch_last(in_project_id bigint) returns beat.batch language plpgsql stable as $$
declare
	b beat.batch;
begin
	select x.* into b
	  from beat.batch x
	 where x.project_id = in_project_id
	 order by x.number desc
	 limit 1;
	return b;
end
$$;

-- Closes a batch: every worker's sample grows to what is due, drawn from the HITs not drawn before. The caller holds
-- the project's row. Who is revoked is left out until reinstated, and HITs without a question, which show nothing.
-- One statement, so that the number of HITs and the HITs themselves are of one moment. For each worker with something
-- due it walks the index over the worker's HITs (the plan is forced to, whatever the statistics were when it was made)
-- and looks at the few that come first in the draw. The counters of the workers come last: hand-ins want them too, and
-- must not wait for the draw.
create function batch_close(p beat.project, in_cause text, in_seed text) returns beat.batch
	language plpgsql
	set plan_cache_mode = force_generic_plan set jit = off
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
declare
	b beat.batch;
	last beat.batch := batch_last(p.id);
	workers bigint[];
begin
	with due as materialized (
		select q.worker_id, samples_due(q.submitted) - q.sampled as wanted
		  from beat.participation q
		 where q.project_id = p.id and q.state <> 'revoked' and samples_due(q.submitted) > q.sampled
	), drawn as materialized (
		select a.id, d.worker_id
		  from due d
		 cross join lateral (
			select array(
					select s.assignment_id
					  from beat.sample s
					 where s.worker_id = d.worker_id and s.project_id = p.id) as ids
			offset 0) as had
		 cross join lateral (
			select y.id
			  from (select x.id
					  from beat.assignment x
					 where x.project_id = p.id and x.worker_id = d.worker_id and x.state = 'submitted'
					   and x.kind = 'generate' and x.id <> all (had.ids)
					 order by draw_key(in_seed, x.id), x.id) as y
			 where exists (select from beat.assignment z where z.id = y.id and z.won > 0 offset 0)
			 limit d.wanted) as a
	), total as (
		select coalesce(sum(q.submitted), 0) as hits from beat.participation q where q.project_id = p.id
	), made as (
		insert into beat.batch as x (project_id, number, seed, cause, actor, hits_total, hits, workers, sampled)
		select p.id, coalesce(last.number, 0) + 1, in_seed, in_cause, beat.current_actor(), total.hits,
			   total.hits - coalesce(last.hits_total, 0),
			   (select count(distinct d.worker_id) from drawn d), (select count(*) from drawn)
		  from total
		returning x.*
	), sampled as (
		insert into beat.sample (assignment_id, batch_id, project_id, worker_id, reviews_wanted, sampled_at)
		select d.id, m.id, p.id, d.worker_id, case when p.review_double then 2 else 1 end, m.closed_at
		  from drawn d
		 cross join made m
		returning worker_id
	)
	select m.id, (select array_agg(d.worker_id) from drawn d) into b.id, workers from made m;
	select x.* into b from beat.batch x where x.id = b.id;
	perform batch_count(p.id, b.id, workers);
	perform beat.event_add('batch.close', p.id, null, null, jsonb_build_object('batch', b.number, 'cause', b.cause,
		'seed', b.seed, 'hits', b.hits, 'hits_total', b.hits_total, 'workers', b.workers, 'sampled', b.sampled));
	perform beat.changed('batch', p.id, b.id::text);
	return b;
end
$$;

-- Counts what a batch drew: a worker stands in the list once for each HIT of theirs.
create function batch_count(in_project_id bigint, in_batch_id bigint, workers bigint[]) returns void
	language plpgsql as $$
begin
	perform 1
	   from beat.participation q
	  where q.worker_id = any (workers) and q.project_id = in_project_id
	  order by q.worker_id
	    for no key update;
	update beat.participation q
	   set sampled = q.sampled + n.samples
	  from (select w.id, count(*)::integer as samples from unnest(workers) as w (id) group by w.id) as n
	 where q.worker_id = n.id and q.project_id = in_project_id;
	-- Whoever was revoked between the draw and the lock: nobody has to look at what was drawn of them.
	update beat.sample s
	   set held = true
	 where s.project_id = in_project_id and s.batch_id = in_batch_id and not s.held
	   and s.worker_id = any (array(
			select q.worker_id
			  from beat.participation q
			 where q.worker_id = any (workers) and q.project_id = in_project_id and q.state = 'revoked'));
end
$$;

-- A batch as the dashboard shows it.
create function batch_json(b beat.batch) returns jsonb language plpgsql stable as $$
begin
	return jsonb_build_object('id', b.id::text, 'number', b.number, 'closed_at', beat.iso(b.closed_at),
		'cause', b.cause, 'actor', b.actor, 'seed', b.seed, 'hits', b.hits, 'hits_total', b.hits_total,
		'workers', b.workers, 'sampled', b.sampled,
		'settled', (select coalesce(sum(t.settled), 0) from beat.sample_tally t where t.batch_id = b.id));
end
$$;

-- The batch that is not closed yet: its HITs, and what closing it would draw.
-- What has come since the last batch.
create function batch_open(
	in_project_id bigint, out hits bigint, out due bigint, out since timestamptz, out number integer)
	language plpgsql stable as $$
declare
	last beat.batch := batch_last(in_project_id);
begin
	select coalesce(sum(q.submitted), 0) - coalesce(last.hits_total, 0),
		   coalesce(sum(greatest(0, samples_due(q.submitted) - q.sampled)) filter (where q.state <> 'revoked'), 0)
	  into hits, due
	  from beat.participation q
	 where q.project_id = in_project_id;
	since := coalesce(last.closed_at, (select p.created_at from beat.project p where p.id = in_project_id));
	number := coalesce(last.number, 0);
end
$$;

-- Closes the batch of a project by hand; without a seed one is made.
create function admin_batch_close(in_project text, in_seed text, in_actor text) returns json language plpgsql as $$
declare
	p beat.project := project_named(in_project);
	o record;
	b beat.batch;
begin
	in_seed := coalesce(nullif(in_seed, ''), replace(gen_random_uuid()::text, '-', ''));
	if in_seed !~ '^[0-9A-Za-z._-]{1,64}$' then
		perform refuse('A seed is 1 to 64 letters, digits and . _ -', 'seed');
	end if;
	perform act_as(in_actor);
	-- Two that close at once follow each other, and the second finds nothing to do.
	select x.* into p from beat.project x where x.id = p.id for no key update;
	o := batch_open(p.id);
	if o.hits > 0 or o.due > 0 then
		b := batch_close(p, 'hand', in_seed);
	end if;
	-- What is due may be nothing that could be drawn: HITs without a question. The refusal takes the batch back.
	if b.id is null or (b.hits = 0 and b.sampled = 0) then
		perform refuse(case when o.number = 0
			then format('No HIT of "%s" is completed yet: there is nothing to close.', p.name)
			else format('No HIT of "%s" was completed since batch %s was closed: there is nothing to close.', p.name,
				o.number) end);
	end if;
	return batch_json(b);
end
$$;

-- The batches of a project, newest first (200 at most), and the open one.
create function admin_batches(in_project text) returns json language plpgsql stable as $$
declare
	p beat.project := project_named(in_project);
begin
	return json_build_object(
		'items', (
			select coalesce(json_agg(batch_json(b) order by b.number desc), '[]')
			  from (select x.* from beat.batch x where x.project_id = p.id order by x.number desc limit 200) as b),
		'open', (
			select json_build_object('hits', o.hits, 'due', o.due, 'since', beat.iso(o.since))
			  from batch_open(p.id) as o));
end
$$;
