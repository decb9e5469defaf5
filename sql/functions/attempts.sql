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

-- Whether an assignment takes one more: what its door says, or that it is full.
create function attempt_door(a beat.assignment, wanted integer) returns text language sql stable as $$
	select coalesce(nullif(assignment_door(a, 'attempt', a.platform_ref, null), 'ok'),
		case when a.won < wanted then 'ok' else 'full' end)
$$;

-- What follows of attempts that were stored: the questions of those that were won are kept, and shadows are to be asked
-- about all of them. Once for a batch, and not at all where there is nothing to do.
create function attempts_follow(in_attempt_ids uuid[], in_moment timestamptz) returns boolean language plpgsql
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
declare
	won uuid[];
	shadowed boolean;
begin
	select array_agg(t.id) filter (where verdict_keeps(t.verdict)), bool_or(t.shadowed)
	  into won, shadowed
	  from unnest(in_attempt_ids) as g (id)
	 cross join lateral (
		select x.id, x.verdict, p.shadow_model_ids <> '{}' as shadowed
		  from beat.attempt x
		  join beat.assignment a on a.id = x.assignment_id
		  join beat.project p on p.id = a.project_id
		 where x.id = g.id offset 0) as t; -- each by its key, also by a plan that was made when there were none
	if won is not null then
		perform questions_keep(won, in_moment);
	end if;
	if shadowed then
		insert into beat.shadow_due (attempt_id, model_id)
		select g.id, m.id
		  from unnest(in_attempt_ids) as g (id)
		 cross join lateral (
			select p.shadow_model_ids
			  from beat.attempt x
			  join beat.assignment a on a.id = x.assignment_id and a.kind = 'generate'
			  join beat.project p on p.id = a.project_id
			 where x.id = g.id and x.verdict <> 'none' offset 0) as t
		 cross join unnest(t.shadow_model_ids) as m (id);
	end if;
	return true;
end
$$;

-- After the model has answered: stores each attempt once, and its question if the human won. The lease may have run out
-- meanwhile, as long as nobody took the passage. A row for each, by its place; see the column status. What was stored is
-- known to whoever sent it but for its moment and the wins, so no more is told; of one that was stored before, all of it.
--
-- The assignments are locked first. What somebody stored meanwhile is seen by the statement that follows; it knows one
-- attempt of each assignment, and those of the same take turns. It is run for every attempt, and its parts were weighed: arrays are read by subscripts
-- (unnest makes a table of each), and what is rare stands where it is not even looked at ("offset 0").
create function attempts_record(
	in_attempt_id uuid[], in_assignment_id bigint[], in_worker_id bigint[], in_question text[], in_answer_start integer[],
	in_answer_end integer[], in_answer_text text[], in_threshold_permille integer[], in_model_id bigint[],
	in_build_name text[], in_build_version text[], in_build_weights text[], in_model_answer text[],
	in_model_start integer[], in_model_end integer[], in_model_score double precision[], in_shared integer[],
	in_model_tokens integer[], in_human_tokens integer[], in_verdict text[], in_fault text[], in_model_ms integer[],
	in_asked text[], in_marks text[], in_build_prompt text[], in_build_protocol text[])
	returns table (place integer, status text, created_at text, won integer, wanted integer, attempt json)
	language plpgsql
	set plan_cache_mode = force_generic_plan set jit = off
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
declare
	turns bigint[] := assignments_hold(in_assignment_id);
	turn integer := 1;
	moment timestamptz;
begin
	loop
		moment := clock_timestamp();
		return query
		with given as materialized (
			select g.i, a.won, p.questions_wanted as wanted, a.project_id, a.passage_id, a.kind, in_verdict[g.i] <> 'none' as judged,
				   a.kind = 'generate' and p.shadow_model_ids <> '{}' as shadowed,
				   attempt_door(a, p.questions_wanted) as door,
				   case when p.repeats = 'refuse' then beat.sha256_of(in_asked[g.i]) end as asked
			  from generate_series(1, cardinality(in_attempt_id)) as g (i)
			  left join beat.assignment a on a.id = in_assignment_id[g.i] and a.worker_id = in_worker_id[g.i]
			  left join beat.project p on p.id = a.project_id
			 where turns is null or turns[g.i] = turn
		), placed as (
			insert into beat.attempt as x (
				id, assignment_id, seq, question, answer_start, answer_end, answer_text, threshold_permille, model_id,
				model_build_id, model_answer, model_start, model_end, model_score, shared, model_tokens, human_tokens,
				verdict, fault, model_ms, created_at, judged_at, asked, marks)
			select in_attempt_id[g.i], in_assignment_id[g.i],
				(select coalesce(max(s.seq), 0) + 1 from beat.attempt s where s.assignment_id = in_assignment_id[g.i]),
				in_question[g.i], in_answer_start[g.i], in_answer_end[g.i], in_answer_text[g.i], in_threshold_permille[g.i],
				in_model_id[g.i], coalesce(b.id, model_build_seen(in_model_id[g.i], in_build_name[g.i], in_build_version[g.i],
					in_build_weights[g.i], in_build_prompt[g.i], in_build_protocol[g.i])),
				case when judged then in_model_answer[g.i] end, case when judged then in_model_start[g.i] end,
				case when judged then in_model_end[g.i] end, case when judged then in_model_score[g.i] end,
				case when judged then in_shared[g.i] end, case when judged then in_model_tokens[g.i] end,
				case when judged then in_human_tokens[g.i] end, in_verdict[g.i], case when not judged then in_fault[g.i] end,
				in_model_ms[g.i], moment, case when judged then moment end, g.asked, coalesce(string_to_array(in_marks[g.i], ','), '{}')
			  from given g left join beat.model_build b on b.model_id = in_model_id[g.i] and b.name = in_build_name[g.i]
				and b.version = in_build_version[g.i] and b.weights = in_build_weights[g.i] and b.prompt = in_build_prompt[g.i]
				and b.protocol = in_build_protocol[g.i]
			 where g.door = 'ok' and (g.asked is null
				or not exists (select from beat.attempt o where o.assignment_id = in_assignment_id[g.i] and o.asked = g.asked)
				and not exists (select from beat.question q where q.project_id = g.project_id and q.passage_id = g.passage_id
					and q.asked = g.asked and g.kind <> 'onboarding'))
			on conflict (id) do nothing returning x.id, x.assignment_id
		), told as materialized (
			select g.*, t.id is not null as stored,
				   t.id is not null and (verdict_keeps(in_verdict[g.i]) or g.judged and g.shadowed) as follows
			  from given g left join placed t on t.id = in_attempt_id[g.i] and t.assignment_id = in_assignment_id[g.i]
		), counted as (
			insert into beat.attempt_uncounted (project_id, model_id, at, verdict, model_ms)
			select t.project_id, in_model_id[t.i], moment, replace(in_verdict[t.i], 'plain', 'human'), in_model_ms[t.i]
			  from told t where t.stored and t.kind = 'generate'
		)
		select t.i, coalesce(f.status, 'ok'), (select beat.iso(moment)), case when t.follows and (
				select attempts_follow(array_agg(in_attempt_id[k.i]), moment) from told k where k.follows) -- once, for all of them
				and verdict_keeps(in_verdict[t.i]) then t.won + 1 else t.won::integer end, t.wanted::integer, f.attempt
		  from told t
		  left join lateral (
			select x.* from attempt_found(in_attempt_id[t.i], in_assignment_id[t.i], t.asked, t.won, t.wanted, nullif(t.door, 'ok')) as x
			 where not t.stored offset 0) as f on true;
		turn := turn + 1;
		exit when turns is null or turn <> all (turns);
	end loop;
end
$$;

-- The same of one attempt, with all that is answered to it.
create function attempt_record(
	in_attempt_id uuid, in_assignment_id bigint, in_worker_id bigint, in_question text, in_answer_start integer,
	in_answer_end integer, in_answer_text text, in_threshold_permille integer, in_model_id bigint, in_build_name text,
	in_build_version text, in_build_weights text, in_model_answer text, in_model_start integer, in_model_end integer,
	in_model_score double precision, in_shared integer, in_model_tokens integer, in_human_tokens integer,
	in_verdict text, in_fault text, in_model_ms integer, in_asked text default null, in_marks text default null,
	in_build_prompt text default null, in_build_protocol text default null,
	out status text, out attempt json)
	language plpgsql set enable_seqscan = off as $$
declare
	r record;
begin
	select x.* into r
	  from attempts_record(array[in_attempt_id], array[in_assignment_id], array[in_worker_id], array[in_question],
		array[in_answer_start], array[in_answer_end], array[in_answer_text], array[in_threshold_permille],
		array[in_model_id], array[in_build_name], array[in_build_version], array[in_build_weights],
		array[in_model_answer], array[in_model_start], array[in_model_end], array[in_model_score], array[in_shared],
		array[in_model_tokens], array[in_human_tokens], array[in_verdict], array[in_fault], array[in_model_ms],
		array[in_asked], array[in_marks], array[in_build_prompt], array[in_build_protocol]) as x;
	status := r.status;
	attempt := case when r.status = 'ok' then (
			select attempt_answer_json(t, attempt_model_name(t), r.won, r.wanted) from beat.attempt t where t.id = in_attempt_id)
		else r.attempt end;
end
$$;
