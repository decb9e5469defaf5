/* vote: a validator's own answer to a question of somebody else, or why it has none.
 *
 *   read and check the request
 *   -> begin: one read gives the passage and the original answer, if the question may be answered now
 *   -> prove the span against the passage
 *   -> score it against the original, exact integers
 *   -> record: one write; the last vote on a question is the one that stands until the HIT is handed in
 *
 * Sending the same vote again stores the same row, so a page may always repeat itself. The
 * original answer never leaves the server, nor does how near the vote came to it: a validator
 * who could see that would not be an independent one. */
#include <stdlib.h>
#include <string.h>

#include "beat/jw.h"
#include "beat/metrics.h"
#include "beat/score.h"
#include "beat/text.h"
#include "flow_task.h"

enum { QUESTION_ID_LEN = 40, REASON_MAX = 40, COMMENT_MAX = 1000 };

struct vote {
	struct flow_task task;
	const char *question; /* lives in the body */
	bool answered;        /* else there is a reason why not */
	struct flow_answer given;
	char *answer;       /* the proved span's text */
	char *normal;       /* its normalised tokens */
	const char *reason; /* lives in the body */
	struct flow_text comment;
	struct score score;
};

static void vote_release(void *arg)
{
	struct vote *v = arg;

	free(v->answer);
	free(v->normal);
	free(v->comment.p);
}

static void vote_count(const struct vote *v, const char *what)
{
	metric_add(v->task.app->m_votes, 1, what, NULL, NULL);
}

static void vote_refuse(struct vote *v, const char *status)
{
	vote_count(v, status);
	flow_task_refuse_as(&v->task, status);
}

/* --- record ------------------------------------------------------------- */

static void vote_write(const struct vote *v, struct jw *w)
{
	jw_kopen(w, "vote", '{');
	if (v->answered) {
		jw_kopen(w, "answer", '{');
		jw_kint(w, "start", (int64_t)v->given.span.start);
		jw_kint(w, "end", (int64_t)v->given.span.end);
		jw_kstr(w, "text", v->answer);
		jw_close(w, '}');
	} else {
		jw_kstr(w, "answer", NULL);
	}
	jw_kstr(w, "reason", v->reason);
	jw_kstr(w, "comment", v->comment.p != NULL ? v->comment.p : "");
	jw_close(w, '}');
}

static void vote_reply(struct vote *v, const struct q_vote_record_row *row)
{
	struct buf b = BUF_INIT;
	struct jw w;

	vote_count(v, v->answered ? "answer" : "no_answer");
	jw_init(&w, &b);
	jw_open(&w, '{');
	jw_kstr(&w, "question", v->question);
	vote_write(v, &w);
	jw_kint(&w, "done", row->done);
	jw_kint(&w, "total", row->total);
	jw_close(&w, '}');
	jw_done(&w);
	flow_task_reply(&v->task, 200, &b);
	buf_release(&b);
}

static void vote_on_recorded(void *arg, const struct db_result *r)
{
	struct vote *v = arg;
	struct q_vote_record_row row;

	if (!flow_task_has_row(&v->task, r, "a vote"))
		return;
	row = q_vote_record_row(r, 0);
	if (strcmp(row.status, "ok") == 0)
		vote_reply(v, &row);
	else
		vote_refuse(v, row.status);
}

static void vote_record(struct vote *v)
{
	flow_task_ask(&v->task, DB_WRITE,
		      q_vote_record(.assignment_id = v->task.token.assignment, .worker_id = v->task.token.worker,
				    .question_id = v->question,
				    .answer_start = sql_int_if(v->answered, (int64_t)v->given.span.start),
				    .answer_end = sql_int_if(v->answered, (int64_t)v->given.span.end),
				    .answer_text = v->answer, .reason = v->reason,
				    .comment = v->comment.p != NULL ? v->comment.p : "", .shared = v->score.shared,
				    .vote_tokens = v->score.pred_tokens, .original_tokens = v->score.gold_tokens,
				    .exact = v->score.exact, .normal = v->normal),
		      vote_on_recorded);
}

/* --- begin -------------------------------------------------------------- */

/* Takes the proved span's text, and its tokens for comparing votes with one another. -1 after answering. */
static int vote_prove(struct vote *v, const char *passage, size_t passage_n)
{
	struct text_norm norm;
	struct http_refusal why;
	const char *slice;
	size_t n;
	enum span_status proof = flow_answer_prove(&v->given, passage, passage_n, &slice, &n);

	if (proof != SPAN_OK) {
		vote_count(v, "invalid");
		why = flow_bad_answer(proof);
		flow_task_refuse(&v->task, &why);
		return -1;
	}
	v->answer = xmemdup0(slice, n);
	text_normalise(slice, n, &norm);
	v->normal = xmemdup0(norm.joined, norm.joined_n);
	text_norm_release(&norm);
	return 0;
}

static void vote_on_begun(void *arg, const struct db_result *r)
{
	struct vote *v = arg;
	struct q_vote_begin_row row;

	if (!flow_task_has_row(&v->task, r, "a vote"))
		return;
	row = q_vote_begin_row(r, 0);
	if (strcmp(row.status, "ok") != 0) {
		vote_refuse(v, row.status);
		return;
	}
	if (v->answered && vote_prove(v, row.passage_text, row.passage_text_len) < 0)
		return;
	v->score = score_texts(row.answer_text, row.answer_text_len, v->answered ? v->answer : "",
			       v->answered ? strlen(v->answer) : 0);
	vote_record(v);
}

static void vote_begin(struct vote *v)
{
	flow_task_ask(&v->task, DB_READ,
		      q_vote_begin(.assignment_id = v->task.token.assignment, .worker_id = v->task.token.worker,
				   .platform_ref = v->task.token.ref, .question_id = v->question),
		      vote_on_begun);
}

/* --- the request -------------------------------------------------------- */

static int vote_read_question(struct vote *v, struct flow_fault *f)
{
	size_t n;

	if (flow_get_str(v->task.body, "question", &v->question, &n, f) < 0)
		return -1;
	if (n == QUESTION_ID_LEN && strspn(v->question, "0123456789abcdef") == n)
		return 0;
	return flow_fault_set(f, "question",
			      "The field \"question\" must be the id of a question: %d hexadecimal digits.",
			      QUESTION_ID_LEN);
}

static int vote_read_reason(struct vote *v, struct flow_fault *f)
{
	size_t n;

	if (flow_get_str(v->task.body, "reason", &v->reason, &n, f) < 0)
		return -1;
	if (n == 0 || n > REASON_MAX || strspn(v->reason, "abcdefghijklmnopqrstuvwxyz_") != n)
		return flow_fault_set(f, "reason",
				      "The field \"reason\" must be one of the reasons that the session lists.");
	if (strcmp(v->reason, "other") == 0 && v->comment.p == NULL)
		return flow_fault_set(f, "comment", "Please say in a few words why this question has no answer.");
	return 0;
}

/* Optional; blank is as good as none. */
static int vote_read_comment(struct vote *v, struct flow_fault *f)
{
	if (!flow_is_given(v->task.body, "comment"))
		return 0;
	if (flow_get_text(v->task.body, "comment", &v->comment, f) < 0)
		return -1;
	return flow_text_fits(&v->comment, "comment", "The comment", COMMENT_MAX, f);
}

static int vote_read(struct vote *v, struct flow_fault *f)
{
	if (vote_read_question(v, f) < 0 || vote_read_comment(v, f) < 0)
		return -1;
	v->answered = flow_is_given(v->task.body, "answer");
	if (v->answered == flow_is_given(v->task.body, "reason"))
		return flow_fault_set(f, NULL, "Give either an \"answer\" or the \"reason\" why there is none.");
	return v->answered ? flow_get_answer(v->task.body, &v->given, f) : vote_read_reason(v, f);
}

void flow_vote(struct http_req *req, void *app)
{
	struct vote *v = flow_task_of_worker(sizeof(*v), req, app, vote_release);
	struct flow_fault fault;

	if (v == NULL || !flow_task_may(&v->task, RATE_VOTES))
		return;
	v->task.late = flow_late_repeatable;
	if (vote_read(v, &fault) < 0) {
		vote_count(v, "invalid");
		flow_task_invalid(&v->task, &fault);
	} else {
		vote_begin(v);
	}
}
