-- Votes: what a validator answers. Until the HIT is handed in they are drafts, and the last one counts.
-- What validate.sql says of locks holds here too.

-- Before a vote is compared: may it be given now, and what is the original answer, which only the server learns? One
-- row always; see the column status.
create function vote_begin(
	in_assignment_id bigint, in_worker_id bigint, in_platform_ref text, in_question_id text,
	out status text, out passage_text text, out answer_text text, out stored json)
	language plpgsql stable
	set plan_cache_mode = force_generic_plan set jit = off
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
declare
	a beat.assignment;
begin
	select x.* into a
	  from beat.assignment x
	 where x.id = in_assignment_id and (x.worker_id = in_worker_id) is true;
	status := assignment_door(a, 'vote', in_platform_ref, clock_timestamp());
	if status = 'ok' and validator_learns(a) then
		status := 'exercises';
	end if;
	if status <> 'ok' then
		return;
	end if;
	select case when item_closed(i.state, v.active, v.votes, v.wanted) then 'closed' else 'ok' end,
		   x.text, t.answer_text, vote_json(o)
	  into status, passage_text, answer_text, stored
	  from beat.validation_item i
	  join beat.validation v on v.id = i.validation_id
	  join beat.attempt t on t.id = v.attempt_id
	  join beat.passage x on x.id = v.passage_id
	  left join beat.vote o on o.assignment_id = i.assignment_id and o.validation_id = i.validation_id
	 where i.assignment_id = a.id and i.validation_id = in_question_id;
	if not found then
		status := 'no_question';
	elsif status <> 'ok' then
		passage_text := null;
		answer_text := null;
	end if;
end
$$;

-- Stores a validator's answer to a question, or why there is none; the last one before the hand-in counts. One row
-- always; see the column status. Done of total open questions of the HIT are answered.
create function vote_record(
	in_assignment_id bigint, in_worker_id bigint, in_question_id text, in_answer_start integer, in_answer_end integer,
	in_answer_text text, in_reason text, in_comment text, in_shared integer, in_vote_tokens integer,
	in_original_tokens integer, in_exact boolean, in_normal text,
	out status text, out vote json, out done integer, out total integer)
	language plpgsql
	set plan_cache_mode = force_generic_plan set jit = off
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
declare
	a beat.assignment := assignment_held(in_assignment_id, in_worker_id);
	o beat.vote;
begin
	status := assignment_door(a, 'vote', a.platform_ref, null);
	status := case
		when status <> 'ok' then status
		when validator_learns(a) then 'exercises'
		when in_reason is not null and not exists (
			select from beat.review_word w where w.kind = 'vote' and w.word = in_reason) then 'bad_reason'
		when in_reason = 'other' and beat.is_blank(in_comment) then 'comment_missing'
		when char_length(in_comment) > 1000 then 'comment_too_long'
		else coalesce((
			select case when item_closed(i.state, v.active, v.votes, v.wanted) then 'closed' else 'ok' end
			  from beat.validation_item i
			  join beat.validation v on v.id = i.validation_id
			 where i.assignment_id = a.id and i.validation_id = in_question_id), 'no_question')
	end;
	if status = 'ok' then
		insert into beat.vote as x (
			assignment_id, validation_id, project_id, worker_id, answer_start, answer_end, answer_text, reason, comment,
			shared, vote_tokens, original_tokens, exact, normal)
		values (a.id, in_question_id, a.project_id, a.worker_id, in_answer_start, in_answer_end, in_answer_text,
			in_reason, in_comment, in_shared, in_vote_tokens, in_original_tokens, in_exact, in_normal)
		on conflict on constraint vote_item_key do update
		   set answer_start = excluded.answer_start, answer_end = excluded.answer_end,
			   answer_text = excluded.answer_text, reason = excluded.reason, comment = excluded.comment,
			   shared = excluded.shared, vote_tokens = excluded.vote_tokens,
			   original_tokens = excluded.original_tokens, exact = excluded.exact, normal = excluded.normal,
			   created_at = clock_timestamp()
		returning x.* into o;
		vote := vote_json(o);
	end if;
	if status in ('ok', 'closed') then
		select n.done, n.total into done, total from votes_count(a.id) as n;
	end if;
end
$$;

-- How many of the open questions of a validate HIT are answered.
create function votes_count(in_assignment_id bigint, out done integer, out total integer)
	language plpgsql stable as $$
begin
	select count(*) filter (where o.id is not null), count(*) into done, total
	  from beat.validation_item i
	  join beat.validation v on v.id = i.validation_id
	  left join beat.vote o on o.assignment_id = i.assignment_id and o.validation_id = i.validation_id
	 where i.assignment_id = in_assignment_id and not item_closed(i.state, v.active, v.votes, v.wanted);
end
$$;

-- How many questions a validate HIT was given, open or not.
create function items_count(in_assignment_id bigint) returns integer language plpgsql stable as $$
begin
	return (select count(*) from beat.validation_item i where i.assignment_id = in_assignment_id);
end
$$;

-- Handing in.

-- The votes of a validate HIT are cast: facts from now on, of the validator's own rows alone. What they come to is for the
-- settler. Returns how many.
create function votes_cast(a beat.assignment) returns integer language plpgsql as $$
declare
	moment timestamptz := clock_timestamp();
	shut boolean := votes_are_excluded(a.worker_id, a.project_id);
	n integer;
begin
	if a.state = 'ended' then -- what was answered before the end, and others have not answered since
		perform validation_retake(a);
	end if;
	update beat.validation_item i
	   set state = case when exists (
			select from beat.vote o where o.assignment_id = i.assignment_id and o.validation_id = i.validation_id)
			then 'voted' else 'skipped' end
	 where i.assignment_id = a.id and i.state = 'leased';
	update beat.vote o
	   set cast_at = moment, excluded = shut
	  from beat.validation_item i
	 where i.assignment_id = a.id and i.state = 'voted' and o.assignment_id = i.assignment_id
	   and o.validation_id = i.validation_id and o.cast_at is null;
	get diagnostics n = row_count;
	update beat.participation q
	   set votes = q.votes + n
	 where q.worker_id = a.worker_id and q.project_id = a.project_id and n > 0;
	perform changed_often('validation', a.project_id);
	return n;
end
$$;

-- Who has done the exercises of validators may validate from now on.
-- Learning: the exercises of validators are judged as all are; nobody screens what they come to.
create function validator_made(a beat.assignment) returns void language plpgsql as $$
begin
	update beat.participation q
	   set validator_at = clock_timestamp(), validator_onboarding_id = a.onboarding_id
	 where q.worker_id = a.worker_id and q.project_id = a.project_id and q.validator_at is null;
	if found then
		insert into beat.event (actor, kind, project_id, worker_id, assignment_id, detail)
		select 'worker', 'worker.validator', a.project_id, a.worker_id, a.id,
			   jsonb_build_object('onboarding', o.name, 'version', o.version)
		  from beat.onboarding o
		 where o.id = a.onboarding_id;
		perform beat.changed('worker', a.project_id, a.worker_id::text);
	end if;
end
$$;
