/* beat-model predict: answers every question of datasets, as a file of predictions. */
#include <stdlib.h>
#include <string.h>

#include "batch.h"
#include "commands.h"

static const char HELP[] =
    "Usage: beat-model predict DATASET... [--reader NAME] [--best K] [--threads N] > predictions.json\n"
    "\n"
    "Answers every question of the datasets and prints one JSON object {\"question id\":\"answer\",…},\n"
    "which is what the official SQuAD script, 'beatctl eval' and others take as predictions. The order is\n"
    "that of the questions; a question whose passage holds no word gets an empty answer.\n"
    "\n"
    "DATASET is a file in SQuAD v1.1 JSON, MRQA JSONL or rows of the Hugging Face layout (JSONL), plain\n"
    "or .gz (which it is, is found out); - is standard input. Gold answers are not needed, and not\n"
    "looked at.\n"
    "\n"
    "Options\n"
    "  --reader NAME   who answers; 'beat-model list' names them (default: the strongest there is)\n"
    "  --best K        the K best answers instead (1 to 20), with their places in the passage, counted in\n"
    "                  code points, and how much of the first is expected to be wrong:\n"
    "                  {\"id\":{\"null_score\":0.1,\"best\":[{\"answer\",\"start\",\"end\",\"score\"},…]},…}\n"
    "  --threads N     threads that read and answer (default: one a processor)\n" HELP_READERS "\n"
    "Examples\n"
    "  beat-model predict dev-v1.1.json > predictions.json && beatctl eval dev-v1.1.json predictions.json\n"
    "  beat-model predict questions.jsonl.gz --reader linear --best 5 > nbest.json\n"
    "\n"
    "Exit codes: 0 done, 1 a file or a reader could not be used (standard error says why; what was\n"
    "printed is incomplete then), 2 wrong usage.\n";

struct predicting {
	long best;
	bool any;
	struct buf line;
	struct batch *batch;
	struct cli_progress bar;
	long long done;
};

static void write_best(struct jw *w, const struct batch_passage *p, const struct reader_result *r, long k)
{
	jw_open(w, '{');
	jw_knum(w, "null_score", r->n > 0 ? r->null_score : 1);
	jw_kopen(w, "best", '[');
	for (int i = 0; i < r->n && i < k; i++) {
		size_t n;
		const char *text = batch_answer(p, r, i, &n);

		jw_open(w, '{');
		jw_key(w, "answer");
		jw_strn(w, text, n);
		jw_kint(w, "start", (int64_t)r->best[i].span.start);
		jw_kint(w, "end", (int64_t)r->best[i].span.end);
		jw_knum(w, "score", r->best[i].score);
		jw_close(w, '}');
	}
	jw_close(w, ']');
	jw_close(w, '}');
}

static void write_question(struct predicting *pr, const struct batch_passage *p, const struct batch_question *q)
{
	struct jw w;
	size_t n;
	const char *text = batch_answer(p, &q->result, 0, &n);

	buf_adds(&pr->line, pr->any ? ",\n" : "{\n");
	pr->any = true;
	jw_init(&w, &pr->line);
	jw_strn(&w, q->id, q->id_n);
	buf_addc(&pr->line, ':');
	jw_init(&w, &pr->line);
	if (pr->best > 0)
		write_best(&w, p, &q->result, pr->best);
	else
		jw_strn(&w, text, n);
	jw_done(&w);
}

static void told(void *arg, const struct batch_passage *p)
{
	struct predicting *pr = arg;

	buf_clear(&pr->line);
	for (size_t i = 0; i < p->n_questions; i++)
		write_question(pr, p, &p->questions[i]);
	if (pr->line.n > 0)
		fwrite(pr->line.p, 1, pr->line.n, stdout);
	pr->done += (long long)p->n_questions;
	cli_progress_show(&pr->bar, pr->done);
}

static int predict_on_passage(void *arg, const struct dataset_passage *p)
{
	struct predicting *pr = arg;

	batch_add(pr->batch, p);
	return ferror(stdout) ? CLI_FAILED : 0;
}

static int predict(struct predicting *pr, char **files, int n_files)
{
	const struct dataset_sink sink = {.arg = pr, .passage = predict_on_passage};
	char err[DATASET_ERR_MAX];
	int rc = 0;

	for (int i = 0; rc == 0 && i < n_files; i++)
		rc = dataset_read_file(files[i], DATASET_CONTEXT | DATASET_TEXT, &sink, err);
	batch_end(&pr->batch);
	cli_progress_end(&pr->bar);
	if (rc < 0)
		return cli_fail("predict: %s", err);
	fputs(pr->any ? "\n}\n" : "{}\n", stdout);
	return rc;
}

static int run(int argc, char **argv)
{
	struct predicting pr = {.bar = {.what = "answering"}};
	struct shelf_want want = {.folder = commands_weights(), .one = true};
	const char *precision = NULL;
	struct shelf shelf;
	long threads = 0;
	const struct cli_opt opts[] = {
	    {"--reader", CLI_STR, &want.chosen, 0, 0},          {"--weights", CLI_STR, &want.folder, 0, 0},
	    {"--checkpoint", CLI_STR, &want.checkpoints, 0, 0}, {"--precision", CLI_STR, &precision, 0, 0},
	    {"--best", CLI_INT, &pr.best, 1, READER_BEST_MAX},  {"--threads", CLI_INT, &threads, 1, 1024},
	};
	int words = cli_parse(argc, argv, opts, ARRAY_LEN(opts)), rc;
	struct batch_conf conf = {.told = told, .arg = &pr};

	if (words < 0)
		return CLI_USAGE;
	if (words == 0)
		return cli_usage(&cmd_predict, "name a DATASET.");
	if (commands_precision(&cmd_predict, precision, &want) != CLI_OK)
		return CLI_USAGE;
	if (commands_open(&shelf, &want, "predict") != CLI_OK)
		return CLI_FAILED;
	conf.reader = shelf_find(&shelf, NULL);
	conf.threads = threads > 0 ? (int)threads : shelf_processors();
	conf.passages = passages_new(COMMANDS_CACHE);
	pr.batch = batch_new(&conf);
	rc = predict(&pr, argv + 1, words);
	passages_free(&conf.passages);
	shelf_close(&shelf);
	buf_release(&pr.line);
	return rc;
}

const struct cli_command cmd_predict = {
    .name = "predict",
    .summary = "answer every question of a dataset, into a file of predictions",
    .help = HELP,
    .run = run,
};
