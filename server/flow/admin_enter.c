/* admin_enter: who is asking, and may they? See admin.h.
 *
 *   cookie or Authorization -> digest -> one statement tells whose it is and what they may do -> the permission
 *   -> for a POST with a cookie: does it come from our own page?
 *
 * A browser sends the cookie with whatever request a page makes, so that a POST must show that our own page made it:
 * SameSite=Strict keeps the cookie at home, Sec-Fetch-Site or Origin name the page, and the X-CSRF-Token is known
 * only to who could read /me. It is derived from the session's token: nothing to keep, nothing to run out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "admin.h"
#include "admin_session.h"
#include "beat/crypto.h"
#include "beat/log.h"

/* Columns of the query admin_who, in order. */
enum { W_ACCOUNT, W_LOGIN, W_TOKEN, W_NAME, W_ROLE, W_MAY, W_TOTP, W_STALE };

struct entry {
	struct http_req *req;
	struct app *app;
	struct db_call *call;
	unsigned need;
	admin_then then;
	const void *arg;
	bool by_token;
	char csrf[ADMIN_CSRF_LEN + 1];
};

static const struct {
	unsigned bit;
	const char *name;
} permissions[] = {
    {MAY_LOOK, "look"},     {MAY_REVIEW, "review"},     {MAY_MANAGE, "manage"},
    {MAY_PEOPLE, "people"}, {MAY_IDENTITY, "identity"}, {NEED_COOKIE, "session"},
};

const char *admin_need_name(unsigned need)
{
	for (size_t i = 0; i < ARRAY_LEN(permissions); i++) {
		if ((need & permissions[i].bit) != 0)
			return permissions[i].name;
	}
	return "signed in";
}

void admin_may_write(struct jw *w, unsigned may)
{
	jw_open(w, '[');
	for (size_t i = 0; i < ARRAY_LEN(permissions); i++) {
		if ((may & MAY_ALL & permissions[i].bit) != 0)
			jw_str(w, permissions[i].name);
	}
	jw_close(w, ']');
}

unsigned admin_may_read(const char *names)
{
	unsigned may = 0;

	while (*names != '\0') {
		size_t n = strcspn(names, ",");

		for (size_t i = 0; i < ARRAY_LEN(permissions); i++) {
			if (strlen(permissions[i].name) == n && memcmp(permissions[i].name, names, n) == 0)
				may |= permissions[i].bit;
		}
		names += n + (names[n] == ',');
	}
	return may & MAY_ALL;
}

void admin_may_text(unsigned may, char out[ADMIN_MAY_MAX])
{
	size_t n = 0;

	out[0] = '\0';
	for (size_t i = 0; i < ARRAY_LEN(permissions); i++) {
		if ((may & MAY_ALL & permissions[i].bit) != 0)
			n +=
			    (size_t)snprintf(out + n, ADMIN_MAY_MAX - n, "%s%s", n > 0 ? "," : "", permissions[i].name);
	}
}

/* --- the session's cookie ------------------------------------------------ */

/* Browsers take a cookie of the longer name from nobody but this very host, over TLS: a neighbour under the same
 * domain could otherwise slip its own cookie in before ours. */
static const char *cookie_name(struct http_req *req)
{
	return http_is_https(req) ? "__Host-beat" : "beat";
}

bool admin_cookie(struct http_req *req, char token[ADMIN_TOKEN_LEN + 1])
{
	return http_cookie(req, cookie_name(req), token, ADMIN_TOKEN_LEN + 1) && strlen(token) == ADMIN_TOKEN_LEN;
}

void admin_cookie_set(struct http_req *req, const char *token, int max_age_s)
{
	char cookie[ADMIN_TOKEN_LEN + 120];

	snprintf(cookie, sizeof(cookie), "%s=%s; Path=/; HttpOnly; SameSite=Strict; Max-Age=%d%s", cookie_name(req),
		 token, max_age_s, http_is_https(req) ? "; Secure" : "");
	http_set_header(req, "Set-Cookie", cookie);
}

void admin_token_make(char out[ADMIN_TOKEN_LEN + 1])
{
	uint8_t bytes[32];
	struct buf b = BUF_INIT;

	crypto_random(bytes, sizeof(bytes));
	crypto_b64url(&b, bytes, sizeof(bytes));
	memcpy(out, b.p, ADMIN_TOKEN_LEN + 1);
	explicit_bzero(bytes, sizeof(bytes));
	explicit_bzero(b.p, b.n);
	buf_release(&b);
}

void admin_csrf(const char *token, char out[ADMIN_CSRF_LEN + 1])
{
	static const char purpose[] = "beat csrf 1";
	uint8_t mac[CRYPTO_SHA256_LEN];
	struct buf b = BUF_INIT;

	crypto_hmac_sha256(token, strlen(token), purpose, sizeof(purpose) - 1, mac);
	crypto_b64url(&b, mac, sizeof(mac));
	memcpy(out, b.p, ADMIN_CSRF_LEN + 1);
	buf_release(&b);
}

/* --- where a request comes from ------------------------------------------ */

bool admin_from_our_page(struct http_req *req)
{
	const char *site = http_header(req, "Sec-Fetch-Site"), *origin = http_header(req, "Origin");
	const char *host = http_header(req, "Host"), *origin_host;

	/* What the browser itself says is surer than comparing names, and holds behind a proxy that changes Host. */
	if (site != NULL)
		return strcmp(site, "same-origin") == 0;
	if (origin == NULL)
		return true; /* no browser */
	origin_host = strstr(origin, "://");
	return origin_host != NULL && host != NULL && strcasecmp(origin_host + 3, host) == 0;
}

static bool is_post_from_elsewhere(struct entry *e)
{
	const char *given = http_header(e->req, "X-CSRF-Token");

	if (e->by_token || !http_is_post(e->req))
		return false;
	return given == NULL || strlen(given) != ADMIN_CSRF_LEN || !crypto_equal(given, e->csrf, ADMIN_CSRF_LEN) ||
	       !admin_from_our_page(e->req);
}

/* --- the door ------------------------------------------------------------- */

static void entry_free(struct entry *e)
{
	db_cancel(&e->call);
	free(e);
}

static void on_deadline(void *arg)
{
	struct entry *e = arg;

	http_problem_retry(e->req, 503, "unavailable", "The server took too long. Please try again.", 2);
	entry_free(e);
}

static void refuse_unknown(struct http_req *req)
{
	http_set_header(req, "WWW-Authenticate", "Bearer");
	http_problem(req, 401, "signed-out", "Please sign in.");
}

static void read_who(struct admin_who *who, const struct db_result *r, bool by_token)
{
	*who = (struct admin_who){.account = db_int(r, 0, W_ACCOUNT),
				  .login = db_int(r, 0, W_LOGIN),
				  .token = db_int(r, 0, W_TOKEN),
				  .may = admin_may_read(db_str(r, 0, W_MAY)),
				  .by_token = by_token,
				  .totp = db_bool(r, 0, W_TOTP)};
	snprintf(who->name, sizeof(who->name), "%s", db_str(r, 0, W_NAME));
	snprintf(who->role, sizeof(who->role), "%s", db_str(r, 0, W_ROLE));
	snprintf(who->actor, sizeof(who->actor), "user:%s", who->name);
}

static void on_touched(void *arg, const struct db_result *r)
{
	(void)arg;
	if (r->status == DB_ERROR)
		log_error("noting that a session is in use: %s", r->message);
}

/* Now and then, so that looking costs no write: the session's idle time starts anew. */
static void touch(struct app *app, const struct db_result *r)
{
	const char *params[] = {db_str(r, 0, W_LOGIN), db_str(r, 0, W_TOKEN)};

	if (db_bool(r, 0, W_STALE))
		db_start(app->db, DB_DESK, Q_ADMIN_TOUCH, params, DB_TIMEOUT_MS, on_touched, NULL);
}

/* NULL, or why not. */
static const char *denial(const struct entry *e, const struct admin_who *who)
{
	if ((e->need & NEED_COOKIE) != 0 && who->by_token)
		return "This can be done by a person who is signed in, not with an API token.";
	if ((e->need & MAY_ALL & ~who->may) != 0)
		return who->by_token ? "This API token may not do that: its scopes or its account's role do not "
				       "include it."
				     : "Your role does not include this. An admin can change it.";
	return NULL;
}

static void on_who(void *arg, const struct db_result *r)
{
	struct entry *e = arg;
	struct admin_who who;
	const char *why;

	e->call = NULL;
	http_on_deadline(e->req, NULL, NULL);
	if (r->status != DB_OK) {
		flow_db_failed(e->req, r, "finding out who is asking");
		goto end;
	}
	if (r->rows != 1) {
		refuse_unknown(e->req);
		goto end;
	}
	read_who(&who, r, e->by_token);
	touch(e->app, r);
	why = denial(e, &who);
	if (why != NULL)
		http_problem(e->req, 403, "forbidden", why);
	else if (is_post_from_elsewhere(e))
		http_problem(e->req, 403, "wrong-page",
			     "This request does not come from a page of this session. Reload the page and try again.");
	else
		e->then(e->req, e->app, &who, e->arg);
end:
	entry_free(e);
}

/* The text after "Bearer " if it looks like an API token, else NULL. */
static const char *api_token(struct http_req *req)
{
	static const char scheme[] = "Bearer ";
	const char *header = http_header(req, "Authorization");

	if (header == NULL || strncasecmp(header, scheme, sizeof(scheme) - 1) != 0)
		return NULL;
	header += sizeof(scheme) - 1;
	return strncmp(header, ADMIN_API_PREFIX, sizeof(ADMIN_API_PREFIX) - 1) == 0 ? header : NULL;
}

void admin_enter(struct http_req *req, struct app *app, unsigned need, admin_then then, const void *arg)
{
	char cookie[ADMIN_TOKEN_LEN + 1], digest[2 * CRYPTO_SHA256_LEN + 1];
	const char *token = api_token(req), *params[] = {NULL, NULL};
	struct entry *e;

	if (token == NULL && !admin_cookie(req, cookie)) {
		refuse_unknown(req);
		return;
	}
	e = xcalloc(1, sizeof(*e));
	*e = (struct entry){.req = req, .app = app, .need = need, .then = then, .arg = arg, .by_token = token != NULL};
	if (token == NULL)
		admin_csrf(cookie, e->csrf);
	crypto_sha256_hex(token != NULL ? token : cookie, strlen(token != NULL ? token : cookie), digest);
	params[token != NULL] = digest;
	http_on_deadline(req, on_deadline, e);
	e->call = db_start(app->db, DB_READ, Q_ADMIN_WHO, params, DB_TIMEOUT_MS, on_who, e);
}
