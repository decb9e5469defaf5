/* beatctl instructions: what workers and validators of a project are told, in versions. */
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "beat/buf.h"
#include "beat/cli.h"
#include "text_file.h"

static const char HELP[] =
    "Usage: beatctl instructions list PROJECT [--json]\n"
    "       beatctl instructions show PROJECT [--role R] [--language L] [--version N]\n"
    "       beatctl instructions set PROJECT FILE [--role R] [--language L] [--consent FILE]\n"
    "\n"
    "What workers and validators are told is a text of the project, in versions and by language;\n"
    "each assignment records which it was shown, and a release contains those of its work. A\n"
    "project without a text of its own has the programs' own, in English.\n"
    "\n"
    "  list   every version, newest first, and how many assignments were shown it\n"
    "  show   one text, as it was stored; without one of its own what is said instead\n"
    "  set    store a new version from a file (- is standard input)\n"
    "\n"
    "The text is Markdown: ## headings, paragraphs, - and 1. lists, > quotes, **bold**, *italic*,\n"
    "`code` and [links](https://...). HTML is shown as it is written. {questions}, {overlap} and\n"
    "{opponent} stand for the number of wins that are asked for, the threshold, and what is known\n"
    "of the model. Contact, duration and pay are settings of the project.\n"
    "\n"
    "Options\n"
    "  --role R         worker (default) or validator\n"
    "  --language L     as browsers say it: en (default), de, pt-BR\n"
    "  --version N      show an older version\n"
    "  --consent FILE   what a worker agrees to by beginning; kept if it is not given\n"
    "  --json           for programs\n"
    "\n"
    "Examples\n"
    "  beatctl instructions show study > worker.md\n"
    "  beatctl instructions set study worker.md --consent consent.md\n"
    "  beatctl instructions set study arbeiter.md --language de\n"
    "\n"
    "Exit codes: 0 done, 1 it did not work, 2 wrong usage.\n";

enum { FILE_MAX_KB = 128 };

struct wish {
	const char *role, *language, *consent;
	long version;
	bool json;
};

static int read_text(const char *path, struct buf *out)
{
	return text_file_read(path, "instructions", FILE_MAX_KB, out);
}

static int parse(int argc, char **argv, struct wish *w)
{
	const struct cli_opt opts[] = {{"--role", CLI_STR, &w->role, 0, 0},
				       {"--language", CLI_STR, &w->language, 0, 0},
				       {"--consent", CLI_STR, &w->consent, 0, 0},
				       {"--version", CLI_INT, &w->version, 1, 1000000},
				       {"--json", CLI_FLAG, &w->json, 0, 0}};

	return cli_parse(argc, argv, opts, ARRAY_LEN(opts));
}

static const char *list_cell(const json_t *item, int col)
{
	static const char *const keys[] = {"role", "language", "version", "assignments", "actor", "created_at"};

	return col == 5 ? answer_moment(item, keys[col]) : answer_text(item, keys[col]);
}

static void list_items(const json_t *answer)
{
	static const char *const headings[] = {"ROLE", "LANGUAGE", "VERSION", "SHOWN WITH", "BY", "SINCE"};

	answer_table(json_object_get(answer, "items"), headings, ARRAY_LEN(headings), list_cell,
		     "no text of its own: 'beatctl instructions show' prints what is said instead");
}

static int list(int argc, char **argv)
{
	struct wish w = {0};
	int words = parse(argc, argv, &w);

	if (words != 1)
		return words < 0 ? CLI_USAGE : cli_usage(&cmd_instructions, "'instructions list' takes one PROJECT.");
	return answer_run(q_admin_instructions(.project = argv[1]), w.json, list_items);
}

/* The newest version of a role and language, or the one that is asked for; NULL: there is none. */
static const json_t *find(const json_t *answer, const struct wish *w)
{
	const json_t *item;
	size_t i;

	json_array_foreach(json_object_get(answer, "items"), i, item)
	{
		if (strcmp(answer_text(item, "role"), w->role) == 0 &&
		    strcmp(answer_text(item, "language"), w->language) == 0 &&
		    (w->version == 0 || json_integer_value(json_object_get(item, "version")) == w->version))
			return item;
	}
	return NULL;
}

static json_t *ask_all(const char *project)
{
	struct pg *pg = cli_db();
	json_t *answer = pg ? answer_ask(pg, q_admin_instructions(.project = project)) : NULL;

	pg_close(&pg);
	return answer;
}

static int show(int argc, char **argv)
{
	struct wish w = {.role = "worker", .language = "en"};
	int words = parse(argc, argv, &w), rc = CLI_OK;
	const json_t *found;
	const char *usual;
	json_t *answer;

	if (words != 1)
		return words < 0 ? CLI_USAGE : cli_usage(&cmd_instructions, "'instructions show' takes one PROJECT.");
	answer = ask_all(argv[1]);
	if (!answer)
		return CLI_FAILED;
	found = find(answer, &w);
	usual = answer_in(answer, "usual", w.role);
	if (found)
		printf("%s\n", json_string_value(json_object_get(found, "body")));
	else if (w.version == 0 && strcmp(w.language, "en") == 0 && *usual)
		printf("%s\n", usual);
	else
		rc = cli_fail("there is no such text of %s for a %s; 'beatctl instructions list' tells what there is.",
			      argv[1], w.role);
	json_decref(answer);
	return rc;
}

static void show_stored(const json_t *answer)
{
	printf("instructions for a %s, %s, version %s: %s\n", answer_text(answer, "role"),
	       answer_text(answer, "language"), answer_text(answer, "version"), answer_text(answer, "change"));
}

/* The consent that is given, or else the one there is. */
static int read_consent(const char *project, const struct wish *w, struct buf *out)
{
	json_t *answer;
	const json_t *found;

	if (w->consent)
		return read_text(w->consent, out);
	answer = ask_all(project);
	found = answer ? find(answer, w) : NULL;
	if (found)
		buf_adds(out, json_string_value(json_object_get(found, "consent")));
	json_decref(answer);
	return answer ? CLI_OK : CLI_FAILED;
}

static int set(int argc, char **argv)
{
	struct wish w = {.role = "worker", .language = "en"};
	struct buf body = BUF_INIT, consent = BUF_INIT;
	int words = parse(argc, argv, &w), rc;

	if (words != 2)
		return words < 0 ? CLI_USAGE
				 : cli_usage(&cmd_instructions, "'instructions set' takes a PROJECT and a FILE.");
	rc = read_text(argv[2], &body);
	if (rc == CLI_OK)
		rc = read_consent(argv[1], &w, &consent);
	if (rc == CLI_OK)
		rc = answer_run(q_admin_instruction_set(.project = argv[1], .role = w.role, .language = w.language,
							.body = body.n ? body.p : "",
							.consent = consent.n ? consent.p : "", .actor = cli_actor()),
				w.json, show_stored);
	buf_release(&body);
	buf_release(&consent);
	return rc;
}

static const struct cli_verb verbs[] = {
    {"instructions list", list}, {"instructions show", show}, {"instructions set", set}, {NULL, NULL}};

const struct cli_command cmd_instructions = {"instructions", "say what workers and validators are told, in versions",
					     HELP, NULL, verbs};
