/* beatctl's shared parts: the option parser, suggestions, verbs and tables. What is
 * said to the user is read back from standard error. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <limits.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "beat/buf.h"
#include "beat/cli.h"

enum { ARGS_MAX = 16 };

struct parsed {
	int words;
	char *argv[ARGS_MAX];
	char said[1024];
};

/* What a call wrote to standard error. */
static int saved_stderr = -1;
static FILE *caught;

static void catch_stderr(void)
{
	fflush(stderr);
	saved_stderr = dup(STDERR_FILENO);
	caught = tmpfile();
	assert_non_null(caught);
	assert_true(dup2(fileno(caught), STDERR_FILENO) >= 0);
}

static void release_stderr(char *said, size_t size)
{
	size_t n;

	fflush(stderr);
	dup2(saved_stderr, STDERR_FILENO);
	close(saved_stderr);
	rewind(caught);
	n = fread(said, 1, size - 1, caught);
	said[n] = '\0';
	fclose(caught);
}

static bool flag;
static const char *text;
static long number;
static struct cli_strs many;

static const struct cli_opt OPTS[] = {
    {"--open", CLI_FLAG, &flag, 0, 0},
    {"--title", CLI_STR, &text, 0, 0},
    {"--threshold", CLI_INT, &number, 0, 1000},
    {"--collection", CLI_STRS, &many, 0, 0},
};

/* Parses "a|b|c" as the arguments a, b and c of the command "project set". */
static struct parsed parse(const char *line)
{
	static char copy[512];
	struct parsed p = {.words = 0};
	int argc = 1;

	flag = false;
	text = NULL;
	number = -1;
	cli_strs_release(&many);
	snprintf(copy, sizeof(copy), "%s", line);
	p.argv[0] = (char *)"project set";
	for (char *rest = copy, *arg; *line && (arg = strsep(&rest, "|"));)
		p.argv[argc++] = arg;
	catch_stderr();
	p.words = cli_parse(argc, p.argv, OPTS, ARRAY_LEN(OPTS));
	release_stderr(p.said, sizeof(p.said));
	return p;
}

static void options_stand_anywhere(void **state)
{
	struct parsed p = parse("demo|--open|--title|A b|second|--threshold=1000|--collection|x|--collection=y|third");

	(void)state;
	assert_int_equal(p.words, 3);
	assert_string_equal(p.argv[1], "demo");
	assert_string_equal(p.argv[2], "second");
	assert_string_equal(p.argv[3], "third");
	assert_true(flag);
	assert_string_equal(text, "A b");
	assert_int_equal(number, 1000);
	assert_int_equal(many.n, 2);
	assert_string_equal(many.v[0], "x");
	assert_string_equal(many.v[1], "y");
	assert_string_equal(p.said, "");
	cli_strs_release(&many);
}

static void what_is_not_given_is_not_touched(void **state)
{
	struct parsed p = parse("demo");

	(void)state;
	assert_int_equal(p.words, 1);
	assert_false(flag);
	assert_null(text);
	assert_int_equal(number, -1);
	assert_int_equal(many.n, 0);
	assert_int_equal(parse("").words, 0);
}

static void dashes(void **state)
{
	struct parsed p = parse("-|--|--open|-x|--");

	(void)state;
	assert_int_equal(p.words, 4);
	assert_string_equal(p.argv[1], "-");
	assert_string_equal(p.argv[2], "--open");
	assert_string_equal(p.argv[3], "-x");
	assert_string_equal(p.argv[4], "--");
	assert_false(flag);
	assert_int_equal(parse("--title|-/100/100").words, 0);
	assert_string_equal(text, "-/100/100");
	assert_int_equal(parse("--title=--open").words, 0);
	assert_string_equal(text, "--open");
	assert_false(flag);
	assert_int_equal(parse("--title=").words, 0);
	assert_string_equal(text, "");
	assert_int_equal(parse("--title=a=b").words, 0);
	assert_string_equal(text, "a=b");
	assert_int_equal(parse("|x").words, 2); /* an empty word is a word */
}

static void refused(const char *line, const char *because)
{
	struct parsed p = parse(line);

	assert_int_equal(p.words, -1);
	if (!strstr(p.said, because))
		fail_msg("'%s' was refused with: %s", line, p.said);
	assert_non_null(strstr(p.said, "beatctl project set: "));
	assert_non_null(strstr(p.said, "beatctl help project set"));
	cli_strs_release(&many);
}

static void mistakes_are_explained(void **state)
{
	(void)state;
	refused("--titel|x", "did you mean --title?");
	refused("--colection=x", "did you mean --collection?");
	refused("--coll|x", "did you mean --collection?");
	refused("--qqqqqq", "there is no option --qqqqqq.");
	refused("-x", "there is no option -x.");
	refused("--title", "--title needs a value");
	refused("--title|--open", "--title needs a value");
	refused("--open=yes", "--open takes no value");
	refused("--collection|a|--collection", "--collection needs a value");
}

static void numbers_are_whole_and_in_range(void **state)
{
	static const char *const bad[] = {
	    "",
	    "-",
	    "x",
	    "4x",
	    "0x10",
	    "1.5",
	    "+4",
	    " 4",
	    "4 ",
	    "1e3",
	    "-1",
	    "1001",
	    "99999999999999999999",
	    "-99999999999999999999",
	};
	char line[128];

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
		snprintf(line, sizeof(line), "--threshold=%s", bad[i]);
		refused(line, "--threshold takes a whole number from 0 to 1000");
		assert_int_equal(number, -1);
	}
	assert_int_equal(parse("--threshold|0").words, 0);
	assert_int_equal(number, 0);
	assert_int_equal(parse("--threshold|0400").words, 0);
	assert_int_equal(number, 400);
	refused("--threshold|-5", "not '-5'");
}

static void numbers_without_a_range(void **state)
{
	long any = 7;
	const struct cli_opt opts[] = {{"--any", CLI_INT, &any, 0, 0}};
	char least[64], *argv[] = {(char *)"x", (char *)"--any", least, NULL};

	(void)state;
	snprintf(least, sizeof(least), "%ld", LONG_MIN);
	assert_int_equal(cli_parse(3, argv, opts, 1), 0);
	assert_true(any == LONG_MIN);
}

static void close_words_are_found(void **state)
{
	static const char *const names[] = {"migrate", "import", "project", "model", "invite", "score", "eval", NULL};

	(void)state;
	assert_string_equal(cli_closest("migarte", names), "migrate");
	assert_string_equal(cli_closest("projct", names), "project");
	assert_string_equal(cli_closest("mig", names), "migrate");
	assert_string_equal(cli_closest("scores", names), "score");
	assert_null(cli_closest("zebra", names));
	assert_null(cli_closest("", names));
	assert_null(cli_closest("x", names));
	assert_null(cli_closest("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", names));
}

static int verb_argc;
static char *verb_path;

static int a_verb(int argc, char **argv)
{
	verb_argc = argc;
	verb_path = argv[0];
	return 42;
}

static void verbs_are_found_or_listed(void **state)
{
	static const struct cli_verb verbs[] = {{"project create", a_verb}, {"project list", a_verb}, {NULL, NULL}};
	static const struct cli_command cmd = {.name = "project", .verbs = verbs};
	char *good[] = {(char *)"project", (char *)"list", (char *)"x", NULL};
	char *bad[] = {(char *)"project", (char *)"lst", NULL};
	char said[512];

	(void)state;
	assert_int_equal(cli_run(&cmd, 3, good), 42);
	assert_int_equal(verb_argc, 2);
	assert_string_equal(verb_path, "project list");
	catch_stderr();
	assert_int_equal(cli_run(&cmd, 2, bad), CLI_USAGE);
	release_stderr(said, sizeof(said));
	assert_non_null(strstr(said, "'lst' is not one of create or list."));
	catch_stderr();
	assert_int_equal(cli_run(&cmd, 1, bad), CLI_USAGE);
	release_stderr(said, sizeof(said));
	assert_non_null(strstr(said, "say what to do: create or list."));
}

static void messages_are_harmless(void **state)
{
	char said[512];

	(void)state;
	catch_stderr();
	assert_int_equal(cli_fail("the id %s\n  of %s.", "\033[31mé\xe2\x80\xae", "q"), CLI_FAILED);
	release_stderr(said, sizeof(said));
	assert_string_equal(said, "beatctl: the id ?[31mé?\n  of q.\n");
	catch_stderr();
	cli_fail("%s", "\xff/é\n\n");
	release_stderr(said, sizeof(said));
	assert_string_equal(said, "beatctl: ?/??\n\n\n");
}

static char *drawn(const char *const *headings, const char *const *cells, int rows, int cols)
{
	char *out = NULL;
	size_t n = 0;
	FILE *f = open_memstream(&out, &n);

	cli_print_cells(f, headings, cells, rows, cols);
	fclose(f);
	return out;
}

static void tables_align(void **state)
{
	static const char *const headings[] = {"NAME", "WON", "RATE", "TITLE"};
	static const char *const cells[] = {
	    "a",        "5",    "40.0 %", "first",    /**/
	    "b\tc\033", "1000", "-",      NULL,       /**/
	    "Zoë 作",   NULL,   "7 %",    "bad \xff", /**/
	};
	char *out = drawn(headings, cells, 3, 4);

	(void)state;
	assert_string_equal(out, "NAME     WON    RATE  TITLE\n"
				 "a          5  40.0 %  first\n"
				 "b?c?    1000       -\n"
				 "Zoë 作           7 %  bad ?\n");
	free(out);
}

static void a_table_without_rows_has_its_heading(void **state)
{
	static const char *const headings[] = {"A", "B"};
	char *out = drawn(headings, NULL, 0, 2);

	(void)state;
	assert_string_equal(out, "A  B\n");
	free(out);
}

static void the_actor_comes_from_the_environment(void **state)
{
	(void)state;
	setenv("BEAT_ACTOR", "ann@lab", 1);
	assert_string_equal(cli_actor(), "ann@lab");
	setenv("BEAT_ACTOR", "", 1);
	assert_true(strlen(cli_actor()) > 0);
	unsetenv("BEAT_ACTOR");
	assert_true(strlen(cli_actor()) > 0);
}

static void without_a_database_it_says_what_to_do(void **state)
{
	char said[512];

	(void)state;
	unsetenv("BEAT_DB");
	catch_stderr();
	assert_null(cli_db());
	release_stderr(said, sizeof(said));
	assert_non_null(strstr(said, "export BEAT_DB=postgresql://"));
}

/* Help is read by strangers: every command says how to use it, shows an example and its exit codes. That of "project"
 * is made when it is asked for, and looked at in tests/api. */
static void every_help_is_complete(void **state)
{
	static const struct cli_command *const all[] = {
	    &cmd_migrate, &cmd_import, &cmd_model, &cmd_invite, &cmd_rejudge, &cmd_score, &cmd_eval, NULL,
	};

	(void)state;
	for (const struct cli_command *const *cmd = all; *cmd; cmd++) {
		const char *help = (*cmd)->help;

		assert_true(strncmp(help, "Usage: beatctl ", 15) == 0);
		assert_non_null(strcasestr(help, "example"));
		assert_non_null(strcasestr(help, "exit code"));
		assert_true(help[strlen(help) - 1] == '\n');
		assert_true(strlen((*cmd)->summary) < 80);
		for (const char *line = help; *line; line = strchr(line, '\n') + 1)
			assert_true(strcspn(line, "\n") <= 100);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(options_stand_anywhere),
	    cmocka_unit_test(what_is_not_given_is_not_touched),
	    cmocka_unit_test(dashes),
	    cmocka_unit_test(mistakes_are_explained),
	    cmocka_unit_test(numbers_are_whole_and_in_range),
	    cmocka_unit_test(numbers_without_a_range),
	    cmocka_unit_test(close_words_are_found),
	    cmocka_unit_test(verbs_are_found_or_listed),
	    cmocka_unit_test(messages_are_harmless),
	    cmocka_unit_test(tables_align),
	    cmocka_unit_test(a_table_without_rows_has_its_heading),
	    cmocka_unit_test(the_actor_comes_from_the_environment),
	    cmocka_unit_test(without_a_database_it_says_what_to_do),
	    cmocka_unit_test(every_help_is_complete),
	};

	setlocale(LC_CTYPE, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
