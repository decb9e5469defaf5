/* concur_read: scores from CSV. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beat/concur.h"
#include "beat/csv.h"

struct concur_reading {
	struct concur *c;
	struct csv csv;
	struct buf field;
	char *err;
};

static int concur_wrong(struct concur_reading *r, size_t line, const char *what)
{
	snprintf(r->err, CONCUR_ERR, "line %zu: %s.", line, what);
	return -1;
}

static const char *concur_field(struct concur_reading *r)
{
	return r->field.p != NULL ? r->field.p : "";
}

/* A list of texts that grows by one. */
static void concur_push(char ***list, size_t n, const char *s)
{
	*list = xrealloc(*list, (n + 1) * sizeof(**list));
	(*list)[n] = xstrdup(s);
}

static int concur_head(struct concur_reading *r)
{
	static const char *const FIRST[] = {"model", "group"};
	enum csv_got got = CSV_FIELD;

	if (r->csv.end - r->csv.p >= 3 && memcmp(r->csv.p, "\xef\xbb\xbf", 3) == 0)
		r->csv.p += 3;
	for (size_t i = 0; got == CSV_FIELD; i++) {
		got = csv_next(&r->csv, &r->field);
		if (got == CSV_BAD || got == CSV_END || (i < 2 && (strcmp(concur_field(r), FIRST[i]) != 0)))
			return concur_wrong(
			    r, 1, "the header must be model,group,NAME,NAME,… with a name for each benchmark");
		if (i < 2)
			continue;
		if (*concur_field(r) == '\0' || concur_find(r->c, concur_field(r)) < r->c->n_benchmarks)
			return concur_wrong(r, 1, "a benchmark has no name, or one that another has");
		if (r->c->n_benchmarks == CONCUR_BENCHMARKS)
			return concur_wrong(r, 1, "there are more than 200 benchmarks");
		concur_push(&r->c->benchmarks, r->c->n_benchmarks++, concur_field(r));
	}
	return r->c->n_benchmarks >= 2 ? 0 : concur_wrong(r, 1, "at least two benchmarks are needed");
}

static int concur_score(struct concur_reading *r, size_t line, double *out)
{
	const char *s = concur_field(r);
	char *end;

	*out = NAN;
	if (*s == '\0')
		return 0;
	*out = strtod(s, &end);
	if (*end != '\0' || !isfinite(*out))
		return concur_wrong(r, line, "a score is no number (empty: not known)");
	return 0;
}

static void concur_group(struct concur *c, const char *name)
{
	for (size_t i = 0; i < c->n_names; i++)
		if (strcmp(c->names[i], name) == 0)
			return;
	if (*name != '\0')
		concur_push(&c->names, c->n_names++, name);
}

static int concur_model(struct concur_reading *r, const char *name)
{
	struct concur *c = r->c;

	for (size_t i = 0; i < c->n_models; i++)
		if (strcmp(c->models[i], name) == 0)
			return concur_wrong(r, r->csv.line, "this model stood before");
	if (c->n_models == CONCUR_MODELS)
		return concur_wrong(r, r->csv.line, "there are more than 2,000 models");
	concur_push(&c->models, c->n_models, name);
	c->groups = xrealloc(c->groups, (c->n_models + 1) * sizeof(*c->groups));
	c->groups[c->n_models] = NULL;
	c->scores = xrealloc(c->scores, (c->n_models + 1) * c->n_benchmarks * sizeof(*c->scores));
	c->n_models++;
	return 0;
}

/* One row behind its first field. */
static int concur_row(struct concur_reading *r, enum csv_got got, size_t line)
{
	struct concur *c = r->c;
	size_t row = c->n_models - 1;

	for (size_t i = 0; i <= c->n_benchmarks; i++) {
		if (got != CSV_FIELD)
			return concur_wrong(r, line,
					    "it has fewer fields than the header, or a quote that does not end");
		got = csv_next(&r->csv, &r->field);
		if (i == 0) {
			c->groups[row] = xstrdup(concur_field(r));
			concur_group(c, c->groups[row]);
		} else if (concur_score(r, line, &c->scores[row * c->n_benchmarks + i - 1]) != 0) {
			return -1;
		}
	}
	return got == CSV_LAST ? 0 : concur_wrong(r, line, "it has more fields than the header");
}

static int concur_rows(struct concur_reading *r)
{
	enum csv_got got;

	for (;;) {
		size_t line = r->csv.line;

		got = csv_next(&r->csv, &r->field);
		if (got == CSV_END)
			break;
		if (got == CSV_LAST && *concur_field(r) == '\0')
			continue;
		if (got == CSV_BAD || *concur_field(r) == '\0')
			return concur_wrong(r, line, "it begins with no model's name");
		if (concur_model(r, concur_field(r)) != 0 || concur_row(r, got, line) != 0)
			return -1;
	}
	return r->c->n_models > 0 ? 0 : concur_wrong(r, r->csv.line, "there is no model");
}

int concur_read(struct concur *c, const char *csv, size_t n, char err[CONCUR_ERR])
{
	struct concur_reading r = {.c = c, .csv = {csv, csv + n, 0}, .err = err};
	int rc;

	*c = (struct concur){0};
	rc = memchr(csv, '\0', n) != NULL ? concur_wrong(&r, 1, "it has a NUL character, so it is no CSV")
					  : concur_head(&r);
	if (rc == 0)
		rc = concur_rows(&r);
	buf_release(&r.field);
	if (rc != 0)
		concur_release(c);
	return rc;
}

static void concur_free_list(char **list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(list[i]);
	free(list);
}

void concur_release(struct concur *c)
{
	concur_free_list(c->models, c->n_models);
	concur_free_list(c->groups, c->n_models);
	concur_free_list(c->benchmarks, c->n_benchmarks);
	concur_free_list(c->names, c->n_names);
	free(c->scores);
	*c = (struct concur){0};
}

size_t concur_find(const struct concur *c, const char *name)
{
	size_t i = 0;

	while (i < c->n_benchmarks && strcmp(c->benchmarks[i], name) != 0)
		i++;
	return i;
}
