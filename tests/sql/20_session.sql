-- session_open: each status, resume, rebind, renewal, revival; session_preview.
begin;
\ir fixture.psql
select plan(90);

-- Opening.
select unnest(array[
	is(status, 'ok', 'a new worker gets work'),
	ok(created, 'and it is new'),
	is(won, 0, 'nothing won yet'),
	is(wanted, 5, 'five wanted'),
	is(attempts::text, '[]', 'no attempts yet'),
	is(reward_cents, 200, 'the reward is told'),
	is(threshold_permille, 400, 'the threshold is told'),
	is(project_title, 'p', 'the title is told'),
	is(project_state, 'active', 'the state is told'),
	is(model_name, 'window', 'the model is told'),
	matches(started_at, '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$', 'started_at is ISO 8601 in UTC'),
	matches(expires_at, '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$', 'expires_at too'),
	is(expires_epoch, floor(extract(epoch from expires_at::timestamptz))::bigint, 'expires_epoch is the same moment'),
	ok(expires_at::timestamptz - started_at::timestamptz = interval '3600 seconds', 'the lease is an hour'),
	ok(exists (select from beat.passage x join beat.document d on d.id = x.document_id
			where x.id = s.passage_id and x.text = s.text and d.title = s.title), 'title and text are the passage''s')])
  from tap.session('ann') as s;
select is(count(*)::int, 1, 'one assignment') from beat.assignment;
select is((select taken::int from beat.project_passage q where q.passage_id = a.passage_id), 1, 'the passage is taken')
  from beat.assignment a;

-- Resuming.
select s.assignment_id as ann, s.worker_id as ann_worker from tap.session('ann') as s \gset
select unnest(array[
	is((s).status, 'ok', 'asking again is fine'),
	is((s).created, false, 'nothing new is made'),
	is((s).assignment_id, :ann::bigint, 'the same assignment goes on')])
  from (select tap.session('ann') as s) as x;
select (tap.try(1, :ann::bigint, :ann_worker::bigint, 'model')).status \g /dev/null
select (tap.try(2, :ann::bigint, :ann_worker::bigint, 'human')).status \g /dev/null
select unnest(array[
	is(json_array_length((s).attempts), 2, 'with all its attempts'),
	is((s).attempts -> 0 ->> 'id', tap.nth(1)::text, 'oldest first'),
	is((s).won, 1, 'and the count of wins')])
  from (select tap.session('ann') as s) as x;
select is(count(*)::int, 1, 'still one assignment') from beat.assignment;

-- Refusals.
select is((tap.session('x', project => 'nope')).status, 'no_project', 'an unknown project');
select is((tap.session('x', project => null)).status, 'no_project', 'no project at all');
select is((tap.session('x', platform => 'nope')).status, 'closed_platform', 'an unknown platform');
select project_set('p', '{"platforms": ["direct", "mturk"]}', 't') \g /dev/null
select is((tap.session('x', platform => 'prolific')).status, 'closed_platform', 'a platform the project does not take');
select is(count(*)::int, 0, 'no worker is made for it') from beat.worker where platform_worker_id = 'x';
select project_set('p', '{"open": false}', 't') \g /dev/null
select is((tap.session('bob', platform => 'mturk')).status, 'not_open', 'a project for qualified workers');
select is((tap.session('ann')).status, 'not_open', 'anyone could write a direct worker''s name, work in hand or not');
select is((select status from session_open('p', 'direct', 'ann', '', '', '', true)), 'ok',
	'an invitation vouches for it');
select is((select status from session_open('p', 'direct', 'ann', '', '', '', null)), 'not_open',
	'not knowing does not');
select tap.moved('ann', 'qualified'), tap.moved('bob', 'qualified') \g /dev/null
select is((tap.session('ann')).status, 'not_open', 'a qualification does not');
select is((tap.session('bob', platform => 'mturk')).status, 'ok', 'a qualified worker of a platform gets in');
select tap.moved('bob', 'revoked') \g /dev/null
select is((tap.session('bob', platform => 'mturk')).status, 'revoked', 'a revoked one does not, not even to go on');
select project_set('p', '{"open": true}', 't') \g /dev/null
select is((tap.session('bob', platform => 'mturk')).status, 'revoked', 'nor when the project is open');
select project_state('p', 'paused', 't') \g /dev/null
select is((tap.session('cyd')).status, 'paused', 'a paused project gives no new work');
select unnest(array[
	is((s).status, 'ok', 'but shows work in hand'),
	is((s).project_state, 'paused', 'and says it is paused')])
  from (select tap.session('ann') as s) as x;
select project_state('p', 'closed', 't') \g /dev/null
select is((tap.session('cyd')).status, 'closed', 'a closed project');
select project_state('p', 'active', 't') \g /dev/null

-- The worker is known by platform and id.
select isnt((tap.session('ann', 'A0', 'mturk')).worker_id, :ann_worker::bigint,
	'the same id on another platform is another person');
select is(count(*)::int, 2, 'both exist') from beat.worker where platform_worker_id = 'ann';

-- Rebinding to the window last opened.
select s.assignment_id as dan, s.worker_id as dan_worker from tap.session('dan', 'A1', 'mturk') as s \gset
select is(platform_ref::text, 'A1', 'bound to the first HIT') from beat.assignment where id = :dan;
select is((tap.session('dan', 'A2', 'mturk')).assignment_id, :dan::bigint,
	'another HIT of the same worker goes on with the work');
select is(platform_ref || ' ' || hit_ref || ' ' || submit_to, 'A2 hit-A2 https://submit.example',
	'bound to the newcomer')
  from beat.assignment where id = :dan;
select is(detail, '{"before": {"platform_ref": "A1", "hit_ref": "hit-A1", "submit_to": "https://submit.example"},
	"after": {"platform_ref": "A2", "hit_ref": "hit-A2"}, "won": 0}'::jsonb,
	'on record') from beat.event where kind = 'assignment.rebind' and assignment_id = :dan;
select is((select status from attempt_begin(tap.nth(90), :dan::bigint, :dan_worker, 'A1')), 'moved',
	'the old window is told');
select is((select status from attempt_begin(tap.nth(90), :dan::bigint, :dan_worker, 'A2')), 'ok',
	'the new one may go on');

-- Where something was done, nobody else gets in: a worker's id is anybody's to write.
select s.assignment_id as vic, s.worker_id as vic_worker from tap.session('victim', 'V1', 'mturk') as s \gset
select (tap.try(70, :vic::bigint, :vic_worker)).status \g /dev/null
select is((tap.session('victim', 'FORGED', 'mturk')).status, 'elsewhere', 'a HIT with wins is not bound to who comes');
select is((tap.session('victim', 'FORGED', 'mturk')).assignment_id, null, 'who is told nothing of it');
select is(platform_ref::text, 'V1', 'it stays') from beat.assignment where id = :vic;
select is(array_agg(detail), array['{"platform_ref": "FORGED", "hit_ref": "hit-FORGED", "won": 1}'::jsonb], 'one event tells')
  from beat.event where kind = 'assignment.keep' and assignment_id = :vic;
select is((select status from attempt_begin(tap.nth(91), :vic::bigint, :vic_worker, 'V1')), 'ok', 'its window goes on');
select tap.overdue(:vic) \g /dev/null
select is((tap.session('victim', 'LATER', 'mturk')).assignment_id, :vic::bigint, 'once its time is over it may go on elsewhere');
select is((select status from attempt_begin(tap.nth(91), :vic::bigint, :vic_worker, 'V1')), 'moved', 'not in the older window');
select is((select status from assignment_submit(:vic::bigint, :vic_worker, 'FORGED')), 'moved', 'nor is it handed in elsewhere');
select is((tap.session('victim', 'V1', 'mturk')).assignment_id, :vic::bigint, 'whose first wins they are may come back');
select is((tap.session('victim', 'LATER', 'mturk')).status, 'elsewhere', 'the other may not');
select tap.overdue(:vic) \g /dev/null
select (tap.session('victim', 'LATER', 'mturk')).status \g /dev/null
select results_eq(format('select status, platform_ref, hit_ref, submit_to, won from assignment_submit(%s, %s, ''V1'')', :vic, :vic_worker),
	$$values ('ok', 'V1', 'hit-V1', 'https://submit.example', 1)$$, 'the older window hands its wins in, under its own reference');
select is((select status from assignment_submit(:vic::bigint, :vic_worker, 'LATER')), 'moved', 'and the newer one does not again');

-- Handed in before.
select (tap.try(3, :dan::bigint, :dan_worker)).status \g /dev/null
select status from assignment_submit(:dan::bigint, :dan_worker, 'A2') \g /dev/null
select unnest(array[
	is((s).status, 'submitted', 'the same HIT after handing in'),
	is((s).assignment_id, :dan::bigint, 'names the assignment'),
	is((s).won, 1, 'its wins'),
	is(json_array_length((s).attempts), 1, 'its attempts')])
  from (select tap.session('dan', 'A2', 'mturk') as s) as x;
select unnest(array[
	is((s).status, 'ok', 'another HIT gets new work'),
	isnt((s).assignment_id, :dan::bigint, 'which is another assignment')])
  from (select tap.session('dan', 'A3', 'mturk') as s) as x;
select is((tap.session('dan', 'A2', 'mturk')).status, 'submitted', 'reloading the old window still says so');
select is(platform_ref::text, 'A3', 'and leaves the new work bound to its own HIT')
  from beat.assignment where worker_id = :dan_worker and state = 'live';
select is((tap.session('eve', 'A2', 'mturk')).status, 'ok',
	'someone else''s reference is not "submitted" for this worker');
select is((tap.session('fay', '')).status, 'ok', 'no reference is never "submitted"');

-- Renewal: nobody took an overdue lease, so its owner goes on.
select tap.overdue(:ann) \g /dev/null
select unnest(array[
	is((s).assignment_id, :ann::bigint, 'an overdue lease goes on'),
	ok((s).expires_at::timestamptz > clock_timestamp(), 'renewed')])
  from (select tap.session('ann') as s) as x;
select is(count(*)::int, 1, 'on record') from beat.event where kind = 'assignment.renew' and assignment_id = :ann;
select is((select status from attempt_begin(tap.nth(90), :ann::bigint, :ann_worker::bigint, '')), 'ok',
	'and attempts are welcome again');

-- Expiry and revival.
select tap.overdue(:ann) \g /dev/null
select (tap.session('gus')).status \g /dev/null
select is(state::text, 'expired', 'the next worker''s call ends overdue leases') from beat.assignment where id = :ann;
select isnt(ended_at, null, 'with an end') from beat.assignment where id = :ann;
select is(count(*)::int, 1, 'on record') from beat.event where kind = 'assignment.expire' and assignment_id = :ann;
select is_empty('select tap.miscounted()', 'and the passage is back in the queue');
-- gus may have been given ann's passage; free it, so that there is a slot.
update beat.project set assignments_per_passage = 3 where name = 'p';
select unnest(array[
	is((s).status, 'ok', 'the worker comes back'),
	is((s).assignment_id, :ann::bigint, 'and the expired assignment lives again'),
	is((s).created, false, 'not a new one'),
	is((s).won, 1, 'nothing is lost')])
  from (select tap.session('ann') as s) as x;
select is(count(*)::int, 1, 'on record') from beat.event where kind = 'assignment.revive' and assignment_id = :ann;
select is_empty('select tap.miscounted()', 'and the passage is taken again');

-- Preview.
select unnest(array[
	is(status, 'ok', 'a preview shows'),
	isnt(text, null, 'a passage'),
	is(wanted, 5, 'with the settings'),
	is(model_name, 'window', 'and the model')]) from session_preview('p');
select is((select status from session_preview('nope')), 'no_project', 'a preview of nothing');
select * from finish();
rollback;
