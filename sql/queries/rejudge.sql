-- beatctl rejudge: attempts the model could not judge at the time get their verdict.

-- name: rejudge_list(project, after_id, max_rows)
-- Oldest first; an empty project means all of them; after_id is the last id of the page before, or empty.
select attempt_id, project, passage_text, question, answer_text, threshold_permille, empty_answer, model_id,
       model_name, model_url, model_protocol
  from beat.rejudge_list(nullif($1::text, ''), nullif($2::text, '')::uuid, $3::integer);

-- name: rejudge_store(attempt_id, build_name, build_version, build_weights, model_answer, model_start, model_end, model_score, shared, model_tokens, human_tokens, verdict, model_ms, actor)
select status, attempt, won, wanted
  from beat.rejudge_store($1::uuid, $2::text, $3::text, $4::text, $5::text, $6::integer, $7::integer,
                          $8::double precision, $9::integer, $10::integer, $11::integer, $12::text, $13::integer,
                          $14::text);

-- name: rejudge_count(project)
-- How many of a project still wait: all of them, and those that are not of an onboarding.
select count(*), count(*) filter (where a.kind = 'generate')
  from beat.attempt t
  join beat.assignment a on a.id = t.assignment_id
  join beat.project p on p.id = a.project_id
 where t.verdict = 'none' and p.name = $1::text;
