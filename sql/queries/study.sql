-- Comprehension studies.

-- for: beatd beatctl

-- name: admin_studies() -> answer
select admin_studies() as answer;

-- name: admin_study(study text, account bigint) -> answer
select admin_study($1::text, $2::bigint) as answer;

-- for: beatd

-- name: admin_study_words() -> answer
select study_words() as answer;

-- name: admin_study_next(study text, kind text?, account bigint, actor text) -> answer
select admin_study_next($1::text, $2::text, $3::bigint, $4::text) as answer;

-- name: admin_study_label(id bigint, labels json, account bigint, actor text) -> answer
select admin_study_label($1::bigint, $2::json, $3::bigint, $4::text) as answer;

-- for: beatctl

-- name: study_create(name text, seed text, double_permille int, datasets json, actor text) -> (id bigint)
select study_create($1::text, $2::text, $3::integer, $4::json, $5::text) as id;

-- name: study_rows(study text)
--   -> (dataset text, question_ref text, question text, first text?, second text?, labels text?, state text)
-- Every item, the datasets told: what was said and what holds; labels are separated by blanks, an empty text is none.
select d.name as dataset, i.question_ref, i.question, array_to_string(s.first, ' ') as first,
       array_to_string(s.second, ' ') as second, array_to_string(s.labels, ' ') as labels,
       case when s.labels is not null then 'decided' when s.disputed then 'disputed' else 'open' end as state
  from (select (study_named($1::text)).id as id) as x
 cross join lateral study_standing(x.id) as s
  join beat.study_item i on i.id = s.item_id
  join beat.study_dataset d on d.study_id = i.study_id and d.place = i.dataset
 order by d.place, i.question_ref collate "C";
