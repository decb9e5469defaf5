/* admin_session: what a session of the dashboard is made of, for the files that begin and end one.
 * Private to admin_enter.c, login.c, account.c, people.c and tokens.c. */
#ifndef BEAT_ADMIN_SESSION_H
#define BEAT_ADMIN_SESSION_H

#include <stdbool.h>

#include "admin.h"
#include "beat/crypto.h"
#include "beat/jw.h"
#include "beat/password.h"

#define ADMIN_API_PREFIX "bt_" /* of API tokens, so that one is known for what it is */

enum {
	ADMIN_TOKEN_LEN = 43, /* 32 random bytes in base64url */
	ADMIN_CSRF_LEN = 43,
	ADMIN_SESSION_S = 12 * 3600 /* as login_finish has it */
};

/* The cookie's token; false if there is none that could be one. */
bool admin_cookie(struct http_req *req, char token[ADMIN_TOKEN_LEN + 1]);
/* max_age_s 0 takes the cookie away. */
void admin_cookie_set(struct http_req *req, const char *token, int max_age_s);

void admin_token_make(char out[ADMIN_TOKEN_LEN + 1]);
/* What a POST of the session's pages carries as X-CSRF-Token. */
void admin_csrf(const char *token, char out[ADMIN_CSRF_LEN + 1]);

/* False if a browser says that a page of somewhere else made the request. */
bool admin_from_our_page(struct http_req *req);

/* Permissions as "look,review" of the database, and as ["look", "review"]. */
enum { ADMIN_MAY_MAX = 64 };
unsigned admin_may_read(const char *names);
void admin_may_text(unsigned may, char out[ADMIN_MAY_MAX]);
void admin_may_write(struct jw *w, unsigned may);

/* --- one request that needs a password hashed or checked on its way ------------------------------------------- */

/* A flow begins its own struct with this one. All secrets in it are wiped when it ends. */
struct admin_job {
	struct flow_task task;
	struct admin_who who;
	void (*release)(struct admin_job *job); /* frees what the flow has beyond this; may be NULL */

	char *password, *hash; /* to be checked against each other; hash NULL: nobody's */
	char *fresh;           /* to be hashed, unless the password did not match */
	bool matches, failed;
	char fresh_hash[PASSWORD_HASH_MAX];
	void (*then)(struct admin_job *job);
};

/* who may be NULL. The body is not read yet: flow_task_read. */
void *admin_job_new(size_t size, struct http_req *req, struct app *app, const struct admin_who *who);
/* Starts a statement on DB_DESK; then(job, result) begins with admin_task_has_row. */
void admin_job_ask(struct admin_job *job, struct sql_ask ask, db_cb then);
/* Checks and hashes in a thread, then calls then(job). -1 if too much is under way: answered, and the end. */
int admin_job_hash(struct admin_job *job, void (*then)(struct admin_job *job));
/* A row of the table of refusals, with another field and sentence if they are not NULL; and the end. */
void admin_job_refuse(struct admin_job *job, enum admin_refusal which, const char *field, const char *detail);
/* 429 with the seconds to wait, and the end. */
void admin_job_wait(struct admin_job *job, int64_t seconds);
/* The object that the database answered with, and a text that is shown this once; and the end. */
void admin_job_answer_once(struct admin_job *job, const struct db_result *r, const char *key, const char *secret);

/* One statement on DB_DESK whose json value is the answer. */
void admin_run(struct http_req *req, struct app *app, struct sql_ask ask);

/* A code without the blanks people put in it; false if it is no six digits. */
bool admin_code(const char *given, char out[CRYPTO_TOTP_DIGITS + 1]);

#endif
