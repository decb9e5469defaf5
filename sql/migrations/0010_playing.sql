-- Playing and handing in, with onboardings, ended work and counters. Functions that 0004 had are replaced whole.

create or replace function beat.attempt_begin(
	in_attempt_id uuid, in_assignment_id bigint, in_worker_id bigint, in_platform_ref text,
	out status text, out attempt json, out won integer, out wanted integer, out passage_id bigint, out text text,
	out model_id bigint, out model_name text, out model_url text, out model_protocol text,
	out threshold_permille integer, out empty_answer text)
	language plpgsql stable
	set plan_cache_mode = force_generic_plan set jit = off
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
begin
	select s.status, case when s.status = 'stored' then beat.attempt_json(t, beat.attempt_model_name(t)) end,
		   a.won, p.questions_wanted, a.passage_id, case when s.status in ('ok', 'learning') then x.text end,
		   m.id, m.name, m.url, m.protocol, p.threshold_permille, p.empty_answer
	  into status, attempt, won, wanted, passage_id, text,
		   model_id, model_name, model_url, model_protocol, threshold_permille, empty_answer
	  from beat.assignment a
	  join beat.project p on p.id = a.project_id
	  join beat.model m on m.id = p.model_id
	  join beat.passage x on x.id = a.passage_id
	  left join beat.attempt t on t.id = in_attempt_id
	 cross join lateral (
		select case
			when t.assignment_id <> a.id then 'foreign'
			when t.id is not null then 'stored'
			when a.kind = 'validate' then 'wrong_task'
			when a.platform_ref is distinct from in_platform_ref then 'moved'
			when a.state = 'submitted' then 'submitted'
			when a.state = 'ended' then 'ended'
			when a.state <> 'live' or a.expires_at <= clock_timestamp() then 'expired'
			when a.won >= p.questions_wanted then 'full'
			when p.state <> 'active' then 'paused'
			when a.onboarding_id is not null then 'learning'
			else 'ok'
		end) as s (status)
	 where a.id = in_assignment_id and (a.worker_id = in_worker_id) is true;
	if not found then
		status := 'gone';
	elsif status = 'learning' then
		select case when beat.exercises_are_open(a.id, a.onboarding_id) then 'exercises' else 'ok' end,
			   m.id, m.name, m.url, m.protocol
		  into status, model_id, model_name, model_url, model_protocol
		  from beat.assignment a
		  join beat.model m on m.id = beat.onboarding_model(a.project_id)
		 where a.id = in_assignment_id;
	end if;
end
$$;

create or replace function beat.attempt_record(
	in_attempt_id uuid, in_assignment_id bigint, in_worker_id bigint, in_question text, in_answer_start integer,
	in_answer_end integer, in_answer_text text, in_threshold_permille integer, in_model_id bigint, in_build_name text,
	in_build_version text, in_build_weights text, in_model_answer text, in_model_start integer, in_model_end integer,
	in_model_score double precision, in_shared integer, in_model_tokens integer, in_human_tokens integer,
	in_verdict text, in_fault text, in_model_ms integer,
	out status text, out attempt json, out won integer, out wanted integer)
	language plpgsql
	set plan_cache_mode = force_generic_plan set jit = off
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
declare
	t beat.attempt;
	judged boolean := in_verdict <> 'none';
	of_project bigint;
	of_kind text;
	moment timestamptz;
	shown_name text := nullif(left(in_build_name, 200), '');
begin
	select x.won, p.questions_wanted, x.project_id, x.kind, clock_timestamp(),
		   case
			when x.kind = 'validate' then 'wrong_task'
			when x.state = 'submitted' then 'submitted'
			when x.state = 'ended' then 'ended'
			when x.state <> 'live' then 'expired'
			when x.won >= p.questions_wanted then 'full'
			else 'ok'
		   end
	  into won, wanted, of_project, of_kind, moment, status
	  from beat.assignment x
	  join beat.project p on p.id = x.project_id
	 where x.id = in_assignment_id and (x.worker_id = in_worker_id) is true
	   for no key update of x;
	if not found then
		status := 'gone';
		return;
	end if;
	select x.* into t from beat.attempt x where x.id = in_attempt_id;
	if found then
		if t.assignment_id = in_assignment_id then
			status := 'stored';
			attempt := beat.attempt_json(t, beat.attempt_model_name(t));
		else
			status := 'foreign';
		end if;
		return;
	end if;
	if status <> 'ok' then
		return;
	end if;
	insert into beat.attempt as x (
		id, assignment_id, seq, question, answer_start, answer_end, answer_text, threshold_permille, model_id,
		model_build_id, model_answer, model_start, model_end, model_score, shared, model_tokens, human_tokens, verdict,
		fault, model_ms, created_at, judged_at)
	values (
		in_attempt_id, in_assignment_id,
		(select coalesce(max(s.seq), 0) + 1 from beat.attempt s where s.assignment_id = in_assignment_id),
		in_question, in_answer_start, in_answer_end, in_answer_text, in_threshold_permille, in_model_id,
		beat.model_build_seen(in_model_id, in_build_name, in_build_version, in_build_weights),
		case when judged then in_model_answer end, case when judged then in_model_start end,
		case when judged then in_model_end end, case when judged then in_model_score end,
		case when judged then in_shared end, case when judged then in_model_tokens end,
		case when judged then in_human_tokens end, in_verdict, case when not judged then in_fault end, in_model_ms,
		moment, case when judged then moment end)
	on conflict on constraint attempt_pkey do nothing
	returning x.* into t;
	if not found then -- stored by someone else's request in between, for it is not of this locked assignment
		status := 'foreign';
		return;
	end if;
	if in_verdict = 'human' then
		won := beat.question_keep(in_attempt_id, in_assignment_id, in_model_id, moment);
	end if;
	if of_kind = 'generate' then
		perform beat.count_attempt(of_project, in_model_id, in_verdict, in_model_ms, moment);
	end if;
	if shown_name is null then
		shown_name := beat.attempt_model_name(t);
	end if;
	attempt := beat.attempt_json(t, shown_name);
end
$$;

drop function beat.question_keep(uuid, bigint, timestamptz);
create function beat.question_keep(
	in_attempt_id uuid, in_assignment_id bigint, in_model_id bigint, moment timestamptz)
	returns integer language plpgsql as $$
declare
	a record;
begin
	update beat.assignment x set won = x.won + 1 where x.id = in_assignment_id
	returning x.won, x.kind, x.project_id, x.worker_id, x.passage_id into a;
	if a.kind <> 'onboarding' then -- what is won while learning is practice
		insert into beat.question (id, attempt_id, created_at, project_id, worker_id, assignment_id, split, model_id)
		select beat.question_id_of(in_attempt_id), in_attempt_id, moment, a.project_id, a.worker_id, in_assignment_id,
			   x.split, in_model_id
		  from beat.passage x
		 where x.id = a.passage_id;
	end if;
	return a.won;
end
$$;
comment on function beat.question_keep is
	'A won attempt becomes a question, unless it was part of an onboarding; returns the wins of the assignment, whose '
	'lock the caller holds.';

drop function beat.assignment_submit(bigint, bigint, text);
create function beat.assignment_submit(
	in_assignment_id bigint, in_worker_id bigint, in_platform_ref text,
	out status text, out platform text, out platform_ref text, out hit_ref text, out submit_to text, out won integer,
	out wanted integer, out reward_cents integer, out completion_code text, out worker text, out project text,
	out kind text, out earned_cents integer)
	language plpgsql
	set plan_cache_mode = force_generic_plan set jit = off
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
declare
	a beat.assignment;
begin
	select x.*  into a
	  from beat.assignment x
	 where x.id = in_assignment_id and (x.worker_id = in_worker_id) is true
	   for no key update;
	if not found then
		status := 'gone';
		return;
	end if;
	select w.platform, p.questions_wanted, case a.kind when 'validate' then p.validation_reward_cents else p.reward_cents end,
		   case a.kind when 'validate' then p.validation_completion_code else p.completion_code end,
		   w.platform_worker_id, p.name
	  into platform, wanted, reward_cents, completion_code, worker, project
	  from beat.project p
	  join beat.worker w on w.id = a.worker_id
	 where p.id = a.project_id;
	platform_ref := a.platform_ref;
	hit_ref := a.hit_ref;
	submit_to := a.submit_to;
	won := a.won;
	kind := a.kind;
	earned_cents := a.reward_cents;
	if kind = 'validate' then
		select n.done, n.total into won, wanted from beat.votes_count(a.id) as n;
	end if;
	status := case
		when a.platform_ref is distinct from in_platform_ref then 'moved'
		when a.state = 'submitted' then 'already'
		when a.state = 'ended' then 'ok' -- by us: what there is of it is paid
		when a.state <> 'live' then 'expired'
		when a.kind = 'onboarding' and beat.exercises_are_open(a.id, a.onboarding_id) then 'exercises'
		when a.kind = 'validate' then case
			when beat.validator_learns(a) then 'exercises' when won < wanted then 'votes_missing' else 'ok' end
		when a.won = 0 then 'none_won'
		else 'ok'
	end;
	if status <> 'ok' then
		if status = 'already' and kind = 'validate' then
			wanted := beat.items_count(a.id);
		end if;
		return;
	end if;
	if in_platform_ref <> '' then
		-- The platform's assignment was handed in with other work, by whomever: it cannot be paid twice.
		perform 1
		   from beat.assignment y
		  where y.project_id = a.project_id and y.platform_ref = in_platform_ref and y.state = 'submitted'
		    and y.platform_ref <> '';
		if found then
			status := 'moved';
			return;
		end if;
	end if;
	earned_cents := reward_cents;
	if kind = 'validate' then
		won := beat.votes_cast(a);
		wanted := beat.items_count(a.id);
	end if;
	update beat.assignment x
	   set state = 'submitted', ended_at = clock_timestamp(), reward_cents = earned_cents
	 where x.id = a.id
	returning x.* into a;
	insert into beat.event (actor, kind, project_id, worker_id, assignment_id, detail)
	values ('worker', 'assignment.submit', a.project_id, a.worker_id, a.id,
		jsonb_build_object('won', won, 'platform_ref', in_platform_ref, 'cents', earned_cents));
	if kind = 'generate' then
		perform beat.submit_count(a);
	else
		perform beat.count_pay(a.project_id, a.passage_id, earned_cents);
	end if;
	if kind = 'onboarding' then
		perform beat.screening_add(a);
	end if;
end
$$;
comment on function beat.assignment_submit is
	'Hands an assignment in, once; asking again gives the same answer. One that a revocation ended is taken with '
	'however little there is. One row always; see the column status. Of a validate HIT won and wanted are the answered '
	'and the open questions; once it is handed in, the votes that were cast and all its questions.';

create function beat.submit_count(a beat.assignment) returns void language plpgsql as $$
declare
	n record;
begin
	select count(*) as attempts, count(*) filter (where t.verdict = 'human') as wins,
		   count(*) filter (where k.discards = 0) as kept
	  into n
	  from beat.attempt t
	  left join beat.question k on k.attempt_id = t.id
	 where t.assignment_id = a.id;
	perform beat.count_submit(a.project_id, a.passage_id, a.worker_id, n.kept::integer, n.attempts::integer,
		n.wins::integer, beat.hit_seconds(a.started_at, a.ended_at), a.reward_cents);
	perform beat.validation_add(a.id, a.project_id, a.passage_id);
end
$$;
comment on function beat.submit_count is
	'Counts a generate HIT that has just been handed in; what is to be validated of it goes into the queue.';

create or replace function beat.rejudge_store(
	in_attempt_id uuid, in_build_name text, in_build_version text, in_build_weights text, in_model_answer text,
	in_model_start integer, in_model_end integer, in_model_score double precision, in_shared integer,
	in_model_tokens integer, in_human_tokens integer, in_verdict text, in_model_ms integer, in_actor text,
	out status text, out attempt json, out won integer, out wanted integer)
	language plpgsql as $$
declare
	a record;
	t beat.attempt;
	moment timestamptz;
begin
	if (in_verdict in ('human', 'model')) is not true then
		perform beat.refuse(format('A late verdict is human or model, not "%s".', in_verdict));
	end if;
	select x.id, x.project_id, x.worker_id, x.passage_id, x.kind, x.state, x.won, p.questions_wanted into a
	  from beat.assignment x
	  join beat.project p on p.id = x.project_id
	 where x.id = (select y.assignment_id from beat.attempt y where y.id = in_attempt_id)
	   for no key update of x;
	if not found then
		status := 'gone';
		return;
	end if;
	won := a.won;
	wanted := a.questions_wanted;
	select y.* into t from beat.attempt y where y.id = in_attempt_id;
	if t.verdict <> 'none' then
		status := 'judged';
	else
		status := 'ok';
		perform beat.act_as(in_actor);
		moment := clock_timestamp();
		insert into beat.event (actor, kind, project_id, worker_id, assignment_id, detail)
		values (beat.current_actor(), 'attempt.judge', a.project_id, a.worker_id, a.id,
			jsonb_build_object('attempt', t.id, 'before', 'none', 'fault', t.fault, 'after', in_verdict));
		update beat.attempt y
		   set model_build_id = beat.model_build_seen(y.model_id, in_build_name, in_build_version, in_build_weights),
			   model_answer = in_model_answer, model_start = in_model_start, model_end = in_model_end,
			   model_score = in_model_score, shared = in_shared, model_tokens = in_model_tokens,
			   human_tokens = in_human_tokens, verdict = in_verdict, fault = null, model_ms = in_model_ms,
			   judged_at = moment
		 where y.id = in_attempt_id
		returning y.* into t;
		if in_verdict = 'human' then
			won := beat.question_keep(in_attempt_id, a.id, t.model_id, moment);
		end if;
		if a.kind = 'generate' then
			perform beat.rejudge_count(t, a.project_id, a.worker_id, a.passage_id, a.state = 'submitted');
		end if;
	end if;
	attempt := beat.attempt_json(t, beat.attempt_model_name(t));
end
$$;
comment on function beat.rejudge_store is
	'Gives an attempt the verdict it had to go without, once; a win counts even for an assignment handed in.';

create function beat.rejudge_count(
	t beat.attempt, in_project_id bigint, in_worker_id bigint, in_passage_id bigint, in_submitted boolean)
	returns void language plpgsql as $$
begin
	if t.verdict = 'human' and in_submitted then
		perform beat.count_late_win(in_project_id, in_worker_id, beat.passage_split(in_passage_id));
	end if;
	perform beat.count_attempt_judged(in_project_id, t.model_id, t.verdict, t.model_ms, t.created_at);
	if t.verdict = 'human' then
		perform beat.question_discard_if_revoked(beat.question_id_of(t.id));
	end if;
	if in_submitted then
		-- Waits for a revocation under way, as the line above does.
		perform 1
		   from beat.participation q
		  where q.worker_id = in_worker_id and q.project_id = in_project_id
		    for no key update;
		perform beat.validation_add(t.assignment_id, in_project_id, in_passage_id);
	end if;
end
$$;
comment on function beat.rejudge_count is
	'Counts the late verdict of an attempt in a generate HIT; what a revoked worker wins late is out at once, the rest '
	'may have to be validated.';
