/* rate: how often somebody may ask for something: token buckets in this process's memory, one a worker or address, in
 * tables of a fixed size. A bucket holds a minute's worth (of newcomers an hour's); where two share a place in a table,
 * the one who comes begins with a full bucket, so a table that is too small is too kind, never too strict. */
#ifndef BEAT_RATE_H
#define BEAT_RATE_H

#include <stdbool.h>
#include <stdint.h>

#include "beat/http.h"

enum rate_kind { RATE_ATTEMPTS, RATE_VOTES, RATE_ADDRESS, RATE_SESSIONS, RATE_LOGINS, RATE_NEWCOMERS, RATE_KINDS };

struct rates;
struct rates *rates_new(const int limits[RATE_KINDS]); /* 0: no limit */
void rates_free(struct rates **r);
/* Takes one at the time now_ms; 0, or the seconds until there is one. */
int rates_take(struct rates *r, enum rate_kind kind, const void *who, size_t n, int64_t now_ms);
/* Gives one back that was not used. */
void rates_give(struct rates *r, enum rate_kind kind, const void *who, size_t n);
/* The refusal: 429 with Retry-After. */
struct http_refusal rates_refusal(enum rate_kind kind, int wait_s);

#endif
