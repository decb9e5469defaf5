-- Sessions: a worker comes, and gets a passage by lease.
--
-- Refusals are values in a column "status": an error would roll back every request that shares the transaction. For the
-- same reason a later call must see what an earlier one of its own transaction did, so nothing here relies on row locks
-- alone: a passage that was taken has moved on in the queue at once.
--
-- Order of locks, everywhere: project (to close a batch), worker, assignment, sample, review, question, participation,
-- qualification, the participations in other projects of the pool, project_passage, project_tally and the other counters;
-- rows of validation come after those of question, in the order of their ids. Whoever changes what is known of a worker's
-- questions holds the worker, with what the worker has in hand in all projects of the pool; a revocation may therefore take
-- the qualification first, and the participations before the questions. Rows of other workers, and a run of the onboarding
-- in another project, are only ever taken with skip locked.
--
-- The functions that the server calls set how their queries are planned: once a session (with the moment known the query
-- for overdue leases looks cheaper, and would be planned at each call), and always as look-ups by index. A plan made from
-- what was known while a table was small would read it whole, and be kept while it grows by thousands of rows a minute.
-- Each setting costs half a microsecond. Bitmaps are off where a passage is drawn: with a thousand of them untaken one
-- was made of all, and sorted, to take the first. For the same reason a condition that tempts to a wrong index is written
-- "(a = b) is true", which no index serves.

-- A worker opens the page: goes on with the live assignment, or with the one that expired last if its passage is still
-- free, or takes a passage, or begins the onboarding. One row always; see the column status. It is "busy" if there is a
-- passage for the worker, but in the hands of another transaction: whoever asks again in a moment gets what is left.
create function session_open(
	in_project text, in_platform text, in_worker text, in_platform_ref text, in_hit_ref text, in_submit_to text,
	in_vouched boolean default false,
	out status text, out created boolean, out assignment_id bigint, out worker_id bigint, out passage_id bigint,
	out title text, out text text, out wanted integer, out won integer, out attempts json, out started_at text,
	out expires_at text, out expires_epoch bigint, out reward_cents integer, out threshold_permille integer,
	out project_title text, out project_state text, out model_name text, out kind text, out onboarding json,
	out state text, out reason text, out opponent json, out newcomer boolean)
	language plpgsql
	set plan_cache_mode = force_generic_plan set jit = off
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off
	set enable_bitmapscan = off as $$
declare
	of_project bigint;
	is_open boolean;
	takes_platform boolean;
	first_onboarding text;
	slots integer;
	lease integer;
	q record;
	met record;
	a beat.assignment;
	door text;
begin
	created := false;
	select x.id, x.open, project_takes(x, in_platform), coalesce(x.onboarding, o.onboarding), x.assignments_per_passage,
		   x.lease_seconds, x.title, x.state, x.questions_wanted, x.reward_cents, x.threshold_permille, m.name, opponent_of(x, m)
	  into of_project, is_open, takes_platform, first_onboarding, slots, lease, project_title,
		   project_state, wanted, reward_cents, threshold_permille, model_name, opponent
	  from (beat.project x join beat.pool o on o.id = x.pool_id)
	  join beat.model m on m.id = x.model_id
	 where x.name = in_project;
	if takes_platform is not true then
		status := case when of_project is null then 'no_project' else 'closed_platform' end;
		return;
	end if;
	q := worker_enter(in_platform, in_worker, of_project);
	worker_id := q.worker_id;
	newcomer := q.newcomer;
	state := q.state;
	door := door(state, q.blocked, is_open, first_onboarding, in_platform, in_vouched);
	if not q.newcomer then -- else never here: nothing in hand, nothing handed in
		met := worker_met(worker_id, of_project, false, door, has_entry(in_platform, is_open, in_vouched), state, q.seen_at,
			q.moment, lease, in_platform_ref, in_hit_ref, in_submit_to);
		status := met.status;
	end if;
	if status is null then
		met := session_begin(worker_id, of_project, door, project_state, q.newcomer, slots, lease, in_platform_ref,
			in_hit_ref, in_submit_to);
		status := met.status;
		state := case when (met.a).kind = 'onboarding' then 'onboarding' else state end;
	end if;
	a := met.a;
	if (status, state) in (('ok', 'onboarding'), ('failed', 'failed'), ('revoked', 'revoked'), ('ended', 'revoked')) then
		reason := worker_told(worker_id, of_project, state);
	end if;
	if a.id is null then
		return;
	end if;

	created := a.started_at >= q.moment;
	kind := a.kind;
	if kind = 'onboarding' then
		onboarding := onboarding_json(a.onboarding_id, a.id);
		select m.name, opponent_json(m) into model_name, opponent from beat.model m where m.id = onboarding_model(of_project);
	end if;
	attempts := case when created then '[]' else attempts_json(a.id) end;
	assignment_id := a.id;
	won := a.won;
	select s.* into passage_id, title, text, started_at, expires_at, expires_epoch
	  from assignment_shown(a.passage_id, a.started_at, a.expires_at) as s;
end
$$;

-- Whether a project takes workers of a platform: those of Prolific only if there is a code for them to leave with.
create function project_takes(p beat.project, in_platform text) returns boolean
	language sql immutable parallel safe as $$
	select in_platform = any (p.platforms) and (in_platform <> 'prolific' or p.completion_code <> '')
$$;

-- True unless a worker needs an invitation and has none. A direct worker's id is just a name that anyone could write.
create function has_entry(in_platform text, in_open boolean, in_vouched boolean) returns boolean
	language sql immutable parallel safe as $$
	select (in_platform <> 'direct' or in_open or in_vouched) is true
$$;

-- Where a worker who comes to a project is led: work, onboarding, or the reason why to nothing.
create function door(
	in_state text, in_blocked boolean, in_open boolean, in_onboarding text, in_platform text, in_vouched boolean)
	returns text language sql immutable parallel safe as $$
	select case
		when not has_entry(in_platform, in_open, in_vouched) then 'not_open'
		when in_blocked then 'blocked'
		when in_state = 'revoked' then 'revoked'
		when in_open then 'work'
		when in_state = 'qualified' then 'work'
		when in_state in ('screening', 'failed') then in_state
		when in_onboarding is not null then 'onboarding'
		when in_vouched then 'work'
		else 'not_open'
	end
$$;

-- What a worker who comes to a project finds, to write questions or to validate: what was handed in before, or is in hand,
-- or the reason why there is nothing to be had. No status: a new assignment may be begun.
create function worker_met(
	in_worker_id bigint, in_project_id bigint, in_validate boolean, in_door text, in_entry boolean, in_state text,
	in_seen_at timestamptz, moment timestamptz, in_lease_seconds integer, in_platform_ref text, in_hit_ref text,
	in_submit_to text,
	out status text, out a beat.assignment)
	language plpgsql as $$
begin
	-- Handed in before: also when a newer assignment is live, which must not be bound to the old reference, and
	-- whatever has become of the worker since, because the platform pays when the page ends there.
	if in_platform_ref <> '' then
		a := assignment_handed_in(in_project_id, in_worker_id, in_platform_ref);
	end if;
	if a.id is not null then
		status := 'submitted';
		return;
	elsif not in_entry then
		status := in_door;
		return;
	end if;
	a := assignment_in_hand(in_worker_id, in_project_id, in_validate, in_door in ('blocked', 'revoked'));
	if a.id is not null and entry_is_kept_out(a, moment, in_platform_ref, in_hit_ref) then
		a := null;
		status := 'elsewhere';
		return;
	end if;
	if in_door in ('blocked', 'revoked') then
		status := case when a.id is null then in_door else 'ended' end; -- what is in hand is still paid
	-- Before a passage is taken or anything weighed: whoever revokes a worker holds a participation, and waits for
	-- passages; and what is weighed holds rows of others until the end, so that nothing may be waited for then.
	elsif in_seen_at < moment - interval '1 minute' then
		update beat.participation x
		   set seen_at = moment
		 where x.worker_id = in_worker_id and x.project_id = in_project_id;
	end if;
	-- Work in hand goes on whatever has become of the project since.
	if status = 'ended' or a.state = 'live' and a.kind <> 'onboarding' then
		a := assignment_resume(a, in_lease_seconds, moment, in_platform_ref, in_hit_ref, in_submit_to);
		status := coalesce(status, 'ok');
	elsif a.id is not null then
		a := assignment_go_on(a, in_state, in_lease_seconds, moment, in_platform_ref, in_hit_ref, in_submit_to);
		status := case when a.id is not null then 'ok' end;
	end if;
end
$$;

-- A new assignment of a project for a worker whom the door leads to work or to the onboarding; else the reason why not.
create function session_begin(
	in_worker_id bigint, in_project_id bigint, in_door text, in_project_state text, in_newcomer boolean,
	in_slots integer, in_lease_seconds integer, in_platform_ref text, in_hit_ref text, in_submit_to text,
	out status text, out a beat.assignment)
	language plpgsql as $$
begin
	if in_door not in ('work', 'onboarding') then
		status := in_door;
	elsif in_project_state <> 'active' then
		status := in_project_state;
	elsif in_door = 'onboarding' then
		a := onboarding_start(in_project_id, in_worker_id, in_lease_seconds, in_platform_ref, in_hit_ref, in_submit_to);
		status := case when a.id is not null then 'ok' when onboarding_named(in_project_id) is null then 'no_work'
			else 'busy' end;
	else
		a := assignment_start(in_project_id, in_worker_id, in_newcomer, in_slots, in_lease_seconds, in_platform_ref,
			in_hit_ref, in_submit_to);
		if a.id is not null and in_newcomer then
			perform participation_begin(in_worker_id, in_project_id);
		end if;
		status := case
			when a.id is not null then 'ok'
			when passage_is_free(in_project_id, in_worker_id, in_slots) then 'busy'
			else 'no_work'
		end;
	end if;
end
$$;

-- A live assignment to write questions for a worker who has none; null if there is no passage to be had right now.
create function assignment_start(
	in_project_id bigint, in_worker_id bigint, in_newcomer boolean, in_slots integer, in_lease_seconds integer,
	in_platform_ref text, in_hit_ref text, in_submit_to text)
	returns beat.assignment language plpgsql as $$
declare
	splits text[];
	moment timestamptz;
	a beat.assignment;
	slot record;
	taken_id bigint;
begin
	perform leases_expire(in_project_id);
	splits := splits_needing_work(in_project_id);
	if not in_newcomer then
		a := assignment_expired(in_worker_id, in_project_id, 'generate');
	end if;
	if a.id is not null then
		select q.split into slot
		  from beat.project_passage q
		 where q.project_id = in_project_id and q.passage_id = a.passage_id and q.taken < in_slots and q.active
		   and (a.won > 0 or q.split = any (splits))
		   for no key update skip locked;
		if found then
			update beat.project_passage set taken = taken + 1
			 where project_id = in_project_id and passage_id = a.passage_id;
			return assignment_revive(a, in_lease_seconds, in_platform_ref, in_hit_ref, in_submit_to);
		end if;
	end if;
	if splits is null then
		return null;
	end if;
	taken_id := (passages_take(in_project_id, in_worker_id, splits, in_slots))[1];
	if taken_id is null and leases_reclaim(in_project_id) > 0 then
		taken_id := (passages_take(in_project_id, in_worker_id, splits, in_slots))[1];
	end if;
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

-- What a worker sees before accepting: a passage of the project, no lease, nothing stored.
-- A preview stores nothing and leases nothing: any passage of the project will do.
create function session_preview(
	in_project text,
	out status text, out title text, out text text, out passage_id bigint, out wanted integer, out reward_cents integer,
	out threshold_permille integer, out project_title text, out model_name text, out opponent json)
	language plpgsql
	set plan_cache_mode = force_generic_plan set jit = off
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off
	set enable_bitmapscan = off as $$
declare
	of_project bigint;
	project_state text;
	place integer := floor(random() * 2147483647)::integer;
begin
	select p.id, p.state, p.questions_wanted, p.reward_cents, p.threshold_permille, p.title, m.name, opponent_of(p, m)
	  into of_project, project_state, wanted, reward_cents, threshold_permille, project_title, model_name, opponent
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
	  from unnest(splits_needing_work(of_project)) as s (split)
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
