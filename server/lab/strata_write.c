/* strata_write: scores by stratum, and what they say of other sets, as JSON, CSV and Figure 14. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beat/csv.h"
#include "beat/figure.h"
#include "beat/jw.h"
#include "beat/strata.h"

static void strata_scores(struct jw *w, const struct score_sum *sum)
{
	jw_kint(w, "questions", (int64_t)sum->total);
	jw_knum(w, "exact_match", score_sum_exact(sum));
	jw_knum(w, "f1", score_sum_f1(sum));
}

static void strata_model_json(struct jw *w, const struct strata_report *r, const struct strata_set *set, size_t model)
{
	const struct strata *s = &set->strata;
	struct score_sum all = strata_total(s, model);

	jw_open(w, '{');
	jw_kstr(w, "model", r->models[model]);
	strata_scores(w, &all);
	if (set != r->sets) {
		struct strata_expected e = strata_reweigh(&r->sets[0].strata, model, s);

		jw_kopen(w, "expected", '{');
		jw_knum(w, "exact_match", e.exact);
		jw_knum(w, "f1", e.f1);
		jw_knum(w, "covered", e.covered);
		jw_close(w, '}');
	}
	jw_kopen(w, "strata", '[');
	for (size_t i = 0; i < s->n; i++) {
		jw_open(w, '{');
		jw_kstr(w, "stratum", s->names[i]);
		strata_scores(w, &s->sums[i * s->n_models + model]);
		jw_close(w, '}');
	}
	jw_close(w, ']');
	jw_close(w, '}');
}

void strata_json(struct buf *out, const struct strata_report *r)
{
	struct jw w;

	jw_init(&w, out);
	jw_open(&w, '{');
	jw_kstr(&w, "by", r->by);
	jw_kopen(&w, "sets", '[');
	for (size_t i = 0; i < r->n_sets; i++) {
		jw_open(&w, '{');
		jw_kstr(&w, "set", r->sets[i].name);
		jw_kopen(&w, "models", '[');
		for (size_t m = 0; m < r->sets[i].strata.n_models; m++)
			strata_model_json(&w, r, &r->sets[i], m);
		jw_close(&w, ']');
		jw_close(&w, '}');
	}
	jw_close(&w, ']');
	jw_close(&w, '}');
	jw_done(&w);
	buf_addc(out, '\n');
}

void strata_csv(struct buf *out, const struct strata_report *r)
{
	buf_adds(out, "set,stratum,questions,share,model,exact_match,f1\n");
	for (size_t i = 0; i < r->n_sets; i++) {
		const struct strata *s = &r->sets[i].strata;
		double all = (double)strata_total(s, 0).total;

		for (size_t k = 0; k < s->n * s->n_models; k++) {
			const struct score_sum *sum = &s->sums[k];

			csv_put(out, r->sets[i].name);
			buf_addc(out, ',');
			csv_put(out, s->names[k / s->n_models]);
			buf_addf(out, ",%zu,%.6f,", sum->total, (double)sum->total / all);
			csv_put(out, r->models[k % s->n_models]);
			buf_addf(out, ",%.4f,%.4f\n", score_sum_exact(sum), score_sum_f1(sum));
		}
	}
}

void strata_figure(struct buf *out, const struct strata_report *r, size_t to)
{
	const struct strata *a = &r->sets[0].strata, *b = &r->sets[to].strata;
	struct figure_point *points = xcalloc(a->n * a->n_models + 1, sizeof(*points));
	struct figure_scatter f = {.points = points, .series = (const char *const *)a->names};
	char title[240], desc[320], x_label[100], y_label[100];

	f.n_series = a->n < FIGURE_SERIES ? a->n : FIGURE_SERIES;
	for (size_t i = 0; i < f.n_series; i++) {
		size_t k = 0;

		while (k < b->n && strcmp(a->names[i], b->names[k]) != 0)
			k++;
		for (size_t m = 0; k < b->n && m < a->n_models; m++)
			points[f.n++] =
			    (struct figure_point){score_sum_f1(&a->sums[i * a->n_models + m]),
						  score_sum_f1(&b->sums[k * a->n_models + m]), (int)i, r->models[m]};
	}
	snprintf(x_label, sizeof(x_label), "F1 on %.80s", r->sets[0].name);
	snprintf(y_label, sizeof(y_label), "F1 on %.80s", r->sets[to].name);
	f.x_label = x_label;
	f.y_label = y_label;
	f.line = f.n > 0;
	f.slope = 1;
	snprintf(title, sizeof(title), "%.60s and %.60s by %.60s", r->sets[0].name, r->sets[to].name, r->by);
	snprintf(desc, sizeof(desc),
		 "Each point is a model on one stratum, by %.60s; the line is where both are equal.", r->by);
	figure_scatter(out, &(struct figure_about){.name = "strata", .title = title, .desc = desc, .alone = true}, &f);
	free(points);
}
