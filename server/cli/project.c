/* beatctl project: create, change and look at projects. Options and help of the settings are made from their entries
 * (project_options.c, project_entries.c); what is shown of projects is in project_show.c. */
#include <string.h>

#include "beat/cli.h"
#include "project.h"
#include "project_entries.h"

static const char HELP_BEGIN[] =
    "Usage: beatctl project create NAME [SETTINGS]\n"
    "       beatctl project set NAME SETTINGS\n"
    "       beatctl project list [--json]\n"
    "       beatctl project show NAME [--json]\n"
    "       beatctl project settings\n"
    "       beatctl project documents NAME [--json]\n"
    "       beatctl project lengths NAME [--plot FILE.svg] [--json]\n"
    "       beatctl project reference NAME FILE|--collection COLLECTION|--none [--title TEXT]\n"
    "       beatctl project pause|resume|close NAME\n"
    "\n"
    "A project is one dataset being collected: its passages, the model that workers play\n"
    "against, and the rules. Workers enter it at /hit/NAME on the server.\n"
    "\n"
    "  create   make a project; it takes workers at once\n"
    "  set      change settings; what is not named stays. Attempts already made keep the\n"
    "           threshold they were judged by\n"
    "  list     all projects on a line each\n"
    "  show     settings and progress of one: what is kept per split, open leases, win rate\n"
    "  settings all settings with their limits, defaults, what they do and since when a change\n"
    "           counts\n"
    "  documents how many paragraphs of each document are done: they have a question that was\n"
    "           handed in and is not discarded. Whole: all are\n"
    "  lengths  how long the passages are, beside those of the reference, and how far the two are\n"
    "           apart: total variation and Kolmogorov-Smirnov, as 'beatctl lab curate' tells them\n"
    "  reference the set that lengths are compared with: a file (SQuAD, MRQA, JSON lines; as --like\n"
    "           of 'lab curate'), or the passages that were imported as a collection\n"
    "  pause    hand out no new work and take no attempts, until resumed\n"
    "  resume   go on after a pause, or reopen a closed project\n"
    "  close    hand out no new work; what workers have begun they may finish\n"
    "\n"
    "NAME is made of lower-case letters, digits, '-' and '_', 63 at most.\n"
    "\n";

static const char HELP_END[] =
    "\n"
    "Examples\n"
    "  beatctl project create demo --model http://127.0.0.1:8090 --open\n"
    "  beatctl project create dbert --title \"Beat BERT\" --model bert --collection wiki \\\n"
    "      --targets 10000/1000/1000 --reward 200 --platform mturk\n"
    "  beatctl project set dbert --also bidaf --also roberta --rule any\n"
    "  beatctl project set dbert --reward 250 --targets -/1500/1500\n"
    "  beatctl project set dbert --onboarding basics --onboarding-retries 1 --batch-hits 100\n"
    "  beatctl project set dbert --validation-reward 40 --validation-early-stop 2\n"
    "  beatctl project show dbert --json\n"
    "  beatctl project reference wiki train-v1.1.json --title SQuAD\n"
    "  beatctl project lengths wiki --plot lengths.svg\n"
    "\n"
    "Exit codes: 0 done, 1 it did not work, 2 wrong usage.\n";

/* Runs a statement that gives (name, state, passages). */
static struct pg_rows *change(struct sql_ask ask)
{
	struct pg *pg = cli_db();
	struct pg_rows *rows = pg ? pg_query(pg, ask) : NULL;

	pg_close(&pg);
	return rows;
}

static int apply(bool anew, const char *name, const char *settings)
{
	struct pg_rows *rows = change(anew ? q_project_create(.name = name, .settings = settings, .actor = cli_actor())
					   : q_project_set(.name = name, .settings = settings, .actor = cli_actor()));
	struct q_project_line_row row;

	if (!rows)
		return CLI_FAILED;
	row = q_project_line_row(rows, 0);
	printf("project %s %s: %s, %d passages\n", name, anew ? "created" : "changed", row.state, row.passages);
	if (row.passages == 0)
		puts("It has nothing to hand out yet: bring passages in with 'beatctl import'.");
	if (row.beyond != NULL)
		puts(row.beyond);
	pg_rows_free(&rows);
	return CLI_OK;
}

static int create_or_set(int argc, char **argv, bool anew)
{
	struct buf json = BUF_INIT;
	int words = project_parse_settings(argc, argv, &json), rc = CLI_USAGE;

	if (words == 1 && !anew && strcmp(json.p, "{}") == 0)
		rc = cli_usage(&cmd_project, "say what to change, for example --reward 200.");
	else if (words == 1)
		rc = apply(anew, argv[1], json.p);
	else if (words >= 0)
		rc = cli_usage(&cmd_project, "'%s' takes exactly one NAME, not %d.", argv[0], words);
	buf_release(&json);
	return rc;
}

static int create(int argc, char **argv)
{
	return create_or_set(argc, argv, true);
}

static int set(int argc, char **argv)
{
	return create_or_set(argc, argv, false);
}

static int move(int argc, char **argv, const char *state)
{
	struct pg_rows *rows;

	if (cli_parse_one(&cmd_project, argc, argv, NULL, 0, "NAME") != CLI_OK)
		return CLI_USAGE;
	rows = change(q_project_state(.name = argv[1], .state = state, .actor = cli_actor()));
	if (!rows)
		return CLI_FAILED;
	printf("project %s is now %s\n", argv[1], state);
	pg_rows_free(&rows);
	return CLI_OK;
}

static int pause_it(int argc, char **argv)
{
	return move(argc, argv, "paused");
}

static int resume(int argc, char **argv)
{
	return move(argc, argv, "active");
}

static int close_it(int argc, char **argv)
{
	return move(argc, argv, "closed");
}

static int help(void)
{
	struct buf settings = BUF_INIT;

	project_entries_add_help(&settings);
	printf("%s %s: %s\n\n%s%s%s", cli_name(), cmd_project.name, cmd_project.summary, HELP_BEGIN, settings.p,
	       HELP_END);
	buf_release(&settings);
	return CLI_OK;
}

#define SUMMARY "create, change and watch the datasets being collected"

static const struct cli_verb verbs[] = {{"project create", create},
					{"project set", set},
					{"project list", project_list},
					{"project show", project_show},
					{"project settings", project_settings},
					{"project documents", project_documents},
					{"project lengths", project_lengths},
					{"project reference", project_reference},
					{"project pause", pause_it},
					{"project resume", resume},
					{"project close", close_it},
					{NULL, NULL}};
static const struct cli_command by_verb = {"project", SUMMARY, NULL, NULL, verbs};

/* The help is made from the entries of settings, so the command takes --help itself. */
static int run(int argc, char **argv)
{
	return argc > 1 && strcmp(argv[1], "--help") == 0 ? help() : cli_run(&by_verb, argc, argv);
}

const struct cli_command cmd_project = {"project", SUMMARY, NULL, run, NULL};
