-- Many sessions at once, as a batch of requests brings them: those of strangers, who are known to no project, are made
-- together, which costs a third of making them one by one. The others go through session_open() as ever. What sessions.sql
-- says of refusals, locks and plans holds here too.

-- Makes the workers of a batch who come for the first time and whom their project's door leads to work; of two requests of
-- one worker the first. In the order of their names: two servers that make the same ones wait for each other, but not in a
-- circle.
create function strangers_enter(
	in_project text[], in_platform text[], in_worker text[], in_vouched boolean[], in_language text[],
	out place bigint, out project_id bigint, out language text, out worker_id bigint)
	returns setof record language plpgsql set enable_hashjoin = on as $$
begin
	return query
	with asked as materialized (
		select distinct on (a.platform, a.worker) a.place, p.id as project_id, a.language, a.platform, a.worker
		  from unnest(in_project, in_platform, in_worker, in_vouched, in_language) with ordinality
				as a (project, platform, worker, vouched, language, place)
		  join beat.project p on p.name = a.project and p.state = 'active'
		  join beat.pool o on o.id = p.pool_id
		 where project_takes(p, a.platform)
		   and door('new', false, p.open, coalesce(p.onboarding, o.onboarding), a.platform, a.vouched) = 'work'
		   and not exists (
				select from beat.worker w where w.platform = a.platform and w.platform_worker_id = a.worker)
		 order by a.platform, a.worker, a.place
	), made as (
		insert into beat.worker as w (platform, platform_worker_id)
		select a.platform, a.worker from asked a order by a.platform, a.worker
		on conflict on constraint worker_platform_worker_id_key do nothing
		returning w.id, w.platform, w.platform_worker_id
	)
	select a.place, a.project_id, a.language, m.id
	  from made m
	  join asked a on a.platform = m.platform and a.worker = m.platform_worker_id;
end
$$;

-- Assignments to write questions for strangers, as many as there are passages to be had: of the first of them.
create function strangers_begin(
	p beat.project, in_workers bigint[], in_platform_ref text[], in_hit_ref text[], in_submit_to text[])
	returns setof beat.assignment language plpgsql as $$
declare
	splits text[];
	passages bigint[];
	moment timestamptz;
begin
	perform leases_expire(p.id);
	splits := splits_needing_work(p.id);
	if splits is not null then
		passages := passages_take(p.id, null, splits, p.assignments_per_passage, cardinality(in_workers));
	end if;
	if passages is null then
		return;
	end if;
	moment := clock_timestamp();
	return query
	insert into beat.assignment as x (
		project_id, worker_id, passage_id, platform_ref, hit_ref, submit_to, started_at, expires_at)
	select p.id, n.worker_id, n.passage_id, coalesce(n.platform_ref, ''), coalesce(n.hit_ref, ''), coalesce(n.submit_to, ''),
		   moment, moment + make_interval(secs => p.lease_seconds)
	  from unnest(in_workers, passages, in_platform_ref, in_hit_ref, in_submit_to)
			as n (worker_id, passage_id, platform_ref, hit_ref, submit_to)
	 where n.passage_id is not null
	returning x.*;
	in_workers := in_workers[1:cardinality(passages)];
	insert into beat.qualification (worker_id, pool_id)
	select w, p.pool_id from unnest(in_workers) as w
	on conflict on constraint qualification_pkey do nothing;
	insert into beat.participation (worker_id, project_id)
	select w, p.id from unnest(in_workers) as w;
end
$$;

-- Writes down what strangers were shown with their work. What their pages show if they agreed, and if not; and who did.
create function strangers_instruct(
	p beat.project, in_language text, in_assignments bigint[], in_workers bigint[], in_agrees text[],
	out yes json, out no json, out agreed boolean[])
	language plpgsql as $$
declare
	i beat.instruction := instruction_shown(p, 'worker', in_language, true);
begin
	insert into beat.instructed (assignment_id, instruction_id) select a, i.id from unnest(in_assignments) as a;
	yes := instruction_terms(p, 'worker', i, true);
	if i.consent = '' then
		agreed := array_fill(true, array[cardinality(in_assignments)]);
		return;
	end if;
	no := instruction_terms(p, 'worker', i, false);
	for n in 1 .. cardinality(in_assignments) loop
		agreed[n] := consent_take(i, in_workers[n], in_assignments[n], in_agrees[n]);
	end loop;
end
$$;

-- Assignments of strangers in one project, with the terms: of the first of them, as many as there are passages. The places are
-- those of the requests, whose further parameters are given whole.
create function strangers_open(
	in_project_id bigint, in_language text, in_places bigint[], in_workers bigint[], in_platform_ref text[],
	in_hit_ref text[], in_submit_to text[], in_agrees text[],
	out place bigint, out assignment_id bigint, out worker_id bigint, out passage_id bigint, out started_at timestamptz,
	out expires_at timestamptz, out terms json, out agreed boolean)
	returns setof record language plpgsql as $$
declare
	p beat.project;
	begun beat.assignment[];
	told record;
begin
	select x.* into p from beat.project x where x.id = in_project_id;
	begun := array(
		select a
		  from strangers_begin(p, in_workers, array(select in_platform_ref[n] from unnest(in_places) as n),
				array(select in_hit_ref[n] from unnest(in_places) as n),
				array(select in_submit_to[n] from unnest(in_places) as n)) as a);
	if begun = '{}' then
		return;
	end if;
	told := strangers_instruct(p, in_language, array(select a.id from unnest(begun) as a),
		array(select a.worker_id from unnest(begun) as a),
		array(select in_agrees[in_places[array_position(in_workers, a.worker_id)]] from unnest(begun) as a));
	return query
	select in_places[array_position(in_workers, a.worker_id)], a.id, a.worker_id, a.passage_id, a.started_at, a.expires_at,
		   case when told.agreed[a.ordinality] then told.yes else told.no end, told.agreed[a.ordinality]
	  from unnest(begun) with ordinality as a;
end
$$;

-- What session_open() answers to each of many requests, with its place among them, the terms, and whether the worker
-- gets a token; see there and instruct().
create function sessions_open(
	in_project text[], in_platform text[], in_worker text[], in_platform_ref text[], in_hit_ref text[], in_submit_to text[],
	in_vouched boolean[], in_language text[], in_agrees text[],
	out place bigint, out status text, out created boolean, out assignment_id bigint, out worker_id bigint,
	out passage_id bigint, out title text, out text text, out wanted integer, out won integer, out attempts json,
	out started_at text, out expires_at text, out expires_epoch bigint, out reward_cents integer,
	out threshold_permille integer, out project_title text, out project_state text, out model_name text, out kind text,
	out onboarding json, out state text, out reason text, out opponent json, out newcomer boolean, out terms json,
	out let_in boolean)
	returns setof record language plpgsql
	set plan_cache_mode = force_generic_plan set jit = off
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off
	set enable_bitmapscan = off as $$
declare
	s record;
	opened integer;
	answered bigint[] := '{}';
begin
	if cardinality(in_project) > 1 then
		for s in
			select e.project_id, e.language, array_agg(e.place order by e.place) as places,
				   array_agg(e.worker_id order by e.place) as workers
			  from strangers_enter(in_project, in_platform, in_worker, in_vouched, in_language) as e
			 group by e.project_id, e.language
			 order by e.project_id, e.language
		loop
			return query
			select o.place, 'ok', true, o.assignment_id, o.worker_id, w.passage_id, w.title, w.text,
				   p.questions_wanted::integer, 0, '[]'::json, w.started_at, w.expires_at, w.expires_epoch,
				   p.reward_cents::integer, p.threshold_permille::integer, p.title, p.state, m.name, 'generate', null::json,
				   'new', null::text, opponent_of(p, m), true, o.terms, o.agreed
			  from (beat.project p join beat.model m on m.id = p.model_id)
			 cross join strangers_open(s.project_id, s.language, s.places, s.workers, in_platform_ref, in_hit_ref,
					in_submit_to, in_agrees) as o
			 cross join lateral assignment_shown(o.passage_id, o.started_at, o.expires_at) as w
			 where p.id = s.project_id;
			get diagnostics opened = row_count;
			answered := answered || s.places[1:opened];
		end loop;
	end if;
	for n in 1 .. cardinality(in_project) loop
		continue when n = any (answered);
		return query
		select n::bigint, o.*, t.terms, terms_let_in(t.terms)
		  from session_open(in_project[n], in_platform[n], in_worker[n], coalesce(in_platform_ref[n], ''),
				coalesce(in_hit_ref[n], ''), coalesce(in_submit_to[n], ''), in_vouched[n]) as o
		 cross join lateral instruct(in_project[n], 'worker', in_language[n], o.assignment_id, o.worker_id, in_agrees[n])
				as t (terms);
	end loop;
end
$$;
