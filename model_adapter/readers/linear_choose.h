/* linear_choose: from the scores of all spans to an answer. Scores become probabilities
 * (a softmax), and of the most probable spans the one is chosen whose expected worth is
 * highest:
 *
 *   worth(a) = sum over the candidates b of p(b) * (share * F1(a, b) + (1 - share) * same(a, b))
 *
 * with F1 and "same" over the words that count: no marks, no articles. Integers only, also
 * for the exponential function, so that ties and near ties fall alike on every machine. */
#ifndef BEAT_LINEAR_CHOOSE_H
#define BEAT_LINEAR_CHOOSE_H

#include "beat/reader.h"
#include "linear_model.h"

/* e^(-d/1000) in 2^-32ths, 0 for what is less than one of them; d >= 0. */
uint64_t linear_exp(int64_t d);

/* The chosen one first, then the next by probability. No spans: the first word of the passage, with score 0. */
void linear_choose(const struct linear_spans *spans, const struct tokens *t, int f1_share, struct reader_result *out);

#endif
