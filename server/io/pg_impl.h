/* pg_impl: what the files of the door to libpq for command-line programs share. */
#ifndef BEAT_PG_IMPL_H
#define BEAT_PG_IMPL_H

#include <libpq-fe.h>

#include "beat/buf.h"
#include "beat/pg.h"

struct pg {
	PGconn *conn;
	char *program;
	char sqlstate[6];
	int error_position;
	bool stream_begun; /* the head of the binary stream is read */
	struct buf row;    /* COPY: the row being written */
};

/* The parameters of a statement as text, until they are released. */
struct pg_values {
	const char **v;
	char *bytes;
};
void pg_values_init(struct pg_values *values, const struct sql_ask *ask);
void pg_values_release(struct pg_values *values);

/* Prints what went wrong and keeps its SQLSTATE. res may be NULL: then the connection itself has failed. */
void pg_report(struct pg *pg, const char *doing, const PGresult *res);

#endif
