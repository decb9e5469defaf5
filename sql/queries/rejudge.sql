-- Attempts the model could not judge at the time get their verdict: beatctl rejudge, and beatd by itself.

-- for: beatd beatctl

-- name: rejudge_list(project text, after_id text, max_rows int)
--   -> (attempt_id uuid, project text, passage_text text, question text, answer_text text, threshold_permille int,
--       empty_answer text, unlocated text, model_id bigint, model_name text, model_url text, model_protocol text,
--       model_call json?, model_guard json?)
-- Oldest first, a row for each model to ask; an empty project means all of them; after_id is the last id of the page before, or empty.
select attempt_id, project, passage_text, question, answer_text, threshold_permille, empty_answer, unlocated,
       model_id, model_name, model_url, model_protocol, model_call, model_guard
  from rejudge_list(nullif($1::text, ''), nullif($2::text, '')::uuid, $3::integer);

-- row: judgement_stored(status text)

-- name: rejudge_store(attempt_id uuid, build_name text, build_version text, build_weights text, model_answer text,
--     model_start int?, model_end int?, model_score double?, shared int, model_tokens int, human_tokens int,
--     verdict text, model_ms int, actor text, build_prompt text, build_protocol text, model_id bigint)
--   -> judgement_stored
select status
  from rejudge_store($1::uuid, $2::text, $3::text, $4::text, $5::text, $6::integer, $7::integer,
                          $8::double precision, $9::integer, $10::integer, $11::integer, $12::text, $13::integer,
                          $14::text, $15::text, $16::text, $17::bigint);

-- for: beatctl

-- name: rejudge_count(project text) -> (all_kinds bigint, generated bigint)
-- How many of a project still wait: all of them, and those that are not of an onboarding.
select count(*) as all_kinds, count(*) filter (where a.kind = 'generate') as generated
  from beat.attempt t
  join beat.assignment a on a.id = t.assignment_id
  join beat.project p on p.id = a.project_id
 where t.verdict = 'none' and p.name = $1::text;
