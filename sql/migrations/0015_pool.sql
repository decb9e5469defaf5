-- One pool of workers: who is qualified in it may work in each of its projects.
--
-- A worker's state in a project (participation.state) is that of the worker's qualification in the project's pool, but for
-- one exception: a revocation may be of one project alone. Triggers keep the two equal, so that a program that knows
-- nothing of pools keeps them so, too.

create table beat.pool (
	id bigint generated always as identity,
	name text not null,
	title text not null,
	onboarding text,
	onboarding_model_id bigint,
	onboarding_retries beat.count not null default 0,
	revokes text not null default 'pool',
	created_at timestamptz not null default clock_timestamp(),
	constraint pool_pkey primary key (id),
	constraint pool_name_key unique (name),
	constraint pool_model_fkey foreign key (onboarding_model_id) references beat.model (id),
	constraint pool_name_form check (name ~ '^[a-z0-9][a-z0-9_-]{0,62}$'),
	constraint pool_title_form check (not beat.is_blank(title) and char_length(title) <= 200),
	constraint pool_onboarding_form check (onboarding ~ '^[a-z0-9][a-z0-9_-]{0,62}$'),
	constraint pool_retries_range check (onboarding_retries <= 100),
	constraint pool_revokes_known check (revokes in ('pool', 'project'))
);
comment on table beat.pool is 'Workers that several projects share: what they are taught, and how far a revocation reaches.';
comment on column beat.pool.onboarding is 'What newcomers are taught, by name; null: only what a project names itself.';
comment on column beat.pool.onboarding_model_id is 'Whom the onboarding is played against; null: the weakest that was measured.';
comment on column beat.pool.revokes is
	'What a revocation in one project takes: the qualification and the data in all projects of the pool, or of the project.';

-- Number 1, which projects are in that were not told otherwise.
insert into beat.pool (name, title) values ('default', 'All projects');

alter table beat.project add column pool_id bigint not null default 1;
alter table beat.project add constraint project_pool_fkey foreign key (pool_id) references beat.pool (id);
comment on column beat.project.pool_id is 'Whose workers may work in it.';
create index project_pool_idx on beat.project (pool_id);

alter table beat.revocation add column pool_id bigint;
alter table beat.revocation add constraint revocation_pool_fkey foreign key (pool_id) references beat.pool (id);
comment on column beat.revocation.pool_id is
	'The pool whose qualification it took, with the data in all its projects; null: it is of its project alone.';

alter table beat.participation add column revocation_id bigint;
alter table beat.participation add constraint participation_revocation_fkey
	foreign key (revocation_id) references beat.revocation (id);
comment on column beat.participation.revocation_id is 'The revocation that the worker is revoked by, of this project or of another of the pool.';

create table beat.qualification_move (
	from_state text not null,
	to_state text not null,
	meaning text not null,
	constraint qualification_move_pkey primary key (from_state, to_state)
);
comment on table beat.qualification_move is
	'The state machine of a worker in a pool: every legal move, and no other is possible.';
insert into beat.qualification_move (from_state, to_state, meaning)
select m.from_state, m.to_state, m.meaning from beat.participation_move m;

create table beat.qualification (
	worker_id bigint not null,
	pool_id bigint not null,
	state text not null default 'new',
	state_at timestamptz not null default clock_timestamp(),
	source text not null default 'came',
	tries beat.count not null default 0,
	created_at timestamptz not null default clock_timestamp(),
	invited_at timestamptz,
	began_at timestamptz,
	handed_in_at timestamptz,
	passed_at timestamptz,
	project_id bigint,
	revocation_id bigint,
	constraint qualification_pkey primary key (worker_id, pool_id),
	constraint qualification_worker_fkey foreign key (worker_id) references beat.worker (id),
	constraint qualification_pool_fkey foreign key (pool_id) references beat.pool (id),
	constraint qualification_project_fkey foreign key (project_id) references beat.project (id),
	constraint qualification_revocation_fkey foreign key (revocation_id) references beat.revocation (id),
	constraint qualification_state_known check (
		state in ('new', 'onboarding', 'screening', 'qualified', 'failed', 'revoked')
	),
	constraint qualification_source_known check (source in ('came', 'invited', 'imported'))
) with (fillfactor = 80);
comment on table beat.qualification is 'A worker in a pool: whether the worker may work in its projects, and how that came about.';
comment on column beat.qualification.source is 'How the pool first heard of the worker.';
comment on column beat.qualification.tries is 'Onboardings handed in, in all projects of the pool; kept by a trigger of screening.';
comment on column beat.qualification.began_at is
	'When the onboarding was first begun; handed_in_at and passed_at: first handed in, and passed by a reviewer.';
comment on column beat.qualification.project_id is 'The project in which the state was changed last; null: in the pool itself.';
comment on column beat.qualification.revocation_id is 'The revocation that took the qualification.';
create index qualification_pool_idx on beat.qualification (pool_id, worker_id);

create table beat.qualification_step (
	id bigint generated always as identity,
	worker_id bigint not null,
	pool_id bigint not null,
	from_state text not null,
	to_state text not null,
	project_id bigint,
	revocation_id bigint,
	reason text,
	actor beat.actor_name not null,
	at timestamptz not null default clock_timestamp(),
	constraint qualification_step_pkey primary key (id),
	constraint qualification_step_qualification_fkey
		foreign key (worker_id, pool_id) references beat.qualification (worker_id, pool_id)
);
comment on table beat.qualification_step is 'The history of qualifications: every move, by whom, in which project and why.';
create index qualification_step_worker_idx on beat.qualification_step (worker_id, pool_id, id);

call beat.never('deleted', 'pool', 'qualification_move', 'qualification', 'qualification_step');
call beat.never('changed', 'qualification_move', 'qualification_step');

-- What was known so far. All projects share one pool from now on: who is qualified in one of them is qualified. Nobody's
-- data is touched: who is revoked in some projects and not in others stays so, project by project.
update beat.participation q
   set revocation_id = v.id
  from beat.revocation v
 where q.state = 'revoked' and v.worker_id = q.worker_id and v.project_id = q.project_id and v.state = 'done';

insert into beat.qualification (worker_id, pool_id, state, state_at, created_at, project_id, revocation_id)
select q.worker_id, 1,
	   (array_agg(q.state order by array_position(
			array['qualified', 'screening', 'onboarding', 'failed', 'new', 'revoked'], q.state)))[1],
	   max(q.state_at), min(q.created_at), max(q.project_id) filter (where q.state = 'revoked'), null
  from beat.participation q
 group by q.worker_id;
update beat.qualification x
   set revocation_id = (select max(q.revocation_id) from beat.participation q where q.worker_id = x.worker_id)
 where x.state = 'revoked';
update beat.qualification x set project_id = v.project_id from beat.revocation v where v.id = x.revocation_id;
update beat.revocation v
   set pool_id = x.pool_id
  from beat.qualification x
 where v.id = x.revocation_id;
update beat.qualification x
   set tries = (select count(*) from beat.screening s where s.worker_id = x.worker_id),
	   handed_in_at = (select min(s.handed_in_at) from beat.screening s where s.worker_id = x.worker_id),
	   passed_at = (
		select min(s.decided_at) from beat.screening s where s.worker_id = x.worker_id and s.state = 'passed'),
	   began_at = (
		select min(a.started_at) from beat.assignment a where a.worker_id = x.worker_id and a.kind = 'onboarding');
update beat.screening s
   set state = 'passed', reason = 'Qualified in another project of the pool.', actor = 'server',
	   decided_at = clock_timestamp()
  from beat.qualification x
 where s.state = 'waiting' and x.worker_id = s.worker_id and x.state = 'qualified';

alter table beat.participation disable trigger participation_check;
update beat.participation q
   set state = x.state, state_at = clock_timestamp()
  from beat.qualification x
 where x.worker_id = q.worker_id and q.state <> x.state and q.state <> 'revoked';
alter table beat.participation enable trigger participation_check;

create unique index revocation_one_of_a_pool on beat.revocation (worker_id, pool_id)
	where state = 'done' and pool_id is not null;

-- The guards.

create function beat.qualification_check() returns trigger language plpgsql as $$
begin
	if tg_op = 'INSERT' then
		if new.state <> 'new' then
			perform beat.violates('qualification', 'qualification_begins_new', format(
				'Worker %s begins in pool %s as new, not as %s.', new.worker_id, new.pool_id, new.state));
		end if;
		return new;
	end if;
	if (new.worker_id, new.pool_id) <> (old.worker_id, old.pool_id) then
		perform beat.violates('qualification', 'qualification_stays_itself', format(
			'The qualification of worker %s in pool %s cannot become another one.', old.worker_id, old.pool_id));
	end if;
	if new.state = old.state then
		return new;
	end if;
	if not exists (
			select from beat.qualification_move m where m.from_state = old.state and m.to_state = new.state) then
		perform beat.violates('qualification', 'qualification_moves', format(
			'Worker %s cannot go from %s to %s in pool %s.', old.worker_id, old.state, new.state, old.pool_id));
	end if;
	new.state_at := clock_timestamp();
	new.revocation_id := case when new.state = 'revoked' then new.revocation_id end;
	case new.state
	when 'onboarding' then
		new.began_at := coalesce(new.began_at, new.state_at);
	when 'screening' then
		new.handed_in_at := coalesce(new.handed_in_at, new.state_at);
		new.passed_at := null; -- a decision that was taken back
	when 'qualified' then
		new.passed_at := case when old.state = 'screening' then coalesce(new.passed_at, new.state_at)
			else new.passed_at end;
	else
		null;
	end case;
	return new;
end
$$;
comment on function beat.qualification_check is
	'Trigger: qualification_begins_new, qualification_stays_itself, qualification_moves; when what was first reached.';
create trigger qualification_check before insert or update of worker_id, pool_id, state on beat.qualification
	for each row execute function beat.qualification_check();

-- One project after the other, in the order of their ids. Who is revoked in one of them by another revocation stays so.
create function beat.participations_follow() returns trigger language plpgsql as $$
declare
	detail jsonb := coalesce(nullif(current_setting('beat.detail', true), ''), '{}')::jsonb;
	q record;
begin
	insert into beat.qualification_step (
		worker_id, pool_id, from_state, to_state, project_id, revocation_id, reason, actor)
	values (new.worker_id, new.pool_id, old.state, new.state, new.project_id,
		coalesce(new.revocation_id, old.revocation_id), detail ->> 'reason', beat.current_actor());
	for q in
		select x.project_id
		  from beat.participation x
		  join beat.project p on p.id = x.project_id
		 where x.worker_id = new.worker_id and p.pool_id = new.pool_id and x.state <> new.state
		   and (x.state <> 'revoked' or x.revocation_id = old.revocation_id)
		 order by x.project_id
	loop
		update beat.participation x
		   set state = new.state, revocation_id = new.revocation_id
		 where x.worker_id = new.worker_id and x.project_id = q.project_id;
	end loop;
	perform beat.changed('pool', null, new.pool_id::text);
	return null;
end
$$;
comment on function beat.participations_follow is
	'Trigger: every move of a qualification is on record, and the worker''s state in the projects of the pool follows.';
create trigger qualification_participations after update of state on beat.qualification
	for each row when (old.state <> new.state) execute function beat.participations_follow();

-- One look at the qualification, or one row of it: many begin at once, and most qualifications are made before.
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

create function beat.participation_guard() returns trigger language plpgsql as $$
begin
	if (new.worker_id, new.project_id) <> (old.worker_id, old.project_id) then
		perform beat.violates('participation', 'participation_stays_itself', format(
			'The participation of worker %s in project %s cannot become another one.', old.worker_id, old.project_id));
	end if;
	if new.state = old.state then
		return new;
	end if;
	if not exists (
			select from beat.participation_move m where m.from_state = old.state and m.to_state = new.state) then
		perform beat.violates('participation', 'participation_moves', format(
			'Worker %s cannot go from %s to %s in project %s.', old.worker_id, old.state, new.state,
			old.project_id));
	end if;
	new.state_at := clock_timestamp();
	if new.state <> 'revoked' then
		new.revocation_id := null;
	elsif new.revocation_id is null then -- of a program that knows nothing of pools
		new.revocation_id := (
			select v.id
			  from beat.revocation v
			 where v.worker_id = new.worker_id and v.project_id = new.project_id and v.state in ('proposed', 'done'));
	end if;
	return new;
end
$$;
comment on function beat.participation_guard is
	'Trigger: participation_stays_itself, participation_moves.';
drop trigger participation_check on beat.participation;
drop function beat.participation_check();
create trigger participation_enter before insert on beat.participation
	for each row execute function beat.participation_enter();
create trigger participation_check before update of worker_id, project_id, state on beat.participation
	for each row execute function beat.participation_guard();

-- A revocation of one project alone leaves the qualification; all other moves are moves of the qualification.
create function beat.qualification_follows() returns trigger language plpgsql as $$
declare
	k beat.qualification;
begin
	select x.* into k
	  from beat.qualification x
	  join beat.project p on p.id = new.project_id and p.pool_id = x.pool_id
	 where x.worker_id = new.worker_id
	   for no key update of x;
	if k.state = new.state then
		return null;
	elsif new.state = 'revoked' then
		-- Unless what was handed in, in this project, is not looked at any more.
		if old.state <> 'screening' or k.state <> 'screening' or exists (
				select from beat.screening s
				  join beat.project p on p.id = s.project_id
				 where s.worker_id = k.worker_id and s.state = 'waiting' and p.pool_id = k.pool_id) then
			return null;
		end if;
		k.state := 'failed';
	elsif k.state = 'revoked' then
		perform beat.violates('participation', 'participation_follows_pool', format(
			'Worker %s is revoked in pool %s, and therefore in project %s.', new.worker_id, k.pool_id, new.project_id));
	else
		k.state := new.state;
	end if;
	update beat.qualification x
	   set state = k.state, project_id = new.project_id
	 where x.worker_id = k.worker_id and x.pool_id = k.pool_id;
	return null;
end
$$;
comment on function beat.qualification_follows is
	'Trigger: participation_follows_pool. A move in one project is one of the qualification, unless it is a revocation.';
create trigger participation_pool after update of state on beat.participation
	for each row when (old.state <> new.state) execute function beat.qualification_follows();

create function beat.qualification_tries() returns trigger language plpgsql as $$
begin
	update beat.qualification x
	   set tries = x.tries + 1
	  from beat.project p
	 where p.id = new.project_id and x.pool_id = p.pool_id and x.worker_id = new.worker_id;
	return null;
end
$$;
comment on function beat.qualification_tries is 'Trigger: keeps qualification.tries.';
create trigger screening_tries after insert on beat.screening
	for each row execute function beat.qualification_tries();

create function beat.pool_log() returns trigger language plpgsql as $$
begin
	if tg_op = 'INSERT' then
		perform beat.event_add('pool.create', null, null, null, jsonb_build_object('before', null, 'after', to_jsonb(new)));
	elsif old is distinct from new then
		perform beat.event_add('pool.set', null, null, null,
			jsonb_build_object('pool', new.name) || beat.row_difference(to_jsonb(old), to_jsonb(new)));
	end if;
	perform beat.changed('pool', null, new.id::text);
	return null;
end
$$;
comment on function beat.pool_log is 'Trigger: every change of a pool''s settings is an event.';
create trigger pool_log after insert or update on beat.pool for each row execute function beat.pool_log();

-- A run of an onboarding belongs to the pool: the worker may go on with it in another of its projects.
create function beat.assignment_guard() returns trigger language plpgsql as $$
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
	if old.id <> new.id or (old.project_id <> new.project_id and old.kind <> 'onboarding') or old.worker_id <> new.worker_id
		or old.passage_id <> new.passage_id or old.kind <> new.kind or old.started_at <> new.started_at
		or old.onboarding_id is distinct from new.onboarding_id then
		perform beat.violates('assignment', 'assignment_stays_itself', format(
			'Assignment %s cannot become another one.', old.id));
	end if;
	return new;
end
$$;
comment on function beat.assignment_guard is
	'Trigger: assignment_ended_unless_live, assignment_lease_runs_forward, assignment_moves, assignment_stays_itself, '
	'assignment_onboarding_has_version.';
drop trigger assignment_check on beat.assignment;
drop function beat.assignment_check();
create trigger assignment_check before insert or update on beat.assignment
	for each row execute function beat.assignment_guard();
