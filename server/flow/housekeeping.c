/* housekeeping: what nobody asks for and must happen all the same: batches that are
 * due close, reviews that were left lying go back to the queue, attempts that no model
 * judged are judged (late.h), then votes are settled. Two statements now and then; they do
 * whatever is due, so several servers and missed turns do no harm. */
#include "housekeeping.h"

#include <stdlib.h>
#include <string.h>

#include "beat/log.h"
#include "beat/loop.h"
#include "late.h"

enum { PATIENCE_MS = 120000 };

struct housekeeping {
	struct app *app;
	int every_ms;
	struct loop_timer *timer;
	struct db_call *call;
	struct late *late;
};

static void housekeeping_tell(const char *step, const struct db_result *r)
{
	const char *what = r->status == DB_OK && r->rows == 1 ? q_answer_row(r, 0).answer : NULL;

	if (r->status != DB_OK)
		log_warn("%s: database %s %s", step, db_status_name(r->status), r->message);
	else
		log_debug("%s: %s", step, what != NULL ? what : "nothing");
}

static void housekeeping_on_settled(void *arg, const struct db_result *r)
{
	struct housekeeping *h = arg;

	h->call = NULL;
	housekeeping_tell("settling votes", r);
	loop_timer_set(h->timer, h->every_ms);
}

static void housekeeping_on_done(void *arg, const struct db_result *r)
{
	struct housekeeping *h = arg;

	housekeeping_tell("housekeeping", r);
	h->call = NULL;
	late_look(h->late);
	if (r->status != DB_OK || h->app->draining) {
		loop_timer_set(h->timer, h->every_ms);
		return;
	}
	h->call = db_start(h->app->db, DB_SLOW, q_validation_settle_due(), PATIENCE_MS, housekeeping_on_settled, h);
}

static void housekeeping_on_timer(void *arg)
{
	struct housekeeping *h = arg;

	if (!h->app->draining)
		h->call = db_start(h->app->db, DB_SLOW, q_housekeeping(), PATIENCE_MS, housekeeping_on_done, h);
}

struct housekeeping *housekeeping_new(struct app *app, int every_s)
{
	struct housekeeping *h = xcalloc(1, sizeof(*h));

	h->app = app;
	h->late = late_new(app);
	h->every_ms = every_s * 1000;
	h->timer = loop_timer_new(app->base, housekeeping_on_timer, h);
	loop_timer_set(h->timer, h->every_ms);
	return h;
}

void housekeeping_free(struct housekeeping **hp)
{
	struct housekeeping *h = *hp;

	if (h == NULL)
		return;
	late_free(&h->late);
	db_cancel(&h->call);
	loop_timer_free(&h->timer);
	free(h);
	*hp = NULL;
}
