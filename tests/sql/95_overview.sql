-- The overview of a project: progress, forecast, rates, alerts.
begin;
\ir fixture.psql
\ir review.psql
select plan(47);
create function tap.view(project text default 'r', hours text default '') returns json language sql as $$
	select admin_overview(project, hours);
$$;
create function tap.alerts(project text default 'r') returns text language sql as $$
	select coalesce(string_agg(format('%s %s', a ->> 'level', a ->> 'kind'), ', '), '')
	  from json_array_elements(tap.view(project) -> 'alerts') as a;
$$;

-- Nothing yet.
select is((v - 'at' - 'splits')::text, jsonb_build_object('project', 'r', 'hours', '[]'::json, 'models', '[]'::json,
	'durations', '[]'::json, 'mean_seconds', null, 'pay', '{"cents": 0, "per_kept_cents": null}'::jsonb,
	'workers', '{"total": 0, "active_hour": 0, "active_day": 0, "by_state": {}}'::jsonb,
	'counts', '{"submitted": 0, "attempts": 0, "wins": 0, "kept": 0, "discarded": 0, "live": 0}'::jsonb,
	'queues', '{"screening": 0, "review": 0, "adjudication": 0, "revocations": 0, "oldest_at": null}'::jsonb,
	'cost', '{"calls": 0, "tokens_in": 0, "tokens_out": 0, "ms": 0, "nanos": 0, "nanos_today": 0}'::jsonb,
	'alerts', '[]'::jsonb)::text, 'an empty project') from (select tap.view()::jsonb as v) as x;
select is(s ->> 'split' || ' ' || (s ->> 'kept') || ' ' || coalesce(s ->> 'target', 'no') || ' ' || (s ->> 'per_day')
	|| ' ' || coalesce(s ->> 'forecast', 'never'), w || ' 0 no 0.00 never', 'the split ' || w)
  from (select tap.view() as v) as x
 cross join lateral json_array_elements(x.v -> 'splits') with ordinality as e (s, i)
  join unnest(array['train', 'dev', 'test']) with ordinality as n (w, i) on n.i = e.i;
select matches(tap.refused('select tap.view(''nope'')'), '^BE404', 'no such project');
select matches(tap.refused('select tap.view(hours => ''0'')'), '^BE001: hours is a number from 1 to 2160', 'too few hours');
select matches(tap.refused('select tap.view(hours => ''2161'')'), '^BE001', 'too many');
select matches(tap.refused('select tap.view(hours => ''1; select 1'')'), '^22P02', 'no number');

-- Work.
select tap.work('ann', 4, 2), tap.work('bob', 1, 3) \g /dev/null
select s.assignment_id as a, s.worker_id as w from tap.session('eve', project => 'r') as s \gset
select (tap.try(1, :a, :w, 'none')).status, (tap.try(2, :a, :w, 'model')).status \g /dev/null
select is(tap.view() ->> 'counts',
	'{"submitted" : 5, "attempts" : 13, "wins" : 11, "kept" : 11, "discarded" : 0, "live" : 1}', 'counts');
select is((tap.view() ->> 'pay'), '{"cents" : 750, "per_kept_cents" : 68.2}', 'pay');
select is(tap.view() ->> 'workers', '{"total" : 3, "active_hour" : 3, "active_day" : 3, "by_state" : { "new" : 3 }}', 'workers');
select is(json_array_length(tap.view() -> 'hours'), 1, 'one hour');
select is(h ->> 'human' || ' ' || (h ->> 'model') || ' ' || (h ->> 'none'), '11 1 1', 'what happened in it')
  from (select tap.view() #> '{hours,0}') as x (h);
select is(m ->> 'name' || ' ' || (m #>> '{human,k}') || ' ' || (m #>> '{human,n}') || ' ' || (m ->> 'none') || ' ' ||
	(m ->> 'mean_ms') || ' ' || (m ->> 'reference' is null), 'window 11 12 1 12 true', 'the model')
  from (select tap.view() #> '{models,0}') as x (m);
select is(m ->> 'p50_ms' || ' ' || (m ->> 'p95_ms'), '20 29', 'its times, by buckets') from (select tap.view() #> '{models,0}') as x (m);
select is(tap.view() ->> 'durations', '[{"bucket_seconds" : 0, "hits" : 5}]', 'durations');
select is((select sum((s ->> 'kept')::int) from json_array_elements(tap.view() -> 'splits') as s), 11::bigint, 'kept by split');
select is((select sum((s ->> 'per_day')::numeric) from json_array_elements(tap.view() -> 'splits') as s), 11::numeric,
	'all of it today, the first day');

-- A forecast: so many a day, so many to go.
select project_set('r', '{"targets": [1000, 0, null]}', 't') \g /dev/null
update beat.day_tally set day = day - 3 where project_id = tap.project('r');
select is((s ->> 'forecast')::date, (now() at time zone 'UTC')::date + ceil((1000 - (s ->> 'kept')::int)
	/ ((s ->> 'kept')::int / 4.0))::int, 'a forecast from four days')
  from (select tap.view() #> '{splits,0}') as x (s);
select is(tap.view() #>> '{splits,1,forecast}', null, 'none for what is reached');
select is(tap.view() #>> '{splits,2,forecast}', null, 'none without a target');
update beat.day_tally set day = day - 4 where project_id = tap.project('r');
select is(tap.view() #>> '{splits,0,per_day}', '0.00', 'older than a week: nothing came');
select is(tap.view() #>> '{splits,0,forecast}', null, 'no forecast then');

-- Alerts.
select is(tap.alerts(), 'warn target_reached', 'a target is reached');
select is(tap.view() #>> '{alerts,0,text}', 'The target is reached: dev' || case when n > 0 then format(' (%s still wait for votes)', n)
	else '' end || '.', 'which one, and how many of it are not in yet')
  from (select questions_waiting(tap.project('r'), 'dev')) as w (n);
select project_set('r', '{"targets": [null, null, null]}', 't') \g /dev/null
update beat.project_passage set active = false where project_id = tap.project('r');
select is(tap.alerts(), 'error no_passages', 'no passage is left');
update beat.project set state = 'paused' where name = 'r';
select is(tap.alerts(), '', 'of a paused project nobody asks');
update beat.project set state = 'active' where name = 'r';
update beat.project_passage set active = true where project_id = tap.project('r');
select tap.close() \g /dev/null
select is(tap.view() ->> 'alerts', '[]', 'a queue is fine');
select is(tap.view() #>> '{queues,review}', (select count(*)::text from beat.sample), 'samples wait');
update beat.sample set sampled_at = now() - interval '4 days';
select is(tap.alerts(), 'warn queue_overdue', 'until they wait too long');
select is(tap.view() #>> '{queues,oldest_at}', beat.iso(now() - interval '4 days'), 'since when');
update beat.sample set sampled_at = now();
insert into beat.revocation (project_id, worker_id, state, cause, reason, actor, at)
select tap.project('r'), :w, 'proposed', 'hand', 'x', 't', now() - interval '2 days';
select is(tap.alerts(), 'warn queue_overdue', 'a decision is overdue');
select matches(tap.view() #>> '{alerts,0,text}', '^A revocation to be decided has been waiting since 20', 'which');
select is(tap.view() #>> '{queues,revocations}', '1', 'one revocation');
update beat.revocation set state = 'dismissed';

create function tap.counted(project bigint, model bigint, verdict text, ms integer, at timestamptz) returns void
	language sql as $$
	insert into beat.attempt_uncounted (project_id, model_id, verdict, model_ms, at) values (project, model, verdict, ms, at);
$$;
-- Faults, and a win rate that shifts: 60 attempts a month ago, 60 today.
select tap.counted(tap.project('r'), (select min(id) from beat.model where id > 0), 'none', 9000, now()) from generate_series(1, 9) \g /dev/null
select is(tap.alerts(), 'warn model_faults', 'faults: 10 of 22');
select tap.counted(tap.project('r'), (select min(id) from beat.model where id > 0), 'none', 9000, now()) from generate_series(1, 9) \g /dev/null
select is(tap.alerts(), 'error model_faults', 'faults: 19 of 31');
select tap.counted(tap.project('p'), (select min(id) from beat.model where id > 0), case when i % 10 < 3 then 'human' else 'model' end, 9,
	now() - interval '20 days') from generate_series(1, 60) as i \g /dev/null
select tap.counted(tap.project('p'), (select min(id) from beat.model where id > 0), case when i % 10 < 3 then 'human' else 'model' end, 9,
	now()) from generate_series(1, 49) as i \g /dev/null
select is(tap.alerts('p'), '', 'as before');
select tap.counted(tap.project('p'), (select min(id) from beat.model where id > 0), 'human', 9, now()) from generate_series(1, 51) as i \g /dev/null
select is(tap.alerts('p'), 'warn win_rate_shift', 'the model is suddenly easy to beat');
select is(tap.view('p') #>> '{alerts,0,text}',
	'Against window people won 65 % of the last day''s attempts, 30 % in the month before.', 'in words');
select is(json_array_length(tap.view('p') -> 'hours'), 1, 'the last 72 hours');
select is(json_array_length(tap.view('p', '2160') -> 'hours'), 2, 'ninety days');
select is(json_array_length(tap.view('p', '1') -> 'hours'), 1, 'this hour');

-- The paper's figures beside models of that name; quantiles.
select is(model_reference(n), r, 'reference of ' || n)
  from (values ('BiDAF-v2', 0.594), ('bert-large', 0.471), ('my/roberta', 0.44), ('window', null)) as x (n, r);
select is(array[bucket_quantile('{100,0,0,0,0,0,0,0}', 0.5), bucket_quantile('{0,0,0,0,0,0,0,2}', 0.5),
	bucket_quantile('{50,50,0,0,0,0,0,0}', 0.5), bucket_quantile('{50,50,0,0,0,0,0,0}', 0.95),
	bucket_quantile('{0,0,0,0,0,0,0,0}', 0.5)], '{5,20000,10,28,NULL}', 'quantiles from buckets');
select * from finish();
rollback;
