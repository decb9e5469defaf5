/* late: attempts that no model could judge are judged by themselves when it answers again. */
#ifndef BEAT_LATE_H
#define BEAT_LATE_H

#include "app.h"

struct late;

struct late *late_new(struct app *app);
void late_free(struct late **l);

/* A look: asks about a few attempts, one after the other, and goes on at once while answers come. Does nothing while
 * one is under way. */
void late_look(struct late *l);

#endif
