/* beatctl stats: the paper's tables and figures for projects, releases and files. What the words mean is in
 * stats_words.c; server/stats counts and writes. */
#include <string.h>
#include <unistd.h>

#include "beat/cli.h"
#include "beat/stats_write.h"
#include "stats_words.h"

static const char HELP[] =
    "Usage: beatctl stats DATASET... [--json | --html | --markdown | --latex] [--out FILE]\n"
    "                     [--figures DIR] [--seed SEED] [--as-of MOMENT]\n"
    "\n"
    "The statistics of datasets as the paper has them (Bartolo et al., 2020): examples (Table 1),\n"
    "human performance (Table 2), passages and questions of each split (Table 3), lengths and\n"
    "longest n-gram overlap (Table 4, Figures 4, 7 and 9), question and answer types (Figures 6\n"
    "and 8), first three words (Figures 11 to 14), and of projects and releases comprehension\n"
    "labels (Figure 5) and the success of the workers (Figure 10); of projects also how long HITs\n"
    "took and what all of it cost, and what models cost that tell their tokens. Beside them stand\n"
    "the paper's own numbers. Definitions are part of every output.\n"
    "\n"
    "Of several datasets (6 at most) each is a column of the tables and a series of Figures 4 to\n"
    "10, with the numbers that it has alone.\n"
    "\n"
    "DATASET is one of\n"
    "  PROJECT       the questions that are in its dataset now, or were at MOMENT: what a release of\n"
    "                that moment would hold, before its targets cut it\n"
    "  NAME@VERSION  a release\n"
    "  FILE[,FILE]   SQuAD v1.1 JSON, MRQA JSONL or Hugging Face rows, plain or gzip; of several\n"
    "                files each is a split of the one dataset. - is standard input.\n"
    "and may be called otherwise: NAME=DATASET.\n"
    "\n"
    "Options\n"
    "  --json          one JSON object, for programs; of several {\"series\": [...]}\n"
    "  --html          a report as one HTML file with figures, which needs nothing else\n"
    "  --markdown      every table in Markdown\n"
    "  --latex         every table in LaTeX (packages booktabs, graphicx, xcolor)\n"
    "  --out FILE      write it there instead of to standard output\n"
    "  --figures DIR   write every figure there too: light, both axes named, fit for print\n"
    "  --figure-formats LIST   of svg, png and pdf (default: all three)\n"
    "  --examples N    questions of Table 1 for each dataset, 0 to 100, drawn by the seed (default: 3\n"
    "                  in HTML, Markdown and LaTeX, else 0)\n"
    "  --as-of MOMENT  of projects: as they were then, such as 2026-01-31T12:00Z\n"
    "  --seed SEED     draws examples, and the answers that human performance looks at (default: 1;\n"
    "                  of a release its own)\n"
    "  --fee PERCENT   what a platform takes on top of the pay of its workers (default: 20)\n"
    "  --kind KIND     what the words are, if they could be several things: project, release, file\n"
    "\n"
    "Examples\n"
    "  beatctl stats demo\n"
    "  beatctl stats dbidaf@1.0 --html --out report.html\n"
    "  beatctl stats SQuAD=dsquad/dev.json,dsquad/test.json dbidaf@1.0 dbert@1.0 droberta@1.0 \\\n"
    "      --html --out compared.html --figures figures\n"
    "  beatctl stats dbidaf@1.0 dbert@1.0 --latex --out tables.tex\n"
    "\n"
    "Exit codes: 0 done, 1 it did not work, 2 wrong usage.\n";

static int check(const struct stats_options *o, int words)
{
	if (words == 0)
		return cli_usage(&cmd_stats, "say of what: a project, a release NAME@VERSION, or files.");
	if (words > STATS_SERIES)
		return cli_usage(&cmd_stats,
				 "at most %d datasets stand side by side, not %d. Files of one dataset are "
				 "parted by commas: train.json,dev.json.",
				 STATS_SERIES, words);
	if (o->json + o->html + o->markdown + o->latex > 1)
		return cli_usage(&cmd_stats, "--json, --html, --markdown and --latex exclude each other.");
	if (o->html && !o->out && isatty(STDOUT_FILENO))
		return cli_usage(&cmd_stats, "an HTML report is for a browser: say --out report.html.");
	if (!stats_figure_formats_known(o->figure_formats))
		return cli_usage(&cmd_stats, "--figure-formats is a list of svg, png and pdf, not '%s'.",
				 o->figure_formats);
	if (o->seed && (!*o->seed || strlen(o->seed) > 64 ||
			o->seed[strspn(o->seed, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ._-")]))
		return cli_usage(&cmd_stats, "a seed has 1 to 64 letters, digits, dots, lines and underscores.");
	return CLI_OK;
}

static enum stats_form form_of(const struct stats_options *o)
{
	return o->json       ? STATS_JSON
	       : o->html     ? STATS_HTML
	       : o->markdown ? STATS_MARKDOWN
	       : o->latex    ? STATS_LATEX
			     : STATS_TABLE;
}

static int run_all(const struct stats_options *o, char **words, int n)
{
	struct stats_read r = {0};
	int rc = CLI_OK;

	for (int i = 0; rc == CLI_OK && i < n; i++)
		rc = stats_word(&r, o, words[i]);
	if (rc == CLI_OK)
		rc = stats_words_end(&r, o);
	if (rc == CLI_OK && o->figures)
		rc = stats_write_figures(r.series, r.n, o->figures, o->figure_formats);
	if (rc == CLI_OK)
		rc = stats_write(r.series, r.n, form_of(o), o->out);
	stats_words_free(&r);
	return rc;
}

static int run(int argc, char **argv)
{
	struct stats_options o = {.figure_formats = "svg,png,pdf", .examples = -1, .fee = 20};
	const struct cli_opt opts[] = {
	    {"--json", CLI_FLAG, &o.json, 0, 0},
	    {"--html", CLI_FLAG, &o.html, 0, 0},
	    {"--markdown", CLI_FLAG, &o.markdown, 0, 0},
	    {"--latex", CLI_FLAG, &o.latex, 0, 0},
	    {"--out", CLI_STR, &o.out, 0, 0},
	    {"--figures", CLI_STR, &o.figures, 0, 0},
	    {"--figure-formats", CLI_STR, &o.figure_formats, 0, 0},
	    {"--examples", CLI_INT, &o.examples, 0, 100},
	    {"--fee", CLI_INT, &o.fee, 0, 100},
	    {"--as-of", CLI_STR, &o.as_of, 0, 0},
	    {"--seed", CLI_STR, &o.seed, 0, 0},
	    {"--kind", CLI_STR, &o.kind, 0, 0},
	};
	int words = cli_parse(argc, argv, opts, ARRAY_LEN(opts)), rc;

	if (words < 0)
		return CLI_USAGE;
	rc = check(&o, words);
	if (o.examples < 0)
		o.examples = o.html || o.markdown || o.latex ? 3 : 0;
	return rc == CLI_OK ? run_all(&o, argv + 1, words) : rc;
}

const struct cli_command cmd_stats = {.name = "stats",
				      .summary =
					  "tables and figures of projects, releases and dataset files, side by side",
				      .help = HELP,
				      .run = run};
