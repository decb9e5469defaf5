/* linear_fit: finds the weights of the linear reader.
 *
 * A softmax over all candidate spans of a question; what is made likely is the sum of
 * the probabilities of the spans that annotators gave, each counted as often as it was
 * given. First the features worth a weight are collected: those that a given span has in
 * at least `support` questions, or a span that is none (its neighbours by a token, and a few
 * drawn at random) in `doubt`. Then every question's features are kept in memory as
 * numbers of weights, so that a pass over the data is quick. Adagrad; the rate falls to
 * zero; at every question a share of the features is left out.
 *
 * One thread, and the same input gives the same weights. */
#ifndef BEAT_LINEAR_FIT_H
#define BEAT_LINEAR_FIT_H

#include "../readers/linear_model.h"
#include "linear_data.h"

struct fit_options {
	int passes;
	uint32_t support, doubt;
	uint32_t features_max; /* of the file; the smallest weights are left out */
	float rate, drop;      /* drop: share of the features left out at a question, 0…1 */
	uint64_t seed;
};

/* Trains on examples order[0…n-1] and shuffles them; tells its progress on standard error. The slots of the file
 * (linear_model.h), to be freed; *n_slots gets their number. */
uint32_t *linear_fit(const struct data *d, const struct example **order, size_t n, const struct fit_options *o,
		     uint32_t *n_slots);

#endif
