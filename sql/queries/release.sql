-- Releases: freezing, writing and looking.

-- for: beatd beatctl

-- name: admin_releases(project text, account bigint?) -> answer
select admin_releases($1::text, $2::bigint) as answer;

-- for: beatd

-- name: admin_release(release text) -> answer
select admin_release($1::text) as answer;

-- for: beatctl

-- name: admin_release_named(reference text) -> answer
select admin_release_named($1::text) as answer;

-- for: beatd

-- name: admin_release_build(project text, version text?, seed text?, licence text?, formats text?, as_of text?,
--     provisional text?, cites text?, actor text)
--   -> answer
-- A procedure that commits as it goes.
call admin_release_build($1::text, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::text, $9::text,
                         null::json);

-- for: beatctl

-- row: release_reference(id bigint, name text, version text)

-- name: release_build(project text, version text, seed text?, licence text?, formats text?, as_of text?,
--     provisional bool, actor text, cites text?)
--   -> release_reference
-- cites is a JSON array of {"name", "record"}, the record as text.
select r.id, r.name, r.version
  from release_build($1::text, $2::text, $3::text, $4::text, $5::text, $6::text, $7::boolean, $8::text, $9::text) as r;

-- name: release_combine(name text, version text, parts json, seed text?, licence text?, formats text?, actor text,
--     cites text?)
--   -> release_reference
-- parts and formats are JSON arrays; formats may be null.
select r.id, r.name, r.version
  from release_combine($1::text, $2::text, array(select json_array_elements_text($3::json)), $4::text, $5::text,
                            case when $6::text is not null then array(select json_array_elements_text($6::json)) end,
                            $7::text, $8::text) as r;

-- name: release_named(reference text) -> (id bigint, name text, version text, state text)
select r.id, r.name, r.version, r.state from release_named($1::text) as r;

-- name: release_abandon(name text, version text, report jsonb, actor text)
-- One that is being built and not wanted any more.
select release_abandon($1::text, $2::text, $3::jsonb, $4::text);

-- name: release_lock(release bigint) -> (locked bool)
select release_lock($1::bigint) as locked;

-- name: release_begin_write(release bigint, code_version text) -> answer
select release_begin_write($1::bigint, $2::text) as answer;

-- name: release_progress(release bigint, step text, done bigint, total bigint)
select release_progress($1::bigint, $2::text, $3::bigint, $4::bigint);

-- name: release_ready(release bigint, report jsonb, files jsonb, actor text)
select release_ready($1::bigint, $2::jsonb, $3::jsonb, $4::text);

-- name: release_fail(release bigint, report jsonb, actor text)
select release_fail($1::bigint, $2::jsonb, $3::text);

-- for: beatd

-- name: release_strayed() -> (name text, version text)
-- Begun for the server, and nobody is at it.
select r.name, r.version from beat.release r where release_is_due(r) order by r.id;

-- for: beatd beatctl

-- name: release_trouble(name text, version text, sentence text)
select release_trouble($1::text, $2::text, $3::text);

-- for: beatctl

-- name: release_hurry() -> (jit text, work_mem text)
-- For a session that streams very many rows: compiling the plan takes longer than it saves, and sorts may take some room.
select set_config('jit', 'off', false) as jit, set_config('work_mem', '64MB', false) as work_mem;

-- row: release_question(question_id text, question text, answer_text text, answer_start int, answer_end int,
--     model text, model_answer text?, further json?, text_sha256 bytea?, title text?, text text?)

-- name: release_rows(release bigint, split text) -> stream release_question
-- The questions of a split in their places; what belongs to the passage comes with its first question only.
select r.question_id, r.question, r.answer_text, r.answer_start, r.answer_end, r.model, r.model_answer,
       r.further, p.text_sha256, p.title, p.text
  from (select rq.question_id, rq.place, t.question, t.answer_text, t.answer_start, t.answer_end,
               model_published_name(m.name, b.name) as model, t.model_answer,
               case when f.as_of is not null then further_answers(rq.question_id, f.project_id, f.as_of, f.every, f.tidy) end as further,
               a.passage_id,
               a.passage_id is distinct from lag(a.passage_id) over (order by rq.place) as first
          from beat.release_question rq
          join beat.question q on q.id = rq.question_id
          join beat.attempt t on t.id = q.attempt_id
          join beat.assignment a on a.id = q.assignment_id
          join beat.model m on m.id = t.model_id
          left join beat.model_build b on b.id = t.model_build_id
          left join release_further($1::bigint) as f on f.project_id = a.project_id
         where rq.release_id = $1::bigint and rq.split = $2::text) as r
  left join lateral (
        select x.text_sha256, d.title, x.text
          from beat.passage x
          join beat.document d on d.id = x.document_id
         where r.first and x.id = r.passage_id
        offset 0) as p on true
 order by r.place;

-- name: release_rows_by_passage(release bigint, split text, seed text) -> stream release_question
-- The same for a release whose rows are shuffled: documents, their passages and their questions in a random order each,
-- so that what belongs together stands together.
select r.question_id, r.question, r.answer_text, r.answer_start, r.answer_end, r.model, r.model_answer,
       r.further, case when r.first then r.text_sha256 end as text_sha256, case when r.first then r.title end as title,
       case when r.first then (select x.text from beat.passage x where x.id = r.passage_id) end as text
  from (select rq.question_id, t.question, t.answer_text, t.answer_start, t.answer_end,
               model_published_name(m.name, b.name) as model, t.model_answer,
               case when f.as_of is not null then further_answers(rq.question_id, f.project_id, f.as_of, f.every, f.tidy) end as further,
               a.passage_id, x.text_sha256, d.title,
               a.passage_id is distinct from lag(a.passage_id) over w as first, row_number() over w as place
          from beat.release_question rq
          join beat.question q on q.id = rq.question_id
          join beat.attempt t on t.id = q.attempt_id
          join beat.assignment a on a.id = q.assignment_id
          join beat.passage x on x.id = a.passage_id
          join beat.document d on d.id = x.document_id
          join beat.model m on m.id = t.model_id
          left join beat.model_build b on b.id = t.model_build_id
          left join release_further($1::bigint) as f on f.project_id = a.project_id
         where rq.release_id = $1::bigint and rq.split = $2::text
        window w as (order by draw_order($3::text, encode(d.title_sha256, 'hex')), d.title_sha256,
                              draw_order($3::text, encode(x.text_sha256, 'hex')), x.text_sha256, rq.place)) as r
 order by r.place;

-- name: release_attempt_rows(release bigint, split text)
--   -> stream (id text, hit text, worker text, question text, answer_text text, answer_start int, answer_end int,
--       model text, model_version text, model_answer text?, model_start int?, model_end int?, model_score double?,
--       shared int?, model_tokens int?, human_tokens int?, threshold_permille int, plain bool, won bool,
--       in_release bool, seconds int, adversaries json?, agreement json?, title text?, text text?)
-- Attempts HIT by HIT, in an order that depends on no id of the database.
select r.id, r.hit, r.worker, r.question, r.answer_text, r.answer_start, r.answer_end, r.model, r.model_version,
       r.model_answer, r.model_start, r.model_end, r.model_score, r.shared, r.model_tokens, r.human_tokens,
       r.threshold_permille, r.plain, r.won, r.in_release, r.seconds,
       release_adversaries(r.attempt_id) as adversaries,
       case when r.further_as_of is not null
            then answer_agreement(r.id, r.project_id, r.further_as_of, r.every, r.tidy) end as agreement,
       case when r.first then r.title end as title,
       case when r.first then (select x.text from beat.passage x where x.id = r.passage_id) end as text
  from (select o.*, row_number() over w as place, o.passage_id is distinct from lag(o.passage_id) over w as first
          from (select question_id_of(t.id) as id, t.id as attempt_id,
                       first_value(question_id_of(t.id)) over (partition by t.assignment_id order by t.seq) as hit,
                       w.platform || ':' || w.platform_worker_id as worker, t.seq, t.question, t.answer_text,
                       t.answer_start, t.answer_end, model_published_name(m.name, b.name) as model,
                       coalesce(b.version, '') as model_version,
                       t.model_answer, t.model_start, t.model_end, t.model_score, t.shared, t.model_tokens,
                       t.human_tokens, t.threshold_permille::integer, t.verdict = 'plain' as plain,
                       verdict_keeps(t.verdict) as won, rq.question_id is not null as in_release,
                       floor(extract(epoch from t.created_at - a.started_at))::integer as seconds,
                       l.passage_id, x.text_sha256, d.title, a.project_id, f.as_of as further_as_of, f.every, f.tidy
                  from release_attempts($1::bigint, $2::text) as l
                  join beat.attempt t on t.id = l.attempt_id
                  join beat.assignment a on a.id = l.assignment_id
                  join beat.worker w on w.id = l.worker_id
                  join beat.passage x on x.id = l.passage_id
                  join beat.document d on d.id = x.document_id
                  join beat.model m on m.id = t.model_id
                  left join beat.model_build b on b.id = t.model_build_id
                  left join release_further($1::bigint) as f on f.project_id = a.project_id
                  left join beat.question q on q.attempt_id = t.id
                  left join beat.release_question rq on rq.release_id = $1::bigint and rq.question_id = q.id) as o
        window w as (order by o.title collate "C", o.text_sha256, o.hit collate "C", o.seq)) as r
 order by r.place;

-- name: release_counts(release bigint) -> (split text, questions bigint, passages bigint, documents bigint)
select s.split, count(*) filter (where rq.release_id is not null) as questions,
       pg_catalog.count(distinct a.passage_id) as passages, pg_catalog.count(distinct x.document_id) as documents
  from unnest(array['train', 'dev', 'test']) with ordinality as s (split, place)
  left join beat.release_question rq on rq.release_id = $1::bigint and rq.split = s.split
  left join beat.question q on q.id = rq.question_id
  left join beat.assignment a on a.id = q.assignment_id
  left join beat.passage x on x.id = a.passage_id
 group by s.split, s.place
 order by s.place;

-- name: release_attempt_count(release bigint, split text) -> (attempts bigint)
select count(*) as attempts from release_attempts($1::bigint, $2::text);

-- name: passage_text(sha256 text) -> (text text)
-- Of the passage with this digest, in hexadecimal digits.
select x.text from beat.passage x where x.text_sha256 = decode($1::text, 'hex');

-- name: release_of_manifest(sha256 text, reference text?) -> release_reference
-- The published release with this MANIFEST; the reference (NAME@VERSION), if any, must be its name.
select r.id, r.name, r.version
  from beat.release r
  join beat.release_file f on f.release_id = r.id and f.path = 'MANIFEST'
 where r.state = 'ready' and f.sha256 = $1::text and ($2::text is null or r.name || '@' || r.version = $2::text)
 order by r.id
 limit 1;
