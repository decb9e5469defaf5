/* admin: the dashboard's API as a table (admin_routes.c). A row says who may, which
 * statement answers and where its parameters come from; this file does the rest:
 * enter, collect, ask, answer. It is also the one place that turns the database's
 * refusals into HTTP.
 *
 * The statements run on lanes where each is a transaction of its own, so they may
 * refuse by raising: BE001 is 422, BE404 is 404, and so on; the message is for people. */
#include "admin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "admin_routes.h"
#include "beat/log.h"

enum { PARAMS_MAX = 16, DESK_TIMEOUT_MS = 12000, SLOW_TIMEOUT_MS = 24000 };

/* --- answers of the database -------------------------------------------- */

/* The HTTP status of a refusal; 0 if the error is none. */
static int refusal_status(const char *sqlstate)
{
	if (strcmp(sqlstate, "BE001") == 0)
		return 422;
	if (strncmp(sqlstate, "BE", 2) == 0)
		return (int)strtol(sqlstate + 2, NULL, 10);
	/* 22: not a value of its type; 23: against a constraint; 54: nested too deeply, too long. */
	if (strncmp(sqlstate, "22", 2) == 0 || strncmp(sqlstate, "23", 2) == 0 || strncmp(sqlstate, "54", 2) == 0)
		return 422;
	return 0;
}

static const char *refusal_slug(int status, bool ours)
{
	switch (status) {
	case 403:
		return "forbidden";
	case 404:
		return "not-found";
	case 409:
		return "conflict";
	case 410:
		return "gone";
	case 422:
		return ours ? "refused" : "invalid";
	default:
		return NULL;
	}
}

void admin_db_failed(struct http_req *req, const struct db_result *r, const char *doing)
{
	bool ours = strncmp(r->sqlstate, "BE", 2) == 0;
	int status = r->status == DB_ERROR ? refusal_status(r->sqlstate) : 0;
	const char *slug = refusal_slug(status, ours);
	struct buf sentence = BUF_INIT;

	if (slug == NULL) {
		flow_db_failed(req, r, doing);
		return;
	}
	if (ours)
		buf_adds(&sentence, r->message);
	else
		buf_addf(&sentence, "The database does not take this value: %s.", r->message);
	log_info("request=%s %s: refused sqlstate=%s constraint=%s", http_id(req), doing, r->sqlstate, r->constraint);
	http_problem(req, status, slug, sentence.p);
	buf_release(&sentence);
}

void admin_db_answer(struct http_req *req, const struct db_result *r, const char *doing)
{
	if (r->status != DB_OK) {
		admin_db_failed(req, r, doing);
	} else if (r->rows != 1 || db_str(r, 0, 0) == NULL) {
		log_error("request=%s %s: the database answered with nothing", http_id(req), doing);
		http_problem(req, 500, "internal", "The server has no answer to this. Please reload the page.");
	} else {
		http_reply(req, 200, "application/json", db_str(r, 0, 0), db_len(r, 0, 0));
	}
}

/* --- one request -------------------------------------------------------- */

struct admin_call {
	struct http_req *req;
	const struct admin_route *route;
	struct db_call *call;
};

static void call_free(struct admin_call *c)
{
	db_cancel(&c->call);
	free(c);
}

static void on_deadline(void *arg)
{
	struct admin_call *c = arg;

	http_problem_retry(c->req, 503, "unavailable", "The server took too long. Please try again.", 2);
	call_free(c);
}

static void on_answer(void *arg, const struct db_result *r)
{
	struct admin_call *c = arg;

	c->call = NULL;
	admin_db_answer(c->req, r, c->route->path);
	call_free(c);
}

/* The parameters of one statement. What was made for it is in `made`. */
struct admin_params {
	const char *value[PARAMS_MAX];
	char *made[PARAMS_MAX];
	int count;
	char account[24];
};

const char *admin_field(const json_t *body, const char *name, char **made)
{
	const json_t *v = json_object_get(body, name);

	if (v == NULL || json_is_null(v))
		return NULL;
	if (json_is_string(v))
		return json_string_value(v);
	*made = json_dumps(v, JSON_COMPACT | JSON_ENCODE_ANY);
	return *made;
}

static const char *param_text(struct http_req *req, const struct admin_who *who, const json_t *body, const char *word,
			      struct admin_params *p)
{
	switch (*word) {
	case '{':
		return http_path_arg(req, word[1] - '0');
	case '?':
		return http_query(req, word + 1);
	case '.':
		return admin_field(body, word + 1, &p->made[p->count]);
	default:
		break;
	}
	if (strcmp(word, "$account") == 0)
		return p->account;
	if (strcmp(word, "$actor") == 0)
		return who->actor;
	return ADMIN_BOOL((who->may & MAY_IDENTITY) != 0);
}

static void collect(struct http_req *req, const struct admin_who *who, const json_t *body, const char *words,
		    struct admin_params *p)
{
	char word[40];

	snprintf(p->account, sizeof(p->account), "%lld", (long long)who->account);
	while (*words != '\0') {
		size_t n = strcspn(words, " ");

		snprintf(word, sizeof(word), "%.*s", (int)n, words);
		p->value[p->count] = param_text(req, who, body, word, p);
		p->count++;
		words += n + strspn(words + n, " ");
	}
}

static void start(struct http_req *req, struct app *app, const struct admin_route *route, const struct admin_params *p)
{
	struct admin_call *c = xcalloc(1, sizeof(*c));
	int timeout = route->lane == DB_SLOW ? SLOW_TIMEOUT_MS : DESK_TIMEOUT_MS;

	c->req = req;
	c->route = route;
	http_on_deadline(req, on_deadline, c);
	c->call = db_start(app->db, route->lane, route->query, p->value, timeout, on_answer, c);
}

static void run_statement(struct http_req *req, struct app *app, const struct admin_who *who, const void *arg)
{
	const struct admin_route *route = arg;
	struct admin_params p = {0};
	json_t *body = NULL;

	if (!http_query_is_clean(req)) {
		http_problem(req, 422, "invalid", "The address carries something that is not text in UTF-8.");
		return;
	}
	if (route->method == HTTP_POST && (body = flow_read_object(req)) == NULL)
		return;
	collect(req, who, body, route->params, &p);
	start(req, app, route, &p);
	for (int i = 0; i < p.count; i++)
		free(p.made[i]);
	json_decref(body);
}

void flow_admin(struct http_req *req, void *app)
{
	const struct admin_route *route = http_route_arg(req);

	admin_enter(req, app, route->need, route->fn != NULL ? route->fn : run_statement, route);
}
