/* rng: random numbers that a seed decides: the same on every machine and in every version, because files made with
 * them must be the same bytes again. Not for secrets (crypto.h). The generator is xoshiro256**, filled by splitmix64.
 *
 *   struct rng r = rng_seeded(7, "passages");   a stream of its own for each purpose, so that one more draw
 *   rng_below(&r, 10);                          for one thing does not change another
 */
#ifndef BEAT_RNG_H
#define BEAT_RNG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rng {
	uint64_t s[4];
};

struct rng rng_seeded(uint64_t seed, const char *stream);
uint64_t rng_next(struct rng *r);
uint64_t rng_below(struct rng *r, uint64_t n); /* 0 … n - 1, each as likely; n > 0 */
double rng_unit(struct rng *r);                /* 0 ≤ x < 1, a multiple of 2^-53 */
bool rng_chance(struct rng *r, double p);
/* Puts n elements of `size` bytes (at most 64) in a random order. */
void rng_shuffle(struct rng *r, void *base, size_t n, size_t size);

#endif
