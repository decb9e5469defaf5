/* beatctl migrate: brings the database's schema up to this program's.
 *
 * Invariants
 * - a migration and its row in beat.schema_migration are one transaction: both or neither;
 * - history is compared before anything is changed: a foreign, newer, edited or
 *   out-of-order history is refused and the database stays as it was;
 * - one migration run at a time per database: a session-level advisory lock, which
 *   the server gives back even if this process is killed. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "beat/buf.h"
#include "beat/cli.h"
#include "beat/crypto.h"
#include "beat/text.h"

/* Any number that no other program takes: "beat" in ASCII. */
#define LOCK_KEY "1650811252"

static const char HELP[] =
    "Usage: beatctl migrate [--status] [--dry-run]\n"
    "\n"
    "Creates the tables on a fresh database, or brings those of an older version up to\n"
    "this one. Run it once after every installation or upgrade; running it again does\n"
    "no harm, nor does starting it twice at once: the second waits for the first and\n"
    "then finds nothing to do. Each migration is one transaction: if it fails, nothing\n"
    "of it remains. There is no way back but a backup.\n"
    "\n"
    "Options\n"
    "  --status    list the migrations, applied and pending; change nothing\n"
    "  --dry-run   say what would be applied; change nothing\n"
    "\n"
    "It refuses to touch a database that is newer than this program, or whose applied\n"
    "migrations differ from the ones this program carries.\n"
    "\n"
    "Environment\n"
    "  BEAT_DB     the database; its user must be allowed to create a schema in it\n"
    "\n"
    "Examples\n"
    "  createdb beat && export BEAT_DB=postgresql:///beat\n"
    "  beatctl migrate\n"
    "  beatctl migrate --status\n"
    "\n"
    "Exit codes: 0 the schema is up to date (or was listed), 1 refused or failed, 2 wrong usage.\n";

struct applied {
	int64_t version;
	const char *name, *checksum, *at;
};

static size_t count_ours(void)
{
	size_t n = 0;

	while (migration_table[n].name)
		n++;
	return n;
}

static const struct migration *ours(int64_t version)
{
	for (const struct migration *m = migration_table; m->name; m++) {
		if (m->version == version)
			return m;
	}
	return NULL;
}

static int64_t our_latest(void)
{
	size_t n = count_ours();

	return n ? migration_table[n - 1].version : 0;
}

static void checksum_of(const struct migration *m, char hex[2 * CRYPTO_SHA256_LEN + 1])
{
	crypto_sha256_hex(m->sql, strlen(m->sql), hex);
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
		return pg_select(pg, "select 0, '', '', '' where false");
	return pg_select(pg, "select version, name, checksum,"
			     " to_char(applied_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') || ' UTC'"
			     " from beat.schema_migration order by version");
}

static struct applied applied_at(const struct pg_rows *history, int row)
{
	return (struct applied){pg_int(history, row, 0), pg_str(history, row, 1), pg_str(history, row, 2),
				pg_str(history, row, 3)};
}

static int check_one(const struct applied *a)
{
	const struct migration *m = ours(a->version);
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

/* Is the history a beginning of our table, word for word? */
static int check_history(const struct pg_rows *history)
{
	int n = pg_rows_count(history);
	struct applied last;

	if (n == 0)
		return CLI_OK;
	last = applied_at(history, n - 1);
	if (last.version > our_latest())
		return cli_fail("the database is newer than this program: it has migration %04" PRId64
				"_%s, and this beatctl (%s) knows versions up to %04" PRId64
				". Install the newer release. Nothing was changed.",
				last.version, last.name, BEAT_VERSION, our_latest());
	for (int row = 0; row < n; row++) {
		struct applied a = applied_at(history, row);

		if (check_one(&a) != CLI_OK)
			return CLI_FAILED;
		if (migration_table[row].version != a.version)
			return cli_fail("migration %04d_%s.sql is missing in the database although later ones were"
					" applied. Give it a number after %04" PRId64 ". Nothing was changed.",
					migration_table[row].version, migration_table[row].name, last.version);
	}
	return CLI_OK;
}

static int show_status(const struct pg_rows *history)
{
	enum { COLS = 2 };
	static const char *const headings[COLS] = {"MIGRATION", "STATE"};
	size_t n = count_ours(), done = (size_t)pg_rows_count(history);
	struct buf *texts = xcalloc(n * COLS + 1, sizeof(*texts));
	const char **cells = xcalloc(n * COLS + 1, sizeof(*cells));

	for (size_t i = 0; i < n; i++) {
		buf_addf(&texts[COLS * i], "%04d_%s", migration_table[i].version, migration_table[i].name);
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
	return CLI_OK;
}

static int show_pending(const struct pg_rows *history)
{
	size_t n = count_ours(), done = (size_t)pg_rows_count(history);

	for (size_t i = done; i < n; i++)
		printf("would apply %04d_%s\n", migration_table[i].version, migration_table[i].name);
	if (done == n)
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

static int failed(struct pg *pg, const struct migration *m, int position)
{
	int line, column;

	if (pg_exec(pg, "rollback") != 0)
		return cli_fail("the connection broke during migration %04d_%s.sql; the server undoes it.", m->version,
				m->name);
	if (position > 0) {
		place_of(m->sql, position, &line, &column);
		return cli_fail("migration %04d_%s.sql failed at line %d, column %d. Nothing of it remains.",
				m->version, m->name, line, column);
	}
	return cli_fail("migration %04d_%s.sql failed. Nothing of it remains.", m->version, m->name);
}

/* Name and checksum are made of letters, digits and '_' only: nothing to quote. */
static void add_record(struct buf *sql, const struct migration *m)
{
	char hex[2 * CRYPTO_SHA256_LEN + 1];

	checksum_of(m, hex);
	buf_addf(sql, "insert into beat.schema_migration (version, name, checksum) values (%d, '%s', '%s')", m->version,
		 m->name, hex);
}

static int apply(struct pg *pg, const struct migration *m)
{
	struct buf record = BUF_INIT;
	int rc = CLI_OK;

	add_record(&record, m);
	if (pg_exec(pg, "begin") != 0)
		rc = CLI_FAILED;
	else if (pg_exec(pg, m->sql) != 0)
		rc = failed(pg, m, pg_error_position(pg));
	else if (pg_exec(pg, record.p) != 0 || pg_exec(pg, "commit") != 0)
		rc = failed(pg, m, 0);
	else
		printf("applied %04d_%s\n", m->version, m->name);
	fflush(stdout);
	buf_release(&record);
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
			   " applied_at timestamptz not null default clock_timestamp());"
			   "reset client_min_messages")
		   ? CLI_FAILED
		   : CLI_OK;
}

static int apply_pending(struct pg *pg, int done)
{
	size_t n = count_ours();

	for (size_t i = (size_t)done; i < n; i++) {
		if (apply(pg, &migration_table[i]) != CLI_OK)
			return CLI_FAILED;
	}
	if ((size_t)done == n)
		printf("nothing to do: the schema is at version %04" PRId64 "\n", our_latest());
	else
		printf("the schema is now at version %04" PRId64 "\n", our_latest());
	return CLI_OK;
}

static int migrate(struct pg *pg)
{
	struct pg_rows *history = NULL;
	int rc = CLI_FAILED;

	if (check_encoding(pg) != CLI_OK || lock(pg) != CLI_OK)
		return CLI_FAILED;
	history = read_history(pg);
	if (history && check_history(history) == CLI_OK && make_history_table(pg) == CLI_OK)
		rc = apply_pending(pg, pg_rows_count(history));
	pg_rows_free(&history);
	return rc;
}

static int look(struct pg *pg, int (*show)(const struct pg_rows *history))
{
	struct pg_rows *history = read_history(pg);
	int rc = CLI_FAILED;

	if (history && check_history(history) == CLI_OK)
		rc = show(history);
	pg_rows_free(&history);
	return rc;
}

static int run(int argc, char **argv)
{
	bool status = false, dry_run = false;
	const struct cli_opt opts[] = {{"--status", CLI_FLAG, &status, 0, 0}, {"--dry-run", CLI_FLAG, &dry_run, 0, 0}};
	int words = cli_parse(argc, argv, opts, ARRAY_LEN(opts)), rc;
	struct pg *pg;

	if (words < 0)
		return CLI_USAGE;
	if (words > 0)
		return cli_usage(&cmd_migrate, "there is nothing to name, but '%s' was given.", argv[1]);
	if (status && dry_run)
		return cli_usage(&cmd_migrate, "choose one of --status and --dry-run.");
	pg = cli_db_any_schema();
	if (!pg)
		return CLI_FAILED;
	rc = status ? look(pg, show_status) : dry_run ? look(pg, show_pending) : migrate(pg);
	pg_close(&pg);
	return rc;
}

const struct cli_command cmd_migrate = {
    "migrate",
    "create the tables, or bring an older database up to date",
    HELP,
    run,
};
