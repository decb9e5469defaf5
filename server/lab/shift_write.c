/* shift_write: fits and gaps as JSON, CSV and figures. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beat/csv.h"
#include "beat/figure.h"
#include "beat/jw.h"
#include "beat/shift.h"

static void shift_number(struct jw *w, const char *key, double v)
{
	jw_key(w, key);
	jw_num(w, v);
}

/* The band over the scores from `low` to `high`: [[x, low, high], …]. */
static void shift_band_json(struct jw *w, const struct shift_fit *f, double low, double high)
{
	struct figure_band band[SHIFT_BAND];
	size_t n = shift_band(f, low, high, band);

	jw_kopen(w, "band", '[');
	for (size_t i = 0; i < n; i++) {
		jw_open(w, '[');
		jw_num(w, band[i].x);
		jw_num(w, band[i].low);
		jw_num(w, band[i].high);
		jw_close(w, ']');
	}
	jw_close(w, ']');
}

static void shift_fit_json(struct jw *w, const char *key, const struct shift *s, const struct shift_fit *f)
{
	double high = s->n > 0 ? s->rows[0].score : NAN, low = s->n > 0 ? s->rows[s->n - 1].score : NAN;
	bool probit = f == &s->probit;

	jw_key(w, key);
	jw_open(w, '{');
	jw_kint(w, "n", (int64_t)f->n);
	shift_number(w, "slope", f->slope);
	shift_number(w, "slope_se", f->slope_se);
	shift_number(w, "intercept", f->intercept);
	shift_number(w, "r2", f->r2);
	shift_band_json(w, f, probit ? shift_probit(low / 100) : low, probit ? shift_probit(high / 100) : high);
	jw_close(w, '}');
}

static void shift_row_json(struct jw *w, const struct concur *c, const struct shift_row *r)
{
	jw_open(w, '{');
	jw_kstr(w, "model", c->models[r->model]);
	jw_kstr(w, "group", c->groups[r->model]);
	shift_number(w, "score", r->score);
	shift_number(w, "new_score", r->other);
	shift_number(w, "gap", r->gap);
	jw_kint(w, "rank", (int64_t)r->rank);
	jw_kint(w, "new_rank", (int64_t)r->other_rank);
	jw_kint(w, "rank_change", (int64_t)r->rank - (int64_t)r->other_rank);
	shift_number(w, "expected", r->expected);
	shift_number(w, "effective_robustness", r->above);
	shift_number(w, "effective_robustness_probit", r->probit_above);
	jw_close(w, '}');
}

void shift_json(struct buf *out, const struct concur *c, const struct shift *sets, size_t n)
{
	struct jw w;

	jw_init(&w, out);
	jw_open(&w, '{');
	jw_key(&w, "sets");
	jw_open(&w, '[');
	for (size_t i = 0; i < n; i++) {
		jw_open(&w, '{');
		jw_kstr(&w, "from", c->benchmarks[sets[i].from]);
		jw_kstr(&w, "to", c->benchmarks[sets[i].to]);
		shift_fit_json(&w, "linear", &sets[i], &sets[i].linear);
		shift_fit_json(&w, "probit", &sets[i], &sets[i].probit);
		jw_key(&w, "models");
		jw_open(&w, '[');
		for (size_t k = 0; k < sets[i].n; k++)
			shift_row_json(&w, c, &sets[i].rows[k]);
		jw_close(&w, ']');
		jw_close(&w, '}');
	}
	jw_close(&w, ']');
	jw_close(&w, '}');
	jw_done(&w);
	buf_addc(out, '\n');
}

void shift_csv(struct buf *out, const struct concur *c, const struct shift *s)
{
	buf_adds(out, "model,group,score,new_score,gap,rank,new_rank,rank_change,expected,effective_robustness\n");
	for (size_t i = 0; i < s->n; i++) {
		const struct shift_row *r = &s->rows[i];

		csv_put(out, c->models[r->model]);
		buf_addc(out, ',');
		csv_put(out, c->groups[r->model]);
		buf_addf(out, ",%.3f,%.3f,%.3f,%zu,%zu,%ld", r->score, r->other, r->gap, r->rank, r->other_rank,
			 (long)r->rank - (long)r->other_rank);
		if (isnan(r->above))
			buf_adds(out, ",,\n");
		else
			buf_addf(out, ",%.3f,%.3f\n", r->expected, r->above);
	}
}

/* Of the points that a plot shows: from left to right, a band of the fit. */
static void shift_plot(struct buf *out, const struct figure_about *about, struct figure_scatter *f,
		       const struct shift_fit *fit)
{
	struct figure_band band[SHIFT_BAND];
	double low = INFINITY, high = -INFINITY;

	for (size_t i = 0; i < f->n; i++) {
		low = fmin(low, f->points[i].x);
		high = fmax(high, f->points[i].x);
	}
	f->line = !isnan(fit->slope);
	f->slope = fit->slope;
	f->intercept = fit->intercept;
	f->band = band;
	f->n_band = shift_band(fit, low, high, band);
	figure_scatter(out, about, f);
}

void shift_figure(struct buf *out, const struct concur *c, const struct shift *s)
{
	struct figure_point *points = xcalloc(s->n + 1, sizeof(*points));
	struct figure_scatter f = {
	    .x_label = c->benchmarks[s->from], .y_label = c->benchmarks[s->to], .points = points, .n = s->n};
	char title[200], desc[400];

	for (size_t i = 0; i < s->n; i++)
		points[i] = (struct figure_point){s->rows[i].score, s->rows[i].other, 0, c->models[s->rows[i].model]};
	snprintf(title, sizeof(title), "%.60s and %.60s: slope %.2f, R² %.2f", f.x_label, f.y_label, s->linear.slope,
		 s->linear.r2);
	snprintf(desc, sizeof(desc),
		 "%zu models by their scores on %.80s (across) and %.80s (up), with the line of least squares and its "
		 "95 %% band.",
		 s->n, f.x_label, f.y_label);
	shift_plot(out, &(struct figure_about){.name = "shift", .title = title, .desc = desc, .alone = true}, &f,
		   &s->linear);
	free(points);
}

void shift_probit_figure(struct buf *out, const struct concur *c, const struct shift *s)
{
	struct figure_point *points = xcalloc(s->n + 1, sizeof(*points));
	struct figure_scatter f = {.points = points};
	char title[200], desc[400], x_label[100], y_label[100];

	for (size_t i = 0; i < s->n; i++) {
		double x = shift_probit(s->rows[i].score / 100), y = shift_probit(s->rows[i].other / 100);

		if (!isnan(x) && !isnan(y))
			points[f.n++] = (struct figure_point){x, y, 0, c->models[s->rows[i].model]};
	}
	snprintf(x_label, sizeof(x_label), "%.60s (probit)", c->benchmarks[s->from]);
	snprintf(y_label, sizeof(y_label), "%.60s (probit)", c->benchmarks[s->to]);
	f.x_label = x_label;
	f.y_label = y_label;
	snprintf(title, sizeof(title), "%.60s and %.60s by probits: slope %.2f, R² %.2f", c->benchmarks[s->from],
		 c->benchmarks[s->to], s->probit.slope, s->probit.r2);
	snprintf(desc, sizeof(desc),
		 "%zu models by the normal quantiles of their scores, with the line of least squares and its 95 %% "
		 "band.",
		 f.n);
	shift_plot(out, &(struct figure_about){.name = "shift-probit", .title = title, .desc = desc, .alone = true}, &f,
		   &s->probit);
	free(points);
}
