/* tensors: see tensors.h. Invariant: every entry of the table lies whole inside its file. */
#include "tensors.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beat/buf.h"
#include "beat/crypto.h"

enum { FILES_MAX = 256, NAME_MAX_BYTES = 200, HEADER_MAX = 100 << 20 };

static const struct {
	const char *name;
	enum tensor_type type;
	size_t size;
} types[] = {{"F32", TENSOR_F32, 4},   {"F16", TENSOR_F16, 2},       {"BF16", TENSOR_BF16, 2},
	     {"I8", TENSOR_OTHER, 1},  {"U8", TENSOR_OTHER, 1},      {"BOOL", TENSOR_OTHER, 1},
	     {"I16", TENSOR_OTHER, 2}, {"U16", TENSOR_OTHER, 2},     {"I32", TENSOR_OTHER, 4},
	     {"U32", TENSOR_OTHER, 4}, {"I64", TENSOR_OTHER, 8},     {"U64", TENSOR_OTHER, 8},
	     {"F64", TENSOR_OTHER, 8}, {"F8_E4M3", TENSOR_OTHER, 1}, {"F8_E5M2", TENSOR_OTHER, 1}};

struct entry {
	char *name;
	struct tensor tensor;
	size_t bytes;
};

struct tensors {
	const struct weights *weights; /* or: */
	struct mapped files[FILES_MAX];
	int n_files;
	struct entry *v; /* by name */
	size_t n, room;
};

static size_t size_of(enum tensor_type type)
{
	return type == TENSOR_F32 ? 4 : type == TENSOR_I8 ? 1 : 2;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct entry *)a)->name, ((const struct entry *)b)->name);
}

static int by_place(const void *a, const void *b)
{
	const char *x = ((const struct entry *)a)->tensor.p, *y = ((const struct entry *)b)->tensor.p;

	return (x > y) - (x < y);
}

static int take_shape(const json_t *o, size_t room, struct tensor *t, const char *name, char *err)
{
	const json_t *shape = json_object_get(o, "shape");

	if (!json_is_array(shape))
		return checkpoint_fail(err, "tensor %.100s has no shape", name);
	t->dims = (int)json_array_size(shape) > TENSOR_DIMS_MAX ? -1 : (int)json_array_size(shape);
	t->count = 1;
	for (size_t i = 0; i < json_array_size(shape); i++) {
		const json_t *v = json_array_get(shape, i);
		json_int_t n = json_is_integer(v) ? json_integer_value(v) : -1;

		/* no product can overflow: there are never more numbers than bytes */
		if (n < 0 || (n > 0 && (uint64_t)n > room / (t->count > 0 ? t->count : 1)))
			return checkpoint_fail(err, "tensor %.100s has a shape that does not fit into the file", name);
		if (t->dims > 0)
			t->shape[i] = (size_t)n;
		t->count *= (size_t)n;
	}
	return 0;
}

static int take_place(const json_t *o, const struct mapped *data, size_t size, struct entry *e, char *err)
{
	const json_t *place = json_object_get(o, "data_offsets");
	const json_t *first = json_array_get(place, 0), *end = json_array_get(place, 1);
	json_int_t from = json_is_integer(first) ? json_integer_value(first) : -1;
	json_int_t to = json_is_integer(end) ? json_integer_value(end) : -1;

	if (json_array_size(place) != 2 || from < 0 || to < from)
		return checkpoint_fail(err, "tensor %.100s has no place in the file", e->name);
	if ((uint64_t)to > data->n)
		return checkpoint_fail(err, "tensor %.100s lies outside the file, which is not whole", e->name);
	if ((uint64_t)(to - from) != (uint64_t)e->tensor.count * size)
		return checkpoint_fail(err, "tensor %.100s has %llu bytes and its shape asks for %llu", e->name,
				       (unsigned long long)(to - from), (unsigned long long)e->tensor.count * size);
	e->tensor.p = data->p + from;
	e->bytes = (size_t)(to - from);
	return 0;
}

static int take_entry(const char *name, const json_t *o, const struct mapped *data, struct entry *e, char *err)
{
	const char *type = json_string_value(json_object_get(o, "dtype"));

	e->name = xstrdup(name);
	for (size_t i = 0; type != NULL && i < ARRAY_LEN(types); i++) {
		if (strcmp(types[i].name, type) != 0)
			continue;
		e->tensor.type = types[i].type;
		if (take_shape(o, data->n, &e->tensor, name, err) < 0)
			return -1;
		return take_place(o, data, types[i].size, e, err);
	}
	return checkpoint_fail(err, "tensor %.100s is of a type that is not known", name);
}

static int take_entries(struct tensors *t, json_t *header, const struct mapped *data, char *err)
{
	const char *name;
	json_t *o;

	json_object_foreach(header, name, o)
	{
		if (strcmp(name, "__metadata__") == 0)
			continue;
		if (strlen(name) > NAME_MAX_BYTES)
			return checkpoint_fail(err, "tensor %.100s... has too long a name", name);
		if (t->n == t->room) {
			t->room = t->room > 0 ? 2 * t->room : 256;
			t->v = xrealloc(t->v, t->room * sizeof(*t->v));
		}
		t->v[t->n] = (struct entry){.name = NULL};
		t->n++;
		if (take_entry(name, o, data, &t->v[t->n - 1], err) < 0)
			return -1;
	}
	return 0;
}

/* The tensors of one file lie apart. */
static int check_apart(struct entry *v, size_t n, char *err)
{
	const struct entry *before = NULL;

	qsort(v, n, sizeof(*v), by_place);
	for (size_t i = 0; i < n; i++) {
		if (v[i].bytes == 0)
			continue;
		if (before != NULL && (const char *)before->tensor.p + before->bytes > (const char *)v[i].tensor.p)
			return checkpoint_fail(err, "tensors %.100s and %.100s lie in the same place of the file",
					       before->name, v[i].name);
		before = &v[i];
	}
	return 0;
}

/* `what` is how the file is called in a sentence. */
static int take_file(struct tensors *t, const struct mapped *file, const char *what, char *err)
{
	uint64_t header_n = 0;
	struct mapped data;
	char why[JSON_ERR_MAX];
	json_t *header;
	size_t first = t->n;
	int rc;

	for (int i = 7; file->n >= 8 && i >= 0; i--)
		header_n = header_n << 8 | (unsigned char)file->p[i];
	if (file->n < 8 || header_n > HEADER_MAX || header_n > file->n - 8)
		return checkpoint_fail(err, "%.100s is no safetensors file, or is cut off in its header", what);
	header = json_parse(file->p + 8, (size_t)header_n, why);
	if (!json_is_object(header)) {
		json_decref(header);
		return checkpoint_fail(err, "%.100s has no JSON object as its header", what);
	}
	data = (struct mapped){.p = file->p + 8 + header_n, .n = file->n - 8 - (size_t)header_n};
	rc = take_entries(t, header, &data, err);
	json_decref(header);
	return rc == 0 && t->n > first ? check_apart(t->v + first, t->n - first, err) : rc;
}

static int sort(struct tensors *t, char *err)
{
	if (t->n > 0)
		qsort(t->v, t->n, sizeof(*t->v), by_name);
	for (size_t i = 1; i < t->n; i++) {
		if (by_name(&t->v[i - 1], &t->v[i]) == 0)
			return checkpoint_fail(err, "tensor %.100s is there twice", t->v[i].name);
	}
	return 0;
}

static int open_file(struct tensors *t, const char *folder, const char *name, char *err)
{
	int rc;

	if (t->n_files == FILES_MAX)
		return checkpoint_fail(err, "the index names more than %d files", FILES_MAX);
	rc = mapped_open(&t->files[t->n_files], folder, name, err);
	if (rc != 0)
		return rc;
	t->n_files++;
	return take_file(t, &t->files[t->n_files - 1], name, err);
}

static int open_named(struct tensors *t, const char *folder, const json_t *names, char *err)
{
	const char *name;
	json_t *unused;

	json_object_foreach((json_t *)names, name, unused)
	{
		int rc;

		(void)unused;
		if (strchr(name, '/') != NULL)
			return checkpoint_fail(err, "the index names a file in another folder: %.100s", name);
		rc = open_file(t, folder, name, err);
		if (rc > 0)
			return checkpoint_fail(err, "%.100s, which the index names, is not there", name);
		if (rc < 0)
			return -1;
	}
	return 0;
}

/* What the index promises must be there. */
static int check_index(const struct tensors *t, const json_t *map, char *err)
{
	const char *name;
	json_t *unused;

	json_object_foreach((json_t *)map, name, unused)
	{
		(void)unused;
		if (!tensors_has(t, name))
			return checkpoint_fail(err, "tensor %.100s is in the index and in no file", name);
	}
	return 0;
}

static int open_index(struct tensors *t, const char *folder, char *err)
{
	json_t *index, *names, *map, *file;
	const char *tensor;
	int rc = mapped_json(&index, folder, "model.safetensors.index.json", err);

	if (rc > 0)
		return checkpoint_fail(err, "there is no model.safetensors and no model.safetensors.index.json");
	if (rc < 0)
		return -1;
	names = json_object();
	map = json_object_get(index, "weight_map");
	rc = json_is_object(map) ? 0 : checkpoint_fail(err, "model.safetensors.index.json has no \"weight_map\"");
	json_object_foreach(map, tensor, file)
	{
		if (rc == 0 && !json_is_string(file))
			rc = checkpoint_fail(err, "tensor %.100s is in no file by the index", tensor);
		if (rc == 0)
			json_object_set_new(names, json_string_value(file), json_true());
	}
	if (rc == 0)
		rc = open_named(t, folder, names, err);
	if (rc == 0)
		rc = sort(t, err);
	if (rc == 0)
		rc = check_index(t, map, err);
	json_decref(names);
	json_decref(index);
	return rc;
}

struct tensors *tensors_of_folder(const char *folder, char err[CHECKPOINT_ERR_MAX])
{
	struct tensors *t = xcalloc(1, sizeof(*t));
	int rc = open_file(t, folder, "model.safetensors", err);

	if (rc == 0)
		rc = sort(t, err);
	else if (rc > 0)
		rc = open_index(t, folder, err);
	if (rc < 0)
		tensors_free(&t);
	return t;
}

struct tensors *tensors_of_bytes(const char *p, size_t n, char err[CHECKPOINT_ERR_MAX])
{
	struct tensors *t = xcalloc(1, sizeof(*t));
	const struct mapped file = {.p = p, .n = n};

	if (take_file(t, &file, "the file", err) < 0 || sort(t, err) < 0)
		tensors_free(&t);
	return t;
}

struct tensors *tensors_of_weights(const struct weights *w)
{
	struct tensors *t = xcalloc(1, sizeof(*t));

	t->weights = w;
	return t;
}

void tensors_free(struct tensors **ptr)
{
	struct tensors *t = *ptr;

	if (t == NULL)
		return;
	*ptr = NULL;
	for (size_t i = 0; i < t->n; i++)
		free(t->v[i].name);
	free(t->v);
	for (int i = 0; i < t->n_files; i++)
		mapped_release(&t->files[i]);
	free(t);
}

static const struct entry *find(const struct tensors *t, const char *name)
{
	const struct entry key = {.name = (char *)name};

	return t->n > 0 ? bsearch(&key, t->v, t->n, sizeof(key), by_name) : NULL;
}

/* In a weights file: int8 with a scale a row, or floats. */
static int find_weights(const struct tensors *t, const char *name, struct tensor *out, char *err)
{
	static const char ending[] = ".weight";
	size_t n = strlen(name), shape[WEIGHTS_DIMS_MAX];
	char why[WEIGHTS_ERR_MAX], scale[NAME_MAX_BYTES + 8];
	struct weights_want want = {.name = name, .type = WEIGHTS_F32};

	want.dims = weights_shape(t->weights, name, WEIGHTS_F32, shape, why);
	if (want.dims < 0) {
		want.type = WEIGHTS_I8;
		want.dims = weights_shape(t->weights, name, WEIGHTS_I8, shape, err);
	}
	if (want.dims < 0)
		return -1;
	memcpy(want.shape, shape, sizeof(shape));
	*out = (struct tensor){.type = want.type == WEIGHTS_I8 ? TENSOR_I8 : TENSOR_F32, .dims = want.dims, .count = 1};
	for (int i = 0; i < want.dims; i++) {
		out->shape[i] = shape[i];
		out->count *= shape[i];
	}
	out->p = weights_tensor(t->weights, &want, err);
	if (out->p == NULL || want.type == WEIGHTS_F32)
		return out->p != NULL ? 0 : -1;
	if (n < sizeof(ending) || n > NAME_MAX_BYTES || strcmp(name + n - strlen(ending), ending) != 0)
		return checkpoint_fail(err, "tensor %.100s is of type i8, not f32", name);
	snprintf(scale, sizeof(scale), "%.*s.scale", (int)(n - strlen(ending)), name);
	out->scale = weights_tensor(t->weights, &(struct weights_want){scale, WEIGHTS_F32, 1, {shape[0]}}, err);
	return out->scale != NULL ? 0 : -1;
}

bool tensors_has(const struct tensors *t, const char *name)
{
	char err[CHECKPOINT_ERR_MAX];
	size_t shape[WEIGHTS_DIMS_MAX];

	if (t->weights == NULL)
		return find(t, name) != NULL;
	return weights_shape(t->weights, name, WEIGHTS_F32, shape, err) >= 0 ||
	       weights_shape(t->weights, name, WEIGHTS_I8, shape, err) >= 0;
}

int tensors_find(const struct tensors *t, const char *name, struct tensor *out, char err[CHECKPOINT_ERR_MAX])
{
	const struct entry *e;

	if (t->weights != NULL)
		return find_weights(t, name, out, err);
	e = find(t, name);
	if (e == NULL)
		return checkpoint_fail(err, "tensor %.100s is missing", name);
	if (e->tensor.type == TENSOR_OTHER)
		return checkpoint_fail(err, "tensor %.100s is not of type F32, F16 or BF16", name);
	*out = e->tensor;
	return 0;
}

static float of_half(uint16_t h)
{
	uint32_t sign = (uint32_t)(h & 0x8000) << 16, exponent = h >> 10 & 31, rest = h & 0x3ff, bits;
	float v;

	if (exponent == 0) { /* zero and what is smaller than the smallest power */
		v = ldexpf((float)rest, -24);
		return sign != 0 ? -v : v;
	}
	bits = sign | (exponent == 31 ? 0xff : exponent + 112) << 23 | rest << 13;
	memcpy(&v, &bits, sizeof(v));
	return v;
}

static float of_brain(uint16_t h)
{
	uint32_t bits = (uint32_t)h << 16;
	float v;

	memcpy(&v, &bits, sizeof(v));
	return v;
}

void tensor_floats(const struct tensor *t, size_t first, size_t n, float *out)
{
	const char *p = (const char *)t->p + first * size_of(t->type);
	size_t row = t->dims > 0 && t->shape[0] > 0 ? t->count / t->shape[0] : 1;
	uint16_t half;

	if (t->type == TENSOR_F32) {
		memcpy(out, p, n * sizeof(*out));
		return;
	}
	for (size_t i = 0; i < n; i++) {
		if (t->type == TENSOR_I8) {
			out[i] = (float)(signed char)p[i] * t->scale[(first + i) / row];
			continue;
		}
		memcpy(&half, p + 2 * i, sizeof(half));
		out[i] = t->type == TENSOR_F16 ? of_half(half) : of_brain(half);
	}
}

void tensors_rest(const struct tensors *t)
{
	for (int i = 0; i < t->n_files; i++)
		mapped_rest(&t->files[i]);
}

void tensors_digest(const struct tensors *t, char out[65])
{
	uint8_t digests[FILES_MAX * CRYPTO_SHA256_LEN], digest[CRYPTO_SHA256_LEN];

	for (int i = 0; i < t->n_files; i++)
		crypto_sha256(t->files[i].p, t->files[i].n, digests + (size_t)i * CRYPTO_SHA256_LEN);
	if (t->n_files == 1)
		memcpy(digest, digests, sizeof(digest));
	else
		crypto_sha256(digests, (size_t)t->n_files * CRYPTO_SHA256_LEN, digest);
	crypto_hex(digest, sizeof(digest), out);
}
