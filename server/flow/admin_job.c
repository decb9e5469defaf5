/* admin_job: requests that hash or check a password on their way. See admin_session.h. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "admin_session.h"
#include "beat/log.h"
#include "beat/work.h"

enum { JOB_TIMEOUT_MS = 12000 };

static void wipe(char *secret)
{
	if (secret != NULL)
		explicit_bzero(secret, strlen(secret));
	free(secret);
}

void admin_job_free(struct admin_job *job)
{
	assert(!job->hashing);
	db_cancel(&job->call);
	if (job->release != NULL)
		job->release(job);
	json_decref(job->body);
	wipe(job->password);
	wipe(job->hash);
	wipe(job->fresh);
	free(job);
}

/* A thread cannot be called back: the job lives until it is done. */
static void on_deadline(void *arg)
{
	struct admin_job *job = arg;

	http_problem_retry(job->req, 503, "unavailable", "The server took too long. Please try again.", 2);
	job->req = NULL;
	if (!job->hashing)
		admin_job_free(job);
}

void *admin_job_new(size_t size, struct http_req *req, struct app *app, const struct admin_who *who)
{
	struct admin_job *job = xcalloc(1, size);

	job->req = req;
	job->app = app;
	if (who != NULL)
		job->who = *who;
	http_on_deadline(req, on_deadline, job);
	return job;
}

bool admin_job_read(struct admin_job *job)
{
	job->body = flow_read_object(job->req);
	if (job->body != NULL)
		return true;
	admin_job_free(job);
	return false;
}

void admin_job_ask(struct admin_job *job, enum query q, const char *const *params, db_cb cb)
{
	job->call = db_start(job->app->db, DB_DESK, q, params, JOB_TIMEOUT_MS, cb, job);
}

bool admin_job_asked(struct admin_job *job, const struct db_result *r, const char *doing)
{
	job->call = NULL;
	if (r->status == DB_OK && r->rows == 1)
		return true;
	admin_db_failed(job->req, r, doing);
	admin_job_free(job);
	return false;
}

void admin_job_refuse(struct admin_job *job, int status, const char *slug, const char *sentence)
{
	http_problem(job->req, status, slug, sentence);
	admin_job_free(job);
}

void admin_job_wait(struct admin_job *job, int64_t seconds)
{
	char sentence[120];

	snprintf(sentence, sizeof(sentence), "Too many tries in a row. Please wait %lld second%s and try again.",
		 (long long)seconds, seconds == 1 ? "" : "s");
	http_problem_retry(job->req, 429, "too-many-tries", sentence, (int)seconds);
	admin_job_free(job);
}

/* In a thread: touches nothing but the job. */
static void run_hash(void *arg)
{
	struct admin_job *job = arg;

	if (job->password != NULL)
		job->matches = password_matches(job->hash, job->password);
	if (job->fresh != NULL && (job->password == NULL || job->matches))
		job->failed = password_hash(job->fresh, job->fresh_hash) < 0;
}

static void on_hashed(void *arg)
{
	struct admin_job *job = arg;

	job->hashing = false;
	if (job->req == NULL) {
		admin_job_free(job);
	} else if (job->failed) {
		log_error("request=%s no memory to hash a password", http_id(job->req));
		http_problem_retry(job->req, 503, "busy", "The server is very busy. Please try again in a moment.", 2);
		admin_job_free(job);
	} else {
		job->then(job);
	}
}

int admin_job_hash(struct admin_job *job, void (*then)(struct admin_job *job))
{
	job->then = then;
	job->hashing = true;
	if (work_start(job->app->work, run_hash, on_hashed, job) == 0)
		return 0;
	job->hashing = false;
	http_problem_retry(job->req, 503, "busy", "Many people are signing in just now. Please try again in a moment.",
			   2);
	admin_job_free(job);
	return -1;
}

static void on_run(void *arg, const struct db_result *r)
{
	struct admin_job *job = arg;

	job->call = NULL;
	admin_db_answer(job->req, r, "seeing to people");
	admin_job_free(job);
}

void admin_run(struct http_req *req, struct app *app, enum query q, const char *const *params)
{
	admin_job_ask(admin_job_new(sizeof(struct admin_job), req, app, NULL), q, params, on_run);
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
