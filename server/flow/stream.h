/* stream: what changes in the database, told to the dashboards that are open, as
 * server-sent events. Private to server/flow. */
#ifndef BEAT_STREAM_H
#define BEAT_STREAM_H

#include "admin.h"

struct streams;

struct streams *streams_new(struct app *app);
void streams_free(struct streams **s);
int streams_count(const struct streams *s);

/* GET /stream?project=NAME, MAY_LOOK */
void admin_stream(struct http_req *req, struct app *app, const struct admin_who *who, const void *arg);

#endif
