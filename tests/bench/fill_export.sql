-- Fills a migrated database with a project "export" that is ready to be released: psql -f, as a superuser.
-- Variable (-v): questions (1000000), five on each passage; nine tenths of the documents are train.
--
-- The rows are made in sets, with triggers and foreign keys asleep (hence the superuser).
\set ON_ERROR_STOP 1
\set QUIET 1
\if :{?questions} \else \set questions 1000000 \endif
set client_min_messages = warning;
select set_config('search_path', name || ', beat, public', false)
  from beat.function_set where dropped_at is null order by installed_at desc limit 1 \g /dev/null
set jit = off;
set max_parallel_workers_per_gather = 0;

begin;
set local session_replication_role = replica;
set local synchronous_commit = off;
insert into collection (name) values ('export');
insert into document (title, split)
select 'Document ' || i, case when i % 20 = 10 then 'dev' when i % 20 = 11 then 'test' else 'train' end
  from generate_series(1, greatest(20, :questions / 5 / 40)) as i;
create temporary table document_number on commit drop as
select row_number() over (order by id)::integer - 1 as i, id, split from document;
create unique index on document_number (i);

-- Five sentences, each with a word of its own that is the answer to a question.
insert into passage (document_id, split, text)
select d.id, d.split, (
		select string_agg(format('%s the keeper of %s wrote that %s came with %s and %s, and that %s would not last the winter.',
				initcap(substr(md5(p || 'a' || k), 1, 7)), substr(md5(p || 'b' || k), 1, 9), 'x' || p || 'y' || k,
				substr(md5(p || 'c' || k), 1, 8), substr(md5(p || 'd' || k), 1, 6), substr(md5(p || 'e' || k), 1, 10)),
			' ' order by k)
		  from generate_series(1, 5) as k)
  from generate_series(1, :questions / 5) as p
  join document_number d on d.i = p % (select count(*)::integer from document_number);
insert into model (name, url) values ('bench-1', 'http://127.0.0.1:9/');
select project_create('export', '{"open": true, "model": "bench-1", "validation_votes": 0}', 'fill') \g /dev/null
insert into worker (platform, platform_worker_id)
select 'direct', 'W' || i from generate_series(1, 1000) as i;

insert into assignment (project_id, worker_id, passage_id, state, started_at, expires_at, ended_at, won)
select p.id, w.id, x.id, 'submitted', now() - interval '2 days', now() - interval '1 day', now() - interval '1 day', 5
  from (select id, row_number() over (order by id) as i from passage) as x
  join (select id, row_number() over (order by id) as i from worker) as w on w.i = 1 + x.i % 1000
  join project p on p.name = 'export';
insert into attempt (id, assignment_id, seq, question, answer_start, answer_end, answer_text, threshold_permille, model_id,
	model_answer, model_start, model_end, model_score, shared, model_tokens, human_tokens, verdict, created_at, judged_at)
select md5(a.id || '.' || k)::uuid, a.id, k, format('What came with %s in the book of the keeper of %s?', w.words[1], w.words[2]),
	   strpos(x.text, w.words[3]) - 1, strpos(x.text, w.words[3]) - 1 + length(w.words[3]), w.words[3], 400, m.id,
	   'keeper', null, null, 0.5, 0, 1, 1, 'human', a.started_at + make_interval(secs => k), a.started_at
  from assignment a
  join passage x on x.id = a.passage_id
  join model m on m.name = 'bench-1'
 cross join generate_series(1, 5) as k
 cross join lateral (
	select array[s.w[11], s.w[5], s.w[8]] as words
	  from (select string_to_array(split_part(x.text, 'winter. ', k), ' ') as w) as s) as w;
drop index question_words_idx;
insert into question (id, attempt_id, created_at, project_id, worker_id, assignment_id, split, model_id)
select question_id_of(t.id), t.id, t.created_at, a.project_id, a.worker_id, a.id, x.split, t.model_id
  from attempt t
  join assignment a on a.id = t.assignment_id
  join passage x on x.id = a.passage_id;
commit;
vacuum analyze;
