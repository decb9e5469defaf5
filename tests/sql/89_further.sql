-- Further answers to questions without an adversary: how many are asked for, of which splits, and that they decide nothing
-- unless the project says so.
begin;
\ir fixture.psql
\ir validation.psql
select no_plan();
-- A worker asks so many questions without an adversary and hands in; the id of the assignment.
create function tap.asked(who text, project text, n integer) returns bigint language plpgsql as $$
declare
	s record;
begin
	select x.* into s from session_open(project, 'mturk', who, '', '', '') as x;
	assert s.status = 'ok', s.status;
	assert (select string_agg(distinct (attempt_record(tap.nth(nextval('tap.written')::integer), s.assignment_id, s.worker_id,
		'Q ' || i || ' of ' || who, 0, 7, 'Passage', 400, 0, '', '', '', null, null, null, null, null, null, null, 'plain', null, 0,
		'q ' || i || ' ' || who)).status, ' ') from generate_series(1, n) as i) = 'ok';
	assert (select x.status from assignment_submit(s.assignment_id, s.worker_id, '') as x) = 'ok';
	return s.assignment_id;
end
$$;
create function tap.plain(name text, settings jsonb default '{}') returns void language plpgsql as $$
begin
	perform admin_pool_create(name, null, 'fixture');
	perform project_create(name, '{"open": true, "adversary": "none", "collections": ["solo"], "assignments_per_passage": 50,
		"answerable_minimum": 1}'::jsonb || jsonb_build_object('pool', name) || settings, 'fixture');
end
$$;
create function tap.kept(project text) returns text language sql as $$
	select tap.settle(project);
	select string_agg(standing_of(s.handed_in, s.causes, s.valid, s.decision) || ' ' || s.decision, ', ' order by s.question_id)
	  from question_standing(tap.project(project), 'infinity') as s;
$$;

select tap.plain('f') \g /dev/null
select tap.asked('ann', 'f', 1) as h \gset
select is(tap.queue(:h), 'waiting 0/0 of 2, 0', 'two others are asked, as the project is without being told otherwise');
select is(tap.kept('f'), 'in waiting', 'and it is in while they are');
select is((select v.cause from beat.validation v where v.assignment_id = :h), 'further', 'not to decide');
select is(tap.validated('ann', 'match', 'f'), 'no_work', 'never its author');
select is(tap.validated('v1', 'miss', 'f'), 'ok', 'one answers otherwise');
select is(tap.validated('v1', 'miss', 'f'), 'no_work', 'once');
select is(tap.queue(:h), 'waiting 0/1 of 2, 1', 'one is missing');
select is(tap.sentence($$select release_build('f', '1.0', null, null, null, null, null, 'ina')$$), 'BE409: Validation of f is not '
	'complete. dev: 1 answer is missing on 1 question; "beatctl validation show f" tells more. A provisional release can be '
	'built all the same, and says so: --provisional.', 'a release says so');
select is(tap.validated('v2', 'no_answer', 'f'), 'ok', 'one finds none');
select is(tap.queue(:h), 'waiting 0/2 of 3, 2', 'and makes way');
select is(tap.validated('v3', 'miss', 'f'), 'ok', 'for another');
select is(tap.queue(:h), 'answered 0/3 of 3, 3', 'it has its answers, and none is the author''s');
select is(tap.kept('f'), 'in answered', 'nothing leaves for that');
select is(tap.rate('ann', 'f'), 'new: 0 of 0', 'and nobody is judged by it');
select is(agreement_strata(tap.project('f'), 'infinity')::jsonb, '[{"answers": 3, "alike": 2, "questions": 1}]', 'two of three are alike, though not the author''s');
select is(admin_validation_agreement('f', false) -> 'strata' #>> '{0,alike}', '2', 'as the desk says');
select is((select validation_missing(p, clock_timestamp(), true) from beat.project p where p.name = 'f'), null, 'nothing is missing');
select is_empty('select * from recount()', 'all is counted well');

-- Who never finds an answer does not hold it up for ever.
select tap.plain('g') \g /dev/null
select tap.asked('bea', 'g', 1) as g \gset
select is(tap.validated('g' || n, 'no_answer', 'g'), 'ok', 'none, by ' || n) from generate_series(1, 2) as n;
select is(tap.queue(:g), 'waiting 0/2 of 4, 2', 'twice as many at most');
select is(tap.validated('g3', 'no_answer', 'g'), 'ok', 'nor the third');
select is(tap.validated('g4', 'no_answer', 'g'), 'ok', 'the last');
select is(tap.queue(:g), 'answered 0/4 of 4, 4', 'nobody further is asked');

-- As the project says.
select is(tap.validated('v' || n, 'match', 'f'), 'no_work', 'enough') from generate_series(4, 4) as n;
select project_set('f', '{"further_answers": 3}', 't') \g /dev/null
select is(tap.queue(:h), 'waiting 0/3 of 4, 3', 'three: one more');
select project_set('f', '{"further_answers": 0}', 't') \g /dev/null
select is(tap.queue(:h) || ', ' || tap.kept('f'), 'waiting 0/3 of 0, 3, in waiting', 'none: nobody is asked');
select is((tap.validator('none', '', 'f')).status, 'no_validation', 'and who comes is told');
select project_set('f', '{"further_answers": 2, "further_splits": ["test"]}', 't') \g /dev/null
select is(tap.queue(:h), 'answered 0/3 of 0, 3', 'not of its split: what it has it has');
select project_set('f', '{"further_splits": ["train", "dev"], "further_decide": true}', 't') \g /dev/null
select is(tap.kept('f'), 'revocation unanswerable', 'where they decide it leaves');
select is(tap.rate('ann', 'f'), 'revoked: 0 of 1', 'and its author is judged');
select project_set('f', '{"further_decide": false}', 't') \g /dev/null
select is(tap.kept('f') || ', ' || tap.rate('ann', 'f'), 'in answered, new: 0 of 0', 'and back');
select is(tap.sentence($$select project_set('f', '{"further_decide": true, "validation_matches": 3}', 't')$$),
	'3 of 2 further answers cannot match: lower validation_matches, or raise further_answers.', 'but never what cannot be');
select is_empty('select * from recount()', 'all is counted well');

-- Questions of train get theirs where that is asked for, and stay whatever comes of it.
select tap.stage('[{"title": "School", "text": "Passage 1 was printed in 1801 by Ada in Bonn."}]') \g /dev/null
select import_apply('school', 'train', 'fixture', false) \g /dev/null
select tap.plain('t', '{"collections": ["school"], "answerable": 0}') \g /dev/null
select tap.asked('cat', 't', 1) as t \gset
select is(tap.queue(:t), null, 'none of train, as long as nobody asks for them');
select project_set('t', '{"further_splits": ["train"], "further_decide": true}', 't') \g /dev/null
select is(tap.queue(:t), 'waiting 0/0 of 2, 0', 'then they are made up for');
select is(tap.validated('t' || n, 'miss', 't'), 'ok', 'answer ' || n) from generate_series(1, 2) as n;
select is(tap.kept('t'), 'in unanswerable', 'it stays in train');

-- The same project with an adversary: each question by its own rule.
select project_set('f', '{"model": "window", "validation_votes": 1, "answerable": 0}', 't') \g /dev/null
select tap.wrote('dan', 1, 0, 'f') as w \gset
select is(tap.queue(:w) || '; ' || tap.queue(:h), 'waiting 0/0 of 1, 0; answered 0/3 of 3, 3', 'votes for what was won, answers for what was asked');
select is(tap.validated('v9', 'miss', 'f'), 'ok', 'a vote');
select tap.settle('f') \g /dev/null
select is((select array_agg(standing_of(s.handed_in, s.causes, s.valid, s.decision) order by s.worker_id) from
	question_standing(tap.project('f'), 'infinity') as s), array['in', 'unanswerable'], 'decides on what was won alone');
select is((select jsonb_agg(r -> 'sentence' order by r -> 'sentence') from beat.question q join beat.assignment a on a.id = q.assignment_id,
	jsonb_array_elements(question_why(q, a, q.id, q.split, 'infinity', 3, 0)) as r where q.assignment_id = :h and r ->> 'rule' in ('won', 'votes')),
	'["It has its further answers: 3 others answered it, 0 as its author; nothing is decided by that.",
		"It was asked without an adversary: there was nobody to beat."]', 'and the page of a question says so');
select is_empty('select * from recount()', 'all is counted well');
select is((instruction_default(p, 'validator') ~ 'nobody is judged') || ' ' || (instruction_default(p, 'worker') ~ 'own words'), 'false false', 'texts of the game')
  from beat.project p where p.name = 'f';
select is((instruction_default(p, 'validator') ~ 'nobody is judged') || ' ' || (instruction_default(p, 'worker') ~ 'own words'), 'true true', 'texts without it')
  from beat.project p where p.name = 'g';
-- Answers that are none.
select is(answer_malformed(answer, passage), bad, format('%L of %L', answer, passage)) from (values
	('Ada', 'Ada in Bonn', false), (E'Ada in Bonn', E'\u2003Ada in Bonn\n', true), (' Ada in Bonn', 'Ada in Bonn', true), ('the', 'the end', true),
	('– the', '– the end', false), ('A, the!', 'A, the! end', true), ('.', 'a.', true), (U&'\3000', U&'a\3000', true), ('atheist', 'an atheist', false))
	as t (answer, passage, bad);
select tap.plain('n', '{"release_tidy": true, "release_per_paragraph": 0}') \g /dev/null
select tap.asked('eva', 'n', 1) as n \gset
select is(tap.validated('n1', 'match', 'n'), 'ok', 'one answers');
select s.assignment_id as a, s.worker_id as w, s.text, s.questions -> 0 ->> 'id' as q from tap.validator('n2', '', 'n') as s \gset
select is((select status from vote_record(:a, :w, :'q', 0, char_length(:'text'), :'text', null, '', 1, 10, 1, false, lower(:'text'))), 'ok', 'one with all of the passage');
select is((select status from assignment_submit(:a, :w, '')), 'ok', 'and hands in');
select tap.settle('n') \g /dev/null
select id as r, report #> '{facts,tidied}' as tidied from release_build('n', '1.0', null, null, null, null, null, 'ina') \gset
select is(:'tidied'::jsonb, '{"malformed": {"questions": 0, "answers": 1}}', 'it is counted');
select is(json_array_length(further_answers(:'q', f.project_id, f.as_of, f.every, f.tidy)), 1, 'and not released') from release_further(:r) as f;
select is(answer_agreement(:'q', f.project_id, f.as_of, f.every, f.tidy)::jsonb, '{"answers": 2, "alike": 2}', 'nor counted as an answer') from release_further(:r) as f;
select is(json_array_length(further_answers(:'q', f.project_id, f.as_of, f.every, false)), 2, 'but kept') from release_further(:r) as f;
select project_set('n', '{"release_per_paragraph": 2}', 't') \g /dev/null
-- a release is of a whole millisecond: this one sees the setting
select pg_sleep(0.002) \g /dev/null
select matches(tap.sentence($$select release_build('n', '2.0', null, null, null, null, null, 'ina')$$),
	'or release_tidy and release_whole_documents left all of them out', 'all of it is left out: the refusal says so');
select * from finish();
rollback;
