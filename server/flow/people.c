/* people: who may enter. An admin makes accounts, changes their role, disables them, gives a new password. A password
 * that is made here is shown once, to the one who asked, and kept nowhere. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "admin_session.h"

struct person {
	struct admin_job job;
	const char *name, *role; /* live in the body or the request */
	char may[ADMIN_MAY_MAX]; /* of the one who asks: nobody is given more */
	bool made;               /* the password in job.fresh was made here */
};

void admin_people(struct http_req *req, struct app *app, const struct admin_who *who, const void *arg)
{
	(void)who;
	(void)arg;
	admin_run(req, app, Q_ADMIN_PEOPLE, NULL);
}

void admin_person_sign_out(struct http_req *req, struct app *app, const struct admin_who *who, const void *arg)
{
	(void)arg;
	admin_run(req, app, Q_ADMIN_PERSON_SIGN_OUT, (const char *[]){http_path_arg(req, 0), who->actor});
}

/* The person as the database shows it, and the password if it was made here. */
static void on_done(void *arg, const struct db_result *r)
{
	struct person *p = arg;
	struct buf b = BUF_INIT;
	const char *json;

	if (!admin_job_asked(&p->job, r, "changing an account"))
		return;
	json = db_str(r, 0, 0);
	if (p->made) {
		buf_addf(&b, "{\"password\":\"%s\",", p->job.fresh); /* letters, digits and dashes */
		buf_adds(&b, strchr(json, '{') + 1);
		http_reply_json(p->job.req, 200, &b);
		explicit_bzero(b.p, b.n);
		buf_release(&b);
	} else {
		admin_db_answer(p->job.req, r, "changing an account");
	}
	admin_job_free(&p->job);
}

static void make_password(struct person *p)
{
	p->job.fresh = xmalloc(PASSWORD_MADE_LEN + 1);
	password_make(p->job.fresh);
	p->made = true;
}

static struct person *person_new(struct http_req *req, struct app *app, const struct admin_who *who)
{
	struct person *p = admin_job_new(sizeof(*p), req, app, who);

	admin_may_text(who->may, p->may);
	return p;
}

/* An optional field: *out is NULL if it is absent or null. False after answering and freeing. */
static bool person_str(struct person *p, const char *key, const char **out)
{
	const json_t *v = json_object_get(p->job.body, key);
	char err[JSON_ERR_MAX];

	*out = json_string_value(v);
	if (v == NULL || json_is_null(v) || *out != NULL)
		return true;
	snprintf(err, sizeof(err), "The field \"%s\" must be a string.", key);
	admin_job_refuse(&p->job, 422, "invalid", err);
	return false;
}

/* The same for true and false, as the texts of SQL. */
static bool person_bool(struct person *p, const char *key, const char **out)
{
	const json_t *v = json_object_get(p->job.body, key);
	char err[JSON_ERR_MAX];

	*out = v == NULL || json_is_null(v) ? NULL : ADMIN_BOOL(json_is_true(v));
	if (*out == NULL || json_is_boolean(v))
		return true;
	snprintf(err, sizeof(err), "The field \"%s\" must be true or false.", key);
	admin_job_refuse(&p->job, 422, "invalid", err);
	return false;
}

/* --- a new account ---------------------------------------------------------- */

static void on_add_hashed(struct admin_job *job)
{
	struct person *p = (struct person *)job;

	admin_job_ask(job, Q_ADMIN_PERSON_ADD,
		      (const char *[]){p->name, p->role, job->fresh_hash, job->who.actor, p->may}, on_done);
}

void admin_person_add(struct http_req *req, struct app *app, const struct admin_who *who, const void *arg)
{
	struct person *p = person_new(req, app, who);
	const char *password, *why;

	(void)arg;
	if (!admin_job_read(&p->job) || !person_str(p, "name", &p->name) || !person_str(p, "role", &p->role) ||
	    !person_str(p, "password", &password))
		return;
	if (p->name == NULL || p->role == NULL) {
		admin_job_refuse(&p->job, 422, "invalid", "Give the new account a name and a role.");
		return;
	}
	if (password == NULL || *password == '\0') {
		make_password(p);
	} else if ((why = password_refusal(p->name, password)) != NULL) {
		admin_job_refuse(&p->job, 422, "refused", why);
		return;
	} else {
		p->job.fresh = xstrdup(password);
	}
	if (admin_job_hash(&p->job, on_add_hashed) < 0)
		return;
}

/* --- changes of one --------------------------------------------------------- */

static void ask_set(struct admin_job *job)
{
	struct person *p = (struct person *)job;
	const char *disabled, *totp_off;

	if (person_bool(p, "disabled", &disabled) && person_bool(p, "totp_off", &totp_off))
		admin_job_ask(job, Q_ADMIN_PERSON_SET,
			      (const char *[]){p->name, p->role, disabled, p->made ? job->fresh_hash : NULL,
					       totp_off != NULL ? totp_off : "false", job->who.actor, p->may},
			      on_done);
}

void admin_person_set(struct http_req *req, struct app *app, const struct admin_who *who, const void *arg)
{
	struct person *p = person_new(req, app, who);
	const char *fresh;

	(void)arg;
	p->name = http_path_arg(req, 0);
	if (!admin_job_read(&p->job) || !person_str(p, "role", &p->role) || !person_bool(p, "new_password", &fresh))
		return;
	if (fresh == NULL || strcmp(fresh, "true") != 0) {
		ask_set(&p->job);
		return;
	}
	make_password(p);
	if (admin_job_hash(&p->job, ask_set) < 0)
		return;
}
