-- A worker opens the task page.

-- for: beatd

-- name: session_open(project text, platform text, worker text, platform_ref text?, hit_ref text?, submit_to text?,
--     vouched bool, language text, agrees text?)
--   -> each (status text, created bool, assignment_id bigint?, worker_id bigint, passage_id bigint?, title text,
--       text text, wanted int, won int, attempts json, started_at text, expires_at text, expires_epoch bigint,
--       reward_cents int, threshold_permille int, project_title text, project_state text, model_name text, kind text,
--       onboarding json?, state text, reason text?, opponent json?, terms json, let_in bool, newcomer bool, hit json?)
select status, created, assignment_id, worker_id, passage_id, title, text, wanted, won, attempts,
       started_at, expires_at, expires_epoch, reward_cents, threshold_permille, project_title, project_state,
       model_name, kind, onboarding, state, reason, opponent, terms, let_in, coalesce(newcomer, false) as newcomer,
       case when model_name in ('none', '[none]') then plain_hit(assignment_id) end as hit
  from sessions_open($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::boolean[], $8::text[],
                     $9::text[])
 order by place;

-- name: session_preview(project text, language text)
--   -> (status text, title text, text text, passage_id bigint?, wanted int, reward_cents int, threshold_permille int,
--       project_title text, model_name text, onboarding_first bool?, opponent json?, terms json,
--       hit json?)
select status, title, text, passage_id, wanted, reward_cents, threshold_permille, project_title, model_name,
       (select not p.open and onboarding_named(p.id) is not null from beat.project p where p.name = $1::text) as onboarding_first,
       opponent, instruct($1::text, 'worker', $2::text, null) as terms, plain_preview($1::text) as hit
  from session_preview($1::text);

-- A validator opens the task page.

-- name: validate_open(project text, platform text, worker text, platform_ref text?, hit_ref text?, submit_to text?,
--     vouched bool, language text, agrees text?)
--   -> (status text, created bool, assignment_id bigint?, worker_id bigint, passage_id bigint?, title text,
--       text text, questions json, onboarding json?, started_at text, expires_at text, expires_epoch bigint,
--       reward_cents int, project_title text, project_state text, state text, reason text?, reasons json, terms json, let_in bool, newcomer bool)
select status, created, assignment_id, worker_id, passage_id, title, text, questions, onboarding, started_at, expires_at,
       expires_epoch, reward_cents, project_title, project_state, state, reason, reasons,
       t.terms, terms_let_in(t.terms) as let_in, coalesce(newcomer, false) as newcomer
  from validate_open($1::text, $2::text, $3::text, coalesce($4::text, ''), coalesce($5::text, ''),
                          coalesce($6::text, ''), $7::boolean)
 cross join lateral instruct($1::text, 'validator', $8::text, assignment_id, worker_id, $9::text) as t (terms);

-- name: validate_preview(project text, language text)
--   -> (status text, title text, text text, passage_id bigint?, reward_cents int, project_title text, terms json)
select status, title, text, passage_id, reward_cents, project_title,
       instruct($1::text, 'validator', $2::text, null) as terms
  from validate_preview($1::text);

-- Whether a worker has been given work in the project before.

-- name: worker_is_known(project text, platform text, worker text) -> (known bool)
select worker_is_known($1::text, $2::text, $3::text) as known;
