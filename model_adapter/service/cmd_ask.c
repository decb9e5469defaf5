/* beat-model ask: questions about a passage, typed at a terminal or piped in, one a line.
 * The answer is shown in its sentence, with its score and the next best. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../readers/tokens.h"
#include "beat/source.h"
#include "beat/text.h"
#include "commands.h"

static const char HELP[] =
    "Usage: beat-model ask PASSAGE.txt [--reader NAME] [--best K] [--weights DIR]\n"
    "\n"
    "Reads the passage, then questions from standard input, one a line, and shows each answer in its\n"
    "sentence with its score (0 to 1) and the next best answers. An empty line explains, the end of the\n"
    "input (Ctrl-D) or 'quit' ends.\n"
    "\n"
    "Options\n"
    "  --reader NAME   who answers; 'beat-model list' names them (default: the strongest there is)\n"
    "  --best K        how many answers to show, 1 to 20 (default: 3)\n" HELP_READERS "\n"
    "Examples\n"
    "  beat-model ask rhine.txt\n"
    "  echo 'Where does it rise?' | beat-model ask rhine.txt --reader window\n"
    "\n"
    "Exit codes: 0 done, 1 the file or the reader could not be used, 2 wrong usage.\n";

enum { PASSAGE_MAX = 10 * 1000 * 1000 };

struct asking {
	const struct shelf_reader *reader;
	struct buf text;
	void *read;
	struct tokens tokens; /* for its sentences */
	long best;
	bool prompt, colours;
};

static void explain(const struct asking *a)
{
	if (a->prompt)
		fputs("Type a question about the passage and press Enter; Ctrl-D or 'quit' ends.\n", stdout);
}

static int load(struct buf *out, const char *path)
{
	char why[SOURCE_ERR_MAX];
	struct source *src = source_open(path, why);
	int c;

	if (src == NULL)
		return cli_fail("ask: %s: %s.", path, why);
	source_skip_bom(src);
	while ((c = source_byte(src)) != SOURCE_END && out->n <= PASSAGE_MAX)
		buf_addc(out, (char)c);
	if (source_error(src) != NULL)
		snprintf(why, sizeof(why), "%s", source_error(src));
	else if (out->n > PASSAGE_MAX)
		snprintf(why, sizeof(why), "it is longer than %d bytes", PASSAGE_MAX);
	else if (!text_is_utf8(out->n > 0 ? out->p : "", out->n))
		snprintf(why, sizeof(why), "it is not valid UTF-8");
	else
		why[0] = '\0';
	source_free(&src);
	return why[0] != '\0' ? cli_fail("ask: %s: %s.", path, why) : CLI_OK;
}

/* The sentences that a span stands in. */
static struct span sentences_of(const struct tokens *t, struct span s)
{
	struct span out = s;

	for (size_t i = 0; i < t->n_sentences; i++) {
		size_t start = t->v[t->sentences[i].first].point, end = t->v[t->sentences[i].end - 1].point_end;

		if (start < s.end && end > s.start) {
			out.start = start < out.start ? start : out.start;
			out.end = end > out.end ? end : out.end;
		}
	}
	return out;
}

/* On one line, whatever the passage holds. */
static void put_slice(const struct asking *a, size_t start, size_t end)
{
	const char *p;
	size_t n;
	char *line;

	if (!span_slice(a->text.p, a->text.n, (struct span){start, end}, &p, &n))
		return;
	line = xmemdup0(p, n);
	for (size_t i = 0; i < n; i++) {
		if (strchr("\n\r\t", line[i]) != NULL)
			line[i] = ' ';
	}
	cli_put_text(stdout, line);
	free(line);
}

static void show(const struct asking *a, const struct reader_result *r)
{
	struct span s = r->best[0].span, around = sentences_of(&a->tokens, s);

	fputs("  ", stdout);
	put_slice(a, around.start, s.start);
	fputs(a->colours ? "\033[1m" : "[", stdout);
	put_slice(a, s.start, s.end);
	fputs(a->colours ? "\033[0m" : "]", stdout);
	put_slice(a, s.end, around.end);
	printf("\n  score %.2f, expected to be wrong %.2f\n", r->best[0].score, r->null_score);
	for (int i = 1; i < r->n && i < a->best; i++) {
		printf("  %s %.2f  ", i == 1 ? "next best" : "         ", r->best[i].score);
		put_slice(a, r->best[i].span.start, r->best[i].span.end);
		putchar('\n');
	}
	fflush(stdout);
}

static int answer(const struct asking *a, const char *line)
{
	struct reader_result result;
	size_t n = strlen(line);

	if (!text_is_utf8(line, n))
		return cli_fail("ask: the question is not valid UTF-8.");
	if (!a->prompt) { /* what was asked is not on the screen then */
		cli_put_text(stdout, line);
		putchar('\n');
	}
	a->reader->ops->answer(a->reader->self, a->read, line, n, &result);
	show(a, &result);
	return CLI_OK;
}

static char *trimmed(char *line)
{
	size_t n;

	line += strspn(line, " \t\r\n");
	for (n = strlen(line); n > 0 && strchr(" \t\r\n", line[n - 1]) != NULL; n--)
		line[n - 1] = '\0';
	return line;
}

static int converse(const struct asking *a)
{
	char *line = NULL;
	size_t room = 0;
	int rc = CLI_OK;

	explain(a);
	for (;;) {
		const char *question;
		ssize_t n;

		if (a->prompt) {
			fputs("? ", stdout);
			fflush(stdout);
		}
		n = getline(&line, &room, stdin);
		if (n < 0)
			break;
		if (strlen(line) != (size_t)n) {
			rc = cli_fail("ask: the question holds a NUL character.");
			continue;
		}
		question = trimmed(line);
		if (strcmp(question, "quit") == 0 || strcmp(question, "exit") == 0)
			break;
		if (*question == '\0')
			explain(a);
		else if (answer(a, question) != CLI_OK)
			rc = CLI_FAILED;
	}
	if (a->prompt && feof(stdin))
		putchar('\n');
	free(line);
	return rc;
}

static int ask(struct asking *a, const char *path)
{
	struct lexicon *lexicon;
	int rc = load(&a->text, path);

	if (rc != CLI_OK)
		return rc;
	a->read = a->reader->ops->read(a->reader->self, a->text.n > 0 ? a->text.p : "", a->text.n);
	if (a->read == NULL)
		return cli_fail("ask: %s holds no word, so there is nothing to answer with.", path);
	lexicon = lexicon_new();
	tokens_cut(&a->tokens, lexicon, a->text.p, a->text.n);
	rc = converse(a);
	tokens_release(&a->tokens);
	lexicon_free(&lexicon);
	a->reader->ops->forget(a->read);
	return rc;
}

static int run(int argc, char **argv)
{
	const char *term = getenv("TERM");
	struct asking a = {.best = 3, .prompt = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)};
	struct shelf_want want = {.folder = commands_weights(), .one = true};
	const char *precision = NULL;
	struct shelf shelf;
	const struct cli_opt opts[] = {
	    {"--reader", CLI_STR, &want.chosen, 0, 0},          {"--weights", CLI_STR, &want.folder, 0, 0},
	    {"--checkpoint", CLI_STR, &want.checkpoints, 0, 0}, {"--precision", CLI_STR, &precision, 0, 0},
	    {"--best", CLI_INT, &a.best, 1, READER_BEST_MAX},
	};
	int words = cli_parse(argc, argv, opts, ARRAY_LEN(opts)), rc;

	if (words < 0)
		return CLI_USAGE;
	if (words != 1)
		return cli_usage(&cmd_ask, "name one file, the passage.");
	if (strcmp(argv[1], "-") == 0)
		return cli_usage(&cmd_ask, "standard input is for the questions: the passage must be a file.");
	if (commands_precision(&cmd_ask, precision, &want) != CLI_OK)
		return CLI_USAGE;
	if (commands_open(&shelf, &want, "ask") != CLI_OK)
		return CLI_FAILED;
	a.colours = isatty(STDOUT_FILENO) && term != NULL && strcmp(term, "dumb") != 0;
	a.reader = shelf_find(&shelf, NULL);
	rc = ask(&a, argv[1]);
	buf_release(&a.text);
	shelf_close(&shelf);
	return rc;
}

const struct cli_command cmd_ask = {
    .name = "ask",
    .summary = "type questions about a passage",
    .help = HELP,
    .run = run,
};
