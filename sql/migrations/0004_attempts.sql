-- Attempts: looked at before the model is asked, stored with its answer, handed in, judged late.
-- What 0003 says of refusals, transactions, locks and plans holds here too.

create function beat.attempt_json(t beat.attempt, model_name text) returns json
	language sql stable
	return json_build_object(
		'id', t.id,
		'question', t.question,
		'answer', json_build_object('start', t.answer_start, 'end', t.answer_end, 'text', t.answer_text),
		'verdict', t.verdict,
		'model', json_build_object('name', model_name, 'answer', t.model_answer, 'start', t.model_start,
			'end', t.model_end, 'score', t.model_score),
		'f1', case when t.verdict <> 'none' then json_build_object('shared', t.shared, 'model_tokens', t.model_tokens,
			'human_tokens', t.human_tokens, 'value', 2::float8 * t.shared / (t.model_tokens + t.human_tokens)) end,
		'fault', t.fault,
		'created_at', beat.iso(t.created_at)
	);
comment on function beat.attempt_json is 'An attempt as the API shows it; the only place that writes it.';

-- What a model calls itself, or what we call it.
create function beat.model_shown_name(registered text, reported text) returns text
	language sql immutable
	return coalesce(nullif(reported, ''), registered);
comment on function beat.model_shown_name is 'The name under which a model''s answer is shown.';

create function beat.attempt_model_name(t beat.attempt) returns text
	language plpgsql stable as $$
begin
	return (
		select beat.model_shown_name(m.name, b.name)
		  from beat.model m
		  left join beat.model_build b on b.id = t.model_build_id
		 where m.id = t.model_id);
end
$$;
comment on function beat.attempt_model_name is 'The name under which the model of an attempt is shown.';

create function beat.attempts_json(in_assignment_id bigint) returns json
	language plpgsql stable as $$
begin
	return (
		select coalesce(json_agg(beat.attempt_json(t, beat.model_shown_name(m.name, b.name)) order by t.seq), '[]')
		  from beat.attempt t
		  join beat.model m on m.id = t.model_id
		  left join beat.model_build b on b.id = t.model_build_id
		 where t.assignment_id = in_assignment_id);
end
$$;
comment on function beat.attempts_json is 'All attempts of an assignment, oldest first.';

create function beat.model_build_seen(in_model_id bigint, in_name text, in_version text, in_weights text)
	returns bigint language plpgsql as $$
declare
	build_name text := left(coalesce(in_name, ''), 200);
	build_version text := left(coalesce(in_version, ''), 200);
	build_weights text := left(coalesce(in_weights, ''), 200);
	build_id bigint;
begin
	if build_name = '' and build_version = '' and build_weights = '' then
		return null;
	end if;
	loop
		select b.id into build_id
		  from beat.model_build b
		 where b.model_id = in_model_id and b.name = build_name and b.version = build_version
		   and b.weights = build_weights;
		if found then
			return build_id;
		end if;
		-- New builds are stored by one transaction at a time: two bringing two in opposite order would deadlock.
		perform pg_advisory_xact_lock(hashtext('beat.build'));
		insert into beat.model_build (model_id, name, version, weights)
		values (in_model_id, build_name, build_version, build_weights)
		on conflict on constraint model_build_reported_once do nothing;
	end loop;
end
$$;
comment on function beat.model_build_seen is
	'The id of what a prediction said of itself, stored on first sight; null if it said nothing.';

create function beat.attempt_begin(
	in_attempt_id uuid, in_assignment_id bigint, in_worker_id bigint, in_platform_ref text,
	out status text, out attempt json, out won integer, out wanted integer, out passage_id bigint, out text text,
	out model_id bigint, out model_name text, out model_url text, out model_protocol text,
	out threshold_permille integer, out empty_answer text)
	language plpgsql stable
	set plan_cache_mode = force_generic_plan set jit = off
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
begin
	select s.status, case when s.status = 'stored' then beat.attempt_json(t, beat.attempt_model_name(t)) end,
		   a.won, p.questions_wanted, a.passage_id, case when s.status = 'ok' then x.text end,
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
			when a.platform_ref is distinct from in_platform_ref then 'moved'
			when a.state = 'submitted' then 'submitted'
			when a.state <> 'live' or a.expires_at <= clock_timestamp() then 'expired'
			when a.won >= p.questions_wanted then 'full'
			when p.state <> 'active' then 'paused'
			else 'ok'
		end) as s (status)
	 where a.id = in_assignment_id and (a.worker_id = in_worker_id) is true;
	if not found then
		status := 'gone';
	end if;
end
$$;
comment on function beat.attempt_begin is
	'Before the model is asked: may this attempt be made, and with what? One row always; see the column status.';

create function beat.attempt_record(
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
	moment timestamptz;
	shown_name text := nullif(left(in_build_name, 200), '');
begin
	select x.won, p.questions_wanted, clock_timestamp(),
		   case
			when x.state = 'submitted' then 'submitted'
			when x.state <> 'live' then 'expired'
			when x.won >= p.questions_wanted then 'full'
			else 'ok'
		   end
	  into won, wanted, moment, status
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
		won := beat.question_keep(in_attempt_id, in_assignment_id, moment);
	end if;
	if shown_name is null then
		shown_name := beat.attempt_model_name(t);
	end if;
	attempt := beat.attempt_json(t, shown_name);
end
$$;
comment on function beat.attempt_record is
	'After the model has answered: stores the attempt once, and its question if the human won. The lease may have run '
	'out meanwhile, as long as nobody took the passage. One row always; see the column status.';

create function beat.question_id_of(in_attempt_id uuid) returns text
	language sql immutable strict parallel safe
	return left(encode(beat.sha256_of('question:' || in_attempt_id::text), 'hex'), 40);
comment on function beat.question_id_of is 'The published id of a won attempt: 40 hex digits made of its id alone.';

create function beat.question_keep(in_attempt_id uuid, in_assignment_id bigint, moment timestamptz) returns integer
	language plpgsql as $$
declare
	won_now integer;
begin
	insert into beat.question (id, attempt_id, created_at)
	values (beat.question_id_of(in_attempt_id), in_attempt_id, moment);
	update beat.assignment a set won = a.won + 1 where a.id = in_assignment_id returning a.won into won_now;
	return won_now;
end
$$;
comment on function beat.question_keep is
	'A won attempt becomes a question; returns the wins of the assignment, whose lock the caller holds.';

-- A lane of project_tally that no other transaction is using, held until this one
-- ends. Never waits, and so never deadlocks, while there are fewer writers than lanes.
create function beat.tally_lane() returns smallint language plpgsql as $$
declare
	lanes constant integer := 32;
	first integer := pg_backend_pid() % lanes;
begin
	for i in 0 .. lanes - 1 loop
		if pg_try_advisory_xact_lock(hashtext('beat.tally'), (first + i) % lanes) then
			return (first + i) % lanes;
		end if;
	end loop;
	return first;
end
$$;
comment on function beat.tally_lane is 'The lane of project_tally to count in.';

create function beat.tally_add(in_project_id bigint, in_passage_id bigint, in_submitted integer, in_kept integer)
	returns void language plpgsql as $$
begin
	insert into beat.project_tally as t (project_id, split, lane, submitted, kept)
	select q.project_id, q.split, beat.tally_lane(), in_submitted, in_kept
	  from beat.project_passage q
	 where q.project_id = in_project_id and q.passage_id = in_passage_id
	on conflict on constraint project_tally_pkey do update
	   set submitted = t.submitted + excluded.submitted, kept = t.kept + excluded.kept;
end
$$;
comment on function beat.tally_add is 'Counts a submission and kept questions towards the split''s target.';

create function beat.assignment_submit(
	in_assignment_id bigint, in_worker_id bigint, in_platform_ref text,
	out status text, out platform text, out platform_ref text, out hit_ref text, out submit_to text, out won integer,
	out wanted integer, out reward_cents integer, out completion_code text, out worker text, out project text)
	language plpgsql
	set plan_cache_mode = force_generic_plan set jit = off
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
declare
	of_project bigint;
	of_passage bigint;
begin
	select x.project_id, x.passage_id, w.platform, x.platform_ref, x.hit_ref, x.submit_to, x.won, p.questions_wanted,
		   p.reward_cents, p.completion_code, w.platform_worker_id, p.name,
		   case
			when x.platform_ref is distinct from in_platform_ref then 'moved'
			when x.state = 'submitted' then 'already'
			when x.state <> 'live' then 'expired'
			when x.won = 0 then 'none_won'
			else 'ok'
		   end
	  into of_project, of_passage, platform, platform_ref, hit_ref, submit_to, won, wanted,
		   reward_cents, completion_code, worker, project, status
	  from beat.assignment x
	  join beat.project p on p.id = x.project_id
	  join beat.worker w on w.id = x.worker_id
	 where x.id = in_assignment_id and (x.worker_id = in_worker_id) is true
	   for no key update of x;
	if not found then
		status := 'gone';
	end if;
	if status <> 'ok' then
		return;
	end if;
	if in_platform_ref <> '' then
		-- The platform's assignment was handed in with other work, by whomever: it cannot be paid twice.
		perform 1
		   from beat.assignment y
		  where y.project_id = of_project and y.platform_ref = in_platform_ref and y.state = 'submitted'
		    and y.platform_ref <> '';
		if found then
			status := 'moved';
			return;
		end if;
	end if;
	update beat.assignment set state = 'submitted', ended_at = clock_timestamp() where id = in_assignment_id;
	insert into beat.event (actor, kind, project_id, worker_id, assignment_id, detail)
	values ('worker', 'assignment.submit', of_project, in_worker_id, in_assignment_id,
		jsonb_build_object('won', won, 'platform_ref', in_platform_ref));
	perform beat.tally_add(of_project, of_passage, 1, won);
end
$$;
comment on function beat.assignment_submit is
	'Hands an assignment in, once; asking again gives the same answer. One row always; see the column status.';

create function beat.server_gauges(
	out open_leases bigint, out pending_judgement bigint, out attempts bigint, out overdue_leases bigint)
	language sql stable
begin atomic
	select (select count(*) from beat.assignment a where a.ended_at is null and a.expires_at > statement_timestamp()),
		   (select count(*) from beat.attempt t where t.verdict = 'none'),
		   pg_stat_get_live_tuples('beat.attempt'::regclass),
		   (select count(*) from beat.assignment a where a.ended_at is null and a.expires_at <= statement_timestamp());
end;
comment on function beat.server_gauges is
	'Figures for monitoring, from small partial indexes; attempts is the statistics collector''s estimate.';

-- Verdicts that had to wait.

create function beat.rejudge_list(in_project text, in_after_id uuid, in_limit integer)
	returns table (
		attempt_id uuid, project text, passage_text text, question text, answer_text text, threshold_permille integer,
		empty_answer text, model_id bigint, model_name text, model_url text, model_protocol text)
	language plpgsql stable as $$
declare
	after_at timestamptz := '-infinity';
begin
	if in_project is not null and not exists (select from beat.project p where p.name = in_project) then
		perform beat.project_missing(in_project);
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
comment on function beat.rejudge_list is
	'Attempts without a verdict, oldest first, a page at a time, with what is needed to ask the model they were '
	'made against.';

create function beat.rejudge_store(
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
	select x.id, x.project_id, x.worker_id, x.passage_id, x.state, x.won, p.questions_wanted into a
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
			won := beat.question_keep(in_attempt_id, a.id, moment);
			if a.state = 'submitted' then
				perform beat.tally_add(a.project_id, a.passage_id, 0, 1);
			end if;
		end if;
	end if;
	attempt := beat.attempt_json(t, beat.attempt_model_name(t));
end
$$;
comment on function beat.rejudge_store is
	'Gives an attempt the verdict it had to go without, once; a win counts even for an assignment handed in.';
