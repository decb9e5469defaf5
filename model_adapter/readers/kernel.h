/* kernel: the few loops over numbers in which the neural reader spends its time, each
 * in two makes that give the same up to rounding: for processors with AVX2 and FMA,
 * and in plain C for all others. Nothing is global: whoever computes holds the table.
 *
 *   const struct kernels *k = kernels_pick();
 *   k->multiply(&(struct product){…});
 *
 * Matrices are row-major floats. Columns come in panels of KERNEL_PANEL, so whatever is
 * written by multiply() has rows of a multiple of that (kernel_pad()). */
#ifndef BEAT_KERNEL_H
#define BEAT_KERNEL_H

#include <stdbool.h>
#include <stddef.h>

enum { KERNEL_PANEL = 16, KERNEL_WIDTH_MAX = 512 };
#define KERNEL_EPSILON 1e-5F /* is added to a variance, as torch does */

static inline size_t kernel_pad(size_t n)
{
	return (n + KERNEL_PANEL - 1) / KERNEL_PANEL * KERNEL_PANEL;
}

/* A matrix on the right of a product: `inner` rows of panels of 16 columns. */
struct panels {
	const float *v;
	size_t row;   /* from one row of a panel to the next */
	size_t panel; /* from one panel to the next */
};

/* out[i][j] = start[i][j] + sum over k of left[i][k] * right[k][j], and where `positive` is set not below 0. */
struct product {
	const float *left;
	size_t left_row, left_column; /* steps: a matrix is read across with {1, row} */
	struct panels right;
	const float *start; /* NULL: zeros */
	size_t start_row;   /* 0: the same for every row */
	float *out;         /* may be start */
	size_t out_row;
	size_t rows, inner, columns; /* of columns whole panels are written */
	bool positive;
};

/* One layer of a simple recurrent unit over n tokens, `half` numbers each way; forwards in the first half of a
 * row, backwards in the second. u: n rows of [2][3][half] (value, keep, mix; biases added already),
 * v: [2][2][half] (keep, mix). in and out have rows of in_row and out_row numbers and may be the same. */
struct recurrence {
	const float *u, *v, *in;
	float *out;
	size_t n, half, in_row, out_row;
};

/* out[i][d] = left[i] . right[i + d] for d < span and i + d < n; the rest of out is not written. */
struct band {
	const float *left, *right;
	size_t left_row, right_row; /* a left_row of 0 with a span of 1 multiplies a matrix by a vector */
	size_t inner;               /* a multiple of 8 */
	float *out;                 /* n rows of span */
	size_t n, span;
};

struct kernels {
	const char *name;
	void (*multiply)(const struct product *p);
	void (*recur)(const struct recurrence *r);
	/* Each row of n numbers (a multiple of 8) gets mean 0 and variance 1. */
	void (*normalise)(float *out, const float *in, size_t in_row, size_t rows, size_t n);
	/* Each row becomes its softmax over the first n of `row` numbers, 0 behind them. */
	void (*softmax)(float *v, size_t row, size_t rows, size_t n);
	/* The same down the columns, all `row` of them (a multiple of 8). */
	void (*softmax_down)(float *v, size_t row, size_t rows);
	void (*band)(const struct band *b);
};

extern const struct kernels kernels_plain;
/* The fastest that this processor can run; plain C if BEAT_PLAIN is set in the environment. */
const struct kernels *kernels_pick(void);
const struct kernels *kernels_fast(void); /* NULL if the processor has none */

/* A matrix [columns][inner], as weights are stored, laid out as panels: kernel_pad(columns) * inner numbers. */
void kernel_pack(float *out, const float *in, size_t in_row, size_t inner, size_t columns);

#endif
