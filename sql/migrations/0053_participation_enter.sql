-- A participation begins with one look at the qualification, or with one row of it: it was looked for three times, which was
-- half the cost of beginning, and is most of it where many begin at once and their qualifications are made before.

create function beat.participation_enter() returns trigger language plpgsql as $$
declare
	k beat.qualification;
begin
	if new.state <> 'new' then
		perform beat.violates('participation', 'participation_begins_new', format(
			'Worker %s begins in project %s as new, not as %s.', new.worker_id, new.project_id, new.state));
	end if;
	-- Locked: a move of the qualification either sees this participation, or is seen here.
	for i in 1 .. 2 loop
		select x.* into k
		  from beat.project p
		  join beat.qualification x on x.worker_id = new.worker_id and x.pool_id = p.pool_id
		 where p.id = new.project_id
		   for no key update of x;
		exit when found;
		insert into beat.qualification as x (worker_id, pool_id)
		select new.worker_id, p.pool_id from beat.project p where p.id = new.project_id
		on conflict on constraint qualification_pkey do nothing
		returning x.* into k;
		exit when found; -- else somebody was first, and it is there
	end loop;
	new.state := k.state;
	new.revocation_id := k.revocation_id;
	return new;
end
$$;
comment on function beat.participation_enter is
	'Trigger: participation_begins_new; a participation begins as the pool says.';

drop trigger participation_check on beat.participation;
create trigger participation_check before update of worker_id, project_id, state on beat.participation
	for each row execute function beat.participation_guard();
create trigger participation_enter before insert on beat.participation
	for each row execute function beat.participation_enter();
comment on function beat.participation_guard is
	'Trigger: participation_stays_itself, participation_moves. What it says of beginning is participation_enter().';
