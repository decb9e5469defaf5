/* The tables: see stats_table.h. Datasets are columns, the paper's beside ours where it tells something. */
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "stats_table.h"

/* What the paper tells of work and pay. */
static const struct {
	const char *name;
	double seconds; /* mean of a HIT */
} work_reference[] = {{"D_BiDAF", 551.8}, {"D_BERT", 722.4}, {"D_RoBERTa", 686.4}};
enum { PAPER_DOLLARS = 27000 };

struct maker {
	const struct stats_series *s;
	size_t n;
	stats_table_fn *f;
	void *arg;
};

static void addf(struct stats_table *t, const char *fmt, ...) BEAT_PRINTF(2, 3);
static void addf(struct stats_table *t, const char *fmt, ...)
{
	va_list ap;

	if (t->n == t->cap) {
		t->cap = t->cap ? 2 * t->cap : 64;
		t->cells = xrealloc(t->cells, t->cap * sizeof(*t->cells));
	}
	va_start(ap, fmt);
	t->cells[t->n++] = xvasprintf(fmt, ap);
	va_end(ap);
}

static void add_number(struct stats_table *t, double v, int decimals)
{
	if (isnan(v) || v < 0)
		addf(t, "–");
	else
		addf(t, "%.*f", decimals, v);
}

static void add_share(struct stats_table *t, uint64_t n, uint64_t of)
{
	add_number(t, of ? 100.0 * (double)n / (double)of : NAN, 1);
}

/* 1234567 as 1,234,567. */
static void add_count(struct stats_table *t, uint64_t n)
{
	struct buf digits = BUF_INIT, out = BUF_INIT;

	buf_addf(&digits, "%llu", (unsigned long long)n);
	for (size_t i = 0; i < digits.n; i++) {
		if (i > 0 && (digits.n - i) % 3 == 0)
			buf_addc(&out, ',');
		buf_addc(&out, digits.p[i]);
	}
	addf(t, "%s", out.p);
	buf_release(&digits);
	buf_release(&out);
}

static void heads(const struct maker *m, struct stats_table *t, const char *first)
{
	t->cols = m->n + 1;
	addf(t, "%s", first);
	for (size_t i = 0; i < m->n; i++)
		addf(t, "%s", m->s[i].about.name);
}

static void paper_heads(struct stats_table *t)
{
	t->cols += STATS_REFERENCES;
	for (size_t i = 0; i < STATS_REFERENCES; i++)
		addf(t, "paper: %s", stats_reference[i].name);
}

static void drop(struct stats_table *t)
{
	for (size_t i = 0; i < t->n; i++)
		free(t->cells[i]);
	free(t->cells);
}

static void done(const struct maker *m, struct stats_table *t)
{
	m->f(m->arg, t);
	drop(t);
}

static const struct stats_part *split_of(const struct stats *st, const char *name)
{
	for (size_t i = 0; i < stats_splits(st); i++) {
		if (strcmp(stats_split(st, i)->split, name) == 0)
			return stats_split(st, i);
	}
	return NULL;
}

static const char *const SPLITS[] = {"train", "dev", "test"};
enum { N_SPLITS = 3 };

static bool is_paper_split(const char *name)
{
	for (size_t i = 0; i < N_SPLITS; i++) {
		if (strcmp(SPLITS[i], name) == 0)
			return true;
	}
	return false;
}

static bool any_has(const struct maker *m, const char *split)
{
	for (size_t i = 0; i < m->n; i++) {
		if (split_of(m->s[i].st, split))
			return true;
	}
	return false;
}

/* EM and F1, a row a dataset and split. */
static void human_rows(struct stats_table *t, const struct stats_series *s)
{
	for (size_t k = 0; k < stats_splits(s->st); k++) {
		const struct stats_part *p = stats_split(s->st, k);
		struct stats_score score = stats_human_score(&p->human);

		if (p->human.questions == 0)
			continue;
		addf(t, "%s, %s", s->about.name, p->split);
		add_count(t, p->human.questions);
		add_number(t, score.em, 1);
		addf(t, "%.1f – %.1f", score.em_low, score.em_high);
		add_number(t, score.f1, 1);
		addf(t, "%.1f – %.1f", score.f1_low, score.f1_high);
	}
}

static void human_paper(struct stats_table *t, const char *name, const char *split, double em, double f1)
{
	addf(t, "paper: %s, %s", name, split);
	addf(t, "%s", "");
	add_number(t, em, 1);
	addf(t, "%s", "");
	add_number(t, f1, 1);
	addf(t, "%s", "");
}

static void table_human(const struct maker *m)
{
	static const char *const names[] = {"dataset, split", "questions", "EM", "95 %", "F1", "95 %"};
	struct stats_table t = {.name = "table-2",
				.paper = "Table 2",
				.caption = "Human performance: one answer a question against the original.",
				.cols = ARRAY_LEN(names)};
	bool any = false;

	for (size_t i = 0; i < m->n; i++)
		any |= stats_all(m->s[i].st)->human.questions > 0;
	if (!any)
		return;
	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		addf(&t, "%s", names[i]);
	for (size_t i = 0; i < m->n; i++)
		human_rows(&t, &m->s[i]);
	for (size_t i = 0; i < STATS_REFERENCES; i++) {
		const struct stats_reference *r = &stats_reference[i];

		if (r->dev_em < 0)
			continue;
		human_paper(&t, r->name, "dev", r->dev_em, r->dev_f1);
		human_paper(&t, r->name, "test", r->test_em, r->test_f1);
	}
	done(m, &t);
}

static void count_row(const struct maker *m, struct stats_table *t, const char *split, bool questions)
{
	addf(t, "%s, %s", questions ? "questions" : "passages", split);
	for (size_t i = 0; i < m->n; i++) {
		const struct stats_part *p =
		    strcmp(split, "all") == 0 ? stats_all(m->s[i].st) : split_of(m->s[i].st, split);

		if (p)
			add_count(t, questions ? p->questions : p->passages);
		else
			addf(t, "–");
	}
	for (size_t r = 0; r < STATS_REFERENCES; r++) {
		const int *counts = questions ? stats_reference[r].questions : stats_reference[r].passages;
		uint64_t all = 0;

		for (size_t k = 0; k < N_SPLITS; k++)
			all += strcmp(split, SPLITS[k]) == 0 || strcmp(split, "all") == 0 ? (uint64_t)counts[k] : 0;
		if (all)
			add_count(t, all);
		else
			addf(t, "–");
	}
}

/* The paper's splits, then those of other names, then the whole. */
static void table_counts(const struct maker *m)
{
	struct stats_table t = {.name = "table-3",
				.paper = "Table 3",
				.caption = "Number of passages and of questions with their answers."};

	heads(m, &t, "measure");
	paper_heads(&t);
	for (int questions = 0; questions < 2; questions++) {
		for (size_t k = 0; k < N_SPLITS; k++) {
			if (any_has(m, SPLITS[k]))
				count_row(m, &t, SPLITS[k], questions);
		}
		for (size_t i = 0; i < m->n; i++) {
			for (size_t k = 0; k < stats_splits(m->s[i].st); k++) {
				if (!is_paper_split(stats_split(m->s[i].st, k)->split))
					count_row(m, &t, stats_split(m->s[i].st, k)->split, questions);
			}
		}
		count_row(m, &t, "all", questions);
	}
	done(m, &t);
}

static const struct stats_hist *hist_of(const struct stats *st, int which)
{
	const struct stats_part *all = stats_all(st);

	return which == 0 ? &all->question_words : which == 1 ? &all->answer_words : &all->overlap;
}

static void table_lengths(const struct maker *m)
{
	static const char *const rows[] = {"question length", "answer length", "n-gram overlap"};
	struct stats_table t = {.name = "table-4",
				.paper = "Table 4",
				.caption =
				    "Mean number of words of questions and answers, and mean longest n-gram overlap "
				    "of passage and question."};

	heads(m, &t, "measure");
	paper_heads(&t);
	for (int row = 0; row < (int)ARRAY_LEN(rows); row++) {
		addf(&t, "%s", rows[row]);
		for (size_t i = 0; i < m->n; i++)
			add_number(&t, stats_mean(hist_of(m->s[i].st, row)), 2);
		for (size_t r = 0; r < STATS_REFERENCES; r++) {
			const struct stats_reference *p = &stats_reference[r];

			add_number(&t, row == 0 ? p->question : row == 1 ? p->answer : p->overlap, 1);
		}
	}
	done(m, &t);
}

struct hist_table {
	const char *name, *paper, *caption;
	int which;
};

static void table_hist(const struct maker *m, const struct hist_table *h)
{
	struct stats_table t = {.name = h->name, .paper = h->paper, .caption = h->caption};
	size_t most = 0;

	for (size_t i = 0; i < m->n; i++)
		most = hist_of(m->s[i].st, h->which)->n > most ? hist_of(m->s[i].st, h->which)->n : most;
	heads(m, &t, "words");
	for (size_t v = 0; v < most; v++) {
		bool any = false;

		for (size_t i = 0; i < m->n; i++) {
			const struct stats_hist *x = hist_of(m->s[i].st, h->which);

			any |= v < x->n && x->count[v] > 0;
		}
		if (!any)
			continue;
		addf(&t, "%zu", v);
		for (size_t i = 0; i < m->n; i++) {
			const struct stats_hist *x = hist_of(m->s[i].st, h->which);

			add_share(&t, v < x->n ? x->count[v] : 0, x->total);
		}
	}
	addf(&t, "mean");
	for (size_t i = 0; i < m->n; i++)
		add_number(&t, stats_mean(hist_of(m->s[i].st, h->which)), 2);
	addf(&t, "standard deviation");
	for (size_t i = 0; i < m->n; i++)
		add_number(&t, stats_sd(hist_of(m->s[i].st, h->which)), 2);
	done(m, &t);
}

static void table_types(const struct maker *m)
{
	struct stats_table t = {.name = "figure-6",
				.paper = "Figure 6",
				.caption = "Question types by their first word, in per cent of the questions."};

	heads(m, &t, "first word");
	for (size_t k = 0; k < STATS_TYPES; k++) {
		addf(&t, "%s", stats_type_name[k]);
		for (size_t i = 0; i < m->n; i++)
			add_share(&t, stats_all(m->s[i].st)->type[k], stats_all(m->s[i].st)->questions);
	}
	done(m, &t);
}

static void table_answers(const struct maker *m)
{
	struct stats_table t = {.name = "figure-8",
				.paper = "Figure 8",
				.caption = "Answer types by their form, in per cent of the questions with an answer."};

	heads(m, &t, "answer");
	for (size_t k = 0; k < STATS_ANSWERS; k++) {
		addf(&t, "%s", stats_answer_label[k]);
		for (size_t i = 0; i < m->n; i++)
			add_share(&t, stats_all(m->s[i].st)->answer[k], stats_all(m->s[i].st)->answer_words.total);
	}
	done(m, &t);
}

/* The catalogue of labels is the same in all that have one. */
static void table_labels(const struct maker *m)
{
	struct stats_table t = {.name = "figure-5",
				.paper = "Figure 5",
				.caption =
				    "Comprehension labels that reviewers gave, in per cent of the questions that "
				    "have one."};
	const struct stats_label *names = NULL, *labels;
	uint64_t labelled, any = 0;
	size_t n = 0;

	for (size_t i = 0; i < m->n; i++) {
		size_t k = stats_labels(m->s[i].st, &labels, &labelled);

		any += labelled;
		if (k > n) {
			n = k;
			names = labels;
		}
	}
	if (any == 0)
		return;
	heads(m, &t, "label");
	for (size_t k = 0; k < n; k++) {
		addf(&t, "%s", names[k].label);
		for (size_t i = 0; i < m->n; i++) {
			bool has = stats_labels(m->s[i].st, &labels, &labelled) == n;

			add_share(&t, has ? labels[k].n : 0, has ? labelled : 0);
		}
	}
	done(m, &t);
}

/* A dataset of which no worker is known has none at any share, which is not 0. */
static void add_workers(struct stats_table *t, const struct stats *st, size_t k)
{
	uint64_t all;
	const uint64_t *count = stats_success(st, &all);

	if (all == 0)
		addf(t, "–");
	else
		add_count(t, count[k]);
}

static void table_success(const struct maker *m)
{
	struct stats_table t = {.name = "figure-10",
				.paper = "Figure 10",
				.caption = "Workers by the share of their reviewed work that was valid, rounded down."};
	uint64_t all, any = 0;

	for (size_t i = 0; i < m->n; i++) {
		stats_success(m->s[i].st, &all);
		any += all;
	}
	if (any == 0)
		return;
	heads(m, &t, "valid, from");
	for (size_t k = 0; k < STATS_SUCCESS; k++) {
		addf(&t, "%zu %%", 5 * k);
		for (size_t i = 0; i < m->n; i++)
			add_workers(&t, m->s[i].st, k);
	}
	done(m, &t);
}

static uint64_t work_cents(const struct stats_work *w)
{
	uint64_t all = 0;

	for (enum stats_stage i = 0; i < STATS_STAGES; i++)
		all += w->stage[i].cents;
	return all;
}

/* Whole cents, rounded up stage by stage. */
static uint64_t work_fees(const struct stats_work *w)
{
	uint64_t all = 0;

	for (enum stats_stage i = 0; i < STATS_STAGES; i++)
		all += (w->stage[i].platform_cents * w->fee_permille + 999) / 1000;
	return all;
}

static void add_dollars(struct stats_table *t, uint64_t cents)
{
	addf(t, "%llu.%02llu", (unsigned long long)(cents / 100), (unsigned long long)(cents % 100));
}

static void work_column(struct stats_table *t, const struct stats_work *w, size_t row)
{
	const size_t stages = STATS_STAGES;
	enum stats_stage stage = row % STATS_STAGES;

	if (!w->known)
		addf(t, "–");
	else if (row < STATS_STAGES)
		add_count(t, w->stage[stage].hits);
	else if (row < 2 * stages)
		add_number(
		    t, w->stage[stage].hits ? (double)w->stage[stage].seconds / (double)w->stage[stage].hits : NAN, 1);
	else if (row < 3 * stages)
		add_dollars(t, w->stage[stage].cents);
	else
		add_dollars(t, work_fees(w) + (row > 3 * stages ? work_cents(w) : 0));
}

/* The paper's mean of a HIT stands beside generation, its cost beside the total. */
static void work_paper(struct stats_table *t, size_t row, size_t paper, bool last)
{
	if (row == STATS_STAGES + STATS_GENERATE)
		addf(t, "%.1f", work_reference[paper].seconds);
	else if (last && paper == 0)
		addf(t, "%d for all three", PAPER_DOLLARS);
	else
		addf(t, "%s", "");
}

static void table_work(const struct maker *m)
{
	static const char *const rows[] = {"HITs, onboarding",
					   "HITs, generation",
					   "HITs, validation",
					   "seconds a HIT, onboarding",
					   "seconds a HIT, generation",
					   "seconds a HIT, validation",
					   "USD, onboarding",
					   "USD, generation",
					   "USD, validation",
					   "USD, fees",
					   "USD, all"};
	struct stats_table t = {.name = "work",
				.paper = "sections 3.2 and 3.3",
				.caption =
				    "HITs handed in, how long they took, and what they cost with the platform's fees."};
	bool known = false;

	for (size_t i = 0; i < m->n; i++)
		known |= m->s[i].work.known;
	if (!known)
		return;
	heads(m, &t, "measure");
	t.cols += ARRAY_LEN(work_reference);
	if (m->s[0].everything) {
		t.cols++;
		addf(&t, "all projects");
	}
	for (size_t r = 0; r < ARRAY_LEN(work_reference); r++)
		addf(&t, "paper: %s", work_reference[r].name);
	for (size_t row = 0; row < ARRAY_LEN(rows); row++) {
		addf(&t, "%s", rows[row]);
		for (size_t i = 0; i < m->n; i++)
			work_column(&t, &m->s[i].work, row);
		if (m->s[0].everything)
			work_column(&t, m->s[0].everything, row);
		for (size_t r = 0; r < ARRAY_LEN(work_reference); r++)
			work_paper(&t, row, r, row + 1 == ARRAY_LEN(rows));
	}
	done(m, &t);
}

/* Billionths of a dollar, all of them, with two decimals at least. */
static void add_nanos(struct stats_table *t, uint64_t nanos)
{
	enum { DECIMALS = 9, SHOWN = 2 };
	uint64_t rest = nanos % 1000000000;
	int decimals = DECIMALS;

	for (; decimals > SHOWN && rest % 10 == 0; decimals--)
		rest /= 10;
	addf(t, "%llu.%0*llu", (unsigned long long)(nanos / 1000000000), decimals, (unsigned long long)rest);
}

/* A row a dataset and model. */
static void table_calls(const struct maker *m)
{
	static const char *const names[] = {"dataset, model", "calls",     "tokens read",
					    "tokens written", "ms a call", "USD"};
	struct stats_table t = {
	    .name = "calls",
	    .title = "Cost of models",
	    .caption =
		"What models cost that tell their tokens: every call for the project, of late verdicts and shadows "
		"too, whatever became of the answer, by the price of then.",
	    .cols = ARRAY_LEN(names)};

	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		addf(&t, "%s", names[i]);
	for (size_t i = 0; i < m->n; i++) {
		for (size_t k = 0; k < m->s[i].calls.n; k++) {
			const struct stats_call *c = &m->s[i].calls.v[k];

			addf(&t, "%s, %s", m->s[i].about.name, c->model);
			add_count(&t, c->calls);
			add_count(&t, c->tokens_in);
			add_count(&t, c->tokens_out);
			add_number(&t, (double)c->ms / (double)c->calls, 1);
			add_nanos(&t, c->nanos);
		}
	}
	if (t.n > t.cols)
		done(m, &t);
	else
		drop(&t);
}

void stats_tables(const struct stats_series *s, size_t n, stats_table_fn *f, void *arg)
{
	static const struct hist_table
	    overlap = {"figure-4", "Figure 4",
		       "Longest n-gram overlap of question and passage, in per cent of the questions.", 2},
	    question = {"figure-7", "Figure 7", "Question length, in per cent of the questions.", 0},
	    answer = {"figure-9", "Figure 9", "Answer length, in per cent of the questions with an answer.", 1};
	const struct maker m = {s, n, f, arg};

	table_human(&m);
	table_counts(&m);
	table_lengths(&m);
	table_hist(&m, &overlap);
	table_labels(&m);
	table_types(&m);
	table_hist(&m, &question);
	table_answers(&m);
	table_hist(&m, &answer);
	table_success(&m);
	table_work(&m);
	table_calls(&m);
}
