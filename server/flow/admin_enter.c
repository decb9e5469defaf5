/* admin_enter: who is asking, and may they? See admin.h.
 *
 *   cookie or Authorization -> digest -> one statement tells whose it is and what they may do -> the permission
 *   -> for a POST with a cookie: does it come from our own page?
 *
 * A browser sends the cookie with whatever request a page makes, so that a POST must show that our own page made it:
 * SameSite=Strict keeps the cookie at home, Sec-Fetch-Site or Origin name the page, and the X-CSRF-Token is known
 * only to who could read /me. It is derived from the session's token: nothing to keep, nothing to run out. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "admin.h"
#include "admin_routes.h"
#include "admin_session.h"
#include "beat/crypto.h"
#include "beat/log.h"

struct entry {
	struct flow_task task;
	const struct admin_route *route;
	admin_then then;
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
static const char *admin_cookie_name(struct http_req *req)
{
	return http_is_https(req) ? "__Host-beat" : "beat";
}

bool admin_cookie(struct http_req *req, char token[ADMIN_TOKEN_LEN + 1])
{
	return http_cookie(req, admin_cookie_name(req), token, ADMIN_TOKEN_LEN + 1) && strlen(token) == ADMIN_TOKEN_LEN;
}

void admin_cookie_set(struct http_req *req, const char *token, int max_age_s)
{
	char cookie[ADMIN_TOKEN_LEN + 120];

	snprintf(cookie, sizeof(cookie), "%s=%s; Path=/; HttpOnly; SameSite=Strict; Max-Age=%d%s",
		 admin_cookie_name(req), token, max_age_s, http_is_https(req) ? "; Secure" : "");
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

static bool admin_enter_is_from_elsewhere(struct entry *e)
{
	const char *given = http_header(e->task.req, "X-CSRF-Token");

	if (e->by_token || !http_is_post(e->task.req))
		return false;
	return given == NULL || strlen(given) != ADMIN_CSRF_LEN || !crypto_equal(given, e->csrf, ADMIN_CSRF_LEN) ||
	       !admin_from_our_page(e->task.req);
}

/* --- the door ------------------------------------------------------------- */

static void admin_enter_refuse_unknown(struct http_req *req)
{
	http_set_header(req, "WWW-Authenticate", "Bearer");
	admin_refuse(req, REFUSE_SIGNED_OUT);
}

static void admin_enter_read_who(struct admin_who *who, const struct q_admin_who_row *row, bool by_token)
{
	*who = (struct admin_who){.account = row->account_id,
				  .login = row->login_id.n,
				  .token = row->token_id.n,
				  .may = admin_may_read(row->may),
				  .by_token = by_token,
				  .totp = row->totp,
				  .projects = row->projects};
	snprintf(who->name, sizeof(who->name), "%s", row->name);
	snprintf(who->role, sizeof(who->role), "%s", row->role);
	snprintf(who->actor, sizeof(who->actor), "user:%s", who->name);
}

static void admin_enter_on_touched(void *arg, const struct db_result *r)
{
	(void)arg;
	if (r->status == DB_ERROR)
		log_error("noting that a session is in use: %s", r->message);
}

/* Now and then, so that looking costs no write: the session's idle time starts anew. */
static void admin_enter_touch(struct app *app, const struct q_admin_who_row *row)
{
	if (row->stale)
		db_start(app->db, DB_DESK, q_admin_touch(.login_id = row->login_id, .token_id = row->token_id),
			 DB_TIMEOUT_MS, admin_enter_on_touched, NULL);
}

/* REFUSALS: none, they may. */
static enum admin_refusal admin_enter_denial(struct entry *e, const struct admin_who *who, bool away)
{
	if ((e->route->need & NEED_COOKIE) != 0 && who->by_token)
		return REFUSE_NO_PERSON;
	if (away)
		return REFUSE_UNSEEN;
	if ((e->route->need & MAY_ALL & ~who->may) != 0)
		return who->by_token ? REFUSE_TOKEN_MAY_NOT : REFUSE_ROLE_MAY_NOT;
	return admin_enter_is_from_elsewhere(e) ? REFUSE_OTHER_PAGE : REFUSALS;
}

static void admin_enter_known(struct entry *e, const struct q_admin_who_row *row)
{
	struct app *app = e->task.app;
	struct admin_who who;
	struct rate_who known;
	enum admin_refusal why;

	admin_enter_read_who(&who, row, e->by_token);
	admin_enter_touch(app, row);
	known = rates_who(app->rates, http_peer(e->task.req), who.name);
	rates_know(app->rates, &known);
	why = admin_enter_denial(e, &who, row->away.yes);
	if (why != REFUSALS)
		admin_refuse(flow_task_give(&e->task), why);
	else
		e->then(flow_task_give(&e->task), app, &who, e->route);
}

static void admin_enter_on_who(void *arg, const struct db_result *r)
{
	struct entry *e = arg;
	struct q_admin_who_row row;

	if (r->status != DB_OK) {
		flow_db_failed(flow_task_give(&e->task), r, "finding out who is asking");
	} else if (r->rows != 1) {
		admin_enter_refuse_unknown(flow_task_give(&e->task));
	} else {
		row = q_admin_who_row(r, 0);
		admin_enter_known(e, &row);
	}
	flow_task_end(&e->task);
}

/* The text after "Bearer " if it looks like an API token, else NULL. */
static const char *admin_enter_api_token(struct http_req *req)
{
	static const char scheme[] = "Bearer ";
	const char *header = http_header(req, "Authorization");

	if (header == NULL || strncasecmp(header, scheme, sizeof(scheme) - 1) != 0)
		return NULL;
	header += sizeof(scheme) - 1;
	return strncmp(header, ADMIN_API_PREFIX, sizeof(ADMIN_API_PREFIX) - 1) == 0 ? header : NULL;
}

void admin_enter(struct http_req *req, struct app *app, const struct admin_route *route, admin_then then)
{
	char cookie[ADMIN_TOKEN_LEN + 1], digest[2 * CRYPTO_SHA256_LEN + 1];
	const char *token = admin_enter_api_token(req), *kind = admin_route_kind(route);
	struct entry *e;

	if (token == NULL && !admin_cookie(req, cookie)) {
		admin_enter_refuse_unknown(req);
		return;
	}
	e = flow_task_new(sizeof(*e), req, app);
	e->route = route;
	e->then = then;
	e->by_token = token != NULL;
	if (token == NULL)
		admin_csrf(cookie, e->csrf);
	crypto_sha256_hex(token != NULL ? token : cookie, strlen(token != NULL ? token : cookie), digest);
	flow_task_ask(&e->task, DB_READ,
		      q_admin_who(.session_sha256 = token == NULL ? digest : NULL,
				  .token_sha256 = token != NULL ? digest : NULL, .kind = kind,
				  .subject = kind != NULL && *kind != '\0' ? http_path_arg(req, 0) : NULL),
		      admin_enter_on_who);
}
