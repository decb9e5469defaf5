/* rate: how often somebody may ask for something: token buckets in this process's memory, in tables of a fixed size. A
 * bucket holds a minute's worth (of newcomers an hour's). A table has room for thousands; where it is full, the bucket
 * that misses least makes room, so a table that is too small is too kind, never too strict, and who has used theirs up
 * stays so.
 *
 * Many share an address: an office, a university. So what one person does is counted by person first, and the address
 * bounds what is left: it never stops who is known here or asks at a person's pace. */
#ifndef BEAT_RATE_H
#define BEAT_RATE_H

#include <stdbool.h>
#include <stdint.h>

#include "beat/http.h"

enum rate_kind {
	RATE_ATTEMPTS, /* of a worker; so with votes */
	RATE_VOTES,
	RATE_HIT,       /* either, of one assignment */
	RATE_ADDRESS,   /* either, of one address */
	RATE_RESERVE,   /* what a worker has left when the address has nothing */
	RATE_ENTRIES,   /* sessions of one worker at one address */
	RATE_SESSIONS,  /* of one address, by whoever is not known there */
	RATE_NEWCOMERS, /* of one address */
	RATE_TRIES,     /* to sign in under one name at one address */
	RATE_LOGINS,    /* of one address, by whoever is not known there */
	RATE_KINDS
};

struct rates;
struct rates *rates_new(const int limits[RATE_KINDS]); /* 0: no limit */
void rates_free(struct rates **r);
/* Takes one at the time now_ms; 0, or the seconds until there is one. */
int rates_take(struct rates *r, enum rate_kind kind, const void *who, size_t n, int64_t now_ms);
/* Gives one back that was not used. */
void rates_give(struct rates *r, enum rate_kind kind, const void *who, size_t n);

/* Who somebody at an address is; of IPv6 the network of 64 bits counts, since who has one address has all of it. name
 * may be NULL: the address alone. */
struct rate_who {
	uint64_t address, name;
};
struct rate_who rates_who(const struct rates *r, const char *address, const char *name);
/* Somebody was let in there, and was since the server started or was forgotten for others who were. */
void rates_know(struct rates *r, const struct rate_who *who);
bool rates_knows(const struct rates *r, const struct rate_who *who);

/* The refusal: 429 with Retry-After. */
struct http_refusal rates_refusal(enum rate_kind kind, int wait_s);

#endif
