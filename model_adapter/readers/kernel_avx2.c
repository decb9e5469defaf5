/* kernel_avx2: the loops of kernel.h, eight numbers at a time. Compiled for the target
 * function by function, so the program still starts on processors without it. */
#include "kernel_avx2.h"

#ifdef KERNEL_AVX2

#include <immintrin.h>
#include <string.h>

#define FAST   __attribute__((target("avx2,fma")))
#define INLINE FAST __attribute__((always_inline)) static inline

/* Loops over the rows of a tile must be unrolled at any level of optimisation, or its sums live in memory. */
#ifdef __clang__
#define UNROLL _Pragma("unroll")
#else
#define UNROLL _Pragma("GCC unroll 6")
#endif

enum { LANES = 8, TILE = 6 }; /* six rows of two registers: the most that 16 registers hold */

/* --- exp, sigmoid, sums of lanes */

#define EXP_LOW  (-87.0F) /* below, exp is as good as 0; above EXP_HIGH it is infinite in floats */
#define EXP_HIGH 88.0F

/* exp to a few units in the last place: 2^n times a polynomial of the rest, which is within ln(2) / 2 of 0. */
INLINE __m256 exp_lanes(__m256 x)
{
	const __m256 log2_e = _mm256_set1_ps(1.44269504088896341F);
	const __m256 ln2_high = _mm256_set1_ps(0.693359375F), ln2_low = _mm256_set1_ps(-2.12194440e-4F);
	__m256 n, r, y;
	__m256i power;

	x = _mm256_min_ps(_mm256_max_ps(x, _mm256_set1_ps(EXP_LOW)), _mm256_set1_ps(EXP_HIGH));
	n = _mm256_round_ps(_mm256_mul_ps(x, log2_e), _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
	r = _mm256_fnmadd_ps(n, ln2_low, _mm256_fnmadd_ps(n, ln2_high, x));
	y = _mm256_set1_ps(1.0F / 720);
	y = _mm256_fmadd_ps(y, r, _mm256_set1_ps(1.0F / 120));
	y = _mm256_fmadd_ps(y, r, _mm256_set1_ps(1.0F / 24));
	y = _mm256_fmadd_ps(y, r, _mm256_set1_ps(1.0F / 6));
	y = _mm256_fmadd_ps(y, r, _mm256_set1_ps(0.5F));
	y = _mm256_fmadd_ps(y, r, _mm256_set1_ps(1));
	y = _mm256_fmadd_ps(y, r, _mm256_set1_ps(1));
	power = _mm256_slli_epi32(_mm256_add_epi32(_mm256_cvtps_epi32(n), _mm256_set1_epi32(127)), 23);
	return _mm256_mul_ps(y, _mm256_castsi256_ps(power));
}

INLINE __m256 sigmoid_lanes(__m256 x)
{
	const __m256 one = _mm256_set1_ps(1);

	return _mm256_div_ps(one, _mm256_add_ps(one, exp_lanes(_mm256_sub_ps(_mm256_setzero_ps(), x))));
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

/* One tile of `rows` (a constant where this is inlined) by KERNEL_PANEL. */
INLINE void tile(const struct product *p, size_t first, size_t panel, const int rows)
{
	const float *left = p->left + first * p->left_row, *right = p->right.v + panel * p->right.panel;
	const size_t row = p->left_row, column = p->left_column, right_row = p->right.row, inner = p->inner;
	const __m256 least = _mm256_set1_ps(p->positive ? 0 : -__builtin_inff());
	float *out = p->out + first * p->out_row + panel * KERNEL_PANEL;
	__m256 a[TILE], b[TILE];

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
	for (size_t k = inner; k > 0; k--) {
		const __m256 r0 = _mm256_loadu_ps(right), r1 = _mm256_loadu_ps(right + LANES);

		UNROLL
		for (int i = 0; i < rows; i++) {
			const __m256 x = _mm256_broadcast_ss(left + (size_t)i * row);

			a[i] = _mm256_fmadd_ps(x, r0, a[i]);
			b[i] = _mm256_fmadd_ps(x, r1, b[i]);
		}
		left += column;
		right += right_row;
	}
	UNROLL
	for (int i = 0; i < rows; i++) {
		_mm256_storeu_ps(out + (size_t)i * p->out_row, _mm256_max_ps(a[i], least));
		_mm256_storeu_ps(out + (size_t)i * p->out_row + LANES, _mm256_max_ps(b[i], least));
	}
}

FAST static void last_tile(const struct product *p, size_t first, size_t panel)
{
	switch (p->rows - first) {
	case 5:
		tile(p, first, panel, 5);
		break;
	case 4:
		tile(p, first, panel, 4);
		break;
	case 3:
		tile(p, first, panel, 3);
		break;
	case 2:
		tile(p, first, panel, 2);
		break;
	case 1:
		tile(p, first, panel, 1);
		break;
	default:
		break;
	}
}

/* Panel by panel: a panel stays in the nearest cache while all rows pass. */
FAST static void multiply(const struct product *p)
{
	for (size_t panel = 0; panel < kernel_pad(p->columns) / KERNEL_PANEL; panel++) {
		size_t i = 0;

		for (; i + TILE <= p->rows; i += TILE)
			tile(p, i, panel, TILE);
		last_tile(p, i, panel);
	}
}

/* --- recurrence */

struct step {
	const float *u, *in;
	float *out;
};

INLINE void recur_lanes(const struct step *s, const float *v, float *state, size_t half, size_t i)
{
	const __m256 value = _mm256_loadu_ps(s->u + i), before = _mm256_loadu_ps(state + i);
	const __m256 in = _mm256_loadu_ps(s->in + i);
	const __m256 keep =
	    sigmoid_lanes(_mm256_fmadd_ps(_mm256_loadu_ps(v + i), before, _mm256_loadu_ps(s->u + half + i)));
	const __m256 mix =
	    sigmoid_lanes(_mm256_fmadd_ps(_mm256_loadu_ps(v + half + i), before, _mm256_loadu_ps(s->u + 2 * half + i)));
	const __m256 after = _mm256_fmadd_ps(keep, _mm256_sub_ps(before, value), value);

	_mm256_storeu_ps(state + i, after);
	_mm256_storeu_ps(s->out + i, _mm256_fmadd_ps(mix, _mm256_sub_ps(after, in), in));
}

/* Both ways in one loop: a step waits for the one before it, so the other way fills the wait. */
FAST static void recur(const struct recurrence *r)
{
	const size_t half = r->half;
	float state[KERNEL_WIDTH_MAX] = {0};

	for (size_t t = 0; t < r->n; t++) {
		const size_t back = r->n - 1 - t;
		const struct step on = {r->u + t * 6 * half, r->in + t * r->in_row, r->out + t * r->out_row};
		const struct step off = {r->u + back * 6 * half + 3 * half, r->in + back * r->in_row + half,
					 r->out + back * r->out_row + half};

		for (size_t i = 0; i < half; i += LANES) {
			recur_lanes(&on, r->v, state, half, i);
			recur_lanes(&off, r->v + 2 * half, state + half, half, i);
		}
	}
}

/* --- rows */

FAST static void normalise(float *out, const float *in, size_t in_row, size_t rows, size_t n)
{
	for (size_t i = 0; i < rows; i++, in += in_row, out += n) {
		__m256 sum = _mm256_setzero_ps(), squares = _mm256_setzero_ps(), mean, scale;

		for (size_t j = 0; j < n; j += LANES)
			sum = _mm256_add_ps(sum, _mm256_loadu_ps(in + j));
		mean = _mm256_set1_ps(sum_lanes(sum) / (float)n);
		for (size_t j = 0; j < n; j += LANES) {
			__m256 x = _mm256_sub_ps(_mm256_loadu_ps(in + j), mean);

			squares = _mm256_fmadd_ps(x, x, squares);
		}
		scale = _mm256_set1_ps(1 / __builtin_sqrtf(sum_lanes(squares) / (float)n + KERNEL_EPSILON));
		for (size_t j = 0; j < n; j += LANES)
			_mm256_storeu_ps(out + j, _mm256_mul_ps(_mm256_sub_ps(_mm256_loadu_ps(in + j), mean), scale));
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

FAST static void softmax_row(float *v, size_t n)
{
	const __m256 most = _mm256_set1_ps(most_of(v, n));
	__m256 sum = _mm256_setzero_ps(), share;
	size_t j = 0;

	for (; j + LANES <= n; j += LANES) {
		__m256 x = exp_lanes(_mm256_sub_ps(_mm256_loadu_ps(v + j), most));

		_mm256_storeu_ps(v + j, x);
		sum = _mm256_add_ps(sum, x);
	}
	if (j < n) {
		__m256i mask = first_lanes(n - j);
		__m256 x = exp_lanes(_mm256_sub_ps(_mm256_maskload_ps(v + j, mask), most));

		_mm256_maskstore_ps(v + j, mask, x);
		sum = _mm256_add_ps(sum, _mm256_and_ps(x, _mm256_castsi256_ps(mask)));
	}
	share = _mm256_set1_ps(1 / sum_lanes(sum));
	for (j = 0; j + LANES <= n; j += LANES)
		_mm256_storeu_ps(v + j, _mm256_mul_ps(_mm256_loadu_ps(v + j), share));
	for (; j < n; j++)
		v[j] *= _mm256_cvtss_f32(share);
}

static void softmax(float *v, size_t row, size_t rows, size_t n)
{
	for (size_t i = 0; i < rows; i++, v += row) {
		softmax_row(v, n);
		memset(v + n, 0, (row - n) * sizeof(*v));
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

/* --- band */

INLINE __m256 dot_lanes(const float *x, const float *y, size_t n)
{
	__m256 sum = _mm256_setzero_ps();

	for (size_t k = 0; k < n; k += LANES)
		sum = _mm256_fmadd_ps(_mm256_loadu_ps(x + k), _mm256_loadu_ps(y + k), sum);
	return sum;
}

/* Four at a time, so that their lanes are summed together. */
INLINE void dot_four(float *out, const float *x, const float *y, size_t row, size_t n)
{
	const __m256 ab = _mm256_hadd_ps(dot_lanes(x, y, n), dot_lanes(x, y + row, n));
	const __m256 cd = _mm256_hadd_ps(dot_lanes(x, y + 2 * row, n), dot_lanes(x, y + 3 * row, n));
	const __m256 all = _mm256_hadd_ps(ab, cd);

	_mm_storeu_ps(out, _mm_add_ps(_mm256_castps256_ps128(all), _mm256_extractf128_ps(all, 1)));
}

FAST static void band(const struct band *b)
{
	for (size_t i = 0; i < b->n; i++) {
		const float *x = b->left + i * b->left_row, *y = b->right + i * b->right_row;
		const size_t most = b->span < b->n - i ? b->span : b->n - i;
		float *out = b->out + i * b->span;
		size_t d = 0;

		for (; d + 4 <= most; d += 4)
			dot_four(out + d, x, y + d * b->right_row, b->right_row, b->inner);
		for (; d < most; d++)
			out[d] = sum_lanes(dot_lanes(x, y + d * b->right_row, b->inner));
	}
}

const struct kernels kernels_avx2 = {
    .name = "avx2",
    .multiply = multiply,
    .recur = recur,
    .normalise = normalise,
    .softmax = softmax,
    .softmax_down = softmax_down,
    .band = band,
};

#else
typedef int kernel_avx2_is_empty; /* a translation unit must not be empty */
#endif
