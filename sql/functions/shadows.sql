-- Shadows: models that answer the attempts of a project after their verdict, in the background. Their answers are kept where
-- those of "beatctl rejudge --model" are, so the matrix of transfer grows by itself.

-- Some that are due, with what is needed to ask and to judge. They are due again later, whoever asks, unless an answer is
-- stored meanwhile: after two minutes, then longer and longer, at most six hours.
create function shadows_take(in_limit integer)
	returns table (
		attempt_id uuid, model_id bigint, model_name text, model_url text, model_protocol text, model_call json,
		passage_text text, question text, answer_text text, threshold_permille integer, empty_answer text, unlocated text, model_guard json)
	language plpgsql set plan_cache_mode = force_generic_plan set jit = off
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
begin
	return query
	with taken as (
		update beat.shadow_due d
		   set tries = d.tries + 1, due_at = clock_timestamp() + least(interval '2 minutes' * power(2, least(d.tries, 20)),
				interval '6 hours')
		 where d.ctid = any (array(
			select y.ctid
			  from beat.shadow_due y
			 where y.due_at <= statement_timestamp()
			 order by y.due_at
			 limit in_limit
			   for update skip locked)) -- locked, so they stay where they are
		returning d.attempt_id, d.model_id
	)
	select t.id, m.id, m.name, model_urls(m), m.protocol, model_call(m), x.text, t.question, t.answer_text,
		   t.threshold_permille::integer, p.empty_answer, p.unlocated, model_guard(p.id, '{}', m)
	  from taken d
	  join beat.attempt t on t.id = d.attempt_id
	  join beat.assignment a on a.id = t.assignment_id
	  join beat.project p on p.id = a.project_id
	  join beat.passage x on x.id = a.passage_id
	  join beat.model m on m.id = d.model_id;
end
$$;

-- Keeps what a shadow answers to an attempt, once; it is not due any more.
create function shadow_store(
	in_attempt_id uuid, in_model_id bigint, in_name text, in_version text, in_weights text, in_answer text,
	in_start integer, in_end integer, in_score double precision, in_shared integer, in_model_tokens integer,
	in_human_tokens integer, in_verdict text, in_model_ms integer, out status text)
	language plpgsql as $$
begin
	status := transfer_store(in_attempt_id, transfer_reader_seen(in_name, in_version, in_weights), in_answer, in_start,
		in_end, in_score, in_shared, in_model_tokens, in_human_tokens, in_verdict, in_model_ms);
	delete from beat.shadow_due d where d.attempt_id = in_attempt_id and d.model_id = in_model_id;
	perform changed_often('attempt', a.project_id)
	   from beat.attempt t
	   join beat.assignment a on a.id = t.assignment_id
	  where t.id = in_attempt_id;
end
$$;

-- The shadows of a project are due for an attempt that got its verdict late.
create function shadows_due(in_attempt_id uuid, in_project_id bigint) returns void language plpgsql as $$
begin
	insert into beat.shadow_due (attempt_id, model_id)
	select in_attempt_id, m.id
	  from beat.project p
	 cross join unnest(p.shadow_model_ids) as m (id)
	 where p.id = in_project_id
	on conflict do nothing;
end
$$;
