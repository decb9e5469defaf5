/* beatctl screening: onboardings that were handed in, passed or failed by a person. */
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "beat/cli.h"

static const char HELP[] =
    "Usage: beatctl screening list PROJECT [--state waiting|passed|failed] [--before ID]\n"
    "                              [--limit 50] [--json]\n"
    "       beatctl screening show ID [--json]\n"
    "       beatctl screening pass ID [--reason TEXT]\n"
    "       beatctl screening fail ID --reason TEXT\n"
    "       beatctl screening undo ID [--reason TEXT]\n"
    "\n"
    "A worker who has done a project's onboarding waits until somebody has looked at it.\n"
    "\n"
    "  list   what was handed in, newest first (default: those that wait)\n"
    "  show   one in full: the exercises with the worker's answers, and every attempt of the HIT\n"
    "  pass   the worker is qualified and can start at once\n"
    "  fail   the worker is told the reason; another try follows if the project has retries left\n"
    "  undo   take the decision back, as long as the worker has not begun anything since\n"
    "\n"
    "ID is the number in the first column of the list.\n"
    "\n"
    "Options\n"
    "  --state STATE   waiting, passed, failed, or all (default: waiting)\n"
    "  --before ID     go on from the end of the page before\n"
    "  --limit N       items on a page, 1 to 200 (default: 50)\n"
    "  --reason TEXT   why, 1000 characters at most; kept on record\n"
    "  --json          for programs\n"
    "\n"
    "Examples\n"
    "  beatctl screening list dbert\n"
    "  beatctl screening show 4711\n"
    "  beatctl screening fail 4711 --reason \"The questions repeat sentences of the passage.\"\n"
    "\n"
    "Exit codes: 0 done, 1 it did not work, 2 wrong usage.\n";

static const char *list_cell(const json_t *item, int col)
{
	static const char *const keys[] = {"id", NULL, "platform_worker_id", "state", "tries", "won", "seconds"};

	switch (col) {
	case 1:
		return answer_in(item, "worker", "id");
	case 2:
		return answer_in(item, "worker", keys[col]);
	case 7:
		return answer_moment(item, "handed_in_at");
	default:
		return answer_text(item, keys[col]);
	}
}

static void list_items(const json_t *answer)
{
	static const char *const headings[] = {"ID",  "WORKER", "KNOWN AS", "STATE",
					       "TRY", "KEPT",   "SECONDS",  "HANDED IN"};

	answer_table(json_object_get(answer, "items"), headings, ARRAY_LEN(headings), list_cell, "nothing to show");
	printf("%s waiting, %s passed, %s failed\n", answer_in(answer, "counts", "waiting"),
	       answer_in(answer, "counts", "passed"), answer_in(answer, "counts", "failed"));
	if (*answer_text(answer, "next"))
		printf("there is more: --before %s\n", answer_text(answer, "next"));
}

static int list(int argc, char **argv)
{
	bool json = false;
	const char *state = "waiting";
	long before = 0, limit = 50;
	char numbers[2][24] = {"", ""};
	const struct cli_opt opts[] = {{"--json", CLI_FLAG, &json, 0, 0},
				       {"--state", CLI_STR, &state, 0, 0},
				       {"--before", CLI_INT, &before, 1, 0x7fffffffffffffff},
				       {"--limit", CLI_INT, &limit, 1, 200}};

	if (cli_parse_one(&cmd_screening, argc, argv, opts, ARRAY_LEN(opts), "PROJECT") != CLI_OK)
		return CLI_USAGE;
	if (before)
		snprintf(numbers[0], sizeof(numbers[0]), "%ld", before);
	snprintf(numbers[1], sizeof(numbers[1]), "%ld", limit);
	return answer_run(q_admin_screenings(.project = argv[1], .state = strcmp(state, "all") == 0 ? "" : state,
					     .before = numbers[0], .limit = numbers[1], .identity = true),
			  json, list_items);
}

static void put(const char *label, const char *text)
{
	answer_line(10, label, text);
}

static void show_exercise(const json_t *e)
{
	const json_t *answer = json_object_get(e, "answer");

	printf("\n%s. %s: ", answer_text(e, "number"), answer_text(e, "kind"));
	cli_put_text(stdout, answer_text(e, "title"));
	putchar('\n');
	put("passage", answer_in(e, "passage", "text"));
	put("for", answer_in(e, "given_answer", "text"));
	put("asked", answer_text(e, "given_question"));
	put("expected", answer_in(e, "expected", "text"));
	put("question", answer_text(answer, "question"));
	put("answer", answer_in(answer, "answer", "text"));
	put("F1", answer_text(answer, "f1"));
	put("tries", answer_text(answer, "tries"));
}

static const char *verdict_word(const json_t *attempt)
{
	static const char *const words[][2] = {{"human", "won"}, {"model", "lost"}, {"plain", "asked"}};
	const char *verdict = answer_text(attempt, "verdict");

	for (size_t i = 0; i < ARRAY_LEN(words); i++)
		if (strcmp(verdict, words[i][0]) == 0)
			return words[i][1];
	return "no verdict";
}

/* Whether there was nobody to play against; so it is of all attempts of a HIT, or of none. */
static bool is_plain(const json_t *hit)
{
	return strcmp(answer_text(json_array_get(json_object_get(hit, "attempts"), 0), "verdict"), "plain") == 0;
}

static void show_hit(const json_t *hit)
{
	const json_t *attempt;
	size_t i;

	if (is_plain(hit))
		printf("\nHIT: %s of up to %s questions asked, without an adversary\n", answer_text(hit, "won"),
		       answer_text(hit, "wanted"));
	else
		printf("\nHIT: %s of %s won against %s\n", answer_text(hit, "won"), answer_text(hit, "wanted"),
		       answer_text(hit, "model"));
	put("passage", answer_in(hit, "passage", "text"));
	json_array_foreach(json_object_get(hit, "attempts"), i, attempt)
	{
		printf("\n  attempt %zu: %s\n", i + 1, verdict_word(attempt));
		put("question", answer_text(attempt, "question"));
		put("answer", answer_in(attempt, "answer", "text"));
		put("the model", answer_in(attempt, "model", "answer"));
	}
}

static void show_one(const json_t *s)
{
	const json_t *item;
	size_t i;

	printf("screening %s of project %s: %s\n", answer_text(s, "id"), answer_text(s, "project"),
	       answer_text(s, "state"));
	printf("  worker     #%s (", answer_in(s, "worker", "id"));
	cli_put_text(stdout, answer_in(s, "worker", "platform_worker_id"));
	printf(" on %s), %s\n", answer_in(s, "worker", "platform"), answer_text(s, "worker_state"));
	printf("  onboarding %s version %s, try %s, %s s\n", answer_in(s, "onboarding", "name"),
	       answer_in(s, "onboarding", "version"), answer_text(s, "tries"), answer_text(s, "seconds"));
	printf("  handed in  %s\n", answer_moment(s, "handed_in_at"));
	put("decided by", answer_text(s, "decided_by"));
	put("reason", answer_text(s, "reason"));
	json_array_foreach(json_object_get(s, "history"), i, item)
	{
		printf("  earlier    %s, %s: ", answer_text(item, "id"), answer_text(item, "state"));
		cli_put_text(stdout, answer_text(item, "reason"));
		putchar('\n');
	}
	json_array_foreach(json_object_get(s, "exercises"), i, item) show_exercise(item);
	show_hit(json_object_get(s, "hit"));
}

static bool is_id(const char *text)
{
	size_t n = strlen(text);

	return n > 0 && n < 19 && strspn(text, "0123456789") == n;
}

/* The one word of a verb that takes an ID; NULL after saying what is wrong. */
static const char *id_word(int words, char **argv)
{
	if (words == 1 && is_id(argv[1]))
		return argv[1];
	if (words == 1)
		cli_usage(&cmd_screening, "'%s' is no ID: it is the number that 'screening list' shows.", argv[1]);
	else if (words >= 0)
		cli_usage(&cmd_screening, "'%s' takes exactly one ID, not %d.", argv[0], words);
	return NULL;
}

static int show(int argc, char **argv)
{
	bool json = false;
	const struct cli_opt opts[] = {{"--json", CLI_FLAG, &json, 0, 0}};
	const char *id = id_word(cli_parse(argc, argv, opts, ARRAY_LEN(opts)), argv);

	if (!id)
		return CLI_USAGE;
	return answer_run(q_admin_screening(.id = id, .identity = true), json, show_one);
}

static void show_outcome(const json_t *o)
{
	printf("screening %s is now %s; the worker is %s\n", answer_text(o, "id"), answer_text(o, "state"),
	       answer_text(o, "worker_state"));
	if (*answer_text(o, "next_waiting"))
		printf("next: beatctl screening show %s\n", answer_text(o, "next_waiting"));
}

/* What all verbs that change something take: an ID, a reason. */
static const char *read_change(int argc, char **argv, const char **reason, bool *json)
{
	const struct cli_opt opts[] = {{"--json", CLI_FLAG, json, 0, 0}, {"--reason", CLI_STR, (void *)reason, 0, 0}};

	return id_word(cli_parse(argc, argv, opts, ARRAY_LEN(opts)), argv);
}

static int decide(int argc, char **argv, bool passes)
{
	bool json = false;
	const char *reason = NULL, *id = read_change(argc, argv, &reason, &json);

	if (!id)
		return CLI_USAGE;
	return answer_run(q_admin_screening_decide(.id = id, .pass = passes, .reason = reason, .account = SQL_NO_INT,
						   .actor = cli_actor()),
			  json, show_outcome);
}

static int pass(int argc, char **argv)
{
	return decide(argc, argv, true);
}

static int fail(int argc, char **argv)
{
	return decide(argc, argv, false);
}

static int undo(int argc, char **argv)
{
	bool json = false;
	const char *reason = NULL, *id = read_change(argc, argv, &reason, &json);

	if (!id)
		return CLI_USAGE;
	return answer_run(
	    q_admin_screening_undo(.id = id, .reason = reason, .account = SQL_NO_INT, .actor = cli_actor()), json,
	    show_outcome);
}

static const struct cli_verb verbs[] = {{"screening list", list}, {"screening show", show}, {"screening pass", pass},
					{"screening fail", fail}, {"screening undo", undo}, {NULL, NULL}};

const struct cli_command cmd_screening = {"screening", "pass or fail the onboardings that workers handed in", HELP,
					  NULL, verbs};
