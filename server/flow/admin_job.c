/* admin_job: requests that hash or check a password on their way. See admin_session.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "admin_session.h"
#include "beat/log.h"
#include "beat/work.h"

enum { JOB_TIMEOUT_MS = 12000 };

static void admin_job_wipe(char *secret)
{
	if (secret != NULL)
		explicit_bzero(secret, strlen(secret));
	free(secret);
}

static void admin_job_release(void *task)
{
	struct admin_job *job = task;

	if (job->release != NULL)
		job->release(job);
	admin_job_wipe(job->password);
	admin_job_wipe(job->hash);
	admin_job_wipe(job->fresh);
}

void *admin_job_new(size_t size, struct http_req *req, struct app *app, const struct admin_who *who)
{
	struct admin_job *job = flow_task_new(size, req, app);

	job->task.release = admin_job_release;
	job->task.timeout_ms = JOB_TIMEOUT_MS;
	if (who != NULL)
		job->who = *who;
	return job;
}

void admin_job_ask(struct admin_job *job, struct sql_ask ask, db_cb then)
{
	flow_task_ask(&job->task, DB_DESK, ask, then);
}

void admin_job_refuse(struct admin_job *job, enum admin_refusal which, const char *field, const char *detail)
{
	struct http_refusal why = admin_refusal_of(which, field, detail);

	flow_task_refuse(&job->task, &why);
}

void admin_job_wait(struct admin_job *job, int64_t seconds)
{
	struct http_refusal why;
	char sentence[120];

	snprintf(sentence, sizeof(sentence), "Too many tries in a row. Please wait %lld second%s and try again.",
		 (long long)seconds, seconds == 1 ? "" : "s");
	why = admin_refusal_of(REFUSE_TRIES, NULL, sentence);
	why.retry_after_s = (int)seconds;
	flow_task_refuse(&job->task, &why);
}

void admin_job_answer_once(struct admin_job *job, const struct db_result *r, const char *key, const char *secret)
{
	const struct q_answer_row row = q_answer_row(r, 0);
	char err[JSON_ERR_MAX], *text;
	json_t *shown = json_parse(row.answer, row.answer_len, err), *value;
	struct buf b = BUF_INIT;
	const char *name;
	struct jw w;

	jw_init(&w, &b);
	jw_open(&w, '{');
	jw_kstr(&w, key, secret);
	json_object_foreach(shown, name, value)
	{
		text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
		jw_key(&w, name);
		jw_raw(&w, text, strlen(text));
		free(text);
	}
	jw_close(&w, '}');
	jw_done(&w);
	flow_task_reply(&job->task, 200, &b);
	json_decref(shown);
	explicit_bzero(b.p, b.n);
	buf_release(&b);
}

/* In a thread: touches nothing but the job. */
static void admin_job_run_hash(void *arg)
{
	struct admin_job *job = arg;

	if (job->password != NULL)
		job->matches = password_matches(job->hash, job->password);
	if (job->fresh != NULL && (job->password == NULL || job->matches))
		job->failed = password_hash(job->fresh, job->fresh_hash) < 0;
}

static void admin_job_on_hashed(void *arg)
{
	struct admin_job *job = arg;

	if (!flow_task_unhold(&job->task))
		return;
	if (job->failed) {
		log_error("request=%s no memory to hash a password", http_id(job->task.req));
		admin_job_refuse(job, REFUSE_NO_MEMORY, NULL, NULL);
	} else {
		job->then(job);
	}
}

int admin_job_hash(struct admin_job *job, void (*then)(struct admin_job *job))
{
	job->then = then;
	flow_task_hold(&job->task);
	if (work_start(job->task.app->work, admin_job_run_hash, admin_job_on_hashed, job) == 0)
		return 0;
	if (flow_task_unhold(&job->task))
		admin_job_refuse(job, REFUSE_MANY_SIGN_IN, NULL, NULL);
	return -1;
}

static void admin_job_on_run(void *arg, const struct db_result *r)
{
	admin_task_answer(arg, r, "seeing to people");
}

void admin_run(struct http_req *req, struct app *app, struct sql_ask ask)
{
	admin_job_ask(admin_job_new(sizeof(struct admin_job), req, app, NULL), ask, admin_job_on_run);
}

bool admin_code(const char *given, char out[CRYPTO_TOTP_DIGITS + 1])
{
	size_t n = 0;

	for (; *given != '\0'; given++) {
		if (*given == ' ')
			continue;
		if (*given < '0' || *given > '9' || n == CRYPTO_TOTP_DIGITS)
			return false;
		out[n++] = *given;
	}
	out[n] = '\0';
	return n == CRYPTO_TOTP_DIGITS;
}
