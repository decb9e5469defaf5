/* beatctl eval: how good models are on datasets: from files of predictions, or asked live. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "beat/eval_ask.h"

static const char HELP[] =
    "Usage: beatctl eval DATASET PREDICTIONS [--per-article]\n"
    "       beatctl eval DATASET... --predictions [NAME=]FILE --model [NAME=]URL[,PROTOCOL] [OPTIONS]\n"
    "\n"
    "Exact match (EM) and F1 of answers on datasets, as the official SQuAD and MRQA scripts compute\n"
    "them: means over the questions, times 100, of the best score over the gold answers of each.\n"
    "\n"
    "The first form scores one file of predictions, {\"question id\":\"answer\",…}, and prints what the\n"
    "official script would:\n"
    "  {\"exact_match\":80.5,\"f1\":88.25,\"total\":10570}\n"
    "A question without a prediction scores 0; how many there are is said on standard error.\n"
    "\n"
    "The second form compares any number of models on any number of datasets in one table, with\n"
    "intervals of 95 % (Clopper-Pearson for EM, Student's t for F1), the share of questions on which\n"
    "it would win the game (more than 40 % overlap with the first gold answer) and, of several\n"
    "datasets, the macro average: their mean, each dataset counting the same. Where the splits\n"
    "differ it is given by split as well.\n"
    "\n"
    "DATASET is a file in SQuAD v1.1 JSON, MRQA JSONL or rows of the Hugging Face layout (JSONL), plain\n"
    "or .gz (which it is, is found out), or a folder: a release, of which NAME/dev.json and\n"
    "NAME/test.json are taken, or any folder of datasets. NAME=DATASET gives it another name in the\n"
    "table. The split is told by the name of the file (dev.json, squad-dev-36.json) or of its folder\n"
    "(dev/nq.jsonl.gz).\n"
    "\n"
    "Answers\n"
    "  --predictions FILE    a file of predictions; may be repeated. The same NAME again adds a file\n"
    "                        to a model, so that there may be one a dataset\n"
    "  --model URL           ask this model every question; may be repeated. ',PROTOCOL' after the\n"
    "                        URL says how it is spoken to (default: beat, which is POST /predict)\n"
    "  --concurrency N       questions to a model at once, 1 to 256 (default: 8)\n"
    "  --timeout SECONDS     how long to wait for one answer (default: 30)\n"
    "  --cache DIR           where answers are kept (default: $XDG_CACHE_HOME/beat/eval or\n"
    "                        ~/.cache/beat/eval), a file for each version and weights of a model\n"
    "  --no-cache            ask everything again and keep nothing\n"
    "  --save-predictions F  write the model's answers as a file of predictions (several: NAME=F)\n"
    "\n"
    "A run may be stopped or killed at any moment; run it again and it goes on where it was, as every\n"
    "answer is kept as soon as it came. A time-out or another fault of the model is no answer: the\n"
    "question scores 0 for now, standard error says how many there were and why, and the next run asks\n"
    "it again. An empty answer is an answer. If the model becomes another version on the way, the run\n"
    "stops.\n"
    "\n"
    "Output\n"
    "  --split NAME          of folders take only this split: train, dev or test (default: dev and\n"
    "                        test); may be repeated. A file whose name tells none counts to it\n"
    "  --per-article         scores of each article as well, in the order of the dataset; with the\n"
    "                        first form \"articles\":[{\"title\",\"exact_match\",\"f1\",\"total\"},…], one on a\n"
    "                        line, with null where an article has no question\n"
    "  --json                one JSON object: \"datasets\", \"models\", \"results\", \"macro_average\"\n"
    "\n"
    "Examples\n"
    "  beatctl eval dev-v1.1.json predictions.json --per-article\n"
    "  beatctl eval ./dbidaf@1.0 --model http://127.0.0.1:9000\n"
    "                        how does this model do on our new dataset?\n"
    "  beatctl eval ./dbidaf@1.0 ./dbert@1.0 ./droberta@1.0 --split test \\\n"
    "      --model bidaf=http://gpu1:9000 --model bert=http://gpu2:9000\n"
    "                        every model on every dataset: a cell each, EM / F1\n"
    "  beatctl eval mrqa/dev/*.jsonl.gz --predictions mine.json --predictions base.json --json\n"
    "                        two systems on the MRQA datasets, with the macro average\n"
    "  beatctl eval dev.json --model http://127.0.0.1:9000 --save-predictions answers.json\n"
    "\n"
    "Exit codes: 0 done, 1 a file could not be read or is not what it should be (standard error names\n"
    "the place), or a model gave no answer to some questions (the figures are printed all the same),\n"
    "2 wrong usage.\n";

struct eval {
	struct cli_strs predictions, urls, saves, splits;
	struct eval_ask_conf ask;
	bool per_article, json;

	struct eval_datasets sets;
	struct eval_models models;
	struct eval_results *results;
};

static int score_all(struct eval *ev)
{
	int rc = CLI_OK;

	ev->results = xcalloc(ev->sets.n, sizeof(*ev->results));
	for (size_t i = 0; rc == CLI_OK && i < ev->sets.n; i++)
		rc = eval_score(&ev->sets.v[i], &ev->models, ev->per_article, &ev->results[i]);
	return rc;
}

static void release(struct eval *ev)
{
	for (size_t i = 0; ev->results && i < ev->sets.n; i++)
		eval_results_release(&ev->results[i], ev->models.n);
	free(ev->results);
	eval_datasets_release(&ev->sets);
	eval_models_release(&ev->models);
	cli_strs_release(&ev->predictions);
	cli_strs_release(&ev->urls);
	cli_strs_release(&ev->saves);
	cli_strs_release(&ev->splits);
}

static struct eval_report report(const struct eval *ev)
{
	return (struct eval_report){&ev->sets, &ev->models, ev->results, ev->per_article};
}

/* Says what a model owes: questions of a file without a prediction, faults of an endpoint. */
static void tell_unanswered(const struct eval_cell *c, const char *whose, const char *what)
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
static int run_official(struct eval *ev, const char *dataset, const char *predictions)
{
	struct cli_strs files = {.v = &predictions, .n = 1}, none = {0};
	struct eval_report r;
	int rc;

	ev->sets.v = xcalloc(1, sizeof(*ev->sets.v));
	ev->sets.n = 1;
	ev->sets.v[0] = (struct eval_dataset){.name = xstrdup(dataset), .split = xstrdup(""), .path = xstrdup(dataset)};
	rc = eval_models_find(&ev->models, &files, &none, &none);
	if (rc == CLI_OK && strcmp(dataset, "-") != 0 && access(dataset, R_OK) != 0)
		rc = cli_fail("eval: could not open %s: %s.", dataset, strerror(errno));
	if (rc == CLI_OK)
		rc = eval_models_load(&ev->models);
	if (rc == CLI_OK)
		rc = score_all(ev);
	if (rc != CLI_OK)
		return rc;
	tell_unanswered(&ev->results[0].cells[0], "", "prediction");
	r = report(ev);
	eval_print_official(&r);
	return CLI_OK;
}

static void tell_faults(const struct eval_model *m)
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
static int tell(const struct eval *ev)
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
			tell_unanswered(c, whose.p, asked ? "answer" : "prediction");
			if (asked && c->unanswered > 0)
				rc = CLI_FAILED;
		}
	}
	buf_release(&whose);
	for (size_t m = 0; m < ev->models.n; m++)
		tell_faults(&ev->models.v[m]);
	return rc;
}

/* Files are read first: an hour of a model's time must not end in a spelling mistake. */
static int check_files(struct eval *ev)
{
	int rc = CLI_OK;

	for (size_t i = 0; rc == CLI_OK && ev->urls.n && i < ev->sets.n; i++) {
		struct stat st;

		if (stat(ev->sets.v[i].path, &st) == 0 && !S_ISREG(st.st_mode))
			rc = cli_fail("eval: %s is no file; with --model a dataset is read more than once.",
				      ev->sets.v[i].path);
		else
			rc = eval_check(&ev->sets.v[i], DATASET_ALL);
	}
	return rc == CLI_OK ? eval_models_load(&ev->models) : rc;
}

static int run_compare(struct eval *ev, char **words, int n_words)
{
	int rc = eval_models_find(&ev->models, &ev->predictions, &ev->urls, &ev->saves);
	struct eval_report r;

	if (rc == CLI_OK)
		rc = eval_datasets_find(&ev->sets, words, n_words, &ev->splits);
	if (rc == CLI_OK)
		rc = check_files(ev);
	if (rc == CLI_OK && ev->urls.n)
		rc = eval_ask(&ev->models, &ev->sets, &ev->ask);
	if (rc != CLI_OK)
		return rc;
	eval_models_name(&ev->models);
	rc = score_all(ev);
	if (rc != CLI_OK)
		return rc;
	rc = eval_models_save(&ev->models);
	r = report(ev);
	if (ev->json)
		eval_print_json(&r);
	else
		eval_print_tables(&r);
	return tell(ev) == CLI_OK ? rc : CLI_FAILED;
}

static int run_parsed(struct eval *ev, char **words, int n_words)
{
	if (ev->predictions.n + ev->urls.n > 0) {
		if (n_words == 0)
			return cli_usage(&cmd_eval, "name a DATASET.");
		return run_compare(ev, words, n_words);
	}
	if (n_words != 2)
		return cli_usage(&cmd_eval, "expected two files, the dataset and the predictions; or datasets and "
					    "--predictions FILE or --model URL.");
	if (ev->saves.n || ev->splits.n)
		return cli_usage(&cmd_eval, "--save-predictions and --split go with --predictions or --model.");
	return run_official(ev, words[0], words[1]);
}

static int run(int argc, char **argv)
{
	struct eval ev = {.ask = {.concurrency = 8, .timeout_s = 30}};
	const struct cli_opt opts[] = {
	    {"--predictions", CLI_STRS, &ev.predictions, 0, 0},
	    {"--model", CLI_STRS, &ev.urls, 0, 0},
	    {"--save-predictions", CLI_STRS, &ev.saves, 0, 0},
	    {"--split", CLI_STRS, &ev.splits, 0, 0},
	    {"--concurrency", CLI_INT, &ev.ask.concurrency, 1, 256},
	    {"--timeout", CLI_INT, &ev.ask.timeout_s, 1, 3600},
	    {"--cache", CLI_STR, &ev.ask.cache, 0, 0},
	    {"--no-cache", CLI_FLAG, &ev.ask.no_cache, 0, 0},
	    {"--per-article", CLI_FLAG, &ev.per_article, 0, 0},
	    {"--json", CLI_FLAG, &ev.json, 0, 0},
	};
	int words = cli_parse(argc, argv, opts, ARRAY_LEN(opts)), rc = CLI_USAGE;

	if (words >= 0)
		rc = run_parsed(&ev, argv + 1, words);
	release(&ev);
	return rc;
}

const struct cli_command cmd_eval = {
    .name = "eval",
    .summary = "exact match and F1 of models and predictions on datasets",
    .help = HELP,
    .run = run,
};
