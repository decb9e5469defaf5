-- Votes: what a validator answers. Until the HIT is handed in they are drafts, and the last one counts.
-- What validate.sql says of locks holds here too.

-- Whether an assignment takes a vote on a question that was given to it: what its door says, or why not.
create function vote_door(a beat.assignment, in_platform_ref text, in_moment timestamptz, i beat.validation_item, v beat.validation)
	returns text language sql stable as $$
	select coalesce(nullif(assignment_door(a, 'vote', in_platform_ref, in_moment), 'ok'), case
		when a.onboarding_id is not null and validator_learns(a) then 'exercises'
		when i.assignment_id is null then 'no_question'
		when item_closed(i.state, v.active, v.votes, v.wanted) then 'closed'
		else 'ok' end)
$$;

-- Before votes are compared: may they be given now, and what are the original answers, which only the server learns? A
-- row for each, by its place; see the column status.
create function votes_begin(
	in_assignment_id bigint[], in_worker_id bigint[], in_platform_ref text[], in_question_id text[])
	returns table (place bigint, status text, passage_text text, answer_text text)
	language plpgsql stable
	set plan_cache_mode = force_generic_plan set jit = off
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
begin
	return query
	select g.place, s.status, x.text, t.answer_text
	  from unnest(in_assignment_id, in_worker_id, in_platform_ref, in_question_id)
			with ordinality as g (assignment_id, worker_id, platform_ref, question_id, place)
	  left join beat.assignment a on a.id = g.assignment_id and a.worker_id = g.worker_id
	  left join beat.validation_item i on i.assignment_id = a.id and i.validation_id = g.question_id
	  left join beat.validation v on v.id = i.validation_id
	 cross join lateral (select vote_door(a, g.platform_ref, clock_timestamp(), i, v) offset 0) as s (status)
	  left join beat.attempt t on s.status = 'ok' and t.id = v.attempt_id
	  left join beat.passage x on s.status = 'ok' and x.id = v.passage_id
	 order by g.place;
end
$$;

-- The same of one vote.
create function vote_begin(
	in_assignment_id bigint, in_worker_id bigint, in_platform_ref text, in_question_id text,
	out status text, out passage_text text, out answer_text text)
	language sql stable as $$
	select b.status, b.passage_text, b.answer_text
	  from votes_begin(array[in_assignment_id], array[in_worker_id], array[in_platform_ref], array[in_question_id]) as b
$$;

-- What is wrong with the reason why there is no answer; null: nothing.
create function vote_reason_fault(in_reason text, in_comment text) returns text language sql stable as $$
	select case
		when in_reason is not null and not exists (
			select from beat.review_word w where w.kind = 'vote' and w.word = in_reason) then 'bad_reason'
		when in_reason = 'other' and beat.is_blank(in_comment) then 'comment_missing'
		when char_length(in_comment) > 1000 then 'comment_too_long'
	end
$$;

-- Stores validators' answers to questions, or why there are none; the last one before the hand-in counts. A row for each,
-- by its place; see the column status. Done of total open questions of the HIT are answered.
--
-- The assignments are locked first, as attempts_record() does it, and votes of the same one take turns.
create function votes_record(
	in_assignment_id bigint[], in_worker_id bigint[], in_question_id text[], in_answer_start integer[],
	in_answer_end integer[], in_answer_text text[], in_reason text[], in_comment text[], in_shared integer[],
	in_vote_tokens integer[], in_original_tokens integer[], in_exact boolean[], in_normal text[])
	returns table (place integer, status text, done integer, total integer)
	language plpgsql
	set plan_cache_mode = force_generic_plan set jit = off
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
declare
	turns bigint[] := assignments_hold(in_assignment_id);
	turn integer := 1;
begin
	loop
		return query
		with given as materialized (
			select g.i, a.id as assignment_id, a.project_id, a.worker_id, s.status
			  from generate_series(1, cardinality(in_assignment_id)) as g (i)
			  left join beat.assignment a on a.id = in_assignment_id[g.i] and a.worker_id = in_worker_id[g.i]
			  left join beat.validation_item k on k.assignment_id = a.id and k.validation_id = in_question_id[g.i]
			  left join beat.validation v on v.id = k.validation_id
			 cross join lateral (select coalesce(nullif(vote_door(a, a.platform_ref, null, k, v), 'ok'),
				vote_reason_fault(in_reason[g.i], in_comment[g.i]), 'ok') offset 0) as s (status)
			 where turns is null or turns[g.i] = turn
		), placed as (
			insert into beat.vote as x (
				assignment_id, validation_id, project_id, worker_id, answer_start, answer_end, answer_text, reason, comment,
				shared, vote_tokens, original_tokens, exact, normal)
			select g.assignment_id, in_question_id[g.i], g.project_id, g.worker_id, in_answer_start[g.i], in_answer_end[g.i],
				   in_answer_text[g.i], in_reason[g.i], coalesce(in_comment[g.i], ''), in_shared[g.i], in_vote_tokens[g.i],
				   in_original_tokens[g.i], in_exact[g.i], in_normal[g.i]
			  from given g
			 where g.status = 'ok'
			on conflict on constraint vote_item_key do update
			   set answer_start = excluded.answer_start, answer_end = excluded.answer_end,
				   answer_text = excluded.answer_text, reason = excluded.reason, comment = excluded.comment,
				   shared = excluded.shared, vote_tokens = excluded.vote_tokens,
				   original_tokens = excluded.original_tokens, exact = excluded.exact, normal = excluded.normal,
				   created_at = clock_timestamp()
		)
		select g.i, g.status, n.done, n.total
		  from given g
		  left join lateral votes_count(g.assignment_id, case g.status when 'ok' then in_question_id[g.i] end) as n
			on g.status in ('ok', 'closed');
		turn := turn + 1;
		exit when turns is null or turn <> all (turns);
	end loop;
end
$$;

-- The same of one vote, with what is stored.
create function vote_record(
	in_assignment_id bigint, in_worker_id bigint, in_question_id text, in_answer_start integer, in_answer_end integer,
	in_answer_text text, in_reason text, in_comment text, in_shared integer, in_vote_tokens integer,
	in_original_tokens integer, in_exact boolean, in_normal text,
	out status text, out vote json, out done integer, out total integer)
	language plpgsql set enable_seqscan = off as $$
begin
	select x.status, x.done, x.total into status, done, total
	  from votes_record(array[in_assignment_id], array[in_worker_id], array[in_question_id], array[in_answer_start],
		array[in_answer_end], array[in_answer_text], array[in_reason], array[in_comment], array[in_shared],
		array[in_vote_tokens], array[in_original_tokens], array[in_exact], array[in_normal]) as x;
	if status = 'ok' then
		select vote_json(o) into vote
		  from beat.vote o
		 where o.assignment_id = in_assignment_id and o.validation_id = in_question_id;
	end if;
end
$$;

-- How many of the open questions of a validate HIT are answered. One that this very statement answers is not to be seen
-- yet, and told.
create function votes_count(in_assignment_id bigint, in_answered text default null) returns table (done integer, total integer)
	language sql stable as $$
	select (count(*) filter (where o.id is not null or i.validation_id = in_answered))::integer, count(*)::integer
	  from beat.validation_item i
	  join beat.validation v on v.id = i.validation_id
	  left join beat.vote o on o.assignment_id = i.assignment_id and o.validation_id = i.validation_id
	 where i.assignment_id = in_assignment_id and not item_closed(i.state, v.active, v.votes, v.wanted)
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
