/* beatctl dataset: new datasets of given ones. The work is in server/derive. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beat/buf.h"
#include "beat/cli.h"
#include "beat/derive.h"
#include "beat/folder.h"

static const char HELP[] =
    "Usage: beatctl dataset halve FILE --out DIR [--seed SEED] [--names A,B]\n"
    "       beatctl dataset majority FILE [--out FILE]\n"
    "       beatctl dataset sample FILE --questions N [--out FILE] [--from-passages OTHER] [--seed SEED]\n"
    "       beatctl dataset merge FILE... [--out FILE] [--skip-repeated]\n"
    "       beatctl dataset filter FILE... [--out FILE] CONDITIONS\n"
    "       beatctl dataset tidy FILE [--out FILE] [--per-paragraph 2]\n"
    "\n"
    "Makes datasets that can be compared like for like. FILE is SQuAD v1.1 JSON, MRQA JSONL or\n"
    "Hugging Face rows, plain or gzip, of any size. Ids, texts, answers and their order stay as\n"
    "they are. Beside what is written stands a record, OUT.provenance.json: digests and counts of\n"
    "inputs and outputs, command, rule and seed. The same command gives the same bytes.\n"
    "\n"
    "  halve      two halves that share no title, as alike in questions and passages as titles\n"
    "             allow; how much they differ is said\n"
    "  majority   one answer a question: the one most annotators gave, compared as SQuAD's script\n"
    "             does; of equally many the earlier annotator's\n"
    "  sample     N questions, drawn by the seed, if wished only on passages that OTHER has too\n"
    "  merge      files one after the other; an id that comes twice is refused\n"
    "  filter     questions that meet every condition\n"
    "  tidy       what is done after a collection, each step counted: white space around answers goes;\n"
    "             answers that are empty, only punctuation or the whole passage go, and questions\n"
    "             without another; then documents with too few questions a paragraph go whole\n"
    "\n"
    "Options\n"
    "  --out PATH            the file to write (.gz packs it); of halve the folder. Without it the dataset\n"
    "                        goes to standard output, and the record to standard error\n"
    "  --seed SEED           what the draw depends on (default: 1)\n"
    "  --names A,B           of halve: what the halves are called (default: dev,test)\n"
    "  --questions N         of sample: how many\n"
    "  --from-passages FILE  of sample: only questions on passages that stand in this dataset,\n"
    "                        letter by letter\n"
    "  --per-paragraph N     of tidy: documents with fewer questions a paragraph, on average, go\n"
    "                        (default: 2; 0: none)\n"
    "  --skip-repeated       of merge: keep the first question of an id, leave the others out\n"
    "  --format NAME         squad (default), hf: rows of the Hugging Face layout, or mrqa, which\n"
    "                        holds one answer a question\n"
    "  --json                print the record instead of a table\n"
    "\n"
    "Conditions of filter; words are separated by white space, of several answers the first counts\n"
    "  --titles FILE, --not-titles FILE               a title a line\n"
    "  --min-question-words N, --max-question-words N\n"
    "  --min-answer-words N, --max-answer-words N\n"
    "  --min-passage-words N, --max-passage-words N\n"
    "  --answer-type TYPE    may be repeated: date, numeric, person, place, name, noun_phrase,\n"
    "                        adjective_phrase, verb_phrase, clause, other\n"
    "  --question-type TYPE  may be repeated: what, who, when, where, which, why, how, in, other\n"
    "\n"
    "Examples\n"
    "  beatctl dataset majority dev-v1.1.json --out voted.json\n"
    "  beatctl dataset halve voted.json --seed 1 --out dsquad\n"
    "  beatctl dataset sample train-v1.1.json --questions 10000 --from-passages train.json \\\n"
    "      --seed 1 --out dsquad-10k.json\n"
    "  beatctl dataset merge dsquad-10k.json train.json --out both.json.gz\n"
    "  beatctl dataset tidy study@1.0/study/test.json --out test.json\n"
    "  beatctl dataset filter dev.json --answer-type date --max-question-words 12 --out dates.json\n"
    "\n"
    "Exit codes: 0 done, 1 it did not work (then nothing was written), 2 wrong usage.\n";

static bool is_seed(const char *s)
{
	static const char allowed[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ._-";
	size_t n = strlen(s);

	return n > 0 && n <= 64 && strspn(s, allowed) == n;
}

static bool is_format(const char *s)
{
	return strcmp(s, "squad") == 0 || strcmp(s, "hf") == 0 || strcmp(s, "mrqa") == 0;
}

#define COMMON_OPTIONS(d)                                                                                              \
	{"--out", CLI_STR, &(d)->out, 0, 0}, {"--format", CLI_STR, &(d)->format, 0, 0},                                \
	{                                                                                                              \
		"--json", CLI_FLAG, &(d)->json, 0, 0                                                                   \
	}

/* Without --out the dataset is made in a folder of its own and then goes to standard output. */
static int begin_pipe(struct derive *d, const char *verb)
{
	const char *tmp = getenv("TMPDIR");
	struct buf path = BUF_INIT;

	if (strcmp(verb, "halve") == 0)
		return cli_usage(&cmd_dataset, "'dataset halve' wants --out: the folder for the halves.");
	buf_addf(&path, "%s/beat-dataset-XXXXXX", tmp && *tmp ? tmp : "/tmp");
	if (!mkdtemp(path.p)) {
		buf_release(&path);
		return cli_fail("dataset: no place for a temporary file: %s.", strerror(errno));
	}
	buf_addf(&path, "/%s.%s", verb, strcmp(d->format, "squad") == 0 ? "json" : "jsonl");
	d->out = buf_detach(&path);
	d->pipe = true;
	return CLI_OK;
}

/* Takes the words as inputs, at most `most` of them (0: any number). */
static int begin(struct derive *d, char **argv, int words, int most)
{
	if (words < 0)
		return CLI_USAGE;
	if (words == 0)
		return cli_usage(&cmd_dataset, "'%s' wants a FILE: a dataset in SQuAD, MRQA or Hugging Face form.",
				 argv[0]);
	if (most && words > most)
		return cli_usage(&cmd_dataset, "'%s' takes one FILE, not %d.", argv[0], words);
	if (!is_format(d->format))
		return cli_usage(&cmd_dataset, "--format is squad, hf or mrqa, not '%s'.", d->format);
	if (d->seed && !is_seed(d->seed))
		return cli_usage(&cmd_dataset, "a seed has 1 to 64 letters, digits, dots, lines and underscores.");
	d->inputs = argv + 1;
	d->n_inputs = (size_t)words;
	return d->out && *d->out ? CLI_OK : begin_pipe(d, strrchr(argv[0], ' ') + 1);
}

static int put_out(const char *path)
{
	char bytes[16 << 10];
	FILE *f = fopen(path, "rbe");
	bool failed = !f;

	for (size_t n; !failed && (n = fread(bytes, 1, sizeof(bytes), f)) > 0;)
		failed = fwrite(bytes, 1, n, stdout) != n;
	failed |= fflush(stdout) != 0;
	if (f)
		fclose(f);
	return failed ? cli_fail("dataset: could not write to standard output: %s.", strerror(errno)) : CLI_OK;
}

/* What was made goes on, if it was to, and nothing is left of it here. */
static int end(struct derive *d, int rc)
{
	char err[FOLDER_ERR_MAX], *path = d->pipe ? xstrdup(d->out) : NULL;

	if (!d->pipe)
		return rc;
	if (rc == CLI_OK)
		rc = put_out(path);
	*strrchr(path, '/') = '\0';
	if (folder_remove(path, err) != 0 && rc == CLI_OK)
		rc = cli_fail("dataset: %s.", err);
	free(path);
	free((char *)d->out);
	return rc;
}

/* "a,b" in two names of files; false if it is not that. */
static bool split_names(char *both, const char *names[2])
{
	char *comma = strchr(both, ',');

	if (!comma)
		return false;
	*comma = '\0';
	names[0] = both;
	names[1] = comma + 1;
	return is_seed(names[0]) && is_seed(names[1]) && names[0][0] != '.' && names[1][0] != '.' &&
	       strcmp(names[0], names[1]) != 0;
}

static int halve(int argc, char **argv)
{
	struct derive d = {.format = "squad", .seed = "1"};
	const char *both = "dev,test", *names[2];
	const struct cli_opt opts[] = {
	    COMMON_OPTIONS(&d), {"--seed", CLI_STR, &d.seed, 0, 0}, {"--names", CLI_STR, &both, 0, 0}};
	int rc = begin(&d, argv, cli_parse(argc, argv, opts, ARRAY_LEN(opts)), 1);
	char *copy;

	if (rc != CLI_OK)
		return rc;
	copy = xstrdup(both);
	rc = split_names(copy, names) ? derive_halve(&d, names)
				      : cli_usage(&cmd_dataset, "--names is two different names, such as dev,test.");
	free(copy);
	return rc;
}

static int majority(int argc, char **argv)
{
	struct derive d = {.format = "squad"};
	const struct cli_opt opts[] = {COMMON_OPTIONS(&d)};
	int rc = begin(&d, argv, cli_parse(argc, argv, opts, ARRAY_LEN(opts)), 1);

	return end(&d, rc == CLI_OK ? derive_majority(&d) : rc);
}

static int sample(int argc, char **argv)
{
	struct derive d = {.format = "squad", .seed = "1"};
	const char *from = NULL;
	long questions = 0;
	const struct cli_opt opts[] = {COMMON_OPTIONS(&d),
				       {"--seed", CLI_STR, &d.seed, 0, 0},
				       {"--questions", CLI_INT, &questions, 1, 100000000},
				       {"--from-passages", CLI_STR, &from, 0, 0}};
	int rc = begin(&d, argv, cli_parse(argc, argv, opts, ARRAY_LEN(opts)), 1);

	if (rc == CLI_OK && questions == 0)
		rc = cli_usage(&cmd_dataset, "'dataset sample' wants --questions: how many.");
	return end(&d, rc == CLI_OK ? derive_sample(&d, questions, from) : rc);
}

static int merge(int argc, char **argv)
{
	struct derive d = {.format = "squad"};
	bool skip = false;
	const struct cli_opt opts[] = {COMMON_OPTIONS(&d), {"--skip-repeated", CLI_FLAG, &skip, 0, 0}};
	int rc = begin(&d, argv, cli_parse(argc, argv, opts, ARRAY_LEN(opts)), 0);

	return end(&d, rc == CLI_OK ? derive_merge(&d, skip) : rc);
}

/* Marks the named ones of a list of n names. */
static int mark_types(const struct cli_strs *given, const char *const *names, size_t n, bool *marks)
{
	for (size_t i = 0; i < given->n; i++) {
		size_t k = 0;

		while (k < n && strcmp(given->v[i], names[k]) != 0)
			k++;
		if (k == n)
			return cli_usage(&cmd_dataset, "there is no type '%s'; 'beatctl help dataset' lists them.",
					 given->v[i]);
		marks[k] = true;
	}
	return CLI_OK;
}

static bool asks_nothing(const struct derive_filter *f)
{
	const struct derive_range ranges[] = {f->question_words, f->answer_words, f->passage_words};

	for (size_t i = 0; i < ARRAY_LEN(ranges); i++) {
		if (ranges[i].min >= 0 || ranges[i].max >= 0)
			return false;
	}
	return !f->titles && !f->not_titles && !f->any_answer_type && !f->any_question_type;
}

static int filter(int argc, char **argv)
{
	enum { MOST = 1000000 };
	const struct derive_range any = {-1, -1};
	struct derive d = {.format = "squad"};
	struct derive_filter f = {.question_words = any, .answer_words = any, .passage_words = any};
	struct cli_strs answers = {0}, questions = {0};
	const struct cli_opt opts[] = {
	    COMMON_OPTIONS(&d),
	    {"--titles", CLI_STR, &f.titles, 0, 0},
	    {"--not-titles", CLI_STR, &f.not_titles, 0, 0},
	    {"--min-question-words", CLI_INT, &f.question_words.min, 0, MOST},
	    {"--max-question-words", CLI_INT, &f.question_words.max, 0, MOST},
	    {"--min-answer-words", CLI_INT, &f.answer_words.min, 0, MOST},
	    {"--max-answer-words", CLI_INT, &f.answer_words.max, 0, MOST},
	    {"--min-passage-words", CLI_INT, &f.passage_words.min, 0, MOST},
	    {"--max-passage-words", CLI_INT, &f.passage_words.max, 0, MOST},
	    {"--answer-type", CLI_STRS, &answers, 0, 0},
	    {"--question-type", CLI_STRS, &questions, 0, 0},
	};
	int rc = begin(&d, argv, cli_parse(argc, argv, opts, ARRAY_LEN(opts)), 0);

	if (rc == CLI_OK)
		rc = mark_types(&answers, stats_answer_name, STATS_ANSWERS, f.answer_types);
	if (rc == CLI_OK)
		rc = mark_types(&questions, stats_type_name, STATS_TYPES, f.question_types);
	f.any_answer_type = answers.n > 0;
	f.any_question_type = questions.n > 0;
	if (rc == CLI_OK && asks_nothing(&f))
		rc = cli_usage(&cmd_dataset, "'dataset filter' wants a condition, such as --max-answer-words 5.");
	if (rc == CLI_OK)
		rc = derive_filter(&d, &f);
	cli_strs_release(&answers);
	cli_strs_release(&questions);
	return end(&d, rc);
}

static int tidy(int argc, char **argv)
{
	struct derive d = {.format = "squad"};
	long least = 2;
	const struct cli_opt opts[] = {COMMON_OPTIONS(&d), {"--per-paragraph", CLI_INT, &least, 0, 1000}};
	int rc = begin(&d, argv, cli_parse(argc, argv, opts, ARRAY_LEN(opts)), 1);

	return end(&d, rc == CLI_OK ? derive_tidy(&d, least) : rc);
}

static const struct cli_verb verbs[] = {{"dataset halve", halve},
					{"dataset majority", majority},
					{"dataset sample", sample},
					{"dataset merge", merge},
					{"dataset filter", filter},
					{"dataset tidy", tidy},
					{NULL, NULL}};

const struct cli_command cmd_dataset = {"dataset", "halve, vote, sample, merge, filter and tidy dataset files", HELP,
					NULL, verbs};
