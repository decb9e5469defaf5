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

static const struct kernels *makes[KERNEL_MAKES];
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

enum { START = 1, SCALE = 2, BIAS = 4, POSITIVE = 8, SPARSE = 16, VARIANTS = 32 };

/* Most of it 0: whole columns of some rows, and single numbers. */
static void thin_out(float *v, size_t row, size_t rows, size_t n)
{
	for (size_t i = 0; i < rows; i++) {
		for (size_t j = 0; j < n; j++) {
			if ((i / 7 + j) % 3 > 0 || (i + j) % 5 > 2)
				v[i * row + j] = 0;
		}
	}
}

static void check_product(const struct kernels *k, size_t rows, size_t inner, size_t columns, int variant)
{
	const size_t wide = kernel_pad(columns), left_row = inner + 8, out_row = wide + 5;
	float *left = numbers(rows * left_row), *right = numbers(columns * inner), *first = numbers(rows * wide);
	float *panels = xcalloc(wide * inner, sizeof(*panels)), *out = numbers(rows * out_row), *before;
	float *scale = numbers(rows), *bias = numbers(wide);

	if (variant & SPARSE)
		thin_out(left, left_row, rows, inner);
	kernel_pack(panels, right, inner, inner, columns);
	before = xmalloc(rows * out_row * sizeof(*before));
	memcpy(before, out, rows * out_row * sizeof(*before));
	k->multiply(&(struct product){.left = left,
				      .left_row = left_row,
				      .left_column = 1,
				      .right = {panels, KERNEL_PANEL, inner * KERNEL_PANEL},
				      .start = variant & START ? first : NULL,
				      .start_row = wide,
				      .scale = variant & SCALE ? scale : NULL,
				      .bias = variant & BIAS ? bias : NULL,
				      .out = out,
				      .out_row = out_row,
				      .rows = rows,
				      .inner = inner,
				      .columns = columns,
				      .positive = variant & POSITIVE,
				      .sparse = variant & SPARSE});
	for (size_t i = 0; i < rows; i++) {
		for (size_t j = 0; j < columns; j++) {
			double sum = variant & START ? first[i * wide + j] : 0;

			for (size_t x = 0; x < inner; x++)
				sum += (double)left[i * left_row + x] * right[j * inner + x];
			sum = sum * (variant & SCALE ? scale[i] : 1) + (variant & BIAS ? bias[j] : 0);
			close_to(out[i * out_row + j], variant & POSITIVE && sum < 0 ? 0 : sum, k, "multiply");
		}
		assert_memory_equal(out + i * out_row + wide, before + i * out_row + wide, 5 * sizeof(*out));
	}
	free(left);
	free(right);
	free(first);
	free(panels);
	free(out);
	free(before);
	free(scale);
	free(bias);
}

static void test_multiply(void **state)
{
	static const size_t sizes[][3] = {{1, 1, 1},   {6, 16, 16}, {7, 5, 17},    {12, 96, 48}, {11, 33, 96},
					  {2, 40, 15}, {3, 1, 32},  {4, 7, 100},   {5, 64, 16},  {8, 24, 32},
					  {9, 8, 16},  {10, 9, 16}, {23, 100, 64}, {60, 17, 33}};

	(void)state;
	for (int m = 0; m < n_makes; m++) {
		for (size_t i = 0; i < ARRAY_LEN(sizes); i++) {
			for (int variant = 0; variant < VARIANTS; variant++)
				check_product(makes[m], sizes[i][0], sizes[i][1], sizes[i][2], variant);
		}
	}
}

/* Nothing but zeros, and as many columns as there may be. */
static void test_multiply_empty(void **state)
{
	(void)state;
	for (int m = 0; m < n_makes; m++) {
		float *left = xcalloc((size_t)2 * KERNEL_INNER_MAX, sizeof(*left));
		float *right = numbers((size_t)KERNEL_INNER_MAX * KERNEL_PANEL), out[2 * KERNEL_PANEL];
		struct product p = {.left = left,
				    .left_row = KERNEL_INNER_MAX,
				    .left_column = 1,
				    .right = {right, KERNEL_PANEL, 0},
				    .out = out,
				    .out_row = KERNEL_PANEL,
				    .rows = 2,
				    .inner = KERNEL_INNER_MAX,
				    .columns = KERNEL_PANEL,
				    .sparse = true};

		makes[m]->multiply(&p);
		for (int j = 0; j < 2 * KERNEL_PANEL; j++)
			close_to(out[j], 0, makes[m], "zeros");
		left[2 * KERNEL_INNER_MAX - 1] = 1;
		makes[m]->multiply(&p);
		for (int j = 0; j < KERNEL_PANEL; j++)
			close_to(out[KERNEL_PANEL + j], right[(KERNEL_INNER_MAX - 1) * KERNEL_PANEL + j], makes[m],
				 "last");
		free(left);
		free(right);
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

/* From a state of 0, by the numbers of each lane alone. */
static void check_recurrence(const struct kernels *k, const struct recurrence *r, const float *in)
{
	for (size_t i = 0; i < r->half; i++) {
		double state = 0;

		for (size_t step = 0; step < r->n; step++) {
			size_t t = r->back ? r->n - 1 - step : step;
			const float *u = r->u + t * r->u_row + i;
			double keep = sigmoid(u[r->half] + r->v[i] * state);
			double mix = sigmoid(u[2 * r->half] + r->v[r->half + i] * state);
			double x = in[t * r->in_row + i];

			state = keep * state + (1 - keep) * u[0];
			close_to(r->out[t * r->out_row + i], mix * state + (1 - mix) * x, k, "recur");
		}
		close_to(r->state[i], state, k, "state");
	}
}

/* All at once, and in two pieces of which the second goes on with the state of the first. */
static void run_recurrence(const struct kernels *k, const struct recurrence *r, bool pieces)
{
	const size_t n = pieces ? r->n / 3 : 0, later = r->back ? 0 : n, sooner = r->back ? r->n - n : 0;
	struct recurrence first = *r, second = *r;

	first.n = n;
	first.u += sooner * r->u_row;
	first.in += sooner * r->in_row;
	first.out += sooner * r->out_row;
	second.n = r->n - n;
	second.u += later * r->u_row;
	second.in += later * r->in_row;
	second.out += later * r->out_row;
	memset(r->state, 0, r->half * sizeof(*r->state));
	k->recur(&first);
	k->recur(&second);
}

static void check_recur(const struct kernels *k, size_t n, size_t half, int variant)
{
	const size_t row = half + 8, u_row = 3 * half + 4;
	float *u = numbers(n * u_row), *v = numbers(2 * half), *in = numbers(n * row);
	float *out = numbers(n * 2 * half), *same = xcalloc(n * row, sizeof(*same));
	float state[KERNEL_WIDTH_MAX / 2];
	struct recurrence r = {u, v, in, out, state, n, half, u_row, row, 2 * half, variant & 1};

	for (size_t j = 0; j < n * u_row; j += 7)
		u[j] *= j % u_row >= half ? 200 : 1; /* gates that are shut or open */
	run_recurrence(k, &r, variant & 2);
	check_recurrence(k, &r, in);
	memcpy(same, in, n * row * sizeof(*same));
	r.in = r.out = same;
	r.out_row = row;
	run_recurrence(k, &r, variant & 2);
	check_recurrence(k, &r, in);
	free(u);
	free(v);
	free(in);
	free(out);
	free(same);
}

static void test_recur(void **state)
{
	static const size_t sizes[][2] = {{1, 8}, {5, 16}, {40, 48}, {3, KERNEL_WIDTH_MAX / 2}};

	(void)state;
	for (int m = 0; m < n_makes; m++) {
		for (size_t i = 0; i < ARRAY_LEN(sizes); i++) {
			for (int variant = 0; variant < 4; variant++)
				check_recur(makes[m], sizes[i][0], sizes[i][1], variant);
		}
	}
}

static void test_steady(void **state)
{
	enum { ROWS = 5, N = 48, ROW = 50 };

	(void)state;
	for (int m = 0; m < n_makes; m++) {
		float *in = numbers((size_t)ROWS * ROW), out[ROWS];

		for (int j = 0; j < N; j++)
			in[2 * ROW + j] = 3; /* no variance */
		makes[m]->steady(out, in, ROW, ROWS, N);
		for (int i = 0; i < ROWS; i++) {
			double mean = 0, variance = 0;

			for (int j = 0; j < N; j++)
				mean += in[i * ROW + j] / (double)N;
			for (int j = 0; j < N; j++)
				variance += (in[i * ROW + j] - mean) * (in[i * ROW + j] - mean) / N;
			close_to(out[i], 1 / sqrt(variance + 1e-5), makes[m], "steady");
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
			float *in = numbers(rows * row), *v = xmalloc(rows * row * sizeof(*v)), largest[3];

			in[0] = 80;
			in[row] = -1e30F;
			memcpy(v, in, rows * row * sizeof(*v));
			makes[m]->softmax(v, row, rows, n, largest);
			for (size_t i = 0; i < rows; i++) {
				double most = -HUGE_VAL, sum = 0;

				for (size_t j = 0; j < n; j++)
					most = fmax(most, in[i * row + j]);
				close_to(largest[i], most, makes[m], "largest");
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

/* A single row that is not a multiple of anything: what stands behind it stays. */
static void test_softmax_exact(void **state)
{
	(void)state;
	for (int m = 0; m < n_makes; m++) {
		for (size_t n = 1; n <= 20; n++) {
			float v[21];
			double sum = 0;

			for (size_t i = 0; i <= n; i++)
				v[i] = (float)i;
			makes[m]->softmax(v, n, 1, n, NULL);
			for (size_t i = 0; i < n; i++)
				sum += v[i];
			close_to(sum, 1, makes[m], "softmax");
			close_to(v[n], (double)n, makes[m], "behind");
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

static void test_products(void **state)
{
	enum { ROWS = 5, N = 24, ROW = 2 * N + 3 };

	(void)state;
	for (int m = 0; m < n_makes; m++) {
		float *h = numbers((size_t)ROWS * N), *by = numbers((size_t)ROWS * ROW), out[ROWS * 3 * N];

		makes[m]->products(out, h, by, ROW, ROWS, N);
		for (int i = 0; i < ROWS; i++) {
			for (int j = 0; j < N; j++) {
				const double x = h[i * N + j];

				close_to(out[i * 3 * N + j], x, makes[m], "products");
				close_to(out[i * 3 * N + N + j], x * by[i * ROW + j], makes[m], "products");
				close_to(out[i * 3 * N + 2 * N + j], x * by[i * ROW + N + j], makes[m], "products");
			}
		}
		free(h);
		free(by);
	}
}

static void test_dots(void **state)
{
	enum { ROWS = 11, N = 24, ROW = 27 };

	(void)state;
	for (int m = 0; m < n_makes; m++) {
		float *v = numbers(N), *in = numbers((size_t)ROWS * ROW), out[ROWS];

		makes[m]->dots(out, v, in, ROW, ROWS, N);
		for (int i = 0; i < ROWS; i++) {
			double sum = 0;

			for (int j = 0; j < N; j++)
				sum += (double)v[j] * in[i * ROW + j];
			close_to(out[i], sum, makes[m], "dots");
		}
		free(v);
		free(in);
	}
}

static void check_band(const struct kernels *k, const struct band *b)
{
	k->band(b);
	for (size_t i = 0; i < b->n; i++) {
		for (size_t d = 0; d < b->span; d++) {
			double sum = 77;

			if (i + d < b->n) {
				sum = b->first[i] + b->upto[i + d + 1] - b->upto[i] + b->length[d];
				for (size_t x = 0; x < b->inner; x++)
					sum +=
					    (double)b->left[i * b->left_row + x] * b->right[(i + d) * b->right_row + x];
				sum = fmin(fmax(sum, -b->limit), b->limit);
			}
			close_to(b->out[i * b->span + d], sum, k, "band");
		}
	}
}

static void test_band(void **state)
{
	enum { N = 11, INNER = 24, ROW = 32, SPAN_MAX = 20 };
	static const size_t spans[] = {1, 3, 4, 7, SPAN_MAX};

	(void)state;
	for (int m = 0; m < n_makes; m++) {
		float *left = numbers((size_t)N * ROW), *right = numbers((size_t)N * ROW), out[N * SPAN_MAX];
		float *first = numbers(N), *length = numbers(SPAN_MAX);
		double upto[N + 1] = {1e6}; /* a sum that floats would not tell the steps of */

		for (int i = 0; i < N; i++)
			upto[i + 1] = upto[i] + (double)some();
		for (size_t s = 0; s < ARRAY_LEN(spans); s++) {
			struct band b = {.left = left,
					 .right = right,
					 .first = first,
					 .length = length,
					 .upto = upto,
					 .left_row = ROW,
					 .right_row = ROW,
					 .inner = INNER,
					 .out = out,
					 .n = N,
					 .span = spans[s],
					 .limit = 1e29F};

			for (int i = 0; i < N * SPAN_MAX; i++)
				out[i] = 77; /* is to stay where a span would leave */
			check_band(makes[m], &b);
			b.limit = 0.5F;
			check_band(makes[m], &b);
		}
		first[N - 1] = NAN;
		makes[m]->band(&(struct band){.left = left,
					      .right = right,
					      .first = first,
					      .length = length,
					      .upto = upto,
					      .left_row = ROW,
					      .right_row = ROW,
					      .inner = INNER,
					      .out = out,
					      .n = N,
					      .span = 1,
					      .limit = 9});
		close_to(out[N - 1], -9, makes[m], "no number");
		free(left);
		free(right);
		free(first);
		free(length);
	}
}

static void test_widen(void **state)
{
	(void)state;
	for (int m = 0; m < n_makes; m++) {
		for (size_t n = 8; n <= 24; n++) {
			float *plus = numbers(n), *out = numbers(n), behind = out[n];
			int8_t v[24];

			for (size_t i = 0; i < n; i++)
				v[i] = (int8_t)(i * 37 + n);
			makes[m]->widen(out, v, 0.25F, n % 2 > 0 ? plus : NULL, n);
			for (size_t i = 0; i < n; i++)
				close_to(out[i], 0.25 * v[i] + (n % 2 > 0 ? plus[i] : 0), makes[m], "widen");
			close_to(out[n], behind, makes[m], "behind");
			free(plus);
			free(out);
		}
	}
}

static void test_pick(void **state)
{
	(void)state;
	setenv("BEAT_PLAIN", "1", 1);
	assert_ptr_equal(kernels_pick(), &kernels_plain);
	unsetenv("BEAT_PLAIN");
	assert_ptr_equal(kernels_pick(), makes[0]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_multiply),
	    cmocka_unit_test(test_multiply_empty),
	    cmocka_unit_test(test_multiply_across),
	    cmocka_unit_test(test_recur),
	    cmocka_unit_test(test_steady),
	    cmocka_unit_test(test_softmax),
	    cmocka_unit_test(test_softmax_exact),
	    cmocka_unit_test(test_softmax_down),
	    cmocka_unit_test(test_products),
	    cmocka_unit_test(test_dots),
	    cmocka_unit_test(test_band),
	    cmocka_unit_test(test_widen),
	    cmocka_unit_test(test_pick),
	};

	n_makes = kernels_there(makes);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
