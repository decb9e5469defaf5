-- What workers and validators are told: versions, languages, what an assignment was shown, what a release contains.
begin;
\ir fixture.psql
select plan(24);

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
select * from finish();
rollback;
