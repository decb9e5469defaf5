/* Intervals rest on one function, the regularised incomplete beta function, and on
 * turning it round by bisection: it is monotonic, so this cannot go astray, and 60 to
 * 100 steps give every bit there is. */
#include "beat/interval.h"

#include <float.h>
#include <math.h>

/* The continued fraction of I_x(a, b) (DLMF 8.17.22) by the modified method of Lentz. Converges fast for
 * x < (a+1)/(a+b+2), in some √max(a,b) steps. */
static double beta_fraction(double a, double b, double x)
{
	const double tiny = 1e-300;
	double c = 1, d = 1 - (a + b) * x / (a + 1), f;

	d = 1 / (fabs(d) < tiny ? tiny : d);
	f = d;
	for (int i = 1; i < 1000000; i++) {
		double m = i;
		double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
		double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));

		for (int half = 0; half < 2; half++) {
			double step = half ? odd : even;

			d = 1 + step * d;
			c = 1 + step / c;
			d = 1 / (fabs(d) < tiny ? tiny : d);
			c = fabs(c) < tiny ? tiny : c;
			f *= c * d;
		}
		if (fabs(c * d - 1) < DBL_EPSILON)
			break;
	}
	return f;
}

/* x^a (1-x)^b / (a B(a, b)); y is 1 - x, given apart because it may be known better. */
static double beta_front(double a, double b, double x, double y)
{
	int sign;
	double log_beta = lgamma_r(a, &sign) + lgamma_r(b, &sign) - lgamma_r(a + b, &sign);

	return exp(a * log(x) + b * log(y) - log_beta) / a;
}

double interval_beta(double a, double b, double x)
{
	if (x <= 0)
		return 0;
	if (x >= 1)
		return 1;
	if (x < (a + 1) / (a + b + 2))
		return beta_front(a, b, x, 1 - x) * beta_fraction(a, b, x);
	return 1 - beta_front(b, a, 1 - x, x) * beta_fraction(b, a, 1 - x);
}

double interval_beta_quantile(double a, double b, double p)
{
	double low = 0, high = 1;

	for (;;) {
		double mid = low + (high - low) / 2;

		if (mid <= low || mid >= high)
			return mid;
		if (interval_beta(a, b, mid) < p)
			low = mid;
		else
			high = mid;
	}
}

double interval_t(double df, double alpha)
{
	/* t²/(df + t²) has the distribution Beta(1/2, df/2). */
	double y = interval_beta_quantile(0.5, df / 2, 1 - alpha);

	return sqrt(df * y / (1 - y));
}

static struct interval none(void)
{
	return (struct interval){NAN, NAN};
}

struct interval interval_clopper_pearson(size_t k, size_t n, double level)
{
	double tail = (1 - level) / 2, hits = (double)k, misses = (double)(n - k);
	struct interval i = {0, 1};

	if (n == 0)
		return none();
	if (k > 0)
		i.low = interval_beta_quantile(hits, misses + 1, tail);
	if (k < n)
		i.high = 1 - interval_beta_quantile(misses, hits + 1, tail);
	return i;
}

struct interval interval_student(double mean, double sd, size_t n, double level)
{
	double half;

	if (n < 2)
		return none();
	half = interval_t((double)n - 1, 1 - level) * sd / sqrt((double)n);
	return (struct interval){mean - half, mean + half};
}

void interval_add(struct interval_sample *s, double x)
{
	double before = x - s->mean;

	s->n++;
	s->mean += before / (double)s->n;
	s->squares += before * (x - s->mean);
}

double interval_sd(const struct interval_sample *s)
{
	return s->n < 2 ? NAN : sqrt(s->squares / (double)(s->n - 1));
}
