/* beatctl: the operator's tool. main finds the sub-command in the table and runs it. */
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "beat/cli.h"
#include "beat/log.h"

static const struct cli_command *const commands[] = {
    &cmd_migrate, &cmd_import, &cmd_project, &cmd_model,      &cmd_invite,   &cmd_onboarding, &cmd_screening,
    &cmd_worker,  &cmd_batch,  &cmd_review,  &cmd_validation, &cmd_question, &cmd_rejudge,    &cmd_check,
    &cmd_score,   &cmd_eval,   &cmd_stats,   &cmd_release,    &cmd_user,     &cmd_token,      NULL,
};

static const char INTRO[] = "beatctl: set up and run a \"Beat the AI\" data collection\n"
			    "\n"
			    "Usage: beatctl COMMAND [WORDS] [OPTIONS]\n"
			    "       beatctl help COMMAND\n"
			    "       beatctl --version\n"
			    "\n"
			    "Commands\n";

static const char OUTRO[] = "\n"
			    "Environment\n"
			    "  BEAT_DB      the database, as a URI: postgresql://user@host:5432/beat\n"
			    "               (score, eval, and stats of files need none)\n"
			    "  BEAT_ACTOR   who is acting, for the record of changes (default: your login name)\n"
			    "\n"
			    "Exit codes: 0 done, 1 it did not work (the reason is on standard error), 2 wrong usage.\n"
			    "\n"
			    "A first collection, from nothing:\n"
			    "  beatctl migrate\n"
			    "  beatctl import passages.json --collection wiki --split auto:80/10/10\n"
			    "  beatctl project create demo --model http://127.0.0.1:8090 --collection wiki --open\n"
			    "  beatctl project show demo\n";

static const struct cli_command *find(const char *name)
{
	for (const struct cli_command *const *cmd = commands; *cmd; cmd++) {
		if (strcmp((*cmd)->name, name) == 0)
			return *cmd;
	}
	return NULL;
}

static int unknown(const char *name)
{
	const char *names[32] = {"help"}, *meant;
	size_t n = 1;

	for (const struct cli_command *const *cmd = commands; *cmd && n + 1 < ARRAY_LEN(names); cmd++)
		names[n++] = (*cmd)->name;
	meant = cli_closest(name, names);
	if (meant)
		cli_fail("there is no command '%s'; did you mean '%s'?", name, meant);
	else
		cli_fail("there is no command '%s'; 'beatctl help' lists them.", name);
	return CLI_USAGE;
}

static void overview(FILE *out)
{
	fputs(INTRO, out);
	for (const struct cli_command *const *cmd = commands; *cmd; cmd++)
		fprintf(out, "  %-10s  %s\n", (*cmd)->name, (*cmd)->summary);
	fprintf(out, "  %-10s  %s\n", "help", "this page, or all about one command");
	fputs(OUTRO, out);
}

static int help(const char *name)
{
	const struct cli_command *cmd;

	if (!name || strcmp(name, "help") == 0) {
		overview(stdout);
		return CLI_OK;
	}
	cmd = find(name);
	if (!cmd)
		return unknown(name);
	printf("beatctl %s: %s\n\n%s", cmd->name, cmd->summary, cmd->help);
	if (*cmd->help && cmd->help[strlen(cmd->help) - 1] != '\n')
		putchar('\n');
	return CLI_OK;
}

static bool is_help(const char *word)
{
	return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

static bool asks_for_help(int argc, char **argv)
{
	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
		if (is_help(argv[i]))
			return true;
	}
	return false;
}

static int dispatch(int argc, char **argv)
{
	const struct cli_command *cmd;

	if (argc < 2) {
		overview(stderr);
		return CLI_USAGE;
	}
	if (strcmp(argv[1], "--version") == 0) {
		puts("beatctl " BEAT_VERSION);
		return CLI_OK;
	}
	if (strcmp(argv[1], "help") == 0 || is_help(argv[1]))
		return help(argc > 2 ? argv[2] : NULL);
	cmd = find(argv[1]);
	if (!cmd)
		return unknown(argv[1]);
	if (asks_for_help(argc - 1, argv + 1))
		return help(cmd->name);
	return cmd->run(argc - 1, argv + 1);
}

int main(int argc, char **argv)
{
	int rc;

	setlocale(LC_CTYPE, "C.UTF-8"); /* widths of characters in tables, whatever the user's locale */
	log_init("beatctl", LOG_ERROR); /* commands say in words what the log would warn of */
	rc = dispatch(argc, argv);
	if (fflush(stdout) != 0 || ferror(stdout))
		return cli_fail("could not write to standard output: the result is incomplete.");
	return rc;
}
