/* people: who may enter. An admin makes accounts, changes their role, disables them, gives a new password. A password
 * that is made here is shown once, to the one who asked, and kept nowhere. */
#include <stdlib.h>
#include <string.h>

#include "admin_session.h"

struct person {
	struct admin_job job;
	const char *name, *role, *project; /* live in the body or the request */
	char may[ADMIN_MAY_MAX];           /* of the one who asks: nobody is given more */
	bool made;                         /* the password in job.fresh was made here */
};

void admin_people(struct http_req *req, struct app *app, const struct admin_who *who, const void *arg)
{
	(void)who;
	(void)arg;
	admin_run(req, app, q_admin_people());
}

void admin_person_sign_out(struct http_req *req, struct app *app, const struct admin_who *who, const void *arg)
{
	(void)arg;
	admin_run(req, app, q_admin_person_sign_out(.name = http_path_arg(req, 0), .actor = who->actor));
}

/* The person as the database shows it, and the password if it was made here. */
static void people_on_done(void *arg, const struct db_result *r)
{
	static const char doing[] = "changing an account";
	struct person *p = arg;

	if (!p->made)
		admin_task_answer(&p->job.task, r, doing);
	else if (admin_task_has_row(&p->job.task, r, doing))
		admin_job_answer_once(&p->job, r, "password", p->job.fresh);
}

static void people_make_password(struct person *p)
{
	p->job.fresh = xmalloc(PASSWORD_MADE_LEN + 1);
	password_make(p->job.fresh);
	p->made = true;
}

static struct person *people_new(struct http_req *req, struct app *app, const struct admin_who *who)
{
	struct person *p = admin_job_new(sizeof(*p), req, app, who);

	admin_may_text(who->may, p->may);
	return p;
}

/* An optional field: *out is NULL if it is absent or null. False after answering: it has ended. */
static bool people_str(struct person *p, const char *key, const char **out)
{
	struct flow_fault fault;
	size_t n;

	*out = NULL;
	if (!flow_is_given(p->job.task.body, key) || flow_get_str(p->job.task.body, key, out, &n, &fault) == 0)
		return true;
	flow_task_invalid(&p->job.task, &fault);
	return false;
}

/* The same for true and false. */
static bool people_bool(struct person *p, const char *key, struct sql_bool *out)
{
	const json_t *v = json_object_get(p->job.task.body, key);
	struct flow_fault fault;

	*out = flow_is_given(p->job.task.body, key) ? sql_bool(json_is_true(v)) : SQL_NO_BOOL;
	if (!out->given || json_is_boolean(v))
		return true;
	if (flow_fault_set(&fault, key, "The field \"%s\" must be true or false.", key) < 0)
		flow_task_invalid(&p->job.task, &fault);
	return false;
}

/* --- a new account ---------------------------------------------------------- */

static void people_on_add_hashed(struct admin_job *job)
{
	struct person *p = (struct person *)job;

	admin_job_ask(job,
		      q_admin_person_add(.name = p->name, .role = p->role, .password = job->fresh_hash,
					 .actor = job->who.actor, .may = p->may, .project = p->project),
		      people_on_done);
}

void admin_person_add(struct http_req *req, struct app *app, const struct admin_who *who, const void *arg)
{
	struct person *p = people_new(req, app, who);
	const char *password, *why;

	(void)arg;
	if (!flow_task_read(&p->job.task) || !people_str(p, "name", &p->name) || !people_str(p, "role", &p->role) ||
	    !people_str(p, "project", &p->project) || !people_str(p, "password", &password))
		return;
	if (p->name == NULL || p->role == NULL) {
		admin_job_refuse(&p->job, REFUSE_UNNAMED, p->name == NULL ? "name" : "role", NULL);
		return;
	}
	if (password == NULL || *password == '\0') {
		people_make_password(p);
	} else if ((why = password_refusal(p->name, password)) != NULL) {
		admin_job_refuse(&p->job, REFUSE_NEW_PASSWORD, "password", why);
		return;
	} else {
		p->job.fresh = xstrdup(password);
	}
	if (admin_job_hash(&p->job, people_on_add_hashed) < 0)
		return;
}

/* --- changes of one --------------------------------------------------------- */

static void people_ask_set(struct admin_job *job)
{
	struct person *p = (struct person *)job;
	struct sql_bool disabled, totp_off;

	if (people_bool(p, "disabled", &disabled) && people_bool(p, "totp_off", &totp_off))
		admin_job_ask(job,
			      q_admin_person_set(.name = p->name, .role = p->role, .disabled = disabled,
						 .password = p->made ? job->fresh_hash : NULL, .totp_off = totp_off.yes,
						 .actor = job->who.actor, .may = p->may, .project = p->project),
			      people_on_done);
}

void admin_person_set(struct http_req *req, struct app *app, const struct admin_who *who, const void *arg)
{
	struct person *p = people_new(req, app, who);
	struct sql_bool fresh;

	(void)arg;
	p->name = http_path_arg(req, 0);
	if (!flow_task_read(&p->job.task) || !people_str(p, "role", &p->role) ||
	    !people_str(p, "project", &p->project) || !people_bool(p, "new_password", &fresh))
		return;
	if (!fresh.yes) {
		people_ask_set(&p->job);
		return;
	}
	people_make_password(p);
	if (admin_job_hash(&p->job, people_ask_set) < 0)
		return;
}
