/* db_fixture: what the tests of db share: a schema of its own in the cluster of
 * tests/lib/with-cluster, statements to call, a blocking side connection to look and
 * meddle with, and probes that record what a callback was told. */
#ifndef BEAT_TEST_DB_FIXTURE_H
#define BEAT_TEST_DB_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <event2/event.h>
#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "beat/db.h"
#include "beat/log.h"
#include "beat/loop.h"
#include "beat/mem.h"

enum { PATIENCE_MS = 60000, DEADLINE_MS = 20000 };

enum statement {
	T_ECHO,
	T_IS_NULL,
	T_LENGTH,
	T_REPEAT,
	T_SERIES,
	T_DIVIDE,
	T_SLEEP,
	T_PID,
	T_SETTINGS,
	T_MARK,
	T_TALLY,
	T_CHILD,
	T_BUMP,
	T_FLAKY,
	T_CHANGING,
	T_EACH,
	T_EACH_MARK,
	T_EACH_BUMP,
	T_EACH_SLEEP,
	T_EACH_SHORT,
	T_COUNT
};

/* By hand, so that the tests of db need no schema but their own; parameters are all text. */
static const struct sql_statement statement_table[T_COUNT] = {
    [T_ECHO] = {.name = "t_echo", .param_count = 1, .sql = "select $1::text"},
    [T_IS_NULL] = {.name = "t_is_null", .param_count = 2, .sql = "select $1::text is null, $2::text"},
    [T_LENGTH] = {.name = "t_length", .param_count = 1, .sql = "select length($1)"},
    [T_REPEAT] = {.name = "t_repeat", .param_count = 1, .sql = "select repeat('x', $1::int)"},
    [T_SERIES] = {.name = "t_series",
		  .param_count = 1,
		  .sql = "select g, 'row ' || g, null::text from generate_series(1, $1::int) g"},
    [T_DIVIDE] = {.name = "t_divide", .param_count = 2, .sql = "select $1::int / $2::int"},
    [T_SLEEP] = {.name = "t_sleep", .param_count = 1, .sql = "select pg_sleep($1::float8)"},
    [T_PID] = {.name = "t_pid", .param_count = 0, .sql = "select pg_backend_pid()"},
    [T_SETTINGS] = {.name = "t_settings",
		    .param_count = 0,
		    .sql =
			"select regexp_replace(current_setting('search_path'), 'beat_f_[0-9a-f]{12}', 'set') || '|' || "
			"current_setting('timezone') || '|' || "
			"current_setting('client_encoding') || '|' || current_setting('application_name') || '|' || "
			"current_setting('statement_timeout')"},
    [T_MARK] = {.name = "t_mark",
		.param_count = 1,
		.sql = "insert into mark (id) values ($1::bigint) returning pg_current_xact_id()"},
    [T_TALLY] = {.name = "t_tally", .param_count = 1, .sql = "insert into tally (id) values ($1::bigint) returning id"},
    [T_CHILD] = {.name = "t_child",
		 .param_count = 2,
		 .sql = "insert into child (id, parent) values ($1::bigint, $2::bigint) returning id"},
    [T_BUMP] = {.name = "t_bump",
		.param_count = 1,
		.sql = "update counter set n = n + 1 where id = $1::bigint returning n"},
    [T_FLAKY] = {.name = "t_flaky", .param_count = 2, .sql = "select flaky($1::bigint, $2::text)"},
    [T_CHANGING] = {.name = "t_changing", .param_count = 0, .sql = "select * from changing"},
    [T_EACH] = {.name = "t_each",
		.param_count = 2,
		.each = true,
		.sql =
		    "select coalesce(a, 'null') || '|' || coalesce(b, 'null') from unnest($1::text[], $2::text[]) with "
		    "ordinality as g (a, b, place) order by place"},
    [T_EACH_MARK] =
	{.name = "t_each_mark",
	 .param_count = 1,
	 .each = true,
	 .sql = "insert into mark (id) select x from unnest($1::bigint[]) as x returning pg_current_xact_id()"},
    [T_EACH_BUMP] = {.name = "t_each_bump",
		     .param_count = 1,
		     .each = true,
		     .sql = "update counter set n = n + 1 from unnest($1::bigint[]) as x where id = x returning n"},
    [T_EACH_SLEEP] = {.name = "t_each_sleep",
		      .param_count = 1,
		      .each = true,
		      .sql = "select pg_sleep(x) from unnest($1::float8[]) as x"},
    [T_EACH_SHORT] = {.name = "t_each_short", .param_count = 1, .each = true, .sql = "select $1::text[] limit 0"},
};

/* For db_conf: pointers to n of them, and a NULL. */
static inline const struct sql_statement *const *statement_list(const struct sql_statement *table, int n)
{
	static const struct sql_statement *list[T_COUNT + 1];

	for (int i = 0; i <= n; i++)
		list[i] = i < n ? &table[i] : NULL;
	return list;
}

static inline struct sql_ask ask_of(const struct sql_statement *s, const char *const *params)
{
	return sql_ask_texts(s, params, s->param_count);
}

/* A value of the result as text. */
static inline const char *value_at(const struct db_result *r, int row, int col)
{
	row += r->sql.first;
	return PQgetisnull(r->sql.impl, row, col) ? NULL : PQgetvalue(r->sql.impl, row, col);
}

static const char schema[] =
    "drop schema if exists beat cascade; create schema beat; set search_path = beat;"
    "create table mark (id bigint constraint mark_pkey primary key, constraint mark_positive check (id > 0));"
    "create table tally (id bigint);"
    "create table parent (id bigint primary key); insert into parent values (1);"
    "create table child (id bigint primary key, parent bigint constraint child_has_parent references parent"
    " deferrable initially deferred);"
    "create table counter (id bigint primary key, n bigint not null default 0);"
    "insert into counter select g from generate_series(1, 100) g;"
    "create table changing (a int); insert into changing values (1);"
    "create sequence flaky_runs;"
    /* Fails with the given SQLSTATE until it has run so many times; a sequence is not rolled back. */
    "create function flaky(good_run bigint, state text) returns bigint language plpgsql as $$"
    " declare run bigint := nextval('flaky_runs'); begin"
    " if run < good_run then raise exception 'not yet' using errcode = state; end if; return run; end $$;";

static struct event_base *base;
static struct db *db;
static PGconn *side;

/* What happened to one call. */
struct probe {
	struct db_call *call;
	int runs, rows;
	enum db_status status;
	char value[64], sqlstate[8], constraint[64];
	long long at_ms;
	struct db_call **cancels; /* cancelled by this one's callback */
};

static int open_probes; /* started, neither answered nor cancelled */

static void on_probe(void *arg, const struct db_result *r)
{
	struct probe *p = arg;
	const char *value = r->status == DB_OK && r->rows > 0 ? value_at(r, 0, 0) : NULL;
	struct db_call *over = p->call;

	assert_non_null(over); /* never before db_start has returned */
	p->call = NULL;
	db_cancel(&over); /* too late, and harmless */
	p->runs++;
	p->rows = r->rows;
	p->status = r->status;
	p->at_ms = loop_now_ms();
	snprintf(p->value, sizeof(p->value), "%s", value != NULL ? value : "");
	snprintf(p->sqlstate, sizeof(p->sqlstate), "%s", r->sqlstate);
	snprintf(p->constraint, sizeof(p->constraint), "%s", r->constraint);
	open_probes--;
	if (p->cancels != NULL && *p->cancels != NULL) {
		db_cancel(p->cancels);
		assert_null(*p->cancels);
		open_probes--;
	}
}

static inline void start(struct probe *p, enum db_lane lane, enum statement s, const char *a, const char *b)
{
	const char *params[2] = {a, b};

	open_probes++;
	p->call = db_start(db, lane, ask_of(&statement_table[s], params), DEADLINE_MS, on_probe, p);
	assert_non_null(p->call);
	assert_int_equal(p->runs, 0);
}

static inline void start_for(struct probe *p, enum db_lane lane, enum statement s, const char *a, int timeout_ms)
{
	open_probes++;
	p->call = db_start(db, lane, ask_of(&statement_table[s], (const char *[]){a, NULL}), timeout_ms, on_probe, p);
}

static inline void start_number(struct probe *p, enum db_lane lane, enum statement s, long long n)
{
	char text[24];

	snprintf(text, sizeof(text), "%lld", n);
	start(p, lane, s, text, NULL);
}

static inline void cancel(struct probe *p)
{
	db_cancel(&p->call);
	assert_null(p->call);
	open_probes--;
}

static void on_pulse(evutil_socket_t fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	(void)arg;
}

/* Runs the loop until done(arg), failing the test when that takes for ever. */
static void run_until(bool (*done)(void *arg), void *arg)
{
	const struct timeval pulse = {0, 20000};
	struct event *ev = event_new(base, -1, EV_PERSIST, on_pulse, NULL);
	int64_t end = loop_now_ms() + PATIENCE_MS;

	event_add(ev, &pulse);
	while (!done(arg) && loop_now_ms() < end)
		event_base_loop(base, EVLOOP_ONCE);
	event_free(ev);
	assert_true(done(arg));
}

static inline bool all_answered(void *arg)
{
	(void)arg;
	return open_probes == 0;
}

/* Every connection, which is more than db_is_ready asks for. */
static inline bool is_ready(void *arg)
{
	struct db_lane_stats s;

	(void)arg;
	for (int i = 0; i < DB_LANES; i++) {
		db_stats(db, (enum db_lane)i, &s);
		if (s.ready < s.conns)
			return false;
	}
	return db_is_ready(db);
}

static inline bool is_idle(void *arg)
{
	(void)arg;
	return db_is_idle(db);
}

static inline bool time_is_up(void *arg)
{
	return loop_now_ms() >= *(int64_t *)arg;
}

static inline void finish(void)
{
	run_until(all_answered, NULL);
}

static inline void run_for(int ms)
{
	int64_t end = loop_now_ms() + ms;

	run_until(time_is_up, &end);
}

static inline struct db_conf default_conf(void)
{
	return (struct db_conf){.uri = getenv("BEAT_TEST_DB"),
				.conns = {2, 1, 1, 1},
				.queue_max = 100000,
				.connect_timeout_ms = 5000,
				.app_name = "test",
				.statements = statement_list(statement_table, T_COUNT)};
}

static inline void open_db(const struct db_conf *conf)
{
	db_free(&db);
	open_probes = 0;
	db = db_new(base, conf);
}

static inline void open_default(void)
{
	struct db_conf conf = default_conf();

	open_db(&conf);
	run_until(is_ready, NULL);
}

static inline struct db_lane_stats stats(enum db_lane lane)
{
	struct db_lane_stats s;

	db_stats(db, lane, &s);
	return s;
}

/* The side connection: one value of one statement, as a number. Connects anew after a crash. */
static inline long long ask(const char *sql)
{
	PGresult *res = PQexec(side, sql);
	long long n = -1;

	if (PQresultStatus(res) != PGRES_TUPLES_OK && PQresultStatus(res) != PGRES_COMMAND_OK) {
		PQclear(res);
		for (int i = 0; i < 200 && (PQreset(side), PQstatus(side) != CONNECTION_OK); i++)
			usleep(50000);
		res = PQexec(side, sql);
	}
	if (PQresultStatus(res) == PGRES_TUPLES_OK && PQntuples(res) > 0)
		n = strtoll(PQgetvalue(res, 0, 0), NULL, 10);
	else if (PQresultStatus(res) != PGRES_TUPLES_OK && PQresultStatus(res) != PGRES_COMMAND_OK)
		fail_msg("%s: %s", sql, PQerrorMessage(side));
	PQclear(res);
	return n;
}

static inline long long askf(const char *fmt, long long n)
{
	char sql[300];

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
	snprintf(sql, sizeof(sql), fmt, n);
#pragma GCC diagnostic pop
	return ask(sql);
}

static int fixture_setup(void **state)
{
	(void)state;
	base = loop_new();
	side = PQconnectdb(getenv("BEAT_TEST_DB"));
	assert_int_equal(PQstatus(side), CONNECTION_OK);
	PQclear(PQexec(side, "set client_min_messages = warning"));
	return 0;
}

static int fixture_teardown(void **state)
{
	(void)state;
	db_free(&db);
	ask("drop schema if exists beat cascade");
	PQfinish(side);
	loop_free(&base);
	return 0;
}

static int test_setup(void **state)
{
	(void)state;
	ask("set client_min_messages = warning");
	ask(schema);
	open_default();
	return 0;
}

static int test_teardown(void **state)
{
	(void)state;
	db_free(&db);
	return 0;
}

static inline void need_cluster(const char *name)
{
	if (getenv("BEAT_TEST_DB") != NULL)
		return;
	fprintf(stderr, "SKIPPED: %s needs a database: run it as tests/lib/with-cluster %s\n", name, name);
	exit(77);
}

#endif
