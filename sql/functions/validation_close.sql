-- Closing: no more votes are waited for. And what is missing until then.

-- The questions of a project that waited for votes or further answers at a moment, by split and what they waited for, and
-- how many they lacked.
create function validation_open(in_project_id bigint, in_as_of timestamptz)
	returns table (split text, what text, questions bigint, votes bigint) language plpgsql stable set jit = off as $$
declare
	number integer := project_setting_at(in_project_id, 'validation_votes', in_as_of)::integer;
	further integer := project_setting_at(in_project_id, 'further_answers', in_as_of)::integer;
begin
	return query
	select s.split::text, w.what, count(*), sum(greatest(w.lacks, 1))::bigint
	  from question_standing(in_project_id, in_as_of) as s
	  left join (
		select x.validation_id, count(*) as votes, pg_catalog.count(x.answer_text) as answers
		  from votes_at(in_project_id, in_as_of) as x
		 where x.counted
		 group by x.validation_id) as v on v.validation_id = s.question_id
	 cross join lateral (
		select case when s.answers_asked then 'answer' else 'vote' end as what,
			   case when s.answers_asked then further - coalesce(v.answers, 0) else number - coalesce(v.votes, 0) end as lacks
		) as w
	 where (s.votes_asked or s.answers_asked) and s.handed_in and s.causes = '{}' and s.decision = 'waiting'
	 group by s.split, w.what
	 order by s.split, w.what desc;
end
$$;

-- Authors who would be revoked if validation were closed: all that there is of theirs is decided, but it is too little to be
-- judged by itself.
create function authors_unjudged(p beat.project) returns bigint language plpgsql stable
	set plan_cache_mode = force_custom_plan set jit = off as $$
begin
	return (
		select count(*)
		  from author_standing(p, null) as a
		 where a.decided > 0 and a.waiting = 0 and a.low and not a.judged and not a.pardoned and a.standing is null
		   and not a.other);
end
$$;

-- What keeps the validation of a project from being complete at a moment, null if nothing does. Now: the moment is as
-- good as now, so that what the settler has to do counts too.
create function validation_missing(p beat.project, in_as_of timestamptz, in_now boolean) returns jsonb
	language plpgsql stable as $$
declare
	missing jsonb;
begin
	select jsonb_build_object('questions', coalesce(sum(o.questions), 0), 'votes', coalesce(sum(o.votes), 0),
			'splits', coalesce(jsonb_agg(to_jsonb(o) order by o.split, o.what desc), '[]'),
			'authors', case when in_now then authors_unjudged(p) else 0 end,
			'unsettled', case when in_now then (select count(*) from validation_unsettled(p)) else 0 end)
	  into missing
	  from validation_open(p.id, in_as_of) as o;
	return case when missing @> '{"questions": 0, "authors": 0, "unsettled": 0}' then null else missing end;
end
$$;

-- The same in sentences that say what to do about it.
create function validation_missing_said(in_name text, missing jsonb) returns text language plpgsql immutable as $$
begin
	return concat_ws(' ',
		case when (missing ->> 'unsettled')::integer > 0 then format(
			'Votes are in that are not weighed yet: "beatctl validation settle %s" does it.', in_name) end,
		case when (missing ->> 'questions')::integer > 0 then format('%s; "beatctl validation show %s" tells more.', (
			select string_agg(format('%s: %s %s%s missing on %s %s', s ->> 'split', s ->> 'votes', s ->> 'what',
					case when (s ->> 'votes')::integer = 1 then ' is' else 's are' end,
					s ->> 'questions', case when (s ->> 'questions')::integer = 1 then 'question' else 'questions' end), ', ')
			  from jsonb_array_elements(missing -> 'splits') as s), in_name) end,
		case when (missing ->> 'authors')::integer > 0 then format('%s with few validated questions %s not judged yet: '
			'"beatctl validation close %s" does it.', case when (missing ->> 'authors')::integer = 1 then '1 author'
				else (missing ->> 'authors') || ' authors' end,
			case when (missing ->> 'authors')::integer = 1 then 'is' else 'are' end, in_name) end);
end
$$;

-- Records that validation is closed; refused where nothing was ever validated.
create function validation_close_add(p beat.project, in_reason text, in_actor text) returns void language plpgsql as $$
begin
	perform act_as(in_actor);
	if char_length(in_reason) > 1000 then
		perform refuse('A reason has at most 1000 characters.', 'reason');
	end if;
	if not exists (select from beat.validation v where v.project_id = p.id) then
		perform refuse_as('BE409', format('No question of "%s" is validated: there is nothing to close.', p.name));
	end if;
	insert into beat.validation_close (project_id, reason, actor)
	values (p.id, coalesce(in_reason, ''), beat.current_actor());
	perform beat.event_add('validation.close', p.id, null, null, jsonb_build_object('reason', coalesce(in_reason, '')));
	perform beat.changed('validation', p.id, null);
end
$$;

-- Takes all closings of a project back.
create function validation_close_undo(p beat.project, in_reason text, in_actor text) returns void language plpgsql as $$
begin
	perform act_as(in_actor);
	if char_length(in_reason) > 1000 then
		perform refuse('A reason has at most 1000 characters.', 'reason');
	end if;
	update beat.validation_close x
	   set undone_at = clock_timestamp(), undone_by = beat.current_actor(), undone_reason = in_reason
	 where x.project_id = p.id and x.undone_at is null;
	if not found then
		perform refuse_as('BE409', format('Validation of "%s" is not closed.', p.name));
	end if;
	perform beat.event_add('validation.reopen', p.id, null, null, jsonb_build_object('reason', coalesce(in_reason, '')));
	perform beat.changed('validation', p.id, null);
end
$$;

-- What closing, reopening or settling a project came to, for whoever asked for it. Since: when that was.
create function validation_acted(p beat.project, report jsonb, in_since timestamptz) returns json language plpgsql stable as $$
begin
	return json_build_object('projects', report, 'missing', validation_missing(p, clock_timestamp(), true),
		'closed', exists (select from beat.validation_close x where x.project_id = p.id and x.undone_at is null),
		'revoked', (
			select count(*) from beat.revocation r
			 where r.project_id = p.id and r.cause = 'answerability' and r.state in ('proposed', 'done') and r.at >= in_since),
		'reinstated', (
			select count(*) from beat.revocation r
			 where r.project_id = p.id and r.cause = 'answerability' and r.undone_at >= in_since));
end
$$;

-- Settles one project because somebody asks for it.
create procedure admin_validation_settle(in_project text, inout answer json default null) language plpgsql as $$
declare
	since timestamptz := clock_timestamp();
	p beat.project := project_named(in_project);
	report jsonb := '[]';
begin
	call validation_settle_project(p, report);
	answer := validation_acted(p, report, since);
end
$$;

-- Closes the validation of a project: settles it, and judges authors by what is decided, however little that is.
create procedure admin_validation_close(in_project text, in_reason text, in_actor text, inout answer json default null)
	language plpgsql as $$
declare
	since timestamptz := clock_timestamp();
	p beat.project := project_named(in_project);
	report jsonb := '[]';
begin
	call validation_settle_project(p, report);
	perform validation_close_add(p, in_reason, in_actor);
	commit;
	call validation_settle_project(p, report);
	answer := validation_acted(p, report, since);
end
$$;

-- Takes that back: who was judged by too little to be judged otherwise has the qualification and all data again.
create procedure admin_validation_reopen(in_project text, in_reason text, in_actor text, inout answer json default null)
	language plpgsql as $$
declare
	since timestamptz := clock_timestamp();
	p beat.project := project_named(in_project);
	report jsonb := '[]';
begin
	perform validation_close_undo(p, in_reason, in_actor);
	commit;
	call validation_settle_project(p, report);
	answer := validation_acted(p, report, since);
end
$$;
