-- Statistics of a project or a release: what `beatctl stats` and `beatctl release` read.

-- for: beatctl

-- name: stats_project(project text, as_of timestamptz?) -> (name text, moment text, iso text, waiting bigint)
-- The project, the moment in both forms, and how many questions only wait for votes. No row: there is no such project.
select p.name, m.moment::text, beat.iso(m.moment) as iso,
       (select count(*) from question_standing(p.id, m.moment) as s
         where s.handed_in and not s.valid and s.causes = '{}') as waiting
  from beat.project p
 cross join (select coalesce($2::timestamptz, clock_timestamp()) as moment) as m
 where p.name = $1::text;

-- name: stats_release(reference text) -> (id bigint, reference text, as_of text, seed text?, state text)
-- No row: there is no such release.
select r.id, r.name || '@' || r.version as reference, beat.iso(r.as_of) as as_of, r.seed, r.state
  from beat.release r
 where r.name || '@' || r.version = $1::text
 order by r.state = 'failed', r.id desc
 limit 1;

-- row: stats_question(split text, question_id text, question text, answer_text text, answer_start int, title text?,
--     text text?)

-- name: stats_project_rows(project text, as_of timestamptz) -> stream stats_question
-- The questions that are in, passage by passage; title and text come with the first of a passage only.
select r.split::text, r.question_id::text, r.question, r.answer_text, r.answer_start,
       case when r.first then r.title end as title,
       case when r.first then (select x.text from beat.passage x where x.id = r.passage_id) end as text
  from (select v.split, v.question_id, v.passage_id, t.question, t.answer_text, t.answer_start, d.title,
               x.text_sha256,
               v.passage_id is distinct from lag(v.passage_id) over w as first, row_number() over w as place
          from valid_questions($1::text, $2::timestamptz) as v
          join beat.attempt t on t.id = v.attempt_id
          join beat.passage x on x.id = v.passage_id
          join beat.document d on d.id = x.document_id
        window w as (order by array_position(array['train', 'dev', 'test'], v.split::text), d.title collate "C",
                              x.text_sha256, v.passage_id, v.question_id collate "C")) as r
 order by r.place;

-- name: stats_release_rows(release bigint) -> stream stats_question
-- The same of a release; in an order that keeps passages together whatever the order of its files.
select r.split::text, r.question_id::text, r.question, r.answer_text, r.answer_start,
       case when r.first then r.title end as title,
       case when r.first then (select x.text from beat.passage x where x.id = r.passage_id) end as text
  from (select rq.split, rq.question_id, a.passage_id, t.question, t.answer_text, t.answer_start, d.title,
               x.text_sha256,
               a.passage_id is distinct from lag(a.passage_id) over w as first, row_number() over w as place
          from beat.release_question rq
          join beat.question q on q.id = rq.question_id
          join beat.attempt t on t.id = q.attempt_id
          join beat.assignment a on a.id = q.assignment_id
          join beat.passage x on x.id = a.passage_id
          join beat.document d on d.id = x.document_id
         where rq.release_id = $1::bigint
        window w as (order by array_position(array['train', 'dev', 'test'], rq.split::text), d.title collate "C",
                              x.text_sha256, a.passage_id, rq.question_id collate "C")) as r
 order by r.place;

-- row: stats_human(split text, questions bigint, em numeric, em_low numeric, em_high numeric, f1 numeric,
--     f1_low numeric, f1_high numeric, mean_em numeric, mean_f1 numeric, best_em numeric, best_f1 numeric)

-- name: stats_human_of(project text?, as_of timestamptz?, release bigint?, seed text) -> stats_human
-- Table 2, a split a row, times 100; the same numbers as human_performance(). Of a project at a moment; or of the
-- questions of a release, with the votes that counted at its moment.
with h as materialized (
	select x.*
	  from (select p.id as project_id, $2::timestamptz as as_of from beat.project p where p.name = $1::text
			union all
			select r.project_id, r.as_of from release_sources($3::bigint) as r) as s
	 cross join lateral human_scores(s.project_id, s.as_of, $4::text) as x
	  left join beat.release_question rq on rq.release_id = $3::bigint and rq.question_id = x.id
	 where x.split <> 'lost' and case when $3::bigint is null then x.is_in else rq.question_id is not null end
), n as (
	select h.split, count(*) as questions, array_agg(h.one_exact::integer::float8 order by h.id collate "C") as ems,
	       array_agg(h.one_f1::float8 order by h.id collate "C") as f1s, avg(h.one_exact::integer) as em, avg(h.one_f1) as f1,
	       avg(h.mean_exact) as mean_em, avg(h.mean_f1) as mean_f1, avg(h.best_exact::integer) as best_em,
	       avg(h.best_f1) as best_f1
	  from h
	 group by h.split
)
select n.split, n.questions, round(100 * n.em, 4) as em, round(100 * e.low::numeric, 4) as em_low,
       round(100 * e.high::numeric, 4) as em_high, round(100 * n.f1, 4) as f1, round(100 * f.low::numeric, 4) as f1_low,
       round(100 * f.high::numeric, 4) as f1_high, round(100 * n.mean_em, 4) as mean_em,
       round(100 * n.mean_f1, 4) as mean_f1, round(100 * n.best_em, 4) as best_em, round(100 * n.best_f1, 4) as best_f1
  from n
 cross join lateral bootstrap(n.ems, $4::text || ':em:' || n.split) as e
 cross join lateral bootstrap(n.f1s, $4::text || ':f1:' || n.split) as f;

-- row: stats_label(word text, questions bigint, labelled bigint)

-- name: stats_project_labels(project text, as_of timestamptz) -> stats_label
-- Figure 5: every label of the catalogue, how many questions that are in have it, and how many have any.
with j as materialized (
	select j.labels
	  from beat.project p
	 cross join lateral labels_at(p.id, $2::timestamptz) as j
	  join valid_questions($1::text, $2::timestamptz) as v on v.question_id = j.question_id
	 where p.name = $1::text
)
select w.word, (select count(*) from j where w.word = any (j.labels)) as questions,
       (select count(*) from j) as labelled
  from beat.review_word w
 where w.kind = 'label'
 order by w.place;

-- name: stats_release_labels(release bigint) -> stats_label
with j as materialized (
	select j.labels
	  from release_sources($1::bigint) as r
	 cross join lateral labels_at(r.project_id, r.as_of) as j
	  join beat.release_question rq on rq.release_id = $1::bigint and rq.question_id = j.question_id
)
select w.word, (select count(*) from j where w.word = any (j.labels)) as questions,
       (select count(*) from j) as labelled
  from beat.review_word w
 where w.kind = 'label'
 order by w.place;

-- row: stats_success(bucket int, workers bigint)

-- name: stats_project_success(project text, as_of timestamptz) -> stats_success
-- Figure 10: workers by success rate, in steps of a twentieth, rounded down.
select (20 * s.valid / s.reviewed)::integer as bucket, count(*) as workers
  from beat.project p
 cross join lateral success_at(p.id, $2::timestamptz) as s
 where p.name = $1::text
 group by 1
 order by 1;

-- name: stats_release_success(release bigint) -> stats_success
-- Of a combined release: a worker of several projects counts once in each.
select (20 * s.valid / s.reviewed)::integer as bucket, count(*) as workers
  from release_sources($1::bigint) as r
 cross join lateral success_at(r.project_id, r.as_of) as s
 group by 1
 order by 1;

-- name: stats_work(project text?, as_of timestamptz?)
--   -> (stage text, hits bigint, seconds bigint, cents bigint, platform_cents bigint)
-- HITs handed in by the moment, how long they took and what they earned, by stage; without a project: of all projects.
-- platform_cents: what workers of a platform that takes fees earned.
select a.kind::text as stage, count(*) as hits,
       coalesce(sum(hit_seconds(a.started_at, a.ended_at)), 0)::bigint as seconds,
       coalesce(sum(a.reward_cents), 0)::bigint as cents,
       coalesce(sum(a.reward_cents) filter (where w.platform <> 'direct'), 0)::bigint as platform_cents
  from beat.assignment a
  join beat.worker w on w.id = a.worker_id
 where a.state = 'submitted' and ($2::timestamptz is null or a.ended_at <= $2::timestamptz)
   and ($1::text is null or a.project_id = (select p.id from beat.project p where p.name = $1::text))
 group by a.kind;

-- name: stats_calls(project text, as_of timestamptz)
--   -> (model text, calls bigint, tokens_in bigint, tokens_out bigint, ms bigint, nanos bigint)
-- What the calls for a project cost by the moment, by model: those that tell their tokens, of the game, late, of shadows.
select model_published_name(m.name, b.name) as model, count(*) as calls, sum(u.tokens_in)::bigint as tokens_in,
       sum(u.tokens_out)::bigint as tokens_out, sum(u.ms)::bigint as ms, sum(u.nanos)::bigint as nanos
  from beat.model_usage u
  join beat.model m on m.id = u.model_id
  left join beat.model_build b on b.id = u.model_build_id
 where u.project_id = (select p.id from beat.project p where p.name = $1::text) and u.at <= $2::timestamptz
 group by model_published_name(m.name, b.name)
 order by model_published_name(m.name, b.name) collate "C";
