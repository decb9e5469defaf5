-- Models that are asked about attempts after their verdict, in the background.

-- for: beatd

-- name: shadows_take(max_rows int)
--   -> (attempt_id uuid, model_id bigint, model_name text, model_url text, model_protocol text, model_call json?,
--       passage_text text, question text, answer_text text, threshold_permille int, empty_answer text, unlocated text,
--       model_guard json?)
select attempt_id, model_id, model_name, model_url, model_protocol, model_call, passage_text, question, answer_text,
       threshold_permille, empty_answer, unlocated, model_guard
  from shadows_take($1::integer);

-- name: shadow_store(attempt_id uuid, model_id bigint, name text, version text, weights text, answer text,
--     answer_start int?, answer_end int?, score double?, shared int, model_tokens int, human_tokens int, verdict text,
--     model_ms int)
--   -> judgement_stored
select status
  from shadow_store($1::uuid, $2::bigint, $3::text, $4::text, $5::text, $6::text, $7::integer, $8::integer,
                    $9::double precision, $10::integer, $11::integer, $12::integer, $13::text, $14::integer);
