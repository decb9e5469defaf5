-- A worker hands the assignment in.

-- for: beatd

-- name: assignment_next(assignment_id bigint, worker_id bigint, platform_ref text) -> (status text, part int?)
-- A paragraph of a HIT is done, and the next one is to come.
select status, part
  from assignment_next($1::bigint, $2::bigint, $3::text);

-- name: assignment_submit(assignment_id bigint, worker_id bigint, platform_ref text)
--   -> (status text, platform text, platform_ref text, hit_ref text, submit_to text, won int, wanted int,
--       reward_cents int, completion_code text, worker text, project text, kind text, earned_cents int,
--       waiting int, waiting_cents int)
select status, platform, platform_ref, hit_ref, submit_to, won, wanted, reward_cents, completion_code, worker, project,
       kind, earned_cents, waiting, waiting_cents
  from assignment_submit($1::bigint, $2::bigint, $3::text);
