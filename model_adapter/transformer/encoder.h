/* encoder: the layers of a BERT-family checkpoint and its question-answering head, in floats or in int8 (a scale for
 * each row of a matrix; rows of numbers become two bytes each as they come). Made once, then asked from many threads.
 */
#ifndef BEAT_ENCODER_H
#define BEAT_ENCODER_H

#include "checkpoint.h"
#include "tensors.h"

enum { ENCODER_TOKENS_MAX = 1024 }; /* of all windows of one run */

struct encoder;

/* int8: matrices of floats are made int8; those of int8 are computed as such wherever the processor can, in either
 * case. NULL and a sentence that names the tensor. The tensors must outlive it: word vectors stay where they are. */
struct encoder *encoder_new(const struct checkpoint_config *c, const struct tensors *t, bool int8,
			    char err[CHECKPOINT_ERR_MAX]);
void encoder_free(struct encoder **e);
const char *encoder_precision(const struct encoder *e); /* "int8" or "fp32" */

/* Windows side by side: each a run of tokens that see one another. */
struct encoder_window {
	const int32_t *ids, *kinds;
	size_t n;
	float *start, *end; /* n scores each, finite and within ±1e9 */
};
/* The windows have at most ENCODER_TOKENS_MAX tokens together, each at most the checkpoint's positions. */
void encoder_run(const struct encoder *e, const struct encoder_window *windows, int n);

#endif
