/* The option parser: a table of options, in any order between the words.
 * Everything is checked here, so that a command starts with good values only. */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "beat/buf.h"
#include "beat/cli.h"

/* One option as it stands on the command line: "--name" or "--name=value". */
struct given {
	const char *name;
	size_t name_n;
	const char *value; /* after '=', else NULL */
};

static int complain(const char *command, const char *text)
{
	fflush(stdout);
	fprintf(stderr, "%s %s: %s\nRun '%s help %s' for its options and examples.\n", cli_name(), command, text,
		cli_name(), command);
	return -1;
}

static int complainf(const char *command, const char *fmt, ...) BEAT_PRINTF(2, 3);
static int complainf(const char *command, const char *fmt, ...)
{
	char *text;
	va_list ap;

	va_start(ap, fmt);
	text = xvasprintf(fmt, ap);
	va_end(ap);
	complain(command, text);
	free(text);
	return -1;
}

static const struct cli_opt *find(const struct cli_opt *opts, size_t n, const struct given *g)
{
	for (size_t i = 0; i < n; i++) {
		if (strlen(opts[i].name) == g->name_n && memcmp(opts[i].name, g->name, g->name_n) == 0)
			return &opts[i];
	}
	return NULL;
}

static int unknown_option(const char *command, const struct cli_opt *opts, size_t n, const struct given *g)
{
	const char **names = xcalloc(n + 1, sizeof(*names));
	char *word = xmemdup0(g->name, g->name_n);
	const char *meant;

	for (size_t i = 0; i < n; i++)
		names[i] = opts[i].name;
	meant = cli_closest(word, names);
	if (meant)
		complainf(command, "there is no option %s; did you mean %s?", word, meant);
	else
		complainf(command, "there is no option %s.", word);
	free(word);
	free(names);
	return -1;
}

static int bad_number(const char *command, const struct cli_opt *opt, const char *value)
{
	if (opt->min || opt->max)
		return complainf(command, "%s takes a whole number from %ld to %ld, not '%s'.", opt->name, opt->min,
				 opt->max, value);
	return complainf(command, "%s takes a whole number, not '%s'.", opt->name, value);
}

static int set_number(const char *command, const struct cli_opt *opt, const char *value)
{
	const char *digits = *value == '-' ? value + 1 : value;
	long v;

	if (!*digits || digits[strspn(digits, "0123456789")])
		return bad_number(command, opt, value);
	errno = 0;
	v = strtol(value, NULL, 10);
	if (errno || ((opt->min || opt->max) && (v < opt->min || v > opt->max)))
		return bad_number(command, opt, value);
	*(long *)opt->out = v;
	return 0;
}

static void append(struct cli_strs *strs, const char *value)
{
	strs->v = xrealloc(strs->v, (strs->n + 1) * sizeof(*strs->v));
	strs->v[strs->n++] = value;
}

void cli_strs_release(struct cli_strs *strs)
{
	free(strs->v);
	*strs = (struct cli_strs){0};
}

static int set(const char *command, const struct cli_opt *opt, const char *value)
{
	switch (opt->type) {
	case CLI_FLAG:
		*(bool *)opt->out = true;
		return 0;
	case CLI_STR:
		*(const char **)opt->out = value;
		return 0;
	case CLI_INT:
		return set_number(command, opt, value);
	case CLI_STRS:
		append(opt->out, value);
		return 0;
	}
	abort();
}

static struct given split(const char *arg)
{
	const char *eq = strchr(arg, '=');

	return (struct given){arg, eq ? (size_t)(eq - arg) : strlen(arg), eq ? eq + 1 : NULL};
}

/* Takes one option, and the argument after it if that is its value; returns how
 * many arguments were used, or -1. */
static int take_option(const char *command, const struct cli_opt *opts, size_t n_opts, char *const *args)
{
	struct given g = split(args[0]);
	const struct cli_opt *opt = find(opts, n_opts, &g);

	if (!opt)
		return unknown_option(command, opts, n_opts, &g);
	if (opt->type == CLI_FLAG && g.value)
		return complainf(command, "%s takes no value.", opt->name);
	if (opt->type == CLI_FLAG || g.value)
		return set(command, opt, g.value) ? -1 : 1;
	if (!args[1] || strncmp(args[1], "--", 2) == 0)
		return complainf(command, "%s needs a value: %s VALUE.", opt->name, opt->name);
	return set(command, opt, args[1]) ? -1 : 2;
}

int cli_parse(int argc, char **argv, const struct cli_opt *opts, size_t n_opts)
{
	bool options = true;
	int words = 0;

	for (int i = 1; i < argc;) {
		int used = 1;

		if (options && strcmp(argv[i], "--") == 0)
			options = false;
		else if (options && argv[i][0] == '-' && argv[i][1])
			used = take_option(argv[0], opts, n_opts, argv + i);
		else
			argv[++words] = argv[i];
		if (used < 0)
			return -1;
		i += used;
	}
	return words;
}

int cli_parse_one(const struct cli_command *cmd, int argc, char **argv, const struct cli_opt *opts, size_t n_opts,
		  const char *what)
{
	int words = cli_parse(argc, argv, opts, n_opts);

	if (words >= 0 && words != 1)
		cli_usage(cmd, "'%s' takes exactly one %s, not %d.", argv[0], what, words);
	return words == 1 ? CLI_OK : CLI_USAGE;
}
