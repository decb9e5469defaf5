/* linear_choose: see linear_choose.h. */
#include "linear_choose.h"

#include <string.h>

#include "choose.h"

enum { PART = 1 << 20 }; /* probabilities and F1 are whole numbers of 1/PART */

uint64_t linear_exp(int64_t d)
{
	/* e^(-2^k/1000) in 2^-32ths */
	static const uint64_t power[] = {4290674475, 4286385946, 4277821741, 4260744631, 4226794655,
					 4159704096, 4028700796, 3778941489, 3324914438, 2573955809,
					 1542560875, 554019132,  71464385,   1189103,    329};
	uint64_t v = UINT64_C(1) << 32;

	if (d >> ARRAY_LEN(power) != 0)
		return 0;
	for (size_t k = 0; k < ARRAY_LEN(power); k++) {
		if (d >> k & 1)
			v = v * power[k] >> 32;
	}
	return v;
}

struct candidate {
	struct linear_span at;
	uint32_t probability; /* in PARTs */
	struct choose_words words;
};

struct ranking {
	struct candidate v[READER_BEST_MAX];
	int n;
};

/* Of equals the earlier and shorter stays before. */
static void consider(struct ranking *r, const struct linear_span *s)
{
	int at = r->n;

	while (at > 0 && s->score > r->v[at - 1].at.score)
		at--;
	if (choose_room(r->v, sizeof(*r->v), &r->n, at))
		r->v[at].at = *s;
}

static void rank(struct ranking *r, const struct linear_spans *spans, const struct tokens *t)
{
	uint64_t total = 0;

	r->n = 0;
	for (size_t i = 0; i < spans->n; i++)
		consider(r, &spans->v[i]);
	for (size_t i = 0; i < spans->n; i++)
		total += linear_exp((int64_t)r->v[0].at.score - spans->v[i].score);
	for (int i = 0; i < r->n; i++) {
		struct candidate *c = &r->v[i];

		c->probability = (uint32_t)(linear_exp((int64_t)r->v[0].at.score - c->at.score) * PART / total);
		choose_words(&c->words, t, c->at.first, c->at.last);
	}
}

static uint32_t f1(const struct choose_words *a, const struct choose_words *b)
{
	_Static_assert((int)LINEAR_SPAN_MAX <= (int)CHOOSE_WORDS_MAX, "room for every word");
	if (a->n == 0 || b->n == 0)
		return 0;
	return 2 * (uint32_t)choose_shared(a, b) * PART / (uint32_t)(a->n + b->n);
}

/* The index of the candidate of the highest worth; *expected gets its expected F1 in PARTs. */
static int worthiest(const struct ranking *r, int f1_share, uint64_t *expected)
{
	uint64_t best = 0;
	int chosen = 0;

	for (int i = 0; i < r->n; i++) {
		uint64_t overlap = 0, equal = 0, worth;

		for (int j = 0; j < r->n; j++) {
			const struct choose_words *a = &r->v[i].words, *b = &r->v[j].words;
			uint64_t p = r->v[j].probability;

			overlap += p * (i == j ? PART : f1(a, b));
			equal += i == j || (a->n > 0 && choose_same(a, b)) ? p * PART : 0;
		}
		worth = (uint64_t)f1_share * overlap + (uint64_t)(1000 - f1_share) * equal;
		if (i == 0 || worth > best) {
			best = worth;
			chosen = i;
			*expected = overlap / PART;
		}
	}
	return chosen;
}

static void put_answer(struct reader_result *out, const struct tokens *t, const struct candidate *c)
{
	out->best[out->n++] = (struct reader_answer){
	    .span = {.start = t->v[c->at.first].point, .end = t->v[c->at.last].point_end},
	    .score = (double)c->probability / PART,
	};
}

static void take_first_word(const struct tokens *t, struct reader_result *out)
{
	size_t i = 0;

	while (!(t->v[i].flags & TOKEN_WORD))
		i++;
	*out = (struct reader_result){.n = 1, .null_score = 1};
	out->best[0].span = (struct span){.start = t->v[i].point, .end = t->v[i].point_end};
}

void linear_choose(const struct linear_spans *spans, const struct tokens *t, int f1_share, struct reader_result *out)
{
	struct ranking r;
	uint64_t expected = 0;
	int chosen;

	if (spans->n == 0) {
		take_first_word(t, out);
		return;
	}
	rank(&r, spans, t);
	chosen = worthiest(&r, f1_share, &expected);
	*out = (struct reader_result){.null_score = expected < PART ? 1 - (double)expected / PART : 0};
	put_answer(out, t, &r.v[chosen]);
	for (int i = 0; i < r.n; i++) {
		if (i != chosen)
			put_answer(out, t, &r.v[i]);
	}
}
