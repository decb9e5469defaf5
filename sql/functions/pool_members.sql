-- The members of a pool: as lists show them, brought in from elsewhere, and written out.

-- A worker in a pool: the state and how it came about, project by project and in all.
create function pool_worker(in_worker_id bigint, in_pool_id bigint) returns jsonb language plpgsql stable as $$
begin
	return (
		select jsonb_build_object('name', o.name, 'title', o.title, 'revokes', o.revokes, 'state', k.state,
			'state_at', beat.iso(k.state_at), 'source', k.source, 'tries', k.tries,
			'projects', (
				select coalesce(jsonb_agg(jsonb_build_object('project', p.name, 'state', q.state,
						'submitted', q.submitted, 'kept', q.kept, 'sampled', q.sampled,
						'due_total', samples_due(q.submitted),
						'success', wilson(q.valid_questions, q.reviewed_questions)) order by p.name), '[]')
				  from beat.participation q
				  join beat.project p on p.id = q.project_id
				 where q.worker_id = k.worker_id and p.pool_id = k.pool_id),
			'total', (
				select jsonb_build_object('submitted', coalesce(sum(q.submitted), 0), 'kept', coalesce(sum(q.kept), 0),
						'sampled', coalesce(sum(q.sampled), 0),
						'success', wilson(coalesce(sum(q.valid_questions), 0)::bigint,
							coalesce(sum(q.reviewed_questions), 0)::bigint))
				  from beat.participation q
				  join beat.project p on p.id = q.project_id
				 where q.worker_id = k.worker_id and p.pool_id = k.pool_id),
			'steps', (
				select coalesce(jsonb_agg(jsonb_build_object('at', beat.iso(s.at), 'actor', s.actor, 'before', s.from_state,
						'after', s.to_state, 'reason', s.reason,
						'project', (select p.name from beat.project p where p.id = s.project_id)) order by s.id desc), '[]')
				  from (select x.*
						  from beat.qualification_step x
						 where x.worker_id = k.worker_id and x.pool_id = k.pool_id
						 order by x.id desc
						 limit 100) as s))
		  from beat.qualification k
		  join beat.pool o on o.id = k.pool_id
		 where k.worker_id = in_worker_id and k.pool_id = in_pool_id);
end
$$;

-- The members of a pool with the sums of their work in its projects.
create function pool_member(in_pool_id bigint)
	returns table (worker_id bigint, state text, state_at timestamptz, source text, tries integer, projects bigint,
		submitted bigint, kept bigint, sampled bigint, due bigint, valid bigint, reviewed bigint, seen_at timestamptz)
	language sql stable as $$
	select k.worker_id, k.state, k.state_at, k.source, k.tries::integer, count(q.project_id), coalesce(sum(q.submitted), 0),
		   coalesce(sum(q.kept), 0), coalesce(sum(q.sampled), 0),
		   coalesce(sum(greatest(0, samples_due(q.submitted) - q.sampled)) filter (where q.state <> 'revoked'), 0),
		   coalesce(sum(q.valid_questions), 0), coalesce(sum(q.reviewed_questions), 0), max(q.seen_at)
	  from beat.qualification k
	  left join (
		select x.*
		  from beat.participation x
		  join beat.project p on p.id = x.project_id and p.pool_id = in_pool_id) as q on q.worker_id = k.worker_id
	 where k.pool_id = in_pool_id
	 group by k.worker_id, k.pool_id
$$;

-- What members can be sorted by. A caller's text only ever picks a row of it.
create function pool_sorts() returns table (name text, expression text) language sql immutable as $$
	values ('id', 'm.worker_id'), ('state', 'm.state'), ('state_at', 'm.state_at'), ('source', 'm.source'),
		('projects', 'm.projects'), ('submitted', 'm.submitted'), ('kept', 'm.kept'), ('sampled', 'm.sampled'),
		('due', 'm.due'), ('success', 'm.valid::float8 / nullif(m.reviewed, 0)'), ('seen_at', 'm.seen_at');
$$;

-- A page of a pool's members, searched by number or the beginning of a platform's id, filtered and sorted.
create function admin_pool_members(
	in_pool text, in_q text, in_state text, in_sort text, in_dir text, in_limit text, in_offset text,
	in_identity boolean)
	returns json language plpgsql stable set jit = off as $$
declare
	o beat.pool := pool_named(in_pool);
	of_state text := one_of('state', nullif(in_state, ''),
		array['new', 'onboarding', 'screening', 'qualified', 'failed', 'revoked']);
	sort text := one_of('sort', coalesce(nullif(in_sort, ''), 'id'), array(select s.name from pool_sorts() as s));
	dir text := one_of('dir', coalesce(nullif(in_dir, ''), 'asc'), array['asc', 'desc']);
	size integer := page_size(in_limit);
	skip integer := greatest(0, coalesce(nullif(in_offset, '')::integer, 0));
	found_ids bigint[];
	items json;
	total bigint;
begin
	if nullif(in_q, '') is not null then
		found_ids := array(
			select w.id
			  from beat.worker w
			 where w.id::text = ltrim(in_q, '#')
			    or in_identity and starts_with(lower(w.platform_worker_id), lower(in_q)));
	end if;
	select count(*) into total
	  from beat.qualification k
	 where k.pool_id = o.id and (of_state is null or k.state = of_state)
	   and (found_ids is null or k.worker_id = any (found_ids));
	execute format(
		'select json_agg(worker_brief(w, $4)::jsonb || jsonb_build_object(''state'', m.state, ''state_at'', '
		'beat.iso(m.state_at), ''source'', m.source, ''tries'', m.tries, ''projects'', m.projects, ''submitted'', '
		'm.submitted, ''kept'', m.kept, ''sampled'', m.sampled, ''due'', m.due, ''success'', wilson(m.valid, m.reviewed), '
		'''seen_at'', beat.iso(m.seen_at), ''blocked'', w.blocked_at is not null) order by m.place) '
		'from (select m.*, row_number() over (order by %1$s %2$s nulls last, m.worker_id %2$s) as place '
		'from pool_member($1) as m where ($2 is null or m.state = $2) and ($3 is null or m.worker_id = any ($3)) '
		'order by place limit $5 offset $6) as m join beat.worker w on w.id = m.worker_id',
		(select s.expression from pool_sorts() as s where s.name = sort), dir)
	   into items using o.id, of_state, found_ids, in_identity, size, skip;
	return json_build_object('items', coalesce(items, '[]'), 'total', total, 'offset', skip, 'limit', size);
end
$$;

-- The fields of a line of a list. Quotes may be around a field, and two of them stand for one.
create function list_fields(in_line text, in_comma text) returns text[] language sql immutable as $$
	select array(
		select btrim(case when f.m[1] like '"%' then replace(substr(f.m[1], 2, length(f.m[1]) - 2), '""', '"')
				else f.m[1] end)
		  from regexp_matches(in_line || in_comma, '("(?:[^"]|"")*"|[^' || in_comma || ']*)' || in_comma, 'g')
			with ordinality as f (m, place)
		 order by f.place)
$$;

-- Where the platform, the worker's id and the state stand in a line: told by a heading, by the number of fields if there
-- is none. Headings are those of our own lists and of the platforms'.
create function list_columns(in_fields text[], out heading boolean, out platform integer, out worker integer, out state integer)
	language plpgsql immutable as $$
declare
	names text[] := array(
		select regexp_replace(lower(f.name), '[^a-z0-9]+', '_', 'g')
		  from unnest(in_fields) with ordinality as f (name, place)
		 order by f.place);
begin
	worker := (
		select min(n.place)
		  from unnest(names) with ordinality as n (name, place)
		 where n.name in ('worker_id', 'workerid', 'worker', 'platform_worker_id', 'participant_id', 'prolific_pid'));
	heading := worker is not null;
	if heading then
		platform := array_position(names, 'platform');
		state := array_position(names, 'state');
	elsif cardinality(in_fields) = 1 then
		worker := 1;
	else
		platform := 1;
		worker := 2;
		state := case when cardinality(in_fields) > 2 then 3 end;
	end if;
end
$$;

-- What a list of workers says, line by line; fault: what is wrong with a line. One id a line, or fields between commas,
-- semicolons or tabs; a line that begins with # says nothing. An apostrophe that keeps a spreadsheet from taking an id for a
-- formula (list_id()) is no part of it. A platform that a line does not tell is the one given, or
-- stands before the id as in prolific:ID.
create function list_read(in_text text, in_platform text)
	returns table (line integer, platform text, worker text, state text, fault text)
	language plpgsql stable as $$
declare
	lines text[] := regexp_split_to_array(ltrim(in_text, chr(65279)), '\r?\n|\r');
	first text := (
		select l.x from unnest(lines) with ordinality as l (x, n)
		 where not beat.is_blank(l.x) and l.x not like '#%' order by l.n limit 1);
	comma text := case when first like e'%\t%' then e'\t' when first like '%,%' then ',' when first like '%;%' then ';'
		else e'\t' end;
	c record;
begin
	c := list_columns(list_fields(first, comma));
	return query
	select l.n::integer, p.platform, p.worker, p.state, case
			when p.worker is null or beat.is_blank(p.worker) then 'there is no worker id.'
			when char_length(p.worker) > 255 then 'a worker id has at most 255 characters.'
			when p.worker ~ '[[:cntrl:]]' then 'a worker id has no control characters.'
			when p.platform is null then 'the platform is not told: give it in the line, or with the list.'
			when p.platform not in ('mturk', 'prolific', 'direct')
			then format('"%s" is no platform; there are mturk, prolific and direct.', left(p.platform, 40))
			when p.state not in ('new', 'onboarding', 'screening', 'qualified', 'failed', 'revoked')
			then format('"%s" is no state of a worker.', left(p.state, 40)) end
	  from unnest(lines) with ordinality as l (x, n)
	 cross join lateral (select list_fields(l.x, comma) as f) as s
	 cross join lateral (
		select s.f[c.worker] ~ '^(mturk|prolific|direct):' and nullif(s.f[c.platform], '') is null as named) as y
	 cross join lateral (
		select coalesce(lower(nullif(s.f[c.platform], '')),
				case when y.named then split_part(s.f[c.worker], ':', 1) else nullif(in_platform, '') end) as platform,
			   regexp_replace(case when y.named then substr(s.f[c.worker], strpos(s.f[c.worker], ':') + 1) else s.f[c.worker] end,
				'^''(''*[=+@-])', '\1') as worker,
			   lower(nullif(s.f[c.state], '')) as state) as p
	 where not beat.is_blank(l.x) and l.x not like '#%' and not (c.heading and l.x = first)
	 order by l.n;
end
$$;

-- Refuses a list with bad lines, and tells the first ten with their numbers.
create function list_checked(in_text text, in_platform text) returns void language plpgsql stable as $$
declare
	bad text[];
begin
	if coalesce(in_text, '') = '' or beat.is_blank(in_text) then
		perform refuse('The list is empty: give one worker a line.', 'text');
	elsif coalesce(in_platform, '') not in ('', 'mturk', 'prolific', 'direct') then
		perform refuse(format('"%s" is no platform; there are mturk, prolific and direct.', left(in_platform, 40)),
			'platform');
	end if;
	select array_agg(format('Line %s: %s', l.line, l.fault) order by l.line) into bad
	  from list_read(in_text, in_platform) as l
	 where l.fault is not null;
	if cardinality(bad) > 0 then
		perform refuse(format('%s %s cannot be read, so nothing was changed.%s%s', cardinality(bad),
			case cardinality(bad) when 1 then 'line' else 'lines' end, e'\n' || array_to_string(bad[:10], e'\n'),
			case when cardinality(bad) > 10 then format(e'\nand %s more', cardinality(bad) - 10) else '' end), 'text');
	end if;
end
$$;

-- The workers of that list, made if need be, locked in their order, with what the pool knows of them.
create function list_workers(in_pool_id bigint, in_platforms text[], in_workers text[], in_source text) returns bigint[]
	language plpgsql as $$
declare
	ids bigint[];
begin
	-- as the server takes ids (platform.c)
	in_workers := array(
		select normalize(n.worker, NFKC) from unnest(in_workers) with ordinality as n (worker, place) order by n.place);
	insert into beat.worker (platform, platform_worker_id)
	select distinct n.platform, n.worker
	  from unnest(in_platforms, in_workers) as n (platform, worker)
	 order by n.platform, n.worker
	on conflict on constraint worker_platform_worker_id_key do nothing;
	select array_agg(w.id) into ids
	  from (select x.id
			  from beat.worker x
			 where (x.platform::text, x.platform_worker_id::text) in (
					select n.platform, n.worker from unnest(in_platforms, in_workers) as n (platform, worker))
			 order by x.id
			   for no key update) as w;
	perform 1
	   from beat.assignment a
	  where a.worker_id = any (ids) and a.kind = 'onboarding' and a.state = 'live'
	  order by a.id
	    for no key update;
	insert into beat.qualification (worker_id, pool_id, source)
	select w, in_pool_id, in_source from unnest(ids) as w
	on conflict on constraint qualification_pkey do nothing;
	return ids;
end
$$;

-- Qualifies the workers of a list, in all projects of the pool; once or twice is the same. Lines of another state than
-- qualified are passed over; who is revoked, or waits for screening, stays so and is told.
create function admin_pool_import(in_pool text, in_text text, in_platform text, in_actor text) returns json
	language plpgsql set jit = off as $$
declare
	o beat.pool := pool_named(in_pool);
	ids bigint[];
	n record;
	known integer;
	made integer;
begin
	perform act_as(in_actor);
	perform list_checked(in_text, in_platform);
	select array_agg(l.platform) as platforms, array_agg(l.worker) as workers, count(*) as lines into n
	  from list_read(in_text, in_platform) as l
	 where coalesce(l.state, 'qualified') = 'qualified';
	ids := list_workers(o.id, n.platforms, n.workers, 'imported');
	select count(*) into known from beat.qualification k
	 where k.pool_id = o.id and k.worker_id = any (ids) and k.state = 'qualified';
	perform set_config('beat.detail', '{"reason": "Imported with a list of qualified workers."}', true);
	update beat.qualification k
	   set state = 'qualified', project_id = null
	 where k.pool_id = o.id and k.worker_id = any (ids) and k.state in ('new', 'onboarding', 'failed');
	get diagnostics made = row_count;
	perform set_config('beat.detail', '', true);
	perform beat.event_add('pool.import', null, null, null,
		jsonb_build_object('pool', o.name, 'lines', n.lines, 'qualified', made, 'before', known));
	return json_build_object('pool', o.name, 'workers', coalesce(cardinality(ids), 0), 'qualified', made, 'already', known,
		'passed_over', (select count(*) from list_read(in_text, in_platform) as l where l.state <> 'qualified'),
		'refused', (
			select coalesce(json_agg(json_build_object('line', l.line, 'worker', l.platform || ':' || l.worker,
					'state', k.state) order by l.line), '[]')
			  from list_read(in_text, in_platform) as l
			  join beat.worker w on w.platform = l.platform and w.platform_worker_id = l.worker
			  join beat.qualification k on k.worker_id = w.id and k.pool_id = o.id
			 where coalesce(l.state, 'qualified') = 'qualified' and k.state in ('revoked', 'screening')));
end
$$;

-- A worker's id in a list: one that a spreadsheet would take for a formula gets an apostrophe, and so does one that looks as
-- if it had got it.
create function list_id(id text) returns text language sql immutable as $$
	select case when id ~ '^''*[=+@-]' then '''' else '' end || id
$$;

-- A field of a list, with quotes if it needs them.
create function list_field(value text) returns text language sql immutable as $$
	select case when value ~ '[",;\s]' or value ~ '^#' or value = '' then '"' || replace(value, '"', '""') || '"'
		else coalesce(value, '') end
$$;

-- The members of a pool as a list that an import takes: those of a state, or all. Only for whom identities may be shown.
create function admin_pool_export(in_pool text, in_state text, in_identity boolean) returns json
	language plpgsql stable set jit = off as $$
declare
	o beat.pool := pool_named(in_pool);
	of_state text := one_of('state', nullif(in_state, ''),
		array['all', 'new', 'onboarding', 'screening', 'qualified', 'failed', 'revoked']);
begin
	if not in_identity then
		perform refuse_as('BE403', 'A list of workers is by the names that platforms know them by, which you may not see.');
	end if;
	return (
		select json_build_object('file', format('%s-workers.csv', o.name), 'workers', count(k.worker_id),
			'text', 'platform,worker_id,state,since,source' || e'\r\n' || coalesce(string_agg(
				concat_ws(',', w.platform, list_field(list_id(w.platform_worker_id)), k.state, beat.iso(k.state_at), k.source)
				|| e'\r\n', '' order by w.platform, w.platform_worker_id), ''))
		  from beat.qualification k
		  join beat.worker w on w.id = k.worker_id
		 where k.pool_id = o.id and (coalesce(of_state, 'qualified') in ('all', k.state)));
end
$$;

-- Notes whom a project's pool invited; who is known already stays as known.
create function pool_invited(in_project text, in_workers text[], in_actor text) returns integer language plpgsql as $$
declare
	p beat.project := project_named(in_project);
	ids bigint[];
begin
	perform act_as(in_actor);
	ids := list_workers(p.pool_id, array_fill('direct'::text, array[cardinality(in_workers)]), in_workers, 'invited');
	update beat.qualification k
	   set invited_at = clock_timestamp()
	 where k.pool_id = p.pool_id and k.worker_id = any (ids) and k.invited_at is null;
	perform beat.changed('pool', null, p.pool_id::text);
	return cardinality(ids);
end
$$;
