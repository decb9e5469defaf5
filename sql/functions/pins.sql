-- Pins: the builds that a project holds its models to. A build is name, version, digest of the weights, digest of the prompt
-- and protocol. An answer of another one is a fault of the model; who is asked, and how it is held to, is its guard.

-- What holds a model to in a project, for the program that asks (beat/model.h reads it); null: nothing. One
-- expression, so that it is dissolved in the statements of its callers and costs nothing where there is nothing.
create function model_guard(in_project_id bigint, in_pins bigint[], m beat.model) returns json
	language sql stable parallel safe as $$
	select case when in_pins <> '{}' or m.budget_cents is not null then guard_json(in_project_id, in_pins, m) end
$$;

-- The same, where there is something to tell.
create function guard_json(in_project_id bigint, in_pins bigint[], m beat.model) returns json language plpgsql stable as $$
begin
	return (
		select json_strip_nulls(json_build_object('project_id', in_project_id, 'model_id', m.id, 'spent',
				nullif(model_is_spent(m), false), 'pins',
				json_agg(json_build_array(b.name, b.version, b.weights, b.prompt, b.protocol) order by b.id)
					filter (where b.id is not null)))
		  from (values (true)) as one (row)
		  left join beat.model_build b on b.id = any (in_pins) and b.model_id = m.id);
end
$$;

-- A build as people read it: what it calls itself, and the beginnings of its digests.
create function build_words(name text, version text, weights text, prompt text, protocol text) returns text
	language sql immutable as $$
	select concat_ws(' ', nullif(name, ''), nullif(version, ''), nullif(left(weights, 12), ''),
		'prompt ' || nullif(left(prompt, 12), ''), nullif(protocol, ''))
$$;

-- The same of one that is kept.
create function build_text(b beat.model_build) returns text language sql immutable as $$
	select build_words(b.name, b.version, b.weights, b.prompt, b.protocol)
$$;

-- The builds of a model with their numbers, one line each, the newest first.
create function builds_text(in_model_id bigint) returns text language sql stable as $$
	select string_agg(format('%s: %s', b.id, build_text(b)), e'\n' order by b.id desc)
	  from beat.model_build b where b.model_id = in_model_id
$$;

-- The build that a model answered with last, in an attempt or otherwise; null: it was never seen.
create function build_current(in_model_id bigint) returns bigint language sql stable as $$
	select x.id
	  from ((select t.model_build_id as id, coalesce(t.judged_at, t.created_at) as at
			   from beat.attempt t where t.model_id = in_model_id and t.model_build_id is not null order by 2 desc limit 1)
			union all
			(select y.model_build_id, y.asked_at
			   from beat.attempt_answer y where y.model_id = in_model_id and y.model_build_id is not null
			  order by 2 desc limit 1)
			union all
			(select s.model_build_id, s.at from beat.model_seen s where s.model_id = in_model_id)) as x
	 order by x.at desc
	 limit 1
$$;

-- The models of a project's loop.
create function project_adversaries(p beat.project) returns bigint[] language sql stable as $$
	select array_remove(p.model_id || p.also_model_ids, no_model())
$$;

-- One build that a setting names, of the models in the loop: by its number, its version or the beginning of its weights'
-- digest; or a sentence.
create function setting_build(p beat.project, given text) returns bigint language plpgsql stable as $$
declare
	found_ids bigint[];
begin
	select array_agg(b.id order by b.id) into found_ids
	  from beat.model_build b
	 where b.model_id = any (project_adversaries(p))
	   and (b.id::text = given or b.version = given or char_length(given) >= 6 and starts_with(b.weights, given));
	if found_ids is null then
		perform setting_refuse('pins', format('No build "%s" of a model in this loop was seen yet; "beatctl model show NAME" '
			'tells those there are, and "beatctl model check NAME" asks a model so that its build is seen.', left(given, 100)));
	elsif cardinality(found_ids) > 1 then
		perform setting_refuse('pins', format('"%s" may be any of the builds %s: give its number.', left(given, 100),
			array_to_string(found_ids, ', ')));
	end if;
	return found_ids[1];
end
$$;

-- The builds that a setting "current" means: that of each model in the loop; or a sentence.
create function setting_builds_current(p beat.project) returns bigint[] language plpgsql stable as $$
declare
	unseen text;
begin
	select string_agg(m.name, ', ' order by m.name) into unseen
	  from beat.model m where m.id = any (project_adversaries(p)) and build_current(m.id) is null;
	if unseen is not null then
		perform setting_refuse('pins', format('%s has not answered yet, so nobody knows its build: ask it once with "beatctl '
			'model check %1$s", then pin it.', unseen));
	end if;
	return array(select build_current(m.id) from beat.model m where m.id = any (project_adversaries(p)) order by m.id);
end
$$;

-- A project's row with the pins that settings name, and refused if what is pinned is not in its loop.
create function pins_with(p beat.project, settings jsonb) returns beat.project language plpgsql as $$
declare
	given text[];
	one text;
	strange text;
begin
	if settings ? 'pins' then
		given := array_remove(setting_texts(settings, 'pins'), 'none');
		p.pin_build_ids := '{}';
		foreach one in array given loop
			p.pin_build_ids := p.pin_build_ids || case one when 'current' then setting_builds_current(p)
				else array[setting_build(p, one)] end;
		end loop;
		p.pin_build_ids := array(select distinct x from unnest(p.pin_build_ids) as x order by x);
	end if;
	select string_agg(distinct m.name, ', ') into strange
	  from beat.model_build b
	  join beat.model m on m.id = b.model_id
	 where b.id = any (p.pin_build_ids) and b.model_id <> all (project_adversaries(p));
	if strange is not null then
		perform setting_refuse('pins', format('A build of %s is pinned, which would not be in the loop any more: pin anew '
			'(pins: current) or not at all (pins: none).', strange));
	end if;
	return p;
end
$$;

-- Keeps which build a model answered with when something asked it that stores no attempt.
create function model_saw(
	in_model_id bigint, in_name text, in_version text, in_weights text, in_prompt text, in_protocol text)
	returns bigint language plpgsql as $$
declare
	seen bigint := model_build_seen(in_model_id, in_name, in_version, in_weights, in_prompt, in_protocol);
begin
	if seen is not null then
		insert into beat.model_seen as s (model_id, model_build_id, at) values (in_model_id, seen, clock_timestamp())
		on conflict on constraint model_seen_pkey do update set model_build_id = excluded.model_build_id, at = excluded.at;
	end if;
	return seen;
end
$$;
