/* vectors_loops: the loops of vectors.h; compiled by vectors_plain.c, vectors_avx2.c and vectors_avx512.c, which say
 * how many vectors a tile has (TILE: what their registers hold) and how the table is called (VECTORS). */
#include <math.h>
#include <string.h>

#include "vectors.h"
#include "vectors_room.h"

typedef float vec __attribute__((vector_size(64), aligned(64)));
typedef float vec_any __attribute__((vector_size(64), aligned(4), may_alias));

#define LANES  VECTORS_LANES
#define ROWS   VECTORS_ROWS
#define INLINE static inline __attribute__((always_inline))

/* --- numbers */

/* exp to a few units in the last place: 2^power times a polynomial of the rest. Adding `whole` leaves no digits behind
 * the point, and the power in the low bits. */
INLINE float exp_of(float x)
{
	const float whole = 12582912.0F;
	float shifted, power, rest, y, scale;
	uint32_t bits;

	x = x < -87.0F ? -87.0F : x;
	x = x > 88.0F ? 88.0F : x;
	shifted = x * 1.44269504088896341F + whole;
	power = shifted - whole;
	rest = x - power * 0.693359375F;
	rest = rest - power * -2.12194440e-4F;
	y = 1.9875691500e-4F;
	y = y * rest + 1.3981999507e-3F;
	y = y * rest + 8.3334519073e-3F;
	y = y * rest + 4.1665795894e-2F;
	y = y * rest + 1.6666665459e-1F;
	y = y * rest + 5.0000001201e-1F;
	y = y * rest * rest + rest + 1.0F;
	memcpy(&bits, &shifted, sizeof(bits));
	bits = (bits + 127) << 23;
	memcpy(&scale, &bits, sizeof(scale));
	return y * scale;
}

/* The error function within 2e-7: one minus a polynomial times exp(-x²). */
INLINE float erf_of(float x)
{
	float a = fabsf(x), t = 1.0F / (1.0F + 0.3275911F * a), y;

	y = 1.061405429F;
	y = y * t - 1.453152027F;
	y = y * t + 1.421413741F;
	y = y * t - 0.284496736F;
	y = y * t + 0.254829592F;
	y = 1.0F - y * t * exp_of(-a * a);
	return copysignf(y, x);
}

/* --- rows */

static void activate(float *y, size_t n, enum vectors_activation kind)
{
	if (kind == VECTORS_GELU) {
#pragma omp simd
		for (size_t i = 0; i < n; i++)
			y[i] = 0.5F * y[i] * (1.0F + erf_of(y[i] * 0.70710678118654752F));
	} else if (kind == VECTORS_GELU_TANH) {
#pragma omp simd
		for (size_t i = 0; i < n; i++) {
			float x = 0.79788456080286536F * (y[i] + 0.044715F * y[i] * y[i] * y[i]);

			y[i] = y[i] - y[i] / (exp_of(2.0F * x) + 1.0F);
		}
	} else {
#pragma omp simd
		for (size_t i = 0; i < n; i++)
			y[i] = y[i] > 0 ? y[i] : 0;
	}
}

static void norm(float *y, const float *gain_shift[2], size_t n, float eps)
{
	const float *gain = gain_shift[0], *shift = gain_shift[1];
	float sum = 0, squares = 0, mean, scale;

#pragma omp simd reduction(+ : sum)
	for (size_t i = 0; i < n; i++)
		sum += y[i];
	mean = sum / (float)n;
#pragma omp simd reduction(+ : squares)
	for (size_t i = 0; i < n; i++)
		squares += (y[i] - mean) * (y[i] - mean);
	scale = 1.0F / sqrtf(squares / (float)n + eps);
#pragma omp simd
	for (size_t i = 0; i < n; i++)
		y[i] = (y[i] - mean) * scale * gain[i] + shift[i];
}

static void add(float *y, const float *bias, size_t n)
{
#pragma omp simd
	for (size_t i = 0; i < n; i++)
		y[i] += bias[i];
}

static void add_norm(float *y, const float *bias, const float *residual, const float *gain_shift[2], size_t n,
		     float eps)
{
	if (bias != NULL)
		add(y, bias, n);
	add(y, residual, n);
	norm(y, gain_shift, n, eps);
}

static struct vectors_words to_words(const float *x, uint8_t *high, uint8_t *low, size_t n)
{
	const float whole = 12582912.0F;
	float least = 0, most = 0, scale, inverse, middle;
	int32_t zero;

#pragma omp simd reduction(min : least) reduction(max : most)
	for (size_t i = 0; i < n; i++) {
		least = x[i] < least ? x[i] : least;
		most = x[i] > most ? x[i] : most;
	}
	scale = (most - least) / 65535.0F;
	inverse = scale > 1e-30F ? 1.0F / scale : 0;
	middle = -least * inverse + 0.5F;
	zero = middle >= 0 && middle < 65536 ? (int32_t)middle : 0; /* also where numbers are not finite */
#pragma omp simd
	for (size_t i = 0; i < n; i++) {
		float v = x[i] * inverse + whole;
		int32_t bits;

		memcpy(&bits, &v, sizeof(bits));
		bits = bits - 0x4b400000 + zero;
		bits = bits < 0 ? 0 : bits;
		bits = bits > 65535 ? 65535 : bits;
		high[i] = (uint8_t)(bits >> 8);
		low[i] = (uint8_t)bits;
	}
	return (struct vectors_words){scale, zero >> 8, zero & 255};
}

static void of_sums(void *high, const int32_t *low, const struct vectors_sums *s, struct vectors_words from, size_t n)
{
	const float *scale = s->scale, *bias = s->bias;
	const int32_t *total = s->total;
	float *y = high;

#pragma omp simd
	for (size_t i = 0; i < n; i++) {
		int32_t sum;
		float v;

		memcpy(&sum, (const char *)high + 4 * i, sizeof(sum));
		v = 256.0F * (float)(sum - from.zero_high * total[i]) + (float)(low[i] - from.zero_low * total[i]);
		v = v * (from.scale * scale[i]) + bias[i];
		memcpy(&y[i], &v, sizeof(v));
	}
}

/* --- attention: a head at a time, a block of rows at a time, so that scores never leave the nearest cache */

struct head {
	float *keys;   /* [deep, across]: transposed */
	float *values; /* [across, deep_up] */
	float *scores; /* [ROWS, across] */
	float *mixed;  /* [ROWS, deep_up] */
	size_t tokens, across, deep, deep_up;
};

/* y [ROWS, wide × LANES] = x [ROWS, inner] × m [inner, columns]. */
INLINE void tile(const float *const *x, size_t inner, const float *m, size_t columns, float *y, size_t y_row,
		 const int wide)
{
	vec sum[ROWS][VECTORS_WIDE];

	for (int r = 0; r < ROWS; r++) {
		for (int w = 0; w < wide; w++)
			sum[r][w] = (vec){0};
	}
	for (size_t k = 0; k < inner; k++) {
		vec from[VECTORS_WIDE];

#pragma GCC unroll 4
		for (int w = 0; w < wide; w++)
			from[w] = *(const vec_any *)(m + k * columns + (size_t)w * LANES);
#pragma GCC unroll 6
		for (int r = 0; r < ROWS; r++) {
			float a = x[r][k];

#pragma GCC unroll 4
			for (int w = 0; w < wide; w++)
				sum[r][w] += from[w] * a;
		}
	}
#pragma GCC unroll 6
	for (int r = 0; r < ROWS; r++) {
#pragma GCC unroll 4
		for (int w = 0; w < wide; w++)
			*(vec_any *)(y + (size_t)r * y_row + (size_t)w * LANES) = sum[r][w];
	}
}

/* columns is a multiple of LANES */
static void multiply(const float *const *x, size_t inner, const float *m, size_t columns, float *y)
{
	size_t j = 0;

#if TILE >= 4
	for (; j + 4 * LANES <= columns; j += 4 * LANES)
		tile(x, inner, m + j, columns, y + j, columns, 4);
#endif
#if TILE >= 2
	for (; j + 2 * LANES <= columns; j += 2 * LANES)
		tile(x, inner, m + j, columns, y + j, columns, 2);
#endif
	for (; j < columns; j += LANES)
		tile(x, inner, m + j, columns, y + j, columns, 1);
}

static void softmax(float *v, size_t n, size_t across, float scale)
{
	float most = v[0], sum = 0;

#pragma omp simd reduction(max : most)
	for (size_t i = 0; i < n; i++)
		most = v[i] > most ? v[i] : most;
#pragma omp simd reduction(+ : sum)
	for (size_t i = 0; i < n; i++) {
		v[i] = exp_of((v[i] - most) * scale);
		sum += v[i];
	}
	sum = 1.0F / sum;
#pragma omp simd
	for (size_t i = 0; i < n; i++)
		v[i] *= sum;
	for (size_t i = n; i < across; i++)
		v[i] = 0;
}

static void lay_out(const struct vectors_attention *a, struct head *h, size_t first)
{
	size_t row = 3 * a->width;

	memset(h->values, 0, h->across * h->deep_up * sizeof(*h->values));
	for (size_t t = 0; t < h->across; t++) {
		const float *from = a->qkv + (t < h->tokens ? t : 0) * row + first;

		for (size_t k = 0; k < h->deep; k++)
			h->keys[k * h->across + t] = from[a->width + k];
		if (t < h->tokens)
			memcpy(h->values + t * h->deep_up, from + 2 * a->width, h->deep * sizeof(*from));
	}
}

static void attend_rows(const struct vectors_attention *a, struct head *h, size_t first, size_t token)
{
	const size_t rows = h->tokens - token < ROWS ? h->tokens - token : ROWS;
	const float scale = 1.0F / sqrtf((float)h->deep);
	const float *x[ROWS], *p[ROWS];

	for (size_t r = 0; r < ROWS; r++) {
		x[r] = a->qkv + (token + (r < rows ? r : 0)) * 3 * a->width + first;
		p[r] = h->scores + r * h->across;
	}
	multiply(x, h->deep, h->keys, h->across, h->scores);
	for (size_t r = 0; r < rows; r++)
		softmax(h->scores + r * h->across, h->tokens, h->across, scale);
	multiply(p, h->tokens, h->values, h->deep_up, h->mixed);
	for (size_t r = 0; r < rows; r++)
		memcpy(a->out + (token + r) * a->width + first, h->mixed + r * h->deep_up, h->deep * sizeof(*a->out));
}

static void attend(const struct vectors_attention *a)
{
	struct head h = {.tokens = a->tokens, .across = vectors_up(a->tokens), .deep = a->width / a->heads};

	h.deep_up = vectors_up(h.deep);
	h.scores = a->room;
	h.mixed = h.scores + ROWS * h.across;
	h.values = h.mixed + ROWS * h.deep_up;
	h.keys = h.values + h.across * h.deep_up;
	for (size_t head = 0; head < a->heads; head++) {
		lay_out(a, &h, head * h.deep);
		for (size_t token = 0; token < a->tokens; token += ROWS)
			attend_rows(a, &h, head * h.deep, token);
	}
}

const struct vectors VECTORS = {
    .name = VECTORS_NAME,
    .add_norm = add_norm,
    .norm = norm,
    .add = add,
    .activate = activate,
    .to_words = to_words,
    .of_sums = of_sums,
    .attend = attend,
};
