/* child: another program of ours, run beside the event loop. It gets no input; what it says on standard error is
 * read as it comes and its last words are kept, what it prints is dropped. */
#ifndef BEAT_CHILD_H
#define BEAT_CHILD_H

#include "beat/mem.h"

struct event_base;
struct child;

enum { CHILD_NOT_STARTED = -1, CHILD_KILLED = -2 };

/* code: its exit code, or one of the above. last_words: the last line of its standard error, "" if it said nothing. */
typedef void (*child_cb)(void *arg, int code, const char *last_words);

/* argv and env ("NAME=value", put before our own environment) end with NULL. Starting never fails synchronously: the
 * callback runs exactly once and not before this has returned, with CHILD_NOT_STARTED if there is no such program. */
struct child *child_start(struct event_base *base, const char *const *argv, const char *const *env, child_cb cb,
			  void *arg);
/* Tells it to end (SIGTERM) and forgets it: the callback does not run. With its callback a child is over. */
void child_cancel(struct child **child);

#endif
