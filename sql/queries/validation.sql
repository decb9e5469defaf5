-- Validation and validity. Each answers with one JSON value.

-- for: beatd beatctl

-- name: admin_validation(project text) -> answer
select admin_validation($1::text) as answer;

-- name: admin_validation_agreement(project text, identity bool) -> answer
select admin_validation_agreement($1::text, $2::boolean) as answer;

-- name: admin_human_performance(project text, seed text) -> answer
select admin_human_performance($1::text, $2::text) as answer;

-- name: admin_votes_exclude(project text, worker text, reason text, actor text) -> answer
select admin_votes_exclude($1::text, $2::text, $3::text, $4::text) as answer;

-- name: admin_votes_include(project text, worker text, reason text, actor text) -> answer
select admin_votes_include($1::text, $2::text, $3::text, $4::text) as answer;

-- name: admin_validation_settle(project text) -> answer
-- The three are procedures that commit as they go: none may share its transaction with others.
call admin_validation_settle($1::text, null::json);

-- name: admin_validation_close(project text, reason text?, actor text) -> answer
call admin_validation_close($1::text, $2::text, $3::text, null::json);

-- name: admin_validation_reopen(project text, reason text?, actor text) -> answer
call admin_validation_reopen($1::text, $2::text, $3::text, null::json);

-- name: validation_settle_due() -> answer
-- All projects of which something happened since they were settled last.
call validation_settle_due(null::json);

-- name: admin_question(question text, as_of text, account text, identity bool) -> answer
select admin_question($1::text, $2::text, $3::text, $4::boolean) as answer;

-- name: admin_validity(project text, as_of text) -> answer
select admin_validity($1::text, $2::text) as answer;
