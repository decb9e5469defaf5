-- Votes that do not count: whose, since when, and what other pages show of it.

-- True while a validator's votes in a project do not count.
create function votes_are_excluded(in_worker_id bigint, in_project_id bigint) returns boolean
	language plpgsql stable as $$
begin
	return exists (
		select from beat.vote_exclusion e
		 where e.worker_id = in_worker_id and e.project_id = in_project_id and e.undone_at is null);
end
$$;

-- Excludes or includes all cast votes of a validator; returns how many.
create function votes_mark(in_worker_id bigint, in_project_id bigint, in_excluded boolean) returns integer
	language plpgsql as $$
declare
	n integer;
begin
	update beat.vote o
	   set excluded = in_excluded
	 where o.worker_id = in_worker_id and o.project_id = in_project_id and o.cast_at is not null
	   and o.excluded <> in_excluded;
	get diagnostics n = row_count;
	return n;
end
$$;

-- A validator's votes in a project count no more, by hand or with a revocation; returns how many counted until now. What they
-- decided is decided anew by the settler.
create function votes_exclude(
	in_worker_id bigint, in_project_id bigint, in_revocation_id bigint, in_reason text)
	returns integer language plpgsql as $$
declare
	n integer;
begin
	perform worker_hold(in_worker_id, in_project_id);
	insert into beat.vote_exclusion (project_id, worker_id, revocation_id, reason, actor)
	values (in_project_id, in_worker_id, in_revocation_id, in_reason, beat.current_actor());
	n := votes_mark(in_worker_id, in_project_id, true);
	if in_revocation_id is null or n > 0 then
		perform beat.event_add('votes.exclude', in_project_id, in_worker_id, null, jsonb_build_object(
			'reason', in_reason, 'revocation', in_revocation_id::text, 'votes', n));
		perform beat.changed('validation', in_project_id, null);
	end if;
	return n;
end
$$;

-- Undoes an exclusion; the votes count again unless another one stands. Returns how many do.
create function votes_include(
	in_worker_id bigint, in_project_id bigint, in_revocation_id bigint, in_reason text)
	returns integer language plpgsql as $$
declare
	n integer := 0;
begin
	perform worker_hold(in_worker_id, in_project_id);
	update beat.vote_exclusion e
	   set undone_at = clock_timestamp(), undone_by = beat.current_actor(), undone_reason = in_reason
	 where e.worker_id = in_worker_id and e.project_id = in_project_id and e.undone_at is null
	   and e.revocation_id is not distinct from in_revocation_id;
	if found and not votes_are_excluded(in_worker_id, in_project_id) then
		n := votes_mark(in_worker_id, in_project_id, false);
	end if;
	if in_revocation_id is null or n > 0 then
		perform beat.event_add('votes.include', in_project_id, in_worker_id, null, jsonb_build_object(
			'reason', in_reason, 'revocation', in_revocation_id::text, 'votes', n));
		perform beat.changed('validation', in_project_id, null);
	end if;
	return n;
end
$$;

-- Whether the votes of a validator are excluded; undoable: by hand, not because the worker is revoked.
create function validator_excluded(in_worker_id bigint, in_project_id bigint, in_undoable boolean) returns boolean
	language plpgsql stable as $$
begin
	return exists (
		select from beat.vote_exclusion x
		 where x.worker_id = in_worker_id and x.project_id = in_project_id and x.undone_at is null
		   and (not in_undoable or x.revocation_id is null));
end
$$;

-- The answer to an exclusion of votes, or to its undoing.
create function votes_acted(in_worker_id bigint, in_project_id bigint) returns json language plpgsql stable as $$
begin
	return (
		select json_build_object('worker', q.worker_id::text, 'votes', q.votes,
			'excluded', validator_excluded(q.worker_id, q.project_id, false))
		  from beat.participation q
		 where q.worker_id = in_worker_id and q.project_id = in_project_id);
end
$$;

-- Excludes the votes of a validator by hand, or takes that back: the rules of both.
create function votes_change(
	in_project text, in_worker text, in_reason text, in_actor text, in_back boolean)
	returns json language plpgsql as $$
declare
	p beat.project := project_named(in_project);
	w bigint := worker_of(in_worker);
begin
	perform reason_checked(in_reason,
		case when in_back then 'why these votes count again.' else 'why these votes do not count.' end);
	perform act_as(in_actor);
	perform worker_hold(w, p.id);
	perform participation_of(p, w::text);
	if validator_excluded(w, p.id, true) <> in_back then
		perform refuse_as('BE409', case
			when not in_back then format('The votes of worker #%s are excluded from "%s" already.', w, p.name)
			when validator_excluded(w, p.id, false)
			then format('The votes of worker #%s are excluded because the worker is revoked: reinstate instead.', w)
			else format('The votes of worker #%s count in "%s".', w, p.name) end);
	end if;
	if in_back then
		perform votes_include(w, p.id, null, in_reason);
	else
		perform votes_exclude(w, p.id, null, in_reason);
	end if;
	return votes_acted(w, p.id);
end
$$;

-- Lets the votes of a validator count no more, those to come either; what they decided is decided anew.
create function admin_votes_exclude(in_project text, in_worker text, in_reason text, in_actor text) returns json
	language plpgsql as $$
begin
	return votes_change(in_project, in_worker, in_reason, in_actor, false);
end
$$;

-- Takes an exclusion by hand back; votes of a revoked worker count again when the worker is reinstated.
create function admin_votes_include(in_project text, in_worker text, in_reason text, in_actor text) returns json
	language plpgsql as $$
begin
	return votes_change(in_project, in_worker, in_reason, in_actor, true);
end
$$;

-- A worker as a validator, and as an author whose questions were validated.
create function validator_json(in_worker_id bigint, in_project_id bigint) returns jsonb
	language plpgsql stable as $$
begin
	return (
		select jsonb_build_object('validator', s.since is not null, 'validator_at', beat.iso(s.since),
			'votes', q.votes, 'answerable', wilson(q.answerable, q.validated), 'waiting', coalesce(max(a.waiting), 0),
			'judged', coalesce(bool_or(a.judged), false),
			'excluded', coalesce(bool_or(x.undone_at is null) filter (where x.id is not null), false),
			'exclusions', coalesce(jsonb_agg(jsonb_build_object('at', beat.iso(x.at), 'actor', x.actor, 'reason', x.reason,
				'by_revocation', x.revocation_id is not null, 'undone_at', beat.iso(x.undone_at),
				'undone_by', x.undone_by, 'undone_reason', x.undone_reason) order by x.id desc)
				filter (where x.id is not null), '[]'))
		  from beat.participation q
		  join beat.project p on p.id = q.project_id
		 cross join validator_since(in_worker_id, in_project_id) as s (since)
		  left join lateral author_standing(p, in_worker_id) as a on true
		  left join beat.vote_exclusion x on x.worker_id = q.worker_id and x.project_id = q.project_id
		 where q.worker_id = in_worker_id and q.project_id = in_project_id
		 group by q.worker_id, q.project_id, s.since, q.votes, q.answerable, q.validated);
end
$$;
