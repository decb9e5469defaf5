-- The operator's side: models, projects, the token key.
-- Mistakes raise BE001 with a sentence that says what to do.

create function beat.refuse(sentence text) returns void language plpgsql as $$
begin
	raise exception using errcode = 'BE001', message = sentence;
end
$$;
comment on function beat.refuse is 'Raises an error meant for the person at the command line.';

create function beat.act_as(in_actor text) returns void language plpgsql as $$
begin
	perform set_config('beat.actor', coalesce(in_actor, ''), true);
end
$$;
comment on function beat.act_as is 'Names the actor of the events to come in this transaction.';

create function beat.token_key(in_fresh text) returns text language plpgsql as $$
declare
	found_key text;
begin
	select s.value into found_key from beat.setting s where s.key = 'token-key';
	if found then
		return found_key;
	end if;
	if (in_fresh ~ '^([0-9a-f]{2}){16,}$') is not true then
		perform beat.refuse('A token key is at least 16 bytes in lower-case hexadecimal digits.');
	end if;
	insert into beat.setting (key, value) values ('token-key', in_fresh)
	on conflict on constraint setting_pkey do nothing;
	select s.value into found_key from beat.setting s where s.key = 'token-key';
	return found_key;
end
$$;
comment on function beat.token_key is
	'The key that signs tokens: the first one offered is kept, so that all servers share it.';

-- Models.

create function beat.model_check(in_name text, in_url text, in_protocol text) returns void language plpgsql as $$
begin
	if (in_name ~ '^[A-Za-z0-9\[][]A-Za-z0-9._:/-]{0,127}$') is not true then
		perform beat.refuse(format('A model''s name is 1 to 128 letters, digits and . _ : / -, beginning with a letter '
			'or digit; "%s" is not.', in_name));
	end if;
	if (in_url ~ '^https?://[^[:space:]/?#]+[^[:space:]]*$' and char_length(in_url) <= 2000) is not true then
		perform beat.refuse(format(
			'A model''s URL begins with http:// or https:// and a host; "%s" does not.', beat.url_shown(in_url)));
	end if;
	if (in_protocol ~ '^[a-z][a-z0-9_-]{0,31}$') is not true then
		perform beat.refuse(format('"%s" is no name of a protocol; the built-in one is "beat".', in_protocol));
	end if;
end
$$;
comment on function beat.model_check is 'Refuses what the constraints of model would refuse, in words.';

create function beat.model_add(
	in_name text, in_url text, in_protocol text, in_actor text,
	out name text, out url text, out protocol text, out change text)
	language plpgsql as $$
declare
	before beat.model;
begin
	in_url := regexp_replace(in_url, '/+$', '');
	in_protocol := coalesce(nullif(in_protocol, ''), 'beat');
	perform beat.model_check(in_name, in_url, in_protocol);
	perform beat.act_as(in_actor);
	name := in_name;
	url := beat.url_shown(in_url);
	protocol := in_protocol;
	insert into beat.model (name, url, protocol) values (in_name, in_url, in_protocol)
	on conflict on constraint model_name_key do nothing;
	if found then
		change := 'added';
		return;
	end if;
	select m.* into before from beat.model m where m.name = in_name for no key update;
	if (before.url, before.protocol) = (in_url, in_protocol) then
		change := 'unchanged';
		return;
	end if;
	update beat.model m set url = in_url, protocol = in_protocol where m.id = before.id;
	change := 'changed';
end
$$;
comment on function beat.model_add is
	'Registers a model, or moves one to another URL: what it is there is told by its builds.';

create function beat.model_list()
	returns table (name text, url text, protocol text, projects bigint, builds text, created_at text)
	language sql stable
begin atomic
	select m.name, beat.url_shown(m.url), m.protocol,
		   (select count(*) from beat.project p where p.model_id = m.id),
		   (select string_agg(
					concat_ws(' ', nullif(b.name, ''), nullif(b.version, ''), nullif(left(b.weights, 12), '')), ', '
					order by b.id)
			  from beat.model_build b where b.model_id = m.id),
		   beat.iso(m.created_at)
	  from beat.model m
	 order by m.name;
end;
comment on function beat.model_list is 'The registry of models, with the builds seen behind each.';

-- A model by name or URL; a URL not known yet is registered under its host and port.
create function beat.model_resolve(in_model text, in_protocol text) returns bigint language plpgsql as $$
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
			perform beat.refuse(format(
				'No model is named "%s": give a URL, or register it with "beatctl model add".', in_model));
		elsif in_protocol is not null and in_protocol <> m.protocol then
			perform beat.refuse(format(
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
	perform beat.model_check(candidate, wanted_url, wanted_protocol);
	insert into beat.model (name, url, protocol) values (candidate, wanted_url, wanted_protocol)
	returning id into new_id;
	return new_id;
end
$$;
comment on function beat.model_resolve is 'The id of a model given by name or by URL, registered if need be.';

create function beat.model_only() returns bigint language plpgsql as $$
declare
	names text[] := array(select m.name from beat.model m order by m.name limit 6);
begin
	if cardinality(names) = 0 then
		perform beat.refuse('No model is registered yet: give the model''s URL.');
	elsif cardinality(names) > 1 then
		perform beat.refuse(format('Several models are registered (%s): say which one.', array_to_string(names, ', ')));
	end if;
	return (select m.id from beat.model m);
end
$$;
comment on function beat.model_only is 'The one registered model, for a project that names none.';

-- Projects.

-- Brings the queue in line with the collections: adds what is new, wakes what is back, retires what has gone.
create function beat.project_fill(in_project_id bigint) returns integer language plpgsql as $$
declare
	draws_from_all boolean := not exists (
		select from beat.project_collection l where l.project_id = in_project_id and l.linked);
	changed bigint;
	total integer;
begin
	with wanted as (
		select distinct cp.passage_id, p.split
		  from beat.collection_passage cp
		  join beat.passage p on p.id = cp.passage_id
		 where draws_from_all
			or cp.collection_id in (
				select l.collection_id from beat.project_collection l where l.project_id = in_project_id and l.linked)
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
comment on function beat.project_fill is
	'Makes the queue of a project follow its collections; returns the number of active passages.';

create function beat.setting_integer(settings jsonb, key text, low integer, high integer) returns integer
	language plpgsql immutable as $$
begin
	-- A number with a fraction or beyond the range must not be rounded or wrapped into it.
	if jsonb_typeof(settings -> key) is distinct from 'number'
		or (settings ->> key)::numeric not between low and high
		or (settings ->> key)::numeric <> trunc((settings ->> key)::numeric) then
		perform beat.refuse(format(
			'%s must be a whole number from %s to %s, not %s.', key, low, high, settings -> key));
	end if;
	return (settings ->> key)::numeric::integer;
end
$$;
comment on function beat.setting_integer is 'A whole number of a project''s settings, or a sentence why not.';

create function beat.setting_text(settings jsonb, key text, form text, what text) returns text
	language plpgsql immutable as $$
begin
	if jsonb_typeof(settings -> key) is distinct from 'string' or (settings ->> key) !~ form then
		perform beat.refuse(format('%s must be %s, not %s.', key, what, settings -> key));
	end if;
	return settings ->> key;
end
$$;
comment on function beat.setting_text is 'A text of a project''s settings that matches a form, or a sentence why not.';

create function beat.setting_texts(settings jsonb, key text) returns text[]
	language plpgsql immutable as $$
begin
	if jsonb_typeof(settings -> key) is distinct from 'array' then
		perform beat.refuse(format('%s must be a list of names, not %s.', key, settings -> key));
	end if;
	if jsonb_path_exists(settings -> key, '$[*] ? (@.type() != "string")') then
		perform beat.refuse(format('%s must be a list of names, not %s.', key, settings -> key));
	end if;
	return array(
		select distinct e.value from jsonb_array_elements_text(settings -> key) as e (value) order by e.value);
end
$$;
comment on function beat.setting_texts is 'A list of texts of a project''s settings, each once, or a sentence why not.';

-- Puts settings into a project's row; what they do not mention stays.
create function beat.project_with(p beat.project, settings jsonb) returns beat.project language plpgsql as $$
declare
	key text;
	known constant text[] := array['title', 'model', 'protocol', 'threshold', 'questions', 'open', 'collections',
		'assignments_per_passage', 'targets', 'lease', 'reward', 'platforms', 'empty_answer', 'completion_code'];
begin
	if jsonb_typeof(settings) is distinct from 'object' then
		perform beat.refuse('A project''s settings are a JSON object.');
	end if;
	for key in select k from jsonb_object_keys(settings) as k loop
		if key <> all (known) then
			perform beat.refuse(format('There is no setting "%s"; there are %s.', key, array_to_string(known, ', ')));
		end if;
	end loop;
	if settings ? 'title' then
		p.title := beat.setting_text(settings, 'title', '[^[:space:]]', 'a text of 1 to 200 characters');
		if beat.is_blank(p.title) or char_length(p.title) > 200 then
			perform beat.refuse('title must be a text of 1 to 200 characters.');
		end if;
	end if;
	if settings ? 'threshold' then
		p.threshold_permille := beat.setting_integer(settings, 'threshold', 0, 1000);
	end if;
	if settings ? 'questions' then
		p.questions_wanted := beat.setting_integer(settings, 'questions', 1, 50);
	end if;
	if settings ? 'assignments_per_passage' then
		p.assignments_per_passage := beat.setting_integer(settings, 'assignments_per_passage', 1, 1000);
	end if;
	if settings ? 'lease' then
		p.lease_seconds := beat.setting_integer(settings, 'lease', 1, 2592000);
	end if;
	if settings ? 'reward' then
		p.reward_cents := beat.setting_integer(settings, 'reward', 0, 1000000);
	end if;
	if settings ? 'open' then
		if jsonb_typeof(settings -> 'open') <> 'boolean' then
			perform beat.refuse(format('open must be true or false, not %s.', settings -> 'open'));
		end if;
		p.open := (settings -> 'open')::boolean;
	end if;
	if settings ? 'platforms' then
		p.platforms := beat.setting_texts(settings, 'platforms');
		if not p.platforms <@ array['mturk', 'prolific', 'direct'] or cardinality(p.platforms) = 0 then
			perform beat.refuse(format(
				'platforms are one or more of mturk, prolific, direct, not %s.', settings -> 'platforms'));
		end if;
	end if;
	if settings ? 'empty_answer' then
		p.empty_answer := beat.setting_text(settings, 'empty_answer', '^(fault|loss)$', 'fault or loss');
	end if;
	if settings ? 'completion_code' then
		p.completion_code := beat.setting_text(settings, 'completion_code', '^[A-Za-z0-9_-]{0,64}$',
			'up to 64 letters, digits, _ and -');
	end if;
	if settings ? 'protocol' then
		perform beat.setting_text(settings, 'protocol', '^[a-z][a-z0-9_-]{0,31}$', 'the name of a protocol');
	end if;
	if settings ? 'model' then
		p.model_id := beat.model_resolve(
			beat.setting_text(settings, 'model', '.', 'a name or a URL'), settings ->> 'protocol');
	elsif p.model_id is null then
		p.model_id := beat.model_only();
	end if;
	if settings ? 'protocol' and not settings ? 'model'
		and settings ->> 'protocol' <> (select m.protocol from beat.model m where m.id = p.model_id) then
		perform beat.refuse('protocol belongs to the model: give both, or change it with "beatctl model add".');
	end if;
	return p;
end
$$;
comment on function beat.project_with is
	'A project''s row with settings applied, or a sentence about the first that cannot be.';

create function beat.project_apply_targets(in_project_id bigint, targets jsonb) returns void language plpgsql as $$
declare
	names constant text[] := array['train', 'dev', 'test'];
	wanted jsonb;
begin
	if jsonb_typeof(targets) <> 'array' or jsonb_array_length(targets) <> 3 then
		perform beat.refuse(format('targets must be three numbers, for train, dev and test, not %s.', targets));
	end if;
	for i in 1 .. 3 loop
		wanted := jsonb_build_object('targets', targets -> (i - 1));
		update beat.project_split s
		   set target = case when jsonb_typeof(targets -> (i - 1)) <> 'null'
				then beat.setting_integer(wanted, 'targets', 0, 1000000000) end
		 where s.project_id = in_project_id and s.split = names[i];
	end loop;
end
$$;
comment on function beat.project_apply_targets is 'Sets the targets of the three splits; null means no limit.';

create function beat.project_apply_collections(in_project_id bigint, names text[]) returns void language plpgsql as $$
declare
	unknown text := (
		select n from unnest(names) as n where not exists (select from beat.collection c where c.name = n) limit 1);
begin
	if unknown is not null then
		perform beat.refuse(format('There is no collection "%s"%s.', unknown, coalesce('; there are ' || (
			select string_agg(c.name, ', ' order by c.name) from beat.collection c), ': import passages first')));
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
comment on function beat.project_apply_collections is
	'Links exactly these collections; none means all there are and will be.';

create function beat.project_create(
	in_name text, in_settings jsonb, in_actor text, out name text, out state text, out passages integer)
	language plpgsql as $$
declare
	p beat.project;
begin
	if (in_name ~ '^[a-z0-9][a-z0-9_-]{0,62}$') is not true then
		perform beat.refuse(format('A project''s name is 1 to 63 lower-case letters, digits, _ and -, beginning with a '
			'letter or digit; "%s" is not.', in_name));
	end if;
	if exists (select from beat.project x where x.name = in_name) then
		perform beat.refuse(format('There is a project "%s" already: change it with "beatctl project set".', in_name));
	end if;
	perform beat.act_as(in_actor);
	p.title := in_name;
	p := beat.project_with(p, coalesce(in_settings, '{}'));
	insert into beat.project as x (
		name, title, open, model_id, threshold_permille, questions_wanted, assignments_per_passage, lease_seconds,
		reward_cents, platforms, empty_answer, completion_code)
	values (
		in_name, p.title, coalesce(p.open, false), p.model_id, coalesce(p.threshold_permille, 400),
		coalesce(p.questions_wanted, 5), coalesce(p.assignments_per_passage, 1), coalesce(p.lease_seconds, 3600),
		coalesce(p.reward_cents, 0), coalesce(p.platforms, '{mturk,prolific,direct}'),
		coalesce(p.empty_answer, 'fault'), coalesce(p.completion_code, ''))
	returning x.* into p;
	insert into beat.project_split (project_id, split) values (p.id, 'train'), (p.id, 'dev'), (p.id, 'test');
	name := p.name;
	state := p.state;
	passages := beat.project_apply_rest(p.id, in_settings, true);
end
$$;
comment on function beat.project_create is 'Makes a project; what the settings do not say gets its default.';

create function beat.project_apply_rest(in_project_id bigint, settings jsonb, fill boolean) returns integer
	language plpgsql as $$
begin
	if settings ? 'targets' then
		perform beat.project_apply_targets(in_project_id, settings -> 'targets');
	end if;
	if settings ? 'collections' then
		perform beat.project_apply_collections(in_project_id, beat.setting_texts(settings, 'collections'));
	end if;
	if fill or settings ? 'collections' then
		return beat.project_fill(in_project_id);
	end if;
	return (select sum(s.passages) from beat.project_split s where s.project_id = in_project_id);
end
$$;
comment on function beat.project_apply_rest is
	'Applies the settings that are not columns of project; returns the number of active passages.';

create function beat.project_missing(in_name text) returns void language plpgsql as $$
begin
	perform beat.refuse(format('There is no project "%s"%s.', in_name, coalesce(
		'; there are ' || (select string_agg(x.name, ', ' order by x.name) from beat.project x),
		': make one with "beatctl project create"')));
end
$$;
comment on function beat.project_missing is 'Refuses a project''s name, with those there are.';

create function beat.project_locked(in_name text) returns beat.project language plpgsql as $$
declare
	p beat.project;
begin
	select x.* into p from beat.project x where x.name = in_name for no key update;
	if not found then
		perform beat.project_missing(in_name);
	end if;
	return p;
end
$$;
comment on function beat.project_locked is 'A project by name, locked for a change, or a sentence.';

create function beat.project_set(
	in_name text, in_settings jsonb, in_actor text, out name text, out state text, out passages integer)
	language plpgsql as $$
declare
	p beat.project;
begin
	perform beat.act_as(in_actor);
	p := beat.project_with(beat.project_locked(in_name), coalesce(in_settings, '{}'));
	update beat.project x
	   set title = p.title, open = p.open, model_id = p.model_id, threshold_permille = p.threshold_permille,
		   questions_wanted = p.questions_wanted, assignments_per_passage = p.assignments_per_passage,
		   lease_seconds = p.lease_seconds, reward_cents = p.reward_cents, platforms = p.platforms,
		   empty_answer = p.empty_answer, completion_code = p.completion_code
	 where x.id = p.id;
	name := p.name;
	state := p.state;
	passages := beat.project_apply_rest(p.id, in_settings, false);
end
$$;
comment on function beat.project_set is
	'Changes the settings that are given; the rest stays. Triggers record each change.';

create function beat.project_state(
	in_name text, in_state text, in_actor text, out name text, out state text, out passages integer)
	language plpgsql as $$
declare
	p beat.project;
begin
	if (in_state in ('active', 'paused', 'closed')) is not true then
		perform beat.refuse(format('A project is active, paused or closed; "%s" is none of them.', in_state));
	end if;
	perform beat.act_as(in_actor);
	p := beat.project_locked(in_name);
	update beat.project x set state = in_state where x.id = p.id and x.state <> in_state;
	name := p.name;
	state := in_state;
	select sum(s.passages) into passages from beat.project_split s where s.project_id = p.id;
end
$$;
comment on function beat.project_state is 'Pauses, resumes or closes a project.';

create function beat.project_list()
	returns table (name text, state text, open boolean, model text, passages bigint, live bigint, submitted bigint,
		won bigint, title text)
	language sql stable
begin atomic
	select p.name, p.state, p.open, m.name,
		   (select sum(s.passages) from beat.project_split s where s.project_id = p.id),
		   (select count(*) from beat.assignment a where a.project_id = p.id and a.ended_at is null),
		   (select coalesce(sum(t.submitted), 0) from beat.project_tally t where t.project_id = p.id),
		   (select coalesce(sum(t.kept), 0) from beat.project_tally t where t.project_id = p.id),
		   p.title
	  from beat.project p
	  join beat.model m on m.id = p.model_id
	 order by p.name;
end;
comment on function beat.project_list is
	'All projects with their progress; won counts the questions of submitted assignments.';

-- Figures of the three splits read "train/dev/test".
create function beat.project_show(in_name text)
	returns table (
		name text, title text, state text, open boolean, model text, model_url text, protocol text,
		threshold_permille integer, questions integer, assignments_per_passage integer, lease_seconds integer,
		reward_cents integer, platforms text, empty_answer text, completion_code text, collections text, targets text,
		kept text, passages text, live bigint, submitted bigint, attempts bigint, won bigint, created_at text)
	language plpgsql stable as $$
declare
	p beat.project;
begin
	select x.* into p from beat.project x where x.name = in_name;
	if not found then
		perform beat.project_missing(in_name);
	end if;
	return query
	with split as (
		select s.split, s.target, s.passages,
			   (select coalesce(sum(t.kept), 0) from beat.project_tally t
				 where t.project_id = s.project_id and t.split = s.split) as kept,
			   (select coalesce(sum(t.submitted), 0) from beat.project_tally t
				 where t.project_id = s.project_id and t.split = s.split) as submitted,
			   array_position(array['train', 'dev', 'test'], s.split) as place
		  from beat.project_split s
		 where s.project_id = p.id
	)
	select p.name, p.title, p.state, p.open, m.name, beat.url_shown(m.url), m.protocol,
		   p.threshold_permille::integer,
		   p.questions_wanted, p.assignments_per_passage, p.lease_seconds, p.reward_cents,
		   array_to_string(p.platforms, ','), p.empty_answer, p.completion_code,
		   coalesce((
				select string_agg(c.name, ',' order by c.name)
				  from beat.project_collection l
				  join beat.collection c on c.id = l.collection_id
				 where l.project_id = p.id and l.linked), '(all)'),
		   (select string_agg(coalesce(s.target::text, 'unlimited'), '/' order by s.place) from split s),
		   (select string_agg(s.kept::text, '/' order by s.place) from split s),
		   (select string_agg(s.passages::text, '/' order by s.place) from split s),
		   (select count(*) from beat.assignment a where a.project_id = p.id and a.ended_at is null),
		   (select sum(s.submitted)::bigint from split s),
		   (select count(*)
			  from beat.attempt t
			  join beat.assignment a on a.id = t.assignment_id
			 where a.project_id = p.id),
		   (select coalesce(sum(a.won), 0) from beat.assignment a where a.project_id = p.id),
		   beat.iso(p.created_at)
	  from beat.model m
	 where m.id = p.model_id;
end
$$;
comment on function beat.project_show is
	'Everything about one project; won counts all questions, also those of assignments not handed in.';
