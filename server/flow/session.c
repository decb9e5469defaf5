/* session: a worker opens the task page.
 *
 *   read body -> the platform says who it is -> one statement finds, resumes or
 *   makes the assignment -> a token for it
 *
 * One statement, idempotent: asking again gives the same assignment. The task is to
 * write questions, or to validate those of others (session_validate.c). */
#include "session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beat/metrics.h"

/* Columns of the query session_open, in order. */
enum {
	S_STATUS,
	S_CREATED,
	S_ASSIGNMENT,
	S_WORKER,
	S_PASSAGE,
	S_TITLE,
	S_TEXT,
	S_WANTED,
	S_WON,
	S_ATTEMPTS,
	S_STARTED,
	S_EXPIRES,
	S_EXPIRES_EPOCH,
	S_REWARD,
	S_THRESHOLD,
	S_PROJECT_TITLE,
	S_PROJECT_STATE,
	S_MODEL,
	S_KIND,
	S_ONBOARDING,
	S_STATE,
	S_REASON,
	S_OPPONENT
};

/* Columns of the query session_preview. */
enum {
	P_STATUS,
	P_TITLE,
	P_TEXT,
	P_PASSAGE,
	P_WANTED,
	P_REWARD,
	P_THRESHOLD,
	P_PROJECT_TITLE,
	P_MODEL,
	P_ONBOARDING_FIRST,
	P_OPPONENT
};

static void session_free(struct session *s)
{
	db_cancel(&s->call);
	json_decref(s->body);
	free(s);
}

static void on_deadline(void *arg)
{
	struct session *s = arg;

	http_problem_retry(s->req, 503, "unavailable", "The server took too long. Please try again.", 2);
	session_free(s);
}

/* Where a result has what only the game's pages show. */
struct game_columns {
	int wanted, threshold, model, opponent;
};

static void put_game(struct jw *w, const struct db_result *r, const struct game_columns *col)
{
	jw_kint(w, "wanted", db_int(r, 0, col->wanted));
	jw_kint(w, "threshold_permille", db_int(r, 0, col->threshold));
	jw_key(w, "model");
	jw_open(w, '{');
	jw_kstr(w, "name", db_str(r, 0, col->model));
	jw_close(w, '}');
	session_put_raw(w, "opponent", r, col->opponent);
}

static void put_token(struct jw *w, const struct session *s, const struct db_result *r)
{
	struct token_session token = {.assignment = db_int(r, 0, S_ASSIGNMENT),
				      .worker = db_int(r, 0, S_WORKER),
				      .passage = db_int(r, 0, S_PASSAGE),
				      .expires = db_int(r, 0, S_EXPIRES_EPOCH)};

	session_put_token(w, s, &token, strcmp(db_str(r, 0, S_STATUS), "ended") == 0);
}

static void reply_task(struct session *s, const struct db_result *r)
{
	static const struct session_columns columns = {S_PASSAGE, S_TITLE, S_TEXT, S_REWARD, S_PROJECT_TITLE};
	static const struct game_columns game = {S_WANTED, S_THRESHOLD, S_MODEL, S_OPPONENT};
	struct buf b = BUF_INIT;
	struct jw w;

	jw_init(&w, &b);
	jw_open(&w, '{');
	put_token(&w, s, r);
	jw_kstr(&w, "assignment", db_str(r, 0, S_ASSIGNMENT));
	session_put_task(&w, s, r, &columns);
	put_game(&w, r, &game);
	jw_kstr(&w, "kind", db_str(r, 0, S_KIND));
	session_put_raw(&w, "onboarding", r, S_ONBOARDING);
	jw_kstr(&w, "why", db_str(r, 0, S_REASON));
	jw_kint(&w, "won", db_int(r, 0, S_WON));
	session_put_raw(&w, "attempts", r, S_ATTEMPTS);
	jw_kstr(&w, "started_at", db_str(r, 0, S_STARTED));
	jw_kstr(&w, "expires_at", db_str(r, 0, S_EXPIRES));
	jw_kbool(&w, "paused", strcmp(db_str(r, 0, S_PROJECT_STATE), "active") != 0);
	jw_close(&w, '}');
	jw_done(&w);
	http_reply_json(s->req, db_bool(r, 0, S_CREATED) ? 201 : 200, &b);
	buf_release(&b);
}

static void reply_preview(struct session *s, const struct db_result *r)
{
	static const struct session_columns columns = {P_PASSAGE, P_TITLE, P_TEXT, P_REWARD, P_PROJECT_TITLE};
	static const struct game_columns game = {P_WANTED, P_THRESHOLD, P_MODEL, P_OPPONENT};
	struct buf b = BUF_INIT;
	struct jw w;

	jw_init(&w, &b);
	jw_open(&w, '{');
	jw_kbool(&w, "preview", true);
	session_put_task(&w, s, r, &columns);
	put_game(&w, r, &game);
	jw_kbool(&w, "onboarding_first", db_bool(r, 0, P_ONBOARDING_FIRST));
	jw_close(&w, '}');
	jw_done(&w);
	http_reply_json(s->req, 200, &b);
	buf_release(&b);
}

/* A task that a revocation ended and that is not handed in yet: only that is left to do. */
static void reply_ended(struct session *s, const struct db_result *r)
{
	struct buf b = BUF_INIT;
	struct jw w;

	jw_init(&w, &b);
	jw_open(&w, '{');
	jw_kbool(&w, "ended", true);
	put_token(&w, s, r);
	jw_kstr(&w, "assignment", db_str(r, 0, S_ASSIGNMENT));
	jw_kstr(&w, "kind", db_str(r, 0, S_KIND));
	jw_kstr(&w, "message", session_ended_message);
	jw_kstr(&w, "why", db_str(r, 0, S_REASON));
	jw_kint(&w, "won", db_int(r, 0, S_WON));
	jw_kint(&w, "wanted", db_int(r, 0, S_WANTED));
	jw_kint(&w, "reward_cents", db_int(r, 0, S_REWARD));
	jw_kstr(&w, "currency", "USD");
	jw_kstr(&w, "platform", s->platform->name);
	session_put_project(&w, s, db_str(r, 0, S_PROJECT_TITLE));
	jw_close(&w, '}');
	jw_done(&w);
	http_reply_json(s->req, 200, &b);
	buf_release(&b);
}

/* What the game's session came to. */
static void opened(struct session *s, const struct db_result *r)
{
	const char *status = db_str(r, 0, S_STATUS);

	if (strcmp(status, "submitted") == 0)
		flow_hand_in(s->req, s->app, db_int(r, 0, S_ASSIGNMENT), db_int(r, 0, S_WORKER), s->entry.ref);
	else if (strcmp(status, "ended") == 0)
		reply_ended(s, r);
	else if (strcmp(status, "ok") == 0)
		reply_task(s, r);
	else
		session_reply_end(s, status, db_str(r, 0, S_REASON));
}

static void previewed(struct session *s, const struct db_result *r)
{
	const char *status = db_str(r, 0, P_STATUS);

	if (strcmp(status, "ok") == 0)
		reply_preview(s, r);
	else
		session_reply_end(s, status, NULL);
}

/* The first column of every one of these statements is the status. */
static void on_answer(void *arg, const struct db_result *r)
{
	struct session *s = arg;
	bool preview = s->entry.preview;

	s->call = NULL;
	if (r->status != DB_OK || r->rows != 1) {
		flow_db_failed(s->req, r, "opening a session");
		session_free(s);
		return;
	}
	metric_add(s->app->m_sessions, 1, preview ? "preview" : db_str(r, 0, 0), s->platform->name,
		   s->validate ? "validate" : "generate");
	if (s->validate)
		(preview ? session_validate_previewed : session_validate_opened)(s, r);
	else
		(preview ? previewed : opened)(s, r);
	session_free(s);
}

/* The optional field "task". */
static int read_task(struct session *s, char err[JSON_ERR_MAX])
{
	const char *task;
	size_t n;

	if (json_object_get(s->body, "task") == NULL)
		return 0;
	if (json_get_str(s->body, "task", &task, &n, err) < 0)
		return -1;
	s->validate = strcmp(task, "validate") == 0;
	if (s->validate || strcmp(task, "generate") == 0)
		return 0;
	snprintf(err, JSON_ERR_MAX, "The field \"task\" must be generate or validate.");
	return -1;
}

/* Reads project, platform, task and params; answers 422 and returns -1 if something is wrong. */
static int read_request(struct session *s)
{
	char err[JSON_ERR_MAX];
	const char *name;
	size_t n;
	json_t *params;

	if (json_get_str(s->body, "project", &s->project, &n, err) < 0 ||
	    json_get_str(s->body, "platform", &name, &n, err) < 0 ||
	    json_get_obj(s->body, "params", &params, err) < 0 || read_task(s, err) < 0)
		goto invalid;
	s->platform = platform_find(name);
	if (s->platform == NULL) {
		http_problem(s->req, 422, "invalid", "The field \"platform\" must be mturk, prolific or direct.");
		return -1;
	}
	if (s->platform->enter(&s->app->platform, s->project, params, &s->entry, err) < 0)
		goto invalid;
	return 0;
invalid:
	http_problem(s->req, 422, "invalid", err);
	return -1;
}

static void start(struct session *s)
{
	/* An invitation to validate is no invitation to write questions. */
	bool vouched = s->entry.vouched && (s->validate || !s->entry.validates_only);
	const char *preview[] = {s->project};
	const char *params[] = {s->project,       s->platform->name,  s->entry.worker,           s->entry.ref,
				s->entry.hit_ref, s->entry.submit_to, vouched ? "true" : "false"};

	http_on_deadline(s->req, on_deadline, s);
	if (s->entry.preview)
		s->call = db_start(s->app->db, DB_READ, s->validate ? Q_VALIDATE_PREVIEW : Q_SESSION_PREVIEW, preview,
				   DB_TIMEOUT_MS, on_answer, s);
	else
		s->call = db_start(s->app->db, DB_WRITE, s->validate ? Q_VALIDATE_OPEN : Q_SESSION_OPEN, params,
				   DB_TIMEOUT_MS, on_answer, s);
}

void flow_session(struct http_req *req, void *arg)
{
	struct app *app = arg;
	json_t *body = flow_read_object(req);
	struct session *s;

	if (body == NULL)
		return;
	s = xcalloc(1, sizeof(*s));
	s->req = req;
	s->app = app;
	s->body = body;
	if (!app->has_key) {
		http_problem_retry(req, 503, "unavailable", "The server is starting. Please try again in a moment.", 1);
		session_free(s);
	} else if (read_request(s) < 0) {
		session_free(s);
	} else {
		start(s);
	}
}
