-- The record of what happened, as people read it.

-- The detail of an event; without identity nothing by which a platform knows a worker, however deep it lies.
create function event_shown(detail jsonb, in_identity boolean) returns jsonb language plpgsql immutable as $$
begin
	if in_identity or jsonb_typeof(detail) not in ('object', 'array') then
		return detail;
	elsif jsonb_typeof(detail) = 'array' then
		return (
			select coalesce(jsonb_agg(event_shown(e.value, false) order by e.place), '[]')
			  from jsonb_array_elements(detail) with ordinality as e (value, place));
	end if;
	return (
		select coalesce(jsonb_object_agg(e.key, event_shown(e.value, false)), '{}')
		  from jsonb_each(detail) as e
		 where e.key <> all (hidden_keys()));
end
$$;

-- An event as the dashboard shows it; of a HIT under blind review without its worker.
create function event_json(e beat.event, project text, in_identity boolean) returns json
	language sql stable as $$
	select json_build_object('id', e.id::text, 'at', beat.iso(e.at), 'actor', e.actor, 'kind', e.kind,
		'project', project, 'worker', case when not hit_is_blind(e.assignment_id, in_identity) then e.worker_id::text end,
		'hit', e.assignment_id::text,
		'detail', case when in_identity then e.detail
			-- Most have them on top, if at all; only what hides deeper needs the long way.
			when (e.detail - hidden_keys())::text !~ '(ref|worker|platform_worker_id|submit_to)"'
				then e.detail - hidden_keys()
			else event_shown(e.detail, false) end)
$$;

-- A page of the audit log as far as an account sees it, newest first; the filters are exact. What belongs to no project is
-- for those who see all of them.
create function admin_events(
	in_project text, in_worker text, in_kind text, in_actor text, in_before text, in_limit text, in_identity boolean,
	in_account bigint default null)
	returns json language plpgsql stable set jit = off as $$
declare
	of_project bigint;
	seen constant bigint[] := string_to_array(btrim(account_sight(in_account), ','), ',')::bigint[];
	size integer := page_size(in_limit);
	items json[];
	cursors bigint[];
begin
	if nullif(in_project, '') is not null then
		of_project := (project_seen(in_project, in_account)).id;
	end if;
	-- Planned anew each time: which index to walk depends on what is asked for.
	execute 'select array_agg(event_json(e, p.name, $7) order by e.id desc), array_agg(e.id order by e.id desc) '
		'from (select x.* from beat.event x where x.id < $5'
		|| case when of_project is not null then ' and x.project_id = $1' else '' end
		|| case when nullif(in_worker, '') is not null then ' and x.worker_id = $2'
			|| case when in_identity then '' else ' and not hit_is_blind(x.assignment_id, false)' end else '' end
		|| case when nullif(in_kind, '') is not null then ' and x.kind = $3' else '' end
		|| case when nullif(in_actor, '') is not null then ' and x.actor = $4' else '' end
		|| case when seen is not null then ' and x.project_id = any ($8)' else '' end
		|| ' order by x.id desc limit $6) as e left join beat.project p on p.id = e.project_id'
	   into items, cursors
	  using of_project, nullif(ltrim(in_worker, '#'), '')::bigint, in_kind, in_actor,
		coalesce(nullif(in_before, '')::bigint, 9223372036854775807), size + 1, in_identity, seen;
	return json_build_object('items', coalesce(to_json(items[:size]), '[]'),
		'next', case when cardinality(items) > size then cursors[size]::text end);
end
$$;
