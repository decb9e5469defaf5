-- beatctl rejudge --model: attempts asked again of readers that were not in the loop, and the matrix of it.

-- name: transfer_projects(names)
-- names: a JSON array of them.
select beat.transfer_projects($1::json);

-- name: transfer_target(model, protocol)
-- An empty protocol: the model's own.
select name, url, protocol, shown
  from beat.transfer_target($1::text, nullif($2::text, ''));

-- name: transfer_reader(name, version, weights)
select beat.transfer_reader_seen($1::text, $2::text, $3::text);

-- name: transfer_count(projects, reader, won, discarded)
select count(*)
  from beat.transfer_waiting($1::bigint[], $2::bigint, $3::boolean, $4::boolean);

-- name: transfer_list(projects, reader, won, discarded, after_id, max_rows)
-- after_id is the last id of the page before, or empty.
select attempt_id, passage_text, question, answer_text, threshold_permille, empty_answer
  from beat.transfer_list($1::bigint[], $2::bigint, $3::boolean, $4::boolean, nullif($5::text, '')::uuid, $6::integer);

-- name: transfer_store(attempt_id, reader, answer, answer_start, answer_end, score, shared, model_tokens, human_tokens, verdict, model_ms)
select status
  from beat.transfer_store($1::uuid, $2::bigint, $3::text, $4::integer, $5::integer, $6::double precision, $7::integer,
                           $8::integer, $9::integer, $10::text, $11::integer);

-- name: transfer_matrix(projects, discarded)
select project, loop_name, loop_version, loop_weights, name, version, weights, in_loop, won, won_beating, attempts, beating
  from beat.transfer_matrix($1::bigint[], $2::boolean);
