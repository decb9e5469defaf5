/* Scores by kind of question: the paper's worked example, agreement of annotators, the worst of altered passages. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "beat/shift.h"
#include "beat/strata.h"
#include "unit.h"

static void fill(struct strata *s, const char *name, size_t n, double f1)
{
	size_t stratum = strata_of(s, name);

	for (size_t i = 0; i < n; i++)
		strata_add(s, stratum, &(struct score_best){.exact = f1 == 1, .f1 = f1});
}

/* Half noun phrases at 100 and half places at 75 are 87.5; 30 % and 70 % would be 82.5. */
static void worked_example_of_answer_types(void **state)
{
	struct strata squad = {.n_models = 1}, other = {.n_models = 1};
	struct score_sum all;
	struct strata_expected e;

	(void)state;
	fill(&squad, "NP", 50, 1);
	fill(&squad, "Places", 50, 0.75);
	fill(&other, "Places", 70, 0.1);
	fill(&other, "NP", 30, 0.1);
	all = strata_total(&squad, 0);
	assert_true(fabs(score_sum_f1(&all) - 87.5) < 1e-9);
	e = strata_reweigh(&squad, 0, &other);
	assert_true(fabs(e.f1 - 82.5) < 1e-9);
	assert_true(fabs(e.exact - 30) < 1e-9);
	assert_true(e.covered == 1);
	fill(&other, "Dates", 100, 0.1);
	e = strata_reweigh(&squad, 0, &other);
	assert_true(fabs(e.f1 - 82.5) < 1e-9 && e.covered == 0.5);
	strata_release(&squad);
	assert_true(isnan(strata_reweigh(&squad, 0, &other).f1));
	strata_release(&other);
}

static void strata_are_sorted_with_their_sums(void **state)
{
	struct strata s = {.n_models = 1};

	(void)state;
	fill(&s, "10", 1, 1);
	fill(&s, "9", 2, 1);
	fill(&s, "1", 3, 1);
	strata_sort(&s);
	assert_string_equal(s.names[0], "1");
	assert_string_equal(s.names[1], "9");
	assert_string_equal(s.names[2], "10");
	assert_int_equal(s.sums[0].total, 3);
	assert_int_equal(s.sums[2].total, 1);
	strata_release(&s);
}

static void annotators_agree_after_normalisation(void **state)
{
	const struct dataset_answer a[] = {
	    {"The Eiffel Tower", 16, 0}, {"tower", 5, 0}, {"Eiffel tower.", 13, 0}, {"Paris", 5, 0}};
	struct dataset_question q = {.answers = a, .n_answers = 4};

	(void)state;
	assert_int_equal(strata_agreement(&q), 2);
	q.n_answers = 1;
	assert_int_equal(strata_agreement(&q), 1);
}

static void worst_of_altered_passages(void **state)
{
	struct altered *a = altered_new("-high", 1, 1);
	struct altered_sums s;
	size_t alterations;

	(void)state;
	altered_add(a, "q1-high-2", &(struct score_best){true, 1});
	altered_add(a, "q1", &(struct score_best){true, 1});
	altered_add(a, "q1-high-1", &(struct score_best){false, 0.5});
	altered_add(a, "q2", &(struct score_best){true, 1});
	assert_int_equal(altered_questions(a, &alterations), 2);
	assert_int_equal(alterations, 2);
	s = altered_sums(a, 0);
	assert_int_equal(s.original.total, 2);
	assert_int_equal(s.original.exact, 2);
	assert_int_equal(s.worst.total, 2);
	assert_int_equal(s.worst.exact, 1);
	assert_true(fabs(s.worst.f1 - 1.5) < 1e-12);
	assert_int_equal(s.one.total, 2);
	assert_true(s.one.f1 == 2 || s.one.f1 == 1.5);
	altered_free(&a);
}

/* The band is narrowest at the mean and as wide as Student's t says: 1 + 2x through four points. */
static void band_around_a_fit(void **state)
{
	const double x[] = {1, 2, 3, 4}, y[] = {3.1, 4.9, 7.1, 8.9};
	struct shift_fit f = shift_fit(x, y, 4);
	struct figure_band band[SHIFT_BAND];
	double half = 4.302652729911275 * f.sd * sqrt(0.25);

	(void)state;
	assert_int_equal(shift_band(&f, 1, 4, band), SHIFT_BAND);
	assert_true(fabs((band[12].high - band[12].low) / 2 - half) < 1e-9);
	assert_true(band[0].high - band[0].low > band[12].high - band[12].low);
	assert_true(band[0].low < 3 && band[0].high > 3);
	assert_int_equal(shift_band(&f, 4, 4, band), 0);
	f = shift_fit(x, y, 2);
	assert_int_equal(shift_band(&f, 1, 4, band), 0);
}

UNIT_MAIN(NULL, NULL, cmocka_unit_test(worked_example_of_answer_types),
	  cmocka_unit_test(strata_are_sorted_with_their_sums), cmocka_unit_test(annotators_agree_after_normalisation),
	  cmocka_unit_test(worst_of_altered_passages), cmocka_unit_test(band_around_a_fit))
