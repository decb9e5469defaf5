/* The figures of the statistics: which there are, and what each is made of. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "beat/figure.h"
#include "stats_impl.h"

enum { SMALLEST = 400 }; /* a sector is at least 1/400 of the questions: 0.25 % */

static bool has_questions(const struct stats *st)
{
	return stats_all(st)->questions > 0;
}

static bool has_answers(const struct stats *st)
{
	return stats_all(st)->answer_words.total > 0;
}

static bool has_labels(const struct stats *st)
{
	const struct stats_label *labels;
	uint64_t labelled;

	return stats_labels(st, &labels, &labelled) > 0 && labelled > 0;
}

static bool has_human(const struct stats *st)
{
	return stats_all(st)->human.questions > 0;
}

/* Beside the paper's numbers ours is called by its name. */
static const char *our_name(const struct stats_about *about)
{
	return about && about->name ? about->name : "this dataset";
}

static void hist_desc(struct buf *desc, const struct stats_hist *h, const char *what)
{
	buf_addf(desc, "Histogram of %s over %llu questions: mean %.2f, standard deviation %.2f.", what,
		 (unsigned long long)h->total, stats_mean(h), stats_sd(h));
}

struct hist_names {
	const char *name, *title, *what, *x_label;
};

static void draw_hist(struct buf *out, const struct stats_hist *h, const struct hist_names *names, bool alone)
{
	struct buf desc = BUF_INIT;
	struct figure_about fa = {names->name, names->title, NULL, alone};
	struct figure_histogram fh = {h->count,    h->n,           stats_mean(h),
				      stats_sd(h), names->x_label, "share of the questions"};

	hist_desc(&desc, h, names->what);
	fa.desc = desc.p;
	figure_histogram(out, &fa, &fh);
	buf_release(&desc);
}

static void draw_overlap(struct buf *out, const struct stats *st, const struct stats_about *about, bool alone)
{
	static const struct hist_names names = {"ngram-overlap", "Longest n-gram overlap of question and passage",
						"the longest n-gram overlap", "words in a row"};

	(void)about;
	draw_hist(out, &stats_all(st)->overlap, &names, alone);
}

static void draw_question_length(struct buf *out, const struct stats *st, const struct stats_about *about, bool alone)
{
	static const struct hist_names names = {"question-length", "Question length", "question lengths in words",
						"words of the question"};

	(void)about;
	draw_hist(out, &stats_all(st)->question_words, &names, alone);
}

static void draw_answer_length(struct buf *out, const struct stats *st, const struct stats_about *about, bool alone)
{
	static const struct hist_names names = {"answer-length", "Answer length", "answer lengths in words",
						"words of the answer"};

	(void)about;
	draw_hist(out, &stats_all(st)->answer_words, &names, alone);
}

static void draw_bars(struct buf *out, struct figure_about fa, const struct figure_bars *b)
{
	struct buf desc = BUF_INIT;

	for (size_t i = 0; i < b->n; i++)
		buf_addf(&desc, "%s%s: %llu", i ? ", " : "", b->bars[i].label, (unsigned long long)b->bars[i].n);
	buf_addf(&desc, "; of %llu questions.", (unsigned long long)b->total);
	fa.desc = desc.p;
	figure_bars(out, &fa, b);
	buf_release(&desc);
}

static void draw_types(struct buf *out, const struct stats *st, const struct stats_about *about, bool alone)
{
	const struct stats_part *all = stats_all(st);
	struct figure_bar bars[STATS_TYPES];

	(void)about;
	for (size_t i = 0; i < STATS_TYPES; i++)
		bars[i] = (struct figure_bar){stats_type_name[i], all->type[i]};
	draw_bars(out, (struct figure_about){"question-types", "Question types by first word", NULL, alone},
		  &(struct figure_bars){bars, STATS_TYPES, all->questions, "questions", "first word"});
}

static void draw_answers(struct buf *out, const struct stats *st, const struct stats_about *about, bool alone)
{
	const struct stats_part *all = stats_all(st);
	struct figure_bar bars[STATS_ANSWERS];

	(void)about;
	for (size_t i = 0; i < STATS_ANSWERS; i++)
		bars[i] = (struct figure_bar){stats_answer_label[i], all->answer[i]};
	draw_bars(out, (struct figure_about){"answer-types", "Answer types by form", NULL, alone},
		  &(struct figure_bars){bars, STATS_ANSWERS, all->answer_words.total, "questions", "answer type"});
}

static void draw_labels(struct buf *out, const struct stats *st, const struct stats_about *about, bool alone)
{
	const struct stats_label *labels;
	uint64_t labelled;
	size_t n = stats_labels(st, &labels, &labelled);
	struct figure_bar *bars = xcalloc(n, sizeof(*bars));

	(void)about;
	for (size_t i = 0; i < n; i++)
		bars[i] = (struct figure_bar){labels[i].label, labels[i].n};
	draw_bars(out, (struct figure_about){"comprehension", "What the questions ask of a reader", NULL, alone},
		  &(struct figure_bars){bars, n, labelled, "questions", "label"});
	free(bars);
}

static bool has_success(const struct stats *st)
{
	uint64_t workers;

	stats_success(st, &workers);
	return workers > 0;
}

static void draw_success(struct buf *out, const struct stats *st, const struct stats_about *about, bool alone)
{
	uint64_t workers;
	const struct figure_line line = {our_name(about), stats_success(st, &workers), STATS_SUCCESS};
	struct buf desc = BUF_INIT;
	struct figure_about fa = {"worker-success", "Success of the workers", NULL, alone};

	buf_addf(&desc,
		 "%llu workers by the share of their reviewed work that was valid:", (unsigned long long)workers);
	for (size_t i = 0; i < STATS_SUCCESS; i++) {
		if (line.count[i])
			buf_addf(&desc, " from %zu %%: %llu;", 5 * i, (unsigned long long)line.count[i]);
	}
	fa.desc = desc.p;
	figure_lines(out, &fa,
		     &(struct figure_lines){&line, 1, "valid of the reviewed work, per cent", "share of the workers", 5,
					    "No workers: "});
	buf_release(&desc);
}

/* Slices in the order in which figure_sunburst wants them. */
struct slices {
	const struct stats *st;
	struct figure_slice *v;
	size_t n, cap;
	uint64_t least;
};

static void add_slices(struct slices *s, uint32_t node, int depth)
{
	struct stats_node *children;
	size_t n = stats_tree(s->st, node, &children);

	for (size_t i = 0; i < n && children[i].n >= s->least; i++) {
		if (s->n == s->cap) {
			s->cap = s->cap ? 2 * s->cap : 64;
			s->v = xrealloc(s->v, s->cap * sizeof(*s->v));
		}
		s->v[s->n++] = (struct figure_slice){children[i].word, children[i].n, depth};
		if (depth < FIGURE_RINGS)
			add_slices(s, children[i].id, depth + 1); /* NOLINT(misc-no-recursion): three deep */
	}
	free(children);
}

static void draw_first_words(struct buf *out, const struct stats *st, const struct stats_about *about, bool alone)
{
	uint64_t total = stats_all(st)->questions;
	struct slices s = {.st = st, .least = (total + SMALLEST - 1) / SMALLEST};
	struct buf desc = BUF_INIT;
	struct figure_about fa = {"first-words", "The first three words of the questions", NULL, alone};

	(void)about;
	add_slices(&s, 0, 1);
	buf_adds(&desc, "Sunburst of the first three words, the first in the middle. Most frequent:");
	for (size_t i = 0, shown = 0; i < s.n && shown < 8; i++) {
		if (s.v[i].depth != 1)
			continue;
		buf_adds(&desc, shown++ ? ", " : " ");
		buf_add(&desc, s.v[i].label.p, s.v[i].label.n);
		buf_addf(&desc, " %.1f %%", 100.0 * (double)s.v[i].n / (double)total);
	}
	buf_addc(&desc, '.');
	fa.desc = desc.p;
	figure_sunburst(out, &fa, s.v, s.n, total);
	buf_release(&desc);
	free(s.v);
}

enum { SERIES = STATS_REFERENCES + 1 };

static void series_names(const char *names[SERIES], const struct stats_about *about)
{
	names[0] = our_name(about);
	for (size_t i = 0; i < STATS_REFERENCES; i++)
		names[i + 1] = stats_reference[i].name;
}

static void draw_groups(struct buf *out, struct figure_about *fa, const char *intro, const struct figure_groups *g)
{
	struct buf desc = BUF_INIT;

	buf_adds(&desc, intro);
	for (size_t i = 0; i < g->n_groups; i++) {
		if (!isnan(g->values[i * g->n_series]))
			buf_addf(&desc, "%s %s %.2f", i ? "," : "", g->groups[i], g->values[i * g->n_series]);
	}
	buf_addc(&desc, '.');
	fa->desc = desc.p;
	figure_groups(out, fa, g);
	buf_release(&desc);
}

static void draw_lengths(struct buf *out, const struct stats *st, const struct stats_about *about, bool alone)
{
	static const char *const groups[] = {"question length", "answer length", "n-gram overlap"};
	const struct stats_part *all = stats_all(st);
	const char *names[SERIES];
	double v[ARRAY_LEN(groups)][SERIES] = {
	    {stats_mean(&all->question_words)}, {stats_mean(&all->answer_words)}, {stats_mean(&all->overlap)}};
	struct figure_about fa = {"lengths", "Mean lengths and overlap, in words, beside the paper's datasets", NULL,
				  alone};

	series_names(names, about);
	for (size_t i = 0; i < STATS_REFERENCES; i++) {
		v[0][i + 1] = stats_reference[i].question;
		v[1][i + 1] = stats_reference[i].answer;
		v[2][i + 1] = stats_reference[i].overlap;
	}
	draw_groups(out, &fa, "Means in words:",
		    &(struct figure_groups){groups, ARRAY_LEN(groups), names, SERIES, v[0], "measure", "words, mean"});
}

static const struct stats_part *named(const struct stats *st, const char *split)
{
	for (size_t i = 0; i < stats_splits(st); i++) {
		if (strcmp(stats_split(st, i)->split, split) == 0)
			return stats_split(st, i);
	}
	return NULL;
}

static double known(double v)
{
	return v < 0 ? NAN : v;
}

/* The paper has dev and test. Where there is neither, the first split with such answers is set beside its dev. */
static const struct stats_part *beside_dev(const struct stats *st)
{
	const struct stats_part *dev = named(st, "dev"), *test = named(st, "test");

	if ((dev && dev->human.questions > 0) || (test && test->human.questions > 0))
		return dev;
	for (size_t i = 0; i < stats_splits(st); i++) {
		if (stats_split(st, i)->human.questions > 0)
			return stats_split(st, i);
	}
	return NULL;
}

static void human_values(const struct stats *st, double v[][SERIES])
{
	const struct stats_part *dev = beside_dev(st), *test = named(st, "test");
	struct stats_score none = {.em = NAN, .f1 = NAN};
	struct stats_score a = dev ? stats_human_score(&dev->human) : none;
	struct stats_score b = test && test != dev ? stats_human_score(&test->human) : none;

	v[0][0] = a.em;
	v[1][0] = a.f1;
	v[2][0] = b.em;
	v[3][0] = b.f1;
	for (size_t i = 0; i < STATS_REFERENCES; i++) {
		const struct stats_reference *r = &stats_reference[i];

		v[0][i + 1] = known(r->dev_em);
		v[1][i + 1] = known(r->dev_f1);
		v[2][i + 1] = known(r->test_em);
		v[3][i + 1] = known(r->test_f1);
	}
}

/* Splits that we have nothing of are left out. */
static void draw_human(struct buf *out, const struct stats *st, const struct stats_about *about, bool alone)
{
	static const char *const all_groups[] = {"dev EM", "dev F1", "test EM", "test F1"};
	const char *names[SERIES], *groups[ARRAY_LEN(all_groups)];
	double v[ARRAY_LEN(all_groups)][SERIES];
	struct figure_about fa = {"human", "Human performance beside the paper's datasets", NULL, alone};
	struct figure_groups g = {.groups = groups,
				  .series = names,
				  .n_series = SERIES,
				  .values = v[0],
				  .x_label = "split and measure",
				  .y_label = "per cent"};

	series_names(names, about);
	human_values(st, v);
	for (size_t i = 0; i < ARRAY_LEN(all_groups); i++) {
		if (isnan(v[i][0]))
			continue;
		memmove(v[g.n_groups], v[i], sizeof(v[i]));
		groups[g.n_groups++] = all_groups[i];
	}
	draw_groups(out, &fa, "One answer a question, in per cent:", &g);
}

const struct stats_drawing stats_drawings[] = {
    {"human", "Table 2", "Human performance: one answer a question against the original.", has_human, draw_human},
    {"lengths", "Table 4", "Mean lengths and overlap beside those of the paper.", has_questions, draw_lengths},
    {"ngram-overlap", "Figure 4", "How many words in a row a question shares with its passage.", has_questions,
     draw_overlap},
    {"comprehension", "Figure 5", "Comprehension labels that reviewers gave.", has_labels, draw_labels},
    {"question-types", "Figure 6", "Question types by their first word.", has_questions, draw_types},
    {"question-length", "Figure 7", "How long the questions are.", has_questions, draw_question_length},
    {"answer-types", "Figure 8", "What kind of thing the answers are, by their form.", has_answers, draw_answers},
    {"answer-length", "Figure 9", "How long the answers are.", has_answers, draw_answer_length},
    {"worker-success", "Figure 10", "Workers by the share of their reviewed work that was valid.", has_success,
     draw_success},
    {"first-words", "Figures 11 to 14", "The first three words of the questions, from the inside out.", has_questions,
     draw_first_words},
    {NULL, NULL, NULL, NULL, NULL},
};

void stats_figures(const struct stats *st, const struct stats_about *about, stats_figure_fn *f, void *arg)
{
	struct buf svg = BUF_INIT, caption = BUF_INIT;

	for (const struct stats_drawing *d = stats_drawings; d->name; d++) {
		if (!d->has(st))
			continue;
		buf_clear(&svg);
		buf_clear(&caption);
		d->draw(&svg, st, about, true);
		buf_addf(&caption, "%s (as %s of the paper)", d->caption, d->paper);
		f(arg, d->name, caption.p, &svg);
	}
	buf_release(&svg);
	buf_release(&caption);
}
