/* stats: the statistics of a dataset, as the paper's tables and figures have them: Bartolo et al. (2020), Tables 2, 3
 * and 4, Figures 4 to 9 and 11 to 14. Pure: the questions are given one after the other, and a few counters are kept.
 *
 *   struct stats *st = stats_new("1");
 *   for each question: stats_add(st, &item);
 *   stats_json(&w, st);                       // or stats_figures(), stats_html()
 *   stats_free(&st);
 *
 * What every figure means is said once, in stats_definitions, and stands in every output. The statistics of the
 * dashboard (admin_statistics, in sql/functions) follow the same definitions.
 *
 * Memory: counters, two hashes of every passage, and the distinct first three words of the questions. The same
 * questions in the same order give the same bytes on any machine. */
#ifndef BEAT_STATS_H
#define BEAT_STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "beat/buf.h"
#include "beat/jw.h"
#include "beat/score.h"
#include "beat/text.h"

/* Question types, Figure 6; the same as question_type(). */
enum stats_type {
	STATS_WHAT,
	STATS_WHO,
	STATS_WHEN,
	STATS_WHERE,
	STATS_WHICH,
	STATS_WHY,
	STATS_HOW,
	STATS_IN,
	STATS_TYPE_OTHER,
	STATS_TYPES
};
extern const char *const stats_type_name[STATS_TYPES]; /* "what", … "other" */

/* Answer types, Figure 8. */
enum stats_answer {
	STATS_DATE,
	STATS_NUMERIC,
	STATS_PERSON,
	STATS_PLACE,
	STATS_NAME,
	STATS_NOUN_PHRASE,
	STATS_ADJECTIVE_PHRASE,
	STATS_VERB_PHRASE,
	STATS_CLAUSE,
	STATS_ANSWER_OTHER,
	STATS_ANSWERS
};
extern const char *const stats_answer_name[STATS_ANSWERS];  /* for programs: "noun_phrase" */
extern const char *const stats_answer_label[STATS_ANSWERS]; /* for people: "common noun phrase" */

/* How often each small number came. */
struct stats_hist {
	uint64_t *count; /* of the numbers 0 … n - 1 */
	size_t n;
	uint64_t total, sum;
	uint64_t squares;
};
double stats_mean(const struct stats_hist *h); /* NaN if nothing was counted */
double stats_sd(const struct stats_hist *h);   /* of the population; NaN likewise */

/* Table 2: one answer of somebody else to each question, drawn by the seed, against the gold answer. Times 100; with
 * 95 % intervals; the mean over all such answers of a question, and the best of them. NaN: not known. */
struct stats_score {
	double em, em_low, em_high, f1, f1_low, f1_high;
	double mean_em, mean_f1, best_em, best_f1;
};
struct stats_human {
	uint64_t questions;         /* with at least one such answer */
	bool given;                 /* by stats_human_set(): `score` holds it, and the rest is not used */
	struct stats_score score;   /* ask stats_human_score() */
	uint64_t exact, best_exact; /* of the one drawn, of the best */
	double f1, f1_squares, best_f1;
	double mean_exact, mean_f1;
};
struct stats_score stats_human_score(const struct stats_human *h); /* all NaN without questions */

/* The counts of one split, or of all of them. */
struct stats_part {
	const char *split; /* "all" for the whole */
	uint64_t documents, passages, questions;
	uint64_t unanswered; /* questions without a gold answer, as in a public test set */
	struct stats_hist question_words, answer_words, overlap;
	uint64_t type[STATS_TYPES];
	uint64_t answer[STATS_ANSWERS];
	struct stats_human human;
};

struct stats;

/* The seed draws the answer that Table 2 looks at; NULL is "1". */
struct stats *stats_new(const char *seed);
void stats_free(struct stats **st);

/* One question. All texts are valid UTF-8; NUL is a character. Splits are listed in the order of their first
 * questions. The questions of one passage should follow each other: then it is looked at once. Without answers
 * nothing is counted of them; of several the first is the gold answer, and Table 2 sets one of them against the
 * others, unless stats_votes_only() or stats_one_answer() was called. */
struct stats_item {
	const char *split; /* NUL-terminated */
	struct text_token id, title, passage, question;
	const struct text_token *answers;
	size_t n_answers;
	int64_t answer_start; /* of the first answer, in code points; looked for if it does not stand there */
};
void stats_add(struct stats *st, const struct stats_item *item);

/* While on, several answers of a question are not of several people: Table 2 leaves them alone. */
void stats_one_answer(struct stats *st, bool on);

/* For collections with validators, whose votes the database has scored already: Table 2 comes from this alone. The
 * split must be there. */
void stats_votes_only(struct stats *st);
void stats_human_set(struct stats *st, const char *split, uint64_t questions, const struct stats_score *score);

/* Figure 5: how many questions the reviewers gave a label; `labelled` questions have at least one. In the order given.
 */
struct stats_label {
	const char *label;
	uint64_t n;
};
void stats_label_add(struct stats *st, const char *label, uint64_t n);
void stats_labelled(struct stats *st, uint64_t labelled);
size_t stats_labels(const struct stats *st, const struct stats_label **labels, uint64_t *labelled);

/* Figure 10: workers by their share of valid work, in steps of a twentieth, rounded down. */
enum { STATS_SUCCESS = 21 };
void stats_success_add(struct stats *st, size_t step, uint64_t workers);
const uint64_t *stats_success(const struct stats *st, uint64_t *workers);

/* What was done and paid, stage by stage: HITs handed in. */
enum stats_stage { STATS_ONBOARDING, STATS_GENERATE, STATS_VALIDATE, STATS_STAGES };
struct stats_work {
	bool known;
	struct {
		uint64_t hits, seconds, cents;
		uint64_t platform_cents; /* of them to workers of a platform that takes fees */
	} stage[STATS_STAGES];
	unsigned fee_permille;
};

/* What the calls of models cost that tell their tokens, a model each. */
struct stats_calls {
	struct stats_call {
		char *model;
		uint64_t calls, tokens_in, tokens_out, ms, nanos; /* billionths of a dollar */
	} * v;
	size_t n;
};

/* Table 1: questions with their passages, drawn by the seed; of dev if there is such a split. None unless asked for,
 * before the first question. */
struct stats_example {
	char *id, *split, *title, *passage, *question, *answer;
	size_t from, to; /* bytes of the passage that are the answer; equal: it does not stand there */
};
void stats_examples_want(struct stats *st, size_t n);
/* Only of that split. */
void stats_examples_of(struct stats *st, const char *split);
size_t stats_examples(const struct stats *st, const struct stats_example **examples);

/* A split with this name exists from now on, also if no question comes: makes the order certain. */
void stats_split_add(struct stats *st, const char *split);

/* Results. They live as long as st and may be asked for at any time. */
const struct stats_part *stats_all(const struct stats *st);
size_t stats_splits(const struct stats *st);
const struct stats_part *stats_split(const struct stats *st, size_t i);
const char *stats_seed(const struct stats *st);
bool stats_has_votes(const struct stats *st); /* stats_votes_only() was called */

/* The first three words: the most frequent beginnings first, equal ones in the order of their bytes; at most `max`. */
enum { STATS_FIRST_WORDS = 3, STATS_FIRST_MAX = 200 };
struct stats_first {
	struct text_token words[STATS_FIRST_WORDS];
	size_t n_words; /* fewer if the question has no more */
	uint64_t n;
};
size_t stats_first_words(const struct stats *st, struct stats_first *out, size_t max);
size_t stats_first_distinct(const struct stats *st);

/* The same as a tree, for the sunburst: the words that follow a beginning, the most frequent first. The node 0 is the
 * whole. Returns how many there are; the caller frees *children. */
struct stats_node {
	uint32_t id;
	struct text_token word;
	uint64_t n;
};
size_t stats_tree(const struct stats *st, uint32_t node, struct stats_node **children);

/* Definitions: {"overlap", "Longest n-gram overlap", "The most words …"}, ended by a NULL key. */
struct stats_definition {
	const char *key, *name, *text;
};
extern const struct stats_definition stats_definitions[];

/* The word lists of the answer types, each {"months", "january february …"}, ended by a NULL name. */
struct stats_words {
	const char *name, *words;
};
extern const struct stats_words stats_answer_words[];

/* What the paper found, for comparison. Numbers below 0 are not in the paper. */
struct stats_reference {
	const char *name;                          /* "D_BiDAF" */
	double question, answer, overlap;          /* Table 4 */
	int passages[3], questions[3];             /* Table 3: train, dev, test */
	double dev_em, dev_f1, test_em, test_f1;   /* Table 2 */
	int explicit_percent, comparative_percent; /* Figure 5, as far as the text tells */
};
enum { STATS_REFERENCES = 4 };
extern const struct stats_reference stats_reference[STATS_REFERENCES];

/* What the report is about, for titles. Any text but `kind` may be hostile. */
struct stats_about {
	const char *kind; /* "project", "release", "file" or "files" */
	const char *name;
	const char *as_of; /* NULL, or the moment it was true at */
	const char *note;  /* NULL, or a sentence on what is left out */
};

/* One JSON object; about may be NULL. Keys that the dashboard's statistics have too are called as there. */
void stats_json(struct jw *w, const struct stats *st, const struct stats_about *about);

/* Every figure there is data for as a whole SVG file: f(arg, "question-length", "Figure 7: …", svg). The buffer
 * belongs to the caller of f and is reused after it. */
typedef void stats_figure_fn(void *arg, const char *name, const char *caption, const struct buf *svg);
void stats_figures(const struct stats *st, const struct stats_about *about, stats_figure_fn *f, void *arg);

/* Datasets side by side: each its own series. One is a comparison with the paper alone. */
struct stats_series {
	struct stats *st;
	struct stats_about about;
	struct stats_work work;
	struct stats_calls calls;
	const struct stats_work *everything; /* of all projects of the database; NULL: not asked for */
};
enum { STATS_SERIES = 6, STATS_SPLITS = 64 }; /* so many there may be */

/* The report of one: an HTML file that needs nothing else, with all tables, figures and definitions. */
void stats_html(struct buf *out, const struct stats_series *s);

/* {"series": […]}: each as stats_json() has it alone. */
void stats_compare_json(struct jw *w, const struct stats_series *s, size_t n);
void stats_compare_figures(const struct stats_series *s, size_t n, stats_figure_fn *f, void *arg);
/* The report of several. */
void stats_compare_html(struct buf *out, const struct stats_series *s, size_t n);
/* Every table, and Table 1 if examples were asked for, as Markdown or LaTeX (booktabs, xcolor). */
void stats_markdown(struct buf *out, const struct stats_series *s, size_t n);
void stats_latex(struct buf *out, const struct stats_series *s, size_t n);

/* The parts of it that can be asked for alone. */
size_t stats_word_count(const char *s, size_t n); /* words that white space separates */
enum stats_type stats_question_type(struct text_token question);
enum stats_answer stats_answer_of(struct text_token answer, struct text_token question);

#endif
