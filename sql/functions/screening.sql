-- Screening: a reviewer looks at what was handed in, and passes or fails the worker.

-- Onboardings that were handed in, as lists show them, newest first; tries: the how-manieth of the worker.
create function screening_items(in_ids bigint[], in_identity boolean) returns jsonb
	language plpgsql stable
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
begin
	return (
		select coalesce(jsonb_agg(jsonb_build_object('id', s.assignment_id::text,
				'worker', jsonb_build_object('id', w.id::text, 'platform', w.platform) || case when in_identity
					then jsonb_build_object('platform_worker_id', w.platform_worker_id) else '{}' end,
				'handed_in_at', beat.iso(s.handed_in_at), 'state', s.state,
				'tries', (
					select count(*)
					  from beat.screening y
					 where y.worker_id = s.worker_id and y.project_id = any (pool_mates(s.project_id))
					   and y.assignment_id <= s.assignment_id),
				'won', a.won, 'seconds', hit_seconds(a.started_at, a.ended_at),
				'reason', s.reason, 'decided_by', s.actor, 'decided_at', beat.iso(s.decided_at))
			order by s.assignment_id desc), '[]')
		  from beat.screening s
		  join beat.assignment a on a.id = s.assignment_id
		  join beat.worker w on w.id = s.worker_id
		 where s.assignment_id = any (in_ids));
end
$$;

-- Onboardings handed in to a project, newest first.
create function admin_screenings(
	in_project text, in_state text, in_before bigint, in_limit text, in_identity boolean)
	returns json language plpgsql stable as $$
declare
	p beat.project := project_named(in_project);
	size integer := page_size(in_limit);
	page bigint[];
begin
	if in_state not in ('waiting', 'passed', 'failed') then
		perform refuse(format('A screening is waiting, passed or failed; "%s" is none of them.', in_state), 'state');
	end if;
	in_before := coalesce(in_before, 9223372036854775807);
	if in_state is null then -- two statements, because each has an index of its own
		page := array(
			select s.assignment_id
			  from beat.screening s
			 where s.project_id = p.id and s.assignment_id < in_before
			 order by s.assignment_id desc
			 limit size + 1);
	else
		page := array(
			select s.assignment_id
			  from beat.screening s
			 where s.project_id = p.id and s.state = in_state and s.assignment_id < in_before
			 order by s.assignment_id desc
			 limit size + 1);
	end if;
	return json_build_object(
		'items', screening_items(page[:size], in_identity),
		'next', case when cardinality(page) > size then page[size]::text end,
		'counts', (
			select json_build_object('waiting', (
					select count(*) from beat.screening s where s.project_id = p.id and s.state = 'waiting'),
				'passed', coalesce(sum(t.passed), 0), 'failed', coalesce(sum(t.failed), 0))
			  from beat.screening_tally t
			 where t.project_id = p.id));
end
$$;

-- The exercises of a run with the worker's answers, for a reviewer.
-- An exercise with what was asked, what was expected, and what the worker gave.
create function screening_exercises(in_onboarding_id bigint, in_assignment_id bigint) returns json
	language sql stable as $$
	select json_agg(json_build_object('number', e.number, 'kind', e.exercise -> 'kind', 'title', e.exercise -> 'title',
			'instruction', e.exercise -> 'instruction', 'passage', e.exercise -> 'passage',
			'given_question', case e.exercise ->> 'kind' when 'highlight' then e.exercise -> 'question' end,
			'given_answer', case e.exercise ->> 'kind' when 'write' then e.exercise -> 'answer' end,
			'expected', case e.exercise ->> 'kind' when 'highlight' then e.exercise -> 'answer' end,
			'answer', case when x.number is not null then json_build_object('question', x.question,
				'answer', case when x.answer_text is not null then json_build_object('start', x.answer_start,
					'end', x.answer_end, 'text', x.answer_text) end,
				'done', x.done, 'tries', x.tries,
				'f1', case when x.given_tokens + x.expected_tokens > 0
					then 2::float8 * x.shared / (x.given_tokens + x.expected_tokens) end) end)
		order by e.number)
	  from beat.onboarding o
	 cross join lateral jsonb_array_elements(o.content -> 'exercises') with ordinality as e (exercise, number)
	  left join beat.exercise_answer x on x.assignment_id = in_assignment_id and x.number = e.number
	 where o.id = in_onboarding_id
$$;

-- Of the other onboardings that wait in a project, the one handed in first; null if none does.
create function screening_next(in_project_id bigint, in_assignment_id bigint) returns text
	language sql stable as $$
	select y.assignment_id::text
	  from beat.screening y
	 where y.project_id = in_project_id and y.state = 'waiting' and y.assignment_id <> in_assignment_id
	 order by y.handed_in_at
	 limit 1
$$;

-- A screening by its id, or the refusal BE404.
create function screening_found(in_id bigint) returns beat.screening language plpgsql stable as $$
declare
	s beat.screening;
begin
	select x.* into s from beat.screening x where x.assignment_id = in_id;
	if not found then
		perform refuse_as('BE404', format('There is no screening %s.', in_id));
	end if;
	return s;
end
$$;

-- All of one onboarding that was handed in: the exercises, the HIT, earlier tries, and which one waits next.
create function admin_screening(in_id bigint, in_identity boolean) returns json language plpgsql stable as $$
declare
	s beat.screening := screening_found(in_id);
begin
	return (
		select screening_items(array[in_id], in_identity) -> 0 || jsonb_build_object(
			'project', p.name,
			'worker_state', (
				select q.state from beat.participation q
				 where q.worker_id = s.worker_id and q.project_id = s.project_id),
			'retries_left', greatest(0, onboarding_retries(p.id) + 1 - (
				select k.tries from beat.qualification k where k.worker_id = s.worker_id and k.pool_id = p.pool_id)),
			'onboarding', (
				select jsonb_build_object('name', o.name, 'version', o.version)
				  from beat.onboarding o
				 where o.id = s.onboarding_id),
			'exercises', screening_exercises(s.onboarding_id, s.assignment_id),
			'hit', jsonb_build_object(
				'passage', jsonb_build_object('id', x.id::text, 'title', d.title, 'text', x.text),
				'attempts', attempts_json(a.id), 'won', a.won, 'wanted', p.questions_wanted,
				'model', coalesce((
					select m.name from beat.attempt t join beat.model m on m.id = t.model_id
					 where t.assignment_id = a.id order by t.seq desc limit 1), '')),
			'history', screening_items(array(
				select y.assignment_id
				  from beat.screening y
				 where y.worker_id = s.worker_id and y.project_id = any (pool_mates(s.project_id))
				   and y.assignment_id <> s.assignment_id), in_identity),
			'next_waiting', screening_next(s.project_id, s.assignment_id))
		  from beat.assignment a
		  join beat.project p on p.id = a.project_id
		  join beat.passage x on x.id = a.passage_id
		  join beat.document d on d.id = x.document_id
		 where a.id = s.assignment_id);
end
$$;

-- A screening by its id with its worker, locked for a decision.
-- Locked in the order of everyone: the worker, then what hangs on it.
create function screening_locked(in_id bigint) returns beat.screening language plpgsql as $$
declare
	s beat.screening := screening_found(in_id);
begin
	perform worker_hold(s.worker_id, s.project_id);
	perform 1 from beat.participation q where q.worker_id = s.worker_id and q.project_id = s.project_id
		for no key update;
	select x.* into s from beat.screening x where x.assignment_id = in_id for no key update;
	return s;
end
$$;

-- What a decision came to: the worker's new state, and which one waits next.
create function screening_answer(in_id bigint) returns json language sql stable as $$
	select json_build_object('id', s.assignment_id::text, 'state', s.state, 'worker_state', q.state,
		'next_waiting', screening_next(s.project_id, s.assignment_id))
	  from beat.screening s
	  join beat.participation q on q.worker_id = s.worker_id and q.project_id = s.project_id
	 where s.assignment_id = in_id
$$;

-- Passes or fails an onboarding, for all projects of the pool. Who fails has another try as long as the retries last.
create function admin_screening_decide(
	in_id bigint, in_pass boolean, in_reason text, in_account bigint, in_actor text)
	returns json language plpgsql as $$
declare
	s beat.screening;
	decision text := case when in_pass then 'passed' else 'failed' end;
	goes_to text := 'qualified';
begin
	if in_pass is null then
		perform refuse('Say whether the worker passes: true or false.', 'pass');
	elsif not in_pass then
		perform reason_checked(in_reason, 'the worker is told why it was not enough.');
	elsif char_length(in_reason) > 1000 then
		perform refuse('A reason has at most 1000 characters.', 'reason');
	end if;
	perform act_as(in_actor);
	s := screening_locked(in_id);
	if s.state = decision and s.actor = beat.current_actor() then
		return screening_answer(in_id); -- asked twice
	elsif s.state <> 'waiting' then
		perform refuse_as('BE409', format('It has been decided already: %s, by %s.', s.state, s.actor));
	end if;
	update beat.screening x
	   set state = decision, reason = nullif(btrim(in_reason), ''), account_id = in_account,
		   actor = beat.current_actor(), decided_at = clock_timestamp()
	 where x.assignment_id = in_id;
	if not in_pass then
		select case when k.tries <= onboarding_retries(p.id) then 'onboarding' else 'failed' end into goes_to
		  from beat.project p
		  join beat.qualification k on k.worker_id = s.worker_id and k.pool_id = p.pool_id
		 where p.id = s.project_id;
	end if;
	perform beat.event_add('screening.decide', s.project_id, s.worker_id, s.assignment_id,
		jsonb_build_object('before', 'waiting', 'after', decision, 'reason', nullif(btrim(in_reason), '')));
	perform participation_move(s.worker_id, s.project_id, goes_to,
		jsonb_build_object('hit', s.assignment_id::text, 'reason', nullif(btrim(in_reason), '')));
	if in_pass then
		perform outbox_add('qualify', s.worker_id, s.project_id, null);
	end if;
	perform beat.changed('screening', s.project_id, in_id::text);
	return screening_answer(in_id);
end
$$;

-- Takes a decision back, as long as the worker has not begun anything since: it waits again.
create function admin_screening_undo(in_id bigint, in_reason text, in_account bigint, in_actor text)
	returns json language plpgsql as $$
declare
	s beat.screening;
	now_state text;
begin
	if char_length(in_reason) > 1000 then
		perform refuse('A reason has at most 1000 characters.', 'reason');
	end if;
	perform act_as(in_actor);
	s := screening_locked(in_id);
	if s.state = 'waiting' then
		return screening_answer(in_id); -- asked twice
	end if;
	select q.state into now_state
	  from beat.participation q
	 where q.worker_id = s.worker_id and q.project_id = s.project_id;
	if ((s.state, now_state) in (('passed', 'qualified'), ('failed', 'failed'), ('failed', 'onboarding'))) is not true
		or exists (
			select from beat.screening y
			 where y.worker_id = s.worker_id and y.project_id = any (pool_mates(s.project_id))
			   and y.assignment_id > s.assignment_id) then
		perform refuse_as('BE409', format('It is too late to take this back: the worker is %s by now.', now_state));
	elsif exists (
			select from beat.assignment a
			 where a.worker_id = s.worker_id and a.project_id = any (pool_mates(s.project_id)) and a.kind <> 'validate'
			   and a.started_at > s.decided_at) then
		perform refuse_as('BE409', case s.state
			when 'passed' then 'It is too late to take this back: the worker has begun to work. Revoke the qualification '
				'instead.'
			else 'It is too late to take this back: the worker has begun the next try.' end);
	end if;
	update beat.screening x
	   set state = 'waiting', reason = null, account_id = null, actor = null, decided_at = null
	 where x.assignment_id = in_id;
	perform beat.event_add('screening.undo', s.project_id, s.worker_id, s.assignment_id,
		jsonb_build_object('before', s.state, 'after', 'waiting', 'decided_by', s.actor,
			'reason', nullif(btrim(in_reason), '')));
	perform participation_move(s.worker_id, s.project_id, 'screening',
		jsonb_build_object('hit', s.assignment_id::text, 'reason', nullif(btrim(in_reason), '')));
	if s.state = 'passed' then
		perform outbox_add('revoke', s.worker_id, s.project_id, null);
	end if;
	perform beat.changed('screening', s.project_id, in_id::text);
	return screening_answer(in_id);
end
$$;
