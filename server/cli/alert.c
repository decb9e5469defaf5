/* beatctl alert: what somebody should look at. */
#include <stdio.h>

#include "answer.h"
#include "beat/cli.h"
#include "sql_beatctl.h"

static const char HELP[] = "Usage: beatctl alert list [--all]\n"
			   "       beatctl alert ack NUMBER\n"
			   "\n"
			   "An alert stands while its cause lasts, one for a cause however often it shows. The\n"
			   "dashboard shows it on top of the overview and of the models; /metrics counts them\n"
			   "(beat_alerts). It ends by itself when the cause is gone.\n"
			   "\n"
			   "  build   a model answered a project with another build than the one it is pinned to\n"
			   "          ('beatctl project set P --pin current')\n"
			   "  canary  a model answers its canaries otherwise than before ('beatctl model canary')\n"
			   "  budget  a model has spent what it may cost today ('beatctl model set --budget-cents')\n"
			   "\n"
			   "  list    those that stand, the newest first; --all: also those that are over (200)\n"
			   "  ack     say that you know of one: it is not shown on top any more\n"
			   "\n"
			   "Examples\n"
			   "  beatctl alert list\n"
			   "  beatctl alert ack 12\n"
			   "\n"
			   "Exit codes: 0 done, 1 it did not work, 2 wrong usage.\n";

static int list(int argc, char **argv)
{
	static const struct cli_column columns[] = {
	    {"NUMBER", SQL_COLUMN(alert_list, id)},     {"KIND", SQL_COLUMN(alert_list, kind)},
	    {"ABOUT", SQL_COLUMN(alert_list, subject)}, {"SINCE", SQL_COLUMN(alert_list, since)},
	    {"UNTIL", SQL_COLUMN(alert_list, until)},   {"ACKNOWLEDGED", SQL_COLUMN(alert_list, acknowledged)},
	    {"ALERT", SQL_COLUMN(alert_list, said)},
	};
	bool all = false;
	const struct cli_opt opts[] = {{"--all", CLI_FLAG, &all, 0, 0}};
	int words = cli_parse(argc, argv, opts, ARRAY_LEN(opts));

	if (words != 0)
		return words < 0 ? CLI_USAGE : cli_usage(&cmd_alert, "'alert list' takes no words.");
	return answer_rows(q_alert_list(.all = all), columns, ARRAY_LEN(columns), "no alerts");
}

static int ack(int argc, char **argv)
{
	int words = cli_parse(argc, argv, NULL, 0), rc = CLI_FAILED;
	struct pg_rows *rows = NULL;
	struct pg *pg;

	if (words != 1)
		return words < 0 ? CLI_USAGE
				 : cli_usage(&cmd_alert, "name the alert's NUMBER, as 'alert list' shows it.");
	if ((pg = cli_db()))
		rows = pg_query(pg, q_alert_ack(.id = argv[1], .actor = cli_actor()));
	if (rows) {
		printf("alert %s is acknowledged\n", argv[1]);
		rc = CLI_OK;
	}
	pg_rows_free(&rows);
	pg_close(&pg);
	return rc;
}

static const struct cli_verb verbs[] = {{"alert list", list}, {"alert ack", ack}, {NULL, NULL}};

const struct cli_command cmd_alert = {"alert", "what somebody should look at, and saying that one knows", HELP, NULL,
				      verbs};
