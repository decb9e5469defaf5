/* rate: see rate.h. Counted in thousandths of a token, so that no time is lost to rounding. */
#include "rate.h"

#include <stdlib.h>
#include <string.h>

#include "beat/crypto.h"
#include "beat/mem.h"

enum { PLACES = 8192, MINUTE_MS = 60000 };

/* The time that a limit is told for. */
static int64_t rate_period(enum rate_kind kind)
{
	return kind == RATE_NEWCOMERS ? 60 * (int64_t)MINUTE_MS : MINUTE_MS;
}

struct bucket {
	uint64_t who;
	int64_t level, at_ms; /* tokens times the period at that time; 0: never used */
};

struct rates {
	int limits[RATE_KINDS];
	uint64_t seed;
	struct bucket *tables[RATE_KINDS];
};

struct rates *rates_new(const int limits[RATE_KINDS])
{
	struct rates *r = xcalloc(1, sizeof(*r));

	memcpy(r->limits, limits, sizeof(r->limits));
	crypto_random((uint8_t *)&r->seed, sizeof(r->seed));
	for (int i = 0; i < RATE_KINDS; i++) {
		if (limits[i] > 0)
			r->tables[i] = xcalloc(PLACES, sizeof(struct bucket));
	}
	return r;
}

void rates_free(struct rates **rp)
{
	if (*rp == NULL)
		return;
	for (int i = 0; i < RATE_KINDS; i++)
		free((*rp)->tables[i]);
	free(*rp);
	*rp = NULL;
}

static uint64_t digest(uint64_t seed, const void *who, size_t n)
{
	const uint8_t *p = who;
	uint64_t h = seed ^ 0xcbf29ce484222325u;

	for (size_t i = 0; i < n; i++)
		h = (h ^ p[i]) * 0x100000001b3u;
	h ^= h >> 29;
	return h * 0x9e3779b97f4a7c15u;
}

static struct bucket *rates_bucket(struct rates *r, enum rate_kind kind, uint64_t id)
{
	return &r->tables[kind][(id >> 32) % PLACES];
}

int rates_take(struct rates *r, enum rate_kind kind, const void *who, size_t n, int64_t now_ms)
{
	int64_t rate, full, period = rate_period(kind);
	struct bucket *b;
	uint64_t id;

	if (r == NULL || r->tables[kind] == NULL)
		return 0;
	rate = r->limits[kind];
	full = rate * period;
	id = digest(r->seed, who, n);
	b = rates_bucket(r, kind, id);
	if (b->who != id || b->at_ms == 0)
		*b = (struct bucket){id, full, now_ms};
	if (now_ms > b->at_ms) {
		int64_t more = now_ms - b->at_ms < period ? (now_ms - b->at_ms) * rate : full;

		b->level = b->level + more < full ? b->level + more : full;
		b->at_ms = now_ms;
	}
	if (b->level < period)
		return (int)((period - b->level + rate * 1000 - 1) / (rate * 1000));
	b->level -= period;
	return 0;
}

void rates_give(struct rates *r, enum rate_kind kind, const void *who, size_t n)
{
	int64_t full, period = rate_period(kind);
	struct bucket *b;
	uint64_t id;

	if (r == NULL || r->tables[kind] == NULL)
		return;
	full = r->limits[kind] * period;
	id = digest(r->seed, who, n);
	b = rates_bucket(r, kind, id);
	if (b->who == id)
		b->level = b->level + period < full ? b->level + period : full;
}

struct http_refusal rates_refusal(enum rate_kind kind, int wait_s)
{
	static const char *const details[RATE_KINDS] = {
	    [RATE_ATTEMPTS] = "You are asking faster than can be judged. Nothing is lost: please wait a moment.",
	    [RATE_VOTES] = "You are answering faster than can be stored. Nothing is lost: please wait a moment.",
	    [RATE_ADDRESS] =
		"There is a lot of work from your address just now. Nothing is lost: please wait a moment.",
	    [RATE_SESSIONS] = "Many people are beginning from your address just now. Please wait a moment.",
	    [RATE_LOGINS] = "Many people are signing in from your address just now. Please wait a moment.",
	    [RATE_NEWCOMERS] =
		"Many new people have begun from your address within the hour. The page asks again soon."};

	return (struct http_refusal){
	    .status = 429, .slug = "too-many", .detail = details[kind], .retry_after_s = wait_s > 0 ? wait_s : 1};
}
