/* admin_routes: every address of the dashboard's API and who may use it, in one
 * table. Private to server/flow. */
#ifndef BEAT_ADMIN_ROUTES_H
#define BEAT_ADMIN_ROUTES_H

#include "admin.h"

#define ADMIN_PATH "/api/v1/admin"

/* One of: a statement that answers with one json value; a handler behind the door (fn); a handler before it (open).
 *
 * params: a word for each parameter of the statement, in any order; it says where the parameter of that name comes
 * from: {name}      the path's argument ?name       an argument of the query string, or NULL .name       a field of the
 * body as text (an object or a list as JSON), or NULL $account $actor $identity   who is asking, and whether they may
 * see workers' platform ids other={name}  and so on: the parameter has another name. A handler's row has those that it
 * reads; what is no word of a row is refused. */
struct admin_route {
	enum http_method method;
	const char *path; /* below ADMIN_PATH */
	unsigned need;    /* MAY_… */
	enum db_lane lane;
	const struct sql_statement *statement;
	const char *params;
	admin_then fn;
	http_handler open;
};

extern const struct admin_route admin_routes[]; /* ended by a NULL path */

/* admin_bind.c: where each parameter of a row's statement comes from, in the order of the statement. -1 and why in err
 * if a word names no parameter or no argument of the path, if a parameter has no word or two, or if a word is none. */
enum { ADMIN_PARAMS_MAX = 16, ADMIN_BIND_ERR = 200, ADMIN_WORD_MAX = 40 };
struct admin_source {
	enum {
		ADMIN_FROM_PATH,
		ADMIN_FROM_QUERY,
		ADMIN_FROM_BODY,
		ADMIN_FROM_ACCOUNT,
		ADMIN_FROM_ACTOR,
		ADMIN_FROM_IDENTITY
	} kind;
	int path_arg;
	char name[ADMIN_WORD_MAX];
};
int admin_bind(const struct admin_route *route, struct admin_source sources[ADMIN_PARAMS_MAX],
	       char err[ADMIN_BIND_ERR]);

/* What those must see who take a row: "project", "hit" and so on, which the first argument of its path tells; "":
 * nothing, its answer holds what they see; NULL: everything. */
const char *admin_route_kind(const struct admin_route *route);

/* admin.c: the handler of every row but the open ones; its route's argument is the row. */
void flow_admin(struct http_req *req, void *app);

#endif
