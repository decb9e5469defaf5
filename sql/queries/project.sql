-- beatctl project: settings travel as one JSON object, so that a new setting needs no new statement.

-- name: project_create(name, settings, actor)
select name, state, passages
  from beat.project_create($1::text, $2::jsonb, $3::text);

-- name: project_set(name, settings, actor)
select name, state, passages
  from beat.project_set($1::text, $2::jsonb, $3::text);

-- name: project_state(name, state, actor)
select name, state, passages
  from beat.project_state($1::text, $2::text, $3::text);

-- name: project_list()
select name, state, open, model, passages, live, submitted, won, title
  from beat.project_list();

-- name: project_show(name)
select name, title, state, open, model, model_url, protocol, threshold_permille, questions, assignments_per_passage,
       lease_seconds, reward_cents, platforms, empty_answer, completion_code, collections, targets, kept, passages,
       live, submitted, attempts, won, created_at
  from beat.project_show($1::text);
