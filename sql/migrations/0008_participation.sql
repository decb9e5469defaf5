-- Who may work: a worker's state in a project, and what an assignment may become.
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
comment on column beat.assignment.onboarding_id is 'Which version an assignment of the kind onboarding runs; which one a validator is to learn from first.';
comment on column beat.assignment.won is
	'Attempts won so far; equals the count of its question rows, but for an onboarding, whose wins are no questions.';
comment on column beat.project_passage.taken is
	'Assignments of the kind generate on it that are live, ended or submitted.';
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
		if (new.onboarding_id is null and new.kind = 'onboarding')
			or (new.onboarding_id is not null and new.kind not in ('onboarding', 'validate')) then
			perform beat.violates('assignment', 'assignment_onboarding_has_version', format(
				'Assignment %s must name a version of an onboarding if it is one, and only then or before validating.',
				new.id));
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
