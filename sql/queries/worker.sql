-- What the team does with a worker.

-- name: worker_named(name)
-- The number of a worker given by number or PLATFORM:ID.
select beat.worker_named($1::text);

-- name: admin_worker_revoke(project, worker, reason, actor)
select beat.admin_worker_revoke($1::text, $2::text, $3::text, $4::text);

-- name: admin_worker_reinstate(project, worker, reason, actor)
select beat.admin_worker_reinstate($1::text, $2::text, $3::text, $4::text);

-- name: admin_worker_qualify(project, worker, reason, actor)
select beat.admin_worker_qualify($1::text, $2::text, $3::text, $4::text);

-- name: admin_worker_note(worker, project, text, actor)
select beat.admin_worker_note($1::text, $2::text, $3::text, $4::text);

-- name: admin_worker_block(worker, reason, actor)
select beat.admin_worker_block($1::text, $2::text, $3::text);

-- name: admin_worker_unblock(worker, reason, actor)
select beat.admin_worker_unblock($1::text, $2::text, $3::text);
