-- Onboarding: content in versions, the exercises, the HIT, hand-in; progress is kept, versions do not change under a run.
begin;
\ir fixture.psql
select no_plan();

-- Content.
select results_eq($$select name, version, change, exercises, runs from onboarding_import(tap.onboarding(), 'ada')$$,
	$$values ('basics', 1, 'added', 5, 0::bigint)$$, 'an onboarding comes in');
select results_eq($$select version, change from onboarding_import(tap.onboarding(), 'ada')$$,
	$$values (1, 'unchanged')$$, 'the same again is the same version');
select results_eq($$select version, change from onboarding_import(tap.onboarding() || '{"title": "Learn more"}', 'ada')$$,
	$$values (2, 'changed')$$, 'another content is the next version');
select results_eq($$select version, change from onboarding_import(tap.onboarding(), 'ada')$$,
	$$values (3, 'changed')$$, 'back to the first is a version again');
select results_eq($$select version, change from onboarding_import(tap.onboarding('other'), 'ada')$$,
	$$values (1, 'added')$$, 'each name has versions of its own');
select is(count(*)::int, 1, 'the HIT''s passage is stored once') from beat.passage where text like 'Passage 0 %';
select is(count(*)::int, 0, 'in no collection') from beat.collection_passage l join beat.passage x on x.id = l.passage_id
	where x.text like 'Passage 0 %';
select results_eq($$select actor::text, detail from beat.event where kind = 'onboarding.import' order by id limit 2$$,
	$$values ('ada', '{"onboarding": "basics", "before": null, "after": 1}'::jsonb),
		('ada', '{"onboarding": "basics", "before": 1, "after": 2}'::jsonb)$$, 'on record');
select is(content #> '{exercises,0,answer}', '{"start": 0, "end": 4, "text": "Mary"}'::jsonb, 'answers become spans')
  from beat.onboarding where name = 'basics' and version = 1;
select is(content #>> '{exercises,1,passage,title}', 'Sea', 'passages are taken in') from beat.onboarding
	where name = 'basics' and version = 1;
select bites($$update beat.onboarding set content = '{}'$$, 'onboarding_never_changed', 'a version stays');
select onboarding_import(tap.onboarding() || jsonb_build_object('name', 'stored', 'hit', jsonb_build_object(
	'title', 'x', 'text', (select text from beat.passage order by id limit 1))), 't') \g /dev/null
select is(passage_id, (select min(id) from beat.passage), 'a text that is there already is that passage')
  from beat.onboarding where name = 'stored';

-- Content that is refused.
create function tap.refused(path text[], value jsonb) returns text language sql as $$
	select tap.sentence(format('select onboarding_import(%L, ''t'')', jsonb_set(tap.onboarding(), path, value)));
$$;
select is(tap.refused(path, value), wanted, wanted) from (values
	('{name}'::text[], '"B"'::jsonb, 'An onboarding''s "name" is 1 to 63 lower-case letters, digits, _ and -, beginning '
		'with a letter or digit; "B" is not.'),
	('{title}', '" "', 'The onboarding: "title" must be a text of 1 to 200 characters.'),
	('{exercises}', '7', 'An onboarding is a JSON object with "name", "title", "exercises" and "hit".'),
	('{exercises}', '[]', 'An onboarding has at least two exercises "write", two "highlight" and one "pair", and at most '
		'20 in all.'),
	('{exercises,4,kind}', '"write"', 'Exercise 5: "answer" must be an object with the "text" of the answer.'),
	('{exercises,0,kind}', '"pair"', 'An onboarding has at least two exercises "write", two "highlight" and one "pair", '
		'and at most 20 in all.'),
	('{exercises,0,kind}', '"sing"', 'Exercise 1: "kind" must be write, highlight or pair.'),
	('{exercises,0}', '3', 'Exercise 1: "kind" must be write, highlight or pair.'),
	('{exercises,0,passage}', '"z"', 'Exercise 1: there is no passage named "z" in "passages".'),
	('{exercises,0,passage}', '1', 'Exercise 1: a passage is the name of one in "passages", or an object with "title" and '
		'"text".'),
	('{exercises,0,instruction}', 'null', 'Exercise 1: "instruction" must be a text of 1 to 2000 characters.'),
	('{exercises,0,answer,text}', '"Marie"', 'Exercise 1: the passage does not hold the answer "Marie".'),
	('{exercises,0,answer,text}', '"Tom"', 'Exercise 1: the answer "Tom" is in the passage more than once; give its '
		'"start".'),
	('{exercises,1,answer,start}', '16', 'Exercise 2: the passage does not read "1709" from 16 on.'),
	('{exercises,1,answer,start}', '-1', 'Exercise 2: the passage does not read "1709" from -1 on.'),
	('{exercises,2,question}', '""', 'Exercise 3: "question" must be a text of 1 to 1000 characters.'),
	('{exercises,2,answer}', '{"text": "the", "start": 0}', 'Exercise 3: the answer "the" has no word that counts: '
		'articles and punctuation do not.'),
	('{exercises,2,answer}', '{"text": ", -"}', 'Exercise 3: the answer ", -" has no word that counts: articles and '
		'punctuation do not.'),
	('{exercises,3,hint}', '7', 'Exercise 4: "hint" must be a text of 1 to 2000 characters.'),
	('{exercises,3,praise}', '[]', 'Exercise 4: "praise" must be a text of 1 to 2000 characters.'),
	('{name}', '7', 'An onboarding''s "name" is 1 to 63 lower-case letters, digits, _ and -, beginning with a letter or '
		'digit; "7" is not.'),
	('{hit,text}', '"... ?"', 'The HIT: the text of the passage has no words.'),
	('{hit}', 'null', 'The HIT: a passage is the name of one in "passages", or an object with "title" and "text".'),
	('{hit,text}', '" "', 'The HIT: "text" must be a text of 1 to 50000 characters.')) as t (path, value, wanted);
select is(tap.sentence($$select onboarding_import('[]', 't')$$),
	'An onboarding is a JSON object with "name", "title", "exercises" and "hit".', 'not even an object');
select is((select max(version) from beat.onboarding where name = 'basics'), 3, 'nothing of that was stored');

-- A project asks for it.
select is(tap.sentence($$select project_set('p', '{"onboarding": "nope"}', 't')$$),
	'There is no onboarding "nope"; there are basics, other, stored.', 'only one there is');
select project_set('p', '{"open": false, "onboarding": "basics"}', 't') \g /dev/null
select is((tap.session('dan')).status, 'not_open', 'a direct worker needs an invitation even to learn');
select is(count(*)::int, 0, 'and does not take part') from beat.participation;

-- A run.
create function tap.on(worker text, ref text default '') returns tap.session language sql as $$
	select s.* from session_open('p', 'mturk', worker, ref, 'hit-' || ref, '') as s;
$$;
select unnest(array[
	is(s.status, 'ok', 'a new worker gets the onboarding'), is(s.kind, 'onboarding', 'as such'),
	ok(s.created, 'made now'), is(s.state, 'onboarding', 'the state says so'), is(s.reason, null, 'nothing to explain'),
	is(s.text, 'Passage 0 was written in 1900 by Ada in London.', 'with the HIT''s passage'), is(s.title, 'Onboard', 'and title'),
	is(s.wanted, 5, 'as many questions'), is(s.reward_cents, 200, 'and pay as any HIT'),
	is(s.onboarding ->> 'name' || (s.onboarding ->> 'version'), 'basics3', 'the newest version'),
	is(json_array_length(s.onboarding -> 'exercises'), 5, 'five exercises'),
	is(s.onboarding #>> '{exercises,0,answer,text}', 'Mary', 'the answer to ask for is given'),
	is(s.onboarding #>> '{exercises,2,question}', 'Who had the bill?', 'the question to answer too'),
	is(s.onboarding #> '{exercises,2,answer}' ->> 'text', null, 'but not its answer'),
	is(s.onboarding #>> '{exercises,2,hint}', null, 'nor the hint'),
	is(s.onboarding #>> '{exercises,3,number}', '4', 'they are numbered'),
	is(s.onboarding ->> 'answers', '[]', 'nothing answered yet')])
  from tap.on('ann', 'A1') as s;
select is(s.created, false, 'again: the same') from tap.on('ann', 'A1') as s;
select s.worker_id as ann, s.assignment_id as a from tap.on('ann', 'A1') as s \gset
select is(o.version, 3, 'the worker''s record names the version') from beat.participation q
	join beat.onboarding o on o.id = q.onboarding_id where q.worker_id = :ann;
select is(taken::int || ' ' || active, '0 false', 'the passage is not handed out as work')
  from beat.project_passage q join beat.passage x on x.id = q.passage_id where x.text like 'Passage 0 %'
	and q.project_id = tap.project();
select is(count(*)::int, 1, 'beginning is on record, once') from beat.event where kind = 'worker.state'
	and detail @> '{"after": "onboarding", "onboarding": "basics", "version": 3}';

-- Exercises.
create function tap.ask(number integer, assignment bigint, worker bigint, ref text default 'A1') returns text
	language sql as $$
	select x.status || coalesce(' ' || x.kind || ' ' || coalesce(x.expected_text, '-') || ' ' || x.tries, '')
	  from exercise_begin(assignment, worker, ref, number) as x;
$$;
create function tap.record(number integer, assignment bigint, worker bigint, done boolean default true,
	question text default 'Who is it?', first integer default null, past integer default null, answer text default null)
	returns text language sql as $$
	select x.status || coalesce(' ' || x.tries || ' ' || x.done_count || '/' || x.total, '')
	  from exercise_record(assignment, worker, number, done, question, first, past, answer,
		case when answer is not null then 1 end, case when answer is not null then 1 end,
		case when answer is not null then 2 end) as x;
$$;
select is((attempt_begin(tap.nth(1), :a, :ann, 'A1')).status, 'exercises', 'the game begins after the exercises');
select is((assignment_submit(:a, :ann, 'A1')).status, 'exercises', 'nor can it be handed in');
select is(tap.ask(1, :a, :ann), 'ok write Mary 0', 'the first exercise');
select results_eq(format('select passage_text, expected_start, expected_end, given_question, hint, praise
		from exercise_begin(%s, %s, ''A1'', 1)', :a, :ann),
	$$values ('Mary drank tea with Tom at noon, and Tom paid.', 0, 4, null::text, 'Who?', 'Good.')$$, 'with all it takes');
select is(tap.ask(n, :a, :ann), 'bad_number', 'not number ' || n) from unnest(array[2, 5, 6, 0, -1, null]) as n;
select is(tap.ask(1, :a, :ann, 'other'), 'moved', 'not from another window');
select is(tap.ask(1, :a, :ann + 1), 'gone', 'not for somebody else');
select is(tap.ask(1, -1, :ann), 'gone', 'not without a run');
select is(tap.record(2, :a, :ann), 'bad_number', 'the second is not stored before the first');
select is(tap.record(1, :a, :ann, false), 'ok 1 0/5', 'a try that is not good enough counts as a try');
select is(tap.ask(1, :a, :ann), 'ok write Mary 1', 'and is told');
select is(tap.record(1, :a, :ann, true, 'Who drank?'), 'ok 2 1/5', 'the next is done');
select is(tap.record(1, :a, :ann, false, 'Oops'), 'stored 2 1/5', 'what is done stays done');
select is(question, 'Who drank?', 'and as it was') from beat.exercise_answer where assignment_id = :a;
select is(tap.ask(1, :a, :ann), 'ok write Mary 2', 'it can be looked at');
select is(tap.record(2, :a, :ann), 'ok 1 2/5', 'the second');
select is(tap.ask(3, :a, :ann), 'ok highlight Tom 0', 'the third');
select bites(format('select tap.record(3, %s, %s, true, null, 37, 40, ''Tim'')', :a, :ann),
	'exercise_answer_span_is_passage_slice', 'an answer is a piece of the passage');
select bites(format('select tap.record(3, %s, %s, true, repeat(''x'', 10001))', :a, :ann), 'exercise_answer_limits',
	'questions end somewhere');
select is(tap.record(3, :a, :ann, false, null, 20, 23, 'Tom'), 'ok 1 2/5', 'the wrong place');

-- Progress is kept: across visits, and when the lease runs out.
select is(s.onboarding #>> '{answers,0,question}', 'Who drank?', 'the answers so far come back')
  from tap.on('ann', 'A1') as s;
select is(s.onboarding #>> '{answers,2,answer,start}', '20', 'with spans') from tap.on('ann', 'A1') as s;
select is(s.onboarding #>> '{answers,2,done}', 'false', 'and whether they are done') from tap.on('ann', 'A1') as s;
select onboarding_import(tap.onboarding() || '{"title": "Version four"}', 't') \g /dev/null
select tap.overdue(:a) \g /dev/null
select is(tap.ask(3, :a, :ann), 'expired', 'an overdue run takes no exercise');
select is((tap.on('bob')).status, 'ok', 'another worker comes, and the overdue lease is taken back');
select is(state::text, 'expired', 'so it is') from beat.assignment where id = :a;
select is(tap.record(3, :a, :ann), 'expired', 'an expired run stores nothing');
select is_empty('select tap.miscounted()', 'the queue is right');
select unnest(array[
	is(s.assignment_id, :a::bigint, 'the worker goes on with the same run'), is(s.created, false, 'not a new one'),
	is(s.onboarding ->> 'version', '3', 'in the version it was begun with'),
	is(json_array_length(s.onboarding -> 'answers'), 3, 'with all answers')])
  from tap.on('ann', 'A2') as s;
select is(s.onboarding ->> 'version', '4', 'who began later has the newer one') from tap.on('bob') as s;
select is(tap.record(3, :a, :ann, true, null, 37, 40, 'Tom'), 'ok 2 3/5', 'the third again');
select is(tap.record(4, :a, :ann, true, null, 16, 20, '1710'), 'ok 1 4/5', 'the fourth');
select is(tap.record(5, :a, :ann, true, 'What froze?', 0, 7, 'The sea'), 'ok 1 5/5', 'the fifth');
select is(tap.ask(5, :a, :ann, 'A2'), 'done_all pair - 1', 'all are done');
select is(tap.record(6, :a, :ann), 'bad_number', 'there is no sixth');

-- The game of it: against the onboarding's model, and its wins are practice.
select model_add('weak', 'http://127.0.0.1:10', 'beat', 't') \g /dev/null
select is((attempt_begin(tap.nth(1), :a, :ann, 'A2')).model_name, 'window', 'the project''s weakest model is its own');
select is(model_name, 'window', 'the page is told too') from tap.on('ann', 'A2');
select project_set('p', '{"onboarding_model": "weak"}', 't') \g /dev/null
select results_eq(format('select status, model_name, model_url from attempt_begin(tap.nth(1), %s, %s, ''A2'')', :a, :ann),
	$$values ('ok', 'weak', 'http://127.0.0.1:10')$$, 'or the one that is set');
select is(model_name, 'weak', 'the page is told that') from tap.on('ann', 'A2');
select is((assignment_submit(:a, :ann, 'A2')).status, 'none_won', 'one win at least');
select is((tap.try(1, :a, :ann, 'model')).attempt ->> 'won', '0', 'a lost attempt');
select is((tap.try(2, :a, :ann, 'none')).attempt ->> 'won', '0', 'one without a verdict');
select is((tap.try(3, :a, :ann)).attempt ->> 'won', '1', 'a won one counts');
select is(count(*)::int, 0, 'but is no question of the dataset') from beat.question;
select is(count(*)::int, 0, 'and not in the figures of the project') from attempt_counts();
select is((select attempt ->> 'won' from rejudge_store(tap.nth(2), 'b', '1', 'w', 'Ada', null, null, 0.5, 0, 1, 1, 'human', 3, 't')), '2',
	'a late verdict counts alike');
select is(count(*)::int, 0, 'and is no question either') from beat.question;
select is(count(*)::int, 0, 'and not in the figures') from attempt_counts();

-- Handed in.
select results_eq(format('select status, kind, won, earned_cents, platform from assignment_submit(%s, %s, ''A2'')', :a, :ann),
	$$values ('ok', 'onboarding', 2, 200, 'mturk')$$, 'it ends as any HIT');
select is((assignment_submit(:a, :ann, 'A2')).status, 'already', 'once');
select results_eq(format('select state, tries from beat.participation where worker_id = %s', :ann),
	$$values ('screening', 1::beat.count)$$, 'the worker waits');
select results_eq(format('select s.state, o.version from beat.screening s join beat.onboarding o on o.id = s.onboarding_id
	where s.assignment_id = %s', :a), $$values ('waiting', 3)$$, 'in the queue, with the version that was done');
select is((tap.on('ann', 'A2')).status, 'submitted', 'the page can end again');
select unnest(array[is(s.status, 'screening', 'there is nothing more to do'), is(s.state, 'screening', 'as told'),
	is(s.assignment_id, null, 'no work')]) from tap.on('ann', 'A3') as s;
select is(tap.ask(1, :a, :ann, 'A2'), 'submitted', 'exercises are over');
select is(tap.record(1, :a, :ann), 'submitted', 'for good');
select is((select sum(pay_cents) from beat.project_tally where project_id = tap.project()), 200::numeric, 'it is paid');
select is((select sum(submitted) from beat.project_tally where project_id = tap.project()), 0::bigint, 'but no HIT of the dataset');
select is(submitted::int, 0, 'nor one of the worker''s') from beat.participation where worker_id = :ann;
select is_empty('select tap.miscounted()', 'the counters are right');

-- Other turns.
select s.worker_id as bob, s.assignment_id as b from tap.on('bob') as s \gset
select participation_move(:bob, tap.project(), 'qualified') \g /dev/null
select unnest(array[is(s.status, 'ok', 'qualified by hand in the middle of it'), is(s.kind, 'generate', 'gets work'),
	ok(s.created, 'at once')]) from tap.on('bob') as s;
select is(state::text, 'returned', 'the run is put away') from beat.assignment where id = :b;
select s.worker_id as cyd, s.assignment_id as c from tap.on('cyd') as s \gset
select tap.record(n, :c, :cyd) from generate_series(1, 5) as n \g /dev/null
select (tap.try(20, :c, :cyd)).status \g /dev/null
select participation_move(:cyd, tap.project(), 'qualified') \g /dev/null
select is((assignment_submit(:c, :cyd, '')).status, 'ok', 'or hands in what is not needed any more');
select is(count(*)::int, 0, 'which nobody has to look at') from beat.screening where worker_id = :cyd;
select is(state, 'qualified', 'and changes nothing') from beat.participation where worker_id = :cyd;
select s.worker_id as eve, s.assignment_id as e from tap.on('eve') as s \gset
select project_state('p', 'paused', 't') \g /dev/null
select is((tap.on('fay')).status, 'paused', 'a paused project begins no onboarding');
select is((tap.on('eve')).status, 'ok', 'but shows one in hand');
select is(count(*)::int, 0, 'and nobody takes part by asking') from beat.participation q
	join beat.worker w on w.id = q.worker_id where w.platform_worker_id = 'fay';
select project_state('p', 'active', 't') \g /dev/null
select project_set('p', '{"open": true}', 't') \g /dev/null
select is((tap.on('eve')).kind, 'onboarding', 'opened meanwhile: the run in hand goes on');
select is((tap.on('gil')).kind, 'generate', 'newcomers work at once');
select project_set('p', '{"open": false}', 't') \g /dev/null
select is((tap.on('gil')).kind, 'generate', 'closed again: work in hand goes on');
select is(tap.ask(1, (select id from beat.assignment where worker_id = w.id), w.id, ''), 'not_onboarding',
	'which has no exercises') from beat.worker w where w.platform_worker_id = 'gil';
select project_set('p', '{"onboarding": null}', 't') \g /dev/null
select is((tap.on('eve')).kind, 'onboarding', 'no onboarding any more: the run in hand goes on');
select is((tap.on('gil')).kind, 'generate', 'and so does work');
select is((tap.on('newcomer')).status, 'not_open', 'who has nothing in hand is not let in');
select project_set('p', '{"onboarding": "basics"}', 't') \g /dev/null
create function tap.state_of(assignment bigint) returns text language plpgsql as $$
begin
	return (select a.state from beat.assignment a where a.id = assignment);
end
$$;
create function tap.revoked_and_back(worker text, wins integer) returns text language plpgsql as $$
declare
	s tap.session := tap.on(worker);
begin
	perform tap.record(n, s.assignment_id, s.worker_id) from generate_series(1, 5) as n;
	perform tap.try(40 + n, s.assignment_id, s.worker_id) from generate_series(1, wins) as n;
	perform admin_worker_revoke('p', s.worker_id::text, 'Poor.', 't');
	perform admin_worker_reinstate('p', s.worker_id::text, 'A mistake.', 't');
	return concat_ws(' ', (tap.on(worker)).kind, (tap.on(worker)).kind, tap.state_of(s.assignment_id));
end
$$;
select is(tap.revoked_and_back('hal', 0), 'generate generate returned',
	'revoked in the middle and reinstated: is qualified, and works');
select is(tap.revoked_and_back('ida', 1), 'onboarding onboarding live', 'but finishes, to be paid, what has wins');
update beat.assignment set state = 'ended', ended_at = clock_timestamp() where id = :e;
select is(tap.ask(1, :e, :eve, ''), 'ended', 'an ended run takes none');
select is(tap.record(1, :e, :eve), 'ended', 'and stores none');
select bites(format($$insert into beat.assignment (project_id, worker_id, passage_id, kind, expires_at)
	select project_id, worker_id, passage_id, 'onboarding', clock_timestamp() + interval '1 hour' from beat.assignment
	where id = %s$$, :e), 'assignment_onboarding_has_version', 'a run names its version');
select bites(format($$insert into beat.assignment (project_id, worker_id, passage_id, onboarding_id, expires_at)
	select project_id, worker_id, passage_id, onboarding_id, clock_timestamp() + interval '1 hour' from beat.assignment
	where id = %s$$, :e), 'assignment_onboarding_has_version', 'and work names none');
select is_empty('select tap.miscounted()', 'the counters are right');
select is_empty($$select * from recount()$$, 'and so says the recount');

-- Looking at them.
select is(admin_onboardings() #>> '{items,0,name}', 'basics', 'listed by name');
select is(admin_onboardings() #>> '{items,0,version}', '4', 'the newest version');
select is(admin_onboardings() #>> '{items,0,projects,0}', 'p', 'and who uses it');
select is(onboarding_show('basics', null) ->> 'title', 'Version four', 'one, newest');
select is(onboarding_show('basics', 2) ->> 'title', 'Learn more', 'or an older version');
select is(json_array_length(onboarding_show('basics', 2) -> 'versions'), 4, 'with all there are');
select is(onboarding_show('basics', null) #>> '{versions,1,waiting}', '1', 'and what became of them');
select throws_ok($$select onboarding_show('nope', null)$$, 'BE404',
	'There is no onboarding "nope"; there are basics, other, stored.', 'there is none such');
select throws_ok($$select onboarding_show('basics', 9)$$, 'BE404',
	'There is no onboarding "basics" of version 9; there are basics, other, stored.', 'nor such a version');
select * from finish();
rollback;
