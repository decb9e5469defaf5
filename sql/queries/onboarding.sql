-- The exercises of an onboarding: looked at before they are judged, stored after.

-- name: exercise_begin(assignment_id, worker_id, platform_ref, number)
select status, kind, passage_text, expected_start, expected_end, expected_text, given_question, hint, praise, tries
  from beat.exercise_begin($1::bigint, $2::bigint, $3::text, $4::integer);

-- name: exercise_record(assignment_id, worker_id, number, done, question, answer_start, answer_end, answer_text, shared, given_tokens, expected_tokens)
select status, tries, done_count, total
  from beat.exercise_record($1::bigint, $2::bigint, $3::integer, $4::boolean, $5::text, $6::integer, $7::integer,
                            $8::text, $9::integer, $10::integer, $11::integer);

-- beatctl onboarding: the content, in versions.

-- name: onboarding_import(content, actor)
select name, version, change, exercises, runs
  from beat.onboarding_import($1::jsonb, $2::text);

-- name: admin_onboardings()
select beat.admin_onboardings();

-- name: onboarding_show(name, version)
-- An empty version is the newest.
select beat.onboarding_show($1::text, nullif($2::text, '')::integer);
