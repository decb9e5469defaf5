-- A validator's own answer to a question: looked at before it is compared with the original, stored after.

-- name: vote_begin(assignment_id, worker_id, platform_ref, question_id)
select status, passage_text, answer_text, stored
  from beat.vote_begin($1::bigint, $2::bigint, $3::text, $4::text);

-- name: vote_record(assignment_id, worker_id, question_id, answer_start, answer_end, answer_text, reason, comment, shared, vote_tokens, original_tokens, exact, normal)
select status, vote, done, total
  from beat.vote_record($1::bigint, $2::bigint, $3::text, $4::integer, $5::integer, $6::text, $7::text,
                        coalesce($8::text, ''), $9::integer, $10::integer, $11::integer, $12::boolean, $13::text);
