/* Tests of the kernels: each make against sums done here in double precision, for sizes
 * that fill tiles and panels and sizes that do not, with rows longer than what is used. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../model_adapter/readers/kernel.h"
#include "beat/mem.h"

static const struct kernels *makes[2];
static int n_makes;
static uint32_t seed = 1;

static float some(void)
{
	seed = seed * 1664525 + 1013904223;
	return (float)(seed >> 8) / (float)(1 << 23) - 1;
}

static float *numbers(size_t n)
{
	float *v = xcalloc(n + 1, sizeof(*v));

	for (size_t i = 0; i < n; i++)
		v[i] = some();
	return v;
}

static void close_to(double got, double wanted, const struct kernels *k, const char *what)
{
	if (!(fabs(got - wanted) <= 1e-5 * (1 + fabs(wanted))))
		fail_msg("%s, %s: %.9g, not %.9g", k->name, what, got, wanted);
}

static void check_product(const struct kernels *k, size_t rows, size_t inner, size_t columns, int variant)
{
	const size_t wide = kernel_pad(columns), left_row = inner + 3, out_row = wide + 5;
	const bool start = variant & 1, per_row = variant & 2, positive = variant & 4;
	float *left = numbers(rows * left_row), *right = numbers(columns * inner), *first = numbers(rows * wide);
	float *panels = xcalloc(wide * inner, sizeof(*panels)), *out = numbers(rows * out_row), *before;

	kernel_pack(panels, right, inner, inner, columns);
	before = xmalloc(rows * out_row * sizeof(*before));
	memcpy(before, out, rows * out_row * sizeof(*before));
	k->multiply(&(struct product){.left = left,
				      .left_row = left_row,
				      .left_column = 1,
				      .right = {panels, KERNEL_PANEL, inner * KERNEL_PANEL},
				      .start = start ? first : NULL,
				      .start_row = per_row ? wide : 0,
				      .out = out,
				      .out_row = out_row,
				      .rows = rows,
				      .inner = inner,
				      .columns = columns,
				      .positive = positive});
	for (size_t i = 0; i < rows; i++) {
		for (size_t j = 0; j < columns; j++) {
			double sum = start ? first[(per_row ? i * wide : 0) + j] : 0;

			for (size_t x = 0; x < inner; x++)
				sum += (double)left[i * left_row + x] * right[j * inner + x];
			close_to(out[i * out_row + j], positive && sum < 0 ? 0 : sum, k, "multiply");
		}
		assert_memory_equal(out + i * out_row + wide, before + i * out_row + wide, 5 * sizeof(*out));
	}
	free(left);
	free(right);
	free(first);
	free(panels);
	free(out);
	free(before);
}

static void test_multiply(void **state)
{
	static const size_t sizes[][3] = {{1, 1, 1},   {6, 16, 16}, {7, 5, 17},  {12, 96, 48}, {11, 33, 96},
					  {2, 40, 15}, {3, 1, 32},  {4, 7, 100}, {5, 64, 16},  {23, 100, 64}};

	(void)state;
	for (int m = 0; m < n_makes; m++) {
		for (size_t i = 0; i < ARRAY_LEN(sizes); i++) {
			for (int variant = 0; variant < 8; variant++)
				check_product(makes[m], sizes[i][0], sizes[i][1], sizes[i][2], variant);
		}
	}
}

/* A left matrix read across, and a right one that is not packed. */
static void test_multiply_across(void **state)
{
	enum { ROWS = 9, INNER = 13, COLUMNS = 32 };

	(void)state;
	for (int m = 0; m < n_makes; m++) {
		float *left = numbers((size_t)INNER * ROWS), *right = numbers((size_t)INNER * COLUMNS),
		      *out = numbers((size_t)ROWS * COLUMNS);

		makes[m]->multiply(&(struct product){.left = left,
						     .left_row = 1,
						     .left_column = ROWS,
						     .right = {right, COLUMNS, KERNEL_PANEL},
						     .out = out,
						     .out_row = COLUMNS,
						     .rows = ROWS,
						     .inner = INNER,
						     .columns = COLUMNS});
		for (int i = 0; i < ROWS; i++) {
			for (int j = 0; j < COLUMNS; j++) {
				double sum = 0;

				for (int x = 0; x < INNER; x++)
					sum += (double)left[x * ROWS + i] * right[x * COLUMNS + j];
				close_to(out[i * COLUMNS + j], sum, makes[m], "across");
			}
		}
		free(left);
		free(right);
		free(out);
	}
}

static double sigmoid(double x)
{
	return 1 / (1 + exp(-x));
}

static void check_recurrence(const struct kernels *k, const struct recurrence *r, const float *in)
{
	for (size_t way = 0; way < 2; way++) {
		for (size_t i = 0; i < r->half; i++) {
			double state = 0;

			for (size_t step = 0; step < r->n; step++) {
				size_t t = way == 0 ? step : r->n - 1 - step;
				const float *u = r->u + (t * 2 + way) * 3 * r->half + i,
					    *v = r->v + way * 2 * r->half + i;
				double keep = sigmoid(u[r->half] + v[0] * state);
				double mix = sigmoid(u[2 * r->half] + v[r->half] * state);
				double x = in[t * r->in_row + way * r->half + i];

				state = keep * state + (1 - keep) * u[0];
				close_to(r->out[t * r->out_row + way * r->half + i], mix * state + (1 - mix) * x, k,
					 "recur");
			}
		}
	}
}

static void test_recur(void **state)
{
	static const size_t sizes[][2] = {{1, 8}, {5, 16}, {40, 48}, {3, KERNEL_WIDTH_MAX / 2}};

	(void)state;
	for (int m = 0; m < n_makes; m++) {
		for (size_t i = 0; i < ARRAY_LEN(sizes); i++) {
			const size_t n = sizes[i][0], half = sizes[i][1], row = 2 * half + 8;
			float *u = numbers(n * 6 * half), *v = numbers(4 * half), *in = numbers(n * row);
			float *out = numbers(n * 3 * half), *same = xcalloc(n * row, sizeof(*same));
			struct recurrence r = {u, v, in, out, n, half, row, 3 * half};

			for (size_t j = 0; j < n * 6 * half; j += 7)
				u[j] *= j / half % 3 > 0 ? 200 : 1; /* gates that are shut or open */
			makes[m]->recur(&r);
			check_recurrence(makes[m], &r, in);
			memcpy(same, in, n * row * sizeof(*same));
			r = (struct recurrence){u, v, same, same, n, half, row, row};
			makes[m]->recur(&r);
			check_recurrence(makes[m], &r, in);
			free(u);
			free(v);
			free(in);
			free(out);
			free(same);
		}
	}
}

static void test_normalise(void **state)
{
	enum { ROWS = 5, N = 48, ROW = 50 };

	(void)state;
	for (int m = 0; m < n_makes; m++) {
		float *in = numbers((size_t)ROWS * ROW), out[ROWS * N];

		for (int j = 0; j < N; j++)
			in[2 * ROW + j] = 3; /* no variance */
		makes[m]->normalise(out, in, ROW, ROWS, N);
		for (int i = 0; i < ROWS; i++) {
			double mean = 0, variance = 0;

			for (int j = 0; j < N; j++)
				mean += in[i * ROW + j] / (double)N;
			for (int j = 0; j < N; j++)
				variance += (in[i * ROW + j] - mean) * (in[i * ROW + j] - mean) / N;
			for (int j = 0; j < N; j++)
				close_to(out[i * N + j], (in[i * ROW + j] - mean) / sqrt(variance + 1e-5), makes[m],
					 "normalise");
		}
		free(in);
	}
}

static void test_softmax(void **state)
{
	(void)state;
	for (int m = 0; m < n_makes; m++) {
		for (size_t n = 1; n <= 40; n++) {
			const size_t row = kernel_pad(n), rows = 3;
			float *in = numbers(rows * row), *v = xmalloc(rows * row * sizeof(*v));

			in[0] = 80;
			in[row] = -1e30F;
			memcpy(v, in, rows * row * sizeof(*v));
			makes[m]->softmax(v, row, rows, n);
			for (size_t i = 0; i < rows; i++) {
				double most = -HUGE_VAL, sum = 0;

				for (size_t j = 0; j < n; j++)
					most = fmax(most, in[i * row + j]);
				for (size_t j = 0; j < n; j++)
					sum += exp(in[i * row + j] - most);
				for (size_t j = 0; j < row; j++)
					close_to(v[i * row + j], j < n ? exp(in[i * row + j] - most) / sum : 0,
						 makes[m], "softmax");
			}
			free(in);
			free(v);
		}
	}
}

static void test_softmax_down(void **state)
{
	enum { ROWS = 13, ROW = 16 };

	(void)state;
	for (int m = 0; m < n_makes; m++) {
		float *in = numbers((size_t)ROWS * ROW), v[ROWS * ROW];

		memcpy(v, in, sizeof(v));
		makes[m]->softmax_down(v, ROW, ROWS);
		for (int j = 0; j < ROW; j++) {
			double sum = 0;

			for (int i = 0; i < ROWS; i++)
				sum += exp((double)in[i * ROW + j]);
			for (int i = 0; i < ROWS; i++)
				close_to(v[i * ROW + j], exp((double)in[i * ROW + j]) / sum, makes[m], "softmax_down");
		}
		free(in);
	}
}

static void check_band(const struct kernels *k, const struct band *b)
{
	k->band(b);
	for (size_t i = 0; i < b->n; i++) {
		for (size_t d = 0; d < b->span; d++) {
			double sum = 0;

			for (size_t x = 0; x < b->inner && i + d < b->n; x++)
				sum += (double)b->left[i * b->left_row + x] * b->right[(i + d) * b->right_row + x];
			close_to(b->out[i * b->span + d], i + d < b->n ? sum : 77, k, "band");
		}
	}
}

static void test_band(void **state)
{
	enum { N = 11, INNER = 24, ROW = 32 };
	static const size_t spans[] = {1, 3, 4, 7, 20};

	(void)state;
	for (int m = 0; m < n_makes; m++) {
		float *left = numbers((size_t)N * ROW), *right = numbers((size_t)N * ROW), out[N * 20];

		for (size_t s = 0; s < ARRAY_LEN(spans); s++) {
			for (int i = 0; i < N * 20; i++)
				out[i] = 77; /* is to stay where a span would leave */
			check_band(makes[m], &(struct band){left, right, ROW, ROW, INNER, out, N, spans[s]});
		}
		check_band(makes[m], &(struct band){left, right, 0, ROW, INNER, out, N, 1});
		free(left);
		free(right);
	}
}

static void test_pick(void **state)
{
	(void)state;
	setenv("BEAT_PLAIN", "1", 1);
	assert_ptr_equal(kernels_pick(), &kernels_plain);
	unsetenv("BEAT_PLAIN");
	assert_ptr_equal(kernels_pick(), kernels_fast() != NULL ? kernels_fast() : &kernels_plain);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_multiply), cmocka_unit_test(test_multiply_across),
	    cmocka_unit_test(test_recur),    cmocka_unit_test(test_normalise),
	    cmocka_unit_test(test_softmax),  cmocka_unit_test(test_softmax_down),
	    cmocka_unit_test(test_band),     cmocka_unit_test(test_pick),
	};

	makes[n_makes++] = &kernels_plain;
	if (kernels_fast() != NULL)
		makes[n_makes++] = kernels_fast();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
