/* models: see include/beat/model.h. The door of the client: which endpoint of a model a question goes to, and the
 * registry of endpoints. */
#include "beat/model.h"

#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

#include "beat/fetch.h"
#include "beat/loop.h"
#include "beat/mem.h"
#include "call.h"
#include "endpoint.h"
#include "guard.h"
#include "key.h"
#include "protocol.h"

bool model_is_silent(int *in_row, const struct model_answer *answer, long concurrency)
{
	enum { ENOUGH = 16 };
	bool silent = answer->outcome == MODEL_REFUSED || answer->outcome == MODEL_TIMEOUT;

	*in_row = silent ? *in_row + 1 : 0;
	return *in_row >= ENOUGH && *in_row >= concurrency;
}

struct models *models_new(struct event_base *base, struct fetch *fetch, const struct models_conf *conf)
{
	struct models *m = xcalloc(1, sizeof(*m));

	m->base = base;
	m->fetch = fetch;
	m->conf = *conf;
	m->conf.concurrency = conf->concurrency > 0 ? conf->concurrency : 1;
	m->conf.timeout_ms = conf->timeout_ms > 0 ? conf->timeout_ms : 1;
	m->conf.breaker_failures = conf->breaker_failures > 0 ? conf->breaker_failures : 1;
	endpoints_init(&m->endpoints, &m->conf);
	TAILQ_INIT(&m->due);
	m->soon = loop_timer_new(base, call_on_soon, m);
	m->later = loop_timer_new(base, call_on_later, m);
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
	models_enter(m);
	m->closing = true;
	TAILQ_FOREACH(ep, &m->endpoints.list, link)
	{
		drop_all(&ep->calls[CALL_WAITING]);
		drop_all(&ep->calls[CALL_RUNNING]);
	}
	drop_all(&m->due);
	models_leave(m);
}

/* While all addresses are left alone: the one that may be probed, if any. */
static struct endpoint *probe_any(const struct endpoint_set *set, bool *probe)
{
	for (size_t i = 0; i < set->n; i++) {
		if (breaker_admits(&set->of[i]->breaker, loop_now_ms(), probe))
			return set->of[i];
	}
	return NULL;
}

static bool any_is_up(const struct endpoint_set *set)
{
	for (size_t i = 0; i < set->n; i++) {
		if (set->of[i]->breaker.state == BREAKER_CLOSED)
			return true;
	}
	return set->n == 0; /* too many models at once: that is no fault of this one */
}

/* Queues the call at an endpoint of its model, or ends it soon. */
static void call_enter(struct model_call *c, const struct endpoint_set *set)
{
	struct endpoint *ep = endpoint_choose(&c->models->endpoints, set, NULL);

	if (ep == NULL && any_is_up(set))
		call_end_soon(c, MODEL_BUSY, "too many calls are waiting for this model");
	else if (ep == NULL && (ep = probe_any(set, &c->probe)) == NULL)
		call_end_soon(c, MODEL_BREAKER, call_left_alone);
	else
		call_join(c, ep);
	if (c->state == CALL_WAITING && call_waits_in_vain(c)) {
		if (c->probe)
			breaker_probe_lost(&ep->breaker, loop_now_ms());
		call_end_soon(c, MODEL_RATE_LIMITED, call_in_vain);
	}
}

static struct model_call *call_new(struct models *m, const struct model_ref *ref, model_cb cb, void *arg)
{
	struct model_call *c = xcalloc(1, sizeof(*c));

	c->models = m;
	c->state = CALL_DONE; /* in no list yet */
	c->cb = cb;
	c->arg = arg;
	c->name = xstrdup(ref->name);
	c->urls = xstrdup(ref->url);
	c->guard = ref->guard != NULL ? xstrdup(ref->guard) : NULL;
	c->protocol = "";
	c->deadline = loop_timer_new(m->base, call_on_deadline, c);
	c->timeout_ms = m->conf.timeout_ms;
	c->started_ms = loop_now_ms();
	if (!m->conf.patient)
		call_time_begins(c);
	return c;
}

/* Addresses that are left alone are probed with a copy of the question that nobody waits for: as long as another one is
 * up, no worker does. */
static void probe_others(const struct model_call *c, const struct model_ref *ref, const struct endpoint_set *set)
{
	for (size_t i = 0; i < set->n; i++) {
		struct endpoint *ep = set->of[i];
		struct model_call *copy;
		bool probe;

		if (ep == c->endpoint || ep->breaker.state == BREAKER_CLOSED ||
		    !breaker_admits(&ep->breaker, loop_now_ms(), &probe))
			continue;
		copy = call_new(c->models, ref, NULL, NULL);
		copy->probe = probe;
		copy->passage = xmemdup0(c->passage, c->passage_n);
		copy->passage_n = c->passage_n;
		copy->question = xmemdup0(c->question, c->question_n);
		copy->question_n = c->question_n;
		copy->key = c->key != NULL ? xstrdup(c->key) : NULL;
		copy->timeout_ms = c->timeout_ms;
		call_join(copy, ep);
		endpoint_pump(ep);
	}
}

/* The model's own time, and its key; false if that is not there, and the call ends soon. */
static bool call_prepare(struct model_call *c, const struct model_setup *setup)
{
	struct buf why = BUF_INIT;

	if (setup->timeout_ms > 0) {
		c->timeout_ms = setup->timeout_ms;
		if (!c->models->conf.patient)
			call_time_begins(c);
	}
	c->key = key_read(setup, &why);
	if (why.n > 0)
		call_end_soon(c, MODEL_NO_KEY, why.p);
	buf_release(&why);
	return c->state != CALL_DUE;
}

struct model_call *model_ask(struct models *m, const struct model_ref *ref, const char *passage, size_t passage_n,
			     const char *question, size_t question_n, model_cb cb, void *arg)
{
	const struct model_protocol *proto = model_protocol_find(ref->protocol);
	struct model_call *c = call_new(m, ref, cb, arg);
	struct endpoint_set set;

	if (proto == NULL) {
		call_end_soon(c, MODEL_GARBAGE, "unknown model protocol");
		return c;
	}
	c->protocol = proto->name;
	if (guard_forbids(ref->guard)) {
		call_end_soon(c, MODEL_OVER_BUDGET, "what it may cost today is spent");
		return c;
	}
	set = endpoints_of(&m->endpoints, ref, proto);
	if (set.n > 0 && !call_prepare(c, &set.of[0]->setup))
		return c;
	call_enter(c, &set);
	if (c->state == CALL_WAITING) {
		c->passage = xmemdup0(passage, passage_n);
		c->passage_n = passage_n;
		c->question = xmemdup0(question, question_n);
		c->question_n = question_n;
		probe_others(c, ref, &set);
		endpoint_pump(c->endpoint);
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
		endpoint_pump(ep);
}

void models_each(const struct models *m, void (*fn)(const struct models_stats *s, void *arg), void *arg)
{
	struct endpoint *ep;

	TAILQ_FOREACH(ep, &m->endpoints.list, link)
	{
		struct models_stats s = endpoint_stats(ep);

		fn(&s, arg);
	}
}
