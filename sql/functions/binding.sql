-- To which entry of the platform (MTurk's assignmentId, Prolific's SESSION_ID) a HIT is bound. A worker's id stands in an
-- address that anybody can write, so an entry that comes later gets only what nobody is at work on.
-- What sessions.sql says of refusals, transactions, locks and plans holds here too.

-- Whether somebody is at work on a live assignment: its lease runs, there are wins or votes in it, or something was done
-- within the last ten minutes, and it can be handed in under its reference.
create function assignment_is_busy(a beat.assignment, moment timestamptz) returns boolean language plpgsql stable as $$
declare
	since timestamptz := moment - interval '10 minutes';
begin
	return a.state = 'live' and a.expires_at > moment and (a.won > 0
		or exists (select from beat.attempt t where t.assignment_id = a.id and t.created_at > since)
		or exists (select from beat.exercise_answer e where e.assignment_id = a.id and e.at > since)
		or exists (select from beat.vote v where v.assignment_id = a.id))
		and not reference_is_used(a.project_id, a.platform_ref);
end
$$;

-- Whether work was handed in under a reference of the platform, by whomever: it cannot be paid twice.
create function reference_is_used(in_project_id bigint, in_platform_ref text) returns boolean language plpgsql stable as $$
begin
	return in_platform_ref <> '' and exists (
		select from beat.assignment y
		 where y.project_id = in_project_id and y.platform_ref = in_platform_ref and y.state = 'submitted'
		   and y.platform_ref <> '');
end
$$;

-- The entry under which the first wins (or votes) of an assignment were made, if it was bound to another one since; else
-- null.
create function assignment_first_entry(a beat.assignment) returns jsonb language plpgsql stable as $$
begin
	return (
		select e.detail -> 'before'
		  from beat.event e
		 where e.worker_id = a.worker_id and e.assignment_id = a.id and e.kind = 'assignment.rebind'
		   and (e.detail ->> 'won')::integer > 0
		 order by e.id
		 limit 1);
end
$$;

-- Whether a worker who comes under another reference is kept from an assignment; on record, once for each reference.
create function entry_is_kept_out(a beat.assignment, moment timestamptz, in_platform_ref text, in_hit_ref text)
	returns boolean language plpgsql as $$
begin
	if a.platform_ref = in_platform_ref or not assignment_is_busy(a, moment)
		or assignment_first_entry(a) ->> 'platform_ref' = in_platform_ref then
		return false;
	end if;
	insert into beat.event (actor, kind, project_id, worker_id, assignment_id, detail)
	select 'server', 'assignment.keep', a.project_id, a.worker_id, a.id,
		   jsonb_build_object('platform_ref', in_platform_ref, 'hit_ref', in_hit_ref, 'won', a.won)
	 where not exists (
		select from beat.event e
		 where e.worker_id = a.worker_id and e.assignment_id = a.id and e.kind = 'assignment.keep'
		   and e.detail ->> 'platform_ref' = in_platform_ref);
	return true;
end
$$;

-- Binds an assignment to another entry, and says so in an event.
create function assignment_bind(a beat.assignment, in_platform_ref text, in_hit_ref text, in_submit_to text)
	returns beat.assignment language plpgsql as $$
declare
	was beat.assignment := a;
	done integer := a.won + (select count(*) from beat.vote v where v.assignment_id = a.id);
begin
	update beat.assignment x
	   set platform_ref = in_platform_ref, hit_ref = in_hit_ref, submit_to = in_submit_to
	 where x.id = a.id
	returning x.* into a;
	insert into beat.event (actor, kind, project_id, worker_id, assignment_id, detail)
	values ('server', 'assignment.rebind', a.project_id, a.worker_id, a.id, jsonb_build_object('won', done,
		'before', jsonb_build_object('platform_ref', was.platform_ref, 'hit_ref', was.hit_ref, 'submit_to', was.submit_to),
		'after', jsonb_build_object('platform_ref', a.platform_ref, 'hit_ref', a.hit_ref)));
	return a;
end
$$;

-- Gives an assignment back to the window in which its first wins were made, so that it can hand them in; as it is if the
-- reference is not that window's.
create function assignment_bind_back(a beat.assignment, in_platform_ref text) returns beat.assignment
	language plpgsql as $$
declare
	earlier jsonb := assignment_first_entry(a);
begin
	if a.state in ('live', 'ended') and earlier ->> 'platform_ref' = in_platform_ref then
		return assignment_bind(a, in_platform_ref, earlier ->> 'hit_ref', earlier ->> 'submit_to');
	end if;
	return a;
end
$$;
