/* flow_task: see flow_task.h. */
#include "flow_task.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "beat/loop.h"

enum { TASK_RETRY_S = 2 };

const char flow_late_repeatable[] = "This took too long. Send it again: nothing is lost.";

static void flow_task_on_deadline(void *arg)
{
	struct flow_task *t = arg;

	flow_task_refuse(t,
			 &(struct http_refusal){
			     .status = 503, .slug = "unavailable", .detail = t->late, .retry_after_s = TASK_RETRY_S});
}

void *flow_task_new(size_t size, struct http_req *req, struct app *app)
{
	struct flow_task *t = xcalloc(1, size);

	assert(size >= sizeof(*t));
	t->req = req;
	t->app = app;
	t->late = "The server took too long. Please try again.";
	t->timeout_ms = DB_TIMEOUT_MS;
	if (req != NULL)
		http_on_deadline(req, flow_task_on_deadline, t);
	return t;
}

void flow_task_end(struct flow_task *t)
{
	assert(t->req == NULL);
	db_cancel(&t->call);
	t->over = true;
	if (t->held)
		return;
	if (t->release != NULL)
		t->release(t);
	json_decref(t->body);
	free(t);
}

struct http_req *flow_task_give(struct flow_task *t)
{
	struct http_req *req = t->req;

	t->req = NULL;
	if (req != NULL)
		http_on_deadline(req, NULL, NULL);
	return req;
}

bool flow_task_read(struct flow_task *t)
{
	t->body = flow_read_object(t->req);
	if (t->body != NULL)
		return true;
	t->req = NULL; /* answered */
	flow_task_end(t);
	return false;
}

void *flow_task_of_worker(size_t size, struct http_req *req, struct app *app, void (*release)(void *task))
{
	struct token_session token;
	struct flow_task *t;

	if (!flow_read_token(req, app, &token))
		return NULL;
	t = flow_task_new(size, req, app);
	t->release = release;
	t->token = token;
	return flow_task_read(t) ? t : NULL;
}

static void flow_task_on_result(void *arg, const struct db_result *r)
{
	struct flow_task *t = arg;

	t->call = NULL;
	t->then(t, r);
}

void flow_task_ask(struct flow_task *t, enum db_lane lane, struct sql_ask ask, db_cb then)
{
	assert(t->call == NULL);
	t->then = then;
	t->call = db_start(t->app->db, lane, ask, t->timeout_ms, flow_task_on_result, t);
}

bool flow_task_has_row(struct flow_task *t, const struct db_result *r, const char *doing)
{
	if (flow_has_row(r))
		return true;
	flow_db_failed(flow_task_give(t), r, doing);
	flow_task_end(t);
	return false;
}

void flow_task_reply(struct flow_task *t, int status, const struct buf *json)
{
	http_reply_json(flow_task_give(t), status, json);
	flow_task_end(t);
}

void flow_task_refuse(struct flow_task *t, const struct http_refusal *why)
{
	http_refuse(flow_task_give(t), why);
	flow_task_end(t);
}

void flow_task_refuse_as(struct flow_task *t, const char *status)
{
	flow_task_refuse(t, flow_refusal(t->req, status));
}

void flow_task_invalid(struct flow_task *t, const struct flow_fault *f)
{
	flow_task_refuse(
	    t, &(struct http_refusal){.status = 422, .slug = "invalid", .detail = f->detail, .field = f->field});
}

struct http_refusal flow_bad_answer(enum span_status proof)
{
	return (struct http_refusal){
	    .status = 422, .slug = "answer-invalid", .detail = span_status_message(proof), .field = "answer"};
}

void flow_task_hold(struct flow_task *t)
{
	assert(!t->held);
	t->held = true;
}

bool flow_task_unhold(struct flow_task *t)
{
	t->held = false;
	if (!t->over)
		return true;
	flow_task_end(t);
	return false;
}

/* One of each: for the person, for the HIT, for the address; of an address that has none left, what is the person's
 * own. Sets *kind to the one that is missing. */
static int flow_task_wait_of_worker(struct flow_task *t, enum rate_kind *kind)
{
	struct rates *rates = t->app->rates;
	const struct rate_who address = rates_who(rates, http_peer(t->req), NULL);
	int64_t now = loop_now_ms();
	int wait = rates_take(rates, *kind, &t->token.worker, sizeof(t->token.worker), now);

	if (wait > 0)
		return wait;
	*kind = RATE_HIT;
	wait = rates_take(rates, RATE_HIT, &t->token.assignment, sizeof(t->token.assignment), now);
	if (wait > 0)
		return wait;
	*kind = RATE_RESERVE;
	if (rates_take(rates, RATE_ADDRESS, &address, sizeof(address), now) == 0)
		return 0;
	return rates_take(rates, RATE_RESERVE, &t->token.worker, sizeof(t->token.worker), now);
}

/* One for the name at the address, and for the address unless the name is known there. */
static int flow_task_wait_of_name(struct flow_task *t, enum rate_kind *kind, const char *name, bool vouched)
{
	struct rates *rates = t->app->rates;
	const struct rate_who who = rates_who(rates, http_peer(t->req), name),
			      address = rates_who(rates, http_peer(t->req), NULL);
	enum rate_kind own = *kind == RATE_LOGINS ? RATE_TRIES : RATE_ENTRIES;
	int64_t now = loop_now_ms();
	int wait = name != NULL ? rates_take(rates, own, &who, sizeof(who), now) : 0;

	if (wait > 0) {
		*kind = own;
		return wait;
	}
	return vouched || (name != NULL && rates_knows(rates, &who))
		   ? 0
		   : rates_take(rates, *kind, &address, sizeof(address), now);
}

static bool flow_task_is_let(struct flow_task *t, enum rate_kind kind, int wait)
{
	struct http_refusal why = rates_refusal(kind, wait);

	if (wait > 0)
		flow_task_refuse(t, &why);
	return wait == 0;
}

bool flow_task_may(struct flow_task *t, enum rate_kind kind)
{
	int wait = flow_task_wait_of_worker(t, &kind);

	return flow_task_is_let(t, kind, wait);
}

bool flow_task_may_enter(struct flow_task *t, enum rate_kind kind, const char *name, bool vouched)
{
	int wait = flow_task_wait_of_name(t, &kind, name, vouched);

	return flow_task_is_let(t, kind, wait);
}
