/* model_call: one question under way, as the files of the client share it: call.c (its states and its end), call_run.c
 * (asking, and what becomes of replies and faults), models.c (the door).
 *
 * Invariants
 * - A call is WAITING or RUNNING in a list of its endpoint, or DUE in the list of
 *   struct models (its outcome is known but its callback must not run yet), or DONE.
 * - running <= concurrency, waiting <= queue_max.
 * - A call ends in call_finish() only, which runs the callback once.
 * - The struct models outlives callbacks that free it: the outermost frame destroys it. */
#ifndef BEAT_MODEL_CALL_H
#define BEAT_MODEL_CALL_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/queue.h>

#include "beat/model.h"
#include "endpoint.h"

struct fetch_call;
struct loop_timer;

enum { DETAIL_MAX = 240 };

struct model_call {
	TAILQ_ENTRY(model_call) link;
	struct models *models;
	struct endpoint *endpoint; /* NULL once DUE */
	enum call_state state;
	bool probe, retried;
	int http_status; /* of the reply; 0: none came */
	const char *protocol;
	model_cb cb; /* NULL: a probe that nobody waits for */
	void *arg;
	char *name, *urls, *passage, *question, *key, *guard;
	size_t passage_n, question_n;
	unsigned without; /* what this request leaves out */
	int timeout_ms;
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
	struct endpoints endpoints;
	struct call_list due;
	struct loop_timer *soon, *later;
	int64_t later_at; /* 0: not set */
	int depth;
	bool closing;
};

/* Around whatever may run a callback. */
void models_enter(struct models *m);
void models_leave(struct models *m);

/* Out of the list that it is in. */
void call_leave(struct model_call *c);
void call_move(struct model_call *c, enum call_state to);
/* Into the queue of an endpoint. */
void call_join(struct model_call *c, struct endpoint *ep);
/* The outcome is known; the callback runs in the next turn of the loop. */
void call_end_soon(struct model_call *c, enum model_outcome outcome, const char *detail);
/* Needs models_enter() around it. The call is DONE already or becomes it; it is freed. */
void call_finish(struct model_call *c, struct model_answer *a);
void call_free(struct model_call *c);

/* Sends what waits, as far as slots and pace allow. */
void endpoint_pump(struct endpoint *ep);
/* From now on it has its timeout_ms. */
void call_time_begins(struct model_call *c);
/* Whether a call that waits cannot be sent in its time, as its endpoint may not be asked before. */
bool call_waits_in_vain(const struct model_call *c);
/* What a call is told whose endpoint is left alone, or may not be asked in time. */
extern const char call_left_alone[], call_in_vain[];

/* Timers: calls that are due, endpoints that had to wait, the end of a call's time. */
void call_on_soon(void *models);
void call_on_later(void *models);
void call_on_deadline(void *call);

#endif
