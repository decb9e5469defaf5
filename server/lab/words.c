/* words: word vectors and nearest neighbours: see synth.h. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <uthash.h>

#include "beat/source.h"
#include "beat/synth.h"
#include "beat/text.h"

struct words_entry {
	size_t index;
	UT_hash_handle hh;
	char text[];
};

struct words {
	struct words_entry **entries, *by_text; /* uthash keeps their addresses, so each is allocated */
	float *vectors;
	uint32_t **near;
	size_t n, cap, dim;
};

static int words_wrong(char err[WORDS_ERR], const char *path, size_t line, const char *what)
{
	snprintf(err, WORDS_ERR, "%s: line %zu: %s.", path, line, what);
	return -1;
}

static void words_grow(struct words *w)
{
	if (w->n < w->cap)
		return;
	w->cap = w->cap == 0 ? 1024 : 2 * w->cap;
	w->entries = xrealloc(w->entries, w->cap * sizeof(void *));
	w->vectors = xrealloc(w->vectors, w->cap * w->dim * sizeof(*w->vectors));
}

static bool words_unit(float *v, size_t dim)
{
	double square = 0;

	for (size_t i = 0; i < dim; i++)
		square += (double)v[i] * v[i];
	if (!(square > 0) || !isfinite(square))
		return false;
	for (size_t i = 0; i < dim; i++)
		v[i] = (float)(v[i] / sqrt(square));
	return true;
}

/* The numbers behind the word; how many there are, or -1. */
static long words_numbers(char *p, float **v, size_t *cap)
{
	size_t n = 0;

	for (char *end; *p != '\0'; p = end + strspn(end, " \t\r")) {
		float x = strtof(p, &end);

		if (end == p)
			return -1;
		if (n == *cap) {
			*cap = *cap == 0 ? 512 : 2 * *cap;
			*v = xrealloc(*v, *cap * sizeof(**v));
		}
		(*v)[n++] = x;
	}
	return (long)n;
}

static void words_add(struct words *w, const char *text, const float *v)
{
	struct words_entry *e;
	size_t n = strlen(text);

	HASH_FIND(hh, w->by_text, text, n, e);
	if (e != NULL)
		return;
	words_grow(w);
	e = xmalloc(sizeof(*e) + n + 1);
	e->index = w->n;
	memcpy(e->text, text, n + 1);
	HASH_ADD_KEYPTR(hh, w->by_text, e->text, n, e);
	memcpy(w->vectors + w->n * w->dim, v, w->dim * sizeof(*v));
	w->entries[w->n++] = e;
}

struct words_reading {
	struct words *w;
	const char *path;
	float *v;
	size_t cap, line;
	char *err;
};

static int words_line(struct words_reading *r, char *line)
{
	char *space = line + strcspn(line, " \t");
	long dim;

	if (*line == '\0')
		return 0;
	if (*space == '\0' || space == line || space - line > WORDS_LENGTH)
		return words_wrong(r->err, r->path, r->line, "a line is a word and its numbers, separated by spaces");
	*space++ = '\0';
	dim = words_numbers(space + strspn(space, " \t"), &r->v, &r->cap);
	if (r->line == 1 && dim == 1)
		return 0; /* "how many words, how many numbers" */
	if (dim < 2 || (r->w->dim != 0 && (size_t)dim != r->w->dim))
		return words_wrong(r->err, r->path, r->line, "it has no numbers, or not as many as the lines before");
	if (!text_is_utf8(line, strlen(line)))
		return words_wrong(r->err, r->path, r->line, "the word is not UTF-8");
	r->w->dim = (size_t)dim;
	if (words_unit(r->v, r->w->dim))
		words_add(r->w, line, r->v);
	return 0;
}

static int words_lines(struct words_reading *r, struct source *s, size_t most)
{
	struct buf line = BUF_INIT;
	int c, rc = 0;

	while (rc == 0 && (most == 0 || r->w->n < most) && (c = source_byte(s)) != SOURCE_END) {
		if (c != '\n') {
			buf_addc(&line, (char)c);
			continue;
		}
		r->line++;
		rc = line.n > 0 ? words_line(r, line.p) : 0;
		buf_clear(&line);
	}
	if (rc == 0 && source_error(s) != NULL)
		rc = words_wrong(r->err, r->path, r->line, source_error(s));
	if (rc == 0 && line.n > 0 && (most == 0 || r->w->n < most)) {
		r->line++;
		rc = words_line(r, line.p);
	}
	buf_release(&line);
	return rc;
}

struct words *words_read(const char *path, size_t most, char err[WORDS_ERR])
{
	struct words *w = xcalloc(1, sizeof(*w));
	struct words_reading r = {.w = w, .path = path, .err = err};
	char why[SOURCE_ERR_MAX];
	struct source *s = source_open(path, why);
	int rc = -1;

	if (s == NULL)
		snprintf(err, WORDS_ERR, "%s: %s.", path, why);
	else
		rc = words_lines(&r, s, most);
	if (rc == 0 && w->n < 2)
		rc = words_wrong(err, path, r.line, "there are fewer than two words in it");
	free(r.v);
	source_free(&s);
	w->near = xcalloc(w->n + 1, sizeof(*w->near));
	if (rc != 0)
		words_free(&w);
	return w;
}

void words_free(struct words **w)
{
	if (*w == NULL)
		return;
	HASH_CLEAR(hh, (*w)->by_text);
	for (size_t i = 0; i < (*w)->n; i++) {
		free((*w)->entries[i]);
		free((*w)->near[i]);
	}
	free((*w)->entries);
	free((*w)->vectors);
	free((*w)->near);
	free(*w);
	*w = NULL;
}

size_t words_count(const struct words *w)
{
	return w->n;
}

const char *words_text(const struct words *w, size_t i)
{
	return w->entries[i]->text;
}

size_t words_find(const struct words *w, const char *s, size_t n)
{
	struct words_entry *e;

	HASH_FIND(hh, w->by_text, s, n, e);
	return e != NULL ? e->index : w->n;
}

void words_keep(struct words *w, const bool *marks)
{
	size_t kept = 0;

	HASH_CLEAR(hh, w->by_text);
	for (size_t i = 0; i < w->n; i++) {
		struct words_entry *e = w->entries[i];

		if (!marks[i]) {
			free(e);
			continue;
		}
		memmove(w->vectors + kept * w->dim, w->vectors + i * w->dim, w->dim * sizeof(*w->vectors));
		e->index = kept;
		HASH_ADD_KEYPTR(hh, w->by_text, e->text, strlen(e->text), e);
		w->entries[kept++] = e;
	}
	w->n = kept;
}

static float words_dot(const float *a, const float *b, size_t dim)
{
	float sum = 0;

	for (size_t i = 0; i < dim; i++)
		sum += a[i] * b[i];
	return sum;
}

/* Vectors have length 1, so the nearest have the greatest products; of equal ones the earlier word is nearer. */
const uint32_t *words_near(struct words *w, size_t i, size_t *n)
{
	float best[WORDS_NEAR] = {0}, product;
	size_t found = 0;

	*n = w->n - 1 < WORDS_NEAR ? w->n - 1 : WORDS_NEAR;
	if (w->near[i] != NULL)
		return w->near[i];
	w->near[i] = xcalloc(WORDS_NEAR, sizeof(*w->near[i]));
	for (size_t k = 0; *n > 0 && k < w->n; k++) {
		size_t at;

		if (k == i)
			continue;
		product = words_dot(w->vectors + i * w->dim, w->vectors + k * w->dim, w->dim);
		if (found > 0 && found == *n && product <= best[found - 1])
			continue;
		for (at = found < *n ? found++ : found - 1; at > 0 && best[at - 1] < product; at--) {
			best[at] = best[at - 1];
			w->near[i][at] = w->near[i][at - 1];
		}
		best[at] = product;
		w->near[i][at] = (uint32_t)k;
	}
	return w->near[i];
}
