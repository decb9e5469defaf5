-- Pools: one qualification for several projects, what a revocation reaches, the onboarding that goes from one project to
-- the next, lists in and out.
begin;
\ir fixture.psql
\ir review.psql
select no_plan();
select onboarding_import(tap.onboarding(), 't') \g /dev/null
select admin_pool_create('lab', '{"onboarding": "basics", "onboarding_retries": 1}', 't') \g /dev/null
select project_create(name, '{"model": "window", "pool": "lab", "collections": ["long"], "assignments_per_passage": 50,
	"success_least": 1}', 't')
  from unnest(array['bidaf', 'bert', 'roberta']) as name \g /dev/null
create function tap.states(who text) returns text language sql stable as $$
	select concat_ws(' ', max(k.state), string_agg(p.name || '=' || q.state, ' ' order by p.name))
	  from beat.worker w
	  join beat.qualification k on k.worker_id = w.id and k.pool_id = (select o.id from beat.pool o where o.name = 'lab')
	  left join beat.participation q on q.worker_id = w.id
	  left join beat.project p on p.id = q.project_id
	 where w.platform_worker_id = who;
$$;
create function tap.enter(who text, project text, ref text default '') returns text language sql as $$
	select concat_ws(' ', s.status, s.kind, s.state) from session_open(project, 'mturk', who, ref, '', '') as s;
$$;
create function tap.run(who text) returns beat.assignment language sql stable as $$
	select a.* from beat.assignment a where a.worker_id = tap.worker(who) and a.kind = 'onboarding' order by a.id desc limit 1;
$$;
create function tap.hand_in(who text) returns text language plpgsql as $$
declare
	a beat.assignment := tap.run(who);
begin
	perform exercise_record(a.id, a.worker_id, i, true, 'Who?', null, null, null, null, null, null)
	   from generate_series(exercises_done(a.id) + 1, 5) as i;
	perform tap.try(nextval('tap.attempt_number')::integer, a.id, a.worker_id);
	return (assignment_submit(a.id, a.worker_id, a.platform_ref)).status;
end
$$;
create function tap.decide(who text, pass boolean) returns text language sql as $$
	select admin_screening_decide(max(s.assignment_id), pass, 'So it is.', tap.account('ina')::bigint, 'user:ina') ->> 'worker_state'
	  from beat.screening s where s.worker_id = tap.worker(who) and s.state = 'waiting';
$$;

-- The machine of a pool is that of a project.
select set_eq('select from_state, to_state from beat.qualification_move', 'select from_state, to_state from beat.participation_move',
	'the same moves');
select results_eq($$select name, title, revokes from beat.pool where id = 1$$, $$values ('default', 'All projects', 'pool')$$,
	'there is a pool for all');
select is((select count(*)::int from beat.project where pool_id = 1), 2, 'projects are in it that were not told otherwise');

-- The onboarding of the pool, begun in one project and gone on with in another.
select is(tap.enter('ann', 'bidaf', 'r1'), 'ok onboarding onboarding', 'a newcomer learns, as the pool says');
select exercise_record((tap.run('ann')).id, tap.worker('ann'), 1, true, 'Who?', null, null, null, null, null, null) \g /dev/null
select is(tap.enter('ann', 'bert', 'r2'), 'ok onboarding onboarding', 'also where the next project is');
select is((select count(*)::int from beat.assignment where worker_id = tap.worker('ann')), 1, 'it is the same run');
select is(format('%s %s %s', p.name, a.platform_ref, exercises_done(a.id)), 'bert r2 1', 'come over with what was done')
  from tap.run('ann') a join beat.project p on p.id = a.project_id;
select is(tap.states('ann'), 'onboarding bert=onboarding bidaf=onboarding', 'of one state in all');
select bites('update beat.assignment set project_id = 1 where kind = ''generate''', '', 'nothing of the other kind is there yet');
select is(tap.hand_in('ann'), 'ok', 'handed in');
select is(tap.enter('ann', 'bidaf'), 'screening screening', 'waits in the one');
select is(tap.enter('ann', 'roberta'), 'screening screening', 'and in one that never saw the worker');
select is(tap.decide('ann', false), 'onboarding', 'failed, with another try');
select is(tap.enter('ann', 'roberta'), 'ok onboarding onboarding', 'anywhere');
select is((select s.reason from session_open('roberta', 'mturk', 'ann', '', '', '') as s), 'So it is.', 'and is told why');
select tap.hand_in('ann') \g /dev/null
select is(tries::int, 2, 'tries are counted over the projects') from beat.qualification where worker_id = tap.worker('ann');
select is(tap.decide('ann', true), 'qualified', 'passed');
select is(tap.states('ann'), 'qualified bert=qualified bidaf=qualified roberta=qualified', 'everywhere');
select is(count(*)::int, 1, 'the platform hears of it once') from beat.outbox where worker_id = tap.worker('ann');
select is(admin_screening_undo(max(s.assignment_id), null, null, 't') ->> 'worker_state', 'screening', 'a decision taken back')
  from beat.screening s where s.worker_id = tap.worker('ann');
select is(tap.states('ann'), 'screening bert=screening bidaf=screening roberta=screening', 'is so everywhere');
select is(passed_at, null, 'and nobody has passed') from beat.qualification where worker_id = tap.worker('ann');
select tap.decide('ann', true) \g /dev/null
select is(tap.enter('ann', 'bidaf'), 'ok generate qualified', 'who passed may work');
select is(left(tap.refused(format('select admin_screening_undo(%s, null, null, ''t'')', (select max(assignment_id) from beat.screening))), 38),
	'BE409: It is too late to take this bac', 'work in another project is work');
select is(string_agg(concat_ws('>', from_state, to_state), ' ' order by id),
	'new>onboarding onboarding>screening screening>onboarding onboarding>screening screening>qualified qualified>screening screening>qualified',
	'every step is on record') from beat.qualification_step where worker_id = tap.worker('ann');

-- Three tries are too many.
select tap.enter('bob', 'bert'), tap.hand_in('bob'), tap.decide('bob', false), tap.enter('bob', 'bidaf'), tap.hand_in('bob') \g /dev/null
select is(tap.decide('bob', false), 'failed', 'retries are the pool''s: two tries in two projects are two tries');
select is(tap.enter('bob', 'roberta'), 'failed failed', 'failed in all');

-- Revocation reaches all projects of the pool, and not those of another.
select tap.work('ann', 2, 2, 'bidaf'), tap.work('ann', 1, 3, 'bert') \g /dev/null
select (tap.session('ann', '', 'mturk', 'roberta')).status, tap.work('ann', 1, 1, 'r') \g /dev/null
select is(admin_worker_revoke('bert', tap.worker('ann')::text, 'Copied.', 'user:lea')::jsonb - 'revocation',
	jsonb_build_object('worker', tap.worker('ann')::text, 'discarded', 7, 'restored', 0, 'state', 'revoked'),
	'all data of all its projects');
select is(tap.states('ann'), 'revoked bert=revoked bidaf=revoked r=new roberta=revoked', 'the other pool has its own mind');
select is(string_agg(p.name || ' ' || q.kept, ', ' order by p.name), 'bert 0, bidaf 0, r 1, roberta 0', 'what is kept')
  from beat.participation q join beat.project p on p.id = q.project_id where q.worker_id = tap.worker('ann');
select is((select count(*)::int from beat.assignment where worker_id = tap.worker('ann') and state = 'live'), 0, 'work in hand ends');
select is(count(*)::int, 1, 'the platform hears of it once') from beat.outbox where action = 'revoke' and revocation_id is not null;
select is((select s.reason from session_open('roberta', 'mturk', 'ann', '', '', '') as s), 'Copied.', 'told wherever the worker comes');
select is(concat_ws(' ', r ->> 'project', r ->> 'pool'), 'bert lab', 'lists of the other projects show it')
  from json_array_elements(admin_revocations('bidaf', '', null, null, true) -> 'items') as r;
select is(tap.refused(format('select admin_worker_revoke(%L, %L, %L, %L)', 'bidaf', tap.worker('ann'), 'x', 't')),
	format('BE409: Worker #%s is revoked in "bidaf": there is nothing to revoke.', tap.worker('ann')), 'once');
select bites(format('update beat.participation set state = ''qualified'' where worker_id = %s and project_id = %s', tap.worker('ann'),
	tap.project('bidaf')), 'participation_follows_pool', 'nobody is qualified in a project who is revoked in its pool');
select is(admin_worker_reinstate('roberta', tap.worker('ann')::text, 'Her own.', 'user:lea') ->> 'restored', '7',
	'reinstated from any of them, and exactly that is back');
select is(string_agg(p.name || ' ' || q.kept, ', ' order by p.name), 'bert 3, bidaf 4, r 1, roberta 0', 'as before')
  from beat.participation q join beat.project p on p.id = q.project_id where q.worker_id = tap.worker('ann');
select is(count(*)::int, 1, 'told once') from beat.outbox where action = 'qualify' and revocation_id is not null;

-- The setting: a revocation of one project alone.
select is(admin_pool_set('lab', '{"revokes": "project"}', 't') ->> 'revokes', 'project', 'a pool may say otherwise');
select admin_worker_revoke('bert', tap.worker('ann')::text, 'Only here.', 't') \g /dev/null
select is(tap.states('ann'), 'qualified bert=revoked bidaf=qualified r=new roberta=qualified', 'then it is of that project');
select is(string_agg(p.name || ' ' || q.kept, ', ' order by p.name), 'bert 0, bidaf 4, r 1, roberta 0', 'and its data')
  from beat.participation q join beat.project p on p.id = q.project_id where q.worker_id = tap.worker('ann');
select admin_pool_set('lab', '{"revokes": "pool"}', 't') \g /dev/null
select admin_worker_revoke('bidaf', tap.worker('ann')::text, 'Everywhere.', 't') \g /dev/null
select is(tap.states('ann'), 'revoked bert=revoked bidaf=revoked r=new roberta=revoked', 'both at once');
select is(tap.refused(format('select admin_worker_reinstate(%L, %L, %L, %L)', 'bert', tap.worker('ann'), 'x', 't')),
	format('BE409: Worker #%s is revoked in the whole pool, by project "bidaf": reinstate there first.', tap.worker('ann')),
	'one after the other');
select admin_worker_reinstate('bidaf', tap.worker('ann')::text, 'So.', 't') \g /dev/null
select is(tap.states('ann'), 'qualified bert=revoked bidaf=qualified r=new roberta=qualified', 'each undoes its own');
select admin_worker_reinstate('bert', tap.worker('ann')::text, 'So.', 't') \g /dev/null
select is(tap.states('ann'), 'qualified bert=qualified bidaf=qualified r=new roberta=qualified', 'until all is undone');
select is_empty('select * from recount()', 'every counter agrees');
-- Poor work is the same, whoever finds it: by the rate in one project the pool goes.
select tap.close('seed', 'bidaf') \g /dev/null
select tap.review_of('ina', 'ann', 2) \g /dev/null
select is(tap.states('ann'), 'revoked bert=revoked bidaf=revoked r=new roberta=revoked', 'the rate of one project');

-- Whom the onboarding is played against.
create function tap.opponent(project text default 'bert') returns text language sql as $$
	select m.name from beat.model m where m.id = onboarding_model(tap.project(project));
$$;
select is(tap.opponent(), 'window', 'nobody was measured: the project''s');
select admin_model_add('strong', 'http://127.0.0.1:8', 'beat', 'SQuAD', '900', 't'),
	admin_model_add('weak', 'http://127.0.0.1:7', 'beat', 'SQuAD', '300', 't') \g /dev/null
select is(tap.opponent(), 'weak', 'the weakest that was measured');
select is(admin_pool('lab') ->> 'weakest', 'weak', 'and the page says so');
select admin_pool_set('lab', '{"onboarding_model": "strong"}', 't') \g /dev/null
select is(tap.opponent(), 'strong', 'unless the pool names one');
select project_set('bert', '{"onboarding": "basics", "onboarding_model": "window", "onboarding_retries": 5}', 't') \g /dev/null
select is(tap.opponent(), 'window', 'or the project has an onboarding of its own');
select is(onboarding_retries(tap.project('bert')) || ' ' || onboarding_retries(tap.project('bidaf')), '5 1', 'with its retries');
select project_set('bert', '{"onboarding": null}', 't') \g /dev/null
select is(tap.opponent(), 'strong', 'none: the pool''s again');

-- Settings are checked, and a project with workers keeps its pool.
select is(tap.refused(sql), refusal, refusal)
  from (values
	($$select admin_pool_create('A b', null, 't')$$, 'BE001: A pool''s name is 1 to 63 lower-case letters, digits, _ and -, beginning with a letter or digit; "A b" is not.'),
	($$select admin_pool_create('lab', null, 't')$$, 'BE409: There is a pool "lab" already.'),
	($$select admin_pool('nope')$$, 'BE404: There is no pool "nope"; there are default, lab.'),
	($$select admin_pool_set('lab', '{"colour": 1}', 't')$$, 'BE001: There is no setting "colour"; there are title, onboarding, onboarding_model, onboarding_retries, revokes.'),
	($$select admin_pool_set('lab', '{"revokes": "all"}', 't')$$, 'BE001: revokes must be pool or project, not "all".'),
	($$select admin_pool_set('lab', '{"onboarding": "nope"}', 't')$$, 'BE001: There is no onboarding "nope"; there are basics.'),
	($$select admin_pool_set('lab', '{"onboarding_retries": 101}', 't')$$, 'BE001: onboarding_retries must be a whole number from 0 to 100, not 101.'),
	($$select admin_pool_set('lab', '[]', 't')$$, 'BE001: A pool''s settings are a JSON object.'),
	($$select project_create('x', '{"model": "window", "pool": "nope"}', 't')$$, 'BE001: There is no pool "nope"; there are default, lab.'),
	($$select project_set('bert', '{"pool": "default"}', 't')$$, 'BE001: Workers take part in "bert" already, as the pool "lab" knows them: a project''s pool can only be changed before. To share workers, export them from one pool and import them into the other.'),
	($$select admin_pool_members('lab', null, null, 'drop table', null, null, null, true)$$, 'BE001: sort is one of id, state, state_at, source, projects, submitted, kept, sampled, due, success, seen_at, not "drop table".')
  ) as r (sql, refusal);
select project_create('late', '{"model": "window"}', 't'), project_set('late', '{"pool": "lab"}', 't') \g /dev/null
select is(project_show('late') ->> 'pool', 'lab', 'before anybody came it may change');

-- Lists in and out.
select is(tap.refused(format('select admin_pool_import(%L, %L, %L, %L)', 'lab', list, platform, 't')), refusal, refusal)
  from (values
	('', '', 'BE001: The list is empty: give one worker a line.'),
	('A1', '', e'BE001: 1 line cannot be read, so nothing was changed.\nLine 1: the platform is not told: give it in the line, or with the list.'),
	('A1', 'post', 'BE001: "post" is no platform; there are mturk, prolific and direct.'),
	(e'platform,worker_id\nmturk,A1\npost,A2\nmturk,', '', e'BE001: 2 lines cannot be read, so nothing was changed.\nLine 3: "post" is no platform; there are mturk, prolific and direct.\nLine 4: there is no worker id.'),
	(e'mturk\tA1\nmturk\t' || repeat('x', 256), '', e'BE001: 1 line cannot be read, so nothing was changed.\nLine 2: a worker id has at most 255 characters.'),
	('mturk,A1,asleep', '', e'BE001: 1 line cannot be read, so nothing was changed.\nLine 1: "asleep" is no state of a worker.')
  ) as r (list, platform, refusal);
select is(count(*)::int, 0, 'nothing was') from beat.worker where platform_worker_id like 'A_';
select is(admin_pool_import('lab', list, platform, 't')::jsonb - 'refused', said::jsonb, why)
  from (values
	(1, e'\ufeff# from last year\r\nA1\r\n\r\nA2\r\nprolific:P1\r\n', 'mturk', '{"pool": "lab", "workers": 3, "qualified": 3, "already": 0, "passed_over": 0}', 'one id a line'),
	(2, e'A1\nA2\nprolific:P1', 'mturk', '{"pool": "lab", "workers": 3, "qualified": 0, "already": 3, "passed_over": 0}', 'once more changes nothing'),
	(3, e'Platform;Worker ID;State\nmturk;A1;qualified\nMTurk;"A;3";\nmturk;A4;failed', '', '{"pool": "lab", "workers": 2, "qualified": 1, "already": 1, "passed_over": 1}', 'with a heading'),
	(4, e'direct\tשלום "x"\ndirect\tשלום "x"', '', '{"pool": "lab", "workers": 1, "qualified": 1, "already": 0, "passed_over": 0}', 'whatever the script')) as r (n, list, platform, said, why)
 order by r.n;
select is(admin_pool_import('lab', e'mturk,A1\nmturk,ann\nmturk,bob', '', 't') -> 'refused' #>> '{}',
	json_build_array(json_build_object('line', 2, 'worker', 'mturk:ann', 'state', 'revoked'))::text, 'who is revoked stays so, and is told');
select is(tap.states('bob'), 'qualified bert=qualified bidaf=qualified', 'who failed is qualified then');
select is(tap.enter('A1', 'bidaf'), 'ok generate qualified', 'whoever was imported works at once');
select is(tap.enter('A;3', 'bert'), 'ok generate qualified', 'by the same platform and id');
select is(admin_pool_export('lab', 'revoked', true) ->> 'text' ~ '^platform,worker_id,state,since,source\r\nmturk,ann,revoked,[^,]+,came\r\n$', true, 'the list out');
select is(tap.refused($$select admin_pool_export('lab', null, false)$$),
	'BE403: A list of workers is by the names that platforms know them by, which you may not see.', 'not for everybody');
select admin_pool_create('copy', null, 't') \g /dev/null
select admin_pool_import('copy', admin_pool_export('lab', null, true) ->> 'text', '', 't') \g /dev/null
select is(admin_pool_export('copy', 'all', true) ->> 'workers', admin_pool_export('lab', null, true) ->> 'workers', 'what goes out comes in');

-- Ids that a spreadsheet would take for formulas.
select admin_pool_create('sheet', null, 't'), admin_pool_create('again', null, 't') \g /dev/null
select list_workers((pool_named('sheet')).id, array_fill('direct'::text, array[8]),
	array['=cmd()', '+1', '-1,"2"', '@sum', '''=x', '''''-y', '''plain', 'a=b'], 'came') \g /dev/null
update beat.qualification k set state = 'qualified' where k.pool_id = (pool_named('sheet')).id;
select is((select string_agg(split_part(split_part(l, 'direct,', 2), ',qualified', 1), ' ' order by split_part(l, 'direct,', 2) collate "C")
	  from regexp_split_to_table(admin_pool_export('sheet', null, true) ->> 'text', '\r\n') as l where l like 'direct,%'),
	'"''-1,""2""" ''''''-y ''''=x ''+1 ''=cmd() ''@sum ''plain a=b', 'no field begins as a formula does');
select admin_pool_import('again', admin_pool_export('sheet', null, true) ->> 'text', '', 't') \g /dev/null
create function tap.ids_of(pool text) returns text language sql as $$
	select string_agg(w.platform_worker_id, ' ' order by w.platform_worker_id collate "C") from beat.qualification k join beat.worker w on w.id = k.worker_id
	 where k.pool_id = (pool_named(pool)).id
$$;
select is(tap.ids_of('again'), '''''-y ''=x ''plain +1 -1,"2" =cmd() @sum a=b', 'and import reads each back as it is');
select is((select string_agg(worker, ' ' order by line) from list_read(e'''=x\ndirect:''+1\n=y\n''z', 'direct')), '=x +1 =y ''z',
	'in a list of ids, too; without the apostrophe they are taken, too');
select set_eq($$select worker_id from beat.qualification where pool_id = (select id from beat.pool where name = 'copy') and state = 'qualified'$$,
	$$select worker_id from beat.qualification where pool_id = (select id from beat.pool where name = 'lab') and state = 'qualified'$$, 'the same people');

create function tap.works(wins integer) returns text language plpgsql as $$
declare
	told text[] := '{}';
begin
	perform admin_pool_create('free', null, 't'), project_create('free', '{"model": "window", "pool": "free", "open": true}', 't');
	told := told || (admin_pool('free') #>> '{funnel,working}');
	perform tap.work('zoe', 1, wins, 'free');
	told := told || (admin_pool('free') #>> '{funnel,working}');
	perform admin_worker_revoke('free', tap.worker('zoe')::text, 'x', 't');
	return array_to_string(told || (admin_pool('free') #>> '{funnel,working}'), ' ');
end
$$;
-- The funnel, and figures per project and in all.
select pool_invited('bert', array['w-1', 'w-2', 'w-1'], 't') \g /dev/null
select is((admin_pool('lab') -> 'funnel')::jsonb, jsonb_build_object('invited', 9, 'began', 2, 'handed_in', 2, 'passed', 1, 'qualified', 6,
	'working', 0, 'revoked', 1, 'imported', 5, 'validators', 0, 'reference', jsonb_build_object('handed_in', 1386, 'passed', 752, 'revoked', 99)), 'the funnel');
select tap.work('A2', 2, 2, 'bert'), tap.work('A2', 1, 1, 'bidaf') \g /dev/null
select is(admin_pool('lab') #>> '{funnel,working}', '1', 'who has handed work in works');
select is(tap.works(1), '0 1 0', 'also in an open project, without a qualification, until revoked');
select is((select concat_ws(' ', f ->> 'name', f ->> 'submitted', f ->> 'kept', f ->> 'due') from json_array_elements(admin_pool('lab') -> 'figures') as f
	where f ->> 'name' = 'bert'), 'bert 3 4 2', 'of a project');
select is(concat_ws(' ', t ->> 'submitted', t ->> 'kept', t -> 'success' ->> 'n'), '6 5 2', 'of the pool') from (select admin_pool('lab') -> 'total') as x (t);
select is((select concat_ws(' ', m ->> 'projects', m ->> 'submitted', m ->> 'kept', m ->> 'due', m ->> 'source')
	from json_array_elements(admin_pool_members('lab', 'A2', null, null, null, null, null, true) -> 'items') as m), '2 3 5 3 imported', 'of a member');
select is(admin_pool_members('lab', 'A2', null, null, null, null, null, false) ->> 'total', '0', 'whose id is not for everybody');
select is(admin_pool_members('lab', null, 'revoked', 'success', 'desc', '1', '0', true) #>> '{items,0,platform_worker_id}', 'ann', 'filtered and sorted');
select is(admin_worker('bert', tap.worker('A2')::text, true) #>> '{pool,total,submitted}', '3', 'the page of a worker shows the pool');
-- A review taken back after a revocation that came from another project.
select admin_batch_close('bert', null, 't'), tap.next('ina', 'review', 'bert') as reviewed \gset
select tap.finish('ina', :'reviewed') \g /dev/null
select admin_worker_revoke('bidaf', tap.worker('A2')::text, 'Elsewhere.', 't') \g /dev/null
select admin_review_undo(:'reviewed'::json -> 'item' ->> 'review', tap.account('ina'), 'user:ina') \g /dev/null
select is((select s.state || ' ' || s.held from beat.sample s where s.assignment_id = (:'reviewed'::json -> 'item' ->> 'hit')::bigint),
	'waiting true', 'is held as what waited');
select admin_worker_reinstate('bidaf', tap.worker('A2')::text, 'Sorry.', 't') \g /dev/null
select is_empty('select s.assignment_id from beat.sample s where s.held and s.worker_id = tap.worker(''A2'')', 'until the worker is back');
select is_empty('select * from recount()', 'every counter agrees');
select admin_pool_set('lab', '{"revokes": "pool"}', 't') \g /dev/null
-- What the program takes back by itself brings back what was, and qualifies nobody.
create function tap.there_and_back(who text) returns text language plpgsql as $$
declare
	p beat.project;
	v beat.revocation;
begin
	select x.* into p from beat.project x where x.name = 'bert';
	perform admin_worker_revoke('bert', tap.worker(who)::text, 'x', 't');
	select x.* into v from beat.revocation x where x.id = revocation_of(tap.worker(who), p.id);
	perform revocation_undo(v.worker_id, p, v, 'Its ground is gone.', revocation_before(v, p));
	return (select k.state || ' ' || q.state from beat.qualification k
			  join beat.participation q on q.worker_id = k.worker_id and q.project_id = p.id
			 where k.worker_id = v.worker_id and k.pool_id = p.pool_id);
end
$$;
select tap.enter('lou', 'bert'), tap.hand_in('lou'), tap.decide('lou', false), tap.enter('lou', 'bert'), tap.hand_in('lou'),
	tap.decide('lou', false) \g /dev/null
select is(tap.there_and_back('lou'), 'failed failed', 'who failed before');
select tap.enter('kim', 'bert') \g /dev/null
select is(tap.there_and_back('kim'), 'onboarding onboarding', 'who was learning');
select is(tap.enter('kim', 'bert'), 'ok onboarding onboarding', 'and goes on learning');
select is(tap.hand_in('kim'), 'ok', 'handed in');
select is(tap.there_and_back('kim'), 'onboarding onboarding', 'whose onboarding waited does it again');
select is(tap.there_and_back('A2'), 'qualified qualified', 'who was qualified is');
select is((select count(*)::int from beat.outbox o where o.action = 'qualify' and o.worker_id in (tap.worker('lou'), tap.worker('kim'))), 0, 'the platform is told of nobody else');
update beat.qualification set tries = tries + 7 where worker_id = tap.worker('bob') and tries > 0;
select is(counter || ' ' || stored || ' ' || recounted, 'qualification.tries 9 2', 'what does not is told') from recount_fix('t');
select is_empty('select * from recount()', 'and put right');
select * from finish();
rollback;
