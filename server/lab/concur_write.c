/* concur_write: pairs of benchmarks as JSON, CSV and figures. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beat/concur.h"
#include "beat/csv.h"
#include "beat/figure.h"
#include "beat/jw.h"

static void concur_knum(struct jw *w, const char *key, double v)
{
	jw_key(w, key);
	jw_num(w, v);
}

static void concur_pair_json(struct jw *w, const struct concur *c, const struct concur_pair *p)
{
	jw_open(w, '{');
	jw_kstr(w, "a", c->benchmarks[p->a]);
	jw_kstr(w, "b", c->benchmarks[p->b]);
	jw_kstr(w, "group", p->group != NULL ? p->group : "all");
	jw_kint(w, "n", (int64_t)p->n);
	concur_knum(w, "r", p->r);
	concur_knum(w, "r_low", p->r_range.low);
	concur_knum(w, "r_high", p->r_range.high);
	concur_knum(w, "tau", p->tau);
	concur_knum(w, "tau_low", p->tau_range.low);
	concur_knum(w, "tau_high", p->tau_range.high);
	if (p->influential < c->n_models) {
		jw_key(w, "influential");
		jw_open(w, '{');
		jw_kstr(w, "model", c->models[p->influential]);
		concur_knum(w, "r_without", p->r_without);
		concur_knum(w, "tau_without", p->tau_without);
		jw_close(w, '}');
	}
	jw_close(w, '}');
}

void concur_json(struct buf *out, const struct concur *c, const struct concur_pair *pairs, size_t n)
{
	struct jw w;

	jw_init(&w, out);
	jw_open(&w, '{');
	jw_key(&w, "pairs");
	jw_open(&w, '[');
	for (size_t i = 0; i < n; i++)
		concur_pair_json(&w, c, &pairs[i]);
	jw_close(&w, ']');
	jw_close(&w, '}');
	jw_done(&w);
	buf_addc(out, '\n');
}

static void concur_number(struct buf *out, double v)
{
	if (isnan(v))
		buf_addc(out, ',');
	else
		buf_addf(out, ",%.6f", v);
}

void concur_csv(struct buf *out, const struct concur *c, const struct concur_pair *pairs, size_t n)
{
	buf_adds(out, "a,b,group,n,r,r_low,r_high,tau,tau_low,tau_high,influential,r_without,tau_without\n");
	for (size_t i = 0; i < n; i++) {
		const struct concur_pair *p = &pairs[i];
		const double values[] = {p->r,   p->r_range.low,   p->r_range.high,
					 p->tau, p->tau_range.low, p->tau_range.high};

		csv_put(out, c->benchmarks[p->a]);
		buf_addc(out, ',');
		csv_put(out, c->benchmarks[p->b]);
		buf_addc(out, ',');
		csv_put(out, p->group != NULL ? p->group : "all");
		buf_addf(out, ",%zu", p->n);
		for (size_t k = 0; k < ARRAY_LEN(values); k++)
			concur_number(out, values[k]);
		buf_addc(out, ',');
		csv_put(out, p->influential < c->n_models ? c->models[p->influential] : "");
		concur_number(out, p->r_without);
		concur_number(out, p->tau_without);
		buf_addc(out, '\n');
	}
}

static int concur_series(const struct concur *c, size_t model)
{
	size_t i = 0;

	while (i < c->n_names && strcmp(c->names[i], c->groups[model]) != 0)
		i++;
	return i < c->n_names && i < FIGURE_SERIES ? (int)i : 0;
}

void concur_scatter(struct buf *out, const struct concur *c, const struct concur_pair *p)
{
	struct figure_point *points = xcalloc(c->n_models + 1, sizeof(*points));
	struct figure_scatter s = {.x_label = c->benchmarks[p->a], .y_label = c->benchmarks[p->b], .points = points};
	char title[200], desc[320];

	s.series = (const char *const *)c->names;
	s.n_series = c->n_names < FIGURE_SERIES ? c->n_names : FIGURE_SERIES;
	for (size_t i = 0; i < c->n_models; i++) {
		double x = c->scores[i * c->n_benchmarks + p->a], y = c->scores[i * c->n_benchmarks + p->b];

		if (!isnan(x) && !isnan(y))
			points[s.n++] = (struct figure_point){x, y, concur_series(c, i), c->models[i]};
	}
	snprintf(title, sizeof(title), "%.60s and %.60s: r %.2f, τ %.2f", s.x_label, s.y_label, p->r, p->tau);
	snprintf(desc, sizeof(desc),
		 "%zu models by their scores on %.80s (across) and %.80s (up). Pearson's r is %.3f, Kendall's τ %.3f.",
		 s.n, s.x_label, s.y_label, p->r, p->tau);
	figure_scatter(out, &(struct figure_about){.name = "concur", .title = title, .desc = desc, .alone = true}, &s);
	free(points);
}

void concur_matrix(struct buf *out, const struct concur *c)
{
	double *values = xcalloc(c->n_benchmarks * c->n_benchmarks, sizeof(*values));
	struct figure_heat h = {.rows = (const char *const *)c->benchmarks,
				.columns = (const char *const *)c->benchmarks,
				.n_rows = c->n_benchmarks,
				.n_columns = c->n_benchmarks,
				.values = values,
				.decimals = 2};

	for (size_t a = 0; a < c->n_benchmarks; a++)
		for (size_t b = 0; b < c->n_benchmarks; b++)
			values[a * c->n_benchmarks + b] = concur_pair(c, a, b, NULL, 0, 0).tau;
	figure_heat(out,
		    &(struct figure_about){.name = "concur-matrix",
					   .title = "Concurrence of benchmarks: Kendall's τ",
					   .desc = "How alike every two benchmarks rank the models, from -1 to 1.",
					   .alone = true},
		    &h);
	free(values);
}
