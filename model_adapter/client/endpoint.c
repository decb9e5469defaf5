/* endpoint: see endpoint.h. */
#include "endpoint.h"

#include <stdlib.h>
#include <string.h>

#include "beat/loop.h"
#include "beat/mem.h"
#include "beat/url.h"
#include "protocol.h"

static void endpoint_free(struct endpoints *all, struct endpoint *ep)
{
	TAILQ_REMOVE(&all->list, ep, link);
	all->count--;
	free(ep->name);
	free(ep->url);
	free(ep->call);
	model_setup_release(&ep->setup);
	pace_release(&ep->pace);
	free(ep->full_url);
	free(ep->shown);
	free(ep);
}

void endpoints_init(struct endpoints *all, const struct models_conf *conf)
{
	*all = (struct endpoints){.conf = conf};
	TAILQ_INIT(&all->list);
}

void endpoints_release(struct endpoints *all)
{
	struct endpoint *ep;

	while ((ep = TAILQ_FIRST(&all->list)) != NULL)
		endpoint_free(all, ep); /* NOLINT(clang-analyzer-unix.Malloc): the last one left the list */
}

static int endpoint_load(const struct endpoint *ep)
{
	return ep->count[CALL_WAITING] + ep->count[CALL_RUNNING];
}

/* Drops the idle endpoint that was not used for the longest time, so that models
 * which come and go do not pile up; false if all are at work. */
static bool endpoint_evict(struct endpoints *all, const struct endpoint_set *keep)
{
	struct endpoint *ep;

	TAILQ_FOREACH_REVERSE(ep, &all->list, endpoint_list, link)
	{
		bool kept = false;

		for (size_t i = 0; i < keep->n; i++)
			kept = kept || keep->of[i] == ep;
		if (!kept && endpoint_load(ep) == 0) {
			endpoint_free(all, ep);
			return true;
		}
	}
	return false;
}

static const char *call_of(const struct model_ref *ref)
{
	return ref->call != NULL ? ref->call : "";
}

static struct endpoint *endpoint_new(struct endpoints *all, const struct model_ref *ref, const char *url,
				     const struct model_protocol *proto)
{
	struct endpoint *ep = xcalloc(1, sizeof(*ep));
	struct buf full = BUF_INIT;

	ep->protocol = proto;
	ep->name = xstrdup(ref->name);
	ep->breaker = (struct breaker){
	    .name = ep->name, .failures = all->conf->breaker_failures, .cooldown_ms = all->conf->breaker_cooldown_ms};
	ep->url = xstrdup(url);
	ep->call = xstrdup(call_of(ref));
	model_setup_init(&ep->setup, ref->call);
	pace_init(&ep->pace, ep->setup.per_minute);
	model_protocol_url(proto, &full, url, &ep->setup);
	ep->full_url = buf_detach(&full);
	ep->shown = url_shown(url);
	TAILQ_INIT(&ep->calls[CALL_WAITING]);
	TAILQ_INIT(&ep->calls[CALL_RUNNING]);
	TAILQ_INSERT_HEAD(&all->list, ep, link);
	all->count++;
	return ep;
}

/* A model may have got another name meanwhile. */
static void endpoint_rename(struct endpoint *ep, const char *name)
{
	if (strcmp(ep->name, name) == 0)
		return;
	free(ep->name);
	ep->name = xstrdup(name);
	ep->breaker.name = ep->name;
}

/* NULL if there are too many, all at work. */
static struct endpoint *endpoint_get(struct endpoints *all, const struct model_ref *ref, const char *url,
				     const struct model_protocol *proto, const struct endpoint_set *keep)
{
	struct endpoint *ep;

	TAILQ_FOREACH(ep, &all->list, link)
	{
		if (ep->protocol == proto && strcmp(ep->url, url) == 0 && strcmp(ep->call, call_of(ref)) == 0)
			break;
	}
	if (ep == NULL) {
		if (all->count >= ENDPOINTS_MAX && !endpoint_evict(all, keep))
			return NULL;
		return endpoint_new(all, ref, url, proto);
	}
	if (ep != TAILQ_FIRST(&all->list)) {
		TAILQ_REMOVE(&all->list, ep, link);
		TAILQ_INSERT_HEAD(&all->list, ep, link);
	}
	endpoint_rename(ep, ref->name);
	return ep;
}

struct endpoint_set endpoints_of(struct endpoints *all, const struct model_ref *ref,
				 const struct model_protocol *protocol)
{
	struct endpoint_set set = {.n = 0};
	char *urls = xstrdup(ref->url), *rest = urls, *url;

	while (set.n < ADDRESSES_MAX && (url = strsep(&rest, " ")) != NULL) {
		struct endpoint *ep = *url ? endpoint_get(all, ref, url, protocol, &set) : NULL;

		if (ep != NULL)
			set.of[set.n++] = ep;
	}
	free(urls);
	return set;
}

int endpoint_slots(const struct endpoints *all, const struct endpoint *ep)
{
	return ep->setup.concurrency > 0 ? ep->setup.concurrency : all->conf->concurrency;
}

bool endpoint_is_full(const struct endpoints *all, const struct endpoint *ep)
{
	return ep->count[CALL_RUNNING] >= endpoint_slots(all, ep) && ep->count[CALL_WAITING] >= all->conf->queue_max;
}

/* One that may be asked at once before one that has asked to be left in peace, then the one with less to do. */
static bool endpoint_comes_before(const struct endpoint *a, const struct endpoint *b)
{
	int64_t now = loop_now_ms(), wait_a = pace_wait(&a->pace, now), wait_b = pace_wait(&b->pace, now);

	return wait_a != wait_b ? wait_a < wait_b : endpoint_load(a) < endpoint_load(b);
}

struct endpoint *endpoint_choose(struct endpoints *all, const struct endpoint_set *set, const struct endpoint *but)
{
	struct endpoint *best = NULL;
	unsigned turn = set->n > 1 ? all->turn++ : 0;

	for (size_t i = 0; i < set->n; i++) {
		struct endpoint *ep = set->of[(turn + i) % set->n];

		if (ep == but || ep->breaker.state != BREAKER_CLOSED || endpoint_is_full(all, ep))
			continue;
		if (best == NULL || endpoint_comes_before(ep, best))
			best = ep;
	}
	return best;
}

/* Only what speaks of the endpoint counts against it. A 4xx or a bad answer may be the question's doing, and a
 * worker who finds such a question must not be able to switch the model off for everyone. */
bool endpoint_is_down(enum model_outcome outcome, int http_status)
{
	return outcome == MODEL_REFUSED || outcome == MODEL_TIMEOUT || outcome == MODEL_OVERLOADED ||
	       (outcome == MODEL_BAD_STATUS && http_status >= 500);
}

bool endpoint_learn(struct endpoint *ep, bool probe, enum model_outcome outcome, int http_status, bool *returned)
{
	bool was_away = ep->breaker.state != BREAKER_CLOSED, opened;

	ep->last_failed = outcome != MODEL_ANSWERED && outcome != MODEL_EMPTY;
	ep->faults += ep->last_failed;
	opened = breaker_learn(&ep->breaker, loop_now_ms(), probe, !endpoint_is_down(outcome, http_status));
	*returned = was_away && ep->breaker.state == BREAKER_CLOSED;
	return opened;
}

struct models_stats endpoint_stats(const struct endpoint *ep)
{
	return (struct models_stats){
	    .name = ep->name,
	    .url = ep->url,
	    .shown = ep->shown,
	    .running = ep->count[CALL_RUNNING],
	    .waiting = ep->count[CALL_WAITING],
	    .breaker = (int)ep->breaker.state,
	    .calls = ep->asked,
	    .last_failed = ep->last_failed,
	    .faults = ep->faults,
	    .answers = ep->answers,
	    .answer_ms = ep->answer_ms,
	};
}
