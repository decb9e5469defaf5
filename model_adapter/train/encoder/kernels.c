/* What a fine-tuning of an encoder does between its matrix products, but for attention, on processors with AVX-512:
 * numbers in brain-float, sums in single precision, a row for each token. fast.py calls these; encoder.py computes the
 * same in plain PyTorch, and a test compares the two. */
#include "lanes.h"
#include <math.h>

/* How much of a number gets through a Gaussian gate, and the gate's slope there times the number: of GELU. */
static inline __m512 gate(__m512 x, __m512 *slope)
{
	__m512 z = _mm512_mul_ps(_mm512_abs_ps(x), all(0.707106781f)),
	       bell = power(_mm512_sub_ps(_mm512_setzero_ps(), _mm512_mul_ps(z, z)));
	__m512 d = _mm512_fmadd_ps(z, all(0.3275911f), all(1)), t = _mm512_rcp14_ps(d);
	t = _mm512_mul_ps(t, _mm512_fnmadd_ps(d, t, all(2)));
	__m512 p = all(0.5f * 1.061405429f);
	p = _mm512_fmadd_ps(p, t, all(0.5f * -1.453152027f));
	p = _mm512_fmadd_ps(p, t, all(0.5f * 1.421413741f));
	p = _mm512_fmadd_ps(p, t, all(0.5f * -0.284496736f));
	p = _mm512_fmadd_ps(p, t, all(0.5f * 0.254829592f));
	__m512 rest = _mm512_mul_ps(_mm512_mul_ps(p, t), bell);
	*slope = _mm512_mul_ps(_mm512_mul_ps(x, bell), all(0.398942280f));
	return _mm512_mask_sub_ps(rest, _mm512_cmp_ps_mask(x, _mm512_setzero_ps(), _CMP_GE_OQ), all(1), rest);
}

struct bend {
	const half *in;
	const float *bias;
	long rows, columns; /* columns: a multiple of 16 */
};

void gelu(const struct bend *b, half *out)
{
	const half *in = b->in;
	const float *bias = b->bias;
	long rows = b->rows, columns = b->columns;
	__m512 slope;
	for (long i = 0; i < rows; i++)
		for (long j = 0; j < columns; j += 16) {
			__m512 x = _mm512_add_ps(load(in + i * columns + j), _mm512_loadu_ps(bias + j));
			store(out + i * columns + j, _mm512_mul_ps(x, gate(x, &slope)));
		}
}

/* grad becomes the gradient of what came in; its sums over the rows are added to grad_bias. */
void gelu_back(const struct bend *b, half *grad, float *grad_bias)
{
	const half *in = b->in;
	const float *bias = b->bias;
	long rows = b->rows, columns = b->columns;
	__m512 slope;
	for (long i = 0; i < rows; i++)
		for (long j = 0; j < columns; j += 16) {
			__m512 x = _mm512_add_ps(load(in + i * columns + j), _mm512_loadu_ps(bias + j));
			__m512 through = gate(x, &slope),
			       g = _mm512_mul_ps(load(grad + i * columns + j), _mm512_add_ps(through, slope));
			store(grad + i * columns + j, g);
			_mm512_storeu_ps(grad_bias + j, _mm512_add_ps(_mm512_loadu_ps(grad_bias + j), g));
		}
}

void sum_rows(const half *restrict in, float *restrict sums, long rows, long columns)
{
	for (long i = 0; i < rows; i++)
		for (long j = 0; j < columns; j++)
			sums[j] += wide(in[i * columns + j]);
}

/* A coin for every number, the same whenever it is asked with the same seed: 0, or what the kept ones are multiplied
 * by. */
static inline float coin(uint32_t seed, uint32_t place, uint32_t limit, float kept)
{
	uint32_t h = place * 0x9e3779b1u ^ seed;
	h = (h ^ (h >> 16)) * 0x85ebca6bu;
	h = (h ^ (h >> 13)) * 0xc2b2ae35u;
	return (h ^ (h >> 16)) < limit ? 0 : kept;
}

struct norm {
	const float *weight, *bias, *in_bias;
	long rows, columns;
	uint32_t seed, limit; /* of dropout */
	float kept, epsilon;
};

struct normed {
	float *out;
	half *out16;    /* the same */
	half *straight; /* before weight and bias */
	float *spread;  /* 1 / deviation */
};

/* out = LayerNorm(old + dropout(in + in_bias)); in may be missing. */
void add_norm(const struct norm *n, const float *old, const half *in, const struct normed *made)
{
	long columns = n->columns;
	float sum[columns];
	for (long i = 0; i < n->rows; i++) {
		float mean = 0, square = 0;
		for (long j = 0; j < columns; j++) {
			float x = old[i * columns + j];
			if (in)
				x += coin(n->seed, (uint32_t)(i * columns + j), n->limit, n->kept) *
				     (wide(in[i * columns + j]) + n->in_bias[j]);
			sum[j] = x;
			mean += x;
		}
		mean /= (float)columns;
		for (long j = 0; j < columns; j++) {
			sum[j] -= mean;
			square += sum[j] * sum[j];
		}
		float scale = 1 / sqrtf(square / (float)columns + n->epsilon);
		made->spread[i] = scale;
		for (long j = 0; j < columns; j++) {
			float x = sum[j] * scale, y = x * n->weight[j] + n->bias[j];
			made->straight[i * columns + j] = narrow(x);
			made->out[i * columns + j] = y;
			made->out16[i * columns + j] = narrow(y);
		}
	}
}

struct norm_back {
	const float *grad; /* of out is grad + more; either may be missing */
	const half *more, *straight;
	const float *spread;
	float *grad_old;
	half *grad_in;                  /* may be missing */
	float *weight, *bias, *in_bias; /* are added to */
};

void add_norm_back(const struct norm *n, const struct norm_back *b)
{
	long columns = n->columns;
	float g[columns], x[columns];
	for (long i = 0; i < n->rows; i++) {
		float mean = 0, along = 0;
		for (long j = 0; j < columns; j++) {
			long k = i * columns + j;
			float y = (b->grad ? b->grad[k] : 0) + (b->more ? wide(b->more[k]) : 0);
			x[j] = wide(b->straight[k]);
			b->bias[j] += y;
			b->weight[j] += y * x[j];
			g[j] = y * n->weight[j];
			mean += g[j];
			along += g[j] * x[j];
		}
		mean /= (float)columns;
		along /= (float)columns;
		for (long j = 0; j < columns; j++) {
			float d = b->spread[i] * (g[j] - mean - x[j] * along);
			b->grad_old[i * columns + j] = d;
			g[j] = d;
		}
		if (!b->grad_in)
			continue;
		for (long j = 0; j < columns; j++) {
			float d = g[j] * coin(n->seed, (uint32_t)(i * columns + j), n->limit, n->kept);
			b->grad_in[i * columns + j] = narrow(d);
			b->in_bias[j] += d;
		}
	}
}

/* --- AdamW, with the average of the weights over time */

struct pace {
	float rate, decay, first, second, epsilon, first_left, second_left; /* left: 1 - momentum^step */
	float average, scale;                                               /* of the average; of the gradients */
};

struct state {
	float *weight, *first, *second, *mean; /* moments; the average of the weights */
};

static inline void one_step(const struct pace *p, float g, const struct state *s, long i)
{
	float m = p->first * s->first[i] + (1 - p->first) * g, v = p->second * s->second[i] + (1 - p->second) * g * g;
	float x = s->weight[i] * (1 - p->rate * p->decay) -
		  p->rate * (m / p->first_left) / (sqrtf(v / p->second_left) + p->epsilon);
	s->first[i] = m;
	s->second[i] = v;
	s->weight[i] = x;
	s->mean[i] = p->average * s->mean[i] + (1 - p->average) * x;
}

/* Gradients of two workers, the second may be missing; short_weight gets the weights in brain-float. */
void adam_half(const struct pace *p, const half *const grads[2], const struct state *s, half *short_weight, long count)
{
#pragma GCC ivdep
	for (long i = 0; i < count; i++) {
		one_step(p, (wide(grads[0][i]) + (grads[1] ? wide(grads[1][i]) : 0)) * p->scale, s, i);
		short_weight[i] = narrow(s->weight[i]);
	}
}

void adam_float(const struct pace *p, const float *const grads[2], const struct state *s, long count)
{
#pragma GCC ivdep
	for (long i = 0; i < count; i++)
		one_step(p, (grads[0][i] + (grads[1] ? grads[1][i] : 0)) * p->scale, s, i);
}

double square_half(const half *restrict a, const half *restrict b, long count)
{
	double all = 0;
	for (long from = 0; from < count; from += 4096) {
		long to = from + 4096 < count ? from + 4096 : count;
		float sum = 0;
		for (long i = from; i < to; i++) {
			float g = wide(a[i]) + (b ? wide(b[i]) : 0);
			sum += g * g;
		}
		all += sum;
	}
	return all;
}
