-- Projects as people set them: made, changed, shown, paused and closed.

-- Makes the queue of a project follow its collections and the length it asks for; returns the number of active passages.
-- Adds what is new, wakes what is back, retires what has gone. Drawing then looks at nothing but what is active. Whoever
-- changes the settings or imports meanwhile waits, so that neither goes by what the other has just made old.
create function project_fill(in_project_id bigint) returns integer language plpgsql as $$
declare
	draws_from_all boolean := not exists (
		select from beat.project_collection l where l.project_id = in_project_id and l.linked);
	changed bigint;
	total integer;
	least_words integer;
begin
	select x.min_passage_words into least_words from beat.project x where x.id = in_project_id for no key update;
	with wanted as (
		select distinct cp.passage_id, p.split
		  from beat.collection_passage cp
		  join beat.passage p on p.id = cp.passage_id
		 where p.words >= least_words and (draws_from_all
			or cp.collection_id in (
				select l.collection_id from beat.project_collection l where l.project_id = in_project_id and l.linked))
	), added as (
		-- Not "on conflict do update": that would lock every row that is there already, and workers would find no work.
		insert into beat.project_passage (project_id, passage_id, split)
		select in_project_id, w.passage_id, w.split
		  from wanted w
		 where not exists (
				select from beat.project_passage q where q.project_id = in_project_id and q.passage_id = w.passage_id)
		 order by w.passage_id
		on conflict on constraint project_passage_pkey do nothing
		returning 1
	), turned as (
		update beat.project_passage q
		   set active = not q.active
		 where q.project_id = in_project_id
		   and q.active <> exists (select from wanted w where w.passage_id = q.passage_id)
		returning 1
	)
	select (select count(*) from added) + (select count(*) from turned) into changed;
	update beat.project_split s
	   set passages = (
			select count(*) from beat.project_passage q
			 where q.project_id = s.project_id and q.split = s.split and q.active)
	 where s.project_id = in_project_id;
	if changed > 0 then
		analyze beat.project_passage; -- the plans for drawing must not go on from what the queue was before
	end if;
	select sum(s.passages) into total from beat.project_split s where s.project_id = in_project_id;
	return total;
end
$$;

-- Sets the targets of the three splits; null means no limit.
create function project_apply_targets(in_project_id bigint, targets jsonb) returns void language plpgsql as $$
declare
	names constant text[] := array['train', 'dev', 'test'];
	wanted jsonb;
	s record;
begin
	if jsonb_typeof(targets) <> 'array' or jsonb_array_length(targets) <> 3 then
		perform setting_refuse('targets',
			format('targets must be three numbers, for train, dev and test, not %s.', targets));
	end if;
	select x.* into s from project_setting() x where x.key = 'targets';
	for i in 1 .. 3 loop
		wanted := jsonb_build_object('targets', targets -> (i - 1));
		update beat.project_split x
		   set target = case when jsonb_typeof(targets -> (i - 1)) <> 'null'
				then setting_integer(wanted, s.key, s.low, s.high) end
		 where x.project_id = in_project_id and x.split = names[i];
	end loop;
end
$$;

-- What is said of a collection that there is not.
create function collection_missing(in_name text) returns text language sql stable as $$
	select format('There is no collection "%s"%s.', in_name, coalesce('; there are ' || (
		select string_agg(c.name, ', ' order by c.name) from beat.collection c), ': import passages first'))
$$;

-- Links exactly these collections; none means all there are and will be.
create function project_apply_collections(in_project_id bigint, names text[]) returns void language plpgsql as $$
declare
	unknown text := (
		select n from unnest(names) as n where not exists (select from beat.collection c where c.name = n) limit 1);
begin
	if unknown is not null then
		perform setting_refuse('collections', collection_missing(unknown));
	end if;
	insert into beat.project_collection as l (project_id, collection_id)
	select in_project_id, c.id from beat.collection c where c.name = any (names)
	on conflict on constraint project_collection_pkey do update set linked = true where not l.linked;
	update beat.project_collection l
	   set linked = false
	  from beat.collection c
	 where l.project_id = in_project_id and l.linked and c.id = l.collection_id and c.name <> all (names);
end
$$;

-- Makes a project; what the settings do not say gets its default.
create function project_create(
	in_name text, in_settings jsonb, in_actor text, out name text, out state text, out passages integer)
	language plpgsql as $$
declare
	p beat.project;
begin
	if (in_name ~ '^[a-z0-9][a-z0-9_-]{0,62}$') is not true then
		perform refuse(format('A project''s name is 1 to 63 lower-case letters, digits, _ and -, beginning with a '
			'letter or digit; "%s" is not.', in_name), 'name');
	end if;
	if exists (select from beat.project x where x.name = in_name) then
		perform refuse_as('BE409', format(
			'There is a project "%s" already: change it with "beatctl project set".', in_name), 'name');
	end if;
	perform act_as(in_actor);
	p := jsonb_populate_record(null::beat.project, project_settings_usual());
	p.title := in_name;
	p := project_with(p, coalesce(in_settings, '{}'));
	if p.completion_code = '' and not in_settings ? 'platforms' then
		p.platforms := array_remove(p.platforms, 'prolific'); -- until there is a code to leave with
	end if;
	perform project_can_end(p);
	execute (
		select format('insert into beat.project as x (name, %s) select $1, %s returning x.*',
				string_agg(quote_ident(s.column_name), ', ' order by s.place),
				string_agg('($2).' || quote_ident(s.column_name), ', ' order by s.place))
		  from project_setting() s
		 where s.column_name is not null)
	   into p using in_name, p;
	insert into beat.project_split (project_id, split) values (p.id, 'train'), (p.id, 'dev'), (p.id, 'test');
	name := p.name;
	state := p.state;
	passages := project_apply_rest(p.id, in_settings, true);
	perform beat.changed('project', p.id, null);
end
$$;

-- Applies the settings that are not columns of project; returns the number of active passages.
create function project_apply_rest(in_project_id bigint, settings jsonb, fill boolean) returns integer
	language plpgsql as $$
begin
	if settings ? 'targets' then
		perform project_apply_targets(in_project_id, settings -> 'targets');
	end if;
	if settings ? 'collections' then
		perform project_apply_collections(in_project_id, setting_texts(settings, 'collections'));
	end if;
	if fill or settings ? 'collections' then
		return project_fill(in_project_id);
	end if;
	return (select sum(s.passages) from beat.project_split s where s.project_id = in_project_id);
end
$$;

-- A project by name, locked for a change, or a sentence.
create function project_locked(in_name text) returns beat.project language plpgsql as $$
declare
	p beat.project;
begin
	select x.* into p from beat.project x where x.name = in_name for no key update;
	if not found then
		perform project_missing(in_name);
	end if;
	return p;
end
$$;

-- Changes the settings that are given; the rest stays. Triggers record each change.
create function project_set(
	in_name text, in_settings jsonb, in_actor text, out name text, out state text, out passages integer)
	language plpgsql as $$
declare
	was beat.project;
	p beat.project;
begin
	perform act_as(in_actor);
	was := project_locked(in_name);
	p := project_with(was, coalesce(in_settings, '{}'));
	if p.pool_id <> was.pool_id then
		perform pool_change_checked(was);
	end if;
	execute (
		select format('update beat.project x set %s where x.id = ($1).id',
				string_agg(format('%1$I = ($1).%1$I', s.column_name), ', ' order by s.place))
		  from project_setting() s
		 where s.column_name is not null)
	  using p;
	name := p.name;
	state := p.state;
	passages := project_apply_rest(p.id, in_settings, p.min_passage_words <> was.min_passage_words);
	perform beat.changed('project', p.id, null);
end
$$;

-- Pauses, resumes or closes a project.
create function project_state(
	in_name text, in_state text, in_actor text, out name text, out state text, out passages integer)
	language plpgsql as $$
declare
	p beat.project;
begin
	if (in_state in ('active', 'paused', 'closed')) is not true then
		perform refuse(format('A project is active, paused or closed; "%s" is none of them.', in_state), 'state');
	end if;
	perform act_as(in_actor);
	p := project_locked(in_name);
	if in_state = 'active' and p.state <> 'active' then
		perform project_can_end(p);
	end if;
	update beat.project x set state = in_state where x.id = p.id and x.state <> in_state;
	name := p.name;
	state := in_state;
	select sum(s.passages) into passages from beat.project_split s where s.project_id = p.id;
	perform beat.changed('project', p.id, null);
end
$$;

-- All projects with their progress; won counts the questions of submitted assignments.
create function project_list()
	returns table (name text, state text, open boolean, model text, passages bigint, live bigint, submitted bigint,
		won bigint, title text)
	language sql stable as $$
	select p.name, p.state, p.open, m.name,
		   (select sum(s.passages) from beat.project_split s where s.project_id = p.id),
		   (select count(*) from beat.assignment a where a.project_id = p.id and a.ended_at is null),
		   (select coalesce(sum(t.submitted), 0) from beat.project_tally t where t.project_id = p.id),
		   (select coalesce(sum(t.kept), 0) from beat.project_tally t where t.project_id = p.id),
		   p.title
	  from beat.project p
	  join beat.model m on m.id = p.model_id
	 order by p.name;
$$;

-- Everything about one project, for the command line: its settings in their order, and its progress. won counts all
-- questions, also those of assignments not handed in; unjudged the attempts that the model failed at.
create function project_show(in_name text) returns json language plpgsql stable as $$
declare
	p beat.project;
	shown jsonb;
begin
	select x.* into p from beat.project x where x.name = in_name;
	if not found then
		perform project_missing(in_name);
	end if;
	shown := project_settings(p) || (project_json(p) - 'waiting') || (
		select jsonb_build_object('model_url', beat.url_shown(m.url), 'protocol', m.protocol)
		  from beat.model m
		 where m.id = p.model_id) || (
		select jsonb_build_object('attempts', coalesce(sum(t.human + t.model + t.none), 0),
				'won', coalesce(sum(t.human), 0))
		  from attempt_counts() t
		 where t.project_id = p.id) || jsonb_build_object('created_at', beat.iso(p.created_at), 'unjudged', (
		select count(*)
		  from beat.attempt t
		  join beat.assignment a on a.id = t.assignment_id
		 where t.verdict = 'none' and a.project_id = p.id and a.kind = 'generate'));
	return (
		select json_object_agg(e.key, e.value order by e.key <> 'name', e.key <> 'state', s.place, e.key)
		  from jsonb_each(shown) as e
		  left join project_setting() s on s.key = e.key);
end
$$;

-- Whether workers get into a project, and from which platforms.
create function project_door(in_name text, out state text, out platforms text) language plpgsql stable as $$
begin
	select p.state, array_to_string(p.platforms, ',') into state, platforms from beat.project p where p.name = in_name;
	if not found then
		perform project_missing(in_name);
	end if;
end
$$;

-- What the dashboard asks.

-- A project as lists show it, from counters and small indexes alone.
create function project_json(p beat.project) returns jsonb language sql stable as $$
	select jsonb_build_object('name', p.name, 'title', p.title, 'state', p.state, 'open', p.open,
		'model', (select m.name from beat.model m where m.id = p.model_id),
		'targets', jsonb_object_agg(s.split, s.target), 'kept', jsonb_object_agg(s.split, t.kept),
		'passages', jsonb_object_agg(s.split, s.passages), 'submitted', sum(t.submitted),
		'live', (select count(*) from beat.assignment a where a.project_id = p.id and a.ended_at is null),
		'waiting', project_waiting(p.id))
	  from beat.project_split s
	 cross join lateral (
		select coalesce(sum(y.kept), 0) as kept, coalesce(sum(y.submitted), 0) as submitted
		  from beat.project_tally y
		 where y.project_id = s.project_id and y.split = s.split) as t
	 where s.project_id = p.id
$$;

-- How much waits for people in a project.
create function project_waiting(in_project_id bigint) returns jsonb language plpgsql stable as $$
begin
	return jsonb_build_object(
		'screening', (
			select count(*) from beat.screening s where s.project_id = in_project_id and s.state = 'waiting'),
		'review', n.waiting, 'adjudication', n.disputed,
		'revocations', (
			select count(*) from beat.revocation r where r.project_id = in_project_id and r.state = 'proposed'))
	  from (
		select coalesce(sum(t.waiting), 0) as waiting, coalesce(sum(t.disputed), 0) as disputed
		  from beat.sample_tally t
		 where t.project_id = in_project_id) as n;
end
$$;

-- All projects that an account sees, for the dashboard.
create function admin_projects(in_account bigint default null) returns json language plpgsql stable as $$
begin
	return json_build_object('items', coalesce((
		select json_agg(project_json(p) order by p.name)
		  from beat.project p
		 where account_sees(in_account, p.id)), '[]'));
end
$$;

-- One project with its settings and what they mean, for the dashboard. The meanings keep their order: the form has it, too.
create function admin_project(in_project text) returns json language plpgsql stable as $$
declare
	p beat.project := project_named(in_project);
	about jsonb := project_json(p) || jsonb_build_object('settings', project_settings(p), 'created_at', beat.iso(p.created_at),
		'beyond', targets_beyond_text(p), 'model_url', (select beat.url_shown(m.url) from beat.model m where m.id = p.model_id),
		'onboarding_model', (select o.name from beat.model o where o.id = onboarding_model(p.id)), 'explain', null);
begin
	return (
		select json_object_agg(a.key, case a.key when 'explain' then settings_explained() else a.value::json end)
		  from jsonb_each(about) as a);
end
$$;

-- Makes a project and shows it.
create function admin_project_create(in_name text, in_settings text, in_actor text) returns json
	language plpgsql as $$
begin
	perform project_create(in_name, settings_given(in_settings), in_actor);
	return admin_project(in_name);
end
$$;

-- Changes settings of a project and shows it.
create function admin_project_set(in_project text, in_settings text, in_actor text) returns json
	language plpgsql as $$
declare
	p beat.project := project_named(in_project);
begin
	perform project_set(p.name, settings_given(in_settings), in_actor);
	return admin_project(in_project);
end
$$;

-- Pauses, resumes or closes a project and shows it.
create function admin_project_state(in_project text, in_state text, in_actor text) returns json
	language plpgsql as $$
declare
	p beat.project := project_named(in_project);
begin
	perform project_state(p.name, in_state, in_actor);
	return admin_project(in_project);
end
$$;

-- The collections that projects draw from, with their passages by split.
create function admin_collections() returns json language plpgsql stable as $$
begin
	return json_build_object('items', coalesce((
		select json_agg(json_build_object('name', c.name, 'created_at', beat.iso(c.created_at),
				'passages', json_build_object('train', c.train, 'dev', c.dev, 'test', c.test),
				'projects', array(
					select p.name
					  from beat.project_collection l
					  join beat.project p on p.id = l.project_id
					 where l.collection_id = c.id and l.linked
					 order by p.name))
			order by c.name)
		  from beat.collection c), '[]'));
end
$$;
