/* kernel_plain: the loops of kernel.h in plain C, for any processor; also what the
 * faster ones are tested against. */
#include <math.h>
#include <string.h>

#include "kernel.h"

static void multiply_row(const struct product *p, size_t i, size_t panel)
{
	const float *left = p->left + i * p->left_row, *right = p->right.v + panel * p->right.panel;
	const float scale = p->scale != NULL ? p->scale[i] : 1;
	float *out = p->out + i * p->out_row + panel * KERNEL_PANEL;
	float sum[KERNEL_PANEL] = {0}, bias[KERNEL_PANEL] = {0};

	if (p->start != NULL)
		memcpy(sum, p->start + i * p->start_row + panel * KERNEL_PANEL, sizeof(sum));
	if (p->bias != NULL)
		memcpy(bias, p->bias + panel * KERNEL_PANEL, sizeof(bias));
	for (size_t k = 0; k < p->inner; k++) {
		float x = left[k * p->left_column];

		if (p->sparse && x == 0)
			continue;
		for (int j = 0; j < KERNEL_PANEL; j++)
			sum[j] += x * right[k * p->right.row + (size_t)j];
	}
	for (int j = 0; j < KERNEL_PANEL; j++) {
		float x = bias[j] + scale * sum[j];

		out[j] = p->positive && !(x > 0) ? 0 : x;
	}
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

static void recur(const struct recurrence *r)
{
	const size_t half = r->half;

	for (size_t step = 0; step < r->n; step++) {
		const size_t t = r->back ? r->n - 1 - step : step;
		const float *u = r->u + t * r->u_row, *in = r->in + t * r->in_row;
		float *out = r->out + t * r->out_row, *state = r->state;

		for (size_t i = 0; i < half; i++) {
			float keep = sigmoid(u[half + i] + r->v[i] * state[i]);
			float mix = sigmoid(u[2 * half + i] + r->v[half + i] * state[i]);

			state[i] = u[i] + keep * (state[i] - u[i]);
			out[i] = in[i] + mix * (state[i] - in[i]);
		}
	}
}

static void steady(float *out, const float *in, size_t in_row, size_t rows, size_t n)
{
	for (size_t i = 0; i < rows; i++, in += in_row) {
		float mean = 0, variance = 0;

		for (size_t j = 0; j < n; j++)
			mean += in[j];
		mean /= (float)n;
		for (size_t j = 0; j < n; j++)
			variance += (in[j] - mean) * (in[j] - mean);
		out[i] = 1 / sqrtf(variance / (float)n + KERNEL_EPSILON);
	}
}

static void softmax(float *v, size_t row, size_t rows, size_t n, float *mosts)
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
		if (mosts != NULL)
			mosts[i] = most;
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

static void products(float *out, const float *h, const float *by, size_t by_row, size_t rows, size_t n)
{
	for (size_t i = 0; i < rows; i++, out += 3 * n, h += n, by += by_row) {
		for (size_t j = 0; j < n; j++) {
			out[j] = h[j];
			out[n + j] = h[j] * by[j];
			out[2 * n + j] = h[j] * by[n + j];
		}
	}
}

static float dot(const float *x, const float *y, size_t n)
{
	float sum = 0;

	for (size_t k = 0; k < n; k++)
		sum += x[k] * y[k];
	return sum;
}

static void dots(float *out, const float *v, const float *in, size_t in_row, size_t rows, size_t n)
{
	for (size_t i = 0; i < rows; i++)
		out[i] = dot(v, in + i * in_row, n);
}

static float within(float x, float limit)
{
	return x > -limit ? (x < limit ? x : limit) : -limit;
}

static void band(const struct band *b)
{
	for (size_t i = 0; i < b->n; i++) {
		for (size_t d = 0; d < b->span && i + d < b->n; d++) {
			float x = dot(b->left + i * b->left_row, b->right + (i + d) * b->right_row, b->inner);

			x += b->first[i] + (float)(b->upto[i + d + 1] - b->upto[i]) + b->length[d];
			b->out[i * b->span + d] = within(x, b->limit);
		}
	}
}

static void widen(float *out, const int8_t *v, float scale, const float *plus, size_t n)
{
	for (size_t i = 0; i < n; i++)
		out[i] = scale * (float)v[i] + (plus != NULL ? plus[i] : 0);
}

const struct kernels kernels_plain = KERNELS_OF("plain", multiply);
