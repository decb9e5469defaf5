-- Verdicts that had to wait: attempts that no model answered, judged later.

-- Attempts without a verdict, oldest first, a page at a time, with what is needed to ask the model they were made against:
-- in_limit attempts, with a row for each of several adversaries that gave no answer. Before the first, answers that were
-- lost with a server.
create function rejudge_list(in_project text, in_after_id uuid, in_limit integer)
	returns table (
		attempt_id uuid, project text, passage_text text, question text, answer_text text, threshold_permille integer,
		empty_answer text, unlocated text, model_id bigint, model_name text, model_url text, model_protocol text,
		model_call json, model_guard json)
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
	if in_after_id is null then
		return query select * from ensembles_lost(in_project, in_limit);
	end if;
	return query
	select t.id, t.project, x.text, t.question, t.answer_text, t.threshold_permille, t.empty_answer, t.unlocated, m.id, m.name,
		   model_urls(m), m.protocol, model_call(m), model_guard(t.project_id, t.pins, m)
	  from (
		select y.id, y.created_at, p.name as project, a.passage_id, y.question, y.answer_text, y.threshold_permille::integer,
			   p.empty_answer, p.unlocated, y.model_id, p.id as project_id,
			   case when a.onboarding_id is null then p.pin_build_ids else '{}' end as pins
		  from beat.attempt y
		  join beat.assignment a on a.id = y.assignment_id
		  join beat.project p on p.id = a.project_id
		 where y.verdict = 'none'
		   and (y.created_at, y.id) > (after_at, coalesce(in_after_id, '00000000-0000-0000-0000-000000000000'))
		   and (in_project is null or p.name = in_project)
		 order by y.created_at, y.id
		 limit in_limit) as t
	 cross join lateral rejudge_models(t.id, t.model_id) as failed (model_id)
	  join beat.passage x on x.id = t.passage_id
	  join beat.model m on m.id = failed.model_id
	 order by t.created_at, t.id;
end
$$;

-- Who is asked again about an attempt without a verdict: its model, or each of several adversaries that gave no answer.
create function rejudge_models(in_attempt_id uuid, in_model_id bigint) returns setof bigint language plpgsql stable as $$
begin
	return query
	select y.model_id from beat.attempt_answer y where y.attempt_id = in_attempt_id and y.verdict = 'none' order by y.place;
	if not exists (select from beat.attempt_ensemble e where e.attempt_id = in_attempt_id) then
		return next in_model_id;
	end if;
end
$$;

-- Answers that a server took down with it when it died after the verdict was certain without them, some of the oldest, as
-- rejudge_list has them.
create function ensembles_lost(in_project text, in_limit integer)
	returns table (
		attempt_id uuid, project text, passage_text text, question text, answer_text text, threshold_permille integer,
		empty_answer text, unlocated text, model_id bigint, model_name text, model_url text, model_protocol text,
		model_call json, model_guard json)
	language sql stable as $$
	select t.id, p.name, x.text, t.question, t.answer_text, t.threshold_permille::integer, p.empty_answer, p.unlocated, m.id,
		   m.name, model_urls(m), m.protocol, model_call(m), model_guard(p.id, p.pin_build_ids, m)
	  from beat.attempt_answer y
	  join beat.attempt t on t.id = y.attempt_id
	  join beat.assignment a on a.id = t.assignment_id
	  join beat.project p on p.id = a.project_id
	  join beat.passage x on x.id = a.passage_id
	  join beat.model m on m.id = y.model_id
	 where y.fault = 'waiting' and y.asked_at < clock_timestamp() - interval '2 minutes' and t.verdict <> 'none'
	   and (in_project is null or p.name = in_project)
	 order by y.asked_at
	 limit in_limit;
$$;

-- Gives an attempt the verdict it had to go without, once; a win counts even for an assignment handed in.
create function rejudge_store(
	in_attempt_id uuid, in_build_name text, in_build_version text, in_build_weights text, in_model_answer text,
	in_model_start integer, in_model_end integer, in_model_score double precision, in_shared integer,
	in_model_tokens integer, in_human_tokens integer, in_verdict text, in_model_ms integer, in_actor text,
	in_build_prompt text default null, in_build_protocol text default null, in_model_id bigint default null,
	out status text, out attempt json)
	language plpgsql as $$
declare
	a record;
	t beat.attempt;
	s beat.attempt_answer;
	failed_id bigint;
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
	s := rejudge_answer(t, json_build_object('model_id', coalesce(in_model_id, t.model_id), 'name', in_build_name,
		'version', in_build_version, 'weights', in_build_weights, 'prompt', in_build_prompt, 'protocol', in_build_protocol,
		'answer', in_model_answer, 'start', in_model_start, 'end', in_model_end, 'score', in_model_score, 'shared', in_shared,
		'model_tokens', in_model_tokens, 'human_tokens', in_human_tokens, 'verdict', in_verdict, 'ms', in_model_ms));
	status := case when t.verdict <> 'none' then 'judged' when s.verdict is null then 'waiting' else 'ok' end;
	if status = 'ok' then
		failed_id := t.model_id;
		perform act_as(in_actor);
		moment := clock_timestamp();
		insert into beat.event (actor, kind, project_id, worker_id, assignment_id, detail)
		values (beat.current_actor(), 'attempt.judge', a.project_id, a.worker_id, a.id,
			jsonb_build_object('attempt', t.id, 'before', 'none', 'fault', t.fault, 'after', s.verdict));
		update beat.attempt y
		   set model_id = s.model_id, model_build_id = s.model_build_id, model_answer = s.answer, model_start = s.answer_start,
			   model_end = s.answer_end, model_score = s.score, shared = s.shared, model_tokens = s.model_tokens,
			   human_tokens = s.human_tokens, verdict = s.verdict, fault = null, model_ms = s.model_ms, judged_at = moment
		 where y.id = in_attempt_id
		returning y.* into t;
		if s.verdict = 'human' then
			perform questions_keep(array[in_attempt_id], moment);
			won := won + 1;
		end if;
		if a.kind = 'generate' then
			perform rejudge_count(t, failed_id, a.project_id, a.worker_id, a.passage_id, a.state = 'submitted');
		end if;
		if s.verdict = 'human' and a.state = 'submitted' and won <= a.questions_wanted then
			perform pay_late_win(a.id, a.project_id, a.passage_id, a.win_reward_cents);
		end if;
	end if;
	attempt := attempt_answer_json(t, attempt_model_name(t), won, a.questions_wanted);
end
$$;

-- The late answer to an attempt (as ensemble_answer reads it) as what its verdict rests on; of several adversaries it is kept
-- among the others, and what they come to together is given: no row while that is no verdict.
create function rejudge_answer(t beat.attempt, in_answer json) returns beat.attempt_answer language plpgsql as $$
declare
	y record := ensemble_answer(in_answer);
	s beat.attempt_answer;
begin
	if exists (select from beat.attempt_ensemble e where e.attempt_id = t.id) then
		perform ensemble_answer_add(t.id, in_answer);
		return ensemble_shown(t.id);
	end if;
	s.model_id := t.model_id;
	if t.verdict = 'none' then
		s.model_build_id := model_build_seen(t.model_id, y.name, y.version, y.weights, y.prompt, y.protocol);
	end if;
	s.answer := y.answer;
	s.answer_start := y."start";
	s.answer_end := y."end";
	s.score := y.score;
	s.shared := y.shared;
	s.model_tokens := y.model_tokens;
	s.human_tokens := y.human_tokens;
	s.verdict := y.verdict;
	s.model_ms := y.ms;
	return s;
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
	t beat.attempt, in_failed_id bigint, in_project_id bigint, in_worker_id bigint, in_passage_id bigint, in_submitted boolean)
	returns void language plpgsql as $$
begin
	if t.verdict = 'human' and in_submitted then
		perform count_late_win(in_project_id, in_worker_id, passage_split(in_passage_id));
	end if;
	perform count_attempt_judged(in_project_id, in_failed_id, t.model_id, t.verdict, t.model_ms, t.created_at);
	perform shadows_due(t.id, in_project_id);
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
