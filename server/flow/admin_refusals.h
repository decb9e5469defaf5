/* admin_refusals: what the dashboard's API refuses, in one table: HTTP status, slug, sentence, and the member of the
 * request that the sentence speaks of. What the database refuses by raising becomes HTTP here, too. Private to
 * server/flow. */
#ifndef BEAT_ADMIN_REFUSALS_H
#define BEAT_ADMIN_REFUSALS_H

#include "beat/db.h"
#include "beat/http.h"

enum admin_refusal {
	/* Who is asking, and where from. */
	REFUSE_SIGNED_OUT,
	REFUSE_NO_PERSON,
	REFUSE_TOKEN_MAY_NOT,
	REFUSE_ROLE_MAY_NOT,
	REFUSE_UNSEEN,
	REFUSE_OTHER_PAGE,
	REFUSE_LOGIN_PAGE,

	/* Signing in, and the own account. */
	REFUSE_CREDENTIALS,
	REFUSE_CODE_NEEDED,
	REFUSE_LOGIN_CODE,
	REFUSE_LOGIN_MEMBER,
	REFUSE_TRIES, /* its sentence and its seconds are made */
	REFUSE_MANY_SIGN_IN,
	REFUSE_NO_MEMORY,
	REFUSE_TOO_LONG,
	REFUSE_OWN_PASSWORD,
	REFUSE_SAME_PASSWORD,
	REFUSE_NEW_PASSWORD, /* its sentence is that of password_refusal() */
	REFUSE_CODE,
	REFUSE_NO_CODE,
	REFUSE_UNCONFIRMED,
	REFUSE_UNNAMED,
	REFUSE_DAYS,

	/* What is asked for. */
	REFUSE_ADDRESS,
	REFUSE_NO_PAGE,
	REFUSE_NO_FOLDER,
	REFUSE_NO_FILE,
	REFUSE_NOT_HERE,
	REFUSE_BEYOND,
	REFUSALS
};

extern const struct http_refusal admin_refusals[REFUSALS];

/* The row with another field and sentence; NULL: as it is. */
struct http_refusal admin_refusal_of(enum admin_refusal which, const char *field, const char *detail);

void admin_refuse(struct http_req *req, enum admin_refusal which);

/* A refusal of the database (SQLSTATE BEnnn, of class 22, 23 or 54) or a failure as an answer; logs failures once. */
void admin_db_failed(struct http_req *req, const struct db_result *r, const char *doing);

#endif
