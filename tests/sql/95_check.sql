-- A counter of each kind is spoiled, found, and put right.
begin;
\ir fixture.psql
\ir review.psql
\ir validation.psql
-- A world in which every counter has something to count.
select project_set('r', '{"review_double": true, "validation_train": 1000, "validation_votes": 1, "answerable": 0}', 't')
	\g /dev/null
select tap.work('ann', 6, 2) \g /dev/null
select tap.work('bob', 3, 2) \g /dev/null
select tap.validated('val', 'miss', 'r') from generate_series(1, 9) \g /dev/null
select tap.settle() \g /dev/null
select s.assignment_id as a, s.worker_id as w from tap.session('eve', project => 'r') as s \gset
select (tap.try(1, :a, :w, 'none')).status, (tap.try(2, :a, :w, 'model')).status \g /dev/null
select tap.close() \g /dev/null
select tap.review('ina'), tap.review('jon') \g /dev/null
select tap.review('ina', 1), tap.next('ina') \g /dev/null
select question_discard(array(select id from beat.question limit 1), 'hand', null, null, 'x') \g /dev/null

select attempts_count() \g /dev/null

-- Each row: how to spoil one counter, and what must be found. "one" is the first lane or row there is.
create temporary table spoiled (counter text, sql text);
insert into spoiled
select 'project_tally.' || c, format('update beat.project_tally set %1$s = %1$s + 3 where ctid = (
	select ctid from beat.project_tally where submitted > 0 limit 1)', c)
  from unnest(array['submitted', 'kept', 'wins', 'seconds', 'pay_cents']) as c
union all
select 'participation.' || c, format('update beat.participation set %1$s = %1$s + 3 where ctid = (
	select ctid from beat.participation where submitted > 0 limit 1)', c)
  from unnest(array['submitted', 'attempts', 'wins', 'kept', 'seconds', 'sampled', 'reviewed_hits', 'valid_hits',
	'reviewed_questions', 'valid_questions', 'votes', 'validated', 'answerable']) as c
union all
select 'attempt_tally.' || c, format('update beat.attempt_tally set %1$s = %1$s + 3 where ctid = (
	select ctid from beat.attempt_tally limit 1)', c)
  from unnest(array['human', 'model', 'none', 'model_ms', 'ms_buckets[1]', 'ms_buckets[2]', 'ms_buckets[8]']) as c
union all
select 'sample_tally.' || c, format('update beat.sample_tally set %1$s = %1$s + 3', c)
  from unnest(array['waiting', 'disputed', 'held', 'settled']) as c
union all
select 'agreement.' || c, format('update beat.agreement set %1$s = %1$s + 3', c) from unnest(array['vv', 'vi', 'iv', 'ii']) as c
union all values
	('screening_tally.passed', 'insert into beat.screening_tally (project_id, lane, passed) values (tap.project(), 40, 3)'),
	('screening_tally.failed', 'insert into beat.screening_tally (project_id, lane, failed) values (tap.project(), 41, 3)'),
	('collection.train', 'update beat.collection set train = train + 3 where name = ''sample'''),
	('day_tally.kept', 'update beat.day_tally set kept = kept + 3 where ctid = (select ctid from beat.day_tally limit 1)'),
	('duration_tally.hits', 'update beat.duration_tally set hits = hits + 3'),
	('project_split.passages', 'update beat.project_split set passages = passages + 3 where ctid = (
		select ctid from beat.project_split limit 1)'),
	('project_passage.taken', 'update beat.project_passage set taken = taken + 3 where ctid = (
		select ctid from beat.project_passage limit 1)'),
	('question.discards', 'update beat.question set discards = discards + 3 where ctid = (
		select ctid from beat.question limit 1)'),
	('assignment.won', 'update beat.assignment set won = won + 3 where ctid = (select ctid from beat.assignment limit 1)'),
	('sample.taken', 'update beat.sample set taken = taken + 1 where ctid = (
		select ctid from beat.sample where state = ''waiting'' and taken = 0 limit 1)');
select plan(2 + count(*)::integer * 2 + 17) from spoiled;

create function tap.found(sql text) returns text language plpgsql as $$
declare
	differences text;
	fixed bigint;
begin
	execute sql;
	select string_agg(r.counter || ' by ' || (r.stored - r.recounted), ', ') into differences from recount() as r;
	select count(*) into fixed from recount_fix('tester');
	return format('%s; fixed %s', differences, fixed);
end
$$;
select is_empty('select * from recount()', 'all is well');
select is_empty($$select * from recount_fix('tester')$$, 'nothing to put right');
select is(tap.found(s.sql), format('%s by %s; fixed 1', s.counter, case s.counter when 'sample.taken' then 1 else 3 end),
		s.counter || ' is found and named')
  from spoiled s order by s.counter;
select is_empty('select * from recount()', s.counter || ' is right again') from spoiled s order by s.counter;
select is((select count(*) from beat.event where kind = 'counter.fix'), (select count(*) from spoiled), 'each is on record');
select is((select array_agg(distinct actor::text) from beat.event where kind = 'counter.fix'), '{tester}', 'by whom');

-- Kinds of damage: too little, rows that are missing, many at once.
update beat.project_tally set submitted = 0, kept = 0;
update beat.attempt_tally set human = 0, ms_buckets = '{0,0,0,0,0,0,0,0}';
update beat.participation set submitted = 0, kept = 0;
select cmp_ok((select count(*) from recount()), '>', 5::bigint, 'many differ');
select lives_ok($$select recount_fix('tester')$$, 'all are put right');
select is_empty('select * from recount()', 'at once');
alter table beat.participation disable trigger user;
alter table beat.attempt_tally disable trigger user;
alter table beat.project_tally disable trigger user;
alter table beat.day_tally disable trigger user;
alter table beat.duration_tally disable trigger user;
delete from beat.attempt_tally;
delete from beat.project_tally;
delete from beat.day_tally;
delete from beat.duration_tally;
alter table beat.participation enable trigger user;
alter table beat.attempt_tally enable trigger user;
alter table beat.project_tally enable trigger user;
alter table beat.day_tally enable trigger user;
alter table beat.duration_tally enable trigger user;
select lives_ok($$select recount_fix('tester')$$, 'rows that are gone');
select is_empty('select * from recount()', 'are made anew');

-- As the dashboard and the command line show it.
update beat.project_tally set kept = kept + 2 where ctid = (
	select ctid from beat.project_tally where project_id = tap.project('r') and split = 'train' limit 1);
select unnest(array[is(c ->> 'count', '1', 'one differs'), is(c #>> '{differences,0,counter}', 'project_tally.kept', 'its name'),
	is(c #>> '{differences,0,key}', 'project r, split train', 'where it is'),
	is((c #>> '{differences,0,stored}')::int - (c #>> '{differences,0,recounted}')::int, 2, 'by how much')])
  from admin_check() as c;
select is((select d #>> '{differences}' from (select detail as d from beat.event where kind = 'counter.fix'
	order by id desc limit 1) as x)::int > 5, true, 'the record tells how many');
select recount_fix('tester') \g /dev/null
select unnest(array[is(c -> 'differences' #>> '{}', '[]', 'none'), is(c ->> 'count', '0', 'none at all')]) from admin_check() as c;

-- Every counter that is kept has its place in the recount: a new column must be added there.
select is_empty($$
	select c.table_name || '.' || c.column_name
	  from information_schema.columns c
	 where c.table_schema = 'beat' and c.table_name like '%tally' and c.data_type in ('integer', 'bigint')
	   and c.column_name not like '%\_id' and c.table_name || '.' || c.column_name not in (select counter from spoiled)$$,
	'every tally is spoiled above');
select is_empty($$
	select c.column_name
	  from information_schema.columns c
	 where c.table_schema = 'beat' and c.table_name = 'participation' and c.data_type in ('integer', 'bigint')
	   and c.column_name not like '%\_id' and c.column_name <> 'tries'
	   and 'participation.' || c.column_name not in (select counter from spoiled)$$, 'so is every counter of a worker');
select ok((select provolatile = 's' from pg_proc where oid = 'recount'::regproc),
	'the recount reads one snapshot, also while work goes on');
select * from finish();
rollback;
