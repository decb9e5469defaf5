-- A way out without a win, what a HIT pays, and what a project must have before it takes work.
begin;
\ir fixture.psql
select plan(31);
select project_create('w', '{"open": true, "model": "window", "reward": 100, "win_reward": 30, "questions": 2, "way_out": 3}', 't') \g /dev/null

-- Enough honest attempts.
select s.assignment_id as a, s.worker_id as w from tap.session('ann', project => 'w') as s \gset
select (tap.try(n, :a, :w, 'model')).status from generate_series(1, 2) as n \g /dev/null
select is((select status from assignment_submit(:a, :w, '')), 'none_won', 'two lost attempts are not enough');
-- One that was sent in spite of a hint.
select status from attempt_record(tap.nth(3), :a, :w, 'Q', 0, 7, 'Passage', 400, (select id from beat.model where name = 'window'), '', '', '', 'Passage', null,
	null, null, 1, 1, 1, 'model', null, 1, 'q', 'short') \g /dev/null
select is((select status from assignment_submit(:a, :w, '')), 'none_won', 'a marked one is not honest');
select (tap.try(4, :a, :w, 'model')).status \g /dev/null
select results_eq(format('select status, won, earned_cents from assignment_submit(%s, %s, '''')', :a, :w),
	$$values ('ok', 0, 100)$$, 'three honest ones are: the HIT pays its base');
select is((select count(*)::int from beat.question where assignment_id = :a), 0, 'and nothing is kept');

-- The model is down.
select s.assignment_id as b, s.worker_id as v from tap.session('bob', project => 'w') as s \gset
select is((select status from assignment_submit(:b, :v, '')), 'none_won', 'nothing was asked');
select (tap.try(10, :b, :v, 'none')).status, (tap.try(11, :b, :v, 'none')).status, (tap.try(12, :b, :v, 'none')).status \g /dev/null
select is(earned_cents, 100, 'with the model down it may be handed in') from assignment_submit(:b, :v, '');
select is(concat_ws(' ', status, waiting, waiting_cents), 'already 3 60', 'what waits is told, and what it adds: no more than was asked for')
  from assignment_submit(:b, :v, '');
select (rejudge_store(tap.nth(10), '', '', '', 'Ada', null, null, null, 0, 1, 1, 'human', 5, 'server')).status \g /dev/null
select is(concat_ws(' ', won, earned_cents, waiting, waiting_cents), '1 130 2 30', 'with one judged the rest waits')
  from assignment_submit(:b, :v, '');
select (rejudge_store(tap.nth(n), '', '', '', 'Ada', null, null, null, 0, 1, 1, 'human', 5, 'server')).status
  from generate_series(11, 12) as n \g /dev/null
select is(concat_ws(' ', won, earned_cents, waiting, waiting_cents), '3 160 0 0', 'then nothing does') from assignment_submit(:b, :v, '');
select is(won::int, 3, 'late verdicts count') from beat.assignment where id = :b;
select is(reward_cents::int, 160, 'and are paid, up to what was asked for') from beat.assignment where id = :b;
select is(count(*)::int, 3, 'as questions') from beat.question where assignment_id = :b;
select is((select sum(pay_cents)::int from beat.project_tally where project_id = tap.project('w')), 260, 'in the project''s sum, too');

-- After a fault an answer came: the ordinary rule again.
select s.assignment_id as c, s.worker_id as u from tap.session('cyd', project => 'w') as s \gset
select (tap.try(20, :c, :u, 'none')).status, (tap.try(21, :c, :u, 'model')).status \g /dev/null
select is((select status from assignment_submit(:c, :u, '')), 'none_won', 'a model that answers again is played');
select (tap.try(22, :c, :u)).status \g /dev/null
select is(earned_cents, 130, 'base and a win') from assignment_submit(:c, :u, '');
select is(waiting || ' ' || waiting_cents, '1 30', 'and the one that waits') from assignment_submit(:c, :u, '');
select is((select (t ->> 'win_reward_cents') || ' ' || (t ->> 'way_out_attempts') from instruct('w', 'worker', '', null) as t), '30 3', 'pages are told');

-- Prolific needs a completion code.
select is((select p.platforms from beat.project p where name = 'w'), array['mturk', 'direct'], 'without a code Prolific is not taken');
\set code 'Workers of Prolific leave with a completion code, and there is none: give completion_code as the study on Prolific has it, or take prolific out of the platforms.'
select is(tap.sentence($$select project_create('x', '{"model": "window", "platforms": ["prolific"]}', 't')$$), :'code', 'nor when it is asked for');
select is(tap.sentence($$select project_set('w', '{"platforms": ["prolific"]}', 't')$$), :'code', 'nor later');
select is(tap.sentence($$select project_set('p', '{"completion_code": ""}', 't')$$), :'code', 'the code is not taken away');
select is((select p.platforms from beat.project p where name = 'p'), array['mturk', 'prolific', 'direct'], 'with a code it is taken');
update beat.project set platforms = '{prolific}', state = 'paused' where name = 'w';
select is(tap.sentence($$select project_state('w', 'active', 't')$$), :'code', 'a project of old is not published without');
update beat.project set state = 'active' where name = 'w';
select is((tap.session('pro', 'S1', 'prolific', 'w')).status, 'closed_platform', 'and nobody of Prolific begins what cannot be ended');
select is((tap.session('pro', 'S1', 'prolific', 'p')).status, 'ok', 'where there is a code they do');

-- Targets that cannot be reached.
select project_create('t', '{"model": "window", "questions": 3, "assignments_per_passage": 2, "targets": [48, 12, 13]}', 't') \g /dev/null
select is(project_beyond('t'), 'The target cannot be reached: of 13 test questions at most 12, with the passages there are, 2 HITs of a '
	'passage and 3 questions each. Add passages, or raise assignments_per_passage or questions.', 'a target beyond reach is told');
select is((admin_project('t') ->> 'beyond'), project_beyond('t'), 'to the dashboard, too');
select ok((admin_overview('t', null)::jsonb -> 'alerts') @> '[{"kind": "target_beyond", "level": "warn"}]', 'and on the overview');
select project_set('t', '{"targets": [48, 12, 12]}', 't') \g /dev/null
select is(project_beyond('t'), null, 'one that can just be reached is not');

-- Below the rate, but on too few questions to say so.
select results_eq($$select p.success_least from beat.project p where p.name = 'p'$$, 'values (5)', 'five judged questions by default');
update beat.participation q set reviewed_questions = 4, valid_questions = 0 where q.worker_id = :v and q.project_id = tap.project('w');
select rate_check(:v, tap.project('w'), null) \g /dev/null
select is((select count(*)::int from beat.revocation where worker_id = :v), 0, 'nobody is revoked on four');
select * from finish();
rollback;
