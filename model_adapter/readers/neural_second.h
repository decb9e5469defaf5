/* neural_second: what the linear reader thinks of the spans that the network finds most
 * likely. The two err in different ways: one has seen what words mean, the other has a weight
 * for hundreds of thousands of patterns of words. linear's scores of these spans alone become
 * probabilities, and a share of each span's probability is linear's.
 *
 * Whether it is asked is said by the network's file. Its config has
 *   linear        SHA-256 of the linear.weights of the same folder
 *   linear_share  0…1
 * or neither. So the network's own SHA-256 still tells all that an answer was made from. */
#ifndef BEAT_NEURAL_SECOND_H
#define BEAT_NEURAL_SECOND_H

#include "linear_model.h"
#include "neural_choose.h"

struct neural_second;

/* 0, and *out is NULL if the config of w asks for none; -1 and a sentence if it asks for what is not there. */
int neural_second_open(struct neural_second **out, const struct weights *w, const char *weights_dir,
		       char err[WEIGHTS_ERR_MAX]) BEAT_NODISCARD;
void neural_second_close(struct neural_second **s);

/* Weighs the candidates anew; their probabilities have the same sum as before. */
void neural_second_weigh(const struct neural_second *s, const struct lexicon *lexicon, const struct linear_passage *p,
			 const char *question, size_t n, struct neural_choice *candidates);

#endif
