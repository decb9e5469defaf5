/* breaker: see breaker.h. The state changes in breaker_set() only, which logs why. */
#include "breaker.h"

#include "beat/log.h"

static const char *const state_names[] = {"closed", "half-open", "open"};

static void breaker_set(struct breaker *b, enum breaker_state to, const char *why)
{
	if (b->state == to)
		return;
	log_line(to == BREAKER_OPEN ? LOG_WARN : LOG_INFO, "breaker %s model=%s was=%s: %s", state_names[to], b->name,
		 state_names[b->state], why);
	b->state = to;
}

bool breaker_admits(struct breaker *b, int64_t now_ms, bool *probe)
{
	*probe = false;
	if (b->state == BREAKER_CLOSED)
		return true;
	if (b->state == BREAKER_HALF_OPEN || now_ms < b->probe_at_ms)
		return false;
	breaker_set(b, BREAKER_HALF_OPEN, "the cool-down is over, one call goes as a probe");
	*probe = true;
	return true;
}

bool breaker_learn(struct breaker *b, int64_t now_ms, bool probe, bool alive)
{
	if (alive) {
		b->faults_in_row = 0;
		breaker_set(b, BREAKER_CLOSED, "the model answers");
		return false;
	}
	b->faults_in_row++;
	if (b->state == BREAKER_HALF_OPEN && probe)
		breaker_set(b, BREAKER_OPEN, "the probe failed");
	else if (b->state == BREAKER_CLOSED && b->faults_in_row >= b->failures)
		breaker_set(b, BREAKER_OPEN, "too many faults in a row");
	else
		return false;
	b->probe_at_ms = now_ms + b->cooldown_ms;
	return true;
}

void breaker_probe_lost(struct breaker *b, int64_t now_ms)
{
	if (b->state != BREAKER_HALF_OPEN)
		return;
	breaker_set(b, BREAKER_OPEN, "the probe was given up");
	b->probe_at_ms = now_ms;
}
