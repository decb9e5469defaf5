-- What the team does with a worker.

-- for: beatctl

-- name: worker_named(name text) -> (id bigint)
-- The number of a worker given by number or PLATFORM:ID.
select worker_named($1::text) as id;

-- for: beatd beatctl

-- name: admin_worker_revoke(project text, worker text, reason text, actor text) -> answer
select admin_worker_revoke($1::text, $2::text, $3::text, $4::text) as answer;

-- name: admin_worker_reinstate(project text, worker text, reason text, actor text) -> answer
select admin_worker_reinstate($1::text, $2::text, $3::text, $4::text) as answer;

-- name: admin_worker_qualify(project text, worker text, reason text, actor text) -> answer
select admin_worker_qualify($1::text, $2::text, $3::text, $4::text) as answer;

-- name: admin_worker_note(worker text, project text, text text, actor text, account bigint?) -> answer
select admin_worker_note($1::text, $2::text, $3::text, $4::text, $5::bigint) as answer;

-- name: admin_worker_block(worker text, reason text, actor text) -> answer
select admin_worker_block($1::text, $2::text, $3::text) as answer;

-- name: admin_worker_unblock(worker text, reason text, actor text) -> answer
select admin_worker_unblock($1::text, $2::text, $3::text) as answer;
