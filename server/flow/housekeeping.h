/* housekeeping: what must happen without anybody asking. Private to server/flow and beatd. */
#ifndef BEAT_HOUSEKEEPING_H
#define BEAT_HOUSEKEEPING_H

#include "flow.h"

struct housekeeping;

struct housekeeping *housekeeping_new(struct app *app, int every_s);
void housekeeping_free(struct housekeeping **h);

#endif
