/* rate: see rate.h. Counted in thousandths of a token, so that no time is lost to rounding. */
#include "rate.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

#include "beat/crypto.h"
#include "beat/mem.h"

enum { ROWS = 1024, WAYS = 8, MINUTE_MS = 60000 };

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
	struct bucket *tables[RATE_KINDS]; /* each ROWS of WAYS */
	uint64_t known[ROWS][WAYS];        /* newest first */
};

struct rates *rates_new(const int limits[RATE_KINDS])
{
	struct rates *r = xcalloc(1, sizeof(*r));

	memcpy(r->limits, limits, sizeof(r->limits));
	crypto_random((uint8_t *)&r->seed, sizeof(r->seed));
	for (int i = 0; i < RATE_KINDS; i++) {
		if (limits[i] > 0)
			r->tables[i] = xcalloc(ROWS, WAYS * sizeof(struct bucket));
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

static struct bucket *rates_row(const struct rates *r, enum rate_kind kind, uint64_t id)
{
	return &r->tables[kind][(id >> 32) % ROWS * WAYS];
}

static struct bucket *rates_find(const struct rates *r, enum rate_kind kind, uint64_t id)
{
	struct bucket *row = rates_row(r, kind, id);

	for (int i = 0; i < WAYS; i++) {
		if (row[i].at_ms != 0 && row[i].who == id)
			return &row[i];
	}
	return NULL;
}

/* As full as it is by now. */
static void rates_fill(const struct rates *r, enum rate_kind kind, struct bucket *b, int64_t now_ms)
{
	int64_t period = rate_period(kind), rate = r->limits[kind], full = rate * period, more;

	if (now_ms <= b->at_ms)
		return;
	more = now_ms - b->at_ms < period ? (now_ms - b->at_ms) * rate : full;
	b->level = b->level + more < full ? b->level + more : full;
	b->at_ms = now_ms;
}

/* A full one, in the place of the one that misses least. */
static struct bucket *rates_begin(const struct rates *r, enum rate_kind kind, uint64_t id, int64_t now_ms)
{
	struct bucket *row = rates_row(r, kind, id), *place = row;

	for (int i = 0; i < WAYS && place->at_ms != 0; i++) {
		rates_fill(r, kind, &row[i], now_ms);
		if (row[i].at_ms == 0 || row[i].level > place->level)
			place = &row[i];
	}
	*place = (struct bucket){id, r->limits[kind] * rate_period(kind), now_ms};
	return place;
}

int rates_take(struct rates *r, enum rate_kind kind, const void *who, size_t n, int64_t now_ms)
{
	int64_t rate, period = rate_period(kind);
	struct bucket *b;
	uint64_t id;

	if (r == NULL || r->tables[kind] == NULL)
		return 0;
	rate = r->limits[kind];
	id = digest(r->seed, who, n);
	b = rates_find(r, kind, id);
	if (b == NULL)
		b = rates_begin(r, kind, id, now_ms);
	rates_fill(r, kind, b, now_ms);
	if (b->level < period)
		return (int)((period - b->level + rate * 1000 - 1) / (rate * 1000));
	b->level -= period;
	return 0;
}

void rates_give(struct rates *r, enum rate_kind kind, const void *who, size_t n)
{
	int64_t full, period = rate_period(kind);
	struct bucket *b;

	if (r == NULL || r->tables[kind] == NULL)
		return;
	full = r->limits[kind] * period;
	b = rates_find(r, kind, digest(r->seed, who, n));
	if (b != NULL)
		b->level = b->level + period < full ? b->level + period : full;
}

struct rate_who rates_who(const struct rates *r, const char *address, const char *name)
{
	uint64_t seed = r != NULL ? r->seed : 0;
	struct in6_addr network;
	bool wide = inet_pton(AF_INET6, address, &network) == 1;

	return (struct rate_who){wide ? digest(seed, &network, 8) : digest(seed, address, strlen(address)),
				 name != NULL ? digest(seed, name, strlen(name)) : 0};
}

static int rates_known_at(const uint64_t row[WAYS], uint64_t id)
{
	int i = 0;

	while (i < WAYS && row[i] != id)
		i++;
	return i;
}

void rates_know(struct rates *r, const struct rate_who *who)
{
	uint64_t id, *row;
	int i;

	if (r == NULL)
		return;
	id = digest(r->seed, who, sizeof(*who));
	row = r->known[(id >> 32) % ROWS];
	i = rates_known_at(row, id);
	memmove(row + 1, row, (size_t)(i < WAYS ? i : WAYS - 1) * sizeof(*row));
	row[0] = id;
}

bool rates_knows(const struct rates *r, const struct rate_who *who)
{
	uint64_t id;

	if (r == NULL)
		return false;
	id = digest(r->seed, who, sizeof(*who));
	return rates_known_at(r->known[(id >> 32) % ROWS], id) < WAYS;
}

struct http_refusal rates_refusal(enum rate_kind kind, int wait_s)
{
	static const char *const details[RATE_KINDS] = {
	    [RATE_ATTEMPTS] = "You are asking faster than can be judged. Nothing is lost: please wait a moment.",
	    [RATE_VOTES] = "You are answering faster than can be stored. Nothing is lost: please wait a moment.",
	    [RATE_HIT] = "There is more from this HIT than can be judged. Nothing is lost: please wait a moment.",
	    [RATE_RESERVE] =
		"There is a lot of work from your address just now. Nothing is lost: please wait a moment.",
	    [RATE_ENTRIES] = "You are opening this page more often than can be answered. Please wait a moment.",
	    [RATE_SESSIONS] = "Many people are beginning from your address just now. Please wait a moment.",
	    [RATE_TRIES] = "There were many tries to sign in under this name. Please wait a moment.",
	    [RATE_LOGINS] = "Many people are signing in from your address just now. Please wait a moment.",
	    [RATE_NEWCOMERS] =
		"Many new people have begun from your address within the hour. The page asks again soon."};

	return (struct http_refusal){
	    .status = 429, .slug = "too-many", .detail = details[kind], .retry_after_s = wait_s > 0 ? wait_s : 1};
}
