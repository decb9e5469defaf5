/* choose: see choose.h. */
#include "choose.h"

#include <string.h>

bool choose_counts(const struct token *t)
{
	return (t->flags & TOKEN_WORD) && t->low != lexicon_hash("the", 3) && t->low != lexicon_hash("a", 1) &&
	       t->low != lexicon_hash("an", 2);
}

void choose_words(struct choose_words *out, const struct tokens *t, size_t first, size_t last)
{
	out->n = 0;
	for (size_t i = first; i <= last; i++) {
		if (choose_counts(&t->v[i]))
			out->v[out->n++] = t->v[i].low;
	}
}

int choose_shared(const struct choose_words *a, const struct choose_words *b)
{
	uint32_t used = 0; /* words of b, a bit each: every one is matched once */
	int shared = 0;

	_Static_assert(CHOOSE_WORDS_MAX <= 32, "a bit for every word");
	for (int i = 0; i < a->n; i++) {
		for (int j = 0; j < b->n; j++) {
			if (a->v[i] == b->v[j] && !(used >> j & 1)) {
				used |= UINT32_C(1) << j;
				shared++;
				break;
			}
		}
	}
	return shared;
}

bool choose_same(const struct choose_words *a, const struct choose_words *b)
{
	return a->n == b->n && memcmp(a->v, b->v, (size_t)a->n * sizeof(*a->v)) == 0;
}

bool choose_room(void *ranking, size_t size, int *n, int at)
{
	char *place = (char *)ranking + (size_t)at * size;

	if (at == READER_BEST_MAX)
		return false;
	if (*n < READER_BEST_MAX)
		++*n;
	memmove(place + size, place, (size_t)(*n - at - 1) * size);
	return true;
}
