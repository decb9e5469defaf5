/* expert_score: who comes to what on each set. */
#include <stdlib.h>
#include <string.h>

#include "beat/expert.h"

/* Rows are in the order of sets, of who, and of being added. */
static bool goes_before(const struct expert_row *row, size_t set, enum expert_who who)
{
	return row->set != set ? row->set < set : row->who <= who;
}

struct expert_row *expert_row(struct expert_report *r, size_t set, enum expert_who who, const char *name)
{
	size_t at = 0;

	while (at < r->n && goes_before(&r->rows[at], set, who)) {
		if (r->rows[at].set == set && r->rows[at].who == who && strcmp(r->rows[at].name, name) == 0)
			return &r->rows[at];
		at++;
	}
	r->rows = xrealloc(r->rows, (r->n + 1) * sizeof(*r->rows));
	memmove(r->rows + at + 1, r->rows + at, (r->n++ - at) * sizeof(*r->rows));
	r->rows[at] = (struct expert_row){.set = set, .who = who, .name = xstrdup(name)};
	return &r->rows[at];
}

void expert_count(struct expert_row *row, bool exact, double f1)
{
	row->n++;
	row->exact += exact;
	interval_add(&row->f1, f1);
}

static void count_crowd(struct expert_report *r, size_t set, const struct text_norm *known, size_t n)
{
	for (size_t i = 0; n > 1 && i < n; i++) {
		struct score_best best = score_leave_one_out(known, n, i);

		expert_count(expert_row(r, set, EXPERT_CROWD, "crowd"), best.exact, best.f1);
	}
}

static int count_model(struct expert_report *r, size_t set, const struct eval_model *m, const json_t *said,
		       const struct text_norm *known, size_t n)
{
	struct score_best best = {0};
	struct text_norm pred;

	if (said && !json_is_string(said))
		return cli_fail("expert: %s: predictions must be strings, not %s.", m->files.v[0],
				json_type_name(json_typeof(said)));
	text_normalise(said ? json_string_value(said) : "", json_string_length(said), &pred);
	for (size_t i = 0; said && i < n; i++) {
		struct score one = score_norms(&known[i], &pred);

		score_best_add(&best, &one);
	}
	text_norm_release(&pred);
	expert_count(expert_row(r, set, EXPERT_MODEL, m->name), best.exact, best.f1);
	return CLI_OK;
}

int expert_question(struct expert_report *r, size_t set, const char *id, const json_t *answers,
		    const struct eval_models *models)
{
	size_t n = json_array_size(answers);
	struct text_norm *known = xcalloc(n, sizeof(*known));
	int rc = CLI_OK;

	for (size_t i = 0; i < n; i++) {
		const json_t *text = json_object_get(json_array_get(answers, i), "text");

		text_normalise(json_string_value(text), json_string_length(text), &known[i]);
	}
	count_crowd(r, set, known, n);
	for (size_t m = 0; rc == CLI_OK && m < models->n; m++)
		rc = count_model(r, set, &models->v[m], json_object_get(models->v[m].answers, id), known, n);
	for (size_t i = 0; i < n; i++)
		text_norm_release(&known[i]);
	free(known);
	return rc;
}

void expert_report_release(struct expert_report *r)
{
	for (size_t i = 0; i < r->n; i++)
		free(r->rows[i].name);
	for (size_t i = 0; i < r->n_sets; i++)
		free(r->sets[i]);
	free(r->rows);
	free(r->sets);
	*r = (struct expert_report){0};
}
