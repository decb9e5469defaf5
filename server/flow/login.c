/* login: signing in and out of the dashboard.
 *
 *   read body -> one statement counts the try and says how long to wait, or what the password is checked against
 *   -> a thread checks it, as long for a name that does not exist -> one statement takes the code and begins a
 *   session under a new token -> a cookie
 *
 * The answer never tells whether the name or the password was wrong. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "admin_session.h"
#include "beat/log.h"
#include "beat/metrics.h"
#include "beat/text.h"

/* Columns of the queries login_begin and login_finish, in order. */
enum { B_WAIT, B_KEYS, B_ACCOUNT, B_NAME, B_ROLE, B_PASSWORD, B_TOTP_SECRET };
enum { F_STATUS, F_WAIT, F_MAY };

struct login {
	struct admin_job job;
	char *keys, *account;
	uint8_t secret[CRYPTO_TOTP_SECRET];
	bool has_secret;
	const char *code; /* lives in the body; NULL: not given */
	char token[ADMIN_TOKEN_LEN + 1];
};

static void count_login(const char *outcome)
{
	static struct metric *logins;

	if (logins == NULL)
		logins =
		    metric_new(METRIC_COUNTER, "beat_logins_total", "outcome", "Tries to sign in to the dashboard.");
	metric_add(logins, 1, outcome, NULL, NULL);
}

static void login_release(struct admin_job *job)
{
	struct login *l = (struct login *)job;

	free(l->keys);
	free(l->account);
	explicit_bzero(l->secret, sizeof(l->secret));
	explicit_bzero(l->token, sizeof(l->token));
}

/* --- who am I -------------------------------------------------------------- */

/* `token` is the cookie's; "" for those who come with an API token and need no proof of the page. */
static void reply_me(struct http_req *req, const struct admin_who *who, const char *token)
{
	char csrf[ADMIN_CSRF_LEN + 1];
	struct buf b = BUF_INIT;
	struct jw w;

	if (*token != '\0')
		admin_csrf(token, csrf);
	jw_init(&w, &b);
	jw_open(&w, '{');
	jw_key(&w, "account");
	jw_open(&w, '{');
	jw_kstr(&w, "name", who->name);
	jw_kstr(&w, "role", who->role);
	jw_kbool(&w, "totp", who->totp);
	jw_close(&w, '}');
	jw_key(&w, "may");
	admin_may_write(&w, who->may);
	jw_kstr(&w, "csrf", *token != '\0' ? csrf : NULL);
	jw_close(&w, '}');
	jw_done(&w);
	http_reply_json(req, 200, &b);
	buf_release(&b);
}

void admin_me(struct http_req *req, struct app *app, const struct admin_who *who, const void *arg)
{
	char token[ADMIN_TOKEN_LEN + 1] = "";

	(void)app;
	(void)arg;
	if (!who->by_token && !admin_cookie(req, token))
		*token = '\0';
	reply_me(req, who, token);
}

/* --- signing in ------------------------------------------------------------- */

static void on_released(void *arg, const struct db_result *r)
{
	(void)arg;
	(void)r;
}

/* Nothing was judged: the try does not count. */
static void give_back(const struct app *app, const char *keys)
{
	db_start(app->db, DB_DESK, Q_LOGIN_RELEASE, (const char *[]){keys}, DB_TIMEOUT_MS, on_released, NULL);
}

static void refuse_credentials(struct login *l)
{
	count_login("wrong");
	log_info("request=%s sign-in refused account=%s address=%s", http_id(l->job.req),
		 l->account != NULL ? l->job.who.name : "(unknown)", http_peer(l->job.req));
	admin_job_refuse(&l->job, 401, "wrong-credentials", "That name and password do not belong together.");
}

static void on_finished(void *arg, const struct db_result *r)
{
	struct login *l = arg;
	struct http_req *req = l->job.req;
	const char *status;

	if (!admin_job_asked(&l->job, r, "beginning a session"))
		return;
	status = db_str(r, 0, F_STATUS);
	if (strcmp(status, "changed") == 0) {
		refuse_credentials(l);
		return;
	}
	count_login(status);
	if (strcmp(status, "wait") == 0) {
		admin_job_wait(&l->job, db_int(r, 0, F_WAIT));
	} else if (strcmp(status, "code_needed") == 0) {
		admin_job_refuse(&l->job, 401, "code-needed", "Please add the six digits that your app shows.");
	} else if (strcmp(status, "code_wrong") == 0) {
		admin_job_refuse(&l->job, 401, "wrong-code",
				 "That code is not right, or was used before. Please take the one your app shows now.");
	} else {
		l->job.who.may = admin_may_read(db_str(r, 0, F_MAY));
		l->job.who.totp = l->has_secret;
		log_info("request=%s signed in account=%s address=%s", http_id(req), l->job.who.name, http_peer(req));
		admin_cookie_set(req, l->token, ADMIN_SESSION_S);
		reply_me(req, &l->job.who, l->token);
		admin_job_free(&l->job);
	}
}

/* NULL: no code was given; "0": it was wrong. */
static const char *code_step(const struct login *l, char out[24])
{
	char code[CRYPTO_TOTP_DIGITS + 1];
	int64_t step = 0;

	if (l->code == NULL || *l->code == '\0')
		return NULL;
	if (l->has_secret && admin_code(l->code, code))
		step = crypto_totp_find(l->secret, sizeof(l->secret), code, (int64_t)time(NULL));
	snprintf(out, 24, "%lld", (long long)step);
	return out;
}

static void on_checked(struct admin_job *job)
{
	struct login *l = (struct login *)job;
	char step[24], old[ADMIN_TOKEN_LEN + 1], digests[2][2 * CRYPTO_SHA256_LEN + 1];
	const char *agent = http_header(job->req, "User-Agent");
	bool has_old = admin_cookie(job->req, old);

	if (!job->matches || l->account == NULL) {
		refuse_credentials(l);
		return;
	}
	admin_token_make(l->token);
	crypto_sha256_hex(l->token, strlen(l->token), digests[0]);
	if (has_old)
		crypto_sha256_hex(old, strlen(old), digests[1]);
	admin_job_ask(job, Q_LOGIN_FINISH,
		      (const char *[]){l->account, job->hash, l->keys, code_step(l, step), digests[0],
				       has_old ? digests[1] : NULL, http_peer(job->req),
				       agent != NULL && text_is_utf8(agent, strlen(agent)) ? agent : ""},
		      on_finished);
}

static void on_begun(void *arg, const struct db_result *r)
{
	struct login *l = arg;
	struct app *app = l->job.app;
	const char *secret;
	char *keys;

	if (!admin_job_asked(&l->job, r, "looking up an account"))
		return;
	if (db_int(r, 0, B_WAIT) > 0) {
		count_login("wait");
		admin_job_wait(&l->job, db_int(r, 0, B_WAIT));
		return;
	}
	l->keys = xstrdup(db_str(r, 0, B_KEYS));
	if (db_str(r, 0, B_ACCOUNT) != NULL) {
		l->account = xstrdup(db_str(r, 0, B_ACCOUNT));
		l->job.hash = xstrdup(db_str(r, 0, B_PASSWORD));
		snprintf(l->job.who.name, sizeof(l->job.who.name), "%s", db_str(r, 0, B_NAME));
		snprintf(l->job.who.role, sizeof(l->job.who.role), "%s", db_str(r, 0, B_ROLE));
		secret = db_str(r, 0, B_TOTP_SECRET);
		l->has_secret = secret != NULL && crypto_hex_decode(secret, l->secret, sizeof(l->secret));
	}
	keys = xstrdup(l->keys);
	if (admin_job_hash(&l->job, on_checked) < 0)
		give_back(app, keys);
	free(keys);
}

void flow_admin_login(struct http_req *req, void *app)
{
	struct login *l = admin_job_new(sizeof(*l), req, app, NULL);
	char err[JSON_ERR_MAX];
	const char *name, *password;
	const json_t *code;
	size_t name_n, password_n;

	l->job.release = login_release;
	if (!admin_from_our_page(req)) {
		admin_job_refuse(&l->job, 403, "wrong-page", "Please sign in on the dashboard's own page.");
		return;
	}
	if (!admin_job_read(&l->job))
		return;
	if (json_get_str(l->job.body, "name", &name, &name_n, err) < 0 ||
	    json_get_str(l->job.body, "password", &password, &password_n, err) < 0) {
		admin_job_refuse(&l->job, 422, "invalid", err);
		return;
	}
	code = json_object_get(l->job.body, "code");
	if ((code != NULL && !json_is_string(code) && !json_is_null(code)) || password_n > PASSWORD_MOST) {
		admin_job_refuse(&l->job, 422, "invalid",
				 "The code must be a string, and the password at most 1024 bytes long.");
		return;
	}
	l->code = json_string_value(code);
	l->job.password = xstrdup(password);
	admin_job_ask(&l->job, Q_LOGIN_BEGIN, (const char *[]){name, http_peer(req)}, on_begun);
}

/* --- signing out ------------------------------------------------------------ */

static void on_signed_out(void *arg, const struct db_result *r)
{
	struct admin_job *job = arg;

	if (!admin_job_asked(job, r, "signing out"))
		return;
	admin_cookie_set(job->req, "", 0);
	admin_db_answer(job->req, r, "signing out");
	admin_job_free(job);
}

static void sign_out(struct http_req *req, struct app *app, const struct admin_who *who, bool everywhere)
{
	char id[24];

	snprintf(id, sizeof(id), "%lld", (long long)who->login);
	admin_job_ask(admin_job_new(sizeof(struct admin_job), req, app, who), Q_LOGIN_END,
		      (const char *[]){id, ADMIN_BOOL(everywhere), who->actor}, on_signed_out);
}

void admin_logout(struct http_req *req, struct app *app, const struct admin_who *who, const void *arg)
{
	(void)arg;
	sign_out(req, app, who, false);
}

void admin_logout_everywhere(struct http_req *req, struct app *app, const struct admin_who *who, const void *arg)
{
	(void)arg;
	sign_out(req, app, who, true);
}
