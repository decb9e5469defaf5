/* kernel_plain: the loops of kernel.h in plain C, for any processor; also what the
 * faster ones are tested against. */
#include <math.h>
#include <string.h>

#include "kernel.h"

static void multiply_row(const struct product *p, size_t i, size_t panel)
{
	const float *left = p->left + i * p->left_row, *right = p->right.v + panel * p->right.panel;
	float *out = p->out + i * p->out_row + panel * KERNEL_PANEL;
	float sum[KERNEL_PANEL] = {0};

	if (p->start != NULL)
		memcpy(sum, p->start + i * p->start_row + panel * KERNEL_PANEL, sizeof(sum));
	for (size_t k = 0; k < p->inner; k++) {
		float x = left[k * p->left_column];

		for (int j = 0; j < KERNEL_PANEL; j++)
			sum[j] += x * right[k * p->right.row + (size_t)j];
	}
	for (int j = 0; j < KERNEL_PANEL; j++)
		out[j] = p->positive && !(sum[j] > 0) ? 0 : sum[j];
}

static void multiply(const struct product *p)
{
	for (size_t panel = 0; panel < kernel_pad(p->columns) / KERNEL_PANEL; panel++) {
		for (size_t i = 0; i < p->rows; i++)
			multiply_row(p, i, panel);
	}
}

static float sigmoid(float x)
{
	return 1 / (1 + expf(-x));
}

static void recur_way(const struct recurrence *r, int way)
{
	const size_t half = r->half;
	const float *v = r->v + (size_t)way * 2 * half;
	float state[KERNEL_WIDTH_MAX / 2] = {0};

	for (size_t step = 0; step < r->n; step++) {
		size_t t = way == 0 ? step : r->n - 1 - step;
		const float *u = r->u + (t * 2 + (size_t)way) * 3 * half;
		const float *in = r->in + t * r->in_row + (size_t)way * half;
		float *out = r->out + t * r->out_row + (size_t)way * half;

		for (size_t i = 0; i < half; i++) {
			float keep = sigmoid(u[half + i] + v[i] * state[i]);
			float mix = sigmoid(u[2 * half + i] + v[half + i] * state[i]);

			state[i] = u[i] + keep * (state[i] - u[i]);
			out[i] = in[i] + mix * (state[i] - in[i]);
		}
	}
}

static void recur(const struct recurrence *r)
{
	recur_way(r, 0);
	recur_way(r, 1);
}

static void normalise(float *out, const float *in, size_t in_row, size_t rows, size_t n)
{
	for (size_t i = 0; i < rows; i++, in += in_row, out += n) {
		float mean = 0, variance = 0, scale;

		for (size_t j = 0; j < n; j++)
			mean += in[j];
		mean /= (float)n;
		for (size_t j = 0; j < n; j++)
			variance += (in[j] - mean) * (in[j] - mean);
		scale = 1 / sqrtf(variance / (float)n + KERNEL_EPSILON);
		for (size_t j = 0; j < n; j++)
			out[j] = (in[j] - mean) * scale;
	}
}

static void softmax(float *v, size_t row, size_t rows, size_t n)
{
	for (size_t i = 0; i < rows; i++, v += row) {
		float most = v[0], sum = 0;

		for (size_t j = 1; j < n; j++)
			most = v[j] > most ? v[j] : most;
		for (size_t j = 0; j < n; j++)
			sum += v[j] = expf(v[j] - most);
		for (size_t j = 0; j < n; j++)
			v[j] /= sum;
		memset(v + n, 0, (row - n) * sizeof(*v));
	}
}

static void softmax_down(float *v, size_t row, size_t rows)
{
	for (size_t j = 0; j < row; j++) {
		float most = v[j], sum = 0;

		for (size_t i = 1; i < rows; i++)
			most = v[i * row + j] > most ? v[i * row + j] : most;
		for (size_t i = 0; i < rows; i++)
			sum += v[i * row + j] = expf(v[i * row + j] - most);
		for (size_t i = 0; i < rows; i++)
			v[i * row + j] /= sum;
	}
}

static void band(const struct band *b)
{
	for (size_t i = 0; i < b->n; i++) {
		for (size_t d = 0; d < b->span && i + d < b->n; d++) {
			const float *x = b->left + i * b->left_row, *y = b->right + (i + d) * b->right_row;
			float sum = 0;

			for (size_t k = 0; k < b->inner; k++)
				sum += x[k] * y[k];
			b->out[i * b->span + d] = sum;
		}
	}
}

const struct kernels kernels_plain = {
    .name = "plain",
    .multiply = multiply,
    .recur = recur,
    .normalise = normalise,
    .softmax = softmax,
    .softmax_down = softmax_down,
    .band = band,
};
