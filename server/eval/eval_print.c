/* What an evaluation prints: the official script's line for one dataset and one file of
 * predictions, and tables or JSON for anything more. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "beat/eval.h"
#include "beat/jw.h"

const double eval_level = 0.95;

static const char DEFINITIONS[] =
    "EM and F1 are means over the questions, times 100, of the best score over the gold answers; a question\n"
    "without an answer scores 0. WINS is the share of questions on which it would win the game: more than\n"
    "40 % overlap with the first gold answer. Intervals of 95 %: Clopper-Pearson for EM and WINS, Student's t\n"
    "for F1.\n";
static const char TOGETHER[] =
    "Of the questions that the one loses, the share that the other wins: the verdicts that would have been\n"
    "another with it in the loop.\n";
static const char MACRO[] = "A macro average is the mean over datasets, each counting the same.\n";

static struct interval times_100(struct interval i)
{
	return (struct interval){100 * i.low, 100 * i.high};
}

struct interval eval_exact_interval(const struct eval_cell *c)
{
	return times_100(interval_clopper_pearson(c->sum.exact, c->sum.total, eval_level));
}

static double wins_share(const struct eval_cell *c)
{
	return c->sum.total ? 100 * (double)c->wins / (double)c->sum.total : NAN;
}

static struct interval wins_interval(const struct eval_cell *c)
{
	return times_100(interval_clopper_pearson(c->wins, c->sum.total, eval_level));
}

/* Student's t knows no bounds; F1 has some. */
struct interval eval_f1_interval(const struct eval_cell *c)
{
	struct interval i = interval_student(c->f1.mean, interval_sd(&c->f1), c->f1.n, eval_level);

	return times_100((struct interval){i.low < 0 ? 0 : i.low, i.high > 1 ? 1 : i.high});
}

/* The mean over the datasets of one split (NULL: over all), each counting the same. */
struct macro {
	size_t n;
	double exact, f1;
};
static struct macro macro_of(const struct eval_report *r, size_t model, const char *split)
{
	struct macro m = {0};

	for (size_t i = 0; i < r->sets->n; i++) {
		const struct score_sum *sum = &r->results[i].cells[model].sum;

		if (split && strcmp(split, r->sets->v[i].split) != 0)
			continue;
		m.n++;
		m.exact += score_sum_exact(sum);
		m.f1 += score_sum_f1(sum);
	}
	m.exact /= (double)m.n;
	m.f1 /= (double)m.n;
	return m;
}

/* Is there a dataset before this one with the same split, or the same name? */
static bool seen_split(const struct eval_datasets *sets, size_t i)
{
	for (size_t k = 0; k < i; k++) {
		if (strcmp(sets->v[k].split, sets->v[i].split) == 0)
			return true;
	}
	return false;
}

/* Calls fn for each macro average worth a row: of each split with several datasets, and of all under "". */
static void each_macro(const struct eval_report *r, void (*fn)(void *arg, const char *split), void *arg)
{
	bool several_names = false, several_splits = false;

	for (size_t i = 1; i < r->sets->n; i++) {
		several_names |= strcmp(r->sets->v[0].name, r->sets->v[i].name) != 0;
		several_splits |= strcmp(r->sets->v[0].split, r->sets->v[i].split) != 0;
	}
	if (!several_names)
		return;
	for (size_t i = 0; several_splits && i < r->sets->n; i++) {
		if (*r->sets->v[i].split && !seen_split(r->sets, i) && macro_of(r, 0, r->sets->v[i].split).n > 1)
			fn(arg, r->sets->v[i].split);
	}
	fn(arg, "");
}

/* JSON */

static void write_sum(struct jw *w, const struct score_sum *sum)
{
	jw_knum(w, "exact_match", score_sum_exact(sum));
	jw_knum(w, "f1", score_sum_f1(sum));
	jw_kint(w, "total", (int64_t)sum->total);
}

static void write_title(struct jw *w, const struct eval_article *a)
{
	jw_key(w, "title");
	if (a->title)
		jw_strn(w, a->title, a->title_n);
	else
		jw_null(w);
}

/* "articles":[…], one on a line. */
static void write_articles(struct jw *w, const struct eval_results *res, size_t model)
{
	struct buf *out = w->out;

	buf_adds(out, ",\"articles\":[");
	for (size_t i = 0; i < res->n_articles; i++) {
		struct jw one;

		buf_adds(out, i ? ",\n" : "\n");
		jw_init(&one, out);
		jw_open(&one, '{');
		write_title(&one, &res->articles[i]);
		write_sum(&one, &res->articles[i].sums[model]);
		jw_close(&one, '}');
		jw_done(&one);
	}
	buf_adds(out, res->n_articles ? "\n]" : "]");
}

static void put(struct buf *out)
{
	fwrite(out->p, 1, out->n, stdout);
	putchar('\n');
	buf_release(out);
}

void eval_print_official(const struct eval_report *r)
{
	const struct eval_cell *cell = &r->results[0].cells[0];
	struct buf out = BUF_INIT;
	struct jw w;

	jw_init(&w, &out);
	jw_open(&w, '{');
	write_sum(&w, &cell->sum);
	if (r->per_article)
		write_articles(&w, &r->results[0], 0);
	jw_close(&w, '}');
	jw_done(&w);
	put(&out);
}

static void write_interval(struct jw *w, const char *key, struct interval i)
{
	jw_kopen(w, key, '[');
	jw_num(w, i.low);
	jw_num(w, i.high);
	jw_close(w, ']');
}

static void write_result(struct jw *w, const struct eval_report *r, size_t set, size_t model)
{
	const struct eval_cell *c = &r->results[set].cells[model];

	jw_open(w, '{');
	jw_kstr(w, "dataset", r->sets->v[set].name);
	jw_kstr(w, "split", *r->sets->v[set].split ? r->sets->v[set].split : NULL);
	jw_kstr(w, "model", r->models->v[model].name);
	write_sum(w, &c->sum);
	write_interval(w, "exact_match_interval", eval_exact_interval(c));
	write_interval(w, "f1_interval", eval_f1_interval(c));
	jw_knum(w, "wins", wins_share(c));
	write_interval(w, "wins_interval", wins_interval(c));
	jw_kint(w, "unanswered", (int64_t)c->unanswered);
	if (r->per_article)
		write_articles(w, &r->results[set], model);
	jw_close(w, '}');
}

/* What is lost by a model, or by all but the other, and how much of it the other wins. */
struct pair {
	const char *in_loop; /* NULL: all others together, any of which wins for them */
	const char *other;
	size_t lost, won; /* of the questions; of these by the other */
};

/* Calls for every two models, and, of more than two, for each against all others. */
static void each_pair(const struct eval_report *r, size_t set, void (*tell)(void *arg, const struct pair *p), void *arg)
{
	const struct eval_results *res = &r->results[set];
	const struct eval_together *t = &res->together;
	const size_t n = r->models->n;

	for (size_t a = 0; a < n; a++) {
		for (size_t b = 0; b < n; b++) {
			if (a != b)
				tell(arg, &(struct pair){r->models->v[a].name, r->models->v[b].name,
							 res->cells[a].sum.total - res->cells[a].wins,
							 t->beaten[a * n + b]});
		}
	}
	for (size_t b = 0; n > 2 && b < n; b++)
		tell(arg,
		     &(struct pair){NULL, r->models->v[b].name, t->lost_by_all + t->won_alone[b], t->won_alone[b]});
}

static double share_of(size_t k, size_t n)
{
	return n > 0 ? 100 * (double)k / (double)n : NAN;
}

static struct interval pair_interval(const struct pair *p)
{
	return times_100(interval_clopper_pearson(p->won, p->lost, eval_level));
}

static void write_pair(void *arg, const struct pair *p)
{
	struct jw *w = arg;

	jw_open(w, '{');
	jw_kstr(w, "in_loop", p->in_loop);
	jw_kint(w, "lost", (int64_t)p->lost);
	jw_kstr(w, "other", p->other);
	jw_kint(w, "won_by_other", (int64_t)p->won);
	jw_close(w, '}');
}

static void write_together(struct jw *w, const struct eval_report *r)
{
	jw_kopen(w, "together", '[');
	for (size_t d = 0; d < r->sets->n; d++) {
		jw_open(w, '{');
		jw_kstr(w, "dataset", r->sets->v[d].name);
		jw_kint(w, "questions", (int64_t)r->results[d].cells[0].sum.total);
		jw_kint(w, "lost_by_all", (int64_t)r->results[d].together.lost_by_all);
		jw_kopen(w, "pairs", '[');
		each_pair(r, d, write_pair, w);
		jw_close(w, ']');
		jw_close(w, '}');
	}
	jw_close(w, ']');
}

static void write_model(struct jw *w, const struct eval_model *m)
{
	jw_open(w, '{');
	jw_kstr(w, "name", m->name);
	if (eval_is_endpoint(m)) {
		jw_kstr(w, "url", m->shown);
		jw_kstr(w, "reported_name", m->reported);
		jw_kstr(w, "version", m->version);
		jw_kstr(w, "weights", m->weights);
		jw_kint(w, "asked", (int64_t)m->asked);
		jw_kint(w, "from_cache", (int64_t)m->cached);
		jw_kopen(w, "faults", '{');
		for (size_t i = 0; i < ARRAY_LEN(m->faults); i++) {
			if (m->faults[i])
				jw_kint(w, model_outcome_name((enum model_outcome)i), (int64_t)m->faults[i]);
		}
		jw_close(w, '}');
	} else if (m->files.n == 0) {
		jw_kstr(w, "version", m->version);
		jw_kstr(w, "weights", m->weights);
		jw_kint(w, "asked", (int64_t)m->asked);
	} else {
		jw_kopen(w, "files", '[');
		for (size_t i = 0; i < m->files.n; i++)
			jw_str(w, m->files.v[i]);
		jw_close(w, ']');
	}
	jw_close(w, '}');
}

struct macro_writer {
	struct jw *w;
	const struct eval_report *r;
};

static void write_macro(void *arg, const char *split)
{
	struct macro_writer *mw = arg;
	struct jw *w = mw->w;

	for (size_t i = 0; i < mw->r->models->n; i++) {
		struct macro m = macro_of(mw->r, i, *split ? split : NULL);

		jw_open(w, '{');
		jw_kstr(w, "model", mw->r->models->v[i].name);
		jw_kstr(w, "split", *split ? split : NULL);
		jw_kint(w, "datasets", (int64_t)m.n);
		jw_knum(w, "exact_match", m.exact);
		jw_knum(w, "f1", m.f1);
		jw_close(w, '}');
	}
}

static void write_lists(struct jw *w, const struct eval_report *r)
{
	jw_kopen(w, "datasets", '[');
	for (size_t i = 0; i < r->sets->n; i++) {
		const struct eval_dataset *d = &r->sets->v[i];

		jw_open(w, '{');
		jw_kstr(w, "name", d->name);
		jw_kstr(w, "split", *d->split ? d->split : NULL);
		jw_kstr(w, "file", d->path);
		jw_kint(w, "questions", (int64_t)r->results[i].cells[0].sum.total);
		jw_close(w, '}');
	}
	jw_close(w, ']');
	jw_kopen(w, "models", '[');
	for (size_t i = 0; i < r->models->n; i++)
		write_model(w, &r->models->v[i]);
	jw_close(w, ']');
}

void eval_print_json(const struct eval_report *r)
{
	struct buf out = BUF_INIT;
	struct jw w;
	struct macro_writer mw = {&w, r};

	jw_init(&w, &out);
	jw_open(&w, '{');
	write_lists(&w, r);
	jw_knum(&w, "level", eval_level);
	jw_kopen(&w, "results", '[');
	for (size_t d = 0; d < r->sets->n; d++) {
		for (size_t m = 0; m < r->models->n; m++)
			write_result(&w, r, d, m);
	}
	jw_close(&w, ']');
	jw_kopen(&w, "macro_average", '[');
	each_macro(r, write_macro, &mw);
	jw_close(&w, ']');
	if (r->together)
		write_together(&w, r);
	jw_close(&w, '}');
	jw_done(&w);
	put(&out);
}

/* Tables: cells gathered row by row. */

struct grid {
	const struct eval_report *r;
	char **cells;
	size_t n, room;
};

static void cell(struct grid *g, const char *fmt, ...) BEAT_PRINTF(2, 3);
static void cell(struct grid *g, const char *fmt, ...)
{
	va_list ap;

	if (g->n == g->room) {
		g->room = g->room ? 2 * g->room : 64;
		g->cells = xrealloc(g->cells, g->room * sizeof(*g->cells));
	}
	va_start(ap, fmt);
	g->cells[g->n++] = xvasprintf(fmt, ap);
	va_end(ap);
}

static void score_cell(struct grid *g, double v)
{
	if (isnan(v))
		cell(g, "-");
	else
		cell(g, "%.2f", v);
}

static void interval_cell(struct grid *g, struct interval i)
{
	if (isnan(i.low))
		cell(g, "-");
	else
		cell(g, "%.2f–%.2f", i.low, i.high);
}

static void print_grid(struct grid *g, const char *const *headings, size_t n_cols)
{
	cli_print_cells(stdout, headings, (const char *const *)g->cells, (int)(g->n / n_cols), (int)n_cols);
	for (size_t i = 0; i < g->n; i++)
		free(g->cells[i]);
	free(g->cells);
	*g = (struct grid){.r = g->r};
}

static void result_row(struct grid *g, size_t set, size_t model)
{
	const struct eval_dataset *d = &g->r->sets->v[set];
	const struct eval_cell *c = &g->r->results[set].cells[model];

	cell(g, "%s", d->name);
	cell(g, "%s", *d->split ? d->split : "");
	cell(g, "%s", g->r->models->v[model].name);
	cell(g, "%zu", c->sum.total);
	score_cell(g, score_sum_exact(&c->sum));
	interval_cell(g, eval_exact_interval(c));
	score_cell(g, score_sum_f1(&c->sum));
	interval_cell(g, eval_f1_interval(c));
	score_cell(g, wins_share(c));
	interval_cell(g, wins_interval(c));
	cell(g, "%zu", c->unanswered);
}

static void macro_row(void *arg, const char *split)
{
	struct grid *g = arg;

	for (size_t i = 0; i < g->r->models->n; i++) {
		struct macro m = macro_of(g->r, i, *split ? split : NULL);

		cell(g, "macro average of %zu", m.n);
		cell(g, "%s", split);
		cell(g, "%s", g->r->models->v[i].name);
		cell(g, "%s", "");
		score_cell(g, m.exact);
		cell(g, "%s", "");
		score_cell(g, m.f1);
		for (int empty = 0; empty < 4; empty++)
			cell(g, "%s", "");
	}
}

static void print_results(struct grid *g)
{
	static const char *const headings[] = {"DATASET", "SPLIT",   "MODEL", "QUESTIONS", "EM",        "EM 95 %",
					       "F1",      "F1 95 %", "WINS",  "WINS 95 %", "UNANSWERED"};

	for (size_t d = 0; d < g->r->sets->n; d++) {
		for (size_t m = 0; m < g->r->models->n; m++)
			result_row(g, d, m);
	}
	each_macro(g->r, macro_row, g);
	print_grid(g, headings, ARRAY_LEN(headings));
}

static void macro_column(void *arg, const char *split)
{
	struct grid *g = arg;

	cell(g, "%s%smacro", split, *split ? " " : "");
}

struct macro_cells {
	struct grid *g;
	size_t model;
};

static void macro_cell(void *arg, const char *split)
{
	struct macro_cells *mc = arg;
	struct macro m = macro_of(mc->g->r, mc->model, *split ? split : NULL);

	cell(mc->g, "%.1f / %.1f", m.exact, m.f1);
}

/* The models under each other, the datasets beside each other, as papers have it: EM / F1. */
static void print_comparison(struct grid *g)
{
	struct grid heads = {.r = g->r};
	const struct eval_datasets *sets = g->r->sets;

	cell(&heads, "EM / F1");
	for (size_t d = 0; d < sets->n; d++)
		cell(&heads, "%s%s%s", sets->v[d].name, *sets->v[d].split ? " " : "", sets->v[d].split);
	each_macro(g->r, macro_column, &heads);
	for (size_t m = 0; m < g->r->models->n; m++) {
		struct macro_cells mc = {g, m};

		cell(g, "%s", g->r->models->v[m].name);
		for (size_t d = 0; d < sets->n; d++) {
			const struct score_sum *sum = &g->r->results[d].cells[m].sum;

			cell(g, "%.1f / %.1f", score_sum_exact(sum), score_sum_f1(sum));
		}
		each_macro(g->r, macro_cell, &mc);
	}
	putchar('\n');
	print_grid(g, (const char *const *)heads.cells, heads.n);
	for (size_t i = 0; i < heads.n; i++)
		free(heads.cells[i]);
	free(heads.cells);
}

static void print_articles(struct grid *g, size_t set)
{
	static const char *const headings[] = {"ARTICLE", "MODEL", "QUESTIONS", "EM", "F1"};
	const struct eval_results *res = &g->r->results[set];

	for (size_t i = 0; i < res->n_articles; i++) {
		for (size_t m = 0; m < g->r->models->n; m++) {
			const struct score_sum *sum = &res->articles[i].sums[m];

			cell(g, "%s", res->articles[i].title ? res->articles[i].title : "-");
			cell(g, "%s", g->r->models->v[m].name);
			cell(g, "%zu", sum->total);
			score_cell(g, score_sum_exact(sum));
			score_cell(g, score_sum_f1(sum));
		}
	}
	putchar('\n');
	cli_put_text(stdout, g->r->sets->v[set].name);
	printf("%s%s, article by article\n", *g->r->sets->v[set].split ? " " : "", g->r->sets->v[set].split);
	print_grid(g, headings, ARRAY_LEN(headings));
}

static void pair_row(void *arg, const struct pair *p)
{
	struct grid *g = arg;

	cell(g, "%s", p->in_loop != NULL ? p->in_loop : "any of the others");
	cell(g, "%zu", p->lost);
	cell(g, "%s", p->other);
	cell(g, "%zu", p->won);
	score_cell(g, share_of(p->won, p->lost));
	interval_cell(g, pair_interval(p));
}

static void print_together(struct grid *g, size_t set)
{
	static const char *const headings[] = {"IN THE LOOP", "LOSES", "OTHER", "WINS OF THESE", "%", "95 %"};
	const struct eval_results *res = &g->r->results[set];
	const size_t questions = res->cells[0].sum.total, lost = res->together.lost_by_all;

	each_pair(g->r, set, pair_row, g);
	putchar('\n');
	cli_put_text(stdout, g->r->sets->v[set].name);
	printf("%s%s, what one loses and another wins; all lose %zu of %zu (%.2f %%)\n",
	       *g->r->sets->v[set].split ? " " : "", g->r->sets->v[set].split, lost, questions,
	       share_of(lost, questions));
	print_grid(g, headings, ARRAY_LEN(headings));
}

void eval_print_tables(const struct eval_report *r)
{
	struct grid g = {.r = r};

	print_results(&g);
	if (r->models->n > 1 && r->sets->n > 1)
		print_comparison(&g);
	for (size_t d = 0; r->per_article && d < r->sets->n; d++)
		print_articles(&g, d);
	for (size_t d = 0; r->together && d < r->sets->n; d++)
		print_together(&g, d);
	putchar('\n');
	fputs(DEFINITIONS, stdout);
	if (r->together)
		fputs(TOGETHER, stdout);
	if (r->sets->n > 1)
		fputs(MACRO, stdout);
}
