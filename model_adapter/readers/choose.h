/* choose: what readers that choose among their best spans by expected worth share: the
 * words of a span that count as an answer, no marks and no articles, and what two spans
 * have of them in common; and the choice itself. */
#ifndef BEAT_CHOOSE_H
#define BEAT_CHOOSE_H

#include "beat/reader.h"
#include "tokens.h"

enum { CHOOSE_WORDS_MAX = 32 }; /* tokens of the longest span */

struct choose_words {
	uint32_t v[CHOOSE_WORDS_MAX]; /* lower-case hashes, as they stand in the passage */
	int n;
};

bool choose_counts(const struct token *t);
void choose_words(struct choose_words *out, const struct tokens *t, size_t first, size_t last); /* last inclusive */
int choose_shared(const struct choose_words *a, const struct choose_words *b); /* a word as often as both have it */
bool choose_same(const struct choose_words *a, const struct choose_words *b);  /* in the same order; also both none */

/* Makes room at a place of a ranking of *n entries, `size` bytes each; the last of READER_BEST_MAX falls out. False:
 * the place is behind all of them. */
bool choose_room(void *ranking, size_t size, int *n, int at);

/* Spans and how probable each is. */
struct choose_among {
	struct choose_words words[READER_BEST_MAX];
	double probability[READER_BEST_MAX];
	int n;
};
/* The one that may expect most of share × F1 + (1 − share) × exact match, and the F1 that it may expect. 0 if there is
 * none. */
int choose_best(const struct choose_among *a, double share, double *expected_f1);

#endif
