/* shift: how scores on one set tell those on another (Miller et al., "The effect of natural distribution shift on
 * question answering models"): lines through models' scores, plain and after the probit transform, the gap and the
 * change of rank of each model, and how far each lies above the line. Pure. Scores are per cent. */
#ifndef BEAT_SHIFT_H
#define BEAT_SHIFT_H

#include "beat/concur.h"
#include "beat/figure.h"

/* y = intercept + slope · x by least squares; NaN where it has none. */
struct shift_fit {
	size_t n;
	double slope, intercept, r2;
	double slope_se; /* standard error of the slope */
	double sd;       /* of the residuals, with n - 2 */
	double mean_x, sxx;
};
struct shift_fit shift_fit(const double *x, const double *y, size_t n);
/* What the line says at x, and the 95 % band of the line there. */
double shift_at(const struct shift_fit *fit, double x, struct interval *band);

/* The same at SHIFT_BAND places from low to high, for plots; none if the fit has no band. Their number. */
enum { SHIFT_BAND = 25 };
size_t shift_band(const struct shift_fit *fit, double low, double high, struct figure_band out[SHIFT_BAND]);

/* The quantile function of the normal distribution, and its inverse. */
double shift_probit(double p);
double shift_normal(double z);

struct shift_row {
	size_t model;
	double score, other, gap; /* gap: score - other */
	size_t rank, other_rank;  /* from 1, among models with both; equal scores share the better rank */
	double expected, above;   /* what the line says of it, and by how much it is above that */
	double probit_above;      /* the same by the probit line, in per cent */
};
struct shift {
	size_t from, to; /* benchmarks */
	struct shift_fit linear, probit;
	struct shift_row *rows; /* by score, the best first */
	size_t n;
};
void shift_compare(struct shift *s, const struct concur *c, size_t from, size_t to);
void shift_release(struct shift *s);

void shift_json(struct buf *out, const struct concur *c, const struct shift *sets, size_t n);
void shift_csv(struct buf *out, const struct concur *c, const struct shift *s);
/* Points, line and its band: in per cent, or both axes as probits. */
void shift_figure(struct buf *out, const struct concur *c, const struct shift *s);
void shift_probit_figure(struct buf *out, const struct concur *c, const struct shift *s);

#endif
