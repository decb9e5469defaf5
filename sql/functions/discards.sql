-- Discards: a question is in while nothing discards it; the counters follow for questions of submitted HITs. The order of
-- locks is told in sessions.sql.

-- Locks questions, and their assignments as far as they are not handed in.
-- Work that is still in hand counts its questions when it is handed in: that must not happen in between.
create function questions_lock(in_ids text[]) returns void language plpgsql as $$
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

-- One discard more (1) or less (-1) for each of these questions; returns how many went out or came in by it.
create function questions_mark(in_ids text[], in_step integer) returns integer language plpgsql as $$
declare
	n record;
	changed integer := 0;
begin
	for n in
		with marked as (
			update beat.question q
			   set discards = q.discards + in_step
			 where q.id = any (in_ids)
			returning q.discards, q.project_id, q.worker_id, q.split, q.assignment_id
		)
		select m.project_id, m.worker_id, m.split, count(*)::integer as moved,
			   (count(*) filter (where a.state = 'submitted' and a.kind = 'generate'))::integer as counted
		  from marked m
		  join beat.assignment a on a.id = m.assignment_id
		 where m.discards = greatest(in_step, 0) -- the first discard, or none left
		 group by m.project_id, m.worker_id, m.split
		 order by m.worker_id, m.project_id, m.split
	loop
		changed := changed + n.moved;
		if n.counted > 0 then
			perform count_kept(n.project_id, n.worker_id, n.split, -in_step * n.counted);
		end if;
		perform beat.changed('question', n.project_id, null);
	end loop;
	return changed;
end
$$;

-- Nobody validates what something else than its votes discards; what is restored is validated again. What somebody holds
-- just now follows with the settler.
create function validation_follow(in_ids text[]) returns void language plpgsql as $$
declare
	ids text[] := array(select v.id from beat.validation v where v.id = any (in_ids) for no key update skip locked);
begin
	update beat.validation v
	   set active = not v.active
	 where v.id = any (ids) and v.active <> validation_active(v.id, v.cause, v.worker_id, v.project_id);
end
$$;

-- Discards questions for a cause, each once for it; returns how many were in until now.
create function question_discard(
	in_ids text[], in_cause text, in_revocation_id bigint, in_review_id bigint, in_reason text)
	returns integer language plpgsql as $$
declare
	made text[];
begin
	perform questions_lock(in_ids);
	with d as (
		insert into beat.discard (question_id, cause, revocation_id, review_id, reason, actor)
		select q.id, in_cause, in_revocation_id, in_review_id, in_reason, beat.current_actor()
		  from beat.question q
		 where q.id = any (in_ids)
		 order by q.id
		on conflict do nothing
		returning question_id
	)
	select array_agg(d.question_id) into made from d;
	if in_cause <> 'unanswerable' then
		perform validation_follow(made);
	end if;
	return questions_mark(made, 1);
end
$$;

-- Undoes the discards of questions for one cause; returns how many are in again. What else discards them stays.
create function question_restore(
	in_ids text[], in_cause text, in_revocation_id bigint, in_review_id bigint, in_reason text)
	returns integer language plpgsql as $$
declare
	undone text[];
begin
	perform questions_lock(in_ids);
	with d as (
		update beat.discard x
		   set undone_at = clock_timestamp(), undone_by = beat.current_actor(), undone_reason = in_reason
		 where x.question_id = any (in_ids) and x.undone_at is null and x.cause = in_cause
		   and x.revocation_id is not distinct from in_revocation_id
		   and x.review_id is not distinct from in_review_id
		returning x.question_id
	)
	select array_agg(d.question_id) into undone from d;
	if in_cause <> 'unanswerable' then
		perform validation_follow(undone);
	end if;
	return questions_mark(undone, -1);
end
$$;

-- Discards a new question if its worker is revoked.
-- A question that comes late, by a verdict that had to wait, shares the fate of the others.
create function question_discard_if_revoked(in_question_id text) returns void language plpgsql as $$
declare
	q beat.question;
	by_revocation bigint;
	v beat.revocation;
begin
	select x.* into q from beat.question x where x.id = in_question_id;
	-- Waits for a revocation under way: it either sees the question, or is seen here.
	select x.revocation_id into by_revocation
	  from beat.participation x
	 where x.worker_id = q.worker_id and x.project_id = q.project_id
	   for no key update;
	if by_revocation is null then
		return;
	end if;
	select x.* into v from beat.revocation x where x.id = by_revocation and x.state = 'done';
	if found then
		perform question_discard(array[in_question_id], 'revocation', v.id, null, v.reason);
		update beat.revocation x set discarded = x.discarded + 1 where x.id = v.id;
	end if;
end
$$;
