/* session: what the two kinds of session share. session.c reads the request and has
 * the game's answers, session_validate.c those of validating, session_parts.c what is
 * in both. Private to server/flow. */
#ifndef BEAT_SESSION_H
#define BEAT_SESSION_H

#include "beat/jw.h"
#include "flow_task.h"

struct session {
	struct flow_task task;
	const char *project; /* lives in body */
	const struct platform *platform;
	struct platform_entry entry;
	char field[32]; /* of the parameter that is wrong: params.NAME */
	bool validate;  /* the worker comes to answer others' questions, not to write any */
};

/* What every page with a passage shows. */
struct session_task {
	struct sql_int passage;
	const char *title, *text;
	size_t text_n;
	int reward;
	const char *project_title;
};
/* From a row of any of the four statements. */
#define SESSION_TASK(row)                                                                                              \
	((struct session_task){(row)->passage_id, (row)->title, (row)->text, (row)->text_len, (row)->reward_cents,     \
			       (row)->project_title})
void session_put_task(struct jw *w, const struct session *s, struct session_task task);

void session_put_project(struct jw *w, const struct session *s, const char *title);

/* The token of an assignment; t->ref is filled in. One that was ended may be handed in long
 * after its lease. */
void session_put_token(struct jw *w, const struct session *s, struct token_session *t, bool ended);

/* A number of the database as text, as pages get them; null if there is none. */
void session_put_id(struct jw *w, const char *key, struct sql_int id);

/* A ready JSON value of the database, or null. */
void session_put_raw(struct jw *w, const char *key, const char *json, size_t n);

/* Counts a session by what it came to. */
void session_count(const struct session *s, const char *status);

/* Answers with what was written, and ends the session. */
void session_reply(struct session *s, int status, struct jw *w);

/* Hands the work in again that was handed in before, which answers. */
void session_hand_in(struct session *s, int64_t assignment, int64_t worker);

/* Answers that there is nothing to do, and why: for every status but "ok", "submitted" and "ended". */
void session_reply_end(struct session *s, const char *status, const char *why);

extern const char session_ended_message[];

/* session_validate.c: the answers to a validator. `r` is the row of validate_open (validate_preview). */
void session_validate_opened(struct session *s, const struct db_result *r);
void session_validate_previewed(struct session *s, const struct db_result *r);

#endif
