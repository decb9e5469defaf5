-- Reviews of sampled HITs. Each answers with one JSON value.

-- for: beatd

-- name: admin_review_words() -> answer
select admin_review_words() as answer;

-- name: admin_review_queue(project text, account text) -> answer
select admin_review_queue($1::text, $2::text) as answer;

-- name: admin_review_next(project text, queue text, account text, actor text, identity bool) -> answer
select admin_review_next($1::text, $2::text, $3::text, $4::text, $5::boolean) as answer;

-- for: beatd beatctl

-- name: admin_reviews(project text, before text, limit text, account text, identity bool) -> answer
-- Without an account: everybody's.
select admin_reviews($1::text, $2::text, $3::text, $4::text, $5::boolean) as answer;

-- for: beatd

-- name: admin_review(review text, account text, identity bool) -> answer
select admin_review($1::text, $2::text, $3::boolean) as answer;

-- name: admin_review_finish(review text, judgements text, account text, actor text) -> answer
select admin_review_finish($1::text, $2::text, $3::text, $4::text) as answer;

-- name: admin_review_release(review text, account text, actor text) -> answer
select admin_review_release($1::text, $2::text, $3::text) as answer;

-- name: admin_review_undo(review text, account text, actor text) -> answer
select admin_review_undo($1::text, $2::text, $3::text) as answer;

-- for: beatd beatctl

-- name: admin_agreement(project text) -> answer
select admin_agreement($1::text) as answer;
