/* beatctl review: looks at reviews, and decides on revocations that wait for a second person.
 * Reviewing itself is done in the dashboard. */
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "beat/cli.h"

static const char HELP[] =
    "Usage: beatctl review list PROJECT [--before ID] [--limit 50] [--json]\n"
    "       beatctl review agreement PROJECT [--json]\n"
    "       beatctl review revocations PROJECT [--state STATE] [--before ID] [--limit 50] [--json]\n"
    "       beatctl review confirm ID [--reason TEXT] [--json]\n"
    "       beatctl review dismiss ID --reason TEXT [--json]\n"
    "\n"
    "  list          reviews under way and finished, newest first\n"
    "  agreement     how often two reviewers of a HIT agree, with Cohen's kappa\n"
    "  revocations   qualifications taken away, or proposed to be, newest first\n"
    "  confirm       carry a proposed revocation out. In projects with --revoke-confirm a second\n"
    "                person decides: not the one whose review led to it.\n"
    "  dismiss       leave the worker the qualification\n"
    "\n"
    "ID is the number in the first column of 'review revocations'.\n"
    "\n"
    "Options\n"
    "  --state STATE   proposed, done, dismissed or undone (default: all)\n"
    "  --before ID     go on from the end of the page before\n"
    "  --limit N       items on a page, 1 to 200 (default: 50)\n"
    "  --reason TEXT   why, 1000 characters at most; kept on record\n"
    "  --json          for programs\n"
    "\n"
    "Examples\n"
    "  beatctl review revocations dbert --state proposed\n"
    "  beatctl review confirm 12\n"
    "  beatctl review agreement dbert\n"
    "\n"
    "Exit codes: 0 done, 1 it did not work, 2 wrong usage.\n";

/* What the verbs that list take: a PROJECT, and which page. */
struct page {
	bool json;
	const char *project, *state;
	char before[24], limit[24];
};

static int read_page(int argc, char **argv, struct page *p)
{
	long before = 0, limit = 50;
	const struct cli_opt opts[] = {
	    {"--json", CLI_FLAG, &p->json, 0, 0},
	    {"--before", CLI_INT, &before, 1, 0x7fffffffffffffff},
	    {"--limit", CLI_INT, &limit, 1, 200},
	    {"--state", CLI_STR, &p->state, 0, 0},
	};
	size_t n = ARRAY_LEN(opts) - (p->state ? 0 : 1); /* --state for those that have states */

	if (cli_parse_one(&cmd_review, argc, argv, opts, n, "PROJECT") != CLI_OK)
		return CLI_USAGE;
	p->project = argv[1];
	if (before)
		snprintf(p->before, sizeof(p->before), "%ld", before);
	snprintf(p->limit, sizeof(p->limit), "%ld", limit);
	return CLI_OK;
}

static void show_more(const json_t *answer)
{
	if (*answer_text(answer, "next"))
		printf("there is more: --before %s\n", answer_text(answer, "next"));
}

static const char *review_cell(const json_t *item, int col)
{
	static const char *const keys[] = {"id", "hit", "kind", "state", "reviewer", "valid", "questions", "sample"};

	if (col < (int)ARRAY_LEN(keys))
		return answer_text(item, keys[col]);
	return answer_moment(item, *answer_text(item, "finished_at") ? "finished_at" : "expires_at");
}

static void show_reviews(const json_t *answer)
{
	static const char *const headings[] = {"ID",    "HIT",       "KIND",   "STATE",       "REVIEWER",
					       "VALID", "QUESTIONS", "HIT IS", "FINISHED/DUE"};

	answer_table(json_object_get(answer, "items"), headings, ARRAY_LEN(headings), review_cell, "no reviews yet");
	show_more(answer);
}

static int list(int argc, char **argv)
{
	struct page p = {.project = NULL};
	int rc = read_page(argc, argv, &p);

	if (rc != CLI_OK)
		return rc;
	return answer_run(q_admin_reviews(.project = p.project, .before = p.before, .limit = p.limit, .account = NULL,
					  .identity = true),
			  p.json, show_reviews);
}

static const char *pair_cell(const json_t *item, int col)
{
	static const char *const keys[] = {"a", "b", "n", "agree", "kappa"};

	return answer_text(item, keys[col]);
}

static void show_agreement(const json_t *a)
{
	static const char *const headings[] = {"ONE", "THE OTHER", "QUESTIONS", "AGREE", "KAPPA"};
	const json_t *rate = json_object_get(a, "percentage");

	if (json_array_size(json_object_get(a, "by_pair")) == 0) {
		puts("no question was reviewed by two people yet");
		return;
	}
	printf("%s of %s questions (%.1f %%, 95 %% interval %.1f to %.1f)", answer_text(a, "agree"),
	       answer_text(a, "pairs"), 100 * json_number_value(json_object_get(rate, "rate")),
	       100 * json_number_value(json_object_get(rate, "low")),
	       100 * json_number_value(json_object_get(rate, "high")));
	if (*answer_text(a, "kappa"))
		printf(", kappa %s", answer_text(a, "kappa"));
	printf("\nboth valid %s, valid then invalid %s, invalid then valid %s, both invalid %s\n\n",
	       answer_in(a, "table", "vv"), answer_in(a, "table", "vi"), answer_in(a, "table", "iv"),
	       answer_in(a, "table", "ii"));
	answer_table(json_object_get(a, "by_pair"), headings, ARRAY_LEN(headings), pair_cell, "");
}

static int agreement(int argc, char **argv)
{
	bool json;

	if (answer_word(&cmd_review, argc, argv, "PROJECT", &json) != CLI_OK)
		return CLI_USAGE;
	return answer_run(q_admin_agreement(.project = argv[1]), json, show_agreement);
}

static const char *revocation_cell(const json_t *item, int col)
{
	static const char *const keys[] = {"id", NULL, NULL, "state", "cause", "discarded", "actor", NULL, "reason"};

	switch (col) {
	case 1:
		return answer_in(item, "worker", "id");
	case 2:
		return answer_in(item, "worker", "platform_worker_id");
	case 7:
		return answer_moment(item, "at");
	default:
		return answer_text(item, keys[col]);
	}
}

static void show_revocations(const json_t *answer)
{
	static const char *const headings[] = {"ID",        "WORKER", "KNOWN AS", "STATE", "CAUSE",
					       "DISCARDED", "BY",     "AT",       "REASON"};

	answer_table(json_object_get(answer, "items"), headings, ARRAY_LEN(headings), revocation_cell,
		     "no revocations");
	show_more(answer);
}

static int revocations(int argc, char **argv)
{
	struct page p = {.state = ""};
	int rc = read_page(argc, argv, &p);

	if (rc != CLI_OK)
		return rc;
	return answer_run(q_admin_revocations(.project = p.project, .state = p.state, .before = p.before,
					      .limit = p.limit, .identity = true, .account = SQL_NO_INT),
			  p.json, show_revocations);
}

static void show_decided(const json_t *v)
{
	if (strcmp(answer_text(v, "state"), "done") == 0)
		printf("revocation %s is done: worker #%s is revoked, %s questions are discarded\n",
		       answer_text(v, "id"), answer_in(v, "worker", "id"), answer_text(v, "discarded"));
	else
		printf("revocation %s is dismissed: worker #%s keeps the qualification\n", answer_text(v, "id"),
		       answer_in(v, "worker", "id"));
}

static int decide(int argc, char **argv, const char *confirm)
{
	bool json = false;
	const char *reason = NULL;
	const struct cli_opt opts[] = {{"--json", CLI_FLAG, &json, 0, 0}, {"--reason", CLI_STR, &reason, 0, 0}};
	int words = cli_parse(argc, argv, opts, ARRAY_LEN(opts));
	size_t digits;

	if (words < 0)
		return CLI_USAGE;
	if (words != 1)
		return cli_usage(&cmd_review, "'%s' takes exactly one ID, not %d.", argv[0], words);
	digits = strspn(argv[1], "0123456789");
	if (digits == 0 || digits > 18 || argv[1][digits])
		return cli_usage(&cmd_review, "'%s' is no ID: it is the number that 'review revocations' shows.",
				 argv[1]);
	return answer_run(q_admin_revocation_decide(.revocation = argv[1], .confirm = confirm, .reason = reason,
						    .account = NULL, .actor = cli_actor()),
			  json, show_decided);
}

static int confirm(int argc, char **argv)
{
	return decide(argc, argv, "true");
}

static int dismiss(int argc, char **argv)
{
	return decide(argc, argv, "false");
}

static const struct cli_verb verbs[] = {
    {"review list", list},       {"review agreement", agreement}, {"review revocations", revocations},
    {"review confirm", confirm}, {"review dismiss", dismiss},     {NULL, NULL}};

const struct cli_command cmd_review = {"review", "reviews, how reviewers agree, and revocations to decide on", HELP,
				       NULL, verbs};
