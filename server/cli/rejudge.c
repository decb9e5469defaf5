/* beatctl rejudge: asks a model about stored attempts. Without --model: the model in the
 * loop, about the attempts it could not judge when they were made, and the verdicts are
 * stored (rejudge_late.c). With --model: another reader, about all attempts, for the transfer
 * matrix (rejudge_transfer.c). */
#include <string.h>

#include "beat/rejudge.h"

static const char HELP[] =
    "Usage: beatctl rejudge PROJECT [--limit N] [--concurrency 8] [--timeout SECONDS]\n"
    "       beatctl rejudge PROJECT... --model URL|NAME [--won] [--discarded] [--json] [OPTIONS]\n"
    "       beatctl rejudge PROJECT... --show [--discarded] [--json]\n"
    "\n"
    "When the model is down, slow or talks nonsense, a worker's attempt is kept without a\n"
    "verdict. Once the model is well again, the first form asks it about all such attempts\n"
    "of the project, oldest first, and stores the verdicts: won questions join the\n"
    "dataset. An attempt the model still cannot answer stays as it is.\n"
    "\n"
    "The second form asks another reader about the attempts that were judged in the game,\n"
    "keeps its answers, and prints the transfer matrix: which reader's questions beat which\n"
    "reader. A row is a project and the reader in its loop, that the questions were written\n"
    "against; a column is a reader; a cell is the share of the row's questions that beat the\n"
    "column's reader, by the threshold each was judged with, with its 95 % interval\n"
    "(Clopper-Pearson). There are two tables: of the questions won in the game, and of all\n"
    "judged attempts. The verdicts of the game are never changed by it.\n"
    "\n"
    "The third form prints the matrix of what is stored, and asks nobody.\n"
    "\n"
    "A reader is known by what its answers say of it: name, version, weights; another version\n"
    "is another column. The one in the loop is not asked: its answers are those of the game.\n"
    "Questions that are set aside, and all attempts of revoked workers, are left out.\n"
    "\n"
    "It is safe to stop it at any moment (Ctrl-C), to run it again, and to run it twice at\n"
    "once: no attempt is judged twice, and each answer counts once. What was answered is not\n"
    "asked again; what a model's fault left open is.\n"
    "\n"
    "Options\n"
    "  --limit N           ask about N attempts at most (default: all), N for each model\n"
    "  --concurrency N     questions to the model at once, 1 to 256 (default: 8)\n"
    "  --timeout SECONDS   how long to wait for one answer (default: 10)\n"
    "  --model URL         ask this reader: a URL, or the name of a registered model; may be\n"
    "                      repeated\n"
    "  --protocol NAME     how URLs are spoken to (default: beat, which is POST /predict)\n"
    "  --won               ask only about the questions that were won, not about all attempts\n"
    "  --discarded         do not leave out what is set aside\n"
    "  --show              print the matrix of what is stored\n"
    "  --json              the matrix as one JSON object: \"readers\", \"rows\", \"runs\"\n"
    "\n"
    "Examples\n"
    "  beatctl rejudge demo\n"
    "  beatctl rejudge demo --limit 10 --concurrency 1\n"
    "  beatctl rejudge demo --model http://127.0.0.1:9000\n"
    "  beatctl rejudge easy medium hard --model 'http://127.0.0.1:8090/predict?reader=neural' \\\n"
    "      --model 'http://127.0.0.1:8090/predict?reader=window'\n"
    "  beatctl rejudge easy medium hard --show --json\n"
    "\n"
    "Exit codes: 0 every attempt asked about now has an answer (also if there was none to ask\n"
    "about), 1 some still have none or it was interrupted, 2 wrong usage.\n";

/* A project that is named again is meant once; the number of names that stay. */
static int drop_repeated(char **names, int n)
{
	int kept = 0;

	for (int i = 0; i < n; i++) {
		int k = 0;

		while (k < kept && strcmp(names[k], names[i]) != 0)
			k++;
		if (k == kept)
			names[kept++] = names[i];
	}
	return kept;
}

/* Options that mean nothing without the others would be silently ignored: refused instead. */
static int check_usage(const struct rejudge_transfer *t, bool show)
{
	bool asks = t->models.n > 0;

	for (int i = 0; i < t->n_projects; i++) {
		if (!*t->projects[i])
			return cli_usage(&cmd_rejudge, "a PROJECT has a name.");
	}
	if (show && asks)
		return cli_usage(&cmd_rejudge, "--show asks nobody; leave --model or --show out.");
	if (t->n_projects < 1)
		return cli_usage(&cmd_rejudge, "name %s PROJECT.", show || asks ? "at least one" : "one");
	if (!show && !asks && t->n_projects != 1)
		return cli_usage(&cmd_rejudge, "name one PROJECT; several go with --model or --show.");
	if (!show && !asks && (t->discarded || t->json))
		return cli_usage(&cmd_rejudge, "--discarded and --json go with --model or --show.");
	if (!asks && (t->won || t->protocol))
		return cli_usage(&cmd_rejudge, "--won and --protocol go with --model.");
	if (show && t->conf.limit)
		return cli_usage(&cmd_rejudge, "--limit is about asking; --show asks nobody.");
	return CLI_OK;
}

static int run(int argc, char **argv)
{
	struct rejudge_transfer t = {.conf = {.concurrency = 8, .timeout_s = 10}};
	bool show = false;
	const struct cli_opt opts[] = {
	    {"--limit", CLI_INT, &t.conf.limit, 1, 1000000000},
	    {"--concurrency", CLI_INT, &t.conf.concurrency, 1, 256},
	    {"--timeout", CLI_INT, &t.conf.timeout_s, 1, 3600},
	    {"--model", CLI_STRS, &t.models, 0, 0},
	    {"--protocol", CLI_STR, &t.protocol, 0, 0},
	    {"--won", CLI_FLAG, &t.won, 0, 0},
	    {"--discarded", CLI_FLAG, &t.discarded, 0, 0},
	    {"--show", CLI_FLAG, &show, 0, 0},
	    {"--json", CLI_FLAG, &t.json, 0, 0},
	};
	int rc = CLI_USAGE;

	t.n_projects = cli_parse(argc, argv, opts, ARRAY_LEN(opts));
	t.projects = argv + 1;
	if (t.n_projects >= 0) {
		t.n_projects = drop_repeated(t.projects, t.n_projects);
		rc = check_usage(&t, show);
	}
	if (rc == CLI_OK)
		rc = show || t.models.n ? rejudge_transfer(&t) : rejudge_late(&t.conf, argv[1]);
	cli_strs_release(&t.models);
	return rc;
}

const struct cli_command cmd_rejudge = {
    .name = "rejudge",
    .summary = "ask again about attempts: late verdicts, and how other readers would have done",
    .help = HELP,
    .run = run};
