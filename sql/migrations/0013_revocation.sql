-- Taking away and giving back: discards of questions, the qualification of workers, and what the team does with
-- workers by hand. What 0009 says of admin_* and of locks holds here too.

-- Discards. A question is in while nothing discards it; the counters follow for questions of submitted HITs.

-- Work that is still in hand counts its questions when it is handed in: that must not happen in between.
create function beat.questions_lock(in_ids text[]) returns void language plpgsql as $$
begin
	perform 1
	   from beat.assignment a
	  where a.id in (select q.assignment_id from beat.question q where q.id = any (in_ids))
	    and a.state <> 'submitted'
	  order by a.id
	    for no key update;
	perform 1 from beat.question q where q.id = any (in_ids) order by q.id for no key update;
end
$$;
comment on function beat.questions_lock is 'Locks questions, and their assignments as far as they are not handed in.';

create function beat.question_discard(
	in_ids text[], in_cause text, in_revocation_id bigint, in_review_id bigint, in_reason text)
	returns integer language plpgsql as $$
declare
	n record;
	changed integer := 0;
begin
	perform beat.questions_lock(in_ids);
	for n in
		with made as (
			insert into beat.discard (question_id, cause, revocation_id, review_id, reason, actor)
			select q.id, in_cause, in_revocation_id, in_review_id, in_reason, beat.current_actor()
			  from beat.question q
			 where q.id = any (in_ids)
			 order by q.id
			on conflict do nothing
			returning question_id
		), marked as (
			update beat.question q
			   set discards = q.discards + 1
			  from made
			 where q.id = made.question_id
			returning q.discards, q.project_id, q.worker_id, q.split, q.assignment_id
		)
		select m.project_id, m.worker_id, m.split, count(*)::integer as out,
			   (count(*) filter (where a.state = 'submitted' and a.kind = 'generate'))::integer as counted
		  from marked m
		  join beat.assignment a on a.id = m.assignment_id
		 where m.discards = 1
		 group by m.project_id, m.worker_id, m.split
		 order by m.worker_id, m.project_id, m.split
	loop
		changed := changed + n.out;
		if n.counted > 0 then
			perform beat.count_kept(n.project_id, n.worker_id, n.split, -n.counted);
		end if;
		perform beat.changed('question', n.project_id, null);
	end loop;
	return changed;
end
$$;
comment on function beat.question_discard is
	'Discards questions for a cause, each once for it; returns how many were in until now.';

create function beat.question_restore(
	in_ids text[], in_cause text, in_revocation_id bigint, in_review_id bigint, in_reason text)
	returns integer language plpgsql as $$
declare
	n record;
	changed integer := 0;
begin
	perform beat.questions_lock(in_ids);
	for n in
		with undone as (
			update beat.discard d
			   set undone_at = clock_timestamp(), undone_by = beat.current_actor(), undone_reason = in_reason
			 where d.question_id = any (in_ids) and d.undone_at is null and d.cause = in_cause
			   and d.revocation_id is not distinct from in_revocation_id
			   and d.review_id is not distinct from in_review_id
			returning d.question_id
		), marked as (
			update beat.question q
			   set discards = q.discards - 1
			  from undone
			 where q.id = undone.question_id
			returning q.discards, q.project_id, q.worker_id, q.split, q.assignment_id
		)
		select m.project_id, m.worker_id, m.split, count(*)::integer as back,
			   (count(*) filter (where a.state = 'submitted' and a.kind = 'generate'))::integer as counted
		  from marked m
		  join beat.assignment a on a.id = m.assignment_id
		 where m.discards = 0
		 group by m.project_id, m.worker_id, m.split
		 order by m.worker_id, m.project_id, m.split
	loop
		changed := changed + n.back;
		if n.counted > 0 then
			perform beat.count_kept(n.project_id, n.worker_id, n.split, n.counted);
		end if;
		perform beat.changed('question', n.project_id, null);
	end loop;
	return changed;
end
$$;
comment on function beat.question_restore is
	'Undoes the discards of questions for one cause; returns how many are in again. What else discards them stays.';

-- A question that comes late, by a verdict that had to wait, shares the fate of the others.
create function beat.question_discard_if_revoked(in_question_id text) returns void language plpgsql as $$
declare
	q beat.question;
	state text;
	v beat.revocation;
begin
	select x.* into q from beat.question x where x.id = in_question_id;
	-- Waits for a revocation under way: it either sees the question, or is seen here.
	select x.state into state
	  from beat.participation x
	 where x.worker_id = q.worker_id and x.project_id = q.project_id
	   for no key update;
	if state is distinct from 'revoked' then
		return;
	end if;
	select x.* into v
	  from beat.revocation x
	 where x.worker_id = q.worker_id and x.project_id = q.project_id and x.state = 'done';
	if found then
		perform beat.question_discard(array[in_question_id], 'revocation', v.id, null, v.reason);
		update beat.revocation x set discarded = x.discarded + 1 where x.id = v.id;
	end if;
end
$$;
comment on function beat.question_discard_if_revoked is 'Discards a new question if its worker is revoked.';

-- Workers.

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
		select x.id, x.project_id, x.won
		  from beat.assignment x
		 where x.worker_id = in_worker_id and x.state = 'live'
		   and (in_project_id is null or x.project_id = in_project_id)
		 order by x.id
		   for no key update
	loop
		update beat.assignment x set state = 'ended', ended_at = clock_timestamp() where x.id = a.id;
		perform beat.event_add('assignment.end', a.project_id, in_worker_id, a.id,
			jsonb_build_object('before', 'live', 'after', 'ended', 'won', a.won) || in_detail);
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
	'Assignments on it that are live, ended or submitted, without those of workers who are revoked in the project. '
	'Onboardings do not count: all of them are on one passage.';

-- Whoever revokes or reinstates holds the worker, so nothing of the worker's comes or goes meanwhile; and the
-- participation is locked, which comes before the passages in the order of locks.
create function beat.passages_follow() returns trigger language plpgsql as $$
declare
	ids bigint[] := array(
		select a.passage_id -- each once
		  from beat.assignment a
		 where a.worker_id = new.worker_id and a.project_id = new.project_id and a.kind <> 'onboarding'
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
	return v;
end
$$;
comment on function beat.revocation_do is
	'Carries a revocation out: the state and with it the passages, work in hand, samples that wait, all questions, the '
	'platform, the record.';

create function beat.may_move(in_from text, in_to text) returns boolean language plpgsql stable as $$
begin
	return exists (select from beat.participation_move m where m.from_state = in_from and m.to_state = in_to);
end
$$;
comment on function beat.may_move is 'True if a worker''s state may go from one to the other.';

create function beat.rate_check(in_worker_id bigint, in_project_id bigint, in_review_id bigint) returns void
	language plpgsql as $$
declare
	n record;
	v beat.revocation;
begin
	select q.state, p.success_unit, p.success_permille, p.revoke_confirm,
		   case p.success_unit when 'hit' then q.valid_hits else q.valid_questions end::integer as valid,
		   case p.success_unit when 'hit' then q.reviewed_hits else q.reviewed_questions end::integer as reviewed
	  into n
	  from beat.participation q
	  join beat.project p on p.id = q.project_id
	 where q.worker_id = in_worker_id and q.project_id = in_project_id;
	if n.reviewed = 0 or n.valid::bigint * 1000 >= n.success_permille::bigint * n.reviewed
		or not beat.may_move(n.state, 'revoked')
		or exists (
			select from beat.revocation x
			 where x.worker_id = in_worker_id and x.project_id = in_project_id and x.state in ('proposed', 'done')) then
		return;
	end if;
	insert into beat.revocation as x (project_id, worker_id, state, cause, reason, actor, review_id, valid, reviewed)
	values (in_project_id, in_worker_id, 'proposed', 'review',
		format('%s of %s reviewed %ss are valid: %s %%, less than the %s %% that the project asks for.', n.valid,
			n.reviewed, case n.success_unit when 'hit' then 'HIT' else 'question' end,
			round(100.0 * n.valid / n.reviewed, 1), round(n.success_permille / 10.0, 1)),
		beat.current_actor(), in_review_id, n.valid, n.reviewed)
	returning x.* into v;
	if n.revoke_confirm then
		perform beat.event_add('revocation.propose', in_project_id, in_worker_id, null, jsonb_build_object(
			'revocation', v.id::text, 'reason', v.reason, 'valid', v.valid, 'reviewed', v.reviewed));
		perform beat.changed('revocation', in_project_id, v.id::text);
	else
		perform beat.revocation_do(v);
	end if;
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

-- What the team does with a worker.

create function beat.worker_acted(in_worker_id bigint, in_project_id bigint, in_more jsonb default '{}') returns json
	language plpgsql stable as $$
begin
	return jsonb_build_object('worker', in_worker_id::text, 'revocation', null, 'discarded', 0, 'restored', 0,
		'state', (
			select q.state
			  from beat.participation q
			 where q.worker_id = in_worker_id and q.project_id = in_project_id)) || in_more;
end
$$;
comment on function beat.worker_acted is 'The answer to an action on a worker.';

create function beat.admin_worker_revoke(in_project text, in_worker text, in_reason text, in_actor text) returns json
	language plpgsql as $$
declare
	p beat.project := beat.project_named(in_project);
	w bigint := beat.worker_of(in_worker);
	v beat.revocation;
	state text;
begin
	perform beat.reason_checked(in_reason, 'the worker is told it, and it stays on record.');
	perform beat.act_as(in_actor);
	perform beat.worker_hold(w, p.id);
	perform beat.participation_begin(w, p.id);
	select x.* into v
	  from beat.revocation x
	 where x.worker_id = w and x.project_id = p.id and x.state = 'proposed';
	if found then
		perform beat.refuse_as('BE409', format(
			'The revocation of worker #%s is proposed already (number %s): it waits for a second person.', w, v.id));
	end if;
	select q.state into state from beat.participation q where q.worker_id = w and q.project_id = p.id;
	if not beat.may_move(state, 'revoked') then
		perform beat.refuse_as('BE409', format('Worker #%s is %s in "%s": there is nothing to revoke.', w, state, p.name));
	end if;
	insert into beat.revocation as x (project_id, worker_id, state, cause, reason, actor)
	values (p.id, w, 'proposed', 'hand', in_reason, beat.current_actor())
	returning x.* into v;
	v := beat.revocation_do(v);
	return beat.worker_acted(w, p.id, jsonb_build_object('revocation', v.id::text, 'discarded', v.discarded));
end
$$;
comment on function beat.admin_worker_revoke is 'Takes a worker''s qualification away by hand, at once.';

create function beat.admin_worker_reinstate(in_project text, in_worker text, in_reason text, in_actor text)
	returns json language plpgsql as $$
declare
	p beat.project := beat.project_named(in_project);
	w bigint := beat.worker_of(in_worker);
	v beat.revocation;
	restored integer := 0;
	state text;
begin
	perform beat.reason_checked(in_reason, 'why the worker may work again.');
	perform beat.act_as(in_actor);
	perform beat.worker_hold(w, p.id);
	select q.state into state from beat.participation q where q.worker_id = w and q.project_id = p.id;
	if state is distinct from 'revoked' then
		perform beat.refuse_as('BE409', format('Worker #%s is not revoked in "%s".', w, p.name));
	end if;
	-- The state first, as in revocation_do: whoever waits for it must see all or nothing.
	select x.* into v from beat.revocation x where x.worker_id = w and x.project_id = p.id and x.state = 'done';
	perform beat.participation_move(w, p.id, 'qualified',
		jsonb_build_object('reason', in_reason, 'revocation', v.id::text));
	if v.id is not null then
		restored := beat.question_restore(
			array(select d.question_id from beat.discard d where d.revocation_id = v.id and d.undone_at is null),
			'revocation', v.id, null, in_reason);
		update beat.revocation x
		   set state = 'undone', undone_by = beat.current_actor(), undone_at = clock_timestamp(),
			   undone_reason = in_reason
		 where x.id = v.id;
	end if;
	update beat.sample s set held = false where s.worker_id = w and s.project_id = p.id and s.held;
	perform beat.outbox_add('qualify', w, p.id, v.id);
	perform beat.event_add('worker.reinstate', p.id, w, null, jsonb_build_object('reason', in_reason,
		'revocation', v.id::text, 'before', 'revoked', 'after', 'qualified', 'restored', restored));
	perform beat.changed('revocation', p.id, v.id::text);
	return beat.worker_acted(w, p.id, jsonb_build_object('revocation', v.id::text, 'restored', restored));
end
$$;
comment on function beat.admin_worker_reinstate is
	'Gives a revoked qualification back, and exactly the questions that the revocation discarded.';

create function beat.admin_worker_qualify(in_project text, in_worker text, in_reason text, in_actor text) returns json
	language plpgsql as $$
declare
	p beat.project := beat.project_named(in_project);
	w bigint := beat.worker_of(in_worker);
	state text;
begin
	perform beat.reason_checked(in_reason, 'why the worker needs no onboarding.');
	perform beat.act_as(in_actor);
	perform beat.worker_hold(w, p.id);
	perform beat.participation_begin(w, p.id);
	select q.state into state from beat.participation q where q.worker_id = w and q.project_id = p.id;
	if state = 'qualified' then
		perform beat.refuse_as('BE409', format('Worker #%s is qualified for "%s" already.', w, p.name));
	elsif state = 'revoked' then
		perform beat.refuse_as('BE409', format('Worker #%s is revoked in "%s": reinstate instead.', w, p.name));
	elsif state = 'screening' then
		perform beat.refuse_as('BE409', format(
			'The onboarding of worker #%s waits for screening: pass or fail it there.', w));
	end if;
	perform beat.participation_move(w, p.id, 'qualified', jsonb_build_object('reason', in_reason));
	perform beat.outbox_add('qualify', w, p.id, null);
	perform beat.event_add('worker.qualify', p.id, w, null,
		jsonb_build_object('reason', in_reason, 'before', state, 'after', 'qualified'));
	return beat.worker_acted(w, p.id);
end
$$;
comment on function beat.admin_worker_qualify is 'Gives a worker the qualification without an onboarding.';

create function beat.admin_worker_note(in_worker text, in_project text, in_text text, in_actor text) returns json
	language plpgsql as $$
declare
	w bigint := beat.worker_of(in_worker);
	of_project bigint;
	n beat.worker_note;
begin
	if coalesce(in_project, '') <> '' then
		of_project := (beat.project_named(in_project)).id;
	end if;
	if coalesce(beat.is_blank(in_text), true) or char_length(in_text) > 4000 then
		perform beat.refuse('A note is a text of 1 to 4000 characters.');
	end if;
	perform beat.act_as(in_actor);
	insert into beat.worker_note as x (worker_id, project_id, actor, text)
	values (w, of_project, beat.current_actor(), in_text)
	returning x.* into n;
	perform beat.event_add('worker.note', of_project, w, null, jsonb_build_object('note', n.id::text, 'text', in_text));
	perform beat.changed('worker', of_project, w::text);
	return beat.worker_acted(w, of_project, jsonb_build_object('note', jsonb_build_object('id', n.id::text,
		'at', beat.iso(n.at), 'actor', n.actor, 'text', n.text)));
end
$$;
comment on function beat.admin_worker_note is 'Writes something down about a worker.';

create function beat.admin_worker_block(in_worker text, in_reason text, in_actor text) returns json
	language plpgsql as $$
declare
	w bigint := beat.worker_of(in_worker);
	ended integer;
begin
	perform beat.reason_checked(in_reason, 'why the worker may enter no project.');
	perform beat.act_as(in_actor);
	update beat.worker x
	   set blocked_at = clock_timestamp(), blocked_reason = in_reason
	 where x.id = w and x.blocked_at is null;
	if not found then
		perform beat.refuse_as('BE409', format('Worker #%s is blocked already.', w));
	end if;
	ended := beat.worker_end_live(w, null, jsonb_build_object('blocked', true));
	perform beat.event_add('worker.block', null, w, null,
		jsonb_build_object('reason', in_reason, 'before', false, 'after', true, 'ended', ended));
	perform beat.changed('worker', null, w::text);
	return beat.worker_acted(w, null, jsonb_build_object('blocked', true, 'ended', ended));
end
$$;
comment on function beat.admin_worker_block is
	'Lets a worker into no project any more; work in hand is ended, can be handed in, and stays in the dataset.';

create function beat.admin_worker_unblock(in_worker text, in_reason text, in_actor text) returns json
	language plpgsql as $$
declare
	w bigint := beat.worker_of(in_worker);
begin
	perform beat.reason_checked(in_reason, 'why the worker may come back.');
	perform beat.act_as(in_actor);
	update beat.worker x
	   set blocked_at = null, blocked_reason = null
	 where x.id = w and x.blocked_at is not null;
	if not found then
		perform beat.refuse_as('BE409', format('Worker #%s is not blocked.', w));
	end if;
	perform beat.event_add('worker.unblock', null, w, null,
		jsonb_build_object('reason', in_reason, 'before', true, 'after', false));
	perform beat.changed('worker', null, w::text);
	return beat.worker_acted(w, null, jsonb_build_object('blocked', false));
end
$$;
comment on function beat.admin_worker_unblock is 'Lets a blocked worker in again, where the state allows it.';

-- Questions by the thousand.

-- Those that an action would change: of the chosen ones those that are not discarded by hand yet, or that are.
create function beat.questions_chosen(in_project_id bigint, in_filter text, in_ids text, in_discarded boolean)
	returns text[] language plpgsql stable as $$
declare
	filter jsonb := nullif(in_filter, '')::jsonb;
	ids jsonb := nullif(in_ids, '')::jsonb;
	chosen text[];
begin
	if num_nonnulls(nullif(filter, 'null'), nullif(ids, 'null')) <> 1 then
		perform beat.refuse('Say which questions: either a filter or a list of ids.');
	end if;
	if ids is not null and ids <> 'null' then
		chosen := beat.setting_texts(jsonb_build_object('ids', ids), 'ids');
	else
		chosen := array(select f.id from beat.question_filter(in_project_id, filter) as f (id) limit 10001);
	end if;
	if cardinality(chosen) > 10000 then
		perform beat.refuse('These are more than 10,000 questions: narrow the choice.');
	end if;
	return array(
		select q.id
		  from beat.question q
		 where q.id = any (chosen) and q.project_id = in_project_id
		   and in_discarded = exists (
				select from beat.discard d
				 where d.question_id = q.id and d.cause = 'hand' and d.undone_at is null)
		 order by q.id);
end
$$;
comment on function beat.questions_chosen is
	'The questions of a filter or list that are (or are not) discarded by hand; refuses more than 10,000.';

create function beat.questions_preview(in_ids text[]) returns json language plpgsql stable as $$
begin
	return (
		select json_build_object('preview', true, 'questions', count(*), 'workers', count(distinct q.worker_id),
			'by_split', json_build_object('train', count(*) filter (where q.split = 'train'),
				'dev', count(*) filter (where q.split = 'dev'), 'test', count(*) filter (where q.split = 'test')),
			'sample', (
				select coalesce(json_agg(t.question), '[]')
				  from beat.question s
				  join beat.attempt t on t.id = s.attempt_id
				 where s.id = any (in_ids[1:10])))
		  from beat.question q
		 where q.id = any (in_ids));
end
$$;
comment on function beat.questions_preview is 'What an action on many questions would change.';

create function beat.questions_change(
	in_project text, in_filter text, in_ids text, in_reason text, in_preview text, in_actor text, in_back boolean)
	returns json language plpgsql as $$
declare
	p beat.project := beat.project_named(in_project);
	ids text[];
	changed integer;
	event_id bigint;
begin
	ids := beat.questions_chosen(p.id, in_filter, in_ids, in_back);
	if coalesce(nullif(in_preview, '')::boolean, false) then
		return beat.questions_preview(ids);
	end if;
	perform beat.reason_checked(in_reason, 'it stays with every question.');
	perform beat.act_as(in_actor);
	-- The workers first, as whoever revokes or settles does; then what somebody else did meanwhile is left out.
	perform 1
	   from beat.worker w
	  where w.id in (select q.worker_id from beat.question q where q.id = any (ids))
	  order by w.id
	    for no key update;
	ids := beat.questions_chosen(p.id, null, to_json(ids)::text, in_back);
	if in_back then
		changed := beat.question_restore(ids, 'hand', null, null, in_reason);
	else
		changed := beat.question_discard(ids, 'hand', null, null, in_reason);
	end if;
	insert into beat.event as e (actor, kind, project_id, detail)
	values (beat.current_actor(), case when in_back then 'question.restore' else 'question.discard' end, p.id,
		jsonb_build_object('reason', in_reason, 'filter', nullif(in_filter, '')::jsonb, 'questions', cardinality(ids),
			'changed', changed, 'ids', to_jsonb(ids[1:100])))
	returning e.id into event_id;
	return json_build_object('changed', cardinality(ids), 'event', event_id::text, 'ids', to_json(ids)); -- for an undo
end
$$;
comment on function beat.questions_change is
	'Discards many questions by hand, or takes that back; or shows what would change.';

create function beat.admin_questions_discard(
	in_project text, in_filter text, in_ids text, in_reason text, in_preview text, in_actor text)
	returns json language plpgsql as $$
begin
	return beat.questions_change(in_project, in_filter, in_ids, in_reason, in_preview, in_actor, false);
end
$$;
comment on function beat.admin_questions_discard is 'Discards the questions of a filter or list by hand.';

create function beat.admin_questions_restore(
	in_project text, in_filter text, in_ids text, in_reason text, in_preview text, in_actor text)
	returns json language plpgsql as $$
begin
	return beat.questions_change(in_project, in_filter, in_ids, in_reason, in_preview, in_actor, true);
end
$$;
comment on function beat.admin_questions_restore is
	'Takes back what was discarded by hand; what a review or a revocation discards stays out.';

-- What platforms have to be told.

create function beat.admin_outbox(in_project text, in_identity boolean) returns json language plpgsql stable as $$
declare
	p beat.project := beat.project_named(in_project);
begin
	return json_build_object(
		'items', (
			select coalesce(json_agg(json_build_object('id', o.id::text, 'platform', o.platform, 'action', o.action,
					'worker', beat.worker_shown(o.worker_id, in_identity), 'revocation', o.revocation_id::text,
					'created_at', beat.iso(o.created_at), 'done_at', beat.iso(o.done_at), 'tries', o.tries,
					'error', o.error) order by o.id desc), '[]')
			  from (select x.* from beat.outbox x where x.project_id = p.id order by x.id desc limit 200) as o),
		'waiting', (select count(*) from beat.outbox x where x.project_id = p.id and x.done_at is null));
end
$$;
comment on function beat.admin_outbox is 'What platforms have to be told of a project''s workers, newest first (200).';
create index outbox_project_idx on beat.outbox (project_id, id);

-- By itself.

create function beat.batch_due(p beat.project) returns text language plpgsql stable as $$
declare
	last record;
	hits bigint;
begin
	select x.hits_total, x.closed_at into last
	  from beat.batch x
	 where x.project_id = p.id
	 order by x.number desc
	 limit 1;
	select coalesce(sum(t.submitted), 0) - coalesce(last.hits_total, 0) into hits
	  from beat.project_tally t
	 where t.project_id = p.id;
	return case
		when hits <= 0 then null
		when hits >= p.batch_hits then 'hits'
		when coalesce(last.closed_at, p.created_at) <= clock_timestamp() - make_interval(hours => p.batch_hours)
			then 'hours'
	end;
end
$$;
comment on function beat.batch_due is 'Why a project''s batch is due to be closed: hits or hours; null if it is not.';

-- One batch at a call: the counters it locks are let go before the next begins.
create function beat.housekeeping() returns json language plpgsql as $$
declare
	p beat.project;
	b beat.batch;
	cause text;
	leases integer;
	closed jsonb := '[]';
	faults jsonb := '[]';
begin
	perform beat.act_as('server');
	if not pg_try_advisory_xact_lock(hashtext('beat.housekeeping')) then
		return json_build_object('busy', true); -- another server is at it
	end if;
	for p in
		select x.* from beat.project x where num_nonnulls(x.batch_hits, x.batch_hours) > 0 order by x.id
	loop
		if beat.batch_due(p) is not null then
			begin
				select x.* into p from beat.project x where x.id = p.id for no key update;
				cause := beat.batch_due(p); -- again: somebody may have closed it by hand meanwhile
				if cause is not null then
					b := beat.batch_close(p, cause, replace(gen_random_uuid()::text, '-', ''));
					closed := closed || jsonb_build_object('project', p.name, 'batch', b.number, 'cause', cause,
						'sampled', b.sampled);
				end if;
			exception when others then -- the other projects must not suffer
				faults := faults || jsonb_build_object('project', p.name, 'error', sqlerrm);
			end;
			exit when jsonb_array_length(closed) > 0;
		end if;
	end loop;
	-- Last, because it never waits: whoever finishes a review holds the worker first and the review then.
	leases := beat.review_leases_expire(null);
	return json_build_object('leases', leases, 'batches', closed, 'faults', faults);
end
$$;
comment on function beat.housekeeping is
	'What is due by itself: review leases that ran out, and the batch of one project. Servers call it now and then.';
