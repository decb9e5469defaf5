-- Attempts: looked at before the model is asked, stored with its answer.
-- What sessions.sql says of refusals, transactions, locks and plans holds here too.

-- What the model said, and how near it came; null where there is none.
create function attempt_model_json(t beat.attempt, model_name text) returns json
	language sql stable as $$
	select case when t.verdict <> 'plain' then json_build_object('name', model_name, 'answer', t.model_answer,
		'start', t.model_start, 'end', t.model_end, 'score', t.model_score) end
$$;

-- The proof of the verdict; null while there is none.
create function attempt_f1_json(t beat.attempt) returns json
	language sql stable as $$
	select case when t.shared is not null then json_build_object('shared', t.shared, 'model_tokens', t.model_tokens,
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

-- Whose question one repeats, given the verdict of the attempt that this worker made with it on this passage, and the
-- question that was won with it there by whomever: "asked_before" ("asked_waits": and no model has judged it yet),
-- "kept_before"; null: it is new. What was won counts whatever became of it since: what is set aside may come back.
create function attempt_repeats(asked_verdict text, kept_id text) returns text language sql immutable as $$
	select case when asked_verdict = 'none' then 'asked_waits' when asked_verdict is not null then 'asked_before'
		when kept_id is not null then 'kept_before' end
$$;

-- Before the model is asked: may these attempts be made, and with what? A row for each, by its place; see the column
-- status. What the model needs is told if it may be asked.
create function attempts_begin(
	in_attempt_id uuid[], in_assignment_id bigint[], in_worker_id bigint[], in_platform_ref text[], in_asked text[])
	returns table (
		place bigint, status text, attempt json, passage_id bigint, text text,
		model_id bigint, model_name text, model_url text, model_protocol text, model_call json,
		threshold_permille integer, empty_answer text, unlocated text, near_repeat_permille integer,
		question_words_min integer, copied_words integer, earlier json, ensemble json, model_guard json)
	language plpgsql stable
	set plan_cache_mode = force_generic_plan set jit = off
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
begin
	return query
	select g.place, s.status,
		   case when s.status = 'stored' then attempt_answer_json(t, attempt_model_name(t), a.won, p.questions_wanted) end,
		   a.passage_id, x.text, m.id, m.name, model_urls(m), m.protocol, model_call(m), p.threshold_permille::integer,
		   p.empty_answer, p.unlocated, p.near_repeat_permille::integer, p.question_words_min::integer, p.copied_words,
		   case when s.status = 'ok' and p.near_repeat_permille > 0 then attempts_earlier(a.id) end,
		   case when p.also_model_ids <> '{}' and s.status = 'ok' and a.onboarding_id is null then adversaries_json(p) end,
		   case when s.status = 'ok' and a.onboarding_id is null then model_guard(p.id, p.pin_build_ids, m) end
	  from unnest(in_attempt_id, in_assignment_id, in_worker_id, in_platform_ref, in_asked)
			with ordinality as g (attempt_id, assignment_id, worker_id, platform_ref, asked, place)
	  left join beat.assignment a on a.id = g.assignment_id and a.worker_id = g.worker_id
	  left join beat.project p on p.id = a.project_id
	  left join beat.attempt t on t.id = g.attempt_id
	 cross join lateral (select case when p.repeats = 'refuse' then beat.sha256_of(g.asked) end offset 0) as d (asked)
	  left join beat.attempt o on o.assignment_id = a.id and o.asked = d.asked
	  left join beat.question q on q.project_id = a.project_id and q.passage_id = a.passage_id and q.asked = d.asked
		and a.kind <> 'onboarding'
	 cross join lateral (
		select case
			when a.id is null then 'gone'
			when t.assignment_id <> a.id then 'foreign'
			when t.id is not null then 'stored'
			else coalesce(nullif(assignment_door(a, 'attempt', g.platform_ref, clock_timestamp()), 'ok'), case
				when a.won >= p.questions_wanted then 'full'
				when p.state <> 'active' then 'paused'
				when a.onboarding_id is not null and exercises_are_open(a.id, a.onboarding_id) then 'exercises'
				else coalesce(attempt_repeats(o.verdict, q.id), 'ok')
			end)
		end
		offset 0) as s (status) -- "offset 0": once, not at each place that asks for the status
	  left join beat.model m on s.status = 'ok'
		and m.id = case when a.onboarding_id is null then p.model_id else onboarding_model(a.project_id) end
	  left join beat.passage x on s.status = 'ok' and x.id = a.passage_id
	 order by g.place;
end
$$;

-- The same of one attempt.
create function attempt_begin(
	in_attempt_id uuid, in_assignment_id bigint, in_worker_id bigint, in_platform_ref text, in_asked text default null,
	out status text, out attempt json, out passage_id bigint, out text text,
	out model_id bigint, out model_name text, out model_url text, out model_protocol text, out model_call json,
	out threshold_permille integer, out empty_answer text, out unlocated text, out near_repeat_permille integer,
	out question_words_min integer, out copied_words integer, out earlier json, out ensemble json, out model_guard json)
	language sql stable as $$
	select b.status, b.attempt, b.passage_id, b.text, b.model_id, b.model_name, b.model_url, b.model_protocol, b.model_call,
		   b.threshold_permille, b.empty_answer, b.unlocated, b.near_repeat_permille, b.question_words_min,
		   b.copied_words, b.earlier, b.ensemble, b.model_guard
	  from attempts_begin(array[in_attempt_id], array[in_assignment_id], array[in_worker_id], array[in_platform_ref],
		array[in_asked]) as b
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

-- What a record finds that could not be stored: the same attempt, stored before, or why it is refused.
create function attempt_found(
	in_attempt_id uuid, in_assignment_id bigint, in_asked bytea, in_won integer, in_wanted integer, in_refusal text,
	out status text, out attempt json)
	language plpgsql as $$
declare
	t beat.attempt;
begin
	select x.* into t from beat.attempt x where x.id = in_attempt_id;
	status := case
		when t.assignment_id = in_assignment_id then 'stored'
		when t.id is not null then 'foreign'
		else coalesce(in_refusal, attempt_repeats(
			(select x.verdict from beat.attempt x where x.assignment_id = in_assignment_id and x.asked = in_asked),
			'of another')) -- nothing else keeps it from being stored
	end;
	if status = 'stored' then
		attempt := attempt_answer_json(t, attempt_model_name(t), in_won, in_wanted);
	end if;
end
$$;

-- Which of the attempts of its assignment each is: those of one take turns.
create function attempts_turns(assignments bigint[]) returns bigint[] language sql immutable as $$
	select array_agg(x.nth order by x.place) from (
		select o.place, row_number() over (partition by o.id order by o.place) as nth
		  from unnest(assignments) with ordinality as o (id, place)) as x
$$;

-- Whether an assignment takes one more: what its door says, or that it is full.
create function attempt_door(a beat.assignment, wanted integer) returns text language sql stable as $$
	select coalesce(nullif(assignment_door(a, 'attempt', a.platform_ref, null), 'ok'),
		case when a.won < wanted then 'ok' else 'full' end)
$$;

-- An attempt that was just stored, as it is answered; its question is kept if there is one to keep.
create function attempt_kept_json(t beat.attempt, build_name text, won integer, wanted integer) returns json
	language sql as $$
	select attempt_answer_json(t, coalesce(nullif(left(build_name, 200), ''), attempt_model_name(t)),
		case when verdict_keeps(t.verdict) then question_keep(t.id, t.assignment_id, t.model_id, t.created_at) else won end,
		wanted)
$$;

-- What follows of attempts that were stored: those of generate HITs are counted, and shadows are to be asked about them. By
-- indexes: a join of two lists grows with the square of their length.
create function attempts_follow(stored beat.attempt[]) returns void language plpgsql
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
begin
	with generated as materialized (
		select t.id, a.project_id, t.model_id, t.created_at, t.verdict, t.model_ms, p.shadow_model_ids as shadows
		  from unnest(stored) as t
		  join beat.assignment a on a.id = t.assignment_id and a.kind = 'generate'
		  join beat.project p on p.id = a.project_id
	), counted as (
		insert into beat.attempt_uncounted (project_id, model_id, at, verdict, model_ms)
		select t.project_id, t.model_id, t.created_at, case t.verdict when 'plain' then 'human' else t.verdict end, t.model_ms
		  from generated t
	)
	insert into beat.shadow_due (attempt_id, model_id)
	select t.id, m.id from generated t cross join unnest(t.shadows) as m (id) where t.verdict <> 'none';
end
$$;

-- After the model has answered: stores each attempt once, and its question if the human won. The lease may have run out
-- meanwhile, as long as nobody took the passage. A row for each, by its place; see the column status.
--
-- The assignments are locked first, in the order of their ids, so that two who store at once do not wait for each other.
-- What somebody stored meanwhile is seen by the statement that follows; it knows one attempt of each assignment, and
-- those of the same take turns.
create function attempts_record(
	in_attempt_id uuid[], in_assignment_id bigint[], in_worker_id bigint[], in_question text[], in_answer_start integer[],
	in_answer_end integer[], in_answer_text text[], in_threshold_permille integer[], in_model_id bigint[],
	in_build_name text[], in_build_version text[], in_build_weights text[], in_model_answer text[],
	in_model_start integer[], in_model_end integer[], in_model_score double precision[], in_shared integer[],
	in_model_tokens integer[], in_human_tokens integer[], in_verdict text[], in_fault text[], in_model_ms integer[],
	in_asked text[], in_marks text[], in_build_prompt text[], in_build_protocol text[])
	returns table (place bigint, status text, attempt json)
	language plpgsql
	set plan_cache_mode = force_generic_plan set jit = off
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
declare
	turns bigint[] := attempts_turns(in_assignment_id);
begin
	perform from beat.assignment a where a.id = any (in_assignment_id) order by a.id for no key update;
	for turn in 1 .. (select max(x) from unnest(turns) as x) loop
		return query
		with given as materialized (
			select g.*, a.won, p.questions_wanted as wanted, a.project_id, a.passage_id, a.kind,
				   clock_timestamp() as moment, verdict <> 'none' as judged,
				   attempt_door(a, p.questions_wanted) as door,
				   case when p.repeats = 'refuse' then beat.sha256_of(g.question_norm) end as asked
			  from unnest(in_attempt_id, in_assignment_id, in_worker_id, in_question, in_answer_start, in_answer_end,
					in_answer_text, in_threshold_permille, in_model_id, in_build_name, in_build_version, in_build_weights,
					in_model_answer, in_model_start, in_model_end, in_model_score, in_shared, in_model_tokens,
					in_human_tokens, in_verdict, in_fault, in_model_ms, in_asked, in_marks, in_build_prompt,
					in_build_protocol, turns)
				with ordinality as g (attempt_id, assignment_id, worker_id, question, answer_start, answer_end, answer_text,
					threshold_permille, model_id, build_name, build_version, build_weights, model_answer, model_start,
					model_end, model_score, shared, model_tokens, human_tokens, verdict, fault, model_ms, question_norm,
					marks, build_prompt, build_protocol, nth, place)
			  left join beat.assignment a on a.id = g.assignment_id and a.worker_id = g.worker_id
			  left join beat.project p on p.id = a.project_id
			 where g.nth = turn
		), built as materialized (
			select b.*, model_build_seen(b.model_id, b.build_name, b.build_version, b.build_weights, b.build_prompt,
					b.build_protocol) as id
			  from (select distinct g.model_id, g.build_name, g.build_version, g.build_weights, g.build_prompt, g.build_protocol
					  from given g where g.door = 'ok') as b
		), placed as (
			insert into beat.attempt as x (
				id, assignment_id, seq, question, answer_start, answer_end, answer_text, threshold_permille, model_id,
				model_build_id, model_answer, model_start, model_end, model_score, shared, model_tokens, human_tokens,
				verdict, fault, model_ms, created_at, judged_at, asked, marks)
			select g.attempt_id, g.assignment_id,
				(select coalesce(max(s.seq), 0) + 1 from beat.attempt s where s.assignment_id = g.assignment_id),
				g.question, g.answer_start, g.answer_end, g.answer_text, g.threshold_permille, g.model_id, b.id,
				case when judged then g.model_answer end, case when judged then g.model_start end,
				case when judged then g.model_end end, case when judged then g.model_score end,
				case when judged then g.shared end, case when judged then g.model_tokens end,
				case when judged then g.human_tokens end, g.verdict, case when not judged then g.fault end, g.model_ms,
				g.moment, case when judged then g.moment end, g.asked, coalesce(string_to_array(g.marks, ','), '{}')
			  from given g
			  join built b on (b.model_id, b.build_name, b.build_version, b.build_weights, b.build_prompt, b.build_protocol)
				is not distinct from (g.model_id, g.build_name, g.build_version, g.build_weights, g.build_prompt, g.build_protocol)
			 where g.door = 'ok' and not exists (select from beat.question q where q.project_id = g.project_id
				and q.passage_id = g.passage_id and q.asked = g.asked and g.kind <> 'onboarding')
			on conflict do nothing
			returning x.*
		), followed as materialized ( -- once, however many they are
			select attempts_follow(array_agg(row(x.*)::beat.attempt)) from placed x
		)
		select g.place, coalesce(f.status, 'ok'),
			   case when f.status is null then attempt_kept_json(t, g.build_name, g.won, g.wanted) else f.attempt end
		  from given g
		 cross join followed
		  left join placed t on t.id = g.attempt_id and t.assignment_id = g.assignment_id
		  left join lateral attempt_found(g.attempt_id, g.assignment_id, g.asked, g.won, g.wanted, nullif(g.door, 'ok')) as f
			on t.id is null;
	end loop;
end
$$;

-- The same of one attempt.
create function attempt_record(
	in_attempt_id uuid, in_assignment_id bigint, in_worker_id bigint, in_question text, in_answer_start integer,
	in_answer_end integer, in_answer_text text, in_threshold_permille integer, in_model_id bigint, in_build_name text,
	in_build_version text, in_build_weights text, in_model_answer text, in_model_start integer, in_model_end integer,
	in_model_score double precision, in_shared integer, in_model_tokens integer, in_human_tokens integer,
	in_verdict text, in_fault text, in_model_ms integer, in_asked text default null, in_marks text default null,
	in_build_prompt text default null, in_build_protocol text default null,
	out status text, out attempt json)
	language sql as $$
	select r.status, r.attempt
	  from attempts_record(array[in_attempt_id], array[in_assignment_id], array[in_worker_id], array[in_question],
		array[in_answer_start], array[in_answer_end], array[in_answer_text], array[in_threshold_permille],
		array[in_model_id], array[in_build_name], array[in_build_version], array[in_build_weights],
		array[in_model_answer], array[in_model_start], array[in_model_end], array[in_model_score], array[in_shared],
		array[in_model_tokens], array[in_human_tokens], array[in_verdict], array[in_fault], array[in_model_ms],
		array[in_asked], array[in_marks], array[in_build_prompt], array[in_build_protocol]) as r
$$;
