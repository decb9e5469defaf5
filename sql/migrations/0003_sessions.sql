-- Sessions: a worker comes, and gets a passage by lease.
--
-- Refusals are values in a column "status": an error would roll back every request
-- that shares the transaction. For the same reason a later call must see what an
-- earlier one of its own transaction did, so nothing here relies on row locks
-- alone: a passage that was taken has moved on in the queue at once.
--
-- Order of locks, everywhere: worker, assignment, project_passage, project_tally.
-- Rows of other workers are only ever taken with skip locked.
--
-- The functions that the server calls set how their queries are planned: once a
-- session (with the moment known the query for overdue leases looks cheaper, and
-- would be planned at each call), and always as look-ups by index. A plan made from
-- what was known while a table was small would read it whole, and be kept while it
-- grows by thousands of rows a minute. Each setting costs half a microsecond. For the
-- same reason a condition that tempts to a wrong index is written "(a = b) is true",
-- which no index serves.

create function beat.worker_enter(in_platform text, in_platform_worker_id text) returns beat.worker
	language plpgsql as $$
declare
	w beat.worker;
begin
	-- The lock makes two calls of one worker follow each other.
	select x.* into w
	  from beat.worker x
	 where x.platform = in_platform and x.platform_worker_id = in_platform_worker_id
	   for no key update;
	if found then
		return w;
	end if;
	insert into beat.worker as x (platform, platform_worker_id)
	values (in_platform, in_platform_worker_id)
	on conflict on constraint worker_platform_worker_id_key do nothing
	returning x.* into w;
	if not found then -- the worker's other call was first
		select x.* into w
		  from beat.worker x
		 where x.platform = in_platform and x.platform_worker_id = in_platform_worker_id
		   for no key update;
	end if;
	return w;
end
$$;
comment on function beat.worker_enter is 'Finds or makes the worker, and locks the row until the transaction ends.';

create function beat.splits_needing_work(in_project_id bigint) returns text[]
	language plpgsql as $$
begin
	return (
		-- A random order in which the bigger split tends to come first: taking from
		-- the first that has work is then much like taking from all passages alike.
		select array_agg(s.split order by -ln(1 - random()) / s.passages)
		  from beat.project_split s
		 where s.project_id = in_project_id
		   and s.passages > 0
		   and (s.target is null or s.target > (
				select coalesce(sum(t.kept), 0)
				  from beat.project_tally t
				 where t.project_id = s.project_id and t.split = s.split)));
end
$$;
comment on function beat.splits_needing_work is
	'Splits of a project with passages and a target not yet reached, in a weighted random order; null if none.';

-- Returns the passages of leases that ran out. A few at each call, never waiting: whoever comes next does the rest.
create function beat.leases_expire(in_project_id bigint) returns integer language plpgsql as $$
declare
	moment timestamptz := clock_timestamp();
	lease record;
	expired integer := 0;
begin
	for lease in
		select a.id, a.worker_id, a.passage_id, a.expires_at, a.won
		  from beat.assignment a
		  join beat.project_passage q on q.project_id = a.project_id and q.passage_id = a.passage_id
		 where a.project_id = in_project_id and a.ended_at is null and a.expires_at <= moment
		 order by a.expires_at
		 limit 20
		   for no key update of a, q skip locked
	loop
		update beat.assignment set state = 'expired', ended_at = moment where id = lease.id;
		update beat.project_passage set taken = taken - 1
		 where project_id = in_project_id and passage_id = lease.passage_id;
		insert into beat.event (actor, kind, project_id, worker_id, assignment_id, detail)
		values ('server', 'assignment.expire', in_project_id, lease.worker_id, lease.id,
			jsonb_build_object('expires_at', beat.iso(lease.expires_at), 'won', lease.won));
		expired := expired + 1;
	end loop;
	return expired;
end
$$;
comment on function beat.leases_expire is 'Ends a bounded number of overdue leases of a project; returns how many.';

-- Takes a passage: the least served first, at random among them, never one the
-- worker has had. For a level of service the walk goes over (split, half): from a
-- random place to the end, then from the beginning to that place. The inner query
-- runs lazily, so exactly one row is locked, the one that is taken.
create function beat.passage_take(in_project_id bigint, in_worker_id bigint, in_splits text[], in_slots integer)
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
comment on function beat.passage_take is
	'Takes a free passage of the project that the worker has not had; null if none is free right now.';

-- When only passages remain that other transactions hold, tries again for a moment:
-- most are about to move to a level where there is still a slot. Sleeping between
-- tries rather than waiting for a row, because waiting might deadlock.
create function beat.passage_take_patiently(
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
comment on function beat.passage_take_patiently is
	'Takes a free passage; if all are held by others, tries again for up to a second. Null if there is none.';

create function beat.session_open(
	in_project text, in_platform text, in_worker text, in_platform_ref text, in_hit_ref text, in_submit_to text,
	in_vouched boolean default false,
	out status text, out created boolean, out assignment_id bigint, out worker_id bigint, out passage_id bigint,
	out title text, out text text, out wanted integer, out won integer, out attempts json, out started_at text,
	out expires_at text, out expires_epoch bigint, out reward_cents integer, out threshold_permille integer,
	out project_title text, out project_state text, out model_name text)
	language plpgsql
	set plan_cache_mode = force_generic_plan set jit = off
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
declare
	of_project bigint;
	is_open boolean;
	slots integer;
	lease_seconds integer;
	takes_platform boolean;
	worker beat.worker;
	a beat.assignment;
	moment timestamptz;
begin
	created := false;
	select p.id, p.open, p.assignments_per_passage, p.lease_seconds, in_platform = any (p.platforms),
		   p.title, p.state, p.questions_wanted, p.reward_cents, p.threshold_permille, m.name
	  into of_project, is_open, slots, lease_seconds, takes_platform,
		   project_title, project_state, wanted, reward_cents, threshold_permille, model_name
	  from beat.project p
	  join beat.model m on m.id = p.model_id
	 where p.name = in_project;
	if not found then
		status := 'no_project';
		return;
	end if;
	if takes_platform is not true then
		status := 'closed_platform';
		return;
	end if;
	worker := beat.worker_enter(in_platform, in_worker);
	worker_id := worker.id;
	if worker.state = 'revoked' then
		status := 'revoked';
		return;
	end if;
	-- A direct worker's id is just a name that anyone could write: what hangs on it needs an invitation.
	if (is_open or in_vouched or (worker.state = 'qualified' and in_platform <> 'direct')) is not true then
		status := 'not_open';
		return;
	end if;
	moment := clock_timestamp(); -- after any wait for the worker's other call

	-- Handed in before: also when a newer assignment is live, which must not be bound to the old reference.
	if in_platform_ref <> '' then
		select x.* into a
		  from beat.assignment x
		 where x.project_id = of_project and x.platform_ref = in_platform_ref and x.state = 'submitted'
		   and x.platform_ref <> '' and (x.worker_id = worker.id) is true;
		if found then
			status := 'submitted';
		end if;
	end if;

	if status is null then
		select x.* into a
		  from beat.assignment x
		 where x.worker_id = worker.id and x.project_id = of_project and x.state = 'live'
		   for no key update;
		if found then
			status := 'ok';
			a := beat.assignment_resume(a, lease_seconds, moment, in_platform_ref, in_hit_ref, in_submit_to);
		elsif project_state <> 'active' then
			status := project_state;
			return;
		else
			a := beat.assignment_start(of_project, worker.id, slots, lease_seconds, in_platform_ref, in_hit_ref,
				in_submit_to);
			if a.id is null then
				status := 'no_work';
				return;
			end if;
			status := 'ok';
			created := a.started_at >= moment;
		end if;
	end if;

	if created then
		attempts := '[]';
	else
		attempts := beat.attempts_json(a.id);
	end if;
	select a.id, a.passage_id, a.won, beat.iso(a.started_at), beat.iso(a.expires_at),
		   floor(extract(epoch from a.expires_at)), d.title, p.text
	  into assignment_id, passage_id, won, started_at, expires_at, expires_epoch, title, text
	  from beat.passage p
	  join beat.document d on d.id = p.document_id
	 where p.id = a.passage_id;
end
$$;
comment on function beat.session_open is
	'A worker opens the page: goes on with the live assignment, or with the one that expired last if its passage is '
	'still free, or takes a passage. One row always; see the column status.';

-- Goes on with a live assignment of this worker. Nobody took an overdue one, so its lease is simply renewed. A
-- reference other than the bound one means the worker has opened another HIT or window: the newcomer gets the work.
create function beat.assignment_resume(
	a beat.assignment, in_lease_seconds integer, moment timestamptz,
	in_platform_ref text, in_hit_ref text, in_submit_to text)
	returns beat.assignment language plpgsql as $$
declare
	was beat.assignment := a;
begin
	if a.platform_ref = in_platform_ref and a.expires_at > moment then
		return a;
	end if;
	if a.platform_ref <> in_platform_ref then
		a.platform_ref := in_platform_ref;
		a.hit_ref := in_hit_ref;
		a.submit_to := in_submit_to;
		insert into beat.event (actor, kind, project_id, worker_id, assignment_id, detail)
		values ('server', 'assignment.rebind', a.project_id, a.worker_id, a.id,
			jsonb_build_object('before', jsonb_build_object('platform_ref', was.platform_ref, 'hit_ref', was.hit_ref),
				'after', jsonb_build_object('platform_ref', in_platform_ref, 'hit_ref', in_hit_ref)));
	end if;
	if a.expires_at <= moment then
		a.expires_at := moment + make_interval(secs => in_lease_seconds);
		insert into beat.event (actor, kind, project_id, worker_id, assignment_id, detail)
		values ('server', 'assignment.renew', a.project_id, a.worker_id, a.id,
			jsonb_build_object('before', beat.iso(was.expires_at), 'after', beat.iso(a.expires_at)));
	end if;
	update beat.assignment
	   set platform_ref = a.platform_ref, hit_ref = a.hit_ref, submit_to = a.submit_to, expires_at = a.expires_at
	 where id = a.id;
	return a;
end
$$;
comment on function beat.assignment_resume is
	'Renews an overdue lease and binds the assignment to the reference it was opened with.';

-- Revives the assignment that expired last, if it still has a slot and is of use, else takes a passage.
create function beat.assignment_start(
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
			update beat.assignment x
			   set state = 'live', ended_at = null,
				   expires_at = clock_timestamp() + make_interval(secs => in_lease_seconds),
				   platform_ref = in_platform_ref, hit_ref = in_hit_ref, submit_to = in_submit_to
			 where x.id = a.id
			returning x.* into a;
			insert into beat.event (actor, kind, project_id, worker_id, assignment_id, detail)
			values ('server', 'assignment.revive', in_project_id, in_worker_id, a.id, jsonb_build_object('won', a.won));
			return a;
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
comment on function beat.assignment_start is 'A live assignment for a worker who has none; null if there is no work.';

-- A preview stores nothing and leases nothing: any passage of the project will do.
create function beat.session_preview(
	in_project text,
	out status text, out title text, out text text, out passage_id bigint, out wanted integer, out reward_cents integer,
	out threshold_permille integer, out project_title text, out model_name text)
	language plpgsql
	set plan_cache_mode = force_generic_plan set jit = off
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
declare
	of_project bigint;
	project_state text;
	place integer := floor(random() * 2147483647)::integer;
begin
	select p.id, p.state, p.questions_wanted, p.reward_cents, p.threshold_permille, p.title, m.name
	  into of_project, project_state, wanted, reward_cents, threshold_permille, project_title, model_name
	  from beat.project p
	  join beat.model m on m.id = p.model_id
	 where p.name = in_project;
	if not found then
		status := 'no_project';
		return;
	end if;
	if project_state <> 'active' then
		status := project_state;
		return;
	end if;
	select d.title, x.text, x.id into title, text, passage_id
	  from unnest(beat.splits_needing_work(of_project)) as s (split)
	 cross join (values (place, 2147483647), (0, place)) as half (low, high)
	 cross join lateral (
		select pp.passage_id
		  from beat.project_passage pp
		 where pp.project_id = of_project and pp.split = s.split and pp.active and pp.taken = 0
		   and pp.shuffle >= half.low and pp.shuffle < half.high
		 order by pp.shuffle
		 limit 1) as q
	  join beat.passage x on x.id = q.passage_id
	  join beat.document d on d.id = x.document_id
	 limit 1;
	if not found then -- all are taken once: any will do
		select d.title, x.text, x.id into title, text, passage_id
		  from beat.project_passage pp
		  join beat.passage x on x.id = pp.passage_id
		  join beat.document d on d.id = x.document_id
		 where pp.project_id = of_project and pp.active
		 limit 1;
	end if;
	status := case when found then 'ok' else 'no_work' end;
end
$$;
comment on function beat.session_preview is
	'What a worker sees before accepting: a passage of the project, no lease, nothing stored.';
