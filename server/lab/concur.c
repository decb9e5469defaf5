/* concur: the statistics: see concur.h. */
#include "beat/concur.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "beat/rng.h"

double concur_pearson(const double *x, const double *y, size_t n)
{
	double mx = 0, my = 0, xx = 0, yy = 0, xy = 0;

	/* counted from the first, so that equal numbers differ by nothing */
	for (size_t i = 0; i < n; i++) {
		mx += (x[i] - x[0]) / (double)n;
		my += (y[i] - y[0]) / (double)n;
	}
	for (size_t i = 0; i < n; i++) {
		double dx = x[i] - x[0] - mx, dy = y[i] - y[0] - my;

		xx += dx * dx;
		yy += dy * dy;
		xy += dx * dy;
	}
	return n > 1 && xx > 0 && yy > 0 ? fmin(1, fmax(-1, xy / sqrt(xx * yy))) : NAN;
}

/* τ-b: pairs in the same order less those in the opposite one, by the geometric mean of the pairs that either orders.
 */
double concur_kendall(const double *x, const double *y, size_t n)
{
	long same = 0, by_x = 0, by_y = 0;

	for (size_t i = 0; i < n; i++) {
		for (size_t j = 0; j < i; j++) {
			int a = (x[i] > x[j]) - (x[i] < x[j]), b = (y[i] > y[j]) - (y[i] < y[j]);

			same += (long)a * b;
			by_x += a != 0;
			by_y += b != 0;
		}
	}
	return by_x > 0 && by_y > 0 ? (double)same / sqrt((double)by_x * (double)by_y) : NAN;
}

struct concur_sample {
	double *x, *y;
	size_t *model;
	size_t n;
};

static struct concur_sample concur_sample(const struct concur *c, const struct concur_pair *p)
{
	struct concur_sample s = {.x = xcalloc(c->n_models + 1, sizeof(*s.x)),
				  .y = xcalloc(c->n_models + 1, sizeof(*s.y)),
				  .model = xcalloc(c->n_models + 1, sizeof(*s.model))};

	for (size_t i = 0; i < c->n_models; i++) {
		double x = c->scores[i * c->n_benchmarks + p->a], y = c->scores[i * c->n_benchmarks + p->b];

		if (isnan(x) || isnan(y) || (p->group != NULL && strcmp(p->group, c->groups[i]) != 0))
			continue;
		s.x[s.n] = x;
		s.y[s.n] = y;
		s.model[s.n++] = i;
	}
	return s;
}

static void concur_sample_release(struct concur_sample *s)
{
	free(s->x);
	free(s->y);
	free(s->model);
}

static int concur_order(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* The middle 95 of 100 of what resampling gave. */
static struct interval concur_middle(double *values, size_t n)
{
	if (n < 40)
		return (struct interval){NAN, NAN};
	qsort(values, n, sizeof(*values), concur_order);
	return (struct interval){values[(size_t)(0.025 * (double)(n - 1))],
				 values[(size_t)(0.975 * (double)(n - 1) + 0.5)]};
}

static void concur_resample(const struct concur_sample *s, struct concur_pair *p, long resamples, struct rng *rng)
{
	double *x = xcalloc(s->n + 1, sizeof(*x)), *y = xcalloc(s->n + 1, sizeof(*y));
	double *r = xcalloc((size_t)resamples + 1, sizeof(*r)), *tau = xcalloc((size_t)resamples + 1, sizeof(*tau));
	size_t n_r = 0, n_tau = 0;

	for (long k = 0; s->n >= 3 && k < resamples; k++) {
		for (size_t i = 0; i < s->n; i++) {
			size_t drawn = rng_below(rng, s->n);

			x[i] = s->x[drawn];
			y[i] = s->y[drawn];
		}
		r[n_r] = concur_pearson(x, y, s->n);
		n_r += !isnan(r[n_r]);
		tau[n_tau] = concur_kendall(x, y, s->n);
		n_tau += !isnan(tau[n_tau]);
	}
	p->r_range = concur_middle(r, n_r);
	p->tau_range = concur_middle(tau, n_tau);
	free(x);
	free(y);
	free(r);
	free(tau);
}

static void concur_leave_out(const struct concur *c, struct concur_sample *s, struct concur_pair *p)
{
	double most = -1;

	p->influential = c->n_models;
	p->r_without = p->tau_without = NAN;
	for (size_t i = 0; s->n >= 3 && i < s->n; i++) {
		double x = s->x[i], y = s->y[i], r;

		s->x[i] = s->x[s->n - 1];
		s->y[i] = s->y[s->n - 1];
		r = concur_pearson(s->x, s->y, s->n - 1);
		if (fabs(r - p->r) > most) {
			most = fabs(r - p->r);
			p->influential = s->model[i];
			p->r_without = r;
			p->tau_without = concur_kendall(s->x, s->y, s->n - 1);
		}
		s->x[i] = x;
		s->y[i] = y;
	}
}

struct concur_pair concur_pair(const struct concur *c, size_t a, size_t b, const char *group, long resamples,
			       uint64_t seed)
{
	struct concur_pair p = {.a = a, .b = b, .group = group};
	struct concur_sample s = concur_sample(c, &p);
	struct rng rng = rng_seeded(seed, "concur");

	p.n = s.n;
	p.r = concur_pearson(s.x, s.y, s.n);
	p.tau = concur_kendall(s.x, s.y, s.n);
	concur_resample(&s, &p, resamples, &rng);
	concur_leave_out(c, &s, &p);
	concur_sample_release(&s);
	return p;
}
