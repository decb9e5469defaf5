-- What votes lead to: decisions, discards, early stops and extra votes, the author's rate, votes that do not count, and
-- settings that change.
begin;
\ir fixture.psql
\ir validation.psql
select no_plan();
create function tap.decisions(assignment bigint) returns text language sql as $$
	select tap.settle_of(assignment);
	select string_agg(format('%s %s/%s %s %s', d.state, d.matches, d.votes, d.cause, d.actor), '; ' order by d.id)
	  from beat.decision d join beat.validation v on v.id = d.validation_id
	 where v.assignment_id = assignment;
$$;
create function tap.out(assignment bigint) returns text language sql as $$
	select tap.settle_of(assignment);
	select string_agg(coalesce((select string_agg(d.cause, '+' order by d.cause) from beat.discard d
		where d.question_id = q.id and d.undone_at is null), 'in'), ' ' order by t.seq)
	  from beat.question q join beat.attempt t on t.id = q.attempt_id
	 where q.assignment_id = assignment;
$$;
-- The question that was asked as the nth of a HIT.
create function tap.q(assignment bigint, n integer default 1) returns text language sql stable as $$
	select q.id from beat.question q join beat.attempt t on t.id = q.attempt_id where q.assignment_id = assignment
	 order by t.seq offset n - 1 limit 1;
$$;
-- A validator answers the questions of a HIT, each in its way, and hands in.
create function tap.answers(who text, project text, assignment bigint, how text[]) returns text language plpgsql as $$
declare
	s tap.validating := tap.validator(who, '', project);
begin
	if s.status <> 'ok' then
		return s.status;
	end if;
	for i in 1 .. cardinality(how) loop
		perform tap.vote(s.assignment_id, s.worker_id, tap.q(assignment, i), how[i]);
	end loop;
	return (select x.status from assignment_submit(s.assignment_id, s.worker_id, '') as x);
end
$$;

-- When a vote matches.
select is(vote_matches(rule, permille, exact, s, m, k), matches, format('%s %s: %s of %s + %s', rule, permille, s, m, k))
  from (values ('em', 0, true, 1, 1, 1, true), ('em', 0, false, 1, 1, 2, false), ('em', 999, false, 3, 3, 3, false),
	('f1', 400, false, 1, 2, 2, true), ('f1', 400, false, 1, 2, 3, false), ('f1', 400, false, 2, 5, 5, false),
	('f1', 400, false, 2, 4, 5, true), ('f1', 399, false, 1, 2, 3, true), ('f1', 666, false, 1, 1, 2, true),
	('f1', 667, false, 1, 1, 2, false), ('f1', 999, true, 30, 30, 30, true), ('f1', 0, false, 0, 1, 1, false),
	('f1', 0, false, 0, 0, 1, false), ('f1', 0, false, 1, 1000, 1000, true)) as t (rule, permille, exact, s, m, k, matches);
select is_empty($$select s, m, k from generate_series(1, 30) as m, generate_series(1, 30) as k, generate_series(0, 30) as s
	where s <= least(m, k) and 5 * s = m + k and vote_matches('f1', 400, false, s, m, k)$$, 'exactly 40 % is never above 40 %');
select isnt_empty($$select s, m, k from generate_series(1, 30) as m, generate_series(1, 30) as k, generate_series(0, 30) as s
	where s <= least(m, k) and 5 * s = m + k + 1 and vote_matches('f1', 400, false, s, m, k)$$, 'one token more is');

-- One of three is enough; without any a question leaves.
select tap.solo('a') \g /dev/null
select tap.wrote('ann', 3, 0, 'a') as h \gset
select is(tap.answers('v1', 'a', :h, '{miss,match,no_answer}'), 'ok', 'the first validator');
select is(tap.queue(:h), 'waiting 0/1 of 3, 1; waiting 1/1 of 3, 1; waiting 0/1 of 3, 1', 'one vote decides nothing');
select is(tap.answers('v2', 'a', :h, '{miss,match,near}'), 'ok', 'the second');
select is(tap.out(:h), 'in in in', 'all are still in');
select is((select sum(kept)::bigint from beat.project_tally where project_id = tap.project('a')), 3::bigint, 'and counted');
select is(tap.answers('v3', 'a', :h, '{no_answer,miss,match}'), 'ok', 'the third');
select is(tap.queue(:h), 'unanswerable 0/3 of 3, 3; answerable 2/3 of 3, 3; answerable 1/3 of 3, 3', 'what they came to');
select is(tap.out(:h), 'unanswerable in in', 'who has no match is out');
select is((select sum(kept)::bigint from beat.project_tally where project_id = tap.project('a')), 2::bigint, 'and not counted');
select is((select reason || ' ' || actor from beat.discard where cause = 'unanswerable'),
	'0 of 3 validators gave the answer of its author; 1 would have to. server', 'with the reason');
select is(tap.decisions(:h), 'unanswerable 0/3 vote server; answerable 1/3 vote server; answerable 2/3 vote server', 'each decision is on record');
select is((select string_agg(distinct (decided_at is not null)::text, ' ') from beat.validation where assignment_id = :h), 'true', 'with its moment');
select is(tap.rate('ann', 'a'), 'new: 2 of 3', 'and in the author''s counters');
select is_empty('select * from recount()', 'all is counted well');
select is((select string_agg(concat_ws('/', shared, vote_tokens, original_tokens) || ' ' || exact, ', ' order by id) from beat.vote
	where validation_id = tap.q(:h, 3)), '0/0/1 false, 1/2/1 false, 1/1/1 true', 'votes have the proof of their agreement');

-- The same three sheets in every order.
create function tap.in_order(name text, turns integer[]) returns text language plpgsql as $$
declare
	sheets constant text[] := '{{miss,match,no_answer},{miss,match,near},{no_answer,miss,match}}';
	hit bigint;
	turn integer;
begin
	perform tap.solo(name);
	hit := tap.wrote('ann', 3, 0, name);
	foreach turn in array turns loop
		perform tap.answers('v' || turn, name, hit, array(select unnest(sheets[turn:turn])));
	end loop;
	return concat_ws('; ', tap.queue(hit), tap.out(hit), tap.rate('ann', name));
end
$$;
select results_eq($$select distinct tap.in_order('turn' || n, turns) from (values (1, '{1,2,3}'::integer[]), (2, '{1,3,2}'), (3, '{2,1,3}'),
	(4, '{2,3,1}'), (5, '{3,1,2}'), (6, '{3,2,1}')) as t (n, turns)$$,
	$$values ('unanswerable 0/3 of 3, 3; answerable 2/3 of 3, 3; answerable 1/3 of 3, 3; unanswerable in in; new: 2 of 3')$$,
	'the order of votes changes nothing');

-- Other rules, applied to votes that are there.
select project_set('a', '{"validation_match": "f1", "validation_f1": 666}', 'user:sam') \g /dev/null
select is(tap.queue(:h), 'unanswerable 0/3 of 3, 3; answerable 2/3 of 3, 3; answerable 2/3 of 3, 3', 'an F1 of 2/3 is above 666 per mille');
select project_set('a', '{"validation_f1": 667}', 'user:sam') \g /dev/null
select is(tap.queue(:h), 'unanswerable 0/3 of 3, 3; answerable 2/3 of 3, 3; answerable 1/3 of 3, 3', 'not above 667');
select project_set('a', '{"validation_matches": 2}', 'user:sam') \g /dev/null
select is(tap.queue(:h), 'unanswerable 0/3 of 3, 3; answerable 2/3 of 3, 3; unanswerable 1/3 of 3, 3', 'two of three');
select is(tap.out(:h), 'revocation+unanswerable revocation revocation+unanswerable', 'leave, and with them their author');
select is((select state || ' ' || cause || ' ' || actor from beat.decision order by id desc limit 1), 'unanswerable setting server', 'on record');
select is(tap.rate('ann', 'a'), 'revoked: 1 of 3', 'other rules judge authors, too');
select project_set('a', '{"validation_matches": 1, "validation_match": "em"}', 'user:sam') \g /dev/null
select is(tap.queue(:h), 'unanswerable 0/3 of 3, 3; answerable 2/3 of 3, 3; answerable 1/3 of 3, 3', 'taken back');
select is(tap.out(:h), 'unanswerable in in', 'they come back');
select is(tap.rate('ann', 'a'), 'new: 2 of 3', 'and so does their author, as she was');
select is((select state || ' ' || undone_by || ' ' || undone_reason from beat.revocation where project_id = tap.project('a')),
	'undone server Its ground is gone: 2 of 3 decided questions can be answered by others.', 'on record');
select project_set('a', '{"validation_votes": 5}', 'user:sam') \g /dev/null
select is(tap.queue(:h), 'waiting 0/3 of 5, 3; waiting 2/3 of 5, 3; waiting 1/3 of 5, 3', 'more votes: what had too few waits again');
select is(tap.out(:h), 'in in in', 'and is in until they have come');
select project_set('a', '{"validation_votes": 0}', 'user:sam') \g /dev/null
select is(tap.queue(:h), 'waiting 0/3 of 0, 3; waiting 2/3 of 0, 3; waiting 1/3 of 0, 3', 'none: nobody is asked, what waited does');
select project_set('a', '{"validation_votes": 3}', 'user:sam') \g /dev/null
select is(tap.queue(:h), 'unanswerable 0/3 of 3, 3; answerable 2/3 of 3, 3; answerable 1/3 of 3, 3', 'three again: as before');
select project_set('a', '{"validation_votes": 0}', 'user:sam') \g /dev/null
select is(tap.queue(:h), 'unanswerable 0/3 of 0, 3; answerable 2/3 of 0, 3; answerable 1/3 of 0, 3', 'none: what had all its votes stays decided');
select project_set('a', '{"validation_votes": 3}', 'user:sam') \g /dev/null
select is(tap.out(:h), 'unanswerable in in', 'and back');
select is_empty('select * from recount()', 'all is counted well');

-- Early stop.
create function tap.human_of(project text) returns text language sql as $$
	select string_agg(d.value, ' ' order by d.key) from json_each_text(admin_human_performance(project, '1') -> 'definitions') as d
	 where d.key in ('questions', 'validated')
$$;
select tap.solo('e', '{"validation_early_stop": 2}') \g /dev/null
select is(tap.human_of('e'), 'Questions that are in the dataset and have all their votes; "lost" are attempts that the model won. '
	'The same over all questions that have all their votes, also those that the votes put out.', 'nothing was stopped yet');
select tap.wrote('ann', 2, 0, 'e') as h \gset
select tap.answers('v1', 'e', :h, '{match,match}') \g /dev/null
select s.assignment_id as late, s.worker_id as lw from tap.validator('v3', '', 'e') as s \gset
select tap.answers('v2', 'e', :h, '{match,miss}') \g /dev/null
select is(tap.queue(:h), 'answerable 2/2 of 2, 3; waiting 1/2 of 3, 3', 'two that match need no third');
select is(tap.human_of('e'), 'Questions that are in the dataset and were decided by their votes, some before all were given; "lost" are '
	'attempts that the model won. The same over all questions that were decided by their votes, some before all were given, also those '
	'that the votes put out.', 'what is told of human performance says so');
select is((select string_agg((q -> 'closed')::text, ' ' order by q ->> 'id' = tap.q(:h, 2)) from tap.validator('v3', '', 'e') as s,
	json_array_elements(s.questions) as q), 'true false', 'who has it in hand need not answer');
select tap.overdue(:late) \g /dev/null
select is((select string_agg(q ->> 'id', ' ') from tap.validator('v4', '', 'e') as s, json_array_elements(s.questions) as q), tap.q(:h, 2),
	'nobody else is asked');
select is(tap.queue(:h), 'answerable 2/2 of 2, 2; waiting 1/2 of 3, 3', 'its votes are enough');
select project_set('e', '{"validation_matches": 3}', 't'), tap.settle() \g /dev/null
select is((select wanted from beat.validation where id = tap.q(:h, 1)), 3::smallint, 'no stop before it is answerable');

-- Extra votes on disagreement.
select tap.solo('x', '{"validation_extra": 2}') \g /dev/null
select tap.wrote('ann', 3, 0, 'x') as h \gset
select tap.answers('v' || i, 'x', :h, how) from (values (1, '{match,miss,match}'::text[]), (2, '{match,miss,miss}'), (3, '{miss,miss,miss}')) as t (i, how)
	\g /dev/null
select is(tap.queue(:h), 'answerable 2/3 of 3, 3; waiting 0/3 of 4, 3; waiting 1/3 of 4, 3', 'fewer than half match: one more is asked');
select is((select count(*) from tap.validator('v4', '', 'x') as s, json_array_elements(s.questions)), 2::bigint, 'about those');
select is((tap.validator('v5', '', 'x')).status, 'no_work', 'one at a time');
select tap.answer(tap.validator('v4', '', 'x')), assignment_submit((tap.validator('v4', '', 'x')).assignment_id, tap.worker_of('v4'), '') \g /dev/null
select is(tap.queue(:h), 'answerable 2/3 of 3, 3; waiting 1/4 of 5, 4; answerable 2/4 of 4, 4', 'half is enough');
select tap.validated('v5', 'miss', 'x') \g /dev/null
select is(tap.queue(:h), 'answerable 2/3 of 3, 3; answerable 1/5 of 5, 5; answerable 2/4 of 4, 4', 'and at most two more');
select is(tap.validated('v6', 'miss', 'x'), 'no_work', 'then no more');
select is_empty('select * from recount()', 'all is counted well');

-- Samples of train and of lost attempts.
select project_create('t', '{"open": true, "model": "window", "collections": ["sample"], "targets": [null, 0, 0],
	"validation_train": 1000, "answerable_minimum": 1}', 't') \g /dev/null
select tap.wrote('ann', 2, 1, 't') as h \gset
select is((select string_agg(cause || ' ' || split, ', ') from beat.validation where assignment_id = :h), 'train train, train train', 'train, all of it');
select tap.validated('v' || i, 'miss', 't') from generate_series(1, 3) as i \g /dev/null
select is(tap.queue(:h), 'unanswerable 0/3 of 3, 3; unanswerable 0/3 of 3, 3', 'is decided on');
select is(tap.out(:h), 'revocation revocation', 'but stays in train; it is the author who goes');
select is(tap.rate('ann', 't'), 'revoked: 0 of 2', 'whose rate it counts in');
select tap.solo('l', '{"validation_lost": 1000}') \g /dev/null
select tap.wrote('bea', 1, 2, 'l') as h \gset
select is((select string_agg(v.cause, ' ' order by t.seq) from beat.validation v join beat.attempt t on t.id = v.attempt_id
	where v.assignment_id = :h), 'lost lost split', 'lost attempts of dev and test');
select tap.validated('v' || i, 'miss', 'l') from generate_series(1, 3) as i \g /dev/null
select tap.settle() \g /dev/null
select is((select string_agg(concat_ws(' ', state, matches, votes), ', ') from beat.validation where assignment_id = :h),
	'unanswerable 0 3, unanswerable 0 3, unanswerable 0 3', 'are validated like others');
select is((select validated || ' ' || answerable from beat.participation where worker_id = tap.worker_of('bea')), '1 0', 'but count in no rate');
select admin_worker_reinstate('l', tap.worker_of('bea')::text, 'Sorry.', 't'), admin_worker_revoke('l', tap.worker_of('bea')::text, 'Poor.', 't'),
	tap.settle() \g /dev/null
select is((select string_agg(cause || ' ' || active, ', ' order by cause) from beat.validation where assignment_id = :h and cause = 'lost'),
	'lost false, lost false', 'they follow their author');
select admin_worker_reinstate('l', tap.worker_of('bea')::text, 'Sorry.', 't'), tap.settle() \g /dev/null
select is((select string_agg(active::text, ', ') from beat.validation where assignment_id = :h), 'true, true, true', 'both ways');
select ok(abs(sum((sample_place(question_id_of(tap.nth(i))) < 250)::integer) - 1000) < 120, 'a sample is as big as it says')
  from generate_series(1, 4000) as i;

-- Late verdicts.
select tap.solo('late', '{"validation_lost": 1000}') \g /dev/null
select s.assignment_id as h, s.worker_id as w from tap.session('cle', '', 'mturk', 'late') as s \gset
select tap.try(1, :h, :w), tap.try(2, :h, :w, 'none'), tap.try(3, :h, :w, 'none') \g /dev/null
select assignment_submit(:h, :w, '') \g /dev/null
select is(tap.queue(:h), 'waiting 0/0 of 3, 0', 'what has no verdict is not validated');
select rejudge_store(tap.nth(2), 'w', '1', 'x', 'Ada', null, null, 0.5, 0, 1, 1, 'human', 5, 't') \g /dev/null
select is(tap.queue(:h), 'waiting 0/0 of 3, 0; waiting 0/0 of 3, 0', 'what is won late is');
select rejudge_store(tap.nth(3), 'w', '1', 'x', 'Passage', 0, 7, 0.5, 1, 1, 1, 'model', 5, 't') \g /dev/null
select is((select string_agg(cause, ' ' order by cause) from beat.validation where assignment_id = :h), 'lost split split', 'and what is lost late');
select s.assignment_id as h2, s.worker_id as w2 from tap.session('dot', '', 'mturk', 'late') as s \gset
select tap.try(4, :h2, :w2), tap.try(5, :h2, :w2, 'none'), tap.try(6, :h2, :w2, 'none') \g /dev/null
select assignment_submit(:h2, :w2, '') \g /dev/null
select admin_worker_revoke('late', :w2::text, 'Poor.', 't') \g /dev/null
select rejudge_store(tap.nth(5), 'w', '1', 'x', 'Ada', null, null, 0.5, 0, 1, 1, 'human', 5, 't') \g /dev/null
select rejudge_store(tap.nth(6), 'w', '1', 'x', 'Passage', 0, 7, 0.5, 1, 1, 1, 'model', 5, 't') \g /dev/null
select is((select string_agg(cause || ' ' || active, ', ' order by cause) from beat.validation where assignment_id = :h2),
	'lost false, split false, split false', 'of a revoked worker nothing is asked');

-- The author's rate: less than half of the validated questions, once all of them are decided.
select tap.solo('half', '{"collections": ["sample"], "targets": [0, null, null]}') \g /dev/null
select tap.wrote('ann', 4, 0, 'half') as h \gset
select tap.answers('v' || i, 'half', :h, '{match,match,miss,miss}') from generate_series(1, 3) as i \g /dev/null
select is(tap.rate('ann', 'half'), 'new: 2 of 4', 'exactly half is enough');
select is((select count(*) from beat.revocation where project_id = tap.project('half')), 0::bigint, 'nothing happens');
select tap.wrote('bea', 3, 0, 'half') as h \gset
select tap.answers('v' || i, 'half', :h, '{miss,miss,match}') from generate_series(1, 2) as i \g /dev/null
select is(tap.rate('bea', 'half'), 'new: 0 of 0', 'none is decided before the third');
select tap.answers('v3', 'half', :h, '{miss,miss,match}') \g /dev/null
select is(tap.rate('bea', 'half'), 'revoked: 1 of 3', 'less than half is not');
select is((select concat_ws(' ', cause, state, valid, reviewed, discarded, review_id is null, reason) from beat.revocation
	where project_id = tap.project('half')),
	'answerability done 1 3 3 t 1 of 3 validated questions could be answered by others: 33.3 %, less than the 50.0 % that the project asks for.',
	'the revocation has its own cause and reason');
select is(tap.out(:h), 'revocation+unanswerable revocation+unanswerable revocation', 'all questions are out');
select is((select string_agg(action, ' ') from beat.outbox where project_id = tap.project('half')), 'revoke', 'the platform is told');
select is((tap.session('bea', '', 'mturk', 'half')).status, 'revoked', 'and the worker');
select is((admin_revocations('half', '', '', '', true) #>> '{items,0,cause}'), 'answerability', 'the desk sees why');
select admin_worker_reinstate('half', tap.worker_of('bea')::text, 'It was us.', 't') \g /dev/null
select is(tap.out(:h), 'unanswerable unanswerable in', 'reinstated: what its votes discard stays out');
select is(tap.rate('bea', 'half'), 'qualified: 1 of 3', 'the votes count as before');
select tap.wrote('bea', 1, 0, 'half') as h \gset
select tap.answers('v' || i, 'half', :h, '{match}') from generate_series(1, 3) as i \g /dev/null
select is(tap.rate('bea', 'half'), 'qualified: 2 of 4', 'half again');
select project_set('half', '{"revoke_confirm": true, "answerable": 600}', 't') \g /dev/null
select tap.wrote('bea', 1, 0, 'half') as h \gset
select tap.answers('v' || i, 'half', :h, '{unclear}') from generate_series(1, 3) as i \g /dev/null
select is(tap.rate('bea', 'half'), 'qualified: 2 of 5', 'less than the project asks for');
select is((select cause || ' ' || state from beat.revocation where project_id = tap.project('half') order by id desc limit 1),
	'answerability proposed', 'is proposed where a second person decides');
select is((admin_revocation_decide(max(id)::text, 'true', null, null, 'user:sam') ->> 'state'), 'done', 'who may confirm it')
  from beat.revocation;
select is(tap.rate('bea', 'half'), 'revoked: 2 of 5', 'then it is done');
select is_empty('select * from recount()', 'all is counted well');
select is_empty('select * from tap.miscounted()', 'everywhere');
-- What waits because something else discarded it keeps nobody waiting.
select tap.solo('idle') \g /dev/null
select tap.wrote('ann', 2, 0, 'idle') as h \gset
select admin_questions_discard('idle', null, json_build_array(tap.q(:h, 2))::text, 'Poor.', null, 't') \g /dev/null
select tap.validated('v' || i, 'miss', 'idle') from generate_series(1, 3) as i \g /dev/null
select is(tap.queue(:h), 'unanswerable 0/3 of 3, 3; idle waiting 0/0 of 3, 0', 'one is decided, the other never will be');
select is(tap.rate('ann', 'idle'), 'revoked: 0 of 1', 'the rate is looked at');
select tap.solo('rest') \g /dev/null
select tap.wrote('ann', 2, 0, 'rest') as h \gset
select tap.answers('v' || i, 'rest', :h, '{miss,unclear}') from generate_series(1, 2) as i \g /dev/null
select s.assignment_id as v3, s.worker_id as w3 from tap.validator('v3', '', 'rest') as s \gset
select tap.vote(:v3, :w3, tap.q(:h, 1), 'miss') \g /dev/null
update beat.validation_item set state = 'released' where assignment_id = :v3 and validation_id = tap.q(:h, 2);
select is((select status from assignment_submit(:v3, :w3, '')), 'ok', 'one question is decided');
select is(tap.rate('ann', 'rest'), 'new: 0 of 1', 'another waits');
select admin_questions_discard('rest', null, json_build_array(tap.q(:h, 2))::text, 'Poor.', null, 't') \g /dev/null
select is(tap.rate('ann', 'rest'), 'revoked: 0 of 1', 'until somebody discards it: then all that there is is decided');

-- Votes that do not count, and do again.
select tap.solo('ex', '{"collections": ["sample"], "targets": [0, null, null]}') \g /dev/null
select tap.wrote('ann', 3, 0, 'ex') as h \gset
select tap.answers('v1', 'ex', :h, '{match,miss,match}'), tap.answers('v2', 'ex', :h, '{miss,miss,match}'),
	tap.answers('v3', 'ex', :h, '{miss,miss,miss}'), tap.settle() \g /dev/null
create function tap.world() returns text language sql stable as $$
	select md5(coalesce(string_agg(x, '|' order by x), '')) from (
		select to_jsonb(v)::text || to_jsonb(q)::text from beat.validation v
		  cross join lateral (select y.discards, y.reviewed from beat.question y where y.id = v.id) as q
		union all select concat_ws(' ', i.assignment_id, i.validation_id, i.state) from beat.validation_item i
		union all select concat_ws(' ', o.id, o.excluded, o.cast_at) from beat.vote o
		union all select concat_ws(' ', worker_id, project_id, kept, votes, validated, answerable) from beat.participation
		union all select concat_ws(' ', project_id, split, sum(kept)) from beat.project_tally group by project_id, split
		union all select concat_ws(' ', project_id, passage_id, taken) from beat.project_passage) as t (x);
$$;
update beat.validation set decided_at = '2001-01-01' where decided_at is not null; -- a decision that comes again has a moment of its own
select tap.world() as before \gset
select is(tap.queue(:h), 'answerable 1/3 of 3, 3; unanswerable 0/3 of 3, 3; answerable 2/3 of 3, 3', 'three votes each');
select is(votes_exclude(tap.worker_of('v1'), tap.project('ex'), null, 'At random.'), 3, 'a validator is excluded');
select is(tap.queue(:h), 'waiting 0/2 of 3, 2; waiting 0/2 of 3, 2; waiting 1/2 of 3, 2', 'the questions wait for another');
select is(tap.out(:h), 'in in in', 'what was decided by those votes is open again');
select is((select string_agg(state || ' ' || cause, '; ' order by validation_id = tap.q(:h, 2)) from beat.decision where cause = 'exclusion'),
	'waiting exclusion; waiting exclusion; waiting exclusion', 'on record');
select is(tap.rate('ann', 'ex'), 'new: 0 of 0', 'in the rate');
select is((select votes from beat.participation where worker_id = tap.worker_of('v1') and project_id = tap.project('ex')), 3, 'votes cast stay cast');
select is((tap.validator('v1', '', 'ex')).status, 'no_work', 'the excluded is asked no more');
select is((select kind || ' ' || (detail ->> 'votes') from beat.event where worker_id = tap.worker_of('v1') order by id desc limit 1),
	'votes.exclude 3', 'an event');
select is_empty('select * from recount()', 'all is counted well');
select is(votes_include(tap.worker_of('v1'), tap.project('ex'), null, 'No, fine.'), 3, 'included again');
select tap.settle() \g /dev/null
update beat.validation set decided_at = '2001-01-01' where decided_at is not null;
select is(tap.world(), :'before', 'all is as it was');
select is((select concat_ws(' ', undone_by is not null, undone_reason) from beat.vote_exclusion where revocation_id is null), 't No, fine.', 'the exclusion says how it ended');
select votes_exclude(tap.worker_of('v1'), tap.project('ex'), null, 'At random.'), tap.settle() \g /dev/null
select tap.answers('v4', 'ex', :h, '{match,match,match}') \g /dev/null
select is(tap.queue(:h), 'answerable 1/3 of 3, 3; answerable 1/3 of 3, 3; answerable 2/3 of 3, 3', 'another has voted');
select votes_include(tap.worker_of('v1'), tap.project('ex'), null, 'No, fine.') \g /dev/null
select is(tap.queue(:h), 'answerable 2/4 of 3, 4; answerable 1/4 of 3, 4; answerable 3/4 of 3, 4', 'then both count');
select is_empty('select * from recount()', 'all is counted well');
select bites(format('select votes_exclude(%s, %s, null, ''x'')', tap.worker_of('v1'), tap.project('ex')), '', 'once more')
  union all select bites(format('select votes_exclude(%s, %s, null, ''x'')', tap.worker_of('v1'), tap.project('ex')),
	'vote_exclusion_one_at_a_time', 'but not twice');
-- A revocation takes votes along, beside an exclusion by hand.
select tap.settle() \g /dev/null
update beat.validation set decided_at = '2001-01-01' where decided_at is not null;
select tap.world() as before \gset
select admin_worker_revoke('ex', tap.worker_of('v1')::text, 'Poor.', 't') \g /dev/null
select admin_worker_revoke('ex', tap.worker_of('v2')::text, 'Poor.', 't') \g /dev/null
select is(tap.queue(:h), 'waiting 1/2 of 3, 2; waiting 1/2 of 3, 2; waiting 1/2 of 3, 2', 'the votes of who is revoked do not count');
select admin_worker_reinstate('ex', tap.worker_of('v1')::text, 'Sorry.', 't') \g /dev/null
select is((select string_agg(distinct excluded::text, ' ') from beat.vote where worker_id = tap.worker_of('v1')
	and project_id = tap.project('ex')), 'true', 'reinstating undoes its own exclusion alone');
select admin_worker_reinstate('ex', tap.worker_of('v2')::text, 'Sorry.', 't'), tap.settle() \g /dev/null
update beat.validation set decided_at = '2001-01-01' where decided_at is not null;
select is(tap.world(), :'before', 'revoked and reinstated: all is as it was');
-- The author goes and comes back.
select admin_worker_revoke('ex', tap.worker_of('ann')::text, 'Poor.', 't') \g /dev/null
select is(tap.queue(:h), 'idle answerable 1/3 of 3, 3; idle answerable 1/3 of 3, 3; idle answerable 2/3 of 3, 3', 'nobody validates for who is revoked');
select is(tap.rate('ann', 'ex'), 'revoked: 3 of 3', 'decisions stay');
select is((tap.validator('v9', '', 'ex')).status, 'no_work', 'there is nothing to do');
select admin_worker_reinstate('ex', tap.worker_of('ann')::text, 'Sorry.', 't'), tap.settle() \g /dev/null
select is(tap.world(), :'before', 'all is as it was');
-- Reviews and votes each discard for themselves.
select tap.wrote('ann', 2, 0, 'ex') as h \gset
select tap.answers('v' || i, 'ex', :h, '{miss,match}') from generate_series(2, 4) as i \g /dev/null
select is(tap.out(:h), 'unanswerable in', 'out by its votes');
select admin_questions_discard('ex', null, json_build_array(tap.q(:h, 1))::text, 'Poor.', null, 't') \g /dev/null
select is(tap.out(:h), 'hand+unanswerable in', 'and by hand');
select votes_exclude(tap.worker_of('v2'), tap.project('ex'), null, 'At random.') \g /dev/null
select is(tap.out(:h), 'hand in', 'each on its own');
select is((select open from beat.validation where id = tap.q(:h, 1)), false, 'what is out by hand is not asked about');
select is((select count(*) from beat.question where id = tap.q(:h, 1) and discards = 1), 1::bigint, 'and counted so');

-- Votes do not hang on what votes come to: whose own questions cannot be answered may still have answered well.
select tap.solo('chain') \g /dev/null
select tap.wrote('bea', 1, 0, 'chain') as hb \gset
select tap.wrote('cyd', 1, 0, 'chain') as hc \gset
select project_set('chain', '{"validation_votes": 1}', 't') \g /dev/null
create function tap.one(who text, assignment bigint, how text) returns void language plpgsql as $$
declare
	s tap.validating;
begin
	perform tap.settle('chain');
	update beat.validation v set active = v.assignment_id = assignment where v.project_id = tap.project('chain');
	s := tap.validator(who, '', 'chain');
	perform tap.answer(s, how);
	perform assignment_submit(s.assignment_id, s.worker_id, '');
	update beat.validation v set active = true where v.project_id = tap.project('chain');
end
$$;
select tap.one('bea', :hc, 'match') \g /dev/null
select is(tap.rate('cyd', 'chain'), 'new: 1 of 1', 'bea says that cyd''s question can be answered');
select tap.one('val', :hb, 'miss') \g /dev/null
select is(tap.rate('bea', 'chain'), 'revoked: 0 of 1', 'bea''s cannot');
select is(tap.queue(:hc), 'answerable 1/1 of 1, 1', 'bea''s vote stays');
select is_empty('select * from recount()', 'all is counted well');

-- Settings, and what was handed in before them.
select tap.solo('later', '{"validation_votes": 0}') \g /dev/null
select tap.wrote('ann', 2, 3, 'later') as h \gset
select is(tap.queue(:h), null, 'nothing is validated');
select project_set('later', '{"validation_votes": 2}', 't') \g /dev/null
select is(tap.queue(:h), 'waiting 0/0 of 2, 0; waiting 0/0 of 2, 0', 'until the project wants it');
select project_set('later', '{"validation_lost": 1000}', 't'), tap.settle() \g /dev/null
select is((select count(*) from beat.validation where assignment_id = :h and wanted = 2), 5::bigint, 'lost attempts too');
select project_set('later', '{"validation_lost": 0}', 't'), tap.settle() \g /dev/null
select is((select string_agg(distinct cause || ' ' || open, ', ') from beat.validation where assignment_id = :h), 'lost false, split true', 'or not');
select is(validation_refill(p), 0, 'nothing is missing') from beat.project p where p.name = 'later';
-- Nobody is asked any more, all votes are excluded, and then votes are wanted again.
select tap.solo('pause', '{"validation_votes": 1, "answerable": 0}') \g /dev/null
select tap.wrote('ann', 1, 0, 'pause') as k \gset
select tap.validated('v1', 'miss', 'pause') \g /dev/null
select is(tap.out(:k), 'unanswerable', 'out by its only vote');
select project_set('pause', '{"validation_votes": 0}', 't') \g /dev/null
select is(tap.out(:k), 'unanswerable', 'nobody is asked any more, and it stays out');
select votes_exclude(tap.worker_of('v1'), tap.project('pause'), null, 'At random.') \g /dev/null
select project_set('pause', '{"validation_votes": 3}', 't') \g /dev/null
select is(tap.queue(:k), 'waiting 0/0 of 3, 0', 'what no vote speaks of any more waits for others');
select is(tap.out(:k), 'in', 'and is not out because of them');
select is(tap.validated('v2', 'match', 'pause'), 'ok', 'who come');
-- A row that missed a discard while it was put into the queue is set right.
update beat.validation set active = not active where assignment_id = :k;
select is(tap.queue(:k), 'waiting 1/1 of 3, 1', 'a question that is in is active');

-- Too few to judge an author by, until validation is closed.
create function tap.close(name text, back boolean default false) returns void language plpgsql as $$
declare
	p beat.project := project_named(name);
begin
	perform tap.settle(name);
	if back then
		perform validation_close_undo(p, 'Not yet.', 'user:sam');
	else
		perform validation_close_add(p, 'Done.', 'user:sam');
	end if;
	perform tap.settle(name);
end
$$;
select tap.solo('few', '{"answerable_minimum": 5, "collections": ["sample"], "targets": [0, null, null]}') \g /dev/null
select throws_ok($$select tap.close('few')$$, 'BE409', 'No question of "few" is validated: there is nothing to close.', 'nothing to close');
select tap.wrote('ann', 4, 0, 'few') as h \gset
select tap.validated('v' || i, 'miss', 'few') from generate_series(1, 3) as i \g /dev/null
select is(tap.rate('ann', 'few'), 'new: 0 of 4', 'four are not enough to judge by');
select is(authors_unjudged(p), 1::bigint, 'who waits to be judged') from beat.project p where p.name = 'few';
select tap.close('few') \g /dev/null
select is(tap.rate('ann', 'few'), 'revoked: 0 of 4', 'until validation is closed');
select is(authors_unjudged(p), 0::bigint, 'nobody waits') from beat.project p where p.name = 'few';
select tap.close('few', true) \g /dev/null
select is(tap.rate('ann', 'few'), 'new: 0 of 4', 'reopened, all is back, and no more: who was not qualified is not now');
select is((select count(*)::int from beat.outbox o where o.action = 'qualify' and o.project_id = tap.project('few')), 0, 'nor is the platform told so');
select is(tap.out(:h), 'unanswerable unanswerable unanswerable unanswerable', 'but what the votes put out');
select throws_ok($$select tap.close('few', true)$$, 'BE409', 'Validation of "few" is not closed.', 'once');
select tap.close('few') \g /dev/null
select is(tap.rate('ann', 'few'), 'revoked: 0 of 4', 'closed again');
-- A person knows better: the rule looks again when there is more.
select admin_worker_reinstate('few', tap.worker_of('ann')::text, 'It was us.', 'user:sam') \g /dev/null
select is(tap.rate('ann', 'few'), 'qualified: 0 of 4', 'reinstated by hand, though closed');
select tap.wrote('ann', 2, 0, 'few') as h2 \gset
select is(tap.rate('ann', 'few'), 'qualified: 0 of 4', 'who writes on is not judged by half of it');
select tap.answers('v' || i, 'few', :h2, '{miss,match}') from generate_series(1, 2) as i \g /dev/null
select is(tap.rate('ann', 'few'), 'qualified: 0 of 4', 'nor while votes are missing');
select tap.answers('v3', 'few', :h2, '{miss,match}') \g /dev/null
select is(tap.rate('ann', 'few'), 'revoked: 1 of 6', 'when all are in, it is');
select is((select string_agg(state || ' ' || coalesce(pardoned::text, '-'), ', ' order by id) from beat.revocation where project_id = tap.project('few')),
	'undone -, undone 4, done -', 'each on record');
-- A revocation by votes stops no votes, and later ones undo it.
select tap.solo('open', '{"answerable_minimum": 1}') \g /dev/null
select tap.wrote('ann', 2, 0, 'open') as h \gset
select tap.answers('v1', 'open', :h, '{miss,miss}'), tap.answers('v2', 'open', :h, '{miss,miss}') \g /dev/null
select s.assignment_id as v3, s.worker_id as w3 from tap.validator('v3', '', 'open') as s \gset
select tap.vote(:v3, :w3, tap.q(:h, 1), 'miss') \g /dev/null
update beat.validation_item set state = 'released' where assignment_id = :v3 and validation_id = tap.q(:h, 2);
select assignment_submit(:v3, :w3, '') \g /dev/null
select tap.close('open') \g /dev/null
select is(tap.rate('ann', 'open'), 'revoked: 0 of 1', 'closed with votes missing: judged by what there is');
select is(tap.queue(:h), 'unanswerable 0/3 of 3, 3; waiting 0/2 of 3, 2', 'what waits for votes goes on waiting');
select is(tap.validated('v4', 'match', 'open'), 'ok', 'and gets them');
select is(tap.rate('ann', 'open'), 'new: 1 of 2', 'a vote after closing counts: half can be answered');
-- A proposal whose ground is gone is dismissed by itself, one that a person dismissed is not made again.
select tap.solo('two', '{"revoke_confirm": true}') \g /dev/null
select tap.wrote('ann', 1, 0, 'two') as h \gset
select tap.validated('v' || i, 'miss', 'two') from generate_series(1, 3) as i \g /dev/null
select is(tap.rate('ann', 'two'), 'new: 0 of 1', 'proposed only');
select votes_exclude(tap.worker_of('v3'), tap.project('two'), null, 'At random.'), tap.settle('two') \g /dev/null
select is((select state || ' ' || decided_by from beat.revocation where project_id = tap.project('two')), 'dismissed server', 'dismissed with its ground');
select votes_include(tap.worker_of('v3'), tap.project('two'), null, 'No.'), tap.settle('two') \g /dev/null
select is((select state from beat.revocation where project_id = tap.project('two') order by id desc limit 1), 'proposed', 'and proposed again');
select admin_revocation_decide(max(id)::text, 'false', 'No.', null, 'user:sam') from beat.revocation \g /dev/null
select is(tap.settle('two'), 0, 'what a person dismissed is not proposed again');
-- Revoked for another reason, questions are not asked about, and nobody is revoked twice.
select tap.solo('rev') \g /dev/null
select tap.wrote('ann', 1, 0, 'rev') as h \gset
select s.assignment_id as v1, s.worker_id as w1 from tap.validator('v1', '', 'rev') as s \gset
select tap.vote(:v1, :w1, tap.q(:h, 1), 'miss') \g /dev/null
select admin_worker_revoke('rev', tap.worker_of('ann')::text, 'Poor.', 't') \g /dev/null
select is((select status || ' ' || won from assignment_submit(:v1, :w1, '')), 'ok 1', 'a vote in hand is taken');
select is(tap.queue(:h), 'idle waiting 0/1 of 3, 1', 'and kept, though nobody else is asked');
select admin_worker_reinstate('rev', tap.worker_of('ann')::text, 'Sorry.', 't') \g /dev/null
select is(tap.queue(:h), 'waiting 0/1 of 3, 1', 'reinstated, it waits for the others');
select is_empty('select * from recount()', 'all is counted well');
select is((select count(*) from beat.project p cross join lateral validation_unsettled(p)), 0::bigint, 'and nothing is left to settle');
select * from finish();
rollback;
