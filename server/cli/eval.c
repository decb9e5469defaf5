/* beatctl eval: how good models are on datasets: from files of predictions, or asked live. */
#include <stdlib.h>
#include <string.h>

#include "eval_store.h"
#include "model.h"

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
    "                        URL, or --protocol, says how it is spoken to (default: beat, which is\n"
    "                        POST /predict). Options behind it are about it alone, those before the\n"
    "                        first --model about every one: --protocol, --model-id, --key-env,\n"
    "                        --key-file, --header, --prompt, --max-tokens, --timeout-ms,\n"
    "                        --per-minute and --link-local, as 'beatctl help model' explains them\n"
    "  --concurrency N       questions to a model at once, 1 to 256 (default: 8)\n"
    "  --timeout SECONDS     how long to wait for one answer (default: 30)\n"
    "  --cache DIR           where answers are kept (default: $XDG_CACHE_HOME/beat/eval or\n"
    "                        ~/.cache/beat/eval), a file for each version and weights of a model\n"
    "                        and each prompt\n"
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
    "  beatctl eval dev.json --model gpt=https://api.example.org/v1 --protocol openai \\\n"
    "      --model-id gpt-x --key-env OPENAI_API_KEY --per-minute 300 \\\n"
    "      --model claude=https://api.example.com --protocol anthropic --model-id claude-x \\\n"
    "      --key-env ANTHROPIC_API_KEY\n"
    "                        two hosted language models, each with its key\n"
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
	if (conf->predictions.n + conf->asked.n > 0) {
		if (n_words == 0)
			return cli_usage(&cmd_eval, "name a DATASET.");
		if (conf->together && conf->predictions.n + conf->asked.n < 2)
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

/* The models that are asked, and how. */
struct asked_model {
	const char *url;
	struct model_given given;
	struct buf call;
};
struct asked_models {
	struct asked_model *v;
	size_t n;
	struct model_given all; /* what is said before the first */
};

static void asked_release(struct asked_models *m, struct eval_endpoints *out)
{
	for (size_t i = 0; i < m->n; i++) {
		model_given_release(&m->v[i].given);
		buf_release(&m->v[i].call);
	}
	free(m->v);
	free(out->v);
	model_given_release(&m->all);
}

/* One more, asked as all are until it is said otherwise. */
static struct asked_model *asked_add(struct asked_models *m)
{
	struct asked_model *one;
	const struct cli_strs *headers = &m->all.headers;

	m->v = xrealloc(m->v, (m->n + 1) * sizeof(*m->v));
	one = &m->v[m->n++];
	*one = (struct asked_model){.given = m->all, .call = BUF_INIT};
	one->given.headers.v = xcalloc(headers->n + 1, sizeof(*headers->v));
	for (size_t i = 0; i < headers->n; i++)
		one->given.headers.v[i] = headers->v[i];
	return one;
}

/* Where the next --model stands, or argc. No value of an option is taken for one, as none begins with "--". */
static int next_model(int argc, char *const *argv, int from)
{
	while (from < argc && strcmp(argv[from], "--model") != 0 && strncmp(argv[from], "--model=", 8) != 0)
		from = strcmp(argv[from], "--") == 0 ? argc : from + 1;
	return from;
}

enum { OWN = 12 }; /* options of 'eval' itself */

/* Up to the first --model, and from each to the next: what is said there is about it. As cli_parse(). */
static int parse(int argc, char **argv, const struct cli_opt own[OWN], struct asked_models *m)
{
	struct cli_opt opts[OWN + 1 + MODEL_GIVEN_FOR_EVAL];
	int words = 0, n;

	memcpy(opts, own, OWN * sizeof(*own));
	for (int from = 0, to; from < argc; from = to) {
		struct asked_model *one = from > 0 ? asked_add(m) : NULL;
		char **piece = from > 0 ? argv + from - 1 : argv, *before = *piece;
		const char *unused = NULL;

		to = next_model(argc, argv, from + 1);
		opts[OWN] = (struct cli_opt){"--model", CLI_STR, one ? &one->url : &unused, 0, 0};
		model_given_options_for_eval(opts + OWN + 1, one ? &one->given : &m->all);
		*piece = argv[0];
		n = cli_parse((int)(argv + to - piece), piece, opts, ARRAY_LEN(opts));
		*piece = before;
		if (n < 0)
			return -1;
		memmove(argv + 1 + words, piece + 1, (size_t)n * sizeof(*argv));
		words += n;
	}
	return words;
}

static int asked_check(struct asked_models *m, struct eval_endpoints *out)
{
	int rc = CLI_OK;

	if (m->n == 0 && (m->all.protocol || model_given_calls(&m->all)))
		return cli_usage(&cmd_eval, "--protocol, --key-env and the like say how a --model is asked.");
	out->v = xcalloc(m->n + 1, sizeof(*out->v));
	for (size_t i = 0; rc == CLI_OK && i < m->n; i++) {
		struct model_given *g = &m->v[i].given;
		struct eval_endpoint *e = &out->v[out->n++];

		*e = (struct eval_endpoint){m->v[i].url, g->protocol, model_given_served_name(g), NULL};
		g->protocol = NULL; /* looked at where a URL may name it */
		rc = model_given_check(&cmd_eval, g);
		if (rc == CLI_OK && model_given_calls(g)) {
			rc = model_given_put(&m->v[i].call, g);
			e->call = m->v[i].call.p;
		}
	}
	return rc;
}

static int run(int argc, char **argv)
{
	struct storing storing = {0};
	struct asked_models asked = {0};
	struct eval_conf conf = {.ask = {.concurrency = 8, .timeout_s = 30}, .arg = &storing};
	const struct cli_opt own[OWN] = {
	    {"--predictions", CLI_STRS, &conf.predictions, 0, 0},
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
	int words = parse(argc, argv, own, &asked), rc = CLI_USAGE;

	if (storing.wanted)
		conf.measured = store;
	if (words >= 0 && storing.groups.n > 0 && !storing.wanted)
		rc = cli_usage(&cmd_eval, "--group goes with --store.");
	else if (words >= 0 && (rc = asked_check(&asked, &conf.asked)) == CLI_OK)
		rc = run_parsed(&conf, argv + 1, words);
	asked_release(&asked, &conf.asked);
	cli_strs_release(&storing.groups);
	cli_strs_release(&conf.predictions);
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
