-- One question and its highlighted answer: looked at before the model is asked, stored after.

-- for: beatd

-- name: attempt_begin(attempt_id uuid, assignment_id bigint, worker_id bigint, platform_ref text, asked text)
--   -> (status text, attempt json, passage_id bigint, text text, model_id bigint, model_name text, model_url text,
--       model_protocol text, threshold_permille int, empty_answer text, near_repeat_permille int,
--       question_words_min int, earlier json)
select status, attempt, passage_id, text, model_id, model_name, model_url, model_protocol, threshold_permille,
       empty_answer, near_repeat_permille, question_words_min, earlier
  from attempt_begin($1::uuid, $2::bigint, $3::bigint, $4::text, $5::text);

-- name: attempt_record(attempt_id uuid, assignment_id bigint, worker_id bigint, question text, answer_start int,
--     answer_end int, answer_text text, threshold_permille int, model_id bigint, build_name text?,
--     build_version text?, build_weights text?, model_answer text?, model_start int?, model_end int?,
--     model_score double?, shared int?, model_tokens int?, human_tokens int?, verdict text, fault text?,
--     model_ms int, asked text, marks text?)
--   -> (status text, attempt json)
select status, attempt
  from attempt_record($1::uuid, $2::bigint, $3::bigint, $4::text, $5::integer, $6::integer, $7::text,
                           $8::integer, $9::bigint, $10::text, $11::text, $12::text, $13::text, $14::integer,
                           $15::integer, $16::double precision, $17::integer, $18::integer, $19::integer,
                           $20::text, $21::text, $22::integer, $23::text, $24::text);
