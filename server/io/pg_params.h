/* pg_params: how this project's programs introduce themselves to PostgreSQL;
 * shared by db (event-driven) and pg (blocking). */
#ifndef BEAT_PG_PARAMS_H
#define BEAT_PG_PARAMS_H

#include <stdbool.h>

struct pg_params {
	const char *keys[8], *values[8]; /* for PQconnect…Params with expand_dbname */
	char *options, *app_name;
	bool valid; /* false: PG_PARAMS_INVALID is all that may be said, libpq would quote the password */
};

#define PG_PARAMS_INVALID "the connection string is no PostgreSQL URI, nor a list of keys and values"

/* settings: "-c name=value …", in effect after the options of the URI, before its
 * statements. Schema, encoding and time zone are always set. The URI must outlive
 * the struct. */
void pg_params_init(struct pg_params *p, const char *uri, const char *app_name, const char *settings);
void pg_params_release(struct pg_params *p);

#endif
