-- Revocations, discards by hand, and what platforms have to be told.

-- for: beatd beatctl

-- name: admin_revocations(project text, state text, before text, limit text, identity bool, account bigint?)
--   -> answer
select admin_revocations($1::text, $2::text, $3::text, $4::text, $5::boolean, $6::bigint) as answer;

-- name: admin_revocation_decide(revocation text, confirm text, reason text, account text, actor text) -> answer
select admin_revocation_decide($1::text, $2::text, $3::text, $4::text, $5::text) as answer;

-- name: admin_questions_discard(project text, filter text, ids text, reason text, preview text, actor text) -> answer
select admin_questions_discard($1::text, $2::text, $3::text, $4::text, $5::text, $6::text) as answer;

-- name: admin_questions_restore(project text, filter text, ids text, reason text, preview text, actor text) -> answer
select admin_questions_restore($1::text, $2::text, $3::text, $4::text, $5::text, $6::text) as answer;

-- for: beatd

-- name: admin_outbox(project text, identity bool) -> answer
select admin_outbox($1::text, $2::boolean) as answer;
