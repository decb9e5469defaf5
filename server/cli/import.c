/* beatctl import: passages from files into the database, all of them or none.
 *
 * Life of an import: the files are looked at first (is each readable, what format
 * has it?); then one transaction: every record found goes by COPY into a temporary
 * table, one SQL function sorts out documents, splits and duplicates, and commit is
 * the only way for anything to remain. Whatever else ends the program, a second
 * Ctrl-C or kill -9 included, leaves the server to roll back.
 *
 * A bad record is told once, with its file and position. Without --skip-bad one is
 * enough to store nothing, but reading goes on to tell the others too. */
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "beat/buf.h"
#include "beat/cli.h"
#include "beat/corpus.h"
#include "beat/json.h"
#include "beat/text.h"
#include "sql_beatctl.h"

static const char HELP[] =
    "Usage: beatctl import FILE... [--collection NAME] [--split SPLIT] [--skip-bad]\n"
    "                      [--format NAME] [--dry-run]\n"
    "\n"
    "Reads passages from files and stores them, ready for projects to draw from. Formats,\n"
    "recognised by content (JSON) or extension (.txt), plain or gzip:\n"
    "\n"
    "  squad   SQuAD JSON, one passage a paragraph; questions and unknown keys are ignored\n"
    "  mrqa    MRQA JSONL, one passage a line; the title is what stands between [TLE] and the\n"
    "          next mark in the context, or the line's \"title\", or else file name and line number\n"
    "  jsonl   one {\"title\": ..., \"text\": ...} a line\n"
    "  txt     a folder of .txt files, or single ones: one document a file, its title the\n"
    "          name without .txt, its passages the paragraphs between blank lines\n"
    "\n"
    "Texts are stored exactly as they are. A text that is stored already (in any collection) is\n"
    "not stored twice, only added to the collection. All passages of a document (title) are in\n"
    "one split, everywhere; a document that exists keeps the split it has.\n"
    "\n"
    "Options\n"
    "  --collection NAME   the collection to add to, made if it is new: up to 63 letters, digits\n"
    "                      and . _ - (default: the first FILE's name without folder and\n"
    "                      extension, anything else in it replaced by -)\n"
    "  --split SPLIT       train, dev or test; or auto:80/10/10, which shares the new documents\n"
    "                      out in these proportions, the same ones every time (default: train)\n"
    "  --skip-bad          leave bad records out instead of storing nothing\n"
    "  --format NAME       squad, mrqa, jsonl or txt, for all files, instead of recognising it\n"
    "  --dry-run           do all of it, tell the result, then take it back\n"
    "\n"
    "A FILE of - is standard input. All files of one run are one transaction: they are stored\n"
    "together or, after any error or Ctrl-C, not at all.\n"
    "\n"
    "A record is bad if it is not valid JSON or UTF-8, lacks its title or text, has more than\n"
    "50,000 characters of text or 1,000 of title, or belongs to a document or text that is in\n"
    "another split. Each is named on standard error with file and position: the line; or\n"
    "article and paragraph, counted from 1, and the byte offset, counted from 0. Damage that\n"
    "hides the rest of a file (cut short, broken JSON or gzip) is one bad record too; with\n"
    "--skip-bad what came before it is kept. A file that cannot be opened or recognised\n"
    "always stops the import.\n"
    "\n"
    "Files are streamed: a SQuAD file of 30 MB and one of 300 MB both take about 10 MB of\n"
    "memory (an article whose title comes after its paragraphs is held until then, up to 64\n"
    "MB).\n"
    "\n"
    "Examples\n"
    "  beatctl import train-v1.1.json --split train\n"
    "  beatctl import dev.jsonl.gz --collection wiki --split auto:80/10/10 --skip-bad\n"
    "  beatctl import notes/ --collection notes --dry-run\n"
    "\n"
    "Exit codes: 0 imported (with --skip-bad: what was good; the number of bad records is on\n"
    "standard error), 1 nothing was imported, 2 wrong usage, 130 interrupted and nothing was\n"
    "imported.\n";

/* Why reading was ended; TOLD: the reason is on standard error already. */
enum stop { GO_ON, STOP_INTERRUPTED, STOP_TOLD, STOP_MANY_BAD };

/* Without --skip-bad nothing will be stored anyhow; this many tell enough. */
enum { BAD_TOLD_MAX = 100 };

struct import {
	const char *collection, *split;
	bool skip_bad, dry_run;
	enum corpus_format format;
	struct corpus_files files;
	struct pg *pg;
	struct cli_progress bar;
	unsigned long long bytes_before; /* of the files already read */
	struct source *src;
	struct buf file; /* the name of the file being read, fit to be shown and stored */
	long long records, bad;
	struct timespec started;
};

static volatile sig_atomic_t interrupted;

static void on_signal(int sig)
{
	interrupted = sig;
}

/* Once only: a second Ctrl-C ends the program at once, and the server rolls back. No SA_RESTART: a read
 * from a pipe that nobody fills must end. */
static void catch_signals(void)
{
	struct sigaction sa = {.sa_handler = on_signal, .sa_flags = SA_RESETHAND};

	sigaction(SIGINT, &sa, NULL);
	sigaction(SIGTERM, &sa, NULL);
}

/* File names are bytes of any kind; messages and the database want text. */
static void set_shown_name(struct buf *out, const char *path)
{
	buf_clear(out);
	buf_adds(out, "");
	for (size_t i = 0, step; path[i]; i += step) {
		size_t n = strlen(path + i);
		uint32_t c = 0;

		for (step = 1; step < 4 && step < n && !text_is_utf8(path + i, step); step++)
			;
		if (text_is_utf8(path + i, step)) {
			text_decode(path + i, step, &c);
		} else {
			step = 1;
		}
		if (c < 0x20 || (c >= 0x7f && c <= 0x9f))
			buf_addc(out, '?');
		else
			buf_add(out, path + i, step);
	}
}

static void tell_bad(struct import *im, const char *file, const char *pos, const char *reason)
{
	im->bad++;
	cli_progress_end(&im->bar);
	cli_fail("%s: %s: %s.", file, pos, reason);
}

static int on_bad(void *arg, const char *pos, const char *reason)
{
	struct import *im = arg;

	if (interrupted) /* perhaps the very reason */
		return STOP_INTERRUPTED;
	tell_bad(im, im->file.p, pos, reason);
	return im->bad >= BAD_TOLD_MAX && !im->skip_bad ? STOP_MANY_BAD : GO_ON;
}

static int on_record(void *arg, const struct corpus_record *r)
{
	struct import *im = arg;

	if (interrupted)
		return STOP_INTERRUPTED;
	if (pg_copy_row(im->pg, (const char *[]){im->file.p, r->pos, r->title, r->text}, 4))
		return STOP_TOLD;
	im->records++;
	cli_progress_show(&im->bar, (long long)(im->bytes_before + source_file_pos(im->src)));
	return GO_ON;
}

static enum corpus_format open_file(struct import *im, const char *path)
{
	enum corpus_format format = im->format;
	char err[CORPUS_ERR_MAX], why[SOURCE_ERR_MAX];

	set_shown_name(&im->file, path);
	im->src = source_open(path, why);
	if (!im->src) {
		cli_fail("%s: %s.", im->file.p, why);
		return CORPUS_UNKNOWN;
	}
	if (!format)
		format = corpus_detect(im->src, path, err);
	if (!format && !interrupted)
		cli_fail("%s: %s.", im->file.p, err);
	return format;
}

/* Before anything is sent: can all files be read, and as what? A pipe can be read only once, so it waits. */
static int look_at_files(struct import *im)
{
	int rc = CLI_OK;

	for (size_t i = 0; i < im->files.n; i++) {
		struct stat st;

		if (stat(im->files.paths[i], &st) != 0 || !S_ISREG(st.st_mode))
			continue;
		if (open_file(im, im->files.paths[i]) == CORPUS_UNKNOWN)
			rc = CLI_FAILED;
		source_free(&im->src);
	}
	return rc;
}

static int read_file(struct import *im, const char *path)
{
	const struct corpus_sink sink = {im, on_record, on_bad};
	enum corpus_format format = open_file(im, path);
	char *stem = corpus_stem(path);
	int stop = STOP_TOLD;

	if (format != CORPUS_UNKNOWN)
		stop = corpus_read(im->src, format, stem, &sink);
	if (im->src)
		im->bytes_before += source_file_pos(im->src);
	source_free(&im->src);
	free(stem);
	return stop;
}

/* Fills the temporary table. */
static int read_files(struct import *im)
{
	int stop = GO_ON;

	if (pg_copy_begin(im->pg, "copy pg_temp.import_row (file, pos, title, text) from stdin"))
		return STOP_TOLD;
	im->bar = (struct cli_progress){.what = "importing", .total = (long long)im->files.bytes};
	for (size_t i = 0; i < im->files.n && !stop; i++)
		stop = read_file(im, im->files.paths[i]);
	cli_progress_end(&im->bar);
	if (pg_copy_end(im->pg, !stop) && !stop)
		stop = STOP_TOLD;
	return stop;
}

/* The records the database refused: [{"file", "pos", "reason"}]. */
static int tell_refused(struct import *im, const char *text)
{
	char err[JSON_ERR_MAX];
	json_t *list = json_parse(text, strlen(text), err), *one;
	size_t i;

	if (!list)
		return cli_fail("the database's list of bad records cannot be read: %s", err);
	json_array_foreach(list, i, one)
	{
		const char *file = json_string_value(json_object_get(one, "file"));
		const char *pos = json_string_value(json_object_get(one, "pos"));
		const char *reason = json_string_value(json_object_get(one, "reason"));

		tell_bad(im, file ? file : "?", pos ? pos : "?", reason ? reason : "it was refused");
	}
	json_decref(list);
	return CLI_OK;
}

static double seconds_since(const struct timespec *start)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)(now.tv_sec - start->tv_sec) + (double)(now.tv_nsec - start->tv_nsec) / 1e9;
}

static void print_summary(const struct import *im, const struct q_import_apply_row *applied,
			  const struct q_collection_splits_row *splits)
{
	double seconds = seconds_since(&im->started);

	if (im->dry_run)
		printf("dry run: nothing was stored; this is what would have been\n");
	printf("collection  %s\n", im->collection);
	printf("documents   %d new\n", applied->documents_new);
	printf("passages    %d new, %d already there\n", applied->passages_new, applied->duplicates);
	printf("bad         %lld\n", im->bad);
	printf("holds now   train %" PRId64 ", dev %" PRId64 ", test %" PRId64 " passages\n", splits->train,
	       splits->dev, splits->test);
	printf("time        %.1f s, %.0f records a second\n", seconds,
	       (double)im->records / (seconds > 0 ? seconds : 1));
	fflush(stdout);
	if (im->bad)
		cli_fail("%lld bad %s left out.", im->bad, im->bad == 1 ? "record was" : "records were");
}

static int nothing_imported(const struct import *im)
{
	if (im->bad == 0)
		return cli_fail("nothing was imported: the files hold no passages.");
	return cli_fail("nothing was imported: %lld bad %s.%s", im->bad, im->bad == 1 ? "record" : "records",
			im->skip_bad   ? ""
			: im->bad == 1 ? " Mend it, or leave it out with --skip-bad."
				       : " Mend them, or leave them out with --skip-bad.");
}

/* From the temporary table to the real ones; what it prints is true once committed. */
static int apply(struct import *im)
{
	struct pg_rows *applied, *splits = NULL;
	struct q_collection_splits_row counts;
	struct q_import_apply_row row;
	int rc = CLI_FAILED;

	if (pg_exec(im->pg, "analyze pg_temp.import_row"))
		return rc;
	applied = pg_query(im->pg, q_import_apply(.collection = im->collection, .split = im->split,
						  .actor = cli_actor(), .skip_bad = im->skip_bad));
	if (!applied)
		goto done;
	row = q_import_apply_row(applied, 0);
	if (tell_refused(im, row.bad))
		goto done;
	if ((im->bad && !im->skip_bad) || row.passages_new + row.duplicates == 0) {
		nothing_imported(im);
		goto done;
	}
	splits = pg_query(im->pg, q_collection_splits(.collection = im->collection));
	if (!splits || interrupted || pg_exec(im->pg, im->dry_run ? "rollback" : "commit"))
		goto done;
	counts = q_collection_splits_row(splits, 0);
	print_summary(im, &row, &counts);
	rc = CLI_OK;
done:
	pg_rows_free(&applied);
	pg_rows_free(&splits);
	return rc;
}

static int transact(struct import *im)
{
	int stop, rc = CLI_FAILED;

	if (pg_exec(im->pg, "begin; create temp table import_row (file text not null, pos text not null,"
			    " title text not null, text text not null) on commit drop"))
		return CLI_FAILED;
	stop = read_files(im);
	if (stop == STOP_MANY_BAD)
		cli_fail("stopped after %d bad records.", BAD_TOLD_MAX);
	if (stop == GO_ON && im->records > 0 && (im->bad == 0 || im->skip_bad))
		rc = apply(im);
	else if (stop == GO_ON || stop == STOP_MANY_BAD)
		rc = nothing_imported(im);
	if (rc != CLI_OK && interrupted) {
		cli_fail("interrupted: nothing was imported.");
		rc = 128 + interrupted;
	}
	return rc;
}

/* "80/10/10": three whole numbers, not all nought. */
static bool is_proportions(const char *s)
{
	unsigned total = 0;

	for (int i = 0; i < 3; i++) {
		size_t n = strspn(s, "0123456789");

		if (n == 0 || n > 4 || s[n] != (i < 2 ? '/' : '\0'))
			return false;
		total += (unsigned)strtoul(s, NULL, 10);
		s += n + 1;
	}
	return total > 0;
}

static bool is_split(const char *s)
{
	return strcmp(s, "train") == 0 || strcmp(s, "dev") == 0 || strcmp(s, "test") == 0 ||
	       (strncmp(s, "auto:", 5) == 0 && is_proportions(s + 5));
}

/* The command line, checked; what it names, found. */
static int set_up(struct import *im, int argc, char **argv)
{
	const char *format = NULL;
	const struct cli_opt opts[] = {
	    {"--collection", CLI_STR, &im->collection, 0, 0}, {"--split", CLI_STR, &im->split, 0, 0},
	    {"--skip-bad", CLI_FLAG, &im->skip_bad, 0, 0},    {"--format", CLI_STR, &format, 0, 0},
	    {"--dry-run", CLI_FLAG, &im->dry_run, 0, 0},
	};
	int words = cli_parse(argc, argv, opts, ARRAY_LEN(opts)), rc = CLI_OK;
	char err[CORPUS_ERR_MAX];

	if (words < 0)
		return CLI_USAGE;
	if (words == 0)
		return cli_usage(&cmd_import, "name at least one FILE or folder.");
	if (!is_split(im->split))
		return cli_usage(&cmd_import,
				 "--split takes train, dev, test or proportions like auto:80/10/10, not '%s'.",
				 im->split);
	if (format && (im->format = corpus_format_parse(format)) == CORPUS_UNKNOWN)
		return cli_usage(&cmd_import, "--format takes squad, mrqa, jsonl or txt, not '%s'.", format);
	for (int i = 1; i <= words; i++) {
		if (corpus_files_add(&im->files, argv[i], err) == 0)
			continue;
		set_shown_name(&im->file, argv[i]);
		rc = cli_fail("%s: %s.", im->file.p, err);
	}
	return rc == CLI_OK ? look_at_files(im) : rc;
}

#define COLLECTION_FIRST "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
#define COLLECTION_CHARS COLLECTION_FIRST "._-"

/* The same rule as the database's, applied before gigabytes are read in vain. */
static bool is_collection(const char *s)
{
	size_t n = strlen(s);

	return n <= 63 && strspn(s, COLLECTION_FIRST) > 0 && strspn(s, COLLECTION_CHARS) == n;
}

/* "My notes (2)" -> "My-notes-2" */
static void set_default_collection(struct buf *out, const char *path)
{
	char *stem = corpus_stem(path);

	for (const char *p = stem; *p && out->n < 63; p++) {
		if (strchr(out->n > 0 ? COLLECTION_CHARS : COLLECTION_FIRST, *p))
			buf_addc(out, *p);
		else if (out->n > 0 && out->p[out->n - 1] != '-')
			buf_addc(out, '-');
	}
	while (out->n > 0 && out->p[out->n - 1] == '-')
		out->p[--out->n] = '\0';
	buf_adds(out, "");
	free(stem);
}

static int run(int argc, char **argv)
{
	struct import im = {.split = "train"};
	struct buf by_default = BUF_INIT;
	int rc;

	clock_gettime(CLOCK_MONOTONIC, &im.started);
	rc = set_up(&im, argc, argv);
	if (rc == CLI_OK && !im.collection) {
		set_default_collection(&by_default, argv[1]);
		im.collection = by_default.p;
	}
	if (rc == CLI_OK && !is_collection(im.collection))
		rc = cli_usage(
		    &cmd_import,
		    "a collection's name is 1 to 63 letters, digits and . _ -, beginning with a letter or digit;"
		    " '%s' is not: give one with --collection.",
		    im.collection);
	if (rc == CLI_OK) {
		im.pg = cli_db();
		catch_signals();
		rc = im.pg ? transact(&im) : CLI_FAILED;
	}
	pg_close(&im.pg);
	corpus_files_release(&im.files);
	buf_release(&im.file);
	buf_release(&by_default);
	return rc;
}

const struct cli_command cmd_import = {
    .name = "import", .summary = "store passages from SQuAD, MRQA, JSONL or .txt files", .help = HELP, .run = run};
