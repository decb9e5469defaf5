-- Onboardings that were handed in: a reviewer passes or fails them.

-- name: admin_screenings(project, state, before, max_rows, identity)
select beat.admin_screenings($1::text, nullif($2::text, ''), nullif($3::text, '')::bigint, $4::text, $5::boolean);

-- name: admin_screening(id, identity)
select beat.admin_screening($1::bigint, $2::boolean);

-- name: admin_screening_decide(id, pass, reason, account, actor)
select beat.admin_screening_decide($1::bigint, $2::boolean, $3::text, $4::bigint, $5::text);

-- name: admin_screening_undo(id, reason, account, actor)
select beat.admin_screening_undo($1::bigint, $2::text, $3::bigint, $4::text);
