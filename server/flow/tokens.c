/* tokens: keys for scripts. The text of one is shown once, when it is made; the database keeps its digest. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "admin_session.h"

static bool tokens_of_everyone(const struct admin_who *who)
{
	return (who->may & MAY_PEOPLE) != 0;
}

void admin_tokens(struct http_req *req, struct app *app, const struct admin_who *who, const void *arg)
{
	(void)arg;
	admin_run(req, app, q_admin_tokens(.account_id = who->account, .everyones = tokens_of_everyone(who)));
}

void admin_token_revoke(struct http_req *req, struct app *app, const struct admin_who *who, const void *arg)
{
	(void)arg;
	admin_run(req, app,
		  q_admin_token_revoke(.id = http_path_arg(req, 0), .account_id = sql_int(who->account),
				       .everyones = tokens_of_everyone(who), .actor = who->actor));
}

/* The token as lists show it, and its text. */
static void tokens_on_added(void *arg, const struct db_result *r)
{
	struct admin_job *job = arg;

	if (admin_task_has_row(&job->task, r, "making an API token"))
		admin_job_answer_once(job, r, "token", job->fresh);
}

void admin_token_add(struct http_req *req, struct app *app, const struct admin_who *who, const void *arg)
{
	struct admin_job *job = admin_job_new(sizeof(*job), req, app, who);
	char text[sizeof(ADMIN_API_PREFIX) + ADMIN_TOKEN_LEN] = ADMIN_API_PREFIX, digest[2 * CRYPTO_SHA256_LEN + 1];
	const json_t *days;
	char *scopes, days_text[24];

	(void)arg;
	if (!flow_task_read(&job->task))
		return;
	days = json_object_get(job->task.body, "days");
	if (days != NULL && !json_is_null(days) && !json_is_integer(days)) {
		admin_job_refuse(job, REFUSE_DAYS, NULL, NULL);
		return;
	}
	snprintf(days_text, sizeof(days_text), "%lld", (long long)json_integer_value(days));
	scopes = json_dumps(json_object_get(job->task.body, "scopes"), JSON_COMPACT | JSON_ENCODE_ANY);
	admin_token_make(text + sizeof(ADMIN_API_PREFIX) - 1);
	crypto_sha256_hex(text, strlen(text), digest);
	job->fresh = xstrdup(text);
	explicit_bzero(text, sizeof(text));
	admin_job_ask(job,
		      q_admin_token_add(.account_id = who->account,
					.name = json_string_value(json_object_get(job->task.body, "name")),
					.scopes = scopes, .days = json_is_integer(days) ? days_text : NULL,
					.token_sha256 = digest, .actor = who->actor),
		      tokens_on_added);
	free(scopes);
}
