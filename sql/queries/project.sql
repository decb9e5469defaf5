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
       live, submitted, attempts, won, created_at, onboarding, onboarding_model, onboarding_retries, batch_hits,
       batch_hours, success_permille, success_unit, review_double, review_blind, review_lease_seconds, revoke_confirm,
       validation_votes, validation_match, validation_f1_permille, validation_matches, validation_group,
       validation_questions, validation_lease_seconds, validation_reward_cents, validation_completion_code,
       validation_onboarding, validation_early_stop, validation_extra, validation_train_permille,
       validation_lost_permille, answerable_permille
  from beat.project_show($1::text);

-- name: project_settings()
-- What can be set, for people who ask.
select key, case when kind = 'integer' then low || ' to ' || high || coalesce(' ' || unit, '')
                 when kind = 'boolean' then 'yes or no'
                 when choices is not null then array_to_string(choices, ' | ')
                 else kind end || case when nullable then ', or none' else '' end,
       case when usual = 'null' or kind = 'targets' then 'none'
            when kind = 'boolean' then case when usual = 'true' then 'yes' else 'no' end
            when kind = 'list' then coalesce(
                (select string_agg(e, ', ') from jsonb_array_elements_text(case when kind = 'list' then usual else '[]' end) as e), 'all')
            else usual #>> '{}' end, explanation
  from beat.project_setting
 order by place;

-- The dashboard.

-- name: admin_projects()
select beat.admin_projects();

-- name: admin_project_create(name, settings, actor)
select beat.admin_project_create($1::text, $2::text, $3::text);

-- name: admin_project(project)
select beat.admin_project($1::text);

-- name: admin_project_set(project, settings, actor)
select beat.admin_project_set($1::text, $2::text, $3::text);

-- name: admin_project_state(project, state, actor)
select beat.admin_project_state($1::text, $2::text, $3::text);

-- name: admin_collections()
select beat.admin_collections();
