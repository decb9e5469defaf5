/* call: see call.h. A call's state changes in call_move() and call_join() only. */
#include "call.h"

#include <assert.h>
#include <stdlib.h>

#include "beat/fetch.h"
#include "beat/log.h"
#include "beat/loop.h"
#include "beat/mem.h"
#include "guard.h"
#include "key.h"

void call_leave(struct model_call *c)
{
	if (c->state == CALL_DUE) {
		TAILQ_REMOVE(&c->models->due, c, link);
	} else if (c->endpoint != NULL) {
		TAILQ_REMOVE(&c->endpoint->calls[c->state], c, link);
		c->endpoint->count[c->state]--;
	}
}

void call_move(struct model_call *c, enum call_state to)
{
	call_leave(c);
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

void call_join(struct model_call *c, struct endpoint *ep)
{
	c->endpoint = ep;
	c->state = CALL_WAITING;
	TAILQ_INSERT_TAIL(&ep->calls[CALL_WAITING], c, link);
	ep->count[CALL_WAITING]++;
}

/* One line of plain ASCII: it goes into logs and the database, whatever the peer sent. */
static void set_detail(struct model_call *c, const char *text)
{
	size_t i;

	for (i = 0; text[i] != '\0' && i + 1 < sizeof(c->detail); i++)
		c->detail[i] = (char)(text[i] >= 0x20 && text[i] < 0x7f ? text[i] : '?');
	c->detail[i] = '\0';
}

void call_end_soon(struct model_call *c, enum model_outcome outcome, const char *detail)
{
	set_detail(c, detail);
	c->due = outcome;
	call_move(c, CALL_DUE);
	loop_timer_set(c->models->soon, 0);
}

void call_free(struct model_call *c)
{
	fetch_cancel(&c->fetch);
	loop_timer_free(&c->deadline);
	loop_timer_free(&c->retry);
	buf_release(&c->request);
	buf_release(&c->keep);
	free(c->name);
	free(c->urls);
	free(c->passage);
	free(c->question);
	free(c->guard);
	key_free(&c->key);
	free(c);
}

static void models_destroy(struct models *m)
{
	endpoints_release(&m->endpoints);
	loop_timer_free(&m->soon);
	loop_timer_free(&m->later);
	free(m);
}

void models_enter(struct models *m)
{
	m->depth++;
}

void models_leave(struct models *m)
{
	if (--m->depth == 0 && m->closing)
		models_destroy(m);
}

static void log_outcome(const struct model_call *c, const struct model_answer *a)
{
	if (a->outcome == MODEL_ANSWERED)
		return;
	/* The breaker's and the queue's refusals come in floods whose cause has been logged. */
	log_line(a->outcome == MODEL_BREAKER || a->outcome == MODEL_BUSY || a->outcome == MODEL_OVER_BUDGET ? LOG_DEBUG
													    : LOG_WARN,
		 "asking a model failed model=%s outcome=%s ms=%d retried=%d: %s", c->name,
		 model_outcome_name(a->outcome), a->elapsed_ms, c->retried, a->detail);
}

void call_finish(struct model_call *c, struct model_answer *a)
{
	assert(c->models->depth > 0);
	fetch_cancel(&c->fetch);
	loop_timer_clear(c->deadline);
	if (c->state != CALL_DONE)
		call_move(c, CALL_DONE);
	a->elapsed_ms = (int)(loop_now_ms() - c->started_ms);
	a->names_build = a->name[0] != '\0' || guard_concerns(a->outcome);
	if (a->name[0] == '\0')
		a->name = c->name;
	a->protocol = c->protocol;
	if (a->prompt == NULL)
		a->prompt = "";
	guard_look(c->guard, a);
	set_detail(c, a->detail);
	a->detail = c->detail;
	log_outcome(c, a);
	if (c->cb != NULL)
		c->cb(c->arg, a);
	call_free(c);
}

const char *model_build_name(const struct model_answer *a)
{
	return a->names_build ? a->name : "";
}
