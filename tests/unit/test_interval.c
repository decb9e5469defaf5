/* Intervals against values computed another way: binomial tails summed term by term and
 * the finite series of Student's distribution, both with 60 decimal digits. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "beat/interval.h"
#include "beat/mem.h"
#include "unit.h"

static void close_to(double got, double expected)
{
	double allowed = 1e-11 * fmax(1, fabs(expected));

	if (!(fabs(got - expected) <= allowed))
		fail_msg("%.17g is not %.17g (off by %.3g)", got, expected, got - expected);
}

static void clopper_pearson(void **state)
{
	static const struct {
		size_t k, n;
		double level, low, high;
	} cases[] = {
	    {0, 1, 0.95, 0, 0.975},
	    {1, 1, 0.95, 0.025, 1},
	    {0, 10, 0.95, 0, 0.308497107818761},
	    {1, 10, 0.95, 0.002528578544462, 0.445016117028195},
	    {3, 10, 0.95, 0.066739511177734, 0.652452850059997},
	    {5, 10, 0.95, 0.187086028447399, 0.812913971552601},
	    {10, 10, 0.95, 0.691502892181239, 1},
	    {50, 100, 0.95, 0.398321129503301, 0.601678870496699},
	    {1, 1000, 0.95, 0.000025317487491, 0.005558924279827},
	    {437, 1000, 0.95, 0.405981506524901, 0.468390438511227},
	    {999, 1000, 0.95, 0.994441075720173, 0.999974682512509},
	    {7, 20, 0.99, 0.113879763266732, 0.656568584231921},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct interval got = interval_clopper_pearson(cases[i].k, cases[i].n, cases[i].level);

		close_to(got.low, cases[i].low);
		close_to(got.high, cases[i].high);
	}
	assert_true(isnan(interval_clopper_pearson(0, 0, 0.95).low));
}

static void student(void **state)
{
	static const struct {
		double df, alpha, t;
	} cases[] = {
	    {1, 0.05, 12.706204736174705}, {2, 0.05, 4.302652729749464},   {3, 0.05, 3.182446305283710},
	    {4, 0.05, 2.776445105197794},  {5, 0.05, 2.570581835636315},   {9, 0.05, 2.262157162798205},
	    {10, 0.05, 2.228138851986275}, {29, 0.05, 2.045229642132704},  {30, 0.05, 2.042272456301238},
	    {99, 0.05, 1.984216951586417}, {999, 0.05, 1.962341461133450}, {10569, 0.05, 1.960188465409355},
	    {7, 0.01, 3.499483297350494},  {25, 0.001, 3.725143949728650},
	};
	struct interval got = interval_student(50, 12, 10, 0.95);

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		close_to(interval_t(cases[i].df, cases[i].alpha), cases[i].t);
	close_to(got.low, 50 - 2.262157162798205 * 12 / sqrt(10));
	close_to(got.high, 50 + 2.262157162798205 * 12 / sqrt(10));
	got = interval_student(3, 0, 2, 0.95);
	assert_true(got.low == 3 && got.high == 3);
	assert_true(isnan(interval_student(3, 0, 1, 0.95).high));
}

/* The function and its inverse, far out and for as many questions as there will ever be. */
static void beta(void **state)
{
	static const double shapes[] = {0.5, 1, 2.5, 40, 12345, 5e6};

	(void)state;
	close_to(interval_beta(2, 3, 0.4), 0.5248);
	close_to(interval_beta(1, 1, 0.3), 0.3);
	close_to(interval_beta(0.5, 0.5, 0.25), 1.0 / 3);
	assert_true(interval_beta(2, 3, 0) == 0 && interval_beta(2, 3, 1) == 1);
	for (size_t i = 0; i < ARRAY_LEN(shapes); i++) {
		for (size_t k = 0; k < ARRAY_LEN(shapes); k++) {
			double x = interval_beta_quantile(shapes[i], shapes[k], 0.025);
			/* Where the density is steep neighbouring doubles are apart: one of them must be right. */
			double above = interval_beta(shapes[i], shapes[k], nextafter(x, 1));

			assert_true(x >= 0 && x <= 1);
			assert_true(above >= 0.025 - 1e-8);
			assert_true(interval_beta(shapes[i], shapes[k], nextafter(x, 0)) <= 0.025 + 1e-8);
			assert_true(fabs(interval_beta(shapes[i], shapes[k], x) +
					 interval_beta(shapes[k], shapes[i], 1 - x) - 1) < 1e-8);
		}
	}
}

static void sample(void **state)
{
	struct interval_sample s = {0};

	(void)state;
	assert_true(isnan(interval_sd(&s)));
	for (int i = 0; i < 1000; i++)
		interval_add(&s, 1e9 + i % 2);
	close_to(s.mean, 1e9 + 0.5);
	close_to(interval_sd(&s), sqrt(250.0 / 999));
}

UNIT_MAIN(NULL, NULL, cmocka_unit_test(clopper_pearson), cmocka_unit_test(student), cmocka_unit_test(beta),
	  cmocka_unit_test(sample))
