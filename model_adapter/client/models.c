/* models: see include/beat/model.h. One endpoint a (url, protocol), made when it is
 * first asked.
 *
 * Invariants
 * - A call is WAITING or RUNNING in a list of its endpoint, or DUE in the list of
 *   struct models (its outcome is known but its callback must not run yet), or DONE.
 * - running <= concurrency, waiting <= queue_max.
 * - A call ends in call_finish() only, which runs the callback once.
 * - The struct outlives callbacks that free it: the outermost frame destroys it. */
#include "beat/model.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

#include "beat/fetch.h"
#include "beat/log.h"
#include "beat/loop.h"
#include "beat/mem.h"
#include "breaker.h"
#include "protocol.h"

enum { RETRY_DELAY_MS = 50, ENDPOINTS_MAX = 256, DETAIL_MAX = 240 };

static const struct model_protocol *const protocols[] = {&protocol_beat, NULL};
static const char protocol_names[] = "beat";

static const char left_alone[] = "the model failed repeatedly; it is left alone for a while";

enum call_state { CALL_WAITING, CALL_RUNNING, CALL_DUE, CALL_DONE };

TAILQ_HEAD(call_list, model_call);
TAILQ_HEAD(endpoint_list, endpoint);

struct endpoint {
	TAILQ_ENTRY(endpoint) link; /* the one used last comes first */
	const struct model_protocol *protocol;
	char *name, *url, *full_url;
	struct call_list calls[2]; /* WAITING, RUNNING */
	int count[2];
	struct breaker breaker;
	bool last_failed;
	uint64_t asked, faults, answers, answer_ms;
};

struct model_call {
	TAILQ_ENTRY(model_call) link;
	struct models *models;
	struct endpoint *endpoint; /* NULL once DUE */
	enum call_state state;
	bool probe, retried;
	int http_status; /* of the reply; 0: none came */
	model_cb cb;
	void *arg;
	char *name, *passage;
	size_t passage_n;
	struct buf request, keep;
	struct fetch_call *fetch;
	struct loop_timer *deadline, *retry;
	int64_t started_ms;
	enum model_outcome due; /* outcome of a DUE call */
	char detail[DETAIL_MAX];
};

struct models {
	struct event_base *base;
	struct fetch *fetch;
	struct models_conf conf;
	struct endpoint_list endpoints;
	int n_endpoints;
	struct call_list due;
	struct loop_timer *soon;
	int depth;
	bool closing;
};

static void pump(struct endpoint *ep);
static void call_send(struct model_call *c);

bool model_is_silent(int *in_row, const struct model_answer *answer, long concurrency)
{
	enum { ENOUGH = 16 };
	bool silent = answer->outcome == MODEL_REFUSED || answer->outcome == MODEL_TIMEOUT;

	*in_row = silent ? *in_row + 1 : 0;
	return *in_row >= ENOUGH && *in_row >= concurrency;
}

static const struct model_protocol *protocol_find(const char *name)
{
	for (const struct model_protocol *const *p = protocols; *p != NULL; p++) {
		if (strcmp((*p)->name, name) == 0)
			return *p;
	}
	return NULL;
}

bool model_protocol_known(const char *name, const char **known)
{
	if (known != NULL)
		*known = protocol_names;
	return protocol_find(name) != NULL;
}

/* Endpoints */

static void endpoint_free(struct models *m, struct endpoint *ep)
{
	TAILQ_REMOVE(&m->endpoints, ep, link);
	m->n_endpoints--;
	free(ep->name);
	free(ep->url);
	free(ep->full_url);
	free(ep);
}

/* Drops the idle endpoint that was not used for the longest time, so that models
 * which come and go do not pile up; false if all are at work. */
static bool endpoint_evict(struct models *m)
{
	struct endpoint *ep;

	TAILQ_FOREACH_REVERSE(ep, &m->endpoints, endpoint_list, link)
	{
		if (ep->count[CALL_WAITING] + ep->count[CALL_RUNNING] == 0) {
			endpoint_free(m, ep);
			return true;
		}
	}
	return false;
}

static struct endpoint *endpoint_new(struct models *m, const struct model_ref *ref, const struct model_protocol *proto)
{
	struct endpoint *ep = xcalloc(1, sizeof(*ep));
	struct buf url = BUF_INIT;

	ep->protocol = proto;
	ep->name = xstrdup(ref->name);
	ep->breaker = (struct breaker){
	    .name = ep->name, .failures = m->conf.breaker_failures, .cooldown_ms = m->conf.breaker_cooldown_ms};
	ep->url = xstrdup(ref->url);
	proto->url(&url, ref->url);
	ep->full_url = buf_detach(&url);
	TAILQ_INIT(&ep->calls[CALL_WAITING]);
	TAILQ_INIT(&ep->calls[CALL_RUNNING]);
	TAILQ_INSERT_HEAD(&m->endpoints, ep, link);
	m->n_endpoints++;
	return ep;
}

/* NULL if there are too many, all at work. */
static struct endpoint *endpoint_get(struct models *m, const struct model_ref *ref, const struct model_protocol *proto)
{
	struct endpoint *ep;

	TAILQ_FOREACH(ep, &m->endpoints, link)
	{
		if (ep->protocol == proto && strcmp(ep->url, ref->url) == 0)
			break;
	}
	if (ep == NULL) {
		if (m->n_endpoints >= ENDPOINTS_MAX && !endpoint_evict(m))
			return NULL;
		return endpoint_new(m, ref, proto);
	}
	if (ep != TAILQ_FIRST(&m->endpoints)) {
		TAILQ_REMOVE(&m->endpoints, ep, link);
		TAILQ_INSERT_HEAD(&m->endpoints, ep, link);
	}
	if (strcmp(ep->name, ref->name) != 0) {
		free(ep->name);
		ep->name = xstrdup(ref->name);
		ep->breaker.name = ep->name;
	}
	return ep;
}

/* Calls: moving, ending, freeing */

static void call_move(struct model_call *c, enum call_state to)
{
	if (c->state == CALL_DUE) {
		TAILQ_REMOVE(&c->models->due, c, link);
	} else if (c->endpoint != NULL) {
		TAILQ_REMOVE(&c->endpoint->calls[c->state], c, link);
		c->endpoint->count[c->state]--;
	}
	c->state = to;
	if (to == CALL_WAITING || to == CALL_RUNNING) {
		TAILQ_INSERT_TAIL(&c->endpoint->calls[to], c, link);
		c->endpoint->count[to]++;
		return;
	}
	c->endpoint = NULL;
	if (to == CALL_DUE)
		TAILQ_INSERT_TAIL(&c->models->due, c, link);
}

/* One line of plain ASCII: it goes into logs and the database, whatever the peer sent. */
static void set_detail(struct model_call *c, const char *text)
{
	size_t i;

	for (i = 0; text[i] != '\0' && i + 1 < sizeof(c->detail); i++)
		c->detail[i] = (char)(text[i] >= 0x20 && text[i] < 0x7f ? text[i] : '?');
	c->detail[i] = '\0';
}

/* The outcome is known; the callback runs in the next turn of the loop. */
static void call_end_soon(struct model_call *c, enum model_outcome outcome, const char *detail)
{
	set_detail(c, detail);
	c->due = outcome;
	call_move(c, CALL_DUE);
	loop_timer_set(c->models->soon, 0);
}

static void call_free(struct model_call *c)
{
	fetch_cancel(&c->fetch);
	loop_timer_free(&c->deadline);
	loop_timer_free(&c->retry);
	buf_release(&c->request);
	buf_release(&c->keep);
	free(c->name);
	free(c->passage);
	free(c);
}

static void models_destroy(struct models *m)
{
	struct endpoint *ep;

	while ((ep = TAILQ_FIRST(&m->endpoints)) != NULL)
		endpoint_free(m, ep); /* NOLINT(clang-analyzer-unix.Malloc): the last one left the list */
	loop_timer_free(&m->soon);
	free(m);
}

static void enter(struct models *m)
{
	m->depth++;
}

static void leave(struct models *m)
{
	if (--m->depth == 0 && m->closing)
		models_destroy(m);
}

static void log_outcome(const struct model_call *c, const struct model_answer *a)
{
	if (a->outcome == MODEL_ANSWERED)
		return;
	/* The breaker's and the queue's refusals come in floods whose cause has been logged. */
	log_line(a->outcome == MODEL_BREAKER || a->outcome == MODEL_BUSY ? LOG_DEBUG : LOG_WARN,
		 "asking a model failed model=%s outcome=%s ms=%d retried=%d: %s", c->name,
		 model_outcome_name(a->outcome), a->elapsed_ms, c->retried, a->detail);
}

/* Needs enter() around it. The call is DONE already or becomes it; it is freed. */
static void call_finish(struct model_call *c, struct model_answer *a)
{
	assert(c->models->depth > 0);
	fetch_cancel(&c->fetch);
	loop_timer_clear(c->deadline);
	if (c->state != CALL_DONE)
		call_move(c, CALL_DONE);
	a->elapsed_ms = (int)(loop_now_ms() - c->started_ms);
	if (a->name[0] == '\0')
		a->name = c->name;
	set_detail(c, a->detail);
	a->detail = c->detail;
	log_outcome(c, a);
	c->cb(c->arg, a);
	call_free(c);
}

static struct model_answer no_answer(enum model_outcome outcome, const char *detail)
{
	return (struct model_answer){
	    .outcome = outcome, .name = "", .version = "", .weights = "", .text = "", .detail = detail};
}

/* Only what speaks of the endpoint counts against it. A 4xx or a bad answer may be the question's doing, and a
 * worker who finds such a question must not be able to switch the model off for everyone. */
static bool is_down(enum model_outcome outcome, int http_status)
{
	return outcome == MODEL_REFUSED || outcome == MODEL_TIMEOUT ||
	       (outcome == MODEL_BAD_STATUS && http_status >= 500);
}

/* An asked call tells about its endpoint. If the breaker opens, those who wait are turned away. */
static void endpoint_learn(struct endpoint *ep, bool probe, enum model_outcome outcome, int http_status)
{
	struct model_call *c;

	ep->last_failed = outcome != MODEL_ANSWERED && outcome != MODEL_EMPTY;
	ep->faults += ep->last_failed;
	if (!breaker_learn(&ep->breaker, loop_now_ms(), probe, !is_down(outcome, http_status)))
		return;
	while ((c = TAILQ_FIRST(&ep->calls[CALL_WAITING])) != NULL)
		call_end_soon(c, MODEL_BREAKER, left_alone);
}

static void endpoint_time(struct endpoint *ep, enum model_outcome outcome, int64_t ms)
{
	if (outcome != MODEL_ANSWERED && outcome != MODEL_EMPTY)
		return;
	ep->answers++;
	ep->answer_ms += (uint64_t)ms;
}

/* Running */

/* A RUNNING call has its outcome. */
static void call_settle(struct model_call *c, struct model_answer *a)
{
	struct models *m = c->models;
	struct endpoint *ep = c->endpoint;

	enter(m);
	call_move(c, CALL_DONE);
	endpoint_learn(ep, c->probe, a->outcome, c->http_status);
	endpoint_time(ep, a->outcome, loop_now_ms() - c->started_ms);
	pump(ep);
	call_finish(c, a);
	leave(m);
}

static void call_fault(struct model_call *c, enum model_outcome outcome, const char *detail)
{
	struct model_answer a = no_answer(outcome, detail);

	call_settle(c, &a);
}

static void on_retry(void *arg)
{
	call_send(arg);
}

/* One retry after a broken or refused connection, a moment later, if the deadline allows. */
static bool call_retry(struct model_call *c)
{
	if (c->retried || c->started_ms + c->models->conf.timeout_ms - loop_now_ms() <= RETRY_DELAY_MS)
		return false;
	c->retried = true;
	c->retry = loop_timer_new(c->models->base, on_retry, c);
	loop_timer_set(c->retry, RETRY_DELAY_MS);
	return true;
}

static void on_reply(struct model_call *c, const struct fetch_result *r)
{
	struct model_answer a;
	char status[32];

	c->http_status = r->http_status;
	if (r->http_status < 200 || r->http_status > 299) {
		snprintf(status, sizeof(status), "HTTP status %d", r->http_status);
		call_fault(c, MODEL_BAD_STATUS, status);
		return;
	}
	c->endpoint->protocol->response(&a, &c->keep, r->body, r->body_n, c->passage, c->passage_n);
	call_settle(c, &a);
}

static void on_fetched(void *arg, const struct fetch_result *r)
{
	struct model_call *c = arg;

	c->fetch = NULL;
	switch (r->status) {
	case FETCH_OK:
		on_reply(c, r);
		break;
	case FETCH_REFUSED:
		if (!call_retry(c))
			call_fault(c, MODEL_REFUSED, r->error);
		break;
	case FETCH_TIMEOUT:
		call_fault(c, MODEL_TIMEOUT, r->error);
		break;
	case FETCH_TOO_BIG:
		call_fault(c, MODEL_GARBAGE, r->error);
		break;
	case FETCH_FAILED:
		/* With a status the peer spoke and then broke off; without one it was never reached. */
		call_fault(c, r->http_status != 0 ? MODEL_GARBAGE : MODEL_REFUSED, r->error);
		break;
	}
}

static void call_send(struct model_call *c)
{
	static const char *const headers[] = {"Content-Type: application/json", "Accept: application/json", NULL};
	struct models *m = c->models;
	int64_t left = c->started_ms + m->conf.timeout_ms - loop_now_ms();
	struct fetch_request req = {
	    .method = "POST",
	    .url = c->endpoint->full_url,
	    .body = c->request.p,
	    .body_n = c->request.n,
	    .headers = headers,
	    .timeout_ms = left > 1 ? (int)left : 1,
	    .max_body = m->conf.max_answer,
	};

	c->fetch = fetch_start(m->fetch, &req, on_fetched, c);
}

static void pump(struct endpoint *ep)
{
	struct model_call *c;

	while ((c = TAILQ_FIRST(&ep->calls[CALL_WAITING])) != NULL &&
	       ep->count[CALL_RUNNING] < c->models->conf.concurrency) {
		call_move(c, CALL_RUNNING);
		ep->asked++;
		call_send(c);
	}
}

static void on_soon(void *arg)
{
	struct models *m = arg;
	struct model_call *c;

	enter(m);
	while (!m->closing && (c = TAILQ_FIRST(&m->due)) != NULL) {
		/* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): the last one left the list */
		struct model_answer a = no_answer(c->due, c->detail);

		call_finish(c, &a);
	}
	leave(m);
}

static void on_deadline(void *arg)
{
	struct model_call *c = arg;
	struct models *m = c->models;
	struct model_answer a = no_answer(MODEL_TIMEOUT, "no free slot in time");

	if (c->state == CALL_RUNNING) {
		call_fault(c, MODEL_TIMEOUT, "no answer in time");
		return;
	}
	enter(m);
	if (c->state == CALL_DUE)
		a = no_answer(c->due, c->detail);
	else if (c->probe)
		breaker_probe_lost(&c->endpoint->breaker, loop_now_ms());
	call_finish(c, &a);
	leave(m);
}

/* The door */

struct models *models_new(struct event_base *base, struct fetch *fetch, const struct models_conf *conf)
{
	struct models *m = xcalloc(1, sizeof(*m));

	m->base = base;
	m->fetch = fetch;
	m->conf = *conf;
	m->conf.concurrency = conf->concurrency > 0 ? conf->concurrency : 1;
	m->conf.timeout_ms = conf->timeout_ms > 0 ? conf->timeout_ms : 1;
	m->conf.breaker_failures = conf->breaker_failures > 0 ? conf->breaker_failures : 1;
	TAILQ_INIT(&m->endpoints);
	TAILQ_INIT(&m->due);
	m->soon = loop_timer_new(base, on_soon, m);
	return m;
}

static void drop_all(struct call_list *list)
{
	struct model_call *c;

	while ((c = TAILQ_FIRST(list)) != NULL) {
		call_move(c, CALL_DONE); /* NOLINT(clang-analyzer-unix.Malloc): the last one left the list */
		call_free(c);
	}
}

void models_free(struct models **mp)
{
	struct models *m = *mp;
	struct endpoint *ep;

	if (m == NULL)
		return;
	*mp = NULL;
	m->closing = true;
	TAILQ_FOREACH(ep, &m->endpoints, link)
	{
		drop_all(&ep->calls[CALL_WAITING]);
		drop_all(&ep->calls[CALL_RUNNING]);
	}
	drop_all(&m->due);
	if (m->depth == 0)
		models_destroy(m);
}

/* Queues the call at its endpoint, or ends it soon. */
static void call_enter(struct model_call *c, const struct model_ref *ref)
{
	struct models *m = c->models;
	const struct model_protocol *proto = protocol_find(ref->protocol);
	struct endpoint *ep;

	c->state = CALL_DONE; /* in no list yet */
	if (proto == NULL) {
		call_end_soon(c, MODEL_GARBAGE, "unknown model protocol");
		return;
	}
	ep = endpoint_get(m, ref, proto);
	if (ep == NULL ||
	    (ep->count[CALL_RUNNING] >= m->conf.concurrency && ep->count[CALL_WAITING] >= m->conf.queue_max)) {
		call_end_soon(c, MODEL_BUSY, "too many calls are waiting for this model");
	} else if (!breaker_admits(&ep->breaker, loop_now_ms(), &c->probe)) {
		call_end_soon(c, MODEL_BREAKER, left_alone);
	} else {
		c->endpoint = ep;
		c->state = CALL_WAITING;
		TAILQ_INSERT_TAIL(&ep->calls[CALL_WAITING], c, link);
		ep->count[CALL_WAITING]++;
	}
}

struct model_call *model_ask(struct models *m, const struct model_ref *ref, const char *passage, size_t passage_n,
			     const char *question, size_t question_n, model_cb cb, void *arg)
{
	struct model_call *c = xcalloc(1, sizeof(*c));

	c->models = m;
	c->cb = cb;
	c->arg = arg;
	c->name = xstrdup(ref->name);
	c->started_ms = loop_now_ms();
	c->deadline = loop_timer_new(m->base, on_deadline, c);
	loop_timer_set(c->deadline, m->conf.timeout_ms);
	call_enter(c, ref);
	if (c->state == CALL_WAITING) {
		c->passage = xmemdup0(passage, passage_n);
		c->passage_n = passage_n;
		c->endpoint->protocol->request(&c->request, passage, passage_n, question, question_n);
		pump(c->endpoint);
	}
	return c;
}

void model_cancel(struct model_call **call)
{
	struct model_call *c = *call;
	struct endpoint *ep;

	*call = NULL;
	if (c == NULL || c->state == CALL_DONE)
		return;
	ep = c->endpoint;
	if (ep != NULL && c->probe)
		breaker_probe_lost(&ep->breaker, loop_now_ms());
	call_move(c, CALL_DONE);
	call_free(c);
	if (ep != NULL)
		pump(ep);
}

void models_each(const struct models *m, void (*fn)(const struct models_stats *s, void *arg), void *arg)
{
	struct endpoint *ep;

	TAILQ_FOREACH(ep, &m->endpoints, link)
	{
		struct models_stats s = {
		    .name = ep->name,
		    .url = ep->url,
		    .running = ep->count[CALL_RUNNING],
		    .waiting = ep->count[CALL_WAITING],
		    .breaker = (int)ep->breaker.state,
		    .calls = ep->asked,
		    .last_failed = ep->last_failed,
		    .faults = ep->faults,
		    .answers = ep->answers,
		    .answer_ms = ep->answer_ms,
		};

		fn(&s, arg);
	}
}
