-- Validators: what they are given, leases, votes, handing in.
begin;
\ir fixture.psql
\ir validation.psql
select no_plan();

-- What comes into the queue.
select is((tap.validator('early')).status, 'no_work', 'nothing is written yet');
select is((select status from validate_preview('v')), 'no_work', 'nor is there anything to preview');
select is((tap.validator('x', '', 'nope')).status, 'no_project', 'no such project');
select is((select status from validate_preview('nope')), 'no_project', 'nor a preview of it');
select tap.wrote('ann', 3, 2) as a \gset
select is(tap.queue(:a), 'waiting 0/0 of 3, 0; waiting 0/0 of 3, 0; waiting 0/0 of 3, 0',
	'each won question of a dev or test HIT that was handed in waits for three votes');
select is((select string_agg(distinct v.cause || ' ' || (v.id = question_id_of(v.attempt_id)) || ' ' || (v.split <> 'train')
	|| ' ' || (v.worker_id = tap.worker_of('ann')), '; ') from beat.validation v), 'split true true true', 'under its own id');
select is(count(*), 0::bigint, 'questions of train and lost attempts do not') from (
	select tap.session('bob', '', 'mturk') as s offset 0) as x,
	lateral (select tap.try(1, (x.s).assignment_id, (x.s).worker_id), assignment_submit((x.s).assignment_id,
		(x.s).worker_id, '')) as y
  join beat.validation v on v.project_id = tap.project('p') and v.split = 'train';
select is((select status || ' ' || (text like 'Passage%') || ' ' || reward_cents from validate_preview('v')), 'ok true 40',
	'a preview shows a passage');

-- What a validator gets.
select is((tap.validator('ann')).status, 'no_work', 'never the author');
select s.* from tap.validator('val', 'ref1') as s \gset s_
select is(:'s_status' || ' ' || :'s_created' || ' ' || :s_reward_cents || ' ' || :'s_state', 'ok t 40 new', 'a validator');
select is(json_array_length(:'s_questions'), 3, 'gets the questions of a HIT');
select is((select string_agg(distinct k, ' ' order by k) from json_array_elements(:'s_questions') as q, json_object_keys(q) as k),
	'closed id question vote', 'without their answers');
select is((select count(*) from json_array_elements(:'s_questions') as q where q ->> 'vote' is not null
	or (q -> 'closed')::text <> 'false'), 0::bigint, 'open, and not answered');
select is((select string_agg(r ->> 'word', ' ') from json_array_elements(:'s_reasons') as r),
	'no_answer several_answers unclear broken other', 'and why there may be no answer');
select is(tap.queue(:a), 'waiting 0/0 of 3, 1; waiting 0/0 of 3, 1; waiting 0/0 of 3, 1', 'they are in one hand');
select is((tap.validator('val', 'ref1')).assignment_id, :s_assignment_id::bigint, 'asking again is going on');
select is((tap.validator('val', 'ref1')).created, false, 'with the same HIT');
select is((select questions::text from tap.validator('val', 'ref1')), :'s_questions'::text, 'in the same order');
select is((select kind || ' ' || state || ' ' || passage_id from beat.assignment where id = :s_assignment_id),
	'validate live ' || :s_passage_id, 'an assignment of its own kind');
select is((tap.session('val', '', 'mturk', 'v')).kind, 'generate', 'beside which the worker may write');
select is((select count(*) from beat.assignment where worker_id = tap.worker_of('val') and state = 'live'), 2::bigint,
	'one of each at a time');
select is((select sum(q.taken) from beat.project_passage q where q.project_id = tap.project('v')), 2::bigint,
	'validators hold no passage');
select is_empty('select * from tap.miscounted()', 'all is counted well');
select is((select status from attempt_begin(tap.nth(2), :s_assignment_id, :s_worker_id, 'ref1')), 'wrong_task', 'it is not played');
select is((tap.try(2, :s_assignment_id, :s_worker_id)).status, 'wrong_task', 'by no means');

-- Rules that tables keep.
select v.id as q from beat.validation v join beat.attempt t on t.id = v.attempt_id where v.assignment_id = :a order by t.seq limit 1 \gset
insert into beat.assignment (project_id, worker_id, passage_id, kind, expires_at)
select project_id, tap.worker_of('ann'), passage_id, 'validate', clock_timestamp() + interval '1 hour'
  from beat.assignment where id = :s_assignment_id returning id as own \gset
select bites(format($$insert into beat.validation_item values (%s, %L, %s, 1)$$, :own, :'q', tap.worker_of('ann')),
	'validation_item_never_the_author', 'nobody validates an own question');
select bites(format($$insert into beat.validation_item values (%s, %L, %s, 1)$$, :own, :'q', :s_worker_id),
	'validation_item_of_its_validator', 'nor in another''s HIT');
update beat.assignment set state = 'returned', ended_at = clock_timestamp() where id = :own;
insert into beat.assignment (project_id, worker_id, passage_id, kind, state, expires_at, ended_at)
select project_id, worker_id, passage_id, 'validate', 'returned', clock_timestamp() + interval '1 hour', clock_timestamp()
  from beat.assignment where id = :s_assignment_id returning id as second \gset
select bites(format($$insert into beat.validation_item values (%s, %L, %s, 1)$$, :second, :'q', :s_worker_id),
	'validation_item_once_per_worker', 'nor the same twice');

-- Votes.
select is((select status from vote_begin(:s_assignment_id, :s_worker_id + 1, 'ref1', :'q')), 'gone', 'of somebody else');
select is((select status from vote_begin(:s_assignment_id, :s_worker_id, 'ref2', :'q')), 'moved', 'of another window');
select is((select status from vote_begin(:s_assignment_id, :s_worker_id, 'ref1', repeat('0', 40))), 'no_question', 'no such');
select is((select status from vote_begin(:a, tap.worker_of('ann'), '', :'q')), 'no_question', 'a written HIT has no votes');
select is((select concat_ws(' ', status, passage_text = :'s_text', answer_text)
	from vote_begin(:s_assignment_id, :s_worker_id, 'ref1', :'q')), 'ok t Passage', 'what the server compares with');
select is((select concat_ws(' ', v.status, v.done, v.total, v.vote::text) from tap.vote(:s_assignment_id, :s_worker_id, :'q') as v),
	'ok 1 3 {"answer" : {"start" : 0, "end" : 7, "text" : "Passage"}, "reason" : null, "comment" : ""}', 'an answer is kept');
select is((select concat_ws(' ', v.status, v.done, v.total, v.vote::text)
	from tap.vote(:s_assignment_id, :s_worker_id, :'q', 'no_answer') as v),
	'ok 1 3 {"answer" : null, "reason" : "no_answer", "comment" : ""}', 'and may be changed');
select is((select string_agg(concat_ws(' ', r.place, r.status, r.done, r.total), ', ' order by r.place) from votes_record(
		array_fill(:s_assignment_id, array[4]), array[:s_worker_id, :s_worker_id + 1, :s_worker_id, :s_worker_id],
		array[:'q', :'q', repeat('0', 40), :'q'], array[0, 0, 0, null], array[7, 7, 7, null],
		array['Passage', 'Passage', 'Passage', null], array[null, null, null, 'unclear'], array_fill(''::text, array[4]),
		array[1, 1, 1, 0], array[1, 1, 1, 0], array_fill(1, array[4]), array[true, true, true, false],
		array['passage', 'passage', 'passage', null]) as r),
	'1 ok 1 3, 2 gone, 3 no_question, 4 ok 1 3', 'of many at once each is answered for itself');
select is((select concat_ws(' ', count(*), min(o.reason), min(o.answer_text)) from beat.vote o where o.assignment_id = :s_assignment_id),
	'1 unclear', 'and of two on one question the last stands');
select is((select string_agg(concat_ws(' ', b.place, b.status, b.answer_text), ', ' order by b.place) from votes_begin(
		array_fill(:s_assignment_id, array[3]), array[:s_worker_id, :s_worker_id + 1, :s_worker_id],
		array['ref1', 'ref1', 'ref2'], array_fill(:'q'::text, array[3])) as b),
	'1 ok Passage, 2 gone, 3 moved', 'who may not vote does not learn the answer');
select is((tap.vote(:s_assignment_id, :s_worker_id, :'q', 'nonsense')).status, 'bad_reason', 'a reason is one of the list');
select is((select status from vote_record(:s_assignment_id, :s_worker_id, :'q', null, null, null, 'other', ' ', 0, 0, 1,
	false, null)), 'comment_missing', 'something else is explained');
select is((select status from vote_record(:s_assignment_id, :s_worker_id, :'q', null, null, null, 'other', repeat('x', 1001),
	0, 0, 1, false, null)), 'comment_too_long', 'in a thousand characters');
select is((tap.vote(:s_assignment_id, :s_worker_id, :'q', 'other')).status, 'ok', 'then it is fine');
select is((tap.vote(:s_assignment_id, :s_worker_id, repeat('0', 40))).status, 'no_question', 'no such question');
select is((tap.vote(:s_assignment_id, :s_worker_id + 1, :'q')).status, 'gone', 'nobody else''s');
select bites(format($$select vote_record(%s, %s, %L, 0, 7, 'Lassage', null, '', 0, 1, 1, false, 'lassage')$$, :s_assignment_id,
	:s_worker_id, :'q'), 'vote_span_is_passage_slice', 'an answer is of the passage');
select bites(format($$select vote_record(%s, %s, %L, 0, 7, 'Passage', null, '', 2, 1, 1, false, 'passage')$$, :s_assignment_id,
	:s_worker_id, :'q'), 'vote_counts', 'no more is shared than there is');
select bites(format($$select vote_record(%s, %s, %L, 0, 7, 'Passage', null, '', 0, 1, 1, true, 'passage')$$, :s_assignment_id,
	:s_worker_id, :'q'), 'vote_counts', 'what is exact is shared');
select bites(format($$select vote_record(%s, %s, %L, 0, 7, 'Passage', 'unclear', '', 1, 1, 1, true, 'passage')$$, :s_assignment_id,
	:s_worker_id, :'q'), 'vote_is_answer_or_reason', 'an answer or a reason');
select bites(format($$update beat.vote set reason = 'x' where assignment_id = %s$$, :s_assignment_id), 'vote_reason_known', 'one there is');
select is((select v ->> 'reason' || ' ' || (v ->> 'comment') from tap.validator('val', 'ref1') as s, json_array_elements(s.questions) as e (q),
	lateral (select q -> 'vote') as x (v) where q ->> 'id' = :'q'), 'other Because.', 'whoever comes back finds it again');
select is(tap.queue(:a), 'waiting 0/0 of 3, 1; waiting 0/0 of 3, 1; waiting 0/0 of 3, 1', 'until the HIT is handed in no vote counts');

-- Handing in.
select is((select concat_ws(' ', status, won, wanted) from assignment_submit(:s_assignment_id, :s_worker_id, 'ref1')),
	'votes_missing 1 3', 'all open questions want an answer');
select is(submit_refusal(jsonb_populate_record(a, '{"awaits_consent": true}'), 1, 3), 'ok', 'but of who does not agree to new words')
  from beat.assignment a where a.id = :s_assignment_id;
select is(tap.answer(s), 'ok', 'answers') from tap.validator('val', 'ref1') as s;
select is((tap.vote(:s_assignment_id, :s_worker_id, :'q', 'miss')).status, 'ok', 'and another');
select is((select concat_ws(' ', status, kind, won, reward_cents, earned_cents, completion_code, project)
	from assignment_submit(:s_assignment_id, :s_worker_id, 'ref1')), 'ok validate 3 40 40 V0TE v', 'then it is paid');
select is((select concat_ws(' ', status, earned_cents) from assignment_submit(:s_assignment_id, :s_worker_id, 'ref1')),
	'already 40', 'once');
select is((tap.validator('val', 'ref1')).status, 'submitted', 'and stays handed in');
select is((tap.vote(:s_assignment_id, :s_worker_id, :'q')).status, 'submitted', 'no vote is changed then');
select is((select status from vote_begin(:s_assignment_id, :s_worker_id, 'ref1', :'q')), 'submitted', 'nor looked at');
select bites(format($$update beat.vote set comment = 'x' where assignment_id = %s$$, :s_assignment_id), 'vote_cast_once', 'by nobody');
select is(tap.stored(:a), 'waiting 0/0 of 3, 1; waiting 0/0 of 3, 1; waiting 0/0 of 3, 1', 'handing in stores votes and nothing else');
select is(tap.queue(:a), 'waiting 0/1 of 3, 1; waiting 1/1 of 3, 1; waiting 1/1 of 3, 1',
	'they are counted by the settler, and decide nothing before all are in');
select is((select votes || ' ' || submitted from beat.participation where worker_id = :s_worker_id and project_id = tap.project('v')),
	'3 0', 'votes are counted, but are no HIT of questions');
select is((select sum(pay_cents)::bigint from beat.project_tally where project_id = tap.project('v')), 240::bigint, 'the pay is counted');
select is((tap.validator('val')).status, 'no_work', 'never the same twice');
select is_empty('select * from recount()', 'all counters equal a recount');

-- Enough votes, and no more.
select is(tap.validated('two', 'no_answer') || ' ' || tap.validated('three', 'miss'), 'ok ok', 'two more validators');
select is(tap.queue(:a), 'unanswerable 0/3 of 3, 3; answerable 1/3 of 3, 3; answerable 1/3 of 3, 3', 'all have their votes');
select is(tap.validated('four'), 'no_work', 'so there is nothing left to do');

-- Grouping, and the most that a HIT has.
select tap.solo('g', '{"validation_questions": 2}') \g /dev/null
select tap.wrote('cyd', 5, 0, 'g') as c \gset
select is(json_array_length((tap.validator('g1', '', 'g')).questions), 2, 'at most so many');
select project_set('g', '{"validation_questions": 50}', 't') \g /dev/null
select is(json_array_length((tap.validator('g2', '', 'g')).questions), 5, 'or all questions of a HIT');
select tap.wrote('dan', 2, 0, 'g') as d \gset
select s.assignment_id as g3, s.worker_id as w3 from tap.validator('g3', '', 'g') as s \gset
select is((select count(*) from beat.validation_item i join beat.validation v on v.id = i.validation_id
	where i.assignment_id = :g3 and v.assignment_id = :d and v.taken = 1), 2::bigint, 'of the least served');
select project_set('g', '{"validation_group": "passage"}', 't') \g /dev/null
select s.assignment_id as g4, s.worker_id as w4, json_array_length(s.questions) as n4 from tap.validator('g4', '', 'g') as s \gset
select is(:n4, 7, 'or those of a passage, whoever wrote them');
select is(json_array_length((tap.validator('dan', '', 'g')).questions), 3, 'but one''s own, and those in three hands');
select is((tap.validator('cyd', '', 'g')).status || ' ' || json_array_length((tap.validator('cyd', '', 'g')).questions), 'ok 2', 'for others too');
select is((tap.validator('g5', '', 'g')).status, 'no_work', 'all are in three hands');
select is((select string_agg(distinct taken::text, ' ') from beat.validation where project_id = tap.project('g')), '3', 'none in more');
select is_empty('select * from recount()', 'counted well');
select tap.solo('shuffled') \g /dev/null
select tap.wrote('cyd', 5, 0, 'shuffled') \g /dev/null
select project_set('shuffled', '{"validation_votes": 20}', 't'), tap.settle() \g /dev/null
select cmp_ok(pg_catalog.count(distinct (select string_agg(q ->> 'id', ' ') from json_array_elements(
	(tap.validator('o' || n, '', 'shuffled')).questions) as q)), '>', 1::bigint, 'each validator in an order of their own')
  from generate_series(1, 20) as n;

-- Leases.
select i.validation_id as first from beat.validation_item i where i.assignment_id = :g4 and i.place = 1 \gset
select is((tap.vote(:g4, :w4, :'first', 'unclear')).status, 'ok', 'answered before the time is over');
select tap.overdue(:g4) \g /dev/null
select is((select status from vote_begin(:g4, :w4, '', :'first')), 'expired', 'then it is over');
select is((tap.validator('g4', '', 'g')).assignment_id, :g4::bigint, 'who comes back before anybody else simply goes on');
select tap.overdue(:g4) \g /dev/null
select s.assignment_id as g5, s.worker_id as w5, json_array_length(s.questions) as n5 from tap.validator('g5', '', 'g') as s \gset
select is(:n5, 7, 'otherwise the questions go to whoever asks next');
select is((select state from beat.assignment where id = :g4)::text, 'expired', 'the lease is over');
select is((tap.vote(:g4, :w4, :'first')).status, 'expired', 'and takes no votes');
select is((tap.validator('g4', '', 'g')).status, 'no_work', 'with nothing left of it, there is nothing to go on with');
select tap.overdue(:g5) \g /dev/null
select is((tap.validator('g4', '', 'g')).assignment_id, :g4::bigint, 'but if the other does not come back either, it is taken again');
select is((select q #>> '{vote,reason}' from tap.validator('g4', '', 'g') as s, json_array_elements(s.questions) as q
	where q ->> 'id' = :'first'), 'unclear', 'with what was answered');
select is_empty('select * from recount()', 'counted well');
select tap.answer(tap.validator('g4', '', 'g')) \g /dev/null
select is((select status || ' ' || won || ' ' || wanted from assignment_submit(:g4, :w4, '')), 'ok 7 7', 'and handed in');
select is((select string_agg(distinct state, ' ') from beat.validation_item where assignment_id = :g5), 'released', 'the other''s are released');
select tap.overdue(:g3) \g /dev/null
select is(json_array_length((tap.validator('g6', '', 'g')).questions), 2, 'another whose time is over');
select tap.solo('partly') \g /dev/null
select tap.wrote('cyd', 3, 0, 'partly') \g /dev/null
select s.assignment_id as p1, s.worker_id as pw from tap.validator('g1', '', 'partly') as s \gset
select tap.overdue(:p1) \g /dev/null
select tap.validator('n' || n, '', 'partly') from generate_series(1, 3) as n \g /dev/null
select admin_questions_discard('partly', null, json_agg(x.id)::text, 'Poor.', null, 't') from (
	select q.id from beat.question q where q.project_id = tap.project('partly') order by q.number limit 1) as x \g /dev/null
select tap.overdue(assignment_id) from tap.validator('n1', '', 'partly') \g /dev/null
select is((select s.assignment_id = :p1 and (select count(*) from json_array_elements(s.questions) as q where (q -> 'closed')::text = 'true') = 1
	from tap.validator('g1', '', 'partly') as s), true, 'what can be had again of a HIT is, the rest is closed');
select is((select concat_ws(' ', status, wanted) from assignment_submit(:p1, :pw, '')), 'votes_missing 2', 'and not asked for');

-- Closed while in hand: discarded, or with all its votes.
select tap.solo('c') \g /dev/null
select tap.wrote('eve', 3, 0, 'c') as e \gset
select s.assignment_id as h, s.worker_id as hw from tap.validator('hal', '', 'c') as s \gset
select array_agg(v.id order by v.id) as qs from beat.validation v where v.assignment_id = :e \gset
select tap.vote(:h, :hw, (:'qs'::text[])[2]) \g /dev/null
select admin_questions_discard('c', null, to_json((:'qs'::text[])[1:2])::text, 'Poor.', null, 't') \g /dev/null
select is((select string_agg((q -> 'closed')::text, ' ' order by q ->> 'id') from tap.validator('hal', '', 'c') as s,
	json_array_elements(s.questions) as q), 'true true false', 'what is discarded meanwhile is closed');
select is((select status from vote_begin(:h, :hw, '', (:'qs'::text[])[1])), 'closed', 'no vote is asked for');
select is((select concat_ws(' ', v.status, v.done, v.total) from tap.vote(:h, :hw, (:'qs'::text[])[1]) as v), 'closed 0 1', 'nor taken');
select is(json_array_length((tap.validator('ivo', '', 'c')).questions), 1, 'it is given to nobody');
select is(tap.answer(tap.validator('hal', '', 'c')), 'ok', 'the others are answered');
select is((select concat_ws(' ', status, won, wanted) from assignment_submit(:h, :hw, '')), 'ok 2 3', 'which is enough');
select is((select string_agg(state, ' ' order by validation_id) from beat.validation_item where assignment_id = :h),
	'skipped voted voted', 'it is skipped; an answer given before is kept');
select tap.settle() \g /dev/null
select is((select taken from beat.validation where id = (:'qs'::text[])[1]), 0::smallint, 'and in no hand');
select admin_questions_restore('c', null, to_json((:'qs'::text[])[1:2])::text, 'Good.', null, 't') \g /dev/null
select is((select string_agg(active::text, ' ') from beat.validation where assignment_id = :e), 'true true true', 'restored, they wait again');
select is((select string_agg(q ->> 'id', ' ') from tap.validator('hal', '', 'c') as s, json_array_elements(s.questions) as q),
	(:'qs'::text[])[1], 'also for who had skipped it');
select is_empty('select * from recount()', 'counted well');
select project_set('c', '{"validation_votes": 1}', 't'), tap.settle() \g /dev/null
select is((select string_agg(distinct (q -> 'closed')::text, ' ') from tap.validator('ivo', '', 'c') as s, json_array_elements(s.questions) as q),
	'true', 'what needs no more votes is closed too');
select is((select status || ' ' || won from assignment_submit((tap.validator('ivo', '', 'c')).assignment_id, tap.worker_of('ivo'), '')), 'ok 0',
	'and the HIT is paid all the same');
select is_empty('select * from recount()', 'counted well');

-- Projects that do not validate, or not now.
select tap.wrote('ann', 2) \g /dev/null
select project_set('v', '{"validation_votes": 0}', 't') \g /dev/null
select is((tap.validator('none')).status || ' ' || (select status from validate_preview('v')), 'no_validation no_validation', 'switched off');
select project_set('v', '{"validation_votes": 3}', 't') \g /dev/null
select is((tap.validator('some')).status, 'ok', 'and on again');
select project_state('v', 'paused', 't') \g /dev/null
select is((tap.validator('none')).status || ' ' || (select status from validate_preview('v')), 'paused paused', 'paused');
select is((tap.validator('some')).status, 'ok', 'work in hand goes on');
select project_state('v', 'active', 't') \g /dev/null
select project_set('v', '{"platforms": ["prolific"], "completion_code": "C0DE"}', 't') \g /dev/null
select is((tap.validator('none')).status, 'closed_platform', 'another platform');
select project_set('v', '{"platforms": ["mturk", "prolific", "direct"]}', 't') \g /dev/null

-- Who may: anyone if the project is open, else the qualified, the invited, and who has learned it.
select onboarding_import(tap.onboarding(), 't') \g /dev/null
select project_set('v', '{"open": false}', 't') \g /dev/null
select is((tap.validator('none')).status, 'not_open', 'not anyone');
select is((tap.validator('guest', '', 'v', true, 'direct')).status, 'ok', 'who is invited');
select is((tap.validator('guest', '', 'v', false, 'direct')).status, 'not_open', 'but not without the invitation');
select is((tap.session('qual', '', 'mturk', 'v')).status, 'not_open', 'a worker');
select tap.moved('qual', 'qualified', 'v') \g /dev/null
select is((tap.validator('qual')).status, 'ok', 'who is qualified');
select project_set('v', '{"validation_votes": 10}', 't'), tap.settle() \g /dev/null
select project_set('v', '{"validation_onboarding": "basics"}', 't') \g /dev/null
select s.assignment_id as l, s.worker_id as lw, s.status, s.state, s.questions, s.onboarding from tap.validator('learner') as s \gset l_
select is(:'l_status' || ' ' || :'l_state' || ' ' || (json_array_length(:'l_questions'::json) > 0), 'ok new true', 'a newcomer gets a HIT');
select is((select string_agg(concat_ws(' ', e ->> 'number', e ->> 'kind', e ->> 'title'), ', ')
	from json_array_elements(:'l_onboarding'::json -> 'exercises') as e), '1 highlight Three, 2 highlight Four',
	'with the highlighting exercises to do first');
select is((select status from vote_begin(:l_l, :l_lw, '', :'l_questions'::json -> 0 ->> 'id')), 'exercises', 'no vote before');
select is((tap.vote(:l_l, :l_lw, :'l_questions'::json -> 0 ->> 'id')).status, 'exercises', 'none at all');
select is((select status from assignment_submit(:l_l, :l_lw, '')), 'exercises', 'nor a hand-in');
select is((select concat_ws(' ', status, kind, expected_text) from exercise_begin(:l_l, :l_lw, '', 1)), 'ok highlight Tom', 'the first');
select is((select concat_ws(' ', status, done_count, total) from exercise_record(:l_l, :l_lw, 1, true, null, 37, 40, 'Tom', 1, 1, 1)),
	'ok 1 2', 'is done');
select is((select validator_at from beat.participation where worker_id = :l_lw and project_id = tap.project('v')), null, 'not enough');
select is((select concat_ws(' ', status, done_count, total) from exercise_record(:l_l, :l_lw, 2, true, null, 16, 20, '1710', 1, 1, 1)),
	'ok 2 2', 'and the second');
select is((select (validator_at is not null) || ' ' || state from beat.participation where worker_id = :l_lw and project_id = tap.project('v')),
	'true new', 'a validator from now on, and nothing else');
select is((select onboarding from tap.validator('learner'))::text, null, 'the questions come next');
select project_create('twin', '{"model": "window"}', 't'), admin_pool_create('apart', '{}', 't'),
	project_create('alone', '{"model": "window", "pool": "apart"}', 't') \g /dev/null
select is(validator_since(:l_lw, tap.project('twin')) is not null, true, 'in all projects of the pool');
select is(validator_since(:l_lw, tap.project('alone')), null, 'but not in those of another');
select is(tap.answer(tap.validator('learner')), 'ok', 'are answered');
select is((select status || ' ' || earned_cents from assignment_submit(:l_l, :l_lw, '')), 'ok 40', 'and paid, once for all');
select is((select status || ' ' || coalesce(onboarding::text, 'none') from tap.validator('learner')) in ('ok none', 'no_work '), true,
	'the next one begins at once');
select is((select count(*) from beat.screening), 0::bigint, 'nobody has to screen it');
select is((tap.session('learner', '', 'mturk', 'v')).status, 'not_open', 'to write questions takes more');
select is((select string_agg(kind || ' ' || (detail ->> 'onboarding'), ', ') from beat.event where worker_id = :l_lw
	and kind = 'worker.validator'), 'worker.validator basics', 'on record');

-- Blocked or revoked: what is in hand can be handed in and is paid.
select project_set('v', '{"open": true}', 't') \g /dev/null
select tap.wrote('fay', 4) as f \gset
select s.assignment_id as b, s.worker_id as bw, s.questions -> 0 ->> 'id' as bq from tap.validator('bad') as s \gset
select tap.vote(:b, :bw, :'bq') \g /dev/null
select admin_worker_block(:bw::text, 'Spam.', 't') \g /dev/null
select is((tap.validator('bad')).status, 'ended', 'blocked: the HIT ended');
select is((select count(*) from beat.validation_item where assignment_id = :b and state = 'leased'), 0::bigint, 'its questions are free again');
select is((select status from vote_begin(:b, :bw, '', :'bq')), 'ended', 'no more votes');
select is((select concat_ws(' ', status, won, earned_cents) from assignment_submit(:b, :bw, '')), 'ok 1 40', 'what there is is paid, and counts');
select is((tap.validator('bad')).status, 'blocked', 'then there is nothing more');
select is_empty('select * from recount()', 'counted well');
select s.assignment_id as r, s.worker_id as rw, s.questions -> 0 ->> 'id' as rq from tap.validator('rev') as s \gset
select tap.vote(:r, :rw, :'rq') \g /dev/null
select admin_worker_revoke('v', :rw::text, 'Poor work.', 't') \g /dev/null
select is((select status || ' ' || reason from tap.validator('rev')), 'ended Poor work.', 'revoked: the same, with the reason');
select admin_worker_reinstate('v', :rw::text, 'Sorry.', 't') \g /dev/null
select is((tap.validator('rev')).assignment_id, :r::bigint, 'reinstated, it goes on');
select is((select q #>> '{vote,answer,text}' from tap.validator('rev') as s, json_array_elements(s.questions) as q where q ->> 'id' = :'rq'),
	'Passage', 'where it was');
select admin_worker_revoke('v', :rw::text, 'Poor work.', 't') \g /dev/null
select is((select status from assignment_submit(:r, :rw, '')), 'ok', 'ended again and handed in');
select is((select string_agg(distinct excluded::text, ' ') from beat.vote where assignment_id = :r and cast_at is not null), 'true',
	'the votes of who is revoked do not count');
select is((tap.validator('rev')).status || ' ' || (tap.validator('rev')).reason, 'revoked Poor work.', 'and there are no others');
select is_empty('select * from recount()', 'counted well');
select is_empty('select * from tap.miscounted()', 'everywhere');
select cmp_ok(tap.settle(), '>', 0, 'the settler has something to do');
select is(tap.settle(), 0, 'and then nothing any more');
select * from finish();
rollback;
