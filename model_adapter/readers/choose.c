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

static double f1(const struct choose_words *a, const struct choose_words *b)
{
	if (a->n == 0 || b->n == 0)
		return a->n == b->n;
	return 2.0 * choose_shared(a, b) / (a->n + b->n);
}

/* What each candidate may expect, of F1 and of both. */
struct expected {
	double f1[READER_BEST_MAX], worth[READER_BEST_MAX];
};

static void expect(struct expected *e, const struct choose_among *a, double share)
{
	for (int i = 0; i < a->n; i++) {
		for (int j = 0; j <= i; j++) {
			double overlap = f1(&a->words[i], &a->words[j]);
			double worth = share * overlap + (1 - share) * choose_same(&a->words[i], &a->words[j]);

			e->f1[i] += a->probability[j] * overlap;
			e->worth[i] += a->probability[j] * worth;
			if (i != j) {
				e->f1[j] += a->probability[i] * overlap;
				e->worth[j] += a->probability[i] * worth;
			}
		}
	}
}

int choose_best(const struct choose_among *a, double share, double *expected_f1)
{
	struct expected e = {{0}, {0}};
	int chosen = 0;

	expect(&e, a, share);
	for (int i = 1; i < a->n; i++)
		chosen = e.worth[i] > e.worth[chosen] ? i : chosen;
	*expected_f1 = e.f1[chosen];
	return chosen;
}
