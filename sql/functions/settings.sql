-- The settings of projects: read from what people give, checked by their entries, and as they were in the past.

-- Refuses the value of a setting: the sentence is for people, the column of the error tells programs which it is.
create function setting_refuse(key text, sentence text) returns void language plpgsql as $$
begin
	perform refuse(sentence, 'settings.' || key);
end
$$;

-- A whole number of a project's settings, or a sentence why not.
create function setting_integer(settings jsonb, key text, low integer, high integer) returns integer
	language plpgsql immutable as $$
begin
	-- A number with a fraction or beyond the range must not be rounded or wrapped into it.
	if jsonb_typeof(settings -> key) is distinct from 'number'
		or (settings ->> key)::numeric not between low and high
		or (settings ->> key)::numeric <> trunc((settings ->> key)::numeric) then
		perform setting_refuse(key, format(
			'%s must be a whole number from %s to %s, not %s.', key, low, high, settings -> key));
	end if;
	return (settings ->> key)::numeric::integer;
end
$$;

-- A text of a project's settings that matches a pattern, or a sentence why not.
create function setting_text(settings jsonb, key text, pattern text, what text) returns text
	language plpgsql immutable as $$
begin
	if jsonb_typeof(settings -> key) is distinct from 'string' or (settings ->> key) !~ pattern then
		perform setting_refuse(key, format('%s must be %s, not %s.', key, what, settings -> key));
	end if;
	return settings ->> key;
end
$$;

-- A text whose length counts, and that says something if it must have any.
create function setting_words(settings jsonb, key text, low integer, high integer) returns text
	language plpgsql immutable as $$
declare
	what text := format('a text of %s to %s characters', low, high);
	words text := setting_text(settings, key, '', what);
begin
	if char_length(words) not between low and high or (low > 0 and beat.is_blank(words)) then
		perform setting_refuse(key, format('%s must be %s.', key, what));
	end if;
	return words;
end
$$;

-- A list of texts of a project's settings, each once, or a sentence why not.
create function setting_texts(settings jsonb, key text) returns text[]
	language sql immutable as $$
	select texts_checked(settings -> key, key, 'settings.' || key)
$$;

-- Several of the choices, in their order, or a sentence.
create function setting_several(settings jsonb, key text, choices text[]) returns text[]
	language plpgsql immutable as $$
declare
	names text[] := setting_texts(settings, key);
begin
	if not names <@ choices or cardinality(names) = 0 then
		perform setting_refuse(key, format(
			'%s are one or more of %s, not %s.', key, array_to_string(choices, ', '), settings -> key));
	end if;
	return array(select x from unnest(choices) as x where x = any (names));
end
$$;

-- An onboarding of a project's settings, or a sentence.
create function setting_onboarding(settings jsonb, key text) returns text language plpgsql stable as $$
declare
	wanted text := setting_text(settings, key, '.', 'the name of an onboarding');
begin
	if not exists (select from beat.onboarding o where o.name = wanted) then
		perform setting_refuse(key, format('There is no onboarding "%s"%s.', wanted, coalesce(
			'; there are ' || (select string_agg(distinct o.name, ', ') from beat.onboarding o),
			': bring one in with "beatctl onboarding import"')));
	end if;
	return wanted;
end
$$;

-- A model of a project's settings, registered if it is a new URL, or a sentence. A protocol given with it is that of the
-- model in the loop.
create function setting_model(settings jsonb, key text) returns bigint language plpgsql as $$
declare
	sentence text;
begin
	return model_resolve(setting_text(settings, key, '.', 'a name or a URL'),
		case when key = 'model' then settings ->> 'protocol' end);
exception when sqlstate 'BE001' then
	get stacked diagnostics sentence = message_text;
	perform setting_refuse(key, sentence);
end
$$;

-- A pool of a project's settings, or a sentence.
create function setting_pool(settings jsonb, key text) returns bigint language plpgsql stable as $$
declare
	wanted text := setting_text(settings, key, '.', 'the name of a pool');
	found_id bigint;
begin
	select o.id into found_id from beat.pool o where o.name = wanted;
	if not found then
		perform setting_refuse(key, format('There is no pool "%s"; there are %s.', wanted,
			(select string_agg(o.name, ', ' order by o.name) from beat.pool o)));
	end if;
	return found_id;
end
$$;

-- One value that a column of project keeps, checked by its entry, as that column has it; or a sentence.
create function setting_value(s record, settings jsonb) returns jsonb language plpgsql as $$
declare
	value jsonb := settings -> s.key;
begin
	if s.nullable and jsonb_typeof(value) = 'null' then
		return 'null';
	end if;
	case s.kind
	when 'integer' then
		return to_jsonb(setting_integer(settings, s.key, s.low, s.high));
	when 'boolean' then
		if jsonb_typeof(value) <> 'boolean' then
			perform setting_refuse(s.key, format('%s must be true or false, not %s.', s.key, value));
		end if;
	when 'choice' then
		if jsonb_typeof(value) <> 'string' or (value #>> '{}') <> all (s.choices) then
			perform setting_refuse(s.key,
				format('%s must be %s, not %s.', s.key, array_to_string(s.choices, ' or '), value));
		end if;
	when 'list' then
		return to_jsonb(setting_several(settings, s.key, s.choices));
	when 'onboarding' then
		return to_jsonb(setting_onboarding(settings, s.key));
	when 'model' then
		return to_jsonb(setting_model(settings, s.key));
	when 'models' then
		return to_jsonb(setting_models(settings, s.key, s.high));
	when 'pool' then
		return to_jsonb(setting_pool(settings, s.key));
	when 'text' then
		return to_jsonb(case when s.pattern is not null then setting_text(settings, s.key, s.pattern, s.form)
			else setting_words(settings, s.key, s.low, s.high) end);
	end case;
	return value;
end
$$;

-- Refuses settings that are none, or that nobody knows.
create function settings_known(settings jsonb) returns void language plpgsql as $$
declare
	unknown text;
begin
	if jsonb_typeof(settings) is distinct from 'object' then
		perform refuse('A project''s settings are a JSON object.', 'settings');
	end if;
	select k into unknown
	  from jsonb_object_keys(settings) as k
	 where not exists (select from project_setting() s where s.key = k)
	 limit 1;
	if found then
		perform setting_refuse(unknown, format('There is no setting "%s"; there are %s.', unknown,
			(select string_agg(s.key, ', ' order by s.place) from project_setting() s)));
	end if;
end
$$;

-- Refuses a project whose workers of Prolific could not end there: they leave with the study's completion code.
create function project_can_end(p beat.project) returns void language plpgsql as $$
begin
	if 'prolific' = any (p.platforms) and p.completion_code = '' then
		perform setting_refuse('completion_code', 'Workers of Prolific leave with a completion code, and there is none: '
			'give completion_code as the study on Prolific has it, or take prolific out of the platforms.');
	end if;
end
$$;

-- A project's row with settings applied, or a sentence about the first that cannot be.
create function project_with(p beat.project, settings jsonb) returns beat.project language plpgsql as $$
declare
	s record;
	changes jsonb := '{}';
begin
	perform settings_known(settings);
	if settings ? 'protocol' then
		perform setting_text(settings, 'protocol', '^[a-z][a-z0-9_-]{0,31}$', 'the name of a protocol');
	end if;
	for s in
		select x.* from project_setting() x where settings ? x.key and x.column_name is not null and x.kind <> 'builds'
		 order by x.place
	loop
		changes := changes || jsonb_build_object(s.column_name, setting_value(s, settings));
	end loop;
	p := jsonb_populate_record(p, changes);
	if p.validation_matches > p.validation_votes and p.validation_votes > 0 then
		perform setting_refuse(case when settings ? 'validation_votes' and not settings ? 'validation_matches'
				then 'validation_votes' else 'validation_matches' end,
			format('%s of %s votes cannot match: lower validation_matches, or raise validation_votes.',
				p.validation_matches, p.validation_votes));
	end if;
	perform further_check(p, settings);
	if settings ?| array['platforms', 'completion_code'] then
		perform project_can_end(p);
	end if;
	p := adversary_with(p, settings);
	perform adversaries_check(p, settings);
	p := pins_with(p, settings);
	if p.pool_id is null then
		p.pool_id := 1; -- the pool of all who were not told otherwise
	end if;
	if settings ? 'protocol' and not settings ? 'model'
		and settings ->> 'protocol' <> (select m.protocol from beat.model m where m.id = p.model_id) then
		perform setting_refuse('protocol',
			'protocol belongs to the model: give both, or change it with "beatctl model add".');
	end if;
	return p;
end
$$;

-- Refuses further answers that are to decide and never could.
create function further_check(p beat.project, settings jsonb) returns void language plpgsql as $$
begin
	if p.further_decide and p.further_answers > 0 and p.validation_matches > p.further_answers then
		perform setting_refuse(case when settings ? 'validation_matches' then 'validation_matches'
				when settings ? 'further_answers' then 'further_answers' else 'further_decide' end,
			format('%s of %s further answers cannot match: lower validation_matches, or raise further_answers.',
				p.validation_matches, p.further_answers));
	end if;
end
$$;

-- The settings of a project as project_set() takes them.
create function project_settings(p beat.project) returns jsonb language plpgsql stable as $$
begin
	return (
		select jsonb_object_agg(s.key, case s.kind
				when 'model' then
					to_jsonb((select m.name from beat.model m where m.id = (to_jsonb(p) ->> s.column_name)::bigint))
				when 'models' then
					to_jsonb(model_names(array(
						select e::bigint from jsonb_array_elements_text(to_jsonb(p) -> s.column_name) as e)))
				when 'builds' then
					to_jsonb(p.pin_build_ids::text[])
				when 'pool' then
					to_jsonb((select o.name from beat.pool o where o.id = (to_jsonb(p) ->> s.column_name)::bigint))
				else to_jsonb(p) -> s.column_name end)
		  from project_setting() s
		 where s.column_name is not null)
		|| jsonb_build_object(
			'collections', array(
				select c.name
				  from beat.project_collection l
				  join beat.collection c on c.id = l.collection_id
				 where l.project_id = p.id and l.linked
				 order by c.name),
			'targets', (
				select jsonb_agg(s.target order by array_position(array['train', 'dev', 'test'], s.split))
				  from beat.project_split s
				 where s.project_id = p.id));
end
$$;

-- Settings as they came, as JSON.
create function settings_given(in_settings text) returns jsonb language plpgsql immutable as $$
begin
	return coalesce(nullif(in_settings, ''), '{}')::jsonb;
exception when invalid_text_representation then
	return 'null'; -- project_with says what settings are
end
$$;

-- A column of a project as it was at a moment: what the first later change of it found, else what it is now.
create function project_setting_at(in_project_id bigint, in_setting text, in_as_of timestamptz) returns text
	language plpgsql stable as $$
declare
	was record;
begin
	select e.detail -> 'before' ->> in_setting as value into was
	  from beat.event e
	 where e.project_id = in_project_id and e.kind in ('project.set', 'project.state') and e.at > in_as_of
	   and e.detail -> 'before' ? in_setting
	 order by e.at, e.id
	 limit 1;
	if found then
		return was.value;
	end if;
	return (select to_jsonb(p) ->> in_setting from beat.project p where p.id = in_project_id);
end
$$;

-- How many questions of a split a project wanted at a moment; null: no limit.
create function project_target_at(in_project_id bigint, in_split text, in_as_of timestamptz) returns integer
	language plpgsql stable as $$
declare
	was record;
begin
	select (e.detail ->> 'before')::integer as value into was
	  from beat.event e
	 where e.project_id = in_project_id and e.kind = 'project.target' and e.at > in_as_of
	   and e.detail ->> 'split' = in_split
	 order by e.at, e.id
	 limit 1;
	if found then
		return was.value;
	end if;
	return (select s.target from beat.project_split s where s.project_id = in_project_id and s.split = in_split);
end
$$;
