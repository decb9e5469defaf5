/* sql: statements the compiler checks. From the heads in sql/queries (see sql/embed/embed.h) the build makes, for the
 * statement vote_begin(assignment_id bigint, platform_ref text?) -> (status text, stored bool?, …):
 *
 *   q_vote_begin(.assignment_id = 5, .platform_ref = NULL)      a struct sql_ask for db_start(), pg_query(), …
 *   struct q_vote_begin_row row = q_vote_begin_row(result, 0);  row 0 of a db_result or of pg_rows
 *   q_vote_begin_next(pg, &bytes, &row)                         the next row of a stream, see pg_stream_next()
 *
 * Every parameter is given, by its name: a wrong name, a wrong type, a missing one, one too many and one given twice do
 * not compile. A value with a comma in it outside of round brackets needs some of its own. The ask points to its
 * parameters, which live as long as the block in which it was written: start it there.
 *
 * In C bigint is int64_t, int and smallint are int32_t, bool and double are themselves, everything else is text as the
 * database writes it. A number that may be NULL (int?) is a struct sql_int and so on; a text may always be NULL. In
 * rows each text x has its length in x_len; a row is a view into the result and lives as long. Where a number is NULL
 * though its head does not say so, it is 0 or false.
 *
 * Each program has a list of its statements, PROGRAM_statements[] in the generated sql_PROGRAM.h, and includes that
 * header: what is not in it, it cannot call. tests/unit/test_statements.c compares the heads with the database. */
#ifndef BEAT_SQL_H
#define BEAT_SQL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sql_int {
	bool given;
	int64_t n;
};
struct sql_double {
	bool given;
	double n;
};
struct sql_bool {
	bool given, yes;
};

static inline struct sql_int sql_int(int64_t n)
{
	return (struct sql_int){.given = true, .n = n};
}

/* NULL unless there is a number. */
static inline struct sql_int sql_int_if(bool given, int64_t n)
{
	return (struct sql_int){.given = given, .n = given ? n : 0};
}

static inline struct sql_double sql_double_if(bool given, double n)
{
	return (struct sql_double){.given = given, .n = given ? n : 0};
}

static inline struct sql_bool sql_bool(bool yes)
{
	return (struct sql_bool){.given = true, .yes = yes};
}

#define SQL_NO_INT    ((struct sql_int){.given = false})
#define SQL_NO_DOUBLE ((struct sql_double){.given = false})
#define SQL_NO_BOOL   ((struct sql_bool){.given = false})

/* What is generated, and the doors to libpq read. */

#if defined(__has_attribute) && __has_attribute(designated_init)
#define SQL_BY_NAME __attribute__((designated_init))
#else
#define SQL_BY_NAME
#endif

enum sql_kind { SQL_TEXT, SQL_INT64, SQL_INT32, SQL_BOOL, SQL_DOUBLE };

struct sql_field {
	const char *name, *type; /* type: as in the head, without its ? */
	enum sql_kind kind;
	bool maybe;
	size_t at, len_at; /* in the struct; len_at: of the length of a text in a row */
};

struct sql_row {
	const char *name;
	int column_count;
	const struct sql_field *columns;
};

struct sql_statement {
	const char *name, *sql;
	int param_count;
	const struct sql_field *params;
	const struct sql_row *row; /* NULL: there is nothing to read */
	bool each;                 /* takes arrays, and gives a row for each element */
};

/* A statement and its parameters. */
struct sql_ask {
	const struct sql_statement *of;
	const void *params;       /* its struct, or … */
	const char *const *texts; /* … all of them as text in the order of the head, see sql_ask_texts() */
};

/* Rows that came back. */
struct sql_rows {
	const struct sql_statement *of;
	const void *impl; /* PGresult */
	int first;        /* the row of it that is row 0 here */
};

/* For parameters that are found at run time: n texts, as many as the statement has parameters. Statements told in
 * tables use it, with sql_param() to find the place of a name (-1: there is none). */
struct sql_ask sql_ask_texts(const struct sql_statement *of, const char *const *texts, int n);
int sql_param(const struct sql_statement *of, const char *name);

/* The values in text form, for libpq: first how many bytes they take, then values[0 … param_count - 1], which point
 * into these bytes or are NULL. */
size_t sql_params_size(const struct sql_ask *ask);
void sql_params_write(const struct sql_ask *ask, char *bytes, const char **values);

/* Reads row i into *out, the struct of row, which must be that of the statement. */
void sql_read(const struct sql_rows *rows, int i, const struct sql_row *row, void *out);

/* A column in text form, whatever its type, for lists told in tables: SQL_COLUMN(vote_begin, status) says which. NULL
 * for SQL NULL. */
#define SQL_COLUMN(row, column) offsetof(struct q_##row##_row, column)
const char *sql_text(const struct sql_rows *rows, int i, size_t column);

/* One value in the format of COPY BINARY (NULL: SQL NULL), into its member of *out. */
void sql_read_binary(const struct sql_field *f, const char *bytes, size_t n, void *out);

/* What the generated q_ROW_next(pg, &bytes, &row) calls, after pg_stream_begin(). 1: *out holds the row, whose texts
 * lie in *bytes until pg_stream_free(bytes); 0: there is none left; -1 after printing. */
struct pg;
int pg_stream_next(struct pg *pg, const struct sql_row *row, void **bytes, void *out);

/* A file that the program carries, from the generated sql_files_SET.h. */
struct sql_file {
	const char *name, *text;
};

#endif
