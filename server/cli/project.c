/* beatctl project: create, change and look at projects. The settings of a project are
 * one table here: it makes the options, and the JSON object the database takes. What
 * is shown of projects is in project_show.c. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "beat/cli.h"
#include "beat/jw.h"
#include "beat/model.h"
#include "beat/text.h"
#include "project.h"

static const char HELP[] =
    "Usage: beatctl project create NAME [SETTINGS]\n"
    "       beatctl project set NAME SETTINGS\n"
    "       beatctl project list [--json]\n"
    "       beatctl project show NAME [--json]\n"
    "       beatctl project settings\n"
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
    "  settings all settings with their limits, defaults and what they do\n"
    "  pause    hand out no new work and take no attempts, until resumed\n"
    "  resume   go on after a pause, or reopen a closed project\n"
    "  close    hand out no new work; what workers have begun they may finish\n"
    "\n"
    "NAME is made of lower-case letters, digits, '-' and '_', 63 at most.\n"
    "\n"
    "Settings\n"
    "  --title TEXT                   what workers see (default: NAME)\n"
    "  --model URL|NAME               the model in the loop; a new URL is registered. May be\n"
    "                                 left out if exactly one model is registered\n"
    "  --protocol NAME                how to talk to a model given by URL (default: beat)\n"
    "  --threshold N                  the model wins if the word overlap (F1) of its answer\n"
    "                                 with the worker's is above N per mille, 0 to 1000\n"
    "                                 (default: 400, that is 40 %)\n"
    "  --questions N                  won questions wanted per passage, 1 to 50 (default: 5)\n"
    "  --open, --no-open              let in any worker, or only qualified and invited ones\n"
    "                                 (default: --no-open)\n"
    "  --collection NAME              draw passages from this collection; may be repeated\n"
    "                                 (default: all passages)\n"
    "  --assignments-per-passage N    workers on each passage, 1 to 1000 (default: 1)\n"
    "  --targets TRAIN/DEV/TEST       stop handing out passages of a split once so many\n"
    "                                 questions are kept; '-' is no limit (default: -/-/-)\n"
    "  --lease SECONDS                how long a worker may keep a passage, 1 to 2592000\n"
    "                                 (default: 3600)\n"
    "  --reward CENTS                 pay per passage in US cents, shown to workers, 0 to\n"
    "                                 1000000 (default: 0)\n"
    "  --platform NAME                where workers come from: mturk, prolific or direct;\n"
    "                                 may be repeated (default: all three)\n"
    "  --empty-answer fault|loss      what an empty answer of the model is: a fault, to be\n"
    "                                 judged later, or its loss (default: fault)\n"
    "  --completion-code CODE         the code that Prolific expects at the end\n"
    "\n"
    "Settings about quality\n"
    "  --onboarding NAME|none         what workers without the qualification learn first, before\n"
    "                                 a reviewer screens them (default: none)\n"
    "  --onboarding-model NAME|none   the model of the onboarding's HIT (default: none, that is\n"
    "                                 the project's weakest)\n"
    "  --onboarding-retries N         further tries after a failed screening, 0 to 100\n"
    "                                 (default: 0)\n"
    "  --batch-hits N|none            close a batch by itself after N completed HITs\n"
    "                                 (default: none)\n"
    "  --batch-hours N|none           close a batch by itself after N hours (default: none)\n"
    "  --success N                    revoke the qualification below this success rate, in per\n"
    "                                 mille, 0 to 1000 (default: 800, that is 80 %)\n"
    "  --success-unit question|hit    what the success rate counts (default: question)\n"
    "  --review-double yes|no         two reviewers judge each HIT, a third decides where they\n"
    "                                 differ (default: no)\n"
    "  --review-blind yes|no          hide worker and model from reviewers (default: yes)\n"
    "  --review-lease SECONDS         how long a reviewer may keep a HIT, 60 to 86400\n"
    "                                 (default: 1800)\n"
    "  --revoke-confirm yes|no        a second person decides before the rate revokes anything\n"
    "                                 (default: no)\n"
    "\n"
    "Settings about validation: others answer the questions of dev and test\n"
    "  --validation-votes N           validators of each question, 0 to 20; 0: none (default: 3)\n"
    "  --validation-match em|f1       when an answer matches the author's: the same words, or\n"
    "                                 enough of them (default: em)\n"
    "  --validation-f1 N              with f1: above this word overlap (F1) in per mille, 0 to 999\n"
    "                                 (default: 400)\n"
    "  --validation-matches N         votes that must match for a question to be answerable, 1 to\n"
    "                                 20; what is not leaves dev and test (default: 1)\n"
    "  --validation-group hit|passage what a validator gets: an author's HIT, or what all authors\n"
    "                                 asked on a passage (default: hit)\n"
    "  --validation-questions N       questions in a validate HIT at most, 1 to 50 (default: 10)\n"
    "  --validation-lease SECONDS     how long a validator may keep them (default: 1800)\n"
    "  --validation-reward CENTS      pay per validate HIT in US cents (default: 0)\n"
    "  --validation-completion-code CODE  the code that Prolific expects at its end\n"
    "  --validation-onboarding NAME|none  whose highlighting exercises newcomers do first\n"
    "                                 (default: none, that is only invited and qualified workers)\n"
    "  --validation-early-stop N      ask nobody else once N votes match; 0: ask all (default: 0)\n"
    "  --validation-extra N           ask up to N more, one by one, while fewer than half match\n"
    "                                 (default: 0)\n"
    "  --validation-train N           per mille of train questions to validate too (default: 0)\n"
    "  --validation-lost N            per mille of lost dev and test attempts too (default: 0)\n"
    "  --answerable N                 revoke the qualification if fewer of a worker's validated\n"
    "                                 questions are answerable, in per mille (default: 500)\n"
    "\n"
    "Examples\n"
    "  beatctl project create demo --model http://127.0.0.1:8090 --open\n"
    "  beatctl project create dbert --title \"Beat BERT\" --model bert --collection wiki \\\n"
    "      --targets 10000/1000/1000 --reward 200 --platform mturk\n"
    "  beatctl project set dbert --reward 250 --targets -/1500/1500\n"
    "  beatctl project set dbert --onboarding basics --onboarding-retries 1 --batch-hits 100\n"
    "  beatctl project set dbert --validation-reward 40 --validation-early-stop 2\n"
    "  beatctl project show dbert --json\n"
    "\n"
    "Exit codes: 0 done, 1 it did not work, 2 wrong usage.\n";

enum { SPLITS = 3 };
#define UNSET LONG_MIN

struct settings {
	const char *title, *model, *protocol, *empty_answer, *completion_code, *targets;
	const char *onboarding, *onboarding_model, *batch_hits, *batch_hours, *success_unit, *review_double;
	const char *review_blind, *revoke_confirm;
	const char *validation_match, *validation_group, *validation_completion_code, *validation_onboarding;
	long threshold, questions, assignments_per_passage, lease, reward, onboarding_retries, success, review_lease;
	long validation_votes, validation_f1, validation_matches, validation_questions, validation_lease;
	long validation_reward, validation_early_stop, validation_extra, validation_train, validation_lost, answerable;
	bool open, no_open, all_collections;
	struct cli_strs collections, platforms;
};

/* What a text on the command line is in JSON. */
enum form { AS_IS, OR_NONE, NUMBER_OR_NONE, YES_NO };

/* One row a setting: the option, and its key in the JSON object. A key of NULL is
 * written by hand in write_settings(). */
static const struct setting {
	const char *option, *key;
	enum cli_opt_type type;
	enum form form;
	size_t offset;
	long min, max;
	const char *choices; /* "a|b": the texts it takes */
} table[] = {
#define AT(field) offsetof(struct settings, field)
    {"--title", "title", CLI_STR, AS_IS, AT(title), 0, 0, NULL},
    {"--model", "model", CLI_STR, AS_IS, AT(model), 0, 0, NULL},
    {"--protocol", "protocol", CLI_STR, AS_IS, AT(protocol), 0, 0, NULL},
    {"--threshold", "threshold", CLI_INT, AS_IS, AT(threshold), 0, 1000, NULL},
    {"--questions", "questions", CLI_INT, AS_IS, AT(questions), 1, 50, NULL},
    {"--open", NULL, CLI_FLAG, AS_IS, AT(open), 0, 0, NULL},
    {"--no-open", NULL, CLI_FLAG, AS_IS, AT(no_open), 0, 0, NULL},
    {"--collection", "collections", CLI_STRS, AS_IS, AT(collections), 0, 0, NULL},
    {"--all-collections", NULL, CLI_FLAG, AS_IS, AT(all_collections), 0, 0, NULL},
    {"--assignments-per-passage", "assignments_per_passage", CLI_INT, AS_IS, AT(assignments_per_passage), 1, 1000,
     NULL},
    {"--targets", NULL, CLI_STR, AS_IS, AT(targets), 0, 0, NULL},
    {"--lease", "lease", CLI_INT, AS_IS, AT(lease), 1, 2592000, NULL},
    {"--reward", "reward", CLI_INT, AS_IS, AT(reward), 0, 1000000, NULL},
    {"--platform", "platforms", CLI_STRS, AS_IS, AT(platforms), 0, 0, "mturk|prolific|direct"},
    {"--empty-answer", "empty_answer", CLI_STR, AS_IS, AT(empty_answer), 0, 0, "fault|loss"},
    {"--completion-code", "completion_code", CLI_STR, AS_IS, AT(completion_code), 0, 0, NULL},
    {"--onboarding", "onboarding", CLI_STR, OR_NONE, AT(onboarding), 0, 0, NULL},
    {"--onboarding-model", "onboarding_model", CLI_STR, OR_NONE, AT(onboarding_model), 0, 0, NULL},
    {"--onboarding-retries", "onboarding_retries", CLI_INT, AS_IS, AT(onboarding_retries), 0, 100, NULL},
    {"--batch-hits", "batch_hits", CLI_STR, NUMBER_OR_NONE, AT(batch_hits), 1, 1000000, NULL},
    {"--batch-hours", "batch_hours", CLI_STR, NUMBER_OR_NONE, AT(batch_hours), 1, 8760, NULL},
    {"--success", "success", CLI_INT, AS_IS, AT(success), 0, 1000, NULL},
    {"--success-unit", "success_unit", CLI_STR, AS_IS, AT(success_unit), 0, 0, "question|hit"},
    {"--review-double", "review_double", CLI_STR, YES_NO, AT(review_double), 0, 0, "yes|no"},
    {"--review-blind", "review_blind", CLI_STR, YES_NO, AT(review_blind), 0, 0, "yes|no"},
    {"--review-lease", "review_lease", CLI_INT, AS_IS, AT(review_lease), 60, 86400, NULL},
    {"--revoke-confirm", "revoke_confirm", CLI_STR, YES_NO, AT(revoke_confirm), 0, 0, "yes|no"},
    {"--validation-votes", "validation_votes", CLI_INT, AS_IS, AT(validation_votes), 0, 20, NULL},
    {"--validation-match", "validation_match", CLI_STR, AS_IS, AT(validation_match), 0, 0, "em|f1"},
    {"--validation-f1", "validation_f1", CLI_INT, AS_IS, AT(validation_f1), 0, 999, NULL},
    {"--validation-matches", "validation_matches", CLI_INT, AS_IS, AT(validation_matches), 1, 20, NULL},
    {"--validation-group", "validation_group", CLI_STR, AS_IS, AT(validation_group), 0, 0, "hit|passage"},
    {"--validation-questions", "validation_questions", CLI_INT, AS_IS, AT(validation_questions), 1, 50, NULL},
    {"--validation-lease", "validation_lease", CLI_INT, AS_IS, AT(validation_lease), 1, 2592000, NULL},
    {"--validation-reward", "validation_reward", CLI_INT, AS_IS, AT(validation_reward), 0, 1000000, NULL},
    {"--validation-completion-code", "validation_completion_code", CLI_STR, AS_IS, AT(validation_completion_code), 0, 0,
     NULL},
    {"--validation-onboarding", "validation_onboarding", CLI_STR, OR_NONE, AT(validation_onboarding), 0, 0, NULL},
    {"--validation-early-stop", "validation_early_stop", CLI_INT, AS_IS, AT(validation_early_stop), 0, 20, NULL},
    {"--validation-extra", "validation_extra", CLI_INT, AS_IS, AT(validation_extra), 0, 20, NULL},
    {"--validation-train", "validation_train", CLI_INT, AS_IS, AT(validation_train), 0, 1000, NULL},
    {"--validation-lost", "validation_lost", CLI_INT, AS_IS, AT(validation_lost), 0, 1000, NULL},
    {"--answerable", "answerable", CLI_INT, AS_IS, AT(answerable), 0, 1000, NULL},
#undef AT
};

static void *field(struct settings *s, const struct setting *row)
{
	return (char *)s + row->offset;
}

static void settings_release(struct settings *s)
{
	cli_strs_release(&s->collections);
	cli_strs_release(&s->platforms);
}

static int parse_settings(int argc, char **argv, struct settings *s)
{
	struct cli_opt opts[ARRAY_LEN(table)];

	*s = (struct settings){0};
	for (size_t i = 0; i < ARRAY_LEN(table); i++) {
		opts[i] =
		    (struct cli_opt){table[i].option, table[i].type, field(s, &table[i]), table[i].min, table[i].max};
		if (table[i].type == CLI_INT)
			*(long *)field(s, &table[i]) = UNSET;
	}
	return cli_parse(argc, argv, opts, ARRAY_LEN(opts));
}

/* "10000/1000/-" as three numbers, -1 for no limit; false if it is not that. */
static bool parse_targets(const char *text, long targets[SPLITS])
{
	for (int i = 0; i < SPLITS; i++) {
		size_t n = strcspn(text, "/");
		char *end;

		if ((text[n] == '/') != (i + 1 < SPLITS))
			return false;
		targets[i] = -1;
		if (n > 0 && !(n == 1 && *text == '-')) {
			if (n > 9 || strspn(text, "0123456789") != n)
				return false;
			targets[i] = strtol(text, &end, 10);
		}
		text += n + 1;
	}
	return true;
}

static bool is_choice(const char *choices, const char *value)
{
	size_t n = strlen(value);

	for (const char *at = choices; at; at = strchr(at, '|'), at = at ? at + 1 : NULL) {
		if (n > 0 && strcspn(at, "|") == n && memcmp(at, value, n) == 0)
			return true;
	}
	return false;
}

static bool is_none(const char *value)
{
	return strcmp(value, "none") == 0;
}

/* A whole number in the row's limits, or "none". */
static int check_number(const struct setting *row, const char *value)
{
	size_t n = strlen(value);

	if (is_none(value))
		return CLI_OK;
	if (n > 0 && n < 10 && strspn(value, "0123456789") == n && strtol(value, NULL, 10) >= row->min &&
	    strtol(value, NULL, 10) <= row->max)
		return CLI_OK;
	return cli_usage(&cmd_project, "%s takes a whole number from %ld to %ld, or none, not '%s'.", row->option,
			 row->min, row->max, value);
}

static int check_texts(const struct setting *row, struct settings *s)
{
	struct cli_strs one = {NULL, 0};
	const struct cli_strs *all = field(s, row);

	if (row->type == CLI_STR) {
		one = (struct cli_strs){field(s, row), *(const char **)field(s, row) ? 1 : 0};
		all = &one;
	} else if (row->type != CLI_STRS) {
		return CLI_OK;
	}
	for (size_t i = 0; i < all->n; i++) {
		if (!text_is_utf8(all->v[i], strlen(all->v[i])))
			return cli_usage(&cmd_project, "the value of %s is not valid UTF-8.", row->option);
		if (row->choices && !is_choice(row->choices, all->v[i]))
			return cli_usage(&cmd_project, "%s takes one of %s, not '%s'.", row->option, row->choices,
					 all->v[i]);
		if (row->form == NUMBER_OR_NONE && check_number(row, all->v[i]) != CLI_OK)
			return CLI_USAGE;
	}
	return CLI_OK;
}

/* What the option table cannot say. The database checks all of it again. */
static int check_settings(struct settings *s)
{
	const char *known;
	long targets[SPLITS];

	for (size_t i = 0; i < ARRAY_LEN(table); i++) {
		if (check_texts(&table[i], s) != CLI_OK)
			return CLI_USAGE;
	}
	if (s->open && s->no_open)
		return cli_usage(&cmd_project, "choose one of --open and --no-open.");
	if (s->all_collections && s->collections.n > 0)
		return cli_usage(&cmd_project, "choose one of --collection and --all-collections.");
	if (s->targets && !parse_targets(s->targets, targets))
		return cli_usage(
		    &cmd_project,
		    "--targets takes three numbers TRAIN/DEV/TEST, each up to 999999999 or '-' for no limit,"
		    " like 10000/1000/1000 or -/100/100; not '%s'.",
		    s->targets);
	if (s->protocol && !model_protocol_known(s->protocol, &known))
		return cli_usage(&cmd_project, "there is no model protocol '%s'; known are: %s.", s->protocol, known);
	return CLI_OK;
}

static void write_strs(struct jw *w, const struct cli_strs *strs)
{
	jw_open(w, '[');
	for (size_t i = 0; i < strs->n; i++)
		jw_str(w, strs->v[i]);
	jw_close(w, ']');
}

static void write_targets(struct jw *w, const char *text)
{
	long targets[SPLITS];

	if (!parse_targets(text, targets))
		abort(); /* check_settings() has seen it */
	jw_key(w, "targets");
	jw_open(w, '[');
	for (int i = 0; i < SPLITS; i++) {
		if (targets[i] < 0)
			jw_null(w);
		else
			jw_int(w, targets[i]);
	}
	jw_close(w, ']');
}

static void write_text(struct jw *w, const struct setting *row, const char *text)
{
	if (row->form == YES_NO) {
		jw_kbool(w, row->key, strcmp(text, "yes") == 0);
	} else if (row->form != AS_IS && is_none(text)) {
		jw_key(w, row->key);
		jw_null(w);
	} else if (row->form == NUMBER_OR_NONE) {
		jw_kint(w, row->key, strtol(text, NULL, 10));
	} else {
		jw_kstr(w, row->key, text);
	}
}

static void write_setting(struct jw *w, struct settings *s, const struct setting *row)
{
	const void *value = field(s, row);

	if (row->type == CLI_STR && *(const char *const *)value)
		write_text(w, row, *(const char *const *)value);
	if (row->type == CLI_INT && *(const long *)value != UNSET)
		jw_kint(w, row->key, *(const long *)value);
	if (row->type == CLI_STRS && ((const struct cli_strs *)value)->n > 0) {
		jw_key(w, row->key);
		write_strs(w, value);
	}
}

/* Only what was given: the rest keeps its value, or gets the database's default. */
static void write_settings(struct buf *out, struct settings *s)
{
	struct jw w;

	jw_init(&w, out);
	jw_open(&w, '{');
	for (size_t i = 0; i < ARRAY_LEN(table); i++) {
		if (table[i].key)
			write_setting(&w, s, &table[i]);
	}
	if (s->open || s->no_open)
		jw_kbool(&w, "open", s->open);
	if (s->targets)
		write_targets(&w, s->targets);
	if (s->all_collections) {
		jw_key(&w, "collections");
		write_strs(&w, &s->collections);
	}
	jw_close(&w, '}');
	jw_done(&w);
}

/* Runs a statement that gives (name, state, passages). */
static struct pg_rows *change(enum query q, const char *const *params)
{
	struct pg *pg = cli_db();
	struct pg_rows *rows = pg ? pg_query(pg, q, params) : NULL;

	pg_close(&pg);
	return rows;
}

static int apply(enum query q, const char *name, const char *settings)
{
	struct pg_rows *rows = change(q, (const char *[]){name, settings, cli_actor()});

	if (!rows)
		return CLI_FAILED;
	printf("project %s %s: %s, %s passages\n", name, q == Q_PROJECT_CREATE ? "created" : "changed",
	       pg_str(rows, 0, 1), pg_str(rows, 0, 2));
	if (pg_int(rows, 0, 2) == 0)
		puts("It has nothing to hand out yet: bring passages in with 'beatctl import'.");
	pg_rows_free(&rows);
	return CLI_OK;
}

static int create_or_set(int argc, char **argv, enum query q)
{
	struct settings s;
	struct buf json = BUF_INIT;
	int words = parse_settings(argc, argv, &s), rc = CLI_USAGE;

	if (words == 1 && (rc = check_settings(&s)) == CLI_OK) {
		write_settings(&json, &s);
		if (q == Q_PROJECT_SET && strcmp(json.p, "{}") == 0)
			rc = cli_usage(&cmd_project, "say what to change, for example --reward 200.");
		else
			rc = apply(q, argv[1], json.p);
	} else if (words >= 0 && words != 1) {
		rc = cli_usage(&cmd_project, "'%s' takes exactly one NAME, not %d.", argv[0], words);
	}
	buf_release(&json);
	settings_release(&s);
	return rc;
}

static int create(int argc, char **argv)
{
	return create_or_set(argc, argv, Q_PROJECT_CREATE);
}

static int set(int argc, char **argv)
{
	return create_or_set(argc, argv, Q_PROJECT_SET);
}

static int move(int argc, char **argv, const char *state)
{
	int words = cli_parse(argc, argv, NULL, 0);
	struct pg_rows *rows;

	if (words < 0)
		return CLI_USAGE;
	if (words != 1)
		return cli_usage(&cmd_project, "'%s' takes exactly one NAME, not %d.", argv[0], words);
	rows = change(Q_PROJECT_STATE, (const char *[]){argv[1], state, cli_actor()});
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

static int run(int argc, char **argv)
{
	static const struct cli_verb verbs[] = {
	    {"create", "project create", create},
	    {"set", "project set", set},
	    {"list", "project list", project_list},
	    {"show", "project show", project_show},
	    {"settings", "project settings", project_settings},
	    {"pause", "project pause", pause_it},
	    {"resume", "project resume", resume},
	    {"close", "project close", close_it},
	};

	return cli_run_verb(&cmd_project, verbs, ARRAY_LEN(verbs), argc, argv);
}

const struct cli_command cmd_project = {
    "project",
    "create, change and watch the datasets being collected",
    HELP,
    run,
};
