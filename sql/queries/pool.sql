-- Pools of workers: their settings, their members, lists in and out.

-- for: beatd beatctl

-- name: admin_pools() -> answer
select admin_pools() as answer;

-- name: admin_pool(pool text) -> answer
select admin_pool($1::text) as answer;

-- name: admin_pool_create(name text, settings text, actor text) -> answer
select admin_pool_create($1::text, $2::text, $3::text) as answer;

-- name: admin_pool_set(pool text, settings text, actor text) -> answer
select admin_pool_set($1::text, $2::text, $3::text) as answer;

-- name: admin_pool_import(pool text, text text, platform text, actor text) -> answer
select admin_pool_import($1::text, $2::text, $3::text, $4::text) as answer;

-- name: admin_pool_export(pool text, state text, identity bool) -> answer
select admin_pool_export($1::text, $2::text, $3::boolean) as answer;

-- for: beatd

-- name: admin_pool_members(pool text, q text, state text, sort text, dir text, limit text, offset text, identity bool)
--   -> answer
select admin_pool_members($1::text, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::boolean) as answer;

-- for: beatctl

-- name: pool_invited(project text, workers text, actor text) -> (invited int)
-- Workers between line feeds, which no worker's name has.
select pool_invited($1::text, string_to_array($2::text, chr(10)), $3::text) as invited;
