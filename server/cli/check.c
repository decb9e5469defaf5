/* beatctl check: counts again what the dashboard's counters say, and puts them right if told to. */
#include <stdio.h>

#include "beat/cli.h"

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

/* Columns of Q_CHECK_LIST and Q_CHECK_FIX; the last is the number of differences, of which 100 come. */
enum { C_COUNTER, C_KEY, C_STORED, C_RECOUNTED, C_TOTAL };

static int report(const struct pg_rows *rows, bool fixed)
{
	static const char *const headings[] = {"COUNTER", "OF", "STORED", "RECOUNTED"};
	int shown = pg_rows_count(rows);
	long long total = shown > 0 ? pg_int(rows, 0, C_TOTAL) : 0;

	if (total == 0) {
		puts("every counter equals its recount");
		return CLI_OK;
	}
	cli_print_table(stdout, headings, rows, C_COUNTER, C_TOTAL);
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
	rows = fix ? pg_query(pg, Q_CHECK_FIX, (const char *[]){cli_actor()}) : pg_query(pg, Q_CHECK_LIST, NULL);
	if (rows)
		rc = report(rows, fix);
	pg_rows_free(&rows);
	pg_close(&pg);
	return rc;
}

const struct cli_command cmd_check = {
    "check",
    "count again what the counters say, and put them right",
    HELP,
    run,
};
