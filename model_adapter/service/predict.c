/* predict: see predict.h.
 *
 * Invariants
 * - a question has its `req` until the one reply; then it is NULL, and the reply came from
 *   the loop: threads never touch it;
 * - what a thread fills in is read on the loop only after done(). */
#include "predict.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "beat/json.h"
#include "beat/log.h"
#include "beat/loop.h"
#include "beat/metrics.h"

enum { RETRY_AFTER_S = 1, CLIENT_GONE = 499, SLOW_NICE = 10 };

struct question {
	struct predict *predict;
	struct http_req *req;
	const struct shelf_reader *reader;
	int best;   /* how many to tell; 0: only the answer */
	char *body; /* a copy: the request's may go before the thread has read it */
	size_t body_n;
	int64_t asked_us;

	/* what the thread found */
	int64_t begun_us, ended_us;
	int status; /* 200, or: */
	const char *slug;
	char sentence[JSON_ERR_MAX];
	struct buf reply;
	bool looked_up, hit;
};

void predict_init(struct predict *p)
{
	p->m_predictions =
	    metric_new(METRIC_COUNTER, "beat_reader_predictions_total", "reader,outcome",
		       "Questions by outcome: answered, refused, full (queue), late (deadline), gone (client).");
	p->m_seconds = metric_new(METRIC_HISTOGRAM, "beat_reader_seconds", "reader",
				  "Time the reader took for one answer, with reading the passage if it was new.");
	p->m_wait =
	    metric_new(METRIC_HISTOGRAM, "beat_reader_wait_seconds", "reader", "Time a question waited for a thread.");
	p->m_passages = metric_new(METRIC_COUNTER, "beat_passages_total", "reader,outcome",
				   "Passages of questions: hit (read before) or miss.");
}

static void question_free(struct question *q)
{
	buf_release(&q->reply);
	free(q->body);
	free(q);
}

static struct work *work_of(const struct question *q)
{
	return q->reader->ops->slow ? q->predict->slow : q->predict->quick;
}

static void count(const struct question *q, const char *outcome)
{
	metric_add(q->predict->m_predictions, 1, q->reader->ops->name, outcome, NULL);
}

/* --- in a thread --- */

static void refuse(struct question *q, int status, const char *slug, const char *sentence)
{
	q->status = status;
	q->slug = slug;
	snprintf(q->sentence, sizeof(q->sentence), "%s", sentence);
}

struct text {
	const char *p;
	size_t n;
};

static void write_span(struct jw *w, const struct text *passage, const struct reader_answer *a)
{
	const char *p = "";
	size_t n = 0;

	(void)span_slice(passage->p, passage->n, a->span, &p, &n); /* true: see is_sound */
	jw_key(w, "answer");
	jw_strn(w, p, n);
	jw_kint(w, "start", (int64_t)a->span.start);
	jw_kint(w, "end", (int64_t)a->span.end);
	jw_knum(w, "score", a->score);
}

static void write_reply(struct question *q, const struct text *passage, const struct reader_result *result)
{
	const struct shelf_reader *r = q->reader;
	struct jw w;

	jw_init(&w, &q->reply);
	jw_open(&w, '{');
	write_span(&w, passage, &result->best[0]);
	jw_knum(&w, "null_score", result->null_score);
	if (q->best > 0) {
		jw_kopen(&w, "best", '[');
		for (int i = 0; i < result->n && i < q->best; i++) {
			jw_open(&w, '{');
			write_span(&w, passage, &result->best[i]);
			jw_close(&w, '}');
		}
		jw_close(&w, ']');
	}
	jw_kstr(&w, "model", r->ops->name);
	jw_kstr(&w, "version", r->ops->version(r->self));
	jw_kstr(&w, "weights", r->ops->weights(r->self));
	jw_close(&w, '}');
	jw_done(&w);
}

/* What a reader promises. One question that it fails on must not end the service. */
static bool is_sound(const struct text *passage, const struct reader_result *result)
{
	const char *p;
	size_t n;
	bool sound = result->n > 0;

	for (int i = 0; sound && i < result->n; i++)
		sound = span_slice(passage->p, passage->n, result->best[i].span, &p, &n) && n > 0;
	return sound;
}

static void ask(struct question *q, const struct text *passage, const struct text *text)
{
	const struct shelf_reader *r = q->reader;
	struct reader_result result;
	struct passage_ref *ref = passages_take(q->predict->passages, r, passage->p, passage->n, &q->hit);

	if (ref == NULL) {
		refuse(q, 422, "invalid", "The passage holds no word, so there is nothing to answer with.");
		return;
	}
	q->looked_up = true;
	r->ops->answer(r->self, passage_of(ref), text->p, text->n, &result);
	passages_give_back(q->predict->passages, &ref);
	if (!is_sound(passage, &result)) {
		refuse(q, 500, "internal", "The reader failed on this passage.");
		return;
	}
	q->status = 200;
	write_reply(q, passage, &result);
}

/* A thread of the slow ones yields to the others where processors are few. It is Linux that counts this by thread. */
static void step_back(void)
{
	static _Thread_local bool done_so;

	if (!done_so && setpriority(PRIO_PROCESS, (id_t)gettid(), SLOW_NICE) != 0)
		log_warn("a thread of a slow reader cannot step back: %m");
	done_so = true;
}

static void run(void *arg)
{
	struct question *q = arg;
	struct text passage, text;
	char err[JSON_ERR_MAX];
	json_t *body;

	if (q->reader->ops->slow)
		step_back();
	q->begun_us = loop_now_us();
	body = json_parse(q->body, q->body_n, err);
	if (body == NULL)
		refuse(q, 400, "bad-json", err);
	else if (!json_is_object(body))
		refuse(q, 422, "invalid",
		       "The body must be a JSON object with the fields \"passage\" and \"question\".");
	else if (json_get_str(body, "passage", &passage.p, &passage.n, err) < 0 ||
		 json_get_str(body, "question", &text.p, &text.n, err) < 0)
		refuse(q, 422, "invalid", err);
	else if (passage.n > q->predict->max_passage)
		refuse(q, 413, "too-large", "The passage is longer than this service reads.");
	else
		ask(q, &passage, &text);
	json_decref(body);
	q->ended_us = loop_now_us();
}

/* --- on the loop --- */

static void measure(const struct question *q)
{
	const struct predict *p = q->predict;
	const char *name = q->reader->ops->name;

	metric_observe_us(p->m_wait, q->begun_us - q->asked_us, name, NULL, NULL);
	if (!q->looked_up)
		return;
	metric_observe_us(p->m_seconds, q->ended_us - q->begun_us, name, NULL, NULL);
	metric_add(p->m_passages, 1, name, q->hit ? "hit" : "miss", NULL);
}

static void done(void *arg)
{
	struct question *q = arg;

	measure(q);
	if (q->status == 500)
		log_error("the reader %s gave offsets outside the passage", q->reader->ops->name);
	if (q->req != NULL && q->status == 200) {
		count(q, "answered");
		http_reply_json(q->req, 200, &q->reply);
	} else if (q->req != NULL) {
		count(q, "refused");
		http_problem(q->req, q->status, q->slug, q->sentence);
	}
	question_free(q);
}

/* Nobody waits for it any more: a thread that has it cannot be stopped, but its answer goes nowhere. */
static void abandon(struct question *q)
{
	q->req = NULL;
	if (work_cancel(work_of(q), q))
		question_free(q);
}

static void predict_on_deadline(void *arg)
{
	struct question *q = arg;

	count(q, "late");
	http_problem_retry(q->req, 503, "busy",
			   "The service has more questions than it can answer in time. Please try again in a moment.",
			   RETRY_AFTER_S);
	abandon(q);
}

static void on_gone(void *arg)
{
	struct question *q = arg;

	count(q, "gone");
	http_problem(q->req, CLIENT_GONE, "gone", "The client has gone.");
	abandon(q);
}

static void start(struct http_req *r, struct predict *p, const struct shelf_reader *reader, int best)
{
	struct question *q = xcalloc(1, sizeof(*q));
	const char *body = http_body(r, &q->body_n);

	q->predict = p;
	q->req = r;
	q->reader = reader;
	q->best = best;
	q->body = xmemdup0(body, q->body_n);
	q->asked_us = loop_now_us();
	if (work_start(work_of(q), run, done, q) == 0) {
		http_on_deadline(r, predict_on_deadline, q);
		http_on_gone(r, on_gone, q);
		return;
	}
	count(q, "full");
	http_problem_retry(r, 503, "busy", "Too many questions wait already. Please try again in a moment.",
			   RETRY_AFTER_S);
	question_free(q);
}

/* 0 if it is not there, -1 if it is no number from 1 to READER_BEST_MAX. */
static int best_of(const char *text)
{
	int v = 0;

	if (text == NULL)
		return 0;
	if (*text == '\0' || strlen(text) > 2 || text[strspn(text, "0123456789")] != '\0')
		return -1;
	for (; *text != '\0'; text++)
		v = v * 10 + (*text - '0');
	return v >= 1 && v <= READER_BEST_MAX ? v : -1;
}

static void refuse_reader(struct http_req *r, const struct predict *p)
{
	struct buf b = BUF_INIT;

	buf_adds(&b, "There is no such reader here; there ");
	buf_adds(&b, p->shelf->n == 1 ? "is " : "are ");
	shelf_names(p->shelf, &b);
	buf_adds(&b, ".");
	http_problem(r, 422, "invalid", b.p);
	buf_release(&b);
}

/* A misspelt name would otherwise be answered, by another reader than the one that was meant. */
static void refuse_argument(struct http_req *r, const char *name)
{
	struct buf b = BUF_INIT;

	buf_addf(&b, "There is no argument \"%s\" here; there are \"reader\" and \"best\".", name);
	http_problem(r, 400, "bad-request", b.p);
	buf_release(&b);
}

void predict_on_request(struct http_req *r, struct predict *p)
{
	static const char *const known[] = {"reader", "best", NULL};
	const struct shelf_reader *reader = shelf_find(p->shelf, http_query(r, "reader"));
	const char *other = http_query_other(r, known);
	int best = best_of(http_query(r, "best"));

	if (!http_query_is_clean(r)) {
		http_problem(r, 400, "bad-request", "The query string is not clean UTF-8 text.");
	} else if (other != NULL) {
		refuse_argument(r, other);
	} else if (reader == NULL) {
		refuse_reader(r, p);
	} else if (best < 0) {
		http_problem(r, 422, "invalid", "The argument \"best\" is a whole number from 1 to 20.");
	} else {
		start(r, p, reader, best);
	}
}
