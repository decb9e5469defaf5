-- The review queue: leases, blindness, what a review must say, undo, double review and adjudication, agreement.
begin;
\ir fixture.psql
\ir review.psql
select plan(143);
update beat.project set success_permille = 0; -- nobody is revoked here

-- The words.
select is(json_array_length(admin_review_words() -> 'tags'), 9, 'nine reasons');
select is(json_array_length(admin_review_words() -> 'labels'), 13, 'thirteen labels');
select is((select string_agg(t ->> 'word', ' ') from json_array_elements(admin_review_words() -> 'tags') as t),
	'unanswerable several_answers wrong_span ungrammatical trivial nonsense offensive copied other', 'the reasons');
select is((select string_agg(t ->> 'word', ' ') from json_array_elements(admin_review_words() -> 'labels') as t),
	'explicit paraphrasing external_knowledge coreference multi_hop comparative numeric negation filtering temporal '
	'spatial inductive implicit', 'the labels');

-- An empty queue.
select is(tap.next('ina')::jsonb, '{"item": null, "remaining": {"review": 0, "adjudication": 0}}', 'nothing to review');
select is(tap.refused($$select tap.next('ina', 'other')$$),
	'BE001: The queues are review and adjudication; there is no "other".', 'two queues');
select is(tap.refused($$select tap.next('ina', project => 'none')$$), 'BE404: There is no project "none".', 'of a project');
select is(admin_review_queue('r', tap.account('ina'))::jsonb,
	'{"remaining": {"review": 0, "adjudication": 0}, "mine": [], "done_today": 0, "done_total": 0,
		"oldest_waiting_at": null, "double": false, "blind": true}'::jsonb, 'the state of an empty queue');

-- Leases. Ann completes 4 HITs with 3 questions, the second after two losses.
create function tap.play(worker text) returns bigint language plpgsql as $$
declare
	s record;
	verdict text;
begin
	select x.assignment_id, x.worker_id into s from session_open('r', 'mturk', worker, '', '', '') as x;
	foreach verdict in array array['human', 'model', 'none', 'model', 'human', 'human'] loop
		perform tap.try(nextval('tap.attempt_number')::integer, s.assignment_id, s.worker_id, verdict);
	end loop;
	perform assignment_submit(s.assignment_id, s.worker_id, '');
	return s.assignment_id;
end
$$;
select tap.play('secret ann') from generate_series(1, 4) \g /dev/null
select is(tap.close() ->> 'sampled', '4', 'four HITs wait');
select is(admin_review_queue('r', tap.account('ina')) -> 'remaining' ->> 'review', '4', 'the queue says so');
select isnt(admin_review_queue('r', tap.account('ina')) ->> 'oldest_waiting_at', null, 'and since when');
select tap.next('ina') as i1, tap.next('jon') as j1 \gset
select isnt(:'i1'::json -> 'item' ->> 'hit', :'j1'::json -> 'item' ->> 'hit', 'two reviewers get different items');
select tap.next('ina') as i2, tap.next('ina') as i3 \gset
select is(count(distinct assignment_id)::integer, 4, 'all four are out') from beat.review where state = 'leased';
select is(tap.next('kim') ->> 'item', null, 'nothing is left for a third');
select is(tap.next('kim') -> 'remaining' ->> 'review', '4', 'though it is not done');
select is(tap.refused($$select tap.next('ina')$$),
	'BE409: You hold three items already: finish or release one first.', 'three at once are enough');
select is(admin_review_queue('r', tap.account('ina')) -> 'mine' ->> 2, :'i3'::json -> 'item' ->> 'review',
	'a reload finds what one has');

-- What a blind reviewer sees.
select unnest(array[
	is(i ->> 'kind', 'review', 'an item is for review'), is(i ->> 'state', 'leased', 'by lease'),
	is(i ->> 'worker', null, 'of nobody'), is(i ->> 'model', null, 'against nothing'),
	matches(i -> 'passage' ->> 'text', '^Passage [0-9]+ was copied', 'with the passage'),
	matches(i -> 'passage' ->> 'title', '^Long', 'its title'),
	is(json_array_length(i -> 'questions'), 3, 'and three questions'),
	is(i -> 'questions' -> 0 ->> 'question', 'What is it?', 'the question'),
	is((i -> 'questions' -> 0 -> 'answer')::jsonb, '{"start": 0, "end": 7, "text": "Passage"}', 'the answer'),
	is((select string_agg(q ->> 'lost_before', ' ') from json_array_elements(i -> 'questions') as q), '0 2 0',
		'the losses before it'),
	is((select string_agg(q ->> 'seq', ' ') from json_array_elements(i -> 'questions') as q), '1 5 6', 'in order'),
	is(i -> 'questions' -> 0 ->> 'judgement', null, 'no judgement yet'),
	is(i -> 'questions' -> 0 ->> 'others', null, 'nobody else''s either')])
  from (select :'i1'::json -> 'item' as i) as x;
select is((select count(*)::integer from unnest(array['secret', 'mturk', 'window', 'abc123', 'platform', 'model_id'])
	as x where strpos(:'i1', x) > 0), 0, 'nothing of worker, platform or model is in it');
select is(count(*)::integer, 0, 'nor the model''s answer') from json_array_elements(:'i1'::json -> 'item' -> 'questions') q
	where q ->> 'model_answer' is not null;
select is(admin_review(:'i1'::json -> 'item' ->> 'review', tap.account('ina'), true) -> 'item' ->> 'worker', null,
	'not even for those who may see identities');

-- Others' reviews stay hidden.
select is(tap.refused(format('select admin_review(%L, %L, false)', :'i1'::json -> 'item' ->> 'review',
	tap.account('jon'))), 'BE404: There is no such review of yours.', 'others'' reviews cannot be looked at');
select is(tap.refused(format($$select admin_review_finish(%L, '[]', %L, 'x')$$, :'i1'::json -> 'item' ->> 'review',
	tap.account('jon'))), 'BE404: There is no such review of yours.', 'nor finished');
select is(admin_review(:'i1'::json -> 'item' ->> 'review', tap.account('lea'), true) -> 'item' ->> 'review',
	:'i1'::json -> 'item' ->> 'review', 'but by those who may see everything');

-- What a review must say.
create function tap.says(judgements text) returns text language sql as $$
	select tap.refused(format('select admin_review_finish(%L, %L, %L, %L)',
		(select id from beat.review where account_id = tap.account('ina')::bigint and state = 'leased' order by id limit 1),
		judgements, tap.account('ina'), 'user:ina'));
$$;
select tap.judged(:'i1') as good, tap.judged(:'i1', 1) as bad \gset
select is(tap.says('{}'), 'BE001: A review is a list of judgements, one for each question.', 'a list');
select is(tap.says('[]'), 'BE001: Judge each of the 3 questions of the HIT exactly once; 3 of them are missing.', 'of all');
select is(tap.says(('[' || (:'good'::json -> 0) || ']')),
	'BE001: Judge each of the 3 questions of the HIT exactly once; 2 of them are missing.', 'really of all');
select is(tap.says((select jsonb_agg(:'good'::jsonb -> 0) from generate_series(1, 3))::text),
	'BE001: Judge each of the 3 questions of the HIT exactly once; load it again.', 'of each once');
select is(tap.says(tap.judged(:'j1')), 'BE001: Judge each of the 3 questions of the HIT exactly once; load it again.',
	'of this HIT''s');
select is(tap.says('[7]'),
	'BE001: A judgement is an object that says of a question whether it is valid: true or false.', 'objects');
select is(tap.says(replace(:'good', 'true', '1')),
	'BE001: A judgement is an object that says of a question whether it is valid: true or false.', 'true or false');
select is(tap.says(replace(:'good', '"tags" : []', '"tags" : ["other"]')),
	'BE001: A valid question has no reason tags.', 'reasons are for invalid ones');
select is(tap.says(replace(:'bad', '["unanswerable"]', '[]')),
	'BE001: Say why a question is invalid: choose at least one reason tag.', 'which need one');
select is(tap.says(replace(:'bad', 'unanswerable', 'ugly')), 'BE001: There is no tag "ugly"; there are unanswerable, '
	'several_answers, wrong_span, ungrammatical, trivial, nonsense, offensive, copied, other.', 'of the list');
select is(tap.says(replace(:'good', '["explicit"]', '["explicit", "numeric", "spatial", "temporal"]')),
	'BE001: A question gets at most three labels.', 'three labels');
select matches(tap.says(replace(:'good', 'explicit', 'trivial')), '^BE001: There is no label "trivial"; there are explicit',
	'of the other list');
select is(tap.says(replace(:'good', '["explicit"]', '"explicit"')), 'BE001: labels are a list of words, not "explicit".',
	'as a list');
select is(tap.says(replace(:'good', '["explicit"]', '[["explicit"]]')),
	'BE001: labels are a list of words, not [["explicit"]].', 'of words');
select is(tap.says(replace(:'good', '"comment" : ""', '"comment" : "' || repeat('x', 4001) || '"')),
	'BE001: A comment is a text of at most 4000 characters.', 'a comment has a limit');
select matches(tap.says('nonsense'), '^22P02', 'JSON');
select is(count(*)::integer, 0, 'nothing of that was stored') from beat.judgement;

-- Finishing: the counters, the discard, the labels, the record.
select is(tap.finish('ina', :'i1', 1)::jsonb, '{"settled": true, "disputed": false}', 'a finished review settles the HIT');
select is(tap.finish('ina', :'i1', 1)::jsonb, '{"settled": true, "disputed": false}', 'the same again is fine');
select is(tap.refused(format('select tap.finish(%L, %L, 2)', 'ina', :'i1')),
	'BE409: This review is finished with other judgements: undo it first.', 'something else is not');
select is(format('%s/%s %s/%s', q.valid_hits, q.reviewed_hits, q.valid_questions, q.reviewed_questions), '0/1 2/3',
	'counted once') from tap.part('secret ann') as q;
select is((q.kept)::integer, 11, 'one question fewer is kept') from tap.part('secret ann') as q;
select is(string_agg(format('%s %s %s', cause, reason, actor), '; '), 'review unanswerable user:ina', 'it is discarded')
	from beat.discard;
select is(string_agg(q.labels[1], ' '), 'explicit explicit explicit', 'questions get the labels') from beat.question q
	where q.assignment_id = (:'i1'::json -> 'item' ->> 'hit')::bigint;
select is(detail - 'review', '{"kind": "review", "questions": 3, "valid": 2}'::jsonb, 'on record') from beat.event
	where kind = 'review.finish';
select is(actor::text, 'user:ina', 'with who did it') from beat.event where kind = 'review.finish';
select is(tap.next('kim') -> 'remaining' ->> 'review', '3', 'three are left');
select is(admin_review_queue('r', tap.account('ina')) ->> 'done_today', '1', 'one done today');
select is(admin_reviews('r', null, null, tap.account('ina'), false) -> 'items' -> 2 ->> 'valid', '2', 'the list of mine');
select is(admin_reviews('r', null, null, tap.account('ina'), false) -> 'items' -> 0 ->> 'worker', null, 'without workers');
select is(json_array_length(admin_reviews('r', null, null, null, false) -> 'items'), 4, 'and everybody''s');
select is(admin_reviews('r', null, '2', null, false) ->> 'next',
	admin_reviews('r', null, '2', null, false) -> 'items' -> 1 ->> 'id', 'by pages');
select is(json_array_length(admin_reviews('r', admin_reviews('r', null, '2', null, false) ->> 'next', '5', null,
	false) -> 'items'), 2, 'and the next');
select bites('update beat.judgement set valid = true', 'judgement_never_changed', 'what was said stays');

-- Undo.
select admin_review_undo(:'i1'::json -> 'item' ->> 'review', tap.account('ina'), 'user:ina') as u1 \gset
select is(:'u1'::json -> 'item' ->> 'hit', :'i1'::json -> 'item' ->> 'hit', 'the item comes back');
select isnt(:'u1'::json -> 'item' ->> 'review', :'i1'::json -> 'item' ->> 'review', 'as a new review');
select is((select string_agg(q -> 'judgement' ->> 'valid', ' ') from json_array_elements(:'u1'::json -> 'item' -> 'questions')
	as q), 'false true true', 'with what was said');
select is(format('%s/%s %s/%s %s', q.valid_hits, q.reviewed_hits, q.valid_questions, q.reviewed_questions, q.kept),
	'0/0 0/0 12', 'nothing of it counts any more') from tap.part('secret ann') as q;
select is(count(*)::integer, 0, 'no label stays') from beat.question where labels <> '{}';
select is_empty('select * from recount()', 'the counters are right');
select is(tap.refused(format('select tap.finish(%L, %L)', 'ina', :'i1')),
	'BE409: This review was taken back: finish the one that came for it.', 'the old one is over');
select is(tap.refused(format('select admin_review_undo(%L, %L, %L)', :'u1'::json -> 'item' ->> 'review',
	tap.account('ina'), 'x')), 'BE409: Only a finished review can be undone.', 'what is not finished is not undone');
select is(tap.finish('ina', :'u1')::jsonb, '{"settled": true, "disputed": false}', 'finished again');
select is(format('%s/%s %s/%s %s', q.valid_hits, q.reviewed_hits, q.valid_questions, q.reviewed_questions, q.kept),
	'1/1 3/3 12', 'with other words') from tap.part('secret ann') as q;
update beat.review set finished_at = finished_at - interval '31 minutes' where state = 'finished';
select is(tap.refused(format('select admin_review_undo(%L, %L, %L)', :'u1'::json -> 'item' ->> 'review',
	tap.account('ina'), 'x')), 'BE409: A review can be undone for half an hour; that is over.', 'undo has a time');

-- Release and expiry.
select is(admin_review_release(:'i2'::json -> 'item' ->> 'review', tap.account('ina'), 'user:ina')::jsonb,
	'{"released": true}', 'an item is given back');
select is(admin_review_release(:'i2'::json -> 'item' ->> 'review', tap.account('ina'), 'user:ina')::jsonb,
	'{"released": true}', 'again is fine');
select is(tap.refused(format('select tap.finish(%L, %L)', 'ina', :'i2')),
	'BE410: You have released this item; it went back to the queue.', 'and no longer one''s own');
select is(tap.refused(format('select admin_review_release(%L, %L, %L)', :'u1'::json -> 'item' ->> 'review',
	tap.account('ina'), 'x')), 'BE409: This review is finished; it can be undone, not released.',
	'what is finished is not released');
select is(tap.next('kim') -> 'item' ->> 'hit', :'i2'::json -> 'item' ->> 'hit', 'somebody else gets it');
update beat.review set expires_at = clock_timestamp() where state = 'leased' and id = (:'i3'::json -> 'item' ->> 'review')::bigint;
select is(tap.finish('ina', :'i3') ->> 'settled', 'true', 'an overdue item can be finished');
update beat.review set expires_at = clock_timestamp() where state = 'leased';
select is(review_leases_expire(tap.project('r')), 2, 'overdue leases end');
select is(count(*)::integer, 2, 'on record') from beat.event where kind = 'review.expire';
select is(review_leases_expire(null), 0, 'once');
select is(tap.finish('jon', :'j1') ->> 'settled', 'true', 'one that ended can be finished if nobody took it');
select is_empty('select * from recount()', 'the counters are right');
select tap.next('jon') as j2 \gset
update beat.review set expires_at = clock_timestamp() where state = 'leased';
select is(tap.next('ina') -> 'item' ->> 'hit', :'j2'::json -> 'item' ->> 'hit', 'taking the next ends them too');
select is(tap.refused(format('select tap.finish(%L, %L)', 'jon', :'j2')),
	'BE410: Your time for this item was over, and somebody else has taken it.', 'what others took cannot');
select is((housekeeping() ->> 'leases'), '0', 'housekeeping finds nothing overdue');
update beat.review set expires_at = clock_timestamp() where state = 'leased';
select is((housekeeping() ->> 'leases'), '1', 'and ends what is');
select tap.review('kim') \g /dev/null
select is(tap.next('kim') -> 'remaining' ->> 'review', '0', 'all are done');
select is_empty('select * from recount()', 'the counters are right');

-- Not blind.
select project_set('r', '{"review_blind": false}', 't') \g /dev/null
select tap.play('bob') \g /dev/null
select tap.close() \g /dev/null
select tap.next('ina') as open \gset
select is((:'open'::json -> 'item' -> 'worker')::jsonb, jsonb_build_object('id', tap.worker('bob')::text, 'platform', 'mturk'),
	'a worker by number');
select is(:'open'::json -> 'item' -> 'model' ->> 'name', 'window', 'and the model');
select is(:'open'::json -> 'item' -> 'questions' -> 0 ->> 'model_answer', 'Ada', 'with its answer');
select is(admin_review(:'open'::json -> 'item' ->> 'review', tap.account('ina'), true) -> 'item' -> 'worker'
	->> 'platform_worker_id', 'bob', 'identity for those who may');
select tap.finish('ina', :'open') \g /dev/null
select project_set('r', '{"review_blind": true, "review_double": true}', 't') \g /dev/null

-- Double review: two different people; agreement settles, difference goes to a third.
select tap.work('cyd', 3, 2) \g /dev/null
select tap.close() \g /dev/null
select tap.next('ina') as a, tap.next('jon') as b \gset
select is(:'a'::json -> 'item' ->> 'hit', :'b'::json -> 'item' ->> 'hit', 'two review the same');
select isnt(tap.next('ina') -> 'item' ->> 'hit', :'a'::json -> 'item' ->> 'hit', 'nobody gets it twice');
savepoint third;
select isnt(tap.next('kim') -> 'item' ->> 'hit', :'a'::json -> 'item' ->> 'hit', 'and no third one gets it');
rollback to third;
select is(tap.finish('ina', :'a', 1)::jsonb, '{"settled": false, "disputed": false}', 'the first settles nothing');
select is(q.reviewed_questions::integer, 0, 'and counts nothing') from tap.part('cyd') as q;
select is(admin_review_queue('r', tap.account('ina')) -> 'remaining' ->> 'review', '2', 'two are left for the first');
select is(admin_review_queue('r', tap.account('lea')) -> 'remaining' ->> 'review', '3', 'three for another');
select is(admin_review(:'b'::json -> 'item' ->> 'review', tap.account('jon'), false) -> 'item' -> 'questions' -> 0
	->> 'others', null, 'the second does not see the first');
select is(tap.finish('jon', :'b', 1)::jsonb, '{"settled": true, "disputed": false}', 'the second agrees');
select is(format('%s/%s %s/%s', q.valid_hits, q.reviewed_hits, q.valid_questions, q.reviewed_questions), '0/1 1/2',
	'and it counts once') from tap.part('cyd') as q;
select is(s.review_id::text, :'a'::json -> 'item' ->> 'review', 'the first review stands for both') from beat.sample s
	where s.assignment_id = (:'a'::json -> 'item' ->> 'hit')::bigint;
select tap.next('jon') as b \gset
select admin_review(r.id::text, tap.account('ina'), false) as a from beat.review r
	where r.account_id = tap.account('ina')::bigint and r.assignment_id = (:'b'::json -> 'item' ->> 'hit')::bigint \gset
select is(tap.finish('jon', :'b', 2) ->> 'settled', 'false', 'the other way round');
select is(tap.finish('ina', :'a', 1)::jsonb, '{"settled": false, "disputed": true}', 'they differ');
select is(q.reviewed_questions::integer, 2, 'nothing counts yet') from tap.part('cyd') as q;
select is(admin_review_queue('r', tap.account('kim')) -> 'remaining' ->> 'adjudication', '1', 'one to adjudicate');
select is(admin_review_queue('r', tap.account('ina')) -> 'remaining' ->> 'adjudication', '0', 'not by those two');
select is(tap.next('ina', 'adjudication') ->> 'item', null, 'the first does not get it');
select is(tap.next('jon', 'adjudication') ->> 'item', null, 'nor the second');
savepoint disputed;
select is(admin_review_undo(:'a'::json -> 'item' ->> 'review', tap.account('ina'), 'user:ina') -> 'item' ->> 'state',
	'leased', 'a dispute can be undone');
select is(tap.finish('ina', admin_review((select max(id)::text from beat.review
	where account_id = tap.account('ina')::bigint and state = 'leased'), tap.account('ina'), false), 2) ->> 'settled', 'true',
	'and ended by agreement');
select is_empty('select * from recount_reviews()', 'with agreement counted right');
rollback to disputed;
select tap.next('kim', 'adjudication') as c \gset
select is(:'c'::json -> 'item' ->> 'kind', 'adjudication', 'a third person does');
select is((:'c'::json -> 'item' -> 'questions' -> 0 -> 'others')::jsonb,
	'[{"reviewer": "A", "valid": false, "tags": ["unanswerable"], "labels": ["explicit"], "comment": ""},
	  {"reviewer": "B", "valid": false, "tags": ["unanswerable"], "labels": ["explicit"], "comment": ""}]'::jsonb,
	'and sees both, without names');
select is((select string_agg(o ->> 'valid', ' ') from json_array_elements(:'c'::json -> 'item' -> 'questions' -> 1 -> 'others')
	as o), 'false true', 'where they differ');
select is(tap.next('lea', 'adjudication') ->> 'item', null, 'once');
select is(tap.refused(format('select admin_review_undo(%L, %L, %L)', :'a'::json -> 'item' ->> 'review',
	tap.account('ina'), 'x')), 'BE409: Somebody is deciding on this HIT, or has decided: it cannot be undone any more.',
	'now it is too late to undo');
select is(tap.finish('kim', :'c', 1)::jsonb, '{"settled": true, "disputed": false}', 'the third decides');
select is(format('%s/%s %s/%s', q.valid_hits, q.reviewed_hits, q.valid_questions, q.reviewed_questions), '0/2 2/4',
	'and that counts') from tap.part('cyd') as q;
select bites(format('insert into beat.review (assignment_id, project_id, account_id, expires_at) values (%s, %s, %s, now())',
	:'c'::json -> 'item' ->> 'hit', tap.project('r'), tap.account('ina')), 'review_once_per_reviewer',
	'the table lets nobody review twice');
select admin_review_undo(:'c'::json -> 'item' ->> 'review', tap.account('kim'), 'user:kim') as c \gset
select is(s.state || ' ' || s.taken, 'disputed 1', 'an adjudication can be undone') from beat.sample s
	where s.assignment_id = (:'c'::json -> 'item' ->> 'hit')::bigint;
select tap.finish('kim', :'c', 2) \g /dev/null
select is(format('%s/%s', q.valid_questions, q.reviewed_questions), '1/4', 'and done otherwise') from tap.part('cyd') as q;

-- Agreement: on the first HIT both said invalid, valid; on the second invalid, invalid against invalid, valid.
select is(admin_agreement('r')::jsonb - 'percentage', jsonb_build_object('pairs', 4, 'agree', 3, 'kappa', 0.5,
	'table', '{"vv": 1, "vi": 0, "iv": 1, "ii": 2}'::jsonb,
	'by_pair', '[{"a": "ina", "b": "jon", "n": 4, "agree": 3, "kappa": 0.5}]'::jsonb), 'agreement and kappa');
select is(admin_agreement('r') -> 'percentage' ->> 'rate', '0.750000', 'with its interval');
select is(admin_agreement('p') ->> 'kappa', null, 'no kappa without pairs');
select is(round(kappa(20, 5, 10, 15)::numeric, 6), 0.4, 'kappa of a known table');
select is(kappa(7, 0, 0, 0), null, 'no kappa where chance explains all');
select is(kappa(0, 5, 5, 0), -1::float8, 'or -1');
select is_empty('select * from recount_reviews()', 'the counters of reviews are right');
select is_empty('select * from recount()', 'and all others');
update beat.sample_tally set waiting = waiting + 1 where lane = (select min(lane) from beat.sample_tally)
	and batch_id = (select min(batch_id) from beat.sample_tally);
update beat.agreement set vv = vv + 1;
update beat.sample set taken = 1 where state = 'waiting';
select is((select string_agg(distinct counter || ' ' || stored - recounted, ', ') from recount_reviews()),
	'agreement.vv 1, sample.taken 1, sample_tally.waiting 1', 'and would be found if not');
select recount_fix('t') \g /dev/null
select is_empty('select * from recount()', 'and put right');
select * from finish();
rollback;
