/* score: see include/beat/score.h.
 *
 * Invariant: 0 <= shared <= min(pred_tokens, gold_tokens); exact implies that all
 * three are equal. */
#include "beat/score.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "beat/mem.h"

/* Up to this many tokens a side are compared pair by pair: quicker than sorting, and the marks fit a word. */
enum { FEW_TOKENS = 64 };

/* Texts up to this many bytes are normalised on the stack. */
enum { SHORT_TEXT = 128 };

static int token_order(const struct text_token *a, const struct text_token *b)
{
	if (a->n != b->n)
		return a->n < b->n ? -1 : 1;
	return memcmp(a->p, b->p, a->n);
}

static int token_order_v(const void *a, const void *b)
{
	return token_order(a, b);
}

/* Most pairs differ in length or in the first byte already. */
static bool token_equal(const struct text_token *a, const struct text_token *b)
{
	return a->n == b->n && *a->p == *b->p && memcmp(a->p, b->p, a->n) == 0;
}

/* Each token of the prediction is spent on at most one equal token of the gold answer. */
static size_t overlap_few(const struct text_norm *gold, const struct text_norm *pred)
{
	uint64_t spent = 0;
	size_t shared = 0;

	for (size_t i = 0; i < gold->count; i++) {
		for (size_t j = 0; j < pred->count; j++) {
			if (spent >> j & 1 || !token_equal(&gold->tokens[i], &pred->tokens[j]))
				continue;
			spent |= UINT64_C(1) << j;
			shared++;
			break;
		}
	}
	return shared;
}

static struct text_token *sorted(const struct text_norm *norm)
{
	struct text_token *copy = xmalloc(norm->count * sizeof(*copy));

	if (norm->count > 0)
		memcpy(copy, norm->tokens, norm->count * sizeof(*copy));
	qsort(copy, norm->count, sizeof(*copy), token_order_v);
	return copy;
}

static size_t overlap_many(const struct text_norm *gold, const struct text_norm *pred)
{
	struct text_token *a = sorted(gold), *b = sorted(pred);
	size_t i = 0, j = 0, shared = 0;

	while (i < gold->count && j < pred->count) {
		int order = token_order(&a[i], &b[j]);

		shared += order == 0;
		i += order <= 0;
		j += order >= 0;
	}
	free(a);
	free(b);
	return shared;
}

static size_t overlap(const struct text_norm *gold, const struct text_norm *pred)
{
	if (gold->count <= FEW_TOKENS && pred->count <= FEW_TOKENS)
		return overlap_few(gold, pred);
	return overlap_many(gold, pred);
}

struct score score_norms(const struct text_norm *gold, const struct text_norm *pred)
{
	bool exact = gold->joined_n == pred->joined_n && memcmp(gold->joined, pred->joined, gold->joined_n) == 0;

	assert(gold->count < INT32_MAX && pred->count < INT32_MAX);
	return (struct score){
	    .shared = (int)(exact ? gold->count : overlap(gold, pred)),
	    .pred_tokens = (int)pred->count,
	    .gold_tokens = (int)gold->count,
	    .exact = exact,
	};
}

struct score score_texts(const char *gold, size_t gold_n, const char *pred, size_t pred_n)
{
	_Alignas(struct text_token) char gold_mem[TEXT_NORM_ROOM(SHORT_TEXT)];
	_Alignas(struct text_token) char pred_mem[TEXT_NORM_ROOM(SHORT_TEXT)];
	struct text_norm g, p;
	struct score s;

	text_normalise_in(gold_mem, sizeof(gold_mem), gold, gold_n, &g);
	text_normalise_in(pred_mem, sizeof(pred_mem), pred, pred_n, &p);
	s = score_norms(&g, &p);
	text_norm_release(&g);
	text_norm_release(&p);
	return s;
}

double score_f1(const struct score *s)
{
	double precision, recall;

	if (s->shared == 0)
		return 0.0;
	precision = 1.0 * s->shared / s->pred_tokens;
	recall = 1.0 * s->shared / s->gold_tokens;
	return (2 * precision * recall) / (precision + recall);
}

enum verdict score_verdict(const struct score *s, int threshold_permille)
{
	int64_t tokens = (int64_t)s->pred_tokens + s->gold_tokens;

	assert(threshold_permille >= 0 && threshold_permille <= 1000);
	return INT64_C(2000) * s->shared > threshold_permille * tokens ? VERDICT_MODEL : VERDICT_HUMAN;
}

const char *verdict_name(enum verdict v)
{
	static const char *const names[] = {
	    [VERDICT_NONE] = "none", [VERDICT_HUMAN] = "human", [VERDICT_MODEL] = "model", [VERDICT_PLAIN] = "plain"};

	return names[v];
}

void score_best_add(struct score_best *best, const struct score *s)
{
	double f1 = score_f1(s);

	best->exact |= s->exact;
	if (f1 > best->f1)
		best->f1 = f1;
}

void score_nearest_add(struct score *nearest, const struct score *s)
{
	int64_t ours = (int64_t)s->shared * (nearest->pred_tokens + nearest->gold_tokens);
	int64_t theirs = (int64_t)nearest->shared * (s->pred_tokens + s->gold_tokens);
	bool exact = nearest->exact || s->exact;

	if (ours > theirs)
		*nearest = *s;
	nearest->exact = exact;
}

struct score_best score_leave_one_out(const struct text_norm *answers, size_t n, size_t which)
{
	struct score_best best = {0};

	for (size_t i = 0; i < n; i++) {
		struct score one;

		if (i == which)
			continue;
		one = score_norms(&answers[i], &answers[which]);
		score_best_add(&best, &one);
	}
	return best;
}

void score_sum_add(struct score_sum *sum, const struct score_best *best)
{
	sum->total++;
	sum->exact += best->exact;
	sum->f1 += best->f1;
}

double score_sum_exact(const struct score_sum *sum)
{
	return 100.0 * (double)sum->exact / (double)sum->total;
}

double score_sum_f1(const struct score_sum *sum)
{
	return 100.0 * sum->f1 / (double)sum->total;
}
