/* neural_choose: see neural_choose.h. */
#include "neural_choose.h"

#include <string.h>

#include "choose.h"

static void average(const struct neural_config *c, const struct kernels *k, size_t n, float *scores)
{
	const size_t all = n * (size_t)c->span;

	for (int m = 0; m < c->members; m++) {
		const float *more = scores + (size_t)m * all;

		k->softmax(scores + (size_t)m * all, all, 1, all, NULL);
		for (size_t i = 0; m > 0 && i < all; i++)
			scores[i] += more[i];
	}
}

/* Of equals the earlier and shorter stays. */
static void consider(struct neural_choice *out, struct neural_span s)
{
	int at = out->n < READER_BEST_MAX ? out->n++ : READER_BEST_MAX - 1;

	while (at > 0 && out->v[at - 1].probability < s.probability) {
		out->v[at] = out->v[at - 1];
		at--;
	}
	out->v[at] = s;
}

void neural_rank(struct neural_choice *out, const struct neural_config *c, const struct kernels *k,
		 const struct tokens *t, float *scores)
{
	*out = (struct neural_choice){.n = 0};
	average(c, k, t->n, scores);
	for (size_t i = 0; i < t->n; i++) {
		bool word = false;

		for (size_t d = 0; d < (size_t)c->span && i + d < t->n; d++) {
			float p = scores[i * (size_t)c->span + d];

			if (t->v[i + d].byte_end - t->v[i].byte > READER_SPAN_BYTES)
				break;
			word = word || (t->v[i + d].flags & TOKEN_WORD);
			if (word && (out->n < READER_BEST_MAX || p > out->v[READER_BEST_MAX - 1].probability))
				consider(out, (struct neural_span){i, i + d, p});
		}
	}
	for (int i = 0; i < out->n; i++)
		out->v[i].probability /= c->members;
}

static double f1(const struct choose_words *a, const struct choose_words *b)
{
	_Static_assert((int)NEURAL_SPAN_MAX <= (int)CHOOSE_WORDS_MAX, "room for every word");
	if (a->n == 0 || b->n == 0)
		return a->n == b->n;
	return 2.0 * choose_shared(a, b) / (a->n + b->n);
}

/* What each candidate may expect, of F1 and of both. */
struct expected {
	double f1[READER_BEST_MAX], worth[READER_BEST_MAX];
};

static void expect(struct expected *e, const struct neural_choice *c, double share, const struct choose_words *words)
{
	for (int i = 0; i < c->n; i++) {
		for (int j = 0; j <= i; j++) {
			double overlap = f1(&words[i], &words[j]);
			double worth = share * overlap + (1 - share) * choose_same(&words[i], &words[j]);

			e->f1[i] += c->v[j].probability * overlap;
			e->worth[i] += c->v[j].probability * worth;
			if (i != j) {
				e->f1[j] += c->v[i].probability * overlap;
				e->worth[j] += c->v[i].probability * worth;
			}
		}
	}
}

/* The candidate of the highest worth comes first; the others keep their order. */
void neural_choose(struct neural_choice *out, const struct neural_config *c, const struct tokens *t)
{
	struct choose_words words[READER_BEST_MAX];
	struct expected e = {{0}, {0}};
	struct neural_span first;
	int chosen = 0;

	for (int i = 0; i < out->n; i++)
		choose_words(&words[i], t, out->v[i].first, out->v[i].last);
	expect(&e, out, c->f1_share, words);
	for (int i = 1; i < out->n; i++)
		chosen = e.worth[i] > e.worth[chosen] ? i : chosen;
	out->expected_f1 = e.f1[chosen];
	first = out->v[chosen];
	memmove(&out->v[1], &out->v[0], (size_t)chosen * sizeof(first));
	out->v[0] = first;
}
