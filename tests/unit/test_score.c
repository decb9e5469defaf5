/* score: overlap, F1, exact match, and verdicts at their edges. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "beat/buf.h"
#include "beat/score.h"
#include "unit.h"

static struct score of(const char *gold, const char *pred)
{
	return score_texts(gold, strlen(gold), pred, strlen(pred));
}

static struct score made(int shared, int pred_tokens, int gold_tokens)
{
	return (struct score){.shared = shared, .pred_tokens = pred_tokens, .gold_tokens = gold_tokens};
}

static void check(const char *gold, const char *pred, struct score expected)
{
	struct score s = of(gold, pred), mirror = of(pred, gold);

	assert_int_equal(s.shared, expected.shared);
	assert_int_equal(s.pred_tokens, expected.pred_tokens);
	assert_int_equal(s.gold_tokens, expected.gold_tokens);
	assert_int_equal(s.exact, expected.exact);
	assert_int_equal(mirror.shared, s.shared);
	assert_int_equal(mirror.pred_tokens, s.gold_tokens);
	assert_int_equal(mirror.exact, s.exact);
}

static void counts_shared_tokens(void **state)
{
	(void)state;
	check("New York", "New York City", made(2, 3, 2));
	check("New York", "the new-york", made(0, 1, 2));
	check("x", "y", made(0, 1, 1));
	check("x y z", "z y x", made(3, 3, 3));
	check("x x y", "x x x", made(2, 3, 3)); /* a multiset: as many as both have */
	check("x x x x", "x", made(1, 1, 4));
	check("xy", "x y", made(0, 2, 1));
	check("xa", "xb", made(0, 1, 1)); /* same length, another end */
}

static void exact_is_equality_of_normal_forms(void **state)
{
	(void)state;
	check("The Tower!", "tower", (struct score){1, 1, 1, true});
	check("a "
	      "b"
	      " c",
	      "B  C", (struct score){2, 2, 2, true});
	check("x y", "y x", made(2, 2, 2));
	check("", "", (struct score){0, 0, 0, true});
	check("the", "...", (struct score){0, 0, 0, true});
	check("", "x", made(0, 1, 0));
}

static void f1_is_the_official_double(void **state)
{
	struct score s;

	(void)state;
	s = of("New York", "New York City");
	assert_true(score_f1(&s) == 0.8);
	s = of("", "");
	assert_true(score_f1(&s) == 0.0);
	s = of("x", "y");
	assert_true(score_f1(&s) == 0.0);
	s = of("x", "x");
	assert_true(score_f1(&s) == 1.0);
	s = made(1, 1, 5);
	assert_true(score_f1(&s) == 0.33333333333333337); /* 2/6 would be 0.3333333333333333 */
	s = made(1, 1, 9);
	assert_true(score_f1(&s) == 0.19999999999999998);
	s = made(2, 2, 9);
	assert_true(score_f1(&s) == 0.3636363636363636);
	s = made(3, 4, 7);
	assert_true(score_f1(&s) == 0.5454545454545454);
}

/* Enough tokens for sorting instead of pairing, with many repeats. */
static void many_tokens_count_alike(void **state)
{
	enum { N = 300 };
	struct buf gold = BUF_INIT, pred = BUF_INIT;
	int have_gold[10] = {0}, have_pred[10] = {0}, shared = 0;
	struct score s;

	(void)state;
	for (int i = 0; i < N; i++) {
		int g = i * i % 7, p = i % 10;

		buf_addf(&gold, "w%d%s ", g, g % 2 ? "xyz" : "");
		buf_addf(&pred, "W%d%s,\n", p, p % 2 ? "xyz" : "");
		have_gold[g]++;
		have_pred[p]++;
	}
	for (int i = 0; i < 10; i++)
		shared += have_gold[i] < have_pred[i] ? have_gold[i] : have_pred[i];
	s = score_texts(gold.p, gold.n, pred.p, pred.n);
	assert_int_equal(s.shared, shared);
	assert_int_equal(s.pred_tokens, N);
	assert_int_equal(s.gold_tokens, N);
	s = score_texts(gold.p, gold.n, "", 0);
	assert_int_equal(s.shared, 0);
	s = score_texts(gold.p, gold.n, "w0 w1xyz w1xyz", 14);
	assert_int_equal(s.shared, 3);
	buf_release(&gold);
	buf_release(&pred);
}

/* Around the borders between short and long texts, few and many tokens. */
static void borders_of_size(void **state)
{
	(void)state;
	for (size_t n = 60; n < 70; n++) {
		struct buf text = BUF_INIT;
		struct score s;

		for (size_t i = 0; i < 70; i++)
			buf_adds(&text, "x ");
		s = score_texts(text.p, 2 * n, text.p, strlen("x ") * 64);
		assert_int_equal(s.shared, n < 64 ? n : 64);
		assert_int_equal(s.gold_tokens, n);
		assert_int_equal(s.exact, n == 64);
		buf_release(&text);
	}
}

static void human_wins_at_exactly_the_threshold(void **state)
{
	int equal = 0, below = 0, above = 0;

	(void)state;
	for (int m = 1; m <= 30; m++) {
		for (int k = 1; k <= 30; k++) {
			for (int s = 0; s <= m && s <= k; s++) {
				struct score sc = made(s, m, k);
				bool wins = 5 * s > m + k;

				assert_int_equal(score_verdict(&sc, 400), wins ? VERDICT_MODEL : VERDICT_HUMAN);
				if (5 * s != m + k)
					continue;
				equal++;
				below += score_f1(&sc) < 0.4;
				above += score_f1(&sc) > 0.4;
			}
		}
	}
	assert_int_equal(equal, 146);
	/* What a verdict by floating point would get wrong. */
	assert_int_equal(below, 44);
	assert_int_equal(above, 8);
}

static void thresholds_at_their_edges(void **state)
{
	struct score none = made(0, 3, 4), one = made(1, 1000000, 1000000), all = made(5, 5, 5), empty = made(0, 0, 0);
	struct score huge = made(2000000000, 2000000000, 2000000000);

	(void)state;
	assert_int_equal(score_verdict(&none, 0), VERDICT_HUMAN);
	assert_int_equal(score_verdict(&empty, 0), VERDICT_HUMAN);
	assert_int_equal(score_verdict(&one, 0), VERDICT_MODEL);
	assert_int_equal(score_verdict(&one, 1), VERDICT_HUMAN);
	assert_int_equal(score_verdict(&all, 999), VERDICT_MODEL);
	assert_int_equal(score_verdict(&all, 1000), VERDICT_HUMAN);
	assert_int_equal(score_verdict(&empty, 1000), VERDICT_HUMAN);
	assert_int_equal(score_verdict(&huge, 999), VERDICT_MODEL);
	assert_int_equal(score_verdict(&huge, 1000), VERDICT_HUMAN);
}

static void the_papers_example(void **state)
{
	struct score s = of("New York", "New York City");

	(void)state;
	assert_int_equal(score_verdict(&s, 400), VERDICT_MODEL);
	assert_int_equal(score_verdict(&s, 799), VERDICT_MODEL);
	assert_int_equal(score_verdict(&s, 800), VERDICT_HUMAN);
}

static void names_verdicts(void **state)
{
	(void)state;
	assert_string_equal(verdict_name(VERDICT_NONE), "none");
	assert_string_equal(verdict_name(VERDICT_HUMAN), "human");
	assert_string_equal(verdict_name(VERDICT_MODEL), "model");
}

static void best_and_means(void **state)
{
	struct score close = made(2, 3, 2), exact = {1, 1, 1, true}, far = made(0, 1, 1);
	struct score_best best = {0}, nothing = {0};
	struct score_sum sum = {0};

	(void)state;
	assert_true(score_sum_f1(&sum) != score_sum_f1(&sum)); /* not a number */
	score_best_add(&best, &far);
	assert_true(best.f1 == 0.0 && !best.exact);
	score_best_add(&best, &close);
	score_best_add(&best, &far);
	assert_true(best.f1 == 0.8 && !best.exact);
	score_sum_add(&sum, &best);
	score_best_add(&best, &exact);
	assert_true(best.f1 == 1.0 && best.exact);
	score_sum_add(&sum, &best);
	score_sum_add(&sum, &nothing);
	assert_int_equal(sum.total, 3);
	assert_true(score_sum_exact(&sum) == 100.0 * 1 / 3);
	assert_true(score_sum_f1(&sum) == 100.0 * (0.8 + 1.0) / 3);
}

static void the_nearest_is_kept_in_whole_numbers(void **state)
{
	struct score nearest = made(1, 3, 2), nearer = made(2, 3, 2), same = made(4, 6, 4), exact = {0, 1, 1, true};

	(void)state;
	score_nearest_add(&nearest, &nearer);
	assert_int_equal(nearest.shared, 2);
	score_nearest_add(&nearest, &same); /* no nearer: the earlier stays */
	assert_int_equal(nearest.shared, 2);
	assert_false(nearest.exact);
	score_nearest_add(&nearest, &exact);
	assert_int_equal(nearest.shared, 2);
	assert_true(nearest.exact);
}

static void each_answer_is_held_against_the_others(void **state)
{
	static const char *const texts[] = {"New York", "New York City", "the new york"};
	struct text_norm norms[ARRAY_LEN(texts)];
	struct score_best best;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(texts); i++)
		text_normalise(texts[i], strlen(texts[i]), &norms[i]);
	best = score_leave_one_out(norms, 3, 0);
	assert_true(best.exact && best.f1 == 1.0); /* the third says the same */
	best = score_leave_one_out(norms, 3, 1);
	assert_true(!best.exact && best.f1 == 0.8);
	best = score_leave_one_out(norms, 1, 0);
	assert_true(!best.exact && best.f1 == 0.0); /* nobody else */
	for (size_t i = 0; i < ARRAY_LEN(texts); i++)
		text_norm_release(&norms[i]);
}

UNIT_MAIN(NULL, NULL, cmocka_unit_test(counts_shared_tokens), cmocka_unit_test(exact_is_equality_of_normal_forms),
	  cmocka_unit_test(f1_is_the_official_double), cmocka_unit_test(many_tokens_count_alike),
	  cmocka_unit_test(borders_of_size), cmocka_unit_test(human_wins_at_exactly_the_threshold),
	  cmocka_unit_test(thresholds_at_their_edges), cmocka_unit_test(the_papers_example),
	  cmocka_unit_test(names_verdicts), cmocka_unit_test(best_and_means),
	  cmocka_unit_test(the_nearest_is_kept_in_whole_numbers),
	  cmocka_unit_test(each_answer_is_held_against_the_others))
