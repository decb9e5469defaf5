-- Revocation: a qualification is taken away, with all that hangs on it. The caller holds the worker (worker_hold).

-- Locks a worker, then what the worker has in hand in a project and in the others of its pool: nothing of it is handed
-- in or taken meanwhile. Also what expired: it is not lost, and a late verdict may hold it while it waits for the
-- participation. Three statements, because each state has an index of its own.
create function worker_hold(in_worker_id bigint, in_project_id bigint) returns void language plpgsql as $$
declare
	projects bigint[] := pool_mates(in_project_id);
begin
	perform 1 from beat.worker w where w.id = in_worker_id for no key update;
	perform 1
	   from beat.assignment a
	  where a.worker_id = in_worker_id and a.project_id = any (projects) and a.state = 'live'
	  order by a.id
	    for no key update;
	perform 1
	   from beat.assignment a
	  where a.worker_id = in_worker_id and a.project_id = any (projects) and a.state = 'ended'
	  order by a.id
	    for no key update;
	perform 1
	   from beat.assignment a
	  where a.worker_id = in_worker_id and a.project_id = any (projects) and a.state = 'expired'
	  order by a.id
	    for no key update;
end
$$;

-- Ends what a worker has in hand (null: in all projects). It can still be handed in, and is paid; returns how many.
create function worker_end_live(in_worker_id bigint, in_project_id bigint, in_detail jsonb) returns integer
	language plpgsql as $$
declare
	a record;
	ended integer := 0;
begin
	for a in
		select x.id, x.project_id, x.kind, x.won
		  from beat.assignment x
		 where x.worker_id = in_worker_id and x.state = 'live'
		   and (in_project_id is null or x.project_id = in_project_id)
		 order by x.id
		   for no key update
	loop
		update beat.assignment x set state = 'ended', ended_at = clock_timestamp() where x.id = a.id;
		perform beat.event_add('assignment.end', a.project_id, in_worker_id, a.id,
			jsonb_build_object('before', 'live', 'after', 'ended', 'won', a.won) || in_detail);
		if a.kind = 'validate' then
			perform validation_release(a.id);
		end if;
		ended := ended + 1;
	end loop;
	return ended;
end
$$;

-- Notes what the worker's platform has to be told; direct workers have none.
create function outbox_add(
	in_action text, in_worker_id bigint, in_project_id bigint, in_revocation_id bigint)
	returns void language plpgsql as $$
begin
	insert into beat.outbox (platform, action, worker_id, project_id, revocation_id, done_at)
	select w.platform, in_action, w.id, in_project_id, in_revocation_id,
		   case when w.platform = 'direct' then clock_timestamp() end
	  from beat.worker w
	 where w.id = in_worker_id;
end
$$;

-- Takes the qualification, or the state in the revocation's project alone, as the pool says; returns the projects in
-- which the worker is revoked by it from now on, in their order.
create function revocation_take(v beat.revocation) returns bigint[] language plpgsql as $$
declare
	of_pool bigint;
begin
	select p.pool_id into of_pool
	  from beat.project p
	  join beat.pool o on o.id = p.pool_id
	 where p.id = v.project_id and o.revokes = 'pool';
	update beat.revocation x set state = 'done', pool_id = of_pool where x.id = v.id;
	perform set_config('beat.detail',
		jsonb_build_object('reason', v.reason, 'revocation', v.id::text)::text, true);
	if of_pool is null then
		update beat.participation q
		   set state = 'revoked', revocation_id = v.id
		 where q.worker_id = v.worker_id and q.project_id = v.project_id;
	else
		update beat.qualification k
		   set state = 'revoked', project_id = v.project_id, revocation_id = v.id
		 where k.worker_id = v.worker_id and k.pool_id = of_pool;
	end if;
	perform set_config('beat.detail', '', true);
	return array(
		select q.project_id
		  from beat.participation q
		 where q.worker_id = v.worker_id and q.revocation_id = v.id
		 order by q.project_id);
end
$$;

-- Carries a revocation out, in all projects that it reaches: the state and with it the passages, work in hand, samples that
-- wait, all questions, the platform (once), the record, and the worker's votes on others' questions. Whatever the cause, a
-- qualification is taken here and nowhere else.
create function revocation_do(v beat.revocation) returns beat.revocation language plpgsql as $$
declare
	was text;
	counted integer;
	projects bigint[];
begin
	select q.state into was
	  from beat.participation q
	 where q.worker_id = v.worker_id and q.project_id = v.project_id;
	-- The state first: a question that is made meanwhile waits for it, and then discards itself.
	projects := revocation_take(v);
	perform worker_end_live(v.worker_id, x.id, jsonb_build_object('revocation', v.id::text))
	   from unnest(projects) as x (id);
	update beat.sample s
	   set held = true
	 where s.worker_id = v.worker_id and s.project_id = any (projects) and s.state <> 'settled' and not s.held;
	perform question_discard(
		array(select q.id from beat.question q where q.worker_id = v.worker_id and q.project_id = any (projects)),
		'revocation', v.id, null, v.reason);
	select count(*) into counted from beat.discard d where d.revocation_id = v.id and d.undone_at is null;
	update beat.revocation x set discarded = counted where x.id = v.id returning x.* into v;
	perform outbox_add('revoke', v.worker_id, v.project_id, v.id);
	perform beat.event_add('worker.revoke', v.project_id, v.worker_id, null, jsonb_build_object(
		'revocation', v.id::text, 'cause', v.cause, 'reason', v.reason, 'before', was, 'after', 'revoked',
		'discarded', counted, 'valid', v.valid, 'reviewed', v.reviewed, 'projects', cardinality(projects)));
	perform beat.changed('revocation', x.id, v.id::text) from unnest(projects) as x (id);
	-- Whose questions could not be answered may still have answered well; and if votes hung on the outcome of other votes,
	-- it would matter who is looked at first.
	perform votes_exclude(v.worker_id, x.id, v.id, v.reason)
	   from unnest(projects) as x (id)
	  where v.cause <> 'answerability';
	return v;
end
$$;

-- A person takes a revocation by the votes back, or dismisses it: the rule looks at this worker again when more is decided.
create function revocation_pardon(v beat.revocation) returns void language plpgsql as $$
begin
	update beat.revocation x
	   set pardoned = (select q.validated from beat.participation q
						where q.worker_id = v.worker_id and q.project_id = v.project_id)
	 where x.id = v.id and x.cause = 'answerability';
end
$$;

-- True if a worker's state may go from one to the other.
create function may_move(in_from text, in_to text) returns boolean language plpgsql stable as $$
begin
	return exists (select from beat.participation_move m where m.from_state = in_from and m.to_state = in_to);
end
$$;

-- A rate is too low: the qualification is revoked, or that is proposed, unless one of it has happened already.
create function revocation_raise(
	in_worker_id bigint, in_project_id bigint, in_cause text, in_reason text, in_review_id bigint, in_valid integer,
	in_reviewed integer)
	returns void language plpgsql as $$
declare
	n record;
	v beat.revocation;
begin
	select q.state, p.revoke_confirm into n
	  from beat.participation q
	  join beat.project p on p.id = q.project_id
	 where q.worker_id = in_worker_id and q.project_id = in_project_id;
	if not may_move(n.state, 'revoked')
		or exists (
			select from beat.revocation x
			 where x.worker_id = in_worker_id and x.project_id = in_project_id and x.state in ('proposed', 'done')) then
		return;
	end if;
	insert into beat.revocation as x (project_id, worker_id, state, cause, reason, actor, review_id, valid, reviewed)
	values (in_project_id, in_worker_id, 'proposed', in_cause, in_reason, beat.current_actor(), in_review_id, in_valid,
		in_reviewed)
	returning x.* into v;
	if n.revoke_confirm then
		perform beat.event_add('revocation.propose', in_project_id, in_worker_id, null, jsonb_build_object(
			'revocation', v.id::text, 'cause', v.cause, 'reason', v.reason, 'valid', v.valid, 'reviewed', v.reviewed));
		perform beat.changed('revocation', in_project_id, v.id::text);
	else
		perform revocation_do(v);
	end if;
end
$$;

-- After a finished review: below the project's rate the qualification is revoked, or that is proposed; not on so few
-- questions that the rate says little.
create function rate_check(in_worker_id bigint, in_project_id bigint, in_review_id bigint) returns void
	language plpgsql as $$
declare
	n record;
begin
	select p.success_unit, p.success_permille, q.reviewed_questions < p.success_least as is_early,
		   case p.success_unit when 'hit' then q.valid_hits else q.valid_questions end::integer as valid,
		   case p.success_unit when 'hit' then q.reviewed_hits else q.reviewed_questions end::integer as reviewed
	  into n
	  from beat.participation q
	  join beat.project p on p.id = q.project_id
	 where q.worker_id = in_worker_id and q.project_id = in_project_id;
	if n.is_early or n.reviewed = 0 or n.valid::bigint * 1000 >= n.success_permille::bigint * n.reviewed then
		return;
	end if;
	perform revocation_raise(in_worker_id, in_project_id, 'review',
		format('%s of %s reviewed %ss are valid: %s %%, less than the %s %% that the project asks for.', n.valid,
			n.reviewed, case n.success_unit when 'hit' then 'HIT' else 'question' end,
			round(100.0 * n.valid / n.reviewed, 1), round(n.success_permille / 10.0, 1)),
		in_review_id, n.valid, n.reviewed);
end
$$;

-- A revocation as the dashboard shows it.
create function revocation_json(v beat.revocation, in_identity boolean) returns jsonb language plpgsql stable as $$
begin
	return jsonb_build_object('id', v.id::text, 'worker', worker_shown(v.worker_id, in_identity),
		'state', v.state, 'cause', v.cause, 'reason', v.reason, 'actor', v.actor, 'at', beat.iso(v.at),
		'rate', case when v.reviewed is not null then wilson(v.valid, v.reviewed) end,
		'discarded', v.discarded, 'decided_by', v.decided_by, 'decided_at', beat.iso(v.decided_at),
		'undone_by', v.undone_by, 'undone_at', beat.iso(v.undone_at), 'undone_reason', v.undone_reason,
		'project', (select p.name from beat.project p where p.id = v.project_id),
		'pool', (select o.name from beat.pool o where o.id = v.pool_id),
		'hit', (select r.assignment_id::text from beat.review r where r.id = v.review_id));
end
$$;

-- Revocations of a project, and those of its pool that reach it and come from where an account sees, newest first.
create function admin_revocations(
	in_project text, in_state text, in_before text, in_limit text, in_identity boolean,
	in_account bigint default null)
	returns json language plpgsql stable as $$
declare
	p beat.project := project_named(in_project);
	size integer := page_size(in_limit);
	items jsonb[];
	cursors bigint[];
begin
	if in_state <> all (array['', 'proposed', 'done', 'dismissed', 'undone']) then
		perform refuse(format('A revocation is proposed, done, dismissed or undone, not "%s".', in_state), 'state');
	end if;
	select array_agg(revocation_json(v, in_identity) order by v.id desc), array_agg(v.id order by v.id desc)
	  into items, cursors
	  from (select x.*
			  from beat.revocation x
			 where (x.project_id = p.id or revocation_reaches(x, p) and account_sees(in_account, x.project_id))
			   and (coalesce(in_state, '') = '' or x.state = in_state)
			   and x.id < coalesce(nullif(in_before, '')::bigint, 9223372036854775807)
			 order by x.id desc
			 limit size + 1) as v;
	return json_build_object('items', coalesce(to_json(items[:size]), '[]'),
		'next', case when cardinality(items) > size then cursors[size]::text end,
		'proposed', (
			select count(*) from beat.revocation x where x.project_id = p.id and x.state = 'proposed'));
end
$$;

-- A second person confirms or dismisses a proposed revocation; not the one whose review led to it.
create function admin_revocation_decide(
	in_revocation text, in_confirm text, in_reason text, in_account text, in_actor text)
	returns json language plpgsql as $$
declare
	v beat.revocation;
	reviewer record;
	confirmed boolean := in_confirm::boolean;
	state text;
begin
	perform act_as(in_actor);
	select x.* into v from beat.revocation x where x.id = in_revocation::bigint;
	if not found then
		perform refuse_as('BE404', 'There is no such revocation.');
	elsif confirmed is null then
		perform refuse('Say whether to confirm it: true or false.', 'confirm');
	elsif not confirmed then
		perform reason_checked(in_reason, 'why the qualification stays.');
	elsif char_length(in_reason) > 1000 then
		perform refuse('A reason has at most 1000 characters.', 'reason');
	end if;
	select c.id, c.name into reviewer
	  from beat.review r
	  join beat.account c on c.id = r.account_id
	 where r.id = v.review_id;
	if reviewer.id = in_account::bigint or in_actor in (reviewer.name, 'user:' || reviewer.name) then
		perform refuse_as('BE403', 'A second person decides: your own review led to this.');
	end if;
	perform worker_hold(v.worker_id, v.project_id);
	select x.* into v from beat.revocation x where x.id = v.id for no key update;
	if v.state <> 'proposed' then
		perform refuse_as('BE409', format('This was decided before: it is %s.', v.state));
	end if;
	update beat.revocation x
	   set decided_by = beat.current_actor(), decided_at = clock_timestamp(),
		   state = case when confirmed then x.state else 'dismissed' end
	 where x.id = v.id
	returning x.* into v;
	select q.state into state from beat.participation q where q.worker_id = v.worker_id and q.project_id = v.project_id;
	if confirmed and not may_move(state, 'revoked') then
		perform refuse_as('BE409', format('The worker is %s by now: dismiss it.', state));
	end if;
	perform beat.event_add(case when confirmed then 'revocation.confirm' else 'revocation.dismiss' end, v.project_id,
		v.worker_id, null, jsonb_build_object('revocation', v.id::text, 'reason', in_reason, 'before', 'proposed',
			'after', case when confirmed then 'done' else 'dismissed' end));
	if confirmed then
		v := revocation_do(v);
	else
		perform revocation_pardon(v);
	end if;
	perform beat.changed('revocation', v.project_id, v.id::text);
	return revocation_json(v, false);
end
$$;
