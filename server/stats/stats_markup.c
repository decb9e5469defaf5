/* Tables and examples as HTML, Markdown and LaTeX. Whatever a text holds, it stays text. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "beat/figure.h"
#include "beat/latex.h"
#include "stats_table.h"

/* What a table of each form may not hold as it is. Control characters become a space. */
static void put_markdown(struct buf *out, const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)s[i];

		if (c < 0x20 || c == 0x7f) {
			buf_addc(out, ' ');
			continue;
		}
		if (c == '&' || c == '<' || c == '>') {
			buf_adds(out, c == '&' ? "&amp;" : c == '<' ? "&lt;" : "&gt;");
			continue;
		}
		if (strchr("\\`*_{}[]#|~!$", c))
			buf_addc(out, '\\');
		buf_addc(out, s[i]);
	}
}

static void puts_markdown(struct buf *out, const char *s)
{
	put_markdown(out, s, strlen(s));
}

static void puts_latex(struct buf *out, const char *s)
{
	latex_put(out, s, strlen(s));
}

static void puts_html(struct buf *out, const char *s)
{
	figure_text(out, s, strlen(s));
}

void stats_table_html(struct buf *out, const struct stats_table *t)
{
	assert(t->cols > 0);
	buf_adds(out, "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"");
	puts_html(out, t->caption);
	buf_adds(out, "\"><table><thead>");
	for (size_t i = 0; i < t->n; i++) {
		bool head = i < t->cols, first = i % t->cols == 0;
		const char *tag = head || first ? "th" : "td";

		if (first)
			buf_adds(out, i == t->cols ? "</thead><tbody><tr>" : "<tr>");
		buf_addf(out, "<%s%s><bdi>", tag,
			 head && *t->cells[i] ? " scope=\"col\""
			 : first              ? " scope=\"row\""
					      : "");
		puts_html(out, t->cells[i]);
		buf_addf(out, "</bdi></%s>%s", tag, i % t->cols == t->cols - 1 ? "</tr>" : "");
	}
	buf_adds(out, t->n > t->cols ? "</tbody></table></div>" : "</thead></table></div>");
}

static void one_markdown(void *arg, const struct stats_table *t)
{
	struct buf *out = arg;

	buf_addf(out, "**%s**", t->caption);
	if (t->paper)
		buf_addf(out, " (%s)", t->paper);
	buf_adds(out, "\n\n");
	for (size_t i = 0; i < t->n; i++) {
		buf_adds(out, i % t->cols == 0 ? "| " : " | ");
		puts_markdown(out, t->cells[i]);
		if (i % t->cols == t->cols - 1)
			buf_adds(out, " |\n");
		if (i == t->cols - 1) {
			buf_adds(out, "|---|");
			for (size_t k = 1; k < t->cols; k++)
				buf_adds(out, "---:|");
			buf_addc(out, '\n');
		}
	}
	buf_addc(out, '\n');
}

/* Tables that are wider than the line or higher than the page are made to fit, never cut. */
static void one_latex(void *arg, const struct stats_table *t)
{
	struct buf *out = arg;
	const char *star = t->cols > 6 ? "*" : "";

	buf_addf(out, "\\begin{table%s}\n\\centering\n", star);
	buf_adds(out, "\\resizebox*{!}{\\ifdim\\totalheight>.8\\textheight .8\\textheight\\else\\totalheight\\fi}{%\n"
		      "\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%\n\\begin{tabular}{l");
	for (size_t k = 1; k < t->cols; k++)
		buf_addc(out, 'r');
	buf_adds(out, "}\n\\toprule\n");
	for (size_t i = 0; i < t->n; i++) {
		buf_adds(out, i % t->cols == 0 ? "" : " & ");
		puts_latex(out, t->cells[i]);
		if (i % t->cols == t->cols - 1)
			buf_adds(out, " \\\\\n");
		if (i == t->cols - 1)
			buf_adds(out, "\\midrule\n");
	}
	buf_adds(out, "\\bottomrule\n\\end{tabular}}}\n\\caption{");
	puts_latex(out, t->caption);
	if (t->paper)
		buf_addf(out, " As %s of the paper.", t->paper);
	buf_addf(out, "}\n\\label{tab:%s}\n\\end{table%s}\n\n", t->name, star);
}

/* Table 1 */

bool stats_has_examples(const struct stats_series *s, size_t n)
{
	const struct stats_example *x;

	for (size_t i = 0; i < n; i++) {
		if (stats_examples(s[i].st, &x) > 0)
			return true;
	}
	return false;
}

/* How one form shows an example: the marks around each part. */
struct dress {
	void (*put)(struct buf *out, const char *s, size_t n);
	const char *title, *passage, *open, *close, *question, *end;
};

static const struct dress HTML = {figure_text,
				  "<article class=\"example\"><h3><bdi>",
				  "</bdi></h3><p><strong>Passage:</strong> <bdi>",
				  "<mark>",
				  "</mark>",
				  "</bdi></p><p><strong>Question:</strong> <bdi>",
				  "</bdi></p></article>"};
static const struct dress MARKDOWN = {
    put_markdown, "> **", "**\n>\n> **Passage:** ", "<mark>", "</mark>", "\n>\n> **Question:** ", "\n\n"};
static const struct dress LATEX = {latex_put,
				   "\\noindent\\textbf{",
				   "}\\par\n\\noindent\\textbf{Passage:} ",
				   "\\textcolor{blue!70!black}{\\textbf{",
				   "}}",
				   "\\par\n\\noindent\\textbf{Question:} ",
				   "\\par\\medskip\n"};

enum { AROUND = 320 }; /* bytes shown on each side of an answer */

/* The start of a character, not before `at`. */
static size_t whole_char(const char *s, size_t at)
{
	while (((unsigned char)s[at] & 0xc0) == 0x80)
		at++;
	return at;
}

static void put_passage(struct buf *out, const struct dress *d, const struct stats_example *x)
{
	size_t n = strlen(x->passage), begin = x->from > AROUND ? whole_char(x->passage, x->from - AROUND) : 0;
	size_t end = x->to + AROUND < n ? whole_char(x->passage, x->to + AROUND) : n;

	if (begin > 0)
		buf_adds(out, "[…] ");
	d->put(out, x->passage + begin, x->from - begin);
	if (x->to > x->from) {
		buf_adds(out, d->open);
		d->put(out, x->passage + x->from, x->to - x->from);
		buf_adds(out, d->close);
	}
	d->put(out, x->passage + x->to, end - x->to);
	if (end < n)
		buf_adds(out, " […]");
}

static void put_examples(struct buf *out, const struct dress *d, const struct stats_series *s, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct stats_example *x;
		size_t k = stats_examples(s[i].st, &x);

		for (size_t e = 0; e < k; e++) {
			buf_adds(out, d->title);
			d->put(out, s[i].about.name, strlen(s[i].about.name));
			buf_adds(out, d->passage);
			put_passage(out, d, &x[e]);
			buf_adds(out, d->question);
			d->put(out, x[e].question, strlen(x[e].question));
			buf_adds(out, d->end);
		}
	}
}

void stats_examples_html(struct buf *out, const struct stats_series *s, size_t n)
{
	put_examples(out, &HTML, s, n);
}

void stats_markdown(struct buf *out, const struct stats_series *s, size_t n)
{
	if (stats_has_examples(s, n)) {
		buf_adds(out, "**Examples, drawn by the seed; the answer is marked.** (Table 1)\n\n");
		put_examples(out, &MARKDOWN, s, n);
	}
	stats_tables(s, n, one_markdown, out);
}

void stats_latex(struct buf *out, const struct stats_series *s, size_t n)
{
	latex_head(out, "booktabs,graphicx,xcolor");
	if (stats_has_examples(s, n)) {
		/* No float: examples may need more than a page. */
		buf_adds(
		    out,
		    "\\begingroup\\small\\sloppy\n\\refstepcounter{table}\\label{tab:table-1}%\n"
		    "\\noindent Table~\\thetable: Examples, drawn by the seed; the answer is marked. As Table 1 of "
		    "the paper.\\par\\medskip\n");
		put_examples(out, &LATEX, s, n);
		buf_adds(out, "\\endgroup\n\n");
	}
	stats_tables(s, n, one_latex, out);
}
