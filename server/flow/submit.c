/* submit: a worker hands the HIT in, or a paragraph of it to go on to the next. One statement, idempotent: handing in
 * twice gives the same answer, so that the page can always post its form again. */
#include <string.h>

#include "beat/jw.h"
#include "beat/metrics.h"
#include "flow_task.h"

static void submit_reply(struct flow_task *t, const struct q_assignment_submit_row *row)
{
	const struct platform *platform = platform_find(row->platform);
	struct platform_end end = {.ref = row->platform_ref,
				   .hit_ref = row->hit_ref,
				   .submit_to = row->submit_to,
				   .completion_code = row->completion_code,
				   .kind = row->kind,
				   .won = row->won};
	struct buf b = BUF_INIT;
	struct jw w;

	jw_init(&w, &b);
	jw_open(&w, '{');
	jw_kbool(&w, "submitted", true);
	jw_kstr(&w, "platform", platform->name);
	jw_kstr(&w, "kind", end.kind);
	jw_kint(&w, "won", end.won);
	jw_kint(&w, "wanted", row->wanted);
	jw_kint(&w, "reward_cents", row->reward_cents);
	jw_kint(&w, "earned_cents", row->earned_cents);
	jw_kint(&w, "waiting", row->waiting);
	jw_kint(&w, "waiting_cents", row->waiting_cents);
	platform->end(&w, &end);
	jw_close(&w, '}');
	jw_done(&w);
	flow_task_reply(t, 200, &b);
	buf_release(&b);
}

static bool submit_is_done(const char *status)
{
	return strcmp(status, "ok") == 0 || strcmp(status, "already") == 0;
}

/* Two who claim the same work of the platform hand it in at the same moment, to different servers. */
static bool submit_is_moved(const struct db_result *r)
{
	return strcmp(r->constraint, "assignment_platform_ref_submitted_once") == 0;
}

static void submit_on_answer(void *arg, const struct db_result *r)
{
	struct flow_task *t = arg;
	struct q_assignment_submit_row row = {.status = "moved"};

	if (!submit_is_moved(r)) {
		if (!flow_task_has_row(t, r, "handing in an assignment"))
			return;
		row = q_assignment_submit_row(r, 0);
	}
	metric_add(t->app->m_submits, 1, row.status, NULL, NULL);
	if (submit_is_done(row.status))
		submit_reply(t, &row);
	else
		flow_task_refuse_as(t, strcmp(row.status, "expired") == 0 ? "taken" : row.status);
}

void flow_hand_in(struct http_req *req, struct app *app, int64_t assignment, int64_t worker, const char *ref)
{
	struct flow_task *t = flow_task_new(sizeof(*t), req, app);

	flow_task_ask(t, DB_WRITE,
		      q_assignment_submit(.assignment_id = assignment, .worker_id = worker, .platform_ref = ref),
		      submit_on_answer);
}

void flow_submit(struct http_req *req, void *arg)
{
	struct app *app = arg;
	struct token_session token;

	if (flow_read_token(req, app, &token))
		flow_hand_in(req, app, token.assignment, token.worker, token.ref);
}

/* --- the next paragraph ------------------------------------------------- */

static void next_on_answer(void *arg, const struct db_result *r)
{
	struct flow_task *t = arg;
	struct q_assignment_next_row row;
	struct buf b = BUF_INIT;
	struct jw w;

	if (!flow_task_has_row(t, r, "going on to the next paragraph"))
		return;
	row = q_assignment_next_row(r, 0);
	metric_add(t->app->m_submits, 1, row.status, NULL, NULL);
	if (!submit_is_done(row.status)) {
		flow_task_refuse_as(t, strcmp(row.status, "expired") == 0 ? "taken" : row.status);
		return;
	}
	jw_init(&w, &b);
	jw_open(&w, '{');
	jw_kint(&w, "part", row.part.n);
	jw_close(&w, '}');
	jw_done(&w);
	flow_task_reply(t, 200, &b);
	buf_release(&b);
}

void flow_next(struct http_req *req, void *arg)
{
	struct app *app = arg;
	struct token_session token;
	struct flow_task *t;

	if (!flow_read_token(req, app, &token))
		return;
	t = flow_task_new(sizeof(*t), req, app);
	flow_task_ask(
	    t, DB_WRITE,
	    q_assignment_next(.assignment_id = token.assignment, .worker_id = token.worker, .platform_ref = token.ref),
	    next_on_answer);
}
