-- What the team does with a worker by hand: revoke, reinstate, qualify, note, block.

-- The answer to an action on a worker.
create function worker_acted(in_worker_id bigint, in_project_id bigint, in_more jsonb default '{}') returns json
	language plpgsql stable as $$
begin
	return jsonb_build_object('worker', in_worker_id::text, 'revocation', null, 'discarded', 0, 'restored', 0,
		'state', (
			select q.state
			  from beat.participation q
			 where q.worker_id = in_worker_id and q.project_id = in_project_id)) || in_more;
end
$$;

-- Takes a worker's qualification away by hand, at once.
create function admin_worker_revoke(in_project text, in_worker text, in_reason text, in_actor text) returns json
	language plpgsql as $$
declare
	p beat.project := project_named(in_project);
	w bigint := worker_of(in_worker);
	v beat.revocation;
	state text;
begin
	perform reason_checked(in_reason, 'the worker is told it, and it stays on record.');
	perform act_as(in_actor);
	perform worker_hold(w, p.id);
	perform participation_begin(w, p.id);
	select x.* into v
	  from beat.revocation x
	 where x.worker_id = w and x.project_id = p.id and x.state = 'proposed';
	if found then
		perform refuse_as('BE409', format(
			'The revocation of worker #%s is proposed already (number %s): it waits for a second person.', w, v.id));
	end if;
	select q.state into state from beat.participation q where q.worker_id = w and q.project_id = p.id;
	if not may_move(state, 'revoked') then
		perform refuse_as('BE409', format('Worker #%s is %s in "%s": there is nothing to revoke.', w, state, p.name));
	end if;
	insert into beat.revocation as x (project_id, worker_id, state, cause, reason, actor)
	values (p.id, w, 'proposed', 'hand', in_reason, beat.current_actor())
	returning x.* into v;
	v := revocation_do(v);
	return worker_acted(w, p.id, jsonb_build_object('revocation', v.id::text, 'discarded', v.discarded));
end
$$;

-- Refuses to reinstate whom a project alone has revoked, while the pool says something else.
create function reinstate_checked(in_worker_id bigint, p beat.project, v beat.revocation) returns void
	language plpgsql stable as $$
declare
	k record;
begin
	select x.state, y.name into k
	  from beat.qualification x
	  left join beat.project y on y.id = x.project_id
	 where x.worker_id = in_worker_id and x.pool_id = p.pool_id;
	if v.pool_id is not null then
		return;
	elsif k.state = 'revoked' then
		perform refuse_as('BE409', format('Worker #%s is revoked in the whole pool, by project "%s": reinstate there first.',
			in_worker_id, k.name));
	elsif k.state = 'screening' then
		perform refuse_as('BE409', format(
			'The onboarding of worker #%s waits for screening: pass or fail it first.', in_worker_id));
	end if;
end
$$;

-- What a worker was before a revocation, or what the pool says now if it was of one project alone. An onboarding that waited for
-- screening waits no more since the revocation: it is done again.
create function revocation_before(v beat.revocation, p beat.project) returns text language plpgsql stable as $$
declare
	was text := (
		select k.state from beat.qualification k where k.worker_id = v.worker_id and k.pool_id = p.pool_id and v.pool_id is null
		union all
		(select s.from_state
		   from beat.qualification_step s
		  where s.worker_id = v.worker_id and s.pool_id = v.pool_id and s.revocation_id = v.id and s.to_state = 'revoked'
		  order by s.id desc
		  limit 1));
begin
	return case was when 'screening' then 'onboarding' else coalesce(was, 'qualified') end;
end
$$;

-- Gives back what a revocation took, or the state in one project if there is none on record; returns the projects in
-- which the worker may work again.
create function revocation_return(in_worker_id bigint, p beat.project, v beat.revocation, in_reason text, in_to text)
	returns bigint[] language plpgsql as $$
declare
	projects bigint[] := array(
		select q.project_id
		  from beat.participation q
		 where q.worker_id = in_worker_id and q.state = 'revoked' and (q.revocation_id = v.id or q.project_id = p.id)
		 order by q.project_id);
	detail jsonb := jsonb_build_object('reason', in_reason, 'revocation', v.id::text);
begin
	if v.pool_id is null then
		perform participation_move(in_worker_id, p.id, in_to, detail);
	else
		perform set_config('beat.detail', detail::text, true);
		update beat.qualification k
		   set state = in_to, project_id = p.id
		 where k.worker_id = in_worker_id and k.pool_id = v.pool_id;
		perform set_config('beat.detail', '', true);
	end if;
	-- Not where another revocation stands.
	update beat.sample s
	   set held = false
	  from beat.participation q
	 where s.worker_id = in_worker_id and s.project_id = any (projects) and s.held
	   and q.worker_id = s.worker_id and q.project_id = s.project_id and q.state <> 'revoked';
	return projects;
end
$$;

-- Takes a revocation back (one without an id: the state in the project alone): the state, exactly the questions and votes that
-- it took, in all projects that it reached, and the platform is told of a qualification. A person who takes it back qualifies the
-- worker, the program brings back what was. Returns how many questions are in again. The caller holds the worker.
create function revocation_undo(in_worker_id bigint, p beat.project, v beat.revocation, in_reason text, in_to text)
	returns integer language plpgsql as $$
declare
	restored integer := 0;
	-- The state first, as in revocation_do: whoever waits for it must see all or nothing.
	projects bigint[] := revocation_return(in_worker_id, p, v, in_reason, in_to);
begin
	if v.id is not null then
		restored := question_restore(
			array(select d.question_id from beat.discard d where d.revocation_id = v.id and d.undone_at is null),
			'revocation', v.id, null, in_reason);
		update beat.revocation x
		   set state = 'undone', undone_by = beat.current_actor(), undone_at = clock_timestamp(),
			   undone_reason = in_reason
		 where x.id = v.id;
	end if;
	if in_to = 'qualified' then
		perform outbox_add('qualify', in_worker_id, coalesce(v.project_id, p.id), v.id);
	end if;
	perform beat.event_add('worker.reinstate', p.id, in_worker_id, null, jsonb_build_object('reason', in_reason,
		'revocation', v.id::text, 'before', 'revoked', 'after', in_to, 'restored', restored,
		'projects', cardinality(projects)));
	perform beat.changed('revocation', x.id, v.id::text) from unnest(projects) as x (id);
	if v.id is not null then
		perform votes_include(in_worker_id, x.id, v.id, in_reason) from unnest(projects) as x (id);
	end if;
	return restored;
end
$$;

-- Gives a revoked qualification back, and exactly the questions and votes that the revocation took, in all projects that
-- it reached.
create function admin_worker_reinstate(in_project text, in_worker text, in_reason text, in_actor text)
	returns json language plpgsql as $$
declare
	p beat.project := project_named(in_project);
	w bigint := worker_of(in_worker);
	v beat.revocation;
	restored integer;
	state text;
begin
	perform reason_checked(in_reason, 'why the worker may work again.');
	perform act_as(in_actor);
	perform worker_hold(w, p.id);
	select q.state into state from beat.participation q where q.worker_id = w and q.project_id = p.id;
	if state is distinct from 'revoked' then
		perform refuse_as('BE409', format('Worker #%s is not revoked in "%s".', w, p.name));
	end if;
	select x.* into v from beat.revocation x where x.id = revocation_of(w, p.id);
	perform reinstate_checked(w, p, v);
	perform revocation_pardon(v);
	restored := revocation_undo(w, p, v, in_reason, 'qualified');
	return worker_acted(w, p.id, jsonb_build_object('revocation', v.id::text, 'restored', restored));
end
$$;

-- Gives a worker the qualification without an onboarding.
create function admin_worker_qualify(in_project text, in_worker text, in_reason text, in_actor text) returns json
	language plpgsql as $$
declare
	p beat.project := project_named(in_project);
	w bigint := worker_of(in_worker);
	state text;
begin
	perform reason_checked(in_reason, 'why the worker needs no onboarding.');
	perform act_as(in_actor);
	perform worker_hold(w, p.id);
	perform participation_begin(w, p.id);
	select q.state into state from beat.participation q where q.worker_id = w and q.project_id = p.id;
	if state = 'qualified' then
		perform refuse_as('BE409', format('Worker #%s is qualified for "%s" already.', w, p.name));
	elsif state = 'revoked' then
		perform refuse_as('BE409', format('Worker #%s is revoked in "%s": reinstate instead.', w, p.name));
	elsif state = 'screening' then
		perform refuse_as('BE409', format(
			'The onboarding of worker #%s waits for screening: pass or fail it there.', w));
	end if;
	perform participation_move(w, p.id, 'qualified', jsonb_build_object('reason', in_reason));
	perform outbox_add('qualify', w, p.id, null);
	perform beat.event_add('worker.qualify', p.id, w, null,
		jsonb_build_object('reason', in_reason, 'before', state, 'after', 'qualified'));
	return worker_acted(w, p.id);
end
$$;

-- Writes something down about a worker.
create function admin_worker_note(
	in_worker text, in_project text, in_text text, in_actor text, in_account bigint default null)
	returns json language plpgsql as $$
declare
	w bigint;
	of_project bigint;
	n beat.worker_note;
begin
	if coalesce(in_project, '') <> '' then
		of_project := (project_seen(in_project, in_account)).id;
	end if;
	if not 'review' = any (account_may(in_account, of_project)) then
		perform refuse_as('BE403', 'Your role does not include notes there. Name a project in which it does.', 'project');
	end if;
	w := case when account_sees(in_account, null) then worker_of(in_worker)
		else (participation_of(project_named(in_project), in_worker)).worker_id end;
	if coalesce(beat.is_blank(in_text), true) or char_length(in_text) > 4000 then
		perform refuse('A note is a text of 1 to 4000 characters.', 'text');
	end if;
	perform act_as(in_actor);
	insert into beat.worker_note as x (worker_id, project_id, actor, text)
	values (w, of_project, beat.current_actor(), in_text)
	returning x.* into n;
	perform beat.event_add('worker.note', of_project, w, null, jsonb_build_object('note', n.id::text, 'text', in_text));
	perform beat.changed('worker', of_project, w::text);
	return worker_acted(w, of_project, jsonb_build_object('note', jsonb_build_object('id', n.id::text,
		'at', beat.iso(n.at), 'actor', n.actor, 'text', n.text)));
end
$$;

-- Lets a worker into no project any more; work in hand is ended, can be handed in, and stays in the dataset.
create function admin_worker_block(in_worker text, in_reason text, in_actor text) returns json
	language plpgsql as $$
declare
	w bigint := worker_of(in_worker);
	ended integer;
begin
	perform reason_checked(in_reason, 'why the worker may enter no project.');
	perform act_as(in_actor);
	update beat.worker x
	   set blocked_at = clock_timestamp(), blocked_reason = in_reason
	 where x.id = w and x.blocked_at is null;
	if not found then
		perform refuse_as('BE409', format('Worker #%s is blocked already.', w));
	end if;
	ended := worker_end_live(w, null, jsonb_build_object('blocked', true));
	perform beat.event_add('worker.block', null, w, null,
		jsonb_build_object('reason', in_reason, 'before', false, 'after', true, 'ended', ended));
	perform beat.changed('worker', null, w::text);
	return worker_acted(w, null, jsonb_build_object('blocked', true, 'ended', ended));
end
$$;

-- Lets a blocked worker in again, where the state allows it.
create function admin_worker_unblock(in_worker text, in_reason text, in_actor text) returns json
	language plpgsql as $$
declare
	w bigint := worker_of(in_worker);
begin
	perform reason_checked(in_reason, 'why the worker may come back.');
	perform act_as(in_actor);
	update beat.worker x
	   set blocked_at = null, blocked_reason = null
	 where x.id = w and x.blocked_at is not null;
	if not found then
		perform refuse_as('BE409', format('Worker #%s is not blocked.', w));
	end if;
	perform beat.event_add('worker.unblock', null, w, null,
		jsonb_build_object('reason', in_reason, 'before', true, 'after', false));
	perform beat.changed('worker', null, w::text);
	return worker_acted(w, null, jsonb_build_object('blocked', false));
end
$$;
