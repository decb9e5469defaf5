/* loop_turn: lets the loop of a test turn. */
#ifndef BEAT_TEST_LOOP_TURN_H
#define BEAT_TEST_LOOP_TURN_H

#include "beat/loop.h"

static inline void loop_turn_stop(void *base)
{
	loop_stop(base);
}

static inline void loop_turn_give_up(void *base)
{
	(void)base;
	fail_msg("the callback did not run");
}

static inline void loop_turn_with(struct event_base *base, int ms, void (*at_the_end)(void *base))
{
	struct loop_timer *t = loop_timer_new(base, at_the_end, base);

	loop_timer_set(t, ms);
	loop_run(base);
	loop_timer_free(&t);
}

/* For so long, or until loop_stop(). */
static inline void loop_turn(struct event_base *base, int ms)
{
	loop_turn_with(base, ms, loop_turn_stop);
}

/* Until loop_stop(), which must come within five seconds. */
static inline void loop_turn_until_stopped(struct event_base *base)
{
	loop_turn_with(base, 5000, loop_turn_give_up);
}

#endif
