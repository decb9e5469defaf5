-- Revocation: when it happens, what it does, and that a reinstatement leaves everything as it was.
begin;
\ir fixture.psql
\ir review.psql
select plan(140);

-- All that must be the same after a revocation is undone. (Rows of discard stay as the record, undone.)
create function tap.picture(worker text) returns table (what text, is_so text) language sql stable as $$
	select 'question ' || q.id, q.discards || ' ' || q.labels::text from beat.question q where q.worker_id = tap.worker(worker)
	union all
	select 'discard ' || d.question_id || d.cause, d.reason from beat.discard d join beat.question q on q.id = d.question_id
	 where q.worker_id = tap.worker(worker) and d.undone_at is null
	union all
	select 'part', (to_jsonb(q) - 'state_at' - 'seen_at')::text from beat.participation q where q.worker_id = tap.worker(worker)
	union all
	select 'tally ' || t.project_id || t.split, sum(t.submitted) || ' ' || sum(t.kept) || ' ' || sum(t.pay_cents)
	  from beat.project_tally t group by t.project_id, t.split
	union all
	select 'sample ' || s.assignment_id, s.state || s.held || s.taken from beat.sample s
	 where s.worker_id = tap.worker(worker)
	union all
	select 'samples ' || t.batch_id, sum(t.waiting) || ' ' || sum(t.disputed) || ' ' || sum(t.held) || ' ' || sum(t.settled)
	  from beat.sample_tally t group by t.batch_id
	union all
	select 'assignment ' || a.id, (to_jsonb(a) - 'expires_at')::text from beat.assignment a
	 where a.worker_id = tap.worker(worker) and a.state = 'submitted'
	union all
	select 'passage ' || q.project_id || ' ' || q.passage_id, q.taken::text from beat.project_passage q where q.taken > 0;
$$;
create function tap.standing(worker text) returns text language sql stable as $$
	select format('%s kept %s, reviewed %s/%s', q.state, q.kept, q.valid_questions, q.reviewed_questions)
	  from tap.part(worker) as q;
$$;

-- The threshold is exact: 4 of 5 is not below 80 %, 3 of 4 is.
select tap.work('ann', 4, 5) \g /dev/null
select admin_worker_qualify('r', tap.worker('ann')::text, 'good', 't') \g /dev/null
select tap.close() \g /dev/null
select is(tap.review_of('ina', 'ann', 1) ->> 'settled', 'true', '4 of 5 are valid');
select is(tap.standing('ann'), 'qualified kept 19, reviewed 4/5', 'exactly 80 % is enough');
select is(count(*)::integer, 0, 'nothing is revoked') from beat.revocation;
-- Something is in hand, with a win.
select s.assignment_id as live, s.worker_id as ann from session_open('r', 'mturk', 'ann', 'R1', 'H1', '') as s \gset
select (tap.try(1, :live, :ann)).status, (tap.try(2, :live, :ann, 'none')).status \g /dev/null
savepoint good;
select is(tap.review_of('ina', 'ann', 2)::jsonb, '{"settled": true, "disputed": false}', 'the reviewer hears nothing of it');
select is(tap.standing('ann'), 'revoked kept 0, reviewed 7/10', '7 of 10 is below: revoked at once');
select unnest(array[
	is(v.state, 'done', 'it is done'), is(v.cause, 'review', 'by a review'), is(v.actor::text, 'user:ina', 'whose'),
	is(v.reason, '7 of 10 reviewed questions are valid: 70.0 %, less than the 80.0 % that the project asks for.', 'why'),
	is(v.discarded::integer, 21, 'what it discarded'),
	is(r.account_id::text, tap.account('ina'), 'and after which review')])
  from beat.revocation v join beat.review r on r.id = v.review_id;
select is(count(*)::integer, 21, 'all questions are out, also of work in hand') from beat.question where worker_id = :ann
	and discards > 0;
select is(count(*)::integer, 3, 'those a review rejected for two causes') from beat.question where worker_id = :ann
	and discards = 2;
select is(string_agg(distinct reason, ';'), '7 of 10 reviewed questions are valid: 70.0 %, less than the 80.0 % that the '
	'project asks for.', 'with the reason') from beat.discard where cause = 'revocation';
select is(state::text, 'ended', 'work in hand is ended') from beat.assignment where id = :live;
select is(detail - 'revocation', '{"before": "live", "after": "ended", "won": 1}'::jsonb, 'on record')
	from beat.event where kind = 'assignment.end';
select is(string_agg(format('%s %s %s', platform, action, done_at is null), ';'), 'mturk revoke t', 'the platform is to be told')
	from beat.outbox where revocation_id is not null;
select is(detail - 'revocation' - 'reason', '{"cause": "review", "before": "qualified", "after": "revoked", "discarded": 21,
	"valid": 7, "reviewed": 10, "projects": 1}'::jsonb, 'the event says before and after') from beat.event where kind = 'worker.revoke';
select is(detail ->> 'after', 'revoked', 'the move of the state, too') from beat.event where kind = 'worker.state'
	order by id desc limit 1;
select is(count(*)::integer, 2, 'what waits for review is held back') from beat.sample where held;
select is(tap.next('jon') ->> 'item', null, 'nobody has to look at it');
select is(tap.next('jon') -> 'remaining' ->> 'review', '0', 'nor is it counted');
select is_empty('select * from recount()', 'all counters are right');
select is(tap.refused(format('select admin_review_undo(%L, %L, %L)', (select max(id) from beat.review
	where state = 'finished'), tap.account('ina'), 'x')),
	'BE409: A revocation was built on this review: it cannot be undone any more.', 'the review cannot be undone now');

-- The worker's next contact: a kind end, and pay.
select unnest(array[is(status, 'ended', 'the page is told'), is(assignment_id, :live::bigint, 'of the work in hand'),
	matches(reason, '^7 of 10', 'and why')])
  from session_open('r', 'mturk', 'ann', 'R1', 'H1', '') as s;
select is((tap.try(3, :live, :ann)).status, 'ended', 'nothing more can be played');
savepoint in_hand;
select is((select status || ' ' || earned_cents from assignment_submit(:live, :ann, 'R1')), 'ok 150', 'it is paid');
select is(tap.standing('ann'), 'revoked kept 0, reviewed 7/10', 'but keeps no question');
select is((select submitted::integer from tap.part('ann')), 5, 'and is a completed HIT');
select is_empty('select * from recount()', 'all counters are right');
select is((select status from session_open('r', 'mturk', 'ann', 'R2', 'H2', '')), 'revoked', 'then there is nothing');
select admin_worker_reinstate('r', :'ann', 'A mistake.', 'user:lea') as back \gset
select is(:'back'::jsonb - 'revocation', jsonb_build_object('worker', :'ann', 'state', 'qualified', 'discarded', 0,
	'restored', 18), 'reinstated');
select is(tap.standing('ann'), 'qualified kept 18, reviewed 7/10', 'its questions count now');
select is_empty('select * from recount()', 'all counters are right');
rollback to in_hand;

-- A late verdict makes a question: it is out at once.
select is((select status from rejudge_store(tap.nth(2), 'w', '1', 'x', 'Ada', null, null, 0.5, 0, 1, 1, 'human', 5, 't')),
	'ok', 'a late win of a revoked worker');
select is(discards::integer, 1, 'is discarded') from beat.question where attempt_id = tap.nth(2);
select is(discarded::integer, 22, 'by the revocation') from beat.revocation;
select is_empty('select * from recount()', 'all counters are right');
rollback to in_hand;

-- Reinstated: exactly what the revocation discarded comes back.
select is(tap.refused(format('select admin_worker_reinstate(%L, %L, %L, %L)', 'r', :'ann', ' ', 'x')),
	'BE001: Give a reason: why the worker may work again.', 'a reason is needed');
select is(admin_worker_reinstate('r', :'ann', 'A mistake.', 'user:lea') ->> 'restored', '18',
	'18 come back, three stay rejected');
select is(tap.standing('ann'), 'qualified kept 17, reviewed 7/10', 'what was discarded for another cause stays out');
select is(format('%s by %s: %s', state, undone_by, undone_reason), 'undone by user:lea: A mistake.', 'on record')
	from beat.revocation;
select is(detail - 'revocation', '{"reason": "A mistake.", "before": "revoked", "after": "qualified", "restored": 18,
	"projects": 1}'::jsonb, 'also as an event') from beat.event where kind = 'worker.reinstate';
select is(action, 'qualify', 'the platform is told again') from beat.outbox order by id desc limit 1;
select is(tap.refused(format('select admin_worker_reinstate(%L, %L, %L, %L)', 'r', :'ann', 'again', 'x')),
	format('BE409: Worker #%s is not revoked in "r".', :'ann'), 'once');
select is((select status || ' ' || assignment_id from session_open('r', 'mturk', 'ann', 'R1', 'H1', '')), 'ok ' || :live,
	'and the work goes on');
select is((select status from assignment_submit(:live, :ann, 'R1')), 'ok', 'to its end');
select is_empty('select * from recount()', 'all counters are right');
rollback to good;

-- The round trip by hand leaves every row and counter as it was.
update beat.assignment set state = 'expired', ended_at = clock_timestamp() where id = :live;
update beat.project_passage q set taken = taken - 1 from beat.assignment a where a.id = :live and q.project_id = a.project_id
	and q.passage_id = a.passage_id;
create temp table between as select * from tap.picture('ann');
select is(admin_worker_revoke('r', :'ann', 'Copied from elsewhere.', 'user:lea')::jsonb - 'revocation',
	jsonb_build_object('worker', :'ann', 'state', 'revoked', 'discarded', 21, 'restored', 0), 'revoked by hand');
select isnt_empty('select * from between except select * from tap.picture(''ann'')', 'much is different then');
select is_empty('select * from recount()', 'all counters are right');
select is(tap.refused(format('select admin_worker_revoke(%L, %L, %L, %L)', 'r', :'ann', 'again', 'x')),
	format('BE409: Worker #%s is revoked in "r": there is nothing to revoke.', :'ann'), 'once');
select admin_worker_reinstate('r', :'ann', 'They were not.', 'user:lea') \g /dev/null
select is_empty('(select * from between except select * from tap.picture(''ann'')) union all
	(select * from tap.picture(''ann'') except select * from between)', 'and then nothing is');
select admin_worker_revoke('r', :'ann', 'They were.', 'user:lea') \g /dev/null
select admin_worker_reinstate('r', :'ann', 'No.', 'user:lea') \g /dev/null
select is_empty('(select * from between except select * from tap.picture(''ann'')) union all
	(select * from tap.picture(''ann'') except select * from between)', 'however often');
select is(count(*)::integer, 2, 'each is on record') from beat.revocation where state = 'undone';
select is_empty('select * from recount()', 'all counters are right');
-- A question discarded by hand in between stays out.
select q.id as one from beat.question q where q.worker_id = :ann and q.discards = 0 order by q.id limit 1 \gset
select admin_worker_revoke('r', :'ann', 'Again.', 'user:lea') \g /dev/null
select is(admin_questions_discard('r', null, json_build_array(:'one')::text, 'Rude.', null, 'user:lea') ->> 'changed', '1',
	'a question that is out already can be discarded for its own sake');
select is(admin_worker_reinstate('r', :'ann', 'No.', 'user:lea') ->> 'restored', '19', 'all others come back');
select is(discards::integer, 1, 'that one does not') from beat.question where id = :'one';
select is(admin_questions_restore('r', null, json_build_array(:'one')::text, 'Not rude.', null, 'user:lea') ->> 'changed',
	'1', 'until it is taken back');
select is(discards::integer, 0, 'then it is in') from beat.question where id = :'one';
select is_empty('select * from recount()', 'all counters are right');

-- By HITs instead of questions: 1 of 2 is 50 %, though 9 of 10 questions are valid.
rollback to good;
select project_set('r', '{"success_unit": "hit", "success": 500}', 't') \g /dev/null
select is(tap.review_of('ina', 'ann', 0) ->> 'settled', 'true', 'one HIT of two is valid');
select is(tap.standing('ann'), 'qualified kept 19, reviewed 9/10', '50 % is not below 50 %');
select tap.review_of('ina', 'ann', 1) \g /dev/null
select is(reason, '1 of 3 reviewed HITs are valid: 33.3 %, less than the 50.0 % that the project asks for.',
	'1 of 3 is') from beat.revocation;
select is(valid || '/' || reviewed, '1/3', 'with what it was decided by') from beat.revocation;
rollback to good;

-- In an open project there is nothing but "new" to take away.
select tap.work('bob', 1, 2, platform => 'direct') \g /dev/null
select tap.close('b') \g /dev/null
select tap.review_of('jon', 'bob', 2) \g /dev/null
select is(tap.standing('bob'), 'revoked kept 0, reviewed 0/2', 'also workers of an open project are revoked');
select is(done_at is not null, true, 'a direct worker has no platform to tell: done at once') from beat.outbox
	where worker_id = tap.worker('bob');
select is((select status from session_open('r', 'direct', 'bob', '', '', '')), 'revoked', 'and comes in no more');
select is((admin_outbox('r', false) -> 'items' -> 0 -> 'worker')::jsonb ? 'platform_worker_id', false, 'the outbox is without ids');
select is(admin_outbox('r', true) -> 'items' -> 0 -> 'worker' ->> 'platform_worker_id', 'bob', 'but for who may see them');

-- Confirmation: a second person decides.
select project_set('r', '{"revoke_confirm": true}', 't') \g /dev/null
select tap.review_of('ina', 'ann', 5) \g /dev/null
select is(tap.standing('ann'), 'qualified kept 14, reviewed 4/10', 'nothing is revoked yet');
select v.id as v from beat.revocation v where v.worker_id = :ann \gset
select is(admin_revocations('r', 'proposed', null, null, false) -> 'items' -> 0 ->> 'id', :'v', 'it is proposed');
select is((admin_revocations('r', 'proposed', null, null, false) -> 'items' -> 0 -> 'rate')::jsonb -> 'k', '4', 'with the rate');
select is(admin_revocations('r', '', null, null, false) ->> 'proposed', '1', 'counted');
select is(json_array_length(admin_revocations('r', null, null, '1', false) -> 'items'), 1, 'by pages');
select is(tap.refused($$select admin_revocations('r', 'x', null, null, false)$$),
	'BE001: A revocation is proposed, done, dismissed or undone, not "x".', 'there are four states');
select is(kind::text, 'revocation.propose', 'on record') from beat.event where worker_id = :ann and kind like 'revocation%';
select tap.review_of('jon', 'ann', 0) \g /dev/null
select is(count(*)::integer, 1, 'another review proposes nothing new') from beat.revocation where worker_id = :ann;
create function tap.decide(v text, confirm text, reason text, name text) returns text language sql as $$
	select tap.refused(format('select admin_revocation_decide(%L, %L, %L, %L, %L)', v, confirm, reason,
		tap.account(name), 'user:' || name));
$$;
select is(tap.decide(:'v', 'true', '', 'ina'), 'BE403: A second person decides: your own review led to this.',
	'not the reviewer');
select is(tap.refused(format('select admin_revocation_decide(%L, %L, %L, null, %L)', :'v', 'true', '', 'ina')),
	'BE403: A second person decides: your own review led to this.', 'nor the same person at the command line');
select is(tap.decide('0', 'true', '', 'jon'), 'BE404: There is no such revocation.', 'of those there are');
select is(tap.decide(:'v', null, '', 'jon'), 'BE001: Say whether to confirm it: true or false.', 'yes or no');
select is(tap.decide(:'v', 'false', '', 'jon'), 'BE001: Give a reason: why the qualification stays.', 'no needs a reason');
select is(tap.decide(:'v', 'true', repeat('x', 1001), 'jon'), 'BE001: A reason has at most 1000 characters.', 'not a book');
select is(tap.refused(format('select admin_worker_revoke(%L, %L, %L, %L)', 'r', :'ann', 'x', 'user:ina')), format(
	'BE409: The revocation of worker #%s is proposed already (number %s): it waits for a second person.', :'ann', :'v'),
	'there is no way round');
savepoint proposed;
select is(admin_revocation_decide(:'v', 'false', 'Hard passages.', tap.account('jon'), 'user:jon') ->> 'state', 'dismissed',
	'dismissed');
select is(tap.standing('ann'), 'qualified kept 14, reviewed 9/15', 'the qualification stays');
select is(detail - 'revocation', '{"reason": "Hard passages.", "before": "proposed", "after": "dismissed"}'::jsonb, 'on record')
	from beat.event where kind = 'revocation.dismiss';
select is(tap.decide(:'v', 'true', '', 'jon'), 'BE409: This was decided before: it is dismissed.', 'once');
select tap.review_of('jon', 'ann', 0) \g /dev/null
select is(string_agg(state, ' ' order by id), 'dismissed proposed', 'the next poor figure is proposed again')
	from beat.revocation where worker_id = :ann;
rollback to proposed;
select admin_revocation_decide(:'v', 'true', 'Seen.', tap.account('jon'), 'user:jon') as done \gset
select is(:'done'::json ->> 'state' || ' ' || (:'done'::json ->> 'decided_by'), 'done user:jon', 'confirmed');
select is(tap.standing('ann'), 'revoked kept 0, reviewed 9/15', 'and carried out');
select is(:'done'::json ->> 'discarded', '21', 'with all questions');
select is((:'done'::json -> 'worker')::jsonb ? 'platform_worker_id', false, 'told without the id');
select is_empty('select * from recount()', 'all counters are right');

-- Work of the time when the project was open counts for one who failed since.
rollback to good;
select tap.work('eli', 1, 1) \g /dev/null
select tap.close('e') \g /dev/null
select tap.moved('eli', 'failed', 'r') \g /dev/null
select is(tap.review_of('ina', 'eli', 1) ->> 'settled', 'true', 'a review of one who failed counts');
select is(tap.standing('eli'), 'revoked kept 0, reviewed 0/1', 'and revokes');

-- What a revoked worker did is out, so the passages are served again; otherwise the target would be out of reach.
rollback to good;
select project_create('once', '{"open": true, "model": "window", "collections": ["sample"], "reward": 0, "success_least": 1}', 't')
	\g /dev/null
create function tap.takings() returns text language sql stable as $$
	select string_agg(n || ' × ' || taken, ', ' order by taken)
	  from (select taken, count(*) as n from beat.project_passage where project_id = tap.project('once') and active
			 group by taken) as x;
$$;
select tap.work('gil', 10, 1, 'once'), tap.work('hal', 1, 1, 'once') \g /dev/null
select s.assignment_id as hand, s.worker_id as gil from session_open('once', 'mturk', 'gil', '', '', '') as s \gset
select is(tap.takings(), '12 × 1', 'twelve passages, once each: all are taken');
select is((select status from session_open('once', 'mturk', 'ivy', '', '', '')), 'no_work', 'so others find none');
select admin_worker_revoke('once', :'gil', 'Copied.', 't') \g /dev/null
select is(tap.takings(), '11 × 0, 1 × 1', 'revoked: the passages are free, also of work in hand');
select is_empty('select * from recount()', 'all counters are right');
select is((select status from assignment_submit(:hand, :gil, '')), 'ok', 'work in hand is handed in');
select is(tap.takings(), '11 × 0, 1 × 1', 'which takes nothing');
select tap.work('hal', 5, 1, 'once'), tap.work('ivy', 6, 1, 'once') \g /dev/null
select is(tap.takings(), '12 × 1', 'others work on them');
select is((select status from session_open('once', 'mturk', 'ivy', '', '', '')), 'no_work', 'once');
select is((select sum(kept)::integer from beat.project_tally where project_id = tap.project('once')), 12,
	'and there is a question for every passage');
select is_empty('select * from recount()', 'all counters are right');
select admin_worker_reinstate('once', :'gil', 'Not copied.', 't') \g /dev/null
select is(tap.takings(), '1 × 1, 11 × 2', 'reinstated: taken by both');
select is((select status from session_open('once', 'mturk', 'gil', '', '', '')), 'no_work', 'and by nobody else');
select is_empty('select * from recount()', 'all counters are right');
select admin_worker_revoke('once', tap.worker('ivy')::text, 'Copied.', 't') \g /dev/null
select is((select status from session_open('once', 'mturk', 'kay', '', '', '')), 'no_work',
	'what somebody else has done, too, stays taken');
select is_empty('select * from recount()', 'all counters are right');
-- An onboarding takes no passage, and gives none back; nor does what expired.
select s.assignment_id as late, s.worker_id as lou from session_open('r', 'mturk', 'lou', '', '', '') as s \gset
select tap.overdue(:late), leases_expire(tap.project('r')) \g /dev/null
select admin_worker_revoke('r', :'lou', 'x', 't') \g /dev/null
select is_empty('select * from recount()', 'what had expired is not given back again');
select admin_worker_reinstate('r', :'lou', 'x', 't') \g /dev/null
select is_empty('select * from recount()', 'nor taken');
rollback to good;

-- Many questions at once.
select is(tap.refused($$select admin_questions_discard('r', null, null, 'x', null, 't')$$),
	'BE001: Say which questions: either a filter or a list of ids.', 'which?');
select is(tap.refused($$select admin_questions_discard('r', '{}', '[]', 'x', null, 't')$$),
	'BE001: Say which questions: either a filter or a list of ids.', 'one way of saying it');
select is(tap.refused($$select admin_questions_discard('r', '{}', null, '', null, 't')$$),
	'BE001: Give a reason: it stays with every question.', 'why?');
select is(tap.refused($$select admin_questions_discard('r', null, '7', 'x', null, 't')$$),
	'BE001: ids must be a list of names, not 7.', 'a list');
select admin_questions_discard('r', json_build_object('worker', :'ann')::text, null, '', 'true', 't') as look \gset
select unnest(array[
	is(:'look'::json ->> 'preview', 'true', 'a preview'), is(:'look'::json ->> 'questions', '21', 'of how many'),
	is(:'look'::json ->> 'workers', '1', 'of whom'), is(json_array_length(:'look'::json -> 'sample'), 10, 'with ten of them'),
	is((select sum(v::integer)::integer from json_each_text(:'look'::json -> 'by_split') as e (k, v)), 21, 'by split')]);
select is(count(*)::integer, 0, 'that changes nothing') from beat.discard where cause = 'hand';
select admin_questions_discard('r', json_build_object('worker', :'ann')::text, null, 'All of it.', 'false', 't') as did \gset
select is(:'did'::json ->> 'changed', '21', 'then it is done');
select is(e.kind || ' ' || (e.detail ->> 'reason'), 'question.discard All of it.', 'on record') from beat.event e
	where e.id = (:'did'::json ->> 'event')::bigint;
select is((select kept::integer from tap.part('ann')), 0, 'none is kept');
select is(admin_questions_discard('r', json_build_object('worker', :'ann')::text, null, 'x', null, 't') ->> 'changed', '0',
	'again changes nothing');
select is_empty('select * from recount()', 'all counters are right');
select is((select status from assignment_submit(:live, :ann, 'R1')), 'ok', 'work in hand with a discarded question');
select is_empty('select * from recount()', 'is counted right');
select is(admin_questions_restore('r', json_build_object('worker', :'ann')::text, null, 'No.', null, 't') ->> 'changed', '21',
	'all come back');
select is((select kept::integer from tap.part('ann')), 20, 'but the one that a review rejected');
select is(tap.refused(format('select admin_questions_discard(%L, null, %L, %L, null, %L)', 'r',
	(select json_agg(i::text) from generate_series(1, 10001) as i), 'x', 't')),
	'BE001: These are more than 10,000 questions: narrow the choice.', 'there is a limit');
select is(admin_questions_discard('p', null, json_build_array(:'one')::text, 'x', null, 't') ->> 'changed', '0',
	'of this project only');
select bites('update beat.discard set undone_by = ''x'' where undone_at is null', 'discard_undone_by_someone', 'who and when');
select is_empty('select * from recount()', 'all counters are right');
select * from finish();
rollback;
