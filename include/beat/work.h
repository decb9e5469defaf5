/* work: a few threads behind the loop, for what would hold it up (hashing a password,
 * reading a passage or a file that is sent).
 *
 * run(arg) runs in one of the threads and may touch nothing but its argument;
 * done(arg) runs on the loop afterwards, exactly once, and not before work_start
 * returned. A job that still waits can be taken back; one that has begun cannot: a flow
 * that no longer wants the result says so in its argument, and done() throws it away. */
#ifndef BEAT_WORK_H
#define BEAT_WORK_H

#include <stdbool.h>

#include "beat/mem.h"

struct event_base;
struct work;

/* queue_max: jobs that may be waiting or under way. */
struct work *work_new(struct event_base *base, int threads, int queue_max);
/* Waits for everything that was started; its done() has run when this returns. */
void work_free(struct work **w);

/* 0, or -1 if the queue is full: then nothing was started and done() will not run. */
int work_start(struct work *w, void (*run)(void *arg), void (*done)(void *arg), void *arg) BEAT_NODISCARD;

/* Takes the job with this argument back, if it has not begun: true, and neither run() nor done() will be called. */
bool work_cancel(struct work *w, const void *arg) BEAT_NODISCARD;

int work_waiting(struct work *w);       /* jobs that have not begun */
int work_pending(const struct work *w); /* jobs waiting, under way or not yet done() */

#endif
