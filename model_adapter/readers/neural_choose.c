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

/* The candidate of the highest worth comes first; the others keep their order. */
void neural_choose(struct neural_choice *out, const struct neural_config *c, const struct tokens *t)
{
	struct choose_among among = {.n = out->n};
	struct neural_span first;
	int chosen;

	_Static_assert((int)NEURAL_SPAN_MAX <= (int)CHOOSE_WORDS_MAX, "room for every word");
	for (int i = 0; i < out->n; i++) {
		choose_words(&among.words[i], t, out->v[i].first, out->v[i].last);
		among.probability[i] = out->v[i].probability;
	}
	chosen = choose_best(&among, c->f1_share, &out->expected_f1);
	first = out->v[chosen];
	memmove(&out->v[1], &out->v[0], (size_t)chosen * sizeof(first));
	out->v[0] = first;
}
