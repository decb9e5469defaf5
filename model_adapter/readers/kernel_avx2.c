/* kernel_avx2: the loops of kernel.h, eight numbers at a time. Compiled for the target
 * function by function, so the program still starts on processors without it. */
#include "kernel_avx2.h"

#ifdef KERNEL_AVX2

#include <assert.h>
#include <immintrin.h>
#include <stdint.h>
#include <string.h>

#define FAST   __attribute__((target("avx2,fma")))
#define INLINE FAST __attribute__((always_inline)) static inline

/* Loops over the rows of a tile must be unrolled at any level of optimisation, or its sums live in memory. */
#ifdef __clang__
#define UNROLL _Pragma("unroll")
#else
#define UNROLL _Pragma("GCC unroll 6")
#endif

enum {
	LANES = 8,
	TILE = 6, /* rows of two registers: the most that 16 registers hold */
	SIDE_BY_SIDE = 2
};

/* --- exp, sigmoid, sums of lanes */

#define EXP_LOW  (-87.0F) /* below, exp is as good as 0; above EXP_HIGH it is infinite in floats */
#define EXP_HIGH 88.0F
#define SHUT     40.0F

/* exp of `n` registers (a constant where this is inlined) side by side, because each step waits for the one before it.
 * To a few units in the last place: 2^power times a polynomial of the rest, which is within ln(2) / 2 of 0 and has the
 * least relative error of its degree, 1.5e-7. Adding `whole` leaves no digits behind the point, and the power in the
 * low bits, from where it is shifted into the exponent. */
INLINE void exp_some(__m256 *x, float low, float high, const int n)
{
	const __m256 log2_e = _mm256_set1_ps(1.44269504088896341F), ln2 = _mm256_set1_ps(0.693147180559945309F);
	const __m256 whole = _mm256_set1_ps(12582912.0F); /* 1.5 * 2^23 */
	static const float factors[] = {0.0419177812F, 0.1666652289F, 0.4999899287F, 1, 1};
	__m256 power[SIDE_BY_SIDE], y[SIDE_BY_SIDE];

	UNROLL
	for (int i = 0; i < n; i++) {
		x[i] = _mm256_max_ps(x[i], _mm256_set1_ps(low)); /* no number becomes low */
		x[i] = _mm256_min_ps(x[i], _mm256_set1_ps(high));
		power[i] = _mm256_fmadd_ps(x[i], log2_e, whole);
	}
	UNROLL
	for (int i = 0; i < n; i++) {
		x[i] = _mm256_fnmadd_ps(_mm256_sub_ps(power[i], whole), ln2, x[i]);
		y[i] = _mm256_set1_ps(0.0083691869F);
	}
	UNROLL
	for (size_t k = 0; k < sizeof(factors) / sizeof(*factors); k++) {
		UNROLL
		for (int i = 0; i < n; i++)
			y[i] = _mm256_fmadd_ps(y[i], x[i], _mm256_set1_ps(factors[k]));
	}
	UNROLL
	for (int i = 0; i < n; i++) {
		const __m256i exponent = _mm256_slli_epi32(_mm256_castps_si256(power[i]), 23);

		x[i] = _mm256_castsi256_ps(_mm256_add_epi32(_mm256_castps_si256(y[i]), exponent));
	}
}

INLINE __m256 exp_lanes(__m256 x)
{
	exp_some(&x, EXP_LOW, EXP_HIGH, 1);
	return x;
}

INLINE float sum_lanes(__m256 x)
{
	__m128 s = _mm_add_ps(_mm256_castps256_ps128(x), _mm256_extractf128_ps(x, 1));

	s = _mm_add_ps(s, _mm_movehl_ps(s, s));
	return _mm_cvtss_f32(_mm_add_ss(s, _mm_movehdup_ps(s)));
}

INLINE float most_lanes(__m256 x)
{
	__m128 s = _mm_max_ps(_mm256_castps256_ps128(x), _mm256_extractf128_ps(x, 1));

	s = _mm_max_ps(s, _mm_movehl_ps(s, s));
	return _mm_cvtss_f32(_mm_max_ss(s, _mm_movehdup_ps(s)));
}

/* Ones for the lanes below n. */
INLINE __m256i first_lanes(size_t n)
{
	return _mm256_cmpgt_epi32(_mm256_set1_epi32((int)n), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}

/* --- product */

/* One tile of `rows` (a constant where this is inlined) by KERNEL_PANEL: the sum of the `n` columns of left that are
 * listed in `at`, or of the first n where it is NULL (a constant, too). */
INLINE void tile(const struct product *p, const uint16_t *at, size_t n, size_t first, size_t panel, const int rows)
{
	const float *left = p->left + first * p->left_row, *right = p->right.v + panel * p->right.panel;
	const size_t row = p->left_row, column = p->left_column, right_row = p->right.row;
	const __m256 least = _mm256_set1_ps(p->positive ? 0 : -__builtin_inff());
	float *out = p->out + first * p->out_row + panel * KERNEL_PANEL;
	__m256 a[TILE], b[TILE], bias[2] = {_mm256_setzero_ps(), _mm256_setzero_ps()};

	UNROLL
	for (int i = 0; i < rows; i++)
		a[i] = b[i] = _mm256_setzero_ps();
	if (p->start != NULL) {
		const float *start = p->start + first * p->start_row + panel * KERNEL_PANEL;

		UNROLL
		for (int i = 0; i < rows; i++, start += p->start_row) {
			a[i] = _mm256_loadu_ps(start);
			b[i] = _mm256_loadu_ps(start + LANES);
		}
	}
	for (size_t k = 0; k < n; k++) {
		const float *x = at != NULL ? left + at[k] : left + k * column;
		const float *y = at != NULL ? right + (size_t)at[k] * KERNEL_PANEL : right + k * right_row;
		const __m256 r0 = _mm256_loadu_ps(y), r1 = _mm256_loadu_ps(y + LANES);

		UNROLL
		for (int i = 0; i < rows; i++) {
			const __m256 l = _mm256_broadcast_ss(x + (size_t)i * row);

			a[i] = _mm256_fmadd_ps(l, r0, a[i]);
			b[i] = _mm256_fmadd_ps(l, r1, b[i]);
		}
	}
	if (p->bias != NULL) {
		bias[0] = _mm256_loadu_ps(p->bias + panel * KERNEL_PANEL);
		bias[1] = _mm256_loadu_ps(p->bias + panel * KERNEL_PANEL + LANES);
	}
	UNROLL
	for (int i = 0; i < rows; i++, out += p->out_row) {
		const __m256 scale = _mm256_set1_ps(p->scale != NULL ? p->scale[first + (size_t)i] : 1);

		_mm256_storeu_ps(out, _mm256_max_ps(_mm256_fmadd_ps(a[i], scale, bias[0]), least));
		_mm256_storeu_ps(out + LANES, _mm256_max_ps(_mm256_fmadd_ps(b[i], scale, bias[1]), least));
	}
}

INLINE void any_tile(const struct product *p, const uint16_t *at, size_t n, size_t first, size_t panel, size_t rows)
{
	switch (rows) {
	case 6:
		tile(p, at, n, first, panel, 6);
		break;
	case 5:
		tile(p, at, n, first, panel, 5);
		break;
	case 4:
		tile(p, at, n, first, panel, 4);
		break;
	case 3:
		tile(p, at, n, first, panel, 3);
		break;
	case 2:
		tile(p, at, n, first, panel, 2);
		break;
	default:
		tile(p, at, n, first, panel, 1);
		break;
	}
}

/* Rows of the next tile. Seven to nine are cut in halves: in a flat tile every sum waits for the one before it. */
static size_t tile_rows(size_t rest)
{
	if (rest <= TILE)
		return rest;
	return rest < 10 ? (rest + 1) / 2 : TILE;
}

/* Panel by panel: a panel stays in the nearest cache while all rows pass. */
FAST static void multiply_dense(const struct product *p)
{
	for (size_t panel = 0; panel < kernel_pad(p->columns) / KERNEL_PANEL; panel++) {
		for (size_t i = 0, rows; i < p->rows; i += rows) {
			rows = tile_rows(p->rows - i);
			any_tile(p, NULL, p->inner, i, panel, rows);
		}
	}
}

/* The columns of left in which any row of a tile is not 0. Where they are cannot be foretold, hence no branches. */
FAST static size_t find_kept(const struct product *p, size_t first, size_t rows, uint16_t *at)
{
	size_t n = 0;

	for (size_t k = 0; k < p->inner; k += LANES) {
		__m256 any = _mm256_setzero_ps();
		unsigned mask;

		for (size_t i = first; i < first + rows; i++)
			any = _mm256_or_ps(any, _mm256_loadu_ps(p->left + i * p->left_row + k));
		mask = (unsigned)_mm256_movemask_ps(_mm256_cmp_ps(any, _mm256_setzero_ps(), _CMP_NEQ_UQ));
		for (size_t i = 0; i < LANES; i++) {
			at[n] = (uint16_t)(k + i);
			n += mask >> i & 1;
		}
	}
	while (n > 0 && at[n - 1] >= p->inner)
		n--;
	return n;
}

struct kept {
	size_t first, rows, n;
	uint16_t at[KERNEL_INNER_MAX + LANES];
};

/* Some tiles at a time, so that a panel is used again while it is near. */
FAST static void multiply_sparse(const struct product *p)
{
	enum { TILES = 8 };
	struct kept kept[TILES];
	size_t i = 0;

	assert(p->left_column == 1 && p->right.row == KERNEL_PANEL && p->inner <= KERNEL_INNER_MAX);
	while (i < p->rows) {
		int n = 0;

		for (; n < TILES && i < p->rows; n++, i += kept[n - 1].rows) {
			kept[n].first = i;
			kept[n].rows = tile_rows(p->rows - i);
			kept[n].n = find_kept(p, i, kept[n].rows, kept[n].at);
		}
		for (size_t panel = 0; panel < kernel_pad(p->columns) / KERNEL_PANEL; panel++) {
			for (int j = 0; j < n; j++)
				any_tile(p, kept[j].at, kept[j].n, kept[j].first, panel, kept[j].rows);
		}
	}
}

static void multiply(const struct product *p)
{
	if (p->sparse)
		multiply_sparse(p);
	else
		multiply_dense(p);
}

/* --- recurrence */

/* 1 / (1 + exp(-x)) of both with one division. Beyond SHUT a gate is shut or open in floats; the product of two is
 * still finite. */
INLINE void sigmoid_two(__m256 *x)
{
	const __m256 one = _mm256_set1_ps(1), minus = _mm256_set1_ps(-0.0F);
	__m256 a, b, inverse;

	x[0] = _mm256_xor_ps(x[0], minus);
	x[1] = _mm256_xor_ps(x[1], minus);
	exp_some(x, -SHUT, SHUT, 2);
	a = _mm256_add_ps(x[0], one);
	b = _mm256_add_ps(x[1], one);
	inverse = _mm256_div_ps(one, _mm256_mul_ps(a, b));
	x[0] = _mm256_mul_ps(b, inverse);
	x[1] = _mm256_mul_ps(a, inverse);
}

FAST static void recur(const struct recurrence *r)
{
	const size_t half = r->half;

	for (size_t step = 0; step < r->n; step++) {
		const size_t t = r->back ? r->n - 1 - step : step;
		const float *u = r->u + t * r->u_row, *in = r->in + t * r->in_row;
		float *out = r->out + t * r->out_row;

		for (size_t i = 0; i < half; i += LANES) {
			const __m256 value = _mm256_loadu_ps(u + i), before = _mm256_loadu_ps(r->state + i);
			const __m256 x = _mm256_loadu_ps(in + i);
			const __m256 keep = _mm256_loadu_ps(r->v + i), mix = _mm256_loadu_ps(r->v + half + i);
			__m256 gates[SIDE_BY_SIDE], after;

			gates[0] = _mm256_fmadd_ps(keep, before, _mm256_loadu_ps(u + half + i));
			gates[1] = _mm256_fmadd_ps(mix, before, _mm256_loadu_ps(u + 2 * half + i));
			sigmoid_two(gates);
			after = _mm256_fmadd_ps(gates[0], _mm256_sub_ps(before, value), value);
			_mm256_storeu_ps(r->state + i, after);
			_mm256_storeu_ps(out + i, _mm256_fmadd_ps(gates[1], _mm256_sub_ps(after, x), x));
		}
	}
}

/* --- rows */

FAST static void steady(float *out, const float *in, size_t in_row, size_t rows, size_t n)
{
	for (size_t i = 0; i < rows; i++, in += in_row) {
		__m256 sum = _mm256_setzero_ps(), squares = _mm256_setzero_ps(), mean;

		for (size_t j = 0; j < n; j += LANES)
			sum = _mm256_add_ps(sum, _mm256_loadu_ps(in + j));
		mean = _mm256_set1_ps(sum_lanes(sum) / (float)n);
		for (size_t j = 0; j < n; j += LANES) {
			__m256 x = _mm256_sub_ps(_mm256_loadu_ps(in + j), mean);

			squares = _mm256_fmadd_ps(x, x, squares);
		}
		out[i] = 1 / __builtin_sqrtf(sum_lanes(squares) / (float)n + KERNEL_EPSILON);
	}
}

INLINE float most_of(const float *v, size_t n)
{
	__m256 most = _mm256_set1_ps(v[0]);
	size_t j = 0;

	for (; j + LANES <= n; j += LANES)
		most = _mm256_max_ps(most, _mm256_loadu_ps(v + j));
	if (j < n) {
		__m256i mask = first_lanes(n - j);
		__m256 rest = _mm256_maskload_ps(v + j, mask);

		most = _mm256_max_ps(most, _mm256_blendv_ps(most, rest, _mm256_castsi256_ps(mask)));
	}
	return most_lanes(most);
}

/* To the end of a row that has `room` numbers left, which may be fewer than x has. */
INLINE void store_first(float *v, size_t room, __m256 x)
{
	float all[LANES];

	if (room >= LANES) {
		_mm256_storeu_ps(v, x);
	} else {
		_mm256_storeu_ps(all, x);
		memcpy(v, all, room * sizeof(*v));
	}
}

/* Returns the largest number. */
FAST static float softmax_row(float *v, size_t row, size_t n)
{
	const float largest = most_of(v, n);
	const __m256 most = _mm256_set1_ps(largest);
	__m256 sum = _mm256_setzero_ps(), last = _mm256_setzero_ps(), share;
	size_t j = 0;

	for (; j + LANES <= n; j += LANES) {
		__m256 x = exp_lanes(_mm256_sub_ps(_mm256_loadu_ps(v + j), most));

		_mm256_storeu_ps(v + j, x);
		sum = _mm256_add_ps(sum, x);
	}
	if (j < n) {
		__m256i mask = first_lanes(n - j);

		last = exp_lanes(_mm256_sub_ps(_mm256_maskload_ps(v + j, mask), most));
		last = _mm256_and_ps(last, _mm256_castsi256_ps(mask));
		sum = _mm256_add_ps(sum, last);
	}
	share = _mm256_set1_ps(1 / sum_lanes(sum));
	for (j = 0; j + LANES <= n; j += LANES)
		_mm256_storeu_ps(v + j, _mm256_mul_ps(_mm256_loadu_ps(v + j), share));
	if (j < n)
		store_first(v + j, row - j, _mm256_mul_ps(last, share));
	for (j += j < n ? LANES : 0; j < row; j++)
		v[j] = 0;
	return largest;
}

static void softmax(float *v, size_t row, size_t rows, size_t n, float *most)
{
	for (size_t i = 0; i < rows; i++, v += row) {
		float x = softmax_row(v, row, n);

		if (most != NULL)
			most[i] = x;
	}
}

FAST static void softmax_down(float *v, size_t row, size_t rows)
{
	for (size_t j = 0; j < row; j += LANES, v += LANES) {
		__m256 most = _mm256_loadu_ps(v), sum = _mm256_setzero_ps(), share;

		for (size_t i = 1; i < rows; i++)
			most = _mm256_max_ps(most, _mm256_loadu_ps(v + i * row));
		for (size_t i = 0; i < rows; i++) {
			__m256 x = exp_lanes(_mm256_sub_ps(_mm256_loadu_ps(v + i * row), most));

			_mm256_storeu_ps(v + i * row, x);
			sum = _mm256_add_ps(sum, x);
		}
		share = _mm256_div_ps(_mm256_set1_ps(1), sum);
		for (size_t i = 0; i < rows; i++)
			_mm256_storeu_ps(v + i * row, _mm256_mul_ps(_mm256_loadu_ps(v + i * row), share));
	}
}

FAST static void products(float *out, const float *h, const float *by, size_t by_row, size_t rows, size_t n)
{
	for (size_t i = 0; i < rows; i++, out += 3 * n, h += n, by += by_row) {
		for (size_t j = 0; j < n; j += LANES) {
			const __m256 x = _mm256_loadu_ps(h + j);

			_mm256_storeu_ps(out + j, x);
			_mm256_storeu_ps(out + n + j, _mm256_mul_ps(x, _mm256_loadu_ps(by + j)));
			_mm256_storeu_ps(out + 2 * n + j, _mm256_mul_ps(x, _mm256_loadu_ps(by + n + j)));
		}
	}
}

/* --- dots and band */

/* x . y, x . the row behind it, and so on; four at a time, so that their lanes are summed together. */
INLINE __m128 dot_four(const float *x, const float *y, size_t row, size_t n)
{
	__m256 sum[4], all;

	UNROLL
	for (int i = 0; i < 4; i++)
		sum[i] = _mm256_setzero_ps();
	for (size_t k = 0; k < n; k += LANES) {
		const __m256 l = _mm256_loadu_ps(x + k);

		UNROLL
		for (int i = 0; i < 4; i++)
			sum[i] = _mm256_fmadd_ps(l, _mm256_loadu_ps(y + (size_t)i * row + k), sum[i]);
	}
	all = _mm256_hadd_ps(_mm256_hadd_ps(sum[0], sum[1]), _mm256_hadd_ps(sum[2], sum[3]));
	return _mm_add_ps(_mm256_castps256_ps128(all), _mm256_extractf128_ps(all, 1));
}

INLINE float dot(const float *x, const float *y, size_t n)
{
	__m256 sum = _mm256_setzero_ps();

	for (size_t k = 0; k < n; k += LANES)
		sum = _mm256_fmadd_ps(_mm256_loadu_ps(x + k), _mm256_loadu_ps(y + k), sum);
	return sum_lanes(sum);
}

FAST static void dots(float *out, const float *v, const float *in, size_t in_row, size_t rows, size_t n)
{
	size_t i = 0;

	for (; i + 4 <= rows; i += 4)
		_mm_storeu_ps(out + i, dot_four(v, in + i * in_row, in_row, n));
	for (; i < rows; i++)
		out[i] = dot(v, in + i * in_row, n);
}

FAST static void band(const struct band *b)
{
	const __m128 least = _mm_set1_ps(-b->limit), most = _mm_set1_ps(b->limit);

	for (size_t i = 0; i < b->n; i++) {
		const float *x = b->left + i * b->left_row, *y = b->right + i * b->right_row;
		const size_t last = b->span < b->n - i ? b->span : b->n - i;
		const __m256d before = _mm256_set1_pd(b->upto[i]);
		const __m128 first = _mm_set1_ps(b->first[i]);
		size_t d = 0;

		for (; d + 4 <= last; d += 4) {
			const __m256d inside = _mm256_sub_pd(_mm256_loadu_pd(b->upto + i + d + 1), before);
			const __m128 rest = _mm_add_ps(_mm256_cvtpd_ps(inside), _mm_loadu_ps(b->length + d));
			__m128 sum = dot_four(x, y + d * b->right_row, b->right_row, b->inner);

			sum = _mm_add_ps(sum, _mm_add_ps(first, rest));
			_mm_storeu_ps(b->out + i * b->span + d, _mm_min_ps(_mm_max_ps(sum, least), most));
		}
		for (; d < last; d++) {
			float sum = dot(x, y + d * b->right_row, b->inner);

			sum += b->first[i] + (float)(b->upto[i + d + 1] - b->upto[i]) + b->length[d];
			b->out[i * b->span + d] = sum > -b->limit ? (sum < b->limit ? sum : b->limit) : -b->limit;
		}
	}
}

/* --- words */

/* The last eight may overlap those before them. */
FAST static void widen(float *out, const int8_t *v, float scale, const float *plus, size_t n)
{
	const __m256 by = _mm256_set1_ps(scale);

	assert(n >= LANES);
	for (size_t i = 0; i < n; i += LANES) {
		const size_t at = i + LANES <= n ? i : n - LANES;
		const __m128i bytes = _mm_loadl_epi64((const __m128i *)(const void *)(v + at));
		const __m256 x = _mm256_mul_ps(by, _mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(bytes)));

		_mm256_storeu_ps(out + at, plus != NULL ? _mm256_add_ps(x, _mm256_loadu_ps(plus + at)) : x);
	}
}

const struct kernels kernels_avx2 = KERNELS_OF("avx2", multiply);
const struct kernels kernels_avx512 = KERNELS_OF("avx512", kernel_multiply_avx512);

#else
typedef int kernel_avx2_is_empty; /* a translation unit must not be empty */
#endif
