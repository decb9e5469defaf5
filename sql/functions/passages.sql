-- The queue of passages: which one a worker gets, and how a lease that ran out is taken back.

-- Splits of a project with passages and a target not yet reached, in a weighted random order; null if none.
create function splits_needing_work(in_project_id bigint) returns text[]
	language plpgsql as $$
begin
	return (
		-- A random order in which the bigger split tends to come first: taking from
		-- the first that has work is then much like taking from all passages alike.
		select array_agg(s.split order by -ln(1 - random()) / s.passages)
		  from beat.project_split s
		 where s.project_id = in_project_id
		   and s.passages > 0
		   and (s.target is null or s.target > (
				select coalesce(sum(t.kept), 0)
				  from beat.project_tally t
				 where t.project_id = s.project_id and t.split = s.split)));
end
$$;

-- Ends a bounded number of overdue leases of a project; returns how many. Only HITs to write hold a passage; validators
-- hold questions.
create function leases_expire(in_project_id bigint) returns integer language plpgsql as $$
declare
	moment timestamptz := clock_timestamp();
	lease record;
	expired integer := 0;
begin
	for lease in
		select a.id, a.worker_id, a.passage_id, a.kind, a.expires_at, a.won
		  from beat.assignment a
		  join beat.project_passage q on q.project_id = a.project_id and q.passage_id = a.passage_id
		 where a.project_id = in_project_id and a.ended_at is null and a.expires_at <= moment
		 order by a.expires_at
		 limit 20
		   for no key update of a, q skip locked
	loop
		update beat.assignment set state = 'expired', ended_at = moment where id = lease.id;
		if lease.kind = 'generate' then
			update beat.project_passage set taken = taken - 1
			 where project_id = in_project_id and passage_id = lease.passage_id;
		elsif lease.kind = 'validate' then
			perform validation_release(lease.id);
		end if;
		insert into beat.event (actor, kind, project_id, worker_id, assignment_id, detail)
		values ('server', 'assignment.expire', in_project_id, lease.worker_id, lease.id,
			jsonb_build_object('expires_at', beat.iso(lease.expires_at), 'won', lease.won));
		expired := expired + 1;
	end loop;
	if expired > 0 then
		perform set_config('beat.lowest_level', '', true); -- what became free has moved down
	end if;
	return expired;
end
$$;

-- The lowest number of takings above a given one that passages of the project have; null if there are none.
create function passage_level(in_project_id bigint, in_splits text[], in_above integer, in_slots integer)
	returns integer language plpgsql as $$
begin
	return (
		select min(q.taken)
		  from unnest(in_splits) as s (split)
		 cross join lateral (
			select pp.taken
			  from beat.project_passage pp
			 where pp.project_id = in_project_id and pp.split = s.split and pp.taken > in_above and pp.taken < in_slots
			   and pp.active
			 order by pp.taken
			 limit 1) as q);
end
$$;

-- Takes up to so many passages of a level that the worker has not had (null: nobody has had any), from a random place on;
-- none if none is free right now. What the worker has had is looked up in the index that has HITs to write alone. The rows
-- are locked when they are found, so their place is that of their last version; one that changed while it was looked at is
-- nobody's find, like one that is locked.
create function passages_take_at(
	in_project_id bigint, in_worker_id bigint, in_splits text[], in_level integer, in_count integer)
	returns bigint[] language plpgsql as $$
declare
	place integer := floor(random() * 2147483647)::integer;
	taken_ids bigint[];
begin
	with took as (
		update beat.project_passage u
		   set taken = u.taken + 1
		 where u.ctid = any (array(
			select q.ctid
			  from unnest(in_splits) as s (split)
			 cross join (values (place, 2147483647), (0, place)) as half (low, high)
			 cross join lateral (
				select pp.ctid
				  from beat.project_passage pp
				 where pp.project_id = in_project_id and pp.split = s.split and pp.taken = in_level and pp.active
				   and pp.shuffle >= half.low and pp.shuffle < half.high
				   -- "offset 0" keeps this a probe per row; as a join it might read all of the worker's past.
				   and not exists (
					select from beat.assignment a
					 where a.worker_id = in_worker_id and a.project_id = in_project_id and a.passage_id = pp.passage_id
					   and a.kind = 'generate'
					offset 0)
				 order by pp.shuffle
				 limit in_count
				   for no key update skip locked) as q
			 limit in_count))
		returning u.passage_id)
	select array_agg(t.passage_id) into taken_ids from took t;
	return taken_ids;
end
$$;

-- Takes up to so many free passages of the project that the worker has not had, of the lowest levels that have some; null
-- if none is free right now. Where the levels begin is remembered for the transaction, that is for a batch of requests:
-- looking for it is a walk past all that was taken since the last vacuum. Nobody goes without a passage that was freed
-- meanwhile.
create function passages_take(
	in_project_id bigint, in_worker_id bigint, in_splits text[], in_slots integer, in_count integer default 1)
	returns bigint[] language plpgsql as $$
declare
	key text := in_project_id || ' ';
	known text := current_setting('beat.lowest_level', true);
	level integer := case when starts_with(known, key) then substr(known, length(key) + 1)::integer end;
	taken_ids bigint[];
begin
	if level < in_slots then
		taken_ids := passages_take_at(in_project_id, in_worker_id, in_splits, level, in_count);
		if cardinality(taken_ids) = in_count then
			return taken_ids;
		end if;
	end if;
	level := passage_level(in_project_id, in_splits, -1, in_slots);
	perform set_config('beat.lowest_level', coalesce(key || level, ''), true);
	while level is not null and coalesce(cardinality(taken_ids), 0) < in_count loop
		taken_ids := taken_ids || passages_take_at(in_project_id, in_worker_id, in_splits, level,
			in_count - coalesce(cardinality(taken_ids), 0));
		level := passage_level(in_project_id, in_splits, level, in_slots);
	end loop;
	return taken_ids;
end
$$;

-- True if a passage could be had by a worker who just got none: somebody else holds it, and has not committed yet.
create function passage_is_free(in_project_id bigint, in_worker_id bigint, in_slots integer) returns boolean
	language plpgsql as $$
declare
	splits text[] := splits_needing_work(in_project_id);
begin
	return exists (
		select from beat.project_passage pp
		 where pp.project_id = in_project_id and pp.split = any (splits)
		   and pp.taken < in_slots and pp.active
		   and not exists (
				select from beat.assignment a
				 where a.worker_id = in_worker_id and a.project_id = in_project_id and a.passage_id = pp.passage_id
				   and a.kind = 'generate'
				offset 0));
end
$$;

-- The split of a passage.
create function passage_split(in_passage_id bigint) returns text language plpgsql stable as $$
begin
	return (select p.split from beat.passage p where p.id = in_passage_id);
end
$$;
