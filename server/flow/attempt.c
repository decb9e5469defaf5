/* attempt: one question with its highlighted answer against the model.
 *
 *   read and check the request
 *   -> join, if the same attempt is under way already
 *   -> begin: one read tells the state of the assignment, the passage and the model
 *   -> prove the span against the passage; hint, once, at what hardly is a new question
 *   -> ask the model, or all of several (adversaries.h); none sees the human answer. Without an adversary nobody is
 *      asked, and the question is kept as it is
 *   -> judge, exact integers decide
 *   -> record: one write, durable before the answer leaves
 *   -> finish: everyone who asked gets the same answer
 *
 * Invariants: an attempt id has at most one struct attempt in this process, so a
 * double click costs one model call; the database has the id unique, so it is one
 * row whatever happens. Each waiting request leaves by itself at its deadline; the
 * last one to leave cancels the work. */
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

#include "adversaries.h"
#include "attempt_hint.h"
#include "attempt_reply.h"
#include "beat/judge.h"
#include "beat/metrics.h"
#include "beat/model.h"
#include "beat/text.h"
#include "counting.h"
#include "flow_task.h"
#include "guards.h"
#include "usage.h"

enum { WAITERS_MAX = 8, MODEL_NOBODY = 0 /* the number that stands for no adversary */ };

struct waiter {
	struct attempt *attempt; /* NULL: a free place */
	struct http_req *req;
};

struct attempt {
	struct flow_task task; /* once it is under way without a request: those who wait have theirs */
	UT_hash_handle hh;     /* in the table of attempts in flight, by id */
	bool linked;
	char id[FLOW_UUID_LEN + 1];
	struct waiter waiters[WAITERS_MAX];
	struct flow_text question;
	struct text_norm asked; /* the question, normalised */
	bool sure;              /* a hint was given, and it is meant all the same */
	struct attempt_marks marks;
	struct flow_answer given;
	char *answer; /* the proved span's text */
	int64_t model_id;
	char *model_name; /* as it is registered */
	struct judge_rule rule;
	char *guard; /* what the model is held to; NULL: nothing */
	struct attempt_reply reply;
	struct model_call *model_call;
	struct adversaries *adversaries; /* NULL: it is played against one model */
};

struct attempts_in_flight {
	struct attempt *by_id;
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

static void attempt_release(void *arg)
{
	struct attempt *a = arg;

	if (a->linked)
		HASH_DEL(a->task.app->in_flight->by_id, a);
	model_cancel(&a->model_call);
	adversaries_cancel(&a->adversaries);
	text_norm_release(&a->asked);
	attempt_reply_release(&a->reply);
	free(a->question.p);
	free(a->answer);
	free(a->guard);
	free(a->model_name);
}

/* Runs `reply` for everyone who waits, then ends the attempt. The only way out but the last one's deadline. */
static void attempt_finish(struct attempt *a, void (*reply)(struct http_req *req, const void *what), const void *what)
{
	for (size_t i = 0; i < WAITERS_MAX; i++) {
		if (a->waiters[i].attempt != NULL)
			reply(a->waiters[i].req, what);
	}
	flow_task_end(&a->task);
}

static void attempt_reply_stored(struct http_req *req, const void *what)
{
	const struct buf *json = what;

	http_reply_json(req, 200, json);
}

static void attempt_reply_failed(struct http_req *req, const void *what)
{
	flow_db_reply(req, what);
}

static void attempt_reply_refusal(struct http_req *req, const void *what)
{
	http_refuse(req, what);
}

/* Whoever waits first: for the log, which hears of one thing once. */
static struct http_req *attempt_first(const struct attempt *a)
{
	size_t first = 0;

	while (first < WAITERS_MAX - 1 && a->waiters[first].attempt == NULL)
		first++;
	return a->waiters[first].req;
}

static void attempt_refuse(struct attempt *a, const char *status)
{
	attempt_finish(a, attempt_reply_refusal, flow_refusal(attempt_first(a), status));
}

/* The answer as SQL made it: of one that was stored before, or that was played against several. */
static void attempt_tell(struct attempt *a, const char *json, size_t n)
{
	struct buf b = BUF_INIT;

	buf_add(&b, json, n);
	attempt_finish(a, attempt_reply_stored, &b);
	buf_release(&b);
}

/* False after ending the attempt because there is no row. */
static bool attempt_has_row(struct attempt *a, const struct db_result *r)
{
	if (flow_has_row(r))
		return true;
	flow_db_log(attempt_first(a), r, "an attempt");
	attempt_finish(a, attempt_reply_failed, r);
	return false;
}

/* A request's own deadline: it leaves; the last one takes the work with it. */
static void attempt_on_deadline(void *arg)
{
	struct waiter *w = arg;
	struct attempt *a = w->attempt;

	w->attempt = NULL;
	flow_refuse(w->req, "late_attempt");
	for (size_t i = 0; i < WAITERS_MAX; i++) {
		if (a->waiters[i].attempt != NULL)
			return;
	}
	flow_task_end(&a->task);
}

static bool attempt_wait(struct attempt *a, struct http_req *req)
{
	for (size_t i = 0; i < WAITERS_MAX; i++) {
		if (a->waiters[i].attempt == NULL) {
			a->waiters[i] = (struct waiter){a, req};
			http_on_deadline(req, attempt_on_deadline, &a->waiters[i]);
			return true;
		}
	}
	return false;
}

/* --- record ------------------------------------------------------------- */

static void attempt_on_recorded(void *arg, const struct db_result *r)
{
	struct attempt *a = arg;
	struct q_attempt_record_row row;

	if (!attempt_has_row(a, r))
		return;
	row = q_attempt_record_row(r, 0);
	counting_soon(a->task.app->counting);
	if (strcmp(row.status, "ok") == 0) {
		attempt_reply_end(&a->reply, row.created_at, row.won, row.wanted);
		attempt_finish(a, attempt_reply_stored, &a->reply.json);
	} else if (strcmp(row.status, "stored") == 0) {
		attempt_tell(a, row.attempt, row.attempt_len);
	} else {
		attempt_refuse(a, row.status);
	}
}

static void attempt_on_all_recorded(void *arg, const struct db_result *r)
{
	struct attempt *a = arg;
	struct q_ensemble_record_row row;

	if (!attempt_has_row(a, r))
		return;
	row = q_ensemble_record_row(r, 0);
	counting_soon(a->task.app->counting);
	if (strcmp(row.status, "ok") == 0)
		adversaries_recorded(&a->adversaries, a->id);
	if (strcmp(row.status, "ok") == 0 || strcmp(row.status, "stored") == 0)
		attempt_tell(a, row.attempt, row.attempt_len);
	else
		attempt_refuse(a, row.status);
}

/* What both statements that store an attempt take: the attempt, the answer it is judged by, the judgement. */
#define ATTEMPT_RECORD(a, m, j)                                                                                        \
	.attempt_id = (a)->id, .assignment_id = (a)->task.token.assignment, .worker_id = (a)->task.token.worker,       \
	.question = (a)->question.p, .answer_start = (int32_t)(a)->given.span.start,                                   \
	.answer_end = (int32_t)(a)->given.span.end, .answer_text = (a)->answer,                                        \
	.threshold_permille = (a)->rule.threshold_permille, .model_id = (a)->model_id,                                 \
	.build_name = model_build_name(m), .build_version = (m)->version, .build_weights = (m)->weights,               \
	.model_answer = (j).judged ? (m)->text : NULL,                                                                 \
	.model_start = sql_int_if((j).judged && (m)->has_span, (int64_t)(m)->span.start),                              \
	.model_end = sql_int_if((j).judged && (m)->has_span, (int64_t)(m)->span.end),                                  \
	.model_score = sql_double_if((j).judged && (m)->has_score, (m)->score),                                        \
	.shared = sql_int_if((j).judged, (j).score.shared),                                                            \
	.model_tokens = sql_int_if((j).judged, (j).score.pred_tokens),                                                 \
	.human_tokens = sql_int_if((j).judged, (j).score.gold_tokens), .verdict = verdict_name((j).verdict),           \
	.fault = (j).fault, .model_ms = (m)->elapsed_ms, .asked = (a)->asked.joined,                                   \
	.marks = attempt_marks_text(&(a)->marks), .build_prompt = (m)->prompt, .build_protocol = (m)->protocol

#define ATTEMPT_STORE(statement, ...) statement(__VA_ARGS__) /* so that the parameters are expanded first */

/* The answer, as far as it is known before the attempt is stored. m: NULL without an adversary. */
static void attempt_write(struct attempt *a, const struct model_answer *m, const struct judgement *j)
{
	const struct attempt_told told = {.id = a->id,
					  .question = a->question.p,
					  .answer = a->answer,
					  .span = a->given.span,
					  .model_name = a->model_name,
					  .model = m,
					  .judgement = j,
					  .marks = a->marks};

	attempt_reply_begin(&a->reply, &told);
}

static void attempt_record(struct attempt *a, const struct model_answer *m)
{
	struct judgement j = judge((struct judge_text){a->answer, strlen(a->answer)}, m->outcome,
				   (struct judge_text){m->text, m->text_n}, a->rule);

	metric_add(a->task.app->m_attempts, 1, verdict_name(j.verdict), m->name, NULL);
	metric_observe_us(a->task.app->m_model_seconds, (int64_t)m->elapsed_ms * 1000, m->name, NULL, NULL);
	attempt_write(a, m, &j);
	flow_task_ask(&a->task, DB_WRITE, ATTEMPT_STORE(q_attempt_record, ATTEMPT_RECORD(a, m, j)),
		      attempt_on_recorded);
}

static void attempt_record_all(struct attempt *a, const struct adversaries_decided *d)
{
	metric_add(a->task.app->m_attempts, 1, verdict_name(d->judgement.verdict), d->shown->name, NULL);
	flow_task_ask(&a->task, DB_WRITE,
		      ATTEMPT_STORE(q_ensemble_record, ATTEMPT_RECORD(a, d->shown, d->judgement), .ensemble = d->json),
		      attempt_on_all_recorded);
}

/* Without an adversary nobody is asked, and there is no verdict: the question is kept as it is. */
static void attempt_record_plain(struct attempt *a)
{
	const struct model_answer nobody = {.name = "", .version = "", .weights = "", .prompt = "", .protocol = ""};
	const struct judgement plain = {.verdict = VERDICT_PLAIN};

	metric_add(a->task.app->m_attempts, 1, verdict_name(plain.verdict), "", NULL);
	attempt_write(a, NULL, &plain);
	flow_task_ask(&a->task, DB_WRITE, ATTEMPT_STORE(q_attempt_record, ATTEMPT_RECORD(a, &nobody, plain)),
		      attempt_on_recorded);
}

/* --- ask ---------------------------------------------------------------- */

static void attempt_on_answer(void *arg, const struct model_answer *m)
{
	struct attempt *a = arg;

	a->model_call = NULL;
	guards_saw(a->task.app->guards, a->guard, m);
	usage_saw(a->task.app->usage, &(struct usage_of){"game", a->model_id, a->task.token.assignment, a->id}, m);
	if (m->outcome == MODEL_BUSY)
		attempt_refuse(a, "model_busy");
	else
		attempt_record(a, m);
}

static void attempt_on_decided(void *arg, const struct adversaries_decided *d)
{
	struct attempt *a = arg;

	a->model_id = d->model_id;
	if (d->busy)
		attempt_refuse(a, "model_busy");
	else
		attempt_record_all(a, d);
}

/* --- begin -------------------------------------------------------------- */

/* What is odd about the question is told once; whoever sends it all the same has it asked, and marked. */
static bool attempt_hints(struct attempt *a, const struct q_attempt_begin_row *row)
{
	const struct attempt_hint_rule rule = {.near_permille = row->near_repeat_permille,
					       .words_min = row->question_words_min,
					       /* a model is hard to beat with its own words; nobody else punishes it */
					       .copied_words = row->model_id == MODEL_NOBODY ? row->copied_words : 0,
					       .earlier = row->earlier,
					       .earlier_n = row->earlier_len,
					       .passage = row->text,
					       .passage_n = row->text_len};
	const char *hint;

	a->marks = attempt_hint(&rule, &a->asked, text_words(a->question.p, a->question.n));
	hint = attempt_marks_hint(&a->marks);
	if (a->sure || hint == NULL)
		return false;
	attempt_refuse(a, hint);
	return true;
}

static void attempt_ask_all(struct attempt *a, const struct q_attempt_begin_row *row)
{
	const struct adversaries_question q = {.attempt = a->id,
					       .assignment = a->task.token.assignment,
					       .ensemble = row->ensemble,
					       .ensemble_n = row->ensemble_len,
					       .passage = row->text,
					       .passage_n = row->text_len,
					       .question = a->question.p,
					       .question_n = a->question.n,
					       .answer = a->answer,
					       .answer_n = strlen(a->answer),
					       .rule = a->rule};

	a->adversaries = adversaries_ask(a->task.app, &q, attempt_on_decided, a);
}

static void attempt_ask(struct attempt *a, const struct q_attempt_begin_row *row)
{
	struct model_ref ref = {.name = row->model_name,
				.url = row->model_url,
				.protocol = row->model_protocol,
				.call = row->model_call,
				.guard = row->model_guard};
	const char *slice;
	size_t n;
	enum span_status proof = flow_answer_prove(&a->given, row->text, row->text_len, &slice, &n);

	if (proof != SPAN_OK) {
		struct http_refusal why = flow_bad_answer(proof);

		attempt_finish(a, attempt_reply_refusal, &why);
		return;
	}
	if (attempt_hints(a, row))
		return;
	a->answer = xmemdup0(slice, n);
	a->model_id = row->model_id;
	a->model_name = xmemdup0(row->model_name, row->model_name_len);
	a->rule = judge_rule(row->threshold_permille, row->empty_answer, row->unlocated);
	if (a->model_id == MODEL_NOBODY) {
		attempt_record_plain(a);
		return;
	}
	if (row->ensemble != NULL) {
		attempt_ask_all(a, row);
		return;
	}
	a->guard = ref.guard != NULL ? xstrdup(ref.guard) : NULL;
	a->model_call = model_ask(a->task.app->models, &ref, row->text, row->text_len, a->question.p, a->question.n,
				  attempt_on_answer, a);
}

static void attempt_on_begun(void *arg, const struct db_result *r)
{
	struct attempt *a = arg;
	struct q_attempt_begin_row row;

	if (!attempt_has_row(a, r))
		return;
	row = q_attempt_begin_row(r, 0);
	if (strcmp(row.status, "ok") == 0)
		attempt_ask(a, &row);
	else if (strcmp(row.status, "stored") == 0)
		attempt_tell(a, row.attempt, row.attempt_len);
	else
		attempt_refuse(a, row.status);
}

static void attempt_begin(struct attempt *a)
{
	flow_task_ask(&a->task, DB_READ,
		      q_attempt_begin(.attempt_id = a->id, .assignment_id = a->task.token.assignment,
				      .worker_id = a->task.token.worker, .platform_ref = a->task.token.ref,
				      .asked = a->asked.joined),
		      attempt_on_begun);
}

/* --- the request -------------------------------------------------------- */

/* Wants at least one letter or digit and not too many characters. */
static int attempt_read_question(struct attempt *a, struct flow_fault *f)
{
	if (flow_get_text(a->task.body, "question", &a->question, f) < 0)
		return -1;
	if (text_words(a->question.p, a->question.n) == 0)
		return flow_fault_set(f, "question", "Please write a question.");
	if (flow_text_fits(&a->question, "question", "The question", FLOW_QUESTION_MAX, f) < 0)
		return -1;
	text_normalise(a->question.p, a->question.n, &a->asked);
	return 0;
}

static int attempt_read(struct attempt *a, struct flow_fault *f)
{
	if (flow_get_uuid(a->task.body, "id", a->id, f) < 0 || attempt_read_question(a, f) < 0 ||
	    flow_get_flag(a->task.body, "sure", &a->sure, f) < 0)
		return -1;
	return flow_get_answer(a->task.body, &a->given, f);
}

static void attempt_join(struct attempt *running, struct http_req *req, const struct token_session *token)
{
	if (running->task.token.assignment != token->assignment)
		flow_refuse(req, "foreign");
	else if (!attempt_wait(running, req))
		flow_refuse(req, "crowded");
}

/* The only one of its id goes to the database; others wait for its answer. */
static void attempt_start(struct attempt *a, struct http_req *req)
{
	struct app *app = a->task.app;
	struct attempt *running;

	HASH_FIND(hh, app->in_flight->by_id, a->id, FLOW_UUID_LEN, running);
	if (running != NULL) {
		attempt_join(running, req, &a->task.token);
		flow_task_end(&a->task);
		return;
	}
	HASH_ADD(hh, app->in_flight->by_id, id[0], FLOW_UUID_LEN, a);
	a->linked = true;
	attempt_wait(a, req);
	attempt_begin(a);
}

void flow_attempt(struct http_req *req, void *app)
{
	struct attempt *a = flow_task_of_worker(sizeof(*a), req, app, attempt_release);
	struct flow_fault fault;

	if (a == NULL || !flow_task_may(&a->task, RATE_ATTEMPTS))
		return;
	if (attempt_read(a, &fault) < 0)
		flow_task_invalid(&a->task, &fault);
	else
		attempt_start(a, flow_task_give(&a->task));
}
