/* beatctl question: why a question is in the dataset or not, now or at a past moment; and taking one out by hand. */
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "beat/cli.h"

static const char HELP[] =
    "Usage: beatctl question show ID [--as-of MOMENT] [--json]\n"
    "       beatctl question count PROJECT [--as-of MOMENT] [--json]\n"
    "       beatctl question discard ID … --reason TEXT\n"
    "       beatctl question restore ID … --reason TEXT\n"
    "\n"
    "A question is in the dataset if its attempt is won, its HIT is handed in, no revocation, review\n"
    "or hand discards it, and, in dev and test, the votes of validators find it answerable.\n"
    "\n"
    "  show      a question with every one of these rules, its votes, and the releases that hold it\n"
    "  count     how many questions of a project are in, and why the others are not\n"
    "  discard   take questions out by hand; nothing is deleted\n"
    "  restore   take that back; what a review, a revocation or votes put out stays out\n"
    "\n"
    "ID is the id a question is published with: 40 hex digits.\n"
    "\n"
    "Options\n"
    "  --as-of MOMENT   as it was then: 2026-03-01T12:00:00Z, or '2026-03-01 12:00+01'\n"
    "  --reason TEXT    why, 1000 characters at most; it stays with the question\n"
    "  --json           for programs\n"
    "\n"
    "Examples\n"
    "  beatctl question show 04bf593d8ed754c4b37332f1d4029b5fec7c7ac2\n"
    "  beatctl question count dbert --as-of 2026-03-01T00:00:00Z\n"
    "  beatctl question discard 04bf593d8ed754c4b37332f1d4029b5fec7c7ac2 --reason \"Asks for a name.\"\n"
    "\n"
    "Exit codes: 0 done, 1 it did not work, 2 wrong usage.\n";

enum { ID_LEN = 40 };

static bool is_id(const char *s)
{
	return strlen(s) == ID_LEN && strspn(s, "0123456789abcdef") == ID_LEN;
}

static int check_id(const char *s)
{
	if (is_id(s))
		return CLI_OK;
	return cli_usage(&cmd_question, "'%.50s' is no ID: 40 hex digits, as in the files of a release.", s);
}

/* --- show ---------------------------------------------------------------- */

static void put(const char *label, const char *text)
{
	printf("  %-10s ", label);
	cli_put_text(stdout, text);
	putchar('\n');
}

static void show_why(const json_t *q)
{
	const json_t *item;
	size_t i;

	json_array_foreach(json_object_get(q, "why"), i, item)
	{
		printf("  %-4s %-11s", json_is_true(json_object_get(item, "passed")) ? "yes" : "NO",
		       answer_text(item, "rule"));
		cli_put_text(stdout, answer_text(item, "sentence"));
		if (*answer_text(item, "at"))
			printf(" (%s)", answer_moment(item, "at"));
		putchar('\n');
	}
}

static const char *vote_cell(const json_t *item, int col)
{
	static char f1[16];

	switch (col) {
	case 0:
		return answer_text(item, "n");
	case 1:
		return answer_in(item, "validator", "id");
	case 2:
		return json_is_object(json_object_get(item, "answer")) ? answer_in(item, "answer", "text")
								       : answer_text(item, "reason");
	case 3:
		snprintf(f1, sizeof(f1), "%.2f", json_number_value(json_object_get(item, "f1")));
		return f1;
	case 4:
		return answer_text(item, "matches");
	case 5:
		return json_is_true(json_object_get(item, "excluded")) ? "no" : "yes";
	default:
		return answer_moment(item, "cast_at");
	}
}

static void show_releases(const json_t *q)
{
	const json_t *item;
	size_t i;

	json_array_foreach(json_object_get(q, "releases"), i, item)
	{
		printf("%s", i ? ", " : "\nin releases: ");
		printf("%s@%s (%s)", answer_text(item, "name"), answer_text(item, "version"),
		       answer_text(item, "split"));
	}
	if (json_array_size(json_object_get(q, "releases")) > 0)
		putchar('\n');
}

static void show_one(const json_t *q)
{
	static const char *const headings[] = {"VOTE", "VALIDATOR", "ANSWER", "F1", "MATCHES", "COUNTS", "CAST"};

	printf("question %s: %s\n", answer_text(q, "id"),
	       json_is_true(json_object_get(q, "in")) ? "in the dataset" : "not in the dataset");
	put("project", answer_text(q, "project"));
	put("split", answer_text(q, "split"));
	put("title", answer_in(q, "passage", "title"));
	put("question", answer_text(q, "question"));
	put("answer", answer_in(q, "answer", "text"));
	put("model", answer_in(q, "model", "answer"));
	printf("  %-10s #%s, HIT %s\n", "author", answer_in(q, "worker", "id"), answer_text(q, "hit"));
	printf("\nas of %s\n", answer_text(q, "as_of"));
	show_why(q);
	if (json_array_size(json_object_get(q, "votes")) > 0) {
		putchar('\n');
		answer_table(json_object_get(q, "votes"), headings, ARRAY_LEN(headings), vote_cell, "");
	}
	show_releases(q);
}

/* Reads "VERB WORD [--as-of …] [--json]". */
static int read_one(int argc, char **argv, const char **as_of, bool *json, const char *word)
{
	const struct cli_opt opts[] = {{"--json", CLI_FLAG, json, 0, 0}, {"--as-of", CLI_STR, as_of, 0, 0}};

	return cli_parse_one(&cmd_question, argc, argv, opts, ARRAY_LEN(opts), word);
}

static int show(int argc, char **argv)
{
	bool json = false;
	const char *as_of = NULL;
	int rc = read_one(argc, argv, &as_of, &json, "ID");

	if (rc == CLI_OK)
		rc = check_id(argv[1]);
	if (rc != CLI_OK)
		return rc;
	return answer_run(q_admin_question(.question = argv[1], .as_of = as_of, .account = NULL, .identity = true),
			  json, show_one);
}

/* --- count ---------------------------------------------------------------- */

static const char *count_cell(const json_t *item, int col)
{
	static const char *const keys[] = {"split",  "target",     "in",   "waiting",      "unanswerable",
					   "review", "revocation", "hand", "not_handed_in"};

	if (col == 1 && !*answer_text(item, "target"))
		return "-";
	return col < 4 ? answer_text(item, keys[col]) : answer_in(item, "out", keys[col]);
}

static void show_count(const json_t *v)
{
	static const char *const headings[] = {"SPLIT",    "TARGET",  "IN",      "WAITING",      "UNANSWERABLE",
					       "REJECTED", "REVOKED", "BY HAND", "NOT HANDED IN"};

	answer_table(json_object_get(v, "splits"), headings, ARRAY_LEN(headings), count_cell, "");
	printf("as of %s; each question is counted once, by the first reason in the order handed in, revoked, "
	       "rejected, by hand, votes\n",
	       answer_text(v, "as_of"));
}

static int count(int argc, char **argv)
{
	bool json = false;
	const char *as_of = NULL;
	int rc = read_one(argc, argv, &as_of, &json, "PROJECT");

	if (rc != CLI_OK)
		return rc;
	return answer_run(q_admin_validity(.project = argv[1], .as_of = as_of), json, show_count);
}

/* --- discard and restore ---------------------------------------------------- */

static int change_one(struct pg *pg, const char *id, const char *reason, bool back)
{
	json_t *question =
	    answer_ask(pg, q_admin_question(.question = id, .as_of = NULL, .account = NULL, .identity = true));
	json_t *done = NULL;
	const char *project;
	char ids[ID_LEN + 8];
	long long changed;

	if (!question)
		return CLI_FAILED;
	snprintf(ids, sizeof(ids), "[\"%s\"]", id);
	project = answer_text(question, "project");
	done = answer_ask(pg,
			  back ? q_admin_questions_restore(.project = project, .filter = NULL, .ids = ids,
							   .reason = reason, .preview = "false", .actor = cli_actor())
			       : q_admin_questions_discard(.project = project, .filter = NULL, .ids = ids,
							   .reason = reason, .preview = "false", .actor = cli_actor()));
	json_decref(question);
	if (!done)
		return CLI_FAILED;
	changed = json_integer_value(json_object_get(done, "changed"));
	json_decref(done);
	if (changed == 0)
		return cli_fail(back ? "question %s is not discarded by hand; 'beatctl question show' says why it is "
				       "out, if it is."
				     : "question %s is discarded by hand already.",
				id);
	printf("question %s is %s\n", id, back ? "not discarded by hand any more" : "discarded");
	return CLI_OK;
}

static int change(int argc, char **argv, bool back)
{
	const char *reason = NULL;
	const struct cli_opt opts[] = {{"--reason", CLI_STR, &reason, 0, 0}};
	int words = cli_parse(argc, argv, opts, ARRAY_LEN(opts)), rc = CLI_OK;
	struct pg *pg;

	if (words < 0)
		return CLI_USAGE;
	if (words == 0)
		return cli_usage(&cmd_question, "'%s' takes at least one ID.", argv[0]);
	for (int i = 1; i <= words && rc == CLI_OK; i++)
		rc = check_id(argv[i]);
	if (rc != CLI_OK)
		return rc;
	if (!reason)
		return cli_usage(&cmd_question, "'%s' needs a reason for the record: --reason TEXT.", argv[0]);
	pg = cli_db();
	if (!pg)
		return CLI_FAILED;
	for (int i = 1; i <= words && rc == CLI_OK; i++)
		rc = change_one(pg, argv[i], reason, back);
	pg_close(&pg);
	return rc;
}

static int discard(int argc, char **argv)
{
	return change(argc, argv, false);
}

static int restore(int argc, char **argv)
{
	return change(argc, argv, true);
}

static const struct cli_verb verbs[] = {{"question show", show},
					{"question count", count},
					{"question discard", discard},
					{"question restore", restore},
					{NULL, NULL}};

const struct cli_command cmd_question = {
    "question", "why a question is in the dataset or not, at any moment; take one out, or back", HELP, NULL, verbs};
