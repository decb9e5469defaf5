/* csv: fields of comma-separated text, as RFC 4180 has them. */
#ifndef BEAT_CSV_H
#define BEAT_CSV_H

#include <stdbool.h>
#include <stddef.h>

#include "beat/buf.h"

struct csv {
	const char *p, *end;
	size_t line; /* of the field that was read last, from 1 */
};
enum csv_got { CSV_FIELD, CSV_LAST, CSV_END, CSV_BAD };
/* The next field, unquoted, into out (cleared before). CSV_LAST: it ends its line. */
enum csv_got csv_next(struct csv *c, struct buf *out);
/* A field, quoted if need be. */
void csv_put(struct buf *out, const char *s);

#endif
