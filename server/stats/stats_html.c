/* The report: one HTML file with everything in it. No script, nothing to be loaded, light and dark, fit for print. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beat/figure.h"
#include "stats_impl.h"
#include "stats_table.h"

const char stats_report_style[] =
    ":root{color-scheme:light dark;--ground:#fff;--text:#1c2128;--soft:#59636e;--line:#d8dee4;--shade:#f5f7f9;"
    "--link:#0b5bd3}"
    "@media (prefers-color-scheme:dark){:root{--ground:#15181d;--text:#e6e9ee;--soft:#a0a9b4;--line:#333a43;"
    "--shade:#1d2127;--link:#7fb0ff}}"
    "*{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--text);"
    "font:16px/1.55 system-ui,'Segoe UI',Roboto,'Noto Sans',sans-serif;overflow-wrap:anywhere}"
    "main{max-width:56rem;margin:0 auto;padding:2rem 1.25rem 4rem}"
    "h1{font-size:1.75rem;line-height:1.25;margin:0 0 .5rem}h2{font-size:1.25rem;margin:3rem 0 .75rem}"
    "p,dd{max-width:44rem}.soft,figcaption{color:var(--soft);font-size:.9rem}a{color:var(--link)}"
    "nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;list-style:none;padding:0;margin:1.25rem 0 0}"
    "nav a{display:inline-block;padding:.35rem 0}"
    "figure{margin:1.25rem 0 .5rem;border:1px solid var(--line);border-radius:8px;padding:.5rem}"
    "figure svg{display:block;width:100%;height:auto;max-width:45rem;margin:0 auto;color:var(--text)}"
    "figure svg.fg{font-size:13px}figcaption{padding:.5rem .5rem .25rem}"
    ".scroll{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums;margin:.5rem 0}"
    "th,td{padding:.35rem .75rem;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap}"
    "th:first-child,td:first-child{text-align:left;white-space:normal;min-width:8rem}thead th{color:var(--soft);"
    "font-weight:600;font-size:.85rem;vertical-align:bottom}tbody th{font-weight:500}tr.ours{background:var(--shade)}"
    "tr.ours th{font-weight:700}details{margin:.25rem 0 1rem}summary{cursor:pointer;padding:.4rem 0;color:var(--link)}"
    "dt{font-weight:600;margin-top:1rem}dd{margin:.15rem 0 0;font-size:.95rem}"
    "@media (max-width:40rem){figure{padding:.25rem}figure svg{min-width:34rem}"
    "main{padding:1.25rem .9rem 3rem}th,td{padding:.35rem .45rem}th:first-child,td:first-child{min-width:4.5rem}}"
    "@media print{:root{--ground:#fff;--text:#000;--soft:#333;--line:#bbb;--shade:#f2f2f2}nav{display:none}"
    "figure,tr{break-inside:avoid}h2{break-after:avoid}body{font-size:11pt}details:not([open]){display:none}"
    ".scroll{overflow:visible}table{font-size:9pt}th,td{white-space:normal;padding:.2rem .35rem}figure "
    "svg{min-width:0}}"
    ".example{border-left:3px solid var(--line);padding:.1rem 0 .1rem 1rem;margin:1rem 0}.example "
    "h3{font-size:1rem;margin:0}"
    ".example p{margin:.25rem 0}mark{background:#ffe27a;color:#1c2128}";

enum { FIRST_SHOWN = 30, COLUMNS_MAX = STATS_SPLITS };

/* The columns of a table by splits: each split, and the whole if there are several. */
struct columns {
	const struct stats_part *v[COLUMNS_MAX + 1];
	size_t n;
};

static struct columns columns_of(const struct stats *st)
{
	struct columns c = {.n = 0};

	for (size_t i = 0; i < stats_splits(st) && c.n < COLUMNS_MAX; i++)
		c.v[c.n++] = stats_split(st, i);
	if (c.n != 1)
		c.v[c.n++] = stats_all(st);
	return c;
}

static void put(struct buf *out, const char *s)
{
	figure_text(out, s, strlen(s));
}

/* 1234567 as 1,234,567. */
static void put_count(struct buf *out, uint64_t n)
{
	char digits[24];
	struct buf b = BUF_INIT;
	size_t len;

	buf_addf(&b, "%llu", (unsigned long long)n);
	len = b.n;
	memcpy(digits, b.p, len);
	for (size_t i = 0; i < len; i++) {
		if (i > 0 && (len - i) % 3 == 0)
			buf_addc(out, ',');
		buf_addc(out, digits[i]);
	}
	buf_release(&b);
}

static void cell_open(struct buf *out, bool head)
{
	buf_adds(out, head ? "<th scope=\"row\">" : "<td>");
}

static void row_head(struct buf *out, const char *text, bool ours)
{
	buf_adds(out, ours ? "<tr class=\"ours\">" : "<tr>");
	cell_open(out, true);
	buf_adds(out, "<bdi>");
	put(out, text);
	buf_adds(out, "</bdi></th>");
}

static void cell_count(struct buf *out, uint64_t n)
{
	cell_open(out, false);
	put_count(out, n);
	buf_adds(out, "</td>");
}

static void cell_number(struct buf *out, double v, int decimals)
{
	cell_open(out, false);
	if (isnan(v) || v < 0)
		buf_adds(out, "–");
	else
		buf_addf(out, "%.*f", decimals, v);
	buf_adds(out, "</td>");
}

static void cell_share(struct buf *out, uint64_t n, uint64_t of)
{
	cell_count(out, n);
	cell_open(out, false);
	if (of > 0)
		buf_addf(out, "%.1f %%", 100.0 * (double)n / (double)of);
	else
		buf_adds(out, "–");
	buf_adds(out, "</td>");
}

static void heads(struct buf *out, const char *const *names, size_t n)
{
	buf_adds(out, "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Table\"><table><thead><tr>");
	for (size_t i = 0; i < n; i++)
		buf_addf(out, "<th scope=\"col\">%s</th>", names[i]);
	buf_adds(out, "</tr></thead><tbody>");
}

static void table_close(struct buf *out)
{
	buf_adds(out, "</tbody></table></div>");
}

static void section(struct buf *out, const char *id, const char *title)
{
	buf_addf(out, "<section aria-labelledby=\"%s\"><h2 id=\"%s\">%s</h2>", id, id, title);
}

static void table_human(struct buf *out, const struct stats *st)
{
	static const char *const names[] = {"split", "questions", "EM",      "95 %",    "F1",
					    "95 %",  "mean EM",   "mean F1", "best EM", "best F1"};

	heads(out, names, ARRAY_LEN(names));
	for (size_t i = 0; i < stats_splits(st); i++) {
		const struct stats_part *p = stats_split(st, i);
		struct stats_score s = stats_human_score(&p->human);

		if (p->human.questions == 0)
			continue;
		row_head(out, p->split, true);
		cell_count(out, p->human.questions);
		cell_number(out, s.em, 1);
		buf_addf(out, "<td>%.1f – %.1f</td>", s.em_low, s.em_high);
		cell_number(out, s.f1, 1);
		buf_addf(out, "<td>%.1f – %.1f</td>", s.f1_low, s.f1_high);
		cell_number(out, s.mean_em, 1);
		cell_number(out, s.mean_f1, 1);
		cell_number(out, s.best_em, 1);
		cell_number(out, s.best_f1, 1);
		buf_adds(out, "</tr>");
	}
	table_close(out);
}

static void table_human_paper(struct buf *out)
{
	static const char *const names[] = {"paper", "dev EM", "dev F1", "test EM", "test F1"};

	heads(out, names, ARRAY_LEN(names));
	for (size_t i = 0; i < STATS_REFERENCES; i++) {
		const struct stats_reference *r = &stats_reference[i];

		if (r->dev_em < 0)
			continue;
		row_head(out, r->name, false);
		cell_number(out, r->dev_em, 1);
		cell_number(out, r->dev_f1, 1);
		cell_number(out, r->test_em, 1);
		cell_number(out, r->test_f1, 1);
		buf_adds(out, "</tr>");
	}
	table_close(out);
}

static void put_drawing(struct buf *out, const struct stats *st, const struct stats_about *about, const char *name)
{
	for (const struct stats_drawing *d = stats_drawings; d->name; d++) {
		if (strcmp(d->name, name) != 0 || !d->has(st))
			continue;
		buf_addf(out, "<figure><div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"%s\">",
			 d->caption);
		d->draw(out, st, about, false);
		buf_addf(out, "</div><figcaption>%s As %s of the paper.</figcaption></figure>", d->caption, d->paper);
	}
}

static void part_human(struct buf *out, const struct stats *st, const struct stats_about *about)
{
	section(out, "human", "Human performance");
	if (stats_all(st)->human.questions == 0) {
		buf_adds(out, stats_has_votes(st)
				  ? "<p>No question has a validator’s vote yet.</p>"
				  : "<p>No question has more than one answer, so there is nothing to set "
				    "against another.</p>");
	} else {
		table_human(out, st);
		buf_adds(out, "<p class=\"soft\">Seed: ");
		put(out, stats_seed(st));
		buf_adds(out, "</p>");
		put_drawing(out, st, about, "human");
	}
	buf_adds(out, "<details><summary>The paper’s Table 2</summary>");
	table_human_paper(out);
	buf_adds(out, "</details></section>");
}

static void part_counts(struct buf *out, const struct stats *st)
{
	static const char *const names[] = {"split", "documents", "passages", "questions"};
	static const char *const paper[] = {"paper", "passages train", "dev", "test", "questions train", "dev", "test"};
	struct columns c = columns_of(st);

	section(out, "counts", "Passages and questions");
	heads(out, names, ARRAY_LEN(names));
	for (size_t i = 0; i < c.n; i++) {
		row_head(out, c.v[i]->split, true);
		cell_count(out, c.v[i]->documents);
		cell_count(out, c.v[i]->passages);
		cell_count(out, c.v[i]->questions);
		buf_adds(out, "</tr>");
	}
	table_close(out);
	buf_adds(out, "<details><summary>The paper’s Table 3</summary>");
	heads(out, paper, ARRAY_LEN(paper));
	for (size_t i = 0; i < STATS_REFERENCES; i++) {
		row_head(out, stats_reference[i].name, false);
		for (size_t j = 0; j < 3; j++)
			cell_count(out, (uint64_t)stats_reference[i].passages[j]);
		for (size_t j = 0; j < 3; j++)
			cell_count(out, (uint64_t)stats_reference[i].questions[j]);
		buf_adds(out, "</tr>");
	}
	table_close(out);
	buf_adds(out, "</details></section>");
}

static void cell_spread(struct buf *out, const struct stats_hist *h)
{
	if (h->total == 0)
		buf_adds(out, "<td>–</td>");
	else
		buf_addf(out, "<td>%.2f <span class=\"soft\">± %.2f</span></td>", stats_mean(h), stats_sd(h));
}

static void part_lengths(struct buf *out, const struct stats *st, const struct stats_about *about)
{
	static const char *const names[] = {"split or dataset", "question length", "answer length", "n-gram overlap"};
	struct columns c = columns_of(st);

	section(out, "lengths", "Lengths and overlap");
	heads(out, names, ARRAY_LEN(names));
	for (size_t i = 0; i < c.n; i++) {
		row_head(out, c.v[i]->split, true);
		cell_spread(out, &c.v[i]->question_words);
		cell_spread(out, &c.v[i]->answer_words);
		cell_spread(out, &c.v[i]->overlap);
		buf_adds(out, "</tr>");
	}
	for (size_t i = 0; i < STATS_REFERENCES; i++) {
		row_head(out, stats_reference[i].name, false);
		cell_number(out, stats_reference[i].question, 1);
		cell_number(out, stats_reference[i].answer, 1);
		cell_number(out, stats_reference[i].overlap, 1);
		buf_adds(out, "</tr>");
	}
	table_close(out);
	buf_adds(out, "<p class=\"soft\">Means in words ± standard deviation; the lower rows are the paper’s.</p>");
	put_drawing(out, st, about, "lengths");
	buf_adds(out, "</section>");
}

static void split_heads(struct buf *out, const struct columns *c, const char *first)
{
	buf_addf(out,
		 "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Table\"><table><thead><tr>"
		 "<th scope=\"col\">%s</th>",
		 first);
	for (size_t i = 0; i < c->n; i++) {
		buf_adds(out, "<th scope=\"col\"><bdi>");
		put(out, c->v[i]->split);
		buf_adds(out, "</bdi></th><th scope=\"col\">share</th>");
	}
	buf_adds(out, "</tr></thead><tbody>");
}

static void table_types(struct buf *out, const struct stats *st)
{
	struct columns c = columns_of(st);

	split_heads(out, &c, "first word");
	for (size_t t = 0; t < STATS_TYPES; t++) {
		row_head(out, stats_type_name[t], false);
		for (size_t i = 0; i < c.n; i++)
			cell_share(out, c.v[i]->type[t], c.v[i]->questions);
		buf_adds(out, "</tr>");
	}
	table_close(out);
}

static void table_answers(struct buf *out, const struct stats *st)
{
	struct columns c = columns_of(st);

	split_heads(out, &c, "answer");
	for (size_t t = 0; t < STATS_ANSWERS; t++) {
		row_head(out, stats_answer_label[t], false);
		for (size_t i = 0; i < c.n; i++)
			cell_share(out, c.v[i]->answer[t], c.v[i]->answer_words.total);
		buf_adds(out, "</tr>");
	}
	table_close(out);
}

static void table_hist(struct buf *out, const struct stats *st,
		       const struct stats_hist *(*of)(const struct stats_part *))
{
	struct columns c = columns_of(st);
	const struct stats_hist *all = of(stats_all(st));

	split_heads(out, &c, "words");
	for (size_t v = 0; v < all->n; v++) {
		char text[32];
		struct buf b = BUF_INIT;

		if (all->count[v] == 0)
			continue;
		buf_addf(&b, "%zu", v);
		memcpy(text, b.p, b.n + 1);
		buf_release(&b);
		row_head(out, text, false);
		for (size_t i = 0; i < c.n; i++) {
			const struct stats_hist *h = of(c.v[i]);

			cell_share(out, v < h->n ? h->count[v] : 0, h->total);
		}
		buf_adds(out, "</tr>");
	}
	table_close(out);
}

static const struct stats_hist *of_overlap(const struct stats_part *p)
{
	return &p->overlap;
}

static const struct stats_hist *of_question(const struct stats_part *p)
{
	return &p->question_words;
}

static const struct stats_hist *of_answer(const struct stats_part *p)
{
	return &p->answer_words;
}

static void table_overlap(struct buf *out, const struct stats *st)
{
	table_hist(out, st, of_overlap);
}

static void table_question(struct buf *out, const struct stats *st)
{
	table_hist(out, st, of_question);
}

static void table_answer(struct buf *out, const struct stats *st)
{
	table_hist(out, st, of_answer);
}

static void table_labels(struct buf *out, const struct stats *st)
{
	static const char *const names[] = {"label", "questions", "share"};
	const struct stats_label *labels;
	uint64_t labelled;
	size_t n = stats_labels(st, &labels, &labelled);

	heads(out, names, ARRAY_LEN(names));
	for (size_t i = 0; i < n; i++) {
		row_head(out, labels[i].label, false);
		cell_share(out, labels[i].n, labelled);
		buf_adds(out, "</tr>");
	}
	table_close(out);
	buf_adds(
	    out,
	    "<p class=\"soft\">The paper’s text tells of explicit: 57 % of SQuAD and 8 % of D_BiDAF; of comparative: "
	    "11 % of D_BiDAF, 1 % of D_BERT and 3 % of D_RoBERTa.</p>");
}

static void table_success(struct buf *out, const struct stats *st)
{
	static const char *const names[] = {"valid, from", "workers", "share"};
	uint64_t all;
	const uint64_t *workers = stats_success(st, &all);

	heads(out, names, ARRAY_LEN(names));
	for (size_t i = 0; i < STATS_SUCCESS; i++) {
		char step[32];

		if (workers[i] == 0)
			continue;
		snprintf(step, sizeof(step), "%zu %%", 5 * i);
		row_head(out, step, false);
		cell_share(out, workers[i], all);
		buf_adds(out, "</tr>");
	}
	table_close(out);
}

static void table_first(struct buf *out, const struct stats *st)
{
	static const char *const names[] = {"beginning", "questions", "share"};
	struct stats_first *first = xmalloc(FIRST_SHOWN * sizeof(*first));
	size_t n = stats_first_words(st, first, FIRST_SHOWN);
	struct buf path = BUF_INIT;

	heads(out, names, ARRAY_LEN(names));
	for (size_t i = 0; i < n; i++) {
		buf_adds(out, "<tr>");
		cell_open(out, true);
		buf_adds(out, "<bdi>");
		for (size_t j = 0; j < first[i].n_words; j++) {
			buf_adds(out, j ? " " : "");
			figure_text(out, first[i].words[j].p, first[i].words[j].n);
		}
		buf_adds(out, "</bdi></th>");
		cell_share(out, first[i].n, stats_all(st)->questions);
		buf_adds(out, "</tr>");
	}
	table_close(out);
	buf_release(&path);
	free(first);
}

/* The sections that are a figure and its data. */
static const struct {
	const char *id, *drawing, *title;
	void (*table)(struct buf *out, const struct stats *st);
} parts[] = {
    {"overlap", "ngram-overlap", "Longest n-gram overlap", table_overlap},
    {"labels", "comprehension", "Comprehension", table_labels},
    {"types", "question-types", "Question types", table_types},
    {"question-lengths", "question-length", "Question length", table_question},
    {"answer-types", "answer-types", "Answer types", table_answers},
    {"answer-lengths", "answer-length", "Answer length", table_answer},
    {"success", "worker-success", "Success of the workers", table_success},
    {"first", "first-words", "First words", table_first},
};

static bool has_drawing(const struct stats *st, const char *name)
{
	for (const struct stats_drawing *d = stats_drawings; d->name; d++) {
		if (strcmp(d->name, name) == 0)
			return d->has(st);
	}
	return false;
}

static void part_figures(struct buf *out, const struct stats *st, const struct stats_about *about)
{
	for (size_t i = 0; i < ARRAY_LEN(parts); i++) {
		if (!has_drawing(st, parts[i].drawing))
			continue;
		section(out, parts[i].id, parts[i].title);
		put_drawing(out, st, about, parts[i].drawing);
		buf_adds(out, "<details><summary>Numbers</summary>");
		parts[i].table(out, st);
		buf_adds(out, "</details></section>");
	}
}

void stats_html_definitions(struct buf *out)
{
	section(out, "definitions", "Definitions");
	buf_adds(out, "<dl>");
	for (const struct stats_definition *d = stats_definitions; d->key; d++) {
		buf_adds(out, "<dt>");
		put(out, d->name);
		buf_adds(out, "</dt><dd>");
		put(out, d->text);
		buf_adds(out, "</dd>");
	}
	buf_adds(out, "</dl></section>");
}

static void put_nav(struct buf *out, const struct stats *st)
{
	buf_adds(
	    out,
	    "<nav aria-label=\"Contents\"><ul><li><a href=\"#counts\">Passages and questions</a></li>"
	    "<li><a href=\"#lengths\">Lengths and overlap</a></li><li><a href=\"#human\">Human performance</a></li>");
	for (size_t i = 0; i < ARRAY_LEN(parts); i++) {
		if (has_drawing(st, parts[i].drawing))
			buf_addf(out, "<li><a href=\"#%s\">%s</a></li>", parts[i].id, parts[i].title);
	}
	buf_adds(out, "<li><a href=\"#definitions\">Definitions</a></li></ul></nav>");
}

static void put_header(struct buf *out, const struct stats *st, const struct stats_about *about)
{
	const struct stats_part *all = stats_all(st);

	buf_adds(out, "<header><h1>Statistics of <bdi>");
	put(out, about->name);
	buf_addf(out, "</bdi></h1><p>A %s of ", strcmp(about->kind, "files") == 0 ? "set of files" : about->kind);
	put_count(out, all->questions);
	buf_addf(out, " question%s on ", all->questions == 1 ? "" : "s");
	put_count(out, all->passages);
	buf_addf(out, " passage%s of ", all->passages == 1 ? "" : "s");
	put_count(out, all->documents);
	buf_addf(out, " document%s", all->documents == 1 ? "" : "s");
	if (about->as_of) {
		buf_adds(out, ", as of ");
		put(out, about->as_of);
	}
	buf_adds(out, ". Its figures follow Bartolo et al., <cite>Beat the AI</cite> (2020).");
	if (about->note) {
		buf_addc(out, ' ');
		put(out, about->note);
	}
	buf_adds(out, "</p>");
	put_nav(out, st);
	buf_adds(out, "</header>");
}

static void part_examples(struct buf *out, const struct stats_series *s)
{
	if (!stats_has_examples(s, 1))
		return;
	section(out, "examples", "Examples");
	buf_adds(out, "<p class=\"soft\">Drawn by the seed; the answer is marked. As Table 1 of the paper.</p>");
	stats_examples_html(out, s, 1);
	buf_adds(out, "</section>");
}

static void put_work(void *arg, const struct stats_table *t)
{
	struct buf *out = arg;

	if (strcmp(t->name, "work") != 0 && strcmp(t->name, "calls") != 0)
		return;
	section(out, t->name, t->title ? t->title : "Work and pay");
	stats_table_html(out, t);
	buf_adds(out, "<p class=\"soft\">");
	put(out, t->caption);
	buf_adds(out, "</p></section>");
}

void stats_html(struct buf *out, const struct stats_series *s)
{
	const struct stats *st = s->st;
	const struct stats_about *about = &s->about;

	buf_adds(out, "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
		      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><title>Statistics of ");
	put(out, about->name);
	buf_addf(out, "</title><style>%s%s</style></head>\n<body><main>", figure_style, stats_report_style);
	put_header(out, st, about);
	part_counts(out, st);
	if (stats_all(st)->questions == 0)
		buf_adds(out, "<p>There are no questions yet, so there is nothing else to show.</p>");
	else
		part_lengths(out, st, about);
	part_human(out, st, about);
	part_figures(out, st, about);
	part_examples(out, s);
	stats_tables(s, 1, put_work, out);
	stats_html_definitions(out);
	buf_adds(out, "<footer class=\"soft\"><p>Made by beatctl stats, Beat the AI " BEAT_VERSION
		      ".</p></footer></main></body>"
		      "</html>\n");
}
