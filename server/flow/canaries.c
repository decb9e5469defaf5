/* canaries: see canaries.h.
 *
 *   one model that is due -> its questions, one by one -> store all answers
 *
 * A look every second. A model that is not reached is not asked the rest; what it did not answer is asked again later.
 */
#include "canaries.h"

#include <stdlib.h>
#include <string.h>

#include "beat/json.h"
#include "beat/jw.h"
#include "beat/log.h"
#include "beat/loop.h"
#include "flow.h"
#include "usage.h"

enum { EVERY_MS = 1000, PATIENCE_MS = 30000 };

struct canaries {
	struct app *app;
	struct models *models;
	struct loop_timer *timer;
	struct db_call *call, *due;
	struct model_call *asking;
	/* The run under way; name is NULL without one. */
	char *name, *url, *protocol, *setup, *guard;
	int64_t model_id;
	int question_set;
	json_t *questions;
	size_t at;
	struct buf answers;
	struct jw w;
};

static void canaries_ask(struct canaries *c);

static void canaries_drop(struct canaries *c)
{
	char **const texts[] = {&c->name, &c->url, &c->protocol, &c->setup, &c->guard};

	for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
		free(*texts[i]);
		*texts[i] = NULL;
	}
	json_decref(c->questions);
	c->questions = NULL;
	buf_release(&c->answers);
}

static void canaries_on_stored(void *arg, const struct db_result *r)
{
	struct canaries *c = arg;

	c->call = NULL;
	if (r->status != DB_OK)
		log_warn("canaries of %s: database %s %s", c->name, db_status_name(r->status), r->message);
	canaries_drop(c);
	loop_timer_set(c->timer, EVERY_MS);
}

static void canaries_store(struct canaries *c)
{
	jw_close(&c->w, ']');
	jw_done(&c->w);
	c->call =
	    db_start(c->app->db, DB_DESK,
		     q_canary_store(.model_id = c->model_id, .question_set = c->question_set, .answers = c->answers.p),
		     PATIENCE_MS, canaries_on_stored, c);
}

/* Whether somebody answered at all, be it with a fault. */
static bool canaries_reached(enum model_outcome outcome)
{
	static const bool reached[MODEL_OUTCOMES] = {
	    [MODEL_ANSWERED] = true, [MODEL_EMPTY] = true,    [MODEL_UNLOCATED] = true, [MODEL_DECLINED] = true,
	    [MODEL_CUT] = true,      [MODEL_BAD_SPAN] = true, [MODEL_TOO_LONG] = true,
	};

	return reached[outcome];
}

/* What counts as an answer to compare: also that there is none in the passage. */
static bool canaries_answered(enum model_outcome outcome)
{
	return outcome == MODEL_ANSWERED || outcome == MODEL_EMPTY || outcome == MODEL_UNLOCATED;
}

static void canaries_on_answer(void *arg, const struct model_answer *m)
{
	struct canaries *c = arg;
	struct jw *w = &c->w;

	c->asking = NULL;
	usage_saw(c->app->usage, &(struct usage_of){"canary", c->model_id, 0, NULL}, m);
	jw_open(w, '{');
	jw_kint(w, "place", json_integer_value(json_object_get(json_array_get(c->questions, c->at), "place")));
	if (canaries_answered(m->outcome))
		jw_kstr(w, "answer", m->text);
	else
		jw_kstr(w, "fault", model_outcome_name(m->outcome));
	jw_kstr(w, "name", model_build_name(m));
	jw_kstr(w, "version", m->version);
	jw_kstr(w, "weights", m->weights);
	jw_kstr(w, "prompt", m->prompt);
	jw_kstr(w, "protocol", m->protocol);
	jw_close(w, '}');
	c->at++;
	if (c->app->draining)
		canaries_drop(c); /* another server asks them again, later */
	else if (canaries_reached(m->outcome) && c->at < json_array_size(c->questions))
		canaries_ask(c);
	else
		canaries_store(c);
}

static void canaries_ask(struct canaries *c)
{
	const json_t *one = json_array_get(c->questions, c->at);
	const json_t *passage = json_object_get(one, "passage"), *question = json_object_get(one, "question");
	const struct model_ref ref = {
	    .name = c->name, .url = c->url, .protocol = c->protocol, .call = c->setup, .guard = c->guard};

	c->asking = model_ask(c->models, &ref, json_string_value(passage), json_string_length(passage),
			      json_string_value(question), json_string_length(question), canaries_on_answer, c);
}

static void canaries_begin(struct canaries *c, const struct q_canary_take_row *row)
{
	char error[JSON_ERR_MAX];

	c->name = xstrdup(row->name);
	c->url = xstrdup(row->url);
	c->protocol = xstrdup(row->protocol);
	c->setup = row->call != NULL ? xstrdup(row->call) : NULL;
	c->guard = row->guard != NULL ? xstrdup(row->guard) : NULL;
	c->model_id = row->model_id;
	c->question_set = row->question_set;
	c->questions = json_parse(row->questions, row->questions_len, error); /* our own database's */
	c->at = 0;
	jw_init(&c->w, &c->answers);
	jw_open(&c->w, '[');
	canaries_ask(c);
}

static void canaries_on_taken(void *arg, const struct db_result *r)
{
	struct canaries *c = arg;
	struct q_canary_take_row row;

	c->call = NULL;
	if (r->status != DB_OK)
		log_warn("canaries: database %s %s", db_status_name(r->status), r->message);
	if (r->status != DB_OK || r->rows == 0) {
		loop_timer_set(c->timer, EVERY_MS);
		return;
	}
	row = q_canary_take_row(r, 0);
	canaries_begin(c, &row);
}

static void canaries_on_timer(void *arg)
{
	struct canaries *c = arg;

	if (!c->app->draining)
		c->call = db_start(c->app->db, DB_DESK, q_canary_take(), PATIENCE_MS, canaries_on_taken, c);
}

static void canaries_on_due(void *arg, const struct db_result *r)
{
	struct canaries *c = arg;

	c->due = NULL;
	if (r->status != DB_OK)
		log_warn("canaries after a reconnect: database %s %s", db_status_name(r->status), r->message);
}

void canaries_returned(void *arg, const char *name)
{
	struct app *app = arg;

	if (app->canaries != NULL && app->canaries->due == NULL) /* else that of another address, just now */
		app->canaries->due =
		    db_start(app->db, DB_DESK, q_canary_due(.name = name), PATIENCE_MS, canaries_on_due, app->canaries);
}

struct canaries *canaries_new(struct app *app, const struct models_conf *conf)
{
	struct canaries *c = xcalloc(1, sizeof(*c));
	struct models_conf own = *conf;

	own.concurrency = 1;
	own.queue_max = 1;
	own.patient = true;
	own.on_return = NULL;
	c->app = app;
	c->models = models_new(app->base, app->fetch, &own);
	c->timer = loop_timer_new(app->base, canaries_on_timer, c);
	loop_timer_set(c->timer, EVERY_MS);
	return c;
}

void canaries_free(struct canaries **cp)
{
	struct canaries *c = *cp;

	if (c == NULL)
		return;
	*cp = NULL;
	model_cancel(&c->asking);
	db_cancel(&c->call);
	db_cancel(&c->due);
	canaries_drop(c);
	models_free(&c->models);
	loop_timer_free(&c->timer);
	free(c);
}
