-- How strong a model is, as people are told: the share of some known questions that it answers.

alter table beat.model
	add column measured_on text,
	add column measured_permille integer,
	add constraint model_measured_whole check (num_nonnulls(measured_on, measured_permille) in (0, 2)),
	add constraint model_measured_on_form check (
		measured_on ~ '^[^[:cntrl:]]{1,40}$' and measured_on = btrim(measured_on)),
	add constraint model_measured_permille_range check (measured_permille between 0 and 1000);
comment on column beat.model.measured_on is
	'The questions that it was measured on, by the name people know: SQuAD. Null: not measured.';
comment on column beat.model.measured_permille is 'How many of a thousand of those questions it answers.';

create function beat.opponent(in_model_name text) returns json language sql stable
begin atomic
	select json_build_object('measured_on', m.measured_on, 'measured_permille', m.measured_permille)
	  from beat.model m
	 where m.name = in_model_name and m.measured_on is not null;
end;
comment on function beat.opponent is 'What workers are told of a model besides its name; null if it was not measured.';

create function beat.measured_text(m beat.model) returns text language sql immutable
	return format('%s.%s %% of %s', m.measured_permille / 10, m.measured_permille % 10, m.measured_on);
comment on function beat.measured_text is 'What was measured of a model, for a terminal; only of one that was.';

-- The registry.

create function beat.measured_check(in_on text, in_permille text) returns void language plpgsql as $$
begin
	if num_nonnulls(in_on, in_permille) = 1 then
		perform beat.refuse('What was measured of a model is told by two things: which questions, and how many of them it '
			'answers. Give both or neither.');
	end if;
	if (in_on ~ '^[^[:cntrl:]]{1,40}$') is false then
		perform beat.refuse(format('The questions that a model was measured on have a name of 1 to 40 characters on one '
			'line, like SQuAD; "%s" is not one.', left(in_on, 100)));
	end if;
	if (in_permille ~ '^([0-9]{1,3}|1000)$') is false then
		perform beat.refuse(format('The share of questions that a model answers is a whole number of per mille from 0 to '
			'1000, not %s.', left(in_permille, 100)));
	end if;
end
$$;
comment on function beat.measured_check is 'Refuses what the constraints of what was measured would refuse, in words.';

-- What in_given does not name stays as it is.
create function beat.model_write(
	in_name text, in_given jsonb, in_may_add boolean, in_actor text, out model beat.model, out change text)
	language plpgsql as $$
declare
	known constant text[] := array['url', 'protocol', 'measured_on', 'measured_permille'];
	was beat.model;
	wanted jsonb;
begin
	if jsonb_typeof(in_given) is distinct from 'object' or in_given - known <> '{}' then
		perform beat.refuse(format('What can be said of a model is a JSON object of %s.', array_to_string(known, ', ')));
	end if;
	perform beat.act_as(in_actor);
	for try in 1..2 loop
		select m.* into was from beat.model m where m.name = in_name for no key update;
		wanted := coalesce(to_jsonb(was), '{}') || in_given;
		wanted := wanted || jsonb_build_object('name', in_name, 'url', regexp_replace(wanted ->> 'url', '/+$', ''),
			'protocol', coalesce(nullif(wanted ->> 'protocol', ''), 'beat'), 'measured_on', btrim(wanted ->> 'measured_on'));
		if was.id is null and not in_may_add then
			perform beat.refuse_as('BE404', format('There is no model "%s"; %s', in_name, coalesce((
				select 'there are ' || string_agg(m.name, ', ' order by m.name) || '.' from beat.model m),
				'register one with "beatctl model add".')));
		end if;
		perform beat.model_check(in_name, wanted ->> 'url', wanted ->> 'protocol');
		perform beat.measured_check(wanted ->> 'measured_on', wanted ->> 'measured_permille');
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
comment on function beat.model_write is
	'Registers a model or changes one: any of url, protocol, measured_on and measured_permille; null takes the last two away.';

create or replace function beat.model_add(
	in_name text, in_url text, in_protocol text, in_actor text,
	out name text, out url text, out protocol text, out change text)
	language plpgsql as $$
declare
	w record := beat.model_write(in_name, jsonb_build_object('url', in_url, 'protocol', in_protocol), true, in_actor);
begin
	name := (w.model).name;
	url := beat.url_shown((w.model).url);
	protocol := (w.model).protocol;
	change := w.change;
end
$$;

drop function beat.model_list();
create function beat.model_list()
	returns table (name text, url text, protocol text, measured text, projects bigint, builds text, created_at text)
	language sql stable
begin atomic
	select m.name, beat.url_shown(m.url), m.protocol,
		   case when m.measured_on is not null then beat.measured_text(m) end,
		   (select count(*) from beat.project p where p.model_id = m.id),
		   (select string_agg(
					concat_ws(' ', nullif(b.name, ''), nullif(b.version, ''), nullif(left(b.weights, 12), '')), ', '
					order by b.id)
			  from beat.model_build b where b.model_id = m.id),
		   beat.iso(m.created_at)
	  from beat.model m
	 order by m.name;
end;
comment on function beat.model_list is 'The registry of models, with what was measured of each and the builds seen behind it.';

create function beat.model_json(m beat.model) returns json language plpgsql stable as $$
begin
	return (
		select json_build_object('name', m.name, 'url', beat.url_shown(m.url), 'protocol', m.protocol,
			'measured_on', m.measured_on, 'measured_permille', m.measured_permille, 'created_at', beat.iso(m.created_at),
			'projects', array(
				select p.name from beat.project p
				 where m.id in (p.model_id, p.onboarding_model_id)
				 order by p.name),
			'builds', (
				select coalesce(json_agg(json_build_object('name', b.name, 'version', b.version,
						'weights', b.weights, 'first_seen_at', beat.iso(b.first_seen_at)) order by b.id desc), '[]')
				  from beat.model_build b
				 where b.model_id = m.id),
			'human', beat.wilson(coalesce(sum(t.human), 0)::bigint, coalesce(sum(t.human + t.model), 0)::bigint),
			'none', coalesce(sum(t.none), 0))
		  from beat.attempt_tally t
		 where t.model_id = m.id);
end
$$;
comment on function beat.model_json is 'A model with its builds, its projects and how often people beat it.';

create or replace function beat.admin_models() returns json language plpgsql stable as $$
begin
	return json_build_object('items', coalesce((
		select json_agg(beat.model_json(m) order by m.name) from beat.model m), '[]'));
end
$$;

drop function beat.admin_model_add(text, text, text, text);
create function beat.admin_model_add(
	in_name text, in_url text, in_protocol text, in_measured_on text, in_measured_permille text, in_actor text)
	returns json language plpgsql as $$
declare
	w record := beat.model_write(in_name, jsonb_build_object('url', in_url, 'protocol', in_protocol)
		|| jsonb_strip_nulls(jsonb_build_object('measured_on', in_measured_on, 'measured_permille', in_measured_permille)),
		true, in_actor);
begin
	return json_build_object('name', (w.model).name, 'url', beat.url_shown((w.model).url), 'protocol', (w.model).protocol,
		'measured_on', (w.model).measured_on, 'measured_permille', (w.model).measured_permille, 'change', w.change);
end
$$;
comment on function beat.admin_model_add is 'Registers a model, moves one to another URL, or tells what was measured of it.';
