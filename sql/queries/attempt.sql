-- One question and its highlighted answer: looked at before the model is asked, stored after. Both take as many as wait.

-- for: beatd

-- name: attempt_begin(attempt_id uuid, assignment_id bigint, worker_id bigint, platform_ref text, asked text)
--   -> each (status text, attempt json, passage_id bigint, text text, model_id bigint, model_name text, model_url text,
--       model_protocol text, model_call json?, threshold_permille int, empty_answer text, unlocated text,
--       near_repeat_permille int, question_words_min int, copied_words int, earlier json, ensemble json?, model_guard json?)
select status, attempt, passage_id, text, model_id, model_name, model_url, model_protocol, model_call,
       threshold_permille, empty_answer, unlocated, near_repeat_permille, question_words_min, copied_words, earlier,
       ensemble, model_guard
  from attempts_begin($1::uuid[], $2::bigint[], $3::bigint[], $4::text[], $5::text[])
 order by place;

-- name: attempt_record(attempt_id uuid, assignment_id bigint, worker_id bigint, question text, answer_start int,
--     answer_end int, answer_text text, threshold_permille int, model_id bigint, build_name text?,
--     build_version text?, build_weights text?, model_answer text?, model_start int?, model_end int?,
--     model_score double?, shared int?, model_tokens int?, human_tokens int?, verdict text, fault text?,
--     model_ms int, asked text, marks text?, build_prompt text, build_protocol text)
--   -> each (status text, created_at text, won int, wanted int, attempt json?)
-- What was stored is known to whoever sends it but for created_at and the wins; attempt: one that was stored before.
select status, created_at, won, wanted, attempt
  from attempts_record($1::uuid[], $2::bigint[], $3::bigint[], $4::text[], $5::integer[], $6::integer[], $7::text[],
                       $8::integer[], $9::bigint[], $10::text[], $11::text[], $12::text[], $13::text[],
                       $14::integer[], $15::integer[], $16::double precision[], $17::integer[], $18::integer[],
                       $19::integer[], $20::text[], $21::text[], $22::integer[], $23::text[], $24::text[],
                       $25::text[], $26::text[])
 order by place;

-- name: ensemble_record(attempt_id uuid, assignment_id bigint, worker_id bigint, question text, answer_start int,
--     answer_end int, answer_text text, threshold_permille int, model_id bigint, build_name text?,
--     build_version text?, build_weights text?, model_answer text?, model_start int?, model_end int?,
--     model_score double?, shared int?, model_tokens int?, human_tokens int?, verdict text, fault text?,
--     model_ms int, asked text, marks text?, build_prompt text, build_protocol text,
--     ensemble json)
--   -> (status text, attempt json, stored bool?)
-- The same of an attempt against several models, with what each of them answered.
select r.status, r.attempt, case when r.status = 'ok' then ensemble_store($1::uuid, $27::json) end as stored
  from attempt_record($1::uuid, $2::bigint, $3::bigint, $4::text, $5::integer, $6::integer, $7::text, $8::integer,
                      $9::bigint, $10::text, $11::text, $12::text, $13::text, $14::integer, $15::integer,
                      $16::double precision, $17::integer, $18::integer, $19::integer, $20::text, $21::text,
                      $22::integer, $23::text, $24::text, $25::text, $26::text) as r;

-- name: ensemble_answer_add(attempt_id uuid, answer json) -> (taken bool)
-- What an adversary answers after the verdict was certain without it.
select ensemble_answer_add($1::uuid, $2::json) as taken;
