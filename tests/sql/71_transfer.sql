-- Attempts asked again of readers that were not in the loop, and the matrix of it.
begin;
\ir fixture.psql
select plan(69);
select project_create('q', '{"open": true, "model": "window", "threshold": 500, "empty_answer": "loss"}',
	't') \g /dev/null
select project_create('idle', '{"open": true, "model": "window"}', 't') \g /dev/null
select s.assignment_id as a, s.worker_id as w, s.text as txt from tap.session('ann') as s \gset
select s.assignment_id as b, s.worker_id as v from tap.session('bob') as s \gset
select s.assignment_id as c, s.worker_id as u from tap.session('cyd', project => 'q') as s \gset
-- Ann: three wins, a loss, one without a verdict; Bob: a win and a loss; Cyd, in the other project, a win.
select (tap.try(n, :a, :w, 'human')).status from generate_series(1, 3) as n \g /dev/null
select (tap.try(4, :a, :w, 'model')).status, (tap.try(5, :a, :w, 'none')).status \g /dev/null
select (tap.try(6, :b, :v, 'human')).status, (tap.try(7, :b, :v, 'model')).status \g /dev/null
select (tap.try(8, :c, :u, 'human')).status \g /dev/null
select tap.project() as p, tap.project('q') as q, tap.project('idle') as idle \gset

-- Projects, by name.
select is(transfer_projects('["p"]'), array[:p]::bigint[], 'a project');
select is(transfer_projects('["q", "p", "q"]'), array[:q, :p]::bigint[], 'several, in their order, each once');
select matches(tap.sentence($$select transfer_projects('["p", "nope"]')$$), 'There is no project "nope"; there are',
	'no such project');

-- Where a model is.
select is(to_jsonb(x), '{"call": null, "name": "window", "url": "http://127.0.0.1:9", "protocol": "beat", "shown": "http://127.0.0.1:9"}',
	'a registered model') from transfer_target('window', null) as x;
select is(to_jsonb(x), '{"call": null, "name": "window", "url": "http://127.0.0.1:9", "protocol": "beat", "shown": "http://127.0.0.1:9"}',
	'the same by its URL') from transfer_target('http://127.0.0.1:9/', 'beat') as x;
select is(to_jsonb(x), '{"call": null, "name": "h:8/predict?reader=x", "url": "http://me:secret@h:8/predict?reader=x", "protocol": "beat",
	"shown": "http://***@h:8/predict?reader=x"}', 'any other URL, whose password is not shown')
  from transfer_target('http://me:secret@h:8/predict?reader=x', null) as x;
select matches(tap.sentence($$select transfer_target('windw', null)$$), 'No model is named "windw"', 'no such model');
select matches(tap.sentence($$select transfer_target('window', 'other')$$), 'registered with protocol beat, not other',
	'another protocol');
select matches(tap.sentence($$select transfer_target('ftp://h', null)$$), 'begins with http:// or https://', 'no URL');
select is((select count(*)::int from beat.model where id > 0), 1, 'and nothing is registered by looking');

-- Readers are what they say of themselves.
select transfer_reader_seen('linear', '1', 'aa') as r, transfer_reader_seen('linear', '2', 'aa') as r2 \gset
select is(transfer_reader_seen('linear', '1', 'aa'), :r::bigint, 'a reader seen again');
select isnt(:r::bigint, :r2::bigint, 'another version is another reader');
select isnt(transfer_reader_seen('linear', '1', 'bb'), :r::bigint, 'other weights, too');
select is(name || char_length(version) || weights, 'bare200', 'what is overlong is cut, what is missing is empty')
  from beat.transfer_reader where id = transfer_reader_seen('bare', repeat('v', 300), null);
select bites($$select transfer_reader_seen('', '1', '')$$, 'transfer_reader_lengths', 'a reader has a name');
select bites($$insert into beat.transfer_reader (name, version, weights) values ('linear', '1', 'aa')$$,
	'transfer_reader_reported_once', 'once');

-- What is asked about.
create function tap.listed(projects bigint[], reader bigint, won boolean default false, discarded boolean default false,
	after uuid default null, max_rows integer default 100) returns setof integer language sql as $$
	select right(l.attempt_id::text, 12)::integer
	  from transfer_list(projects, reader, won, discarded, after, max_rows) as l;
$$;
create function tap.waiting(projects bigint[], reader bigint, won boolean default false, discarded boolean default false)
	returns integer language sql as $$
	select count(*)::integer from transfer_waiting(projects, reader, won, discarded);
$$;
select results_eq(format('select tap.listed(array[%s], %s)', :p, :r), 'values (1), (2), (3), (4), (6), (7)',
	'all that were judged, HIT by HIT');
select results_eq(format('select tap.listed(array[%s], %s, won => true)', :p, :r), 'values (1), (2), (3), (6)',
	'or the won ones');
select results_eq(format('select tap.listed(array[%s, %s], %s)', :q, :p, :r), 'values (1), (2), (3), (4), (6), (7), (8)',
	'of several projects');
select results_eq(format('select tap.listed(array[%s], %s, max_rows => 2)', :p, :r), 'values (1), (2)', 'a page');
select results_eq(format('select tap.listed(array[%s], %s, after => tap.nth(3), max_rows => 2)', :p, :r),
	'values (4), (6)', 'a later one');
select is_empty(format('select tap.listed(array[%s], %s, after => tap.nth(7))', :p, :r), 'the end');
select is(tap.waiting(array[:p], :r), 6, 'and counted');
select is(tap.waiting(array[:p], :r, won => true), 4, 'the won ones');
select is(to_jsonb(l) - 'passage_text', jsonb_build_object('attempt_id', tap.nth(1), 'question', 'What is it?', 'answer_text',
	'Passage', 'threshold_permille', 400, 'empty_answer', 'fault', 'unlocated', 'fault'), 'with all that is needed')
  from transfer_list(array[:p], :r, false, false, null, 1) as l;
select is(passage_text, :'txt', 'and the passage') from transfer_list(array[:p], :r, false, false, null, 1);
select transfer_reader_seen('window-reader', '1.0', 'abc123') as same,
	transfer_reader_seen('window-reader', '1.1', 'abc123') as newer \gset
select is(tap.waiting(array[:p], :same), 0, 'the reader in the loop has answered already');
select is(tap.waiting(array[:p], :newer), 6, 'a newer version of it has not');

-- Answers.
create function tap.told(n integer, reader bigint, verdict text, k integer default 1) returns text language sql as $$
	select status from transfer_store(tap.nth(n), reader, case verdict when 'human' then 'was' else 'Passage' end,
		case verdict when 'model' then 0 end, case verdict when 'model' then 7 end, 0.25,
		case verdict when 'human' then 0 else 1 end, 1, k, verdict, 33);
$$;
select is(tap.told(1, :r, 'human'), 'ok', 'an answer is kept');
select is(tap.told(1, :r, 'model'), 'stored', 'once');
select is(tap.told(1, :r2, 'model'), 'ok', 'for each reader');
select is(verdict || ' ' || answer || ' ' || model_ms, 'human was 33', 'the first one stands')
  from beat.transfer_prediction where attempt_id = tap.nth(1) and reader_id = :r;
select is(tap.told(4, :r, 'human') || tap.told(2, :r, 'model'), 'okok', 'whoever won in the game');
select results_eq(format('select tap.listed(array[%s], %s)', :p, :r), 'values (3), (6), (7)', 'what is answered is not asked again');
select results_eq(format('select tap.listed(array[%s], %s)', :p, :r2), 'values (2), (3), (4), (6), (7)', 'of the same reader');
select is(tap.told(8, :r, 'human'), 'ok', 'and in the other project');

-- Rules.
select bites(format('select tap.told(3, %s, %L, 2)', :r, 'human'), 'transfer_prediction_is_of_judged_attempt',
	'the human answer has its number of tokens');
select bites(format('select tap.told(5, %s, %L)', :r, 'human'), 'transfer_prediction_is_of_judged_attempt',
	'what was not judged has none');
select bites(format('select transfer_store(tap.nth(3), %s, %L, null, null, null, 1, 1, 1, %L, 1)', :r, 'Passage', 'human'),
	'transfer_prediction_verdict_follows_from_overlap', 'the proof must hold');
select bites(format('select transfer_store(tap.nth(3), %s, %L, null, null, null, 0, 1, 1, %L, 1)', :r, 'was', 'none'),
	'transfer_prediction_verdict_follows_from_overlap', 'no verdict is no verdict');
select bites(format('select transfer_store(tap.nth(3), %s, %L, 0, 3, null, 0, 1, 1, %L, 1)', :r, 'was', 'human'),
	'transfer_prediction_span_is_passage_slice', 'and the span');
select bites(format('select transfer_store(tap.nth(3), %s, %L, 3, null, null, 0, 1, 1, %L, 1)', :r, 'was', 'human'),
	'transfer_prediction_span_is_passage_slice', 'both ends of it');
select bites(format('select transfer_store(tap.nth(3), %s, %L, null, null, %L, 0, 1, 1, %L, 1)', :r, 'was', 'nan', 'human'),
	'transfer_prediction_limits', 'a score is a number');
select bites(format('select tap.told(99, %s, %L)', :r, 'human'), 'transfer_prediction_attempt_fkey', 'of an attempt');
select bites('select tap.told(3, 0, ''human'')', 'transfer_prediction_reader_fkey', 'by a reader');
select bites('update beat.transfer_prediction set verdict = verdict', 'transfer_prediction_never_changed', 'an answer stays');
select bites('update beat.transfer_reader set name = name', 'transfer_reader_never_changed', 'a reader, too');
-- Two of four and four tokens: F1 is one half, the other project's threshold.
select (attempt_record(tap.nth(9), :c, :u, 'Q?', 0, 22, left(txt, 22), 500, m.id, 'window-reader', '1.0', 'abc123',
	'was', null, null, null, 0, 1, 4, 'human', null, 1)).status
  from (select x.text as txt from beat.assignment y join beat.passage x on x.id = y.passage_id where y.id = :c) as x,
	beat.model m where m.id > 0 \g /dev/null
select is(s.status, 'ok', 'F1 exactly at the threshold does not win')
  from transfer_store(tap.nth(9), :r, 'x', null, null, null, 2, 4, 4, 'human', 1) as s;
select bites(format('select transfer_store(tap.nth(9), %s, %L, null, null, null, 3, 4, 4, %L, 1)', :r2, 'x', 'human'),
	'transfer_prediction_verdict_follows_from_overlap', 'above it it does');
select is(s.status, 'ok', 'an empty answer')
  from transfer_store(tap.nth(8), :r2, '', null, null, null, 0, 0, 1, 'human', 1) as s;

-- The game is untouched.
select is(string_agg(verdict, ' ' order by id), 'human human human model none human model human human', 'verdicts stay')
  from beat.attempt;
select is(count(*)::int, 6, 'no question more or less') from beat.question;
select is_empty('select tap.miscounted()', 'the counters are right');

-- The matrix: project, in the loop, reader, of the won ones, of all.
create function tap.matrix(projects bigint[], discarded boolean default false) returns setof text language sql as $$
	select format('%s %s/%s: %s/%s%s %s/%s %s/%s', m.project, m.loop_name, m.loop_version, m.name, m.version,
		case when m.in_loop then '*' else '' end, m.won_beating, m.won, m.beating, m.attempts)
	  from transfer_matrix(projects, discarded) as m;
$$;
select is_empty(format('select tap.matrix(array[%s])', :idle), 'nothing judged, no row');
select results_eq(format('select tap.matrix(array[%s])', :p), $$values
	('p window-reader/1.0: window-reader/1.0* 4/4 4/6'), ('p window-reader/1.0: linear/1 1/2 2/3'),
	('p window-reader/1.0: linear/2 0/1 0/1')$$, 'the reader in the loop first; its own are the verdicts of the game');
select results_eq(format('select tap.matrix(array[%s, %s])', :q, :p), $$values
	('q window-reader/1.0: window-reader/1.0* 2/2 2/2'), ('q window-reader/1.0: linear/1 2/2 2/2'),
	('q window-reader/1.0: linear/2 1/1 1/1'),
	('p window-reader/1.0: window-reader/1.0* 4/4 4/6'), ('p window-reader/1.0: linear/1 1/2 2/3'),
	('p window-reader/1.0: linear/2 0/1 0/1')$$, 'projects in the order given');
-- In the loop it is the same reader, whatever was stored of it.
select is(tap.told(3, :same, 'model'), 'ok', 'the reader in the loop, asked again all the same');
select is(count(*)::int, 3, 'gets no second column') from tap.matrix(array[:p]);
-- Another build in the loop is another row.
select (attempt_record(tap.nth(10), :a, :w, 'Q?', 0, 7, 'Passage', 400, m.id, 'window-reader', '1.1', 'abc123', 'was',
	null, null, null, 0, 1, 1, 'human', null, 1)).status,
	(attempt_record(tap.nth(11), :b, :v, 'Q?', 0, 7, 'Passage', 400, m.id, '', '', '', 'Passage',
	null, null, null, 1, 1, 1, 'model', null, 1)).status from beat.model m where m.id > 0 \g /dev/null
select is(tap.told(10, :same, 'model') || tap.told(1, :newer, 'human'), 'okok', 'one in each other''s row');
select results_eq(format('select tap.matrix(array[%s])', :p), $$values
	('p window/: window/* 0/0 0/1'),
	('p window-reader/1.0: window-reader/1.0* 4/4 4/6'), ('p window-reader/1.0: linear/1 1/2 2/3'),
	('p window-reader/1.0: linear/2 0/1 0/1'), ('p window-reader/1.0: window-reader/1.1 1/1 1/1'),
	('p window-reader/1.1: window-reader/1.1* 1/1 1/1'), ('p window-reader/1.1: window-reader/1.0 0/1 0/1')$$,
	'a row each; one that says nothing of itself goes by its registered name');
select transfer_reader_seen('window', '', '') as unnamed \gset
select is(tap.waiting(array[:p], :unnamed), 7, 'and is not asked about its own');

-- What is set aside does not count.
select question_discard(array[question_id_of(tap.nth(1))], 'hand', null, null, 'no') \g /dev/null
select results_eq(format('select tap.matrix(array[%s]) as m offset 1 limit 2', :p), $$values
	('p window-reader/1.0: window-reader/1.0* 3/3 3/5'), ('p window-reader/1.0: linear/1 0/1 1/2')$$, 'a discarded question');
select tap.moved('bob', 'revoked') \g /dev/null
select results_eq(format('select tap.matrix(array[%s]) as m limit 1', :p), $$values
	('p window-reader/1.0: window-reader/1.0* 2/2 2/3')$$, 'nor a revoked worker''s attempts, lost ones either');
select results_eq(format('select tap.listed(array[%s], %s)', :p, :r), 'values (3), (10)', 'they are not asked about');
select results_eq(format('select tap.listed(array[%s], %s, discarded => true)', :p, :r),
	'values (3), (10), (6), (7), (11)', 'unless all are wished for');
select results_eq(format('select tap.matrix(array[%s], true) as m offset 1 limit 2', :p), $$values
	('p window-reader/1.0: window-reader/1.0* 4/4 4/6'), ('p window-reader/1.0: linear/1 1/2 2/3')$$, 'also in the matrix');
select question_restore(array[question_id_of(tap.nth(1))], 'hand', null, null, 'yes') \g /dev/null
select results_eq(format('select tap.matrix(array[%s]) as m limit 1', :p), $$values
	('p window-reader/1.0: window-reader/1.0* 3/3 3/4')$$, 'what is restored counts again');
select onboarding_import(tap.onboarding(), 't') \g /dev/null
select project_create('school', '{"model": "window", "onboarding": "basics"}', 't') \g /dev/null
select s.assignment_id as o from tap.session('new', 'ref', 'mturk', 'school') as s \gset
select is(kind, 'onboarding', 'an onboarding') from beat.assignment where id = :o;
insert into beat.attempt (id, assignment_id, seq, question, answer_start, answer_end, answer_text, threshold_permille, model_id,
	model_answer, shared, model_tokens, human_tokens, verdict, judged_at)
select tap.nth(20), :o, 1, 'Q?', 0, 7, 'Passage', 400, m.id, 'was', 0, 1, 1, 'human', now() from beat.model m where m.id > 0;
select is_empty(format('select tap.matrix(array[%s])', tap.project('school')), 'is no part of the matrix');
select is(tap.waiting(array[tap.project('school')], :r), 0, 'nor asked about');
select * from finish();
rollback;
