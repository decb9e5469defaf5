/* session_validate: a worker opens the page that validates: a passage and questions of
 * others, in an order of its own, without their answers, which never leave the server.
 * See session.c for the request. */
#include <string.h>

#include "session.h"

/* Columns of the query validate_open, in order. */
enum {
	V_STATUS,
	V_CREATED,
	V_ASSIGNMENT,
	V_WORKER,
	V_PASSAGE,
	V_TITLE,
	V_TEXT,
	V_QUESTIONS,
	V_ONBOARDING,
	V_STARTED,
	V_EXPIRES,
	V_EXPIRES_EPOCH,
	V_REWARD,
	V_PROJECT_TITLE,
	V_PROJECT_STATE,
	V_STATE,
	V_REASON,
	V_REASONS
};

/* Columns of the query validate_preview. */
enum { VP_STATUS, VP_TITLE, VP_TEXT, VP_PASSAGE, VP_REWARD, VP_PROJECT_TITLE };

static void put_token(struct jw *w, const struct session *s, const struct db_result *r)
{
	struct token_session token = {.assignment = db_int(r, 0, V_ASSIGNMENT),
				      .worker = db_int(r, 0, V_WORKER),
				      .passage = db_int(r, 0, V_PASSAGE),
				      .expires = db_int(r, 0, V_EXPIRES_EPOCH)};

	session_put_token(w, s, &token, strcmp(db_str(r, 0, V_STATUS), "ended") == 0);
}

static void reply_task(struct session *s, const struct db_result *r)
{
	static const struct session_columns columns = {V_PASSAGE, V_TITLE, V_TEXT, V_REWARD, V_PROJECT_TITLE};
	struct buf b = BUF_INIT;
	struct jw w;

	jw_init(&w, &b);
	jw_open(&w, '{');
	put_token(&w, s, r);
	jw_kstr(&w, "assignment", db_str(r, 0, V_ASSIGNMENT));
	session_put_task(&w, s, r, &columns);
	jw_kstr(&w, "kind", "validate");
	session_put_raw(&w, "onboarding", r, V_ONBOARDING);
	jw_kstr(&w, "why", db_str(r, 0, V_REASON));
	session_put_raw(&w, "questions", r, V_QUESTIONS);
	session_put_raw(&w, "reasons", r, V_REASONS);
	jw_kstr(&w, "started_at", db_str(r, 0, V_STARTED));
	jw_kstr(&w, "expires_at", db_str(r, 0, V_EXPIRES));
	jw_kbool(&w, "paused", strcmp(db_str(r, 0, V_PROJECT_STATE), "active") != 0);
	jw_close(&w, '}');
	jw_done(&w);
	http_reply_json(s->req, db_bool(r, 0, V_CREATED) ? 201 : 200, &b);
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
	jw_kstr(&w, "assignment", db_str(r, 0, V_ASSIGNMENT));
	jw_kstr(&w, "kind", "validate");
	jw_kstr(&w, "message", session_ended_message);
	jw_kstr(&w, "why", db_str(r, 0, V_REASON));
	jw_kint(&w, "reward_cents", db_int(r, 0, V_REWARD));
	jw_kstr(&w, "currency", "USD");
	jw_kstr(&w, "platform", s->platform->name);
	session_put_project(&w, s, db_str(r, 0, V_PROJECT_TITLE));
	jw_close(&w, '}');
	jw_done(&w);
	http_reply_json(s->req, 200, &b);
	buf_release(&b);
}

void session_validate_opened(struct session *s, const struct db_result *r)
{
	const char *status = db_str(r, 0, V_STATUS);

	if (strcmp(status, "submitted") == 0)
		flow_hand_in(s->req, s->app, db_int(r, 0, V_ASSIGNMENT), db_int(r, 0, V_WORKER), s->entry.ref);
	else if (strcmp(status, "ended") == 0)
		reply_ended(s, r);
	else if (strcmp(status, "ok") == 0)
		reply_task(s, r);
	else
		session_reply_end(s, status, db_str(r, 0, V_REASON));
}

void session_validate_previewed(struct session *s, const struct db_result *r)
{
	static const struct session_columns columns = {VP_PASSAGE, VP_TITLE, VP_TEXT, VP_REWARD, VP_PROJECT_TITLE};
	const char *status = db_str(r, 0, VP_STATUS);
	struct buf b = BUF_INIT;
	struct jw w;

	if (strcmp(status, "ok") != 0) {
		session_reply_end(s, status, NULL);
		return;
	}
	jw_init(&w, &b);
	jw_open(&w, '{');
	jw_kbool(&w, "preview", true);
	jw_kstr(&w, "kind", "validate");
	session_put_task(&w, s, r, &columns);
	jw_close(&w, '}');
	jw_done(&w);
	http_reply_json(s->req, 200, &b);
	buf_release(&b);
}
