/* beatctl lab: the tools of the neighbouring papers, a command of commands. */
#include <stdio.h>
#include <string.h>

#include "beat/cli.h"
#include "lab.h"

static const struct cli_command *const tools[] = {
    &lab_altered,        &lab_babi,  &lab_concur, &lab_convert, &lab_curate, &lab_experiment, &lab_mrqa, &lab_report,
    &lab_scores_command, &lab_shift, &lab_strata, &lab_synth,   NULL};

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
	fputs("\n"
	      "What is drawn is drawn by --seed: the same words give the same bytes.\n"
	      "\n"
	      "Examples\n"
	      "  beatctl lab babi --preset mix-t7 --format squad --out mix-t7.json\n"
	      "  beatctl lab concur scores.csv --with SQuAD --out concurrence\n"
	      "\n"
	      "Exit codes: 0 done, 1 it did not work, 2 wrong usage.\n",
	      out);
	return CLI_OK;
}

static const struct cli_command *find(const char *name)
{
	for (size_t i = 0; tools[i] != NULL; i++)
		if (strcmp(tools[i]->name, name) == 0)
			return tools[i];
	return NULL;
}

static int explain(const char *name)
{
	const struct cli_command *tool = name != NULL ? find(name) : NULL;

	if (tool == NULL)
		return overview(stdout);
	printf("beatctl lab %s: %s\n\n%s", tool->name, tool->summary, tool->help);
	return CLI_OK;
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
	const struct cli_command *tool;
	struct cli_command named;
	char path[64];

	if (argc < 2) {
		overview(stderr);
		return CLI_USAGE;
	}
	if (strcmp(argv[1], "--help") == 0)
		return explain(argc > 2 ? argv[2] : NULL);
	tool = find(argv[1]);
	if (tool == NULL)
		return unknown(argv[1]);
	snprintf(path, sizeof(path), "lab %s", tool->name);
	named = *tool;
	named.name = argv[1] = path; /* what its complaints call it, and where they send for help */
	return cli_run(&named, argc - 1, argv + 1);
}

const struct cli_command cmd_lab = {
    .name = "lab",
    .summary = "compare and make datasets: made-up stories and passages, shift, concurrence",
    .run = run,
};
