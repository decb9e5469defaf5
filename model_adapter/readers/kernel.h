/* kernel: the few loops over numbers in which the neural reader spends its time, in
 * makes that give the same up to rounding: for processors with AVX2 and FMA (of which
 * some have AVX-512 for products), and in plain C for all others. Nothing is global:
 * whoever computes holds the table.
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
#include <stdint.h>

enum { KERNEL_PANEL = 16, KERNEL_WIDTH_MAX = 512, KERNEL_INNER_MAX = 2 * KERNEL_WIDTH_MAX };
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

/* out[i][j] = bias[j] + scale[i] * (start[i][j] + sum over k of left[i][k] * right[k][j]), and where `positive`
 * is set not below 0. Where `sparse` is set most of left is 0, and what is 0 in neighbouring rows is passed over. */
struct product {
	const float *left;
	size_t left_row, left_column; /* steps: a matrix is read across with {1, row} */
	struct panels right;
	const float *start; /* NULL: zeros */
	size_t start_row;
	const float *scale; /* NULL: ones */
	const float *bias;  /* whole panels; NULL: zeros */
	float *out;         /* may be start */
	size_t out_row;
	size_t rows, inner, columns; /* of columns whole panels are written */
	bool positive;
	bool sparse; /* left_column is 1, rows are readable to a multiple of 8, inner is at most KERNEL_INNER_MAX */
};

/* A simple recurrent unit over n tokens, `half` numbers each (a multiple of 8), forwards or backwards. u: rows of
 * [3][half] (value, keep, mix; biases added already), v: [2][half] (keep, mix). The state goes on from where it is
 * and is left for the tokens that follow. in and out may be the same. */
struct recurrence {
	const float *u, *v, *in;
	float *out, *state;
	size_t n, half, u_row, in_row, out_row;
	bool back;
};

/* out[i][d] = first[i] + left[i] . right[i + d] + (upto[i + d + 1] - upto[i]) + length[d] for d < span and i + d < n,
 * within `limit` of 0 (what is no number is the least); the rest of out is not written. */
struct band {
	const float *left, *right, *first, *length;
	const double *upto; /* n + 1 numbers: doubles, because it is differences that count */
	size_t left_row, right_row;
	size_t inner; /* a multiple of 8 */
	float *out;   /* n rows of span */
	size_t n, span;
	float limit;
};

struct kernels {
	const char *name;
	void (*multiply)(const struct product *p);
	void (*recur)(const struct recurrence *r);
	/* What a row of n numbers (a multiple of 8) is to be multiplied with to get variance 1. */
	void (*steady)(float *out, const float *in, size_t in_row, size_t rows, size_t n);
	/* Each row becomes its softmax over the first n of `row` numbers, 0 behind them; `most` (unless NULL) gets
	 * the largest number of each. */
	void (*softmax)(float *v, size_t row, size_t rows, size_t n, float *most);
	/* The same down the columns, all `row` of them (a multiple of 8). */
	void (*softmax_down)(float *v, size_t row, size_t rows);
	/* out[i] = [h[i], h[i] * by[i], h[i] * what follows in by[i]], n numbers (a multiple of 8) each. */
	void (*products)(float *out, const float *h, const float *by, size_t by_row, size_t rows, size_t n);
	/* out[i] = v . in[i], n numbers (a multiple of 8) each. */
	void (*dots)(float *out, const float *v, const float *in, size_t in_row, size_t rows, size_t n);
	void (*band)(const struct band *b);
	/* out[i] = scale * v[i] + plus[i], n of them, at least 8; plus may be NULL: zeros. */
	void (*widen)(float *out, const int8_t *v, float scale, const float *plus, size_t n);
};

/* The table of a file that has a static function of each name but that of the product, which is given. */
#define KERNELS_OF(make, product)                                                                                      \
	{                                                                                                              \
		.name = (make), .multiply = (product), .recur = recur, .steady = steady, .softmax = softmax,           \
		.softmax_down = softmax_down, .products = products, .dots = dots, .band = band, .widen = widen         \
	}

extern const struct kernels kernels_plain;
/* The fastest that this processor can run; plain C if BEAT_PLAIN is set in the environment. */
const struct kernels *kernels_pick(void);
/* All that it can run, the fastest first, and how many they are. */
enum { KERNEL_MAKES = 3 };
int kernels_there(const struct kernels *out[KERNEL_MAKES]);

/* A matrix [columns][inner], as weights are stored, laid out as panels: kernel_pad(columns) * inner numbers. */
void kernel_pack(float *out, const float *in, size_t in_row, size_t inner, size_t columns);

#endif
