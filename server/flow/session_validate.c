/* session_validate: a worker opens the page that validates: a passage and questions of
 * others, in an order of its own, without their answers, which never leave the server.
 * See session.c for the request. */
#include <string.h>

#include "session.h"

static void session_validate_token(struct jw *w, const struct session *s, const struct q_validate_open_row *row)
{
	struct token_session token = {.assignment = row->assignment_id.n,
				      .worker = row->worker_id,
				      .passage = row->passage_id.n,
				      .expires = row->expires_epoch};

	session_put_token(w, s, &token, strcmp(row->status, "ended") == 0);
}

static void session_validate_task(struct session *s, const struct q_validate_open_row *row)
{
	struct buf b = BUF_INIT;
	struct jw w;

	jw_init(&w, &b);
	jw_open(&w, '{');
	session_validate_token(&w, s, row);
	session_put_id(&w, "assignment", row->assignment_id);
	session_put_task(&w, s, SESSION_TASK(row));
	jw_kstr(&w, "kind", "validate");
	session_put_raw(&w, "onboarding", row->onboarding, row->onboarding_len);
	jw_kstr(&w, "why", row->reason);
	session_put_raw(&w, "questions", row->questions, row->questions_len);
	session_put_raw(&w, "reasons", row->reasons, row->reasons_len);
	jw_kstr(&w, "started_at", row->started_at);
	jw_kstr(&w, "expires_at", row->expires_at);
	jw_kbool(&w, "paused", strcmp(row->project_state, "active") != 0);
	jw_close(&w, '}');
	session_reply(s, row->created ? 201 : 200, &w);
}

/* A task that a revocation ended and that is not handed in yet: only that is left to do. */
static void session_validate_ended(struct session *s, const struct q_validate_open_row *row)
{
	struct buf b = BUF_INIT;
	struct jw w;

	jw_init(&w, &b);
	jw_open(&w, '{');
	jw_kbool(&w, "ended", true);
	session_validate_token(&w, s, row);
	session_put_id(&w, "assignment", row->assignment_id);
	jw_kstr(&w, "kind", "validate");
	jw_kstr(&w, "message", session_ended_message);
	jw_kstr(&w, "why", row->reason);
	jw_kint(&w, "reward_cents", row->reward_cents);
	jw_kstr(&w, "currency", "USD");
	jw_kstr(&w, "platform", s->platform->name);
	session_put_project(&w, s, row->project_title);
	jw_close(&w, '}');
	session_reply(s, 200, &w);
}

void session_validate_opened(struct session *s, const struct db_result *r)
{
	const struct q_validate_open_row row = q_validate_open_row(r, 0);

	session_count(s, row.status);
	if (strcmp(row.status, "submitted") == 0)
		session_hand_in(s, row.assignment_id.n, row.worker_id);
	else if (strcmp(row.status, "ended") == 0)
		session_validate_ended(s, &row);
	else if (strcmp(row.status, "ok") == 0)
		session_validate_task(s, &row);
	else
		session_reply_end(s, row.status, row.reason);
}

void session_validate_previewed(struct session *s, const struct db_result *r)
{
	const struct q_validate_preview_row row = q_validate_preview_row(r, 0);
	struct buf b = BUF_INIT;
	struct jw w;

	session_count(s, "preview");
	if (strcmp(row.status, "ok") != 0) {
		session_reply_end(s, row.status, NULL);
		return;
	}
	jw_init(&w, &b);
	jw_open(&w, '{');
	jw_kbool(&w, "preview", true);
	jw_kstr(&w, "kind", "validate");
	session_put_task(&w, s, SESSION_TASK(&row));
	jw_close(&w, '}');
	session_reply(s, 200, &w);
}
