/* beatctl import: passages from files into the database, all of them or none (server/import). */
#include <inttypes.h>
#include <time.h>

#include "beat/cli.h"
#include "beat/import.h"

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

static double seconds_since(const struct timespec *start)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)(now.tv_sec - start->tv_sec) + (double)(now.tv_nsec - start->tv_nsec) / 1e9;
}

static void print_summary(const struct import_conf *conf, const struct import_done *done, double seconds)
{
	if (conf->dry_run)
		printf("dry run: nothing was stored; this is what would have been\n");
	printf("collection  %s\n", conf->collection);
	printf("documents   %d new\n", done->documents_new);
	printf("passages    %d new, %d already there\n", done->passages_new, done->duplicates);
	printf("bad         %lld\n", done->bad);
	printf("holds now   train %" PRId64 ", dev %" PRId64 ", test %" PRId64 " passages\n", done->train, done->dev,
	       done->test);
	printf("time        %.1f s, %.0f records a second\n", seconds,
	       (double)done->records / (seconds > 0 ? seconds : 1));
	fflush(stdout);
	if (done->bad)
		cli_fail("%lld bad %s left out.", done->bad, done->bad == 1 ? "record was" : "records were");
}

/* The command line, checked; what it names, found. */
static int set_up(struct import_conf *conf, int argc, char **argv)
{
	const char *format = NULL;
	const struct cli_opt opts[] = {
	    {"--collection", CLI_STR, &conf->collection, 0, 0}, {"--split", CLI_STR, &conf->split, 0, 0},
	    {"--skip-bad", CLI_FLAG, &conf->skip_bad, 0, 0},    {"--format", CLI_STR, &format, 0, 0},
	    {"--dry-run", CLI_FLAG, &conf->dry_run, 0, 0},
	};
	int words = cli_parse(argc, argv, opts, ARRAY_LEN(opts)), rc = CLI_OK;

	if (words < 0)
		return CLI_USAGE;
	if (words == 0)
		return cli_usage(&cmd_import, "name at least one FILE or folder.");
	if (!import_is_split(conf->split))
		return cli_usage(&cmd_import,
				 "--split takes train, dev, test or proportions like auto:80/10/10, not '%s'.",
				 conf->split);
	if (format && (conf->format = corpus_format_parse(format)) == CORPUS_UNKNOWN)
		return cli_usage(&cmd_import, "--format takes squad, mrqa, jsonl or txt, not '%s'.", format);
	for (int i = 1; i <= words; i++) {
		if (import_add(conf, argv[i]) != CLI_OK)
			rc = CLI_FAILED;
	}
	return rc == CLI_OK ? import_look(conf) : rc;
}

static int import(const struct import_conf *conf, const struct timespec *started)
{
	struct import_done done;
	struct pg *pg;
	int rc;

	if (!import_is_collection(conf->collection))
		return cli_usage(
		    &cmd_import,
		    "a collection's name is 1 to 63 letters, digits and . _ -, beginning with a letter or digit;"
		    " '%s' is not: give one with --collection.",
		    conf->collection);
	if (!(pg = cli_db()))
		return CLI_FAILED;
	rc = import_run(conf, pg, &done);
	if (rc == CLI_OK)
		print_summary(conf, &done, seconds_since(started));
	pg_close(&pg);
	return rc;
}

static int run(int argc, char **argv)
{
	struct import_conf conf = {.split = "train"};
	struct buf by_default = BUF_INIT;
	struct timespec started;
	int rc;

	clock_gettime(CLOCK_MONOTONIC, &started);
	rc = set_up(&conf, argc, argv);
	if (rc == CLI_OK && !conf.collection) {
		import_collection_of(&by_default, argv[1]);
		conf.collection = by_default.p;
	}
	if (rc == CLI_OK)
		rc = import(&conf, &started);
	corpus_files_release(&conf.files);
	buf_release(&by_default);
	return rc;
}

const struct cli_command cmd_import = {
    .name = "import", .summary = "store passages from SQuAD, MRQA, JSONL or .txt files", .help = HELP, .run = run};
