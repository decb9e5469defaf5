-- Releases: what is in a version of a dataset is chosen once, as of a settled moment, and never changes; its files are
-- made of that by beatctl, now or again at any time, byte for byte the same.
--
-- A release is opened and frozen in one transaction. Whoever writes its files holds an advisory lock of the session, so
-- that a builder that dies lets go of it; it tells its progress in release.progress and release.alive_at. Nothing here
-- depends on ids that the database made up: another database with the same questions chooses the same.

insert into beat.setting (key, value)
values ('release_key', replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));

-- HMAC with SHA-256 (RFC 2104); there is none without an extension.
create function beat.hmac_sha256(in_key bytea, in_text bytea) returns bytea
	language plpgsql immutable strict parallel safe as $$
declare
	block constant integer := 64;
	inner_pad bytea := '';
	outer_pad bytea := '';
	k bytea := case when octet_length(in_key) > block then sha256(in_key) else in_key end;
	byte integer;
begin
	for i in 0 .. block - 1 loop
		byte := case when i < octet_length(k) then get_byte(k, i) else 0 end;
		inner_pad := inner_pad || set_byte('\x00', 0, byte # 54);
		outer_pad := outer_pad || set_byte('\x00', 0, byte # 92);
	end loop;
	return sha256(outer_pad || sha256(inner_pad || in_text));
end
$$;
comment on function beat.hmac_sha256 is 'HMAC-SHA-256 of a text under a key.';

create function beat.release_key(in_name text, in_version text) returns bytea
	language sql stable strict
	return (
		select beat.hmac_sha256(convert_to(s.value, 'UTF8'),
			convert_to(in_name, 'UTF8') || '\x00'::bytea || convert_to(in_version, 'UTF8'))
		from beat.setting s
		where s.key = 'release_key'
	);
comment on function beat.release_key is
	'The key of a release''s pseudonyms: nobody without the installation''s own key can tell who is who, or who is the same '
	'in two releases.';

-- The order of a draw: by a digest of the seed and the thing itself.
create function beat.draw_order(in_seed text, in_thing text) returns bytea
	language sql immutable strict parallel safe
	return sha256(convert_to(in_seed || ':' || in_thing, 'UTF8'));
comment on function beat.draw_order is 'Where a thing stands in the random order that a seed gives.';

-- A model without a name of its own was registered under the host and port of its URL: those stay in the house.
create function beat.model_published_name(registered text, reported text) returns text
	language sql immutable parallel safe
	return coalesce(nullif(btrim(reported), ''),
		case when registered ~ ':[0-9]{2,5}(-[0-9]+)?$' then 'unnamed' else registered end);
comment on function beat.model_published_name is
	'What releases call a model: as it calls itself, else as it was registered; never an address.';

-- Options, as given or by default.

create function beat.release_formats(in_formats text[]) returns text[] language plpgsql immutable as $$
declare
	known constant text[] := array['squad', 'mrqa', 'hf', 'attempts'];
	stranger text;
begin
	select f into stranger from unnest(in_formats) as f where (f = any (known)) is not true limit 1;
	if found then
		perform beat.refuse(format('There is no format "%s"; there are squad, mrqa, hf and attempts.', stranger));
	end if;
	if cardinality(in_formats) = 0 then
		perform beat.refuse('Name at least one format: squad, mrqa, hf or attempts.');
	end if;
	return (select array_agg(k order by o) from unnest(known) with ordinality as u (k, o)
			 where in_formats is null or k = any (in_formats));
end
$$;
comment on function beat.release_formats is 'The formats asked for, each once, in their usual order; null: all.';

create function beat.release_check_options(in_version text, in_seed text, in_licence text) returns void
	language plpgsql as $$
begin
	if (in_version ~ '^[0-9A-Za-z][0-9A-Za-z.+-]{0,63}$' and in_version !~ '[.][.]') is not true then
		perform beat.refuse(format('A version is up to 64 letters, digits and . + -, such as 1.0; "%s" is not.',
			coalesce(in_version, '')));
	end if;
	if in_seed !~ '^[0-9A-Za-z._-]{1,64}$' then
		perform beat.refuse(format('A seed is 1 to 64 letters, digits and . _ -; "%s" is not.', in_seed));
	end if;
	if in_licence is not null
		and (beat.is_blank(in_licence) or char_length(in_licence) > 200 or in_licence ~ '[[:cntrl:]]') then
		perform beat.refuse('A licence is a name of up to 200 characters in one line, such as cc-by-sa-4.0.');
	end if;
end
$$;
comment on function beat.release_check_options is 'Refuses a version, seed or licence that cannot be; null: not given.';

create function beat.release_moment(p beat.project, in_as_of timestamptz) returns timestamptz language plpgsql as $$
declare
	settled timestamptz := date_trunc('milliseconds', beat.settled_moment());
begin
	if in_as_of is null then
		return settled;
	end if;
	if not isfinite(in_as_of) then
		perform beat.refuse(format('"%s" is not a moment; write it like 2026-01-31T12:30:00Z.', in_as_of));
	end if;
	if in_as_of > settled then
		perform beat.refuse(case when in_as_of > clock_timestamp()
			then format('%s is in the future; the data can be released as of now or any moment before.', beat.iso(in_as_of))
			else format('Work that began before %s is still being stored; try again in a moment, or release as of %s.',
				beat.iso(in_as_of), beat.iso(settled)) end);
	end if;
	if in_as_of < p.created_at then
		perform beat.refuse(format('Project %s was made at %s, after the moment asked for.', p.name, beat.iso(p.created_at)));
	end if;
	return in_as_of;
end
$$;
comment on function beat.release_moment is
	'The moment a release is as of: the one asked for if everything stamped before it is stored, else the latest such one.';

-- An option that is not given agrees with anything.
create function beat.release_same(r beat.release, in_seed text, in_licence text, in_formats text[], in_as_of timestamptz)
	returns void language plpgsql as $$
declare
	other text := case
		when in_seed <> r.seed then format('seed %s', r.seed)
		when in_licence <> r.licence then format('licence %s', r.licence)
		when in_formats <> r.formats then format('formats %s', array_to_string(r.formats, ','))
		when in_as_of <> r.as_of then format('as of %s', beat.iso(r.as_of)) end;
begin
	if other is not null then
		perform beat.refuse_as('BE409', format('Version %s of %s is frozen already, with %s. Leave the option out to write '
			'that one again, or choose another version.', r.version, r.name, other));
	end if;
end
$$;
comment on function beat.release_same is 'Refuses options that are not those of a frozen release.';

create function beat.release_standing(in_name text, in_version text) returns beat.release language plpgsql as $$
declare
	r beat.release;
begin
	perform pg_advisory_xact_lock(hashtextextended('beat.release:' || in_name || '@' || in_version, 0));
	select x.* into r
	  from beat.release x
	 where x.name = in_name and x.version = in_version and x.state <> 'failed';
	return r;
end
$$;
comment on function beat.release_standing is
	'The release of a name and version that is ready or being built, or nulls; nobody else can open it until the end of '
	'the transaction.';

-- What the project was like at the moment, for the record and the dataset's card.
create function beat.release_settings(p beat.project, in_as_of timestamptz) returns jsonb language plpgsql stable as $$
begin
	return (
		select jsonb_object_agg(c.key, beat.project_setting_at(p.id, c.key, in_as_of))
		  from jsonb_object_keys(to_jsonb(p)) as c (key)
		 where c.key not in ('id', 'state', 'completion_code', 'validation_completion_code', 'model_id',
				'onboarding_model_id', 'created_at'))
		|| (select jsonb_object_agg('target_' || s.split, beat.project_target_at(p.id, s.split, in_as_of))
			  from unnest(array['train', 'dev', 'test']) as s (split));
end
$$;
comment on function beat.release_settings is 'The settings of a project at a moment, without secrets and internal ids.';

-- Choosing. Passages come in the order of the draw, and each that fits is taken whole. What then is missing to the target
-- is got by exchanging a few of the last ones for others; only if no such exchange is found, one passage is cut.

-- A subset of the pool that sums up to what is wanted, as places in sizes; null if there is none. via[s + 1] is the last
-- one of a subset that sums up to s; the others of it came before.
create function beat.release_fill(in_sizes integer[], in_pool integer[], in_wanted integer) returns integer[]
	language plpgsql immutable as $$
declare
	via integer[] := array_fill(null::integer, array[in_wanted + 1]);
	picked integer[] := '{}';
	k integer;
	s integer := in_wanted;
begin
	via[1] := 0;
	foreach k in array in_pool loop
		for t in reverse in_wanted .. in_sizes[k] loop
			if via[t + 1] is null and via[t - in_sizes[k] + 1] is not null then
				via[t + 1] := k;
			end if;
		end loop;
	end loop;
	while s > 0 and via[in_wanted + 1] is not null loop
		picked := picked || via[s + 1];
		s := s - in_sizes[via[s + 1]];
	end loop;
	return case when via[in_wanted + 1] is not null then picked end;
end
$$;
comment on function beat.release_fill is 'Which passages of a pool hold exactly as many questions as are wanted.';

create function beat.release_choose(in_seed text, in_split text, in_target integer)
	returns table (question_id text) language plpgsql as $$
declare
	exchanged constant integer := 20; -- at most so many are given back, for so many others at most
	offered constant integer := 40;
	p record;
	missing integer := in_target;
	ids bigint[] := '{}';
	sizes integer[] := '{}';
	kept integer[] := '{}';
	remaining integer[] := '{}';
	given integer := 0;
	picked integer[];
begin
	for p in
		select c.passage_id, count(*)::integer as n
		  from pg_temp.release_candidate c
		 where c.split = in_split
		 group by c.passage_id, c.text_sha256
		 order by beat.draw_order(in_seed, encode(c.text_sha256, 'hex')), c.text_sha256
	loop
		ids := ids || p.passage_id;
		sizes := sizes || p.n;
		if p.n <= missing then
			kept := kept || cardinality(ids);
			missing := missing - p.n;
		else
			remaining := remaining || cardinality(ids);
		end if;
	end loop;
	for j in 1 .. case when missing > 0 then least(exchanged, cardinality(kept)) else 0 end loop
		given := given + sizes[kept[cardinality(kept) - j + 1]];
		picked := beat.release_fill(sizes, remaining[1:offered] || kept[cardinality(kept) - j + 1:], missing + given);
		if picked is not null then
			kept := kept[1:cardinality(kept) - j] || picked;
			missing := 0;
			exit;
		end if;
	end loop;
	return query
		select c.question_id::text
		  from pg_temp.release_candidate c
		 where c.split = in_split and c.passage_id in (select ids[k] from unnest(kept) as k);
	if missing > 0 and cardinality(remaining) > 0 then
		return query
			select c.question_id::text
			  from pg_temp.release_candidate c
			 where c.split = in_split and c.passage_id = ids[remaining[1]]
			 order by beat.draw_order(in_seed, c.question_id), c.question_id
			 limit missing;
	end if;
end
$$;
comment on function beat.release_choose is
	'Exactly as many questions of a split as are wanted, or all if there are no more; at most one passage is not whole.';

-- What is not chosen leaves the candidates.
create function beat.release_freeze_split(r beat.release, in_split text, in_target integer) returns jsonb
	language plpgsql as $$
declare
	available bigint;
	chosen bigint;
begin
	select count(*) into available from pg_temp.release_candidate c where c.split = in_split;
	if available > in_target then
		delete from pg_temp.release_candidate c
		 where c.split = in_split
		   and c.question_id not in (select y.question_id from beat.release_choose(r.seed, in_split, in_target) as y);
	end if;
	insert into beat.release_question (release_id, split, place, question_id)
	select r.id, in_split, row_number() over (order by d.title collate "C", c.text_sha256, c.question_id collate "C"),
		   c.question_id
	  from pg_temp.release_candidate c
	  join beat.passage x on x.id = c.passage_id
	  join beat.document d on d.id = x.document_id
	 where c.split = in_split;
	get diagnostics chosen = row_count;
	return jsonb_build_object('split', in_split, 'target', in_target, 'available', available, 'chosen', chosen);
end
$$;
comment on function beat.release_freeze_split is 'Chooses the questions of a split and gives them their places.';

create function beat.release_excluded(in_project_id bigint, in_as_of timestamptz) returns setof bigint
	language sql stable as $$
	select distinct x.worker_id
	  from beat.vote_exclusion x
	 where x.project_id = in_project_id and x.at <= in_as_of and (x.undone_at is null or x.undone_at > in_as_of);
$$;
comment on function beat.release_excluded is 'The validators of a project whose votes did not count at a moment.';

-- Asked of the candidates that were chosen: the planner knows how many they are, of the rows just stored it does not.
create function beat.release_facts(r beat.release) returns jsonb language plpgsql stable as $$
begin
	return jsonb_build_object(
		'workers', (select pg_catalog.count(distinct c.worker_id) from pg_temp.release_candidate c),
		'models', (
			select coalesce(jsonb_agg(jsonb_build_object('name', m.name, 'version', m.version, 'weights', m.weights)
					order by m.name collate "C", m.version collate "C", m.weights collate "C"), '[]')
			  from (select distinct beat.model_published_name(o.name, b.name) as name, coalesce(b.version, '') as version,
						   coalesce(b.weights, '') as weights
					  from (select distinct t.model_id, t.model_build_id
							  from pg_temp.release_candidate c
							  join beat.attempt t on t.id = c.attempt_id) as u
					  join beat.model o on o.id = u.model_id
					  left join beat.model_build b on b.id = u.model_build_id) as m))
		|| (
			select jsonb_build_object('votes', count(*), 'validators', pg_catalog.count(distinct v.worker_id))
			  from pg_temp.release_candidate c
			  join beat.vote v on v.validation_id = c.question_id
			 where v.cast_at <= r.as_of and v.worker_id not in (select beat.release_excluded(r.project_id, r.as_of)))
		|| (
			select jsonb_build_object('validated', count(*) filter (where s.decision <> 'waiting'),
					'answerable', count(*) filter (where s.decision = 'answerable'))
			  from beat.question_standing(r.project_id, r.as_of) as s
			 where s.votes_asked and s.handed_in and s.causes <@ array['unanswerable']);
end
$$;
comment on function beat.release_facts is 'What the card of a release tells beside its questions, all as of its moment.';

create function beat.release_freeze(r beat.release, p beat.project) returns jsonb language plpgsql as $$
declare
	report jsonb;
begin
	create temp table release_candidate on commit drop as
	select v.question_id::text, v.split::text, v.passage_id, x.text_sha256, v.worker_id, v.attempt_id
	  from beat.valid_questions(p.name, r.as_of) as v
	  join beat.passage x on x.id = v.passage_id;
	analyze pg_temp.release_candidate;
	select jsonb_build_object('splits', jsonb_agg(beat.release_freeze_split(r, s.split,
			beat.project_target_at(p.id, s.split, r.as_of)) order by s.place))
	  into report
	  from unnest(array['train', 'dev', 'test']) with ordinality as s (split, place);
	analyze pg_temp.release_candidate;
	report := report || jsonb_build_object('facts', beat.release_facts(r));
	drop table pg_temp.release_candidate;
	return report;
end
$$;
comment on function beat.release_freeze is
	'Chooses the questions of a release from those valid at its moment; tells how many, and the facts for its card.';

create function beat.release_insert(r beat.release) returns beat.release language plpgsql as $$
begin
	insert into beat.release as x (name, version, project_id, parts, as_of, seed, licence, formats, settings, pseudonym_key,
		code_version, actor, progress)
	values (r.name, r.version, r.project_id, r.parts, r.as_of, coalesce(r.seed, '1'),
		coalesce(r.licence, 'cc-by-sa-4.0'), r.formats, r.settings, beat.release_key(r.name, r.version),
		r.code_version, beat.current_actor(), jsonb_build_object('step', 'waiting to be written', 'done', 0, 'total', 0))
	returning x.* into r;
	return r;
end
$$;
comment on function beat.release_insert is 'Stores a new release, with what is not said by default.';

create function beat.release_opened(r beat.release) returns void language plpgsql as $$
begin
	perform beat.event_add('release.freeze', r.project_id, null, null, jsonb_build_object('release', r.id::text,
		'name', r.name, 'version', r.version, 'as_of', beat.iso(r.as_of), 'seed', r.seed));
	perform beat.changed('release', r.project_id, r.id::text);
end
$$;
comment on function beat.release_opened is 'Records that a release was frozen.';

create function beat.release_open(
	in_project text, in_version text, in_seed text, in_licence text, in_formats text[], in_as_of timestamptz)
	returns beat.release language plpgsql set jit = off set work_mem = '64MB' as $$
declare
	p beat.project := beat.project_named(in_project);
	formats text[] := case when in_formats is not null then beat.release_formats(in_formats) end;
	r beat.release;
	fresh beat.release;
begin
	perform beat.release_check_options(in_version, in_seed, in_licence);
	r := beat.release_standing(p.name, in_version);
	if r.id is not null then
		if r.project_id is distinct from p.id then
			perform beat.refuse_as('BE409', format('%s@%s is a combined release; choose another version.', r.name,
				r.version));
		end if;
		perform beat.release_same(r, in_seed, in_licence, formats, in_as_of);
		return r;
	end if;
	fresh.name := p.name;
	fresh.version := in_version;
	fresh.project_id := p.id;
	fresh.parts := '[]';
	fresh.as_of := beat.release_moment(p, in_as_of);
	fresh.seed := in_seed;
	fresh.licence := in_licence;
	fresh.formats := beat.release_formats(formats);
	fresh.settings := beat.release_settings(p, fresh.as_of);
	fresh.code_version := '';
	r := beat.release_insert(fresh);
	update beat.release x set report = beat.release_freeze(r, p) where x.id = r.id returning x.* into r;
	if not exists (select from beat.release_question q where q.release_id = r.id) then
		perform beat.refuse_as('BE409', format('There is nothing to release: no question of %s was in at %s, or none was '
			'wanted. "beatctl question count %1$s" tells why.', p.name, beat.iso(r.as_of)));
	end if;
	perform beat.release_opened(r);
	return r;
end
$$;
comment on function beat.release_open is
	'The release of a project and version: the one that stands if its options are the same, else a new one, frozen now.';

create function beat.release_build(
	in_project text, in_version text, in_seed text, in_licence text, in_formats text, in_as_of text, in_actor text)
	returns beat.release language plpgsql set timezone = 'UTC' as $$
declare
	formats text[];
	as_of timestamptz;
begin
	perform beat.act_as(in_actor);
	begin
		formats := array(select json_array_elements_text(in_formats::json));
		as_of := date_trunc('milliseconds', in_as_of::timestamptz);
	exception when data_exception then
		perform beat.refuse(case when formats is null and in_formats is not null
			then 'Formats are a list of names: squad, mrqa, hf, attempts.'
			else format('"%s" is not a moment; write it like 2026-01-31T12:30:00Z.', in_as_of) end);
	end;
	return beat.release_open(in_project, in_version, in_seed, in_licence,
		case when in_formats is not null then formats end, as_of);
end
$$;
comment on function beat.release_build is
	'release_open for people: formats as a JSON array, the moment as text (in UTC unless it says otherwise); null: by '
	'default.';

create function beat.admin_release_build(
	in_project text, in_version text, in_seed text, in_licence text, in_formats text, in_as_of text, in_actor text)
	returns json language plpgsql as $$
declare
	r beat.release := beat.release_build(in_project, in_version, in_seed, in_licence, in_formats, in_as_of, in_actor);
begin
	update beat.release x set served = true where x.id = r.id and not x.served;
	return json_build_object('id', r.id, 'name', r.name, 'version', r.version);
end
$$;
comment on function beat.admin_release_build is 'Freezes a release, for the server to write into its own folder.';

-- Combining.

create function beat.release_named(in_ref text) returns beat.release language plpgsql stable as $$
declare
	r beat.release;
	ref text[] := regexp_match(in_ref, '^([^@]+)@([^@]+)$');
begin
	if ref is null then
		perform beat.refuse(format('A release is named NAME@VERSION, such as dbidaf@1.0; "%s" is not.', in_ref));
	end if;
	select x.* into r
	  from beat.release x
	 where x.name = ref[1] and x.version = ref[2]
	 order by x.state = 'failed', x.id desc
	 limit 1;
	if not found then
		perform beat.refuse_as('BE404', format('There is no release %s; "beatctl release list" names those there are.',
			in_ref));
	end if;
	return r;
end
$$;
comment on function beat.release_named is
	'A release by NAME@VERSION: the one that stands, else the last that failed; or the refusal BE404.';

create function beat.release_combine_freeze(r beat.release) returns jsonb language plpgsql as $$
declare
	splits jsonb;
begin
	insert into beat.release_question (release_id, split, place, question_id)
	select r.id, o.split, row_number() over (
			partition by o.split order by beat.draw_order(r.seed, o.question_id), o.question_id collate "C"),
		   o.question_id
	  from jsonb_array_elements(r.parts) as p
	  join beat.release_question o on o.release_id = (p ->> 'id')::bigint;
	select jsonb_agg(jsonb_build_object('split', s.split, 'target', null, 'available', n.n, 'chosen', n.n) order by s.place)
	  into splits
	  from unnest(array['train', 'dev', 'test']) with ordinality as s (split, place)
	 cross join lateral (select count(*) as n from beat.release_question q
						  where q.release_id = r.id and q.split = s.split) as n;
	return splits;
end
$$;
comment on function beat.release_combine_freeze is 'The questions of all parts of a combined release, in the order of its draw.';

create function beat.release_parts(in_of text[]) returns jsonb language plpgsql stable as $$
declare
	parts jsonb := '[]';
	part beat.release;
	one text;
begin
	foreach one in array in_of loop
		part := beat.release_named(one);
		if part.state <> 'ready' then
			perform beat.refuse(format('%s is not ready (it is %s); build it first.', one, part.state));
		end if;
		if part.project_id is null then
			perform beat.refuse(format('%s is a combined release itself; name what it was made of.', one));
		end if;
		if parts @> jsonb_build_array(jsonb_build_object('name', part.name)) then
			perform beat.refuse(format('%s is named twice; one version of each project can be combined.', part.name));
		end if;
		parts := parts || jsonb_build_object('id', part.id, 'name', part.name, 'version', part.version);
	end loop;
	if jsonb_array_length(parts) < 2 then
		perform beat.refuse('Name at least two releases to combine.');
	end if;
	return (select jsonb_agg(p order by p ->> 'name' collate "C") from jsonb_array_elements(parts) as p);
end
$$;
comment on function beat.release_parts is 'The releases to combine, by name, or why they cannot be.';

create function beat.release_combine(
	in_name text, in_version text, in_of text[], in_seed text, in_licence text, in_formats text[], in_actor text)
	returns beat.release language plpgsql set jit = off set work_mem = '64MB' as $$
declare
	formats text[] := case when in_formats is not null then beat.release_formats(in_formats) end;
	fresh beat.release;
	r beat.release;
begin
	perform beat.act_as(in_actor);
	perform beat.release_check_options(in_version, in_seed, in_licence);
	if in_name !~ '^[a-z0-9][a-z0-9_-]{0,62}$' then
		perform beat.refuse(format('A name is up to 63 small letters, digits and _ -, such as dcombined; "%s" is not.',
			in_name));
	end if;
	if exists (select from beat.project p where p.name = in_name) then
		perform beat.refuse(format('%s is a project; choose another name for the combined release.', in_name));
	end if;
	fresh.parts := beat.release_parts(in_of);
	r := beat.release_standing(in_name, in_version);
	if r.id is not null then
		if r.parts <> fresh.parts then
			perform beat.refuse_as('BE409', format('Version %s of %s is frozen already, of other releases. Choose another '
				'version.', r.version, r.name));
		end if;
		perform beat.release_same(r, in_seed, in_licence, formats, null);
		return r;
	end if;
	fresh.name := in_name;
	fresh.version := in_version;
	fresh.as_of := (select max(x.as_of) from beat.release x
					 where x.id in (select (p ->> 'id')::bigint from jsonb_array_elements(fresh.parts) as p));
	fresh.seed := in_seed;
	fresh.licence := in_licence;
	fresh.formats := beat.release_formats(formats);
	fresh.settings := '{}';
	fresh.code_version := '';
	r := beat.release_insert(fresh);
	update beat.release x set report = jsonb_build_object('splits', beat.release_combine_freeze(r)) where x.id = r.id
	returning x.* into r;
	perform beat.release_opened(r);
	return r;
end
$$;
comment on function beat.release_combine is 'A release of the questions of several others; as release_open for the rest.';
