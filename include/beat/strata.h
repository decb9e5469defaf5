/* strata: scores by kind of question (Miller et al., appendix C.3 to C.5), what they say of another set, and the worst
 * of several altered passages (appendix C.1, after Jia and Liang). Pure. */
#ifndef BEAT_STRATA_H
#define BEAT_STRATA_H

#include <stdint.h>

#include "beat/buf.h"
#include "beat/dataset.h"
#include "beat/score.h"

/* The sums of every model on every kind of question. Starts as {.n_models = N}. */
struct strata {
	char **names;
	size_t n, n_models;
	struct score_sum *sums; /* [stratum * n_models + model] */
};
/* The stratum of that name, a new one if there is none. */
size_t strata_of(struct strata *s, const char *name);
/* One question: `best` has a score for each model. */
void strata_add(struct strata *s, size_t stratum, const struct score_best *best);
void strata_sort(struct strata *s); /* by name; numbers by their value */
void strata_release(struct strata *s);
struct score_sum strata_total(const struct strata *s, size_t model);

/* How many annotators agree: the most equal answers, after normalisation (Figure 14). */
size_t strata_agreement(const struct dataset_question *q);

/* What a model would score on a set with the shares of `to` and its own scores by stratum in `from` (Figure 15). Strata
 * that `from` has no question of say nothing: the others are weighed anew, and `covered` is their share of `to`. */
struct strata_expected {
	double exact, f1; /* per cent; NaN if nothing is covered */
	double covered;   /* 0 … 1 */
};
struct strata_expected strata_reweigh(const struct strata *from, size_t model, const struct strata *to);

/* One set by strata, and others that it is weighed as. */
struct strata_set {
	const char *name;
	struct strata strata;
};
struct strata_report {
	const char *by; /* what the strata are */
	const char *const *models;
	const struct strata_set *sets; /* the first is the one that is known */
	size_t n_sets;
};
void strata_json(struct buf *out, const struct strata_report *r);
void strata_csv(struct buf *out, const struct strata_report *r);
/* Figure 14: models by their F1 on the first set and on set `to`, a colour a stratum. */
void strata_figure(struct buf *out, const struct strata_report *r, size_t to);

/* Questions on altered passages: the id of such a question is that of the original, a mark, and anything. Of several
 * alterations of one question the worst counts (AddSent), or one that the seed draws (AddOneSent); a question
 * that was never altered counts as it is. */
struct altered;
struct altered_sums {
	struct score_sum original, worst, one; /* original: of the questions that stand in the file unaltered too */
};
struct altered *altered_new(const char *mark, size_t n_models, uint64_t seed);
void altered_add(struct altered *a, const char *id, const struct score_best *best);
/* Of one model; `questions` and how many `alterations` there are. */
struct altered_sums altered_sums(const struct altered *a, size_t model);
size_t altered_questions(const struct altered *a, size_t *alterations);
void altered_free(struct altered **a);

#endif
