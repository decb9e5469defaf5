/* migrate: see include/beat/migrate.h.
 *
 * Invariants
 * - a migration and its row in beat.schema_migration are one transaction: both or neither;
 * - history is compared before anything is changed: a foreign, edited or out-of-order
 *   history is refused and the database stays as it was;
 * - tables that are newer than this program are fine, unless a later migration says
 *   "-- breaks: programs before NNNN": that is how an older program is started again;
 * - one migration run at a time per database: a session-level advisory lock, which
 *   the server gives back even if this process is killed. */
#include "beat/migrate.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "beat/buf.h"
#include "beat/cli.h"
#include "beat/crypto.h"
#include "beat/function_set.h"
#include "beat/text.h"
#include "migrate_functions.h"
#include "sql_files_migrations.h"

/* Any number that no other program takes: "beat" in ASCII. */
#define LOCK_KEY "1650811252"

struct applied {
	int64_t version;
	const char *name, *checksum, *at;
	int64_t breaks; /* programs that know no migration of this number or a later one */
};

/* The files are named 0001_what_it_does; the build sees to it. */
static int version_of(const struct sql_file *m)
{
	return (int)strtol(m->name, NULL, 10);
}

static size_t count_ours(void)
{
	size_t n = 0;

	while (sql_files_migrations[n].name)
		n++;
	return n;
}

static const struct sql_file *ours(int64_t version)
{
	for (const struct sql_file *m = sql_files_migrations; m->name; m++) {
		if (version_of(m) == version)
			return m;
	}
	return NULL;
}

static int64_t our_latest(void)
{
	size_t n = count_ours();

	return n ? version_of(&sql_files_migrations[n - 1]) : 0;
}

static void checksum_of(const struct sql_file *m, char hex[2 * CRYPTO_SHA256_LEN + 1])
{
	crypto_sha256_hex(m->text, strlen(m->text), hex);
}

/* The history: rows of version, name, checksum, time. On a database without our
 * table it is empty. NULL after printing on failure. */
static struct pg_rows *read_history(struct pg *pg)
{
	struct pg_rows *found = pg_select(pg, "select to_regclass('beat.schema_migration') is not null");
	bool exists;

	if (!found)
		return NULL;
	exists = pg_bool(found, 0, 0);
	pg_rows_free(&found);
	if (!exists)
		return pg_select(pg, "select 0, '', '', '', 0 where false");
	return pg_select(pg, "select version, name, checksum,"
			     " to_char(applied_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') || ' UTC', breaks"
			     " from beat.schema_migration order by version");
}

static struct applied applied_at(const struct pg_rows *history, int row)
{
	return (struct applied){pg_int(history, row, 0), pg_str(history, row, 1), pg_str(history, row, 2),
				pg_str(history, row, 3), pg_int(history, row, 4)};
}

static int check_one(const struct applied *a)
{
	const struct sql_file *m = ours(a->version);
	char hex[2 * CRYPTO_SHA256_LEN + 1];

	if (!m)
		return cli_fail("the database has migration %04" PRId64 "_%s, which this program does not know: it was"
				" made by another version. Use the beatctl that made it. Nothing was changed.",
				a->version, a->name);
	checksum_of(m, hex);
	if (strcmp(hex, a->checksum) != 0)
		return cli_fail("migration %04" PRId64
				"_%s.sql was edited after it had been applied to this database on"
				" %s (its checksum differs). Put the file back as it was and write the change as a new"
				" migration. Nothing was changed.",
				a->version, a->name, a->at);
	return CLI_OK;
}

static int too_new(const struct applied *a)
{
	return cli_fail(
	    "the database is newer than this program: its migration %04" PRId64 "_%s made the tables unfit for"
	    " programs that know no migration %04" PRId64 ", and this beatctl (%s) knows versions up to %04" PRId64
	    ". Install the newer release. Nothing was changed.",
	    a->version, a->name, a->breaks, BEAT_VERSION, our_latest());
}

/* Is the history a beginning of our table, word for word, or our table and later ones that do not break us? */
static int check_history(const struct pg_rows *history)
{
	int n = pg_rows_count(history);

	for (int row = 0; row < n; row++) {
		struct applied a = applied_at(history, row);

		if (a.version > our_latest()) {
			if (a.breaks > our_latest())
				return too_new(&a);
			continue;
		}
		if (check_one(&a) != CLI_OK)
			return CLI_FAILED;
		if (version_of(&sql_files_migrations[row]) != a.version)
			return cli_fail("migration %s.sql is missing in the database although later ones were"
					" applied. Give it a number after %04" PRId64 ". Nothing was changed.",
					sql_files_migrations[row].name, applied_at(history, n - 1).version);
	}
	return CLI_OK;
}

static int show_status(struct pg *pg, const struct pg_rows *history)
{
	enum { COLS = 2 };
	static const char *const headings[COLS] = {"MIGRATION", "STATE"};
	size_t n = count_ours(), done = (size_t)pg_rows_count(history);
	struct buf *texts = xcalloc(n * COLS + 1, sizeof(*texts));
	const char **cells = xcalloc(n * COLS + 1, sizeof(*cells));

	for (size_t i = 0; i < n; i++) {
		buf_adds(&texts[COLS * i], sql_files_migrations[i].name);
		if (i < done)
			buf_addf(&texts[COLS * i + 1], "applied %s", pg_str(history, (int)i, 3));
		else
			buf_adds(&texts[COLS * i + 1], "pending");
	}
	for (size_t i = 0; i < n * COLS; i++)
		cells[i] = texts[i].p;
	cli_print_cells(stdout, headings, cells, (int)n, COLS);
	for (size_t i = 0; i < n * COLS; i++)
		buf_release(&texts[i]);
	free(texts);
	free(cells);
	for (size_t i = n; i < done; i++)
		printf("%04" PRId64 "_%s, of a later program, applied %s\n", pg_int(history, (int)i, 0),
		       pg_str(history, (int)i, 1), pg_str(history, (int)i, 3));
	return migrate_functions_show(pg);
}

static int show_pending(struct pg *pg, const struct pg_rows *history)
{
	size_t n = count_ours(), done = (size_t)pg_rows_count(history);
	int functions = migrate_functions_there(pg);

	if (functions < 0)
		return CLI_FAILED;
	for (size_t i = done; i < n; i++)
		printf("would apply %s\n", sql_files_migrations[i].name);
	if (functions == 0)
		printf("would install the functions of this program as %s\n", function_set_name());
	if (done >= n && functions)
		printf("nothing to do: the schema is at version %04" PRId64 "\n", our_latest());
	return CLI_OK;
}

/* Line and column of the character `position` (from 1) of a text. */
static void place_of(const char *sql, int position, int *line, int *column)
{
	size_t n = strlen(sql), at = 0;
	uint32_t c;

	*line = *column = 1;
	for (int i = 1; i < position && at < n; i++) {
		at += text_decode(sql + at, n - at, &c);
		*column = c == '\n' ? 1 : *column + 1;
		*line += c == '\n';
	}
}

int migrate_failed(struct pg *pg, const char *file, const char *sql)
{
	int position = pg_error_position(pg), line, column;

	if (pg_exec(pg, "rollback") != 0)
		return cli_fail("the connection broke during %s; the server undoes it.", file);
	if (sql && position > 0) {
		place_of(sql, position, &line, &column);
		return cli_fail("%s failed at line %d, column %d. Nothing of it remains.", file, line, column);
	}
	return cli_fail("%s failed. Nothing of it remains.", file);
}

/* Programs that know only earlier migrations than this cannot work with the tables any more. */
static int breaks_before(const struct sql_file *m)
{
	static const char mark[] = "-- breaks: programs before ";
	const char *at = strstr(m->text, mark);

	return at ? atoi(at + sizeof(mark) - 1) : 0;
}

/* Name and checksum are made of letters, digits and '_' only: nothing to quote. */
static void add_record(struct buf *sql, const struct sql_file *m)
{
	char hex[2 * CRYPTO_SHA256_LEN + 1];

	checksum_of(m, hex);
	buf_addf(sql, "insert into beat.schema_migration (version, name, checksum, breaks) values (%d, '%s', '%s', %d)",
		 version_of(m), strchr(m->name, '_') + 1, hex, breaks_before(m));
}

static int apply(struct pg *pg, const struct sql_file *m)
{
	struct buf record = BUF_INIT, file = BUF_INIT;
	int rc = CLI_OK;

	add_record(&record, m);
	buf_addf(&file, "migration %s.sql", m->name);
	if (pg_exec(pg, "begin") != 0)
		rc = CLI_FAILED;
	else if (pg_exec(pg, m->text) != 0)
		rc = migrate_failed(pg, file.p, m->text);
	else if (pg_exec(pg, record.p) != 0 || pg_exec(pg, "commit") != 0)
		rc = migrate_failed(pg, file.p, NULL);
	else
		printf("applied %s\n", m->name);
	fflush(stdout);
	buf_release(&record);
	buf_release(&file);
	return rc;
}

/* Waits for the lock; says so if another run holds it. */
static int lock(struct pg *pg)
{
	struct pg_rows *got = pg_select(pg, "select pg_try_advisory_lock(" LOCK_KEY ")");
	bool ours_now;

	if (!got)
		return CLI_FAILED;
	ours_now = pg_bool(got, 0, 0);
	pg_rows_free(&got);
	if (ours_now)
		return CLI_OK;
	fputs("waiting for another migration of this database to end\n", stderr);
	if (pg_exec(pg, "set lock_timeout = '15min'") != 0 ||
	    pg_exec(pg, "select pg_advisory_lock(" LOCK_KEY ")") != 0 || pg_exec(pg, "reset lock_timeout") != 0)
		return cli_fail("another migration of this database has not ended for 15 minutes; see to it first.");
	return CLI_OK;
}

/* Offsets count code points: the database must, too. */
static int check_encoding(struct pg *pg)
{
	struct pg_rows *rows = pg_select(pg, "select getdatabaseencoding()");
	int rc = rows ? CLI_OK : CLI_FAILED;

	if (rows && strcmp(pg_str(rows, 0, 0), "UTF8") != 0)
		rc = cli_fail(
		    "the database's encoding is %s, but it must be UTF8. Make one with 'createdb -E UTF8 -T template0"
		    " NAME'. Nothing was changed.",
		    pg_str(rows, 0, 0));
	pg_rows_free(&rows);
	return rc;
}

/* Of itself creates nothing but the schema and the history table. */
static int make_history_table(struct pg *pg)
{
	return pg_exec(pg, "set client_min_messages = warning;"
			   /* "if not exists" would ask for the right to create one even when it is there */
			   "do $$ begin if to_regnamespace('beat') is null then create schema beat; end if; end $$;"
			   "create table if not exists beat.schema_migration ("
			   " version integer constraint schema_migration_pkey primary key,"
			   " name text not null,"
			   " checksum text not null constraint schema_migration_checksum_is_sha256"
			   "  check (checksum ~ '^[0-9a-f]{64}$'),"
			   " breaks integer not null default 0,"
			   " applied_at timestamptz not null default clock_timestamp());"
			   "reset client_min_messages")
		   ? CLI_FAILED
		   : CLI_OK;
}

static int apply_pending(struct pg *pg, int done)
{
	size_t n = count_ours();

	for (size_t i = (size_t)done; i < n; i++) {
		if (apply(pg, &sql_files_migrations[i]) != CLI_OK)
			return CLI_FAILED;
	}
	if ((size_t)done > n)
		printf("the tables are newer than this program, and fit it\n");
	else if ((size_t)done == n)
		printf("nothing to do: the schema is at version %04" PRId64 "\n", our_latest());
	else
		printf("the schema is now at version %04" PRId64 "\n", our_latest());
	return CLI_OK;
}

int migrate_run(struct pg *pg)
{
	struct pg_rows *history = NULL;
	int rc = CLI_FAILED;

	if (check_encoding(pg) != CLI_OK || lock(pg) != CLI_OK)
		return CLI_FAILED;
	history = read_history(pg);
	if (history && check_history(history) == CLI_OK && make_history_table(pg) == CLI_OK)
		rc = apply_pending(pg, pg_rows_count(history));
	if (rc == CLI_OK)
		rc = migrate_functions_install(pg);
	pg_rows_free(&history);
	return rc;
}

static int look(struct pg *pg, int (*show)(struct pg *pg, const struct pg_rows *history))
{
	struct pg_rows *history = read_history(pg);
	int rc = CLI_FAILED;

	if (history && check_history(history) == CLI_OK)
		rc = show(pg, history);
	pg_rows_free(&history);
	return rc;
}

int migrate_status(struct pg *pg)
{
	return look(pg, show_status);
}

int migrate_pending(struct pg *pg)
{
	return look(pg, show_pending);
}
