/* weights: see weights.h. Invariant: every tensor in the table lies whole inside the
 * bytes, aligned, behind the header; so whoever gets a pointer may read it all. */
#include "weights.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "beat/crypto.h"
#include "beat/json.h"
#include "beat/text.h"

enum { HEADER_MAX = 1 << 20, TENSORS_MAX = 4096, WORD_MAX = 64 };

const struct weights_type_info weights_types[WEIGHTS_TYPES] = {
    [WEIGHTS_F32] = {"f32", 4},
    [WEIGHTS_I8] = {"i8", 1},
    [WEIGHTS_I16] = {"i16", 2},
    [WEIGHTS_U32] = {"u32", 4},
};

struct tensor {
	const char *name; /* of the header */
	enum weights_type type;
	int dims;
	size_t shape[WEIGHTS_DIMS_MAX], count, at;
};

struct weights {
	const uint8_t *p;
	size_t n;
	void *mapped; /* p if the file is, or NULL */
	json_t *header, *config;
	const char *version;
	char hash[2 * CRYPTO_SHA256_LEN + 1];
	struct reader_measure measured;
	struct tensor *tensors; /* by name */
	size_t n_tensors;
};

static int fail(char *err, const char *fmt, ...) BEAT_PRINTF(2, 3);

static int fail(char *err, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(err, WEIGHTS_ERR_MAX, fmt, ap);
	va_end(ap);
	return -1;
}

/* What stands in lines of log and in tables, beside answers and in what is said here. */
static bool is_word(const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (s[i] <= ' ' || s[i] > '~')
			return false;
	}
	return n >= 1 && n <= WORD_MAX;
}

/* What people are told in any script: without what could play with a terminal. */
static bool is_plain(const char *s, size_t n)
{
	uint32_t c;

	for (size_t i = 0; i < n;) {
		i += text_decode(s + i, n - i, &c);
		if (text_is_control(c))
			return false;
	}
	return true;
}

static uint64_t little(const uint8_t *p, int bytes)
{
	uint64_t v = 0;

	for (int i = bytes - 1; i >= 0; i--)
		v = v << 8 | p[i];
	return v;
}

static int check_frame(struct weights *w, size_t *header_n, char *err)
{
	uint8_t digest[CRYPTO_SHA256_LEN];

	if (w->n < WEIGHTS_HEAD)
		return fail(err, "it is too short to be a weights file (%zu bytes)", w->n);
	if (memcmp(w->p, WEIGHTS_MAGIC, 8) != 0)
		return fail(err, "it is not a weights file");
	if (little(w->p + 8, 4) != WEIGHTS_FORMAT)
		return fail(err, "it has format %u, this program reads format %d", (unsigned)little(w->p + 8, 4),
			    WEIGHTS_FORMAT);
	if (little(w->p + 16, 8) != w->n)
		return fail(err, "it has %zu bytes and should have %llu: it is not whole", w->n,
			    (unsigned long long)little(w->p + 16, 8));
	*header_n = (size_t)little(w->p + 12, 4);
	if (*header_n > HEADER_MAX || *header_n > w->n - WEIGHTS_HEAD)
		return fail(err, "its header is said to be %zu bytes long, which is too much", *header_n);
	crypto_sha256(w->p + WEIGHTS_HEAD, w->n - WEIGHTS_HEAD, digest);
	if (memcmp(digest, w->p + 24, sizeof(digest)) != 0)
		return fail(err, "its SHA-256 is not the one it carries: it is damaged");
	crypto_hex(digest, sizeof(digest), w->hash);
	return 0;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct tensor *)a)->name, ((const struct tensor *)b)->name);
}

static int take_type(const json_t *o, struct tensor *t, char *err)
{
	const char *type;
	size_t n;

	if (json_get_str(o, "type", &type, &n, err) != 0)
		return -1;
	for (int i = 0; i < WEIGHTS_TYPES; i++) {
		if (strcmp(weights_types[i].name, type) == 0) {
			t->type = (enum weights_type)i;
			return 0;
		}
	}
	return fail(err, "tensor %.64s is of a type that is not known", t->name);
}

static int take_shape(const struct weights *w, const json_t *o, struct tensor *t, char *err)
{
	json_t *shape = json_object_get(o, "shape");

	if (!json_is_array(shape) || json_array_size(shape) < 1 || json_array_size(shape) > WEIGHTS_DIMS_MAX)
		return fail(err, "tensor %.64s has no shape of 1 to %d numbers", t->name, WEIGHTS_DIMS_MAX);
	t->dims = (int)json_array_size(shape);
	t->count = 1;
	for (int i = 0; i < t->dims; i++) {
		json_t *v = json_array_get(shape, (size_t)i);
		json_int_t n = json_is_integer(v) ? json_integer_value(v) : 0;

		/* No product can overflow: a tensor never has more numbers than the file has bytes. */
		if (n < 1 || (uint64_t)n > w->n / t->count)
			return fail(err, "tensor %.64s has a shape that does not fit into the file", t->name);
		t->shape[i] = (size_t)n;
		t->count *= (size_t)n;
	}
	return 0;
}

static int take_place(const struct weights *w, const json_t *o, size_t data, struct tensor *t, char *err)
{
	int64_t at;

	if (json_get_int(o, "at", 0, INT64_MAX, &at, err) != 0)
		return -1;
	t->at = (size_t)at;
	if (t->at % WEIGHTS_ALIGN != 0)
		return fail(err, "tensor %.64s does not begin at a multiple of %d bytes", t->name, WEIGHTS_ALIGN);
	if (t->at < data || t->at > w->n || t->count > (w->n - t->at) / weights_types[t->type].size)
		return fail(err, "tensor %.64s lies outside the file", t->name);
	return 0;
}

static int take_tensors(struct weights *w, size_t header_n, char *err)
{
	const json_t *list = json_object_get(w->header, "tensors");
	size_t n = json_array_size(list), name_n;

	if (!json_is_array(list) || n > TENSORS_MAX)
		return fail(err, "its header has no list of at most %d tensors", TENSORS_MAX);
	w->tensors = xcalloc(n + 1, sizeof(*w->tensors));
	for (size_t i = 0; i < n; i++) {
		const json_t *o = json_array_get(list, i);
		struct tensor *t = &w->tensors[i];

		if (!json_is_object(o))
			return fail(err, "its list of tensors has something in it that is no object");
		if (json_get_str(o, "name", &t->name, &name_n, err) != 0)
			return -1;
		if (!is_word(t->name, name_n))
			return fail(err, "its tensor %zu is called by no word of 1 to %d ASCII characters", i,
				    WORD_MAX);
		if (take_type(o, t, err) != 0 || take_shape(w, o, t, err) != 0 ||
		    take_place(w, o, WEIGHTS_HEAD + header_n, t, err) != 0)
			return -1;
	}
	w->n_tensors = n;
	qsort(w->tensors, n, sizeof(*w->tensors), by_name);
	for (size_t i = 1; i < n; i++) {
		if (by_name(&w->tensors[i - 1], &w->tensors[i]) == 0)
			return fail(err, "tensor %.64s is there twice", w->tensors[i].name);
	}
	return 0;
}

static int take_measured(struct weights *w, char *err)
{
	const json_t *first = json_array_get(json_object_get(w->header, "measured"), 0);
	struct reader_measure *m = &w->measured;
	struct {
		const char *key;
		int max, *v;
	} numbers[] = {{"questions", INT32_MAX, &m->questions},
		       {"em", 1000, &m->em_permille},
		       {"f1", 1000, &m->f1_permille},
		       {"wins", 1000, &m->wins_permille}};
	const char *on;
	size_t n;
	int64_t v;

	if (first == NULL)
		return 0;
	if (json_get_str(first, "on", &on, &n, err) != 0)
		return -1;
	if (n == 0 || n >= sizeof(m->on))
		return fail(err, "its header says in too many words (or none) on what it was measured");
	if (!is_plain(on, n))
		return fail(err, "its header says with control characters on what it was measured");
	for (size_t i = 0; i < ARRAY_LEN(numbers); i++) {
		if (json_get_int(first, numbers[i].key, 0, numbers[i].max, &v, err) != 0)
			return -1;
		*numbers[i].v = (int)v;
	}
	memcpy(m->on, on, n + 1);
	return 0;
}

static int take_version(struct weights *w, char *err)
{
	size_t n;

	if (json_get_str(w->header, "version", &w->version, &n, err) != 0)
		return -1;
	if (!is_word(w->version, n))
		return fail(err, "its version is no word of 1 to %d ASCII characters", WORD_MAX);
	return 0;
}

/* The sentence of the parser quotes the header. */
static const char *ascii(char *s)
{
	for (char *p = s; *p != '\0'; p++) {
		if (*p < ' ' || *p > '~')
			*p = '?';
	}
	return s;
}

static int take_header(struct weights *w, size_t header_n, const char *reader, char *err)
{
	char why[JSON_ERR_MAX];
	const char *name;
	size_t n;

	w->header = json_parse((const char *)w->p + WEIGHTS_HEAD, header_n, why);
	if (w->header == NULL)
		return fail(err, "its header is no JSON object: %.200s", ascii(why));
	if (!json_is_object(w->header))
		return fail(err, "its header is no JSON object");
	if (json_get_str(w->header, "reader", &name, &n, err) != 0)
		return -1;
	if (!is_word(name, n))
		return fail(err, "its reader is called by no word of 1 to %d ASCII characters", WORD_MAX);
	if (strcmp(name, reader) != 0)
		return fail(err, "it is for the reader %s, not for %s", name, reader);
	if (take_version(w, err) != 0 || json_get_obj(w->header, "config", &w->config, err) != 0)
		return -1;
	return take_measured(w, err) != 0 || take_tensors(w, header_n, err) != 0 ? -1 : 0;
}

static struct weights *check(struct weights *w, const char *reader, char *err)
{
	size_t header_n = 0;

	if (check_frame(w, &header_n, err) != 0 || take_header(w, header_n, reader, err) != 0)
		weights_free(&w);
	return w;
}

struct weights *weights_view(const void *p, size_t n, const char *reader, char err[WEIGHTS_ERR_MAX])
{
	struct weights *w = xcalloc(1, sizeof(*w));

	w->p = p;
	w->n = n;
	return check(w, reader, err);
}

/* -1 and a sentence, or w->p and w->n are the file's. */
static int map(struct weights *w, int fd, char *err)
{
	struct stat st;
	void *p;

	if (fstat(fd, &st) != 0)
		return fail(err, "it cannot be read: %s", strerror(errno));
	if (!S_ISREG(st.st_mode))
		return fail(err, "it is not a plain file");
	w->n = (size_t)st.st_size;
	if (w->n < WEIGHTS_HEAD)
		return 0; /* an empty file cannot be mapped; check_frame() tells */
	p = mmap(NULL, w->n, PROT_READ, MAP_PRIVATE, fd, 0);
	if (p == MAP_FAILED)
		return fail(err, "it cannot be mapped into memory: %s", strerror(errno));
	w->p = p;
	w->mapped = p;
	return 0;
}

struct weights *weights_open(const char *path, const char *reader, char err[WEIGHTS_ERR_MAX])
{
	struct weights *w = xcalloc(1, sizeof(*w));
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), failed; /* a pipe is refused, not waited for */

	if (fd < 0) {
		fail(err, "it cannot be opened: %s", strerror(errno));
		weights_free(&w);
		return NULL;
	}
	failed = map(w, fd, err);
	close(fd);
	if (failed != 0) {
		weights_free(&w);
		return NULL;
	}
	return check(w, reader, err);
}

void weights_free(struct weights **w)
{
	if (*w == NULL)
		return;
	json_decref((*w)->header);
	free((*w)->tensors);
	if ((*w)->mapped != NULL)
		munmap((*w)->mapped, (*w)->n);
	free(*w);
	*w = NULL;
}

const char *weights_version(const struct weights *w)
{
	return w->version;
}

const char *weights_hash(const struct weights *w)
{
	return w->hash;
}

const struct reader_measure *weights_measured(const struct weights *w)
{
	return &w->measured;
}

int weights_int(const struct weights *w, struct weights_range range, int *v, char err[WEIGHTS_ERR_MAX])
{
	const json_t *o = json_object_get(w->config, range.key);
	double x = json_number_value(o);

	if (!json_is_integer(o) || x < range.min || x > range.max)
		return fail(err, "\"%s\" of its config is no whole number from %g to %g", range.key, range.min,
			    range.max);
	*v = (int)x;
	return 0;
}

int weights_real(const struct weights *w, struct weights_range range, double *v, char err[WEIGHTS_ERR_MAX])
{
	const json_t *o = json_object_get(w->config, range.key);
	double x = json_number_value(o);

	if (!json_is_number(o) || x < range.min || x > range.max)
		return fail(err, "\"%s\" of its config is no number from %g to %g", range.key, range.min, range.max);
	*v = x;
	return 0;
}

int weights_text(const struct weights *w, const char *key, const char **v, char err[WEIGHTS_ERR_MAX])
{
	const json_t *o = json_object_get(w->config, key);

	*v = json_string_value(o);
	return o == NULL || *v != NULL ? 0 : fail(err, "\"%s\" of its config is no text", key);
}

static const struct tensor *find(const struct weights *w, const char *name, enum weights_type type, char *err)
{
	struct tensor key = {.name = name};
	const struct tensor *t = bsearch(&key, w->tensors, w->n_tensors, sizeof(key), by_name);

	if (t == NULL)
		fail(err, "tensor %.64s is missing", name);
	else if (t->type != type)
		fail(err, "tensor %.64s is of type %s, not %s", name, weights_types[t->type].name,
		     weights_types[type].name);
	return t != NULL && t->type == type ? t : NULL;
}

int weights_shape(const struct weights *w, const char *name, enum weights_type type, size_t shape[WEIGHTS_DIMS_MAX],
		  char err[WEIGHTS_ERR_MAX])
{
	const struct tensor *t = find(w, name, type, err);

	if (t == NULL)
		return -1;
	memcpy(shape, t->shape, sizeof(t->shape));
	return t->dims;
}

static bool all_finite(const void *p, size_t n)
{
	const uint32_t *bits = p, exponent = 0x7f800000;
	uint32_t bad = 0;

	for (size_t i = 0; i < n; i++)
		bad |= (bits[i] & exponent) == exponent;
	return bad == 0;
}

const void *weights_tensor(const struct weights *w, const struct weights_want *want, char err[WEIGHTS_ERR_MAX])
{
	const struct tensor *t = find(w, want->name, want->type, err);

	if (t == NULL)
		return NULL;
	if (t->dims != want->dims || memcmp(t->shape, want->shape, (size_t)t->dims * sizeof(*t->shape)) != 0) {
		fail(err, "tensor %.64s does not have the shape that the config asks for", want->name);
		return NULL;
	}
	if (t->type == WEIGHTS_F32 && !all_finite(w->p + t->at, t->count)) {
		fail(err, "tensor %.64s has a number in it that is not finite", want->name);
		return NULL;
	}
	return w->p + t->at;
}
