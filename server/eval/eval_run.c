/* eval: one run of `beatctl eval`: find, read, ask, score, print, and say what is owed. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "beat/eval_ask.h"

struct eval {
	const struct eval_conf *conf;
	struct eval_datasets sets;
	struct eval_models models;
	struct eval_results *results;
};

static int eval_score_all(struct eval *ev)
{
	int rc = CLI_OK;

	ev->results = xcalloc(ev->sets.n, sizeof(*ev->results));
	for (size_t i = 0; rc == CLI_OK && i < ev->sets.n; i++)
		rc = eval_score(&ev->sets.v[i], &ev->models, ev->conf->per_article, &ev->results[i]);
	return rc;
}

static void eval_release(struct eval *ev)
{
	for (size_t i = 0; ev->results && i < ev->sets.n; i++)
		eval_results_release(&ev->results[i], ev->models.n);
	free(ev->results);
	eval_datasets_release(&ev->sets);
	eval_models_release(&ev->models);
}

static struct eval_report eval_report_of(const struct eval *ev)
{
	return (struct eval_report){&ev->sets, &ev->models, ev->results, ev->conf->per_article, ev->conf->together};
}

/* Says what a model owes: questions of a file without a prediction, faults of an endpoint. */
static void eval_tell_unanswered(const struct eval_cell *c, const char *whose, const char *what)
{
	char *id;

	if (c->unanswered == 0)
		return;
	id = eval_shortened(c->first_unanswered);
	cli_fail("eval: %s%zu of %zu questions have no %s and score 0, the first is %s.", whose, c->unanswered,
		 c->sum.total, what, id);
	free(id);
}

/* The first form: two files, each read once, so they may be pipes. */
static int eval_score_official(struct eval *ev, const char *dataset, const char *predictions)
{
	struct cli_strs files = {.v = &predictions, .n = 1};
	struct eval_report r;
	int rc;

	ev->sets.v = xcalloc(1, sizeof(*ev->sets.v));
	ev->sets.n = 1;
	ev->sets.v[0] = (struct eval_dataset){.name = xstrdup(dataset), .split = xstrdup(""), .path = xstrdup(dataset)};
	rc = eval_models_find(&ev->models, &files, NULL, NULL);
	if (rc == CLI_OK && strcmp(dataset, "-") != 0 && access(dataset, R_OK) != 0)
		rc = cli_fail("eval: could not open %s: %s.", dataset, strerror(errno));
	if (rc == CLI_OK)
		rc = eval_models_load(&ev->models);
	if (rc == CLI_OK)
		rc = eval_score_all(ev);
	if (rc != CLI_OK)
		return rc;
	eval_tell_unanswered(&ev->results[0].cells[0], "", "prediction");
	r = eval_report_of(ev);
	eval_print_official(&r);
	return CLI_OK;
}

static void eval_tell_faults(const struct eval_model *m)
{
	struct buf why = BUF_INIT;

	for (size_t i = 0; i < ARRAY_LEN(m->faults); i++) {
		if (m->faults[i])
			buf_addf(&why, "%s%zu %s", why.n ? ", " : "", m->faults[i],
				 model_outcome_name((enum model_outcome)i));
	}
	if (why.n)
		cli_fail("eval: faults of %s: %s (the first: %s). Run it again to ask these once more.", m->name, why.p,
			 m->first_fault);
	buf_release(&why);
}

/* A question that an endpoint owes is a failure; what a file leaves out is its author's affair. */
static int eval_tell(const struct eval *ev)
{
	struct buf whose = BUF_INIT;
	int rc = CLI_OK;

	for (size_t d = 0; d < ev->sets.n; d++) {
		for (size_t m = 0; m < ev->models.n; m++) {
			const struct eval_cell *c = &ev->results[d].cells[m];
			const struct eval_dataset *set = &ev->sets.v[d];
			bool asked = eval_is_endpoint(&ev->models.v[m]);

			buf_clear(&whose);
			buf_addf(&whose, "%s on %s%s%s: ", ev->models.v[m].name, set->name, *set->split ? " " : "",
				 set->split);
			eval_tell_unanswered(c, whose.p, asked ? "answer" : "prediction");
			if (asked && c->unanswered > 0)
				rc = CLI_FAILED;
		}
	}
	buf_release(&whose);
	for (size_t m = 0; m < ev->models.n; m++)
		eval_tell_faults(&ev->models.v[m]);
	return rc;
}

/* Files are read first: an hour of a model's time must not end in a spelling mistake. */
static int eval_check_files(struct eval *ev)
{
	int rc = CLI_OK;

	for (size_t i = 0; rc == CLI_OK && ev->conf->asked.n && i < ev->sets.n; i++) {
		struct stat st;

		if (stat(ev->sets.v[i].path, &st) == 0 && !S_ISREG(st.st_mode))
			rc = cli_fail("eval: %s is no file; with --model a dataset is read more than once.",
				      ev->sets.v[i].path);
		else
			rc = eval_check(&ev->sets.v[i], DATASET_ALL);
	}
	return rc == CLI_OK ? eval_models_load(&ev->models) : rc;
}

static int eval_score_compared(struct eval *ev, char **words, int n_words)
{
	int rc = eval_models_find(&ev->models, &ev->conf->predictions, &ev->conf->asked, &ev->conf->saves);
	struct eval_report r;

	if (rc == CLI_OK)
		rc = eval_datasets_find(&ev->sets, words, n_words, &ev->conf->splits);
	if (rc == CLI_OK)
		rc = eval_check_files(ev);
	if (rc == CLI_OK && ev->conf->asked.n)
		rc = eval_ask(&ev->models, &ev->sets, &ev->conf->ask);
	if (rc != CLI_OK)
		return rc;
	eval_models_name(&ev->models);
	rc = eval_score_all(ev);
	if (rc != CLI_OK)
		return rc;
	rc = eval_models_save(&ev->models);
	r = eval_report_of(ev);
	if (ev->conf->json)
		eval_print_json(&r);
	else
		eval_print_tables(&r);
	if (eval_tell(ev) != CLI_OK)
		return CLI_FAILED;
	return rc == CLI_OK && ev->conf->measured != NULL ? ev->conf->measured(ev->conf->arg, &r) : rc;
}

int eval_official(const struct eval_conf *conf, const char *dataset, const char *predictions)
{
	struct eval ev = {.conf = conf};
	int rc = eval_score_official(&ev, dataset, predictions);

	eval_release(&ev);
	return rc;
}

int eval_compare(const struct eval_conf *conf, char **datasets, int n)
{
	struct eval ev = {.conf = conf};
	int rc = eval_score_compared(&ev, datasets, n);

	eval_release(&ev);
	return rc;
}
