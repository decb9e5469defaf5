-- What platforms have to be told, what is done by itself, and what the server measures of itself.

-- Figures for monitoring, from small partial indexes; attempts is the statistics collector's estimate.
create function server_gauges(
	out open_leases bigint, out pending_judgement bigint, out attempts bigint, out overdue_leases bigint,
	out alerts json)
	language sql stable as $$
	select (select count(*) from beat.assignment a where a.ended_at is null and a.expires_at > statement_timestamp()),
		   (select count(*) from beat.attempt t where t.verdict = 'none'),
		   pg_stat_get_live_tuples('beat.attempt'::regclass),
		   (select count(*) from beat.assignment a where a.ended_at is null and a.expires_at <= statement_timestamp()),
		   alerts_counted();
$$;

-- What platforms have to be told of a project's workers, newest first (200).
create function admin_outbox(in_project text, in_identity boolean) returns json language plpgsql stable as $$
declare
	p beat.project := project_named(in_project);
begin
	return json_build_object(
		'items', (
			select coalesce(json_agg(json_build_object('id', o.id::text, 'platform', o.platform, 'action', o.action,
					'worker', worker_shown(o.worker_id, in_identity), 'revocation', o.revocation_id::text,
					'created_at', beat.iso(o.created_at), 'done_at', beat.iso(o.done_at), 'tries', o.tries,
					'error', o.error) order by o.id desc), '[]')
			  from (select x.* from beat.outbox x where x.project_id = p.id order by x.id desc limit 200) as o),
		'waiting', (select count(*) from beat.outbox x where x.project_id = p.id and x.done_at is null));
end
$$;

-- By itself.

-- Why a project's batch is due to be closed: hits or hours; null if it is not.
create function batch_due(p beat.project) returns text language plpgsql stable as $$
declare
	last beat.batch := batch_last(p.id);
	hits bigint;
begin
	select coalesce(sum(t.submitted), 0) - coalesce(last.hits_total, 0) into hits
	  from beat.project_tally t
	 where t.project_id = p.id;
	return case
		when hits <= 0 then null
		when hits >= p.batch_hits then 'hits'
		when coalesce(last.closed_at, p.created_at) <= clock_timestamp() - make_interval(hours => p.batch_hours)
			then 'hours'
	end;
end
$$;

-- What is due by itself: the batch of one project, review leases that ran out. Servers call it now and then, and the
-- settler after it.
-- One batch at a call: the counters it locks are let go before the next begins.
create function housekeeping() returns json language plpgsql as $$
declare
	p beat.project;
	b beat.batch;
	cause text;
	leases integer;
	closed jsonb := '[]';
	faults jsonb := '[]';
begin
	perform act_as('server');
	perform attempts_count(); -- what a server that died left
	if not pg_try_advisory_xact_lock(hashtext('beat.housekeeping')) then
		return json_build_object('busy', true); -- another server is at it
	end if;
	for p in
		select x.* from beat.project x where num_nonnulls(x.batch_hits, x.batch_hours) > 0 order by x.id
	loop
		if batch_due(p) is not null then
			begin
				select x.* into p from beat.project x where x.id = p.id for no key update;
				cause := batch_due(p); -- again: somebody may have closed it by hand meanwhile
				if cause is not null then
					b := batch_close(p, cause, replace(gen_random_uuid()::text, '-', ''));
					closed := closed || jsonb_build_object('project', p.name, 'batch', b.number, 'cause', cause,
						'sampled', b.sampled);
				end if;
			exception when others then -- the other projects must not suffer
				faults := faults || jsonb_build_object('project', p.name, 'error', sqlerrm);
			end;
			exit when jsonb_array_length(closed) > 0;
		end if;
	end loop;
	-- Last, because they never wait: whoever finishes a review holds the worker first and the review then.
	perform alerts_settle();
	leases := review_leases_expire(null);
	return json_build_object('leases', leases, 'batches', closed, 'faults', faults);
end
$$;
