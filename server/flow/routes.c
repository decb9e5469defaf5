/* routes: see routes.h. The worker's addresses are here; the dashboard's are in the
 * table of admin_routes.c. The worker's come first, because the order is the order of
 * looking. */
#include "routes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "admin_routes.h"
#include "beat/log.h"
#include "flow.h"

static const struct worker_route {
	enum http_method method;
	const char *path;
	http_handler fn;
	const char *who;
	const char *takes; /* see struct http_route */
} worker_routes[] = {
    {HTTP_POST, "/api/v1/session", flow_session, "public", ".project .task .platform .params .language .agrees"},
    {HTTP_POST, "/api/v1/attempts", flow_attempt, "worker token", ".id .question .answer .sure"},
    {HTTP_POST, "/api/v1/exercises", flow_exercise, "worker token", ".number .question .answer"},
    {HTTP_POST, "/api/v1/votes", flow_vote, "worker token", ".question .answer .reason .comment"},
    {HTTP_POST, "/api/v1/submit", flow_submit, "worker token", ""},
    {HTTP_POST, "/api/v1/next", flow_next, "worker token", ""},
    {HTTP_POST, "/api/v1/expert", flow_expert, "expert's invitation", ""},
    {HTTP_POST, "/api/v1/expert/answers", flow_expert_answer, "expert's invitation", ".item .answer"},
    {HTTP_GET, "/api/v1/openapi.json", flow_openapi, "public", NULL},
    {HTTP_GET, "/hit/{project}", flow_page, "public", NULL},
    {HTTP_GET, "/expert/{baseline}", flow_page, "public", NULL},
    {HTTP_GET, "/static/{path...}", flow_static, "public", NULL},
    {HTTP_GET, "/healthz", flow_healthz, "public", NULL},
    {HTTP_GET, "/readyz", flow_readyz, "public", NULL},
    {HTTP_GET, "/admin", flow_admin_page, "public", NULL},
    {HTTP_GET, "/admin/", flow_admin_page, "public", NULL},
    {HTTP_GET, "/admin/{path...}", flow_admin_page, "public", NULL},
};

const struct http_route routes_metrics[] = {
    {HTTP_GET, "/healthz", flow_healthz, NULL, NULL},
    {HTTP_GET, "/readyz", flow_readyz_detail, NULL, NULL},
    {HTTP_GET, "/metrics", flow_metrics, NULL, NULL},
    {0},
};

/* A row must fit its statement; a mistake shows when the server starts. */
static void routes_check_row(const struct admin_route *r)
{
	struct admin_source sources[ADMIN_PARAMS_MAX];
	char err[ADMIN_BIND_ERR];

	if (r->statement != NULL && admin_bind(r, sources, err) < 0) {
		log_error("the table of the dashboard's addresses: %s", err);
		abort();
	}
}

struct http_route *routes_new(void)
{
	size_t n = 0;
	struct http_route *routes, *out;

	while (admin_routes[n].path != NULL)
		n++;
	routes = out = xcalloc(ARRAY_LEN(worker_routes) + n + 1, sizeof(*routes));
	for (size_t i = 0; i < ARRAY_LEN(worker_routes); i++) {
		const struct worker_route *r = &worker_routes[i];

		*out++ = (struct http_route){
		    .method = r->method, .pattern = xstrdup(r->path), .fn = r->fn, .takes = r->takes};
	}
	for (const struct admin_route *r = admin_routes; r->path != NULL; r++) {
		struct buf path = BUF_INIT;

		routes_check_row(r);
		buf_addf(&path, ADMIN_PATH "%s", r->path);
		*out++ = (struct http_route){.method = r->method,
					     .pattern = buf_detach(&path),
					     .fn = r->open != NULL ? r->open : flow_admin,
					     .arg = r,
					     .takes = r->params};
	}
	return routes;
}

void routes_free(struct http_route **routes)
{
	for (struct http_route *r = *routes; r != NULL && r->pattern != NULL; r++)
		free((char *)r->pattern);
	free(*routes);
	*routes = NULL;
}

static const char *routes_method_name(enum http_method method)
{
	return method == HTTP_GET ? "GET" : "POST";
}

void routes_print(void)
{
	for (size_t i = 0; i < ARRAY_LEN(worker_routes); i++) {
		const struct worker_route *r = &worker_routes[i];

		printf("%s %s %s\n", routes_method_name(r->method), r->path, r->who);
	}
	for (const struct admin_route *r = admin_routes; r->path != NULL; r++)
		printf("%s " ADMIN_PATH "%s %s\n", routes_method_name(r->method), r->path,
		       r->open != NULL ? "public" : admin_need_name(r->need));
	for (const struct http_route *r = routes_metrics; r->pattern != NULL; r++)
		printf("%s %s metrics port\n", routes_method_name(r->method), r->pattern);
}
