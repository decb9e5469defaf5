/* The two parts of the network that torch is slow at, forward and backward, for
 * ctypes: the recurrence of an SRU layer (both directions) and the products of a
 * span's start with its end, of which only a band is wanted.
 *
 *   cc -O3 -march=native -ffast-math -shared -fPIC kernels.c -o kernels.so -lm
 *
 * Arrays are contiguous floats. B texts of up to T tokens, H units in each of two
 * directions; text b has length[b] tokens, what lies behind is zero. */
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { UNITS_MAX = 512 };

static const float nothing[UNITS_MAX];

static inline float sigmoid(float x)
{
	return 1.0F / (1.0F + expf(-x));
}

struct sru {
	int T, H;
	const float *U;     /* [B][T][2][3][H]: candidate, forget and reset, before the gates */
	const float *X;     /* [B][T][2][H]: what the highway carries */
	const float *v, *b; /* [2][2][H]: of forget and reset */
	float *C, *F, *R;   /* [B][T][2][H]: state and gates */
};

static void forward_direction(const struct sru *s, float *out, int text, int direction, int n)
{
	int H = s->H;
	const float *vf = s->v + direction * 2 * H, *vr = vf + H, *bf = s->b + direction * 2 * H, *br = bf + H;
	const float *before = nothing;

	for (int k = 0; k < n; k++) {
		size_t at = (size_t)text * s->T + (direction ? n - 1 - k : k), o = (at * 2 + direction) * H;
		const float *u = s->U + (at * 2 + direction) * 3 * H, *x = s->X + o;
		float *c = s->C + o, *f = s->F + o, *r = s->R + o, *h = out + o;

#pragma GCC ivdep
		for (int i = 0; i < H; i++) {
			float forget = sigmoid(u[H + i] + vf[i] * before[i] + bf[i]);
			float reset = sigmoid(u[2 * H + i] + vr[i] * before[i] + br[i]);
			float state = forget * before[i] + (1 - forget) * u[i];

			f[i] = forget;
			r[i] = reset;
			c[i] = state;
			h[i] = reset * state + (1 - reset) * x[i];
		}
		before = c;
	}
	for (int t = n; t < s->T; t++)
		memset(out + (((size_t)text * s->T + t) * 2 + direction) * H, 0, H * sizeof(float));
}

void sru_forward(const int *size, const int64_t *length, const float *const *in, float *const *out)
{
	struct sru s = {size[1], size[2], in[0], in[1], in[2], in[3], out[1], out[2], out[3]};

	for (int text = 0; text < size[0]; text++) {
		for (int direction = 0; direction < 2; direction++)
			forward_direction(&s, out[0], text, direction, (int)length[text]);
	}
}

static void backward_direction(const struct sru *s, const float *dh, float *const *grad, int text, int direction, int n)
{
	int H = s->H;
	const float *vf = s->v + direction * 2 * H, *vr = vf + H;
	float *dvf = grad[2] + direction * 2 * H, *dvr = dvf + H, *dbf = grad[3] + direction * 2 * H, *dbr = dbf + H;
	float carried[UNITS_MAX] = {0};

	for (int k = n - 1; k >= 0; k--) {
		int t = direction ? n - 1 - k : k, previous = direction ? t + 1 : t - 1;
		size_t at = (size_t)text * s->T + t, o = (at * 2 + direction) * H;
		const float *u = s->U + (at * 2 + direction) * 3 * H, *x = s->X + o, *c = s->C + o, *f = s->F + o,
			    *r = s->R + o, *g = dh + o;
		const float *before = k > 0 ? s->C + (((size_t)text * s->T + previous) * 2 + direction) * H : nothing;
		float *du = grad[0] + (at * 2 + direction) * 3 * H, *dx = grad[1] + o;

#pragma GCC ivdep
		for (int i = 0; i < H; i++) {
			float dc = carried[i] + g[i] * r[i];
			float dr = g[i] * (c[i] - x[i]) * r[i] * (1 - r[i]);
			float df = dc * (before[i] - u[i]) * f[i] * (1 - f[i]);

			dx[i] = g[i] * (1 - r[i]);
			du[i] = dc * (1 - f[i]);
			du[H + i] = df;
			du[2 * H + i] = dr;
			carried[i] = dc * f[i] + df * vf[i] + dr * vr[i];
			dvf[i] += df * before[i];
			dvr[i] += dr * before[i];
			dbf[i] += df;
			dbr[i] += dr;
		}
	}
	for (int t = n; t < s->T; t++) {
		size_t at = ((size_t)text * s->T + t) * 2 + direction;

		memset(grad[0] + at * 3 * H, 0, 3 * H * sizeof(float));
		memset(grad[1] + at * H, 0, H * sizeof(float));
	}
}

/* in: U X v b C F R dh; grad: U X v b, the last two zeroed by the caller. */
void sru_backward(const int *size, const int64_t *length, const float *const *in, float *const *grad)
{
	struct sru s = {size[1], size[2], in[0], in[1], in[2], in[3], (float *)in[4], (float *)in[5], (float *)in[6]};

	for (int text = 0; text < size[0]; text++) {
		for (int direction = 0; direction < 2; direction++)
			backward_direction(&s, in[7], grad, text, direction, (int)length[text]);
	}
}

/* out[b][i][k] = <start[b][i], end[b][i + k]> for k < band; 0 beyond the last token. size: B T R band. */
void band_forward(const int *size, const float *start, const float *end, float *out)
{
	int T = size[1], R = size[2], band = size[3];

	for (int b = 0; b < size[0]; b++) {
		for (int i = 0; i < T; i++) {
			const float *s = start + ((size_t)b * T + i) * R;
			float *o = out + ((size_t)b * T + i) * band;

			for (int k = 0; k < band; k++) {
				const float *e = end + ((size_t)b * T + i + k) * R;
				float sum = 0;

				for (int r = 0; i + k < T && r < R; r++)
					sum += s[r] * e[r];
				o[k] = sum;
			}
		}
	}
}

/* ds and de are zeroed by the caller. */
void band_backward(const int *size, const float *const *in, float *ds, float *de)
{
	int T = size[1], R = size[2], band = size[3];

	for (int b = 0; b < size[0]; b++) {
		for (int i = 0; i < T; i++) {
			size_t from = ((size_t)b * T + i) * R;
			const float *g = in[2] + ((size_t)b * T + i) * band;

			for (int k = 0; k < band && i + k < T; k++) {
				size_t to = from + (size_t)k * R;

				for (int r = 0; r < R; r++) {
					ds[from + r] += g[k] * in[1][to + r];
					de[to + r] += g[k] * in[0][from + r];
				}
			}
		}
	}
}
