/* routes: every address of the server, and who may use it. */
#ifndef BEAT_ROUTES_H
#define BEAT_ROUTES_H

#include "beat/http.h"

/* For http_conf.routes; freed by the caller with routes_free. */
struct http_route *routes_new(void);
void routes_free(struct http_route **routes);

/* Of the metrics' listener, whose port is not for workers. */
extern const struct http_route routes_metrics[];

/* "METHOD PATH WHO" a line, for --print-routes. */
void routes_print(void);

#endif
