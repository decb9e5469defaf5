/* tiles: see tiles.h. A tile is 16 rows of 64 bytes. Of the eight, four hold sums (two blocks of rows × two of
 * outputs), two rows, two the matrix, so that every tile that is loaded is multiplied twice. */
#include "tiles.h"

#include <string.h>

#ifdef __x86_64__
#include <cpuid.h>
#include <immintrin.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { ROWS = TILES_ROWS, BYTES = 64, GROUP = 4 }; /* a group: what one sum takes of a row at once */
enum { PANEL = ROWS * BYTES };                     /* one tile of the matrix: 16 outputs × 64 numbers */

bool tiles_are_there(void)
{
	enum { ASK = 0x1023, TILE_DATA = 18, TILE_STATES = 3 << 17, HAS_TILES = 1 << 24, HAS_INT8 = 1 << 25 };
	unsigned a, b, c, d, states, high;

	if (!__get_cpuid_count(1, 0, &a, &b, &c, &d) || (c & bit_OSXSAVE) == 0)
		return false;
	if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || (d & HAS_TILES) == 0 || (d & HAS_INT8) == 0)
		return false;
	__asm__ volatile("xgetbv" : "=a"(states), "=d"(high) : "c"(0));
	/* Linux ends a process that takes these registers without having asked for them. */
	return (states & TILE_STATES) == TILE_STATES && syscall(SYS_arch_prctl, ASK, TILE_DATA) == 0;
}

void tiles_pack(const int8_t *w, size_t in, size_t out, int8_t *packed)
{
	for (size_t o = 0; o < out; o += ROWS) {
		for (size_t i = 0; i < in; i += BYTES, packed += PANEL) {
			for (size_t r = 0; r < ROWS; r++) {
				for (size_t k = 0; k < ROWS; k++)
					memcpy(packed + r * BYTES + k * GROUP, w + (o + k) * in + i + r * GROUP, GROUP);
			}
		}
	}
}

/* 32 rows (or 16, once) × 32 outputs. */
static inline __attribute__((always_inline)) void block(const int8_t *panels[2], size_t in, const uint8_t *x,
							int32_t *y, size_t out, const bool both)
{
	_tile_zero(0);
	_tile_zero(1);
	if (both) {
		_tile_zero(2);
		_tile_zero(3);
	}
	for (size_t i = 0; i < in; i += BYTES) {
		_tile_loadd(4, x + i, in);
		_tile_loadd(6, panels[0] + i * ROWS, BYTES);
		_tile_loadd(7, panels[1] + i * ROWS, BYTES);
		_tile_dpbusd(0, 4, 6);
		_tile_dpbusd(1, 4, 7);
		if (both) {
			_tile_loadd(5, x + ROWS * in + i, in);
			_tile_dpbusd(2, 5, 6);
			_tile_dpbusd(3, 5, 7);
		}
	}
	_tile_stored(0, y, out * sizeof(*y));
	_tile_stored(1, y + ROWS, out * sizeof(*y));
	if (both) {
		_tile_stored(2, y + ROWS * out, out * sizeof(*y));
		_tile_stored(3, y + ROWS * out + ROWS, out * sizeof(*y));
	}
}

void tiles_multiply(const int8_t *packed, size_t in, size_t out, const uint8_t *x, size_t rows, int32_t *y)
{
	/* the processor's own layout: palette, row to begin with, 14 unused, bytes a row, rows */
	struct {
		uint8_t palette, begin, unused[14];
		uint16_t bytes[16];
		uint8_t rows[16];
	} __attribute__((aligned(64))) shape = {.palette = 1};

	for (int i = 0; i < 8; i++) {
		shape.bytes[i] = BYTES;
		shape.rows[i] = ROWS;
	}
	_tile_loadconfig(&shape);
	for (size_t o = 0; o < out; o += TILES_OUT) {
		const int8_t *panels[2] = {packed + o * in, packed + (o + ROWS) * in};
		const size_t two = (size_t)2 * ROWS;
		size_t r = 0;

		for (; r + two <= rows; r += two)
			block(panels, in, x + r * in, y + r * out + o, out, true);
		if (r < rows)
			block(panels, in, x + r * in, y + r * out + o, out, false);
	}
	_tile_release();
}

#else

bool tiles_are_there(void)
{
	return false;
}

void tiles_pack(const int8_t *w, size_t in, size_t out, int8_t *packed)
{
	memcpy(packed, w, in * out);
}

void tiles_multiply(const int8_t *packed, size_t in, size_t out, const uint8_t *x, size_t rows, int32_t *y)
{
	for (size_t i = 0; i < rows * out; i++) {
		y[i] = 0;
		for (size_t k = 0; k < in; k++)
			y[i] += packed[i % out * in + k] * x[i / out * in + k];
	}
}
#endif
