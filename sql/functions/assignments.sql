-- An assignment: what may be done with it, and how a worker who comes back goes on with it.
-- What sessions.sql says of refusals, transactions, locks and plans holds here too.

-- What may be done with an assignment: "ok", or the status of the refusal. First what does not belong to its kind at all,
-- then what its state allows. Whoever adds a kind, a state or something to do adds it here, and nowhere else.
-- A constant, which the planner folds into the queries that use it; a join would be looked at again, after waiting for a
-- lock, with the row of the state that was.
create function assignment_rules() returns jsonb
	language sql immutable parallel safe as $$
	select '{
		"kind": {
			"generate":   {                         "exercise": "not_onboarding", "vote": "no_question"},
			"onboarding": {                                                       "vote": "no_question"},
			"validate":   {"attempt": "wrong_task"},
			"expert":     {                         "exercise": "not_onboarding", "vote": "no_question"}
		},
		"state": {
			"live":       {"attempt": "ok",         "exercise": "ok",         "vote": "ok",        "submit": "ok"},
			"submitted":  {"attempt": "submitted",  "exercise": "submitted",  "vote": "submitted", "submit": "already"},
			"ended":      {"attempt": "ended",      "exercise": "ended",      "vote": "ended",     "submit": "ok"},
			"expired":    {"attempt": "expired",    "exercise": "expired",    "vote": "expired",   "submit": "expired"},
			"returned":   {"attempt": "expired",    "exercise": "expired",    "vote": "expired",   "submit": "expired"}
		}
	}'::jsonb
$$;

-- The door of an assignment: may the worker do that (attempt, exercise, vote, submit) now? "ok", or the status of the
-- refusal; "gone" of none, which is also what other workers find. The reference is that of the window that asks: another
-- one may have taken over. What began in time may end late: no moment is given then, and the assignment's own reference.
-- One expression, so that it is dissolved in the statements of its callers.
create function assignment_door(a beat.assignment, in_act text, in_platform_ref text, in_moment timestamptz)
	returns text language sql immutable parallel safe as $$
	select case
		when a.id is null then 'gone'
		when a.platform_ref is distinct from in_platform_ref then 'moved'
		when in_act = 'exercise' and a.onboarding_id is null then 'not_onboarding'
		else coalesce(
			assignment_rules() -> 'kind' -> a.kind ->> in_act,
			case when a.state = 'live' and a.expires_at <= in_moment and in_act <> 'submit' then 'expired' end,
			case when a.state = 'live' and a.awaits_consent and in_act <> 'submit' then 'consent' end,
			assignment_rules() -> 'state' -> a.state ->> in_act)
	end
$$;

-- An assignment of a worker, locked; null if there is none of that number, or it is another worker's.
create function assignment_held(in_assignment_id bigint, in_worker_id bigint) returns beat.assignment
	language plpgsql as $$
declare
	a beat.assignment;
begin
	select x.* into a
	  from beat.assignment x
	 where x.id = in_assignment_id and (x.worker_id = in_worker_id) is true
	   for no key update;
	return a;
end
$$;

-- Locks the assignments of attempts or votes, in the order of their ids, so that two who store at once do not wait for each other.
-- Which of those of its assignment each is, for those of one take turns; null: each is the only one.
create function assignments_hold(assignments bigint[]) returns bigint[] language plpgsql as $$
declare
	locked bigint;
begin
	perform from beat.assignment a where a.id = any (assignments) order by a.id for no key update;
	get diagnostics locked = row_count;
	if locked = cardinality(assignments) then
		return null;
	end if;
	return (
		select array_agg(x.nth order by x.place) from (
			select o.place, row_number() over (partition by o.id order by o.place) as nth
			  from unnest(assignments) with ordinality as o (id, place)) as x);
end
$$;

-- What a worker handed in under a reference of the platform; null if nothing.
create function assignment_handed_in(in_project_id bigint, in_worker_id bigint, in_platform_ref text)
	returns beat.assignment language plpgsql stable as $$
declare
	a beat.assignment;
begin
	select x.* into a
	  from beat.assignment x
	 where x.project_id = in_project_id and x.platform_ref = in_platform_ref and x.state = 'submitted'
	   and x.platform_ref <> '' and (x.worker_id = in_worker_id) is true;
	return a;
end
$$;

-- The assignment that a worker has in hand in a project, to write questions or to validate them, locked: the live one,
-- unless the worker is shut out, else the last that a revocation ended; null if none.
create function assignment_in_hand(
	in_worker_id bigint, in_project_id bigint, in_validate boolean, in_shut boolean default false)
	returns beat.assignment language plpgsql as $$
declare
	a beat.assignment;
begin
	if not in_shut then
		select x.* into a
		  from beat.assignment x
		 where x.worker_id = in_worker_id and x.project_id = in_project_id and x.state = 'live'
		   and (x.kind = 'validate') = in_validate
		   for no key update;
	end if;
	if a.id is null then
		select x.* into a
		  from beat.assignment x
		 where x.worker_id = in_worker_id and x.project_id = in_project_id and x.state = 'ended'
		   and (x.kind = 'validate') = in_validate
		 order by x.id desc
		 limit 1
		   for no key update;
	end if;
	return a;
end
$$;

-- The assignment of a kind that expired last for a worker, locked; null if none.
create function assignment_expired(in_worker_id bigint, in_project_id bigint, in_kind text) returns beat.assignment
	language plpgsql as $$
declare
	a beat.assignment;
begin
	select x.* into a
	  from beat.assignment x
	 where x.worker_id = in_worker_id and x.project_id = in_project_id and x.state = 'expired'
	   and (x.kind = in_kind) is true
	 order by x.ended_at desc
	 limit 1
	   for no key update;
	return a;
end
$$;

-- Goes on with a live assignment of this worker. Nobody took an overdue one, so its lease is simply renewed. A
-- reference other than the bound one means that the worker has opened another HIT or window: the newcomer gets the work,
-- unless somebody is at it (see binding.sql).
create function assignment_resume(
	a beat.assignment, in_lease_seconds integer, moment timestamptz,
	in_platform_ref text, in_hit_ref text, in_submit_to text)
	returns beat.assignment language plpgsql as $$
declare
	before timestamptz := a.expires_at;
begin
	if a.platform_ref <> in_platform_ref then
		a := assignment_bind(a, in_platform_ref, in_hit_ref, in_submit_to);
	end if;
	if a.expires_at <= moment then
		update beat.assignment x
		   set expires_at = moment + make_interval(secs => in_lease_seconds)
		 where x.id = a.id
		returning x.* into a;
		insert into beat.event (actor, kind, project_id, worker_id, assignment_id, detail)
		values ('server', 'assignment.renew', a.project_id, a.worker_id, a.id,
			jsonb_build_object('before', beat.iso(before), 'after', beat.iso(a.expires_at)));
	end if;
	return a;
end
$$;

-- An assignment that expired or was ended goes on with a new lease. Its passage must be held already.
create function assignment_revive(
	a beat.assignment, in_lease_seconds integer, in_platform_ref text, in_hit_ref text, in_submit_to text)
	returns beat.assignment language plpgsql as $$
declare
	was text := a.state;
begin
	if a.platform_ref <> in_platform_ref then
		a := assignment_bind(a, in_platform_ref, in_hit_ref, in_submit_to);
	end if;
	update beat.assignment x
	   set state = 'live', ended_at = null, expires_at = clock_timestamp() + make_interval(secs => in_lease_seconds)
	 where x.id = a.id
	returning x.* into a;
	insert into beat.event (actor, kind, project_id, worker_id, assignment_id, detail)
	values ('server', 'assignment.revive', a.project_id, a.worker_id, a.id,
		jsonb_build_object('before', was, 'won', a.won));
	return a;
end
$$;

-- Goes on with what a worker has in hand; null if it is not needed any more. State: the worker's, in the project.
create function assignment_go_on(
	a beat.assignment, in_state text, in_lease_seconds integer, moment timestamptz,
	in_platform_ref text, in_hit_ref text, in_submit_to text)
	returns beat.assignment language plpgsql as $$
begin
	if a.kind = 'onboarding' and in_state = 'qualified' and a.won = 0 then
		return onboarding_skip(a); -- qualified by hand meanwhile, or reinstated
	elsif a.state = 'live' then
		return assignment_resume(a, in_lease_seconds, moment, in_platform_ref, in_hit_ref, in_submit_to);
	end if;
	if a.kind = 'validate' then -- reinstated: goes on, with what others have not answered meanwhile
		perform validation_retake(a);
	end if;
	return assignment_revive(a, in_lease_seconds, in_platform_ref, in_hit_ref, in_submit_to);
end
$$;

-- What a page shows of any assignment: its passage and its times.
create function assignment_shown(in_passage_id bigint, in_started_at timestamptz, in_expires_at timestamptz)
	returns table (passage_id bigint, title text, text text, started_at text, expires_at text, expires_epoch bigint)
	language sql stable as $$
	select x.id, d.title, x.text, beat.iso(in_started_at), beat.iso(in_expires_at),
		   floor(extract(epoch from in_expires_at))::bigint
	  from beat.passage x
	  join beat.document d on d.id = x.document_id
	 where x.id = in_passage_id
$$;
