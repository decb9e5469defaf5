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
	char field[32];              /* of the parameter that is wrong: params.NAME */
	const char *language;        /* that the worker would like to be told things in; "": any. Lives in body */
	const char *agrees;          /* id of the text that the worker agrees to now, NULL: none. Lives in body */
	bool counted;                /* as a newcomer from the address, until it is known whether it is one */
	struct http_refusal crowded; /* what a newcomer is told when no more may begin from the address */
	bool validate;               /* the worker comes to answer others' questions, not to write any */
	struct buf out;              /* the answer */
	struct jw w;
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

/* What is known of an assignment that was opened. */
struct session_opened {
	const char *status, *kind, *why;
	bool let_in; /* agreed to what consent is asked to, or may hand in what was done before; else no token */
	struct sql_int assignment, passage;
	int64_t worker, expires; /* expires: seconds since 1970 */
	const char *started_at, *expires_at, *project_state;
};
/* From a row of session_open or validate_open. */
#define SESSION_OPENED(row, its_kind)                                                                                  \
	((struct session_opened){.status = (row)->status,                                                              \
				 .let_in = (row)->let_in,                                                              \
				 .kind = (its_kind),                                                                   \
				 .why = (row)->reason,                                                                 \
				 .assignment = (row)->assignment_id,                                                   \
				 .passage = (row)->passage_id,                                                         \
				 .worker = (row)->worker_id,                                                           \
				 .expires = (row)->expires_epoch,                                                      \
				 .started_at = (row)->started_at,                                                      \
				 .expires_at = (row)->expires_at,                                                      \
				 .project_state = (row)->project_state})

/* Counts the session, and answers it unless a task follows ("ok"), or the end of one ("ended"). */
bool session_goes_on(struct session *s, const struct session_opened *o);

/* The worker was a newcomer who got work, or else need not have been counted as one. */
void session_settle_count(struct session *s, bool newcomer, bool entered);

/* The token of an assignment, and which it is; no token before the worker agreed to what consent is asked to, unless
 * there is work from before that may be handed in. One that was ended may be handed in long after its lease. */
void session_put_opened(struct jw *w, const struct session *s, const struct session_opened *o);

/* Since when, until when, and whether the project rests. */
void session_put_times(struct jw *w, const struct session_opened *o);

/* A task that a revocation ended and that is not handed in yet: only that is left to do. The terms follow. */
void session_put_ended(struct jw *w, const struct session *s, const struct session_opened *o);

/* For whom, and for how much. */
void session_put_terms(struct jw *w, const struct session *s, struct session_task task);

/* A number of the database as text, as pages get them; null if there is none. */
void session_put_id(struct jw *w, const char *key, struct sql_int id);

/* A ready JSON value of the database, or null. */
void session_put_raw(struct jw *w, const char *key, const char *json, size_t n);

/* Counts a session by what it came to. */
void session_count(const struct session *s, const char *status);

/* Begins the object that answers; session_reply() ends it, answers with it, and ends the session. */
struct jw *session_begin(struct session *s);
void session_reply(struct session *s, int status);

/* Answers that there is nothing to do, and why: for every status but "ok", "submitted" and "ended". */
void session_reply_end(struct session *s, const char *status, const char *why);

/* session_validate.c: the answers to a validator. `r` is the row of validate_open (validate_preview). */
void session_validate_opened(struct session *s, const struct db_result *r);
void session_validate_previewed(struct session *s, const struct db_result *r);

#endif
