/* loop: the door to libevent's base: creation with the fast flags, clean stop on
 * SIGTERM/SIGINT, timers and deferred calls. */
#ifndef BEAT_LOOP_H
#define BEAT_LOOP_H

#include <stdbool.h>
#include <stdint.h>

struct event_base;
struct loop_timer;

typedef void (*loop_cb)(void *arg);

struct event_base *loop_new(void);
void loop_free(struct event_base **base);
void loop_run(struct event_base *base);
void loop_stop(struct event_base *base);

/* Calls fn once when SIGTERM or SIGINT arrives (a second one ends the process). */
void loop_on_stop_signal(struct event_base *base, loop_cb fn, void *arg);

/* Calls fn each time SIGHUP arrives: read again what can be read again. */
void loop_on_reload_signal(struct event_base *base, loop_cb fn, void *arg);

/* A timer that can be set again and again. Freed timers never fire. */
struct loop_timer *loop_timer_new(struct event_base *base, loop_cb fn, void *arg);
void loop_timer_set(struct loop_timer *t, int ms);
void loop_timer_clear(struct loop_timer *t);
void loop_timer_free(struct loop_timer **t);

/* Milliseconds of the monotonic clock. */
int64_t loop_now_ms(void);
int64_t loop_now_us(void);

#endif
