/* sql: see include/beat/sql.h. Parameters to text, rows to structs: both by the tables that sql/embed writes. */
#include "beat/sql.h"

#include <assert.h>
#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SQL_INT_SIZE = 21, SQL_DOUBLE_SIZE = 32, SQL_BOOL_SIZE = 6 };

struct sql_ask sql_ask_texts(const struct sql_statement *of, const char *const *texts, int n)
{
	assert(n == of->param_count);
	return (struct sql_ask){.of = of, .texts = texts};
}

int sql_param(const struct sql_statement *of, const char *name)
{
	for (int i = 0; i < of->param_count; i++) {
		if (strcmp(of->params[i].name, name) == 0)
			return i;
	}
	return -1;
}

static const char *sql_text_param(const struct sql_ask *ask, int i)
{
	if (ask->texts != NULL)
		return ask->texts[i];
	return *(const char *const *)((const char *)ask->params + ask->of->params[i].at);
}

size_t sql_params_size(const struct sql_ask *ask)
{
	static const size_t sizes[] = {[SQL_INT64] = SQL_INT_SIZE,
				       [SQL_INT32] = SQL_INT_SIZE,
				       [SQL_BOOL] = SQL_BOOL_SIZE,
				       [SQL_DOUBLE] = SQL_DOUBLE_SIZE};
	size_t size = 0;

	assert(ask->params != NULL || ask->texts != NULL || ask->of->param_count == 0);
	for (int i = 0; i < ask->of->param_count; i++) {
		if (ask->texts != NULL || ask->of->params[i].kind == SQL_TEXT) {
			const char *text = sql_text_param(ask, i);

			size += text != NULL ? strlen(text) + 1 : 0;
		} else {
			size += sizes[ask->of->params[i].kind];
		}
	}
	return size;
}

static int64_t sql_int_param(const struct sql_field *f, const char *p)
{
	if (f->maybe)
		return ((const struct sql_int *)p)->n;
	return f->kind == SQL_INT64 ? *(const int64_t *)p : *(const int32_t *)p;
}

/* Decimal digits; snprintf would take longer than all the rest of a call. */
static size_t sql_write_int(int64_t n, char *out)
{
	char digits[SQL_INT_SIZE];
	uint64_t rest = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
	size_t at = 0, len = 0;

	do
		digits[at++] = (char)('0' + rest % 10);
	while ((rest /= 10) > 0);
	if (n < 0)
		out[len++] = '-';
	while (at > 0)
		out[len++] = digits[--at];
	out[len] = '\0';
	return len + 1;
}

static bool sql_is_null(const struct sql_field *f, const char *p)
{
	switch (f->kind) {
	case SQL_TEXT:
		return *(const char *const *)p == NULL;
	case SQL_INT64:
	case SQL_INT32:
		return f->maybe && !((const struct sql_int *)p)->given;
	case SQL_BOOL:
		return f->maybe && !((const struct sql_bool *)p)->given;
	case SQL_DOUBLE:
		return f->maybe && !((const struct sql_double *)p)->given;
	}
	return true;
}

/* How many bytes were written. */
static size_t sql_write_param(const struct sql_field *f, const char *p, char *out)
{
	bool yes;

	switch (f->kind) {
	case SQL_TEXT:
		return (size_t)(stpcpy(out, *(const char *const *)p) - out) + 1;
	case SQL_INT64:
	case SQL_INT32:
		return sql_write_int(sql_int_param(f, p), out);
	case SQL_BOOL:
		yes = f->maybe ? ((const struct sql_bool *)p)->yes : *(const bool *)p;
		return (size_t)(stpcpy(out, yes ? "true" : "false") - out) + 1;
	case SQL_DOUBLE:
		return (size_t)snprintf(out, SQL_DOUBLE_SIZE, "%.17g",
					f->maybe ? ((const struct sql_double *)p)->n : *(const double *)p) +
		       1;
	}
	return 0;
}

void sql_params_write(const struct sql_ask *ask, char *bytes, const char **values)
{
	const struct sql_statement *of = ask->of;

	for (int i = 0; i < of->param_count; i++) {
		const struct sql_field *f = ask->texts == NULL ? &of->params[i] : NULL;
		const char *text = ask->texts != NULL ? ask->texts[i] : NULL, *p = ask->params;
		size_t n = 0;

		if (text != NULL)
			n = (size_t)(stpcpy(bytes, text) - bytes) + 1;
		else if (f != NULL && !sql_is_null(f, p + f->at))
			n = sql_write_param(f, p + f->at, bytes);
		values[i] = n > 0 ? bytes : NULL;
		bytes += n;
	}
}

static void sql_store_text(const struct sql_field *f, const char *text, size_t len, char *row)
{
	*(const char **)(row + f->at) = text;
	*(size_t *)(row + f->len_at) = len;
}

static void sql_store_int(const struct sql_field *f, bool given, int64_t n, char *row)
{
	char *out = row + f->at;

	if (f->maybe)
		*(struct sql_int *)out = sql_int_if(given, n);
	else if (f->kind == SQL_INT64)
		*(int64_t *)out = n;
	else
		*(int32_t *)out = (int32_t)n;
}

static void sql_store_bool(const struct sql_field *f, bool given, bool yes, char *row)
{
	if (f->maybe)
		*(struct sql_bool *)(row + f->at) = (struct sql_bool){given, yes};
	else
		*(bool *)(row + f->at) = yes;
}

static void sql_store_double(const struct sql_field *f, bool given, double n, char *row)
{
	if (f->maybe)
		*(struct sql_double *)(row + f->at) = sql_double_if(given, n);
	else
		*(double *)(row + f->at) = n;
}

static void sql_read_field(const struct sql_field *f, const char *text, size_t len, char *row)
{
	bool given = text != NULL;

	switch (f->kind) {
	case SQL_TEXT:
		sql_store_text(f, text, len, row);
		break;
	case SQL_INT64:
	case SQL_INT32:
		sql_store_int(f, given, given ? strtoll(text, NULL, 10) : 0, row);
		break;
	case SQL_BOOL:
		sql_store_bool(f, given, given && *text == 't', row);
		break;
	case SQL_DOUBLE:
		sql_store_double(f, given, given ? strtod(text, NULL) : 0, row);
		break;
	}
}

void sql_read(const struct sql_rows *rows, int i, const struct sql_row *row, void *out)
{
	const PGresult *res = rows->impl;

	i += rows->first;
	assert(rows->of->row == row && i >= 0 && i < PQntuples(res) && PQnfields(res) == row->column_count);
	for (int c = 0; c < row->column_count; c++) {
		bool null = PQgetisnull(res, i, c);

		sql_read_field(&row->columns[c], null ? NULL : PQgetvalue(res, i, c),
			       null ? 0 : (size_t)PQgetlength(res, i, c), out);
	}
}

/* An integer of any width, the highest byte first. */
static int64_t sql_binary_int(const char *bytes, size_t n)
{
	uint64_t v = n > 0 && (bytes[0] & 0x80) != 0 ? UINT64_MAX : 0;

	for (size_t i = 0; i < n; i++)
		v = v << 8 | (uint8_t)bytes[i];
	return (int64_t)v;
}

static double sql_binary_double(const char *bytes, size_t n)
{
	int64_t bits = n == sizeof(double) ? sql_binary_int(bytes, n) : 0;
	double v;

	memcpy(&v, &bits, sizeof(v));
	return v;
}

void sql_read_binary(const struct sql_field *f, const char *bytes, size_t n, void *out)
{
	bool given = bytes != NULL;

	switch (f->kind) {
	case SQL_TEXT:
		sql_store_text(f, bytes, n, out);
		break;
	case SQL_INT64:
	case SQL_INT32:
		sql_store_int(f, given, given ? sql_binary_int(bytes, n) : 0, out);
		break;
	case SQL_BOOL:
		sql_store_bool(f, given, given && n == 1 && *bytes != 0, out);
		break;
	case SQL_DOUBLE:
		sql_store_double(f, given, given ? sql_binary_double(bytes, n) : 0, out);
		break;
	}
}

const char *sql_text(const struct sql_rows *rows, int i, size_t column)
{
	const struct sql_row *row = rows->of->row;
	int c = 0;

	while (c < row->column_count && row->columns[c].at != column)
		c++;
	assert(c < row->column_count);
	i += rows->first;
	return PQgetisnull(rows->impl, i, c) ? NULL : PQgetvalue(rows->impl, i, c);
}
