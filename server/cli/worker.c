/* beatctl worker: who works, how well, and what the team does about it. */
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "beat/cli.h"
#include "worker.h"

static const char HELP[] =
    "Usage: beatctl worker list [--project NAME] [--state STATE] [--search TEXT] [--sort KEY]\n"
    "                           [--desc] [--limit 50] [--offset 0] [--json]\n"
    "       beatctl worker show WORKER [--project NAME] [--json]\n"
    "       beatctl worker revoke WORKER --reason TEXT [--project NAME] [--json]\n"
    "       beatctl worker reinstate WORKER --reason TEXT [--project NAME] [--json]\n"
    "       beatctl worker qualify WORKER --reason TEXT [--project NAME] [--json]\n"
    "       beatctl worker note WORKER TEXT [--project NAME] [--json]\n"
    "       beatctl worker block WORKER --reason TEXT [--json]\n"
    "       beatctl worker unblock WORKER --reason TEXT [--json]\n"
    "\n"
    "WORKER is the number that lists show (17 or '#17'), or PLATFORM:ID as in mturk:A1B2C3.\n"
    "The project need not be named if there is only one.\n"
    "\n"
    "  list        the workers of a project, with their counts and success rate\n"
    "  show        one in full: figures, sampling, notes, revocations, what happened\n"
    "  revoke      take the qualification away, in all projects of the pool unless it says\n"
    "              otherwise: all questions of the worker are discarded (not deleted), work in\n"
    "              hand is ended and still paid, the worker is told the reason\n"
    "  reinstate   give it back, and exactly what that revocation discarded\n"
    "  qualify     give the qualification without an onboarding\n"
    "  note        write something down about a worker, for the team\n"
    "  block       let the worker into no project any more; the questions stay\n"
    "  unblock     let the worker in again\n"
    "\n"
    "Options\n"
    "  --project NAME   which project\n"
    "  --state STATE    new, onboarding, screening, qualified, failed, revoked or blocked\n"
    "  --search TEXT    a number, the beginning of a platform's id, or a word of a note\n"
    "  --sort KEY       id, state, submitted, attempts, wins, kept, success, sampled, due,\n"
    "                   mean_seconds or seen_at (default: id)\n"
    "  --desc           the largest first\n"
    "  --limit N        workers on a page, 1 to 200 (default: 50); --offset N skips some\n"
    "  --reason TEXT    why, 1000 characters at most; kept on record\n"
    "  --json           for programs\n"
    "\n"
    "Examples\n"
    "  beatctl worker list --sort success\n"
    "  beatctl worker show mturk:A1B2C3 --project dbert\n"
    "  beatctl worker revoke 17 --project dbert --reason \"Questions copied from a web page.\"\n"
    "  beatctl worker reinstate 17 --project dbert --reason \"They were the worker's own page.\"\n"
    "\n"
    "Exit codes: 0 done, 1 it did not work, 2 wrong usage.\n";

/* The only project there is; "" after saying that there are several, or none. */
static const char *only_project(char out[WORKER_PROJECT_MAX])
{
	struct pg *pg = cli_db();
	struct pg_rows *rows = pg ? pg_query(pg, q_project_list()) : NULL;

	*out = '\0';
	if (rows && pg_rows_count(rows) == 1)
		snprintf(out, WORKER_PROJECT_MAX, "%s", q_project_list_row(rows, 0).name);
	else if (rows && pg_rows_count(rows) == 0)
		cli_fail("there is no project yet; make one with 'beatctl project create NAME'.");
	else if (rows)
		cli_fail("there are several projects: say which with --project NAME.");
	pg_rows_free(&rows);
	pg_close(&pg);
	return out;
}

const char *worker_number(const char *name, char out[WORKER_NUMBER_MAX])
{
	struct pg *pg = cli_db();
	struct pg_rows *rows = pg ? pg_query(pg, q_worker_named(.name = name)) : NULL;

	*out = '\0';
	if (rows)
		snprintf(out, WORKER_NUMBER_MAX, "%lld", (long long)q_worker_named_row(rows, 0).id);
	pg_rows_free(&rows);
	pg_close(&pg);
	return out;
}

/* What the verbs about one worker take. */
struct ask {
	bool json;
	const char *project, *reason; /* project "": the verb needs none */
	char only[WORKER_PROJECT_MAX], number[WORKER_NUMBER_MAX];
	const char *text; /* the word after WORKER, if one is wanted */
};

/* Reads "VERB WORKER [TEXT] --…"; needs: whether a project is needed, a reason taken, a text wanted. */
enum { NEEDS_PROJECT = 1, TAKES_REASON = 2, WANTS_TEXT = 4 };
static int read_ask(int argc, char **argv, struct ask *a, unsigned needs)
{
	const struct cli_opt opts[] = {
	    {"--json", CLI_FLAG, &a->json, 0, 0},
	    {"--project", CLI_STR, &a->project, 0, 0},
	    {"--reason", CLI_STR, &a->reason, 0, 0},
	};
	int words = cli_parse(argc, argv, opts, ARRAY_LEN(opts) - (needs & TAKES_REASON ? 0 : 1));

	if (words < 0)
		return CLI_USAGE;
	if (needs & WANTS_TEXT && words != 2)
		return cli_usage(&cmd_worker, "'%s' takes a WORKER and a TEXT in quotes.", argv[0]);
	if (!(needs & WANTS_TEXT) && words != 1)
		return cli_usage(&cmd_worker, "'%s' takes exactly one WORKER, not %d.", argv[0], words);
	if (needs & TAKES_REASON && !a->reason)
		return cli_usage(&cmd_worker, "'%s' needs a reason for the record: --reason TEXT.", argv[0]);
	a->text = needs & WANTS_TEXT ? argv[2] : NULL;
	if (!*worker_number(argv[1], a->number))
		return CLI_FAILED;
	if (needs & NEEDS_PROJECT && !a->project && !*(a->project = only_project(a->only)))
		return CLI_FAILED;
	return CLI_OK;
}

static int list(int argc, char **argv)
{
	bool json = false, desc = false;
	const char *project = NULL, *state = NULL, *search = NULL, *sort = NULL;
	char only[WORKER_PROJECT_MAX], numbers[2][24];
	long limit = 50, offset = 0;
	const struct cli_opt opts[] = {
	    {"--json", CLI_FLAG, &json, 0, 0},      {"--desc", CLI_FLAG, &desc, 0, 0},
	    {"--project", CLI_STR, &project, 0, 0}, {"--state", CLI_STR, &state, 0, 0},
	    {"--search", CLI_STR, &search, 0, 0},   {"--sort", CLI_STR, &sort, 0, 0},
	    {"--limit", CLI_INT, &limit, 1, 200},   {"--offset", CLI_INT, &offset, 0, 1000000000},
	};
	int words = cli_parse(argc, argv, opts, ARRAY_LEN(opts));

	if (words < 0)
		return CLI_USAGE;
	if (words > 0)
		return cli_usage(&cmd_worker, "'worker list' takes no WORKER; 'worker show %s' shows one.", argv[1]);
	if (!project && !*(project = only_project(only)))
		return CLI_FAILED;
	snprintf(numbers[0], sizeof(numbers[0]), "%ld", limit);
	snprintf(numbers[1], sizeof(numbers[1]), "%ld", offset);
	return answer_run(q_admin_workers(.project = project, .q = search, .state = state, .sort = sort,
					  .dir = desc ? "desc" : "asc", .limit = numbers[0], .offset = numbers[1],
					  .identity = true),
			  json, worker_show_list);
}

static int show(int argc, char **argv)
{
	struct ask a = {.json = false};
	int rc = read_ask(argc, argv, &a, NEEDS_PROJECT);

	if (rc != CLI_OK)
		return rc;
	return answer_run(
	    q_admin_worker(.project = a.project, .worker = a.number, .identity = true, .account = SQL_NO_INT), a.json,
	    worker_show_one);
}

static void tell_revoked(const json_t *w)
{
	printf("worker #%s is revoked (revocation %s): %s questions are discarded\n", answer_text(w, "worker"),
	       answer_text(w, "revocation"), answer_text(w, "discarded"));
}

static void tell_reinstated(const json_t *w)
{
	printf("worker #%s is qualified again: %s questions are back\n", answer_text(w, "worker"),
	       answer_text(w, "restored"));
}

static void tell_qualified(const json_t *w)
{
	printf("worker #%s is qualified\n", answer_text(w, "worker"));
}

static int revoke(int argc, char **argv)
{
	struct ask a = {.json = false};
	int rc = read_ask(argc, argv, &a, NEEDS_PROJECT | TAKES_REASON);

	if (rc != CLI_OK)
		return rc;
	return answer_run(
	    q_admin_worker_revoke(.project = a.project, .worker = a.number, .reason = a.reason, .actor = cli_actor()),
	    a.json, tell_revoked);
}

static int reinstate(int argc, char **argv)
{
	struct ask a = {.json = false};
	int rc = read_ask(argc, argv, &a, NEEDS_PROJECT | TAKES_REASON);

	if (rc != CLI_OK)
		return rc;
	return answer_run(q_admin_worker_reinstate(.project = a.project, .worker = a.number, .reason = a.reason,
						   .actor = cli_actor()),
			  a.json, tell_reinstated);
}

static int qualify(int argc, char **argv)
{
	struct ask a = {.json = false};
	int rc = read_ask(argc, argv, &a, NEEDS_PROJECT | TAKES_REASON);

	if (rc != CLI_OK)
		return rc;
	return answer_run(
	    q_admin_worker_qualify(.project = a.project, .worker = a.number, .reason = a.reason, .actor = cli_actor()),
	    a.json, tell_qualified);
}

static void tell_noted(const json_t *w)
{
	printf("noted about worker #%s\n", answer_text(w, "worker"));
}

static int note(int argc, char **argv)
{
	struct ask a = {.json = false};
	int rc = read_ask(argc, argv, &a, WANTS_TEXT);

	if (rc != CLI_OK)
		return rc;
	return answer_run(q_admin_worker_note(.worker = a.number, .project = a.project, .text = a.text,
					      .actor = cli_actor(), .account = SQL_NO_INT),
			  a.json, tell_noted);
}

static void tell_blocked(const json_t *w)
{
	bool blocked = json_is_true(json_object_get(w, "blocked"));

	printf("worker #%s %s\n", answer_text(w, "worker"), blocked ? "is blocked from all projects" : "may come back");
}

static int block_or_not(int argc, char **argv, bool blocked)
{
	struct ask a = {.json = false};
	int rc = read_ask(argc, argv, &a, TAKES_REASON);

	if (rc != CLI_OK)
		return rc;
	if (a.project)
		return cli_usage(&cmd_worker, "'%s' is for all projects: leave --project away.", argv[0]);
	return answer_run(blocked
			      ? q_admin_worker_block(.worker = a.number, .reason = a.reason, .actor = cli_actor())
			      : q_admin_worker_unblock(.worker = a.number, .reason = a.reason, .actor = cli_actor()),
			  a.json, tell_blocked);
}

static int block(int argc, char **argv)
{
	return block_or_not(argc, argv, true);
}

static int unblock(int argc, char **argv)
{
	return block_or_not(argc, argv, false);
}

static const struct cli_verb verbs[] = {
    {"worker list", list},           {"worker show", show},       {"worker revoke", revoke},
    {"worker reinstate", reinstate}, {"worker qualify", qualify}, {"worker note", note},
    {"worker block", block},         {"worker unblock", unblock}, {NULL, NULL}};

const struct cli_command cmd_worker = {"worker", "workers: how well they do; revoke, reinstate, qualify, note, block",
				       HELP, NULL, verbs};
