-- Settings of a project: the table of them, its agreement with the columns, and what the dashboard gets and does.
begin;
\ir fixture.psql
select no_plan();
select onboarding_import(tap.onboarding(), 't') \g /dev/null

-- The table is the truth: its limits and defaults are those of the columns.
select is_empty($$select s.key from project_setting() s where s.column_name is not null and not exists (
	select from information_schema.columns c where c.table_schema = 'beat' and c.table_name = 'project'
		and c.column_name = s.column_name)$$, 'every setting with a column has that column');
select set_eq($$select column_name::text from information_schema.columns where table_schema = 'beat'
		and table_name = 'project' and column_name not in ('id', 'name', 'state', 'created_at')$$,
	$$select column_name from project_setting() where column_name is not null$$, 'every column is a setting');
insert into beat.project (name, title, model_id) select 'bare', 'bare', id from beat.model where id > 0;
insert into beat.project_split (project_id, split) select id, s from beat.project, unnest(array['train', 'dev', 'test']) as s
	where name = 'bare';
select project_create('usual', '{"title": "bare", "model": "window"}', 't') \g /dev/null
-- But for Prolific, which needs a code to leave with.
select is(project_settings(u) - 'platforms', project_settings(b) - 'platforms', 'the defaults are those of the columns')
  from beat.project u, beat.project b where u.name = 'usual' and b.name = 'bare';
select is(tap.violated(format('update beat.project set %I = %s where name = ''bare''', column_name, value)) <> '', wrong,
	format('%s = %s %s', key, value, case when wrong then 'is refused by the table too' else 'is fine' end))
  from project_setting() s
 cross join lateral (values (s.low - 1, true), (s.low, false), (s.high, false), (s.high + 1, true)) as v (value, wrong)
 where s.kind = 'integer';
select is(tap.sentence(format('select project_set(''p'', %L, ''t'')', jsonb_build_object(key, value))),
	format('%s must be a whole number from %s to %s, not %s.', key, low, high, value), format('%s: %s', key, value))
  from project_setting() s
 cross join lateral (values (to_jsonb(s.low - 1)), (to_jsonb(s.high + 1)), ('1.5'), ('"x"'), ('true')) as v (value)
 where s.kind = 'integer';
select is(tap.sentence(format('select project_set(''p'', %L, ''t'')', jsonb_build_object(key, value))), sentence,
	sentence)
  from (values
	('review_double', '1'::jsonb, 'review_double must be true or false, not 1.'),
	('review_blind', '"yes"', 'review_blind must be true or false, not "yes".'),
	('revoke_confirm', 'null', 'revoke_confirm must be true or false, not null.'),
	('success_unit', '"worker"', 'success_unit must be question or hit, not "worker".'),
	('success_unit', 'null', 'success_unit must be question or hit, not null.'),
	('success', 'null', 'success must be a whole number from 0 to 1000, not null.'),
	('onboarding', '"nope"', 'There is no onboarding "nope"; there are basics.'),
	('onboarding', '7', 'onboarding must be the name of an onboarding, not 7.'),
	('validation_onboarding', '"nope"', 'There is no onboarding "nope"; there are basics.'),
	('validation_match', '"rouge"', 'validation_match must be em or f1, not "rouge".'),
	('validation_group', '"worker"', 'validation_group must be hit or passage, not "worker".'),
	('validation_completion_code', '"a b"', 'validation_completion_code must be up to 64 letters, digits, _ and -, not "a b".'),
	('validation_matches', '4', '4 of 3 votes cannot match: lower validation_matches, or raise validation_votes.'),
	('onboarding_model', '"nope"', 'No model is named "nope": give a URL, or register it with "beatctl model add".'),
	('model', 'null', 'model must be a name or a URL, not null.')) as t (key, value, sentence);
select is(tap.sentence($$select project_set('p', '{"colour": 1}', 't')$$) ~ '^There is no setting "colour"; there are title, model, ',
	true, 'an unknown setting is named, with all there are');
-- Some may be nothing.
select project_set('p', '{"onboarding": "basics", "onboarding_model": "window", "batch_hits": 5, "batch_hours": 6}', 't')
	\g /dev/null
select project_set('p', '{"onboarding": null, "onboarding_model": null, "batch_hits": null, "batch_hours": null}', 't')
	\g /dev/null
select is(num_nonnulls(s ->> 'onboarding', s ->> 'onboarding_model', s ->> 'batch_hits', s ->> 'batch_hours'), 0,
	'null clears them') from project_show('p') as s;
select is((detail -> 'before' ->> 'batch_hits') || ' ' || (detail -> 'after' ->> 'batch_hits' is null), '5 true', 'on record')
  from beat.event where kind = 'project.set' order by id desc limit 1;

-- What is refused names the setting, for programs.
create function tap.field(sql text) returns text language plpgsql as $$
declare
	field text;
begin
	execute sql;
	return 'nothing was refused';
exception when sqlstate 'BE001' then
	get stacked diagnostics field = column_name;
	return field;
end
$$;
select is(tap.field(format('select project_set(''p'', %L, ''t'')', jsonb_build_object(key, value))), 'settings.' || key,
	format('%s: %s names its field', key, value))
  from (select s.key, case s.kind when 'integer' then to_jsonb(s.high + 1) when 'boolean' then '"yes"'
			when 'targets' then '[1, 2, -3]' when 'collections' then '["nope"]' else '["nope", 7]' end as value
		  from project_setting() s
		union all values ('model', '"nope"'::jsonb), ('onboarding', '"nope"'), ('colour', '1'), ('targets', '7'),
			('platforms', '["post"]'), ('validation_matches', '20'), ('protocol', '"other"')) as v;
select is(tap.field($$select project_set('p', '{"validation_matches": 3, "validation_votes": 2}', 't')$$),
	'settings.validation_matches', 'of two that do not fit the one to lower');

-- An entry says all that people and programs ask of it.
select is_empty($$select s.key from project_setting() s where num_nulls(s.entry ->> 'section', s.entry ->> 'label',
	s.entry ->> 'text', s.entry ->> 'counts', s.entry ->> 'kind', s.entry ->> 'who') > 0$$, 'section, label, text, counts, kind, who');
select is_empty($$select s.key from project_setting() s where s.kind = 'integer' and num_nulls(s.low, s.high, s.unit) > 0$$,
	'a number has limits and a unit');
select is_empty($$select s.key from project_setting() s where s.key not in ('title', 'model', 'pool') and s.usual is null$$,
	'what may be added to projects that exist has a default');
select is_empty($$select s.key from project_setting() s group by s.key having count(*) > 1$$, 'each is there once');
select is_empty($$select s.key from (select x.key, x.entry ->> 'section' as section, x.place
		- row_number() over (partition by x.entry ->> 'section' order by x.place) as run from project_setting() x) as s
	where exists (select from (select x.entry ->> 'section' as section, min(x.place) - 1 as run from project_setting() x
		group by 1) as f where f.section = s.section and f.run <> s.run)$$, 'a section stands together');

-- The columns are made from the entries, and follow them.
select is(project_settings_columns(), 0, 'nothing is left to do');
alter table beat.project drop column review_blind;
alter table beat.project drop constraint project_reward_range;
alter table beat.project alter column questions_wanted set default 7;
comment on constraint project_lease_range on beat.project is 'another';
comment on column beat.project.open is 'other words';
alter table beat.project add column of_a_later_program text;
select is(project_settings_columns(), 9, 'what is missing is made anew');
select is(project_settings_columns(), 0, 'once');
select is(review_blind, true, 'a new column has the default in projects that exist') from beat.project where name = 'p';
select is(project_setting_at(tap.project(), 'review_blind', '-infinity'), 'true', 'also when asked about the past');
update beat.project set review_blind = false where name = 'p';
select is(project_setting_at(tap.project(), 'review_blind', '-infinity'), 'true', 'and after it was changed');
select is(project_setting_at(tap.project(), 'review_blind', 'infinity'), 'false', 'which counts from then on');
update beat.project set review_blind = true where name = 'p';
select has_column('beat', 'project', 'of_a_later_program', 'a column of another program stays');
select bites('update beat.project set reward_cents = -1', 'project_reward_range', 'a lost constraint is back');
select lives_ok($$insert into beat.project (name, title, model_id) select 'of_old', 'x', id from beat.model where id > 0 limit 1$$,
	'a program that does not know a setting can make projects');
select is(questions_wanted, 5, 'with the default') from beat.project where name = 'of_old';
insert into beat.project_split (project_id, split) select id, s from beat.project, unnest(array['train', 'dev', 'test']) as s
	where name = 'of_old';
alter table beat.project drop column of_a_later_program;

-- What the dashboard gets.
select admin_project('p')::jsonb as p \gset
select unnest(array[
	is(x.p ->> 'name', 'p', 'the name'), is(x.p -> 'kept', '{"train": 0, "dev": 0, "test": 0}', 'kept by split'),
	is(x.p -> 'passages', '{"train": 8, "dev": 2, "test": 2}', 'passages by split'),
	is(x.p -> 'targets', '{"train": null, "dev": null, "test": null}', 'targets by split'),
	is(x.p -> 'waiting', '{"screening": 0, "review": 0, "adjudication": 0, "revocations": 0}', 'what waits'),
	is(x.p ->> 'model_url', 'http://127.0.0.1:9', 'the model''s address'),
	is(x.p ->> 'onboarding_model', 'window', 'the weakest model'),
	is(x.p -> 'settings' -> 'targets', '[null, null, null]', 'settings as they are set'),
	is(x.p -> 'settings' -> 'model', '"window"', 'models by name'),
	is(x.p -> 'settings' -> 'success', '800', 'numbers'), is(x.p -> 'settings' -> 'collections', '[]', 'lists'),
	is(x.p #>> '{explain,success,unit}', 'per mille', 'a unit'), is(x.p #> '{explain,success,max}', '1000', 'limits'),
	is(x.p #> '{explain,success_unit,choices}', '["question", "hit"]', 'choices'),
	is(x.p #> '{explain,batch_hits,nullable}', 'true', 'what may be nothing'),
	cmp_ok(length(x.p #>> '{explain,success,text}'), '>', 20, 'and a sentence')])
  from (select :'p'::jsonb as p) as x;
select set_eq($$select jsonb_object_keys(admin_project('p')::jsonb -> 'settings')$$,
	$$select json_object_keys(admin_project('p') -> 'explain')$$, 'every setting is explained');
select lives_ok(format($$select admin_project_set('p', %L, 'user:sam')$$, :'p'::jsonb -> 'settings'),
	'the settings it gives can be sent back');
select is(admin_project('p')::jsonb, :'p'::jsonb, 'and nothing has changed');
select is(admin_projects() #>> '{items,2,name}', 'p', 'all of them by name');
select is(admin_project_create('new', '{"model": "window", "title": "A <b>"}', 'user:sam') ->> 'title', 'A <b>', 'made');
select is(actor::text, 'user:sam', 'by whom') from beat.event where kind = 'project.create' order by id desc limit 1;
select throws_ok($$select admin_project_create('new', '{}', 'user:sam')$$, 'BE409',
	'There is a project "new" already: change it with "beatctl project set".', 'once');
select is(admin_project_state('new', 'paused', 'user:sam') ->> 'state', 'paused', 'paused');
select is(admin_project_set('new', '{"reward": 7}', 'user:sam') #>> '{settings,reward}', '7', 'changed');
select throws_ok(sql, 'BE404', 'There is no project "nope".', 'not without a project')
  from unnest(array[$$select admin_project('nope')$$, $$select admin_project_set('nope', '{}', 't')$$,
	$$select admin_project_state('nope', 'paused', 't')$$]) as sql;
select is(tap.sentence($$select admin_project_set('new', 'no json', 't')$$), 'A project''s settings are a JSON object.',
	'settings are JSON');
select is(tap.sentence($$select admin_project_state('new', 'asleep', 't')$$),
	'A project is active, paused or closed; "asleep" is none of them.', 'no such state');

-- Models and collections.
select is(admin_model_add('bert', 'http://127.0.0.1:11/', null, null, null, 'user:sam')::jsonb,
	'{"name": "bert", "url": "http://127.0.0.1:11", "protocol": "beat", "measured_on": null, "measured_permille": null,
	"change": "added"}'::jsonb, 'a model is registered');
select is(admin_models() #>> '{items,0,name}', 'bert', 'and listed');
select is((admin_models() #> '{items,1,projects}')::jsonb, '["bare", "new", "of_old", "p", "usual"]'::jsonb, 'with its projects');
select (tap.try(1, s.assignment_id, s.worker_id)).status from tap.session('ann') as s \g /dev/null
select is(admin_models() #>> '{items,1,human,k}', '1', 'how often it was beaten');
select is(admin_models() #>> '{items,1,builds,0,version}', '1.0', 'and its builds');
select is((admin_collections() #> '{items,0}')::jsonb - 'created_at',
	'{"name": "sample", "passages": {"train": 8, "dev": 2, "test": 2}, "projects": []}'::jsonb, 'a collection');
select is_empty($$select c.name from beat.collection c where (c.train + c.dev + c.test) <> (
	select count(*) from beat.collection_passage l where l.collection_id = c.id)$$, 'its counters are right');
select * from finish();
rollback;
