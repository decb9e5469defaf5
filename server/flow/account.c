/* account: what people do with their own account: the password, and codes of an authenticator app.
 *
 * Whoever is signed in shows the password (or a code) again before it is changed: an open browser that was left alone
 * must not be enough. Such tries are counted like those to sign in. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "admin_session.h"

struct own {
	struct admin_job job;
	char code[CRYPTO_TOTP_DIGITS + 1];
};

static const char *const ISSUER = "Beat%20the%20AI";

static struct own *account_new(struct http_req *req, struct app *app, const struct admin_who *who)
{
	return admin_job_new(sizeof(struct own), req, app, who);
}

/* A secret text of the body, or NULL after answering: it has ended. */
static const char *account_field(struct own *o, const char *key)
{
	struct flow_fault fault;
	const char *s;
	size_t n;

	if (flow_get_str(o->job.task.body, key, &s, &n, &fault) < 0) {
		flow_task_invalid(&o->job.task, &fault);
		return NULL;
	}
	if (n > PASSWORD_MOST) {
		admin_job_refuse(&o->job, REFUSE_TOO_LONG, key, NULL);
		return NULL;
	}
	return s;
}

/* Counts the try; what: "password" or "code". */
static void account_ask_check(struct own *o, const char *what, db_cb cb)
{
	admin_job_ask(&o->job, q_account_check(.account_id = o->job.who.account, .what = what), cb);
}

static void account_on_done(void *arg, const struct db_result *r)
{
	admin_task_answer(arg, r, "changing the own account");
}

/* --- the password ----------------------------------------------------------- */

static void account_on_password_hashed(struct admin_job *job)
{
	if (!job->matches)
		admin_job_refuse(job, REFUSE_OWN_PASSWORD, "old", NULL);
	else
		admin_job_ask(job,
			      q_account_password(.account_id = job->who.account, .login_id = job->who.login,
						 .old_password = job->hash, .new_password = job->fresh_hash,
						 .actor = job->who.actor),
			      account_on_done);
}

static void account_on_password_known(void *arg, const struct db_result *r)
{
	struct own *o = arg;
	struct q_account_check_row row;

	if (!admin_task_has_row(&o->job.task, r, "changing a password"))
		return;
	row = q_account_check_row(r, 0);
	if (row.wait > 0) {
		admin_job_wait(&o->job, row.wait);
		return;
	}
	o->job.hash = xstrdup(row.password);
	if (admin_job_hash(&o->job, account_on_password_hashed) < 0)
		return; /* answered; the try stays counted, and an hour forgets it */
}

void admin_password(struct http_req *req, struct app *app, const struct admin_who *who, const void *arg)
{
	struct own *o = account_new(req, app, who);
	const char *old, *fresh, *why;

	(void)arg;
	if (!flow_task_read(&o->job.task) || (old = account_field(o, "old")) == NULL ||
	    (fresh = account_field(o, "new")) == NULL)
		return;
	if (strcmp(old, fresh) == 0) {
		admin_job_refuse(&o->job, REFUSE_SAME_PASSWORD, NULL, NULL);
		return;
	}
	if ((why = password_refusal(who->name, fresh)) != NULL) {
		admin_job_refuse(&o->job, REFUSE_NEW_PASSWORD, "new", why);
		return;
	}
	o->job.password = xstrdup(old);
	o->job.fresh = xstrdup(fresh);
	account_ask_check(o, "password", account_on_password_known);
}

/* --- codes ------------------------------------------------------------------ */

static void account_on_totp_started(void *arg, const struct db_result *r)
{
	struct own *o = arg;
	uint8_t secret[CRYPTO_TOTP_SECRET];
	struct buf b = BUF_INIT, shown = BUF_INIT, uri = BUF_INIT;
	struct jw w;

	if (!admin_task_has_row(&o->job.task, r, "setting codes up"))
		return;
	if (!crypto_hex_decode(o->job.fresh, secret, sizeof(secret)))
		abort();
	crypto_base32(&shown, secret, sizeof(secret));
	buf_addf(&uri, "otpauth://totp/%s:%s?secret=%s&issuer=%s", ISSUER, o->job.who.name, shown.p, ISSUER);
	jw_init(&w, &b);
	jw_open(&w, '{');
	jw_kstr(&w, "secret", shown.p);
	jw_kstr(&w, "uri", uri.p);
	jw_close(&w, '}');
	jw_done(&w);
	flow_task_reply(&o->job.task, 200, &b);
	explicit_bzero(secret, sizeof(secret));
	buf_release(&b);
	buf_release(&shown);
	buf_release(&uri);
}

void admin_totp_start(struct http_req *req, struct app *app, const struct admin_who *who, const void *arg)
{
	struct own *o = account_new(req, app, who);
	uint8_t secret[CRYPTO_TOTP_SECRET];

	(void)arg;
	crypto_random(secret, sizeof(secret));
	o->job.fresh = xmalloc(2 * sizeof(secret) + 1); /* wiped with the job */
	crypto_hex(secret, sizeof(secret), o->job.fresh);
	explicit_bzero(secret, sizeof(secret));
	admin_job_ask(&o->job,
		      q_account_totp_start(.account_id = who->account, .secret = o->job.fresh, .actor = who->actor),
		      account_on_totp_started);
}

/* The step of the code that was given; 0 if it is not right, or was used before. */
static int64_t account_find_step(const struct own *o, const struct q_account_check_row *row)
{
	const char *hex = row->totp_secret;
	uint8_t secret[CRYPTO_TOTP_SECRET];
	int64_t step = 0;

	if (hex != NULL && crypto_hex_decode(hex, secret, sizeof(secret)))
		step = crypto_totp_find(secret, sizeof(secret), o->code, (int64_t)time(NULL));
	explicit_bzero(secret, sizeof(secret));
	return step > row->totp_last_step.n ? step : 0;
}

static void account_on_confirm_known(void *arg, const struct db_result *r)
{
	struct own *o = arg;
	struct q_account_check_row row;

	if (!admin_task_has_row(&o->job.task, r, "confirming codes"))
		return;
	row = q_account_check_row(r, 0);
	if (row.wait > 0)
		admin_job_wait(&o->job, row.wait);
	else if (row.totp_secret == NULL || row.totp_on)
		admin_job_refuse(&o->job, REFUSE_UNCONFIRMED, NULL, NULL);
	else if (account_find_step(o, &row) == 0)
		admin_job_refuse(&o->job, REFUSE_CODE, NULL, NULL);
	else
		admin_job_ask(&o->job,
			      q_account_totp_confirm(.account_id = o->job.who.account, .secret = row.totp_secret,
						     .step = account_find_step(o, &row), .actor = o->job.who.actor),
			      account_on_done);
}

/* The code of the body; false after answering: it has ended. */
static bool account_code(struct own *o)
{
	const char *given = account_field(o, "code");

	if (given == NULL)
		return false;
	if (admin_code(given, o->code))
		return true;
	admin_job_refuse(&o->job, REFUSE_NO_CODE, NULL, NULL);
	return false;
}

void admin_totp_confirm(struct http_req *req, struct app *app, const struct admin_who *who, const void *arg)
{
	struct own *o = account_new(req, app, who);

	(void)arg;
	if (flow_task_read(&o->job.task) && account_code(o))
		account_ask_check(o, "code", account_on_confirm_known);
}

static void account_stop_totp(struct own *o, const char *hash, struct sql_int step)
{
	admin_job_ask(&o->job,
		      q_account_totp_stop(.account_id = o->job.who.account, .password = hash, .step = step,
					  .actor = o->job.who.actor),
		      account_on_done);
}

static void account_on_stop_hashed(struct admin_job *job)
{
	struct own *o = (struct own *)job;

	if (job->matches)
		account_stop_totp(o, job->hash, SQL_NO_INT);
	else
		admin_job_refuse(job, REFUSE_OWN_PASSWORD, "password", NULL);
}

static void account_on_stop_known(void *arg, const struct db_result *r)
{
	struct own *o = arg;
	struct q_account_check_row row;
	int64_t found;

	if (!admin_task_has_row(&o->job.task, r, "turning codes off"))
		return;
	row = q_account_check_row(r, 0);
	if (row.wait > 0) {
		admin_job_wait(&o->job, row.wait);
	} else if (o->job.password != NULL) {
		o->job.hash = xstrdup(row.password);
		if (admin_job_hash(&o->job, account_on_stop_hashed) < 0)
			return;
	} else if ((found = account_find_step(o, &row)) == 0) {
		admin_job_refuse(&o->job, REFUSE_CODE, NULL, NULL);
	} else {
		account_stop_totp(o, NULL, sql_int(found));
	}
}

void admin_totp_stop(struct http_req *req, struct app *app, const struct admin_who *who, const void *arg)
{
	struct own *o = account_new(req, app, who);
	const char *password;

	(void)arg;
	if (!flow_task_read(&o->job.task))
		return;
	if (json_object_get(o->job.task.body, "code") != NULL) {
		if (account_code(o))
			account_ask_check(o, "code", account_on_stop_known);
	} else if ((password = account_field(o, "password")) != NULL) {
		o->job.password = xstrdup(password);
		account_ask_check(o, "password", account_on_stop_known);
	}
}
