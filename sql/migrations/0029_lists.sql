-- The lists of the dashboard, a page at a time, and what their rows open. Whoever asks without identity gets nothing by
-- which a platform knows a worker.
--
-- What is looked up by keys is planned once a session and as look-ups by index (see 0003): planning a join of seven
-- tables takes longer than the join. What may be asked for in many ways is planned for each call.

-- Workers: the row of a participation holds all counters of a worker, so a list reads those rows and no other.

create function beat.worker_brief(w beat.worker, in_identity boolean) returns json
	language sql stable
	return case when in_identity
		then json_build_object('id', w.id::text, 'platform', w.platform, 'platform_worker_id', w.platform_worker_id)
		else json_build_object('id', w.id::text, 'platform', w.platform) end;
comment on function beat.worker_brief is 'As worker_shown(), of a row at hand: for lists.';

create function beat.participation_rate(q beat.participation, unit text) returns json
	language sql stable
	return case unit when 'hit' then beat.wilson(q.valid_hits, q.reviewed_hits)
		else beat.wilson(q.valid_questions, q.reviewed_questions) end;
comment on function beat.participation_rate is 'The success rate, by questions or HITs as the project counts.';

create function beat.participation_json(q beat.participation, w beat.worker, unit text) returns jsonb
	language sql stable
	return jsonb_build_object(
		'state', q.state, 'submitted', q.submitted, 'attempts', q.attempts, 'wins', q.wins, 'kept', q.kept,
		'success', beat.participation_rate(q, unit), 'sampled', q.sampled,
		'due', greatest(0, beat.samples_due(q.submitted) - q.sampled),
		'mean_seconds', round(q.seconds::numeric / nullif(q.submitted, 0), 1), 'seen_at', beat.iso(q.seen_at),
		'blocked', w.blocked_at is not null);
comment on function beat.participation_json is 'The figures of a worker in a project.';

-- The names that a list may be sorted by, and what each means. A caller's text only ever picks a row of it.
create function beat.worker_sorts() returns table (name text, expression text) language sql immutable
begin atomic
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
		('due', 'greatest(0, beat.samples_due(q.submitted) - q.sampled)'),
		('mean_seconds', 'q.seconds::float8 / nullif(q.submitted, 0)'),
		('seen_at', 'q.seen_at');
end;
comment on function beat.worker_sorts is
	'What workers can be sorted by; $4 is the unit of the project''s success rate.';

create function beat.one_of(what text, given text, known text[]) returns text language plpgsql immutable as $$
begin
	if given <> all (known) then
		perform beat.refuse(format('%s is one of %s, not "%s".', what, array_to_string(known, ', '), given));
	end if;
	return given;
end
$$;
comment on function beat.one_of is 'A word of a known list (or null), or a refusal that names them.';

create function beat.workers_found(p beat.project, in_q text, in_blocked boolean, in_identity boolean) returns bigint[]
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
comment on function beat.workers_found is
	'Workers by number, by the beginning of their platform''s id (with identity only), or by a word of a note.';

create function beat.admin_workers(
	in_project text, in_q text, in_state text, in_sort text, in_dir text, in_limit text, in_offset text,
	in_identity boolean)
	returns json language plpgsql stable set jit = off as $$
declare
	p beat.project := beat.project_named(in_project);
	of_state text := beat.one_of('state', nullif(in_state, ''),
		array['new', 'onboarding', 'screening', 'qualified', 'failed', 'revoked', 'blocked']);
	sort text := beat.one_of('sort', coalesce(nullif(in_sort, ''), 'id'),
		array(select s.name from beat.worker_sorts() as s));
	dir text := beat.one_of('dir', coalesce(nullif(in_dir, ''), 'asc'), array['asc', 'desc']);
	size integer := beat.page_size(in_limit);
	skip integer := greatest(0, coalesce(nullif(in_offset, '')::integer, 0));
	found_ids bigint[];
	page bigint[];
	total bigint;
	items json;
begin
	if nullif(in_q, '') is not null or of_state = 'blocked' then
		found_ids := beat.workers_found(p, nullif(in_q, ''), of_state = 'blocked', in_identity);
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
		(select s.expression from beat.worker_sorts() as s where s.name = sort), dir)
	   into page using p.id, of_state, found_ids, p.success_unit, size, skip;
	select json_agg(beat.worker_brief(w, in_identity)::jsonb || beat.participation_json(q, w, p.success_unit)
			order by i.place)
	  into items
	  from unnest(page) with ordinality as i (worker_id, place)
	  join beat.participation q on q.worker_id = i.worker_id and q.project_id = p.id
	  join beat.worker w on w.id = i.worker_id;
	return json_build_object('items', coalesce(items, '[]'), 'total', total, 'offset', skip, 'limit', size);
end
$$;
comment on function beat.admin_workers is 'A page of a project''s workers, searched, filtered and sorted.';

create function beat.hidden_keys() returns text[]
	language sql immutable parallel safe
	return array['platform_ref', 'hit_ref', 'worker', 'platform_worker_id', 'submit_to'];
comment on function beat.hidden_keys is 'What a detail calls that by which a platform knows workers and HITs.';

create function beat.event_shown(detail jsonb, in_identity boolean) returns jsonb language plpgsql immutable as $$
begin
	if in_identity or jsonb_typeof(detail) not in ('object', 'array') then
		return detail;
	elsif jsonb_typeof(detail) = 'array' then
		return (
			select coalesce(jsonb_agg(beat.event_shown(e.value, false) order by e.place), '[]')
			  from jsonb_array_elements(detail) with ordinality as e (value, place));
	end if;
	return (
		select coalesce(jsonb_object_agg(e.key, beat.event_shown(e.value, false)), '{}')
		  from jsonb_each(detail) as e
		 where e.key <> all (beat.hidden_keys()));
end
$$;
comment on function beat.event_shown is
	'The detail of an event; without identity nothing by which a platform knows a worker, however deep it lies.';

create function beat.event_json(e beat.event, project text, in_identity boolean) returns json
	language sql stable
	return json_build_object('id', e.id::text, 'at', beat.iso(e.at), 'actor', e.actor, 'kind', e.kind,
		'project', project, 'worker', e.worker_id::text, 'hit', e.assignment_id::text,
		'detail', case when in_identity then e.detail
			-- Most have them on top, if at all; only what hides deeper needs the long way.
			when (e.detail - beat.hidden_keys())::text !~ '(ref|worker|platform_worker_id|submit_to)"'
				then e.detail - beat.hidden_keys()
			else beat.event_shown(e.detail, false) end);
comment on function beat.event_json is 'An event as the dashboard shows it.';

create function beat.participation_of(p beat.project, in_worker text) returns beat.participation
	language plpgsql stable as $$
declare
	q beat.participation;
begin
	select x.* into q from beat.participation x where x.project_id = p.id and x.worker_id = in_worker::bigint;
	if not found then
		perform beat.refuse_as('BE404', format('No worker %s takes part in "%s".', in_worker, p.name));
	end if;
	return q;
end
$$;
comment on function beat.participation_of is 'A worker in a project by number, or the refusal BE404.';

create function beat.worker_allowed(in_state text, in_blocked boolean) returns text[] language plpgsql stable as $$
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
comment on function beat.worker_allowed is 'What can be done about a worker, by the table of moves.';

-- A walk along the worker's events, newest first, that ends after a hundred; sorting would need all of them.
create function beat.worker_timeline(in_worker_id bigint, in_project_id bigint, in_identity boolean) returns json
	language plpgsql stable
	set plan_cache_mode = force_generic_plan set enable_bitmapscan = off set enable_sort = off as $$
begin
	return (
		select coalesce(json_agg(beat.event_json(e, p.name, in_identity) order by e.id desc), '[]')
		  from (
			select x.*
			  from beat.event x
			 where x.worker_id = in_worker_id and (x.project_id is null or x.project_id = in_project_id)
			 order by x.id desc
			 limit 100) as e
		  left join beat.project p on p.id = e.project_id);
end
$$;
comment on function beat.worker_timeline is 'The newest hundred events of a worker in a project.';

create function beat.admin_worker(in_project text, in_worker text, in_identity boolean) returns json
	language plpgsql stable
	set plan_cache_mode = force_generic_plan set jit = off
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
declare
	p beat.project := beat.project_named(in_project);
	q beat.participation := beat.participation_of(p, in_worker);
	w beat.worker;
begin
	select x.* into w from beat.worker x where x.id = q.worker_id;
	return (beat.worker_brief(w, in_identity)::jsonb || beat.participation_json(q, w, p.success_unit)
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
			 where x.worker_id = q.worker_id and x.project_id <> p.id),
		'notes', (
			select coalesce(jsonb_agg(jsonb_build_object('at', beat.iso(n.at), 'actor', n.actor, 'text', n.text)
					order by n.id desc), '[]')
			  from beat.worker_note n
			 where n.worker_id = q.worker_id and (n.project_id is null or n.project_id = p.id)),
		'revocations', (
			select coalesce(jsonb_agg(beat.revocation_json(r, in_identity) order by r.id desc), '[]')
			  from beat.revocation r
			 where r.worker_id = q.worker_id and r.project_id = p.id),
		'timeline', beat.worker_timeline(q.worker_id, p.id, in_identity),
		'sampling', jsonb_build_object('n', q.submitted, 'due_total', beat.samples_due(q.submitted),
			'sampled', q.sampled, 'settled', q.reviewed_hits),
		'validation', beat.validator_json(q.worker_id, p.id),
		'allowed', beat.worker_allowed(q.state, w.blocked_at is not null)))::json;
end
$$;
comment on function beat.admin_worker is 'Everything about a worker in a project.';

create function beat.admin_worker_hits(
	in_project text, in_worker text, in_before text, in_limit text, in_identity boolean)
	returns json language plpgsql stable
	set plan_cache_mode = force_generic_plan set jit = off
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
declare
	p beat.project := beat.project_named(in_project);
	q beat.participation := beat.participation_of(p, in_worker);
	size integer := beat.page_size(in_limit);
	items json[];
	cursors bigint[];
begin
	select array_agg(json_build_object('id', a.id::text, 'state', a.state, 'kind', a.kind,
			'started_at', beat.iso(a.started_at), 'ended_at', beat.iso(a.ended_at),
			'seconds', beat.hit_seconds(a.started_at, a.ended_at), 'won', a.won, 'attempts', t.attempts, 'kept', k.kept,
			'sampled', s.assignment_id is not null, 'settled', coalesce(s.state = 'settled', false), 'valid', j.valid)
			order by a.id desc), array_agg(a.id order by a.id desc)
	  into items, cursors
	  from (
		select x.*
		  from beat.assignment x
		 where x.project_id = p.id and x.worker_id = q.worker_id and x.id > 0
		   and x.id < coalesce(nullif(in_before, '')::bigint, 9223372036854775807)
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
comment on function beat.admin_worker_hits is 'A page of a worker''s HITs in a project, newest first.';

create function beat.admin_events(
	in_project text, in_worker text, in_kind text, in_actor text, in_before text, in_limit text, in_identity boolean)
	returns json language plpgsql stable set jit = off as $$
declare
	of_project bigint;
	size integer := beat.page_size(in_limit);
	items json[];
	cursors bigint[];
begin
	if nullif(in_project, '') is not null then
		of_project := (beat.project_named(in_project)).id;
	end if;
	-- Planned anew each time: which index to walk depends on what is asked for.
	execute 'select array_agg(beat.event_json(e, p.name, $7) order by e.id desc), array_agg(e.id order by e.id desc) '
		'from (select x.* from beat.event x where x.id < $5'
		|| case when of_project is not null then ' and x.project_id = $1' else '' end
		|| case when nullif(in_worker, '') is not null then ' and x.worker_id = $2' else '' end
		|| case when nullif(in_kind, '') is not null then ' and x.kind = $3' else '' end
		|| case when nullif(in_actor, '') is not null then ' and x.actor = $4' else '' end
		|| ' order by x.id desc limit $6) as e left join beat.project p on p.id = e.project_id'
	   into items, cursors
	  using of_project, nullif(ltrim(in_worker, '#'), '')::bigint, in_kind, in_actor,
		coalesce(nullif(in_before, '')::bigint, 9223372036854775807), size + 1, in_identity;
	return json_build_object('items', coalesce(to_json(items[:size]), '[]'),
		'next', case when cardinality(items) > size then cursors[size]::text end);
end
$$;
comment on function beat.admin_events is 'A page of the audit log, newest first; the filters are exact.';

-- Questions.

-- The conditions of a filter {q, split, model, state, label, worker}, for a query of question q with the project as $1
-- and the filter as $2: its values stay parameters, whatever they are.
create function beat.question_where(filter jsonb) returns text language plpgsql stable as $$
declare
	known constant text[] := array['q', 'split', 'model', 'state', 'label', 'worker'];
	given text[];
begin
	if jsonb_typeof(filter) is distinct from 'object' then
		perform beat.refuse('A filter of questions is a JSON object.');
	end if;
	given := array(select e.key from jsonb_each_text(filter) as e where e.value <> '');
	perform beat.one_of('A filter of questions', k, known) from unnest(given) as k;
	perform beat.one_of('split', nullif(filter ->> 'split', ''), array['train', 'dev', 'test']);
	perform beat.one_of('state', nullif(filter ->> 'state', ''), array['in', 'waiting', 'out', 'unanswerable', 'reviewed',
		'rejected', 'revoked']);
	perform beat.one_of('label', nullif(filter ->> 'label', ''),
		array(select w.word from beat.review_word w where w.kind = 'label' order by w.place));
	perform beat.one_of('model', nullif(filter ->> 'model', ''),
		array(select m.name from beat.model m order by m.name));
	return coalesce((
		select string_agg(' and ' || c.condition, '' order by c.name)
		  from (values
			('q', case when filter ->> 'q' ~ '^[0-9a-f]{40}$' then $c$q.id = $2 ->> 'q'$c$
				else $c$q.words @@ websearch_to_tsquery('pg_catalog.simple', $2 ->> 'q')$c$ end),
			('split', $c$q.split = $2 ->> 'split'$c$ || case when filter ->> 'split' <> 'train'
				then $c$ and q.split <> 'train'$c$ else '' end), -- as the index for them says it
			('model', $c$q.model_id = (select m.id from beat.model m where m.name = $2 ->> 'model')$c$),
			('label', $c$q.reviewed and q.labels @> array[$2 ->> 'label']$c$),
			('worker', $c$q.worker_id = ltrim($2 ->> 'worker', '#')::bigint$c$),
			('state', case filter ->> 'state'
				when 'in' then 'q.discards = 0'
				-- Not "offset 0": many that wait are met by the walk soon, few are better looked up from their own index.
				when 'waiting' then $c$q.discards = 0 and q.split <> 'train' and q.id in (select v.id from beat.validation v
					where v.project_id = $1 and v.cause = 'split' and v.active and v.state = 'waiting')
					and (select p.validation_votes > 0 from beat.project p where p.id = $1)$c$
				when 'out' then 'q.discards > 0'
				when 'reviewed' then 'q.reviewed'
				-- "offset 0" keeps it a probe per row, so that the walk ends with the page.
				when 'rejected' then $c$q.reviewed and q.discards > 0 and exists (select from beat.discard d
					where d.question_id = q.id and d.undone_at is null and d.cause = 'review' offset 0)$c$
				when 'unanswerable' then $c$q.discards > 0 and exists (select from beat.discard d
					where d.question_id = q.id and d.undone_at is null and d.cause = 'unanswerable' offset 0)$c$
				else $c$q.discards > 0 and exists (select from beat.discard d
					where d.question_id = q.id and d.undone_at is null and d.cause = 'revocation' offset 0)$c$ end)
			) as c (name, condition)
		 where c.name = any (given)), '');
end
$$;
comment on function beat.question_where is
	'The where-clause of a filter of questions. State: in (kept, though it may wait for votes), waiting (for '
	'votes), out (for whatever reason), unanswerable (by its votes), reviewed, rejected (by its review), revoked (with its '
	'worker).';

create function beat.question_numbers(in_project_id bigint, filter jsonb, before bigint, size integer) returns bigint[]
	language plpgsql stable set jit = off as $$
declare
	numbers bigint[];
begin
	execute 'select array_agg(n.number order by n.number desc) from ('
		'select q.number from beat.question q where q.project_id = $1 and q.number < $3'
		|| beat.question_where(filter) || ' order by q.number desc limit $4) as n'
	   into numbers using in_project_id, filter, before, size;
	return coalesce(numbers, '{}');
end
$$;
comment on function beat.question_numbers is 'The newest questions of a project that pass a filter, below a number.';

create function beat.question_filter(in_project_id bigint, filter jsonb) returns setof text
	language plpgsql stable set jit = off as $$
begin
	return query execute 'select q.id::text from beat.question q where q.project_id = $1' || beat.question_where(filter)
		using in_project_id, filter;
end
$$;
comment on function beat.question_filter is 'The ids of all questions of a project that pass a filter.';

create function beat.questions_json(numbers bigint[], in_project_id bigint, in_identity boolean) returns json
	language plpgsql stable
	set plan_cache_mode = force_generic_plan set jit = off
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
begin
	return (
		select coalesce(json_agg(json_build_object(
				'id', q.id, 'hit', q.assignment_id::text, 'question', t.question,
				'answer', json_build_object('start', t.answer_start, 'end', t.answer_end, 'text', t.answer_text),
				'model', json_build_object('name', m.name, 'answer', t.model_answer),
				'split', q.split, 'passage_title', d.title, 'worker', beat.worker_brief(w, in_identity),
				'created_at', beat.iso(q.created_at), 'in', q.discards = 0,
				'waits', beat.question_waits(p, a, q.split, q.discards, v.state),
				'reasons', array(
					select y.cause || ': ' || y.reason
					  from beat.discard y
					 where q.discards > 0 and y.question_id = q.id and y.undone_at is null
					 order by y.id),
				'labels', q.labels)
			order by q.number desc), '[]')
		  from beat.question q
		  join beat.project p on p.id = q.project_id
		  join beat.attempt t on t.id = q.attempt_id
		  join beat.assignment a on a.id = q.assignment_id
		  left join beat.validation v on v.id = q.id
		  join beat.passage x on x.id = a.passage_id
		  join beat.document d on d.id = x.document_id
		  join beat.model m on m.id = q.model_id
		  join beat.worker w on w.id = q.worker_id
		 where q.project_id = in_project_id and q.number = any (numbers));
end
$$;
comment on function beat.questions_json is 'Questions of a project by their numbers, newest first.';

-- How many there are is told as far as it is cheap: exactly if they fit on the first page, else at least how many. Of
-- all questions a counter knows those of HITs that were handed in.
create function beat.admin_questions(
	in_project text, in_q text, in_split text, in_model text, in_state text, in_label text, in_worker text,
	in_before text, in_limit text, in_identity boolean)
	returns json language plpgsql stable as $$
declare
	p beat.project := beat.project_named(in_project);
	size integer := beat.page_size(in_limit);
	filter jsonb := (
		select coalesce(jsonb_object_agg(f.name, f.value), '{}')
		  from (values ('q', in_q), ('split', in_split), ('model', in_model), ('state', in_state), ('label', in_label),
			('worker', in_worker)) as f (name, value)
		 where f.value <> '');
	before bigint := nullif(in_before, '')::bigint;
	numbers bigint[];
	count bigint;
begin
	numbers := beat.question_numbers(p.id, filter, coalesce(before, 9223372036854775807), size + 1);
	if before is null then
		count := cardinality(numbers);
		if filter = '{}' and count > size then
			select greatest(count, sum(t.wins)) into count from beat.project_tally t where t.project_id = p.id;
		end if;
	end if;
	return json_build_object('items', beat.questions_json(numbers[:size], p.id, in_identity),
		'next', case when cardinality(numbers) > size then numbers[size]::text end,
		'count', count, 'count_is', case when count > size then 'at_least' else 'exact' end);
end
$$;
comment on function beat.admin_questions is
	'A page of a project''s questions, newest first, by words and filters. The count comes with the first page.';

-- A HIT.

create function beat.hit_attempts(in_assignment_id bigint, in_review_id bigint, in_blind boolean) returns json
	language plpgsql stable
	set plan_cache_mode = force_generic_plan set jit = off
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
begin
	return (
		select coalesce(json_agg(
				beat.attempt_json(t, beat.model_shown_name(m.name, b.name))::jsonb
				|| case when in_blind then '{"model": null}' else '{}' end::jsonb
				|| jsonb_build_object('question_id', q.id, 'in', q.discards = 0,
					'waits', beat.question_waits(p, a, q.split, q.discards, v.state), 'labels', coalesce(q.labels, '{}'),
					'discards', (
						select coalesce(jsonb_agg(jsonb_build_object('cause', d.cause, 'reason', d.reason,
								'actor', d.actor, 'at', beat.iso(d.at)) order by d.id), '[]')
						  from beat.discard d
						 where d.question_id = q.id and d.undone_at is null),
					'judgement', (
						select jsonb_build_object('valid', j.valid, 'tags', j.tags, 'labels', j.labels,
								'comment', j.comment)
						  from beat.judgement j
						 where j.review_id = in_review_id and j.question_id = q.id))
			order by t.seq), '[]')
		  from beat.attempt t
		  join beat.assignment a on a.id = t.assignment_id
		  join beat.project p on p.id = a.project_id
		  join beat.model m on m.id = t.model_id
		  left join beat.model_build b on b.id = t.model_build_id
		  left join beat.question q on q.attempt_id = t.id
		  left join beat.validation v on v.id = q.id
		 where t.assignment_id = in_assignment_id);
end
$$;
comment on function beat.hit_attempts is
	'The attempts of a HIT with what became of them; without the models'' answers if the reader must stay blind.';

create function beat.admin_hit(in_hit text, in_account text, in_identity boolean) returns json
	language plpgsql stable
	set plan_cache_mode = force_generic_plan set jit = off
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
declare
	a beat.assignment;
	p beat.project;
	s record;
	blind boolean;
begin
	select x.* into a from beat.assignment x where x.id = in_hit::bigint;
	if not found then
		perform beat.refuse_as('BE404', format('There is no HIT %s.', in_hit));
	end if;
	select x.* into p from beat.project x where x.id = a.project_id;
	select x.state, x.review_id, b.number into s
	  from beat.sample x
	  join beat.batch b on b.id = x.batch_id
	 where x.assignment_id = a.id;
	-- Who is going to review it must not look it up here.
	blind := not in_identity and p.review_blind and coalesce(s.state <> 'settled', false);
	return (
		select json_build_object('id', a.id::text, 'project', p.name, 'kind', a.kind, 'state', a.state,
			'split', x.split,
			'worker', case when not blind then beat.worker_shown(a.worker_id, in_identity) end,
			'passage', json_build_object('id', x.id::text, 'title', d.title, 'text', x.text),
			'attempts', beat.hit_attempts(a.id, s.review_id, blind),
			'items', case when a.kind = 'validate' then beat.hit_items(a.id) else '[]' end,
			'started_at', beat.iso(a.started_at), 'ended_at', beat.iso(a.ended_at),
			'seconds', beat.hit_seconds(a.started_at, a.ended_at), 'won', a.won, 'reward_cents', a.reward_cents,
			'sample', case when s.state is not null then json_build_object('state', s.state, 'batch', s.number) end)
		  from beat.passage x
		  join beat.document d on d.id = x.document_id
		 where x.id = a.passage_id);
end
$$;
comment on function beat.admin_hit is
	'A HIT with its passage and all attempts. While it waits for a blind review, only an admin sees whose it is and '
	'what the model said.';
