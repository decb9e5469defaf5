-- Reviews of sampled HITs. Each answers with one JSON value.

-- name: admin_review_words()
select beat.admin_review_words();

-- name: admin_review_queue(project, account)
select beat.admin_review_queue($1::text, $2::text);

-- name: admin_review_next(project, queue, account, actor, identity)
select beat.admin_review_next($1::text, $2::text, $3::text, $4::text, $5::boolean);

-- name: admin_reviews(project, before, page, account, identity)
-- Without an account: everybody's.
select beat.admin_reviews($1::text, $2::text, $3::text, $4::text, $5::boolean);

-- name: admin_review(review, account, identity)
select beat.admin_review($1::text, $2::text, $3::boolean);

-- name: admin_review_finish(review, judgements, account, actor)
select beat.admin_review_finish($1::text, $2::text, $3::text, $4::text);

-- name: admin_review_release(review, account, actor)
select beat.admin_review_release($1::text, $2::text, $3::text);

-- name: admin_review_undo(review, account, actor)
select beat.admin_review_undo($1::text, $2::text, $3::text);

-- name: admin_agreement(project)
select beat.admin_agreement($1::text);
