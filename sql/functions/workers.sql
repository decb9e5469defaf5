-- Workers as the dashboard and the command line show them, a page at a time. Whoever asks without identity gets nothing by
-- which a platform knows a worker.
--
-- The row of a participation holds all counters of a worker, so a list reads those rows and no other. What is looked up
-- by keys is planned once a session and as look-ups by index (see sessions.sql): planning a join of seven tables takes
-- longer than the join. What may be asked for in many ways is planned for each call.

-- A worker by number, or the refusal BE404.
create function worker_of(in_worker text) returns bigint language plpgsql stable as $$
declare
	found_id bigint;
begin
	if in_worker ~ '^#?[0-9]{1,18}$' then
		select w.id into found_id from beat.worker w where w.id = ltrim(in_worker, '#')::bigint;
	end if;
	if found_id is null then
		perform refuse_as('BE404', format('There is no worker #%s.', ltrim(left(in_worker, 100), '#')));
	end if;
	return found_id;
end
$$;

-- A worker by number or by PLATFORM:ID, for the command line.
create function worker_named(in_name text) returns bigint language plpgsql stable as $$
declare
	found_id bigint;
begin
	if in_name ~ '^#?[0-9]+$' then
		return worker_of(in_name);
	end if;
	select w.id into found_id
	  from beat.worker w
	 where w.platform = split_part(in_name, ':', 1)
	   and w.platform_worker_id = substr(in_name, strpos(in_name, ':') + 1);
	if not found then
		perform refuse_as('BE404', format(
			'There is no worker "%s". Give a number, or PLATFORM:ID as in mturk:A1B2C3.', left(in_name, 300)));
	end if;
	return found_id;
end
$$;

-- As worker_shown(), of a row at hand: for lists.
create function worker_brief(w beat.worker, in_identity boolean) returns json
	language sql stable as $$
	select case when in_identity
		then json_build_object('id', w.id::text, 'platform', w.platform, 'platform_worker_id', w.platform_worker_id)
		else json_build_object('id', w.id::text, 'platform', w.platform) end
$$;

-- The success rate, by questions or HITs as the project counts.
create function participation_rate(q beat.participation, unit text) returns json
	language sql stable as $$
	select case unit when 'hit' then wilson(q.valid_hits, q.reviewed_hits)
		else wilson(q.valid_questions, q.reviewed_questions) end
$$;

-- The figures of a worker in a project.
create function participation_json(q beat.participation, w beat.worker, unit text) returns jsonb
	language sql stable as $$
	select jsonb_build_object(
		'state', q.state, 'submitted', q.submitted, 'attempts', q.attempts, 'wins', q.wins, 'kept', q.kept,
		'success', participation_rate(q, unit), 'sampled', q.sampled,
		'due', greatest(0, samples_due(q.submitted) - q.sampled),
		'mean_seconds', round(q.seconds::numeric / nullif(q.submitted, 0), 1), 'seen_at', beat.iso(q.seen_at),
		'blocked', w.blocked_at is not null)
$$;

-- What workers can be sorted by; $4 is the unit of the project's success rate.
-- The names that a list may be sorted by, and what each means. A caller's text only ever picks a row of it.
create function worker_sorts() returns table (name text, expression text) language sql immutable as $$
	values
		('id', 'q.worker_id'),
		('state', 'q.state'),
		('submitted', 'q.submitted'),
		('attempts', 'q.attempts'),
		('wins', 'q.wins'),
		('kept', 'q.kept'),
		('success', 'case $4 when ''hit'' then q.valid_hits::float8 / nullif(q.reviewed_hits, 0) '
			'else q.valid_questions::float8 / nullif(q.reviewed_questions, 0) end'),
		('sampled', 'q.sampled'),
		('due', 'greatest(0, samples_due(q.submitted) - q.sampled)'),
		('mean_seconds', 'q.seconds::float8 / nullif(q.submitted, 0)'),
		('seen_at', 'q.seen_at');
$$;

-- Workers by number, by the beginning of their platform's id (with identity only), or by a word of a note.
create function workers_found(p beat.project, in_q text, in_blocked boolean, in_identity boolean) returns bigint[]
	language plpgsql stable as $$
begin
	return array(
		select w.id
		  from beat.worker w
		 where (in_blocked is not true or w.blocked_at is not null)
		   and (in_q is null
			or w.id::text = ltrim(in_q, '#')
			or (in_identity and starts_with(lower(w.platform_worker_id), lower(in_q)))
			or w.id in (
				select n.worker_id
				  from beat.worker_note n
				 where (n.project_id is null or n.project_id = p.id) and strpos(lower(n.text), lower(in_q)) > 0)));
end
$$;

-- A page of a project's workers, searched, filtered and sorted.
create function admin_workers(
	in_project text, in_q text, in_state text, in_sort text, in_dir text, in_limit text, in_offset text,
	in_identity boolean)
	returns json language plpgsql stable set jit = off as $$
declare
	p beat.project := project_named(in_project);
	of_state text := one_of('state', nullif(in_state, ''),
		array['new', 'onboarding', 'screening', 'qualified', 'failed', 'revoked', 'blocked']);
	sort text := one_of('sort', coalesce(nullif(in_sort, ''), 'id'),
		array(select s.name from worker_sorts() as s));
	dir text := one_of('dir', coalesce(nullif(in_dir, ''), 'asc'), array['asc', 'desc']);
	size integer := page_size(in_limit);
	skip integer := greatest(0, coalesce(nullif(in_offset, '')::integer, 0));
	found_ids bigint[];
	page bigint[];
	total bigint;
	items json;
begin
	if nullif(in_q, '') is not null or of_state = 'blocked' then
		found_ids := workers_found(p, nullif(in_q, ''), of_state = 'blocked', in_identity);
		of_state := nullif(of_state, 'blocked');
	end if;
	select count(*) into total
	  from beat.participation q
	 where q.project_id = p.id and (of_state is null or q.state = of_state)
	   and (found_ids is null or q.worker_id = any (found_ids));
	execute format(
		'select array_agg(s.worker_id) from (select q.worker_id from beat.participation q '
		'where q.project_id = $1 and ($2 is null or q.state = $2) and ($3 is null or q.worker_id = any ($3)) '
		'order by %1$s %2$s nulls last, q.worker_id %2$s limit $5 offset $6) as s',
		(select s.expression from worker_sorts() as s where s.name = sort), dir)
	   into page using p.id, of_state, found_ids, p.success_unit, size, skip;
	select json_agg(worker_brief(w, in_identity)::jsonb || participation_json(q, w, p.success_unit)
			order by i.place)
	  into items
	  from unnest(page) with ordinality as i (worker_id, place)
	  join beat.participation q on q.worker_id = i.worker_id and q.project_id = p.id
	  join beat.worker w on w.id = i.worker_id;
	return json_build_object('items', coalesce(items, '[]'), 'total', total, 'offset', skip, 'limit', size);
end
$$;

-- A worker in a project by number, or the refusal BE404.
create function participation_of(p beat.project, in_worker text) returns beat.participation
	language plpgsql stable as $$
declare
	q beat.participation;
begin
	select x.* into q from beat.participation x where x.project_id = p.id and x.worker_id = in_worker::bigint;
	if not found then
		perform refuse_as('BE404', format('No worker %s takes part in "%s".', in_worker, p.name));
	end if;
	return q;
end
$$;

-- What can be done about a worker, by the table of moves.
create function worker_allowed(in_state text, in_blocked boolean) returns text[] language plpgsql stable as $$
begin
	return array(
		select a.name
		  from (values
			('revoke', exists (
				select from beat.participation_move m where m.from_state = in_state and m.to_state = 'revoked')),
			('reinstate', in_state = 'revoked'),
			('qualify', in_state not in ('revoked', 'screening') and exists (
				select from beat.participation_move m where m.from_state = in_state and m.to_state = 'qualified')),
			('block', not in_blocked), ('unblock', in_blocked), ('note', true)) as a (name, allowed)
		 where a.allowed);
end
$$;

-- The newest hundred events of a worker in a project, but for those of HITs under blind review.
-- A walk along the worker's events, newest first, that ends after a hundred; sorting would need all of them.
create function worker_timeline(in_worker_id bigint, in_project_id bigint, in_identity boolean) returns json
	language plpgsql stable
	set plan_cache_mode = force_generic_plan set enable_bitmapscan = off set enable_sort = off as $$
begin
	return (
		select coalesce(json_agg(event_json(e, p.name, in_identity) order by e.id desc), '[]')
		  from (
			select x.*
			  from beat.event x
			 where x.worker_id = in_worker_id and (x.project_id is null or x.project_id = in_project_id)
			   and not hit_is_blind(x.assignment_id, in_identity)
			 order by x.id desc
			 limit 100) as e
		  left join beat.project p on p.id = e.project_id);
end
$$;

-- Everything about a worker in a project; of other projects what an account sees, and of a pool only if it sees all of it.
create function admin_worker(in_project text, in_worker text, in_identity boolean, in_account bigint default null)
	returns json
	language plpgsql stable
	set plan_cache_mode = force_generic_plan set jit = off
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
declare
	p beat.project := project_named(in_project);
	q beat.participation := participation_of(p, in_worker);
	w beat.worker;
begin
	select x.* into w from beat.worker x where x.id = q.worker_id;
	return (worker_brief(w, in_identity)::jsonb || participation_json(q, w, p.success_unit)
		|| jsonb_build_object(
		'created_at', beat.iso(q.created_at), 'state_at', beat.iso(q.state_at), 'tries', q.tries,
		'onboarding', (
			select jsonb_build_object('name', o.name, 'version', o.version)
			  from beat.onboarding o
			 where o.id = q.onboarding_id),
		'reviewed', jsonb_build_object('hits', q.reviewed_hits, 'valid_hits', q.valid_hits,
			'questions', q.reviewed_questions, 'valid_questions', q.valid_questions),
		'other_projects', (
			select coalesce(jsonb_agg(jsonb_build_object('project', y.name, 'state', x.state) order by y.name), '[]')
			  from beat.participation x
			  join beat.project y on y.id = x.project_id
			 where x.worker_id = q.worker_id and x.project_id <> p.id and account_sees(in_account, y.id)),
		'notes', (
			select coalesce(jsonb_agg(jsonb_build_object('at', beat.iso(n.at), 'actor', n.actor, 'text', n.text)
					order by n.id desc), '[]')
			  from beat.worker_note n
			 where n.worker_id = q.worker_id and (n.project_id is null or n.project_id = p.id)),
		'revocations', (
			select coalesce(jsonb_agg(revocation_json(r, in_identity) order by r.id desc), '[]')
			  from beat.revocation r
			 where r.worker_id = q.worker_id
			   and (r.project_id = p.id or revocation_reaches(r, p) and account_sees(in_account, r.project_id))),
		'pool', case when not exists (
				select from beat.project y where y.pool_id = p.pool_id and not account_sees(in_account, y.id))
			then pool_worker(q.worker_id, p.pool_id) end,
		'timeline', worker_timeline(q.worker_id, p.id, in_identity),
		'sampling', jsonb_build_object('n', q.submitted, 'due_total', samples_due(q.submitted),
			'sampled', q.sampled, 'settled', q.reviewed_hits),
		'validation', validator_json(q.worker_id, p.id),
		'allowed', worker_allowed(q.state, w.blocked_at is not null)))::json;
end
$$;

-- A page of a worker's HITs in a project, newest first; without identity none that is under blind review.
create function admin_worker_hits(
	in_project text, in_worker text, in_before text, in_limit text, in_identity boolean)
	returns json language plpgsql stable
	set plan_cache_mode = force_generic_plan set jit = off
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
declare
	p beat.project := project_named(in_project);
	q beat.participation := participation_of(p, in_worker);
	size integer := page_size(in_limit);
	items json[];
	cursors bigint[];
begin
	select array_agg(json_build_object('id', a.id::text, 'state', a.state, 'kind', a.kind,
			'started_at', beat.iso(a.started_at), 'ended_at', beat.iso(a.ended_at),
			'seconds', hit_seconds(a.started_at, a.ended_at), 'won', a.won, 'attempts', t.attempts, 'kept', k.kept,
			'sampled', s.assignment_id is not null, 'settled', coalesce(s.state = 'settled', false), 'valid', j.valid)
			order by a.id desc), array_agg(a.id order by a.id desc)
	  into items, cursors
	  from (
		select x.*
		  from beat.assignment x
		 where x.project_id = p.id and x.worker_id = q.worker_id and x.id > 0
		   and x.id < coalesce(nullif(in_before, '')::bigint, 9223372036854775807)
		   and not hit_is_blind(x.id, in_identity)
		 order by x.id desc
		 limit size + 1) as a
	  left join beat.sample s on s.assignment_id = a.id
	 cross join lateral (
		select coalesce(max(x.seq), 0) as attempts from beat.attempt x where x.assignment_id = a.id) as t
	 cross join lateral (
		select count(*) as kept from beat.question x where x.assignment_id = a.id and x.discards = 0) as k
	  left join lateral (
		select count(*) filter (where x.valid) as valid from beat.judgement x where x.review_id = s.review_id) as j
		on s.review_id is not null;
	return json_build_object('items', coalesce(to_json(items[:size]), '[]'),
		'next', case when cardinality(items) > size then cursors[size]::text end);
end
$$;
