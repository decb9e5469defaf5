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
create function model_build_seen(
	in_model_id bigint, in_name text, in_version text, in_weights text, in_prompt text, in_protocol text)
	returns bigint language plpgsql as $$
declare
	build_name text := left(coalesce(in_name, ''), 200);
	build_version text := left(coalesce(in_version, ''), 200);
	build_weights text := left(coalesce(in_weights, ''), 200);
	build_prompt text := left(coalesce(in_prompt, ''), 200);
	build_protocol text := left(coalesce(in_protocol, ''), 32);
	build_id bigint;
begin
	if build_name = '' and build_version = '' and build_weights = '' then
		return null;
	end if;
	loop
		select b.id into build_id
		  from beat.model_build b
		 where b.model_id = in_model_id and b.name = build_name and b.version = build_version
		   and b.weights = build_weights and b.prompt = build_prompt and b.protocol = build_protocol;
		if found then
			return build_id;
		end if;
		-- New builds are stored by one transaction at a time: two bringing two in opposite order would deadlock.
		perform pg_advisory_xact_lock(hashtext('beat.build'));
		insert into beat.model_build (model_id, name, version, weights, prompt, protocol)
		values (in_model_id, build_name, build_version, build_weights, build_prompt, build_protocol)
		on conflict on constraint model_build_reported_once do nothing;
	end loop;
end
$$;

-- How a model is asked beyond its address and protocol, for the program that asks (beat/model.h reads it); null if there is
-- nothing to tell. The name of the key's place, never the key. One expression, so that it is dissolved in the statements
-- of its callers.
create function model_call(m beat.model) returns json language sql stable parallel safe as $$
	select case when m.headers <> '' or m.link_local or num_nonnulls(
			m.served_name, m.prompt, m.key_env, m.key_file, m.timeout_ms, m.concurrency, m.per_minute, m.max_tokens) > 0 then
		json_build_object('served_name', m.served_name, 'prompt', m.prompt, 'headers', m.headers, 'key_env', m.key_env,
			'key_file', m.key_file, 'timeout_ms', m.timeout_ms, 'concurrency', m.concurrency, 'per_minute', m.per_minute,
			'max_tokens', m.max_tokens, 'link_local', nullif(m.link_local, false)) end
$$;

-- The limits of a model's numbers: as the constraints have them, for a refusal in words.
create function model_numbers() returns table (key text, lowest integer, highest integer)
	language sql immutable as $$
	values ('timeout_ms', 10, 600000), ('concurrency', 1, 10000), ('per_minute', 1, 60000), ('max_tokens', 1, 100000),
		('price_in', 0, 999999999), ('price_out', 0, 999999999), ('budget_cents', 0, 999999999)
$$;

-- Refuses what the constraints of how a model is asked would refuse, in words.
create function model_call_check(given jsonb) returns void language plpgsql as $$
declare
	n record;
begin
	for n in select x.key, x.lowest, x.highest, given ->> x.key as told from model_numbers() as x loop
		if n.told !~ '^[0-9]{1,9}$' or n.told::bigint not between n.lowest and n.highest then
			perform refuse(format('%s of a model is a whole number from %s to %s, not %s.', n.key, n.lowest, n.highest,
				left(n.told, 100)), n.key);
		end if;
	end loop;
	if (given ->> 'served_name' ~ '^[^[:cntrl:]]{1,200}$') is false then
		perform refuse('What a server calls a model is 1 to 200 characters on one line.', 'served_name');
	end if;
	if (not beat.is_blank(given ->> 'prompt') and char_length(given ->> 'prompt') <= 20000) is false then
		perform refuse('A prompt has 1 to 20,000 characters.', 'prompt');
	end if;
	if beat.are_headers(given ->> 'headers') is false then
		perform refuse('A header is a line "Name: value" of plain ASCII, at most sixteen of them.', 'headers');
	end if;
	if given ->> 'headers' ~* '(^|\n)(authorization|proxy-authorization|cookie|[a-z0-9_-]*(key|token|secret)): (?![^\n]*\{key\})' then
		perform refuse('Keys do not belong into the registry: name the variable or file that has it, and write {key} where '
			'it goes in the header.', 'headers');
	end if;
	perform model_key_check(given ->> 'key_env', given ->> 'key_file');
end
$$;

-- Refuses a place of a key that cannot be one, in words.
create function model_key_check(in_env text, in_file text) returns void language plpgsql as $$
begin
	if num_nonnulls(in_env, in_file) > 1 then
		perform refuse('A key is in a variable or in a file, not in both.', 'key_env');
	end if;
	if in_env ~* '^(beat|pg)' then
		perform refuse(format('%s belongs to the server itself and is no key of a model.', left(in_env, 100)), 'key_env');
	elsif (in_env ~ '^[A-Za-z_][A-Za-z0-9_]{0,127}$') is false then
		perform refuse('A variable of the environment is named by letters, digits and _; the key itself is never stored.',
			'key_env');
	end if;
	if (in_file ~ '^/[^[:cntrl:]]+$' and char_length(in_file) <= 1000) is false then
		perform refuse('A file with a key is given by its whole path, beginning with /.', 'key_file');
	end if;
end
$$;

-- Where a model is asked: its addresses with a space between, as beat/model.h takes them. One expression, so that it is
-- dissolved in the statements of its callers.
create function model_urls(m beat.model) returns text language sql stable parallel safe as $$
	select case when cardinality(m.further_urls) > 0 then m.url || ' ' || array_to_string(m.further_urls, ' ') else m.url end
$$;

-- Where a URL leads: scheme, host and port, in small letters and without a user.
create function url_origin(url text) returns text language sql immutable parallel safe as $$
	select lower(regexp_replace(regexp_replace(url, '^(https?://)([^/?#]*@)?([^/?#]*).*$', '\1\3', 'i'),
		'^(http://[^/]*):80$|^(https://[^/]*):443$', '\1\2', 'i'))
$$;

-- Refuses an address that no model may have, in words. Names that lead to such a place are found out when they are asked.
create function model_url_check(in_url text, in_link_local boolean) returns void language plpgsql as $$
declare
	host constant text := regexp_replace(url_origin(in_url), '^https?://', '');
begin
	if not in_link_local and host ~ ('^(169\.254\.|100\.100\.100\.200|168\.63\.129\.16|192\.0\.0\.192|\[fe[89ab]|\[fd00:ec2:|'
			|| '\[[0:]*(ffff:)?(169\.254\.|a9fe:)|metadata(\.|:|$)|instance-data(\.|:|$))') then
		perform refuse(format('%s is a link-local address or a cloud''s metadata service, where no model belongs. If yours '
			'does stand there, say so at the command line: beatctl model add … --link-local yes.', host), 'url');
	end if;
	if in_url ~* '[?&](api[-_]?key|key|token|access[-_]?token|secret|password)=' then
		perform refuse('A key does not belong into an address, which is stored and shown: name the variable or file that has '
			'it (--key-env, --key-file) and, if need be, the header it goes into (--header ''Name: {key}'').', 'url');
	end if;
end
$$;

-- Refuses what the constraints of model would refuse, in words.
create function model_check(in_name text, in_url text, in_protocol text, in_link_local boolean default false)
	returns void language plpgsql as $$
begin
	if (in_name ~ '^[A-Za-z0-9\[][]A-Za-z0-9._:/-]{0,127}$') is not true then
		perform refuse(format('A model''s name is 1 to 128 letters, digits and . _ : / -, beginning with a letter '
			'or digit; "%s" is not.', in_name), 'name');
	end if;
	if in_name in (select m.name from beat.model m where m.id = no_model()) then
		perform refuse(format('"%s" stands for no model at all: choose another name.', in_name), 'name');
	end if;
	if (in_url ~ '^https?://[^[:space:]/?#]+[^[:space:]]*$' and char_length(in_url) <= 2000) is not true then
		perform refuse(format(
			'A model''s URL begins with http:// or https:// and a host; "%s" does not.', beat.url_shown(in_url)), 'url');
	end if;
	perform model_url_check(in_url, in_link_local);
	if (in_protocol ~ '^[a-z][a-z0-9_-]{0,31}$') is not true then
		perform refuse(format('"%s" is no name of a protocol; the built-in one is "beat".', in_protocol), 'protocol');
	end if;
end
$$;

-- The registry of models, with what was measured of each and the builds seen behind it.
create function model_list()
	returns table (name text, url text, protocol text, measured text, projects bigint, builds text, created_at text)
	language sql stable as $$
	select m.name, array_to_string(beat.urls_shown(m.url || m.further_urls), ' '), m.protocol,
		   case when m.measured_on is not null then measured_text(m) end,
		   (select count(*) from beat.project p where m.id = any (p.model_id || p.also_model_ids)),
		   (select string_agg(
					concat_ws(' ', nullif(b.name, ''), nullif(b.version, ''), nullif(left(b.weights, 12), '')), ', '
					order by b.id)
			  from beat.model_build b where b.model_id = m.id),
		   beat.iso(m.created_at)
	  from beat.model m
	 where m.id <> no_model()
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

-- A model by its name, locked for a change, or a sentence.
create function model_locked(in_name text) returns beat.model language plpgsql as $$
declare
	m beat.model;
begin
	select x.* into m from beat.model x where x.name = in_name for no key update;
	if not found then
		perform refuse_as('BE404', format('There is no model "%s"; %s', in_name, coalesce((
			select 'there are ' || string_agg(x.name, ', ' order by x.name) || '.' from beat.model x where x.id <> no_model()),
			'register one with "beatctl model add".')), 'name');
	end if;
	return m;
end
$$;

-- Adds an address to a model or takes one away; servers go by it from the next question on.
create function model_address_set(
	in_name text, in_url text, in_add boolean, in_actor text, out addresses text, out change text)
	language plpgsql as $$
declare
	m beat.model;
	wanted text := regexp_replace(in_url, '/+$', '');
	urls text[];
begin
	perform act_as(in_actor);
	m := model_locked(in_name);
	perform model_check(in_name, wanted, m.protocol, m.link_local);
	urls := m.url || m.further_urls;
	change := case when in_add = (wanted = any (urls)) then 'unchanged' when in_add then 'added' else 'removed' end;
	if change = 'removed' and cardinality(urls) = 1 then
		perform refuse(format('%s is the only address of %s: add another one first, or move the model with "beatctl model '
			'set --url".', beat.url_shown(wanted), in_name), 'url');
	elsif change = 'unchanged' and not in_add then
		perform refuse_as('BE404', format('%s is no address of %s; it has %s.', beat.url_shown(wanted), in_name,
			array_to_string(beat.urls_shown(urls), ', ')), 'url');
	elsif change = 'added' and cardinality(urls) = 16 then
		perform refuse(format('%s has sixteen addresses, which is the most: remove one first.', in_name), 'url');
	end if;
	urls := case when change = 'added' then urls || wanted else array_remove(urls, case when change = 'removed' then wanted end) end;
	if change <> 'unchanged' then
		update beat.model x set url = urls[1], further_urls = urls[2:] where x.id = m.id;
		perform beat.changed('model', null, in_name);
	end if;
	addresses := array_to_string(beat.urls_shown(urls), ' ');
end
$$;

-- The addresses of a model, the first it was registered with first.
create function model_addresses(in_name text) returns table (place integer, url text) language plpgsql as $$
declare
	m beat.model := model_locked(in_name);
begin
	return query
	select a.place::integer, beat.url_shown(a.url)
	  from unnest(m.url || m.further_urls) with ordinality as a (url, place);
end
$$;

-- The one registered model, for a project that names none.
create function model_only() returns bigint language plpgsql as $$
declare
	names text[] := array(select m.name from beat.model m where m.id <> no_model() order by m.name limit 6);
begin
	if cardinality(names) = 0 then
		perform refuse('No model is registered yet: give the model''s URL.');
	elsif cardinality(names) > 1 then
		perform refuse(format('Several models are registered (%s): say which one.', array_to_string(names, ', ')));
	end if;
	return (select m.id from beat.model m where m.id <> no_model());
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
		select json_agg(model_json(m) order by m.name) from beat.model m where m.id <> no_model()), '[]'));
end
$$;

-- Registers a model, moves one to another URL, or tells what was measured of it.
create function admin_model_add(
	in_name text, in_url text, in_protocol text, in_measured_on text, in_measured_permille text, in_actor text)
	returns json language plpgsql as $$
declare
	was beat.model;
	w record;
begin
	select m.* into was from beat.model m where m.name = in_name for no key update;
	if num_nonnulls(was.key_env, was.key_file) > 0 and url_origin(in_url) is distinct from url_origin(was.url) then
		perform refuse(format('%s is asked with a key, which must not travel to another host: whoever runs the server moves it '
			'with beatctl model set %s --url URL.', in_name, in_name), 'url');
	end if;
	w := model_write(in_name, jsonb_build_object('url', in_url, 'protocol', in_protocol)
		|| jsonb_strip_nulls(jsonb_build_object('measured_on', in_measured_on, 'measured_permille', in_measured_permille)),
		true, in_actor);
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

-- Registers a model or changes one: its address, how it is asked (model_call), what was measured of it; null takes away
-- what need not be told.
-- What in_given does not name stays as it is.
create function model_write(
	in_name text, in_given jsonb, in_may_add boolean, in_actor text, out model beat.model, out change text)
	language plpgsql as $$
declare
	known constant text[] := array['url', 'protocol', 'measured_on', 'measured_permille', 'served_name', 'prompt', 'headers',
		'key_env', 'key_file', 'timeout_ms', 'concurrency', 'per_minute', 'max_tokens', 'link_local', 'price_in', 'price_out',
		'budget_cents'];
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
			'protocol', coalesce(nullif(wanted ->> 'protocol', ''), 'beat'), 'measured_on', btrim(wanted ->> 'measured_on'),
			'headers', coalesce(wanted ->> 'headers', ''), 'link_local', coalesce(wanted ->> 'link_local', 'no') in ('yes', 'true'));
		if was.id is null and not in_may_add then
			perform model_locked(in_name); -- says so
		end if;
		perform model_check(in_name, wanted ->> 'url', wanted ->> 'protocol', (wanted ->> 'link_local')::boolean);
		perform measured_check(wanted ->> 'measured_on', wanted ->> 'measured_permille');
		perform model_call_check(wanted);
		model := jsonb_populate_record(was, wanted);
		exit when was.id is not null;
		insert into beat.model (name, url, protocol, measured_on, measured_permille, served_name, prompt, headers, key_env,
			key_file, timeout_ms, concurrency, per_minute, max_tokens, link_local, price_in, price_out, budget_cents)
		values (model.name, model.url, model.protocol, model.measured_on, model.measured_permille, model.served_name,
			model.prompt, model.headers, model.key_env, model.key_file, model.timeout_ms, model.concurrency,
			model.per_minute, model.max_tokens, model.link_local, model.price_in, model.price_out, model.budget_cents)
		on conflict on constraint model_name_key do nothing;
		change := case when found then 'added' end;
		exit when found; -- else somebody else was quicker, and it is there to be changed
	end loop;
	if change is null then
		change := case when model is distinct from was then 'changed' else 'unchanged' end;
		update beat.model m
		   set url = model.url, protocol = model.protocol, measured_on = model.measured_on,
			   measured_permille = model.measured_permille, served_name = model.served_name, prompt = model.prompt,
			   headers = model.headers, key_env = model.key_env, key_file = model.key_file,
			   timeout_ms = model.timeout_ms, concurrency = model.concurrency, per_minute = model.per_minute,
			   max_tokens = model.max_tokens, link_local = model.link_local, price_in = model.price_in,
			   price_out = model.price_out, budget_cents = model.budget_cents
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
		'addresses', beat.urls_shown(m.url || m.further_urls),
		'measured_on', m.measured_on, 'measured_permille', m.measured_permille, 'created_at', beat.iso(m.created_at),
		'projects', array(
			select p.name from beat.project p
			 where m.id = any (p.model_id || p.also_model_ids) or onboarding_named(p.id) is not null and m.id = onboarding_model(p.id)
			 order by p.name),
		'builds', (
			select coalesce(json_agg(json_build_object('id', b.id::text, 'name', b.name, 'version', b.version,
					'weights', b.weights, 'prompt', b.prompt, 'protocol', b.protocol, 'first_seen_at', beat.iso(b.first_seen_at)) order by b.id desc), '[]')
			  from beat.model_build b
			 where b.model_id = m.id),
		'canary', canary_json(m.id), 'price_in', m.price_in, 'price_out', m.price_out, 'budget_cents', m.budget_cents,
		'usage', usage_json(null, m.id),
		'human', wilson(coalesce(sum(t.human), 0)::bigint, coalesce(sum(t.human + t.model), 0)::bigint),
		'none', coalesce(sum(t.none), 0))
	  from attempt_counts() t
	 where t.model_id = m.id
$$;
