/* account: what people do with their own account: the password, and codes of an authenticator app.
 *
 * Whoever is signed in shows the password (or a code) again before it is changed: an open browser that was left alone
 * must not be enough. Such tries are counted like those to sign in. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "admin_session.h"

/* Columns of the query account_check, in order. */
enum { C_WAIT, C_NAME, C_PASSWORD, C_TOTP_SECRET, C_TOTP_ON, C_TOTP_LAST };

struct own {
	struct admin_job job;
	char id[24], login[24];
	char code[CRYPTO_TOTP_DIGITS + 1];
};

static const char *const ISSUER = "Beat%20the%20AI";

static struct own *own_new(struct http_req *req, struct app *app, const struct admin_who *who)
{
	struct own *o = admin_job_new(sizeof(*o), req, app, who);

	snprintf(o->id, sizeof(o->id), "%lld", (long long)who->account);
	snprintf(o->login, sizeof(o->login), "%lld", (long long)who->login);
	return o;
}

/* A secret text of the body, or NULL after answering and freeing. */
static const char *own_field(struct own *o, const char *key)
{
	char err[JSON_ERR_MAX];
	const char *s;
	size_t n;

	if (json_get_str(o->job.body, key, &s, &n, err) < 0) {
		admin_job_refuse(&o->job, 422, "invalid", err);
		return NULL;
	}
	if (n > PASSWORD_MOST) {
		admin_job_refuse(&o->job, 422, "invalid", "That is too long: at most 1024 bytes, please.");
		return NULL;
	}
	return s;
}

static void on_done(void *arg, const struct db_result *r)
{
	struct own *o = arg;

	if (!admin_job_asked(&o->job, r, "changing the own account"))
		return;
	admin_db_answer(o->job.req, r, "changing the own account");
	admin_job_free(&o->job);
}

static void refuse_password(struct own *o)
{
	admin_job_refuse(&o->job, 422, "wrong-password", "That is not your password. Nothing was changed.");
}

/* --- the password ----------------------------------------------------------- */

static void on_password_hashed(struct admin_job *job)
{
	struct own *o = (struct own *)job;

	if (!job->matches)
		refuse_password(o);
	else
		admin_job_ask(job, Q_ACCOUNT_PASSWORD,
			      (const char *[]){o->id, o->login, job->hash, job->fresh_hash, job->who.actor}, on_done);
}

static void on_password_known(void *arg, const struct db_result *r)
{
	struct own *o = arg;

	if (!admin_job_asked(&o->job, r, "changing a password"))
		return;
	if (db_int(r, 0, C_WAIT) > 0) {
		admin_job_wait(&o->job, db_int(r, 0, C_WAIT));
		return;
	}
	o->job.hash = xstrdup(db_str(r, 0, C_PASSWORD));
	if (admin_job_hash(&o->job, on_password_hashed) < 0)
		return; /* answered; the try stays counted, and an hour forgets it */
}

void admin_password(struct http_req *req, struct app *app, const struct admin_who *who, const void *arg)
{
	struct own *o = own_new(req, app, who);
	const char *old, *fresh, *why;

	(void)arg;
	if (!admin_job_read(&o->job) || (old = own_field(o, "old")) == NULL || (fresh = own_field(o, "new")) == NULL)
		return;
	why = strcmp(old, fresh) == 0 ? "The new password is the old one." : password_refusal(who->name, fresh);
	if (why != NULL) {
		admin_job_refuse(&o->job, 422, "refused", why);
		return;
	}
	o->job.password = xstrdup(old);
	o->job.fresh = xstrdup(fresh);
	admin_job_ask(&o->job, Q_ACCOUNT_CHECK, (const char *[]){o->id, "password"}, on_password_known);
}

/* --- codes ------------------------------------------------------------------ */

static void on_totp_started(void *arg, const struct db_result *r)
{
	struct own *o = arg;
	uint8_t secret[CRYPTO_TOTP_SECRET];
	struct buf b = BUF_INIT, shown = BUF_INIT, uri = BUF_INIT;
	struct jw w;

	if (!admin_job_asked(&o->job, r, "setting codes up"))
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
	http_reply_json(o->job.req, 200, &b);
	explicit_bzero(secret, sizeof(secret));
	buf_release(&b);
	buf_release(&shown);
	buf_release(&uri);
	admin_job_free(&o->job);
}

void admin_totp_start(struct http_req *req, struct app *app, const struct admin_who *who, const void *arg)
{
	struct own *o = own_new(req, app, who);
	uint8_t secret[CRYPTO_TOTP_SECRET];

	(void)arg;
	crypto_random(secret, sizeof(secret));
	o->job.fresh = xmalloc(2 * sizeof(secret) + 1); /* wiped with the job */
	crypto_hex(secret, sizeof(secret), o->job.fresh);
	explicit_bzero(secret, sizeof(secret));
	admin_job_ask(&o->job, Q_ACCOUNT_TOTP_START, (const char *[]){o->id, o->job.fresh, who->actor},
		      on_totp_started);
}

/* The step of the code that was given; 0 if it is not right, or was used before. */
static int64_t find_step(const struct own *o, const struct db_result *r)
{
	const char *hex = db_str(r, 0, C_TOTP_SECRET);
	uint8_t secret[CRYPTO_TOTP_SECRET];
	int64_t step = 0;

	if (hex != NULL && crypto_hex_decode(hex, secret, sizeof(secret)))
		step = crypto_totp_find(secret, sizeof(secret), o->code, (int64_t)time(NULL));
	explicit_bzero(secret, sizeof(secret));
	return step > db_int(r, 0, C_TOTP_LAST) ? step : 0;
}

static void refuse_code(struct own *o)
{
	admin_job_refuse(&o->job, 422, "wrong-code",
			 "That code is not right, or was used before. Please take the one your app shows now; if none "
			 "is right, check the clock of the device.");
}

static void on_confirm_known(void *arg, const struct db_result *r)
{
	struct own *o = arg;
	char step[24];

	if (!admin_job_asked(&o->job, r, "confirming codes"))
		return;
	if (db_int(r, 0, C_WAIT) > 0)
		admin_job_wait(&o->job, db_int(r, 0, C_WAIT));
	else if (db_str(r, 0, C_TOTP_SECRET) == NULL || db_bool(r, 0, C_TOTP_ON))
		admin_job_refuse(&o->job, 409, "conflict", "There is nothing to confirm. Start the set-up first.");
	else if (find_step(o, r) == 0)
		refuse_code(o);
	else {
		snprintf(step, sizeof(step), "%lld", (long long)find_step(o, r));
		admin_job_ask(&o->job, Q_ACCOUNT_TOTP_CONFIRM,
			      (const char *[]){o->id, db_str(r, 0, C_TOTP_SECRET), step, o->job.who.actor}, on_done);
	}
}

/* The code of the body; false after answering and freeing. */
static bool own_code(struct own *o)
{
	const char *given = own_field(o, "code");

	if (given == NULL)
		return false;
	if (admin_code(given, o->code))
		return true;
	admin_job_refuse(&o->job, 422, "wrong-code", "A code is six digits.");
	return false;
}

void admin_totp_confirm(struct http_req *req, struct app *app, const struct admin_who *who, const void *arg)
{
	struct own *o = own_new(req, app, who);

	(void)arg;
	if (admin_job_read(&o->job) && own_code(o))
		admin_job_ask(&o->job, Q_ACCOUNT_CHECK, (const char *[]){o->id, "code"}, on_confirm_known);
}

static void stop_totp(struct own *o, const char *hash, const char *step)
{
	admin_job_ask(&o->job, Q_ACCOUNT_TOTP_STOP, (const char *[]){o->id, hash, step, o->job.who.actor}, on_done);
}

static void on_stop_hashed(struct admin_job *job)
{
	struct own *o = (struct own *)job;

	if (job->matches)
		stop_totp(o, job->hash, NULL);
	else
		refuse_password(o);
}

static void on_stop_known(void *arg, const struct db_result *r)
{
	struct own *o = arg;
	int64_t found;
	char step[24];

	if (!admin_job_asked(&o->job, r, "turning codes off"))
		return;
	if (db_int(r, 0, C_WAIT) > 0) {
		admin_job_wait(&o->job, db_int(r, 0, C_WAIT));
	} else if (o->job.password != NULL) {
		o->job.hash = xstrdup(db_str(r, 0, C_PASSWORD));
		if (admin_job_hash(&o->job, on_stop_hashed) < 0)
			return;
	} else if ((found = find_step(o, r)) == 0) {
		refuse_code(o);
	} else {
		snprintf(step, sizeof(step), "%lld", (long long)found);
		stop_totp(o, NULL, step);
	}
}

void admin_totp_stop(struct http_req *req, struct app *app, const struct admin_who *who, const void *arg)
{
	struct own *o = own_new(req, app, who);
	const char *password;

	(void)arg;
	if (!admin_job_read(&o->job))
		return;
	if (json_object_get(o->job.body, "code") != NULL) {
		if (own_code(o))
			admin_job_ask(&o->job, Q_ACCOUNT_CHECK, (const char *[]){o->id, "code"}, on_stop_known);
	} else if ((password = own_field(o, "password")) != NULL) {
		o->job.password = xstrdup(password);
		admin_job_ask(&o->job, Q_ACCOUNT_CHECK, (const char *[]){o->id, "password"}, on_stop_known);
	}
}
