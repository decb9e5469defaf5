-- What models cost: tokens, time and money of their calls, and a budget for a day.

-- Today, by which budgets go.
create function usage_today() returns date language sql stable as $$
	select (statement_timestamp() at time zone 'UTC')::date
$$;

-- What a model cost today, in billionths of a dollar.
create function usage_nanos_today(in_model_id bigint) returns numeric language sql stable as $$
	select coalesce(sum(u.nanos), 0) from beat.usage_day u where u.model_id = in_model_id and u.day = usage_today()
$$;

-- Whether the budget of a model is spent for today.
create function model_is_spent(m beat.model) returns boolean language plpgsql stable as $$
begin
	return m.budget_cents is not null and usage_nanos_today(m.id) >= m.budget_cents::numeric * 10000000;
end
$$;

-- Billionths of a dollar as people read them, to the ten-thousandth of a cent.
create function dollars(nanos numeric) returns text language sql immutable as $$
	select '$' || trim_scale(round(nanos / 1000000000, 6))::text
$$;

-- Keeps the tokens of one call; the assignment tells the project of an attempt that is not stored yet.
create function usage_store(
	in_kind text, in_model_id bigint, in_assignment_id bigint, in_attempt_id uuid, in_name text, in_version text,
	in_weights text, in_prompt text, in_protocol text, in_tokens_in integer, in_tokens_out integer, in_ms integer)
	returns boolean language plpgsql as $$
declare
	m beat.model;
	of_project bigint;
	cost bigint;
begin
	select x.* into m from beat.model x where x.id = in_model_id;
	select a.project_id into of_project from beat.assignment a
	 where a.id = coalesce(nullif(in_assignment_id, 0), (select t.assignment_id from beat.attempt t where t.id = in_attempt_id));
	cost := in_tokens_in::bigint * coalesce(m.price_in, 0) + in_tokens_out::bigint * coalesce(m.price_out, 0);
	insert into beat.model_usage (model_id, model_build_id, project_id, attempt_id, kind, tokens_in, tokens_out, ms, nanos)
	values (m.id, model_build_seen(m.id, in_name, in_version, in_weights, in_prompt, in_protocol), coalesce(of_project, 0),
		in_attempt_id, in_kind, in_tokens_in, in_tokens_out, in_ms, cost);
	insert into beat.usage_day as u (model_id, day, project_id, kind, calls, tokens_in, tokens_out, ms, nanos)
	values (m.id, usage_today(), coalesce(of_project, 0), in_kind, 1, in_tokens_in, in_tokens_out, in_ms, cost)
	on conflict on constraint usage_day_pkey do update
		set calls = u.calls + 1, tokens_in = u.tokens_in + excluded.tokens_in, tokens_out = u.tokens_out + excluded.tokens_out,
			ms = u.ms + excluded.ms, nanos = u.nanos + excluded.nanos;
	if model_is_spent(m) then
		perform act_as('server');
		perform alert_raise('budget', m.name, null, m.id, format('%s has spent its budget of today, %s (%s so far): it is not '
			'asked until midnight UTC, and questions wait for their verdict. beatctl model set %1$s --budget-cents N changes it.',
			m.name, dollars(m.budget_cents::numeric * 10000000), dollars(usage_nanos_today(m.id))),
			jsonb_build_object('day', usage_today(), 'budget_cents', m.budget_cents));
	end if;
	return true;
end
$$;

-- Ends alerts about budgets that are spent no more: it is another day, or there is more to spend.
create function budgets_settle() returns void language plpgsql as $$
begin
	perform alert_end(a.kind, a.subject)
	   from beat.alert a
	   join beat.model m on m.id = a.model_id
	  where a.until is null and a.kind = 'budget' and not model_is_spent(m);
end
$$;

-- What calls cost together, of a project, of a model, or of one in the other; null: of any.
create function usage_json(in_project_id bigint, in_model_id bigint) returns json language plpgsql stable as $$
begin
	return (
		select json_build_object('calls', coalesce(sum(u.calls), 0), 'tokens_in', coalesce(sum(u.tokens_in), 0),
				'tokens_out', coalesce(sum(u.tokens_out), 0), 'ms', coalesce(sum(u.ms), 0), 'nanos', coalesce(sum(u.nanos), 0),
				'nanos_today', coalesce(sum(u.nanos) filter (where u.day = usage_today()), 0))
		  from beat.usage_day u
		 where (in_project_id is null or u.project_id = in_project_id) and (in_model_id is null or u.model_id = in_model_id));
end
$$;

-- What a model cost, for a terminal; null: nothing was told.
create function usage_text(m beat.model) returns text language sql stable as $$
	select concat_ws('; ', (
			select format('%s calls, %s tokens read, %s written, %s, today %s', sum(u.calls), sum(u.tokens_in), sum(u.tokens_out),
					dollars(sum(u.nanos)), dollars(coalesce(sum(u.nanos) filter (where u.day = usage_today()), 0)))
			  from beat.usage_day u where u.model_id = m.id having count(*) > 0),
		'price for 1,000 tokens ' || dollars(case when num_nonnulls(m.price_in, m.price_out) > 0 then
			coalesce(m.price_in, 0) * 1000::numeric end) || ' read, ' || dollars(coalesce(m.price_out, 0) * 1000::numeric) || ' written',
		'budget of a day ' || dollars(m.budget_cents * 10000000::numeric) || case when model_is_spent(m) then ', spent' else '' end)
$$;

-- What the calls for a project's attempts cost until a moment, by build, for the card of a release.
create function release_usage(in_project_id bigint, in_as_of timestamptz) returns jsonb language sql stable as $$
	select coalesce(jsonb_agg(to_jsonb(x) order by x.name collate "C", x.version collate "C", x.weights collate "C",
			x.prompt collate "C", x.protocol collate "C"), '[]')
	  from (select model_published_name(m.name, b.name) as name, coalesce(b.version, '') as version,
				   coalesce(b.weights, '') as weights, coalesce(b.prompt, '') as prompt, coalesce(b.protocol, '') as protocol,
				   count(*) as calls, sum(u.tokens_in) as tokens_in, sum(u.tokens_out) as tokens_out, sum(u.nanos) as nanos
			  from beat.model_usage u
			  join beat.model m on m.id = u.model_id
			  left join beat.model_build b on b.id = u.model_build_id
			 where u.project_id = in_project_id and u.at <= in_as_of
			 group by 1, 2, 3, 4, 5) as x
$$;

-- Counters of what models cost that differ from a recount.
create function recount_usage()
	returns table (counter text, key jsonb, stored bigint, recounted bigint) language sql stable as $$
	select v.counter, jsonb_build_object('model_id', model_id, 'day', day, 'project_id', project_id, 'kind', kind),
		   coalesce(v.stored, 0), coalesce(v.recounted, 0)
	  from beat.usage_day d
	  full join (
		select u.model_id, (u.at at time zone 'UTC')::date as day, u.project_id, u.kind, count(*) as calls,
			   sum(u.tokens_in) as tokens_in, sum(u.tokens_out) as tokens_out, sum(u.ms) as ms, sum(u.nanos)::bigint as nanos
		  from beat.model_usage u
		 group by 1, 2, 3, 4) as c using (model_id, day, project_id, kind)
	 cross join lateral (values ('usage_day.calls', d.calls, c.calls), ('usage_day.tokens_in', d.tokens_in, c.tokens_in),
		('usage_day.tokens_out', d.tokens_out, c.tokens_out), ('usage_day.ms', d.ms, c.ms),
		('usage_day.nanos', d.nanos, c.nanos)) as v (counter, stored, recounted)
	 where coalesce(v.stored, 0) <> coalesce(v.recounted, 0)
$$;
