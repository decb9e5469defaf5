-- Batches, and what the server does by itself.

-- for: beatd beatctl

-- name: admin_batches(project text) -> answer
select admin_batches($1::text) as answer;

-- name: admin_batch_close(project text, seed text, actor text) -> answer
select admin_batch_close($1::text, $2::text, $3::text) as answer;

-- for: beatd

-- name: housekeeping() -> answer
select housekeeping() as answer;

-- name: attempts_count() -> answer
select attempts_count() as answer;
