/* pg: the door to libpq for command-line programs: one blocking connection.
 * Errors are printed once, here, in words ("beatctl: …"); callers only pass on -1. */
#ifndef BEAT_PG_H
#define BEAT_PG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "beat/mem.h"
#include "beat/sql.h"

struct pg;

/* A result; release with pg_rows_free(). Rows of a statement are read with the generated q_STATEMENT_row(rows, i). */
struct pg_rows {
	struct sql_rows sql;
};

/* Connects with the search path of this program (function_set.h); prints why and returns NULL on failure. */
struct pg *pg_open(const char *uri, const char *app_name);
void pg_close(struct pg **pg);

/* Runs a statement. NULL after printing on failure; if the
 * server raised an error meant for people (SQLSTATE class BE, or a named
 * constraint), the message is that sentence alone. */
struct pg_rows *pg_query(struct pg *pg, struct sql_ask ask);
void pg_rows_free(struct pg_rows **rows);

/* Runs SQL text of our own (migrations, begin/commit); several statements allowed. */
int pg_exec(struct pg *pg, const char *sql) BEAT_NODISCARD;

/* Runs one SELECT of our own that cannot be a statement of sql/queries, because the schema may not
 * be there yet (the history of migrations). NULL after printing on failure. Its columns, and only
 * those, are read by number, NULL for SQL NULL. */
struct pg_rows *pg_select(struct pg *pg, const char *sql);
const char *pg_str(const struct pg_rows *rows, int row, int col);
int64_t pg_int(const struct pg_rows *rows, int row, int col);
bool pg_bool(const struct pg_rows *rows, int row, int col);

/* COPY … FROM STDIN: begin with the SQL, send rows, end. Fields are escaped by pg_copy_row. */
int pg_copy_begin(struct pg *pg, const char *sql) BEAT_NODISCARD;
int pg_copy_row(struct pg *pg, const char *const *fields, int n) BEAT_NODISCARD;
int pg_copy_end(struct pg *pg, bool keep) BEAT_NODISCARD; /* keep=false abandons the copy */

/* A statement of any number of rows, one at a time, with flat memory (COPY … TO STDOUT in binary). The parameters are
 * put into the SQL as literals. Texts and byteas are as they are, without a NUL at the end. Nothing else can be asked
 * of this connection until the last row. */
int pg_stream_begin(struct pg *pg, struct sql_ask ask) BEAT_NODISCARD;
/* Then the generated q_ROW_next(pg, &bytes, &row), which calls pg_stream_next() of sql.h; row by row: */
void pg_stream_free(void *bytes);

int pg_rows_count(const struct pg_rows *rows);

/* SQLSTATE of the last failure on this connection, "" if none. */
const char *pg_sqlstate(const struct pg *pg);
/* Where in its SQL text the last failure was: a character counted from 1, 0 if unknown. */
int pg_error_position(const struct pg *pg);

#endif
