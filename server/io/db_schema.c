/* db_schema: do the tables fit this program? Asked first on every connection, so that a database that was never
 * prepared, was not migrated or belongs to a later release is named in one sentence with what to do, not by the first
 * statement that happens to fail. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beat/function_set.h"
#include "db_impl.h"
#include "sql_files_migrations.h"

static long db_schema_latest(void)
{
	long latest = 0;

	for (const struct sql_file *m = sql_files_migrations; m->name != NULL; m++)
		latest = strtol(m->name, NULL, 10);
	return latest;
}

const char *db_schema_sql(void)
{
	return "select coalesce(max(version), 0), coalesce(max(breaks), 0) from beat.schema_migration";
}

bool db_schema_fits(const PGresult *res, char *why)
{
	long ours = db_schema_latest(), theirs = strtol(PQgetvalue(res, 0, 0), NULL, 10);
	long least = strtol(PQgetvalue(res, 0, 1), NULL, 10);

	if (theirs < ours)
		snprintf(
		    why, DB_WHY_MAX,
		    "the tables of this database are older than this program (migration %04ld, needed is %04ld): run "
		    "'beatctl migrate' of version " BEAT_VERSION,
		    theirs, ours);
	else if (least > ours)
		snprintf(
		    why, DB_WHY_MAX,
		    "this database is newer than this program (migration %04ld, known is %04ld) and no longer fits it: "
		    "start the beatd that is as new as the 'beatctl' that migrated it; this one is " BEAT_VERSION,
		    theirs, ours);
	else
		return true;
	return false;
}

bool db_schema_complaint(const PGresult *res, char *why)
{
	static const struct {
		const char *sqlstate, *sentence;
	} known[] = {
	    {"3F000",
	     "this database is empty: run 'beatctl migrate', then 'beatctl import' and 'beatctl project create'"},
	    {"42P01",
	     "this database is empty: run 'beatctl migrate', then 'beatctl import' and 'beatctl project create'"},
	    {"42883",
	     "this database lacks the functions of this program: run 'beatctl migrate' of version " BEAT_VERSION},
	};
	const char *sqlstate = PQresultErrorField(res, PG_DIAG_SQLSTATE);

	for (size_t i = 0; sqlstate != NULL && i < ARRAY_LEN(known); i++) {
		if (strcmp(known[i].sqlstate, sqlstate) == 0) {
			snprintf(why, DB_WHY_MAX, "%s", known[i].sentence);
			return true;
		}
	}
	return false;
}
