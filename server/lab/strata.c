/* strata: see the header. */
#include "beat/strata.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

size_t strata_of(struct strata *s, const char *name)
{
	size_t i = 0;

	while (i < s->n && strcmp(s->names[i], name) != 0)
		i++;
	if (i < s->n)
		return i;
	s->names = xrealloc(s->names, (s->n + 1) * sizeof(*s->names));
	s->names[s->n] = xstrdup(name);
	s->sums = xrealloc(s->sums, (s->n + 1) * s->n_models * sizeof(*s->sums));
	memset(s->sums + s->n * s->n_models, 0, s->n_models * sizeof(*s->sums));
	return s->n++;
}

void strata_add(struct strata *s, size_t stratum, const struct score_best *best)
{
	for (size_t m = 0; m < s->n_models; m++)
		score_sum_add(&s->sums[stratum * s->n_models + m], &best[m]);
}

static bool strata_before(const char *a, const char *b)
{
	char *end_a, *end_b;
	double x = strtod(a, &end_a), y = strtod(b, &end_b);

	if (*a != '\0' && *b != '\0' && *end_a == '\0' && *end_b == '\0' && x != y)
		return x < y;
	return strcmp(a, b) < 0;
}

/* There are a handful: by insertion. */
void strata_sort(struct strata *s)
{
	size_t bytes = s->n_models * sizeof(*s->sums);
	struct score_sum *row = xcalloc(s->n_models + 1, sizeof(*row));

	for (size_t i = 1; i < s->n; i++) {
		char *name = s->names[i];
		size_t k = i;

		memcpy(row, s->sums + i * s->n_models, bytes);
		for (; k > 0 && strata_before(name, s->names[k - 1]); k--) {
			s->names[k] = s->names[k - 1];
			memcpy(s->sums + k * s->n_models, s->sums + (k - 1) * s->n_models, bytes);
		}
		s->names[k] = name;
		memcpy(s->sums + k * s->n_models, row, bytes);
	}
	free(row);
}

void strata_release(struct strata *s)
{
	for (size_t i = 0; i < s->n; i++)
		free(s->names[i]);
	free(s->names);
	free(s->sums);
	*s = (struct strata){.n_models = s->n_models};
}

struct score_sum strata_total(const struct strata *s, size_t model)
{
	struct score_sum all = {0};

	for (size_t i = 0; i < s->n; i++) {
		const struct score_sum *one = &s->sums[i * s->n_models + model];

		all.total += one->total;
		all.exact += one->exact;
		all.f1 += one->f1;
	}
	return all;
}

size_t strata_agreement(const struct dataset_question *q)
{
	struct text_norm *norms = xcalloc(q->n_answers + 1, sizeof(*norms));
	size_t most = 0;

	for (size_t i = 0; i < q->n_answers; i++)
		text_normalise(q->answers[i].text, q->answers[i].text_n, &norms[i]);
	for (size_t i = 0; i < q->n_answers; i++) {
		size_t same = 0;

		for (size_t k = 0; k < q->n_answers; k++)
			same += score_norms(&norms[i], &norms[k]).exact;
		most = same > most ? same : most;
	}
	for (size_t i = 0; i < q->n_answers; i++)
		text_norm_release(&norms[i]);
	free(norms);
	return most;
}

struct strata_expected strata_reweigh(const struct strata *from, size_t model, const struct strata *to)
{
	struct strata_expected e = {0, 0, 0};
	size_t all = 0, covered = 0;

	for (size_t i = 0; i < to->n; i++) {
		size_t n = to->sums[i * to->n_models].total, k = 0;
		const struct score_sum *known;

		all += n;
		while (k < from->n && strcmp(from->names[k], to->names[i]) != 0)
			k++;
		known = k < from->n ? &from->sums[k * from->n_models + model] : NULL;
		if (known == NULL || known->total == 0)
			continue;
		covered += n;
		e.exact += (double)n * score_sum_exact(known);
		e.f1 += (double)n * score_sum_f1(known);
	}
	e.exact = covered > 0 ? e.exact / (double)covered : NAN;
	e.f1 = covered > 0 ? e.f1 / (double)covered : NAN;
	e.covered = all > 0 ? (double)covered / (double)all : NAN;
	return e;
}
