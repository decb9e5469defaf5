-- The pages of the dashboard that only look. Each answers with one JSON value.

-- name: admin_overview(project, hours)
select beat.admin_overview($1::text, $2::text);

-- name: admin_workers(project, q, state, sort, dir, limit, offset, identity)
select beat.admin_workers($1::text, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::boolean);

-- name: admin_worker(project, worker, identity)
select beat.admin_worker($1::text, $2::text, $3::boolean);

-- name: admin_worker_hits(project, worker, before, limit, identity)
select beat.admin_worker_hits($1::text, $2::text, $3::text, $4::text, $5::boolean);

-- name: admin_hit(hit, account, identity)
select beat.admin_hit($1::text, $2::text, $3::boolean);

-- name: admin_questions(project, q, split, model, state, label, worker, before, limit, identity)
select beat.admin_questions($1::text, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::text, $9::text,
       $10::boolean);

-- name: admin_events(project, worker, kind, actor, before, limit, identity)
select beat.admin_events($1::text, $2::text, $3::text, $4::text, $5::text, $6::text, $7::boolean);

-- name: admin_statistics(project)
select beat.admin_statistics($1::text);

-- name: admin_check()
select beat.admin_check();

-- beatctl check: how many differ, and the first hundred.

-- name: check_list()
select counter, beat.key_shown(key), stored, recounted, count(*) over ()
  from beat.recount()
 limit 100;

-- name: check_fix(actor)
select counter, beat.key_shown(key), stored, recounted, count(*) over ()
  from beat.recount_fix($1::text)
 limit 100;
