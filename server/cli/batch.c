/* beatctl batch: closes batches, which draws the HITs that people review. */
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "beat/cli.h"

static const char HELP[] =
    "Usage: beatctl batch close PROJECT [--seed TEXT] [--json]\n"
    "       beatctl batch list PROJECT [--json]\n"
    "\n"
    "Work is reviewed by samples. When a batch closes, HITs are drawn for review: of a worker\n"
    "with n completed HITs in all, as many as n to the fifth has decimal digits (1 of 1, 6 of\n"
    "10, 11 of 100, 16 of 1000), less what was drawn before. A HIT is drawn once at most.\n"
    "\n"
    "  close   close the batch now. Projects can also close by themselves: see --batch-hits and\n"
    "          --batch-hours of 'beatctl project set'.\n"
    "  list    the batches of a project, newest first, and what the open one holds\n"
    "\n"
    "Options\n"
    "  --seed TEXT   what the draw depends on, 1 to 64 letters, digits and . _ - (default: made\n"
    "                at random). It is on record: the same seed and HITs give the same draw.\n"
    "  --json        for programs\n"
    "\n"
    "Examples\n"
    "  beatctl batch close dbert\n"
    "  beatctl batch list dbert\n"
    "\n"
    "Exit codes: 0 done, 1 it did not work (also: there is nothing to close), 2 wrong usage.\n";

static void show_closed(const json_t *b)
{
	printf("batch %s closed: %s new HITs, %s drawn for review from %s workers (seed %s)\n",
	       answer_text(b, "number"), answer_text(b, "hits"), answer_text(b, "sampled"), answer_text(b, "workers"),
	       answer_text(b, "seed"));
}

static int close_batch(int argc, char **argv)
{
	bool json = false;
	const char *seed = NULL;
	const struct cli_opt opts[] = {{"--json", CLI_FLAG, &json, 0, 0}, {"--seed", CLI_STR, &seed, 0, 0}};
	int words = cli_parse(argc, argv, opts, ARRAY_LEN(opts));

	if (words < 0)
		return CLI_USAGE;
	if (words != 1)
		return cli_usage(&cmd_batch, "'batch close' takes exactly one PROJECT, not %d.", words);
	return answer_run(q_admin_batch_close(.project = argv[1], .seed = seed, .actor = cli_actor()), json,
			  show_closed);
}

static const char *cell(const json_t *item, int col)
{
	static const char *const keys[] = {"number",  "hits",    "hits_total", "workers",
					   "sampled", "settled", "cause",      "actor"};

	return col < (int)ARRAY_LEN(keys) ? answer_text(item, keys[col]) : answer_moment(item, "closed_at");
}

static void show_list(const json_t *answer)
{
	static const char *const headings[] = {"BATCH",   "HITS",  "IN ALL", "WORKERS", "SAMPLED",
					       "SETTLED", "CAUSE", "BY",     "CLOSED"};

	answer_table(json_object_get(answer, "items"), headings, ARRAY_LEN(headings), cell, "no batch is closed yet");
	printf("open: %s HITs; closing now would draw %s\n", answer_in(answer, "open", "hits"),
	       answer_in(answer, "open", "due"));
}

static int list(int argc, char **argv)
{
	bool json;

	if (answer_word(&cmd_batch, argc, argv, "PROJECT", &json) != CLI_OK)
		return CLI_USAGE;
	return answer_run(q_admin_batches(.project = argv[1]), json, show_list);
}

static const struct cli_verb verbs[] = {{"batch close", close_batch}, {"batch list", list}, {NULL, NULL}};

const struct cli_command cmd_batch = {"batch", "close batches, which draws the HITs to review", HELP, NULL, verbs};
