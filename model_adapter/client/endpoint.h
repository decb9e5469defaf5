/* endpoint: one address of a model as this process knows it: its queue, its breaker, its figures. Endpoints are made
 * when they are first asked, and the idle one that was not used for the longest time makes room for a new one.
 *
 * A model has one or more addresses (model_ref.url); endpoint_choose() says which of them a call goes to. */
#ifndef BEAT_MODEL_ENDPOINT_H
#define BEAT_MODEL_ENDPOINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/queue.h>

#include "beat/model.h"
#include "breaker.h"
#include "pace.h"
#include "setup.h"

struct model_protocol;

enum { ENDPOINTS_MAX = 256, ADDRESSES_MAX = 16 };

enum call_state { CALL_WAITING, CALL_RUNNING, CALL_DUE, CALL_DONE };

TAILQ_HEAD(call_list, model_call);
TAILQ_HEAD(endpoint_list, endpoint);

struct endpoint {
	TAILQ_ENTRY(endpoint) link; /* the one used last comes first */
	const struct model_protocol *protocol;
	char *name, *url, *call, *full_url, *shown;
	struct model_setup setup; /* what call says */
	struct pace pace;
	unsigned without;          /* what its server does not take (protocol.h) */
	struct call_list calls[2]; /* WAITING, RUNNING */
	int count[2];
	struct breaker breaker;
	bool last_failed;
	uint64_t asked, faults, answers, answer_ms;
};

struct endpoints {
	struct endpoint_list list;
	const struct models_conf *conf;
	int count;
	unsigned turn; /* of those with equally little to do, each in its turn */
};

/* The endpoints of a model, one for each address, in that order. */
struct endpoint_set {
	struct endpoint *of[ADDRESSES_MAX];
	size_t n;
};

void endpoints_init(struct endpoints *all, const struct models_conf *conf);
void endpoints_release(struct endpoints *all);

/* Those of a model; fewer, even none, if there are too many endpoints and all are at work. */
struct endpoint_set endpoints_of(struct endpoints *all, const struct model_ref *ref,
				 const struct model_protocol *protocol);

/* Calls at once. */
int endpoint_slots(const struct endpoints *all, const struct endpoint *ep);
/* Queue and slots are taken: a further call is turned away. */
bool endpoint_is_full(const struct endpoints *all, const struct endpoint *ep);
/* The one that a new call goes to: of those that are up and not full the one with the fewest calls; NULL: there is
 * none. `but` is left out. */
struct endpoint *endpoint_choose(struct endpoints *all, const struct endpoint_set *set, const struct endpoint *but);

/* An asked call tells about its endpoint: true if it is left alone from now on. *returned: it was, and answers again.
 */
bool endpoint_learn(struct endpoint *ep, bool probe, enum model_outcome outcome, int http_status, bool *returned);
/* Whether an outcome speaks against the endpoint rather than the question. */
bool endpoint_is_down(enum model_outcome outcome, int http_status);

struct models_stats endpoint_stats(const struct endpoint *ep);

#endif
