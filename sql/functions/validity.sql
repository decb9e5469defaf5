-- Validity: which questions are in the dataset, now or at any moment of the past. What is said here decides; releases,
-- pages and counts all ask it.
--
-- A question is valid at a moment iff by then
--   1. it exists: its attempt is won (a late verdict counts from its coming),
--   2. its HIT, of the kind generate, is handed in,
--   3. no discard of it stands: review, revocation, by hand, unanswerable,
--   4. it is of train, or its project asks for no votes, or the last decision on its votes is "answerable"; if it was asked
--      without an adversary, that holds of further answers, and only where they decide.
-- Nothing is deleted and each change has its moment, so the past can be asked like the present.

-- The roles whose transactions are under way in this database and began nobody here knows when: what pg_stat_activity
-- says of them is for their own role and members of pg_read_all_stats. That they are under way is seen by their locks.
-- A snapshot would not do: who has not written yet is in none, and may have read the clock already.
create function roles_hidden() returns text language plpgsql volatile as $$
begin
	perform pg_stat_clear_snapshot();
	return (
		select string_agg(distinct s.usename, ', ' order by s.usename)
		  from pg_stat_activity s
		  join pg_locks l on l.pid = s.pid and l.locktype = 'virtualxid' and l.granted
		 where s.datname = current_database() and s.usename is not null and s.state is null
		   and s.pid <> pg_backend_pid());
end
$$;

-- The latest moment before which nothing can be stamped any more: all transactions that began by then have ended. Ask
-- it in a transaction of its own, before the one that reads as of it: a snapshot taken earlier misses what was
-- committed since.
-- The clock is read first: who begins later stamps later, who began earlier and has not ended is seen. Those of other roles
-- are waited for, up to two seconds.
create function settled_moment() returns timestamptz language plpgsql volatile as $$
declare
	moment timestamptz := clock_timestamp();
	hidden text := roles_hidden();
begin
	for i in 1 .. 40 loop
		exit when hidden is null;
		perform pg_sleep(0.05);
		hidden := roles_hidden();
	end loop;
	if hidden is not null then
		perform refuse(format('A transaction of %s is under way, and %s may not see since when: wait for its end, or let a '
			'superuser say "grant pg_read_all_stats to %s".', hidden, current_user, quote_ident(current_user)));
	end if;
	return least(moment, (
		select min(s.xact_start)
		  from pg_stat_activity s
		 where s.datid = (select d.oid from pg_database d where d.datname = current_database())
		   and s.backend_type in ('client backend', 'background worker', 'parallel worker')
		   and s.pid <> pg_backend_pid()));
end
$$;

-- Every question a project had at a moment, with what decides whether it was in: handed_in; causes of the discards
-- that stood; votes_asked of its split, which decide, and the decision on them; answers_asked: further answers are; valid: in.
-- In SQL, so that the planner dissolves it in the caller's query: sets are joined with sets when all questions are asked
-- for, and one question is looked up by its index. Of decisions the last one made counts; per question they are
-- made one after the other, so that is the one with the highest id.
create function question_standing(in_project_id bigint, in_as_of timestamptz)
	returns table (
		question_id beat.question_id, split beat.split_name, project_id bigint, attempt_id uuid, assignment_id bigint,
		passage_id bigint, worker_id bigint, handed_in boolean, causes text[], votes_asked boolean, decision text,
		valid boolean, answers_asked boolean)
	language sql stable parallel safe as $$
	select q.id, q.split, q.project_id, q.attempt_id, q.assignment_id, a.passage_id, q.worker_id,
		   a.state = 'submitted' and a.ended_at <= in_as_of,
		   coalesce(d.causes, '{}'),
		   w.votes_asked,
		   coalesce(case e.last when e.last_answerable then 'answerable' when e.last_unanswerable then 'unanswerable'
			when e.last_answered then 'answered' end, 'waiting'),
		   a.state = 'submitted' and a.ended_at <= in_as_of
			and d.question_id is null
			and (not w.votes_asked or coalesce(e.last = e.last_answerable, false)),
		   w.answers_asked
	  from (select project_setting_at(in_project_id, 'validation_votes', in_as_of)::integer as votes,
				   project_setting_at(in_project_id, 'further_answers', in_as_of)::integer as further,
				   project_setting_at(in_project_id, 'further_splits', in_as_of)::jsonb as splits,
				   project_setting_at(in_project_id, 'further_decide', in_as_of)::boolean as decide offset 0) as s
	  join beat.question q on q.project_id = in_project_id
	 cross join lateral (
		select case when q.model_id = no_model() then s.further > 0 and s.splits ? q.split and s.decide
					else s.votes > 0 end and q.split <> 'train' as votes_asked,
			   q.model_id = no_model() and s.further > 0 and s.splits ? q.split as answers_asked) as w
	  join beat.assignment a on a.id = q.assignment_id
	  left join (
		select x.question_id, array_agg(x.cause order by x.cause) as causes
		  from beat.discard x
		 where x.at <= in_as_of and (x.undone_at is null or x.undone_at > in_as_of)
		 group by x.question_id
	  ) as d on d.question_id = q.id
	  left join (
		select x.validation_id, x.project_id, max(x.id) as last,
			   max(x.id) filter (where x.state = 'answerable') as last_answerable,
			   max(x.id) filter (where x.state = 'unanswerable') as last_unanswerable,
			   max(x.id) filter (where x.state = 'answered') as last_answered
		  from beat.decision x
		 where x.at <= in_as_of
		 group by x.validation_id, x.project_id
	  ) as e on e.validation_id = q.id and e.project_id = q.project_id
	 where q.created_at <= in_as_of and a.kind = 'generate';
$$;

-- The questions of a project that were in at a moment: its dataset as of then.
create function valid_questions(in_project text, in_as_of timestamptz)
	returns table (
		question_id beat.question_id, split beat.split_name, attempt_id uuid, assignment_id bigint, passage_id bigint,
		worker_id bigint)
	language sql stable parallel safe as $$
	select s.question_id, s.split, s.attempt_id, s.assignment_id, s.passage_id, s.worker_id
	  from beat.project p
	 cross join lateral question_standing(p.id, in_as_of) as s
	 where p.name = in_project and s.valid;
$$;

-- How many questions of each split were in at a moment, and why the others were not.
create function admin_validity(in_project text, in_as_of text) returns json
	language plpgsql stable set jit = off as $$
declare
	p beat.project := project_named(in_project);
	moment timestamptz := moment_asked(in_as_of);
begin
	return json_build_object('project', p.name, 'as_of', moment_shown(moment), 'splits', (
		with n as materialized (
			select s.split, standing_of(s.handed_in, s.causes, s.valid, s.decision) as standing, count(*) as n
			  from question_standing(p.id, moment) as s
			 group by 1, 2
		)
		select json_agg(json_build_object('split', x.split, 'target', project_target_at(p.id, x.split, moment),
				'in', coalesce((x.n ->> 'in')::bigint, 0), 'waiting', coalesce((x.n ->> 'waiting')::bigint, 0),
				'out', (
					select json_object_agg(c.cause, coalesce((x.n ->> c.cause)::bigint, 0))
					  from unnest(array['unanswerable', 'review', 'revocation', 'hand', 'not_handed_in']) as c (cause)))
			order by x.place)
		  from (
			select y.split, y.place, (
					select coalesce(jsonb_object_agg(n.standing, n.n), '{}') from n where n.split = y.split) as n
			  from unnest(array['train', 'dev', 'test']) with ordinality as y (split, place)) as x));
end
$$;
