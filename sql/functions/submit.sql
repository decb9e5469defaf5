-- Handing in: an assignment ends, what was won becomes questions, the counters follow.
-- What sessions.sql says of refusals, transactions, locks and plans holds here too.

-- The published id of a won attempt: 40 hex digits made of its id alone.
create function question_id_of(in_attempt_id uuid) returns text
	language sql immutable strict parallel safe as $$
	select left(encode(beat.sha256_of('question:' || in_attempt_id::text), 'hex'), 40)
$$;

-- Won attempts, one of an assignment at most, become questions, unless they were part of an onboarding: what is won while
-- learning is practice. The caller holds the locks of the assignments, whose wins are counted. Two that say the same and
-- were judged at the same moment, or late, both win, but one of them alone is of the dataset: the index lets nobody else
-- have its place.
create function questions_keep(in_attempt_ids uuid[], in_moment timestamptz) returns void language plpgsql
	set plan_cache_mode = force_generic_plan
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
declare
	repeated uuid[];
begin
	with won as materialized (
		update beat.assignment a
		   set won = a.won + 1
		  from unnest(in_attempt_ids) as g (id)
		  join beat.attempt t on t.id = g.id
		 where a.id = t.assignment_id
		returning t.id, t.model_id, t.asked, a.id as assignment_id, a.project_id, a.worker_id, a.passage_id, a.kind
	), placed as (
		insert into beat.question (id, attempt_id, created_at, project_id, worker_id, assignment_id, split, model_id,
			passage_id, asked)
		select question_id_of(w.id), w.id, in_moment, w.project_id, w.worker_id, w.assignment_id, x.split, w.model_id, x.id, w.asked
		  from won w
		  join beat.passage x on x.id = w.passage_id
		 where w.kind <> 'onboarding'
		on conflict (project_id, passage_id, asked) where asked is not null do nothing
		returning attempt_id
	)
	select array_agg(w.id) into repeated
	  from won w
	 where w.kind <> 'onboarding' and w.id not in (select p.attempt_id from placed p);
	if repeated is not null then
		insert into beat.question (id, attempt_id, created_at, project_id, worker_id, assignment_id, split, model_id, passage_id)
		select question_id_of(t.id), t.id, in_moment, a.project_id, a.worker_id, a.id, x.split, t.model_id, x.id
		  from beat.attempt t
		  join beat.assignment a on a.id = t.assignment_id
		  join beat.passage x on x.id = a.passage_id
		 where t.id = any (repeated);
		perform question_discard(array(select question_id_of(r) from unnest(repeated) as r), 'hand', null, null,
			'The same question was won on this passage before.');
	end if;
end
$$;

-- Hands an assignment in, once; asking again gives the same answer. One that a revocation ended is taken with however
-- little there is. One row always; see the column status. Of a validate HIT won and wanted are the answered and the
-- open questions; once it is handed in, the votes that were cast and all its questions.
create function assignment_submit(
	in_assignment_id bigint, in_worker_id bigint, in_platform_ref text,
	out status text, out platform text, out platform_ref text, out hit_ref text, out submit_to text, out won integer,
	out wanted integer, out reward_cents integer, out completion_code text, out worker text, out project text,
	out kind text, out earned_cents integer, out waiting integer, out waiting_cents integer)
	language plpgsql
	set plan_cache_mode = force_generic_plan set jit = off
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
declare
	a beat.assignment := assignment_held(in_assignment_id, in_worker_id);
begin
	status := assignment_door(a, 'submit', in_platform_ref, null);
	if status = 'moved' then
		a := assignment_bind_back(a, in_platform_ref);
		status := assignment_door(a, 'submit', in_platform_ref, null);
	end if;
	if status = 'gone' then
		return;
	end if;
	select w.platform, p.questions_wanted,
		   case a.kind when 'validate' then p.validation_reward_cents else p.reward_cents end,
		   case a.kind when 'validate' then p.validation_completion_code else p.completion_code end,
		   w.platform_worker_id, p.name, a.platform_ref, a.hit_ref, a.submit_to, a.won,
		   case when a.kind = 'generate' and p.model_id = no_model() then 'plain' else a.kind end, a.reward_cents
	  into platform, wanted, reward_cents, completion_code, worker, project, platform_ref, hit_ref, submit_to, won, kind,
		   earned_cents
	  from beat.project p
	  join beat.worker w on w.id = a.worker_id
	 where p.id = a.project_id;
	if kind = 'validate' then
		select n.done, n.total into won, wanted from votes_count(a.id) as n;
	end if;
	if status = 'ok' then
		status := submit_refusal(a, won, wanted);
	end if;
	if status = 'ok' then
		earned_cents := hit_pay(a, won);
		won := case kind when 'validate' then votes_cast(a) else won end;
		perform assignment_end(a, won, earned_cents);
	end if;
	if status in ('ok', 'already') and kind = 'validate' then
		wanted := items_count(a.id);
	end if;
	select n.waiting, n.cents into waiting, waiting_cents from late_wins(a) as n;
	won := won + hit_earlier_won(a);
	earned_cents := earned_cents + hit_earlier_cents(a);
end
$$;

-- How many attempts of an assignment wait for a verdict, and what they add if all of them are won, in cents: no more of
-- them than the task still asks for (rejudge_store() pays).
create function late_wins(a beat.assignment, out waiting integer, out cents integer) language plpgsql stable as $$
begin
	select count(*) filter (where t.verdict = 'none') into waiting from beat.attempt t where t.assignment_id = a.id;
	select p.win_reward_cents * greatest(0, least(waiting, p.questions_wanted - a.won)) into cents
	  from beat.project p
	 where p.id = a.project_id;
end
$$;

-- What handing in with so many wins pays, in cents: so much for the HIT, and so much for each win that it asks for; the
-- paragraphs of it that were handed in before have had their part.
create function hit_pay(a beat.assignment, in_won integer) returns integer language plpgsql stable as $$
begin
	return (
		select case a.kind when 'validate' then p.validation_reward_cents
			else greatest(0, p.reward_cents + p.win_reward_cents * (least(in_won, p.questions_wanted) + hit_earlier_won(a))
				- hit_earlier_cents(a)) end
		  from beat.project p
		 where p.id = a.project_id);
end
$$;

-- Whether a HIT may be handed in without a win: the model did not answer the last attempt, or there were enough honest
-- ones.
create function may_give_up(a beat.assignment) returns boolean language plpgsql stable as $$
begin
	return (
		select coalesce((array_agg(t.verdict order by t.seq desc))[1] = 'none', false)
			or count(*) filter (where t.marks = '{}') >= (
				select p.way_out_attempts from beat.project p where p.id = a.project_id)
		  from beat.attempt t
		 where t.assignment_id = a.id);
end
$$;

-- Whether something was done for an assignment: a paragraph before it, an honest attempt, an exercise, a vote.
create function work_is_there(a beat.assignment) returns boolean language plpgsql stable as $$
begin
	return a.part > 1 or a.won > 0
		or exists (select from beat.attempt t where t.assignment_id = a.id and t.marks = '{}')
		or exists (select from beat.exercise_answer e where e.assignment_id = a.id)
		or exists (select from beat.vote v where v.assignment_id = a.id);
end
$$;

-- Whether a worker who does not agree to new words may leave with what was done under those that were agreed to.
create function may_leave(a beat.assignment) returns boolean language plpgsql stable as $$
begin
	return a.state = 'live' and a.awaits_consent and work_is_there(a);
end
$$;

-- Why an assignment that is open is not handed in, "ok" if it may be. What a revocation ended, or new words of
-- consent, is taken as it is: what there is of it is paid. Won and wanted are what assignment_submit() says.
create function submit_refusal(a beat.assignment, in_won integer, in_wanted integer) returns text
	language plpgsql stable as $$
declare
	bound boolean := a.state = 'live' and not may_leave(a);
begin
	return case
		when bound and a.onboarding_id is not null and (a.kind = 'onboarding'
			and exercises_are_open(a.id, a.onboarding_id) or validator_learns(a)) then 'exercises'
		when bound and a.kind = 'validate' and in_won < in_wanted then 'votes_missing'
		when bound and a.kind <> 'validate' and in_won = 0 and a.part = 1 and not may_give_up(a) then
			case when plain_hit(a.id) is null then 'none_won' else 'none_asked' end
		when reference_is_used(a.project_id, a.platform_ref) then 'moved'
		else 'ok'
	end;
end
$$;

-- An assignment is handed in: recorded, paid, counted, and what comes next is put into its queue.
create function assignment_end(a beat.assignment, in_won integer, in_cents integer) returns void language plpgsql as $$
begin
	update beat.assignment x
	   set state = 'submitted', ended_at = clock_timestamp(), reward_cents = in_cents
	 where x.id = a.id
	returning x.* into a;
	insert into beat.event (actor, kind, project_id, worker_id, assignment_id, detail)
	values ('worker', 'assignment.submit', a.project_id, a.worker_id, a.id,
		jsonb_build_object('won', in_won, 'platform_ref', a.platform_ref, 'cents', in_cents));
	if a.kind = 'generate' then
		perform submit_count(a);
	else
		perform count_pay(a.project_id, a.passage_id, in_cents);
	end if;
	if a.kind = 'onboarding' then
		perform screening_add(a);
	end if;
end
$$;

-- Counts a generate HIT that has just been handed in; what is to be validated of it goes into the queue.
create function submit_count(a beat.assignment) returns void language plpgsql as $$
declare
	n record;
begin
	select count(*) as attempts, count(*) filter (where verdict_keeps(t.verdict)) as wins,
		   count(*) filter (where k.discards = 0) as kept
	  into n
	  from beat.attempt t
	  left join beat.question k on k.attempt_id = t.id
	 where t.assignment_id = a.id;
	perform count_submit(a.project_id, a.passage_id, a.worker_id, n.kept::integer, n.attempts::integer,
		n.wins::integer, hit_seconds(a.started_at, a.ended_at), a.reward_cents);
	perform validation_add(a.id, a.project_id, a.passage_id);
end
$$;
