/* csv: see the header. */
#include "beat/csv.h"

#include <string.h>

static enum csv_got csv_ended(struct csv *c)
{
	if (c->p == c->end)
		return CSV_LAST;
	if (*c->p == ',') {
		c->p++;
		return CSV_FIELD;
	}
	if (*c->p == '\r')
		c->p++;
	if (c->p < c->end && *c->p == '\n') {
		c->p++;
		c->line++;
		return CSV_LAST;
	}
	return CSV_BAD;
}

static enum csv_got csv_quoted(struct csv *c, struct buf *out)
{
	for (c->p++; c->p < c->end; c->p++) {
		if (*c->p == '\n')
			c->line++;
		if (*c->p != '"') {
			buf_addc(out, *c->p);
			continue;
		}
		if (c->p + 1 < c->end && c->p[1] == '"')
			buf_addc(out, *c->p++);
		else {
			c->p++;
			return csv_ended(c);
		}
	}
	return CSV_BAD;
}

enum csv_got csv_next(struct csv *c, struct buf *out)
{
	const char *from = c->p;

	buf_clear(out);
	if (c->line == 0)
		c->line = 1;
	if (c->p == c->end)
		return CSV_END;
	if (*c->p == '"')
		return csv_quoted(c, out);
	while (c->p < c->end && *c->p != ',' && *c->p != '\n' && *c->p != '\r')
		c->p++;
	buf_add(out, from, (size_t)(c->p - from));
	return csv_ended(c);
}

void csv_put(struct buf *out, const char *s)
{
	if (strpbrk(s, ",\"\r\n") == NULL) {
		buf_adds(out, s);
		return;
	}
	buf_addc(out, '"');
	for (; *s != '\0'; s++) {
		if (*s == '"')
			buf_addc(out, '"');
		buf_addc(out, *s);
	}
	buf_addc(out, '"');
}
