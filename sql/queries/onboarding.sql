-- The exercises of an onboarding: looked at before they are judged, stored after.

-- for: beatd

-- name: exercise_begin(assignment_id bigint, worker_id bigint, platform_ref text, number int)
--   -> (status text, kind text, passage_text text, expected_start int, expected_end int, expected_text text,
--       given_question text, hint text, praise text, tries int)
select status, kind, passage_text, expected_start, expected_end, expected_text, given_question, hint, praise, tries
  from exercise_begin($1::bigint, $2::bigint, $3::text, $4::integer);

-- name: exercise_record(assignment_id bigint, worker_id bigint, number int, done bool, question text?,
--     answer_start int?, answer_end int?, answer_text text?, shared int?, given_tokens int?, expected_tokens int?)
--   -> (status text, tries int, done_count int, total int)
select status, tries, done_count, total
  from exercise_record($1::bigint, $2::bigint, $3::integer, $4::boolean, $5::text, $6::integer, $7::integer,
                            $8::text, $9::integer, $10::integer, $11::integer);

-- beatctl onboarding: the content, in versions.

-- for: beatctl

-- name: onboarding_import(content jsonb, actor text)
--   -> (name text, version int, change text, exercises int, runs bigint)
select name, version, change, exercises, runs
  from onboarding_import($1::jsonb, $2::text);

-- for: beatd beatctl

-- name: admin_onboardings() -> answer
select admin_onboardings() as answer;

-- for: beatctl

-- name: onboarding_show(name text, version text) -> answer
-- An empty version is the newest.
select onboarding_show($1::text, nullif($2::text, '')::integer) as answer;
