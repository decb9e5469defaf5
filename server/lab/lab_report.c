/* lab_report: see include/beat/lab_report.h. */
#include "beat/lab_report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "beat/figure.h"
#include "beat/markup.h"
#include "beat/shift.h"

enum { RESAMPLES = 1000 };

static char **copies(const char *const *names, size_t n)
{
	char **list = xcalloc(n + 1, sizeof(*list));

	for (size_t i = 0; i < n; i++)
		list[i] = xstrdup(names[i]);
	return list;
}

void lab_report_scores(struct concur *c, const struct lab_report *r, bool exact)
{
	*c = (struct concur){.models = copies(r->readers, r->n_readers),
			     .groups = xcalloc(r->n_readers + 1, sizeof(*c->groups)),
			     .benchmarks = copies(r->sets, r->n_sets),
			     .scores = xcalloc(r->n_readers * r->n_sets + 1, sizeof(*c->scores)),
			     .n_models = r->n_readers,
			     .n_benchmarks = r->n_sets};
	for (size_t i = 0; i < r->n_readers; i++)
		c->groups[i] = xstrdup("");
	for (size_t i = 0; i < r->n_readers * r->n_sets; i++)
		c->scores[i] = exact ? r->cells[i].em : r->cells[i].f1;
}

static void put_name(struct buf *out, const char *s)
{
	for (; *s != '\0'; s++)
		buf_addf(out, strchr("|*_`<&[\\", *s) != NULL ? "\\%c" : "%c", *s);
}

static void put_range(struct buf *out, double v, struct interval range)
{
	buf_addf(out, "%.1f", v);
	if (!isnan(range.low))
		buf_addf(out, " (%.1f–%.1f)", range.low, range.high);
}

static void put_table(struct buf *out, const struct lab_report *r)
{
	buf_adds(out, "| set | questions |");
	for (size_t i = 0; i < r->n_readers; i++) {
		buf_addc(out, ' ');
		put_name(out, r->readers[i]);
		buf_adds(out, " EM | F1 |");
	}
	buf_adds(out, "\n|---|---:|");
	for (size_t i = 0; i < r->n_readers; i++)
		buf_adds(out, "---:|---:|");
	for (size_t s = 0; s < r->n_sets; s++) {
		buf_adds(out, "\n| ");
		put_name(out, r->sets[s]);
		buf_addf(out, " | %zu |", r->cells[s].questions);
		for (size_t i = 0; i < r->n_readers; i++) {
			const struct lab_report_cell *c = &r->cells[i * r->n_sets + s];

			buf_addc(out, ' ');
			put_range(out, c->em, c->em_range);
			buf_adds(out, " | ");
			put_range(out, c->f1, c->f1_range);
			buf_adds(out, " |");
		}
	}
	buf_adds(out, "\n\nExact match and F1 in per cent, with 95 % intervals (Clopper-Pearson; Student's t).\n");
}

static void put_number(struct buf *out, double v)
{
	if (isnan(v))
		buf_adds(out, "–");
	else
		buf_addf(out, "%.2f", v);
}

static void put_fit(struct buf *out, const struct shift_fit *f)
{
	buf_adds(out, " | ");
	put_number(out, f->slope);
	buf_adds(out, " | ");
	put_number(out, f->r2);
}

static void put_fits(struct buf *out, const struct lab_report *r, const struct concur *f1, const struct concur *em)
{
	size_t from = concur_find(f1, r->from);

	buf_adds(out, "\n## What ");
	put_name(out, r->from);
	buf_addf(
	    out,
	    " tells of the other sets\n\nLines of least squares through the scores of %zu readers; slope and R².\n\n",
	    r->n_readers);
	buf_adds(out, "| set | F1 slope | R² | F1 by probits | R² | EM slope | R² | mean gap in F1 |\n"
		      "|---|---:|---:|---:|---:|---:|---:|---:|\n");
	for (size_t i = 0; i < r->n_sets; i++) {
		struct shift a, b;
		double gap = 0;

		if (i == from)
			continue;
		shift_compare(&a, f1, from, i);
		shift_compare(&b, em, from, i);
		for (size_t k = 0; k < a.n; k++)
			gap += a.rows[k].gap / (double)a.n;
		buf_adds(out, "| ");
		put_name(out, r->sets[i]);
		put_fit(out, &a.linear);
		put_fit(out, &a.probit);
		put_fit(out, &b.linear);
		buf_addf(out, " | %.1f |\n", gap);
		shift_release(&a);
		shift_release(&b);
	}
}

static void put_concurrence(struct buf *out, const struct lab_report *r, const struct concur *em)
{
	size_t from = concur_find(em, r->from);

	buf_adds(out, "\n## Do the sets rank readers alike?\n\nPearson's r and Kendall's τ of exact match with ");
	put_name(out, r->from);
	buf_adds(out, ".\n\n| set | readers | r | τ |\n|---|---:|---:|---:|\n");
	for (size_t i = 0; i < r->n_sets; i++) {
		struct concur_pair p;

		if (i == from)
			continue;
		p = concur_pair(em, from, i, NULL, RESAMPLES, (uint64_t)r->seed);
		buf_adds(out, "| ");
		put_name(out, r->sets[i]);
		buf_addf(out, " | %zu | ", p.n);
		put_number(out, p.r);
		buf_adds(out, " | ");
		put_number(out, p.tau);
		buf_adds(out, " |\n");
	}
}

void lab_report_markdown(struct buf *out, const struct lab_report *r)
{
	struct concur f1, em;

	lab_report_scores(&f1, r, false);
	lab_report_scores(&em, r, true);
	buf_adds(out, "# ");
	put_name(out, r->title);
	buf_adds(out, "\n\n");
	put_table(out, r);
	if (r->n_sets > 1 && r->n_readers > 1) {
		put_fits(out, r, &f1, &em);
		put_concurrence(out, r, &em);
	}
	if (r->experiment != NULL)
		buf_addf(out, "\n## Trained again\n\nMean and standard deviation over the seeds.\n\n%s", r->experiment);
	concur_release(&f1);
	concur_release(&em);
}

static const char STYLE[] =
    "body{font:16px/1.5 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 "
    "1rem;color:#1c1c1c;background:#fff}"
    "table{border-collapse:collapse;margin:1rem 0;display:block;overflow-x:auto}"
    "th,td{border:1px solid #bbb;padding:.3rem .6rem;text-align:left;white-space:nowrap}"
    "figure{margin:1.5rem 0}svg{max-width:100%;height:auto}"
    "@media "
    "(prefers-color-scheme:dark){body{color:#eee;background:#161616}th,td{border-color:#555}svg{background:#fff}}";

static void put_figure(struct buf *out, struct buf *svg)
{
	const char *at = svg->n > 0 ? strstr(svg->p, "<svg") : NULL; /* without what a file begins with */

	if (at != NULL)
		buf_addf(out, "<figure>%s</figure>\n", at);
	buf_clear(svg);
}

static void put_figures(struct buf *out, const struct lab_report *r)
{
	struct concur f1, em;
	struct buf svg = BUF_INIT;

	lab_report_scores(&f1, r, false);
	lab_report_scores(&em, r, true);
	for (size_t i = 0; i < r->n_sets && r->n_readers > 1; i++) {
		struct shift s;

		if (i == concur_find(&f1, r->from))
			continue;
		shift_compare(&s, &f1, concur_find(&f1, r->from), i);
		shift_figure(&svg, &f1, &s);
		put_figure(out, &svg);
		shift_release(&s);
	}
	if (r->n_sets > 1 && r->n_readers > 1) {
		concur_matrix(&svg, &em);
		put_figure(out, &svg);
	}
	if (r->experiment_heat != NULL) {
		buf_adds(&svg, r->experiment_heat);
		put_figure(out, &svg);
	}
	concur_release(&f1);
	concur_release(&em);
	buf_release(&svg);
}

static void put_escaped(struct buf *out, const char *s)
{
	for (; *s != '\0'; s++) {
		if (*s == '<' || *s == '&')
			buf_adds(out, *s == '<' ? "&lt;" : "&amp;");
		else
			buf_addc(out, *s);
	}
}

void lab_report_html(struct buf *out, const struct lab_report *r)
{
	struct buf text = BUF_INIT;

	lab_report_markdown(&text, r);
	buf_adds(out, "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
		      "content=\"width=device-width\"><title>");
	put_escaped(out, r->title);
	buf_addf(out, "</title><style>%s</style></head>\n<body><main>\n", STYLE);
	if (markdown_html(text.p, text.n, out) != 0)
		buf_adds(out, "<p>The report is too long for a page.</p>");
	put_figures(out, r);
	buf_adds(out, "</main></body></html>\n");
	buf_release(&text);
}
