/* pace: how quickly one endpoint may be asked: at most so many calls in any minute, and not while it has asked to be
 * left in peace. Time is an argument, so that it can be tested without waiting. */
#ifndef BEAT_MODEL_PACE_H
#define BEAT_MODEL_PACE_H

#include <stdint.h>

struct pace {
	int per_minute; /* 0: no limit */
	int64_t *sent;  /* the last per_minute calls, a ring; NULL until the first */
	int at, in_row; /* where the next goes; refusals since the last answer */
	int64_t until;  /* nothing is sent before */
};

void pace_init(struct pace *p, int per_minute);
void pace_release(struct pace *p);

/* Milliseconds until the next call may go; 0: at once. */
int64_t pace_wait(const struct pace *p, int64_t now_ms);
void pace_sent(struct pace *p, int64_t now_ms);
/* It said "too many": wait as long as it asks (seconds; 0: it does not say, so it is twice as long each time). */
void pace_refused(struct pace *p, int64_t now_ms, int retry_after_s);
void pace_answered(struct pace *p);

#endif
