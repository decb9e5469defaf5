/* curate_lengths: distributions of lengths, their distance, and how many of each to draw: see curate.h. Pure. */
#include <math.h>

#include "curate_impl.h"

double curate_lengths_mean(const struct curate_lengths *l)
{
	double sum = 0;

	for (size_t i = 0; i <= CORPUS_TEXT_MAX; i++)
		sum += (double)i * (double)l->of[i];
	return l->n > 0 ? sum / (double)l->n : 0;
}

/* A cut behind the length at which so many twentieths are reached; equal cuts are one. */
void curate_bins_of(struct curate_bins *b, const struct curate_lengths *reference)
{
	int64_t below = 0;

	b->n = 0;
	for (int32_t length = 0; length <= CORPUS_TEXT_MAX; length++) {
		below += reference->of[length];
		if (reference->of[length] > 0 && b->n < CURATE_BINS - 1 &&
		    below * CURATE_BINS >= reference->n * (int64_t)(b->n + 1) && below < reference->n)
			b->most[b->n++] = length;
	}
	b->most[b->n++] = CORPUS_TEXT_MAX;
}

size_t curate_bin(const struct curate_bins *b, size_t length)
{
	size_t i = 0;

	while (i + 1 < b->n && (int64_t)length > b->most[i])
		i++;
	return i;
}

static void counts_of(const struct curate_bins *b, const struct curate_lengths *l, int64_t counts[CURATE_BINS])
{
	for (size_t i = 0; i < CURATE_BINS; i++)
		counts[i] = 0;
	for (size_t length = 0; length <= CORPUS_TEXT_MAX; length++)
		if (l->of[length] > 0)
			counts[curate_bin(b, length)] += l->of[length];
}

struct curate_distance curate_distance(const struct curate_bins *b, const struct curate_lengths *reference,
				       const struct curate_lengths *other)
{
	struct curate_distance d = {1, 1};
	int64_t one[CURATE_BINS], two[CURATE_BINS];
	double below_one = 0, below_two = 0;

	if (reference->n == 0 || other->n == 0)
		return d;
	d = (struct curate_distance){0, 0};
	counts_of(b, reference, one);
	counts_of(b, other, two);
	for (size_t i = 0; i < b->n; i++)
		d.variation += fabs((double)one[i] / (double)reference->n - (double)two[i] / (double)other->n) / 2;
	for (size_t i = 0; i <= CORPUS_TEXT_MAX; i++) {
		below_one += (double)reference->of[i];
		below_two += (double)other->of[i];
		d.cumulated = fmax(d.cumulated, fabs(below_one / (double)reference->n - below_two / (double)other->n));
	}
	return d;
}

/* As many as can be: the scarcest bin that has any decides. */
static int64_t most_of(const int64_t *wanted, const int64_t *there, size_t n, int64_t all)
{
	int64_t most = INT64_MAX;

	for (size_t i = 0; i < n; i++)
		if (wanted[i] > 0 && there[i] > 0) {
			int64_t possible = (int64_t)((double)there[i] * (double)all / (double)wanted[i]);

			most = possible < most ? possible : most;
		}
	return most == INT64_MAX ? 0 : most;
}

/* Shares of `want` by the reference, rounded down; what is left goes to the greatest remainders, the first of equal. */
void curate_quota(const struct curate_bins *b, const struct curate_lengths *reference,
		  const struct curate_lengths *there, int64_t want, int64_t quota[CURATE_BINS])
{
	int64_t wanted[CURATE_BINS], have[CURATE_BINS], given = 0;
	double remainder[CURATE_BINS];

	counts_of(b, reference, wanted);
	counts_of(b, there, have);
	if (want == 0)
		want = most_of(wanted, have, b->n, reference->n);
	for (size_t i = 0; i < b->n; i++) {
		double share = (double)want * (double)wanted[i] / (double)reference->n;

		quota[i] = (int64_t)share;
		remainder[i] = share - (double)quota[i];
		given += quota[i];
	}
	for (; given < want; given++) {
		size_t best = 0;

		for (size_t i = 1; i < b->n; i++)
			if (remainder[i] > remainder[best])
				best = i;
		quota[best]++;
		remainder[best] = -1;
	}
	for (size_t i = 0; i < b->n; i++)
		if (quota[i] > have[i])
			quota[i] = have[i];
}
