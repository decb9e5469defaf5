-- Models: the registry, what was measured of them, and which builds answered.

-- The name under which a model's answer is shown.
-- What a model calls itself, or what we call it.
create function model_shown_name(registered text, reported text) returns text
	language sql immutable as $$
	select coalesce(nullif(reported, ''), registered)
$$;

-- The name under which the model of an attempt is shown.
create function attempt_model_name(t beat.attempt) returns text
	language plpgsql stable as $$
begin
	return (
		select model_shown_name(m.name, b.name)
		  from beat.model m
		  left join beat.model_build b on b.id = t.model_build_id
		 where m.id = t.model_id);
end
$$;

-- The id of what a prediction said of itself, stored on first sight; null if it said nothing.
create function model_build_seen(in_model_id bigint, in_name text, in_version text, in_weights text)
	returns bigint language plpgsql as $$
declare
	build_name text := left(coalesce(in_name, ''), 200);
	build_version text := left(coalesce(in_version, ''), 200);
	build_weights text := left(coalesce(in_weights, ''), 200);
	build_id bigint;
begin
	if build_name = '' and build_version = '' and build_weights = '' then
		return null;
	end if;
	loop
		select b.id into build_id
		  from beat.model_build b
		 where b.model_id = in_model_id and b.name = build_name and b.version = build_version
		   and b.weights = build_weights;
		if found then
			return build_id;
		end if;
		-- New builds are stored by one transaction at a time: two bringing two in opposite order would deadlock.
		perform pg_advisory_xact_lock(hashtext('beat.build'));
		insert into beat.model_build (model_id, name, version, weights)
		values (in_model_id, build_name, build_version, build_weights)
		on conflict on constraint model_build_reported_once do nothing;
	end loop;
end
$$;

-- Refuses what the constraints of model would refuse, in words.
create function model_check(in_name text, in_url text, in_protocol text) returns void language plpgsql as $$
begin
	if (in_name ~ '^[A-Za-z0-9\[][]A-Za-z0-9._:/-]{0,127}$') is not true then
		perform refuse(format('A model''s name is 1 to 128 letters, digits and . _ : / -, beginning with a letter '
			'or digit; "%s" is not.', in_name), 'name');
	end if;
	if (in_url ~ '^https?://[^[:space:]/?#]+[^[:space:]]*$' and char_length(in_url) <= 2000) is not true then
		perform refuse(format(
			'A model''s URL begins with http:// or https:// and a host; "%s" does not.', beat.url_shown(in_url)), 'url');
	end if;
	if (in_protocol ~ '^[a-z][a-z0-9_-]{0,31}$') is not true then
		perform refuse(format('"%s" is no name of a protocol; the built-in one is "beat".', in_protocol), 'protocol');
	end if;
end
$$;

-- The registry of models, with what was measured of each and the builds seen behind it.
create function model_list()
	returns table (name text, url text, protocol text, measured text, projects bigint, builds text, created_at text)
	language sql stable as $$
	select m.name, beat.url_shown(m.url), m.protocol,
		   case when m.measured_on is not null then measured_text(m) end,
		   (select count(*) from beat.project p where p.model_id = m.id),
		   (select string_agg(
					concat_ws(' ', nullif(b.name, ''), nullif(b.version, ''), nullif(left(b.weights, 12), '')), ', '
					order by b.id)
			  from beat.model_build b where b.model_id = m.id),
		   beat.iso(m.created_at)
	  from beat.model m
	 order by m.name;
$$;

-- The id of a model given by name or by URL, registered if need be.
-- A model by name or URL; a URL not known yet is registered under its host and port.
create function model_resolve(in_model text, in_protocol text) returns bigint language plpgsql as $$
declare
	m record;
	wanted_url text := regexp_replace(in_model, '/+$', '');
	wanted_protocol text := coalesce(in_protocol, 'beat');
	base text;
	candidate text;
	suffix integer := 1;
	new_id bigint;
begin
	if in_model !~ '^https?://' then
		select x.id, x.protocol into m from beat.model x where x.name = in_model;
		if not found then
			perform refuse(format(
				'No model is named "%s": give a URL, or register it with "beatctl model add".', in_model));
		elsif in_protocol is not null and in_protocol <> m.protocol then
			perform refuse(format(
				'The model "%s" is registered with protocol %s, not %s.', in_model, m.protocol, in_protocol));
		end if;
		return m.id;
	end if;
	select x.id into m
	  from beat.model x
	 where x.url = wanted_url and (in_protocol is null or x.protocol = in_protocol)
	 order by x.id
	 limit 1;
	if found then
		return m.id;
	end if;
	-- Without the user and password that a URL may carry.
	base := substring(wanted_url from '^https?://(?:[^/?#@]*@)?([^/?#]+)');
	candidate := base;
	while exists (select from beat.model x where x.name = candidate) loop
		suffix := suffix + 1;
		candidate := base || '-' || suffix;
	end loop;
	perform model_check(candidate, wanted_url, wanted_protocol);
	insert into beat.model (name, url, protocol) values (candidate, wanted_url, wanted_protocol)
	returning id into new_id;
	return new_id;
end
$$;

-- The one registered model, for a project that names none.
create function model_only() returns bigint language plpgsql as $$
declare
	names text[] := array(select m.name from beat.model m order by m.name limit 6);
begin
	if cardinality(names) = 0 then
		perform refuse('No model is registered yet: give the model''s URL.');
	elsif cardinality(names) > 1 then
		perform refuse(format('Several models are registered (%s): say which one.', array_to_string(names, ', ')));
	end if;
	return (select m.id from beat.model m);
end
$$;

-- The human win rate that Bartolo et al. (2020) report against a model of that name.
create function model_reference(name text) returns numeric
	language sql immutable parallel safe as $$
	select case when name ~* 'bidaf' then 0.594 when name ~* 'roberta' then 0.44 when name ~* 'bert' then 0.471 end
$$;

-- The registry of models, with their builds and how often people beat them.
create function admin_models() returns json language plpgsql stable as $$
begin
	return json_build_object('items', coalesce((
		select json_agg(model_json(m) order by m.name) from beat.model m), '[]'));
end
$$;

-- Registers a model, moves one to another URL, or tells what was measured of it.
create function admin_model_add(
	in_name text, in_url text, in_protocol text, in_measured_on text, in_measured_permille text, in_actor text)
	returns json language plpgsql as $$
declare
	w record := model_write(in_name, jsonb_build_object('url', in_url, 'protocol', in_protocol)
		|| jsonb_strip_nulls(jsonb_build_object('measured_on', in_measured_on, 'measured_permille', in_measured_permille)),
		true, in_actor);
begin
	return json_build_object('name', (w.model).name, 'url', beat.url_shown((w.model).url), 'protocol', (w.model).protocol,
		'measured_on', (w.model).measured_on, 'measured_permille', (w.model).measured_permille, 'change', w.change);
end
$$;

-- What releases call a model: as it calls itself, else as it was registered; never an address.
-- A model without a name of its own was registered under the host and port of its URL: those stay in the house.
create function model_published_name(registered text, reported text) returns text
	language sql immutable parallel safe as $$
	select coalesce(nullif(btrim(reported), ''),
		case when registered ~ ':[0-9]{2,5}(-[0-9]+)?$' then 'unnamed' else registered end)
$$;

-- What workers are told of a model besides its name; null if it was not measured. One expression, so that it is
-- dissolved in the statements of its callers.
create function opponent_json(m beat.model) returns json language sql stable parallel safe as $$
	select case when m.measured_on is not null then
		json_build_object('measured_on', m.measured_on, 'measured_permille', m.measured_permille) end
$$;

-- What was measured of a model, for a terminal; only of one that was.
create function measured_text(m beat.model) returns text language sql immutable as $$
	select format('%s.%s %% of %s', m.measured_permille / 10, m.measured_permille % 10, m.measured_on)
$$;

-- The registry.

-- Refuses what the constraints of what was measured would refuse, in words.
create function measured_check(in_on text, in_permille text) returns void language plpgsql as $$
begin
	if num_nonnulls(in_on, in_permille) = 1 then
		perform refuse('What was measured of a model is told by two things: which questions, and how many of them it '
			'answers. Give both or neither.',
			case when in_on is null then 'measured_on' else 'measured_permille' end);
	end if;
	if (in_on ~ '^[^[:cntrl:]]{1,40}$') is false then
		perform refuse(format('The questions that a model was measured on have a name of 1 to 40 characters on one '
			'line, like SQuAD; "%s" is not one.', left(in_on, 100)), 'measured_on');
	end if;
	if (in_permille ~ '^([0-9]{1,3}|1000)$') is false then
		perform refuse(format('The share of questions that a model answers is a whole number of per mille from 0 to '
			'1000, not %s.', left(in_permille, 100)), 'measured_permille');
	end if;
end
$$;

-- Registers a model or changes one: any of url, protocol, measured_on and measured_permille; null takes the last two
-- away.
-- What in_given does not name stays as it is.
create function model_write(
	in_name text, in_given jsonb, in_may_add boolean, in_actor text, out model beat.model, out change text)
	language plpgsql as $$
declare
	known constant text[] := array['url', 'protocol', 'measured_on', 'measured_permille'];
	was beat.model;
	wanted jsonb;
begin
	if jsonb_typeof(in_given) is distinct from 'object' or in_given - known <> '{}' then
		perform refuse(format('What can be said of a model is a JSON object of %s.', array_to_string(known, ', ')));
	end if;
	perform act_as(in_actor);
	for try in 1..2 loop
		select m.* into was from beat.model m where m.name = in_name for no key update;
		wanted := coalesce(to_jsonb(was), '{}') || in_given;
		wanted := wanted || jsonb_build_object('name', in_name, 'url', regexp_replace(wanted ->> 'url', '/+$', ''),
			'protocol', coalesce(nullif(wanted ->> 'protocol', ''), 'beat'), 'measured_on', btrim(wanted ->> 'measured_on'));
		if was.id is null and not in_may_add then
			perform refuse_as('BE404', format('There is no model "%s"; %s', in_name, coalesce((
				select 'there are ' || string_agg(m.name, ', ' order by m.name) || '.' from beat.model m),
				'register one with "beatctl model add".')));
		end if;
		perform model_check(in_name, wanted ->> 'url', wanted ->> 'protocol');
		perform measured_check(wanted ->> 'measured_on', wanted ->> 'measured_permille');
		model := jsonb_populate_record(was, wanted);
		exit when was.id is not null;
		insert into beat.model (name, url, protocol, measured_on, measured_permille)
		values (model.name, model.url, model.protocol, model.measured_on, model.measured_permille)
		on conflict on constraint model_name_key do nothing;
		change := case when found then 'added' end;
		exit when found; -- else somebody else was quicker, and it is there to be changed
	end loop;
	if change is null then
		change := case when model is distinct from was then 'changed' else 'unchanged' end;
		update beat.model m
		   set url = model.url, protocol = model.protocol, measured_on = model.measured_on,
			   measured_permille = model.measured_permille
		 where m.id = was.id and model is distinct from was;
	end if;
	if change <> 'unchanged' then
		perform beat.changed('model', null, in_name);
	end if;
end
$$;

-- A model with its builds, its projects and how often people beat it.
create function model_json(m beat.model) returns json language sql stable as $$
	select json_build_object('name', m.name, 'url', beat.url_shown(m.url), 'protocol', m.protocol,
		'measured_on', m.measured_on, 'measured_permille', m.measured_permille, 'created_at', beat.iso(m.created_at),
		'projects', array(
			select p.name from beat.project p
			 where m.id = p.model_id or onboarding_named(p.id) is not null and m.id = onboarding_model(p.id)
			 order by p.name),
		'builds', (
			select coalesce(json_agg(json_build_object('name', b.name, 'version', b.version,
					'weights', b.weights, 'first_seen_at', beat.iso(b.first_seen_at)) order by b.id desc), '[]')
			  from beat.model_build b
			 where b.model_id = m.id),
		'human', wilson(coalesce(sum(t.human), 0)::bigint, coalesce(sum(t.human + t.model), 0)::bigint),
		'none', coalesce(sum(t.none), 0))
	  from beat.attempt_tally t
	 where t.model_id = m.id
$$;
