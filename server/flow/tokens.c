/* tokens: keys for scripts. The text of one is shown once, when it is made; the database keeps its digest. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "admin_session.h"

struct fresh_token {
	struct admin_job job;
	char id[24];
};

static const char *everyones(const struct admin_who *who)
{
	return ADMIN_BOOL((who->may & MAY_PEOPLE) != 0);
}

void admin_tokens(struct http_req *req, struct app *app, const struct admin_who *who, const void *arg)
{
	char id[24];

	(void)arg;
	snprintf(id, sizeof(id), "%lld", (long long)who->account);
	admin_run(req, app, Q_ADMIN_TOKENS, (const char *[]){id, everyones(who)});
}

void admin_token_revoke(struct http_req *req, struct app *app, const struct admin_who *who, const void *arg)
{
	char id[24];

	(void)arg;
	snprintf(id, sizeof(id), "%lld", (long long)who->account);
	admin_run(req, app, Q_ADMIN_TOKEN_REVOKE,
		  (const char *[]){http_path_arg(req, 0), id, everyones(who), who->actor});
}

/* The token as lists show it, and its text. */
static void on_added(void *arg, const struct db_result *r)
{
	struct fresh_token *t = arg;
	struct buf b = BUF_INIT;

	if (!admin_job_asked(&t->job, r, "making an API token"))
		return;
	buf_addf(&b, "{\"token\":\"%s\",", t->job.fresh); /* letters, digits, - and _ */
	buf_adds(&b, strchr(db_str(r, 0, 0), '{') + 1);
	http_reply_json(t->job.req, 200, &b);
	explicit_bzero(b.p, b.n);
	buf_release(&b);
	admin_job_free(&t->job);
}

void admin_token_add(struct http_req *req, struct app *app, const struct admin_who *who, const void *arg)
{
	struct fresh_token *t = admin_job_new(sizeof(*t), req, app, who);
	char text[sizeof(ADMIN_API_PREFIX) + ADMIN_TOKEN_LEN] = ADMIN_API_PREFIX, digest[2 * CRYPTO_SHA256_LEN + 1];
	const json_t *days;
	char *scopes, days_text[24];

	(void)arg;
	if (!admin_job_read(&t->job))
		return;
	days = json_object_get(t->job.body, "days");
	if (days != NULL && !json_is_null(days) && !json_is_integer(days)) {
		admin_job_refuse(&t->job, 422, "invalid", "The field \"days\" must be a whole number.");
		return;
	}
	snprintf(t->id, sizeof(t->id), "%lld", (long long)who->account);
	snprintf(days_text, sizeof(days_text), "%lld", (long long)json_integer_value(days));
	scopes = json_dumps(json_object_get(t->job.body, "scopes"), JSON_COMPACT | JSON_ENCODE_ANY);
	admin_token_make(text + sizeof(ADMIN_API_PREFIX) - 1);
	crypto_sha256_hex(text, strlen(text), digest);
	t->job.fresh = xstrdup(text);
	explicit_bzero(text, sizeof(text));
	admin_job_ask(&t->job, Q_ADMIN_TOKEN_ADD,
		      (const char *[]){t->id, json_string_value(json_object_get(t->job.body, "name")), scopes,
				       json_is_integer(days) ? days_text : NULL, digest, who->actor},
		      on_added);
	free(scopes);
}
