/* beatctl lab: the tools of the neighbouring papers, a command of commands. */
#include <string.h>

#include "beat/cli.h"
#include "lab.h"

static const struct cli_command *const tools[] = {&lab_babi, &lab_concur, &lab_shift, &lab_synth, NULL};

static int overview(FILE *out)
{
	fputs("beatctl lab: compare and make datasets as four neighbouring papers do\n"
	      "\n"
	      "Usage: beatctl lab TOOL [WORDS] [OPTIONS]\n"
	      "       beatctl lab TOOL --help\n"
	      "\n"
	      "Tools\n",
	      out);
	for (size_t i = 0; tools[i] != NULL; i++)
		fprintf(out, "  %-10s  %s\n", tools[i]->name, tools[i]->summary);
	fputs("\nWhat is drawn is drawn by --seed: the same words give the same bytes.\n", out);
	return CLI_OK;
}

static bool wants_help(int argc, char **argv)
{
	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
		if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
			return true;
	return false;
}

static int unknown(const char *word)
{
	enum { MOST = 16 };
	const char *names[MOST] = {NULL}, *meant;

	for (size_t i = 0; i + 1 < MOST && tools[i] != NULL; i++)
		names[i] = tools[i]->name;
	meant = cli_closest(word, names);
	cli_fail(meant != NULL ? "there is no tool '%s' in the lab; did you mean '%s'?"
			       : "there is no tool '%s' in the lab; 'beatctl lab --help' lists them.",
		 word, meant);
	return CLI_USAGE;
}

static int run(int argc, char **argv)
{
	if (argc < 2) {
		overview(stderr);
		return CLI_USAGE;
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
		return overview(stdout);
	for (size_t i = 0; tools[i] != NULL; i++) {
		if (strcmp(tools[i]->name, argv[1]) != 0)
			continue;
		if (!wants_help(argc - 1, argv + 1))
			return cli_run(tools[i], argc - 1, argv + 1);
		printf("beatctl lab %s: %s\n\n%s", tools[i]->name, tools[i]->summary, tools[i]->help);
		return CLI_OK;
	}
	return unknown(argv[1]);
}

const struct cli_command cmd_lab = {
    .name = "lab",
    .summary = "compare and make datasets: made-up stories and passages, shift, concurrence",
    .run = run,
};
