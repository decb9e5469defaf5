/* flow: see flow.h. */
#include "flow.h"

#include <string.h>
#include <strings.h>
#include <time.h>

#include "beat/log.h"

static bool is_json(const char *type)
{
	static const char json[] = "application/json";

	return type != NULL && strncasecmp(type, json, sizeof(json) - 1) == 0 &&
	       strchr("; \t", type[sizeof(json) - 1]) != NULL;
}

json_t *flow_read_object(struct http_req *req)
{
	char err[JSON_ERR_MAX];
	size_t n;
	const char *body = http_body(req, &n);
	json_t *root;

	if (!is_json(http_header(req, "Content-Type"))) {
		http_problem(req, 415, "unsupported-type", "Send the body as Content-Type: application/json.");
		return NULL;
	}
	root = json_parse(body, n, err);
	if (root == NULL) {
		http_problem(req, 400, "bad-json", err);
		return NULL;
	}
	if (!json_is_object(root)) {
		json_decref(root);
		http_problem(req, 422, "invalid", "The body must be a JSON object.");
		return NULL;
	}
	return root;
}

bool flow_read_token(struct http_req *req, const struct app *app, struct token_session *out)
{
	static const char scheme[] = "Bearer ";
	const char *header = http_header(req, "Authorization");
	enum token_status status = TOKEN_BAD;

	if (!app->has_key) {
		http_problem_retry(req, 503, "unavailable", "The server is starting. Please try again in a moment.", 1);
		return false;
	}
	if (header != NULL && strncasecmp(header, scheme, sizeof(scheme) - 1) == 0)
		status = token_session_read(&app->key, header + sizeof(scheme) - 1, (int64_t)time(NULL), out);
	if (status == TOKEN_OK)
		return true;
	http_set_header(req, "WWW-Authenticate", "Bearer");
	if (status == TOKEN_EXPIRED)
		http_problem(req, 401, "token-expired", "The time for this task is over. Reload the page to go on.");
	else
		http_problem(req, 401, "unauthorized",
			     "The request carries no valid token. Reload the page to get one.");
	return false;
}

void flow_db_failed(struct http_req *req, const struct db_result *r, const char *doing)
{
	log_error("request=%s %s: database %s sqlstate=%s constraint=%s %s", http_id(req), doing,
		  db_status_name(r->status), r->sqlstate, r->constraint, r->message);
	if (r->status == DB_ERROR)
		http_problem(req, 500, "internal",
			     "The server could not store this. Nothing was changed; please reload and try again.");
	else
		http_problem_retry(req, 503, r->status == DB_BUSY ? "busy" : "unavailable",
				   "The server cannot reach its database just now. Nothing is lost; please try again.",
				   2);
}

/* What any step of a task may meet. */
static const struct flow_refusal common_refusals[] = {
    {"gone", 401, "unauthorized", "The token does not belong to this task. Reload the page."},
    {"moved", 409, "moved", "This task was opened in another window. Please go on there, or reload this page."},
    {"submitted", 409, "already-submitted", "This task has been handed in already."},
    {"ended", 409, "task-ended", "This task has ended. Reload the page to see why."},
    {"exercises", 409, "exercises-first", "Please do the exercises first. Reload the page to go on with them."},
    {"expired", 410, "lease-expired", "The time for this task is over. Reload the page to go on."},
    {0},
};

static const struct flow_refusal *find_refusal(const struct flow_refusal *table, const char *status)
{
	while (table->status != NULL && strcmp(table->status, status) != 0)
		table++;
	return table->status != NULL ? table : NULL;
}

void flow_refuse(struct http_req *req, const struct flow_refusal *table, const char *status)
{
	const struct flow_refusal *found = find_refusal(table, status);

	if (found == NULL)
		found = find_refusal(common_refusals, status);
	if (found != NULL) {
		http_problem(req, found->http_status, found->slug, found->detail);
		return;
	}
	log_error("request=%s the database answered with the unknown status '%s'", http_id(req), status);
	http_problem(req, 500, "internal", "The server does not know what to make of this. Please reload the page.");
}
