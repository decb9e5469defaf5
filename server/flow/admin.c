/* admin: the dashboard's API as a table (admin_routes.c). A row says who may, which
 * statement answers and where its parameters come from; this file does the rest:
 * enter, collect, ask, answer. */
#include "admin.h"

#include <stdio.h>
#include <stdlib.h>

#include "admin_routes.h"

enum { DESK_TIMEOUT_MS = 12000, SLOW_TIMEOUT_MS = 24000 };

/* --- answers of the database -------------------------------------------- */

bool admin_task_has_row(struct flow_task *t, const struct db_result *r, const char *doing)
{
	if (flow_has_row(r))
		return true;
	admin_db_failed(flow_task_give(t), r, doing);
	flow_task_end(t);
	return false;
}

void admin_task_answer(struct flow_task *t, const struct db_result *r, const char *doing)
{
	struct q_answer_row row;

	if (!admin_task_has_row(t, r, doing))
		return;
	row = q_answer_row(r, 0);
	http_reply(flow_task_give(t), 200, "application/json", row.answer, row.answer_len);
	flow_task_end(t);
}

/* --- one request -------------------------------------------------------- */

struct admin_call {
	struct flow_task task;
	const struct admin_route *route;
};

static void admin_on_answer(void *arg, const struct db_result *r)
{
	struct admin_call *c = arg;

	admin_task_answer(&c->task, r, c->route->path);
}

/* The parameters of one statement, in its order. What was made for it is in `made`. */
struct admin_params {
	const char *value[ADMIN_PARAMS_MAX];
	char *made[ADMIN_PARAMS_MAX];
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

static const char *admin_param_text(struct http_req *req, const struct admin_who *who, const json_t *body,
				    const struct admin_source *from, const char *account, char **made)
{
	switch (from->kind) {
	case ADMIN_FROM_PATH:
		return http_path_arg(req, from->path_arg);
	case ADMIN_FROM_QUERY:
		return http_query(req, from->name);
	case ADMIN_FROM_BODY:
		return admin_field(body, from->name, made);
	case ADMIN_FROM_ACCOUNT:
		return account;
	case ADMIN_FROM_ACTOR:
		return who->actor;
	case ADMIN_FROM_IDENTITY:
		return (who->may & MAY_IDENTITY) != 0 ? "true" : "false";
	}
	return NULL;
}

static void admin_collect(struct http_req *req, const struct admin_who *who, const json_t *body,
			  const struct admin_route *route, struct admin_params *p)
{
	struct admin_source sources[ADMIN_PARAMS_MAX];
	char err[ADMIN_BIND_ERR];

	if (admin_bind(route, sources, err) < 0)
		abort(); /* every row was bound when the server started */
	snprintf(p->account, sizeof(p->account), "%lld", (long long)who->account);
	for (int i = 0; i < route->statement->param_count; i++)
		p->value[i] = admin_param_text(req, who, body, &sources[i], p->account, &p->made[i]);
}

static void admin_run_statement(struct http_req *req, struct app *app, const struct admin_who *who, const void *arg)
{
	const struct admin_route *route = arg;
	struct admin_params p = {0};
	struct admin_call *c;

	if (!http_query_is_clean(req)) {
		admin_refuse(req, REFUSE_ADDRESS);
		return;
	}
	c = flow_task_new(sizeof(*c), req, app);
	c->route = route;
	c->task.timeout_ms = route->lane == DB_SLOW ? SLOW_TIMEOUT_MS : DESK_TIMEOUT_MS;
	if (route->method == HTTP_POST && !flow_task_read(&c->task))
		return;
	admin_collect(req, who, c->task.body, route, &p);
	flow_task_ask(&c->task, route->lane, sql_ask_texts(route->statement, p.value, route->statement->param_count),
		      admin_on_answer);
	for (int i = 0; i < ADMIN_PARAMS_MAX; i++)
		free(p.made[i]);
}

void flow_admin(struct http_req *req, void *app)
{
	const struct admin_route *route = http_route_arg(req);

	if (flow_knows_arguments(req))
		admin_enter(req, app, route, route->fn != NULL ? route->fn : admin_run_statement);
}
