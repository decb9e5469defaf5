-- The lists of the dashboard: pages, filters, sorting, what is hidden from whom, and hostile words.
begin;
\ir fixture.psql
\ir review.psql
select plan(133);

-- Workers whose platform ids and references nobody without identity may see.
create function tap.act(worker text, ref text, n integer, questions integer, project text default 'r') returns bigint
	language plpgsql as $$
declare
	s record;
begin
	for i in 1 .. n loop
		select x.assignment_id, x.worker_id, x.status into s
		  from session_open(project, 'mturk', worker, 'SECRET-REF-' || ref || i, 'SECRET-HIT', 'https://secret.example') as x;
		perform tap.try(nextval('tap.attempt_number')::integer, s.assignment_id, s.worker_id, 'model');
		perform tap.try(nextval('tap.attempt_number')::integer, s.assignment_id, s.worker_id)
		   from generate_series(1, questions);
		perform assignment_submit(s.assignment_id, s.worker_id, 'SECRET-REF-' || ref || i);
	end loop;
	return s.worker_id;
end
$$;
select tap.act('SECRET-ANN', 'a', 6, 3) as ann, tap.act('SECRET-BOB', 'b', 2, 1) as bob,
	tap.act('SECRET-EVE', 'e', 1, 5) as eve, tap.act('SECRET-DAN', 'd', 1, 1, 'p') as dan \gset
-- Bound to another reference: an event with references deep in its detail.
select x.assignment_id as live from session_open('r', 'mturk', 'SECRET-ANN', 'SECRET-REF-x', 'SECRET-HIT', '') as x \gset
select x.assignment_id from session_open('r', 'mturk', 'SECRET-ANN', 'SECRET-REF-y', 'SECRET-HIT', '') as x \g /dev/null
select admin_worker_note(:'bob', 'r', 'Asked about <b>pay</b> & thanks', 'user:lea') \g /dev/null
select tap.close() \g /dev/null
select tap.review_of('ina', 'SECRET-ANN'), tap.review_of('ina', 'SECRET-ANN'), tap.review_of('ina', 'SECRET-BOB') \g /dev/null
select admin_worker_revoke('r', :'eve', 'No good.', 'user:lea') \g /dev/null
select s.assignment_id as waiting from beat.sample s where s.worker_id = :ann and s.state = 'waiting' limit 1 \gset
select s.assignment_id as settled from beat.sample s where s.worker_id = :ann and s.state = 'settled' limit 1 \gset

-- Short ways.
create function tap.workers(q text default '', state text default '', sort text default '', dir text default '',
	size text default '', skip text default '', identity boolean default false, project text default 'r')
	returns json language sql as $$ select admin_workers(project, q, state, sort, dir, size, skip, identity); $$;
create function tap.ids(list json) returns text language sql as $$
	select coalesce(string_agg(e ->> 'id', ' '), '') from json_array_elements(list -> 'items') as e;
$$;
create function tap.questions(q text default '', split text default '', model text default '', state text default '',
	label text default '', worker text default '', before text default '', size text default '',
	identity boolean default false, project text default 'r')
	returns json language sql as $$
	select admin_questions(project, q, split, model, state, label, worker, before, size, identity);
$$;
create function tap.events(project text default '', worker text default '', kind text default '', actor text default '',
	before text default '', size text default '', identity boolean default false)
	returns json language sql as $$ select admin_events(project, worker, kind, actor, before, size, identity); $$;
create function tap.n(list json) returns integer language sql as $$ select json_array_length(list -> 'items'); $$;

-- Workers.
select is(tap.ids(tap.workers()), format('%s %s %s', :ann, :bob, :eve), 'the workers of a project, by number');
select is(tap.workers() ->> 'total', '3', 'how many');
select is((w - 'seen_at' - 'mean_seconds')::text, jsonb_build_object('id', :'ann', 'platform', 'mturk', 'state', 'new',
		'submitted', 6, 'attempts', 24, 'wins', 18, 'kept', 18, 'success', wilson(6, 6), 'sampled', 4, 'due', 0,
		'blocked', false)::text, 'one of them')
  from (select (tap.workers() #> '{items,0}')::jsonb as w) as x;
select is(tap.workers(identity => true) #>> '{items,0,platform_worker_id}', 'SECRET-ANN', 'with identity');
select is(tap.n(tap.workers(sort => s.name)), 3, 'sorted by ' || s.name) from worker_sorts() as s;
select is(tap.ids(tap.workers(sort => 'submitted', dir => 'desc')), format('%s %s %s', :ann, :bob, :eve), 'most HITs first');
select is(tap.ids(tap.workers(sort => 'submitted')), format('%s %s %s', :eve, :bob, :ann), 'fewest HITs first');
select is(tap.ids(tap.workers(sort => 'attempts')), format('%s %s %s', :bob, :eve, :ann), 'by attempts');
select is(tap.ids(tap.workers(sort => 'wins', dir => 'desc')), format('%s %s %s', :ann, :eve, :bob), 'by wins');
select is(tap.ids(tap.workers(sort => 'kept', dir => 'desc')), format('%s %s %s', :ann, :bob, :eve), 'by kept questions');
select is(tap.ids(tap.workers(sort => 'success', dir => 'desc')), format('%s %s %s', :bob, :ann, :eve),
	'by success, those never reviewed last');
select is(tap.ids(tap.workers(sort => 'success')), format('%s %s %s', :ann, :bob, :eve), 'last this way round too');
select is(tap.ids(tap.workers(sort => 'sampled', dir => 'desc')), format('%s %s %s', :ann, :bob, :eve), 'by samples');
select is(tap.ids(tap.workers(sort => 'due', dir => 'desc')), format('%s %s %s', :eve, :bob, :ann), 'by samples due');
select is(tap.ids(tap.workers(size => '1', skip => '1')), :'bob', 'a page');
select is(tap.ids(tap.workers(skip => '3')), '', 'behind the last page');
select is(tap.workers(skip => '3') ->> 'total', '3', 'the total stays');
select is(tap.ids(tap.workers(state => 'revoked')), :'eve', 'by state');
select is(tap.ids(tap.workers(q => '#' || :'bob')), :'bob', 'by number');
select is(tap.ids(tap.workers(q => 'PAY')), :'bob', 'by a word of a note');
select is(tap.ids(tap.workers(q => 'secret-a', identity => true)), :'ann', 'by the beginning of the platform''s id');
select is(tap.ids(tap.workers(q => 'SECRET-A')), '', 'not without identity');
select is(tap.ids(tap.workers(q => '%')), '', 'a percent sign is just that');
select admin_worker_block(:'bob', 'Spam.', 'user:lea') \g /dev/null
select is(tap.ids(tap.workers(state => 'blocked')), :'bob', 'the blocked ones');
select is(tap.sentence($$select tap.workers(sort => 'id; drop table beat.event')$$),
	'sort is one of id, state, submitted, attempts, wins, kept, success, sampled, due, mean_seconds, seen_at, '
	'not "id; drop table beat.event".', 'an unknown sort is refused, and the known ones are named');
select is(tap.sentence($$select tap.workers(dir => 'desc, 1/0')$$), 'dir is one of asc, desc, not "desc, 1/0".', 'so is a direction');
select matches(tap.sentence($$select tap.workers(state => 'happy')$$), '^state is one of new, .*, blocked, not "happy"', 'a state');
select matches(tap.refused($$select tap.workers(project => 'nope')$$), '^BE404: There is no project "nope"', 'a project');
select matches(tap.refused($$select tap.workers(size => 'x')$$), '^22P02', 'a size that is no number');
select is(tap.workers(size => '100000') ->> 'limit', '200', 'a size that is too big');
select is(tap.ids(tap.workers(q => q)), '', 'hostile: ' || q)
  from unnest(array[$$' or 1=1 --$$, $$\$$, $$'; select pg_sleep(9); --$$, repeat('x', 10000), U&'\FEFF\202E']) as q;

-- A worker.
create function tap.detail(worker text, identity boolean default false) returns json language sql as $$
	select admin_worker('r', worker, identity);
$$;
select is(tap.detail(:'bob') #>> '{notes,0,text}', 'Asked about <b>pay</b> & thanks', 'a note, as it was written');
select is((tap.detail(:'ann') -> 'sampling')::jsonb, '{"n": 6, "settled": 2, "sampled": 4, "due_total": 4}', 'sampling');
select is((tap.detail(:'ann') -> 'reviewed')::jsonb,
	'{"hits": 2, "questions": 6, "valid_hits": 2, "valid_questions": 6}', 'reviews');
select is((tap.detail(:'ann') ->> 'allowed'), '["revoke", "qualify", "block", "note"]', 'what can be done');
select is((tap.detail(:'eve') ->> 'allowed'), '["reinstate", "block", "note"]', 'with one who is revoked');
select is((tap.detail(:'bob') ->> 'allowed'), '["revoke", "qualify", "unblock", "note"]', 'with one who is blocked');
select is(tap.detail(:'eve') #>> '{revocations,0,reason}', 'No good.', 'why');
select is((tap.detail(:'ann') ->> 'other_projects'), '[]', 'no other project');
select cmp_ok(json_array_length(tap.detail(:'ann') -> 'timeline'), '>=', 7, 'a timeline');
select matches(tap.refused('select tap.detail(''999999'')'), '^BE404', 'nobody');
select matches(tap.refused(format('select tap.detail(%L)', :dan)), '^BE404', 'somebody of another project');
select matches(tap.refused($$select tap.detail('1 or 1=1')$$), '^22P02', 'no number');

-- HITs of a worker.
create function tap.hits(before text default '', size text default '', identity boolean default true) returns json
	language sql as $$
	select admin_worker_hits('r', (select id::text from beat.worker where platform_worker_id = 'SECRET-ANN'), before, size,
		identity);
$$;
select is(tap.n(tap.hits()), 7, 'all HITs');
select is(tap.hits() ->> 'next', null, 'on one page');
select is(tap.ids(tap.hits(size => '3')) || ' ' || tap.ids(tap.hits(tap.hits(size => '3') ->> 'next', '200')), tap.ids(tap.hits()),
	'or on two');
select is(h ->> 'state' || ' ' || (h ->> 'attempts') || ' ' || (h ->> 'kept') || ' ' || (h ->> 'sampled'), 'live 0 0 false',
	'the newest is live') from (select tap.hits() #> '{items,0}') as x (h);
select is((select string_agg(h ->> 'valid', ' ') from json_array_elements(tap.hits() -> 'items') as h), '3 3', 'two were reviewed');

-- A HIT.
create function tap.hit(id bigint, identity boolean default false) returns json language sql as $$
	select admin_hit(id::text, '1', identity);
$$;
select is(tap.hit(:settled) #>> '{worker,id}', :'ann', 'whose it is, once it is settled');
select is(tap.hit(:settled) #>> '{attempts,1,judgement,valid}', 'true', 'the judgement of a question');
select is(tap.hit(:settled) #>> '{attempts,0,judgement}', null, 'a lost attempt has none');
select is(tap.hit(:settled) #>> '{attempts,1,model,answer}', 'Ada', 'what the model said');
select is((tap.hit(:settled) -> 'attempts' -> 1 ->> 'labels'), '["explicit"]', 'labels');
select is(tap.hit(:settled) #>> '{sample,state}', 'settled', 'its sample');
select is(tap.hit(:waiting) ->> 'worker', null, 'while it waits for a blind review, nobody''s');
select is(tap.hit(:waiting) #>> '{attempts,1,model}', null, 'and no word of the model');
select is(tap.hit(:waiting, true) #>> '{worker,platform_worker_id}', 'SECRET-ANN', 'but for an admin');
select is(tap.hit(:waiting, true) #>> '{attempts,1,model,answer}', 'Ada', 'who sees all');
update beat.project set review_blind = false where name = 'r';
select is(tap.hit(:waiting) #>> '{worker,id}', :'ann', 'where reviews are not blind everybody sees it');
update beat.project set review_blind = true where name = 'r';
select is(tap.hit(:live) ->> 'sample', null, 'no sample');
select is((select h #>> '{attempts,1,discards,0,reason}' from (select tap.hit(min(id)) as h from beat.assignment
	where worker_id = :eve) as x), 'No good.', 'why its questions are out');
select matches(tap.refused('select tap.hit(999999)'), '^BE404: There is no HIT 999999', 'no such HIT');

-- Questions.
select is(tap.n(tap.questions()), 25, 'all questions');
select is(tap.questions() ->> 'count' || ' ' || (tap.questions() ->> 'count_is'), '25 exact', 'how many');
select is(tap.questions(size => '5') ->> 'count' || ' ' || (tap.questions(size => '5') ->> 'count_is'), '25 at_least',
	'of all a counter tells');
select is(tap.questions(state => 'in', size => '5') ->> 'count' || ' ' || (tap.questions(state => 'in', size => '5') ->> 'count_is'),
	'6 at_least', 'of a choice: more than a page');
select is((with recursive page as (
		select tap.questions(size => '7') as p
		union all
		select tap.questions(size => '7', before => p ->> 'next') from page where p ->> 'next' is not null)
	select string_agg(tap.ids(p), ' ') from page), tap.ids(tap.questions()), 'page by page, none twice, none left out');
select is(tap.n(tap.questions(state => s)), n, 'state ' || s)
  from (values ('in', 20), ('out', 5), ('reviewed', 7), ('rejected', 0), ('revoked', 5)) as x (s, n);
select is(tap.n(tap.questions(split => 'train')) + tap.n(tap.questions(split => 'dev')) + tap.n(tap.questions(split => 'test')), 25,
	'by split');
select is(tap.n(tap.questions(model => 'window', identity => true)), 25, 'by model');
select is(tap.n(tap.questions(label => 'explicit')), 7, 'by label');
select is(tap.n(tap.questions(label => 'numeric')), 0, 'by a label that nobody gave');
select is(tap.n(tap.questions(worker => :'bob', identity => true)), 2, 'by worker');
select is(tap.n(tap.questions(worker => '#' || :'bob', state => 'reviewed', q => 'what')), 1, 'by several');
select is(tap.n(tap.questions(q => 'what is')), 25, 'by words');
select is(tap.n(tap.questions(q => '"is what"')), 0, 'by a phrase');
select is(tap.n(tap.questions(q => '-what')), 0, 'by a word that is not there');
select is(tap.n(tap.questions(q => 'passage')), 25, 'by a word of the answer');
select is(tap.n(tap.questions(q => (tap.questions() #>> '{items,3,id}'))), 1, 'by its id');
select is(tap.questions(state => 'out') #>> '{items,0,reasons,0}', 'revocation: No good.', 'why it is out');
select is(tap.n(tap.questions(project => 'p')), 1, 'another project''s');
select matches(tap.sentence('select tap.questions(split => ''all'')'), '^split is one of train, dev, test, not "all"', 'no split');
select matches(tap.sentence('select tap.questions(label => ''x'')'), '^label is one of explicit, ', 'no label');
select matches(tap.sentence('select tap.questions(model => ''x'')'), '^model is one of window, not "x"', 'no model');
select lives_ok(format('select tap.questions(q => %L)', q), 'hostile: ' || left(q, 30))
  from unnest(array[$$' | ' & (!$$, '<script>alert(1)</script>', $$$2) or (1=1$$, repeat('a ', 5000), ':*', '\']) as q;
select throws_ok('select question_filter(1, ''{"where": "1=1"}'')', 'BE001', null, 'a filter has no other keys');
select throws_ok('select question_filter(1, ''[]'')', 'BE001', null, 'and is an object');
select is((select count(*)::int from question_filter(tap.project('r'), '{}')), 25, 'all that a filter without conditions lets pass');
select is((select count(*)::int from question_filter(tap.project('r'), format('{"worker": "%s", "q": null, "state": ""}', :bob)::jsonb)), 2,
	'those of one worker');

-- What is under blind review is nobody's and no model's, in every list.
create function tap.of_hit(list json, hit bigint) returns setof json language sql as $$
	select e from json_array_elements(list) as e where coalesce(e ->> 'hit', e ->> 'id') = hit::text;
$$;
select is(count(*)::int, 3, 'its questions are listed') from tap.of_hit(tap.questions() -> 'items', :waiting);
select is(array_agg(distinct concat(e -> 'worker', e -> 'model')), array['nullnull'], 'without worker and model')
  from tap.of_hit(tap.questions() -> 'items', :waiting) as e;
select isnt(e #>> '{model,answer}' || (e #>> '{worker,platform_worker_id}'), null, 'but for who sees identities')
  from tap.of_hit(tap.questions(identity => true) -> 'items', :waiting) as e limit 1;
select is_empty(format('select tap.of_hit(tap.questions(worker => %L) -> ''items'', %s)', :ann, :waiting), 'not found by worker');
select is_empty(format('select tap.of_hit(tap.questions(model => ''window'') -> ''items'', %s)', :waiting), 'nor by model');
select is_empty(format('select tap.of_hit(tap.hits(identity => false) -> ''items'', %s)', :waiting), 'nor on the worker''s page');
select is_empty(format('select tap.of_hit(admin_worker(''r'', %L, false) -> ''timeline'', %s)', :ann, :waiting),
	'nor in the worker''s history');
select is_empty(format('select tap.of_hit(tap.events(worker => %L, size => ''200'') -> ''items'', %s)', :ann, :waiting),
	'nor among the worker''s events');
select is(array_agg(distinct e ->> 'worker'), array[null::text], 'its events name nobody')
  from tap.of_hit(tap.events(size => '200') -> 'items', :waiting) as e;
select is(array_agg(distinct e ->> 'worker') filter (where e ->> 'worker' is not null), array[:'ann'], 'once it is settled they do')
  from tap.of_hit(tap.events(size => '200') -> 'items', :settled) as e;
select isnt_empty(format('select tap.of_hit(tap.hits(identity => false) -> ''items'', %s)', :settled), 'and so does the worker''s page');

-- A review taken back.
select admin_review_undo(r.id::text, tap.account('ina'), 'user:ina') from beat.review r
	join beat.sample s on s.review_id = r.id where s.worker_id = :bob \g /dev/null
select is(tap.n(tap.questions(state => 'reviewed')), 6, 'a review taken back leaves its question unreviewed');

-- Events.
select is(tap.n(tap.events(kind => 'worker.revoke')) + tap.n(tap.events(kind => 'worker.state', worker => :'eve')) > 0, true, 'by kind');
select is((select bool_and(e ->> 'project' = 'r') from json_array_elements(tap.events(project => 'r') -> 'items') as e), true,
	'by project');
select is((select bool_and(e ->> 'actor' = 'user:lea') from json_array_elements(tap.events(actor => 'user:lea') -> 'items') as e), true,
	'by actor');
select is(tap.n(tap.events(actor => $$user:lea' or 'a'='a$$)), 0, 'an actor is compared whole');
select is(tap.ids(tap.events(size => '4')) || ' ' || tap.ids(tap.events(size => '200', before => tap.events(size => '4') ->> 'next')),
	tap.ids(tap.events(size => '200')), 'page by page');
select is(event_shown('{"won": 1, "before": {"platform_ref": "x", "a": [{"worker": "y", "b": 2}]}, "hit_ref": "z"}', false),
	'{"won": 1, "before": {"a": [{"b": 2}]}}', 'what hides deep in a detail');
select is(event_shown('{"platform_ref": "x"}', true), '{"platform_ref": "x"}', 'and is there with identity');

-- Nothing that a platform calls a worker or a HIT comes out without identity; with it, it does.
-- What is asked hangs on the participation, so that no plan asks about pairs that are none.
create function tap.all_of(identity boolean) returns setof text language sql as $$
	select f.answer::text
	  from beat.participation q
	  join beat.project p on p.id = q.project_id
	 cross join lateral (
		select tap.workers(project => p.name, identity => identity) as answer
		union all select admin_worker(p.name, q.worker_id::text, identity)
		union all select admin_worker_hits(p.name, q.worker_id::text, '', '', identity)
		union all select admin_hit(a.id::text, '1', identity) from beat.assignment a where a.worker_id = q.worker_id
		union all select tap.questions(project => p.name, identity => identity)
		union all select tap.events(size => '200', identity => identity)
		union all select tap.events(worker => q.worker_id::text, size => '200', identity => identity)
		union all select admin_overview(p.name, '')) as f;
$$;
select is((select count(*)::int from tap.all_of(false) as f where f ~* 'secret'), 0, 'nothing secret without identity');
select cmp_ok((select count(*)::int from tap.all_of(true) as f where f ~ 'SECRET-(ANN|BOB|EVE|DAN)'), '>', 20, 'much with it');
select * from finish();
rollback;
