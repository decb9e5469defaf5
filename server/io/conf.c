/* conf: see include/beat/conf.h. Everything is derived from the program's table:
 * a key is validated in one function, wherever its value came from. */
#include "beat/conf.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beat/buf.h"

enum { WHERE_MAX = 320, FILE_MAX_BYTES = 1 << 20, SECRET_MAX_BYTES = 4096, HELP_COLUMN = 28, HELP_WIDTH = 100 };

struct loader {
	const struct conf_program *prog;
	char *out;
	int errors;
};

static void complain(struct loader *l, const char *where, const char *fmt, ...) BEAT_PRINTF(3, 4);

static void complain(struct loader *l, const char *where, const char *fmt, ...)
{
	va_list ap;

	fprintf(stderr, "%s: %s: ", l->prog->name, where);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	l->errors++;
}

static char **string_field(struct loader *l, const struct conf_key *k)
{
	return (char **)(void *)(l->out + k->offset);
}

static void set_string(struct loader *l, const struct conf_key *k, const char *value)
{
	char **field = string_field(l, k);

	free(*field);
	*field = xstrdup(value);
}

static void set_int(struct loader *l, const struct conf_key *k, const char *value, const char *where)
{
	char *end;
	long v;

	errno = 0;
	v = strtol(value, &end, 10);
	if (errno != 0 || end == value || *end != '\0' || v < k->min || v > k->max)
		complain(l, where, "%s must be a whole number from %d to %d, not '%s'.", k->name, k->min, k->max,
			 value);
	else
		*(int *)(void *)(l->out + k->offset) = (int)v;
}

static void set_bool(struct loader *l, const struct conf_key *k, const char *value, const char *where)
{
	static const char *const words[2][4] = {{"no", "false", "off", "0"}, {"yes", "true", "on", "1"}};

	for (int truth = 0; truth < 2; truth++) {
		for (size_t i = 0; i < ARRAY_LEN(words[truth]); i++) {
			if (strcmp(value, words[truth][i]) == 0) {
				*(bool *)(void *)(l->out + k->offset) = truth;
				return;
			}
		}
	}
	complain(l, where, "%s must be yes or no, not '%s'.", k->name, value);
}

static void set_choice(struct loader *l, const struct conf_key *k, const char *value, const char *where)
{
	size_t n = strlen(value);

	for (const char *c = k->choices; *c != '\0';) {
		size_t len = strcspn(c, "|");

		if (len == n && memcmp(c, value, n) == 0) {
			set_string(l, k, value);
			return;
		}
		c += len + (c[len] == '|');
	}
	complain(l, where, "%s must be one of %s, not '%s'.", k->name, k->choices, value);
}

static void set_value(struct loader *l, const struct conf_key *k, const char *value, const char *where)
{
	switch (k->type) {
	case CONF_STRING:
	case CONF_SECRET:
		set_string(l, k, value);
		break;
	case CONF_INT:
		set_int(l, k, value, where);
		break;
	case CONF_BOOL:
		set_bool(l, k, value, where);
		break;
	case CONF_CHOICE:
		set_choice(l, k, value, where);
		break;
	}
}

/* The first line of a file, without its end of line. */
static void set_secret_from_file(struct loader *l, const struct conf_key *k, const char *path, const char *where)
{
	char line[SECRET_MAX_BYTES] = "";
	FILE *f = fopen(path, "re");
	size_t n;

	if (f == NULL) {
		complain(l, where, "cannot read the file '%s' of %s: %s.", path, k->name, strerror(errno));
		return;
	}
	n = fgets(line, sizeof(line), f) != NULL ? strcspn(line, "\r\n") : 0;
	if (n == 0 || n == sizeof(line) - 1)
		complain(l, where, "the file '%s' of %s is empty or its first line too long.", path, k->name);
	else {
		line[n] = '\0';
		set_string(l, k, line);
	}
	explicit_bzero(line, sizeof(line));
	fclose(f);
}

/* Finds "name"; *is_file says that it was spelled as the companion "name-file" of a secret. */
static const struct conf_key *find_key(const struct conf_program *prog, const char *name, size_t n, bool *is_file)
{
	for (size_t i = 0; i < prog->count; i++) {
		const struct conf_key *k = &prog->keys[i];
		size_t len = strlen(k->name);

		*is_file = k->type == CONF_SECRET && n == len + 5 && memcmp(name + len, "-file", 5) == 0;
		if ((n == len || *is_file) && memcmp(name, k->name, len) == 0)
			return k;
	}
	return NULL;
}

static void set_by_name(struct loader *l, const char *name, size_t n, const char *value, const char *where)
{
	bool is_file;
	const struct conf_key *k = find_key(l->prog, name, n, &is_file);

	if (k == NULL)
		complain(l, where, "there is no setting '%.*s'; '%s --help' lists them.", (int)n, name, l->prog->name);
	else if (is_file)
		set_secret_from_file(l, k, value, where);
	else if (k->type == CONF_SECRET)
		complain(l, where, "%s is a secret: give it in the environment, or name a file with %s-file.", k->name,
			 k->name);
	else
		set_value(l, k, value, where);
}

static char *trim(char *s)
{
	char *end;

	while (isspace((unsigned char)*s))
		s++;
	end = s + strlen(s);
	while (end > s && isspace((unsigned char)end[-1]))
		end--;
	*end = '\0';
	return s;
}

static void load_line(struct loader *l, char *line, const char *where)
{
	char *name = trim(line), *eq, *value;

	if (*name == '\0' || *name == '#')
		return;
	eq = strchr(name, '=');
	if (eq == NULL) {
		complain(l, where, "a line reads 'name = value', not '%s'.", name);
		return;
	}
	*eq = '\0';
	value = trim(eq + 1);
	name = trim(name);
	set_by_name(l, name, strlen(name), value, where);
}

static void load_file(struct loader *l, const char *path)
{
	char where[WHERE_MAX], *line = NULL;
	size_t cap = 0, total = 0;
	ssize_t n;
	int number = 0;
	FILE *f = fopen(path, "re");

	if (f == NULL) {
		complain(l, path, "cannot read the configuration: %s.", strerror(errno));
		return;
	}
	while ((n = getline(&line, &cap, f)) >= 0 && total < FILE_MAX_BYTES) {
		total += (size_t)n;
		snprintf(where, sizeof(where), "%s:%d", path, ++number);
		if (memchr(line, '\0', (size_t)n) != NULL)
			complain(l, where, "the line holds a NUL character.");
		else
			load_line(l, line, where);
	}
	if (ferror(f))
		complain(l, path, "cannot read the configuration: %s.", strerror(errno));
	free(line);
	fclose(f);
}

static const char *env_prefix(const struct conf_program *prog)
{
	return prog->env_prefix != NULL ? prog->env_prefix : "BEAT_";
}

static void env_name(const struct conf_program *prog, const char *key, const char *suffix, struct buf *out)
{
	buf_clear(out);
	buf_addf(out, "%s%s%s", env_prefix(prog), key, suffix);
	for (size_t i = strlen(env_prefix(prog)); i < out->n; i++)
		out->p[i] = (char)(out->p[i] == '-' ? '_' : toupper((unsigned char)out->p[i]));
}

static void load_environment(struct loader *l)
{
	struct buf name = BUF_INIT;

	for (size_t i = 0; i < l->prog->count; i++) {
		const struct conf_key *k = &l->prog->keys[i];
		const char *value;

		if (k->type == CONF_SECRET) {
			env_name(l->prog, k->name, "_FILE", &name);
			value = getenv(name.p);
			if (value != NULL && *value != '\0')
				set_secret_from_file(l, k, value, name.p);
		}
		env_name(l->prog, k->name, "", &name);
		value = getenv(name.p);
		if (value != NULL && *value != '\0')
			set_value(l, k, value, name.p);
	}
	buf_release(&name);
}

static void load_defaults(struct loader *l)
{
	for (size_t i = 0; i < l->prog->count; i++) {
		const struct conf_key *k = &l->prog->keys[i];

		if (k->def != NULL)
			set_value(l, k, k->def, "default");
	}
}

/* Prints text in lines of at most HELP_WIDTH columns, starting at `indent`. */
static void print_wrapped(const char *text, int indent, const char *lead)
{
	int column = indent;

	while (*text != '\0') {
		int word = (int)strcspn(text, " ");

		if (column > indent && column + 1 + word > HELP_WIDTH) {
			printf("\n%s%*s", lead, indent - (int)strlen(lead), "");
			column = indent;
		} else if (column > indent) {
			putchar(' ');
			column++;
		}
		printf("%.*s", word, text);
		column += word;
		text += word;
		while (*text == ' ')
			text++;
	}
	putchar('\n');
}

static void print_help_key(const struct conf_key *k)
{
	char flag[80];
	struct buf text = BUF_INIT;
	int n = snprintf(flag, sizeof(flag), "  --%s%s %s", k->name, k->type == CONF_SECRET ? "-file" : "",
			 k->type == CONF_SECRET ? "FILE" : k->arg);

	printf("%s", flag);
	if (n >= HELP_COLUMN)
		printf("\n%*s", HELP_COLUMN, "");
	else
		printf("%*s", HELP_COLUMN - n, "");
	buf_adds(&text, k->help);
	if (k->type == CONF_CHOICE)
		buf_addf(&text, " One of %s.", k->choices);
	if (k->def != NULL && *k->def != '\0')
		buf_addf(&text, " [%s]", k->def);
	print_wrapped(text.p, HELP_COLUMN, "");
	buf_release(&text);
}

static void print_help(const struct conf_program *prog)
{
	struct buf name = BUF_INIT;

	printf("Usage: %s\n\n%s\n\nSettings, as flags:\n", prog->usage, prog->intro);
	for (size_t i = 0; i < prog->count; i++)
		print_help_key(&prog->keys[i]);
	env_name(prog, prog->keys[0].name, "", &name);
	printf("\n  --config FILE             Read settings from FILE, lines of 'name = value'. Also %sCONFIG.\n"
	       "  --print-config            Print a documented sample of that file and exit.\n"
	       "  --version                 Print the version and exit.\n"
	       "  --help                    Print this and exit.\n\n"
	       "Each setting can also come from the environment (--%s is %s) or from the file.\n"
	       "A flag wins over the environment, the environment over the file, the file over the default.\n"
	       "Secrets have no flag of their own: they come from the environment or from a file.\n",
	       env_prefix(prog), prog->keys[0].name, name.p);
	if (prog->outro != NULL)
		printf("\n%s\n", prog->outro);
	buf_release(&name);
}

static void print_sample(const struct conf_program *prog)
{
	printf("# Settings of %s. Lines read 'name = value'; a # starts a comment line.\n"
	       "# What stands here commented out is the default.\n",
	       prog->name);
	for (size_t i = 0; i < prog->count; i++) {
		const struct conf_key *k = &prog->keys[i];

		printf("\n# ");
		print_wrapped(k->help, 2, "# ");
		if (k->type == CONF_CHOICE)
			printf("# One of %s.\n", k->choices);
		if (k->type == CONF_SECRET)
			printf("# %s-file = PATH\n", k->name);
		else
			printf("# %s =%s%s\n", k->name, k->def != NULL ? " " : "", k->def != NULL ? k->def : "");
	}
}

struct flags {
	const char *config;
	int first_word;
};

/* Whether a database's address has a password: what is on a command line can be read by everybody on the machine. */
static bool has_password(const char *value)
{
	const char *host = strstr(value, "://"), *at, *colon;

	if (strncmp(value, "postgres", 8) != 0 && strchr(value, '=') == NULL)
		return false;
	if (strstr(value, "password=") != NULL)
		return true;
	at = host != NULL ? strchr(host + 3, '@') : NULL;
	colon = host != NULL ? strchr(host + 3, ':') : NULL;
	return at != NULL && colon != NULL && colon < at && colon + 1 < at && strncmp(value, "postgres", 8) == 0;
}

/* "--name=value" or "--name value"; returns how many words of argv it took. */
static int load_flag(struct loader *l, int argc, char **argv, int i, struct flags *f)
{
	const char *name = argv[i] + 2, *eq = strchr(name, '='), *value;
	size_t n = eq != NULL ? (size_t)(eq - name) : strlen(name);
	char where[WHERE_MAX];
	int taken = eq != NULL ? 1 : 2;

	snprintf(where, sizeof(where), "--%.*s", (int)(n < 100 ? n : 100), name);
	value = eq != NULL ? eq + 1 : (i + 1 < argc ? argv[i + 1] : NULL);
	if (value == NULL)
		complain(l, where, "needs a value.");
	else if (n == 2 && memcmp(name, "db", 2) == 0 && has_password(value))
		complain(l, where,
			 "a password on the command line can be read by everybody on this machine: give the address in "
			 "BEAT_DB or a file (--config), or the password in ~/.pgpass.");
	else if (n == 6 && memcmp(name, "config", 6) == 0)
		f->config = value;
	else if (l->out != NULL)
		set_by_name(l, name, n, value, where);
	return taken;
}

/* Called twice: first only to find --config (out is NULL), then to set. */
static void load_flags(struct loader *l, int argc, char **argv, struct flags *f)
{
	int i = 1;

	while (i < argc && strncmp(argv[i], "--", 2) == 0 && argv[i][2] != '\0')
		i += load_flag(l, argc, argv, i, f);
	if (i < argc && strcmp(argv[i], "--") == 0)
		i++;
	f->first_word = i < argc ? i : argc;
}

static bool is_stop_word(const struct conf_program *prog, const char *word)
{
	if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
		print_help(prog);
	else if (strcmp(word, "--version") == 0)
		printf("%s %s\n", prog->name, BEAT_VERSION);
	else if (strcmp(word, "--print-config") == 0)
		print_sample(prog);
	else
		return false;
	return true;
}

enum conf_result conf_load(const struct conf_program *prog, int argc, char **argv, void *out, int *rest)
{
	struct loader l = {.prog = prog, .out = NULL};
	struct flags f = {0};
	char config_env[64];

	for (int i = 1; i < argc; i++) {
		if (is_stop_word(prog, argv[i]))
			return CONF_STOP_OK;
	}
	snprintf(config_env, sizeof(config_env), "%sCONFIG", env_prefix(prog));
	f.config = getenv(config_env);
	load_flags(&l, argc, argv, &f);
	if (l.errors > 0)
		return CONF_STOP_ERROR;

	l.out = out;
	load_defaults(&l);
	if (f.config != NULL && *f.config != '\0')
		load_file(&l, f.config);
	load_environment(&l);
	load_flags(&l, argc, argv, &f);
	if (rest != NULL)
		*rest = f.first_word;
	else if (f.first_word < argc)
		complain(&l, argv[f.first_word], "is not a setting; settings begin with --, see '%s --help'.",
			 prog->name);
	return l.errors > 0 ? CONF_STOP_ERROR : CONF_GO;
}

void conf_release(const struct conf_program *prog, void *out)
{
	struct loader l = {.prog = prog, .out = out};

	for (size_t i = 0; i < prog->count; i++) {
		const struct conf_key *k = &prog->keys[i];
		char **field;

		if (k->type == CONF_INT || k->type == CONF_BOOL)
			continue;
		field = string_field(&l, k);
		if (k->type == CONF_SECRET && *field != NULL)
			explicit_bzero(*field, strlen(*field));
		free(*field);
		*field = NULL;
	}
}
