/* choose: what readers that choose among their best spans by expected worth share: the
 * words of a span that count as an answer, no marks and no articles, and what two spans
 * have of them in common. Whole numbers only: how much they are worth is the reader's. */
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

#endif
