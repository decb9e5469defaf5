/* canaries: models are asked the questions of their canaries when these are due (SQL's canary_take()), by one server at
 * a time, one question after the other, with calls and bounds of their own: a worker's call never waits for one. */
#ifndef BEAT_CANARIES_H
#define BEAT_CANARIES_H

#include "app.h"
#include "beat/model.h"

struct canaries *canaries_new(struct app *app, const struct models_conf *conf);
void canaries_free(struct canaries **c);
/* The model of this name is reached again: its canaries are due. */
void canaries_returned(void *app, const char *name);

#endif
