-- Validators: who comes to answer others' questions, and what they are given. What 0003 says of refusals, transactions,
-- locks and plans holds here too.
--
-- Many validators meet at one question, and a call shares its transaction with calls of others. So what a validator does
-- changes rows of their own (assignment, items, votes), and of questions only what can be had without waiting. An item
-- that says what is due has the rest done by validation_settle(): at once if nobody is in the way, else soon.

-- Rules that tables alone cannot tell.

create function beat.validation_item_check() returns trigger language plpgsql as $$
begin
	if exists (select from beat.validation v where v.id = new.validation_id and v.worker_id = new.worker_id) then
		perform beat.violates('validation_item', 'validation_item_never_the_author', format(
			'Worker %s wrote question %s, and cannot validate it.', new.worker_id, new.validation_id));
	end if;
	if not exists (
			select from beat.assignment a
			 where a.id = new.assignment_id and a.worker_id = new.worker_id and a.kind = 'validate') then
		perform beat.violates('validation_item', 'validation_item_of_its_validator', format(
			'Assignment %s is no validate HIT of worker %s.', new.assignment_id, new.worker_id));
	end if;
	return new;
end
$$;
comment on function beat.validation_item_check is
	'Trigger: validation_item_never_the_author, validation_item_of_its_validator.';
create trigger validation_item_check before insert or update of assignment_id, validation_id, worker_id
	on beat.validation_item for each row execute function beat.validation_item_check();

create function beat.vote_check() returns trigger language plpgsql as $$
begin
	if tg_op = 'UPDATE' and old.cast_at is not null
		and to_jsonb(new) - 'excluded' is distinct from to_jsonb(old) - 'excluded' then
		raise exception 'Vote % is cast, and may only be excluded or included.', old.id
			using errcode = 'restrict_violation', constraint = 'vote_cast_once', table = 'vote', schema = 'beat';
	end if;
	if new.answer_text is not null and (tg_op = 'INSERT'
			or (new.answer_start, new.answer_end, new.answer_text)
				is distinct from (old.answer_start, old.answer_end, old.answer_text))
		and not (
			select beat.is_slice(x.text, new.answer_start, new.answer_end, new.answer_text)
			  from beat.assignment a
			  join beat.passage x on x.id = a.passage_id
			 where a.id = new.assignment_id) then
		perform beat.violates('vote', 'vote_span_is_passage_slice', format(
			'The answer to question %s is not the passage from %s to %s.', new.validation_id, new.answer_start,
			new.answer_end));
	end if;
	if new.reason is not null and not exists (
			select from beat.review_word w where w.kind = 'vote' and w.word = new.reason) then
		perform beat.violates('vote', 'vote_reason_known', format('There is no reason "%s".', new.reason));
	end if;
	return new;
end
$$;
comment on function beat.vote_check is 'Trigger: vote_cast_once, vote_span_is_passage_slice, vote_reason_known.';
create trigger vote_check before insert or update on beat.vote for each row execute function beat.vote_check();

-- What is validated. A question that is made by a hand-in or a late verdict gets its row by validation_add(); what
-- settings change later is made up for by validation_refill().

create function beat.sample_place(in_id text) returns integer
	language sql immutable strict parallel safe
	return ('x' || substr(in_id, 33, 8))::bit(32)::bigint % 1000;
comment on function beat.sample_place is
	'The place of a question in samples, 0 to 999: a sample of n per mille holds the places below n.';

-- Not of a whole project, so that it is dissolved in the statements that use it.
create function beat.validation_cause(
	in_votes integer, in_train integer, in_lost integer, in_split text, in_verdict text, in_id text)
	returns text language sql immutable parallel safe
	return case
		when in_votes = 0 then null
		when in_verdict = 'human' and in_split <> 'train' then 'split'
		when in_verdict = 'human' and beat.sample_place(in_id) < in_train then 'train'
		when in_verdict = 'model' and in_split <> 'train' and beat.sample_place(in_id) < in_lost then 'lost'
	end;
comment on function beat.validation_cause is
	'Why a project has an attempt of that verdict validated: its split, the sample of train, that of lost attempts; null: '
	'not at all.';

create function beat.validation_put(p beat.project, in_assignment_ids bigint[]) returns integer language plpgsql as $$
declare
	made integer;
begin
	insert into beat.validation (
		id, attempt_id, project_id, passage_id, assignment_id, worker_id, split, cause, active, wanted)
	select i.id, t.id, a.project_id, a.passage_id, a.id, a.worker_id, x.split, c.cause,
		   case when k.id is not null then k.discards = 0 else not exists (
				select from beat.participation q
				 where q.worker_id = a.worker_id and q.project_id = a.project_id and q.state = 'revoked') end,
		   p.validation_votes
	  from beat.assignment a
	  join beat.passage x on x.id = a.passage_id
	  join beat.attempt t on t.assignment_id = a.id
	  left join beat.question k on k.attempt_id = t.id
	 cross join lateral (select beat.question_id_of(t.id) as id offset 0) as i
	 cross join lateral (
		select beat.validation_cause(p.validation_votes, p.validation_train_permille, p.validation_lost_permille, x.split,
			t.verdict, i.id) as cause) as c
	 where a.id = any (in_assignment_ids) and c.cause is not null
	   -- Not left to the conflict, which would wait for whoever changes the row.
	   and not exists (select from beat.validation v where v.attempt_id = t.id offset 0)
	on conflict do nothing;
	get diagnostics made = row_count;
	return made;
end
$$;
comment on function beat.validation_put is
	'Rows of the queue for what is to be validated of generate HITs that were handed in, as far as they are missing.';

-- The hand-in of most HITs has nothing to add: that is found out by one look.
create function beat.validation_add(in_assignment_id bigint, in_project_id bigint, in_passage_id bigint) returns void
	language plpgsql as $$
declare
	p beat.project;
begin
	select x.* into p
	  from beat.project x
	 where x.id = in_project_id and x.validation_votes > 0
	   and (x.validation_train_permille > 0 or beat.passage_split(in_passage_id) <> 'train');
	if found and beat.validation_put(p, array[in_assignment_id]) > 0 then
		perform beat.changed_often('validation', in_project_id);
	end if;
end
$$;
comment on function beat.validation_add is 'Puts what a generate HIT that was handed in has to be validated into the queue.';

create function beat.item_closed(in_state text, in_active boolean, in_votes integer, in_wanted integer) returns boolean
	language sql immutable parallel safe
	return in_state in ('released', 'skipped') or (in_state = 'leased' and (not in_active or in_votes >= in_wanted));
comment on function beat.item_closed is
	'True of a question in a validate HIT that needs no answer any more: it has its votes, or was discarded.';

create function beat.vote_json(t beat.vote) returns json
	language sql stable
	return case when t.id is not null then json_build_object(
		'answer', case when t.answer_text is not null then json_build_object(
			'start', t.answer_start, 'end', t.answer_end, 'text', t.answer_text) end,
		'reason', t.reason, 'comment', t.comment) end;
comment on function beat.vote_json is 'A vote as its validator sees it: nothing of the original answer.';

create function beat.validate_questions(in_assignment_id bigint) returns json language plpgsql stable as $$
begin
	return (
		select coalesce(json_agg(json_build_object('id', i.validation_id, 'question', t.question,
				'closed', beat.item_closed(i.state, v.active, v.votes, v.wanted), 'vote', beat.vote_json(o))
			order by i.place), '[]')
		  from beat.validation_item i
		  join beat.validation v on v.id = i.validation_id
		  join beat.attempt t on t.id = v.attempt_id
		  left join beat.vote o on o.assignment_id = i.assignment_id and o.validation_id = i.validation_id
		 where i.assignment_id = in_assignment_id);
end
$$;
comment on function beat.validate_questions is 'The questions of a validate HIT, without answers but the validator''s own.';

create function beat.vote_reasons() returns json language plpgsql stable as $$
begin
	return (
		select json_agg(json_build_object('word', w.word, 'meaning', w.meaning) order by w.place)
		  from beat.review_word w
		 where w.kind = 'vote');
end
$$;
comment on function beat.vote_reasons is 'Why a validator may have no answer.';

-- Leases.

create function beat.validation_release(in_assignment_id bigint) returns void language plpgsql as $$
begin
	update beat.validation_item i
	   set state = 'released', due = 'release'
	 where i.assignment_id = in_assignment_id and i.state = 'leased';
end
$$;
comment on function beat.validation_release is
	'Gives the questions of a validate HIT back. What was answered is kept, for whoever comes back in time.';

-- Takes one question, the least served first, at random among them, as passages are taken; and with it others of the
-- same generate HIT, or of the same passage. Never the worker's own, nor one that the worker has had.
create function beat.validation_take(in_project_id bigint, in_worker_id bigint, in_group text, in_most integer)
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
comment on function beat.validation_take is
	'Takes questions that a worker may validate together; null if there is none right now.';

create function beat.validation_take_patiently(in_project_id bigint, in_worker_id bigint, in_group text, in_most integer)
	returns text[] language plpgsql as $$
declare
	ids text[];
begin
	for i in 1 .. 40 loop
		ids := beat.validation_take(in_project_id, in_worker_id, in_group, in_most);
		if ids is not null then
			return ids;
		end if;
		perform 1
		   from beat.validation v
		  where v.project_id = in_project_id and v.open and v.worker_id <> in_worker_id
		    and not exists (
				select from beat.validation_item i
				 where i.worker_id = in_worker_id and i.validation_id = v.id and i.state in ('leased', 'voted')
				offset 0)
		  limit 1;
		if not found then
			return null;
		end if;
		perform pg_sleep(0.025);
	end loop;
	return null;
end
$$;
comment on function beat.validation_take_patiently is
	'Takes questions; if all are held by others, tries again for up to a second. Null if there is none.';

create function beat.validation_retake(a beat.assignment) returns integer language plpgsql as $$
declare
	ids text[];
begin
	ids := array(
		select v.id
		  from beat.validation_item i
		  join beat.validation v on v.id = i.validation_id
		 where i.assignment_id = a.id and i.state = 'released' and i.due is null and v.open
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
comment on function beat.validation_retake is
	'Takes the questions of a HIT whose lease was over again, as far as they still need votes; returns how many.';

-- Entering.

create function beat.validation_door(
	in_state text, in_validator boolean, in_blocked boolean, in_open boolean, in_onboarding text, in_platform text,
	in_vouched boolean)
	returns text language sql immutable parallel safe
	return case
		when in_platform = 'direct' and (in_open or in_vouched) is not true then 'not_open'
		when in_blocked then 'blocked'
		when in_state = 'revoked' then 'revoked'
		when in_open or in_validator or in_state = 'qualified' then 'work'
		when in_onboarding is not null then 'onboarding'
		when in_vouched then 'work'
		else 'not_open'
	end;
comment on function beat.validation_door is
	'Where a worker who comes to validate is led: work, onboarding and then work, or the reason why to nothing.';

create function beat.validator_learns(a beat.assignment) returns boolean language plpgsql stable as $$
begin
	return a.kind = 'validate' and a.onboarding_id is not null and beat.exercises_are_open(a.id, a.onboarding_id)
		and not exists (
			select from beat.participation q
			 where q.worker_id = a.worker_id and q.project_id = a.project_id
			   and (q.validator_at is not null or q.state = 'qualified'));
end
$$;
comment on function beat.validator_learns is 'True while the exercises come before the questions of a validate HIT.';

-- Goes on with the HIT that expired last, if any of its questions still needs votes, else takes others.
create function beat.validation_start(
	p beat.project, in_worker_id bigint, in_learns boolean, in_platform_ref text, in_hit_ref text, in_submit_to text)
	returns beat.assignment language plpgsql as $$
declare
	moment timestamptz;
	a beat.assignment;
	ids text[];
begin
	perform beat.leases_expire(p.id);
	perform beat.validation_drain(20);
	select x.* into a
	  from beat.assignment x
	 where x.worker_id = in_worker_id and x.project_id = p.id and x.state = 'expired'
	   and (x.kind = 'validate') is true
	 order by x.ended_at desc
	 limit 1
	   for no key update;
	if found and beat.validation_retake(a) > 0 then
		return beat.assignment_revive(a, p.validation_lease_seconds, in_platform_ref, in_hit_ref, in_submit_to);
	end if;
	ids := beat.validation_take_patiently(p.id, in_worker_id, p.validation_group, p.validation_questions);
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
comment on function beat.validation_start is 'A live validate HIT for a worker who has none; null if there is no work.';

create function beat.votes_are_excluded(in_worker_id bigint, in_project_id bigint) returns boolean
	language plpgsql stable as $$
begin
	return exists (
		select from beat.vote_exclusion e
		 where e.worker_id = in_worker_id and e.project_id = in_project_id and e.undone_at is null);
end
$$;
comment on function beat.votes_are_excluded is 'True while a validator''s votes in a project do not count.';

create function beat.validate_open(
	in_project text, in_platform text, in_worker text, in_platform_ref text, in_hit_ref text, in_submit_to text,
	in_vouched boolean default false,
	out status text, out created boolean, out assignment_id bigint, out worker_id bigint, out passage_id bigint,
	out title text, out text text, out questions json, out onboarding json, out started_at text, out expires_at text,
	out expires_epoch bigint, out reward_cents integer, out project_title text, out project_state text, out state text,
	out reason text, out reasons json)
	language plpgsql
	set plan_cache_mode = force_generic_plan set jit = off
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
declare
	p beat.project;
	worker beat.worker;
	q record;
	a beat.assignment;
	door text;
	moment timestamptz;
begin
	created := false;
	select x.* into p from beat.project x where x.name = in_project;
	if not found then
		status := 'no_project';
		return;
	end if;
	project_title := p.title;
	project_state := p.state;
	reward_cents := p.validation_reward_cents;
	if (in_platform = any (p.platforms)) is not true then
		status := 'closed_platform';
		return;
	end if;
	worker := beat.worker_enter(in_platform, in_worker);
	worker_id := worker.id;
	select x.state, x.seen_at, x.validator_at into q
	  from beat.participation x
	 where x.worker_id = worker.id and x.project_id = p.id;
	state := coalesce(q.state, 'new');
	door := beat.validation_door(state, q.validator_at is not null, worker.blocked_at is not null, p.open,
		p.validation_onboarding, in_platform, in_vouched);
	moment := clock_timestamp(); -- after any wait for the worker's other call

	-- As in session_open: what was handed in stays so, and work in hand goes on whatever became of the project.
	if in_platform_ref <> '' then
		select x.* into a
		  from beat.assignment x
		 where x.project_id = p.id and x.platform_ref = in_platform_ref and x.state = 'submitted'
		   and x.platform_ref <> '' and (x.worker_id = worker.id) is true;
		if found then
			status := 'submitted';
		end if;
	end if;
	if status is null and door not in ('blocked', 'revoked')
		and (p.open or in_vouched or in_platform <> 'direct') is true then
		a := beat.assignment_of(worker.id, p.id, 'live', true);
		if a.id is null then
			a := beat.assignment_of(worker.id, p.id, 'ended', true);
		end if;
		-- Before anything is weighed, which holds rows of others until the end, so that nothing may be waited for then.
		if q.seen_at < moment - interval '1 minute' then
			update beat.participation x set seen_at = moment where x.worker_id = worker.id and x.project_id = p.id;
		end if;
		if a.state = 'live' then
			a := beat.assignment_resume(a, p.validation_lease_seconds, moment, in_platform_ref, in_hit_ref, in_submit_to);
		elsif a.state = 'ended' then -- reinstated: goes on, with what others have not answered meanwhile
			perform beat.validation_drain(20);
			perform beat.validation_retake(a);
			a := beat.assignment_revive(a, p.validation_lease_seconds, in_platform_ref, in_hit_ref, in_submit_to);
		end if;
		if a.id is not null then
			status := 'ok';
		elsif p.validation_votes = 0 then
			status := 'no_validation';
		elsif door not in ('work', 'onboarding') then
			status := door;
		elsif p.state <> 'active' then
			status := p.state;
		else
			-- Whose votes do not count is not asked for more.
			if not beat.votes_are_excluded(worker.id, p.id) then
				a := beat.validation_start(p, worker.id, door = 'onboarding', in_platform_ref, in_hit_ref, in_submit_to);
				if a.id is not null and q.state is null then -- it would wait for whoever changes a row that is there
					perform beat.participation_begin(worker.id, p.id);
				end if;
			end if;
			status := case when a.id is null then 'no_work' else 'ok' end;
			created := coalesce(a.started_at >= moment, false);
		end if;
	elsif status is null then
		if door in ('blocked', 'revoked') then
			a := beat.assignment_of(worker.id, p.id, 'ended', true);
		end if;
		if a.id is null then
			status := door;
		else -- work in hand, which is still paid
			status := 'ended';
			a := beat.assignment_resume(a, p.validation_lease_seconds, moment, in_platform_ref, in_hit_ref, in_submit_to);
		end if;
	end if;
	if state = 'revoked' and status in ('revoked', 'ended') then
		reason := beat.worker_told(worker.id, p.id, state);
	end if;
	if a.id is null then
		return;
	end if;
	questions := beat.validate_questions(a.id);
	reasons := beat.vote_reasons();
	if beat.validator_learns(a) then
		onboarding := beat.onboarding_json(a.onboarding_id, a.id);
	end if;
	select a.id, a.passage_id, beat.iso(a.started_at), beat.iso(a.expires_at),
		   floor(extract(epoch from a.expires_at)), d.title, x.text
	  into assignment_id, passage_id, started_at, expires_at, expires_epoch, title, text
	  from beat.passage x
	  join beat.document d on d.id = x.document_id
	 where x.id = a.passage_id;
end
$$;
comment on function beat.validate_open is
	'A worker opens the validators'' page: goes on with the live HIT, or with the one that expired last if its questions '
	'still need votes, or takes others. One row always; see the column status.';

create function beat.validate_preview(
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
	if p.validation_votes = 0 then
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
comment on function beat.validate_preview is
	'What a validator would see: a passage, without questions. Stores nothing, leases nothing.';
