/* exercise: a worker of an onboarding sends an exercise in.
 *
 *   read and check the request
 *   -> begin: one read gives the exercise, its passage and what is expected
 *   -> prove the span against the passage
 *   -> judge what can be judged mechanically (exercise.h)
 *   -> record: one write; an exercise once done stays done, so sending again is harmless
 *   -> answer with a kind sentence
 *
 * A worker's mistake is never an error: it is `done: false` with feedback. Errors are for
 * requests that the page does not send. */
#include "beat/exercise.h"

#include <stdlib.h>
#include <string.h>

#include "beat/jw.h"
#include "flow_task.h"

enum { NUMBER_MAX = 20 };

struct trial {
	struct flow_task task;
	int64_t number;
	struct flow_text question; /* p NULL: none, or it is not asked for */
	bool has_answer;
	struct flow_answer given;
	char *answer; /* the proved span's text; NULL: none, or it is not asked for */
	size_t answer_n;
	struct exercise_verdict verdict;
};

static void trial_release(void *arg)
{
	struct trial *t = arg;

	free(t->question.p);
	free(t->answer);
	buf_release(&t->verdict.feedback);
}

/* --- answer ------------------------------------------------------------- */

static void trial_put_f1(struct jw *w, const struct exercise_verdict *v)
{
	jw_key(w, "f1");
	if (!v->scored) {
		jw_null(w);
		return;
	}
	jw_open(w, '{');
	jw_kint(w, "shared", v->score.shared);
	jw_kint(w, "given_tokens", v->score.pred_tokens);
	jw_kint(w, "expected_tokens", v->score.gold_tokens);
	jw_knum(w, "value", score_f1(&v->score));
	jw_close(w, '}');
}

/* Done before (another window, a repeated request) stays done, whatever was sent now. */
static void trial_reply(struct trial *t, const struct q_exercise_record_row *row)
{
	bool before = strcmp(row->status, "stored") == 0;
	bool again = before && !t->verdict.done;
	struct buf b = BUF_INIT;
	struct jw w;

	jw_init(&w, &b);
	jw_open(&w, '{');
	jw_kint(&w, "number", t->number);
	jw_kbool(&w, "done", t->verdict.done || before);
	jw_kstr(&w, "feedback",
		again ? "This exercise is done already. Go on with the next one." : t->verdict.feedback.p);
	trial_put_f1(&w, &t->verdict);
	jw_kint(&w, "tries", row->tries);
	jw_kint(&w, "done_count", row->done_count);
	jw_kint(&w, "total", row->total);
	jw_close(&w, '}');
	jw_done(&w);
	flow_task_reply(&t->task, 200, &b);
	buf_release(&b);
}

/* --- record ------------------------------------------------------------- */

static void trial_on_recorded(void *arg, const struct db_result *r)
{
	struct trial *t = arg;
	struct q_exercise_record_row row;

	if (!flow_task_has_row(&t->task, r, "an exercise"))
		return;
	row = q_exercise_record_row(r, 0);
	if (strcmp(row.status, "ok") == 0 || strcmp(row.status, "stored") == 0)
		trial_reply(t, &row);
	else
		flow_task_refuse_as(&t->task, row.status);
}

static void trial_record(struct trial *t)
{
	const struct exercise_verdict *v = &t->verdict;
	bool answered = t->answer != NULL;

	flow_task_ask(&t->task, DB_WRITE,
		      q_exercise_record(.assignment_id = t->task.token.assignment, .worker_id = t->task.token.worker,
					.number = (int32_t)t->number, .done = v->done, .question = t->question.p,
					.answer_start = sql_int_if(answered, (int64_t)t->given.span.start),
					.answer_end = sql_int_if(answered, (int64_t)t->given.span.end),
					.answer_text = t->answer, .shared = sql_int_if(v->scored, v->score.shared),
					.given_tokens = sql_int_if(v->scored, v->score.pred_tokens),
					.expected_tokens = sql_int_if(v->scored, v->score.gold_tokens)),
		      trial_on_recorded);
}

/* --- begin -------------------------------------------------------------- */

/* Proves the span if the exercise asks for one. A selection without a word is the worker's
 * mistake and stays as it was sent; a span that does not fit the passage is the page's: 422. */
static int trial_prove(struct trial *t, const char *passage, size_t passage_n)
{
	struct http_refusal why;
	const char *slice;
	size_t n;
	enum span_status proof = flow_answer_prove(&t->given, passage, passage_n, &slice, &n);

	if (proof == SPAN_OUTSIDE || proof == SPAN_MISMATCH) {
		why = flow_bad_answer(proof);
		flow_task_refuse(&t->task, &why);
		return -1;
	}
	t->answer = xmemdup0(slice, n);
	t->answer_n = n;
	return 0;
}

static void trial_judge(struct trial *t, const struct q_exercise_begin_row *row)
{
	struct exercise e = {.passage = {row->passage_text, row->passage_text_len},
			     .answer = {row->expected_text, row->expected_text_len},
			     .hint = {row->hint, row->hint_len},
			     .praise = {row->praise, row->praise_len},
			     .tries = row->tries};
	struct exercise_given given = {{NULL, 0}, {NULL, 0}};

	if (exercise_kind_read(row->kind, &e.kind) < 0) {
		flow_task_refuse_as(&t->task, "unknown kind");
		return;
	}
	if (e.kind == EXERCISE_HIGHLIGHT) {
		free(t->question.p);
		t->question.p = NULL;
	}
	if (e.kind != EXERCISE_WRITE && t->has_answer && trial_prove(t, e.passage.p, e.passage.n) < 0)
		return;
	if (t->question.p != NULL)
		given.question = (struct exercise_text){t->question.p, t->question.n};
	if (t->answer != NULL)
		given.answer = (struct exercise_text){t->answer, t->answer_n};
	exercise_judge(&e, &given, &t->verdict);
	trial_record(t);
}

static void trial_on_begun(void *arg, const struct db_result *r)
{
	struct trial *t = arg;
	struct q_exercise_begin_row row;

	if (!flow_task_has_row(&t->task, r, "an exercise"))
		return;
	row = q_exercise_begin_row(r, 0);
	/* all done: somebody sends the last one again, and gets the same answer */
	if (strcmp(row.status, "ok") == 0 || strcmp(row.status, "done_all") == 0)
		trial_judge(t, &row);
	else
		flow_task_refuse_as(&t->task, row.status);
}

static void trial_begin(struct trial *t)
{
	flow_task_ask(&t->task, DB_READ,
		      q_exercise_begin(.assignment_id = t->task.token.assignment, .worker_id = t->task.token.worker,
				       .platform_ref = t->task.token.ref, .number = (int32_t)t->number),
		      trial_on_begun);
}

/* --- the request -------------------------------------------------------- */

/* Optional; blank is as good as none. */
static int trial_read_question(struct trial *t, struct flow_fault *f)
{
	if (!flow_is_given(t->task.body, "question"))
		return 0;
	if (flow_get_text(t->task.body, "question", &t->question, f) < 0)
		return -1;
	return flow_text_fits(&t->question, "question", "The question", FLOW_QUESTION_MAX, f);
}

static int trial_read(struct trial *t, struct flow_fault *f)
{
	if (flow_get_int(t->task.body, "number", 1, NUMBER_MAX, &t->number, f) < 0 || trial_read_question(t, f) < 0)
		return -1;
	t->has_answer = flow_is_given(t->task.body, "answer");
	return t->has_answer ? flow_get_answer(t->task.body, &t->given, f) : 0;
}

void flow_exercise(struct http_req *req, void *app)
{
	struct trial *t = flow_task_of_worker(sizeof(*t), req, app, trial_release);
	struct flow_fault fault;

	if (t == NULL)
		return;
	t->task.late = flow_late_repeatable;
	if (trial_read(t, &fault) < 0)
		flow_task_invalid(&t->task, &fault);
	else
		trial_begin(t);
}
