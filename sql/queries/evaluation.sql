-- Stored evaluations.

-- for: beatd

-- name: admin_evaluations() -> answer
select admin_evaluations() as answer;

-- for: beatctl

-- name: evaluation_store(rows json, actor text) -> (stored int)
select evaluation_store($1::json, $2::text) as stored;

-- name: evaluation_latest()
--   -> (benchmark text, model text, model_group text, questions int, unanswered int, exact text, f1 text, version text,
--       shown_exact text, shown_f1 text, created_at text)
-- The latest of each, in the order of their names.
select benchmark, model, model_group, questions, unanswered, exact::text as exact, f1::text as f1, version,
       round(exact::numeric, 1)::text as shown_exact, round(f1::numeric, 1)::text as shown_f1,
       beat.iso(created_at) as created_at
  from evaluation_latest();
