-- The settler: brings what is stored of questions and authors to what the facts say (validation_outcome.sql). Nobody else
-- decides anything. It works through a project author by author, a transaction each, one settler at a time, so that it can
-- be stopped anywhere and be run again at any time.
--
-- Locks: the author first, as everywhere; of rows of the queue only those that nobody holds. Validators take them without
-- waiting and hold them with whatever shares their transaction, so waiting for them here could go in circles. What was not
-- to be had, and what happened meanwhile, is found the next time.

-- The advisory lock of the settler of a project.
create function settler_key(in_project_id bigint) returns bigint
	language sql immutable strict parallel safe as $$
	select hashtextextended('beat.settler ' || in_project_id, 0)
$$;

-- Why what votes come to has changed, for the record: further votes, votes that count no more or again, or the settings.
create function decision_cause(v beat.validation, in_votes integer) returns text language plpgsql stable as $$
begin
	return case
		when in_votes = v.votes then 'setting'
		when in_votes < v.votes then 'exclusion'
		when exists (
			select from beat.vote o
			 where o.validation_id = v.id and o.cast_at > coalesce((
				select max(d.at) from beat.decision d where d.validation_id = v.id), '-infinity')) then 'vote'
		else 'exclusion' end;
end
$$;

-- What follows when the votes on a question come to something else than before (v.state): the record, the discard or
-- its end. Votes and matches are those of now.
create function validation_decided(v beat.validation, in_state text, in_votes integer, in_matches integer, p beat.project)
	returns void language plpgsql as $$
begin
	insert into beat.decision (validation_id, project_id, state, votes, matches, cause, actor)
	values (v.id, v.project_id, in_state, in_votes, in_matches, decision_cause(v, in_votes), beat.current_actor());
	if v.cause = 'train' or v.cause = 'lost' or v.split = 'train' then
		return; -- whatever votes say of those, they stay
	end if;
	if in_state = 'unanswerable' then
		perform question_discard(array[v.id], 'unanswerable', null, null, format(
			'%s of %s validators gave the answer of its author; %s would have to.', in_matches, in_votes,
			p.validation_matches));
	elsif v.state = 'unanswerable' then
		perform question_restore(array[v.id], 'unanswerable', null, null, format(
			'%s of %s votes match by now; %s would have to.', in_matches, in_votes, p.validation_matches));
	end if;
end
$$;

-- Stores what the facts say of an author's questions, as far as nobody holds them; returns how many were different.
create function validation_weigh(p beat.project, in_worker_id bigint, in_ids text[]) returns integer
	language plpgsql set plan_cache_mode = force_custom_plan set jit = off as $$
declare
	w record;
	n integer := 0;
begin
	for w in
		select d.* from validation_differing(p, in_worker_id) as d where (d.was).id = any (in_ids) order by (d.was).id
	loop
		update beat.validation x
		   set active = w.active, wanted = w.wanted, taken = w.taken, votes = w.votes, matches = w.matches, state = w.state,
			   decided_at = case when w.state = x.state then x.decided_at
				when w.state <> 'waiting' then clock_timestamp() end
		 where x.id = (w.was).id;
		if w.state <> (w.was).state then
			perform validation_decided(w.was, w.state, w.votes, w.matches, p);
		end if;
		n := n + 1;
	end loop;
	return n;
end
$$;

-- Takes a revocation by this rule back, because what led to it is not so any more.
create function author_forgive(a record, p beat.project) returns void language plpgsql as $$
declare
	because text := format('Its ground is gone: %s of %s decided questions can be answered by others%s.', a.answerable,
		a.decided, case when a.waiting > 0 then format(', %s wait for votes', a.waiting) else '' end);
	v beat.revocation;
begin
	select x.* into v from beat.revocation x where x.id = a.standing for no key update;
	if v.state = 'proposed' then
		update beat.revocation x
		   set state = 'dismissed', decided_by = beat.current_actor(), decided_at = clock_timestamp()
		 where x.id = v.id;
		perform beat.event_add('revocation.dismiss', p.id, a.worker_id, null, jsonb_build_object('revocation', v.id::text,
			'reason', because, 'before', 'proposed', 'after', 'dismissed'));
		perform beat.changed('revocation', p.id, v.id::text);
	else
		perform revocation_undo(a.worker_id, p, v, because, revocation_before(v, p));
	end if;
end
$$;

-- Whether a revocation by this rule can be taken back by itself: it is what the worker is revoked by here, and the pool does not say
-- something else. Else it waits until that is over.
create function author_forgivable(in_worker_id bigint, p beat.project, in_revocation_id bigint) returns boolean
	language plpgsql stable as $$
begin
	return exists (
		select
		  from beat.revocation r
		  left join beat.qualification k on k.worker_id = in_worker_id and k.pool_id = p.pool_id
		 where r.id = in_revocation_id
		   and (r.state = 'proposed' or r.id = revocation_of(in_worker_id, p.id)
				and (r.pool_id is not null or k.state is null or k.state not in ('revoked', 'screening'))));
end
$$;

-- Judges an author by what is decided: revokes, proposes that, or takes back what this rule did. The caller holds the worker.
create function author_judge(in_worker_id bigint, p beat.project) returns boolean language plpgsql
	set plan_cache_mode = force_custom_plan set jit = off as $$
declare
	a record;
begin
	select x.* into a from author_standing(p, in_worker_id) as x;
	if not found or not author_differs(a.judged, a.low, a.standing, a.other)
		or a.standing is not null and not author_forgivable(in_worker_id, p, a.standing) then
		return false;
	elsif a.standing is not null then
		perform author_forgive(a, p);
	else
		perform revocation_raise(in_worker_id, p.id, 'answerability',
			format('%s of %s validated questions could be answered by others: %s %%, less than the %s %% that the project '
				'asks for.', a.answerable, a.decided, round(100.0 * a.answerable / a.decided, 1),
				round(p.answerable_permille / 10.0, 1)),
			null, a.answerable::integer, a.decided::integer);
	end if;
	return true;
end
$$;

-- Settles one author: weighs the questions, counts them, and judges the author unless a question is in somebody's hands
-- just now. Returns how many questions and authors changed.
create function validation_settle_author(in_project_id bigint, in_worker_id bigint) returns integer language plpgsql as $$
declare
	p beat.project;
	ids text[];
	n integer;
	every boolean;
begin
	perform worker_hold(in_worker_id, in_project_id);
	select x.* into p from beat.project x where x.id = in_project_id;
	ids := array(
		select v.id
		  from beat.validation v
		 where v.worker_id = in_worker_id and v.project_id = in_project_id
		 order by v.id
		   for no key update skip locked);
	n := validation_weigh(p, in_worker_id, ids);
	select cardinality(ids) = count(*) into every
	  from beat.validation v
	 where v.worker_id = in_worker_id and v.project_id = in_project_id;
	update beat.participation q
	   set validated = c.validated, answerable = c.answerable
	  from (select count(*) filter (where votes_decided(v.state)) as validated,
				   count(*) filter (where v.state = 'answerable') as answerable
			  from beat.validation v
			 where v.worker_id = in_worker_id and v.project_id = in_project_id and v.cause <> 'lost') as c
	 where q.worker_id = in_worker_id and q.project_id = in_project_id
	   and (q.validated, q.answerable) is distinct from (c.validated, c.answerable);
	if every and author_judge(in_worker_id, p) then
		n := n + 1;
	end if;
	if n > 0 then
		perform beat.changed('validation', in_project_id, null);
	end if;
	return n;
end
$$;

-- The authors of a project of whom something stored is not what the facts say.
create function validation_unsettled(p beat.project) returns setof bigint language plpgsql stable
	set plan_cache_mode = force_custom_plan set jit = off as $$
begin
	return query
	select (d.was).worker_id from validation_differing(p, null) as d
	union
	select a.worker_id
	  from author_standing(p, null) as a
	  join beat.participation q on q.worker_id = a.worker_id and q.project_id = p.id
	 where author_differs(a.judged, a.low, a.standing, a.other) and case when a.standing is not null
		then author_forgivable(a.worker_id, p, a.standing) else may_move(q.state, 'revoked') end
	 order by 1;
end
$$;

-- Begins to settle a project: the queue is filled, if what it asks for is new to the settler; the authors there are to
-- settle, null while another settler is at work. The moment tells the end of it how far it came.
create function validation_settle_begin(p beat.project, out authors bigint[], out moment timestamptz) language plpgsql as $$
declare
	known beat.validation_settlement;
begin
	moment := clock_timestamp();
	if not pg_try_advisory_xact_lock(settler_key(p.id)) then
		return;
	end if;
	select x.* into known from beat.validation_settlement x where x.project_id = p.id;
	-- What was handed in just while a setting changed was not seen by that change: it is looked at for a while.
	if known.asked is distinct from validation_asks(p) or known.asked_at > moment - interval '10 minutes' then
		perform validation_refill(p);
	end if;
	authors := array(select validation_unsettled(p));
end
$$;

-- A project is settled, as of when that began.
create function validation_settle_end(p beat.project, in_moment timestamptz) returns void language plpgsql as $$
begin
	insert into beat.validation_settlement as x (project_id, at, asked, asked_at)
	values (p.id, in_moment, validation_asks(p), in_moment)
	on conflict on constraint validation_settlement_pkey do update
	   set at = excluded.at, asked = excluded.asked,
		   asked_at = case when x.asked = excluded.asked then x.asked_at else excluded.asked_at end;
end
$$;

-- Settles one author as far as that can be done; says what went wrong, which must not keep the others waiting.
create function validation_settle_step(in_project_id bigint, in_worker_id bigint, out changed integer, out fault text)
	language plpgsql as $$
begin
	perform act_as('server');
	if not pg_try_advisory_xact_lock(settler_key(in_project_id)) then
		fault := 'another settler came in between';
		return;
	end if;
	changed := validation_settle_author(in_project_id, in_worker_id);
exception when others then
	fault := sqlerrm;
end
$$;

-- The projects of which something happened since they were settled last, or shortly before: who began then may have ended since.
create function validation_due() returns setof beat.project language plpgsql stable as $$
begin
	return query
	select p.*
	  from beat.project p
	  left join beat.validation_settlement s on s.project_id = p.id
	 cross join lateral (
		select e.at from beat.event e where e.project_id = p.id order by e.id desc limit 1) as last
	 where s.at is null or last.at > s.at - interval '10 minutes'
	 order by p.id;
end
$$;

-- Settles a project, a transaction for each author; adds what came of it to the report.
create procedure validation_settle_project(p beat.project, inout report jsonb) language plpgsql as $$
declare
	begun record;
	step record;
	w bigint;
	n integer := 0;
	authors integer := 0;
	fault text;
begin
	begun := validation_settle_begin(p);
	commit;
	foreach w in array coalesce(begun.authors, '{}') loop
		step := validation_settle_step(p.id, w);
		commit;
		n := n + coalesce(step.changed, 0);
		authors := authors + (step.changed > 0)::integer;
		fault := coalesce(fault, step.fault);
	end loop;
	if begun.authors is not null and fault is null then
		perform validation_settle_end(p, begun.moment);
		commit;
	end if;
	report := report || jsonb_build_object('project', p.name, 'busy', begun.authors is null, 'authors', authors,
		'changes', n, 'fault', fault);
end
$$;

-- Settles what has changed of all projects. Servers call it now and then.
create procedure validation_settle_due(inout answer json default null) language plpgsql as $$
declare
	due beat.project[] := array(select d from validation_due() as d);
	p beat.project;
	report jsonb := '[]';
begin
	foreach p in array due loop
		call validation_settle_project(p, report);
	end loop;
	answer := json_build_object('projects', report);
end
$$;
