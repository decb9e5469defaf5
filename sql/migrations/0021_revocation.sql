-- Revocation: a qualification is taken away, with all that hangs on it. The order of locks is told where batches are.

create function beat.worker_of(in_worker text) returns bigint language plpgsql stable as $$
declare
	found_id bigint;
begin
	if in_worker ~ '^#?[0-9]{1,18}$' then
		select w.id into found_id from beat.worker w where w.id = ltrim(in_worker, '#')::bigint;
	end if;
	if found_id is null then
		perform beat.refuse_as('BE404', format('There is no worker #%s.', ltrim(left(in_worker, 100), '#')));
	end if;
	return found_id;
end
$$;
comment on function beat.worker_of is 'A worker by number, or the refusal BE404.';

create function beat.worker_named(in_name text) returns bigint language plpgsql stable as $$
declare
	found_id bigint;
begin
	if in_name ~ '^#?[0-9]+$' then
		return beat.worker_of(in_name);
	end if;
	select w.id into found_id
	  from beat.worker w
	 where w.platform = split_part(in_name, ':', 1)
	   and w.platform_worker_id = substr(in_name, strpos(in_name, ':') + 1);
	if not found then
		perform beat.refuse_as('BE404', format(
			'There is no worker "%s". Give a number, or PLATFORM:ID as in mturk:A1B2C3.', left(in_name, 300)));
	end if;
	return found_id;
end
$$;
comment on function beat.worker_named is 'A worker by number or by PLATFORM:ID, for the command line.';

-- Also what expired: it is not lost, and a late verdict may hold it while it waits for the participation. Three
-- statements, because each state has an index of its own.
create function beat.worker_hold(in_worker_id bigint, in_project_id bigint) returns void language plpgsql as $$
begin
	perform 1 from beat.worker w where w.id = in_worker_id for no key update;
	perform 1
	   from beat.assignment a
	  where a.worker_id = in_worker_id and a.project_id = in_project_id and a.state = 'live'
	  order by a.id
	    for no key update;
	perform 1
	   from beat.assignment a
	  where a.worker_id = in_worker_id and a.project_id = in_project_id and a.state = 'ended'
	  order by a.id
	    for no key update;
	perform 1
	   from beat.assignment a
	  where a.worker_id = in_worker_id and a.project_id = in_project_id and a.state = 'expired'
	  order by a.id
	    for no key update;
end
$$;
comment on function beat.worker_hold is
	'Locks a worker, then what the worker has in hand in a project: nothing of it is handed in or taken meanwhile.';

create function beat.worker_end_live(in_worker_id bigint, in_project_id bigint, in_detail jsonb) returns integer
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
			perform beat.validation_release(a.id);
		end if;
		ended := ended + 1;
	end loop;
	return ended;
end
$$;
comment on function beat.worker_end_live is
	'Ends what a worker has in hand (null: in all projects). It can still be handed in, and is paid; returns how many.';

create function beat.outbox_add(
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
comment on function beat.outbox_add is 'Notes what the worker''s platform has to be told; direct workers have none.';

-- What a revoked worker did is out of the dataset, so its passages are free for others, or a target could be out of
-- reach; they are taken again by whoever is reinstated.

comment on column beat.project_passage.taken is
	'Assignments of the kind generate on it that are live, ended or submitted, without those of workers who are revoked '
	'in the project.';

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
comment on function beat.passages_follow is
	'Trigger: the passages of a worker who is revoked are served again; who is reinstated takes them back.';
create trigger participation_passages after update of state on beat.participation
	for each row when ((old.state = 'revoked') <> (new.state = 'revoked')) execute function beat.passages_follow();

-- Revocation. The caller holds the worker (worker_hold).

create function beat.revocation_do(v beat.revocation) returns beat.revocation language plpgsql as $$
declare
	was text;
	counted integer;
begin
	select q.state into was
	  from beat.participation q
	 where q.worker_id = v.worker_id and q.project_id = v.project_id;
	-- The state first: a question that is made meanwhile waits for it, and then discards itself.
	perform beat.participation_move(v.worker_id, v.project_id, 'revoked',
		jsonb_build_object('reason', v.reason, 'revocation', v.id::text));
	perform beat.worker_end_live(v.worker_id, v.project_id, jsonb_build_object('revocation', v.id::text));
	update beat.sample s
	   set held = true
	 where s.worker_id = v.worker_id and s.project_id = v.project_id and s.state <> 'settled' and not s.held;
	perform beat.question_discard(
		array(select q.id from beat.question q where q.worker_id = v.worker_id and q.project_id = v.project_id),
		'revocation', v.id, null, v.reason);
	select count(*) into counted from beat.discard d where d.revocation_id = v.id and d.undone_at is null;
	update beat.revocation x set state = 'done', discarded = counted where x.id = v.id returning x.* into v;
	perform beat.outbox_add('revoke', v.worker_id, v.project_id, v.id);
	perform beat.event_add('worker.revoke', v.project_id, v.worker_id, null, jsonb_build_object(
		'revocation', v.id::text, 'cause', v.cause, 'reason', v.reason, 'before', was, 'after', 'revoked',
		'discarded', counted, 'valid', v.valid, 'reviewed', v.reviewed));
	perform beat.changed('revocation', v.project_id, v.id::text);
	perform beat.votes_exclude(v.worker_id, v.project_id, v.id, v.reason);
	return v;
end
$$;
comment on function beat.revocation_do is
	'Carries a revocation out: the state and with it the passages, work in hand, samples that wait, all questions, the '
	'platform, the record, and the worker''s votes on others'' questions.';

create function beat.may_move(in_from text, in_to text) returns boolean language plpgsql stable as $$
begin
	return exists (select from beat.participation_move m where m.from_state = in_from and m.to_state = in_to);
end
$$;
comment on function beat.may_move is 'True if a worker''s state may go from one to the other.';

create function beat.revocation_raise(
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
	if not beat.may_move(n.state, 'revoked')
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
		perform beat.revocation_do(v);
	end if;
end
$$;
comment on function beat.revocation_raise is
	'A rate is too low: the qualification is revoked, or that is proposed, unless one of it has happened already.';

create function beat.rate_check(in_worker_id bigint, in_project_id bigint, in_review_id bigint) returns void
	language plpgsql as $$
declare
	n record;
begin
	select p.success_unit, p.success_permille,
		   case p.success_unit when 'hit' then q.valid_hits else q.valid_questions end::integer as valid,
		   case p.success_unit when 'hit' then q.reviewed_hits else q.reviewed_questions end::integer as reviewed
	  into n
	  from beat.participation q
	  join beat.project p on p.id = q.project_id
	 where q.worker_id = in_worker_id and q.project_id = in_project_id;
	if n.reviewed = 0 or n.valid::bigint * 1000 >= n.success_permille::bigint * n.reviewed then
		return;
	end if;
	perform beat.revocation_raise(in_worker_id, in_project_id, 'review',
		format('%s of %s reviewed %ss are valid: %s %%, less than the %s %% that the project asks for.', n.valid,
			n.reviewed, case n.success_unit when 'hit' then 'HIT' else 'question' end,
			round(100.0 * n.valid / n.reviewed, 1), round(n.success_permille / 10.0, 1)),
		in_review_id, n.valid, n.reviewed);
end
$$;
comment on function beat.rate_check is
	'After a finished review: below the project''s rate the qualification is revoked, or that is proposed.';

create function beat.revocation_json(v beat.revocation, in_identity boolean) returns jsonb language plpgsql stable as $$
begin
	return jsonb_build_object('id', v.id::text, 'worker', beat.worker_shown(v.worker_id, in_identity),
		'state', v.state, 'cause', v.cause, 'reason', v.reason, 'actor', v.actor, 'at', beat.iso(v.at),
		'rate', case when v.reviewed is not null then beat.wilson(v.valid, v.reviewed) end,
		'discarded', v.discarded, 'decided_by', v.decided_by, 'decided_at', beat.iso(v.decided_at),
		'undone_by', v.undone_by, 'undone_at', beat.iso(v.undone_at), 'undone_reason', v.undone_reason,
		'hit', (select r.assignment_id::text from beat.review r where r.id = v.review_id));
end
$$;
comment on function beat.revocation_json is 'A revocation as the dashboard shows it.';

create function beat.admin_revocations(
	in_project text, in_state text, in_before text, in_limit text, in_identity boolean)
	returns json language plpgsql stable as $$
declare
	p beat.project := beat.project_named(in_project);
	size integer := beat.page_size(in_limit);
	items jsonb[];
	cursors bigint[];
begin
	if in_state <> all (array['', 'proposed', 'done', 'dismissed', 'undone']) then
		perform beat.refuse(format('A revocation is proposed, done, dismissed or undone, not "%s".', in_state));
	end if;
	select array_agg(beat.revocation_json(v, in_identity) order by v.id desc), array_agg(v.id order by v.id desc)
	  into items, cursors
	  from (select x.*
			  from beat.revocation x
			 where x.project_id = p.id and (coalesce(in_state, '') = '' or x.state = in_state)
			   and x.id < coalesce(nullif(in_before, '')::bigint, 9223372036854775807)
			 order by x.id desc
			 limit size + 1) as v;
	return json_build_object('items', coalesce(to_json(items[:size]), '[]'),
		'next', case when cardinality(items) > size then cursors[size]::text end,
		'proposed', (
			select count(*) from beat.revocation x where x.project_id = p.id and x.state = 'proposed'));
end
$$;
comment on function beat.admin_revocations is 'Revocations of a project, newest first.';
create index revocation_project_idx on beat.revocation (project_id, id);

create function beat.admin_revocation_decide(
	in_revocation text, in_confirm text, in_reason text, in_account text, in_actor text)
	returns json language plpgsql as $$
declare
	v beat.revocation;
	reviewer record;
	confirmed boolean := in_confirm::boolean;
	state text;
begin
	perform beat.act_as(in_actor);
	select x.* into v from beat.revocation x where x.id = in_revocation::bigint;
	if not found then
		perform beat.refuse_as('BE404', 'There is no such revocation.');
	elsif confirmed is null then
		perform beat.refuse('Say whether to confirm it: true or false.');
	elsif not confirmed then
		perform beat.reason_checked(in_reason, 'why the qualification stays.');
	elsif char_length(in_reason) > 1000 then
		perform beat.refuse('A reason has at most 1000 characters.');
	end if;
	select c.id, c.name into reviewer
	  from beat.review r
	  join beat.account c on c.id = r.account_id
	 where r.id = v.review_id;
	if reviewer.id = in_account::bigint or in_actor in (reviewer.name, 'user:' || reviewer.name) then
		perform beat.refuse_as('BE403', 'A second person decides: your own review led to this.');
	end if;
	perform beat.worker_hold(v.worker_id, v.project_id);
	select x.* into v from beat.revocation x where x.id = v.id for no key update;
	if v.state <> 'proposed' then
		perform beat.refuse_as('BE409', format('This was decided before: it is %s.', v.state));
	end if;
	update beat.revocation x
	   set decided_by = beat.current_actor(), decided_at = clock_timestamp(),
		   state = case when confirmed then x.state else 'dismissed' end
	 where x.id = v.id
	returning x.* into v;
	select q.state into state from beat.participation q where q.worker_id = v.worker_id and q.project_id = v.project_id;
	if confirmed and not beat.may_move(state, 'revoked') then
		perform beat.refuse_as('BE409', format('The worker is %s by now: dismiss it.', state));
	end if;
	perform beat.event_add(case when confirmed then 'revocation.confirm' else 'revocation.dismiss' end, v.project_id,
		v.worker_id, null, jsonb_build_object('revocation', v.id::text, 'reason', in_reason, 'before', 'proposed',
			'after', case when confirmed then 'done' else 'dismissed' end));
	if confirmed then
		v := beat.revocation_do(v);
	end if;
	perform beat.changed('revocation', v.project_id, v.id::text);
	return beat.revocation_json(v, false);
end
$$;
comment on function beat.admin_revocation_decide is
	'A second person confirms or dismisses a proposed revocation; not the one whose review led to it.';
