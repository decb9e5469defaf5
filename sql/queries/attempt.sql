-- One question and its highlighted answer: looked at before the model is asked, stored after.

-- name: attempt_begin(attempt_id, assignment_id, worker_id, platform_ref)
select status, attempt, won, wanted, passage_id, text, model_id, model_name, model_url, model_protocol,
       threshold_permille, empty_answer
  from beat.attempt_begin($1::uuid, $2::bigint, $3::bigint, $4::text);

-- name: attempt_record(attempt_id, assignment_id, worker_id, question, answer_start, answer_end, answer_text, threshold_permille, model_id, build_name, build_version, build_weights, model_answer, model_start, model_end, model_score, shared, model_tokens, human_tokens, verdict, fault, model_ms)
select status, attempt, won, wanted
  from beat.attempt_record($1::uuid, $2::bigint, $3::bigint, $4::text, $5::integer, $6::integer, $7::text,
                           $8::integer, $9::bigint, $10::text, $11::text, $12::text, $13::text, $14::integer,
                           $15::integer, $16::double precision, $17::integer, $18::integer, $19::integer,
                           $20::text, $21::text, $22::integer);
