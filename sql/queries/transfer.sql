-- beatctl rejudge --model: attempts asked again of readers that were not in the loop, and the matrix of it.

-- for: beatctl

-- name: transfer_projects(names json) -> (ids bigint[])
-- names: a JSON array of them.
select transfer_projects($1::json) as ids;

-- name: transfer_target(model text, protocol text) -> (name text, url text, protocol text, call json?, shown text)
-- An empty protocol: the model's own.
select name, url, protocol, call, shown
  from transfer_target($1::text, nullif($2::text, ''));

-- name: transfer_reader(name text, version text, weights text) -> (id bigint)
select transfer_reader_seen($1::text, $2::text, $3::text) as id;

-- name: transfer_count(projects bigint[], reader bigint, won bool, discarded bool) -> (attempts bigint)
select count(*) as attempts
  from transfer_waiting($1::bigint[], $2::bigint, $3::boolean, $4::boolean);

-- name: transfer_list(projects bigint[], reader bigint, won bool, discarded bool, after_id text, max_rows int)
--   -> (attempt_id uuid, passage_text text, question text, answer_text text, threshold_permille int,
--       empty_answer text, unlocated text)
-- after_id is the last id of the page before, or empty.
select attempt_id, passage_text, question, answer_text, threshold_permille, empty_answer, unlocated
  from transfer_list($1::bigint[], $2::bigint, $3::boolean, $4::boolean, nullif($5::text, '')::uuid, $6::integer);

-- name: transfer_store(attempt_id uuid, reader bigint, answer text, answer_start int?, answer_end int?,
--     score double?, shared int, model_tokens int, human_tokens int, verdict text, model_ms int)
--   -> judgement_stored
select status
  from transfer_store($1::uuid, $2::bigint, $3::text, $4::integer, $5::integer, $6::double precision, $7::integer,
                           $8::integer, $9::integer, $10::text, $11::integer);

-- name: transfer_matrix(projects bigint[], discarded bool)
--   -> (project text, loop_name text, loop_version text, loop_weights text, name text, version text, weights text,
--       in_loop bool, won bigint, won_beating bigint, attempts bigint, beating bigint)
select project, loop_name, loop_version, loop_weights, name, version, weights, in_loop, won, won_beating, attempts, beating
  from transfer_matrix($1::bigint[], $2::boolean);
