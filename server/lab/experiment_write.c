/* experiment_write: tables of an experiment as CSV, LaTeX, Markdown and a heat map. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beat/csv.h"
#include "beat/experiment.h"
#include "beat/figure.h"
#include "beat/latex.h"

void experiment_number(char out[40], double mean, double sd)
{
	if (isnan(sd))
		snprintf(out, 40, "%.1f", mean);
	else
		snprintf(out, 40, "%.1f (%.1f)", mean, sd);
}

void experiment_csv(struct buf *out, const struct experiment_table *t)
{
	buf_adds(out, "reader,train,test,seeds,em,em_sd,f1,f1_sd\n");
	for (size_t i = 0; i < t->n; i++)
		for (size_t k = 0; k < t->e->n_tests; k++) {
			const struct experiment_cell *c = &t->rows[i].cells[k];

			csv_put(out, t->rows[i].reader->name);
			buf_addc(out, ',');
			csv_put(out, t->rows[i].train);
			buf_addc(out, ',');
			csv_put(out, t->e->tests[k].name);
			buf_addf(out, isnan(c->em_sd) ? ",%zu,%.4f,," : ",%zu,%.4f,%.4f,", c->n, c->em, c->em_sd);
			buf_addf(out, isnan(c->f1_sd) ? "%.4f,\n" : "%.4f,%.4f\n", c->f1, c->f1_sd);
		}
}

static void experiment_tex(struct buf *out, const char *s)
{
	latex_put(out, s, strlen(s));
}

void experiment_latex(struct buf *out, const struct experiment_table *t)
{
	latex_head(out, NULL);
	buf_adds(out, "\\begin{tabular}{ll");
	for (size_t k = 0; k < t->e->n_tests; k++)
		buf_adds(out, "rr");
	buf_adds(out, "}\n\\hline\nReader & Trained on");
	for (size_t k = 0; k < t->e->n_tests; k++) {
		buf_adds(out, " & \\multicolumn{2}{c}{");
		experiment_tex(out, t->e->tests[k].name);
		buf_addc(out, '}');
	}
	buf_adds(out, " \\\\\n & ");
	for (size_t k = 0; k < t->e->n_tests; k++)
		buf_adds(out, " & EM & F1");
	buf_adds(out, " \\\\\n\\hline\n");
	for (size_t i = 0; i < t->n; i++) {
		experiment_tex(out, t->rows[i].reader->name);
		buf_adds(out, " & ");
		experiment_tex(out, t->rows[i].train);
		for (size_t k = 0; k < t->e->n_tests; k++) {
			const struct experiment_cell *c = &t->rows[i].cells[k];

			buf_addf(out, isnan(c->em_sd) ? " & $%.1f$" : " & $%.1f_{%.1f}$", c->em, c->em_sd);
			buf_addf(out, isnan(c->f1_sd) ? " & $%.1f$" : " & $%.1f_{%.1f}$", c->f1, c->f1_sd);
		}
		buf_adds(out, " \\\\\n");
	}
	buf_adds(out, "\\hline\n\\end{tabular}\n");
}

static void experiment_md(struct buf *out, const char *s)
{
	for (; *s != '\0'; s++)
		buf_addf(out, *s == '|' ? "\\%c" : "%c", *s);
}

void experiment_markdown(struct buf *out, const struct experiment_table *t)
{
	buf_adds(out, "| reader | trained on |");
	for (size_t k = 0; k < t->e->n_tests; k++) {
		buf_addc(out, ' ');
		experiment_md(out, t->e->tests[k].name);
		buf_adds(out, " EM | F1 |");
	}
	buf_adds(out, "\n|---|---|");
	for (size_t k = 0; k < t->e->n_tests; k++)
		buf_adds(out, "---|---|");
	buf_addc(out, '\n');
	for (size_t i = 0; i < t->n; i++) {
		buf_adds(out, "| ");
		experiment_md(out, t->rows[i].reader->name);
		buf_adds(out, " | ");
		experiment_md(out, t->rows[i].train);
		for (size_t k = 0; k < t->e->n_tests; k++) {
			const struct experiment_cell *c = &t->rows[i].cells[k];
			char em[40], f1[40];

			experiment_number(em, c->em, c->em_sd);
			experiment_number(f1, c->f1, c->f1_sd);
			buf_addf(out, " | %s | %s", em, f1);
		}
		buf_adds(out, " |\n");
	}
}

void experiment_heat(struct buf *out, const struct experiment_table *t)
{
	double *values = xcalloc(t->n * t->e->n_tests + 1, sizeof(*values));
	const char **rows = xcalloc(t->n + 1, sizeof(*rows)), **columns = xcalloc(t->e->n_tests + 1, sizeof(*columns));

	for (size_t i = 0; i < t->n; i++) {
		rows[i] = t->rows[i].name;
		for (size_t k = 0; k < t->e->n_tests; k++)
			values[i * t->e->n_tests + k] = t->rows[i].cells[k].f1 / 100;
	}
	for (size_t k = 0; k < t->e->n_tests; k++)
		columns[k] = t->e->tests[k].name;
	figure_heat(out,
		    &(struct figure_about){.name = "experiment",
					   .title = "F1 by what was trained on (down) and tested on (across)",
					   .desc =
					       "The mean F1 over the seeds, from 0 to 1, of each reader and training "
					       "set on each test set.",
					   .alone = true},
		    &(struct figure_heat){.rows = rows,
					  .columns = columns,
					  .n_rows = t->n,
					  .n_columns = t->e->n_tests,
					  .values = values,
					  .decimals = 2});
	free(values);
	free(rows);
	free(columns);
}
