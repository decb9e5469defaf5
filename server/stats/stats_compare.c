/* Several datasets side by side: their figures, their report, their JSON. What is told of each is what is told of it
 * alone. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "beat/figure.h"
#include "stats_impl.h"
#include "stats_table.h"

void stats_compare_json(struct jw *w, const struct stats_series *s, size_t n)
{
	jw_open(w, '{');
	jw_key(w, "series");
	jw_open(w, '[');
	for (size_t i = 0; i < n; i++)
		stats_json(w, s[i].st, &s[i].about);
	jw_close(w, ']');
	jw_close(w, '}');
}

static const struct stats_hist *overlap_of(const struct stats_part *p)
{
	return &p->overlap;
}

static const struct stats_hist *question_of(const struct stats_part *p)
{
	return &p->question_words;
}

static const struct stats_hist *answer_of(const struct stats_part *p)
{
	return &p->answer_words;
}

/* A figure of several: what it is called, and how to get at its numbers. */
struct drawing {
	const char *name, *paper, *title, *caption, *x_label;
	const struct stats_hist *(*hist)(const struct stats_part *p); /* NULL: classes, or workers */
	size_t classes;
	const char *(*class_name)(size_t i);
	double (*class_share)(const struct stats *st, size_t i); /* in per cent */
};

static const char *type_name(size_t i)
{
	return stats_type_name[i];
}

static double type_share(const struct stats *st, size_t i)
{
	const struct stats_part *all = stats_all(st);

	return all->questions ? 100.0 * (double)all->type[i] / (double)all->questions : NAN;
}

static const char *answer_name(size_t i)
{
	return stats_answer_label[i];
}

static double answer_share(const struct stats *st, size_t i)
{
	const struct stats_part *all = stats_all(st);

	return all->answer_words.total ? 100.0 * (double)all->answer[i] / (double)all->answer_words.total : NAN;
}

static const struct drawing drawings[] = {
    {"ngram-overlap", "Figure 4", "Longest n-gram overlap of question and passage",
     "How many words in a row a question shares with its passage.", "words in a row", overlap_of, 0, NULL, NULL},
    {"question-types", "Figure 6", "Question types by first word", "Question types by their first word.", "first word",
     NULL, STATS_TYPES, type_name, type_share},
    {"question-length", "Figure 7", "Question length", "How long the questions are.", "words of the question",
     question_of, 0, NULL, NULL},
    {"answer-types", "Figure 8", "Answer types by form", "What kind of thing the answers are, by their form.",
     "answer type", NULL, STATS_ANSWERS, answer_name, answer_share},
    {"answer-length", "Figure 9", "Answer length", "How long the answers are.", "words of the answer", answer_of, 0,
     NULL, NULL},
    {"worker-success", "Figure 10", "Success of the workers",
     "Workers by the share of their reviewed work that was valid.", "valid of the reviewed work, per cent", NULL, 0,
     NULL, NULL},
};

static uint64_t workers_of(const struct stats_series *s, size_t n)
{
	uint64_t all = 0, workers;

	for (size_t i = 0; i < n; i++) {
		stats_success(s[i].st, &workers);
		all += workers;
	}
	return all;
}

static void draw_lines(struct buf *out, const struct drawing *d, const struct stats_series *s, size_t n,
		       struct figure_about *fa)
{
	struct figure_line lines[STATS_SERIES];
	struct buf desc = BUF_INIT;
	uint64_t workers;

	for (size_t i = 0; i < n; i++) {
		const struct stats_hist *h = d->hist ? d->hist(stats_all(s[i].st)) : NULL;

		lines[i].name = s[i].about.name;
		lines[i].count = h ? h->count : stats_success(s[i].st, &workers);
		lines[i].n = h ? h->n : STATS_SUCCESS;
		buf_addf(&desc, "%s: ", s[i].about.name);
		if (h && h->total)
			buf_addf(&desc, "mean %.2f, standard deviation %.2f. ", stats_mean(h), stats_sd(h));
		else if (!h && workers)
			buf_addf(&desc, "%llu workers. ", (unsigned long long)workers);
		else
			buf_adds(&desc, h ? "no questions. " : "no workers. ");
	}
	fa->desc = desc.p;
	figure_lines(out, fa,
		     &(struct figure_lines){lines, n, d->x_label,
					    d->hist ? "share of the questions" : "share of the workers",
					    d->hist ? 1 : 5, d->hist ? "No questions: " : "No workers: "});
	buf_release(&desc);
}

static void draw_rows(struct buf *out, const struct drawing *d, const struct stats_series *s, size_t n,
		      struct figure_about *fa)
{
	const char *names[STATS_SERIES], *groups[STATS_ANSWERS];
	double *values = xcalloc(d->classes * n, sizeof(*values));
	struct buf desc = BUF_INIT;

	for (size_t k = 0; k < d->classes; k++) {
		groups[k] = d->class_name(k);
		buf_addf(&desc, "%s%s", k ? "; " : "Per cent of the questions. ", groups[k]);
		for (size_t i = 0; i < n; i++) {
			names[i] = s[i].about.name;
			values[k * n + i] = d->class_share(s[i].st, k);
			buf_addf(&desc, " %.1f", values[k * n + i]);
		}
	}
	fa->desc = desc.p;
	figure_rows(
	    out, fa,
	    &(struct figure_groups){groups, d->classes, names, n, values, "per cent of the questions", d->x_label});
	buf_release(&desc);
	free(values);
}

static bool drawn(const struct drawing *d, const struct stats_series *s, size_t n)
{
	return d->hist || d->classes || workers_of(s, n) > 0;
}

static void draw(struct buf *out, const struct drawing *d, const struct stats_series *s, size_t n, bool alone)
{
	struct figure_about fa = {d->name, d->title, NULL, alone};

	if (d->classes)
		draw_rows(out, d, s, n, &fa);
	else
		draw_lines(out, d, s, n, &fa);
}

void stats_compare_figures(const struct stats_series *s, size_t n, stats_figure_fn *f, void *arg)
{
	struct buf svg = BUF_INIT, caption = BUF_INIT;

	for (size_t i = 0; i < ARRAY_LEN(drawings); i++) {
		if (!drawn(&drawings[i], s, n))
			continue;
		buf_clear(&svg);
		buf_clear(&caption);
		draw(&svg, &drawings[i], s, n, true);
		buf_addf(&caption, "%s (as %s of the paper)", drawings[i].caption, drawings[i].paper);
		f(arg, drawings[i].name, caption.p, &svg);
	}
	buf_release(&svg);
	buf_release(&caption);
}

/* The report */

struct report {
	struct buf *out;
	const struct stats_series *s;
	size_t n;
};

/* A table, and the figure that shows the same. */
static void put_part(void *arg, const struct stats_table *t)
{
	struct report *r = arg;
	const char *heading = t->paper ? t->paper : t->title;

	buf_addf(r->out, "<section aria-labelledby=\"%s\"><h2 id=\"%s\">", t->name, t->name);
	figure_text(r->out, heading, strlen(heading));
	buf_adds(r->out, "</h2><p>");
	figure_text(r->out, t->caption, strlen(t->caption));
	buf_adds(r->out, "</p>");
	for (size_t i = 0; i < ARRAY_LEN(drawings); i++) {
		if (strcmp(drawings[i].paper, heading) != 0 || !drawn(&drawings[i], r->s, r->n))
			continue;
		buf_addf(r->out, "<figure><div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"%s\">",
			 drawings[i].title);
		draw(r->out, &drawings[i], r->s, r->n, false);
		buf_addf(r->out, "</div><figcaption>%s</figcaption></figure>", drawings[i].caption);
	}
	stats_table_html(r->out, t);
	buf_adds(r->out, "</section>");
}

static void put_notes(struct buf *out, const struct stats_series *s, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (!s[i].about.note)
			continue;
		buf_adds(out, "<p class=\"soft\"><bdi>");
		figure_text(out, s[i].about.name, strlen(s[i].about.name));
		buf_adds(out, "</bdi>: ");
		figure_text(out, s[i].about.note, strlen(s[i].about.note));
		buf_adds(out, "</p>");
	}
}

void stats_compare_html(struct buf *out, const struct stats_series *s, size_t n)
{
	struct report r = {out, s, n};

	buf_adds(out, "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
		      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">"
		      "<title>Datasets side by side</title>");
	buf_addf(out, "<style>%s%s</style></head>\n<body><main><header><h1>", figure_style, stats_report_style);
	for (size_t i = 0; i < n; i++) {
		buf_adds(out, i == 0 ? "<bdi>" : i + 1 == n ? " and <bdi>" : ", <bdi>");
		figure_text(out, s[i].about.name, strlen(s[i].about.name));
		buf_adds(out, "</bdi>");
	}
	buf_adds(
	    out,
	    "</h1><p>Side by side, in the figures of Bartolo et al., <cite>Beat the AI</cite> (2020).</p></header>");
	put_notes(out, s, n);
	if (stats_has_examples(s, n)) {
		buf_adds(out, "<section aria-labelledby=\"table-1\"><h2 id=\"table-1\">Table 1</h2>"
			      "<p>Examples, drawn by the seed; the answer is marked.</p>");
		stats_examples_html(out, s, n);
		buf_adds(out, "</section>");
	}
	stats_tables(s, n, put_part, &r);
	stats_html_definitions(out);
	buf_adds(out, "<footer class=\"soft\"><p>Made by beatctl stats, Beat the AI " BEAT_VERSION
		      ".</p></footer></main></body></html>\n");
}
