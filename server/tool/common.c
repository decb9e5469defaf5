/* common: what the sub-commands of beatctl share: the database, the acting person, how an address is
 * shown. */
#include "beat/cli.h"

#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "beat/buf.h"
#include "beat/function_set.h"
#include "sql_files_migrations.h"

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

static int64_t our_version(void)
{
	int64_t ours = 0;

	for (const struct sql_file *m = sql_files_migrations; m->name; m++)
		ours = strtoll(m->name, NULL, 10);
	return ours;
}

/* Says why this program cannot work with the tables of the database: CLI_OK if it can. */
static int check_schema(struct pg *pg)
{
	struct pg_rows *rows = pg_select(pg, "select to_regclass('beat.schema_migration') is not null");
	bool there = rows && pg_bool(rows, 0, 0);
	struct buf sql = BUF_INIT;
	int rc = CLI_FAILED;

	if (!rows)
		return CLI_FAILED;
	pg_rows_free(&rows);
	if (!there)
		return cli_fail("this database has no tables of ours yet: run 'beatctl migrate' first.");
	buf_addf(&sql,
		 "select coalesce(max(version), 0), coalesce(max(breaks), 0), to_regnamespace('%s') is not null"
		 " from beat.schema_migration",
		 function_set_name());
	rows = pg_select(pg, sql.p);
	buf_release(&sql);
	if (!rows)
		return CLI_FAILED;
	if (pg_int(rows, 0, 0) < our_version())
		cli_fail("this database is older than this program: run 'beatctl migrate' first.");
	else if (pg_int(rows, 0, 1) > our_version())
		cli_fail("this database is newer than this program (beatctl " BEAT_VERSION
			 "): install the newer release.");
	else if (!pg_bool(rows, 0, 2))
		cli_fail("this database lacks the functions of this version (%s): run 'beatctl migrate' first.",
			 function_set_name());
	else
		rc = CLI_OK;
	pg_rows_free(&rows);
	return rc;
}

struct pg *cli_db(void)
{
	struct pg *pg = cli_db_any_schema();

	if (pg && check_schema(pg) != CLI_OK)
		pg_close(&pg);
	return pg;
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

void cli_print_table(FILE *out, const struct pg_rows *rows, const struct cli_column *columns, int n_cols)
{
	int n_rows = pg_rows_count(rows);
	const char **headings = xcalloc((size_t)n_cols, sizeof(*headings));
	const char **cells = xcalloc((size_t)n_rows * (size_t)n_cols + 1, sizeof(*cells));

	for (int col = 0; col < n_cols; col++) {
		headings[col] = columns[col].heading;
		for (int row = 0; row < n_rows; row++)
			cells[row * n_cols + col] = sql_text(&rows->sql, row, columns[col].column);
	}
	cli_print_cells(out, headings, cells, n_rows, n_cols);
	free(headings);
	free(cells);
}
