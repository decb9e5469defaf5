-- What votes lead to: decisions on questions, discards, the author's rate; votes that do not count; settings that change.
--
-- Weighing wants rows of many people: the question and its author's counters, for a revocation all that hangs on the
-- author. It is done by transactions that hold other rows already, so it never waits longer than a moment: what is in
-- somebody's way stays due, and is done by the next hand-in, the next validator who comes, or housekeeping.

create function beat.vote_matches(
	in_rule text, in_permille integer, in_exact boolean, in_shared integer, in_vote_tokens integer,
	in_original_tokens integer)
	returns boolean language sql immutable parallel safe
	return case in_rule
		when 'em' then in_exact
		else 2000 * in_shared > in_permille * (in_vote_tokens + in_original_tokens)
	end;
comment on function beat.vote_matches is
	'True if a vote says the same as the original answer: exactly, or with an F1 above so many per mille.';

create function beat.validation_outcome(
	p beat.project, in_base integer, in_taken integer, in_votes integer, in_matches integer, in_state text,
	out wanted integer, out state text)
	language sql stable
begin atomic
	select w.wanted, case
			when in_matches >= p.validation_matches then 'answerable'
			when in_base = 0 then case in_state when 'unanswerable' then in_state else 'waiting' end
			when in_votes >= w.wanted then 'unanswerable'
			else 'waiting'
		   end
	  from (select case
				when in_base = 0 then 0
				when p.validation_early_stop > 0
					and in_matches >= greatest(p.validation_early_stop, p.validation_matches) then in_taken
				when in_votes >= in_base and 2 * in_matches < in_votes
					then least(in_votes + 1, in_base + p.validation_extra)
				else greatest(in_base, least(in_votes, in_base + p.validation_extra))
			end as wanted) as w;
end;
comment on function beat.validation_outcome is
	'How many votes a question needs and what they say, of votes of which so many match. Base: the votes asked for to begin '
	'with; 0: nobody is asked any more, and what was decided stays unless a vote that matches says otherwise.';

create function beat.validation_counted(in_id text, p beat.project, out taken integer, out votes integer, out matches integer)
	language plpgsql stable as $$
begin
	select count(*) filter (where i.state = 'leased' or not o.excluded),
		   count(*) filter (where i.state = 'voted' and not o.excluded),
		   count(*) filter (where i.state = 'voted' and not o.excluded and beat.vote_matches(p.validation_match,
				p.validation_f1_permille, o.exact, o.shared, o.vote_tokens, o.original_tokens))
	  into taken, votes, matches
	  from beat.validation_item i
	  left join beat.vote o on o.assignment_id = i.assignment_id and o.validation_id = i.validation_id
	 where i.validation_id = in_id and i.state in ('leased', 'voted');
end
$$;
comment on function beat.validation_counted is 'The counters of a question in the queue, counted anew.';

-- The author's rate, when all of a HIT is decided.

create function beat.author_check(in_worker_id bigint, in_project_id bigint) returns void language plpgsql as $$
declare
	n record;
begin
	select q.state, q.validated, q.answerable, p.answerable_permille, p.revoke_confirm into n
	  from beat.participation q
	  join beat.project p on p.id = q.project_id
	 where q.worker_id = in_worker_id and q.project_id = in_project_id;
	if n.validated = 0 or n.answerable::bigint * 1000 >= n.answerable_permille::bigint * n.validated then
		return;
	end if;
	perform beat.worker_hold(in_worker_id, in_project_id);
	perform beat.revocation_raise(in_worker_id, in_project_id, 'answerability',
		format('%s of %s validated questions could be answered by others: %s %%, less than the %s %% that the project asks '
			'for.', n.answerable, n.validated, round(100.0 * n.answerable / n.validated, 1),
			round(n.answerable_permille / 10.0, 1)),
		null, n.answerable::integer, n.validated::integer);
end
$$;
comment on function beat.author_check is
	'After votes decided on a HIT: an author too few of whose questions are answerable is revoked, or that is proposed.';

create function beat.validation_decided(
	v beat.validation, in_state text, in_cause text, p beat.project)
	returns void language plpgsql as $$
begin
	insert into beat.decision (validation_id, project_id, state, votes, matches, cause, actor)
	values (v.id, v.project_id, in_state, v.votes, v.matches, in_cause, beat.current_actor());
	perform beat.changed_often('validation', v.project_id);
	if v.cause = 'split' and in_state = 'unanswerable' then
		perform beat.question_discard(array[v.id], 'unanswerable', null, null, format(
			'%s of %s validators gave the answer of its author; %s would have to.', v.matches, v.votes,
			p.validation_matches));
	elsif v.cause = 'split' and v.state = 'unanswerable' then
		perform beat.question_restore(array[v.id], 'unanswerable', null, null, format(
			'%s of %s votes match by now; %s would have to.', v.matches, v.votes, p.validation_matches));
	end if;
	if v.cause <> 'lost' then
		update beat.participation q
		   set validated = q.validated + (in_state <> 'waiting')::integer - (v.state <> 'waiting')::integer,
			   answerable = q.answerable + (in_state = 'answerable')::integer - (v.state = 'answerable')::integer
		 where q.worker_id = v.worker_id and q.project_id = v.project_id;
	end if;
end
$$;
comment on function beat.validation_decided is
	'What follows when the votes on a question come to something else than before (v.state): the record, the discard or '
	'its end, the author''s counters.';

-- Who weighs shares the rules of a project with others who do; who changes them has them alone, so that nothing is weighed
-- by rules that are old when it is committed.
create function beat.rules_lock_key(in_project_id bigint) returns bigint
	language sql immutable strict parallel safe
	return hashtextextended('beat.validation rules ' || in_project_id, 0);
comment on function beat.rules_lock_key is 'The advisory lock on what the votes of a project come to.';

create function beat.rules_share(in_project_id bigint) returns beat.project language plpgsql as $$
declare
	p beat.project;
begin
	if not pg_try_advisory_xact_lock_shared(beat.rules_lock_key(in_project_id)) then
		raise lock_not_available using message = 'The rules of validation are being changed.';
	end if;
	select x.* into p from beat.project x where x.id = in_project_id;
	return p;
end
$$;
comment on function beat.rules_share is 'A project, whose rules of validation stay as they are until the transaction ends.';

-- First what is due is cleared, then it is counted: what happens in between is seen, or stays due.
create function beat.validation_weigh(in_ids text[]) returns void language plpgsql
	set lock_timeout = '5ms' set plan_cache_mode = force_generic_plan set jit = off
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
declare
	v beat.validation;
	p beat.project;
	n record;
	o record;
	excluded text[];
	set_anew text[];
	rated text[];
	hit record;
	hits bigint[] := '{}';
begin
	perform 1 from beat.validation x where x.id = any (in_ids) order by x.id for no key update;
	select array_agg(d.id) filter (where 'exclusion' = any (d.dues)), array_agg(d.id) filter (where d.dues = '{setting}'),
		   array_agg(d.id) filter (where 'rate' = any (d.dues))
	  into excluded, set_anew, rated
	  from (select i.validation_id as id, array_agg(distinct i.due) as dues
			  from beat.validation_item i
			 where i.validation_id = any (in_ids) and i.due is not null
			 group by i.validation_id) as d;
	update beat.validation_item i set due = null where i.validation_id = any (in_ids) and i.due is not null;
	for v in
		select x.* from beat.validation x where x.id = any (in_ids) order by x.project_id, x.worker_id, x.id
	loop
		if p.id is distinct from v.project_id then
			p := beat.rules_share(v.project_id);
		end if;
		n := beat.validation_counted(v.id, p);
		o := beat.validation_outcome(p, beat.validation_base(p, v), n.taken, n.votes, n.matches, v.state);
		if (o.wanted, n.taken, n.votes, n.matches, o.state) is distinct from
			(v.wanted::integer, v.taken::integer, v.votes::integer, v.matches::integer, v.state) then
			update beat.validation x
			   set wanted = o.wanted, taken = n.taken, votes = n.votes, matches = n.matches, state = o.state,
				   decided_at = case when o.state = v.state then x.decided_at
					when o.state <> 'waiting' then clock_timestamp() end
			 where x.id = v.id;
			v.votes := n.votes;
			v.matches := n.matches;
		end if;
		if o.state <> v.state then
			perform beat.validation_decided(v, o.state, case
				when v.id = any (excluded) then 'exclusion' when v.id = any (set_anew) then 'setting' else 'vote' end, p);
			-- A change of rules revokes nobody: many would go at once, and not come back with the old rules.
			if o.state <> 'waiting' and v.cause <> 'lost' and v.id <> all (coalesce(set_anew, '{}')) then
				hits := hits || v.assignment_id;
			end if;
		elsif v.id = any (rated) then
			hits := hits || v.assignment_id;
		end if;
	end loop;
	for hit in
		select distinct a.worker_id, a.project_id
		  from beat.assignment a
		 where a.id = any (hits)
		   and not exists (
				select from beat.validation x
				 where x.assignment_id = a.id and x.state = 'waiting' and x.active and x.cause <> 'lost' and x.wanted > 0
				offset 0)
		 order by a.project_id, a.worker_id
	loop
		perform beat.author_check(hit.worker_id, hit.project_id);
	end loop;
end
$$;
comment on function beat.validation_weigh is
	'Counts the votes on questions anew, and draws the consequences. Fails rather than wait for anybody.';

-- One author at a time, so that who is busy keeps nobody else waiting. What a revocation makes due comes last.
create function beat.validation_settle(in_ids text[]) returns void language plpgsql as $$
declare
	g record;
begin
	if current_setting('beat.weighing', true) = 'on' then
		return; -- called by what weighing does: it stays due, and the second round takes it
	end if;
	for i in 1 .. 2 loop
		for g in
			select array_agg(v.id order by v.id) as ids
			  from beat.validation v
			 where v.id = any (in_ids)
			 group by v.project_id, v.worker_id
			 order by v.project_id, v.worker_id
		loop
			begin
				perform set_config('beat.weighing', 'on', true);
				perform beat.validation_weigh(g.ids);
				perform set_config('beat.weighing', '', true);
			exception when lock_not_available or deadlock_detected then
				null; -- stays due
			end;
		end loop;
		in_ids := array(
			select distinct x.validation_id
			  from (select y.validation_id
					  from beat.validation_item y
					 where y.due is not null and y.validation_id <> all (in_ids)
					 limit 100) as x);
		exit when cardinality(in_ids) = 0;
	end loop;
end
$$;
comment on function beat.validation_settle is
	'Weighs questions as far as nobody is in the way. The second round takes what is due besides, a bounded number.';

create function beat.validation_drain(in_most integer) returns integer language plpgsql as $$
declare
	ids text[] := array(
		select distinct x.validation_id
		  from (select y.validation_id from beat.validation_item y where y.due is not null limit in_most) as x);
begin
	if cardinality(ids) > 0 then
		perform beat.validation_settle_quietly(ids);
	end if;
	return cardinality(ids);
end
$$;
comment on function beat.validation_drain is 'Weighs what is due, at most so many questions; returns how many were.';

create function beat.validation_settle_quietly(in_ids text[]) returns void language plpgsql as $$
declare
	was text := coalesce(current_setting('beat.actor', true), '');
begin
	perform set_config('beat.actor', 'server', true);
	perform beat.validation_settle(in_ids);
	perform set_config('beat.actor', was, true);
end
$$;
comment on function beat.validation_settle_quietly is 'As validation_settle(), in the name of the server.';

-- The contract of those who changed something: marks it due, then settles.
create function beat.validation_decide(in_ids text[], in_cause text) returns void language plpgsql as $$
begin
	update beat.validation_item i
	   set due = in_cause
	 where i.validation_id = any (in_ids) and i.state in ('leased', 'voted') and i.due is distinct from in_cause;
	perform beat.validation_settle(in_ids);
end
$$;
comment on function beat.validation_decide is
	'Has questions weighed anew for a cause: vote, exclusion or setting. What cannot be done at once stays due.';

-- Votes that do not count.

create function beat.votes_mark(in_worker_id bigint, in_project_id bigint, in_excluded boolean) returns text[]
	language plpgsql as $$
declare
	ids text[];
begin
	with marked as (
		update beat.vote o
		   set excluded = in_excluded
		 where o.worker_id = in_worker_id and o.project_id = in_project_id and o.cast_at is not null
		   and o.excluded <> in_excluded
		returning o.assignment_id, o.validation_id
	), told as (
		update beat.validation_item i
		   set due = 'exclusion'
		  from marked m
		 where i.assignment_id = m.assignment_id and i.validation_id = m.validation_id
		returning i.validation_id
	)
	select coalesce(array_agg(t.validation_id order by t.validation_id), '{}') into ids from told t;
	return ids;
end
$$;
comment on function beat.votes_mark is 'Excludes or includes all cast votes of a validator; returns the questions.';

create function beat.votes_exclude(
	in_worker_id bigint, in_project_id bigint, in_revocation_id bigint, in_reason text)
	returns integer language plpgsql as $$
declare
	ids text[];
begin
	perform beat.worker_hold(in_worker_id, in_project_id);
	insert into beat.vote_exclusion (project_id, worker_id, revocation_id, reason, actor)
	values (in_project_id, in_worker_id, in_revocation_id, in_reason, beat.current_actor());
	ids := beat.votes_mark(in_worker_id, in_project_id, true);
	if in_revocation_id is null or cardinality(ids) > 0 then
		perform beat.event_add('votes.exclude', in_project_id, in_worker_id, null, jsonb_build_object(
			'reason', in_reason, 'revocation', in_revocation_id::text, 'votes', cardinality(ids)));
		perform beat.changed('validation', in_project_id, null);
	end if;
	perform beat.validation_settle(ids);
	return cardinality(ids);
end
$$;
comment on function beat.votes_exclude is
	'A validator''s votes in a project count no more, by hand or with a revocation; returns how many counted until now. '
	'Comes last in its transaction: it holds rows of many, and must not wait for anything then.';

create function beat.votes_include(
	in_worker_id bigint, in_project_id bigint, in_revocation_id bigint, in_reason text)
	returns integer language plpgsql as $$
declare
	ids text[] := '{}';
begin
	perform beat.worker_hold(in_worker_id, in_project_id);
	update beat.vote_exclusion e
	   set undone_at = clock_timestamp(), undone_by = beat.current_actor(), undone_reason = in_reason
	 where e.worker_id = in_worker_id and e.project_id = in_project_id and e.undone_at is null
	   and e.revocation_id is not distinct from in_revocation_id;
	if found and not beat.votes_are_excluded(in_worker_id, in_project_id) then
		ids := beat.votes_mark(in_worker_id, in_project_id, false);
	end if;
	if in_revocation_id is null or cardinality(ids) > 0 then
		perform beat.event_add('votes.include', in_project_id, in_worker_id, null, jsonb_build_object(
			'reason', in_reason, 'revocation', in_revocation_id::text, 'votes', cardinality(ids)));
		perform beat.changed('validation', in_project_id, null);
	end if;
	perform beat.validation_settle(ids);
	return cardinality(ids);
end
$$;
comment on function beat.votes_include is
	'Undoes an exclusion; the votes count again unless another one stands. Returns how many do. Comes last, as '
	'votes_exclude().';

-- Lost attempts are no questions that could be discarded: they follow their author.
create function beat.validations_follow() returns trigger language plpgsql as $$
begin
	-- All of them, because the questions follow: rows of validation are locked in the order of their ids.
	perform 1
	   from beat.validation v
	  where v.worker_id = new.worker_id and v.project_id = new.project_id
	  order by v.id
	    for no key update;
	update beat.validation v
	   set active = new.state <> 'revoked'
	 where v.worker_id = new.worker_id and v.project_id = new.project_id and v.cause = 'lost';
	return null;
end
$$;
comment on function beat.validations_follow is
	'Trigger: lost attempts of a worker who is revoked are not validated; those of one who is reinstated are.';
create trigger participation_validations after update of state on beat.participation
	for each row when ((old.state = 'revoked') <> (new.state = 'revoked')) execute function beat.validations_follow();

-- Settings that change.

create function beat.validation_base(p beat.project, v beat.validation) returns integer
	language sql stable
	return case
		when beat.validation_cause(p.validation_votes, p.validation_train_permille, p.validation_lost_permille, v.split,
			case v.cause when 'lost' then 'model' else 'human' end, v.id) is null then 0
		else p.validation_votes
	end;
comment on function beat.validation_base is
	'The votes that a project asks for to begin with: none of what its settings do not want validated any more.';

-- A row that is put into the queue just while its question is discarded or restored may have missed that.
create function beat.validation_align(in_project_id bigint) returns void language plpgsql as $$
begin
	update beat.validation v
	   set active = n.active
	  from (
		select y.id, b.active
		  from beat.validation y
		 cross join lateral (
			select case when y.cause = 'lost' then not exists (
					select from beat.participation q
					 where q.worker_id = y.worker_id and q.project_id = y.project_id and q.state = 'revoked')
				else not exists (
					select from beat.discard d
					 where d.question_id = y.id and d.undone_at is null and d.cause <> 'unanswerable') end as active) as b
		 where y.project_id = in_project_id and y.created_at > clock_timestamp() - interval '20 minutes'
		   and y.active <> b.active
		   for no key update of y skip locked) as n
	 where v.id = n.id;
end
$$;
comment on function beat.validation_align is 'What came into the queue lately is active iff nothing but its votes discards it.';

create function beat.validation_refill(in_project_id bigint) returns integer language plpgsql as $$
declare
	p beat.project;
	made integer := 0;
begin
	select x.* into p from beat.project x where x.id = in_project_id;
	if p.validation_votes > 0 then
		made := beat.validation_put(p, array(
			select a.id
			  from beat.assignment a
			  join beat.passage x on x.id = a.passage_id
			 where a.project_id = p.id and a.state = 'submitted' and a.kind = 'generate'
			   and (x.split <> 'train' or p.validation_train_permille > 0)));
	end if;
	update beat.validation v
	   set wanted = n.wanted
	  from (
		select y.id, b.wanted
		  from beat.validation y
		 cross join lateral (
			select case when beat.validation_cause(p.validation_votes, p.validation_train_permille, p.validation_lost_permille,
					y.split, case y.cause when 'lost' then 'model' else 'human' end, y.id) is null then 0
				else p.validation_votes end as wanted) as b
		 where y.project_id = p.id and y.votes = 0 and y.state = 'waiting' and y.wanted <> b.wanted
		   for no key update of y skip locked) as n
	 where v.id = n.id;
	perform beat.validation_align(in_project_id);
	return made;
end
$$;
comment on function beat.validation_refill is
	'Puts into the queue what the settings of a project want validated and is not there yet, and tells what has no votes how '
	'many are wanted, as far as nobody holds it; returns how many came.';

create function beat.validation_reset(in_project_id bigint) returns void language plpgsql as $$
declare
	ids text[];
begin
	perform pg_advisory_xact_lock(beat.rules_lock_key(in_project_id));
	perform beat.validation_refill(in_project_id);
	-- An item that somebody is changing is about to be due by itself, and weighed by the new rules.
	with told as (
		update beat.validation_item i
		   set due = 'setting'
		  from (
			select y.assignment_id, y.validation_id
			  from beat.validation v
			  join beat.validation_item y on y.validation_id = v.id
			 where v.project_id = in_project_id and y.state = 'voted' and y.due is null
			   for no key update of y skip locked) as y
		 where i.assignment_id = y.assignment_id and i.validation_id = y.validation_id
		returning i.validation_id
	)
	select array_agg(distinct t.validation_id) into ids from told t;
	perform beat.validation_settle(ids);
	perform beat.changed('validation', in_project_id, null);
end
$$;
comment on function beat.validation_reset is
	'After settings of validation have changed: the queue, how many votes are wanted, and what those there are come to. '
	'Comes last in its transaction, as votes_exclude().';

create function beat.validation_rules(p beat.project) returns jsonb
	language sql stable
	return jsonb_build_array(p.validation_votes, p.validation_match, p.validation_f1_permille, p.validation_matches,
		p.validation_early_stop, p.validation_extra, p.validation_train_permille, p.validation_lost_permille);
comment on function beat.validation_rules is 'The settings of a project that decide what its votes come to.';

-- What was handed in, or held by somebody, just while a setting changed was not seen by that change.
create function beat.validation_catch_up() returns integer language plpgsql as $$
begin
	return coalesce((
		select sum(beat.validation_refill(c.project_id))
		  from (
			select distinct e.project_id
			  from (
				select x.project_id, x.at, x.detail
				  from beat.event x
				 where x.kind = 'project.set'
				 order by x.id desc
				 limit 100) as e
			 where e.at > clock_timestamp() - interval '10 minutes'
			   and e.detail -> 'after' ?| array['validation_votes', 'validation_train_permille',
					'validation_lost_permille']) as c), 0);
end
$$;
comment on function beat.validation_catch_up is
	'Fills the queues of projects whose settings of validation have changed lately; returns how many questions came.';

-- The recount.

create function beat.recount_validation()
	returns table (counter text, key jsonb, stored bigint, recounted bigint) language sql stable
begin atomic
	-- What is due is not in the counters yet, by design.
	select c.counter, jsonb_build_object('id', v.id), c.stored, c.recounted
	  from beat.validation v
	  join beat.project p on p.id = v.project_id
	 cross join lateral beat.validation_counted(v.id, p) as n
	 cross join lateral (values
		('validation.taken', v.taken::bigint, n.taken::bigint), ('validation.votes', v.votes, n.votes),
		('validation.matches', v.matches, n.matches)) as c (counter, stored, recounted)
	 where c.stored <> c.recounted
	   and not exists (select from beat.validation_item i where i.validation_id = v.id and i.due is not null)
	union all
	select c.counter, jsonb_build_object('worker_id', worker_id, 'project_id', project_id), c.stored, c.recounted
	  from beat.participation q
	  full join (
		select v.worker_id, v.project_id, count(*) as validated, count(*) filter (where v.state = 'answerable') as answerable
		  from beat.validation v
		 where v.state <> 'waiting' and v.cause <> 'lost'
		 group by v.worker_id, v.project_id) as v using (worker_id, project_id)
	  full join (
		select o.worker_id, o.project_id, count(*) as votes
		  from beat.vote o
		 where o.cast_at is not null
		 group by o.worker_id, o.project_id) as o using (worker_id, project_id)
	 cross join lateral (values
		('participation.validated', coalesce(q.validated, 0)::bigint, coalesce(v.validated, 0)),
		('participation.answerable', coalesce(q.answerable, 0), coalesce(v.answerable, 0)),
		('participation.votes', coalesce(q.votes, 0), coalesce(o.votes, 0))) as c (counter, stored, recounted)
	 where c.stored <> c.recounted;
end;
comment on function beat.recount_validation is 'Counters of validation that differ from a recount.';

create or replace function beat.recount()
	returns table (counter text, key jsonb, stored bigint, recounted bigint) language sql stable
begin atomic
	select * from beat.recount_projects()
	union all select * from beat.recount_workers()
	union all select * from beat.recount_hours()
	union all select * from beat.recount_rows()
	union all select * from beat.recount_reviews()
	union all select * from beat.recount_entry()
	union all select * from beat.recount_validation()
	order by 1, 2;
end;

-- What was handed in before there was validation waits for validators from now on.
do $$
begin
	perform beat.validation_refill(p.id) from beat.project p;
end
$$;
