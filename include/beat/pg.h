/* pg: the door to libpq for command-line programs: one blocking connection.
 * Errors are printed once, here, in words ("beatctl: …"); callers only pass on -1. */
#ifndef BEAT_PG_H
#define BEAT_PG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "beat/mem.h"
#include "queries.h"

struct pg;
struct pg_rows; /* a result; release with pg_rows_free */

/* Connects with search_path beat; prints why and returns NULL on failure. */
struct pg *pg_open(const char *uri, const char *app_name);
void pg_close(struct pg **pg);

/* Runs a named query with text parameters. NULL after printing on failure; if the
 * server raised an error meant for people (SQLSTATE class BE, or a named
 * constraint), the message is that sentence alone. */
struct pg_rows *pg_query(struct pg *pg, enum query q, const char *const *params);
void pg_rows_free(struct pg_rows **rows);

/* Runs SQL text of our own (migrations, begin/commit); several statements allowed. */
int pg_exec(struct pg *pg, const char *sql) BEAT_NODISCARD;

/* Runs one SELECT of our own that cannot be a named query, because the schema may not
 * be there yet (the history of migrations). NULL after printing on failure. */
struct pg_rows *pg_select(struct pg *pg, const char *sql);

/* COPY … FROM STDIN: begin with the SQL, send rows, end. Fields are escaped by pg_copy_row. */
int pg_copy_begin(struct pg *pg, const char *sql) BEAT_NODISCARD;
int pg_copy_row(struct pg *pg, const char *const *fields, int n) BEAT_NODISCARD;
int pg_copy_end(struct pg *pg, bool keep) BEAT_NODISCARD; /* keep=false abandons the copy */

/* A named query of any number of rows, one at a time, with flat memory (COPY … TO STDOUT in binary). The
 * parameters are put into the SQL as literals. Texts and byteas are as they are, without a NUL at the end;
 * pg_field_int() and its like read numbers. Nothing else can be asked of this connection until the last row,
 * or pg_stream_stop(). */
struct pg_field {
	const char *p; /* NULL for SQL NULL */
	size_t n;
};
int pg_stream_begin(struct pg *pg, enum query q, const char *const *params) BEAT_NODISCARD;
/* 1: *row holds the row and fields its columns, n of them, until pg_stream_free(row); 0: there is none left;
 * -1 after printing. */
int pg_stream_row(struct pg *pg, void **row, struct pg_field *fields, int n) BEAT_NODISCARD;
void pg_stream_free(void *row);
void pg_stream_stop(struct pg *pg);
int64_t pg_field_int(struct pg_field f); /* of any integer type; 0 for NULL */
double pg_field_double(struct pg_field f);
bool pg_field_bool(struct pg_field f);

int pg_rows_count(const struct pg_rows *rows);
int pg_rows_cols(const struct pg_rows *rows);
const char *pg_col_name(const struct pg_rows *rows, int col);
const char *pg_str(const struct pg_rows *rows, int row, int col); /* NULL for SQL NULL */
size_t pg_len(const struct pg_rows *rows, int row, int col);
int64_t pg_int(const struct pg_rows *rows, int row, int col);
bool pg_bool(const struct pg_rows *rows, int row, int col);

/* SQLSTATE of the last failure on this connection, "" if none. */
const char *pg_sqlstate(const struct pg *pg);
/* Where in its SQL text the last failure was: a character counted from 1, 0 if unknown. */
int pg_error_position(const struct pg *pg);

#endif
