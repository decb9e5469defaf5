/* The db module against a real server: the async contract on every lane, batches,
 * roll-backs and replays, limits. What happens when connections break is in
 * test_db_faults.c. */
#include "../lib/db_fixture.h"

static const enum db_lane lanes[] = {DB_READ, DB_WRITE, DB_SLOW};

static void callback_runs_once_and_later(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(lanes); i++) {
		struct probe p = {0};

		start(&p, lanes[i], T_ECHO, "hello", NULL);
		finish();
		run_for(50);
		assert_int_equal(p.runs, 1);
		assert_int_equal(p.status, DB_OK);
		assert_int_equal(p.rows, 1);
		assert_string_equal(p.value, "hello");
		assert_string_equal(db_status_name(p.status), "ok");
	}
}

static void check_series(void *arg, const struct db_result *r)
{
	assert_int_equal(r->status, DB_OK);
	assert_int_equal(r->rows, 3);
	assert_int_equal(strtol(value_at(r, 2, 0), NULL, 10), 3);
	assert_string_equal(value_at(r, 1, 1), "row 2");
	assert_null(value_at(r, 0, 2));
	(*(int *)arg)++;
	open_probes--;
}

static void check_null(void *arg, const struct db_result *r)
{
	assert_string_equal(value_at(r, 0, 0), "t");
	assert_string_equal(value_at(r, 0, 1), "");
	(*(int *)arg)++;
	open_probes--;
}

static void values_come_back(void **state)
{
	int runs = 0;

	(void)state;
	open_probes = 2;
	assert_non_null(db_start(db, DB_READ, ask_of(&statement_table[T_SERIES], (const char *[]){"3"}), 5000,
				 check_series, &runs));
	assert_non_null(db_start(db, DB_READ, ask_of(&statement_table[T_IS_NULL], (const char *[]){NULL, ""}), 5000,
				 check_null, &runs));
	finish();
	assert_int_equal(runs, 2);
}

static void settings_are_made(void **state)
{
	struct probe p[3] = {0};

	(void)state;
	for (int i = 0; i < 3; i++)
		start(&p[i], lanes[i], T_SETTINGS, NULL, NULL);
	finish();
	assert_string_equal(p[0].value, "set,beat|UTC|UTF8|test read|5s");
	assert_string_equal(p[1].value, "set,beat|UTC|UTF8|test write|5s");
	assert_string_equal(p[2].value, "set,beat|UTC|UTF8|test slow|2min");
}

static void options_of_the_uri_are_kept(void **state)
{
	struct db_conf conf = default_conf();
	struct probe p = {0};
	char uri[400];

	(void)state;
	snprintf(uri, sizeof(uri), "%s&options=-c%%20timezone%%3DJapan%%20-c%%20client_min_messages%%3Derror",
		 conf.uri);
	conf.uri = uri;
	conf.statement_timeout_ms[DB_READ] = 1234;
	open_db(&conf);
	run_until(is_ready, NULL);
	start(&p, DB_READ, T_SETTINGS, NULL, NULL);
	finish();
	assert_string_equal(p.value, "set,beat|UTC|UTF8|test read|1234ms");
	assert_int_equal(ask("select count(*) from pg_stat_activity where application_name = 'test read'"), 2);
}

static void cancelled_calls_stay_silent(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(lanes); i++) {
		struct probe unsent = {0}, sent = {0}, other = {0};
		struct db_call *nothing = NULL;

		db_cancel(&nothing);
		start(&sent, lanes[i], T_SLEEP, "0.4", NULL);
		run_for(30);
		start(&unsent, lanes[i], T_ECHO, "a", NULL);
		start(&other, lanes[i], T_ECHO, "b", NULL);
		cancel(&unsent);
		cancel(&sent);
		finish();
		run_until(is_idle, NULL);
		assert_int_equal(unsent.runs + sent.runs, 0);
		assert_int_equal(other.runs, 1);
		assert_string_equal(other.value, "b");
	}
}

static void callbacks_may_cancel_others(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(lanes); i++) {
		struct probe p[4] = {0};

		p[0].cancels = &p[2].call; /* behind it in the same batch, also with two connections */
		for (int k = 0; k < 4; k++)
			start_number(&p[k], lanes[i], T_ECHO, k);
		finish();
		assert_int_equal(p[0].runs, 1);
		assert_int_equal(p[1].runs, 1);
		assert_int_equal(p[2].runs, 0);
		assert_string_equal(p[3].value, "3");
	}
}

static int chained[50];

static void on_chained(void *arg, const struct db_result *r)
{
	int *runs = arg, n = (int)(runs - chained);

	assert_int_equal(r->status, DB_OK);
	(*runs)++;
	open_probes--;
	if (n + 1 == 50)
		assert_true(db_is_idle(db)); /* a callback's own call is over */
	else {
		open_probes++;
		assert_non_null(db_start(db, lanes[n % 3], ask_of(&statement_table[T_ECHO], (const char *[]){"x"}),
					 5000, on_chained, runs + 1));
		assert_int_equal(runs[1], 0);
	}
}

static void callbacks_may_start_calls(void **state)
{
	(void)state;
	memset(chained, 0, sizeof(chained));
	open_probes = 1;
	db_start(db, DB_READ, ask_of(&statement_table[T_ECHO], (const char *[]){"x"}), 5000, on_chained, chained);
	finish();
	for (int i = 0; i < 50; i++)
		assert_int_equal(chained[i], 1);
}

static void deadlines_are_kept(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(lanes); i++) {
		struct probe slow = {0}, behind = {0}, after = {0}, at_once = {0};
		int64_t began = loop_now_ms();

		start_for(&slow, lanes[i], T_SLEEP, "0.5", 100);
		start_for(&at_once, lanes[i], T_SLEEP, "0.001", 0);
		run_for(20);
		start_for(&behind, lanes[i], T_ECHO, "late", 150);
		start(&after, lanes[i], T_ECHO, "patient", NULL);
		finish();
		run_until(is_idle, NULL);
		assert_int_equal(slow.status, DB_TIMEOUT);
		assert_in_range(slow.at_ms - began, 100, 400);
		assert_true(at_once.runs == 1);
		assert_int_equal(behind.runs, 1);
		assert_int_equal(after.status, DB_OK);
		assert_string_equal(after.value, "patient");
	}
}

static void long_deadlines_outlast_the_wheel(void **state)
{
	struct probe p = {0};

	(void)state;
	/* further away than the wheel is round, so it is passed over once */
	start_for(&p, DB_SLOW, T_SLEEP, "30", 5500);
	run_for(5300);
	assert_int_equal(p.runs, 0);
	finish();
	assert_int_equal(p.status, DB_TIMEOUT);
}

static void the_server_stops_long_statements(void **state)
{
	struct db_conf conf = default_conf();
	struct probe p[2] = {0}, before[2] = {0}, after[2] = {0};

	(void)state;
	conf.statement_timeout_ms[DB_READ] = conf.statement_timeout_ms[DB_WRITE] = 200;
	open_db(&conf);
	for (int i = 0; i < 2; i++) {
		start_number(&before[i], i ? DB_WRITE : DB_READ, T_ECHO, 1);
		start(&p[i], i ? DB_WRITE : DB_READ, T_SLEEP, "10", NULL);
		start_number(&after[i], i ? DB_WRITE : DB_READ, T_ECHO, 2);
	}
	finish();
	for (int i = 0; i < 2; i++) {
		assert_int_equal(p[i].status, DB_TIMEOUT);
		assert_string_equal(p[i].sqlstate, "57014");
		assert_string_equal(before[i].value, "1");
		assert_string_equal(after[i].value, "2");
	}
}

static void a_failing_read_leaves_others_alone(void **state)
{
	struct probe p[20] = {0};
	struct db_lane_stats before = stats(DB_READ);

	(void)state;
	for (int i = 0; i < 20; i++) {
		if (i == 3 || i == 4 || i == 11)
			start(&p[i], DB_READ, T_DIVIDE, "1", "0");
		else
			start_number(&p[i], DB_READ, T_ECHO, i);
	}
	finish();
	for (int i = 0; i < 20; i++) {
		bool bad = i == 3 || i == 4 || i == 11;

		assert_int_equal(p[i].runs, 1);
		assert_int_equal(p[i].status, bad ? DB_ERROR : DB_OK);
		assert_string_equal(p[i].sqlstate, bad ? "22012" : "");
		if (!bad)
			assert_int_equal(atoi(p[i].value), i);
	}
	assert_true(stats(DB_READ).replays > before.replays);
	assert_int_equal(stats(DB_READ).errors - before.errors, 3);
}

static void a_turns_reads_share_syncs(void **state)
{
	struct probe p[100] = {0};
	struct db_lane_stats before = stats(DB_READ);

	(void)state;
	for (int i = 0; i < 100; i++)
		start(&p[i], DB_READ, T_PID, NULL, NULL);
	finish();
	assert_int_equal(stats(DB_READ).batches - before.batches, 2); /* one for each connection */
	assert_string_not_equal(p[0].value, p[1].value);
}

static void the_read_lane_does_not_write(void **state)
{
	struct probe p = {0};

	(void)state;
	start_number(&p, DB_READ, T_TALLY, 1);
	finish();
	assert_int_equal(p.status, DB_ERROR);
	assert_string_equal(p.sqlstate, "25006");
	assert_int_equal(ask("select count(*) from tally"), 0);
}

static void writes_commit_in_groups(void **state)
{
	struct probe p[300] = {0};
	struct db_lane_stats before = stats(DB_WRITE);

	(void)state;
	for (int i = 0; i < 300; i++)
		start_number(&p[i], DB_WRITE, T_MARK, i + 1);
	finish();
	for (int i = 0; i < 300; i++)
		assert_int_equal(p[i].status, DB_OK);
	assert_string_equal(p[0].value, p[127].value); /* one transaction */
	assert_string_not_equal(p[0].value, p[128].value);
	assert_int_equal(stats(DB_WRITE).batches - before.batches, 3);
	assert_int_equal(ask("select count(*) from mark"), 300);
}

/* 9 good and 1 bad, for each kind of bad and each place in the batch. */
static void a_failing_write_leaves_others_alone(void **state)
{
	static const struct {
		long long id;
		const char *sqlstate, *constraint;
	} bad[] = {{1, "23505", "mark_pkey"}, {-1, "23514", "mark_positive"}};
	struct probe p[10];
	long long next = 2;

	(void)state;
	ask("insert into mark values (1)");
	for (int where = 0; where < 10; where++) {
		for (size_t kind = 0; kind < ARRAY_LEN(bad); kind++) {
			long long before = ask("select count(*) from mark");

			memset(p, 0, sizeof(p));
			for (int i = 0; i < 10; i++)
				start_number(&p[i], DB_WRITE, T_MARK, i == where ? bad[kind].id : next++);
			finish();
			for (int i = 0; i < 10; i++)
				assert_int_equal(p[i].status, i == where ? DB_ERROR : DB_OK);
			assert_string_equal(p[where].sqlstate, bad[kind].sqlstate);
			assert_string_equal(p[where].constraint, bad[kind].constraint);
			assert_int_equal(ask("select count(*) from mark"), before + 9);
		}
	}
	assert_int_equal(stats(DB_WRITE).replays, 200);
}

static void a_failed_commit_fails_its_call(void **state)
{
	struct probe alone = {0}, p[5] = {0};

	(void)state;
	/* the statement itself succeeds; the deferred constraint speaks at the commit */
	start(&alone, DB_WRITE, T_CHILD, "1", "99");
	finish();
	assert_int_equal(alone.status, DB_ERROR);
	assert_string_equal(alone.constraint, "child_has_parent");
	for (int i = 0; i < 5; i++)
		start(&p[i], DB_WRITE, T_CHILD, (const char *[]){"1", "2", "3", "4", "5"}[i], i == 2 ? "99" : "1");
	finish();
	for (int i = 0; i < 5; i++)
		assert_int_equal(p[i].status, i == 2 ? DB_ERROR : DB_OK);
	assert_string_equal(p[2].constraint, "child_has_parent");
	assert_int_equal(ask("select count(*) from child"), 4);
	memset(&alone, 0, sizeof(alone));
	start(&alone, DB_SLOW, T_CHILD, "6", "99");
	finish();
	assert_int_equal(alone.status, DB_ERROR);
	assert_string_equal(alone.constraint, "child_has_parent");
}

static void a_write_is_told_only_after_its_commit(void **state)
{
	struct probe first = {0}, slow = {0};

	(void)state;
	start_number(&first, DB_WRITE, T_MARK, 1);
	start(&slow, DB_WRITE, T_SLEEP, "0.3", NULL);
	run_for(150);
	assert_int_equal(first.runs, 0);
	assert_int_equal(ask("select count(*) from mark"), 0);
	finish();
	assert_int_equal(first.status, DB_OK);
}

static void abandoned_writes_are_not_replayed(void **state)
{
	struct probe p[3] = {0};

	(void)state;
	start(&p[0], DB_WRITE, T_SLEEP, "0.2", NULL);
	start_number(&p[1], DB_WRITE, T_MARK, 1);
	start_number(&p[2], DB_WRITE, T_MARK, -1);
	run_for(50);
	cancel(&p[1]);
	finish();
	assert_int_equal(p[0].status, DB_OK);
	assert_int_equal(p[1].runs, 0);
	assert_int_equal(p[2].status, DB_ERROR);
	assert_int_equal(ask("select count(*) from mark"), 0);
}

static void passing_failures_are_retried(void **state)
{
	static const char *const states[] = {"40001", "40P01", "55P03"};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(states); i++) {
		struct probe p = {0}, mate = {0};

		ask("alter sequence flaky_runs restart");
		start(&p, DB_WRITE, T_FLAKY, "3", states[i]);
		start(&mate, DB_WRITE, T_ECHO, "mate", NULL);
		finish();
		assert_int_equal(p.status, DB_OK);
		assert_string_equal(p.value, "3");
		assert_string_equal(mate.value, "mate");
		memset(&p, 0, sizeof(p));
		start(&p, DB_WRITE, T_FLAKY, "1000", states[i]);
		finish();
		assert_int_equal(p.status, DB_ERROR);
		assert_string_equal(p.sqlstate, states[i]);
		assert_in_range(ask("select nextval('flaky_runs')"), 5, 10);
	}
}

static void one_locked_row_holds_up_only_its_own_call(void **state)
{
	struct probe locked = {0}, p[10] = {0};
	int64_t began;

	(void)state;
	ask("begin; update counter set n = 10 where id = 1");
	began = loop_now_ms();
	start_number(&locked, DB_WRITE, T_BUMP, 1);
	for (int i = 0; i < 10; i++)
		start_number(&p[i], DB_WRITE, T_BUMP, i + 2);
	run_for(1200);
	assert_int_equal(locked.runs, 0);
	ask("commit");
	finish();
	assert_int_equal(locked.status, DB_OK);
	assert_string_equal(locked.value, "11");
	for (int i = 0; i < 10; i++) {
		assert_int_equal(p[i].status, DB_OK);
		assert_string_equal(p[i].value, "1");
		assert_true(p[i].at_ms - began < 1900);
	}
}

static void slow_statements_run_one_at_a_time(void **state)
{
	struct probe p[3] = {0}, quick = {0};
	int64_t began = loop_now_ms();

	(void)state;
	for (int i = 0; i < 3; i++)
		start(&p[i], DB_SLOW, T_SLEEP, "0.15", NULL);
	start(&quick, DB_READ, T_ECHO, "not delayed", NULL);
	finish();
	assert_true(loop_now_ms() - began >= 450);
	assert_true(quick.at_ms - began < 140);
}

/* The dashboard's statements refuse by raising: each is a transaction of its own, and is not tried again. */
static void a_refusal_at_the_desk_concerns_nobody_else(void **state)
{
	struct probe p[6] = {0};
	struct db_lane_stats before = stats(DB_DESK);

	(void)state;
	for (int i = 0; i < 6; i++) {
		if (i % 3 == 1)
			start(&p[i], DB_DESK, T_FLAKY, "1000", "BE409");
		else
			start_number(&p[i], DB_DESK, T_MARK, i + 1);
	}
	finish();
	for (int i = 0; i < 6; i++) {
		assert_int_equal(p[i].status, i % 3 == 1 ? DB_ERROR : DB_OK);
		assert_string_equal(p[i].sqlstate, i % 3 == 1 ? "BE409" : "");
		for (int j = 0; j < i && i % 3 != 1; j++)
			assert_string_not_equal(p[i].value, p[j].value); /* its own transaction */
	}
	assert_int_equal(ask("select count(*) from beat.mark"), 4);
	assert_int_equal(stats(DB_DESK).replays, before.replays);
}

static void a_report_nobody_waits_for_is_stopped(void **state)
{
	struct probe forgotten = {0}, next = {0};

	(void)state;
	start(&forgotten, DB_SLOW, T_SLEEP, "100", NULL);
	start(&next, DB_SLOW, T_ECHO, "next", NULL);
	run_for(100);
	cancel(&forgotten);
	finish();
	assert_int_equal(next.status, DB_OK);
	run_for(1000);
	assert_int_equal(
	    ask("select count(*) from pg_stat_activity where application_name like 'test%' and state = 'active'"), 0);
}

static void a_full_queue_says_so(void **state)
{
	struct db_conf conf = default_conf();

	(void)state;
	conf.queue_max = 5;
	open_db(&conf);
	for (size_t lane = 0; lane < ARRAY_LEN(lanes); lane++) {
		struct probe p[9] = {0};

		for (int i = 0; i < 9; i++)
			start(&p[i], lanes[lane], T_ECHO, "x", NULL);
		cancel(&p[7]);
		finish();
		for (int i = 0; i < 9; i++) {
			assert_int_equal(p[i].runs, i != 7);
			if (i != 7)
				assert_int_equal(p[i].status, i < 5 ? DB_OK : DB_BUSY);
		}
	}
}

static int stubborn;

static void on_stubborn(void *arg, const struct db_result *r)
{
	(void)arg;
	if (r->status == DB_BUSY) {
		stubborn++;
		db_start(db, DB_READ, ask_of(&statement_table[T_ECHO], (const char *[]){"again"}), 5000, on_stubborn,
			 NULL);
	} else {
		open_probes--;
	}
}

/* A caller that tries again from its callback must not keep the loop from its sockets. */
static void busy_callers_do_not_starve_the_loop(void **state)
{
	struct db_conf conf = default_conf();

	(void)state;
	conf.queue_max = 1;
	open_db(&conf);
	run_until(is_ready, NULL);
	stubborn = 0;
	open_probes = 20;
	for (int i = 0; i < 20; i++)
		db_start(db, DB_READ, ask_of(&statement_table[T_ECHO], (const char *[]){"x"}), 5000, on_stubborn, NULL);
	finish();
	assert_true(stubborn >= 19);
}

static void large_values_pass(void **state)
{
	enum { MB = 1024 * 1024, N = 40 };
	char *megabyte = malloc(MB + 1);
	struct probe p[N] = {0};

	(void)state;
	memset(megabyte, 'm', MB);
	megabyte[MB] = '\0';
	for (size_t lane = 0; lane < ARRAY_LEN(lanes); lane++) {
		memset(p, 0, sizeof(p));
		for (int i = 0; i < N; i++)
			start(&p[i], lanes[lane], i % 2 ? T_REPEAT : T_LENGTH, i % 2 ? "3000000" : megabyte, NULL);
		finish();
		for (int i = 0; i < N; i++) {
			assert_int_equal(p[i].status, DB_OK);
			assert_string_equal(i % 2 ? "" : p[i].value, i % 2 ? "" : "1048576");
		}
	}
	memset(p, 0, sizeof(p));
	start(&p[0], DB_SLOW, T_SERIES, "300000", NULL);
	finish();
	assert_int_equal(p[0].rows, 300000);
	free(megabyte);
}

static void freeing_runs_no_callbacks(void **state)
{
	struct probe p[60] = {0};

	(void)state;
	for (int i = 0; i < 60; i++) {
		start_for(&p[i], lanes[i % 3], i % 2 ? T_ECHO : T_SLEEP, "0.2", i % 5 == 0 ? 1 : 5000);
		if (i == 29)
			run_for(30);
	}
	for (int i = 0; i < 60; i++)
		p[i].runs = 0;
	db_free(&db);
	assert_null(db);
	db_free(&db);
	run_for(100);
	for (int i = 0; i < 60; i++)
		assert_int_equal(p[i].runs, 0);
	open_default();
}

static void unknown_configuration_gets_defaults(void **state)
{
	struct db_conf conf = {.uri = getenv("BEAT_TEST_DB"),
			       .conns = {1, 0, 0, 0},
			       .queue_max = 1,
			       .statements = statement_list(statement_table, 0)};

	(void)state;
	open_db(&conf); /* no statements at all: ready at once */
	run_until(is_ready, NULL);
	assert_int_equal(stats(DB_READ).ready, 1);
	assert_int_equal(stats(DB_WRITE).conns, 0);
}

#define WITH_DB(f) cmocka_unit_test_setup_teardown(f, test_setup, test_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
	    WITH_DB(callback_runs_once_and_later),
	    WITH_DB(values_come_back),
	    WITH_DB(settings_are_made),
	    WITH_DB(options_of_the_uri_are_kept),
	    WITH_DB(cancelled_calls_stay_silent),
	    WITH_DB(callbacks_may_cancel_others),
	    WITH_DB(callbacks_may_start_calls),
	    WITH_DB(deadlines_are_kept),
	    WITH_DB(long_deadlines_outlast_the_wheel),
	    WITH_DB(the_server_stops_long_statements),
	    WITH_DB(a_failing_read_leaves_others_alone),
	    WITH_DB(a_turns_reads_share_syncs),
	    WITH_DB(the_read_lane_does_not_write),
	    WITH_DB(writes_commit_in_groups),
	    WITH_DB(a_failing_write_leaves_others_alone),
	    WITH_DB(a_failed_commit_fails_its_call),
	    WITH_DB(a_write_is_told_only_after_its_commit),
	    WITH_DB(abandoned_writes_are_not_replayed),
	    WITH_DB(passing_failures_are_retried),
	    WITH_DB(one_locked_row_holds_up_only_its_own_call),
	    WITH_DB(slow_statements_run_one_at_a_time),
	    WITH_DB(a_refusal_at_the_desk_concerns_nobody_else),
	    WITH_DB(a_report_nobody_waits_for_is_stopped),
	    WITH_DB(a_full_queue_says_so),
	    WITH_DB(busy_callers_do_not_starve_the_loop),
	    WITH_DB(large_values_pass),
	    WITH_DB(freeing_runs_no_callbacks),
	    WITH_DB(unknown_configuration_gets_defaults),
	};

	need_cluster("test_db");
	log_init("test_db", LOG_WARN);
	return cmocka_run_group_tests(tests, fixture_setup, fixture_teardown);
}
