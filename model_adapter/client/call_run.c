/* call_run: asking, and what becomes of replies and faults: see call.h. A call that is broken off or turned away at one
 * endpoint goes on to another, if its model has one. */
#include <stdlib.h>
#include <string.h>

#include "beat/fetch.h"
#include "beat/loop.h"
#include "beat/mem.h"
#include "beat/url.h"
#include "call.h"
#include "chat.h"
#include "key.h"
#include "protocol.h"
#include "reply.h"

enum { RETRY_DELAY_MS = 50 };

const char call_in_vain[] = "the model is asked more slowly for a while, and this question's time ends before its turn";
const char call_left_alone[] = "the model failed repeatedly; it is left alone for a while";

static void call_send(struct model_call *c);

/* To another address of its model that is up; false if there is none. */
static bool call_reroute(struct model_call *c)
{
	const struct model_ref ref = {
	    .name = c->name, .url = c->urls, .protocol = c->endpoint->protocol->name, .call = c->endpoint->call};
	struct endpoint_set set;
	struct endpoint *other;

	if (strchr(c->urls, ' ') == NULL || c->cb == NULL)
		return false;
	set = endpoints_of(&c->models->endpoints, &ref, c->endpoint->protocol);
	other = endpoint_choose(&c->models->endpoints, &set, c->endpoint);
	if (other == NULL)
		return false;
	call_leave(c);
	c->probe = false;
	if (c->models->conf.patient)
		loop_timer_clear(c->deadline);
	call_join(c, other);
	endpoint_pump(other);
	return true;
}

/* An asked call tells about its endpoint. If the breaker opens, those who wait go elsewhere or are turned away. */
static void call_learn(struct model_call *c, struct endpoint *ep, enum model_outcome outcome)
{
	struct models *m = c->models;
	struct model_call *waiting;
	bool returned;

	if (endpoint_learn(ep, c->probe, outcome, c->http_status, &returned)) {
		while ((waiting = TAILQ_FIRST(&ep->calls[CALL_WAITING])) != NULL) {
			if (!call_reroute(waiting))
				call_end_soon(waiting, MODEL_BREAKER, call_left_alone);
		}
	}
	if (returned && m->conf.on_return != NULL)
		m->conf.on_return(m->conf.on_return_arg, ep->name);
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

	models_enter(m);
	call_move(c, CALL_DONE);
	call_learn(c, ep, a->outcome);
	endpoint_time(ep, a->outcome, loop_now_ms() - c->started_ms);
	endpoint_pump(ep);
	call_finish(c, a);
	models_leave(m);
}

/* What came to nothing at one address is asked at another at once; false if it ends here. */
static bool call_failover(struct model_call *c, enum model_outcome outcome)
{
	struct models *m = c->models;
	struct endpoint *was = c->endpoint;
	struct model_call told = {.models = m, .probe = c->probe, .http_status = c->http_status};

	if (c->retried || !endpoint_is_down(outcome, c->http_status) || loop_now_ms() >= c->started_ms + c->timeout_ms)
		return false;
	models_enter(m);
	c->retried = call_reroute(c);
	if (c->retried) {
		c->http_status = 0;
		call_learn(&told, was, outcome);
		endpoint_pump(was);
	}
	models_leave(m);
	return c->retried;
}

static void call_fault(struct model_call *c, enum model_outcome outcome, const char *detail)
{
	struct model_answer a = reply_none(outcome, detail);

	if (!call_failover(c, outcome))
		call_settle(c, &a);
}

static void on_retry(void *arg)
{
	call_send(arg);
}

/* One retry after a broken or refused connection, a moment later, if the deadline allows. */
static bool call_retry(struct model_call *c)
{
	if (c->retried || c->cb == NULL || c->started_ms + c->timeout_ms - loop_now_ms() <= RETRY_DELAY_MS)
		return false;
	c->retried = true;
	c->retry = loop_timer_new(c->models->base, on_retry, c);
	loop_timer_set(c->retry, RETRY_DELAY_MS);
	return true;
}

static struct model_question call_question(const struct model_call *c)
{
	return (struct model_question){.setup = &c->endpoint->setup,
				       .passage = c->passage,
				       .passage_n = c->passage_n,
				       .question = c->question,
				       .question_n = c->question_n,
				       .without = c->without};
}

static int64_t call_left(const struct model_call *c)
{
	return c->started_ms + c->timeout_ms - loop_now_ms();
}

void call_time_begins(struct model_call *c)
{
	c->started_ms = loop_now_ms();
	loop_timer_set(c->deadline, c->timeout_ms);
}

bool call_waits_in_vain(const struct model_call *c)
{
	return !c->models->conf.patient && pace_wait(&c->endpoint->pace, loop_now_ms()) >= call_left(c);
}

/* A language model's server that does not take something we can do without is asked again without it; what it has
 * taken is remembered with the endpoint. */
static bool call_without(struct model_call *c, const char *said)
{
	const struct model_protocol *protocol = c->endpoint->protocol;
	unsigned without = protocol->without != NULL ? protocol->without(c->without, c->http_status, said) : c->without;

	if (without == c->without || call_left(c) <= 0)
		return false;
	c->without = without;
	call_send(c);
	return true;
}

/* Whoever waits at an endpoint for longer than there is time goes elsewhere, or is told so at once. */
static void endpoint_thin_out(struct endpoint *ep)
{
	struct model_call *c, *next;

	for (c = TAILQ_FIRST(&ep->calls[CALL_WAITING]); c != NULL; c = next) {
		next = TAILQ_NEXT(c, link);
		if (call_waits_in_vain(c) && !call_reroute(c))
			call_end_soon(c, MODEL_RATE_LIMITED, call_in_vain);
	}
}

/* 429: nothing more is sent for a while, and this call waits with the others if its time allows. */
static bool call_slow_down(struct model_call *c, const struct fetch_result *r)
{
	struct endpoint *ep = c->endpoint;

	pace_refused(&ep->pace, loop_now_ms(), r->retry_after_s);
	call_learn(c, ep, MODEL_RATE_LIMITED);
	c->probe = false;
	endpoint_thin_out(ep);
	if (call_reroute(c))
		return true;
	if (call_waits_in_vain(c))
		return false;
	call_move(c, CALL_WAITING);
	if (c->models->conf.patient)
		loop_timer_clear(c->deadline);
	endpoint_pump(ep);
	return true;
}

static void on_bad_status(struct model_call *c, const struct fetch_result *r, const char *body, size_t n)
{
	struct buf sentence = BUF_INIT, words = BUF_INIT, why = BUF_INIT;
	struct models *m = c->models;
	enum model_outcome outcome;
	const char *said;
	bool goes_on;

	reply_sentence(&sentence, body, n);
	reply_said(&words, body, n);
	said = words.p != NULL ? words.p : "";
	outcome = reply_outcome(r->http_status, said);
	buf_addf(&why, "HTTP status %d%s%s", r->http_status, sentence.n > 0 ? ": " : "",
		 sentence.n > 0 ? sentence.p : "");
	models_enter(m);
	goes_on = ((outcome == MODEL_REJECTED || outcome == MODEL_BAD_STATUS) && call_without(c, said)) ||
		  (outcome == MODEL_RATE_LIMITED && call_slow_down(c, r));
	if (!goes_on)
		call_fault(c, outcome, why.p);
	models_leave(m);
	buf_release(&sentence);
	buf_release(&words);
	buf_release(&why);
}

/* Tells whoever wants to see what is sent and what comes back. */
static void call_tell(const struct model_call *c, const struct fetch_result *r, const char *body, size_t n)
{
	const struct models_conf *conf = &c->models->conf;
	char **headers, *url;

	if (conf->on_exchange == NULL)
		return;
	headers = key_headers(c->endpoint->protocol, &c->endpoint->setup, c->key != NULL ? "***" : NULL);
	url = url_shown(c->endpoint->full_url);
	conf->on_exchange(conf->on_exchange_arg, &(struct model_exchange){.url = url,
									  .headers = (const char *const *)headers,
									  .request = c->request.p,
									  .request_n = c->request.n,
									  .reply = body,
									  .reply_n = n,
									  .http_status = r->http_status,
									  .error = r->error,
									  .elapsed_ms = r->elapsed_ms});
	free(url);
	key_headers_free(&headers);
}

static void on_reply(struct model_call *c, const struct fetch_result *r)
{
	struct model_question q = call_question(c);
	struct model_answer a;
	struct buf body = BUF_INIT;

	c->http_status = r->http_status;
	key_mask(&body, r->body, r->body_n, c->key); /* some servers repeat it */
	call_tell(c, r, body.p != NULL ? body.p : "", body.n);
	if (r->http_status < 200 || r->http_status > 299) {
		on_bad_status(c, r, body.p != NULL ? body.p : "", body.n);
	} else {
		c->endpoint->without = c->without;
		pace_answered(&c->endpoint->pace);
		model_protocol_read(c->endpoint->protocol, &a, &c->keep, &q, body.p != NULL ? body.p : "", body.n);
		call_settle(c, &a);
	}
	buf_release(&body);
}

static void on_fetched(void *arg, const struct fetch_result *r)
{
	struct model_call *c = arg;

	c->fetch = NULL;
	if (r->status != FETCH_OK)
		call_tell(c, r, "", 0);
	switch (r->status) {
	case FETCH_OK:
		on_reply(c, r);
		break;
	case FETCH_REFUSED:
		if (!call_failover(c, MODEL_REFUSED) && !call_retry(c))
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
	struct model_question q = call_question(c);
	char **headers = key_headers(c->endpoint->protocol, &c->endpoint->setup, c->key);
	struct models *m = c->models;
	int64_t left = call_left(c);
	struct fetch_request req;

	buf_clear(&c->request);
	c->endpoint->protocol->request(&c->request, &q);
	req = (struct fetch_request){
	    .method = "POST",
	    .url = c->endpoint->full_url,
	    .body = c->request.p,
	    .body_n = c->request.n,
	    .headers = (const char *const *)headers,
	    .compressed = true,
	    .link_local = c->endpoint->setup.link_local,
	    .timeout_ms = left > 1 ? (int)left : 1,
	    .max_body = m->conf.max_answer,
	};

	c->fetch = fetch_start(m->fetch, &req, on_fetched, c);
	key_headers_free(&headers);
}

/* The endpoints that must wait are looked at again, all at once, when the first of them may be asked. */
static void pump_later(struct models *m, int64_t ms)
{
	int64_t at = loop_now_ms() + ms;

	if (m->later_at != 0 && m->later_at <= at)
		return;
	m->later_at = at;
	loop_timer_set(m->later, ms < INT32_MAX ? (int)ms : INT32_MAX);
}

void call_on_later(void *arg)
{
	struct models *m = arg;
	struct endpoint *ep;

	m->later_at = 0;
	TAILQ_FOREACH(ep, &m->endpoints.list, link)
	endpoint_pump(ep);
}

void endpoint_pump(struct endpoint *ep)
{
	struct model_call *c;

	while ((c = TAILQ_FIRST(&ep->calls[CALL_WAITING])) != NULL &&
	       ep->count[CALL_RUNNING] < endpoint_slots(&c->models->endpoints, ep)) {
		int64_t now = loop_now_ms(), wait = pace_wait(&ep->pace, now);

		if (wait > 0) {
			pump_later(c->models, wait);
			return;
		}
		pace_sent(&ep->pace, now);
		call_move(c, CALL_RUNNING);
		if (c->models->conf.patient)
			call_time_begins(c);
		c->without = ep->without;
		ep->asked++;
		call_send(c);
	}
}

void call_on_soon(void *arg)
{
	struct models *m = arg;
	struct model_call *c;

	models_enter(m);
	while (!m->closing && (c = TAILQ_FIRST(&m->due)) != NULL) {
		/* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): the last one left the list */
		struct model_answer a = reply_none(c->due, c->detail);

		call_finish(c, &a);
	}
	models_leave(m);
}

void call_on_deadline(void *arg)
{
	struct model_call *c = arg;
	struct models *m = c->models;
	struct model_answer a = reply_none(MODEL_TIMEOUT, "no free slot in time");

	if (c->state == CALL_RUNNING) {
		call_tell(c, &(struct fetch_result){.error = "no answer in time", .elapsed_ms = c->timeout_ms}, "", 0);
		call_fault(c, MODEL_TIMEOUT, "no answer in time");
		return;
	}
	models_enter(m);
	if (c->state == CALL_DUE)
		a = reply_none(c->due, c->detail);
	else if (pace_wait(&c->endpoint->pace, loop_now_ms()) > 0)
		a = reply_none(MODEL_RATE_LIMITED, call_in_vain);
	if (c->state == CALL_WAITING && c->probe)
		breaker_probe_lost(&c->endpoint->breaker, loop_now_ms());
	call_finish(c, &a);
	models_leave(m);
}
