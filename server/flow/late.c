/* late: see late.h.
 *
 *   a page of the oldest attempts without a verdict -> for each: ask its model -> judge -> store
 *
 * One question at a time, behind the workers' own; a model that fails is left alone until the next look, and a page is
 * the most that one look asks it in vain. Looks go round: what failed is tried again after everything else. Several
 * servers may do the same, `rejudge_store` takes a verdict once.
 *
 * An answer that cannot be used may cost as much as one that can, and the next is likely to be as useless: such a
 * question is put off, twice as long each time, and so is a model that is another build than it is held to. An outage
 * costs nothing, so every look tries whether it is over. */
#include "late.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

#include "beat/judge.h"
#include "beat/log.h"
#include "beat/model.h"
#include "counting.h"
#include "flow.h"
#include "flow_read.h"
#include "guards.h"
#include "usage.h"

enum { PAGE = 20, PATIENCE_MS = 30000 };

/* How long at most: as powers of two of looks, which are half a minute apart as a rule. */
enum { LONGEST_QUESTION = 11, LONGEST_BUILD = 5, WAITING_MAX = 100000 };

/* What an outcome other than an answer is about. Those not named are outages: of the model, and free. Of both: of the
 * question perhaps, but no other is asked in this page. */
static const enum {
	OF_OUTAGE,
	OF_QUESTION,
	OF_BUILD,
	OF_BOTH
} about[MODEL_OUTCOMES] = {
    [MODEL_EMPTY] = OF_QUESTION,    [MODEL_BAD_SPAN] = OF_QUESTION, [MODEL_TOO_LONG] = OF_QUESTION,
    [MODEL_DECLINED] = OF_QUESTION, [MODEL_CUT] = OF_QUESTION,      [MODEL_UNLOCATED] = OF_QUESTION,
    [MODEL_GARBAGE] = OF_BOTH,      [MODEL_REJECTED] = OF_BOTH,     [MODEL_OTHER_BUILD] = OF_BUILD,
};

/* What is put off: an attempt with a model, or a model with what it is held to. */
struct late_wait {
	UT_hash_handle hh;
	uint64_t until; /* the look that may ask again */
	int tries;
	char key[];
};

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
	struct late_wait *waits;
	uint64_t looks;
};

static void late_next(struct late *l);
static void late_begin(struct late *l);

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

static char *late_key(const struct late_item *i, bool build)
{
	struct buf key = BUF_INIT;

	buf_addf(&key, "%s\n%s", i->model, !build ? i->attempt : i->guard != NULL ? i->guard : "");
	return buf_detach(&key);
}

static struct late_wait *late_find(const struct late *l, const char *key)
{
	struct late_wait *w;

	HASH_FIND_STR(l->waits, key, w);
	return w;
}

static void late_forget(struct late *l, struct late_wait *w)
{
	if (w == NULL)
		return;
	HASH_DEL(l->waits, w);
	free(w);
}

static void late_forget_all(struct late *l)
{
	struct late_wait *w, *next;

	HASH_ITER(hh, l->waits, w, next)
	late_forget(l, w);
}

static void late_put_off(struct late *l, const struct late_item *i, bool build)
{
	char *key = late_key(i, build);
	struct late_wait *w = late_find(l, key);
	const int longest = build ? LONGEST_BUILD : LONGEST_QUESTION;

	if (w == NULL) {
		if (HASH_COUNT(l->waits) >= WAITING_MAX)
			late_forget_all(l);
		w = xcalloc(1, sizeof(*w) + strlen(key) + 1);
		memcpy(w->key, key, strlen(key) + 1);
		HASH_ADD_STR(l->waits, key, w);
	}
	w->tries += w->tries < longest;
	w->until = l->looks + (UINT64_C(1) << w->tries);
	free(key);
}

static bool late_waits(const struct late *l, const struct late_item *i)
{
	bool waits = false;

	for (int build = 0; build < 2; build++) {
		char *key = late_key(i, build != 0);
		const struct late_wait *w = late_find(l, key);

		waits = waits || (w != NULL && w->until > l->looks);
		free(key);
	}
	return waits;
}

/* It was answered: nothing of it waits any more. */
static void late_came(struct late *l, const struct late_item *i)
{
	for (int build = 0; build < 2; build++) {
		char *key = late_key(i, build != 0);

		late_forget(l, late_find(l, key));
		free(key);
	}
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
		late_came(l, i);
		late_store(l, m, &j);
		return;
	}
	i->failed = about[m->outcome] != OF_QUESTION;
	if (about[m->outcome] != OF_OUTAGE)
		late_put_off(l, i, about[m->outcome] == OF_BUILD);
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

	while (l->at < l->count && (late_is_in_vain(l, &l->items[l->at]) || late_waits(l, &l->items[l->at])))
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
		late_begin(l);
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

static void late_begin(struct late *l)
{
	l->judged = 0;
	l->call = db_start(l->app->db, DB_SLOW, q_rejudge_list(.project = "", .after_id = l->after, .max_rows = PAGE),
			   PATIENCE_MS, late_on_page, l);
}

void late_look(struct late *l)
{
	if (l->call != NULL || l->model_call != NULL || l->app->draining)
		return;
	l->looks++;
	late_begin(l);
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
	late_forget_all(l);
	free(l);
	*lp = NULL;
}
