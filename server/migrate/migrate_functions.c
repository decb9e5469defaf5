/* migrate_functions: see migrate_functions.h. */
#include "migrate_functions.h"

#include <string.h>

#include "beat/buf.h"
#include "beat/cli.h"
#include "beat/function_set.h"
#include "sql_beatctl.h"
#include "sql_files_functions.h"

int migrate_functions_there(struct pg *pg)
{
	struct buf sql = BUF_INIT;
	struct pg_rows *rows;
	int there = -1;

	buf_addf(&sql, "select to_regnamespace('%s') is not null", function_set_name());
	rows = pg_select(pg, sql.p);
	if (rows)
		there = pg_bool(rows, 0, 0);
	pg_rows_free(&rows);
	buf_release(&sql);
	return there;
}

/* Whoever may use the schema of the tables may use that of the functions. The files name no schema, so they land in the
 * first of the path; in which order they call each other does not matter, because bodies are not looked at yet. */
static int migrate_functions_begin(struct pg *pg)
{
	const char *name = function_set_name();
	struct buf sql = BUF_INIT;
	int rc;

	buf_addf(&sql,
		 "begin; create schema %s; do $$ declare who oid; begin"
		 " for who in select a.grantee from pg_namespace n, aclexplode(n.nspacl) a"
		 "  where n.nspname = 'beat' and a.privilege_type = 'USAGE' and a.grantee <> n.nspowner loop"
		 "  execute format('grant usage on schema %s to %%s',"
		 "   case when who = 0 then 'public' else who::regrole::text end); end loop; end $$;"
		 "set local search_path = %s, beat; set local check_function_bodies = off",
		 name, name, name);
	rc = pg_exec(pg, sql.p);
	buf_release(&sql);
	return rc;
}

static int migrate_functions_commit(struct pg *pg)
{
	struct buf sql = BUF_INIT;
	int rc;

	buf_addf(&sql,
		 "insert into beat.function_set (name, program) values ('%s', '" BEAT_VERSION "')"
		 " on conflict (name) do update set installed_at = clock_timestamp(), dropped_at = null,"
		 " program = excluded.program; commit",
		 function_set_name());
	rc = pg_exec(pg, sql.p);
	buf_release(&sql);
	return rc;
}

static int migrate_functions_create(struct pg *pg)
{
	if (migrate_functions_begin(pg) != 0)
		return migrate_failed(pg, "the schema for functions", NULL);
	for (const struct sql_file *f = sql_files_functions; f->name != NULL; f++) {
		struct buf file = BUF_INIT;
		int rc = pg_exec(pg, f->text);

		buf_addf(&file, "functions/%s.sql", f->name);
		if (rc != 0)
			rc = migrate_failed(pg, file.p, f->text);
		buf_release(&file);
		if (rc != 0)
			return rc;
	}
	if (pg_exec(pg, "select project_settings_columns()") != 0)
		return migrate_failed(pg, "making the columns of project settings", NULL);
	if (migrate_functions_commit(pg) != 0)
		return migrate_failed(pg, "the record of functions", NULL);
	printf("installed the functions of this program as %s\n", function_set_name());
	return CLI_OK;
}

static int migrate_functions_drop_unused(struct pg *pg)
{
	struct pg_rows *rows = pg_query(pg, q_function_set_drop_unused(.ours = function_set_name()));

	if (!rows)
		return CLI_FAILED;
	for (int row = 0; row < pg_rows_count(rows); row++)
		printf("dropped the functions %s, which nobody used\n", q_function_set_drop_unused_row(rows, row).name);
	pg_rows_free(&rows);
	return CLI_OK;
}

int migrate_functions_install(struct pg *pg)
{
	int there = migrate_functions_there(pg);

	if (there < 0 || (there == 0 && migrate_functions_create(pg) != CLI_OK))
		return CLI_FAILED;
	return migrate_functions_drop_unused(pg);
}

int migrate_functions_show(struct pg *pg)
{
	static const struct cli_column columns[] = {{"FUNCTIONS", SQL_COLUMN(function_set_list, name)},
						    {"PROGRAM", SQL_COLUMN(function_set_list, program)},
						    {"INSTALLED", SQL_COLUMN(function_set_list, installed_at)},
						    {"STATE", SQL_COLUMN(function_set_list, state)}};
	struct pg_rows *rows;
	int there = migrate_functions_there(pg);

	if (there <= 0) {
		if (there == 0)
			printf("\nthe functions of this program, %s, are not installed\n", function_set_name());
		return there < 0 ? CLI_FAILED : CLI_OK;
	}
	rows = pg_query(pg, q_function_set_list(.ours = function_set_name()));
	if (!rows)
		return CLI_FAILED;
	printf("\n");
	cli_print_table(stdout, rows, columns, ARRAY_LEN(columns));
	pg_rows_free(&rows);
	return CLI_OK;
}
