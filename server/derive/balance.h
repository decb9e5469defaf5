/* balance: cuts titles in two halves that are as alike as titles allow. Pure. */
#ifndef BEAT_DERIVE_BALANCE_H
#define BEAT_DERIVE_BALANCE_H

#include <stddef.h>
#include <stdint.h>

struct balance_item {
	int64_t questions, passages;
	int side; /* 0 or 1, when it is done */
};

/* How unlike the halves are: the difference in questions as a part of all questions, plus the same of passages, times
 * the product of both totals, so that it is a whole number. */
uint64_t balance_unlike(const struct balance_item *items, size_t n);

/* Gives each item a side. Sets out from several random halves, drawn by the seed, and moves single titles across, or
 * exchanges two, while that makes the halves more alike; the best that is found counts, of equals the first. Both
 * sides get at least one item if there are two. Beyond BALANCE_EXCHANGED items only single ones are moved. */
enum { BALANCE_TRIES = 16, BALANCE_EXCHANGED = 1000 };
void balance_halves(struct balance_item *items, size_t n, const char *seed);

#endif
