/* What the heads in sql/queries say and what the database knows: every statement of every program is prepared on a
 * fresh schema, and the types of its parameters and the names and types of its columns are compared. That the
 * comparison can fail is shown with heads that are wrong (tests/unit/sql/wrong.sql). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beat/buf.h"
#include "sql_beatctl.h"
#include "sql_beatd.h"
#include "sql_files_functions.h"
#include "sql_files_migrations.h"
#include "sql_wrong.h"

static PGconn *conn;

static void exec_ok(const char *sql)
{
	PGresult *res = PQexec(conn, sql);

	if (PQresultStatus(res) != PGRES_COMMAND_OK && PQresultStatus(res) != PGRES_TUPLES_OK)
		fail_msg("%s", PQerrorMessage(conn));
	PQclear(res);
}

/* The number of a type of a head. */
static Oid type_of(const char *word)
{
	const char *name = strcmp(word, "double") == 0     ? "double precision"
			   : strcmp(word, "double[]") == 0 ? "double precision[]"
							   : word;
	PGresult *res = PQexecParams(conn, "select $1::regtype::oid", 1, NULL, &name, NULL, NULL, 0);
	Oid oid = PQresultStatus(res) == PGRES_TUPLES_OK ? (Oid)strtoul(PQgetvalue(res, 0, 0), NULL, 10) : 0;

	PQclear(res);
	return oid;
}

static void compare_params(const struct sql_statement *s, const PGresult *res, struct buf *wrong)
{
	if (PQnparams(res) != s->param_count)
		buf_addf(wrong, "%s takes %d parameters, its head names %d; ", s->name, PQnparams(res), s->param_count);
	for (int i = 0; i < s->param_count && i < PQnparams(res); i++) {
		char type[64];

		snprintf(type, sizeof(type), "%s%s", s->params[i].type, s->each ? "[]" : "");
		if (PQparamtype(res, i) != type_of(type))
			buf_addf(wrong, "%s: the parameter %s is no %s; ", s->name, s->params[i].name, type);
	}
}

static void compare_columns(const struct sql_statement *s, const PGresult *res, struct buf *wrong)
{
	bool nothing = PQnfields(res) == 0 || (PQnfields(res) == 1 && PQftype(res, 0) == type_of("void"));
	int n = s->row != NULL ? s->row->column_count : 0;

	if (s->row == NULL && nothing)
		return;
	if (PQnfields(res) != n)
		buf_addf(wrong, "%s gives %d columns, its head names %d; ", s->name, PQnfields(res), n);
	for (int i = 0; i < n && i < PQnfields(res); i++) {
		const struct sql_field *c = &s->row->columns[i];

		if (strcmp(PQfname(res, i), c->name) != 0)
			buf_addf(wrong, "%s: a column is called %s, not %s; ", s->name, PQfname(res, i), c->name);
		if (PQftype(res, i) != type_of(c->type))
			buf_addf(wrong, "%s: the column %s is no %s; ", s->name, c->name, c->type);
	}
}

/* What is wrong with a statement, a sentence each; "" if nothing is. */
static char *compare(const struct sql_statement *s)
{
	PGresult *res = PQprepare(conn, s->name, s->sql, 0, NULL);
	struct buf wrong = BUF_INIT;

	buf_adds(&wrong, "");
	if (PQresultStatus(res) != PGRES_COMMAND_OK) {
		buf_addf(&wrong, "%s cannot be prepared: %s", s->name, PQerrorMessage(conn));
	} else {
		PQclear(res);
		res = PQdescribePrepared(conn, s->name);
		compare_params(s, res, &wrong);
		compare_columns(s, res, &wrong);
	}
	PQclear(res);
	return buf_detach(&wrong);
}

static int setup(void **state)
{
	(void)state;
	conn = PQconnectdb(getenv("BEAT_TEST_DB"));
	assert_int_equal(PQstatus(conn), CONNECTION_OK);
	exec_ok("set client_min_messages = warning; drop schema if exists beat cascade; create schema beat; "
		"set search_path = beat");
	for (const struct sql_file *m = sql_files_migrations; m->name != NULL; m++)
		exec_ok(m->text);
	exec_ok("create schema set; set search_path = set, beat; set check_function_bodies = off");
	for (const struct sql_file *f = sql_files_functions; f->name != NULL; f++)
		exec_ok(f->text);
	exec_ok("select project_settings_columns()");
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	exec_ok("drop schema if exists beat, set cascade");
	PQfinish(conn);
	return 0;
}

static void compare_all(const struct sql_statement *const *list)
{
	int wrong = 0;

	assert_non_null(list[0]);
	exec_ok("deallocate all");
	for (; *list != NULL; list++) {
		char *what = compare(*list);

		if (*what != '\0')
			print_error("%s\n", what);
		wrong += *what != '\0';
		free(what);
	}
	assert_int_equal(wrong, 0);
}

static void the_heads_of_beatd_are_true(void **state)
{
	(void)state;
	compare_all(beatd_statements);
}

static void the_heads_of_beatctl_are_true(void **state)
{
	(void)state;
	compare_all(beatctl_statements);
}

static bool carries(const struct sql_statement *const *list, const struct sql_statement *s)
{
	while (*list != NULL && *list != s)
		list++;
	return *list != NULL;
}

/* What beatctl alone asks cannot keep beatd from starting, nor the other way round. */
static void programs_prepare_their_own(void **state)
{
	(void)state;
	assert_true(carries(beatctl_statements, &q_model_list_statement));
	assert_false(carries(beatd_statements, &q_model_list_statement));
	assert_true(carries(beatd_statements, &q_attempt_begin_statement));
	assert_false(carries(beatctl_statements, &q_attempt_begin_statement));
	assert_true(carries(beatd_statements, &q_token_key_statement));
	assert_true(carries(beatctl_statements, &q_token_key_statement));
}

static void wrong_heads_are_found(void **state)
{
	static const char *const what[] = {
	    "wrong_param: the parameter id is no bigint; ",
	    "wrong_column_type: the column n is no text; ",
	    "wrong_column_name: a column is called n, not number; ",
	    "wrong_column_count gives 2 columns, its head names 1; ",
	    "wrong_nothing gives 1 columns, its head names 0; ",
	};
	size_t n = 0;

	(void)state;
	for (; wrong_statements[n] != NULL; n++) {
		char *found = compare(wrong_statements[n]);

		assert_true(n < sizeof(what) / sizeof(*what));
		assert_string_equal(found, what[n]);
		free(found);
	}
	assert_int_equal(n, sizeof(what) / sizeof(*what));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_heads_of_beatd_are_true),
	    cmocka_unit_test(the_heads_of_beatctl_are_true),
	    cmocka_unit_test(programs_prepare_their_own),
	    cmocka_unit_test(wrong_heads_are_found),
	};

	if (getenv("BEAT_TEST_DB") == NULL) {
		fprintf(stderr, "SKIPPED: test_statements needs a database: run it as tests/lib/with-cluster\n");
		return 77;
	}
	return cmocka_run_group_tests(tests, setup, teardown);
}
