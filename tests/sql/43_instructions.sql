-- What workers and validators are told: versions, languages, what an assignment was shown, what a release contains.
begin;
\ir fixture.psql
select plan(50);

select s.assignment_id as a, s.worker_id as w from tap.session('ann') as s \gset
-- A project without a text of its own.
select is((instruct('p', 'worker', 'de', null) ->> 'body'), instruction_usual('worker'), 'the usual text');
select is((select count(*)::int from beat.instruction), 0, 'only looked at, nothing is stored');
select is((instruct('p', 'worker', 'de', :a) ->> 'version'), '1', 'shown with an assignment it has a version');
select is((instruct('p', 'worker', 'de', :a) ->> 'version'), '1', 'the same text the same');
select is((select count(*)::int from beat.instructed where assignment_id = :a), 1, 'recorded once');
select ok(instruction_usual('worker') like '%Exactly one right answer, and it stands in the passage.%', 'the rule of the paper');
select ok(instruction_usual(r) !~* 'outside the passage|passage alone|from elsewhere', 'does not forbid what readers know: ' || r)
  from unnest(array['worker', 'validator']) as r;

-- Its own, in versions and languages.
select is((admin_instruction_set('p', 'worker', 'en', '## Play', 'You agree.', 't') ->> 'change'), 'stored', 'a text of its own');
select is((admin_instruction_set('p', 'worker', 'en', '## Play', 'You agree.', 't') ->> 'change'), 'unchanged', 'the same again is none');
select is((admin_instruction_set('p', 'worker', 'en', '## Play fair', '', 't') ->> 'version'), '2', 'another is the next version');
select admin_instruction_set('p', 'worker', 'de', 'Spielen', null, 't') \g /dev/null
select is((instruct('p', 'worker', l, null) ->> 'body'), b, 'who reads ' || l)
  from (values ('de', 'Spielen'), ('de-AT', 'Spielen'), ('en', '## Play fair'), ('fr', '## Play fair'), ('', '## Play fair')) as x (l, b);
select is((instruct('p', 'validator', 'de', null) ->> 'body'), instruction_usual('validator'), 'validators have theirs');
select instruct('p', 'worker', 'de', :a) \g /dev/null
select results_eq(format($$select i.language, i.version, i.project_id is not null from beat.instructed x join beat.instruction i on
	i.id = x.instruction_id where x.assignment_id = %s order by i.id$$, :a), $$values ('en', 1, false), ('de', 1, true)$$,
	'an assignment records each text that it was shown');
select is(json_array_length(admin_instructions('p') -> 'items'), 3, 'all versions are listed');
select is(tap.sentence($$select admin_instruction_set('p', 'boss', 'en', 'x', '', 't')$$),
	'Instructions are for a worker or a validator, not for "boss".', 'a role nobody has');
select is(tap.sentence($$select admin_instruction_set('p', 'worker', 'English', 'x', '', 't')$$),
	'A language is told as browsers do, like en, de or pt-BR; "English" is not.', 'no language');
select is(tap.sentence($$select admin_instruction_set('p', 'worker', 'en', E' \n', '', 't')$$),
	'Instructions are a text of 1 to 20000 characters.', 'no text');
select tap.bites('update beat.instruction set body = ''other''', 'instruction_never_changed', 'what was said was said');

-- Contact and duration go with it.
select project_set('p', '{"contact": "ina@example.org", "minutes": 9, "win_reward": 5}', 't') \g /dev/null
select is((select (t ->> 'contact') || (t ->> 'minutes') || (t ->> 'win_reward_cents') from instruct('p', 'worker', 'en', null) as t),
	'ina@example.org95', 'with contact, duration and pay');
-- Consent: given to a version, asked for again when its words change, not when other words do.
select is((instruct('p', 'worker', 'en', :a, :w) ->> 'agreed'), 'true', 'nothing is to be agreed to');
select admin_instruction_set('p', 'worker', 'en', '## Play', 'You agree anew.', 't') \g /dev/null
select is((instruct('p', 'worker', 'en', :a, :w, '0') ->> 'agreed'), 'false', 'agreeing to another text does not count');
select is((instruct('p', 'worker', 'en', :a, :w, instruct('p', 'worker', 'en', null) ->> 'id') ->> 'agreed'), 'true', 'to this one it does');
select is((select count(*)::int from beat.consent where worker_id = :w and assignment_id = :a), 1, 'and is on record');
select admin_instruction_set('p', 'worker', 'en', '## Play well', 'You agree anew.', 't') \g /dev/null
select is((instruct('p', 'worker', 'en', :a, :w) ->> 'agreed'), 'true', 'the same words need no second time');
select admin_instruction_set('p', 'worker', 'en', '## Play well', 'Other words.', 't') \g /dev/null
select is((instruct('p', 'worker', 'en', :a, :w) ->> 'agreed'), 'false', 'others do');

-- No work before consent: refused at the door, and by the tables whatever a program does.
create function tap.may(assignment bigint) returns text language sql as $$
	select b.status from beat.assignment a cross join lateral attempt_begin(tap.nth(1), a.id, a.worker_id, '') as b
	 where a.id = assignment;
$$;
create function tap.asks(assignment bigint) returns text language sql as $$
	select format($f$insert into beat.attempt (id, assignment_id, seq, question, answer_start, answer_end, answer_text,
		threshold_permille, model_id, verdict, fault) select gen_random_uuid(), %s, 1, 'Who?', 0, 7, 'Passage', 400,
		(select m.id from beat.model m limit 1), 'none', 'x'$f$, assignment);
$$;
select is(tap.may(:a), 'consent', 'who has not agreed to the new words gives no work');
select tap.bites(tap.asks(:a), 'attempt_after_consent', 'nor do the tables take any');
select instruct('p', 'worker', 'en', :a, :w, instruct('p', 'worker', 'en', null) ->> 'id') \g /dev/null
select is(tap.may(:a), 'ok', 'who agrees goes on');
select lives_ok(tap.asks(:a), 'and it is taken');
select s.assignment_id as b, s.worker_id as v from tap.session('bob') as s \gset
select is(tap.may(:b), 'consent', 'a new assignment waits, though no text was shown yet');
select tap.bites(format('update beat.assignment set awaits_consent = false where id = %s', :b), 'assignment_consent_given',
	'and cannot be let off');
select tap.bites(tap.asks(:b), 'attempt_after_consent', 'nor can work be slipped in');
select instruct('p', 'worker', 'de', :b, :v) \g /dev/null
select is(tap.may(:b), 'ok', 'a text that asks for no consent lets begin');
select is(assignment_door(a, 'submit', '', null), 'ok', 'what was done before may be handed in')
  from (select (x).* from (select jsonb_populate_record(a, '{"awaits_consent": true}') as x from beat.assignment a where a.id = :b) as y) as a;
select tap.bites(format($$insert into beat.exercise_answer select (jsonb_populate_record(null::beat.exercise_answer,
	'{"assignment_id": %s}')).*$$, (select s.assignment_id from tap.session('eve') as s)), 'exercise_answer_after_consent', 'nor exercises');

-- Who does not agree to new words leaves with what was done under the old ones.
create function tap.hands_in(assignment bigint) returns text language sql as $$
	select s.status || coalesce(' ' || s.earned_cents, '') from beat.assignment a
	 cross join lateral assignment_submit(a.id, a.worker_id, a.platform_ref) as s where a.id = assignment;
$$;
create function tap.leave(in_role text, assignment bigint) returns text language sql as $$
	select concat_ws(' ', t ->> 'agreed', t ->> 'may_leave', terms_let_in(t)) from beat.assignment a
	 cross join lateral instruct('p', in_role, 'en', a.id, a.worker_id) as t where a.id = assignment;
$$;
create function tap.agrees(assignment bigint) returns bigint language sql as $$
	select a.worker_id from beat.assignment a
	 cross join lateral instruct('p', 'worker', 'en', a.id, a.worker_id, instruct('p', 'worker', 'en', null) ->> 'id') as t
	 where a.id = assignment;
$$;
select project_set('p', '{"reward": 70}', 't') \g /dev/null
select s.assignment_id as c from tap.session('cleo') as s \gset
select s.assignment_id as d from tap.session('dan') as s \gset
select is(tap.leave('worker', :c), 'false false f', 'who has done nothing has nothing to leave with');
select is(tap.hands_in(:c), 'none_won 0', 'and cannot hand in');
select tap.try(11, :c, tap.agrees(:c), 'model'), tap.agrees(:d) \g /dev/null
insert into beat.attempt select (jsonb_populate_record(t, jsonb_build_object('id', tap.nth(12), 'assignment_id', :d,
	'answer_text', 'Passage', 'marks', '{short}'::text[]))).* from beat.attempt t where t.id = tap.nth(11);
select is(tap.hands_in(:c), 'none_won 0', 'who agreed plays by the rules');
select admin_instruction_set('p', 'worker', 'en', '## Play well', 'Still other words.', 't') \g /dev/null
select is(tap.leave('worker', :c), 'false true t', 'who has asked may leave');
select is(tap.may(:c), 'consent', 'with nothing new');
select is(tap.leave('worker', :d), 'false false f', 'not who was told that it was hardly a question');
select is(tap.hands_in(:d), 'none_won 0', 'and cannot hand in either');
select is(tap.hands_in(:c), 'ok 70', 'what was done is taken and paid');
select is(tap.hands_in(:c), 'already 70', 'once');
select tap.bites('update beat.consent set at = at', 'consent_never_changed', 'what was agreed to stays');
select * from finish();
rollback;
