/* pg: see include/beat/pg.h. Blocking on purpose: command-line programs have nothing
 * else to do. Every failure passes through pg_report(), which prints it and keeps its
 * SQLSTATE. A statement that is its own transaction and lost a deadlock goes again;
 * nothing else is retried. */
#include "beat/pg.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beat/buf.h"
#include "beat/function_set.h"
#include "pg_impl.h"
#include "pg_params.h"

/* libpq's messages span lines; a sentence for a person is one. */
static void add_one_line(struct buf *out, const char *text)
{
	while (*text != '\0') {
		size_t word = strcspn(text, " \t\r\n"), space = strspn(text + word, " \t\r\n");

		buf_add(out, text, word);
		text += word + space;
		if (word > 0 && *text != '\0')
			buf_addc(out, ' ');
	}
}

static void say(const char *program, const struct buf *line)
{
	fflush(stdout);
	fprintf(stderr, "%s: %s\n", program, line->n > 0 ? line->p : "an unknown error");
}

static const char *field(const PGresult *res, int which)
{
	const char *value = PQresultErrorField(res, which);

	return value != NULL ? value : "";
}

static void add_field(struct buf *out, const char *before, const PGresult *res, int which)
{
	const char *value = field(res, which);

	if (*value != '\0') {
		buf_adds(out, before);
		add_one_line(out, value);
	}
}

void pg_report(struct pg *pg, const char *doing, const PGresult *res)
{
	const char *sqlstate = field(res, PG_DIAG_SQLSTATE);
	struct buf line = BUF_INIT;

	snprintf(pg->sqlstate, sizeof(pg->sqlstate), "%s", sqlstate);
	pg->error_position = atoi(field(res, PG_DIAG_STATEMENT_POSITION));
	if (PQstatus(pg->conn) == CONNECTION_BAD) {
		buf_adds(&line, "the connection to the database was lost: ");
		add_one_line(&line, PQerrorMessage(pg->conn));
	} else if (strncmp(sqlstate, "BE", 2) == 0 || *field(res, PG_DIAG_CONSTRAINT_NAME) != '\0') {
		add_field(&line, "", res, PG_DIAG_MESSAGE_PRIMARY);
	} else if (strcmp(sqlstate, "22021") == 0) {
		buf_adds(&line, "a text that was given is not valid UTF-8: is the terminal, or the file, in UTF-8?");
	} else if (*sqlstate != '\0') {
		buf_addf(&line, "the database refused %s: ", doing);
		add_field(&line, "", res, PG_DIAG_MESSAGE_PRIMARY);
		add_field(&line, "; ", res, PG_DIAG_MESSAGE_DETAIL);
		add_field(&line, "; ", res, PG_DIAG_MESSAGE_HINT);
		buf_addf(&line, " (SQLSTATE %s)", sqlstate);
	} else {
		buf_addf(&line, "%s failed: ", doing);
		add_one_line(&line, PQerrorMessage(pg->conn));
	}
	say(pg->program, &line);
	buf_release(&line);
}

static void pg_on_notice(void *arg, const PGresult *res)
{
	const struct pg *pg = arg;
	struct buf line = BUF_INIT;

	add_field(&line, "", res, PG_DIAG_MESSAGE_PRIMARY);
	say(pg->program, &line);
	buf_release(&line);
}

static void say_no_connection(const char *program, const char *why)
{
	struct buf line = BUF_INIT;

	buf_adds(&line, "cannot connect to the database: ");
	add_one_line(&line, why);
	buf_adds(&line, " (set BEAT_DB, for example BEAT_DB=postgresql://user@host:5432/beat)");
	say(program, &line);
	buf_release(&line);
}

struct pg *pg_open(const char *uri, const char *app_name)
{
	struct pg_params params;
	PGconn *conn = NULL;
	struct pg *pg = NULL;

	pg_params_init(&params, uri != NULL ? uri : "", app_name, "-c client_min_messages=warning");
	if (params.valid)
		conn = PQconnectdbParams(params.keys, params.values, 1);
	if (PQstatus(conn) == CONNECTION_OK) {
		pg = xcalloc(1, sizeof(*pg));
		pg->conn = conn;
		pg->program = xstrdup(app_name);
		PQsetNoticeReceiver(conn, pg_on_notice, pg);
		PQclear(PQexec(conn, function_set_use_sql()));
	} else {
		say_no_connection(app_name, params.valid ? PQerrorMessage(conn) : PG_PARAMS_INVALID);
		PQfinish(conn);
	}
	pg_params_release(&params);
	return pg;
}

void pg_close(struct pg **ptr)
{
	struct pg *pg = *ptr;

	if (pg == NULL)
		return;
	PQfinish(pg->conn);
	buf_release(&pg->row);
	free(pg->program);
	free(pg);
	*ptr = NULL;
}

void pg_values_init(struct pg_values *values, const struct sql_ask *ask)
{
	values->v = xcalloc((size_t)ask->of->param_count + 1, sizeof(*values->v));
	values->bytes = xmalloc(sql_params_size(ask) + 1);
	sql_params_write(ask, values->bytes, values->v);
}

void pg_values_release(struct pg_values *values)
{
	free(values->v);
	free(values->bytes);
}

static bool is_good(const PGresult *res)
{
	ExecStatusType status = PQresultStatus(res);

	return status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK || status == PGRES_EMPTY_QUERY;
}

/* Takes res. */
static struct pg_rows *rows_of(struct pg *pg, const struct sql_statement *of, const char *doing, PGresult *res)
{
	struct pg_rows *rows;

	if (!is_good(res)) {
		pg_report(pg, doing, res);
		PQclear(res);
		return NULL;
	}
	rows = xmalloc(sizeof(*rows));
	rows->sql = (struct sql_rows){.of = of, .impl = res};
	return rows;
}

/* The server runs many workers' calls in one transaction, so a person's change can meet
 * it in a circle; the database then ends one of the two, which has done nothing. */
static bool may_go_again(const PGresult *res)
{
	const char *sqlstate = field(res, PG_DIAG_SQLSTATE);

	return strcmp(sqlstate, "40P01") == 0 || strcmp(sqlstate, "40001") == 0;
}

struct pg_rows *pg_query(struct pg *pg, struct sql_ask ask)
{
	enum { TRIES = 5 };
	bool alone = PQtransactionStatus(pg->conn) == PQTRANS_IDLE;
	struct pg_values values;
	PGresult *res;

	pg_values_init(&values, &ask);
	for (int i = 1;; i++) {
		res = PQexecParams(pg->conn, ask.of->sql, ask.of->param_count, NULL, values.v, NULL, NULL, 0);
		if (i == TRIES || !alone || !may_go_again(res))
			break;
		PQclear(res);
	}
	pg_values_release(&values);
	return rows_of(pg, ask.of, ask.of->name, res);
}

struct pg_rows *pg_select(struct pg *pg, const char *sql)
{
	return rows_of(pg, NULL, "a query", PQexecParams(pg->conn, sql, 0, NULL, NULL, NULL, NULL, 0));
}

void pg_rows_free(struct pg_rows **rows)
{
	if (*rows == NULL)
		return;
	PQclear((PGresult *)(*rows)->sql.impl);
	free(*rows);
	*rows = NULL;
}

int pg_exec(struct pg *pg, const char *sql)
{
	PGresult *res = PQexec(pg->conn, sql);
	int rc = is_good(res) ? 0 : -1;

	if (rc != 0)
		pg_report(pg, "a statement", res);
	PQclear(res);
	return rc;
}

int pg_copy_begin(struct pg *pg, const char *sql)
{
	PGresult *res = PQexec(pg->conn, sql);
	int rc = PQresultStatus(res) == PGRES_COPY_IN ? 0 : -1;

	if (rc != 0)
		pg_report(pg, "a copy", res);
	PQclear(res);
	return rc;
}

/* The text format of COPY: what separates fields and rows, and the backslash itself, are escaped. */
static void add_copy_field(struct buf *out, const char *s)
{
	if (s == NULL) {
		buf_adds(out, "\\N");
		return;
	}
	for (;;) {
		size_t plain = strcspn(s, "\\\t\n\r");

		buf_add(out, s, plain);
		s += plain;
		if (*s == '\0')
			return;
		buf_adds(out, *s == '\t' ? "\\t" : *s == '\n' ? "\\n" : *s == '\r' ? "\\r" : "\\\\");
		s++;
	}
}

int pg_copy_row(struct pg *pg, const char *const *fields, int n)
{
	buf_clear(&pg->row);
	for (int i = 0; i < n; i++) {
		if (i > 0)
			buf_addc(&pg->row, '\t');
		add_copy_field(&pg->row, fields[i]);
	}
	buf_addc(&pg->row, '\n');
	if (PQputCopyData(pg->conn, pg->row.p, (int)pg->row.n) == 1)
		return 0;
	pg_report(pg, "a copy", NULL);
	return -1;
}

/* An abandoned copy ends with an error by design; only a lost connection is worth a word. */
int pg_copy_end(struct pg *pg, bool keep)
{
	PGresult *res;
	int rc = 0;

	if (PQputCopyEnd(pg->conn, keep ? NULL : "abandoned") != 1) {
		pg_report(pg, "a copy", NULL);
		rc = -1;
	}
	while ((res = PQgetResult(pg->conn)) != NULL) {
		if (rc == 0 && !is_good(res) && (keep || PQstatus(pg->conn) == CONNECTION_BAD)) {
			pg_report(pg, "a copy", res);
			rc = -1;
		}
		PQclear(res);
	}
	return rc;
}

int pg_rows_count(const struct pg_rows *rows)
{
	return PQntuples(rows->sql.impl);
}

const char *pg_str(const struct pg_rows *rows, int row, int col)
{
	assert(rows->sql.of == NULL && col < PQnfields(rows->sql.impl));
	return PQgetisnull(rows->sql.impl, row, col) ? NULL : PQgetvalue(rows->sql.impl, row, col);
}

int64_t pg_int(const struct pg_rows *rows, int row, int col)
{
	const char *s = pg_str(rows, row, col);

	return s != NULL ? strtoll(s, NULL, 10) : 0;
}

bool pg_bool(const struct pg_rows *rows, int row, int col)
{
	const char *s = pg_str(rows, row, col);

	return s != NULL && *s == 't';
}

const char *pg_sqlstate(const struct pg *pg)
{
	return pg->sqlstate;
}

int pg_error_position(const struct pg *pg)
{
	return pg->error_position;
}
