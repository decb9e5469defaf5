/* rng: see the header. */
#include "beat/rng.h"

#include <assert.h>
#include <string.h>

static uint64_t splitmix(uint64_t *x)
{
	uint64_t z = *x += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

/* The stream's name goes in by FNV-1a. */
struct rng rng_seeded(uint64_t seed, const char *stream)
{
	uint64_t name = UINT64_C(0xcbf29ce484222325), x;
	struct rng r;

	for (; *stream != '\0'; stream++)
		name = (name ^ (unsigned char)*stream) * UINT64_C(0x100000001b3);
	x = seed;
	x = splitmix(&x) ^ name;
	for (int i = 0; i < 4; i++)
		r.s[i] = splitmix(&x);
	return r;
}

static uint64_t rotated(uint64_t x, int by)
{
	return x << by | x >> (64 - by);
}

uint64_t rng_next(struct rng *r)
{
	uint64_t *s = r->s, result = rotated(s[1] * 5, 7) * 9, t = s[1] << 17;

	s[2] ^= s[0];
	s[3] ^= s[1];
	s[1] ^= s[2];
	s[0] ^= s[3];
	s[2] ^= t;
	s[3] = rotated(s[3], 45);
	return result;
}

/* Lemire's way: the high half of a product, drawn again where the low half would favour some. */
uint64_t rng_below(struct rng *r, uint64_t n)
{
	unsigned __int128 product;
	uint64_t least = -n % n;

	assert(n > 0);
	do
		product = (unsigned __int128)rng_next(r) * n;
	while ((uint64_t)product < least);
	return (uint64_t)(product >> 64);
}

double rng_unit(struct rng *r)
{
	return (double)(rng_next(r) >> 11) * 0x1p-53;
}

bool rng_chance(struct rng *r, double p)
{
	return rng_unit(r) < p;
}

void rng_shuffle(struct rng *r, void *base, size_t n, size_t size)
{
	char *p = base, hold[64];

	assert(size <= sizeof(hold));
	for (size_t i = n; i > 1; i--) {
		size_t j = rng_below(r, i);

		memcpy(hold, p + (i - 1) * size, size);
		memmove(p + (i - 1) * size, p + j * size, size);
		memcpy(p + j * size, hold, size);
	}
}
