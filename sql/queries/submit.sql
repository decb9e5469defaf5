-- A worker hands the assignment in.

-- name: assignment_submit(assignment_id, worker_id, platform_ref)
select status, platform, platform_ref, hit_ref, submit_to, won, wanted, reward_cents, completion_code, worker, project,
       kind, earned_cents
  from beat.assignment_submit($1::bigint, $2::bigint, $3::text);
