-- Validators: who comes to answer others' questions, and what they are given. What sessions.sql says of refusals,
-- transactions, locks and plans holds here too.
--
-- Many validators meet at one question, and a call shares its transaction with calls of others. So what a validator does
-- changes rows of their own (assignment, items, votes), and of questions only how many have them in hand, where that can
-- be had without waiting. The settler counts all of it anew.

-- What is validated. A question that is made by a hand-in or a late verdict gets its row by validation_add(); what
-- settings change later is made up for by validation_refill(), which the settler calls.

-- The place of a question in samples, 0 to 999: a sample of n per mille holds the places below n.
create function sample_place(in_id text) returns integer
	language sql immutable strict parallel safe as $$
	select ('x' || substr(in_id, 33, 8))::bit(32)::bigint % 1000
$$;

-- Why a project has an attempt of that verdict validated: its split, the sample of train, that of lost attempts, further
-- answers without an adversary; null: not at all.
-- Not of a whole project, so that it is dissolved in the statements that use it.
create function validation_cause(
	in_votes integer, in_train integer, in_lost integer, in_further integer, in_further_splits text[], in_split text,
	in_verdict text, in_id text)
	returns text language sql immutable parallel safe as $$
	select case
		when in_verdict = 'plain' then case when in_further > 0 and in_split = any (in_further_splits) then 'further' end
		when in_votes = 0 then null
		when in_verdict = 'human' and in_split <> 'train' then 'split'
		when in_verdict = 'human' and sample_place(in_id) < in_train then 'train'
		when in_verdict = 'model' and in_split <> 'train' and sample_place(in_id) < in_lost then 'lost'
	end
$$;

-- Rows of the queue for what is to be validated of generate HITs that were handed in, as far as they are missing.
create function validation_put(p beat.project, in_assignment_ids bigint[]) returns integer language plpgsql as $$
declare
	made integer;
begin
	insert into beat.validation (
		id, attempt_id, project_id, passage_id, assignment_id, worker_id, split, cause, active, wanted)
	select i.id, t.id, a.project_id, a.passage_id, a.id, a.worker_id, x.split, c.cause,
		   k.discards is not distinct from 0
			or validation_active(i.id, c.cause, a.worker_id, a.project_id),
		   case c.cause when 'further' then p.further_answers else p.validation_votes end
	  from beat.assignment a
	  join beat.passage x on x.id = a.passage_id
	  join beat.attempt t on t.assignment_id = a.id
	  left join beat.question k on k.attempt_id = t.id
	 cross join lateral (select question_id_of(t.id) as id offset 0) as i
	 cross join lateral (
		select validation_cause(p.validation_votes, p.validation_train_permille, p.validation_lost_permille,
			p.further_answers, p.further_splits, x.split, t.verdict, i.id) as cause) as c
	 where a.id = any (in_assignment_ids) and c.cause is not null
	   -- Not left to the conflict, which would wait for whoever changes the row.
	   and not exists (select from beat.validation v where v.attempt_id = t.id offset 0)
	on conflict do nothing;
	get diagnostics made = row_count;
	return made;
end
$$;

-- Puts what a generate HIT that was handed in has to be validated into the queue.
-- The hand-in of most HITs has nothing to add: that is found out by one look.
create function validation_add(in_assignment_id bigint, in_project_id bigint, in_passage_id bigint) returns void
	language plpgsql as $$
declare
	p beat.project;
begin
	select x.* into p
	  from beat.project x
	 where x.id = in_project_id
	   and (x.validation_votes > 0 and (x.validation_train_permille > 0 or passage_split(in_passage_id) <> 'train')
			or x.further_answers > 0 and passage_split(in_passage_id) = any (x.further_splits));
	if found and validation_put(p, array[in_assignment_id]) > 0 then
		perform changed_often('validation', in_project_id);
	end if;
end
$$;

-- What the settings of a project put into the queue.
create function validation_asks(p beat.project) returns jsonb
	language sql stable as $$
	select jsonb_build_array(p.validation_votes, p.validation_train_permille, p.validation_lost_permille,
		p.further_answers, p.further_splits)
$$;

-- Puts into the queue what the settings of a project want validated and is not there yet; returns how many came.
create function validation_refill(p beat.project) returns integer language plpgsql as $$
begin
	return case when p.validation_votes > 0 or p.further_answers > 0 then validation_put(p, array(
		select a.id
		  from beat.assignment a
		  join beat.passage x on x.id = a.passage_id
		 where a.project_id = p.id and a.state = 'submitted' and a.kind = 'generate'
		   and (x.split <> 'train' or p.validation_train_permille > 0 or 'train' = any (p.further_splits)))) else 0 end;
end
$$;

-- True of a question in a validate HIT that needs no answer any more: it has its votes, or was discarded.
create function item_closed(in_state text, in_active boolean, in_votes integer, in_wanted integer) returns boolean
	language sql immutable parallel safe as $$
	select in_state in ('released', 'skipped') or (in_state = 'leased' and (not in_active or in_votes >= in_wanted))
$$;

-- A vote as its validator sees it: nothing of the original answer.
create function vote_json(t beat.vote) returns json
	language sql stable as $$
	select case when t.id is not null then json_build_object(
		'answer', case when t.answer_text is not null then json_build_object(
			'start', t.answer_start, 'end', t.answer_end, 'text', t.answer_text) end,
		'reason', t.reason, 'comment', t.comment) end
$$;

-- The questions of a validate HIT, without answers but the validator's own.
create function validate_questions(in_assignment_id bigint) returns json language plpgsql stable as $$
begin
	return (
		select coalesce(json_agg(json_build_object('id', i.validation_id, 'question', t.question,
				'closed', item_closed(i.state, v.active, v.votes, v.wanted), 'vote', vote_json(o))
			order by i.place), '[]')
		  from beat.validation_item i
		  join beat.validation v on v.id = i.validation_id
		  join beat.attempt t on t.id = v.attempt_id
		  left join beat.vote o on o.assignment_id = i.assignment_id and o.validation_id = i.validation_id
		 where i.assignment_id = in_assignment_id);
end
$$;

-- Why a validator may have no answer.
create function vote_reasons() returns json language plpgsql stable as $$
begin
	return (
		select json_agg(json_build_object('word', w.word, 'meaning', w.meaning) order by w.place)
		  from beat.review_word w
		 where w.kind = 'vote');
end
$$;

-- Leases.

-- Gives the questions of a validate HIT back. What was answered is kept, for whoever comes back in time. A question that
-- somebody holds just now goes to others when the settler has counted it.
create function validation_release(in_assignment_id bigint) returns void language plpgsql as $$
declare
	ids text[];
begin
	with given as (
		update beat.validation_item i
		   set state = 'released'
		 where i.assignment_id = in_assignment_id and i.state = 'leased'
		returning i.validation_id
	)
	select array_agg(g.validation_id) into ids from given g;
	ids := array(
		select v.id from beat.validation v where v.id = any (ids) and v.taken > v.votes for no key update skip locked);
	update beat.validation v set taken = v.taken - 1 where v.id = any (ids);
end
$$;

-- Takes questions that a worker may validate together; null if there is none right now.
-- Takes one question, the least served first, at random among them, as passages are taken; and with it others of the
-- same generate HIT, or of the same passage. Never the worker's own, nor one that the worker has had.
create function validation_take(in_project_id bigint, in_worker_id bigint, in_group text, in_most integer)
	returns text[] language plpgsql as $$
declare
	place integer := floor(random() * 2147483647)::integer;
	level integer := 0;
	first record;
	ids text[];
begin
	loop
		select q.id, q.passage_id, q.assignment_id into first
		  from (values (place, 2147483647), (0, place)) as half (low, high)
		 cross join lateral (
			select v.id, v.passage_id, v.assignment_id
			  from beat.validation v
			 where v.project_id = in_project_id and v.taken = level and v.open
			   and v.shuffle >= half.low and v.shuffle < half.high and v.worker_id <> in_worker_id
			   -- "offset 0" keeps this a probe per row; as a join it might read all of the worker's past.
			   and not exists (
				select from beat.validation_item i
				 where i.worker_id = in_worker_id and i.validation_id = v.id and i.state in ('leased', 'voted')
				offset 0)
			 order by v.shuffle
			 limit 1
			   for no key update skip locked) as q
		 limit 1;
		exit when found;
		-- The next level that has any question at all.
		select v.taken into level
		  from beat.validation v
		 where v.project_id = in_project_id and v.taken > level and v.open
		 order by v.taken
		 limit 1;
		if not found then
			return null;
		end if;
	end loop;
	ids := first.id || array(
		select v.id
		  from beat.validation v
		 where v.project_id = in_project_id and v.passage_id = first.passage_id and v.open and v.id <> first.id
		   and ((v.assignment_id = first.assignment_id) is true or in_group = 'passage')
		   and v.worker_id <> in_worker_id
		   and not exists (
				select from beat.validation_item i
				 where i.worker_id = in_worker_id and i.validation_id = v.id and i.state in ('leased', 'voted')
				offset 0)
		 order by v.taken, v.shuffle
		 limit in_most - 1
		   for no key update skip locked);
	update beat.validation v set taken = v.taken + 1 where v.id = any (ids);
	return ids;
end
$$;

-- True if a question could be had by a worker who just got none: somebody else holds it, and has not committed yet.
create function validation_is_free(in_project_id bigint, in_worker_id bigint) returns boolean language plpgsql as $$
begin
	return exists (
		select from beat.validation v
		 where v.project_id = in_project_id and v.open and v.worker_id <> in_worker_id
		   and not exists (
				select from beat.validation_item i
				 where i.worker_id = in_worker_id and i.validation_id = v.id and i.state in ('leased', 'voted')
				offset 0));
end
$$;

-- Takes the questions of a HIT whose lease was over again, as far as they still need votes; returns how many.
create function validation_retake(a beat.assignment) returns integer language plpgsql as $$
declare
	ids text[];
begin
	ids := array(
		select v.id
		  from beat.validation_item i
		  join beat.validation v on v.id = i.validation_id
		 where i.assignment_id = a.id and i.state = 'released' and v.open
		   and not exists (
				select from beat.validation_item y
				 where y.worker_id = a.worker_id and y.validation_id = v.id and y.state in ('leased', 'voted')
				offset 0)
		   for no key update of v skip locked);
	update beat.validation v set taken = v.taken + 1 where v.id = any (ids);
	update beat.validation_item i set state = 'leased' where i.assignment_id = a.id and i.validation_id = any (ids);
	return cardinality(ids);
end
$$;

-- Entering.

-- Where a worker who comes to validate is led: work, onboarding and then work, or the reason why to nothing.
create function validation_door(
	in_state text, in_validator boolean, in_blocked boolean, in_open boolean, in_onboarding text, in_platform text,
	in_vouched boolean)
	returns text language sql immutable parallel safe as $$
	select door(case
		when in_state = 'revoked' then 'revoked'
		when in_validator then 'qualified'
		when in_state in ('screening', 'failed') then 'new' -- that is about writing
		else in_state
	end, in_blocked, in_open, in_onboarding, in_platform, in_vouched)
$$;

-- Since when a worker may validate in a project, by exercises done in any project of its pool; null: not by those.
create function validator_since(in_worker_id bigint, in_project_id bigint) returns timestamptz language plpgsql stable as $$
begin
	return (
		select k.validator_at
		  from beat.project p
		  join beat.qualification k on k.worker_id = in_worker_id and k.pool_id = p.pool_id
		 where p.id = in_project_id);
end
$$;

-- True while the exercises come before the questions of a validate HIT.
create function validator_learns(a beat.assignment) returns boolean language plpgsql stable as $$
begin
	return a.kind = 'validate' and a.onboarding_id is not null and exercises_are_open(a.id, a.onboarding_id)
		and validator_since(a.worker_id, a.project_id) is null
		and not exists (
			select from beat.participation q
			 where q.worker_id = a.worker_id and q.project_id = a.project_id and q.state = 'qualified');
end
$$;

-- A live validate HIT for a worker who has none; null if there is nothing to be had right now.
-- Goes on with the HIT that expired last, if any of its questions still needs votes, else takes others.
create function validation_start(
	p beat.project, in_worker_id bigint, in_learns boolean, in_platform_ref text, in_hit_ref text, in_submit_to text)
	returns beat.assignment language plpgsql as $$
declare
	moment timestamptz;
	a beat.assignment;
	ids text[];
begin
	perform leases_expire(p.id);
	a := assignment_expired(in_worker_id, p.id, 'validate');
	if a.id is not null and validation_retake(a) > 0 then
		return assignment_revive(a, p.validation_lease_seconds, in_platform_ref, in_hit_ref, in_submit_to);
	end if;
	ids := validation_take(p.id, in_worker_id, p.validation_group, p.validation_questions);
	if ids is null then
		return null;
	end if;
	moment := clock_timestamp();
	insert into beat.assignment as x (
		project_id, worker_id, passage_id, kind, onboarding_id, platform_ref, hit_ref, submit_to, started_at, expires_at)
	select p.id, in_worker_id, v.passage_id, 'validate',
		   case when in_learns then (
				select o.id from beat.onboarding o where o.name = p.validation_onboarding order by o.version desc limit 1)
		   end,
		   in_platform_ref, in_hit_ref, in_submit_to, moment,
		   moment + make_interval(secs => p.validation_lease_seconds)
	  from beat.validation v
	 where v.id = ids[1]
	returning x.* into a;
	insert into beat.validation_item (assignment_id, validation_id, worker_id, place)
	select a.id, i.id, in_worker_id, row_number() over (order by random())
	  from unnest(ids) as i (id);
	return a;
end
$$;

-- A worker opens the validators' page: goes on with the live HIT, or with the one that expired last if its questions
-- still need votes, or takes others. One row always; see the column status, and what session_open() says of "busy".
create function validate_open(
	in_project text, in_platform text, in_worker text, in_platform_ref text, in_hit_ref text, in_submit_to text,
	in_vouched boolean default false,
	out status text, out created boolean, out assignment_id bigint, out worker_id bigint, out passage_id bigint,
	out title text, out text text, out questions json, out onboarding json, out started_at text, out expires_at text,
	out expires_epoch bigint, out reward_cents integer, out project_title text, out project_state text, out state text,
	out reason text, out reasons json, out newcomer boolean)
	language plpgsql
	set plan_cache_mode = force_generic_plan set jit = off
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
declare
	p beat.project;
	q record;
	met record;
	a beat.assignment;
	door text;
begin
	created := false;
	select x.* into p from beat.project x where x.name = in_project;
	project_title := p.title;
	project_state := p.state;
	reward_cents := p.validation_reward_cents;
	if (in_platform = any (p.platforms) and (in_platform <> 'prolific' or p.validation_completion_code <> '')) is not true then
		status := case when p.id is null then 'no_project' else 'closed_platform' end;
		return;
	end if;

	q := worker_enter(in_platform, in_worker, p.id);
	worker_id := q.worker_id;
	newcomer := q.newcomer;
	state := q.state;
	door := validation_door(state, validator_since(worker_id, p.id) is not null, q.blocked, p.open, p.validation_onboarding,
		in_platform, in_vouched);
	met := worker_met(worker_id, p.id, true, door, has_entry(in_platform, p.open, in_vouched), state, q.seen_at, q.moment,
		p.validation_lease_seconds, in_platform_ref, in_hit_ref, in_submit_to);
	if met.status is null then
		met := validate_begin(p, worker_id, door, q.newcomer, in_platform_ref, in_hit_ref, in_submit_to);
	end if;
	status := met.status;
	a := met.a;
	if state = 'revoked' and status in ('revoked', 'ended') then
		reason := worker_told(worker_id, p.id, state);
	end if;
	if a.id is null then
		return;
	end if;

	created := a.started_at >= q.moment;
	questions := validate_questions(a.id);
	reasons := vote_reasons();
	if validator_learns(a) then
		onboarding := onboarding_json(a.onboarding_id, a.id);
	end if;
	assignment_id := a.id;
	select s.* into passage_id, title, text, started_at, expires_at, expires_epoch
	  from assignment_shown(a.passage_id, a.started_at, a.expires_at) as s;
end
$$;

-- Whether a project asks anybody for answers: votes, without an adversary further answers; or what is left of the other.
create function validation_is_on(p beat.project) returns boolean language plpgsql stable
	set enable_seqscan = off set enable_bitmapscan = off as $$ -- one is enough: the queue is not gathered first
begin
	return p.validation_votes > 0 and (p.model_id <> no_model() or exists (
			select from beat.validation v where v.project_id = p.id and v.open and v.cause <> 'further'))
		or p.further_answers > 0 and (p.model_id = no_model() or exists (
			select from beat.validation v where v.project_id = p.id and v.open and v.cause = 'further'));
end
$$;

-- A new validate HIT of a project for a worker whom the door leads to work or to its exercises; else the reason why not.
create function validate_begin(
	p beat.project, in_worker_id bigint, in_door text, in_newcomer boolean, in_platform_ref text, in_hit_ref text,
	in_submit_to text,
	out status text, out a beat.assignment)
	language plpgsql as $$
begin
	if not validation_is_on(p) then
		status := 'no_validation';
	elsif in_door not in ('work', 'onboarding') then
		status := in_door;
	elsif p.state <> 'active' then
		status := p.state;
	elsif votes_are_excluded(in_worker_id, p.id) then
		status := 'no_work'; -- whose votes do not count is not asked for more
	else
		a := validation_start(p, in_worker_id, in_door = 'onboarding', in_platform_ref, in_hit_ref, in_submit_to);
		if a.id is not null and in_newcomer then -- it would wait for whoever changes a row that is there
			perform participation_begin(in_worker_id, p.id);
		end if;
		status := case
			when a.id is not null then 'ok'
			when validation_is_free(p.id, in_worker_id) then 'busy'
			else 'no_work'
		end;
	end if;
end
$$;

-- What a validator would see: a passage, without questions. Stores nothing, leases nothing.
create function validate_preview(
	in_project text,
	out status text, out title text, out text text, out passage_id bigint, out reward_cents integer,
	out project_title text)
	language plpgsql
	set plan_cache_mode = force_generic_plan set jit = off
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
declare
	p beat.project;
begin
	select x.* into p from beat.project x where x.name = in_project;
	if not found then
		status := 'no_project';
		return;
	end if;
	reward_cents := p.validation_reward_cents;
	project_title := p.title;
	if not validation_is_on(p) then
		status := 'no_validation';
	elsif p.state <> 'active' then
		status := p.state;
	else
		select d.title, x.text, x.id into title, text, passage_id
		  from (select v.passage_id
				  from beat.validation v
				 where v.project_id = p.id and v.open
				 order by v.taken, v.shuffle
				 limit 1) as q
		  join beat.passage x on x.id = q.passage_id
		  join beat.document d on d.id = x.document_id;
		status := case when found then 'ok' else 'no_work' end;
	end if;
end
$$;
