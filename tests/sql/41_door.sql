-- The door of an assignment: every kind, state and thing to do; who comes with what.
begin;
\ir fixture.psql
select plan(16);

-- A made-up assignment of worker 7, bound to "R", whose lease ends in an hour.
create function tap.door(act text, kind text, state text, ref text default 'R', late interval default '0', learns boolean default true)
	returns text language sql as $$
	select assignment_door(jsonb_populate_record(null::beat.assignment, jsonb_build_object('id', 1, 'worker_id', 7,
		'kind', kind, 'state', state, 'platform_ref', 'R', 'expires_at', now() + interval '1 hour',
		'onboarding_id', case when learns then 1 end)), act, ref, now() + late);
$$;
create function tap.doors(act text) returns setof text language sql as $$
	select k.kind || ': ' || string_agg(tap.door(act, k.kind, s.state), ' ' order by s.place)
	  from unnest(array['generate', 'onboarding', 'validate', 'expert']) with ordinality as k (kind, place)
	 cross join unnest(array['live', 'submitted', 'ended', 'expired', 'returned']) with ordinality as s (state, place)
	 group by k.kind, k.place
	 order by k.place;
$$;
select results_eq($$select tap.doors('attempt')$$, array[
	'generate: ok submitted ended expired expired', 'onboarding: ok submitted ended expired expired',
	'validate: wrong_task wrong_task wrong_task wrong_task wrong_task', 'expert: ok submitted ended expired expired'], 'attempts');
select results_eq($$select tap.doors('exercise')$$, array[
	'generate: not_onboarding not_onboarding not_onboarding not_onboarding not_onboarding',
	'onboarding: ok submitted ended expired expired', 'validate: ok submitted ended expired expired',
	'expert: not_onboarding not_onboarding not_onboarding not_onboarding not_onboarding'], 'exercises');
select results_eq($$select tap.doors('vote')$$, array[
	'generate: no_question no_question no_question no_question no_question',
	'onboarding: no_question no_question no_question no_question no_question',
	'validate: ok submitted ended expired expired',
	'expert: no_question no_question no_question no_question no_question'], 'votes');
select results_eq($$select tap.doors('submit')$$, array[
	'generate: ok already ok expired expired', 'onboarding: ok already ok expired expired',
	'validate: ok already ok expired expired', 'expert: ok already ok expired expired'], 'handing in');

-- The table knows all that the domains allow, and nothing else.
select results_eq(format($$select key from jsonb_each(assignment_rules() -> %L) order by 1$$, x.part),
	format($$select m[1] from pg_constraint c cross join lateral regexp_matches(pg_get_constraintdef(c.oid), '''(\w+)''', 'g') as m
		where c.conname = %L order by 1$$, x.name), 'every ' || x.part || ' is in the table')
  from (values ('kind', 'assignment_kind_known'), ('state', 'assignment_state_known')) as x (part, name);

-- Another window, no window, too late; what began in time may end late.
select is(tap.door('attempt', 'generate', 'live', 'S'), 'moved', 'another window has it');
select is(tap.door('submit', 'generate', 'submitted', 'S'), 'moved', 'also what is handed in');
select is(tap.door('attempt', 'generate', 'live', null), 'moved', 'no window at all');
select is(tap.door(x.act, x.kind, 'live', 'R', '2 hours'), 'expired', x.act || ': the lease is over')
  from (values ('attempt', 'generate'), ('exercise', 'onboarding'), ('vote', 'validate')) as x (act, kind);
select is(tap.door('submit', 'generate', 'live', 'R', '2 hours'), 'ok', 'handing in may be late');
select is(tap.door('attempt', 'generate', 'live', 'R', null), 'ok', 'what began in time may end late');
select is(tap.door('exercise', 'validate', 'live', learns => false), 'not_onboarding', 'a validator without exercises');
select is(assignment_door(null, 'attempt', 'R', now()), 'gone', 'none at all');
select * from finish();
rollback;
