/* beatctl migrate: options; the work is in server/migrate. */
#include "beat/migrate.h"

#include "beat/cli.h"
#include "beat/mem.h"

static const char HELP[] =
    "Usage: beatctl migrate [--status] [--dry-run]\n"
    "\n"
    "Creates the tables on a fresh database, or brings those of an older version up to\n"
    "this one, and installs the functions that this version of the programs calls. Run\n"
    "it once after every installation or upgrade; running it again does no harm, nor\n"
    "does starting it twice at once: the second waits for the first and then finds\n"
    "nothing to do. Each migration is one transaction: if it fails, nothing of it\n"
    "remains.\n"
    "\n"
    "Servers need not stop for it. Functions are in a schema of their own for each\n"
    "version: the old servers go on with theirs until they are replaced, one by one, and\n"
    "the way back is to start the old ones again. Functions that nobody has been using\n"
    "are dropped by a later 'migrate', except those installed last before these. Tables\n"
    "only go forward; the way back for them is a backup.\n"
    "\n"
    "Options\n"
    "  --status    list the migrations, applied and pending, and the functions; change nothing\n"
    "  --dry-run   say what would be done; change nothing\n"
    "\n"
    "It refuses to touch a database whose migrations differ from the ones this program\n"
    "carries, or whose tables are newer and no longer fit this program.\n"
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
	rc = status ? migrate_status(pg) : dry_run ? migrate_pending(pg) : migrate_run(pg);
	pg_close(&pg);
	return rc;
}

const struct cli_command cmd_migrate = {
    .name = "migrate", .summary = "create the tables, or bring an older database up to date", .help = HELP, .run = run};
