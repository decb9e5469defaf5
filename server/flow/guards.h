/* guards: what answers say about what a project holds its models to (SQL's model_guard()), told to the database, which
 * raises and ends alerts. Told when it changes and once a minute while it is so: one alert a cause, not one an attempt.
 */
#ifndef BEAT_GUARDS_H
#define BEAT_GUARDS_H

#include "app.h"
#include "beat/model.h"

struct guards *guards_new(struct app *app);
void guards_free(struct guards **g);
/* guard is what the model was asked with; NULL: nothing, and nothing is done. */
void guards_saw(struct guards *g, const char *guard, const struct model_answer *m);

#endif
