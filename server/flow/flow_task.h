/* flow_task: one request on its way through a use case: asked of the database once or several times, answered exactly
 * once, then gone. A flow's own struct begins with this one, so that a pointer to it is a pointer to the task:
 *
 *   struct vote {
 *           struct flow_task task;
 *           …
 *   };
 *   struct vote *v = flow_task_new(sizeof(*v), req, app);
 *
 * What always holds
 * - a task ends in flow_task_end and nowhere else; every function here that answers calls it, and the task must not be
 *   touched afterwards;
 * - when the request's time is over the task cancels what is under way, answers 503 and ends: no callback runs later;
 * - a task that a thread works on is held: it is answered in time all the same, but lives until the thread is done. */
#ifndef BEAT_FLOW_TASK_H
#define BEAT_FLOW_TASK_H

#include <stdbool.h>

#include "flow.h"
#include "flow_read.h"
#include "rate.h"

struct flow_task {
	struct http_req *req; /* NULL: answered or given away, or the flow has several and keeps them itself */
	struct app *app;
	struct db_call *call;
	json_t *body;
	const char *late;            /* said when the time is over; set by flow_task_new, a flow may know better */
	int timeout_ms;              /* of each statement; likewise */
	void (*release)(void *task); /* frees what the flow has beyond this; may be NULL */
	db_cb then;                  /* of the statement under way */
	struct token_session token;  /* of a task that flow_task_of_worker made */
	bool held, over;
};

/* What a flow may say when its time is over that stores nothing twice. */
extern const char flow_late_repeatable[];

/* Zeroed beyond the task itself. With a request the task has its deadline from here on; req may be NULL. */
void *flow_task_new(size_t size, struct http_req *req, struct app *app);

/* For a worker with a token, the body read; `release` as above. NULL after answering. */
void *flow_task_of_worker(size_t size, struct http_req *req, struct app *app, void (*release)(void *task));

/* Reads the body, which must be a JSON object. False after answering, and the end. */
bool flow_task_read(struct flow_task *t);

/* Starts a statement; then(task, result) runs when it is over. One at a time. */
void flow_task_ask(struct flow_task *t, enum db_lane lane, struct sql_ask ask, db_cb then);

/* For `then`: true if the statement answered with its one row, of which the first column is never NULL. Else it was
 * answered for and logged, with what was being done, and the task has ended. */
bool flow_task_has_row(struct flow_task *t, const struct db_result *r, const char *doing);

/* The answers, and the end. */
void flow_task_reply(struct flow_task *t, int status, const struct buf *json);
void flow_task_refuse(struct flow_task *t, const struct http_refusal *why);
void flow_task_refuse_as(struct flow_task *t, const char *status);       /* by the table of flow_refusals.h */
void flow_task_invalid(struct flow_task *t, const struct flow_fault *f); /* a member of the body: 422 */

/* RATE_ATTEMPTS or RATE_VOTES: true if the worker of the token, the HIT and the address have one left, or the worker
 * when the address has none. Else it was answered, and the task has ended. */
bool flow_task_may(struct flow_task *t, enum rate_kind kind);
/* RATE_SESSIONS or RATE_LOGINS, likewise: for who comes under a name (NULL: under none). An address that has none left
 * still has one for who is vouched for, or known there. */
bool flow_task_may_enter(struct flow_task *t, enum rate_kind kind, const char *name, bool vouched);

/* For an answer that is no part of the passage. */
struct http_refusal flow_bad_answer(enum span_status proof);

/* The request, for whoever answers it instead; the task is left with none. */
struct http_req *flow_task_give(struct flow_task *t);

/* A thread begins to work on the task, and is done with it. False if the time was over meanwhile: it has ended now. */
void flow_task_hold(struct flow_task *t);
bool flow_task_unhold(struct flow_task *t);

/* Cancels what is under way and frees everything, once nobody holds the task; until then it may be called again. The
 * request must have been answered or given away. */
void flow_task_end(struct flow_task *t);

#endif
