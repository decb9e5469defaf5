/* submit: a worker hands the HIT in. One statement, idempotent: handing in twice
 * gives the same answer, so that the page can always post its form again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beat/jw.h"
#include "beat/metrics.h"
#include "flow.h"

/* Columns of the query assignment_submit, in order. */
enum {
	U_STATUS,
	U_PLATFORM,
	U_REF,
	U_HIT_REF,
	U_SUBMIT_TO,
	U_WON,
	U_WANTED,
	U_REWARD,
	U_COMPLETION_CODE,
	U_WORKER,
	U_PROJECT,
	U_KIND,
	U_EARNED
};

static const struct flow_refusal refusals[] = {
    {"none_won", 409, "no-wins-yet", "Beat the AI with at least one question before you finish."},
    {"votes_missing", 409, "answers-missing",
     "Please answer every question first, or say why it has no answer. Reload the page to see which are left."},
    {"expired", 410, "lease-expired",
     "The time for this task is over and its passage went to somebody else. Reload the page."},
    {0},
};

struct submit {
	struct http_req *req;
	struct app *app;
	struct db_call *call;
};

static void submit_free(struct submit *u)
{
	db_cancel(&u->call);
	free(u);
}

static void on_deadline(void *arg)
{
	struct submit *u = arg;

	http_problem_retry(u->req, 503, "unavailable", "The server took too long. Please try again.", 2);
	submit_free(u);
}

static void reply_submitted(struct submit *u, const struct db_result *r)
{
	const struct platform *platform = platform_find(db_str(r, 0, U_PLATFORM));
	struct platform_end end = {.ref = db_str(r, 0, U_REF),
				   .hit_ref = db_str(r, 0, U_HIT_REF),
				   .submit_to = db_str(r, 0, U_SUBMIT_TO),
				   .completion_code = db_str(r, 0, U_COMPLETION_CODE),
				   .kind = db_str(r, 0, U_KIND),
				   .won = db_int(r, 0, U_WON)};
	struct buf b = BUF_INIT;
	struct jw w;

	jw_init(&w, &b);
	jw_open(&w, '{');
	jw_kbool(&w, "submitted", true);
	jw_kstr(&w, "platform", platform->name);
	jw_kstr(&w, "kind", end.kind);
	jw_kint(&w, "won", end.won);
	jw_kint(&w, "wanted", db_int(r, 0, U_WANTED));
	jw_kint(&w, "reward_cents", db_int(r, 0, U_REWARD));
	jw_kint(&w, "earned_cents", db_int(r, 0, U_EARNED));
	platform->end(&w, &end);
	jw_close(&w, '}');
	jw_done(&w);
	http_reply_json(u->req, 200, &b);
	buf_release(&b);
}

static bool is_handed_in(const char *status)
{
	return strcmp(status, "ok") == 0 || strcmp(status, "already") == 0;
}

static void on_submitted(void *arg, const struct db_result *r)
{
	struct submit *u = arg;
	const char *status = NULL;

	u->call = NULL;
	if (r->status == DB_OK && r->rows == 1)
		status = db_str(r, 0, U_STATUS);
	/* Two who claim the same work of the platform hand it in at the same moment, to different servers. */
	else if (strcmp(r->constraint, "assignment_platform_ref_submitted_once") == 0)
		status = "moved";
	if (status == NULL)
		flow_db_failed(u->req, r, "handing in an assignment");
	else if (is_handed_in(status))
		reply_submitted(u, r);
	else
		flow_refuse(u->req, refusals, status);
	if (status != NULL)
		metric_add(u->app->m_submits, 1, status, NULL, NULL);
	submit_free(u);
}

void flow_hand_in(struct http_req *req, struct app *app, int64_t assignment, int64_t worker, const char *ref)
{
	struct submit *u = xcalloc(1, sizeof(*u));
	char ids[2][24];
	const char *params[] = {ids[0], ids[1], ref};

	u->req = req;
	u->app = app;
	snprintf(ids[0], sizeof(ids[0]), "%lld", (long long)assignment);
	snprintf(ids[1], sizeof(ids[1]), "%lld", (long long)worker);
	http_on_deadline(req, on_deadline, u);
	u->call = db_start(app->db, DB_WRITE, Q_ASSIGNMENT_SUBMIT, params, DB_TIMEOUT_MS, on_submitted, u);
}

void flow_submit(struct http_req *req, void *arg)
{
	struct app *app = arg;
	struct token_session token;

	if (flow_read_token(req, app, &token))
		flow_hand_in(req, app, token.assignment, token.worker, token.ref);
}
