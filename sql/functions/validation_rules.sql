-- Settings of validation that change while it is under way.

-- The advisory lock on what the votes of a project come to.
-- Who weighs shares the rules of a project with others who do; who changes them has them alone, so that nothing is weighed
-- by rules that are old when it is committed.
create function rules_lock_key(in_project_id bigint) returns bigint
	language sql immutable strict parallel safe as $$
	select hashtextextended('beat.validation rules ' || in_project_id, 0)
$$;

-- A project, whose rules of validation stay as they are until the transaction ends.
create function rules_share(in_project_id bigint) returns beat.project language plpgsql as $$
declare
	p beat.project;
begin
	if not pg_try_advisory_xact_lock_shared(rules_lock_key(in_project_id)) then
		raise lock_not_available using message = 'The rules of validation are being changed.';
	end if;
	select x.* into p from beat.project x where x.id = in_project_id;
	return p;
end
$$;

-- The votes that a project asks for to begin with: none of what its settings do not want validated any more.
create function validation_base(p beat.project, v beat.validation) returns integer
	language sql stable as $$
	select case
		when validation_cause(p.validation_votes, p.validation_train_permille, p.validation_lost_permille, v.split,
			case v.cause when 'lost' then 'model' else 'human' end, v.id) is null then 0
		else p.validation_votes
	end
$$;

-- What came into the queue lately is active iff nothing but its votes discards it.
-- A row that is put into the queue just while its question is discarded or restored may have missed that.
create function validation_align(in_project_id bigint) returns void language plpgsql as $$
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

-- Puts into the queue what the settings of a project want validated and is not there yet, and tells what has no votes
-- how many are wanted, as far as nobody holds it; returns how many came.
create function validation_refill(in_project_id bigint) returns integer language plpgsql as $$
declare
	p beat.project;
	made integer := 0;
begin
	select x.* into p from beat.project x where x.id = in_project_id;
	if p.validation_votes > 0 then
		made := validation_put(p, array(
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
			select case when validation_cause(p.validation_votes, p.validation_train_permille, p.validation_lost_permille,
					y.split, case y.cause when 'lost' then 'model' else 'human' end, y.id) is null then 0
				else p.validation_votes end as wanted) as b
		 where y.project_id = p.id and y.votes = 0 and y.state = 'waiting' and y.wanted <> b.wanted
		   for no key update of y skip locked) as n
	 where v.id = n.id;
	perform validation_align(in_project_id);
	return made;
end
$$;

-- After settings of validation have changed: the queue, how many votes are wanted, and what those there are come to.
-- Comes last in its transaction, as votes_exclude().
create function validation_reset(in_project_id bigint) returns void language plpgsql as $$
declare
	ids text[];
begin
	perform pg_advisory_xact_lock(rules_lock_key(in_project_id));
	perform validation_refill(in_project_id);
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
	perform validation_settle(ids);
	perform beat.changed('validation', in_project_id, null);
end
$$;

-- The settings of a project that decide what its votes come to.
create function validation_rules(p beat.project) returns jsonb
	language sql stable as $$
	select jsonb_build_array(p.validation_votes, p.validation_match, p.validation_f1_permille, p.validation_matches,
		p.validation_early_stop, p.validation_extra, p.validation_train_permille, p.validation_lost_permille)
$$;

-- Fills the queues of projects whose settings of validation have changed lately; returns how many questions came.
-- What was handed in, or held by somebody, just while a setting changed was not seen by that change.
create function validation_catch_up() returns integer language plpgsql as $$
begin
	return coalesce((
		select sum(validation_refill(c.project_id))
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
