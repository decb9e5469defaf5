/* shingle: how alike two texts are, by the runs of five words they share after
 * normalisation (the Jaccard index of the two sets of runs), and a small sketch of a
 * text that finds candidates among very many: texts that are alike share a band of their
 * sketches almost certainly (at 0.8), likely (at 0.5), hardly ever (at 0.1). Pure, and
 * the same on any machine. */
#ifndef BEAT_SHINGLE_H
#define BEAT_SHINGLE_H

#include <stdint.h>

#include "beat/text.h"

enum { SHINGLE_WORDS = 5, SHINGLE_BANDS = 16, SHINGLE_BAND_ROWS = 3 };

struct shingle_sketch {
	uint32_t band[SHINGLE_BANDS];
};

void shingle_sketch(const struct text_norm *text, struct shingle_sketch *out);

/* How many different runs of `run` words two texts share, and how many they have together; a text shorter than a run
 * is one run. */
struct shingle_overlap {
	size_t shared, all;
};
struct shingle_overlap shingle_overlap(const struct text_norm *a, const struct text_norm *b, size_t run);

/* The hashes of all runs of `run` words, one for each place; a text shorter than a run is one run. Caller frees. */
size_t shingle_runs(const struct text_norm *text, size_t run, uint64_t **out);

/* 0 to 1, by runs of SHINGLE_WORDS; two texts without words are alike. */
double shingle_likeness(const struct text_norm *a, const struct text_norm *b);

#endif
