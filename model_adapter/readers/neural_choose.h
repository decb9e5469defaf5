/* neural_choose: from the scores of all spans to an answer. A member's scores become
 * probabilities (one softmax over all spans of the passage), the members' are averaged,
 * and of the most probable spans that hold a word the one is chosen whose expected
 * worth is highest (in between `linear` may be asked, see neural_second.h):
 *
 *   worth(a) = sum over the candidates b of p(b) * (share * F1(a, b) + (1 - share) * same(a, b))
 *
 * with F1 and "same" over the words that count: no marks, no articles. */
#ifndef BEAT_NEURAL_CHOOSE_H
#define BEAT_NEURAL_CHOOSE_H

#include "neural_net.h"

struct neural_span {
	size_t first, last; /* tokens, both inclusive */
	double probability;
};

struct neural_choice {
	struct neural_span v[READER_BEST_MAX]; /* once chosen: that one, then the others by probability */
	int n;                                 /* at least 1 if the passage has a word */
	double expected_f1;                    /* of the chosen one; spans that are no candidates count 0 */
};

/* The candidates, by probability. scores as neural_net_score() wrote them; they are used up. */
void neural_rank(struct neural_choice *out, const struct neural_config *c, const struct kernels *k,
		 const struct tokens *t, float *scores);
/* Chooses among them. */
void neural_choose(struct neural_choice *out, const struct neural_config *c, const struct tokens *t);

#endif
