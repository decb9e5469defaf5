-- Attempts: looked at before the model is asked, stored with its answer.
-- What sessions.sql says of refusals, transactions, locks and plans holds here too.

-- What the model said, and how near it came.
create function attempt_model_json(t beat.attempt, model_name text) returns json
	language sql stable as $$
	select json_build_object('name', model_name, 'answer', t.model_answer, 'start', t.model_start, 'end', t.model_end,
		'score', t.model_score)
$$;

-- The proof of the verdict; null while there is none.
create function attempt_f1_json(t beat.attempt) returns json
	language sql stable as $$
	select case when t.verdict <> 'none' then json_build_object('shared', t.shared, 'model_tokens', t.model_tokens,
		'human_tokens', t.human_tokens, 'value', 2::float8 * t.shared / (t.model_tokens + t.human_tokens)) end
$$;

-- An attempt as the API shows it in a list. This and the next are the only places that write one; plain expressions, so that they become part of the statement that uses them.
create function attempt_json(t beat.attempt, model_name text) returns json
	language sql stable as $$
	select json_build_object(
		'id', t.id,
		'question', t.question,
		'answer', json_build_object('start', t.answer_start, 'end', t.answer_end, 'text', t.answer_text),
		'verdict', t.verdict,
		'model', attempt_model_json(t, model_name),
		'f1', attempt_f1_json(t),
		'fault', t.fault,
		'marks', t.marks,
		'created_at', beat.iso(t.created_at)
	)
$$;

-- An attempt as it is answered: as in a list, and how many wins its HIT has and wants.
create function attempt_answer_json(t beat.attempt, model_name text, won integer, wanted integer) returns json
	language sql stable as $$
	select json_build_object(
		'id', t.id,
		'question', t.question,
		'answer', json_build_object('start', t.answer_start, 'end', t.answer_end, 'text', t.answer_text),
		'verdict', t.verdict,
		'model', attempt_model_json(t, model_name),
		'f1', attempt_f1_json(t),
		'fault', t.fault,
		'marks', t.marks,
		'created_at', beat.iso(t.created_at),
		'won', won,
		'wanted', wanted
	)
$$;

-- All attempts of an assignment, oldest first.
create function attempts_json(in_assignment_id bigint) returns json
	language plpgsql stable as $$
begin
	return (
		select coalesce(json_agg(attempt_json(t, model_shown_name(m.name, b.name)) order by t.seq), '[]')
		  from beat.attempt t
		  join beat.model m on m.id = t.model_id
		  left join beat.model_build b on b.id = t.model_build_id
		 where t.assignment_id = in_assignment_id);
end
$$;

-- Before the model is asked: may this attempt be made, and with what? One row always; see the column status.
create function attempt_begin(
	in_attempt_id uuid, in_assignment_id bigint, in_worker_id bigint, in_platform_ref text, in_asked text default null,
	out status text, out attempt json, out passage_id bigint, out text text,
	out model_id bigint, out model_name text, out model_url text, out model_protocol text,
	out threshold_permille integer, out empty_answer text, out near_repeat_permille integer, out question_words_min integer,
	out earlier json)
	language plpgsql stable
	set plan_cache_mode = force_generic_plan set jit = off
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
begin
	select s.status, case when s.status = 'stored'
				then attempt_answer_json(t, attempt_model_name(t), a.won, p.questions_wanted) end,
		   a.passage_id, case when s.status in ('ok', 'learning') then x.text end,
		   m.id, m.name, m.url, m.protocol, p.threshold_permille, p.empty_answer, p.near_repeat_permille, p.question_words_min
	  into status, attempt, passage_id, text,
		   model_id, model_name, model_url, model_protocol, threshold_permille, empty_answer, near_repeat_permille,
		   question_words_min
	  from beat.assignment a
	  join beat.project p on p.id = a.project_id
	  join beat.model m on m.id = p.model_id
	  join beat.passage x on x.id = a.passage_id
	  left join beat.attempt t on t.id = in_attempt_id
	 cross join lateral (
		select case
			when t.assignment_id <> a.id then 'foreign'
			when t.id is not null then 'stored'
			else coalesce(nullif(assignment_door(a, 'attempt', in_platform_ref, clock_timestamp()), 'ok'), case
				when a.won >= p.questions_wanted then 'full'
				when p.state <> 'active' then 'paused'
				when a.onboarding_id is not null then 'learning'
				else 'ok'
			end)
		end
		offset 0) as s (status) -- "offset 0": once, not at each place that asks for the status
	 where a.id = in_assignment_id and (a.worker_id = in_worker_id) is true;
	if not found then
		status := 'gone';
	elsif status = 'learning' then
		select case when exercises_are_open(a.id, a.onboarding_id) then 'exercises' else 'ok' end,
			   m.id, m.name, m.url, m.protocol
		  into status, model_id, model_name, model_url, model_protocol
		  from beat.assignment a
		  join beat.model m on m.id = onboarding_model(a.project_id)
		 where a.id = in_assignment_id;
	end if;
	if status = 'ok' then
		status := coalesce(attempt_repeats(in_assignment_id, attempt_asked(in_assignment_id, in_asked)), 'ok');
		earlier := case when near_repeat_permille > 0 then attempts_earlier(in_assignment_id) end;
	end if;
end
$$;

-- By what a question is known again, given its normalised text: null if its project lets questions be asked again. A
-- constant length, whatever the text's.
create function attempt_asked(in_assignment_id bigint, in_asked text) returns bytea
	language plpgsql stable as $$
begin
	return (
		select beat.sha256_of(in_asked)
		  from beat.assignment a
		  join beat.project p on p.id = a.project_id
		 where a.id = in_assignment_id and p.repeats = 'refuse');
end
$$;

-- Whose question this one repeats: "asked_before" by the worker on this passage, "kept_before" of whomever; null: it is new.
-- What was won counts whatever became of it since, because what is set aside may come back.
create function attempt_repeats(in_assignment_id bigint, in_asked bytea) returns text
	language plpgsql stable as $$
begin
	return (
		select case
			when exists (select from beat.attempt t where t.assignment_id = a.id and t.asked = in_asked) then 'asked_before'
			when a.kind <> 'onboarding' and question_kept(a.project_id, a.passage_id, in_asked) is not null
				then 'kept_before'
		end
		  from beat.assignment a
		 where a.id = in_assignment_id);
end
$$;

-- The question of a passage that is known by this; null: there is none.
create function question_kept(in_project_id bigint, in_passage_id bigint, in_asked bytea) returns text
	language plpgsql stable as $$
begin
	return (
		select q.id
		  from beat.question q
		 where q.project_id = in_project_id and q.passage_id = in_passage_id and q.asked = in_asked);
end
$$;

-- What a new question of an assignment may come too near to: the worker's latest on the passage, and some that were won
-- on it.
create function attempts_earlier(in_assignment_id bigint) returns json
	language plpgsql stable as $$
begin
	return (
		select json_agg(distinct x.question)
		  from beat.assignment a
		 cross join lateral (
			(select t.question from beat.attempt t where t.assignment_id = a.id order by t.seq desc limit 100)
			union all
			(select t.question
			   from beat.question q
			   join beat.attempt t on t.id = q.attempt_id
			  where q.project_id = a.project_id and q.passage_id = a.passage_id and q.asked is not null
				and a.kind <> 'onboarding'
			  limit 100)) as x
		 where a.id = in_assignment_id);
end
$$;

-- After the model has answered: stores the attempt once, and its question if the human won. The lease may have run out
-- meanwhile, as long as nobody took the passage. One row always; see the column status.
create function attempt_record(
	in_attempt_id uuid, in_assignment_id bigint, in_worker_id bigint, in_question text, in_answer_start integer,
	in_answer_end integer, in_answer_text text, in_threshold_permille integer, in_model_id bigint, in_build_name text,
	in_build_version text, in_build_weights text, in_model_answer text, in_model_start integer, in_model_end integer,
	in_model_score double precision, in_shared integer, in_model_tokens integer, in_human_tokens integer,
	in_verdict text, in_fault text, in_model_ms integer, in_asked text default null, in_marks text default null,
	out status text, out attempt json)
	language plpgsql
	set plan_cache_mode = force_generic_plan set jit = off
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
declare
	a record;
	t beat.attempt;
	judged boolean := in_verdict <> 'none';
	known bytea := attempt_asked(in_assignment_id, in_asked);
	won integer;
begin
	select x.won, p.questions_wanted, x.project_id, x.kind, clock_timestamp() as moment,
		   assignment_door(x, 'attempt', x.platform_ref, null) as door
	  into a
	  from beat.assignment x
	  join beat.project p on p.id = x.project_id
	 where x.id = in_assignment_id and (x.worker_id = in_worker_id) is true
	   for no key update of x;
	won := a.won;
	status := case when a.door is null then 'gone' when a.door = 'ok' and won >= a.questions_wanted then 'full'
		else a.door end;
	if status = 'gone' then
		return;
	end if;
	select x.* into t from beat.attempt x where x.id = in_attempt_id;
	if found then
		status := case when t.assignment_id = in_assignment_id then 'stored' else 'foreign' end;
		attempt := case status when 'stored' then attempt_answer_json(t, attempt_model_name(t), won, a.questions_wanted) end;
		return;
	end if;
	-- Again: a question sent twice at once is asked about before either is stored.
	status := case when status = 'ok' then coalesce(attempt_repeats(in_assignment_id, known), 'ok') else status end;
	if status <> 'ok' then
		return;
	end if;
	insert into beat.attempt as x (
		id, assignment_id, seq, question, answer_start, answer_end, answer_text, threshold_permille, model_id,
		model_build_id, model_answer, model_start, model_end, model_score, shared, model_tokens, human_tokens, verdict,
		fault, model_ms, created_at, judged_at, asked, marks)
	values (
		in_attempt_id, in_assignment_id,
		(select coalesce(max(s.seq), 0) + 1 from beat.attempt s where s.assignment_id = in_assignment_id),
		in_question, in_answer_start, in_answer_end, in_answer_text, in_threshold_permille, in_model_id,
		model_build_seen(in_model_id, in_build_name, in_build_version, in_build_weights),
		case when judged then in_model_answer end, case when judged then in_model_start end,
		case when judged then in_model_end end, case when judged then in_model_score end,
		case when judged then in_shared end, case when judged then in_model_tokens end,
		case when judged then in_human_tokens end, in_verdict, case when not judged then in_fault end, in_model_ms,
		a.moment, case when judged then a.moment end, known, coalesce(string_to_array(in_marks, ','), '{}'))
	on conflict on constraint attempt_pkey do nothing
	returning x.* into t;
	if not found then -- stored by someone else's request in between, for it is not of this locked assignment
		status := 'foreign';
		return;
	end if;
	if in_verdict = 'human' then
		won := question_keep(in_attempt_id, in_assignment_id, in_model_id, a.moment);
	end if;
	if a.kind = 'generate' then
		perform count_attempt(a.project_id, in_model_id, in_verdict, in_model_ms, a.moment);
	end if;
	attempt := attempt_answer_json(t, coalesce(nullif(left(in_build_name, 200), ''), attempt_model_name(t)), won,
		a.questions_wanted);
end
$$;
