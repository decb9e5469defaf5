/* exercise: a worker of an onboarding sends an exercise in.
 *
 *   read and check the request
 *   -> begin: one read gives the exercise, its passage and what is expected
 *   -> prove the span against the passage
 *   -> judge what can be judged mechanically (exercise.h)
 *   -> record: one write; an exercise once done stays done, so sending again is harmless
 *   -> answer with a kind sentence
 *
 * A worker's mistake is never an error: it is `done: false` with feedback. Errors are for
 * requests that the page does not send. */
#include "beat/exercise.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beat/jw.h"
#include "beat/span.h"
#include "beat/text.h"
#include "flow.h"

enum { NUMBER_MAX = 20, QUESTION_MAX = 1000 };

/* Columns of the query exercise_begin, in order. */
enum {
	B_STATUS,
	B_KIND,
	B_PASSAGE,
	B_EXPECTED_START,
	B_EXPECTED_END,
	B_EXPECTED,
	B_QUESTION,
	B_HINT,
	B_PRAISE,
	B_TRIES
};

/* Columns of the query exercise_record. */
enum { R_STATUS, R_TRIES, R_DONE_COUNT, R_TOTAL };

static const struct flow_refusal refusals[] = {
    {"bad_number", 409, "exercise-order", "The exercises are done one after the other. Reload the page to go on."},
    {"not_onboarding", 409, "no-exercises", "This task has no exercises. Reload the page."},
    {0},
};

struct trial {
	struct http_req *req;
	struct app *app;
	struct db_call *call;
	struct token_session token;
	json_t *body;
	int64_t number;
	char *question; /* trimmed; NULL: none */
	size_t question_n;
	bool has_span;
	struct span span;
	const char *claimed; /* what the page says the span reads; lives in body */
	size_t claimed_n;
	char *answer; /* the proved span's text; NULL: none, or it is not asked for */
	size_t answer_n;
	struct exercise_verdict verdict;
};

static void trial_free(struct trial *t)
{
	db_cancel(&t->call);
	json_decref(t->body);
	free(t->question);
	free(t->answer);
	buf_release(&t->verdict.feedback);
	free(t);
}

static void on_deadline(void *arg)
{
	struct trial *t = arg;

	http_problem_retry(t->req, 503, "unavailable", "This took too long. Send it again: nothing is lost.", 2);
	trial_free(t);
}

/* The status of a row, or NULL after answering because there is none. */
static const char *status_of(struct trial *t, const struct db_result *r)
{
	if (r->status == DB_OK && r->rows == 1)
		return db_str(r, 0, 0);
	flow_db_failed(t->req, r, "an exercise");
	trial_free(t);
	return NULL;
}

/* --- answer ------------------------------------------------------------- */

static void put_f1(struct jw *w, const struct exercise_verdict *v)
{
	jw_key(w, "f1");
	if (!v->scored) {
		jw_null(w);
		return;
	}
	jw_open(w, '{');
	jw_kint(w, "shared", v->score.shared);
	jw_kint(w, "given_tokens", v->score.pred_tokens);
	jw_kint(w, "expected_tokens", v->score.gold_tokens);
	jw_key(w, "value");
	jw_num(w, score_f1(&v->score));
	jw_close(w, '}');
}

/* Done before (another window, a repeated request) stays done, whatever was sent now. */
static void reply(struct trial *t, const struct db_result *r, bool before)
{
	bool again = before && !t->verdict.done;
	struct buf b = BUF_INIT;
	struct jw w;

	jw_init(&w, &b);
	jw_open(&w, '{');
	jw_kint(&w, "number", t->number);
	jw_kbool(&w, "done", t->verdict.done || before);
	jw_kstr(&w, "feedback",
		again ? "This exercise is done already. Go on with the next one." : t->verdict.feedback.p);
	put_f1(&w, &t->verdict);
	jw_kint(&w, "tries", db_int(r, 0, R_TRIES));
	jw_kint(&w, "done_count", db_int(r, 0, R_DONE_COUNT));
	jw_kint(&w, "total", db_int(r, 0, R_TOTAL));
	jw_close(&w, '}');
	jw_done(&w);
	http_reply_json(t->req, 200, &b);
	buf_release(&b);
}

/* --- record ------------------------------------------------------------- */

static void on_recorded(void *arg, const struct db_result *r)
{
	struct trial *t = arg;
	const char *status;

	t->call = NULL;
	status = status_of(t, r);
	if (status == NULL)
		return;
	if (strcmp(status, "ok") == 0 || strcmp(status, "stored") == 0)
		reply(t, r, strcmp(status, "stored") == 0);
	else
		flow_refuse(t->req, refusals, status);
	trial_free(t);
}

static const char *number(char out[24], long long v)
{
	snprintf(out, 24, "%lld", v);
	return out;
}

static void record(struct trial *t)
{
	const struct exercise_verdict *v = &t->verdict;
	bool answered = t->answer != NULL;
	char n[8][24];
	const char *params[] = {
	    number(n[0], t->token.assignment),
	    number(n[1], t->token.worker),
	    number(n[2], t->number),
	    v->done ? "true" : "false",
	    t->question,
	    answered ? number(n[3], (long long)t->span.start) : NULL,
	    answered ? number(n[4], (long long)t->span.end) : NULL,
	    t->answer,
	    v->scored ? number(n[5], v->score.shared) : NULL,
	    v->scored ? number(n[6], v->score.pred_tokens) : NULL,
	    v->scored ? number(n[7], v->score.gold_tokens) : NULL,
	};

	t->call = db_start(t->app->db, DB_WRITE, Q_EXERCISE_RECORD, params, DB_TIMEOUT_MS, on_recorded, t);
}

/* --- begin -------------------------------------------------------------- */

/* Proves the span if the exercise asks for one. A selection without a word is the worker's
 * mistake and stays as it was sent; a span that does not fit the passage is the page's: 422. */
static int prove(struct trial *t, const char *passage, size_t passage_n)
{
	enum span_status proof = span_prove(passage, passage_n, &t->span, t->claimed, t->claimed_n);
	const char *slice;
	size_t n;

	if (proof == SPAN_OUTSIDE || proof == SPAN_MISMATCH || !span_slice(passage, passage_n, t->span, &slice, &n)) {
		http_problem(t->req, 422, "invalid", span_status_message(proof));
		trial_free(t);
		return -1;
	}
	t->answer = xmemdup0(slice, n);
	t->answer_n = n;
	return 0;
}

static struct exercise_text column(const struct db_result *r, int col)
{
	return (struct exercise_text){db_str(r, 0, col), db_len(r, 0, col)};
}

static void judge(struct trial *t, const struct db_result *r)
{
	struct exercise e = {.passage = column(r, B_PASSAGE),
			     .answer = column(r, B_EXPECTED),
			     .hint = column(r, B_HINT),
			     .praise = column(r, B_PRAISE),
			     .tries = (int)db_int(r, 0, B_TRIES)};
	struct exercise_given given = {{NULL, 0}, {NULL, 0}};

	if (exercise_kind_read(db_str(r, 0, B_KIND), &e.kind) < 0) {
		flow_refuse(t->req, refusals, "unknown kind");
		trial_free(t);
		return;
	}
	if (e.kind == EXERCISE_HIGHLIGHT) {
		free(t->question);
		t->question = NULL;
	}
	if (e.kind != EXERCISE_WRITE && t->has_span && prove(t, e.passage.p, e.passage.n) < 0)
		return;
	if (t->question != NULL)
		given.question = (struct exercise_text){t->question, t->question_n};
	if (t->answer != NULL)
		given.answer = (struct exercise_text){t->answer, t->answer_n};
	exercise_judge(&e, &given, &t->verdict);
	record(t);
}

static void on_begun(void *arg, const struct db_result *r)
{
	struct trial *t = arg;
	const char *status;

	t->call = NULL;
	status = status_of(t, r);
	if (status == NULL)
		return;
	/* all done: somebody sends the last one again, and gets the same answer */
	if (strcmp(status, "ok") == 0 || strcmp(status, "done_all") == 0) {
		judge(t, r);
		return;
	}
	flow_refuse(t->req, refusals, status);
	trial_free(t);
}

static void begin(struct trial *t)
{
	char n[3][24];
	const char *params[] = {number(n[0], t->token.assignment), number(n[1], t->token.worker), t->token.ref,
				number(n[2], t->number)};

	http_on_deadline(t->req, on_deadline, t);
	t->call = db_start(t->app->db, DB_READ, Q_EXERCISE_BEGIN, params, DB_TIMEOUT_MS, on_begun, t);
}

/* --- the request -------------------------------------------------------- */

static bool is_given(const json_t *body, const char *key)
{
	const json_t *v = json_object_get(body, key);

	return v != NULL && !json_is_null(v);
}

/* Optional; blank is as good as none. */
static int read_question(struct trial *t, char err[JSON_ERR_MAX])
{
	struct span whole = {0};
	const char *s, *trimmed;
	size_t n;

	if (!is_given(t->body, "question"))
		return 0;
	if (json_get_str(t->body, "question", &s, &n, err) < 0)
		return -1;
	whole.end = text_length(s, n);
	if (whole.end == 0 || span_trim(s, n, &whole) != SPAN_OK)
		return 0;
	if (whole.end - whole.start > QUESTION_MAX) {
		snprintf(err, JSON_ERR_MAX, "The question is too long: at most %d characters.", QUESTION_MAX);
		return -1;
	}
	if (span_slice(s, n, whole, &trimmed, &t->question_n))
		t->question = xmemdup0(trimmed, t->question_n);
	return 0;
}

static int read_answer(struct trial *t, char err[JSON_ERR_MAX])
{
	json_t *answer;
	int64_t start, end;

	if (!is_given(t->body, "answer"))
		return 0;
	if (json_get_obj(t->body, "answer", &answer, err) < 0 ||
	    json_get_int(answer, "start", 0, INT32_MAX, &start, err) < 0 ||
	    json_get_int(answer, "end", 0, INT32_MAX, &end, err) < 0 ||
	    json_get_str(answer, "text", &t->claimed, &t->claimed_n, err) < 0)
		return -1;
	t->span = (struct span){(size_t)start, (size_t)end};
	t->has_span = true;
	return 0;
}

void flow_exercise(struct http_req *req, void *arg)
{
	struct app *app = arg;
	struct token_session token;
	char err[JSON_ERR_MAX];
	struct trial *t;
	json_t *body;

	if (!flow_read_token(req, app, &token) || (body = flow_read_object(req)) == NULL)
		return;
	t = xcalloc(1, sizeof(*t));
	t->req = req;
	t->app = app;
	t->token = token;
	t->body = body;
	if (json_get_int(body, "number", 1, NUMBER_MAX, &t->number, err) < 0 || read_question(t, err) < 0 ||
	    read_answer(t, err) < 0) {
		http_problem(req, 422, "invalid", err);
		trial_free(t);
		return;
	}
	begin(t);
}
