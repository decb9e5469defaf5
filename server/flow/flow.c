/* flow: see flow.h. */
#include "flow.h"

#include <string.h>
#include <strings.h>
#include <time.h>

#include "beat/log.h"

static bool flow_is_json(const char *type)
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

	if (!flow_is_json(http_header(req, "Content-Type"))) {
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
		flow_refuse(req, "starting");
		return false;
	}
	if (header != NULL && strncasecmp(header, scheme, sizeof(scheme) - 1) == 0)
		status = token_session_read(&app->key, header + sizeof(scheme) - 1, (int64_t)time(NULL), out);
	if (status == TOKEN_OK)
		return true;
	http_set_header(req, "WWW-Authenticate", "Bearer");
	flow_refuse(req, status == TOKEN_EXPIRED ? "token_expired" : "token_bad");
	return false;
}

bool flow_has_row(const struct db_result *r)
{
	return r->status == DB_OK && r->rows == 1 && sql_text(&r->sql, 0, 0) != NULL;
}

void flow_db_log(struct http_req *req, const struct db_result *r, const char *doing)
{
	if (r->status == DB_OK)
		log_error("request=%s %s: the database answered with nothing, rows=%d", http_id(req), doing, r->rows);
	else
		log_error("request=%s %s: database %s sqlstate=%s constraint=%s %s", http_id(req), doing,
			  db_status_name(r->status), r->sqlstate, r->constraint, r->message);
}

void flow_db_reply(struct http_req *req, const struct db_result *r)
{
	if (r->status == DB_OK)
		http_problem(req, 500, "internal", "The server has no answer to this. Please reload the page.");
	else if (r->status == DB_ERROR)
		http_problem(req, 500, "internal",
			     "The server could not store this. Nothing was changed; please reload and try again.");
	else
		http_problem_retry(req, 503, r->status == DB_BUSY ? "busy" : "unavailable",
				   "The server cannot reach its database just now. Nothing is lost; please try again.",
				   2);
}

void flow_db_failed(struct http_req *req, const struct db_result *r, const char *doing)
{
	flow_db_log(req, r, doing);
	flow_db_reply(req, r);
}
