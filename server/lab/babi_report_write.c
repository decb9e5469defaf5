/* babi_report_write: accuracies as JSON, CSV and heat maps. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "babi_report_impl.h"
#include "beat/csv.h"
#include "beat/figure.h"
#include "beat/jw.h"

static double babi_part(size_t k, size_t n)
{
	return n > 0 ? 100.0 * (double)k / (double)n : NAN;
}

static void babi_share_json(struct jw *w, struct babi_share s)
{
	jw_kint(w, "questions", (int64_t)s.n);
	jw_knum(w, "accuracy", babi_part(s.right, s.n));
}

static void babi_consistency_json(struct jw *w, const struct babi_consistency *c)
{
	jw_kopen(w, "consistency", '{');
	jw_kint(w, "both", (int64_t)c->count[1][1]);
	jw_kint(w, "yes_no_only", (int64_t)c->count[1][0]);
	jw_kint(w, "where_only", (int64_t)c->count[0][1]);
	jw_kint(w, "neither", (int64_t)c->count[0][0]);
	jw_close(w, '}');
}

static void babi_cells_json(struct jw *w, const struct babi_report *r, size_t model)
{
	jw_kopen(w, "cells", '[');
	for (size_t i = 0; i < r->n; i++) {
		const struct babi_cell *c = &r->cells[i];

		if (c->n == 0)
			continue;
		jw_open(w, '{');
		jw_kstr(w, "kind", c->kind);
		jw_kstr(w, "composition", c->composition);
		jw_kint(w, "facts", (int64_t)c->facts);
		babi_share_json(w, (struct babi_share){c->n, c->right[model]});
		jw_kbool(w, "seen", c->seen);
		jw_close(w, '}');
	}
	jw_close(w, ']');
}

void babi_report_json(struct buf *out, const struct babi_report *r, const char *const *models)
{
	struct jw w;

	jw_init(&w, out);
	jw_open(&w, '{');
	jw_kopen(&w, "models", '[');
	for (size_t m = 0; m < r->n_models; m++) {
		jw_open(&w, '{');
		jw_kstr(&w, "model", models[m]);
		babi_share_json(&w, babi_report_share(r, m, NULL));
		jw_kopen(&w, "kinds", '[');
		for (size_t i = 0; i < r->n_kinds; i++) {
			jw_open(&w, '{');
			jw_kstr(&w, "kind", r->kinds[i]);
			babi_share_json(&w, babi_report_share(r, m, r->kinds[i]));
			jw_close(&w, '}');
		}
		jw_close(&w, ']');
		babi_consistency_json(&w, &r->consistency[m]);
		babi_cells_json(&w, r, m);
		jw_close(&w, '}');
	}
	jw_close(&w, ']');
	jw_close(&w, '}');
	jw_done(&w);
	buf_addc(out, '\n');
}

void babi_report_csv(struct buf *out, const struct babi_report *r, const char *const *models)
{
	buf_adds(out, "model,kind,composition,facts,questions,right,accuracy,seen\n");
	for (size_t m = 0; m < r->n_models; m++)
		for (size_t i = 0; i < r->n; i++) {
			const struct babi_cell *c = &r->cells[i];

			if (c->n == 0)
				continue;
			csv_put(out, models[m]);
			buf_addc(out, ',');
			csv_put(out, c->kind);
			buf_addc(out, ',');
			csv_put(out, c->composition);
			buf_addf(out, ",%zu,%zu,%zu,%.4f,%s\n", c->facts, c->n, c->right[m],
				 babi_part(c->right[m], c->n), c->seen ? "yes" : "no");
		}
}

/* The table of a heat map: compositions by name, and the questions of every cell. */
struct babi_table {
	const char **names;
	size_t rows, columns;
	struct babi_share *shares; /* [row * columns + facts - 1] */
	bool *seen;
};

static int babi_by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool babi_counts(const struct babi_cell *c, const char *kind)
{
	return c->n > 0 && c->facts > 0 && (kind == NULL || strcmp(c->kind, kind) == 0);
}

static void babi_table_rows(struct babi_table *t, const struct babi_report *r, const char *kind)
{
	size_t n = 0;

	t->names = xcalloc(r->n + 1, sizeof(*t->names));
	for (size_t i = 0; i < r->n; i++) {
		if (!babi_counts(&r->cells[i], kind))
			continue;
		t->names[n++] = r->cells[i].composition;
		t->columns = r->cells[i].facts > t->columns ? r->cells[i].facts : t->columns;
	}
	qsort(t->names, n, sizeof(*t->names), babi_by_name);
	for (size_t i = 0; i < n; i++)
		if (t->rows == 0 || strcmp(t->names[t->rows - 1], t->names[i]) != 0)
			t->names[t->rows++] = t->names[i];
}

static void babi_table_fill(struct babi_table *t, const struct babi_report *r, size_t model, const char *kind)
{
	t->shares = xcalloc(t->rows * t->columns + 1, sizeof(*t->shares));
	t->seen = xcalloc(t->rows * t->columns + 1, sizeof(*t->seen));
	for (size_t i = 0; i < r->n; i++) {
		const struct babi_cell *c = &r->cells[i];
		size_t row = 0, at;

		if (!babi_counts(c, kind))
			continue;
		while (strcmp(t->names[row], c->composition) != 0)
			row++;
		at = row * t->columns + c->facts - 1;
		t->shares[at].n += c->n;
		t->shares[at].right += c->right[model];
		t->seen[at] |= c->seen;
	}
}

static void babi_table_draw(struct buf *out, const struct babi_table *t, const struct figure_about *about)
{
	double *values = xcalloc(t->rows * t->columns + 1, sizeof(*values));
	const char **columns = xcalloc(t->columns + 1, sizeof(*columns));
	char(*made)[24] = xcalloc(t->columns + 1, sizeof(*made));

	for (size_t i = 0; i < t->rows * t->columns; i++)
		values[i] = babi_part(t->shares[i].right, t->shares[i].n) / 100;
	for (size_t i = 0; i < t->columns; i++) {
		snprintf(made[i], sizeof(*made), i == 0 ? "%zu fact" : "%zu facts", i + 1);
		columns[i] = made[i];
	}
	figure_heat(out, about,
		    &(struct figure_heat){.rows = t->names,
					  .columns = columns,
					  .n_rows = t->rows,
					  .n_columns = t->columns,
					  .values = values,
					  .decimals = 2,
					  .framed = t->seen});
	free(values);
	free(columns);
	free(made);
}

void babi_report_heat(struct buf *out, const struct babi_report *r, size_t model, const char *name, const char *kind)
{
	struct babi_table t = {0};
	char title[200];

	babi_table_rows(&t, r, kind);
	babi_table_fill(&t, r, model, kind);
	snprintf(title, sizeof(title), "%.60s: accuracy by supporting facts, %.60s", name,
		 kind != NULL ? kind : "all questions");
	babi_table_draw(out, &t,
			&(struct figure_about){.name = "babi",
					       .title = title,
					       .desc = "The share of right answers by what the supporting facts are "
						       "made of (down) and how many there are (across). A frame: the "
						       "training data had such questions.",
					       .alone = true});
	free(t.names);
	free(t.shares);
	free(t.seen);
}
