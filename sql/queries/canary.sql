-- Canaries: questions that models are asked at an interval.

-- for: beatd

-- name: canary_take()
--   -> (model_id bigint, name text, url text, protocol text, call json?, guard json?, question_set int, questions json)
select model_id, name, url, protocol, call, guard, question_set, questions
  from canary_take();

-- name: canary_store(model_id bigint, question_set int, answers json) -> (status text)
select canary_store($1::bigint, $2::integer, $3::json) as status;

-- name: canary_due(name text) -> (due bool)
select canary_due($1::text) as due;

-- name: admin_canary(name text, every_minutes text, accept text, actor text) -> answer
select admin_canary($1::text, $2::text, $3::text, $4::text) as answer;

-- for: beatctl

-- name: canary_set(name text, every_minutes int?, questions jsonb?, actor text) -> (is_new bool)
select canary_set($1::text, $2::integer, $3::jsonb, $4::text) as is_new;

-- name: canary_accept(name text, actor text) -> (taken bigint)
select canary_accept($1::text, $2::text) as taken;

-- name: canary_list(name text)
--   -> (place int, question text, accepted text?, answer text?, state text, build text?)
select place, question, accepted, answer, state, build
  from canary_list($1::text);

-- name: canary_text(name text) -> (said text)
select canary_text($1::text) as said;
