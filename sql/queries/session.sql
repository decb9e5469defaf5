-- A worker opens the task page.
-- Parameters arrive as text; the columns are read by number, so their order is the contract.

-- name: session_open(project, platform, worker, platform_ref, hit_ref, submit_to, vouched)
select status, created, assignment_id, worker_id, passage_id, title, text, wanted, won, attempts,
       started_at, expires_at, expires_epoch, reward_cents, threshold_permille, project_title, project_state,
       model_name, kind, onboarding, state, reason, beat.opponent(model_name) as opponent
  from beat.session_open($1::text, $2::text, $3::text, coalesce($4::text, ''), coalesce($5::text, ''),
                         coalesce($6::text, ''), $7::boolean);

-- name: session_preview(project)
select status, title, text, passage_id, wanted, reward_cents, threshold_permille, project_title, model_name,
       (select not p.open and p.onboarding is not null from beat.project p where p.name = $1::text) as onboarding_first,
       beat.opponent(model_name) as opponent
  from beat.session_preview($1::text);

-- A validator opens the task page.

-- name: validate_open(project, platform, worker, platform_ref, hit_ref, submit_to, vouched)
select status, created, assignment_id, worker_id, passage_id, title, text, questions, onboarding, started_at, expires_at,
       expires_epoch, reward_cents, project_title, project_state, state, reason, reasons
  from beat.validate_open($1::text, $2::text, $3::text, coalesce($4::text, ''), coalesce($5::text, ''),
                          coalesce($6::text, ''), $7::boolean);

-- name: validate_preview(project)
select status, title, text, passage_id, reward_cents, project_title
  from beat.validate_preview($1::text);
