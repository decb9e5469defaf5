/* linear_model: the weights of the linear reader, and the scores that they give to the
 * spans of a passage.
 *
 * DIR/linear.weights has one tensor, `slots` u32 [n]: a table of features with linear
 * probing. The feature with hash h begins to look at slot h * n / 2^32 and goes on (round the
 * end) until it meets its low 16 bits in the upper half of a slot, whose lower half is then
 * its weight in thousandths (a signed number, never 0), or a slot that is 0: such a
 * feature weighs nothing. At least a quarter of the slots are 0. config: `patterns`, the
 * version of linear_features, without which the hashes mean nothing, and `f1_share`, see
 * linear_choose.h.
 *
 * All sums are integers: the same scores on every machine. */
#ifndef BEAT_LINEAR_MODEL_H
#define BEAT_LINEAR_MODEL_H

#include "linear_features.h"
#include "weights.h"

enum {
	LINEAR_UNIT = 1000,        /* weights are whole numbers of 1/LINEAR_UNIT */
	LINEAR_SLOTS_MAX = 1 << 24 /* far more than 4 MB */
};

struct linear_model {
	const uint32_t *slots;
	uint32_t n_slots;
	int f1_share; /* permille */
};

/* The tensor and config of an open file; 0, or -1 and a sentence in err. */
int linear_model_load(struct linear_model *out, const struct weights *w, char err[WEIGHTS_ERR_MAX]) BEAT_NODISCARD;

int linear_weight(const struct linear_model *m, uint32_t feature); /* 0 if it has none */

/* Puts a feature into slots that are to be written to a file; false if there is no room left or its weight is 0. */
bool linear_slots_put(uint32_t *slots, uint32_t n, uint32_t feature, int weight);

struct linear_span {
	uint32_t first, last; /* tokens, both inclusive */
	int32_t score;
};

struct linear_spans {
	struct linear_span *v;
	size_t n, cap;
};

/* All candidates, in the order of the passage, the shorter before the longer; none if the passage has no
 * candidate. Release with free(out->v). */
void linear_score(const struct linear_model *m, const struct linear_view *v, struct linear_spans *out);

/* The score of one span, tokens `first` to `last`; false if it is no candidate. */
bool linear_score_one(const struct linear_model *m, const struct linear_view *v, uint32_t first, uint32_t last,
		      int32_t *score);

#endif
