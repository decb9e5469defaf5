-- Releases: what is in a version of a dataset is chosen once, as of a settled moment, and never changes; its files are
-- made of that by beatctl, now or again at any time, byte for byte the same.
--
-- A release is opened and frozen in one transaction. Whoever writes its files holds an advisory lock of the session, so
-- that a builder that dies lets go of it; it tells its progress in release.progress and release.alive_at. Nothing here
-- depends on ids that the database made up: another database with the same questions chooses the same.

-- The key of a release's pseudonyms: nobody without the installation's own key can tell who is who, or who is the same
-- in two releases.
create function release_key(in_name text, in_version text) returns bytea
	language sql stable strict as $$
	select (
		select hmac_sha256(convert_to(s.value, 'UTF8'),
			convert_to(in_name, 'UTF8') || '\x00'::bytea || convert_to(in_version, 'UTF8'))
		from beat.setting s
		where s.key = 'release_key'
	)
$$;

-- Options, as given or by default.

-- The formats asked for, each once, in their usual order; null: all.
create function release_formats(in_formats text[]) returns text[] language plpgsql immutable as $$
declare
	known constant text[] := array['squad', 'mrqa', 'hf', 'attempts'];
	stranger text;
begin
	select f into stranger from unnest(in_formats) as f where (f = any (known)) is not true limit 1;
	if found then
		perform refuse(format('There is no format "%s"; there are squad, mrqa, hf and attempts.', stranger), 'formats');
	end if;
	if cardinality(in_formats) = 0 then
		perform refuse('Name at least one format: squad, mrqa, hf or attempts.', 'formats');
	end if;
	return (select array_agg(k order by o) from unnest(known) with ordinality as u (k, o)
			 where in_formats is null or k = any (in_formats));
end
$$;

-- Refuses a version, seed or licence that cannot be; null: not given.
create function release_check_options(in_version text, in_seed text, in_licence text) returns void
	language plpgsql as $$
begin
	if (in_version ~ '^[0-9A-Za-z][0-9A-Za-z.+-]{0,63}$' and in_version !~ '[.][.]') is not true then
		perform refuse(format('A version is up to 64 letters, digits and . + -, such as 1.0; "%s" is not.',
			coalesce(in_version, '')), 'version');
	end if;
	if in_seed !~ '^[0-9A-Za-z._-]{1,64}$' then
		perform refuse(format('A seed is 1 to 64 letters, digits and . _ -; "%s" is not.', in_seed), 'seed');
	end if;
	if in_licence is not null
		and (beat.is_blank(in_licence) or char_length(in_licence) > 200 or in_licence ~ '[[:cntrl:]]') then
		perform refuse('A licence is a name of up to 200 characters in one line, such as cc-by-sa-4.0.', 'licence');
	end if;
end
$$;

-- Refuses options that are not those of a frozen release.
-- An option that is not given agrees with anything.
create function release_same(
	r beat.release, in_seed text, in_licence text, in_formats text[], in_as_of timestamptz, in_cites jsonb)
	returns void language plpgsql as $$
declare
	other text := case
		when in_seed <> r.seed then format('seed %s', r.seed)
		when in_licence <> r.licence then format('licence %s', r.licence)
		when in_formats <> r.formats then format('formats %s', array_to_string(r.formats, ','))
		when in_as_of <> r.as_of then format('as of %s', beat.iso(r.as_of))
		when in_cites <> release_cited(r) then 'other records cited' end;
begin
	if other is not null then
		perform refuse_as('BE409', format('Version %s of %s is frozen already, with %s. Leave the option out to write '
			'that one again, or choose another version.', r.version, r.name, other), 'version');
	end if;
end
$$;

-- The version that a release gets whose validation is not complete: its name, and so its folder, says it.
create function release_version_provisional(in_version text) returns text language sql immutable as $$
	select regexp_replace(in_version, '-provisional$', '') || '-provisional'
$$;

-- What is missing of the votes, null: nothing; refuses to release that unless a provisional release is wanted.
create function release_checked_votes(
	p beat.project, in_as_of timestamptz, in_now boolean, in_provisional boolean, out missing jsonb)
	language plpgsql stable as $$
begin
	missing := validation_missing(p, in_as_of, in_now);
	if missing is not null and in_provisional is not true then
		perform refuse_as('BE409', format('Validation of %s is not complete. %s A provisional release can be built all the '
			'same, and says so: --provisional.', p.name, validation_missing_said(p.name, missing)), 'provisional');
	end if;
end
$$;

-- Stores a new release, with what is not said by default.
create function release_insert(r beat.release) returns beat.release language plpgsql as $$
begin
	insert into beat.release as x (name, version, provisional, project_id, parts, as_of, seed, licence, formats, settings,
		pseudonym_key, code_version, actor, progress)
	values (r.name, r.version, coalesce(r.provisional, false), r.project_id, r.parts, r.as_of, coalesce(r.seed, '1'),
		coalesce(r.licence, 'cc-by-sa-4.0'), r.formats, r.settings, release_key(r.name, r.version),
		r.code_version, beat.current_actor(), jsonb_build_object('step', 'waiting to be written', 'done', 0, 'total', 0))
	returning x.* into r;
	return r;
end
$$;

-- Records that a release was frozen.
create function release_opened(r beat.release) returns void language plpgsql as $$
begin
	perform beat.event_add('release.freeze', r.project_id, null, null, jsonb_build_object('release', r.id::text,
		'name', r.name, 'version', r.version, 'as_of', beat.iso(r.as_of), 'seed', r.seed));
	perform beat.changed('release', r.project_id, r.id::text);
end
$$;

-- The release of a project and version: the one that stands if its options are the same, else a new one, frozen now.
create function release_open(
	in_project text, in_version text, in_seed text, in_licence text, in_formats text[], in_as_of timestamptz,
	in_provisional boolean, in_cites jsonb)
	returns beat.release language plpgsql set jit = off set work_mem = '64MB' as $$
declare
	p beat.project := project_named(in_project);
	formats text[] := case when in_formats is not null then release_formats(in_formats) end;
	r beat.release;
	fresh beat.release;
	missing jsonb;
begin
	perform release_check_options(in_version, in_seed, in_licence);
	r := release_standing(p.name, in_version);
	if r.id is null then
		fresh.as_of := release_moment(p, in_as_of);
		missing := release_checked_votes(p, fresh.as_of, in_as_of is null, in_provisional);
	end if;
	if missing is not null then
		fresh.provisional := true;
		in_version := release_version_provisional(in_version);
		perform release_check_options(in_version, in_seed, in_licence);
		r := release_standing(p.name, in_version);
	end if;
	if r.id is not null then
		if r.project_id is distinct from p.id then
			perform refuse_as('BE409', format('%s@%s is a combined release; choose another version.', r.name,
				r.version), 'version');
		end if;
		perform release_same(r, in_seed, in_licence, formats, in_as_of, in_cites);
		return r;
	end if;
	fresh.name := p.name;
	fresh.version := in_version;
	fresh.project_id := p.id;
	fresh.parts := '[]';
	fresh.seed := in_seed;
	fresh.licence := in_licence;
	fresh.formats := release_formats(formats);
	fresh.settings := release_settings(p, fresh.as_of);
	fresh.code_version := '';
	r := release_insert(fresh);
	perform release_cite(r, in_cites);
	update beat.release x
	   set report = release_freeze(r, p) || jsonb_strip_nulls(jsonb_build_object('missing', missing))
	 where x.id = r.id
	returning x.* into r;
	if not exists (select from beat.release_question q where q.release_id = r.id) then
		perform refuse_as('BE409', format('There is nothing to release: no question of %s was in at %s, or none was '
			'wanted%s. "beatctl question count %1$s" tells why.', p.name, beat.iso(r.as_of),
			case when r.report #> '{facts,tidied}' is not null
				then ', or release_tidy and release_whole_documents left all of them out' else '' end));
	end if;
	perform release_opened(r);
	return r;
end
$$;

-- release_open for people: formats as a JSON array, the moment as text (in UTC unless it says otherwise), what it cites as
-- release_cites() wants it; null: by default.
create function release_build(
	in_project text, in_version text, in_seed text, in_licence text, in_formats text, in_as_of text,
	in_provisional boolean, in_actor text, in_cites text default null)
	returns beat.release language plpgsql set timezone = 'UTC' as $$
declare
	formats text[];
	as_of timestamptz;
begin
	perform act_as(in_actor);
	begin
		formats := array(select json_array_elements_text(in_formats::json));
		as_of := date_trunc('milliseconds', in_as_of::timestamptz);
	exception when data_exception then
		perform refuse(case when formats is null and in_formats is not null
			then 'Formats are a list of names: squad, mrqa, hf, attempts.'
			else format('"%s" is not a moment; write it like 2026-01-31T12:30:00Z.', in_as_of) end,
			case when formats is null and in_formats is not null then 'formats' else 'as_of' end);
	end;
	return release_open(in_project, in_version, in_seed, in_licence,
		case when in_formats is not null then formats end, as_of, in_provisional, release_cites(in_cites));
end
$$;

-- Settles the votes of a project and freezes a release, for the server to write into its own folder.
create procedure admin_release_build(
	in_project text, in_version text, in_seed text, in_licence text, in_formats text, in_as_of text,
	in_provisional text, in_cites text, in_actor text, inout answer json default null) language plpgsql as $$
declare
	r beat.release;
	report jsonb := '[]';
begin
	if in_provisional not in ('true', 'false') then
		perform refuse('Say whether it may be provisional: true or false.', 'provisional');
	end if;
	if in_as_of is null then
		call validation_settle_project(project_named(in_project), report);
	end if;
	r := release_build(in_project, in_version, in_seed, in_licence, in_formats, in_as_of,
		in_provisional::boolean, in_actor, in_cites);
	update beat.release x set served = true where x.id = r.id and not x.served;
	answer := json_build_object('id', r.id, 'name', r.name, 'version', r.version, 'provisional', r.provisional);
end
$$;

-- Combining.

-- A release by NAME@VERSION: the one that stands, else the last that failed; or the refusal BE404.
create function release_named(in_ref text) returns beat.release language plpgsql stable as $$
declare
	r beat.release;
	ref text[] := regexp_match(in_ref, '^([^@]+)@([^@]+)$');
begin
	if ref is null then
		perform refuse(format('A release is named NAME@VERSION, such as dbidaf@1.0; "%s" is not.', in_ref));
	end if;
	select x.* into r
	  from beat.release x
	 where x.name = ref[1] and x.version = ref[2]
	 order by x.state = 'failed', x.id desc
	 limit 1;
	if not found then
		perform refuse_as('BE404', format('There is no release %s; "beatctl release list" names those there are.',
			in_ref));
	end if;
	return r;
end
$$;

-- The questions of all parts of a combined release, in the order of its draw.
create function release_combine_freeze(r beat.release) returns jsonb language plpgsql as $$
declare
	splits jsonb;
begin
	insert into beat.release_question (release_id, split, place, question_id)
	select r.id, o.split, row_number() over (
			partition by o.split order by draw_order(r.seed, o.question_id), o.question_id collate "C"),
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

-- The releases to combine, by name, or why they cannot be.
create function release_parts(in_of text[]) returns jsonb language plpgsql stable as $$
declare
	parts jsonb := '[]';
	part beat.release;
	one text;
begin
	foreach one in array in_of loop
		part := release_named(one);
		if part.state <> 'ready' then
			perform refuse(format('%s is not ready (it is %s); build it first.', one, part.state));
		end if;
		if part.project_id is null then
			perform refuse(format('%s is a combined release itself; name what it was made of.', one));
		end if;
		if parts @> jsonb_build_array(jsonb_build_object('name', part.name)) then
			perform refuse(format('%s is named twice; one version of each project can be combined.', part.name));
		end if;
		parts := parts || jsonb_build_object('id', part.id, 'name', part.name, 'version', part.version);
	end loop;
	if jsonb_array_length(parts) < 2 then
		perform refuse('Name at least two releases to combine.');
	end if;
	return (select jsonb_agg(p order by p ->> 'name' collate "C") from jsonb_array_elements(parts) as p);
end
$$;

-- A release of the questions of several others; as release_open for the rest.
create function release_combine(
	in_name text, in_version text, in_of text[], in_seed text, in_licence text, in_formats text[], in_actor text,
	in_cites text default null)
	returns beat.release language plpgsql set jit = off set work_mem = '64MB' as $$
declare
	formats text[] := case when in_formats is not null then release_formats(in_formats) end;
	cites jsonb := release_cites(in_cites);
	fresh beat.release;
	r beat.release;
begin
	perform act_as(in_actor);
	perform release_check_options(in_version, in_seed, in_licence);
	if in_name !~ '^[a-z0-9][a-z0-9_-]{0,62}$' then
		perform refuse(format('A name is up to 63 small letters, digits and _ -, such as dcombined; "%s" is not.',
			in_name), 'name');
	end if;
	if exists (select from beat.project p where p.name = in_name) then
		perform refuse(format('%s is a project; choose another name for the combined release.', in_name), 'name');
	end if;
	fresh.parts := release_parts(in_of);
	fresh.provisional := exists (
		select from beat.release x
		 where x.provisional and x.id in (select (p ->> 'id')::bigint from jsonb_array_elements(fresh.parts) as p));
	if fresh.provisional then -- what is made of such a one is one
		in_version := release_version_provisional(in_version);
		perform release_check_options(in_version, in_seed, in_licence);
	end if;
	r := release_standing(in_name, in_version);
	if r.id is not null then
		if r.parts <> fresh.parts then
			perform refuse_as('BE409', format('Version %s of %s is frozen already, of other releases. Choose another '
				'version.', r.version, r.name), 'version');
		end if;
		perform release_same(r, in_seed, in_licence, formats, null, cites);
		return r;
	end if;
	fresh.name := in_name;
	fresh.version := in_version;
	fresh.as_of := (select max(x.as_of) from beat.release x
					 where x.id in (select (p ->> 'id')::bigint from jsonb_array_elements(fresh.parts) as p));
	fresh.seed := in_seed;
	fresh.licence := in_licence;
	fresh.formats := release_formats(formats);
	fresh.settings := '{}';
	fresh.code_version := '';
	r := release_insert(fresh);
	perform release_cite(r, cites);
	update beat.release x set report = jsonb_build_object('splits', release_combine_freeze(r)) where x.id = r.id
	returning x.* into r;
	perform release_opened(r);
	return r;
end
$$;
