/* usage: see usage.h. One statement a call: whoever tells tokens takes its time to answer. */
#include "usage.h"

#include <stdlib.h>
#include <sys/queue.h>

#include "beat/log.h"
#include "flow.h"

enum { PATIENCE_MS = 30000 };

struct usage_note {
	LIST_ENTRY(usage_note) link;
	struct db_call *call;
};

struct usage {
	struct app *app;
	LIST_HEAD(, usage_note) list;
};

static void usage_on_stored(void *arg, const struct db_result *r)
{
	struct usage_note *note = arg;

	if (r->status != DB_OK)
		log_warn("what a model costs: database %s %s", db_status_name(r->status), r->message);
	LIST_REMOVE(note, link);
	free(note);
}

void usage_saw(struct usage *u, const struct usage_of *of, const struct model_answer *m)
{
	struct usage_note *note;

	if (!m->has_tokens)
		return;
	note = xcalloc(1, sizeof(*note));
	LIST_INSERT_HEAD(&u->list, note, link);
	note->call =
	    db_start(u->app->db, DB_DESK,
		     q_usage_store(.kind = of->kind, .model_id = of->model_id, .assignment_id = of->assignment,
				   .attempt_id = of->attempt, .name = m->name, .version = m->version,
				   .weights = m->weights, .prompt = m->prompt, .protocol = m->protocol,
				   .tokens_in = m->tokens_in, .tokens_out = m->tokens_out, .ms = m->elapsed_ms),
		     PATIENCE_MS, usage_on_stored, note);
}

struct usage *usage_new(struct app *app)
{
	struct usage *u = xcalloc(1, sizeof(*u));

	u->app = app;
	LIST_INIT(&u->list);
	return u;
}

void usage_free(struct usage **up)
{
	struct usage *u = *up;
	struct usage_note *note;

	if (u == NULL)
		return;
	*up = NULL;
	while ((note = LIST_FIRST(&u->list)) != NULL) {
		LIST_REMOVE(note, link);
		db_cancel(&note->call);
		free(note);
	}
	free(u);
}
