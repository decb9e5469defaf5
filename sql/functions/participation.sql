-- Who may work: a worker's state in a project, and what a worker who may not is told.
--
-- The state of a participation is that of the worker's qualification in the project's pool (see pools.sql). It is changed
-- by those who hold the worker's row or the worker's live assignment.

-- Finds or makes the worker, and locks the row until the transaction ends; with what is known of the worker in a project,
-- at a moment after any wait for the worker's other call. Newcomer: the worker never came to the project; the state is
-- that of the qualification then, which one look-up by index tells.
create function worker_enter(
	in_platform text, in_platform_worker_id text, in_project_id bigint,
	out worker_id bigint, out blocked boolean, out state text, out newcomer boolean, out seen_at timestamptz,
	out moment timestamptz)
	language plpgsql as $$
begin
	-- The lock makes two calls of one worker follow each other.
	for i in 1 .. 2 loop
		select x.id, x.blocked_at is not null into worker_id, blocked
		  from beat.worker x
		 where x.platform = in_platform and x.platform_worker_id = in_platform_worker_id
		   for no key update;
		exit when found;
		insert into beat.worker as x (platform, platform_worker_id)
		values (in_platform, in_platform_worker_id)
		on conflict on constraint worker_platform_worker_id_key do nothing
		returning x.id, false, clock_timestamp(), true, 'new' into worker_id, blocked, moment, newcomer, state;
		if found then -- else the worker's other call was first
			return;
		end if;
	end loop;
	select q.state, q.seen_at into state, seen_at
	  from beat.participation q
	 where q.worker_id = worker_enter.worker_id and q.project_id = in_project_id;
	newcomer := not found;
	if newcomer then
		select k.state into state
		  from beat.project p
		  join beat.qualification k on k.worker_id = worker_enter.worker_id and k.pool_id = p.pool_id
		 where p.id = in_project_id;
		state := coalesce(state, 'new');
	end if;
	moment := clock_timestamp();
end
$$;

-- Makes a worker take part in a project, as new, unless that is so.
create function participation_begin(in_worker_id bigint, in_project_id bigint) returns void language plpgsql as $$
begin
	insert into beat.participation (worker_id, project_id) values (in_worker_id, in_project_id)
	on conflict on constraint participation_pkey do nothing;
end
$$;

-- Moves a worker's state in a project; the triggers refuse what is no move and record what is. All moves but a revocation
-- are moves of the qualification: the other projects of the pool follow. The detail goes into the events. The caller
-- holds the worker's row, or the live assignment, locked.
create function participation_move(
	in_worker_id bigint, in_project_id bigint, in_to text, in_detail jsonb default '{}')
	returns void language plpgsql as $$
begin
	perform participation_begin(in_worker_id, in_project_id);
	perform set_config('beat.detail', coalesce(in_detail, '{}')::text, true);
	update beat.participation q
	   set state = in_to
	 where q.worker_id = in_worker_id and q.project_id = in_project_id;
	perform set_config('beat.detail', '', true);
end
$$;

-- Puts away a run of an onboarding that is not needed any more; returns null.
create function onboarding_skip(a beat.assignment) returns beat.assignment language plpgsql as $$
begin
	update beat.assignment x set state = 'returned', ended_at = clock_timestamp() where x.id = a.id;
	insert into beat.event (actor, kind, project_id, worker_id, assignment_id, detail)
	values ('server', 'assignment.return', a.project_id, a.worker_id, a.id,
		jsonb_build_object('before', a.state, 'after', 'returned', 'reason', 'The worker is qualified already.'));
	return null;
end
$$;

-- Why a worker was revoked, or why the last onboarding was not passed; null if there is nothing to tell. It may have
-- happened in another project of the pool.
create function worker_told(in_worker_id bigint, in_project_id bigint, in_state text) returns text
	language plpgsql as $$
begin
	if in_state = 'revoked' then
		return (select r.reason from beat.revocation r where r.id = revocation_of(in_worker_id, in_project_id));
	end if;
	return (
		select s.reason
		  from beat.screening s
		 where s.worker_id = in_worker_id and s.project_id = any (pool_mates(in_project_id)) and s.state = 'failed'
		 order by s.assignment_id desc
		 limit 1);
end
$$;

-- The revocation by which a worker is revoked in a project; null if the worker is not.
create function revocation_of(in_worker_id bigint, in_project_id bigint) returns bigint language plpgsql stable as $$
declare
	q record;
begin
	select x.state, x.revocation_id into q
	  from beat.participation x
	 where x.worker_id = in_worker_id and x.project_id = in_project_id;
	if not found then
		select k.state, k.revocation_id into q
		  from beat.project p
		  join beat.qualification k on k.worker_id = in_worker_id and k.pool_id = p.pool_id
		 where p.id = in_project_id;
	end if;
	return case when q.state = 'revoked' then q.revocation_id end;
end
$$;
