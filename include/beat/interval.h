/* interval: how sure a mean or a share is. Pure; accurate to better than 1e-9.
 *
 *   exact match, a share k of n        interval_clopper_pearson: never covers less than it says
 *   F1, a mean of numbers              interval_student: mean ± t·sd/√n, not cut at the ends of the scale
 *
 * `level` is the confidence, 0.95 as a rule. A thing that has no interval (nothing
 * counted; a mean of fewer than two numbers) has NaN at both ends. */
#ifndef BEAT_INTERVAL_H
#define BEAT_INTERVAL_H

#include <stddef.h>

struct interval {
	double low, high;
};

struct interval interval_clopper_pearson(size_t k, size_t n, double level);
/* sd: standard deviation of the sample, with n - 1. */
struct interval interval_student(double mean, double sd, size_t n, double level);

/* Mean and standard deviation in one pass (Welford's way). Starts as {0}. */
struct interval_sample {
	size_t n;
	double mean, squares; /* squares: sum of (x - mean)² */
};
void interval_add(struct interval_sample *s, double x);
double interval_sd(const struct interval_sample *s); /* NaN of fewer than two */

/* What they rest on. Regularised incomplete beta function I_x(a, b), and the x at which it is p;
 * the t that a Student variable of `df` degrees of freedom exceeds in absolute value with probability `alpha`. */
double interval_beta(double a, double b, double x);
double interval_beta_quantile(double a, double b, double p);
double interval_t(double df, double alpha);

#endif
