/* session: what the two kinds of session share. session.c reads the request and has
 * the game's answers, session_validate.c those of validating, session_parts.c what is
 * in both. Private to server/flow. */
#ifndef BEAT_SESSION_H
#define BEAT_SESSION_H

#include "beat/jw.h"
#include "flow.h"

struct session {
	struct http_req *req;
	struct app *app;
	struct db_call *call;
	json_t *body;
	const char *project; /* lives in body */
	const struct platform *platform;
	struct platform_entry entry;
	bool validate; /* the worker comes to answer others' questions, not to write any */
};

/* Where a result has what every page with a passage shows. */
struct session_columns {
	int passage, title, text, reward, project_title;
};
void session_put_task(struct jw *w, const struct session *s, const struct db_result *r,
		      const struct session_columns *col);

void session_put_project(struct jw *w, const struct session *s, const char *title);

/* The token of an assignment; t->ref is filled in. One that was ended may be handed in long
 * after its lease. */
void session_put_token(struct jw *w, const struct session *s, struct token_session *t, bool ended);

/* A ready JSON value of the database, or null. */
void session_put_raw(struct jw *w, const char *key, const struct db_result *r, int col);

/* Answers that there is nothing to do, and why: for every status but "ok", "submitted" and "ended". */
void session_reply_end(struct session *s, const char *status, const char *why);

extern const char session_ended_message[];

/* session_validate.c: the answers to a validator. `r` has the columns of validate_open (validate_preview). */
void session_validate_opened(struct session *s, const struct db_result *r);
void session_validate_previewed(struct session *s, const struct db_result *r);

#endif
