/* beatctl eval: how good models are on datasets: from files of predictions, or asked live. */
#include "eval_store.h"

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
    "  --together            of the questions that each model loses, how many each other wins; and of\n"
    "                        those that all others lose, as with a project's rule 'any'\n"
    "  --store               store the scores in the database ($BEAT_DB): 'beatctl lab' compares them,\n"
    "                        the dashboard shows them under Lab. Not if a model owes answers\n"
    "  --group [MODEL=]NAME  what kind of models they are, as 'lab concur' groups them; may be repeated\n"
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

struct storing {
	bool wanted;
	struct cli_strs groups;
};

static int store(void *arg, const struct eval_report *r)
{
	return eval_store(r, &((struct storing *)arg)->groups);
}

static int run_parsed(const struct eval_conf *conf, char **words, int n_words)
{
	if (conf->predictions.n + conf->urls.n > 0) {
		if (n_words == 0)
			return cli_usage(&cmd_eval, "name a DATASET.");
		if (conf->together && conf->predictions.n + conf->urls.n < 2)
			return cli_usage(&cmd_eval, "--together wants two models at least.");
		return eval_compare(conf, words, n_words);
	}
	if (n_words != 2)
		return cli_usage(&cmd_eval, "expected two files, the dataset and the predictions; or datasets and "
					    "--predictions FILE or --model URL.");
	if (conf->measured != NULL)
		return cli_usage(&cmd_eval, "--store goes with --predictions or --model.");
	if (conf->saves.n || conf->splits.n || conf->together)
		return cli_usage(&cmd_eval,
				 "--save-predictions, --split and --together go with --predictions or --model.");
	return eval_official(conf, words[0], words[1]);
}

static int run(int argc, char **argv)
{
	struct storing storing = {0};
	struct eval_conf conf = {.ask = {.concurrency = 8, .timeout_s = 30}, .arg = &storing};
	const struct cli_opt opts[] = {
	    {"--predictions", CLI_STRS, &conf.predictions, 0, 0},
	    {"--model", CLI_STRS, &conf.urls, 0, 0},
	    {"--save-predictions", CLI_STRS, &conf.saves, 0, 0},
	    {"--split", CLI_STRS, &conf.splits, 0, 0},
	    {"--concurrency", CLI_INT, &conf.ask.concurrency, 1, 256},
	    {"--timeout", CLI_INT, &conf.ask.timeout_s, 1, 3600},
	    {"--cache", CLI_STR, &conf.ask.cache, 0, 0},
	    {"--no-cache", CLI_FLAG, &conf.ask.no_cache, 0, 0},
	    {"--per-article", CLI_FLAG, &conf.per_article, 0, 0},
	    {"--together", CLI_FLAG, &conf.together, 0, 0},
	    {"--json", CLI_FLAG, &conf.json, 0, 0},
	    {"--store", CLI_FLAG, &storing.wanted, 0, 0},
	    {"--group", CLI_STRS, &storing.groups, 0, 0},
	};
	int words = cli_parse(argc, argv, opts, ARRAY_LEN(opts)), rc = CLI_USAGE;

	if (storing.wanted)
		conf.measured = store;
	if (words >= 0 && storing.groups.n > 0 && !storing.wanted)
		rc = cli_usage(&cmd_eval, "--group goes with --store.");
	else if (words >= 0)
		rc = run_parsed(&conf, argv + 1, words);
	cli_strs_release(&storing.groups);
	cli_strs_release(&conf.predictions);
	cli_strs_release(&conf.urls);
	cli_strs_release(&conf.saves);
	cli_strs_release(&conf.splits);
	return rc;
}

const struct cli_command cmd_eval = {
    .name = "eval",
    .summary = "exact match and F1 of models and predictions on datasets",
    .help = HELP,
    .run = run,
};
