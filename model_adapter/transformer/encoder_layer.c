/* encoder_layer: see encoder_layer.h. */
#include "encoder_layer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beat/log.h"

void *aligned_room(size_t bytes)
{
	void *p = NULL;

	if (posix_memalign(&p, 64, (bytes + 63) / 64 * 64 + 64) != 0) {
		log_error("there is no memory for %zu bytes", bytes);
		abort();
	}
	return memset(p, 0, (bytes + 63) / 64 * 64 + 64);
}

void loading_name(const struct loading *l, char out[TENSOR_NAME_MAX], const char *name, int layer, const char *ending)
{
	char filled[TENSOR_NAME_MAX / 2];
	const char *mark = strstr(name, "%d");

	if (mark != NULL)
		snprintf(filled, sizeof(filled), "%.*s%d%s", (int)(mark - name), name, layer, mark + 2);
	else
		snprintf(filled, sizeof(filled), "%s", name);
	snprintf(out, TENSOR_NAME_MAX, "%s.%s%s", l->config->names->type, filled, ending);
	if (!tensors_has(l->tensors, out))
		snprintf(out, TENSOR_NAME_MAX, "%s%s", filled, ending);
}

static int check_finite(const struct loading *l, const char *name, const float *v, size_t n)
{
	float sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += v[i] * 0; /* neither of what is not finite is 0 then */
	return sum == 0 ? 0 : checkpoint_fail(l->err, "tensor %.100s has a number in it that is not finite", name);
}

float *loading_floats(const struct loading *l, const char *name, int layer, const char *ending, size_t n)
{
	char full[TENSOR_NAME_MAX];
	struct tensor t;
	float *v;

	loading_name(l, full, name, layer, ending);
	if (tensors_find(l->tensors, full, &t, l->err) < 0)
		return NULL;
	if (t.count != n) {
		checkpoint_fail(l->err, "tensor %.100s has %zu numbers and the config asks for %zu", full, t.count, n);
		return NULL;
	}
	v = aligned_room(n * sizeof(*v));
	tensor_floats(&t, 0, n, v);
	if (check_finite(l, full, v, n) < 0) {
		free(v);
		v = NULL;
	}
	return v;
}

int loading_norm(const struct loading *l, const char *name, int layer, float *gain_shift[2], size_t n)
{
	char full[TENSOR_NAME_MAX];
	bool older;

	loading_name(l, full, name, layer, ".gamma");
	older = tensors_has(l->tensors, full);
	gain_shift[0] = loading_floats(l, name, layer, older ? ".gamma" : ".weight", n);
	gain_shift[1] = gain_shift[0] != NULL ? loading_floats(l, name, layer, older ? ".beta" : ".bias", n) : NULL;
	return gain_shift[1] != NULL ? 0 : -1;
}

/* --- matrices */

/* A part of the matrix, as it is put together. */
struct part {
	struct tensor t;
	char name[TENSOR_NAME_MAX];
};

static int find_part(const struct loading *l, struct part *p, const char *name, int layer, const size_t shape[2])
{
	loading_name(l, p->name, name, layer, ".weight");
	if (tensors_find(l->tensors, p->name, &p->t, l->err) < 0)
		return -1;
	if (p->t.dims != 2 || p->t.shape[0] != shape[0] || p->t.shape[1] != shape[1])
		return checkpoint_fail(l->err,
				       "tensor %.100s does not have the shape [%zu, %zu] that the config asks for",
				       p->name, shape[0], shape[1]);
	return 0;
}

/* One row of int8 and its scale. */
static void make_bytes(const float *from, int8_t *to, size_t n, float *scale)
{
	float most = 0;

	for (size_t i = 0; i < n; i++)
		most = fabsf(from[i]) > most ? fabsf(from[i]) : most;
	*scale = most / 127;
	for (size_t i = 0; i < n; i++)
		to[i] = (int8_t)(most > 0 ? lrintf(from[i] / *scale) : 0);
}

static int fill(const struct loading *l, struct linear *m, const struct part *p, size_t first, void *w)
{
	float *row = xmalloc(m->in * sizeof(*row));
	int rc = 0;

	for (size_t r = 0; rc == 0 && r < p->t.shape[0]; r++) {
		float *floats = m->int8 ? row : (float *)w + (first + r) * m->in;
		int8_t *bytes = m->int8 ? (int8_t *)w + (first + r) * m->in : NULL;

		if (m->int8 && p->t.type == TENSOR_I8) {
			memcpy(bytes, (const int8_t *)p->t.p + r * m->in, m->in);
			m->scale[first + r] = p->t.scale[r];
		} else {
			tensor_floats(&p->t, r * m->in, m->in, floats);
			rc = check_finite(l, p->name, floats, m->in);
			if (m->int8 && rc == 0)
				make_bytes(floats, bytes, m->in, &m->scale[first + r]);
		}
		for (size_t i = 0; m->int8 && rc == 0 && i < m->in; i++)
			m->total[first + r] += bytes[i];
	}
	free(row);
	return rc;
}

int linear_load(struct linear *out, const struct loading *l, const char *const names[LINEAR_PARTS], int layer,
		const size_t shape[2])
{
	struct part parts[LINEAR_PARTS] = {{.name = ""}};
	int n = 0, rc = 0;
	void *w;

	for (; rc == 0 && n < LINEAR_PARTS && names[n] != NULL; n++)
		rc = find_part(l, &parts[n], names[n], layer, shape);
	if (rc < 0)
		return -1;
	*out = (struct linear){.in = shape[1], .out = (size_t)n * shape[0]};
	out->int8 = (l->int8 || parts[0].t.type == TENSOR_I8) && matmul_has_int8();
	out->bias = aligned_room(out->out * sizeof(*out->bias));
	out->scale = aligned_room(out->out * sizeof(*out->scale));
	out->total = aligned_room(out->out * sizeof(*out->total));
	w = aligned_room(out->out * out->in * (out->int8 ? 1 : sizeof(float)));
	for (int i = 0; rc == 0 && i < n; i++) {
		float *bias = loading_floats(l, names[i], layer, ".bias", shape[0]);

		rc = bias != NULL ? fill(l, out, &parts[i], (size_t)i * shape[0], w) : -1;
		if (rc == 0)
			memcpy(out->bias + (size_t)i * shape[0], bias, shape[0] * sizeof(*bias));
		free(bias);
	}
	if (rc == 0)
		out->matmul = matmul_new(l->door, &(struct matmul_shape){out->in, out->out, out->int8}, w);
	free(w);
	return rc;
}

void linear_release(struct linear *m)
{
	matmul_free(&m->matmul);
	free(m->bias);
	free(m->scale);
	free(m->total);
	*m = (struct linear){.in = 0};
}
