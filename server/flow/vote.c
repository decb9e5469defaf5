/* vote: a validator's own answer to a question of somebody else, or why it has none.
 *
 *   read and check the request
 *   -> begin: one read gives the passage and the original answer, if the question may be answered now
 *   -> prove the span against the passage
 *   -> score it against the original, exact integers
 *   -> record: one write; the last vote on a question is the one that stands until the HIT is handed in
 *
 * Sending the same vote again stores the same row, so a page may always repeat itself. The
 * original answer never leaves the server, nor does how near the vote came to it: a validator
 * who could see that would not be an independent one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beat/jw.h"
#include "beat/metrics.h"
#include "beat/score.h"
#include "beat/span.h"
#include "beat/text.h"
#include "flow.h"

enum { QUESTION_ID_LEN = 40, REASON_MAX = 40, COMMENT_MAX = 1000 };

/* Columns of the query vote_begin, in order. */
enum { B_STATUS, B_PASSAGE, B_ORIGINAL, B_STORED };

/* Columns of the query vote_record. */
enum { R_STATUS, R_VOTE, R_DONE, R_TOTAL };

static const struct flow_refusal refusals[] = {
    {"closed", 409, "question-closed", "This question is no longer needed. Thank you; please go on with the others."},
    {"no_question", 409, "no-question", "This question does not belong to your task. Reload the page."},
    {"bad_reason", 422, "invalid", "The field \"reason\" must be one of the reasons that the session lists."},
    {"comment_missing", 422, "invalid", "Please say in a few words why this question has no answer."},
    {"comment_too_long", 422, "invalid", "The comment is too long: at most 1000 characters."},
    {0},
};

struct vote {
	struct http_req *req;
	struct app *app;
	struct db_call *call;
	struct token_session token;
	json_t *body;
	const char *question; /* lives in body */
	bool answered;        /* else there is a reason why not */
	struct span span;
	const char *claimed; /* what the page says the span reads; lives in body */
	size_t claimed_n;
	char *answer;       /* the proved span's text */
	char *normal;       /* its normalised tokens */
	const char *reason; /* lives in body */
	char *comment;      /* trimmed; never NULL once read */
	struct score score;
};

static void vote_free(struct vote *v)
{
	db_cancel(&v->call);
	json_decref(v->body);
	free(v->answer);
	free(v->normal);
	free(v->comment);
	free(v);
}

static void on_deadline(void *arg)
{
	struct vote *v = arg;

	http_problem_retry(v->req, 503, "unavailable", "This took too long. Send it again: nothing is lost.", 2);
	vote_free(v);
}

/* The status of a row, or NULL after answering because there is none. */
static const char *status_of(struct vote *v, const struct db_result *r)
{
	if (r->status == DB_OK && r->rows == 1)
		return db_str(r, 0, 0);
	flow_db_failed(v->req, r, "a vote");
	vote_free(v);
	return NULL;
}

static void refuse(struct vote *v, const char *status)
{
	metric_add(v->app->m_votes, 1, status, NULL, NULL);
	flow_refuse(v->req, refusals, status);
	vote_free(v);
}

/* --- record ------------------------------------------------------------- */

static void reply(struct vote *v, const struct db_result *r)
{
	struct buf b = BUF_INIT;
	struct jw w;

	metric_add(v->app->m_votes, 1, v->answered ? "answer" : "no_answer", NULL, NULL);
	jw_init(&w, &b);
	jw_open(&w, '{');
	jw_kstr(&w, "question", v->question);
	jw_key(&w, "vote");
	jw_raw(&w, db_str(r, 0, R_VOTE), db_len(r, 0, R_VOTE));
	jw_kint(&w, "done", db_int(r, 0, R_DONE));
	jw_kint(&w, "total", db_int(r, 0, R_TOTAL));
	jw_close(&w, '}');
	jw_done(&w);
	http_reply_json(v->req, 200, &b);
	buf_release(&b);
	vote_free(v);
}

static void on_recorded(void *arg, const struct db_result *r)
{
	struct vote *v = arg;
	const char *status;

	v->call = NULL;
	status = status_of(v, r);
	if (status == NULL)
		return;
	if (strcmp(status, "ok") == 0)
		reply(v, r);
	else
		refuse(v, status);
}

static const char *number(char out[24], long long n)
{
	snprintf(out, 24, "%lld", n);
	return out;
}

static void record(struct vote *v)
{
	bool a = v->answered;
	char n[7][24];
	const char *params[] = {
	    number(n[0], v->token.assignment),
	    number(n[1], v->token.worker),
	    v->question,
	    a ? number(n[2], (long long)v->span.start) : NULL,
	    a ? number(n[3], (long long)v->span.end) : NULL,
	    v->answer,
	    v->reason,
	    v->comment,
	    number(n[4], v->score.shared),
	    number(n[5], v->score.pred_tokens),
	    number(n[6], v->score.gold_tokens),
	    v->score.exact ? "true" : "false",
	    v->normal,
	};

	v->call = db_start(v->app->db, DB_WRITE, Q_VOTE_RECORD, params, DB_TIMEOUT_MS, on_recorded, v);
}

/* --- begin -------------------------------------------------------------- */

/* Takes the proved span's text, and its tokens for comparing votes with one another. -1 after answering. */
static int prove(struct vote *v, const char *passage, size_t passage_n)
{
	enum span_status proof = span_prove(passage, passage_n, &v->span, v->claimed, v->claimed_n);
	struct text_norm norm;
	const char *slice;
	size_t n;

	if (proof != SPAN_OK || !span_slice(passage, passage_n, v->span, &slice, &n)) {
		metric_add(v->app->m_votes, 1, "invalid", NULL, NULL);
		http_problem(v->req, 422, "invalid", span_status_message(proof));
		vote_free(v);
		return -1;
	}
	v->answer = xmemdup0(slice, n);
	text_normalise(slice, n, &norm);
	v->normal = xmemdup0(norm.joined, norm.joined_n);
	text_norm_release(&norm);
	return 0;
}

static void on_begun(void *arg, const struct db_result *r)
{
	struct vote *v = arg;
	const char *status;

	v->call = NULL;
	status = status_of(v, r);
	if (status == NULL)
		return;
	if (strcmp(status, "ok") != 0) {
		refuse(v, status);
		return;
	}
	if (v->answered && prove(v, db_str(r, 0, B_PASSAGE), db_len(r, 0, B_PASSAGE)) < 0)
		return;
	v->score = score_texts(db_str(r, 0, B_ORIGINAL), db_len(r, 0, B_ORIGINAL), v->answered ? v->answer : "",
			       v->answered ? strlen(v->answer) : 0);
	record(v);
}

static void begin(struct vote *v)
{
	char n[2][24];
	const char *params[] = {number(n[0], v->token.assignment), number(n[1], v->token.worker), v->token.ref,
				v->question};

	http_on_deadline(v->req, on_deadline, v);
	v->call = db_start(v->app->db, DB_READ, Q_VOTE_BEGIN, params, DB_TIMEOUT_MS, on_begun, v);
}

/* --- the request -------------------------------------------------------- */

static bool is_given(const json_t *body, const char *key)
{
	const json_t *v = json_object_get(body, key);

	return v != NULL && !json_is_null(v);
}

static int read_question(struct vote *v, char err[JSON_ERR_MAX])
{
	size_t n;

	if (json_get_str(v->body, "question", &v->question, &n, err) < 0)
		return -1;
	if (n == QUESTION_ID_LEN && strspn(v->question, "0123456789abcdef") == n)
		return 0;
	snprintf(err, JSON_ERR_MAX, "The field \"question\" must be the id of a question: %d hexadecimal digits.",
		 QUESTION_ID_LEN);
	return -1;
}

static int read_answer(struct vote *v, char err[JSON_ERR_MAX])
{
	json_t *answer;
	int64_t start, end;

	if (json_get_obj(v->body, "answer", &answer, err) < 0 ||
	    json_get_int(answer, "start", 0, INT32_MAX, &start, err) < 0 ||
	    json_get_int(answer, "end", 0, INT32_MAX, &end, err) < 0 ||
	    json_get_str(answer, "text", &v->claimed, &v->claimed_n, err) < 0)
		return -1;
	v->span = (struct span){(size_t)start, (size_t)end};
	return 0;
}

static int read_reason(struct vote *v, char err[JSON_ERR_MAX])
{
	size_t n;

	if (json_get_str(v->body, "reason", &v->reason, &n, err) < 0)
		return -1;
	if (n == 0 || n > REASON_MAX || strspn(v->reason, "abcdefghijklmnopqrstuvwxyz_") != n) {
		snprintf(err, JSON_ERR_MAX, "The field \"reason\" must be one of the reasons that the session lists.");
		return -1;
	}
	if (strcmp(v->reason, "other") == 0 && v->comment[0] == '\0') {
		snprintf(err, JSON_ERR_MAX, "Please say in a few words why this question has no answer.");
		return -1;
	}
	return 0;
}

/* Optional; blank is as good as none. */
static int read_comment(struct vote *v, char err[JSON_ERR_MAX])
{
	struct span whole = {0};
	const char *s = "", *trimmed = "";
	size_t n = 0, trimmed_n = 0;

	if (is_given(v->body, "comment") && json_get_str(v->body, "comment", &s, &n, err) < 0)
		return -1;
	whole.end = text_length(s, n);
	if (whole.end == 0 || span_trim(s, n, &whole) != SPAN_OK || !span_slice(s, n, whole, &trimmed, &trimmed_n))
		trimmed_n = 0;
	v->comment = xmemdup0(trimmed, trimmed_n);
	if (whole.end - whole.start <= COMMENT_MAX)
		return 0;
	snprintf(err, JSON_ERR_MAX, "The comment is too long: at most %d characters.", COMMENT_MAX);
	return -1;
}

static int read_vote(struct vote *v, char err[JSON_ERR_MAX])
{
	if (read_question(v, err) < 0 || read_comment(v, err) < 0)
		return -1;
	v->answered = is_given(v->body, "answer");
	if (v->answered == is_given(v->body, "reason")) {
		snprintf(err, JSON_ERR_MAX, "Give either an \"answer\" or the \"reason\" why there is none.");
		return -1;
	}
	return v->answered ? read_answer(v, err) : read_reason(v, err);
}

void flow_vote(struct http_req *req, void *arg)
{
	struct app *app = arg;
	struct token_session token;
	char err[JSON_ERR_MAX];
	struct vote *v;
	json_t *body;

	if (!flow_read_token(req, app, &token) || (body = flow_read_object(req)) == NULL)
		return;
	v = xcalloc(1, sizeof(*v));
	v->req = req;
	v->app = app;
	v->token = token;
	v->body = body;
	if (read_vote(v, err) < 0) {
		metric_add(app->m_votes, 1, "invalid", NULL, NULL);
		http_problem(req, 422, "invalid", err);
		vote_free(v);
		return;
	}
	begin(v);
}
