/* encoder_layer: a matrix with its bias, in floats or int8; for encoder.c alone. */
#ifndef BEAT_ENCODER_LAYER_H
#define BEAT_ENCODER_LAYER_H

#include "checkpoint.h"
#include "matmul.h"
#include "tensors.h"
#include "vectors.h"

enum { LINEAR_PARTS = 3, TENSOR_NAME_MAX = 128 };

struct linear {
	struct matmul *matmul;
	size_t in, out;
	bool int8;
	float *bias, *scale; /* scale and total: int8 */
	int32_t *total;
};

struct loading {
	const struct checkpoint_config *config;
	const struct tensors *tensors;
	struct matmul_door *door;
	bool int8;
	char *err;
};

/* NAME, with the prefix of the checkpoint if its tensors have one, and the ending. */
void loading_name(const struct loading *l, char out[TENSOR_NAME_MAX], const char *name, int layer, const char *ending);
/* Floats of a tensor of exactly n numbers, aligned; NULL and a sentence. */
float *loading_floats(const struct loading *l, const char *name, int layer, const char *ending, size_t n);
/* The same by its older name too (gamma, beta). */
int loading_norm(const struct loading *l, const char *name, int layer, float *gain_shift[2], size_t n) BEAT_NODISCARD;
/* Matrices of the names (until NULL) below one another: [parts × out, in]. 0, or -1 and a sentence. */
int linear_load(struct linear *out, const struct loading *l, const char *const names[LINEAR_PARTS], int layer,
		const size_t shape[2]) BEAT_NODISCARD;
void linear_release(struct linear *m);
void *aligned_room(size_t bytes); /* aligned to 64 bytes, and zero */

#endif
