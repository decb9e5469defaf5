/* What all sub-commands of beatctl share: messages, the database, the acting
 * person, verbs and suggestions. Options are parsed in options.c, tables and
 * progress bars are drawn in table.c. */
#include "beat/cli.h"

#include <pwd.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "beat/buf.h"

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
	fputs("beatctl: ", stderr);
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
	fprintf(stderr, "beatctl %s: ", cmd->name);
	put_message(fmt, ap);
	fprintf(stderr, "\nRun 'beatctl help %s' for its options and examples.\n", cmd->name);
	va_end(ap);
	return CLI_USAGE;
}

struct pg *cli_db_any_schema(void)
{
	const char *uri = getenv("BEAT_DB");

	if (!uri || !*uri) {
		cli_fail("BEAT_DB is not set. Point it at the database, for example:\n"
			 "  export BEAT_DB=postgresql://user@host:5432/beat\n"
			 "ops/run prints the right line for its own database.");
		return NULL;
	}
	return pg_open(uri, "beatctl");
}

/* The version of the database's schema: 0 if it has none, -1 after printing on failure. */
static int64_t schema_version(struct pg *pg)
{
	struct pg_rows *rows = pg_select(pg, "select to_regclass('beat.schema_migration') is not null");
	int64_t version = -1;

	if (rows && pg_bool(rows, 0, 0)) {
		pg_rows_free(&rows);
		rows = pg_select(pg, "select coalesce(max(version), 0) from beat.schema_migration");
		if (rows)
			version = pg_int(rows, 0, 0);
	} else if (rows) {
		version = 0;
	}
	pg_rows_free(&rows);
	return version;
}

struct pg *cli_db(void)
{
	struct pg *pg = cli_db_any_schema();
	int64_t theirs = pg ? schema_version(pg) : -1, ours = 0;

	for (const struct migration *m = migration_table; m->name; m++)
		ours = m->version;
	if (theirs == ours)
		return pg;
	if (theirs == 0)
		cli_fail("this database has no tables of ours yet: run 'beatctl migrate' first.");
	else if (theirs > 0 && theirs < ours)
		cli_fail("this database is older than this program: run 'beatctl migrate' first.");
	else if (theirs > ours)
		cli_fail("this database is newer than this program (beatctl " BEAT_VERSION
			 "): install the newer release.");
	pg_close(&pg);
	return NULL;
}

const char *cli_actor(void)
{
	static char number[32];
	const char *name = getenv("BEAT_ACTOR");
	const struct passwd *who;

	if (name && *name)
		return name;
	who = getpwuid(getuid());
	if (who && who->pw_name && *who->pw_name)
		return who->pw_name;
	snprintf(number, sizeof(number), "uid %lu", (unsigned long)getuid());
	return number;
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

static void list_verbs(struct buf *out, const struct cli_verb *verbs, size_t n)
{
	for (size_t i = 0; i < n; i++)
		buf_addf(out, "%s%s", i == 0 ? "" : i + 1 == n ? " or " : ", ", verbs[i].name);
}

int cli_run_verb(const struct cli_command *cmd, const struct cli_verb *verbs, size_t n_verbs, int argc, char **argv)
{
	struct buf list = BUF_INIT;
	int rc;

	for (size_t i = 0; argc > 1 && i < n_verbs; i++) {
		if (strcmp(argv[1], verbs[i].name) == 0) {
			argv[1] = (char *)verbs[i].path;
			return verbs[i].run(argc - 1, argv + 1);
		}
	}
	list_verbs(&list, verbs, n_verbs);
	if (argc > 1)
		rc = cli_usage(cmd, "'%s' is not one of %s.", argv[1], list.p);
	else
		rc = cli_usage(cmd, "say what to do: %s.", list.p);
	buf_release(&list);
	return rc;
}
