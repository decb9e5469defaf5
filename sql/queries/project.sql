-- beatctl project: settings travel as one JSON object, so that a new setting needs no new statement.

-- for: beatctl

-- row: project_line(name text, state text, passages int, beyond text?)

-- name: project_create(name text, settings jsonb, actor text) -> project_line
select name, state, passages, project_beyond(name) as beyond
  from project_create($1::text, $2::jsonb, $3::text);

-- name: project_set(name text, settings jsonb, actor text) -> project_line
select name, state, passages, project_beyond(name) as beyond
  from project_set($1::text, $2::jsonb, $3::text);

-- name: project_state(name text, state text, actor text) -> project_line
select name, state, passages, project_beyond(name) as beyond
  from project_state($1::text, $2::text, $3::text);

-- name: project_list()
--   -> (name text, state text, open bool, open_shown text, model text, passages bigint, live bigint, submitted bigint,
--       won bigint, title text)
select name, state, open, case when open then 'yes' else 'no' end as open_shown, model, passages, live, submitted, won, title
  from project_list();

-- name: project_show(name text) -> (project json)
-- Settings and progress, as one JSON value.
select project_show($1::text) as project;

-- name: project_documents(name text) -> answer
-- All documents, as the dashboard gets a page of them.
select documents_page(project_named($1::text), null, 0) as answer;

-- name: collection_lengths(collection text) -> (length int, passages bigint)
select length, passages from collection_lengths($1::text);

-- name: project_reference_set(name text, reference jsonb?, actor text)
-- What its lengths are compared with; null: nothing.
select project_reference_set($1::text, $2::jsonb, $3::text);

-- name: project_door(name text) -> (state text, platforms text)
-- Whether workers get in, and from where.
select state, platforms
  from project_door($1::text);

-- The dashboard.

-- for: beatd

-- name: admin_projects(account bigint) -> answer
select admin_projects($1::bigint) as answer;

-- name: admin_project_settings() -> answer
select admin_project_settings() as answer;

-- name: admin_project_create(name text, settings text, actor text) -> answer
select admin_project_create($1::text, $2::text, $3::text) as answer;

-- name: admin_project(project text) -> answer
select admin_project($1::text) as answer;

-- name: admin_project_set(project text, settings text, actor text) -> answer
select admin_project_set($1::text, $2::text, $3::text) as answer;

-- name: admin_project_state(project text, state text, actor text) -> answer
select admin_project_state($1::text, $2::text, $3::text) as answer;

-- name: admin_collections() -> answer
select admin_collections() as answer;
