-- Who may work: a worker's state in a project, the onboarding that leads to a qualification, and the functions of the
-- game that mind both. What 0003 says of refusals, transactions, locks and plans holds here too.
--
-- Order of locks, everywhere: worker, assignment, participation, project_passage, tallies. The state of a
-- participation is changed by those who hold the worker's row or the worker's live assignment.

-- The state machine. Its moves are the rows of participation_move; the trigger lets no other happen, whoever tries.

-- What used to hold for a worker in all projects holds from now on in each. Whoever has worked takes part.
insert into beat.participation (worker_id, project_id, state, seen_at, submitted, attempts, wins, kept, seconds)
select w.id, p.id, w.state, coalesce(max(a.started_at), w.created_at),
	   count(*) filter (where a.state = 'submitted'),
	   coalesce(sum(t.attempts) filter (where a.state = 'submitted'), 0),
	   coalesce(sum(a.won) filter (where a.state = 'submitted'), 0),
	   coalesce(sum(a.won) filter (where a.state = 'submitted'), 0),
	   coalesce(sum(greatest(0, floor(extract(epoch from a.ended_at - a.started_at))))
			filter (where a.state = 'submitted'), 0)
  from beat.worker w
 cross join beat.project p
  left join beat.assignment a on a.worker_id = w.id and a.project_id = p.id
  left join lateral (select count(*) as attempts from beat.attempt x where x.assignment_id = a.id) as t on true
 where a.id is not null or w.state <> 'new'
 group by w.id, p.id;
-- What earlier hand-ins earned was not written down; the project's reward is the best that is known.
update beat.assignment a
   set reward_cents = p.reward_cents
  from beat.project p
 where p.id = a.project_id and a.state = 'submitted' and p.reward_cents > 0;

drop trigger worker_log on beat.worker;
drop function beat.worker_log();
alter table beat.worker drop column state;
drop domain beat.worker_state;

create function beat.participation_check() returns trigger language plpgsql as $$
begin
	if tg_op = 'INSERT' then
		if new.state <> 'new' then
			perform beat.violates('participation', 'participation_begins_new', format(
				'Worker %s begins in project %s as new, not as %s.', new.worker_id, new.project_id, new.state));
		end if;
		return new;
	end if;
	if (new.worker_id, new.project_id) <> (old.worker_id, old.project_id) then
		perform beat.violates('participation', 'participation_stays_itself', format(
			'The participation of worker %s in project %s cannot become another one.', old.worker_id, old.project_id));
	end if;
	if new.state <> old.state then
		if not exists (
				select from beat.participation_move m where m.from_state = old.state and m.to_state = new.state) then
			perform beat.violates('participation', 'participation_moves', format(
				'Worker %s cannot go from %s to %s in project %s.', old.worker_id, old.state, new.state,
				old.project_id));
		end if;
		new.state_at := clock_timestamp();
	end if;
	return new;
end
$$;
comment on function beat.participation_check is
	'Trigger: participation_begins_new, participation_stays_itself, participation_moves.';
-- Not for the counters, which every hand-in changes.
create trigger participation_check before insert or update of worker_id, project_id, state on beat.participation
	for each row execute function beat.participation_check();

-- The event is made here, so that a move by hand is on record too; participation_move() lends it the details.
create function beat.participation_log() returns trigger language plpgsql as $$
declare
	detail jsonb := coalesce(nullif(current_setting('beat.detail', true), ''), '{}')::jsonb;
begin
	perform beat.event_add('worker.state', new.project_id, new.worker_id, null,
		jsonb_build_object('before', old.state, 'after', new.state) || detail);
	if old.state = 'screening' and new.state = 'revoked' then -- nobody has to look at it any more
		update beat.screening s
		   set state = 'failed', reason = 'The worker may no longer take part.', actor = beat.current_actor(),
			   decided_at = clock_timestamp()
		 where s.worker_id = new.worker_id and s.project_id = new.project_id and s.state = 'waiting';
	end if;
	perform beat.changed('worker', new.project_id, new.worker_id::text);
	return null;
end
$$;
comment on function beat.participation_log is
	'Trigger: every move of a worker''s state is an event; who is revoked leaves the screening queue.';
create trigger participation_log after update of state on beat.participation
	for each row when (old.state <> new.state) execute function beat.participation_log();

create function beat.participation_begin(in_worker_id bigint, in_project_id bigint) returns void language plpgsql as $$
begin
	insert into beat.participation (worker_id, project_id) values (in_worker_id, in_project_id)
	on conflict on constraint participation_pkey do nothing;
end
$$;
comment on function beat.participation_begin is 'Makes a worker take part in a project, as new, unless that is so.';

create function beat.participation_move(
	in_worker_id bigint, in_project_id bigint, in_to text, in_detail jsonb default '{}')
	returns void language plpgsql as $$
begin
	perform beat.participation_begin(in_worker_id, in_project_id);
	perform set_config('beat.detail', coalesce(in_detail, '{}')::text, true);
	update beat.participation q
	   set state = in_to
	 where q.worker_id = in_worker_id and q.project_id = in_project_id;
	perform set_config('beat.detail', '', true);
end
$$;
comment on function beat.participation_move is
	'Moves a worker''s state in a project; the triggers refuse what is no move and record what is. The detail goes into '
	'the event. The caller holds the worker''s row, or the live assignment, locked.';

-- Assignments know the version of the onboarding they run.

alter table beat.assignment
	add column onboarding_id bigint,
	add constraint assignment_onboarding_fkey foreign key (onboarding_id) references beat.onboarding (id);
comment on column beat.assignment.onboarding_id is 'Which version an assignment of the kind onboarding runs.';
comment on column beat.assignment.won is
	'Attempts won so far; equals the count of its question rows, but for an onboarding, whose wins are no questions.';
comment on column beat.project_passage.taken is
	'Assignments on it that are live, ended or submitted. Onboardings do not count: all of them are on one passage.';
create index assignment_ended_idx on beat.assignment (worker_id, project_id) where state = 'ended';
-- One version of an onboarding to the next: who is on which.
create index assignment_onboarding_idx on beat.assignment (onboarding_id) where onboarding_id is not null;

create or replace function beat.assignment_check() returns trigger language plpgsql as $$
begin
	if (new.state = 'live') <> (new.ended_at is null) then
		perform beat.violates('assignment', 'assignment_ended_unless_live', format(
			'Assignment %s must have an end if it is not live, and only then.', new.id));
	end if;
	if new.expires_at <= new.started_at then
		perform beat.violates('assignment', 'assignment_lease_runs_forward', format(
			'The lease of assignment %s ends before it starts.', new.id));
	end if;
	if tg_op = 'INSERT' then
		if (new.kind = 'onboarding') <> (new.onboarding_id is not null) then
			perform beat.violates('assignment', 'assignment_onboarding_has_version', format(
				'Assignment %s must name a version of an onboarding if it is one, and only then.', new.id));
		end if;
		return new;
	end if;
	-- live -> submitted | expired | returned | ended; expired -> live again; ended -> submitted, or live again (or put
	-- away) when the worker is reinstated. The rest is final.
	if old.state <> new.state and not (old.state = 'live' or (old.state = 'expired' and new.state = 'live')
			or (old.state = 'ended' and new.state in ('submitted', 'live', 'returned'))) then
		perform beat.violates('assignment', 'assignment_moves', format(
			'Assignment %s cannot go from %s to %s.', old.id, old.state, new.state));
	end if;
	if old.id <> new.id or old.project_id <> new.project_id or old.worker_id <> new.worker_id
		or old.passage_id <> new.passage_id or old.kind <> new.kind or old.started_at <> new.started_at
		or old.onboarding_id is distinct from new.onboarding_id then
		perform beat.violates('assignment', 'assignment_stays_itself', format(
			'Assignment %s cannot become another one.', old.id));
	end if;
	return new;
end
$$;
comment on function beat.assignment_check is
	'Trigger: assignment_ended_unless_live, assignment_lease_runs_forward, assignment_moves, assignment_stays_itself, '
	'assignment_onboarding_has_version.';

-- Sessions.

-- As before, but onboardings hold no passage.
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
		if lease.kind <> 'onboarding' then
			update beat.project_passage set taken = taken - 1
			 where project_id = in_project_id and passage_id = lease.passage_id;
		end if;
		insert into beat.event (actor, kind, project_id, worker_id, assignment_id, detail)
		values ('server', 'assignment.expire', in_project_id, lease.worker_id, lease.id,
			jsonb_build_object('expires_at', beat.iso(lease.expires_at), 'won', lease.won));
		expired := expired + 1;
	end loop;
	return expired;
end
$$;

-- As before, but a passage that the worker has had is looked up in the index that leaves out onboardings.
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
					   and a.kind <> 'onboarding'
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
				   and a.kind <> 'onboarding'
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

create function beat.assignment_of(in_worker_id bigint, in_project_id bigint, in_state text) returns beat.assignment
	language plpgsql as $$
declare
	a beat.assignment;
begin
	if in_state = 'live' then
		select x.* into a
		  from beat.assignment x
		 where x.worker_id = in_worker_id and x.project_id = in_project_id and x.state = 'live'
		   for no key update;
	else
		select x.* into a
		  from beat.assignment x
		 where x.worker_id = in_worker_id and x.project_id = in_project_id and x.state = 'ended'
		 order by x.id desc
		 limit 1
		   for no key update;
	end if;
	return a;
end
$$;
comment on function beat.assignment_of is
	'The assignment that a worker has in hand in a project, live or ended by a revocation, locked; null if none.';

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

-- Attempts.

create or replace function beat.attempt_begin(
	in_attempt_id uuid, in_assignment_id bigint, in_worker_id bigint, in_platform_ref text,
	out status text, out attempt json, out won integer, out wanted integer, out passage_id bigint, out text text,
	out model_id bigint, out model_name text, out model_url text, out model_protocol text,
	out threshold_permille integer, out empty_answer text)
	language plpgsql stable
	set plan_cache_mode = force_generic_plan set jit = off
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
begin
	select s.status, case when s.status = 'stored' then beat.attempt_json(t, beat.attempt_model_name(t)) end,
		   a.won, p.questions_wanted, a.passage_id, case when s.status in ('ok', 'learning') then x.text end,
		   m.id, m.name, m.url, m.protocol, p.threshold_permille, p.empty_answer
	  into status, attempt, won, wanted, passage_id, text,
		   model_id, model_name, model_url, model_protocol, threshold_permille, empty_answer
	  from beat.assignment a
	  join beat.project p on p.id = a.project_id
	  join beat.model m on m.id = p.model_id
	  join beat.passage x on x.id = a.passage_id
	  left join beat.attempt t on t.id = in_attempt_id
	 cross join lateral (
		select case
			when t.assignment_id <> a.id then 'foreign'
			when t.id is not null then 'stored'
			when a.platform_ref is distinct from in_platform_ref then 'moved'
			when a.state = 'submitted' then 'submitted'
			when a.state = 'ended' then 'ended'
			when a.state <> 'live' or a.expires_at <= clock_timestamp() then 'expired'
			when a.won >= p.questions_wanted then 'full'
			when p.state <> 'active' then 'paused'
			when a.onboarding_id is not null then 'learning'
			else 'ok'
		end) as s (status)
	 where a.id = in_assignment_id and (a.worker_id = in_worker_id) is true;
	if not found then
		status := 'gone';
	elsif status = 'learning' then
		select case when beat.exercises_are_open(a.id, a.onboarding_id) then 'exercises' else 'ok' end,
			   m.id, m.name, m.url, m.protocol
		  into status, model_id, model_name, model_url, model_protocol
		  from beat.assignment a
		  join beat.model m on m.id = beat.onboarding_model(a.project_id)
		 where a.id = in_assignment_id;
	end if;
end
$$;

create or replace function beat.attempt_record(
	in_attempt_id uuid, in_assignment_id bigint, in_worker_id bigint, in_question text, in_answer_start integer,
	in_answer_end integer, in_answer_text text, in_threshold_permille integer, in_model_id bigint, in_build_name text,
	in_build_version text, in_build_weights text, in_model_answer text, in_model_start integer, in_model_end integer,
	in_model_score double precision, in_shared integer, in_model_tokens integer, in_human_tokens integer,
	in_verdict text, in_fault text, in_model_ms integer,
	out status text, out attempt json, out won integer, out wanted integer)
	language plpgsql
	set plan_cache_mode = force_generic_plan set jit = off
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
declare
	t beat.attempt;
	judged boolean := in_verdict <> 'none';
	of_project bigint;
	of_kind text;
	moment timestamptz;
	shown_name text := nullif(left(in_build_name, 200), '');
begin
	select x.won, p.questions_wanted, x.project_id, x.kind, clock_timestamp(),
		   case
			when x.state = 'submitted' then 'submitted'
			when x.state = 'ended' then 'ended'
			when x.state <> 'live' then 'expired'
			when x.won >= p.questions_wanted then 'full'
			else 'ok'
		   end
	  into won, wanted, of_project, of_kind, moment, status
	  from beat.assignment x
	  join beat.project p on p.id = x.project_id
	 where x.id = in_assignment_id and (x.worker_id = in_worker_id) is true
	   for no key update of x;
	if not found then
		status := 'gone';
		return;
	end if;
	select x.* into t from beat.attempt x where x.id = in_attempt_id;
	if found then
		if t.assignment_id = in_assignment_id then
			status := 'stored';
			attempt := beat.attempt_json(t, beat.attempt_model_name(t));
		else
			status := 'foreign';
		end if;
		return;
	end if;
	if status <> 'ok' then
		return;
	end if;
	insert into beat.attempt as x (
		id, assignment_id, seq, question, answer_start, answer_end, answer_text, threshold_permille, model_id,
		model_build_id, model_answer, model_start, model_end, model_score, shared, model_tokens, human_tokens, verdict,
		fault, model_ms, created_at, judged_at)
	values (
		in_attempt_id, in_assignment_id,
		(select coalesce(max(s.seq), 0) + 1 from beat.attempt s where s.assignment_id = in_assignment_id),
		in_question, in_answer_start, in_answer_end, in_answer_text, in_threshold_permille, in_model_id,
		beat.model_build_seen(in_model_id, in_build_name, in_build_version, in_build_weights),
		case when judged then in_model_answer end, case when judged then in_model_start end,
		case when judged then in_model_end end, case when judged then in_model_score end,
		case when judged then in_shared end, case when judged then in_model_tokens end,
		case when judged then in_human_tokens end, in_verdict, case when not judged then in_fault end, in_model_ms,
		moment, case when judged then moment end)
	on conflict on constraint attempt_pkey do nothing
	returning x.* into t;
	if not found then -- stored by someone else's request in between, for it is not of this locked assignment
		status := 'foreign';
		return;
	end if;
	if in_verdict = 'human' then
		won := beat.question_keep(in_attempt_id, in_assignment_id, in_model_id, moment);
	end if;
	if of_kind = 'generate' then
		perform beat.count_attempt(of_project, in_model_id, in_verdict, in_model_ms, moment);
	end if;
	if shown_name is null then
		shown_name := beat.attempt_model_name(t);
	end if;
	attempt := beat.attempt_json(t, shown_name);
end
$$;

drop function beat.question_keep(uuid, bigint, timestamptz);
create function beat.question_keep(
	in_attempt_id uuid, in_assignment_id bigint, in_model_id bigint, moment timestamptz)
	returns integer language plpgsql as $$
declare
	a record;
begin
	update beat.assignment x set won = x.won + 1 where x.id = in_assignment_id
	returning x.won, x.kind, x.project_id, x.worker_id, x.passage_id into a;
	if a.kind <> 'onboarding' then -- what is won while learning is practice
		insert into beat.question (id, attempt_id, created_at, project_id, worker_id, assignment_id, split, model_id)
		select beat.question_id_of(in_attempt_id), in_attempt_id, moment, a.project_id, a.worker_id, in_assignment_id,
			   x.split, in_model_id
		  from beat.passage x
		 where x.id = a.passage_id;
	end if;
	return a.won;
end
$$;
comment on function beat.question_keep is
	'A won attempt becomes a question, unless it was part of an onboarding; returns the wins of the assignment, whose '
	'lock the caller holds.';

drop function beat.assignment_submit(bigint, bigint, text);
create function beat.assignment_submit(
	in_assignment_id bigint, in_worker_id bigint, in_platform_ref text,
	out status text, out platform text, out platform_ref text, out hit_ref text, out submit_to text, out won integer,
	out wanted integer, out reward_cents integer, out completion_code text, out worker text, out project text,
	out kind text, out earned_cents integer)
	language plpgsql
	set plan_cache_mode = force_generic_plan set jit = off
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
declare
	a beat.assignment;
begin
	select x.*  into a
	  from beat.assignment x
	 where x.id = in_assignment_id and (x.worker_id = in_worker_id) is true
	   for no key update;
	if not found then
		status := 'gone';
		return;
	end if;
	select w.platform, p.questions_wanted, p.reward_cents, p.completion_code, w.platform_worker_id, p.name
	  into platform, wanted, reward_cents, completion_code, worker, project
	  from beat.project p
	  join beat.worker w on w.id = a.worker_id
	 where p.id = a.project_id;
	platform_ref := a.platform_ref;
	hit_ref := a.hit_ref;
	submit_to := a.submit_to;
	won := a.won;
	kind := a.kind;
	earned_cents := a.reward_cents;
	status := case
		when a.platform_ref is distinct from in_platform_ref then 'moved'
		when a.state = 'submitted' then 'already'
		when a.state = 'ended' then 'ok' -- by us: what there is of it is paid
		when a.state <> 'live' then 'expired'
		when a.kind = 'onboarding' and beat.exercises_are_open(a.id, a.onboarding_id) then 'exercises'
		when a.won = 0 then 'none_won'
		else 'ok'
	end;
	if status <> 'ok' then
		return;
	end if;
	if in_platform_ref <> '' then
		-- The platform's assignment was handed in with other work, by whomever: it cannot be paid twice.
		perform 1
		   from beat.assignment y
		  where y.project_id = a.project_id and y.platform_ref = in_platform_ref and y.state = 'submitted'
		    and y.platform_ref <> '';
		if found then
			status := 'moved';
			return;
		end if;
	end if;
	earned_cents := reward_cents;
	update beat.assignment x
	   set state = 'submitted', ended_at = clock_timestamp(), reward_cents = earned_cents
	 where x.id = a.id
	returning x.* into a;
	insert into beat.event (actor, kind, project_id, worker_id, assignment_id, detail)
	values ('worker', 'assignment.submit', a.project_id, a.worker_id, a.id,
		jsonb_build_object('won', won, 'platform_ref', in_platform_ref, 'cents', earned_cents));
	if kind = 'generate' then
		perform beat.submit_count(a);
	else
		perform beat.count_pay(a.project_id, a.passage_id, earned_cents);
	end if;
	if kind = 'onboarding' then
		perform beat.screening_add(a);
	end if;
end
$$;
comment on function beat.assignment_submit is
	'Hands an assignment in, once; asking again gives the same answer. One that a revocation ended is taken with '
	'however little there is. One row always; see the column status.';

create function beat.submit_count(a beat.assignment) returns void language plpgsql as $$
declare
	n record;
begin
	select count(*) as attempts, count(*) filter (where t.verdict = 'human') as wins,
		   count(*) filter (where k.discards = 0) as kept
	  into n
	  from beat.attempt t
	  left join beat.question k on k.attempt_id = t.id
	 where t.assignment_id = a.id;
	perform beat.count_submit(a.project_id, a.passage_id, a.worker_id, n.kept::integer, n.attempts::integer,
		n.wins::integer, beat.hit_seconds(a.started_at, a.ended_at), a.reward_cents);
end
$$;
comment on function beat.submit_count is 'Counts a generate HIT that has just been handed in.';

create or replace function beat.rejudge_store(
	in_attempt_id uuid, in_build_name text, in_build_version text, in_build_weights text, in_model_answer text,
	in_model_start integer, in_model_end integer, in_model_score double precision, in_shared integer,
	in_model_tokens integer, in_human_tokens integer, in_verdict text, in_model_ms integer, in_actor text,
	out status text, out attempt json, out won integer, out wanted integer)
	language plpgsql as $$
declare
	a record;
	t beat.attempt;
	moment timestamptz;
begin
	if (in_verdict in ('human', 'model')) is not true then
		perform beat.refuse(format('A late verdict is human or model, not "%s".', in_verdict));
	end if;
	select x.id, x.project_id, x.worker_id, x.passage_id, x.kind, x.state, x.won, p.questions_wanted into a
	  from beat.assignment x
	  join beat.project p on p.id = x.project_id
	 where x.id = (select y.assignment_id from beat.attempt y where y.id = in_attempt_id)
	   for no key update of x;
	if not found then
		status := 'gone';
		return;
	end if;
	won := a.won;
	wanted := a.questions_wanted;
	select y.* into t from beat.attempt y where y.id = in_attempt_id;
	if t.verdict <> 'none' then
		status := 'judged';
	else
		status := 'ok';
		perform beat.act_as(in_actor);
		moment := clock_timestamp();
		insert into beat.event (actor, kind, project_id, worker_id, assignment_id, detail)
		values (beat.current_actor(), 'attempt.judge', a.project_id, a.worker_id, a.id,
			jsonb_build_object('attempt', t.id, 'before', 'none', 'fault', t.fault, 'after', in_verdict));
		update beat.attempt y
		   set model_build_id = beat.model_build_seen(y.model_id, in_build_name, in_build_version, in_build_weights),
			   model_answer = in_model_answer, model_start = in_model_start, model_end = in_model_end,
			   model_score = in_model_score, shared = in_shared, model_tokens = in_model_tokens,
			   human_tokens = in_human_tokens, verdict = in_verdict, fault = null, model_ms = in_model_ms,
			   judged_at = moment
		 where y.id = in_attempt_id
		returning y.* into t;
		if in_verdict = 'human' then
			won := beat.question_keep(in_attempt_id, a.id, t.model_id, moment);
		end if;
		if a.kind = 'generate' then
			perform beat.rejudge_count(t, a.project_id, a.worker_id, a.passage_id, a.state = 'submitted');
		end if;
	end if;
	attempt := beat.attempt_json(t, beat.attempt_model_name(t));
end
$$;
comment on function beat.rejudge_store is
	'Gives an attempt the verdict it had to go without, once; a win counts even for an assignment handed in.';

create function beat.rejudge_count(
	t beat.attempt, in_project_id bigint, in_worker_id bigint, in_passage_id bigint, in_submitted boolean)
	returns void language plpgsql as $$
begin
	if t.verdict = 'human' and in_submitted then
		perform beat.count_late_win(in_project_id, in_worker_id, beat.passage_split(in_passage_id));
	end if;
	perform beat.count_attempt_judged(in_project_id, t.model_id, t.verdict, t.model_ms, t.created_at);
	if t.verdict = 'human' then
		perform beat.question_discard_if_revoked(beat.question_id_of(t.id));
	end if;
end
$$;
comment on function beat.rejudge_count is
	'Counts the late verdict of an attempt in a generate HIT; what a revoked worker wins late is out at once.';

-- Collections know how many passages of each split they hold: counting a big one anew would take too long for a page.

alter table beat.collection
	add column train beat.count not null default 0,
	add column dev beat.count not null default 0,
	add column test beat.count not null default 0;
comment on column beat.collection.train is 'Passages of that split in it; dev and test alike. Kept by a trigger.';
create function beat.collection_counted() returns trigger language plpgsql as $$
begin
	update beat.collection c
	   set train = c.train + n.train, dev = c.dev + n.dev, test = c.test + n.test
	  from (
		select l.collection_id, count(*) filter (where x.split = 'train') as train,
			   count(*) filter (where x.split = 'dev') as dev, count(*) filter (where x.split = 'test') as test
		  from new_rows l
		  join beat.passage x on x.id = l.passage_id
		 group by l.collection_id) as n
	 where c.id = n.collection_id;
	return null;
end
$$;
comment on function beat.collection_counted is 'Trigger: counts the passages that come into a collection.';
create trigger collection_counted after insert on beat.collection_passage referencing new table as new_rows
	for each statement execute function beat.collection_counted();
update beat.collection c
   set train = n.train, dev = n.dev, test = n.test
  from (
	select l.collection_id, count(*) filter (where x.split = 'train') as train,
		   count(*) filter (where x.split = 'dev') as dev, count(*) filter (where x.split = 'test') as test
	  from beat.collection_passage l
	  join beat.passage x on x.id = l.passage_id
	 group by l.collection_id) as n
 where c.id = n.collection_id;

-- Screening decisions are counted, because a project may have made ten thousand; who waits is found by an index.

create table beat.screening_tally (
	project_id bigint not null,
	lane smallint not null,
	passed integer not null default 0,
	failed integer not null default 0,
	constraint screening_tally_pkey primary key (project_id, lane),
	constraint screening_tally_project_fkey foreign key (project_id) references beat.project (id)
) with (fillfactor = 50);
comment on table beat.screening_tally is
	'Screenings by decision, kept by a trigger of screening. In lanes, as the other tallies: only sums mean something.';
create trigger screening_tally_never_deleted before delete or truncate on beat.screening_tally
	for each statement execute function beat.forbid();

create function beat.screening_counted() returns trigger language plpgsql as $$
begin
	insert into beat.screening_tally as t (project_id, lane, passed, failed)
	values (new.project_id, beat.tally_lane(),
		(new.state = 'passed')::integer - (old.state = 'passed')::integer,
		(new.state = 'failed')::integer - (old.state = 'failed')::integer)
	on conflict on constraint screening_tally_pkey do update
	   set passed = t.passed + excluded.passed, failed = t.failed + excluded.failed;
	return null;
end
$$;
comment on function beat.screening_counted is 'Trigger: keeps screening_tally.';
create trigger screening_counted after update of state on beat.screening
	for each row when (old.state <> new.state) execute function beat.screening_counted();

create function beat.recount_entry()
	returns table (counter text, key jsonb, stored bigint, recounted bigint) language sql stable
begin atomic
	select 'collection.' || v.split, jsonb_build_object('id', c.id), v.stored, coalesce(n.passages, 0)
	  from beat.collection c
	 cross join lateral (values ('train', c.train), ('dev', c.dev), ('test', c.test)) as v (split, stored)
	  left join (
		select l.collection_id, x.split, count(*) as passages
		  from beat.collection_passage l
		  join beat.passage x on x.id = l.passage_id
		 group by l.collection_id, x.split) as n on n.collection_id = c.id and n.split = v.split
	 where v.stored <> coalesce(n.passages, 0)
	union all
	select v.counter, jsonb_build_object('project_id', project_id), v.stored, v.recounted
	  from (
		select t.project_id, sum(t.passed) as passed, sum(t.failed) as failed
		  from beat.screening_tally t
		 group by t.project_id) as t
	  full join (
		select y.project_id, count(*) filter (where y.state = 'passed') as passed,
			   count(*) filter (where y.state = 'failed') as failed
		  from beat.screening y
		 group by y.project_id) as s using (project_id)
	 cross join lateral (values
		('screening_tally.passed', coalesce(t.passed, 0), coalesce(s.passed, 0)),
		('screening_tally.failed', coalesce(t.failed, 0), coalesce(s.failed, 0))) as v (counter, stored, recounted)
	 where v.stored <> v.recounted;
end;
comment on function beat.recount_entry is 'Counters of collections and screenings that differ from a recount.';
