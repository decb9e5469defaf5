-- Revocations, discards by hand, and what platforms have to be told.

-- name: admin_revocations(project, state, before, page, identity)
select beat.admin_revocations($1::text, $2::text, $3::text, $4::text, $5::boolean);

-- name: admin_revocation_decide(revocation, confirm, reason, account, actor)
select beat.admin_revocation_decide($1::text, $2::text, $3::text, $4::text, $5::text);

-- name: admin_questions_discard(project, filter, ids, reason, preview, actor)
select beat.admin_questions_discard($1::text, $2::text, $3::text, $4::text, $5::text, $6::text);

-- name: admin_questions_restore(project, filter, ids, reason, preview, actor)
select beat.admin_questions_restore($1::text, $2::text, $3::text, $4::text, $5::text, $6::text);

-- name: admin_outbox(project, identity)
select beat.admin_outbox($1::text, $2::boolean);
