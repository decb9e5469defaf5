/* admin: the door of the dashboard's API (/api/v1/admin): who is asking, and what they may do.
 *
 * People come with the cookie `beat`, scripts with "Authorization: Bearer bt_…". Either is a random text of which
 * the database keeps the digest alone; what it stands for is read anew for every request, so that an account that
 * is disabled, demoted or signed out is so at once. Private to server/flow. */
#ifndef BEAT_ADMIN_H
#define BEAT_ADMIN_H

#include <stdbool.h>
#include <stdint.h>

#include "admin_refusals.h"
#include "beat/buf.h"
#include "flow_task.h"

/* What one may do: bits of a role, and the scopes of an API token. */
enum {
	MAY_LOOK = 1,
	MAY_REVIEW = 2,
	MAY_MANAGE = 4,
	MAY_PEOPLE = 8,
	MAY_IDENTITY = 16, /* see workers' platform ids */
	MAY_ALL = 31,
	/* Not a permission but a way in: what concerns the session or the own account takes a cookie, no API token. */
	NEED_COOKIE = 32
};

struct admin_who {
	int64_t account;
	int64_t login, token; /* of the session or of the API token; the other is 0 */
	char name[64], role[16], actor[80];
	unsigned may; /* where the row of the table is about */
	bool by_token;
	bool totp;
	const char *projects; /* those with a role of its own, as JSON; lives during the call, also in a copy */
};

/* A handler behind the door. `who` lives during the call: copy it to keep it. */
typedef void (*admin_then)(struct http_req *req, struct app *app, const struct admin_who *who, const void *arg);

/* Finds out who is asking and goes on with then(), or answers: 401 without a good session or token, 403 if one of the
 * bits of the row's `need` is missing, 404 for what they do not see, and 403 for a POST with a cookie but without its
 * X-CSRF-Token, or from another site. need 0: whoever is signed in. The row is then()'s arg. */
struct admin_route;
void admin_enter(struct http_req *req, struct app *app, const struct admin_route *route, admin_then then);

/* "look", "review", …, "signed in" for 0, "session" for NEED_COOKIE; for --print-routes. */
const char *admin_need_name(unsigned need);

/* --- in admin.c: answers of the database ---------------------------------------------------- */

/* As flow_task_has_row, but the database may have refused by raising (admin_db_failed). */
bool admin_task_has_row(struct flow_task *t, const struct db_result *r, const char *doing);
/* The one json value of a statement as the answer 200, or what it refused; and the end. */
void admin_task_answer(struct flow_task *t, const struct db_result *r, const char *doing);

/* A field of a body as text, lists and objects as JSON; NULL if it is absent. What was made for it is in *made: free
 * it. */
const char *admin_field(const json_t *body, const char *name, char **made);

/* --- handlers of this door, rows of the table in admin_routes.c ------------------------------ */

#define ADMIN_HANDLER(name)                                                                                            \
	void name(struct http_req *req, struct app *app, const struct admin_who *who, const void *arg)

/* login.c */
void flow_admin_login(struct http_req *req,
		      void *app);       /* POST /login {name, password, code?}; public; answers as /me */
ADMIN_HANDLER(admin_me);                /* GET /me */
ADMIN_HANDLER(admin_logout);            /* POST /logout, NEED_COOKIE -> {ended} */
ADMIN_HANDLER(admin_logout_everywhere); /* POST /logout-everywhere, NEED_COOKIE -> {ended} */

/* account.c, all NEED_COOKIE */
ADMIN_HANDLER(admin_password);     /* POST /password {old, new} -> {ended}: sessions elsewhere */
ADMIN_HANDLER(admin_totp_start);   /* POST /totp/start {} -> {secret, uri} */
ADMIN_HANDLER(admin_totp_confirm); /* POST /totp/confirm {code} -> {totp: true} */
ADMIN_HANDLER(admin_totp_stop);    /* POST /totp/stop {password} or {code} -> {totp: false} */

/* people.c, all MAY_PEOPLE */
ADMIN_HANDLER(admin_people);          /* GET /people -> {items} */
ADMIN_HANDLER(admin_person_add);      /* POST /people {name, role, password?} -> {name, role, password if made here} */
ADMIN_HANDLER(admin_person_set);      /* POST /people/{name} {role?, disabled?, new_password?, totp_off?} -> person */
ADMIN_HANDLER(admin_person_sign_out); /* POST /people/{name}/sign-out -> {ended} */

/* tokens.c, all NEED_COOKIE */
ADMIN_HANDLER(admin_tokens);       /* GET /tokens -> {items}; of all for those who may see to people */
ADMIN_HANDLER(admin_token_add);    /* POST /tokens {name, scopes, days?} -> {id, token} */
ADMIN_HANDLER(admin_token_revoke); /* POST /tokens/{id}/revoke -> token item */

#endif
