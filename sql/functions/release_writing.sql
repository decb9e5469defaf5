-- What the builders of releases ask and tell, and what the dashboard shows of them.

-- Writing.

-- Until the session ends nobody else can write the files of this release; false: somebody is at it.
create function release_lock(in_id bigint) returns boolean
	language sql volatile as $$
	select pg_try_advisory_lock(hashtextextended('beat.release.write', in_id))
$$;

-- All that the writer of a release's files needs to know beside the questions.
create function release_about(r beat.release) returns json language plpgsql stable as $$
begin
	return json_build_object('id', r.id, 'name', r.name, 'version', r.version, 'state', r.state, 'seed', r.seed,
		'licence', r.licence, 'as_of', beat.iso(r.as_of), 'code_version', r.code_version, 'formats', r.formats,
		'combined', r.project_id is null, 'provisional', r.provisional, 'key', encode(r.pseudonym_key, 'hex'), 'splits', r.report -> 'splits',
		'missing', r.report -> 'missing', 'cites', release_citations(r), 'cited', release_cited(r),
		'parts', (
			select json_agg(json_build_object('id', x.id, 'name', x.name,
					'version', case when r.project_id is null then x.version end,
					'settings', x.settings, 'facts', x.report -> 'facts') order by x.name collate "C")
			  from beat.release x
			 where x.id = r.id and r.project_id is not null
			    or r.project_id is null and x.id in (select (p ->> 'id')::bigint from jsonb_array_elements(r.parts) as p)),
		'files', (
			select coalesce(json_object_agg(f.path, f.sha256), '{}') from beat.release_file f where f.release_id = r.id));
end
$$;

-- The projects that a release was made of, each as of its moment.
create function release_sources(in_id bigint) returns table (project_id bigint, as_of timestamptz)
	language sql stable as $$
	select x.project_id, x.as_of
	  from beat.release r
	  join beat.release x on x.id = r.id and r.project_id is not null
		or r.project_id is null and x.id in (select (p ->> 'id')::bigint from jsonb_array_elements(r.parts) as p)
	 where r.id = in_id;
$$;

-- Those of the sources that publish the answers of validators beside the author's: all of them, or where others answered
-- what was asked without an adversary.
create function release_further(in_id bigint) returns table (project_id bigint, as_of timestamptz, every boolean, tidy boolean)
	language sql stable as $$
	select x.project_id, x.as_of, x.settings ->> 'release_answers' = 'all', coalesce((x.settings ->> 'release_tidy')::boolean, false)
	  from beat.release r
	  join beat.release x on x.id = r.id and r.project_id is not null
		or r.project_id is null and x.id in (select (p ->> 'id')::bigint from jsonb_array_elements(r.parts) as p)
	 where r.id = in_id and (x.settings ->> 'release_answers' = 'all' or x.settings ? 'further_answers' and exists (
		select from beat.validation v where v.project_id = x.project_id and v.cause = 'further' and v.votes > 0));
$$;

-- The votes with an answer to a question that counted at a moment. Every: to whatever question, else to one that was asked
-- without an adversary. Tidy: without answers that are none.
create function further_votes(
	in_question_id text, in_project_id bigint, in_as_of timestamptz, in_every boolean, in_tidy boolean)
	returns setof beat.vote language sql stable as $$
	select v.*
	  from beat.validation y
	  join beat.vote v on v.validation_id = y.id
	 where y.id = in_question_id and (in_every or y.cause = 'further') and v.cast_at <= in_as_of
	   and v.answer_text is not null
	   and not (in_tidy and answer_malformed(v.answer_text, (select x.text from beat.passage x where x.id = y.passage_id)))
	   and not exists (
			select from beat.vote_exclusion x
			 where x.worker_id = v.worker_id and x.project_id = in_project_id and x.at <= in_as_of
			   and (x.undone_at is null or x.undone_at > in_as_of));
$$;

-- These answers in the order in which they came; null if there are none.
create function further_answers(
	in_question_id text, in_project_id bigint, in_as_of timestamptz, in_every boolean, in_tidy boolean)
	returns json language plpgsql stable as $$
begin
	return (
		select json_agg(json_build_object('text', v.answer_text, 'start', v.answer_start, 'end', v.answer_end)
				order by v.cast_at, v.answer_start, v.answer_end)
		  from further_votes(in_question_id, in_project_id, in_as_of, in_every, in_tidy) as v);
end
$$;

-- The attempts, won and lost, that a release publishes of a split.
-- Judged attempts of generate HITs handed in by the moment. Nothing of workers who were revoked then, and nothing that a
-- reviewer or an admin had thrown out leaves the house: with a win that was thrown out goes its chain, the lost attempts
-- since the win before it.
create function release_attempts(in_id bigint, in_split text)
	returns table (attempt_id uuid, assignment_id bigint, passage_id bigint, worker_id bigint)
	language sql stable as $$
	select t.id, a.id, a.passage_id, a.worker_id
	  from release_sources(in_id) as s
	  join beat.assignment a on a.project_id = s.project_id and a.kind = 'generate' and a.state = 'submitted'
		and a.ended_at <= s.as_of
	  join beat.passage x on x.id = a.passage_id and x.split = in_split
	  join beat.attempt t on t.assignment_id = a.id and t.verdict <> 'none' and t.judged_at <= s.as_of
	 where not exists (
			select from beat.revocation v
			 where v.project_id = s.project_id and v.worker_id = a.worker_id and v.state in ('done', 'undone')
			   and coalesce(v.decided_at, v.at) <= s.as_of and (v.undone_at is null or v.undone_at > s.as_of))
	   and not exists (
			select
			  from beat.discard d
			  join beat.question q on q.id = d.question_id
			  join beat.attempt w on w.id = q.attempt_id
			 where d.cause <> 'unanswerable' and d.at <= s.as_of and (d.undone_at is null or d.undone_at > s.as_of)
			   and w.assignment_id = a.id and w.seq >= t.seq and w.judged_at <= s.as_of
			   and not exists (
					select from beat.attempt b
					 where b.assignment_id = a.id and b.seq >= t.seq and b.seq < w.seq and verdict_keeps(b.verdict)
					   and b.judged_at <= s.as_of));
$$;

-- Somebody begins to write the files; the first to do so gives the code's version.
create function release_begin_write(in_id bigint, in_code_version text) returns json language plpgsql as $$
declare
	r beat.release;
begin
	update beat.release x
	   set code_version = coalesce(nullif(x.code_version, ''), in_code_version), alive_at = clock_timestamp(),
		   progress = x.progress - 'trouble'
	 where x.id = in_id
	returning x.* into r;
	return release_about(r);
end
$$;

-- How far the writing is, and a sign of life.
create function release_progress(in_id bigint, in_step text, in_done bigint, in_total bigint) returns void
	language plpgsql as $$
declare
	r beat.release;
begin
	update beat.release x
	   set progress = x.progress - 'trouble' || jsonb_build_object('step', in_step, 'done', in_done, 'total', in_total),
		   alive_at = clock_timestamp()
	 where x.id = in_id and x.state = 'building'
	returning x.* into r;
	if found then
		perform beat.changed('release', r.project_id, r.id::text);
	end if;
end
$$;

-- Writing a release has stopped for a reason that is not in the data, such as a full disk; it can be gone on with.
-- Told by the builder, and by the server in case the builder could not. Whoever holds the lock is at work: if that is
-- somebody else, the failure was only that of coming second.
create function release_trouble(in_name text, in_version text, in_sentence text) returns void language plpgsql as $$
declare
	r beat.release;
begin
	select x.* into r
	  from beat.release x
	 where x.name = in_name and x.version = in_version and x.state <> 'failed' and not x.progress ? 'trouble';
	if not found or not pg_try_advisory_xact_lock(hashtextextended('beat.release.write', r.id)) then
		return;
	end if;
	update beat.release x
	   set progress = x.progress || jsonb_build_object('trouble', left(in_sentence, 1000),
			'tries', coalesce((x.progress ->> 'tries')::integer, 0) + 1), alive_at = clock_timestamp()
	 where x.id = r.id;
	perform beat.changed('release', r.project_id, r.id::text);
end
$$;

-- Wanted by the server, being built, and without a sign of life for a minute; after failures twice as long each time,
-- an hour at most.
create function release_is_due(r beat.release) returns boolean
	language sql stable as $$
	select r.served and r.state = 'building' and r.alive_at < clock_timestamp()
		- interval '60 seconds' * (1 << least(coalesce((r.progress ->> 'tries')::integer, 0), 6))
$$;

-- A release that is being built and not wanted any more has failed.
-- Its version is to be frozen again: what stands must not be in somebody's hands.
create function release_abandon(in_name text, in_version text, in_report jsonb, in_actor text) returns void
	language plpgsql as $$
declare
	r beat.release;
begin
	foreach in_version in array array[in_version, release_version_provisional(in_version)] loop
		r := release_standing(in_name, in_version);
		if r.state = 'building' and not pg_try_advisory_xact_lock(hashtextextended('beat.release.write', r.id)) then
			perform refuse_as('BE409', format('%s@%s is being written by another process: end that one first, or wait '
				'for it.', r.name, r.version));
		end if;
		perform release_fail(r.id, in_report, in_actor);
	end loop;
end
$$;

-- A release is published: its report and the digests of its files.
-- Its files are in place. A second time says nothing new.
create function release_ready(in_id bigint, in_report jsonb, in_files jsonb, in_actor text) returns void
	language plpgsql as $$
declare
	r beat.release;
begin
	perform act_as(in_actor);
	update beat.release x
	   set state = 'ready', ready_at = clock_timestamp(), report = x.report || in_report, progress = '{}'
	 where x.id = in_id and x.state = 'building'
	returning x.* into r;
	if not found then
		if exists (select from beat.release x where x.id = in_id and x.state = 'failed') then
			perform refuse_as('BE409', 'This release was given up meanwhile; its folder is not published.');
		end if;
		return;
	end if;
	insert into beat.release_file (release_id, path, bytes, sha256)
	select in_id, f ->> 'path', (f ->> 'bytes')::bigint, f ->> 'sha256' from jsonb_array_elements(in_files) as f;
	perform beat.event_add('release.ready', r.project_id, null, null, jsonb_build_object('release', r.id::text,
		'name', r.name, 'version', r.version));
	perform beat.changed('release', r.project_id, r.id::text);
end
$$;

-- A release cannot be published, and why; its version is free again.
create function release_fail(in_id bigint, in_report jsonb, in_actor text) returns void language plpgsql as $$
declare
	r beat.release;
begin
	perform act_as(in_actor);
	update beat.release x set state = 'failed', report = x.report || in_report, progress = '{}'
	 where x.id = in_id and x.state = 'building'
	returning x.* into r;
	if found then
		perform beat.event_add('release.fail', r.project_id, null, null, jsonb_build_object('release', r.id::text,
			'name', r.name, 'version', r.version));
		perform beat.changed('release', r.project_id, r.id::text);
	end if;
end
$$;

-- Looking.

-- A release as lists show it.
create function release_json(r beat.release) returns jsonb language plpgsql stable as $$
begin
	return jsonb_build_object('id', r.id, 'name', r.name, 'version', r.version, 'state', r.state,
		'as_of', beat.iso(r.as_of), 'seed', r.seed, 'licence', r.licence, 'formats', r.formats,
		'provisional', r.provisional, 'created_at', beat.iso(r.created_at), 'ready_at', beat.iso(r.ready_at), 'actor', r.actor, 'served', r.served,
		'code_version', r.code_version,
		'questions', (
			select coalesce(jsonb_object_agg(s ->> 'split', s -> 'chosen'), '{}')
			  from jsonb_array_elements(r.report -> 'splits') as s),
		'bytes', (select coalesce(sum(f.bytes), 0) from beat.release_file f where f.release_id = r.id),
		'parts', r.parts,
		'progress', case when r.state = 'building' then r.progress - 'trouble' - 'tries' end,
		'trouble', r.progress ->> 'trouble');
end
$$;

-- Releases, newest first (200 at most), of one project or of all that an account sees; a combined one belongs to all its
-- projects.
create function admin_releases(in_project text, in_account bigint default null) returns json language plpgsql stable as $$
declare
	p beat.project;
begin
	if in_project <> '' then
		p := project_seen(in_project, in_account);
	end if;
	return json_build_object('items', (
		select coalesce(json_agg(release_json(r) order by r.id desc), '[]')
		  from (select x.*
				  from beat.release x
				 where (p.id is null or x.project_id = p.id
					or x.project_id is null and x.parts @> jsonb_build_array(jsonb_build_object('name', p.name)))
				   and 'look' = any (account_may_at(in_account, 'release', x.id::text))
				 order by x.id desc
				 limit 200) as r));
end
$$;

-- A question that a check found, as somebody who has to decide about it sees it.
create function finding_question(q beat.question) returns jsonb language plpgsql stable as $$
begin
	return (
		select jsonb_build_object('id', q.id, 'question', t.question, 'answer', t.answer_text, 'title', d.title,
				'split', q.split, 'at', beat.iso(q.created_at), 'in', q.discards = 0)
		  from beat.attempt t
		  join beat.assignment a on a.id = t.assignment_id
		  join beat.passage x on x.id = a.passage_id
		  join beat.document d on d.id = x.document_id
		 where t.id = q.attempt_id);
end
$$;

-- Which questions of a group a repair takes out: of duplicates all but the first that is in; of what is in two splits those
-- of the larger one (test is kept before dev, dev before train); else all.
create function finding_repair(in_check text, in_ids text[]) returns setof text language sql stable as $$
	select x.id
	  from (
		select q.id::text as id, row_number() over (order by q.number) as place,
			   rank() over (order by array_position(array['test', 'dev', 'train'], q.split::text)) as rank
		  from beat.question q
		 where q.id = any (in_ids) and q.discards = 0) as x
	 where case when in_check = 'duplicates' then x.place > 1 when in_check in ('documents', 'passages') then x.rank > 1 else true end
$$;

-- What the gate found in a release that was not published: the questions of each finding (as many as people read), and
-- those that a repair would take out now.
create function release_findings(r beat.release) returns jsonb language plpgsql stable as $$
begin
	return (
		select coalesce(jsonb_agg(jsonb_build_object('check', c.row ->> 'check', 'repair', (
				select coalesce(jsonb_agg(distinct f.id), '[]')
				  from unnest(g.groups) as u (ids)
				 cross join lateral finding_repair(c.row ->> 'check', string_to_array(u.ids, ' ')) as f (id)),
			'groups', (
				select jsonb_agg((
						select coalesce(jsonb_agg(finding_question(q) order by q.number), '[]')
						  from beat.question q
						 where q.id = any (string_to_array(u.ids, ' '))) order by u.place)
				  from unnest(g.groups[:20]) with ordinality as u (ids, place)))), '[]')
		  from jsonb_array_elements(r.report -> 'gate') as c (row)
		 cross join lateral (
			select array_agg(i.ids order by e.place) as groups
			  from jsonb_array_elements_text(coalesce(c.row -> 'examples', '[]') || coalesce(c.row -> 'more', '[]'))
				with ordinality as e (text, place)
			 cross join lateral (
				select string_agg(m[1], ' ') as ids from regexp_matches(e.text, '\m([0-9a-f]{40})\M', 'g') as m) as i
			 where i.ids is not null) as g
		 where r.state = 'failed' and not (c.row -> 'ok')::boolean and cardinality(g.groups) > 0);
end
$$;

-- One release with its report, its files and the settings it was made under.
create function admin_release(in_id text) returns json language plpgsql stable as $$
declare
	r beat.release;
begin
	select x.* into r from beat.release x where x.id = case when in_id ~ '^[0-9]{1,18}$' then in_id::bigint end;
	if not found then
		perform refuse_as('BE404', format('There is no release %s.', in_id));
	end if;
	return release_json(r) || jsonb_build_object(
		'report', case when r.report ? 'gate' then r.report end,
		'findings', release_findings(r),
		'splits', r.report -> 'splits',
		'missing', r.report -> 'missing',
		'tidied', r.report #> '{facts,tidied}',
		'cites', release_citations(r),
		'files', (
			select coalesce(jsonb_agg(jsonb_build_object('path', f.path, 'bytes', f.bytes, 'sha256', f.sha256)
					order by f.path collate "C"), '[]')
			  from beat.release_file f
			 where f.release_id = r.id),
		'settings', r.settings);
end
$$;

-- One release by NAME@VERSION.
create function admin_release_named(in_ref text) returns json
	language sql stable as $$
	select admin_release((release_named(in_ref)).id::text)
$$;
