-- Validation and validity. Each answers with one JSON value.

-- name: admin_validation(project)
select beat.admin_validation($1::text);

-- name: admin_validation_agreement(project, identity)
select beat.admin_validation_agreement($1::text, $2::boolean);

-- name: admin_human_performance(project, seed)
select beat.admin_human_performance($1::text, $2::text);

-- name: admin_votes_exclude(project, worker, reason, actor)
select beat.admin_votes_exclude($1::text, $2::text, $3::text, $4::text);

-- name: admin_votes_include(project, worker, reason, actor)
select beat.admin_votes_include($1::text, $2::text, $3::text, $4::text);

-- name: admin_question(question, as_of, account, identity)
select beat.admin_question($1::text, $2::text, $3::text, $4::boolean);

-- name: admin_validity(project, as_of)
select beat.admin_validity($1::text, $2::text);
