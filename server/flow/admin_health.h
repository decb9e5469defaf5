/* admin_health: how the models do. Private to server/flow. */
#ifndef BEAT_ADMIN_HEALTH_H
#define BEAT_ADMIN_HEALTH_H

#include "admin.h"

/* GET /models/health, MAY_LOOK */
void admin_models_health(struct http_req *req, struct app *app, const struct admin_who *who, const void *arg);

#endif
