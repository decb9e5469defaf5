-- Fills a migrated database with a big collection, in a minute or two: psql -f tests/bench/fill.sql, as a superuser.
-- Variables (-v): attempts (1000000), workers (10000), passages (100000).
--
-- Project "fill" has nine tenths of the attempts, project "other" the rest: skewed workers, sixty days, three models,
-- samples reviewed and waiting, revocations, discards, notes. The rows are made in sets, with triggers and foreign keys
-- asleep (hence the superuser); check constraints stay awake, and the counters are then recounted as
-- "beatctl check --fix" does.
\set ON_ERROR_STOP 1
\set QUIET 1
\if :{?attempts} \else \set attempts 1000000 \endif
\if :{?workers} \else \set workers 10000 \endif
\if :{?passages} \else \set passages 100000 \endif
set client_min_messages = warning;
select set_config('search_path', name || ', beat, public', false)
  from beat.function_set where dropped_at is null order by installed_at desc limit 1 \g /dev/null
set jit = off;
set max_parallel_workers_per_gather = 0;

begin;
select set_config('beat.actor', 'fill', true), setseed(0.42) \g /dev/null
set local session_replication_role = replica;
set local work_mem = '256MB';
set local synchronous_commit = off;

-- Text: a vocabulary whose words are the rarer the later they come, and sentences made of it.
create temporary table vocabulary on commit drop as
select i, (array['the', 'of', 'and', 'in', 'was', 'by', 'to', 'its', 'from', 'with'])[i] as word
  from generate_series(1, 10) as i
union all
select i, substr(translate(md5(i::text), '0123456789', 'aeiourstln'), 1, 4 + i % 6)
  from generate_series(11, 20000) as i;
create unique index on vocabulary (i);
create temporary table sentence on commit drop as
select r.i, initcap(left(string_agg(v.word, ' '), 1)) || substr(string_agg(v.word, ' '), 2) || '.' as text,
	   string_agg(v.word, ' ') as words
  from (
	select i, floor(20000 ^ random())::integer as word
	  from generate_series(1, 20000) as i, generate_series(1, 10 + i % 9)
	offset 0) as r
  join vocabulary v on v.i = r.word
 group by r.i;
create unique index on sentence (i);
create function pg_temp.pick(n integer, salt bigint) returns integer language sql immutable as $$
	select 1 + (hashint8(salt) & 2147483647) % n
$$;

insert into collection (name) values ('fill');
insert into document (title, split)
select 'Filled document ' || i, case when i % 12 < 10 then 'train' when i % 12 = 10 then 'dev' else 'test' end
  from generate_series(1, greatest(1, :passages / 20)) as i;
insert into passage (document_id, split, text)
select d.id, d.split, format('Passage %s. ', j) || (
		select string_agg(s.text, ' ' order by k)
		  from generate_series(1, 7) as k
		  join sentence s on s.i = pg_temp.pick(20000, d.id * 1000 + j * 8 + k))
  from document d, generate_series(1, 20) as j
 where d.title like 'Filled document %';
insert into collection_passage (collection_id, passage_id)
select c.id, p.id from collection c, passage p where c.name = 'fill';

insert into model (name, url)
select name, 'http://127.0.0.1:9/' || name from unnest(array['bidaf-1', 'bert-1', 'roberta-1']) as name;
select project_create('fill', '{"open": true, "collections": ["fill"], "model": "bert-1", "reward": 200,
	"assignments_per_passage": 1000, "targets": [1000000, 100000, 100000]}', 'fill') \g /dev/null
select project_create('other', '{"open": true, "collections": ["fill"], "model": "bidaf-1",
	"assignments_per_passage": 1000}', 'fill') \g /dev/null

insert into worker (platform, platform_worker_id, created_at)
select (array['mturk', 'prolific', 'direct'])[1 + i % 3], 'W' || upper(md5(i::text)), now() - interval '61 days'
  from generate_series(1, :workers) as i;
create temporary table player on commit drop as
select row_number() over (order by id)::integer as i, id from worker where platform_worker_id like 'W%';
create unique index on player (i);
create temporary table page on commit drop as
select row_number() over (order by id)::integer as i, id, split, text, string_to_array(text, ' ') as words
  from passage where text like 'Passage %';
create unique index on page (i);

-- HITs of about eight attempts. Every worker has one at least; the first ones have hundreds. The passage of a worker's
-- next HIT is 7919 (a prime) further, so that none comes twice.
create temporary table hit on commit drop as
select h, case when h % 10 < 9 then 'fill' else 'other' end as project, w.id as worker_id,
	   row_number() over (partition by w.id, h % 10 = 9) as nth,
	   1 + ((w.i::bigint * 31 + 7919 * row_number() over (partition by w.id order by h)) % :passages)::integer as page,
	   now() - interval '60 days' * (1 - h::float8 / (:attempts / 8 + 1)) as started_at,
	   200 + pg_temp.pick(900, h) as seconds, 5 + pg_temp.pick(5, h + 7) as tries
  from (
	select h, case when h <= :workers then h else 1 + floor(:workers * random() ^ 3)::integer end as player
	  from generate_series(1, :attempts / 8) as h
	offset 0) as g
  join player w on w.i = g.player;
select coalesce(max(id), 0) as before from assignment \gset
insert into assignment (project_id, worker_id, passage_id, state, platform_ref, hit_ref, started_at, expires_at,
	ended_at, reward_cents, won)
select p.id, h.worker_id, x.id, s.state, case when h.h % 3 = 2 then '' else 'REF' || h.h end, '', h.started_at,
	   h.started_at + interval '1 hour', h.started_at + make_interval(secs => h.seconds),
	   case when s.state = 'submitted' then p.reward_cents else 0 end, (
		select count(*) from generate_series(1, h.tries) as seq where pg_temp.pick(100, h.h * 19 + seq) <= 47)
  from hit h
  join project p on p.name = h.project
  join page x on x.i = h.page
 cross join lateral (select case when h.h % 41 = 0 then 'expired' else 'submitted' end as state) as s
 order by h.h;

-- Attempts: nearly half are won, one in a hundred has no verdict. An answer is one to four words of the passage, the
-- model's is the same or the passage's first word.
create temporary table made on commit drop as
select a.id as assignment_id, a.project_id, a.worker_id, t.seq, x.words, x.split, d.first, d.n,
	   char_length(array_to_string(x.words[1:d.first - 1], ' ')) + 1 as answer_start,
	   array_to_string(x.words[d.first:d.first + d.n - 1], ' ') as answer_text,
	   a.started_at + make_interval(secs => t.seq * 20) as at, d.luck, h.h * 16 + t.seq as salt
  from hit h
  join project p on p.name = h.project
  join page x on x.i = h.page
  join assignment a on a.worker_id = h.worker_id and a.project_id = p.id and a.passage_id = x.id and a.id > :before
 cross join lateral generate_series(1, h.tries) as t (seq)
 cross join lateral (
	select 3 + pg_temp.pick(cardinality(x.words) - 8, h.h * 16 + t.seq) as first,
		   pg_temp.pick(4, h.h * 17 + t.seq) as n, pg_temp.pick(100, h.h * 19 + t.seq) as luck) as d;
insert into attempt (id, assignment_id, seq, question, answer_start, answer_end, answer_text, threshold_permille,
	model_id, model_answer, model_start, model_end, model_score, shared, model_tokens, human_tokens, verdict, fault,
	model_ms, created_at, judged_at)
select md5('attempt ' || m.salt)::uuid, m.assignment_id, m.seq,
	   (array['What', 'Who', 'When', 'Where', 'Which', 'How many', 'Why', 'In what', 'Name the'])[
			pg_temp.pick(9, m.salt)]
	   || ' ' || array_to_string((string_to_array(s.words, ' '))[1:3 + pg_temp.pick(9, m.salt + 1)], ' ') || '?',
	   m.answer_start, m.answer_start + char_length(m.answer_text), m.answer_text, 400, k.id,
	   case v.verdict when 'human' then 'Passage' when 'model' then m.answer_text end,
	   case v.verdict when 'human' then 0 when 'model' then m.answer_start end,
	   case v.verdict when 'human' then 7 when 'model' then m.answer_start + char_length(m.answer_text) end,
	   case when v.verdict <> 'none' then 0.5 end,
	   case v.verdict when 'human' then 0 when 'model' then m.n end,
	   case v.verdict when 'human' then 1 when 'model' then m.n end, case when v.verdict <> 'none' then m.n end,
	   v.verdict, case when v.verdict = 'none' then 'timeout' end,
	   case when v.verdict = 'none' then 10000 else 5 + (exp(5 * random()) * 4)::integer end, m.at,
	   case when v.verdict <> 'none' then m.at end
  from made m
  join sentence s on s.i = pg_temp.pick(20000, m.salt + 2)
  join project p on p.id = m.project_id
  join model k on k.id = case when m.salt % 8 = 0 then (select min(id) from model where name = 'roberta-1')
		else p.model_id end
 cross join lateral (
	select case when m.luck <= 47 then 'human' when m.luck <= 99 then 'model' else 'none' end as verdict) as v;
-- An inverted index is built much faster than it grows.
select pg_get_indexdef('question_words_idx'::regclass) as words_index \gset
drop index question_words_idx;
insert into question (id, attempt_id, created_at, project_id, worker_id, assignment_id, split, model_id, words)
select question_id_of(t.id), t.id, t.created_at, a.project_id, a.worker_id, a.id, x.split, t.model_id,
	   beat.question_words(t.question, t.answer_text)
  from attempt t
  join assignment a on a.id = t.assignment_id
  join passage x on x.id = a.passage_id
 where t.verdict = 'human' and a.id > :before
 order by t.created_at;
insert into event (at, actor, kind, project_id, worker_id, assignment_id, detail)
select a.ended_at, case a.state when 'submitted' then 'worker' else 'server' end,
	   case a.state when 'submitted' then 'assignment.submit' else 'assignment.expire' end, a.project_id, a.worker_id,
	   a.id, jsonb_build_object('won', 4, 'platform_ref', a.platform_ref)
  from assignment a
 where a.id > :before
 order by a.ended_at;
insert into participation (worker_id, project_id, created_at, seen_at, state)
select a.worker_id, a.project_id, min(a.started_at), max(a.ended_at),
	   case when a.worker_id % 100 = 7 then 'revoked' when a.worker_id % 5 = 0 then 'qualified' else 'new' end
  from assignment a
 where a.id > :before
 group by a.worker_id, a.project_id
on conflict do nothing;

-- Quality: of each worker the first three HITs are sampled; two are reviewed, and one question in eight was refused.
insert into account (name, role, password) values ('fill-reviewer', 'reviewer', '')
on conflict do nothing;
insert into batch (project_id, number, seed, cause, actor, hits_total, hits, workers, sampled)
select id, 1, 'fill', 'hand', 'fill', 1, 1, 1, 1 from project where name in ('fill', 'other');
create temporary table drawn on commit drop as
select a.id, a.project_id, a.worker_id, row_number() over (partition by a.project_id, a.worker_id order by a.id) as nth
  from assignment a
 where a.state = 'submitted' and a.id > :before;
delete from drawn where nth > 3;
insert into sample (assignment_id, batch_id, project_id, worker_id, sampled_at)
select s.id, b.id, s.project_id, s.worker_id, now() - interval '1 day'
  from drawn s
  join batch b on b.project_id = s.project_id
 order by s.id;
insert into review (assignment_id, project_id, account_id, state, leased_at, expires_at, finished_at)
select s.id, s.project_id, (select id from account where name = 'fill-reviewer'), 'finished', now(),
	   now() + interval '1 hour', now()
  from drawn s
 where s.nth <= 2
 order by s.id;
update sample s
   set state = 'settled', review_id = r.id, settled_at = now()
  from review r
 where r.assignment_id = s.assignment_id and s.assignment_id > :before;
insert into judgement (review_id, question_id, valid, tags, labels)
select r.id, q.id, v.valid, case when v.valid then '{}' else array['trivial'] end, array[v.label]
  from review r
  join attempt t on t.assignment_id = r.assignment_id and t.verdict = 'human' and t.assignment_id > :before
  join question q on q.attempt_id = t.id
 cross join lateral (
	select t.seq % 8 <> 3 as valid, (
			array(select word from review_word where kind = 'label' order by place))[pg_temp.pick(13, hashtext(q.id))]
				as label) as v;
update question q
   set labels = j.labels, reviewed = true
  from judgement j
 where j.question_id = q.id and q.assignment_id > :before;
insert into discard (question_id, cause, review_id, reason, actor)
select j.question_id, 'review', j.review_id, 'A reviewer found it invalid: trivial.', 'user:fill-reviewer'
  from judgement j
 where not j.valid and j.review_id in (select id from review where assignment_id > :before);
insert into revocation (project_id, worker_id, state, cause, reason, actor)
select q.project_id, q.worker_id, 'done', 'hand', 'Poor work.', 'user:fill-reviewer'
  from participation q
  join player w on w.id = q.worker_id
 where q.state = 'revoked';
insert into discard (question_id, cause, revocation_id, reason, actor)
select q.id, 'revocation', v.id, 'Poor work.', 'user:fill-reviewer'
  from revocation v
  join question q on q.worker_id = v.worker_id and q.project_id = v.project_id and q.assignment_id > :before;
update question q
   set discards = d.n
  from (select question_id, count(*) as n from discard group by question_id) as d
 where d.question_id = q.id and q.assignment_id > :before;
insert into worker_note (worker_id, actor, text)
select id, 'user:fill-reviewer', 'Wrote to us about the pay.' from player where i % 50 = 0;
insert into event (actor, kind, project_id, worker_id, detail)
select 'user:fill-reviewer', 'worker.revoke', v.project_id, v.worker_id, '{"reason": "Poor work."}' from revocation v;

-- The recount joins what was just filled: without statistics it may go row by row through all of it.
analyze;
-- Counters: the days of the past by hand, the rest by the recount.
insert into day_tally (project_id, split, day, lane, kept)
select q.project_id, q.split, (a.ended_at at time zone 'UTC')::date, 0, count(*)
  from question q
  join assignment a on a.id = q.assignment_id and a.state = 'submitted'
 where q.discards = 0 and q.assignment_id > :before
 group by 1, 2, 3;
select recount_fix('fill') \g /dev/null
:words_index;
commit;
vacuum analyze;
