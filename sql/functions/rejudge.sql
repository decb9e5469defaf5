-- Verdicts that had to wait: attempts that no model answered, judged later.

-- Attempts without a verdict, oldest first, a page at a time, with what is needed to ask the model they were made
-- against.
create function rejudge_list(in_project text, in_after_id uuid, in_limit integer)
	returns table (
		attempt_id uuid, project text, passage_text text, question text, answer_text text, threshold_permille integer,
		empty_answer text, model_id bigint, model_name text, model_url text, model_protocol text)
	language plpgsql stable
	set jit = off
	set enable_seqscan = off
	set enable_bitmapscan = off
	set enable_mergejoin = off
	set enable_hashjoin = off
	set enable_sort = off
	set max_parallel_workers_per_gather = 0
	as $$
declare
	after_at timestamptz := '-infinity';
begin
	if in_project is not null and not exists (select from beat.project p where p.name = in_project) then
		perform project_missing(in_project);
	end if;
	if in_after_id is not null then
		select t.created_at into after_at from beat.attempt t where t.id = in_after_id;
	end if;
	return query
	select t.id, p.name, x.text, t.question, t.answer_text, t.threshold_permille::integer, p.empty_answer, m.id,
		   m.name, m.url, m.protocol
	  from beat.attempt t
	  join beat.assignment a on a.id = t.assignment_id
	  join beat.project p on p.id = a.project_id
	  join beat.passage x on x.id = a.passage_id
	  join beat.model m on m.id = t.model_id
	 where t.verdict = 'none'
	   and (t.created_at, t.id) > (after_at, coalesce(in_after_id, '00000000-0000-0000-0000-000000000000'))
	   and (in_project is null or p.name = in_project)
	 order by t.created_at, t.id
	 limit in_limit;
end
$$;

-- Gives an attempt the verdict it had to go without, once; a win counts even for an assignment handed in.
create function rejudge_store(
	in_attempt_id uuid, in_build_name text, in_build_version text, in_build_weights text, in_model_answer text,
	in_model_start integer, in_model_end integer, in_model_score double precision, in_shared integer,
	in_model_tokens integer, in_human_tokens integer, in_verdict text, in_model_ms integer, in_actor text,
	out status text, out attempt json)
	language plpgsql as $$
declare
	a record;
	t beat.attempt;
	moment timestamptz;
	won integer;
begin
	if (in_verdict in ('human', 'model')) is not true then
		perform refuse(format('A late verdict is human or model, not "%s".', in_verdict));
	end if;
	select x.id, x.project_id, x.worker_id, x.passage_id, x.kind, x.state, x.won, p.questions_wanted,
		   p.win_reward_cents
	  into a
	  from beat.assignment x
	  join beat.project p on p.id = x.project_id
	 where x.id = (select y.assignment_id from beat.attempt y where y.id = in_attempt_id)
	   for no key update of x;
	if not found then
		status := 'gone';
		return;
	end if;
	won := a.won;
	select y.* into t from beat.attempt y where y.id = in_attempt_id;
	if t.verdict <> 'none' then
		status := 'judged';
	else
		status := 'ok';
		perform act_as(in_actor);
		moment := clock_timestamp();
		insert into beat.event (actor, kind, project_id, worker_id, assignment_id, detail)
		values (beat.current_actor(), 'attempt.judge', a.project_id, a.worker_id, a.id,
			jsonb_build_object('attempt', t.id, 'before', 'none', 'fault', t.fault, 'after', in_verdict));
		update beat.attempt y
		   set model_build_id = model_build_seen(y.model_id, in_build_name, in_build_version, in_build_weights),
			   model_answer = in_model_answer, model_start = in_model_start, model_end = in_model_end,
			   model_score = in_model_score, shared = in_shared, model_tokens = in_model_tokens,
			   human_tokens = in_human_tokens, verdict = in_verdict, fault = null, model_ms = in_model_ms,
			   judged_at = moment
		 where y.id = in_attempt_id
		returning y.* into t;
		if in_verdict = 'human' then
			won := question_keep(in_attempt_id, a.id, t.model_id, moment);
		end if;
		if a.kind = 'generate' then
			perform rejudge_count(t, a.project_id, a.worker_id, a.passage_id, a.state = 'submitted');
		end if;
		if in_verdict = 'human' and a.state = 'submitted' and won <= a.questions_wanted then
			perform pay_late_win(a.id, a.project_id, a.passage_id, a.win_reward_cents);
		end if;
	end if;
	attempt := attempt_answer_json(t, attempt_model_name(t), won, a.questions_wanted);
end
$$;

-- A win that was judged after the hand-in is paid as those before it.
create function pay_late_win(in_assignment_id bigint, in_project_id bigint, in_passage_id bigint, in_cents integer)
	returns void language plpgsql as $$
begin
	if in_cents > 0 then
		update beat.assignment x set reward_cents = x.reward_cents + in_cents where x.id = in_assignment_id;
		perform count_pay(in_project_id, in_passage_id, in_cents);
	end if;
end
$$;

-- Counts the late verdict of an attempt in a generate HIT; what a revoked worker wins late is out at once, the rest
-- may have to be validated.
create function rejudge_count(
	t beat.attempt, in_project_id bigint, in_worker_id bigint, in_passage_id bigint, in_submitted boolean)
	returns void language plpgsql as $$
begin
	if t.verdict = 'human' and in_submitted then
		perform count_late_win(in_project_id, in_worker_id, passage_split(in_passage_id));
	end if;
	perform count_attempt_judged(in_project_id, t.model_id, t.verdict, t.model_ms, t.created_at);
	if t.verdict = 'human' then
		perform question_discard_if_revoked(question_id_of(t.id));
	end if;
	if in_submitted then
		-- Waits for a revocation under way, as the line above does.
		perform 1
		   from beat.participation q
		  where q.worker_id = in_worker_id and q.project_id = in_project_id
		    for no key update;
		perform validation_add(t.assignment_id, in_project_id, in_passage_id);
	end if;
end
$$;
