/* counting: see counting.h. One statement at a time; what is stored while it is under way waits for the next. */
#include "counting.h"

#include <stdlib.h>

#include "beat/log.h"
#include "beat/loop.h"

enum { EVERY_MS = 1000, PATIENCE_MS = 30000 };

struct counting {
	struct app *app;
	struct loop_timer *timer;
	struct db_call *call;
	bool due; /* the timer is set */
};

static void counting_on_done(void *arg, const struct db_result *r)
{
	struct counting *c = arg;

	c->call = NULL;
	if (r->status != DB_OK) /* nothing is lost: it stays uncounted, and is read as such */
		log_warn("counting attempts: database %s %s", db_status_name(r->status), r->message);
}

static void counting_on_timer(void *arg)
{
	struct counting *c = arg;

	c->due = false;
	if (c->call != NULL)
		counting_soon(c);
	else
		c->call = db_start(c->app->db, DB_DESK, q_attempts_count(), PATIENCE_MS, counting_on_done, c);
}

void counting_soon(struct counting *c)
{
	if (c->due || c->app->draining)
		return;
	c->due = true;
	loop_timer_set(c->timer, EVERY_MS);
}

struct counting *counting_new(struct app *app)
{
	struct counting *c = xcalloc(1, sizeof(*c));

	c->app = app;
	c->timer = loop_timer_new(app->base, counting_on_timer, c);
	return c;
}

void counting_free(struct counting **cp)
{
	struct counting *c = *cp;

	if (c == NULL)
		return;
	db_cancel(&c->call);
	loop_timer_free(&c->timer);
	free(c);
	*cp = NULL;
}
