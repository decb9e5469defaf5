/* Tests of products in int8: tiles against sums done here, and rows that become two bytes a number against the numbers.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../model_adapter/transformer/matmul.h"
#include "../../model_adapter/transformer/tiles.h"
#include "../../model_adapter/transformer/vectors.h"
#include "beat/mem.h"

static uint32_t seed = 1;

static uint32_t draw(void)
{
	seed = seed * 1664525 + 1013904223;
	return seed >> 8;
}

static void *aligned(size_t bytes)
{
	void *out = NULL;

	assert_int_equal(posix_memalign(&out, 64, bytes), 0);
	return out;
}

static int32_t sum_of(const int8_t *w, const uint8_t *x, size_t n)
{
	int32_t sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += w[i] * x[i];
	return sum;
}

struct product {
	size_t in, out, rows;
	int8_t *w;
	uint8_t *x;
	int32_t *y;
};

/* extreme: the largest numbers there are, all of one sign. */
static struct product product_of(size_t in, size_t out, size_t rows, bool extreme)
{
	struct product p = {
	    in, out, rows, aligned(in * out), aligned(in * rows), aligned(out * rows * sizeof(int32_t))};

	for (size_t i = 0; i < in * out; i++)
		p.w[i] = (int8_t)(extreme ? -127 : (int)(draw() % 255) - 127);
	for (size_t i = 0; i < in * rows; i++)
		p.x[i] = extreme ? 255 : (uint8_t)draw();
	return p;
}

static void product_check(struct product *p)
{
	for (size_t r = 0; r < p->rows; r++) {
		for (size_t o = 0; o < p->out; o++)
			assert_int_equal(p->y[r * p->out + o], sum_of(p->w + o * p->in, p->x + r * p->in, p->in));
	}
	free(p->w);
	free(p->x);
	free(p->y);
}

static const struct {
	size_t in, out, rows;
} shapes[] = {{64, 32, 16}, {64, 96, 32}, {128, 32, 48}, {384, 1152, 208}, {1536, 384, 16}};

static void tiles_are_exact(void **state)
{
	(void)state;
	if (!tiles_are_there())
		skip();
	for (size_t i = 0; i < 2 * ARRAY_LEN(shapes); i++) {
		struct product p = product_of(shapes[i / 2].in, shapes[i / 2].out, shapes[i / 2].rows, i % 2 == 1);
		int8_t *packed = aligned(p.in * p.out);

		tiles_pack(p.w, p.in, p.out, packed);
		tiles_multiply(packed, p.in, p.out, p.x, p.rows, p.y);
		free(packed);
		product_check(&p);
	}
}

/* Also shapes that no tile has, which are oneDNN's. */
static void products_are_exact(void **state)
{
	struct matmul_door *door = matmul_open();
	const size_t odd[][2] = {{64, 32}, {60, 32}, {64, 20}, {7, 3}};

	(void)state;
	for (size_t i = 0; matmul_has_int8() && i < ARRAY_LEN(odd); i++) {
		struct product p = product_of(odd[i][0], odd[i][1], MATMUL_ROWS, false);
		struct matmul *m = matmul_new(door, &(struct matmul_shape){p.in, p.out, true}, p.w);
		struct matmul_stream *s = matmul_stream_new(door);

		matmul_int8(m, s, p.x, p.rows, p.y);
		matmul_stream_free(&s);
		matmul_free(&m);
		product_check(&p);
	}
	matmul_close(&door);
}

/* A row with one number a thousand times the others comes back within a 65,535th of its range, from each make of the
 * loops. */
static void words_keep_numbers(void **state)
{
	enum { N = 96 };
	const struct vectors *v = vectors_pick();
	const int32_t total = 1;
	const float scale = 1, bias = 0.25F;
	float x[N];
	uint8_t high[N], low[N];
	struct vectors_words how;

	(void)state;
	for (int i = 0; i < N; i++)
		x[i] = i == 5 ? 1000 : (float)draw() / (float)(1 << 24) - 0.5F;
	how = v->to_words(x, high, low, N);
	for (int i = 0; i < N; i++) {
		int32_t sum = high[i], rest = low[i];
		float y;

		v->of_sums(&sum, &rest, &(struct vectors_sums){&scale, &total, &bias}, how, 1);
		memcpy(&y, &sum, sizeof(y));
		assert_true(fabsf(y - bias - x[i]) <= 1001.0F / 65535);
	}
}

/* Nothing to tell apart, and what no weights should give: no crash, and zeros stay zeros. */
static void words_of_odd_rows(void **state)
{
	const struct vectors *v = vectors_pick();
	const float rows[][4] = {
	    {0, 0, 0, 0}, {NAN, 1, 2, 3}, {INFINITY, 0, 0, 0}, {1e-38F, 0, 0, 0}, {-3e38F, 3e38F, 0, 0}};
	uint8_t high[4], low[4];

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct vectors_words how = v->to_words(rows[i], high, low, 4);

		assert_in_range(how.zero_high, 0, 255);
		assert_in_range(how.zero_low, 0, 255);
		if (i == 0)
			assert_true(how.zero_high == high[3] && how.zero_low == low[3]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(tiles_are_exact),
	    cmocka_unit_test(products_are_exact),
	    cmocka_unit_test(words_keep_numbers),
	    cmocka_unit_test(words_of_odd_rows),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
