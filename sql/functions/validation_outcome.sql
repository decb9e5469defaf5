-- What votes lead to: decisions on questions, discards, the author's rate.
--
-- Weighing wants rows of many people: the question and its author's counters, for a revocation all that hangs on the
-- author. It is done by transactions that hold other rows already, so it never waits longer than a moment: what is in
-- somebody's way stays due, and is done by the next hand-in, the next validator who comes, or housekeeping.

-- True if a vote says the same as the original answer: exactly, or with an F1 above so many per mille.
create function vote_matches(
	in_rule text, in_permille integer, in_exact boolean, in_shared integer, in_vote_tokens integer,
	in_original_tokens integer)
	returns boolean language sql immutable parallel safe as $$
	select case in_rule
		when 'em' then in_exact
		else 2000 * in_shared > in_permille * (in_vote_tokens + in_original_tokens)
	end
$$;

-- How many votes a question needs and what they say, of votes of which so many match. Base: the votes asked for to
-- begin with; 0: nobody is asked any more, and what was decided stays unless a vote that matches says otherwise.
create function validation_outcome(
	p beat.project, in_base integer, in_taken integer, in_votes integer, in_matches integer, in_state text,
	out wanted integer, out state text)
	language sql stable as $$
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
$$;

-- The counters of a question in the queue, counted anew.
create function validation_counted(in_id text, p beat.project, out taken integer, out votes integer, out matches integer)
	language plpgsql stable as $$
begin
	select count(*) filter (where i.state = 'leased' or not o.excluded),
		   count(*) filter (where i.state = 'voted' and not o.excluded),
		   count(*) filter (where i.state = 'voted' and not o.excluded and vote_matches(p.validation_match,
				p.validation_f1_permille, o.exact, o.shared, o.vote_tokens, o.original_tokens))
	  into taken, votes, matches
	  from beat.validation_item i
	  left join beat.vote o on o.assignment_id = i.assignment_id and o.validation_id = i.validation_id
	 where i.validation_id = in_id and i.state in ('leased', 'voted');
end
$$;

-- The author's rate, when all of a HIT is decided.

-- After votes decided on a HIT: an author too few of whose questions are answerable is revoked, or that is proposed.
create function author_check(in_worker_id bigint, in_project_id bigint) returns void language plpgsql as $$
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
	perform worker_hold(in_worker_id, in_project_id);
	perform revocation_raise(in_worker_id, in_project_id, 'answerability',
		format('%s of %s validated questions could be answered by others: %s %%, less than the %s %% that the project asks '
			'for.', n.answerable, n.validated, round(100.0 * n.answerable / n.validated, 1),
			round(n.answerable_permille / 10.0, 1)),
		null, n.answerable::integer, n.validated::integer);
end
$$;

-- What follows when the votes on a question come to something else than before (v.state): the record, the discard or
-- its end, the author's counters.
create function validation_decided(
	v beat.validation, in_state text, in_cause text, p beat.project)
	returns void language plpgsql as $$
begin
	insert into beat.decision (validation_id, project_id, state, votes, matches, cause, actor)
	values (v.id, v.project_id, in_state, v.votes, v.matches, in_cause, beat.current_actor());
	perform changed_often('validation', v.project_id);
	if v.cause = 'split' and in_state = 'unanswerable' then
		perform question_discard(array[v.id], 'unanswerable', null, null, format(
			'%s of %s validators gave the answer of its author; %s would have to.', v.matches, v.votes,
			p.validation_matches));
	elsif v.cause = 'split' and v.state = 'unanswerable' then
		perform question_restore(array[v.id], 'unanswerable', null, null, format(
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

-- Counts the votes on a question anew, and draws the consequences; true if what they say has changed. Cause: why it is
-- weighed. The caller holds the question.
create function validation_weigh_one(v beat.validation, p beat.project, in_cause text, out state text, out changed boolean)
	language plpgsql as $$
declare
	n record;
	o record;
begin
	n := validation_counted(v.id, p);
	o := validation_outcome(p, validation_base(p, v), n.taken, n.votes, n.matches, v.state);
	state := o.state;
	changed := o.state <> v.state;
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
	if changed then
		perform validation_decided(v, o.state, in_cause, p);
	end if;
end
$$;

-- Looks at the rate of the authors of HITs, as far as all of a HIT is decided.
create function authors_check(hits bigint[]) returns void language plpgsql as $$
declare
	hit record;
begin
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
		perform author_check(hit.worker_id, hit.project_id);
	end loop;
end
$$;

-- Counts the votes on questions anew, and draws the consequences. Fails rather than wait for anybody.
-- First what is due is cleared, then it is counted: what happens in between is seen, or stays due.
create function validation_weigh(in_ids text[]) returns void language plpgsql
	set lock_timeout = '5ms' set plan_cache_mode = force_generic_plan set jit = off
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
declare
	v beat.validation;
	p beat.project;
	o record;
	excluded text[];
	set_anew text[];
	rated text[];
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
			p := rules_share(v.project_id);
		end if;
		o := validation_weigh_one(v, p, case
			when v.id = any (excluded) then 'exclusion' when v.id = any (set_anew) then 'setting' else 'vote' end);
		-- A change of rules revokes nobody: many would go at once, and not come back with the old rules.
		if o.changed and o.state <> 'waiting' and v.cause <> 'lost' and v.id <> all (coalesce(set_anew, '{}'))
			or not o.changed and v.id = any (rated) then
			hits := hits || v.assignment_id;
		end if;
	end loop;
	perform authors_check(hits);
end
$$;

-- Weighs questions as far as nobody is in the way. The second round takes what is due besides, a bounded number.
-- One author at a time, so that who is busy keeps nobody else waiting. What a revocation makes due comes last.
create function validation_settle(in_ids text[]) returns void language plpgsql as $$
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
				perform validation_weigh(g.ids);
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

-- Weighs what is due, at most so many questions; returns how many were.
create function validation_drain(in_most integer) returns integer language plpgsql as $$
declare
	ids text[] := array(
		select distinct x.validation_id
		  from (select y.validation_id from beat.validation_item y where y.due is not null limit in_most) as x);
begin
	if cardinality(ids) > 0 then
		perform validation_settle_quietly(ids);
	end if;
	return cardinality(ids);
end
$$;

-- As validation_settle(), in the name of the server.
create function validation_settle_quietly(in_ids text[]) returns void language plpgsql as $$
declare
	was text := coalesce(current_setting('beat.actor', true), '');
begin
	perform set_config('beat.actor', 'server', true);
	perform validation_settle(in_ids);
	perform set_config('beat.actor', was, true);
end
$$;
