/* admin_routes: every address of the dashboard's API and who may use it, in one
 * table. Private to server/flow. */
#ifndef BEAT_ADMIN_ROUTES_H
#define BEAT_ADMIN_ROUTES_H

#include "admin.h"

#define ADMIN_PATH "/api/v1/admin"

/* One of: a statement that answers with one json value; a handler behind the door (fn); a handler before it (open).
 *
 * params: a word for each parameter of the statement, in order:
 *   {0} {1}     the path's arguments
 *   ?name       an argument of the query string, or NULL
 *   .name       a field of the body as text (an object or a list as JSON), or NULL
 *   $account $actor $identity   who is asking, and whether they may see workers' platform ids */
struct admin_route {
	enum http_method method;
	const char *path; /* below ADMIN_PATH */
	unsigned need;    /* MAY_… */
	enum db_lane lane;
	enum query query;
	const char *params;
	admin_then fn;
	http_handler open;
};

extern const struct admin_route admin_routes[]; /* ended by a NULL path */

/* admin.c: the handler of every row but the open ones; its route's argument is the row. */
void flow_admin(struct http_req *req, void *app);

#endif
