-- The pages of the dashboard that only look. Each answers with one JSON value.

-- row: answer(answer json)

-- for: beatd

-- name: admin_overview(project text, hours text) -> answer
select admin_overview($1::text, $2::text) as answer;

-- name: admin_documents(project text, limit text, offset text) -> answer
select admin_documents($1::text, $2::text, $3::text) as answer;

-- for: beatd beatctl

-- name: admin_lengths(project text) -> answer
select admin_lengths($1::text) as answer;

-- name: admin_workers(project text, q text, state text, sort text, dir text, limit text, offset text, identity bool)
--   -> answer
select admin_workers($1::text, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::boolean) as answer;

-- name: admin_worker(project text, worker text, identity bool, account bigint?) -> answer
select admin_worker($1::text, $2::text, $3::boolean, $4::bigint) as answer;

-- for: beatd

-- name: admin_worker_hits(project text, worker text, before text, limit text, identity bool) -> answer
select admin_worker_hits($1::text, $2::text, $3::text, $4::text, $5::boolean) as answer;

-- name: admin_hit(hit text, account text, identity bool) -> answer
select admin_hit($1::text, $2::text, $3::boolean) as answer;

-- name: admin_questions(project text, q text, split text, model text, state text, label text, worker text,
--     before text, limit text, identity bool)
--   -> answer
select admin_questions($1::text, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::text, $9::text,
       $10::boolean) as answer;

-- name: admin_events(project text, worker text, kind text, actor text, before text, limit text, identity bool,
--     account bigint)
--   -> answer
select admin_events($1::text, $2::text, $3::text, $4::text, $5::text, $6::text, $7::boolean, $8::bigint) as answer;

-- name: admin_statistics(project text) -> answer
select admin_statistics($1::text) as answer;

-- name: admin_transfer(project text) -> answer
select admin_transfer($1::text) as answer;

-- name: admin_check() -> answer
select admin_check() as answer;

-- beatctl check: how many differ, and the first hundred.

-- row: check_difference(counter text, key text, stored bigint, recounted bigint, differences bigint)

-- for: beatctl

-- name: check_list() -> check_difference
select counter, key_shown(key) as key, stored, recounted, count(*) over () as differences
  from recount()
 limit 100;

-- name: check_fix(actor text) -> check_difference
select counter, key_shown(key) as key, stored, recounted, count(*) over () as differences
  from recount_fix($1::text)
 limit 100;
