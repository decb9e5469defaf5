-- Onboarding as the worker meets it: the exercises, and the HIT that follows them.
-- What sessions.sql says of refusals, transactions, locks and plans holds here too.

-- Of all models the weakest that was measured; null if none was.
create function model_weakest() returns bigint language plpgsql stable as $$
begin
	return (
		select m.id from beat.model m where m.measured_permille is not null order by m.measured_permille, m.id limit 1);
end
$$;

-- The model that the HIT of a project's onboarding is played against: the project's own choice, if the onboarding is its
-- own, else none if the project has no adversary, else the pool's, else the weakest that was measured, the same for
-- everybody; if none was, the project's model.
create function onboarding_model(in_project_id bigint) returns bigint language plpgsql stable as $$
begin
	return (
		select coalesce(case when p.onboarding is not null then p.onboarding_model_id end,
				case when p.model_id = no_model() then p.model_id end, o.onboarding_model_id, model_weakest(), p.model_id)
		  from beat.project p
		  join beat.pool o on o.id = p.pool_id
		 where p.id = in_project_id);
end
$$;

-- The onboarding of a project: its own, else the pool's; null if there is none.
create function onboarding_named(in_project_id bigint) returns text language plpgsql stable as $$
begin
	return (
		select coalesce(p.onboarding, o.onboarding)
		  from beat.project p
		  join beat.pool o on o.id = p.pool_id
		 where p.id = in_project_id);
end
$$;

-- How often who failed may try again: as the project says, if the onboarding is its own, else as the pool says.
create function onboarding_retries(in_project_id bigint) returns integer language plpgsql stable as $$
begin
	return (
		select case when p.onboarding is not null then p.onboarding_retries else o.onboarding_retries end
		  from beat.project p
		  join beat.pool o on o.id = p.pool_id
		 where p.id = in_project_id);
end
$$;

-- An exercise as the worker's page gets it.
-- What a worker may see of an exercise: the answer is given where a question is asked for, and nowhere else.
create function exercise_public(exercise jsonb, number integer) returns jsonb
	language sql immutable as $$
	select jsonb_build_object('number', number, 'kind', exercise -> 'kind', 'title', exercise -> 'title',
		'instruction', exercise -> 'instruction', 'passage', exercise -> 'passage',
		'answer', case exercise ->> 'kind' when 'write' then exercise -> 'answer' end,
		'question', case exercise ->> 'kind' when 'highlight' then exercise -> 'question' end)
$$;

-- The exercises of an onboarding for an assignment of that kind: who is going to validate only highlights answers.
create function exercises_of(in_onboarding_id bigint, in_kind text) returns jsonb language plpgsql stable as $$
begin
	return (
		select case when in_kind = 'validate' then jsonb_path_query_array(o.content -> 'exercises', '$[*] ? (@.kind == "highlight")')
			else o.content -> 'exercises' end
		  from beat.onboarding o
		 where o.id = in_onboarding_id);
end
$$;

-- The kind of an assignment.
create function assignment_kind_of(in_assignment_id bigint) returns text language plpgsql stable as $$
begin
	return (select a.kind from beat.assignment a where a.id = in_assignment_id);
end
$$;

-- An onboarding as the worker's page gets it, with the answers so far.
create function onboarding_json(in_onboarding_id bigint, in_assignment_id bigint) returns json
	language plpgsql stable as $$
begin
	return (
		select json_build_object('name', o.name, 'version', o.version,
			'exercises', (
				select json_agg(exercise_public(e.exercise, e.number::integer) order by e.number)
				  from jsonb_array_elements(exercises_of(o.id, assignment_kind_of(in_assignment_id)))
						with ordinality as e (exercise, number)),
			'answers', (
				select coalesce(json_agg(json_build_object('number', x.number, 'done', x.done, 'tries', x.tries,
						'question', x.question, 'answer', case when x.answer_text is not null then json_build_object(
							'start', x.answer_start, 'end', x.answer_end, 'text', x.answer_text) end)
					order by x.number), '[]')
				  from beat.exercise_answer x
				 where x.assignment_id = in_assignment_id))
		  from beat.onboarding o
		 where o.id = in_onboarding_id);
end
$$;

-- How many exercises an onboarding has for an assignment of that kind.
create function exercises_total(in_onboarding_id bigint, in_kind text) returns integer
	language plpgsql stable as $$
begin
	return jsonb_array_length(exercises_of(in_onboarding_id, in_kind));
end
$$;

-- How many exercises of a run are done. They are done in order.
create function exercises_done(in_assignment_id bigint) returns integer language plpgsql stable as $$
begin
	return (select count(*) from beat.exercise_answer x where x.assignment_id = in_assignment_id and x.done);
end
$$;

-- True while a run has exercises that are not done.
create function exercises_are_open(in_assignment_id bigint, in_onboarding_id bigint) returns boolean
	language plpgsql stable as $$
begin
	return exercises_done(in_assignment_id)
		< exercises_total(in_onboarding_id, assignment_kind_of(in_assignment_id));
end
$$;

-- A run of the onboarding that the worker began in another project of the pool comes to this one, with all that was
-- done; null if there is none, or somebody holds it. The lease is the new project's.
create function onboarding_fetch(
	in_project_id bigint, in_worker_id bigint, in_lease_seconds integer,
	in_platform_ref text, in_hit_ref text, in_submit_to text)
	returns beat.assignment language plpgsql as $$
declare
	a beat.assignment;
	was text;
begin
	select x.* into a
	  from beat.assignment x
	 where x.worker_id = in_worker_id and x.project_id = any (pool_mates(in_project_id)) and x.project_id <> in_project_id
	   and x.kind = 'onboarding' and x.state in ('live', 'expired') and x.id > 0
	 order by x.id desc
	 limit 1
	   for no key update skip locked;
	if not found then
		return null;
	end if;
	select p.name into was from beat.project p where p.id = a.project_id;
	insert into beat.project_passage (project_id, passage_id, split, active)
	select in_project_id, s.id, s.split, false from beat.passage s where s.id = a.passage_id
	on conflict on constraint project_passage_pkey do nothing;
	update beat.assignment x
	   set project_id = in_project_id, state = 'live', ended_at = null, platform_ref = in_platform_ref,
		   hit_ref = in_hit_ref, submit_to = in_submit_to,
		   expires_at = clock_timestamp() + make_interval(secs => in_lease_seconds)
	 where x.id = a.id
	returning x.* into a;
	insert into beat.event (actor, kind, project_id, worker_id, assignment_id, detail)
	values ('server', 'assignment.move', in_project_id, in_worker_id, a.id, jsonb_build_object('before', was));
	return a;
end
$$;

-- True while a worker who does the onboarding of a project may go on with it: nothing was decided meanwhile.
create function onboarding_goes_on(in_worker_id bigint, in_project_id bigint) returns boolean language plpgsql stable as $$
begin
	return not exists (
		select from beat.project p
		  join beat.qualification k on k.worker_id = in_worker_id and k.pool_id = p.pool_id
		 where p.id = in_project_id and k.state not in ('new', 'onboarding'));
end
$$;

-- A live run of the project's onboarding for a worker who has none; null if there is no such onboarding, or the worker's
-- other call is about to end it.
-- Begins a run on the newest version, or goes on with the one that expired, or with the one begun in another project.
create function onboarding_start(
	in_project_id bigint, in_worker_id bigint, in_lease_seconds integer,
	in_platform_ref text, in_hit_ref text, in_submit_to text)
	returns beat.assignment language plpgsql as $$
declare
	moment timestamptz := clock_timestamp();
	a beat.assignment;
	o record;
begin
	perform leases_expire(in_project_id);
	a := assignment_expired(in_worker_id, in_project_id, 'onboarding');
	if a.id is not null then
		return assignment_revive(a, in_lease_seconds, in_platform_ref, in_hit_ref, in_submit_to);
	end if;
	a := onboarding_fetch(in_project_id, in_worker_id, in_lease_seconds, in_platform_ref, in_hit_ref, in_submit_to);
	if a.id is not null then
		perform participation_begin(in_worker_id, in_project_id);
		return a;
	end if;
	select y.id, y.passage_id, s.split into o
	  from beat.onboarding y
	  join beat.passage s on s.id = y.passage_id
	 where y.name = onboarding_named(in_project_id)
	 order by y.version desc
	 limit 1;
	if not found or not onboarding_goes_on(in_worker_id, in_project_id) or exists (
			select from beat.assignment x
			 where x.worker_id = in_worker_id and x.project_id = any (pool_mates(in_project_id)) and x.kind = 'onboarding'
			   and x.state = 'live' and x.id > 0) then
		return null;
	end if;
	insert into beat.project_passage (project_id, passage_id, split, active)
	values (in_project_id, o.passage_id, o.split, false)
	on conflict on constraint project_passage_pkey do nothing;
	insert into beat.assignment as x (
		project_id, worker_id, passage_id, kind, onboarding_id, platform_ref, hit_ref, submit_to, started_at, expires_at)
	values (in_project_id, in_worker_id, o.passage_id, 'onboarding', o.id, in_platform_ref, in_hit_ref, in_submit_to,
		moment, moment + make_interval(secs => in_lease_seconds))
	returning x.* into a;
	perform participation_begin(in_worker_id, in_project_id);
	update beat.participation q
	   set onboarding_id = o.id
	 where q.worker_id = in_worker_id and q.project_id = in_project_id and q.onboarding_id is distinct from o.id;
	perform participation_move(in_worker_id, in_project_id, 'onboarding',
		(select jsonb_build_object('onboarding', y.name, 'version', y.version) from beat.onboarding y where y.id = o.id))
	   from beat.participation q
	  where q.worker_id = in_worker_id and q.project_id = in_project_id and q.state = 'new';
	return a;
end
$$;

-- Before an exercise is judged: may it be done now, and what is it? The answer is given (write) or expected
-- (highlight). One row always; see the column status.
create function exercise_begin(
	in_assignment_id bigint, in_worker_id bigint, in_platform_ref text, in_number integer,
	out status text, out kind text, out passage_text text, out expected_start integer, out expected_end integer,
	out expected_text text, out given_question text, out hint text, out praise text, out tries integer)
	language plpgsql stable
	set plan_cache_mode = force_generic_plan set jit = off
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
declare
	exercises jsonb;
	exercise jsonb;
	done_count integer;
begin
	select assignment_door(a, 'exercise', in_platform_ref, clock_timestamp()), exercises_of(a.onboarding_id, a.kind),
		   exercises_done(a.id)
	  into status, exercises, done_count
	  from beat.assignment a
	 where a.id = in_assignment_id and (a.worker_id = in_worker_id) is true;
	status := coalesce(status, 'gone');
	if status <> 'ok' then
		return;
	end if;
	if (in_number between 1 and jsonb_array_length(exercises)) is not true then
		status := 'bad_number';
	elsif done_count >= jsonb_array_length(exercises) then
		status := 'done_all';
	elsif in_number > done_count + 1 then
		status := 'bad_number';
	end if;
	if status = 'bad_number' then
		return;
	end if;
	exercise := exercises -> (in_number - 1);
	kind := exercise ->> 'kind';
	passage_text := exercise -> 'passage' ->> 'text';
	expected_start := exercise -> 'answer' ->> 'start';
	expected_end := exercise -> 'answer' ->> 'end';
	expected_text := exercise -> 'answer' ->> 'text';
	given_question := exercise ->> 'question';
	hint := exercise ->> 'hint';
	praise := exercise ->> 'praise';
	tries := coalesce((
		select x.tries from beat.exercise_answer x
		 where x.assignment_id = in_assignment_id and x.number = in_number), 0);
end
$$;

-- Stores an answer to an exercise; the last one counts, and one that is done stays done. One row always; see the
-- column status.
create function exercise_record(
	in_assignment_id bigint, in_worker_id bigint, in_number integer, in_done boolean, in_question text,
	in_answer_start integer, in_answer_end integer, in_answer_text text, in_shared integer, in_given_tokens integer,
	in_expected_tokens integer,
	out status text, out tries integer, out done_count integer, out total integer)
	language plpgsql
	set plan_cache_mode = force_generic_plan set jit = off
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
declare
	a beat.assignment := assignment_held(in_assignment_id, in_worker_id);
	was_done boolean;
begin
	status := assignment_door(a, 'exercise', a.platform_ref, null);
	if status <> 'ok' then
		return;
	end if;
	total := exercises_total(a.onboarding_id, a.kind);
	done_count := exercises_done(in_assignment_id);
	select x.tries, x.done into tries, was_done
	  from beat.exercise_answer x
	 where x.assignment_id = in_assignment_id and x.number = in_number;
	if was_done then
		status := 'stored';
		return;
	end if;
	if (in_number between 1 and least(total, done_count + 1)) is not true then
		status := 'bad_number';
		return;
	end if;
	perform exercise_check(a, in_number, in_question, in_answer_start, in_answer_end, in_answer_text);
	insert into beat.exercise_answer as x (
		assignment_id, number, tries, done, question, answer_start, answer_end, answer_text, shared, given_tokens,
		expected_tokens)
	values (in_assignment_id, in_number, 1, in_done, in_question, in_answer_start, in_answer_end, in_answer_text,
		in_shared, in_given_tokens, in_expected_tokens)
	on conflict on constraint exercise_answer_pkey do update
	   set tries = x.tries + 1, done = excluded.done, question = excluded.question,
		   answer_start = excluded.answer_start, answer_end = excluded.answer_end, answer_text = excluded.answer_text,
		   shared = excluded.shared, given_tokens = excluded.given_tokens, expected_tokens = excluded.expected_tokens,
		   at = clock_timestamp()
	returning x.tries into tries;
	if in_done then
		done_count := done_count + 1;
	end if;
	if done_count = total and a.kind = 'validate' then
		perform validator_made(a);
	end if;
end
$$;

-- Raises exercise_answer_span_is_passage_slice or exercise_answer_limits if an answer breaks them.
-- The server has proved all this; here it is proved again, because reviewers decide by it.
create function exercise_check(
	a beat.assignment, in_number integer, in_question text, in_answer_start integer, in_answer_end integer,
	in_answer_text text)
	returns void language plpgsql as $$
declare
	passage_text text := exercises_of(a.onboarding_id, a.kind) -> (in_number - 1) -> 'passage' ->> 'text';
begin
	if num_nonnulls(in_answer_start, in_answer_end, in_answer_text) > 0
		and not beat.is_slice(passage_text, in_answer_start, in_answer_end, in_answer_text) then
		perform beat.violates('exercise_answer', 'exercise_answer_span_is_passage_slice', format(
			'The answer of exercise %s is not the passage from %s to %s.', in_number, in_answer_start, in_answer_end));
	end if;
	if char_length(in_question) > 10000 then
		perform beat.violates('exercise_answer', 'exercise_answer_limits', format(
			'The question of exercise %s is too long.', in_number));
	end if;
end
$$;

-- An onboarding that was handed in goes to the screening queue.
create function screening_add(a beat.assignment) returns void language plpgsql as $$
begin
	update beat.participation q
	   set tries = q.tries + 1
	 where q.worker_id = a.worker_id and q.project_id = a.project_id and q.state = 'onboarding';
	if not found then
		return; -- qualified or revoked meanwhile: nobody has to look at it
	end if;
	insert into beat.screening (assignment_id, project_id, worker_id, onboarding_id)
	values (a.id, a.project_id, a.worker_id, a.onboarding_id);
	perform participation_move(a.worker_id, a.project_id, 'screening', jsonb_build_object('hit', a.id::text));
	perform beat.changed('screening', a.project_id, a.id::text);
end
$$;
