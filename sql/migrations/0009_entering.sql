-- Entering: sessions that mind a worker's state. What 0003 says of refusals, transactions, locks and plans holds here
-- too; functions that 0003 had are replaced whole.

-- As before, but only written HITs hold a passage; validators hold questions.
create or replace function beat.leases_expire(in_project_id bigint) returns integer language plpgsql as $$
declare
	moment timestamptz := clock_timestamp();
	lease record;
	expired integer := 0;
begin
	for lease in
		select a.id, a.worker_id, a.passage_id, a.kind, a.expires_at, a.won
		  from beat.assignment a
		  join beat.project_passage q on q.project_id = a.project_id and q.passage_id = a.passage_id
		 where a.project_id = in_project_id and a.ended_at is null and a.expires_at <= moment
		 order by a.expires_at
		 limit 20
		   for no key update of a, q skip locked
	loop
		update beat.assignment set state = 'expired', ended_at = moment where id = lease.id;
		if lease.kind = 'generate' then
			update beat.project_passage set taken = taken - 1
			 where project_id = in_project_id and passage_id = lease.passage_id;
		elsif lease.kind = 'validate' then
			perform beat.validation_release(lease.id);
		end if;
		insert into beat.event (actor, kind, project_id, worker_id, assignment_id, detail)
		values ('server', 'assignment.expire', in_project_id, lease.worker_id, lease.id,
			jsonb_build_object('expires_at', beat.iso(lease.expires_at), 'won', lease.won));
		expired := expired + 1;
	end loop;
	return expired;
end
$$;

-- As before, but a passage that the worker has had is looked up in the index that has written HITs alone.
create or replace function beat.passage_take(in_project_id bigint, in_worker_id bigint, in_splits text[], in_slots integer)
	returns bigint language plpgsql as $$
declare
	place integer := floor(random() * 2147483647)::integer;
	level integer := 0;
	taken_id bigint;
begin
	loop
		update beat.project_passage u
		   set taken = u.taken + 1
		 where u.project_id = in_project_id
		   and u.passage_id = (
			select q.passage_id
			  from unnest(in_splits) as s (split)
			 cross join (values (place, 2147483647), (0, place)) as half (low, high)
			 cross join lateral (
				select pp.passage_id
				  from beat.project_passage pp
				 where pp.project_id = in_project_id and pp.split = s.split and pp.taken = level and pp.active
				   and pp.shuffle >= half.low and pp.shuffle < half.high
				   -- "offset 0" keeps this a probe per row; as a join it might read all of the worker's past.
				   and not exists (
					select from beat.assignment a
					 where a.worker_id = in_worker_id and a.project_id = in_project_id and a.passage_id = pp.passage_id
					   and a.kind = 'generate'
					offset 0)
				 order by pp.shuffle
				 limit 1
				   for no key update skip locked) as q
			 limit 1)
		returning u.passage_id into taken_id;
		if found then
			return taken_id;
		end if;
		-- The next level that has any passage at all.
		select min(q.taken) into level
		  from unnest(in_splits) as s (split)
		 cross join lateral (
			select pp.taken
			  from beat.project_passage pp
			 where pp.project_id = in_project_id and pp.split = s.split and pp.taken > level and pp.taken < in_slots
			   and pp.active
			 order by pp.taken
			 limit 1) as q;
		if level is null then
			return null;
		end if;
	end loop;
end
$$;

create or replace function beat.passage_take_patiently(
	in_project_id bigint, in_worker_id bigint, in_splits text[], in_slots integer)
	returns bigint language plpgsql as $$
declare
	taken_id bigint;
begin
	for i in 1 .. 40 loop
		taken_id := beat.passage_take(in_project_id, in_worker_id, in_splits, in_slots);
		if taken_id is not null then
			return taken_id;
		end if;
		perform 1
		   from beat.project_passage pp
		  where pp.project_id = in_project_id and pp.split = any (in_splits) and pp.taken < in_slots and pp.active
		    and not exists (
				select from beat.assignment a
				 where a.worker_id = in_worker_id and a.project_id = in_project_id and a.passage_id = pp.passage_id
				   and a.kind = 'generate'
				offset 0)
		  limit 1;
		if not found then
			return null;
		end if;
		perform pg_sleep(0.025);
	end loop;
	return null;
end
$$;

create function beat.assignment_revive(
	a beat.assignment, in_lease_seconds integer, in_platform_ref text, in_hit_ref text, in_submit_to text)
	returns beat.assignment language plpgsql as $$
declare
	was text := a.state;
begin
	update beat.assignment x
	   set state = 'live', ended_at = null,
		   expires_at = clock_timestamp() + make_interval(secs => in_lease_seconds),
		   platform_ref = in_platform_ref, hit_ref = in_hit_ref, submit_to = in_submit_to
	 where x.id = a.id
	returning x.* into a;
	insert into beat.event (actor, kind, project_id, worker_id, assignment_id, detail)
	values ('server', 'assignment.revive', a.project_id, a.worker_id, a.id,
		jsonb_build_object('before', was, 'won', a.won));
	return a;
end
$$;
comment on function beat.assignment_revive is
	'An assignment that expired or was ended goes on with a new lease. Its passage must be held already.';

-- As before, but for work only: an onboarding that expired is not revived by it.
create or replace function beat.assignment_start(
	in_project_id bigint, in_worker_id bigint, in_slots integer, in_lease_seconds integer,
	in_platform_ref text, in_hit_ref text, in_submit_to text)
	returns beat.assignment language plpgsql as $$
declare
	splits text[];
	moment timestamptz;
	a beat.assignment;
	slot record;
	taken_id bigint;
	expired integer;
begin
	expired := beat.leases_expire(in_project_id);
	splits := beat.splits_needing_work(in_project_id);

	select x.* into a
	  from beat.assignment x
	 where x.worker_id = in_worker_id and x.project_id = in_project_id and x.state = 'expired'
	   and (x.kind = 'generate') is true
	 order by x.ended_at desc
	 limit 1
	   for no key update;
	if found then
		select q.split into slot
		  from beat.project_passage q
		 where q.project_id = in_project_id and q.passage_id = a.passage_id and q.taken < in_slots and q.active
		   and (a.won > 0 or q.split = any (splits))
		   for no key update skip locked;
		if found then
			update beat.project_passage set taken = taken + 1
			 where project_id = in_project_id and passage_id = a.passage_id;
			return beat.assignment_revive(a, in_lease_seconds, in_platform_ref, in_hit_ref, in_submit_to);
		end if;
	end if;

	if splits is null then
		return null;
	end if;
	taken_id := beat.passage_take_patiently(in_project_id, in_worker_id, splits, in_slots);
	if taken_id is null then
		return null;
	end if;
	moment := clock_timestamp();
	insert into beat.assignment as x (
		project_id, worker_id, passage_id, platform_ref, hit_ref, submit_to, started_at, expires_at)
	values (in_project_id, in_worker_id, taken_id, in_platform_ref, in_hit_ref, in_submit_to, moment,
		moment + make_interval(secs => in_lease_seconds))
	returning x.* into a;
	return a;
end
$$;

create function beat.door(
	in_state text, in_blocked boolean, in_open boolean, in_onboarding text, in_platform text, in_vouched boolean)
	returns text language sql immutable parallel safe
	return case
		-- A direct worker's id is just a name that anyone could write: what hangs on it needs an invitation.
		when in_platform = 'direct' and (in_open or in_vouched) is not true then 'not_open'
		when in_blocked then 'blocked'
		when in_state = 'revoked' then 'revoked'
		when in_open then 'work'
		when in_state = 'qualified' then 'work'
		when in_state in ('screening', 'failed') then in_state
		when in_onboarding is not null then 'onboarding'
		when in_vouched then 'work'
		else 'not_open'
	end;
comment on function beat.door is
	'Where a worker who comes to a project is led: work, onboarding, or the reason why to nothing.';

create function beat.assignment_of(
	in_worker_id bigint, in_project_id bigint, in_state text, in_validate boolean default false)
	returns beat.assignment language plpgsql as $$
declare
	a beat.assignment;
begin
	if in_state = 'live' then
		select x.* into a
		  from beat.assignment x
		 where x.worker_id = in_worker_id and x.project_id = in_project_id and x.state = 'live'
		   and (x.kind = 'validate') = in_validate
		   for no key update;
	else
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
comment on function beat.assignment_of is
	'The assignment that a worker has in hand in a project, to write questions or to validate them, live or ended by a '
	'revocation, locked; null if none.';

create function beat.onboarding_skip(a beat.assignment) returns beat.assignment language plpgsql as $$
begin
	update beat.assignment x set state = 'returned', ended_at = clock_timestamp() where x.id = a.id;
	insert into beat.event (actor, kind, project_id, worker_id, assignment_id, detail)
	values ('server', 'assignment.return', a.project_id, a.worker_id, a.id,
		jsonb_build_object('before', a.state, 'after', 'returned', 'reason', 'The worker is qualified already.'));
	return null;
end
$$;
comment on function beat.onboarding_skip is 'Puts away a run of an onboarding that is not needed any more; returns null.';

create function beat.worker_told(in_worker_id bigint, in_project_id bigint, in_state text) returns text
	language plpgsql as $$
begin
	if in_state = 'revoked' then
		return (
			select r.reason
			  from beat.revocation r
			 where r.worker_id = in_worker_id and r.project_id = in_project_id and r.state = 'done'
			 order by r.id desc
			 limit 1);
	end if;
	return (
		select s.reason
		  from beat.screening s
		 where s.worker_id = in_worker_id and s.project_id = in_project_id and s.state = 'failed'
		 order by s.assignment_id desc
		 limit 1);
end
$$;
comment on function beat.worker_told is
	'Why a worker was revoked, or why the last onboarding was not passed; null if there is nothing to tell.';

drop function beat.session_open(text, text, text, text, text, text, boolean);
create function beat.session_open(
	in_project text, in_platform text, in_worker text, in_platform_ref text, in_hit_ref text, in_submit_to text,
	in_vouched boolean default false,
	out status text, out created boolean, out assignment_id bigint, out worker_id bigint, out passage_id bigint,
	out title text, out text text, out wanted integer, out won integer, out attempts json, out started_at text,
	out expires_at text, out expires_epoch bigint, out reward_cents integer, out threshold_permille integer,
	out project_title text, out project_state text, out model_name text, out kind text, out onboarding json,
	out state text, out reason text)
	language plpgsql
	set plan_cache_mode = force_generic_plan set jit = off
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
declare
	p record;
	worker beat.worker;
	q record;
	a beat.assignment;
	door text;
	moment timestamptz;
begin
	created := false;
	select x.id, x.open, x.assignments_per_passage, x.lease_seconds, x.onboarding,
		   in_platform = any (x.platforms) as takes_platform,
		   x.title, x.state, x.questions_wanted, x.reward_cents, x.threshold_permille, m.name as model_name
	  into p
	  from beat.project x
	  join beat.model m on m.id = x.model_id
	 where x.name = in_project;
	if not found then
		status := 'no_project';
		return;
	end if;
	project_title := p.title;
	project_state := p.state;
	wanted := p.questions_wanted;
	reward_cents := p.reward_cents;
	threshold_permille := p.threshold_permille;
	model_name := p.model_name;
	if p.takes_platform is not true then
		status := 'closed_platform';
		return;
	end if;
	worker := beat.worker_enter(in_platform, in_worker);
	worker_id := worker.id;
	select x.state, x.seen_at into q
	  from beat.participation x
	 where x.worker_id = worker.id and x.project_id = p.id;
	state := coalesce(q.state, 'new');
	door := beat.door(state, worker.blocked_at is not null, p.open, p.onboarding, in_platform, in_vouched);
	moment := clock_timestamp(); -- after any wait for the worker's other call

	-- Handed in before: also when a newer assignment is live, which must not be bound to the old reference, and
	-- whatever has become of the worker since, because the platform pays when the page ends there.
	if in_platform_ref <> '' then
		select x.* into a
		  from beat.assignment x
		 where x.project_id = p.id and x.platform_ref = in_platform_ref and x.state = 'submitted'
		   and x.platform_ref <> '' and (x.worker_id = worker.id) is true;
		if found then
			status := 'submitted';
		end if;
	end if;

	-- Work in hand goes on whatever has become of the project since.
	if status is null and door not in ('blocked', 'revoked')
		and (p.open or in_vouched or in_platform <> 'direct') is true then
		a := beat.assignment_of(worker.id, p.id, 'live');
		if a.id is null then
			a := beat.assignment_of(worker.id, p.id, 'ended');
		end if;
		if a.kind = 'onboarding' and state = 'qualified' and a.won = 0 then
			a := beat.onboarding_skip(a); -- qualified by hand meanwhile, or reinstated
		elsif a.state = 'ended' then -- reinstated: goes on
			a := beat.assignment_revive(a, p.lease_seconds, in_platform_ref, in_hit_ref, in_submit_to);
		elsif a.id is not null then
			a := beat.assignment_resume(a, p.lease_seconds, moment, in_platform_ref, in_hit_ref, in_submit_to);
		end if;
		-- Before a passage is taken: whoever revokes a worker holds a participation, and waits for passages.
		if q.seen_at < moment - interval '1 minute' then
			update beat.participation x set seen_at = moment where x.worker_id = worker.id and x.project_id = p.id;
		end if;
		if a.id is not null then
			status := 'ok';
		elsif door not in ('work', 'onboarding') then
			status := door;
		elsif p.state <> 'active' then
			status := p.state;
		else
			if door = 'work' then
				a := beat.assignment_start(p.id, worker.id, p.assignments_per_passage, p.lease_seconds,
					in_platform_ref, in_hit_ref, in_submit_to);
				if a.id is not null and q.state is null then
					perform beat.participation_begin(worker.id, p.id);
				end if;
			else
				a := beat.onboarding_start(p.id, worker.id, p.lease_seconds, in_platform_ref, in_hit_ref, in_submit_to);
				state := case when a.id is null then state else 'onboarding' end;
			end if;
			status := case when a.id is null then 'no_work' else 'ok' end;
			created := coalesce(a.started_at >= moment, false);
		end if;
	elsif status is null then
		if door in ('blocked', 'revoked') then
			a := beat.assignment_of(worker.id, p.id, 'ended');
		end if;
		if a.id is null then
			status := door;
		else -- work in hand, which is still paid
			status := 'ended';
			a := beat.assignment_resume(a, p.lease_seconds, moment, in_platform_ref, in_hit_ref, in_submit_to);
		end if;
	end if;
	if (status, state) in (('ok', 'onboarding'), ('failed', 'failed'), ('revoked', 'revoked'), ('ended', 'revoked')) then
		reason := beat.worker_told(worker.id, p.id, state);
	end if;
	if a.id is null then
		return;
	end if;

	kind := a.kind;
	if kind = 'onboarding' then
		onboarding := beat.onboarding_json(a.onboarding_id, a.id);
		select m.name into model_name from beat.model m where m.id = beat.onboarding_model(p.id);
	end if;
	if created then
		attempts := '[]';
	else
		attempts := beat.attempts_json(a.id);
	end if;
	select a.id, a.passage_id, a.won, beat.iso(a.started_at), beat.iso(a.expires_at),
		   floor(extract(epoch from a.expires_at)), d.title, x.text
	  into assignment_id, passage_id, won, started_at, expires_at, expires_epoch, title, text
	  from beat.passage x
	  join beat.document d on d.id = x.document_id
	 where x.id = a.passage_id;
end
$$;
comment on function beat.session_open is
	'A worker opens the page: goes on with the live assignment, or with the one that expired last if its passage is '
	'still free, or takes a passage, or begins the onboarding. One row always; see the column status.';
