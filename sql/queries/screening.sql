-- Onboardings that were handed in: a reviewer passes or fails them.

-- for: beatd beatctl

-- name: admin_screenings(project text, state text, before text, limit text, identity bool) -> answer
select admin_screenings($1::text, nullif($2::text, ''), nullif($3::text, '')::bigint, $4::text, $5::boolean) as answer;

-- name: admin_screening(id text, identity bool) -> answer
select admin_screening($1::text::bigint, $2::boolean) as answer;

-- name: admin_screening_decide(id text, pass bool, reason text, account bigint?, actor text) -> answer
select admin_screening_decide($1::text::bigint, $2::boolean, $3::text, $4::bigint, $5::text) as answer;

-- name: admin_screening_undo(id text, reason text, account bigint?, actor text) -> answer
select admin_screening_undo($1::text::bigint, $2::text, $3::bigint, $4::text) as answer;
