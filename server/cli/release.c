/* beatctl release: versions of a dataset, frozen and written to files. The work is done in
 * server/release (release_make.h). */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "beat/release_make.h"

static const char HELP[] =
    "Usage: beatctl release build PROJECT --version V [--out DIR] [--formats LIST] [--licence NAME]\n"
    "                             [--seed TEXT] [--as-of MOMENT] [--cites FILE]...\n"
    "                             [--provisional] [--anew] [--json]\n"
    "       beatctl release combine NAME --of A@V,B@V... --version V [the same options]\n"
    "       beatctl release write NAME@VERSION [--out DIR] [--json]\n"
    "       beatctl release list [PROJECT] [--json]\n"
    "       beatctl release show NAME@VERSION [--json]\n"
    "       beatctl release verify DIR [--of NAME@VERSION]\n"
    "       beatctl release diff OLD NEW [--json]\n"
    "\n"
    "A release is a version of a dataset that never changes. Its questions are chosen once, as of one\n"
    "moment, and stay frozen in the database; its files are the same bytes whenever and wherever\n"
    "they are written.\n"
    "\n"
    "  build     freeze the valid questions of a project as a new version, and write them. For each\n"
    "            split exactly as many as the project's targets want are chosen, if there are more:\n"
    "            by the seed, passages whole (one at most is cut). A version that is frozen\n"
    "            already is written again. Votes are settled first; while some are missing, or\n"
    "            authors are not judged by theirs, nothing is built but with --provisional.\n"
    "  combine   one release of the questions of several others, shuffled by the seed; every row\n"
    "            tells the model that was in the loop\n"
    "  write     the files of any frozen release, first time or again\n"
    "  list      what there is, newest first\n"
    "  show      one release: counts, what the gate found, alike passages, files with digests\n"
    "  verify    read a folder again: every file against its MANIFEST, every span, the counts; and\n"
    "            against the database if BEAT_DB is set\n"
    "  diff      questions added, removed and changed between two releases, each a folder or a\n"
    "            NAME@VERSION of the database (its folder is ./NAME@VERSION)\n"
    "\n"
    "Options\n"
    "  --version V      1.0, 2.0-rc1: up to 64 letters, digits and . + -\n"
    "  --out DIR        the folder to make (default: ./NAME@VERSION); it must not hold anything else\n"
    "  --formats LIST   of squad, mrqa, hf and attempts, with commas (default: all)\n"
    "                     squad     NAME/train.json, dev.json, test.json in SQuAD v1.1, and\n"
    "                               test-public.json without answers\n"
    "                     mrqa      mrqa/train.jsonl.gz, dev.jsonl.gz, test.jsonl.gz\n"
    "                     hf        the Hugging Face layout: data/*.jsonl, README.md (the card),\n"
    "                               croissant.json, statistics.json, figures\n"
    "                     attempts  every judged attempt, won or lost, in chains, with the model's\n"
    "                               answers; workers under pseudonyms of this release alone\n"
    "  --licence NAME   for the card (default: cc-by-sa-4.0)\n"
    "  --seed TEXT      what the choice and the shuffling depend on (default: 1)\n"
    "  --as-of MOMENT   what was true then, such as 2026-01-31T12:30:00Z, in UTC unless it says\n"
    "                   otherwise (default: now)\n"
    "  --cites FILE     a record of provenance, as 'beatctl dataset' and 'beatctl lab' write beside\n"
    "                   what they make: it is frozen with the release, in the folder provenance,\n"
    "                   and the card tells how that dataset was made. If the dataset lies beside\n"
    "                   the record it must be the one of the record. May be repeated\n"
    "  --provisional    build it though votes are missing: the version gets '-provisional' at its\n"
    "                   end, and with it the folder; card and MANIFEST say it, too\n"
    "  --anew           leave a version that was frozen but never finished, and freeze it again\n"
    "  --of             combine: the releases to combine; verify: the release the folder should be\n"
    "  --json           for programs\n"
    "\n"
    "Before anything appears under its name the files are read again and must pass the gate: no\n"
    "document and no passage (also written a little differently) in two splits, no question twice\n"
    "about a passage, every span in its place, gold answers 100 against themselves, the model in\n"
    "the loop 0 exact match, counts as in the database. Otherwise nothing is written, and you are\n"
    "told what to put right. Alike passages in different splits are listed.\n"
    "\n"
    "A build that was interrupted or killed goes on where it was: run the same command again.\n"
    "Until it is done there is only DIR~partial. Memory stays the same, whatever the number of\n"
    "questions. The MANIFEST can be checked by anybody: sha256sum -c MANIFEST.\n"
    "\n"
    "Examples\n"
    "  beatctl release build dbidaf --version 1.0 --licence cc-by-sa-4.0\n"
    "  beatctl release build dbidaf --version 1.0-again --as-of 2026-01-31T12:30:00.123Z\n"
    "  beatctl release build dbidaf --version 1.1 --cites dsquad/dsquad.json.provenance.json\n"
    "  beatctl release combine dall --of dbidaf@1.0,dbert@1.0 --version 1.0 --seed 7\n"
    "  beatctl release verify dbidaf@1.0\n"
    "  beatctl release diff dbidaf@1.0 dbidaf@1.1\n"
    "\n"
    "Exit codes: 0 done, 1 it did not work, the gate is not passed, verify found something, or the two\n"
    "releases of diff differ; 2 wrong usage.\n";

static const char *list_cell(const json_t *item, int col)
{
	static const char *const keys[] = {"name", "version", "state", "train", "dev",
					   "test", "bytes",   "as_of", "actor"};
	const json_t *questions = json_object_get(item, "questions");

	if (col >= 3 && col <= 5)
		return answer_text(questions, keys[col]);
	if (col == 7)
		return answer_moment(item, keys[col]);
	return answer_text(item, keys[col]);
}

static void show_list(const json_t *answer)
{
	static const char *const headings[] = {"NAME", "VERSION", "STATE", "TRAIN", "DEV",
					       "TEST", "BYTES",   "AS OF", "BY"};

	answer_table(json_object_get(answer, "items"), headings, ARRAY_LEN(headings), list_cell,
		     "there is no release yet: 'beatctl release build PROJECT --version 1.0' makes one");
}

static int release_cmd_list(int argc, char **argv)
{
	bool json = false;
	const struct cli_opt opts[] = {{"--json", CLI_FLAG, &json, 0, 0}};
	int words = cli_parse(argc, argv, opts, ARRAY_LEN(opts));

	if (words < 0)
		return CLI_USAGE;
	if (words > 1)
		return cli_usage(&cmd_release, "'release list' takes one PROJECT or none, not %d.", words);
	return answer_run(q_admin_releases(.project = words == 1 ? argv[1] : "", .account = SQL_NO_INT), json,
			  show_list);
}

static void show_splits(const json_t *splits)
{
	const json_t *s;
	size_t i;

	json_array_foreach(splits, i, s)
	{
		bool wanted = json_is_integer(json_object_get(s, "target"));

		printf("%-9s %s questions", answer_text(s, "split"), answer_text(s, "chosen"));
		if (wanted)
			printf(" (%s wanted, %s available)", answer_text(s, "target"), answer_text(s, "available"));
		putchar('\n');
	}
}

static void show_gate(const json_t *gate)
{
	const json_t *c, *example;
	size_t i, k;

	json_array_foreach(gate, i, c)
	{
		printf("%-9s %s: %s\n", i == 0 ? "gate" : "", json_is_true(json_object_get(c, "ok")) ? "good" : "BAD",
		       answer_text(c, "sentence"));
		json_array_foreach(json_object_get(c, "examples"), k, example)
		{
			printf("            ");
			cli_put_text(stdout, json_string_value(example));
			putchar('\n');
		}
		if (json_is_string(json_object_get(c, "fix")))
			printf("            %s\n", answer_text(c, "fix"));
	}
}

static void show_alike(const json_t *pairs)
{
	const json_t *p;
	size_t i;

	json_array_foreach(pairs, i, p)
	{
		const json_t *a = json_object_get(p, "a"), *b = json_object_get(p, "b");

		printf("%-9s %s %s ", i == 0 ? "alike" : "", answer_text(p, "similarity"), answer_text(a, "split"));
		cli_put_text(stdout, answer_text(a, "title"));
		printf(" (%.8s) and %s ", answer_text(a, "question_id"), answer_text(b, "split"));
		cli_put_text(stdout, answer_text(b, "title"));
		printf(" (%.8s)\n", answer_text(b, "question_id"));
	}
}

static void show_one(const json_t *r)
{
	const json_t *report = json_object_get(r, "report"), *f, *formats = json_object_get(r, "formats");
	size_t i;

	printf("release   %s@%s, %s%s\n", answer_text(r, "name"), answer_text(r, "version"), answer_text(r, "state"),
	       json_is_true(json_object_get(r, "provisional")) ? ", provisional" : "");
	printf("as of     %s\n", answer_text(r, "as_of"));
	printf("seed      %s\nlicence   %s\nformats  ", answer_text(r, "seed"), answer_text(r, "licence"));
	for (i = 0; i < json_array_size(formats); i++)
		printf(" %s", json_string_value(json_array_get(formats, i)));
	printf("\nby        %s at %s\n", answer_text(r, "actor"), answer_text(r, "created_at"));
	json_array_foreach(json_object_get(r, "cites"), i, f)
	{
		printf("%-9s %s: ", i == 0 ? "cites" : "", answer_text(f, "path"));
		cli_put_text(stdout, answer_text(f, "command"));
		putchar('\n');
	}
	show_splits(json_object_get(r, "splits"));
	if (json_is_object(json_object_get(r, "progress")))
		printf("progress  %s %s of %s\n", answer_in(r, "progress", "step"), answer_in(r, "progress", "done"),
		       answer_in(r, "progress", "total"));
	if (json_is_string(json_object_get(r, "trouble"))) {
		printf("stopped   ");
		cli_put_text(stdout, answer_text(r, "trouble"));
		putchar('\n');
	}
	show_gate(json_object_get(report, "gate"));
	show_alike(json_object_get(report, "near_duplicates"));
	json_array_foreach(json_object_get(r, "files"), i, f)
	    printf("%-9s %s  %12s  %s\n", i == 0 ? "files" : "", answer_text(f, "sha256"), answer_text(f, "bytes"),
		   answer_text(f, "path"));
}

static int release_cmd_show(int argc, char **argv)
{
	bool json;

	if (answer_word(&cmd_release, argc, argv, "NAME@VERSION", &json) != CLI_OK)
		return CLI_USAGE;
	return answer_run(q_admin_release_named(.reference = argv[1]), json, show_one);
}

static int release_cmd_build(int argc, char **argv)
{
	struct cli_strs cites = {0};
	struct release_order o = {.cites = &cites};
	const struct cli_opt opts[] = {
	    {"--cites", CLI_STRS, &cites, 0, 0},      {"--version", CLI_STR, &o.version, 0, 0},
	    {"--out", CLI_STR, &o.out, 0, 0},         {"--formats", CLI_STR, &o.formats, 0, 0},
	    {"--licence", CLI_STR, &o.licence, 0, 0}, {"--seed", CLI_STR, &o.seed, 0, 0},
	    {"--as-of", CLI_STR, &o.as_of, 0, 0},     {"--json", CLI_FLAG, &o.json, 0, 0},
	    {"--anew", CLI_FLAG, &o.anew, 0, 0},      {"--provisional", CLI_FLAG, &o.provisional, 0, 0},
	};
	int rc = cli_parse_one(&cmd_release, argc, argv, opts, ARRAY_LEN(opts), "PROJECT");

	if (rc == CLI_OK && o.version == NULL)
		rc = cli_usage(&cmd_release, "say which version it is to be: --version 1.0.");
	if (rc == CLI_OK)
		rc = release_make(argv[1], &o);
	cli_strs_release(&cites);
	return rc;
}

static int release_cmd_combine(int argc, char **argv)
{
	struct cli_strs cites = {0};
	struct release_order o = {.cites = &cites};
	const struct cli_opt opts[] = {
	    {"--cites", CLI_STRS, &cites, 0, 0},      {"--of", CLI_STR, &o.of, 0, 0},
	    {"--version", CLI_STR, &o.version, 0, 0}, {"--out", CLI_STR, &o.out, 0, 0},
	    {"--formats", CLI_STR, &o.formats, 0, 0}, {"--licence", CLI_STR, &o.licence, 0, 0},
	    {"--seed", CLI_STR, &o.seed, 0, 0},       {"--json", CLI_FLAG, &o.json, 0, 0},
	    {"--anew", CLI_FLAG, &o.anew, 0, 0},
	};

	int rc = cli_parse_one(&cmd_release, argc, argv, opts, ARRAY_LEN(opts), "NAME for the combined release");

	if (rc == CLI_OK && (o.version == NULL || o.of == NULL))
		rc = cli_usage(&cmd_release, "say what it is made of and which version it is to be: --of "
					     "dbidaf@1.0,dbert@1.0 --version 1.0.");
	if (rc == CLI_OK)
		rc = release_make(argv[1], &o);
	cli_strs_release(&cites);
	return rc;
}

static int release_cmd_write_again(int argc, char **argv)
{
	const char *out = NULL;
	bool json = false;
	const struct cli_opt opts[] = {{"--out", CLI_STR, &out, 0, 0}, {"--json", CLI_FLAG, &json, 0, 0}};

	if (cli_parse_one(&cmd_release, argc, argv, opts, ARRAY_LEN(opts), "NAME@VERSION") != CLI_OK)
		return CLI_USAGE;
	return release_write(argv[1], out, json);
}

static int release_cmd_verify(int argc, char **argv)
{
	const char *of = NULL;
	const struct cli_opt opts[] = {{"--of", CLI_STR, &of, 0, 0}};

	if (cli_parse_one(&cmd_release, argc, argv, opts, ARRAY_LEN(opts), "DIR") != CLI_OK)
		return CLI_USAGE;
	return release_verify(argv[1], of);
}

static int release_cmd_diff(int argc, char **argv)
{
	bool json = false;
	const struct cli_opt opts[] = {{"--json", CLI_FLAG, &json, 0, 0}};
	int words = cli_parse(argc, argv, opts, ARRAY_LEN(opts));

	if (words < 0)
		return CLI_USAGE;
	if (words != 2)
		return cli_usage(&cmd_release, "'release diff' takes two releases, each a folder or a NAME@VERSION.");
	return release_diff(argv[1], argv[2], json);
}

static const struct cli_verb verbs[] = {
    {"release build", release_cmd_build},       {"release combine", release_cmd_combine},
    {"release write", release_cmd_write_again}, {"release list", release_cmd_list},
    {"release show", release_cmd_show},         {"release verify", release_cmd_verify},
    {"release diff", release_cmd_diff},         {NULL, NULL}};

const struct cli_command cmd_release = {"release", "freeze a version of a dataset and write its files", HELP, NULL,
					verbs};
