-- What goes into a release, and what is kept of the facts it was made from.

-- The moment a release is as of: the one asked for if everything stamped before it is stored, else the latest such
-- one.
create function release_moment(p beat.project, in_as_of timestamptz) returns timestamptz language plpgsql as $$
declare
	settled timestamptz := date_trunc('milliseconds', settled_moment());
begin
	if in_as_of is null then
		return settled;
	end if;
	if not isfinite(in_as_of) then
		perform refuse(format('"%s" is not a moment; write it like 2026-01-31T12:30:00Z.', in_as_of), 'as_of');
	end if;
	if in_as_of > settled then
		perform refuse(case when in_as_of > clock_timestamp()
			then format('%s is in the future; the data can be released as of now or any moment before.', beat.iso(in_as_of))
			else format('Work that began before %s is still being stored; try again in a moment, or release as of %s.',
				beat.iso(in_as_of), beat.iso(settled)) end, 'as_of');
	end if;
	if in_as_of < p.created_at then
		perform refuse(format('Project %s was made at %s, after the moment asked for.', p.name, beat.iso(p.created_at)),
			'as_of');
	end if;
	return in_as_of;
end
$$;

-- The release of a name and version that is ready or being built, or nulls; nobody else can open it until the end of
-- the transaction.
create function release_standing(in_name text, in_version text) returns beat.release language plpgsql as $$
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

-- The settings of a project at a moment, without secrets and internal ids.
-- What the project was like at the moment, for the record and the dataset's card.
create function release_settings(p beat.project, in_as_of timestamptz) returns jsonb language plpgsql stable as $$
begin
	return jsonb_build_object('name', p.name) || (
		select jsonb_object_agg(s.column_name, project_setting_at(p.id, s.column_name, in_as_of))
		  from project_setting() s
		 where s.column_name is not null and s.kind <> 'model' and not s.is_secret)
		|| (select jsonb_object_agg('target_' || s.split, project_target_at(p.id, s.split, in_as_of))
			  from unnest(array['train', 'dev', 'test']) as s (split));
end
$$;

-- Choosing. Passages come in the order of the draw, and each that fits is taken whole. What then is missing to the target
-- is got by exchanging a few of the last ones for others; only if no such exchange is found, one passage is cut.

-- Which passages of a pool hold exactly as many questions as are wanted.
-- A subset of the pool that sums up to what is wanted, as places in sizes; null if there is none. via[s + 1] is the last
-- one of a subset that sums up to s; the others of it came before.
create function release_fill(in_sizes integer[], in_pool integer[], in_wanted integer) returns integer[]
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

-- Exactly as many questions of a split as are wanted, or all if there are no more; at most one passage is not whole. Where
-- documents stay whole they are what is chosen, and none is cut: there may be fewer.
create function release_choose(in_seed text, in_split text, in_target integer, in_whole boolean)
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
		select c.unit, count(*)::integer as n
		  from pg_temp.release_candidate c
		 where c.split = in_split
		 group by c.unit, c.unit_sha256
		 order by draw_order(in_seed, encode(c.unit_sha256, 'hex')), c.unit_sha256
	loop
		ids := ids || p.unit;
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
		picked := release_fill(sizes, remaining[1:offered] || kept[cardinality(kept) - j + 1:], missing + given);
		if picked is not null then
			kept := kept[1:cardinality(kept) - j] || picked;
			missing := 0;
			exit;
		end if;
	end loop;
	return query
		select c.question_id::text
		  from pg_temp.release_candidate c
		 where c.split = in_split and c.unit in (select ids[k] from unnest(kept) as k);
	if missing > 0 and cardinality(remaining) > 0 and not in_whole then
		return query
			select c.question_id::text
			  from pg_temp.release_candidate c
			 where c.split = in_split and c.unit = ids[remaining[1]]
			 order by draw_order(in_seed, c.question_id), c.question_id
			 limit missing;
	end if;
end
$$;

-- Chooses the questions of a split and gives them their places.
-- What is not chosen leaves the candidates.
create function release_freeze_split(r beat.release, in_split text, in_target integer) returns jsonb
	language plpgsql as $$
declare
	available bigint;
	chosen bigint;
begin
	select count(*) into available from pg_temp.release_candidate c where c.split = in_split;
	if available > in_target then
		delete from pg_temp.release_candidate c
		 where c.split = in_split
		   and c.question_id not in (select y.question_id from release_choose(r.seed, in_split, in_target,
				coalesce((r.settings ->> 'release_whole_documents')::boolean, false)) as y);
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

-- The validators of a project whose votes did not count at a moment.
create function release_excluded(in_project_id bigint, in_as_of timestamptz) returns setof bigint
	language sql stable as $$
	select distinct x.worker_id
	  from beat.vote_exclusion x
	 where x.project_id = in_project_id and x.at <= in_as_of and (x.undone_at is null or x.undone_at > in_as_of);
$$;

-- What the card of a release tells beside its questions, all as of its moment.
-- Asked of the candidates that were chosen: the planner knows how many they are, of the rows just stored it does not.
create function release_facts(r beat.release) returns jsonb language plpgsql stable as $$
begin
	return jsonb_build_object(
		'workers', (select pg_catalog.count(distinct c.worker_id) from pg_temp.release_candidate c),
		'models', (
			select coalesce(jsonb_agg(jsonb_build_object('name', m.name, 'version', m.version, 'weights', m.weights, 'prompt',
					m.prompt, 'protocol', m.protocol) order by m.name collate "C", m.version collate "C",
					m.weights collate "C", m.prompt collate "C", m.protocol collate "C"), '[]')
			  from (select distinct model_published_name(o.name, b.name) as name, coalesce(b.version, '') as version,
						   coalesce(b.weights, '') as weights, coalesce(b.prompt, '') as prompt,
						   coalesce(b.protocol, '') as protocol
					  from (select t.model_id, t.model_build_id
							  from pg_temp.release_candidate c
							  join beat.attempt t on t.id = c.attempt_id
							union
							select y.model_id, y.model_build_id
							  from pg_temp.release_candidate c
							  join beat.attempt_answer y on y.attempt_id = c.attempt_id) as u
					  join beat.model o on o.id = u.model_id
					  left join beat.model_build b on b.id = u.model_build_id) as m),
		'usage', release_usage(r.project_id, r.as_of))
		|| case when exists (
			select from beat.attempt_ensemble e
			  join beat.attempt t on t.id = e.attempt_id
			  join beat.assignment a on a.id = t.assignment_id
			 where a.project_id = r.project_id) then '{"ensembles": true}' else '{}' end::jsonb
		|| case when exists (select from release_further(r.id)) then '{"further": true}' else '{}' end::jsonb
		|| release_votes(r) || validated_rates(r.project_id, r.as_of);
end
$$;

-- The votes on the dev and test questions of a release that counted at its moment: how many there are, on how many
-- questions, the fewest on one of them, and of how many validators.
create function release_votes(r beat.release) returns jsonb language plpgsql stable as $$
begin
	return (
		select jsonb_build_object('votes', coalesce(sum(q.n), 0), 'voted', count(*) filter (where q.n > 0),
				'votes_on', count(*), 'votes_least', coalesce(min(q.n), 0))
		  from (
			select count(v.id) as n
			  from pg_temp.release_candidate c
			  left join beat.vote v on v.validation_id = c.question_id and v.cast_at <= r.as_of
			   and v.worker_id not in (select release_excluded(r.project_id, r.as_of))
			 where c.split <> 'train'
			 group by c.question_id) as q)
		|| (
			select jsonb_build_object('validators', pg_catalog.count(distinct v.worker_id))
			  from pg_temp.release_candidate c
			  join beat.vote v on v.validation_id = c.question_id
			 where c.split <> 'train' and v.cast_at <= r.as_of
			   and v.worker_id not in (select release_excluded(r.project_id, r.as_of)));
end
$$;

-- How many of the dev and test questions that the votes had decided on by a moment could be answered: of all authors, and
-- of those apart who were revoked then.
create function validated_rates(in_project_id bigint, in_as_of timestamptz) returns jsonb language plpgsql stable as $$
begin
	return (
		select jsonb_build_object('validated', count(*), 'answerable', count(*) filter (where s.decision = 'answerable'),
				'revoked_validated', count(*) filter (where 'revocation' = any (s.causes)),
				'revoked_answerable', count(*) filter (where 'revocation' = any (s.causes) and s.decision = 'answerable'))
		  from question_standing(in_project_id, in_as_of) as s
		 where s.split <> 'train' and s.handed_in and votes_decided(s.decision));
end
$$;

-- Chooses the questions of a release from those valid at its moment; tells how many, and the facts for its card.
create function release_freeze(r beat.release, p beat.project) returns jsonb language plpgsql as $$
declare
	report jsonb;
	tidied jsonb;
begin
	create temp table release_candidate on commit drop as
	select v.question_id::text, v.split::text, v.passage_id, x.text_sha256, v.worker_id, v.attempt_id, x.document_id,
		   case when w.whole then x.document_id else v.passage_id end as unit,
		   case when w.whole then d.title_sha256 else x.text_sha256 end as unit_sha256
	  from valid_questions(p.name, r.as_of) as v
	  join beat.passage x on x.id = v.passage_id
	  join beat.document d on d.id = x.document_id
	 cross join (select coalesce((r.settings ->> 'release_whole_documents')::boolean, false) as whole) as w;
	analyze pg_temp.release_candidate;
	tidied := release_tidied(r);
	select jsonb_build_object('splits', jsonb_agg(release_freeze_split(r, s.split,
			project_target_at(p.id, s.split, r.as_of)) order by s.place))
	  into report
	  from unnest(array['train', 'dev', 'test']) with ordinality as s (split, place);
	analyze pg_temp.release_candidate;
	report := report || jsonb_build_object('facts', release_facts(r)
		|| case when tidied is null then '{}' else jsonb_build_object('tidied', tidied) end);
	drop table pg_temp.release_candidate;
	return report;
end
$$;
