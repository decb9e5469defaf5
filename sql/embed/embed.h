/* embed: turns SQL files into C, while the programs are built. It needs nothing but the C library.
 *
 * Statements. A file holds statements of which each has a head:
 *
 *   -- for: beatd beatctl
 *
 *   -- name: vote_begin(assignment_id bigint, platform_ref text?) -> (status text, passage_text text?, stored bool)
 *   -- Words for people may follow.
 *   select status, passage_text, stored
 *     from vote_begin($1, $2);
 *
 * `-- for:` says which programs carry the statements that follow in that file. The parameters are $1, $2, … in that
 * order; a type with `?` may be NULL. After the arrow stand the columns of a row; `-> stream (…)` are rows that are
 * read with pg_stream_begin(). `-> each (…)` is a statement for many at once: written for arrays, `$1::bigint[]`, it
 * gives a row for each element in their order, while head and callers speak of one; the pool of connections puts
 * together what waits (server/io/db_many.c). Without an arrow there is nothing to read. A head may go on over several
 * lines that begin with `--`, until its brackets are closed. The statement ends with the first line that ends in `;`.
 * Rows that many statements share are told once, in any file, and then called by their name:
 *
 *   -- row: answer(answer json)
 *   -- name: admin_batches(project text) -> answer
 *
 * What comes out of it for C is told in include/beat/sql.h. Written to the folder:
 *   sql_rows.h, .c       the rows, for all programs
 *   sql_set_N.h, .c      the statements of one set of programs (N: a bit for each program in the order given)
 *   sql_PROGRAM.h, .c    what a program includes: its sets, and the list PROGRAM_statements[] to be prepared
 *
 * Sets of files. `struct sql_file sql_files_NAME[]` with names (without folder and ending) and texts, in
 * sql_files_NAME.h and .c. */
#ifndef BEAT_EMBED_H
#define BEAT_EMBED_H

#include <stdbool.h>
#include <stdio.h>

enum { EMBED_FIELDS = 64, EMBED_NAME = 64, EMBED_PROGRAMS = 8, EMBED_ERROR = 600 };

struct embed_type {
	const char *word;          /* in the head */
	const char *kind;          /* enum sql_kind */
	const char *plain, *maybe; /* in C: never NULL, may be NULL */
};

struct embed_field {
	char name[EMBED_NAME];
	const struct embed_type *type;
	bool maybe;
};

struct embed_fields {
	struct embed_field at[EMBED_FIELDS];
	int n;
};

struct embed_row {
	char name[EMBED_NAME];
	struct embed_fields columns;
	bool read, streamed; /* how statements give it */
	const char *path;
	int line;
};

struct embed_statement {
	char name[EMBED_NAME], row[EMBED_NAME]; /* row: "" for none */
	struct embed_fields params;
	unsigned programs;
	bool stream, each;
	char *sql;
	const char *path;
	int line;
};

struct embed {
	const char *programs[EMBED_PROGRAMS];
	int program_count;
	struct embed_row *rows;
	int row_count;
	struct embed_statement *statements;
	int statement_count;
	char error[EMBED_ERROR]; /* FILE:LINE: what is wrong */
};

/* The programs' names, as they stand after `-- for:`. */
void embed_init(struct embed *e, const char *const *programs, int n);
void embed_release(struct embed *e);
/* Reads the text of a file; path must stay. -1 with e->error. */
int embed_read(struct embed *e, const char *path, const char *text);
/* After the last file: what can be seen only then. -1 with e->error. */
int embed_check(struct embed *e);

void embed_write_rows(const struct embed *e, FILE *h, FILE *c);
/* The statements of exactly these programs. */
bool embed_has_set(const struct embed *e, unsigned programs);
void embed_write_set(const struct embed *e, unsigned programs, FILE *h, FILE *c);
void embed_write_program(const struct embed *e, int program, FILE *h, FILE *c);

void embed_write_files_head(const char *set, FILE *h, FILE *c);
void embed_write_file(const char *name, const char *text, FILE *c);
void embed_write_files_end(FILE *c);

/* As a literal of C, a line of SQL in each line: readable, and below the compiler's limit for one literal. */
void embed_write_text(const char *text, FILE *c);

#endif
