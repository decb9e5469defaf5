-- Projects and models: creating, changing, showing; sentences for people; every change on record.
begin;
\ir fixture.psql
select plan(112);

select is(beat.url_shown('https://ann:p@ss@host/x?y=a@b'), 'https://***@host/x?y=a@b', 'no part of a password is shown');

-- Defaults.
select is(project_show('p')::jsonb - 'created_at', project_settings_usual() - array['onboarding_model_id']
		- (select array_agg(s.column_name) from project_setting() s where s.column_name <> s.key)
		|| (select jsonb_object_agg(s.key, s.usual) from project_setting() s where s.column_name is not null and s.usual is not null)
		|| '{"name": "p", "title": "p", "state": "active", "pool": "default", "open": true, "model": "window", "model_url": "http://127.0.0.1:9",
		"protocol": "beat", "reward": 200, "completion_code": "C0DE", "collections": [], "kept": {"train": 0, "dev": 0, "test": 0},
		"targets": {"train": null, "dev": null, "test": null}, "passages": {"train": 8, "dev": 2, "test": 2}, "live": 0,
		"submitted": 0, "attempts": 0, "won": 0, "unjudged": 0}'::jsonb, 'the defaults, and what the fixture sets');
select matches(project_show('p') ->> 'created_at', '^20.*Z$', 'created at');
select is((array(select json_object_keys(project_show('p'))))[1:4], array['name', 'state', 'title', 'model'],
	'in the order of the entries');

-- All settings at once.
select onboarding_import(tap.onboarding(), 't') \g /dev/null
select is(name || ' ' || state || ' ' || passages, 'full active 12', 'a project with everything set')
  from project_create('full',
  	'{"title": "All of it", "model": "http://user:secret@models.example:8080/v1/", "protocol": "other", "threshold": 0, "questions": 50,
	"open": false, "collections": ["sample"], "assignments_per_passage": 7, "targets": [10000, null, 0], "lease": 1,
		"reward": 1000000,
	"platforms": ["prolific", "mturk", "prolific"], "empty_answer": "loss", "completion_code": "A-b_9",
	"onboarding": "basics", "onboarding_model": "window", "onboarding_retries": 2, "batch_hits": 100,
	"batch_hours": 24, "success": 750, "success_unit": "hit", "review_double": true, "review_blind": false,
	"review_lease": 600, "revoke_confirm": true, "validation_votes": 5, "validation_match": "f1", "validation_f1": 500,
	"validation_matches": 2, "validation_group": "passage", "validation_questions": 20, "validation_lease": 900,
	"validation_reward": 40, "validation_completion_code": "V-1", "validation_onboarding": "basics",
	"validation_early_stop": 2, "validation_extra": 3, "validation_train": 50, "validation_lost": 100,
	"answerable": 400}', 'tester');
select is(project_show('full')::jsonb - 'created_at', project_show('full')::jsonb - 'created_at' ||
	'{"name": "full", "title": "All of it", "state": "active", "open": false, "model": "models.example:8080",
	"model_url": "http://***@models.example:8080/v1", "protocol": "other", "threshold": 0, "questions": 50,
	"assignments_per_passage": 7, "lease": 1, "reward": 1000000, "platforms": ["mturk", "prolific"],
	"empty_answer": "loss", "completion_code": "A-b_9", "collections": ["sample"],
	"targets": {"train": 10000, "dev": null, "test": 0}, "kept": {"train": 0, "dev": 0, "test": 0},
	"passages": {"train": 8, "dev": 2, "test": 2}, "live": 0, "submitted": 0, "attempts": 0, "won": 0, "unjudged": 0,
	"onboarding": "basics", "onboarding_model": "window", "onboarding_retries": 2, "batch_hits": 100,
	"batch_hours": 24, "success": 750, "success_unit": "hit", "review_double": true, "review_blind": false,
	"review_lease": 600, "revoke_confirm": true, "validation_votes": 5, "validation_match": "f1",
	"validation_f1": 500, "validation_matches": 2, "validation_group": "passage", "validation_questions": 20,
	"validation_lease": 900, "validation_reward": 40, "validation_completion_code": "V-1",
	"validation_onboarding": "basics", "validation_early_stop": 2, "validation_extra": 3, "validation_train": 50,
	"validation_lost": 100, "answerable": 400}'::jsonb, 'shows it all; a model named after its host and port');

select is(count(*)::int, 0, 'nor is the password on record') from beat.event where detail::text ~ 'secret';
select is(url, 'http://user:secret@models.example:8080/v1', 'the server knows it') from beat.model
	where name = 'models.example:8080';

-- Models.
select is((select model from project_list() where name = 'full'), 'models.example:8080',
	'a URL not known registers a model');
select project_create('m2', '{"model": "http://user:secret@models.example:8080/v1"}', 't') \g /dev/null
select is(project_show('m2') ->> 'model', 'models.example:8080', 'a known URL is the same model');
select project_create('m3', '{"model": "https://models.example:8080/other"}', 't') \g /dev/null
select is(project_show('m3') ->> 'model', 'models.example:8080-2',
	'another URL of the same host is another');
select project_create('m4', '{"model": "https://models.example:8080/other", "protocol": "else"}', 't') \g /dev/null
select is((project_show('m4') ->> 'model') || ' ' || (project_show('m4') ->> 'protocol'), 'models.example:8080-3 else',
	'so is another protocol');
select project_create('m5', '{"model": "http://[::1]:8090"}', 't') \g /dev/null
select is(project_show('m5') ->> 'model', '[::1]:8090', 'an IPv6 address is a name too');
select unnest(array[is(change, 'unchanged', 'the same model again'), is(url, 'http://127.0.0.1:9', 'URL')])
	from model_add('window', 'http://127.0.0.1:9/', '', 't');
select is(change, 'changed', 'a model that has moved') from model_add('window', 'https://new.example', 'beat',
	't');
select is(detail, '{"model": "window", "before": {"url": "http://127.0.0.1:9"},
	"after": {"url": "https://new.example"}}'::jsonb, 'on record')
  from beat.event where kind = 'model.set' and actor = 't';
select is(change, 'added', 'a new one') from model_add('bidaf', 'http://127.0.0.1:7', null, 't');
select is((select protocol from model_list() where name = 'bidaf'), 'beat', 'speaks beat by default');
select is((select projects from model_list() where name = 'window'), 1::bigint, 'model_list counts projects');
insert into beat.model_build (model_id, name, version, weights) select id, 'Window', '1.2', repeat('ab', 32)
	from beat.model where name = 'window';
select is((select builds from model_list() where name = 'window'), 'Window 1.2 abababababab', 'and names builds');
select matches(tap.sentence(sql), pattern, pattern)
  from (values
	($$select model_add('', 'http://x', 'beat', 't')$$, 'A model''s name is'),
	($$select model_add('a b', 'http://x', 'beat', 't')$$, 'A model''s name is .* "a b" is not'),
	($$select model_add(null, 'http://x', 'beat', 't')$$, 'A model''s name is'),
	($$select model_add('a', 'ftp://x', 'beat', 't')$$,
		'A model''s URL begins with http:// or https:// .* "ftp://x" does not'),
	($$select model_add('a', 'http://', 'beat', 't')$$, 'A model''s URL begins'),
	($$select model_add('a', 'http://x y', 'beat', 't')$$, 'A model''s URL begins'),
	($$select model_add('a', null, 'beat', 't')$$, 'A model''s URL begins'),
	($$select model_add('a', 'http://x', 'B!', 't')$$, '"B!" is no name of a protocol'),
	($$select project_create('x', '{}', 't')$$, 'Several models are registered \(.*bidaf.*\): say which one'),
	($$select project_create('x', '{"model": "nope"}', 't')$$, 'No model is named "nope": give a URL'),
	($$select project_create('x', '{"model": "window", "protocol": "other"}', 't')$$,
		'The model "window" is registered with protocol beat, not other'),
	($$select project_create('x', '{"model": 5}', 't')$$, 'model must be a name or a URL, not 5'),
	($$select project_create('x', '{"model": ""}', 't')$$, 'model must be a name or a URL'),
	($$select project_create('X', '{"model": "window"}', 't')$$,
		'A project''s name is 1 to 63 lower-case .* "X" is not'),
	($$select project_create('', '{"model": "window"}', 't')$$, 'A project''s name is'),
	($$select project_create(repeat('x', 64), '{"model": "window"}', 't')$$, 'A project''s name is'),
	($$select project_create(null, '{"model": "window"}', 't')$$, 'A project''s name is'),
	($$select project_create('p', '{"model": "window"}', 't')$$, 'There is a project "p" already'),
	($$select project_set('nope', '{}', 't')$$, 'There is no project "nope"; there are full, m2'),
	($$select project_state('nope', 'paused', 't')$$, 'There is no project "nope"; there are'),
	($$select project_state('p', 'asleep', 't')$$,
		'A project is active, paused or closed; "asleep" is none of them'),
	($$select project_show('nope')$$, 'There is no project "nope"; there are'),
	($$select project_set('p', '[]', 't')$$, 'settings are a JSON object'),
	($$select project_set('p', '{"treshold": 1}', 't')$$,
		'There is no setting "treshold"; there are title, model'),
	($$select project_set('p', '{"threshold": 1001}', 't')$$,
		'threshold must be a whole number from 0 to 1000, not 1001'),
	($$select project_set('p', '{"threshold": "400"}', 't')$$, 'threshold must be a whole number .* not "400"'),
	($$select project_set('p', '{"threshold": 1.5}', 't')$$, 'threshold must be a whole number'),
	($$select project_set('p', '{"threshold": null}', 't')$$, 'threshold must be a whole number .* not null'),
	($$select project_set('p', '{"threshold": 4294967696}', 't')$$, 'threshold must be a whole number'),
	($$select project_set('p', '{"questions": 0}', 't')$$, 'questions must be a whole number from 1 to 50'),
	($$select project_set('p', '{"assignments_per_passage": 0}', 't')$$,
		'assignments_per_passage must be a whole number from 1 to 1000'),
	($$select project_set('p', '{"lease": 0}', 't')$$, 'lease must be a whole number from 1 to 2592000'),
	($$select project_set('p', '{"reward": -1}', 't')$$, 'reward must be a whole number from 0 to 1000000'),
	($$select project_set('p', '{"open": "yes"}', 't')$$, 'open must be true or false, not "yes"'),
	($$select project_set('p', '{"title": ""}', 't')$$, 'title must be a text of 1 to 200 characters'),
	($$select project_set('p', '{"title": 5}', 't')$$, 'title must be a text'),
	($$select project_set('p', jsonb_build_object('title', repeat('x', 201)), 't')$$,
		'title must be a text of 1 to 200'),
	($$select project_set('p', '{"platforms": []}', 't')$$,
		'platforms are one or more of mturk, prolific, direct'),
	($$select project_set('p', '{"platforms": ["post"]}', 't')$$,
		'platforms are one or more of .* not \["post"\]'),
	($$select project_set('p', '{"platforms": "direct"}', 't')$$, 'platforms must be a list of names'),
	($$select project_set('p', '{"platforms": [1]}', 't')$$, 'platforms must be a list of names'),
	($$select project_set('p', '{"empty_answer": "win"}', 't')$$, 'empty_answer must be fault or loss'),
	($$select project_set('p', '{"completion_code": "a b"}', 't')$$, 'completion_code must be up to 64'),
	($$select project_set('p', '{"targets": [1, 2]}', 't')$$, 'targets must be three numbers'),
	($$select project_set('p', '{"targets": 5}', 't')$$, 'targets must be three numbers'),
	($$select project_set('p', '{"targets": [1, 2, -3]}', 't')$$, 'targets must be a whole number from 0'),
	($$select project_set('p', '{"targets": [1, 2, "3"]}', 't')$$, 'targets must be a whole number from 0'),
	($$select project_set('p', '{"collections": ["nope"]}', 't')$$,
		'There is no collection "nope"; there are sample'),
	($$select project_set('p', '{"collections": "sample"}', 't')$$, 'collections must be a list of names'),
	($$select project_set('p', '{"protocol": "other"}', 't')$$, 'protocol belongs to the model'),
	($$select token_key('xyz')$$, 'A token key is at least 16 bytes')) as v (sql, pattern);

-- Changes, on record.
select lives_ok($$select project_set('p', '{"protocol": "beat"}', 't')$$, 'the protocol it has is fine');
select is(count(*)::int, 0, 'what does not change is no event') from beat.event
	where kind in ('project.set', 'project.target', 'project.collection') and actor = 't'
	and project_id = tap.project();
select project_set('p', '{"threshold": 500, "title": "New", "targets": [null, 7, null], "collections": ["sample"]}', 'ann@lab') \g /dev/null
select is(detail, '{"before": {"title": "p", "threshold_permille": 400},
	"after": {"title": "New", "threshold_permille": 500}}'::jsonb, 'settings: before and after')
  from beat.event where kind = 'project.set' and actor = 'ann@lab';
select is(detail, '{"split": "dev", "before": null, "after": 7}'::jsonb, 'a target') from beat.event
	where kind = 'project.target' and actor = 'ann@lab';
select is(detail, '{"collection": "sample", "before": false, "after": true}'::jsonb, 'a collection') from beat.event
	where kind = 'project.collection' and actor = 'ann@lab';
select project_state('p', 'paused', 'bob@lab') \g /dev/null
select is(detail, '{"before": {"state": "active"}, "after": {"state": "paused"}}'::jsonb, 'a state') from beat.event
	where kind = 'project.state' and actor = 'bob@lab';
select project_state('p', 'paused', 'bob@lab') \g /dev/null
select is(count(*)::int, 1, 'pausing twice is one event') from beat.event where kind = 'project.state'
	and actor = 'bob@lab';
select is(detail -> 'before', 'null', 'a project''s making, with all its settings') from beat.event
	where kind = 'project.create' and project_id = tap.project();
select set_config('beat.actor', '', true) \g /dev/null
update beat.project set reward_cents = 5 where name = 'p';
select is(actor::text, 'db:' || session_user, 'a change by hand is on record too, under the database user')
  from beat.event where kind = 'project.set' order by id desc limit 1;
update beat.project_split set target = 8 where project_id = tap.project() and split = 'dev';
select is(detail, '{"split": "dev", "before": 7, "after": 8}'::jsonb, 'so is a target') from beat.event
	where kind = 'project.target' order by id desc limit 1;
select (tap.session('ann', project => 'm5')).status \g /dev/null
select tap.moved('ann', 'qualified', 'm5') \g /dev/null
select is(detail, '{"before": "new", "after": "qualified"}'::jsonb, 'and a worker''s state') from beat.event
	where kind = 'worker.state';
select is((project_show('p') ->> 'collections') || (project_show('p') ->> 'targets'), '["sample"]{"dev": 8, "test": null, "train": null}',
	'what was not mentioned stays');
select is((select passages from project_set('p', '{"collections": []}', 't')), 12, 'no collection means all');
select is(project_show('p') ->> 'collections', '[]', 'again');
select is(token_key(repeat('ab', 32)), repeat('ab', 32), 'the first key offered is kept');
select is(token_key(repeat('cd', 32)), repeat('ab', 32), 'and given to all who come later');
select is(token_key(null), repeat('ab', 32), 'even without an offer');
select results_eq('select name, state, open, model, passages, live, submitted, won, title from project_list() where name in (''p'', ''full'')',
	$$values ('full', 'active', false, 'models.example:8080', 12::bigint, 0::bigint, 0::bigint, 0::bigint, 'All of it'),
		('p', 'paused', true, 'window', 12, 0, 0, 0, 'New')$$, 'project_list, by name');
-- The tables hold without the functions.
select bites(format('update beat.project set %s where name = ''p''', col), rule, col)
  from (values ('name = ''P''', 'project_name_form'), ('title = '' ''', 'project_title_form'),
  	('state = ''asleep''', 'project_state_known'), ('questions_wanted = 51', 'project_questions_range'),
	('assignments_per_passage = 0', 'project_assignments_per_passage_range'), ('lease_seconds = 0', 'project_lease_range'),
		('reward_cents = -1', 'project_reward_range'),
	('platforms = ''{}''', 'project_platforms_known'), ('platforms = ''{post}''', 'project_platforms_known'),
		('empty_answer = ''x''', 'project_empty_answer_known'),
	('completion_code = ''a b''', 'project_completion_code_form'), ('threshold_permille = 1001', 'project_threshold_range'),
		('model_id = -1', 'project_model_fkey'),
	('name = ''full''', 'project_name_key')) as v (col, rule);
select bites(format('update beat.model set %s where name = ''window''', col), rule, col)
  from (values ('name = ''a b''', 'model_name_form'), ('url = ''ftp://x''', 'model_url_form'),
  	('protocol = ''X''', 'model_protocol_form'), ('name = ''bidaf''', 'model_name_key')) as v (col, rule);
select bites($$insert into beat.model_build (model_id, name, version, weights) select model_id, name, version,
	weights from beat.model_build limit 1$$, 'model_build_reported_once', 'each build once');
select bites($$insert into beat.model_build (model_id, name, version, weights) select id, repeat('x', 201), '', ''
	from beat.model limit 1$$, 'model_build_lengths', 'of a sane length');
select bites('update beat.project_split set target = -1', 'count_not_negative', 'a target is not negative');
select bites('update beat.project_split set split = ''all''', 'split_known', 'a split is one of three');
select * from finish();
rollback;
