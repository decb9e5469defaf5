/* The blocking door: results, COPY, and above all what a person reads when something
 * fails. Standard error is caught in a file to see it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "beat/function_set.h"
#include "beat/pg.h"
#include "sql_beatctl.h"
#include "sql_beatd.h"

static struct pg *pg;
static FILE *caught;
static int real_stderr;
static char said[2000];

static void catch_stderr(void)
{
	fflush(stderr);
	caught = tmpfile();
	assert_non_null(caught);
	real_stderr = dup(STDERR_FILENO);
	dup2(fileno(caught), STDERR_FILENO);
}

/* What was printed since catch_stderr. */
static const char *told(void)
{
	size_t n;

	fflush(stderr);
	dup2(real_stderr, STDERR_FILENO);
	close(real_stderr);
	rewind(caught);
	n = fread(said, 1, sizeof(said) - 1, caught);
	said[n] = '\0';
	fclose(caught);
	return said;
}

static void exec_ok(const char *sql)
{
	assert_int_equal(pg_exec(pg, sql), 0);
}

static int setup(void **state)
{
	(void)state;
	pg = pg_open(getenv("BEAT_TEST_DB"), "beatctl");
	assert_non_null(pg);
	exec_ok("drop schema if exists beat cascade; create schema beat;"
		"create table thing (id int constraint thing_pkey primary key, name text)");
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	exec_ok("drop schema if exists beat cascade");
	pg_close(&pg);
	assert_null(pg);
	pg_close(&pg);
	return 0;
}

static void rows_are_read(void **state)
{
	struct pg_rows *rows = pg_select(pg, "select 7 as a, null::text as b, true as c, 'Zoë' as d union all "
					     "select 8, 'x', false, '' order by 1");

	(void)state;
	assert_non_null(rows);
	assert_int_equal(pg_rows_count(rows), 2);
	assert_int_equal(pg_int(rows, 0, 0), 7);
	assert_null(pg_str(rows, 0, 1));
	assert_int_equal(pg_int(rows, 0, 1), 0);
	assert_true(pg_bool(rows, 0, 2));
	assert_false(pg_bool(rows, 1, 2));
	assert_string_equal(pg_str(rows, 0, 3), "Zoë");
	pg_rows_free(&rows);
	assert_null(rows);
	pg_rows_free(&rows);
	assert_string_equal(pg_sqlstate(pg), "");
}

static void named_queries_run(void **state)
{
	struct pg_rows *rows = pg_query(pg, q_ping());

	(void)state;
	assert_non_null(rows);
	assert_int_equal(pg_rows_count(rows), 1);
	pg_rows_free(&rows);
	/* the schema is empty: every other query fails, and says which it was */
	catch_stderr();
	rows = pg_query(pg, q_token_key(.fresh = "00"));
	assert_non_null(strstr(told(), "beatctl: the database refused token_key: "));
	assert_null(rows);
}

/* A function that loses a deadlock until its nth run. */
static void lose_until(int n)
{
	char sql[400];

	snprintf(sql, sizeof(sql),
		 "create or replace function token_key(fresh text) returns text language plpgsql as $$ begin "
		 "if nextval('runs') < %d then raise exception 'lost' using errcode = '40P01'; end if; return fresh; "
		 "end $$; alter sequence runs restart",
		 n);
	exec_ok(sql);
}

static void a_lost_deadlock_goes_again(void **state)
{
	struct pg_rows *rows;

	(void)state;
	exec_ok("create sequence runs");
	lose_until(5);
	rows = pg_query(pg, q_token_key(.fresh = "00"));
	assert_non_null(rows);
	assert_string_equal(q_token_key_row(rows, 0).key, "00");
	pg_rows_free(&rows);

	lose_until(1000);
	catch_stderr();
	rows = pg_query(pg, q_token_key(.fresh = "00"));
	assert_non_null(strstr(told(), "lost (SQLSTATE 40P01)"));
	assert_null(rows);
	rows = pg_select(pg, "select last_value from runs");
	assert_int_equal(pg_int(rows, 0, 0), 5);
	pg_rows_free(&rows);

	/* What was done before it in the same transaction is gone: its caller has to know. */
	lose_until(2);
	exec_ok("begin");
	catch_stderr();
	rows = pg_query(pg, q_token_key(.fresh = "00"));
	assert_non_null(strstr(told(), "lost (SQLSTATE 40P01)"));
	assert_null(rows);
	exec_ok("rollback; drop function beat.token_key; drop sequence runs");
}

static void text_that_is_none_is_explained(void **state)
{
	struct pg_rows *rows;

	(void)state;
	exec_ok("create function token_key(fresh text) returns text return fresh");
	catch_stderr();
	rows = pg_query(pg, q_token_key(.fresh = "\xff"));
	assert_string_equal(
	    told(), "beatctl: a text that was given is not valid UTF-8: is the terminal, or the file, in UTF-8?\n");
	assert_null(rows);
	exec_ok("drop function beat.token_key");
}

static void the_session_is_set_up(void **state)
{
	struct pg_rows *rows =
	    pg_select(pg, "select current_setting('search_path'), current_setting('timezone'),"
			  " current_setting('client_encoding'), current_setting('application_name')");

	(void)state;
	assert_non_null(rows);
	assert_non_null(strstr(pg_str(rows, 0, 0), function_set_name()));
	assert_non_null(strstr(pg_str(rows, 0, 0), ",beat"));
	assert_string_equal(pg_str(rows, 0, 1), "UTC");
	assert_string_equal(pg_str(rows, 0, 2), "UTF8");
	assert_string_equal(pg_str(rows, 0, 3), "beatctl");
	pg_rows_free(&rows);
}

static void errors_for_people_come_alone(void **state)
{
	(void)state;
	catch_stderr();
	assert_int_equal(pg_exec(pg, "do $$ begin raise exception 'The project demo is closed: reopen it first.'"
				     " using errcode = 'BE001', detail = 'not for people'; end $$"),
			 -1);
	assert_string_equal(told(), "beatctl: The project demo is closed: reopen it first.\n");
	assert_string_equal(pg_sqlstate(pg), "BE001");
	exec_ok("insert into thing values (1, 'a')");
	catch_stderr();
	assert_int_equal(pg_exec(pg, "insert into thing values (1, 'b')"), -1);
	assert_string_equal(told(), "beatctl: duplicate key value violates unique constraint \"thing_pkey\"\n");
	assert_string_equal(pg_sqlstate(pg), "23505");
}

static void other_errors_say_what_and_where(void **state)
{
	(void)state;
	catch_stderr();
	assert_int_equal(pg_exec(pg, "select 1;\nselect\n  nonsense"), -1);
	assert_string_equal(told(), "beatctl: the database refused a statement: column \"nonsense\" does not exist "
				    "(SQLSTATE 42703)\n");
	assert_int_equal(pg_error_position(pg), 20);
	catch_stderr();
	assert_null(pg_select(pg, "select 1/0"));
	assert_non_null(strstr(told(), "division by zero"));
	assert_int_equal(pg_error_position(pg), 0);
	catch_stderr();
	exec_ok("do $$ begin raise warning 'mind the gap'; raise notice 'not this'; end $$");
	assert_string_equal(told(), "beatctl: mind the gap\n");
}

static void failed_connections_are_explained(void **state)
{
	static const char *const uris[] = {"postgresql:///beat?host=/nonexistent", "postgresql://127.0.0.1:1/beat",
					   "postgresql://beat:s3cret@[::1", "="};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(uris); i++) {
		struct pg *none;

		catch_stderr();
		none = pg_open(uris[i], "beatctl");
		told();
		assert_null(none);
		assert_memory_equal(said, "beatctl: cannot connect to the database: ", 41);
		assert_non_null(strstr(said, "(set BEAT_DB, for example "));
		assert_ptr_equal(strchr(said, '\n'), said + strlen(said) - 1); /* one line */
		assert_null(strstr(said, "s3cret"));
	}
}

static void a_lost_connection_is_reported(void **state)
{
	(void)state;
	catch_stderr();
	assert_null(pg_select(pg, "select pg_terminate_backend(pg_backend_pid())"));
	assert_non_null(strstr(told(), "beatctl: the connection to the database was lost: "));
	catch_stderr();
	assert_int_equal(pg_exec(pg, "select 1"), -1);
	assert_int_equal(pg_copy_begin(pg, "copy thing from stdin"), -1);
	told();
	pg_close(&pg);
	setup(NULL);
}

static void copy_keeps_every_character(void **state)
{
	static const char hostile[] = "tab\there\nline\r\\N back\\slash \\. \x01 \xf0\x9f\xa6\x8a";
	struct pg_rows *rows;
	char id[16];

	(void)state;
	exec_ok("delete from thing");
	assert_int_equal(pg_copy_begin(pg, "copy thing (id, name) from stdin"), 0);
	assert_int_equal(pg_copy_row(pg, (const char *[]){"1", hostile}, 2), 0);
	assert_int_equal(pg_copy_row(pg, (const char *[]){"2", NULL}, 2), 0);
	assert_int_equal(pg_copy_row(pg, (const char *[]){"3", ""}, 2), 0);
	assert_int_equal(pg_copy_row(pg, (const char *[]){"4", "\\N"}, 2), 0);
	assert_int_equal(pg_copy_row(pg, (const char *[]){"5", "\\."}, 2), 0);
	for (int i = 6; i <= 5000; i++) {
		snprintf(id, sizeof(id), "%d", i);
		assert_int_equal(pg_copy_row(pg, (const char *[]){id, "many"}, 2), 0);
	}
	assert_int_equal(pg_copy_end(pg, true), 0);
	rows = pg_select(pg, "select name, (select count(*) from thing) from thing where id < 6 order by id");
	assert_non_null(rows);
	assert_string_equal(pg_str(rows, 0, 0), hostile);
	assert_null(pg_str(rows, 1, 0));
	assert_string_equal(pg_str(rows, 2, 0), "");
	assert_string_equal(pg_str(rows, 3, 0), "\\N");
	assert_string_equal(pg_str(rows, 4, 0), "\\.");
	assert_int_equal(pg_int(rows, 0, 1), 5000);
	pg_rows_free(&rows);
}

static void copies_fail_or_are_abandoned(void **state)
{
	struct pg_rows *rows;

	(void)state;
	exec_ok("delete from thing");
	catch_stderr();
	assert_int_equal(pg_copy_begin(pg, "copy nothing from stdin"), -1);
	assert_non_null(strstr(told(), "\"nothing\" does not exist"));
	assert_int_equal(pg_copy_begin(pg, "copy thing (id, name) from stdin"), 0);
	assert_int_equal(pg_copy_row(pg, (const char *[]){"not a number", "x"}, 2), 0);
	catch_stderr();
	assert_int_equal(pg_copy_end(pg, true), -1);
	assert_non_null(strstr(told(), "invalid input syntax for type integer"));
	assert_int_equal(pg_copy_begin(pg, "copy thing (id, name) from stdin"), 0);
	assert_int_equal(pg_copy_row(pg, (const char *[]){"1", "x"}, 2), 0);
	catch_stderr();
	assert_int_equal(pg_copy_end(pg, false), 0);
	assert_string_equal(told(), "");
	rows = pg_select(pg, "select count(*) from thing");
	assert_int_equal(pg_int(rows, 0, 0), 0);
	pg_rows_free(&rows);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(rows_are_read),
	    cmocka_unit_test(named_queries_run),
	    cmocka_unit_test(a_lost_deadlock_goes_again),
	    cmocka_unit_test(text_that_is_none_is_explained),
	    cmocka_unit_test(the_session_is_set_up),
	    cmocka_unit_test(errors_for_people_come_alone),
	    cmocka_unit_test(other_errors_say_what_and_where),
	    cmocka_unit_test(failed_connections_are_explained),
	    cmocka_unit_test(a_lost_connection_is_reported),
	    cmocka_unit_test(copy_keeps_every_character),
	    cmocka_unit_test(copies_fail_or_are_abandoned),
	};

	if (getenv("BEAT_TEST_DB") == NULL) {
		fprintf(stderr, "SKIPPED: test_pg needs a database: run it as tests/lib/with-cluster test_pg\n");
		return 77;
	}
	return cmocka_run_group_tests(tests, setup, teardown);
}
