-- Experts: named people who answer questions of datasets.

-- for: beatd

-- name: expert_open(baseline text, person text) -> (status text, state json?)
select status, state from expert_open($1::text, $2::text);

-- name: expert_begin(baseline text, person text, item bigint) -> (status text, passage_text text?, answers json?)
select status, passage_text, answers from expert_begin($1::text, $2::text, $3::bigint);

-- name: expert_record(baseline text, person text, item bigint, answer_start int?, answer_end int?, answer_text text?,
--     exact bool, shared int, answer_tokens int, gold_tokens int)
--   -> (status text, feedback json?, state json?)
select status, feedback, state
  from expert_record($1::text, $2::text, $3::bigint, $4::integer, $5::integer, $6::text, $7::boolean, $8::integer,
                     $9::integer, $10::integer);

-- for: beatctl

-- name: expert_create(name text, title text, seed text, per_person int, sets json, actor text) -> (left_out int)
select expert_create($1::text, $2::text, $3::text, $4::integer, $5::json, $6::text) as left_out;

-- name: expert_invite(name text, people text, actor text) -> (invited int)
select expert_invite($1::text, $2::text, $3::text) as invited;

-- name: expert_list() -> answer
select expert_list() as answer;

-- name: expert_sets(name text) -> (place int, name text, practice bool, questions bigint)
select s.place::integer as place, s.name, s.practice, (
        select count(*) from beat.expert_item i where i.baseline_id = s.baseline_id and i.place = s.place) as questions
  from beat.expert_set s
 where s.baseline_id = (expert_named($1::text)).id
 order by s.place;

-- name: expert_items(name text) -> (place int, question_ref text, answers json)
-- Every question that is not for practice, with its known answers.
select i.place::integer as place, i.question_ref, i.answers::json as answers
  from beat.expert_item i
 where i.baseline_id = (expert_named($1::text)).id and i.place > 0
 order by i.place, i.id;

-- name: expert_answers(name text)
--   -> (place int, person text, exact bool, shared int, answer_tokens int, gold_tokens int)
-- What was answered, practice included.
select i.place::integer as place, a.person_name as person, a.exact, a.shared, a.answer_tokens, a.gold_tokens
  from beat.expert_item i
  join beat.expert_answer a on a.item_id = i.id and a.answered_at is not null
 where i.baseline_id = (expert_named($1::text)).id
 order by i.place, a.person_name collate "C", i.id;
