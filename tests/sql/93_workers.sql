-- What the team does with workers by hand: qualify, note, block; how they are named; each with a reason and on record.
begin;
\ir fixture.psql
\ir review.psql
select plan(52);
select project_create('closed', '{"model": "window", "collections": ["long"], "assignments_per_passage": 9}', 't')
	\g /dev/null
select tap.work('ann', 1) \g /dev/null
select tap.worker('ann') as ann \gset

-- Names.
select is(worker_named(:'ann'), :ann::bigint, 'a worker by number');
select is(worker_named('#' || :'ann'), :ann::bigint, 'with a mark');
select is(worker_named('mturk:ann'), :ann::bigint, 'or as the platform knows them');
select is(tap.refused($$select worker_named('prolific:ann')$$),
	'BE404: There is no worker "prolific:ann". Give a number, or PLATFORM:ID as in mturk:A1B2C3.', 'of that platform');
select is(tap.refused($$select worker_named('ann')$$),
	'BE404: There is no worker "ann". Give a number, or PLATFORM:ID as in mturk:A1B2C3.', 'not by half');
select is(tap.refused($$select worker_of('99999')$$), 'BE404: There is no worker #99999.', 'nobody');
select is(tap.refused($$select worker_of('mturk:ann')$$), 'BE404: There is no worker #mturk:ann.',
	'the dashboard knows numbers only');
select is(tap.refused($$select worker_of('123456789012345678901234567890')$$),
	'BE404: There is no worker #123456789012345678901234567890.', 'also very long ones');
select (tap.session('a:b', platform => 'mturk')).status \g /dev/null
select is(worker_named('mturk:a:b'), tap.worker('a:b'), 'an id may hold a colon');

-- Qualify.
select is((select status from session_open('closed', 'mturk', 'ann', '', '', '')), 'not_open', 'not qualified');
select is(tap.refused(format('select admin_worker_qualify(%L, %L, null, %L)', 'closed', :'ann', 't')),
	'BE001: Give a reason: why the worker needs no onboarding.', 'a reason is needed');
select is(tap.refused(format('select admin_worker_qualify(%L, %L, %L, %L)', 'closed', :'ann', repeat('x', 1001), 't')),
	'BE001: A reason has at most 1000 characters.', 'a short one');
select is(tap.refused(format('select admin_worker_qualify(%L, %L, %L, %L)', 'none', :'ann', 'x', 't')),
	'BE404: There is no project "none".', 'for a project');
select is(admin_worker_qualify('closed', :'ann', 'A colleague.', 'user:lea')::jsonb, jsonb_build_object('worker', :'ann',
	'state', 'qualified', 'revocation', null, 'discarded', 0, 'restored', 0), 'qualified by hand');
select is((select status from session_open('closed', 'mturk', 'ann', '', '', '')), 'ok', 'and working');
select is((tap.part('ann', 'r')).state, 'qualified', 'in all projects of the pool');
select is(tap.refused(format('select admin_worker_qualify(%L, %L, %L, %L)', 'closed', :'ann', 'x', 't')),
	format('BE409: Worker #%s is qualified for "closed" already.', :'ann'), 'once');
select is(detail, '{"reason": "A colleague.", "before": "new", "after": "qualified"}'::jsonb, 'on record') from beat.event
	where kind = 'worker.qualify';
select is(actor::text, 'user:lea', 'with who did it') from beat.event where kind = 'worker.qualify';
select is(platform || ' ' || action, 'mturk qualify', 'the platform is to be told') from beat.outbox;
select admin_worker_revoke('closed', :'ann', 'x', 't') \g /dev/null
select is(tap.refused(format('select admin_worker_qualify(%L, %L, %L, %L)', 'closed', :'ann', 'x', 't')),
	format('BE409: Worker #%s is revoked in "closed": reinstate instead.', :'ann'), 'a revoked worker is reinstated instead');
select admin_worker_reinstate('closed', :'ann', 'x', 't') \g /dev/null
select is((tap.part('ann', 'closed')).state, 'qualified', 'so');
select (tap.session('cyd')).status \g /dev/null
select tap.moved('cyd', 'screening') \g /dev/null
select is(tap.refused(format('select admin_worker_qualify(%L, %L, %L, %L)', 'p', tap.worker('cyd'), 'x', 't')),
	format('BE409: The onboarding of worker #%s waits for screening: pass or fail it there.', tap.worker('cyd')),
	'who waits for screening is screened');
select is(admin_worker_revoke('p', tap.worker('cyd')::text, 'x', 't') ->> 'state', 'revoked', 'or revoked');
select (tap.session('dan')).status \g /dev/null
select tap.moved('dan', 'failed') \g /dev/null
select is(admin_worker_qualify('p', tap.worker('dan')::text, 'x', 't') ->> 'state', 'qualified', 'who failed can be qualified');
select is(tap.refused(format('select admin_worker_revoke(%L, %L, %L, %L)', 'r', :'ann', E' \t', 't')),
	'BE001: Give a reason: the worker is told it, and it stays on record.', 'revoking needs a reason');

-- Notes.
select is(admin_worker_note(:'ann', 'r', 'Writes fine questions.', 'user:ina') -> 'note' ->> 'text',
	'Writes fine questions.', 'a note');
select is(admin_worker_note(:'ann', null, 'Met her.', 'user:ina') ->> 'state', null, 'of no project');
select is(string_agg(format('%s %s: %s', actor, project_id is not null, text), '; ' order by id),
	'user:ina t: Writes fine questions.; user:ina f: Met her.', 'they are kept') from beat.worker_note;
select is(count(*)::integer, 2, 'on record') from beat.event where kind = 'worker.note';
select is(tap.refused(format('select admin_worker_note(%L, null, %L, %L)', :'ann', E'\n ', 't')),
	'BE001: A note is a text of 1 to 4000 characters.', 'not an empty one');
select is(tap.refused(format('select admin_worker_note(%L, null, %L, %L)', :'ann', repeat('x', 4001), 't')),
	'BE001: A note is a text of 1 to 4000 characters.', 'nor a book');
select bites('update beat.worker_note set text = ''x''', 'worker_note_never_changed', 'a note stays');

-- Block: everywhere, kindly.
select (tap.session('ann', platform => 'mturk', project => 'closed')).status \g /dev/null
select s.assignment_id as a from session_open('r', 'mturk', 'ann', 'R', '', '') as s \gset
select (tap.try(1, :a, :ann)).status \g /dev/null
select is(tap.refused(format('select admin_worker_block(%L, %L, %L)', :'ann', '', 't')),
	'BE001: Give a reason: why the worker may enter no project.', 'a reason is needed');
select is((admin_worker_block(:'ann', 'A robot.', 'user:lea'))::jsonb - 'worker' - 'revocation' - 'discarded' - 'restored',
	'{"state": null, "blocked": true, "ended": 2}'::jsonb, 'blocked, with what was in hand in two projects');
select is(tap.refused(format('select admin_worker_block(%L, %L, %L)', :'ann', 'x', 't')),
	format('BE409: Worker #%s is blocked already.', :'ann'), 'once');
select is((select status from session_open('r', 'mturk', 'ann', 'R', '', '')), 'ended', 'work in hand can be handed in');
select is((select status from assignment_submit(:a, :ann, 'R')), 'ok', 'and is');
select is((select kept::integer from tap.part('ann', 'r')), 2, 'its questions stay');
select is((select status from session_open('r', 'mturk', 'ann', 'R2', '', '')), 'blocked', 'then there is no way in');
select is(blocked_reason, 'A robot.', 'the reason is kept') from beat.worker where id = :ann;
select is(detail, '{"reason": "A robot.", "before": false, "after": true, "ended": 2}'::jsonb, 'on record') from beat.event
	where kind = 'worker.block';
select is(tap.refused(format('select admin_worker_unblock(%L, null, %L)', :'ann', 't')),
	'BE001: Give a reason: why the worker may come back.', 'coming back needs a reason');
select is(admin_worker_unblock(:'ann', 'She is not.', 'user:lea') ->> 'blocked', 'false', 'unblocked');
select is(tap.refused(format('select admin_worker_unblock(%L, %L, %L)', :'ann', 'x', 't')),
	format('BE409: Worker #%s is not blocked.', :'ann'), 'once');
select is((select status from session_open('r', 'mturk', 'ann', 'R2', '', '')), 'ok', 'and back');
select is(blocked_at, null, 'nothing of it stays') from beat.worker where id = :ann;
select is(count(*)::integer, 1, 'but the record') from beat.event where kind = 'worker.unblock';

-- All changes of workers tell the dashboards.
select is(worker_shown(:ann, false), jsonb_build_object('id', :'ann', 'platform', 'mturk'), 'shown by number');
select is(worker_shown(:ann, true) ->> 'platform_worker_id', 'ann', 'and by id for who may see it');
select is_empty('select * from recount()', 'all counters are right');
select bites(format('insert into beat.worker_note (worker_id, actor, text) values (%s, %L, %L)', :ann, 't', ' '),
	'worker_note_form', 'the table guards it too');
select * from finish();
rollback;
