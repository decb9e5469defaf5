/* beatctl lab scores: the evaluations that are stored. */
#include <stdlib.h>
#include <string.h>

#include "eval_store.h"
#include "lab.h"
#include "sql_beatctl.h"

static const char HELP[] =
    "Usage: beatctl lab scores [--metric f1|em] [--set NAME]... [--model NAME]... [--list]\n"
    "\n"
    "The evaluations that 'beatctl eval … --store' has stored, of each model on each dataset the latest, as\n"
    "CSV: model,group,SET,…, a row a model. That is what 'lab concur', 'lab shift' and 'lab mrqa table' read;\n"
    "with --stored they take them from the database themselves.\n"
    "\n"
    "Options\n"
    "  --metric NAME  f1 (default) or em, in per cent\n"
    "  --set NAME     only this dataset; may be repeated\n"
    "  --model NAME   only this model; may be repeated\n"
    "  --list         instead a table of all of them, with questions, version and time\n"
    "\n"
    "Examples\n"
    "  beatctl eval dev.json amazon.json --model http://127.0.0.1:9090 --store\n"
    "  beatctl lab scores --list\n"
    "  beatctl lab concur --stored --metric em\n"
    "\n"
    "Exit codes: 0 done, 1 it did not work, 2 wrong usage.\n";

int lab_metric(const char *name, bool *exact)
{
	*exact = strcmp(name, "em") == 0;
	return *exact || strcmp(name, "f1") == 0 ? CLI_OK
						 : cli_usage(&cmd_lab, "--metric is f1 or em, not '%s'.", name);
}

static int list(void)
{
	static const struct cli_column columns[] = {
	    {"SET", SQL_COLUMN(evaluation_latest, benchmark)},
	    {"MODEL", SQL_COLUMN(evaluation_latest, model)},
	    {"GROUP", SQL_COLUMN(evaluation_latest, model_group)},
	    {"QUESTIONS", SQL_COLUMN(evaluation_latest, questions)},
	    {"EM", SQL_COLUMN(evaluation_latest, shown_exact)},
	    {"F1", SQL_COLUMN(evaluation_latest, shown_f1)},
	    {"VERSION", SQL_COLUMN(evaluation_latest, version)},
	    {"STORED", SQL_COLUMN(evaluation_latest, created_at)},
	};
	struct pg_rows *rows = eval_stored();

	if (rows == NULL)
		return CLI_FAILED;
	cli_print_table(stdout, rows, columns, ARRAY_LEN(columns));
	pg_rows_free(&rows);
	return CLI_OK;
}

static int run(int argc, char **argv)
{
	struct eval_choice choice = {0};
	const char *metric = "f1";
	bool listed = false;
	struct buf csv = BUF_INIT;
	const struct cli_opt opts[] = {{"--metric", CLI_STR, &metric, 0, 0},
				       {"--set", CLI_STRS, &choice.sets, 0, 0},
				       {"--model", CLI_STRS, &choice.models, 0, 0},
				       {"--list", CLI_FLAG, &listed, 0, 0}};
	int words = cli_parse(argc, argv, opts, ARRAY_LEN(opts)), rc = CLI_USAGE;

	if (words > 0)
		rc = cli_usage(&cmd_lab, "'lab scores' takes options only, not '%s'.", argv[1]);
	else if (words == 0)
		rc = lab_metric(metric, &choice.exact);
	if (rc == CLI_OK)
		rc = listed ? list() : eval_stored_csv(&choice, &csv);
	if (rc == CLI_OK && !listed)
		fwrite(csv.p, 1, csv.n, stdout);
	buf_release(&csv);
	cli_strs_release(&choice.sets);
	cli_strs_release(&choice.models);
	return rc;
}

const struct cli_command lab_scores_command = {
    .name = "scores",
    .summary = "evaluations that are stored, as a table of scores",
    .help = HELP,
    .run = run,
};
