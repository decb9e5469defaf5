/* guards: see guards.h. */
#include "guards.h"

#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

#include "beat/json.h"
#include "beat/log.h"
#include "beat/loop.h"
#include "flow.h"

enum { AGAIN_MS = 60000, PATIENCE_MS = 30000 };

struct guard {
	LIST_ENTRY(guard) link;
	int64_t project_id, model_id; /* whom it is about */
	enum model_outcome told;      /* MODEL_ANSWERED stands for a good one */
	int64_t told_ms;              /* 0: nothing was told yet, or it was not heard */
	struct db_call *call;
};

struct guards {
	struct app *app;
	LIST_HEAD(, guard) list; /* few: of projects at work that hold a model to something */
};

static void guard_on_told(void *arg, const struct db_result *r)
{
	struct guard *one = arg;

	one->call = NULL;
	if (r->status == DB_OK)
		return;
	one->told_ms = 0; /* the next answer tells it again */
	log_warn("alerts: database %s %s", db_status_name(r->status), r->message);
}

static struct guard *guard_find(struct guards *g, int64_t project_id, int64_t model_id)
{
	struct guard *one;

	LIST_FOREACH(one, &g->list, link)
	{
		if (one->project_id == project_id && one->model_id == model_id)
			return one;
	}
	one = xcalloc(1, sizeof(*one));
	one->project_id = project_id;
	one->model_id = model_id;
	LIST_INSERT_HEAD(&g->list, one, link);
	return one;
}

static void guard_tell(struct guards *g, struct guard *one, const struct model_answer *m, enum model_outcome state)
{
	int64_t now = loop_now_ms();

	if (one->call != NULL || (one->told_ms != 0 && one->told == state && now - one->told_ms < AGAIN_MS))
		return;
	one->told = state;
	one->told_ms = now;
	one->call = db_start(g->app->db, DB_DESK,
			     q_guard_saw(.project_id = one->project_id, .model_id = one->model_id,
					 .fault = state == MODEL_ANSWERED ? NULL : model_outcome_name(state),
					 .name = m->name, .version = m->version, .weights = m->weights,
					 .prompt = m->prompt, .protocol = m->protocol),
			     PATIENCE_MS, guard_on_told, one);
}

/* What an outcome says: something is wrong, all is well, or nothing (-1). */
static int guard_state(enum model_outcome outcome)
{
	static const int states[MODEL_OUTCOMES] = {
	    [MODEL_ANSWERED] = 1 + MODEL_ANSWERED,
	    [MODEL_EMPTY] = 1 + MODEL_ANSWERED,
	    [MODEL_UNLOCATED] = 1 + MODEL_ANSWERED,
	    [MODEL_OTHER_BUILD] = 1 + MODEL_OTHER_BUILD,
	};

	return states[outcome] - 1;
}

void guards_saw(struct guards *g, const char *guard, const struct model_answer *m)
{
	char error[JSON_ERR_MAX];
	int state = guard_state(m->outcome);
	struct guard *one;
	json_t *told;

	if (guard == NULL || state < 0)
		return;
	told = json_parse(guard, strlen(guard), error); /* our own database's */
	if (json_object_get(told, "pins") == NULL) {
		json_decref(told);
		return;
	}
	one = guard_find(g, json_integer_value(json_object_get(told, "project_id")),
			 json_integer_value(json_object_get(told, "model_id")));
	json_decref(told);
	guard_tell(g, one, m, (enum model_outcome)state);
}

struct guards *guards_new(struct app *app)
{
	struct guards *g = xcalloc(1, sizeof(*g));

	g->app = app;
	LIST_INIT(&g->list);
	return g;
}

void guards_free(struct guards **gp)
{
	struct guards *g = *gp;
	struct guard *one;

	if (g == NULL)
		return;
	while ((one = LIST_FIRST(&g->list)) != NULL) {
		LIST_REMOVE(one, link);
		db_cancel(&one->call);
		free(one);
	}
	free(g);
	*gp = NULL;
}
