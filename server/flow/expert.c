/* expert: somebody invited by name answers questions of datasets, for a strong human baseline.
 *
 *   open     one statement: who it is, how far they are, the question they hold or the next
 *   answer   one read gives passage and known answers -> the span is proved -> scored against each, exact integers
 *            -> one write stores it and gives the next question
 *
 * The invitation is the token of every request: it says who it is and for which baseline. An answer is final;
 * the same sent again gets the same feedback, which only questions of the practice have. The known answers leave the
 * server only then. */
#include <stdlib.h>
#include <string.h>

#include "beat/jw.h"
#include "beat/score.h"
#include "beat/text.h"
#include "flow_task.h"

struct expert {
	struct flow_task task;
	struct token_invite who;
	int64_t item;
	bool answered; /* else they say that there is no answer */
	struct flow_answer given;
	char *answer; /* the proved span's text */
	struct score score;
};

static void expert_release(void *arg)
{
	struct expert *e = arg;

	free(e->answer);
}

/* A task for who holds an invitation, the body read; NULL after answering. */
static struct expert *expert_new(struct http_req *req, struct app *app)
{
	struct token_invite who;
	struct expert *e;

	if (!flow_read_expert(req, app, &who))
		return NULL;
	e = flow_task_new(sizeof(*e), req, app);
	e->task.release = expert_release;
	e->task.late = flow_late_repeatable;
	e->who = who;
	return flow_task_read(&e->task) ? e : NULL;
}

/* --- open --------------------------------------------------------------- */

static void expert_on_opened(void *arg, const struct db_result *r)
{
	struct expert *e = arg;
	struct q_expert_open_row row;
	struct buf b = BUF_INIT;

	if (!flow_task_has_row(&e->task, r, "opening an expert's page"))
		return;
	row = q_expert_open_row(r, 0);
	if (strcmp(row.status, "ok") != 0) {
		flow_task_refuse_as(&e->task, row.status);
		return;
	}
	buf_add(&b, row.state, row.state_len);
	flow_task_reply(&e->task, 200, &b);
	buf_release(&b);
}

void flow_expert(struct http_req *req, void *app)
{
	struct expert *e = expert_new(req, app);

	if (e != NULL)
		flow_task_ask(&e->task, DB_DESK, q_expert_open(.baseline = e->who.project, .person = e->who.worker),
			      expert_on_opened);
}

/* --- answer ------------------------------------------------------------- */

static void expert_put_raw(struct jw *w, const char *key, const char *json, size_t n)
{
	jw_key(w, key);
	if (json == NULL)
		jw_null(w);
	else
		jw_raw(w, json, n);
}

static void expert_on_recorded(void *arg, const struct db_result *r)
{
	struct expert *e = arg;
	struct q_expert_record_row row;
	struct buf b = BUF_INIT;
	struct jw w;

	if (!flow_task_has_row(&e->task, r, "an expert's answer"))
		return;
	row = q_expert_record_row(r, 0);
	if (strcmp(row.status, "ok") != 0) {
		flow_task_refuse_as(&e->task, row.status);
		return;
	}
	jw_init(&w, &b);
	jw_open(&w, '{');
	expert_put_raw(&w, "feedback", row.feedback, row.feedback_len);
	expert_put_raw(&w, "next", row.state, row.state_len);
	jw_close(&w, '}');
	jw_done(&w);
	flow_task_reply(&e->task, 200, &b);
	buf_release(&b);
}

static void expert_record(struct expert *e)
{
	flow_task_ask(&e->task, DB_DESK,
		      q_expert_record(.baseline = e->who.project, .person = e->who.worker, .item = e->item,
				      .answer_start = sql_int_if(e->answered, (int64_t)e->given.span.start),
				      .answer_end = sql_int_if(e->answered, (int64_t)e->given.span.end),
				      .answer_text = e->answer, .exact = e->score.exact, .shared = e->score.shared,
				      .answer_tokens = e->score.pred_tokens, .gold_tokens = e->score.gold_tokens),
		      expert_on_recorded);
}

/* Against each of the known answers, [{"text"}, …]; the nearest is what is stored. */
static struct score expert_score(const char *answer, const json_t *known)
{
	struct score nearest = {0};
	const json_t *one;
	size_t i;

	json_array_foreach(known, i, one)
	{
		const json_t *text = json_object_get(one, "text");
		struct score s = score_texts(json_string_value(text), json_string_length(text), answer, strlen(answer));

		if (i == 0)
			nearest = s;
		else
			score_nearest_add(&nearest, &s);
	}
	return nearest;
}

/* Proves the span and scores it; -1 after answering. */
static int expert_judge(struct expert *e, const struct q_expert_begin_row *row)
{
	struct http_refusal why;
	char err[JSON_ERR_MAX];
	enum span_status proof = SPAN_OK;
	const char *slice = "";
	size_t n = 0;
	json_t *known;

	if (e->answered)
		proof = flow_answer_prove(&e->given, row->passage_text, row->passage_text_len, &slice, &n);
	if (proof != SPAN_OK) {
		why = flow_bad_answer(proof);
		flow_task_refuse(&e->task, &why);
		return -1;
	}
	e->answer = e->answered ? xmemdup0(slice, n) : NULL;
	known = json_parse(row->answers, row->answers_len, err);
	e->score = expert_score(e->answered ? e->answer : "", known);
	if (!e->answered)
		e->score.exact = false;
	json_decref(known);
	return 0;
}

static void expert_on_begun(void *arg, const struct db_result *r)
{
	struct expert *e = arg;
	struct q_expert_begin_row row;

	if (!flow_task_has_row(&e->task, r, "an expert's answer"))
		return;
	row = q_expert_begin_row(r, 0);
	if (strcmp(row.status, "no_question") == 0)
		flow_task_refuse_as(&e->task, row.status);
	else if (expert_judge(e, &row) == 0)
		expert_record(
		    e); /* the first answer stands, so of one that was given before this only asks what is next */
}

static int expert_read_item(struct expert *e, struct flow_fault *f)
{
	const char *text;
	size_t n;

	if (flow_get_str(e->task.body, "item", &text, &n, f) < 0)
		return -1;
	e->item = strtoll(text, NULL, 10);
	if (n > 0 && n <= 18 && strspn(text, "0123456789") == n)
		return 0;
	return flow_fault_set(f, "item", "The field \"item\" must be the number of the question, as a text.");
}

void flow_expert_answer(struct http_req *req, void *app)
{
	struct expert *e = expert_new(req, app);
	struct flow_fault fault;

	if (e == NULL)
		return;
	e->answered = flow_is_given(e->task.body, "answer");
	if (expert_read_item(e, &fault) < 0 || (e->answered && flow_get_answer(e->task.body, &e->given, &fault) < 0))
		flow_task_invalid(&e->task, &fault);
	else
		flow_task_ask(&e->task, DB_READ,
			      q_expert_begin(.baseline = e->who.project, .person = e->who.worker, .item = e->item),
			      expert_on_begun);
}
