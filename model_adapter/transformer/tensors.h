/* tensors: numbers by name, wherever they lie: in the safetensors files of a folder or in a weights file of our own.
 * Nothing is copied; what is given out is good as long as the source.
 *
 * A safetensors file: u64 bytes of the header, a JSON header {"name":{"dtype","shape","data_offsets":[first,end]},…},
 * the numbers. A folder has one file, or several and an index that says which tensor lies where. Whatever a header
 * says is checked before anything is believed; every refusal names the tensor. */
#ifndef BEAT_TENSORS_H
#define BEAT_TENSORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../readers/weights.h"
#include "mapped.h"

enum { TENSOR_DIMS_MAX = 4 };

enum tensor_type { TENSOR_F32, TENSOR_F16, TENSOR_BF16, TENSOR_I8, TENSOR_OTHER };

struct tensor {
	enum tensor_type type;
	int dims;
	size_t shape[TENSOR_DIMS_MAX];
	size_t count;
	const void *p;      /* not aligned */
	const float *scale; /* TENSOR_I8: one a row; aligned */
};

struct tensors;

/* NULL and a sentence. */
struct tensors *tensors_of_folder(const char *folder, char err[CHECKPOINT_ERR_MAX]);
struct tensors *tensors_of_weights(const struct weights *w); /* which must outlive it */
/* One safetensors file in memory, which must outlive it. */
struct tensors *tensors_of_bytes(const char *p, size_t n, char err[CHECKPOINT_ERR_MAX]);
void tensors_free(struct tensors **t);

bool tensors_has(const struct tensors *t, const char *name);
/* 0, or -1 and a sentence if it is not there, or not of numbers that can be computed with. */
int tensors_find(const struct tensors *t, const char *name, struct tensor *out,
		 char err[CHECKPOINT_ERR_MAX]) BEAT_NODISCARD;
/* Numbers first … first + n as floats. Those of int8 are multiplied by the scale of their row. */
void tensor_floats(const struct tensor *t, size_t first, size_t n, float *out);
/* Its files may leave memory: what is needed was taken over. */
void tensors_rest(const struct tensors *t);
/* SHA-256 of the file in hex digits; of several files that of their digests. */
void tensors_digest(const struct tensors *t, char out[65]);

#endif
