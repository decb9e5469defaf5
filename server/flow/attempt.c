/* attempt: one question with its highlighted answer against the model.
 *
 *   read and check the request
 *   -> join, if the same attempt is under way already
 *   -> begin: one read tells the state of the assignment, the passage and the model
 *   -> prove the span against the passage
 *   -> ask the model (it never sees the human answer)
 *   -> score, exact integers decide
 *   -> record: one write, durable before the answer leaves
 *   -> finish: everyone who asked gets the same answer
 *
 * Invariants: an attempt id has at most one struct attempt in this process, so a
 * double click costs one model call; the database has the id unique, so it is one
 * row whatever happens. Each waiting request leaves by itself at its deadline; the
 * last one to leave cancels the work. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

#include "beat/metrics.h"
#include "beat/model.h"
#include "beat/score.h"
#include "beat/span.h"
#include "beat/text.h"
#include "flow.h"

enum { UUID_LEN = 36, QUESTION_MAX = 1000, WAITERS_MAX = 8, BUCKETS = 1024 };

/* Columns of the queries attempt_begin and attempt_record; the latter has the first four only. */
enum {
	A_STATUS,
	A_ATTEMPT,
	A_WON,
	A_WANTED,
	A_PASSAGE,
	A_TEXT,
	A_MODEL_ID,
	A_MODEL_NAME,
	A_MODEL_URL,
	A_MODEL_PROTOCOL,
	A_THRESHOLD,
	A_EMPTY_ANSWER
};

static const struct flow_refusal refusals[] = {
    {"foreign", 409, "attempt-id-taken", "This attempt id belongs to another task. Make a new one."},
    {"wrong_task", 409, "wrong-task", "This task asks for answers, not for questions. Reload the page."},
    {"full", 409, "enough-wins", "You have all the questions this task asks for. Finish it now."},
    {"paused", 409, "project-paused", "The project is paused at the moment. You can still finish with what you have."},
    {0},
};

struct waiter {
	struct attempt *attempt; /* NULL: a free place */
	struct http_req *req;
};

struct attempt {
	LIST_ENTRY(attempt) link;
	bool linked; /* in the table of attempts in flight */
	struct app *app;
	char id[UUID_LEN + 1];
	struct token_session token;
	struct waiter waiters[WAITERS_MAX];
	json_t *body;
	char *question; /* trimmed */
	size_t question_n;
	const char *claimed; /* what the page says the span reads; lives in body */
	size_t claimed_n;
	struct span span;
	char *answer; /* the proved span's text */
	char *model_id;
	int threshold;
	bool empty_is_loss;
	struct db_call *db_call;
	struct model_call *model_call;
};

LIST_HEAD(attempt_list, attempt);
struct attempts_in_flight {
	struct attempt_list buckets[BUCKETS];
};

struct attempts_in_flight *attempts_in_flight_new(void)
{
	return xcalloc(1, sizeof(struct attempts_in_flight));
}

void attempts_in_flight_free(struct attempts_in_flight **t)
{
	free(*t);
	*t = NULL;
}

/* --- finish ------------------------------------------------------------- */

static void attempt_free(struct attempt *a)
{
	if (a->linked)
		LIST_REMOVE(a, link);
	db_cancel(&a->db_call);
	model_cancel(&a->model_call);
	json_decref(a->body);
	free(a->question);
	free(a->answer);
	free(a->model_id);
	free(a);
}

/* Runs `reply` for everyone who waits, then ends the attempt. The only way out. */
static void finish(struct attempt *a, void (*reply)(struct http_req *req, const void *what), const void *what)
{
	for (size_t i = 0; i < WAITERS_MAX; i++) {
		if (a->waiters[i].attempt != NULL)
			reply(a->waiters[i].req, what);
	}
	attempt_free(a);
}

static void reply_body(struct http_req *req, const void *what)
{
	http_reply_json(req, 200, what);
}

static void reply_refusal(struct http_req *req, const void *what)
{
	const struct flow_refusal *f = what;

	if (f->http_status == 503)
		http_problem_retry(req, f->http_status, f->slug, f->detail, 2);
	else
		http_problem(req, f->http_status, f->slug, f->detail);
}

static void reply_db_failed(struct http_req *req, const void *what)
{
	flow_db_failed(req, what, "an attempt");
}

static void finish_refused(struct attempt *a, int status, const char *slug, const char *detail)
{
	struct flow_refusal f = {NULL, status, slug, detail};

	finish(a, reply_refusal, &f);
}

static void reply_by_status(struct http_req *req, const void *what)
{
	flow_refuse(req, refusals, what);
}

/* The stored attempt, made by SQL as one JSON object, plus the score of the HIT. */
static void finish_stored(struct attempt *a, const struct db_result *r)
{
	const char *json = db_str(r, 0, A_ATTEMPT);
	size_t n = db_len(r, 0, A_ATTEMPT);
	struct buf b = BUF_INIT;

	while (n > 0 && json[n - 1] != '}')
		n--;
	buf_add(&b, json, n > 0 ? n - 1 : 0);
	buf_addf(&b, ",\"won\":%lld,\"wanted\":%lld}", (long long)db_int(r, 0, A_WON),
		 (long long)db_int(r, 0, A_WANTED));
	finish(a, reply_body, &b);
	buf_release(&b);
}

/* The status of a row, or NULL after ending the attempt because there is none. */
static const char *status_of(struct attempt *a, const struct db_result *r)
{
	if (r->status == DB_OK && r->rows == 1)
		return db_str(r, 0, A_STATUS);
	finish(a, reply_db_failed, r);
	return NULL;
}

/* A request's own deadline: it leaves; the last one takes the work with it. */
static void on_deadline(void *arg)
{
	struct waiter *w = arg;
	struct attempt *a = w->attempt;

	w->attempt = NULL;
	http_problem_retry(w->req, 503, "unavailable",
			   "This took too long. Send it again: nothing is stored twice, nothing is lost.", 2);
	for (size_t i = 0; i < WAITERS_MAX; i++) {
		if (a->waiters[i].attempt != NULL)
			return;
	}
	attempt_free(a);
}

static bool wait_for(struct attempt *a, struct http_req *req)
{
	for (size_t i = 0; i < WAITERS_MAX; i++) {
		if (a->waiters[i].attempt == NULL) {
			a->waiters[i] = (struct waiter){a, req};
			http_on_deadline(req, on_deadline, &a->waiters[i]);
			return true;
		}
	}
	return false;
}

/* --- record ------------------------------------------------------------- */

static void on_recorded(void *arg, const struct db_result *r)
{
	struct attempt *a = arg;
	const char *status;

	a->db_call = NULL;
	status = status_of(a, r);
	if (status == NULL)
		return;
	if (strcmp(status, "ok") == 0 || strcmp(status, "stored") == 0)
		finish_stored(a, r);
	else
		finish(a, reply_by_status, status);
}

/* The judgement of one attempt, as it goes to the database. */
struct judgement {
	bool judged;
	struct score score;
	enum verdict verdict;
	const char *fault; /* NULL when judged */
};

static struct judgement judge(const struct attempt *a, const struct model_answer *m)
{
	struct judgement j = {.score = score_texts(a->answer, strlen(a->answer), m->text, m->text_n)};

	j.judged = m->outcome == MODEL_ANSWERED || (m->outcome == MODEL_EMPTY && a->empty_is_loss);
	j.verdict = j.judged ? score_verdict(&j.score, a->threshold) : VERDICT_NONE;
	j.fault = j.judged ? NULL : model_outcome_name(m->outcome);
	return j;
}

static const char *number(char out[24], long long v)
{
	snprintf(out, 24, "%lld", v);
	return out;
}

static void record(struct attempt *a, const struct model_answer *m)
{
	struct judgement j = judge(a, m);
	char n[11][24], score[40];
	bool span = j.judged && m->has_span;
	const char *params[] = {
	    a->id,
	    number(n[0], a->token.assignment),
	    number(n[1], a->token.worker),
	    a->question,
	    number(n[2], (long long)a->span.start),
	    number(n[3], (long long)a->span.end),
	    a->answer,
	    number(n[4], a->threshold),
	    a->model_id,
	    m->name,
	    m->version,
	    m->weights,
	    j.judged ? m->text : NULL,
	    span ? number(n[5], (long long)m->span.start) : NULL,
	    span ? number(n[6], (long long)m->span.end) : NULL,
	    j.judged && m->has_score ? score : NULL,
	    j.judged ? number(n[7], j.score.shared) : NULL,
	    j.judged ? number(n[8], j.score.pred_tokens) : NULL,
	    j.judged ? number(n[9], j.score.gold_tokens) : NULL,
	    verdict_name(j.verdict),
	    j.fault,
	    number(n[10], m->elapsed_ms),
	};

	snprintf(score, sizeof(score), "%.17g", m->score);
	metric_add(a->app->m_attempts, 1, verdict_name(j.verdict), m->name, NULL);
	metric_observe_us(a->app->m_model_seconds, (int64_t)m->elapsed_ms * 1000, m->name, NULL, NULL);
	a->db_call = db_start(a->app->db, DB_WRITE, Q_ATTEMPT_RECORD, params, DB_TIMEOUT_MS, on_recorded, a);
}

/* --- ask ---------------------------------------------------------------- */

static void on_answer(void *arg, const struct model_answer *m)
{
	struct attempt *a = arg;

	a->model_call = NULL;
	if (m->outcome == MODEL_BUSY)
		finish_refused(a, 503, "busy", "The AI is very busy. Please send your question again in a moment.");
	else
		record(a, m);
}

/* --- begin -------------------------------------------------------------- */

static void ask(struct attempt *a, const struct db_result *r)
{
	struct model_ref ref = {.name = db_str(r, 0, A_MODEL_NAME),
				.url = db_str(r, 0, A_MODEL_URL),
				.protocol = db_str(r, 0, A_MODEL_PROTOCOL)};
	const char *passage = db_str(r, 0, A_TEXT), *slice;
	size_t passage_n = db_len(r, 0, A_TEXT), slice_n;
	enum span_status proof = span_prove(passage, passage_n, &a->span, a->claimed, a->claimed_n);

	if (proof != SPAN_OK || !span_slice(passage, passage_n, a->span, &slice, &slice_n)) {
		finish_refused(a, 422, "invalid", span_status_message(proof));
		return;
	}
	a->answer = xmemdup0(slice, slice_n);
	a->model_id = xstrdup(db_str(r, 0, A_MODEL_ID));
	a->threshold = (int)db_int(r, 0, A_THRESHOLD);
	a->empty_is_loss = strcmp(db_str(r, 0, A_EMPTY_ANSWER), "loss") == 0;
	a->model_call = model_ask(a->app->models, &ref, passage, passage_n, a->question, a->question_n, on_answer, a);
}

static void on_begun(void *arg, const struct db_result *r)
{
	struct attempt *a = arg;
	const char *status;

	a->db_call = NULL;
	status = status_of(a, r);
	if (status == NULL)
		return;
	if (strcmp(status, "ok") == 0)
		ask(a, r);
	else if (strcmp(status, "stored") == 0)
		finish_stored(a, r);
	else
		finish(a, reply_by_status, status);
}

static void begin(struct attempt *a)
{
	char n[2][24];
	const char *params[] = {a->id, number(n[0], a->token.assignment), number(n[1], a->token.worker), a->token.ref};

	a->db_call = db_start(a->app->db, DB_READ, Q_ATTEMPT_BEGIN, params, DB_TIMEOUT_MS, on_begun, a);
}

/* --- the request -------------------------------------------------------- */

static int read_id(struct attempt *a, char err[JSON_ERR_MAX])
{
	const char *id;
	size_t n;

	if (json_get_str(a->body, "id", &id, &n, err) < 0)
		return -1;
	for (size_t i = 0; i < UUID_LEN && n == UUID_LEN; i++) {
		bool dash = i == 8 || i == 13 || i == 18 || i == 23;

		if (dash ? id[i] != '-' : !isxdigit((unsigned char)id[i]))
			n = 0;
		a->id[i] = (char)tolower((unsigned char)id[i]);
	}
	if (n == UUID_LEN)
		return 0;
	snprintf(err, JSON_ERR_MAX, "The field \"id\" must be a UUID such as 123e4567-e89b-42d3-a456-426614174000.");
	return -1;
}

/* Trims white space; wants at least one letter or digit and not too many characters. */
static int read_question(struct attempt *a, char err[JSON_ERR_MAX])
{
	struct span whole = {0};
	const char *s, *trimmed;
	size_t n, at = 0;
	uint32_t c;

	if (json_get_str(a->body, "question", &s, &n, err) < 0)
		return -1;
	whole.end = text_length(s, n);
	if (whole.end > 0 && span_trim(s, n, &whole) == SPAN_OK && span_slice(s, n, whole, &trimmed, &a->question_n))
		a->question = xmemdup0(trimmed, a->question_n);
	while (at < a->question_n) {
		at += text_decode(a->question + at, a->question_n - at, &c);
		if (!text_is_word(c))
			continue;
		if (whole.end - whole.start <= QUESTION_MAX)
			return 0;
		snprintf(err, JSON_ERR_MAX, "The question is too long: at most %d characters.", QUESTION_MAX);
		return -1;
	}
	snprintf(err, JSON_ERR_MAX, "Please write a question.");
	return -1;
}

static int read_answer(struct attempt *a, char err[JSON_ERR_MAX])
{
	json_t *answer;
	int64_t start, end;

	if (json_get_obj(a->body, "answer", &answer, err) < 0 ||
	    json_get_int(answer, "start", 0, INT32_MAX, &start, err) < 0 ||
	    json_get_int(answer, "end", 0, INT32_MAX, &end, err) < 0 ||
	    json_get_str(answer, "text", &a->claimed, &a->claimed_n, err) < 0)
		return -1;
	a->span = (struct span){(size_t)start, (size_t)end};
	return 0;
}

static struct attempt_list *bucket_of(struct app *app, const char *id)
{
	unsigned hash = 5381;

	for (; *id != '\0'; id++)
		hash = hash * 33 + (unsigned char)*id;
	return &app->in_flight->buckets[hash % BUCKETS];
}

static struct attempt *find_in_flight(struct app *app, const char *id)
{
	struct attempt *a;

	LIST_FOREACH(a, bucket_of(app, id), link)
	{
		if (strcmp(a->id, id) == 0)
			return a;
	}
	return NULL;
}

static void join(struct attempt *running, struct http_req *req, const struct token_session *token)
{
	if (running->token.assignment != token->assignment)
		http_problem(req, 409, "attempt-id-taken", "This attempt id belongs to another task. Make a new one.");
	else if (!wait_for(running, req))
		http_problem_retry(req, 503, "busy",
				   "This attempt is being judged already. Please wait for its answer.", 2);
}

void flow_attempt(struct http_req *req, void *arg)
{
	struct app *app = arg;
	struct attempt *a, *running;
	struct token_session token;
	char err[JSON_ERR_MAX];
	json_t *body;

	if (!flow_read_token(req, app, &token) || (body = flow_read_object(req)) == NULL)
		return;
	a = xcalloc(1, sizeof(*a));
	a->app = app;
	a->token = token;
	a->body = body;
	if (read_id(a, err) < 0 || read_question(a, err) < 0 || read_answer(a, err) < 0) {
		http_problem(req, 422, "invalid", err);
		attempt_free(a);
		return;
	}
	running = find_in_flight(app, a->id);
	if (running != NULL) {
		attempt_free(a);
		join(running, req, &token);
		return;
	}
	LIST_INSERT_HEAD(bucket_of(app, a->id), a, link);
	a->linked = true;
	wait_for(a, req);
	begin(a);
}
