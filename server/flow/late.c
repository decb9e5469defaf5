/* late: see late.h.
 *
 *   a page of the oldest attempts without a verdict -> for each: ask its model -> judge -> store
 *
 * One question at a time, behind the workers' own; a model that fails is left alone until the next look, and a page is
 * the most that one look asks it in vain. Looks go round: what failed is tried again after everything else. Several
 * servers may do the same, `rejudge_store` takes a verdict once. */
#include "late.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beat/judge.h"
#include "beat/log.h"
#include "beat/model.h"
#include "counting.h"
#include "flow.h"
#include "flow_read.h"
#include "guards.h"
#include "usage.h"

enum { PAGE = 20, PATIENCE_MS = 30000 };

struct late_item {
	char *attempt, *passage, *question, *answer, *model, *url, *protocol, *call, *guard;
	int64_t model_id;
	size_t passage_n, question_n, answer_n;
	struct judge_rule rule;
	bool failed; /* its model gave no answer */
};

struct late {
	struct app *app;
	struct db_call *call;
	struct model_call *model_call;
	struct late_item *items; /* of a page of attempts: one for each model that is to be asked */
	int count, at, judged;
	char after[FLOW_UUID_LEN + 1]; /* where the next page begins; "": with the oldest */
};

static void late_next(struct late *l);

static void late_item_release(struct late_item *i)
{
	char *const parts[] = {i->attempt, i->passage,  i->question, i->answer, i->model,
			       i->url,     i->protocol, i->call,     i->guard};

	for (size_t k = 0; k < ARRAY_LEN(parts); k++)
		free(parts[k]);
	*i = (struct late_item){0};
}

static void late_drop_page(struct late *l)
{
	for (int i = 0; i < l->count; i++)
		late_item_release(&l->items[i]);
	free(l->items);
	l->items = NULL;
	l->count = l->at = 0;
}

static void late_on_stored(void *arg, const struct db_result *r)
{
	struct late *l = arg;

	l->call = NULL;
	if (r->status != DB_OK) {
		log_warn("late verdicts: database %s %s", db_status_name(r->status), r->message);
		late_drop_page(l); /* the next look begins where this page ended */
		return;
	}
	l->judged++;
	l->at++;
	counting_soon(l->app->counting);
	late_next(l);
}

static void late_store(struct late *l, const struct model_answer *m, const struct judgement *j)
{
	l->call =
	    db_start(l->app->db, DB_DESK, /* a transaction of its own: it acts as the server */
		     q_rejudge_store(.attempt_id = l->items[l->at].attempt, .build_name = m->name,
				     .build_version = m->version, .build_weights = m->weights, .model_answer = m->text,
				     .model_start = sql_int_if(m->has_span, (int64_t)m->span.start),
				     .model_end = sql_int_if(m->has_span, (int64_t)m->span.end),
				     .model_score = sql_double_if(m->has_score, m->score), .shared = j->score.shared,
				     .model_tokens = j->score.pred_tokens, .human_tokens = j->score.gold_tokens,
				     .verdict = verdict_name(j->verdict), .model_ms = m->elapsed_ms, .actor = "server",
				     .build_prompt = m->prompt, .build_protocol = m->protocol,
				     .model_id = l->items[l->at].model_id),
		     PATIENCE_MS, late_on_stored, l);
}

static void late_on_answer(void *arg, const struct model_answer *m)
{
	struct late *l = arg;
	struct late_item *i = &l->items[l->at];
	struct judgement j = judge((struct judge_text){i->answer, i->answer_n}, m->outcome,
				   (struct judge_text){m->text, m->text_n}, i->rule);

	l->model_call = NULL;
	guards_saw(l->app->guards, i->guard, m);
	usage_saw(l->app->usage, &(struct usage_of){"late", i->model_id, 0, i->attempt}, m);
	if (j.judged) {
		late_store(l, m, &j);
		return;
	}
	i->failed = true;
	l->at++;
	late_next(l);
}

/* Whether its model gave no answer in this page; what it is held to in one project it may be free from in another. */
static bool late_is_in_vain(const struct late *l, const struct late_item *i)
{
	for (const struct late_item *f = l->items; f < i; f++) {
		if (f->failed && strcmp(f->model, i->model) == 0 &&
		    strcmp(f->guard != NULL ? f->guard : "", i->guard != NULL ? i->guard : "") == 0)
			return true;
	}
	return false;
}

/* The next attempt of the page; at its end another look, if this one came to anything. */
static void late_next(struct late *l)
{
	const struct late_item *i;
	bool more = l->judged > 0 && l->count >= PAGE;

	while (l->at < l->count && late_is_in_vain(l, &l->items[l->at]))
		l->at++;
	if (l->at < l->count && !l->app->draining) {
		i = &l->items[l->at];
		l->model_call =
		    model_ask(l->app->models, &(struct model_ref){i->model, i->url, i->protocol, i->call, i->guard},
			      i->passage, i->passage_n, i->question, i->question_n, late_on_answer, l);
		return;
	}
	if (l->judged > 0)
		log_info("late verdicts: %d attempts judged", l->judged);
	late_drop_page(l);
	if (more && !l->app->draining)
		late_look(l);
}

static void late_take(struct late *l, const struct q_rejudge_list_row *row)
{
	l->items[l->count++] = (struct late_item){
	    .attempt = xstrdup(row->attempt_id),
	    .passage = xmemdup0(row->passage_text, row->passage_text_len),
	    .passage_n = row->passage_text_len,
	    .question = xmemdup0(row->question, row->question_len),
	    .question_n = row->question_len,
	    .answer = xmemdup0(row->answer_text, row->answer_text_len),
	    .answer_n = row->answer_text_len,
	    .model = xstrdup(row->model_name),
	    .model_id = row->model_id,
	    .url = xstrdup(row->model_url),
	    .protocol = xstrdup(row->model_protocol),
	    .call = row->model_call != NULL ? xstrdup(row->model_call) : NULL,
	    .guard = row->model_guard != NULL ? xstrdup(row->model_guard) : NULL,
	    .rule = judge_rule(row->threshold_permille, row->empty_answer, row->unlocated),
	};
}

static void late_on_page(void *arg, const struct db_result *r)
{
	struct late *l = arg;

	l->call = NULL;
	if (r->status != DB_OK) {
		log_warn("late verdicts: database %s %s", db_status_name(r->status), r->message);
		return;
	}
	l->items = xcalloc((size_t)r->rows + 1, sizeof(*l->items));
	for (int i = 0; i < r->rows; i++) {
		struct q_rejudge_list_row row = q_rejudge_list_row(r, i);

		late_take(l, &row);
	}
	l->after[0] = '\0';
	if (l->count >= PAGE)
		snprintf(l->after, sizeof(l->after), "%s", l->items[l->count - 1].attempt);
	late_next(l);
}

void late_look(struct late *l)
{
	if (l->call != NULL || l->model_call != NULL || l->app->draining)
		return;
	l->judged = 0;
	l->call = db_start(l->app->db, DB_SLOW, q_rejudge_list(.project = "", .after_id = l->after, .max_rows = PAGE),
			   PATIENCE_MS, late_on_page, l);
}

struct late *late_new(struct app *app)
{
	struct late *l = xcalloc(1, sizeof(*l));

	l->app = app;
	return l;
}

void late_free(struct late **lp)
{
	struct late *l = *lp;

	if (l == NULL)
		return;
	db_cancel(&l->call);
	model_cancel(&l->model_call);
	late_drop_page(l);
	free(l);
	*lp = NULL;
}
