/* shadows: models that are asked about attempts after their verdict, in the background; nobody waits for them and
 * nobody sees their answers but the matrix of transfer. They have bounds of their own, and what is due is in the
 * database. */
#ifndef BEAT_SHADOWS_H
#define BEAT_SHADOWS_H

#include "app.h"
#include "beat/model.h"

struct shadows;

/* at_once: questions under way; conf: of the calls, whose concurrency it is too. */
struct shadows *shadows_new(struct app *app, const struct models_conf *conf, int at_once);
void shadows_free(struct shadows **s);

#endif
