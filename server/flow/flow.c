/* flow: see flow.h. */
#include "flow.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "beat/log.h"
#include "beat/loop.h"

static bool flow_is_json(const char *type)
{
	static const char json[] = "application/json";

	return type != NULL && strncasecmp(type, json, sizeof(json) - 1) == 0 &&
	       strchr("; \t", type[sizeof(json) - 1]) != NULL;
}

/* Whether a word of what a route takes names a field (.name) or an argument (?name), perhaps for a parameter of another
 * name (other=.name). */
static bool flow_takes(const char *takes, char sort, const char *name)
{
	size_t n = strlen(name);

	for (const char *p = takes; *p != '\0'; p += strspn(p, " ")) {
		size_t len = strcspn(p, " ");
		const char *equals = memchr(p, '=', len), *word = equals != NULL ? equals + 1 : p;

		p += len;
		if (*word == sort && (size_t)(p - word) == n + 1 && memcmp(word + 1, name, n) == 0)
			return true;
	}
	return false;
}

static void flow_refuse_unknown(struct http_req *req, const char *what, const char *name)
{
	enum { SHOWN = 60 };
	char shown[SHOWN + 1], sentence[SHOWN + 80];
	size_t n = strlen(name);

	for (n = n < SHOWN ? n : SHOWN; ((uint8_t)name[n] & 0xc0) == 0x80;)
		n--; /* not within a character */
	snprintf(shown, sizeof(shown), "%.*s", (int)n, name);
	snprintf(sentence, sizeof(sentence), "There is no %s \"%s\" here. Please check its name.", what, shown);
	http_refuse(req, &(struct http_refusal){.status = 422, .slug = "invalid", .detail = sentence, .field = shown});
}

bool flow_knows_arguments(struct http_req *req)
{
	const char *takes = http_route_takes(req), *name;

	for (int i = 0; takes != NULL && (name = http_query_name(req, i)) != NULL; i++) {
		if (!flow_takes(takes, '?', name)) {
			flow_refuse_unknown(req, "parameter", name);
			return false;
		}
	}
	return true;
}

static bool flow_knows_fields(struct http_req *req, json_t *body)
{
	const char *takes = http_route_takes(req), *name;
	json_t *value;

	json_object_foreach(body, name, value)
	{
		if (takes != NULL && !flow_takes(takes, '.', name)) {
			flow_refuse_unknown(req, "field", name);
			return false;
		}
	}
	return true;
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
	if (!flow_knows_arguments(req) || !flow_knows_fields(req, root)) {
		json_decref(root);
		return NULL;
	}
	return root;
}

/* The text after "Bearer ", or NULL. */
static const char *flow_bearer(struct http_req *req)
{
	static const char scheme[] = "Bearer ";
	const char *header = http_header(req, "Authorization");

	return header != NULL && strncasecmp(header, scheme, sizeof(scheme) - 1) == 0 ? header + sizeof(scheme) - 1
										      : NULL;
}

/* True if the token is good, else answered. */
static bool flow_token_is(struct http_req *req, enum token_status status, const char *expired, const char *bad)
{
	if (status == TOKEN_OK)
		return true;
	http_set_header(req, "WWW-Authenticate", "Bearer");
	flow_refuse(req, status == TOKEN_EXPIRED ? expired : bad);
	return false;
}

bool flow_read_token(struct http_req *req, const struct app *app, struct token_session *out)
{
	if (!app->has_key) {
		flow_refuse(req, "starting");
		return false;
	}
	return flow_token_is(req, token_session_read(&app->key, flow_bearer(req), (int64_t)time(NULL), out),
			     "token_expired", "token_bad");
}

bool flow_read_expert(struct http_req *req, const struct app *app, struct token_invite *out)
{
	if (!app->has_key) {
		flow_refuse(req, "starting");
		return false;
	}
	return flow_token_is(req, token_expert_read(&app->key, flow_bearer(req), (int64_t)time(NULL), out),
			     "invite_expired", "invite_bad");
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

/* When something could last not be stored for want of room; 0: never. */
static int64_t flow_no_room_ms;

bool flow_has_room(void)
{
	enum { REMEMBER_MS = 10000 };

	return flow_no_room_ms == 0 || loop_now_ms() - flow_no_room_ms > REMEMBER_MS;
}

void flow_db_reply(struct http_req *req, const struct db_result *r)
{
	if (r->status == DB_ERROR && strncmp(r->sqlstate, "53", 2) == 0)
		flow_no_room_ms = loop_now_ms();
	if (r->status == DB_OK)
		http_problem(req, 500, "internal", "The server has no answer to this. Please reload the page.");
	else if (r->status == DB_ERROR && (strncmp(r->sqlstate, "53", 2) == 0 || strncmp(r->sqlstate, "57", 2) == 0))
		http_problem_retry(
		    req, 503, "unavailable",
		    "The database has run out of room or is being stopped. Nothing was changed; please try "
		    "again.",
		    10);
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
