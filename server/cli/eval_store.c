/* eval_store: evaluations into the database, and out again as a table of scores. */
#include <stdlib.h>
#include <string.h>

#include "beat/csv.h"
#include "beat/jw.h"
#include "eval_store.h"
#include "sql_beatctl.h"

/* The group of a model: the last of --group MODEL=GROUP that names it, or of --group GROUP. */
static const char *group_of(const struct cli_strs *groups, const char *model)
{
	const char *group = "";
	size_t n = strlen(model);

	for (size_t i = 0; i < groups->n; i++) {
		const char *equals = strchr(groups->v[i], '=');

		if (equals == NULL)
			group = groups->v[i];
		else if ((size_t)(equals - groups->v[i]) == n && strncmp(groups->v[i], model, n) == 0)
			group = equals + 1;
	}
	return group;
}

static void put_cell(struct jw *w, const struct eval_report *r, size_t set, size_t model, const struct cli_strs *groups)
{
	const struct eval_cell *c = &r->results[set].cells[model];
	const struct eval_model *m = &r->models->v[model];
	struct interval exact = eval_exact_interval(c), f1 = eval_f1_interval(c);

	jw_open(w, '{');
	jw_kstr(w, "dataset", r->sets->v[set].name);
	jw_kstr(w, "split", r->sets->v[set].split);
	jw_kstr(w, "model", m->name);
	jw_kstr(w, "version", m->version != NULL ? m->version : "");
	jw_kstr(w, "weights", m->weights != NULL ? m->weights : "");
	jw_kstr(w, "group", group_of(groups, m->name));
	jw_kint(w, "questions", (int64_t)c->sum.total);
	jw_kint(w, "unanswered", (int64_t)c->unanswered);
	jw_kint(w, "exact", (int64_t)c->sum.exact);
	jw_knum(w, "exact_low", exact.low);
	jw_knum(w, "exact_high", exact.high);
	jw_knum(w, "f1", score_sum_f1(&c->sum));
	jw_knum(w, "f1_low", f1.low);
	jw_knum(w, "f1_high", f1.high);
	jw_kint(w, "wins", (int64_t)c->wins);
	jw_close(w, '}');
}

int eval_store(const struct eval_report *r, const struct cli_strs *groups)
{
	struct pg *pg = cli_db();
	struct pg_rows *rows = NULL;
	struct buf json = BUF_INIT;
	struct jw w;

	if (pg == NULL)
		return CLI_FAILED;
	jw_init(&w, &json);
	jw_open(&w, '[');
	for (size_t s = 0; s < r->sets->n; s++)
		for (size_t m = 0; m < r->models->n; m++)
			put_cell(&w, r, s, m, groups);
	jw_close(&w, ']');
	jw_done(&w);
	rows = pg_query(pg, q_evaluation_store(.rows = json.p, .actor = cli_actor()));
	if (rows != NULL)
		fprintf(stderr, "eval: stored %d evaluations; 'beatctl lab scores' lists them\n",
			q_evaluation_store_row(rows, 0).stored);
	buf_release(&json);
	pg_close(&pg);
	if (rows == NULL)
		return CLI_FAILED;
	pg_rows_free(&rows);
	return CLI_OK;
}

/* --- out again */

static size_t place_of(char ***list, size_t *n, const char *name)
{
	for (size_t i = 0; i < *n; i++)
		if (strcmp((*list)[i], name) == 0)
			return i;
	*list = xrealloc(*list, (*n + 1) * sizeof(**list));
	(*list)[*n] = xstrdup(name);
	return (*n)++;
}

struct stored {
	char **models, **groups, **benchmarks;
	const char **cells; /* [model * n_benchmarks + benchmark] */
	size_t n_models, n_benchmarks;
};

static bool is_wanted(const struct cli_strs *only, const char *name)
{
	for (size_t i = 0; i < only->n; i++)
		if (strcmp(only->v[i], name) == 0)
			return true;
	return only->n == 0;
}

static void gather(struct stored *s, const struct pg_rows *rows, const struct eval_choice *choice)
{
	int n = pg_rows_count(rows);

	for (int i = 0; i < n; i++) {
		struct q_evaluation_latest_row r = q_evaluation_latest_row(rows, i);
		size_t before = s->n_models, at;

		if (!is_wanted(&choice->sets, r.benchmark) || !is_wanted(&choice->models, r.model))
			continue;
		at = place_of(&s->models, &s->n_models, r.model);
		if (s->n_models > before) {
			s->groups = xrealloc(s->groups, s->n_models * sizeof(*s->groups));
			s->groups[at] = xstrdup(r.model_group);
		}
		place_of(&s->benchmarks, &s->n_benchmarks, r.benchmark);
	}
	s->cells = xcalloc(s->n_models * s->n_benchmarks + 1, sizeof(*s->cells));
	for (int i = 0; i < n; i++) {
		struct q_evaluation_latest_row r = q_evaluation_latest_row(rows, i);
		size_t model, set;

		if (!is_wanted(&choice->sets, r.benchmark) || !is_wanted(&choice->models, r.model))
			continue;
		model = place_of(&s->models, &s->n_models, r.model);
		set = place_of(&s->benchmarks, &s->n_benchmarks, r.benchmark);
		s->cells[model * s->n_benchmarks + set] = choice->exact ? r.exact : r.f1;
	}
}

static void put_table(const struct stored *s, struct buf *out)
{
	buf_adds(out, "model,group");
	for (size_t k = 0; k < s->n_benchmarks; k++) {
		buf_addc(out, ',');
		csv_put(out, s->benchmarks[k]);
	}
	buf_addc(out, '\n');
	for (size_t i = 0; i < s->n_models; i++) {
		csv_put(out, s->models[i]);
		buf_addc(out, ',');
		csv_put(out, s->groups[i]);
		for (size_t k = 0; k < s->n_benchmarks; k++)
			buf_addf(out, ",%s",
				 s->cells[i * s->n_benchmarks + k] != NULL ? s->cells[i * s->n_benchmarks + k] : "");
		buf_addc(out, '\n');
	}
}

static void release(struct stored *s)
{
	for (size_t i = 0; i < s->n_models; i++) {
		free(s->models[i]);
		free(s->groups[i]);
	}
	for (size_t i = 0; i < s->n_benchmarks; i++)
		free(s->benchmarks[i]);
	free(s->models);
	free(s->groups);
	free(s->benchmarks);
	free(s->cells);
}

struct pg_rows *eval_stored(void)
{
	struct pg *pg = cli_db();
	struct pg_rows *rows = pg != NULL ? pg_query(pg, q_evaluation_latest()) : NULL;

	pg_close(&pg);
	return rows;
}

int eval_stored_csv(const struct eval_choice *choice, struct buf *out)
{
	struct pg_rows *rows = eval_stored();
	struct stored s = {0};

	if (rows == NULL)
		return CLI_FAILED;
	gather(&s, rows, choice);
	put_table(&s, out);
	release(&s);
	pg_rows_free(&rows);
	return CLI_OK;
}
