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

struct login {
	struct admin_job job;
	char *keys;
	struct sql_int account; /* none: nobody has this name */
	uint8_t secret[CRYPTO_TOTP_SECRET];
	bool has_secret;
	const char *code; /* lives in the body; NULL: not given */
	char token[ADMIN_TOKEN_LEN + 1];
};

static void login_count(const char *outcome)
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
	explicit_bzero(l->secret, sizeof(l->secret));
	explicit_bzero(l->token, sizeof(l->token));
}

/* --- who am I -------------------------------------------------------------- */

/* `token` is the cookie's; "" for those who come with an API token and need no proof of the page. */
static void login_reply_me(struct http_req *req, const struct admin_who *who, const char *token)
{
	char csrf[ADMIN_CSRF_LEN + 1];
	struct buf b = BUF_INIT;
	struct jw w;

	if (*token != '\0')
		admin_csrf(token, csrf);
	jw_init(&w, &b);
	jw_open(&w, '{');
	jw_kopen(&w, "account", '{');
	jw_kstr(&w, "name", who->name);
	jw_kstr(&w, "role", who->role);
	jw_kbool(&w, "totp", who->totp);
	jw_close(&w, '}');
	jw_key(&w, "may");
	admin_may_write(&w, who->may);
	jw_key(&w, "projects");
	jw_raw(&w, who->projects, strlen(who->projects));
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
	login_reply_me(req, who, token);
}

/* --- signing in ------------------------------------------------------------- */

static void login_on_given_back(void *arg, const struct db_result *r)
{
	(void)arg;
	(void)r;
}

/* Nothing was judged: the try does not count. */
static void login_give_back(const struct app *app, const char *keys)
{
	db_start(app->db, DB_DESK, q_login_release(.keys = keys), DB_TIMEOUT_MS, login_on_given_back, NULL);
}

static void login_refuse(struct login *l)
{
	login_count("wrong");
	log_info("request=%s sign-in refused account=%s address=%s", http_id(l->job.task.req),
		 l->account.given ? l->job.who.name : "(unknown)", http_peer(l->job.task.req));
	admin_job_refuse(&l->job, REFUSE_CREDENTIALS, NULL, NULL);
}

static void login_enter(struct login *l, const struct q_login_finish_row *row)
{
	struct http_req *req = flow_task_give(&l->job.task);
	const struct rate_who known = rates_who(l->job.task.app->rates, http_peer(req), l->job.who.name);

	rates_know(l->job.task.app->rates, &known);
	l->job.who.may = admin_may_read(row->may);
	l->job.who.projects = row->projects;
	l->job.who.totp = l->has_secret;
	log_info("request=%s signed in account=%s address=%s", http_id(req), l->job.who.name, http_peer(req));
	admin_cookie_set(req, l->token, ADMIN_SESSION_S);
	login_reply_me(req, &l->job.who, l->token);
	flow_task_end(&l->job.task);
}

static void login_on_finished(void *arg, const struct db_result *r)
{
	struct login *l = arg;
	struct q_login_finish_row row;

	if (!admin_task_has_row(&l->job.task, r, "beginning a session"))
		return;
	row = q_login_finish_row(r, 0);
	if (strcmp(row.status, "changed") == 0) {
		login_refuse(l);
		return;
	}
	login_count(row.status);
	if (strcmp(row.status, "wait") == 0)
		admin_job_wait(&l->job, row.wait);
	else if (strcmp(row.status, "code_needed") == 0)
		admin_job_refuse(&l->job, REFUSE_CODE_NEEDED, NULL, NULL);
	else if (strcmp(row.status, "code_wrong") == 0)
		admin_job_refuse(&l->job, REFUSE_LOGIN_CODE, NULL, NULL);
	else
		login_enter(l, &row);
}

/* NULL: no code was given; 0: it was wrong. */
static struct sql_int login_code_step(const struct login *l)
{
	char code[CRYPTO_TOTP_DIGITS + 1];
	int64_t step = 0;

	if (l->code == NULL || *l->code == '\0')
		return SQL_NO_INT;
	if (l->has_secret && admin_code(l->code, code))
		step = crypto_totp_find(l->secret, sizeof(l->secret), code, (int64_t)time(NULL));
	return sql_int(step);
}

static void login_on_checked(struct admin_job *job)
{
	struct login *l = (struct login *)job;
	char old[ADMIN_TOKEN_LEN + 1], digests[2][2 * CRYPTO_SHA256_LEN + 1];
	const char *agent = http_header(job->task.req, "User-Agent");
	bool has_old = admin_cookie(job->task.req, old);

	if (!job->matches || !l->account.given) {
		login_refuse(l);
		return;
	}
	admin_token_make(l->token);
	crypto_sha256_hex(l->token, strlen(l->token), digests[0]);
	if (has_old)
		crypto_sha256_hex(old, strlen(old), digests[1]);
	admin_job_ask(job,
		      q_login_finish(.account_id = l->account.n, .password = job->hash, .keys = l->keys,
				     .code_step = login_code_step(l), .token_sha256 = digests[0],
				     .old_token_sha256 = has_old ? digests[1] : NULL,
				     .address = http_peer(job->task.req),
				     .agent = agent != NULL && text_is_utf8(agent, strlen(agent)) ? agent : ""),
		      login_on_finished);
}

static void login_on_begun(void *arg, const struct db_result *r)
{
	struct login *l = arg;
	struct app *app = l->job.task.app;
	struct q_login_begin_row row;
	char *keys;

	if (!admin_task_has_row(&l->job.task, r, "looking up an account"))
		return;
	row = q_login_begin_row(r, 0);
	if (row.wait > 0) {
		login_count("wait");
		admin_job_wait(&l->job, row.wait);
		return;
	}
	l->keys = xstrdup(row.keys);
	l->account = row.account_id;
	if (l->account.given) {
		l->job.hash = xstrdup(row.password);
		snprintf(l->job.who.name, sizeof(l->job.who.name), "%s", row.name);
		snprintf(l->job.who.role, sizeof(l->job.who.role), "%s", row.role);
		l->has_secret =
		    row.totp_secret != NULL && crypto_hex_decode(row.totp_secret, l->secret, sizeof(l->secret));
	}
	keys = xstrdup(l->keys);
	if (admin_job_hash(&l->job, login_on_checked) < 0)
		login_give_back(app, keys);
	free(keys);
}

void flow_admin_login(struct http_req *req, void *app)
{
	struct login *l = admin_job_new(sizeof(*l), req, app, NULL);
	const char *name, *password;
	struct flow_fault fault;
	const json_t *code;
	bool is_code;
	size_t name_n, password_n;

	l->job.release = login_release;
	if (!admin_from_our_page(req)) {
		admin_job_refuse(&l->job, REFUSE_LOGIN_PAGE, NULL, NULL);
		return;
	}
	if (!flow_task_read(&l->job.task))
		return;
	if (flow_get_str(l->job.task.body, "name", &name, &name_n, &fault) < 0 ||
	    flow_get_str(l->job.task.body, "password", &password, &password_n, &fault) < 0) {
		flow_task_invalid(&l->job.task, &fault);
		return;
	}
	code = json_object_get(l->job.task.body, "code");
	is_code = code == NULL || json_is_string(code) || json_is_null(code);
	if (!is_code || password_n > PASSWORD_MOST) {
		admin_job_refuse(&l->job, REFUSE_LOGIN_MEMBER, is_code ? "password" : "code", NULL);
		return;
	}
	if (!flow_task_may_enter(&l->job.task, RATE_LOGINS, name, false))
		return;
	l->code = json_string_value(code);
	l->job.password = xstrdup(password);
	admin_job_ask(&l->job, q_login_begin(.name = name, .address = http_peer(req)), login_on_begun);
}

/* --- signing out ------------------------------------------------------------ */

static void login_on_signed_out(void *arg, const struct db_result *r)
{
	struct admin_job *job = arg;

	if (!admin_task_has_row(&job->task, r, "signing out"))
		return;
	admin_cookie_set(job->task.req, "", 0);
	admin_task_answer(&job->task, r, "signing out");
}

static void login_sign_out(struct http_req *req, struct app *app, const struct admin_who *who, bool everywhere)
{
	admin_job_ask(admin_job_new(sizeof(struct admin_job), req, app, who),
		      q_login_end(.login_id = who->login, .everywhere = everywhere, .actor = who->actor),
		      login_on_signed_out);
}

void admin_logout(struct http_req *req, struct app *app, const struct admin_who *who, const void *arg)
{
	(void)arg;
	login_sign_out(req, app, who, false);
}

void admin_logout_everywhere(struct http_req *req, struct app *app, const struct admin_who *who, const void *arg)
{
	(void)arg;
	login_sign_out(req, app, who, true);
}
