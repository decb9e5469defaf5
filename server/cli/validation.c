/* beatctl validation: how far others have answered the questions, how well they agree, and whose votes count.
 * Answering itself is done by workers, on their page. */
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "beat/cli.h"
#include "worker.h"

static const char HELP[] =
    "Usage: beatctl validation show PROJECT [--json]\n"
    "       beatctl validation agreement PROJECT [--json]\n"
    "       beatctl validation validators PROJECT [--far-below] [--json]\n"
    "       beatctl validation human PROJECT [--seed SEED] [--json]\n"
    "       beatctl validation settle [PROJECT...] [--json]\n"
    "       beatctl validation close PROJECT [--reason TEXT] [--json]\n"
    "       beatctl validation reopen PROJECT [--reason TEXT] [--json]\n"
    "       beatctl validation exclude PROJECT WORKER --reason TEXT [--json]\n"
    "       beatctl validation include PROJECT WORKER --reason TEXT [--json]\n"
    "\n"
    "Validators answer the questions of dev and test without seeing the author's answer. A question\n"
    "is decided when it has all its votes: answerable if enough of them give that answer; the others\n"
    "leave dev and test. An author is judged when all questions that are validated are decided, and\n"
    "not by fewer than the project's minimum, unless validation is closed. What votes come to is\n"
    "settled by the server now and then, or by 'settle' at once; their order changes nothing.\n"
    "'beatctl project set PROJECT --validation-votes N …' says how many are asked and what matches.\n"
    "\n"
    "  show         questions of each split: answerable, unanswerable, waiting for votes\n"
    "  settle       weigh what is in now: of these projects, or of all that have changed\n"
    "  close        wait for no more votes: settle, and judge all authors who wrote nothing since by\n"
    "               what is decided. Votes that come later still count, and may undo it\n"
    "  reopen       take that back: who was judged by too little has everything again\n"
    "  agreement    how validators agree with each other: in pairs, and Krippendorff's alpha\n"
    "  validators   each of them against the others and against the authors\n"
    "  human        exact match and F1 of one validator a question, of the mean and of the best; and of\n"
    "               each answer against the others to its question (leave one out)\n"
    "  exclude      let the votes of a validator count no more; what they decided is decided anew\n"
    "  include      let them count again\n"
    "\n"
    "WORKER is the number that 'validation validators' shows (17 or '#17'), or PLATFORM:ID.\n"
    "\n"
    "Options\n"
    "  --far-below     only validators to be looked at: far below how the others agree\n"
    "  --seed SEED     draws the validator of each question (default: 1); the same draws the same\n"
    "  --reason TEXT   why, 1000 characters at most; kept on record\n"
    "  --json          for programs; tells what the figures mean as well\n"
    "\n"
    "Examples\n"
    "  beatctl validation show dbert\n"
    "  beatctl validation close dbert --reason \"All validators are done.\"\n"
    "  beatctl validation validators dbert --far-below\n"
    "  beatctl validation exclude dbert 17 --reason \"Marks the first word each time.\"\n"
    "  beatctl validation human dbert --seed 7\n"
    "\n"
    "Exit codes: 0 done, 1 it did not work, 2 wrong usage.\n";

/* "83.3 % of 12 (95 % interval 55.2 to 95.3)", or "-" without data; lives until the next four calls. */
static const char *rate_text(const json_t *rate, bool interval)
{
	static char places[4][96];
	static unsigned next;
	char *text = places[next++ % ARRAY_LEN(places)];
	double value = json_number_value(json_object_get(rate, "rate"));

	if (!json_is_number(json_object_get(rate, "rate")))
		return "-";
	if (interval)
		snprintf(text, sizeof(places[0]), "%.1f %% of %s (95 %% interval %.1f to %.1f)", 100 * value,
			 answer_text(rate, "n"), 100 * json_number_value(json_object_get(rate, "low")),
			 100 * json_number_value(json_object_get(rate, "high")));
	else
		snprintf(text, sizeof(places[0]), "%.1f %% of %s", 100 * value, answer_text(rate, "n"));
	return text;
}

/* A number with so many digits after the point, "-" for null; lives as rate_text's. */
static const char *number_text(const json_t *value, int digits)
{
	static char places[16][32];
	static unsigned next;
	char *text = places[next++ % ARRAY_LEN(places)];

	if (!json_is_number(value))
		return "-";
	snprintf(text, sizeof(places[0]), "%.*f", digits, json_number_value(value));
	return text;
}

/* The one word and the options that every verb has; more of them follow in opts. */
static int read_project(int argc, char **argv, const struct cli_opt *opts, size_t n_opts, int want)
{
	int words = cli_parse(argc, argv, opts, n_opts);

	if (words < 0)
		return CLI_USAGE;
	if (words != want && want == 1)
		return cli_usage(&cmd_validation, "'%s' takes exactly one PROJECT, not %d.", argv[0], words);
	if (words != want)
		return cli_usage(&cmd_validation, "'%s' takes a PROJECT and a WORKER.", argv[0]);
	return CLI_OK;
}

/* --- show ---------------------------------------------------------------- */

static const char *split_cell(const json_t *item, int col)
{
	static const char *const keys[] = {"split",   "questions", "answerable", "unanswerable", "answered",
					   "waiting", "missing",   "skipped",    "votes"};

	return answer_text(item, keys[col]);
}

static const char *further_cell(const json_t *item, int col)
{
	static const char *const keys[] = {"split", "questions", "answered", "waiting", "missing", "skipped", "votes"};

	return answer_text(item, keys[col]);
}

/* What the settler has to do, who is not judged, whether it is closed. */
static void show_standing(const json_t *v)
{
	const json_t *closed = json_object_get(v, "closed");

	if (json_integer_value(json_object_get(v, "unsettled")) > 0)
		printf("not weighed yet: questions of %s authors; 'beatctl validation settle %s' does it now\n",
		       answer_text(v, "unsettled"), answer_text(v, "project"));
	if (json_integer_value(json_object_get(v, "unjudged")) > 0)
		printf("authors below the rate with too few questions to be judged by: %s; "
		       "'beatctl validation close %s' judges them\n",
		       answer_text(v, "unjudged"), answer_text(v, "project"));
	if (json_is_object(closed))
		printf("closed by %s at %s\n", answer_text(closed, "actor"), answer_moment(closed, "at"));
}

/* What the project asks others for, where that is not votes. */
static void show_asked(const json_t *settings)
{
	const json_t *splits = json_object_get(settings, "further_splits"), *split;
	size_t i;

	if (strcmp(answer_text(settings, "adversary"), "none") != 0) {
		if (json_integer_value(json_object_get(settings, "validation_votes")) == 0)
			puts("this project asks for no votes; 'beatctl project set PROJECT --validation-votes 3' does");
		return;
	}
	if (json_integer_value(json_object_get(settings, "further_answers")) == 0) {
		puts(
		    "this project asks for no further answers; 'beatctl project set PROJECT --further-answers 2' does");
		return;
	}
	printf("without an adversary: %s further answers to each question of",
	       answer_text(settings, "further_answers"));
	json_array_foreach(splits, i, split) printf("%s %s", i ? "," : "", json_string_value(split));
	puts(json_is_true(json_object_get(settings, "further_decide")) ? "; they decide what is answerable"
								       : "; nothing is decided by them");
}

/* Without an adversary votes decide only where the project says so; it may have had one before. */
static bool votes_decide(const json_t *v)
{
	const json_t *settings = json_object_get(v, "settings");

	return strcmp(answer_text(settings, "adversary"), "none") != 0 ||
	       json_is_true(json_object_get(settings, "further_decide")) ||
	       json_integer_value(json_object_get(json_object_get(v, "answerable"), "n")) > 0;
}

/* How many questions others have answered as often as was asked for. */
static void show_further(const json_t *v)
{
	json_int_t answered = 0, questions = 0;
	const json_t *item;
	size_t i;

	json_array_foreach(json_object_get(v, "splits"), i, item)
	{
		answered += json_integer_value(json_object_get(item, "answered"));
		questions += json_integer_value(json_object_get(item, "questions"));
	}
	printf("with all further answers: %" JSON_INTEGER_FORMAT " of %" JSON_INTEGER_FORMAT " questions\n", answered,
	       questions);
}

static void show_paper(const json_t *reference)
{
	const json_t *item;
	size_t i;

	printf("the paper:");
	json_array_foreach(reference, i, item) printf("%s %s %.2f %%", i ? "," : "", answer_text(item, "name"),
						      100 * json_number_value(json_object_get(item, "answerable")));
	putchar('\n');
}

static void show_progress(const json_t *v)
{
	static const char *const headings[] = {"SPLIT",   "QUESTIONS",     "ANSWERABLE", "UNANSWERABLE", "ANSWERED",
					       "WAITING", "VOTES MISSING", "SKIPPED",    "VOTES"},
				 *const further_headings[] = {"SPLIT",           "QUESTIONS", "ANSWERED", "WAITING",
							      "ANSWERS MISSING", "SKIPPED",   "ANSWERS"};
	json_t *rows = json_deep_copy(json_object_get(v, "splits")), *lost = json_deep_copy(json_object_get(v, "lost"));
	bool decides = votes_decide(v);

	if (json_integer_value(json_object_get(lost, "questions")) > 0) {
		json_object_set_new(lost, "split", json_string("lost"));
		json_array_append(rows, lost);
	}
	show_asked(json_object_get(v, "settings"));
	if (decides)
		answer_table(rows, headings, ARRAY_LEN(headings), split_cell, "");
	else
		answer_table(rows, further_headings, ARRAY_LEN(further_headings), further_cell, "");
	printf("\n%s %s of %s validators, %s at work\n", answer_text(v, "votes"), decides ? "votes" : "further answers",
	       answer_text(v, "validators"), answer_text(v, "live"));
	if (decides)
		printf("answerable: %s\n", rate_text(json_object_get(v, "answerable"), true));
	else
		show_further(v);
	if (json_integer_value(json_object_get(json_object_get(v, "revoked"), "n")) > 0)
		printf("of it, authors who are revoked: %s\n", rate_text(json_object_get(v, "revoked"), false));
	if (json_is_integer(json_object_get(v, "votes_least")))
		printf("votes on a decided question: %s at least, %s on average\n", answer_text(v, "votes_least"),
		       number_text(json_object_get(v, "votes_mean"), 2));
	show_standing(v);
	if (decides)
		show_paper(json_object_get(v, "reference"));
	json_decref(lost);
	json_decref(rows);
}

static int show(int argc, char **argv)
{
	bool json;

	if (answer_word(&cmd_validation, argc, argv, "PROJECT", &json) != CLI_OK)
		return CLI_USAGE;
	return answer_run(q_admin_validation(.project = argv[1]), json, show_progress);
}

/* --- agreement and validators -------------------------------------------- */

static void show_agreement(const json_t *a)
{
	size_t low = 0, i;
	const json_t *item;

	if (json_integer_value(json_object_get(a, "pairs")) == 0) {
		puts("no question was answered by two validators yet");
		return;
	}
	printf("%s questions with two votes or more, %s pairs of votes\n", answer_text(a, "questions"),
	       answer_text(a, "pairs"));
	printf("same answer: %s\n", rate_text(json_object_get(a, "exact"), true));
	printf("mean F1: %s\n", number_text(json_object_get(a, "f1"), 3));
	printf("Krippendorff's alpha: %s\n", number_text(json_object_get(a, "alpha"), 3));
	json_array_foreach(json_object_get(a, "strata"), i, item)
	    printf("%s%s of %s answers alike: %s questions\n", i ? "" : "with the author's, after normalisation:\n",
		   answer_text(item, "alike"), answer_text(item, "answers"), answer_text(item, "questions"));
	json_array_foreach(json_object_get(a, "validators"), i, item) low +=
	    json_is_true(json_object_get(item, "far_below")) && !json_is_true(json_object_get(item, "excluded"));
	if (low > 0)
		printf("%zu of %zu validators are far below the others: 'beatctl validation validators PROJECT "
		       "--far-below'\n",
		       low, json_array_size(json_object_get(a, "validators")));
}

static int agreement(int argc, char **argv)
{
	bool json;

	if (answer_word(&cmd_validation, argc, argv, "PROJECT", &json) != CLI_OK)
		return CLI_USAGE;
	return answer_run(q_admin_validation_agreement(.project = argv[1], .identity = true), json, show_agreement);
}

static const char *validator_cell(const json_t *item, int col)
{
	const json_t *original = json_object_get(item, "with_original");
	bool low = json_is_true(json_object_get(item, "far_below")),
	     excluded = json_is_true(json_object_get(item, "excluded"));

	switch (col) {
	case 0:
		return answer_in(item, "worker", "id");
	case 1:
		return answer_in(item, "worker", "platform_worker_id");
	case 2:
		return answer_text(item, "votes");
	case 3:
		return rate_text(json_object_get(item, "exact"), false);
	case 4:
		return number_text(json_object_get(item, "f1"), 3);
	case 5:
		return rate_text(json_object_get(original, "exact"), false);
	case 6:
		return number_text(json_object_get(original, "f1"), 3);
	case 7:
		return answer_text(item, "unanswerable");
	default:
		return excluded ? "excluded" : low ? "far below" : "";
	}
}

static const char *const validator_headings[] = {"WORKER",        "KNOWN AS", "VOTES",        "AS THE OTHERS", "F1",
						 "AS THE AUTHOR", "F1",       "UNANSWERABLE", "NOTE"};

static void show_validators(const json_t *a)
{
	answer_table(json_object_get(a, "validators"), validator_headings, ARRAY_LEN(validator_headings),
		     validator_cell, "nobody has cast a vote yet");
}

static void show_far_below(const json_t *a)
{
	json_t *rows = json_array();
	json_t *item;
	size_t i;

	json_array_foreach(json_object_get(a, "validators"), i, item)
	{
		if (json_is_true(json_object_get(item, "far_below")))
			json_array_append(rows, item);
	}
	answer_table(rows, validator_headings, ARRAY_LEN(validator_headings), validator_cell,
		     "no validator is far below the others");
	json_decref(rows);
}

static int validators(int argc, char **argv)
{
	bool json = false, low = false;
	const struct cli_opt opts[] = {{"--json", CLI_FLAG, &json, 0, 0}, {"--far-below", CLI_FLAG, &low, 0, 0}};
	int rc = read_project(argc, argv, opts, ARRAY_LEN(opts), 1);

	if (rc != CLI_OK)
		return rc;
	if (low && json)
		return cli_usage(&cmd_validation, "--json tells of all validators, each with \"far_below\": leave "
						  "--far-below away.");
	return answer_run(q_admin_validation_agreement(.project = argv[1], .identity = true), json,
			  low ? show_far_below : show_validators);
}

/* --- human ---------------------------------------------------------------- */

/* "63.0 (60.1 to 65.8)"; lives until the next four calls. */
static const char *score_text(const json_t *one, const char *what)
{
	static char places[4][64];
	static unsigned next;
	char *text = places[next++ % ARRAY_LEN(places)], low[16], high[16];

	snprintf(low, sizeof(low), "%s_low", what);
	snprintf(high, sizeof(high), "%s_high", what);
	if (!json_is_number(json_object_get(one, what)))
		return "-";
	snprintf(text, sizeof(places[0]), "%.1f (%.1f to %.1f)", json_number_value(json_object_get(one, what)),
		 json_number_value(json_object_get(one, low)), json_number_value(json_object_get(one, high)));
	return text;
}

static const char *human_cell(const json_t *item, int col)
{
	static const char *const of[] = {NULL, NULL, "one", "one", "mean", "mean", "best", "best"};
	const char *what = col % 2 == 0 ? "em" : "f1";

	if (col < 2)
		return answer_text(item, col == 0 ? "split" : "questions");
	if (col < 4)
		return score_text(json_object_get(item, of[col]), what);
	return number_text(json_object_get(json_object_get(item, of[col]), what), 1);
}

static void show_human(const json_t *h)
{
	static const char *const headings[] = {
	    "SPLIT",   "QUESTIONS", "EM (95 % INTERVAL)", "F1 (95 % INTERVAL)", "MEAN EM", "MEAN F1",
	    "BEST EM", "BEST F1"};
	const json_t *item;
	size_t i;

	answer_table(json_object_get(h, "splits"), headings, ARRAY_LEN(headings), human_cell, "no vote was cast yet");
	if (json_array_size(json_object_get(h, "splits")) > 0)
		printf("one validator a question, drawn with seed %s, against the author's answer\n",
		       answer_text(h, "seed"));
	json_array_foreach(json_object_get(h, "leave_one_out"), i, item) printf(
	    "%s%-5s %s / %s  over %s answers\n", i ? "" : "\neach answer against the others (leave one out), EM/F1:\n",
	    answer_text(item, "split"), number_text(json_object_get(item, "em"), 1),
	    number_text(json_object_get(item, "f1"), 1), answer_text(item, "answers"));
	printf("\nthe paper, EM/F1:\n");
	json_array_foreach(json_object_get(h, "reference"), i, item)
	    printf("  %-10s %-5s %s/%s\n", answer_text(item, "name"), answer_text(item, "split"),
		   number_text(json_object_get(item, "em"), 1), number_text(json_object_get(item, "f1"), 1));
}

static int human(int argc, char **argv)
{
	bool json = false;
	const char *seed = NULL;
	const struct cli_opt opts[] = {{"--json", CLI_FLAG, &json, 0, 0}, {"--seed", CLI_STR, &seed, 0, 0}};
	int rc = read_project(argc, argv, opts, ARRAY_LEN(opts), 1);

	if (rc != CLI_OK)
		return rc;
	return answer_run(q_admin_human_performance(.project = argv[1], .seed = seed), json, show_human);
}

/* --- exclude and include --------------------------------------------------- */

static void tell_votes(const json_t *w)
{
	bool excluded = json_is_true(json_object_get(w, "excluded"));

	printf("the %s votes of worker #%s %s\n", answer_text(w, "votes"), answer_text(w, "worker"),
	       excluded ? "do not count" : "count again");
}

static int change(int argc, char **argv, bool out)
{
	bool json = false;
	const char *reason = NULL;
	char number[WORKER_NUMBER_MAX];
	const struct cli_opt opts[] = {{"--json", CLI_FLAG, &json, 0, 0}, {"--reason", CLI_STR, &reason, 0, 0}};
	int rc = read_project(argc, argv, opts, ARRAY_LEN(opts), 2);

	if (rc != CLI_OK)
		return rc;
	if (!reason)
		return cli_usage(&cmd_validation, "'%s' needs a reason for the record: --reason TEXT.", argv[0]);
	if (!*worker_number(argv[2], number))
		return CLI_FAILED;
	return answer_run(
	    out ? q_admin_votes_exclude(.project = argv[1], .worker = number, .reason = reason, .actor = cli_actor())
		: q_admin_votes_include(.project = argv[1], .worker = number, .reason = reason, .actor = cli_actor()),
	    json, tell_votes);
}

static int exclude(int argc, char **argv)
{
	return change(argc, argv, true);
}

static int include(int argc, char **argv)
{
	return change(argc, argv, false);
}

/* --- settle, close and reopen ---------------------------------------------- */

static void tell_settled(const json_t *a)
{
	const json_t *p, *missing = json_object_get(a, "missing");
	size_t i;

	json_array_foreach(json_object_get(a, "projects"), i, p)
	{
		printf("%s: ", answer_text(p, "project"));
		if (json_is_true(json_object_get(p, "busy")))
			puts("another settler is at work");
		else if (json_is_string(json_object_get(p, "fault")))
			printf("not all could be settled: %s\n", answer_text(p, "fault"));
		else
			printf("settled, %s changes of %s authors\n", answer_text(p, "changes"),
			       answer_text(p, "authors"));
	}
	if (json_array_size(json_object_get(a, "projects")) == 0)
		puts("nothing has changed");
	if (json_integer_value(json_object_get(a, "revoked")) > 0)
		printf("authors revoked, or proposed to be: %s\n", answer_text(a, "revoked"));
	if (json_integer_value(json_object_get(a, "reinstated")) > 0)
		printf("authors reinstated: %s\n", answer_text(a, "reinstated"));
	json_array_foreach(json_object_get(missing, "splits"), i, p)
	    printf("%s: votes missing: %s, on %s questions\n", answer_text(p, "split"), answer_text(p, "votes"),
		   answer_text(p, "questions"));
}

static int settle(int argc, char **argv)
{
	bool json = false;
	const struct cli_opt opts[] = {{"--json", CLI_FLAG, &json, 0, 0}};
	int words = cli_parse(argc, argv, opts, ARRAY_LEN(opts)), rc = CLI_OK;

	if (words < 0)
		return CLI_USAGE;
	if (words == 0)
		return answer_run(q_validation_settle_due(), json, tell_settled);
	for (int i = 1; i <= words && rc == CLI_OK; i++)
		rc = answer_run(q_admin_validation_settle(.project = argv[i]), json, tell_settled);
	return rc;
}

static int end(int argc, char **argv, bool back)
{
	bool json = false;
	const char *reason = NULL;
	const struct cli_opt opts[] = {{"--json", CLI_FLAG, &json, 0, 0}, {"--reason", CLI_STR, &reason, 0, 0}};
	int rc = read_project(argc, argv, opts, ARRAY_LEN(opts), 1);

	if (rc != CLI_OK)
		return rc;
	rc = answer_run(back ? q_admin_validation_reopen(.project = argv[1], .reason = reason, .actor = cli_actor())
			     : q_admin_validation_close(.project = argv[1], .reason = reason, .actor = cli_actor()),
			json, tell_settled);
	if (rc == CLI_OK && !json)
		printf("%s: validation is %s\n", argv[1], back ? "open again" : "closed; 'reopen' takes it back");
	return rc;
}

static int close_it(int argc, char **argv)
{
	return end(argc, argv, false);
}

static int reopen(int argc, char **argv)
{
	return end(argc, argv, true);
}

static const struct cli_verb verbs[] = {{"validation show", show},           {"validation settle", settle},
					{"validation close", close_it},      {"validation reopen", reopen},
					{"validation agreement", agreement}, {"validation validators", validators},
					{"validation human", human},         {"validation exclude", exclude},
					{"validation include", include},     {NULL, NULL}};

const struct cli_command cmd_validation = {
    "validation", "votes of validators: progress, agreement, human performance, exclusion", HELP, NULL, verbs};
