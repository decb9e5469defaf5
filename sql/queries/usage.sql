-- What models cost.

-- for: beatd beatctl

-- name: usage_store(kind text, model_id bigint, assignment_id bigint, attempt_id uuid?, name text, version text,
--     weights text, prompt text, protocol text, tokens_in int, tokens_out int, ms int)
--   -> (stored bool)
-- The tokens of one call; assignment 0: it is that of the attempt, if there is one.
select usage_store($1::text, $2::bigint, $3::bigint, $4::uuid, $5::text, $6::text, $7::text, $8::text, $9::text,
                   $10::integer, $11::integer, $12::integer) as stored;
