/* beatctl stats: the paper's tables and figures for projects, releases and files. What the words mean is in
 * stats_words.c; server/stats counts and writes. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "beat/cli.h"
#include "beat/folder.h"
#include "beat/raster.h"
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
    "took and what all of it cost. Beside them stand the paper's own numbers. Definitions are\n"
    "part of every output.\n"
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

/* Output */

static int write_all(FILE *f, const struct buf *text, const char *path)
{
	bool failed = fwrite(text->p, 1, text->n, f) != text->n;

	failed |= fflush(f) != 0;
	return failed ? cli_fail("stats: could not write %s: %s.", path, strerror(errno)) : CLI_OK;
}

static int write_over(const struct buf *text, const char *path, const char *shown)
{
	FILE *f = fopen(path, "wbe");
	int rc;

	if (!f)
		return cli_fail("stats: could not write %s: %s.", shown, strerror(errno));
	rc = write_all(f, text, shown);
	if (fclose(f) != 0 && rc == CLI_OK)
		rc = cli_fail("stats: could not write %s: %s.", shown, strerror(errno));
	return rc;
}

/* Into a file beside it first, so that nobody ever reads half a report. A device, a pipe or a link is written to as it
 * is: a new file in its place is nobody's wish. */
static int write_file(const struct buf *text, const char *path)
{
	struct buf partial = BUF_INIT;
	struct stat st;
	int rc;

	if (lstat(path, &st) == 0 && !S_ISREG(st.st_mode))
		return write_over(text, path, path);
	buf_addf(&partial, "%s.partial", path);
	rc = write_over(text, partial.p, path);
	if (rc == CLI_OK && rename(partial.p, path) != 0)
		rc = cli_fail("stats: could not write %s: %s.", path, strerror(errno));
	if (rc != CLI_OK)
		unlink(partial.p);
	buf_release(&partial);
	return rc;
}

static void print_to(FILE *f, const struct stats_read *r)
{
	if (r->n == 1)
		stats_print(f, &r->series[0]);
	else
		stats_compare_print(f, r->series, r->n);
}

/* The terminal's table goes the same way, through memory. */
static int print_into(struct buf *out, const struct stats_read *r)
{
	char *text = NULL;
	size_t n = 0;
	FILE *f = open_memstream(&text, &n);

	if (!f)
		return cli_fail("stats: %s.", strerror(errno));
	print_to(f, r);
	fclose(f);
	buf_add(out, text, n);
	free(text);
	return CLI_OK;
}

static void json_into(struct buf *out, const struct stats_read *r)
{
	struct jw w;

	jw_init(&w, out);
	if (r->n == 1)
		stats_json(&w, r->series[0].st, &r->series[0].about);
	else
		stats_compare_json(&w, r->series, r->n);
	jw_done(&w);
	buf_addc(out, '\n');
}

static int deliver(const struct stats_options *o, const struct stats_read *r)
{
	struct buf out = BUF_INIT;
	int rc = CLI_OK;

	if (o->json)
		json_into(&out, r);
	else if (o->markdown)
		stats_markdown(&out, r->series, r->n);
	else if (o->latex)
		stats_latex(&out, r->series, r->n);
	else if (o->html && r->n == 1)
		stats_html(&out, &r->series[0]);
	else if (o->html)
		stats_compare_html(&out, r->series, r->n);
	else
		rc = print_into(&out, r);
	if (rc == CLI_OK)
		rc = o->out ? write_file(&out, o->out) : write_all(stdout, &out, "standard output");
	buf_release(&out);
	return rc;
}

/* Figures */

struct figures {
	const struct stats_options *o;
	int rc;
};

static bool wanted(const char *list, const char *format)
{
	const char *at = strstr(list, format);
	size_t n = strlen(format);

	return at && (at == list || at[-1] == ',') && (at[n] == '\0' || at[n] == ',');
}

/* PNG and PDF are made of the SVG, which goes again if it was not asked for. */
static void put_figure(void *arg, const char *name, const char *caption, const struct buf *svg)
{
	static const char *const formats[] = {"png", "pdf"};
	struct figures *f = arg;
	struct buf path = BUF_INIT, other = BUF_INIT;
	char err[RASTER_ERR_MAX];

	(void)caption;
	if (f->rc != CLI_OK)
		return;
	buf_addf(&path, "%s/%s.svg", f->o->figures, name);
	f->rc = write_file(svg, path.p);
	for (size_t i = 0; f->rc == CLI_OK && i < ARRAY_LEN(formats); i++) {
		buf_clear(&other);
		buf_addf(&other, "%s/%s.%s", f->o->figures, name, formats[i]);
		if (wanted(f->o->figure_formats, formats[i]) && raster_convert(path.p, formats[i], other.p, err))
			f->rc = cli_fail("stats: %s.", err);
	}
	if (!wanted(f->o->figure_formats, "svg"))
		unlink(path.p);
	buf_release(&path);
	buf_release(&other);
}

static int put_figures(const struct stats_options *o, const struct stats_read *r)
{
	struct figures f = {o, CLI_OK};
	char err[FOLDER_ERR_MAX];

	if (folder_make(o->figures, err))
		return cli_fail("stats: %s.", err);
	if (r->n == 1)
		stats_figures(r->series[0].st, &r->series[0].about, put_figure, &f);
	else
		stats_compare_figures(r->series, r->n, put_figure, &f);
	return f.rc;
}

static bool formats_known(const char *list)
{
	for (const char *p = list;; p++) {
		size_t n = strcspn(p, ",");

		if (n != 3 || (strncmp(p, "svg", n) != 0 && strncmp(p, "png", n) != 0 && strncmp(p, "pdf", n) != 0))
			return false;
		if (!*(p += n))
			return true;
	}
}

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
	if (!formats_known(o->figure_formats))
		return cli_usage(&cmd_stats, "--figure-formats is a list of svg, png and pdf, not '%s'.",
				 o->figure_formats);
	if (o->seed && (!*o->seed || strlen(o->seed) > 64 ||
			o->seed[strspn(o->seed, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ._-")]))
		return cli_usage(&cmd_stats, "a seed has 1 to 64 letters, digits, dots, lines and underscores.");
	return CLI_OK;
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
		rc = put_figures(o, &r);
	if (rc == CLI_OK)
		rc = deliver(o, &r);
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
