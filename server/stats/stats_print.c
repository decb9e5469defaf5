/* The statistics for people at a terminal: aligned tables, small bars, and what the figures mean. */
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "beat/buf.h"
#include "beat/cli.h"
#include "beat/stats_load.h"
#include "stats_table.h"

enum { BAR = 24, FIRST_SHOWN = 20, ROWS_MAX = 40, TEXT_WIDTH = 96, TABLE_4 = 3 };

/* A table under construction: cells are malloc'd, row by row. */
struct table {
	const char *const *heads;
	int cols;
	char **cells;
	size_t n, cap;
};

static void add(struct table *t, char *cell)
{
	if (t->n == t->cap) {
		t->cap = t->cap ? 2 * t->cap : 64;
		t->cells = xrealloc(t->cells, t->cap * sizeof(*t->cells));
	}
	t->cells[t->n++] = cell;
}

static void addf(struct table *t, const char *fmt, ...) BEAT_PRINTF(2, 3);
static void addf(struct table *t, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	add(t, xvasprintf(fmt, ap));
	va_end(ap);
}

static void add_count(struct table *t, uint64_t n)
{
	addf(t, "%llu", (unsigned long long)n);
}

static void add_number(struct table *t, double v, int decimals)
{
	if (isnan(v) || v < 0)
		addf(t, "-");
	else
		addf(t, "%.*f", decimals, v);
}

static void add_share(struct table *t, uint64_t n, uint64_t of)
{
	add_count(t, n);
	if (of)
		addf(t, "%.1f %%", 100.0 * (double)n / (double)of);
	else
		addf(t, "-");
}

/* Eighths of a block, so that small differences show. */
static void add_bar(struct table *t, uint64_t n, uint64_t max)
{
	static const char *const eighth[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
	uint64_t eighths = max ? n * BAR * 8 / max : 0;
	struct buf b = BUF_INIT;

	for (uint64_t i = 0; i < eighths / 8; i++)
		buf_adds(&b, "█");
	buf_adds(&b, eighths == 0 && n > 0 ? "▏" : eighth[eighths % 8]);
	add(t, buf_detach(&b));
}

static void finish(FILE *out, struct table *t)
{
	cli_print_cells(out, t->heads, (const char *const *)t->cells, (int)t->n / t->cols, t->cols);
	for (size_t i = 0; i < t->n; i++)
		free(t->cells[i]);
	free(t->cells);
	*t = (struct table){0};
}

static void title(FILE *out, const char *text, const char *paper)
{
	if (paper)
		fprintf(out, "\n%s (%s)\n", text, paper);
	else
		fprintf(out, "\n%s\n", text);
}

static size_t n_parts(const struct stats *st)
{
	return stats_splits(st) == 1 ? 1 : stats_splits(st) + 1;
}

/* The splits, then the whole if there are several. */
static const struct stats_part *part(const struct stats *st, size_t i)
{
	return i < stats_splits(st) ? stats_split(st, i) : stats_all(st);
}

static void print_counts(FILE *out, const struct stats *st)
{
	static const char *const heads[] = {"SPLIT", "DOCUMENTS", "PASSAGES", "QUESTIONS"};
	struct table t = {heads, ARRAY_LEN(heads), NULL, 0, 0};

	title(out, "Passages and questions", "Table 3");
	for (size_t i = 0; i < n_parts(st); i++) {
		addf(&t, "%s", part(st, i)->split);
		add_count(&t, part(st, i)->documents);
		add_count(&t, part(st, i)->passages);
		add_count(&t, part(st, i)->questions);
	}
	finish(out, &t);
}

static void print_lengths(FILE *out, const struct stats *st)
{
	static const char *const heads[] = {"MEAN WORDS", "QUESTION", "σ", "ANSWER", "σ", "N-GRAM OVERLAP", "σ"};
	struct table t = {heads, ARRAY_LEN(heads), NULL, 0, 0};

	title(out, "Lengths and longest n-gram overlap", "Table 4");
	for (size_t i = 0; i < n_parts(st); i++) {
		const struct stats_part *p = part(st, i);
		const struct stats_hist *hists[TABLE_4] = {&p->question_words, &p->answer_words, &p->overlap};

		addf(&t, "%s", p->split);
		for (size_t j = 0; j < TABLE_4; j++) {
			add_number(&t, stats_mean(hists[j]), 2);
			add_number(&t, stats_sd(hists[j]), 2);
		}
	}
	for (size_t i = 0; i < STATS_REFERENCES; i++) {
		const struct stats_reference *r = &stats_reference[i];
		const double means[TABLE_4] = {r->question, r->answer, r->overlap};

		addf(&t, "paper: %s", r->name);
		for (size_t j = 0; j < TABLE_4; j++) {
			add_number(&t, means[j], 1);
			add(&t, NULL);
		}
	}
	finish(out, &t);
}

static void add_human(struct table *t, const struct stats_part *p)
{
	struct stats_score s = stats_human_score(&p->human);

	addf(t, "%s", p->split);
	add_count(t, p->human.questions);
	add_number(t, s.em, 1);
	addf(t, "%.1f – %.1f", s.em_low, s.em_high);
	add_number(t, s.f1, 1);
	addf(t, "%.1f – %.1f", s.f1_low, s.f1_high);
	addf(t, "%.1f / %.1f", s.mean_em, s.mean_f1);
	addf(t, "%.1f / %.1f", s.best_em, s.best_f1);
}

static void add_paper_human(struct table *t, const char *name, const char *split, double em, double f1)
{
	addf(t, "paper: %s %s", name, split);
	add(t, NULL);
	add_number(t, em, 1);
	add(t, NULL);
	add_number(t, f1, 1);
	add(t, NULL);
	add(t, NULL);
	add(t, NULL);
}

static void print_human(FILE *out, const struct stats *st)
{
	static const char *const heads[] = {"SPLIT", "QUESTIONS", "EM", "95 %", "F1", "95 %", "MEAN", "BEST"};
	struct table t = {heads, ARRAY_LEN(heads), NULL, 0, 0};

	title(out, "Human performance", "Table 2");
	if (stats_all(st)->human.questions == 0) {
		fputs(stats_has_votes(st)
			  ? "no question has a validator's vote\n"
			  : "no question has several answers of which one could be set against the others\n",
		      out);
		return;
	}
	for (size_t i = 0; i < stats_splits(st); i++) {
		if (stats_split(st, i)->human.questions > 0)
			add_human(&t, stats_split(st, i));
	}
	for (size_t i = 0; i < STATS_REFERENCES; i++) {
		const struct stats_reference *r = &stats_reference[i];

		if (r->dev_em < 0)
			continue;
		add_paper_human(&t, r->name, "dev", r->dev_em, r->dev_f1);
		add_paper_human(&t, r->name, "test", r->test_em, r->test_f1);
	}
	finish(out, &t);
}

static void print_hist(FILE *out, const struct stats_hist *h)
{
	static const char *const heads[] = {"WORDS", "QUESTIONS", "SHARE", ""};
	struct table t = {heads, ARRAY_LEN(heads), NULL, 0, 0};
	uint64_t max = 0, below = 0;

	for (size_t i = 0; i < h->n; i++)
		max = h->count[i] > max ? h->count[i] : max;
	/* What is far out, less than one in two hundred, comes in one row. */
	for (size_t i = 0; i < h->n && below < h->total; i++) {
		uint64_t n = h->count[i], rest = h->total - below - n;
		bool last = (rest > 0 && rest * 200 < h->total && i >= 8) || i >= ROWS_MAX;

		if (below == 0 && n == 0)
			continue;
		addf(&t, last && rest ? "%zu+" : "%zu", i);
		add_share(&t, last ? n + rest : n, h->total);
		add_bar(&t, last ? n + rest : n, max);
		below += last ? n + rest : n;
	}
	finish(out, &t);
	fprintf(out, "mean %.2f, standard deviation %.2f\n", stats_mean(h), stats_sd(h));
}

/* How many of a total are of each class. */
struct classes {
	const char *title, *figure, *head;
	const char *const *names;
	const uint64_t *counts;
	size_t n;
	uint64_t of;
};

static void print_classes(FILE *out, const struct classes *c)
{
	const char *const heads[] = {c->head, "QUESTIONS", "SHARE", ""};
	struct table t = {heads, ARRAY_LEN(heads), NULL, 0, 0};
	uint64_t max = 0;

	title(out, c->title, c->figure);
	for (size_t i = 0; i < c->n; i++)
		max = c->counts[i] > max ? c->counts[i] : max;
	for (size_t i = 0; i < c->n; i++) {
		addf(&t, "%s", c->names[i]);
		add_share(&t, c->counts[i], c->of);
		add_bar(&t, c->counts[i], max);
	}
	finish(out, &t);
}

static void print_types(FILE *out, const struct stats_part *all)
{
	print_classes(out, &(struct classes){"Question types", "Figure 6", "FIRST WORD", stats_type_name, all->type,
					     STATS_TYPES, all->questions});
}

static void print_answers(FILE *out, const struct stats_part *all)
{
	print_classes(out, &(struct classes){"Answer types", "Figure 8", "ANSWER", stats_answer_label, all->answer,
					     STATS_ANSWERS, all->answer_words.total});
}

static void print_labels(FILE *out, const struct stats *st)
{
	static const char *const heads[] = {"LABEL", "QUESTIONS", "SHARE", ""};
	struct table t = {heads, ARRAY_LEN(heads), NULL, 0, 0};
	const struct stats_label *labels;
	uint64_t labelled, max = 0;
	size_t n = stats_labels(st, &labels, &labelled);

	if (n == 0)
		return;
	title(out, "Comprehension labels", "Figure 5");
	if (labelled == 0) {
		fputs("no question has a label of a reviewer yet\n", out);
		return;
	}
	for (size_t i = 0; i < n; i++)
		max = labels[i].n > max ? labels[i].n : max;
	for (size_t i = 0; i < n; i++) {
		addf(&t, "%s", labels[i].label);
		add_share(&t, labels[i].n, labelled);
		add_bar(&t, labels[i].n, max);
	}
	finish(out, &t);
}

static void print_first(FILE *out, const struct stats *st)
{
	static const char *const heads[] = {"BEGINNING", "QUESTIONS", "SHARE", ""};
	struct table t = {heads, ARRAY_LEN(heads), NULL, 0, 0};
	struct stats_first first[FIRST_SHOWN];
	size_t n = stats_first_words(st, first, FIRST_SHOWN);

	title(out, "First three words", "Figures 11 to 14");
	for (size_t i = 0; i < n; i++) {
		struct buf path = BUF_INIT;

		for (size_t j = 0; j < first[i].n_words; j++) {
			buf_adds(&path, j ? " " : "");
			buf_add(&path, first[i].words[j].p, first[i].words[j].n);
		}
		add(&t, buf_detach(&path));
		add_share(&t, first[i].n, stats_all(st)->questions);
		add_bar(&t, first[i].n, first[0].n);
	}
	finish(out, &t);
	if (stats_first_distinct(st) > n)
		fprintf(out, "… and %zu more beginnings; --json has %d\n", stats_first_distinct(st) - n,
			STATS_FIRST_MAX);
}

/* A paragraph in lines of TEXT_WIDTH, all but the first indented. */
static void wrap(FILE *out, const char *text)
{
	size_t col = 0;

	while (*text) {
		size_t n = strcspn(text, " "), width = 0;

		for (size_t i = 0; i < n; i++)
			width += (text[i] & 0xc0) != 0x80;
		if (col > 0 && col + 1 + width > TEXT_WIDTH) {
			fputs("\n    ", out);
			col = 4;
		} else if (col > 0) {
			fputc(' ', out);
			col++;
		}
		fwrite(text, 1, n, out);
		col += width;
		text += n + (text[n] == ' ');
	}
	fputc('\n', out);
}

static void print_definitions(FILE *out)
{
	fputs("\nDefinitions\n", out);
	for (const struct stats_definition *d = stats_definitions; d->key; d++) {
		struct buf line = BUF_INIT;

		buf_addf(&line, "  %s: %s", d->name, d->text);
		fputs("  ", out);
		wrap(out, line.p + 2);
		buf_release(&line);
	}
}

static void print_head(FILE *out, const struct stats *st, const struct stats_about *about)
{
	const struct stats_part *all = stats_all(st);

	fprintf(out, "%s ", about->kind);
	cli_put_text(out, about->name);
	if (about->as_of)
		fprintf(out, ", as of %s", about->as_of);
	fprintf(out, ": %llu question%s on %llu passage%s of %llu document%s\n", (unsigned long long)all->questions,
		all->questions == 1 ? "" : "s", (unsigned long long)all->passages, all->passages == 1 ? "" : "s",
		(unsigned long long)all->documents, all->documents == 1 ? "" : "s");
	if (about->note)
		fprintf(out, "%s\n", about->note);
}

/* Any table as it is. */
static void print_table(void *arg, const struct stats_table *t)
{
	FILE *out = arg;

	title(out, t->caption, t->paper);
	cli_print_cells(out, (const char *const *)t->cells, (const char *const *)t->cells + t->cols,
			(int)(t->n / t->cols) - 1, (int)t->cols);
}

/* Those that a single dataset's own tables do not tell. */
static void print_other(void *arg, const struct stats_table *t)
{
	if (strcmp(t->name, "figure-10") == 0 || strcmp(t->name, "work") == 0 || strcmp(t->name, "calls") == 0)
		print_table(arg, t);
}

static void put_piece(FILE *out, const char *s, size_t n)
{
	char *piece = xmemdup0(s, n);

	cli_put_text(out, piece);
	free(piece);
}

static void print_example(FILE *out, const char *name, const struct stats_example *x)
{
	fputs("  ", out);
	cli_put_text(out, name);
	fputs(": ", out);
	put_piece(out, x->passage, x->from);
	if (x->to > x->from) {
		fputs("[[", out);
		put_piece(out, x->passage + x->from, x->to - x->from);
		fputs("]]", out);
	}
	put_piece(out, x->passage + x->to, strlen(x->passage + x->to));
	fputs("\n  Question: ", out);
	cli_put_text(out, x->question);
	fputs("\n\n", out);
}

static void print_examples(FILE *out, const struct stats_series *s, size_t n)
{
	const struct stats_example *x;

	if (!stats_has_examples(s, n))
		return;
	title(out, "Examples, drawn by the seed; the answer is marked", "Table 1");
	for (size_t i = 0; i < n; i++) {
		size_t k = stats_examples(s[i].st, &x);

		for (size_t e = 0; e < k; e++)
			print_example(out, s[i].about.name, &x[e]);
	}
}

void stats_compare_print(FILE *out, const struct stats_series *s, size_t n)
{
	for (size_t i = 0; i < n; i++)
		print_head(out, s[i].st, &s[i].about);
	print_examples(out, s, n);
	stats_tables(s, n, print_table, out);
	print_definitions(out);
}

void stats_print(FILE *out, const struct stats_series *s)
{
	const struct stats *st = s->st;
	const struct stats_part *all = stats_all(st);

	print_head(out, st, &s->about);
	print_examples(out, s, 1);
	print_counts(out, st);
	if (all->questions > 0) {
		print_lengths(out, st);
		print_human(out, st);
		title(out, "Longest n-gram overlap of question and passage", "Figure 4");
		print_hist(out, &all->overlap);
		print_labels(out, st);
		print_types(out, all);
		title(out, "Question length", "Figure 7");
		print_hist(out, &all->question_words);
	}
	if (all->answer_words.total > 0) {
		print_answers(out, all);
		title(out, "Answer length", "Figure 9");
		print_hist(out, &all->answer_words);
	}
	if (all->questions > 0)
		print_first(out, st);
	stats_tables(s, 1, print_other, out);
	print_definitions(out);
}
