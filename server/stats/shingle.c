/* shingle: see include/beat/shingle.h. The sketch is a one-permutation MinHash: every run
 * of words has one hash, whose bin is its low part; a bin keeps its least hash, and an
 * empty one borrows from the next that is not. */
#include "beat/shingle.h"

#include <stdlib.h>
#include <string.h>

#include "beat/mem.h"

enum { BINS = SHINGLE_BANDS * SHINGLE_BAND_ROWS };

static uint64_t mix(uint64_t h)
{
	h ^= h >> 33;
	h *= UINT64_C(0xff51afd7ed558ccd);
	h ^= h >> 33;
	h *= UINT64_C(0xc4ceb9fe1a85ec53);
	return h ^ h >> 33;
}

static uint64_t hash_token(struct text_token token)
{
	uint64_t h = UINT64_C(0xcbf29ce484222325);

	for (size_t i = 0; i < token.n; i++)
		h = (h ^ (unsigned char)token.p[i]) * UINT64_C(0x100000001b3);
	return mix(h);
}

size_t shingle_runs(const struct text_norm *text, size_t run, uint64_t **out)
{
	size_t words = text->count < run ? text->count : run;
	size_t n = text->count == 0 ? 0 : text->count - words + 1;
	uint64_t *runs = xmalloc((text->count + 1) * sizeof(*runs));

	for (size_t i = 0; i < text->count; i++)
		runs[i] = hash_token(text->tokens[i]);
	for (size_t i = 0; i < n; i++) {
		uint64_t h = words;

		for (size_t k = 0; k < words; k++)
			h = mix(h ^ runs[i + k]) + k;
		runs[i] = h;
	}
	*out = runs;
	return n;
}

static void fill_empty(uint64_t bins[BINS])
{
	uint64_t whole[BINS];

	memcpy(whole, bins, sizeof(whole));
	for (int i = 0; i < BINS; i++) {
		for (int step = 1; step < BINS && bins[i] == UINT64_MAX; step++)
			bins[i] = whole[(i + step) % BINS] == UINT64_MAX
				      ? UINT64_MAX
				      : mix(whole[(i + step) % BINS] + (uint64_t)step);
	}
}

void shingle_sketch(const struct text_norm *text, struct shingle_sketch *out)
{
	uint64_t bins[BINS], *runs;
	size_t n = shingle_runs(text, SHINGLE_WORDS, &runs);

	memset(bins, 0xff, sizeof(bins));
	for (size_t i = 0; i < n; i++) {
		uint64_t *bin = &bins[runs[i] % BINS];

		if (runs[i] < *bin)
			*bin = runs[i];
	}
	free(runs);
	fill_empty(bins);
	for (int b = 0; b < SHINGLE_BANDS; b++) {
		uint64_t h = (uint64_t)b;

		for (int r = 0; r < SHINGLE_BAND_ROWS; r++)
			h = mix(h ^ bins[b * SHINGLE_BAND_ROWS + r]) + 1;
		out->band[b] = (uint32_t)h;
	}
}

static int hash_order(const void *a, const void *b)
{
	uint64_t x, y;

	memcpy(&x, a, sizeof(x));
	memcpy(&y, b, sizeof(y));
	return (x > y) - (x < y);
}

static size_t distinct(uint64_t *runs, size_t n)
{
	size_t kept = 0;

	qsort(runs, n, sizeof(*runs), hash_order);
	for (size_t i = 0; i < n; i++) {
		if (kept == 0 || runs[i] != runs[kept - 1])
			runs[kept++] = runs[i];
	}
	return kept;
}

struct shingle_overlap shingle_overlap(const struct text_norm *a, const struct text_norm *b, size_t run)
{
	uint64_t *x, *y;
	size_t n, m, shared = 0, i = 0, j = 0;

	n = shingle_runs(a, run, &x);
	m = shingle_runs(b, run, &y);
	n = distinct(x, n);
	m = distinct(y, m);
	while (i < n && j < m) {
		uint64_t from_a = x[i], from_b = y[j];

		shared += from_a == from_b;
		i += from_a <= from_b;
		j += from_b <= from_a;
	}
	free(x);
	free(y);
	return (struct shingle_overlap){shared, n + m - shared};
}

double shingle_likeness(const struct text_norm *a, const struct text_norm *b)
{
	struct shingle_overlap o = shingle_overlap(a, b, SHINGLE_WORDS);

	return o.all == 0 ? 1.0 : (double)o.shared / (double)o.all;
}
