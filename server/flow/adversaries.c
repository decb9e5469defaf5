/* adversaries: see adversaries.h. */
#include "adversaries.h"

#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

#include "beat/json.h"
#include "beat/jw.h"
#include "beat/log.h"
#include "beat/metrics.h"
#include "flow.h"
#include "flow_read.h"
#include "guards.h"
#include "usage.h"

enum { STORE_MS = 30000 };

struct adversary {
	struct adversaries *all;
	int64_t model_id;
	const char *guard; /* given's; NULL: nothing */
	struct model_call *call;
	struct db_call *storing;
	enum ensemble_part part;
	struct model_answer answer; /* its texts are ours */
	struct judgement judgement;
	bool stored; /* with the attempt, or by itself */
};

struct adversaries {
	LIST_ENTRY(adversaries) link; /* of the rest, once the attempt is stored */
	struct app *app;
	enum ensemble_rule rule;
	const char *rule_name;
	json_t *given;
	struct adversary of[ENSEMBLE_MAX];
	size_t n;
	char *human;
	size_t human_n;
	struct judge_rule judge_rule;
	bool decided, linked;
	int64_t assignment;
	char attempt[FLOW_UUID_LEN + 1];
	adversaries_cb cb;
	void *arg;
};

struct adversaries_rest {
	LIST_HEAD(, adversaries) list;
};

struct adversaries_rest *adversaries_rest_new(void)
{
	struct adversaries_rest *rest = xcalloc(1, sizeof(*rest));

	LIST_INIT(&rest->list);
	return rest;
}

void adversaries_rest_free(struct adversaries_rest **rest)
{
	struct adversaries *a;

	if (*rest == NULL)
		return;
	while ((a = LIST_FIRST(&(*rest)->list)) != NULL)
		adversaries_cancel(&a);
	free(*rest);
	*rest = NULL;
}

static const char **adversary_texts(struct model_answer *m, size_t i)
{
	const char **const texts[] = {&m->name,     &m->version, &m->weights, &m->prompt,
				      &m->protocol, &m->text,    &m->detail};

	return i < ARRAY_LEN(texts) ? texts[i] : NULL;
}

static void adversary_keep(struct adversary *one, const struct model_answer *m)
{
	one->answer = *m;
	for (size_t i = 0; adversary_texts(&one->answer, i) != NULL; i++) {
		const char **text = adversary_texts(&one->answer, i);

		*text = xstrdup(*text);
	}
}

static void adversary_release(struct adversary *one)
{
	model_cancel(&one->call);
	db_cancel(&one->storing);
	for (size_t i = 0; adversary_texts(&one->answer, i) != NULL; i++)
		free((char *)*adversary_texts(&one->answer, i));
}

void adversaries_cancel(struct adversaries **ap)
{
	struct adversaries *a = *ap;

	*ap = NULL;
	if (a == NULL)
		return;
	if (a->linked)
		LIST_REMOVE(a, link);
	for (size_t i = 0; i < a->n; i++)
		adversary_release(&a->of[i]);
	json_decref(a->given);
	free(a->human);
	free(a);
}

/* --- as the database takes it -------------------------------------------- */

static void adversary_write_int(struct jw *w, const char *key, bool known, int64_t n)
{
	jw_key(w, key);
	if (known)
		jw_int(w, n);
	else
		jw_null(w);
}

static void adversary_write(struct jw *w, const struct adversary *one)
{
	const struct model_answer *m = &one->answer;
	const struct judgement *j = &one->judgement;
	bool span = j->judged && m->has_span;

	jw_open(w, '{');
	jw_kint(w, "model_id", one->model_id);
	if (one->part == PART_WAITING) {
		jw_kstr(w, "verdict", verdict_name(VERDICT_NONE));
		jw_kstr(w, "fault", "waiting");
		jw_close(w, '}');
		return;
	}
	jw_kstr(w, "name", model_build_name(m));
	jw_kstr(w, "version", m->version);
	jw_kstr(w, "weights", m->weights);
	jw_kstr(w, "prompt", m->prompt);
	jw_kstr(w, "protocol", m->protocol);
	jw_kstr(w, "answer", j->judged ? m->text : NULL);
	adversary_write_int(w, "start", span, (int64_t)m->span.start);
	adversary_write_int(w, "end", span, (int64_t)m->span.end);
	if (j->judged && m->has_score)
		jw_knum(w, "score", m->score);
	adversary_write_int(w, "shared", j->judged, j->score.shared);
	adversary_write_int(w, "model_tokens", j->judged, j->score.pred_tokens);
	adversary_write_int(w, "human_tokens", j->judged, j->score.gold_tokens);
	jw_kstr(w, "verdict", verdict_name(j->verdict));
	jw_kstr(w, "fault", j->fault);
	jw_kint(w, "ms", m->elapsed_ms);
	jw_close(w, '}');
}

static void adversaries_write(struct buf *out, struct adversaries *a)
{
	struct jw w;

	jw_init(&w, out);
	jw_open(&w, '{');
	jw_kstr(&w, "rule", a->rule_name);
	jw_kopen(&w, "answers", '[');
	for (size_t i = 0; i < a->n; i++) {
		adversary_write(&w, &a->of[i]);
		a->of[i].stored = a->of[i].part != PART_WAITING;
	}
	jw_close(&w, ']');
	jw_close(&w, '}');
	jw_done(&w);
}

/* --- what comes after the verdict ----------------------------------------- */

/* Everybody has answered and is stored: it is over. */
static void adversaries_end_if_done(struct adversaries *a)
{
	for (size_t i = 0; i < a->n; i++) {
		if (a->of[i].call != NULL || a->of[i].storing != NULL)
			return;
	}
	adversaries_cancel(&a);
}

static void adversary_on_stored(void *arg, const struct db_result *r)
{
	struct adversary *one = arg;

	one->storing = NULL;
	if (r->status != DB_OK) /* it stays "waiting", and is asked for again (late.c) */
		log_warn("a later answer of several models: database %s %s", db_status_name(r->status), r->message);
	adversaries_end_if_done(one->all);
}

static void adversary_store(struct adversary *one)
{
	struct buf json = BUF_INIT;
	struct jw w;

	jw_init(&w, &json);
	adversary_write(&w, one);
	jw_done(&w);
	one->stored = true;
	one->storing = db_start(one->all->app->db, DB_WRITE,
				q_ensemble_answer_add(.attempt_id = one->all->attempt, .answer = json.p), STORE_MS,
				adversary_on_stored, one);
	buf_release(&json);
}

void adversaries_recorded(struct adversaries **ap, const char *attempt)
{
	struct adversaries *a = *ap;

	*ap = NULL;
	if (a == NULL)
		return;
	memcpy(a->attempt, attempt, FLOW_UUID_LEN);
	LIST_INSERT_HEAD(&a->app->rest->list, a, link);
	a->linked = true;
	for (size_t i = 0; i < a->n; i++) {
		if (a->of[i].part != PART_WAITING && !a->of[i].stored)
			adversary_store(&a->of[i]);
	}
	adversaries_end_if_done(a);
}

/* --- the verdict ----------------------------------------------------------- */

static bool adversaries_busy(const struct adversaries *a)
{
	bool busy = false;

	for (size_t i = 0; i < a->n; i++)
		busy = busy || (a->of[i].part == PART_FAULT && a->of[i].answer.outcome == MODEL_BUSY);
	return busy;
}

static void adversaries_decide(struct adversaries *a)
{
	enum ensemble_part parts[ENSEMBLE_MAX];
	struct adversaries_decided told;
	struct ensemble_decision d;
	struct buf json = BUF_INIT;

	for (size_t i = 0; i < a->n; i++)
		parts[i] = a->of[i].part;
	d = ensemble_decide(a->rule, parts, a->n);
	if (!d.certain)
		return;
	a->decided = true;
	adversaries_write(&json, a);
	told = (struct adversaries_decided){.busy = d.verdict == VERDICT_NONE && adversaries_busy(a),
					    .model_id = a->of[d.shown].model_id,
					    .shown = &a->of[d.shown].answer,
					    .judgement = a->of[d.shown].judgement,
					    .json = json.p};
	a->cb(a->arg, &told); /* may cancel */
	buf_release(&json);
}

static void adversary_on_answer(void *arg, const struct model_answer *m)
{
	struct adversary *one = arg;
	struct adversaries *a = one->all;

	one->call = NULL;
	guards_saw(a->app->guards, one->guard, m);
	usage_saw(a->app->usage, &(struct usage_of){"game", one->model_id, a->assignment, a->attempt}, m);
	adversary_keep(one, m);
	one->judgement = judge((struct judge_text){a->human, a->human_n}, m->outcome,
			       (struct judge_text){m->text, m->text_n}, a->judge_rule);
	one->part = !one->judgement.judged                    ? PART_FAULT
		    : one->judgement.verdict == VERDICT_MODEL ? PART_MODEL
							      : PART_HUMAN;
	metric_observe_us(a->app->m_model_seconds, (int64_t)m->elapsed_ms * 1000, m->name, NULL, NULL);
	if (!a->decided)
		adversaries_decide(a);
	else if (a->linked)
		adversary_store(one);
}

static void adversary_ask(struct adversaries *a, const json_t *model, const struct adversaries_question *q)
{
	struct adversary *one = &a->of[a->n++];
	const struct model_ref ref = {.name = json_string_value(json_object_get(model, "name")),
				      .url = json_string_value(json_object_get(model, "url")),
				      .protocol = json_string_value(json_object_get(model, "protocol")),
				      .call = json_string_value(json_object_get(model, "call")),
				      .guard = json_string_value(json_object_get(model, "guard"))};

	one->all = a;
	one->guard = ref.guard;
	one->model_id = json_integer_value(json_object_get(model, "id"));
	one->call = model_ask(a->app->models, &ref, q->passage, q->passage_n, q->question, q->question_n,
			      adversary_on_answer, one);
}

struct adversaries *adversaries_ask(struct app *app, const struct adversaries_question *q, adversaries_cb cb, void *arg)
{
	struct adversaries *a = xcalloc(1, sizeof(*a));
	char error[JSON_ERR_MAX];
	size_t i;
	json_t *model;

	a->app = app;
	a->cb = cb;
	a->arg = arg;
	a->human = xmemdup0(q->answer, q->answer_n);
	a->human_n = q->answer_n;
	a->judge_rule = q->rule;
	a->assignment = q->assignment;
	memcpy(a->attempt, q->attempt, FLOW_UUID_LEN);
	a->given = json_parse(q->ensemble, q->ensemble_n, error); /* our own database's */
	a->rule_name = json_string_value(json_object_get(a->given, "rule"));
	if (a->rule_name == NULL || !ensemble_rule_named(a->rule_name, &a->rule))
		abort();
	json_array_foreach(json_object_get(a->given, "models"), i, model)
	{
		if (a->n < ENSEMBLE_MAX)
			adversary_ask(a, model, q);
	}
	return a;
}
