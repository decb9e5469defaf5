/* beat-model eval: how good the readers are on datasets. Datasets, scores and tables are those
 * of `beatctl eval`; here the answers come from threads of this process. */
#include <stdlib.h>
#include <string.h>

#include "batch.h"
#include "beat/eval.h"
#include "commands.h"

static const char HELP[] =
    "Usage: beat-model eval DATASET... [--reader NAME]... [OPTIONS]\n"
    "\n"
    "Exact match (EM) and F1 of readers on datasets, as the official SQuAD and MRQA scripts compute them,\n"
    "with intervals of 95 % (Clopper-Pearson for EM, Student's t for F1), and the share of questions on\n"
    "which the reader would win the game: more than 40 % overlap with the first gold answer. Of several\n"
    "datasets also the macro average: their mean, each dataset counting the same.\n"
    "\n"
    "DATASET is a file in SQuAD v1.1 JSON, MRQA JSONL or rows of the Hugging Face layout (JSONL), plain\n"
    "or .gz, or a folder: a release, or any folder of datasets. NAME=DATASET gives it another name in\n"
    "the table.\n"
    "\n"
    "Options\n"
    "  --reader NAME   whom to ask; may be repeated; 'all' means all there are (default: the strongest)\n"
    "  --threads N     threads that read and answer (default: one a processor)\n"
    "  --split NAME    of folders take only this split: train, dev or test (default: dev and test);\n"
    "                  may be repeated\n"
    "  --per-article   scores of each article as well\n"
    "  --together      of the questions that each reader loses, how many each other wins; and of those\n"
    "                  that all others lose, as with the rule 'any' of a project\n"
    "  --json          one JSON object: \"datasets\", \"models\", \"results\", \"macro_average\"\n" HELP_READERS "\n"
    "Examples\n"
    "  beat-model eval dev-v1.1.json\n"
    "  beat-model eval ./dbidaf@1.0 squad=dev-v1.1.json --reader all --json\n"
    "  beat-model eval dev-v1.1.json --reader neural-1 --reader neural-2 --together\n"
    "\n"
    "Exit codes: 0 done, 1 a file or a reader could not be used (standard error says why), 2 wrong usage.\n";

struct evaluating {
	struct cli_strs readers, splits;
	long threads;
	bool per_article, together, json;
	struct shelf_want want;

	struct shelf shelf;
	struct passages *passages;
	struct eval_datasets sets;
	struct eval_models models; /* one of the readers each, in their order */
	struct eval_results *results;

	struct eval_model *model; /* being asked */
	struct batch *batch;
	struct cli_progress bar;
	long long done;
};

static void told(void *arg, const struct batch_passage *p)
{
	struct evaluating *ev = arg;
	const struct dataset_passage as_read = {.context = p->text, .context_n = p->text_n};
	struct eval_passage_hash hash = eval_hash_passage(&as_read);

	for (size_t i = 0; i < p->n_questions; i++) {
		const struct batch_question *q = &p->questions[i];
		const struct dataset_question asked = {.text = q->text, .text_n = q->text_n};
		size_t n;
		const char *text = batch_answer(p, &q->result, 0, &n);

		if (q->result.n == 0)
			continue; /* the passage holds no word: the question stays without an answer */
		ev->model->asked++;
		json_object_set_new(ev->model->answers, eval_key_of(&hash, &asked).hex, json_stringn(text, n));
	}
	ev->done += (long long)p->n_questions;
	cli_progress_show(&ev->bar, ev->done);
}

static int eval_on_passage(void *arg, const struct dataset_passage *p)
{
	batch_add(((struct evaluating *)arg)->batch, p);
	return 0;
}

static int ask_reader(struct evaluating *ev, const struct shelf_reader *reader)
{
	const struct dataset_sink sink = {.arg = ev, .passage = eval_on_passage};
	const struct batch_conf conf = {
	    .reader = reader,
	    .passages = ev->passages,
	    .threads = ev->threads > 0 ? (int)ev->threads : shelf_processors(),
	    .told = told,
	    .arg = ev,
	};
	int rc = CLI_OK;

	ev->model = eval_models_add(&ev->models);
	ev->model->name = xstrdup(reader->ops->name);
	ev->model->version = xstrdup(reader->ops->version(reader->self));
	ev->model->weights = xstrdup(reader->ops->weights(reader->self));
	ev->batch = batch_new(&conf);
	for (size_t i = 0; rc == CLI_OK && i < ev->sets.n; i++)
		rc = eval_read(ev->sets.v[i].path, DATASET_ALL, &sink);
	batch_end(&ev->batch);
	return rc;
}

/* All files are read once before the work begins: an hour of it must not end in a spelling mistake. */
static int check_files(struct evaluating *ev)
{
	int rc = CLI_OK;

	for (size_t i = 0; rc == CLI_OK && i < ev->sets.n; i++) {
		rc = eval_check(&ev->sets.v[i], DATASET_ALL);
		ev->bar.total += (long long)ev->sets.v[i].questions * ev->shelf.n;
	}
	return rc;
}

static int ask_and_score(struct evaluating *ev)
{
	int rc = check_files(ev);

	ev->passages = passages_new(COMMANDS_CACHE);
	for (int i = 0; rc == CLI_OK && i < ev->shelf.n; i++)
		rc = ask_reader(ev, &ev->shelf.v[i]);
	cli_progress_end(&ev->bar);
	passages_free(&ev->passages);
	ev->results = xcalloc(ev->sets.n, sizeof(*ev->results));
	for (size_t i = 0; rc == CLI_OK && i < ev->sets.n; i++)
		rc = eval_score(&ev->sets.v[i], &ev->models, ev->per_article, &ev->results[i]);
	return rc;
}

static int report(const struct evaluating *ev)
{
	const struct eval_report r = {&ev->sets, &ev->models, ev->results, ev->per_article, ev->together};

	if (ev->json)
		eval_print_json(&r);
	else
		eval_print_tables(&r);
	return CLI_OK;
}

static bool is_all(const struct cli_strs *readers)
{
	return readers->n == 1 && strcmp(readers->v[0], "all") == 0;
}

static int check_readers(const struct cli_strs *readers, bool together)
{
	for (size_t i = 0; i < readers->n; i++) {
		if (*readers->v[i] == '\0')
			return cli_usage(&cmd_measure, "--reader wants a name; 'beat-model list' has them.");
		if (strcmp(readers->v[i], "all") == 0 && !is_all(readers))
			return cli_usage(&cmd_measure,
					 "--reader all stands for every reader: name no other beside it.");
	}
	if (together && readers->n < 2 && !is_all(readers))
		return cli_usage(&cmd_measure, "--together wants two readers at least: name each with --reader.");
	return CLI_OK;
}

/* The names of the options with commas between; nothing for all. */
static void join_names(const struct cli_strs *readers, struct buf *out)
{
	for (size_t i = 0; !is_all(readers) && i < readers->n; i++)
		buf_addf(out, "%s%s", i > 0 ? "," : "", readers->v[i]);
}

static int open_readers(struct evaluating *ev)
{
	struct buf names = BUF_INIT;
	int rc;

	join_names(&ev->readers, &names);
	ev->want.names = names.p;
	ev->want.one = ev->readers.n == 0;
	rc = commands_open(&ev->shelf, &ev->want, "eval");
	buf_release(&names);
	return rc;
}

static void release(struct evaluating *ev)
{
	for (size_t i = 0; ev->results && i < ev->sets.n; i++)
		eval_results_release(&ev->results[i], ev->models.n);
	free(ev->results);
	eval_datasets_release(&ev->sets);
	eval_models_release(&ev->models);
	shelf_close(&ev->shelf);
	cli_strs_release(&ev->readers);
	cli_strs_release(&ev->splits);
}

static int run(int argc, char **argv)
{
	struct evaluating ev = {.want = {.folder = commands_weights()}, .bar = {.what = "answering"}};
	const char *precision = NULL;
	const struct cli_opt opts[] = {
	    {"--reader", CLI_STRS, &ev.readers, 0, 0},
	    {"--weights", CLI_STR, &ev.want.folder, 0, 0},
	    {"--threads", CLI_INT, &ev.threads, 1, 1024},
	    {"--split", CLI_STRS, &ev.splits, 0, 0},
	    {"--per-article", CLI_FLAG, &ev.per_article, 0, 0},
	    {"--together", CLI_FLAG, &ev.together, 0, 0},
	    {"--json", CLI_FLAG, &ev.json, 0, 0},
	    {"--checkpoint", CLI_STR, &ev.want.checkpoints, 0, 0},
	    {"--precision", CLI_STR, &precision, 0, 0},
	};
	int words = cli_parse(argc, argv, opts, ARRAY_LEN(opts)), rc = CLI_USAGE;

	if (words == 0)
		rc = cli_usage(&cmd_measure, "name a DATASET.");
	if (words > 0)
		rc = check_readers(&ev.readers, ev.together);
	if (words > 0 && rc == CLI_OK)
		rc = commands_precision(&cmd_measure, precision, &ev.want);
	if (words > 0 && rc == CLI_OK)
		rc = eval_datasets_find(&ev.sets, argv + 1, words, &ev.splits);
	if (words > 0 && rc == CLI_OK)
		rc = open_readers(&ev);
	if (words > 0 && rc == CLI_OK)
		rc = ask_and_score(&ev);
	if (words > 0 && rc == CLI_OK)
		rc = report(&ev);
	release(&ev);
	return rc;
}

const struct cli_command cmd_measure = {
    .name = "eval",
    .summary = "exact match and F1 of the readers on datasets",
    .help = HELP,
    .run = run,
};
