-- What was measured of models: told, changed, taken away; refused in sentences; shown to workers and people.
begin;
\ir fixture.psql
select no_plan();

create function tap.write(name text, given jsonb, may_add boolean default false) returns text language sql as $$
	select concat_ws(' ', w.change, (w.model).url, (w.model).protocol,
			case when (w.model).measured_on is not null then measured_text(w.model) end)
	  from model_write(name, given, may_add, 't') as w;
$$;

create function tap.told(name text) returns json language sql as $$
	select opponent_json(m) from beat.model m where m.name = $1;
$$;

-- Telling, changing, taking away.
select is(tap.told('window')::jsonb, null, 'a model is not measured at first');
select is(tap.write('window', '{"measured_on": " SQuAD ", "measured_permille": 490}'),
	'changed http://127.0.0.1:9 beat 49.0 % of SQuAD', 'what was measured is told, and nothing else changes');
select is(tap.told('window')::jsonb, '{"measured_on": "SQuAD", "measured_permille": 490}'::jsonb, 'workers are told');
select is(tap.write('window', '{"measured_on": "SQuAD", "measured_permille": "490"}'),
	'unchanged http://127.0.0.1:9 beat 49.0 % of SQuAD', 'the same again is no change');
select is(tap.write('window', '{"measured_permille": 7}'), 'changed http://127.0.0.1:9 beat 0.7 % of SQuAD',
	'another figure on the same questions');
select is(tap.write('window', '{"url": "http://127.0.0.1:9/predict?reader=window"}'),
	'changed http://127.0.0.1:9/predict?reader=window beat 0.7 % of SQuAD', 'a model that moves stays measured');
select is((select change from model_add('window', 'http://127.0.0.1:9', null, 't')), 'changed', 'also by model_add');
select is(tap.told('window') ->> 'measured_permille', '7', 'which keeps what was measured');
select is(tap.write('window', '{"measured_on": null, "measured_permille": null}'), 'changed http://127.0.0.1:9 beat',
	'what was measured is taken away');
select is(tap.told('window')::jsonb, null, 'and nobody is told any more');
select is(tap.write('strong', '{"url": "http://127.0.0.1:9/predict?reader=strong", "measured_on": "SQuAD", "measured_permille": 1000}',
	true), 'added http://127.0.0.1:9/predict?reader=strong beat 100.0 % of SQuAD', 'a model comes with its figure');
select results_eq($$select detail -> 'before', detail -> 'after' from beat.event where kind = 'model.set' and actor = 't' order by id limit 1$$,
	$$values ('{"measured_on": null, "measured_permille": null}'::jsonb, '{"measured_on": "SQuAD", "measured_permille": 490}'::jsonb)$$,
	'every change is on record');

-- Refusals.
select matches(tap.sentence(sql), pattern, pattern)
  from (values
	($$select tap.write('window', '{"measured_on": "SQuAD"}')$$, 'two things: .* Give both or neither'),
	($$select tap.write('window', '{"measured_permille": 1}')$$, 'Give both or neither'),
	($$select tap.write('strong', '{"measured_on": null}')$$, 'Give both or neither'),
	($$select tap.write('strong', '{"measured_permille": 1001}')$$, 'whole number of per mille from 0 to 1000, not 1001'),
	($$select tap.write('strong', '{"measured_permille": -1}')$$, 'from 0 to 1000, not -1'),
	($$select tap.write('strong', '{"measured_permille": 49.5}')$$, 'from 0 to 1000, not 49.5'),
	($$select tap.write('strong', '{"measured_permille": "many"}')$$, 'from 0 to 1000, not many'),
	($$select tap.write('strong', '{"measured_on": ""}')$$, 'a name of 1 to 40 characters .* "" is not one'),
	($$select tap.write('strong', '{"measured_on": "   "}')$$, 'a name of 1 to 40 characters'),
	($$select tap.write('strong', '{"measured_on": "a\nb"}')$$, 'a name of 1 to 40 characters'),
	($$select tap.write('strong', jsonb_build_object('measured_on', repeat('x', 41)))$$, 'a name of 1 to 40 characters'),
	($$select tap.write('strong', '{"url": "nowhere"}')$$, 'A model''s URL begins'),
	($$select tap.write('strong', '{"url": null}')$$, 'A model''s URL begins'),
	($$select tap.write('strong', '{"speed": 1}')$$, 'a JSON object of url, protocol, measured_on, measured_permille'),
	($$select tap.write('strong', '[]')$$, 'a JSON object of'),
	($$select tap.write('new', '{"protocol": "beat"}', true)$$, 'A model''s URL begins'),
	($$select tap.write('nope', '{"measured_permille": 1}')$$, 'BE404: There is no model "nope"; there are strong, window\.')
	) as v (sql, pattern);
select is(tap.write('strong', '{}'), 'unchanged http://127.0.0.1:9/predict?reader=strong beat 100.0 % of SQuAD',
	'what was refused has changed nothing');
select tap.bites(sql, name, why)
  from (values
	($$update beat.model set measured_on = 'SQuAD' where name = 'window'$$, 'model_measured_whole', 'never half'),
	($$update beat.model set measured_on = ' a', measured_permille = 1$$, 'model_measured_on_form', 'trimmed'),
	($$update beat.model set measured_on = E'a\tb', measured_permille = 1$$, 'model_measured_on_form', 'on one line'),
	($$update beat.model set measured_on = 'a', measured_permille = 1001$$, 'model_measured_permille_range', 'a share')
	) as v (sql, name, why);

-- Shown.
select results_eq($$select name, measured from model_list()$$,
	$$values ('strong', '100.0 % of SQuAD'), ('window', null)$$, 'in the list');
select is(admin_models() #> '{items,0,measured_on}' #>> '{}', 'SQuAD', 'in the dashboard');
select is(admin_models() #>> '{items,0,measured_permille}', '1000', 'with the figure');
select is(admin_models() #>> '{items,1,measured_permille}', null, 'or without');
select is(admin_model_add('window', 'http://127.0.0.1:9', null, 'SQuAD', '450', 'user:sam') ->> 'measured_permille', '450',
	'told in the dashboard');
select is(admin_model_add('window', 'http://127.0.0.1:9', null, null, null, 'user:sam')::jsonb,
	'{"name": "window", "url": "http://127.0.0.1:9", "protocol": "beat", "measured_on": "SQuAD", "measured_permille": 450,
	"change": "unchanged"}'::jsonb, 'and kept when it says nothing');

-- What the statement of a session asks for: the model that is played against, whatever the session is.
prepare opened as
select s.kind, opponent ->> 'measured_permille' from session_open('p', 'mturk', 'ann', 'ref', '', '') as s;
select results_eq('opened', $$values ('generate', '450')$$, 'the opponent of the game');
select * from finish();
rollback;
