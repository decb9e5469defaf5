/* beatctl stats: the paper's tables and figures for a project, a release or files. This file finds out what the words
 * mean and where the answer goes; stats_load.c reads, stats_print.c and core/stats_*.c write. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "beat/cli.h"
#include "beat/corpus.h"
#include "beat/eval.h"
#include "beat/stats_load.h"

static const char HELP[] =
    "Usage: beatctl stats PROJECT [--as-of MOMENT] [--json | --html] [--out FILE] [--seed SEED]\n"
    "       beatctl stats NAME@VERSION [--json | --html] [--out FILE] [--seed SEED]\n"
    "       beatctl stats FILE... [--json | --html] [--out FILE] [--seed SEED]\n"
    "\n"
    "The statistics of a dataset as the paper has them (Bartolo et al., 2020): passages and\n"
    "questions of each split (Table 3), lengths and longest n-gram overlap (Table 4, Figures 4,\n"
    "7 and 9), human performance (Table 2), question and answer types (Figures 6 and 8), first\n"
    "three words (Figures 11 to 14), and of projects and releases the comprehension labels\n"
    "(Figure 5); beside them the paper's own numbers. Definitions are part of every output.\n"
    "\n"
    "PROJECT is measured by the questions that are in its dataset now, or were at MOMENT: what\n"
    "a release of that moment would hold, before its targets cut it. NAME@VERSION is a release.\n"
    "FILE is a dataset in the form of SQuAD v1.1 or MRQA, plain or gzip; of several files each\n"
    "is a split. - is standard input.\n"
    "\n"
    "Options\n"
    "  --json          one JSON object, for programs\n"
    "  --html          a report as one HTML file with figures, which needs nothing else\n"
    "  --out FILE      write it there instead of to standard output\n"
    "  --as-of MOMENT  of a project: as it was then, such as 2026-01-31T12:00Z\n"
    "  --seed SEED     draws the answers that human performance looks at (default: 1; of a\n"
    "                  release its own)\n"
    "  --kind KIND     what the word is, if it could be several things: project, release, file\n"
    "\n"
    "Examples\n"
    "  beatctl stats demo\n"
    "  beatctl stats dbidaf@1.0 --html --out report.html\n"
    "  beatctl stats train.json dev.json test.json --json\n"
    "\n"
    "Exit codes: 0 done, 1 it did not work, 2 wrong usage.\n";

struct options {
	bool json, html;
	const char *out, *as_of, *seed, *kind;
};

enum kind { KIND_UNKNOWN, KIND_PROJECT, KIND_RELEASE, KIND_FILE };

static bool ends_with(const char *s, const char *end)
{
	size_t n = strlen(s), m = strlen(end);

	return n >= m && strcmp(s + n - m, end) == 0;
}

/* A word that cannot be meant for anything but a file. */
static bool looks_like_file(const char *word)
{
	static const char *const endings[] = {".json", ".jsonl", ".gz"};

	for (size_t i = 0; i < ARRAY_LEN(endings); i++) {
		if (ends_with(word, endings[i]))
			return true;
	}
	return strcmp(word, "-") == 0 || strchr(word, '/');
}

/* A folder is no dataset: that of a release is called as the release is. */
static bool is_there(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && !S_ISDIR(st.st_mode);
}

/* 1: there is a project of this name; 0: none; -1 after printing. */
static int is_project(struct pg *pg, const char *name)
{
	struct pg_rows *rows = pg_query(pg, q_stats_project(.project = name, .as_of = NULL));
	int n = rows ? pg_rows_count(rows) : -1;

	pg_rows_free(&rows);
	return n;
}

/* A plain word that is the name of a file here may be meant for a project all the same. Without a database it cannot.
 */
static int plain_word(const char *word, enum kind *kind)
{
	const char *uri = getenv("BEAT_DB");
	struct pg *pg;
	int found;

	*kind = strchr(word, '@') ? KIND_RELEASE : KIND_PROJECT;
	if (!is_there(word))
		return CLI_OK;
	if (!uri || !*uri) {
		*kind = KIND_FILE;
		return CLI_OK;
	}
	if (!(pg = cli_db()))
		return CLI_FAILED;
	found = *kind == KIND_PROJECT ? is_project(pg, word) : 0;
	pg_close(&pg);
	if (found < 0)
		return CLI_FAILED;
	if (found)
		return cli_fail(
		    "stats: '%s' is a project and also a file in this folder. Say --kind project, or ./%s for the "
		    "file.",
		    word, word);
	*kind = KIND_FILE;
	return CLI_OK;
}

static int kind_of(const struct options *o, const char *word, enum kind *kind)
{
	static const char *const names[] = {"", "project", "release", "file"};

	for (size_t i = 1; o->kind && i < ARRAY_LEN(names); i++) {
		if (strcmp(o->kind, names[i]) == 0) {
			*kind = (enum kind)i;
			return CLI_OK;
		}
	}
	if (o->kind)
		return cli_usage(&cmd_stats, "--kind is project, release or file, not '%s'.", o->kind);
	if (looks_like_file(word)) {
		*kind = KIND_FILE;
		return CLI_OK;
	}
	return plain_word(word, kind);
}

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

/* The terminal's table goes the same way, through memory. */
static int print_into(struct buf *out, const struct stats *st, const struct stats_about *about)
{
	char *text = NULL;
	size_t n = 0;
	FILE *f = open_memstream(&text, &n);

	if (!f)
		return cli_fail("stats: %s.", strerror(errno));
	stats_print(f, st, about);
	fclose(f);
	buf_add(out, text, n);
	free(text);
	return CLI_OK;
}

static int deliver(const struct options *o, const struct stats *st, const struct stats_about *about)
{
	struct buf out = BUF_INIT;
	struct jw w;
	int rc = CLI_OK;

	if (o->json) {
		jw_init(&w, &out);
		stats_json(&w, st, about);
		jw_done(&w);
		buf_addc(&out, '\n');
	} else if (o->html) {
		stats_html(&out, st, about);
	} else {
		rc = print_into(&out, st, about);
	}
	if (rc == CLI_OK)
		rc = o->out ? write_file(&out, o->out) : write_all(stdout, &out, "standard output");
	buf_release(&out);
	return rc;
}

/* Projects and releases: read in one transaction, so that all numbers are of the same moment. */

static int run_project(struct pg *pg, const struct options *o, const char *name)
{
	struct pg_rows *rows = pg_query(pg, q_stats_project(.project = name, .as_of = o->as_of));
	struct stats *st = stats_new(o->seed);
	struct buf note = BUF_INIT;
	int rc = CLI_FAILED;

	if (rows && pg_rows_count(rows) == 0) {
		cli_fail("stats: there is no project '%s' and no file of that name; 'beatctl project list' names the "
			 "projects, and a release is written NAME@VERSION.",
			 name);
	} else if (rows && stats_read_project(pg, st, name, q_stats_project_row(rows, 0).moment) == 0) {
		struct q_stats_project_row row = q_stats_project_row(rows, 0);
		struct stats_about about = {.kind = "project", .name = name, .as_of = row.iso};
		long long waiting = row.waiting;

		buf_addf(&note, "%lld question%s of dev and test wait%s for votes and %s not counted.", waiting,
			 waiting == 1 ? "" : "s", waiting == 1 ? "s" : "", waiting == 1 ? "is" : "are");
		about.note = waiting ? note.p : NULL;
		rc = deliver(o, st, &about);
	}
	pg_rows_free(&rows);
	buf_release(&note);
	stats_free(&st);
	return rc;
}

static int run_release(struct pg *pg, const struct options *o, const char *ref)
{
	struct pg_rows *rows = pg_query(pg, q_stats_release(.reference = ref));
	struct stats *st = NULL;
	int rc = CLI_FAILED;

	if (!rows)
		return CLI_FAILED;
	if (o->as_of) {
		rc = cli_usage(&cmd_stats, "a release has its own moment: --as-of is for projects.");
	} else if (pg_rows_count(rows) == 0) {
		rc = cli_fail("stats: there is no release '%s'; 'beatctl release list' names those there are.", ref);
	} else {
		struct q_stats_release_row row = q_stats_release_row(rows, 0);
		struct stats_about about = {.kind = "release", .name = row.reference, .as_of = row.as_of};

		if (strcmp(row.state, "ready") != 0)
			about.note = "This release was not published: its files were not written, or not yet.";
		st = stats_new(o->seed ? o->seed : row.seed);
		if (stats_read_release(pg, st, row.id) == 0)
			rc = deliver(o, st, &about);
	}
	pg_rows_free(&rows);
	stats_free(&st);
	return rc;
}

static int run_database(const struct options *o, const char *word, enum kind kind)
{
	struct pg *pg = cli_db();
	int rc = CLI_FAILED;

	if (!pg)
		return CLI_FAILED;
	if (pg_exec(pg, "begin isolation level repeatable read read only; set local jit = off") == 0)
		rc = kind == KIND_PROJECT ? run_project(pg, o, word) : run_release(pg, o, word);
	pg_close(&pg);
	return rc;
}

/* Files */

/* The split that a file's name tells, else the name itself; if another file has the same, the whole path. */
static char *split_name(char *const *paths, int n, int i)
{
	const char *split = eval_split_of(paths[i]);
	char *name = *split ? xstrdup(split) : corpus_stem(paths[i]);

	for (int j = 0; j < n; j++) {
		const char *other = eval_split_of(paths[j]);
		char *stem = *other ? xstrdup(other) : corpus_stem(paths[j]);
		bool same = j != i && strcmp(stem, name) == 0;

		free(stem);
		if (same) {
			free(name);
			return xstrdup(paths[i]);
		}
	}
	return name;
}

/* Folders are of no interest to those who read a report. */
static const char *shown_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	if (strcmp(path, "-") == 0)
		return "standard input";
	return slash && slash[1] ? slash + 1 : path;
}

static int run_files(const struct options *o, char **paths, int n)
{
	struct stats_about about = {.kind = n == 1 ? "file" : "files"};
	struct stats *st = stats_new(o->seed);
	struct buf names = BUF_INIT;
	int rc = CLI_OK;

	if (o->as_of)
		rc = cli_usage(&cmd_stats, "a file has no past: --as-of is for projects.");
	for (int i = 0; rc == CLI_OK && i < n; i++) {
		struct stat s;
		char *split = split_name(paths, n, i);

		if (stat(paths[i], &s) == 0 && S_ISDIR(s.st_mode))
			rc = cli_fail("stats: %s is a folder. Name its files: %s/train.json %s/dev.json …", paths[i],
				      paths[i], paths[i]);
		else
			rc = stats_read_file(st, paths[i], split);
		buf_addf(&names, "%s%s", i ? ", " : "", shown_name(paths[i]));
		free(split);
	}
	about.name = names.p;
	if (rc == CLI_OK)
		rc = deliver(o, st, &about);
	stats_free(&st);
	buf_release(&names);
	return rc;
}

static int check(const struct options *o, int words)
{
	if (words == 0)
		return cli_usage(&cmd_stats, "say of what: a project, a release NAME@VERSION, or files.");
	if (o->json && o->html)
		return cli_usage(&cmd_stats, "--json and --html exclude each other.");
	if (o->html && !o->out && isatty(STDOUT_FILENO))
		return cli_usage(&cmd_stats, "an HTML report is for a browser: say --out report.html.");
	if (o->seed && (!*o->seed || strlen(o->seed) > 64 ||
			o->seed[strspn(o->seed, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ._-")]))
		return cli_usage(&cmd_stats, "a seed has 1 to 64 letters, digits, dots, lines and underscores.");
	return CLI_OK;
}

static int run(int argc, char **argv)
{
	struct options o = {0};
	const struct cli_opt opts[] = {
	    {"--json", CLI_FLAG, &o.json, 0, 0}, {"--html", CLI_FLAG, &o.html, 0, 0},
	    {"--out", CLI_STR, &o.out, 0, 0},    {"--as-of", CLI_STR, &o.as_of, 0, 0},
	    {"--seed", CLI_STR, &o.seed, 0, 0},  {"--kind", CLI_STR, &o.kind, 0, 0},
	};
	int words = cli_parse(argc, argv, opts, ARRAY_LEN(opts)), rc;
	enum kind kind = KIND_UNKNOWN;

	if (words < 0)
		return CLI_USAGE;
	rc = check(&o, words);
	if (rc == CLI_OK)
		rc = kind_of(&o, argv[1], &kind);
	if (rc != CLI_OK)
		return rc;
	if (kind == KIND_FILE)
		return run_files(&o, argv + 1, words);
	if (words > 1)
		return cli_usage(&cmd_stats, "only of files can there be several; '%s' is taken for a %s.", argv[1],
				 kind == KIND_PROJECT ? "project" : "release");
	return run_database(&o, argv[1], kind);
}

const struct cli_command cmd_stats = {.name = "stats",
				      .summary = "tables and figures of a project, a release or a dataset file",
				      .help = HELP,
				      .run = run};
