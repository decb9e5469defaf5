-- Batches, and what the server does by itself.

-- name: admin_batches(project)
select beat.admin_batches($1::text);

-- name: admin_batch_close(project, seed, actor)
select beat.admin_batch_close($1::text, $2::text, $3::text);

-- name: housekeeping()
select beat.housekeeping();
