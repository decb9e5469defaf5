/* beatctl lab strata: scores by kind of question, and what they say of other sets. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "beat/corpus.h"
#include "beat/stats.h"
#include "beat/strata.h"
#include "lab.h"

static const char HELP[] =
    "Usage: beatctl lab strata DATASET [OTHER]... --predictions [NAME=]FILE... --by WHAT [--json] [--out DIR]\n"
    "\n"
    "Do other kinds of questions explain why a model scores less on another set (Miller et al., 2020,\n"
    "appendix C.3 to C.5)? EM and F1 of each stratum of DATASET; and for each OTHER what the model would\n"
    "score there if nothing but the shares of the strata were different, beside what it does score.\n"
    "\n"
    "If half of DATASET are noun phrases with F1 100 and half places with 75, the model has 87.5; on a\n"
    "set with 30 % and 70 % it would have 82.5.\n"
    "\n"
    "Options\n"
    "  --predictions FILE  {\"question id\":\"answer\",…}; the same NAME again adds a file to a model, so\n"
    "                      that there may be one a dataset\n"
    "  --by WHAT           agreement: how many annotators gave the same answer (Figure 14);\n"
    "                      answer-type, question-type: as 'beatctl stats' has them (Figure 15);\n"
    "                      or a FILE of labels, {\"question id\":\"label\",…}\n"
    "  --json              {\"by\", \"sets\":[{set, models:[{model, f1, expected, strata:[…]}]}]}\n"
    "  --out DIR           write strata.json, strata.csv and a plot for each OTHER there\n"
    "  --figure-formats LIST   of svg, png and pdf (default: svg)\n"
    "\n"
    "Example\n"
    "  beatctl lab strata squad.json amazon.json --by agreement --predictions linear=squad-answers.json \\\n"
    "      --predictions linear=amazon-answers.json --out strata\n"
    "\n"
    "Exit codes: 0 done, 1 it did not work, 2 wrong usage.\n";

enum { STRATA_MAX = 200 };

struct options {
	const char *by, *out, *formats;
	bool json;
};

struct work {
	const struct options *o;
	struct lab_models models;
	json_t *labels; /* NULL: the question itself tells */
	struct strata_set *sets;
	char **names;
	size_t n;
};

static const char *label_of(struct work *w, const struct dataset_question *q, char number[24])
{
	const struct text_token text = {q->text ? q->text : "", q->text ? q->text_n : 0};
	const json_t *label;

	if (w->labels != NULL) {
		label = json_object_get(w->labels, q->id);
		if (json_is_number(label))
			snprintf(number, 24, "%g", json_number_value(label));
		return json_is_number(label) ? number : json_is_string(label) ? json_string_value(label) : "(none)";
	}
	if (strcmp(w->o->by, "question-type") == 0)
		return stats_type_name[stats_question_type(text)];
	if (strcmp(w->o->by, "answer-type") == 0)
		return stats_answer_name[stats_answer_of((struct text_token){q->answers[0].text, q->answers[0].text_n},
							 text)];
	snprintf(number, 24, "%zu", strata_agreement(q));
	return number;
}

static int lab_strata_on_question(void *arg, const struct dataset_question *q, const struct score_best *best)
{
	struct work *w = arg;
	struct strata *s = &w->sets[w->n].strata;
	char number[24];

	strata_add(s, strata_of(s, label_of(w, q, number)), best);
	return s->n <= STRATA_MAX ? CLI_OK : cli_fail("lab strata: there are more than %d labels.", STRATA_MAX);
}

static int read_sets(struct work *w, char **paths, int n)
{
	int rc = CLI_OK;

	w->sets = xcalloc((size_t)n, sizeof(*w->sets));
	w->names = xcalloc((size_t)n, sizeof(*w->names));
	for (int i = 0; rc == CLI_OK && i < n; i++) {
		w->names[i] = corpus_stem(paths[i]);
		w->sets[i] = (struct strata_set){.name = w->names[i], .strata = {.n_models = w->models.models.n}};
		rc = lab_score("lab strata", paths[i], &w->models, lab_strata_on_question, w);
		strata_sort(&w->sets[i].strata);
		if (rc == CLI_OK && w->sets[i].strata.n == 0)
			rc = cli_fail("lab strata: %s has no questions.", paths[i]);
		w->n++;
	}
	return rc;
}

static void print_strata(const struct strata_set *set, const char *by, size_t model, const char *name)
{
	static const char *const HEADINGS[] = {"stratum", "questions", "share", "EM", "F1"};
	enum { COLUMNS = ARRAY_LEN(HEADINGS), MADE = COLUMNS - 1, CELL = 32 };
	const struct strata *s = &set->strata;
	const char **cells = xcalloc(s->n * COLUMNS + 1, sizeof(*cells));
	char(*made)[CELL] = xcalloc(s->n * MADE + 1, sizeof(*made));
	struct score_sum all = strata_total(s, model);

	printf("%s, %s: EM %.1f, F1 %.1f; by %s\n", name, set->name, score_sum_exact(&all), score_sum_f1(&all), by);
	for (size_t i = 0; i < s->n; i++) {
		const struct score_sum *sum = &s->sums[i * s->n_models + model];
		char(*m)[CELL] = made + i * MADE;

		snprintf(m[0], CELL, "%zu", sum->total);
		snprintf(m[1], CELL, "%.1f %%", 100.0 * (double)sum->total / (double)all.total);
		snprintf(m[2], CELL, "%.1f", score_sum_exact(sum));
		snprintf(m[3], CELL, "%.1f", score_sum_f1(sum));
		cells[i * COLUMNS] = s->names[i];
		for (size_t k = 0; k < MADE; k++)
			cells[i * COLUMNS + k + 1] = m[k];
	}
	cli_print_cells(stdout, HEADINGS, cells, (int)s->n, COLUMNS);
	putchar('\n');
	free(cells);
	free(made);
}

static void print_all(const struct work *w)
{
	for (size_t m = 0; m < w->models.models.n; m++) {
		struct score_sum known = strata_total(&w->sets[0].strata, m);

		for (size_t i = 0; i < w->n; i++)
			print_strata(&w->sets[i], w->o->by, m, w->models.names[m]);
		for (size_t i = 1; i < w->n; i++) {
			struct strata_expected e = strata_reweigh(&w->sets[0].strata, m, &w->sets[i].strata);
			struct score_sum seen = strata_total(&w->sets[i].strata, m);

			printf("%s: F1 %.1f on %s; weighed as %s %.1f (%.1f %% of its questions), observed %.1f\n",
			       w->models.names[m], score_sum_f1(&known), w->sets[0].name, w->sets[i].name, e.f1,
			       100 * e.covered, score_sum_f1(&seen));
		}
		if (w->n > 1)
			putchar('\n');
	}
}

static int save_all(const struct work *w, const struct strata_report *r)
{
	struct lab_place place = {.tool = "lab strata", .path = w->o->out, .formats = w->o->formats};
	struct buf b = BUF_INIT;
	int rc = lab_place_open(&place);

	if (rc != CLI_OK)
		return rc;
	strata_json(&b, r);
	rc = lab_place_save(&place, "strata.json", &b);
	strata_csv(&b, r);
	if (rc == CLI_OK)
		rc = lab_place_save(&place, "strata.csv", &b);
	for (size_t i = 1; rc == CLI_OK && i < w->n; i++) {
		char name[40];

		snprintf(name, sizeof(name), "strata-%03zu", i);
		buf_clear(&b);
		strata_figure(&b, r, i);
		rc = lab_place_figure(&place, name, &b);
	}
	lab_place_close(&place);
	buf_release(&b);
	return rc;
}

static int report(const struct work *w)
{
	struct strata_report r = {w->o->by, w->models.names, w->sets, w->n};
	struct buf json = BUF_INIT;
	int rc = w->o->out != NULL ? save_all(w, &r) : CLI_OK;

	if (rc == CLI_OK && w->o->json) {
		strata_json(&json, &r);
		fwrite(json.p, 1, json.n, stdout);
	} else if (rc == CLI_OK) {
		print_all(w);
	}
	buf_release(&json);
	return rc;
}

static bool is_built_in(const char *by)
{
	return strcmp(by, "agreement") == 0 || strcmp(by, "answer-type") == 0 || strcmp(by, "question-type") == 0;
}

static int work_all(struct work *w, char **paths, int n)
{
	int rc = lab_models_load(&w->models);

	if (rc == CLI_OK && !is_built_in(w->o->by)) {
		w->labels = eval_predictions_load(w->o->by);
		rc = w->labels != NULL ? CLI_OK : CLI_FAILED;
	}
	if (rc == CLI_OK)
		rc = read_sets(w, paths, n);
	if (rc == CLI_OK)
		rc = report(w);
	for (size_t i = 0; i < w->n; i++) {
		strata_release(&w->sets[i].strata);
		free(w->names[i]);
	}
	free(w->sets);
	free(w->names);
	json_decref(w->labels);
	return rc;
}

static int run(int argc, char **argv)
{
	struct options o = {0};
	struct work w = {.o = &o};
	const struct cli_opt opts[] = {
	    {"--predictions", CLI_STRS, &w.models.given, 0, 0},
	    {"--by", CLI_STR, &o.by, 0, 0},
	    {"--out", CLI_STR, &o.out, 0, 0},
	    {"--json", CLI_FLAG, &o.json, 0, 0},
	    {"--figure-formats", CLI_STR, &o.formats, 0, 0},
	};
	int words = cli_parse(argc, argv, opts, ARRAY_LEN(opts)), rc = CLI_USAGE;

	if (words >= 1 && w.models.given.n > 0 && o.by != NULL)
		rc = work_all(&w, argv + 1, words);
	else if (words >= 0)
		rc = cli_usage(&cmd_lab, "'lab strata' takes datasets, --predictions FILE and --by WHAT.");
	lab_models_release(&w.models);
	return rc;
}

const struct cli_command lab_strata = {
    .name = "strata",
    .summary = "scores by agreement, answer type or any label, and weighed as another set",
    .help = HELP,
    .run = run,
};
