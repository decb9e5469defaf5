/* A command line of several sub-commands: finding the one that is meant, help, messages,
 * verbs and suggestions. Options are parsed in options.c, tables and progress bars drawn
 * in table.c. */
#include <locale.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "beat/buf.h"
#include "beat/cli.h"
#include "beat/log.h"

static const struct cli_program *program;

const char *cli_name(void)
{
	return program ? program->name : "beatctl";
}

/* What a message quotes may come from anywhere: a name in a file, an answer of a model. */
static void put_message(const char *fmt, va_list ap)
{
	char *text = xvasprintf(fmt, ap);

	cli_put_lines(stderr, text);
	free(text);
}

static char *last_failure;

int cli_fail(const char *fmt, ...)
{
	char *text;
	va_list ap;

	va_start(ap, fmt);
	text = xvasprintf(fmt, ap);
	va_end(ap);
	fflush(stdout);
	fprintf(stderr, "%s: ", cli_name());
	cli_put_lines(stderr, text);
	fputc('\n', stderr);
	free(last_failure);
	last_failure = text;
	return CLI_FAILED;
}

const char *cli_last_failure(void)
{
	return last_failure;
}

int cli_usage(const struct cli_command *cmd, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	fflush(stdout);
	fprintf(stderr, "%s %s: ", cli_name(), cmd->name);
	put_message(fmt, ap);
	fprintf(stderr, "\nRun '%s help %s' for its options and examples.\n", cli_name(), cmd->name);
	va_end(ap);
	return CLI_USAGE;
}

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Edit distance in which a swap of two neighbours counts once. Words longer than
 * the table are never close to anything. */
static size_t distance(const char *a, const char *b)
{
	enum { MAX = 40 };
	size_t d[MAX + 1][MAX + 1], n = strlen(a), m = strlen(b);

	if (n > MAX || m > MAX)
		return MAX;
	for (size_t i = 0; i <= n; i++) {
		for (size_t j = 0; j <= m; j++) {
			if (i == 0 || j == 0) {
				d[i][j] = i + j;
				continue;
			}
			d[i][j] = least(d[i - 1][j], d[i][j - 1]) + 1;
			d[i][j] = least(d[i][j], d[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
				d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
		}
	}
	return d[n][m];
}

const char *cli_closest(const char *word, const char *const *names)
{
	size_t best = 3, len = strlen(word);
	const char *found = NULL;

	if (len < 2)
		return NULL;
	for (; *names; names++) {
		size_t d = len >= 3 && strncmp(word, *names, len) == 0 ? 1 : distance(word, *names);

		if (d < best && d < len) {
			best = d;
			found = *names;
		}
	}
	return found;
}

static const char *verb_name(const struct cli_verb *verb)
{
	return strrchr(verb->path, ' ') + 1;
}

static void list_verbs(struct buf *out, const struct cli_verb *verbs)
{
	for (const struct cli_verb *v = verbs; v->path; v++)
		buf_addf(out, "%s%s", v == verbs ? "" : v[1].path ? ", " : " or ", verb_name(v));
}

int cli_run(const struct cli_command *cmd, int argc, char **argv)
{
	struct buf list = BUF_INIT;
	int rc;

	if (!cmd->verbs)
		return cmd->run(argc, argv);
	for (const struct cli_verb *v = cmd->verbs; argc > 1 && v->path; v++) {
		if (strcmp(argv[1], verb_name(v)) == 0) {
			argv[1] = (char *)v->path;
			return v->run(argc - 1, argv + 1);
		}
	}
	list_verbs(&list, cmd->verbs);
	if (argc > 1)
		rc = cli_usage(cmd, "'%s' is not one of %s.", argv[1], list.p);
	else
		rc = cli_usage(cmd, "say what to do: %s.", list.p);
	buf_release(&list);
	return rc;
}

static const struct cli_command *find(const char *name)
{
	for (const struct cli_command *const *cmd = program->commands; *cmd; cmd++) {
		if (strcmp((*cmd)->name, name) == 0)
			return *cmd;
	}
	return NULL;
}

static int unknown(const char *name)
{
	const char *names[32] = {"help"}, *meant;
	size_t n = 1;

	for (const struct cli_command *const *cmd = program->commands; *cmd && n + 1 < ARRAY_LEN(names); cmd++)
		names[n++] = (*cmd)->name;
	meant = cli_closest(name, names);
	if (meant)
		cli_fail("there is no command '%s'; did you mean '%s'?", name, meant);
	else
		cli_fail("there is no command '%s'; '%s help' lists them.", name, program->name);
	return CLI_USAGE;
}

static void overview(FILE *out)
{
	fputs(program->intro, out);
	for (const struct cli_command *const *cmd = program->commands; *cmd; cmd++)
		fprintf(out, "  %-10s  %s\n", (*cmd)->name, (*cmd)->summary);
	fprintf(out, "  %-10s  %s\n", "help", "this page, or all about one command");
	fputs(program->outro, out);
}

/* A command without a text of its own explains itself when it is asked to. */
/* A command that has no text explains itself, and the word of it that is meant. */
static int own_help(const struct cli_command *cmd, const char *word)
{
	char flag[] = "--help", *argv[] = {(char *)program->name, flag, (char *)word, NULL};

	return cli_run(cmd, word ? 3 : 2, argv);
}

static int help(const char *name, const char *word)
{
	const struct cli_command *cmd;

	if (!name || strcmp(name, "help") == 0) {
		if (!program->otherwise) {
			overview(stdout);
			return CLI_OK;
		}
		name = program->otherwise->name;
	}
	cmd = find(name);
	if (!cmd)
		return unknown(name);
	if (!cmd->help)
		return own_help(cmd, word);
	printf("%s %s: %s\n\n%s", program->name, cmd->name, cmd->summary, cmd->help);
	if (*cmd->help && cmd->help[strlen(cmd->help) - 1] != '\n')
		putchar('\n');
	return CLI_OK;
}

static bool is_help(const char *word)
{
	return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

static bool asks_for_help(int argc, char **argv)
{
	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
		if (is_help(argv[i]))
			return true;
	}
	return false;
}

static int dispatch(int argc, char **argv)
{
	const struct cli_command *cmd;

	if (argc > 1 && strcmp(argv[1], "--version") == 0) {
		printf("%s %s\n", program->name, BEAT_VERSION);
		return CLI_OK;
	}
	if (argc > 1 && (strcmp(argv[1], "help") == 0 || is_help(argv[1])))
		return help(argc > 2 ? argv[2] : NULL, argc > 3 ? argv[3] : NULL);
	if (program->otherwise && (argc < 2 || argv[1][0] == '-'))
		return asks_for_help(argc, argv) ? help(NULL, NULL) : cli_run(program->otherwise, argc, argv);
	if (argc < 2) {
		overview(stderr);
		return CLI_USAGE;
	}
	cmd = find(argv[1]);
	if (!cmd)
		return unknown(argv[1]);
	if (asks_for_help(argc - 1, argv + 1))
		return help(cmd->name, argv[2]);
	return cli_run(cmd, argc - 1, argv + 1);
}

int cli_main(const struct cli_program *p, int argc, char **argv)
{
	int rc;

	program = p;
	setlocale(LC_CTYPE, "C.UTF-8"); /* widths of characters in tables, whatever the user's locale */
	log_init(p->name, LOG_ERROR);   /* commands say in words what the log would warn of */
	rc = dispatch(argc, argv);
	if (fflush(stdout) != 0 || ferror(stdout))
		return cli_fail("could not write to standard output: the result is incomplete.");
	return rc;
}
