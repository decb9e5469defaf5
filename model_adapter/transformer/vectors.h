/* vectors: the loops of an encoder between its products: layer norm, activation, rows to bytes and back, attention.
 * Written once (vectors_loops.h) in plain C with vectors of the compiler, and compiled for what processors have; the
 * processor decides at run time. BEAT_PLAIN=1 in the environment takes the plainest. */
#ifndef BEAT_VECTORS_H
#define BEAT_VECTORS_H

#include <stddef.h>
#include <stdint.h>

enum vectors_activation { VECTORS_GELU, VECTORS_GELU_TANH, VECTORS_RELU };

/* A row as words of two bytes each: number = scale × (256 × (high − zero_high) + low − zero_low). One byte would be too
 * coarse: in what comes out of a layer norm a few numbers are many times the others. */
struct vectors_words {
	float scale;
	int32_t zero_high, zero_low;
};

/* What turns exact sums of bytes × int8 into numbers: a scale and the sum of the matrix' row for each output. */
struct vectors_sums {
	const float *scale;
	const int32_t *total;
	const float *bias;
};

struct vectors_attention {
	const float *qkv; /* [tokens, 3 × width]: queries, keys, values */
	float *out;       /* [tokens, width] */
	size_t tokens, width, heads;
	float *room; /* vectors_attention_room() floats, aligned to 64 bytes */
};

struct vectors {
	const char *name;
	/* y = norm(y + bias + residual) × gain + shift, of one row; bias may be NULL. */
	void (*add_norm)(float *y, const float *bias, const float *residual, const float *gain_shift[2], size_t n,
			 float eps);
	void (*norm)(float *y, const float *gain_shift[2], size_t n, float eps);
	void (*add)(float *y, const float *bias, size_t n);
	void (*activate)(float *y, size_t n, enum vectors_activation kind);
	struct vectors_words (*to_words)(const float *x, uint8_t *high, uint8_t *low, size_t n);
	/* Sums of the high bytes become numbers in place, those of the low ones and the bias added. */
	void (*of_sums)(void *high, const int32_t *low, const struct vectors_sums *s, struct vectors_words from,
			size_t n);
	void (*attend)(const struct vectors_attention *a);
};

extern const struct vectors vectors_plain, vectors_avx2, vectors_avx512;

const struct vectors *vectors_pick(void);
size_t vectors_attention_room(size_t tokens, size_t width, size_t heads);

#endif
