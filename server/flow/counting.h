/* counting: attempts are counted a moment after they were stored, many at once: see sql/functions/counters.sql. What
 * was left by a server that died is counted by the next, and figures read what is not counted yet as well. */
#ifndef BEAT_COUNTING_H
#define BEAT_COUNTING_H

#include "flow.h"

struct counting;

struct counting *counting_new(struct app *app);
void counting_free(struct counting **c);
/* Something was stored: within a second it is counted, and dashboards are told. */
void counting_soon(struct counting *c);

#endif
