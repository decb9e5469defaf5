/* altered: the worst of several altered passages: see strata.h. */
#include <stdlib.h>
#include <string.h>

#include "beat/json.h"
#include "beat/rng.h"
#include "beat/strata.h"

/* One question of one model. */
struct altered_cell {
	struct score_best original, worst, one;
};
struct altered_question {
	bool has_original;
	size_t alterations;
	uint64_t drawn; /* the alteration with the least number is the one */
};
struct altered {
	char *mark;
	size_t n_models;
	uint64_t seed;
	json_t *index; /* by the original's id: the place below */
	struct altered_question *questions;
	struct altered_cell *cells; /* [question * n_models + model] */
	size_t n, room;
};

struct altered *altered_new(const char *mark, size_t n_models, uint64_t seed)
{
	struct altered *a = xcalloc(1, sizeof(*a));

	a->mark = xstrdup(mark);
	a->n_models = n_models;
	a->seed = seed;
	a->index = json_object();
	return a;
}

static size_t altered_place(struct altered *a, const char *id, size_t n)
{
	char *base = xmemdup0(id, n);
	const json_t *known = json_object_get(a->index, base);
	size_t place = known != NULL ? (size_t)json_integer_value(known) : a->n;

	if (known == NULL) {
		json_object_set_new(a->index, base, json_integer((json_int_t)a->n));
		if (a->n == a->room) {
			a->room = a->room > 0 ? a->room * 2 : 256;
			a->questions = xrealloc(a->questions, a->room * sizeof(*a->questions));
			a->cells = xrealloc(a->cells, a->room * a->n_models * sizeof(*a->cells));
		}
		a->questions[a->n] = (struct altered_question){0};
		memset(a->cells + a->n * a->n_models, 0, a->n_models * sizeof(*a->cells));
		a->n++;
	}
	free(base);
	return place;
}

static void altered_worse(struct altered_cell *c, const struct score_best *b, bool first)
{
	c->worst.exact = b->exact && (first || c->worst.exact);
	if (first || b->f1 < c->worst.f1)
		c->worst.f1 = b->f1;
}

void altered_add(struct altered *a, const char *id, const struct score_best *best)
{
	const char *mark = strstr(id, a->mark);
	size_t place = altered_place(a, id, mark != NULL && mark > id ? (size_t)(mark - id) : strlen(id));
	struct altered_question *q = &a->questions[place];
	struct altered_cell *cells = &a->cells[place * a->n_models];
	struct rng r = rng_seeded(a->seed, id);
	uint64_t drawn = rng_next(&r);
	bool altered = mark != NULL && mark > id, first = q->alterations == 0;

	for (size_t m = 0; m < a->n_models; m++) {
		if (!altered)
			cells[m].original = best[m];
		else
			altered_worse(&cells[m], &best[m], first);
		if (altered && (first || drawn < q->drawn))
			cells[m].one = best[m];
	}
	q->has_original |= !altered;
	if (altered && (first || drawn < q->drawn))
		q->drawn = drawn;
	q->alterations += altered;
}

struct altered_sums altered_sums(const struct altered *a, size_t model)
{
	struct altered_sums s = {0};

	for (size_t i = 0; i < a->n; i++) {
		const struct altered_cell *c = &a->cells[i * a->n_models + model];
		bool altered = a->questions[i].alterations > 0;

		if (a->questions[i].has_original)
			score_sum_add(&s.original, &c->original);
		score_sum_add(&s.worst, altered ? &c->worst : &c->original);
		score_sum_add(&s.one, altered ? &c->one : &c->original);
	}
	return s;
}

size_t altered_questions(const struct altered *a, size_t *alterations)
{
	*alterations = 0;
	for (size_t i = 0; i < a->n; i++)
		*alterations += a->questions[i].alterations;
	return a->n;
}

void altered_free(struct altered **a)
{
	if (*a == NULL)
		return;
	json_decref((*a)->index);
	free((*a)->mark);
	free((*a)->questions);
	free((*a)->cells);
	free(*a);
	*a = NULL;
}
