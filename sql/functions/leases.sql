-- Leases that are taken back before they run out: whoever took passages and asked nothing must not keep others from work.
-- What sessions.sql says of refusals, transactions, locks and plans holds here too.

-- Takes back passages that were taken and never asked about, if the project's time until the first attempt is over: those
-- of workers who never handed anything in first, then the oldest. Asked for only when no passage is to be had; how many are
-- looked at is bounded, also where a thousand workers are busy. Returns how many became free.
create function leases_reclaim(in_project_id bigint) returns integer language plpgsql as $$
declare
	moment timestamptz := clock_timestamp();
	lease record;
	reclaimed integer := 0;
begin
	for lease in
		select a.id, a.expires_at
		  from (
			select x.id, x.worker_id, x.expires_at
			  from beat.project p
			  join beat.assignment x on x.project_id = p.id and x.ended_at is null
			   and x.expires_at <= moment + make_interval(secs => p.lease_seconds - p.first_lease_seconds)
			 where p.id = in_project_id and p.first_lease_seconds < p.lease_seconds and x.kind = 'generate' and x.won = 0
			 order by x.expires_at
			 limit 1000) as a
		  left join beat.participation q on q.worker_id = a.worker_id and q.project_id = in_project_id
		 where not exists (select from beat.attempt t where t.assignment_id = a.id offset 0)
		 order by coalesce(q.submitted, 0) > 0, a.expires_at
		 limit 20
	loop
		reclaimed := reclaimed + lease_reclaim(lease.id, lease.expires_at, moment);
	end loop;
	if reclaimed > 0 then
		perform set_config('beat.lowest_level', '', true); -- what became free has moved down
	end if;
	return reclaimed;
end
$$;

-- Ends one lease of a passage and says so in an event; 0 if somebody holds it, or it was asked about or begun anew meanwhile.
create function lease_reclaim(in_assignment_id bigint, in_expires_at timestamptz, moment timestamptz) returns integer
	language plpgsql as $$
declare
	a record;
begin
	select x.id, x.project_id, x.passage_id, x.worker_id, x.expires_at, x.won into a
	  from beat.assignment x
	  join beat.project_passage q on q.project_id = x.project_id and q.passage_id = x.passage_id
	 where x.id = in_assignment_id and x.state = 'live' and x.expires_at = in_expires_at
	   for no key update of x, q skip locked;
	if not found or exists (select from beat.attempt t where t.assignment_id = in_assignment_id) then
		return 0;
	end if;
	update beat.assignment set state = 'expired', ended_at = moment where id = a.id;
	update beat.project_passage set taken = taken - 1 where project_id = a.project_id and passage_id = a.passage_id;
	insert into beat.event (actor, kind, project_id, worker_id, assignment_id, detail)
	values ('server', 'assignment.reclaim', a.project_id, a.worker_id, a.id,
		jsonb_build_object('expires_at', beat.iso(a.expires_at), 'won', a.won));
	return 1;
end
$$;

-- Whether a worker has been given work in a project before.
create function worker_is_known(in_project text, in_platform text, in_worker text) returns boolean
	language plpgsql stable as $$
begin
	return exists (
		select from beat.project p
		  join beat.worker w on w.platform = in_platform and w.platform_worker_id = in_worker
		  join beat.participation q on q.worker_id = w.id and q.project_id = p.id
		 where p.name = in_project);
end
$$;
