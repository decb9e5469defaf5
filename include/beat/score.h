/* score: word-overlap F1, exact match and the verdict. Exact integers decide;
 * the floating-point F1 is only for showing. */
#ifndef BEAT_SCORE_H
#define BEAT_SCORE_H

#include <stdbool.h>
#include <stddef.h>

#include "beat/text.h"

struct score {
	int shared;      /* s: multiset overlap */
	int pred_tokens; /* m: tokens of the prediction (the model) */
	int gold_tokens; /* k: tokens of the gold answer (the human) */
	bool exact;      /* normalised strings are equal */
};

enum verdict { VERDICT_NONE, VERDICT_HUMAN, VERDICT_MODEL, VERDICT_PLAIN /* nobody played against it */ };

/* Both texts are valid UTF-8 of less than 2 GB. Short ones need no allocation; time is
 * O(n log n) in the worst case. */
struct score score_texts(const char *gold, size_t gold_n, const char *pred, size_t pred_n);
struct score score_norms(const struct text_norm *gold, const struct text_norm *pred);

/* 2s/(m+k); 0 when nothing is shared. Computed in the steps of the official script
 * (precision, recall, their harmonic mean), so that it is the very same double. */
double score_f1(const struct score *s);

/* The model wins iff F1 > threshold: 2000*s > threshold*(m+k). Never VERDICT_NONE.
 * The threshold is 0..1000; at 1000 the model cannot win, at 0 one shared token is enough. */
enum verdict score_verdict(const struct score *s, int threshold_permille);

/* "none", "human", "model", "plain". */
const char *verdict_name(enum verdict v);

/* A prediction against several gold answers: the best exact match and the best F1,
 * each on its own as in the official script. Starts as {0}. */
struct score_best {
	bool exact;
	double f1;
};
void score_best_add(struct score_best *best, const struct score *s);

/* The same in whole numbers, for storing: keeps the score with the larger F1 (the earlier of equal ones), and is exact
 * if one of them was. Starts as the first score. */
void score_nearest_add(struct score *nearest, const struct score *s);

/* One of several people's answers to a question against the others': leave one out. {0} if there are no others. */
struct score_best score_leave_one_out(const struct text_norm *answers, size_t n, size_t which);

/* Scores of a dataset: sums in the order of adding, means times 100 as in the official
 * script (same doubles). Starts as {0}; a question without a prediction adds {0}. */
struct score_sum {
	size_t total, exact;
	double f1;
};
void score_sum_add(struct score_sum *sum, const struct score_best *best);
double score_sum_exact(const struct score_sum *sum); /* NaN if there is no question */
double score_sum_f1(const struct score_sum *sum);

#endif
