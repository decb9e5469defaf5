/* breaker: the circuit breaker of one endpoint. Closed: calls go. After `failures`
 * faults in a row it opens: calls are turned away. After `cooldown_ms` it is
 * half-open: the next call goes as the only probe, and closes or opens it again.
 * Time is an argument, so that it can be tested without waiting. */
#ifndef BEAT_BREAKER_H
#define BEAT_BREAKER_H

#include <stdbool.h>
#include <stdint.h>

enum breaker_state { BREAKER_CLOSED, BREAKER_HALF_OPEN, BREAKER_OPEN };

struct breaker {
	const char *name; /* of the model, for the log */
	int failures, cooldown_ms;
	enum breaker_state state;
	int faults_in_row;
	int64_t probe_at_ms; /* while open: from when on a probe may go */
};

/* Whether a new call may go; *probe tells that it is the probe. */
bool breaker_admits(struct breaker *b, int64_t now_ms, bool *probe);
/* What an asked call tells. Any sign of life closes. True if it opened now. */
bool breaker_learn(struct breaker *b, int64_t now_ms, bool probe, bool alive);
/* The probe came to nothing for a reason that is not the model's: the next call probes. */
void breaker_probe_lost(struct breaker *b, int64_t now_ms);

#endif
