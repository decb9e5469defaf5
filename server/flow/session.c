/* session: a worker opens the task page.
 *
 *   read body -> the platform says who it is -> one statement finds, resumes or
 *   makes the assignment -> a token for it
 *
 * One statement, idempotent: asking again gives the same assignment. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "beat/jw.h"
#include "beat/metrics.h"
#include "flow.h"

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
	S_REASON
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
	P_ONBOARDING_FIRST
};

struct session {
	struct http_req *req;
	struct app *app;
	struct db_call *call;
	json_t *body;
	const char *project; /* lives in body */
	const struct platform *platform;
	struct platform_entry entry;
};

static const struct {
	const char *status, *message;
} ends[] = {
    {"no_work", "There is no passage left for you in this project just now. Thank you for your work!"},
    {"paused", "This project is paused at the moment. Please come back later."},
    {"closed", "This project has ended. Thank you for your interest!"},
    {"not_open", "This project is open to invited workers only. Please use your invitation link."},
    {"screening", "Thank you, your onboarding is handed in. A researcher looks at it by hand; if it is passed you can "
		  "start at once."},
    {"failed", "Thank you for taking part in the onboarding. This time it was not passed, so this project has no work "
	       "for you."},
    {"revoked",
     "You can no longer take part in this project. What you handed in before is paid as agreed. Thank you for "
     "your time."},
    {"blocked", "You cannot take part in projects here. If you think that this is a mistake, please write to those who "
		"sent you the link."},
    {"closed_platform", "This project does not take workers from this platform."},
};

static const char ended_message[] = "You can no longer take part in this project, so this task ends here. What you "
				    "have done on this task is still paid: "
				    "press Finish to hand it in. Thank you for your time.";

/* An ended task may be handed in long after its lease. */
enum { ENDED_TOKEN_SECONDS = 24 * 3600 };

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

/* With milliseconds, like every moment of the API: the page sets its clock by it. */
static void put_now(struct jw *w, const char *key)
{
	char seconds[32], text[48];
	struct timespec now;
	struct tm tm;

	clock_gettime(CLOCK_REALTIME, &now);
	gmtime_r(&now.tv_sec, &tm);
	strftime(seconds, sizeof(seconds), "%Y-%m-%dT%H:%M:%S", &tm);
	snprintf(text, sizeof(text), "%s.%03ldZ", seconds, now.tv_nsec / 1000000);
	jw_kstr(w, key, text);
}

static void put_project(struct jw *w, const struct session *s, const char *title)
{
	jw_key(w, "project");
	jw_open(w, '{');
	jw_kstr(w, "name", s->project);
	jw_kstr(w, "title", title);
	jw_close(w, '}');
}

struct shown {
	int passage, title, text, wanted, reward, threshold, project_title, model;
};

/* What every page with a passage needs, previews too. */
static void put_task(struct jw *w, const struct session *s, const struct db_result *r, const struct shown *col)
{
	jw_key(w, "passage");
	jw_open(w, '{');
	jw_kstr(w, "id", db_str(r, 0, col->passage));
	jw_kstr(w, "title", db_str(r, 0, col->title));
	jw_key(w, "text");
	jw_strn(w, db_str(r, 0, col->text), db_len(r, 0, col->text));
	jw_close(w, '}');
	jw_kint(w, "wanted", db_int(r, 0, col->wanted));
	jw_kint(w, "reward_cents", db_int(r, 0, col->reward));
	jw_kstr(w, "currency", "USD");
	jw_kint(w, "threshold_permille", db_int(r, 0, col->threshold));
	jw_kstr(w, "platform", s->platform->name);
	put_project(w, s, db_str(r, 0, col->project_title));
	jw_key(w, "model");
	jw_open(w, '{');
	jw_kstr(w, "name", db_str(r, 0, col->model));
	jw_close(w, '}');
	put_now(w, "server_time");
}

static void put_token(struct jw *w, const struct session *s, const struct db_result *r)
{
	struct token_session token = {.assignment = db_int(r, 0, S_ASSIGNMENT),
				      .worker = db_int(r, 0, S_WORKER),
				      .passage = db_int(r, 0, S_PASSAGE),
				      .expires = db_int(r, 0, S_EXPIRES_EPOCH)};
	int64_t least = (int64_t)time(NULL) + ENDED_TOKEN_SECONDS;
	struct buf b = BUF_INIT;

	if (strcmp(db_str(r, 0, S_STATUS), "ended") == 0 && token.expires < least)
		token.expires = least;
	memcpy(token.ref, s->entry.ref, sizeof(token.ref));
	token_session_make(&b, &s->app->key, &token);
	jw_kstr(w, "token", b.p);
	buf_release(&b);
}

/* A ready JSON value of the database, or null. */
static void put_raw(struct jw *w, const char *key, const struct db_result *r, int col)
{
	jw_key(w, key);
	if (db_str(r, 0, col) == NULL)
		jw_null(w);
	else
		jw_raw(w, db_str(r, 0, col), db_len(r, 0, col));
}

static void reply_task(struct session *s, const struct db_result *r)
{
	static const struct shown columns = {S_PASSAGE, S_TITLE,     S_TEXT,          S_WANTED,
					     S_REWARD,  S_THRESHOLD, S_PROJECT_TITLE, S_MODEL};
	struct buf b = BUF_INIT;
	struct jw w;

	jw_init(&w, &b);
	jw_open(&w, '{');
	put_token(&w, s, r);
	jw_kstr(&w, "assignment", db_str(r, 0, S_ASSIGNMENT));
	put_task(&w, s, r, &columns);
	jw_kstr(&w, "kind", db_str(r, 0, S_KIND));
	put_raw(&w, "onboarding", r, S_ONBOARDING);
	jw_kstr(&w, "why", db_str(r, 0, S_REASON));
	jw_kint(&w, "won", db_int(r, 0, S_WON));
	put_raw(&w, "attempts", r, S_ATTEMPTS);
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
	static const struct shown columns = {P_PASSAGE, P_TITLE,     P_TEXT,          P_WANTED,
					     P_REWARD,  P_THRESHOLD, P_PROJECT_TITLE, P_MODEL};
	struct buf b = BUF_INIT;
	struct jw w;

	jw_init(&w, &b);
	jw_open(&w, '{');
	jw_kbool(&w, "preview", true);
	put_task(&w, s, r, &columns);
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
	jw_kstr(&w, "message", ended_message);
	jw_kstr(&w, "why", db_str(r, 0, S_REASON));
	jw_kint(&w, "won", db_int(r, 0, S_WON));
	jw_kint(&w, "wanted", db_int(r, 0, S_WANTED));
	jw_kint(&w, "reward_cents", db_int(r, 0, S_REWARD));
	jw_kstr(&w, "currency", "USD");
	jw_kstr(&w, "platform", s->platform->name);
	put_project(&w, s, db_str(r, 0, S_PROJECT_TITLE));
	jw_close(&w, '}');
	jw_done(&w);
	http_reply_json(s->req, 200, &b);
	buf_release(&b);
}

/* Every status but "ok", "submitted" and "ended": nothing to do, and why. */
static void reply_end(struct session *s, const char *status, const char *why)
{
	struct buf b = BUF_INIT;
	struct jw w;
	const char *message = "There is nothing to do just now.";

	if (strcmp(status, "no_project") == 0) {
		http_problem(s->req, 404, "no-project", "There is no project of this name. Please check the address.");
		return;
	}
	for (size_t i = 0; i < ARRAY_LEN(ends); i++) {
		if (strcmp(ends[i].status, status) == 0)
			message = ends[i].message;
	}
	jw_init(&w, &b);
	jw_open(&w, '{');
	jw_kbool(&w, "done", true);
	jw_kstr(&w, "reason", status);
	jw_kstr(&w, "message", message);
	jw_kstr(&w, "why", why);
	jw_close(&w, '}');
	jw_done(&w);
	http_reply_json(s->req, 200, &b);
	buf_release(&b);
}

static void on_opened(void *arg, const struct db_result *r)
{
	struct session *s = arg;
	const char *status;

	s->call = NULL;
	if (r->status != DB_OK || r->rows != 1) {
		flow_db_failed(s->req, r, "opening a session");
		session_free(s);
		return;
	}
	status = db_str(r, 0, S_STATUS);
	metric_add(s->app->m_sessions, 1, s->entry.preview ? "preview" : status, s->platform->name, NULL);
	if (strcmp(status, "submitted") == 0)
		flow_hand_in(s->req, s->app, db_int(r, 0, S_ASSIGNMENT), db_int(r, 0, S_WORKER), s->entry.ref);
	else if (strcmp(status, "ended") == 0)
		reply_ended(s, r);
	else if (strcmp(status, "ok") != 0)
		reply_end(s, status, s->entry.preview ? NULL : db_str(r, 0, S_REASON));
	else if (s->entry.preview)
		reply_preview(s, r);
	else
		reply_task(s, r);
	session_free(s);
}

/* Reads project, platform and params; answers 422 and returns -1 if something is wrong. */
static int read_request(struct session *s)
{
	char err[JSON_ERR_MAX];
	const char *name;
	size_t n;
	json_t *params;

	if (json_get_str(s->body, "project", &s->project, &n, err) < 0 ||
	    json_get_str(s->body, "platform", &name, &n, err) < 0 || json_get_obj(s->body, "params", &params, err) < 0)
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
	} else if (s->entry.preview) {
		const char *params[] = {s->project};

		http_on_deadline(req, on_deadline, s);
		s->call = db_start(app->db, DB_READ, Q_SESSION_PREVIEW, params, DB_TIMEOUT_MS, on_opened, s);
	} else {
		const char *params[] = {s->project,
					s->platform->name,
					s->entry.worker,
					s->entry.ref,
					s->entry.hit_ref,
					s->entry.submit_to,
					s->entry.vouched ? "true" : "false"};

		http_on_deadline(req, on_deadline, s);
		s->call = db_start(app->db, DB_WRITE, Q_SESSION_OPEN, params, DB_TIMEOUT_MS, on_opened, s);
	}
}
