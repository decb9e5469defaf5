/* shadows: see shadows.h.
 *
 *   a few that are due -> for each: ask -> judge -> store
 *
 * A look every second, and at once while there is more. What comes to nothing is due again by itself, later each time.
 */
#include "shadows.h"

#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

#include "beat/judge.h"
#include "beat/log.h"
#include "beat/loop.h"
#include "flow.h"
#include "flow_read.h"
#include "usage.h"

enum { EVERY_MS = 1000, PATIENCE_MS = 30000 };

struct shadow {
	LIST_ENTRY(shadow) link;
	struct shadows *all;
	char attempt[FLOW_UUID_LEN + 1];
	int64_t model_id;
	char *answer;
	size_t answer_n;
	struct judge_rule rule;
	struct model_call *call;
	struct db_call *storing;
};

struct shadows {
	struct app *app;
	struct models *models; /* not the workers': a shadow that is down or slow is nobody's trouble */
	int at_once, running;
	LIST_HEAD(, shadow) list;
	struct loop_timer *timer;
	struct db_call *taking;
};

static void shadow_free(struct shadow *one)
{
	LIST_REMOVE(one, link);
	one->all->running--;
	model_cancel(&one->call);
	db_cancel(&one->storing);
	free(one->answer);
	free(one);
}

static void shadow_on_stored(void *arg, const struct db_result *r)
{
	struct shadow *one = arg;
	struct shadows *s = one->all;

	one->storing = NULL;
	if (r->status != DB_OK)
		log_warn("shadows: database %s %s", db_status_name(r->status), r->message);
	shadow_free(one);
	if (s->running == 0) /* the page is done: the next one */
		loop_timer_set(s->timer, 0);
}

static void shadow_on_answer(void *arg, const struct model_answer *m)
{
	struct shadow *one = arg;
	struct judgement j = judge((struct judge_text){one->answer, one->answer_n}, m->outcome,
				   (struct judge_text){m->text, m->text_n}, one->rule);

	one->call = NULL;
	usage_saw(one->all->app->usage, &(struct usage_of){"shadow", one->model_id, 0, one->attempt}, m);
	if (!j.judged) {
		shadow_free(one);
		return;
	}
	one->storing = db_start(one->all->app->db, DB_DESK,
				q_shadow_store(.attempt_id = one->attempt, .model_id = one->model_id, .name = m->name,
					       .version = m->version, .weights = m->weights, .answer = m->text,
					       .answer_start = sql_int_if(m->has_span, (int64_t)m->span.start),
					       .answer_end = sql_int_if(m->has_span, (int64_t)m->span.end),
					       .score = sql_double_if(m->has_score, m->score), .shared = j.score.shared,
					       .model_tokens = j.score.pred_tokens, .human_tokens = j.score.gold_tokens,
					       .verdict = verdict_name(j.verdict), .model_ms = m->elapsed_ms),
				PATIENCE_MS, shadow_on_stored, one);
}

static void shadow_ask(struct shadows *s, const struct q_shadows_take_row *row)
{
	struct shadow *one = xcalloc(1, sizeof(*one));
	const struct model_ref ref = {.name = row->model_name,
				      .url = row->model_url,
				      .protocol = row->model_protocol,
				      .call = row->model_call,
				      .guard = row->model_guard};

	one->all = s;
	LIST_INSERT_HEAD(&s->list, one, link);
	s->running++;
	memcpy(one->attempt, row->attempt_id, FLOW_UUID_LEN);
	one->model_id = row->model_id;
	one->answer = xmemdup0(row->answer_text, row->answer_text_len);
	one->answer_n = row->answer_text_len;
	one->rule = judge_rule(row->threshold_permille, row->empty_answer, row->unlocated);
	one->call = model_ask(s->models, &ref, row->passage_text, row->passage_text_len, row->question,
			      row->question_len, shadow_on_answer, one);
}

static void shadows_on_taken(void *arg, const struct db_result *r)
{
	struct shadows *s = arg;

	s->taking = NULL;
	loop_timer_set(s->timer, EVERY_MS);
	if (r->status != DB_OK) {
		log_warn("shadows: database %s %s", db_status_name(r->status), r->message);
		return;
	}
	for (int i = 0; i < r->rows; i++) {
		struct q_shadows_take_row row = q_shadows_take_row(r, i);

		shadow_ask(s, &row);
	}
}

static void shadows_on_timer(void *arg)
{
	struct shadows *s = arg;

	if (s->app->draining)
		return;
	loop_timer_set(s->timer, EVERY_MS);
	if (s->taking == NULL && s->running < s->at_once)
		s->taking = db_start(s->app->db, DB_DESK, q_shadows_take(.max_rows = s->at_once - s->running),
				     PATIENCE_MS, shadows_on_taken, s);
}

struct shadows *shadows_new(struct app *app, const struct models_conf *conf, int at_once)
{
	struct shadows *s = xcalloc(1, sizeof(*s));
	struct models_conf own = *conf;

	own.concurrency = at_once;
	own.queue_max = at_once;
	own.on_return = NULL;
	s->app = app;
	s->at_once = at_once;
	LIST_INIT(&s->list);
	s->models = models_new(app->base, app->fetch, &own);
	s->timer = loop_timer_new(app->base, shadows_on_timer, s);
	loop_timer_set(s->timer, EVERY_MS);
	return s;
}

void shadows_free(struct shadows **sp)
{
	struct shadows *s = *sp;
	struct shadow *one;

	if (s == NULL)
		return;
	while ((one = LIST_FIRST(&s->list)) != NULL)
		shadow_free(one);
	db_cancel(&s->taking);
	models_free(&s->models);
	loop_timer_free(&s->timer);
	free(s);
	*sp = NULL;
}
