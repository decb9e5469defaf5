/* beatctl check: counts again what the dashboard's counters say, and puts them right if told to. */
#include <stdio.h>

#include "beat/cli.h"
#include "sql_beatctl.h"

static const char HELP[] = "Usage: beatctl check [--fix]\n"
			   "\n"
			   "The figures of the dashboard, the sampling rule and the targets read counters that\n"
			   "are kept with every change. This command counts everything anew, from the attempts,\n"
			   "questions, discards and reviews themselves, and lists each counter that differs. They\n"
			   "never should: a difference means that somebody changed rows by hand, or a mistake in\n"
			   "the program. Workers may go on meanwhile. It reads the whole database, which takes\n"
			   "some seconds for a million attempts.\n"
			   "\n"
			   "Options\n"
			   "  --fix    put the counters right; an event records what was wrong\n"
			   "\n"
			   "Examples\n"
			   "  beatctl check\n"
			   "  beatctl check || mail -s 'counters differ' root </dev/null\n"
			   "  beatctl check --fix\n"
			   "\n"
			   "Exit codes: 0 every counter is right (with --fix: is right now), 1 some differ, or it\n"
			   "did not work, 2 wrong usage.\n";

static int report(const struct pg_rows *rows, bool fixed)
{
	static const struct cli_column columns[] = {{"COUNTER", SQL_COLUMN(check_difference, counter)},
						    {"OF", SQL_COLUMN(check_difference, key)},
						    {"STORED", SQL_COLUMN(check_difference, stored)},
						    {"RECOUNTED", SQL_COLUMN(check_difference, recounted)}};
	int shown = pg_rows_count(rows);
	long long total = shown > 0 ? q_check_difference_row(rows, 0).differences : 0; /* of which 100 come */

	if (total == 0) {
		puts("every counter equals its recount");
		return CLI_OK;
	}
	cli_print_table(stdout, rows, columns, ARRAY_LEN(columns));
	if (total > shown)
		printf("… and %lld more\n", total - shown);
	fflush(stdout);
	if (fixed) {
		printf("put right: %lld counter%s\n", total, total == 1 ? "" : "s");
		return CLI_OK;
	}
	return cli_fail("%lld counter%s from the recount; 'beatctl check --fix' puts them right.", total,
			total == 1 ? " differs" : "s differ");
}

static int run(int argc, char **argv)
{
	bool fix = false;
	const struct cli_opt opts[] = {{"--fix", CLI_FLAG, &fix, 0, 0}};
	int words = cli_parse(argc, argv, opts, ARRAY_LEN(opts)), rc = CLI_FAILED;
	struct pg_rows *rows;
	struct pg *pg;

	if (words != 0)
		return words < 0 ? CLI_USAGE : cli_usage(&cmd_check, "'check' takes no words.");
	if (!(pg = cli_db()))
		return CLI_FAILED;
	rows = pg_query(pg, fix ? q_check_fix(.actor = cli_actor()) : q_check_list());
	if (rows)
		rc = report(rows, fix);
	pg_rows_free(&rows);
	pg_close(&pg);
	return rc;
}

const struct cli_command cmd_check = {
    .name = "check", .summary = "count again what the counters say, and put them right", .help = HELP, .run = run};
