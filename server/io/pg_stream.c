/* pg: rows of a query one at a time. COPY in binary is the quickest way out of the
 * server: nothing is escaped, and no result is gathered. Its head (signature, flags, an
 * extension) comes in front of the first row, its end is a row of -1 columns. */
#include <assert.h>
#include <endian.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "pg_impl.h"

enum { SIGNATURE = 11, HEAD = SIGNATURE + 4 + 4 };

static uint32_t read_u32(const char *p)
{
	uint32_t v;

	memcpy(&v, p, sizeof(v));
	return be32toh(v);
}

static int read_i16(const char *p)
{
	uint16_t v;

	memcpy(&v, p, sizeof(v));
	return (int16_t)be16toh(v);
}

/* "$2" in the SQL of ours stands for the second parameter; there are fewer than ten. */
static int add_statement(struct pg *pg, struct buf *sql, const struct sql_statement *of, const char *const *values)
{
	buf_adds(sql, "copy (");
	for (const char *s = of->sql; *s != '\0'; s++) {
		char *literal;
		const char *value;

		if (*s != '$' || s[1] < '1' || s[1] > '9') {
			buf_addc(sql, *s);
			continue;
		}
		value = values[*++s - '1'];
		literal = value == NULL ? NULL : PQescapeLiteral(pg->conn, value, strlen(value));
		if (value != NULL && literal == NULL)
			return -1;
		buf_adds(sql, literal != NULL ? literal : "null");
		PQfreemem(literal);
	}
	buf_adds(sql, ") to stdout (format binary)");
	return 0;
}

int pg_stream_begin(struct pg *pg, struct sql_ask ask)
{
	struct pg_values values;
	struct buf sql = BUF_INIT;
	PGresult *res = NULL;
	int rc = -1;

	assert(ask.of->param_count < 10);
	pg_values_init(&values, &ask);
	if (add_statement(pg, &sql, ask.of, values.v) == 0) {
		res = PQexec(pg->conn, sql.p);
		rc = PQresultStatus(res) == PGRES_COPY_OUT ? 0 : -1;
	}
	if (rc != 0)
		pg_report(pg, ask.of->name, res);
	pg_values_release(&values);
	PQclear(res);
	buf_release(&sql);
	pg->stream_begun = false;
	return rc;
}

/* After the last row: did the server send them all? */
static int stream_end(struct pg *pg)
{
	PGresult *res;
	int rc = 0;

	while ((res = PQgetResult(pg->conn)) != NULL) {
		if (rc == 0 && PQresultStatus(res) != PGRES_COMMAND_OK) {
			pg_report(pg, "a stream of rows", res);
			rc = -1;
		}
		PQclear(res);
	}
	return rc;
}

static int read_fields(const char *p, const char *end, const struct sql_row *row, void *out)
{
	for (int i = 0; i < row->column_count; i++) {
		uint32_t size = end - p >= 4 ? read_u32(p) : 0;

		if (end - p < 4)
			return -1;
		p += 4;
		if (size == UINT32_MAX) {
			sql_read_binary(&row->columns[i], NULL, 0, out);
			continue;
		}
		if ((size_t)(end - p) < size)
			return -1;
		sql_read_binary(&row->columns[i], p, size, out);
		p += size;
	}
	return p == end ? 0 : -1;
}

/* 1, 0 at the end, -1 if the bytes make no sense. */
static int read_row(struct pg *pg, const char *p, const char *end, const struct sql_row *row, void *out)
{
	if (!pg->stream_begun) {
		if (end - p < HEAD || memcmp(p, "PGCOPY\n\377\r\n", SIGNATURE) != 0 ||
		    (size_t)(end - p) - HEAD < read_u32(p + HEAD - 4))
			return -1;
		p += HEAD + read_u32(p + HEAD - 4);
		pg->stream_begun = true;
	}
	if (end - p < 2)
		return -1;
	if (read_i16(p) == -1)
		return 0;
	return read_i16(p) == row->column_count && read_fields(p + 2, end, row, out) == 0 ? 1 : -1;
}

int pg_stream_next(struct pg *pg, const struct sql_row *row, void **bytes, void *out)
{
	for (;;) {
		char *data = NULL;
		int got = PQgetCopyData(pg->conn, &data, 0), rc;

		if (got == -1)
			return stream_end(pg);
		if (got < 0) {
			pg_report(pg, "a stream of rows", NULL);
			return -1;
		}
		rc = read_row(pg, data, data + got, row, out);
		if (rc == 1) {
			*bytes = data;
			return 1;
		}
		PQfreemem(data);
		if (rc < 0) {
			pg_report(pg, "reading a stream of rows", NULL);
			return -1;
		}
	}
}

void pg_stream_free(void *bytes)
{
	PQfreemem(bytes);
}
