-- A worker opens the task page.

-- for: beatd

-- name: session_open(project text, platform text, worker text, platform_ref text?, hit_ref text?, submit_to text?,
--     vouched bool, language text)
--   -> (status text, created bool, assignment_id bigint?, worker_id bigint, passage_id bigint?, title text,
--       text text, wanted int, won int, attempts json, started_at text, expires_at text, expires_epoch bigint,
--       reward_cents int, threshold_permille int, project_title text, project_state text, model_name text, kind text,
--       onboarding json?, state text, reason text?, opponent json?, terms json)
select status, created, assignment_id, worker_id, passage_id, title, text, wanted, won, attempts,
       started_at, expires_at, expires_epoch, reward_cents, threshold_permille, project_title, project_state,
       model_name, kind, onboarding, state, reason, opponent,
       instruct($1::text, 'worker', $8::text, assignment_id) as terms
  from session_open($1::text, $2::text, $3::text, coalesce($4::text, ''), coalesce($5::text, ''),
                         coalesce($6::text, ''), $7::boolean);

-- name: session_preview(project text, language text)
--   -> (status text, title text, text text, passage_id bigint?, wanted int, reward_cents int, threshold_permille int,
--       project_title text, model_name text, onboarding_first bool?, opponent json?, terms json)
select status, title, text, passage_id, wanted, reward_cents, threshold_permille, project_title, model_name,
       (select not p.open and onboarding_named(p.id) is not null from beat.project p where p.name = $1::text) as onboarding_first,
       opponent, instruct($1::text, 'worker', $2::text, null) as terms
  from session_preview($1::text);

-- A validator opens the task page.

-- name: validate_open(project text, platform text, worker text, platform_ref text?, hit_ref text?, submit_to text?,
--     vouched bool, language text)
--   -> (status text, created bool, assignment_id bigint?, worker_id bigint, passage_id bigint?, title text,
--       text text, questions json, onboarding json?, started_at text, expires_at text, expires_epoch bigint,
--       reward_cents int, project_title text, project_state text, state text, reason text?, reasons json, terms json)
select status, created, assignment_id, worker_id, passage_id, title, text, questions, onboarding, started_at, expires_at,
       expires_epoch, reward_cents, project_title, project_state, state, reason, reasons,
       instruct($1::text, 'validator', $8::text, assignment_id) as terms
  from validate_open($1::text, $2::text, $3::text, coalesce($4::text, ''), coalesce($5::text, ''),
                          coalesce($6::text, ''), $7::boolean);

-- name: validate_preview(project text, language text)
--   -> (status text, title text, text text, passage_id bigint?, reward_cents int, project_title text, terms json)
select status, title, text, passage_id, reward_cents, project_title,
       instruct($1::text, 'validator', $2::text, null) as terms
  from validate_preview($1::text);
