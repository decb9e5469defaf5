-- Screening: the queue, pass and fail with a reason, retries, undo, and who sees what.
begin;
\ir fixture.psql
select no_plan();
select onboarding_import(tap.onboarding(), 't') \g /dev/null
select project_set('p', '{"open": false, "onboarding": "basics"}', 't') \g /dev/null
insert into beat.account (name, role, password) values ('rita', 'reviewer', ''), ('sam', 'admin', '');
select id as rita from beat.account where name = 'rita' \gset
select id as sam from beat.account where name = 'sam' \gset

-- Does the whole onboarding and hands it in; returns the run.
create function tap.finish_onboarding(worker text, n integer, platform text default 'mturk') returns bigint
	language plpgsql as $$
declare
	s record := session_open('p', platform, worker, worker || n, '', '', true);
begin
	assert s.status = 'ok' and s.kind = 'onboarding', s.status;
	for i in 1 .. 5 loop
		perform exercise_record(s.assignment_id, s.worker_id, i, true, 'Who?', null, null, null,
			case i when 3 then 1 end, case i when 3 then 1 end, case i when 3 then 2 end);
	end loop;
	perform tap.try(100 * n + 1, s.assignment_id, s.worker_id, 'model');
	perform tap.try(100 * n + 2, s.assignment_id, s.worker_id);
	assert (assignment_submit(s.assignment_id, s.worker_id, worker || n)).status = 'ok';
	return s.assignment_id;
end
$$;
create function tap.state_of(worker text) returns text language sql as $$
	select q.state from beat.participation q join beat.worker w on w.id = q.worker_id
	 where w.platform_worker_id = worker;
$$;
select tap.finish_onboarding('ann', 1) as ann \gset
select tap.finish_onboarding('bob', 2) as bob \gset
select tap.finish_onboarding('cyd', 3, 'direct') as cyd \gset

-- The list.
select admin_screenings('p', null, null, null, false) as list \gset
select is((:'list'::json -> 'counts')::jsonb, '{"waiting": 3, "passed": 0, "failed": 0}'::jsonb, 'three wait');
select is(json_array_length(:'list'::json -> 'items'), 3, 'and are listed');
select is(:'list'::json #>> '{items,0,id}', :'cyd', 'newest first');
select is((:'list'::json #> '{items,2}')::jsonb - 'handed_in_at' - 'seconds', jsonb_build_object('id', :'ann',
	'worker', jsonb_build_object('id', (select id::text from beat.worker where platform_worker_id = 'ann'),
		'platform', 'mturk'), 'state', 'waiting', 'tries', 1, 'won', 1, 'reason', null, 'decided_by', null, 'decided_at',
	null), 'without who the worker is');
select is(admin_screenings('p', null, null, null, true) #>> '{items,2,worker,platform_worker_id}', 'ann',
	'unless that may be known');
select is(:'list'::json ->> 'next', null, 'all on one page');
select is(admin_screenings('p', null, null, '2', false) ->> 'next', :'bob', 'or on two');
select is(json_array_length(admin_screenings('p', null, :bob, '2', false) -> 'items'), 1, 'the second');
select is(json_array_length(admin_screenings('p', 'passed', null, null, false) -> 'items'), 0, 'none has passed');
select is(tap.sentence($$select admin_screenings('p', 'asleep', null, null, false)$$),
	'A screening is waiting, passed or failed; "asleep" is none of them.', 'no such state');
select throws_ok($$select admin_screenings('nope', null, null, null, false)$$, 'BE404',
	'There is no project "nope".', 'no such project');

-- One screen with all of it.
select admin_screening(:ann, false)::jsonb as one \gset
select unnest(array[
	is(x.one ->> 'project', 'p', 'its project'), is(x.one -> 'onboarding', '{"name": "basics", "version": 1}', 'its version'),
	is(jsonb_array_length(x.one -> 'exercises'), 5, 'the exercises'),
	is(x.one #> '{exercises,0,given_answer,text}', '"Mary"', 'what was given'),
	is(x.one #> '{exercises,2,given_question}', '"Who had the bill?"', 'what was asked'),
	is(x.one #> '{exercises,2,expected,text}', '"Tom"', 'what was expected'),
	is(x.one #> '{exercises,2,answer,f1}', '0.6666666666666666', 'how near it came'),
	is(x.one #> '{exercises,0,answer,question}', '"Who?"', 'what the worker wrote'),
	is(x.one #> '{exercises,0,answer,tries}', '1', 'in how many tries'),
	is(x.one #>> '{hit,passage,title}', 'Onboard', 'the HIT''s passage'),
	is(jsonb_array_length(x.one #> '{hit,attempts}'), 2, 'all attempts, lost ones too'),
	is(x.one #>> '{hit,attempts,0,model,answer}', 'Passage', 'with the model''s answers'),
	is(x.one #>> '{hit,model}', 'window', 'and its name'), is(x.one #> '{hit,won}', '1', 'what was won'),
	is(x.one -> 'history', '[]', 'no earlier try'), is(x.one ->> 'next_waiting', :'bob', 'who waits next'),
	is(x.one ->> 'worker_state', 'screening', 'the state'), is(x.one -> 'reason', 'null', 'not decided'),
	is(x.one #> '{worker,platform_worker_id}', null, 'not who it is')])
  from (select :'one'::jsonb as one) as x;
select is(admin_screening(:ann, true) #>> '{worker,platform_worker_id}', 'ann', 'unless that may be known');
select throws_ok('select admin_screening(-1, false)', 'BE404', 'There is no screening -1.', 'there is none such');

-- Pass.
select is(tap.sentence(format('select admin_screening_decide(%s, null, ''x'', %s, ''user:rita'')', :ann, :rita)),
	'Say whether the worker passes: true or false.', 'a decision says what');
select is(admin_screening_decide(:ann, true, null, :rita, 'user:rita')::jsonb,
	jsonb_build_object('id', :'ann', 'state', 'passed', 'worker_state', 'qualified', 'next_waiting', :'bob'),
	'a pass needs no reason');
select is(tap.state_of('ann'), 'qualified', 'and qualifies');
select results_eq(format('select state, actor, account_id, decided_at is not null from beat.screening where assignment_id = %s', :ann),
	format($$values ('passed', 'user:rita', %s::bigint, true)$$, :rita), 'by whom, when');
select results_eq(format($$select actor::text, detail from beat.event where kind = 'screening.decide' and assignment_id = %s$$, :ann),
	$$values ('user:rita', '{"before": "waiting", "after": "passed", "reason": null}'::jsonb)$$, 'on record');
select results_eq($$select action, done_at is null from beat.outbox$$, $$values ('qualify', true)$$,
	'the platform is to be told');
select is((session_open('p', 'mturk', 'ann', 'ann9', '', '')).kind, 'generate', 'the worker can start at once');
select lives_ok(format('select admin_screening_decide(%s, true, null, %s, ''user:rita'')', :ann, :rita),
	'the same again is fine');
select is(count(*)::int, 1, 'and changes nothing') from beat.event where kind = 'screening.decide';
select throws_ok(format('select admin_screening_decide(%s, false, ''no'', %s, ''user:sam'')', :ann, :sam), 'BE409',
	'It has been decided already: passed, by user:rita.', 'a second person is told');
select throws_ok(format('select admin_screening_undo(%s, ''oops'', %s, ''user:rita'')', :ann, :rita), 'BE409',
	'It is too late to take this back: the worker has begun to work. Revoke the qualification instead.',
	'work has begun: no way back');

-- Fail.
select is(tap.sentence(format('select admin_screening_decide(%s, false, %L, %s, ''user:rita'')', :bob, reason, :rita)),
	sentence, 'a fail needs a reason of sane length')
  from (values (null, 'Give a reason: the worker is told why it was not enough.'),
	(E' \n', 'Give a reason: the worker is told why it was not enough.'),
	(repeat('x', 1001), 'A reason has at most 1000 characters.')) as t (reason, sentence);
select is(admin_screening_decide(:bob, false, ' All copied. ', :rita, 'user:rita') ->> 'worker_state', 'failed',
	'no retries: failed');
select unnest(array[is(s.status, 'failed', 'the worker sees it'), is(s.reason, 'All copied.', 'and why')])
  from session_open('p', 'mturk', 'bob', 'bob9', '', '') as s;
select is((session_open('p', 'mturk', 'bob', 'bob2', '', '')).status, 'submitted', 'and is paid for the try');

-- Undo.
select is(admin_screening_undo(:bob, 'too strict', :rita, 'user:sam')::jsonb,
	jsonb_build_object('id', :'bob', 'state', 'waiting', 'worker_state', 'screening', 'next_waiting', :'cyd'),
	'a fail can be taken back');
select is(tap.state_of('bob'), 'screening', 'the worker waits again');
select results_eq(format('select reason, actor, account_id, decided_at from beat.screening where assignment_id = %s', :bob),
	$$values (null::text, null::text, null::bigint, null::timestamptz)$$, 'undecided');
select is(detail, '{"before": "failed", "after": "waiting", "decided_by": "user:rita", "reason": "too strict"}'::jsonb,
	'on record') from beat.event where kind = 'screening.undo';
select lives_ok(format('select admin_screening_undo(%s, null, %s, ''user:rita'')', :bob, :rita), 'again is fine');
select is(count(*)::int, 1, 'and changes nothing') from beat.event where kind = 'screening.undo';
select admin_screening_decide(:bob, true, 'Better than I thought', :rita, 'user:rita') \g /dev/null
select is(tap.state_of('bob'), 'qualified', 'passed after all');
select is(admin_screening_undo(:bob, null, :rita, 'user:rita') ->> 'worker_state', 'screening',
	'a pass can be taken back before work begins');
select is((select array_agg(action order by id) from beat.outbox), array['qualify', 'qualify', 'revoke'],
	'and the platform is to be told');
select admin_screening_decide(:bob, false, 'No', :rita, 'user:rita') \g /dev/null
select participation_move((select worker_id from beat.screening where assignment_id = :bob), tap.project(), 'qualified')
	\g /dev/null
select throws_ok(format('select admin_screening_undo(%s, null, %s, ''user:rita'')', :bob, :rita), 'BE409',
	'It is too late to take this back: the worker is qualified by now.', 'what an admin did since stays');

-- A direct worker has no platform to tell.
select admin_screening_decide(:cyd, true, '', :rita, 'user:rita') \g /dev/null
select is(done_at is not null, true, 'done at once') from beat.outbox order by id desc limit 1;
select is((admin_screening(:cyd, false) ->> 'next_waiting'), null, 'nobody waits any more');

-- Retries.
select project_set('p', '{"onboarding_retries": 1}', 't') \g /dev/null
select tap.finish_onboarding('dan', 4) as first \gset
select is(admin_screening(:first, false) ->> 'retries_left', '1', 'another try is left');
select is(admin_screening_decide(:first, false, 'Read the instructions.', :rita, 'user:rita') ->> 'worker_state',
	'onboarding', 'a fail with a try left');
select is(admin_screening_undo(:first, null, :rita, 'user:rita') ->> 'worker_state', 'screening', 'taken back');
select admin_screening_decide(:first, false, 'Read the instructions.', :rita, 'user:rita') \g /dev/null
select onboarding_import(tap.onboarding() || '{"title": "New"}', 't') \g /dev/null
select unnest(array[is(s.status, 'ok', 'the worker begins anew'), is(s.kind, 'onboarding', 'with the onboarding'),
	is(s.reason, 'Read the instructions.', 'and is told why'), is(s.onboarding ->> 'version', '2', 'the newest version'),
	is(s.onboarding ->> 'answers', '[]', 'from the start'), is(s.won, 0, 'nothing won yet')])
  from session_open('p', 'mturk', 'dan', 'dan9', '', '') as s;
select throws_ok(format('select admin_screening_undo(%s, null, %s, ''user:rita'')', :first, :rita), 'BE409',
	'It is too late to take this back: the worker has begun the next try.', 'the first stays failed');
select tap.finish_onboarding('dan', 5) as second \gset
select isnt(:second::bigint, :first::bigint, 'a run of its own on the same passage');
select unnest(array[is(x.one ->> 'tries', '2', 'the second try'), is(x.one #>> '{history,0,id}', :'first', 'after the first'),
	is(x.one #>> '{history,0,reason}', 'Read the instructions.', 'which failed for a reason'),
	is(x.one ->> 'retries_left', '0', 'and there is no third')])
  from (select admin_screening(:second, false) as one) as x;
select is(admin_screening_decide(:second, false, 'Still not.', :rita, 'user:rita') ->> 'worker_state', 'failed',
	'now it is final');
select throws_ok(format('select admin_screening_undo(%s, null, %s, ''user:rita'')', :first, :rita), 'BE409',
	'It is too late to take this back: the worker is failed by now.', 'only the last try can be taken back');
select is(tries::int, 2, 'two tries') from beat.participation q join beat.worker w on w.id = q.worker_id
	where w.platform_worker_id = 'dan';

-- Revoked while waiting: nobody has to look.
select tap.finish_onboarding('eli', 6) as eli \gset
select tap.moved('eli', 'revoked') \g /dev/null
select is(state, 'failed', 'out of the queue') from beat.screening where assignment_id = :eli;
select throws_ok(format('select admin_screening_undo(%s, null, %s, ''user:rita'')', :eli, :rita), 'BE409',
	'It is too late to take this back: the worker is revoked by now.', 'and not back');
select is((admin_screenings('p', 'waiting', null, null, false) -> 'counts')::jsonb, '{"waiting": 0, "passed": 2,
	"failed": 4}'::jsonb, 'the counts follow');
select bites($$update beat.screening set state = 'waiting'$$, 'screening_decided_unless_waiting', 'waiting is undecided');
select is_empty('select tap.miscounted()', 'the counters are right');
select is_empty('select * from recount()', 'and so says the recount');
-- Counters that somebody changed are found and put right.
update beat.screening_tally set passed = passed + 3;
update beat.collection set dev = 7;
select results_eq('select counter, stored, recounted from recount_entry() order by 1',
	$$values ('collection.dev', 7::bigint, 2::bigint), ('screening_tally.passed', 5, 2)$$, 'found');
select recount_fix('t') \g /dev/null
select is_empty('select * from recount()', 'and put right');
select * from finish();
rollback;
