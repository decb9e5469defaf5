/* shift: see the header. */
#include "beat/shift.h"

#include <math.h>
#include <stdlib.h>

enum { PERCENT = 100 };

struct shift_fit shift_fit(const double *x, const double *y, size_t n)
{
	struct shift_fit f = {.n = n, .slope = NAN, .intercept = NAN, .r2 = NAN, .slope_se = NAN, .sd = NAN};
	double my = 0, sxy = 0, syy = 0, rest;

	for (size_t i = 0; i < n; i++) {
		f.mean_x += x[i] / (double)n;
		my += y[i] / (double)n;
	}
	for (size_t i = 0; i < n; i++) {
		f.sxx += (x[i] - f.mean_x) * (x[i] - f.mean_x);
		sxy += (x[i] - f.mean_x) * (y[i] - my);
		syy += (y[i] - my) * (y[i] - my);
	}
	if (n < 2 || f.sxx <= 1e-18 * (double)n)
		return f;
	f.slope = sxy / f.sxx;
	f.intercept = my - f.slope * f.mean_x;
	rest = fmax(0, syy - f.slope * sxy);
	f.r2 = syy > 0 ? 1 - rest / syy : NAN;
	if (n > 2) {
		f.sd = sqrt(rest / (double)(n - 2));
		f.slope_se = f.sd / sqrt(f.sxx);
	}
	return f;
}

double shift_at(const struct shift_fit *f, double x, struct interval *band)
{
	double y = f->intercept + f->slope * x, half = NAN;

	if (f->n > 2)
		half = interval_t((double)(f->n - 2), 0.05) * f->sd *
		       sqrt(1 / (double)f->n + (x - f->mean_x) * (x - f->mean_x) / f->sxx);
	*band = (struct interval){y - half, y + half};
	return y;
}

size_t shift_band(const struct shift_fit *fit, double low, double high, struct figure_band out[SHIFT_BAND])
{
	if (fit->n < 3 || isnan(fit->slope) || !(high > low))
		return 0;
	for (size_t i = 0; i < SHIFT_BAND; i++) {
		double x = low + (high - low) * (double)i / (SHIFT_BAND - 1);
		struct interval at;

		shift_at(fit, x, &at);
		out[i] = (struct figure_band){x, at.low, at.high};
	}
	return SHIFT_BAND;
}

double shift_normal(double z)
{
	return erfc(-z / sqrt(2)) / 2;
}

/* By halving: thirty digits of p are more than scores have, and the inverse is then as exact as erfc. */
double shift_probit(double p)
{
	double low = -9, high = 9;

	if (!(p > 0 && p < 1))
		return NAN;
	for (int i = 0; i < 80; i++) {
		double middle = (low + high) / 2;

		if (shift_normal(middle) < p)
			low = middle;
		else
			high = middle;
	}
	return (low + high) / 2;
}

static int shift_order(const void *a, const void *b)
{
	const struct shift_row *x = a, *y = b;

	if (x->score != y->score)
		return x->score < y->score ? 1 : -1;
	return (x->model > y->model) - (x->model < y->model);
}

static void shift_ranks(struct shift *s)
{
	for (size_t i = 0; i < s->n; i++) {
		s->rows[i].rank = s->rows[i].other_rank = 1;
		for (size_t k = 0; k < s->n; k++) {
			s->rows[i].rank += s->rows[k].score > s->rows[i].score;
			s->rows[i].other_rank += s->rows[k].other > s->rows[i].other;
		}
	}
}

static void shift_lines(struct shift *s)
{
	double *x = xcalloc(s->n + 1, sizeof(*x)), *y = xcalloc(s->n + 1, sizeof(*y));
	size_t n = 0;

	for (size_t i = 0; i < s->n; i++) {
		x[i] = s->rows[i].score;
		y[i] = s->rows[i].other;
	}
	s->linear = shift_fit(x, y, s->n);
	for (size_t i = 0; i < s->n; i++) { /* scores of 0 and 100 have no probit */
		double px = shift_probit(s->rows[i].score / PERCENT), py = shift_probit(s->rows[i].other / PERCENT);

		if (isnan(px) || isnan(py))
			continue;
		x[n] = px;
		y[n++] = py;
	}
	s->probit = shift_fit(x, y, n);
	free(x);
	free(y);
}

static void shift_robustness(struct shift *s)
{
	struct interval unused;

	for (size_t i = 0; i < s->n; i++) {
		struct shift_row *r = &s->rows[i];

		r->expected = shift_at(&s->linear, r->score, &unused);
		r->above = r->other - r->expected;
		r->probit_above =
		    r->other - PERCENT * shift_normal(shift_at(&s->probit, shift_probit(r->score / PERCENT), &unused));
	}
}

void shift_compare(struct shift *s, const struct concur *c, size_t from, size_t to)
{
	*s = (struct shift){.from = from, .to = to, .rows = xcalloc(c->n_models + 1, sizeof(*s->rows))};
	for (size_t i = 0; i < c->n_models; i++) {
		double score = c->scores[i * c->n_benchmarks + from], other = c->scores[i * c->n_benchmarks + to];

		if (!isnan(score) && !isnan(other))
			s->rows[s->n++] =
			    (struct shift_row){.model = i, .score = score, .other = other, .gap = score - other};
	}
	qsort(s->rows, s->n, sizeof(*s->rows), shift_order);
	shift_ranks(s);
	shift_lines(s);
	shift_robustness(s);
}

void shift_release(struct shift *s)
{
	free(s->rows);
	*s = (struct shift){0};
}
