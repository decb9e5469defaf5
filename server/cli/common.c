/* What all sub-commands of beatctl share: the database, the acting person, how an address is
 * shown. What every command line shares is in server/tool. */
#include "beat/cli.h"

#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "beat/buf.h"

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

char *cli_url_shown(const char *url)
{
	const char *host = strstr(url, "://"), *at;
	struct buf out = BUF_INIT;

	host = host ? host + 3 : url;
	at = memrchr(host, '@', strcspn(host, "/?#"));
	buf_add(&out, url, (size_t)(host - url));
	buf_addf(&out, "%s%s", at ? "***" : "", at ? at : host);
	return buf_detach(&out);
}

void cli_print_table(FILE *out, const char *const *headings, const struct pg_rows *rows, int first_col, int n_cols)
{
	int n_rows = pg_rows_count(rows);
	const char **cells = xcalloc((size_t)n_rows * (size_t)n_cols + 1, sizeof(*cells));

	for (int row = 0; row < n_rows; row++) {
		for (int col = 0; col < n_cols; col++)
			cells[row * n_cols + col] = pg_str(rows, row, first_col + col);
	}
	cli_print_cells(out, headings, cells, n_rows, n_cols);
	free(cells);
}
