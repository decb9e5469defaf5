-- Projects without an adversary: what a worker asks and answers is kept as it is. A HIT goes over several paragraphs of a
-- document: each is an assignment, so that leases, reviews, validation and releases know of nothing else, and the
-- assignments are tied together by hit_id and part. What sessions.sql says of refusals, transactions, locks and plans
-- holds here too.

-- The model that stands for none.
create function no_model() returns bigint language sql immutable parallel safe as $$
	select 0::bigint
$$;

-- Whether a verdict makes a question of an attempt.
create function verdict_keeps(in_verdict text) returns boolean language sql immutable parallel safe as $$
	select in_verdict in ('human', 'plain')
$$;

-- Adversary and model of a project, made to fit: without an adversary the model is none, and a model that is named is one.
create function adversary_with(p beat.project, settings jsonb) returns beat.project language plpgsql as $$
begin
	if settings ->> 'adversary' = 'none' and settings ? 'model' and p.model_id <> no_model() then
		perform setting_refuse('adversary', 'Without an adversary there is no model: leave model out, or say adversary model.');
	end if;
	if settings ->> 'adversary' = 'none' or not settings ? 'adversary' and p.model_id = no_model() then
		p.adversary := 'none';
		p.model_id := no_model();
		p.also_model_ids := '{}';
		p.rule := 'single';
		p.shadow_model_ids := '{}';
	else
		p.adversary := 'model';
		p.model_id := coalesce(nullif(p.model_id, no_model()), model_only());
	end if;
	return p;
end
$$;

-- How far a worker is in a HIT without an adversary: which paragraph of how many, how many questions were asked on those
-- before, whether there may be another one. Null of a HIT that is played. Volatile: the assignment may be as new as the
-- statement that asks.
create function plain_hit(in_assignment_id bigint) returns json language plpgsql as $$
begin
	return (
		select json_build_object('part', a.part, 'parts', case a.kind when 'generate' then p.paragraphs else 1 end,
			'asked', hit_earlier_won(a), 'more', a.kind = 'generate' and a.part < p.paragraphs
				and passage_follows(a, p.assignments_per_passage) is not null)
		  from beat.assignment a
		  join beat.project p on p.id = a.project_id
		 where a.id = in_assignment_id
		   and case a.kind when 'onboarding' then onboarding_model(p.id) else p.model_id end = no_model());
end
$$;

-- The same for a preview.
create function plain_preview(in_project text) returns json language plpgsql stable as $$
begin
	return (
		select json_build_object('part', 1, 'parts', p.paragraphs, 'asked', 0, 'more', false)
		  from beat.project p
		 where p.name = in_project and p.model_id = no_model());
end
$$;

-- The assignments of a HIT before this one, which hands all of it in.
create function hit_earlier(a beat.assignment) returns setof beat.assignment language sql stable as $$
	select x.* from beat.assignment x
	 where a.part > 1 and (x.id = a.hit_id or x.hit_id = a.hit_id) and x.part < a.part
$$;

-- Questions that were asked in the paragraphs before.
create function hit_earlier_won(a beat.assignment) returns integer language sql stable as $$
	select case when a.part > 1 then (select sum(e.won)::integer from hit_earlier(a) as e) else 0 end
$$;

-- What a HIT's assignments before this one have been paid.
create function hit_earlier_cents(a beat.assignment) returns integer language sql stable as $$
	select case when a.part > 1 then (select sum(e.reward_cents)::integer from hit_earlier(a) as e) else 0 end
$$;

-- What handing a paragraph in pays that is not the last of its HIT: its share of the reward, rounded down, and what its
-- questions add. The last one pays the rest, so that a HIT pays what it was promised to, and who leaves in between is owed
-- for what is done.
create function part_pay(p beat.project, in_won integer) returns integer language sql stable as $$
	select p.reward_cents / p.paragraphs + p.win_reward_cents * least(in_won, p.questions_wanted)
$$;

-- The paragraph that comes after an assignment's in its document: the next that is free and new to the worker, else the
-- first such; null if there is none.
create function passage_follows(a beat.assignment, in_slots integer) returns bigint language plpgsql stable as $$
begin
	return (
		select q.passage_id
		  from beat.passage here
		  join beat.passage x on x.document_id = here.document_id and x.id <> here.id
		  join beat.project_passage q on q.project_id = a.project_id and q.passage_id = x.id and q.active
			and q.taken < in_slots
		 where here.id = a.passage_id
		   and not exists (
				select from beat.assignment y
				 where y.worker_id = a.worker_id and y.project_id = a.project_id and y.passage_id = x.id
				   and y.kind = 'generate'
				offset 0)
		 order by x.id < here.id, x.id
		 limit 1);
end
$$;

-- Takes the paragraph that follows; null if it is gone, or in other hands just now.
create function passage_take_next(a beat.assignment, in_slots integer) returns bigint language plpgsql as $$
declare
	next_id bigint := passage_follows(a, in_slots);
begin
	perform from beat.project_passage q
	  where q.project_id = a.project_id and q.passage_id = next_id and q.taken < in_slots
	    for no key update skip locked;
	if not found then
		return null;
	end if;
	update beat.project_passage set taken = taken + 1 where project_id = a.project_id and passage_id = next_id;
	return next_id;
end
$$;

-- Why a worker may not go on to the next paragraph, "ok" if so.
create function next_refusal(a beat.assignment, p beat.project) returns text language plpgsql as $$
begin
	return case
		when a.state <> 'live' then 'ended'
		when p.model_id <> no_model() or a.kind <> 'generate' or a.part >= p.paragraphs then 'no_next'
		when p.state <> 'active' then 'paused'
		when a.won = 0 then 'none_asked'
		when passage_split(a.passage_id) = any (splits_needing_work(p.id)) is not true then 'no_next'
		else 'ok'
	end;
end
$$;

-- Hands a paragraph in and gives the worker the next one of the same document, in the same HIT: the platform's reference
-- goes on to it. Asking again gives the same answer. One row always; see the column status.
create function assignment_next(
	in_assignment_id bigint, in_worker_id bigint, in_platform_ref text, out status text, out part integer)
	language plpgsql
	set plan_cache_mode = force_generic_plan set jit = off
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
declare
	a beat.assignment := assignment_held(in_assignment_id, in_worker_id);
	p beat.project;
	next_id bigint;
begin
	select x.part into part
	  from beat.assignment x
	 where a.state = 'submitted' and x.hit_id = coalesce(a.hit_id, a.id) and x.part = a.part + 1
	   and x.platform_ref = in_platform_ref;
	status := case when found then 'already' else assignment_door(a, 'submit', in_platform_ref, null) end;
	if status <> 'ok' then
		status := case when part is null and status = 'already' then 'submitted' else status end;
		return;
	end if;
	select x.* into p from beat.project x where x.id = a.project_id;
	status := next_refusal(a, p);
	if status = 'ok' then
		next_id := passage_take_next(a, p.assignments_per_passage);
		status := case when next_id is not null then 'ok'
			when passage_follows(a, p.assignments_per_passage) is not null then 'busy' else 'no_next' end;
	end if;
	if status <> 'ok' then
		return;
	end if;
	update beat.assignment x set platform_ref = '' where x.id = a.id;
	perform assignment_end(a, a.won, part_pay(p, a.won));
	insert into beat.assignment (
		project_id, worker_id, passage_id, platform_ref, hit_ref, submit_to, started_at, expires_at, hit_id, part)
	select a.project_id, a.worker_id, next_id, a.platform_ref, a.hit_ref, a.submit_to, m.moment,
		   m.moment + make_interval(secs => p.lease_seconds), coalesce(a.hit_id, a.id), a.part + 1
	  from (select clock_timestamp() as moment) as m;
	part := a.part + 1;
end
$$;
