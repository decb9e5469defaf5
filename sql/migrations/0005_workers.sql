-- Who plays, and who may work on what.

create table beat.worker (
	id bigint generated always as identity,
	platform beat.platform_name not null,
	platform_worker_id beat.worker_ref not null,
	created_at timestamptz not null default clock_timestamp(),
	blocked_at timestamptz,
	blocked_reason text,
	constraint worker_pkey primary key (id),
	constraint worker_platform_worker_id_key unique (platform, platform_worker_id)
);
comment on table beat.worker is 'A person, as one platform knows them.';
comment on column beat.worker.blocked_at is 'Since when the worker may enter no project at all.';

create table beat.participation_move (
	from_state text not null,
	to_state text not null,
	meaning text not null,
	constraint participation_move_pkey primary key (from_state, to_state)
);
comment on table beat.participation_move is
	'The state machine of a worker in a project: every legal move, and no other is possible.';

insert into beat.participation_move (from_state, to_state, meaning) values
	('new', 'onboarding', 'begins the onboarding'),
	('onboarding', 'screening', 'handed the onboarding in'),
	('screening', 'qualified', 'a reviewer passed the onboarding'),
	('screening', 'onboarding', 'a reviewer failed it, and there is another try'),
	('screening', 'failed', 'a reviewer failed it, and there is no other try'),
	('failed', 'screening', 'the decision was taken back'),
	('qualified', 'screening', 'the decision was taken back'),
	('failed', 'onboarding', 'an admin gave another chance'),
	('new', 'qualified', 'an admin gave the qualification'),
	('onboarding', 'qualified', 'an admin gave the qualification'),
	('failed', 'qualified', 'an admin gave the qualification'),
	('new', 'revoked', 'poor work in an open project'),
	('failed', 'revoked', 'poor work in an open project'),
	('onboarding', 'revoked', 'an admin took it away'),
	('screening', 'revoked', 'an admin took it away'),
	('qualified', 'revoked', 'poor work, or an admin took it away'),
	('revoked', 'qualified', 'reinstated by an admin');

create table beat.participation (
	worker_id bigint not null,
	project_id bigint not null,
	state text not null default 'new',
	state_at timestamptz not null default clock_timestamp(),
	onboarding_id bigint,
	tries beat.count not null default 0,
	seen_at timestamptz not null default clock_timestamp(),
	created_at timestamptz not null default clock_timestamp(),
	submitted beat.count not null default 0,
	attempts beat.count not null default 0,
	wins beat.count not null default 0,
	kept beat.count not null default 0,
	seconds bigint not null default 0,
	sampled beat.count not null default 0,
	reviewed_hits beat.count not null default 0,
	valid_hits beat.count not null default 0,
	reviewed_questions beat.count not null default 0,
	valid_questions beat.count not null default 0,
	validator_at timestamptz,
	validator_onboarding_id bigint,
	votes integer not null default 0,
	validated integer not null default 0,
	answerable integer not null default 0,
	constraint participation_pkey primary key (worker_id, project_id),
	constraint participation_worker_fkey foreign key (worker_id) references beat.worker (id),
	constraint participation_project_fkey foreign key (project_id) references beat.project (id),
	constraint participation_onboarding_fkey foreign key (onboarding_id) references beat.onboarding (id),
	constraint participation_state_known check (
		state in ('new', 'onboarding', 'screening', 'qualified', 'failed', 'revoked')
	),
	constraint participation_validator_onboarding_fkey
		foreign key (validator_onboarding_id) references beat.onboarding (id),
	constraint participation_votes_not_negative check (votes >= 0),
	constraint participation_answerable_range check (0 <= answerable and answerable <= validated)
) with (fillfactor = 80);
comment on table beat.participation is 'A worker in a project: the state, and counters of the work.';
comment on column beat.participation.tries is 'Onboardings handed in.';
comment on column beat.participation.submitted is
	'Completed generate HITs, the n of the sampling rule. This and the counters that follow are kept by the functions '
	'that change what they count; beatctl check recounts them.';
comment on column beat.participation.attempts is 'Attempts in submitted generate HITs; wins: those the human won.';
comment on column beat.participation.kept is 'Questions of submitted generate HITs that nothing discards.';
comment on column beat.participation.seconds is 'Time from start to hand-in over the submitted generate HITs.';
comment on column beat.participation.reviewed_questions is
	'Questions of settled samples, of which valid_questions are valid; a HIT is valid if all its questions are.';
comment on column beat.participation.validator_at is
	'Since when the worker may validate without being qualified to write questions.';
comment on column beat.participation.votes is 'Votes cast by the worker, excluded ones too.';
comment on column beat.participation.validated is
	'Questions of the worker that votes have decided on, of which answerable are answerable.';
create index participation_project_idx on beat.participation (project_id, worker_id);

create table beat.worker_note (
	id bigint generated always as identity,
	worker_id bigint not null,
	project_id bigint,
	actor beat.actor_name not null,
	at timestamptz not null default clock_timestamp(),
	text text not null,
	constraint worker_note_pkey primary key (id),
	constraint worker_note_worker_fkey foreign key (worker_id) references beat.worker (id),
	constraint worker_note_project_fkey foreign key (project_id) references beat.project (id),
	constraint worker_note_form check (not beat.is_blank(text) and char_length(text) <= 4000)
);
comment on table beat.worker_note is 'What the team writes down about a worker.';
create index worker_note_worker_idx on beat.worker_note (worker_id, id);

-- Nothing is deleted, from any table.
call beat.never('deleted', 'worker', 'participation_move', 'participation', 'worker_note');

-- What is true once stays true.
call beat.never('changed', 'worker_note');

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
comment on function beat.participation_check is 'Trigger: participation_begins_new, participation_stays_itself, participation_moves.';
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
comment on function beat.participation_log is 'Trigger: every move of a worker''s state is an event; who is revoked leaves the screening queue.';
create trigger participation_log after update of state on beat.participation
	for each row when (old.state <> new.state) execute function beat.participation_log();

-- Whoever revokes or reinstates holds the worker, so nothing of the worker's comes or goes meanwhile; and the
-- participation is locked, which comes before the passages in the order of locks.
create function beat.passages_follow() returns trigger language plpgsql as $$
declare
	ids bigint[] := array(
		select a.passage_id -- each once
		  from beat.assignment a
		 where a.worker_id = new.worker_id and a.project_id = new.project_id and a.kind = 'generate'
		   and a.state in ('live', 'ended', 'submitted'));
begin
	perform 1
	   from beat.project_passage q
	  where q.project_id = new.project_id and q.passage_id = any (ids)
	  order by q.passage_id
	    for no key update;
	update beat.project_passage q
	   set taken = q.taken + case when new.state = 'revoked' then -1 else 1 end
	 where q.project_id = new.project_id and q.passage_id = any (ids);
	return null;
end
$$;
comment on function beat.passages_follow is 'Trigger: the passages of a worker who is revoked are served again; who is reinstated takes them back.';
create trigger participation_passages after update of state on beat.participation
	for each row when ((old.state = 'revoked') <> (new.state = 'revoked')) execute function beat.passages_follow();

-- Lost attempts are no questions that could be discarded: they follow their author.
create function beat.validations_follow() returns trigger language plpgsql as $$
begin
	-- All of them, because the questions follow: rows of validation are locked in the order of their ids.
	perform 1
	   from beat.validation v
	  where v.worker_id = new.worker_id and v.project_id = new.project_id
	  order by v.id
	    for no key update;
	update beat.validation v
	   set active = new.state <> 'revoked'
	 where v.worker_id = new.worker_id and v.project_id = new.project_id and v.cause = 'lost';
	return null;
end
$$;
comment on function beat.validations_follow is 'Trigger: lost attempts of a worker who is revoked are not validated; those of one who is reinstated are.';
create trigger participation_validations after update of state on beat.participation
	for each row when ((old.state = 'revoked') <> (new.state = 'revoked')) execute function beat.validations_follow();
