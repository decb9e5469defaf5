-- Settings of a project: the table of them, its agreement with the columns, and what the dashboard gets and does.
begin;
\ir fixture.psql
select no_plan();
select beat.onboarding_import(tap.onboarding(), 't') \g /dev/null

-- The table is the truth: its limits and defaults are those of the columns.
select is_empty($$select s.key from beat.project_setting s where s.column_name is not null and not exists (
	select from information_schema.columns c where c.table_schema = 'beat' and c.table_name = 'project'
		and c.column_name = s.column_name)$$, 'every setting with a column has that column');
select set_eq($$select column_name::text from information_schema.columns where table_schema = 'beat'
		and table_name = 'project' and column_name not in ('id', 'name', 'state', 'created_at')$$,
	$$select column_name from beat.project_setting where column_name is not null$$, 'every column is a setting');
insert into beat.project (name, title, model_id) select 'bare', 'bare', id from beat.model;
insert into beat.project_split (project_id, split) select id, s from beat.project, unnest(array['train', 'dev', 'test']) as s
	where name = 'bare';
select beat.project_create('usual', '{"title": "bare", "model": "window"}', 't') \g /dev/null
select is(beat.project_settings(u), beat.project_settings(b), 'the defaults are those of the columns')
  from beat.project u, beat.project b where u.name = 'usual' and b.name = 'bare';
select is(tap.violated(format('update beat.project set %I = %s where name = ''bare''', column_name, value)) <> '', wrong,
	format('%s = %s %s', key, value, case when wrong then 'is refused by the table too' else 'is fine' end))
  from beat.project_setting s
 cross join lateral (values (s.low - 1, true), (s.low, false), (s.high, false), (s.high + 1, true)) as v (value, wrong)
 where s.kind = 'integer' and not (s.key = 'onboarding_retries' and v.value > s.high);
select is(tap.sentence(format('select beat.project_set(''p'', %L, ''t'')', jsonb_build_object(key, value))),
	format('%s must be a whole number from %s to %s, not %s.', key, low, high, value), format('%s: %s', key, value))
  from beat.project_setting s
 cross join lateral (values (to_jsonb(s.low - 1)), (to_jsonb(s.high + 1)), ('1.5'), ('"x"'), ('true')) as v (value)
 where s.kind = 'integer';
select is(tap.sentence(format('select beat.project_set(''p'', %L, ''t'')', jsonb_build_object(key, value))), sentence,
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
select is(tap.sentence($$select beat.project_set('p', '{"colour": 1}', 't')$$) ~ '^There is no setting "colour"; there are title, model, ',
	true, 'an unknown setting is named, with all there are');
-- Some may be nothing.
select beat.project_set('p', '{"onboarding": "basics", "onboarding_model": "window", "batch_hits": 5, "batch_hours": 6}', 't')
	\g /dev/null
select beat.project_set('p', '{"onboarding": null, "onboarding_model": null, "batch_hits": null, "batch_hours": null}', 't')
	\g /dev/null
select results_eq($$select onboarding, onboarding_model, batch_hits, batch_hours from beat.project_show('p')$$,
	$$values (null::text, null::text, null::integer, null::integer)$$, 'null clears them');
select is((detail -> 'before' ->> 'batch_hits') || ' ' || (detail -> 'after' ->> 'batch_hits' is null), '5 true', 'on record')
  from beat.event where kind = 'project.set' order by id desc limit 1;

-- What the dashboard gets.
select beat.admin_project('p')::jsonb as p \gset
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
select set_eq($$select jsonb_object_keys(beat.admin_project('p')::jsonb -> 'settings')$$,
	$$select json_object_keys(beat.admin_project('p') -> 'explain')$$, 'every setting is explained');
select lives_ok(format($$select beat.admin_project_set('p', %L, 'user:sam')$$, :'p'::jsonb -> 'settings'),
	'the settings it gives can be sent back');
select is(beat.admin_project('p')::jsonb, :'p'::jsonb, 'and nothing has changed');
select is(beat.admin_projects() #>> '{items,1,name}', 'p', 'all of them by name');
select is(beat.admin_project_create('new', '{"model": "window", "title": "A <b>"}', 'user:sam') ->> 'title', 'A <b>', 'made');
select is(actor::text, 'user:sam', 'by whom') from beat.event where kind = 'project.create' order by id desc limit 1;
select throws_ok($$select beat.admin_project_create('new', '{}', 'user:sam')$$, 'BE409',
	'There is a project "new" already: change it with "beatctl project set".', 'once');
select is(beat.admin_project_state('new', 'paused', 'user:sam') ->> 'state', 'paused', 'paused');
select is(beat.admin_project_set('new', '{"reward": 7}', 'user:sam') #>> '{settings,reward}', '7', 'changed');
select throws_ok(sql, 'BE404', 'There is no project "nope".', 'not without a project')
  from unnest(array[$$select beat.admin_project('nope')$$, $$select beat.admin_project_set('nope', '{}', 't')$$,
	$$select beat.admin_project_state('nope', 'paused', 't')$$]) as sql;
select is(tap.sentence($$select beat.admin_project_set('new', 'no json', 't')$$), 'A project''s settings are a JSON object.',
	'settings are JSON');
select is(tap.sentence($$select beat.admin_project_state('new', 'asleep', 't')$$),
	'A project is active, paused or closed; "asleep" is none of them.', 'no such state');

-- Models and collections.
select is(beat.admin_model_add('bert', 'http://127.0.0.1:11/', null, null, null, 'user:sam')::jsonb,
	'{"name": "bert", "url": "http://127.0.0.1:11", "protocol": "beat", "measured_on": null, "measured_permille": null,
	"change": "added"}'::jsonb, 'a model is registered');
select is(beat.admin_models() #>> '{items,0,name}', 'bert', 'and listed');
select is((beat.admin_models() #> '{items,1,projects}')::jsonb, '["bare", "new", "p", "usual"]'::jsonb, 'with its projects');
select (tap.try(1, s.assignment_id, s.worker_id)).status from tap.session('ann') as s \g /dev/null
select is(beat.admin_models() #>> '{items,1,human,k}', '1', 'how often it was beaten');
select is(beat.admin_models() #>> '{items,1,builds,0,version}', '1.0', 'and its builds');
select is((beat.admin_collections() #> '{items,0}')::jsonb - 'created_at',
	'{"name": "sample", "passages": {"train": 8, "dev": 2, "test": 2}, "projects": []}'::jsonb, 'a collection');
select is_empty($$select c.name from beat.collection c where (c.train + c.dev + c.test) <> (
	select count(*) from beat.collection_passage l where l.collection_id = c.id)$$, 'its counters are right');
select * from finish();
rollback;
