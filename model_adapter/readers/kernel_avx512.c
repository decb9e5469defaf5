/* kernel_avx512: the product of kernel.h for processors with AVX-512: a panel is one register, two panels at a time.
 * Each sum is added up in the same order as by kernel_avx2.c, so both give the same to the last bit. */
#include "kernel_avx2.h"

#ifdef KERNEL_AVX2

#include <assert.h>
#include <immintrin.h>

#define FAST   __attribute__((target("avx512f")))
#define INLINE FAST __attribute__((always_inline)) static inline

#ifdef __clang__
#define UNROLL _Pragma("unroll")
#else
#define UNROLL _Pragma("GCC unroll 12")
#endif

enum {
	LANES = KERNEL_PANEL,
	TILE = 12,       /* rows of two registers: 24 of 32, and some for what comes in */
	TILE_SPARSE = 6, /* more rows have fewer columns in which all are 0 */
	PANELS = 2,
	LISTED = 8 /* tiles whose columns are listed at a time */
};

/* One tile of `rows` by `panels` (constants where this is inlined): the sum of the `n` columns of left that are listed
 * in `at`, or of the first n where it is NULL (a constant, too). */
INLINE void tile(const struct product *p, const uint16_t *at, size_t n, const size_t place[2], const int rows,
		 const int panels)
{
	const size_t first = place[0], panel = place[1], row = p->left_row;
	const float *left = p->left + first * row, *right = p->right.v + panel * p->right.panel;
	const __m512 least = _mm512_set1_ps(p->positive ? 0 : -__builtin_inff());
	float *out = p->out + first * p->out_row + panel * LANES;
	__m512 sum[TILE][PANELS];

	UNROLL
	for (int i = 0; i < rows; i++) {
		const float *start =
		    p->start != NULL ? p->start + (first + (size_t)i) * p->start_row + panel * LANES : NULL;

		UNROLL
		for (int j = 0; j < panels; j++)
			sum[i][j] = start != NULL ? _mm512_loadu_ps(start + (size_t)j * LANES) : _mm512_setzero_ps();
	}
	for (size_t k = 0; k < n; k++) {
		const float *x = at != NULL ? left + at[k] : left + k * p->left_column;
		const float *y = at != NULL ? right + (size_t)at[k] * LANES : right + k * p->right.row;
		__m512 r[PANELS];

		UNROLL
		for (int j = 0; j < panels; j++)
			r[j] = _mm512_loadu_ps(y + (size_t)j * p->right.panel);
		UNROLL
		for (int i = 0; i < rows; i++) {
			const __m512 l = _mm512_set1_ps(x[(size_t)i * row]);

			UNROLL
			for (int j = 0; j < panels; j++)
				sum[i][j] = _mm512_fmadd_ps(l, r[j], sum[i][j]);
		}
	}
	UNROLL
	for (int i = 0; i < rows; i++, out += p->out_row) {
		const __m512 scale = _mm512_set1_ps(p->scale != NULL ? p->scale[first + (size_t)i] : 1);

		UNROLL
		for (int j = 0; j < panels; j++) {
			const __m512 bias = p->bias != NULL ? _mm512_loadu_ps(p->bias + (panel + (size_t)j) * LANES)
							    : _mm512_setzero_ps();

			_mm512_storeu_ps(out + (size_t)j * LANES,
					 _mm512_max_ps(_mm512_fmadd_ps(sum[i][j], scale, bias), least));
		}
	}
}

/* Each number of rows is code of its own, or its sums would live in memory. */
#define TILE_OF(n)                                                                                                     \
	case n:                                                                                                        \
		if (panels == PANELS)                                                                                  \
			tile(p, at, columns, place, n, PANELS);                                                        \
		else                                                                                                   \
			tile(p, at, columns, place, n, 1);                                                             \
		break

FAST static void tile_listed(const struct product *p, const uint16_t *at, size_t columns, const size_t place[2],
			     size_t rows, size_t panels)
{
	switch (rows) {
		TILE_OF(1);
		TILE_OF(2);
		TILE_OF(3);
		TILE_OF(4);
		TILE_OF(5);
		TILE_OF(6);
	default:
		assert(false);
	}
}

FAST static void tile_dense(const struct product *p, const size_t place[2], size_t rows, size_t panels)
{
	const uint16_t *const at = NULL;
	const size_t columns = p->inner;

	switch (rows) {
		TILE_OF(1);
		TILE_OF(2);
		TILE_OF(3);
		TILE_OF(4);
		TILE_OF(5);
		TILE_OF(6);
		TILE_OF(7);
		TILE_OF(8);
		TILE_OF(9);
		TILE_OF(10);
		TILE_OF(11);
		TILE_OF(12);
	default:
		assert(false);
	}
}

/* Rows of the next tile: a little more than one is cut in halves, for in a flat tile every sum waits for the one
 * before. */
static size_t tile_rows(size_t rest, size_t most)
{
	if (rest <= most)
		return rest;
	return rest < most + most * 2 / 3 ? (rest + 1) / 2 : most;
}

static size_t panels_at(const struct product *p, size_t panel)
{
	const size_t rest = kernel_pad(p->columns) / KERNEL_PANEL - panel;

	return rest < PANELS ? rest : PANELS;
}

/* Panel by panel: it stays in the nearest cache while all rows pass. */
static void multiply_dense(const struct product *p)
{
	for (size_t panel = 0, panels; panel < kernel_pad(p->columns) / KERNEL_PANEL; panel += panels) {
		panels = panels_at(p, panel);
		for (size_t i = 0, rows; i < p->rows; i += rows) {
			rows = tile_rows(p->rows - i, TILE);
			tile_dense(p, (size_t[]){i, panel}, rows, panels);
		}
	}
}

struct kept {
	size_t first, rows, n;
	uint16_t at[KERNEL_INNER_MAX + LANES];
};

/* The columns of left in which any row of a tile is not 0. Where they are cannot be foretold, hence no branches. */
FAST static void find_kept(const struct product *p, struct kept *out)
{
	size_t n = 0;

	for (size_t k = 0; k < p->inner; k += LANES) {
		const size_t there = p->inner - k;
		const __mmask16 inside = there < LANES ? (__mmask16)((1U << there) - 1) : 0xffff;
		__mmask16 any = 0;

		for (size_t i = out->first; i < out->first + out->rows; i++)
			any |= _mm512_mask_cmp_ps_mask(inside,
						       _mm512_maskz_loadu_ps(inside, p->left + i * p->left_row + k),
						       _mm512_setzero_ps(), _CMP_NEQ_UQ);
		for (size_t i = 0; i < LANES; i++) {
			out->at[n] = (uint16_t)(k + i);
			n += any >> i & 1;
		}
	}
	out->n = n;
}

/* Some tiles at a time, so that a panel is used again while it is near. */
static void multiply_sparse(const struct product *p)
{
	struct kept kept[LISTED];
	size_t i = 0;

	assert(p->left_column == 1 && p->right.row == KERNEL_PANEL && p->inner <= KERNEL_INNER_MAX);
	while (i < p->rows) {
		int n = 0;

		for (; n < LISTED && i < p->rows; n++, i += kept[n - 1].rows) {
			kept[n].first = i;
			kept[n].rows = tile_rows(p->rows - i, TILE_SPARSE);
			find_kept(p, &kept[n]);
		}
		for (size_t panel = 0, panels; panel < kernel_pad(p->columns) / KERNEL_PANEL; panel += panels) {
			panels = panels_at(p, panel);
			for (int j = 0; j < n; j++)
				tile_listed(p, kept[j].at, kept[j].n, (size_t[]){kept[j].first, panel}, kept[j].rows,
					    panels);
		}
	}
}

void kernel_multiply_avx512(const struct product *p)
{
	if (p->sparse)
		multiply_sparse(p);
	else
		multiply_dense(p);
}

#endif
