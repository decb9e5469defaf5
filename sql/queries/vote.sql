-- A validator's own answer to a question: looked at before it is compared with the original, stored after.
-- Both take as many as wait.

-- for: beatd

-- name: vote_begin(assignment_id bigint, worker_id bigint, platform_ref text, question_id text)
--   -> each (status text, passage_text text, answer_text text)
select status, passage_text, answer_text
  from votes_begin($1::bigint[], $2::bigint[], $3::text[], $4::text[])
 order by place;

-- name: vote_record(assignment_id bigint, worker_id bigint, question_id text, answer_start int?, answer_end int?,
--     answer_text text?, reason text?, comment text, shared int, vote_tokens int, original_tokens int, exact bool,
--     normal text?)
--   -> each (status text, done int, total int)
select status, done, total
  from votes_record($1::bigint[], $2::bigint[], $3::text[], $4::integer[], $5::integer[], $6::text[], $7::text[],
                    $8::text[], $9::integer[], $10::integer[], $11::integer[], $12::boolean[], $13::text[])
 order by place;
